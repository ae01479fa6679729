//! The distribution of the studentized range, of the range of k normal variables over an independent estimate of their
//! deviation with df degrees of freedom: integrals over the largest variable (Hartley 1942) and over the logarithm of
//! the estimate, both by the trapezoidal rule, of terms that are positive in either tail.

use super::distributions::is_no_probability;
use super::gamma_ratio::poch;
use super::normal::ndtr;
use super::panels::{GAUSS_POINTS, GAUSS_WEIGHTS, exponential_excess};
use super::ridders::{bracket_from, ridders_root};
use crate::math::{exp, expm1, log, log1p, pow};

/// 1/sqrt(2 pi).
const NORMAL_HEIGHT: f64 = 0.3989422804014327;
/// Number of deviations beyond which a normal density is negligible.
const LAST_NORMAL: f64 = 9.0;
/// Most terms of the rule over the estimate on either side.
const MAX_ESTIMATES: usize = 20000;

/// The quantity that is computed.
const LOWER_PART: i32 = 0;
const UPPER_PART: i32 = 1;
const RANGE_DENSITY: i32 = 2;

/// The area under the normal density from z - w to z.
fn normal_between(z: f64, w: f64) -> f64 {
    if w < 0.5 {
        let (half, middle) = (0.5 * w, z - 0.5 * w);
        let mut sum = 0.0;
        for k in 0..8 {
            let (after, before) = (middle + half * GAUSS_POINTS[k], middle - half * GAUSS_POINTS[k]);
            sum += GAUSS_WEIGHTS[k] * (exp(-0.5 * after * after) + exp(-0.5 * before * before));
        }
        return NORMAL_HEIGHT * half * sum;
    }
    if z > 0.5 * w { ndtr(w - z) - ndtr(-z) } else { ndtr(z) - ndtr(z - w) }
}

/// The probability that the range of k normal variables is at most w, or more, or its density there.
fn range_value(w: f64, k: f64, kind: i32) -> f64 {
    if w <= 0.0 {
        return if kind == UPPER_PART { 1.0 } else { 0.0 };
    }
    // The value is negligible that far out.
    if w > 80.0 {
        return if kind == LOWER_PART { 1.0 } else { 0.0 };
    }
    let narrow = 0.6 / k.sqrt();
    let step = if narrow < 0.25 { narrow } else { 0.25 };
    // In the tail the largest variable is as far above as the smallest one is below.
    let steps = ((2.0 * LAST_NORMAL + 0.5 * w) / step).ceil();
    let mut sum = 0.0;
    let mut place = 0.0;
    while place <= steps {
        let z = step * place - LAST_NORMAL;
        place += 1.0;
        // The density of the largest variable, but for the factor of all areas below it.
        let between = normal_between(z, w);
        let height = exp(-0.5 * z * z);
        if kind == LOWER_PART {
            sum += height * pow(between, k - 1.0);
        } else if kind == UPPER_PART {
            let (below, outside) = (ndtr(z), ndtr(z - w));
            let part = outside / below;
            let logarithm = if part < 0.5 { log1p(-part) } else { log(between / below) };
            sum -= height * pow(below, k - 1.0) * expm1((k - 1.0) * logarithm);
        } else {
            let smallest = z - w;
            sum += height * (k - 1.0) * NORMAL_HEIGHT * exp(-0.5 * smallest * smallest) * pow(between, k - 2.0);
        }
    }
    let value = k * NORMAL_HEIGHT * step * sum;
    if kind == RANGE_DENSITY || value < 1.0 { value } else { 1.0 }
}

/// The mean, over the estimate of the deviation, of the kind's quantity at q.
fn studentized_value(q: f64, k: f64, df: f64, kind: i32) -> f64 {
    if df.is_infinite() {
        return range_value(q, k, kind);
    }
    // The logarithm of the estimate's density is df (v - (e^(2 v) - 1)/2) but for a constant.
    let narrow = 0.35 / df.sqrt();
    let step = if narrow < 0.1 { narrow } else { 0.1 };
    let (mut sum, mut whole) = (0.0, 0.0);
    for side in 0..2 {
        let towards = if side == 0 { step } else { -step };
        for j in 0..MAX_ESTIMATES {
            if side == 1 && j == 0 {
                continue;
            }
            let v = towards * j as f64;
            let weight = exp(-0.5 * df * exponential_excess(2.0 * v));
            whole += weight;
            let scale = exp(v);
            let value = range_value(q * scale, k, kind) * (if kind == RANGE_DENSITY { scale } else { 1.0 });
            let term = weight * value;
            sum += term;
            if weight < 1e-18 * whole && ((sum > 0.0 && term <= 1e-18 * sum) || weight < 1e-305) {
                break;
            }
        }
    }
    sum / whole
}

/// Whether there is no such distribution.
fn is_no_studentized(k: f64, df: f64) -> bool {
    !(k > 1.0 && k < f64::INFINITY && df > 0.0)
}

/// The probability that the studentized range of k variables and df degrees of freedom is at most q.
pub fn studentized_range_lower(q: f64, k: f64, df: f64) -> f64 {
    if q.is_nan() || is_no_studentized(k, df) {
        return f64::NAN;
    }
    if q.is_infinite() {
        return if q > 0.0 { 1.0 } else { 0.0 };
    }
    studentized_value(q, k, df, LOWER_PART)
}

/// The probability that the studentized range of k variables and df degrees of freedom is more than q.
pub fn studentized_range_upper(q: f64, k: f64, df: f64) -> f64 {
    if q.is_nan() || is_no_studentized(k, df) {
        return f64::NAN;
    }
    if q.is_infinite() {
        return if q > 0.0 { 0.0 } else { 1.0 };
    }
    studentized_value(q, k, df, UPPER_PART)
}

/// The density of the studentized range of k variables and df degrees of freedom.
pub fn studentized_range_density(q: f64, k: f64, df: f64) -> f64 {
    if q.is_nan() || is_no_studentized(k, df) {
        return f64::NAN;
    }
    if q.is_infinite() { 0.0 } else { studentized_value(q, k, df, RANGE_DENSITY) }
}

/// By how much the logarithm of the smaller of two tails is too large at e^place.
fn studentized_surplus(place: f64, (k, df): (f64, f64), lower: f64, upper: f64) -> f64 {
    let kind = if lower < upper { LOWER_PART } else { UPPER_PART };
    let value = log(studentized_value(exp(place), k, df, kind));
    let surplus = if lower < upper { value - log(lower) } else { log(upper) - value };
    let bounded = if surplus > -1e10 { surplus } else { -1e10 };
    if bounded < 1e10 { bounded } else { 1e10 }
}

fn studentized_inverse(k: f64, df: f64, lower: f64, upper: f64) -> f64 {
    let shapes = (k, df);
    let surplus = |place: f64| studentized_surplus(place, shapes, lower, upper);
    let (bracket, near) = bracket_from(&surplus, 1.0, 0.25, 14);
    exp(ridders_root(&surplus, bracket, near, 50, (1e-15, 1.0)))
}

/// The number up to which the studentized range has the probability p.
pub fn studentized_range_quantile(p: f64, k: f64, df: f64) -> f64 {
    if is_no_probability(p) || is_no_studentized(k, df) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { 0.0 } else { f64::INFINITY };
    }
    studentized_inverse(k, df, p, 1.0 - p)
}

/// The number above which the studentized range has the probability q.
pub fn studentized_range_upper_quantile(q: f64, k: f64, df: f64) -> f64 {
    if is_no_probability(q) || is_no_studentized(k, df) {
        return f64::NAN;
    }
    if q == 0.0 || q == 1.0 {
        return if q == 1.0 { 0.0 } else { f64::INFINITY };
    }
    studentized_inverse(k, df, 1.0 - q, q)
}

/// The mean of the studentized range's power by an order: that of the range, an integral of its tail, times that of the
/// inverse of the estimate; infinite from as many degrees of freedom as the order on.
pub fn studentized_range_moment(order: f64, k: f64, df: f64) -> f64 {
    if is_no_studentized(k, df) || !(order > 0.0) {
        return f64::NAN;
    }
    if df <= order {
        return f64::INFINITY;
    }
    let (mut sum, mut from) = (0.0, 0.0);
    for _ in 0..40 {
        for i in 0..8 {
            for side in 0..2 {
                let w = from + 0.5 + 0.5 * (if side == 0 { GAUSS_POINTS[i] } else { -GAUSS_POINTS[i] });
                sum += 0.5 * GAUSS_WEIGHTS[i] * order * pow(w, order - 1.0) * range_value(w, k, UPPER_PART);
            }
        }
        from += 1.0;
        if pow(from, order) * range_value(from, k, UPPER_PART) < 1e-18 * sum {
            break;
        }
    }
    if df.is_infinite() {
        return sum;
    }
    // (df/2)^(order/2) gamma((df - order)/2)/gamma(df/2).
    sum * pow(0.5 * df, 0.5 * order) / poch(0.5 * (df - order), 0.5 * order)
}

/// The entropy of the studentized range: minus the integral of f log(f), by the trapezoidal rule over the logarithm.
pub fn studentized_range_entropy(k: f64, df: f64) -> f64 {
    if is_no_studentized(k, df) {
        return f64::NAN;
    }
    const STEP: f64 = 0.0625;
    let mut sum = 0.0;
    for side in 0..2 {
        for j in 0..MAX_ESTIMATES {
            if side == 1 && j == 0 {
                continue;
            }
            let place = 1.0 + STEP * (if side == 0 { j as f64 } else { -(j as f64) });
            let q = exp(place);
            let density = studentized_value(q, k, df, RANGE_DENSITY);
            if !(density > 0.0) {
                break;
            }
            let logarithm = log(density);
            let part = density * logarithm * q;
            sum -= part;
            if j > 8 && density * q * (1.0 + logarithm.abs()) < 1e-17 * sum.abs() {
                break;
            }
        }
    }
    STEP * sum
}
