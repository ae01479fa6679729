//! The places of the elements that are not zero: `nonzero`, `flatnonzero`, `argwhere`.
//!
//! How many there are only the run knows: a routine writes them where there is room for all, and the result is cut to
//! their count.

use cuprust_ir::{Error, Opcode, Result};
use cuprust_num::DType;
use cuprust_ops::Routine;

use crate::Array;
use crate::runtime::Input;

/// The largest buffer that is kept however few elements it holds.
const MAX_OVERSIZED_BYTES: i64 = 1 << 16;

/// The indices of the elements that are not zero, an int64 array for each axis: `numpy.nonzero`. Waits for the
/// elements, which say how many there are.
///
/// # Errors
/// A value error for an array without axes.
///
/// ```
/// # use cuprust::*;
/// let places = indexing::nonzero(&array![[0, 3], [4, 0]])?;
/// assert_eq!((places[0].to_string(), places[1].to_string()), ("[0 1]".into(), "[1 0]".into()));
/// # Ok::<(), Error>(())
/// ```
pub fn nonzero(array: &Array) -> Result<Vec<Array>> {
    if array.ndim() == 0 {
        return Err(Error::value(
            "Calling nonzero on 0d arrays is not allowed. Use atleast_1d(scalar).nonzero() instead.",
        ));
    }
    let indices = indices(array)?;
    Ok((0..array.ndim()).map(|axis| indices.view_of(indices.layout().at(0, axis as i64))).collect())
}

/// The indices of the elements that are not zero, a row for each: `numpy.argwhere`. Waits for the elements.
///
/// # Errors
/// What went wrong in computing the elements.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(indexing::argwhere(&array![[0, 3], [4, 0]])?.to_string(), "[[0 1]\n [1 0]]");
/// # Ok::<(), Error>(())
/// ```
pub fn argwhere(array: &Array) -> Result<Array> {
    if array.ndim() == 0 {
        let row = indices(&array.ravel()?)?.transpose(..)?;
        return Ok(row.view_of(row.layout().slice(1, 0, 1, 0)));
    }
    indices(array)?.transpose(..)
}

/// The positions in C order of the elements that are not zero, as int64: `numpy.flatnonzero`. Waits for the elements.
///
/// # Errors
/// What went wrong in computing the elements.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(indexing::flatnonzero(&array![[0, 3], [4, 0]])?.to_string(), "[1 2]");
/// # Ok::<(), Error>(())
/// ```
pub fn flatnonzero(array: &Array) -> Result<Array> {
    let indices = indices(&array.ravel()?)?;
    Ok(indices.view_of(indices.layout().at(0, 0)))
}

/// The indices of the elements that are not zero: a row for each axis.
fn indices(array: &Array) -> Result<Array> {
    let room = Array::empty([array.ndim() as i64, array.size()], DType::I64, array.device())?;
    chosen(Routine::Nonzero, &room, &[array.input()], array.size())
}

/// What a routine chooses of so many elements: it is written to the front of the last axis of `room`, and cut there.
pub(super) fn chosen(routine: Routine, room: &Array, inputs: &[Input], most: i64) -> Result<Array> {
    if most == 0 {
        return Ok(room.clone());
    }
    let count = Array::empty((), DType::I64, room.device())?;
    let outputs = [room.output(), count.output()];
    room.device().lock()?.record(Opcode::Routine(routine), room.shape(), &outputs, inputs)?;
    let count = count.item()?.get::<i64>();
    let cut = room.view_of(room.layout().slice(room.ndim() - 1, 0, 1, count));
    // Where most of the room is not needed, the elements get memory of their own.
    if room.nbytes() > MAX_OVERSIZED_BYTES && count < most / 2 { cut.copy() } else { Ok(cut) }
}
