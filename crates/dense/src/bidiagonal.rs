//! Singular values and vectors of bidiagonal matrices, by halves that a row between them joins (Gu and Eisenstat, "A
//! divide-and-conquer algorithm for the bidiagonal SVD", 1995).

use crate::matrix::{Matrix, multiply};
use crate::secular::{Arrow, Root};
use crate::{Shared, Team};

/// Singular values in descending order, and the vectors as columns: `n` of `n` rows on the left, and on the right as
/// many of `n + 1` rows, of which the last is zero.
pub(crate) struct Bidiagonal {
    pub(crate) values: Vec<f64>,
    pub(crate) left: Vec<f64>,
    pub(crate) right: Vec<f64>,
}

/// Parts of at most this many rows are solved by one thread.
const MAX_SERIAL_ROWS: usize = 64;

/// Singular values of a part of a matrix and, in the blocks of the same rows and columns, its vectors.
struct Parts<'a> {
    /// The diagonal, and above it the elements beside it, of which the last is zero: a part has one column more than
    /// rows.
    diagonal: &'a [f64],
    beside: &'a [f64],
    /// Ascending within a part.
    values: Shared<f64>,
    left: Matrix<f64>,
    /// The last column of a part is orthogonal to its rows.
    right: Matrix<f64>,
}

/// The singular value decomposition of an upper bidiagonal matrix of finite elements, none of which is much larger than
/// one.
pub(crate) fn decompose(diagonal: &[f64], beside: &[f64], team: &Team) -> Bidiagonal {
    let n = diagonal.len();
    let beside = [&beside[..n.saturating_sub(1)], &[0.0]].concat();
    let (mut values, mut left, mut right) = (vec![0.0; n], vec![0.0; n * n], vec![0.0; (n + 1) * (n + 1)]);
    let parts = Parts {
        diagonal,
        beside: &beside,
        values: Shared(values.as_mut_ptr()),
        left: Matrix::by_columns(left.as_mut_ptr(), n, n),
        right: Matrix::by_columns(right.as_mut_ptr(), n + 1, n + 1),
    };
    let mut small = Vec::new();
    list_small(0, n, &mut small);
    // SAFETY: the vectors are as long as the matrices, and the parts are apart.
    team.spread(small.len(), n * MAX_SERIAL_ROWS * MAX_SERIAL_ROWS, &|number| unsafe {
        let (from, count) = small[number];
        parts.solve(from, count, 0, &Team::alone());
    });
    // SAFETY: as above; no other thread uses the parts.
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

/// Where a part of so many rows is halved: a row between the halves joins them.
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

/// A column of the new vectors: made of several of the old ones, or one that stays.
#[derive(Clone, Copy)]
enum Column {
    Mixed(usize),
    Kept(usize),
}

/// An arrow matrix without the elements that are negligible.
struct Deflated {
    arrow: Arrow,
    /// Where its rows and columns stood.
    places: Vec<usize>,
    /// The values of the others, with their places.
    others: Vec<(f64, usize)>,
    /// Pairs of places that were rotated until the element of the first was zero, with the cosine and the sine.
    rotations: Vec<(usize, usize, f64, f64)>,
}

impl Parts<'_> {
    /// Solves a part whose own parts of `solved` rows at most are solved already.
    ///
    /// # Safety
    /// The part lies in the matrices, and no other thread uses it.
    unsafe fn solve(&self, from: usize, count: usize, solved: usize, team: &Team) {
        if solved > 0 && count <= solved {
            return;
        }
        // SAFETY: the places are in the part.
        unsafe {
            match count {
                0 => self.right.set(from, from, 1.0),
                1 => {
                    let (own, beside) = (self.diagonal[from], self.beside[from]);
                    let length = own.hypot(beside);
                    let (c, s) = if length == 0.0 { (1.0, 0.0) } else { (own / length, beside / length) };
                    self.values.slice(from, 1)[0] = length;
                    self.left.set(from, from, 1.0);
                    let places = [(0, 0, c), (1, 0, s), (0, 1, -s), (1, 1, c)];
                    places.into_iter().for_each(|(i, j, value)| self.right.set(from + i, from + j, value));
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
        // SAFETY: the places are in the part, here and in what follows.
        let values = unsafe { self.values.slice(from, count) };
        let (u, v) = (self.left.part(from, from, count, count), self.right.part(from, from, count + 1, count + 1));
        let (first, second) =
            (v.part(0, 0, middle + 1, middle + 1), v.part(middle + 1, middle + 1, below + 1, below + 1));
        let (own, beside) = (self.diagonal[from + middle], self.beside[from + middle]);
        // The row by the right vectors of the halves. The two that are orthogonal to the halves' rows are turned: one
        // has all that the row has of them, and the other is orthogonal to the whole part.
        let mut row = vec![0.0; count];
        // SAFETY: as above.
        let (x, y) = unsafe {
            (0..middle).for_each(|place| row[place] = own * first.get(middle, place));
            (0..below).for_each(|place| row[middle + 1 + place] = beside * second.get(0, place));
            (own * first.get(middle, middle), beside * second.get(0, below))
        };
        let length = x.hypot(y);
        let (c, s) = if length == 0.0 { (1.0, 0.0) } else { (x / length, y / length) };
        row[middle] = length;
        values[middle] = 0.0;
        let deflated = Deflated::of(values, row, middle);
        let columns = Columns::of(&deflated, count, middle, (c, s), team);
        let orthogonal: Vec<f64> = (0..=count)
            .map(|place| match place.checked_sub(middle + 1) {
                // SAFETY: as above.
                None => unsafe { -s * first.get(place, middle) },
                // SAFETY: as above.
                Some(place) => unsafe { c * second.get(place, below) },
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
            // SAFETY: each column is one thread's; those that stay were copied.
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
    /// Of the diagonal's elements, of which those before and behind the row's own place ascend, and the row.
    fn of(diagonal: &[f64], mut row: Vec<f64>, middle: usize) -> Deflated {
        let mut order: Vec<usize> = (0..diagonal.len()).filter(|&place| place != middle).collect();
        order.sort_by(|&x, &y| diagonal[x].total_cmp(&diagonal[y]));
        let largest = row.iter().chain(diagonal).fold(0.0f64, |largest, x| largest.max(x.abs()));
        let negligible = 8.0 * f64::EPSILON * largest;
        row[middle] = row[middle].max(negligible);
        let (mut places, mut others, mut rotations) = (vec![middle], Vec::new(), Vec::new());
        for place in order {
            if row[place].abs() <= negligible {
                others.push((diagonal[place], place));
                continue;
            }
            if let &[_, .., before] = &places[..]
                && diagonal[place] - diagonal[before] <= negligible
            {
                let length = row[before].hypot(row[place]);
                rotations.push((before, place, row[place] / length, row[before] / length));
                (row[before], row[place]) = (0.0, length);
                others.push((diagonal[before], before));
                places.pop();
            }
            places.push(place);
        }
        let mut d: Vec<f64> = places.iter().map(|&place| diagonal[place]).collect();
        if let [_, second, ..] = &mut d[..] {
            // Two poles at zero would be one.
            *second = second.max(negligible / 2.0);
        }
        let z = places.iter().map(|&place| row[place]).collect();
        Deflated { arrow: Arrow { d, z }, places, others, rotations }
    }
}

/// What the new vectors are made of.
struct Columns {
    /// The singular values, ascending, each with its column.
    order: Vec<(f64, Column)>,
    /// The left vectors that are mixed, by the old ones and the unit vector of the row between the halves.
    left: Vec<f64>,
    /// The right ones, by the old ones, of each half also the one that is orthogonal to its rows.
    right: Vec<f64>,
    middle: usize,
}

/// So many roots, or columns, are one thread's work.
const STRIP: usize = 16;

impl Columns {
    fn of(deflated: &Deflated, count: usize, middle: usize, (c, s): (f64, f64), team: &Team) -> Columns {
        let Deflated { arrow, places, others, rotations } = deflated;
        let roots = places.len();
        let spread = |count: usize, each: &(dyn Fn(usize) + Sync)| {
            team.spread(count.div_ceil(STRIP), 32 * count * roots, &|strip| {
                (strip * STRIP..count.min((strip + 1) * STRIP)).for_each(each);
            });
        };
        let (mut found, mut row) = (vec![Root::default(); roots], vec![0.0; roots]);
        let (to, exact) = (Shared(found.as_mut_ptr()), Shared(row.as_mut_ptr()));
        if roots == 1 {
            // The row alone.
            found[0] = Root::at(arrow.z[0]);
        } else {
            // SAFETY: each place is one thread's.
            spread(roots, &|place| unsafe { to.slice(place, 1)[0] = arrow.root(place) });
            // SAFETY: as above.
            spread(roots, &|place| unsafe { exact.slice(place, 1)[0] = arrow.exact_row(&found, place) });
        }
        let mut order: Vec<(f64, Column)> =
            found.iter().enumerate().map(|(number, root)| (root.value(), Column::Mixed(number))).collect();
        // Of the others, those that were rotated are mixed too.
        let mut turned = Vec::new();
        for &(value, place) in others {
            if rotations.iter().any(|&(before, _, _, _)| before == place) {
                order.push((value, Column::Mixed(roots + turned.len())));
                turned.push(place);
            } else {
                order.push((value, Column::Kept(place)));
            }
        }
        order.sort_by(|x, y| x.0.total_cmp(&y.0));
        let mixed = roots + turned.len();
        let (mut left, mut right) = (vec![0.0; mixed * count], vec![0.0; mixed * (count + 1)]);
        let (to_left, to_right) = (Shared(left.as_mut_ptr()), Shared(right.as_mut_ptr()));
        spread(mixed, &|column| {
            // SAFETY: each column is one thread's.
            let (left, right) =
                unsafe { (to_left.slice(column * count, count), to_right.slice(column * (count + 1), count + 1)) };
            if roots == 1 && column == 0 {
                (left[middle], right[middle]) = (1.0, 1.0);
            } else if column < roots {
                let (mut u, mut v) = (vec![0.0; roots], vec![0.0; roots]);
                arrow.vectors(found[column], &row, &mut u, &mut v);
                for (own, &place) in places.iter().enumerate() {
                    (left[place], right[place]) = (u[own], v[own]);
                }
            } else {
                let place = turned[column - roots];
                (left[place], right[place]) = (1.0, 1.0);
            }
            for &(before, place, c, s) in rotations.iter().rev() {
                for vector in [&mut *left, &mut *right] {
                    let (x, y) = (vector[before], vector[place]);
                    (vector[before], vector[place]) = (c * x + s * y, c * y - s * x);
                }
            }
            (right[middle], right[count]) = (c * right[middle], s * right[middle]);
        });
        Columns { order, left, right, middle }
    }

    /// The new vectors, in their order: of those that are mixed the products of the halves' vectors and `mixed`, of
    /// `rows` elements each.
    ///
    /// # Safety
    /// The halves lie in memory that holds values.
    unsafe fn times(&self, mixed: &[f64], rows: usize, halves: [Matrix<f64>; 2], team: &Team) -> Vec<f64> {
        let (count, middle) = (self.order.len(), self.middle);
        let number = mixed.len() / rows;
        let given = Matrix::by_columns(mixed.as_ptr().cast_mut(), rows, number);
        let mut product = vec![0.0; mixed.len()];
        let made = Matrix::by_columns(product.as_mut_ptr(), rows, number);
        let [upper, lower] = halves;
        let from = rows - lower.rows;
        // SAFETY: as the caller says; the products have memory of their own.
        unsafe {
            for (half, start) in [(upper, 0), (lower, from)] {
                let part = |of: Matrix<f64>| of.part(start, 0, half.rows, number);
                multiply(part(made), 0.0, 1.0, (half, false), (part(given), false), team);
            }
            // Of the left vectors the row between the halves stands alone.
            for row in upper.rows..from {
                (0..number).for_each(|column| made.set(row, column, given.get(row, column)));
            }
        }
        let mut all = vec![0.0; rows * count];
        for (to, (_, column)) in all.chunks_mut(rows.max(1)).zip(&self.order) {
            match *column {
                Column::Mixed(column) => to.copy_from_slice(&product[column * rows..][..rows]),
                Column::Kept(place) => {
                    let (half, start, column) =
                        if place < middle { (upper, 0, place) } else { (lower, from, place - middle - 1) };
                    // SAFETY: as the caller says.
                    (0..half.rows).for_each(|row| to[start + row] = unsafe { half.get(row, column) });
                }
            }
        }
        all
    }
}
