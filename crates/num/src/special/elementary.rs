//! Functions related to the elementary ones that keep digits where the plain formulas cancel: powers of ten, powers
//! minus one, the transformation of Box and Cox, angles in degrees, logistic functions, the mean of Gauss.

use super::powers::{LOG2_E_HIGH, LOG2_E_REST, exp2_of_sum, log2_of_sum, pair_over, pair_times};
use crate::math::{
    at_least, at_most, cos_of_parts, exp, expm1, log, log1p, select, sin, sine_of_parts, two_product, two_sum,
};

/// 10^x.
#[inline(always)]
pub fn exp10(x: f64) -> f64 {
    /// log2(10), and what its rounding lost.
    const LOG2_10: f64 = 3.321928094887362;
    const LOG2_10_LOW: f64 = 1.6616175169735918e-16;
    let x = at_least(at_most(x, 310.0), -330.0);
    exp2_of_sum(pair_times((LOG2_10, LOG2_10_LOW), x))
}

/// cos(x) - 1.
pub fn cosm1(x: f64) -> f64 {
    let half = sin(0.5 * x);
    -2.0 * half * half
}

/// (e^x - 1)/x.
pub fn exprel(x: f64) -> f64 {
    if x.abs() < 1e-16 {
        return 1.0;
    }
    if x > 717.0 {
        return f64::INFINITY;
    }
    if x > 700.0 { exp(0.5 * x) / x * exp(0.5 * x) } else { expm1(x) / x }
}

/// x^y - 1.
pub fn powm1(x: f64, y: f64) -> f64 {
    if y == 0.0 || x == 1.0 {
        return 0.0;
    }
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    let whole = y == y.floor();
    let odd = whole && 0.5 * y != (0.5 * y).floor();
    if x == 0.0 {
        return if y > 0.0 { -1.0 } else { f64::INFINITY };
    }
    if x < 0.0 && (!whole || y.is_infinite()) {
        return f64::NAN;
    }
    let a = x.abs();
    if a.is_infinite() || y.is_infinite() {
        if a == 1.0 {
            return 0.0;
        }
        let grows = (a > 1.0) == (y > 0.0);
        return if !grows {
            -1.0
        } else if odd && x < 0.0 {
            -f64::INFINITY
        } else {
            f64::INFINITY
        };
    }
    let exponent = pair_times(log2_of_sum(a, 0.0), y);
    if odd && x < 0.0 { -exp2_of_sum(exponent) - 1.0 } else { exp2_less_one(exponent) }
}

/// 2 to the power of a pair, less one.
#[inline(always)]
fn exp2_less_one((high, low): (f64, f64)) -> f64 {
    if high.abs() < 0.5 {
        return expm1(high * std::f64::consts::LN_2 + low * std::f64::consts::LN_2);
    }
    exp2_of_sum((high, low)) - 1.0
}

/// The transformation of Box and Cox: (x^lambda - 1)/lambda, and log(x) where lambda is zero.
pub fn boxcox(x: f64, lambda: f64) -> f64 {
    if !(x > 0.0 && x < f64::INFINITY && lambda.abs() < 1e300) {
        return transformed_edge(log(x), lambda);
    }
    if lambda.abs() < 1e-19 { log(x) } else { transformed(log2_of_sum(x, 0.0), lambda) }
}

/// The transformation of Box and Cox of 1 + x: ((1 + x)^lambda - 1)/lambda, and log(1 + x) where lambda is zero.
pub fn boxcox1p(x: f64, lambda: f64) -> f64 {
    let logarithm = log1p(x);
    if !(x > -1.0 && x < f64::INFINITY && lambda.abs() < 1e300) {
        return transformed_edge(logarithm, lambda);
    }
    if lambda.abs() < 1e-19 || (logarithm.abs() < 1e-289 && lambda.abs() < 1e273) {
        return logarithm;
    }
    let (sum, rest) = two_sum(1.0, x);
    transformed(log2_of_sum(sum, rest), lambda)
}

/// The transformation by an infinite logarithm or a lambda without digits.
fn transformed_edge(logarithm: f64, lambda: f64) -> f64 {
    if lambda == 0.0 {
        return logarithm;
    }
    let exponent = lambda * logarithm;
    if exponent > 709.0 && lambda.is_infinite() {
        return f64::NAN;
    }
    if exponent > 709.0 { exp(exponent).copysign(lambda) } else { expm1(exponent) / lambda }
}

/// `(2^(lambda logarithm) - 1)/lambda`, of the logarithm of base two as a pair.
#[inline(always)]
fn transformed(logarithm: (f64, f64), lambda: f64) -> f64 {
    /// 2^200.
    const LARGE: f64 = 1.6069380442589903e60;
    let (high, low) = pair_times(logarithm, lambda);
    if high > 1000.0 {
        return exp2_of_sum((high - 200.0, low)) / lambda * LARGE;
    }
    exp2_less_one((high, low)) / lambda
}

/// The inverse of the transformation of Box and Cox: (1 + lambda x)^(1/lambda), and e^x where lambda is zero.
pub fn inv_boxcox(x: f64, lambda: f64) -> f64 {
    if lambda == 0.0 {
        return exp(x);
    }
    let product = lambda * x;
    if !(product > -1.0 && product < 1e300 && product.abs() > 1e-280 && lambda.abs() < 1e300) {
        return if product.abs() <= 1e-280 { exp(x) } else { exp(log1p(product) / lambda) };
    }
    exp2_of_sum(restored(x, lambda))
}

/// The inverse of `boxcox1p`: (1 + lambda x)^(1/lambda) - 1, and e^x - 1 where lambda is zero.
pub fn inv_boxcox1p(x: f64, lambda: f64) -> f64 {
    if lambda == 0.0 {
        return expm1(x);
    }
    let product = lambda * x;
    if !(product > -1.0 && product < 1e300 && product.abs() > 1e-280 && lambda.abs() < 1e300) {
        return if product.abs() <= 1e-280 { expm1(x) } else { expm1(log1p(product) / lambda) };
    }
    exp2_less_one(restored(x, lambda))
}

/// `log2(1 + lambda x)/lambda` as a pair.
#[inline(always)]
fn restored(x: f64, lambda: f64) -> (f64, f64) {
    let (product, lost) = two_product(x, lambda);
    if product.abs() < 1e-9 {
        let (high, low) = pair_times((LOG2_E_HIGH, LOG2_E_REST), x);
        return (high, low - high * product * (0.5 - product / 3.0));
    }
    let (sum, rest) = two_sum(1.0, product);
    pair_over(log2_of_sum(sum, rest + lost), lambda)
}

/// An angle in degrees, minutes and seconds, in radians.
#[inline(always)]
pub fn radian(degrees: f64, minutes: f64, seconds: f64) -> f64 {
    /// pi/(180 60 60).
    const SECOND: f64 = 4.84813681109536e-6;
    ((degrees * 60.0 + minutes) * 60.0 + seconds) * SECOND
}

/// Beyond this many degrees the functions of angles are zero, as SciPy's are.
const MAX_ANGLE_DEGREES: f64 = 1e14;

/// `x = 90 q` degrees and `r + low` radians with `|r|` at most pi/4, and whether `|r|` is pi/4.
#[inline(always)]
fn quarter_turns(x: f64) -> (f64, f64, u64, bool) {
    /// pi/180, and what its rounding lost.
    const DEGREE: f64 = 0.017453292519943295;
    const DEGREE_LOW: f64 = 2.9486522708701687e-19;
    let quarters = (x / 90.0).round_ties_even();
    let rest = quarters.mul_add(-90.0, x);
    let r = rest * DEGREE;
    (r, rest.mul_add(DEGREE, -r) + rest * DEGREE_LOW, quarters as i64 as u64, rest.abs() == 45.0)
}

/// The sine of x degrees; zero beyond 1e14.
pub fn sindg(x: f64) -> f64 {
    if x == 0.0 || x.is_nan() {
        return x;
    }
    if x.abs() > MAX_ANGLE_DEGREES {
        return 0.0;
    }
    let (r, low, q, _) = quarter_turns(x);
    sine_of_parts(r, low, q)
}

/// The cosine of x degrees; zero beyond 1e14.
pub fn cosdg(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x.abs() > MAX_ANGLE_DEGREES {
        return 0.0;
    }
    let (r, low, q, _) = quarter_turns(x);
    cos_of_parts(r, low, q)
}

/// The tangent of x degrees: infinite at odd multiples of 90, zero beyond 1e14.
pub fn tandg(x: f64) -> f64 {
    if x == 0.0 || x.is_nan() {
        return x;
    }
    if x.abs() > MAX_ANGLE_DEGREES {
        return 0.0;
    }
    let (r, low, q, diagonal) = quarter_turns(x);
    tangent_of_quarters(r, low, q, diagonal)
}

/// The cotangent of x degrees: infinite at multiples of 180, zero beyond 1e14.
pub fn cotdg(x: f64) -> f64 {
    if x == 0.0 || x.is_nan() {
        return 1.0 / x.abs();
    }
    if x.abs() > MAX_ANGLE_DEGREES {
        return 0.0;
    }
    let (r, low, q, diagonal) = quarter_turns(x);
    if r == 0.0 {
        return if (q & 1) != 0 { 0.0 } else { f64::INFINITY };
    }
    // cot(t) = tan(90 - t) = -tan(t - 90).
    -tangent_of_quarters(r, low, q.wrapping_sub(1), diagonal)
}

/// The tangent of `q` quarter turns and `r + low`: infinite at odd quarters, one or its negative on the diagonals.
fn tangent_of_quarters(r: f64, low: f64, q: u64, diagonal: bool) -> f64 {
    let odd = (q & 1) != 0;
    if r == 0.0 {
        return if odd { f64::INFINITY } else { 0.0 };
    }
    if diagonal {
        return if (r < 0.0) == odd { 1.0 } else { -1.0 };
    }
    sine_of_parts(r, low, q) / cos_of_parts(r, low, q)
}

/// The logistic function 1/(1 + e^-x).
#[inline(always)]
pub fn expit(x: f64) -> f64 {
    let power = exp(-x.abs());
    select(x < 0.0, power, 1.0) / (1.0 + power)
}

/// The logarithm of the logistic function: -log(1 + e^-x).
#[inline(always)]
pub fn log_expit(x: f64) -> f64 {
    select(x < 0.0, x, 0.0) - log1p(exp(-x.abs()))
}

/// The inverse of the logistic function: log(p/(1 - p)).
pub fn logit(p: f64) -> f64 {
    if p > 0.25 && p < 0.75 {
        // p - 1/2 is exact here.
        let distance = 2.0 * (p - 0.5);
        return log1p(2.0 * distance / (1.0 - distance));
    }
    log(p / (1.0 - p))
}

/// The mean of Gauss: the common limit of arithmetic and geometric means; NaN for numbers of opposite signs.
pub fn agm(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() || (a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0) {
        return f64::NAN;
    }
    if (a.is_infinite() && b == 0.0) || (b.is_infinite() && a == 0.0) {
        return f64::NAN;
    }
    if a == 0.0 || b == 0.0 {
        return 0.0;
    }
    if a == b || a.is_infinite() {
        return a;
    }
    if b.is_infinite() {
        return b;
    }
    let (p, q) = (a.abs(), b.abs());
    let (large, small) = if p > q { (p, q) } else { (q, p) };
    // The mean of one and the ratio, whose roots keep all numbers in range.
    let (mut arithmetic, mut geometric) = (1.0, (small / large).sqrt());
    if geometric == 0.0 || small < 1e-290 {
        geometric = small.sqrt() / large.sqrt();
    }
    arithmetic = 0.5 * (arithmetic + small / large);
    for _ in 0..30 {
        if (arithmetic - geometric).abs() <= 1e-8 * arithmetic {
            break;
        }
        let root = (arithmetic * geometric).sqrt();
        arithmetic = 0.5 * (arithmetic + geometric);
        geometric = root;
    }
    let value = large * (0.5 * (arithmetic + geometric));
    if a < 0.0 { -value } else { value }
}
