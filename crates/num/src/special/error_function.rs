//! The error function and its complements. Below one from erf(x)/x in powers of x^2; beyond, from
//! `(1 + 2x) exp(x^2) erfc(x)` in powers of `(x - 2.5)/(x + 2.5)` (Shepherd, Laframboise, "Chebyshev approximation of
//! (1 + 2x) exp(x^2) erfc x in 0 <= x < infinity", 1981).

use crate::math::{exp, exp_f32, fused_polynomial, select, two_product};

/// The error function: 2/sqrt(pi) times the integral of exp(-t^2) from zero to x.
#[inline(always)]
pub fn erf(x: f64) -> f64 {
    let a = x.abs();
    let inside = select(a < 1.0, a, 1.0);
    let small = inside + inside * fused_polynomial(inside * inside, &ERF);
    let far = 1.0 - complement(select(a < 1.0, 1.0, a));
    select(a < 1.0, small, far).copysign(x)
}

/// The error function in float32.
#[inline(always)]
pub fn erf_f32(x: f32) -> f32 {
    let a = x.abs();
    let inside = select(a < 1.0, a, 1.0f32);
    let small = inside + inside * fused_polynomial(inside * inside, &ERF_F32);
    let far = 1.0 - complement_single(select(a < 1.0, 1.0f32, a));
    select(a < 1.0, small, far).copysign(x)
}

/// One less the error function, without loss of digits where that is small.
#[inline(always)]
pub fn erfc(x: f64) -> f64 {
    let a = x.abs();
    let inside = select(a < 0.5, x, 0.5);
    let near = 1.0 - (inside + inside * fused_polynomial(inside * inside, &ERF));
    let far = complement(select(a < 0.5, 0.5, a));
    select(a < 0.5, near, select(x < 0.0, 2.0 - far, far))
}

/// One less the error function in float32.
#[inline(always)]
pub fn erfc_f32(x: f32) -> f32 {
    let a = x.abs();
    let inside = select(a < 0.5, x, 0.5f32);
    let near = 1.0 - (inside + inside * fused_polynomial(inside * inside, &ERF_F32));
    let far = complement_single(select(a < 0.5, 0.5f32, a));
    select(a < 0.5, near, select(x < 0.0, 2.0 - far, far))
}

/// `exp(x^2) erfc(x)`.
#[inline(always)]
pub fn erfcx(x: f64) -> f64 {
    let a = x.abs();
    // From 1e8 on the series' denominator is the asymptotic one, which cannot overflow.
    if a < 0.5 {
        return exp(x * x) * erfc(x);
    }
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
    fused_polynomial((x - 2.5) / (x + 2.5), &ERFC) / (1.0 + 2.0 * x)
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
    let scaled = fused_polynomial((x - 2.5) / (x + 2.5), &ERFC_F32) / (1.0 + 2.0 * x);
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

/// (1 + 2x) exp(x^2) erfc(x) in powers of (x - 2.5)/(x + 2.5), for x from 1/2.
const ERFC: [f64; 25] = [
    1.2648381843668615,
    -0.12235676308240433,
    -0.09902453957360197,
    0.15762991902322207,
    -0.10296705603855423,
    0.03276089326847679,
    0.0009318928167091421,
    -0.004382078335968197,
    0.0004918658229339573,
    0.0006321242834831766,
    -8.847932160761027e-05,
    -0.00011352189838251785,
    6.266396526204676e-06,
    2.2697259464039416e-05,
    2.608165743756262e-06,
    -4.210122874667321e-06,
    -1.5856069504591127e-06,
    5.109687069640793e-07,
    5.388665771017498e-07,
    5.3628532680823e-08,
    -1.3771090923584745e-07,
    -5.481111257967168e-08,
    3.147740293109274e-08,
    1.3557780273825467e-08,
    -6.304542210342712e-09,
];

/// The same for float32.
const ERFC_F32: [f32; 12] = [
    1.2648382,
    -0.12235678,
    -0.09902469,
    0.15763055,
    -0.102964535,
    0.032753933,
    0.00091733085,
    -0.004347761,
    0.00052491174,
    0.0005517193,
    -0.00011096628,
    -3.2727803e-05,
];
