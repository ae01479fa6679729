//! The reordering of a Schur form's eigenvalues: blocks on the diagonal are exchanged with their neighbours.

use cuprust_num::c128;

use super::real::standardize;
use crate::square::{Rotation, Square};

/// Moves the chosen eigenvalues of a triangular matrix before the others.
pub(super) fn complex(t: &mut Square<c128>, z: &mut Square<c128>, chosen: &[bool]) {
    let n = t.n;
    for (index, from) in (0..n).filter(|&from| chosen[from]).enumerate() {
        for row in (index..from).rev() {
            let (first, second) = (t[(row, row)], t[(row + 1, row + 1)]);
            let (by, _) = Rotation::to_first(t[(row, row + 1)], second - first);
            t.rotate_rows(row, row + 2..n, by);
            t.rotate_columns(row, 0..row, by);
            z.rotate_columns(row, 0..n, by);
            (t[(row, row)], t[(row + 1, row + 1)]) = (second, first);
        }
    }
}

/// Moves the chosen eigenvalues of a quasi-triangular matrix before the others, a conjugate pair if either of the two
/// is chosen. Returns whether all exchanges were possible (Bai and Demmel, "On swapping diagonal blocks in real Schur
/// form", 1993).
pub(super) fn real(t: &mut Square<f64>, z: &mut Square<f64>, chosen: &[bool]) -> bool {
    let n = t.n;
    let (mut index, mut from) = (0, 0);
    while from < n {
        let size = size_of_block(t, from);
        if chosen[from..from + size].contains(&true) {
            if !raise(t, z, from, index) {
                return false;
            }
            index += size;
        }
        from += size;
    }
    true
}

/// The number of rows of the block that begins at a row.
fn size_of_block(t: &Square<f64>, row: usize) -> usize {
    if row + 1 < t.n && t[(row + 1, row)] != 0.0 { 2 } else { 1 }
}

/// Moves the block at a row up to another one.
fn raise(t: &mut Square<f64>, z: &mut Square<f64>, mut from: usize, to: usize) -> bool {
    let size = size_of_block(t, from);
    while from > to {
        let above = if from - to >= 2 && t[(from - 1, from - 2)] != 0.0 { 2 } else { 1 };
        if !exchange(t, z, from - above, above, size) {
            return false;
        }
        from -= above;
        if size_of_block(t, from) < size {
            // Rounding has split a pair of nearly equal eigenvalues: each is moved separately.
            return raise(t, z, from, to) && raise(t, z, from + 1, to + 1);
        }
    }
    true
}

/// Exchanges a block of `first` rows from `row` on and the one of `second` rows below it.
fn exchange(t: &mut Square<f64>, z: &mut Square<f64>, row: usize, first: usize, second: usize) -> bool {
    let (n, count) = (t.n, first + second);
    let local = |i: usize, j: usize| t[(row + i, row + j)];
    let largest = (0..count * count).map(|index| local(index % count, index / count).abs()).fold(0.0, f64::max);
    // The basis of the second block's eigenvectors is (-x; 1), where a x - x b = c.
    let mut basis = [[0.0; 2]; 4];
    let x = solve_sylvester(&local, first, second, largest);
    for column in 0..second {
        (0..first).for_each(|index| basis[index][column] = -x[index * second + column]);
        basis[first + column][column] = 1.0;
    }
    let q = orthogonal(basis, count, second);
    for column in row..n {
        let old: [f64; 4] = std::array::from_fn(|index| if index < count { t[(row + index, column)] } else { 0.0 });
        for index in 0..count {
            t[(row + index, column)] = (0..count).map(|k| q[k][index] * old[k]).sum();
        }
    }
    for (matrix, rows) in [(&mut *t, row + count), (&mut *z, n)] {
        for index in 0..rows {
            let old: [f64; 4] = std::array::from_fn(|k| if k < count { matrix[(index, row + k)] } else { 0.0 });
            for column in 0..count {
                matrix[(index, row + column)] = (0..count).map(|k| old[k] * q[k][column]).sum();
            }
        }
    }
    for column in 0..second {
        for index in second..count {
            if t[(row + index, row + column)].abs() > 20.0 * f64::EPSILON * largest {
                return false;
            }
            t[(row + index, row + column)] = 0.0;
        }
    }
    if second == 2 {
        standardize(t, z, row);
    }
    if first == 2 {
        standardize(t, z, row + second);
    }
    true
}

/// Solves `a x - x b = c` for blocks on the diagonal and the one off it, row by row.
fn solve_sylvester(local: &dyn Fn(usize, usize) -> f64, first: usize, second: usize, largest: f64) -> [f64; 4] {
    let count = first * second;
    let (mut system, mut right) = ([[0.0; 4]; 4], [0.0; 4]);
    for i in 0..first {
        for j in 0..second {
            let own = i * second + j;
            right[own] = local(i, first + j);
            (0..first).for_each(|k| system[own][k * second + j] += local(i, k));
            (0..second).for_each(|k| system[own][i * second + k] -= local(first + k, first + j));
        }
    }
    solve_by_pivots(system, right, count, f64::EPSILON * largest)
}

/// Solves a system of `count` equations, by elimination with the largest pivots. A pivot less than `least` is replaced
/// by it.
pub(crate) fn solve_by_pivots<const N: usize>(
    mut system: [[f64; N]; N],
    mut right: [f64; N],
    count: usize,
    least: f64,
) -> [f64; N] {
    let mut order: [usize; N] = std::array::from_fn(|index| index);
    let least = least.max(f64::MIN_POSITIVE);
    for step in 0..count {
        let rest = (step..count).flat_map(|row| (step..count).map(move |column| (row, column)));
        let size = |&(row, column): &(usize, usize)| system[row][column].abs();
        let (row, column) = rest.max_by(|x, y| size(x).total_cmp(&size(y))).unwrap_or((step, step));
        system.swap(step, row);
        right.swap(step, row);
        system.iter_mut().for_each(|row| row.swap(step, column));
        order.swap(step, column);
        if system[step][step].abs() < least {
            system[step][step] = least;
        }
        for row in step + 1..count {
            let factor = system[row][step] / system[step][step];
            (step..count).for_each(|column| system[row][column] -= factor * system[step][column]);
            right[row] -= factor * right[step];
        }
    }
    let mut x = [0.0; N];
    for step in (0..count).rev() {
        let known: f64 = (step + 1..count).map(|column| system[step][column] * x[order[column]]).sum();
        x[order[step]] = (right[step] - known) / system[step][step];
    }
    x
}

/// An orthogonal matrix whose first columns span those of a matrix of `count` rows, by reflections.
pub(crate) fn orthogonal(mut basis: [[f64; 2]; 4], count: usize, columns: usize) -> [[f64; 4]; 4] {
    let mut q = [[0.0; 4]; 4];
    (0..4).for_each(|index| q[index][index] = 1.0);
    for column in 0..columns {
        let length = (column..count).fold(0.0f64, |length, row| length.hypot(basis[row][column]));
        let mut v = [0.0; 4];
        (column..count).for_each(|row| v[row] = basis[row][column] / length);
        v[column] += 1.0f64.copysign(v[column]);
        let square: f64 = v.iter().map(|element| element * element).sum();
        let reflect = |other: usize, basis: &mut [[f64; 2]; 4]| {
            let along: f64 = (column..count).map(|row| v[row] * basis[row][other]).sum::<f64>() * 2.0 / square;
            (column..count).for_each(|row| basis[row][other] -= along * v[row]);
        };
        (column..columns).for_each(|other| reflect(other, &mut basis));
        for row in &mut q {
            let along: f64 = (column..count).map(|index| row[index] * v[index]).sum::<f64>() * 2.0 / square;
            (column..count).for_each(|index| row[index] -= along * v[index]);
        }
    }
    q
}
