//! Comparison within a tolerance, and comparison of whole arrays.

pub(crate) mod table;

use cuprust_ir::{Result, broadcast_shapes};
use cuprust_num::{DType, Value};
use cuprust_ops::{Reduction, RowId};

use crate::Array;
use crate::ufunc::reduction::fold;
use crate::ufunc::{Argument, MapOptions, ReduceOptions, binary, map, unary};

/// The tolerance of [`isclose`] and [`allclose`].
#[derive(Debug, Clone, Copy)]
pub struct Tolerance {
    /// Relative to the second operand.
    pub relative: f64,
    /// Absolute, in addition.
    pub absolute: f64,
    /// Whether NaN is close to NaN.
    pub equal_nan: bool,
}

impl Default for Tolerance {
    fn default() -> Tolerance {
        Tolerance { relative: 1e-5, absolute: 1e-8, equal_nan: false }
    }
}

/// Where elements have a nonzero imaginary part: `numpy.iscomplex`.
///
/// # Errors
/// Where memory is exhausted.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(logic::iscomplex(&array![c128::new(1.0, 0.0), c128::new(1.0, 2.0)])?.to_string(), "[False  True]");
/// # Ok::<(), Error>(())
/// ```
pub fn iscomplex(array: &Array) -> Result<Array> {
    match array.dtype().is_complex() {
        true => crate::not_equal(&array.imaginary_part()?, 0),
        false => crate::zeros(crate::shape(array.shape()).dtype(DType::Bool).on(array.device())),
    }
}

/// Where elements have no nonzero imaginary part: `numpy.isreal`.
///
/// # Errors
/// Where memory is exhausted.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(logic::isreal(&array![c128::new(1.0, 0.0), c128::new(1.0, 2.0)])?.to_string(), "[ True False]");
/// # Ok::<(), Error>(())
/// ```
pub fn isreal(array: &Array) -> Result<Array> {
    match array.dtype().is_complex() {
        true => crate::equal(&array.imaginary_part()?, 0),
        false => crate::ones(crate::shape(array.shape()).dtype(DType::Bool).on(array.device())),
    }
}

/// Where `|a - b| <= absolute + relative * |b|`, or both are the same infinity.
///
/// # Errors
/// A value error where shapes do not broadcast.
///
/// ```
/// # use cuprust::*;
/// let close = logic::isclose(&array![1.0, 1.0], &array![1.0 + 1e-9, 1.1], Default::default())?;
/// assert_eq!(close.to_string(), "[ True False]");
/// # Ok::<(), Error>(())
/// ```
pub fn isclose(a: &Array, b: &Array, tolerance: Tolerance) -> Result<Array> {
    // As in NumPy, the second operand becomes floating point, so that differences of unsigned integers have a sign.
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

/// Whether all elements are close. Waits for the result.
///
/// # Errors
/// As [`isclose`].
///
/// ```
/// # use cuprust::*;
/// assert!(logic::allclose(&array![1.0, 2.0], &array![1.0, 2.0 + 1e-9], Default::default())?);
/// # Ok::<(), Error>(())
/// ```
pub fn allclose(a: &Array, b: &Array, tolerance: Tolerance) -> Result<bool> {
    all(&isclose(a, b, tolerance)?)
}

/// Whether two arrays have the same shape and equal elements. Waits for the result.
///
/// # Errors
/// What went wrong in computing the elements.
///
/// ```
/// # use cuprust::*;
/// assert!(logic::array_equal(&array![1, 2], &array![1.0, 2.0], false)?);
/// assert!(!logic::array_equal(&array![1, 1], &array![[1], [1]], false)?);
/// # Ok::<(), Error>(())
/// ```
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

/// Whether two arrays broadcast to one shape with equal elements. Waits for the result.
///
/// # Errors
/// What went wrong in computing the elements.
///
/// ```
/// # use cuprust::*;
/// assert!(logic::array_equiv(&array![1, 2], &array![[1, 2], [1, 2]])?);
/// # Ok::<(), Error>(())
/// ```
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
