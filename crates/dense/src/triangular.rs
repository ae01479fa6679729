//! Functions of upper triangular matrices, and Sylvester's equation for two of them, in complex double precision.

use cuprust_num::c128;

use crate::matrix::Field;
use crate::square::Square;

/// The square root whose diagonal has the principal roots (Björck and Hammarling, "A Schur method for the square root
/// of a matrix", 1983). None if there is none, because an eigenvalue is zero.
pub(crate) fn root(t: &Square<c128>) -> Option<Square<c128>> {
    let n = t.n;
    let mut out = Square::zeros(n);
    let mut column = vec![c128::ZERO; n];
    for index in 0..n {
        let own = principal_root(t[(index, index)]);
        column[..index].copy_from_slice(&t.column(index)[..index]);
        // A system of the known part, shifted by the column's own root.
        for row in (0..index).rev() {
            let sum = out[(row, row)] + own;
            let value = match (column[row] == c128::ZERO, sum == c128::ZERO) {
                (true, _) => c128::ZERO,
                (false, true) => return None,
                _ => column[row].quotient(sum),
            };
            column[row] = value;
            subtract(&mut column[..row], value, &out.column(row)[..row]);
        }
        out.elements[index * n..][..index].copy_from_slice(&column[..index]);
        out[(index, index)] = own;
    }
    Some(out)
}

/// The root of nonnegative real part; for a negative number the one of positive imaginary part, whatever the sign of
/// its zero imaginary part.
fn principal_root(value: c128) -> c128 {
    if value.im == 0.0 { c128::new(value.re, 0.0).sqrt() } else { value.sqrt() }
}

/// `column -= factor * other`.
fn subtract(column: &mut [c128], factor: c128, other: &[c128]) {
    for (element, other) in column.iter_mut().zip(other) {
        *element -= factor * other;
    }
}

/// The function with these values at the eigenvalues, by Parlett's recurrence. The division by the difference of two
/// equal eigenvalues is left out.
pub(crate) fn parlett(t: &Square<c128>, values: &[c128]) -> Square<c128> {
    let n = t.n;
    let mut out = Square::zeros(n);
    let mut sums = vec![c128::ZERO; n];
    for index in 0..n {
        for row in 0..index {
            sums[row] = t[(row, index)] * (values[row] - values[index]);
        }
        for row in (0..index).rev() {
            let apart = t[(row, row)] - t[(index, index)];
            let value = if apart == c128::ZERO { sums[row] } else { sums[row].quotient(apart) };
            out[(row, index)] = value;
            let beside = t[(row, index)];
            for above in 0..row {
                sums[above] += out[(above, row)] * beside - t[(above, row)] * value;
            }
        }
        out[(index, index)] = values[index];
    }
    out
}

/// The sign: 1 for eigenvalues to the right of the imaginary axis, -1 for those to the left, and 0 for those on it
/// (Higham, "Functions of Matrices", algorithm 5.5).
pub(crate) fn sign(t: &Square<c128>, on_axis: f64) -> Square<c128> {
    let n = t.n;
    let sign = |value: c128| if value.re.abs() <= on_axis { 0.0 } else { value.re.signum() };
    let values: Vec<c128> = (0..n).map(|index| c128::new(sign(t[(index, index)]), 0.0)).collect();
    let mut out = Square::zeros(n);
    // For each column: the sums of products of the sign with itself, and those of Parlett's recurrence.
    let (mut squares, mut sums) = (vec![c128::ZERO; n], vec![c128::ZERO; n]);
    for index in 0..n {
        squares[..index].fill(c128::ZERO);
        for row in 0..index {
            sums[row] = t[(row, index)] * (values[row] - values[index]);
        }
        for row in (0..index).rev() {
            let own = values[row] + values[index];
            let apart = t[(row, row)] - t[(index, index)];
            let value = if own != c128::ZERO {
                (-squares[row]).quotient(own)
            } else if apart != c128::ZERO {
                sums[row].quotient(apart)
            } else {
                c128::ZERO
            };
            out[(row, index)] = value;
            let (known, beside) = (&out.elements[row * n..][..row], &t.elements[row * n..][..row]);
            for above in 0..row {
                squares[above] += known[above] * value;
                sums[above] += known[above] * t.elements[index * n + row] - beside[above] * value;
            }
        }
        out[(index, index)] = values[index];
    }
    out
}

/// The principal logarithm: square roots are taken until an approximant of low degree is exact (Higham, "Functions of
/// Matrices", algorithm 11.9). The diagonal and the superdiagonal are computed from the eigenvalues. None if an
/// eigenvalue is zero, or the roots do not converge to one.
pub(crate) fn logarithm(t: &Square<c128>) -> Option<Square<c128>> {
    let n = t.n;
    if (0..n).any(|index| t[(index, index)] == c128::ZERO) {
        return None;
    }
    let (mut near, mut roots, mut tried) = (t.clone(), 0, false);
    let degree = loop {
        let distance = distance_from_one(&near);
        let degree = |distance: f64| DEGREES.iter().position(|&largest| distance <= largest);
        if let (Some(now), Some(next)) = (degree(distance), degree(distance / 2.0)) {
            if now - next <= 1 || tried {
                break now + 1;
            }
            tried = true;
        }
        if roots == MAX_ROOTS || !distance.is_finite() {
            return None;
        }
        near = root(&near)?;
        roots += 1;
    };
    let scale = 2.0f64.powi(roots);
    for index in 0..n {
        near[(index, index)] = less_one(logarithm_of(t[(index, index)]) / scale);
    }
    let mut out = Square::zeros(n);
    for (node, weight) in gauss_legendre(degree) {
        add_quotient(&mut out, &near, node, weight * scale);
    }
    for index in 0..n {
        out[(index, index)] = logarithm_of(t[(index, index)]);
        if index + 1 < n {
            let quotient = difference_of_logarithms(t[(index, index)], t[(index + 1, index + 1)]);
            out[(index, index + 1)] = t[(index, index + 1)] * quotient;
        }
    }
    Some(out)
}

/// Most square roots of one call: each halves the exponents of the largest off-diagonal elements.
const MAX_ROOTS: i32 = 1100;

/// The largest 1-norm of the distance from one for which the approximant of degree 1, 2, .. is exact to double
/// precision (table 11.1).
const DEGREES: [f64; 7] = [1.10e-5, 1.82e-3, 1.62e-2, 5.39e-2, 1.14e-1, 1.87e-1, 2.64e-1];

/// The 1-norm of a matrix less one.
fn distance_from_one(t: &Square<c128>) -> f64 {
    let column = |index: usize| {
        let above: f64 = t.column(index)[..index].iter().map(|element| element.norm()).sum();
        above + (t[(index, index)] - 1.0).norm()
    };
    // NaN must propagate.
    (0..t.n).map(column).fold(0.0, |largest, own| if own <= largest { largest } else { own })
}

/// `out += weight * x (1 + node * x)^-1`.
fn add_quotient(out: &mut Square<c128>, x: &Square<c128>, node: f64, weight: f64) {
    let n = x.n;
    let mut column = vec![c128::ZERO; n];
    for index in 0..n {
        column[..=index].copy_from_slice(&x.column(index)[..=index]);
        for row in (0..=index).rev() {
            let value = column[row].quotient(x[(row, row)] * node + 1.0);
            column[row] = value;
            subtract(&mut column[..row], value * node, &x.column(row)[..row]);
        }
        for (element, value) in out.elements[index * n..][..=index].iter_mut().zip(&column) {
            *element += value * weight;
        }
    }
}

/// The nodes and weights of Gauss-Legendre quadrature between 0 and 1.
fn gauss_legendre(count: usize) -> Vec<(f64, f64)> {
    let node = |index: usize| {
        let mut x = (std::f64::consts::PI * (index as f64 + 0.75) / (count as f64 + 0.5)).cos();
        let mut slope = 1.0;
        // Newton's iteration converges in few steps.
        for _ in 0..8 {
            let (mut last, mut own) = (1.0, x);
            for degree in 2..=count {
                let degree = degree as f64;
                (last, own) = (own, ((2.0 * degree - 1.0) * x * own - (degree - 1.0) * last) / degree);
            }
            slope = count as f64 * (x * own - last) / (x * x - 1.0);
            x -= own / slope;
        }
        ((1.0 + x) / 2.0, 1.0 / ((1.0 - x * x) * slope * slope))
    };
    (0..count).map(node).collect()
}

/// The principal logarithm of a nonzero number, accurate near one too.
fn logarithm_of(value: c128) -> c128 {
    let size = value.norm();
    let real = if (0.5..2.0).contains(&size) {
        ((value.re - 1.0) * (value.re + 1.0) + value.im * value.im).ln_1p() / 2.0
    } else {
        size.ln()
    };
    // The sign of a zero imaginary part of a negative number selects one side of the branch cut.
    c128::new(real, if value.im == 0.0 { 0.0f64.atan2(value.re) } else { value.arg() })
}

/// The exponential minus one, accurate near zero too.
fn less_one(value: c128) -> c128 {
    let (grown, half) = (value.re.exp_m1(), (value.im / 2.0).sin());
    let cosine = value.im.cos();
    c128::new(grown * cosine - 2.0 * half * half, (grown + 1.0) * value.im.sin())
}

/// The difference of the logarithms of two numbers over that of the numbers (Higham, equation 11.28).
fn difference_of_logarithms(first: c128, second: c128) -> c128 {
    if first == second {
        return c128::ONE.quotient(first);
    }
    let (difference, sum) = (second - first, second + first);
    let logarithms = logarithm_of(second) - logarithm_of(first);
    if difference.norm() > sum.norm() / 2.0 {
        return logarithms.quotient(difference);
    }
    let turns = ((logarithms.im - std::f64::consts::PI) / std::f64::consts::TAU).ceil();
    let whole_turns = c128::new(0.0, std::f64::consts::TAU * turns);
    (area_tangent(difference.quotient(sum)) * 2.0 + whole_turns).quotient(difference)
}

/// The inverse hyperbolic tangent of a number of modulus at most one half, by its series.
fn area_tangent(value: c128) -> c128 {
    let square = value * value;
    let (mut power, mut sum) = (value, value);
    for odd in (3..70).step_by(2) {
        power *= square;
        sum += power / f64::from(odd);
    }
    sum
}

/// Solves `a x + x b = c`, overwriting `c`, whose columns have as many rows as `a`; with the conjugate transpose of `b`
/// if `adjoint`. A sum of eigenvalues that is too small is made larger.
pub(crate) fn sylvester(a: &Square<c128>, b: &Square<c128>, adjoint: bool, c: &mut [c128]) {
    let (m, n) = (a.n, b.n);
    let least = (f64::EPSILON * a.largest().max(b.largest())).max(f64::MIN_POSITIVE);
    for step in 0..n {
        let index = if adjoint { n - 1 - step } else { step };
        for known in 0..step {
            let known = if adjoint { n - 1 - known } else { known };
            let factor = if adjoint { Field::conj(b[(index, known)]) } else { b[(known, index)] };
            if factor == c128::ZERO {
                continue;
            }
            let (low, high) = c.split_at_mut(index.max(known) * m);
            let (low, high) = (&mut low[index.min(known) * m..][..m], &mut high[..m]);
            let (own, other) = if index > known { (high, low) } else { (low, high) };
            subtract(own, factor, other);
        }
        let own = if adjoint { Field::conj(b[(index, index)]) } else { b[(index, index)] };
        let column = &mut c[index * m..][..m];
        for row in (0..m).rev() {
            let sum = a[(row, row)] + own;
            let value = column[row].quotient(if sum.size() < least { c128::new(least, 0.0) } else { sum });
            column[row] = value;
            subtract(&mut column[..row], value, &a.column(row)[..row]);
        }
    }
}
