//! Powers whose exponents are known in two parts: what rounding an exponent loses counts in the power as often as the
//! exponent is large.

use crate::math::{exp2_of_pair, fast_two_sum, log2_pair, two_product, two_sum};

/// log2(e), and what its rounding lost.
pub(super) const LOG2_E_HIGH: f64 = std::f64::consts::LOG2_E;
pub(super) const LOG2_E_REST: f64 = 2.0355273740931033e-17;

/// The sum of two pairs.
#[inline(always)]
pub(super) fn pair_sum((a, a_low): (f64, f64), (b, b_low): (f64, f64)) -> (f64, f64) {
    let (sum, rest) = two_sum(a, b);
    fast_two_sum(sum, rest + (a_low + b_low))
}

/// A pair times a number.
#[inline(always)]
pub(super) fn pair_times((a, a_low): (f64, f64), b: f64) -> (f64, f64) {
    let (product, rest) = two_product(a, b);
    fast_two_sum(product, rest + a_low * b)
}

/// A pair over a number.
#[inline(always)]
pub(super) fn pair_over((a, a_low): (f64, f64), b: f64) -> (f64, f64) {
    let quotient = a / b;
    fast_two_sum(quotient, ((-quotient).mul_add(b, a) + a_low) / b)
}

/// The product of two pairs.
#[inline(always)]
pub(super) fn pair_product((a, a_low): (f64, f64), (b, b_low): (f64, f64)) -> (f64, f64) {
    let (product, rest) = two_product(a, b);
    fast_two_sum(product, rest + (a_low * b + a * b_low))
}

/// The quotient of two pairs.
#[inline(always)]
pub(super) fn pair_quotient((a, a_low): (f64, f64), (b, b_low): (f64, f64)) -> (f64, f64) {
    let quotient = a / b;
    fast_two_sum(quotient, ((-quotient).mul_add(b, a) + (a_low - quotient * b_low)) / b)
}

/// The sum of two pairs, each times a number, as a pair.
pub(super) fn sum_of_products(a: f64, a_low: f64, x: f64, b: f64, b_low: f64, y: f64) -> (f64, f64) {
    let (first, first_low) = two_product(a, x);
    let (second, second_low) = two_product(b, y);
    let (sum, lost) = two_sum(first, second);
    fast_two_sum(sum, lost + (first_low + a_low * x + (second_low + b_low * y)))
}

/// log2(high + low) as a pair, of a positive finite sum whose low part is below 2^-20 of the high one.
#[inline(always)]
pub(super) fn log2_of_sum(high: f64, low: f64) -> (f64, f64) {
    let (logarithm, rest) = log2_pair(high);
    let small = low / high;
    fast_two_sum(logarithm, rest + (small - 0.5 * small * small) * LOG2_E_HIGH)
}

/// 2 to the power of a pair: infinite or zero where that is out of range.
#[inline(always)]
pub(super) fn exp2_of_sum((high, low): (f64, f64)) -> f64 {
    let outside = high.abs() >= 1100.0;
    exp2_of_pair(if outside { 1100.0f64.copysign(high) } else { high }, if outside { 0.0 } else { low })
}

/// The natural logarithm of the size of x + i y as a pair, of numbers whose squares are in range.
pub(super) fn log_of_size_pair(x: f64, y: f64) -> (f64, f64) {
    /// What the rounding of log(2) lost.
    const LN_2_REST: f64 = 2.3190468138462996e-17;
    let (square, lost) = sum_of_products(x, 0.0, x, y, 0.0, y);
    let (logarithm, rest) = log2_of_sum(square, lost);
    let (product, more) = pair_times((0.5 * logarithm, 0.5 * rest), std::f64::consts::LN_2);
    fast_two_sum(product, more + 0.5 * logarithm * LN_2_REST)
}

/// log2(x/y) as a pair, of positive numbers whose quotient is in range.
#[inline(always)]
pub(super) fn log2_of_quotient(x: f64, y: f64) -> (f64, f64) {
    let quotient = x / y;
    log2_of_sum(quotient, (-quotient).mul_add(y, x) / y)
}

/// log2(1 + y/x) as a pair, for y/x above -1/2.
#[inline(always)]
pub(super) fn log2_of_one_plus_quotient(y: f64, x: f64) -> (f64, f64) {
    let quotient = y / x;
    let (sum, rest) = two_sum(1.0, quotient);
    log2_of_sum(sum, rest + (-quotient).mul_add(x, y) / x)
}

/// `t - log(1 + t)` of a sum t = high + low from -0.5 to 1, as a pair: its leading term t^2/2 is exact.
#[inline(always)]
pub(super) fn excess_pair(high: f64, low: f64) -> (f64, f64) {
    let (square, lost) = two_product(high, high);
    // log(1 + t) = 2 (r + r^3/3 + r^5/5 + ..) with r = t/(2 + t), so that t^2/2 - t r is r t^2/2.
    let r = high / (2.0 + high);
    let z = r * r;
    let rest = 0.5 * lost - r * (0.5 * square + z * odd_powers(z)) + low * high / (1.0 + high);
    fast_two_sum(0.5 * square, rest)
}

/// `2 (1/3 + z/5 + z^2/7 + ..)` for z up to 1/9.
#[inline(always)]
pub(super) fn odd_powers(z: f64) -> f64 {
    let mut sum = 0.0;
    for k in (0..18).rev() {
        sum = sum * z + 2.0 / (2.0 * k as f64 + 3.0);
    }
    sum
}

/// log2((high + low)/divisor) as a pair.
#[inline(always)]
pub(super) fn log2_of_quotient_of_sum(high: f64, low: f64, divisor: f64) -> (f64, f64) {
    let quotient = high / divisor;
    log2_of_sum(quotient, ((-quotient).mul_add(divisor, high) + low) / divisor)
}
