//! Comparing within a tolerance, and arrays as a whole.

use cuprust_ir::{Result, broadcast_shapes};
use cuprust_num::{DType, Scalar, Value};
use cuprust_ops::{Reduction, RowId};

use crate::table::functions;
use crate::ufunc::reduction::{ReduceOptions, fold};
use crate::ufunc::{Argument, MapOptions, binary, map, unary};
use crate::{Array, Device};

/// What [`isclose`] and [`allclose`] allow.
#[derive(Debug, Clone, Copy)]
pub struct Tolerance {
    /// As a part of the second operand.
    pub relative: f64,
    /// Beside that.
    pub absolute: f64,
    /// Whether NaN is close to NaN.
    pub equal_nan: bool,
}

impl Default for Tolerance {
    fn default() -> Tolerance {
        Tolerance { relative: 1e-5, absolute: 1e-8, equal_nan: false }
    }
}

/// Where `|a - b| <= absolute + relative * |b|`, or both are the same infinity.
///
/// # Errors
/// A value error where shapes do not broadcast.
pub fn isclose(a: &Array, b: &Array, tolerance: Tolerance) -> Result<Array> {
    // As NumPy: the second operand is floating point, so that differences of unsigned integers have a sign.
    let b = if b.dtype().is_inexact() { b.clone() } else { b.astype(DType::F64)? };
    let absolute = const { RowId::named("absolute") };
    let distance = unary(absolute, &binary(const { RowId::named("subtract") }, a, &b)?)?;
    let scaled = with_number(const { RowId::named("multiply") }, &unary(absolute, &b)?, tolerance.relative)?;
    let bound = with_number(const { RowId::named("add") }, &scaled, tolerance.absolute)?;
    let near = binary(const { RowId::named("less_equal") }, &distance, &bound)?;
    let (and, or) = const { (RowId::named("logical_and"), RowId::named("logical_or")) };
    let near = binary(and, &near, &unary(const { RowId::named("isfinite") }, &b)?)?;
    let close = binary(or, &near, &binary(const { RowId::named("equal") }, a, &b)?)?;
    if !tolerance.equal_nan || !a.dtype().is_inexact() {
        return Ok(close);
    }
    let isnan = const { RowId::named("isnan") };
    let nans = binary(and, &unary(isnan, a)?, &unary(isnan, &b)?)?;
    binary(or, &close, &nans)
}

/// Whether all elements are close. Waits for the answer.
///
/// # Errors
/// As [`isclose`].
pub fn allclose(a: &Array, b: &Array, tolerance: Tolerance) -> Result<bool> {
    all(&isclose(a, b, tolerance)?)
}

/// Whether two arrays have one shape and equal elements. Waits for the answer.
///
/// # Errors
/// What went wrong in computing the elements.
pub fn array_equal(a: &Array, b: &Array, equal_nan: bool) -> Result<bool> {
    if a.shape() != b.shape() {
        return Ok(false);
    }
    let equal = binary(const { RowId::named("equal") }, a, b)?;
    if !equal_nan || !a.dtype().is_inexact() || !b.dtype().is_inexact() {
        return all(&equal);
    }
    let isnan = const { RowId::named("isnan") };
    let nans = binary(const { RowId::named("logical_and") }, &unary(isnan, a)?, &unary(isnan, b)?)?;
    all(&binary(const { RowId::named("logical_or") }, &equal, &nans)?)
}

/// Whether two arrays broadcast to one shape and are equal there. Waits for the answer.
///
/// # Errors
/// What went wrong in computing the elements.
pub fn array_equiv(a: &Array, b: &Array) -> Result<bool> {
    if broadcast_shapes(&[a.shape(), b.shape()]).is_err() {
        return Ok(false);
    }
    all(&binary(const { RowId::named("equal") }, a, b)?)
}

fn first(row: RowId, arguments: &[Argument]) -> Result<Array> {
    map(row, arguments, &MapOptions::default()).map(|mut outputs| outputs.swap_remove(0))
}

fn with_number(row: RowId, array: &Array, number: f64) -> Result<Array> {
    first(row, &[Argument::Array(array), Argument::Value(Value::Float(number))])
}

fn all(array: &Array) -> Result<bool> {
    let reduction = Reduction::Fold(const { RowId::named("logical_and") });
    Ok(fold(reduction, "all", array, DType::Bool, &ReduceOptions::default())?.item()?.get())
}

functions! {
    in "cuprust";

    /// Where two arrays are equal within a tolerance: `abs(a - b) <= atol + rtol * abs(b)`.
    ///
    /// Infinities are equal to themselves; NaN is equal to NaN where `equal_nan` says so. Raises ValueError where shapes do not
    /// broadcast.
    ///
    /// >>> cp.isclose(cp.array([1.0, 2.0]), cp.array([1.0, 2.1]))
    /// array([ True, False])
    fn isclose(a: &Array, b: &Array, rtol: f64 = 1e-5, atol: f64 = 1e-8, equal_nan: bool = False) -> Array {
        isclose(a, b, Tolerance { relative: rtol, absolute: atol, equal_nan })
    }

    /// Whether two arrays are equal within a tolerance, as an array without axes. Waits for the elements.
    ///
    /// Raises ValueError where shapes do not broadcast.
    ///
    /// >>> cp.allclose(cp.array([1.0, 2.0]), cp.array([1.0, 2.1]))
    /// array(False)
    fn allclose(a: &Array, b: &Array, rtol: f64 = 1e-5, atol: f64 = 1e-8, equal_nan: bool = False) -> Array {
        truth(allclose(a, b, Tolerance { relative: rtol, absolute: atol, equal_nan })?)
    }

    /// Whether two arrays have one shape and equal elements, as an array without axes. Waits for the elements.
    ///
    /// >>> cp.array_equal(cp.arange(3), cp.array([0, 1, 2]))
    /// array(True)
    fn array_equal(a1: &Array, a2: &Array, equal_nan: bool = False) -> Array {
        truth(array_equal(a1, a2, equal_nan)?)
    }

    /// Whether two arrays have equal elements after broadcasting, as an array without axes. Waits for the elements.
    ///
    /// >>> cp.array_equiv(cp.array([1, 1]), cp.array(1))
    /// array(True)
    fn array_equiv(a1: &Array, a2: &Array) -> Array {
        truth(array_equiv(a1, a2)?)
    }
}

/// A truth value as an array without axes, on the current device.
fn truth(value: bool) -> Result<Array> {
    crate::creation::full(&[], Scalar::new(value), Device::current()?)
}
