//! The indices of the elements that are not zero: `nonzero`, `flatnonzero`, `argwhere`.
//!
//! Only the run determines how many there are: a routine writes them to a buffer with capacity for all elements, and
//! the result is cut to their count.

use cuprust_ir::{Error, Opcode, Result};
use cuprust_num::DType;
use cuprust_ops::Routine;

use crate::Array;
use crate::runtime::Input;

/// The largest buffer that is not shrunk, however few elements it holds.
const MAX_OVERSIZED_BYTES: i64 = 1 << 16;

/// The indices of the elements that are not zero, one int64 array per axis: `numpy.nonzero`. Waits for the elements,
/// which determine the length.
///
/// # Errors
/// A value error for an array without axes.
///
/// ```
/// # use cuprust::*;
/// let indices = indexing::nonzero(&array![[0, 3], [4, 0]])?;
/// assert_eq!((indices[0].to_string(), indices[1].to_string()), ("[0 1]".into(), "[1 0]".into()));
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

/// The indices of the elements that are not zero, one row each: `numpy.argwhere`. Waits for the elements.
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

/// The indices of the elements that are not zero: one row per axis.
fn indices(array: &Array) -> Result<Array> {
    let buffer = Array::empty([array.ndim() as i64, array.size()], DType::I64, array.device())?;
    compacted(Routine::Nonzero, &buffer, &[array.input()], array.size())
}

/// The elements that a routine selects: they are written to the front of the last axis of a buffer, which is cut there.
pub(super) fn compacted(routine: Routine, buffer: &Array, inputs: &[Input], capacity: i64) -> Result<Array> {
    if capacity == 0 {
        return Ok(buffer.clone());
    }
    let count = Array::empty((), DType::I64, buffer.device())?;
    let outputs = [buffer.output(), count.output()];
    buffer.device().lock()?.record(Opcode::Routine(routine), buffer.shape(), &outputs, inputs)?;
    let count = count.item()?.get::<i64>();
    let cut = buffer.view_of(buffer.layout().slice(buffer.ndim() - 1, 0, 1, count));
    // If most of the buffer is unused, the elements are copied to memory of their own.
    if buffer.nbytes() > MAX_OVERSIZED_BYTES && count < capacity / 2 { cut.copy() } else { Ok(cut) }
}
