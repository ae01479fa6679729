//! Logarithms of the normal distribution and inverses of the error functions.

use super::error_function::erfcx;
use super::normal::{ndtr, quantile};
use crate::math::{exp, expm1, log, log1p};

/// The logarithm of the area under the standard normal density up to x.
pub fn log_ndtr(x: f64) -> f64 {
    if x < -1.0 {
        return log(0.5 * erfcx(-x * std::f64::consts::FRAC_1_SQRT_2)) - 0.5 * x * x;
    }
    if x > 0.0 { log1p(-ndtr(-x)) } else { log(ndtr(x)) }
}

/// The inverse of `log_ndtr`: the number up to which the area under the standard normal density is e^y.
pub fn ndtri_exp(y: f64) -> f64 {
    /// sqrt(2 pi), and sqrt(2/pi).
    const ROOT_TAU: f64 = 2.5066282746310002;
    const ROOT_TWO_OVER_PI: f64 = 0.7978845608028654;
    if !(y < 0.0 && y > -f64::INFINITY) {
        return if y == 0.0 {
            f64::INFINITY
        } else if y < 0.0 {
            -f64::INFINITY
        } else {
            f64::NAN
        };
    }
    if y > -2.0 {
        let (p, tail) = (exp(y), -expm1(y));
        return if p < 0.5 { quantile(p - 0.5, p) } else { quantile(0.5 - tail, tail) };
    }
    if y > -700.0 {
        let p = exp(y);
        return quantile(p - 0.5, p);
    }
    // Newton's steps on the logarithm of the asymptotic area.
    let mut x = -std::f64::consts::SQRT_2 * (-y - log(ROOT_TAU * std::f64::consts::SQRT_2 * (-y).sqrt())).sqrt();
    for _ in 0..3 {
        let scaled = erfcx(-x * std::f64::consts::FRAC_1_SQRT_2);
        // The quotient of the difference by x first, which is in range where squares are not.
        let above = log(0.5 * scaled) / x - 0.5 * x - y / x;
        x -= above * x * scaled / ROOT_TWO_OVER_PI;
    }
    x
}

/// The inverse of the error function: infinite at one and minus one, NaN beyond.
pub fn erfinv(y: f64) -> f64 {
    let a = y.abs();
    if !(a < 1.0) {
        return if a == 1.0 { f64::INFINITY.copysign(y) } else { f64::NAN };
    }
    let tail = 0.5 * (1.0 - a);
    quantile(0.5 * y, tail) * std::f64::consts::FRAC_1_SQRT_2
}

/// The inverse of the complementary error function: infinite at zero, minus infinity at two, NaN beyond.
pub fn erfcinv(y: f64) -> f64 {
    if !(y > 0.0 && y < 2.0) {
        return if y == 0.0 {
            f64::INFINITY
        } else if y == 2.0 {
            -f64::INFINITY
        } else {
            f64::NAN
        };
    }
    let tail = if y < 1.0 { 0.5 * y } else { 0.5 * (2.0 - y) };
    quantile(0.5 * (1.0 - y), tail) * std::f64::consts::FRAC_1_SQRT_2
}
