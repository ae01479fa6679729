//! Incomplete LU factorization, without fill-in.

use cuprust_reserve::filled;

use super::{Poll, Stop, check};
use crate::matrix::Field;

/// No index.
const NONE: usize = usize::MAX;

/// Factors a matrix by its rows, each in ascending order, in place.
///
/// # Errors
/// If the element of a row on the diagonal is zero or not stored, there is no memory, or the caller stops it.
pub(super) fn factor<T: Field>(starts: &[usize], columns: &[usize], values: &mut [T], poll: Poll) -> Result<(), Stop> {
    let size = starts.len() - 1;
    // The index of each row's diagonal, and of each column in the current row.
    let (mut diagonals, mut own) = (filled(NONE, size)?, filled(NONE, size)?);
    for row in 0..size {
        check(poll)?;
        let indices = starts[row]..starts[row + 1];
        indices.clone().for_each(|index| own[columns[index]] = index);
        for index in indices.clone().take_while(|&index| columns[index] < row) {
            let above = columns[index];
            let factor = values[index].quotient(values[diagonals[above]]);
            values[index] = factor;
            for further in diagonals[above] + 1..starts[above + 1] {
                let met = own[columns[further]];
                if met != NONE {
                    values[met] = values[met] - factor * values[further];
                }
            }
        }
        diagonals[row] = own[row];
        indices.for_each(|index| own[columns[index]] = NONE);
        if diagonals[row] == NONE || values[diagonals[row]].size() == 0.0 {
            return Err(Stop::Singular(row));
        }
    }
    Ok(())
}
