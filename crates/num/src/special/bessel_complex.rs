//! Bessel functions of real order and complex argument: modified ones in the right half-plane, by the series of Temme,
//! his continued fraction and Hankel's expansion for the second kind, by the power series or the Wronskian for the
//! first (DLMF 10.28.2, 10.40, 10.33.1), and the others by connection (10.27, 10.34).

use super::bessel_modified_order::{TEMME_EVEN, TEMME_ODD};
use super::bessel_order::jv;
use super::bessel_second::yv;
use super::complex_pairs::{complex_exp, complex_log, complex_quotient, complex_root, complex_size, complex_times};
use super::gamma::{gamma, gammaln};
use super::polynomials::{cos_pi, sin_pi};
use crate::c128;
use crate::math::{exp, polynomial};

/// Most steps over orders.
const MAX_ORDER_STEPS: usize = 100000;

/// The Bessel function of the first kind.
pub fn jv_c128(v: f64, z: c128) -> c128 {
    grown(jve_c128(v, z), z.im.abs())
}

/// `exp(-|y|)` times [`jv_c128`], y the imaginary part of the argument.
pub fn jve_c128(v: f64, z: c128) -> c128 {
    if not_defined(v, z) {
        return c128::new(f64::NAN, f64::NAN);
    }
    if z.re == 0.0 && z.im == 0.0 {
        return value_at_zero(v);
    }
    if z.im == 0.0 {
        return first_on_axis(v, z.re);
    }
    // Functions of conjugate arguments are conjugate (DLMF 10.11.9).
    let below = z.im < 0.0;
    let (first, _) = first_and_hankel(v, if below { conjugated(z) } else { z });
    if below { conjugated(first) } else { first }
}

/// The Bessel function of the second kind.
pub fn yv_c128(v: f64, z: c128) -> c128 {
    grown(yve_c128(v, z), z.im.abs())
}

/// `exp(-|y|)` times [`yv_c128`], y the imaginary part of the argument.
pub fn yve_c128(v: f64, z: c128) -> c128 {
    if not_defined(v, z) {
        return c128::new(f64::NAN, f64::NAN);
    }
    if z.re == 0.0 && z.im == 0.0 {
        if v < 0.0 && v != v.floor() {
            return c128::new(f64::NAN, 0.0);
        }
        let odd = 0.5 * v != (0.5 * v).floor();
        return c128::new(if v < 0.0 && odd { f64::INFINITY } else { f64::NEG_INFINITY }, 0.0);
    }
    if z.im == 0.0 {
        // DLMF 10.11.2.
        let (value, (c, s)) = (yv(v, z.re.abs()), (cos_pi(v), sin_pi(v)));
        if z.re > 0.0 {
            return c128::new(value, 0.0);
        }
        return c128::new(c * value, 2.0 * c * jv(v, z.re.abs()) - s * value);
    }
    let below = z.im < 0.0;
    let upper = if below { conjugated(z) } else { z };
    let (first, hankel) = first_and_hankel(v, upper);
    let second = second_of(first, hankel, upper);
    if below { conjugated(second) } else { second }
}

/// Hankel's function of the first kind.
pub fn hankel1(v: f64, z: c128) -> c128 {
    if z.im < 0.0 && !is_beside_right_axis(z) {
        return grown(conjugated(other_hankel(v, conjugated(z))), -z.im);
    }
    upper_hankel(v, z) * complex_exp(c128::new(-z.im, z.re))
}

/// `exp(-i z)` times [`hankel1`].
pub fn hankel1e(v: f64, z: c128) -> c128 {
    if z.im < 0.0 && !is_beside_right_axis(z) {
        return conjugated(other_hankel(v, conjugated(z))) * complex_exp(c128::new(0.0, -z.re));
    }
    upper_hankel(v, z)
}

/// Hankel's function of the second kind.
pub fn hankel2(v: f64, z: c128) -> c128 {
    if z.im < 0.0 || is_beside_right_axis(z) {
        return conjugated(upper_hankel(v, conjugated(z))) * complex_exp(c128::new(z.im, -z.re));
    }
    grown(other_hankel(v, z), z.im)
}

/// `exp(i z)` times [`hankel2`].
pub fn hankel2e(v: f64, z: c128) -> c128 {
    if z.im < 0.0 || is_beside_right_axis(z) {
        return conjugated(upper_hankel(v, conjugated(z)));
    }
    other_hankel(v, z) * complex_exp(c128::new(0.0, z.re))
}

/// The modified Bessel function of the first kind.
pub fn iv_c128(v: f64, z: c128) -> c128 {
    grown(ive_c128(v, z), z.re.abs())
}

/// `exp(-|x|)` times [`iv_c128`], x the real part of the argument.
pub fn ive_c128(v: f64, z: c128) -> c128 {
    if not_defined(v, z) {
        return c128::new(f64::NAN, f64::NAN);
    }
    if z.re == 0.0 && z.im == 0.0 {
        return value_at_zero(v);
    }
    if z.re == 0.0 {
        // DLMF 10.27.6.
        let side = if z.im < 0.0 { -0.5 * v } else { 0.5 * v };
        let value = jv(v, z.im.abs());
        return c128::new(cos_pi(side) * value, sin_pi(side) * value);
    }
    let left = z.re < 0.0;
    let w = if left { c128::new(-z.re, -z.im) } else { z };
    let order = v.abs();
    let (mut value, second) = modified_right(order, w);
    if v < 0.0 && v != v.floor() {
        // DLMF 10.27.2.
        let part = second * complex_exp(c128::new(-2.0 * w.re, -w.im));
        let factor = std::f64::consts::FRAC_2_PI * sin_pi(order);
        value = c128::new(value.re + factor * part.re, value.im + factor * part.im);
    }
    if !left {
        return value;
    }
    // DLMF 10.34.1, by a half turn from the side on which the argument is.
    let sine = if z.im < 0.0 { -sin_pi(v) } else { sin_pi(v) };
    c128::new(cos_pi(v), sine) * value
}

/// The modified Bessel function of the second kind.
pub fn kv_c128(v: f64, z: c128) -> c128 {
    kve_c128(v, z) * complex_exp(c128::new(-z.re, -z.im))
}

/// `exp(z)` times [`kv_c128`].
pub fn kve_c128(v: f64, z: c128) -> c128 {
    if not_defined(v, z) {
        return c128::new(f64::NAN, f64::NAN);
    }
    if z.re == 0.0 && z.im == 0.0 {
        return c128::new(f64::INFINITY, f64::NAN);
    }
    let order = v.abs();
    if z.re >= 0.0 {
        let (_, second) = modified_right(order, z);
        return second;
    }
    // DLMF 10.34.2, by a half turn from the side on which the argument is, w = -z: exp(-w) K(w) and exp(-w) I(w).
    let above = !(z.im < 0.0);
    let (first, second) = modified_right(order, c128::new(-z.re, -z.im));
    let falling = second * complex_exp(c128::new(2.0 * z.re, 2.0 * z.im));
    let rising = first * complex_exp(c128::new(0.0, z.im));
    let sine = if above { -sin_pi(order) } else { sin_pi(order) };
    let rotated = c128::new(cos_pi(order), sine) * falling;
    let side = if above { std::f64::consts::PI } else { -std::f64::consts::PI };
    c128::new(rotated.re + side * rising.im, rotated.im - side * rising.re)
}

/// The number times the exponential, in halves, as the product is finite somewhat beyond the exponential's overflow.
fn grown(z: c128, exponent: f64) -> c128 {
    let half = exp(0.5 * exponent);
    complex_times(complex_times(z, half), half)
}

fn not_defined(v: f64, z: c128) -> bool {
    v.is_nan() || v.is_infinite() || v.abs() > 1e5 || !z.re.is_finite() || !z.im.is_finite()
}

fn conjugated(z: c128) -> c128 {
    c128::new(z.re, -z.im)
}

/// The functions of the first kind at zero.
fn value_at_zero(v: f64) -> c128 {
    let whole = v == v.floor();
    if v == 0.0 {
        c128::new(1.0, 0.0)
    } else if v > 0.0 || whole {
        c128::new(0.0, 0.0)
    } else {
        c128::new(f64::INFINITY, f64::NAN)
    }
}

/// The function of the first kind on the real axis, left of zero above the cut (DLMF 10.11.1): beside zeros a function
/// of real numbers has more digits.
fn first_on_axis(v: f64, x: f64) -> c128 {
    let value = jv(v, x.abs());
    if x > 0.0 { c128::new(value, 0.0) } else { c128::new(cos_pi(v) * value, sin_pi(v) * value) }
}

/// In the upper half-plane, exp(-y) times the function of the first kind and exp(-i z) times Hankel's of the first
/// kind, whose modified functions are of `-i z`.
fn first_and_hankel(v: f64, z: c128) -> (c128, c128) {
    let order = v.abs();
    let (first, second) = modified_right(order, c128::new(z.im, -z.re));
    let (c, s) = (cos_pi(0.5 * order), sin_pi(0.5 * order));
    // DLMF 10.27.6, 10.27.8.
    let j = c128::new(c, s) * first;
    let rotated = c128::new(c, -s) * second;
    let hankel = complex_times(c128::new(rotated.im, -rotated.re), std::f64::consts::FRAC_2_PI);
    if v >= 0.0 {
        return (j, hankel);
    }
    // DLMF 10.4.6: of the negative order the first function is cos(pi v) J - sin(pi v) Y, and Hankel's exp(i pi v) H.
    let y = second_of(j, hankel, z);
    let (c, s) = (cos_pi(order), sin_pi(order));
    (c128::new(c * j.re - s * y.re, c * j.im - s * y.im), c128::new(c, s) * hankel)
}

/// exp(-y) times the function of the second kind, -i times Hankel's less the first, from these two.
fn second_of(first: c128, hankel: c128, z: c128) -> c128 {
    let h = hankel * complex_exp(c128::new(-2.0 * z.im, z.re));
    c128::new(h.im - first.im, first.re - h.re)
}

/// Whether both of Hankel's functions are of the second modified kind alone: beside zeros of the first kind its error
/// is larger than theirs. On the other side of the axis the continued fraction ends too late for small numbers.
fn is_beside_right_axis(z: c128) -> bool {
    z.re > 0.0 && (z.im == 0.0 || (z.im.abs() <= 1.0 && z.re >= 4.0))
}

/// exp(-i z) times Hankel's function of the first kind in the upper half-plane, and below the positive axis.
fn upper_hankel(v: f64, z: c128) -> c128 {
    if not_defined(v, z) || (z.re == 0.0 && z.im == 0.0) {
        return c128::new(f64::NAN, f64::NAN);
    }
    let order = v.abs();
    let turned = c128::new(z.im, -z.re);
    let size = complex_size(z);
    let second = if is_far(order, size) { far_second(order, turned) } else { second_alone(order, turned, size) };
    // DLMF 10.27.8, 10.4.6.
    let (c, s) = (cos_pi(0.5 * order), if v < 0.0 { sin_pi(0.5 * order) } else { -sin_pi(0.5 * order) });
    let rotated = c128::new(c, s) * second;
    complex_times(c128::new(rotated.im, -rotated.re), std::f64::consts::FRAC_2_PI)
}

/// exp(-y) times Hankel's function of the second kind in the upper half-plane: twice the first kind less the other.
fn other_hankel(v: f64, z: c128) -> c128 {
    if not_defined(v, z) || (z.re == 0.0 && z.im == 0.0) {
        return c128::new(f64::NAN, f64::NAN);
    }
    let (first, hankel) = first_and_hankel(v, z);
    let h = hankel * complex_exp(c128::new(-2.0 * z.im, z.re));
    c128::new(2.0 * first.re - h.re, 2.0 * first.im - h.im)
}

/// The modified functions of the first and second kind of an order from zero and an argument in the right half-plane:
/// the first times exp(-x) and the second times exp(z).
pub(super) fn modified_right(order: f64, z: c128) -> (c128, c128) {
    let size = complex_size(z);
    if is_far(order, size) {
        return far_right(order, z);
    }
    let (second, next) = second_of_c128(order, z, size);
    if size * size <= 4.0 * (order + 1.0) || size < 1.0 {
        return (complex_times(complex_power_series(order, z), exp(-z.re)), second);
    }
    // exp(-z) I, from the Wronskian with the ratio of neighbours.
    let ratio = neighbours_ratio(order, z, size);
    let divisor = z * (next + ratio * second);
    (complex_quotient(complex_exp(c128::new(0.0, z.im)), divisor), second)
}

/// Whether Hankel's expansions have all digits.
fn is_far(order: f64, size: f64) -> bool {
    size > 40.0 && 2.0 * size > (order + 1.0) * (order + 1.0)
}

/// exp(z) times the function of the second kind, by its expansion.
fn far_second(order: f64, z: c128) -> c128 {
    complex_root(complex_quotient(c128::new(std::f64::consts::FRAC_PI_2, 0.0), z)) * hankel_expansion(order, z, 1.0)
}

/// The same by recurrence.
fn second_alone(order: f64, z: c128, size: f64) -> c128 {
    let (second, _) = second_of_c128(order, z, size);
    second
}

/// The functions of [`modified_right`] by Hankel's expansions (DLMF 10.40.2, 10.40.5), for large arguments.
fn far_right(order: f64, z: c128) -> (c128, c128) {
    let root = complex_root(complex_quotient(c128::new(std::f64::consts::FRAC_PI_2, 0.0), z));
    let second = root * hankel_expansion(order, z, 1.0);
    let rising = root * hankel_expansion(order, z, -1.0);
    // Beside the rising wave the falling one, which counts next to the imaginary axis, turned by order + 1/2 half
    // turns.
    let wave = complex_exp(c128::new(0.0, z.im)) * rising;
    let (c, s) = (cos_pi(order), sin_pi(order));
    let turn = if z.im < 0.0 { c128::new(-s, -c) } else { c128::new(-s, c) };
    let falling = turn * complex_exp(c128::new(-2.0 * z.re, -z.im)) * second;
    (complex_times(c128::new(wave.re + falling.re, wave.im + falling.im), std::f64::consts::FRAC_1_PI), second)
}

/// The expansion in powers of 1/z, with the signs of the second kind, or alternating ones.
fn hankel_expansion(order: f64, z: c128, sign: f64) -> c128 {
    let inverse = complex_quotient(c128::new(0.125 * sign, 0.0), z);
    let (mut term, mut sum) = (c128::new(1.0, 0.0), c128::new(1.0, 0.0));
    for k in 1..80 {
        let n = k as f64;
        let root = 2.0 * n - 1.0;
        term = complex_times(term * inverse, (2.0 * order - root) * (2.0 * order + root) / n);
        sum = c128::new(sum.re + term.re, sum.im + term.im);
        if term.re.abs() + term.im.abs() < 1e-18 {
            break;
        }
    }
    sum
}

/// exp(z) times the function of the second kind of the order and of the next.
fn second_of_c128(order: f64, z: c128, size: f64) -> (c128, c128) {
    let steps = order.round_ties_even();
    let mu = order - steps;
    let (value, next) = if size <= 2.0 { temme_c128(mu, z) } else { fraction_c128(mu, z) };
    let (mut current, mut ahead) = (value, next);
    let reciprocal = complex_quotient(c128::new(2.0, 0.0), z);
    for k in 1..MAX_ORDER_STEPS {
        let n = k as f64;
        if n > steps {
            break;
        }
        let product = complex_times(reciprocal, mu + n) * ahead;
        (current, ahead) = (ahead, c128::new(product.re + current.re, product.im + current.im));
    }
    (current, ahead)
}

/// exp(z) times the function of the second kind of an order from -1/2 to 1/2 and of the next, for arguments up to 2.
fn temme_c128(mu: f64, z: c128) -> (c128, c128) {
    let t = 8.0 * (mu * mu) - 1.0;
    let (odd, even) = (polynomial(t, &TEMME_ODD), polynomial(t, &TEMME_EVEN));
    let (plus, minus) = (even - mu * odd, even + mu * odd);
    let logarithm = complex_log(complex_quotient(c128::new(2.0, 0.0), z));
    let exponent = complex_times(logarithm, mu);
    let power = complex_exp(exponent);
    let inverse = complex_exp(c128::new(-exponent.re, -exponent.im));
    let cosh = c128::new(0.5 * (power.re + inverse.re), 0.5 * (power.im + inverse.im));
    // sinh(e)/e, by powers where the exponentials cancel.
    let ratio = if complex_size(exponent) < 0.5 {
        let square = exponent * exponent;
        let (mut term, mut sum) = (c128::new(1.0, 0.0), c128::new(1.0, 0.0));
        for k in 1..9 {
            let n = 2.0 * k as f64;
            term = complex_times(term * square, 1.0 / (n * (n + 1.0)));
            sum = c128::new(sum.re + term.re, sum.im + term.im);
        }
        sum
    } else {
        complex_quotient(c128::new(0.5 * (power.re - inverse.re), 0.5 * (power.im - inverse.im)), exponent)
    };
    let product = ratio * logarithm;
    let factor = 1.0 / (plus * minus);
    let mut f = c128::new(factor * (odd * cosh.re + even * product.re), factor * (odd * cosh.im + even * product.im));
    let mut p = complex_times(power, 0.5 / plus);
    let mut q = complex_times(inverse, 0.5 / minus);
    let square = complex_times(z * z, 0.25);
    let (mut c, mut sum, mut next) = (c128::new(1.0, 0.0), f, p);
    for k in 1..40 {
        let n = k as f64;
        f = complex_times(c128::new(n * f.re + p.re + q.re, n * f.im + p.im + q.im), 1.0 / (n * n - mu * mu));
        c = complex_times(c * square, 1.0 / n);
        p = complex_times(p, 1.0 / (n - mu));
        q = complex_times(q, 1.0 / (n + mu));
        let step = c * f;
        sum = c128::new(sum.re + step.re, sum.im + step.im);
        let other = c * p;
        next = c128::new(next.re + other.re - n * step.re, next.im + other.im - n * step.im);
        if step.re.abs() + step.im.abs() < 1e-17 * (sum.re.abs() + sum.im.abs()) {
            break;
        }
    }
    let growth = complex_exp(z);
    (growth * sum, growth * complex_quotient(complex_times(next, 2.0), z))
}

/// exp(z) times the function of the second kind of an order from -1/2 to 1/2 and of the next, for arguments from 2.
fn fraction_c128(mu: f64, z: c128) -> (c128, c128) {
    let one = c128::new(1.0, 0.0);
    let mut b = c128::new(2.0 * (1.0 + z.re), 2.0 * z.im);
    let mut d = complex_quotient(one, b);
    let (mut ratio, mut step) = (d, d);
    let (mut before, mut current) = (c128::new(0.0, 0.0), one);
    let first = 0.25 - mu * mu;
    let (mut weight, mut c, mut a) = (c128::new(first, 0.0), first, -first);
    let mut sum = c128::new(1.0 + first * step.re, first * step.im);
    for k in 2..500 {
        let n = k as f64;
        a -= 2.0 * (n - 1.0);
        c = -a * c / n;
        let product = b * current;
        let next = complex_times(c128::new(before.re - product.re, before.im - product.im), 1.0 / a);
        (before, current) = (current, next);
        weight = c128::new(weight.re + c * current.re, weight.im + c * current.im);
        b = c128::new(b.re + 2.0, b.im);
        d = complex_quotient(one, c128::new(b.re + a * d.re, b.im + a * d.im));
        let turn = b * d;
        step = c128::new(turn.re - 1.0, turn.im) * step;
        ratio = c128::new(ratio.re + step.re, ratio.im + step.im);
        let more = weight * step;
        sum = c128::new(sum.re + more.re, sum.im + more.im);
        if more.re.abs() + more.im.abs() < 1e-17 * (sum.re.abs() + sum.im.abs()) {
            break;
        }
    }
    let root = complex_root(complex_quotient(c128::new(std::f64::consts::FRAC_PI_2, 0.0), z));
    let value = complex_quotient(root, sum);
    let slope = c128::new(mu + 0.5 + z.re - first * ratio.re, z.im - first * ratio.im);
    (value, value * complex_quotient(slope, z))
}

/// The function of the first kind by its powers, for small arguments.
fn complex_power_series(order: f64, z: c128) -> c128 {
    let square = complex_times(z * z, 0.25);
    let (mut term, mut sum) = (c128::new(1.0, 0.0), c128::new(1.0, 0.0));
    for k in 1..500 {
        let n = k as f64;
        term = complex_times(term * square, 1.0 / (n * (n + order)));
        sum = c128::new(sum.re + term.re, sum.im + term.im);
        if term.re.abs() + term.im.abs() < 1e-17 * (sum.re.abs() + sum.im.abs()) {
            break;
        }
    }
    let logarithm = complex_log(complex_times(z, 0.5));
    if order < 20.0 {
        let power = complex_exp(complex_times(logarithm, order));
        return complex_times(power * sum, 1.0 / gamma(order + 1.0));
    }
    let exponent = complex_times(logarithm, order);
    complex_exp(c128::new(exponent.re - gammaln(order + 1.0), exponent.im)) * sum
}

/// The function of the first kind of the next order over that of the order, by the continued fraction of the recurrence
/// (DLMF 10.33.1), from its tail on.
fn neighbours_ratio(order: f64, z: c128, size: f64) -> c128 {
    let reciprocal = complex_quotient(c128::new(2.0, 0.0), z);
    // The first kind's share doubles the digits beyond the argument's size.
    let count = (size + 60.0 + 6.0 * size.sqrt()).ceil();
    let mut ratio = c128::new(0.0, 0.0);
    let mut k = count;
    for _ in 0..MAX_ORDER_STEPS {
        if k < 1.0 {
            break;
        }
        let step = complex_times(reciprocal, order + k);
        ratio = complex_quotient(c128::new(1.0, 0.0), c128::new(step.re + ratio.re, step.im + ratio.im));
        k -= 1.0;
    }
    ratio
}
