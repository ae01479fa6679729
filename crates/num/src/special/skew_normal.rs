//! The skewed normal distribution by Owen's function and, where that would lose the digits of a small tail, as an
//! integral by a double-exponential rule.

use super::circular::end_share;
use super::normal::ndtr;
use super::owens_t::owens_t;
use crate::math::{atan2, exp, sin};

/// How many steps of the rule there are on a side, and how far it reaches.
const SKEW_STEPS: usize = 55;
const SKEW_REACH: f64 = 3.4375;
/// The product of the slope and the distance from zero from which on the integral is used.
const MIN_SKEW_PRODUCT: f64 = 0.1;

/// The probability below minus h of a positive shape a: the integral of exp(-(h/sin(t))^2/2)/pi over angles whose
/// cotangent is above a.
fn skew_normal_tail(h: f64, a: f64) -> f64 {
    // Beyond this cotangent the integrand has fallen by 1e-19.
    let excess = 88.0 / (h * h);
    let far = (a * a + excess).sqrt();
    let low = atan2(1.0, far);
    let width = atan2(excess / (far + a), 1.0 + a * far);
    let step = SKEW_REACH / SKEW_STEPS as f64;
    let mut sum = 0.0;
    for k in 0..(2 * SKEW_STEPS + 1) {
        let t = (k as f64 - SKEW_STEPS as f64) * step;
        let (near, weight) = end_share(t);
        let place = if t < 0.0 { low + width * near } else { low + (width - width * near) };
        let quotient = h / sin(place);
        sum += weight * exp(-0.5 * quotient * quotient);
    }
    // The derivative of the share has the factor pi, by which the integral is divided.
    sum * step * width
}

/// The probability of at most x of the skewed normal distribution of shape a.
pub fn skew_normal_lower(x: f64, a: f64) -> f64 {
    if x.is_nan() || a.is_nan() {
        return f64::NAN;
    }
    if x.is_infinite() {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    if x < 0.0 && -a * x > MIN_SKEW_PRODUCT {
        return skew_normal_tail(-x, a);
    }
    let value = ndtr(x) - 2.0 * owens_t(x, a);
    // A difference of roundings is no probability.
    if value < 0.0 {
        return 0.0;
    }
    if value < 1.0 { value } else { 1.0 }
}
