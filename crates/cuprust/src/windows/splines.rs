//! B-splines through the elements of an array: their coefficients, and their values at points between elements.

use cuprust_ir::{Error, Opcode, Result};
use cuprust_num::{DType, Scalar};
pub use cuprust_ops::{Edge, Extrapolation};
use cuprust_ops::{MAX_SPLINE_ORDER, Routine, spline_poles};

use crate::Array;
use crate::runtime::Input;

/// How splines are sampled.
#[derive(Debug, Clone, Copy)]
pub struct Sampling {
    /// The number of axes, counted from the last one.
    pub axes: usize,
    /// The order of the splines, from 0 to 5.
    pub order: i64,
    /// The values beyond the edges.
    pub extrapolation: Extrapolation,
    /// The constant of some extrapolations.
    pub outside: f64,
    /// Whether the points are a grid: a coordinate depends on the index along its axis alone.
    pub grid: bool,
}

/// The coefficients, in float64, of the B-splines of an order from 2 to 5 through the elements of an array along an
/// axis. The edge is reflected, mirrored or wrapped.
///
/// # Errors
/// A type error for complex numbers, a value error for another order or edge, or an axis that does not exist.
///
/// ```
/// # use cuprust::*;
/// let found = windows::spline_filter(&ones(4)?, 0, 3, windows::Edge::Reflect)?;
/// assert!(logic::allclose(&found, &ones(4)?, Default::default())?);
/// # Ok::<(), Error>(())
/// ```
pub fn spline_filter(values: &Array, axis: usize, order: i64, edge: Edge) -> Result<Array> {
    if values.dtype().is_complex() {
        return Err(Error::type_("splines are of real numbers"));
    }
    if axis >= values.ndim() || spline_poles(order).is_empty() {
        return Err(Error::value(format!("there is no axis {axis}, or no filter for splines of order {order}")));
    }
    if matches!(edge, Edge::Constant | Edge::Nearest) {
        return Err(Error::value("splines are reflected, mirrored or wrapped at the edges"));
    }
    if values.shape()[axis] < 2 {
        return values.in_dtype(DType::F64);
    }
    let out = Array::empty(values.shape(), DType::F64, values.device())?;
    if out.size() > 0 {
        let routine = Routine::SplineFilter { axis: axis as i64, order, edge };
        out.device().lock()?.record(Opcode::Routine(routine), out.shape(), &[out.output()], &[values.input()])?;
    }
    Ok(out)
}

/// Writes the values of splines at points to an array. `coordinates` has an axis with a coordinate for each of the last
/// axes of `coefficients`, followed by the shape of `out`, which begins with the other axes of `coefficients`. On a
/// grid it has a row for each of these axes, as long as the longest one of `out`: the coordinates at the indices along
/// the axis. Integers are rounded, halves away from zero.
///
/// ```
/// use cuprust::*;
/// use cuprust::windows::{Extrapolation, Sampling, interpolate};
/// # fn main() -> Result<()> {
/// let (line, at) = (array![1.0, 3.0, 2.0], array![[0.5, 1.0, 1.75]]);
/// let how = Sampling { axes: 1, order: 1, extrapolation: Extrapolation::Mirror, outside: 0.0, grid: false };
/// let out = zeros(3)?;
/// interpolate(&line, &at, how, &out)?;
/// assert_eq!(out.to_string(), "[2.   3.   2.25]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for complex numbers; a value error for an order out of range, shapes that do not match, and an array
/// that is read-only or on another device.
pub fn interpolate(coefficients: &Array, coordinates: &Array, sampling: Sampling, out: &Array) -> Result<()> {
    let Sampling { axes, order, extrapolation, outside, grid } = sampling;
    if coefficients.dtype().is_complex() || coordinates.dtype().is_complex() || out.dtype().is_complex() {
        return Err(Error::type_("splines are of real numbers"));
    }
    if axes == 0 || axes > coefficients.ndim() || !(0..=MAX_SPLINE_ORDER).contains(&order) {
        return Err(Error::value("splines have an order from 0 to 5, and one axis at least"));
    }
    let before = coefficients.ndim() - axes;
    let begins = out.ndim() >= before && out.shape()[..before] == coefficients.shape()[..before];
    let longest = out.shape()[before.min(out.ndim())..].iter().copied().max().unwrap_or(0);
    let (expected, ndim) = if grid { (&[longest][..], coefficients.ndim()) } else { (out.shape(), out.ndim()) };
    if !begins || ndim != out.ndim() || coordinates.shape().split_first() != Some((&(axes as i64), expected)) {
        return Err(Error::value(
            "there is a coordinate for each element of the output, or of its axes, and each axis",
        ));
    }
    coefficients.check_device(coordinates)?;
    coefficients.check_device(out)?;
    out.check_writable()?;
    if out.size() == 0 {
        return Ok(());
    }
    let coordinates = coordinates.in_dtype(DType::F64)?;
    let routine = Routine::Interpolate { axes: axes as i64, order, extrapolation, grid };
    let inputs = [coefficients.input(), coordinates.input(), Input::Scalar(Scalar::new(outside))];
    out.device().lock()?.record(Opcode::Routine(routine), out.shape(), &[out.output()], &inputs)
}
