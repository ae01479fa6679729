//! The exponentials: exp, exp2 and expm1.

use super::coefficients::{EXP, EXP2, EXPM1};
use super::doubled::{MAGIC, at_least, at_most, fast_two_sum, polynomial, power_of_two, scale, select, two_sum};

pub(super) const LOG2_E: f64 = std::f64::consts::LOG2_E;
/// The first 32 bits of ln 2, so that an exponent times it is exact, and the rest.
pub(super) const LN2_HIGH: f64 = 0.6931471803691238;
pub(super) const LN2_LOW: f64 = 1.9082149292705877e-10;

/// `x = n ln 2 + high - low`: the integer `n`, `high`, which is exact, and `low` below 2^-21.
#[inline(always)]
fn reduce(x: f64) -> (f64, f64, f64) {
    let n = (x * LOG2_E + MAGIC) - MAGIC;
    (n, x - n * LN2_HIGH, n * LN2_LOW)
}

/// `exp(x) = 2^n (sum + rest)` for `|x|` up to 1400: sum, rest (up to a twelfth of the sum) and `n`.
#[inline(always)]
fn exp_sum(x: f64) -> (f64, f64, f64) {
    let (n, high, low) = reduce(x);
    let r = high - low;
    let (sum, rest) = fast_two_sum(1.0, high);
    (sum, (rest - low) + r * r * polynomial(r, &EXP), n)
}

/// `exp(x) = 2^n (high + low)` for `|x|` up to 1400: high, low and `n`.
#[inline(always)]
pub(super) fn exp_parts(x: f64) -> (f64, f64, f64) {
    let (sum, rest, n) = exp_sum(x);
    let (high, low) = fast_two_sum(sum, rest);
    (high, low, n)
}

/// `exp(x) - 1 = 2^n (high + low)` for `x` from -40 to 710: high, low and `n`.
///
#[inline(always)]
pub(super) fn expm1_parts(x: f64) -> (f64, f64, f64) {
    let (n, high, low) = reduce(x);
    let r = high - low;
    // One is subtracted before the sum is rounded; for n = 0 the ones cancel, and r alone leads the sum.
    let (sum, rest) = fast_two_sum(1.0 - power_of_two(-n), high);
    let z = r * r;
    // The error is relative to r here, not to one, so the square's coefficient is kept exact.
    let (high, low) = fast_two_sum(sum, (rest - low) + (0.5 * z + r * z * polynomial(r, &EXPM1)));
    (high, low, n)
}

/// e^x.
#[inline(always)]
pub fn exp(x: f64) -> f64 {
    let (sum, rest, n) = exp_sum(at_least(at_most(x, 710.0), -746.0));
    scale(sum + rest, n)
}

/// 2^x.
#[inline(always)]
pub fn exp2(x: f64) -> f64 {
    // 26 bits of ln 2 times 27 bits of the fraction are exact, which leaves the rounding errors to the small terms.
    const HIGH: f64 = 0.6931471675634384;
    const LOW: f64 = 1.2996506893889889e-8;
    let x = at_least(at_most(x, 1025.0), -1080.0);
    let n = (x + MAGIC) - MAGIC;
    let f = x - n;
    let fh = f64::from_bits(f.to_bits() & 0xffff_ffff_fc00_0000);
    let (sum, rest) = fast_two_sum(1.0, fh * HIGH);
    let small = (f - fh) * HIGH + f * LOW;
    scale(sum + (rest + (small + f * f * polynomial(f, &EXP2))), n)
}

/// e^x - 1, without cancellation for small `x`.
#[inline(always)]
pub fn expm1(x: f64) -> f64 {
    let (n, high, low) = reduce(at_least(at_most(x, 710.0), -40.0));
    let r = high - low;
    let z = r * r;
    // Below 2^-1000 the power would leave the exponent's range; it is negligible relative to one long before.
    let (start, start_rest) = two_sum(1.0, -power_of_two(at_least(-n, -1000.0)));
    let (sum, rest) = fast_two_sum(start, high);
    // For n = 1 the sum is down to a fifth, so the square is added separately from the smaller terms.
    let (sum, lost) = fast_two_sum(sum, 0.5 * z);
    let value = scale(sum + ((rest + lost + start_rest) + (r * z * polynomial(r, &EXPM1) - low)), n);
    // The sum with zero would lose the sign of a negative zero.
    select(x == 0.0, x, value)
}
