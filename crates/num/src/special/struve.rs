//! Struve functions: the power series, in pairs of numbers because its terms cancel, and the asymptotic expansion in
//! addition to a Bessel function (DLMF 11.2, 11.6).

use super::bessel_modified_order::iv;
use super::bessel_order::jv;
use super::bessel_second::yv;
use super::gamma::{digamma, gammaln};
use super::gamma_ratio::{gammasgn, rgamma};
use crate::math::{exp, log, pow, two_product, two_sum};

/// Most terms of a series.
const MAX_STRUVE_TERMS: usize = 1000;
/// Up to this order powers and gamma functions of series are computed as such, beyond by their logarithms.
const MAX_DIRECT_STRUVE_ORDER: f64 = 100.0;

/// The Struve function of real order v: NaN for negative x where v is no integer.
pub fn struve(v: f64, x: f64) -> f64 {
    struve_of_any_sign(v, x, true)
}

/// The modified Struve function of real order v: NaN for negative x where v is no integer.
pub fn modstruve(v: f64, x: f64) -> f64 {
    struve_of_any_sign(v, x, false)
}

fn struve_of_any_sign(v: f64, x: f64, oscillates: bool) -> f64 {
    // As in SciPy, the limits: zero at zero whatever the order, and for infinite orders a value only at zero.
    if v.is_nan() && x == 0.0 {
        return 0.0;
    }
    if v.is_nan() || x.is_nan() || (v == f64::INFINITY && x < 0.0) {
        return f64::NAN;
    }
    if v == f64::INFINITY && x > 0.0 && x < f64::INFINITY {
        return 0.0;
    }
    if v == f64::NEG_INFINITY && x != 0.0 {
        // Only for the modified function, at small numbers.
        return if !oscillates && x > 0.0 && x <= 1.0 { 0.0 } else { f64::NAN };
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
    if x == f64::INFINITY && v > 0.5 && v < f64::INFINITY {
        return f64::INFINITY;
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
    let (value, error) = struve_series(v, x, oscillates);
    if error <= f64::EPSILON * value.abs() || x < 0.7 * v.abs() + 12.0 {
        return value;
    }
    let (rest, last) = struve_expansion(v, x, oscillates);
    let far = rest + if oscillates { yv(v, x) } else { iv(-v, x) };
    if last <= error || !(value.abs() < f64::INFINITY) { far } else { value }
}

/// The leading factor `(x/2)^p/gamma(q)` of pairs: the roundings of v + 1 and v + 3/2 would count as often as the
/// logarithms of both are large.
fn struve_factor(x: f64, (p, p_low): (f64, f64), (q, q_low): (f64, f64)) -> f64 {
    if p.abs() < MAX_DIRECT_STRUVE_ORDER {
        let value = pow(0.5 * x, p) * rgamma(q);
        if p_low == 0.0 && q_low == 0.0 {
            return value;
        }
        let change = p_low * log(0.5 * x) - q_low * digamma(q);
        return if change.abs() < 1e-9 { value + value * change } else { value };
    }
    gammasgn(q) * exp(p * log(0.5 * x) - gammaln(q))
}

/// The part in addition to the Bessel function of the second kind, or to the modified one of order -v, and its last
/// term.
fn struve_expansion(v: f64, x: f64, oscillates: bool) -> (f64, f64) {
    /// 1/sqrt(pi).
    const ROOT: f64 = 0.5641895835477563;
    let first = ROOT * struve_factor(x, two_sum(v, -1.0), two_sum(v, 0.5));
    let mut term = if oscillates { first } else { -first };
    let mut sum = term;
    let square = 4.0 / (x * x);
    for k in 0..MAX_STRUVE_TERMS {
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

/// The power series, whose terms are summed in pairs, and the error that its largest one leaves.
fn struve_series(v: f64, x: f64, oscillates: bool) -> (f64, f64) {
    /// 2/sqrt(pi), one over gamma(3/2).
    const FACTOR: f64 = std::f64::consts::FRAC_2_SQRT_PI;
    /// Half a unit in the last place of a pair.
    const PAIR_ERROR: f64 = 1e-32;
    let (high, low) = two_product(x, x);
    let quarter = if oscillates { -0.25 } else { 0.25 };
    let (square, square_low) = (quarter * high, quarter * low);
    let (mut term, mut term_low) = (1.0, 0.0);
    let (mut sum, mut sum_low) = (1.0, 0.0);
    let mut largest = 1.0;
    for k in 0..MAX_STRUVE_TERMS {
        let n = k as f64 + 1.5;
        let (product, rest) = two_product(term, square);
        let rest = rest + (term * square_low + term_low * square);
        let (shifted, shifted_low) = two_sum(n, v);
        let (divisor, divisor_rest) = two_product(n, shifted);
        let divisor_low = divisor_rest + n * shifted_low;
        let quotient = product / divisor;
        let (back, back_low) = two_product(quotient, divisor);
        let left = (product - back) - back_low + (rest - quotient * divisor_low);
        (term, term_low) = two_sum(quotient, left / divisor);
        let (total, lost) = two_sum(sum, term);
        (sum, sum_low) = two_sum(total, lost + (sum_low + term_low));
        if term.abs() > largest {
            largest = term.abs();
        }
        if term.abs() < 0.01 * f64::EPSILON * sum.abs() && n + v > 0.0 {
            break;
        }
        if largest > 1e200 {
            break;
        }
    }
    let factor = FACTOR * struve_factor(x, two_sum(v, 1.0), two_sum(v, 1.5));
    (factor * sum, if largest > 1e200 { f64::INFINITY } else { (factor * largest).abs() * PAIR_ERROR })
}
