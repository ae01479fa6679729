//! Parameters of distributions for a given probability: roots over the logarithm of the parameter by Ridders's method
//! ("A new algorithm for computing a single root of a real continuous function", 1979), which keeps its bracket.

use super::beta::beta_parts;
use super::distributions::{f_parts, stdtr_parts};
use super::gamma_incomplete::incomplete_gamma;
use crate::math::{exp, log};

/// Most doublings of a bracket's width, and most of Ridders's steps.
const MAX_WIDENINGS: usize = 12;
const MAX_RIDDERS_STEPS: usize = 40;

/// How much too large the lower part is for the probability p = 1 - q, by the logarithm of the smaller one.
#[inline(always)]
fn surplus((lower, upper): (f64, f64), p: f64, q: f64) -> f64 {
    if p < q { bounded_log(lower) - log(p) } else { log(q) - bounded_log(upper) }
}

/// The logarithm of a number from zero on, which is finite for zero too.
#[inline(always)]
fn bounded_log(x: f64) -> f64 {
    if x > 0.0 { log(x) } else { -800.0 }
}

/// The next point of Ridders's method, of a bracket, the values at its ends and the one in its middle.
#[inline(always)]
pub(super) fn ridders_point(low: f64, high: f64, at_low: f64, at_middle: f64, at_high: f64) -> f64 {
    let middle = 0.5 * (low + high);
    let root = (at_middle * at_middle - at_low * at_high).sqrt();
    if root == 0.0 {
        return middle;
    }
    let step = (middle - low) * (at_middle / root);
    if at_low > at_high { middle + step } else { middle - step }
}

/// The bracket of two between which the value changes its sign: the part up to a point, or from there on.
#[inline(always)]
pub(super) fn narrowed(
    (low, high, at_low, at_high): (f64, f64, f64, f64),
    point: f64,
    at_point: f64,
) -> (f64, f64, f64, f64) {
    if !(point > low && point < high) {
        return (low, high, at_low, at_high);
    }
    if (at_point > 0.0) == (at_low > 0.0) { (point, high, at_point, at_high) } else { (low, point, at_low, at_point) }
}

/// The distribution and the parameter that is solved for: for gamma distributions the shape, for beta distributions the
/// first parameter, for binomial ones the successes, for F distributions the second degrees of freedom, for Student's
/// the degrees of freedom.
const SHAPE: i32 = 0;
const FIRST: i32 = 1;
const SUCCESSES: i32 = 2;
const SECOND_FREEDOM: i32 = 3;
const FREEDOM: i32 = 4;

/// The probabilities below and above of a parameter s.
fn parts_at(kind: i32, s: f64, u: f64, v: f64) -> (f64, f64) {
    if kind == SHAPE {
        return incomplete_gamma(s, u);
    }
    if kind == FIRST {
        return beta_parts(s, u, v);
    }
    if kind == SUCCESSES {
        // Of u trials; s is one more than the successes, and what is below is what has more.
        let failures = u - s + 1.0;
        return beta_parts(s, if failures > 0.0 { failures } else { 0.0 }, v);
    }
    if kind == SECOND_FREEDOM {
        return f_parts(u, s, v);
    }
    stdtr_parts(s, v)
}

/// The parameter, from a first guess on, for which the probability below is p = 1 - q; up to a largest one.
fn solved(kind: i32, first: f64, most: f64, u: f64, v: f64, p: f64, q: f64) -> f64 {
    let (start, end) = (log(first), log(most));
    let at_start = surplus(parts_at(kind, first, u, v), p, q);
    if at_start.is_nan() {
        return f64::NAN;
    }
    // For all kinds but the last two the probability decreases with the parameter.
    let rising = kind == SECOND_FREEDOM || (kind == FREEDOM && v > 0.0);
    let upwards = (at_start > 0.0) != rising;
    let (mut near, mut at_near, mut far, mut at_far) = (start, at_start, start, at_start);
    let mut width = 0.5;
    for _ in 0..MAX_WIDENINGS {
        (near, at_near) = (far, at_far);
        far = if upwards { near + width } else { near - width };
        if far > end {
            far = end;
        }
        at_far = surplus(parts_at(kind, exp(far), u, v), p, q);
        if (at_far > 0.0) != (at_near > 0.0) || far == end || at_far.is_nan() {
            break;
        }
        width *= 2.0;
    }
    if at_far.is_nan() || (at_far > 0.0) == (at_near > 0.0) {
        return if upwards { most } else { 0.0 };
    }
    let mut bracket = if upwards { (near, far, at_near, at_far) } else { (far, near, at_far, at_near) };
    let mut point = start;
    for _ in 0..MAX_RIDDERS_STEPS {
        let (low, high, at_low, at_high) = bracket;
        let middle = 0.5 * (low + high);
        let at_middle = surplus(parts_at(kind, exp(middle), u, v), p, q);
        if at_middle == 0.0 {
            return exp(middle);
        }
        let last = point;
        point = ridders_point(low, high, at_low, at_middle, at_high);
        let at_point = surplus(parts_at(kind, exp(point), u, v), p, q);
        if at_point == 0.0 || (point - last).abs() <= 1e-16 * (1.0 + point.abs()) {
            break;
        }
        bracket = narrowed(narrowed(bracket, middle, at_middle), point, at_point);
    }
    exp(point)
}

/// Whether a number is no probability between zero and one.
fn is_outside(p: f64) -> bool {
    !(p > 0.0 && p < 1.0)
}

/// The inverse of `gdtr` over the shape b.
pub fn gdtrib(a: f64, p: f64, x: f64) -> f64 {
    let product = a * x;
    if is_outside(p) || !(product > 0.0) || product.is_infinite() {
        return f64::NAN;
    }
    solved(SHAPE, product, f64::INFINITY, product, 0.0, p, 1.0 - p)
}

/// The inverse of `chdtr` over the degrees of freedom.
pub fn chdtriv(p: f64, x: f64) -> f64 {
    if is_outside(p) || !(x > 0.0) || x.is_infinite() {
        return f64::NAN;
    }
    2.0 * solved(SHAPE, 0.5 * x, f64::INFINITY, 0.5 * x, 0.0, p, 1.0 - p)
}

/// The inverse of `pdtr` over the number of events, which is no whole number.
pub fn pdtrik(p: f64, m: f64) -> f64 {
    if is_outside(p) || !(m > 0.0) || m.is_infinite() {
        return f64::NAN;
    }
    pdtrik_of_tails(p, 1.0 - p, m)
}

/// The same of a positive finite mean, for the probabilities p of at most as many events and q = 1 - p of more.
pub(super) fn pdtrik_of_tails(p: f64, q: f64, m: f64) -> f64 {
    let next = solved(SHAPE, m + 1.0, f64::INFINITY, m, 0.0, q, p);
    if next > 1.0 { next - 1.0 } else { 0.0 }
}

/// The inverse of `betainc` over its first parameter.
pub fn btdtria(p: f64, b: f64, x: f64) -> f64 {
    if is_outside(p) || is_outside(x) || !(b > 0.0) || b.is_infinite() {
        return f64::NAN;
    }
    solved(FIRST, b * x / (1.0 - x), f64::INFINITY, b, x, p, 1.0 - p)
}

/// The inverse of `betainc` over its second parameter.
pub fn btdtrib(a: f64, p: f64, x: f64) -> f64 {
    if is_outside(p) || is_outside(x) || !(a > 0.0) || a.is_infinite() {
        return f64::NAN;
    }
    solved(FIRST, a * (1.0 - x) / x, f64::INFINITY, a, 1.0 - x, 1.0 - p, p)
}

/// The inverse of `bdtr` over the number of successes, which is no whole number.
pub fn bdtrik(y: f64, n: f64, p: f64) -> f64 {
    if is_outside(y) || is_outside(p) || !(n > 0.0) || n.is_infinite() {
        return f64::NAN;
    }
    bdtrik_of_tails(y, 1.0 - y, n, p)
}

/// The same of trials and a probability in range, for the probabilities y of at most as many successes and z = 1 - y of
/// more.
pub(super) fn bdtrik_of_tails(y: f64, z: f64, n: f64, p: f64) -> f64 {
    let next = solved(SUCCESSES, 0.5 * n * p + 0.5, n + 1.0, n, p, z, y);
    if next > 1.0 { next - 1.0 } else { 0.0 }
}

/// The inverse of `bdtr` over the number of trials, which is no whole number.
pub fn bdtrin(k: f64, y: f64, p: f64) -> f64 {
    if is_outside(y) || is_outside(p) || !(k >= 0.0) || k.is_infinite() {
        return f64::NAN;
    }
    k + solved(FIRST, (k + 1.0) * (1.0 - p) / p, f64::INFINITY, k + 1.0, 1.0 - p, y, 1.0 - y)
}

/// The inverse of `nbdtr` over the number of failures, which is no whole number.
pub fn nbdtrik(y: f64, n: f64, p: f64) -> f64 {
    if is_outside(y) || is_outside(p) || !(n > 0.0) || n.is_infinite() {
        return f64::NAN;
    }
    nbdtrik_of_tails(y, 1.0 - y, n, p)
}

/// The same of successes and a probability in range, for the probabilities y of at most as many failures and z = 1 - y
/// of more.
pub(super) fn nbdtrik_of_tails(y: f64, z: f64, n: f64, p: f64) -> f64 {
    let next = solved(FIRST, n * (1.0 - p) / p + 1.0, f64::INFINITY, n, 1.0 - p, z, y);
    if next > 1.0 { next - 1.0 } else { 0.0 }
}

/// The inverse of `nbdtr` over the number of successes, which is no whole number.
pub fn nbdtrin(k: f64, y: f64, p: f64) -> f64 {
    if is_outside(y) || is_outside(p) || !(k >= 0.0) || k.is_infinite() {
        return f64::NAN;
    }
    solved(FIRST, (k + 1.0) * p / (1.0 - p), f64::INFINITY, k + 1.0, p, y, 1.0 - y)
}

/// The inverse of `fdtr` over the second degrees of freedom.
pub fn fdtridfd(n: f64, p: f64, x: f64) -> f64 {
    if is_outside(p) || !(n > 0.0 && x > 0.0) || n.is_infinite() || x.is_infinite() {
        return f64::NAN;
    }
    solved(SECOND_FREEDOM, 5.0, 1e10, n, x, p, 1.0 - p)
}

/// The inverse of `stdtr` over the degrees of freedom.
pub fn stdtridf(p: f64, t: f64) -> f64 {
    if is_outside(p) || t.is_nan() || t.is_infinite() {
        return f64::NAN;
    }
    solved(FREEDOM, 5.0, 1e10, 0.0, t, p, 1.0 - p)
}
