//! The frequencies of a transform's elements, and their order.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Value};
use cuprust_ops::RowId;

use crate::creation::positions;
use crate::{Array, Device, normalize_axis, ufunc};

/// The frequencies of the elements of a transform of `n` samples that lie `d` apart: `numpy.fft.fftfreq`.
///
/// # Errors
/// A zero-division error where `n * d` is zero, a value error for a negative `n`.
pub fn fftfreq(n: i64, d: f64, device: Option<Device>) -> Result<Array> {
    frequencies(n, Value::Float(step(n, d)?), device)
}

/// The frequencies as multiples of a step.
pub(super) fn frequencies(n: i64, step: Value, device: Option<Device>) -> Result<Array> {
    if n < 0 {
        return Err(Error::value("negative dimensions are not allowed"));
    }
    let counted = positions(&[n], -(n / 2), &[1], DType::I64, device.map_or_else(Device::current, Ok)?)?;
    multiplied(&ifftshift(&counted, None)?, step)
}

/// The frequencies that are not negative, of a transform of real samples: `numpy.fft.rfftfreq`.
///
/// # Errors
/// A zero-division error where `n * d` is zero.
pub fn rfftfreq(n: i64, d: f64, device: Option<Device>) -> Result<Array> {
    half_frequencies(n, Value::Float(step(n, d)?), device)
}

/// Those of them that are not negative.
pub(super) fn half_frequencies(n: i64, step: Value, device: Option<Device>) -> Result<Array> {
    multiplied(
        &positions(&[(n.div_euclid(2) + 1).max(0)], 0, &[1], DType::I64, device.map_or_else(Device::current, Ok)?)?,
        step,
    )
}

fn step(n: i64, d: f64) -> Result<f64> {
    let length = n as f64 * d;
    if length == 0.0 {
        return Err(Error::zero_division("float division by zero"));
    }
    Ok(1.0 / length)
}

fn multiplied(counted: &Array, step: Value) -> Result<Array> {
    ufunc::binary_scalar(const { RowId::named("multiply") }, counted, step, false)
}

/// The elements with that of frequency zero in the middle of the axes, or of all: `numpy.fft.fftshift`.
///
/// # Errors
/// An axis error, a value error for an array without axes.
pub fn fftshift(a: &Array, axes: Option<&[i64]>) -> Result<Array> {
    shifted(a, axes, |extent| extent / 2)
}

/// The inverse of [`fftshift`]: `numpy.fft.ifftshift`.
///
/// # Errors
/// As [`fftshift`].
pub fn ifftshift(a: &Array, axes: Option<&[i64]>) -> Result<Array> {
    shifted(a, axes, |extent| -(extent / 2))
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
