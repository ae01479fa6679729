//! Views and copies with other shapes, orders of axes, flips and rolls; joining, splitting, repeating and padding.

mod joining;
mod padding;
mod repeating;
mod splitting;
pub(crate) mod table;

use std::borrow::Borrow;

use cuprust_ir::{CircularAxis, Dims, Error, Layout, Result, StorageId, View, broadcast_shapes, shape_text};
use cuprust_num::{Casting, DType};

use crate::array::{Int, IntoAxes, IntoInts, byte_size, check_rank};
use crate::runtime::Input;
use crate::ufunc::casting::check_mask;
use crate::ufunc::result_layout_of;
use crate::{Array, Order, normalize_axes, normalize_axis, normalize_order};

pub use crate::array::Pairs;
pub(crate) use joining::too_large;
pub use joining::{Join, column_stack, concatenate, dstack, hstack, hstack_with, stack, vstack, vstack_with};
pub use padding::{IntoPairs, Lengths, One, Padding};
pub use splitting::Sections;

/// The axes in the order in which NumPy traverses elements in memory: axes of larger strides first, comparing two axes
/// only if both have a nonzero stride. A broadcast axis keeps its position.
fn read_order(layout: &Layout) -> Vec<usize> {
    if !layout.strides.contains(&0) {
        return layout.memory_order();
    }
    let mut order: Vec<usize> = Vec::with_capacity(layout.rank());
    // From the fastest axis on, each moves inwards past those of larger strides.
    for axis in (0..layout.rank()).rev() {
        let step = layout.strides[axis].abs();
        let mut position = order.len();
        for (inner, &other) in order.iter().enumerate().rev() {
            let other = layout.strides[other].abs();
            if step == 0 || other == 0 {
                continue;
            }
            if other <= step {
                break;
            }
            position = inner;
        }
        order.insert(position, axis);
    }
    order.reverse();
    order
}

impl Array {
    /// The same elements with another shape, of which one extent may be -1: a view if the strides allow it, else a
    /// copy. `a.reshape((3, -1))`.
    ///
    /// # Errors
    /// A value error where the sizes differ.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(6)?.reshape((2, -1))?;
    /// assert_eq!(a.to_string(), "[[0 1 2]\n [3 4 5]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn reshape(&self, shape: impl IntoInts) -> Result<Array> {
        self.reshaped(&shape.into_ints())
    }

    fn reshaped(&self, shape: &[i64]) -> Result<Array> {
        let shape = fill_in(shape, self.size())?;
        match self.layout().reshape(&shape) {
            Some(layout) => Ok(self.view_of(layout)),
            None => {
                let copy = self.copy()?;
                Ok(copy.view_of(Layout::contiguous(&shape)))
            }
        }
    }

    /// As [`Array::reshape`], with elements traversed in the given order on both sides; `copy` says whether it must or
    /// must not be a copy, and `None` leaves that to the strides.
    ///
    /// # Errors
    /// As [`Array::reshape`], and a value error for [`Order::K`], and if a required copy is forbidden.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(4)?.reshape_with((2, 2), Order::F, None)?;
    /// assert_eq!(a.to_string(), "[[0 2]\n [1 3]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn reshape_with(&self, shape: impl IntoInts, order: Order, copy: impl Into<Option<bool>>) -> Result<Array> {
        let shape = shape.into_ints();
        let result = match order {
            Order::K => return Err(Error::value("order 'K' is not permitted for reshaping: use ravel or copy")),
            _ if order.is_fortran_of(self.layout()) => self.reshaped_fortran(&shape)?,
            _ => self.reshaped(&shape)?,
        };
        match copy.into() {
            Some(false) if !result.shares_storage(self) => {
                Err(Error::value("Unable to avoid creating a copy while reshaping."))
            }
            Some(true) if result.shares_storage(self) => result.copy(),
            _ => Ok(result),
        }
    }

    fn reshaped_fortran(&self, shape: &[i64]) -> Result<Array> {
        let backwards: Dims = shape.iter().rev().copied().collect();
        Ok(self.t().reshaped(&backwards)?.t())
    }

    /// The elements in one dimension, traversed in the given order, contiguous: a view if possible, else a copy.
    ///
    /// # Errors
    /// Where memory is exhausted.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[0, 1], [2, 3]].ravel_ordered(Order::F)?.to_string(), "[0 2 1 3]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn ravel_ordered(&self, order: Order) -> Result<Array> {
        self.counted(order).ascontiguous()?.reshape([self.size()])
    }

    /// A copy of the elements in one dimension, traversed in the given order.
    ///
    /// # Errors
    /// Where memory is exhausted.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[0, 1], [2, 3]].flatten_ordered(Order::F)?.to_string(), "[0 2 1 3]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn flatten_ordered(&self, order: Order) -> Result<Array> {
        Ok(self.counted(order).copy()?.view_of(Layout::of_new(&[self.size()])))
    }

    /// The view whose C order is the given order of this array.
    fn counted(&self, order: Order) -> Array {
        let axes: Vec<usize> = match order {
            Order::K => read_order(self.layout()),
            _ if order.is_fortran_of(self.layout()) => return self.t(),
            _ => return self.clone(),
        };
        self.view_of(self.layout().permute(&axes))
    }

    /// A copy with its elements in the given order, converted to a dtype.
    ///
    /// # Errors
    /// Where memory is exhausted.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = zeros((2, 3))?.copy_ordered(DType::F32, Order::F)?;
    /// assert_eq!(a.strides()[..], [4, 8]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn copy_ordered(&self, dtype: DType, order: Order) -> Result<Array> {
        if order == Order::K {
            let like = self.empty_like(Some(dtype))?;
            like.assign(self)?;
            return Ok(like);
        }
        if order.is_fortran_of(self.layout()) { Ok(self.t().astype(dtype)?.t()) } else { self.astype(dtype) }
    }

    /// Another shape for the same memory, never a copy: assignment to `a.shape` uses it.
    ///
    /// # Errors
    /// A value error where the sizes differ, an error where no strides give that shape.
    pub fn reshaped_in_place(&self, shape: impl IntoInts) -> Result<Array> {
        let shape = fill_in(&shape.into_ints(), self.size())?;
        self.layout().reshape(&shape).map(|layout| self.view_of(layout)).ok_or_else(|| {
            Error::value(
                "incompatible shape for in-place modification: use reshape() to make a copy with the desired shape",
            )
        })
    }

    /// All elements in one dimension: a view if the strides allow it, else a copy.
    ///
    /// # Errors
    /// Where memory is exhausted.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(6)?.reshape((2, 3))?;
    /// assert_eq!(a.t().ravel()?.to_string(), "[0 3 1 4 2 5]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn ravel(&self) -> Result<Array> {
        self.reshape([self.size()])
    }

    /// A copy of all elements in one dimension.
    ///
    /// # Errors
    /// Where memory is exhausted.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = array![[0, 1], [2, 3]];
    /// let flat = a.flatten()?;
    /// assert_eq!((flat.to_string(), flat.shares_storage(&a)), ("[0 1 2 3]".into(), false));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn flatten(&self) -> Result<Array> {
        self.copy()?.ravel()
    }

    /// The axes in another order: `a.transpose((1, 2, 0))`, and reversed `a.transpose(..)`. A view.
    ///
    /// # Errors
    /// A value error where the order is not one of all axes.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(6)?.reshape((2, 3))?;
    /// assert_eq!(a.transpose((1, 0))?.to_string(), "[[0 3]\n [1 4]\n [2 5]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn transpose(&self, order: impl IntoAxes) -> Result<Array> {
        let order = normalize_order(order.into_axes().as_deref(), self.ndim())?;
        Ok(self.view_of(self.layout().permute(&order)))
    }

    /// The axes in reversed order: `a.T`.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(6)?.reshape((2, 3))?;
    /// assert_eq!(a.t().shape(), [3, 2]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn t(&self) -> Array {
        let order: Vec<usize> = (0..self.ndim()).rev().collect();
        self.view_of(self.layout().permute(&order))
    }

    /// The last two axes exchanged: `a.mT`.
    ///
    /// # Errors
    /// A value error for fewer than two axes.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(zeros((5, 2, 3))?.matrix_transpose()?.shape(), [5, 3, 2]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn matrix_transpose(&self) -> Result<Array> {
        if self.ndim() < 2 {
            return Err(Error::value("matrix transpose with ndim < 2 is undefined"));
        }
        self.swapaxes(-1, -2)
    }

    /// Two axes exchanged. A view.
    ///
    /// # Errors
    /// An axis error for one out of range.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(zeros((2, 3, 4))?.swapaxes(0, -1)?.shape(), [4, 3, 2]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn swapaxes(&self, first: impl Int, second: impl Int) -> Result<Array> {
        let mut order: Vec<usize> = (0..self.ndim()).collect();
        order.swap(normalize_axis(first.to_i64(), self.ndim())?, normalize_axis(second.to_i64(), self.ndim())?);
        Ok(self.view_of(self.layout().permute(&order)))
    }

    /// Axes moved to other positions, with the others in their order: `a.moveaxis(0, -1)`, `a.moveaxis((0, 1), (-1,
    /// 0))`. A view.
    ///
    /// # Errors
    /// An axis error for one out of range, a value error for one named twice or for lists of different lengths.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(zeros((2, 3, 4))?.moveaxis(0, -1)?.shape(), [3, 4, 2]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn moveaxis(&self, from: impl IntoAxes, to: impl IntoAxes) -> Result<Array> {
        let all = || (0..self.ndim() as i64).collect();
        let (from, to) = (from.into_axes().unwrap_or_else(all), to.into_axes().unwrap_or_else(all));
        if from.len() != to.len() {
            return Err(Error::value("`source` and `destination` arguments must have the same number of elements"));
        }
        let positions = |axes: &[i64], name: &str| -> Result<Vec<usize>> {
            let positions = axes.iter().map(|&axis| normalize_axis(axis, self.ndim())).collect::<Result<Vec<_>>>()?;
            let twice = (1..positions.len()).any(|i| positions[..i].contains(&positions[i]));
            if twice { Err(Error::value(format!("repeated axis in `{name}` argument"))) } else { Ok(positions) }
        };
        let (from, to) = (positions(&from, "source")?, positions(&to, "destination")?);
        let mut order: Vec<usize> = (0..self.ndim()).filter(|axis| !from.contains(axis)).collect();
        let mut moves: Vec<(usize, usize)> = to.into_iter().zip(from).collect();
        moves.sort_unstable();
        for (position, axis) in moves {
            order.insert(position, axis);
        }
        Ok(self.view_of(self.layout().permute(&order)))
    }

    /// An axis moved before another, as `numpy.rollaxis`. A view.
    ///
    /// # Errors
    /// An axis error for one out of range.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(zeros((2, 3, 4))?.rollaxis(2, 0)?.shape(), [4, 2, 3]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn rollaxis(&self, axis: impl Int, start: impl Int) -> Result<Array> {
        let (axis, start) = (axis.to_i64(), start.to_i64());
        let rank = self.ndim();
        let axis = normalize_axis(axis, rank)?;
        let position = if start < 0 { start + rank as i64 } else { start };
        if !(0..=rank as i64).contains(&position) {
            return Err(Error::axis(format!("start {start} is out of bounds for array of dimension {rank}")));
        }
        let mut order: Vec<usize> = (0..rank).filter(|&other| other != axis).collect();
        order.insert(position as usize - usize::from(axis < position as usize), axis);
        Ok(self.view_of(self.layout().permute(&order)))
    }

    /// Without axes of extent one: all of them by `a.squeeze(..)`, or those named. A view.
    ///
    /// # Errors
    /// A value error for a named axis of another extent; an axis error for one out of range.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(zeros((1, 3, 1))?.squeeze(..)?.shape(), [3]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn squeeze(&self, axes: impl IntoAxes) -> Result<Array> {
        let named = axes.into_axes().map(|axes| normalize_axes(Some(&axes), self.ndim())).transpose()?;
        let mut layout = self.layout().clone();
        for axis in (0..self.ndim()).rev() {
            match named {
                Some(set) if !set.contains(axis) => {}
                Some(_) if self.shape()[axis] != 1 => {
                    return Err(Error::value("cannot select an axis to squeeze out which has size not equal to one"));
                }
                None if self.shape()[axis] != 1 => {}
                _ => layout = layout.without(axis),
            }
        }
        Ok(self.view_of(layout))
    }

    /// With new axes of extent one at these positions of the result. A view.
    ///
    /// # Errors
    /// An axis error for a position out of range, a value error for one named twice and if none is given.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(arange(3)?.expand_dims(0)?.shape(), [1, 3]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn expand_dims(&self, axes: impl IntoAxes) -> Result<Array> {
        let Some(axes) = axes.into_axes() else {
            return Err(Error::value("expand_dims needs the positions of the new axes, not `..`"));
        };
        let rank = self.ndim() + axes.len();
        check_rank(rank)?;
        let set = normalize_axes(Some(&axes), rank)?;
        let layout = set.iter().fold(self.layout().clone(), |layout, axis| layout.with_axis(axis));
        Ok(self.view_of(layout))
    }

    /// At least `rank` axes, new ones put before the others. A view.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(arange(3)?.at_least(2).shape(), [1, 3]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn at_least(&self, rank: usize) -> Array {
        let layout = (self.ndim()..rank).fold(self.layout().clone(), |layout, _| layout.with_axis(0));
        self.view_of(layout)
    }

    /// At least one axis. A view.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(ones(())?.atleast_1d().shape(), [1]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn atleast_1d(&self) -> Array {
        self.at_least(1)
    }

    /// At least two axes: a vector is a row. A view.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(arange(3)?.atleast_2d().shape(), [1, 3]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn atleast_2d(&self) -> Array {
        self.at_least(2)
    }

    /// At least three axes: a vector becomes the second axis, a matrix the first two. A view.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(arange(3)?.atleast_3d().shape(), [1, 3, 1]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn atleast_3d(&self) -> Array {
        let layout = self.layout();
        self.view_of(match self.ndim() {
            0 => layout.with_axis(0).with_axis(0).with_axis(0),
            1 => layout.with_axis(0).with_axis(2),
            2 => layout.with_axis(2),
            _ => layout.clone(),
        })
    }

    /// Broadcast to a shape, as a read-only view.
    ///
    /// # Errors
    /// A value error where an extent other than one would have to grow.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(arange(2)?.broadcast_to((2, 2))?.to_string(), "[[0 1]\n [0 1]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn broadcast_to(&self, shape: impl IntoInts) -> Result<Array> {
        let shape = shape.into_ints();
        byte_size(&shape, self.dtype())?;
        let mut view = self.view_of(self.layout().broadcast(&shape)?);
        view.set_writable(false);
        Ok(view)
    }

    /// The elements in reverse along axes: `a.flip(0)`, and along all of them `a.flip(..)`. A view.
    ///
    /// # Errors
    /// An axis error for one out of range.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(6)?.reshape((2, 3))?;
    /// assert_eq!(a.flip(1)?.to_string(), "[[2 1 0]\n [5 4 3]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn flip(&self, axes: impl IntoAxes) -> Result<Array> {
        let axes = normalize_axes(axes.into_axes().as_deref(), self.ndim())?;
        let mut layout = self.layout().clone();
        for axis in (0..self.ndim()).filter(|&axis| axes.contains(axis)) {
            let extent = layout.shape[axis];
            layout = layout.slice(axis, extent - 1, -1, extent);
        }
        Ok(self.view_of(layout))
    }

    /// The elements in reverse along the second axis. A view.
    ///
    /// # Errors
    /// A value error for fewer than two axes.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1, 2], [3, 4]].fliplr()?.to_string(), "[[2 1]\n [4 3]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn fliplr(&self) -> Result<Array> {
        if self.ndim() < 2 {
            return Err(Error::value("Input must be >= 2-d."));
        }
        self.flip(1)
    }

    /// The elements in reverse along the first axis. A view.
    ///
    /// # Errors
    /// A value error for an array without axes.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1, 2], [3, 4]].flipud()?.to_string(), "[[3 4]\n [1 2]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn flipud(&self) -> Result<Array> {
        if self.ndim() < 1 {
            return Err(Error::value("Input must be >= 1-d."));
        }
        self.flip(0)
    }

    /// Rotated by `turns` quarter turns in the plane of two axes, from the first to the second: `a.rot90(1, (0, 1))`. A
    /// view.
    ///
    /// # Errors
    /// A value error where there are not two axes or they are the same, an axis error for one out of range.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1, 2], [3, 4]].rot90(1, (0, 1))?.to_string(), "[[2 4]\n [1 3]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn rot90(&self, turns: impl Int, axes: impl IntoInts) -> Result<Array> {
        let [from, to] = *axes.into_ints() else { return Err(Error::value("len(axes) must be 2.")) };
        if normalize_axis(from, self.ndim())? == normalize_axis(to, self.ndim())? {
            return Err(Error::value("Axes must be different."));
        }
        match turns.to_i64().rem_euclid(4) {
            0 => Ok(self.clone()),
            1 => self.flip(to)?.swapaxes(from, to),
            2 => self.flip([from, to]),
            _ => self.swapaxes(from, to)?.flip(to),
        }
    }

    /// The elements shifted cyclically along axes, `a.roll(1, 0)` or `a.roll((1, -1), (0, 1))`, or in the flattened
    /// array, `a.roll(1, ..)`. One shift applies to all axes, and one axis takes all shifts.
    ///
    /// It is one copy from a circular view, so kernels of chained rolls and sums read the original directly.
    ///
    /// # Errors
    /// A value error where the numbers of shifts and axes do not match; an axis error for one out of range.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(6)?.reshape((2, 3))?;
    /// assert_eq!(a.roll((1, -1), (0, 1))?.to_string(), "[[4 5 3]\n [1 2 0]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn roll(&self, shifts: impl IntoInts, axes: impl IntoAxes) -> Result<Array> {
        let (shifts, axes) = (&*shifts.into_ints(), axes.into_axes());
        let Some(axes) = axes.as_deref() else {
            let moves: Vec<(usize, i64)> = shifts.iter().map(|&shift| (0, shift)).collect();
            return self.ravel()?.rolled(&moves)?.reshaped(self.shape());
        };
        for &axis in axes {
            normalize_axis(axis, self.ndim())?;
        }
        let count = match (shifts.len(), axes.len()) {
            (a, b) if a == b || b == 1 => a,
            (1, b) => b,
            _ => return Err(Error::value("'shift' and 'axis' should be scalars or 1D sequences of one length")),
        };
        if let ([shift], [axis]) = (shifts, axes) {
            return self.rolled(&[(normalize_axis(*axis, self.ndim())?, *shift)]);
        }
        let mut moves = Vec::with_capacity(count);
        for position in 0..count {
            let axis = normalize_axis(axes[if axes.len() == 1 { 0 } else { position }], self.ndim())?;
            moves.push((axis, shifts[if shifts.len() == 1 { 0 } else { position }]));
        }
        self.rolled(&moves)
    }

    fn rolled(&self, moves: &[(usize, i64)]) -> Result<Array> {
        let record = |layout: &Layout, circular: &[CircularAxis]| {
            let input = Input::View(self.storage(), self.dtype(), layout, circular);
            let (layout, plain) = result_layout_of(self);
            self.filled_by_copy(layout, plain, self.dtype(), input)
        };
        if self.size() == 0 {
            return record(self.layout(), &[]);
        }
        if let [(axis, shift)] = *moves {
            // The common case, without lists.
            let (extent, mut layout) = (self.shape()[axis], self.layout().clone());
            let stride = std::mem::replace(&mut layout.strides[axis], 0);
            let start = (-(shift % extent)).rem_euclid(extent);
            return match start {
                0 => record(self.layout(), &[]),
                start => record(&layout, &[CircularAxis { axis, start, step: 1, modulus: extent, stride }]),
            };
        }
        let mut view = View::new(StorageId(0), self.dtype(), self.layout().clone());
        for &(axis, shift) in moves {
            // Reduced modulo the extent, so that no sum overflows.
            view = view.roll(axis, shift % self.shape()[axis]);
        }
        record(&view.layout, &view.circular)
    }

    /// Copies elements from an array, broadcast, where a mask is true (everywhere without one): `numpy.copyto`.
    ///
    /// # Errors
    /// A type error where the casting does not allow it, a value error where shapes do not broadcast.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = zeros(2)?;
    /// a.copy_from(&array![1, 2], Casting::SameKind, &array![false, true])?;
    /// assert_eq!(a.to_string(), "[0. 2.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn copy_from<'a>(&self, source: &Array, casting: Casting, mask: impl Into<Option<&'a Array>>) -> Result<()> {
        if !cuprust_num::can_cast(source.dtype(), self.dtype(), casting) {
            return Err(Error::type_(format!(
                "Cannot cast array data from {} to {} according to the rule '{}'",
                source.dtype(),
                self.dtype(),
                casting.name()
            )));
        }
        let Some(mask) = mask.into() else { return self.assign(source) };
        check_mask("copyto", mask)?;
        self.check_writable()?;
        let source = source.to_device(self.device())?;
        let mut layout = source.layout().clone();
        // As in NumPy, additional leading axes of extent one are dropped.
        while layout.rank() > self.ndim() && layout.shape[0] == 1 {
            layout = layout.without(0);
        }
        let layout = layout.broadcast(self.shape()).map_err(|_| {
            Error::value(format!(
                "could not broadcast input array from shape {} into shape {}",
                shape_text(source.shape()),
                shape_text(self.shape())
            ))
        })?;
        let (source, mask) = (source.view_of(layout), mask.view_of(mask.layout().broadcast(self.shape())?));
        if self.size() == 0 {
            return Ok(());
        }
        self.device().lock()?.record_masked(self.output(), mask.input(), source.input())
    }
}

/// Views of several arrays, all broadcast to one shape.
///
/// # Errors
/// A value error that names the shapes.
///
/// ```
/// # use cuprust::*;
/// let wide = broadcast_arrays(&[array![1, 2], array![[3], [4]]])?;
/// assert_eq!(wide[0].to_string(), "[[1 2]\n [1 2]]");
/// # Ok::<(), Error>(())
/// ```
pub fn broadcast_arrays<A: Borrow<Array>>(arrays: &[A]) -> Result<Vec<Array>> {
    let shapes: Vec<&[i64]> = arrays.iter().map(|array| array.borrow().shape()).collect();
    let shape = broadcast_shapes(&shapes)?;
    arrays.iter().map(|array| array.borrow().broadcast_to(&shape)).collect()
}

/// A shape in which -1, if present, is replaced by the extent that the size implies.
fn fill_in(shape: &[i64], size: i64) -> Result<Vec<i64>> {
    let refuse = || Error::value(format!("cannot reshape array of size {size} into shape {}", shape_text(shape)));
    let unknown: Vec<usize> = (0..shape.len()).filter(|&axis| shape[axis] < 0).collect();
    let mut out = shape.to_vec();
    let known = |shape: &[i64]| shape.iter().try_fold(1i64, |product, &extent| product.checked_mul(extent));
    match unknown[..] {
        [] => {}
        [axis] if shape[axis] == -1 => {
            out[axis] = 1;
            let rest = known(&out).ok_or_else(refuse)?;
            if rest == 0 || size % rest != 0 {
                return Err(refuse());
            }
            out[axis] = size / rest;
        }
        [_] => return Err(Error::value("negative dimensions are not allowed")),
        _ => return Err(Error::value("can only specify one unknown dimension")),
    }
    if known(&out) != Some(size) {
        return Err(refuse());
    }
    // With an extent of zero, the product of the others may overflow.
    byte_size(&out, DType::Bool)?;
    Ok(out)
}
