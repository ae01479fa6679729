//! The confluent hypergeometric function of Tricomi: its expansion for large arguments, from there Taylor series of its
//! differential equation towards zero, and recurrences over both parameters in the directions in which they are stable
//! (DLMF 13.2, 13.3, 13.7; Temme, "The numerical computation of the confluent hypergeometric function U(a, b, z)",
//! 1983). Values on the way are numbers times powers of two, as many of them are out of range where the last one is
//! not.

use super::hypergeometric::{gamma_quotient, is_not_positive_integer};
use super::powers::{exp2_of_sum, log2_of_sum, pair_sum, pair_times};
use crate::math::pow;

/// Most terms of a series, and most steps of a recurrence.
const MAX_TRICOMI_TERMS: usize = 300;
const MAX_TRICOMI_STEPS: usize = 200000;
/// Beyond these parameters there are too many steps.
const LARGEST_TRICOMI_PARAMETER: f64 = 20000.0;
/// A power of two by which numbers on the way are scaled, and its exponent.
const TRICOMI_SCALE: f64 = 2.5822498780869086e120;
const TRICOMI_SCALE_EXPONENT: f64 = 400.0;

/// The confluent hypergeometric function of Tricomi, U(a, b, x): NaN for negative x, and for parameters beyond 20000
/// in size where x is neither zero nor infinite.
pub fn hyperu(a: f64, b: f64, x: f64) -> f64 {
    if a.is_nan() || b.is_nan() || !(x >= 0.0) || a.is_infinite() || b.is_infinite() {
        return f64::NAN;
    }
    let ends = is_not_positive_integer(a);
    if x == 0.0 {
        if b > 1.0 || (b == 1.0 && !ends) {
            return f64::INFINITY;
        }
        if ends {
            let (value, exponent) = tricomi_polynomial(a, b, x);
            return times_power(1.0, 0.0, value, exponent);
        }
        return gamma_quotient(1.0 - b, 1.0, a - b + 1.0, 1.0);
    }
    if x.is_infinite() {
        return if a > 0.0 {
            0.0
        } else if a == 0.0 {
            1.0
        } else {
            x
        };
    }
    if a.abs() > LARGEST_TRICOMI_PARAMETER || b.abs() > LARGEST_TRICOMI_PARAMETER {
        return f64::NAN;
    }
    let other = a - b + 1.0;
    // The expansion for large arguments ends, and all of its terms are positive.
    if (ends && other > 0.0) || (a > 0.0 && is_not_positive_integer(other)) {
        let (value, exponent) = if ends { tricomi_sum(-a, other, x) } else { tricomi_sum(-other, a, x) };
        return times_power(x, -a, value, exponent);
    }
    if b < 1.0 {
        // Kummer's transformation (DLMF 13.2.40).
        let (value, exponent) = tricomi_upwards(other, 2.0 - b, x);
        return times_power(x, 1.0 - b, value, exponent);
    }
    let (value, exponent) = tricomi_upwards(a, b, x);
    times_power(1.0, 0.0, value, exponent)
}

/// x to a power, times a value that is scaled by a power of two.
fn times_power(x: f64, power: f64, value: f64, exponent: f64) -> f64 {
    let (high, low) = pair_sum(pair_times(log2_of_sum(x, 0.0), power), (exponent, 0.0));
    // In two steps, of which neither is out of range where the product is not.
    let root = exp2_of_sum((0.5 * high, 0.5 * low));
    if value == 0.0 { value } else { value * root * root }
}

/// Two numbers and the exponent of their common power of two, which is such that the larger one is in range.
#[inline(always)]
fn in_range(x: f64, y: f64, exponent: f64) -> (f64, f64, f64) {
    let (mut x, mut y, mut exponent) = (x, y, exponent);
    for _ in 0..3 {
        let size = if x.abs() > y.abs() { x.abs() } else { y.abs() };
        if size > TRICOMI_SCALE {
            (x, y, exponent) = (x / TRICOMI_SCALE, y / TRICOMI_SCALE, exponent + TRICOMI_SCALE_EXPONENT);
        } else if size < 1.0 / TRICOMI_SCALE {
            (x, y, exponent) = (x * TRICOMI_SCALE, y * TRICOMI_SCALE, exponent - TRICOMI_SCALE_EXPONENT);
        } else {
            break;
        }
    }
    (x, y, exponent)
}

/// Two values of their own exponents as two of the second one's.
fn with_common_exponent((x, own): (f64, f64), (y, exponent): (f64, f64)) -> (f64, f64, f64) {
    (x * exp2_of_sum((own - exponent, 0.0)), y, exponent)
}

/// The sum of `n .. (n - s + 1) c .. (c + s - 1)/(s! x^s)` over s up to n, for positive c, and its exponent.
fn tricomi_sum(n: f64, c: f64, x: f64) -> (f64, f64) {
    let (mut term, mut sum, mut exponent, mut s) = (1.0, 1.0, 0.0, 0.0);
    for _ in 0..2 * MAX_TRICOMI_STEPS {
        if s >= n {
            break;
        }
        // The quotient is at most 1e9 over x, which is scaled where that is out of range.
        if x < 1e-200 {
            (term, sum, exponent) = in_range(term * ((n - s) * (c + s) / (s + 1.0)), sum * 1e-200, exponent);
            term *= 1e-200 / x;
            (term, sum, exponent) = in_range(term, sum, exponent);
            sum += term;
        } else {
            term *= (n - s) * (c + s) / ((s + 1.0) * x);
            sum += term;
            (sum, term, exponent) = in_range(sum, term, exponent);
        }
        s += 1.0;
        if term < 1e-18 * sum && (n - s) * (c + s) < (s + 1.0) * x {
            break;
        }
    }
    (sum, exponent)
}

/// The polynomial of a negative integer a, by the recurrence over it from U(0, b, x) = 1, and its exponent.
fn tricomi_polynomial(a: f64, b: f64, x: f64) -> (f64, f64) {
    let (mut above, mut current, mut exponent, mut at) = (0.0, 1.0, 0.0, 0.0);
    for _ in 0..MAX_TRICOMI_STEPS {
        if at <= a {
            break;
        }
        (above, current) = (current, (2.0 * at - b + x) * current - at * (at - b + 1.0) * above);
        (above, current, exponent) = in_range(above, current, exponent);
        at -= 1.0;
    }
    (current, exponent)
}

/// The function for b from one on, by the recurrence over b (DLMF 13.3.8) from where b is below three, and its
/// exponent.
fn tricomi_upwards(a: f64, b: f64, x: f64) -> (f64, f64) {
    if is_not_positive_integer(a) {
        return tricomi_polynomial(a, b, x);
    }
    if b < 3.0 {
        return tricomi_of_small_b(a, b, x);
    }
    let lowest = 1.0 + (b - b.floor());
    let (mut before, mut current, mut exponent) =
        with_common_exponent(tricomi_of_small_b(a, lowest, x), tricomi_of_small_b(a, lowest + 1.0, x));
    let mut at = lowest + 1.0;
    // For a small x the quotient may be out of range: it is computed for x times a power of two.
    let (up, gain) =
        if x < 1e-100 { (TRICOMI_SCALE * TRICOMI_SCALE, 2.0 * TRICOMI_SCALE_EXPONENT) } else { (1.0, 0.0) };
    let divisor = x * up;
    for _ in 0..MAX_TRICOMI_STEPS {
        if at > b - 0.5 {
            break;
        }
        (before, current) = (current / up, ((at + x - 1.0) * current - (at - a - 1.0) * before) / divisor);
        (before, current, exponent) = in_range(before, current, exponent + gain);
        at += 1.0;
    }
    (current, exponent)
}

/// The function for b from one to three, from parameters a in (0, 2] by the recurrence over a (DLMF 13.3.7), and its
/// exponent: forwards downwards, and by ratios upwards, where the function falls faster than any other solution.
fn tricomi_of_small_b(a: f64, b: f64, x: f64) -> (f64, f64) {
    if a > 0.0 && a <= 2.0 {
        return tricomi_base(a, b, x);
    }
    let first = a - a.ceil() + 1.0;
    if a < 0.0 {
        let (mut above, mut current, mut exponent) =
            with_common_exponent(tricomi_base(first + 1.0, b, x), tricomi_base(first, b, x));
        let mut at = first;
        for _ in 0..MAX_TRICOMI_STEPS {
            if at < a + 0.5 {
                break;
            }
            (above, current) = (current, (2.0 * at - b + x) * current - at * (at - b + 1.0) * above);
            (above, current, exponent) = in_range(above, current, exponent);
            at -= 1.0;
        }
        return (current, exponent);
    }
    // For small x the ratios converge slowly: they are computed at one, and the equation is integrated from there.
    let place = if x < 1.0 { 1.0 } else { x };
    let (value, exponent, ratio) = tricomi_of_large_a(a, first, b, place);
    if place == x {
        return (value, exponent);
    }
    // x U' = a (1 + a - b) U(a + 1) - a U(a).
    let slope = a * ((1.0 + a - b) * ratio - 1.0) * value;
    let (value, more) = tricomi_continued(a, b, place, x, value, slope);
    (value, exponent + more)
}

/// U(a, b, x) for a above two and its exponent, and the quotient of U(a + 1, b, x) and it.
fn tricomi_of_large_a(a: f64, first: f64, b: f64, x: f64) -> (f64, f64, f64) {
    let root = a.sqrt() + 12.0 / x.sqrt();
    let count = (root * root - first).ceil() + 20.0;
    // r(at) = U(at + 1)/U(at) of 1 = (2 at - b + x) r(at - 1) - at (at - b + 1) r(at) r(at - 1).
    let (mut ratio, mut of_a) = (0.0, 0.0);
    let mut exponent = 0.0;
    let mut k = count;
    let mut product = 1.0;
    for _ in 0..MAX_TRICOMI_STEPS {
        if k < 0.5 {
            break;
        }
        let at = first + k;
        if (at - a).abs() < 0.5 {
            of_a = ratio;
        }
        ratio = 1.0 / (2.0 * at - b + x - at * (at - b + 1.0) * ratio);
        if at < a + 0.5 {
            product *= ratio;
            if product.abs() < 1.0 / TRICOMI_SCALE {
                product *= TRICOMI_SCALE;
                exponent -= TRICOMI_SCALE_EXPONENT;
            }
        }
        k -= 1.0;
    }
    let (base, more) = tricomi_base(first, b, x);
    (base * product, exponent + more, of_a)
}

/// The function for a in (0, 2] and b from one to three, and its exponent.
fn tricomi_base(a: f64, b: f64, x: f64) -> (f64, f64) {
    /// From here on the expansion has all digits.
    const LEAST_OF_EXPANSION: f64 = 50.0;
    if x >= LEAST_OF_EXPANSION {
        return (tricomi_expansion(a, b, x), 0.0);
    }
    let value = tricomi_expansion(a, b, LEAST_OF_EXPANSION);
    // U'(a, b, x) = -a U(a + 1, b + 1, x) (DLMF 13.3.22).
    let slope = -a * LEAST_OF_EXPANSION * tricomi_expansion(a + 1.0, b + 1.0, LEAST_OF_EXPANSION);
    tricomi_continued(a, b, LEAST_OF_EXPANSION, x, value, slope)
}

/// The expansion for large arguments (DLMF 13.7.3).
fn tricomi_expansion(a: f64, b: f64, x: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 0..MAX_TRICOMI_TERMS {
        let n = k as f64;
        let next = -term * (a + n) * (a - b + 1.0 + n) / ((n + 1.0) * x);
        if next.abs() >= term.abs() {
            break;
        }
        term = next;
        sum += term;
        if term.abs() < 1e-18 * sum.abs() {
            break;
        }
    }
    pow(x, -a) * sum
}

/// The function at x from its value and x times its slope at a larger point, and the exponent that it gains: towards
/// zero it outgrows the other solutions.
fn tricomi_continued(a: f64, b: f64, place: f64, x: f64, value: f64, slope: f64) -> (f64, f64) {
    let (mut point, mut value, mut slope, mut exponent) = (place, value, slope, 0.0);
    for _ in 0..MAX_TRICOMI_STEPS {
        let longest = if 0.45 * point < 2.0 { 0.45 * point } else { 2.0 };
        let last = point - x <= longest;
        let step = if last { x - point } else { -longest };
        // Terms of the Taylor series times powers of the step.
        let share = step / point;
        let (mut current, mut next) = (value, slope * share);
        let (mut sum, mut rise) = (current + next, next);
        for k in 0..MAX_TRICOMI_TERMS {
            let n = k as f64;
            let term =
                ((n + a) * current * step - (n + 1.0) * (n + b - point) * next) * share / ((n + 2.0) * (n + 1.0));
            (current, next) = (next, term);
            sum += term;
            rise += (n + 2.0) * term;
            if term.abs() * (n + 2.0) < 1e-18 * sum.abs() && current.abs() * (n + 1.0) < 1e-17 * sum.abs() {
                break;
            }
        }
        value = sum;
        if last {
            break;
        }
        point += step;
        slope = rise * (point / step);
        (value, slope, exponent) = in_range(value, slope, exponent);
    }
    (value, exponent)
}
