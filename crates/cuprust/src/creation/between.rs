//! Numbers spaced evenly between the elements of two arrays, which broadcast, on a linear or a logarithmic scale.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar, Value, Weak, promote};
use cuprust_ops::{Operand, result_type};

use super::spaced::{Spacing, rounded_down};
use crate::array::Int;
use crate::array::Number;
use crate::creation::{full, positions, shape};
use crate::ufunc::rows;
use crate::ufunc::where_;
use crate::{Argument, Array, Device};

/// Evenly spaced numbers from the elements of `start` to those of `stop` along an axis of the result, as
/// `numpy.linspace`. An end may be a number.
///
/// ```
/// # use cuprust::*;
/// # fn main() -> Result<()> {
/// let lines = creation::linspace_between(&array![0.0, 10.0], 12.0, 3, 0)?;
/// assert_eq!(lines.to_string(), "[[ 0. 10.]\n [ 6. 11.]\n [12. 12.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a negative number of elements and where the ends do not broadcast, an axis error for an axis out
/// of range.
pub fn linspace_between<'a>(
    start: impl Into<Argument<'a>>,
    stop: impl Into<Argument<'a>>,
    num: impl Into<Spacing>,
    axis: impl Int,
) -> Result<Array> {
    Ok(linspace_between_with_step(start, stop, num, axis)?.0)
}

/// As [`linspace_between`], with the steps between the numbers; NaN if there are none.
///
/// # Errors
/// As [`linspace_between`].
///
/// ```
/// # use cuprust::*;
/// let (x, step) = creation::linspace_between_with_step(&array![0.0, 1.0], 2.0, 3, 1)?;
/// assert_eq!(x.to_string(), "[[0.  1.  2. ]\n [1.  1.5 2. ]]");
/// assert_eq!(step.to_string(), "[1.  0.5]");
/// # Ok::<(), Error>(())
/// ```
pub fn linspace_between_with_step<'a>(
    start: impl Into<Argument<'a>>,
    stop: impl Into<Argument<'a>>,
    num: impl Into<Spacing>,
    axis: impl Int,
) -> Result<(Array, Array)> {
    let (ends, spacing) = ([start.into(), stop.into()], num.into());
    let dtype = common_dtype(&ends);
    let (array, step) = evenly(&ends, dtype, spacing)?;
    Ok((rounded_down(array, spacing.dtype)?.moveaxis(0, axis.to_i64())?, step))
}

/// Numbers spaced evenly on a logarithmic scale, from `base ** start` to `base ** stop`, as `numpy.logspace`: all three
/// may be arrays.
///
/// # Errors
/// As [`linspace_between`].
///
/// ```
/// # use cuprust::*;
/// let x = creation::logspace_between(0, &array![2.0, 4.0], 3, 2.0, 1)?;
/// assert_eq!(x.to_string(), "[[ 1.  2.  4.]\n [ 1.  4. 16.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn logspace_between<'a>(
    start: impl Into<Argument<'a>>,
    stop: impl Into<Argument<'a>>,
    num: impl Into<Spacing>,
    base: impl Into<Argument<'a>>,
    axis: impl Int,
) -> Result<Array> {
    let (ends, spacing, base) = ([start.into(), stop.into()], num.into(), base.into());
    let rank = ends.iter().chain([&base]).map(rank_of).max().unwrap_or(0);
    // As in NumPy, an array of bases makes the ends arrays with dtypes.
    let ends = match rank_of(&base) {
        0 => ends,
        _ => {
            let [start, stop] = ends.map(|end| match end {
                Argument::Value(value) => Number::Weak(value).alone().map(Argument::Scalar),
                end => Ok(end),
            });
            [start?, stop?]
        }
    };
    let (exponents, _) = evenly(&ends, common_dtype(&ends), spacing)?;
    // The base gets as many axes as an end may have, after that of the numbers.
    let out = match base {
        Argument::Array(base) if base.ndim() > 0 => {
            let wide = exponents.ndim() - 1;
            let exponents = (wide..rank).try_fold(exponents, |exponents, _| exponents.expand_dims(1))?;
            rows::power(&base.at_least(rank), &exponents)?
        }
        base => rows::power(base, &exponents)?,
    };
    let out = match spacing.dtype {
        Some(dtype) => out.in_dtype(dtype)?,
        None => out,
    };
    out.moveaxis(0, axis.to_i64())
}

/// Numbers in geometric progression, from the elements of `start` to those of `stop`, as `numpy.geomspace`. Waits for
/// the ends, none of which may be zero.
///
/// # Errors
/// As [`linspace_between`], and a value error where an end is zero.
///
/// ```
/// # use cuprust::*;
/// let x = creation::geomspace_between(1, &array![4.0, 9.0], 3, 1)?;
/// assert_eq!(x.to_string(), "[[1. 2. 4.]\n [1. 3. 9.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn geomspace_between<'a>(
    start: impl Into<Argument<'a>>,
    stop: impl Into<Argument<'a>>,
    num: impl Into<Spacing>,
    axis: impl Int,
) -> Result<Array> {
    let (ends, spacing) = ([start.into(), stop.into()], num.into());
    // As in NumPy, the requested dtype takes part, by default float64.
    let dtype = promote(common_dtype(&ends), spacing.dtype.unwrap_or(DType::F64));
    let [start, stop] = converted(&ends, dtype, spacing.device)?;
    for end in [&start, &stop] {
        if !crate::all(end, ..)?.item()?.get::<bool>() {
            return Err(Error::value("Geometric sequence cannot include zero"));
        }
    }
    // The start is rotated to the positive real axis, and the results are rotated back.
    let sign = rows::sign(&start)?;
    let (start, stop) = (rows::divide(&start, &sign)?, rows::divide(&stop, &sign)?);
    let (low, high) = (rows::log10(&start)?, rows::log10(&stop)?);
    let unrounded = spacing.dtype(None);
    let (exponents, _) = evenly(&[Argument::Array(&low), Argument::Array(&high)], dtype, unrounded)?;
    let out = rows::power(Value::Float(10.0), &exponents)?;
    if spacing.num > 0 {
        out.at(0)?.assign(&start)?;
    }
    if spacing.num > 1 && spacing.endpoint {
        out.at(-1)?.assign(&stop)?;
    }
    let out = rows::multiply(&out, &sign)?;
    let out = match spacing.dtype {
        Some(dtype) => out.in_dtype(dtype)?,
        None => out,
    };
    out.moveaxis(0, axis.to_i64())
}

/// The numbers along the first axis, and the step.
fn evenly(ends: &[Argument], dtype: DType, spacing: Spacing) -> Result<(Array, Array)> {
    let num = spacing.num;
    if num < 0 {
        return Err(Error::value(format!("Number of samples, {num}, must be non-negative.")));
    }
    let [start, stop] = converted(ends, dtype, spacing.device)?;
    let divisions = if spacing.endpoint { num - 1 } else { num };
    let delta = rows::subtract(&stop, &start)?;
    let out = positions(&[num], 0, &[1], dtype, start.device())?;
    let mut extents = vec![1; delta.ndim() + 1];
    extents[0] = num;
    let out = out.reshape(&extents)?;
    let (out, step) = if divisions > 0 {
        let count = Scalar::new(divisions as f64).cast(dtype);
        let step = rows::divide(&delta, count)?;
        // If a step is too small for the dtype, all positions are divided first, as in NumPy.
        let vanishes = crate::any(&rows::equal(&step, Scalar::zero(dtype))?, ..)?;
        let divided = rows::multiply(&rows::divide(&out, count)?, &delta)?;
        (where_(&vanishes, &divided, &rows::multiply(&out, &step)?)?, step)
    } else {
        // As in NumPy, a missing step is a real NaN.
        let step = full(shape(()).on(start.device()), f64::NAN)?;
        (rows::multiply(&out, &delta)?, step)
    };
    let out = rows::add(&out, &start)?;
    if spacing.endpoint && num > 1 {
        out.at(-1)?.assign(&stop)?;
    }
    Ok((out, step))
}

/// The inexact dtype to which the ends and a weak float promote.
fn common_dtype(ends: &[Argument]) -> DType {
    let operands = ends.iter().map(Argument::operand).chain([Operand::Weak(Weak::Float)]);
    result_type(operands).unwrap_or(DType::F64)
}

/// The ends as arrays of a dtype, on the device of the arrays among them.
fn converted(ends: &[Argument], dtype: DType, device: Option<Device>) -> Result<[Array; 2]> {
    if let [Argument::Array(start), Argument::Array(stop)] = ends {
        start.check_device(stop)?;
    }
    let arrays = ends.iter().find_map(|end| match end {
        Argument::Array(array) => Some(array.device()),
        _ => None,
    });
    let device = device.or(arrays).map_or_else(Device::current, Ok)?;
    let one = |end: Argument| match end {
        Argument::Array(array) => array.in_dtype(dtype)?.to_device(device),
        Argument::Scalar(scalar) => full(shape(()).on(device), scalar.cast(dtype)),
        Argument::Value(value) => full(shape(()).on(device), crate::array::scalar_for(value, dtype)?),
    };
    Ok([one(ends[0])?, one(ends[1])?])
}

fn rank_of(end: &Argument) -> usize {
    match end {
        Argument::Array(array) => array.ndim(),
        _ => 0,
    }
}
