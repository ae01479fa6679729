//! Smirnov's distribution of the greatest one-sided distance of an empirical distribution, by its finite sum (Smirnov
//! 1944; Birnbaum, Tingey, "One-sided confidence contours for probability distribution functions", 1951), and its
//! inverse.

use super::gamma::stirling;
use super::parameters::{narrowed, ridders_point};
use super::powers::{exp2_of_sum, log2_of_quotient_of_sum, pair_sum, pair_times};
use crate::math::{exp, log, two_product, two_sum};

/// Up to so many samples the sum is computed, beyond it its limit.
const MAX_SMIRNOV_SAMPLES: f64 = 1e5;

/// The probability that the greatest distance of the empirical distribution of n samples above the true one is at least
/// d.
pub fn smirnov(n: f64, d: f64) -> f64 {
    if !(n > 0.0 && d >= 0.0 && d <= 1.0) || n != n.floor() || n.is_infinite() {
        return f64::NAN;
    }
    if d == 0.0 {
        return 1.0;
    }
    if d == 1.0 {
        return 0.0;
    }
    if n > MAX_SMIRNOV_SAMPLES {
        let t = 6.0 * n * d + 1.0;
        return exp(-t * t / (18.0 * n));
    }
    let last = (n * (1.0 - d)).floor() as usize;
    let (mut sum, mut rest) = (0.0, 0.0);
    for k in 0..100001 {
        if k > last {
            break;
        }
        let (next, lost) = two_sum(sum, smirnov_term(n, d, k as f64));
        sum = next;
        rest += lost;
    }
    let value = d * (sum + rest);
    if value < 1.0 { value } else { 1.0 }
}

/// `binom(n, k) (d + k/n)^(k - 1) (1 - d - k/n)^(n - k)`.
fn smirnov_term(n: f64, d: f64, k: f64) -> f64 {
    let rest = n - k;
    let (product, lost) = two_product(n, d);
    // n times the two probabilities: n d + k, and n - k - n d.
    let (first, first_low) = two_sum(k, product);
    let (second, second_low) = two_sum(rest, -product);
    let (first_low, second_low) = (first_low + lost, second_low - lost);
    if second <= 0.0 {
        return 0.0;
    }
    let least = if k < rest { k } else { rest };
    if least >= 8.0 {
        // Stirling's series; what is left are the powers of the probabilities over k/n and 1 - k/n.
        let factor = (n / (std::f64::consts::TAU * k * rest)).sqrt() * exp(stirling(n) - stirling(k) - stirling(rest));
        let powers = pair_sum(
            pair_times(log2_of_quotient_of_sum(first, first_low, k), k),
            pair_times(log2_of_quotient_of_sum(second, second_low, rest), rest),
        );
        return factor * exp2_of_sum(powers) * (n / first);
    }
    let mut choices = 1.0;
    for i in 0..8 {
        if i as f64 >= least {
            break;
        }
        choices *= (n - i as f64) / (i as f64 + 1.0);
    }
    let powers = pair_sum(
        pair_times(log2_of_quotient_of_sum(first, first_low, n), k),
        pair_times(log2_of_quotient_of_sum(second, second_low, n), rest),
    );
    choices * exp2_of_sum(powers) * (n / first)
}

/// The inverse of `smirnov` over d.
pub fn smirnovi(n: f64, p: f64) -> f64 {
    if !(n > 0.0 && p >= 0.0 && p <= 1.0) || n != n.floor() || n.is_infinite() {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return 1.0 - p;
    }
    // The only term of one sample, and the last one of all.
    if n == 1.0 {
        return 1.0 - p;
    }
    if n > MAX_SMIRNOV_SAMPLES {
        return ((-18.0 * n * log(p)).sqrt() - 1.0) / (6.0 * n);
    }
    // Ridders's method on the logarithm.
    let mut bracket = (0.0, 1.0, -log(p), -800.0);
    let mut point = 0.5;
    for _ in 0..60 {
        let (low, high, at_low, at_high) = bracket;
        let middle = 0.5 * (low + high);
        let at_middle = smirnov_excess(n, middle, p);
        if at_middle == 0.0 {
            return middle;
        }
        let last = point;
        point = ridders_point(low, high, at_low, at_middle, at_high);
        let at_point = smirnov_excess(n, point, p);
        if at_point == 0.0 || (point - last).abs() <= 1e-16 * point {
            break;
        }
        bracket = narrowed(narrowed(bracket, middle, at_middle), point, at_point);
    }
    point
}

/// log(smirnov(n, d)/p), bounded where that is nothing.
fn smirnov_excess(n: f64, d: f64, p: f64) -> f64 {
    let value = smirnov(n, d);
    if value > 0.0 { log(value) - log(p) } else { -800.0 }
}
