//! Sorting along an axis, by several keys, and its applications: distinct elements, and arrays as sets.
//!
//! Every sort is stable, whatever kind is requested: equal elements keep their order. NaN come last, and complex
//! numbers are ordered by their real and then by their imaginary parts.

mod lexical;
mod searching;
mod selecting;
mod sets;
pub(crate) mod table;
mod unique;

use cuprust_ir::{Error, Layout, Opcode, Result};
use cuprust_num::DType;
use cuprust_ops::Routine;

use crate::{Array, normalize_axis};

pub use lexical::lexsort;
pub use searching::{Side, digitize, searchsorted};
pub use selecting::{argpartition, partition};
pub(crate) use selecting::{nan_where_last_is, order_statistics};
pub use sets::{Search, intersect1d, intersect1d_with_indices, isin, setdiff1d, setxor1d, union1d};
pub use unique::{Unique, UniqueOptions, unique, unique_with};

/// A sorted copy of an array: along an axis, or flattened if there is none. `numpy.sort`.
///
/// # Errors
/// An axis error for an axis out of range.
///
/// ```
/// # use cuprust::*;
/// let x = array![3i64, 1, 2];
/// assert_eq!(sorting::sort(&x, -1)?.to_string(), "[1 2 3]");
/// # Ok::<(), Error>(())
/// ```
pub fn sort(array: &Array, axis: impl Into<Option<i64>>) -> Result<Array> {
    let axis = axis.into();
    let (array, axis) = along(array, axis)?;
    let result = array.empty_like(None)?;
    sort_into(&array, axis, &result)?;
    Ok(result)
}

/// A copy sorted along the last axis as complex numbers, by their real and then their imaginary parts: complex64 for
/// integers up to 16 bits, complex128 for other real numbers. `numpy.sort_complex`.
///
/// # Errors
/// An axis error for an array without axes.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(sorting::sort_complex(&array![3, 1, 2])?.to_string(), "[1.+0.j 2.+0.j 3.+0.j]");
/// # Ok::<(), Error>(())
/// ```
pub fn sort_complex(array: &Array) -> Result<Array> {
    let sorted = sort(array, Some(-1))?;
    match sorted.dtype() {
        dtype if dtype.is_complex() => Ok(sorted),
        DType::I8 | DType::U8 | DType::I16 | DType::U16 => sorted.astype(DType::C64),
        _ => sorted.astype(DType::C128),
    }
}

/// The int64 indices that sort the elements along an axis, or of the flattened array if there is none: `numpy.argsort`
/// with `stable=True`.
///
/// # Errors
/// An axis error for an axis out of range.
///
/// ```
/// # use cuprust::*;
/// let x = array![3i64, 1, 2];
/// assert_eq!(sorting::argsort(&x, -1)?.to_string(), "[1 2 0]");
/// # Ok::<(), Error>(())
/// ```
pub fn argsort(array: &Array, axis: impl Into<Option<i64>>) -> Result<Array> {
    let axis = axis.into();
    // As in NumPy, an array without axes counts as a vector with one element.
    let (array, axis) = along(&array.at_least(1), axis)?;
    let result = Array::empty(array.shape(), DType::I64, array.device())?;
    if result.size() == 0 {
        return Ok(result);
    }
    let order = with_last(array.ndim(), axis);
    let rows = in_rows(&array, &order)?;
    let to = result.view_of(result.layout().permute(&order));
    let argsort_routine = Routine::Sort { values: false, indices: true };
    if to.layout().is_contiguous() {
        record(argsort_routine, &rows, &to)?;
    } else {
        let aside = Array::empty(to.shape(), DType::I64, to.device())?;
        record(argsort_routine, &rows, &aside)?;
        to.assign_unchecked(&aside)?;
    }
    Ok(result)
}

impl Array {
    /// Sorts the elements along an axis, in place: `numpy.ndarray.sort`. [`sort`] returns a sorted copy.
    ///
    /// # Errors
    /// An axis error for an axis out of range, a value error for a read-only array.
    ///
    /// ```
    /// # use cuprust::*;
    /// let x = array![3i64, 1, 2];
    /// x.sort(-1)?;
    /// assert_eq!(x.to_string(), "[1 2 3]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn sort(&self, axis: i64) -> Result<()> {
        let axis = normalize_axis(axis, self.ndim())?;
        if !self.is_writable() {
            return Err(Error::value("sort array is read-only"));
        }
        sort_into(self, axis, self)
    }

    /// As [`argsort`].
    ///
    /// # Errors
    /// An axis error for an axis out of range.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![30, 10, 20].argsort(0)?.to_string(), "[1 2 0]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn argsort(&self, axis: impl Into<Option<i64>>) -> Result<Array> {
        argsort(self, axis)
    }
}

/// Checks the name of a kind of sort, as in NumPy: its first letter counts. Every kind is stable.
///
/// # Errors
/// A value error for an unknown name, and for a name together with the argument `stable`.
///
/// ```
/// # use cuprust::*;
/// assert!(sorting::check_kind(Some("mergesort"), None).is_ok());
/// assert!(sorting::check_kind(Some("other"), None).is_err());
/// ```
pub fn check_kind(kind: Option<&str>, stable: Option<bool>) -> Result<()> {
    match kind {
        Some(_) if stable.is_some() => {
            Err(Error::value("`kind` and keyword parameters can't be provided at the same time. Use only one of them."))
        }
        Some(name) if !name.starts_with(['q', 'Q', 'h', 'H', 'm', 'M', 's', 'S']) => {
            Err(Error::value(format!("sort kind must be one of 'quick', 'heap', or 'stable' (got '{name}')")))
        }
        _ => Ok(()),
    }
}

/// The array and the axis of a sort: flattened if no axis is given.
fn along(array: &Array, axis: Option<i64>) -> Result<(Array, usize)> {
    match axis {
        None => Ok((array.ravel()?, 0)),
        Some(axis) => Ok((array.clone(), normalize_axis(axis, array.ndim())?)),
    }
}

/// The axes of a rank with one moved to the end.
fn with_last(rank: usize, last: usize) -> Vec<usize> {
    (0..rank).filter(|&axis| axis != last).chain([last]).collect()
}

/// Writes the sorted elements of an array to another of its shape, or to itself. The copies fuse with the operations
/// that produce the elements and consume the sorted ones.
fn sort_into(array: &Array, axis: usize, to: &Array) -> Result<()> {
    if array.size() == 0 {
        return Ok(());
    }
    let order = with_last(array.ndim(), axis);
    let values = Routine::Sort { values: true, indices: false };
    let rows = array.view_of(array.layout().permute(&order));
    let to = to.view_of(to.layout().permute(&order));
    if to.layout().is_contiguous() {
        if rows.layout().is_contiguous() {
            return record(values, &rows, &to);
        }
        to.assign_unchecked(&rows)?;
        return record(values, &to, &to);
    }
    let aside = rows.filled_by_copy(Layout::of_new(rows.shape()), true, rows.dtype(), rows.input())?;
    record(values, &aside, &aside)?;
    to.assign_unchecked(&aside)
}

/// An array with its axes permuted, in C order: a copy if necessary.
fn in_rows(array: &Array, order: &[usize]) -> Result<Array> {
    array.view_of(array.layout().permute(order)).ascontiguous()
}

fn record(routine: Routine, from: &Array, to: &Array) -> Result<()> {
    to.device().lock()?.record(Opcode::Routine(routine), to.shape(), &[to.output()], &[from.input()])
}
