//! Choosing between elements by conditions: `where`, `select`.

use cuprust_ir::{Error, Result, broadcast_shapes};
use cuprust_num::{DType, Scalar, Value, promote};
use cuprust_ops::RowId;

use crate::Array;
use crate::creation::{IntoValue, full};
use crate::runtime::Input;
use crate::ufunc::{Argument, apply, plain_map, result_layout_of};

const WHERE: RowId = RowId::named("where");

/// `x` where the condition is true, `y` elsewhere, all broadcast. A condition that is not bool counts as true where it is
/// not zero.
///
/// # Errors
/// A value error where shapes do not broadcast; an overflow error for a Python integer that does not fit.
pub fn where_<'a>(condition: &Array, x: impl Into<Argument<'a>>, y: impl Into<Argument<'a>>) -> Result<Array> {
    choose(condition, x.into(), y.into())
}

fn choose(condition: &Array, x: Argument, y: Argument) -> Result<Array> {
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
        _ => return apply(WHERE, &[Argument::Array(condition), x, y]),
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
    apply(WHERE, &[Argument::Array(condition), typed(x), typed(y)])
}

/// A number converted as an array's element is: an integer that does not fit wraps around.
fn converted(value: Value, dtype: DType) -> Scalar {
    value.to(dtype).unwrap_or_else(|| {
        let Value::Int(integer) = value else { unreachable!("only integers can fail to fit") };
        Scalar::new(integer as i64).cast(dtype)
    })
}

/// Of several arrays, the element of the first whose condition is true; `default` where none is.
///
/// # Errors
/// A value error for no conditions, or as many conditions as choices are not; a type error for a condition that is not
/// bool.
pub fn select(conditions: &[&Array], choices: &[&Array], default: impl IntoValue) -> Result<Array> {
    let default = default.into_value();
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
    let mut result = full(crate::creation::shape(&shape).on(last.device()), converted(default, dtype))?;
    for (condition, choice) in conditions.iter().zip(choices).rev() {
        result = where_(condition, *choice, &result)?;
    }
    Ok(result)
}
