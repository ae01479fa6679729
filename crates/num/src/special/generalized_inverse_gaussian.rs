//! The generalized inverse Gaussian distribution, whose density is in proportion to x^(p - 1) e^(-b (x + 1/x)/2). As a
//! function of the logarithm of x, minus that of the mode, the logarithm of the density is -first g(u) - second g(-u),
//! where g(u) = e^u - 1 - u; its tails are integrals from a point on.

use super::bessel_modified_order::kve;
use super::distributions::is_no_probability;
use super::panels::{FACTOR_EXPONENT_MINUS_V, FACTOR_EXPONENT_PLUS_V, FACTOR_ONE, excess_exponent, excess_integral};
use crate::math::{exp, expm1, hypot, log, log1p};

/// Most of Newton's steps for a quantile.
const MAX_MIXING_STEPS: usize = 100;

/// The factors of g(u) and g(-u), and the logarithm of the mode, of the integrand e^(p s - (chi e^-s + psi e^s)/2) over
/// s: chi and psi by their roots, of which the second may be zero where p is negative.
pub(super) fn mixing_shape(p: f64, root_chi: f64, root_psi: f64) -> (f64, f64, f64) {
    let c = root_chi * root_psi;
    let r = hypot(p, c);
    let larger = 0.5 * (r + p.abs());
    let smaller = 0.25 * c * (c / larger);
    if p < 0.0 {
        return (smaller, larger, 2.0 * log(root_chi) - log(2.0 * larger));
    }
    (larger, smaller, log(2.0 * larger) - 2.0 * log(root_psi))
}

/// The integral of e^(-first g(u) - second g(-u)) over all u.
pub(super) fn mixing_integral(first: f64, second: f64) -> f64 {
    excess_integral(first, second, 0.0, FACTOR_ONE) + excess_integral(second, first, 0.0, FACTOR_ONE)
}

/// The logarithm of the integral of e^(p s - (chi e^-s + psi e^s)/2) over s, which is twice a modified Bessel function
/// times a power.
pub(super) fn log_mixing_integral(p: f64, root_chi: f64, root_psi: f64) -> f64 {
    let c = root_chi * root_psi;
    if c > 0.0 {
        let value = kve(p, c);
        if value > 1e-290 && value < 1e290 {
            return log(2.0 * value) - c + p * log(root_chi / root_psi);
        }
    }
    let (first, second, mode) = mixing_shape(p, root_chi, root_psi);
    p * mode - (first + second) + log(mixing_integral(first, second))
}

/// The logarithm of the integral from -infinity to a point u that is at most zero, over the value at the mode.
fn log_mixing_tail(first: f64, second: f64, u: f64) -> f64 {
    let exponent = excess_exponent(first, second, u);
    if !(exponent < 1e300) {
        return -f64::INFINITY;
    }
    let slope = -first * expm1(u) + second * expm1(-u);
    log(excess_integral(second * exp(-u), first * exp(u), slope, FACTOR_ONE)) - exponent
}

/// The logarithms of the probabilities up to a point u and above.
fn log_mixing_parts(first: f64, second: f64, log_whole: f64, u: f64) -> (f64, f64) {
    if u <= 0.0 {
        let lower = log_mixing_tail(first, second, u) - log_whole;
        return (lower, log1p(-exp(lower)));
    }
    let upper = log_mixing_tail(second, first, -u) - log_whole;
    (log1p(-exp(upper)), upper)
}

/// Whether there is no such distribution.
fn is_no_mixing(p: f64, b: f64) -> bool {
    !(p.abs() < f64::INFINITY && b > 0.0 && b < f64::INFINITY)
}

fn inverse_gaussian_tails(x: f64, p: f64, b: f64) -> (f64, f64) {
    if is_no_mixing(p, b) || x.is_nan() {
        return (f64::NAN, f64::NAN);
    }
    if x <= 0.0 || x.is_infinite() {
        return if x > 0.0 { (0.0, -f64::INFINITY) } else { (-f64::INFINITY, 0.0) };
    }
    let (first, second, mode) = mixing_shape(p, b.sqrt(), b.sqrt());
    log_mixing_parts(first, second, log(mixing_integral(first, second)), log(x) - mode)
}

/// The logarithm of the density of the generalized inverse Gaussian distribution.
pub fn log_generalized_inverse_gaussian_density(x: f64, p: f64, b: f64) -> f64 {
    if is_no_mixing(p, b) || x.is_nan() {
        return f64::NAN;
    }
    if x <= 0.0 || x.is_infinite() {
        return -f64::INFINITY;
    }
    let (first, second, mode) = mixing_shape(p, b.sqrt(), b.sqrt());
    let value = kve(p, b);
    if value > 1e-290 && value < 1e290 {
        // (x + 1/x)/2 - 1 is (x - 1)^2/(2 x).
        let root = x.sqrt();
        let distance = root - 1.0 / root;
        return (p - 1.0) * log(x) - 0.5 * b * distance * distance - log(2.0 * value);
    }
    let u = log(x) - mode;
    -excess_exponent(first, second, u) - log(mixing_integral(first, second)) - log(x)
}

/// The logarithm of the probability up to x of the generalized inverse Gaussian distribution.
pub fn log_generalized_inverse_gaussian_lower(x: f64, p: f64, b: f64) -> f64 {
    let (lower, _) = inverse_gaussian_tails(x, p, b);
    lower
}

/// The logarithm of the probability above x of the generalized inverse Gaussian distribution.
pub fn log_generalized_inverse_gaussian_upper(x: f64, p: f64, b: f64) -> f64 {
    let (_, upper) = inverse_gaussian_tails(x, p, b);
    upper
}

/// The point up to which the probability is e^target, which is at most about a half: by Newton's steps on the
/// logarithm, which is concave.
fn newton_quantile(first: f64, second: f64, target: f64) -> f64 {
    let log_whole = log(mixing_integral(first, second));
    let mut u = 0.0;
    for _ in 0..MAX_MIXING_STEPS {
        let (lower, _) = log_mixing_parts(first, second, log_whole, u);
        // The density over the part below.
        let change = exp(-excess_exponent(first, second, u) - log_whole - lower);
        let step = (target - lower) / change;
        let most = 2.0 + u.abs();
        let bounded = if step > most {
            most
        } else if step < -most {
            -most
        } else {
            step
        };
        u += bounded;
        if bounded.abs() < 1e-9 * (1.0 + u.abs()) || u.abs() > 1e5 {
            break;
        }
    }
    u
}

fn mixing_quantile(lower: f64, upper: f64, p: f64, b: f64) -> f64 {
    let (first, second, mode) = mixing_shape(p, b.sqrt(), b.sqrt());
    let u = if lower < upper {
        newton_quantile(first, second, log(lower))
    } else {
        -newton_quantile(second, first, log(upper))
    };
    exp(mode + u)
}

/// The number up to which the probability of the generalized inverse Gaussian distribution is y.
pub fn generalized_inverse_gaussian_quantile(y: f64, p: f64, b: f64) -> f64 {
    if is_no_probability(y) || is_no_mixing(p, b) {
        return f64::NAN;
    }
    if y == 0.0 || y == 1.0 {
        return if y == 0.0 { 0.0 } else { f64::INFINITY };
    }
    mixing_quantile(y, 1.0 - y, p, b)
}

/// The number above which the probability of the generalized inverse Gaussian distribution is z.
pub fn generalized_inverse_gaussian_upper_quantile(z: f64, p: f64, b: f64) -> f64 {
    if is_no_probability(z) || is_no_mixing(p, b) {
        return f64::NAN;
    }
    if z == 0.0 || z == 1.0 {
        return if z == 1.0 { 0.0 } else { f64::INFINITY };
    }
    mixing_quantile(1.0 - z, z, p, b)
}

/// The entropy of the generalized inverse Gaussian distribution: that over the logarithm, and the mean of it.
pub fn generalized_inverse_gaussian_entropy(p: f64, b: f64) -> f64 {
    if is_no_mixing(p, b) {
        return f64::NAN;
    }
    let (first, second, mode) = mixing_shape(p, b.sqrt(), b.sqrt());
    let whole = mixing_integral(first, second);
    let above = excess_integral(first, second, 0.0, FACTOR_EXPONENT_PLUS_V);
    let below = excess_integral(second, first, 0.0, FACTOR_EXPONENT_MINUS_V);
    log(whole) + (above + below) / whole + mode
}
