//! Quotients of gamma functions: beta functions, binomial coefficients, rising factorials. Where Stirling's series
//! holds, its powers are those of the arguments' quotients (DLMF 5.11.1), in pairs.

use super::gamma::{gamma, gamma_positive, gammaln, gammaln_positive, stirling};
use super::polynomials::{cos_pi, sin_pi};
use super::powers::{
    LOG2_E_HIGH, LOG2_E_REST, exp2_of_sum, log2_of_one_plus_quotient, log2_of_sum, pair_sum, pair_times,
};
use crate::math::{exp, log, log1p, pow, two_sum};

/// From this argument on Stirling's series has all digits.
pub(super) const MIN_STIRLING_ARGUMENT: f64 = 8.0;
/// log(2 pi)/2.
pub(super) const HALF_LOG_TAU: f64 = 0.9189385332046728;

/// The sign of the gamma function: NaN at negative integers, and that of a zero at zeros.
pub fn gammasgn(x: f64) -> f64 {
    if x.is_nan() || x > 0.0 {
        return if x.is_nan() { x } else { 1.0 };
    }
    if x == 0.0 {
        return 1.0f64.copysign(x);
    }
    let whole = x.floor();
    if x == whole {
        return f64::NAN;
    }
    if 0.5 * whole == (0.5 * whole).floor() { 1.0 } else { -1.0 }
}

/// One over the gamma function: zero at zero and at negative integers.
pub fn rgamma(x: f64) -> f64 {
    if x > 170.0 {
        // The last numbers above zero.
        if x > 185.0 {
            return 0.0;
        }
        let mut value = 1.0 / gamma_positive(x - 20.0);
        for k in 1..21 {
            value /= x - k as f64;
        }
        return value;
    }
    if x >= 0.5 {
        return 1.0 / gamma_positive(x);
    }
    if x > -0.5 {
        return x / gamma_positive(1.0 + x);
    }
    let a = x.abs();
    if a == a.floor() || x.is_nan() {
        return if x.is_nan() { x } else { 0.0 };
    }
    let sine = -sin_pi(a) * a * std::f64::consts::FRAC_1_PI;
    if a < 170.0 {
        return sine * gamma_positive(a);
    }
    let mut value = sine * gamma_positive(if a < 300.0 { a - 130.0 } else { 170.0 });
    for k in 1..131 {
        value *= a - k as f64;
    }
    value
}

/// The logarithm of the gamma function of a positive number; NaN below zero.
pub fn loggamma(x: f64) -> f64 {
    if x < 0.0 { f64::NAN } else { gammaln(x) }
}

/// Whether the number is zero or a negative integer, where the gamma function has its poles.
pub(super) fn is_pole(x: f64) -> bool {
    x <= 0.0 && x == x.floor()
}

/// Whether a whole number is odd.
pub(super) fn is_odd(x: f64) -> bool {
    0.5 * x != (0.5 * x).floor()
}

/// The beta function: gamma(a) gamma(b)/gamma(a + b).
pub fn beta(a: f64, b: f64) -> f64 {
    if is_pole(a) {
        return beta_at_pole(a, b);
    }
    if is_pole(b) {
        return beta_at_pole(b, a);
    }
    if a.is_nan() || b.is_nan() {
        return f64::NAN;
    }
    if a > 0.0 && b > 0.0 {
        return beta_positive(a, b);
    }
    if a.is_infinite() || b.is_infinite() {
        return beta_at_infinity(a, b);
    }
    // The reflection formula leaves beta functions of positive numbers (DLMF 5.5.3).
    let (sum, lost) = two_sum(a, b);
    let above = sine_of_sum(sum, lost);
    if a < 0.0 && b < 0.0 {
        let sines = sin_pi(a) * sin_pi(b);
        let product = (1.0 - sum) * beta_of_sums(two_sum(1.0, -a), two_sum(1.0, -b));
        return std::f64::consts::PI * above / sines / product;
    }
    let (negative, positive) = if a < 0.0 { (a, b) } else { (b, a) };
    if sum > 0.0 {
        let divisor = sin_pi(negative) * positive * beta_of_sums(two_sum(1.0, -negative), (sum, lost));
        return std::f64::consts::PI / divisor;
    }
    let (mirrored, rest) = two_sum(1.0, -sum);
    above / sin_pi(negative) * beta_of_sums((positive, 0.0), (mirrored, rest - lost))
}

/// sin(pi (high + low)), with all digits near its zeros.
#[inline(always)]
fn sine_of_sum(high: f64, low: f64) -> f64 {
    sin_pi(high) + std::f64::consts::PI * low * cos_pi(high)
}

/// The beta function of a number that is no pole and an infinite one, as SciPy has it.
fn beta_at_infinity(a: f64, b: f64) -> f64 {
    let (finite, infinite) = if a.is_infinite() { (b, a) } else { (a, b) };
    if infinite < 0.0 || finite.is_infinite() {
        return f64::NAN;
    }
    f64::INFINITY.copysign(gammasgn(finite))
}

/// The beta function where a is zero or a negative integer: finite only for integers b up to -a.
fn beta_at_pole(a: f64, b: f64) -> f64 {
    if b == b.floor() && 1.0 - a - b > 0.0 && b.abs() < 1e15 {
        let sign = if is_odd(b) { -1.0 } else { 1.0 };
        let c = 1.0 - a - b;
        return if a.is_infinite() {
            f64::INFINITY
        } else {
            sign * if b > 0.0 { beta_positive(c, b) } else { f64::INFINITY }
        };
    }
    f64::INFINITY
}

/// The beta function of positive numbers.
pub(super) fn beta_positive(a: f64, b: f64) -> f64 {
    let (small, large) = if a < b { (a, b) } else { (b, a) };
    if large.is_infinite() {
        return if small.is_infinite() { f64::NAN } else { 0.0 };
    }
    let (sum, lost) = two_sum(large, small);
    if large < MIN_STIRLING_ARGUMENT {
        if large < 1.0 {
            // gamma(x) = gamma(1 + x)/x.
            let factor = gamma_positive(1.0 + small) * gamma_positive(1.0 + large) / gamma_positive(1.0 + sum);
            return (1.0 / small + 1.0 / large) * factor;
        }
        let value = gamma_positive(small) * (gamma_positive(large) / gamma_positive(sum));
        return value - value * lost * rough_digamma(sum);
    }
    // large log2(large/sum) = -large log2(1 + small/large).
    let most = pair_times(log2_of_one_plus_quotient(small, large), -large);
    if small < MIN_STIRLING_ARGUMENT {
        // gamma(large)/gamma(large + small).
        let least = pair_times(log2_of_sum(sum, lost), -small);
        let decay = pair_times((LOG2_E_HIGH, LOG2_E_REST), small);
        let root = (1.0 + small / large).sqrt();
        let ratio = exp2_of_sum(pair_sum(pair_sum(most, least), decay)) * root;
        return gamma_positive(small) * (ratio * exp(stirling(large) - stirling(sum)));
    }
    let least = pair_times(log2_of_one_plus_quotient(large, small), -small);
    let root = (std::f64::consts::TAU / small * (1.0 + small / large)).sqrt();
    root * exp2_of_sum(pair_sum(most, least)) * exp(stirling(large) + (stirling(small) - stirling(sum)))
}

/// The beta function of positive numbers with low parts.
fn beta_of_sums((a, a_low): (f64, f64), (b, b_low): (f64, f64)) -> f64 {
    let (value, whole) = (beta_positive(a, b), rough_digamma(a + b));
    value + value * (a_low * (rough_digamma(a) - whole) + b_low * (rough_digamma(b) - whole))
}

/// The logarithm of the absolute value of the beta function.
pub fn betaln(a: f64, b: f64) -> f64 {
    if is_pole(a) || is_pole(b) {
        let value = if is_pole(a) { (a, b) } else { (b, a) };
        let c = 1.0 - value.0 - value.1;
        let finite = value.1 == value.1.floor() && c > 0.0 && c < f64::INFINITY && value.1 > 0.0 && value.1 < 1e15;
        return if finite { betaln_positive(c, value.1) } else { f64::INFINITY };
    }
    if a.is_nan() || b.is_nan() {
        return f64::NAN;
    }
    if a > 0.0 && b > 0.0 {
        return betaln_positive(a, b);
    }
    if a.is_infinite() || b.is_infinite() {
        return beta_at_infinity(a, b).abs();
    }
    let (sum, lost) = two_sum(a, b);
    if a.abs() < 60.0 && b.abs() < 60.0 {
        return log(beta(a, b).abs());
    }
    let above = sine_of_sum(sum, lost).abs();
    if a < 0.0 && b < 0.0 {
        let sines = (sin_pi(a) * sin_pi(b)).abs();
        return log(std::f64::consts::PI * above / sines) - log(1.0 - sum) - betaln_positive(1.0 - a, 1.0 - b);
    }
    let (negative, positive) = if a < 0.0 { (a, b) } else { (b, a) };
    let sine = sin_pi(negative).abs();
    if sum > 0.0 {
        return log(std::f64::consts::PI / sine) - log(positive) - betaln_positive(1.0 - negative, sum);
    }
    log(above / sine) + betaln_positive(positive, 1.0 - sum)
}

/// The logarithm of the beta function of positive numbers.
pub(super) fn betaln_positive(a: f64, b: f64) -> f64 {
    let (small, large) = if a < b { (a, b) } else { (b, a) };
    if large.is_infinite() {
        return if small.is_infinite() { f64::NAN } else { -f64::INFINITY };
    }
    if large < MIN_STIRLING_ARGUMENT {
        if small < 1e-290 {
            return -log(small);
        }
        return log(beta_positive(small, large));
    }
    let sum = a + b;
    let most = large * log1p(small / large);
    if small < MIN_STIRLING_ARGUMENT {
        let ratio = most - 0.5 * log1p(small / large) + small * (log(sum) - 1.0) + (stirling(sum) - stirling(large));
        return gammaln_positive(small) - ratio;
    }
    let correction = stirling(large) + (stirling(small) - stirling(sum));
    let least = if sum.is_infinite() { log(large) - log(small) } else { log1p(large / small) };
    HALF_LOG_TAU + correction - 0.5 * log(large) - most - (small - 0.5) * least
}

/// The rising factorial of Pochhammer: gamma(a + m)/gamma(a).
pub fn poch(a: f64, m: f64) -> f64 {
    if m == 0.0 {
        return 1.0;
    }
    if is_pole(a) && a.is_finite() && m.is_nan() {
        return 0.0;
    }
    if a.is_nan() || m.is_nan() {
        return f64::NAN;
    }
    let sum = a + m;
    if a.is_infinite() || m.is_infinite() {
        return poch_at_infinity(a, m);
    }
    if is_pole(sum) && !is_pole(a) {
        return f64::INFINITY;
    }
    if m == m.floor() && m.abs() <= 20.0 {
        return product_of_factors(a, m);
    }
    if is_pole(a) && !is_pole(sum) {
        return 0.0;
    }
    if a > 0.0 && sum > 0.0 {
        return ratio_positive(a, 0.0, m);
    }
    if a.abs() > 1e300 || m.abs() > 1e300 {
        return f64::NAN;
    }
    let (sum, lost) = two_sum(a, m);
    if is_pole(a) {
        // Both are poles, whose quotient is that of the residues.
        let value = ratio_positive(1.0 - sum, 0.0, m);
        return if is_odd(m) { -value } else { value };
    }
    // gamma(x) gamma(1 - x) = pi/sin(pi x).
    if a < 0.0 && sum < 0.0 {
        let (mirrored, rest) = two_sum(1.0, -sum);
        let value = ratio_positive(mirrored, rest - lost, m);
        if m == m.floor() {
            return if is_odd(m) { -value } else { value };
        }
        return value * (sin_pi(a) / sine_of_sum(sum, lost));
    }
    if a < 0.0 {
        let sine = sin_pi(a) * std::f64::consts::FRAC_1_PI;
        let (mirrored, rest) = two_sum(1.0, -a);
        return if sum < 85.0 && a > -85.0 {
            let value = gamma_positive(sum) * gamma_positive(mirrored) * sine;
            value + value * (lost * rough_digamma(sum) + rest * rough_digamma(mirrored))
        } else {
            exp(gammaln_positive(sum) + gammaln_positive(1.0 - a) + log(sine.abs())) * 1.0f64.copysign(sine)
        };
    }
    let sine = sine_of_sum(sum, lost) * std::f64::consts::FRAC_1_PI;
    let (mirrored, rest) = two_sum(1.0, -sum);
    let value = 1.0 / (gamma_positive(a) * gamma_positive(mirrored) * sine);
    value - value * (rest - lost) * rough_digamma(mirrored)
}

/// The same for a whole m from -20 to 20.
fn product_of_factors(a: f64, m: f64) -> f64 {
    let mut value = 1.0;
    for k in 0..20 {
        let n = k as f64;
        if n < m {
            value *= a + n;
        } else if -n > m {
            value *= a - (n + 1.0);
        } else if -n == m {
            break;
        }
    }
    if m < 0.0 {
        // The factor after the last of the loop.
        return 1.0 / value;
    }
    value
}

/// The rising factorial where an operand is infinite, as SciPy has it.
fn poch_at_infinity(a: f64, m: f64) -> f64 {
    if is_pole(a) && !a.is_infinite() {
        return 0.0;
    }
    if a == -f64::INFINITY && m.abs() == 1.0 {
        return if m > 0.0 { a } else { 0.0 };
    }
    if a == -f64::INFINITY || m == -f64::INFINITY || (a.is_infinite() && m.is_infinite()) {
        return f64::NAN;
    }
    if a.is_infinite() {
        return if m > 0.0 { f64::INFINITY } else { 0.0 };
    }
    f64::INFINITY.copysign(gammasgn(a))
}

/// The digamma function of numbers from 1.5 on, to a tenth of its value: the factor by which a rounding error grows.
/// Zero below.
#[inline(always)]
fn rough_digamma(x: f64) -> f64 {
    if x > 1.5 { log(x - 0.5) } else { 0.0 }
}

/// gamma(a + m)/gamma(a) where both arguments are positive; a has a low part.
fn ratio_positive(a: f64, a_low: f64, m: f64) -> f64 {
    let (sum, lost) = two_sum(a, m);
    if sum.is_infinite() {
        return if m > 0.0 { f64::INFINITY } else { f64::NAN };
    }
    if a >= MIN_STIRLING_ARGUMENT && sum >= MIN_STIRLING_ARGUMENT {
        let most = pair_times(log2_of_one_plus_quotient(m, a), a);
        let least = pair_times(log2_of_sum(sum, lost), m);
        let decay = pair_times((LOG2_E_HIGH, LOG2_E_REST), -m);
        let power = exp2_of_sum(pair_sum(pair_sum(most, least), decay));
        return power * (exp(stirling(sum) - stirling(a) + a_low * log(sum / a)) / (sum / a).sqrt());
    }
    let rest = (lost + a_low) * rough_digamma(sum) - a_low * rough_digamma(a);
    if sum > 171.0 || a > 171.0 {
        return exp(gammaln_positive(sum) - gammaln_positive(a) + rest);
    }
    let value = gamma_positive(sum) / gamma_positive(a);
    value + value * rest
}

/// The binomial coefficient of real numbers: gamma(n + 1)/(gamma(k + 1) gamma(n - k + 1)).
pub fn binom(n: f64, k: f64) -> f64 {
    if (k == -f64::INFINITY || (n == f64::INFINITY && k < 0.0 && k == k.floor()))
        && !(n < 0.0 && n == n.floor())
        && !n.is_nan()
    {
        return 0.0;
    }
    if n.is_nan() || k.is_nan() || (n < 0.0 && n == n.floor()) {
        return f64::NAN;
    }
    if k == k.floor() && (n.abs() > 1e-8 || n == 0.0) {
        let mirrored = n == n.floor() && k > 0.5 * n && n > 0.0;
        let count = if mirrored { n - k } else { k };
        if count >= 0.0 && count < 20.0 {
            let (mut numerator, mut divisor) = (1.0, 1.0);
            for i in 1..20 {
                if i as f64 > count {
                    break;
                }
                numerator *= i as f64 + n - count;
                divisor *= i as f64;
                if numerator.abs() > 1e50 {
                    numerator /= divisor;
                    divisor = 1.0;
                }
            }
            return numerator / divisor;
        }
    }
    if n >= 1e10 * k && k > 0.0 {
        return exp(-betaln(1.0 + n - k, 1.0 + k) - log(n + 1.0));
    }
    if k > 1e8 * n.abs() {
        return far_binom(n, k);
    }
    reflected_binom(n, k)
}

/// The binomial coefficient by beta functions of positive numbers.
fn reflected_binom(n: f64, k: f64) -> f64 {
    let (rest, lost) = two_sum(n, -k);
    let (next_n, next_k) = (two_sum(1.0, n), two_sum(1.0, k));
    let (next_rest, next_lost) = two_sum(1.0, rest);
    let next_rest = (next_rest, next_lost + lost);
    if n > -1.0 {
        if k > -1.0 && rest > -1.0 {
            return 1.0 / (n + 1.0) / beta_of_sums(next_rest, next_k);
        }
        // 1/gamma(-y) = -gamma(1 + y) sin(pi y)/pi.
        if k > -1.0 {
            return -beta_of_sums(next_n, (-rest, -lost)) * sine_of_sum(rest, lost) * std::f64::consts::FRAC_1_PI;
        }
        return -beta_of_sums(next_n, (-k, 0.0)) * sin_pi(k) * std::f64::consts::FRAC_1_PI;
    }
    if k > -1.0 {
        return sine_of_sum(rest, lost) / (sin_pi(n) * -rest * beta_of_sums((-n, 0.0), next_k));
    }
    if rest > -1.0 {
        return sin_pi(k) / (sin_pi(n) * -k * beta_of_sums((-n, 0.0), next_rest));
    }
    gamma(n + 1.0) * rgamma(k + 1.0) * rgamma(rest + 1.0)
}

/// The binomial coefficient where k is far beyond n: two terms of the series in 1/k.
fn far_binom(n: f64, k: f64) -> f64 {
    let factor = gamma(1.0 + n);
    let amplitude = factor * (1.0 / k + n / (2.0 * k * k)) / (std::f64::consts::PI * pow(k, n));
    let whole = k.floor();
    let sine = sin_pi((k - whole) - n);
    if is_odd(whole) { -amplitude * sine } else { amplitude * sine }
}
