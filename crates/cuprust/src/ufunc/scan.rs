//! Prefix folds along an axis, of which `accumulate` and cumulative sums are made.

use cuprust_ir::{Opcode, Result};
use cuprust_num::DType;
use cuprust_ops::{Routine, RowId};

use super::casting::warn_of_lost_parts;
use crate::{Array, normalize_axis};

/// The folds of the elements, cast to `dtype`, up to and including each one along an axis.
///
/// # Errors
/// An axis error for an axis out of range, a value error for an `out` of another shape.
pub(crate) fn scan(row: RowId, array: &Array, axis: i64, dtype: DType, out: Option<&Array>) -> Result<Array> {
    let name = row.row().name;
    let axis = normalize_axis(axis, array.ndim()).map_err(|error| error.within(name))?;
    if let Some(out) = out {
        // As in NumPy, the results are written whatever the dtype of `out`.
        out.check_out(name, array.shape(), array.device())?;
    }
    warn_of_lost_parts(array.dtype(), dtype)?;
    let source = array.in_dtype(dtype)?;
    let result = array.empty_like(Some(dtype))?;
    if result.size() != 0 {
        let mut order: Vec<usize> = (0..array.ndim()).filter(|&other| other != axis).collect();
        order.push(axis);
        let from = source.view_of(source.layout().permute(&order));
        let to = result.view_of(result.layout().permute(&order));
        let opcode = Opcode::Routine(Routine::Scan { row });
        to.device().lock()?.record(opcode, to.shape(), &[to.output()], &[from.input()])?;
    }
    result.into_out(out)
}
