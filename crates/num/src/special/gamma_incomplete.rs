//! The incomplete gamma functions and their inverses: the power series, the continued fraction of Legendre (DLMF
//! 8.7.1, 8.9.2), and Temme's uniform expansion for large parameters (DLMF 8.12), in the form of Gil, Segura, Temme,
//! "Efficient and accurate algorithms for the computation and inversion of the incomplete gamma function ratios",
//! 2012. Powers before them are computed in pairs. The inverses are Newton's, of logarithms of the functions over the
//! logarithm of the argument, which are concave, so that every start converges.

use super::error_function::erfcx;
use super::gamma::{GAMMALN_TWO, gamma_positive, gammaln_positive, stirling};
use super::normal::quantile;
use super::powers::{
    LOG2_E_HIGH, LOG2_E_REST, excess_pair, exp2_of_sum, log2_of_quotient, log2_of_sum, pair_sum, pair_times,
};
use crate::math::{exp, expm1, log, log1p, polynomial, two_sum};

/// The lower incomplete gamma function over the gamma function: the integral of t^(a - 1) e^-t/gamma(a) from zero to x.
pub fn gammainc(a: f64, x: f64) -> f64 {
    let (lower, _) = both_of_gamma(a, x);
    lower
}

/// The upper incomplete gamma function over the gamma function: the integral of t^(a - 1) e^-t/gamma(a) from x on.
pub fn gammaincc(a: f64, x: f64) -> f64 {
    let (_, upper) = both_of_gamma(a, x);
    upper
}

/// The lower and the upper function over the gamma function, of any arguments.
pub(super) fn both_of_gamma(a: f64, x: f64) -> (f64, f64) {
    if !(a >= 0.0 && x >= 0.0) || (a == 0.0 && x == 0.0) || (a.is_infinite() && x.is_infinite()) {
        return (f64::NAN, f64::NAN);
    }
    if x == 0.0 || a.is_infinite() {
        return (0.0, 1.0);
    }
    if a == 0.0 || x.is_infinite() {
        return (1.0, 0.0);
    }
    incomplete_gamma(a, x)
}

/// From this parameter on the uniform expansion has all digits, for x within this part of the parameter.
const MIN_UNIFORM_PARAMETER: f64 = 20.0;
const UNIFORM_RANGE: f64 = 0.3;
/// From this parameter on powers are those of x/a.
const MIN_QUOTIENT_PARAMETER: f64 = 8.0;
/// From this argument on its quotient by such a parameter is more than zero.
const MIN_QUOTIENT_ARGUMENT: f64 = 1e-290;
/// Up to this argument the upper function of a small parameter is found without the lower one.
const MAX_SMALL_ARGUMENT: f64 = 0.7;

/// The lower and the upper function over the gamma function, for positive finite arguments.
pub(super) fn incomplete_gamma(a: f64, x: f64) -> (f64, f64) {
    let (difference, lost) = two_sum(x, -a);
    if a >= MIN_UNIFORM_PARAMETER && difference.abs() < UNIFORM_RANGE * a {
        return uniform_expansion(a, x, difference, lost);
    }
    if x > a && x > MAX_SMALL_ARGUMENT {
        let upper = upper_fraction(a, x);
        return (1.0 - upper, upper);
    }
    let lower = gamma_power(a, x) * lower_sum(a, x);
    if a < 1.0 && x <= MAX_SMALL_ARGUMENT && lower > 0.5 {
        return (lower, small_upper(a, x));
    }
    (lower, 1.0 - lower)
}

/// `x^a e^-x/gamma(a + 1)`.
pub(super) fn gamma_power(a: f64, x: f64) -> f64 {
    if a < MIN_QUOTIENT_PARAMETER {
        let power = pair_times(log2_of_sum(x, 0.0), a);
        let exponent = pair_sum(power, pair_times((LOG2_E_HIGH, LOG2_E_REST), -x));
        let factorial = if a < 1.0 { gamma_positive(1.0 + a) } else { a * gamma_positive(a) };
        return exp2_of_sum(exponent) / factorial;
    }
    // The eighth power of such a number, whose quotient by the parameter may be zero, is far out of range.
    if x < MIN_QUOTIENT_ARGUMENT {
        return 0.0;
    }
    let (difference, lost) = two_sum(x, -a);
    let root = 1.0 / (std::f64::consts::TAU * a).sqrt();
    exp2_of_sum(decay_exponent(a, x, difference, lost)) * root * exp(-stirling(a))
}

/// `a log2(x/a) - (x - a) log2(e)` as a pair; the difference x - a is given in two parts.
fn decay_exponent(a: f64, x: f64, difference: f64, lost: f64) -> (f64, f64) {
    let quotient = difference / a;
    if quotient.abs() < 0.05 {
        let rest = ((-quotient).mul_add(a, difference) + lost) / a;
        let (high, low) = pair_times((LOG2_E_HIGH, LOG2_E_REST), -a);
        let (excess, excess_low) = excess_pair(quotient, rest);
        let (product, product_low) = pair_times((high, low), excess);
        return (product, product_low + high * excess_low);
    }
    let power = pair_times(log2_of_quotient(x, a), a);
    let (decay, decay_low) = pair_times((LOG2_E_HIGH, LOG2_E_REST), -difference);
    pair_sum(power, (decay, decay_low - lost * LOG2_E_HIGH))
}

/// `1 + x/(a + 1) + x^2/((a + 1) (a + 2)) + ..`, for x up to about the parameter.
pub(super) fn lower_sum(a: f64, x: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..2000 {
        term *= x / (a + k as f64);
        sum += term;
        if term < 0.25 * f64::EPSILON * sum {
            break;
        }
    }
    sum
}

/// The upper function by Steed's method, for x above the parameter.
fn upper_fraction(a: f64, x: f64) -> f64 {
    let power = gamma_power(a, x);
    if power == 0.0 {
        return 0.0;
    }
    let mut b = x + 1.0 - a;
    let mut d = 1.0 / b;
    let (mut step, mut value, mut lost) = (d, d, 0.0);
    for k in 1..2000 {
        let n = k as f64;
        b += 2.0;
        let part = n * (a - n) * d;
        d = 1.0 / (part + b);
        // The factor is b d - 1, which would cancel.
        step *= -part * d;
        let (sum, rest) = two_sum(value, step);
        value = sum;
        lost += rest;
        if step.abs() < 0.5 * f64::EPSILON * value.abs() {
            break;
        }
    }
    power * a * (value + lost)
}

/// The upper function of a parameter up to one and a small x, where it is the smaller one: one less the leading factor,
/// and the rest of the series of the lower one (DLMF 8.7.1).
fn small_upper(a: f64, x: f64) -> f64 {
    let exponent = a * log(x) - gammaln_of_next(a);
    let (mut term, mut sum) = (1.0, 0.0);
    for k in 1..60 {
        let n = k as f64;
        term *= -x / n;
        let step = term / (a + n);
        sum += step;
        if step.abs() < 0.25 * f64::EPSILON * sum.abs() {
            break;
        }
    }
    -expm1(exponent) - exp(exponent) * a * sum
}

/// The logarithm of gamma(1 + a), with all digits for small a from -1/2 on.
pub(super) fn gammaln_of_next(a: f64) -> f64 {
    if a > 1.5 {
        return gammaln_positive(1.0 + a);
    }
    if a > 0.5 {
        return (a - 1.0) * polynomial(a - 1.0, &GAMMALN_TWO);
    }
    a * polynomial(a, &GAMMALN_TWO) - log1p(a)
}

/// Both functions near x = a, from the difference x - a in two parts. With e^-E = (x/a)^a e^(a - x) and z = sqrt(E),
/// the smaller one is e^-E (erfcx(z)/2 +- S/sqrt(2 pi a)), where S is the sum of a series in eta = +-sqrt(2 E/a).
fn uniform_expansion(a: f64, x: f64, difference: f64, lost: f64) -> (f64, f64) {
    /// log(2).
    const LN_2: f64 = std::f64::consts::LN_2;
    let exponent = decay_exponent(a, x, difference, lost);
    let (high, _) = exponent;
    let energy = if high < 0.0 { -high * LN_2 } else { 0.0 };
    let above = difference > 0.0;
    let eta = (2.0 * energy / a).sqrt();
    let eta = if above { eta } else { -eta };
    // The coefficients of the series, from the last one on: beta(n - 1) = (n + 1)/a beta(n + 1) + d(n).
    let (mut next, mut current, mut sum) = (0.0, 0.0, 0.0);
    for k in 1..25 {
        let n = 25 - k;
        (next, current) = (current, (n as f64 + 1.0) / a * next + ETA_OVER_EXCESS[n]);
        sum = sum * eta + current;
    }
    // The last two are beta(0) and beta(1).
    let series = sum * a / (a + next);
    let scaled = 0.5 * erfcx(energy.sqrt());
    let rest = series / (std::f64::consts::TAU * a).sqrt();
    let smaller = exp2_of_sum(exponent) * if above { scaled + rest } else { scaled - rest };
    if above { (1.0 - smaller, smaller) } else { (smaller, 1.0 - smaller) }
}

/// The inverse of `gammainc` over x.
pub fn gammaincinv(a: f64, p: f64) -> f64 {
    if !(a >= 0.0 && p >= 0.0 && p <= 1.0) {
        return f64::NAN;
    }
    if a == 0.0 && p > 0.0 && p < 1.0 {
        return f64::NAN;
    }
    if p == 1.0 {
        return f64::INFINITY;
    }
    if p == 0.0 || a == 0.0 {
        return 0.0;
    }
    if p <= 0.9 { lower_inverse(a, p) } else { upper_inverse(a, 1.0 - p) }
}

/// The inverse of `gammaincc` over x.
pub fn gammainccinv(a: f64, q: f64) -> f64 {
    if !(a >= 0.0 && q >= 0.0 && q <= 1.0) {
        return f64::NAN;
    }
    if a == 0.0 && q > 0.0 && q < 1.0 {
        return f64::NAN;
    }
    if q == 0.0 {
        return f64::INFINITY;
    }
    if q == 1.0 || a == 0.0 {
        return 0.0;
    }
    if q <= 0.5 || (q < 0.9 && a > 1.0) { upper_inverse(a, q) } else { lower_inverse(a, 1.0 - q) }
}

/// The number that a normal distribution's quantile s suggests (Wilson, Hilferty 1931).
fn wilson_hilferty(a: f64, s: f64) -> f64 {
    let root = 1.0 - 1.0 / (9.0 * a) + s / (3.0 * a.sqrt());
    if root > 0.0 { a * root * root * root } else { 0.0 }
}

/// Most steps of Newton's iteration, and the size of the last one: the remaining error is its square.
const MAX_NEWTON_STEPS: usize = 60;
const LAST_STEP: f64 = 1e-9;

/// The x where the lower function is p.
fn lower_inverse(a: f64, p: f64) -> f64 {
    // P is at most x^a/gamma(a + 1).
    let mut x = exp((log(p) + gammaln_of_next(a)) / a);
    if a > 1.0 {
        let guess = wilson_hilferty(a, quantile(p - 0.5, if p < 0.5 { p } else { 1.0 - p }));
        if guess > x {
            x = guess;
        }
    }
    if x < 1e-300 {
        return x;
    }
    for _ in 0..MAX_NEWTON_STEPS {
        let (lower, _) = incomplete_gamma(a, x);
        if lower == 0.0 {
            x *= 2.0;
            continue;
        }
        let step = log_quotient(lower, p) * (lower / (gamma_power(a, x) * a));
        x *= exp(-step);
        if step.abs() < LAST_STEP {
            break;
        }
    }
    x
}

/// The x where the upper function is q.
fn upper_inverse(a: f64, q: f64) -> f64 {
    let tail = if q < 0.5 { q } else { 1.0 - q };
    let mut x = if a > 1.0 { wilson_hilferty(a, -quantile(q - 0.5, tail)) } else { -log(q) };
    // The last point where the function was not zero: a step from there may go too far.
    let mut near = 0.0;
    for _ in 0..MAX_NEWTON_STEPS {
        let (_, upper) = incomplete_gamma(a, x);
        if upper == 0.0 {
            x = if near > 0.0 { (x * near).sqrt() } else { 0.5 * x };
            continue;
        }
        near = x;
        let step = log_quotient(upper, q) * (upper / (gamma_power(a, x) * a));
        x *= exp(step);
        if step.abs() < LAST_STEP {
            break;
        }
    }
    x
}

/// log(x/y), of positive numbers that may be near one another.
#[inline(always)]
pub(super) fn log_quotient(x: f64, y: f64) -> f64 {
    if x > 0.5 * y && x < 2.0 * y { log1p((x - y) / y) } else { log(x / y) }
}

/// eta/(lambda - 1) in powers of eta, where eta^2/2 = lambda - 1 - log(lambda) (DLMF 8.12.3).
const ETA_OVER_EXCESS: [f64; 25] = [
    1.0,
    -0.3333333333333333,
    0.08333333333333333,
    -0.014814814814814815,
    0.0011574074074074073,
    0.0003527336860670194,
    -0.0001787551440329218,
    3.919263178522438e-05,
    -2.185448510679992e-06,
    -1.85406221071516e-06,
    8.296711340953087e-07,
    -1.7665952736826078e-07,
    6.707853543401498e-09,
    1.0261809784240309e-08,
    -4.382036018453353e-09,
    9.14769958223679e-10,
    -2.5514193994946248e-11,
    -5.830772132550426e-11,
    2.4361948020667415e-11,
    -5.0276692801141755e-12,
    1.1004392031956135e-13,
    3.371763262400985e-13,
    -1.392388722418162e-13,
    2.8534893807047445e-14,
    -5.139111834242572e-16,
];
