//! Indexing: integers, slices, new axes and the ellipsis, which give views; arrays of indices and masks; and assignment
//! through all of them.

pub(crate) mod advanced;
mod along;
mod choosing;
mod coordinates;
mod extents;
mod flat;
mod immediate;
mod index;
mod masks;
mod nonzero;
mod placing;
pub(crate) mod table;
pub(crate) mod taking;

use cuprust_ir::{Error, Opcode, Result, shape_text};
use cuprust_num::Scalar;

use crate::Array;
use crate::runtime::Input;
use crate::ufunc::Argument;

pub use crate::array::scalar_for;
pub use crate::ufunc::where_;
use advanced::Selection;
pub use along::take_along_axis;
pub(crate) use choosing::arrays_of;
pub use choosing::select;
pub use coordinates::{
    diag_indices, diag_indices_from, ix_, matrix_extents, ravel_multi_index, tril_indices, triu_indices, unravel_index,
};
use extents::{check_mask, too_many_indices};
pub use index::{Ellipsis, Index, IntoIndex, NewAxis};
pub use masks::take_where;
pub use nonzero::{argwhere, flatnonzero, nonzero};
pub use placing::{choose, compress, extract};
pub(crate) use taking::{AxisIndices, extremes, gather_along, take_known};
pub use taking::{Bounds, take};

/// First index, step and number of elements of a slice of an axis, as Python's `slice.indices`.
///
/// # Errors
/// A value error for a step of zero.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(indexing::slice_bounds(Some(-3), None, Some(2), 10)?, (7, 2, 2));
/// # Ok::<(), Error>(())
/// ```
pub fn slice_bounds(start: Option<i64>, stop: Option<i64>, step: Option<i64>, extent: i64) -> Result<(i64, i64, i64)> {
    // The step i64::MIN has no negative; one more selects the same elements.
    let step = step.unwrap_or(1).max(-i64::MAX);
    if step == 0 {
        return Err(Error::value("slice step cannot be zero"));
    }
    let (low, high) = if step > 0 { (0, extent) } else { (-1, extent - 1) };
    let bound = |value: i64| if value < 0 { value.saturating_add(extent) } else { value }.clamp(low, high);
    let start = start.map_or(if step > 0 { low } else { high }, bound);
    let stop = stop.map_or(if step > 0 { high } else { low }, bound);
    let distance = if step > 0 { stop - start } else { start - stop };
    let count = if distance <= 0 { 0 } else { (distance - 1) / step.abs() + 1 };
    Ok((start, step, count))
}

impl Array {
    /// One element as an array without axes: the only one if no position is given, the one at a position in the
    /// flattened array, or at a position along each axis. As `numpy.ndarray.item`.
    ///
    /// # Errors
    /// A value error for other numbers of indices, and for none where there is not one element; an index error for one
    /// out of range.
    ///
    /// ```
    /// # use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let a = array![[1, 2], [3, 4]];
    /// assert_eq!(a.element_at(&[-1])?.to_string(), "4");
    /// assert_eq!(a.element_at(&[1, 0])?.to_string(), "3");
    /// assert!(a.element_at(&[]).is_err());
    /// # Ok(())
    /// # }
    /// ```
    pub fn element_at(&self, indices: &[i64]) -> Result<Array> {
        let at = |array: &Array| array.at(&indices.iter().map(|&position| Index::At(position)).collect::<Vec<_>>());
        match indices.len() {
            0 if self.size() == 1 => self.reshape(()),
            1 if self.ndim() != 1 => at(&self.ravel()?),
            count if count == self.ndim() && count > 0 => at(self),
            0 => Err(Error::value("can only convert an array of size 1 to a Python scalar")),
            _ => Err(Error::value("incorrect number of indices for array")),
        }
    }

    /// The elements that an index selects, `a[1, ::2, None]` being `a.at(s![1, ..;2, NewAxis])`: a view, or a copy if
    /// the index has arrays of integers or bools.
    ///
    /// # Errors
    /// An index error for an index out of range, for too many parts, for a second ellipsis, and for a mask of another
    /// shape; a value error for a step of zero.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(6)?.reshape((2, 3))?;
    /// assert_eq!(a.at(1)?.to_string(), "[3 4 5]");
    /// assert_eq!(a.at(s![.., ..;-1])?.to_string(), "[[2 1 0]\n [5 4 3]]");
    /// assert_eq!(a.at(&greater(&a, 3)?)?.to_string(), "[4 5]");
    /// # Ok::<(), Error>(())
    /// ```
    #[inline]
    pub fn at<'a>(&self, index: impl IntoIndex<'a>) -> Result<Array> {
        index.with_parts(|parts| self.view(parts))
    }

    fn view(&self, index: &[Index]) -> Result<Array> {
        // The common case of one slice, without counting.
        if let [Index::Slice { start, stop, step }] = *index
            && let Some(&extent) = self.shape().first()
        {
            let (start, step, count) = slice_bounds(start, stop, step, extent)?;
            return Ok(self.view_of(self.layout().slice(0, start, if count > 1 { step } else { 1 }, count)));
        }
        if let [Index::Array(indices)] = *index
            && let Some(found) = immediate::read(self, indices)?
        {
            return Ok(found);
        }
        if index.iter().any(|part| matches!(part, Index::Array(_))) {
            return match masks::only_mask(self, index) {
                Some(mask) => take_where(self, mask),
                None => Selection::of(self, index)?.read(),
            };
        }
        let taken = index.iter().filter(|part| matches!(part, Index::At(_) | Index::Slice { .. })).count();
        if index.iter().filter(|part| matches!(part, Index::Ellipsis)).count() > 1 {
            return Err(Error::index("an index can only have a single ellipsis ('...')"));
        }
        let Some(rest) = self.ndim().checked_sub(taken) else {
            return Err(too_many_indices(self, taken));
        };
        let mut layout = self.layout().clone();
        // `axis` is an axis of the layout as it is now, `own` one of the array.
        let (mut axis, mut own) = (0, 0);
        for part in index {
            match *part {
                Index::At(position) => {
                    let extent = layout.shape[axis];
                    let from_start = if position < 0 { position.saturating_add(extent) } else { position };
                    if !(0..extent).contains(&from_start) {
                        return Err(Error::index(format!(
                            "index {position} is out of bounds for axis {own} with size {extent}"
                        )));
                    }
                    layout = layout.at(axis, from_start);
                    own += 1;
                }
                Index::Slice { start, stop, step } => {
                    let (start, step, count) = slice_bounds(start, stop, step, layout.shape[axis])?;
                    // The step does not matter for one element; a huge step times a stride could overflow.
                    layout = layout.slice(axis, start, if count > 1 { step } else { 1 }, count);
                    (axis, own) = (axis + 1, own + 1);
                }
                Index::NewAxis => {
                    layout = layout.with_axis(axis);
                    axis += 1;
                }
                Index::Ellipsis => (axis, own) = (axis + rest, own + rest),
                Index::Array(_) => unreachable!("arrays are taken before"),
            }
        }
        if layout.rank() > 64 {
            return Err(Error::index("number of dimensions must be within [0, 64]"));
        }
        Ok(self.view_of(layout))
    }

    /// Writes a number or an array, broadcast, to the elements that an index selects: `a[1:-1] = b` is
    /// `a.set(s![1..-1], &b)`.
    ///
    /// # Errors
    /// As [`Array::at`], [`Array::fill`] and, for a mask, [`Array::set_where`]; a value error where the value does not
    /// broadcast to the elements that arrays select.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(6)?.reshape((2, 3))?;
    /// a.set(s![0, 1..3], -1)?;
    /// assert_eq!(a.to_string(), "[[ 0 -1 -1]\n [ 3  4  5]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn set<'a, 'b>(&self, index: impl IntoIndex<'a>, value: impl Into<Argument<'b>>) -> Result<()> {
        self.check_writable()?;
        let value = value.into();
        index.with_parts(|parts| {
            if let [Index::Array(indices)] = *parts
                && immediate::write(self, indices, &value)?
            {
                return Ok(());
            }
            self.set_parts(parts, value)
        })
    }

    fn set_parts(&self, parts: &[Index], value: Argument) -> Result<()> {
        match masks::only_mask(self, parts) {
            // A mask among other parts is equivalent to the indices where it is true.
            Some(mask) if parts.len() == 1 || !matches!(value, Argument::Array(_)) => self.set_where(mask, value),
            _ if parts.iter().any(|part| matches!(part, Index::Array(_))) => {
                let selection = Selection::of(self, parts)?;
                match value {
                    Argument::Array(array) => selection.write(array),
                    Argument::Scalar(scalar) => selection.write(&self.number(scalar)?),
                    Argument::Value(value) => selection.write(&self.number(scalar_for(value, self.dtype())?)?),
                }
            }
            _ => self.view(parts)?.fill(value),
        }
    }

    /// A number as an array without axes, of this array's dtype and device.
    fn number(&self, scalar: Scalar) -> Result<Array> {
        crate::creation::full(crate::creation::shape(()).on(self.device()), scalar.cast(self.dtype()))
    }

    /// Writes a number or an array, broadcast, to all elements: `a[...] = value`. A number with a dtype is converted as
    /// elements are.
    ///
    /// # Errors
    /// A value error where shapes do not broadcast or this array is read-only, and the errors of [`scalar_for`] for
    /// numbers.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = zeros(3)?;
    /// a.fill(2.5)?;
    /// assert_eq!(a.to_string(), "[2.5 2.5 2.5]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn fill<'a>(&self, value: impl Into<Argument<'a>>) -> Result<()> {
        self.check_writable()?;
        let scalar = match value.into() {
            Argument::Array(array) => return self.assign(array),
            Argument::Scalar(scalar) => scalar.cast(self.dtype()),
            Argument::Value(value) => scalar_for(value, self.dtype())?,
        };
        if self.size() == 0 {
            return Ok(());
        }
        let inputs = [Input::Scalar(scalar)];
        self.device().lock()?.record(Opcode::Copy, self.shape(), &[self.output()], &inputs)
    }

    /// Writes where a mask is true: `a[mask] = value`. The mask covers the first axes; the value is a number, or an
    /// array that broadcasts to the axes after them, or to these and one before them for the true elements of the
    /// mask.
    ///
    /// Unless the value has an axis for the true elements, it is one select between the value and the old elements, and
    /// needs no count of the mask.
    ///
    /// # Errors
    /// An index error where the mask's shape differs from the first axes; a value error where the value does not
    /// broadcast, a type error for a value of several axes where the mask covers all axes.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(4)?;
    /// a.set_where(&greater(&a, 1)?, 9)?;
    /// assert_eq!(a.to_string(), "[0 1 9 9]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn set_where<'a>(&self, mask: &Array, value: impl Into<Argument<'a>>) -> Result<()> {
        self.check_writable()?;
        check_mask(self, mask)?;
        let mut spread = mask.layout().clone();
        for _ in mask.ndim()..self.ndim() {
            spread = spread.with_axis(spread.rank());
        }
        let spread = mask.view_of(spread.broadcast(self.shape())?);
        let converted;
        let input = match value.into() {
            Argument::Scalar(scalar) => Input::Scalar(scalar.cast(self.dtype())),
            Argument::Value(value) => Input::Scalar(scalar_for(value, self.dtype())?),
            Argument::Array(array) if array.ndim() > 1 && mask.ndim() == self.ndim() => {
                return Err(Error::type_(format!(
                    "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input has {} dimensions",
                    array.ndim()
                )));
            }
            Argument::Array(array) => {
                let array = array.to_device(self.device())?;
                let behind = self.ndim() - mask.ndim();
                let mut layout = array.layout().clone();
                while layout.rank() > behind && layout.shape[0] == 1 {
                    layout = layout.without(0);
                }
                if layout.rank() > behind {
                    return Selection::of(self, &[Index::Array(mask)])?.write(&array);
                }
                converted = array.view_of(layout.broadcast(self.shape()).map_err(|_| {
                    Error::value(format!(
                        "shape mismatch: an array of shape {} cannot be broadcast to what the mask chooses of shape {}",
                        shape_text(array.shape()),
                        shape_text(self.shape())
                    ))
                })?);
                converted.input()
            }
        };
        if self.size() == 0 {
            return Ok(());
        }
        self.device().lock()?.record_masked(self.output(), spread.input(), input)
    }
}
