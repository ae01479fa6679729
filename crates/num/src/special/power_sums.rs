//! Sums of powers k^-a over k between two numbers, and of these times log(k), by Euler and Maclaurin's summation (DLMF
//! 2.10.1), and the functions of Zipf's distribution of finitely many numbers that follow from them.

use super::zeta::TAIL;
use crate::math::{exp, expm1, log, pow};

/// The number of terms, beyond the power, that are summed before the integral replaces the rest.
const DIRECT_TERMS: f64 = 12.0;
/// Most terms that are summed: of larger powers all but the largest term are out of range, or too small to count.
const MAX_DIRECT: usize = 2400;
/// The size of powers beyond which two to this power is out of range.
const MAX_POWER: f64 = 1100.0;

/// The integral of e^(c u) over u from 0 to l, and that of u e^(c u).
fn growth_integrals(c: f64, l: f64) -> (f64, f64) {
    let y = c * l;
    if y.abs() < 1.0 {
        // The sums of y^j/((j + 1) j!) and of y^j/((j + 2) j!).
        let (mut term, mut first, mut second) = (1.0, 1.0, 0.5);
        for k in 1..20 {
            let j = k as f64;
            term *= y / j;
            first += term / (j + 1.0);
            second += term / (j + 2.0);
        }
        return (l * first, l * l * second);
    }
    let whole = expm1(y) / c;
    (whole, (l * exp(y) - whole) / c)
}

/// The sum of k^-a over whole numbers from one to another, or that of k^-a log(k).
fn power_sum(from: f64, to: f64, a: f64, of_logarithms: bool) -> f64 {
    if from > to {
        return 0.0;
    }
    if -a > MAX_POWER {
        let has_one = if of_logarithms { 0.0 } else { 1.0 };
        return if to < 2.0 { has_one } else { f64::INFINITY };
    }
    // The integral needs terms that vary as slowly as those from here on.
    let direct = (DIRECT_TERMS + a.abs()).floor();
    let last = if to < 2.0 * direct { to } else { direct };
    let mut sum = 0.0;
    let mut k = from;
    for _ in 0..MAX_DIRECT {
        if k > last {
            break;
        }
        let power = pow(k, -a);
        sum += if of_logarithms { power * log(k) } else { power };
        // The rest is less than the integral.
        if a > 2.0 && power * k < 1e-20 * sum {
            return sum;
        }
        k += 1.0;
    }
    if !(k <= to) {
        return sum;
    }
    // From k on the integral, half of the values at its ends, and their derivatives of odd orders: of t^-s (c log(t) +
    // d).
    let (low, high) = (pow(k, -a), pow(to, -a));
    let (log_low, log_high) = (log(k), log(to));
    let (plain, weighted) = growth_integrals(1.0 - a, log(to / k));
    let rest = if of_logarithms {
        k * low * (log_low * plain + weighted) + 0.5 * (low * log_low + high * log_high)
    } else {
        k * low * plain + 0.5 * (low + high)
    };
    sum += rest;
    let (mut c, mut d) = if of_logarithms { (1.0, 0.0) } else { (0.0, 1.0) };
    let (mut s, mut at_low, mut at_high) = (a, low, high);
    for n in 0..12 {
        (c, d) = (-s * c, c - s * d);
        s += 1.0;
        at_low /= k;
        at_high /= to;
        sum += TAIL[n] * (at_high * (c * log_high + d) - at_low * (c * log_low + d));
        (c, d) = (-s * c, c - s * d);
        s += 1.0;
        at_low /= k;
        at_high /= to;
    }
    sum
}

/// The sum of k^-a over whole numbers k between two, of which the first is at least one: zero where it is the larger.
pub fn powers_between(from: f64, to: f64, a: f64) -> f64 {
    if !(from >= 1.0 && a.abs() < f64::INFINITY) || to.is_nan() || to.is_infinite() {
        return f64::NAN;
    }
    power_sum(from, to, a, false)
}

/// The sum of k^-a log(k) over whole numbers k from one to n.
pub fn powers_and_logarithms(n: f64, a: f64) -> f64 {
    if !(n >= 1.0 && n < f64::INFINITY && a.abs() < f64::INFINITY) {
        return f64::NAN;
    }
    power_sum(1.0, n, a, true)
}
