//! The error function and its complements. Below one from erf(x)/x in powers of x^2; beyond, from the Chebyshev series of
//! `(1 + 2x) exp(x^2) erfc(x)` (Shepherd, Laframboise, "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x in 0 <= x < infinity", 1981).

use super::polynomials::{chebyshev, chebyshev_single};
use crate::math::{exp, exp_f32, polynomial, select, two_product};

/// The error function: 2/sqrt(pi) times the integral of exp(-t^2) from zero to x.
#[inline(always)]
pub fn erf(x: f64) -> f64 {
    let a = x.abs();
    let inside = select(a < 1.0, a, 1.0);
    let small = inside + inside * polynomial(inside * inside, &ERF);
    let far = 1.0 - complement(select(a < 1.0, 1.0, a));
    select(a < 1.0, small, far).copysign(x)
}

/// The error function in float32.
#[inline(always)]
pub fn erf_f32(x: f32) -> f32 {
    let a = x.abs();
    let inside = select(a < 1.0, a, 1.0f32);
    let small = inside + inside * polynomial(inside * inside, &ERF_F32);
    let far = 1.0 - complement_single(select(a < 1.0, 1.0f32, a));
    select(a < 1.0, small, far).copysign(x)
}

/// One less the error function, without loss of digits where that is small.
#[inline(always)]
pub fn erfc(x: f64) -> f64 {
    let a = x.abs();
    let inside = select(a < 0.5, x, 0.5);
    let near = 1.0 - (inside + inside * polynomial(inside * inside, &ERF));
    let far = complement(select(a < 0.5, 0.5, a));
    select(a < 0.5, near, select(x < 0.0, 2.0 - far, far))
}

/// One less the error function in float32.
#[inline(always)]
pub fn erfc_f32(x: f32) -> f32 {
    let a = x.abs();
    let inside = select(a < 0.5, x, 0.5f32);
    let near = 1.0 - (inside + inside * polynomial(inside * inside, &ERF_F32));
    let far = complement_single(select(a < 0.5, 0.5f32, a));
    select(a < 0.5, near, select(x < 0.0, 2.0 - far, far))
}

/// `exp(x^2) erfc(x)`.
#[inline(always)]
pub fn erfcx(x: f64) -> f64 {
    let a = x.abs();
    // From 1e8 on the series' denominator is the asymptotic one, which cannot overflow.
    let scaled = if a > 1e8 { 0.5641895835477563 / a } else { scaled_complement(a) };
    if x >= 0.0 || x.is_nan() {
        return scaled;
    }
    if a > 26.7 {
        return f64::INFINITY;
    }
    let (square, low) = two_product(x, x);
    let whole = exp(square);
    2.0 * (whole + whole * low) - scaled
}

/// `erfc(x)` for `x` from 1/2 on.
#[inline(always)]
fn complement(x: f64) -> f64 {
    // Beyond 28 the value is zero; NaN stays.
    let x = select(x > 28.0, 28.0, x);
    let (square, low) = two_product(x, x);
    scaled_complement(x) * decay(square, low)
}

/// `exp(x^2) erfc(x)` for `x` from 1/2 to 1e8.
#[inline(always)]
pub(super) fn scaled_complement(x: f64) -> f64 {
    chebyshev((x - 3.75) / (x + 3.75), &ERFC) / (1.0 + 2.0 * x)
}

/// `exp(-square)` of a square that is known in two parts: its rounding error would be as many units of the exponential.
#[inline(always)]
pub(super) fn decay(square: f64, low: f64) -> f64 {
    let whole = exp(-square);
    whole - whole * low
}

/// The same in float32.
#[inline(always)]
fn complement_single(x: f32) -> f32 {
    let x = select(x > 11.0, 11.0f32, x);
    let scaled = chebyshev_single((x - 3.75) / (x + 3.75), &ERFC_F32) / (1.0 + 2.0 * x);
    let square = x * x;
    let low = x.mul_add(x, -square);
    let whole = exp_f32(-square);
    (whole - whole * low) * scaled
}

/// erf(x)/x - 1 in powers of x^2, for x up to 1.
const ERF: [f64; 13] = [
    0.12837916709551256,
    -0.37612638903183687,
    0.11283791670953326,
    -0.026866170644880158,
    0.005223977623374163,
    -0.000854832691387768,
    0.00012055329054334472,
    -1.4925552359068608e-05,
    1.6460390052108385e-06,
    -1.6344479526796739e-07,
    1.46239637852289e-08,
    -1.1245240831276472e-09,
    5.756576249720659e-11,
];

/// The same for float32.
const ERF_F32: [f32; 7] =
    [0.12837914, -0.37612572, 0.112832114, -0.026842063, 0.005169909, -0.0007869407, 7.4357195e-05];

/// (1 + 2x) exp(x^2) erfc(x) in Chebyshev polynomials of (x - 3.75)/(x + 3.75).
const ERFC: [f64; 25] = [
    1.1775789345674017,
    -0.004590054580646478,
    -0.08424913336651792,
    0.05920993999819189,
    -0.026658668435305753,
    0.009074997670705265,
    -0.002413163540417608,
    0.0004907758365258086,
    -6.916973302501207e-05,
    4.13902798607301e-06,
    7.74038306619849e-07,
    -2.1886401049234397e-07,
    1.076499946567091e-08,
    4.521959811218287e-09,
    -7.754400208831351e-10,
    -6.318088340886684e-11,
    2.86879501093067e-11,
    1.9455868545777347e-13,
    -9.65469674843344e-13,
    3.25254814814874e-14,
    3.3478119482868056e-14,
    -1.864562880419313e-15,
    -1.2507950530688648e-15,
    7.418235256624044e-17,
    5.068148904796111e-17,
];

/// The same for float32.
const ERFC_F32: [f32; 12] = [
    1.1775789,
    -0.0045900545,
    -0.08424913,
    0.05920994,
    -0.02665867,
    0.009074998,
    -0.0024131634,
    0.00049077586,
    -6.9169735e-05,
    4.139028e-06,
    7.740383e-07,
    -2.1886402e-07,
];
