//! Writing and selecting by flat indices and by masks: `put`, `putmask`, `place`, `extract`, `compress`, `choose`,
//! `fill_diagonal`.

use cuprust_ir::{Dims, Error, Layout, Result, broadcast_shapes};
use cuprust_num::{Casting, DType, can_cast, promote_all};

use super::taking::{Bounds, extremes, in_range, take_known};
use super::{flatnonzero, take, where_};
use crate::creation::positions;
use crate::indexing::coordinates::unravel;
use crate::ufunc::casting::cannot_cast;
use crate::ufunc::rows;
use crate::{Array, Index, normalize_axis};

impl Array {
    /// Writes values at flat indices, in place: `numpy.put`. Values are repeated if there are fewer than indices.
    ///
    /// # Errors
    /// An index error for an index out of range if `bounds` requires it, a type error for indices that are not
    /// integers, a value error for a read-only array.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(4)?;
    /// a.put(&array![0, 3], &array![7, 8], Bounds::Raise)?;
    /// assert_eq!(a.to_string(), "[7 1 2 8]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn put(&self, indices: &Array, values: &Array, bounds: Bounds) -> Result<()> {
        self.check_writable()?;
        if !can_cast(indices.dtype(), DType::I64, Casting::Safe) {
            return Err(cannot_cast(indices.dtype(), DType::I64, Casting::Safe));
        }
        self.check_device(indices)?;
        self.check_device(values)?;
        let indices = indices.ravel()?;
        if self.size() == 0 && indices.size() != 0 {
            return Err(Error::index("cannot replace elements of an empty array"));
        }
        if indices.size() == 0 || values.size() == 0 {
            return Ok(());
        }
        let (indices, _) = in_range(&indices, 0, self.size(), bounds)?;
        let values = repeated(values, indices.size())?;
        self.put_known(&indices, &values)
    }

    /// Writes values at int64 flat indices that are known to be in range.
    pub(super) fn put_known(&self, indices: &Array, values: &Array) -> Result<()> {
        if self.layout().is_contiguous() {
            return self.ravel()?.set(indices, values);
        }
        let coordinates = unravel(indices, self.shape())?;
        let index: Vec<Index> = coordinates.iter().map(Index::Array).collect();
        self.set(&index, values)
    }

    /// Writes, where a mask is true, the value with the same flat index in C order, in place: `numpy.putmask`. Values
    /// are repeated if there are fewer than elements.
    ///
    /// # Errors
    /// A value error for a mask of another size, and for a read-only array; a type error for values that the dtype
    /// cannot hold.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(4)?;
    /// a.putmask(&greater(&a, 1)?, &array![5, 6])?;
    /// assert_eq!(a.to_string(), "[0 1 5 6]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn putmask(&self, mask: &Array, values: &Array) -> Result<()> {
        self.check_writable()?;
        if mask.size() != self.size() {
            return Err(Error::value("putmask: mask and data must be the same size"));
        }
        self.check_device(mask)?;
        self.check_device(values)?;
        if !can_cast(values.dtype(), self.dtype(), Casting::Safe) {
            return Err(cannot_cast(values.dtype(), self.dtype(), Casting::Safe));
        }
        if values.size() == 0 || self.size() == 0 {
            return Ok(());
        }
        let mask = mask.in_dtype(DType::Bool)?.reshape(self.shape())?;
        let values = match values.size() == self.size() {
            true => values.reshape(self.shape())?,
            false => repeated(values, self.size())?.reshape(self.shape())?,
        };
        self.assign(&where_(&mask, &values.in_dtype(self.dtype())?, self)?)
    }

    /// Writes successive values where a mask is true, in place: `numpy.place`. Values are repeated if there are fewer.
    /// Waits for the mask.
    ///
    /// # Errors
    /// A value error for a mask of another size, for a read-only array, and for no values if the mask is true anywhere;
    /// a type error for values that the dtype cannot hold.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(4)?;
    /// a.place(&greater(&a, 1)?, &array![7, 8])?;
    /// assert_eq!(a.to_string(), "[0 1 7 8]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn place(&self, mask: &Array, values: &Array) -> Result<()> {
        self.check_writable()?;
        if !can_cast(values.dtype(), self.dtype(), Casting::Safe) {
            return Err(cannot_cast(values.dtype(), self.dtype(), Casting::Safe));
        }
        if mask.size() != self.size() {
            return Err(Error::value("place: mask and data must be the same size"));
        }
        self.check_device(mask)?;
        self.check_device(values)?;
        let indices = flatnonzero(mask)?;
        if indices.size() == 0 {
            return Ok(());
        }
        if values.size() == 0 {
            return Err(Error::value("Cannot insert from an empty array!"));
        }
        self.put_known(&indices, &repeated(values, indices.size())?)
    }

    /// Writes the diagonal of an array with two axes, or with more of equal extents, in place: `numpy.fill_diagonal`.
    /// With `wrap` the diagonal of a tall matrix starts again below the square. Values are repeated, or cut.
    ///
    /// # Errors
    /// A value error for fewer than two axes, for more of unequal extents, and for a read-only array.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = zeros((2, 2))?;
    /// a.fill_diagonal(&array![5.0], false)?;
    /// assert_eq!(a.to_string(), "[[5. 0.]\n [0. 5.]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn fill_diagonal(&self, values: &Array, wrap: bool) -> Result<()> {
        self.check_writable()?;
        if self.ndim() < 2 {
            return Err(Error::value("array must be at least 2-d"));
        }
        let shape = self.shape();
        if self.ndim() > 2 && shape.iter().any(|extent| *extent != shape[0]) {
            return Err(Error::value("All dimensions of input must be of equal length"));
        }
        self.check_device(values)?;
        if self.ndim() == 2 && wrap && shape[0] > shape[1] {
            let step = shape[1] + 1;
            let indices = positions(&[(self.size() + step - 1) / step], 0, &[step], DType::I64, self.device())?;
            return if values.size() == 0 {
                Ok(())
            } else {
                self.put_known(&indices, &repeated(values, indices.size())?)
            };
        }
        let length = shape.iter().copied().min().unwrap_or(0);
        let step: i64 = self.layout().strides.iter().sum();
        let line = Layout { shape: Dims::new(&[length]), strides: Dims::new(&[step]), offset: self.layout().offset };
        let diagonal = self.view_of(line);
        match values.size() {
            0 => Ok(()),
            1 => diagonal.assign(&values.reshape(())?),
            _ => diagonal.assign(&repeated(values, length)?),
        }
    }
}

/// The elements of an array in C order, repeated or cut to a count.
pub(super) fn repeated(values: &Array, count: i64) -> Result<Array> {
    let flat = values.ravel()?;
    if flat.size() == count {
        return Ok(flat);
    }
    if flat.size() == 1 {
        return flat.broadcast_to([count]);
    }
    if flat.size() > count {
        return Ok(flat.view_of(flat.layout().slice(0, 0, 1, count)));
    }
    let indices = positions(&[count], 0, &[1], DType::I64, flat.device())?;
    take_known(&flat, &rows::remainder(&indices, flat.size())?, 0)
}

/// The elements of an array, in C order, where a condition of the same size is true: `numpy.extract`. Waits for the
/// condition.
///
/// # Errors
/// An index error where the condition is true beyond the last element.
///
/// ```
/// # use cuprust::*;
/// let a = array![[1, 2], [3, 4]];
/// assert_eq!(indexing::extract(&greater(&a, 2)?, &a)?.to_string(), "[3 4]");
/// # Ok::<(), Error>(())
/// ```
pub fn extract(condition: &Array, array: &Array) -> Result<Array> {
    array.check_device(condition)?;
    take(&array.ravel()?, &flatnonzero(condition)?, 0, Bounds::Raise, None)
}

/// The slices along an axis, or the elements of the flattened array, where a condition is true: `numpy.compress`. A
/// condition shorter than the axis selects among its first elements. Waits for the condition.
///
/// # Errors
/// A value error for a condition of more than one axis, an axis error, an index error where the condition is true
/// beyond the end of the axis, and the errors of [`take`] for `out`.
///
/// ```
/// # use cuprust::*;
/// let a = array![[1, 2], [3, 4]];
/// assert_eq!(indexing::compress(&array![false, true], &a, 0, None)?.to_string(), "[[3 4]]");
/// # Ok::<(), Error>(())
/// ```
pub fn compress<'a>(
    condition: &Array,
    array: &Array,
    axis: impl Into<Option<i64>>,
    out: impl Into<Option<&'a Array>>,
) -> Result<Array> {
    if condition.ndim() != 1 {
        return Err(Error::value("condition must be a 1-d array"));
    }
    let axis = axis.into();
    if let Some(axis) = axis {
        normalize_axis(axis, array.ndim())?;
    }
    array.check_device(condition)?;
    take(array, &flatnonzero(condition)?, axis, Bounds::Raise, out)
}

/// At each position the element of the choice with that position's index, all broadcast: `numpy.choose`. Waits for the
/// index if one out of range is an error.
///
/// # Errors
/// A value error for no choices, for an index out of range if `bounds` requires it, and where shapes do not broadcast;
/// a type error for an index that is not an integer.
///
/// ```
/// # use cuprust::*;
/// let (a, b) = (array![1, 2, 3], array![10, 20, 30]);
/// assert_eq!(indexing::choose(&array![0, 1, 0], &[&a, &b], Bounds::Raise, None)?.to_string(), "[ 1 20  3]");
/// # Ok::<(), Error>(())
/// ```
pub fn choose<'a>(
    index: &Array,
    choices: &[&Array],
    bounds: Bounds,
    out: impl Into<Option<&'a Array>>,
) -> Result<Array> {
    let (Some(&first), out) = (choices.first(), out.into()) else { return Err(Error::value("0-length sequence.")) };
    if !can_cast(index.dtype(), DType::I64, Casting::Safe) {
        return Err(cannot_cast(index.dtype(), DType::I64, Casting::Safe));
    }
    let count = choices.len() as i64;
    let shapes: Vec<&[i64]> = [index].iter().chain(choices).map(|array| array.shape()).collect();
    let shape = broadcast_shapes(&shapes)?;
    choices.iter().try_for_each(|choice| index.check_device(choice))?;
    let index = index.in_dtype(DType::I64)?;
    if bounds == Bounds::Raise && !shape.contains(&0) {
        let (low, high) = extremes(&index)?;
        if low < 0 || high >= count {
            return Err(Error::value("invalid entry in choice array"));
        }
    }
    let index = if bounds == Bounds::Raise { index } else { in_range(&index, 0, count, bounds)?.0 };
    let dtype = promote_all(choices.iter().map(|choice| choice.dtype())).unwrap_or(first.dtype());
    if let Some(out) = out {
        out.check_out("choose", &shape, first.device())?;
    }
    // A chain of selects is one kernel, and needs no memory for all choices at once.
    let mut result = choices[choices.len() - 1].in_dtype(dtype)?;
    for (position, choice) in choices.iter().enumerate().rev().skip(1) {
        result = where_(&rows::equal(&index, position as i64)?, &choice.in_dtype(dtype)?, &result)?;
    }
    // A single choice is not broadcast yet.
    let result = if result.shape() == &shape[..] { result } else { result.broadcast_to(&shape)? };
    match out {
        Some(out) => result.into_out(Some(out)),
        None if choices.len() == 1 => result.copy(),
        None => Ok(result),
    }
}
