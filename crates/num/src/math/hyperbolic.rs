//! The hyperbolic functions and their inverses.

use super::coefficients::{ASINH, SINH};
use super::doubled::{
    at_most, divide, fast_two_sum, polynomial, power_of_two, quotient_parts, scale, select, two_product, two_sum,
};
use super::exp::{exp_parts, expm1_parts};
use super::log::{log_of_sum, log1p_of_sum};

/// Beyond this, the square of a number hides one.
const MIN_ONE_NEGLIGIBLE: f64 = 1e9;

/// The hyperbolic tangent.
#[inline(always)]
pub fn tanh(x: f64) -> f64 {
    // With e = exp(2|x|) - 1, the answer is e/(e + 2); both sides are divided by the power of two in e.
    let (nh, nl, n) = expm1_parts(at_most(x.abs(), 20.0) * 2.0);
    let (dh, dl) = two_sum(nh, 2.0 * power_of_two(-n));
    divide((nh, nl), (dh, dl + nl)).copysign(x)
}

/// The hyperbolic sine.
#[inline(always)]
pub fn sinh(x: f64) -> f64 {
    let a = x.abs();
    let z = x * x;
    let small = x + x * z * polynomial(z, &SINH);
    let (high, low, n) = exp_parts(at_most(a, 720.0));
    let inverse = power_of_two(-at_most(n + n, 1000.0)) / high;
    let (difference, rest) = fast_two_sum(high, -inverse);
    let large = scale(difference + (rest + low), n - 1.0);
    select(a < 1.0, small, large.copysign(x))
}

/// The hyperbolic cosine.
#[inline(always)]
pub fn cosh(x: f64) -> f64 {
    let (high, low, n) = exp_parts(at_most(x.abs(), 720.0));
    let inverse = power_of_two(-at_most(n + n, 1000.0)) / high;
    let (sum, rest) = fast_two_sum(high, inverse);
    scale(sum + (rest + (low - low * inverse * inverse)), n - 1.0)
}

/// The square root of a pair as a pair, for a positive normal `high` whose square does not overflow.
#[inline(always)]
fn root_of_sum(high: f64, low: f64) -> (f64, f64) {
    let s = high.sqrt();
    let (back, lost) = two_product(s, s);
    (s, (((high - back) - lost) + low) * (0.5 / s))
}

/// The inverse hyperbolic sine.
#[inline(always)]
pub fn asinh(x: f64) -> f64 {
    let a = x.abs();
    let z = x * x;
    let small = a + a * z * polynomial(z, &ASINH);
    let limited = at_most(a, MIN_ONE_NEGLIGIBLE);
    let (square, lost) = two_product(limited, limited);
    let (sum, rest) = two_sum(square, 1.0);
    let (root, tail) = root_of_sum(sum, rest + lost);
    let (high, low) = fast_two_sum(root, limited);
    let far = a > MIN_ONE_NEGLIGIBLE;
    let large = log_of_sum(select(far, a, high), select(far, 0.0, low + tail), select(far, 1.0, 0.0));
    let large = select(a < f64::INFINITY, large, a);
    select(a < 0.5, small, large).copysign(x)
}

/// The inverse hyperbolic cosine; NaN below one.
#[inline(always)]
pub fn acosh(x: f64) -> f64 {
    // From t = x - 1, which is exact: log(1 + t + sqrt(2 t + t^2)).
    let t = at_most(x, MIN_ONE_NEGLIGIBLE) - 1.0;
    let (square, lost) = two_product(t, t);
    let (sum, rest) = two_sum(2.0 * t, square);
    let positive = sum > 0.0;
    let (root, tail) = root_of_sum(select(positive, sum, 1.0), rest + lost);
    let (high, low) = two_sum(root, t);
    let near = log1p_of_sum(high, low + tail);
    let value = select(x > MIN_ONE_NEGLIGIBLE, log_of_sum(x, 0.0, 1.0), near);
    let inside = select(x < f64::INFINITY, value, x);
    select(x > 1.0, inside, select(x == 1.0, 0.0, f64::NAN))
}

/// The inverse hyperbolic tangent; infinite at one, NaN beyond.
#[inline(always)]
pub fn atanh(x: f64) -> f64 {
    let a = x.abs();
    let (dh, dl) = two_sum(1.0, -a);
    let n = 2.0 * a;
    let (leading, rest) = quotient_parts((n, 0.0), (dh, dl), 1.0 / dh);
    let (quotient, rest) = fast_two_sum(leading, rest);
    let value = 0.5 * log1p_of_sum(quotient, rest);
    // A number this small is its own answer, and its products would underflow.
    let inside = select(a < 1e-100, a, value);
    select(a < 1.0, inside, select(a == 1.0, f64::INFINITY, f64::NAN)).copysign(x)
}
