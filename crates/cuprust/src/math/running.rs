//! Cumulative sums and products along an axis.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_ops::RowId;

use crate::ufunc::casting::fold_dtype;
use crate::ufunc::scan::scan;
use crate::{Array, normalize_axis};

const ADD: RowId = RowId::named("add");
const MULTIPLY: RowId = RowId::named("multiply");

/// The cumulative sums along an axis or of the flattened array. Narrow integers are promoted to 64 bits.
///
/// # Errors
/// As [`crate::ufunc_methods::accumulate`].
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let x = array![[1i64, 2], [3, 4]];
/// assert_eq!(x.cumsum(0)?.to_string(), "[[1 2]\n [4 6]]");
/// assert_eq!(x.cumsum(None)?.to_string(), "[ 1  3  6 10]");
/// # Ok(())
/// # }
/// ```
pub fn cumsum(array: &Array, axis: impl Into<Option<i64>>) -> Result<Array> {
    running(ADD, array, axis.into(), None, None)
}

impl Array {
    /// [`cumsum`] of the elements.
    ///
    /// # Errors
    /// As [`cumsum`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(arange(4)?.cumsum(0)?.to_string(), "[0 1 3 6]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn cumsum(&self, axis: impl Into<Option<i64>>) -> Result<Array> {
        cumsum(self, axis)
    }

    /// [`cumprod`] of the elements.
    ///
    /// # Errors
    /// As [`cumprod`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2, 3].cumprod(0)?.to_string(), "[1 2 6]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn cumprod(&self, axis: impl Into<Option<i64>>) -> Result<Array> {
        cumprod(self, axis)
    }
}

/// [`cumsum`] in a dtype, and written to `out` if given.
///
/// # Errors
/// As [`cumsum`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(math::cumsum_with(&array![1, 2, 3], None, Some(DType::F64), None)?.to_string(), "[1. 3. 6.]");
/// # Ok::<(), Error>(())
/// ```
pub fn cumsum_with(array: &Array, axis: Option<i64>, dtype: Option<DType>, out: Option<&Array>) -> Result<Array> {
    running(ADD, array, axis, dtype, out)
}

/// The cumulative products along an axis or of the flattened array. Narrow integers are promoted to 64 bits.
///
/// # Errors
/// As [`crate::ufunc_methods::accumulate`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(math::cumprod(&array![[1, 2], [3, 4]], 0)?.to_string(), "[[1 2]\n [3 8]]");
/// # Ok::<(), Error>(())
/// ```
pub fn cumprod(array: &Array, axis: impl Into<Option<i64>>) -> Result<Array> {
    running(MULTIPLY, array, axis.into(), None, None)
}

/// [`cumprod`] in a dtype, and written to `out` if given.
///
/// # Errors
/// As [`cumprod`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(math::cumprod_with(&array![1, 2, 3], None, Some(DType::F64), None)?.to_string(), "[1. 2. 6.]");
/// # Ok::<(), Error>(())
/// ```
pub fn cumprod_with(array: &Array, axis: Option<i64>, dtype: Option<DType>, out: Option<&Array>) -> Result<Array> {
    running(MULTIPLY, array, axis, dtype, out)
}

/// As [`cumsum`] along an axis, which is optional for a vector only; with `initial` the result begins with zero.
/// `numpy.cumulative_sum`.
///
/// # Errors
/// As [`cumsum`], and a value error for several axes if none is given.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(math::cumulative_sum(&array![1, 2, 3], None, None, None, true)?.to_string(), "[0 1 3 6]");
/// # Ok::<(), Error>(())
/// ```
pub fn cumulative_sum(
    array: &Array,
    axis: Option<i64>,
    dtype: Option<DType>,
    out: Option<&Array>,
    initial: bool,
) -> Result<Array> {
    cumulative(ADD, array, axis, dtype, out, initial)
}

/// As [`cumprod`] along an axis, which is optional for a vector only; with `initial` the result begins with one.
/// `numpy.cumulative_prod`.
///
/// # Errors
/// As [`cumprod`], and a value error for several axes if none is given.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(math::cumulative_prod(&array![1, 2, 3], None, None, None, true)?.to_string(), "[1 1 2 6]");
/// # Ok::<(), Error>(())
/// ```
pub fn cumulative_prod(
    array: &Array,
    axis: Option<i64>,
    dtype: Option<DType>,
    out: Option<&Array>,
    initial: bool,
) -> Result<Array> {
    cumulative(MULTIPLY, array, axis, dtype, out, initial)
}

fn cumulative(
    row: RowId,
    array: &Array,
    axis: Option<i64>,
    dtype: Option<DType>,
    out: Option<&Array>,
    initial: bool,
) -> Result<Array> {
    let array = array.at_least(1);
    let axis = match axis {
        None if array.ndim() > 1 => {
            return Err(Error::value("For arrays which have more than one dimension ``axis`` argument is required."));
        }
        axis => normalize_axis(axis.unwrap_or(0), array.ndim())?,
    };
    if !initial {
        return running(row, &array, Some(axis as i64), dtype, out);
    }
    let mut extents = array.shape().to_vec();
    extents[axis] += 1;
    let wide = fold_dtype(row, array.dtype(), dtype, out)?;
    let result = match out {
        Some(out) => {
            out.check_out(row.row().name, &extents, array.device())?;
            out.clone()
        }
        None => Array::empty(&extents, wide, array.device())?,
    };
    let part = |first: i64, count: i64| result.view_of(result.layout().slice(axis, first, 1, count));
    running(row, &array, Some(axis as i64), dtype, Some(&part(1, extents[axis] - 1)))?;
    part(0, 1).fill(i64::from(row == MULTIPLY))?;
    Ok(result)
}

fn running(row: RowId, array: &Array, axis: Option<i64>, dtype: Option<DType>, out: Option<&Array>) -> Result<Array> {
    let wide = fold_dtype(row, array.dtype(), dtype, out)?;
    match axis {
        // As in NumPy, an array without axes counts as a vector with one element.
        Some(0 | -1) if array.ndim() == 0 => scan(row, &array.ravel()?, 0, wide, out),
        Some(axis) => scan(row, array, axis, wide, out),
        None => scan(row, &array.ravel()?, 0, wide, out),
    }
}

/// As [`cumsum`], NaN counting as zero.
///
/// # Errors
/// As [`cumsum`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(math::nancumsum(&array![1.0, f64::NAN, 3.0], None, None, None)?.to_string(), "[1. 1. 4.]");
/// # Ok::<(), Error>(())
/// ```
pub fn nancumsum(array: &Array, axis: Option<i64>, dtype: Option<DType>, out: Option<&Array>) -> Result<Array> {
    cumsum_with(&array.without_nan(0.0)?, axis, dtype, out)
}

/// As [`cumprod`], NaN counting as one.
///
/// # Errors
/// As [`cumprod`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(math::nancumprod(&array![2.0, f64::NAN, 3.0], None, None, None)?.to_string(), "[2. 2. 6.]");
/// # Ok::<(), Error>(())
/// ```
pub fn nancumprod(array: &Array, axis: Option<i64>, dtype: Option<DType>, out: Option<&Array>) -> Result<Array> {
    cumprod_with(&array.without_nan(1.0)?, axis, dtype, out)
}
