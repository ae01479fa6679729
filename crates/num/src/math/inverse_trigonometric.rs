//! The arcs: asin, acos, atan and atan2.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use super::coefficients::{ASIN, ATAN};
use super::doubled::{fast_two_sum, polynomial, quotient_parts, select, two_product};

/// The rounding errors of pi, pi/2 and pi/4 as doubles.
const PI_LOW: f64 = 1.2246467991473532e-16;
const FRAC_PI_2_LOW: f64 = 6.123233995736766e-17;
const FRAC_PI_4_LOW: f64 = 3.061616997868383e-17;
/// atan(1/2), and atan(2) = pi/2 - atan(1/2), each with its rounding error.
const ATAN_HALF: (f64, f64) = (0.4636476090008061, 2.2698777452961687e-17);
const ATAN_TWO: (f64, f64) = (1.1071487177940904, 9.40447137356638e-17);

/// Reduces an angle by 0, atan(1/2) or pi/4, for `near` from 0 to `7/16 far`, between, or up to `far`: the numerator
/// and the denominator of the tangent of the reduced angle, and the angle to add back; `swapped` measures it from pi/2.
#[inline(always)]
pub(super) fn octant(near: f64, far: f64, swapped: bool) -> (f64, (f64, f64), (f64, f64)) {
    let first = near < 0.4375 * far;
    let second = near < 0.6875 * far;
    // Both differences are exact, as the two numbers are within a factor of two of each other.
    let numerator = select(first, near, select(second, near + near, near) - far);
    let denominator = fast_two_sum(select(!first & second, far + far, far), select(first, 0.0, near));
    let base = select(
        first,
        select(swapped, FRAC_PI_2, 0.0),
        select(second, select(swapped, ATAN_TWO.0, ATAN_HALF.0), FRAC_PI_4),
    );
    let rest = select(
        first,
        select(swapped, FRAC_PI_2_LOW, 0.0),
        select(second, select(swapped, ATAN_TWO.1, ATAN_HALF.1), FRAC_PI_4_LOW),
    );
    (numerator, denominator, (base, rest))
}

/// The arc tangent.
#[inline(always)]
pub fn atan(x: f64) -> f64 {
    let a = x.abs();
    let swapped = a > 1.0;
    let (numerator, (denominator, _), base) = octant(select(swapped, 1.0, a), select(swapped, a, 1.0), swapped);
    let t = numerator / denominator;
    let z = t * t;
    let sign = select(swapped, -1.0, 1.0);
    let (sum, rest) = fast_two_sum(base.0, sign * t);
    (sum + (rest + (base.1 + sign * (t * z * polynomial(z, &ATAN))))).copysign(x)
}

/// The angle of the point (`x`, `y`), from -pi to pi, with the sign of `y`.
#[inline(always)]
pub fn atan2(y: f64, x: f64) -> f64 {
    let (a, b) = (y.abs(), x.abs());
    let swapped = a > b;
    let (near, far) = (select(swapped, b, a), select(swapped, a, b));
    // Only the quotient counts, so the two are scaled such that their products neither under- nor overflow; from 1e-8
    // on, a subnormal number makes a quotient below 1e-280, which is handled separately below. Two infinities count as
    // equal, and two zeros as zero over one.
    let both = near == f64::INFINITY;
    let factor = select(far < 1e-8, 4.149515568880993e180, select(far > 5.3e210, 2.409919865102884e-181, 1.0));
    let near = select(both, 1.0, select(far == f64::INFINITY, 0.0, near * factor));
    let far = select((far == 0.0) | (far == f64::INFINITY), 1.0, far * factor);
    let (numerator, (dh, dl), base) = octant(near, far, swapped);
    // A small quotient may be subnormal, where its remainder is not available; the plain division rounds it well.
    let reciprocal = 1.0 / dh;
    let (leading, rest) = quotient_parts((numerator, 0.0), (dh, dl), reciprocal);
    let tiny = (leading.abs() < 1e-280) & (base.0 == 0.0);
    let leading = select(tiny, numerator / dh, leading);
    let (t, rest) = fast_two_sum(leading, select(tiny, 0.0, rest));
    let z = t * t;
    // Left of the y axis the angle is subtracted from pi.
    let left = x.is_sign_negative();
    let (reflected, reflected_rest) = fast_two_sum(PI, -base.0);
    let base = (select(left, reflected, base.0), select(left, reflected_rest + (PI_LOW - base.1), base.1));
    let sign = select(swapped != left, -1.0, 1.0);
    let (sum, lost) = fast_two_sum(base.0, sign * t);
    let value = (sum + (lost + (base.1 + sign * (rest + t * z * polynomial(z, &ATAN))))).copysign(y);
    select(x.is_nan() | y.is_nan(), f64::NAN, value)
}

/// For `|x|` up to 1: `z`, and the number `s` with `s^2 = z` whose arc sine leads to that of `x`, with its rounding
/// error, and `asin(s)/s - 1`.
#[inline(always)]
fn arc(a: f64) -> (f64, f64, f64) {
    let large = a >= 0.5;
    let z = select(large, (1.0 - a) * 0.5, a * a);
    let s = select(large, z.sqrt(), a);
    let (back, lost) = two_product(s, s);
    let rest = select(large & (z != 0.0), ((z - back) - lost) * (0.5 / s), 0.0);
    (s, rest, z * polynomial(z, &ASIN))
}

/// The arc sine; NaN beyond one.
#[inline(always)]
pub fn asin(x: f64) -> f64 {
    let a = x.abs();
    let (s, rest, r) = arc(a);
    let tail = rest + s * r;
    let (sum, lost) = fast_two_sum(FRAC_PI_2, -2.0 * s);
    let large = sum + (lost + (FRAC_PI_2_LOW - 2.0 * tail));
    select(a < 0.5, s + tail, large).copysign(x)
}

/// The arc cosine, from 0 to pi; NaN beyond one.
#[inline(always)]
pub fn acos(x: f64) -> f64 {
    let a = x.abs();
    let (s, rest, r) = arc(a);
    let small = a < 0.5;
    let negative = x < 0.0;
    // pi/2 - asin(x) for small x; 2 asin(s), or pi less that, for large.
    let base = select(small, FRAC_PI_2, select(negative, PI, 0.0));
    let base_low = select(small, FRAC_PI_2_LOW, select(negative, PI_LOW, 0.0));
    let factor = select(small, 1.0, 2.0) * select(small != negative, -1.0, 1.0);
    let (sum, lost) = fast_two_sum(base, factor * s);
    sum + (lost + (base_low + factor * (rest + s * r)))
}
