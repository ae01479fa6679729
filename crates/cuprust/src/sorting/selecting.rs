//! The element that stands at a place of the sorted array, smaller ones before it and larger ones behind: `partition`,
//! `argpartition`, and the order statistics that medians and quantiles are made of.
//!
//! Few places of real numbers are selected, and fewer of complex ones: by their real parts, and among equal ones by the
//! imaginary parts. For many the elements are sorted.

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

/// A copy whose elements at these places along an axis are those of the sorted array, none before them larger and none
/// behind them smaller; of the flattened array where there is no axis. `numpy.partition`.
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
/// An axis error, a value error for a place out of range.
pub fn partition(array: &Array, places: &[i64], axis: impl Into<Option<i64>>) -> Result<Array> {
    let axis = axis.into();
    let places = check_indices(array, places, axis)?;
    if !is_selected(array, &places) {
        return sort(array, axis);
    }
    let (array, axis) = along(array, axis)?;
    let result = array.empty_like(None)?;
    partition_into(&array, axis, &places, (&result, false))?;
    Ok(result)
}

/// The int64 places that the elements of [`partition`] come from. `numpy.argpartition`.
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
pub fn argpartition(array: &Array, places: &[i64], axis: impl Into<Option<i64>>) -> Result<Array> {
    let axis = axis.into();
    let array = array.at_least(1);
    let places = check_indices(&array, places, axis)?;
    if !is_selected(&array, &places) {
        return argsort(&array, axis);
    }
    let (array, axis) = along(&array, axis)?;
    let result = Array::empty(array.shape(), DType::I64, array.device())?;
    partition_into(&array, axis, &places, (&result, true))?;
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
    pub fn partition(&self, places: &[i64], axis: i64) -> Result<()> {
        let places = check_indices(self, places, Some(axis))?;
        if !is_selected(self, &places) || !self.is_writable() {
            return self.sort(axis);
        }
        let aside = Array::empty(self.shape(), self.dtype(), self.device())?;
        partition_into(self, normalize_axis(axis, self.ndim())?, &places, (&aside, false))?;
        self.assign_unchecked(&aside)
    }
}

/// The indices counted from the axis's start, each once, in ascending order.
///
/// # Errors
/// A value error for one that is not along the axis.
fn check_indices(array: &Array, places: &[i64], axis: Option<i64>) -> Result<Vec<i64>> {
    let extent = match axis {
        None => array.size(),
        Some(axis) => array.shape()[normalize_axis(axis, array.ndim())?],
    };
    // As NumPy, places count where there are elements.
    if array.size() == 0 {
        return Ok(Vec::new());
    }
    let from_start = |place: i64| if place < 0 { place.saturating_add(extent) } else { place };
    let mut places = collected(places.iter().map(|&place| from_start(place)))?;
    if let Some(place) = places.iter().find(|place| !(0..extent).contains(*place)) {
        // NumPy names the place as it is counted from the start.
        return Err(Error::value(format!("kth(={place}) out of bounds ({extent})")));
    }
    places.sort_unstable();
    places.dedup();
    Ok(places)
}

/// Whether an array is partitioned by selection.
fn is_selected(array: &Array, places: &[i64]) -> bool {
    let most = if array.dtype().is_complex() { MAX_COMPLEX_RANKS as usize } else { MAX_PARTITION_INDICES };
    array.size() != 0 && (1..=most).contains(&places.len())
}

/// Writes the elements of an array, or their `places`, to another one of its shape, partitioned along an axis at
/// ascending ranks.
fn partition_into(array: &Array, axis: usize, ranks: &[i64], (to, places): (&Array, bool)) -> Result<()> {
    let order = with_last(array.ndim(), axis);
    let matrix = as_matrix(&in_rows(array, &order)?)?;
    let to = to.view_of(to.layout().permute(&order));
    if matrix.dtype().is_complex() {
        let parted = Array::empty(matrix.shape(), DType::I64, matrix.device())?;
        let classes = complex_classes(&matrix, ranks)?;
        let ranks = Array::from_slice(ranks, [ranks.len() as i64], array.device())?;
        record(Routine::Partition { places: true }, &parted, &[&classes, &ranks])?;
        let parted = if places { parted } else { take_along_axis(&matrix, &parted, -1)? };
        return to.assign_unchecked(&parted.reshape(to.shape())?);
    }
    let ranks = Array::from_slice(ranks, [ranks.len() as i64], array.device())?;
    let aside =
        if to.layout().is_contiguous() { None } else { Some(Array::empty(to.shape(), to.dtype(), to.device())?) };
    let parted = as_matrix(aside.as_ref().unwrap_or(&to))?;
    record(Routine::Partition { places }, &parted, &[&matrix, &ranks])?;
    aside.map_or(Ok(()), |aside| to.assign_unchecked(&aside))
}

/// How each element of a matrix of complex numbers compares with those at ascending ranks of its row, as uint8: two for
/// each that is less, and one for one that is equal.
fn complex_classes(matrix: &Array, ranks: &[i64]) -> Result<Array> {
    let (re, im) = (matrix.real_part()?, matrix.imaginary_part()?);
    let (no_re, no_im) = (rows::isnan(&re)?, rows::isnan(&im)?);
    let as_byte = |truth: &Array| truth.in_dtype(DType::U8);
    // Behind the numbers stand those with a NaN in the imaginary part, then in the real part, then in both.
    let nans = rows::add(&rows::add(&as_byte(&no_re)?, &as_byte(&no_re)?)?, &as_byte(&no_im)?)?;
    let (zero, nothing) = (Scalar::zero(re.dtype()), Scalar::new(f64::NAN).cast(re.dtype()));
    let parts = [where_(&no_re, zero, &re)?, where_(&no_im, zero, &im)?];
    let mut classes: Option<Array> = None;
    for &rank in ranks {
        let mut rank = Array::from_slice(&[rank], [1], matrix.device())?;
        let first = order_statistics(&nans, &rank, false)?;
        let (mut less, mut alike) = (rows::less(&nans, &first)?, rows::equal(&nans, &first)?);
        let mut below = less.clone();
        for part in &parts {
            rank = rows::maximum(&rows::subtract(&rank, &below.count_nonzero(axis(-1).keepdims())?)?, 0)?;
            let candidates = where_(&alike, part, nothing)?;
            let first = order_statistics(&candidates, &rank, false)?;
            below = rows::less(&candidates, &first)?;
            less = rows::logical_or(&less, &below)?;
            alike = rows::equal(&candidates, &first)?;
        }
        let not_less = rows::logical_not(&less)?;
        let greater = rows::greater(&not_less, &alike)?;
        let class = rows::add(&as_byte(&not_less)?, &as_byte(&greater)?)?;
        classes = Some(match classes {
            None => class,
            Some(before) => rows::add(&before, &class)?,
        });
    }
    classes.ok_or_else(|| Error::runtime("a partition has one place at least"))
}

/// The elements at places of the sorted rows along the last axis: `ranks` are int64, known to be within a row, and the
/// same for all rows where they have one axis; else they have the axes of `array`. All are NaN in a row with a NaN, if
/// it shall `propagate`. Of zeros the negative ones come first.
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

/// As [`order_statistics`], of complex numbers. A number that is NaN in one of its parts stands behind all that are
/// not.
fn complex_statistics(array: &Array, ranks: &Array, propagate: bool, to: &Array) -> Result<()> {
    let last = array.ndim() - 1;
    let nothing = Scalar::new(f64::NAN).cast(array.dtype().real());
    let missing = rows::isnan(array)?;
    let (re, im) = (where_(&missing, nothing, &array.real_part()?)?, array.imaginary_part()?);
    let firsts = order_statistics(&re, ranks, false)?;
    let column = |array: &Array, place: i64| array.view_of(array.layout().slice(array.ndim() - 1, place, 1, 1));
    for place in 0..ranks.shape()[ranks.ndim() - 1] {
        let first = column(&firsts, place);
        let below = rows::less(&re, &first)?.count_nonzero(axis(-1).keepdims())?;
        let alike = where_(&rows::equal(&re, &first)?, &im, nothing)?;
        let rank = rows::maximum(&rows::subtract(&column(ranks, place), &below)?, 0)?;
        let second = order_statistics(&alike, &rank, false)?;
        let own = column(to, place);
        own.real_part()?.assign(&first)?;
        own.imaginary_part()?.assign(&second)?;
    }
    if propagate {
        let any = rows::any(&missing, axis(last as i64).keepdims())?;
        to.assign(&where_(&any, Scalar::new(f64::NAN).cast(to.dtype()), to)?)?;
    }
    Ok(())
}

/// A result of each sorted row, or NaN where the last element is: NaN stand there.
pub(crate) fn nan_where_last_is(sorted: &Array, result: &Array) -> Result<Array> {
    if !sorted.dtype().is_inexact() {
        return Ok(result.clone());
    }
    let last = sorted.ndim() - 1;
    let end = sorted.view_of(sorted.layout().slice(last, sorted.shape()[last] - 1, 1, 1));
    where_(&rows::isnan(&end)?, Scalar::new(f64::NAN).cast(result.dtype()), result)
}

/// An array with elements as a matrix of its last axis.
fn as_matrix(array: &Array) -> Result<Array> {
    let length = array.shape().last().copied().unwrap_or(1);
    array.reshape([array.size() / length, length])
}

fn record(routine: Routine, to: &Array, from: &[&Array]) -> Result<()> {
    let inputs: Vec<_> = from.iter().map(|array| array.input()).collect();
    to.device().lock()?.record(Opcode::Routine(routine), to.shape(), &[to.output()], &inputs)
}
