//! The functions of Airy and their derivatives: power series about zero (DLMF 9.4), beyond them Bessel functions of
//! orders one third and two thirds (DLMF 9.6) of `zeta = 2/3 |x|^(3/2)`, whose rounding is corrected by the
//! derivatives.

use super::bessel_modified_order::{first_of_order, second_of_order};
use super::bessel_second::kinds_for_second;
use crate::math::exp;

const THIRD: f64 = 1.0 / 3.0;
const TWO_THIRDS: f64 = 2.0 / 3.0;
/// 1/sqrt(3).
const RECIPROCAL_ROOT_OF_THREE: f64 = 0.5773502691896258;

/// Ai, its derivative, Bi and its derivative of a real number.
pub fn airy(x: f64) -> (f64, f64, f64, f64) {
    if !x.is_finite() {
        return (f64::NAN, f64::NAN, f64::NAN, f64::NAN);
    }
    if x.abs() <= 1.0 {
        return airy_series(x);
    }
    if x < 0.0 {
        return airy_wave(-x);
    }
    let (zeta, low) = zeta_of(x);
    if zeta > 800.0 {
        return (0.0, -0.0, f64::INFINITY, f64::INFINITY);
    }
    let (ai, slope, bi, bi_slope) = airy_scaled(x, zeta);
    let decay = exp(-zeta) * (1.0 - low);
    // In halves, as the function is finite somewhat beyond the exponential's overflow.
    let half = exp(0.5 * zeta);
    let rest = half * (1.0 + low);
    (decay * ai, decay * slope, half * bi * rest, half * bi_slope * rest)
}

/// [`airy`] with Ai and its derivative times exp(zeta), NaN for negative x, and Bi and its derivative times
/// exp(-zeta), as they are for negative x.
pub fn airye(x: f64) -> (f64, f64, f64, f64) {
    if x.is_nan() || x.is_infinite() {
        return (f64::NAN, f64::NAN, f64::NAN, f64::NAN);
    }
    if x < 0.0 {
        let (_, _, bi, bi_slope) = airy(x);
        return (f64::NAN, f64::NAN, bi, bi_slope);
    }
    let (zeta, low) = zeta_of(x);
    if x <= 1.0 {
        let (ai, slope, bi, bi_slope) = airy_series(x);
        let (growth, decay) = (exp(zeta) * (1.0 + low), exp(-zeta) * (1.0 - low));
        return (growth * ai, growth * slope, decay * bi, decay * bi_slope);
    }
    if x > 1e100 {
        // The first term of the expansions (DLMF 9.7).
        let root = x.sqrt().sqrt();
        let size = 1.0 / (std::f64::consts::PI.sqrt() * root);
        let slope = root / std::f64::consts::PI.sqrt();
        return (0.5 * size, -0.5 * slope, size, slope);
    }
    airy_scaled(x, zeta)
}

/// 2/3 x^(3/2), and what its rounding lost.
pub(super) fn zeta_of(x: f64) -> (f64, f64) {
    let root = x.sqrt();
    if root == 0.0 || x > 1e100 {
        return (TWO_THIRDS * x * root, 0.0);
    }
    let root_low = 0.5 * root.mul_add(-root, x) / root;
    let product = x * root;
    let lost = x.mul_add(root, -product) + x * root_low;
    let zeta = product / 1.5;
    (zeta, (zeta.mul_add(-1.5, product) + lost) / 1.5)
}

/// The powers, for x from -1 to 1.
fn airy_series(x: f64) -> (f64, f64, f64, f64) {
    /// Ai(0) and -Ai'(0).
    const VALUE: f64 = 0.3550280538878172;
    const SLOPE: f64 = 0.2588194037928068;
    let cube = x * x * x;
    let (mut f, mut g, mut f_slope, mut g_slope) = (1.0, x, 0.5 * x * x, 1.0);
    let (mut f_sum, mut g_sum, mut f_slopes, mut g_slopes) = (f, g, f_slope, g_slope);
    for k in 1..9 {
        let n = 3.0 * k as f64;
        f *= cube / (n * (n - 1.0));
        g *= cube / (n * (n + 1.0));
        f_slope *= cube / (n * (n + 2.0));
        g_slope *= cube / (n * (n - 2.0));
        f_sum += f;
        g_sum += g;
        f_slopes += f_slope;
        g_slopes += g_slope;
    }
    let (first, second) = (VALUE * f_sum, SLOPE * g_sum);
    let (first_slope, second_slope) = (VALUE * f_slopes, SLOPE * g_slopes);
    (
        first - second,
        first_slope - second_slope,
        (first + second) / RECIPROCAL_ROOT_OF_THREE,
        (first_slope + second_slope) / RECIPROCAL_ROOT_OF_THREE,
    )
}

/// The functions for x from one: those of Ai times exp(zeta), those of Bi times exp(-zeta).
fn airy_scaled(x: f64, zeta: f64) -> (f64, f64, f64, f64) {
    let (k, k_slope) = (second_of_order(THIRD, zeta, true), second_of_order(TWO_THIRDS, zeta, true));
    let (i, i_slope) = (first_of_order(THIRD, zeta, true), first_of_order(TWO_THIRDS, zeta, true));
    let factor = x.sqrt() * RECIPROCAL_ROOT_OF_THREE;
    let slope_factor = x * RECIPROCAL_ROOT_OF_THREE;
    // The functions of the orders -1/3 and -2/3 have a part of the second kind (DLMF 10.27.2).
    let part = exp(-2.0 * zeta) / (std::f64::consts::PI * RECIPROCAL_ROOT_OF_THREE);
    (
        factor * k * std::f64::consts::FRAC_1_PI,
        -slope_factor * k_slope * std::f64::consts::FRAC_1_PI,
        factor * (2.0 * i + part * k),
        slope_factor * (2.0 * i_slope + part * k_slope),
    )
}

/// The functions at -t, for t from one.
fn airy_wave(t: f64) -> (f64, f64, f64, f64) {
    let (zeta, low) = zeta_of(t);
    let root = t.sqrt();
    let (j, y) = kinds_for_second(THIRD, zeta, true);
    let (j_slope, y_slope) = kinds_for_second(TWO_THIRDS, zeta, true);
    let ai = 0.5 * root * (j - y * RECIPROCAL_ROOT_OF_THREE);
    let bi = -0.5 * root * (j * RECIPROCAL_ROOT_OF_THREE + y);
    let slope = 0.5 * t * (j_slope + y_slope * RECIPROCAL_ROOT_OF_THREE);
    let bi_slope = 0.5 * t * (j_slope * RECIPROCAL_ROOT_OF_THREE - y_slope);
    // The rounding error of zeta shifts the argument; the second derivative is -t times the function.
    let moved = -low / root;
    (ai + moved * slope, slope - moved * t * ai, bi + moved * bi_slope, bi_slope - moved * t * bi)
}
