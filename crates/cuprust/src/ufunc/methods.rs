//! What every ufunc has beside its call: `accumulate`, `reduce`, `reduceat`, `outer` and `at`.

use cuprust_ir::{Error, Opcode, Result};
use cuprust_num::DType;
use cuprust_ops::{Operand, Reduction, Routine, RowId};

use crate::ufunc::ordered;
use crate::ufunc::reduction::{ReduceOptions, fold};
use crate::ufunc::{Argument, MapOptions, map};
use crate::{Array, Number, normalize_axes, normalize_axis};

pub use super::at::at;
pub use super::reduceat::reduce_at;

/// The folds of the elements up to each one along an axis: `ufunc.accumulate`.
///
/// # Errors
/// A type error for an array without axes and for a row whose results it does not take, an axis error for an axis out of range, a value error for
/// an `out` of another shape and for negative powers of integers.
pub fn accumulate(row: RowId, array: &Array, axis: i64, dtype: Option<DType>, out: Option<&Array>) -> Result<Array> {
    foldable(row, "accumulate")?;
    if array.ndim() == 0 && matches!(axis, 0 | -1) {
        return Err(Error::type_(format!(
            "cannot accumulate on a scalar: {}.accumulate needs an axis",
            row.row().name
        )));
    }
    let along = normalize_axis(axis, array.ndim()).map_err(|error| error.within(row.row().name))?;
    let dtype = fold_dtype(row, array.dtype(), dtype, out)?;
    ordered::check(row, &array.in_dtype(dtype)?, along, None)?;
    scan(row, array, axis, dtype, out)
}

pub(crate) fn scan(row: RowId, array: &Array, axis: i64, dtype: DType, out: Option<&Array>) -> Result<Array> {
    let name = row.row().name;
    let axis = normalize_axis(axis, array.ndim()).map_err(|error| error.within(name))?;
    if let Some(out) = out {
        // As NumPy, what is accumulated is written whatever the dtype.
        out.check_out(name, array.shape(), array.device())?;
    }
    crate::creation::warn_of_lost_parts(array.dtype(), dtype)?;
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

/// The fold of the elements over axes: `ufunc.reduce`. Sums and products of narrow integers rise to 64 bits. By a row that is not
/// associative elements are folded from the first to the last, over one axis.
///
/// # Errors
/// As [`crate::ufunc::reduction::reduce`]; a type error for a row whose results it does not take; of a row that is not associative a value
/// error for several axes.
pub fn reduce(row: RowId, array: &Array, options: &ReduceOptions) -> Result<Array> {
    foldable(row, "reduce")?;
    normalize_axes(options.axes, array.ndim()).map_err(|error| error.within(row.row().name))?;
    let dtype = fold_dtype(row, array.dtype(), options.dtype, options.out)?;
    match row.row().associative {
        true => fold(Reduction::Fold(row), row.row().name, array, dtype, options),
        false => ordered::reduce(row, array, dtype, options),
    }
}

/// As [`reduce`], from a number where one is given.
///
/// # Errors
/// As [`reduce`]; a type error for a dtype that the row's results do not have; of the number, as [`Number::assigned`].
pub(crate) fn reduce_from(
    row: RowId,
    array: &Array,
    initial: Option<Number>,
    options: &ReduceOptions,
) -> Result<Array> {
    let Some(initial) = initial else { return reduce(row, array, options) };
    foldable(row, "reduce")?;
    normalize_axes(options.axes, array.ndim()).map_err(|error| error.within(row.row().name))?;
    let initial = initial.assigned(fold_dtype(row, array.dtype(), options.dtype, options.out)?)?;
    reduce(row, array, &ReduceOptions { initial: Some(initial), ..*options })
}

pub(super) fn foldable(row: RowId, what: &str) -> Result<()> {
    let row = row.row();
    if row.inputs.len() != 2 {
        return Err(Error::value(format!("{what} only supported for binary functions: {} is none", row.name)));
    }
    if row.outputs.len() != 1 {
        return Err(Error::value(format!("{what} only supported for functions returning a single value")));
    }
    Ok(())
}

/// The dtype in which a row folds elements of a dtype: the one that is named, or, as in NumPy, the one that an array to write to and the
/// elements promote to.
///
/// # Errors
/// A type error where the row has no loop for it, or none whose results it takes again.
pub fn fold_dtype(row: RowId, operand: DType, wanted: Option<DType>, out: Option<&Array>) -> Result<DType> {
    let what = row.row();
    let operands = match (wanted, out) {
        (Some(dtype), _) => [dtype; 2],
        (None, Some(out)) => [out.dtype(), operand],
        (None, None) => [what.accumulator.dtype(operand); 2],
    };
    let loop_dtype = what.resolve(&operands.map(Operand::Strong)).map_err(Error::type_)?;
    // A fold feeds results in again, so they have the dtype of the operands; of the truth functions that is bool.
    let result = what.outputs[0].dtype(loop_dtype);
    let feeds = what.of_truths || what.inputs.iter().all(|slot| slot.dtype(loop_dtype) == result);
    if !feeds && wanted.is_none() && out.is_some() {
        // Truths, which comparisons of truths take, are cast as they are written.
        return fold_dtype(row, operand, None, None);
    }
    if !feeds || wanted.is_some_and(|wanted| wanted != result) {
        let name = what.name;
        return Err(Error::type_(format!(
            "No loop matching the specified signature and casting was found for ufunc {name}"
        )));
    }
    Ok(result)
}

/// A row on all pairs of elements: the axes of the first operand, then those of the second. `ufunc.outer`.
///
/// # Errors
/// A type error for a row that takes not two operands, and as [`map`].
pub fn outer(row: RowId, a: &Array, b: &Array, options: &MapOptions) -> Result<Vec<Array>> {
    if row.row().inputs.len() != 2 {
        return Err(Error::value("outer product only supported for binary functions"));
    }
    let layout = (0..b.ndim()).fold(a.layout().clone(), |layout, _| layout.with_axis(layout.rank()));
    map(row, &[Argument::Array(&a.view_of(layout)), Argument::Array(b)], options)
}
