//! Special cases of powers: exponents that are refused, and those for which a cheaper row gives the same result.

use cuprust_ir::{Error, Layout, Result, broadcast_shapes};
use cuprust_num::{Casting, DType, Kind, Scalar, Value, can_cast};
use cuprust_ops::RowId;

use super::argument::Argument;
use super::instructions::{fold_all, plain_map};
use super::layouts::result_layout_of;
use crate::Array;
use crate::runtime::Input;
use crate::runtime::with_waiting_allowed;

pub(crate) const POWER: RowId = RowId::named("power");

/// The power of integers that records negative exponents as deferred errors on the device.
pub(crate) const INTEGER_POWER: RowId = RowId::named("integer_power");

/// The row that computes a power with this exponent at a fraction of the cost. NumPy makes the same choice for most
/// exponents; for three and four the bits equal the power's.
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
        3.0 if !dtype.is_complex() => Some(const { RowId::named("cube") }),
        4.0 if !dtype.is_complex() => Some(const { RowId::named("fourth_power") }),
        _ => None,
    }
}

/// The row of a power in a loop of this dtype. As in NumPy, integers to negative integer powers are refused.
///
/// Exponents in an array are waited for, unless the device defers errors and checks them in its kernel: then the next
/// call that waits for the device raises the error.
///
/// # Errors
/// A value error for a negative exponent; with a mask, only where it is true.
#[inline]
pub(crate) fn power_row(dtype: DType, exponent: Argument, mask: Option<&Array>) -> Result<RowId> {
    if dtype.kind() == Kind::Signed { signed_power_row(dtype, exponent, mask) } else { Ok(POWER) }
}

#[cold]
fn signed_power_row(dtype: DType, exponent: Argument, mask: Option<&Array>) -> Result<RowId> {
    let defers = |array: &Array| array.device().defers_errors();
    let is_deferred = match exponent {
        Argument::Array(array) => defers(array),
        // With a mask, whether the exponent takes part depends on it.
        _ => is_negative(dtype, exponent) && mask.is_some_and(defers),
    };
    match exponent {
        Argument::Array(array)
            if can_cast(array.dtype(), dtype, Casting::Safe) && array.dtype().kind() != Kind::Signed => {}
        _ if is_deferred => return Ok(INTEGER_POWER),
        _ => check_exponents(dtype, exponent, mask)?,
    }
    Ok(POWER)
}

/// Whether the exponent is a negative number.
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

fn any_negative(array: &Array, mask: Option<&Array>) -> Result<bool> {
    if array.size() == 0 && mask.is_none() {
        return Ok(false);
    }
    let less = const { RowId::named("less") };
    let inputs = [array.whole_input(), Input::Scalar(Scalar::zero(array.dtype()))];
    let mut negative = match array.size() {
        0 => Array::empty(array.shape(), DType::Bool, array.device())?,
        _ => plain_map(less, array.dtype(), result_layout_of(array), &inputs, array.device())?,
    };
    if let Some(mask) = mask {
        negative.check_device(mask)?;
        let shape = broadcast_shapes(&[negative.shape(), mask.shape()])?;
        if shape.contains(&0) {
            return Ok(false);
        }
        let (own, taking_part) = (negative.layout().broadcast(&shape)?, mask.layout().broadcast(&shape)?);
        let (own, taking_part) = (negative.view_of(own), mask.view_of(taking_part));
        let layout = Layout::of_new(&shape);
        let plain = layout.is_plain();
        let and = const { RowId::named("logical_and") };
        let inputs = [own.input(), taking_part.input()];
        negative = plain_map(and, DType::Bool, (layout, plain), &inputs, negative.device())?;
    }
    any(&negative)
}

/// Whether any is true.
fn any(truths: &Array) -> Result<bool> {
    with_waiting_allowed(|| any_true(truths))
}

fn any_true(truths: &Array) -> Result<bool> {
    match (truths.size(), truths.ndim()) {
        (0, _) => Ok(false),
        (_, 0) => Ok(truths.item()?.get()),
        _ => Ok(fold_all(const { RowId::named("logical_or") }, truths)?.item()?.get()),
    }
}
