//! Exponential, sine and cosine integrals and the dilogarithm of complex numbers: the power series near zero and the
//! cut, the continued fraction beyond, and the asymptotic series of large arguments (DLMF 6.5, 6.6, 6.9, 6.12, 25.12).

use super::complex_pairs::{complex_exp, complex_log, complex_quotient, complex_size};
use super::exponential_integral::{dilogarithm_by_logarithm, exp1, expi, shichi, sici, spence};
use super::powers::{log_of_size_pair, pair_over, pair_sum, sum_of_products};
use crate::c128;
use crate::math::{atan2, log};

/// The constant of Euler, and what its rounding lost.
const E1_EULER: f64 = 0.5772156649015329;
const E1_EULER_LOW: f64 = -4.942915152430645e-18;
/// Up to this size, up to the next one well left of the imaginary axis, and beside the cut up to the last one, the
/// power series is used; from the last one on the asymptotic series has all digits.
const E1_SMALL: f64 = 2.0;
const E1_LEFT: f64 = 12.0;
const E1_ASYMPTOTIC: f64 = 40.0;

/// The principal branch of the exponential integral E1, with its cut along the negative real axis; the sign of the
/// imaginary part selects the side.
pub fn exp1_c128(z: c128) -> c128 {
    if z.re.is_nan() || z.im.is_nan() {
        return c128::new(f64::NAN, f64::NAN);
    }
    let pi = std::f64::consts::PI;
    if z.im == 0.0 {
        if z.re > 0.0 {
            return c128::new(exp1(z.re), -z.im);
        }
        if z.re == 0.0 {
            return c128::new(f64::INFINITY, -z.im);
        }
        return c128::new(-expi(-z.re), -pi.copysign(z.im));
    }
    let size = z.re.abs() + z.im.abs();
    if size.is_infinite() {
        return if z.re < 0.0 && z.re.is_infinite() { complex_exp(c128::new(-z.re, 0.0)) } else { c128::new(0.0, 0.0) };
    }
    if has_e1_powers(z) {
        return e1_powers_c128(z, atan2(z.im, z.re));
    }
    let factor = complex_exp(c128::new(-z.re, -z.im));
    if size >= E1_ASYMPTOTIC && z.re < 0.0 { factor * e1_expansion_c128(z) } else { factor * e1_fraction_c128(z) }
}

/// Whether the power series is used.
fn has_e1_powers(z: c128) -> bool {
    let size = z.re.abs() + z.im.abs();
    let left = z.re < 0.0 && z.im.abs() < -4.0 * z.re;
    let beside_cut = z.re < 0.0 && z.im.abs() < -0.5 * z.re;
    size <= E1_SMALL || (left && size <= E1_LEFT) || (beside_cut && size < E1_ASYMPTOTIC)
}

/// The principal branch of the exponential integral Ei, with its cut along the negative real axis, on which it is real.
pub fn expi_c128(z: c128) -> c128 {
    if z.im == 0.0 {
        return c128::new(expi(z.re), z.im);
    }
    let minus = c128::new(-z.re, -z.im);
    if has_e1_powers(minus) {
        // Beside its zero the angle is small, and that of -z near pi.
        let value = e1_powers_c128(minus, atan2(z.im, z.re));
        return c128::new(-value.re, -value.im);
    }
    let value = exp1_c128(minus);
    c128::new(-value.re, std::f64::consts::PI.copysign(z.im) - value.im)
}

/// -euler - log(z) - sum of (-z)^k/(k k!), in pairs: away from the negative axis the terms are larger than the sum. The
/// angle is that of the logarithm.
fn e1_powers_c128(z: c128, angle: f64) -> c128 {
    let (mut x, mut x_low, mut y, mut y_low) = (1.0, 0.0, 0.0, 0.0);
    let (mut re, mut re_low, mut im, mut im_low) = (E1_EULER, E1_EULER_LOW, 0.0, 0.0);
    for k in 1..500 {
        let n = k as f64;
        let real = sum_of_products(x, x_low, -z.re, y, y_low, z.im);
        let imaginary = sum_of_products(x, x_low, -z.im, y, y_low, -z.re);
        (x, x_low) = pair_over(real, n);
        (y, y_low) = pair_over(imaginary, n);
        (re, re_low) = pair_sum((re, re_low), pair_over((x, x_low), n));
        (im, im_low) = pair_sum((im, im_low), pair_over((y, y_low), n));
        if x.abs() + y.abs() < 1e-20 * n * (re.abs() + im.abs()) {
            break;
        }
    }
    let (real, _) = pair_sum((re, re_low), log_of_size(z.re, z.im));
    let (imaginary, _) = pair_sum((im, im_low), (angle, 0.0));
    c128::new(-real, -imaginary)
}

/// The logarithm of the size of a number as a pair, whose low part does not count beside tiny numbers.
fn log_of_size(x: f64, y: f64) -> (f64, f64) {
    let size = complex_size(c128::new(x, y));
    if size > 1e-100 { log_of_size_pair(x, y) } else { (log(size), 0.0) }
}

/// exp(z) E1(z) by the even part of the continued fraction, in the way of Steed.
fn e1_fraction_c128(z: c128) -> c128 {
    let mut b = c128::new(z.re + 1.0, z.im);
    let mut d = e1_inverse_c128(b);
    let (mut step, mut value) = (d, d);
    for k in 1..2000 {
        let n = k as f64;
        b = c128::new(b.re + 2.0, b.im);
        let a = -n * n;
        d = e1_inverse_c128(c128::new(a * d.re + b.re, a * d.im + b.im));
        let ratio = c128::new(b.re * d.re - b.im * d.im - 1.0, b.re * d.im + b.im * d.re);
        step *= ratio;
        value = c128::new(value.re + step.re, value.im + step.im);
        if step.re.abs() + step.im.abs() < 0.25 * f64::EPSILON * (value.re.abs() + value.im.abs()) {
            break;
        }
    }
    value
}

/// exp(z) E1(z) by 1/z - 1/z^2 + 2/z^3 - ..
fn e1_expansion_c128(z: c128) -> c128 {
    let inverse = e1_inverse_c128(z);
    let (mut term, mut sum) = (inverse, inverse);
    for k in 1..40 {
        let n = -(k as f64);
        let product = term * inverse;
        term = c128::new(product.re * n, product.im * n);
        sum = c128::new(sum.re + term.re, sum.im + term.im);
        if term.re.abs() + term.im.abs() < 0.25 * f64::EPSILON * (sum.re.abs() + sum.im.abs()) {
            break;
        }
    }
    sum
}

/// One over a number that is not zero.
fn e1_inverse_c128(z: c128) -> c128 {
    if z.re.abs() >= z.im.abs() {
        let ratio = z.im / z.re;
        let divisor = z.re + z.im * ratio;
        return c128::new(1.0 / divisor, -ratio / divisor);
    }
    let ratio = z.re / z.im;
    let divisor = z.im + z.re * ratio;
    c128::new(ratio / divisor, -1.0 / divisor)
}

/// The sine and the cosine integral of a complex number, with the cut of the second along the negative real axis, whose
/// values are those from above.
pub fn sici_c128(z: c128) -> (c128, c128) {
    if has_no_limit(z) {
        return (c128::new(f64::NAN, f64::NAN), c128::new(f64::NAN, f64::NAN));
    }
    let (sine, cosine) = sine_quadrant(z.re.abs(), z.im.abs());
    let (left, below) = (z.re < 0.0, z.im < 0.0);
    let angle = if left { std::f64::consts::PI - cosine.im } else { cosine.im };
    (
        c128::new(if left { -sine.re } else { sine.re }, if below { -sine.im } else { sine.im }),
        c128::new(cosine.re, if below { -angle } else { angle }),
    )
}

/// The hyperbolic sine and cosine integral of a complex number, with the cut of the second along the negative real
/// axis, whose values are those from above.
pub fn shichi_c128(z: c128) -> (c128, c128) {
    if has_no_limit(z) {
        return (c128::new(f64::NAN, f64::NAN), c128::new(f64::NAN, f64::NAN));
    }
    // For x + i y: the sine integral of y + i x, and the cosine integral, whose angle is the complement to a right one.
    let (sine, cosine) = sine_quadrant(z.im.abs(), z.re.abs());
    let (left, below) = (z.re < 0.0, z.im < 0.0);
    let rest = std::f64::consts::FRAC_PI_2 - cosine.im;
    let angle = if left { std::f64::consts::PI - rest } else { rest };
    (
        c128::new(if left { -sine.im } else { sine.im }, if below { -sine.re } else { sine.re }),
        c128::new(cosine.re, if below { -angle } else { angle }),
    )
}

/// Whether a number is NaN, or infinite and not real.
fn has_no_limit(z: c128) -> bool {
    z.re.is_nan() || z.im.is_nan() || z.im.is_infinite() || (z.re.is_infinite() && z.im != 0.0)
}

/// The sine and the cosine integral of a + i b of the first quadrant.
fn sine_quadrant(a: f64, b: f64) -> (c128, c128) {
    let right_angle = std::f64::consts::FRAC_PI_2;
    if b == 0.0 {
        let (sine, cosine) = sici(a);
        return (c128::new(sine, 0.0), c128::new(cosine, if a == 0.0 { f64::NAN } else { 0.0 }));
    }
    if a == 0.0 {
        let (sine, cosine) = shichi(b);
        return (c128::new(0.0, sine), c128::new(cosine, right_angle));
    }
    let size = complex_size(c128::new(a, b));
    if size <= 6.0 {
        return sine_powers(a, b);
    }
    // E1(i z) and E1(-i z), of i z = -b + i a.
    let (first, second) = (exp1_c128(c128::new(-b, a)), exp1_c128(c128::new(b, -a)));
    let sine = c128::new(right_angle + 0.5 * (first.im - second.im), 0.5 * (second.re - first.re));
    (sine, c128::new(-0.5 * (first.re + second.re), -0.5 * (first.im + second.im)))
}

/// The same in powers of the number, in pairs.
fn sine_powers(a: f64, b: f64) -> (c128, c128) {
    // Powers over factorials, of which the odd ones are of the sine and the even ones of the cosine.
    let (mut x, mut x_low, mut y, mut y_low) = (a, 0.0, b, 0.0);
    let (mut sine_re, mut sine_re_low, mut sine_im, mut sine_im_low) = (a, 0.0, b, 0.0);
    let (mut cosine_re, mut cosine_re_low, mut cosine_im, mut cosine_im_low) = (E1_EULER, E1_EULER_LOW, 0.0, 0.0);
    let (mut sign, mut even) = (-1.0, true);
    for k in 2..80 {
        let n = k as f64;
        let real = sum_of_products(x, x_low, a, y, y_low, -b);
        let imaginary = sum_of_products(x, x_low, b, y, y_low, a);
        (x, x_low) = pair_over(real, n);
        (y, y_low) = pair_over(imaginary, n);
        let (real, imaginary) = (pair_over((x, x_low), sign * n), pair_over((y, y_low), sign * n));
        if even {
            (cosine_re, cosine_re_low) = pair_sum((cosine_re, cosine_re_low), real);
            (cosine_im, cosine_im_low) = pair_sum((cosine_im, cosine_im_low), imaginary);
        } else {
            (sine_re, sine_re_low) = pair_sum((sine_re, sine_re_low), real);
            (sine_im, sine_im_low) = pair_sum((sine_im, sine_im_low), imaginary);
            sign = -sign;
        }
        even = !even;
        if x.abs() + y.abs() < 1e-20 {
            break;
        }
    }
    let (real, _) = pair_sum((cosine_re, cosine_re_low), log_of_size(a, b));
    let (imaginary, _) = pair_sum((cosine_im, cosine_im_low), (atan2(b, a), 0.0));
    (c128::new(sine_re, sine_im), c128::new(real, imaginary))
}

/// The dilogarithm of `1 - z` of a complex number, with its cut along the negative real axis; the sign of the imaginary
/// part selects the side.
pub fn spence_c128(z: c128) -> c128 {
    /// pi^2/6.
    const SIXTH_OF_PI_SQUARED: f64 = 1.6449340668482264;
    if z.re.is_nan() || z.im.is_nan() || z.re.is_infinite() || z.im.is_infinite() {
        return c128::new(f64::NAN, f64::NAN);
    }
    if z.im == 0.0 && z.re >= 0.0 {
        return c128::new(spence(z.re), -z.im);
    }
    let rest = c128::new(1.0 - z.re, -z.im);
    if complex_size(z) < 0.5 {
        // Euler's reflection.
        let u = complex_log(rest);
        let product = u * complex_log(z);
        let value = dilogarithm_by_logarithm(c128::new(-u.re, -u.im));
        return c128::new(SIXTH_OF_PI_SQUARED - product.re - value.re, -product.im - value.im);
    }
    if complex_size(rest) <= 1.0 {
        return dilogarithm_inside(rest, z);
    }
    // The inversion (DLMF 25.12.4) of w = 1 - z, of which -w = z - 1.
    let minus = c128::new(z.re - 1.0, z.im);
    let logarithm = complex_log(minus);
    let inverse = complex_quotient(c128::new(-1.0, 0.0), minus);
    let value = dilogarithm_inside(inverse, complex_quotient(z, minus));
    let square = logarithm * logarithm;
    c128::new(-SIXTH_OF_PI_SQUARED - 0.5 * square.re - value.re, -0.5 * square.im - value.im)
}

/// The dilogarithm of w within the circle of radius one, with `rest = 1 - w`.
fn dilogarithm_inside(w: c128, rest: c128) -> c128 {
    /// pi^2/6.
    const SIXTH: f64 = 1.6449340668482264;
    if w.re <= 0.5 {
        let u = complex_log(rest);
        return dilogarithm_by_logarithm(c128::new(-u.re, -u.im));
    }
    if rest.re == 0.0 && rest.im == 0.0 {
        return c128::new(SIXTH, 0.0);
    }
    // Euler's reflection.
    let u = complex_log(w);
    let product = u * complex_log(rest);
    let value = dilogarithm_by_logarithm(c128::new(-u.re, -u.im));
    c128::new(SIXTH - product.re - value.re, -product.im - value.im)
}
