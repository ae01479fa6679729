//! The modified integrals of Fresnel, of exp(i t^2) and exp(-i t^2) from x to infinity, which are Faddeeva's function
//! on the diagonal of the complex plane (DLMF 7.5.8, 7.7.13).

use super::faddeeva::wofz_c128;
use crate::c128;
use crate::math::{cos, sin, two_product};

/// Half of Faddeeva's function of x exp(i pi/4).
fn scaled_fresnel(x: f64) -> c128 {
    /// What 1/sqrt(2) lost when it was rounded.
    const LOST: f64 = -4.833646656726457e-17;
    let (part, low) = two_product(x, std::f64::consts::FRAC_1_SQRT_2);
    let place = c128::new(part, part);
    let value = wofz_c128(place);
    // The derivative is 2i/sqrt(pi) - 2 z w, which counts for what the point lost.
    let moved = c128::new(low + x * LOST, low + x * LOST);
    let slope = c128::new(0.0, std::f64::consts::FRAC_2_SQRT_PI) - c128::new(2.0, 0.0) * place * value;
    let better = if x.abs() < 1e6 { value + moved * slope } else { value };
    c128::new(0.5 * better.re, 0.5 * better.im)
}

/// exp(i (x^2 + pi/4)), computed from the square as a sum of two floats.
fn exp_i_square(x: f64) -> c128 {
    let (square, low) = two_product(x, x);
    let (c, s) = (cos(square), sin(square));
    let (c_rest, s_rest) = (cos(low), sin(low));
    let (real, imaginary) = (c * c_rest - s * s_rest, s * c_rest + c * s_rest);
    let half = std::f64::consts::FRAC_1_SQRT_2;
    c128::new(half * (real - imaginary), half * (real + imaginary))
}

/// The modified integral of Fresnel of exp(i t^2) from x to infinity, and the same over sqrt(pi) exp(i (x^2 + pi/4)).
pub fn modfresnelp(x: f64) -> (c128, c128) {
    if x.is_nan() {
        return (c128::new(x, x), c128::new(x, x));
    }
    if x.is_infinite() || x.abs() > 1e150 {
        // The integral over all numbers is sqrt(pi) exp(i pi/4).
        let whole = if x > 0.0 { 0.0 } else { 1.2533141373155003 };
        let scaled = if x > 0.0 { 0.0 } else { f64::NAN };
        return (c128::new(whole, whole), c128::new(scaled, scaled));
    }
    let scaled = scaled_fresnel(x);
    let root = 2.0 / std::f64::consts::FRAC_2_SQRT_PI;
    let rotated = exp_i_square(x) * scaled;
    (c128::new(root * rotated.re, root * rotated.im), scaled)
}

/// The modified integral of Fresnel of exp(-i t^2) from x to infinity, and the same over sqrt(pi) exp(-i (x^2 + pi/4)).
pub fn modfresnelm(x: f64) -> (c128, c128) {
    let (integral, scaled) = modfresnelp(x);
    (c128::new(integral.re, -integral.im), c128::new(scaled.re, -scaled.im))
}
