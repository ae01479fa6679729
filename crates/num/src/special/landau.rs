//! Landau's distribution ("On the energy loss of fast particles by ionization", 1944), the stable one of exponent one
//! and full skewness: Zolotarev's integral over an angle, of which all terms are positive, by the trapezoidal rule
//! (Nolan, "Numerical calculation of stable densities and distribution functions", 1997), and far above the integral of
//! Laplace's transform by a double-exponential rule.
//!
//! Both are functions of y = pi x/2 + log(pi/2), of which the density is that of e^(-t log t - y t) sin(pi t)/pi.

use super::distributions::is_no_probability;
use super::polynomials::sin_pi;
use crate::math::{exp, expm1, log, log1p, sin, tan};

/// log(pi/2).
const LOG_HALF_PI: f64 = 0.4515827052894549;
/// From here on Laplace's integral is computed.
const MIN_LAPLACE: f64 = 2.0;
/// Most terms of the rule over the angle.
const MAX_ANGLES: usize = 400;
/// The step of the double-exponential rule.
const LAPLACE_STEP: f64 = 0.0625;

/// (2 k + 1) zeta(2 k)/k for k from one: the logarithm of what is called W below, but for its value at zero, over
/// powers of the square of the angle over pi.
const ANGLE_SERIES: [f64; 14] = [
    4.934802200544679,
    2.7058080842778454,
    2.3738004779637145,
    2.259174051445375,
    2.2021880652811996,
    2.167199854198834,
    2.14298838886084,
    2.1250324748012432,
    2.1111191698413374,
    2.100002003320271,
    2.090909589487415,
    2.0833334575170603,
    2.07692310787246,
    2.071428579145335,
];

/// log(W) + 1 at an angle from zero to pi, for W = angle/sin(angle) e^(-angle cot(angle)), which grows from 1/e on.
fn log_of_growth(angle: f64) -> f64 {
    if angle < 0.8 {
        let share = angle * std::f64::consts::FRAC_1_PI;
        let square = share * share;
        let mut sum = 0.0;
        for k in (0..14).rev() {
            sum = (sum + ANGLE_SERIES[k]) * square;
        }
        return sum;
    }
    log(angle / sin(angle)) - angle / tan(angle) + 1.0
}

/// The logarithms of the probability up to y and of the density there, by the integral over the angle of
/// e^(-m (e W - 1)), where m = e^(-y - 1).
fn landau_below(y: f64) -> (f64, f64) {
    let m = exp(-y - 1.0);
    if m.is_infinite() {
        return (-f64::INFINITY, -f64::INFINITY);
    }
    let narrow = 0.5 / m.sqrt();
    let widest = std::f64::consts::PI / 96.0;
    let step = if narrow < widest { narrow } else { widest };
    let (mut lower, mut density) = (0.5, 0.5);
    for k in 1..MAX_ANGLES {
        let angle = step * k as f64;
        if angle >= std::f64::consts::PI {
            break;
        }
        let growth = expm1(log_of_growth(angle));
        let term = exp(-m * growth);
        lower += term;
        density += term * (1.0 + growth);
        if term * (1.0 + growth) < 1e-18 {
            break;
        }
    }
    let unit = step * std::f64::consts::FRAC_1_PI;
    (log(unit * lower) - m, log(unit * m * density) - m)
}

/// The probability above y and the density there, over the integral of Laplace's transform.
fn landau_above(y: f64) -> (f64, f64) {
    let inverse = 1.0 / y;
    let log_inverse = log(inverse);
    let (mut upper, mut density) = (0.0, 0.0);
    for k in 0..124 {
        let s = LAPLACE_STEP * (k as f64 - 60.0);
        let fall = exp(-s);
        // The product y t, whose logarithm is s - e^-s.
        let logarithm = s - fall;
        let product = exp(logarithm);
        let t = product * inverse;
        let weight = exp(-product - t * (logarithm + log_inverse)) * (1.0 + fall);
        let sine = sin_pi(t);
        upper += weight * sine;
        density += weight * sine * t;
    }
    let unit = LAPLACE_STEP * std::f64::consts::FRAC_1_PI;
    (unit * upper, unit * density)
}

/// The logarithm of the probability up to y, the probability above, and the logarithm of the density over y.
fn landau_parts(y: f64) -> (f64, f64, f64) {
    // The tail of the power that is left far out.
    if y > 1e100 {
        return (-1.0 / y, 1.0 / y, -2.0 * log(y));
    }
    if y < MIN_LAPLACE {
        let (lower, density) = landau_below(y);
        return (lower, -expm1(lower), density);
    }
    let (upper, density) = landau_above(y);
    (log1p(-upper), upper, log(density))
}

/// The number x over y.
fn landau_argument(x: f64) -> f64 {
    let y = std::f64::consts::FRAC_PI_2 * x + LOG_HALF_PI;
    if y < 1e308 { y } else { 1e308 }
}

/// The logarithm of the density of Landau's distribution.
pub fn log_landau_density(x: f64) -> f64 {
    if x.is_nan() || x.is_infinite() {
        return if x.is_nan() { x } else { -f64::INFINITY };
    }
    let (_, _, density) = landau_parts(landau_argument(x));
    density + LOG_HALF_PI
}

/// The logarithm of the probability up to x of Landau's distribution.
pub fn log_landau_lower(x: f64) -> f64 {
    if x.is_nan() || x.is_infinite() {
        return if x > 0.0 {
            0.0
        } else if x < 0.0 {
            -f64::INFINITY
        } else {
            x
        };
    }
    let (lower, _, _) = landau_parts(landau_argument(x));
    lower
}

/// The probability above x of Landau's distribution.
pub fn landau_upper(x: f64) -> f64 {
    if x.is_nan() || x.is_infinite() {
        return if x > 0.0 {
            0.0
        } else if x < 0.0 {
            1.0
        } else {
            x
        };
    }
    let (_, upper, _) = landau_parts(landau_argument(x));
    upper
}

/// The y up to which the probability is lower = 1 - upper: Newton's steps on the logarithm of that of the lower one, or
/// on that of the upper one over log(y + 2), both of which are nearly straight.
fn landau_quantile_y(lower: f64, upper: f64) -> f64 {
    if lower < upper {
        let depth = -log(lower);
        let target = log(depth);
        let mut y = -1.0 - target;
        for _ in 0..40 {
            let (below, _, density) = landau_parts(y);
            let step = (log(-below) - target) * below / exp(density - below);
            y -= step;
            if step.abs() < 1e-10 * (1.0 + y.abs()) {
                break;
            }
        }
        return y;
    }
    if upper < 1e-100 {
        return 1.0 / upper;
    }
    let target = log(upper);
    let first = 1.0 / upper - 0.5;
    let mut place = log(2.0 + first);
    for _ in 0..40 {
        let y = exp(place) - 2.0;
        let (_, above, density) = landau_parts(y);
        let step = (target - log(above)) * above / (exp(density) * (y + 2.0));
        place -= step;
        if step.abs() < 1e-10 * (1.0 + place.abs()) {
            break;
        }
    }
    exp(place) - 2.0
}

/// The number up to which the probability of Landau's distribution is p.
pub fn landau_quantile(p: f64) -> f64 {
    if is_no_probability(p) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { -f64::INFINITY } else { f64::INFINITY };
    }
    (landau_quantile_y(p, 1.0 - p) - LOG_HALF_PI) * std::f64::consts::FRAC_2_PI
}

/// The number above which the probability of Landau's distribution is q.
pub fn landau_upper_quantile(q: f64) -> f64 {
    if is_no_probability(q) {
        return f64::NAN;
    }
    if q == 0.0 || q == 1.0 {
        return if q == 1.0 { -f64::INFINITY } else { f64::INFINITY };
    }
    (landau_quantile_y(1.0 - q, q) - LOG_HALF_PI) * std::f64::consts::FRAC_2_PI
}
