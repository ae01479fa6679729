//! Structuring elements of several passes: one whose pass is as many of another one.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::binary::{binary, binary_dilation};
use super::each;
use cuprust::{Array, Index, shape, zeros};

/// The structuring element of which one dilation is as many with `structure`: `scipy.ndimage.iterate_structure`. Below
/// two iterations it is a copy of `structure`, in its dtype; else it is of bools.
///
/// # Errors
/// A value error for one without elements, and for one that is too large.
pub fn iterate_structure(structure: &Array, iterations: i64) -> Result<Array> {
    if iterations < 2 {
        return structure.copy();
    }
    let more = iterations - 1;
    let too_large = || Error::value("Maximum allowed dimension exceeded");
    let mut lengths = Vec::new();
    let mut middle = Vec::new();
    for &size in structure.shape() {
        if size == 0 {
            return Err(Error::value("negative dimensions are not allowed"));
        }
        let grown = more.checked_mul(size - 1).and_then(|grown| grown.checked_add(size));
        lengths.push(grown.ok_or_else(too_large)?);
        let start = more.checked_mul(size / 2).ok_or_else(too_large)?;
        middle.push(Index::range(start, start + size));
    }
    let seed = zeros(shape(&lengths[..]).dtype(DType::Bool).on(structure.device()))?;
    seed.at(&middle[..])?.assign(&structure.astype(DType::Bool)?)?;
    binary_dilation(&seed, binary().structure(structure).iterations(more))
}

/// The origin of the iterated structure for one of `structure`.
///
/// # Errors
/// A runtime error for origins of another number than the axes.
pub(super) fn iterated_origin(structure: &Array, iterations: i64, origin: &[i64]) -> Result<Vec<i64>> {
    let origins = each(origin, structure.ndim())?;
    Ok(origins.into_iter().map(|origin| origin.saturating_mul(iterations)).collect())
}
