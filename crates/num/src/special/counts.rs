//! Distributions of counts: sums and quantiles of the hypergeometric one, quantiles of the others, and entropies, which
//! are sums from the mode on to both sides.

use super::beta::beta_parts;
use super::densities::{binomial_mass, log_binomial_mass, negative_binomial_mass, poisson_mass};
use super::distributions::{bdtr, bdtrc, is_no_probability, pdtr, pdtrc};
use super::normal::{ndtr, ndtri};
use super::parameters::{bdtrik_of_tails, nbdtrik_of_tails, pdtrik_of_tails};
use super::smooth_sums::{smooth_sum, stride_within, strided_sum};
use crate::math::log;

/// Whose probabilities follow from one another: Poisson's of mean u, the binomial ones of u trials and the odds v, the
/// negative binomial ones of u successes and the probability of failure v, the hypergeometric ones of u good, v draws
/// and w, by how much the bad are more than the draws.
const POISSON: i32 = 0;
const BINOMIAL: i32 = 1;
const NEGATIVE_BINOMIAL: i32 = 2;
const HYPERGEOMETRIC: i32 = 3;

/// The probability of k + 1 over that of k.
#[inline(always)]
fn ratio(kind: i32, k: f64, u: f64, v: f64, w: f64) -> f64 {
    if kind == POISSON {
        return u / (k + 1.0);
    }
    if kind == BINOMIAL {
        return (u - k) / (k + 1.0) * v;
    }
    if kind == NEGATIVE_BINOMIAL {
        return (u + k) / (k + 1.0) * v;
    }
    (u - k) / (k + 1.0) * ((v - k) / (w + k + 1.0))
}

/// Terms below this part of their sum end it.
const LAST_TERM: f64 = 1e-18;
/// More terms than any sum has whose probabilities are added one by one.
const MAX_COUNTS: usize = 100_000;
/// Largest deviation up to which the probabilities that a tail has are added one by one, and variance up to which all
/// are; variance beyond which the probabilities of counts are the normal density's to the last place.
const MAX_COUNTED_DEVIATION: f64 = 1000.0;
const MAX_COUNTED_VARIANCE: f64 = 400.0;
const MAX_VARIANCE: f64 = 1e25;
/// log(2 pi e)/2.
const UNIT_NORMAL_ENTROPY: f64 = 1.4189385332046727;
/// Fewest successes for which the number of failures rises and falls as a normal density does.
const MIN_NORMAL_SUCCESSES: f64 = 100.0;
/// Probability of a success below which the number of failures over its mean has one distribution.
const LEAST_CHANCE: f64 = 1e-100;

/// The contribution of a probability to a sum: itself, or to an entropy -p log(p).
#[inline(always)]
fn summand(entropic: bool, p: f64) -> f64 {
    if !entropic {
        return p;
    }
    if p > 1e-300 { -p * log(p) } else { 0.0 }
}

/// A sum, to which the probabilities above k are added, of which that of k is known.
fn with_above(entropic: bool, start: f64, kind: i32, k: f64, first: f64, odds: (f64, f64, f64)) -> f64 {
    let (u, v, w) = odds;
    let (mut term, mut sum, mut count) = (first, start, k);
    for _ in 0..MAX_COUNTS {
        term *= ratio(kind, count, u, v, w);
        count += 1.0;
        let step = summand(entropic, term);
        sum += step;
        if !(step > LAST_TERM * sum) {
            break;
        }
    }
    sum
}

/// A sum, to which the probabilities below k are added, of which that of k is known.
fn with_below(entropic: bool, start: f64, kind: i32, k: f64, first: f64, odds: (f64, f64, f64)) -> f64 {
    let (u, v, w) = odds;
    let (mut term, mut sum, mut count) = (first, start, k);
    for _ in 0..MAX_COUNTS {
        if !(count > 0.0) {
            break;
        }
        count -= 1.0;
        let step = ratio(kind, count, u, v, w);
        term = if step > 0.0 { term / step } else { 0.0 };
        let step = summand(entropic, term);
        sum += step;
        if !(step > LAST_TERM * sum) {
            break;
        }
    }
    sum
}

/// The sum of -p log(p) of all probabilities, of which that of the mode k is known.
fn entropy(kind: i32, k: f64, first: f64, u: f64, v: f64, w: f64) -> f64 {
    let above = with_above(true, summand(true, first), kind, k, first, (u, v, w));
    with_below(true, above, kind, k, first, (u, v, w))
}

/// The entropy of Poisson's distribution of mean m.
pub fn poisson_entropy(m: f64) -> f64 {
    if !(m >= 0.0) || m.is_infinite() {
        return f64::NAN;
    }
    if m == 0.0 {
        return 0.0;
    }
    if m > 1e4 {
        // The expansion for large means.
        let x = 1.0 / m;
        let series = x * (1.0 / 12.0 + x * (1.0 / 24.0 + x * (19.0 / 360.0 + x * (9.0 / 80.0))));
        return 0.5 * log(std::f64::consts::TAU * std::f64::consts::E * m) - series;
    }
    let mode = m.floor();
    entropy(POISSON, mode, poisson_mass(mode, m), m, 0.0, 0.0)
}

/// The stride of sums of probabilities of a variance.
fn stride_of(variance: f64) -> f64 {
    stride_within(0.3 * variance.sqrt())
}

/// The entropy of the number of successes in n trials of probability p.
pub fn binomial_entropy(n: f64, p: f64) -> f64 {
    if !(n >= 0.0 && p >= 0.0 && p <= 1.0) || n.is_infinite() {
        return f64::NAN;
    }
    if n == 0.0 || p == 0.0 || p == 1.0 {
        return 0.0;
    }
    // Computed for the rarer outcome, whose odds have all their digits.
    let rare = if p <= 0.5 { p } else { 1.0 - p };
    let mode = ((n + 1.0) * rare).floor();
    let variance = n * rare * (1.0 - rare);
    if variance > MAX_VARIANCE {
        return UNIT_NORMAL_ENTROPY + 0.5 * log(variance);
    }
    if variance > MAX_COUNTED_VARIANCE {
        return strided_sum(&|k| summand(true, binomial_mass(k, n, rare)), mode, stride_of(variance));
    }
    entropy(BINOMIAL, mode, binomial_mass(mode, n, rare), n, rare / (1.0 - rare), 0.0)
}

/// The entropy of the number of failures before the n-th success, of probability p.
pub fn negative_binomial_entropy(n: f64, p: f64) -> f64 {
    if !(n > 0.0 && p > 0.0 && p <= 1.0) || n.is_infinite() {
        return f64::NAN;
    }
    if p == 1.0 {
        return 0.0;
    }
    if p < LEAST_CHANCE && n < MAX_VARIANCE {
        return negative_binomial_entropy_of(n, LEAST_CHANCE) + log(LEAST_CHANCE) - log(p);
    }
    negative_binomial_entropy_of(n, p)
}

/// The same of a probability that is not as small as the least numbers, or of very many successes.
fn negative_binomial_entropy_of(n: f64, p: f64) -> f64 {
    let rest = 1.0 - p;
    if n > MAX_VARIANCE {
        return UNIT_NORMAL_ENTROPY + 0.5 * (log(n) + log(rest)) - log(p);
    }
    let variance = n * rest / p / p;
    let mode = if n > 1.0 { ((n - 1.0) * rest / p).floor() } else { 0.0 };
    if variance > MAX_COUNTED_VARIANCE && n >= MIN_NORMAL_SUCCESSES {
        return strided_sum(&|k| summand(true, negative_binomial_mass(k, n, p)), mode, stride_of(variance));
    }
    if variance > MAX_COUNTED_VARIANCE {
        // The probabilities fall as (1 - p)^k, or spread about the mean.
        let widest = 0.5 * (if n > 1.0 { n } else { 1.0 }).sqrt() / p;
        let first = summand(true, negative_binomial_mass(0.0, n, p));
        return smooth_sum(
            first,
            &|k| summand(true, negative_binomial_mass(k, n, p)),
            &|k| if 0.5 * k < widest { 0.5 * k } else { widest },
            (1.0, 1e300, 1.0),
        );
    }
    entropy(NEGATIVE_BINOMIAL, mode, negative_binomial_mass(mode, n, p), n, 1.0 - p, 0.0)
}

/// Whether these are no population, no good ones of it, or no draws of it.
fn is_no_population(total: f64, good: f64, draws: f64) -> bool {
    !(total > 0.0 && good >= 0.0 && draws >= 0.0 && good <= total && draws <= total) || total.is_infinite()
}

/// The fewest good ones among the draws.
#[inline(always)]
fn min_good(total: f64, good: f64, draws: f64) -> f64 {
    let surplus = draws - (total - good);
    if surplus > 0.0 { surplus } else { 0.0 }
}

/// The most good ones among the draws.
#[inline(always)]
fn max_good(good: f64, draws: f64) -> f64 {
    if good < draws { good } else { draws }
}

/// The logarithm of the probability of k good ones among draws without replacement.
pub fn log_hypergeometric_mass(k: f64, total: f64, good: f64, draws: f64) -> f64 {
    if is_no_population(total, good, draws) || k.is_nan() {
        return f64::NAN;
    }
    if k < min_good(total, good, draws) || k > max_good(good, draws) {
        return f64::NEG_INFINITY;
    }
    let p = draws / total;
    log_binomial_mass(k, good, p) + log_binomial_mass(draws - k, total - good, p) - log_binomial_mass(draws, total, p)
}

/// The probability of k good ones among draws without replacement.
pub fn hypergeometric_mass(k: f64, total: f64, good: f64, draws: f64) -> f64 {
    if is_no_population(total, good, draws) || k.is_nan() {
        return f64::NAN;
    }
    if k < min_good(total, good, draws) || k > max_good(good, draws) {
        return 0.0;
    }
    let p = draws / total;
    binomial_mass(k, good, p) * (binomial_mass(draws - k, total - good, p) / binomial_mass(draws, total, p))
}

/// The variance of the number of good ones among the draws.
fn hypergeometric_variance(total: f64, good: f64, draws: f64) -> f64 {
    let mean = draws * (good / total);
    if total > 1.0 { mean * ((total - good) / total) * ((total - draws) / (total - 1.0)) } else { 0.0 }
}

/// The probabilities of at most k good ones and of more, of whole k.
fn hypergeometric_parts(k: f64, total: f64, good: f64, draws: f64) -> (f64, f64) {
    if k < min_good(total, good, draws) {
        return (0.0, 1.0);
    }
    if k >= max_good(good, draws) {
        return (1.0, 0.0);
    }
    let rest = total - good - draws;
    let mean = draws * (good / total);
    let deviation = hypergeometric_variance(total, good, draws).sqrt();
    if deviation * deviation > MAX_VARIANCE {
        let z = (k - mean) / deviation;
        return (ndtr(z), ndtr(-z));
    }
    if deviation > MAX_COUNTED_DEVIATION {
        let below = k < mean;
        let range = if below { (k, min_good(total, good, draws), -1.0) } else { (k + 1.0, max_good(good, draws), 1.0) };
        let width = 0.25 * deviation;
        let tail = smooth_sum(0.0, &|j| hypergeometric_mass(j, total, good, draws), &|_j| width, range);
        return if below { (tail, 1.0 - tail) } else { (1.0 - tail, tail) };
    }
    if k < mean {
        let first = hypergeometric_mass(k, total, good, draws);
        let lower = with_below(false, first, HYPERGEOMETRIC, k, first, (good, draws, rest));
        return (lower, 1.0 - lower);
    }
    let first = hypergeometric_mass(k + 1.0, total, good, draws);
    let upper = with_above(false, first, HYPERGEOMETRIC, k + 1.0, first, (good, draws, rest));
    (1.0 - upper, upper)
}

/// The probability of at most k good ones among draws without replacement.
pub fn hypergeometric_lower(k: f64, total: f64, good: f64, draws: f64) -> f64 {
    if is_no_population(total, good, draws) || k.is_nan() {
        return f64::NAN;
    }
    let (lower, _) = hypergeometric_parts(k.floor(), total, good, draws);
    lower
}

/// The probability of more than k good ones among draws without replacement.
pub fn hypergeometric_upper(k: f64, total: f64, good: f64, draws: f64) -> f64 {
    if is_no_population(total, good, draws) || k.is_nan() {
        return f64::NAN;
    }
    let (_, upper) = hypergeometric_parts(k.floor(), total, good, draws);
    upper
}

/// The entropy of the number of good ones among draws without replacement.
pub fn hypergeometric_entropy(total: f64, good: f64, draws: f64) -> f64 {
    if is_no_population(total, good, draws) {
        return f64::NAN;
    }
    let (least, largest) = (min_good(total, good, draws), max_good(good, draws));
    if least >= largest {
        return 0.0;
    }
    let mode = ((draws + 1.0) * ((good + 1.0) / (total + 2.0))).floor();
    let mode = if mode < least { least } else { mode };
    let mode = if mode > largest { largest } else { mode };
    let variance = hypergeometric_variance(total, good, draws);
    if variance > MAX_VARIANCE {
        return UNIT_NORMAL_ENTROPY + 0.5 * log(variance);
    }
    if variance > MAX_COUNTED_VARIANCE {
        return strided_sum(&|k| summand(true, hypergeometric_mass(k, total, good, draws)), mode, stride_of(variance));
    }
    let first = hypergeometric_mass(mode, total, good, draws);
    entropy(HYPERGEOMETRIC, mode, first, good, draws, total - good - draws)
}

/// Counts next to a first guess of a quantile that are looked at one by one, before steps grow.
const NEAR_COUNTS: usize = 8;
/// Most steps from a guess on, which grow sixteenfold, and most halvings between two numbers.
const MAX_COUNT_STEPS: usize = 300;
const MAX_COUNT_HALVINGS: usize = 1100;

/// The probabilities of at most k and of more than k, of counts of these kinds.
fn parts_of_count(kind: i32, k: f64, u: f64, v: f64, w: f64) -> (f64, f64) {
    if kind == POISSON {
        return if k < 0.0 { (0.0, 1.0) } else { (pdtr(k, u), pdtrc(k, u)) };
    }
    if kind == BINOMIAL {
        if k < 0.0 {
            return (0.0, 1.0);
        }
        return if k >= u { (1.0, 0.0) } else { (bdtr(k, u, v), bdtrc(k, u, v)) };
    }
    if kind == NEGATIVE_BINOMIAL {
        return if k < 0.0 { (0.0, 1.0) } else { beta_parts(u, k + 1.0, v) };
    }
    hypergeometric_parts(k, u, v, w)
}

/// The least count k between two ends whose probability is enough, beginning at a guess: of at most k that given or
/// more, or of more than k, where `upper` says so, that given or less. Distributions have parameters u, v and w.
fn least_count(kind: i32, upper: bool, guess: f64, ends: (f64, f64), given: f64, parameters: (f64, f64, f64)) -> f64 {
    let ((least, largest), (u, v, w)) = (ends, parameters);
    let mut k = if guess > least { guess } else { least };
    k = if k < largest { k } else { largest };
    let (below, above) = parts_of_count(kind, k, u, v, w);
    if k.is_infinite() || below.is_nan() {
        return k;
    }
    // One end has enough and the other one has not.
    let upwards = !(if upper { above <= given } else { below >= given });
    let (mut low, mut high, mut stride) = (k, k, 1.0);
    for i in 0..MAX_COUNT_STEPS {
        if upwards && !(high < largest) {
            break;
        }
        if !upwards && !(low > least) {
            return low;
        }
        let next = if upwards { high + stride } else { low - stride };
        let next = if next < largest { next } else { largest };
        let next = if next > least { next } else { least };
        let (below, above) = parts_of_count(kind, next, u, v, w);
        if below.is_nan() {
            return if upwards { next } else { low };
        }
        let enough = if upper { above <= given } else { below >= given };
        if upwards {
            low = if enough { low } else { next };
            high = next;
        } else {
            high = if enough { next } else { high };
            low = next;
        }
        if enough == upwards {
            break;
        }
        // Beyond 2^53 a step of one is none.
        if i >= NEAR_COUNTS || next + 1.0 == next {
            stride *= 16.0;
        }
    }
    for _ in 0..MAX_COUNT_HALVINGS {
        let middle = (low + 0.5 * (high - low)).floor();
        if !(middle > low && middle < high) {
            break;
        }
        let (below, above) = parts_of_count(kind, middle, u, v, w);
        if if upper { above <= given } else { below >= given } {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// The probabilities of at most a count and of more, one of which is given.
#[inline(always)]
fn both_tails(upper: bool, given: f64) -> (f64, f64) {
    if upper { (1.0 - given, given) } else { (given, 1.0 - given) }
}

/// The quantile of Poisson's distribution of mean m for one of both tails.
fn poisson_quantile_of(upper: bool, given: f64, m: f64) -> f64 {
    let (p, q) = both_tails(upper, given);
    if is_no_probability(given) || !(m >= 0.0) || m.is_infinite() {
        return f64::NAN;
    }
    if m == 0.0 || p == 0.0 {
        return 0.0;
    }
    if q == 0.0 {
        return f64::INFINITY;
    }
    let guess = pdtrik_of_tails(p, q, m).ceil();
    least_count(POISSON, upper, guess, (0.0, f64::INFINITY), given, (m, 0.0, 0.0))
}

/// The least number of events whose probability of at most as many is p or more, where m are expected.
pub fn poisson_quantile(p: f64, m: f64) -> f64 {
    poisson_quantile_of(false, p, m)
}

/// The least number of events whose probability of more is q or less, where m are expected.
pub fn poisson_upper_quantile(q: f64, m: f64) -> f64 {
    poisson_quantile_of(true, q, m)
}

/// The quantile of the number of successes for one of both tails.
fn binomial_quantile_of(upper: bool, given: f64, n: f64, p: f64) -> f64 {
    let (y, z) = both_tails(upper, given);
    if is_no_probability(given) || is_no_probability(p) || !(n >= 0.0) || n.is_infinite() {
        return f64::NAN;
    }
    if n == 0.0 || p == 0.0 || y == 0.0 {
        return 0.0;
    }
    if p == 1.0 || z == 0.0 {
        return n;
    }
    least_count(BINOMIAL, upper, bdtrik_of_tails(y, z, n, p).ceil(), (0.0, n), given, (n, p, 0.0))
}

/// The least number of successes in n trials of probability p whose probability of at most as many is y or more.
pub fn binomial_quantile(y: f64, n: f64, p: f64) -> f64 {
    binomial_quantile_of(false, y, n, p)
}

/// The least number of successes in n trials of probability p whose probability of more is z or less.
pub fn binomial_upper_quantile(z: f64, n: f64, p: f64) -> f64 {
    binomial_quantile_of(true, z, n, p)
}

/// The quantile of the number of failures before the n-th success for one of both tails.
fn negative_binomial_quantile_of(upper: bool, given: f64, n: f64, p: f64) -> f64 {
    let (y, z) = both_tails(upper, given);
    if is_no_probability(given) || !(p > 0.0 && p <= 1.0 && n > 0.0) || n.is_infinite() {
        return f64::NAN;
    }
    if p == 1.0 || y == 0.0 {
        return 0.0;
    }
    if z == 0.0 {
        return f64::INFINITY;
    }
    let guess = nbdtrik_of_tails(y, z, n, p).ceil();
    // A probability that is lost beside one leaves no guess.
    let guess = if guess < f64::INFINITY { guess } else { (n / p).ceil() };
    least_count(NEGATIVE_BINOMIAL, upper, guess, (0.0, f64::INFINITY), given, (n, p, 0.0))
}

/// The least number of failures before the n-th success whose probability of at most as many is y or more.
pub fn negative_binomial_quantile(y: f64, n: f64, p: f64) -> f64 {
    negative_binomial_quantile_of(false, y, n, p)
}

/// The least number of failures before the n-th success whose probability of more is z or less.
pub fn negative_binomial_upper_quantile(z: f64, n: f64, p: f64) -> f64 {
    negative_binomial_quantile_of(true, z, n, p)
}

/// The quantile of the number of good ones for one of both tails.
fn hypergeometric_quantile_of(upper: bool, given: f64, total: f64, good: f64, draws: f64) -> f64 {
    if is_no_population(total, good, draws) || is_no_probability(given) {
        return f64::NAN;
    }
    let (p, q) = both_tails(upper, given);
    let (least, largest) = (min_good(total, good, draws), max_good(good, draws));
    if p == 0.0 || q == 0.0 || least >= largest {
        return if q == 0.0 { largest } else { least };
    }
    let mean = draws * (good / total);
    let variance = hypergeometric_variance(total, good, draws);
    let deviation = if p <= q { ndtri(p) } else { -ndtri(q) };
    let guess = (mean + variance.sqrt() * deviation).floor();
    least_count(HYPERGEOMETRIC, upper, guess, (least, largest), given, (total, good, draws))
}

/// The least number of good ones among draws whose probability of at most as many is p or more.
pub fn hypergeometric_quantile(p: f64, total: f64, good: f64, draws: f64) -> f64 {
    hypergeometric_quantile_of(false, p, total, good, draws)
}

/// The least number of good ones among draws whose probability of more is q or less.
pub fn hypergeometric_upper_quantile(q: f64, total: f64, good: f64, draws: f64) -> f64 {
    hypergeometric_quantile_of(true, q, total, good, draws)
}
