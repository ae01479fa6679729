//! Sorting by several keys: `lexsort`.

use std::borrow::Borrow;

use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::argsort;
use crate::creation::{positions, zeros};
use crate::indexing::take_known;
use crate::runtime::Device;
use crate::{Array, normalize_axis, shape};

/// The int64 indices that sort elements along an axis by several keys, of which the last one is the primary key:
/// `numpy.lexsort`. Equal elements keep their order.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let (first, last) = (array![9, 4, 0, 4], array![1, 5, 1, 4]);
/// assert_eq!(sorting::lexsort(&[&first, &last], -1)?.to_string(), "[2 0 3 1]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for no keys, a value error for keys of different shapes, an axis error.
pub fn lexsort<A: Borrow<Array>>(keys: &[A], axis: i64) -> Result<Array> {
    let Some(first) = keys.first() else {
        return Err(Error::type_("need sequence of keys with len > 0 in lexsort"));
    };
    let first: &Array = first.borrow();
    for key in keys {
        if key.borrow().shape() != first.shape() {
            return Err(Error::value("all keys need to be the same shape"));
        }
        first.check_device(key.borrow())?;
    }
    let rank = first.ndim();
    if rank == 0 {
        // As in NumPy, an array without axes counts as a key with one element.
        if !matches!(axis, -1 | 0) {
            normalize_axis(axis, rank)?;
        }
        return zeros(shape(()).dtype(DType::I64).on(first.device()));
    }
    let axis = normalize_axis(axis, rank)?;
    // The rows are joined into one, so that one permutation serves all: the row's index is the primary key.
    let count = first.size();
    let extent = first.shape()[axis];
    let in_rows = |key: &Array| key.moveaxis(axis as i64, -1)?.ravel();
    let lines = keys.iter().map(|key| in_rows(key.borrow())).collect::<Result<Vec<_>>>()?;
    let mut order = sorted_by(lines.iter().cloned(), count, first.device())?;
    if rank > 1 && count != 0 {
        let rows = [count / extent, extent];
        let row = positions(&rows, 0, &[1, 0], DType::I64, first.device())?;
        let next_order = argsort(&take_known(&row.ravel()?, &order, 0)?, Some(0))?;
        let start = positions(&rows, 0, &[extent, 0], DType::I64, first.device())?;
        order = crate::subtract(&take_known(&order, &next_order, 0)?.reshape(rows)?, &start)?;
    }
    let mut extents = first.shape().to_vec();
    extents.remove(axis);
    extents.push(extent);
    order.reshape(&extents)?.moveaxis(-1, axis as i64)
}

/// The permutation that sorts by one-dimensional keys: by the last key, where it is equal by the previous one, and so
/// on.
pub(super) fn sorted_by(keys: impl Iterator<Item = Array>, count: i64, device: Device) -> Result<Array> {
    let mut order: Option<Array> = None;
    for key in keys {
        order = Some(match order {
            None => argsort(&key, Some(0))?,
            Some(order) => take_known(&order, &argsort(&take_known(&key, &order, 0)?, Some(0))?, 0)?,
        });
    }
    order.map_or_else(|| positions(&[count], 0, &[1], DType::I64, device), Ok)
}
