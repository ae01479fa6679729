//! The integrals of Fresnel of complex numbers: power series, and beyond the function of Faddeeva (DLMF 7.5.8, 7.5.10)
//! with phases of the square in two parts, in the quarter of the plane about the positive axis, to which the others
//! turn (DLMF 7.4.6).

use super::complex_pairs::{complex_pair_product, complex_pair_sum, complex_pair_times, complex_size, complex_times};
use super::faddeeva::wofz_c128;
use super::fresnel::fresnel;
use super::polynomials::{cos_pi, sin_pi};
use super::powers::{exp2_of_sum, pair_over, pair_product};
use crate::c128;
use crate::math::{two_product, two_sum};

/// Up to this size the power series is summed.
const MAX_FRESNEL_SERIES: f64 = 1.5;
/// From this size on both integrals are their limits or out of range, unless the number is on an axis.
const MAX_FRESNEL_SIZE: f64 = 1e150;
/// pi/2 log2(e), and what its rounding lost.
const HALF_PI_LOG2_E: (f64, f64) = (2.266180070913597, -1.7290587296149343e-16);

/// The integrals of sin(pi t^2/2) and cos(pi t^2/2) from zero to z.
pub fn fresnel_c128(z: c128) -> (c128, c128) {
    if z.im == 0.0 {
        let (s, c) = fresnel(z.re);
        return (c128::new(s, z.im), c128::new(c, z.im));
    }
    if z.re == 0.0 {
        // S(i y) = -i S(y), C(i y) = i C(y).
        let (s, c) = fresnel(z.im);
        return (c128::new(z.re, -s), c128::new(z.re, c));
    }
    if !z.re.is_finite() || !z.im.is_finite() || complex_size(z) > MAX_FRESNEL_SIZE {
        return (c128::new(f64::NAN, f64::NAN), c128::new(f64::NAN, f64::NAN));
    }
    if complex_size(z) <= MAX_FRESNEL_SERIES {
        return fresnel_series(z);
    }
    // C(i z) = i C(z), S(i z) = -i S(z).
    if z.re.abs() >= z.im.abs() {
        let right = z.re > 0.0;
        let (s, c) = fresnel_on_right(if right { z } else { c128::new(-z.re, -z.im) });
        return if right { (s, c) } else { (c128::new(-s.re, -s.im), c128::new(-c.re, -c.im)) };
    }
    let above = z.im > 0.0;
    let (s, c) = fresnel_on_right(if above { c128::new(z.im, -z.re) } else { c128::new(-z.im, z.re) });
    if above {
        return (c128::new(s.im, -s.re), c128::new(-c.im, c.re));
    }
    (c128::new(-s.im, s.re), c128::new(c.im, -c.re))
}

/// The power series (DLMF 7.6.4, 7.6.6) in pairs, as terms of both integrals are larger than their sums.
fn fresnel_series(z: c128) -> (c128, c128) {
    /// pi/2 in two parts.
    const HALF_PI: (f64, f64) = (std::f64::consts::FRAC_PI_2, 6.123233995736766e-17);
    let zero = c128::new(0.0, 0.0);
    let number = (z, zero);
    let square = complex_pair_times(complex_pair_product(number, number), HALF_PI);
    // z (pi z^2/2)^k/k! over 2 k + 1, with signs in turns.
    let (mut term, mut s, mut c) = (number, (zero, zero), number);
    for k in 1..60 {
        let n = k as f64;
        term = complex_pair_times(complex_pair_product(term, square), pair_over((1.0, 0.0), n));
        let odd = 2 * (k / 2) != k;
        let negative = 2 * (k / 4) != k / 2;
        let step = complex_pair_times(term, pair_over((if negative { -1.0 } else { 1.0 }, 0.0), 2.0 * n + 1.0));
        if odd {
            s = complex_pair_sum(s, step);
        } else {
            c = complex_pair_sum(c, step);
        }
        let ((last, _), (sine, _)) = (term, s);
        // The sine integral is the smaller one near zero.
        if complex_size(last) < 1e-18 * complex_size(sine) {
            break;
        }
    }
    let ((sine, _), (cosine, _)) = (s, c);
    (sine, cosine)
}

/// The integrals of a number within 45 degrees of the positive axis.
fn fresnel_on_right(z: c128) -> (c128, c128) {
    let root = 0.886226925452758;
    let first = wofz_c128(c128::new(root * (z.re - z.im), root * (z.re + z.im)));
    let second = wofz_c128(c128::new(-root * (z.re + z.im), root * (z.re - z.im)));
    // exp(i pi z^2/2) of the square x^2 - y^2 + 2 i x y, whose real part counts modulo four.
    let (x_square, x_low) = two_product(z.re, z.re);
    let (y_square, y_low) = two_product(z.im, z.im);
    let (turns, lost) = two_sum(modulo_four(x_square), -modulo_four(y_square));
    let rest = lost + (modulo_four(x_low) - modulo_four(y_low));
    let (c, s) = (cos_pi(0.5 * turns), sin_pi(0.5 * turns));
    let (c_rest, s_rest) = (cos_pi(0.5 * rest), sin_pi(0.5 * rest));
    let wave = c128::new(c * c_rest - s * s_rest, s * c_rest + c * s_rest);
    let decay = pair_product(HALF_PI_LOG2_E, two_product(-2.0 * z.re, z.im));
    let (high, low) = decay;
    let falling = complex_times(first * wave, exp2_of_sum(decay));
    let rising = complex_times(second * c128::new(wave.re, -wave.im), exp2_of_sum((-high, -low)));
    // 1/2 - ((1 -+ i) falling + (1 +- i) rising)/4.
    let (sum, difference) = (falling + rising, falling - rising);
    let s = c128::new(0.5 - 0.25 * (sum.re + difference.im), -0.25 * (sum.im - difference.re));
    let c = c128::new(0.5 - 0.25 * (sum.re - difference.im), -0.25 * (sum.im + difference.re));
    (s, c)
}

/// A number modulo four, exactly.
fn modulo_four(x: f64) -> f64 {
    x - 4.0 * (0.25 * x).floor()
}
