//! Choosing between elements by several conditions: `select`.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use crate::ufunc::{Argument, common_dtype, typed, where_};
use crate::{Array, Device, creation};

/// The operands as arrays; numbers without a dtype get the common dtype of all operands.
pub(crate) fn arrays_of(operands: &[Argument]) -> Result<Vec<Array>> {
    let dtype = common_dtype(operands);
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

/// For each element, the choice of the first condition that is true; `default` where none is.
///
/// # Errors
/// A value error for no conditions, or another number of choices than of conditions; a type error for a condition that
/// is not bool.
///
/// ```
/// # use cuprust::*;
/// let x = arange(4)?;
/// let chosen = select(&[&less(&x, 1)?, &less(&x, 3)?], &[10, 20], 30)?;
/// assert_eq!(chosen.to_string(), "[10 20 20 30]");
/// # Ok::<(), Error>(())
/// ```
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
    if let Some(position) = conditions.iter().position(|condition| condition.dtype() != DType::Bool) {
        return Err(Error::type_(format!("invalid entry {position} in condlist: should be boolean ndarray")));
    }
    let choices: Vec<Argument> = choices.iter().map(|&choice| choice.into()).chain([default.into()]).collect();
    let dtype = common_dtype(&choices);
    let Some((&default, choices)) = choices.split_last() else { return Err(Error::value("there is no default")) };
    // The default in the common dtype: whatever is selected instead is promoted to it.
    let mut chosen = match default {
        Argument::Array(array) => array.in_dtype(dtype)?,
        number => creation::full(creation::shape(()).dtype(dtype).on(first.device()), typed(number, dtype))?,
    };
    for (condition, &choice) in conditions.iter().zip(choices).rev() {
        chosen = where_(condition, typed(choice, dtype), &chosen)?;
    }
    Ok(chosen)
}
