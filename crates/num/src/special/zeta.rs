//! The zeta function of Hurwitz, by Euler and Maclaurin's summation (DLMF 25.11.7 and 2.10.1).

use super::gamma::gamma;
use super::polynomials::sin_pi;
use crate::math::pow;

/// Below this the terms of negative numbers are a difference of two sums of positive ones.
const MIN_SINGLE_NUMBER: f64 = -20.0;

/// The sum of `(k + q)^-x` over k from zero, for x above one; NaN below one, infinite at one.
///
/// For a negative q that is not an integer, only whole x are defined.
pub fn zeta(x: f64, q: f64) -> f64 {
    if x == 1.0 {
        return f64::INFINITY;
    }
    if x < 1.0 {
        return f64::NAN;
    }
    if q <= 0.0 {
        if q == q.floor() {
            return f64::INFINITY;
        }
        if x != x.floor() {
            return f64::NAN;
        }
    }
    if x.is_nan() || q.is_nan() {
        return x + q;
    }
    if q < MIN_SINGLE_NUMBER {
        let odd = 0.5 * x != (0.5 * x).floor();
        let after = q - q.floor();
        let (above, below) = (zeta_of_positive(x, after), zeta_of_positive(x, 1.0 - after));
        let rest = zeta_of_positive(x, 1.0 - q);
        return if odd { (above - below) + rest } else { (above + below) - rest };
    }
    zeta_of_positive(x, q)
}

/// The sum for a number above [`MIN_SINGLE_NUMBER`].
fn zeta_of_positive(x: f64, q: f64) -> f64 {
    if q > 1e8 {
        return (1.0 / (x - 1.0) + 1.0 / (2.0 * q)) * pow(q, 1.0 - x);
    }
    // The first terms, up to where the series of the rest converges for x of this size.
    let mut sum = pow(q, -x);
    let (mut a, mut term) = (q, sum);
    let mut count = 0;
    while count < 9 || a <= 9.0 {
        count += 1;
        a += 1.0;
        term = pow(a, -x);
        sum += term;
        if (term / sum).abs() < f64::EPSILON {
            return sum;
        }
    }
    let (mut factor, mut rest) = (x * term / a, term * a / (x - 1.0) - 0.5 * term);
    let square = a * a;
    for k in 0..12 {
        let step = factor * TAIL[k];
        rest += step;
        if step.abs() < sum.abs() * f64::EPSILON * 0.0625 {
            break;
        }
        let m = x + 2.0 * k as f64;
        factor *= (m + 1.0) * (m + 2.0) / square;
    }
    sum + rest
}

/// The zeta function of Riemann less one, with all digits for large x; infinite at one.
pub fn zetac(x: f64) -> f64 {
    if x.is_nan() || x == -f64::INFINITY {
        return f64::NAN;
    }
    if x == 1.0 {
        return f64::INFINITY;
    }
    if x > 1.0 {
        // The sum from its second term on.
        return if x > 1100.0 { 0.0 } else { zeta(x, 2.0) };
    }
    if x >= 0.0 {
        return zeta_below_one(x) - 1.0;
    }
    // The functional equation (DLMF 25.4.1), with the power in two factors: the gamma function may overflow without
    // them.
    let y = 1.0 - x;
    if y > 262.0 {
        let sine = sin_pi(0.5 * x);
        return if sine == 0.0 { -1.0 } else { f64::INFINITY.copysign(sine) };
    }
    let half = pow(2.0 * std::f64::consts::PI, 0.5 * x);
    let sine = sin_pi(0.5 * x) * std::f64::consts::FRAC_1_PI;
    if y < 171.0 {
        return sine * (half * gamma(y) * half) * zeta(y, 1.0) - 1.0;
    }
    let mut product = half * gamma(y - 92.0) * half;
    for k in 1..93 {
        product *= y - k as f64;
    }
    sine * product - 1.0
}

/// The zeta function of Riemann from zero to one, by Euler and Maclaurin's summation.
fn zeta_below_one(x: f64) -> f64 {
    let mut sum = 0.0;
    for k in 1..10 {
        sum += pow(k as f64, -x);
    }
    let last = pow(10.0, -x);
    let (mut factor, mut rest) = (x * last / 10.0, 10.0 * last / (x - 1.0) + 0.5 * last);
    for k in 0..12 {
        rest += factor * TAIL[k];
        let m = x + 2.0 * k as f64;
        factor *= (m + 1.0) * (m + 2.0) / 100.0;
    }
    sum + rest
}

/// B(2k)/(2k)! for k from one, B the Bernoulli numbers.
pub(super) const TAIL: [f64; 12] = [
    1.0 / 12.0,
    -1.0 / 720.0,
    1.0 / 30240.0,
    -1.0 / 1209600.0,
    1.0 / 47900160.0,
    -691.0 / 1307674368000.0,
    1.0 / 74724249600.0,
    -3617.0 / 10670622842880000.0,
    43867.0 / 5109094217170944000.0,
    -174611.0 / 802857662698291200000.0,
    77683.0 / 14101100039391805440000.0,
    -236364091.0 / 1693824136731743669452800000.0,
];
