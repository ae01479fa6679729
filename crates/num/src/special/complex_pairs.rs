//! Elementary functions of complex numbers, and arithmetic of complex numbers in two parts, that special functions
//! need, in an order of operations that both sides keep.

use super::powers::{pair_product, pair_sum};
use crate::c128;
use crate::math::{atan2, cos, exp, hypot, log, log1p, sin};

/// The absolute value.
pub(super) fn complex_size(z: c128) -> f64 {
    hypot(z.re, z.im)
}

/// The product with a real number.
pub(super) fn complex_times(z: c128, factor: f64) -> c128 {
    c128::new(z.re * factor, z.im * factor)
}

/// The quotient, by Smith's method.
pub(super) fn complex_quotient(a: c128, b: c128) -> c128 {
    if b.re.abs() >= b.im.abs() {
        let ratio = b.im / b.re;
        let divisor = b.re + b.im * ratio;
        return c128::new((a.re + a.im * ratio) / divisor, (a.im - a.re * ratio) / divisor);
    }
    let ratio = b.re / b.im;
    let divisor = b.im + b.re * ratio;
    c128::new((a.re * ratio + a.im) / divisor, (a.im * ratio - a.re) / divisor)
}

/// The exponential.
pub(super) fn complex_exp(z: c128) -> c128 {
    let size = exp(z.re);
    if z.im == 0.0 {
        return c128::new(size, z.im);
    }
    c128::new(size * cos(z.im), size * sin(z.im))
}

/// The principal logarithm.
pub(super) fn complex_log(z: c128) -> c128 {
    let (a, b) = (z.re.abs(), z.im.abs());
    let (large, small) = if a > b { (a, b) } else { (b, a) };
    // Beside the circle the logarithm of the size is that of one and a small number.
    let near = large > 0.5 && large < 2.0;
    let real = if near { 0.5 * log1p((large - 1.0) * (large + 1.0) + small * small) } else { log(hypot(z.re, z.im)) };
    c128::new(real, atan2(z.im, z.re))
}

/// The principal square root.
pub(super) fn complex_root(z: c128) -> c128 {
    if z.re == 0.0 && z.im == 0.0 {
        return z;
    }
    let half = (0.5 * (hypot(z.re, z.im) + z.re.abs())).sqrt();
    let other = 0.5 * z.im / half;
    if z.re >= 0.0 {
        return c128::new(half, other);
    }
    c128::new(other.abs(), half.copysign(z.im))
}

/// The product of two complex numbers, each in two parts.
pub(super) fn complex_pair_product((a, a_low): (c128, c128), (b, b_low): (c128, c128)) -> (c128, c128) {
    let (re, re_low) =
        pair_sum(pair_product((a.re, a_low.re), (b.re, b_low.re)), pair_product((-a.im, -a_low.im), (b.im, b_low.im)));
    let (im, im_low) =
        pair_sum(pair_product((a.re, a_low.re), (b.im, b_low.im)), pair_product((a.im, a_low.im), (b.re, b_low.re)));
    (c128::new(re, im), c128::new(re_low, im_low))
}

/// The product of a complex number and a real one, each in two parts.
pub(super) fn complex_pair_times((a, a_low): (c128, c128), factor: (f64, f64)) -> (c128, c128) {
    let (re, re_low) = pair_product((a.re, a_low.re), factor);
    let (im, im_low) = pair_product((a.im, a_low.im), factor);
    (c128::new(re, im), c128::new(re_low, im_low))
}

/// The sum of two complex numbers, each in two parts.
pub(super) fn complex_pair_sum((a, a_low): (c128, c128), (b, b_low): (c128, c128)) -> (c128, c128) {
    let (re, re_low) = pair_sum((a.re, a_low.re), (b.re, b_low.re));
    let (im, im_low) = pair_sum((a.im, a_low.im), (b.im, b_low.im));
    (c128::new(re, im), c128::new(re_low, im_low))
}
