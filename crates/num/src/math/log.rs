//! The logarithms: log, log2, log10 and log1p.

use super::coefficients::LOG;
use super::doubled::{at_least, polynomial, power_of_two, select, two_sum};
use super::exp::{LN2_HIGH, LN2_LOW};

const SMALLEST_NORMAL: f64 = f64::MIN_POSITIVE;
pub(super) const TWO_52: f64 = 4503599627370496.0;
/// The bits of sqrt(1/2), from which the mantissas run to sqrt(2).
const ROOT_HALF: u64 = 0x3fe6_a09e_0000_0000;
const MANTISSA: u64 = 0x000f_ffff_ffff_ffff;

/// `x = 2^k m` with `m` from sqrt(1/2) to sqrt(2), for positive finite `x`: `k` and `m`.
#[inline(always)]
pub(super) fn split(x: f64) -> (f64, f64) {
    let subnormal = x < SMALLEST_NORMAL;
    let x = select(subnormal, x * 18014398509481984.0, x);
    let bias = select(subnormal, TWO_52 + 1023.0 + 54.0, TWO_52 + 1023.0);
    let shifted = x.to_bits().wrapping_add(0x3ff0_0000_0000_0000 - ROOT_HALF);
    let k = f64::from_bits((shifted >> 52) | TWO_52.to_bits()) - bias;
    (k, f64::from_bits((shifted & MANTISSA) + ROOT_HALF))
}

/// The value of a logarithm, with the results for zero, negative numbers, infinity and NaN inserted.
#[inline(always)]
fn with_edges(x: f64, value: f64) -> f64 {
    let outside = select(x == 0.0, f64::NEG_INFINITY, f64::NAN);
    let inside = select(x < f64::INFINITY, value, x);
    select(x > 0.0, inside, outside)
}

/// `f^2/2` and `log(1 + f) - f + f^2/2`, for `1 + f` from sqrt(1/2) to sqrt(2).
///
/// With `s = f/(2 + f)`, the logarithm is `2 atanh(s)`; writing `2s = f - s f` leaves `f` exact, so that the rounded
/// terms are small relative to it.
#[inline(always)]
fn tail(f: f64) -> (f64, f64) {
    let s = f / (2.0 + f);
    let z = s * s;
    let half_square = 0.5 * f * f;
    (half_square, s * (half_square + z * polynomial(z, &LOG)))
}

/// `k ln 2 + log(1 + f + low)`, where `low` is below half a unit of the last place of `1 + f`.
#[inline(always)]
pub(super) fn log_of_parts(k: f64, f: f64, low: f64) -> f64 {
    let (half_square, rest) = tail(f);
    // 1/(1 + f) to within five parts in a hundred, which is enough for so small a term.
    let reciprocal = (1.0 - f) + 2.0 * half_square;
    k * LN2_HIGH - ((half_square - (rest + (k * LN2_LOW + low * reciprocal))) - f)
}

/// `log(high + low) + extra ln 2`, for positive finite `high`; for `high` near one only the absolute error is small.
#[inline(always)]
pub(super) fn log_of_sum(high: f64, low: f64, extra: f64) -> f64 {
    let (k, m) = split(high);
    log_of_parts(k + extra, m - 1.0, low * power_of_two(at_least(-k, -1000.0)))
}

/// `log(1 + high + low)`, with a small relative error for small arguments too.
#[inline(always)]
pub(super) fn log1p_of_sum(high: f64, low: f64) -> f64 {
    let (u, c) = two_sum(1.0, high);
    let (k, m) = split(u);
    let near = k == 0.0;
    log_of_parts(k, select(near, high, m - 1.0), select(near, low, (c + low) * power_of_two(at_least(-k, -1000.0))))
}

/// The natural logarithm.
#[inline(always)]
pub fn log(x: f64) -> f64 {
    let (k, m) = split(x);
    let f = m - 1.0;
    let (half_square, rest) = tail(f);
    with_edges(x, k * LN2_HIGH - ((half_square - (rest + k * LN2_LOW)) - f))
}

/// `k scale + log(1 + f)/ln(base)`, from the constants split so that their leading parts multiply exactly.
#[inline(always)]
fn log_in_base(x: f64, one_over_ln: (f64, f64), step: (f64, f64)) -> f64 {
    let (k, m) = split(x);
    let f = m - 1.0;
    let (half_square, rest) = tail(f);
    let high = f64::from_bits((f - half_square).to_bits() & 0xffff_ffff_f800_0000);
    let low = ((f - high) - half_square) + rest;
    let leading = high * one_over_ln.0;
    let trailing = (low + high) * one_over_ln.1 + (low * one_over_ln.0 + k * step.1);
    // The step times k is zero or larger than the leading term, so this order keeps the sum's rounding error whole.
    let whole = k * step.0;
    let sum = whole + leading;
    with_edges(x, sum + (((whole - sum) + leading) + trailing))
}

/// The logarithm to base 2, exact for powers of two.
#[inline(always)]
pub fn log2(x: f64) -> f64 {
    log_in_base(x, (1.4426950216293335, 1.9259629911266175e-8), (1.0, 0.0))
}

/// The logarithm to base 10.
#[inline(always)]
pub fn log10(x: f64) -> f64 {
    log_in_base(x, (0.4342944771051407, 4.798111141615973e-9), (0.3010299955494702, 1.1451100898021838e-10))
}

/// log(1 + x), without cancellation for small `x`.
#[inline(always)]
pub fn log1p(x: f64) -> f64 {
    let value = log1p_of_sum(x, 0.0);
    let outside = select(x == -1.0, f64::NEG_INFINITY, f64::NAN);
    let inside = select(x < f64::INFINITY, value, x);
    // The sum with zero would lose the sign of a negative zero.
    select(x == 0.0, x, select(x > -1.0, inside, outside))
}
