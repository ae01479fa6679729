//! Kolmogorov's distribution and its inverse, by the two series of a theta function (DLMF 20.2, 20.7.32), and Tukey's.

use super::error_function::decay;
use crate::math::{at_most, exp, log, log1p, pow, two_product};

/// The probability that sqrt(n) times the greatest distance of an empirical distribution of many samples is above x.
pub fn kolmogorov(x: f64) -> f64 {
    let (_, above) = kolmogorov_parts(x);
    above
}

/// From here on the series of the upper part converges faster.
const BETWEEN_SERIES: f64 = 0.82;

/// The probabilities below x and above.
fn kolmogorov_parts(x: f64) -> (f64, f64) {
    if x.is_nan() {
        return (x, x);
    }
    if x <= 0.0 {
        return (0.0, 1.0);
    }
    if x < BETWEEN_SERIES {
        // sqrt(2 pi)/x times the sum of exp(-(2k - 1)^2 pi^2/(8 x^2)).
        const ROOT_TAU: f64 = 2.5066282746310002;
        let exponent = std::f64::consts::PI * std::f64::consts::PI / (8.0 * x * x);
        let eighth = exp(-8.0 * exponent);
        let below = ROOT_TAU / x * exp(-exponent) * (1.0 + eighth * (1.0 + eighth * eighth));
        return (below, 1.0 - below);
    }
    // Twice the sum of (-1)^(k - 1) exp(-2 k^2 x^2).
    let x = at_most(x, 30.0);
    let (square, low) = two_product(x, x);
    let first = decay(2.0 * square, 2.0 * low);
    let third = first * first * first;
    // The steps between the exponents are 3, 5, 7 and 9.
    let fifth = third * first * first;
    let last = 1.0 - third * third * first * (1.0 - third * third * third);
    let above = 2.0 * first * (1.0 - third * (1.0 - fifth * last));
    (1.0 - above, above)
}

/// The probability that it is at most x.
pub fn kolmogorov_lower(x: f64) -> f64 {
    let (below, _) = kolmogorov_parts(x);
    below
}

/// The density of Kolmogorov's distribution.
pub fn kolmogorov_density(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 {
        return if x <= 0.0 { 0.0 } else { x };
    }
    // From there on it is less than the least number.
    if x > 30.0 {
        return 0.0;
    }
    if x < BETWEEN_SERIES {
        let exponent = std::f64::consts::PI * std::f64::consts::PI / (8.0 * x * x);
        let (mut sum, mut slope) = (0.0, 0.0);
        for k in 0..4 {
            let factor = (2.0 * k as f64 + 1.0) * (2.0 * k as f64 + 1.0);
            let term = exp(-factor * exponent);
            sum += term;
            slope += factor * term;
        }
        return 2.5066282746310002 / (x * x) * (2.0 * exponent * slope - sum);
    }
    let mut sum = 0.0;
    for k in 1..6 {
        let n = k as f64 * k as f64;
        let term = n * exp(-2.0 * n * x * x);
        sum += if k == 1 || k == 3 || k == 5 { term } else { -term };
    }
    8.0 * x * sum
}

/// The inverse of `kolmogorov`.
pub fn kolmogi(p: f64) -> f64 {
    if !(p >= 0.0 && p <= 1.0) {
        return f64::NAN;
    }
    if p == 0.0 {
        return f64::INFINITY;
    }
    if p == 1.0 {
        return 0.0;
    }
    kolmogorov_inverse(1.0 - p, p)
}

/// The x up to which the probability is p.
pub fn kolmogorov_quantile(p: f64) -> f64 {
    if !(p >= 0.0 && p <= 1.0) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { 0.0 } else { f64::INFINITY };
    }
    kolmogorov_inverse(p, 1.0 - p)
}

/// The x of the probabilities below and above.
fn kolmogorov_inverse(lower: f64, p: f64) -> f64 {
    // The equation is solved for the smaller of both probabilities; both logarithms are concave.
    let by_lower = lower < 0.5;
    let mut x = if by_lower {
        // exp(-pi^2/(8 x^2)) sqrt(2 pi)/x of a first x.
        let first = std::f64::consts::PI / (-8.0 * log(lower)).sqrt();
        std::f64::consts::PI / (-8.0 * log(lower * first / 2.5066282746310002)).sqrt()
    } else {
        (-0.5 * log(0.5 * p)).sqrt()
    };
    for _ in 0..20 {
        let (below, above) = kolmogorov_parts(x);
        let density = kolmogorov_density(x);
        let step = if by_lower {
            log1p((below - lower) / lower) * below / density
        } else {
            -log1p((above - p) / p) * above / density
        };
        let next = x - step;
        x = if next > 0.5 * x { next } else { 0.5 * x };
        if step.abs() < 1e-9 * x {
            break;
        }
    }
    x
}

/// The distribution function of Tukey's lambda distribution, whose quantile of p is (p^lambda - (1 - p)^lambda)/lambda.
pub fn tklmbda(x: f64, lambda: f64) -> f64 {
    if x.is_nan() || lambda.is_nan() {
        return f64::NAN;
    }
    if lambda > 0.0 {
        if x <= -1.0 / lambda {
            return 0.0;
        }
        if x >= 1.0 / lambda {
            return 1.0;
        }
    }
    if lambda.abs() < 1e-4 {
        // The logistic distribution.
        return if x >= 0.0 { 1.0 / (1.0 + exp(-x)) } else { exp(x) / (1.0 + exp(x)) };
    }
    // Bisection of p up to a half, and Newton's steps.
    let target = -x.abs();
    let (mut low, mut high) = (0.0, 0.5);
    let mut p = 0.25;
    for _ in 0..100 {
        let (a, b) = (pow(p, lambda), pow(1.0 - p, lambda));
        let difference = (a - b) / lambda - target;
        if difference > 0.0 {
            high = p;
        } else {
            low = p;
        }
        let slope = a / p + b / (1.0 - p);
        let next = p - difference / slope;
        let inside = next > low && next < high;
        let moved = if inside { next } else { 0.5 * (low + high) };
        let done = (moved - p).abs() <= 1e-16 * p;
        p = moved;
        if done {
            break;
        }
    }
    if x > 0.0 { 1.0 - p } else { p }
}
