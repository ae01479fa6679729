//! The bounding boxes of labels, and the positions of elements.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Kind, Scalar};
use cuprust_ops::RowId;

use super::index_grids::index_along;
use cuprust::indexing::unravel_index;
use cuprust::sorting::{UniqueOptions, argsort, unique_with};
use cuprust::ufunc::rows;
use cuprust::ufunc_methods::at;
use cuprust::{Argument, Array, Order, full, shape, where_};

/// A box: the first index along each axis, and the end.
pub type LabelBox = Vec<(i64, i64)>;

/// The least box that holds all elements of each label from one up to `max_label`, below one up to the greatest that is
/// there: for each axis from which index up to which one. Nothing for a label that is not there:
/// `scipy.ndimage.find_objects`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::find_objects;
/// # fn main() -> Result<()> {
/// let boxes = find_objects(&array![[1, 1, 0], [0, 0, 3]], 0)?;
/// assert_eq!(boxes, [Some(vec![(0, 1), (0, 2)]), None, Some(vec![(1, 2), (2, 3)])]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for complex numbers, and where `max_label` is below one for other numbers than integers; a value error
/// for an image without elements where `max_label` is below one.
pub fn find_objects(image: &Array, max_label: i64) -> Result<Vec<Option<LabelBox>>> {
    if image.dtype().is_complex() {
        return Err(Error::type_("Complex type not supported"));
    }
    if max_label < 1 && !image.dtype().is_integer() {
        return Err(Error::type_(format!("'{}' object cannot be interpreted as an integer", image.dtype())));
    }
    let last_label = if max_label < 1 { image.max(..)?.item()?.get::<i64>() } else { max_label };
    if last_label < 1 {
        return Ok(Vec::new());
    }
    let (device, rank) = (image.device(), image.ndim());
    let labels = image.astype(DType::I64)?;
    let inside = rows::logical_and(&rows::greater(&labels, 0)?, &rows::less_equal(&labels, last_label)?)?;
    let labels = where_(&inside, &labels, 0)?.ravel()?;
    let mut bounds = Vec::new();
    for axis in 0..rank {
        let positions = index_along(image, axis, DType::I64)?.ravel()?;
        let bound = |row: RowId, start: i64| {
            let held = full(shape([last_label.saturating_add(1)]).dtype(DType::I64).on(device), start)?;
            at(row, &held, &labels, Some(Argument::Array(&positions)))?;
            Ok::<_, Error>(held)
        };
        let first = bound(const { RowId::named("minimum") }, i64::MAX)?;
        bounds.push((first, bound(const { RowId::named("maximum") }, -1)?));
    }
    let there = full(shape([last_label.saturating_add(1)]).dtype(DType::I64).on(device), 0)?;
    at(const { RowId::named("add") }, &there, &labels, Some(Argument::from(1)))?;
    let there = there.to_vec::<i64>()?;
    let read = |(first, last): (Array, Array)| Ok((first.to_vec::<i64>()?, last.to_vec::<i64>()?));
    let bounds = bounds.into_iter().map(read).collect::<Result<Vec<_>>>()?;
    let mut boxes = cuprust_reserve::list(last_label as usize)?;
    for label in 1..=last_label as usize {
        let own = || bounds.iter().map(|(first, last)| (first[label], last[label] + 1)).collect();
        boxes.push((there[label] > 0).then(own));
    }
    Ok(boxes)
}

/// The different values of integers in ascending order, but one that is ignored, each with the indices along each axis
/// of the elements that have it: `scipy.ndimage.value_indices`.
///
/// # Errors
/// A value error for other numbers than integers.
pub fn value_indices(image: &Array, ignored: Option<i64>) -> Result<Vec<(Scalar, Vec<Array>)>> {
    if !matches!(image.dtype().kind(), Kind::Signed | Kind::Unsigned) {
        return Err(Error::value("Parameter 'arr' must be an integer array"));
    }
    let flat = image.ravel()?;
    let wanted = UniqueOptions { indices: false, inverse: false, counts: true, equal_nan: true };
    let unique = unique_with(&flat, None, wanted)?;
    let counts = unique.counts.ok_or_else(|| Error::runtime("internal: the counts were requested"))?;
    let order = argsort(&flat, Some(-1))?;
    let mut start = 0;
    let mut found = Vec::new();
    for (position, count) in counts.to_vec::<i64>()?.into_iter().enumerate() {
        let value = unique.values.element_at(&[position as i64])?.item()?;
        if ignored.is_none_or(|ignored| Scalar::new(ignored).cast(value.dtype()) != value) {
            let own = order.at(start..start + count)?;
            found.push((value, indices(&own, image.shape())?));
        }
        start += count;
    }
    Ok(found)
}

/// The indices along each axis of positions in C order.
fn indices(positions: &Array, extents: &[i64]) -> Result<Vec<Array>> {
    if extents.is_empty() {
        return Ok(Vec::new());
    }
    unravel_index(positions, extents, Order::C)
}

/// The indices along each axis of positions in C order, as integers: of one position, or of several.
pub(super) fn coordinates(positions: &Array, extents: &[i64]) -> Result<Vec<Vec<i64>>> {
    let of = |mut position: i64| {
        let mut row = cuprust_reserve::filled(0, extents.len())?;
        for (index, &extent) in row.iter_mut().zip(extents).rev() {
            (*index, position) = (position % extent.max(1), position / extent.max(1));
        }
        Ok::<_, Error>(row)
    };
    let positions = positions.to_vec::<i64>()?;
    let mut rows = cuprust_reserve::list(positions.len())?;
    for position in positions {
        rows.push(of(position)?);
    }
    Ok(rows)
}
