//! Quantiles by search: of the inverse Gaussian distribution, of the sum of a normal and an exponential variable, and
//! of the zeta distribution.

use super::distributions::is_no_probability;
use super::error_function::erfcx;
use super::normal_inverse::log_ndtr;
use super::ridders::{bracket_from, ridders_root};
use super::zeta::zeta;
use crate::math::{exp, log, log1p};

/// Which distribution: the inverse Gaussian one over the logarithm of its variable, or the sum of a normal variable and
/// an exponential one of mean k.
const INVERSE_GAUSSIAN: i32 = 0;
const EXPONENTIAL_NORMAL: i32 = 1;

/// Most doublings of a bracket's width, and most of Ridders's steps, each of which halves the bracket at least.
const MAX_DOUBLINGS: usize = 60;
const MAX_HALVINGS: usize = 80;

/// The logarithms of the probabilities up to x and above of the inverse Gaussian distribution of mean m. With the areas
/// of the normal distribution as e^(-z^2/2) erfcx(z/sqrt(2))/2 the exponentials of both of its terms are one.
fn inverse_gaussian_parts(x: f64, m: f64) -> (f64, f64) {
    let root = 1.0 / x.sqrt();
    let (z, far) = (root * (x / m - 1.0), root * (x / m + 1.0));
    let scaled = erfcx(far * std::f64::consts::FRAC_1_SQRT_2);
    let near = erfcx(z.abs() * std::f64::consts::FRAC_1_SQRT_2);
    if z < 0.0 {
        let lower = -0.5 * z * z + log(0.5 * (near + scaled));
        return (lower, log1p(-exp(lower)));
    }
    let upper = -0.5 * z * z + log(0.5 * (near - scaled));
    (log1p(-exp(upper)), upper)
}

/// The logarithms of the probabilities up to x and above of the sum of a normal variable and k times an exponential
/// one, in the same way.
fn exponential_normal_parts(x: f64, k: f64) -> (f64, f64) {
    let rate = 1.0 / k;
    if x < 0.0 {
        let near = erfcx(-x * std::f64::consts::FRAC_1_SQRT_2);
        let far = erfcx((rate - x) * std::f64::consts::FRAC_1_SQRT_2);
        let lower = -0.5 * x * x + log(0.5 * (near - far));
        return (lower, log1p(-exp(lower)));
    }
    let tail = rate * (0.5 * rate - x) + log_ndtr(x - rate);
    let above = log_ndtr(-x);
    let upper = if tail < above { above + log1p(exp(tail - above)) } else { tail + log1p(exp(above - tail)) };
    (log1p(-exp(upper)), upper)
}

/// The logarithm of the probability up to x of the inverse Gaussian distribution of mean m and shape one.
pub fn log_inverse_gaussian_lower(x: f64, m: f64) -> f64 {
    if !(x > 0.0 && m > 0.0) {
        return if x == 0.0 { f64::NEG_INFINITY } else { f64::NAN };
    }
    if x.is_infinite() {
        return 0.0;
    }
    let (lower, _) = inverse_gaussian_parts(x, m);
    lower
}

/// The logarithm of the probability above x of the inverse Gaussian distribution of mean m and shape one.
pub fn log_inverse_gaussian_upper(x: f64, m: f64) -> f64 {
    if !(x > 0.0 && m > 0.0) {
        return if x == 0.0 { 0.0 } else { f64::NAN };
    }
    if x.is_infinite() {
        return f64::NEG_INFINITY;
    }
    let (_, upper) = inverse_gaussian_parts(x, m);
    upper
}

/// The logarithm of the probability up to x of the sum of a normal variable and k times an exponential one.
pub fn log_exponential_normal_lower(x: f64, k: f64) -> f64 {
    if x.is_nan() || !(k > 0.0) {
        return f64::NAN;
    }
    if x.is_infinite() {
        return if x > 0.0 { 0.0 } else { f64::NEG_INFINITY };
    }
    let (lower, _) = exponential_normal_parts(x, k);
    lower
}

/// The logarithm of the probability above x of the sum of a normal variable and k times an exponential one.
pub fn log_exponential_normal_upper(x: f64, k: f64) -> f64 {
    if x.is_nan() || !(k > 0.0) {
        return f64::NAN;
    }
    if x.is_infinite() {
        return if x > 0.0 { f64::NEG_INFINITY } else { 0.0 };
    }
    let (_, upper) = exponential_normal_parts(x, k);
    upper
}

/// By how much the logarithm of the smaller of two tails is too large for p = 1 - q up to there.
fn surplus_at(kind: i32, place: f64, a: f64, p: f64, q: f64) -> f64 {
    let (lower, upper) = if kind == INVERSE_GAUSSIAN {
        inverse_gaussian_parts(exp(place), a)
    } else {
        exponential_normal_parts(place, a)
    };
    let value = if p < q { lower - log(p) } else { log(q) - upper };
    let bounded = if value > -1e10 { value } else { -1e10 };
    if bounded < 1e10 { bounded } else { 1e10 }
}

/// The point up to which the probability is p = 1 - q, beginning at a guess.
fn quantile_by_search(kind: i32, guess: f64, a: f64, p: f64, q: f64) -> f64 {
    let surplus = |place: f64| surplus_at(kind, place, a, p, q);
    let (bracket, _) = bracket_from(&surplus, guess, 0.5, MAX_DOUBLINGS);
    ridders_root(&surplus, bracket, guess, MAX_HALVINGS, (1e-16, 1.0))
}

/// The number up to which the probability of the inverse Gaussian distribution of mean m is p.
pub fn inverse_gaussian_quantile(p: f64, m: f64) -> f64 {
    if is_no_probability(p) || !(m > 0.0) || m.is_infinite() {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { 0.0 } else { f64::INFINITY };
    }
    exp(quantile_by_search(INVERSE_GAUSSIAN, log(m), m, p, 1.0 - p))
}

/// The number above which the probability of the inverse Gaussian distribution of mean m is q.
pub fn inverse_gaussian_upper_quantile(q: f64, m: f64) -> f64 {
    if is_no_probability(q) || !(m > 0.0) || m.is_infinite() {
        return f64::NAN;
    }
    if q == 0.0 || q == 1.0 {
        return if q == 1.0 { 0.0 } else { f64::INFINITY };
    }
    exp(quantile_by_search(INVERSE_GAUSSIAN, log(m), m, 1.0 - q, q))
}

/// The number up to which the probability of the sum of a normal variable and k times an exponential one is p.
pub fn exponential_normal_quantile(p: f64, k: f64) -> f64 {
    if is_no_probability(p) || !(k > 0.0) || k.is_infinite() {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    quantile_by_search(EXPONENTIAL_NORMAL, 0.0, k, p, 1.0 - p)
}

/// The number above which the probability of the sum of a normal variable and k times an exponential one is q.
pub fn exponential_normal_upper_quantile(q: f64, k: f64) -> f64 {
    if is_no_probability(q) || !(k > 0.0) || k.is_infinite() {
        return f64::NAN;
    }
    if q == 0.0 || q == 1.0 {
        return if q == 1.0 { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    quantile_by_search(EXPONENTIAL_NORMAL, 0.0, k, 1.0 - q, q)
}

/// The least k from one on whose part zeta(a, k + 1)/zeta(a, 1) of the zeta distribution above it is q or less.
pub fn zipf_upper_quantile(q: f64, a: f64) -> f64 {
    if is_no_probability(q) || !(a > 1.0) || a.is_infinite() {
        return f64::NAN;
    }
    if q == 0.0 {
        return f64::INFINITY;
    }
    let most = q * zeta(a, 1.0);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..1100 {
        if zeta(a, high + 1.0) <= most || high > 1e300 {
            break;
        }
        low = high;
        high *= 2.0;
    }
    for _ in 0..1100 {
        let middle = (0.5 * (low + high)).floor();
        if !(middle > low && middle < high) {
            break;
        }
        if zeta(a, middle + 1.0) <= most {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// The scale of an exponential variable from which on a normal one beside it does not count.
const MAX_MIXED_SCALE: f64 = 1e18;

/// The entropy of the sum of a normal variable and k times an exponential one: minus the integral of f log(f), by the
/// trapezoidal rule over t of x = sinh(t), of which the integrand is smooth on either scale.
pub fn exponential_normal_entropy(k: f64) -> f64 {
    if !(k > 0.0) || k.is_infinite() {
        return f64::NAN;
    }
    // The normal variable adds less than 1/k.
    if k > MAX_MIXED_SCALE {
        return 1.0 + log(k);
    }
    let rate = 1.0 / k;
    let last = log(90.0 + 100.0 * k);
    let steps = ((last + 4.0) * 64.0).floor();
    let mut sum = 0.0;
    let mut step = 0.0;
    while step <= steps {
        let t = step / 64.0 - 4.0;
        let (up, down) = (exp(t), exp(-t));
        let x = 0.5 * (up - down);
        let logarithm = log(rate) + rate * (0.5 * rate - x) + log_ndtr(x - rate);
        sum -= exp(logarithm) * logarithm * (up + down);
        step += 1.0;
    }
    sum / 128.0
}
