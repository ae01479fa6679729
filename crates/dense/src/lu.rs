//! LU factorization of square and rectangular matrices with row exchanges, and systems solved by it.

use pulp::Arch;

use crate::Team;
use crate::matrix::{Field, Matrix, Triangle, multiply, solve};

/// Factors a matrix in place, as LAPACK's `getrf`: the unit lower triangle below the diagonal, the upper one on it and
/// above. Pivots, the rows that each row was exchanged with, count from 1. Returns the number, from 1, of the first
/// zero pivot, or 0.
///
/// # Safety
/// The column-major matrix lies in memory that holds values and that nothing else accesses.
pub(crate) unsafe fn factor<T: Field>(a: Matrix<T>, pivots: &mut [i64], team: &Team) -> i64 {
    let least = a.rows.min(a.columns);
    // SAFETY: as the caller promises; the parts do not overlap.
    unsafe {
        if least <= 8 {
            return Arch::new().dispatch(
                #[inline(always)]
                || factor_unblocked(a, pivots),
            );
        }
        let half = least / 2;
        let (left, right) = (a.part(0, 0, a.rows, half), a.part(0, half, a.rows, a.columns - half));
        let (upper, lower) = pivots.split_at_mut(half);
        let first = factor(left, upper, team);
        exchange(right, upper, false, team);
        let (top, bottom) = (right.part(0, 0, half, right.columns), right.part(half, 0, a.rows - half, right.columns));
        let corner = Triangle { matrix: left.part(0, 0, half, half), lower: true, unit: true, conjugate: false };
        solve(corner, top, team);
        let below = left.part(half, 0, a.rows - half, half);
        multiply(bottom, T::ONE, -T::ONE, (below, false), (top, false), team);
        let second = factor(bottom, lower, team);
        exchange(below, lower, false, team);
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
#[inline(always)]
unsafe fn factor_unblocked<T: Field>(a: Matrix<T>, pivots: &mut [i64]) -> i64 {
    let mut zero = 0;
    for (step, pivot) in pivots.iter_mut().enumerate() {
        // SAFETY: the matrix has these columns and rows, and a column is borrowed once at a time.
        unsafe {
            let own = a.column(step, step);
            let mut largest = (0, own[0].size());
            for (row, element) in own.iter().enumerate().skip(1) {
                let size = element.size();
                if size > largest.1 || size.is_nan() && !largest.1.is_nan() {
                    largest = (row, size);
                }
            }
            *pivot = (step + largest.0) as i64 + 1;
            if largest.1 == 0.0 {
                zero = if zero == 0 { step as i64 + 1 } else { zero };
                continue;
            }
            (0..a.columns).for_each(|column| a.column(column, step).swap(0, largest.0));
            let [head, own @ ..] = a.column(step, step) else { continue };
            let by = head.divisor();
            own.iter_mut().for_each(|element| *element = element.over(by));
            for column in step + 1..a.columns {
                let [above, rest @ ..] = a.column(column, step) else { continue };
                for (element, &factor) in rest.iter_mut().zip(&*own) {
                    *element = *element - factor * *above;
                }
            }
        }
    }
    zero
}

/// Columns in one thread's task.
const STRIP: usize = 32;

/// Exchanges rows as the factorization did, or back.
///
/// # Safety
/// As [`factor`]; the pivots are rows of the matrix.
unsafe fn exchange<T: Field>(a: Matrix<T>, pivots: &[i64], back: bool, team: &Team) {
    team.spread(a.columns.div_ceil(STRIP), 4 * a.columns * pivots.len(), &|strip| {
        for column in strip * STRIP..a.columns.min((strip + 1) * STRIP) {
            let swap = |(row, &pivot): (usize, &i64)| swap(&a, column, row, pivot as usize - 1);
            if back { pivots.iter().enumerate().rev().for_each(swap) } else { pivots.iter().enumerate().for_each(swap) }
        }
    });
}

#[inline(always)]
fn swap<T: Field>(a: &Matrix<T>, column: usize, row: usize, other: usize) {
    assert!(row < a.rows && other < a.rows, "a pivot is a row of its matrix");
    // SAFETY: both elements are in the matrix.
    unsafe {
        let (upper, lower) = (a.get(row, column), a.get(other, column));
        a.set(row, column, lower);
        a.set(other, column, upper);
    }
}

/// Solves `a x = b`, or with the transpose of `a` or its conjugate, by the factors of `a`, overwriting `b`.
///
/// # Safety
/// All lie in memory that holds values; `b` does not overlap the others and is accessed by nothing else.
pub(crate) unsafe fn solve_factored<T: Field>(
    factors: Matrix<T>,
    pivots: &[i64],
    b: Matrix<T>,
    (transposed, conjugate): (bool, bool),
    team: &Team,
) {
    let lower = Triangle { matrix: factors, lower: true, unit: true, conjugate };
    let upper = Triangle { matrix: factors, lower: false, unit: false, conjugate };
    // SAFETY: as the caller promises.
    unsafe {
        if !transposed {
            exchange(b, pivots, false, team);
            solve(lower, b, team);
            return solve(upper, b, team);
        }
        solve(upper.t(), b, team);
        solve(lower.t(), b, team);
        exchange(b, pivots, true, team);
    }
}
