//! Indexing along one axis with an array of indices for each line: `take_along_axis`, `put_along_axis`.

use cuprust_ir::{Dims, Error, Layout, Opcode, Result, broadcast_shapes};
use cuprust_num::DType;
use cuprust_ops::Routine;

use super::taking::checked_indices;
use crate::{Argument, Array, Index, normalize_axis};

/// `result[i, j, k] = array[i, indices[i, j, k], k]`, shown for the middle axis of three: `numpy.take_along_axis`.
/// Without an axis the array is flattened. The other axes are broadcast.
///
/// # Errors
/// An index error for indices that are not integers, or out of range (on a device other than the host the next wait
/// raises it); a value error for indices of another number of axes; an axis error.
///
/// ```
/// # use cuprust::*;
/// let a = array![[30, 10], [20, 40]];
/// assert_eq!(indexing::take_along_axis(&a, &a.argsort(1)?, 1)?.to_string(), "[[10 30]\n [20 40]]");
/// # Ok::<(), Error>(())
/// ```
pub fn take_along_axis(array: &Array, indices: &Array, axis: impl Into<Option<i64>>) -> Result<Array> {
    let (array, axis) = along(array, indices, axis.into())?;
    let device = array.device();
    let (own, extent) = (array.layout(), array.shape()[axis]);
    let one = |shape: &[i64]| {
        let mut shape = shape.to_vec();
        shape[axis] = 1;
        shape
    };
    let mut shape = others_broadcast(&one(array.shape()), &one(indices.shape()))?;
    shape[axis] = indices.shape()[axis];
    let result = Array::empty(&shape, array.dtype(), device)?;
    let (indices, known) = checked_indices(indices, axis, extent, result.size() == 0)?;
    let named = indices.broadcast_to(&shape)?;
    if result.size() == 0 {
        return Ok(result);
    }
    // The indexed axis becomes the last one, with stride zero in the layout of the indices.
    let spread = Layout { shape: one(&own.shape)[..].into(), strides: own.strides.clone(), offset: own.offset };
    let spread = spread.broadcast(&shape)?;
    let from = Layout {
        shape: shape.iter().copied().chain([extent]).collect(),
        strides: spread.strides.iter().copied().chain([own.strides[axis]]).collect(),
        offset: own.offset,
    };
    let from = array.view_of(from);
    let inputs = [from.input(), named.input()];
    device.lock()?.record(Opcode::Routine(Routine::Gather { known }), &shape, &[result.output()], &inputs)?;
    Ok(result)
}

impl Array {
    /// `self[i, indices[i, j, k], k] = values[i, j, k]`, shown for the middle axis of three, in place:
    /// `numpy.put_along_axis`. Without an axis the array is flattened. Of several values for one element the last one
    /// stays.
    ///
    /// # Errors
    /// As [`take_along_axis`], and a value error for a read-only array, for one that cannot be flattened without a copy
    /// if no axis is given, and for values that do not broadcast.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = array![[30, 10], [20, 40]];
    /// a.put_along_axis(&array![[1], [0]], 0, 1)?;
    /// assert_eq!(a.to_string(), "[[30  0]\n [ 0 40]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn put_along_axis<'a>(
        &self,
        indices: &Array,
        values: impl Into<Argument<'a>>,
        axis: impl Into<Option<i64>>,
    ) -> Result<()> {
        self.check_writable()?;
        let values = values.into();
        if let Argument::Array(values) = values {
            self.check_device(values)?;
        }
        let (array, axis) = along(self, indices, axis.into())?;
        if !array.shares_storage(self) {
            return Err(Error::value("the array cannot be flattened without a copy: name an axis"));
        }
        let others = (0..array.ndim()).map(|own| {
            let steps: Vec<i64> = (0..array.ndim()).map(|other| i64::from(own == other)).collect();
            let mut shape = vec![1; array.ndim()];
            shape[own] = array.shape()[own];
            crate::creation::positions(&shape, 0, &steps, DType::I64, array.device())
        });
        let others = others.collect::<Result<Vec<_>>>()?;
        let named = |own: usize| Index::Array(if own == axis { indices } else { &others[own] });
        let index: Vec<Index> = (0..array.ndim()).map(named).collect();
        array.set(&index, values)
    }
}

/// The array, flattened if no axis is given, and the axis that the indices refer to.
fn along(array: &Array, indices: &Array, axis: Option<i64>) -> Result<(Array, usize)> {
    array.check_device(indices)?;
    // NumPy checks the axis first.
    let named = axis.map(|axis| normalize_axis(axis, array.ndim())).transpose()?;
    if !indices.dtype().is_integer() {
        return Err(Error::index("`indices` must be an integer array"));
    }
    let (array, axis) = match named {
        None if indices.ndim() != 1 => {
            return Err(Error::value("when axis=None, `indices` must have a single dimension."));
        }
        None => (array.ravel()?, 0),
        Some(axis) => (array.clone(), axis),
    };
    if array.ndim() != indices.ndim() {
        return Err(Error::value("`indices` and `arr` must have the same number of dimensions"));
    }
    Ok((array, axis))
}

/// Two shapes broadcast together.
fn others_broadcast(own: &[i64], indices: &[i64]) -> Result<Dims> {
    broadcast_shapes(&[own, indices]).map_err(|_| {
        Error::index(format!(
            "shape mismatch: indexing arrays could not be broadcast together with shapes {} {}",
            cuprust_ir::shape_text(own),
            cuprust_ir::shape_text(indices)
        ))
    })
}
