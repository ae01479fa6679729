//! The distribution of Breit and Wigner for a relativistic resonance, whose density is in proportion to
//! 1/((x^2 - rho^2)^2 + rho^2): its parts by partial fractions, and by a power series far above.

use crate::math::{atan2, log1p};

/// Most terms of the series, each of which is less than a quarter of the last but for a factor.
const MAX_RESONANCE_TERMS: usize = 60;

/// The probabilities up to x and above.
fn resonance_parts(x: f64, rho: f64) -> (f64, f64) {
    // The root of rho^2 + i rho is a + i b; `excess` is the square of its length, less rho^2.
    let length = (rho * rho + 1.0).sqrt();
    let square = rho * length;
    let excess = rho / (length + rho);
    let a = (rho * rho + 0.5 * excess).sqrt();
    let b = 0.5 * rho / a;
    if x * x > 4.0 * square {
        // The sum of U_n(cos) t^n/(2 n + 3), where U are the polynomials of Chebyshev.
        let (t, twice) = (square / x / x, 2.0 * (rho / length));
        let (mut before, mut current, mut power, mut sum) = (0.0, 1.0, 1.0, 0.0);
        for n in 0..MAX_RESONANCE_TERMS {
            sum += current * power / (2.0 * n as f64 + 3.0);
            (before, current) = (current, twice * current - before);
            power *= t;
            if power * (n as f64 + 2.0) < 1e-18 {
                break;
            }
        }
        let upper = 4.0 * b * std::f64::consts::FRAC_1_PI * sum * t / x;
        return (1.0 - upper, upper);
    }
    let distance = (x - rho) - 0.5 * excess / (a + rho);
    let logarithm = 0.5 * log1p(4.0 * a * x / (distance * distance + b * b));
    let across = (rho - x) * (rho + x) + excess;
    let slope = b / a;
    let lower = (atan2(2.0 * b * x, across) + slope * logarithm) * std::f64::consts::FRAC_1_PI;
    let upper = (atan2(2.0 * b * x, -across) - slope * logarithm) * std::f64::consts::FRAC_1_PI;
    (lower, upper)
}

/// The probability up to x of the relativistic distribution of Breit and Wigner.
pub fn resonance_lower(x: f64, rho: f64) -> f64 {
    if x.is_nan() || !(rho > 0.0) || rho.is_infinite() {
        return f64::NAN;
    }
    if x <= 0.0 || x.is_infinite() {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (lower, _) = resonance_parts(x, rho);
    if lower < 1.0 { lower } else { 1.0 }
}

/// The probability above x of the relativistic distribution of Breit and Wigner.
pub fn resonance_upper(x: f64, rho: f64) -> f64 {
    if x.is_nan() || !(rho > 0.0) || rho.is_infinite() {
        return f64::NAN;
    }
    if x <= 0.0 || x.is_infinite() {
        return if x > 0.0 { 0.0 } else { 1.0 };
    }
    let (_, upper) = resonance_parts(x, rho);
    if upper < 1.0 { upper } else { 1.0 }
}
