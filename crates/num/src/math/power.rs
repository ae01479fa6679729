//! Powers and roots: pow, cbrt and hypot.

use super::coefficients::{EXP2, POW};
use super::doubled::{MAGIC, at_least, at_most, fast_two_sum, fused_polynomial, scale, select, two_product};
use super::log::{TWO_52, split};

/// `log2(x)` as a pair good to some 2^-63 of its value, for positive finite `x`.
#[inline(always)]
pub(crate) fn log2_pair(x: f64) -> (f64, f64) {
    // 2/ln 2 and 2/(3 ln 2), each with its rounding error.
    const FIRST: (f64, f64) = (2.8853900817779268, 4.0710547481862066e-17);
    const SECOND: (f64, f64) = (0.9617966939259756, 5.05776166481259e-17);
    let (k, m) = split(x);
    let f = m - 1.0;
    // s = f/(2 + f) as a pair; 1/(2 + f) is (1 - s)/2.
    let (dh, dl) = fast_two_sum(2.0, f);
    let s = f / dh;
    let low = s.mul_add(-dl, s.mul_add(-dh, f)) * s.mul_add(-0.5, 0.5);
    // log2(m) = s (2 + (2/3) s^2 + s^4 (...))/ln 2, where the last term is small enough for one double.
    let (z, lost) = two_product(s, s);
    let rest = s.mul_add(2.0 * low, lost);
    let (middle, lost) = two_product(SECOND.0, z);
    let small = SECOND.0.mul_add(rest, SECOND.1.mul_add(z, lost + FIRST.1));
    let (sum, lost) = fast_two_sum(FIRST.0, middle);
    let tail = (z * z * std::f64::consts::LOG2_E).mul_add(fused_polynomial(z, &POW), lost + small);
    let (high, lost) = two_product(s, sum);
    let tail = s.mul_add(tail, low.mul_add(sum, lost));
    // For k = 0 the sum is the logarithm itself; otherwise k is the larger.
    let (sum, rest) = fast_two_sum(k, high);
    fast_two_sum(sum, rest + tail)
}

/// `2^(x + tail)` for `x` from -1100 to 1100 and `tail` below 2^-40.
#[inline(always)]
pub(crate) fn exp2_of_pair(x: f64, tail: f64) -> f64 {
    const LN_2: (f64, f64) = (std::f64::consts::LN_2, 2.3190468138462996e-17);
    let n = (x + MAGIC) - MAGIC;
    let f = x - n;
    // One, and the linear term as a pair: the other terms, whose rounding is ignored, are small relative to them.
    let (linear, lost) = two_product(f, LN_2.0);
    let (sum, rest) = fast_two_sum(1.0, linear);
    let curved = f * f * fused_polynomial(f, &EXP2);
    let small = (tail * LN_2.0).mul_add(sum + curved, f.mul_add(LN_2.1, lost));
    scale(sum + (rest + (small + curved)), n)
}

/// The value of `x^y` computed for `|x|`, with the signs, zeros, infinities and NaNs of C99 Annex F inserted.
#[inline(always)]
pub(super) fn power_edges(x: f64, y: f64, value: f64) -> f64 {
    let a = x.abs();
    let integer = is_whole(y);
    let odd = integer & !is_whole(y * 0.5);
    // With zero, infinity or an infinite exponent the result can only be zero, one or infinity.
    let extreme = (a == 0.0) | (a == f64::INFINITY) | (y.abs() == f64::INFINITY);
    let limit = select(a == 1.0, 1.0, select((a > 1.0) == (y > 0.0), f64::INFINITY, 0.0));
    let value = select(extreme, limit, value);
    let value = select(odd & x.is_sign_negative(), -value, value);
    let value = select((x < 0.0) & !integer & (a != f64::INFINITY), f64::NAN, value);
    let value = select(x.is_nan() | y.is_nan(), f64::NAN, value);
    select((y == 0.0) | (x == 1.0), 1.0, value)
}

/// Whether the number is an integer; infinity is one.
#[inline(always)]
fn is_whole(x: f64) -> bool {
    let a = x.abs();
    (a >= TWO_52) | ((a + TWO_52) - TWO_52 == a)
}

/// `x` to the power of `y`, within 4 units of the last place.
#[inline(always)]
pub fn pow(x: f64, y: f64) -> f64 {
    let (high, low) = log2_pair(x.abs());
    // Beyond 2^100, where the product would overflow, an exponent gives zero or infinity, as exponents far below it do.
    let limited = at_least(at_most(y, 1e30), -1e30);
    let (product, lost) = two_product(limited, high);
    let inside = product.abs() < 1100.0;
    let tail = select(inside, limited.mul_add(low, lost), 0.0);
    power_edges(x, y, exp2_of_pair(at_least(at_most(product, 1100.0), -1100.0), tail))
}

/// The cube root of a positive number between 2^-474 and 2^1000, to about 2^-40.
#[inline(always)]
pub(super) fn rough_cube_root(a: f64) -> f64 {
    // A third of the exponent's and mantissa's bits is a root within five in a hundred; each step cubes that.
    let third = ((a.to_bits() >> 32) as u32) / 3 + 715_094_163;
    let t = f64::from_bits((third as u64) << 32);
    cube_root_step(a, cube_root_step(a, t))
}

#[inline(always)]
fn cube_root_step(a: f64, t: f64) -> f64 {
    let cube = t * t * t;
    t * ((cube + 2.0 * a) / (2.0 * cube + a))
}

/// The cube root, with the sign of `x`.
#[inline(always)]
pub fn cbrt(x: f64) -> f64 {
    let a = x.abs();
    let (small, large) = (a < 1e-270, a > 1e270);
    // 2^600 and 2^-300, and the cube roots of their inverses, 2^-200 and 2^100.
    let scaled = a * select(small, 4.149515568880993e180, select(large, 4.909093465297727e-91, 1.0));
    let back = select(small, 6.223015277861142e-61, select(large, 1.2676506002282294e30, 1.0));
    let t = rough_cube_root(scaled);
    let (square, lost) = two_product(t, t);
    let (cube, rest) = two_product(square, t);
    let excess = (cube - scaled) + (rest + lost * t);
    let root = (t - excess / (3.0 * square)) * back;
    select((a > 0.0) & (a < f64::INFINITY), root, a).copysign(x)
}

/// `sqrt(x^2 + y^2)` without intermediate overflow; infinite if either is, even if the other is NaN.
#[inline(always)]
pub fn hypot(x: f64, y: f64) -> f64 {
    let (a, b) = (x.abs(), y.abs());
    let (far, near) = (select(a < b, b, a), select(a < b, a, b));
    let (small, large) = (far < 1e-150, far > 1e150);
    // 2^600 and 2^-600.
    let factor = select(small, 4.149515568880993e180, select(large, 2.409919865102884e-181, 1.0));
    let back = select(small, 2.409919865102884e-181, select(large, 4.149515568880993e180, 1.0));
    let (far, near) = (far * factor, near * factor);
    let (square, lost) = two_product(far, far);
    let (near_square, near_lost) = two_product(near, near);
    let (sum, rest) = fast_two_sum(square, near_square);
    let value = (sum + (rest + (lost + near_lost))).sqrt() * back;
    select((a == f64::INFINITY) | (b == f64::INFINITY), f64::INFINITY, value)
}
