//! The generalized Bessel function of Wright and its logarithm, as the sum of the series from the largest term on,
//! whose terms are computed from logarithms in pairs.

use super::gamma::{gamma, gammaln, stirling};
use crate::math::{exp, exp2_of_pair, log, log1p, log2_pair, pow, two_product, two_sum};

/// Most terms on either side of the largest one.
const MAX_WRIGHT_TERMS: usize = 4000;

/// The function of Wright: the sum of `x^k/(k! gamma(a k + b))` over k from zero, for a, b and x that are not negative;
/// else NaN.
pub fn wright_bessel(a: f64, b: f64, x: f64) -> f64 {
    if a.is_nan() || b.is_nan() || x.is_nan() || a < 0.0 || b < 0.0 || x < 0.0 {
        return f64::NAN;
    }
    if x.is_infinite() {
        return if a.is_infinite() || b.is_infinite() { f64::NAN } else { f64::INFINITY };
    }
    if a.is_infinite() || b.is_infinite() {
        return f64::NAN;
    }
    if x == 0.0 {
        return if b == 0.0 { 0.0 } else { 1.0 / gamma(b) };
    }
    if a == 0.0 {
        return if b == 0.0 { 0.0 } else { exp(x) / gamma(b) };
    }
    let centre = wright_peak(a, b, x, 1e6);
    let (mut sum, mut k) = (0.0, centre);
    for _ in 0..MAX_WRIGHT_TERMS {
        let term = wright_term(a, b, x, k);
        sum += term;
        if sum.is_infinite() {
            return sum;
        }
        if term <= 1e-18 * sum && k > centre + 2.0 {
            break;
        }
        k += 1.0;
    }
    k = centre - 1.0;
    for _ in 0..MAX_WRIGHT_TERMS {
        if k < 0.0 {
            break;
        }
        let term = wright_term(a, b, x, k);
        sum += term;
        if term <= 1e-18 * sum && k < centre - 2.0 {
            break;
        }
        k -= 1.0;
    }
    sum
}

/// The logarithm of the function of Wright, finite where that overflows; NaN where that is.
pub fn log_wright_bessel(a: f64, b: f64, x: f64) -> f64 {
    if !(a >= 0.0 && b >= 0.0 && x >= 0.0) {
        return f64::NAN;
    }
    if x.is_infinite() {
        return if a.is_infinite() || b.is_infinite() { f64::NAN } else { f64::INFINITY };
    }
    if a.is_infinite() || b.is_infinite() {
        return f64::NAN;
    }
    if x == 0.0 || a == 0.0 {
        return x - gammaln(b);
    }
    let peak = wright_peak(a, b, x, MAX_WRIGHT_PEAK);
    if peak > MAX_WRIGHT_PEAK {
        // So far out the exponent of Wright's asymptotic series, (1 + a)/a times the root of a x of degree 1 + a, is
        // the logarithm, but for less than a unit.
        let ((first, first_low), (second, second_low)) = (log2_pair(a), log2_pair(x));
        let ((sum, low), (degree, degree_low)) = (two_sum(first, second), two_sum(1.0, a));
        let quotient = sum / degree;
        let (back, back_low) = two_product(quotient, degree);
        let rest = (sum - back) - back_low + (low + first_low + second_low) - quotient * degree_low;
        return degree / a * exp2_of_pair(quotient, rest / degree);
    }
    // Of small b the second term may be larger than the first one, which is zero for b = 0.
    let (first, _) = wright_log2_term(a, b, x, 0.0);
    let (second, _) = wright_log2_term(a, b, x, 1.0);
    let centre = if peak == 0.0 && second > first { 1.0 } else { peak };
    // The terms are those of a normal density about the largest one, and every n-th of them suffices where they are
    // many: the error of the rule falls as the exponential of minus the square of deviations in a step.
    let deviation = (centre / (1.0 + a * (a * centre / (a * centre + b)))).sqrt();
    let step = if deviation < 8.0 { 1.0 } else { (0.25 * deviation).floor() };
    let (largest, largest_low) = wright_log2_term(a, b, x, centre);
    let mut rest = 0.0;
    for side in 0..2 {
        for j in 1..MAX_WRIGHT_TERMS {
            let k = if side == 0 { centre + step * j as f64 } else { centre - step * j as f64 };
            if k < 0.0 {
                break;
            }
            let (own, own_low) = wright_log2_term(a, b, x, k);
            let (difference, low) = two_sum(own, -largest);
            if !(difference > -70.0) {
                break;
            }
            rest += exp2_of_pair(difference, low + own_low - largest_low);
        }
    }
    let scale = if step == 1.0 { log1p(rest) } else { log(step * (1.0 + rest)) };
    std::f64::consts::LN_2 * largest + (std::f64::consts::LN_2 * largest_low + scale)
}

/// The largest term's k up to which the logarithm is summed.
const MAX_WRIGHT_PEAK: f64 = 1e15;

/// The k of the largest term, by bisection of the ratio of neighbours, x/(k (a k + b)^a), which falls; beyond `most`
/// some k above it.
fn wright_peak(a: f64, b: f64, x: f64, most: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        if log(x) < log(high) + a * log(a * high + b) || high > most {
            break;
        }
        low = high;
        high *= 2.0;
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if !(high - low > 0.25) {
            break;
        }
        if log(x) > log(middle) + a * log(a * middle + b) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low.floor()
}

/// A term.
fn wright_term(a: f64, b: f64, x: f64, k: f64) -> f64 {
    let at = a * k + b;
    if k < 20.0 && at < 20.0 {
        if at == 0.0 {
            return 0.0;
        }
        // The rounding error of the gamma function's argument, to the first order, is below its error except for large
        // a k.
        let scaled = pow(x, k) / (gamma(k + 1.0) * gamma(at));
        if scaled > 1e-290 && scaled < 1e290 {
            return scaled;
        }
    }
    let (sum, tail) = wright_log2_term(a, b, x, k);
    if sum < -1080.0 {
        return 0.0;
    }
    if sum > 1024.0 {
        return f64::INFINITY;
    }
    exp2_of_pair(sum, tail)
}

/// The logarithm of a term to base two in a pair: minus infinity where it is zero.
fn wright_log2_term(a: f64, b: f64, x: f64, k: f64) -> (f64, f64) {
    let (product, lost) = two_product(a, k);
    let (at, low) = two_sum(product, b);
    let low = low + lost;
    if at == 0.0 {
        return (-f64::INFINITY, 0.0);
    }
    let (power, power_low) = log2_pair(x);
    let (power, rest) = two_product(k, power);
    let (factorial, factorial_low) = log2_gamma_pair(k + 1.0, 0.0);
    let (divisor, divisor_low) = log2_gamma_pair(at, low);
    let (sum, more) = two_sum(power, -factorial);
    let (sum, last) = two_sum(sum, -divisor);
    (sum, last + more + rest + k * power_low - factorial_low - divisor_low)
}

/// log2(gamma(x + low)) in a pair, for positive x, by Stirling's series after a shift beyond ten.
fn log2_gamma_pair(x: f64, low: f64) -> (f64, f64) {
    /// log2(e) and log2(sqrt(2 pi)), and what their rounding lost.
    const LOG2_E: f64 = std::f64::consts::LOG2_E;
    const LOG2_E_LOW: f64 = 2.0355273740931033e-17;
    const HALF_LOG: f64 = 1.3257480647361595;
    const HALF_LOG_LOW: f64 = -7.153413670427599e-17;
    let (mut y, mut y_low, mut product, mut product_low) = (x, low, 1.0, 0.0);
    for _ in 0..12 {
        if y >= 10.0 {
            break;
        }
        let (next, lost) = two_product(product, y);
        product_low = product_low * y + (product * y_low + lost);
        product = next;
        let (sum, rest) = two_sum(y, 1.0);
        y = sum;
        y_low += rest;
    }
    let (high, high_low) = log2_pair(y);
    let half = y - 0.5;
    let (main, main_low) = two_product(half, high);
    let (decay, decay_low) = two_product(y, LOG2_E);
    let (sum, rest) = two_sum(main, -decay);
    let (sum, more) = two_sum(sum, HALF_LOG);
    let (shift, shift_low) = if x >= 10.0 { (0.0, 0.0) } else { log2_pair(product) };
    let shift_low = shift_low + product_low / product * LOG2_E;
    let (sum, last) = two_sum(sum, -shift);
    let (sum, least) = two_sum(sum, stirling(y) * LOG2_E);
    let tail = main_low - decay_low + half * high_low - y * LOG2_E_LOW + HALF_LOG_LOW + least;
    // The argument's low part counts with the slope.
    let slope = high - LOG2_E / (2.0 * y);
    (sum, tail + rest + more + last - shift_low + y_low * slope)
}
