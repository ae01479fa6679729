//! Legendre functions of the cut from -1 to 1 and spherical harmonics: the recurrence over the degree (DLMF 14.10.3)
//! from the first two degrees, which hypergeometric functions give where they are not whole (DLMF 14.3.1).

use super::bessel::{i0, j0};
use super::bessel_modified::i1;
use super::bessel_one::{j1, y0, y1};
use super::gamma_ratio::is_odd;
use super::hypergeometric::{gamma_quotient, gaussian_series, hyp2f1, of_integer_excess};
use super::polynomials::{cos_pi, sin_pi};
use crate::c128;
use crate::math::{acos, acosh, asin, cos, cosh, pow, sin, sinh, two_product, two_sum};

/// Most steps of a recurrence over degrees or orders.
const MAX_POLYNOMIAL_DEGREE: usize = 1000000;

/// From this degree on functions of order zero are an expansion in Bessel functions.
pub(super) const MIN_LARGE_DEGREE: f64 = 1e5;

/// The function of order zero and of a large degree, which need not be whole, for x from zero on, and what it is at -x:
/// the first three terms of an expansion for all angles (Szegő; Bogaert, Michiels, Fostier, "O(1) computation of
/// Legendre polynomials and Gauss-Legendre nodes and weights for parallel computing", 2012), in Bessel functions of the
/// first and of the second kind (DLMF 14.9.10), or beyond one in modified ones.
pub(super) fn legendre_of_large_degree(degree: f64, x: f64) -> (f64, f64) {
    let number = degree + 0.5;
    if x > 1.0 {
        let angle = acosh(x);
        let z = number * angle;
        if !(z < 750.0) {
            return (f64::INFINITY, f64::NAN);
        }
        let (sine, cosine) = (sinh(angle), cosh(angle));
        let (first, second) = large_degree_terms(angle, sine, cosine, -1.0, number);
        let (zeroth, next) = (i0(z), i1(z));
        let after = if second == 0.0 { 0.0 } else { zeroth - 2.0 * next / z };
        return ((angle / sine).sqrt() * (zeroth + first * next + second * after), f64::NAN);
    }
    if x == 1.0 {
        return (1.0, f64::NEG_INFINITY);
    }
    // The phase in two parts: the angle is that of a right angle less a sine's where this one is small.
    let (angle, angle_low) = if x < 0.7 {
        let (right, lost) = two_sum(std::f64::consts::FRAC_PI_2, -asin(x));
        (right, lost + LOW_HALF_PI)
    } else {
        (acos(x), 0.0)
    };
    let (z, lost) = two_product(number, angle);
    let z_low = if z < 1e15 { lost + number * angle_low } else { 0.0 };
    let (first, second) = large_degree_terms(angle, sin(angle), x, 1.0, number);
    let (zeroth, next) = moved(j0(z), j1(z), z, z_low);
    let (zeroth_y, next_y) = moved(y0(z), y1(z), z, z_low);
    let size = (angle / sin(angle)).sqrt();
    let value = size * (zeroth + first * next + second * (2.0 * next / z - zeroth));
    let other = size * (zeroth_y + first * next_y + second * (2.0 * next_y / z - zeroth_y));
    let part = degree - 2.0 * (0.5 * degree).round_ties_even();
    (value, cos_pi(part) * value + sin_pi(part) * other)
}

/// The low part of a right angle.
const LOW_HALF_PI: f64 = 6.123233995736766e-17;

/// Bessel functions of the orders zero and one at z, a little further.
fn moved(zeroth: f64, next: f64, z: f64, step: f64) -> (f64, f64) {
    (zeroth - step * next, next + step * (zeroth - next / z))
}

/// The factors of the second and of the third Bessel function, by the angle, or by the imaginary one's size.
fn large_degree_terms(angle: f64, sine: f64, cosine: f64, sign: f64, number: f64) -> (f64, f64) {
    // The numerators cancel: both are powers of the angle, of which the second does not count where it is small.
    if angle < 0.01 {
        return (-sign * angle / 24.0 / number, 0.0);
    }
    let (square, product) = (sine * sine, angle * sine);
    let first = (angle * cosine - sine) / (8.0 * product);
    let second =
        (6.0 * product * cosine - 15.0 * square + angle * angle * (9.0 - sign * square)) / (128.0 * product * product);
    (first / number, second / (number * number))
}

/// The associated Legendre function of the first kind of whole order m and of degree v, with Condon and Shortley's
/// phase, for x from -1 to 1; else NaN unless m is zero. Of other orders than zero degrees above 1e6 give NaN.
pub fn lpmv(m: f64, v: f64, x: f64) -> f64 {
    if m.is_nan() || v.is_nan() || m != m.trunc() || m.is_infinite() || v.is_infinite() || x.is_nan() {
        return f64::NAN;
    }
    if x.abs() > 1.0 && m != 0.0 {
        return f64::NAN;
    }
    // Degrees v and -v - 1 are one (DLMF 14.9.5).
    let degree = if v < 0.0 { -v - 1.0 } else { v };
    let order = m.abs();
    let whole = degree == degree.floor();
    if whole && order > degree {
        // For the negative order SciPy has the quotient of the factorials' poles.
        return if m < 0.0 { f64::NAN } else { 0.0 };
    }
    if order == 0.0 && degree > MIN_LARGE_DEGREE && x >= -1.0 && (whole || x > -1.0) {
        let (value, opposite) = legendre_of_large_degree(degree, x.abs());
        if whole {
            return if x < 0.0 && is_odd(degree) { -value } else { value };
        }
        return if x < 0.0 { opposite } else { value };
    }
    if degree > MAX_POLYNOMIAL_DEGREE as f64 && !(order == 0.0 && x.abs() >= 1.0) {
        return f64::NAN;
    }
    let value = if whole { of_integer_degree(order, degree, x) } else { of_real_degree(order, degree, x) };
    if m >= 0.0 || value.is_infinite() {
        return value;
    }
    // DLMF 14.9.3.
    let odd = 0.5 * order != (0.5 * order).floor();
    let ratio = falling_ratio(degree, order);
    (if odd { -value } else { value }) * ratio
}

/// `gamma(v - m + 1)/gamma(v + m + 1)`.
fn falling_ratio(degree: f64, order: f64) -> f64 {
    let mut ratio = 1.0;
    if order < 100.0 {
        for k in 0..200 {
            let n = k as f64;
            if n >= 2.0 * order {
                break;
            }
            ratio /= degree - order + 1.0 + n;
        }
        return ratio;
    }
    gamma_quotient(degree - order + 1.0, 1.0, degree + order + 1.0, 1.0)
}

/// The function of whole order and degree, the order at most the degree.
fn of_integer_degree(order: f64, degree: f64, x: f64) -> f64 {
    let root = ((1.0 - x) * (1.0 + x)).sqrt();
    // The function of the degree that is the order: (-1)^m (2m - 1)!! (1 - x^2)^(m/2).
    let mut current = 1.0;
    for k in 0..MAX_POLYNOMIAL_DEGREE {
        let n = k as f64;
        if n >= order {
            break;
        }
        current *= -(2.0 * n + 1.0) * root;
    }
    upwards_in_degree(order, order, degree - order, x, 0.0, current)
}

/// The function at a higher degree, from those of a degree and of the one below it.
fn upwards_in_degree(order: f64, from: f64, steps: f64, x: f64, below: f64, value: f64) -> f64 {
    let (mut before, mut current) = (below, value);
    for k in 0..MAX_POLYNOMIAL_DEGREE {
        let n = k as f64;
        if n >= steps {
            break;
        }
        let at = from + n;
        (before, current) = (current, ((2.0 * at + 1.0) * x * current - (at + order) * before) / (at - order + 1.0));
    }
    current
}

/// The function of a degree that is not whole.
fn of_real_degree(order: f64, degree: f64, x: f64) -> f64 {
    if x == -1.0 {
        return if order == 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    if x.abs() > 1.0 {
        return hyp2f1(-degree, degree + 1.0, 1.0, 0.5 * (1.0 - x));
    }
    // Beside -1, where the part that is infinite there falls with the degree, the recurrence would raise the other
    // part's errors, and beside one those of the first degrees: there the function of Gauss of the degree itself is a
    // series that cancels little.
    let half = 0.5 * (1.0 - x.abs());
    let turning = 0.5 * order + 1.0;
    let most = if turning < MAX_BESIDE_TURNS { turning } else { MAX_BESIDE_TURNS };
    let beside = half < MAX_BESIDE_DISTANCE && degree * half.sqrt() < (if most > 2.0 { most } else { 2.0 });
    if beside && degree + order < MAX_BESIDE_DEGREE {
        return by_gauss(order, degree, x);
    }
    let steps = if degree > order + 1.0 { (degree - order).floor() - 1.0 } else { 0.0 };
    let low = degree - steps;
    let value = by_gauss(order, low, x);
    if steps == 0.0 {
        return value;
    }
    upwards_in_degree(order, low, steps, x, by_gauss(order, low - 1.0, x), value)
}

/// Up to this half distance from -1 the function of Gauss is that of the complement. Up to two, or to where the
/// function begins to oscillate, and at most this product of its root and the degree few digits cancel (measured: the
/// largest error near -1 is 718 units with four, and 2640 with five). Up to this sum of degree and order factors are in
/// range.
const MAX_BESIDE_DISTANCE: f64 = 0.1;
const MAX_BESIDE_TURNS: f64 = 4.0;
const MAX_BESIDE_DEGREE: f64 = 160.0;

/// The function by that of Gauss (DLMF 14.3.4), in the form whose terms have one sign from the third on where the
/// degree is next to the order.
fn by_gauss(order: f64, degree: f64, x: f64) -> f64 {
    let odd = 0.5 * order != (0.5 * order).floor();
    let factor = gamma_quotient(degree + order + 1.0, 1.0, degree - order + 1.0, order + 1.0);
    let beside = 0.5 * (1.0 + x);
    if beside < MAX_BESIDE_DISTANCE {
        // In powers of the distance from -1, of which the argument has lost digits (DLMF 15.8.10).
        let power = pow((1.0 - beside) / beside, 0.5 * order);
        let value = factor * power * of_integer_excess(degree + 1.0, -degree, order + 1.0, order, beside);
        return if odd { -value } else { value };
    }
    let power = pow(0.25 * (1.0 - x) * (1.0 + x), 0.5 * order);
    // What roundings of the parameter and of the argument lose counts where the terms cancel.
    let (sum, sum_low) = two_sum(order, degree);
    let (next, next_low) = two_sum(sum, 1.0);
    let (distance, distance_low) = two_sum(1.0, -x);
    let argument = (0.5 * distance, 0.5 * distance_low);
    let value = factor * power * gaussian_series(order - degree, (next, next_low + sum_low), order + 1.0, argument);
    if odd { -value } else { value }
}

/// The spherical harmonic of whole degree n and order m at the polar angle theta and the azimuth phi: zero for orders
/// beyond the degree, and NaN for degrees above 1e6.
pub fn sph_harm_y(n: f64, m: f64, theta: f64, phi: f64) -> c128 {
    let order = m.abs();
    if n.is_nan() || m.is_nan() || (n > MAX_POLYNOMIAL_DEGREE as f64 && order <= n) {
        return c128::new(f64::NAN, f64::NAN);
    }
    // The polar angle's sine is taken without its sign, as in SciPy, which has no values for negative degrees either.
    let size = if order > n {
        0.0
    } else if n <= MAX_DIFFERENCES_DEGREE {
        normalized_by_differences(order, n, theta)
    } else {
        normalized(order, n, cos(theta), sin(theta).abs())
    };
    let odd = 0.5 * order != (0.5 * order).floor();
    let signed = if m < 0.0 && odd { -size } else { size };
    let angle = m * phi;
    c128::new(signed * cos(angle), signed * sin(angle))
}

/// Up to this degree no polynomial that is one at the pole is below the range of numbers.
const MAX_DIFFERENCES_DEGREE: f64 = 400.0;

/// [`normalized`] by the polynomial that is one at the nearer pole, from the differences of neighbouring degrees, which
/// follow from the distance to the pole: beside it the cosine has lost the angle.
fn normalized_by_differences(order: f64, degree: f64, theta: f64) -> f64 {
    let (half_sine, half_cosine) = (sin(0.5 * theta), cos(0.5 * theta));
    let below = half_sine.abs() > half_cosine.abs();
    let half = if below { half_cosine } else { half_sine };
    let distance = 2.0 * half * half;
    let (mut value, mut difference) = (1.0, 0.0);
    for k in 0..MAX_POLYNOMIAL_DEGREE {
        let n = k as f64;
        if n >= degree - order {
            break;
        }
        let next = n + 2.0 * order + 1.0;
        difference = (n * difference - (next + n) * distance * value) / next;
        value += difference;
    }
    // The factor sqrt((2n + 1)/(4 pi) (n + m)!/(n - m)!)/(2^m m!) and the powers of the sine, in turns.
    let sine = sin(theta).abs();
    let mut square = (degree + 0.5) * (0.5 * std::f64::consts::FRAC_1_PI);
    for k in 0..MAX_POLYNOMIAL_DEGREE {
        let n = k as f64 + 1.0;
        if n > order {
            break;
        }
        value *= -0.5 * sine / n;
        square *= (degree + n) * (degree - n + 1.0);
        // Each root is that of few factors.
        if square > 1e200 {
            value *= square.sqrt();
            square = 1.0;
        }
    }
    value *= square.sqrt();
    if below && is_odd(degree + order) { -value } else { value }
}

/// The function of Legendre of the angle whose square has the integral 1/(2 pi) over the sphere's polar angle, with
/// Condon and Shortley's phase.
fn normalized(order: f64, degree: f64, x: f64, sine: f64) -> f64 {
    /// 1/sqrt(4 pi).
    const FIRST: f64 = 0.28209479177387814;
    let mut current = FIRST;
    for k in 0..MAX_POLYNOMIAL_DEGREE {
        let n = k as f64 + 1.0;
        if n > order {
            break;
        }
        current *= -((2.0 * n + 1.0) / (2.0 * n)).sqrt() * sine;
    }
    let mut before = 0.0;
    let square = order * order;
    let mut weight = 0.0;
    for k in 0..MAX_POLYNOMIAL_DEGREE {
        let n = order + k as f64 + 1.0;
        if n > degree {
            break;
        }
        // DLMF 14.10.3 of the normalized functions: both factors are roots of the same quotient at neighbours.
        let next = ((4.0 * n * n - 1.0) / (n * n - square)).sqrt();
        let ratio = if weight == 0.0 { 0.0 } else { next / weight };
        (before, current) = (current, next * (x * current) - ratio * before);
        weight = next;
    }
    current
}
