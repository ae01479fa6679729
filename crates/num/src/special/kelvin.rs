//! The functions of Kelvin: modified Bessel functions on the diagonal of the complex plane (DLMF 10.61).

use super::bessel_complex::{iv_c128, kv_c128};
use crate::c128;
use crate::math::two_product;

/// On the diagonal: x times exp(i pi/4), and the rounding error of its two parts, which are equal.
fn on_diagonal(x: f64) -> (c128, f64) {
    /// The rounding error of 1/sqrt(2).
    const LOST: f64 = -4.833646656726457e-17;
    let (part, low) = two_product(x, std::f64::consts::FRAC_1_SQRT_2);
    (c128::new(part, part), low + x * LOST)
}

/// The function at an argument that is `moved` further on the diagonal, by its derivative there.
fn moved_by(value: c128, slope: c128, moved: f64) -> c128 {
    let step = c128::new(moved, moved) * slope;
    c128::new(value.re + step.re, value.im + step.im)
}

/// The pair of the first kind and its derivative, ber + i bei and ber' + i bei'.
fn kelvin_first(x: f64) -> (c128, c128) {
    if !x.is_finite() {
        return (c128::new(f64::NAN, f64::NAN), c128::new(f64::NAN, f64::NAN));
    }
    let a = x.abs();
    if a == 0.0 {
        return (c128::new(1.0, 0.0), c128::new(0.0, 0.0));
    }
    let (z, low) = on_diagonal(a);
    let (zeroth, first) = (iv_c128(0.0, z), iv_c128(1.0, z));
    // The derivative of the first order is the zeroth less the first over the argument; for what rounding lost, the
    // zeroth does.
    let (value, slope) = (moved_by(zeroth, first, low), moved_by(first, zeroth, low));
    let rotated = rotate_by_eighth(slope);
    (value, if x < 0.0 { c128::new(-rotated.re, -rotated.im) } else { rotated })
}

/// The pair of the second kind and its derivative, ker + i kei and ker' + i kei'.
fn kelvin_second(x: f64) -> (c128, c128) {
    if !(x >= 0.0) || x.is_infinite() {
        return (c128::new(f64::NAN, f64::NAN), c128::new(f64::NAN, f64::NAN));
    }
    if x == 0.0 {
        return (c128::new(f64::INFINITY, -std::f64::consts::FRAC_PI_4), c128::new(f64::NEG_INFINITY, 0.0));
    }
    let (z, low) = on_diagonal(x);
    let (zeroth, first) = (kv_c128(0.0, z), kv_c128(1.0, z));
    let (value, slope) =
        if x > 1.0 { (moved_by(zeroth, first, -low), moved_by(first, zeroth, -low)) } else { (zeroth, first) };
    let rotated = rotate_by_eighth(slope);
    (value, c128::new(-rotated.re, -rotated.im))
}

/// The product with exp(i pi/4).
fn rotate_by_eighth(z: c128) -> c128 {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    c128::new(half * (z.re - z.im), half * (z.re + z.im))
}

/// The functions of Kelvin ber + i bei, ker + i kei, and the derivatives of both.
pub fn kelvin(x: f64) -> (c128, c128, c128, c128) {
    let (first, first_slope) = kelvin_first(x);
    let (second, second_slope) = kelvin_second(x);
    (first, second, first_slope, second_slope)
}

/// The function of Kelvin ber, the real part of J of order zero at x exp(3 i pi/4).
pub fn ber(x: f64) -> f64 {
    let (value, _) = kelvin_first(x);
    value.re
}

/// The function of Kelvin bei, the imaginary part of J of order zero at x exp(3 i pi/4).
pub fn bei(x: f64) -> f64 {
    let (value, _) = kelvin_first(x);
    value.im
}

/// The derivative of [`ber`].
pub fn berp(x: f64) -> f64 {
    let (_, slope) = kelvin_first(x);
    slope.re
}

/// The derivative of [`bei`].
pub fn beip(x: f64) -> f64 {
    let (_, slope) = kelvin_first(x);
    slope.im
}

/// The function of Kelvin ker, the real part of K of order zero at x exp(i pi/4): NaN below zero.
pub fn ker(x: f64) -> f64 {
    let (value, _) = kelvin_second(x);
    value.re
}

/// The function of Kelvin kei, the imaginary part of K of order zero at x exp(i pi/4): NaN below zero.
pub fn kei(x: f64) -> f64 {
    let (value, _) = kelvin_second(x);
    value.im
}

/// The derivative of [`ker`].
pub fn kerp(x: f64) -> f64 {
    let (_, slope) = kelvin_second(x);
    slope.re
}

/// The derivative of [`kei`].
pub fn keip(x: f64) -> f64 {
    let (_, slope) = kelvin_second(x);
    slope.im
}
