//! The Gauss hypergeometric distribution, of density in proportion to x^(a - 1) (1 - x)^(b - 1) (1 + z x)^-c between
//! zero and one: its integrals over log(x/(1 - x)), where the integrand rises and falls once, by Gauss's rule on
//! intervals that grow with the distance from its peak.

use super::panels::{GAUSS_POINTS, GAUSS_WEIGHTS};
use crate::math::{exp, log, log1p};

/// Fall of the exponent beyond which the integrand is negligible.
const MAX_SHARE_FALL: f64 = 45.0;
/// Most intervals.
const MAX_SHARE_PANELS: usize = 2000;
/// Halvings of the interval that has the peak.
const MAX_SHARE_HALVINGS: usize = 70;
/// Most steps of a search for a quantile, and the part of the place below which a step ends it.
const MAX_SHARE_STEPS: usize = 100;
const LAST_SHARE_STEP: f64 = 1e-15;
/// The place beyond which x or 1 - x is no number but zero.
const LARGEST_PLACE: f64 = 750.0;
/// The integrand itself, or times the exponent of the density, for the entropy.
const PLAIN_SHARE: i32 = 0;
const ENTROPIC_SHARE: i32 = 1;

/// log(x) and log(1 - x) of x = 1/(1 + e^-u).
#[inline(always)]
fn log_shares(u: f64) -> (f64, f64) {
    let near = log1p(exp(-u.abs()));
    if u < 0.0 { (u - near, -near) } else { (-near, -u - near) }
}

/// x and 1 - x.
#[inline(always)]
fn shares(u: f64) -> (f64, f64) {
    let small = exp(-u.abs());
    let (less, more) = (small / (1.0 + small), 1.0 / (1.0 + small));
    if u < 0.0 { (less, more) } else { (more, less) }
}

/// 1 + z x, by the share that is beside one, for z near -1.
#[inline(always)]
fn share_tilt(u: f64, z: f64) -> f64 {
    let (x, rest) = shares(u);
    rest + (1.0 + z) * x
}

/// The exponent of the integrand over u, which has the factor x (1 - x) beside the density.
#[inline(always)]
fn share_exponent(u: f64, a: f64, b: f64, c: f64, z: f64) -> f64 {
    let (log_x, log_rest) = log_shares(u);
    let tilted = if c == 0.0 || z == 0.0 { 0.0 } else { c * log(share_tilt(u, z)) };
    a * log_x + b * log_rest - tilted
}

/// The derivative of the exponent.
#[inline(always)]
fn share_slope(u: f64, a: f64, b: f64, c: f64, z: f64) -> f64 {
    let (x, rest) = shares(u);
    a * rest - b * x - c * z * x * rest / share_tilt(u, z)
}

/// The place at which the integrand is largest.
fn share_peak(a: f64, b: f64, c: f64, z: f64) -> f64 {
    let (mut low, mut high) = (-800.0, 800.0);
    for _ in 0..MAX_SHARE_HALVINGS {
        let middle = 0.5 * (low + high);
        if share_slope(middle, a, b, c, z) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// A value of the integrand over that at a level of its exponent.
#[inline(always)]
fn share_integrand(u: f64, a: f64, b: f64, c: f64, z: f64, level: f64, kind: i32) -> f64 {
    let own = share_exponent(u, a, b, c, z);
    let value = exp(own - level);
    if kind == PLAIN_SHARE || !(value > 0.0) {
        return value;
    }
    let (log_x, log_rest) = log_shares(u);
    value * (level + log_x + log_rest - own)
}

/// The integral from a place away from the peak, upwards or downwards, over the integrand's value at a level.
fn share_integral(from: f64, towards: f64, shapes: (f64, f64, f64, f64), level: f64, kind: i32) -> f64 {
    let (a, b, c, z) = shapes;
    // Where 1 + z x turns from one to z x, or (1 - x) (1 + z) is what is left of it.
    let bend = if z > 0.0 { -log(z) } else { -log1p(z) };
    let start = share_exponent(from, a, b, c, z);
    let (mut at, mut sum, mut width) = (from, 0.0, 1.0);
    for _ in 0..MAX_SHARE_PANELS {
        // Beside the places where the exponent bends the intervals are short.
        let (first, second) = (at.abs(), (at - bend).abs());
        let near = if first < second { first } else { second };
        let widest = if near > 3.0 { 0.5 * near } else { 1.5 };
        width = if 2.0 * width < widest { 2.0 * width } else { widest };
        let before = share_exponent(at, a, b, c, z);
        for _ in 0..MAX_SHARE_HALVINGS {
            let middle = (share_exponent(at + towards * 0.5 * width, a, b, c, z) - before).abs();
            let fall = (share_exponent(at + towards * width, a, b, c, z) - before).abs();
            if fall < 6.0 && middle < 6.0 {
                break;
            }
            width *= 0.5;
        }
        let half = 0.5 * width;
        let centre = at + towards * half;
        let mut part = 0.0;
        for k in 0..8 {
            let away = half * GAUSS_POINTS[k];
            let below = share_integrand(centre - away, a, b, c, z, level, kind);
            part += GAUSS_WEIGHTS[k] * (below + share_integrand(centre + away, a, b, c, z, level, kind));
        }
        sum += half * part;
        at += towards * width;
        if start - share_exponent(at, a, b, c, z) > MAX_SHARE_FALL {
            break;
        }
    }
    sum
}

/// The integral over both sides of the peak.
fn whole_share(peak: f64, shapes: (f64, f64, f64, f64), level: f64, kind: i32) -> f64 {
    share_integral(peak, 1.0, shapes, level, kind) + share_integral(peak, -1.0, shapes, level, kind)
}

/// Whether these are no parameters of the distribution.
fn are_no_gauss_parameters(a: f64, b: f64, c: f64, z: f64) -> bool {
    !(a > 0.0 && b > 0.0 && z > -1.0 && c.abs() < f64::INFINITY)
        || a.is_infinite()
        || b.is_infinite()
        || z.is_infinite()
}

/// The logarithm of the integral of x^(a - 1) (1 - x)^(b - 1) (1 + z x)^-c between zero and one.
pub fn log_gauss_hypergeometric_integral(a: f64, b: f64, c: f64, z: f64) -> f64 {
    if are_no_gauss_parameters(a, b, c, z) {
        return f64::NAN;
    }
    let peak = share_peak(a, b, c, z);
    let level = share_exponent(peak, a, b, c, z);
    level + log(whole_share(peak, (a, b, c, z), level, PLAIN_SHARE))
}

/// The entropy of the distribution.
pub fn gauss_hypergeometric_entropy(a: f64, b: f64, c: f64, z: f64) -> f64 {
    if are_no_gauss_parameters(a, b, c, z) {
        return f64::NAN;
    }
    let peak = share_peak(a, b, c, z);
    let level = share_exponent(peak, a, b, c, z);
    let all = whole_share(peak, (a, b, c, z), level, PLAIN_SHARE);
    log(all) + whole_share(peak, (a, b, c, z), level, ENTROPIC_SHARE) / all
}

/// The probabilities of at most x and of more.
fn gauss_hypergeometric_parts(x: f64, a: f64, b: f64, c: f64, z: f64) -> (f64, f64) {
    if !(x > 0.0) {
        return (0.0, 1.0);
    }
    if !(x < 1.0) {
        return (1.0, 0.0);
    }
    let at = log(x) - log1p(-x);
    let peak = share_peak(a, b, c, z);
    let level = share_exponent(peak, a, b, c, z);
    let all = whole_share(peak, (a, b, c, z), level, PLAIN_SHARE);
    let is_below = at < peak;
    let own = share_integral(at, if is_below { -1.0 } else { 1.0 }, (a, b, c, z), level, PLAIN_SHARE) / all;
    if is_below { (own, 1.0 - own) } else { (1.0 - own, own) }
}

/// The probability of at most x of the Gauss hypergeometric distribution.
pub fn gauss_hypergeometric_lower(x: f64, a: f64, b: f64, c: f64, z: f64) -> f64 {
    if are_no_gauss_parameters(a, b, c, z) || x.is_nan() {
        return f64::NAN;
    }
    let (lower, _) = gauss_hypergeometric_parts(x, a, b, c, z);
    lower
}

/// The probability of more than x of the Gauss hypergeometric distribution.
pub fn gauss_hypergeometric_upper(x: f64, a: f64, b: f64, c: f64, z: f64) -> f64 {
    if are_no_gauss_parameters(a, b, c, z) || x.is_nan() {
        return f64::NAN;
    }
    let (_, upper) = gauss_hypergeometric_parts(x, a, b, c, z);
    upper
}

/// The number up to which the probability is p and above which it is q: by Newton's steps on the logarithm of the
/// probability of the side of the peak on which it lies, within an interval.
fn gauss_hypergeometric_place(p: f64, q: f64, a: f64, b: f64, c: f64, z: f64) -> f64 {
    let peak = share_peak(a, b, c, z);
    let level = share_exponent(peak, a, b, c, z);
    let below = share_integral(peak, -1.0, (a, b, c, z), level, PLAIN_SHARE);
    let all = below + share_integral(peak, 1.0, (a, b, c, z), level, PLAIN_SHARE);
    let is_below = p * all <= below;
    let towards = if is_below { -1.0 } else { 1.0 };
    let wanted = log(if is_below { p } else { q }) + log(all);
    let (mut near, mut far, mut at) = (peak, towards * LARGEST_PLACE, peak);
    for _ in 0..MAX_SHARE_STEPS {
        let integral = share_integral(at, towards, (a, b, c, z), level, PLAIN_SHARE);
        let excess = log(integral) - wanted;
        if excess > 0.0 {
            near = at;
        } else {
            far = at;
        }
        let step = excess * integral / share_integrand(at, a, b, c, z, level, PLAIN_SHARE);
        let mut next = at + towards * step;
        if !((next - near) * (next - far) <= 0.0) {
            next = 0.5 * (near + far);
        }
        let moved = (next - at).abs();
        at = next;
        if moved <= LAST_SHARE_STEP * at.abs() {
            break;
        }
    }
    let (x, _) = shares(at);
    x
}

/// The number up to which the Gauss hypergeometric distribution has the probability p.
pub fn gauss_hypergeometric_quantile(p: f64, a: f64, b: f64, c: f64, z: f64) -> f64 {
    if are_no_gauss_parameters(a, b, c, z) || !(p >= 0.0 && p <= 1.0) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 { p } else { gauss_hypergeometric_place(p, 1.0 - p, a, b, c, z) }
}

/// The number above which the Gauss hypergeometric distribution has the probability q.
pub fn gauss_hypergeometric_upper_quantile(q: f64, a: f64, b: f64, c: f64, z: f64) -> f64 {
    if are_no_gauss_parameters(a, b, c, z) || !(q >= 0.0 && q <= 1.0) {
        return f64::NAN;
    }
    if q == 0.0 || q == 1.0 { 1.0 - q } else { gauss_hypergeometric_place(1.0 - q, q, a, b, c, z) }
}
