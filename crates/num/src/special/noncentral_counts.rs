//! Noncentral hypergeometric distributions, of how many good ones are drawn without replacement where a good one is
//! drawn with other odds than a bad one: Fisher's, of independent draws of both kinds whose sum is known, and
//! Wallenius's, of draws one after another.
//!
//! Fisher's probabilities are products of binomial ones whose means sum to the draws. Wallenius's are those of
//! exponential waiting times, whose rates are the odds and one: the probability of k good ones is an integral over the
//! time of the last draw (Chesson 1976), and that of at most k one over the time of one more good one. Both integrands
//! rise and fall once over the logarithm of the time, where the trapezoidal rule has all digits.

use super::beta::{betainc, betaincc};
use super::densities::{binomial_mass, log_binomial_mass};
use super::smooth_sums::{smooth_sum, stride_within};
use crate::math::{exp, expm1, log, log1p};

/// Largest population: up to it probabilities at most k and above k sum to one within 1e-8.
const MAX_POPULATION: f64 = 1e10;
/// Largest odds, whose products with populations are finite.
const MAX_ODDS: f64 = 1e280;
/// Terms below this part of their sum end it.
const LAST_DRAWS_PART: f64 = 1e-19;
/// Probabilities below this part of the largest one count in no moment up to the fourth.
const LEAST_DRAWS_PART: f64 = 1e-29;
/// More terms than a sum has.
const MAX_DRAWS_TERMS: usize = 100_000;
/// Largest deviation up to which the probabilities that a tail has are added one by one.
const MAX_ADDED_DRAWS_DEVIATION: f64 = 500.0;
/// Widest step of the trapezoidal rule over the logarithm of the time, and its part of the width of the peak.
const WIDEST_WAITING_STEP: f64 = 0.25;
const WAITING_STEP_PART: f64 = 0.35;
/// Points between two peaks at which an integrand is looked at before its sum begins at the best.
const MAX_WAITING_SAMPLES: usize = 12;
/// Times up to which differences of logarithms have digits of their own.
const LARGEST_DIFFERENCE_TIME: f64 = 300.0;
/// Times by which all are drawn.
const LARGEST_TIME: f64 = 745.0;
/// A probability above which its complement is computed by itself.
const MAX_COMPLEMENTED_DRAWS: f64 = 0.7;

/// Whether these are no population of a size that is computed, no good ones of it, no draws of it, or no odds.
fn are_no_draws(total: f64, good: f64, draws: f64, odds: f64) -> bool {
    !(good >= 0.0 && draws >= 0.0 && good <= total && draws <= total && odds > 0.0)
        || total > MAX_POPULATION
        || odds > MAX_ODDS
}

/// The fewest good ones among the draws.
#[inline(always)]
fn fewest(total: f64, good: f64, draws: f64) -> f64 {
    let surplus = draws - (total - good);
    if surplus > 0.0 { surplus } else { 0.0 }
}

/// The most good ones among the draws.
#[inline(always)]
fn most(good: f64, draws: f64) -> f64 {
    if good < draws { good } else { draws }
}

/// The probability of k good ones where it follows from the ends alone: zero beyond them, one where they are the same.
/// NaN for what is no distribution, and below zero where the odds decide.
fn mass_by_ends(k: f64, total: f64, good: f64, draws: f64, odds: f64) -> f64 {
    if are_no_draws(total, good, draws, odds) || k.is_nan() {
        return f64::NAN;
    }
    let (least, largest) = (fewest(total, good, draws), most(good, draws));
    if k < least || k > largest {
        return 0.0;
    }
    if least == largest { 1.0 } else { -1.0 }
}

/// A number between two others.
#[inline(always)]
fn clamped(x: f64, low: f64, high: f64) -> f64 {
    let x = if x > low { x } else { low };
    if x < high { x } else { high }
}

/// About the variance of the number of good ones whose mean is known.
fn variance_about(mean: f64, total: f64, good: f64, draws: f64) -> f64 {
    let bad = total - good;
    let first = mean * (good - mean);
    let second = (draws - mean) * (bad - draws + mean);
    let divisor = good * second + bad * first;
    if total > 1.0 && divisor > 0.0 { total / (total - 1.0) * first * second / divisor } else { 0.0 }
}

/// A probability's contribution to a sum: to the entropy for the order zero, to the sum of all for the order -1, else
/// times the power of the distance from the mean.
#[inline(always)]
fn part_of(order: i32, p: f64, distance: f64) -> f64 {
    if order == 0 {
        return if p > 1e-300 && p < 1.0 { -p * log(p) } else { 0.0 };
    }
    let (mut part, mut left) = (p, order);
    while left > 0 {
        part *= distance;
        left -= 1;
    }
    part
}

/// The sum of contributions of probabilities, a stride apart, from a centre near their largest one to both sides.
#[inline(always)]
fn sum_of_parts(
    mass: &impl Fn(f64) -> f64,
    order: i32,
    mean: f64,
    (centre, stride): (f64, f64),
    (least, largest): (f64, f64),
) -> f64 {
    let (mut sum, mut peak) = (0.0, 0.0);
    for side in 0..2 {
        let towards = if side == 0 { stride } else { -stride };
        let mut at = if side == 0 { centre } else { centre - stride };
        for _ in 0..MAX_DRAWS_TERMS {
            if !(at >= least && at <= largest) {
                break;
            }
            let p = mass(at);
            peak = if p > peak { p } else { peak };
            sum += part_of(order, p, at - mean);
            if !(p > LEAST_DRAWS_PART * peak) {
                break;
            }
            at += towards;
        }
    }
    stride * sum
}

/// The mean of the binomial draws of both kinds whose sum is the number of draws.
fn fisher_centre(total: f64, good: f64, draws: f64, odds: f64) -> f64 {
    // The quadratic equation over the larger of one and the odds, which keeps it finite.
    let (one, odds) = if odds > 1.0 { (1.0 / odds, 1.0) } else { (1.0, odds) };
    let linear = (total - good - draws) * one + odds * (good + draws);
    let (square, constant) = (one - odds, odds * good * draws);
    let root = (linear * linear + 4.0 * square * constant).sqrt();
    let mean = if linear > 0.0 { 2.0 * constant / (linear + root) } else { (root - linear) / (2.0 * square) };
    clamped(mean, fewest(total, good, draws), most(good, draws))
}

/// The probabilities of a good one to be drawn and to be left, and of a bad one, whose odds have the ratio of Fisher's:
/// those of the kind that has the likelier outcomes follow from its mean.
fn fisher_chances(total: f64, good: f64, draws: f64, odds: f64) -> (f64, f64, f64, f64) {
    let mean = fisher_centre(total, good, draws, odds);
    let p = clamped(mean / good, 1e-290, 1.0 - f64::EPSILON);
    let q = clamped((draws - mean) / (total - good), 1e-290, 1.0 - f64::EPSILON);
    if p * (1.0 - p) >= q * (1.0 - q) {
        let left = (1.0 - p) * odds;
        return (p, 1.0 - p, p / (p + left), left / (p + left));
    }
    let drawn = q * odds;
    (drawn / (drawn + 1.0 - q), (1.0 - q) / (drawn + 1.0 - q), q, 1.0 - q)
}

/// The probability of k draws of n, by the rarer one of both outcomes.
fn drawn_mass(k: f64, n: f64, p: f64, left: f64) -> f64 {
    if p <= left { binomial_mass(k, n, p) } else { binomial_mass(n - k, n, left) }
}

/// Its logarithm.
fn log_drawn_mass(k: f64, n: f64, p: f64, left: f64) -> f64 {
    if p <= left { log_binomial_mass(k, n, p) } else { log_binomial_mass(n - k, n, left) }
}

/// The product of the probabilities of k of the good and the other draws of the bad ones.
fn fisher_product(k: f64, total: f64, good: f64, draws: f64, (p, rest, q, left): (f64, f64, f64, f64)) -> f64 {
    drawn_mass(k, good, p, rest) * drawn_mass(draws - k, total - good, q, left)
}

/// The sum of these products over all k: the probability of the number of draws.
fn fisher_total(total: f64, good: f64, draws: f64, odds: f64) -> f64 {
    let chances = fisher_chances(total, good, draws, odds);
    let mean = fisher_centre(total, good, draws, odds);
    let stride = stride_within(0.3 * variance_about(mean, total, good, draws).sqrt());
    let ends = (fewest(total, good, draws), most(good, draws));
    sum_of_parts(&|k| fisher_product(k, total, good, draws, chances), -1, 0.0, (mean.floor(), stride), ends)
}

/// The logarithm of the probability of k good ones of Fisher's noncentral hypergeometric distribution.
pub fn log_fisher_hypergeometric_mass(k: f64, total: f64, good: f64, draws: f64, odds: f64) -> f64 {
    let known = mass_by_ends(k, total, good, draws, odds);
    if !(known < 0.0) {
        return log(known);
    }
    let chances = fisher_chances(total, good, draws, odds);
    let (p, rest, q, left) = chances;
    let product = log_drawn_mass(k, good, p, rest) + log_drawn_mass(draws - k, total - good, q, left);
    product - log(fisher_total(total, good, draws, odds))
}

/// The probability of k good ones of Fisher's noncentral hypergeometric distribution.
pub fn fisher_hypergeometric_mass(k: f64, total: f64, good: f64, draws: f64, odds: f64) -> f64 {
    let known = mass_by_ends(k, total, good, draws, odds);
    if !(known < 0.0) {
        return known;
    }
    let chances = fisher_chances(total, good, draws, odds);
    fisher_product(k, total, good, draws, chances) / fisher_total(total, good, draws, odds)
}

/// The sum of the products from k on, upwards or downwards.
fn fisher_tail(k: f64, total: f64, good: f64, draws: f64, odds: f64, upwards: bool) -> f64 {
    let chances = fisher_chances(total, good, draws, odds);
    let mean = fisher_centre(total, good, draws, odds);
    let deviation = variance_about(mean, total, good, draws).sqrt();
    let last = if upwards { most(good, draws) } else { fewest(total, good, draws) };
    if deviation > MAX_ADDED_DRAWS_DEVIATION {
        let (width, towards) = (0.25 * deviation, if upwards { 1.0 } else { -1.0 });
        let range = (k, last, towards);
        return smooth_sum(0.0, &|j| fisher_product(j, total, good, draws, chances), &|_j| width, range);
    }
    let rest = total - good - draws;
    let (mut count, mut term, mut sum) = (k, fisher_product(k, total, good, draws, chances), 0.0);
    for _ in 0..MAX_DRAWS_TERMS {
        sum += term;
        if count == last || !(term > LAST_DRAWS_PART * sum) {
            break;
        }
        let low = if upwards { count } else { count - 1.0 };
        let ratio = (good - low) / (low + 1.0) * ((draws - low) / (rest + low + 1.0)) * odds;
        term = if upwards { term * ratio } else { term / ratio };
        count = if upwards { count + 1.0 } else { count - 1.0 };
    }
    sum
}

/// The probabilities of at most k good ones and of more of Fisher's distribution, of whole k.
fn fisher_parts(k: f64, total: f64, good: f64, draws: f64, odds: f64) -> (f64, f64) {
    if k < fewest(total, good, draws) {
        return (0.0, 1.0);
    }
    if k >= most(good, draws) {
        return (1.0, 0.0);
    }
    let all = fisher_total(total, good, draws, odds);
    let is_below = k < fisher_centre(total, good, draws, odds);
    let first = if is_below { k } else { k + 1.0 };
    let own = fisher_tail(first, total, good, draws, odds, !is_below) / all;
    let mut rest = 1.0 - own;
    if own > MAX_COMPLEMENTED_DRAWS {
        let next = if is_below { k + 1.0 } else { k };
        rest = fisher_tail(next, total, good, draws, odds, is_below) / all;
    }
    if is_below { (own, rest) } else { (rest, own) }
}

/// The probability of at most k good ones of Fisher's noncentral hypergeometric distribution.
pub fn fisher_hypergeometric_lower(k: f64, total: f64, good: f64, draws: f64, odds: f64) -> f64 {
    if are_no_draws(total, good, draws, odds) || k.is_nan() {
        return f64::NAN;
    }
    let (lower, _) = fisher_parts(k.floor(), total, good, draws, odds);
    lower
}

/// The probability of more than k good ones of Fisher's noncentral hypergeometric distribution.
pub fn fisher_hypergeometric_upper(k: f64, total: f64, good: f64, draws: f64, odds: f64) -> f64 {
    if are_no_draws(total, good, draws, odds) || k.is_nan() {
        return f64::NAN;
    }
    let (_, upper) = fisher_parts(k.floor(), total, good, draws, odds);
    upper
}

/// The mean of Fisher's noncentral hypergeometric distribution for the order one, its central moment for orders from
/// two to four, its entropy for the order zero.
pub fn fisher_hypergeometric_moment(order: f64, total: f64, good: f64, draws: f64, odds: f64) -> f64 {
    if are_no_draws(total, good, draws, odds) {
        return f64::NAN;
    }
    let (least, largest) = (fewest(total, good, draws), most(good, draws));
    if least == largest {
        return if order == 1.0 { least } else { 0.0 };
    }
    let chances = fisher_chances(total, good, draws, odds);
    let centre = fisher_centre(total, good, draws, odds);
    let stride = stride_within(0.3 * variance_about(centre, total, good, draws).sqrt());
    let (nodes, ends) = ((centre.floor(), stride), (least, largest));
    let all = fisher_total(total, good, draws, odds);
    let mass = |k: f64| fisher_product(k, total, good, draws, chances) / all;
    if order == 0.0 {
        return sum_of_parts(&mass, 0, 0.0, nodes, ends);
    }
    let mean = centre + sum_of_parts(&mass, 1, centre, nodes, ends);
    if order == 1.0 { mean } else { sum_of_parts(&mass, order as i32, mean, nodes, ends) }
}

/// log(1 - e^-x).
#[inline(always)]
fn log_of_arrived(x: f64) -> f64 {
    if x < 0.7 { log(-expm1(-x)) } else { log1p(-exp(-x)) }
}

/// log(1 - e^-(x e^d)) less log(1 - e^-x), which many times it has all digits where d is small.
#[inline(always)]
fn log_arrived_gain(x: f64, d: f64) -> f64 {
    if x < LARGEST_DIFFERENCE_TIME {
        return log1p(-expm1(-x * expm1(d)) / expm1(x));
    }
    log_of_arrived(x * exp(d)) - log_of_arrived(x)
}

/// x/(e^x - 1).
#[inline(always)]
fn over_growth(x: f64) -> f64 {
    if x == 0.0 {
        return 1.0;
    }
    if x < LARGEST_TIME { x / expm1(x) } else { 0.0 }
}

/// Minus its derivative over log(x): times x/(1 - e^-x) less one.
#[inline(always)]
fn growth_curve(x: f64) -> f64 {
    let growth = over_growth(x);
    if x < LARGEST_TIME { growth * (growth + x - 1.0) } else { 0.0 }
}

/// The probability of k of n waiting times that are over by the time x, of rate one.
fn arrived_mass(k: f64, n: f64, x: f64) -> f64 {
    if x < 0.7 { binomial_mass(k, n, -expm1(-x)) } else { binomial_mass(n - k, n, exp(-x)) }
}

/// Its logarithm.
fn log_arrived_mass(k: f64, n: f64, x: f64) -> f64 {
    if x < 0.7 { log_binomial_mass(k, n, -expm1(-x)) } else { log_binomial_mass(n - k, n, exp(-x)) }
}

/// The probability of at most k of n waiting times that are over by the time x, or of more.
fn arrived_part(k: f64, n: f64, x: f64, more: bool) -> f64 {
    if x < 0.7 {
        let p = -expm1(-x);
        return if more { betainc(k + 1.0, n - k, p) } else { betaincc(k + 1.0, n - k, p) };
    }
    let p = exp(-x);
    if more { betaincc(n - k, k + 1.0, p) } else { betainc(n - k, k + 1.0, p) }
}

/// The rate at which the others are drawn, of k good and the other draws.
#[inline(always)]
fn wallenius_rate(k: f64, total: f64, good: f64, draws: f64, odds: f64) -> f64 {
    odds * (good - k) + (total - good - (draws - k))
}

/// The time of the last draw at which the integrand is largest, and the step over its logarithm.
fn wallenius_peak(k: f64, total: f64, good: f64, draws: f64, odds: f64) -> (f64, f64) {
    let (rate, other) = (wallenius_rate(k, total, good, draws, odds), draws - k);
    let (mut low, mut high) = (-log(rate), log(1.0 + draws) - log(rate));
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        let s = exp(middle);
        if 1.0 - rate * s + k * over_growth(odds * s) + other * over_growth(s) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let s = exp(0.5 * (low + high));
    let curve = rate * s + k * growth_curve(odds * s) + other * growth_curve(s);
    let step = WAITING_STEP_PART / curve.sqrt();
    (s, if step < WIDEST_WAITING_STEP { step } else { WIDEST_WAITING_STEP })
}

/// The integral over the logarithm of the time of the last draw, over the integrand's value at its peak.
fn wallenius_integral(k: f64, total: f64, good: f64, draws: f64, odds: f64) -> f64 {
    let (rate, other) = (wallenius_rate(k, total, good, draws, odds), draws - k);
    let (s, step) = wallenius_peak(k, total, good, draws, odds);
    let mut sum = 1.0;
    for side in 0..2 {
        let towards = if side == 0 { step } else { -step };
        let mut away = 0.0;
        for _ in 0..MAX_DRAWS_TERMS {
            away += towards;
            let good_part = if k > 0.0 { k * log_arrived_gain(odds * s, away) } else { 0.0 };
            let bad_part = if other > 0.0 { other * log_arrived_gain(s, away) } else { 0.0 };
            let term = exp(away - rate * s * expm1(away) + good_part + bad_part);
            sum += term;
            if !(term > LAST_DRAWS_PART * sum) {
                break;
            }
        }
    }
    step * sum
}

/// The logarithm of the probability of k good ones of Wallenius's noncentral hypergeometric distribution.
pub fn log_wallenius_hypergeometric_mass(k: f64, total: f64, good: f64, draws: f64, odds: f64) -> f64 {
    let known = mass_by_ends(k, total, good, draws, odds);
    if !(known < 0.0) {
        return log(known);
    }
    let (s, _) = wallenius_peak(k, total, good, draws, odds);
    let others = log_arrived_mass(draws - k, total - good, s);
    let rate = wallenius_rate(k, total, good, draws, odds);
    let integral = rate * s * wallenius_integral(k, total, good, draws, odds);
    log_arrived_mass(k, good, odds * s) + others + log(integral)
}

/// The probability of k good ones of Wallenius's noncentral hypergeometric distribution.
pub fn wallenius_hypergeometric_mass(k: f64, total: f64, good: f64, draws: f64, odds: f64) -> f64 {
    let known = mass_by_ends(k, total, good, draws, odds);
    if !(known < 0.0) {
        return known;
    }
    let (s, _) = wallenius_peak(k, total, good, draws, odds);
    let product = arrived_mass(k, good, odds * s) * arrived_mass(draws - k, total - good, s);
    let rate = wallenius_rate(k, total, good, draws, odds);
    product * (rate * s * wallenius_integral(k, total, good, draws, odds))
}

/// The integrand over the logarithm of the time s of the n-th of `many` waiting times of a rate: its density there,
/// times the probability of at most k of the other ones that are over by then, or of more.
fn wallenius_tail_term(
    (n, many, rate): (f64, f64, f64),
    (k, others, other_rate): (f64, f64, f64),
    s: f64,
    more: bool,
) -> f64 {
    let x = rate * s;
    let density = many * x * exp(-x) * arrived_mass(n - 1.0, many - 1.0, x);
    if density > 0.0 { density * arrived_part(k, others, other_rate * s, more) } else { 0.0 }
}

/// The time at which the density over the logarithm of the time of the n-th of `many` waiting times is largest, about,
/// and the step over the logarithm.
fn waiting_peak(n: f64, many: f64, rate: f64) -> (f64, f64) {
    let x = log1p(n / (many - n + 1.0));
    let curve = (many - n + 1.0) * x + (n - 1.0) * growth_curve(x);
    (x / rate, WAITING_STEP_PART / curve.sqrt())
}

/// The probability of at most k good ones of Wallenius's distribution, or of more.
fn wallenius_part(k: f64, total: f64, good: f64, draws: f64, odds: f64, more: bool) -> f64 {
    let bad = total - good;
    // There are more than k good ones where one more than k of them is drawn before all others of the bad ones, and at
    // most k where the last of these is drawn before one more. The more frequent kind has the narrower density.
    let of_good = k + 1.0 >= draws - k;
    let own = if of_good { (k + 1.0, good, odds) } else { (draws - k, bad, 1.0) };
    let other = if of_good { (draws - k - 1.0, bad, 1.0) } else { (k, good, odds) };
    let complement = if of_good { !more } else { more };
    // The integrand is largest between the peak of the density and the time at which the probability falls.
    let (n, many, rate) = own;
    let (count, others, other_rate) = other;
    let (mut peak, density_step) = waiting_peak(n, many, rate);
    let (fall, fall_step) = waiting_peak(count + 1.0, others, other_rate);
    let step = if density_step < fall_step { density_step } else { fall_step };
    let step = if step < WIDEST_WAITING_STEP { step } else { WIDEST_WAITING_STEP };
    let mut first = wallenius_tail_term(own, other, peak, complement);
    let (low, part) = (log(peak), (log(fall) - log(peak)) / MAX_WAITING_SAMPLES as f64);
    for i in 1..MAX_WAITING_SAMPLES + 1 {
        let at = exp(low + part * i as f64);
        let term = wallenius_tail_term(own, other, at, complement);
        if term > first {
            peak = at;
            first = term;
        }
    }
    let mut sum = first;
    for side in 0..2 {
        let towards = if side == 0 { step } else { -step };
        let (mut away, mut before) = (0.0, first);
        for _ in 0..MAX_DRAWS_TERMS {
            away += towards;
            let term = wallenius_tail_term(own, other, peak * exp(away), complement);
            sum += term;
            if !(term > LAST_DRAWS_PART * sum) && term <= before {
                break;
            }
            before = term;
        }
    }
    let part = step * sum;
    if part < 1.0 { part } else { 1.0 }
}

/// The probability of at most k good ones of Wallenius's noncentral hypergeometric distribution.
pub fn wallenius_hypergeometric_lower(k: f64, total: f64, good: f64, draws: f64, odds: f64) -> f64 {
    if are_no_draws(total, good, draws, odds) || k.is_nan() {
        return f64::NAN;
    }
    let k = k.floor();
    if k < fewest(total, good, draws) || k >= most(good, draws) {
        return if k >= most(good, draws) { 1.0 } else { 0.0 };
    }
    wallenius_part(k, total, good, draws, odds, false)
}

/// The probability of more than k good ones of Wallenius's noncentral hypergeometric distribution.
pub fn wallenius_hypergeometric_upper(k: f64, total: f64, good: f64, draws: f64, odds: f64) -> f64 {
    if are_no_draws(total, good, draws, odds) || k.is_nan() {
        return f64::NAN;
    }
    let k = k.floor();
    if k < fewest(total, good, draws) || k >= most(good, draws) {
        return if k >= most(good, draws) { 0.0 } else { 1.0 };
    }
    wallenius_part(k, total, good, draws, odds, true)
}

/// About the mean: the number of good ones at the time by which as many are drawn on average.
fn wallenius_centre(total: f64, good: f64, draws: f64, odds: f64) -> f64 {
    let (mut low, mut high) = (-745.0, 745.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let s = exp(middle);
        if -good * expm1(-odds * s) - (total - good) * expm1(-s) < draws {
            low = middle;
        } else {
            high = middle;
        }
    }
    let mean = -good * expm1(-odds * exp(0.5 * (low + high)));
    clamped(mean, fewest(total, good, draws), most(good, draws))
}

/// The mean of Wallenius's noncentral hypergeometric distribution for the order one, its central moment for orders from
/// two to four, its entropy for the order zero.
pub fn wallenius_hypergeometric_moment(order: f64, total: f64, good: f64, draws: f64, odds: f64) -> f64 {
    if are_no_draws(total, good, draws, odds) {
        return f64::NAN;
    }
    let (least, largest) = (fewest(total, good, draws), most(good, draws));
    if least == largest {
        return if order == 1.0 { least } else { 0.0 };
    }
    let centre = wallenius_centre(total, good, draws, odds);
    let stride = stride_within(0.3 * variance_about(centre, total, good, draws).sqrt());
    let (nodes, ends) = ((centre.floor(), stride), (least, largest));
    let mass = |k: f64| wallenius_hypergeometric_mass(k, total, good, draws, odds);
    if order == 0.0 {
        return sum_of_parts(&mass, 0, 0.0, nodes, ends);
    }
    let mean = centre + sum_of_parts(&mass, 1, centre, nodes, ends);
    if order == 1.0 { mean } else { sum_of_parts(&mass, order as i32, mean, nodes, ends) }
}
