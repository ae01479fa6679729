//! Integrals of e^(-a g(v) - b g(-v) - c v), where g(v) = e^v - 1 - v, over v from zero on: by Gauss's rule on
//! intervals as wide as the exponent lets them be. Modified Bessel functions of the second kind are such, about the
//! mode of their integrand.

use crate::math::{exp, expm1, log};

/// Increase of the exponent from its value at zero beyond which the integrand is negligible.
const LARGEST_FALL: f64 = 48.0;
/// Most intervals.
const MAX_PANELS: usize = 400;

/// The points of Gauss's rule of sixteen points on the positive half of the interval from -1 to 1, and its weights.
pub(super) const GAUSS_POINTS: [f64; 8] = [
    0.09501250983763744,
    0.2816035507792589,
    0.45801677765722737,
    0.6178762444026438,
    0.755404408355003,
    0.8656312023878318,
    0.9445750230732326,
    0.9894009349916499,
];
pub(super) const GAUSS_WEIGHTS: [f64; 8] = [
    0.1894506104550685,
    0.18260341504492358,
    0.16915651939500254,
    0.14959598881657674,
    0.12462897125553388,
    0.09515851168249279,
    0.062253523938647894,
    0.027152459411754096,
];

/// The factor of the integrand: one, or the exponent and v with a sign.
pub(super) const FACTOR_ONE: i32 = 0;
pub(super) const FACTOR_EXPONENT_PLUS_V: i32 = 1;
pub(super) const FACTOR_EXPONENT_MINUS_V: i32 = 2;

/// e^u - 1 - u.
pub(super) fn exponential_excess(u: f64) -> f64 {
    if u.abs() > 0.5 {
        return expm1(u) - u;
    }
    let mut sum = 1.0;
    for k in (3..17).rev() {
        sum = 1.0 + sum * u / k as f64;
    }
    0.5 * u * u * sum
}

/// a g(u) + b g(-u).
pub(super) fn excess_exponent(a: f64, b: f64, u: f64) -> f64 {
    let first = if a > 0.0 { a * exponential_excess(u) } else { 0.0 };
    let second = if b > 0.0 { b * exponential_excess(-u) } else { 0.0 };
    first + second
}

fn excess_term(a: f64, b: f64, slope: f64, v: f64, kind: i32) -> f64 {
    let exponent = excess_exponent(a, b, v) + slope * v;
    let value = exp(-exponent);
    if kind == FACTOR_ONE || !(value > 0.0) {
        return value;
    }
    value * (if kind == FACTOR_EXPONENT_PLUS_V { exponent + v } else { exponent - v })
}

/// The integral of e^(-a g(v) - b g(-v) - slope v) over v from zero on, for nonnegative numbers of which one of the
/// first two is positive; and of the same times the factor of the kind.
pub(super) fn excess_integral(a: f64, b: f64, slope: f64, kind: i32) -> f64 {
    let (mut from, mut sum) = (0.0, 0.0);
    for _ in 0..MAX_PANELS {
        let (up, down) = (exp(from), exp(-from));
        let change = a * (up - 1.0) + b * (1.0 - down) + slope;
        let curve = a * up + b * down;
        let fall = 8.0 / (change + 2.0 * curve.sqrt());
        // Where the growing exponential does not count yet, the falling one counts less with each interval.
        let until = log(0.01 / (a * up));
        let spread = if until < 0.75 * from { until } else { 0.75 * from };
        let widest = if spread > 1.0 { spread } else { 1.0 };
        let width = if fall < widest { fall } else { widest };
        let half = 0.5 * width;
        let mut part = 0.0;
        for k in 0..8 {
            let away = half * GAUSS_POINTS[k];
            let before = excess_term(a, b, slope, from + (half - away), kind);
            part += GAUSS_WEIGHTS[k] * (before + excess_term(a, b, slope, from + (half + away), kind));
        }
        sum += half * part;
        from += width;
        if !(excess_exponent(a, b, from) + slope * from < LARGEST_FALL) {
            break;
        }
    }
    sum
}
