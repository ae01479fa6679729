//! Carlson's symmetric elliptic integrals of complex numbers by duplication (Carlson, "Numerical computation of real or
//! complex elliptic integrals", 1995; DLMF 19.36).

use super::complex_pairs::{complex_quotient, complex_root, complex_size, complex_times};
use super::elliptic::{REACH, STEPS_OF_DUPLICATION, elliprc, elliprd, elliprf, elliprg, elliprj};
use crate::c128;
use crate::math::power_of_two;

/// Steps that are always made: numbers beside the cut that are near one another may lie on both of its sides, where
/// SciPy's series is that of another branch.
const FEWEST_DUPLICATIONS: usize = 3;

fn of_real(value: f64) -> c128 {
    c128::new(value, if value.is_nan() { value } else { 0.0 })
}

fn is_real_number(z: c128) -> bool {
    z.im == 0.0
}

/// Whether a number is negative, where roots have their cut, or NaN.
fn is_on_cut(z: c128) -> bool {
    (z.im == 0.0 && z.re < 0.0) || z.re.is_nan() || z.im.is_nan()
}

fn is_unbounded(z: c128) -> bool {
    z.re.is_infinite() || z.im.is_infinite()
}

fn is_zero(z: c128) -> bool {
    z.re == 0.0 && z.im == 0.0
}

fn have_two_zeros(x: c128, y: c128, z: c128) -> bool {
    (is_zero(x) && is_zero(y)) || (is_zero(x) && is_zero(z)) || (is_zero(y) && is_zero(z))
}

/// A number after a step of the duplication.
fn duplicated(z: c128, lambda: c128) -> c128 {
    complex_times(z + lambda, 0.25)
}

/// How far a number is from the mean after all steps, relative to it.
fn deviation(difference: c128, shrunk: f64, mean: c128) -> c128 {
    complex_quotient(complex_times(difference, shrunk), mean)
}

fn largest_size(x: c128, y: c128, z: c128) -> f64 {
    let (a, b, c) = (complex_size(x), complex_size(y), complex_size(z));
    let most = if a > b { a } else { b };
    if c > most { c } else { most }
}

/// Carlson's degenerate integral RC(x, y), of x off the negative axis; for negative y its principal value, of any x for
/// which x - y is off the negative axis.
pub fn elliprc_c128(x: c128, y: c128) -> c128 {
    if is_real_number(x) && is_real_number(y) && x.re >= 0.0 {
        return of_real(elliprc(x.re, y.re));
    }
    let principal = is_real_number(y) && y.re < 0.0;
    let sum = if principal { x - y } else { x };
    if is_on_cut(sum) || is_zero(sum) != is_zero(x) || is_zero(y) {
        return c128::new(f64::NAN, f64::NAN);
    }
    if is_unbounded(x) || is_unbounded(y) {
        return of_real(0.0);
    }
    if principal {
        return complex_root(complex_quotient(x, sum)) * degenerate_c128(sum, c128::new(-y.re, 0.0));
    }
    if is_on_cut(y) {
        return c128::new(f64::NAN, f64::NAN);
    }
    degenerate_c128(x, y)
}

fn degenerate_c128(x: c128, y: c128) -> c128 {
    let start = complex_times(complex_times(y, 2.0) + x, 1.0 / 3.0);
    let (mut a, mut p, mut q, mut shrunk) = (start, x, y, 1.0);
    let far = complex_size(start - x) * REACH;
    for k in 0..STEPS_OF_DUPLICATION {
        if k >= FEWEST_DUPLICATIONS && far * shrunk < complex_size(a) {
            break;
        }
        let lambda = complex_times(complex_root(p) * complex_root(q), 2.0) + q;
        a = duplicated(a, lambda);
        p = duplicated(p, lambda);
        q = duplicated(q, lambda);
        shrunk *= 0.25;
    }
    let s = deviation(y - start, shrunk, a);
    let tail = of_real(0.375) + s * (of_real(9.0 / 22.0) + s * (of_real(159.0 / 208.0) + complex_times(s, 1.125)));
    let series = of_real(1.0) + s * s * (of_real(0.3) + s * (of_real(1.0 / 7.0) + s * tail));
    complex_quotient(series, complex_root(a))
}

/// Carlson's symmetric integral of the first kind RF(x, y, z), of numbers off the negative axis of which at most one is
/// zero.
pub fn elliprf_c128(x: c128, y: c128, z: c128) -> c128 {
    if is_real_number(x) && is_real_number(y) && is_real_number(z) {
        return of_real(elliprf(x.re, y.re, z.re));
    }
    if is_on_cut(x) || is_on_cut(y) || is_on_cut(z) {
        return c128::new(f64::NAN, f64::NAN);
    }
    if is_unbounded(x) || is_unbounded(y) || is_unbounded(z) {
        return of_real(0.0);
    }
    if have_two_zeros(x, y, z) {
        return of_real(f64::INFINITY);
    }
    first_kind_c128(x, y, z)
}

fn first_kind_c128(x: c128, y: c128, z: c128) -> c128 {
    let start = complex_times(x, 1.0 / 3.0) + complex_times(y, 1.0 / 3.0) + complex_times(z, 1.0 / 3.0);
    let (mut a, mut p, mut q, mut r, mut shrunk) = (start, x, y, z, 1.0);
    let far = largest_size(start - x, start - y, start - z) * REACH;
    for k in 0..STEPS_OF_DUPLICATION {
        if k >= FEWEST_DUPLICATIONS && far * shrunk < complex_size(a) {
            break;
        }
        let (rp, rq, rr) = (complex_root(p), complex_root(q), complex_root(r));
        let lambda = rp * rq + rp * rr + rq * rr;
        a = duplicated(a, lambda);
        p = duplicated(p, lambda);
        q = duplicated(q, lambda);
        r = duplicated(r, lambda);
        shrunk *= 0.25;
    }
    let u = deviation(start - x, shrunk, a);
    let v = deviation(start - y, shrunk, a);
    let w = complex_times(u + v, -1.0);
    let (e2, e3) = (u * v - w * w, u * v * w);
    let inner = of_real(1.0 / 24.0) - complex_times(e2, 5.0 / 208.0) + complex_times(e3, 1.0 / 16.0);
    let second = e2 * (e2 * inner - of_real(0.1) - complex_times(e3, 3.0 / 44.0));
    let third = e3 * (of_real(1.0 / 14.0) + complex_times(e3, 3.0 / 104.0));
    complex_quotient(of_real(1.0) + (second + third), complex_root(a))
}

/// Carlson's integral RD(x, y, z) = RJ(x, y, z, z), of numbers off the negative axis: of x and y at most one is zero,
/// and z is not.
pub fn elliprd_c128(x: c128, y: c128, z: c128) -> c128 {
    if is_real_number(x) && is_real_number(y) && is_real_number(z) {
        return of_real(elliprd(x.re, y.re, z.re));
    }
    if is_on_cut(x) || is_on_cut(y) || is_on_cut(z) {
        return c128::new(f64::NAN, f64::NAN);
    }
    if is_zero(z) {
        return of_real(f64::INFINITY);
    }
    if is_unbounded(x) || is_unbounded(y) || is_unbounded(z) {
        return of_real(0.0);
    }
    if is_zero(x) && is_zero(y) {
        return of_real(f64::INFINITY);
    }
    third_kind_c128(x, y, z, z)
}

/// Carlson's symmetric integral of the third kind RJ(x, y, z, p): of x, y and z with real parts from zero on and a
/// positive real part of p, and of any other p that is not negative where x, y and z are real, or two are conjugate and
/// one is real; of x, y and z at most one is zero. For real numbers and a negative p its principal value.
pub fn elliprj_c128(x: c128, y: c128, z: c128, p: c128) -> c128 {
    let (real_x, real_y, real_z) = (is_real_number(x), is_real_number(y), is_real_number(z));
    if real_x && real_y && real_z && is_real_number(p) {
        return of_real(elliprj(x.re, y.re, z.re, p.re));
    }
    let conjugate =
        (real_x && are_conjugate(y, z)) || (real_y && are_conjugate(x, z)) || (real_z && are_conjugate(x, y));
    let free = (real_x && real_y && real_z) || conjugate;
    let on_right = x.re >= 0.0 && y.re >= 0.0 && z.re >= 0.0;
    if have_two_zeros(x, y, z) && on_right && !is_zero(p) && !p.re.is_nan() && !p.im.is_nan() {
        return of_real(f64::INFINITY);
    }
    let defined = (on_right && p.re > 0.0) || (free && !is_on_cut(p));
    if !defined || is_on_cut(x) || is_on_cut(y) || is_on_cut(z) || is_zero(p) || p.im.is_nan() {
        return c128::new(f64::NAN, f64::NAN);
    }
    if is_unbounded(x) || is_unbounded(y) || is_unbounded(z) || is_unbounded(p) {
        return of_real(0.0);
    }
    third_kind_c128(x, y, z, p)
}

fn are_conjugate(x: c128, y: c128) -> bool {
    x.re == y.re && x.im == -y.im
}

/// Carlson's symmetric integral of the second kind RG(x, y, z), of numbers off the negative axis; where one is zero, of
/// any others.
pub fn elliprg_c128(x: c128, y: c128, z: c128) -> c128 {
    if is_real_number(x) && is_real_number(y) && is_real_number(z) && x.re >= 0.0 && y.re >= 0.0 && z.re >= 0.0 {
        return of_real(elliprg(x.re, y.re, z.re));
    }
    let sum = x + y + z;
    if have_two_zeros(x, y, z) && !is_unbounded(sum) {
        return complex_times(complex_root(sum), 0.5);
    }
    let unbounded = is_unbounded(x) || is_unbounded(y) || is_unbounded(z);
    let free = !unbounded && !sum.re.is_nan() && !sum.im.is_nan() && (is_zero(x) || is_zero(y) || is_zero(z));
    if !free && (is_on_cut(x) || is_on_cut(y) || is_on_cut(z)) {
        return c128::new(f64::NAN, f64::NAN);
    }
    if unbounded {
        return of_real(f64::INFINITY);
    }
    // The last number is the middle one by size, where the parts cancel least (DLMF 19.21.10).
    let (low, high) = if complex_size(x) < complex_size(y) { (x, y) } else { (y, x) };
    let (low, middle) = if complex_size(z) < complex_size(low) { (z, low) } else { (low, z) };
    let (middle, high) = if complex_size(high) < complex_size(middle) { (high, middle) } else { (middle, high) };
    let first = middle * first_kind_c128(low, high, middle);
    let second =
        complex_times((middle - low) * ((high - middle) * third_kind_c128(low, high, middle, middle)), 1.0 / 3.0);
    let third = complex_root(low) * complex_quotient(complex_root(high), complex_root(middle));
    complex_times(first + second + third, 0.5)
}

fn third_kind_c128(first: c128, second: c128, third: c128, last: c128) -> c128 {
    // The integral is homogeneous of degree -3/2: the numbers are scaled to be near one, where their products do not
    // overflow.
    let (most, other) = (largest_size(first, second, third), complex_size(last));
    let size = if other > most { other } else { most };
    let exponent = ((size.to_bits() >> 52) & 0x7ff) as f64 - 1023.0;
    let unit = power_of_two(-(exponent * 0.5).floor());
    let x = complex_times(complex_times(first, unit), unit);
    let y = complex_times(complex_times(second, unit), unit);
    let z = complex_times(complex_times(third, unit), unit);
    let p = complex_times(complex_times(last, unit), unit);
    let start = complex_times(x + y + z + complex_times(p, 2.0), 0.2);
    let spread = largest_size(start - x, start - y, start - z);
    let from_last = complex_size(start - p);
    let far = (if from_last > spread { from_last } else { spread }) * REACH;
    let (mut a, mut xs, mut ys, mut zs, mut ps) = (start, x, y, z, p);
    let (mut shrunk, mut sum) = (1.0, of_real(0.0));
    for k in 0..STEPS_OF_DUPLICATION {
        if k >= FEWEST_DUPLICATIONS && far * shrunk < complex_size(a) {
            break;
        }
        let (rx, ry, rz, rp) = (complex_root(xs), complex_root(ys), complex_root(zs), complex_root(ps));
        let lambda = rx * ry + rx * rz + ry * rz;
        let (near_x, near_y, near_z) = (rp + rx, rp + ry, rp + rz);
        // One and (p - x) (p - y) (p - z)/d^2, without the difference that cancels.
        let beside = complex_quotient(
            complex_quotient(complex_times(rp, 2.0), near_x),
            complex_quotient(near_y * near_z, ps + lambda),
        );
        let d = complex_quotient(complex_quotient(complex_quotient(of_real(shrunk), near_x), near_y), near_z);
        let part = d * degenerate_c128(of_real(1.0), beside);
        sum = c128::new(sum.re + part.re, sum.im + part.im);
        a = duplicated(a, lambda);
        xs = duplicated(xs, lambda);
        ys = duplicated(ys, lambda);
        zs = duplicated(zs, lambda);
        ps = duplicated(ps, lambda);
        shrunk *= 0.25;
    }
    let u = deviation(start - x, shrunk, a);
    let v = deviation(start - y, shrunk, a);
    let w = deviation(start - z, shrunk, a);
    let t = complex_times(u + v + w, -0.5);
    let (product, square, cube) = (u * v * w, t * t, t * t * t);
    let e2 = u * v + u * w + v * w - complex_times(square, 3.0);
    let e3 = product + complex_times(e2 * t, 2.0) + complex_times(cube, 4.0);
    let e4 = (complex_times(product, 2.0) + e2 * t + complex_times(cube, 3.0)) * t;
    let e5 = product * square;
    let inner = complex_times(e2, 9.0 / 88.0) - of_real(3.0 / 14.0) - complex_times(e2 * e2, 1.0 / 16.0);
    let even = e2 * (inner + complex_times(e4, 0.15)) - complex_times(e4, 3.0 / 22.0);
    let odd = complex_times(e3, 1.0 / 6.0) - complex_times(e2 * e3, 9.0 / 52.0)
        + complex_times(e5, 3.0 / 26.0)
        + complex_times(e3 * e3, 0.075)
        + complex_times(e2 * e2 * e3, 45.0 / 272.0);
    let series = of_real(1.0) + (even + odd - complex_times(e3 * e4 + e2 * e5, 9.0 / 68.0));
    let value = complex_quotient(complex_times(series, shrunk), a * complex_root(a)) + complex_times(sum, 6.0);
    complex_times(complex_times(complex_times(value, unit), unit), unit)
}
