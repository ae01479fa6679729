//! The error functions and the normal area of complex numbers: power series near zero, the function of Faddeeva beyond
//! (DLMF 7.5, 7.6).

use super::complex_pairs::complex_log;
use super::error_function::{erf, erfc, erfcx};
use super::faddeeva::{dawsn, erfi, faddeeva, faddeeva_quadrant, gaussian_times};
use super::normal::ndtr;
use super::normal_inverse::log_ndtr;
use crate::c128;
use crate::math::{atan2, exp, hypot, log1p, two_product, two_sum};

/// Up to this size power series have all digits.
const LARGEST_OF_ERF_SERIES: f64 = 1.0;
/// 2/sqrt(pi), and half of sqrt(pi).
const TWO_OVER_SQRT_PI: f64 = std::f64::consts::FRAC_2_SQRT_PI;
const HALF_SQRT_PI: f64 = 0.886226925452758;

/// The error function of a complex number.
pub fn erf_c128(z: c128) -> c128 {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        return c128::new(erf(x), y);
    }
    if x == 0.0 {
        return c128::new(x, erfi(y));
    }
    if x.is_nan() || y.is_nan() {
        return c128::new(f64::NAN, f64::NAN);
    }
    if hypot(x, y) <= LARGEST_OF_ERF_SERIES {
        let (re, im) = erf_series(x, y);
        return c128::new(re, im);
    }
    let (re, im) = erfc_right(x.abs(), if x < 0.0 { -y } else { y });
    if x < 0.0 { c128::new(re - 1.0, im) } else { c128::new(1.0 - re, -im) }
}

/// One less the error function of a complex number.
pub fn erfc_c128(z: c128) -> c128 {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        return c128::new(erfc(x), -y);
    }
    if x.is_nan() || y.is_nan() {
        return c128::new(f64::NAN, f64::NAN);
    }
    if x == 0.0 {
        return c128::new(1.0, -erfi(y));
    }
    if x > 0.0 {
        let (re, im) = erfc_right(x, y);
        return c128::new(re, im);
    }
    let (re, im) = erfc_right(-x, -y);
    c128::new(2.0 - re, -im)
}

/// `exp(z^2) erfc(z)` of a complex number.
pub fn erfcx_c128(z: c128) -> c128 {
    if z.im == 0.0 {
        return c128::new(erfcx(z.re), -z.im);
    }
    let (re, im) = faddeeva(-z.im, z.re);
    c128::new(re, im)
}

/// The imaginary error function of a complex number, -i erf(i z).
pub fn erfi_c128(z: c128) -> c128 {
    let value = erf_c128(c128::new(-z.im, z.re));
    c128::new(value.im, -value.re)
}

/// Dawson's integral of a complex number.
pub fn dawsn_c128(z: c128) -> c128 {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        return c128::new(dawsn(x), y);
    }
    if x.is_nan() || y.is_nan() {
        return c128::new(f64::NAN, f64::NAN);
    }
    if x == 0.0 {
        // exp(y^2) erf(y) sqrt(pi)/2.
        let (square, low) = two_product(y, y);
        let half = exp(0.5 * square);
        let value = HALF_SQRT_PI * half * (erf(y) * (half + half * low));
        return c128::new(x, value);
    }
    if hypot(x, y) <= LARGEST_OF_ERF_SERIES {
        return dawson_series(x, y);
    }
    // i sqrt(pi)/2 (exp(-z^2) - w(z)) of the upper half plane.
    let (a, b) = if y < 0.0 { (-x, -y) } else { (x, y) };
    let (re, im) = faddeeva_quadrant(a.abs(), b);
    let im = if a < 0.0 { -im } else { im };
    let (gauss_re, gauss_im) = gaussian_times(a, b, 1.0, 1.0, 0.0);
    let (u, v) = (HALF_SQRT_PI * (im - gauss_im), HALF_SQRT_PI * (gauss_re - re));
    if y < 0.0 { c128::new(-u, -v) } else { c128::new(u, v) }
}

/// The area under the standard normal density, continued to complex numbers: `erfc(-z/sqrt(2))/2`.
pub fn ndtr_c128(z: c128) -> c128 {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        return c128::new(ndtr(x), y);
    }
    if x.is_nan() || y.is_nan() {
        return c128::new(f64::NAN, f64::NAN);
    }
    if x < 0.0 {
        let (re, im) = normal_area_of_negative(x, y);
        return c128::new(re, im);
    }
    let (re, im) = normal_area_of_negative(-x, -y);
    c128::new(1.0 - re, -im)
}

/// The principal logarithm of [`ndtr_c128`].
pub fn log_ndtr_c128(z: c128) -> c128 {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        return c128::new(log_ndtr(x), y);
    }
    if x.is_nan() || y.is_nan() {
        return c128::new(f64::NAN, f64::NAN);
    }
    if x > 0.0 {
        let (re, im) = normal_area_of_negative(-x, -y);
        let size = hypot(re, im);
        if size < 0.5 {
            // log(1 - q).
            return c128::new(0.5 * log1p(re * (re - 2.0) + im * im), atan2(-im, 1.0 - re));
        }
        if size < 1e20 {
            return complex_log(c128::new(1.0 - re, -im));
        }
    }
    // The logarithm of exp(-z^2/2) w(i u)/2, of u = -z/sqrt(2) on the right, or of minus this.
    let (a, b) = if x > 0.0 { (-x, -y) } else { (x, y) };
    let scale = std::f64::consts::FRAC_1_SQRT_2;
    let (re, im) = faddeeva_quadrant(b.abs() * scale, -a * scale);
    let of_scaled = complex_log(c128::new(0.5 * re, if b < 0.0 { -0.5 * im } else { 0.5 * im }));
    let (high, low) = two_product(a, b);
    let phase = -high;
    let turns = (phase / (2.0 * std::f64::consts::PI)).round_ties_even();
    /// The rounding error of 2 pi.
    const TAU_LOW: f64 = 2.4492935982947064e-16;
    let (whole, rest) = two_product(turns, 2.0 * std::f64::consts::PI);
    let (near, lost) = two_sum(phase, -whole);
    let half_turn = if x > 0.0 { -std::f64::consts::PI.copysign(of_scaled.im) } else { 0.0 };
    let mut angle = near + (lost - rest - low - turns * TAU_LOW) + of_scaled.im + half_turn;
    if angle > std::f64::consts::PI {
        angle -= 2.0 * std::f64::consts::PI;
    } else if angle < -std::f64::consts::PI {
        angle += 2.0 * std::f64::consts::PI;
    }
    c128::new(0.5 * (b - a) * (b + a) + of_scaled.re, angle)
}

/// erfc(x + i y) of x from zero on: exp(-z^2) w(i z).
fn erfc_right(x: f64, y: f64) -> (f64, f64) {
    if x.is_infinite() {
        return if y.is_infinite() { (f64::NAN, f64::NAN) } else { (0.0, 0.0) };
    }
    if y.is_infinite() {
        return (f64::NAN, f64::NAN);
    }
    let (re, im) = faddeeva_quadrant(y.abs(), x);
    gaussian_times(x, y, 1.0, re, if y > 0.0 { -im } else { im })
}

/// The normal area of x + i y, of x up to zero.
fn normal_area_of_negative(x: f64, y: f64) -> (f64, f64) {
    if x.is_infinite() {
        return if y.is_infinite() { (f64::NAN, f64::NAN) } else { (0.0, 0.0) };
    }
    if y.is_infinite() {
        return (f64::NAN, f64::NAN);
    }
    let scale = std::f64::consts::FRAC_1_SQRT_2;
    let (re, im) = faddeeva_quadrant(y.abs() * scale, -x * scale);
    gaussian_times(x, y, 0.5, 0.5 * re, if y < 0.0 { -0.5 * im } else { 0.5 * im })
}

/// The error function in powers of z.
fn erf_series(x: f64, y: f64) -> (f64, f64) {
    let (square_re, square_im) = (-(x - y) * (x + y), -2.0 * x * y);
    let (mut term_re, mut term_im) = (x, y);
    let (mut re, mut im) = (x, y);
    for k in 1..30 {
        let n = k as f64;
        let (a, b) = (term_re * square_re - term_im * square_im, term_re * square_im + term_im * square_re);
        (term_re, term_im) = (a / n, b / n);
        let divisor = 2.0 * n + 1.0;
        re += term_re / divisor;
        im += term_im / divisor;
        if term_re.abs() + term_im.abs() < 1e-18 * (re.abs() + im.abs()) {
            break;
        }
    }
    (TWO_OVER_SQRT_PI * re, TWO_OVER_SQRT_PI * im)
}

/// Dawson's integral in powers of z.
fn dawson_series(x: f64, y: f64) -> c128 {
    let (square_re, square_im) = (-2.0 * (x - y) * (x + y), -4.0 * x * y);
    let (mut term_re, mut term_im) = (x, y);
    let (mut re, mut im) = (x, y);
    for k in 1..40 {
        let divisor = 2.0 * (k as f64) + 1.0;
        let (a, b) = (term_re * square_re - term_im * square_im, term_re * square_im + term_im * square_re);
        (term_re, term_im) = (a / divisor, b / divisor);
        re += term_re;
        im += term_im;
        if term_re.abs() + term_im.abs() < 1e-18 * (re.abs() + im.abs()) {
            break;
        }
    }
    c128::new(re, im)
}
