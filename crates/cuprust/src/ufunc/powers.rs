//! What is particular to powers: exponents that are refused, and those for which a cheaper row does the same.

use cuprust_ir::{Error, Result};
use cuprust_num::{Casting, DType, Kind, Value, can_cast};
use cuprust_ops::{Reduction, RowId};

use crate::ufunc::reduction::{ReduceOptions, fold};
use crate::ufunc::{Argument, apply, binary};
use crate::{Array, allow_waiting};

pub(crate) const POWER: RowId = RowId::named("power");

/// The power of integers that notes negative exponents on the device.
pub(crate) const INTEGER_POWER: RowId = RowId::named("integer_power");

/// The row that does what a power with this exponent does, at a fraction of the cost; NumPy chooses the same.
pub(crate) fn power_by(dtype: DType, exponent: Value) -> Option<RowId> {
    let exponent = match exponent {
        Value::Int(exponent) if dtype.is_inexact() || exponent == 2 => exponent as f64,
        Value::Float(exponent) if dtype.is_inexact() => exponent,
        _ => return None,
    };
    match exponent {
        -1.0 => Some(const { RowId::named("reciprocal") }),
        0.5 => Some(const { RowId::named("sqrt") }),
        1.0 => Some(const { RowId::named("positive") }),
        2.0 => Some(const { RowId::named("square") }),
        _ => None,
    }
}

/// The row of a power in a loop of this dtype. Integers to negative integer powers are refused, as NumPy does.
///
/// Exponents in an array of the host are waited for. Those of a GPU are looked at there: a negative one is an error of the next
/// call that waits for the device.
///
/// # Errors
/// A value error for a negative exponent that takes part: where a mask is true, if there is one.
#[inline]
pub(crate) fn power_row(dtype: DType, exponent: Argument, mask: Option<&Array>) -> Result<RowId> {
    if dtype.kind() == Kind::Signed { signed_power_row(dtype, exponent, mask) } else { Ok(POWER) }
}

#[cold]
fn signed_power_row(dtype: DType, exponent: Argument, mask: Option<&Array>) -> Result<RowId> {
    let on_host = |array: &Array| array.device().is_host();
    let on_device = match exponent {
        Argument::Array(array) => !on_host(array),
        // Whether a number takes part, the mask says.
        _ => is_negative(dtype, exponent) && !mask.is_none_or(on_host),
    };
    match exponent {
        Argument::Array(array)
            if can_cast(array.dtype(), dtype, Casting::Safe) && array.dtype().kind() != Kind::Signed => {}
        _ if on_device => return Ok(INTEGER_POWER),
        _ => check_exponents(dtype, exponent, mask)?,
    }
    Ok(POWER)
}

/// Whether an exponent that is a number is negative.
fn is_negative(dtype: DType, exponent: Argument) -> bool {
    match exponent {
        Argument::Value(value) => matches!(value, Value::Int(exponent) if exponent < 0),
        Argument::Scalar(scalar) => scalar.cast(dtype).get::<i64>() < 0,
        Argument::Array(_) => false,
    }
}

/// Refuses negative exponents of integers, in a loop of this dtype. Those in an array are waited for.
///
/// # Errors
/// As [`power_row`].
pub(crate) fn check_exponents(dtype: DType, exponent: Argument, mask: Option<&Array>) -> Result<()> {
    let negative = dtype.kind() == Kind::Signed
        && match (exponent, mask) {
            (Argument::Array(array), _) => any_negative(&array.in_dtype(dtype)?, mask)?,
            (_, Some(mask)) => is_negative(dtype, exponent) && any(mask)?,
            (_, None) => is_negative(dtype, exponent),
        };
    match INTEGER_POWER.row().refuses.filter(|_| negative) {
        Some(refusal) => Err(Error::value(refusal.text)),
        None => Ok(()),
    }
}

/// Exponents that are zero where a mask is false: these take no part.
///
/// # Errors
/// A value error where the mask does not broadcast.
pub(crate) fn exponents_under(mask: &Array, exponents: Argument) -> Result<Array> {
    let zero = Argument::Value(Value::Int(0));
    apply(const { RowId::named("where") }, &[Argument::Array(mask), exponents, zero])
}

fn any_negative(array: &Array, mask: Option<&Array>) -> Result<bool> {
    let zero = Argument::Value(Value::Int(0));
    let mut negative = apply(const { RowId::named("less") }, &[Argument::Array(array), zero])?;
    if let Some(mask) = mask {
        negative = binary(const { RowId::named("logical_and") }, &negative, mask)?;
    }
    any(&negative)
}

/// Whether any is true. This waits where the thread is forbidden to as well: the exponents are the function's own business, and what
/// the program does next does not depend on them.
fn any(truths: &Array) -> Result<bool> {
    let before = allow_waiting(true);
    let found = any_true(truths);
    allow_waiting(before);
    found
}

fn any_true(truths: &Array) -> Result<bool> {
    let or = Reduction::Fold(const { RowId::named("logical_or") });
    Ok(fold(or, "any", truths, DType::Bool, &ReduceOptions::default())?.item()?.get())
}
