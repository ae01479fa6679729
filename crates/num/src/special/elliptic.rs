//! Elliptic integrals and functions: by the arithmetic-geometric mean (DLMF 19.8.5, 22.20), and Carlson's symmetric
//! integrals by duplication (Carlson, "Numerical computation of real or complex elliptic integrals", 1995; DLMF 19.36).

use crate::math::{asin, atan, cos, exp, power_of_two, select, sin, tanh};

/// The complete elliptic integral of the first kind of parameter m: the integral of 1/sqrt(1 - m sin(t)^2) over a
/// quarter turn.
#[inline(always)]
pub fn ellipk(m: f64) -> f64 {
    ellipkm1(1.0 - m)
}

/// [`ellipk`] of `1 - p`, with all digits where p is small.
#[inline(always)]
pub fn ellipkm1(p: f64) -> f64 {
    let inside = select(p > 0.0, p, 1.0);
    let (mut a, mut g) = (1.0, inside.sqrt());
    // The ratio of the means is squared away: sixteen steps do for every float64, and ten for most.
    for _ in 0..STEPS {
        (a, g) = (0.5 * (a + g), (a * g).sqrt());
    }
    let value = std::f64::consts::FRAC_PI_2 / a;
    let edge = select(p == 0.0, f64::INFINITY, f64::NAN);
    select(p > 0.0, select(p.is_infinite(), 0.0, value), edge)
}

/// Steps of the mean. Each halves the logarithm of the ratio until that is below one and then squares the difference:
/// the smallest subnormal, whose root is 2e-162, takes 9 and 5.
const STEPS: usize = 14;

/// The elliptic functions sn, cn and dn of u and the parameter m from 0 to 1, and the amplitude.
pub fn ellipj(u: f64, m: f64) -> (f64, f64, f64, f64) {
    if !(m >= 0.0 && m <= 1.0) || u.is_nan() || u.is_infinite() {
        return (f64::NAN, f64::NAN, f64::NAN, f64::NAN);
    }
    if m * (1.0 + u.abs()) < MAX_FIRST_ORDER {
        // To the first order in m (DLMF 22.10.4).
        let (s, c) = (sin(u), cos(u));
        let moved = 0.25 * m * (u - s * c);
        return (s - moved * c, c + moved * s, 1.0 - 0.5 * m * (s * s), u - moved);
    }
    if (1.0 - m) * (1.0 - m) * exp(3.0 * u.abs()) < MAX_SECOND_ORDER || m == 1.0 {
        // To the first order in 1 - m (DLMF 22.10.7).
        let part = 0.25 * (1.0 - m);
        let (t, decay) = (tanh(u), exp(-u.abs()));
        let secant = 2.0 * decay / (1.0 + decay * decay);
        let product = if m == 1.0 { 0.0 } else { sinh_times_cosh(u) };
        let amplitude = 2.0 * atan(tanh(0.5 * u));
        let sn = t + part * (product - u) * (secant * secant);
        let cn = secant - part * t * secant * (product - u);
        let dn = secant + part * t * secant * (product + u);
        return (sn, cn, dn, amplitude + part * secant * (product - u));
    }
    let mut a = [0.0; 9];
    let mut c = [0.0; 9];
    a[0] = 1.0;
    c[0] = m.sqrt();
    let (mut b, mut turns) = ((1.0 - m).sqrt(), 1.0);
    let mut last = 0usize;
    while last < 8 && (c[last] / a[last]).abs() > f64::EPSILON {
        let previous = a[last];
        last += 1;
        c[last] = 0.5 * (previous - b);
        a[last] = 0.5 * (previous + b);
        b = (previous * b).sqrt();
        turns *= 2.0;
    }
    let mut phase = turns * a[last] * u;
    for k in 0..last {
        let at = last - k;
        let sine = c[at] * sin(phase) / a[at];
        phase = 0.5 * (asin(if sine.abs() > 1.0 { 1.0f64.copysign(sine) } else { sine }) + phase);
    }
    let (sn, cn) = (sin(phase), cos(phase));
    // Beside the odd multiples of K, where 1 - m sn^2 would cancel.
    let dn = ((1.0 - m) + m * (cn * cn)).sqrt();
    (sn, cn, dn, phase)
}

/// Up to these sizes of the first order's part in m, and of the second order's in 1 - m times 128, the second order is
/// below the last place.
const MAX_FIRST_ORDER: f64 = 1e-8;
const MAX_SECOND_ORDER: f64 = 1e-14;

/// sinh(u) cosh(u), infinite where it overflows.
fn sinh_times_cosh(u: f64) -> f64 {
    let large = exp(2.0 * u.abs());
    let value = if u.abs() < 0.1 { series_of_half_sinh(2.0 * u.abs()) } else { 0.25 * (large - 1.0 / large) };
    value.copysign(u)
}

/// sinh(x)/2 for small x.
fn series_of_half_sinh(x: f64) -> f64 {
    let square = x * x;
    0.5 * x * (1.0 + square / 6.0 * (1.0 + square / 20.0 * (1.0 + square / 42.0 * (1.0 + square / 72.0))))
}

/// Carlson's degenerate integral RC(x, y), for x from zero on and y that is not zero; for negative y its principal
/// value.
pub fn elliprc(x: f64, y: f64) -> f64 {
    if y < 0.0 {
        return (x / (x - y)).sqrt() * of_positive(x - y, -y);
    }
    of_positive(x, y)
}

fn of_positive(x: f64, y: f64) -> f64 {
    if !(x >= 0.0) || y == 0.0 {
        return f64::NAN;
    }
    if x.is_infinite() || y.is_infinite() {
        return 0.0;
    }
    if y.is_nan() {
        return y;
    }
    degenerate(x, y)
}

fn degenerate(x: f64, y: f64) -> f64 {
    let start = (x + 2.0 * y) / 3.0;
    let (mut a, mut p, mut q, mut shrunk) = (start, x, y, 1.0);
    let far = (start - x).abs() * REACH;
    for _ in 0..STEPS_OF_DUPLICATION {
        if far * shrunk < a {
            break;
        }
        let lambda = 2.0 * p.sqrt() * q.sqrt() + q;
        a = 0.25 * (a + lambda);
        p = 0.25 * (p + lambda);
        q = 0.25 * (q + lambda);
        shrunk *= 0.25;
    }
    let s = (y - start) * shrunk / a;
    let tail = 0.375 + s * (9.0 / 22.0 + s * (159.0 / 208.0 + s * 1.125));
    (1.0 + s * s * (0.3 + s * (1.0 / 7.0 + s * tail))) / a.sqrt()
}

/// Carlson's symmetric integral of the first kind RF(x, y, z), for numbers of which at most one is zero and none
/// negative.
pub fn elliprf(x: f64, y: f64, z: f64) -> f64 {
    if !(x >= 0.0 && y >= 0.0 && z >= 0.0) {
        return f64::NAN;
    }
    if x.is_infinite() || y.is_infinite() || z.is_infinite() {
        return 0.0;
    }
    if two_are_zero(x, y, z) {
        return f64::INFINITY;
    }
    let start = x / 3.0 + y / 3.0 + z / 3.0;
    let (mut a, mut p, mut q, mut r, mut shrunk) = (start, x, y, z, 1.0);
    let far = largest((start - x).abs(), (start - y).abs(), (start - z).abs()) * REACH;
    for _ in 0..STEPS_OF_DUPLICATION {
        if far * shrunk < a {
            break;
        }
        let lambda = p.sqrt() * q.sqrt() + p.sqrt() * r.sqrt() + q.sqrt() * r.sqrt();
        a = 0.25 * (a + lambda);
        p = 0.25 * (p + lambda);
        q = 0.25 * (q + lambda);
        r = 0.25 * (r + lambda);
        shrunk *= 0.25;
    }
    let (u, v) = ((start - x) * shrunk / a, (start - y) * shrunk / a);
    let w = -(u + v);
    let (e2, e3) = (u * v - w * w, u * v * w);
    let second = e2 * (e2 * (1.0 / 24.0 - 5.0 / 208.0 * e2 + e3 / 16.0) - 0.1 - 3.0 / 44.0 * e3);
    (1.0 + (second + e3 * (1.0 / 14.0 + 3.0 / 104.0 * e3))) / a.sqrt()
}

/// Carlson's integral RD(x, y, z) = RJ(x, y, z, z): of x and y at most one is zero, and z is positive.
pub fn elliprd(x: f64, y: f64, z: f64) -> f64 {
    if !(x >= 0.0 && y >= 0.0 && z >= 0.0) {
        return f64::NAN;
    }
    if z == 0.0 {
        return f64::INFINITY;
    }
    if x.is_infinite() || y.is_infinite() || z.is_infinite() {
        return 0.0;
    }
    if x == 0.0 && y == 0.0 {
        return f64::INFINITY;
    }
    third_kind(x, y, z, z)
}

/// Carlson's symmetric integral of the third kind RJ(x, y, z, p), for x, y and z of which at most one is zero and none
/// negative; for negative p its principal value (DLMF 19.20.14).
pub fn elliprj(x: f64, y: f64, z: f64, p: f64) -> f64 {
    if !(x >= 0.0 && y >= 0.0 && z >= 0.0) {
        return f64::NAN;
    }
    // At infinities and where several numbers are zero there is no limit; the values are SciPy's.
    let infinite = x.is_infinite() || y.is_infinite() || z.is_infinite();
    if p == 0.0 {
        return if infinite { 0.0 } else { f64::NAN };
    }
    if two_are_zero(x, y, z) {
        return f64::INFINITY;
    }
    if infinite || p.is_infinite() {
        return 0.0;
    }
    if p.is_nan() {
        return p;
    }
    if p > 0.0 {
        return third_kind(x, y, z, p);
    }
    let (low, high) = if x < y { (x, y) } else { (y, x) };
    let (low, middle) = if z < low { (z, low) } else { (low, z) };
    let (middle, high) = if high < middle { (high, middle) } else { (middle, high) };
    let q = -p;
    let moved = middle + (high - middle) * (middle - low) / (middle + q);
    let (product, corner) = (moved * q, low * high + moved * q);
    let value = (moved - middle) * third_kind(low, middle, high, moved) - 3.0 * elliprf(low, middle, high);
    (value + 3.0 * (low * middle * high / corner).sqrt() * elliprc(corner, product)) / (middle + q)
}

/// Carlson's symmetric integral of the second kind RG(x, y, z), of numbers that are not negative.
pub fn elliprg(x: f64, y: f64, z: f64) -> f64 {
    if !(x >= 0.0 && y >= 0.0 && z >= 0.0) {
        return f64::NAN;
    }
    if x.is_infinite() || y.is_infinite() || z.is_infinite() {
        return f64::INFINITY;
    }
    if two_are_zero(x, y, z) {
        return 0.5 * largest(x, y, z).sqrt();
    }
    // With the middle number as the last one all parts are positive (DLMF 19.21.10).
    let (low, high) = if x < y { (x, y) } else { (y, x) };
    let (low, middle) = if z < low { (z, low) } else { (low, z) };
    let (middle, high) = if high < middle { (high, middle) } else { (middle, high) };
    let first = middle * elliprf(low, high, middle);
    let second = (middle - low) * ((high - middle) * third_kind(low, high, middle, middle)) / 3.0;
    0.5 * (first + second + low.sqrt() * (high / middle).sqrt())
}

fn third_kind(first: f64, second: f64, third: f64, last: f64) -> f64 {
    // The integral is homogeneous of degree -3/2: the numbers are scaled to be near one, where their products do not
    // overflow.
    let size = largest(largest(first, second, third), last, last);
    let exponent = ((size.to_bits() >> 52) & 0x7ff) as f64 - 1023.0;
    let half = (exponent * 0.5).floor();
    let unit = power_of_two(-half);
    let (x, y, z, p) = (first * unit * unit, second * unit * unit, third * unit * unit, last * unit * unit);
    let start = (x + y + z + 2.0 * p) / 5.0;
    let delta = (p - x) * (p - y) * (p - z);
    let far = largest(largest((start - x).abs(), (start - y).abs(), (start - z).abs()), (start - p).abs(), 0.0) * REACH;
    let (mut a, mut xs, mut ys, mut zs, mut ps) = (start, x, y, z, p);
    let (mut shrunk, mut sum) = (1.0, 0.0);
    for _ in 0..STEPS_OF_DUPLICATION {
        if far * shrunk < a {
            break;
        }
        let (rx, ry, rz, rp) = (xs.sqrt(), ys.sqrt(), zs.sqrt(), ps.sqrt());
        let d = (rp + rx) * (rp + ry) * (rp + rz);
        let e = shrunk * shrunk * shrunk * delta / (d * d);
        // Near -1 the sum with one cancels: there it is computed as the equivalent product of squares.
        let beside = if e < -0.5 && e > -1.5 {
            let b = 2.0 * rp * (ps + rx * (ry + rz) + ry * rz) / d;
            degenerate(1.0, b)
        } else {
            elliprc(1.0, 1.0 + e)
        };
        sum += shrunk / d * beside;
        let lambda = rx * ry + rx * rz + ry * rz;
        a = 0.25 * (a + lambda);
        xs = 0.25 * (xs + lambda);
        ys = 0.25 * (ys + lambda);
        zs = 0.25 * (zs + lambda);
        ps = 0.25 * (ps + lambda);
        shrunk *= 0.25;
    }
    let (u, v, w) = ((start - x) * shrunk / a, (start - y) * shrunk / a, (start - z) * shrunk / a);
    let t = -0.5 * (u + v + w);
    let product = u * v * w;
    let e2 = u * v + u * w + v * w - 3.0 * (t * t);
    let e3 = product + 2.0 * e2 * t + 4.0 * (t * t * t);
    let e4 = (2.0 * product + e2 * t + 3.0 * (t * t * t)) * t;
    let e5 = product * (t * t);
    let even = e2 * (9.0 / 88.0 * e2 - 3.0 / 14.0 - e2 * e2 / 16.0 + 0.15 * e4) - 3.0 / 22.0 * e4;
    let odd = e3 / 6.0 - 9.0 / 52.0 * e2 * e3 + 3.0 / 26.0 * e5 + 0.075 * (e3 * e3) + 45.0 / 272.0 * (e2 * e2) * e3;
    let series = 1.0 + (even + odd - 9.0 / 68.0 * (e3 * e4 + e2 * e5));
    (shrunk * series / (a * a.sqrt()) + 6.0 * sum) * unit * unit * unit
}

fn two_are_zero(x: f64, y: f64, z: f64) -> bool {
    (x == 0.0 && y == 0.0) || (x == 0.0 && z == 0.0) || (y == 0.0 && z == 0.0)
}

fn largest(x: f64, y: f64, z: f64) -> f64 {
    let most = if x > y { x } else { y };
    if z > most { z } else { most }
}

/// The reciprocal of the distance, relative to the mean, at which the series that ends a duplication is exact:
/// (2^-52)^(1/8) is 1/90.
pub(super) const REACH: f64 = 130.0;

/// Most steps of a duplication: each divides the distance from the mean by four, and 2^-1074 is 2^2098 below the
/// largest number.
pub(super) const STEPS_OF_DUPLICATION: usize = 1100;
