//! What is particular to powers: exponents that are refused, and those for which a cheaper row does the same.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Kind, Value};
use cuprust_ops::{Reduction, RowId};

use crate::Array;
use crate::ufunc::reduction::{ReduceOptions, fold};
use crate::ufunc::{Argument, apply, binary};

pub(crate) const POWER: RowId = RowId::named("power");

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

/// Refuses integers to negative integer powers, as NumPy does, in a loop of this dtype.
///
/// Exponents in an array of the host are waited for. Those of a GPU are not looked at: there, as in CuPy, such a power is zero.
///
/// # Errors
/// A value error for a negative exponent that takes part: where a mask is true, if there is one.
#[inline]
pub(crate) fn check_exponents(dtype: DType, exponent: Argument, mask: Option<&Array>) -> Result<()> {
    if dtype.kind() == Kind::Signed { check_signed(exponent, mask) } else { Ok(()) }
}

#[cold]
fn check_signed(exponent: Argument, mask: Option<&Array>) -> Result<()> {
    let negative = match exponent {
        Argument::Value(value) => matches!(value, Value::Int(exponent) if exponent < 0),
        Argument::Scalar(scalar) => scalar.dtype().kind() == Kind::Signed && scalar.get::<i64>() < 0,
        Argument::Array(array) if array.dtype().kind() != Kind::Signed || !array.device().is_host() => false,
        Argument::Array(array) => any_negative(array, mask)?,
    };
    match negative {
        true => Err(Error::value("Integers to negative integer powers are not allowed.")),
        false => Ok(()),
    }
}

fn any_negative(array: &Array, mask: Option<&Array>) -> Result<bool> {
    let zero = Argument::Value(Value::Int(0));
    let mut negative = apply(const { RowId::named("less") }, &[Argument::Array(array), zero])?;
    if let Some(mask) = mask {
        negative = binary(const { RowId::named("logical_and") }, &negative, mask)?;
    }
    let any = Reduction::Fold(const { RowId::named("logical_or") });
    Ok(fold(any, "any", &negative, DType::Bool, &ReduceOptions::default())?.item()?.get())
}
