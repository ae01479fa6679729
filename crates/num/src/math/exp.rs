//! The exponentials: exp, exp2 and expm1.

use super::coefficients::{EXP, EXP2, EXPM1};
use super::doubled::{MAGIC, at_least, at_most, fast_two_sum, polynomial, power_of_two, scale, select};

pub(super) const LOG2_E: f64 = std::f64::consts::LOG2_E;
/// The first 32 bits of ln 2, so that an exponent times it is exact, and the rest.
pub(super) const LN2_HIGH: f64 = 0.6931471803691238;
pub(super) const LN2_LOW: f64 = 1.9082149292705877e-10;

/// `x = n ln 2 + r`: the integer `n`, `r` and the rounding error of `r`.
#[inline(always)]
fn reduce(x: f64) -> (f64, f64, f64) {
    let n = (x * LOG2_E + MAGIC) - MAGIC;
    let high = x - n * LN2_HIGH;
    let low = n * LN2_LOW;
    let r = high - low;
    (n, r, (high - r) - low)
}

/// `exp(x) = 2^n (high + low)` for `|x|` up to 1400: high, low and `n`.
#[inline(always)]
pub(super) fn exp_parts(x: f64) -> (f64, f64, f64) {
    let (n, r, c) = reduce(x);
    let (sum, rest) = fast_two_sum(1.0, r);
    let (high, low) = fast_two_sum(sum, rest + (c + r * r * polynomial(r, &EXP)));
    (high, low, n)
}

/// `exp(x) - 1 = 2^n (sum + rest)` for `x` from -40 to 710: sum, rest (which may be a tenth of the sum) and `n`.
#[inline(always)]
fn expm1_sum(x: f64) -> (f64, f64, f64) {
    let (n, r, c) = reduce(x);
    // One is subtracted before the sum is rounded; for n = 0 nothing is left of it, and r alone leads the sum. For
    // n = 1 the sum is down to a fifth, so the square is added apart from the smaller terms.
    let (sum, rest) = fast_two_sum(1.0 - power_of_two(-n), r);
    let z = r * r;
    let (sum, lost) = fast_two_sum(sum, 0.5 * z);
    (sum, (rest + lost) + (c + r * z * polynomial(r, &EXPM1)), n)
}

/// `exp(x) - 1 = 2^n (high + low)` for `x` from -40 to 710: high, low and `n`.
#[inline(always)]
pub(super) fn expm1_parts(x: f64) -> (f64, f64, f64) {
    let (sum, rest, n) = expm1_sum(x);
    let (high, low) = fast_two_sum(sum, rest);
    (high, low, n)
}

/// e^x.
#[inline(always)]
pub fn exp(x: f64) -> f64 {
    let x = at_least(at_most(x, 710.0), -746.0);
    let (n, r, c) = reduce(x);
    let (sum, rest) = fast_two_sum(1.0, r);
    scale(sum + (rest + (c + r * r * polynomial(r, &EXP))), n)
}

/// 2^x for `x` from -1100 to 1100, with `tail` (below 2^-40) added to the exponent if there is one.
#[inline(always)]
pub(super) fn exp2_with_tail(x: f64, tail: Option<f64>) -> f64 {
    // 26 bits of ln 2 times 27 bits of the fraction are exact, which leaves the rounding errors to the small terms.
    const HIGH: f64 = 0.6931471675634384;
    const LOW: f64 = 1.2996506893889889e-8;
    let n = (x + MAGIC) - MAGIC;
    let f = x - n;
    let fh = f64::from_bits(f.to_bits() & 0xffff_ffff_fc00_0000);
    let (sum, rest) = fast_two_sum(1.0, fh * HIGH);
    let curved = f * f * polynomial(f, &EXP2);
    let mut small = (f - fh) * HIGH + f * LOW;
    if let Some(tail) = tail {
        small += tail * std::f64::consts::LN_2 * (sum + curved);
    }
    scale(sum + (rest + (small + curved)), n)
}

/// 2^x.
#[inline(always)]
pub fn exp2(x: f64) -> f64 {
    exp2_with_tail(at_least(at_most(x, 1025.0), -1080.0), None)
}

/// e^x - 1, without cancellation for small `x`.
#[inline(always)]
pub fn expm1(x: f64) -> f64 {
    let (sum, rest, n) = expm1_sum(at_least(at_most(x, 710.0), -40.0));
    let value = scale(sum + rest, n);
    // The sum with zero would lose the sign of a negative zero.
    select(x == 0.0, x, value)
}
