//! Cholesky factorization.

use pulp::Arch;

use crate::Team;
use crate::matrix::{Field, Matrix, Triangle, multiply, solve};

/// Most rows of a block that is factored element by element.
const MAX_UNBLOCKED_ROWS: usize = 16;

/// Factors a matrix in place into a lower triangle and its conjugate transpose; reads and writes only the lower
/// triangle. Returns the order, from 1, of the first leading part that is not positive definite, or 0.
///
/// # Safety
/// The matrix is square and lies in memory that holds values and that nothing else accesses.
pub(crate) unsafe fn factor<T: Field>(a: Matrix<T>, team: &Team) -> i64 {
    let n = a.rows;
    // SAFETY: as the caller promises; the parts do not overlap.
    unsafe {
        if n <= MAX_UNBLOCKED_ROWS {
            return Arch::new().dispatch(
                #[inline(always)]
                || factor_unblocked(a),
            );
        }
        let half = (n / 2).next_multiple_of(8);
        let (above, below) = (a.part(0, 0, half, half), a.part(half, half, n - half, n - half));
        let corner = a.part(half, 0, n - half, half);
        let first = factor(above, team);
        if first != 0 {
            return first;
        }
        // The product of the corner and the inverse of the conjugate transpose: a system for the corner's transpose.
        solve(Triangle { matrix: above, lower: true, unit: false, conjugate: true }, corner.t(), team);
        subtract_square(below, corner, team);
        match factor(below, team) {
            0 => 0,
            second => second + half as i64,
        }
    }
}

/// Subtracts `b` times its conjugate transpose from the lower triangle of `c`; blocks on the diagonal are updated above
/// it too.
///
/// # Safety
/// As [`factor`], for both, which do not overlap.
unsafe fn subtract_square<T: Field>(c: Matrix<T>, b: Matrix<T>, team: &Team) {
    let n = c.rows;
    // Bands of columns, from the diagonal down: eight, or more if these would be wide.
    let band = (n / 8).next_multiple_of(16).clamp(32, 128);
    team.spread(n.div_ceil(band), n * n / 2 * b.columns, &|number| {
        let from = number * band;
        let (below, beside) = (b.part(from, 0, n - from, b.columns), b.part(from, 0, band.min(n - from), b.columns));
        let own = c.part(from, from, n - from, beside.rows);
        // SAFETY: as the caller promises; the bands do not overlap.
        unsafe { multiply(own, T::ONE, -T::ONE, (below, false), (beside.t(), true), &Team::alone()) };
    });
}

/// # Safety
/// As [`factor`], for at most [`MAX_UNBLOCKED_ROWS`] rows.
#[inline(always)]
unsafe fn factor_unblocked<T: Field>(a: Matrix<T>) -> i64 {
    // Columns have a fixed length and are a few vectors each; the elements above the diagonal are ignored.
    let mut held = [[T::ZERO; MAX_UNBLOCKED_ROWS]; MAX_UNBLOCKED_ROWS];
    let n = a.rows;
    let positions = || (0..n).flat_map(|column| (column..n).map(move |row| (row, column)));
    // SAFETY: the elements are in the matrix.
    positions().for_each(|(row, column)| held[column][row] = unsafe { a.get(row, column) });
    for step in 0..n {
        let head = held[step][step].parts().0;
        // NaN propagates, as in NumPy.
        if head <= 0.0 {
            return step as i64 + 1;
        }
        let root = T::of(head.sqrt(), 0.0);
        let (mut own, by) = (held[step], root.divisor());
        own.iter_mut().for_each(|element| *element = element.over(by));
        own[step] = root;
        held[step] = own;
        for column in step + 1..n {
            let factor = own[column].conj();
            held[column].iter_mut().zip(&own).for_each(|(element, own)| *element = *element - *own * factor);
        }
    }
    // SAFETY: as above.
    positions().for_each(|(row, column)| unsafe { a.set(row, column, held[column][row]) });
    0
}
