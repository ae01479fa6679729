//! Insertion, deletion, trimming and resizing; bits packed into bytes; memory viewed with other strides.

mod bits;
pub(crate) mod table;
mod windows;

use cuprust_ir::{Error, Layout, Result};
use cuprust_num::DType;

use crate::array::{IntoAxes, IntoInts, byte_size};
use crate::creation::{ones, positions, zeros};
use crate::indexing::{nonzero, slice_bounds};
use crate::manipulation::{concatenate, too_large};
use crate::ufunc::rows;
use crate::ufunc::where_;
use crate::{Array, Index, normalize_axes, normalize_axis, shape};

pub use bits::{BitOrder, packbits, unpackbits};

/// Appends elements to an array along an axis; both are flattened if there is none. `numpy.append`.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(editing::append(&array![1, 2], &array![[3], [4]], None)?.to_string(), "[1 2 3 4]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`concatenate`].
pub fn append(array: &Array, values: &Array, axis: impl Into<Option<i64>>) -> Result<Array> {
    concatenate(&[array, values], axis.into())
}

/// The array without the parts along an axis that an index with one part selects; without an axis the array is
/// flattened. `numpy.delete`.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let a = array![[1, 2, 3], [4, 5, 6]];
/// assert_eq!(editing::delete(&a, 1, 1)?.to_string(), "[[1 3]\n [4 6]]");
/// assert_eq!(editing::delete(&a, s![..;2][0], None)?.to_string(), "[2 4 6]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An index error for an index out of range, for a new axis or an ellipsis and for arrays of other dtypes; a value
/// error for a mask whose shape differs from the axis, an axis error.
pub fn delete<'a>(array: &Array, index: impl Into<Index<'a>>, axis: impl Into<Option<i64>>) -> Result<Array> {
    let (array, axis) = along(array, axis.into())?;
    let extent = array.shape()[axis];
    let part = |first: i64, end: i64| array.view_of(array.layout().slice(axis, first, 1, end - first));
    let without = |first: i64, end: i64| concatenate(&[part(0, first), part(end, extent)], axis as i64);
    let index = index.into();
    match index {
        Index::At(position) => {
            let position = counted_from_start(position, extent, extent - 1, axis)?;
            return without(position, position + 1);
        }
        Index::Slice { start, stop, step } => {
            let (start, step, count) = slice_bounds(start, stop, step, extent)?;
            match (count, step) {
                (0, _) => return array.copy(),
                (_, 1) => return without(start, start + count),
                (_, -1) => return without(start - count + 1, start + 1),
                _ => {}
            }
        }
        Index::Array(indices) if indices.dtype() == DType::Bool => {
            if indices.shape() != [extent] {
                return Err(Error::value(format!(
                    "boolean array argument obj to delete must be one dimensional and match the axis length of {extent}"
                )));
            }
            return chosen(&array, &rows::logical_not(&indices.to_device(array.device())?)?, axis);
        }
        Index::Array(_) => {}
        Index::NewAxis | Index::Ellipsis => return Err(unsupported_index("delete")),
    }
    let kept = ones(shape(extent).dtype(DType::Bool).on(array.device()))?;
    kept.set([index], false)?;
    chosen(&array, &kept, axis)
}

/// Inserts values before the indices along an axis that an index with one part selects, each counted in the original
/// array; without an axis the array is flattened. Values are cast to the array's dtype and broadcast. `numpy.insert`.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(editing::insert(&array![1, 2, 3], 1, &array![7, 8], None)?.to_string(), "[1 7 8 2 3]");
/// let indices = array![0, 3];
/// assert_eq!(editing::insert(&array![1, 2, 3], &indices, &array![7, 8], 0)?.to_string(), "[7 1 2 3 8]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An index error for an index out of range, for a new axis or an ellipsis and for arrays of other dtypes; a value
/// error for values that do not broadcast and for indices with several axes, an axis error.
pub fn insert<'a>(
    array: &Array,
    index: impl Into<Index<'a>>,
    values: &Array,
    axis: impl Into<Option<i64>>,
) -> Result<Array> {
    let (array, axis) = along(array, axis.into())?;
    array.check_device(values)?;
    let extent = array.shape()[axis];
    let indices = match index.into() {
        Index::At(position) => return insert_at(&array, position, values, axis, true),
        Index::Slice { start, stop, step } => {
            let (start, step, count) = slice_bounds(start, stop, step, extent)?;
            positions(&[count], start, &[step], DType::I64, array.device())?
        }
        Index::Array(indices) if indices.ndim() > 1 => {
            return Err(Error::value("index array argument obj to insert must be one dimensional or scalar"));
        }
        Index::Array(indices) if indices.dtype() == DType::Bool => {
            if indices.ndim() != 1 {
                return Err(Error::value("boolean array argument obj to insert must be one dimensional"));
            }
            crate::indexing::flatnonzero(&indices.to_device(array.device())?)?
        }
        Index::Array(indices) if !indices.dtype().is_integer() => {
            return Err(Error::index("arrays used as indices must be of integer (or boolean) type"));
        }
        Index::Array(indices) => indices.to_device(array.device())?.in_dtype(DType::I64)?,
        Index::NewAxis | Index::Ellipsis => {
            return Err(Error::type_("insert takes an integer, a slice, or an array of integers or bools"));
        }
    };
    if indices.size() == 1 {
        let position = indices.item()?.get();
        return insert_at(&array, position, values, axis, indices.ndim() == 0);
    }
    // Each value moves by the number of values before it.
    let count = indices.size();
    let indices = where_(&rows::less(&indices, 0)?, &rows::add(&indices, extent)?, &indices)?;
    let order = crate::sorting::argsort(&indices, Some(0))?;
    let further = Array::empty([count], DType::I64, array.device())?;
    if count != 0 {
        further.set(&order, &positions(&[count], 0, &[1], DType::I64, array.device())?)?;
    }
    let indices = rows::add(&indices, &further)?;
    let mut extents = array.shape().to_vec();
    extents[axis] = extent.checked_add(count).ok_or_else(|| too_large("joined"))?;
    let out = Array::empty(&extents, array.dtype(), array.device())?;
    let own = ones(shape(extents[axis]).dtype(DType::Bool).on(array.device()))?;
    own.set(&indices, false)?;
    let mut index = vec![Index::ALL; axis];
    index.push(Index::Array(&indices));
    out.set(&index, values)?;
    index[axis] = Index::Array(&own);
    out.set(&index, &array)?;
    Ok(out)
}

/// Inserts values before one index. If that is an integer, the values lack its axis.
fn insert_at(array: &Array, position: i64, values: &Array, axis: usize, is_integer: bool) -> Result<Array> {
    let extent = array.shape()[axis];
    let position = counted_from_start(position, extent, extent, axis)?;
    let mut values = values.in_dtype(array.dtype())?.at_least(array.ndim());
    if is_integer {
        values = values.moveaxis(0, axis as i64)?;
    }
    let count = values.shape()[axis];
    let mut extents = array.shape().to_vec();
    extents[axis] = extent.checked_add(count).ok_or_else(|| too_large("joined"))?;
    let out = Array::empty(&extents, array.dtype(), array.device())?;
    let part = |of: &Array, first: i64, count: i64| of.view_of(of.layout().slice(axis, first, 1, count));
    part(&out, 0, position).assign_unchecked(&part(array, 0, position))?;
    part(&out, position, count).assign(&values)?;
    part(&out, position + count, extent - position).assign_unchecked(&part(array, position, extent - position))?;
    Ok(out)
}

/// The elements in C order, repeated if there are too few, in another shape: `numpy.resize`. Zeros if there are none.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(editing::resize(&array![1, 2, 3], (2, 4))?.to_string(), "[[1 2 3 1]\n [2 3 1 2]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a negative extent and for a shape too large.
pub fn resize(array: &Array, extents: impl IntoInts) -> Result<Array> {
    let extents = extents.into_ints();
    if extents.iter().any(|&extent| extent < 0) {
        return Err(Error::value("all elements of `new_shape` must be non-negative"));
    }
    byte_size(&extents, array.dtype())?;
    if array.size() == 0 {
        return zeros(shape(&extents).dtype(array.dtype()).on(array.device()));
    }
    let flat = array.ravel()?;
    let out = Array::empty(&extents, array.dtype(), array.device())?;
    let (own, wanted) = (flat.size(), out.size());
    let line = out.view_of(Layout::contiguous(&[wanted]));
    let whole = wanted - wanted % own;
    let times = line.view_of(line.layout().slice(0, 0, 1, whole)).reshape([whole / own, own])?;
    times.assign_unchecked(&flat.view_of(flat.layout().broadcast(times.shape())?))?;
    line.view_of(line.layout().slice(0, whole, 1, wanted - whole))
        .assign_unchecked(&flat.view_of(flat.layout().slice(0, 0, 1, wanted - whole)))?;
    Ok(out)
}

impl Array {
    /// The array without leading and trailing zeros along axes: `numpy.trim_zeros`. A view. Waits for the elements.
    ///
    /// ```
    /// use cuprust::*;
    /// # fn main() -> Result<()> {
    /// assert_eq!(array![0, 0, 1, 0, 2, 0].trim_zeros(true, true, ..)?.to_string(), "[1 0 2]");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// An axis error for one out of range, a value error for one named twice.
    pub fn trim_zeros(&self, before: bool, behind: bool, axes: impl IntoAxes) -> Result<Array> {
        let axes = normalize_axes(axes.into_axes().as_deref(), self.ndim())?;
        if !(0..self.ndim()).any(|axis| axes.contains(axis)) {
            return Ok(self.clone());
        }
        let indices = nonzero(self)?;
        let mut layout = self.layout().clone();
        for axis in (0..self.ndim()).filter(|&axis| axes.contains(axis)) {
            let (first, last) = match indices[axis].size() {
                0 => (0, -1),
                _ => {
                    (rows::min(&indices[axis], ..)?.item()?.get(), rows::max(&indices[axis], ..)?.item()?.get::<i64>())
                }
            };
            let none = indices[axis].size() == 0;
            let start = if before { first } else { 0 };
            let end = if behind || none { last + 1 } else { layout.shape[axis] };
            layout = layout.slice(axis, start, 1, end - start);
        }
        Ok(self.view_of(layout))
    }
}

/// The array and an axis of it; flattened if no axis is given.
fn along(array: &Array, axis: Option<i64>) -> Result<(Array, usize)> {
    match axis {
        None => Ok((array.ravel()?, 0)),
        Some(axis) => Ok((array.clone(), normalize_axis(axis, array.ndim())?)),
    }
}

/// The parts along an axis where a mask is true.
fn chosen(array: &Array, mask: &Array, axis: usize) -> Result<Array> {
    let mut index = vec![Index::ALL; axis];
    index.push(Index::Array(mask));
    array.at(&index)
}

/// An index counted from the start, checked to be within an axis and not above a maximum.
fn counted_from_start(position: i64, extent: i64, last: i64, axis: usize) -> Result<i64> {
    match position {
        position if position > last || position < -extent => {
            Err(Error::index(format!("index {position} is out of bounds for axis {axis} with size {extent}")))
        }
        position if position < 0 => Ok(position + extent),
        position => Ok(position),
    }
}

#[cold]
fn unsupported_index(function: &str) -> Error {
    Error::index(format!("{function} takes an integer, a slice, or an array of integers or bools"))
}
