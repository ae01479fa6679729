//! Functions of NumPy that are built on the elementary ones: sinc, logaddexp and logaddexp2.

use super::doubled::select;
use super::{exp, exp2, log1p, trigonometric};

/// sin(pi x)/(pi x), and one at zero.
#[inline(always)]
pub fn sinc(x: f64) -> f64 {
    let angle = std::f64::consts::PI * x;
    select(x == 0.0, 1.0, trigonometric::sin(angle) / select(x == 0.0, 1.0, angle))
}

/// log(e^x + e^y), without overflow.
#[inline(always)]
pub fn logaddexp(x: f64, y: f64) -> f64 {
    let far = if x > y { x } else { y };
    // Equal infinities have no difference.
    let distance = select(x == y, 0.0, (x - y).abs());
    let value = far + log1p(exp(-distance));
    select(distance.is_nan(), x + y, value)
}

/// log2(2^x + 2^y), without overflow.
#[inline(always)]
pub fn logaddexp2(x: f64, y: f64) -> f64 {
    let far = if x > y { x } else { y };
    let distance = select(x == y, 0.0, (x - y).abs());
    let value = far + log1p(exp2(-distance)) * std::f64::consts::LOG2_E;
    select(distance.is_nan(), x + y, value)
}
