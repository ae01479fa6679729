//! The gamma function of complex numbers: its logarithm by Stirling's series, Lanczos's fraction and reflection (Hare,
//! "Computing the principal branch of log-Gamma", 1997), its derivative by recurrences (DLMF 5.5, 5.11).

use super::complex_pairs::{complex_log, complex_quotient};
use super::gamma::{DIGAMMA_FAR, STIRLING, digamma, gamma};
use super::gamma_ratio::is_pole;
use super::polynomials::{cos_pi, sin_pi};
use super::powers::{log_of_size_pair, pair_sum, pair_times};
use crate::c128;
use crate::math::{atan2, cos, exp, hypot, log, log1p, sin, sinh, tanh, two_product, two_sum};

/// From this real or imaginary part on the asymptotic series have all digits.
const MIN_ASYMPTOTIC_PART: f64 = 7.0;
/// What Lanczos's fraction adds to the number: g - 1/2.
const LANCZOS_SHIFT: f64 = 5.52468004077673;
/// Below this size the square of the size is in range.
const MAX_PAIRED_SIZE: f64 = 1e150;
/// log(2 pi)/2, and log(pi).
const HALF_LOG_TWO_PI: f64 = 0.9189385332046728;
const LOG_PI: f64 = 1.1447298858494002;

/// The principal branch of the logarithm of the gamma function, which is cut along the negative axis.
pub fn loggamma_c128(z: c128) -> c128 {
    let (re, im) = loggamma_parts(z.re, z.im);
    c128::new(re, im)
}

/// The gamma function of a complex number.
pub fn gamma_c128(z: c128) -> c128 {
    if z.im == 0.0 {
        // At poles the direction is undefined.
        let value = if is_pole(z.re) { f64::NAN } else { gamma(z.re) };
        return c128::new(value, if is_pole(z.re) { f64::NAN } else { z.im });
    }
    let (exponent, angle) = loggamma_pairs(z.re, z.im);
    let (re, im) = exponential(exponent, angle);
    c128::new(re, im)
}

/// One over the gamma function of a complex number.
pub fn rgamma_c128(z: c128) -> c128 {
    if z.im == 0.0 && is_pole(z.re) {
        return c128::new(0.0, 0.0);
    }
    let ((re, re_low), (im, im_low)) = loggamma_pairs(z.re, z.im);
    let (re, im) = exponential((-re, -re_low), (-im, -im_low));
    c128::new(re, im)
}

/// The exponential of a complex number whose parts are pairs.
fn exponential((re, re_low): (f64, f64), (im, im_low): (f64, f64)) -> (f64, f64) {
    let size = exp(re);
    if im == 0.0 {
        return (size, im);
    }
    let size = if size.is_infinite() { size } else { size + size * re_low };
    let (c, s) = (cos(im), sin(im));
    (size * (c - im_low * s), size * (s + im_low * c))
}

/// A product of complex numbers.
#[inline(always)]
fn product((a, b): (f64, f64), (c, d): (f64, f64)) -> (f64, f64) {
    (a * c - b * d, a * d + b * c)
}

/// The logarithm of the gamma function of x + i y.
fn loggamma_parts(x: f64, y: f64) -> (f64, f64) {
    let ((re, _), (im, _)) = loggamma_pairs(x, y);
    (re, im)
}

/// The same with what the roundings of the large terms lost, which counts in its exponential.
fn loggamma_pairs(x: f64, y: f64) -> ((f64, f64), (f64, f64)) {
    if x.is_nan() || y.is_nan() {
        return ((f64::NAN, 0.0), (f64::NAN, 0.0));
    }
    if y == 0.0 && is_pole(x) {
        return ((f64::NAN, 0.0), (f64::NAN, 0.0));
    }
    if x > MIN_ASYMPTOTIC_PART || y.abs() > MIN_ASYMPTOTIC_PART {
        return stirling_pairs(x, y);
    }
    if hypot(x - 1.0, y) <= 0.2 {
        let (re, im) = near_one(x - 1.0, y);
        return ((re, 0.0), (im, 0.0));
    }
    if hypot(x - 2.0, y) <= 0.2 {
        // gamma(2 + w) = (1 + w) gamma(1 + w).
        let (u, (re, im)) = (x - 2.0, near_one(x - 2.0, y));
        return ((re + 0.5 * log1p(u * (2.0 + u) + y * y), 0.0), (im + atan2(y, 1.0 + u), 0.0));
    }
    if x < 0.1 {
        let (mirrored, lost) = two_sum(1.0, -x);
        let (exponent, rotation) = by_lanczos(mirrored, -y);
        // log(sin(pi z)), whose branch changes where the sine is real and negative.
        let turns = (0.5 * x + 0.25).floor();
        let sine = sin_pi(x);
        let size = hypot(sine, sinh(std::f64::consts::PI * y));
        let angle = atan2(cos_pi(x) * tanh(std::f64::consts::PI * y), sine);
        let branch = (2.0 * std::f64::consts::PI * turns).copysign(y) * if turns < 0.0 { -1.0 } else { 1.0 };
        // The derivative of the logarithm is about the argument's logarithm.
        let (re, re_low) = pair_sum(exponent, (lost * log(mirrored), 0.0));
        let (im, im_low) = rotation;
        return (pair_sum((LOG_PI - log(size), 0.0), (-re, -re_low)), pair_sum((branch - angle, 0.0), (-im, -im_low)));
    }
    by_lanczos(x, y)
}

/// Stirling's series, whose large terms are added in pairs.
fn stirling_pairs(x: f64, y: f64) -> ((f64, f64), (f64, f64)) {
    let size = hypot(x, y);
    let angle = atan2(y, x);
    // The inverse, and the series in its square.
    let (u, v) = (x / size / size, -y / size / size);
    let (p, q) = (u * u - v * v, 2.0 * u * v);
    let (mut re, mut im) = (STIRLING[9], 0.0);
    for k in 0..9 {
        (re, im) = (re * p - im * q + STIRLING[8 - k], re * q + im * p);
    }
    let (series_re, series_im) = product((re, im), (u, v));
    if !(size < MAX_PAIRED_SIZE) {
        let (length, half) = (log(size), x - 0.5);
        return (
            (half * length - y * angle - x + HALF_LOG_TWO_PI + series_re, 0.0),
            (half * angle + y * length - y + series_im, 0.0),
        );
    }
    let (length, length_low) = log_of_size_pair(x, y);
    let (half, half_low) = two_sum(x, -0.5);
    let grown = pair_sum(pair_times((length, length_low), half), two_product(-y, angle));
    let grown = pair_sum(grown, (-x, half_low * length));
    let turned = pair_sum(two_product(half, angle), pair_times((length, length_low), y));
    let turned = pair_sum(turned, (-y, half_low * angle));
    (pair_sum(grown, (HALF_LOG_TWO_PI + series_re, 0.0)), pair_sum(turned, (series_im, 0.0)))
}

/// The series around one (DLMF 5.7.3).
fn near_one(u: f64, v: f64) -> (f64, f64) {
    let (mut re, mut im) = (0.0, 0.0);
    for k in 0..27 {
        (re, im) = (re * u - im * v + AROUND_ONE[26 - k], re * v + im * u);
    }
    product((re, im), (u, v))
}

/// The logarithm for a small imaginary part and a positive real one, by Lanczos's fraction ("A precision approximation
/// of the gamma function", 1964), whose terms do not cancel as those of a recurrence from a large number do.
fn by_lanczos(x: f64, y: f64) -> ((f64, f64), (f64, f64)) {
    if x > MIN_ASYMPTOTIC_PART {
        return stirling_pairs(x, y);
    }
    let (mut above_re, mut above_im) = (LANCZOS_ABOVE[12], 0.0);
    let (mut below_re, mut below_im) = (LANCZOS_BELOW[12], 0.0);
    for k in 0..12 {
        (above_re, above_im) = (above_re * x - above_im * y + LANCZOS_ABOVE[11 - k], above_re * y + above_im * x);
        (below_re, below_im) = (below_re * x - below_im * y + LANCZOS_BELOW[11 - k], below_re * y + below_im * x);
    }
    let fraction = complex_log(complex_quotient(c128::new(above_re, above_im), c128::new(below_re, below_im)));
    let shifted = x + LANCZOS_SHIFT;
    let (length, angle) = (log(hypot(shifted, y)) - 1.0, atan2(y, shifted));
    let half = x - 0.5;
    ((half * length - y * angle + fraction.re, 0.0), (half * angle + y * length + fraction.im, 0.0))
}

/// The logarithmic derivative of the gamma function of a complex number.
pub fn digamma_c128(z: c128) -> c128 {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        return if is_pole(x) { c128::new(f64::NAN, f64::NAN) } else { c128::new(digamma(x), 0.0) };
    }
    if x.is_nan() || y.is_nan() {
        return c128::new(f64::NAN, f64::NAN);
    }
    if x < 0.0 && y.abs() < 16.0 {
        // psi(1 - z) - pi cot(pi z), with cot(a + i b) = (sin(2a) - i sinh(2b))/(cosh(2b) - cos(2a)).
        let (re, im) = digamma_right(1.0 - x, -y);
        let (sine, growth) = (sin_pi(x), sinh(std::f64::consts::PI * y));
        let divisor = sine * sine + growth * growth;
        let root = (1.0 + growth * growth).sqrt();
        let cotangent = (sine * cos_pi(x) / divisor, -growth * root / divisor);
        return c128::new(re - std::f64::consts::PI * cotangent.0, im - std::f64::consts::PI * cotangent.1);
    }
    let (re, im) = digamma_right(x, y);
    c128::new(re, im)
}

/// The same for a real part from zero on, or a large imaginary one.
fn digamma_right(x: f64, y: f64) -> (f64, f64) {
    let (mut a, mut re, mut im, mut lost) = (x, 0.0, 0.0, 0.0);
    for _ in 0..16 {
        if a >= 16.0 || y.abs() >= 16.0 {
            break;
        }
        let divisor = a * a + y * y;
        let (sum, low) = two_sum(re, -(a / divisor));
        re = sum;
        lost += low;
        im += y / divisor;
        a += 1.0;
    }
    let size = hypot(a, y);
    let (u, v) = (a / size / size, -y / size / size);
    let (p, q) = (u * u - v * v, 2.0 * u * v);
    let (mut far_re, mut far_im) = (DIGAMMA_FAR[7], 0.0);
    for k in 0..7 {
        (far_re, far_im) = (far_re * p - far_im * q + DIGAMMA_FAR[6 - k], far_re * q + far_im * p);
    }
    let (series_re, series_im) = product((far_re, far_im), (p, q));
    // The recurrence's sum nearly cancels the logarithm beside the zero.
    (re + log(size) + (lost - 0.5 * u - series_re), im + (atan2(y, a) - 0.5 * v - series_im))
}

/// (-1)^k zeta(k)/k for k from one, where the first is minus Euler's constant (DLMF 5.7.3).
const AROUND_ONE: [f64; 27] = [
    -0.5772156649015329,
    0.8224670334241132,
    -0.40068563438653143,
    0.27058080842778454,
    -0.20738555102867398,
    0.1695571769974082,
    -0.1440498967688461,
    0.12550966952474304,
    -0.11133426586956469,
    0.1000994575127818,
    -0.09095401714582904,
    0.083353840546109,
    -0.0769325164113522,
    0.07143294629536133,
    -0.06666870588242046,
    0.06250095514121304,
    -0.058823978658684585,
    0.055555767627403614,
    -0.05263167937961666,
    0.05000004769810169,
    -0.047619070330142226,
    0.04545455629320467,
    -0.04347826605304026,
    0.04166666915034121,
    -0.04000000119214014,
    0.03846153903467518,
    -0.037037037312989324,
];

/// The numerator of Lanczos's fraction in powers of z, without e^-g.
const LANCZOS_ABOVE: [f64; 13] = [
    56906521.913471565,
    103794043.11634454,
    86363131.2881386,
    43338889.32467614,
    14605578.087685067,
    3481712.154980646,
    601859.6171681099,
    75999.29304014542,
    6955.999602515376,
    449.9445569063168,
    19.519927882476175,
    0.5098416655656676,
    0.006061842346248907,
];

/// Its denominator: z (z + 1) .. (z + 11).
const LANCZOS_BELOW: [f64; 13] = [
    0.0,
    39916800.0,
    120543840.0,
    150917976.0,
    105258076.0,
    45995730.0,
    13339535.0,
    2637558.0,
    357423.0,
    32670.0,
    1925.0,
    66.0,
    1.0,
];
