//! Incomplete factors, which have elements where the matrix has them.

use crate::matrix::Field;

/// No place.
const NONE: usize = usize::MAX;

/// Factors a matrix by its rows, each in ascending order, in place.
///
/// # Errors
/// The number of a row whose element on the diagonal is zero or not stored.
pub(super) fn factor<T: Field>(starts: &[usize], columns: &[usize], values: &mut [T]) -> Result<(), usize> {
    let size = starts.len() - 1;
    // Where a row has its diagonal, and where the row at hand has each column.
    let (mut diagonals, mut own) = (vec![NONE; size], vec![NONE; size]);
    for row in 0..size {
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
            return Err(row);
        }
    }
    Ok(())
}
