//! The elements that an array of integers names along an axis, and those where a mask is true: `take`, `a[mask]`, `nonzero`.

use cuprust_ir::{Dims, Error, Layout, Opcode, Result};
use cuprust_num::{Casting, DType, Kind, Value};
use cuprust_ops::{Routine, RowId};

use crate::ufunc::casting::check_output;
use crate::ufunc::{Argument, apply};
use crate::{Array, Index, normalize_axis};

/// What becomes of an index that is out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bounds {
    /// It is an error; negative indices count from the end.
    #[default]
    Raise,
    /// It wraps around.
    Wrap,
    /// It is the nearest one in range; negative indices are zero.
    Clip,
}

impl Bounds {
    /// The rule of NumPy's name for it.
    pub fn from_name(name: &str) -> Option<Bounds> {
        match name {
            "raise" => Some(Bounds::Raise),
            "wrap" => Some(Bounds::Wrap),
            "clip" => Some(Bounds::Clip),
            _ => None,
        }
    }
}

/// The elements at places along an axis, or of the flattened array: `numpy.take`. The shape is the array's with the axis
/// replaced by the axes of the indices.
///
/// On the CPU indices are waited for, to check them. Elsewhere the device checks them: one out of range is an error of the
/// next call that waits for the device.
///
/// # Errors
/// An index error for an index out of range, and for any index into an axis without elements; a type error for indices that
/// are not integers, an axis error, a value error for an `out` of another shape, a type error where
/// the array's dtype cannot be cast to its dtype by the rule 'same_kind'.
pub fn take(array: &Array, indices: &Array, axis: Option<i64>, bounds: Bounds, out: Option<&Array>) -> Result<Array> {
    if !matches!(indices.dtype().kind(), Kind::Bool | Kind::Signed | Kind::Unsigned) {
        return Err(Error::type_(format!(
            "Cannot cast array data from dtype('{}') to dtype('int64') according to the rule 'same_kind'",
            indices.dtype()
        )));
    }
    let indices = indices.to_device(array.device())?;
    let (array, axis) = match axis {
        None => (array.ravel()?, 0),
        // NumPy takes an array without axes for one of one axis.
        Some(axis) => {
            let array = array.at_least(1);
            let axis = normalize_axis(axis, array.ndim())?;
            (array, axis)
        }
    };
    let (extent, shape) = (array.shape()[axis], array.shape());
    let taken = [&shape[..axis], indices.shape(), &shape[axis + 1..]].concat();
    if let Some(out) = out {
        check_out(&array, out, &taken)?;
    }
    let result = Array::empty(&taken, array.dtype(), array.device())?;
    if extent == 0 && result.size() != 0 {
        return Err(Error::index("cannot do a non-empty take from an empty axes."));
    }
    let indices = in_range(&indices, axis, extent, bounds)?;
    record(&array, &indices, axis, &result)?;
    result.into_out(out)
}

/// The elements at places along an axis that are known to be within it, int64 and counted from its start. As [`take`].
pub(crate) fn take_known(array: &Array, places: &Array, axis: usize) -> Result<Array> {
    let shape = [&array.shape()[..axis], places.shape(), &array.shape()[axis + 1..]].concat();
    let result = Array::empty(&shape, array.dtype(), array.device())?;
    record(array, places, axis, &result)?;
    Ok(result)
}

/// The elements where a mask is true: `a[mask]`. The mask covers the first axes, in whose place there is one axis. Waits for the
/// mask, which says how many there are.
///
/// # Errors
/// An index error where the mask is not of bool, or its shape is not that of the first axes.
pub fn take_where(array: &Array, mask: &Array) -> Result<Array> {
    crate::indexing::check_mask(array, mask)?;
    let places = flat_places(&mask.to_device(array.device())?)?;
    let rest = &array.shape()[mask.ndim()..];
    let rows = array.reshape(&[&[mask.size()], rest].concat())?;
    let result = Array::empty(&[places.shape(), rest].concat(), array.dtype(), array.device())?;
    record(&rows, &places, 0, &result)?;
    Ok(result)
}

/// The indices of the elements that are not zero, an int64 array for each axis: `numpy.nonzero`. Waits for the elements, which
/// say how many there are.
///
/// # Errors
/// A value error for an array without axes.
pub fn nonzero(array: &Array) -> Result<Vec<Array>> {
    if array.ndim() == 0 {
        return Err(Error::value(
            "Calling nonzero on 0d arrays is not allowed. Use atleast_1d(scalar).nonzero() instead.",
        ));
    }
    let places = flat_places(array)?;
    let number = |value: i64| Argument::Value(Value::Int(value.into()));
    let (mut rest, mut found) = (places, Vec::with_capacity(array.ndim()));
    for &extent in array.shape()[1..].iter().rev() {
        let extent = extent.max(1);
        found.push(apply(const { RowId::named("remainder") }, &[Argument::Array(&rest), number(extent)])?);
        rest = apply(const { RowId::named("floor_divide") }, &[Argument::Array(&rest), number(extent)])?;
    }
    found.push(rest);
    found.reverse();
    Ok(found)
}

/// The positions in C order of the elements that are not zero, as int64.
///
/// # Errors
/// What went wrong in computing the elements.
pub fn flat_places(array: &Array) -> Result<Array> {
    let truth = array.in_dtype(DType::Bool)?.ravel()?.ascontiguous()?;
    let (size, device) = (truth.size(), array.device());
    if size == 0 {
        return Array::empty(&[0], DType::I64, device);
    }
    if device.is_host() {
        let places: Vec<u8> = (0i64..)
            .zip(truth.to_bytes()?)
            .filter(|&(_, truth)| truth != 0)
            .flat_map(|(place, _)| place.to_ne_bytes())
            .collect();
        let count = places.len() as i64 / 8;
        return Array::from_bytes(&places, &[count], DType::I64, device);
    }
    // Each element goes to its place among the true or behind them among the others, so that no two go to one.
    let running = crate::math::cumsum(&truth, None, Some(DType::I64), None)?;
    let count = running.at(&[Index::At(-1)])?.item()?.get::<i64>();
    let place = crate::creation::positions(&[size], 0, &[1], DType::I64, device)?;
    let number = |value: i64| Argument::Value(Value::Int(value.into()));
    let (add, subtract) = const { (RowId::named("add"), RowId::named("subtract")) };
    let before = apply(subtract, &[Argument::Array(&running), number(1)])?;
    let behind = apply(subtract, &[Argument::Array(&place), Argument::Array(&running)])?;
    let behind = apply(add, &[Argument::Array(&behind), number(count)])?;
    let target = crate::indexing::where_(&truth, Argument::Array(&before), Argument::Array(&behind))?;
    let sorted = crate::creation::zeros(&[size], DType::I64, device)?;
    let opcode = Opcode::Routine(Routine::At(add));
    device.lock()?.record(opcode, sorted.shape(), &[sorted.output()], &[target.input(), place.input()])?;
    sorted.at(&[Index::to(count)])?.copy()
}

/// Refuses an `out` that `take` cannot write to. NumPy before 2.5 asked whether the dtype of `out` fits into the array's, which is the
/// wrong way round.
fn check_out(array: &Array, out: &Array, shape: &[i64]) -> Result<()> {
    if out.shape() != shape {
        return Err(Error::value("output array does not match result of ndarray.take"));
    }
    out.check_out("take", shape, array.device())?;
    check_output("take", out, array.dtype(), Casting::SameKind)
}

/// The indices as int64 from the axis's start.
fn in_range(indices: &Array, axis: usize, extent: i64, bounds: Bounds) -> Result<Array> {
    let number = |value: i64| Argument::Value(Value::Int(value.into()));
    match bounds {
        Bounds::Raise => crate::ufunc::methods::from_the_start(indices, axis, extent, !indices.device().is_host()),
        // Without elements nothing is taken.
        _ if extent == 0 => indices.in_dtype(DType::I64),
        Bounds::Wrap => {
            let indices = indices.in_dtype(DType::I64)?;
            apply(const { RowId::named("remainder") }, &[Argument::Array(&indices), number(extent)])
        }
        Bounds::Clip => {
            let indices = indices.in_dtype(DType::I64)?;
            apply(const { RowId::named("clip") }, &[Argument::Array(&indices), number(0), number(extent - 1)])
        }
    }
}

/// Records the reading at indices from the axis's start, on as few axes as the array's strides allow.
fn record(array: &Array, indices: &Array, axis: usize, result: &Array) -> Result<()> {
    if result.size() == 0 {
        return Ok(());
    }
    let indices = indices.ravel()?.ascontiguous()?;
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
    let place = shape.len();
    shape.push(indices.size());
    strides.push(0);
    joined(axis + 1..own.rank(), &mut shape, &mut strides);
    let mut along = vec![0; shape.len()];
    along[place] = 1;
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
        Opcode::Routine(Routine::Gather),
        to.shape(),
        &[to.output()],
        &[from.input(), index.input()],
    )
}
