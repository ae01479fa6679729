//! Noncentral distributions as sums of central ones with the weights of a Poisson distribution, from the largest weight
//! on to both sides (Benton, Krishnamoorthy, "Computing discrete mixtures of continuous distributions", 2003).

use super::beta::{beta_parts_of_pair, beta_power};
use super::densities::{log_f_density, log_poisson_mass, poisson_mass};
use super::gamma_incomplete::{both_of_gamma, gamma_power};
use super::normal::ndtr;
use super::powers::{pair_over, pair_quotient, pair_sum};
use super::smooth_sums::{stride_within, strided_sum};
use crate::math::{exp, log, two_product, two_sum};

/// More terms than either side has up to the largest mean of weights whose terms are added one by one.
const MAX_NONCENTRAL_TERMS: usize = 2000;
/// Largest difference of the distributions for which sums begin at their own largest term.
pub(super) const MIN_DIFFERENCE: f64 = 1e-280;
/// Largest mean of the weights for which terms follow from one another; of more, and far out, every so many terms are
/// computed by themselves.
const MAX_STEPPED_MEAN: f64 = 1e4;
/// Largest mean of the weights that is more than a number's last place away from the next deviation: beyond, a
/// noncentral chi-square variable is normal.
const MAX_SUMMED_MEAN: f64 = 1e25;
/// Degrees of freedom of the denominator, over what the numerator may be, from which on the denominator is one.
const CONSTANT_FREEDOM: f64 = 1e18;
/// A stride over the root of the number of the largest term, whose deviation is at least 0.7 of this root.
const STRIDE_PART: f64 = 0.3;

/// The stride of sums about a term.
fn stride_about(centre: f64) -> f64 {
    stride_within(STRIDE_PART * centre.sqrt())
}

/// How many deviations x is above the mean of a noncentral chi-square variable.
fn deviations_above(x: f64, df: f64, nc: f64) -> f64 {
    ((x - nc) - df) / (std::f64::consts::SQRT_2 * (df + 2.0 * nc).sqrt())
}

/// The index of the largest product of a weight and a power of x, from half of all three numbers.
fn largest_term(half: f64, shape: f64, mean: f64) -> f64 {
    let product = half * mean;
    if product.is_infinite() {
        return (half.sqrt() * mean.sqrt()).floor();
    }
    // The root of j (j + shape) = half mean, without cancellation.
    (product / (0.5 * shape + (0.25 * shape * shape + product).sqrt())).floor()
}

/// The part of the mean below which, and the one above which, x is in a tail: there the derivative of a tail's
/// logarithm over the parameter is nearly that of its leading power.
const LOWER_TAIL: f64 = 0.7;
const UPPER_TAIL: f64 = 1.3;

/// The incomplete gamma functions of the parameter `shape + j` on either side of x, and `x^a e^-x/gamma(a + 1)`, by
/// which the lower one is larger than that of the next parameter. What the rounding of the sum changes grows with the
/// logarithm of x/a; its first order is added.
fn gamma_of_sum(shape: f64, j: f64, x: f64) -> (f64, f64, f64) {
    let (a, low) = two_sum(shape, j);
    let (lower, upper) = both_of_gamma(a, x);
    let power = gamma_power(a, x);
    if low == 0.0 || power == 0.0 {
        return (lower, upper, power);
    }
    // The derivative of the logarithm of the power is log(x) - digamma(a + 1).
    let slope = log(x / (a + 0.5));
    let fall = if x < LOWER_TAIL * a {
        lower * (x / ((a + 1.0) * (a + 1.0 - x)) - slope)
    } else if x > UPPER_TAIL * a {
        upper * (slope + 1.0 / a + 1.0 / (x - a + 1.0))
    } else {
        power
    };
    (lower - low * fall, upper + low * fall, power * (1.0 + low * slope))
}

/// The functions of [`gamma_of_sum`] below x and above.
fn gamma_below(shape: f64, j: f64, x: f64) -> f64 {
    let (lower, _, _) = gamma_of_sum(shape, j, x);
    lower
}
fn gamma_above(shape: f64, j: f64, x: f64) -> f64 {
    let (_, upper, _) = gamma_of_sum(shape, j, x);
    upper
}

/// The probability that a variable of a noncentral chi-square distribution with df degrees of freedom and noncentrality
/// nc is at most x.
pub fn chndtr(x: f64, df: f64, nc: f64) -> f64 {
    if !(x >= 0.0 && df > 0.0 && nc >= 0.0) {
        return f64::NAN;
    }
    // The least number has no half.
    if 0.5 * x == 0.0 {
        return 0.0;
    }
    if x.is_infinite() {
        return 1.0;
    }
    if df.is_infinite() || nc.is_infinite() {
        return f64::NAN;
    }
    let (half, shape, mean) = (0.5 * x, 0.5 * df, 0.5 * nc);
    if mean > MAX_SUMMED_MEAN {
        return ndtr(deviations_above(x, df, nc));
    }
    let typical = mean.floor();
    // Far below, the terms about the largest weight are too small numbers.
    let is_far = half < shape + typical && gamma_power(shape + typical, half) < MIN_DIFFERENCE;
    let centre = if is_far { largest_term(half, shape, mean) } else { typical };
    if is_far || mean > MAX_STEPPED_MEAN {
        let sum = strided_sum(&|j| poisson_mass(j, mean) * gamma_below(shape, j, half), centre, stride_about(centre));
        return if sum < 1.0 { sum } else { 1.0 };
    }
    let weight = if nc == 0.0 { 1.0 } else { gamma_power(centre, mean) };
    // P(a, x) - P(a + 1, x) = x^a e^-x/gamma(a + 1).
    let (at_centre, _, difference) = gamma_of_sum(shape, centre, half);
    let mut sum = weight * at_centre;
    let (mut w, mut p, mut step) = (weight, at_centre, difference);
    for k in 1..MAX_NONCENTRAL_TERMS {
        let j = centre + k as f64;
        p -= step;
        step *= half / (shape + j);
        w *= mean / j;
        let term = w * p;
        sum += term;
        if term <= 1e-17 * sum {
            break;
        }
    }
    let (mut w, mut p, mut step) = (weight, at_centre, difference);
    for k in 0..MAX_NONCENTRAL_TERMS {
        let j = centre - k as f64;
        if j <= 0.0 {
            break;
        }
        step *= (shape + j) / half;
        p += step;
        w *= j / mean;
        let term = w * p;
        sum += term;
        if term <= 1e-17 * sum {
            break;
        }
    }
    if sum < 1.0 { sum } else { 1.0 }
}

/// The probability that a variable of a noncentral chi-square distribution with df degrees of freedom and noncentrality
/// nc is above x: as `chndtr`, of the upper tails, which grow with the terms.
pub fn noncentral_chi_square_upper(x: f64, df: f64, nc: f64) -> f64 {
    if !(x >= 0.0 && df > 0.0 && nc >= 0.0) {
        return f64::NAN;
    }
    if 0.5 * x == 0.0 || x.is_infinite() {
        return if x.is_infinite() { 0.0 } else { 1.0 };
    }
    if df.is_infinite() || nc.is_infinite() {
        return f64::NAN;
    }
    let (half, shape, mean) = (0.5 * x, 0.5 * df, 0.5 * nc);
    if mean > MAX_SUMMED_MEAN {
        return ndtr(-deviations_above(x, df, nc));
    }
    let typical = mean.floor();
    let is_far = half > shape + typical && gamma_power(shape + typical, half) < MIN_DIFFERENCE;
    let centre = if is_far { largest_term(half, shape, mean) } else { typical };
    if is_far || mean > MAX_STEPPED_MEAN {
        let sum = strided_sum(&|j| poisson_mass(j, mean) * gamma_above(shape, j, half), centre, stride_about(centre));
        return if sum < 1.0 { sum } else { 1.0 };
    }
    let weight = if nc == 0.0 { 1.0 } else { gamma_power(centre, mean) };
    // Q(a + 1, x) - Q(a, x) = x^a e^-x/gamma(a + 1).
    let (_, at_centre, difference) = gamma_of_sum(shape, centre, half);
    poisson_sum((centre, mean, weight), (at_centre, difference, 1.0), &|j| half / (shape + j), &|j| (shape + j) / half)
}

/// The probability that a variable of a noncentral F distribution with n and d degrees of freedom and noncentrality nc
/// is at most f.
pub fn ncfdtr(n: f64, d: f64, nc: f64, f: f64) -> f64 {
    noncentral_f_part(n, d, nc, f, true)
}

/// The probability that a variable of a noncentral F distribution with n and d degrees of freedom and noncentrality nc
/// is above f.
pub fn noncentral_f_upper(n: f64, d: f64, nc: f64, f: f64) -> f64 {
    noncentral_f_part(n, d, nc, f, false)
}

/// The part below f, or the one above.
fn noncentral_f_part(n: f64, d: f64, nc: f64, f: f64, below: bool) -> f64 {
    if !(n > 0.0 && d > 0.0 && nc >= 0.0 && f >= 0.0) || n.is_infinite() || d.is_infinite() || nc.is_infinite() {
        return f64::NAN;
    }
    if f == 0.0 {
        return if below { 0.0 } else { 1.0 };
    }
    // The denominator does not vary.
    if d > CONSTANT_FREEDOM * (1.0 + n + nc) {
        return if below { chndtr(n * f, n, nc) } else { noncentral_chi_square_upper(n * f, n, nc) };
    }
    let odds = n * f / d;
    if odds.is_infinite() {
        return if below { 1.0 } else { 0.0 };
    }
    if 0.5 * nc > MAX_SUMMED_MEAN {
        return far_noncentral_f(n, d, nc, odds, below);
    }
    let (numerator, lost) = two_product(n, f);
    let (x, y) = shares_of_odds(if numerator.is_finite() { pair_over((numerator, lost), d) } else { (odds, 0.0) });
    noncentral_beta(0.5 * n, 0.5 * d, 0.5 * nc, x, y, below)
}

/// The same of so large a noncentrality that the numerator varies no more than by its last places: the chi-square
/// distribution of the denominator, or where both vary as little the normal distribution of their logarithms.
fn far_noncentral_f(n: f64, d: f64, nc: f64, odds: f64, below: bool) -> f64 {
    let quotient = (n + nc) / odds;
    if d < MAX_SUMMED_MEAN {
        return if below {
            gamma_above(0.5 * d, 0.0, 0.5 * quotient)
        } else {
            gamma_below(0.5 * d, 0.0, 0.5 * quotient)
        };
    }
    let spread = (2.0 / (n + nc) * ((n + 2.0 * nc) / (n + nc)) + 2.0 / d).sqrt();
    let z = log(d / quotient) / spread;
    ndtr(if below { z } else { -z })
}

/// odds/(1 + odds) and 1/(1 + odds) as pairs.
pub(super) fn shares_of_odds(odds: (f64, f64)) -> ((f64, f64), (f64, f64)) {
    let whole = pair_sum((1.0, 0.0), odds);
    (pair_quotient(odds, whole), pair_quotient((1.0, 0.0), whole))
}

/// The incomplete beta functions I of a = shape + j and b over both sides of x = 1 - y, and their difference from those
/// of a + 1: I(a, b) - I(a + 1, b) = x^a y^b/(a B(a, b)). As of gamma functions, the first order of what the roundings
/// of a and of x change is added.
pub(super) fn beta_of_sum(
    shape: f64,
    j: f64,
    b: f64,
    (x, x_low): (f64, f64),
    (y, y_low): (f64, f64),
) -> (f64, f64, f64) {
    let (a, low) = two_sum(shape, j);
    let (lower, upper, power) = if x <= 0.5 {
        let (lower, upper) = beta_parts_of_pair(a, b, x, x_low);
        (lower, upper, beta_power(a, b, x))
    } else {
        let (upper, lower) = beta_parts_of_pair(b, a, y, y_low);
        (lower, upper, beta_power(b, a, y))
    };
    if !(x > 0.0 && y > 0.0) {
        return (lower, upper, power / a);
    }
    let step = power / a * (1.0 + (if x <= 0.5 { x_low } else { -y_low }) * (a / x - b / y));
    if low == 0.0 || step == 0.0 {
        return (lower, upper, step);
    }
    // The derivative of the logarithm of the step is log(x) + digamma(a + b) - digamma(a + 1).
    let ratio = x * ((a + b) / (a + 0.5));
    let slope = log(ratio);
    let fall = if ratio < LOWER_TAIL {
        lower * (x * (b - 1.0) / ((a + 1.0) * (a + 1.0) * (1.0 - ratio)) - slope)
    } else if ratio > UPPER_TAIL {
        upper * (slope + 1.0 / a + y / (b + 1.0 - y * (a + b)))
    } else {
        step
    };
    (lower - low * fall, upper + low * fall, step * (1.0 + low * slope))
}

/// The function of [`beta_of_sum`] below x or above.
fn beta_on_side(shape: f64, j: f64, b: f64, x: (f64, f64), y: (f64, f64), below: bool) -> f64 {
    let (lower, upper, _) = beta_of_sum(shape, j, b, x, y);
    if below { lower } else { upper }
}

/// The index of the largest product of a weight and a power of x: j (a + j) = mean x (a + b + j).
pub(super) fn largest_beta_term(a: f64, b: f64, mean: f64, x: f64) -> f64 {
    let (product, slope) = (mean * x * (a + b), a - mean * x);
    let root = (slope * slope + 4.0 * product).sqrt();
    let largest = if slope > 0.0 { 2.0 * product / (slope + root) } else { 0.5 * (root - slope) };
    largest.floor()
}

/// The logarithm of the weight of one of the central densities times that at f.
fn log_f_term(j: f64, n: f64, d: f64, mean: f64, f: f64) -> f64 {
    let share = n / (n + 2.0 * j);
    log_poisson_mass(j, mean) + log_f_density(n + 2.0 * j, d, f * share) + log(share)
}

/// The logarithm of the density of the noncentral F distribution at f from zero on: that of the largest of the central
/// ones, and of the sum of all by quotients of neighbours.
pub fn log_noncentral_f_density(n: f64, d: f64, nc: f64, f: f64) -> f64 {
    if !(n > 0.0 && d > 0.0 && nc >= 0.0 && f >= 0.0) || n.is_infinite() || d.is_infinite() || nc.is_infinite() {
        return f64::NAN;
    }
    if f.is_infinite() {
        return -f64::INFINITY;
    }
    let mean = 0.5 * nc;
    if f == 0.0 {
        return log_f_density(n, d, 0.0) - mean;
    }
    let odds = n * f / d;
    let x = if odds.is_infinite() { 1.0 } else { odds / (1.0 + odds) };
    let (a, b) = (0.5 * n, 0.5 * d);
    let centre = largest_beta_term(a, b, mean, x);
    if centre > MAX_STEPPED_MEAN {
        let largest = log_f_term(centre, n, d, mean, f);
        if centre > MAX_SUMMED_MEAN {
            // The terms are the normal density's, whose variance is the inverse of the logarithms' bend.
            let bend = 1.0 / centre + b / (a + centre) / (a + b + centre);
            return largest + 0.5 * log(std::f64::consts::TAU / bend);
        }
        let stride = stride_about(centre);
        return largest + log(strided_sum(&|j| exp(log_f_term(j, n, d, mean, f) - largest), centre, stride));
    }
    let (mut sum, mut term) = (1.0, 1.0);
    for k in 0..MAX_NONCENTRAL_TERMS {
        let j = centre + k as f64;
        term *= mean * x * (a + b + j) / ((j + 1.0) * (a + j));
        sum += term;
        if term <= 1e-17 * sum {
            break;
        }
    }
    term = 1.0;
    for k in 0..MAX_NONCENTRAL_TERMS {
        let j = centre - k as f64 - 1.0;
        if j < 0.0 {
            break;
        }
        term *= (j + 1.0) * (a + j) / (mean * x * (a + b + j));
        sum += term;
        if term <= 1e-17 * sum {
            break;
        }
    }
    let share = n / (n + 2.0 * centre);
    let weight = if mean == 0.0 { 0.0 } else { log_poisson_mass(centre, mean) };
    weight + log_f_density(n + 2.0 * centre, d, f * share) + log(share) + log(sum)
}

/// The mean of incomplete beta functions of a + j and b, below x or above, over a Poisson distribution of j.
fn noncentral_beta(a: f64, b: f64, mean: f64, below_x: (f64, f64), above_x: (f64, f64), below: bool) -> f64 {
    let ((high, _), (rest, _)) = (below_x, above_x);
    let x = high;
    let y = rest;
    let typical = mean.floor();
    let (_, _, at_typical) = beta_of_sum(a, typical, b, below_x, above_x);
    let outside = if below { (a + typical) * y > b * x } else { (a + typical) * y < b * x };
    // Far out, the terms about the largest weight are too small numbers.
    let is_far = outside && at_typical < MIN_DIFFERENCE;
    let centre = if is_far { largest_beta_term(a, b, mean, x) } else { typical };
    if is_far || mean > MAX_STEPPED_MEAN {
        let stride = stride_about(centre);
        let sum =
            strided_sum(&|j| poisson_mass(j, mean) * beta_on_side(a, j, b, below_x, above_x, below), centre, stride);
        return if sum < 1.0 { sum } else { 1.0 };
    }
    let weight = if mean == 0.0 { 1.0 } else { gamma_power(centre, mean) };
    let (lower, upper, difference) = beta_of_sum(a, centre, b, below_x, above_x);
    let at_centre = if below { lower } else { upper };
    let sign = if below { -1.0 } else { 1.0 };
    poisson_sum((centre, mean, weight), (at_centre, difference, sign), &|j| x * (a + j - 1.0 + b) / (a + j), &|j| {
        (a + j) / (x * (a + j - 1.0 + b))
    })
}

/// The sum over j of the weights of a Poisson distribution times a function p(j), from a centre on to both sides, at
/// most one. `weight` is the weight of the centre. `difference` times `sign` is p(centre + 1) - p(centre), and the
/// quotient of each next difference to the one before is `above(j)` where j rises, and `below(j)` where it falls.
fn poisson_sum(
    (centre, mean, weight): (f64, f64, f64),
    (at_centre, difference, sign): (f64, f64, f64),
    above: &impl Fn(f64) -> f64,
    below: &impl Fn(f64) -> f64,
) -> f64 {
    let mut sum = weight * at_centre;
    let (mut w, mut p, mut step, mut last) = (weight, at_centre, difference, sum);
    for k in 1..MAX_NONCENTRAL_TERMS {
        let j = centre + k as f64;
        p += sign * step;
        step *= above(j);
        w *= mean / j;
        let term = w * p;
        sum += term;
        if term <= 1e-17 * sum && term <= last {
            break;
        }
        last = term;
    }
    let (mut w, mut p, mut step) = (weight, at_centre, difference);
    for k in 0..MAX_NONCENTRAL_TERMS {
        let j = centre - k as f64;
        if j <= 0.0 {
            break;
        }
        // Zero stays zero where the quotient is infinite.
        if step > 0.0 {
            step *= below(j);
        }
        p -= sign * step;
        w *= j / mean;
        let term = w * p;
        // Differences that cancel are too small to count.
        if !(term > 1e-17 * sum) {
            break;
        }
        sum += term;
    }
    if sum < 1.0 { sum } else { 1.0 }
}
