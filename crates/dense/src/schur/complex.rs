//! QR iterations with single shifts, for complex matrices, and the complex form of a real one.

use cuprust_num::c128;

use super::{max_iterations, start_of_block};
use crate::matrix::Field;
use crate::square::{Rotation, Square};

/// As [`super::Iterated::iterate`].
pub(super) fn iterate(t: &mut Square<c128>, z: &mut Square<c128>) -> bool {
    let n = t.n;
    let largest = t.largest();
    let (mut end, mut tries, mut left) = (n, 0, max_iterations(n));
    while end > 0 {
        let start = start_of_block(t, end, tries, largest);
        if start + 1 == end {
            (end, tries) = (start, 0);
            continue;
        }
        if left == 0 {
            return false;
        }
        (tries, left) = (tries + 1, left - 1);
        let shift = shift(t, start, end, tries);
        sweep(t, z, start, end, shift);
    }
    true
}

/// The eigenvalue that the next iteration aims at: that of the last two rows that is nearer to the last element, or an
/// exceptional shift if that has not converged for long.
fn shift(t: &Square<c128>, start: usize, end: usize, tries: usize) -> c128 {
    let last = end - 1;
    match tries % 20 {
        10 => t[(start, start)] + 0.75 * t[(start + 1, start)].size(),
        0 => t[(last, last)] + 0.75 * t[(last, last - 1)].size(),
        _ => {
            let (first, own) = (t[(last - 1, last - 1)], t[(last, last)]);
            let product = t[(last - 1, last)] * t[(last, last - 1)];
            let half = (first - own) * 0.5;
            let root = (half * half + product).sqrt();
            let (plus, minus) = (half + root, half - root);
            let far = if plus.size() >= minus.size() { plus } else { minus };
            if far == c128::ZERO { own } else { own - product.quotient(far) }
        }
    }
}

/// One step of the QR algorithm on rows from `start` to before `end`.
fn sweep(t: &mut Square<c128>, z: &mut Square<c128>, start: usize, end: usize, shift: c128) {
    let n = t.n;
    let (mut first, mut second) = (t[(start, start)] - shift, t[(start + 1, start)]);
    for row in start..end - 1 {
        if row > start {
            (first, second) = (t[(row, row - 1)], t[(row + 1, row - 1)]);
        }
        let (by, made) = Rotation::to_first(first, second);
        if row > start {
            (t[(row, row - 1)], t[(row + 1, row - 1)]) = (made, c128::ZERO);
        }
        t.rotate_rows(row, row..n, by);
        t.rotate_columns(row, 0..(row + 3).min(end), by);
        z.rotate_columns(row, 0..n, by);
    }
}

/// Makes a quasi-triangular matrix triangular, and updates its basis. The eigenvalue of positive imaginary part of each
/// block of two rows comes first.
pub(crate) fn from_real(t: &mut Square<c128>, z: &mut Square<c128>) {
    let n = t.n;
    for row in (1..n).rev() {
        let below = t[(row, row - 1)];
        let (above, own) = (t[(row - 1, row - 1)], t[(row, row)]);
        if below.norm() > f64::EPSILON * (above.norm() + own.norm()) {
            let half = (above - own) * 0.5;
            let root = (half * half + t[(row - 1, row)] * below).sqrt();
            let root = if root.im < 0.0 { -root } else { root };
            // The eigenvector of the eigenvalue is this number and the element below the diagonal.
            let first = half + root;
            let length = first.norm().hypot(below.norm());
            let (c, s) = (first / length, below / length);
            let rotated = |x: c128, y: c128| (Field::conj(c) * x + Field::conj(s) * y, c * y - s * x);
            for column in row - 1..n {
                let (x, y) = (t[(row - 1, column)], t[(row, column)]);
                (t[(row - 1, column)], t[(row, column)]) = rotated(x, y);
            }
            let adjoint = |x: c128, y: c128| (c * x + s * y, Field::conj(c) * y - Field::conj(s) * x);
            for index in 0..=row {
                let (x, y) = (t[(index, row - 1)], t[(index, row)]);
                (t[(index, row - 1)], t[(index, row)]) = adjoint(x, y);
            }
            for index in 0..n {
                let (x, y) = (z[(index, row - 1)], z[(index, row)]);
                (z[(index, row - 1)], z[(index, row)]) = adjoint(x, y);
            }
        }
        t[(row, row - 1)] = c128::ZERO;
    }
}
