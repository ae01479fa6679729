//! The confluent hypergeometric function of Tricomi: its expansion for large arguments, from there Taylor series of its
//! differential equation towards zero, and recurrences over both parameters in the directions in which they are stable
//! (DLMF 13.2, 13.3, 13.7; Temme, "The numerical computation of the confluent hypergeometric function U(a, b, z)",
//! 1983).

use super::hypergeometric::{gamma_quotient, is_not_positive_integer};
use crate::math::{exp, log, pow};

/// Most terms of a series, and most steps of a recurrence.
const MAX_TRICOMI_TERMS: usize = 300;
const MAX_TRICOMI_STEPS: usize = 200000;
/// Beyond these parameters there are too many steps.
const LARGEST_TRICOMI_PARAMETER: f64 = 20000.0;

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
        return if ends { tricomi_polynomial(a, b, x) } else { gamma_quotient(1.0 - b, 1.0, a - b + 1.0, 1.0) };
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
    if ends {
        return tricomi_polynomial(a, b, x);
    }
    // Kummer's transformation (DLMF 13.2.40).
    let other = a - b + 1.0;
    if is_not_positive_integer(other) {
        return pow(x, 1.0 - b) * tricomi_polynomial(other, 2.0 - b, x);
    }
    if b < 1.0 {
        return pow(x, 1.0 - b) * tricomi_upwards(other, 2.0 - b, x);
    }
    tricomi_upwards(a, b, x)
}

/// The polynomial of a negative integer a, by the recurrence over it from U(0, b, x) = 1.
fn tricomi_polynomial(a: f64, b: f64, x: f64) -> f64 {
    let (mut above, mut current, mut at) = (0.0, 1.0, 0.0);
    for _ in 0..MAX_TRICOMI_STEPS {
        if at <= a || !(current > f64::NEG_INFINITY && current < f64::INFINITY) {
            break;
        }
        (above, current) = (current, (2.0 * at - b + x) * current - at * (at - b + 1.0) * above);
        at -= 1.0;
    }
    current
}

/// The function for b from one on, by the recurrence over b (DLMF 13.3.8) from where b is below three.
fn tricomi_upwards(a: f64, b: f64, x: f64) -> f64 {
    if b < 3.0 {
        return tricomi_of_small_b(a, b, x);
    }
    let lowest = 1.0 + (b - b.floor());
    let (mut before, mut current) = (tricomi_of_small_b(a, lowest, x), tricomi_of_small_b(a, lowest + 1.0, x));
    let mut at = lowest + 1.0;
    for _ in 0..MAX_TRICOMI_STEPS {
        if at > b - 0.5 || !(current.abs() < f64::INFINITY) {
            break;
        }
        (before, current) = (current, ((at + x - 1.0) * current - (at - a - 1.0) * before) / x);
        at += 1.0;
    }
    current
}

/// The function for b from one to three, from parameters a in (0, 2] by the recurrence over a (DLMF 13.3.7): forwards
/// downwards, and by ratios upwards, where the function falls faster than any other solution.
fn tricomi_of_small_b(a: f64, b: f64, x: f64) -> f64 {
    if a > 0.0 && a <= 2.0 {
        return tricomi_base(a, b, x);
    }
    let first = a - a.ceil() + 1.0;
    if a < 0.0 {
        let (mut above, mut current) = (tricomi_base(first + 1.0, b, x), tricomi_base(first, b, x));
        let mut at = first;
        for _ in 0..MAX_TRICOMI_STEPS {
            if at < a + 0.5 || !(current.abs() < f64::INFINITY) {
                break;
            }
            (above, current) = (current, (2.0 * at - b + x) * current - at * (at - b + 1.0) * above);
            at -= 1.0;
        }
        return current;
    }
    // Where x is small the ratios converge slowly: they are taken at one, and the equation leads from there.
    let place = if x < 1.0 { 1.0 } else { x };
    let (value, ratio) = tricomi_of_large_a(a, first, b, place);
    if place == x {
        return value;
    }
    // x U' = a (1 + a - b) U(a + 1) - a U(a).
    let slope = a * ((1.0 + a - b) * ratio - 1.0) * value;
    tricomi_continued(a, b, place, x, value, slope)
}

/// U(a, b, x) for a above two, and the quotient of U(a + 1, b, x) and it.
fn tricomi_of_large_a(a: f64, first: f64, b: f64, x: f64) -> (f64, f64) {
    let root = a.sqrt() + 12.0 / x.sqrt();
    let count = (root * root - first).ceil() + 20.0;
    // r(at) = U(at + 1)/U(at) of 1 = (2 at - b + x) r(at - 1) - at (at - b + 1) r(at) r(at - 1).
    let (mut ratio, mut of_a) = (0.0, 0.0);
    let mut logarithm = 0.0;
    let mut k = count;
    let mut product = 1.0;
    for _ in 0..MAX_TRICOMI_STEPS {
        // Far below the least number the value is zero.
        if k < 0.5 || logarithm < -1500.0 {
            break;
        }
        let at = first + k;
        if (at - a).abs() < 0.5 {
            of_a = ratio;
        }
        ratio = 1.0 / (2.0 * at - b + x - at * (at - b + 1.0) * ratio);
        if at < a + 0.5 {
            product *= ratio;
            if product.abs() < 1e-200 {
                logarithm += log(product.abs());
                product = if product < 0.0 { -1.0 } else { 1.0 };
            }
        }
        k -= 1.0;
    }
    let base = tricomi_base(first, b, x);
    (if logarithm == 0.0 { base * product } else { base * product * exp(logarithm) }, of_a)
}

/// The function for a in (0, 2] and b from one to three.
fn tricomi_base(a: f64, b: f64, x: f64) -> f64 {
    /// From here on the expansion has all digits.
    const LEAST_OF_EXPANSION: f64 = 50.0;
    if x >= LEAST_OF_EXPANSION {
        return tricomi_expansion(a, b, x);
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

/// The function at x from its value and x times its slope at a larger place: towards zero it outgrows the other
/// solutions.
fn tricomi_continued(a: f64, b: f64, place: f64, x: f64, value: f64, slope: f64) -> f64 {
    let (mut point, mut value, mut slope) = (place, value, slope);
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
        if last || !(value.abs() < f64::INFINITY) {
            break;
        }
        point += step;
        slope = rise / step * point;
    }
    value
}
