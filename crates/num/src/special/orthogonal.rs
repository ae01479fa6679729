//! Orthogonal polynomials: of whole degree by their recurrence for differences (Reinsch's form of DLMF 18.9), which
//! keeps its digits near the end where all polynomials are one, and of other degrees by hypergeometric functions
//! (18.5).

use super::complex_pairs::complex_times;
use super::gamma_ratio::is_odd;
use super::hypergeometric::{gamma_quotient, hyp1f1, hyp2f1};
use super::hypergeometric_complex::hyp2f1_c128;
use super::legendre::{MIN_LARGE_DEGREE, legendre_of_large_degree, lpmv};
use super::powers::{pair_sum, pair_times};
use crate::c128;
use crate::math::{acos, acosh, cos, cosh, sin, sinh};

/// Most steps of a recurrence: whole degrees above have no digits but where there is another form.
const MAX_RECURRED_DEGREE: usize = 1000000;

/// Beyond this degree polynomials of Chebyshev are circular functions, which are as exact and take no steps.
const MAX_CHEBYSHEV_STEPS: f64 = 1e5;

/// The polynomial of Legendre of degree n.
pub fn eval_legendre(n: f64, x: f64) -> f64 {
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
        difference_recurrence(degree, x.abs(), 0.5)
    };
    if x < 0.0 && is_odd(degree) { -value } else { value }
}

/// The polynomial of Gegenbauer of a whole degree and of the parameter, over its value at one: Legendre's polynomials
/// for one half, Chebyshev's of the first kind for zero, of the second over their degree plus one for one.
fn difference_recurrence(degree: f64, x: f64, parameter: f64) -> f64 {
    if degree == 0.0 {
        return 1.0;
    }
    let below = x - 1.0;
    let (mut value, mut step) = (x, below);
    for k in 1..MAX_RECURRED_DEGREE {
        let n = k as f64;
        if n >= degree {
            break;
        }
        let divisor = n + 2.0 * parameter;
        step = (2.0 * (n + parameter)) / divisor * below * value + n / divisor * step;
        value += step;
    }
    value
}

/// The polynomial of Chebyshev of the first kind and of degree n: for other degrees cos(n arccos(x)).
pub fn eval_chebyt(n: f64, x: f64) -> f64 {
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
    let value = if degree <= MAX_CHEBYSHEV_STEPS {
        difference_recurrence(degree, a, 0.0)
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
    let value = if degree <= MAX_CHEBYSHEV_STEPS || a == 1.0 {
        let steps = if a == 1.0 { 0.0 } else { degree };
        (degree + 1.0) * difference_recurrence(steps, a, 1.0)
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
    eval_legendre(n, 2.0 * x - 1.0)
}

/// The polynomial of Chebyshev of the first kind and of degree n, shifted to the interval from 0 to 1.
pub fn eval_sh_chebyt(n: f64, x: f64) -> f64 {
    eval_chebyt(n, 2.0 * x - 1.0)
}

/// The polynomial of Chebyshev of the second kind and of degree n, shifted to the interval from 0 to 1.
pub fn eval_sh_chebyu(n: f64, x: f64) -> f64 {
    eval_chebyu(n, 2.0 * x - 1.0)
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
    if n == 0.0 {
        return 1.0;
    }
    let first = -x / (alpha + 1.0);
    let (mut value, mut step, mut scale) = (1.0 + first, first, alpha + 1.0);
    for k in 1..MAX_RECURRED_DEGREE {
        let m = k as f64;
        if m >= n {
            break;
        }
        let divisor = m + alpha + 1.0;
        step = (m * step - x * value) / divisor;
        value += step;
        scale *= divisor / (m + 1.0);
    }
    scale * value
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
    if n == 0.0 {
        return 1.0;
    }
    let a = x.abs();
    let mut value = difference_recurrence(n, a, alpha);
    // The value at one: 2 alpha (2 alpha + 1) .. over the factorial.
    let mut scale = 2.0 * alpha;
    for k in 1..MAX_RECURRED_DEGREE {
        let m = k as f64;
        if m >= n {
            break;
        }
        scale *= (2.0 * alpha + m) / (m + 1.0);
    }
    value *= scale;
    if x < 0.0 && is_odd(n) { -value } else { value }
}

/// The polynomial of Gegenbauer of degree n and of the parameter alpha, of a complex number: for other degrees with a
/// cut along the real axis up to -1, on which SciPy has the lower side.
pub fn eval_gegenbauer_c128(n: f64, alpha: f64, z: c128) -> c128 {
    if z.im == 0.0 && (z.re >= -1.0 || n == n.floor()) {
        return c128::new(eval_gegenbauer(n, alpha, z.re), z.im);
    }
    if n.is_nan() || n.is_infinite() || alpha.is_nan() || z.re.is_nan() || z.im.is_nan() {
        return c128::new(f64::NAN, f64::NAN);
    }
    if n != n.floor() {
        let factor = gamma_quotient(n + 2.0 * alpha, 1.0, n + 1.0, 2.0 * alpha);
        let half = c128::new(0.5 * (1.0 - z.re), if z.im == 0.0 { 0.0 } else { -0.5 * z.im });
        return complex_times(hyp2f1_c128(-n, n + 2.0 * alpha, alpha + 0.5, half), factor);
    }
    if n < 0.0 {
        return c128::new(0.0, 0.0);
    }
    if n > MAX_RECURRED_DEGREE as f64 {
        return c128::new(f64::NAN, f64::NAN);
    }
    let (mut before, mut value) = (c128::new(0.0, 0.0), c128::new(1.0, 0.0));
    for k in 0..MAX_RECURRED_DEGREE {
        let m = k as f64;
        if m >= n {
            break;
        }
        // DLMF 18.9.1.
        let first = complex_times(z * value, 2.0 * (m + alpha) / (m + 1.0));
        let second = (m + 2.0 * alpha - 1.0) / (m + 1.0);
        (before, value) = (value, c128::new(first.re - second * before.re, first.im - second * before.im));
    }
    value
}

/// The polynomial of Jacobi of degree n and of the parameters alpha and beta: NaN for
/// whole degrees above 1e6.
pub fn eval_jacobi(n: f64, alpha: f64, beta: f64, x: f64) -> f64 {
    if n.is_nan() || n.is_infinite() || alpha.is_nan() || beta.is_nan() || x.is_nan() {
        return f64::NAN;
    }
    if n != n.floor() {
        let factor = gamma_quotient(n + alpha + 1.0, 1.0, alpha + 1.0, n + 1.0);
        return factor * hyp2f1(-n, n + alpha + beta + 1.0, alpha + 1.0, 0.5 * (1.0 - x));
    }
    if n < 0.0 {
        return 0.0;
    }
    if n > MAX_RECURRED_DEGREE as f64 {
        return f64::NAN;
    }
    // The recurrence begins at the end where the polynomial is small: polynomials of x and -x differ by the sign and
    // the order of the parameters.
    if x < 0.0 && beta > -1.0 {
        let value = jacobi_recurrence(n, beta, alpha, -x);
        return if is_odd(n) { -value } else { value };
    }
    jacobi_recurrence(n, alpha, beta, x)
}

fn jacobi_recurrence(n: f64, alpha: f64, beta: f64, x: f64) -> f64 {
    if n == 0.0 {
        return 1.0;
    }
    let (below, sum) = (x - 1.0, alpha + beta);
    let mut step = (sum + 2.0) * below / (2.0 * (alpha + 1.0));
    let (mut value, mut scale) = (1.0 + step, alpha + 1.0);
    for k in 1..MAX_RECURRED_DEGREE {
        let m = k as f64;
        if m >= n {
            break;
        }
        let t = 2.0 * m + sum;
        let divisor = 2.0 * (m + alpha + 1.0) * (m + sum + 1.0) * t;
        step = (t * (t + 1.0) * (t + 2.0) * below * value + 2.0 * m * (m + beta) * (t + 2.0) * step) / divisor;
        value += step;
        scale *= (m + alpha + 1.0) / (m + 1.0);
    }
    scale * value
}

/// The polynomial of Jacobi of degree n, shifted to the interval from 0 to 1, whose leading coefficient is one.
pub fn eval_sh_jacobi(n: f64, p: f64, q: f64, x: f64) -> f64 {
    let factor = gamma_quotient(n + 1.0, n + p, 2.0 * n + p, 1.0);
    factor * eval_jacobi(n, p - q, q - 1.0, 2.0 * x - 1.0)
}
