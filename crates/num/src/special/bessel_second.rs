//! The Bessel function of the second kind of real order: together with that of the first kind where one method gives
//! both, and for small arguments by the series of Temme ("On the numerical evaluation of the ordinary Bessel function
//! of the second kind", 1976) and the recurrence over the order; and the spherical Bessel functions.

use super::bessel_modified_order::{iv, ive, kv, temme_terms};
use super::bessel_order::{MAX_RECURRED_ORDER, bessel_power_series, both_kinds, jv, upwards};
use super::gamma_ratio::is_odd;
use super::polynomials::{cos_pi, sin_pi};
use crate::math::{exp, sin};

/// The Bessel function of the second kind and of real order v: infinite at zero, NaN below and at infinity.
pub fn yv(v: f64, x: f64) -> f64 {
    if v.is_nan() || !(x >= 0.0) {
        return f64::NAN;
    }
    let order = v.abs();
    let whole = order == order.floor();
    let odd = 0.5 * order.floor() != (0.5 * order.floor()).floor();
    if x == 0.0 {
        // Halfway between integers, where the negative order has no pole, SciPy has that of the integer below.
        let cosine = cos_pi(order);
        let flipped = v < 0.0 && order.is_finite() && (if cosine == 0.0 { odd } else { cosine < 0.0 });
        return if flipped { f64::INFINITY } else { f64::NEG_INFINITY };
    }
    if x.is_infinite() || order.is_infinite() {
        return f64::NAN;
    }
    let reflected = v < 0.0 && !whole;
    let (j, y) = kinds_for_second(order, x, reflected);
    if reflected {
        // DLMF 10.4.6.
        return sin_pi(order) * j + cos_pi(order) * y;
    }
    if v < 0.0 && odd { -y } else { y }
}

/// [`jv`]: a real number has no imaginary part, by which complex ones are scaled.
pub fn jve(v: f64, x: f64) -> f64 {
    jv(v, x)
}

/// [`yv`], likewise.
pub fn yve(v: f64, x: f64) -> f64 {
    yv(v, x)
}

/// [`yv`] of a whole order. A fraction of n is dropped.
pub fn yn(n: f64, x: f64) -> f64 {
    // The limit of an infinite order is SciPy's.
    if n.is_infinite() && x >= 0.0 && x.is_finite() { f64::NEG_INFINITY } else { yv(n.trunc(), x) }
}

/// The functions of the first kind, where it is wanted, and of the second, for finite positive x.
pub(super) fn kinds_for_second(order: f64, x: f64, first: bool) -> (f64, f64) {
    if order > MAX_RECURRED_ORDER || x >= 2.0 {
        let (j, y) = both_kinds(order, x, true);
        // Below the root of the order the recurrence of the first kind would begin far above.
        let series = first && x * x <= 4.0 * (order + 1.0);
        return (if series { bessel_power_series(order, x, false, -1.0) } else { j }, y);
    }
    let steps = order.round_ties_even();
    let (value, next) = temme(order - steps, x);
    let j = if first { bessel_power_series(order, x, false, -1.0) } else { 0.0 };
    (j, upwards(order - steps, x, steps, value, next))
}

/// The function of the second kind of an order from -1/2 to 1/2 and of the next, for x up to 2.
fn temme(mu: f64, x: f64) -> (f64, f64) {
    let (mut f, mut p, mut q) = temme_terms(mu, x);
    let half = std::f64::consts::FRAC_PI_2 * mu;
    let sine = if half == 0.0 { 1.0 } else { sin(half) / half };
    let r = std::f64::consts::PI * half * (sine * sine);
    let square = -0.25 * x * x;
    let (mut c, mut sum, mut next) = (1.0, f + r * q, p);
    for k in 1..40 {
        let n = k as f64;
        f = (n * f + p + q) / (n * n - mu * mu);
        c *= square / n;
        p /= n - mu;
        q /= n + mu;
        let step = c * (f + r * q);
        sum += step;
        next += c * p - n * step;
        if step.abs() < 1e-17 * sum.abs() {
            break;
        }
    }
    (-std::f64::consts::FRAC_2_PI * sum, -std::f64::consts::FRAC_2_PI * next * (2.0 / x))
}

/// The spherical Bessel function of the first kind and of whole order n from zero.
pub fn spherical_jn(n: f64, x: f64) -> f64 {
    let a = x.abs();
    if n < 0.0 || n.is_nan() || a.is_nan() {
        return f64::NAN;
    }
    if a == 0.0 {
        return if n == 0.0 { 1.0 } else { 0.0 };
    }
    let value = if a.is_infinite() { 0.0 } else { jv(n + 0.5, a) * spherical_factor(a) };
    if x < 0.0 && is_odd(n) { -value } else { value }
}

/// The spherical Bessel function of the second kind and of whole order n from zero: minus infinity at zero.
pub fn spherical_yn(n: f64, x: f64) -> f64 {
    let a = x.abs();
    if n < 0.0 || n.is_nan() || a.is_nan() {
        return f64::NAN;
    }
    if a == 0.0 {
        return f64::NEG_INFINITY;
    }
    let value = if a.is_infinite() { 0.0 } else { yv(n + 0.5, a) * spherical_factor(a) };
    if x < 0.0 && !is_odd(n) { -value } else { value }
}

/// The modified spherical Bessel function of the first kind and of whole order n from zero.
pub fn spherical_in(n: f64, x: f64) -> f64 {
    let a = x.abs();
    if n < 0.0 || n.is_nan() || a.is_nan() {
        return f64::NAN;
    }
    if a == 0.0 {
        return if n == 0.0 { 1.0 } else { 0.0 };
    }
    let value = if a.is_infinite() { a } else { modified_times(n + 0.5, a, spherical_factor(a)) };
    if x < 0.0 && is_odd(n) { -value } else { value }
}

/// The modified function of the first kind times a factor below one where the function is large, which is finite
/// somewhat beyond the function.
fn modified_times(order: f64, x: f64, factor: f64) -> f64 {
    if x < MAX_UNSCALED_ARGUMENT {
        return iv(order, x) * factor;
    }
    let half = exp(0.5 * x);
    half * (ive(order, x) * factor) * half
}

/// The modified spherical Bessel function of the second kind and of whole order n from zero: infinite at zero.
pub fn spherical_kn(n: f64, x: f64) -> f64 {
    let a = x.abs();
    if n < 0.0 || n.is_nan() || a.is_nan() {
        return f64::NAN;
    }
    if a == 0.0 {
        return f64::INFINITY;
    }
    if a.is_infinite() {
        return if x > 0.0 { 0.0 } else { f64::NEG_INFINITY };
    }
    let value = kv(n + 0.5, a) * spherical_factor(a);
    if x > 0.0 {
        return value;
    }
    // The continuation along the upper half of a turn (DLMF 10.34.4), which is real.
    (if is_odd(n) { value } else { -value }) - std::f64::consts::PI * spherical_in(n, a)
}

/// Below it the modified functions of the first kind are finite.
const MAX_UNSCALED_ARGUMENT: f64 = 700.0;

/// The root of pi/(2x).
fn spherical_factor(x: f64) -> f64 {
    (std::f64::consts::FRAC_PI_2 / x).sqrt()
}

/// The derivative of [`spherical_jn`] (DLMF 10.51.2).
pub fn spherical_jn_derivative(n: f64, x: f64) -> f64 {
    if n == 0.0 {
        return -spherical_jn(1.0, x);
    }
    if x == 0.0 {
        return if n == 1.0 { 1.0 / 3.0 } else { 0.0 };
    }
    spherical_jn(n - 1.0, x) - (n + 1.0) * spherical_jn(n, x) / x
}

/// The derivative of [`spherical_yn`] (DLMF 10.51.2).
pub fn spherical_yn_derivative(n: f64, x: f64) -> f64 {
    if n == 0.0 {
        return -spherical_yn(1.0, x);
    }
    spherical_yn(n - 1.0, x) - (n + 1.0) * spherical_yn(n, x) / x
}

/// The derivative of [`spherical_in`] (DLMF 10.51.5).
pub fn spherical_in_derivative(n: f64, x: f64) -> f64 {
    if n == 0.0 {
        return spherical_in(1.0, x);
    }
    if x == 0.0 {
        return if n == 1.0 { 1.0 / 3.0 } else { 0.0 };
    }
    // Both terms have one sign, where those with the order below cancel each other.
    spherical_in(n + 1.0, x) + n * spherical_in(n, x) / x
}

/// The derivative of [`spherical_kn`] (DLMF 10.51.5).
pub fn spherical_kn_derivative(n: f64, x: f64) -> f64 {
    if n == 0.0 {
        return -spherical_kn(1.0, x);
    }
    -spherical_kn(n - 1.0, x) - (n + 1.0) * spherical_kn(n, x) / x
}
