//! Parameters of distributions for a given probability: roots over the logarithm of the parameter by Ridders's method.

use super::beta::beta_parts;
use super::distributions::{f_parts, stdtr_parts};
use super::gamma_incomplete::{incomplete_gamma, log_quotient};
use super::ridders::ridders_root;
use crate::math::{exp, log};

/// Most doublings of a bracket's width, and most of Ridders's steps.
const MAX_WIDENINGS: usize = 12;
pub(super) const MAX_RIDDERS_STEPS: usize = 40;

/// How much too large the lower part is for the probability p = 1 - q, by the logarithm of the smaller one.
#[inline(always)]
pub(super) fn surplus((lower, upper): (f64, f64), p: f64, q: f64) -> f64 {
    if p < q { bounded_log(lower) - log(p) } else { log(q) - bounded_log(upper) }
}

/// The same beside the root, where the logarithms would lose the digits of a quotient that is near one.
#[inline(always)]
fn surplus_beside((lower, upper): (f64, f64), p: f64, q: f64) -> f64 {
    if p < q { log_quotient(lower, p) } else { log_quotient(q, upper) }
}

/// The logarithm of a number from zero on, which is finite for zero too.
#[inline(always)]
fn bounded_log(x: f64) -> f64 {
    if x > 0.0 { log(x) } else { -800.0 }
}

/// The probabilities of more than s - 1 successes in u trials of probability v, and of fewer.
fn success_parts(s: f64, u: f64, v: f64) -> (f64, f64) {
    let failures = u - s + 1.0;
    beta_parts(s, if failures > 0.0 { failures } else { 0.0 }, v)
}

/// The parameter, from a first guess on, for which the first of the probabilities below and above is p = 1 - q; up to a
/// largest one.
#[inline(always)]
pub(super) fn solved(parts: &impl Fn(f64) -> (f64, f64), rising: bool, first: f64, most: f64, p: f64, q: f64) -> f64 {
    let (start, end) = (log(first), log(most));
    let at_start = surplus(parts(first), p, q);
    if at_start.is_nan() {
        return f64::NAN;
    }
    let upwards = (at_start > 0.0) != rising;
    let (mut near, mut at_near, mut far, mut at_far) = (start, at_start, start, at_start);
    let mut width = 0.5;
    for _ in 0..MAX_WIDENINGS {
        (near, at_near) = (far, at_far);
        far = if upwards { near + width } else { near - width };
        if far > end {
            far = end;
        }
        at_far = surplus(parts(exp(far)), p, q);
        if (at_far > 0.0) != (at_near > 0.0) || far == end || at_far.is_nan() {
            break;
        }
        width *= 2.0;
    }
    if at_far.is_nan() || (at_far > 0.0) == (at_near > 0.0) {
        return if upwards { most } else { 0.0 };
    }
    let bracket = if upwards { (near, far, at_near, at_far) } else { (far, near, at_far, at_near) };
    let root =
        exp(ridders_root(&|place| surplus(parts(exp(place)), p, q), bracket, start, MAX_RIDDERS_STEPS, (1e-16, 1.0)));
    // A step along the secant, which has the digits that the logarithm of the parameter lost.
    let beside = root * (1.0 + SECANT_STEP);
    let at_root = surplus_beside(parts(root), p, q);
    let slope = (surplus_beside(parts(beside), p, q) - at_root) / (beside - root);
    let step = at_root / slope;
    if step.abs() < MAX_SECANT_CORRECTION * root { root - step } else { root }
}

/// The width of the secant over the parameter, for three digits of its slope, and the most that the step along it
/// corrects: more is no rounding but a function that is flat.
const SECANT_STEP: f64 = 0.000244140625;
const MAX_SECANT_CORRECTION: f64 = 1e-9;

/// Whether a number is no probability between zero and one.
pub(super) fn is_outside(p: f64) -> bool {
    !(p > 0.0 && p < 1.0)
}

/// The inverse of `gdtr` over the shape b.
pub fn gdtrib(a: f64, p: f64, x: f64) -> f64 {
    let product = a * x;
    if is_outside(p) || !(product > 0.0) || product.is_infinite() {
        return f64::NAN;
    }
    solved(&|s| incomplete_gamma(s, product), false, product, f64::INFINITY, p, 1.0 - p)
}

/// The inverse of `chdtr` over the degrees of freedom.
pub fn chdtriv(p: f64, x: f64) -> f64 {
    if is_outside(p) || !(x > 0.0) || x.is_infinite() {
        return f64::NAN;
    }
    2.0 * solved(&|s| incomplete_gamma(s, 0.5 * x), false, 0.5 * x, f64::INFINITY, p, 1.0 - p)
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
    let next = solved(&|s| incomplete_gamma(s, m), false, m + 1.0, f64::INFINITY, q, p);
    if next > 1.0 { next - 1.0 } else { 0.0 }
}

/// The inverse of `betainc` over its first parameter.
pub fn btdtria(p: f64, b: f64, x: f64) -> f64 {
    if is_outside(p) || is_outside(x) || !(b > 0.0) || b.is_infinite() {
        return f64::NAN;
    }
    solved(&|s| beta_parts(s, b, x), false, b * x / (1.0 - x), f64::INFINITY, p, 1.0 - p)
}

/// The inverse of `betainc` over its second parameter.
pub fn btdtrib(a: f64, p: f64, x: f64) -> f64 {
    if is_outside(p) || is_outside(x) || !(a > 0.0) || a.is_infinite() {
        return f64::NAN;
    }
    // Of the complement the arguments are exact.
    solved(&|s| beta_parts(a, s, x), true, a * (1.0 - x) / x, f64::INFINITY, p, 1.0 - p)
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
    let next = solved(&|s| success_parts(s, n, p), false, 0.5 * n * p + 0.5, n + 1.0, z, y);
    if next > 1.0 { next - 1.0 } else { 0.0 }
}

/// The inverse of `bdtr` over the number of trials, which is no whole number.
pub fn bdtrin(k: f64, y: f64, p: f64) -> f64 {
    if is_outside(y) || is_outside(p) || !(k >= 0.0) || k.is_infinite() {
        return f64::NAN;
    }
    k + solved(&|s| beta_parts(k + 1.0, s, p), true, (k + 1.0) * (1.0 - p) / p, f64::INFINITY, 1.0 - y, y)
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
    let next = solved(&|s| beta_parts(n, s, p), true, n * (1.0 - p) / p + 1.0, f64::INFINITY, y, z);
    if next > 1.0 { next - 1.0 } else { 0.0 }
}

/// The inverse of `nbdtr` over the number of successes, which is no whole number.
pub fn nbdtrin(k: f64, y: f64, p: f64) -> f64 {
    if is_outside(y) || is_outside(p) || !(k >= 0.0) || k.is_infinite() {
        return f64::NAN;
    }
    solved(&|s| beta_parts(s, k + 1.0, p), false, (k + 1.0) * p / (1.0 - p), f64::INFINITY, y, 1.0 - y)
}

/// The inverse of `fdtr` over the second degrees of freedom.
pub fn fdtridfd(n: f64, p: f64, x: f64) -> f64 {
    if is_outside(p) || !(n > 0.0 && x > 0.0) || n.is_infinite() || x.is_infinite() {
        return f64::NAN;
    }
    solved(&|s| f_parts(n, s, x), true, 5.0, 1e10, p, 1.0 - p)
}

/// The inverse of `stdtr` over the degrees of freedom.
pub fn stdtridf(p: f64, t: f64) -> f64 {
    if is_outside(p) || t.is_nan() || t.is_infinite() {
        return f64::NAN;
    }
    solved(&|s| stdtr_parts(s, t), t > 0.0, 5.0, 1e10, p, 1.0 - p)
}
