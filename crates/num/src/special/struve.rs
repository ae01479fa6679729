//! Struve functions: the power series, the series of Bessel functions, which keeps its digits where that loses them, and
//! the asymptotic expansion beside a Bessel function (DLMF 11.2, 11.4, 11.6).

use super::bessel_modified_order::iv;
use super::bessel_order::jv;
use super::bessel_second::yv;
use super::gamma::gammaln;
use super::gamma_ratio::{gammasgn, rgamma};
use crate::math::{exp, log, pow};

/// Most terms of a series.
const MOST_STRUVE_TERMS: usize = 1000;
/// Up to this order powers and gamma functions of series are computed as such, beyond by their logarithms.
const MOST_DIRECT_STRUVE_ORDER: f64 = 100.0;

/// The Struve function of real order v: NaN for negative x where v is no integer.
pub fn struve(v: f64, x: f64) -> f64 {
    struve_of_any_sign(v, x, true)
}

/// The modified Struve function of real order v: NaN for negative x where v is no integer.
pub fn modstruve(v: f64, x: f64) -> f64 {
    struve_of_any_sign(v, x, false)
}

fn struve_of_any_sign(v: f64, x: f64, oscillates: bool) -> f64 {
    if v.is_nan() || x.is_nan() {
        return f64::NAN;
    }
    if x >= 0.0 {
        return struve_of_positive(v, x, oscillates);
    }
    if v != v.floor() {
        return f64::NAN;
    }
    let value = struve_of_positive(v, -x, oscillates);
    let odd = 0.5 * v != (0.5 * v).floor();
    if odd { value } else { -value }
}

fn struve_of_positive(v: f64, x: f64, oscillates: bool) -> f64 {
    if x == 0.0 {
        if v < -1.0 {
            return f64::INFINITY * gammasgn(v + 1.5);
        }
        return if v == -1.0 { std::f64::consts::FRAC_2_PI } else { 0.0 };
    }
    // Orders of -(n + 1/2) are Bessel functions.
    let n = -v - 0.5;
    if n >= 0.0 && n == n.floor() {
        let odd = 0.5 * n != (0.5 * n).floor();
        if !oscillates {
            return iv(n + 0.5, x);
        }
        return if odd { -jv(n + 0.5, x) } else { jv(n + 0.5, x) };
    }
    if x >= 0.7 * v.abs() + 12.0 {
        let (rest, error) = struve_expansion(v, x, oscillates);
        let value = rest + if oscillates { yv(v, x) } else { iv(-v, x) };
        if error <= f64::EPSILON * value.abs() || x > 1e4 || value.is_infinite() {
            return value;
        }
    }
    let (value, error) = struve_powers(v, x, oscillates);
    if !oscillates || error <= 32.0 * value.abs() || v < -0.5 {
        return value;
    }
    struve_of_bessel(v, x)
}

/// The leading factor `(x/2)^p/gamma(q)`.
fn struve_factor(x: f64, p: f64, q: f64) -> f64 {
    if p.abs() < MOST_DIRECT_STRUVE_ORDER {
        return pow(0.5 * x, p) * rgamma(q);
    }
    gammasgn(q) * exp(p * log(0.5 * x) - gammaln(q))
}

/// The part beside the Bessel function of the second kind, or the modified one of order -v, and its last term.
fn struve_expansion(v: f64, x: f64, oscillates: bool) -> (f64, f64) {
    /// 1/sqrt(pi).
    const ROOT: f64 = 0.5641895835477563;
    let first = ROOT * struve_factor(x, v - 1.0, v + 0.5);
    let mut term = if oscillates { first } else { -first };
    let mut sum = term;
    let square = 4.0 / (x * x);
    for k in 0..MOST_STRUVE_TERMS {
        let n = k as f64;
        let ratio = (n + 0.5) * (v - 0.5 - n) * square;
        let next = if oscillates { term * ratio } else { -term * ratio };
        if next == 0.0 || (next.abs() > term.abs() && n > v) {
            break;
        }
        term = next;
        sum += term;
        if term.abs() < 0.25 * f64::EPSILON * sum.abs() && n > v {
            break;
        }
    }
    (sum, if v - 0.5 == (v - 0.5).floor() && v > 0.0 { 0.0 } else { term.abs() })
}

/// The power series, and its largest term.
fn struve_powers(v: f64, x: f64, oscillates: bool) -> (f64, f64) {
    /// 2/sqrt(pi), one over gamma(3/2).
    const FACTOR: f64 = std::f64::consts::FRAC_2_SQRT_PI;
    let mut term = FACTOR * struve_factor(x, v + 1.0, v + 1.5);
    let (mut sum, mut largest) = (term, term.abs());
    let square = if oscillates { -0.25 * x * x } else { 0.25 * x * x };
    for k in 0..MOST_STRUVE_TERMS {
        let n = k as f64 + 1.5;
        term *= square / (n * (n + v));
        sum += term;
        if term.abs() > largest {
            largest = term.abs();
        }
        if term.abs() < 0.25 * f64::EPSILON * sum.abs() && n + v > 0.0 {
            break;
        }
    }
    (sum, largest)
}

/// The series of Bessel functions (DLMF 11.4.19), of orders from v + 1/2 on.
fn struve_of_bessel(v: f64, x: f64) -> f64 {
    let mut factor = (x / std::f64::consts::TAU).sqrt();
    let mut sum = 0.0;
    for k in 0..MOST_STRUVE_TERMS {
        let n = k as f64;
        if k > 0 {
            factor *= 0.5 * x / n;
        }
        let term = factor / (n + 0.5) * jv(n + v + 0.5, x);
        sum += term;
        if n > x && term.abs() < 0.25 * f64::EPSILON * sum.abs() {
            break;
        }
    }
    sum
}
