//! The function of Lambert and the related one of Wright: Halley's iteration from logarithms, and the series about the
//! branch point (Corless, Gonnet, Hare, Jeffrey, Knuth, "On the Lambert W function", 1996).

use super::complex_pairs::{complex_exp, complex_log, complex_quotient, complex_root, complex_size};
use crate::c128;
use crate::math::{exp, log, two_product, two_sum};

/// The branch k, a whole number, of the solution w of `w exp(w) = z`. An iteration ends when a step is below
/// `tolerance` of the value.
pub fn lambertw(z: c128, k: f64, tolerance: f64) -> c128 {
    if z.re.is_nan() || z.im.is_nan() || k.is_nan() {
        return c128::new(f64::NAN, f64::NAN);
    }
    let turn = std::f64::consts::TAU * k;
    if z.re.is_infinite() && z.re > 0.0 {
        return c128::new(z.re, z.im + turn);
    }
    if z.re.is_infinite() {
        return c128::new(-z.re, -z.im + (turn + std::f64::consts::PI));
    }
    if z.re == 0.0 && z.im == 0.0 {
        return if k == 0.0 { z } else { c128::new(f64::NEG_INFINITY, 0.0) };
    }
    // sqrt(2 (e z + 1)), the distance from the branch point, with e in two parts.
    let (product, lost) = two_product(z.re, std::f64::consts::E);
    let from_branch = (product + 1.0) + (lost + z.re * E_LOW);
    let p = complex_root(c128::new(2.0 * from_branch, 2.0 * std::f64::consts::E * z.im));
    let near = complex_size(p);
    // The other sheet at the branch point is that of -1 above the negative axis and on it, and that of 1 below.
    let other = (k == -1.0 && !(z.im < 0.0)) || (k == 1.0 && z.im < 0.0);
    if near < 0.3 && (k == 0.0 || other) {
        return branch_series(if other { c128::new(-p.re, -p.im) } else { p });
    }
    let mut w = lambert_start(z, k, turn, p, near, other);
    for _ in 0..100 {
        let next = halley_step(w, z);
        let moved = complex_size(c128::new(next.re - w.re, next.im - w.im));
        w = next;
        if moved <= tolerance * complex_size(w) {
            return w;
        }
    }
    c128::new(f64::NAN, f64::NAN)
}

/// The rounding error of e.
const E_LOW: f64 = 1.4456468917292502e-16;

/// The series about the branch point.
fn branch_series(p: c128) -> c128 {
    let mut sum = c128::new(0.0, 0.0);
    for k in (0..26).rev() {
        let product = sum * p;
        sum = c128::new(product.re + LAMBERT_BRANCH[k], product.im);
    }
    sum
}

/// Where the iteration begins.
fn lambert_start(z: c128, k: f64, turn: f64, p: c128, near: f64, other: bool) -> c128 {
    // To the left of zero the series is a start up to the size of 1.5, where log(1 + z) has a pole.
    let left = k == 0.0 && z.re < 0.0 && complex_size(z) < 1.5;
    if left || (near < 1.0 && (k == 0.0 || other)) {
        let q = if other { c128::new(-p.re, -p.im) } else { p };
        let square = q * q;
        return c128::new(-1.0 + q.re - square.re / 3.0, q.im - square.im / 3.0);
    }
    if k == -1.0 && z.im == 0.0 && z.re < 0.0 && z.re > -RECIPROCAL_OF_E {
        let l = log(-z.re);
        return c128::new(l - log(-l), 0.0);
    }
    if k == 0.0 && complex_size(z) < 1.5 {
        return complex_log(c128::new(1.0 + z.re, z.im));
    }
    let l = complex_log(z);
    let l = c128::new(l.re, l.im + turn);
    let inner = complex_log(l);
    c128::new(l.re - inner.re, l.im - inner.im)
}

/// A step of Halley's iteration, in the form whose exponential does not overflow.
fn halley_step(w: c128, z: c128) -> c128 {
    let right = w.re >= 0.0;
    let power = complex_exp(if right { c128::new(-w.re, -w.im) } else { w });
    let (scaled, slope) = if right { (z * power, c128::new(1.0, 0.0)) } else { (z, power) };
    let product = w * slope;
    let rest = c128::new(product.re - scaled.re, product.im - scaled.im);
    let plus_two = c128::new(w.re + 2.0, w.im);
    let twice = c128::new(2.0 * w.re + 2.0, 2.0 * w.im);
    let bend = complex_quotient(plus_two * rest, twice);
    let divisor = c128::new(product.re + slope.re - bend.re, product.im + slope.im - bend.im);
    let step = complex_quotient(rest, divisor);
    c128::new(w.re - step.re, w.im - step.im)
}

/// The function omega of Wright of a real number: the solution w of `w + log(w) = x`.
pub fn wrightomega(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x.is_infinite() {
        return if x > 0.0 { x } else { 0.0 };
    }
    if x < -50.0 {
        return exp(x);
    }
    if x > 1e20 {
        return x;
    }
    let mut w = if x < -2.0 {
        exp(x)
    } else if x < 1.0 {
        exp(2.0 * (x - 1.0) / 3.0)
    } else {
        x - log(x) + log(x) / x
    };
    // The iteration of Fritsch, Shafer and Crowley (1973), of fourth order.
    for _ in 0..4 {
        let rest = (x - w) - log(w);
        let next = w + 1.0;
        let square = 2.0 * next * (next + 2.0 * rest / 3.0);
        let share = rest / next * (square - rest) / (square - 2.0 * rest);
        w *= 1.0 + share;
        if share.abs() < 1e-9 {
            break;
        }
    }
    if x >= -2.0 {
        return w;
    }
    // exp(x - w), with the rounding error of the difference: the logarithm lacks the digits of a small w.
    let (difference, lost) = two_sum(x, -w);
    exp(difference) * (1.0 + lost)
}

/// The function omega of Wright of a complex number: the solution w of `w + log(w) = z`, from the side of the cuts
/// at the imaginary parts pi and -pi, to the left of -1, on which SciPy has it: the upper belongs to what lies below
/// it and the lower too.
pub fn wrightomega_c128(z: c128) -> c128 {
    let (x, y) = (z.re, z.im);
    let pi = std::f64::consts::PI;
    if x.is_nan() || y.is_nan() {
        return c128::new(f64::NAN, f64::NAN);
    }
    if x.is_infinite() || y.is_infinite() {
        if x < 0.0 && y > -pi && y <= pi {
            return c128::new(0.0, if y < 0.0 || y > 0.5 * pi { -0.0 } else { 0.0 });
        }
        return z;
    }
    let within = y > -pi && y <= pi;
    if y == 0.0 {
        return c128::new(wrightomega(x), y);
    }
    if within && x < -50.0 {
        return complex_exp(z);
    }
    let size = complex_size(z);
    if size > 1e20 {
        return z;
    }
    // The branch of Lambert's function of exp(z), or far out the first terms of its logarithmic series.
    let mut w = if x > 300.0 || size > 1e3 || (x < -50.0 && !within) {
        let l = complex_log(z);
        let share = complex_quotient(l, z);
        c128::new(x - l.re + share.re, y - l.im + share.im)
    } else {
        lambertw(complex_exp(z), ((y - pi) / (2.0 * pi)).ceil(), 1e-10)
    };
    // The iteration of Fritsch, Shafer and Crowley (1973), whose remainder includes the whole turns of the logarithm.
    for _ in 0..3 {
        let l = complex_log(w);
        let rest = c128::new((x - w.re) - l.re, (y - w.im) - l.im);
        let next = c128::new(w.re + 1.0, w.im);
        let shifted = c128::new(next.re + 2.0 * rest.re / 3.0, next.im + 2.0 * rest.im / 3.0);
        let square = next * shifted;
        let square = c128::new(2.0 * square.re, 2.0 * square.im);
        let above = c128::new(square.re - rest.re, square.im - rest.im);
        let below = c128::new(square.re - 2.0 * rest.re, square.im - 2.0 * rest.im);
        let share = complex_quotient(rest, next) * complex_quotient(above, below);
        if !(complex_size(share) < 0.1) {
            break;
        }
        let step = w * share;
        w = c128::new(w.re + step.re, w.im + step.im);
        if complex_size(share) < 1e-9 {
            break;
        }
    }
    if !within || x >= -2.0 {
        return w;
    }
    // exp(z - w), as of real numbers.
    let (real, lost_real) = two_sum(x, -w.re);
    let (imaginary, lost_imaginary) = two_sum(y, -w.im);
    complex_exp(c128::new(real, imaginary)) * c128::new(1.0 + lost_real, lost_imaginary)
}

/// 1/e.
const RECIPROCAL_OF_E: f64 = 0.36787944117144233;

/// The coefficients of W in powers of sqrt(2 (e z + 1)) (Corless et al., 4.22).
const LAMBERT_BRANCH: [f64; 26] = [
    -1.0,
    1.0,
    -0.3333333333333333,
    0.1527777777777778,
    -0.07962962962962963,
    0.044502314814814814,
    -0.02598471487360376,
    0.01563563253233392,
    -0.009616892024299432,
    0.006014543252956118,
    -0.0038112980348919993,
    0.0024408779911439826,
    -0.0015769303446867841,
    0.0010262633205076071,
    -0.0006720616311561362,
    0.0004424730618146209,
    -0.00029267722472962746,
    0.00019438727605453933,
    -0.00012957426685274883,
    8.665035805208128e-05,
    -5.811360750441382e-05,
    3.907668486743905e-05,
    -2.63380647472311e-05,
    1.7790345805079586e-05,
    -1.2040352739559977e-05,
    8.163531982496613e-06,
];
