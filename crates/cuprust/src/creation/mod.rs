//! New arrays: filled with a number, counted up, spaced evenly, and the matrices with a name.

mod matrices;

use cuprust_ir::{Dims, Error, Layout, Opcode, Result};
use cuprust_num::{DType, Element, Scalar, Value, c128};
use cuprust_ops::RowId;

use crate::runtime::{Device, Input};
use crate::ufunc::{self, Argument, MapOptions, map};
use crate::{Array, Index};

pub use matrices::{eye, identity, indices, meshgrid, tri};

/// An array of zeros. It is recorded, not written: what reads it may fuse with it.
///
/// # Errors
/// As [`Array::empty`].
pub fn zeros(shape: &[i64], dtype: DType, device: Device) -> Result<Array> {
    full(shape, Scalar::zero(dtype), device)
}

/// An array of ones.
///
/// # Errors
/// As [`Array::empty`].
pub fn ones(shape: &[i64], dtype: DType, device: Device) -> Result<Array> {
    full(shape, Scalar::one(dtype), device)
}

/// An array of one number, whose dtype it takes.
///
/// # Errors
/// As [`Array::empty`].
pub fn full(shape: &[i64], value: Scalar, device: Device) -> Result<Array> {
    let out = Array::empty(shape, value.dtype(), device)?;
    out.fill(value)?;
    Ok(out)
}

impl Array {
    /// An array of this shape, order of axes and device whose elements are not set; the dtype is this one's where none is
    /// given.
    ///
    /// # Errors
    /// As [`Array::empty`].
    pub fn empty_like(&self, dtype: Option<DType>) -> Result<Array> {
        let dtype = dtype.unwrap_or(self.dtype());
        let out = Array::empty(self.shape(), dtype, self.device())?;
        if self.layout().is_contiguous() {
            return Ok(out);
        }
        let layout = Layout::ordered(self.shape(), &self.layout().memory_order());
        Ok(out.view_of(layout))
    }

    /// An array like this one, of zeros.
    ///
    /// # Errors
    /// As [`Array::empty`].
    pub fn zeros_like(&self, dtype: Option<DType>) -> Result<Array> {
        self.full_like(Scalar::zero(dtype.unwrap_or(self.dtype())))
    }

    /// An array like this one, of ones.
    ///
    /// # Errors
    /// As [`Array::empty`].
    pub fn ones_like(&self, dtype: Option<DType>) -> Result<Array> {
        self.full_like(Scalar::one(dtype.unwrap_or(self.dtype())))
    }

    /// An array like this one, of one number, whose dtype it takes.
    ///
    /// # Errors
    /// As [`Array::empty`].
    pub fn full_like(&self, value: Scalar) -> Result<Array> {
        let out = self.empty_like(Some(value.dtype()))?;
        out.fill(value)?;
        Ok(out)
    }
}

/// A one-dimensional array of the elements of an iterator.
///
/// # Errors
/// Where there is no memory.
pub fn from_iter<T: Element>(elements: impl IntoIterator<Item = T>, device: Device) -> Result<Array> {
    let elements: Vec<T> = elements.into_iter().collect();
    Array::from_slice(&elements, &[elements.len() as i64], device)
}

/// `start`, `start + step`, .. up to but without `stop`, as `numpy.arange`: integers give int64 and floats float64 where no
/// dtype is given, and there are `ceil((stop - start) / step)` elements.
///
/// # Errors
/// A value error for a step of zero, a length that is not finite or too large; a type error for bool beyond two elements.
pub fn arange(start: Value, stop: Value, step: Value, dtype: Option<DType>, device: Device) -> Result<Array> {
    let kind = start.weak().max(stop.weak()).max(step.weak());
    let dtype = dtype.unwrap_or(if kind == cuprust_num::Weak::Bool { DType::I64 } else { kind.alone() });
    if let (Some(start), Some(stop), Some(step)) = (integer(start), integer(stop), integer(step)) {
        return count_up(start, stop, step, dtype, device);
    }
    let (start, stop, step) = (complex(start), complex(stop), complex(step));
    if step == c128::new(0.0, 0.0) {
        return Err(Error::value("arange: the step must not be zero"));
    }
    let turns = (stop - start) / step;
    // As NumPy: of complex lengths, the shorter.
    let turns =
        if kind == cuprust_num::Weak::Complex { turns.re.min(turns.im) } else { (stop.re - start.re) / step.re };
    if turns.is_nan() {
        return Err(Error::value("arange: cannot compute length"));
    }
    let length = turns.ceil().max(0.0);
    if length >= i64::MAX as f64 {
        return Err(Error::value("Maximum allowed size exceeded"));
    }
    let length = length as i64;
    check_bool(dtype, length)?;
    // NumPy makes the first two elements in the dtype and goes on by their difference.
    let (first, second) = (Scalar::new(start).cast(dtype), Scalar::new(start + step).cast(dtype));
    if dtype.is_integer() || dtype == DType::Bool {
        let (first, second) = (first.get::<i64>(), second.get::<i64>());
        return positions(&[length], first, &[second.wrapping_sub(first)], dtype, device);
    }
    let wide = if dtype.size() == 2 { DType::F32 } else { dtype };
    let (first, second) = (first.cast(wide), second.cast(wide));
    let delta = match wide {
        DType::F32 => Scalar::new(second.get::<f32>() - first.get::<f32>()),
        DType::C64 => Scalar::new(second.get::<cuprust_num::c64>() - first.get::<cuprust_num::c64>()),
        DType::C128 => Scalar::new(second.get::<c128>() - first.get::<c128>()),
        _ => Scalar::new(second.get::<f64>() - first.get::<f64>()),
    };
    if delta.get::<c128>() == c128::new(1.0, 0.0) && first.get::<c128>() == c128::new(0.0, 0.0) {
        return positions(&[length], 0, &[1], dtype, device);
    }
    steps(length, first, delta, dtype, device)
}

/// `first + i * delta` for each `i`, computed in the dtype of both.
fn steps(length: i64, first: Scalar, delta: Scalar, dtype: DType, device: Device) -> Result<Array> {
    let wide = first.dtype();
    let out = Array::empty(&[length], dtype, device)?;
    if length == 0 {
        return Ok(out);
    }
    let scaled = Array::empty(&[length], wide, device)?;
    let layout = Layout::contiguous(&[length]);
    let (multiply, add) = const { (RowId::named("multiply"), RowId::named("add")) };
    let mut state = device.lock()?;
    let inputs = [Input::Position(&layout), Input::Scalar(delta)];
    state.record(Opcode::Map(multiply, wide), &[length], &[scaled.output()], &inputs)?;
    state.record(Opcode::Map(add, wide), &[length], &[out.output()], &[scaled.input(), Input::Scalar(first)])?;
    drop(state);
    Ok(out)
}

fn integer(value: Value) -> Option<i128> {
    match value {
        Value::Bool(value) => Some(value as i128),
        Value::Int(value) => Some(value),
        _ => None,
    }
}

fn complex(value: Value) -> c128 {
    match value {
        Value::Bool(value) => c128::new(value as u8 as f64, 0.0),
        Value::Int(value) => c128::new(value as f64, 0.0),
        Value::Float(value) => c128::new(value, 0.0),
        Value::Complex(value) => value,
    }
}

fn check_bool(dtype: DType, length: i64) -> Result<()> {
    if dtype == DType::Bool && length > 2 {
        return Err(Error::type_("no fill-function for data-type: arange of bool has at most two elements"));
    }
    Ok(())
}

/// `arange` of integers: exact, and one copy of the position.
fn count_up(start: i128, stop: i128, step: i128, dtype: DType, device: Device) -> Result<Array> {
    if step == 0 {
        return Err(Error::value("arange: the step must not be zero"));
    }
    let too_large = || Error::value("Maximum allowed size exceeded");
    let distance = stop.checked_sub(start).ok_or_else(too_large)?;
    let (distance, stride) =
        if step < 0 { (distance.saturating_neg(), step.saturating_neg()) } else { (distance, step) };
    let length = if distance <= 0 { 0 } else { (distance - 1) / stride + 1 };
    let length = i64::try_from(length).map_err(|_| too_large())?;
    check_bool(dtype, length)?;
    for value in [start, step] {
        if dtype.is_integer() && length > 0 && i64::try_from(value).is_err() && u64::try_from(value).is_err() {
            return Err(Error::overflow(format!("arange: Python integer {value} out of bounds for {dtype}")));
        }
    }
    // No further than the stop, so nothing overflows.
    let last = start + step * (length as i128 - 1).max(0);
    if i64::try_from(start).is_ok() && i64::try_from(last).is_ok() {
        return positions(&[length], start as i64, &[step as i64], dtype, device);
    }
    if dtype.is_integer() {
        // Unsigned arithmetic wraps around, and comes out as the number meant.
        return steps(length, Scalar::new(start as u64), Scalar::new(step as u64), dtype, device);
    }
    arange(Value::Float(start as f64), Value::Float(stop as f64), Value::Float(step as f64), Some(dtype), device)
}

/// `offset + i0 * steps[0] + i1 * steps[1] + ..` at each position.
pub(crate) fn positions(shape: &[i64], offset: i64, steps: &[i64], dtype: DType, device: Device) -> Result<Array> {
    let out = Array::empty(shape, dtype, device)?;
    if out.size() != 0 {
        let layout = Layout { shape: Dims::new(shape), strides: Dims::new(steps), offset };
        device.lock()?.record(Opcode::Copy, shape, &[out.output()], &[Input::Position(&layout)])?;
    }
    Ok(out)
}

/// What may be said of [`linspace`], [`logspace`] and [`geomspace`].
#[derive(Debug, Clone, Copy)]
pub struct Spacing {
    /// How many elements.
    pub num: i64,
    /// Whether the last element is `stop` itself.
    pub endpoint: bool,
    /// The dtype; float64 or complex128 where there is none. Integers are rounded down.
    pub dtype: Option<DType>,
}

impl Default for Spacing {
    fn default() -> Spacing {
        Spacing { num: 50, endpoint: true, dtype: None }
    }
}

/// Numbers spaced evenly from `start` to `stop`, as `numpy.linspace`, and the step between them (NaN where there is none).
///
/// # Errors
/// A value error for a negative number of elements.
pub fn linspace(start: Value, stop: Value, spacing: Spacing, device: Device) -> Result<(Array, Scalar)> {
    let Spacing { num, endpoint, dtype } = spacing;
    if num < 0 {
        return Err(Error::value(format!("Number of samples, {num}, must be non-negative.")));
    }
    let is_complex = start.weak().max(stop.weak()) == cuprust_num::Weak::Complex;
    let wide = if is_complex { DType::C128 } else { DType::F64 };
    let divisions = if endpoint { num - 1 } else { num };
    let (start, stop) = (complex(start), complex(stop));
    let delta = stop - start;
    let step = if divisions > 0 { delta / divisions as f64 } else { c128::new(f64::NAN, 0.0) };
    let scalar = |value: c128| Scalar::new(value).cast(wide);
    let mut out = positions(&[num], 0, &[1], wide, device)?;
    if num > 0 {
        let apply = |name: RowId, a: &Array, b: Scalar| first(name, &[Argument::Array(a), Argument::Scalar(b)]);
        let (multiply, add) = const { (RowId::named("multiply"), RowId::named("add")) };
        let divide = const { RowId::named("divide") };
        out = if divisions > 0 && step != c128::new(0.0, 0.0) {
            apply(multiply, &out, scalar(step))?
        } else if divisions > 0 {
            // The step is too small for the dtype: divide first.
            let parts = apply(divide, &out, scalar(c128::new(divisions as f64, 0.0)))?;
            apply(multiply, &parts, scalar(delta))?
        } else {
            apply(multiply, &out, scalar(delta))?
        };
        out = apply(add, &out, scalar(start))?;
        if endpoint && num > 1 {
            out.at(&[Index::At(-1)])?.fill(scalar(stop))?;
        }
    }
    Ok((rounded_down(out, dtype)?, scalar(step)))
}

fn first(row: RowId, arguments: &[Argument]) -> Result<Array> {
    map(row, arguments, &MapOptions::default()).map(|mut outputs| outputs.swap_remove(0))
}

fn rounded_down(array: Array, dtype: Option<DType>) -> Result<Array> {
    match dtype {
        Some(dtype) if dtype != array.dtype() => {
            let whole = dtype.is_integer();
            let array = if whole { ufunc::unary(const { RowId::named("floor") }, &array)? } else { array };
            array.astype(dtype)
        }
        _ => Ok(array),
    }
}

/// Numbers spaced evenly on a logarithmic scale, from `base ** start` to `base ** stop`, as `numpy.logspace`.
///
/// # Errors
/// As [`linspace`].
pub fn logspace(start: Value, stop: Value, base: f64, spacing: Spacing, device: Device) -> Result<Array> {
    let (exponents, _) = linspace(start, stop, Spacing { dtype: None, ..spacing }, device)?;
    let power = const { RowId::named("power") };
    let out = first(power, &[Argument::Scalar(Scalar::new(base)), Argument::Array(&exponents)])?;
    match spacing.dtype {
        Some(dtype) if dtype != out.dtype() => out.astype(dtype),
        _ => Ok(out),
    }
}

/// Numbers each of which is a constant multiple of the one before, from `start` to `stop`, as `numpy.geomspace`.
///
/// # Errors
/// As [`linspace`], and a value error where an end is zero.
pub fn geomspace(start: Value, stop: Value, spacing: Spacing, device: Device) -> Result<Array> {
    let is_complex = start.weak().max(stop.weak()) == cuprust_num::Weak::Complex;
    let zero = c128::new(0.0, 0.0);
    let (start, stop) = (complex(start), complex(stop));
    if start == zero || stop == zero {
        return Err(Error::value("Geometric sequence cannot include zero"));
    }
    // The start is turned to the positive real axis, and everything back at the end.
    let sign = if is_complex { start / start.norm() } else { c128::new(start.re.signum(), 0.0) };
    let (start, stop) = (start / sign, stop / sign);
    let (low, high) = if is_complex {
        (Value::Complex(start.log(10.0)), Value::Complex(stop.log(10.0)))
    } else {
        (Value::Float(start.re.log10()), Value::Float(stop.re.log10()))
    };
    let out = logspace(low, high, 10.0, Spacing { dtype: None, ..spacing }, device)?;
    let scalar = |value: c128| Scalar::new(value).cast(out.dtype());
    if spacing.num > 0 {
        out.at(&[Index::At(0)])?.fill(scalar(start))?;
    }
    if spacing.num > 1 && spacing.endpoint {
        out.at(&[Index::At(-1)])?.fill(scalar(stop))?;
    }
    let out = first(const { RowId::named("multiply") }, &[Argument::Array(&out), Argument::Scalar(scalar(sign))])?;
    match spacing.dtype {
        Some(dtype) if dtype != out.dtype() => out.astype(dtype),
        _ => Ok(out),
    }
}
