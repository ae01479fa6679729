//! Checks that indices and masks match the axes of an array.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use crate::Array;

/// Refuses a mask whose shape differs from the first axes.
///
/// # Errors
/// An index error.
pub(super) fn check_mask(array: &Array, mask: &Array) -> Result<()> {
    if mask.dtype() != DType::Bool {
        return Err(Error::index(format!("a mask is an array of bool, not of {}", mask.dtype())));
    }
    if mask.ndim() > array.ndim() {
        return Err(too_many_indices(array, mask.ndim()));
    }
    for (axis, (own, masks)) in array.shape().iter().zip(mask.shape()).enumerate() {
        if own != masks {
            return Err(not_that_shape(axis, *own, *masks));
        }
    }
    Ok(())
}

/// The error for an index with this many parts.
pub(super) fn too_many_indices(array: &Array, taken: usize) -> Error {
    Error::index(format!("too many indices for array: array is {}-dimensional, but {taken} were indexed", array.ndim()))
}

/// The error for a mask whose extent differs from that of the axis it indexes.
pub(super) fn not_that_shape(axis: usize, own: i64, masks: i64) -> Error {
    Error::index(format!(
        "boolean index did not match indexed array along axis {axis}; size of axis is {own} but size of corresponding boolean axis is \
         {masks}"
    ))
}
