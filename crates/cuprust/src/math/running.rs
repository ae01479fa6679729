//! Running sums and products along an axis.

use cuprust_ir::Result;
use cuprust_num::DType;
use cuprust_ops::RowId;

use crate::Array;
use crate::ufunc::methods::scan;

const ADD: RowId = RowId::named("add");
const MULTIPLY: RowId = RowId::named("multiply");

/// The sums of the elements up to each one, along an axis or through the flattened array. Narrow integers rise to 64 bits.
///
/// # Errors
/// As [`crate::ufunc::methods::accumulate`].
pub fn cumsum(array: &Array, axis: Option<i64>, dtype: Option<DType>, out: Option<&Array>) -> Result<Array> {
    running(ADD, array, axis, dtype, out)
}

/// The products of the elements up to each one, along an axis or through the flattened array. Narrow integers rise to 64
/// bits.
///
/// # Errors
/// As [`crate::ufunc::methods::accumulate`].
pub fn cumprod(array: &Array, axis: Option<i64>, dtype: Option<DType>, out: Option<&Array>) -> Result<Array> {
    running(MULTIPLY, array, axis, dtype, out)
}

fn running(row: RowId, array: &Array, axis: Option<i64>, dtype: Option<DType>, out: Option<&Array>) -> Result<Array> {
    let wide = dtype.unwrap_or_else(|| row.row().accumulator.dtype(array.dtype()));
    match axis {
        // As NumPy, an array without axes counts as a vector of one.
        Some(0 | -1) if array.ndim() == 0 => scan(row, &array.ravel()?, 0, wide, out),
        Some(axis) => scan(row, array, axis, wide, out),
        None => scan(row, &array.ravel()?, 0, wide, out),
    }
}

/// As [`cumsum`], NaN counting as zero.
///
/// # Errors
/// As [`cumsum`].
pub fn nancumsum(array: &Array, axis: Option<i64>, dtype: Option<DType>, out: Option<&Array>) -> Result<Array> {
    cumsum(&array.without_nan(0.0)?, axis, dtype, out)
}

/// As [`cumprod`], NaN counting as one.
///
/// # Errors
/// As [`cumprod`].
pub fn nancumprod(array: &Array, axis: Option<i64>, dtype: Option<DType>, out: Option<&Array>) -> Result<Array> {
    cumprod(&array.without_nan(1.0)?, axis, dtype, out)
}
