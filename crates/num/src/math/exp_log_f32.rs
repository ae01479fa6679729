//! exp and log of f32 in single precision throughout, which fills every lane.

use super::coefficients::{EXP_F32, LOG_F32};
use super::doubled::{at_least, at_most, polynomial, select};

/// One and a half times 2^23: added to a small number it leaves the nearest integer in the low bits.
const MAGIC_F32: f32 = 12582912.0;
/// The first 15 bits of ln 2, so that an exponent times it is exact, and the rest.
const LN2_HIGH_F32: f32 = 0.693_145_75;
const LN2_LOW_F32: f32 = 1.4286068e-6;

/// e^x.
#[inline(always)]
pub fn exp_f32(x: f32) -> f32 {
    let x = at_least(at_most(x, 89.5), -104.5);
    let n = (x * std::f32::consts::LOG2_E + MAGIC_F32) - MAGIC_F32;
    let high = x - n * LN2_HIGH_F32;
    let low = n * LN2_LOW_F32;
    let r = high - low;
    // The rounding error of adding one is kept.
    let sum = 1.0 + high;
    let rest = ((1.0 - sum) + high) - low;
    let value = sum + (rest + r * r * polynomial(r, &EXP_F32));
    // The power of two in two steps, neither of which leaves the exponent's range; only the second may round.
    let half = n * 0.5 + (MAGIC_F32 + 127.0);
    let other = (n + (MAGIC_F32 + 254.0)).to_bits().wrapping_sub(half.to_bits());
    value * f32::from_bits(half.to_bits() << 23) * f32::from_bits(other << 23)
}

/// The natural logarithm; minus infinity at zero, NaN below.
#[inline(always)]
pub fn log_f32(x: f32) -> f32 {
    /// The bits of sqrt(1/2), from which the mantissas run to sqrt(2).
    const ROOT_HALF: u32 = 0x3f35_04f3;
    let subnormal = x < f32::MIN_POSITIVE;
    let normal = select(subnormal, x * 16777216.0, x);
    let shifted = normal.to_bits().wrapping_add(0x3f80_0000 - ROOT_HALF);
    let k = ((shifted >> 23) as i32 - 127) as f32 - select(subnormal, 24.0, 0.0);
    let f = f32::from_bits((shifted & 0x007f_ffff) + ROOT_HALF) - 1.0;
    let z = f * f;
    // k ln 2 is zero or larger than f, so this order keeps the sum's rounding error whole.
    let whole = k * LN2_HIGH_F32;
    let sum = whole + f;
    let rest = ((whole - sum) + f) + k * LN2_LOW_F32;
    let value = sum + (rest + (f * z * polynomial(f, &LOG_F32) - 0.5 * z));
    let outside = select(x == 0.0, f32::NEG_INFINITY, f32::NAN);
    select(x > 0.0, select(x < f32::INFINITY, value, x), outside)
}
