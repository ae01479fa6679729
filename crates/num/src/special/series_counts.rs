//! Sums of the logarithmic distribution, of that of Yule and Simon and of the beta-binomial one.

use super::beta::beta_parts;
use super::densities::negative_binomial_mass;
use super::exponential_integral::exp1;
use super::gamma::{gammaln, stirling};
use super::gamma_ratio::{MIN_STIRLING_ARGUMENT, betaln};
use super::panels::{GAUSS_POINTS, GAUSS_WEIGHTS};
use super::smooth_sums::smooth_sum;
use crate::math::{exp, log, log1p, pow};

/// Most terms of a sum.
const MAX_COUNTED: usize = 100000;

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

/// log(gamma(x + step)/gamma(x)), whose error is in proportion to itself.
fn log_gamma_quotient(x: f64, step: f64) -> f64 {
    if x < MIN_STIRLING_ARGUMENT || x + step < MIN_STIRLING_ARGUMENT {
        return gammaln(x + step) - gammaln(x);
    }
    let correction = stirling(x + step) - stirling(x);
    step * log(x) + ((x + step - 0.5) * log1p(step / x) - step) + correction
}

/// The probability of k successes in n trials whose probability is a beta variable of shapes a and b: of k and n - k
/// failures before the a-th and the b-th success, where there are n before both, whatever the probability of a success
/// is.
fn beta_binomial_mass(k: f64, n: f64, a: f64, b: f64) -> f64 {
    let p = (a + b) / (a + b + n);
    negative_binomial_mass(k, a, p) * (negative_binomial_mass(n - k, b, p) / negative_binomial_mass(n, a + b, p))
}

/// Most counts up to an end whose probabilities are added one by one.
const MAX_BETA_COUNTED: f64 = 2000.0;
/// Most trials of which a number of successes is a number; of more it is the share of a beta variable.
const MAX_TRIALS: f64 = 1e15;

/// The number of counts over which probabilities vary little: a third of a distance, half of the deviation that the
/// bend of the logarithm is of, and eight times that over which a slope changes it by one.
fn calm_width(distance: f64, bend: f64, slope: f64) -> f64 {
    let (near, wide, long) = (0.3333 * distance, 0.5 / bend.abs().sqrt(), 8.0 / slope.abs());
    let least = if near < wide { near } else { wide };
    if least < long { least } else { long }
}

fn beta_binomial_width(k: f64, n: f64, a: f64, b: f64) -> f64 {
    let (up, down) = (k + 1.0, n - k + 1.0);
    let bend = 1.0 / up + 1.0 / down - 1.0 / (k + a) - 1.0 / (n - k + b);
    let slope = log((k + a) / up) - log((n - k + b) / down);
    calm_width(if up < down { up } else { down }, bend, slope)
}

/// The sum of masses from k on, up or down to an end or where no term counts any more.
fn beta_binomial_sum(k: f64, n: f64, a: f64, b: f64, upwards: bool) -> f64 {
    if (if upwards { n - k } else { k }) > MAX_BETA_COUNTED {
        let range = if upwards { (k, n, 1.0) } else { (k, 0.0, -1.0) };
        return smooth_sum(0.0, &|j| beta_binomial_mass(j, n, a, b), &|j| beta_binomial_width(j, n, a, b), range);
    }
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
    if n > MAX_TRIALS {
        return beta_parts(a, b, k / n);
    }
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
    if n > MAX_TRIALS {
        return f64::NAN;
    }
    let mut mass = beta_binomial_mass(0.0, n, a, b);
    let mut sum = 0.0;
    if n > MAX_BETA_COUNTED {
        // Both ends, and the rest from the mean on to both sides.
        let middle = (n * (a / (a + b))).floor();
        let middle = if middle > 1.0 { middle } else { 1.0 };
        let middle = if middle < n - 2.0 { middle } else { n - 2.0 };
        sum = entropic_part(mass) + entropic_part(beta_binomial_mass(n, n, a, b));
        sum = smooth_sum(
            sum,
            &|k| entropic_part(beta_binomial_mass(k, n, a, b)),
            &|k| beta_binomial_width(k, n, a, b),
            (middle, 1.0, -1.0),
        );
        return smooth_sum(
            sum,
            &|k| entropic_part(beta_binomial_mass(k, n, a, b)),
            &|k| beta_binomial_width(k, n, a, b),
            (middle + 1.0, n - 1.0, 1.0),
        );
    }
    let mut j = 0.0;
    for _ in 0..MAX_COUNTED {
        sum += entropic_part(mass);
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

/// The contribution -p log(p) of a probability to an entropy.
fn entropic_part(p: f64) -> f64 {
    if p > 0.0 { -p * log(p) } else { 0.0 }
}

/// The logarithm of the probability of k failures before the n-th success, of which the probability is a beta variable
/// of shapes a and b.
fn log_beta_negative_mass(k: f64, n: f64, a: f64, b: f64) -> f64 {
    // B(a + n, b + k)/(B(a, b) (n + k) B(n, k + 1)).
    let of_count = log_gamma_quotient(k + 1.0, n - 1.0) + log_gamma_quotient(k + 1.0, b - 1.0);
    let of_both = log_gamma_quotient(k + 1.0, n + a + b - 1.0);
    of_count - of_both + log_gamma_quotient(n, a) - betaln(a, b)
}

/// The same probability itself.
fn beta_negative_mass(k: f64, n: f64, a: f64, b: f64) -> f64 {
    n / (n + k) * beta_binomial_mass(k, n + k, b, a)
}

fn beta_negative_width(k: f64, n: f64, a: f64, b: f64) -> f64 {
    let (next, all) = (k + 1.0, k + n + a + b);
    let bend = 1.0 / next + 1.0 / all - 1.0 / (k + n) - 1.0 / (k + b);
    calm_width(next, bend, log((k + n) / all) + log((k + b) / next))
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
    if !(far < MAX_TRIALS) {
        return f64::NAN;
    }
    let last = far.floor();
    let mut mass = beta_negative_mass(0.0, n, a, b);
    let (mut sum, mut k) = (0.0, 0.0);
    if last > MAX_BETA_COUNTED {
        let mean = n * b / (a + 1.0);
        let middle = if mean > 1.0 { mean.floor() } else { 1.0 };
        sum = smooth_sum(
            entropic_part(mass),
            &|j| entropic_part(beta_negative_mass(j, n, a, b)),
            &|j| beta_negative_width(j, n, a, b),
            (middle, 1.0, -1.0),
        );
        sum = smooth_sum(
            sum,
            &|j| entropic_part(beta_negative_mass(j, n, a, b)),
            &|j| beta_negative_width(j, n, a, b),
            (middle + 1.0, last - 1.0, 1.0),
        );
        k = last;
        mass = beta_negative_mass(k, n, a, b);
    }
    for _ in 0..MAX_COUNTED {
        if k >= last {
            break;
        }
        sum += entropic_part(mass);
        let next = mass * (n + k) * (b + k) / ((k + 1.0) * (n + a + b + k));
        k += 1.0;
        mass = if mass > 1e-200 { next } else { beta_negative_mass(k, n, a, b) };
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
