//! Sparse triangular systems, by substitution.

use cuprust_reserve::filled;

use super::{Form, Half, Lines, Poll, Stop, check_at};
use crate::matrix::Field;

/// Solves systems by a triangle of a matrix given by its rows, in place, one right side after another.
///
/// # Errors
/// If the element of a row on the diagonal is zero or not stored, there is no memory, or the caller stops it.
pub(super) fn solve<T: Field>(rows: Lines<T>, half: Half, sides: &mut [T], poll: Poll) -> Result<(), Stop> {
    let size = rows.size();
    let mut heads = filled(T::ONE, size)?;
    if !half.unit {
        for (row, head) in heads.iter_mut().enumerate() {
            let own = rows.row(row).filter(|(column, _)| *column == row);
            *head = half.form.element(own.fold(T::ZERO, |sum, (_, value)| sum + value));
            if head.size() == 0.0 {
                return Err(Stop::Singular(row));
            }
        }
    }
    let is_within = |row: usize, column: usize| if half.lower { column < row } else { column > row };
    // By rows an unknown follows from those before it; by the rows of the transpose it updates those after it.
    let gathers = half.form == Form::Plain;
    for side in sides.chunks_exact_mut(size.max(1)) {
        for step in 0..size {
            check_at(step, poll)?;
            let row = if half.lower == gathers { step } else { size - 1 - step };
            let own = rows.row(row).filter(|(column, _)| is_within(row, *column));
            if gathers {
                let sum = own.fold(side[row], |sum, (column, value)| sum - value * side[column]);
                side[row] = sum.quotient(heads[row]);
            } else {
                let value = side[row].quotient(heads[row]);
                side[row] = value;
                own.for_each(|(column, factor)| side[column] = side[column] - half.form.element(factor) * value);
            }
        }
    }
    Ok(())
}
