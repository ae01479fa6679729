//! Terms of entropies and losses.

use super::beta::excess;
use super::complex_pairs::complex_log;
use crate::c128;
use crate::math::{atan2, hypot, log, log1p, select};

/// -x log(x): zero at zero, minus infinity below.
#[inline(always)]
pub fn entr(x: f64) -> f64 {
    let value = -x * log(x);
    select(x == 0.0, 0.0, select(x < 0.0, f64::NEG_INFINITY, value))
}

/// x log(x/y): zero for x = 0 and y from zero on; infinite elsewhere where not both are positive.
pub fn rel_entr(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x > 0.0 && y > 0.0 {
        return x * log_of_ratio(x, y);
    }
    if x == 0.0 && y >= 0.0 { 0.0 } else { f64::INFINITY }
}

/// log(x/y) of positive numbers.
fn log_of_ratio(x: f64, y: f64) -> f64 {
    let ratio = x / y;
    if ratio > 0.5 && ratio < 2.0 {
        // The difference is exact.
        return log1p((x - y) / y);
    }
    if ratio > 1e-290 && ratio < 1e290 { log(ratio) } else { log(x) - log(y) }
}

/// x log(x/y) - x + y: y for x = 0 and y from zero on; infinite elsewhere where not both are positive.
pub fn kl_div(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x > 0.0 && y > 0.0 {
        let distance = (x - y) / y;
        if distance > -0.5 && distance < 1.0 {
            // y ((1 + d) log(1 + d) - d) = y (d^2 - (1 + d) (d - log(1 + d))).
            return y * (distance * distance - (1.0 + distance) * excess(distance));
        }
        return x * log_of_ratio(x, y) - x + y;
    }
    if x == 0.0 && y >= 0.0 { y } else { f64::INFINITY }
}

/// Huber's loss: r^2/2 for |r| up to delta, else delta (|r| - delta/2); infinite for negative delta.
#[inline(always)]
pub fn huber(delta: f64, r: f64) -> f64 {
    let a = r.abs();
    let value = select(a <= delta, 0.5 * r * r, delta * (a - 0.5 * delta));
    select(delta < 0.0, f64::INFINITY, value)
}

/// Huber's smooth loss: delta^2 (sqrt(1 + (r/delta)^2) - 1); infinite for negative delta.
#[inline(always)]
pub fn pseudo_huber(delta: f64, r: f64) -> f64 {
    let (a, v) = (r.abs(), (r / delta).abs());
    // delta^2 (sqrt(1 + v^2) - 1) = delta |r| v/(1 + sqrt(1 + v^2)).
    let slope = select(v > 1e17, 1.0, v / (1.0 + (1.0 + v * v).sqrt()));
    let value = delta * a * slope;
    select(delta < 0.0, f64::INFINITY, select((delta == 0.0) | (r == 0.0), 0.0, value))
}

/// x log(y), and zero where x is zero and y is a number.
#[inline(always)]
pub fn xlogy(x: f64, y: f64) -> f64 {
    select((x == 0.0) & !y.is_nan(), 0.0, x * log(y))
}

/// x log(1 + y), and zero where x is zero and y is a number.
#[inline(always)]
pub fn xlog1py(x: f64, y: f64) -> f64 {
    select((x == 0.0) & !y.is_nan(), 0.0, x * log1p(y))
}

/// `x log(y)` of complex numbers, and zero where x is zero and y is a number.
pub fn xlogy_c128(x: c128, y: c128) -> c128 {
    if x.re == 0.0 && x.im == 0.0 && !y.re.is_nan() && !y.im.is_nan() {
        return c128::new(0.0, 0.0);
    }
    let logarithm = complex_log(y);
    times_logarithm(x, logarithm.re, logarithm.im)
}

/// `x log(1 + y)` of complex numbers, and zero where x is zero and y is a number.
pub fn xlog1py_c128(x: c128, y: c128) -> c128 {
    if x.re == 0.0 && x.im == 0.0 && !y.re.is_nan() && !y.im.is_nan() {
        return c128::new(0.0, 0.0);
    }
    let (re, im) = (y.re, y.im);
    let near = re * re + im * im < 0.25;
    let size = if near { 0.5 * log1p(re * (2.0 + re) + im * im) } else { log(hypot(1.0 + re, im)) };
    times_logarithm(x, size, atan2(im, 1.0 + re))
}

/// A complex number times `size + i angle`.
fn times_logarithm(x: c128, size: f64, angle: f64) -> c128 {
    c128::new(x.re * size - x.im * angle, x.re * angle + x.im * size)
}
