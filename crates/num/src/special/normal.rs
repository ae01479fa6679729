//! The distribution function of the normal distribution and its inverse.

use super::error_function::{decay, inner, scaled_complement};
use super::powers::{pair_over, pair_product, pair_sum, pair_times};
use crate::math::{exp, log, polynomial, select, two_product, two_sum};

/// 1/sqrt(2 pi), the normal density at zero.
pub(super) const NORMAL_HEIGHT: f64 = 0.3989422804014327;

/// The area under the standard normal density up to x.
#[inline(always)]
pub fn ndtr(x: f64) -> f64 {
    let t = x * std::f64::consts::FRAC_1_SQRT_2;
    select(t.abs() < 1.0, 0.5 + 0.5 * inner(t), outer_area(x))
}

/// The same for `|x|` from sqrt(2) on.
#[inline(always)]
fn outer_area(x: f64) -> f64 {
    // The square of x itself is exact in two parts, where that of its quotient by sqrt(2) is not.
    let a = select(x.abs() < 40.0, x.abs(), 40.0);
    let (square, low) = two_product(a, a);
    let tail = 0.5 * scaled_complement(a * std::f64::consts::FRAC_1_SQRT_2) * decay(0.5 * square, 0.5 * low);
    select(x > 0.0, 1.0 - tail, select(x.is_nan(), x, tail))
}

/// The number up to which the area under the standard normal density is p.
///
/// Wichura, "Algorithm AS 241: the percentage points of the normal distribution", 1988.
pub fn ndtri(p: f64) -> f64 {
    if !(p > 0.0 && p < 1.0) {
        return if p == 0.0 {
            -f64::INFINITY
        } else if p == 1.0 {
            f64::INFINITY
        } else {
            f64::NAN
        };
    }
    let q = p - 0.5;
    quantile(q, if q < 0.0 { p } else { 1.0 - p })
}

/// The number up to which the area is 1/2 + q, of which `tail` is the part beyond the nearer end, both with all digits.
pub(super) fn quantile(q: f64, tail: f64) -> f64 {
    if q.abs() <= 0.425 {
        let r = 0.180625 - q * q;
        return q * (polynomial(r, &CENTRE) / polynomial(r, &CENTRE_DIVISOR));
    }
    let root = (-log(tail)).sqrt();
    let value = if root <= 5.0 {
        let r = root - 1.6;
        polynomial(r, &MIDDLE) / polynomial(r, &MIDDLE_DIVISOR)
    } else {
        let r = root - 5.0;
        polynomial(r, &FAR) / polynomial(r, &FAR_DIVISOR)
    };
    if q < 0.0 { -value } else { value }
}

/// Up to this size the area is a power series in pairs.
const MAX_PAIRED_QUANTILE: f64 = 2.5;
/// What the rounding of the normal density at zero lost.
const NORMAL_HEIGHT_LOW: f64 = -2.49232720227773e-17;

/// The number up to which the area under the standard normal density is p, from zero to one without both, as a pair:
/// the rounded number is corrected by the difference of its area from p.
pub(super) fn quantile_pair(p: f64) -> (f64, f64) {
    let value = ndtri(p);
    let density = NORMAL_HEIGHT * exp(-0.5 * value * value);
    let excess = if value.abs() <= MAX_PAIRED_QUANTILE {
        let (difference, _) = pair_sum(area_from_zero(value), two_sum(0.5, -p));
        difference
    } else if value < 0.0 {
        ndtr(value) - p
    } else {
        (1.0 - p) - ndtr(-value)
    };
    (value, -excess / density)
}

/// The area under the standard normal density from zero to x as a pair (DLMF 7.6.1).
fn area_from_zero(x: f64) -> (f64, f64) {
    let half = two_product(x, -0.5 * x);
    let (mut term, mut sum) = ((1.0, 0.0), (1.0, 0.0));
    for k in 1..60 {
        let n = k as f64;
        term = pair_over(pair_product(term, half), n);
        let (step, step_low) = pair_over(term, 2.0 * n + 1.0);
        sum = pair_sum(sum, (step, step_low));
        if step.abs() < 1e-24 {
            break;
        }
    }
    pair_product(pair_times(sum, x), (NORMAL_HEIGHT, NORMAL_HEIGHT_LOW))
}

/// The rational functions of AS 241, lowest power first.
const CENTRE: [f64; 8] = [
    3.387132872796366608,
    133.14166789178437745,
    1971.5909503065514427,
    13731.693765509461125,
    45921.953931549871457,
    67265.770927008700853,
    33430.575583588128105,
    2509.0809287301226727,
];
const CENTRE_DIVISOR: [f64; 8] = [
    1.0,
    42.313330701600911252,
    687.1870074920579083,
    5394.1960214247511077,
    21213.794301586595867,
    39307.89580009271061,
    28729.085735721942674,
    5226.495278852854561,
];
const MIDDLE: [f64; 8] = [
    1.42343711074968357734,
    4.6303378461565452959,
    5.7694972214606914055,
    3.64784832476320460504,
    1.27045825245236838258,
    0.24178072517745061177,
    0.0227238449892691845833,
    0.000774545014278341407640,
];
const MIDDLE_DIVISOR: [f64; 8] = [
    1.0,
    2.05319162663775882187,
    1.6763848301838038494,
    0.68976733498510000455,
    0.14810397642748007459,
    0.0151986665636164571966,
    0.000547593808499534494600,
    1.05075007164441684324e-9,
];
const FAR: [f64; 8] = [
    6.6579046435011037772,
    5.4637849111641143699,
    1.7848265399172913358,
    0.29656057182850489123,
    0.026532189526576123093,
    0.00124266094738807843860,
    0.0000271155556874348757815,
    2.01033439929228813265e-7,
];
const FAR_DIVISOR: [f64; 8] = [
    1.0,
    0.59983220655588793769,
    0.13692988092273580531,
    0.0148753612908506148525,
    0.000786869131145613259100,
    0.0000184631831751005468180,
    1.42151175831644588870e-7,
    2.04426310338993978564e-15,
];
