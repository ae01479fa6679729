//! Hypergeometric functions of real arguments: power series, the transformations of Euler and Pfaff and the connection
//! to the argument's complement (DLMF 15.8), Kummer's transformation, a recurrence over the first parameter and the
//! expansion for large arguments (DLMF 13.2, 13.3, 13.7).

use super::bessel_modified_order::iv;
use super::bessel_order::jv;
use super::gamma::{digamma, gamma, gammaln};
use super::powers::{pair_product, pair_quotient, pair_sum, pair_times};
use crate::math::{exp, fast_two_sum, log, pow, two_product, two_sum};

/// Up to this argument the power series of the Gaussian function is summed as it is.
const MAX_SERIES_ARGUMENT: f64 = 0.9;
/// How many times the sum the largest term of the Gaussian series may be: what the terms' roundings leave of it is
/// some units of the last place times this.
pub(super) const MAX_CANCELLED_TERM: f64 = 3.0;
/// Up to this argument the series in pairs ends before the most terms.
const MAX_PAIRED_ARGUMENT: f64 = 0.98;
/// How many times their sum the parts of the connection formula may be.
const MAX_CANCELLED_SUM: f64 = 4.0;
/// Most terms of a power series.
const MAX_HYPERGEOMETRIC_TERMS: usize = 5000;

/// The hypergeometric function 2F1(a, b; c; x): infinite at the poles of c, and beyond one unless it is a polynomial.
pub fn hyp2f1(a: f64, b: f64, c: f64, x: f64) -> f64 {
    if a.is_nan() || b.is_nan() || c.is_nan() || x.is_nan() {
        return f64::NAN;
    }
    if x == 0.0 {
        return 1.0;
    }
    // For a zero over a zero SciPy's result depends on the order of the parameters.
    if b == 0.0 || (a == 0.0 && c != 0.0) {
        return 1.0;
    }
    let (ends_a, ends_b) = (is_not_positive_integer(a), is_not_positive_integer(b));
    // Equal parameters cancel (DLMF 15.4.6), but the second one's series ends before its pole.
    if (x.abs() < 1.0 || x == -1.0) && (a == c || (b == c && !ends_b)) {
        return pow(1.0 - x, if b == c { -a } else { -b });
    }
    if is_not_positive_integer(c) && !((ends_a && a > c) || (ends_b && b >= c)) {
        return f64::INFINITY;
    }
    if ends_a || ends_b {
        return gaussian_series(a, (b, 0.0), c, (x, 0.0));
    }
    if x >= 1.0 {
        let excess = c - a - b;
        if x > 1.0 || excess <= 0.0 {
            return f64::INFINITY;
        }
        // Gauss's sum (DLMF 15.4.20).
        return gamma_quotient(c, excess, c - a, c - b);
    }
    if x.is_infinite() {
        return f64::NAN;
    }
    if x < -0.5 {
        // Pfaff's transformation (DLMF 15.8.1) of the parameter that makes the series shorter.
        let divisor = two_sum(1.0, -x);
        let (complement, _) = pair_quotient((1.0, 0.0), divisor);
        let z = pair_quotient((-x, 0.0), divisor);
        if a.abs() < b.abs() {
            return pow(complement, a) * gaussian_inside(a, two_sum(c, -b), c, z, complement);
        }
        return pow(complement, b) * gaussian_inside(b, two_sum(c, -a), c, z, complement);
    }
    gaussian_inside(a, (b, 0.0), c, (x, 0.0), 1.0 - x)
}

/// The function for z from -1/2 to one, with `w = 1 - z`; the second parameter and z are pairs.
fn gaussian_inside(first: f64, (second, second_low): (f64, f64), c: f64, (z, z_low): (f64, f64), w: f64) -> f64 {
    if z <= MAX_SERIES_ARGUMENT || is_not_positive_integer(first) || is_not_positive_integer(second) {
        return gaussian_series(first, (second, second_low), c, (z, z_low));
    }
    // Euler's transformation makes the excess positive.
    let excess = c - first - second;
    let transformed = excess < 0.0;
    let (a, b, d) = if transformed { (c - first, c - second, -excess) } else { (first, second, excess) };
    let factor = if transformed { pow(w, excess) } else { 1.0 };
    if is_not_positive_integer(a) || is_not_positive_integer(b) {
        return factor * gaussian_series(a, (b, 0.0), c, (z, z_low));
    }
    // The difference is whole up to its rounding.
    let nearest = d.round_ties_even();
    if (d - nearest).abs() <= 4.0 * f64::EPSILON * (a.abs() + b.abs() + c.abs()) {
        return factor * of_integer_excess(a, b, c, nearest, w);
    }
    // DLMF 15.8.4.
    let regular = gamma_quotient(c, d, c - a, c - b) * gaussian_series(a, (b, 0.0), 1.0 - d, (w, 0.0));
    let singular = gamma_quotient(c, -d, a, b) * pow(w, d) * gaussian_series(c - a, (c - b, 0.0), 1.0 + d, (w, 0.0));
    // Where the two cancel the series in pairs, of more terms, keeps the digits.
    if z < MAX_PAIRED_ARGUMENT && (regular + singular).abs() * MAX_CANCELLED_SUM < regular.abs() {
        return gaussian_series(first, (second, second_low), c, (z, z_low));
    }
    factor * (regular + singular)
}

/// The power series, which ends by itself where a parameter is a negative integer. The second parameter and the
/// argument are pairs, which count where the terms cancel: there the sum is made in pairs.
pub(super) fn gaussian_series(a: f64, (b, b_low): (f64, f64), c: f64, (z, z_low): (f64, f64)) -> f64 {
    let (mut term, mut sum, mut largest) = (1.0, 1.0, 1.0f64);
    for k in 0..MAX_HYPERGEOMETRIC_TERMS {
        let n = k as f64;
        if a + n == 0.0 || b + n == 0.0 {
            break;
        }
        term *= (a + n) * (b + n) / ((c + n) * (n + 1.0)) * z;
        sum += term;
        if term.abs() > largest {
            largest = term.abs();
        }
        if term == 0.0 || (term.abs() < 1e-17 * sum.abs() && n > -c) {
            break;
        }
    }
    // Infinite terms cancel to nothing in pairs either.
    if largest <= MAX_CANCELLED_TERM * sum.abs() || !(largest < f64::MAX) {
        return sum;
    }
    let (mut term, mut total) = ((1.0, 0.0), (1.0, 0.0));
    for k in 0..MAX_HYPERGEOMETRIC_TERMS {
        let n = k as f64;
        if a + n == 0.0 || b + n == 0.0 {
            break;
        }
        let above = pair_product(two_sum(a, n), pair_sum(two_sum(b, n), (b_low, 0.0)));
        let below = pair_times(two_sum(c, n), n + 1.0);
        term = pair_product(term, pair_product(pair_quotient(above, below), (z, z_low)));
        total = pair_sum(total, term);
        if is_negligible(term, total) && n > -c {
            break;
        }
    }
    high_part(total)
}

/// Whether a term changes no digit of a sum of pairs.
#[inline(always)]
fn is_negligible((term, _): (f64, f64), (total, _): (f64, f64)) -> bool {
    term.abs() <= 1e-33 * total.abs()
}

#[inline(always)]
fn high_part((high, _): (f64, f64)) -> f64 {
    high
}

/// The function of a whole excess m = c - a - b from zero, in powers of `w = 1 - z` and a logarithm (DLMF 15.8.10).
pub(super) fn of_integer_excess(a: f64, b: f64, c: f64, m: f64, w: f64) -> f64 {
    let mut finite = 0.0;
    if m > 0.0 {
        let (mut term, mut k) = (1.0, 0.0);
        for _ in 0..MAX_HYPERGEOMETRIC_TERMS {
            if k >= m {
                break;
            }
            finite += term;
            term *= -(a + k) * (b + k) * w / ((k + 1.0) * (m - k - 1.0));
            k += 1.0;
        }
        finite *= gamma_quotient(m, c, a + m, b + m);
    }
    let logarithm = log(w);
    // (-1)^m w^m gamma(c)/(gamma(a) gamma(b) m!).
    let odd = 0.5 * m != (0.5 * m).floor();
    let mut term = gamma_quotient(c, 1.0, a, b) * pow(w, m) / gamma(m + 1.0) * (if odd { -1.0 } else { 1.0 });
    let mut slope = logarithm - digamma(1.0) - digamma(m + 1.0) + digamma(a + m) + digamma(b + m);
    let mut sum = 0.0;
    for k in 0..200 {
        let n = k as f64;
        let step = term * slope;
        sum += step;
        if step.abs() < 1e-17 * sum.abs() {
            break;
        }
        slope += 1.0 / (a + m + n) + 1.0 / (b + m + n) - 1.0 / (n + 1.0) - 1.0 / (n + m + 1.0);
        term *= (a + m + n) * (b + m + n) / ((n + 1.0) * (n + m + 1.0)) * w;
    }
    finite - sum
}

/// Whether the number is an integer and not positive: a pole of the gamma function.
pub(super) fn is_not_positive_integer(x: f64) -> bool {
    x <= 0.0 && x == x.floor()
}

/// `gamma(a) gamma(b)/(gamma(c) gamma(d))`, zero at poles of the divisor.
pub(super) fn gamma_quotient(a: f64, b: f64, c: f64, d: f64) -> f64 {
    if is_not_positive_integer(c) || is_not_positive_integer(d) {
        return 0.0;
    }
    let value = gamma(a) / gamma(c) * (gamma(b) / gamma(d));
    if value.is_finite() && value != 0.0 {
        return value;
    }
    let size = exp(gammaln(a) - gammaln(c) + (gammaln(b) - gammaln(d)));
    gamma_sign(a) * gamma_sign(b) * gamma_sign(c) * gamma_sign(d) * size
}

/// The sign of the gamma function.
pub(super) fn gamma_sign(x: f64) -> f64 {
    if x < 0.0 && 0.5 * x.floor() != (0.5 * x.floor()).floor() { -1.0 } else { 1.0 }
}

/// The confluent hypergeometric function of Kummer, 1F1(a; b; x): infinite at the poles of b.
pub fn hyp1f1(a: f64, b: f64, x: f64) -> f64 {
    if a.is_nan() || b.is_nan() || x.is_nan() {
        return f64::NAN;
    }
    // A negative integer b is no pole where the series ends before it, nor with it, but of a = 0 in SciPy.
    if is_not_positive_integer(b) && !(is_not_positive_integer(a) && a >= b && a != 0.0) {
        return f64::INFINITY;
    }
    if a == 0.0 || x == 0.0 {
        return 1.0;
    }
    if a == b && a > 0.0 {
        return exp(x);
    }
    if is_not_positive_integer(a) && a > -3.0 {
        return kummer_series(a, b, x);
    }
    // Kummer's transformation (DLMF 13.2.39) makes the argument positive.
    if x < 0.0 && !is_not_positive_integer(a) {
        let value = kummer_of_positive(b - a, b, -x);
        return if value.is_infinite() { kummer_series(a, b, x) } else { exp(x) * value };
    }
    kummer_of_positive(a, b, x)
}

/// The function for a positive argument, or one that ends.
fn kummer_of_positive(a: f64, b: f64, x: f64) -> f64 {
    if a >= 0.0 || x < 0.0 || x > 2.0 * b - 4.0 * a || a < -1e5 {
        return kummer_direct(a, b, x);
    }
    // Up to x = 2b - 4a, where the function begins to grow, the terms rise to exp(2 sqrt(-a x)) and cancel to exp(x/2):
    // pairs still have a number's digits where that is 1e15.
    if 2.0 * (-a * x).sqrt() - 0.5 * x < LOSS_OF_PAIRS {
        return kummer_series_in_pairs(a, b, x);
    }
    // From parameters where they do down: there the recurrence is stable (DLMF 13.3.1).
    let (turning, half) = (0.5 * b - 0.25 * x, 0.5 * (LOSS_OF_PAIRS + 0.5 * x));
    let paired = -(half * half) / x;
    let top = if turning < paired { turning } else { paired };
    let steps = (top - a).ceil() + 1.0;
    let start = a + (if steps > 1.0 { steps } else { 1.0 });
    let (mut above, mut current) = (kummer_series_in_pairs(start + 1.0, b, x), kummer_series_in_pairs(start, b, x));
    let mut k = 0.0;
    for _ in 0..100001 {
        if start - k <= a + 0.5 {
            break;
        }
        let at = start - k;
        (above, current) = (current, ((b - 2.0 * at - x) * current + at * above) / (b - at));
        k += 1.0;
    }
    current
}

/// The logarithm of the loss that sums in pairs make good.
const LOSS_OF_PAIRS: f64 = 34.0;

/// The power series with terms and sum in pairs.
fn kummer_series_in_pairs(a: f64, b: f64, x: f64) -> f64 {
    let (mut term, mut term_low, mut sum, mut sum_low) = (1.0, 0.0, 1.0, 0.0);
    for k in 0..MAX_HYPERGEOMETRIC_TERMS {
        let n = k as f64;
        if a + n == 0.0 {
            break;
        }
        let (top, top_low) = two_sum(a, n);
        let (bottom, bottom_low) = two_sum(b, n);
        let (numerator, lost) = two_product(term, top);
        let numerator_low = lost + term_low * top + term * top_low;
        let (numerator, rest) = two_product(numerator, x);
        let numerator_low = rest + numerator_low * x;
        let (divisor, lost) = two_product(bottom, n + 1.0);
        let divisor_low = lost + bottom_low * (n + 1.0);
        let quotient = numerator / divisor;
        let (product, lost) = two_product(quotient, divisor);
        let rest = ((numerator - product) - lost + numerator_low - quotient * divisor_low) / divisor;
        (term, term_low) = fast_two_sum(quotient, rest);
        let (next, lost) = two_sum(sum, term);
        (sum, sum_low) = fast_two_sum(next, lost + sum_low + term_low);
        if term == 0.0 || (term.abs() < 1e-18 * sum.abs() && n > -b && n > -a) {
            break;
        }
    }
    sum
}

/// The power series, or the expansion for large arguments (DLMF 13.7.1).
fn kummer_direct(a: f64, b: f64, x: f64) -> f64 {
    if a == 0.0 {
        return 1.0;
    }
    if x < 50.0 + 2.0 * (b - a).abs() * (1.0 - a).abs() || is_not_positive_integer(a) {
        return kummer_series(a, b, x);
    }
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 0..60 {
        let n = k as f64;
        let next = term * ((b - a + n) * (1.0 - a + n) / ((n + 1.0) * x));
        if next.abs() >= term.abs() {
            break;
        }
        term = next;
        sum += term;
        if term.abs() < 1e-17 * sum.abs() {
            break;
        }
    }
    // The exponential is applied in halves, as the power may bring the product back into range.
    let half = exp(0.5 * x);
    half * (gamma_quotient(b, 1.0, a, 1.0) * pow(x, a - b) * half) * sum
}

fn kummer_series(a: f64, b: f64, x: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 0..MAX_HYPERGEOMETRIC_TERMS {
        let n = k as f64;
        if a + n == 0.0 {
            break;
        }
        term *= (a + n) / ((b + n) * (n + 1.0)) * x;
        sum += term;
        if term == 0.0 || sum.is_infinite() || (term.abs() < 1e-17 * sum.abs() && n > -b && n > -a) {
            break;
        }
    }
    sum
}

/// The confluent hypergeometric limit function 0F1(v; x), by the Bessel functions of order v - 1 (DLMF 10.16.9).
pub fn hyp0f1(v: f64, x: f64) -> f64 {
    if is_not_positive_integer(v) {
        return f64::NAN;
    }
    if x == 0.0 {
        return 1.0;
    }
    if v.is_nan() || x.is_nan() {
        return f64::NAN;
    }
    if x.abs() < 0.25 * (1.0 + v.abs()) {
        let (mut term, mut sum) = (1.0, 1.0);
        for k in 0..200 {
            let n = k as f64;
            term *= x / ((v + n) * (n + 1.0));
            sum += term;
            if term.abs() < 1e-17 * sum.abs() && n > -v {
                break;
            }
        }
        return sum;
    }
    let root = x.abs().sqrt();
    // What the root's rounding lost moves the phase of waves: a step along the derivative, which is that of order v.
    let bessel = if x > 0.0 {
        iv(v - 1.0, 2.0 * root)
    } else {
        let (square, low) = two_product(root, root);
        let lost = (-x - square) - low;
        let step = if lost.is_finite() { lost / root } else { 0.0 };
        jv(v - 1.0, 2.0 * root) - step * jv(v, 2.0 * root)
    };
    let factor = gamma(v) * pow(root, 1.0 - v);
    if factor.is_finite() && factor != 0.0 {
        return factor * bessel;
    }
    gamma_sign(v) * bessel * exp(gammaln(v) + (1.0 - v) * log(root))
}
