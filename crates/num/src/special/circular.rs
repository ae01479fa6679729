//! The distribution of von Mises: its smaller tail as an integral by a double-exponential rule, over as much of the
//! circle as counts.

use super::bessel::i0e;
use crate::math::{asin, cosh, exp, sin, sinh};

/// The step of the rule, and how many there are on a side.
const CIRCULAR_STEP: f64 = 0.0625;
const CIRCULAR_STEPS: usize = 55;

/// The probability beyond an angle from zero to pi, of a concentration.
fn von_mises_tail(angle: f64, kappa: f64) -> f64 {
    let pi = std::f64::consts::PI;
    // exp(-2 kappa sin(t/2)^2) falls by 1e-19 up to the end.
    let root = sin(0.5 * angle);
    let square = root * root + 22.0 / kappa;
    let end = if square < 1.0 { 2.0 * asin(square.sqrt()) } else { pi };
    let width = end - angle;
    let mut sum = 0.0;
    for k in 0..(2 * CIRCULAR_STEPS + 1) {
        let t = (k as f64 - CIRCULAR_STEPS as f64) * CIRCULAR_STEP;
        let u = std::f64::consts::FRAC_PI_2 * sinh(t);
        // The share of the interval from the nearer end, and the weight.
        let near = 1.0 / (1.0 + exp(2.0 * u.abs()));
        let weight = near * (1.0 - near) * cosh(t);
        let place = if t < 0.0 { angle + width * near } else { end - width * near };
        let half = sin(0.5 * place);
        sum += weight * exp(-2.0 * kappa * half * half);
    }
    // The derivative of the share is pi cosh(t) near (1 - near).
    sum * CIRCULAR_STEP * pi * width / (2.0 * pi * i0e(kappa))
}

/// The probability below an angle and above it, of the turn that it is in, and the number of turns.
fn von_mises_parts(x: f64, kappa: f64) -> (f64, f64, f64) {
    let turns = (x / (2.0 * std::f64::consts::PI)).round_ties_even();
    let y = x - 2.0 * std::f64::consts::PI * turns;
    let tail = if kappa == 0.0 { 0.5 - 0.5 * y.abs() / std::f64::consts::PI } else { von_mises_tail(y.abs(), kappa) };
    if y < 0.0 { (tail, 1.0 - tail, turns) } else { (1.0 - tail, tail, turns) }
}

/// The distribution function of von Mises of the concentration kappa, which is a half at zero and grows by one with
/// each
/// turn.
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
