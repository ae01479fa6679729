//! Selection: the element at an index of the sorted array, with smaller ones before and larger ones after it:
//! `partition`, `argpartition`, and the order statistics for medians and quantiles.
//!
//! A few order statistics of real numbers are selected, and fewer of complex ones: by their real parts, and among equal
//! ones by the imaginary parts. For many the elements are sorted.

use cuprust_ir::{Dims, Error, Layout, Opcode, Result};
use cuprust_num::{DType, Scalar};
use cuprust_ops::Routine;
use cuprust_reserve::collected;

use super::{along, argsort, in_rows, sort, with_last};
use crate::indexing::{take_along_axis, take_known};
use crate::ufunc::rows;
use crate::ufunc::where_;
use crate::{Array, axis, normalize_axis};

/// The most order statistics of a row that are selected; for more, the row is sorted.
const MAX_RANKS: i64 = 32;

/// The most order statistics of complex numbers, and indices of their partition: each takes a selection of its own
/// among the imaginary parts. Two make a median.
const MAX_COMPLEX_RANKS: i64 = 2;

/// The most indices at which a row is partitioned: each costs a comparison of each element.
const MAX_PARTITION_INDICES: usize = 8;

/// A copy whose elements at these indices along an axis are those of the sorted array, with no larger ones before and
/// no smaller ones after them; flattened if there is no axis. `numpy.partition`.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let parted = sorting::partition(&array![7, 1, 5, 2], &[1], -1)?;
/// assert_eq!(parted.at(1)?.to_string(), "2");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error, a value error for an index out of range.
pub fn partition(array: &Array, indices: &[i64], axis: impl Into<Option<i64>>) -> Result<Array> {
    let axis = axis.into();
    let indices = check_indices(array, indices, axis)?;
    if !is_selected(array, &indices) {
        return sort(array, axis);
    }
    let (array, axis) = along(array, axis)?;
    let result = array.empty_like(None)?;
    partition_into(&array, axis, &indices, (&result, false))?;
    Ok(result)
}

/// The int64 indices of the elements of [`partition`]. `numpy.argpartition`.
///
/// # Errors
/// As [`partition`].
///
/// ```
/// # use cuprust::*;
/// let a = array![5, 1, 4];
/// assert_eq!(sorting::argpartition(&a, &[0], 0)?.at(0)?.to_string(), "1");
/// # Ok::<(), Error>(())
/// ```
pub fn argpartition(array: &Array, indices: &[i64], axis: impl Into<Option<i64>>) -> Result<Array> {
    let axis = axis.into();
    let array = array.at_least(1);
    let indices = check_indices(&array, indices, axis)?;
    if !is_selected(&array, &indices) {
        return argsort(&array, axis);
    }
    let (array, axis) = along(&array, axis)?;
    let result = Array::empty(array.shape(), DType::I64, array.device())?;
    partition_into(&array, axis, &indices, (&result, true))?;
    Ok(result)
}

impl Array {
    /// As [`partition`], in place: `numpy.ndarray.partition`.
    ///
    /// # Errors
    /// As [`partition`], and a value error for a read-only array.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = array![5, 1, 4, 2];
    /// a.partition(&[1], 0)?;
    /// assert_eq!(a.at(1)?.to_string(), "2");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn partition(&self, indices: &[i64], axis: i64) -> Result<()> {
        let indices = check_indices(self, indices, Some(axis))?;
        if !is_selected(self, &indices) || !self.is_writable() {
            return self.sort(axis);
        }
        let aside = Array::empty(self.shape(), self.dtype(), self.device())?;
        partition_into(self, normalize_axis(axis, self.ndim())?, &indices, (&aside, false))?;
        self.assign_unchecked(&aside)
    }
}

/// The indices as non-negative, distinct and ascending ones.
///
/// # Errors
/// A value error for one out of range.
fn check_indices(array: &Array, indices: &[i64], axis: Option<i64>) -> Result<Vec<i64>> {
    let extent = match axis {
        None => array.size(),
        Some(axis) => array.shape()[normalize_axis(axis, array.ndim())?],
    };
    // As in NumPy, indices are checked only if there are elements.
    if array.size() == 0 {
        return Ok(Vec::new());
    }
    let from_start = |index: i64| if index < 0 { index.saturating_add(extent) } else { index };
    let mut indices = collected(indices.iter().map(|&index| from_start(index)))?;
    if let Some(index) = indices.iter().find(|index| !(0..extent).contains(*index)) {
        // NumPy's error has the index as counted from the start.
        return Err(Error::value(format!("kth(={index}) out of bounds ({extent})")));
    }
    indices.sort_unstable();
    indices.dedup();
    Ok(indices)
}

/// Whether an array is partitioned by selection.
fn is_selected(array: &Array, indices: &[i64]) -> bool {
    let max_indices = if array.dtype().is_complex() { MAX_COMPLEX_RANKS as usize } else { MAX_PARTITION_INDICES };
    array.size() != 0 && (1..=max_indices).contains(&indices.len())
}

/// Writes the elements of an array, or if the flag is set their indices, to another one of its shape, partitioned along
/// an axis at ascending ranks.
fn partition_into(array: &Array, axis: usize, ranks: &[i64], (to, indices): (&Array, bool)) -> Result<()> {
    let order = with_last(array.ndim(), axis);
    let matrix = as_matrix(&in_rows(array, &order)?)?;
    let to = to.view_of(to.layout().permute(&order));
    if matrix.dtype().is_complex() {
        let parted = Array::empty(matrix.shape(), DType::I64, matrix.device())?;
        let classes = complex_classes(&matrix, ranks)?;
        let ranks = Array::from_slice(ranks, [ranks.len() as i64], array.device())?;
        record(Routine::Partition { indices: true }, &parted, &[&classes, &ranks])?;
        let parted = if indices { parted } else { take_along_axis(&matrix, &parted, -1)? };
        return to.assign_unchecked(&parted.reshape(to.shape())?);
    }
    let ranks = Array::from_slice(ranks, [ranks.len() as i64], array.device())?;
    let aside =
        if to.layout().is_contiguous() { None } else { Some(Array::empty(to.shape(), to.dtype(), to.device())?) };
    let parted = as_matrix(aside.as_ref().unwrap_or(&to))?;
    record(Routine::Partition { indices }, &parted, &[&matrix, &ranks])?;
    aside.map_or(Ok(()), |aside| to.assign_unchecked(&aside))
}

/// The comparison of each element of a matrix of complex numbers with those at ascending ranks of its row, as uint8:
/// the sum of two for each that is less, and one for each that is equal.
fn complex_classes(matrix: &Array, ranks: &[i64]) -> Result<Array> {
    let (re, im) = (matrix.real_part()?, matrix.imaginary_part()?);
    let (no_re, no_im) = (rows::isnan(&re)?, rows::isnan(&im)?);
    let as_byte = |truth: &Array| truth.in_dtype(DType::U8);
    // After the numbers come those with a NaN in the imaginary part, then in the real part, then in both.
    let nans = rows::add(&rows::add(&as_byte(&no_re)?, &as_byte(&no_re)?)?, &as_byte(&no_im)?)?;
    let (zero, nothing) = (Scalar::zero(re.dtype()), Scalar::new(f64::NAN).cast(re.dtype()));
    let parts = [where_(&no_re, zero, &re)?, where_(&no_im, zero, &im)?];
    let mut classes: Option<Array> = None;
    for &rank in ranks {
        let mut rank = Array::from_slice(&[rank], [1], matrix.device())?;
        let first = order_statistics(&nans, &rank, false)?;
        let (mut less, mut equal_first) = (rows::less(&nans, &first)?, rows::equal(&nans, &first)?);
        let mut below = less.clone();
        for part in &parts {
            rank = rows::maximum(&rows::subtract(&rank, &below.count_nonzero(axis(-1).keepdims())?)?, 0)?;
            let candidates = where_(&equal_first, part, nothing)?;
            let first = order_statistics(&candidates, &rank, false)?;
            below = rows::less(&candidates, &first)?;
            less = rows::logical_or(&less, &below)?;
            equal_first = rows::equal(&candidates, &first)?;
        }
        let not_less = rows::logical_not(&less)?;
        let greater = rows::greater(&not_less, &equal_first)?;
        let class = rows::add(&as_byte(&not_less)?, &as_byte(&greater)?)?;
        classes = Some(match classes {
            None => class,
            Some(before) => rows::add(&before, &class)?,
        });
    }
    classes.ok_or_else(|| Error::runtime("a partition needs at least one index"))
}

/// The elements at ranks of the sorted rows along the last axis: `ranks` are int64, known to be in range; with one axis
/// they are the same for all rows, otherwise they have the axes of `array`. With `propagate`, all are NaN in a row that
/// contains one. Negative zeros come before positive ones.
pub(crate) fn order_statistics(array: &Array, ranks: &Array, propagate: bool) -> Result<Array> {
    let last = array.ndim() - 1;
    let count = ranks.shape()[ranks.ndim() - 1];
    let propagate = propagate && array.dtype().is_inexact();
    let shape = [&array.shape()[..last], &[count]].concat();
    let result = Array::empty(&shape, array.dtype(), array.device())?;
    if result.size() == 0 {
        return Ok(result);
    }
    if array.dtype().is_complex() && count <= MAX_COMPLEX_RANKS {
        complex_statistics(array, ranks, propagate, &result)?;
        return Ok(result);
    }
    if count > MAX_RANKS || array.dtype().is_complex() {
        let sorted = sort(array, Some(-1))?;
        let result = match ranks.ndim() {
            1 => take_known(&sorted, ranks, last)?,
            _ => take_along_axis(&sorted, ranks, -1)?,
        };
        return if propagate { nan_where_last_is(&sorted, &result) } else { Ok(result) };
    }
    let (matrix, to) = (as_matrix(&array.ascontiguous()?)?, as_matrix(&result)?);
    let ranks = match ranks.ndim() {
        1 => ranks.view_of(Layout {
            shape: Dims::new(to.shape()),
            strides: Dims::new(&[0, ranks.layout().strides[0]]),
            offset: ranks.layout().offset,
        }),
        _ => as_matrix(ranks)?,
    };
    record(Routine::OrderStatistics { propagate }, &to, &[&matrix, &ranks])?;
    Ok(result)
}

/// As [`order_statistics`], for complex numbers. A number with a NaN in a part comes after all without.
fn complex_statistics(array: &Array, ranks: &Array, propagate: bool, to: &Array) -> Result<()> {
    let last = array.ndim() - 1;
    let nothing = Scalar::new(f64::NAN).cast(array.dtype().real());
    let missing = rows::isnan(array)?;
    let (re, im) = (where_(&missing, nothing, &array.real_part()?)?, array.imaginary_part()?);
    let firsts = order_statistics(&re, ranks, false)?;
    let column = |array: &Array, index: i64| array.view_of(array.layout().slice(array.ndim() - 1, index, 1, 1));
    for index in 0..ranks.shape()[ranks.ndim() - 1] {
        let first = column(&firsts, index);
        let below = rows::less(&re, &first)?.count_nonzero(axis(-1).keepdims())?;
        let equal_first = where_(&rows::equal(&re, &first)?, &im, nothing)?;
        let rank = rows::maximum(&rows::subtract(&column(ranks, index), &below)?, 0)?;
        let second = order_statistics(&equal_first, &rank, false)?;
        let own = column(to, index);
        own.real_part()?.assign(&first)?;
        own.imaginary_part()?.assign(&second)?;
    }
    if propagate {
        let any = rows::any(&missing, axis(last as i64).keepdims())?;
        to.assign(&where_(&any, Scalar::new(f64::NAN).cast(to.dtype()), to)?)?;
    }
    Ok(())
}

/// A result for each sorted row, or NaN if its last element is NaN, as NaN come last.
pub(crate) fn nan_where_last_is(sorted: &Array, result: &Array) -> Result<Array> {
    if !sorted.dtype().is_inexact() {
        return Ok(result.clone());
    }
    let last = sorted.ndim() - 1;
    let end = sorted.view_of(sorted.layout().slice(last, sorted.shape()[last] - 1, 1, 1));
    where_(&rows::isnan(&end)?, Scalar::new(f64::NAN).cast(result.dtype()), result)
}

/// A non-empty array as a matrix with rows along its last axis.
fn as_matrix(array: &Array) -> Result<Array> {
    let length = array.shape().last().copied().unwrap_or(1);
    array.reshape([array.size() / length, length])
}

fn record(routine: Routine, to: &Array, from: &[&Array]) -> Result<()> {
    let inputs: Vec<_> = from.iter().map(|array| array.input()).collect();
    to.device().lock()?.record(Opcode::Routine(routine), to.shape(), &[to.output()], &inputs)
}
