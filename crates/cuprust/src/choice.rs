//! Choosing between elements, and comparing within a tolerance.

use cuprust_ir::{Error, Result, broadcast_shapes};
use cuprust_num::{DType, Scalar, Value, integer_range, promote};
use cuprust_ops::{Reduction, RowId};

use crate::Array;
use crate::elementwise::{Argument, MapOptions, binary, map, plain_map, result_layout_of, unary};
use crate::reduction::{ReduceOptions, fold};
use crate::runtime::Input;

const WHERE: RowId = RowId::named("where");

/// `x` where the condition is true, `y` elsewhere, all broadcast. A condition that is not bool counts as true where it is
/// not zero.
///
/// # Errors
/// A value error where shapes do not broadcast; an overflow error for a Python integer that does not fit.
pub fn where_(condition: &Array, x: Argument, y: Argument) -> Result<Array> {
    // The condition lends no dtype: two Python numbers are what they are alone, and beside another operand a number is
    // converted as an array's elements are, since NumPy's `where` is no ufunc and checks no bounds.
    let strong = |argument: &Argument| match argument {
        Argument::Array(array) => Some(array.dtype()),
        Argument::Scalar(scalar) => Some(scalar.dtype()),
        Argument::Value(_) => None,
    };
    let dtype = match (&x, &y) {
        (Argument::Value(one), Argument::Value(other)) => one.weak().max(other.weak()).alone(),
        (Argument::Value(value), other) | (other, Argument::Value(value)) => {
            value.weak().with(strong(other).unwrap_or(DType::Bool))
        }
        _ => return first(WHERE, &[Argument::Array(condition), x, y]),
    };
    let typed = |argument| match argument {
        Argument::Value(value) => Argument::Scalar(converted(value, dtype)),
        strong => strong,
    };
    if let (Argument::Scalar(x), Argument::Scalar(y)) = (typed(x), typed(y))
        && condition.size() != 0
    {
        // The common case of two numbers, without lists.
        let inputs = [condition.whole_input(), Input::Scalar(x), Input::Scalar(y)];
        return plain_map(WHERE, dtype, result_layout_of(condition), &inputs, condition.device());
    }
    first(WHERE, &[Argument::Array(condition), typed(x), typed(y)])
}

/// A number converted as an array's element is: an integer that does not fit wraps around.
fn converted(value: Value, dtype: DType) -> Scalar {
    value.to(dtype).unwrap_or_else(|| {
        let Value::Int(integer) = value else { unreachable!("only integers can fail to fit") };
        Scalar::new(integer as i64).cast(dtype)
    })
}

/// The elements held within bounds, each a number or an array, or none: `numpy.clip`.
///
/// # Errors
/// A value error where shapes do not broadcast; a type error for an `out` of another kind, and for bool without bounds.
pub fn clip(array: &Array, low: Option<Argument>, high: Option<Argument>, out: Option<&Array>) -> Result<Array> {
    let options = MapOptions { out: [out, None], ..MapOptions::default() };
    let own = Argument::Array(array);
    // As NumPy, an integer that no element can be beyond is no bound, whether the dtype holds it or not.
    let range = array.dtype().is_integer().then(|| integer_range(array.dtype()));
    let low = low
        .filter(|low| !matches!((low, range), (Argument::Value(Value::Int(low)), Some((least, _))) if *low <= least));
    let high = high
        .filter(|high| !matches!((high, range), (Argument::Value(Value::Int(high)), Some((_, most))) if *high >= most));
    let result = match (low, high) {
        (Some(low), Some(high)) => map(const { RowId::named("clip") }, &[own, low, high], &options),
        (Some(low), None) => map(const { RowId::named("maximum") }, &[own, low], &options),
        (None, Some(high)) => map(const { RowId::named("minimum") }, &[own, high], &options),
        (None, None) => map(const { RowId::named("positive") }, &[own], &options),
    };
    result.map(|mut outputs| outputs.swap_remove(0))
}

/// Of several arrays, the element of the first whose condition is true; `default` where none is.
///
/// # Errors
/// A value error for no conditions, or as many conditions as choices are not; a type error for a condition that is not
/// bool.
pub fn select(conditions: &[&Array], choices: &[&Array], default: Value) -> Result<Array> {
    if conditions.len() != choices.len() {
        return Err(Error::value("list of cases must be same length as list of conditions"));
    }
    let Some(&last) = choices.last() else {
        return Err(Error::value("select with an empty condition list is not possible"));
    };
    if let Some(place) = conditions.iter().position(|condition| condition.dtype() != DType::Bool) {
        return Err(Error::type_(format!("invalid entry {place} in condlist: should be boolean ndarray")));
    }
    let dtype = choices.iter().map(|choice| choice.dtype()).reduce(promote).unwrap_or(last.dtype());
    let dtype = default.weak().with(dtype);
    let shapes: Vec<&[i64]> = conditions.iter().chain(choices).map(|array| array.shape()).collect();
    let shape = broadcast_shapes(&shapes)?;
    let mut result = crate::creation::full(&shape, converted(default, dtype), last.device())?;
    for (condition, choice) in conditions.iter().zip(choices).rev() {
        result = where_(condition, Argument::Array(choice), Argument::Array(&result))?;
    }
    Ok(result)
}

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

/// NaN replaced by a number, and the infinities by numbers (the largest and the smallest finite ones where none is given).
///
/// # Errors
/// Where there is no memory.
pub fn nan_to_num(array: &Array, nan: f64, positive: Option<f64>, negative: Option<f64>) -> Result<Array> {
    let dtype = array.dtype();
    if !dtype.is_inexact() {
        return array.copy();
    }
    if dtype.is_complex() {
        let out = array.empty_like(None)?;
        let (real, imag) = (RowId::find("real"), RowId::find("imag"));
        let (Some(real), Some(imag)) = (real, imag) else {
            return Err(Error::not_implemented(
                "nan_to_num of complex arrays is not built yet: apply it to the real and the imaginary part",
            ));
        };
        let real = nan_to_num(&unary(real, array)?, nan, positive, negative)?;
        let imag = nan_to_num(&unary(imag, array)?, nan, positive, negative)?;
        let unit = Scalar::new(cuprust_num::c128::new(0.0, 1.0)).cast(dtype);
        let turned = first(const { RowId::named("multiply") }, &[Argument::Array(&imag), Argument::Scalar(unit)])?;
        out.assign(&binary(const { RowId::named("add") }, &real, &turned)?)?;
        return Ok(out);
    }
    let largest = largest(dtype);
    let mut result = array.clone();
    for (test, instead) in [
        (const { RowId::named("isnan") }, nan),
        (const { RowId::named("isposinf") }, positive.unwrap_or(largest)),
        (const { RowId::named("isneginf") }, negative.unwrap_or(-largest)),
    ] {
        let instead = Scalar::new(instead).cast(dtype);
        result = where_(&unary(test, array)?, Argument::Scalar(instead), Argument::Array(&result))?;
    }
    Ok(result)
}

/// The largest finite number of a float dtype.
fn largest(dtype: DType) -> f64 {
    match dtype {
        DType::F16 => 65504.0,
        DType::BF16 => cuprust_num::bf16::MAX.to_f64(),
        DType::F32 => f32::MAX as f64,
        _ => f64::MAX,
    }
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
