//! Hypergeometric functions of complex arguments: power series near zero, and beyond it Taylor series of their
//! differential equations along a path (DLMF 13.2.1, 15.10.1), which no relation of the parameters makes degenerate;
//! Kummer's transformation and the expansion for large arguments (DLMF 13.2.39, 13.7.2).

use super::bessel_complex::{iv_c128, jv_c128};
use super::complex_pairs::{
    complex_exp, complex_log, complex_pair_product, complex_pair_sum, complex_pair_times, complex_quotient,
    complex_root, complex_size, complex_times,
};
use super::gamma::{gamma, gammaln};
use super::gamma_ratio::gammasgn;
use super::hypergeometric::{MAX_CANCELLED_TERM, gamma_quotient, hyp0f1, hyp1f1, hyp2f1, is_not_positive_integer};
use super::polynomials::{cos_pi, sin_pi};
use super::powers::{pair_product, pair_quotient, sum_of_products};
use crate::c128;
use crate::math::{fast_two_sum, two_product, two_sum};

/// Most terms of a power series, and of a Taylor series.
const MAX_SERIES_TERMS: usize = 3000;
const MAX_TAYLOR_TERMS: usize = 400;
/// Most steps of a continuation.
const MAX_CONTINUATION_STEPS: usize = 20000;
/// A step over the distance from the nearest singular point.
const STEP_OF_CONTINUATION: f64 = 0.45;

/// The confluent hypergeometric limit function 0F1(v; z), by the Bessel functions of order v - 1 (DLMF 10.16.9).
pub fn hyp0f1_c128(v: f64, z: c128) -> c128 {
    if is_not_positive_integer(v) {
        return c128::new(f64::NAN, 0.0);
    }
    if z.im == 0.0 {
        return c128::new(hyp0f1(v, z.re), z.im);
    }
    if v.is_nan() || z.re.is_nan() || z.im.is_nan() {
        return c128::new(f64::NAN, f64::NAN);
    }
    if complex_size(z) < 0.25 * (1.0 + v.abs()) {
        let (mut term, mut sum) = (c128::new(1.0, 0.0), c128::new(1.0, 0.0));
        for k in 0..200 {
            let n = k as f64;
            term = complex_times(term * z, 1.0 / ((v + n) * (n + 1.0)));
            sum = c128::new(sum.re + term.re, sum.im + term.im);
            if is_last(term, sum) && n > -v {
                break;
            }
        }
        return sum;
    }
    // Up to here the terms exceed the function by at most exp(28): pairs keep its digits near zeros too.
    if complex_size(z) < 200.0 && v > -100.0 {
        return limit_series_in_pairs(v, z);
    }
    // Of a square root on the right: the modified function, or the other one of -z, whose root is nearer to the axis.
    let right = z.re > 0.0;
    let root = complex_root(if right { z } else { c128::new(-z.re, -z.im) });
    let twice = complex_times(root, 2.0);
    let bessel = if right { iv_c128(v - 1.0, twice) } else { jv_c128(v - 1.0, twice) };
    let logarithm = complex_log(root);
    let scale = gamma(v);
    if scale.is_finite() && scale != 0.0 && v.abs() < 50.0 {
        return complex_times(bessel * complex_exp(complex_times(logarithm, 1.0 - v)), scale);
    }
    let (size, angle) = (gammaln(v) + (1.0 - v) * logarithm.re, (1.0 - v) * logarithm.im);
    complex_times(bessel * complex_exp(c128::new(size, angle)), gammasgn(v))
}

/// The power series of 0F1 with terms and sum in pairs.
fn limit_series_in_pairs(v: f64, z: c128) -> c128 {
    let (mut re, mut re_low, mut im, mut im_low) = (1.0, 0.0, 0.0, 0.0);
    let (mut real, mut real_low, mut imaginary, mut imaginary_low) = (1.0, 0.0, 0.0, 0.0);
    for k in 0..1000 {
        let n = k as f64;
        let (shifted, shifted_low) = two_sum(v, n);
        let (divisor, lost) = two_product(shifted, n + 1.0);
        let divisor_low = lost + shifted_low * (n + 1.0);
        let (above, above_low) = sum_of_products(re, re_low, z.re, im, im_low, -z.im);
        let (beside, beside_low) = sum_of_products(re, re_low, z.im, im, im_low, z.re);
        (re, re_low) = quotient_of_pairs(above, above_low, divisor, divisor_low);
        (im, im_low) = quotient_of_pairs(beside, beside_low, divisor, divisor_low);
        let (next, lost) = two_sum(real, re);
        (real, real_low) = fast_two_sum(next, lost + real_low + re_low);
        let (next, lost) = two_sum(imaginary, im);
        (imaginary, imaginary_low) = fast_two_sum(next, lost + imaginary_low + im_low);
        if re.abs() + im.abs() <= 1e-20 * (real.abs() + imaginary.abs()) && n > -v {
            break;
        }
    }
    c128::new(real, imaginary)
}

/// The quotient of two pairs as a pair.
fn quotient_of_pairs(a: f64, a_low: f64, b: f64, b_low: f64) -> (f64, f64) {
    let quotient = a / b;
    let (product, lost) = two_product(quotient, b);
    fast_two_sum(quotient, ((a - product) - lost + a_low - quotient * b_low) / b)
}

/// Whether a term leaves the last digit of a sum.
fn is_last(term: c128, sum: c128) -> bool {
    let size = term.re.abs() + term.im.abs();
    size <= 1e-17 * (sum.re.abs() + sum.im.abs()) || !(size < f64::INFINITY)
}

/// The confluent hypergeometric function of Kummer, 1F1(a; b; z): infinite at the poles of b.
pub fn hyp1f1_c128(a: f64, b: f64, z: c128) -> c128 {
    if a.is_nan() || b.is_nan() || z.re.is_nan() || z.im.is_nan() {
        return c128::new(f64::NAN, f64::NAN);
    }
    if is_not_positive_integer(b) {
        // As in SciPy, where a complex function has its pole also where the series ends before it.
        return c128::new(f64::INFINITY, 0.0);
    }
    if z.im == 0.0 {
        return c128::new(hyp1f1(a, b, z.re), z.im);
    }
    if a == 0.0 {
        return c128::new(1.0, 0.0);
    }
    if z.re.is_infinite() || z.im.is_infinite() {
        return c128::new(f64::NAN, f64::NAN);
    }
    if a == b {
        return complex_exp(z);
    }
    if is_not_positive_integer(a) && a > -40.0 {
        let (value, _) = kummer_powers(a, b, z);
        return value;
    }
    let left = z.re < 0.0;
    let (first, w) = if left { (b - a, c128::new(-z.re, -z.im)) } else { (a, z) };
    if left && is_not_positive_integer(first) && first > -40.0 {
        let (value, _) = kummer_powers(first, b, w);
        return complex_exp(z) * value;
    }
    // exp(-x) times the function, x the real part of the argument.
    let far = complex_size(w) > 50.0 + 2.0 * first.abs() * (b - first).abs();
    let scaled = if far { kummer_expansion(first, b, w) } else { kummer_continued(first, b, w) };
    complex_exp(if left { c128::new(0.0, z.im) } else { c128::new(z.re, 0.0) }) * scaled
}

/// The power series of Kummer's function and of its derivative.
fn kummer_powers(a: f64, b: f64, z: c128) -> (c128, c128) {
    let (mut term, mut sum, mut slope) = (c128::new(1.0, 0.0), c128::new(1.0, 0.0), c128::new(0.0, 0.0));
    for k in 0..MAX_SERIES_TERMS {
        let n = k as f64;
        if a + n == 0.0 {
            break;
        }
        let before = complex_times(term, (a + n) / (b + n));
        slope = c128::new(slope.re + before.re, slope.im + before.im);
        term = complex_times(before * z, 1.0 / (n + 1.0));
        sum = c128::new(sum.re + term.re, sum.im + term.im);
        if is_last(term, sum) && n > -b && n > -a {
            break;
        }
    }
    (sum, slope)
}

/// exp(-x) times Kummer's function of z = x + i y on the right, from the power series near zero on along the ray.
fn kummer_continued(a: f64, b: f64, z: c128) -> c128 {
    let size = complex_size(z);
    let near = 2.0 * (1.0 + b.abs()) / (1.0 + a.abs());
    let start = if near < 2.0 { near } else { 2.0 };
    if size <= start {
        let (value, _) = kummer_powers(a, b, z);
        return complex_times(value, complex_exp(c128::new(-z.re, 0.0)).re);
    }
    let mut point = complex_times(z, start / size);
    let (value, slope) = kummer_powers(a, b, point);
    let factor = complex_exp(c128::new(-point.re, 0.0)).re;
    let (mut value, mut slope) = (complex_times(value, factor), complex_times(slope, factor));
    for _ in 0..MAX_CONTINUATION_STEPS {
        let rest = c128::new(z.re - point.re, z.im - point.im);
        let left = complex_size(rest);
        if left == 0.0 {
            break;
        }
        let longest = STEP_OF_CONTINUATION * complex_size(point);
        let longest = if longest < 2.0 { longest } else { 2.0 };
        let step = if left <= longest { rest } else { complex_times(rest, longest / left) };
        (value, slope) = kummer_step(a, b, point, step, value, slope);
        let factor = complex_exp(c128::new(-step.re, 0.0)).re;
        (value, slope) = (complex_times(value, factor), complex_times(slope, factor));
        if left <= longest {
            break;
        }
        point = c128::new(point.re + step.re, point.im + step.im);
    }
    value
}

/// The value and the slope of a solution of Kummer's equation a step further.
fn kummer_step(a: f64, b: f64, point: c128, step: c128, value: c128, slope: c128) -> (c128, c128) {
    let inverse = complex_quotient(step, point);
    // Terms of the series times powers of the step.
    let (mut current, mut next) = (value, slope * step);
    let mut sum = c128::new(current.re + next.re, current.im + next.im);
    let mut rise = next;
    for k in 0..MAX_TAYLOR_TERMS {
        let n = k as f64;
        let first = complex_times(current * step, n + a);
        let second = complex_times(c128::new(n + b - point.re, -point.im) * next, n + 1.0);
        let both = c128::new(first.re - second.re, first.im - second.im);
        let term = complex_times(both * inverse, 1.0 / ((n + 2.0) * (n + 1.0)));
        (current, next) = (next, term);
        sum = c128::new(sum.re + term.re, sum.im + term.im);
        rise = c128::new(rise.re + (n + 2.0) * term.re, rise.im + (n + 2.0) * term.im);
        if is_last(complex_times(term, n + 2.0), sum) && is_last(complex_times(current, n + 1.0), sum) {
            break;
        }
    }
    (sum, complex_quotient(rise, step))
}

/// exp(-x) times Kummer's function of z = x + i y on the right, by its expansion for large arguments.
fn kummer_expansion(a: f64, b: f64, z: c128) -> c128 {
    let inverse = complex_quotient(c128::new(1.0, 0.0), z);
    let logarithm = complex_log(z);
    let growing = kummer_tail(1.0 - a, b - a, inverse);
    let falling = kummer_tail(a, a - b + 1.0, c128::new(-inverse.re, -inverse.im));
    let power = complex_exp(c128::new((a - b) * logarithm.re, (a - b) * logarithm.im + z.im));
    let first = complex_times(growing * power, gamma_quotient(b, 1.0, a, 1.0));
    let other = complex_exp(c128::new(-a * logarithm.re - z.re, -a * logarithm.im));
    let turn = c128::new(cos_pi(a), if z.im >= 0.0 { sin_pi(a) } else { -sin_pi(a) });
    let second = complex_times(falling * (other * turn), gamma_quotient(b, 1.0, b - a, 1.0));
    c128::new(first.re + second.re, first.im + second.im)
}

/// The sum of (p)_k (q)_k/k! z^k as far as its terms fall.
fn kummer_tail(p: f64, q: f64, z: c128) -> c128 {
    let (mut term, mut sum) = (c128::new(1.0, 0.0), c128::new(1.0, 0.0));
    for k in 0..200 {
        let n = k as f64;
        let next = complex_times(term * z, (p + n) * (q + n) / (n + 1.0));
        if complex_size(next) >= complex_size(term) {
            break;
        }
        term = next;
        sum = c128::new(sum.re + term.re, sum.im + term.im);
        if is_last(term, sum) {
            break;
        }
    }
    sum
}

/// The hypergeometric function 2F1(a, b; c; z), with its cut along the real axis from one on; the sign of the imaginary
/// part selects the side. Infinite at the poles of c.
pub fn hyp2f1_c128(a: f64, b: f64, c: f64, z: c128) -> c128 {
    if a.is_nan() || b.is_nan() || c.is_nan() || z.re.is_nan() || z.im.is_nan() {
        return c128::new(f64::NAN, f64::NAN);
    }
    let (ends_a, ends_b) = (is_not_positive_integer(a), is_not_positive_integer(b));
    let ends = ends_a || ends_b;
    if z.im == 0.0 && (z.re <= 1.0 || ends) {
        return c128::new(hyp2f1(a, b, c, z.re), z.im);
    }
    if b == 0.0 || (a == 0.0 && c != 0.0) {
        return c128::new(1.0, 0.0);
    }
    if is_not_positive_integer(c) && !((ends_a && a > c) || (ends_b && b >= c)) {
        return c128::new(f64::INFINITY, 0.0);
    }
    if z.re.is_infinite() || z.im.is_infinite() {
        return c128::new(f64::NAN, f64::NAN);
    }
    if ends {
        let (value, _) = gaussian_powers(a, b, c, z);
        return value;
    }
    if z.re < 0.0 {
        // Pfaff's transformation (DLMF 15.8.1) of the parameter that makes the series shorter.
        let rest = c128::new(1.0 - z.re, -z.im);
        let logarithm = complex_log(rest);
        let w = complex_quotient(z, c128::new(z.re - 1.0, z.im));
        let first = a.abs() < b.abs();
        let (p, q) = if first { (a, c - b) } else { (b, c - a) };
        let value = gaussian_on_right(p, q, c, w);
        return complex_exp(complex_times(logarithm, -p)) * value;
    }
    gaussian_on_right(a, b, c, z)
}

/// The function of a real part from zero on.
fn gaussian_on_right(a: f64, b: f64, c: f64, z: c128) -> c128 {
    if complex_size(z) <= 0.75 || is_not_positive_integer(a) || is_not_positive_integer(b) {
        let (value, _) = gaussian_powers(a, b, c, z);
        return value;
    }
    // Equal parameters cancel (DLMF 15.4.6).
    if a == c || b == c {
        let logarithm = complex_log(c128::new(1.0 - z.re, -z.im));
        return complex_exp(complex_times(logarithm, if b == c { -a } else { -b }));
    }
    gaussian_continued(a, b, c, z)
}

/// The power series of the function and of its derivative: where the terms cancel it is summed in pairs.
fn gaussian_powers(a: f64, b: f64, c: f64, z: c128) -> (c128, c128) {
    let (mut term, mut sum, mut slope) = (c128::new(1.0, 0.0), c128::new(1.0, 0.0), c128::new(0.0, 0.0));
    let (mut largest, mut steepest) = (1.0, 0.0);
    for k in 0..MAX_SERIES_TERMS {
        let n = k as f64;
        if a + n == 0.0 || b + n == 0.0 {
            break;
        }
        let before = complex_times(term, (a + n) * (b + n) / (c + n));
        slope = c128::new(slope.re + before.re, slope.im + before.im);
        term = complex_times(before * z, 1.0 / (n + 1.0));
        sum = c128::new(sum.re + term.re, sum.im + term.im);
        let (size, rise) = (term.re.abs() + term.im.abs(), before.re.abs() + before.im.abs());
        largest = if size > largest { size } else { largest };
        steepest = if rise > steepest { rise } else { steepest };
        if is_last(term, sum) && n > -c && n > -a && n > -b {
            break;
        }
    }
    let cancels =
        largest > MAX_CANCELLED_TERM * complex_size(sum) || steepest > MAX_CANCELLED_TERM * complex_size(slope);
    // Infinite terms cancel to nothing in pairs either.
    if cancels && largest < f64::MAX && steepest < f64::MAX { gaussian_pairs(a, b, c, z) } else { (sum, slope) }
}

/// The same sums in pairs.
fn gaussian_pairs(a: f64, b: f64, c: f64, z: c128) -> (c128, c128) {
    let zero = c128::new(0.0, 0.0);
    let (mut term, mut sum, mut slope) = ((c128::new(1.0, 0.0), zero), (c128::new(1.0, 0.0), zero), (zero, zero));
    for k in 0..MAX_SERIES_TERMS {
        let n = k as f64;
        if a + n == 0.0 || b + n == 0.0 {
            break;
        }
        let ratio = pair_quotient(pair_product(two_sum(a, n), two_sum(b, n)), two_sum(c, n));
        let before = complex_pair_times(term, ratio);
        slope = complex_pair_sum(slope, before);
        term = complex_pair_times(complex_pair_product(before, (z, zero)), pair_quotient((1.0, 0.0), (n + 1.0, 0.0)));
        sum = complex_pair_sum(sum, term);
        let ((last, _), (total, _)) = (term, sum);
        if last.re.abs() + last.im.abs() <= 1e-33 * (total.re.abs() + total.im.abs()) && n > -c && n > -a && n > -b {
            break;
        }
    }
    let ((total, _), (rise, _)) = (sum, slope);
    (total, rise)
}

/// Up to this distance from one the path goes around one at the argument's own distance.
const MAX_CIRCLED_DISTANCE: f64 = 0.5;

/// The function along a path from near zero: on the ray of the argument as long as that ends before it is abreast of
/// one, because far from the axis functions may be much larger. Beyond, the path goes around one, nearer to which
/// functions may be larger too, or where the argument is not near, on a ray of at least 60 degrees.
fn gaussian_continued(a: f64, b: f64, c: f64, z: c128) -> c128 {
    /// sin(60 degrees).
    const SINE: f64 = 0.8660254037844386;
    let size = complex_size(z);
    let below = z.im < 0.0 || (z.im == 0.0 && z.im.is_sign_negative());
    let from_one = c128::new(1.0 - z.re, -z.im);
    let distance = complex_size(from_one);
    if z.re > 1.0 && distance < MAX_CIRCLED_DISTANCE {
        let at_start = gaussian_powers(a, b, c, c128::new(0.5, 0.0));
        let (left, side) = (c128::new(distance, 0.0), c128::new(0.0, if below { distance } else { -distance }));
        let at_left = gaussian_along(a, b, c, (c128::new(0.5, 0.0), left), at_start);
        let at_side = gaussian_along(a, b, c, (left, side), at_left);
        let (value, _) = gaussian_along(a, b, c, (side, from_one), at_side);
        return value;
    }
    let beside_axis = z.re > 1.0 && z.re > 0.5 * size;
    let ray = if beside_axis { c128::new(0.5, if below { -SINE } else { SINE }) } else { complex_times(z, 1.0 / size) };
    let start = complex_times(ray, 0.5);
    let segment = (c128::new(1.0 - start.re, -start.im), from_one);
    let (value, _) = gaussian_along(a, b, c, segment, gaussian_powers(a, b, c, start));
    value
}

/// The value and the slope of a solution of the hypergeometric equation at the end of a segment, from those at its
/// start. The ends are given by one less the argument, whose digits count as powers beside one.
fn gaussian_along(
    a: f64,
    b: f64,
    c: f64,
    (start, end): (c128, c128),
    (first, first_slope): (c128, c128),
) -> (c128, c128) {
    let (mut point, mut value, mut slope) = (start, first, first_slope);
    for _ in 0..MAX_CONTINUATION_STEPS {
        let rest = c128::new(point.re - end.re, point.im - end.im);
        let left = complex_size(rest);
        if left == 0.0 {
            break;
        }
        let (from_zero, from_one) = (complex_size(c128::new(1.0 - point.re, point.im)), complex_size(point));
        let longest = STEP_OF_CONTINUATION * (if from_zero < from_one { from_zero } else { from_one });
        let step = if left <= longest { rest } else { complex_times(rest, longest / left) };
        (value, slope) = gaussian_step(a, b, c, point, step, value, slope);
        if left <= longest {
            break;
        }
        point = c128::new(point.re - step.re, point.im - step.im);
    }
    (value, slope)
}

/// The value and the slope of a solution of the hypergeometric equation a step further, from a point that is given by
/// one less itself.
fn gaussian_step(a: f64, b: f64, c: f64, from_one: c128, step: c128, value: c128, slope: c128) -> (c128, c128) {
    let point = c128::new(1.0 - from_one.re, -from_one.im);
    // h/(p (1 - p)), and the coefficients of the second term.
    let inverse = complex_quotient(step, point * from_one);
    let each = c128::new(1.0 - 2.0 * point.re, -2.0 * point.im);
    let fixed = c128::new(c - (a + b + 1.0) * point.re, -(a + b + 1.0) * point.im);
    let (mut current, mut next) = (value, slope * step);
    let mut sum = c128::new(current.re + next.re, current.im + next.im);
    let mut rise = next;
    for k in 0..MAX_TAYLOR_TERMS {
        let n = k as f64;
        let first = complex_times(current * step, (n + a) * (n + b));
        let factor = c128::new(n * each.re + fixed.re, n * each.im + fixed.im);
        let second = complex_times(factor * next, n + 1.0);
        let both = c128::new(first.re - second.re, first.im - second.im);
        let term = complex_times(both * inverse, 1.0 / ((n + 2.0) * (n + 1.0)));
        (current, next) = (next, term);
        sum = c128::new(sum.re + term.re, sum.im + term.im);
        rise = c128::new(rise.re + (n + 2.0) * term.re, rise.im + (n + 2.0) * term.im);
        if is_last(complex_times(term, n + 2.0), sum) && is_last(complex_times(current, n + 1.0), sum) {
            break;
        }
    }
    (sum, complex_quotient(rise, step))
}
