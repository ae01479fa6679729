//! Exponential integrals of complex numbers: the power series beside zero and the cut, the continued fraction beyond,
//! and the asymptotic series of large arguments (DLMF 6.6, 6.9, 6.12).

use super::complex_pairs::{complex_exp, complex_log};
use super::exponential_integral::{exp1, expi};
use crate::c128;

/// The constant of Euler.
const E1_EULER: f64 = 0.5772156649015329;
/// Up to this size, or beside the cut up to the other one, the power series is used; from the other one on the
/// asymptotic series has all digits.
const E1_SMALL: f64 = 2.0;
const E1_ASYMPTOTIC: f64 = 40.0;

/// The principal branch of the exponential integral E1, with its cut along the negative real axis, of which the sign of
/// the imaginary part says the side.
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
    let beside_cut = z.re < 0.0 && z.im.abs() < -0.5 * z.re;
    if size <= E1_SMALL || (beside_cut && size < E1_ASYMPTOTIC) {
        return e1_powers_c128(z);
    }
    let factor = complex_exp(c128::new(-z.re, -z.im));
    if size >= E1_ASYMPTOTIC && z.re < 0.0 { factor * e1_expansion_c128(z) } else { factor * e1_fraction_c128(z) }
}

/// The principal branch of the exponential integral Ei, with its cut along the negative real axis, on which it is real.
pub fn expi_c128(z: c128) -> c128 {
    if z.im == 0.0 {
        return c128::new(expi(z.re), z.im);
    }
    let value = exp1_c128(c128::new(-z.re, -z.im));
    c128::new(-value.re, std::f64::consts::PI.copysign(z.im) - value.im)
}

/// -euler - log(z) - sum of (-z)^k/(k k!).
fn e1_powers_c128(z: c128) -> c128 {
    let minus = c128::new(-z.re, -z.im);
    let (mut term, mut sum) = (c128::new(1.0, 0.0), c128::new(0.0, 0.0));
    for k in 1..500 {
        let n = k as f64;
        let product = term * minus;
        term = c128::new(product.re / n, product.im / n);
        let (x, y) = (term.re / n, term.im / n);
        sum = c128::new(sum.re + x, sum.im + y);
        if x.abs() + y.abs() < 0.25 * f64::EPSILON * (sum.re.abs() + sum.im.abs()) {
            break;
        }
    }
    let logarithm = complex_log(z);
    c128::new(-E1_EULER - logarithm.re - sum.re, -logarithm.im - sum.im)
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
