//! The distribution of Irwin and Hall, of a sum of n uniform variables from zero to one: the sum over powers for few
//! variables, else the inverse of Laplace's transform by the trapezoidal rule on a line near the saddle point, so that
//! small tails keep their digits.

use super::error_function::erfcx;
use super::gamma::gammaln;
use super::normal::{NORMAL_HEIGHT, ndtr};
use super::panels::{GAUSS_POINTS, GAUSS_WEIGHTS};
use crate::math::{atan2, cos, exp, expm1, log, log1p, pow, sin, two_sum};

/// Most variables for which the sum over powers loses less than three digits.
const MAX_POWER_SUM: f64 = 16.0;
/// Most points of the rule.
const MAX_CONTOUR: usize = 100000;
/// Most variables whose entropy is an integral: that of more is the normal one but for one term, to 4e-14.
const MAX_INTEGRATED_SUM: f64 = 1e4;
/// Most variables for which the rule's phase, of this size, has nine digits.
const MAX_CONTOUR_SUM: f64 = 1e8;
/// sqrt(2/pi).
const DOUBLE_NORMAL_HEIGHT: f64 = 0.7978845608028654;
/// log(2 pi e/12)/2.
const NORMAL_ENTROPY: f64 = 0.17648520831067258;

/// The sum of (-1)^k binom(n, k) (x - k)^m/m! over k up to x, for m = n - 1 the density and for m = n the distribution
/// function.
fn sum_of_powers(x: f64, n: f64, m: f64) -> f64 {
    let mut factor = 1.0;
    let mut j = 2.0;
    while j <= m {
        factor /= j;
        j += 1.0;
    }
    let (mut sum, mut rest, mut k) = (0.0, 0.0, 0.0);
    while k <= x && k <= n {
        let (next, lost) = two_sum(sum, factor * pow(x - k, m));
        sum = next;
        rest += lost;
        factor *= -(n - k) / (k + 1.0);
        k += 1.0;
    }
    sum + rest
}

/// The logarithm of the density at x, or of the distribution function, for x up to the mean n/2: the integral over t of
/// the transform at z = theta - i t.
fn log_contour(x: f64, n: f64, of_density: bool) -> f64 {
    if x <= 1.0 {
        let power = if of_density { n - 1.0 } else { n };
        return power * log(x) - gammaln(power + 1.0);
    }
    // Near the saddle point, by Cohen's inverse of Langevin's function, and off the pole at zero.
    let share = 1.0 - 2.0 * x / n;
    let saddle = 2.0 * share * (3.0 - share * share) / (1.0 - share * share);
    let least = 7.0 / n.sqrt();
    let theta = if of_density || saddle > least { saddle } else { least };
    let theta = if theta > 0.5 / n.sqrt() { theta } else { 0.5 / n.sqrt() };
    let fall = exp(-theta);
    let base = -expm1(-theta);
    let bend = 4.0 * fall / (base * base);
    // What is computed repeats with this period, beyond which there is nothing: of a sum of the variables of densities
    // e^(-theta x), and of an exponential one for the distribution function.
    let variance = if theta > 0.5 { 1.0 / (theta * theta) - 0.25 * bend } else { 1.0 / 12.0 };
    let period = if of_density { n + 1.0 } else { n + 40.0 / theta };
    let deviations = 24.0 * (n * variance).sqrt() + 40.0 / theta;
    let step = std::f64::consts::TAU / (if period < deviations { period } else { deviations });
    // Past the main lobe, which falls up to 2 pi, no term is larger than this.
    let sides = exp(0.5 * n * (log1p(bend) - log1p(std::f64::consts::TAU / theta * (std::f64::consts::TAU / theta))));
    let mut sum = if of_density { 0.5 } else { 0.5 / theta };
    for k in 1..MAX_CONTOUR {
        let t = step * k as f64;
        let (sine, half) = (sin(t), sin(0.5 * t));
        // 1 - e^-z = base + 2 fall sin(t/2)^2 - i fall sin(t), over z = theta - i t, to the power n, times e^(z x).
        let square = t / theta * (t / theta);
        let size = exp(0.5 * n * (log1p(bend * half * half) - log1p(square)));
        let turn = n * (atan2(fall * sine, base + 2.0 * fall * half * half) - atan2(t, theta)) + x * t;
        let most = exp(0.5 * n * (log1p(bend) - log1p(square)));
        let (real, imaginary) = (size * cos(turn), size * sin(turn));
        // Over theta - i t for the distribution function.
        sum += if of_density { real } else { (real * theta + imaginary * t) / (theta * theta + t * t) };
        if most < 1e-18 || (size < 1e-18 && sides < 1e-18) {
            break;
        }
    }
    n * log(base / theta) + theta * x + log(sum * step * std::f64::consts::FRAC_1_PI)
}

/// The density at x, or the distribution function, for x up to the mean n/2 and very many variables: the normal one
/// with the excess -6/(5 n), the next terms of which are below 3e-9 where the result is a number.
fn nearly_normal(x: f64, n: f64, of_density: bool) -> f64 {
    let deviation = (n / 12.0).sqrt();
    let z = (x - 0.5 * n) / deviation;
    let square = z * z;
    if of_density {
        return NORMAL_HEIGHT / deviation * exp(-0.5 * square - 0.05 / n * (square * (square - 6.0) + 3.0));
    }
    // The normal density over the normal distribution function.
    let ratio = DOUBLE_NORMAL_HEIGHT / erfcx(-std::f64::consts::FRAC_1_SQRT_2 * z);
    ndtr(z) * exp(0.05 / n * z * (square - 3.0) * ratio)
}

/// Whether there is no such sum.
fn is_no_uniform_sum(x: f64, n: f64) -> bool {
    x.is_nan() || !(n >= 1.0 && n < f64::INFINITY) || n != n.floor()
}

/// The density of a sum of n uniform variables.
pub fn uniform_sum_density(x: f64, n: f64) -> f64 {
    if is_no_uniform_sum(x, n) {
        return f64::NAN;
    }
    if x < 0.0 || x > n {
        return 0.0;
    }
    if n == 1.0 {
        return 1.0;
    }
    let near = if x > 0.5 * n { n - x } else { x };
    if near == 0.0 {
        return 0.0;
    }
    if n > MAX_CONTOUR_SUM {
        return nearly_normal(near, n, true);
    }
    if n <= MAX_POWER_SUM { sum_of_powers(near, n, n - 1.0) } else { exp(log_contour(near, n, true)) }
}

/// The probability up to a number that is at most n/2.
fn uniform_sum_tail(x: f64, n: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if n > MAX_CONTOUR_SUM {
        return nearly_normal(x, n, false);
    }
    if n <= MAX_POWER_SUM { sum_of_powers(x, n, n) } else { exp(log_contour(x, n, false)) }
}

/// The probability that a sum of n uniform variables is at most x.
pub fn uniform_sum_lower(x: f64, n: f64) -> f64 {
    if is_no_uniform_sum(x, n) {
        return f64::NAN;
    }
    if x > 0.5 * n { 1.0 - uniform_sum_tail(n - x, n) } else { uniform_sum_tail(x, n) }
}

/// The entropy of a sum of n uniform variables: minus the integral of f log(f) between whole numbers, where the density
/// is a polynomial, or over a width of sixteenths of deviations.
pub fn uniform_sum_entropy(n: f64) -> f64 {
    if is_no_uniform_sum(0.0, n) {
        return f64::NAN;
    }
    if n == 1.0 {
        return 0.0;
    }
    if n > MAX_INTEGRATED_SUM {
        // That of the normal distribution with the variance n/12, less the square of the excess 6/(5 n) over 48.
        return 0.5 * log(n) + NORMAL_ENTROPY - 0.03 / (n * n);
    }
    let middle = 0.5 * n;
    let width = if n <= 100.0 { 1.0 } else { 0.5 * (n / 12.0).sqrt() };
    let first = if middle > 40.0 * width { middle - 40.0 * width } else { 0.0 };
    let mut from = if n <= 100.0 { 1.0 } else { first };
    let mut sum = 0.0;
    if n <= 100.0 {
        // Up to one the density is x^(n - 1)/(n - 1)!.
        let mut factorial = 1.0;
        let mut j = 2.0;
        while j < n {
            factorial *= j;
            j += 1.0;
        }
        sum = ((n - 1.0) / (n * n) + log(factorial) / n) / factorial;
    }
    while from < middle {
        let to = if from + width < middle { from + width } else { middle };
        let half = 0.5 * (to - from);
        for k in 0..8 {
            for side in 0..2 {
                let away = half * GAUSS_POINTS[k];
                let x = from + half + (if side == 0 { away } else { -away });
                let density = uniform_sum_density(x, n);
                sum -= if density > 0.0 { half * GAUSS_WEIGHTS[k] * density * log(density) } else { 0.0 };
            }
        }
        from = to;
    }
    2.0 * sum
}
