//! The elementary functions of f32, through double precision with shorter polynomials.
//!
//! Double precision costs half the lanes, but needs no corrections: no subnormal numbers, no intermediate overflow, no
//! pairs. The value is right to some 2^-30 before the final conversion rounds it, so the result is mostly within 0.6
//! units. The two functions that gain most from all the lanes, exp and log, have a file of their own.

use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, LN_2, LOG2_E, LOG10_2, LOG10_E, PI};

use super::coefficients::{
    ASIN_SINGLE, ATAN_SINGLE, COS_SINGLE, EXP_SINGLE, EXP2_SINGLE, EXPM1_SINGLE, LOG_SINGLE, SIN_SINGLE,
};
use super::doubled::{MAGIC, at_least, at_most, polynomial, power_of_two, select};
pub use super::exp_log_f32::{exp_f32 as exp, log_f32 as log};
use super::inverse_trigonometric::octant;
use super::power::{power_edges, rough_cube_root};

/// Up to this magnitude the quick reduction by pi/2 holds for f32.
pub const TRIGONOMETRIC_RANGE_F32: f32 = 1_048_576.0;

/// `x = n ln 2 + r` for `|x|` up to 700: `r` and 2^n.
#[inline(always)]
fn reduce_exponent(x: f64) -> (f64, f64) {
    let n = (x * LOG2_E + MAGIC) - MAGIC;
    (x - n * LN_2, power_of_two(n))
}

#[inline(always)]
fn exp_wide(x: f64) -> f64 {
    let (r, scale) = reduce_exponent(x);
    scale + scale * (r + r * r * polynomial(r, &EXP_SINGLE))
}

#[inline(always)]
fn expm1_wide(x: f64) -> f64 {
    let (r, scale) = reduce_exponent(x);
    (scale - 1.0) + scale * (r + r * r * polynomial(r, &EXPM1_SINGLE))
}

/// 2^x, limited to where f32 over- and underflows.
#[inline(always)]
fn exp2_wide(x: f64) -> f64 {
    let x = at_least(at_most(x, 200.0), -200.0);
    let n = (x + MAGIC) - MAGIC;
    let f = x - n;
    power_of_two(n) * (1.0 + (f * LN_2 + f * f * polynomial(f, &EXP2_SINGLE)))
}

/// `log(1 + f)` for `1 + f` from sqrt(1/2) to sqrt(2).
#[inline(always)]
fn log_near_one(f: f64) -> f64 {
    let s = f / (2.0 + f);
    let z = s * s;
    s * (2.0 + z * polynomial(z, &LOG_SINGLE))
}

/// `x = 2^k (1 + f)` for positive normal `x`: `k` and `f`.
#[inline(always)]
fn split(x: f64) -> (f64, f64) {
    const ROOT_HALF: u64 = 0x3fe6_a09e_0000_0000;
    const TWO_52: f64 = 4503599627370496.0;
    let shifted = x.to_bits().wrapping_add(0x3ff0_0000_0000_0000 - ROOT_HALF);
    let k = f64::from_bits((shifted >> 52) | TWO_52.to_bits()) - (TWO_52 + 1023.0);
    (k, f64::from_bits((shifted & 0x000f_ffff_ffff_ffff) + ROOT_HALF) - 1.0)
}

/// The value of a logarithm, with the results for zero, negative numbers, infinity and NaN inserted.
#[inline(always)]
fn with_edges(x: f64, value: f64) -> f32 {
    let outside = select(x == 0.0, f64::NEG_INFINITY, f64::NAN);
    let inside = select(x < f64::INFINITY, value, x);
    select(x > 0.0, inside, outside) as f32
}

#[inline(always)]
fn log1p_wide(x: f64) -> f64 {
    let (k, f) = split(1.0 + x);
    k * LN_2 + log_near_one(select(k == 0.0, x, f))
}

/// 2^x.
#[inline(always)]
pub fn exp2(x: f32) -> f32 {
    exp2_wide(x as f64) as f32
}

/// e^x - 1.
#[inline(always)]
pub fn expm1(x: f32) -> f32 {
    let value = expm1_wide(at_least(at_most(x as f64, 200.0), -200.0)) as f32;
    if x == 0.0 { x } else { value }
}

/// The logarithm to base 2.
#[inline(always)]
pub fn log2(x: f32) -> f32 {
    let x = x as f64;
    let (k, f) = split(x);
    with_edges(x, k + log_near_one(f) * LOG2_E)
}

/// The logarithm to base 10.
#[inline(always)]
pub fn log10(x: f32) -> f32 {
    let x = x as f64;
    let (k, f) = split(x);
    with_edges(x, k * LOG10_2 + log_near_one(f) * LOG10_E)
}

/// log(1 + x).
#[inline(always)]
pub fn log1p(x: f32) -> f32 {
    let wide = x as f64;
    let value = with_edges(1.0 + wide, log1p_wide(wide));
    if x == 0.0 { x } else { value }
}

/// The hyperbolic sine.
#[inline(always)]
pub fn sinh(x: f32) -> f32 {
    let e = expm1_wide(at_most(x.abs() as f64, 200.0));
    ((0.5 * (e + e / (e + 1.0))) as f32).copysign(x)
}

/// The hyperbolic cosine.
#[inline(always)]
pub fn cosh(x: f32) -> f32 {
    let e = exp_wide(at_most(x.abs() as f64, 200.0));
    (0.5 * (e + 1.0 / e)) as f32
}

/// The hyperbolic tangent.
#[inline(always)]
pub fn tanh(x: f32) -> f32 {
    let e = expm1_wide(at_most(x.abs() as f64, 20.0) * 2.0);
    ((e / (e + 2.0)) as f32).copysign(x)
}

/// The inverse hyperbolic sine.
#[inline(always)]
pub fn asinh(x: f32) -> f32 {
    let a = x.abs() as f64;
    let square = a * a;
    let value = log1p_wide(a + square / (1.0 + (1.0 + square).sqrt()));
    (select(a < f64::INFINITY, value, a) as f32).copysign(x)
}

/// The inverse hyperbolic cosine; NaN below one.
#[inline(always)]
pub fn acosh(x: f32) -> f32 {
    let t = x as f64 - 1.0;
    let value = log1p_wide(t + (2.0 * t + t * t).sqrt());
    let inside = select(t < f64::INFINITY, value, t);
    select(t >= 0.0, inside, f64::NAN) as f32
}

/// The inverse hyperbolic tangent; infinite at one, NaN beyond.
#[inline(always)]
pub fn atanh(x: f32) -> f32 {
    let a = x.abs() as f64;
    let value = 0.5 * log1p_wide(2.0 * a / (1.0 - a));
    (select(a < 1.0, value, select(a == 1.0, f64::INFINITY, f64::NAN)) as f32).copysign(x)
}

/// The arc tangent.
#[inline(always)]
pub fn atan(x: f32) -> f32 {
    let a = x.abs() as f64;
    let swapped = a > 1.0;
    let t = tangent_angle(select(swapped, 1.0, a), select(swapped, a, 1.0), swapped);
    (t as f32).copysign(x)
}

/// The angle whose tangent is `near/far`, or `far/near` where `swapped`, for `near` up to `far`.
#[inline(always)]
fn tangent_angle(near: f64, far: f64, swapped: bool) -> f64 {
    let (numerator, (denominator, _), (base, _)) = octant(near, far, swapped);
    let t = numerator / denominator;
    let z = t * t;
    let angle = t + t * z * polynomial(z, &ATAN_SINGLE);
    base + select(swapped, -angle, angle)
}

/// The angle of the point (`x`, `y`), from -pi to pi, with the sign of `y`.
#[inline(always)]
pub fn atan2(y: f32, x: f32) -> f32 {
    let (a, b) = (y.abs() as f64, x.abs() as f64);
    let swapped = a > b;
    let (near, far) = (select(swapped, b, a), select(swapped, a, b));
    let both = near == f64::INFINITY;
    let unbounded = far == f64::INFINITY;
    let near = select(both, 1.0, select(unbounded, 0.0, near));
    let far = select((far == 0.0) | unbounded, 1.0, far);
    let angle = tangent_angle(near, far, swapped);
    let value = (select(x.is_sign_negative(), PI - angle, angle) as f32).copysign(y);
    if x.is_nan() | y.is_nan() { f32::NAN } else { value }
}

/// For `|x|` up to 1: the number whose arc sine leads to that of `x`, and that arc sine.
#[inline(always)]
fn arc(a: f64) -> f64 {
    let large = a >= 0.5;
    let z = select(large, (1.0 - a) * 0.5, a * a);
    let s = select(large, z.sqrt(), a);
    s + s * z * polynomial(z, &ASIN_SINGLE)
}

/// The arc sine; NaN beyond one.
#[inline(always)]
pub fn asin(x: f32) -> f32 {
    let a = x.abs() as f64;
    let angle = arc(a);
    (select(a < 0.5, angle, FRAC_PI_2 - 2.0 * angle) as f32).copysign(x)
}

/// The arc cosine, from 0 to pi; NaN beyond one.
#[inline(always)]
pub fn acos(x: f32) -> f32 {
    let a = x.abs() as f64;
    let angle = arc(a);
    let signed = select(x < 0.0, -angle, angle);
    let base = select(x < 0.0, PI, 0.0);
    select(a < 0.5, FRAC_PI_2 - signed, base + 2.0 * signed) as f32
}

/// `x` to the power of `y`.
#[inline(always)]
pub fn pow(x: f32, y: f32) -> f32 {
    let (wide, y) = (x as f64, y as f64);
    let (k, f) = split(wide.abs());
    power_edges(wide, y, exp2_wide(y * (k + log_near_one(f) * LOG2_E))) as f32
}

/// The cube root.
#[inline(always)]
pub fn cbrt(x: f32) -> f32 {
    let a = x.abs() as f64;
    let root = select((a > 0.0) & (a < f64::INFINITY), rough_cube_root(a), a);
    (root as f32).copysign(x)
}

/// `sqrt(x^2 + y^2)`; infinite if either is, even if the other is NaN.
#[inline(always)]
pub fn hypot(x: f32, y: f32) -> f32 {
    let (a, b) = (x.abs() as f64, y.abs() as f64);
    let value = (a * a + b * b).sqrt();
    select((a == f64::INFINITY) | (b == f64::INFINITY), f64::INFINITY, value) as f32
}

/// `x = q pi/2 + r` for `|x|` up to the range: `r`, and `q` in the low bits of a word.
#[inline(always)]
fn reduce(x: f64) -> (f64, u64) {
    const FIRST: f64 = 1.5707963267341256;
    const SECOND: f64 = 6.077100506506192e-11;
    let shifted = x * FRAC_2_PI + MAGIC;
    let n = shifted - MAGIC;
    ((x - n * FIRST) - n * SECOND, shifted.to_bits())
}

/// The sine and the cosine of `|r|` up to pi/4.
#[inline(always)]
fn sine_cosine(r: f64) -> (f64, f64) {
    let z = r * r;
    (r + r * z * polynomial(z, &SIN_SINGLE), (1.0 - 0.5 * z) + z * z * polynomial(z, &COS_SINGLE))
}

#[inline(always)]
fn sine_of_parts(r: f64, q: u64) -> f32 {
    let (sine, cosine) = sine_cosine(r);
    let value = select(q & 1 != 0, cosine, sine);
    f64::from_bits(value.to_bits() ^ ((q & 2) << 62)) as f32
}

/// The sine for `|x|` up to [`TRIGONOMETRIC_RANGE_F32`].
#[inline(always)]
pub fn sin_fast(x: f32) -> f32 {
    let (r, q) = reduce(x as f64);
    let value = sine_of_parts(r, q);
    if x == 0.0 { x } else { value }
}

/// The cosine for `|x|` up to [`TRIGONOMETRIC_RANGE_F32`].
#[inline(always)]
pub fn cos_fast(x: f32) -> f32 {
    let (r, q) = reduce(x as f64);
    sine_of_parts(r, q.wrapping_add(1))
}

/// The tangent for `|x|` up to [`TRIGONOMETRIC_RANGE_F32`].
#[inline(always)]
pub fn tan_fast(x: f32) -> f32 {
    let (r, q) = reduce(x as f64);
    let (sine, cosine) = sine_cosine(r);
    let odd = q & 1 != 0;
    let value = (select(odd, -cosine, sine) / select(odd, sine, cosine)) as f32;
    if x == 0.0 { x } else { value }
}

macro_rules! with_range {
    ($($(#[$doc:meta])* $name:ident, $block:ident, $fast:ident, $slow:path;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name(x: f32) -> f32 {
            if x.abs() <= TRIGONOMETRIC_RANGE_F32 { $fast(x) } else { $slow(x as f64) as f32 }
        }

        /// The function named without `_f32`, for a block: `y[i]` from `x[i]`, as far as the shorter of the two
        /// reaches.
        #[inline(always)]
        pub fn $block(x: &[f32], y: &mut [f32]) {
            let inside = x.iter().fold(true, |all, v| all & (v.abs() <= TRIGONOMETRIC_RANGE_F32));
            if inside {
                for (y, &x) in y.iter_mut().zip(x) {
                    *y = $fast(x);
                }
            } else {
                for (y, &x) in y.iter_mut().zip(x) {
                    *y = $name(x);
                }
            }
        }
    )*};
}

with_range! {
    /// The sine, for any argument.
    sin, sin_f32, sin_fast, libm::sin;
    /// The cosine, for any argument.
    cos, cos_f32, cos_fast, libm::cos;
    /// The tangent, for any argument.
    tan, tan_f32, tan_fast, libm::tan;
}
