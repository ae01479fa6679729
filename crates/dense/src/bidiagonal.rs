//! Singular values and vectors of bidiagonal matrices by divide and conquer: a row between two halves joins them (Gu
//! and Eisenstat, "A divide-and-conquer algorithm for the bidiagonal SVD", 1995).

use crate::matrix::{Matrix, multiply};
use crate::secular::{Arrow, Root};
use crate::{Shared, Team};

/// Singular values in descending order, and the vectors as columns: `n` left ones of `n` elements, and as many right
/// ones of `n + 1` elements, of which the last is zero.
pub(crate) struct Bidiagonal {
    pub(crate) values: Vec<f64>,
    pub(crate) left: Vec<f64>,
    pub(crate) right: Vec<f64>,
}

/// Most rows of a part that one thread solves.
const MAX_SERIAL_ROWS: usize = 64;

/// The singular values of parts of a matrix and, in the blocks of the same rows and columns, their vectors.
struct Parts<'a> {
    /// The diagonal, and the superdiagonal, whose last element is zero: a part has one column more than rows.
    diagonal: &'a [f64],
    superdiagonal: &'a [f64],
    /// Ascending within a part.
    values: Shared<f64>,
    left: Matrix<f64>,
    /// The last column of a part is orthogonal to the part's rows.
    right: Matrix<f64>,
}

/// The singular value decomposition of an upper bidiagonal matrix of finite elements, none of which is much larger than
/// one.
pub(crate) fn decompose(diagonal: &[f64], superdiagonal: &[f64], team: &Team) -> Bidiagonal {
    let n = diagonal.len();
    let superdiagonal = [&superdiagonal[..n.saturating_sub(1)], &[0.0]].concat();
    let (mut values, mut left, mut right) = (vec![0.0; n], vec![0.0; n * n], vec![0.0; (n + 1) * (n + 1)]);
    let parts = Parts {
        diagonal,
        superdiagonal: &superdiagonal,
        values: Shared(values.as_mut_ptr()),
        left: Matrix::by_columns(left.as_mut_ptr(), n, n),
        right: Matrix::by_columns(right.as_mut_ptr(), n + 1, n + 1),
    };
    let mut small = Vec::new();
    list_small(0, n, &mut small);
    // SAFETY: the vectors are as long as the matrices, and the parts do not overlap.
    team.spread(small.len(), n * MAX_SERIAL_ROWS * MAX_SERIAL_ROWS, &|number| unsafe {
        let (from, count) = small[number];
        parts.solve(from, count, 0, &Team::alone());
    });
    // SAFETY: as above; no other thread accesses the parts.
    unsafe { parts.solve(0, n, MAX_SERIAL_ROWS, team) };
    values.reverse();
    for (vectors, rows) in [(&mut left, n), (&mut right, n + 1)] {
        let (mut first, mut last) = (0, n);
        while first + 1 < last {
            last -= 1;
            let (before, from) = vectors.split_at_mut(last * rows);
            before[first * rows..][..rows].swap_with_slice(&mut from[..rows]);
            first += 1;
        }
    }
    right.truncate(n * (n + 1));
    Bidiagonal { values, left, right }
}

/// The row that joins the two halves of a part of so many rows.
fn half(count: usize) -> usize {
    count / 2
}

fn list_small(from: usize, count: usize, small: &mut Vec<(usize, usize)>) {
    if count <= MAX_SERIAL_ROWS {
        return small.push((from, count));
    }
    list_small(from, half(count), small);
    list_small(from + half(count) + 1, count - half(count) - 1, small);
}

/// A column of the new vectors: a combination of several old ones, or an old one unchanged.
#[derive(Clone, Copy)]
enum Column {
    Mixed(usize),
    Kept(usize),
}

/// An arrow matrix after deflation, that is, without the negligible elements.
struct Deflated {
    arrow: Arrow,
    /// The original index of each of its rows and columns.
    indices: Vec<usize>,
    /// The deflated singular values, with their indices.
    deflated_values: Vec<(f64, usize)>,
    /// Pairs of indices that were rotated to make the element of the first zero, with the cosine and the sine.
    rotations: Vec<(usize, usize, f64, f64)>,
}

impl Parts<'_> {
    /// Solves a part whose own parts of at most `solved` rows are solved already.
    ///
    /// # Safety
    /// The part lies in the matrices, and no other thread accesses it.
    unsafe fn solve(&self, from: usize, count: usize, solved: usize, team: &Team) {
        if solved > 0 && count <= solved {
            return;
        }
        // SAFETY: the indices are in the part.
        unsafe {
            match count {
                0 => self.right.set(from, from, 1.0),
                1 => {
                    let (own, superdiagonal) = (self.diagonal[from], self.superdiagonal[from]);
                    let length = own.hypot(superdiagonal);
                    let (c, s) = if length == 0.0 { (1.0, 0.0) } else { (own / length, superdiagonal / length) };
                    self.values.slice(from, 1)[0] = length;
                    self.left.set(from, from, 1.0);
                    let indices = [(0, 0, c), (1, 0, s), (0, 1, -s), (1, 1, c)];
                    indices.into_iter().for_each(|(i, j, value)| self.right.set(from + i, from + j, value));
                }
                _ => {
                    let middle = half(count);
                    self.solve(from, middle, solved, team);
                    self.solve(from + middle + 1, count - middle - 1, solved, team);
                    self.join(from, count, team);
                }
            }
        }
    }

    /// Joins two solved halves by the row between them.
    ///
    /// # Safety
    /// As [`Parts::solve`].
    unsafe fn join(&self, from: usize, count: usize, team: &Team) {
        let (middle, below) = (half(count), count - half(count) - 1);
        // SAFETY: the indices are in the part, here and below.
        let values = unsafe { self.values.slice(from, count) };
        let (u, v) = (self.left.part(from, from, count, count), self.right.part(from, from, count + 1, count + 1));
        let (first, second) =
            (v.part(0, 0, middle + 1, middle + 1), v.part(middle + 1, middle + 1, below + 1, below + 1));
        let (own, superdiagonal) = (self.diagonal[from + middle], self.superdiagonal[from + middle]);
        // The joining row in the basis of the halves' right vectors. The two vectors that are orthogonal to the halves'
        // rows are rotated: one takes the whole component of the row in their plane, and the other is orthogonal to the
        // whole part.
        let mut row = vec![0.0; count];
        // SAFETY: as above.
        let (x, y) = unsafe {
            (0..middle).for_each(|index| row[index] = own * first.get(middle, index));
            (0..below).for_each(|index| row[middle + 1 + index] = superdiagonal * second.get(0, index));
            (own * first.get(middle, middle), superdiagonal * second.get(0, below))
        };
        let length = x.hypot(y);
        let (c, s) = if length == 0.0 { (1.0, 0.0) } else { (x / length, y / length) };
        row[middle] = length;
        values[middle] = 0.0;
        let deflated = Deflated::of(values, row, middle);
        let columns = Columns::of(&deflated, count, middle, (c, s), team);
        let orthogonal: Vec<f64> = (0..=count)
            .map(|index| match index.checked_sub(middle + 1) {
                // SAFETY: as above.
                None => unsafe { -s * first.get(index, middle) },
                // SAFETY: as above.
                Some(index) => unsafe { c * second.get(index, below) },
            })
            .collect();
        let (upper, lower) = (u.part(0, 0, middle, middle), u.part(middle + 1, middle + 1, below, below));
        // SAFETY: the new vectors have memory of their own.
        let (left, right) = unsafe {
            (
                columns.times(&columns.left, count, [upper, lower], team),
                columns.times(&columns.right, count + 1, [first, second], team),
            )
        };
        values.iter_mut().zip(&columns.order).for_each(|(value, (own, _))| *value = *own);
        let work = 2 * count * count;
        team.spread(count + 1, work, &|column| {
            // SAFETY: each column belongs to one thread; unchanged ones were copied.
            unsafe {
                if column < count {
                    (0..count).for_each(|row| u.set(row, column, left[column * count + row]));
                }
                let from = if column < count { &right[column * (count + 1)..][..=count] } else { &orthogonal[..] };
                from.iter().enumerate().for_each(|(row, &value)| v.set(row, column, value));
            }
        });
    }
}

impl Deflated {
    /// Deflates the arrow matrix of a diagonal, ascending before and after index `middle`, and the joining row.
    fn of(diagonal: &[f64], mut row: Vec<f64>, middle: usize) -> Deflated {
        let mut order: Vec<usize> = (0..diagonal.len()).filter(|&index| index != middle).collect();
        order.sort_by(|&x, &y| diagonal[x].total_cmp(&diagonal[y]));
        let largest = row.iter().chain(diagonal).fold(0.0f64, |largest, x| largest.max(x.abs()));
        let negligible = 8.0 * f64::EPSILON * largest;
        row[middle] = row[middle].max(negligible);
        let (mut indices, mut deflated_values, mut rotations) = (vec![middle], Vec::new(), Vec::new());
        for index in order {
            if row[index].abs() <= negligible {
                deflated_values.push((diagonal[index], index));
                continue;
            }
            if let &[_, .., before] = &indices[..]
                && diagonal[index] - diagonal[before] <= negligible
            {
                let length = row[before].hypot(row[index]);
                rotations.push((before, index, row[index] / length, row[before] / length));
                (row[before], row[index]) = (0.0, length);
                deflated_values.push((diagonal[before], before));
                indices.pop();
            }
            indices.push(index);
        }
        let mut d: Vec<f64> = indices.iter().map(|&index| diagonal[index]).collect();
        if let [_, second, ..] = &mut d[..] {
            // Two poles at zero are merged into one.
            *second = second.max(negligible / 2.0);
        }
        let z = indices.iter().map(|&index| row[index]).collect();
        Deflated { arrow: Arrow { d, z }, indices, deflated_values, rotations }
    }
}

/// The composition of the new vectors.
struct Columns {
    /// The singular values, ascending, each with its column.
    order: Vec<(f64, Column)>,
    /// The combined left vectors, in the basis of the old ones and the unit vector of the joining row.
    left: Vec<f64>,
    /// The combined right vectors, in the basis of the old ones, including the one of each half that is orthogonal to
    /// its rows.
    right: Vec<f64>,
    middle: usize,
}

/// Roots, or columns, in one thread's task.
const STRIP: usize = 16;

impl Columns {
    fn of(deflated: &Deflated, count: usize, middle: usize, (c, s): (f64, f64), team: &Team) -> Columns {
        let Deflated { arrow, indices, deflated_values, rotations } = deflated;
        let roots = indices.len();
        let spread = |count: usize, each: &(dyn Fn(usize) + Sync)| {
            team.spread(count.div_ceil(STRIP), 32 * count * roots, &|strip| {
                (strip * STRIP..count.min((strip + 1) * STRIP)).for_each(each);
            });
        };
        let (mut found, mut row) = (vec![Root::default(); roots], vec![0.0; roots]);
        let (to, exact) = (Shared(found.as_mut_ptr()), Shared(row.as_mut_ptr()));
        if roots == 1 {
            // The joining row alone.
            found[0] = Root::at(arrow.z[0]);
        } else {
            // SAFETY: each index belongs to one thread.
            spread(roots, &|index| unsafe { to.slice(index, 1)[0] = arrow.root(index) });
            // SAFETY: as above.
            spread(roots, &|index| unsafe { exact.slice(index, 1)[0] = arrow.exact_row(&found, index) });
        }
        let mut order: Vec<(f64, Column)> =
            found.iter().enumerate().map(|(number, root)| (root.value(), Column::Mixed(number))).collect();
        // Deflated vectors that were rotated are combined too.
        let mut rotated = Vec::new();
        for &(value, index) in deflated_values {
            if rotations.iter().any(|&(before, _, _, _)| before == index) {
                order.push((value, Column::Mixed(roots + rotated.len())));
                rotated.push(index);
            } else {
                order.push((value, Column::Kept(index)));
            }
        }
        order.sort_by(|x, y| x.0.total_cmp(&y.0));
        let mixed = roots + rotated.len();
        let (mut left, mut right) = (vec![0.0; mixed * count], vec![0.0; mixed * (count + 1)]);
        let (to_left, to_right) = (Shared(left.as_mut_ptr()), Shared(right.as_mut_ptr()));
        spread(mixed, &|column| {
            // SAFETY: each column belongs to one thread.
            let (left, right) =
                unsafe { (to_left.slice(column * count, count), to_right.slice(column * (count + 1), count + 1)) };
            if roots == 1 && column == 0 {
                (left[middle], right[middle]) = (1.0, 1.0);
            } else if column < roots {
                let (mut u, mut v) = (vec![0.0; roots], vec![0.0; roots]);
                arrow.vectors(found[column], &row, &mut u, &mut v);
                for (own, &index) in indices.iter().enumerate() {
                    (left[index], right[index]) = (u[own], v[own]);
                }
            } else {
                let index = rotated[column - roots];
                (left[index], right[index]) = (1.0, 1.0);
            }
            for &(before, index, c, s) in rotations.iter().rev() {
                for vector in [&mut *left, &mut *right] {
                    let (x, y) = (vector[before], vector[index]);
                    (vector[before], vector[index]) = (c * x + s * y, c * y - s * x);
                }
            }
            (right[middle], right[count]) = (c * right[middle], s * right[middle]);
        });
        Columns { order, left, right, middle }
    }

    /// The new vectors, in their order, of `rows` elements each: combined ones are products of the halves' vectors and
    /// `mixed`.
    ///
    /// # Safety
    /// The halves lie in memory that holds values.
    unsafe fn times(&self, mixed: &[f64], rows: usize, halves: [Matrix<f64>; 2], team: &Team) -> Vec<f64> {
        let (count, middle) = (self.order.len(), self.middle);
        let number = mixed.len() / rows;
        let mixed_matrix = Matrix::by_columns(mixed.as_ptr().cast_mut(), rows, number);
        let mut product = vec![0.0; mixed.len()];
        let made = Matrix::by_columns(product.as_mut_ptr(), rows, number);
        let [upper, lower] = halves;
        let from = rows - lower.rows;
        // SAFETY: as the caller promises; the products have memory of their own.
        unsafe {
            for (half, start) in [(upper, 0), (lower, from)] {
                let part = |of: Matrix<f64>| of.part(start, 0, half.rows, number);
                multiply(part(made), 0.0, 1.0, (half, false), (part(mixed_matrix), false), team);
            }
            // The joining row is in the left vectors without a basis vector of a half.
            for row in upper.rows..from {
                (0..number).for_each(|column| made.set(row, column, mixed_matrix.get(row, column)));
            }
        }
        let mut all = vec![0.0; rows * count];
        for (to, (_, column)) in all.chunks_mut(rows.max(1)).zip(&self.order) {
            match *column {
                Column::Mixed(column) => to.copy_from_slice(&product[column * rows..][..rows]),
                Column::Kept(index) => {
                    let (half, start, column) =
                        if index < middle { (upper, 0, index) } else { (lower, from, index - middle - 1) };
                    // SAFETY: as the caller promises.
                    (0..half.rows).for_each(|row| to[start + row] = unsafe { half.get(row, column) });
                }
            }
        }
        all
    }
}
