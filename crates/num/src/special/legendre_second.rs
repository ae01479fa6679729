//! Legendre functions of the second kind, of whole degrees and orders: recurrences over the degree (DLMF 14.10.3), up
//! or, where the function falls with it, down, and then over the order (DLMF 14.10.1, 14.10.6).

use super::complex_pairs::{complex_quotient, complex_root, complex_size, complex_times};
use crate::c128;
use crate::math::{atan2, log, log1p};

/// Most degrees of a recurrence.
const MAX_DEGREES: f64 = 1e6;

/// The associated Legendre function of the second kind, of order m and degree n, both whole and not negative: that of
/// the cut for x from -1 to 1, and that which is real beyond.
pub fn legendre_second(m: f64, n: f64, x: f64) -> f64 {
    let value = legendre_second_c128(m, n, c128::new(x, 0.0));
    value.re
}

/// The same of complex numbers: within the circle of radius one the continuation of the function of the cut.
pub fn legendre_second_c128(m: f64, n: f64, z: c128) -> c128 {
    let whole = m == m.floor() && n == n.floor() && m >= 0.0 && n >= 0.0 && m < MAX_DEGREES && n < MAX_DEGREES;
    if !whole || z.re.is_nan() || z.im.is_nan() {
        return c128::new(f64::NAN, f64::NAN);
    }
    if z.re.is_infinite() || z.im.is_infinite() {
        return c128::new(0.0, 0.0);
    }
    if z.im == 0.0 && z.re.abs() == 1.0 {
        let odd = if z.re > 0.0 { 0.5 * m != (0.5 * m).floor() } else { 0.5 * n == (0.5 * n).floor() };
        return c128::new(if odd { -f64::INFINITY } else { f64::INFINITY }, 0.0);
    }
    let outside = complex_size(z) > 1.0;
    let root = if outside {
        complex_root((z - c128::new(1.0, 0.0)) * (z + c128::new(1.0, 0.0)))
    } else {
        complex_root((c128::new(1.0, 0.0) - z) * (z + c128::new(1.0, 0.0)))
    };
    if m == 0.0 {
        return of_low_order(0.0, n, z, root, outside);
    }
    let (mut before, mut own) = (c128::new(0.0, 0.0), of_low_order(1.0, n, z, root, outside));
    if m > 1.0 {
        before = of_low_order(0.0, n, z, root, outside);
    }
    let slope = complex_quotient(z, root);
    let mut order = 1.0;
    while order < m {
        let factor = (n - order + 1.0) * (n + order) * (if outside { 1.0 } else { -1.0 });
        let next = complex_times(slope * own, -2.0 * order) + complex_times(before, factor);
        (before, own) = (own, next);
        order += 1.0;
    }
    own
}

/// The logarithm of (1 + z)/|1 - z| over two, the function of order and degree zero.
fn of_degree_zero(z: c128, outside: bool) -> c128 {
    // It is odd.
    let sign = if z.re < 0.0 { -1.0 } else { 1.0 };
    let place = complex_times(z, sign);
    let above = if outside { c128::new(2.0, 0.0) } else { complex_times(place, 2.0) };
    let below = if outside { place - c128::new(1.0, 0.0) } else { c128::new(1.0, 0.0) - place };
    let excess = complex_quotient(above, below);
    let real = 0.25 * log1p(2.0 * excess.re + (excess.re * excess.re + excess.im * excess.im));
    complex_times(c128::new(real, 0.5 * atan2(excess.im, 1.0 + excess.re)), sign)
}

/// The function of order zero or one.
fn of_low_order(m: f64, n: f64, z: c128, root: c128, outside: bool) -> c128 {
    let zeroth = of_degree_zero(z, outside);
    let lowest = if m == 0.0 { zeroth } else { complex_quotient(c128::new(-1.0, 0.0), root) };
    if n == 0.0 {
        return lowest;
    }
    if outside {
        // By how much the function falls from one degree to the next.
        let (sum, difference) = (complex_size(z + root), complex_size(z - root));
        let decay = log(if sum > difference { sum } else { difference });
        if n * decay > 0.5 {
            return second_kind_downwards(m, n, z, lowest, decay);
        }
    }
    if z.re.abs() + z.im.abs() < 0.5 {
        // Near zero every second value is small, and the recurrence of the values themselves keeps its digits.
        let first = if m == 0.0 {
            z * zeroth - c128::new(1.0, 0.0)
        } else {
            let slope = zeroth - complex_quotient(z, (z - c128::new(1.0, 0.0)) * (z + c128::new(1.0, 0.0)));
            complex_times(root * slope, -1.0)
        };
        let (mut before, mut own, mut k) = (lowest, first, 1.0);
        while k < n {
            let next = complex_times(
                complex_times(z * own, 2.0 * k + 1.0) - complex_times(before, k + m),
                1.0 / (k - m + 1.0),
            );
            before = own;
            own = next;
            k += 1.0;
        }
        return own;
    }
    // The recurrence of the differences from one degree to the next, which keeps its digits near one (Reinsch's form),
    // of the function times the sign of the number to the power of the degree.
    let sign = if z.re < 0.0 { -1.0 } else { 1.0 };
    let below = complex_times(z, sign) - c128::new(1.0, 0.0);
    let mut step = if m == 0.0 {
        below * zeroth - c128::new(sign, 0.0)
    } else {
        complex_times(root * zeroth, if outside { sign } else { -sign }) - complex_quotient(below, root)
    };
    let (mut own, mut k, mut odd) = (lowest + step, 1.0, true);
    while k < n {
        let rising = complex_times(below * own, 2.0 * k + 1.0) + complex_times(step, k + m);
        step = complex_times(rising, 1.0 / (k - m + 1.0));
        own = c128::new(own.re + step.re, own.im + step.im);
        odd = !odd;
        k += 1.0;
    }
    if odd { complex_times(own, sign) } else { own }
}

/// The recurrence from a high degree down, whose values are those of the function but for a factor.
fn second_kind_downwards(m: f64, n: f64, z: c128, lowest: c128, decay: f64) -> c128 {
    let mut k = n + (21.0 / decay).ceil() + 2.0;
    let (mut above, mut own, mut wanted) = (c128::new(0.0, 0.0), c128::new(1e-250, 0.0), c128::new(0.0, 0.0));
    while k >= 1.0 {
        if k == n {
            wanted = own;
        }
        let next =
            complex_times(complex_times(z * own, 2.0 * k + 1.0) - complex_times(above, k - m + 1.0), 1.0 / (k + m));
        (above, own) = (own, next);
        if complex_size(own) > 1e200 {
            above = complex_times(above, 1e-250);
            own = complex_times(own, 1e-250);
            wanted = complex_times(wanted, 1e-250);
        }
        k -= 1.0;
    }
    lowest * complex_quotient(wanted, own)
}
