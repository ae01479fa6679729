//! Ranges with a step: `arange`.

use std::ops::Range;

use cuprust_ir::{Error, Layout, Opcode, Result};
use cuprust_num::{Complex as _, DType, Element, Scalar, Value, c128};
use cuprust_ops::RowId;

use crate::Array;
use crate::creation::{IntoValue, complex, positions};
use crate::runtime::{Device, Input};

/// Start, stop and step of a range, and options of its array.
///
/// A number is the stop of a range from zero; `2..10`, `(2, 10)` and `(2, 10, 3)` give the start and the step too.
/// [`span`] begins one with options.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    start: Value,
    stop: Value,
    step: Value,
    dtype: Option<DType>,
    device: Option<Device>,
}

/// A range, to which options are added: `span(2..10).step(3).dtype(DType::F32)`.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(arange(span(0..10).step(4))?.to_string(), "[0 4 8]");
/// # Ok::<(), Error>(())
/// ```
pub fn span(span: impl Into<Span>) -> Span {
    span.into()
}

impl Span {
    /// The distance from each element to the next.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(arange(span(0..10).step(5))?.to_string(), "[0 5]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn step(self, step: impl IntoValue) -> Span {
        Span { step: step.into_value(), ..self }
    }

    /// The dtype; by default int64 for integers, float64 for floats, complex128 for complex numbers.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(arange(span(0..3).dtype(DType::F64))?.to_string(), "[0. 1. 2.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn dtype(self, dtype: impl Into<Option<DType>>) -> Span {
        Span { dtype: dtype.into(), ..self }
    }

    /// The dtype of a Rust type.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(arange(span(0..3).of::<f32>())?.dtype(), DType::F32);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn of<T: Element>(self) -> Span {
        self.dtype(T::DTYPE)
    }

    /// The device; the current one where there is none.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(arange(span(0..3).on(Device::cpu()))?.device(), Device::cpu());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn on(self, device: impl Into<Option<Device>>) -> Span {
        Span { device: device.into(), ..self }
    }
}

impl<N: IntoValue> From<Range<N>> for Span {
    fn from(range: Range<N>) -> Span {
        Span::from((range.start, range.end))
    }
}

impl<A: IntoValue, B: IntoValue> From<(A, B)> for Span {
    fn from((start, stop): (A, B)) -> Span {
        Span::from((start, stop, Value::Int(1)))
    }
}

impl<A: IntoValue, B: IntoValue, C: IntoValue> From<(A, B, C)> for Span {
    fn from((start, stop, step): (A, B, C)) -> Span {
        let (start, stop, step) = (start.into_value(), stop.into_value(), step.into_value());
        Span { start, stop, step, dtype: None, device: None }
    }
}

/// `start`, `start + step`, .. up to but without `stop`, as `numpy.arange`: `arange(10)`, `arange(2..10)`, `arange((2,
/// 10, 3))`, `arange(span(0..3).dtype(DType::F32))`. Integers give int64 and floats float64 where no dtype is given,
/// and there are `ceil((stop - start) / step)` elements.
///
/// # Errors
/// A value error for a step of zero, a length that is not finite or too large; a type error for bool beyond two
/// elements.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(arange(2..5)?.to_string(), "[2 3 4]");
/// assert_eq!(arange((2, 10, 3))?.to_string(), "[2 5 8]");
/// # Ok::<(), Error>(())
/// ```
pub fn arange(span: impl Into<Span>) -> Result<Array> {
    let Span { start, stop, step, dtype, device } = span.into();
    stepped(start, stop, step, dtype, device.map_or_else(Device::current, Ok)?)
}

fn stepped(start: Value, stop: Value, step: Value, dtype: Option<DType>, device: Device) -> Result<Array> {
    let kind = start.weak().max(stop.weak()).max(step.weak());
    let dtype = match dtype {
        Some(dtype) => dtype,
        None if kind <= cuprust_num::Weak::Int => whole_dtype([start, stop, step])?,
        None => kind.alone(),
    };
    if let (Some(start), Some(stop), Some(step)) = (integer(start), integer(stop), integer(step)) {
        return count_up(start, stop, step, dtype, device);
    }
    let (start, stop, step) = (complex(start), complex(stop), complex(step));
    if step == c128::new(0.0, 0.0) {
        return Err(Error::value("arange: the step must not be zero"));
    }
    let turns = (stop - start).quotient(step);
    // As in NumPy: for complex lengths, the shorter part.
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
    by_two(length, Scalar::new(start), Scalar::new(start + step), dtype, device)
}

/// This many elements from the first two, which NumPy computes in the dtype and continues by their difference.
fn by_two(length: i64, first: Scalar, second: Scalar, dtype: DType, device: Device) -> Result<Array> {
    let (first, second) = (first.cast(dtype), second.cast(dtype));
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

/// The dtype of a range of integers, promoted from those of each as an array: float64 if one needs uint64.
///
/// # Errors
/// An overflow error for an integer that uint64 cannot hold.
fn whole_dtype(bounds: [Value; 3]) -> Result<DType> {
    let mut dtype = DType::I64;
    for value in bounds.into_iter().filter_map(integer) {
        if i64::try_from(value).is_err() {
            u64::try_from(value).map_err(|_| Error::overflow("Python integer too large for int64 and uint64"))?;
            dtype = DType::F64;
        }
    }
    Ok(dtype)
}

/// `first + i * delta` for each `i`, computed in the dtype of both.
fn steps(length: i64, first: Scalar, delta: Scalar, dtype: DType, device: Device) -> Result<Array> {
    let wide = first.dtype();
    let out = Array::empty([length], dtype, device)?;
    if length == 0 {
        return Ok(out);
    }
    let scaled = Array::empty([length], wide, device)?;
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

pub(super) fn check_bool(dtype: DType, length: i64) -> Result<()> {
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
    // At most up to the stop, so nothing overflows.
    let last = start + step * (length as i128 - 1).max(0);
    if i64::try_from(start).is_ok() && i64::try_from(last).is_ok() {
        return positions(&[length], start as i64, &[step as i64], dtype, device);
    }
    if dtype.is_integer() {
        // Unsigned arithmetic wraps around to the correct number.
        return steps(length, Scalar::new(start as u64), Scalar::new(step as u64), dtype, device);
    }
    by_two(length, Scalar::new(start as f64), Scalar::new((start + step) as f64), dtype, device)
}
