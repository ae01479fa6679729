//! The error function and its complements. Below one from erf(x)/x in powers of x^2; beyond, from
//! `(1 + 2x) exp(x^2) erfc(x)` in powers of `(x - 2.5)/(x + 2.5)` (Shepherd, Laframboise, "Chebyshev approximation of
//! (1 + 2x) exp(x^2) erfc x in 0 <= x < infinity", 1981).

use crate::math::{exp, exp_f32, fused_polynomial, select, two_product};

/// The error function: 2/sqrt(pi) times the integral of exp(-t^2) from zero to x.
#[inline(always)]
pub fn erf(x: f64) -> f64 {
    let a = x.abs();
    select(a < 1.0, inner(a), 1.0 - complement(a)).copysign(x)
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
    select(a < 0.5, 1.0 - inner(x), with_sign(x < 0.0, complement(a)))
}

/// The complement of a number from that of its absolute value.
#[inline(always)]
fn with_sign(negative: bool, complement: f64) -> f64 {
    select(negative, 2.0 - complement, complement)
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
    let scaled = if a > 1e8 { 0.5641895835477563 / a } else { scaled_complement(a) };
    if !(x < 0.0) {
        return scaled;
    }
    if a > 26.7 {
        return f64::INFINITY;
    }
    let (square, low) = two_product(x, x);
    let whole = exp(square);
    2.0 * (whole + whole * low) - scaled
}

/// The error function for `|x|` up to one.
#[inline(always)]
pub(super) fn inner(x: f64) -> f64 {
    x + x * fused_polynomial(x * x, &ERF)
}

/// `erfc(x)` for `x` from zero on.
#[inline(always)]
fn complement(x: f64) -> f64 {
    // Beyond 28 the value is zero; NaN stays.
    let x = select(x > 28.0, 28.0, x);
    let (square, low) = two_product(x, x);
    scaled_complement(x) * decay(square, low)
}

/// `exp(x^2) erfc(x)` for `x` from zero to 1e8.
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

/// (1 + 2x) exp(x^2) erfc(x) in powers of (x - 2.5)/(x + 2.5), for x from zero.
const ERFC: [f64; 25] = [
    1.2648381843668615,
    -0.12235676308240204,
    -0.09902453957360187,
    0.15762991902298304,
    -0.10296705603857327,
    0.032760893275912355,
    0.0009318928173407695,
    -0.004382078443855671,
    0.0004918658143365327,
    0.0006321251664431883,
    -8.84792635321763e-05,
    -0.00011352640639525309,
    6.266210173864183e-06,
    2.2712461424863757e-05,
    2.608208313240924e-06,
    -4.244977006312677e-06,
    -1.5837234555802265e-06,
    5.654967628313675e-07,
    5.316473858007105e-07,
    -2.8811346201374086e-09,
    -1.2457962288795936e-07,
    -1.941571184389824e-08,
    1.910839684364571e-08,
    3.330735823669555e-09,
    -1.4462664666039684e-09,
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
