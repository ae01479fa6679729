//! The incomplete beta function and its inverse: its power series, and its continued fraction (DiDonato, Morris,
//! "Algorithm 708: significant digit computation of the incomplete beta function ratios", 1992; DLMF 8.17.22), with the
//! leading power in pairs. The inverse is Newton's, of the logarithm of the function over the logarithm of x/(1 - x),
//! which is concave, so that every start converges.

use super::gamma::{GAMMALN_TWO, gamma_positive, stirling};
use super::gamma_incomplete::{gammaln_of_next, log_quotient};
use super::gamma_ratio::{beta_positive, betaln_positive};
use super::normal::quantile;
use super::powers::{
    LOG2_E_HIGH, LOG2_E_REST, excess_pair, exp2_of_sum, log2_of_one_plus_quotient, log2_of_quotient_of_sum,
    log2_of_sum, odd_powers, pair_sum, pair_times,
};
use crate::math::{exp, expm1, log, log1p, two_product, two_sum};

/// The integral of `t^(a - 1) (1 - t)^(b - 1)` from zero to x over the one to one, for positive a and b and x from 0 to
/// 1; else NaN.
pub fn betainc(a: f64, b: f64, x: f64) -> f64 {
    let (lower, _) = beta_parts(a, b, x);
    lower
}

/// The complement of `betainc`: the integral from x to one over the one from zero.
pub fn betaincc(a: f64, b: f64, x: f64) -> f64 {
    let (_, upper) = beta_parts(a, b, x);
    upper
}

/// The incomplete beta function and its complement, NaN outside of their domain.
pub(super) fn beta_parts(a: f64, b: f64, x: f64) -> (f64, f64) {
    beta_parts_of_pair(a, b, x, 0.0)
}

/// The same of an argument in two parts: what the rounding of x changes grows with the parameters.
pub(super) fn beta_parts_of_pair(a: f64, b: f64, x: f64, x_low: f64) -> (f64, f64) {
    if !(a >= 0.0 && b >= 0.0 && x >= 0.0 && x <= 1.0) {
        return (f64::NAN, f64::NAN);
    }
    if (a == 0.0 && b == 0.0) || (a.is_infinite() && b.is_infinite()) {
        return (f64::NAN, f64::NAN);
    }
    if a == 0.0 || b.is_infinite() {
        return if x > 0.0 { (1.0, 0.0) } else { (0.0, 1.0) };
    }
    if b == 0.0 || a.is_infinite() {
        return if x < 1.0 { (0.0, 1.0) } else { (1.0, 0.0) };
    }
    if x == 0.0 || x == 1.0 {
        return (x, 1.0 - x);
    }
    if x <= 0.5 {
        return incomplete_beta(a, b, x, x_low);
    }
    // One less x is exact here.
    let (upper, lower) = incomplete_beta(b, a, 1.0 - x, -x_low);
    (lower, upper)
}

/// Above the mean the fraction's first terms cancel where `(b + 7) x` is below this, and the power series' do beyond.
/// Where the two meet the largest errors of the complement over 20 000 points are five units.
const MAX_SERIES_PRODUCT: f64 = 0.6;
/// What is added to b there: from x = 0.08 on the fraction has all digits for every b.
const FEWEST_SERIES_PARAMETER: f64 = 7.0;

/// Up to this part of the smaller result a change by the derivative alone leaves nothing above the last place.
const MAX_RELATIVE_SHIFT: f64 = 1e-8;

/// More steps than the fraction needs for a and b up to some 1e7.
const MAX_BETA_FRACTION_STEPS: usize = 4000;

/// Below this the inverse of a parameter may be out of range: the smaller part is in proportion to the parameter.
const TINY_PARAMETER: f64 = 1e-290;
/// With a tiny parameter and the other one up to this, the powers are one to the last place.
const MAX_PARAMETER_OF_QUOTIENT: f64 = 1e-20;

/// The function and its complement for positive finite a and b and x from zero to 1/2, in two parts.
pub(super) fn incomplete_beta(a: f64, b: f64, x: f64, x_low: f64) -> (f64, f64) {
    let (small, large) = if a < b { (a, b) } else { (b, a) };
    if small >= TINY_PARAMETER {
        return beta_of_parameters(a, b, x, x_low);
    }
    if large < MAX_PARAMETER_OF_QUOTIENT {
        // The whole probability is at the ends, in proportion to the inverses of the parameters.
        let quotient = small / large;
        let (less, more) = (quotient / (1.0 + quotient), 1.0 / (1.0 + quotient));
        return if a < b { (more, less) } else { (less, more) };
    }
    /// 2^100.
    const SCALE: f64 = 1.2676506002282294e30;
    if a < b {
        let (_, upper) = beta_of_parameters(a * SCALE, b, x, x_low);
        return (1.0, upper / SCALE);
    }
    let (lower, _) = beta_of_parameters(a, b * SCALE, x, x_low);
    (lower / SCALE, 1.0)
}

/// The same of parameters whose inverses are in range.
fn beta_of_parameters(a: f64, b: f64, x: f64, x_low: f64) -> (f64, f64) {
    let (distance, distance_low) = distance_to_mean(a, b, x);
    let power = beta_power(a, b, x);
    if power == 0.0 {
        return if distance > 0.0 { (0.0, 1.0) } else { (1.0, 0.0) };
    }
    let (lower, upper) = beta_of_power(a, b, x, power, distance, distance_low);
    // The derivative times the low part, which is no more than a small part of both where the parameters are moderate.
    let shift = power * (x_low / (x * (1.0 - x)));
    let smaller = if lower < upper { lower } else { upper };
    if shift.abs() < MAX_RELATIVE_SHIFT * smaller { (lower + shift, upper - shift) } else { (lower, upper) }
}

/// The same without the low part of x, from the leading power and the distance to the mean.
fn beta_of_power(a: f64, b: f64, x: f64, power: f64, distance: f64, distance_low: f64) -> (f64, f64) {
    let y = 1.0 - x;
    let few = b * x <= 1.0;
    if distance > 0.0 || (b + FEWEST_SERIES_PARAMETER) * x < MAX_SERIES_PRODUCT {
        let lower =
            if few { power_series(a, b, x, power) } else { power / beta_fraction(a, b, x, y, distance + distance_low) };
        if few && lower > 0.5 && a < 2.0 {
            return (lower, small_complement(a, b, x));
        }
        return (lower, 1.0 - lower);
    }
    let upper = power / beta_fraction(b, a, y, x, -distance - distance_low);
    (1.0 - upper, upper)
}

/// `a y - b x` of y = 1 - x in two parts: the distance of the mean a/(a + b) above x, times a + b. Rounding y would
/// cancel it completely near the mean.
#[inline(always)]
fn distance_to_mean(a: f64, b: f64, x: f64) -> (f64, f64) {
    let (sum, sum_low) = two_sum(a, b);
    let (product, product_low) = two_product(sum, x);
    let (distance, rest) = two_sum(a, -product);
    (distance, rest - (product_low + sum_low * x))
}

/// The power times `(1 - x)^-b/a` and `1 + a (1 - b) x/(a + 1) + a (1 - b) (2 - b) x^2/(2 (a + 2)) + ..`, for `b x` up
/// to one.
fn power_series(a: f64, b: f64, x: f64, power: f64) -> f64 {
    power * exp(-b * log1p(-x)) / a * (1.0 + a * series_sum(a, b, x))
}

/// The sum of `(1 - b) .. (k - b) x^k/(k! (a + k))` over k from one.
fn series_sum(a: f64, b: f64, x: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 0.0);
    for k in 1..2000 {
        let n = k as f64;
        term *= (n - b) * x / n;
        let step = term / (a + n);
        sum += step;
        if step.abs() <= f64::EPSILON * 0.125 * sum.abs() {
            break;
        }
    }
    sum
}

/// The complement of the power series, where that is near one for small a and x: one less the leading factor
/// x^a/(a B(a, b)), and the rest.
fn small_complement(a: f64, b: f64, x: f64) -> f64 {
    let exponent =
        if shifts_by_stirling(a, b) { gammaln_step_and_power(a, b, x) } else { a * log(x) + gammaln_step(b, a) };
    let exponent = exponent - gammaln_of_next(a) - log1p(a / b);
    -expm1(exponent) - exp(exponent) * a * series_sum(a, b, x)
}

/// Whether the difference of logarithms of the gamma function is that of Stirling's series: where it is not, both
/// arguments are a whole number away from where the polynomial has all digits, from -1/2 to 1/2.
fn shifts_by_stirling(a: f64, b: f64) -> bool {
    let fraction = b - b.floor();
    b >= 8.0 || a > 0.1 || (fraction < 0.5 && fraction + a > 0.5)
}

/// log(x^a gamma(1 + b + a)/gamma(1 + b)) of a from zero to two, by Stirling's series: the logarithms of x and of the
/// larger gamma function's argument cancel, so they are one.
fn gammaln_step_and_power(a: f64, b: f64, x: f64) -> f64 {
    let (mut z, mut below) = (1.0 + b, 0.0);
    for _ in 0..8 {
        if z >= 9.0 {
            break;
        }
        below += log1p(a / z);
        z += 1.0;
    }
    let ratio = a / z;
    // The product of a subnormal number would be rounded to few digits.
    let logarithm = if x < 1e-290 { log(x) + log(z + a) } else { log(x * (z + a)) };
    a * (logarithm + stirling_slope(z, a)) - z * excess(ratio) - 0.5 * log1p(ratio) - below
}

/// log(gamma(1 + b + a)/gamma(1 + b)) of a up to 0.1 and b up to eight, with all digits for small a. No number from b
/// to b + a is a half and a whole one.
fn gammaln_step(b: f64, a: f64) -> f64 {
    let (mut y, mut sum) = (b, 0.0);
    for _ in 0..8 {
        if y < 1.5 {
            break;
        }
        sum += log1p(a / y);
        y -= 1.0;
    }
    let mut t = y - 1.0;
    if y < 0.5 {
        sum -= log1p(a / (1.0 + y));
        t = y;
    }
    // The divided difference of t times the polynomial.
    let (mut value, mut slope) = (0.0, 0.0);
    for k in 0..20 {
        slope = slope * (t + a) + value;
        value = value * t + GAMMALN_TWO[19 - k];
    }
    slope = slope * (t + a) + value;
    sum + a * slope
}

/// The coefficients of Stirling's series, B(2 k)/(2 k (2 k - 1)).
const STIRLING_TERMS: [f64; 8] = [
    0.08333333333333333,
    -0.002777777777777778,
    0.0007936507936507937,
    -0.0005952380952380953,
    0.0008417508417508417,
    -0.0019175269175269176,
    0.00641025641025641,
    -0.029550653594771242,
];

/// The divided difference of Stirling's series, `(stirling(z + a) - stirling(z))/a` of z from nine on: each term is a
/// difference of powers of u = 1/z and v = 1/(z + a), over v - u.
fn stirling_slope(z: f64, a: f64) -> f64 {
    let (u, v) = (1.0 / z, 1.0 / (z + a));
    // v^(n - 1) + v^(n - 2) u + .. + u^(n - 1) of odd n.
    let (mut powers, mut power, mut sum) = (1.0, 1.0, 0.0);
    for k in 0..8 {
        sum += STIRLING_TERMS[k] * powers;
        power *= u;
        powers = powers * v + power;
        power *= u;
        powers = powers * v + power;
    }
    -u * v * sum
}

/// The even part of the continued fraction, all of whose terms are positive for x up to the mean, by Steed's method.
fn beta_fraction(a: f64, b: f64, x: f64, y: f64, distance: f64) -> f64 {
    let (c, c1) = (1.0 + distance, 1.0 + 1.0 / a);
    let mut value = c / c1;
    let (mut p, mut s) = (1.0, a + 1.0);
    let (mut d, mut step, mut lost) = (0.0, 0.0, 0.0);
    for k in 1..MAX_BETA_FRACTION_STEPS {
        let n = k as f64;
        let t = n / a;
        let w = n * (b - n) * x;
        let e = a / s;
        let alpha = p * (p + b / a) * (e * e) * (w * x);
        let beta = n + w / s + (1.0 + t) / (c1 + 2.0 * t) * (c + n * (1.0 + y));
        p = 1.0 + t;
        s += 2.0;
        let part = alpha * d;
        d = 1.0 / (part + beta);
        // The factor is beta d - 1, which would cancel.
        step = if k == 1 { alpha * d } else { -step * (part * d) };
        let (sum, rest) = two_sum(value, step);
        value = sum;
        lost += rest;
        if step.abs() < 0.5 * f64::EPSILON * value.abs() {
            break;
        }
    }
    value + lost
}

/// `x^a (1 - x)^b/B(a, b)`, for x up to 1/2.
pub(super) fn beta_power(a: f64, b: f64, x: f64) -> f64 {
    let (y, y_low) = two_sum(1.0, -x);
    let (sum, sum_low) = two_sum(a, b);
    if a >= 8.0 && b >= 8.0 {
        // The powers around the maximum at a/(a + b), where all but the distance from it cancels.
        let correction = stirling(a) + stirling(b) - stirling(sum);
        let factor = (a / sum * b / std::f64::consts::TAU).sqrt() * exp(-correction);
        let (distance, distance_low) = distance_to_mean(a, b, x);
        let (over_a, over_b) = (-distance / a, distance / b);
        if over_a.abs() < 0.05 && over_b.abs() < 0.05 {
            let first = excess_pair(over_a, ((-over_a).mul_add(a, -distance) - distance_low) / a);
            let second = excess_pair(over_b, ((-over_b).mul_add(b, distance) + distance_low) / b);
            let (high, low) = pair_sum(pair_times(first, -a), pair_times(second, -b));
            let (exponent, rest) = pair_times((LOG2_E_HIGH, LOG2_E_REST), high);
            return factor * exp2_of_sum((exponent, rest + low * LOG2_E_HIGH));
        }
        let (product, product_low) = two_product(x, sum);
        let x_part = log2_of_quotient_of_sum(product, product_low + sum_low * x, a);
        let (product, product_low) = two_product(y, sum);
        let y_part = log2_of_quotient_of_sum(product, product_low + (sum_low * y + y_low * sum), b);
        return factor * exp2_of_sum(pair_sum(pair_times(x_part, a), pair_times(y_part, b)));
    }
    let powers = pair_sum(pair_times(log2_of_sum(x, 0.0), a), pair_times(log2_of_sum(y, y_low), b));
    let (small, large) = if a < b { (a, b) } else { (b, a) };
    if large < 8.0 {
        return exp2_of_sum(powers) / beta_positive(small, large);
    }
    // gamma(large + small)/gamma(large) by the difference of Stirling's series.
    let most = pair_times(log2_of_one_plus_quotient(small, large), large);
    let (least, least_low) = pair_times(log2_of_sum(sum, sum_low), small);
    let (decay, decay_low) = pair_times((LOG2_E_HIGH, LOG2_E_REST), -small);
    let exponent = pair_sum(pair_sum(powers, (least, least_low)), pair_sum(most, (decay, decay_low)));
    let factor = exp(stirling(sum) - stirling(large)) / (1.0 + small / large).sqrt();
    if small < 1.0 {
        return exp2_of_sum(exponent) * (factor * small / gamma_positive(1.0 + small));
    }
    exp2_of_sum(exponent) * (factor / gamma_positive(small))
}

/// `t - log(1 + t)`, without cancellation near zero.
pub(super) fn excess(t: f64) -> f64 {
    if t < -0.5 || t > 1.0 {
        return t - log1p(t);
    }
    // log(1 + t) = 2 (r + r^3/3 + r^5/5 + ..) with r = t/(2 + t), and t - 2r = r t.
    let r = t / (2.0 + t);
    let square = r * r;
    r * t - r * square * odd_powers(square)
}

/// The inverse of `betainc` over x.
pub fn betaincinv(a: f64, b: f64, p: f64) -> f64 {
    if !(a > 0.0 && b > 0.0 && p >= 0.0 && p <= 1.0) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return p;
    }
    if a.is_infinite() && b.is_infinite() {
        return f64::NAN;
    }
    if a.is_infinite() || b.is_infinite() {
        return if a.is_infinite() { 1.0 } else { 0.0 };
    }
    let (x, _) = if p <= 0.5 { beta_inverse(a, b, p) } else { swapped(beta_inverse(b, a, 1.0 - p)) };
    x
}

/// The inverse of `betaincc` over x.
pub fn betainccinv(a: f64, b: f64, q: f64) -> f64 {
    if !(a > 0.0 && b > 0.0 && q >= 0.0 && q <= 1.0) {
        return f64::NAN;
    }
    if q == 0.0 || q == 1.0 {
        return 1.0 - q;
    }
    if a.is_infinite() && b.is_infinite() {
        return f64::NAN;
    }
    if a.is_infinite() || b.is_infinite() {
        return if a.is_infinite() { 1.0 } else { 0.0 };
    }
    let (x, _) = if q <= 0.5 { swapped(beta_inverse(b, a, q)) } else { beta_inverse(a, b, 1.0 - q) };
    x
}

#[inline(always)]
pub(super) fn swapped((x, y): (f64, f64)) -> (f64, f64) {
    (y, x)
}

/// The least of two parameters up to which the inverse is improved by Newton's steps. Beyond it the fraction needs too
/// many, and the error of the approximation that they start from falls as one over the parameters.
const MAX_NEWTON_PARAMETER: f64 = 1e8;

/// Below e to this power, where x is hardly in range, the power series has one term.
const LOG_OF_TINY: f64 = -690.0;

/// The x where the function is p, and 1 - x, for positive finite a and b and p from zero to 1/2.
pub(super) fn beta_inverse(a: f64, b: f64, p: f64) -> (f64, f64) {
    // Where x or 1 - x is tiny the first term of the power series is all of it.
    let least = (log(p) + log(a) + betaln_positive(a, b)) / a;
    if least < LOG_OF_TINY {
        return (exp(least), 1.0);
    }
    let rest = (log1p(-p) + log(b) + betaln_positive(a, b)) / b;
    if rest < LOG_OF_TINY {
        return (1.0, exp(rest));
    }
    let mut odds = first_odds(a, b, p);
    if a > MAX_NEWTON_PARAMETER && b > MAX_NEWTON_PARAMETER {
        return (odds / (1.0 + odds), 1.0 / (1.0 + odds));
    }
    for _ in 0..50 {
        let (x, y) = (odds / (1.0 + odds), 1.0 / (1.0 + odds));
        let (lower, power) = if x <= 0.5 {
            let (lower, _) = incomplete_beta(a, b, x, 0.0);
            (lower, beta_power(a, b, x))
        } else {
            let (_, lower) = incomplete_beta(b, a, y, 0.0);
            (lower, beta_power(b, a, y))
        };
        if lower == 0.0 || power == 0.0 {
            // Too far to one side.
            odds *= if lower < p { 4.0 } else { 0.25 };
            continue;
        }
        let step = log_quotient(lower, p) * (lower / power);
        odds *= exp(-step);
        if step.abs() < 1e-9 || odds < 1e-300 || odds > 1e300 {
            break;
        }
    }
    let (x, y) = (odds / (1.0 + odds), 1.0 / (1.0 + odds));
    if x <= 0.5 {
        let x = improved_inverse(a, b, x, p, 0.0);
        return (x, 1.0 - x);
    }
    let (rest, lost) = two_sum(1.0, -p);
    let y = improved_inverse(b, a, y, rest, lost);
    (1.0 - y, y)
}

/// A step of Newton's for the x up to 1/2 where the function is p, in two parts, where its power series has few terms:
/// an error of the function counts 1/a times in x, so the logarithms of both are compared in pairs.
fn improved_inverse(a: f64, b: f64, x: f64, p: f64, p_low: f64) -> f64 {
    if !(b * x <= 1.0 && a < 2.0 && a > 1e-100 && x > 1e-300) {
        return x;
    }
    let power = beta_power(a, b, x);
    // Of x = 1 the step is that of the gamma function alone.
    let shift = if shifts_by_stirling(a, b) { gammaln_step_and_power(a, b, 1.0) } else { gammaln_step(b, a) };
    let rest = shift - gammaln_of_next(a) - log1p(a / b) + log1p(a * series_sum(a, b, x));
    let (target, target_low) = log2_of_sum(p, p_low);
    let (difference, lost) = pair_sum(pair_times(log2_of_sum(x, 0.0), a), (-target, -target_low));
    let surplus = (difference + lost) * std::f64::consts::LN_2 + rest;
    let step = surplus * p * (1.0 - x) / power;
    if step.abs() < 1e-6 { x - x * step } else { x }
}

/// A first guess of x/(1 - x): for a and b from one on by the normal distribution (Abramowitz, Stegun 26.5.22), else
/// from the first term of the power series.
fn first_odds(a: f64, b: f64, p: f64) -> f64 {
    if a >= 1.0 && b >= 1.0 {
        let s = -quantile(p - 0.5, p);
        let (over_a, over_b) = (1.0 / (2.0 * a - 1.0), 1.0 / (2.0 * b - 1.0));
        let h = 2.0 / (over_a + over_b);
        let lambda = (s * s - 3.0) / 6.0;
        let root = if h + lambda > 0.0 { (h + lambda).sqrt() } else { 0.0 };
        let w = s * root / h - (over_b - over_a) * (lambda + 5.0 / 6.0 - 2.0 / (3.0 * h));
        return a / b * exp(-2.0 * w);
    }
    // The first term of the power series, a bound of x for b from one on.
    let least = exp((log(p) + log(a) + betaln_positive(a, b)) / a);
    if least < 0.5 { least / (1.0 - least) } else { 1.0 }
}
