//! Phase unwrapping: `unwrap`.

use cuprust_ir::Result;
use cuprust_num::{DType, Scalar, Value};

use super::{cumsum, diff};
use crate::ufunc::where_;
use crate::ufunc::{Argument, rows};
use crate::{Array, Number, normalize_axis};

/// The elements along an axis, each moved by whole periods so that it differs from the previous one by at most half a
/// period; differences up to `least` are kept. `numpy.unwrap`.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let hours = array![22, 23, 0, 1];
/// let period = Number::Weak(Value::Int(24));
/// assert_eq!(math::unwrap(&hours, None, -1, period)?.to_string(), "[22 23 24 25]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for an array without axes, an axis error; a type error for bools and complex numbers.
pub fn unwrap(array: &Array, least: Option<Number>, axis: i64, period: Number) -> Result<Array> {
    // As in Python, a bool of the language counts as an integer.
    let period = match period {
        Number::Weak(Value::Bool(truth)) => Number::Weak(Value::Int(truth.into())),
        period => period,
    };
    let differences = diff(array, 1, axis)?;
    let axis = normalize_axis(axis, array.ndim())?;
    let whole = matches!(period.value(), Value::Int(_) | Value::Bool(_));
    let argument = Argument::from(period);
    let dtype = match period {
        Number::Weak(value) => value.weak().with(differences.dtype()),
        Number::Strong(scalar) => cuprust_num::promote(differences.dtype(), scalar.dtype()),
    };
    let half = match period.value() {
        Value::Int(period) if dtype.is_integer() => Value::Int(period.div_euclid(2)),
        value => Value::Float(real(value) / 2.0),
    };
    // Between integers, half of an odd period does not occur.
    let ambiguous = !(whole && dtype.is_integer()) || matches!(period.value(), Value::Int(period) if period % 2 == 0);
    let low = match half {
        Value::Int(half) => Value::Int(-half),
        half => Value::Float(-real(half)),
    };
    let (high, lowest) = (fraction(period, half), fraction(period, low));
    let mut within = rows::add(&rows::remainder(&rows::subtract(&differences, lowest)?, argument)?, lowest)?;
    if ambiguous {
        let at_end = rows::logical_and(&rows::equal(&within, lowest)?, &rows::greater(&differences, 0)?)?;
        within = where_(&at_end, high, &within)?;
    }
    let least = least.map_or(Argument::Value(Value::Float(real(period.value()) / 2.0)), Argument::from);
    let small = rows::less(&rows::absolute(&differences)?, least)?;
    let corrections = where_(&small, 0, &rows::subtract(&within, &differences)?)?;
    let result = array.astype(dtype)?;
    let rest = |array: &Array| array.view_of(array.layout().slice(axis, 1, 1, (array.shape()[axis] - 1).max(0)));
    let summed = cumsum(&corrections, axis as i64)?;
    rest(&result).assign(&rows::add(&rest(array), &summed)?)?;
    Ok(result)
}

/// A fraction of a period, with the dtype that it has in NumPy: a fraction of an integer is a float64.
fn fraction(period: Number, part: Value) -> Argument<'static> {
    match (period, part) {
        (Number::Weak(_), part) => Argument::Value(part),
        (Number::Strong(whole), Value::Int(part)) => Argument::Scalar(Scalar::new(part as i64).cast(whole.dtype())),
        (Number::Strong(whole), part) => {
            let dtype = if whole.dtype().is_inexact() { whole.dtype() } else { DType::F64 };
            Argument::Scalar(Scalar::new(real(part)).cast(dtype))
        }
    }
}

fn real(value: Value) -> f64 {
    value.to(DType::F64).map_or(f64::NAN, |scalar| scalar.get())
}
