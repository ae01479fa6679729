//! Orthogonal polynomials: of whole degree by their recurrences (DLMF 18.9), and those of Chebyshev by doubling the
//! degree (18.7.1, 18.18.21), in pairs, because beside zeros the roundings of the steps would be as large as the
//! polynomial's last digits; of other degrees by hypergeometric functions (18.5).

use super::gamma_ratio::is_odd;
use super::hypergeometric::{gamma_quotient, hyp1f1, hyp2f1};
use super::legendre::{MIN_LARGE_DEGREE, legendre_of_large_degree, lpmv};
use super::powers::{pair_product, pair_quotient, pair_sum, pair_times};
use crate::math::{acos, acosh, cos, cosh, sin, sinh, two_sum};

/// Most steps of a recurrence: whole degrees above have no digits but where there is another form.
pub(super) const MAX_RECURRED_DEGREE: usize = 1000000;

/// Up to this degree, 2^22, polynomials of Chebyshev are found by doubling the degree, whose rounding grows with the
/// degree's square; beyond they are circular functions.
pub(super) const MAX_DOUBLED_DEGREE: f64 = 4194304.0;
/// Doublings from zero to any such degree.
pub(super) const DOUBLINGS: usize = 23;

/// The polynomial of Legendre of degree n.
pub fn eval_legendre(n: f64, x: f64) -> f64 {
    legendre_of_pair(n, x, 0.0)
}

/// The polynomial of Legendre of degree n, of a number in two parts.
fn legendre_of_pair(n: f64, x: f64, low: f64) -> f64 {
    if n.is_nan() || n.is_infinite() || x.is_nan() {
        return f64::NAN;
    }
    if n != n.floor() {
        // At -1 SciPy has the pole of Gauss's function.
        return if x == -1.0 { f64::INFINITY } else { lpmv(0.0, n, x) };
    }
    // Degrees n and -n - 1 are one, and polynomials of x and -x differ by the sign (-1)^n.
    let degree = if n < 0.0 { -n - 1.0 } else { n };
    let value = if degree > MIN_LARGE_DEGREE {
        let (value, _) = legendre_of_large_degree(degree, x.abs());
        value
    } else {
        legendre_recurrence(degree, x.abs(), if x < 0.0 { -low } else { low })
    };
    if x < 0.0 && is_odd(degree) { -value } else { value }
}

/// `(k + 1) p_{k + 1} = (2 k + 1) x p_k - k p_{k - 1}`.
fn legendre_recurrence(degree: f64, x: f64, low: f64) -> f64 {
    let (mut before, mut value) = ((0.0, 0.0), (1.0, 0.0));
    for k in 0..MAX_RECURRED_DEGREE {
        let m = k as f64;
        if m >= degree {
            break;
        }
        let slope = pair_times((x, low), 2.0 * m + 1.0);
        let next = three_terms(slope, value, (-m, 0.0), before, (m + 1.0, 0.0));
        (before, value) = (value, next);
    }
    let (result, _) = value;
    result
}

/// `(slope value + weight before)/divisor` in pairs. Beyond the range of numbers a pair is NaN, and there are no
/// digits; of an infinite value the product with the slope has the sign.
fn three_terms(
    slope: (f64, f64),
    value: (f64, f64),
    weight: (f64, f64),
    before: (f64, f64),
    divisor: (f64, f64),
) -> (f64, f64) {
    let (next, low) = pair_quotient(pair_sum(pair_product(slope, value), pair_product(weight, before)), divisor);
    if next.is_finite() {
        return (next, low);
    }
    let ((a, _), (b, _), (c, _), (d, _), (e, _)) = (slope, value, weight, before, divisor);
    (if b.is_infinite() { a * b / e } else { (a * b + c * d) / e }, 0.0)
}

/// The polynomials of Chebyshev of the first and of the second kind of a whole degree, of a number from zero on in two
/// parts: `T_2k = 2 T_k^2 - 1`, `T_{2k + 1} = 2 T_k T_{k + 1} - x`, `U_2k = 2 T_k U_k - 1`, `U_{2k + 1} = 2 T_{k + 1}
/// U_k`.
fn chebyshev_by_doubling(degree: f64, x: f64, low: f64) -> (f64, f64) {
    let (mut first, mut next, mut second) = ((1.0, 0.0), (x, low), (1.0, 0.0));
    let (mut rest, mut power) = (degree, MAX_DOUBLED_DEGREE);
    for _ in 0..DOUBLINGS {
        if degree >= power {
            let between = pair_sum(pair_times(pair_product(first, next), 2.0), (-x, -low));
            if rest >= power {
                rest -= power;
                second = pair_times(pair_product(second, next), 2.0);
                first = between;
                next = pair_sum(pair_times(pair_product(next, next), 2.0), (-1.0, 0.0));
            } else {
                second = pair_sum(pair_times(pair_product(first, second), 2.0), (-1.0, 0.0));
                first = pair_sum(pair_times(pair_product(first, first), 2.0), (-1.0, 0.0));
                next = between;
            }
        }
        power *= 0.5;
    }
    // Beyond the range of numbers a pair is NaN.
    let ((t, _), (u, _)) = (first, second);
    (if t.is_nan() { f64::INFINITY } else { t }, if u.is_nan() { f64::INFINITY } else { u })
}

/// The polynomial of Chebyshev of the first kind and of degree n: for other degrees cos(n arccos(x)).
pub fn eval_chebyt(n: f64, x: f64) -> f64 {
    chebyt_of_pair(n, x, 0.0)
}

/// The same of a number in two parts.
fn chebyt_of_pair(n: f64, x: f64, low: f64) -> f64 {
    if n.is_nan() || n.is_infinite() || x.is_nan() {
        return f64::NAN;
    }
    let degree = n.abs();
    if degree != degree.floor() {
        // Below -1 SciPy has the pole of Gauss's function.
        if x < -1.0 {
            return f64::INFINITY;
        }
        return if x > 1.0 { cosh(degree * acosh(x)) } else { cos(degree * acos(x)) };
    }
    let a = x.abs();
    let value = if degree <= MAX_DOUBLED_DEGREE {
        let (first, _) = chebyshev_by_doubling(degree, a, if x < 0.0 { -low } else { low });
        first
    } else if a > 1.0 {
        cosh(degree * acosh(a))
    } else {
        cos(degree * acos(a))
    };
    if x < 0.0 && is_odd(degree) { -value } else { value }
}

/// The polynomial of Chebyshev of the second kind and of degree n: for other degrees sin((n + 1) t)/sin(t) with
/// t = arccos(x).
pub fn eval_chebyu(n: f64, x: f64) -> f64 {
    chebyu_of_pair(n, x, 0.0)
}

/// The same of a number in two parts.
fn chebyu_of_pair(n: f64, x: f64, low: f64) -> f64 {
    if n.is_nan() || n.is_infinite() || x.is_nan() {
        return f64::NAN;
    }
    if n != n.floor() {
        if x <= -1.0 {
            return f64::INFINITY;
        }
        if x == 1.0 {
            return n + 1.0;
        }
        if x > 1.0 {
            let t = acosh(x);
            return sinh((n + 1.0) * t) / sinh(t);
        }
        let t = acos(x);
        return sin((n + 1.0) * t) / sin(t);
    }
    if n == -1.0 {
        return 0.0;
    }
    let degree = if n < -1.0 { -n - 2.0 } else { n };
    let a = x.abs();
    let value = if degree <= MAX_DOUBLED_DEGREE {
        let (_, second) = chebyshev_by_doubling(degree, a, if x < 0.0 { -low } else { low });
        second
    } else if a == 1.0 {
        degree + 1.0
    } else if a > 1.0 {
        let t = acosh(a);
        if a < f64::INFINITY { sinh((degree + 1.0) * t) / sinh(t) } else { f64::INFINITY }
    } else {
        let t = acos(a);
        sin((degree + 1.0) * t) / sin(t)
    };
    if (n < -1.0) != (x < 0.0 && is_odd(degree)) { -value } else { value }
}

/// The polynomial of Chebyshev of the first kind on -2 to 2, twice [`eval_chebyt`] of x/2.
pub fn eval_chebyc(n: f64, x: f64) -> f64 {
    2.0 * eval_chebyt(n, 0.5 * x)
}

/// The polynomial of Chebyshev of the second kind on -2 to 2, [`eval_chebyu`] of x/2.
pub fn eval_chebys(n: f64, x: f64) -> f64 {
    eval_chebyu(n, 0.5 * x)
}

/// The polynomial of Legendre of degree n, shifted to the interval from 0 to 1.
pub fn eval_sh_legendre(n: f64, x: f64) -> f64 {
    let (shifted, low) = shifted_pair(x);
    legendre_of_pair(n, shifted, low)
}

/// The polynomial of Chebyshev of the first kind and of degree n, shifted to the interval from 0 to 1.
pub fn eval_sh_chebyt(n: f64, x: f64) -> f64 {
    let (shifted, low) = shifted_pair(x);
    chebyt_of_pair(n, shifted, low)
}

/// The polynomial of Chebyshev of the second kind and of degree n, shifted to the interval from 0 to 1.
pub fn eval_sh_chebyu(n: f64, x: f64) -> f64 {
    let (shifted, low) = shifted_pair(x);
    chebyu_of_pair(n, shifted, low)
}

/// 2 x - 1, and what its rounding lost, which counts as often as the degree's square near the ends.
pub(super) fn shifted_pair(x: f64) -> (f64, f64) {
    let (shifted, low) = two_sum(2.0 * x, -1.0);
    (shifted, if shifted.is_finite() { low } else { 0.0 })
}

/// The polynomial of Hermite of the weight exp(-x^2) and of whole degree n.
pub fn eval_hermite(n: f64, x: f64) -> f64 {
    hermite_recurrence(n, 2.0 * x, 2.0)
}

/// The polynomial of Hermite of the weight exp(-x^2/2) and of whole degree n.
pub fn eval_hermitenorm(n: f64, x: f64) -> f64 {
    hermite_recurrence(n, x, 1.0)
}

/// `p_{k + 1} = slope p_k - k weight p_{k - 1}`, in pairs: beside zeros, where the terms cancel, the roundings of the
/// steps would be as large as the polynomial's last digits.
fn hermite_recurrence(n: f64, slope: f64, weight: f64) -> f64 {
    if !(n >= 0.0) || n.is_infinite() || n != n.floor() || slope.is_nan() {
        return f64::NAN;
    }
    let (mut before, mut before_low, mut value, mut low) = (0.0, 0.0, 1.0, 0.0);
    for k in 0..MAX_RECURRED_DEGREE {
        let m = k as f64;
        if m >= n {
            break;
        }
        let (next, next_low) = pair_sum(pair_times((value, low), slope), pair_times((before, before_low), -m * weight));
        // Beyond the range of numbers a pair is NaN, and there are no digits.
        let outside = next.is_nan() || next.is_infinite();
        let plain = slope * value - m * weight * before;
        (before, before_low) = (value, low);
        (value, low) = if outside { (plain, 0.0) } else { (next, next_low) };
        if value.is_nan() {
            break;
        }
    }
    value
}

/// The polynomial of Laguerre of degree n.
pub fn eval_laguerre(n: f64, x: f64) -> f64 {
    eval_genlaguerre(n, 0.0, x)
}

/// The generalized polynomial of Laguerre of degree n and of the parameter above -1: NaN for
/// whole degrees above 1e6.
pub fn eval_genlaguerre(n: f64, alpha: f64, x: f64) -> f64 {
    if n.is_nan() || n.is_infinite() || x.is_nan() || !(alpha > -1.0) {
        return f64::NAN;
    }
    if n != n.floor() {
        return gamma_quotient(n + alpha + 1.0, 1.0, alpha + 1.0, n + 1.0) * hyp1f1(-n, alpha + 1.0, x);
    }
    if n < 0.0 {
        return 0.0;
    }
    if n > MAX_RECURRED_DEGREE as f64 {
        return f64::NAN;
    }
    // `(k + 1) p_{k + 1} = (2 k + 1 + alpha - x) p_k - (k + alpha) p_{k - 1}`.
    let (mut before, mut value) = ((0.0, 0.0), (1.0, 0.0));
    for k in 0..MAX_RECURRED_DEGREE {
        let m = k as f64;
        if m >= n {
            break;
        }
        let slope = pair_sum(two_sum(2.0 * m + 1.0, alpha), (-x, 0.0));
        let next = three_terms(slope, value, two_sum(-m, -alpha), before, (m + 1.0, 0.0));
        (before, value) = (value, next);
    }
    let (result, _) = value;
    result
}

/// The polynomial of Gegenbauer of degree n and of the parameter alpha: NaN for
/// whole degrees above 1e6.
pub fn eval_gegenbauer(n: f64, alpha: f64, x: f64) -> f64 {
    if n.is_nan() || n.is_infinite() || alpha.is_nan() || x.is_nan() {
        return f64::NAN;
    }
    if n != n.floor() {
        let factor = gamma_quotient(n + 2.0 * alpha, 1.0, n + 1.0, 2.0 * alpha);
        return factor * hyp2f1(-n, n + 2.0 * alpha, alpha + 0.5, 0.5 * (1.0 - x));
    }
    if n < 0.0 {
        return 0.0;
    }
    if n > MAX_RECURRED_DEGREE as f64 {
        return f64::NAN;
    }
    // `(k + 1) p_{k + 1} = 2 (k + alpha) x p_k - (k + 2 alpha - 1) p_{k - 1}`.
    let (mut before, mut value) = ((0.0, 0.0), (1.0, 0.0));
    for k in 0..MAX_RECURRED_DEGREE {
        let m = k as f64;
        if m >= n {
            break;
        }
        let slope = pair_times(two_sum(m, alpha), 2.0 * x);
        let next = three_terms(slope, value, two_sum(1.0 - m, -2.0 * alpha), before, (m + 1.0, 0.0));
        (before, value) = (value, next);
    }
    let (result, _) = value;
    result
}

/// The polynomial of Jacobi of degree n and of the parameters alpha and beta: NaN for
/// whole degrees above 1e6.
pub fn eval_jacobi(n: f64, alpha: f64, beta: f64, x: f64) -> f64 {
    let (result, _) = jacobi_of_pair(n, (alpha, 0.0), (beta, 0.0), (x, 0.0));
    result
}

/// The same as a pair, of parameters and a number in two parts.
fn jacobi_of_pair(
    n: f64,
    (alpha, alpha_low): (f64, f64),
    (beta, beta_low): (f64, f64),
    (x, low): (f64, f64),
) -> (f64, f64) {
    if n.is_nan() || n.is_infinite() || alpha.is_nan() || beta.is_nan() || x.is_nan() {
        return (f64::NAN, 0.0);
    }
    if n != n.floor() {
        let factor = gamma_quotient(n + alpha + 1.0, 1.0, alpha + 1.0, n + 1.0);
        return (factor * hyp2f1(-n, n + alpha + beta + 1.0, alpha + 1.0, 0.5 * (1.0 - x)), 0.0);
    }
    if n < 0.0 {
        return (0.0, 0.0);
    }
    if n > MAX_RECURRED_DEGREE as f64 {
        return (f64::NAN, 0.0);
    }
    let (mut before, mut value) = ((0.0, 0.0), (1.0, 0.0));
    for k in 0..MAX_RECURRED_DEGREE {
        let m = k as f64;
        if m >= n {
            break;
        }
        let (scale, shift) = jacobi_slope(m, (alpha, alpha_low), (beta, beta_low));
        let (weight, divisor) = jacobi_weights(m, (alpha, alpha_low), (beta, beta_low));
        let slope = pair_sum(pair_product(scale, (x, low)), shift);
        let next = three_terms(slope, value, weight, before, divisor);
        (before, value) = (value, next);
    }
    value
}

/// The factors scale and shift, as pairs, of `divisor p_{m + 1} = (scale x + shift) p_m + weight p_{m - 1}`.
#[inline(always)]
pub(super) fn jacobi_slope(
    m: f64,
    (alpha, alpha_low): (f64, f64),
    (beta, beta_low): (f64, f64),
) -> ((f64, f64), (f64, f64)) {
    let sum = pair_sum((alpha, alpha_low), (beta, beta_low));
    let difference = pair_sum((alpha, alpha_low), (-beta, -beta_low));
    if m == 0.0 {
        // The general form is 0/0 where the parameters' sum is zero or minus one.
        return (pair_times(pair_sum(sum, (2.0, 0.0)), 0.5), pair_times(difference, 0.5));
    }
    let t = pair_sum((2.0 * m, 0.0), sum);
    let next = pair_sum(t, (1.0, 0.0));
    (pair_product(t, pair_product(next, pair_sum(t, (2.0, 0.0)))), pair_product(next, pair_product(sum, difference)))
}

/// The factors weight and divisor of the same.
#[inline(always)]
pub(super) fn jacobi_weights(
    m: f64,
    (alpha, alpha_low): (f64, f64),
    (beta, beta_low): (f64, f64),
) -> ((f64, f64), (f64, f64)) {
    if m == 0.0 {
        return ((0.0, 0.0), (1.0, 0.0));
    }
    let sum = pair_sum((alpha, alpha_low), (beta, beta_low));
    let t = pair_sum((2.0 * m, 0.0), sum);
    let first = pair_sum((m, 0.0), (alpha, alpha_low));
    let second = pair_sum((m, 0.0), (beta, beta_low));
    let weight = pair_times(pair_product(pair_product(first, second), pair_sum(t, (2.0, 0.0))), -2.0);
    (weight, pair_times(pair_product(pair_sum((m + 1.0, 0.0), sum), t), 2.0 * (m + 1.0)))
}

/// The polynomial of Jacobi of degree n, shifted to the interval from 0 to 1, whose leading coefficient is one.
pub fn eval_sh_jacobi(n: f64, p: f64, q: f64, x: f64) -> f64 {
    let value = jacobi_of_pair(n, two_sum(p, -q), two_sum(q, -1.0), shifted_pair(x));
    let (result, _) = pair_product(value, shifted_jacobi_factor(n, p));
    result
}

/// Most degrees whose factor of a shifted polynomial of Jacobi is in the range of numbers.
const MAX_SHIFTED_JACOBI_DEGREE: usize = 600;

/// n! gamma(n + p)/gamma(2 n + p) as a pair.
pub(super) fn shifted_jacobi_factor(n: f64, p: f64) -> (f64, f64) {
    if n != n.floor() || n < 0.0 || n > MAX_SHIFTED_JACOBI_DEGREE as f64 {
        return (gamma_quotient(n + 1.0, n + p, 2.0 * n + p, 1.0), 0.0);
    }
    let mut factor = (1.0, 0.0);
    for k in 0..MAX_SHIFTED_JACOBI_DEGREE {
        let m = k as f64;
        if m >= n {
            break;
        }
        factor = pair_quotient(pair_times(factor, m + 1.0), two_sum(n + m, p));
    }
    factor
}
