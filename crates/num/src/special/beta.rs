//! The incomplete beta function: its power series, and its continued fraction with the leading factor in a form without
//! cancellation (DiDonato, Morris, "Algorithm 708: significant digit computation of the incomplete beta function
//! ratios", 1992; DLMF 8.17.22).

use super::gamma::{gamma_positive, gammaln_positive, stirling};
use crate::math::{exp, log, log1p, pow, two_product, two_sum};

/// The integral of `t^(a - 1) (1 - t)^(b - 1)` from zero to x over the one to one, for positive a and b and x from 0 to
/// 1; else NaN.
pub fn betainc(a: f64, b: f64, x: f64) -> f64 {
    if a.is_nan() || b.is_nan() || x.is_nan() || a < 0.0 || b < 0.0 || x < 0.0 || x > 1.0 {
        return f64::NAN;
    }
    if (a == 0.0 && b == 0.0) || (a.is_infinite() && b.is_infinite()) {
        return f64::NAN;
    }
    if a == 0.0 || b.is_infinite() {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    if b == 0.0 || a.is_infinite() {
        return if x < 1.0 { 0.0 } else { 1.0 };
    }
    if x == 0.0 || x == 1.0 {
        return x;
    }
    let y = 1.0 - x;
    // `a y - b x`, how far the mean lies above x, of which rounding y would leave nothing near the mean.
    let (sum, sum_low) = two_sum(a, b);
    let (product, product_low) = two_product(sum, x);
    let distance = (a - product) - (product_low + sum_low * x);
    if b * x <= 1.0 && x <= 0.95 {
        return power_series(a, b, x);
    }
    // Beyond the mean the complement is the smaller one.
    if distance < 0.0 {
        if a * y <= 1.0 && y <= 0.95 {
            return 1.0 - power_series(b, a, y);
        }
        return 1.0 - fraction(b, a, y, x, -distance);
    }
    fraction(a, b, x, y, distance)
}

/// `x^a/(a B(a, b))` times the sum of `a (1 - b) .. (k - b) x^k / (k! (a + k))`, for `b x` up to one.
fn power_series(a: f64, b: f64, x: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 0.0);
    for k in 1..2000 {
        let n = k as f64;
        term *= (n - b) * x / n;
        let step = term / (a + n);
        sum += step;
        if step.abs() <= f64::EPSILON * 0.125 * sum.abs() {
            break;
        }
    }
    leading(a, b, x, 1.0, 0.0) / a * (1.0 + a * sum)
}

/// The even part of the continued fraction, all of whose terms are positive for x up to the mean, by Lentz's method.
fn fraction(a: f64, b: f64, x: f64, y: f64, distance: f64) -> f64 {
    let (c, c1) = (1.0 + distance, 1.0 + 1.0 / a);
    let mut value = c / c1;
    let (mut numerator, mut divisor) = (value, 0.0);
    let (mut p, mut s) = (1.0, a + 1.0);
    for k in 1..10000 {
        let n = k as f64;
        let t = n / a;
        let w = n * (b - n) * x;
        let e = a / s;
        let alpha = p * (p + b / a) * (e * e) * (w * x);
        let beta = n + w / s + (1.0 + t) / (c1 + 2.0 * t) * (c + n * (1.0 + y));
        p = 1.0 + t;
        s += 2.0;
        divisor = 1.0 / not_zero(beta + alpha * divisor);
        numerator = not_zero(beta + alpha / numerator);
        let step = numerator * divisor;
        value *= step;
        if (step - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    leading(a, b, x, y, distance) / value
}

/// The number, unless that is nothing: what the next quotient divides by.
#[inline(always)]
fn not_zero(x: f64) -> f64 {
    if x.abs() < 1e-300 { 1e-300 } else { x }
}

/// `x^a y^b / B(a, b)` with y in place of `1 - x` and the distance `a y - b x`; with y = 1, `x^a / B(a, b)`.
fn leading(a: f64, b: f64, x: f64, y: f64, distance: f64) -> f64 {
    const TWO_PI: f64 = std::f64::consts::TAU;
    let sum = a + b;
    if a >= 8.0 && b >= 8.0 && y < 1.0 {
        // The powers around the maximum at a/(a + b), where all but the distance from it cancels.
        let decay = a * excess(-distance / a) + b * excess(distance / b);
        let correction = stirling(a) + stirling(b) - stirling(sum);
        return (a / sum * b / TWO_PI).sqrt() * exp(-decay - correction);
    }
    // Of x and y the larger may be rounded, and the smaller is exact.
    let log_x = if x > 0.5 && y < 1.0 { log1p(-y) } else { log(x) };
    let log_y = if x > 0.5 { log(y) } else { log1p(-x) };
    let power = if y < 1.0 { b * log_y } else { 0.0 };
    if sum < 20.0 {
        let scaled = (if x > 0.5 && y < 1.0 { exp(a * log_x) } else { pow(x, a) }) * exp(power);
        if scaled > 1e-290 {
            return scaled * (gamma_positive(sum) / (gamma_positive(a) * gamma_positive(b)));
        }
    }
    let (small, large) = if a < b { (a, b) } else { (b, a) };
    if large >= 8.0 {
        // gamma(large + small)/gamma(large) by the difference of Stirling's series.
        let ratio = (large - 0.5) * log1p(small / large) + small * (log(sum) - 1.0) + (stirling(sum) - stirling(large));
        return exp(a * log_x + power + ratio - gammaln_positive(small));
    }
    exp(a * log_x + power + gammaln_positive(sum) - gammaln_positive(a) - gammaln_positive(b))
}

/// `t - log(1 + t)`, without cancellation near zero.
fn excess(t: f64) -> f64 {
    if t.abs() > 0.4 {
        return t - log1p(t);
    }
    // log(1 + t) = 2 (r + r^3/3 + r^5/5 + ..) with r = t/(2 + t), and t - 2r = r t.
    let r = t / (2.0 + t);
    let square = r * r;
    let mut sum = 0.0;
    for k in (0..18).rev() {
        sum = sum * square + 2.0 / (2.0 * k as f64 + 3.0);
    }
    r * t - r * square * sum
}
