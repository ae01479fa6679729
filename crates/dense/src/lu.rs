//! Factors of square and other matrices by elimination with row exchanges, and systems solved by them.

use crate::matrix::{Field, Matrix, Triangle, multiply, solve};

/// Factors a matrix in place, as LAPACK's `getrf`: the unit lower triangle below the diagonal, the upper one on it and above. The row
/// that each was exchanged with counts from 1. Gives the number, from 1, of the first pivot that is zero, or 0.
///
/// # Safety
/// The matrix lies in memory that holds values and that nothing else uses.
pub(crate) unsafe fn factor<T: Field>(a: Matrix<T>, pivots: &mut [i64], threads: usize) -> i64 {
    let least = a.rows.min(a.columns);
    // SAFETY: as the caller says; the parts are apart.
    unsafe {
        if least <= 8 {
            return few(a, pivots);
        }
        let half = least / 2;
        let (left, right) = (a.part(0, 0, a.rows, half), a.part(0, half, a.rows, a.columns - half));
        let (upper, lower) = pivots.split_at_mut(half);
        let first = factor(left, upper, threads);
        exchange(right, upper);
        let (top, bottom) = (right.part(0, 0, half, right.columns), right.part(half, 0, a.rows - half, right.columns));
        let corner = Triangle { matrix: left.part(0, 0, half, half), lower: true, unit: true, conjugate: false };
        solve(corner, top, threads);
        let below = left.part(half, 0, a.rows - half, half);
        multiply(bottom, T::ONE, -T::ONE, (below, false), (top, false), threads);
        let second = factor(bottom, lower, threads);
        exchange(below, lower);
        lower.iter_mut().for_each(|pivot| *pivot += half as i64);
        match (first, second) {
            (0, 0) => 0,
            (0, second) => second + half as i64,
            (first, _) => first,
        }
    }
}

/// # Safety
/// As [`factor`].
unsafe fn few<T: Field>(a: Matrix<T>, pivots: &mut [i64]) -> i64 {
    let mut zero = 0;
    for (step, pivot) in pivots.iter_mut().enumerate() {
        // SAFETY: the places are in the matrix.
        unsafe {
            let mut largest = (step, a.get(step, step).size());
            for row in step + 1..a.rows {
                let size = a.get(row, step).size();
                if size > largest.1 || size.is_nan() && !largest.1.is_nan() {
                    largest = (row, size);
                }
            }
            *pivot = largest.0 as i64 + 1;
            if largest.1 == 0.0 {
                zero = if zero == 0 { step as i64 + 1 } else { zero };
                continue;
            }
            for column in 0..a.columns {
                let (upper, lower) = (a.get(step, column), a.get(largest.0, column));
                a.set(step, column, lower);
                a.set(largest.0, column, upper);
            }
            let head = a.get(step, step);
            for row in step + 1..a.rows {
                a.set(row, step, a.get(row, step) / head);
            }
            for column in step + 1..a.columns {
                let above = a.get(step, column);
                for row in step + 1..a.rows {
                    a.set(row, column, a.get(row, column) - a.get(row, step) * above);
                }
            }
        }
    }
    zero
}

/// Exchanges rows as factoring did.
///
/// # Safety
/// As [`factor`]; the pivots are rows of the matrix.
unsafe fn exchange<T: Field>(a: Matrix<T>, pivots: &[i64]) {
    for column in 0..a.columns {
        for (row, &pivot) in pivots.iter().enumerate() {
            swap(&a, column, row, pivot as usize - 1);
        }
    }
}

fn swap<T: Field>(a: &Matrix<T>, column: usize, row: usize, other: usize) {
    assert!(row < a.rows && other < a.rows, "a pivot is a row of its matrix");
    // SAFETY: both places are in the matrix.
    unsafe {
        let (upper, lower) = (a.get(row, column), a.get(other, column));
        a.set(row, column, lower);
        a.set(other, column, upper);
    }
}

/// Solves `a x = b`, or with the transpose of `a` or its conjugate, by the factors of `a`, in the place of `b`.
///
/// # Safety
/// All lie in memory that holds values; `b` is apart, and used by nothing else.
pub(crate) unsafe fn solve_factored<T: Field>(
    factors: Matrix<T>,
    pivots: &[i64],
    b: Matrix<T>,
    (transposed, conjugate): (bool, bool),
    threads: usize,
) {
    let lower = Triangle { matrix: factors, lower: true, unit: true, conjugate };
    let upper = Triangle { matrix: factors, lower: false, unit: false, conjugate };
    // SAFETY: as the caller says.
    unsafe {
        if !transposed {
            exchange(b, pivots);
            solve(lower, b, threads);
            return solve(upper, b, threads);
        }
        solve(upper.t(), b, threads);
        solve(lower.t(), b, threads);
    }
    for column in 0..b.columns {
        for (row, &pivot) in pivots.iter().enumerate().rev() {
            swap(&b, column, row, pivot as usize - 1);
        }
    }
}
