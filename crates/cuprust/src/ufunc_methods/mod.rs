//! The methods of ufuncs: `accumulate`, `reduce`, `reduceat`, `outer` and `at`.

mod at;
mod ordered;
mod reduceat;

use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_ops::{Reduction, RowId};

use crate::ufunc::casting::fold_dtype;
use crate::ufunc::reduction::fold;
use crate::ufunc::scan::scan;
use crate::ufunc::{Argument, MapOptions, ReduceOptions, map};
use crate::{Array, Number, normalize_axes, normalize_axis};

pub(crate) use at::add_known;
pub use at::at;
pub use reduceat::reduce_at;

/// The folds of the elements up to and including each one along an axis: `ufunc.accumulate`.
///
/// # Errors
/// A type error for an array without axes and for a row whose results cannot be its operands, an axis error for an axis
/// out of range, a value error for an `out` of another shape and for negative powers of integers.
///
/// ```
/// # use cuprust::*;
/// let found = ufunc_methods::accumulate(ops::RowId::named("multiply"), &array![1, 2, 3], 0, None, None)?;
/// assert_eq!(found.to_string(), "[1 2 6]");
/// # Ok::<(), Error>(())
/// ```
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

/// The fold of the elements over axes: `ufunc.reduce`. Sums and products of narrow integers are promoted to 64 bits. A
/// row that is not associative folds elements from the first to the last, over one axis.
///
/// # Errors
/// As [`crate::ufunc::reduction::reduce`]; a type error for a row whose results cannot be its operands; for a row that
/// is not associative a value error for several axes.
///
/// ```
/// # use cuprust::*;
/// let options = ReduceOptions { axes: Some(&[0]), ..Default::default() };
/// assert_eq!(ufunc_methods::reduce(ops::RowId::named("subtract"), &array![9, 2, 3], &options)?.to_string(), "4");
/// # Ok::<(), Error>(())
/// ```
pub fn reduce(row: RowId, array: &Array, options: &ReduceOptions) -> Result<Array> {
    foldable(row, "reduce")?;
    normalize_axes(options.axes, array.ndim()).map_err(|error| error.within(row.row().name))?;
    let dtype = fold_dtype(row, array.dtype(), options.dtype, options.out)?;
    match row.row().associative {
        true => fold(Reduction::Fold(row), row.row().name, array, dtype, options),
        false => ordered::reduce(row, array, dtype, options),
    }
}

/// As [`reduce`], with an initial number if given.
///
/// # Errors
/// As [`reduce`]; a type error for a dtype that the row's results do not have; for the number, as [`Number::assigned`].
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
        return Err(Error::value(format!("{what} only supported for binary functions: {} is not binary", row.name)));
    }
    if row.outputs.len() != 1 {
        return Err(Error::value(format!("{what} only supported for functions returning a single value")));
    }
    Ok(())
}

/// A row on all pairs of elements: the axes of the first operand, then those of the second. `ufunc.outer`.
///
/// # Errors
/// A type error for a row that does not have two operands, and as [`map`].
///
/// ```
/// # use cuprust::*;
/// let (row, options) = (ops::RowId::named("add"), MapOptions::default());
/// let found = ufunc_methods::outer(row, &array![1, 2], &array![10, 20], &options)?;
/// assert_eq!(found[0].to_string(), "[[11 21]\n [12 22]]");
/// # Ok::<(), Error>(())
/// ```
pub fn outer(row: RowId, a: &Array, b: &Array, options: &MapOptions) -> Result<Vec<Array>> {
    if row.row().inputs.len() != 2 {
        return Err(Error::value("outer product only supported for binary functions"));
    }
    let layout = (0..b.ndim()).fold(a.layout().clone(), |layout, _| layout.with_axis(layout.rank()));
    map(row, &[Argument::Array(&a.view_of(layout)), Argument::Array(b)], options)
}
