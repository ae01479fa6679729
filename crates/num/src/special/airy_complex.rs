//! The functions of Airy of complex numbers: power series about zero (DLMF 9.4), beyond them modified Bessel functions
//! of orders one third and two thirds (DLMF 9.6) within 60 degrees of the positive axis, to which the other two thirds
//! of the plane turn (DLMF 9.2.11). The exponent 2/3 z^(3/2) is in two parts.

use super::airy::{airy, airye, zeta_of};
use super::bessel_complex::modified_right;
use super::complex_pairs::{
    complex_exp, complex_pair_product, complex_pair_times, complex_quotient, complex_root, complex_size, complex_times,
};
use super::powers::pair_sum;
use crate::c128;
use crate::math::exp;

const THIRD_ORDER: f64 = 1.0 / 3.0;
const TWO_THIRDS_ORDER: f64 = 2.0 / 3.0;
/// 1/(pi sqrt(3)), sqrt(3)/pi, 1/sqrt(3), sqrt(3)/2.
const RECIPROCAL_PI_ROOT_THREE: f64 = 0.18377629847393068;
const ROOT_THREE_OVER_PI: f64 = 0.5513288954217921;
const RECIPROCAL_ROOT_THREE: f64 = 0.5773502691896258;
const HALF_ROOT_THREE: f64 = 0.8660254037844386;
/// From this size on there is no digit of the exponent's phase.
const MAX_AIRY_SIZE: f64 = 1e100;

/// Ai, its derivative, Bi and its derivative.
pub fn airy_c128(z: c128) -> (c128, c128, c128, c128) {
    if z.im == 0.0 {
        let (ai, slope, bi, bi_slope) = airy(z.re);
        return (c128::new(ai, z.im), c128::new(slope, z.im), c128::new(bi, z.im), c128::new(bi_slope, z.im));
    }
    airy_of_plane(z, false)
}

/// [`airy_c128`] with Ai and its derivative times exp(2/3 z^(3/2)), and Bi and its derivative times the exponential of
/// minus the size of that exponent's real part.
pub fn airye_c128(z: c128) -> (c128, c128, c128, c128) {
    if z.im == 0.0 && (z.re >= 0.0 || z.re.abs() > MAX_AIRY_SIZE) {
        let (ai, slope, bi, bi_slope) = airye(z.re);
        return (c128::new(ai, z.im), c128::new(slope, z.im), c128::new(bi, z.im), c128::new(bi_slope, z.im));
    }
    if z.im == 0.0 && z.re < 0.0 {
        // The exponent is imaginary, and below the cut its sign is the other one.
        let (ai, slope, bi, bi_slope) = airy(z.re);
        let (zeta, low) = zeta_of(-z.re);
        let sign = -(1.0f64.copysign(z.im));
        let wave = exponential_of_parts(c128::new(0.0, sign * zeta), c128::new(0.0, sign * low));
        return (complex_times(wave, ai), complex_times(wave, slope), c128::new(bi, z.im), c128::new(bi_slope, z.im));
    }
    airy_of_plane(z, true)
}

fn airy_of_plane(z: c128, scaled: bool) -> (c128, c128, c128, c128) {
    let size = complex_size(z);
    if !(size < MAX_AIRY_SIZE) {
        let nan = c128::new(f64::NAN, f64::NAN);
        return (nan, nan, nan, nan);
    }
    // Functions of conjugate numbers are conjugate.
    let below = z.im < 0.0 || z.im.is_sign_negative();
    let upper = c128::new(z.re, z.im.abs());
    let (ai, slope, bi, bi_slope) = if size <= 1.0 { airy_near_zero(upper, scaled) } else { airy_above(upper, scaled) };
    if !below {
        return (ai, slope, bi, bi_slope);
    }
    (
        c128::new(ai.re, -ai.im),
        c128::new(slope.re, -slope.im),
        c128::new(bi.re, -bi.im),
        c128::new(bi_slope.re, -bi_slope.im),
    )
}

/// 2/3 z^(3/2) in two parts.
fn complex_zeta(z: c128) -> (c128, c128) {
    /// 2/3 in two parts.
    const TWO_THIRDS: (f64, f64) = (0.6666666666666666, 3.700743415417188e-17);
    let zero = c128::new(0.0, 0.0);
    let root = complex_root(z);
    let (square, square_low) = complex_pair_product((root, zero), (root, zero));
    let (re, _) = pair_sum((z.re, 0.0), (-square.re, -square_low.re));
    let (im, _) = pair_sum((z.im, 0.0), (-square.im, -square_low.im));
    let correction = complex_times(complex_quotient(c128::new(re, im), root), 0.5);
    complex_pair_times(complex_pair_product((root, correction), (z, zero)), TWO_THIRDS)
}

/// The powers, for numbers up to one.
fn airy_near_zero(z: c128, scaled: bool) -> (c128, c128, c128, c128) {
    /// Ai(0) and -Ai'(0).
    const AT_ZERO: f64 = 0.3550280538878172;
    const SLOPE_AT_ZERO: f64 = 0.2588194037928068;
    let cube = z * z * z;
    let (mut f, mut g, mut f_slope, mut g_slope) =
        (c128::new(1.0, 0.0), z, complex_times(z * z, 0.5), c128::new(1.0, 0.0));
    let (mut f_sum, mut g_sum, mut f_slopes, mut g_slopes) = (f, g, f_slope, g_slope);
    for k in 1..9 {
        let n = 3.0 * k as f64;
        f = complex_times(f * cube, 1.0 / (n * (n - 1.0)));
        g = complex_times(g * cube, 1.0 / (n * (n + 1.0)));
        f_slope = complex_times(f_slope * cube, 1.0 / (n * (n + 2.0)));
        g_slope = complex_times(g_slope * cube, 1.0 / (n * (n - 2.0)));
        f_sum = c128::new(f_sum.re + f.re, f_sum.im + f.im);
        g_sum = c128::new(g_sum.re + g.re, g_sum.im + g.im);
        f_slopes = c128::new(f_slopes.re + f_slope.re, f_slopes.im + f_slope.im);
        g_slopes = c128::new(g_slopes.re + g_slope.re, g_slopes.im + g_slope.im);
    }
    let (first, second) = (complex_times(f_sum, AT_ZERO), complex_times(g_sum, SLOPE_AT_ZERO));
    let (first_slope, second_slope) = (complex_times(f_slopes, AT_ZERO), complex_times(g_slopes, SLOPE_AT_ZERO));
    let (ai, slope) = (first - second, first_slope - second_slope);
    let root = 2.0 * HALF_ROOT_THREE;
    let (bi, bi_slope) = (complex_times(first + second, root), complex_times(first_slope + second_slope, root));
    if !scaled {
        return (ai, slope, bi, bi_slope);
    }
    let zeta = complex_times(z * complex_root(z), TWO_THIRDS_ORDER);
    let growth = complex_exp(zeta);
    let decay = exp(-zeta.re.abs());
    (ai * growth, slope * growth, complex_times(bi, decay), complex_times(bi_slope, decay))
}

/// The functions in the upper half-plane beyond the series.
fn airy_above(z: c128, scaled: bool) -> (c128, c128, c128, c128) {
    // Within 60 degrees of the positive axis.
    if z.im <= 2.0 * HALF_ROOT_THREE * z.re {
        let (zeta, low) = complex_zeta(z);
        let (ai, slope, bi, bi_slope) = airy_on_right(z, zeta, low);
        if scaled {
            return (ai, slope, complex_times(bi, 1.0 - low.re), complex_times(bi_slope, 1.0 - low.re));
        }
        let decay = exponential_of_parts(c128::new(-zeta.re, -zeta.im), c128::new(-low.re, -low.im));
        // In halves, as the functions are finite somewhat beyond the exponential's overflow.
        let half = exp(0.5 * zeta.re);
        let (bi, bi_slope) = (complex_times(bi, half), complex_times(bi_slope, half));
        return (ai * decay, slope * decay, complex_times(bi, half), complex_times(bi_slope, half));
    }
    // z = turn u, of which u is within 60 degrees of the positive axis and turn is exp(2 pi i/3).
    let u = c128::new(HALF_ROOT_THREE * z.im - 0.5 * z.re, -HALF_ROOT_THREE * z.re - 0.5 * z.im);
    // The exponent of u is minus that of z.
    let (zeta_below, low_below) = complex_zeta(z);
    let (zeta, low) = (c128::new(-zeta_below.re, -zeta_below.im), c128::new(-low_below.re, -low_below.im));
    let (ai, slope, bi, bi_slope) = airy_on_right(u, zeta, low);
    // Both over exp(Re zeta): exp(-Re zeta - zeta), as a rising function is one already.
    let minus_low = c128::new(-low.re, -low.im);
    let fall = exponential_of_parts(c128::new(-2.0 * zeta.re, -zeta.im), minus_low);
    let (ai, slope) = (ai * fall, slope * fall);
    // Ai(turn u) = (exp(i pi/3) Ai(u) + exp(-i pi/6) Bi(u))/2, Bi(turn u) = (3 exp(-i pi/6) Ai(u) + exp(i pi/3)
    // Bi(u))/2.
    let (third, sixth) = (c128::new(0.5, HALF_ROOT_THREE), c128::new(HALF_ROOT_THREE, -0.5));
    let turn = c128::new(-0.5, -HALF_ROOT_THREE);
    let first = complex_times(third * ai + sixth * bi, 0.5);
    let second = complex_times(complex_times(sixth * ai, 3.0) + third * bi, 0.5);
    let first_slope = complex_times(turn * (third * slope + sixth * bi_slope), 0.5);
    let second_slope = complex_times(turn * (complex_times(sixth * slope, 3.0) + third * bi_slope), 0.5);
    if scaled {
        // exp(-zeta) over exp(-Re zeta).
        let wave = exponential_of_parts(c128::new(0.0, -zeta.im), minus_low);
        let rest = 1.0 - low.re;
        return (first * wave, first_slope * wave, complex_times(second, rest), complex_times(second_slope, rest));
    }
    let half = exp(0.5 * zeta.re);
    let (first, first_slope) = (complex_times(first, half), complex_times(first_slope, half));
    let (second, second_slope) = (complex_times(second, half), complex_times(second_slope, half));
    (
        complex_times(first, half),
        complex_times(first_slope, half),
        complex_times(second, half),
        complex_times(second_slope, half),
    )
}

/// The exponential of a number in two parts.
fn exponential_of_parts(z: c128, low: c128) -> c128 {
    complex_exp(z) * c128::new(1.0 + low.re, low.im)
}

/// The functions within 60 degrees of the positive axis, of the exponent zeta + low with a real part from zero on:
/// those of Ai times exp(zeta + low), those of Bi times exp(-Re zeta). What the rounding of zeta lost moves the
/// latter's argument.
fn airy_on_right(z: c128, zeta: c128, low: c128) -> (c128, c128, c128, c128) {
    // On the border the real part may be rounded to below zero.
    let inner = c128::new(if zeta.re > 0.0 { zeta.re } else { 0.0 }, zeta.im);
    let (i, k) = modified_right(THIRD_ORDER, inner);
    let (i_slope, k_slope) = modified_right(TWO_THIRDS_ORDER, inner);
    let root = complex_root(z);
    // The functions of the orders -1/3 and -2/3 have a part of the second kind (DLMF 10.27.2).
    let part = complex_times(complex_exp(c128::new(-2.0 * inner.re, -inner.im)), ROOT_THREE_OVER_PI);
    let bi = complex_times(root * (complex_times(i, 2.0) + part * k), RECIPROCAL_ROOT_THREE);
    let bi_slope = complex_times(z * (complex_times(i_slope, 2.0) + part * k_slope), RECIPROCAL_ROOT_THREE);
    let moved = complex_quotient(low, root);
    (
        complex_times(root * k, RECIPROCAL_PI_ROOT_THREE),
        complex_times(z * k_slope, -RECIPROCAL_PI_ROOT_THREE),
        bi + moved * bi_slope,
        bi_slope + moved * z * bi,
    )
}
