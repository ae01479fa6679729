//! The frequencies of a transform's elements, and their order.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Number as _, Scalar, Value, c128};
use cuprust_ops::RowId;

use crate::creation::{complex, full, positions, shape};
use crate::ufunc::{self, rows};
use crate::{Array, Device, IntoAxes, Number, normalize_axis};

/// The frequencies of the elements of a transform of `n` samples at distance `d`: `numpy.fft.fftfreq`.
///
/// # Errors
/// A zero-division error where `n * d` is zero, a value error for a negative `n`.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(fft::fftfreq(4, 0.5, None)?.to_string(), "[ 0.   0.5 -1.  -0.5]");
/// # Ok::<(), Error>(())
/// ```
pub fn fftfreq(n: i64, d: f64, device: Option<Device>) -> Result<Array> {
    frequencies(count(n), Number::Weak(Value::Float(d)), device)
}

/// The same for numbers of the host language.
///
/// # Errors
/// As [`fftfreq`], a value error for an `n` that is not an integer, a type error for a bool.
pub(super) fn frequencies(n: Number, d: Number, device: Option<Device>) -> Result<Array> {
    over_length(n, d, device, |length, device| match n {
        Number::Weak(Value::Bool(_)) => Err(Error::type_("expected an integer, not a bool")),
        _ if length < 0 => Err(Error::value("negative dimensions are not allowed")),
        _ => ifftshift(&positions(&[length], -(length / 2), &[1], DType::I64, device)?, ..),
    })
}

/// The non-negative frequencies, for a transform of real samples: `numpy.fft.rfftfreq`.
///
/// # Errors
/// A zero-division error where `n * d` is zero.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(fft::rfftfreq(4, 0.5, None)?.to_string(), "[0.  0.5 1. ]");
/// # Ok::<(), Error>(())
/// ```
pub fn rfftfreq(n: i64, d: f64, device: Option<Device>) -> Result<Array> {
    half_frequencies(count(n), Number::Weak(Value::Float(d)), device)
}

/// The same for numbers of the host language.
///
/// # Errors
/// As [`rfftfreq`], and a value error for an `n` that is not an integer.
pub(super) fn half_frequencies(n: Number, d: Number, device: Option<Device>) -> Result<Array> {
    over_length(n, d, device, |length, device| {
        positions(&[(length.div_euclid(2) + 1).max(0)], 0, &[1], DType::I64, device)
    })
}

fn count(n: i64) -> Number {
    Number::Weak(Value::Int(n.into()))
}

/// A number of samples.
fn samples(n: Number) -> Result<i64> {
    let integer = match n {
        Number::Weak(Value::Int(n)) => i64::try_from(n).ok(),
        Number::Weak(Value::Bool(n)) => Some(n.into()),
        Number::Strong(scalar) if scalar.dtype().is_integer() => Some(scalar.get::<i64>()),
        _ => None,
    };
    integer.ok_or_else(|| Error::value("n should be an integer"))
}

/// The integers that `counted` makes for `n`, times `1 / (n * d)`. For weak scalars that is computed as in Python,
/// which raises for a division by zero; if one has a dtype, as for array elements.
fn over_length(
    n: Number,
    d: Number,
    device: Option<Device>,
    counted: impl FnOnce(i64, Device) -> Result<Array>,
) -> Result<Array> {
    let (count, device) = (samples(n)?, device.map_or_else(Device::current, Ok)?);
    let element = |scalar: Scalar| full(shape(()).on(device), scalar);
    let length = match (n, d) {
        (Number::Weak(n), Number::Weak(d)) => {
            let step = step(complex(n), complex(d), matches!(d, Value::Complex(_)))?;
            return ufunc::binary_scalar(const { RowId::named("multiply") }, &counted(count, device)?, step, false);
        }
        (Number::Strong(n), d) => rows::multiply(&element(n)?, d)?,
        (n, Number::Strong(d)) => rows::multiply(&element(d)?, n)?,
    };
    rows::multiply(&counted(count, device)?, &rows::divide(1.0, &length)?)
}

/// `1 / (n * d)`, of parts that are real or complex.
fn step(n: c128, d: c128, is_complex: bool) -> Result<Value> {
    let length = if is_complex { n.multiply(d) } else { c128::new(n.re * d.re, 0.0) };
    if length == c128::new(0.0, 0.0) {
        return Err(Error::zero_division("float division by zero"));
    }
    Ok(if is_complex { Value::Complex(length.reciprocal()) } else { Value::Float(1.0 / length.re) })
}

/// Shifts frequency zero to the middle of the axes, by default of all: `numpy.fft.fftshift`.
///
/// # Errors
/// An axis error, a value error for an array without axes.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(fft::fftshift(&array![0, 1, 2, -2, -1], ..)?.to_string(), "[-2 -1  0  1  2]");
/// # Ok::<(), Error>(())
/// ```
pub fn fftshift(a: &Array, axes: impl IntoAxes) -> Result<Array> {
    shifted(a, axes.into_axes().as_deref(), |extent| extent / 2)
}

/// The inverse of [`fftshift`]: `numpy.fft.ifftshift`.
///
/// # Errors
/// As [`fftshift`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(fft::ifftshift(&array![-2, -1, 0, 1, 2], ..)?.to_string(), "[ 0  1  2 -2 -1]");
/// # Ok::<(), Error>(())
/// ```
pub fn ifftshift(a: &Array, axes: impl IntoAxes) -> Result<Array> {
    shifted(a, axes.into_axes().as_deref(), |extent| -(extent / 2))
}

fn shifted(a: &Array, axes: Option<&[i64]>, shift: impl Fn(i64) -> i64) -> Result<Array> {
    if a.ndim() == 0 && axes.is_none_or(<[i64]>::is_empty) {
        return Err(Error::value("an array without axes cannot be shifted"));
    }
    let all: Vec<i64> = (0..a.ndim() as i64).collect();
    let axes = axes.unwrap_or(&all);
    if axes.is_empty() {
        return a.copy();
    }
    let extent = |&axis: &i64| Ok(shift(a.shape()[normalize_axis(axis, a.ndim())?]));
    let shifts = axes.iter().map(extent).collect::<Result<Vec<i64>>>()?;
    a.roll(&shifts[..], axes)
}
