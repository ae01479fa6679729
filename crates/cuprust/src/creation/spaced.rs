//! Numbers spaced evenly, on a linear or a logarithmic scale.

use cuprust_ir::{Error, Result};
use cuprust_num::{Complex, DType, Element, Number as _, Scalar, Value, c128};

use crate::Array;
use crate::array::Int;
use crate::creation::{IntoValue, complex, positions};
use crate::runtime::Device;
use crate::ufunc::rows;

/// The number of elements between two ends, and options of their array. A number converts to it; [`num`] begins one
/// with options. `E` has the option of [`logspace`]: its base.
#[derive(Debug, Clone, Copy)]
pub struct Spacing<E = ()> {
    pub(super) num: i64,
    pub(super) endpoint: bool,
    pub(super) dtype: Option<DType>,
    pub(super) device: Option<Device>,
    extra: E,
}

/// The number whose powers a logarithmic scale has.
#[derive(Debug, Clone, Copy)]
pub struct Base(f64);

impl Default for Base {
    fn default() -> Base {
        Base(10.0)
    }
}

/// A number of elements, to which options are added: `num(5).endpoint(false)`.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(linspace(0, 1, num(4).endpoint(false))?.to_string(), "[0.   0.25 0.5  0.75]");
/// # Ok::<(), Error>(())
/// ```
pub fn num(num: impl Int) -> Spacing {
    Spacing { num: num.to_i64(), endpoint: true, dtype: None, device: None, extra: () }
}

impl<E: Copy> Spacing<E> {
    /// Sets whether the last element is the stop.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(linspace(0, 1, num(2).endpoint(false))?.to_string(), "[0.  0.5]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn endpoint(self, endpoint: bool) -> Self {
        Spacing { endpoint, ..self }
    }

    /// Sets the dtype; by default float64 or complex128. Integers are rounded down.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(linspace(0, 3, num(3).dtype(DType::I32))?.to_string(), "[0 1 3]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn dtype(self, dtype: impl Into<Option<DType>>) -> Self {
        Spacing { dtype: dtype.into(), ..self }
    }

    /// The dtype of a Rust type.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(linspace(0, 1, num(3).of::<f32>())?.dtype(), DType::F32);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn of<T: Element>(self) -> Self {
        self.dtype(T::DTYPE)
    }

    /// Sets the device; by default the current one.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(linspace(0, 1, num(3).on(Device::cpu()))?.device(), Device::cpu());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn on(self, device: impl Into<Option<Device>>) -> Self {
        Spacing { device: device.into(), ..self }
    }

    fn with_extra<F>(self, extra: F) -> Spacing<F> {
        let Spacing { num, endpoint, dtype, device, .. } = self;
        Spacing { num, endpoint, dtype, device, extra }
    }
}

impl Spacing {
    /// Sets the base of a logarithmic scale.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(logspace(0, 3, num(4).base(2.0))?.to_string(), "[1. 2. 4. 8.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn base(self, base: f64) -> Spacing<Base> {
        self.with_extra(Base(base))
    }
}

impl<I: Int, E: Copy + Default> From<I> for Spacing<E> {
    fn from(count: I) -> Self {
        num(count).with_extra(E::default())
    }
}

impl From<Spacing> for Spacing<Base> {
    fn from(spacing: Spacing) -> Self {
        spacing.with_extra(Base::default())
    }
}

/// Numbers spaced evenly from `start` to `stop`, as `numpy.linspace`: `linspace(0.0, 1.0, 5)`.
///
/// # Errors
/// A value error for a negative number of elements.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(linspace(0, 1, 3)?.to_string(), "[0.  0.5 1. ]");
/// # Ok::<(), Error>(())
/// ```
pub fn linspace(start: impl IntoValue, stop: impl IntoValue, num: impl Into<Spacing>) -> Result<Array> {
    Ok(linspace_with_step(start, stop, num)?.0)
}

/// As [`linspace`], with the step between the numbers; NaN if there is none.
///
/// # Errors
/// As [`linspace`].
///
/// ```
/// # use cuprust::*;
/// let (x, step) = linspace_with_step(0, 1, 3)?;
/// assert_eq!((x.to_string(), step.get::<f64>()), ("[0.  0.5 1. ]".into(), 0.5));
/// # Ok::<(), Error>(())
/// ```
pub fn linspace_with_step(
    start: impl IntoValue,
    stop: impl IntoValue,
    num: impl Into<Spacing>,
) -> Result<(Array, Scalar)> {
    evenly(start.into_value(), stop.into_value(), num.into())
}

fn evenly(start: Value, stop: Value, spacing: Spacing) -> Result<(Array, Scalar)> {
    let Spacing { num, endpoint, dtype, device, extra: () } = spacing;
    let device = device.map_or_else(Device::current, Ok)?;
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
        out = if divisions > 0 && step != c128::new(0.0, 0.0) {
            rows::multiply(&out, scalar(step))?
        } else if divisions > 0 {
            // The step is too small for the dtype, so positions are divided first.
            let parts = rows::divide(&out, scalar(c128::new(divisions as f64, 0.0)))?;
            rows::multiply(&parts, scalar(delta))?
        } else {
            rows::multiply(&out, scalar(delta))?
        };
        out = rows::add(&out, scalar(start))?;
        if endpoint && num > 1 {
            out.at(-1)?.fill(scalar(stop))?;
        }
    }
    // As in NumPy, a missing step is a real NaN.
    let step = if divisions > 0 { scalar(step) } else { Scalar::new(f64::NAN) };
    Ok((rounded_down(out, dtype)?, step))
}

/// The numbers in a dtype, rounded down if it is an integer dtype.
pub(super) fn rounded_down(array: Array, dtype: Option<DType>) -> Result<Array> {
    match dtype {
        Some(dtype) if dtype != array.dtype() => {
            let whole = dtype.is_integer();
            let array = if whole { rows::floor(&array)? } else { array };
            array.astype(dtype)
        }
        _ => Ok(array),
    }
}

/// Numbers spaced evenly on a logarithmic scale, from `base ** start` to `base ** stop`, as `numpy.logspace`: the base
/// is ten by default, `logspace(0, 3, num(4).base(2.0))` sets another.
///
/// # Errors
/// As [`linspace`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(logspace(0, 2, 3)?.to_string(), "[  1.  10. 100.]");
/// # Ok::<(), Error>(())
/// ```
pub fn logspace(start: impl IntoValue, stop: impl IntoValue, num: impl Into<Spacing<Base>>) -> Result<Array> {
    powers(start.into_value(), stop.into_value(), num.into())
}

fn powers(start: Value, stop: Value, spacing: Spacing<Base>) -> Result<Array> {
    let Base(base) = spacing.extra;
    let (exponents, _) = evenly(start, stop, spacing.with_extra(()).dtype(None))?;
    let out = rows::power(Scalar::new(base), &exponents)?;
    match spacing.dtype {
        Some(dtype) => out.in_dtype(dtype),
        None => Ok(out),
    }
}

/// Numbers in geometric progression from `start` to `stop`, as `numpy.geomspace`.
///
/// # Errors
/// As [`linspace`], and a value error where an end is zero.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(geomspace(1, 8, 4)?.to_string(), "[1. 2. 4. 8.]");
/// # Ok::<(), Error>(())
/// ```
pub fn geomspace(start: impl IntoValue, stop: impl IntoValue, num: impl Into<Spacing>) -> Result<Array> {
    multiples(start.into_value(), stop.into_value(), num.into())
}

fn multiples(start: Value, stop: Value, spacing: Spacing) -> Result<Array> {
    // As in NumPy, the requested dtype takes part: between real numbers of opposite signs the numbers are complex.
    let is_complex =
        start.weak().max(stop.weak()) == cuprust_num::Weak::Complex || spacing.dtype.is_some_and(DType::is_complex);
    let zero = c128::new(0.0, 0.0);
    let (start, stop) = (complex(start), complex(stop));
    if start == zero || stop == zero {
        return Err(Error::value("Geometric sequence cannot include zero"));
    }
    // The absolute value of the largest numbers overflows; that of a quarter of them does not.
    let largest = [start.re, start.im, stop.re, stop.im]
        .into_iter()
        .fold(0.0, |largest_part: f64, part| largest_part.max(part.abs()));
    let scale = if is_complex && largest.is_finite() && largest > f64::MAX / 4.0 { 0.25 } else { 1.0 };
    let (start, stop) = (start * scale, stop * scale);
    // The start is rotated to the positive real axis, and the results are rotated back.
    let sign = if is_complex { start.sign() } else { c128::new(start.re.signum(), 0.0) };
    let (start, stop) = (start.divide(sign), stop.divide(sign));
    let (low, high) = if is_complex {
        (Value::Complex(Complex::log10(start)), Value::Complex(Complex::log10(stop)))
    } else {
        (Value::Float(start.re.log10()), Value::Float(stop.re.log10()))
    };
    let out = powers(low, high, spacing.with_extra(Base::default()).dtype(None))?;
    let scalar = |value: c128| Scalar::new(value).cast(out.dtype());
    if spacing.num > 0 {
        out.at(0)?.fill(scalar(start))?;
    }
    if spacing.num > 1 && spacing.endpoint {
        out.at(-1)?.fill(scalar(stop))?;
    }
    let mut out = rows::multiply(&out, scalar(sign))?;
    if scale < 1.0 {
        out = rows::multiply(&out, 1.0 / scale)?;
    }
    match spacing.dtype {
        Some(dtype) => out.in_dtype(dtype),
        None => Ok(out),
    }
}
