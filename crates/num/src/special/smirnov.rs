//! Smirnov's distribution of the greatest one-sided distance of an empirical distribution, by its finite sum (Smirnov
//! 1944; Birnbaum, Tingey, "One-sided confidence contours for probability distribution functions", 1951), and its
//! inverse.

use super::gamma::stirling;
use super::panels::{GAUSS_POINTS, GAUSS_WEIGHTS};
use super::powers::{exp2_of_sum, log2_of_quotient_of_sum, pair_sum, pair_times};
use super::ridders::ridders_root;
use super::smooth_sums::smooth_sum;
use crate::math::{exp, expm1, log, log1p, pow, two_product, two_sum};

/// Most samples for which the sum is computed; beyond, its limit is used, whose error falls as their number grows.
const MAX_SMIRNOV_SAMPLES: f64 = 1e15;
/// Most samples for which the probability below a small distance is one less that above, and for which means are those
/// of sums.
const MAX_SAMPLES_OF_MEAN: f64 = 1e5;
/// The squared distance times the samples up to which the probability below is the limit's for more of them.
const MIN_SQUARE: f64 = 0.01;

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
    let value = d * sum_of_smirnov(n, d, &|k| smirnov_term(n, d, k));
    if value < 1.0 { value } else { 1.0 }
}

/// Most terms that are added one by one.
const MAX_SINGLE_TERMS: usize = 400;

/// The sum of terms from zero on, which are those of Smirnov's sum or vary as they do, up to n (1 - d).
#[inline(always)]
fn sum_of_smirnov(n: f64, d: f64, term: &impl Fn(f64) -> f64) -> f64 {
    let last = (n * (1.0 - d)).floor();
    if last < MAX_SINGLE_TERMS as f64 {
        let (mut sum, mut rest) = (0.0, 0.0);
        for k in 0..MAX_SINGLE_TERMS {
            if k as f64 > last {
                break;
            }
            let (next, lost) = two_sum(sum, term(k as f64));
            sum = next;
            rest += lost;
        }
        return sum + rest;
    }
    // About the middle the terms are n/(4 sqrt(n) d) wide, beside the ends they are powers.
    let centre = (0.5 * last).floor();
    let widest = n * 1.5 / (1.0 + 4.0 * d * n.sqrt());
    let above = smooth_sum(0.0, term, &|k| smaller(widest, 0.3333 * (last + 1.0 - k)), (centre, last, 1.0));
    smooth_sum(above, term, &|k| smaller(widest, 0.3333 * (k + 1.0)), (centre - 1.0, 0.0, -1.0))
}

#[inline(always)]
fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// Up to so large a product n d the parts below are sums of few terms.
const MAX_LOWER_PRODUCT: f64 = 4.0;

/// The sum of (-1)^j binom(n, j) d (1 + d - j/n)^(n - j - 1) (d - j/n)^j over j below n d, which is the probability
/// below d, and its derivative.
fn smirnov_below(n: f64, d: f64) -> (f64, f64) {
    let (mut sum, mut slope, mut choices) = (0.0, 0.0, 1.0);
    for k in 0..5 {
        let j = k as f64;
        let rest = d - j / n;
        if rest < 0.0 || j > n {
            break;
        }
        let power = n - j - 1.0;
        let factor = choices * exp(power * log1p(rest));
        let inner = if k == 0 { 1.0 } else { pow(rest, j) };
        sum += factor * d * inner;
        slope += factor * inner * (1.0 + d * power / (1.0 + rest));
        if k > 0 {
            slope += factor * d * j * pow(rest, j - 1.0);
        }
        choices *= -(n - j) / (j + 1.0);
    }
    (sum, slope)
}

/// Whether there is no distribution of Smirnov's, or the distance is none of it.
fn is_no_smirnov(n: f64, d: f64) -> bool {
    !(n > 0.0 && d >= 0.0 && d <= 1.0) || n != n.floor() || n.is_infinite()
}

/// The probability that the greatest distance of the empirical distribution of n samples above the true one is below d.
pub fn smirnov_lower(n: f64, d: f64) -> f64 {
    if is_no_smirnov(n, d) {
        return f64::NAN;
    }
    if n > MAX_SMIRNOV_SAMPLES || (n > MAX_SAMPLES_OF_MEAN && d > 0.0 && n * d * d < MIN_SQUARE) {
        let t = 6.0 * n * d + 1.0;
        return -expm1(-t * t / (18.0 * n));
    }
    if n * d <= MAX_LOWER_PRODUCT && d < 1.0 {
        let (below, _) = smirnov_below(n, d);
        return below;
    }
    1.0 - smirnov(n, d)
}

/// The density of Smirnov's distribution of n samples at d.
pub fn smirnov_density(n: f64, d: f64) -> f64 {
    if is_no_smirnov(n, d) {
        return f64::NAN;
    }
    if n == 1.0 {
        return 1.0;
    }
    if n > MAX_SMIRNOV_SAMPLES {
        return limit_density(n, d);
    }
    if d == 1.0 {
        return 0.0;
    }
    if n * d <= MAX_LOWER_PRODUCT {
        let (_, slope) = smirnov_below(n, d);
        return slope;
    }
    let value = sum_of_smirnov(n, d, &|k| smirnov_slope(n, d, k));
    if value > 0.0 { value } else { 0.0 }
}

/// The derivative of d times the term, with the opposite sign.
fn smirnov_slope(n: f64, d: f64, k: f64) -> f64 {
    let (above, below) = (n - k - n * d, n * d + k);
    let change = n * ((n - k) / above - (k - 1.0) / below) - 1.0 / d;
    if above > 0.0 { d * smirnov_term(n, d, k) * change } else { 0.0 }
}

/// The density of the limit for very many samples.
fn limit_density(n: f64, d: f64) -> f64 {
    let t = 6.0 * n * d + 1.0;
    2.0 / 3.0 * t * exp(-t * t / (18.0 * n))
}

/// The distance below which Smirnov's distribution of n samples has the probability p.
pub fn smirnov_quantile(n: f64, p: f64) -> f64 {
    if !(p >= 0.0 && p <= 1.0) || is_no_smirnov(n, 0.0) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 || n == 1.0 {
        return p;
    }
    if p >= 0.5 { smirnov_far(n, 1.0 - p) } else { smirnov_near(n, p) }
}

/// The distance, of two samples or more, below which the probability is p, from zero to a half.
fn smirnov_near(n: f64, p: f64) -> f64 {
    if n > MAX_SMIRNOV_SAMPLES {
        let root = (-18.0 * n * log1p(-p)).sqrt();
        return if root > 1.0 { (root - 1.0) / (6.0 * n) } else { 0.0 };
    }
    // Ridders's method on logarithms of both: the part below d is at least d.
    let target = log(p);
    let (start, end) = (target - log(8.0 + 8.0 * n.sqrt()), target);
    let excess = |place: f64| log(smirnov_lower(n, exp(place))) - target;
    let point = ridders_root(&excess, (start, end, excess(start), excess(end)), start, 60, (1e-16, 1.0));
    // A step of Newton's, which has the digits that the logarithm of a small distance lost.
    let d = exp(point);
    d - (smirnov_lower(n, d) - p) / smirnov_density(n, d)
}

/// The distance, of two samples or more, above which the probability is p, from zero to a half.
fn smirnov_far(n: f64, p: f64) -> f64 {
    if n > MAX_SMIRNOV_SAMPLES {
        return ((-18.0 * n * log(p)).sqrt() - 1.0) / (6.0 * n);
    }
    // Ridders's method on the logarithm, and a step of Newton's, in which the logarithms' roundings do not count.
    let d = ridders_root(&|d| smirnov_excess(n, d, p), (0.0, 1.0, -log(p), -800.0), 0.5, 60, (1e-16, 0.0));
    let step = (smirnov(n, d) - p) / smirnov_density(n, d);
    if step.abs() < 1e-9 * d { d + step } else { d }
}

/// The mean of the power of Smirnov's distance by an order, or for the order zero its entropy: integrals between the
/// points k/n, where the last terms of the sum end, up to where nothing is left.
pub fn smirnov_mean(n: f64, order: f64) -> f64 {
    if is_no_smirnov(n, 0.0) || !(order >= 0.0) {
        return f64::NAN;
    }
    let end = 6.0 / n.sqrt();
    let mut end = if end < 1.0 { end } else { 1.0 };
    let (mut sum, mut from, mut k) = (0.0, 0.0, 1.0);
    if order == 0.0 && n <= 20.0 {
        // In the last part the density is n (1 - d)^(n - 1).
        sum = pow(n, -n) * ((n - 2.0) * log(n) + (n - 1.0) / n);
        end = 1.0 - 1.0 / n;
    }
    while from < end {
        // Beyond the first ones the ends of terms are smooth.
        let to = if k <= 20.0 { k / n } else { from + (end - 20.0 / n) * 0.0625 };
        let to = if to < end && k < 60.0 { to } else { end };
        let half = 0.5 * (to - from);
        for i in 0..8 {
            for side in 0..2 {
                let away = half * GAUSS_POINTS[i];
                let d = from + half + (if side == 0 { away } else { -away });
                let density = if n > MAX_SAMPLES_OF_MEAN { limit_density(n, d) } else { smirnov_density(n, d) };
                let value = if order > 0.0 { pow(d, order) } else { -log(density) };
                sum += if density > 0.0 { half * GAUSS_WEIGHTS[i] * density * value } else { 0.0 };
            }
        }
        from = to;
        k += 1.0;
    }
    sum
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
    // Near one the probability below has more digits, about a half its terms cancel; one less p is exact there.
    if p > 0.7 { smirnov_near(n, 1.0 - p) } else { smirnov_far(n, p) }
}

/// log(smirnov(n, d)/p), bounded where the former is zero.
fn smirnov_excess(n: f64, d: f64, p: f64) -> f64 {
    let value = smirnov(n, d);
    if value > 0.0 { log(value) - log(p) } else { -800.0 }
}
