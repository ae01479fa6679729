//! Compensated arithmetic: sums and products as an unevaluated pair of doubles.
//!
//! The rounding error of a product is found by one fused multiply-add. The operation is explicit, so that the result
//! does not depend on the target features: where they lack the instruction it is a library call, which is slow and
//! gives the same bits.

use std::ops::{Add, Mul};

/// One and a half times 2^52: added to a number below 2^51 it leaves the nearest integer in the low bits.
pub(crate) const MAGIC: f64 = 6755399441055744.0;

/// `a + b` rounded, and its rounding error; exact when `|a| >= |b|` or `a` is zero.
#[inline(always)]
pub(crate) fn fast_two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    (s, (a - s) + b)
}

/// `a + b` rounded, and its rounding error, for any order of magnitudes (Knuth).
#[inline(always)]
pub(crate) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    let t = s - a;
    (s, (a - (s - t)) + (b - t))
}

/// The leading 26 bits of `a` and the rest, which has at most 27 bits.
#[inline(always)]
pub(crate) fn halves(a: f64) -> (f64, f64) {
    let high = f64::from_bits(a.to_bits() & 0xffff_ffff_f800_0000);
    (high, a - high)
}

/// `a * b` rounded, and its rounding error, exactly; neither may under- or overflow.
#[inline(always)]
pub(crate) fn two_product(a: f64, b: f64) -> (f64, f64) {
    let p = a * b;
    (p, a.mul_add(b, -p))
}

/// The quotient of two pairs, rounded to one double.
///
/// The quotient's leading 26 bits times either half of the divisor are exact, so the remainder is exact, and its
/// correction is small: the error is little more than half a unit.
#[inline(always)]
pub(crate) fn divide((nh, nl): (f64, f64), (dh, dl): (f64, f64)) -> f64 {
    let reciprocal = 1.0 / dh;
    let (leading, rest) = quotient_parts((nh, nl), (dh, dl), reciprocal);
    leading + rest
}

/// The same quotient as its leading 26 bits and the rest, from the reciprocal of `dh`.
#[inline(always)]
pub(crate) fn quotient_parts((nh, nl): (f64, f64), (dh, dl): (f64, f64), reciprocal: f64) -> (f64, f64) {
    let (leading, _) = halves(nh * reciprocal);
    let (a, b) = halves(dh);
    let remainder = ((nh - leading * a) - leading * b) + (nl - leading * dl);
    (leading, remainder * reciprocal)
}

/// The polynomial with coefficients `c`, lowest power first, at `x`.
///
/// Blocks of four coefficients are summed side by side, which keeps the chain of dependent operations short.
#[inline(always)]
pub(crate) fn polynomial<T: Copy + Add<Output = T> + Mul<Output = T>, const N: usize>(x: T, c: &[T; N]) -> T {
    let square = x * x;
    let fourth = square * square;
    let last = (N - 1) / 4;
    let mut sum = four_terms(x, square, c, 4 * last);
    for b in (0..last).rev() {
        sum = sum * fourth + four_terms(x, square, c, 4 * b);
    }
    sum
}

/// `c[k] + c[k + 1] x + c[k + 2] x^2 + c[k + 3] x^3`, as far as there are coefficients.
#[inline(always)]
fn four_terms<T: Copy + Add<Output = T> + Mul<Output = T>, const N: usize>(x: T, square: T, c: &[T; N], k: usize) -> T {
    if N - k == 1 {
        c[k]
    } else if N - k == 2 {
        c[k] + c[k + 1] * x
    } else if N - k == 3 {
        (c[k] + c[k + 1] * x) + c[k + 2] * square
    } else {
        (c[k] + c[k + 1] * x) + (c[k + 2] + c[k + 3] * x) * square
    }
}

/// A float with fused steps.
pub(crate) trait Fused: Copy + Mul<Output = Self> {
    /// `self * factor + term`, rounded once.
    fn mul_add(self, factor: Self, term: Self) -> Self;
}

impl Fused for f64 {
    #[inline(always)]
    fn mul_add(self, factor: f64, term: f64) -> f64 {
        self.mul_add(factor, term)
    }
}

impl Fused for f32 {
    #[inline(always)]
    fn mul_add(self, factor: f32, term: f32) -> f32 {
        self.mul_add(factor, term)
    }
}

/// The same polynomial with fused steps: shorter, and the same bits everywhere, at the price of a library call for each
/// step where the instruction is missing.
#[inline(always)]
pub(crate) fn fused_polynomial<T: Fused, const N: usize>(x: T, c: &[T; N]) -> T {
    let square = x * x;
    let fourth = square * square;
    let last = (N - 1) / 4;
    let mut sum = four_fused_terms(x, square, c, 4 * last);
    for b in (0..last).rev() {
        sum = sum.mul_add(fourth, four_fused_terms(x, square, c, 4 * b));
    }
    sum
}

/// The same four terms, fused.
#[inline(always)]
fn four_fused_terms<T: Fused, const N: usize>(x: T, square: T, c: &[T; N], k: usize) -> T {
    let low = if k + 1 < N { c[k + 1].mul_add(x, c[k]) } else { c[k] };
    if k + 3 < N {
        c[k + 3].mul_add(x, c[k + 2]).mul_add(square, low)
    } else if k + 2 < N {
        c[k + 2].mul_add(square, low)
    } else {
        low
    }
}

/// `value` where `condition` holds, else `other`; both are computed, so that a loop stays free of branches.
#[inline(always)]
pub(crate) fn select<T: Copy>(condition: bool, value: T, other: T) -> T {
    if condition { value } else { other }
}

/// `x` limited to at most `limit`, where a NaN stays one.
#[inline(always)]
pub(crate) fn at_most<T: Copy + PartialOrd>(x: T, limit: T) -> T {
    if limit < x { limit } else { x }
}

/// `x` limited to at least `limit`, where a NaN stays one.
#[inline(always)]
pub(crate) fn at_least<T: Copy + PartialOrd>(x: T, limit: T) -> T {
    if limit > x { limit } else { x }
}

/// 2^n for an integer `n` from -1022 to 1023; -1023 gives zero.
#[inline(always)]
pub(crate) fn power_of_two(n: f64) -> f64 {
    f64::from_bits((n + (MAGIC + 1023.0)).to_bits() << 52)
}

/// `x * 2^n` for an integer `n` from -2044 to 2046, rounded once when `|x|` is about one.
#[inline(always)]
pub(crate) fn scale(x: f64, n: f64) -> f64 {
    let half = n * 0.5 + (MAGIC + 1023.0);
    let rest = (n + (MAGIC + 2046.0)).to_bits().wrapping_sub(half.to_bits());
    x * f64::from_bits(half.to_bits() << 52) * f64::from_bits(rest << 52)
}
