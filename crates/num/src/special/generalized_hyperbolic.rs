//! The generalized hyperbolic distribution, of b z + sqrt(z) y with a normal y and a generalized inverse Gaussian z:
//! its density is a quotient of two integrals of that one, its tails are means of normal areas over z, by the
//! trapezoidal rule on its logarithm.

use super::distributions::is_no_probability;
use super::gamma_ratio::HALF_LOG_TAU;
use super::generalized_inverse_gaussian::{log_mixing_integral, mixing_integral, mixing_shape};
use super::normal_inverse::log_ndtr;
use super::panels::excess_exponent;
use super::ridders::{bracket_from, ridders_root};
use crate::math::{exp, hypot, log, log1p, sinh};

/// Most terms of the rule on either side of its largest one.
const MAX_MIXED_TERMS: usize = 6000;
/// The largest step of the rule.
const MIXED_STEP: f64 = 0.12;

/// Whether there is no such distribution; of a negative p the skewness b may be as large as a.
fn is_no_hyperbolic(p: f64, a: f64, b: f64) -> bool {
    if !(p.abs() < f64::INFINITY && a < f64::INFINITY) {
        return true;
    }
    if p < 0.0 { !(b.abs() <= a) } else { !(b.abs() < a) }
}

/// The root of a^2 - b^2.
fn hyperbolic_rate(a: f64, b: f64) -> f64 {
    ((a - b) * (a + b)).sqrt()
}

/// The logarithm of the density of the generalized hyperbolic distribution.
pub fn log_generalized_hyperbolic_density(x: f64, p: f64, a: f64, b: f64) -> f64 {
    if is_no_hyperbolic(p, a, b) || x.is_nan() {
        return f64::NAN;
    }
    if x.is_infinite() {
        return -f64::INFINITY;
    }
    let mixed = log_mixing_integral(p - 0.5, hypot(1.0, x), a);
    b * x - HALF_LOG_TAU + mixed - log_mixing_integral(p, 1.0, hyperbolic_rate(a, b))
}

/// The logarithm of the integrand at a distance u from the mode of the logarithm of z: of the probability that the
/// variable is above x.
fn mixed_share(x: f64, b: f64, (first, second, mode): (f64, f64, f64), u: f64) -> f64 {
    let root = exp(0.5 * (mode + u));
    log_ndtr(b * root - x / root) - excess_exponent(first, second, u)
}

/// The logarithm of the integral of the probability above x, which is not much above a half.
fn log_mixed_integral(x: f64, b: f64, shape: (f64, f64, f64)) -> f64 {
    // The largest integrand by golden sections, as it has one maximum.
    const GOLDEN: f64 = 0.6180339887498949;
    let (first, second, mode) = shape;
    let wide = 6.0 + log(1.0 + 1.0 / (first + second));
    let (mut low, mut high) = (-wide, wide + 2.0 * log(1.0 + x.abs()) + mode.abs());
    let (mut left, mut right) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    let (mut at_left, mut at_right) = (mixed_share(x, b, shape, left), mixed_share(x, b, shape, right));
    for _ in 0..50 {
        if at_left > at_right {
            high = right;
            (right, at_right) = (left, at_left);
            left = high - GOLDEN * (high - low);
            at_left = mixed_share(x, b, shape, left);
        } else {
            low = left;
            (left, at_left) = (right, at_right);
            right = low + GOLDEN * (high - low);
            at_right = mixed_share(x, b, shape, right);
        }
    }
    let top = 0.5 * (low + high);
    let at_top = mixed_share(x, b, shape, top);
    if !(at_top > -f64::INFINITY) {
        return -f64::INFINITY;
    }
    // Steps of two fifths of the deviation about the maximum, by how far its sides fall at most.
    let root = exp(0.5 * (mode + top));
    let (distance, change) = (b * root - x / root, 0.5 * (b * root + x / root));
    let bend = 0.25 * distance.abs() * (1.0 + distance.abs());
    let curve = first * exp(top) + second * exp(-top) + change * change + bend;
    let narrow = 0.4 / curve.sqrt();
    let step = if narrow < MIXED_STEP { narrow } else { MIXED_STEP };
    let mut sum = 1.0;
    for side in 0..2 {
        let towards = if side == 0 { step } else { -step };
        for k in 1..MAX_MIXED_TERMS {
            let term = exp(mixed_share(x, b, shape, top + towards * k as f64) - at_top);
            sum += term;
            if term <= 1e-18 * sum {
                break;
            }
        }
    }
    at_top + log(step * sum)
}

/// The logarithms of the probabilities up to x and above: the one on the side of x of the variable's middle is the
/// integral.
fn mixed_parts(x: f64, b: f64, shape: (f64, f64, f64), log_whole: f64) -> (f64, f64) {
    let (_, _, mode) = shape;
    if x > b * exp(mode) {
        let upper = log_mixed_integral(x, b, shape) - log_whole;
        return (log1p(-exp(upper)), upper);
    }
    let lower = log_mixed_integral(-x, -b, shape) - log_whole;
    (lower, log1p(-exp(lower)))
}

fn hyperbolic_tails(x: f64, p: f64, a: f64, b: f64) -> (f64, f64) {
    if is_no_hyperbolic(p, a, b) || x.is_nan() {
        return (f64::NAN, f64::NAN);
    }
    if x.is_infinite() {
        return if x > 0.0 { (0.0, -f64::INFINITY) } else { (-f64::INFINITY, 0.0) };
    }
    let (first, second, mode) = mixing_shape(p, 1.0, hyperbolic_rate(a, b));
    mixed_parts(x, b, (first, second, mode), log(mixing_integral(first, second)))
}

/// The logarithm of the probability up to x of the generalized hyperbolic distribution.
pub fn log_generalized_hyperbolic_lower(x: f64, p: f64, a: f64, b: f64) -> f64 {
    let (lower, _) = hyperbolic_tails(x, p, a, b);
    lower
}

/// The logarithm of the probability above x of the generalized hyperbolic distribution.
pub fn log_generalized_hyperbolic_upper(x: f64, p: f64, a: f64, b: f64) -> f64 {
    let (_, upper) = hyperbolic_tails(x, p, a, b);
    upper
}

/// By how much the logarithm of the smaller of two tails is too large for lower = 1 - upper up to x.
fn mixed_surplus(x: f64, b: f64, shape: (f64, f64, f64), (log_whole, lower, upper): (f64, f64, f64)) -> f64 {
    let (below, above) = mixed_parts(x, b, shape, log_whole);
    let value = if lower < upper { below - log(lower) } else { log(upper) - above };
    let bounded = if value > -1e10 { value } else { -1e10 };
    if bounded < 1e10 { bounded } else { 1e10 }
}

/// The number at a point t: from the middle on as a hyperbolic sine, in units of the deviation about it.
fn mixed_number(b: f64, mode: f64, t: f64) -> f64 {
    let root = exp(0.5 * mode);
    b * root * root + root * (1.0 + b.abs() * root) * sinh(t)
}

fn hyperbolic_inverse(lower: f64, upper: f64, p: f64, a: f64, b: f64) -> f64 {
    if b == 0.0 && lower == upper {
        return 0.0;
    }
    let shape = mixing_shape(p, 1.0, hyperbolic_rate(a, b));
    let (first, second, mode) = shape;
    let centre = mode;
    let wanted = (log(mixing_integral(first, second)), lower, upper);
    let surplus = |place: f64| mixed_surplus(mixed_number(b, centre, place), b, shape, wanted);
    let (bracket, near) = bracket_from(&surplus, 0.0, 0.5, 12);
    let place = ridders_root(&surplus, bracket, near, 60, (1e-15, 1.0));
    mixed_number(b, centre, place)
}

/// The number up to which the probability of the generalized hyperbolic distribution is y.
pub fn generalized_hyperbolic_quantile(y: f64, p: f64, a: f64, b: f64) -> f64 {
    if is_no_probability(y) || is_no_hyperbolic(p, a, b) {
        return f64::NAN;
    }
    if y == 0.0 || y == 1.0 {
        return if y == 0.0 { -f64::INFINITY } else { f64::INFINITY };
    }
    hyperbolic_inverse(y, 1.0 - y, p, a, b)
}

/// The number above which the probability of the generalized hyperbolic distribution is z.
pub fn generalized_hyperbolic_upper_quantile(z: f64, p: f64, a: f64, b: f64) -> f64 {
    if is_no_probability(z) || is_no_hyperbolic(p, a, b) {
        return f64::NAN;
    }
    if z == 0.0 || z == 1.0 {
        return if z == 1.0 { -f64::INFINITY } else { f64::INFINITY };
    }
    hyperbolic_inverse(1.0 - z, z, p, a, b)
}

/// The entropy of the generalized hyperbolic distribution: minus the integral of f log(f), by the trapezoidal rule over
/// the point.
pub fn generalized_hyperbolic_entropy(p: f64, a: f64, b: f64) -> f64 {
    if is_no_hyperbolic(p, a, b) {
        return f64::NAN;
    }
    const STEP: f64 = 0.03125;
    let (_, _, mode) = mixing_shape(p, 1.0, hyperbolic_rate(a, b));
    let root = exp(0.5 * mode);
    let (centre, unit) = (b * root * root, root * (1.0 + b.abs() * root));
    let constant = HALF_LOG_TAU + log_mixing_integral(p, 1.0, hyperbolic_rate(a, b));
    let mut sum = 0.0;
    for side in 0..2 {
        for k in 0..MAX_MIXED_TERMS {
            if side == 1 && k == 0 {
                continue;
            }
            let t = STEP * k as f64;
            let (up, down) = (exp(t), exp(-t));
            let x = centre + unit * 0.5 * (if side == 0 { up - down } else { down - up });
            let logarithm = b * x + log_mixing_integral(p - 0.5, hypot(1.0, x), a) - constant;
            let part = exp(logarithm) * (up + down);
            sum -= part * logarithm;
            // The density is small only from its largest value on.
            if t > 2.0 && !(part * (1.0 + logarithm.abs()) >= 1e-18 * sum.abs()) {
                break;
            }
        }
    }
    0.5 * STEP * unit * sum
}
