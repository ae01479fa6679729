//! Selecting elements by an array of integers along an axis: `take`.

use cuprust_ir::{Dims, Error, Layout, Opcode, Result};
use cuprust_num::{Casting, DType, Kind};
use cuprust_ops::{Routine, RowId};

use super::immediate;
use crate::runtime::with_waiting_allowed;
use crate::ufunc::casting::{cannot_cast, check_output};
use crate::ufunc::{Argument, MapOptions, map_one, rows, where_};
use crate::{Array, normalize_axis};

/// The treatment of an index that is out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bounds {
    /// It is an error; negative indices count from the end.
    #[default]
    Raise,
    /// It wraps around.
    Wrap,
    /// It is clipped to the range; negative indices become zero.
    Clip,
}

impl Bounds {
    /// The rule by its name in NumPy.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!((Bounds::from_name("clip"), Bounds::from_name("other")), (Some(Bounds::Clip), None));
    /// ```
    pub fn from_name(name: &str) -> Option<Bounds> {
        match name {
            "raise" => Some(Bounds::Raise),
            "wrap" => Some(Bounds::Wrap),
            "clip" => Some(Bounds::Clip),
            _ => None,
        }
    }
}

/// The elements at indices along an axis, or of the flattened array: `numpy.take`. The shape is the array's with the
/// axis replaced by the axes of the indices.
///
/// Indices that their dtype or the recorded operations keep in range are not checked. Others are waited for on the
/// CPU, and checked; elsewhere the device checks them, and the next call that waits for it raises one out of range.
///
/// # Errors
/// An index error for an index out of range, and for any index into an axis without elements; a type error for indices
/// that are not integers, an axis error, a value error for an `out` of another shape, a type error where the array's
/// dtype cannot be cast to its dtype by the rule 'same_kind'.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(take(&array![4, 5, 6], &array![2, 0], 0, Bounds::Raise, None)?.to_string(), "[6 4]");
/// # Ok::<(), Error>(())
/// ```
pub fn take<'a>(
    array: &Array,
    indices: &Array,
    axis: impl Into<Option<i64>>,
    bounds: Bounds,
    out: impl Into<Option<&'a Array>>,
) -> Result<Array> {
    let (axis, out) = (axis.into(), out.into());
    if !matches!(indices.dtype().kind(), Kind::Bool | Kind::Signed | Kind::Unsigned) {
        return Err(cannot_cast(indices.dtype(), DType::I64, Casting::SameKind));
    }
    let indices = indices.to_device(array.device())?;
    let (array, axis) = match axis {
        None => (array.ravel()?, 0),
        // NumPy treats an array without axes as one-dimensional.
        Some(axis) => {
            let array = array.at_least(1);
            let axis = normalize_axis(axis, array.ndim())?;
            (array, axis)
        }
    };
    if bounds == Bounds::Raise
        && axis == 0
        && out.is_none()
        && let Some(found) = immediate::read(&array, &indices)?
    {
        return Ok(found);
    }
    let (extent, shape) = (array.shape()[axis], array.shape());
    let taken = [&shape[..axis], indices.shape(), &shape[axis + 1..]].concat();
    if let Some(out) = out {
        check_out(&array, out, &taken)?;
    }
    if extent == 0 && taken.iter().all(|&extent| extent != 0) {
        return Err(Error::index("cannot do a non-empty take from an empty axes."));
    }
    let (indices, known) = in_range(&indices, axis, extent, bounds)?;
    take_at(&array, AxisIndices { indices: &indices, known }, axis)?.into_out(out)
}

/// The elements at int64 indices along an axis, which the caller knows to be in range and not negative. As [`take`].
///
/// # Errors
/// An axis error for an axis out of range; out of memory.
pub fn take_known(array: &Array, indices: &Array, axis: usize) -> Result<Array> {
    normalize_axis(axis as i64, array.ndim())?;
    take_at(array, AxisIndices { indices, known: true }, axis)
}

fn take_at(array: &Array, axis_indices: AxisIndices, axis: usize) -> Result<Array> {
    let shape = [&array.shape()[..axis], axis_indices.indices.shape(), &array.shape()[axis + 1..]].concat();
    let result = Array::empty(&shape, array.dtype(), array.device())?;
    gather_along(array, axis_indices, axis, &result)?;
    Ok(result)
}

/// Refuses an `out` that `take` cannot write to. NumPy before 2.5 asked whether the dtype of `out` fits into the
/// array's, which is the wrong way round.
fn check_out(array: &Array, out: &Array, shape: &[i64]) -> Result<()> {
    if out.shape() != shape {
        return Err(Error::value("output array does not match result of ndarray.take"));
    }
    out.check_out("take", shape, array.device())?;
    check_output("take", out, array.dtype(), Casting::SameKind)
}

/// The indices as non-negative int64, and whether they are known to be in range.
pub(super) fn in_range(indices: &Array, axis: usize, extent: i64, bounds: Bounds) -> Result<(Array, bool)> {
    let indices = match bounds {
        Bounds::Raise => return checked_indices(indices, axis, extent, false),
        // Without elements nothing is selected.
        _ if extent == 0 => indices.in_dtype(DType::I64)?,
        Bounds::Wrap => rows::remainder(&indices.in_dtype(DType::I64)?, extent)?,
        Bounds::Clip => {
            let indices = indices.in_dtype(DType::I64)?;
            let bounds = [Argument::from(0), Argument::from(extent - 1)];
            map_one(
                const { RowId::named("clip") },
                &[Argument::Array(&indices), bounds[0], bounds[1]],
                &MapOptions::default(),
            )?
        }
    };
    Ok((indices, true))
}

/// The minimum and the maximum of integers, of which there is at least one. Both are recorded before one is waited for.
/// Where the host computes them, a thread that may not wait for a device may read them.
///
/// # Errors
/// Errors in computing the integers.
pub(crate) fn extremes(integers: &Array) -> Result<(i64, i64)> {
    let (low, high) = (rows::min(integers, ..)?, rows::max(integers, ..)?);
    let read = || Ok((low.item()?.get(), high.item()?.get()));
    if integers.device().can_read_values() { with_waiting_allowed(read) } else { read() }
}

/// The indices along an axis as int64, with the extent added to negative ones, and whether they are known to be in
/// range. Unless their dtype and the operations that they are made of show it, they are waited for and checked if `now`
/// is set or the host can read them; elsewhere the device checks them when it uses them.
///
/// # Errors
/// An index error for one out of range.
pub(crate) fn checked_indices(indices: &Array, axis: usize, extent: i64, now: bool) -> Result<(Array, bool)> {
    let shown = indices.value_range()?;
    let indices = indices.in_dtype(DType::I64)?;
    let counted_from_the_end = || where_(&rows::less(&indices, 0)?, &rows::add(&indices, extent)?, &indices);
    if let Some((low, high)) = shown
        && (-extent..extent).contains(&low)
        && (-extent..extent).contains(&high)
    {
        return Ok((if low >= 0 { indices } else { counted_from_the_end()? }, true));
    }
    if (now || indices.device().can_read_values()) && indices.size() != 0 {
        let check = |index: i64| match (-extent..extent).contains(&index) {
            true => Ok(index),
            false => Err(Error::index(format!("index {index} is out of bounds for axis {axis} with size {extent}"))),
        };
        let (low, high) = extremes(&indices)?;
        check(high)?;
        return Ok((if check(low)? >= 0 { indices } else { counted_from_the_end()? }, true));
    }
    Ok((counted_from_the_end()?, false))
}

/// Indices along an axis, and whether they are known to be in range.
#[derive(Clone, Copy)]
pub(crate) struct AxisIndices<'a> {
    pub indices: &'a Array,
    pub known: bool,
}

/// The longest last axis of indices that stays one: the elements along it may be computed as values at one position.
const MAX_SMALL_AXIS: i64 = 4;

/// Records the gather at indices from the axis's start, on as few axes as the array's strides allow.
pub(crate) fn gather_along(array: &Array, axis_indices: AxisIndices, axis: usize, result: &Array) -> Result<()> {
    if result.size() == 0 {
        return Ok(());
    }
    let small = axis_indices.indices.shape().last().copied().filter(|extent| (2..=MAX_SMALL_AXIS).contains(extent));
    let indices = axis_indices.indices.ravel()?.ascontiguous()?;
    let own = array.layout();
    let (mut shape, mut strides) = (Vec::new(), Vec::new());
    let joined = |axes: std::ops::Range<usize>, shape: &mut Vec<i64>, strides: &mut Vec<i64>| {
        let first = shape.len();
        for axis in axes.filter(|&axis| own.shape[axis] != 1) {
            match strides[first..].last() {
                Some(&slower) if slower == own.strides[axis] * own.shape[axis] => {
                    *shape.last_mut().expect("an axis was pushed") *= own.shape[axis];
                    *strides.last_mut().expect("an axis was pushed") = own.strides[axis];
                }
                _ => {
                    shape.push(own.shape[axis]);
                    strides.push(own.strides[axis]);
                }
            }
        }
    };
    joined(0..axis, &mut shape, &mut strides);
    let index_axis = shape.len();
    let own_axes = [indices.size() / small.unwrap_or(1), small.unwrap_or(1)];
    let own_axes = if small.is_some() { &own_axes[..] } else { &own_axes[..1] };
    shape.extend(own_axes);
    strides.extend(own_axes.iter().map(|_| 0));
    joined(axis + 1..own.rank(), &mut shape, &mut strides);
    let mut along = vec![0; shape.len()];
    along[index_axis] = small.unwrap_or(1);
    along[index_axis + own_axes.len() - 1] = 1;
    let to = result.view_of(Layout::contiguous(&shape));
    let index = indices.view_of(Layout {
        shape: Dims::new(&shape),
        strides: Dims::new(&along),
        offset: indices.layout().offset,
    });
    shape.push(own.shape[axis]);
    strides.push(own.strides[axis]);
    let from = array.view_of(Layout { shape: Dims::new(&shape), strides: Dims::new(&strides), offset: own.offset });
    to.device().lock()?.record(
        Opcode::Routine(Routine::Gather { known: axis_indices.known }),
        to.shape(),
        &[to.output()],
        &[from.input(), index.input()],
    )
}
