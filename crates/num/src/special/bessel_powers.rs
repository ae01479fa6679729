//! The integral of a power times a Bessel function from zero to one: the power series, the series of Bessel functions
//! of rising orders (DLMF 10.22.8), and for large arguments the asymptotic series of Lommel's functions (DLMF 11.9).

use super::bessel_order::jv;
use super::gamma_incomplete::gamma_power;
use super::gamma_ratio::rgamma;
use crate::math::{exp, pow};

/// Most terms of a series.
const MAX_POWER_TERMS: usize = 400;
/// Most orders of the recurrence.
const MAX_NEUMANN_ORDERS: f64 = 1e6;

/// The integral of `t^lambda J(2 a t)` from zero to one, of the Bessel function of order nu. NaN for negative a.
pub fn besselpoly(a: f64, lambda: f64, nu: f64) -> f64 {
    if a.is_nan() || lambda.is_nan() || nu.is_nan() || lambda.is_infinite() || nu.is_infinite() {
        return f64::NAN;
    }
    if a == 0.0 {
        return if nu == 0.0 { 1.0 / (lambda + 1.0) } else { 0.0 };
    }
    if a < 0.0 || a.is_infinite() {
        return f64::NAN;
    }
    // Functions of whole orders n and -n differ by the factor (-1)^n.
    let whole = nu == nu.floor();
    let order = if whole { nu.abs() } else { nu };
    let odd = whole && 0.5 * order != (0.5 * order).floor();
    let value = integral_of_power(a, lambda, order);
    if odd && nu < 0.0 { -value } else { value }
}

fn integral_of_power(a: f64, lambda: f64, nu: f64) -> f64 {
    let x = 2.0 * a;
    if a * a <= 0.25 * (if nu > 0.0 { nu + 1.0 } else { 1.0 }) {
        return power_series_of_integral(a, lambda, nu);
    }
    let size = lambda.abs() + nu.abs() + 5.0;
    if x > 300.0 && size * size < x {
        return lommel_of_integral(x, lambda, nu);
    }
    neumann_of_integral(x, lambda, nu)
}

/// The sum over m of `(-1)^m a^(2m + nu)/(m! gamma(m + nu + 1) (2m + nu + lambda + 1))`.
fn power_series_of_integral(a: f64, lambda: f64, nu: f64) -> f64 {
    let first = if nu > 20.0 { gamma_power(nu, a) * exp(a) } else { pow(a, nu) * rgamma(nu + 1.0) };
    let (mut power, mut sum) = (1.0, 1.0 / (lambda + nu + 1.0));
    for m in 1..MAX_POWER_TERMS {
        let k = m as f64;
        power *= -a * a / (k * (k + nu));
        let term = power / (2.0 * k + nu + lambda + 1.0);
        sum += term;
        if term.abs() <= 1e-18 * sum.abs() {
            break;
        }
    }
    first * sum
}

/// The sum over k of `(nu + 2k + 1) (c)_k/(d)_(k + 1) J(x)/x` of orders nu + 2k + 1, with c = (nu - lambda + 1)/2 and d
/// = (nu + lambda + 1)/2, by the recurrence downwards from where the functions are too small to count.
fn neumann_of_integral(x: f64, lambda: f64, nu: f64) -> f64 {
    let (c, d) = (0.5 * (nu - lambda + 1.0), 0.5 * (nu + lambda + 1.0));
    let beyond = if x > nu { x - nu } else { 0.0 };
    let margin = 24.0 + 14.0 * pow(x, 1.0 / 3.0) + 2.0 * pow(lambda.abs(), 0.5);
    let mut k = (0.5 * (beyond + margin)).ceil();
    if k > MAX_NEUMANN_ORDERS {
        return f64::NAN;
    }
    // Of orders nu + 2k + 2 and nu + 2k + 1.
    let (mut above, mut own, mut sum) = (0.0, 1e-280, 0.0);
    while k >= 0.0 {
        sum = (nu + 2.0 * k + 1.0) * own + (c + k) / (d + k + 1.0) * sum;
        if k == 0.0 {
            break;
        }
        let below = 2.0 * (nu + 2.0 * k + 1.0) / x * own - above;
        let next = 2.0 * (nu + 2.0 * k) / x * below - own;
        (above, own) = (below, next);
        k -= 1.0;
        if own.abs() > 1e200 {
            above *= 1e-250;
            own *= 1e-250;
            sum *= 1e-250;
        }
    }
    // The larger of two neighbours gives the scale.
    let scale = if own.abs() >= above.abs() { jv(nu + 1.0, x) / own } else { jv(nu + 2.0, x) / above };
    sum * scale / (d * x)
}

/// The integral from zero to infinity less the rest beyond x, of Lommel's functions.
fn lommel_of_integral(x: f64, lambda: f64, nu: f64) -> f64 {
    let whole = pow(2.0, lambda) * rgamma(0.5 * (1.0 + nu - lambda)) / rgamma(0.5 * (1.0 + nu + lambda));
    let first = (lambda + nu - 1.0) * jv(nu, x) * lommel_series(lambda - 1.0, nu - 1.0, x);
    let second = jv(nu - 1.0, x) * lommel_series(lambda, nu, x);
    // The series are S(x)/x^(mu - 1).
    (whole * pow(x, -lambda) + first / x - second) / x
}

/// The asymptotic series of Lommel's function S of mu and nu without its power of x.
fn lommel_series(mu: f64, nu: f64, x: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..20 {
        let odd = 2.0 * k as f64 - 1.0 - mu;
        term *= -(odd - nu) / x * ((odd + nu) / x);
        sum += term;
        if term.abs() < 1e-18 {
            break;
        }
    }
    sum
}
