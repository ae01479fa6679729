//! Systems of banded matrices; a column of the band holds the elements of a column of the matrix, from top to bottom.

use crate::matrix::{Field, Matrix};
use crate::spectral::scaled;

/// Solves `a x = b`, overwriting `b`, by elimination with partial pivoting; the band has `below` diagonals below the
/// main one. Returns the number of the first zero pivot, counted from 1, or 0.
///
/// # Safety
/// Both lie in memory that holds values, without overlap; nothing else accesses `b`.
pub(crate) unsafe fn solve<T: Field>(band: Matrix<T>, below: usize, b: Matrix<T>) -> i64 {
    let n = band.columns;
    let above = band.rows - 1 - below;
    // Row exchanges fill as many diagonals further above as there are below.
    let (height, top) = (2 * below + above + 1, below + above);
    let mut rows = vec![T::ZERO; height * n];
    let at = |row: usize, column: usize| column * height + top + row - column;
    for column in 0..n {
        for row in column.saturating_sub(above)..(column + below + 1).min(n) {
            // SAFETY: the element is in the band.
            rows[at(row, column)] = unsafe { band.get(above + row - column, column) };
        }
    }
    for step in 0..n {
        let (last, reach) = ((step + below + 1).min(n), (step + top + 1).min(n));
        let mut pivot = step;
        for row in step + 1..last {
            if rows[at(row, step)].size() > rows[at(pivot, step)].size() {
                pivot = row;
            }
        }
        if rows[at(pivot, step)] == T::ZERO {
            return step as i64 + 1;
        }
        if pivot != step {
            (step..reach).for_each(|column| rows.swap(at(pivot, column), at(step, column)));
            // SAFETY: the rows are in the matrix.
            unsafe { exchange(b, pivot, step) };
        }
        let by = rows[at(step, step)].divisor();
        for row in step + 1..last {
            let factor = rows[at(row, step)].over(by);
            if factor == T::ZERO {
                continue;
            }
            for column in step + 1..reach {
                let known = rows[at(step, column)];
                let element = &mut rows[at(row, column)];
                *element = *element - factor * known;
            }
            // SAFETY: the rows are in the matrix.
            unsafe { subtract(b, row, factor, step) };
        }
    }
    for step in (0..n).rev() {
        let by = rows[at(step, step)].divisor();
        for column in 0..b.columns {
            // SAFETY: the elements are in the matrix.
            unsafe {
                let x = b.get(step, column).over(by);
                b.set(step, column, x);
                for row in step.saturating_sub(top)..step {
                    b.set(row, column, b.get(row, column) - rows[at(row, step)] * x);
                }
            }
        }
    }
    0
}

/// # Safety
/// The rows are in the matrix, which lies in memory that nothing else accesses.
unsafe fn exchange<T: Field>(b: Matrix<T>, first: usize, second: usize) {
    for column in 0..b.columns {
        // SAFETY: as the caller promises.
        unsafe {
            let kept = b.get(first, column);
            b.set(first, column, b.get(second, column));
            b.set(second, column, kept);
        }
    }
}

/// Subtracts a multiple of one row from another.
///
/// # Safety
/// As [`exchange`].
unsafe fn subtract<T: Field>(b: Matrix<T>, row: usize, factor: T, other: usize) {
    for column in 0..b.columns {
        // SAFETY: as the caller promises.
        unsafe { b.set(row, column, b.get(row, column) - factor * b.get(other, column)) };
    }
}

/// The lower triangle of a Hermitian matrix: the diagonals below the main one, or the conjugates of those above.
#[derive(Clone, Copy)]
struct Lower<T> {
    band: Matrix<T>,
    lower: bool,
}

impl<T: Field> Lower<T> {
    /// The first row of a column, or column of a row, that the band holds.
    fn first(self, index: usize) -> usize {
        index.saturating_sub(self.band.rows - 1)
    }

    /// The end of those rows or columns.
    fn end(self, index: usize) -> usize {
        (index + self.band.rows).min(self.band.columns)
    }

    /// # Safety
    /// The element is in the triangle and the band, which holds values.
    unsafe fn get(self, row: usize, column: usize) -> T {
        // SAFETY: as the caller promises.
        unsafe {
            if self.lower {
                self.band.get(row - column, column)
            } else {
                self.band.get(self.band.rows - 1 + column - row, row).conj()
            }
        }
    }

    /// # Safety
    /// As [`Lower::get`]; nothing else accesses the band.
    unsafe fn set(self, row: usize, column: usize, value: T) {
        // SAFETY: as the caller promises.
        unsafe {
            if self.lower {
                self.band.set(row - column, column, value);
            } else {
                self.band.set(self.band.rows - 1 + column - row, row, value.conj());
            }
        }
    }
}

/// Cholesky factorization of a positive definite matrix in place; the band holds the diagonals below the main one or,
/// without `lower`, those above. Returns the order of the first leading part that is not positive definite, or 0.
///
/// # Safety
/// The band lies in memory that holds values and that nothing else accesses.
pub(crate) unsafe fn cholesky<T: Field>(band: Matrix<T>, lower: bool) -> i64 {
    let a = Lower { band, lower };
    for step in 0..band.columns {
        // SAFETY: the elements are in the band.
        unsafe {
            let mut head = a.get(step, step).parts().0;
            for before in a.first(step)..step {
                let (re, im) = a.get(step, before).parts();
                head -= re * re + im * im;
            }
            // NaN propagates.
            if head <= 0.0 {
                return step as i64 + 1;
            }
            let root = T::of(head.sqrt(), 0.0);
            a.set(step, step, root);
            let by = root.divisor();
            for row in step + 1..a.end(step) {
                let start = a.get(row, step);
                let known = (a.first(row)..step).fold(start, |rest, k| rest - a.get(row, k) * a.get(step, k).conj());
                a.set(row, step, known.over(by));
            }
        }
    }
    0
}

/// Solves a system by the factor of [`cholesky`], overwriting `b`.
///
/// # Safety
/// As [`solve`].
pub(crate) unsafe fn solve_by_cholesky<T: Field>(band: Matrix<T>, lower: bool, b: Matrix<T>) {
    let (a, n) = (Lower { band, lower }, band.columns);
    for column in 0..b.columns {
        // SAFETY: the elements are in the band and the matrix.
        unsafe {
            for row in 0..n {
                let rest =
                    (a.first(row)..row).fold(b.get(row, column), |rest, k| rest - a.get(row, k) * b.get(k, column));
                b.set(row, column, rest.quotient(a.get(row, row)));
            }
            for row in (0..n).rev() {
                let rest = (row + 1..a.end(row))
                    .fold(b.get(row, column), |rest, k| rest - a.get(k, row).conj() * b.get(k, column));
                b.set(row, column, rest.quotient(a.get(row, row)));
            }
        }
    }
}

/// Solves systems of a Toeplitz matrix, overwriting `b`, by Levinson's recursion; `line` holds the diagonals' elements
/// from the upper right to the lower left. Returns whether all leading parts are regular, as the recursion requires.
///
/// # Safety
/// As [`solve`].
pub(crate) unsafe fn solve_toeplitz<T: Field>(line: &[T], b: Matrix<T>) -> bool {
    let n = b.rows;
    // The recursion's vectors are as large as reciprocals of the elements, so the matrix is scaled.
    let mut line = line.to_vec();
    let factor = scaled(&mut line);
    let of = |row: usize, column: usize| line[n - 1 + row - column];
    if n == 0 {
        return true;
    }
    if of(0, 0) == T::ZERO {
        return false;
    }
    // The solutions for the first and the last unit vector of each leading part.
    let (mut first, mut last) = (vec![T::ZERO; n], vec![T::ZERO; n]);
    first[0] = T::ONE.quotient(of(0, 0));
    last[0] = first[0];
    for column in 0..b.columns {
        // SAFETY: the element is in the matrix.
        unsafe { b.set(0, column, b.get(0, column) * first[0]) };
    }
    for count in 1..n {
        let below = (0..count).fold(T::ZERO, |sum, k| sum + of(count, k) * first[k]);
        let above = (0..count).fold(T::ZERO, |sum, k| sum + of(0, k + 1) * last[k]);
        let rest = T::ONE - below * above;
        if rest == T::ZERO {
            return false;
        }
        let (mut before, by) = (T::ZERO, rest.divisor());
        for index in 0..=count {
            let (own, moved) = (first[index], before);
            before = last[index];
            first[index] = (own - below * moved).over(by);
            last[index] = (moved - above * own).over(by);
        }
        for column in 0..b.columns {
            // SAFETY: the elements are in the matrix.
            unsafe {
                let known = (0..count).fold(T::ZERO, |sum, k| sum + of(count, k) * b.get(k, column));
                let factor = b.get(count, column) - known;
                for (index, &last) in last.iter().enumerate().take(count) {
                    b.set(index, column, b.get(index, column) + factor * last);
                }
                b.set(count, column, factor * last[count]);
            }
        }
    }
    for column in 0..b.columns {
        // SAFETY: the elements are in the matrix.
        (0..n).for_each(|row| unsafe {
            let (re, im) = b.get(row, column).parts();
            b.set(row, column, T::of(re / factor, im / factor));
        });
    }
    true
}
