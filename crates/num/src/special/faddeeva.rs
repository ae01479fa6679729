//! The scaled complementary error function of complex numbers and its values on the real axis, by trapezoidal rules
//! with the residues of their poles (Al Azah, Chandler-Wilde, "Computation of the complex error function using modified
//! trapezoidal rules", 2021).

use super::error_function::decay;
use super::polynomials::{cos_pi, sin_pi};
use crate::c128;
use crate::math::{cos, exp, polynomial, sin, two_product, two_sum};

/// The step sqrt(pi/12), and what its rounding lost.
const STEP: f64 = 0.5116633539732443;
/// 2/sqrt(pi).
const TWO_OVER_ROOT_PI: f64 = std::f64::consts::FRAC_2_SQRT_PI;

/// The function of Faddeeva: exp(-z^2) erfc(-i z).
pub fn wofz_c128(z: c128) -> c128 {
    let (re, im) = faddeeva(z.re, z.im);
    c128::new(re, im)
}

/// exp(-z^2) erfc(-i z) of z = x + i y: its real and its imaginary part.
pub(super) fn faddeeva(x: f64, y: f64) -> (f64, f64) {
    if x.is_nan() || y.is_nan() {
        return (f64::NAN, f64::NAN);
    }
    let a = x.abs();
    let (re, im) = faddeeva_quadrant(a, y.abs());
    if y >= 0.0 {
        return (re, if x < 0.0 { -im } else { im });
    }
    // w(z) = 2 exp(-z^2) - w(-z), and w(-conj(z)) = conj(w(z)).
    let (twice_re, twice_im) = gaussian_times(x, y, 1.0, 2.0, 0.0);
    (twice_re - re, (if x == 0.0 { 0.0 } else { twice_im }) + if x < 0.0 { -im } else { im })
}

/// The product of `exp(-part (x + i y)^2)`, of a part one or a half, and a complex number: with the roundings of the
/// exponent and of the angle, and where the exponential alone overflows.
pub(super) fn gaussian_times(x: f64, y: f64, part: f64, re: f64, im: f64) -> (f64, f64) {
    if x.is_infinite() || y.is_infinite() {
        let growth = (y - x) * (y + x);
        if growth < 0.0 {
            return (0.0, 0.0);
        }
        // On the imaginary axis there is no angle.
        let size = if x == 0.0 { growth } else { f64::NAN };
        return (if re == 0.0 { 0.0 } else { re * size }, if im == 0.0 { 0.0 } else { im * size });
    }
    let (difference, difference_low) = two_sum(y, -x);
    let (sum, sum_low) = two_sum(y, x);
    let (exponent, lost) = two_product(difference, sum);
    // An infinite exponent has no low part.
    let low = if exponent.is_infinite() { 0.0 } else { lost + difference_low * sum + difference * sum_low };
    let (product, rest) = two_product(x, y);
    let (angle, angle_low) = (2.0 * part * product, 2.0 * part * rest);
    if !(part * exponent > -1500.0) {
        return (0.0, 0.0);
    }
    let (c, s) = (cos(angle), sin(angle));
    let (c, s) = (c - angle_low * s, -(s + angle_low * c));
    let half = exp(0.5 * part * exponent);
    let scaled = half + half * (part * low);
    let (u, v) = (re * half, im * half);
    ((u * c - v * s) * scaled, (u * s + v * c) * scaled)
}

/// The same for x and y from zero on.
pub(super) fn faddeeva_quadrant(x: f64, y: f64) -> (f64, f64) {
    if x.is_infinite() || y.is_infinite() {
        return (0.0, 0.0);
    }
    if x > 1e8 || y > 1e8 {
        // The first term of the asymptotic series, i/(sqrt(pi) z).
        let largest = if x > y { x } else { y };
        let (u, v) = (x / largest, y / largest);
        let factor = 0.5 * TWO_OVER_ROOT_PI / largest / (u * u + v * v);
        return (v * factor, u * factor);
    }
    let shifted = x / STEP;
    let phase = shifted - shifted.floor();
    let near_points = phase < 0.25 || phase > 0.75;
    // The midpoints are used where they are farther from x than the points, and far from the axis.
    let far = y >= std::f64::consts::PI / STEP && y >= x;
    let (re, im) = if far || near_points { midpoint_sum(x, y) } else { point_sum(x, y) };
    if far {
        return (re, im);
    }
    let (pole_re, pole_im) = residue(x, y, near_points);
    (re + pole_re, im + pole_im)
}

/// `2 i h z/pi` times the sum of `exp(-t^2)/(z^2 - t^2)` over the midpoints.
fn midpoint_sum(x: f64, y: f64) -> (f64, f64) {
    let (mut re, mut im) = (0.0, 0.0);
    for k in 0..14 {
        let (a, b) = quotient(x, y, (k as f64 + 0.5) * STEP);
        re += MIDPOINTS[k] * a;
        im += MIDPOINTS[k] * b;
    }
    const FACTOR: f64 = 2.0 * STEP / std::f64::consts::PI;
    (FACTOR * re, FACTOR * im)
}

/// The same over the points, of which zero counts half.
fn point_sum(x: f64, y: f64) -> (f64, f64) {
    let square = x * x + y * y;
    let (mut re, mut im) = (0.5 * (y / square), 0.5 * (x / square));
    for k in 0..13 {
        let (a, b) = quotient(x, y, (k as f64 + 1.0) * STEP);
        re += POINTS[k] * a;
        im += POINTS[k] * b;
    }
    const FACTOR: f64 = 2.0 * STEP / std::f64::consts::PI;
    (FACTOR * re, FACTOR * im)
}

/// The parts of `i z/(z^2 - t^2)`.
#[inline(always)]
fn quotient(x: f64, y: f64, t: f64) -> (f64, f64) {
    let (below, above, square) = (x - t, x + t, y * y);
    let inverse = 1.0 / ((below * below + square) * (above * above + square));
    (y * (x * x + square + t * t) * inverse, x * (below * above + square) * inverse)
}

/// `2 exp(-z^2)/(1 + exp(-2 pi i z/h))`, or with a minus sign for the midpoint rule.
fn residue(x: f64, y: f64, midpoints: bool) -> (f64, f64) {
    // exp(-z^2) = exp(y^2 - x^2) exp(-2 i x y).
    let (difference, sum) = (x - y, x + y);
    let (exponent, lost) = two_product(difference, sum);
    let (_, difference_low) = two_sum(x, -y);
    let (_, sum_low) = two_sum(x, y);
    let size = 2.0 * decay(exponent, lost + difference_low * sum + difference * sum_low);
    let angle = 2.0 * x * y;
    // The divisor is 1 +- e^(2 pi y/h) (cos(2 pi x/h) - i sin(2 pi x/h)).
    let turns = 2.0 * (x / STEP);
    let growth = exp(2.0 * std::f64::consts::PI / STEP * y);
    if size == 0.0 || growth > 1e150 {
        return (0.0, 0.0);
    }
    let growth = if midpoints { growth } else { -growth };
    let (re, im) = (1.0 + growth * cos_pi(turns), -growth * sin_pi(turns));
    let scale = size / (re * re + im * im);
    let (c, s) = (cos(angle), -sin(angle));
    (scale * (c * re + s * im), scale * (s * re - c * im))
}

/// Dawson's integral: exp(-x^2) times the integral of exp(t^2) from zero to x.
pub fn dawsn(x: f64) -> f64 {
    let a = x.abs();
    if a < 1.0 {
        return x * polynomial(x * x, &DAWSON);
    }
    if !(a < 1e8) {
        return 0.5 / x;
    }
    if a > 50.0 {
        // DLMF 7.12.2 and 7.5.1: the asymptotic series.
        let u = 0.5 / (a * a);
        let series = 1.0 + u * (1.0 + u * (3.0 + u * (15.0 + u * (105.0 + u * (945.0 + u * 10395.0)))));
        return 0.5 / x * series;
    }
    let (_, im) = faddeeva_quadrant(a, 0.0);
    (im / TWO_OVER_ROOT_PI).copysign(x)
}

/// The imaginary error function: 2/sqrt(pi) times the integral of exp(t^2) from zero to x.
pub fn erfi(x: f64) -> f64 {
    let (square, low) = two_product(x, x);
    if !(square < 720.0) {
        return if x.is_nan() { x } else { f64::INFINITY.copysign(x) };
    }
    let half = exp(0.5 * square);
    TWO_OVER_ROOT_PI * dawsn(x) * (half + half * low) * half
}

/// The density at x of the sum of a normal variable of standard deviation sigma and one of Cauchy's distribution of
/// half width gamma.
pub fn voigt_profile(x: f64, sigma: f64, gamma: f64) -> f64 {
    const ROOT_TAU: f64 = 2.5066282746310002;
    if x.is_nan() || sigma.is_nan() || gamma.is_nan() {
        return f64::NAN;
    }
    if sigma == 0.0 {
        if gamma == 0.0 {
            return if x == 0.0 { f64::INFINITY } else { 0.0 };
        }
        return gamma / std::f64::consts::PI / (x * x + gamma * gamma);
    }
    if gamma == 0.0 {
        let s = x / sigma;
        if s.is_infinite() {
            return 0.0 / sigma;
        }
        let (square, low) = two_product(s, s);
        return decay(0.5 * square, 0.5 * low) / (ROOT_TAU * sigma);
    }
    let scale = std::f64::consts::FRAC_1_SQRT_2 / sigma;
    let (re, _) = faddeeva(x * scale, gamma * scale);
    re / (ROOT_TAU * sigma)
}

/// F(x)/x in powers of x^2, for x up to 1.
const DAWSON: [f64; 18] = [
    1.0,
    -0.6666666666666666,
    0.26666666666666666,
    -0.0761904761904762,
    0.016931216931216932,
    -0.003078403078403076,
    0.0004736004736004577,
    -6.314672981331287e-05,
    7.4290270365419196e-06,
    -7.820028450085919e-07,
    7.44764592895111e-08,
    -6.476210117659081e-09,
    5.180918102980142e-10,
    -3.837208136522619e-11,
    2.642482003969454e-12,
    -1.6835793681632005e-13,
    9.407059627466873e-15,
    -3.5528681129142184e-16,
];

/// exp(-t^2) at the midpoints t = (k + 1/2) h.
const MIDPOINTS: [f64; 14] = [
    0.9366460212365959,
    0.5548549101598534,
    0.1947095780852903,
    0.04047614460380574,
    0.004984423132468586,
    0.00036360898638930446,
    1.571296901780048e-05,
    4.022405421564814e-07,
    6.0998249159121596e-09,
    5.479650239757527e-11,
    2.916031755179499e-13,
    9.192541525134372e-16,
    1.7166544857036055e-18,
    1.8990400591625347e-21,
];

/// exp(-t^2) at the points t = k h from the first one on.
const POINTS: [f64; 13] = [
    0.7696654124932398,
    0.350919807178411,
    0.09478022484215486,
    0.01516461986454657,
    0.0014373060804075317,
    8.06995175703046e-05,
    2.684086793096743e-06,
    5.2884221169441576e-08,
    6.17247886522431e-10,
    4.267731135455224e-12,
    1.7479879405655014e-14,
    4.241151183016078e-17,
    6.095832383276605e-20,
];
