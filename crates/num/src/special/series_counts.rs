//! Sums of the logarithmic distribution, of that of Yule and Simon and of the beta-binomial one.

use super::exponential_integral::exp1;
use super::gamma_ratio::betaln;
use super::panels::{GAUSS_POINTS, GAUSS_WEIGHTS};
use crate::math::{exp, log, log1p, pow};

/// Most terms of a sum.
const MAX_COUNTED: usize = 10000000;

/// The sum of `p^j/j` from n on by the continued fraction of the incomplete beta function whose second parameter is
/// zero
/// (DLMF 8.17.22).
fn logarithmic_tail(n: f64, p: f64) -> f64 {
    let (mut c, mut d) = (1.0, 1.0 / (1.0 - p * n / (n + 1.0)));
    let mut value = d;
    for k in 1..5000 {
        let m = k as f64;
        let even = -m * m * p / ((n + 2.0 * m - 1.0) * (n + 2.0 * m));
        d = 1.0 / (1.0 + even * d);
        c = 1.0 + even / c;
        value *= c * d;
        let odd = -(n + m) * (n + m) * p / ((n + 2.0 * m) * (n + 2.0 * m + 1.0));
        d = 1.0 / (1.0 + odd * d);
        c = 1.0 + odd / c;
        let factor = c * d;
        value *= factor;
        if (factor - 1.0).abs() < 2e-16 {
            break;
        }
    }
    value * pow(p, n) / n
}

/// Up to this number terms are added one by one; a sum from there on is the integral and corrections for its ends, of
/// Euler and Maclaurin.
const LAST_COUNTED: usize = 1000;
/// Up to this number they are added where the sum ends there.
const MAX_ADDED: f64 = 20000.0;
/// The parameter from which on the entropy's sum is that of few terms and an integral.
const MIN_INTEGRATED: f64 = 0.999;

/// What half of the term and the derivatives at x add to an integral of e^(-s x)/x from there on.
fn end_of_powers(x: f64, s: f64) -> f64 {
    let first = s + 1.0 / x;
    let third = s * s * s + (3.0 * s * s + (6.0 * s + 6.0 / x) / x) / x;
    exp(-s * x) / x * (0.5 + first / 12.0 - third / 720.0)
}

/// The probabilities of at most k and of more of the logarithmic distribution.
fn logarithmic_parts(k: f64, p: f64) -> (f64, f64) {
    let whole = -log1p(-p);
    if (k + 2.0) * (1.0 - p) < 0.3 {
        let is_long = k > MAX_ADDED;
        let last = if is_long { LAST_COUNTED as f64 } else { k };
        let (mut power, mut sum, mut j) = (p, 0.0, 1.0);
        for _ in 0..MAX_COUNTED {
            if j > last {
                break;
            }
            sum += power / j;
            power *= p;
            j += 1.0;
        }
        if is_long {
            let s = -log1p(-(1.0 - p));
            sum += exp1(s * j) - exp1(s * (k + 1.0)) + end_of_powers(j, s) - end_of_powers(k + 1.0, s);
        }
        return (sum / whole, 1.0 - sum / whole);
    }
    let upper = logarithmic_tail(k + 1.0, p) / whole;
    (1.0 - upper, upper)
}

/// The probability of at most k of the logarithmic distribution of the parameter p.
pub fn logarithmic_series_lower(k: f64, p: f64) -> f64 {
    if k.is_nan() || !(p > 0.0 && p < 1.0) {
        return f64::NAN;
    }
    if k < 1.0 || k.is_infinite() {
        return if k < 1.0 { 0.0 } else { 1.0 };
    }
    let (lower, _) = logarithmic_parts(k.floor(), p);
    lower
}

/// The probability of more than k of the logarithmic distribution of the parameter p.
pub fn logarithmic_series_upper(k: f64, p: f64) -> f64 {
    if k.is_nan() || !(p > 0.0 && p < 1.0) {
        return f64::NAN;
    }
    if k < 1.0 || k.is_infinite() {
        return if k < 1.0 { 1.0 } else { 0.0 };
    }
    let (_, upper) = logarithmic_parts(k.floor(), p);
    upper
}

/// The sum of e^(-s k) log(k)/k from n on, for small s: the integral over u of k = n e^u by Gauss's rule, and the
/// terms at its end.
fn logarithms_beyond(n: f64, s: f64) -> f64 {
    let (first, logarithm) = (s * n, log(n));
    let mut sum = 0.0;
    for i in 0..40 {
        let middle = i as f64 + 0.5;
        let mut part = 0.0;
        for j in 0..8 {
            let (after, before) = (middle + 0.5 * GAUSS_POINTS[j], middle - 0.5 * GAUSS_POINTS[j]);
            let of_after = (logarithm + after) * exp(-first * exp(after));
            part += GAUSS_WEIGHTS[j] * (of_after + (logarithm + before) * exp(-first * exp(before)));
        }
        sum += 0.5 * part;
        if part < 1e-18 * sum {
            break;
        }
    }
    // The derivatives of log(x)/x times those of the power.
    let value = logarithm / n;
    let slope = (1.0 - logarithm) / (n * n);
    let bend = (2.0 * logarithm - 3.0) / (n * n * n);
    let third = (11.0 - 6.0 * logarithm) / (n * n * n * n);
    let odd = third - s * (3.0 * bend - s * (3.0 * slope - s * value));
    sum + exp(-first) * (0.5 * value - (slope - s * value) / 12.0 + odd / 720.0)
}

/// The entropy of the logarithmic distribution of the parameter p.
pub fn logarithmic_series_entropy(p: f64) -> f64 {
    if !(p > 0.0 && p < 1.0) {
        return f64::NAN;
    }
    let whole = -log1p(-p);
    // log(whole) - mean log(p) + the mean of log(k).
    let (mut power, mut sum, mut k) = (p, 0.0, 1.0);
    let last = if p > MIN_INTEGRATED { LAST_COUNTED - 2 } else { MAX_COUNTED };
    for _ in 0..last {
        power *= p;
        k += 1.0;
        let term = power / k * log(k);
        sum += term;
        if !(term > 1e-18 * sum) {
            break;
        }
    }
    if p > MIN_INTEGRATED {
        sum += logarithms_beyond(k + 1.0, -log1p(-(1.0 - p)));
    }
    log(whole) - p / (1.0 - p) * log(p) / whole + sum / whole
}

/// The entropy of the distribution of Yule and Simon: a sum, and the integral of the powers that its terms become.
pub fn yule_simon_entropy(alpha: f64) -> f64 {
    if !(alpha > 0.0) || alpha.is_infinite() {
        return f64::NAN;
    }
    // Terms up to here, beyond which those of Stirling's expansion are integrated.
    const LAST: usize = 20000;
    let mut mass = alpha / (alpha + 1.0);
    let mut sum = 0.0;
    for k in 1..LAST {
        let n = k as f64;
        sum -= mass * log(mass);
        mass *= n / (n + alpha + 1.0);
        if mass < 1e-300 {
            return sum;
        }
    }
    // The mass near x = n + alpha/2 is m x^-(alpha + 1) but for terms of x^-2: the sum from n on is the integral from
    // n - 1/2 on.
    let n = LAST as f64;
    let start = n - 0.5 + 0.5 * alpha;
    let logarithm = log(mass) + (alpha + 1.0) * log(n + 0.5 * alpha);
    let tail = exp(logarithm - alpha * log(start)) / alpha;
    sum + tail * ((alpha + 1.0) * (log(start) + 1.0 / alpha) - logarithm)
}

/// The probability of k successes in n trials whose probability is a beta variable of shapes a and b.
fn beta_binomial_mass(k: f64, n: f64, a: f64, b: f64) -> f64 {
    exp(betaln(k + a, n - k + b) - betaln(a, b) - betaln(n - k + 1.0, k + 1.0)) / (n + 1.0)
}

/// The sum of masses from k on, up or down to an end or where no term counts any more.
fn beta_binomial_sum(k: f64, n: f64, a: f64, b: f64, upwards: bool) -> f64 {
    let mut mass = beta_binomial_mass(k, n, a, b);
    let mut sum = mass;
    let mut j = k;
    for _ in 0..MAX_COUNTED {
        if upwards {
            if j >= n {
                break;
            }
            mass *= (n - j) * (j + a) / ((j + 1.0) * (n - j - 1.0 + b));
            j += 1.0;
        } else {
            if j <= 0.0 {
                break;
            }
            mass *= j * (n - j + b) / ((n - j + 1.0) * (j - 1.0 + a));
            j -= 1.0;
        }
        sum += mass;
    }
    sum
}

/// Whether there is no such beta-binomial distribution.
fn is_no_beta_binomial(n: f64, a: f64, b: f64) -> bool {
    !(n >= 0.0 && a > 0.0 && b > 0.0) || n.is_infinite() || a.is_infinite() || b.is_infinite()
}

/// The probabilities of at most k and of more successes, the one below the mean as a sum.
fn beta_binomial_parts(k: f64, n: f64, a: f64, b: f64) -> (f64, f64) {
    if k < n * (a / (a + b)) {
        let lower = beta_binomial_sum(k, n, a, b, false);
        return (lower, 1.0 - lower);
    }
    let upper = beta_binomial_sum(k + 1.0, n, a, b, true);
    (1.0 - upper, upper)
}

/// The probability of at most k successes in n trials whose probability is a beta variable of shapes a and b.
pub fn beta_binomial_lower(k: f64, n: f64, a: f64, b: f64) -> f64 {
    if k.is_nan() || is_no_beta_binomial(n, a, b) {
        return f64::NAN;
    }
    let k = k.floor();
    if k < 0.0 || k >= n {
        return if k < 0.0 { 0.0 } else { 1.0 };
    }
    let (lower, _) = beta_binomial_parts(k, n, a, b);
    if lower > 0.0 { lower } else { 0.0 }
}

/// The probability of more than k successes in n trials whose probability is a beta variable of shapes a and b.
pub fn beta_binomial_upper(k: f64, n: f64, a: f64, b: f64) -> f64 {
    if k.is_nan() || is_no_beta_binomial(n, a, b) {
        return f64::NAN;
    }
    let k = k.floor();
    if k < 0.0 || k >= n {
        return if k < 0.0 { 1.0 } else { 0.0 };
    }
    let (_, upper) = beta_binomial_parts(k, n, a, b);
    if upper > 0.0 { upper } else { 0.0 }
}

/// The entropy of the number of successes in n trials whose probability is a beta variable of shapes a and b.
pub fn beta_binomial_entropy(n: f64, a: f64, b: f64) -> f64 {
    if is_no_beta_binomial(n, a, b) {
        return f64::NAN;
    }
    let mut mass = beta_binomial_mass(0.0, n, a, b);
    let mut sum = 0.0;
    let mut j = 0.0;
    for _ in 0..MAX_COUNTED {
        if mass > 0.0 {
            sum -= mass * log(mass);
        }
        if j >= n {
            break;
        }
        // From where the first masses are zero on, each is computed by itself.
        let next = mass * (n - j) * (j + a) / ((j + 1.0) * (n - j - 1.0 + b));
        j += 1.0;
        mass = if mass > 1e-200 { next } else { beta_binomial_mass(j, n, a, b) };
    }
    sum
}

/// The logarithm of the probability of k failures before the n-th success, of which the probability is a beta variable
/// of shapes a and b.
fn log_beta_negative_mass(k: f64, n: f64, a: f64, b: f64) -> f64 {
    let choices = if k == 0.0 { 0.0 } else { log(n + k) + betaln(n, k + 1.0) };
    betaln(a + n, b + k) - betaln(a, b) - choices
}

/// The entropy of the number of failures before the n-th success, of which the probability is a beta variable of shapes
/// a and b: a sum, and by Euler and Maclaurin's summation an integral over the logarithm of the failures where the
/// probabilities fall as a power.
pub fn beta_negative_binomial_entropy(n: f64, a: f64, b: f64) -> f64 {
    if is_no_beta_binomial(n, a, b) {
        return f64::NAN;
    }
    if n == 0.0 {
        return 0.0;
    }
    // Beyond the mode, and where the logarithm of the probability bends little from one count to the next.
    let far = 500.0 + 8.0 * (n + b) + 8.0 * n * b / (a + 1.0);
    let last = if far < 1e7 { far.floor() } else { 1e7 };
    let mut mass = exp(log_beta_negative_mass(0.0, n, a, b));
    let (mut sum, mut k) = (0.0, 0.0);
    for _ in 0..MAX_COUNTED {
        if k >= last {
            break;
        }
        if mass > 0.0 {
            sum -= mass * log(mass);
        }
        let next = mass * (n + k) * (b + k) / ((k + 1.0) * (n + a + b + k));
        k += 1.0;
        mass = if mass > 1e-200 { next } else { exp(log_beta_negative_mass(k, n, a, b)) };
    }
    if mass < 1e-30 {
        return sum;
    }
    // Half of the first term and a twelfth of its change, and the integral over y of k = last e^y.
    let logarithm = log(mass);
    let change = (n - 1.0) / (k + 0.5 * n) - (n + a) / (k + 0.5 * (n + a + 2.0 * b - 1.0));
    sum -= 0.5 * mass * logarithm;
    sum += mass * change * (1.0 + logarithm) / 12.0;
    const STEP: f64 = 0.0625;
    let rate = 1.0 / a;
    for i in 0..124 {
        let s = STEP * (i as f64 - 60.0);
        let fall = exp(-s);
        let y = rate * exp(s - fall);
        let value = k * exp(y);
        if value > 1e290 {
            break;
        }
        let log_mass = log_beta_negative_mass(value, n, a, b);
        sum -= STEP * y * (1.0 + fall) * value * exp(log_mass) * log_mass;
    }
    sum
}
