//! Incomplete factors, which have elements where the matrix has them.

use cuprust_reserve::filled;

use super::{Poll, Stop, check};
use crate::matrix::Field;

/// No place.
const NONE: usize = usize::MAX;

/// Factors a matrix by its rows, each in ascending order, in place.
///
/// # Errors
/// Where the element of a row on the diagonal is zero or not stored, there is no memory, or the caller stops it.
pub(super) fn factor<T: Field>(starts: &[usize], columns: &[usize], values: &mut [T], poll: Poll) -> Result<(), Stop> {
    let size = starts.len() - 1;
    // Where a row has its diagonal, and where the row at hand has each column.
    let (mut diagonals, mut own) = (filled(NONE, size)?, filled(NONE, size)?);
    for row in 0..size {
        check(poll)?;
        let places = starts[row]..starts[row + 1];
        places.clone().for_each(|place| own[columns[place]] = place);
        for place in places.clone().take_while(|&place| columns[place] < row) {
            let above = columns[place];
            let factor = values[place].quotient(values[diagonals[above]]);
            values[place] = factor;
            for further in diagonals[above] + 1..starts[above + 1] {
                let met = own[columns[further]];
                if met != NONE {
                    values[met] = values[met] - factor * values[further];
                }
            }
        }
        diagonals[row] = own[row];
        places.for_each(|place| own[columns[place]] = NONE);
        if diagonals[row] == NONE || values[diagonals[row]].size() == 0.0 {
            return Err(Stop::Singular(row));
        }
    }
    Ok(())
}
