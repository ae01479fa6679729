//! Distinct elements or slices of an array: `unique`.

use cuprust_ir::{Opcode, Result};
use cuprust_num::DType;
use cuprust_ops::{Routine, RowId};

use super::lexical::sorted_by;
use crate::creation::{positions, zeros};
use crate::indexing::{flatnonzero, take_known, take_where};
use crate::ufunc::rows;
use crate::ufunc::scan::scan;
use crate::{Array, normalize_axis, shape};

/// Which results of [`unique_with`] are requested in addition to the values.
#[derive(Debug, Clone, Copy)]
pub struct UniqueOptions {
    /// The index of each value's first occurrence.
    pub indices: bool,
    /// For each element, the index of its value among the values.
    pub inverse: bool,
    /// The number of occurrences of each value.
    pub counts: bool,
    /// Whether NaN are equal. Slices along an axis that contain NaN are always distinct.
    pub equal_nan: bool,
}

/// The distinct values, and the requested further results.
#[derive(Debug, Clone)]
pub struct Unique {
    /// The values in ascending order, NaN last.
    pub values: Array,
    /// The int64 index of each value's first occurrence in the flattened array, or along the axis.
    pub indices: Option<Array>,
    /// The int64 index of each element's value: of the array's shape, or one-dimensional for an axis.
    pub inverse: Option<Array>,
    /// The int64 number of occurrences of each value.
    pub counts: Option<Array>,
}

/// The distinct elements of an array in ascending order, or the distinct slices along an axis in lexicographic order:
/// `numpy.unique`. NaN are equal. Waits for the elements, which determine the number.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(sorting::unique(&array![3, 1, 3, 2, 1], None)?.to_string(), "[1 2 3]");
/// assert_eq!(sorting::unique(&array![[1, 0], [1, 0], [0, 7]], 0)?.to_string(), "[[0 7]\n [1 0]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for an axis out of range.
pub fn unique(array: &Array, axis: impl Into<Option<i64>>) -> Result<Array> {
    let options = UniqueOptions { indices: false, inverse: false, counts: false, equal_nan: true };
    Ok(unique_with(array, axis, options)?.values)
}

/// As [`unique`], with the requested indices and counts.
///
/// ```
/// use cuprust::{sorting::*, *};
/// # fn main() -> Result<()> {
/// let options = UniqueOptions { indices: true, inverse: true, counts: true, equal_nan: true };
/// let found = unique_with(&array![3, 1, 3], None, options)?;
/// assert_eq!(found.indices.unwrap().to_string(), "[1 0]");
/// assert_eq!(found.inverse.unwrap().to_string(), "[1 0 1]");
/// assert_eq!(found.counts.unwrap().to_string(), "[1 2]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`unique`].
pub fn unique_with(array: &Array, axis: impl Into<Option<i64>>, options: UniqueOptions) -> Result<Unique> {
    let axis = axis.into().map(|axis| normalize_axis(axis, array.ndim())).transpose()?;
    match axis {
        Some(axis) if array.ndim() > 1 => unique_parts(array, axis, options),
        _ => unique_elements(array, options),
    }
}

fn unique_elements(array: &Array, options: UniqueOptions) -> Result<Unique> {
    let flat = array.ravel()?;
    if !(options.indices || options.inverse || options.counts) {
        let sorted = super::sort(&flat, Some(0))?;
        let firsts = firsts(&sorted, options.equal_nan)?;
        return Ok(Unique { values: take_where(&sorted, &firsts)?, indices: None, inverse: None, counts: None });
    }
    let order = (options.indices || options.inverse).then(|| super::argsort(&flat, Some(0))).transpose()?;
    let sorted = match &order {
        Some(order) => take_known(&flat, order, 0)?,
        None => super::sort(&flat, Some(0))?,
    };
    let firsts = firsts(&sorted, options.equal_nan)?;
    let starts = flatnonzero(&firsts)?;
    let inverse = inverse(order.as_ref(), &firsts, options)?;
    Ok(Unique {
        values: take_known(&sorted, &starts, 0)?,
        inverse: inverse.map(|inverse| inverse.reshape(array.shape())).transpose()?,
        ..further_results(order.as_ref(), &firsts, starts, options)?
    })
}

fn unique_parts(array: &Array, axis: usize, options: UniqueOptions) -> Result<Unique> {
    let rows = array.moveaxis(axis as i64, 0)?;
    let count = rows.shape()[0];
    let width: i64 = rows.shape()[1..].iter().product();
    let flat = rows.reshape([count, width])?;
    let columns = (0..width).map(|column| flat.view_of(flat.layout().at(1, column)));
    let order = sorted_by(columns.rev(), count, flat.device())?;
    let sorted = take_known(&flat, &order, 0)?;
    let firsts = match count {
        0 => zeros(shape(0).dtype(DType::Bool).on(flat.device()))?,
        _ => {
            let differ = rows::any(&rows::not_equal(&sorted, &sorted.roll(1, 0)?)?, 1)?;
            rows::logical_or(&differ, &is_first(count, &flat)?)?
        }
    };
    let starts = flatnonzero(&firsts)?;
    let values = take_known(&sorted, &starts, 0)?;
    let mut extents = rows.shape().to_vec();
    extents[0] = values.shape()[0];
    let values = values.reshape(&extents)?.moveaxis(0, axis as i64)?;
    let inverse = inverse(Some(&order), &firsts, options)?;
    Ok(Unique { values, inverse, ..further_results(Some(&order), &firsts, starts, options)? })
}

/// The indices and counts of values that begin at these positions of the sorted elements.
fn further_results(order: Option<&Array>, firsts: &Array, starts: Array, options: UniqueOptions) -> Result<Unique> {
    let indices = match order {
        Some(order) if options.indices => Some(take_known(order, &starts, 0)?),
        _ => None,
    };
    let counts = match options.counts {
        false => None,
        true => {
            let end = crate::full(shape(1).on(starts.device()), firsts.size())?;
            let bounds = crate::concatenate(&[&starts, &end], 0)?;
            let line = |first: i64| bounds.view_of(bounds.layout().slice(0, first, 1, bounds.size() - 1));
            Some(rows::subtract(&line(1), &line(0))?)
        }
    };
    Ok(Unique { values: starts, indices, inverse: None, counts })
}

/// For each element, the index of its value among the values, by the permutation of the sort.
fn inverse(order: Option<&Array>, firsts: &Array, options: UniqueOptions) -> Result<Option<Array>> {
    let Some(order) = order.filter(|_| options.inverse) else { return Ok(None) };
    let numbers = rows::subtract(&scan(RowId::ADD, firsts, 0, DType::I64, None)?, 1)?;
    scattered(order, &numbers).map(Some)
}

/// `result[order[i]] = values[i]`, for a permutation.
///
/// # Errors
/// Where memory is exhausted.
pub(super) fn scattered(order: &Array, values: &Array) -> Result<Array> {
    let result = Array::empty(values.shape(), values.dtype(), values.device())?;
    if result.size() != 0 {
        let routine = Opcode::Routine(Routine::Scatter { unique: true });
        let inputs = [order.input(), values.input()];
        result.device().lock()?.record(routine, result.shape(), &[result.output()], &inputs)?;
    }
    Ok(result)
}

/// Where sorted elements differ from the previous one; true for the first.
pub(super) fn firsts(sorted: &Array, equal_nan: bool) -> Result<Array> {
    let count = sorted.size();
    if count == 0 {
        return zeros(shape(0).dtype(DType::Bool).on(sorted.device()));
    }
    let before = sorted.roll(1, 0)?;
    let mut differ = rows::not_equal(sorted, &before)?;
    if equal_nan && sorted.dtype().is_inexact() {
        let both = rows::logical_and(&rows::isnan(sorted)?, &rows::isnan(&before)?)?;
        differ = rows::greater(&differ, &both)?;
    }
    rows::logical_or(&differ, &is_first(count, sorted)?)
}

/// True for the first of this many elements, on the device of an array.
fn is_first(count: i64, array: &Array) -> Result<Array> {
    rows::equal(&positions(&[count], 0, &[1], DType::I64, array.device())?, 0)
}
