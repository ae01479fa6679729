//! The distribution of the range of k normal variables, as logarithms: integrals over the largest variable (Hartley
//! 1942) by the trapezoidal rule from the mode of the integrand outwards, with a step for its curvature there and for
//! the extreme value's scale, so that the number of terms is bounded whatever k is.

use super::gamma_ratio::HALF_LOG_TAU;
use super::normal::{NORMAL_HEIGHT, ndtr};
use super::normal_inverse::log_ndtr;
use super::panels::{GAUSS_POINTS, GAUSS_WEIGHTS};
use crate::math::{exp, expm1, log, log1p};

/// Part of the sum below which a term is negligible.
const NEGLIGIBLE: f64 = 1e-18;
/// Most terms on one side of the mode.
const MAX_RANGE_TERMS: usize = 2000;
/// Below this exponent a probability is zero, and its logarithm need not be exact.
pub(super) const MIN_EXPONENT: f64 = -1e5;
/// Most steps of Newton's method for a mode.
const MAX_MODE_STEPS: usize = 30;
/// The widest step of the integral for the upper part.
const WIDEST_UPPER_STEP: f64 = 0.45;
/// Up to this (k + 2) w^2 the distribution is a power of w but for a correction.
const MAX_POWER_SQUARE: f64 = 1e-6;

/// The quantity that is computed.
pub(super) const LOWER_PART: i32 = 0;
pub(super) const UPPER_PART: i32 = 1;
pub(super) const RANGE_DENSITY: i32 = 2;

/// The logarithm of the probability that the range of k normal variables is at most w, or more, or of its density
/// there, for positive w.
pub(super) fn log_range(w: f64, k: f64, kind: i32) -> f64 {
    if (k + 2.0) * w * w < MAX_POWER_SQUARE {
        return log_range_power(w, k, kind);
    }
    if w * w > 12.0 * (38.0 + log(k)) {
        return log_range_far(w, k, kind);
    }
    if kind == UPPER_PART {
        // Below about the median of few variables the other part, of fewer terms, has all digits.
        let lower = if w < typical_maximum(k) { log_range_below(w, k, LOWER_PART) } else { 0.0 };
        return if lower < -0.7 { log(-expm1(lower)) } else { log_range_upper(w, k) };
    }
    log_range_below(w, k, kind)
}

/// The same for large w, where the probabilities of all pairs add up.
fn log_range_far(w: f64, k: f64, kind: i32) -> f64 {
    let pairs = log(k) + log(k - 1.0);
    if kind == RANGE_DENSITY {
        return pairs - (0.25 * w * w + HALF_LOG_TAU + 0.5 * std::f64::consts::LN_2);
    }
    let upper = pairs + log_ndtr(-w * std::f64::consts::FRAC_1_SQRT_2);
    if kind == UPPER_PART { upper } else { log1p(-exp(upper)) }
}

/// The same for small w, where the distribution function is sqrt(k) (w/sqrt(2 pi))^(k - 1) but for a correction.
fn log_range_power(w: f64, k: f64, kind: i32) -> f64 {
    let rest = (k + 2.0) * w * w / (24.0 * k);
    let whole = 0.5 * log(k) + (k - 1.0) * (log(w) - HALF_LOG_TAU);
    if kind == RANGE_DENSITY {
        return whole - log(w) + log(k - 1.0) - (k + 1.0) * rest;
    }
    let lower = whole - (k - 1.0) * rest;
    if kind == LOWER_PART { lower } else { log(-expm1(lower)) }
}

/// The approximate maximum of k normal variables: the x at which k times the density is x, by two steps of iteration.
pub(super) fn typical_maximum(k: f64) -> f64 {
    let square = 2.0 * log(k);
    if square < 4.0 {
        return square.sqrt();
    }
    let less = square - log(square) - 2.0 * HALF_LOG_TAU;
    let again = square - log(less) - 2.0 * HALF_LOG_TAU;
    again.sqrt()
}

/// The logarithm of the area under the normal density between w/2 + x and x - w/2, for x from zero on.
fn log_between(x: f64, w: f64) -> f64 {
    let half = 0.5 * w;
    if w < 0.5 {
        let mut sum = 0.0;
        for i in 0..8 {
            let (after, before) = (x + half * GAUSS_POINTS[i], x - half * GAUSS_POINTS[i]);
            sum += GAUSS_WEIGHTS[i] * (exp(-0.5 * after * after) + exp(-0.5 * before * before));
        }
        return log(NORMAL_HEIGHT * half * sum);
    }
    let above = ndtr(-(x + half));
    let outside = above + ndtr(x - half);
    if outside < 0.5 { log1p(-outside) } else { log(ndtr(half - x) - above) }
}

/// The first two derivatives of (k - 1) `log_between` over x.
fn between_slopes(x: f64, w: f64, k: f64) -> (f64, f64) {
    let (upper, lower) = (x + 0.5 * w, x - 0.5 * w);
    let between = log_between(x, w);
    let at_upper = exp(-0.5 * upper * upper - HALF_LOG_TAU - between);
    let at_lower = exp(-0.5 * lower * lower - HALF_LOG_TAU - between);
    let slope = at_upper - at_lower;
    ((k - 1.0) * slope, (k - 1.0) * (lower * at_lower - upper * at_upper - slope * slope))
}

/// The distribution function or the density. With x the middle of the largest and the smallest variable, both
/// integrands are even: `between^(k - 1)` times the densities of the largest and of the smallest one, and
/// `between^(k - 2)` times both.
fn log_range_below(w: f64, k: f64, kind: i32) -> f64 {
    let is_density = kind == RANGE_DENSITY;
    let place = typical_maximum(k);
    let power = if is_density { k - 2.0 } else { k - 1.0 };
    let half = 0.5 * w;
    // The integrand is at most about this, which is out of range.
    let bound = power * log_between(0.0, w);
    if bound < MIN_EXPONENT {
        return bound;
    }
    // The mode, and minus the second derivative there.
    let mut mode = 0.0;
    let (_, bend) = between_slopes(0.0, w, k);
    let mut curve = 1.0 - bend;
    if is_density {
        curve = 2.0 - bend * (power / (k - 1.0));
    } else if w > 2.0 {
        let (mut low, mut high) = (0.0, half);
        mode = if half > place { half - place } else { 0.0 };
        for _ in 0..MAX_MODE_STEPS {
            let (slope, bend) = between_slopes(mode, w, k);
            let rise = half - mode + slope;
            curve = 1.0 - bend;
            if rise > 0.0 {
                low = mode;
            } else {
                high = mode;
            }
            let next = mode + rise / curve;
            let step = (if next >= low && next <= high { next } else { 0.5 * (low + high) }) - mode;
            mode += step;
            if step * step * curve < 0.04 {
                break;
            }
        }
    }
    // The integrand falls to zero over 1/m where m is the typical maximum, which matters less where this
    // is far from the mode.
    let away = if is_density && half > place { half - place } else { 0.0 };
    let digits = if away < 5.5 { 37.0 - away * away } else { 6.75 };
    let nearer = if half < place { half } else { place };
    let sharp = 9.0 / (digits * nearer);
    let smooth = 0.5 / curve.sqrt();
    let step = if smooth < sharp { smooth } else { sharp };
    let first = (mode / step).floor();
    let top = below_exponent(step * first, w, power, is_density);
    let mut sum = 0.0;
    for j in 0..MAX_RANGE_TERMS {
        let x = step * (first + j as f64);
        let exponent = below_exponent(x, w, power, is_density) - top;
        let term = exp(exponent) * (if is_density { 1.0 } else { 1.0 + exp(-w * x) });
        sum += if x == 0.0 { 0.5 * term } else { term };
        if j > 1 && !(term > NEGLIGIBLE * sum) {
            break;
        }
    }
    for j in 1..MAX_RANGE_TERMS {
        let x = step * (first - j as f64);
        if x < 0.0 {
            break;
        }
        let exponent = below_exponent(x, w, power, is_density) - top;
        let term = exp(exponent) * (if is_density { 1.0 } else { 1.0 + exp(-w * x) });
        sum += if x == 0.0 { 0.5 * term } else { term };
        if !(term > NEGLIGIBLE * sum) {
            break;
        }
    }
    if is_density {
        return (top + log(k)) + (log(k - 1.0) + log(2.0 * step * sum)) - 2.0 * HALF_LOG_TAU;
    }
    let value = top + log(k) + log(step * sum) - HALF_LOG_TAU;
    if value < 0.0 { value } else { 0.0 }
}

/// The logarithm of the integrand of either: of the distribution function but for the factor 1 + e^(-w x), and both but
/// for constants.
fn below_exponent(x: f64, w: f64, power: f64, is_density: bool) -> f64 {
    let between = power * log_between(x, w);
    if is_density {
        return between - x * x - 0.25 * w * w;
    }
    let smallest = x - 0.5 * w;
    between - 0.5 * smallest * smallest
}

/// The probability of more: the largest variable times that another one is smaller by w than it.
fn log_range_upper(w: f64, k: f64) -> f64 {
    let place = typical_maximum(k);
    let half = 0.5 * w;
    let middle = if half > place { half } else { place };
    let away = middle - place;
    let digits = if away < 5.5 { 37.0 - away * away } else { 6.75 };
    let sharp = 9.0 / (digits * (if place > 0.6 { place } else { 0.6 }));
    let smooth = if k < 4.0 { 0.3 } else { 0.6 / k.sqrt() };
    let step = if sharp > smooth { sharp } else { smooth };
    // Far out the integrand is a normal density of variance 1/2.
    let step = if step < WIDEST_UPPER_STEP { step } else { WIDEST_UPPER_STEP };
    let mut sum = 0.0;
    let top = upper_exponent(middle, w, k);
    for side in 0..2 {
        let towards = if side == 0 { step } else { -step };
        let mut largest = 0.0;
        for j in 0..MAX_RANGE_TERMS {
            if side == 1 && j == 0 {
                continue;
            }
            let term = exp(upper_exponent(middle + towards * j as f64, w, k) - top);
            sum += term;
            if !(term > NEGLIGIBLE * sum) && !(term > largest) {
                break;
            }
            largest = term;
        }
    }
    let value = top + log(k) + log(step * sum) - HALF_LOG_TAU;
    if value < 0.0 { value } else { 0.0 }
}

/// The logarithm of its integrand at a largest variable z, but for constants.
fn upper_exponent(z: f64, w: f64, k: f64) -> f64 {
    let (below, above, outside) = (ndtr(z), ndtr(-z), ndtr(z - w));
    let log_below = if z > 0.0 { log1p(-above) } else { log(below) };
    let of_largest = (k - 1.0) * log_below - 0.5 * z * z;
    // What is far out is so unlikely that the probabilities of all add up.
    if outside < 1e-290 {
        return of_largest + (log(k - 1.0) + (log_ndtr(z - w) - log_below));
    }
    // The area from z - w to z is what is left of that up to z.
    let part = outside / below;
    if part < 0.5 {
        return of_largest + log(-expm1((k - 1.0) * log1p(-part)));
    }
    let middle = z - 0.5 * w;
    of_largest + log(-expm1((k - 1.0) * (log_between(middle.abs(), w) - log_below)))
}
