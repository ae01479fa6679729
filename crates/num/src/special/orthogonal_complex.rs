//! Orthogonal polynomials of complex numbers: of whole degree by the recurrences of real numbers in pairs, which keep
//! the digits beside the zeros too; of other degrees by hypergeometric functions (DLMF 18.5), and those of Chebyshev
//! by exponentials. The functions of other degrees are cut along the real axis up to -1, on which SciPy has the lower
//! side.

use super::complex_pairs::{
    complex_exp, complex_log, complex_pair_product, complex_pair_sum, complex_pair_times, complex_quotient,
    complex_root, complex_times,
};
use super::hypergeometric::gamma_quotient;
use super::hypergeometric_complex::{hyp1f1_c128, hyp2f1_c128};
use super::orthogonal::{
    DOUBLINGS, MAX_DOUBLED_DEGREE, MAX_RECURRED_DEGREE, eval_chebyt, eval_chebyu, eval_gegenbauer, eval_genlaguerre,
    eval_jacobi, eval_legendre, eval_sh_chebyt, eval_sh_chebyu, eval_sh_jacobi, eval_sh_legendre, jacobi_slope,
    jacobi_weights, shifted_jacobi_factor, shifted_pair,
};
use super::powers::{pair_product, pair_quotient, pair_sum};
use crate::c128;
use crate::math::two_sum;

/// Whether a polynomial of a complex number is that of its real part.
fn is_real_polynomial(n: f64, z: c128) -> bool {
    z.im == 0.0 && (z.re >= -1.0 || n == n.floor())
}

fn not_a_number() -> c128 {
    c128::new(f64::NAN, f64::NAN)
}

fn is_no_degree(n: f64, z: c128) -> bool {
    n.is_nan() || n.is_infinite() || z.re.is_nan() || z.im.is_nan()
}

/// (1 - z)/2, on the cut of the lower side of z.
fn half_distance(z: c128) -> c128 {
    c128::new(0.5 * (1.0 - z.re), if z.im == 0.0 { 0.0 } else { -0.5 * z.im })
}

/// `(slope value + weight before)/divisor` of complex numbers in two parts and real weights and divisors, without the
/// lower parts beyond the range of numbers.
fn complex_three_terms(
    slope: (c128, c128),
    value: (c128, c128),
    weight: (f64, f64),
    before: (c128, c128),
    divisor: (f64, f64),
) -> (c128, c128) {
    let (sum, sum_low) = complex_pair_sum(complex_pair_product(slope, value), complex_pair_times(before, weight));
    let (re, re_low) = pair_quotient((sum.re, sum_low.re), divisor);
    let (im, im_low) = pair_quotient((sum.im, sum_low.im), divisor);
    if re.is_finite() && im.is_finite() {
        return (c128::new(re, im), c128::new(re_low, im_low));
    }
    let ((a, _), (b, _), (c, _), (d, _), (e, _)) = (slope, value, weight, before, divisor);
    let product = a * b;
    (c128::new((product.re + c * d.re) / e, (product.im + c * d.im) / e), c128::new(0.0, 0.0))
}

/// A complex number in two parts of which the lower one is zero.
fn exactly(re: f64, im: f64) -> (c128, c128) {
    (c128::new(re, im), c128::new(0.0, 0.0))
}

/// The polynomial of Legendre of degree n, of a complex number.
pub fn eval_legendre_c128(n: f64, z: c128) -> c128 {
    if is_real_polynomial(n, z) {
        return c128::new(eval_legendre(n, z.re), z.im);
    }
    if is_no_degree(n, z) {
        return not_a_number();
    }
    if n != n.floor() {
        return hyp2f1_c128(-n, n + 1.0, 1.0, half_distance(z));
    }
    legendre_of_complex_pair(n, exactly(z.re, z.im))
}

/// The same of a whole degree, of a number in two parts.
fn legendre_of_complex_pair(n: f64, (z, low): (c128, c128)) -> c128 {
    let degree = if n < 0.0 { -n - 1.0 } else { n };
    if degree > MAX_RECURRED_DEGREE as f64 {
        return not_a_number();
    }
    let (mut before, mut value) = (exactly(0.0, 0.0), exactly(1.0, 0.0));
    for k in 0..MAX_RECURRED_DEGREE {
        let m = k as f64;
        if m >= degree {
            break;
        }
        let slope = complex_pair_times((z, low), (2.0 * m + 1.0, 0.0));
        let next = complex_three_terms(slope, value, (-m, 0.0), before, (m + 1.0, 0.0));
        (before, value) = (value, next);
    }
    let (result, _) = value;
    result
}

/// The polynomials of Chebyshev of the first and of the second kind, of a whole degree up to the largest that is
/// doubled and a complex number in two parts: by the doubling of real numbers.
fn chebyshev_of_complex_pair(degree: f64, (z, low): (c128, c128)) -> (c128, c128) {
    let two = (2.0, 0.0);
    let (mut first, mut next, mut second) = (exactly(1.0, 0.0), (z, low), exactly(1.0, 0.0));
    let (mut rest, mut power) = (degree, MAX_DOUBLED_DEGREE);
    let minus = (c128::new(-z.re, -z.im), c128::new(-low.re, -low.im));
    for _ in 0..DOUBLINGS {
        if degree >= power {
            let between = complex_pair_sum(complex_pair_times(complex_pair_product(first, next), two), minus);
            if rest >= power {
                rest -= power;
                second = complex_pair_times(complex_pair_product(second, next), two);
                first = between;
                next = complex_pair_sum(complex_pair_times(complex_pair_product(next, next), two), exactly(-1.0, 0.0));
            } else {
                second =
                    complex_pair_sum(complex_pair_times(complex_pair_product(first, second), two), exactly(-1.0, 0.0));
                first =
                    complex_pair_sum(complex_pair_times(complex_pair_product(first, first), two), exactly(-1.0, 0.0));
                next = between;
            }
        }
        power *= 0.5;
    }
    let ((t, _), (u, _)) = (first, second);
    (t, u)
}

/// The t of which z is the hyperbolic cosine, up to its sign, on the cut of the lower side.
fn area_of_cosine(z: c128) -> c128 {
    let im = if z.im == 0.0 { -0.0 } else { 0.5 * z.im };
    let (above, below) = (complex_root(c128::new(0.5 * z.re + 0.5, im)), complex_root(c128::new(0.5 * z.re - 0.5, im)));
    complex_times(complex_log(c128::new(above.re + below.re, above.im + below.im)), 2.0)
}

/// The hyperbolic cosine, and the hyperbolic sine.
fn hyperbolic_pair(t: c128) -> (c128, c128) {
    let (growth, decay) = (complex_exp(t), complex_exp(c128::new(-t.re, -t.im)));
    (
        c128::new(0.5 * (growth.re + decay.re), 0.5 * (growth.im + decay.im)),
        c128::new(0.5 * (growth.re - decay.re), 0.5 * (growth.im - decay.im)),
    )
}

/// The polynomial of Chebyshev of the first kind and of degree n, of a complex number: for other degrees cosh(n t) of
/// z = cosh(t).
pub fn eval_chebyt_c128(n: f64, z: c128) -> c128 {
    if is_real_polynomial(n, z) {
        return c128::new(eval_chebyt(n, z.re), z.im);
    }
    chebyt_of_complex_pair(n, exactly(z.re, z.im))
}

fn chebyt_of_complex_pair(n: f64, (z, low): (c128, c128)) -> c128 {
    if is_no_degree(n, z) {
        return not_a_number();
    }
    let degree = n.abs();
    if degree == degree.floor() && degree <= MAX_DOUBLED_DEGREE {
        let (first, _) = chebyshev_of_complex_pair(degree, (z, low));
        return first;
    }
    let (cosine, _) = hyperbolic_pair(complex_times(area_of_cosine(z), degree));
    cosine
}

/// The polynomial of Chebyshev of the second kind and of degree n, of a complex number: for other degrees
/// sinh((n + 1) t)/sinh(t) of z = cosh(t).
pub fn eval_chebyu_c128(n: f64, z: c128) -> c128 {
    if is_real_polynomial(n, z) {
        return c128::new(eval_chebyu(n, z.re), z.im);
    }
    chebyu_of_complex_pair(n, exactly(z.re, z.im))
}

fn chebyu_of_complex_pair(n: f64, (z, low): (c128, c128)) -> c128 {
    if is_no_degree(n, z) {
        return not_a_number();
    }
    if n == -1.0 {
        return c128::new(0.0, 0.0);
    }
    let degree = if n < -1.0 { -n - 2.0 } else { n };
    if n == n.floor() && degree <= MAX_DOUBLED_DEGREE {
        let (_, second) = chebyshev_of_complex_pair(degree, (z, low));
        return if n < -1.0 { c128::new(-second.re, -second.im) } else { second };
    }
    let t = area_of_cosine(z);
    let (_, sine) = hyperbolic_pair(t);
    let (_, multiple) = hyperbolic_pair(complex_times(t, n + 1.0));
    complex_quotient(multiple, sine)
}

/// The polynomial of Chebyshev of the first kind on -2 to 2, of a complex number.
pub fn eval_chebyc_c128(n: f64, z: c128) -> c128 {
    complex_times(eval_chebyt_c128(n, complex_times(z, 0.5)), 2.0)
}

/// The polynomial of Chebyshev of the second kind on -2 to 2, of a complex number.
pub fn eval_chebys_c128(n: f64, z: c128) -> c128 {
    eval_chebyu_c128(n, complex_times(z, 0.5))
}

/// 2 z - 1 in two parts.
fn shifted_complex_pair(z: c128) -> (c128, c128) {
    let (re, low) = shifted_pair(z.re);
    (c128::new(re, 2.0 * z.im), c128::new(low, 0.0))
}

/// The polynomial of Legendre of degree n shifted to the interval from 0 to 1, of a complex number.
pub fn eval_sh_legendre_c128(n: f64, z: c128) -> c128 {
    let (shifted, low) = shifted_complex_pair(z);
    if n != n.floor() || is_no_degree(n, z) {
        return eval_legendre_c128(n, shifted);
    }
    if z.im == 0.0 {
        return c128::new(eval_sh_legendre(n, z.re), z.im);
    }
    legendre_of_complex_pair(n, (shifted, low))
}

/// The polynomial of Chebyshev of the first kind and of degree n shifted to the interval from 0 to 1, of a complex
/// number.
pub fn eval_sh_chebyt_c128(n: f64, z: c128) -> c128 {
    let (shifted, low) = shifted_complex_pair(z);
    if is_real_polynomial(n, shifted) {
        return c128::new(eval_sh_chebyt(n, z.re), z.im);
    }
    chebyt_of_complex_pair(n, (shifted, low))
}

/// The polynomial of Chebyshev of the second kind and of degree n shifted to the interval from 0 to 1, of a complex
/// number.
pub fn eval_sh_chebyu_c128(n: f64, z: c128) -> c128 {
    let (shifted, low) = shifted_complex_pair(z);
    if is_real_polynomial(n, shifted) {
        return c128::new(eval_sh_chebyu(n, z.re), z.im);
    }
    chebyu_of_complex_pair(n, (shifted, low))
}

/// The polynomial of Laguerre of degree n, of a complex number.
pub fn eval_laguerre_c128(n: f64, z: c128) -> c128 {
    eval_genlaguerre_c128(n, 0.0, z)
}

/// The generalized polynomial of Laguerre of degree n and of the parameter above -1, of a complex number: NaN for whole
/// degrees above 1e6.
pub fn eval_genlaguerre_c128(n: f64, alpha: f64, z: c128) -> c128 {
    if z.im == 0.0 {
        return c128::new(eval_genlaguerre(n, alpha, z.re), z.im);
    }
    if is_no_degree(n, z) || !(alpha > -1.0) {
        return not_a_number();
    }
    if n != n.floor() {
        let factor = gamma_quotient(n + alpha + 1.0, 1.0, alpha + 1.0, n + 1.0);
        return complex_times(hyp1f1_c128(-n, alpha + 1.0, z), factor);
    }
    if n < 0.0 {
        return c128::new(0.0, 0.0);
    }
    if n > MAX_RECURRED_DEGREE as f64 {
        return not_a_number();
    }
    let (mut before, mut value) = (exactly(0.0, 0.0), exactly(1.0, 0.0));
    for k in 0..MAX_RECURRED_DEGREE {
        let m = k as f64;
        if m >= n {
            break;
        }
        let (re, low) = pair_sum(two_sum(2.0 * m + 1.0, alpha), (-z.re, 0.0));
        let slope = (c128::new(re, -z.im), c128::new(low, 0.0));
        let next = complex_three_terms(slope, value, two_sum(-m, -alpha), before, (m + 1.0, 0.0));
        (before, value) = (value, next);
    }
    let (result, _) = value;
    result
}

/// The polynomial of Gegenbauer of degree n and of the parameter alpha, of a complex number: NaN for whole degrees
/// above 1e6.
pub fn eval_gegenbauer_c128(n: f64, alpha: f64, z: c128) -> c128 {
    if is_real_polynomial(n, z) {
        return c128::new(eval_gegenbauer(n, alpha, z.re), z.im);
    }
    if is_no_degree(n, z) || alpha.is_nan() {
        return not_a_number();
    }
    if n != n.floor() {
        let factor = gamma_quotient(n + 2.0 * alpha, 1.0, n + 1.0, 2.0 * alpha);
        return complex_times(hyp2f1_c128(-n, n + 2.0 * alpha, alpha + 0.5, half_distance(z)), factor);
    }
    if n < 0.0 {
        return c128::new(0.0, 0.0);
    }
    if n > MAX_RECURRED_DEGREE as f64 {
        return not_a_number();
    }
    let (mut before, mut value) = (exactly(0.0, 0.0), exactly(1.0, 0.0));
    for k in 0..MAX_RECURRED_DEGREE {
        let m = k as f64;
        if m >= n {
            break;
        }
        let slope = complex_pair_times(exactly(2.0 * z.re, 2.0 * z.im), two_sum(m, alpha));
        let next = complex_three_terms(slope, value, two_sum(1.0 - m, -2.0 * alpha), before, (m + 1.0, 0.0));
        (before, value) = (value, next);
    }
    let (result, _) = value;
    result
}

/// The polynomial of Jacobi of degree n and of the parameters alpha and beta, of a complex number: NaN for whole
/// degrees above 1e6.
pub fn eval_jacobi_c128(n: f64, alpha: f64, beta: f64, z: c128) -> c128 {
    if is_real_polynomial(n, z) {
        return c128::new(eval_jacobi(n, alpha, beta, z.re), z.im);
    }
    let (result, _) = jacobi_of_complex_pair(n, (alpha, 0.0), (beta, 0.0), exactly(z.re, z.im));
    result
}

/// The same in two parts, of parameters and a number in two parts.
fn jacobi_of_complex_pair(
    n: f64,
    (alpha, alpha_low): (f64, f64),
    (beta, beta_low): (f64, f64),
    (z, low): (c128, c128),
) -> (c128, c128) {
    if is_no_degree(n, z) || alpha.is_nan() || beta.is_nan() {
        return exactly(f64::NAN, f64::NAN);
    }
    if n != n.floor() {
        let factor = gamma_quotient(n + alpha + 1.0, 1.0, alpha + 1.0, n + 1.0);
        let value = complex_times(hyp2f1_c128(-n, n + alpha + beta + 1.0, alpha + 1.0, half_distance(z)), factor);
        return (value, c128::new(0.0, 0.0));
    }
    if n < 0.0 {
        return exactly(0.0, 0.0);
    }
    if n > MAX_RECURRED_DEGREE as f64 {
        return exactly(f64::NAN, f64::NAN);
    }
    let (mut before, mut value) = (exactly(0.0, 0.0), exactly(1.0, 0.0));
    for k in 0..MAX_RECURRED_DEGREE {
        let m = k as f64;
        if m >= n {
            break;
        }
        let (scale, shift) = jacobi_slope(m, (alpha, alpha_low), (beta, beta_low));
        let (weight, divisor) = jacobi_weights(m, (alpha, alpha_low), (beta, beta_low));
        let (re, re_low) = pair_sum(pair_product((z.re, low.re), scale), shift);
        let (im, im_low) = pair_product((z.im, low.im), scale);
        let slope = (c128::new(re, im), c128::new(re_low, im_low));
        let next = complex_three_terms(slope, value, weight, before, divisor);
        (before, value) = (value, next);
    }
    value
}

/// The polynomial of Jacobi of degree n shifted to the interval from 0 to 1, whose leading coefficient is one, of a
/// complex number.
pub fn eval_sh_jacobi_c128(n: f64, p: f64, q: f64, z: c128) -> c128 {
    let (shifted, low) = shifted_complex_pair(z);
    if is_real_polynomial(n, shifted) {
        return c128::new(eval_sh_jacobi(n, p, q, z.re), z.im);
    }
    let value = jacobi_of_complex_pair(n, two_sum(p, -q), two_sum(q, -1.0), (shifted, low));
    let (result, _) = complex_pair_times(value, shifted_jacobi_factor(n, p));
    result
}
