//! Choosing between elements by conditions: `where`, `select`.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar, Value};
use cuprust_ops::{RowId, result_type};

use crate::runtime::Input;
use crate::ufunc::{Argument, apply, plain_map, result_layout_of};
use crate::{Array, Device, creation};

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
    let dtype = match (&x, &y) {
        (Argument::Value(_), _) | (_, Argument::Value(_)) => together(&[x, y]),
        _ => return apply(WHERE, &[Argument::Array(condition), x, y]),
    };
    let (x, y) = (typed(x, dtype), typed(y, dtype));
    if let (Argument::Scalar(x), Argument::Scalar(y)) = (x, y)
        && condition.size() != 0
    {
        // The common case of two numbers, without lists.
        let inputs = [condition.whole_input(), Input::Scalar(x), Input::Scalar(y)];
        return plain_map(WHERE, dtype, result_layout_of(condition), &inputs, condition.device());
    }
    apply(WHERE, &[Argument::Array(condition), x, y])
}

/// The dtype of some choices, one at least.
fn together(choices: &[Argument]) -> DType {
    result_type(choices.iter().map(Argument::operand)).unwrap_or(DType::Bool)
}

/// Arrays of operands, of which the numbers that have no dtype of their own have the one that all have together.
pub(crate) fn arrays_of(operands: &[Argument]) -> Result<Vec<Array>> {
    let dtype = together(operands);
    let device = operands.iter().find_map(|operand| match operand {
        Argument::Array(array) => Some(array.device()),
        _ => None,
    });
    let device = device.map_or_else(Device::current, Ok)?;
    let array = |operand: &Argument| match *operand {
        Argument::Array(array) => Ok(array.clone()),
        number => creation::full(creation::shape(()).on(device), typed(number, dtype)),
    };
    operands.iter().map(array).collect()
}

/// A choice, with a number that has no dtype of its own in this one.
fn typed<'a>(choice: Argument<'a>, dtype: DType) -> Argument<'a> {
    match choice {
        Argument::Value(value) => Argument::Scalar(converted(value, dtype)),
        strong => strong,
    }
}

/// A number converted as an array's element is: an integer that does not fit wraps around.
fn converted(value: Value, dtype: DType) -> Scalar {
    value.to(dtype).unwrap_or_else(|| {
        let Value::Int(integer) = value else { unreachable!("only integers can fail to fit") };
        Scalar::new(integer as i64).cast(dtype)
    })
}

/// Of several arrays or numbers, the element of the first whose condition is true; `default` where none is.
///
/// # Errors
/// A value error for no conditions, or as many conditions as choices are not; a type error for a condition that is not
/// bool.
pub fn select<'a, C: Into<Argument<'a>> + Copy>(
    conditions: &[&Array],
    choices: &[C],
    default: impl Into<Argument<'a>>,
) -> Result<Array> {
    if conditions.len() != choices.len() {
        return Err(Error::value("list of cases must be same length as list of conditions"));
    }
    let Some(&first) = conditions.first() else {
        return Err(Error::value("select with an empty condition list is not possible"));
    };
    if let Some(place) = conditions.iter().position(|condition| condition.dtype() != DType::Bool) {
        return Err(Error::type_(format!("invalid entry {place} in condlist: should be boolean ndarray")));
    }
    let choices: Vec<Argument> = choices.iter().map(|&choice| choice.into()).chain([default.into()]).collect();
    let dtype = together(&choices);
    let Some((&default, choices)) = choices.split_last() else { return Err(Error::value("there is no default")) };
    // The default in the dtype of all: whatever is chosen instead is promoted to it.
    let mut chosen = match default {
        Argument::Array(array) => array.in_dtype(dtype)?,
        number => creation::full(creation::shape(()).dtype(dtype).on(first.device()), typed(number, dtype))?,
    };
    for (condition, &choice) in conditions.iter().zip(choices).rev() {
        chosen = where_(condition, typed(choice, dtype), &chosen)?;
    }
    Ok(chosen)
}
