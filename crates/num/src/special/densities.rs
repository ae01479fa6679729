//! Densities of the families of the gamma, beta, F and Student's distributions, and their logarithms, without the loss
//! of digits that the difference of large logarithms would be.

use super::beta::{beta_power, excess};
use super::gamma::stirling;
use super::gamma_incomplete::{gamma_power, gammaln_of_next};
use super::gamma_ratio::{HALF_LOG_TAU, MIN_STIRLING_ARGUMENT, betaln_positive};
use super::powers::{exp2_of_sum, log2_of_sum, pair_times};
use crate::math::{exp, log, log1p, two_sum};

/// Poisson's probability of k events where none of the formulas below holds: minus one where they do.
fn poisson_edge(k: f64, m: f64) -> f64 {
    if !(k >= 0.0 && m >= 0.0) {
        return f64::NAN;
    }
    if k > 0.0 && (m == 0.0 || k.is_infinite() || m.is_infinite()) { 0.0 } else { -1.0 }
}

/// The probability of k events where m are expected: `m^k e^-m/gamma(k + 1)`.
pub fn poisson_mass(k: f64, m: f64) -> f64 {
    let edge = poisson_edge(k, m);
    if !(edge < 0.0) {
        return edge;
    }
    if k == 0.0 { exp(-m) } else { gamma_power(k, m) }
}

/// The logarithm of `poisson_mass`.
pub fn log_poisson_mass(k: f64, m: f64) -> f64 {
    let edge = poisson_edge(k, m);
    if !(edge < 0.0) {
        return log(edge);
    }
    if k == 0.0 { -m } else { log_gamma_power(k, m) }
}

/// The logarithm of `x^a e^-x/gamma(a + 1)`.
fn log_gamma_power(a: f64, x: f64) -> f64 {
    if a < MIN_STIRLING_ARGUMENT {
        return a * log(x) - x - gammaln_of_next(a);
    }
    -a * excess_of_quotient(x - a, a, x / a) - 0.5 * log(std::f64::consts::TAU * a) - stirling(a)
}

/// `t - log(1 + t)` of the quotient t of a difference by a number, of which 1 + t is the ratio.
#[inline(always)]
fn excess_of_quotient(difference: f64, divisor: f64, ratio: f64) -> f64 {
    let t = difference / divisor;
    if t < -0.5 { t - log(ratio) } else { excess(t) }
}

/// The density of the gamma distribution at zero, at infinity and outside of its domain: minus one elsewhere.
fn gamma_edge(a: f64, x: f64) -> f64 {
    if !(a > 0.0 && x >= 0.0) || a.is_infinite() {
        return f64::NAN;
    }
    if x == 0.0 {
        return density_at_end(a, 1.0);
    }
    if x.is_infinite() { 0.0 } else { -1.0 }
}

/// The density of the gamma distribution of a shape: `x^(a - 1) e^-x/gamma(a)`.
pub fn gamma_density(a: f64, x: f64) -> f64 {
    let edge = gamma_edge(a, x);
    if !(edge < 0.0) {
        return edge;
    }
    if a >= 1.0 { poisson_mass(a - 1.0, x) } else { gamma_power(a, x) / x * a }
}

/// The logarithm of `gamma_density`.
pub fn log_gamma_density(a: f64, x: f64) -> f64 {
    let edge = gamma_edge(a, x);
    if !(edge < 0.0) {
        return log(edge);
    }
    if a >= 1.0 {
        return log_poisson_mass(a - 1.0, x);
    }
    (a - 1.0) * log(x) - x - gammaln_of_next(a) + log(a)
}

/// `x^a y^b/B(a, b)` of positive x and y = 1 - x, of which the smaller one has all its digits.
fn beta_power_of_parts(a: f64, b: f64, x: f64, y: f64) -> f64 {
    if x <= y { beta_power(a, b, x) } else { beta_power(b, a, y) }
}

/// Its logarithm.
fn log_beta_power(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let (log_x, log_y) = (if x <= y { log(x) } else { log1p(-y) }, if x <= y { log1p(-x) } else { log(y) });
    if !(a >= MIN_STIRLING_ARGUMENT && b >= MIN_STIRLING_ARGUMENT) {
        return a * log_x + b * log_y - betaln_positive(a, b);
    }
    let sum = a + b;
    let distance = if x <= y { a - sum * x } else { sum * y - b };
    let (over_a, over_b) = (-distance / a, distance / b);
    // The linear parts of a log(x (a + b)/a) + b log(y (a + b)/b) cancel.
    let first = if over_a < -0.5 { over_a - log_x - log(sum / a) } else { excess(over_a) };
    let second = if over_b < -0.5 { over_b - log_y - log(sum / b) } else { excess(over_b) };
    let correction = stirling(a) + stirling(b) - stirling(sum);
    0.5 * log(a / sum * b / std::f64::consts::TAU) - correction - (a * first + b * second)
}

/// The density at an end of the support where it is a power of the distance from there, by its exponent less one, and
/// the factor of the power.
fn density_at_end(own: f64, other: f64) -> f64 {
    if own < 1.0 {
        f64::INFINITY
    } else if own == 1.0 {
        other
    } else {
        0.0
    }
}

/// The density of the beta distribution: `x^(a - 1) (1 - x)^(b - 1)/B(a, b)`.
pub fn beta_density(a: f64, b: f64, x: f64) -> f64 {
    if !(a > 0.0 && b > 0.0 && x >= 0.0 && x <= 1.0) || a.is_infinite() || b.is_infinite() {
        return f64::NAN;
    }
    if x == 0.0 || x == 1.0 {
        return if x == 0.0 { density_at_end(a, b) } else { density_at_end(b, a) };
    }
    let y = 1.0 - x;
    let power = beta_power_of_parts(a, b, x, y);
    // A power out of range may be the density of a small x.
    if power < 1e-290 { exp(log_beta_density(a, b, x)) } else { power / x / y }
}

/// The logarithm of `beta_density`.
pub fn log_beta_density(a: f64, b: f64, x: f64) -> f64 {
    if !(a > 0.0 && b > 0.0 && x >= 0.0 && x <= 1.0) || a.is_infinite() || b.is_infinite() {
        return f64::NAN;
    }
    if x == 0.0 || x == 1.0 {
        return log(if x == 0.0 { density_at_end(a, b) } else { density_at_end(b, a) });
    }
    if a < MIN_STIRLING_ARGUMENT || b < MIN_STIRLING_ARGUMENT {
        return (a - 1.0) * log(x) + (b - 1.0) * log1p(-x) - betaln_positive(a, b);
    }
    log_beta_power(a, b, x, 1.0 - x) - log(x) - log1p(-x)
}

/// The density of the F distribution at zero.
fn f_density_at_zero(n: f64) -> f64 {
    if n < 2.0 {
        f64::INFINITY
    } else if n == 2.0 {
        1.0
    } else {
        0.0
    }
}

/// The density of the F distribution with n and d degrees of freedom.
pub fn f_density(n: f64, d: f64, x: f64) -> f64 {
    if !(n > 0.0 && d > 0.0 && x >= 0.0) || n.is_infinite() || d.is_infinite() {
        return f64::NAN;
    }
    if x == 0.0 {
        return f_density_at_zero(n);
    }
    let odds = n / d * x;
    if odds == 0.0 || odds.is_infinite() {
        return exp(log_f_density(n, d, x));
    }
    let power = beta_power_of_parts(0.5 * n, 0.5 * d, odds / (1.0 + odds), 1.0 / (1.0 + odds));
    if power < 1e-290 { exp(log_f_density(n, d, x)) } else { power / x }
}

/// The logarithm of `f_density`.
pub fn log_f_density(n: f64, d: f64, x: f64) -> f64 {
    if !(n > 0.0 && d > 0.0 && x >= 0.0) || n.is_infinite() || d.is_infinite() {
        return f64::NAN;
    }
    if x == 0.0 {
        return log(f_density_at_zero(n));
    }
    if x.is_infinite() {
        return f64::NEG_INFINITY;
    }
    let (a, b, odds) = (0.5 * n, 0.5 * d, n / d * x);
    if a < MIN_STIRLING_ARGUMENT || b < MIN_STIRLING_ARGUMENT || odds == 0.0 || odds.is_infinite() {
        let ratio = log(n) - log(d);
        let log_odds = log(x) + ratio;
        // log(1 + odds).
        let log_sum = if log_odds > 700.0 { log_odds } else { log1p(odds) };
        return a * ratio + (a - 1.0) * log(x) - (a + b) * log_sum - betaln_positive(a, b);
    }
    log_beta_power(a, b, odds / (1.0 + odds), 1.0 / (1.0 + odds)) - log(x)
}

/// The logarithm of the density of Student's distribution.
pub fn log_student_density(df: f64, x: f64) -> f64 {
    if !(df > 0.0) || x.is_nan() {
        return f64::NAN;
    }
    if df.is_infinite() {
        return -0.5 * x * x - HALF_LOG_TAU;
    }
    let square = x * x;
    // log(1 + x^2/df).
    let logarithm = if square.is_infinite() { 2.0 * log(x.abs()) - log(df) } else { log1p(square / df) };
    -0.5 * (df + 1.0) * logarithm - betaln_positive(0.5 * df, 0.5) - 0.5 * log(df)
}

/// Whether n is no number of trials, or p no probability.
fn are_no_trials(n: f64, p: f64) -> bool {
    !(n >= 0.0 && p >= 0.0 && p <= 1.0) || n.is_infinite()
}

/// `(1 - p)^n`.
fn power_of_rest(p: f64, n: f64) -> f64 {
    if n == 0.0 || p == 1.0 {
        return if n == 0.0 { 1.0 } else { 0.0 };
    }
    let (rest, low) = two_sum(1.0, -p);
    exp2_of_sum(pair_times(log2_of_sum(rest, low), n))
}

/// `p^n`.
fn power_of_chance(p: f64, n: f64) -> f64 {
    if n == 0.0 || p == 0.0 {
        return if n == 0.0 { 1.0 } else { 0.0 };
    }
    exp2_of_sum(pair_times(log2_of_sum(p, 0.0), n))
}

/// The probability of k successes in n trials of probability p.
pub fn binomial_mass(k: f64, n: f64, p: f64) -> f64 {
    if are_no_trials(n, p) || k.is_nan() {
        return f64::NAN;
    }
    if k < 0.0 || k > n {
        return 0.0;
    }
    if k == 0.0 {
        return power_of_rest(p, n);
    }
    if k == n {
        return power_of_chance(p, n);
    }
    if p == 0.0 || p == 1.0 {
        return 0.0;
    }
    beta_power_of_parts(k, n - k, p, 1.0 - p) * (n / k / (n - k))
}

/// The logarithm of `binomial_mass`.
pub fn log_binomial_mass(k: f64, n: f64, p: f64) -> f64 {
    if are_no_trials(n, p) || k.is_nan() {
        return f64::NAN;
    }
    if k < 0.0 || k > n {
        return f64::NEG_INFINITY;
    }
    if n == 0.0 {
        return 0.0;
    }
    if k == 0.0 {
        return n * log1p(-p);
    }
    if k == n {
        return n * log(p);
    }
    if p == 0.0 || p == 1.0 {
        return f64::NEG_INFINITY;
    }
    log_beta_power(k, n - k, p, 1.0 - p) + log(n / k / (n - k))
}

/// The probability of k failures before the n-th success, of probability p.
pub fn negative_binomial_mass(k: f64, n: f64, p: f64) -> f64 {
    if are_no_trials(n, p) || k.is_nan() || n == 0.0 || p == 0.0 {
        return f64::NAN;
    }
    if k < 0.0 || k.is_infinite() {
        return 0.0;
    }
    if k == 0.0 {
        return power_of_chance(p, n);
    }
    if p == 1.0 {
        return 0.0;
    }
    beta_power_of_parts(n, k, p, 1.0 - p) / k
}

/// The logarithm of `negative_binomial_mass`.
pub fn log_negative_binomial_mass(k: f64, n: f64, p: f64) -> f64 {
    if are_no_trials(n, p) || k.is_nan() || n == 0.0 || p == 0.0 {
        return f64::NAN;
    }
    if k < 0.0 || k.is_infinite() {
        return f64::NEG_INFINITY;
    }
    if k == 0.0 {
        return n * log(p);
    }
    if p == 1.0 {
        return f64::NEG_INFINITY;
    }
    log_beta_power(n, k, p, 1.0 - p) - log(k)
}
