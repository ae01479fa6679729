//! The distribution of von Mises: its smaller tail and its moments as integrals by a double-exponential rule, over as
//! much of the circle as counts, and its quantile by Newton's steps.

use super::bessel::i0e;
use super::normal::ndtri;
use crate::math::{asin, cosh, exp, log, pow, sin, sinh};

/// How many steps of the rule there are on a side, and how far it reaches.
const CIRCULAR_STEPS: usize = 55;
const MOMENT_STEPS: usize = 110;
const CIRCULAR_REACH: f64 = 3.4375;
const MAX_QUANTILE_STEPS: usize = 100;

/// The share of an interval that lies between its nearer end and the point of the double-exponential rule, and its
/// derivative over pi.
pub(super) fn end_share(t: f64) -> (f64, f64) {
    let near = 1.0 / (1.0 + exp(std::f64::consts::PI * sinh(t.abs())));
    (near, near * (1.0 - near) * cosh(t))
}

/// The probability beyond an angle from zero to pi, of a concentration.
fn von_mises_tail(angle: f64, kappa: f64) -> f64 {
    let pi = std::f64::consts::PI;
    // exp(-2 kappa sin(t/2)^2) falls by 1e-19 up to the end.
    let root = sin(0.5 * angle);
    let square = root * root + 22.0 / kappa;
    let end = if square < 1.0 { 2.0 * asin(square.sqrt()) } else { pi };
    let width = end - angle;
    let step = CIRCULAR_REACH / CIRCULAR_STEPS as f64;
    let mut sum = 0.0;
    for k in 0..(2 * CIRCULAR_STEPS + 1) {
        let t = (k as f64 - CIRCULAR_STEPS as f64) * step;
        let (near, weight) = end_share(t);
        let place = if t < 0.0 { angle + width * near } else { end - width * near };
        let half = sin(0.5 * place);
        sum += weight * exp(-2.0 * kappa * half * half);
    }
    // The derivative of the share has the factor pi.
    sum * step * pi * width / (2.0 * pi * i0e(kappa))
}

/// The mean of an even power of the angle from -pi to pi of von Mises's distribution of the concentration kappa.
pub fn von_mises_moment(order: f64, kappa: f64) -> f64 {
    if !(kappa >= 0.0) || kappa.is_infinite() {
        return f64::NAN;
    }
    let pi = std::f64::consts::PI;
    let square = 30.0 / kappa;
    let end = if square < 1.0 { 2.0 * asin(square.sqrt()) } else { pi };
    let step = CIRCULAR_REACH / MOMENT_STEPS as f64;
    let mut sum = 0.0;
    for k in 0..(2 * MOMENT_STEPS + 1) {
        let t = (k as f64 - MOMENT_STEPS as f64) * step;
        let (near, weight) = end_share(t);
        let place = if t < 0.0 { end * near } else { end - end * near };
        let half = sin(0.5 * place);
        sum += weight * pow(place, order) * exp(-2.0 * kappa * half * half);
    }
    // Both halves of the circle.
    sum * step * end / i0e(kappa)
}

/// The angle from -pi to pi below which von Mises's distribution of the concentration kappa has the probability p.
pub fn von_mises_quantile(p: f64, kappa: f64) -> f64 {
    if !(p >= 0.0 && p <= 1.0 && kappa >= 0.0) || kappa.is_infinite() {
        return f64::NAN;
    }
    let pi = std::f64::consts::PI;
    let tail = if p < 0.5 { p } else { 1.0 - p };
    if tail == 0.5 {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, pi);
    // No angle is above that of the uniform distribution.
    let (even, normal) = (pi * (1.0 - 2.0 * tail), -ndtri(tail) / kappa.sqrt());
    let mut y = if normal < even { normal } else { even };
    for _ in 0..MAX_QUANTILE_STEPS {
        let value = von_mises_tail(y, kappa);
        if value > tail {
            low = y;
        } else {
            high = y;
        }
        // Newton's step on the logarithm, or halving where it leaves the interval.
        let half = sin(0.5 * y);
        let density = exp(-2.0 * kappa * half * half) / (2.0 * pi * i0e(kappa));
        let stepped = y + log(value / tail) * value / density;
        let is_within = stepped > low && stepped < high;
        let next = if is_within { stepped } else { 0.5 * (low + high) };
        let distance = (next - y).abs();
        y = next;
        if (is_within && distance <= 1e-10 * y) || high - low <= 4e-16 * high {
            break;
        }
    }
    if p < 0.5 { -y } else { y }
}

/// The probability below an angle and above it, of the turn that it is in, and the number of turns.
fn von_mises_parts(x: f64, kappa: f64) -> (f64, f64, f64) {
    let turns = (x / (2.0 * std::f64::consts::PI)).round_ties_even();
    let y = x - 2.0 * std::f64::consts::PI * turns;
    let tail = if kappa == 0.0 { 0.5 - 0.5 * y.abs() / std::f64::consts::PI } else { von_mises_tail(y.abs(), kappa) };
    if y < 0.0 { (tail, 1.0 - tail, turns) } else { (1.0 - tail, tail, turns) }
}

/// The distribution function of von Mises of the concentration kappa, which is a half at zero and grows by one with
/// each turn.
pub fn von_mises_lower(x: f64, kappa: f64) -> f64 {
    if x.is_nan() || !(kappa >= 0.0) || x.is_infinite() {
        return if x.is_infinite() && kappa >= 0.0 { if x > 0.0 { 1.0 } else { 0.0 } } else { f64::NAN };
    }
    let (lower, _, turns) = von_mises_parts(x, kappa);
    lower + turns
}

/// One less the distribution function of von Mises, with all digits of a small tail.
pub fn von_mises_upper(x: f64, kappa: f64) -> f64 {
    if x.is_nan() || !(kappa >= 0.0) || x.is_infinite() {
        return if x.is_infinite() && kappa >= 0.0 { if x > 0.0 { 0.0 } else { 1.0 } } else { f64::NAN };
    }
    let (_, upper, turns) = von_mises_parts(x, kappa);
    upper - turns
}
