//! The arguments of `einsum`: labels of axes as a text or as lists of integers, and an order of contraction.

use cuprust::Dims;
use cuprust::table::ArgumentValue;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyEllipsis, PyFloat, PyInt, PyString};

use crate::convert::{integer, integers};
use crate::error::{Failure, Result, type_error, value_error};
use crate::operand::array_like;

/// A text of labels, followed by the operands.
///
/// # Errors
/// A value error for no operands and for a label out of range, a type error for one that is not an integer.
pub(super) fn labelled<'a>(objects: &[Borrowed<'a, 'a, PyAny>]) -> Result<ArgumentValue<'a>> {
    let Some(first) = objects.first() else { return Err(no_operands()) };
    let mut each = Vec::with_capacity(objects.len());
    if let Ok(text) = first.cast::<PyString>() {
        each.push(ArgumentValue::Text(text.to_string_lossy().into()));
        each.extend(
            objects[1..]
                .iter()
                .map(|operand| array_like(*operand).map(ArgumentValue::from))
                .collect::<Result<Vec<_>>>()?,
        );
    } else {
        let (pairs, output) = objects.as_chunks::<2>();
        if pairs.is_empty() {
            return Err(value_error("must provide at least an operand and a subscripts list to einsum"));
        }
        let terms = pairs.iter().map(|[_, labels]| letters(labels)).collect::<Result<Vec<_>>>()?;
        let mut text = terms.join(",");
        if let [labels] = output {
            text += "->";
            text += &letters(labels)?;
        }
        each.push(ArgumentValue::Text(text.into()));
        each.extend(
            pairs
                .iter()
                .map(|[operand, _]| array_like(*operand).map(ArgumentValue::from))
                .collect::<Result<Vec<_>>>()?,
        );
    }
    if each.len() == 1 {
        return Err(no_operands());
    }
    Ok(ArgumentValue::Each(each.into()))
}

#[cold]
fn no_operands() -> Failure {
    value_error(
        "must specify the einstein sum subscripts string and at least one operand, or at least one operand and its corresponding \
         subscripts list",
    )
}

/// A list of integers as letters in the same order: capitals come first.
fn letters(labels: &Bound<'_, PyAny>) -> Result<String> {
    let mut text = String::new();
    for label in labels.try_iter()? {
        let label = label?;
        if label.is_instance_of::<PyEllipsis>() {
            text += "...";
            continue;
        }
        let number =
            integer(&label).map_err(|_| type_error("each subscript must be either an integer or an ellipsis"))?;
        text.push(match number {
            0..26 => char::from(b'A' + number as u8),
            26..52 => char::from(b'a' + (number - 26) as u8),
            _ => return Err(value_error("subscript is not within the valid range [0, 52)")),
        });
    }
    Ok(text)
}

/// An order of contraction: a bool, a strategy's name, which may be followed by a memory limit, or explicit steps after
/// "einsum_path".
///
/// # Errors
/// A type error for anything else.
pub(super) fn contraction<'a>(object: Borrowed<'a, '_, PyAny>) -> Result<ArgumentValue<'a>> {
    if object.is_instance_of::<PyBool>() {
        return Ok(ArgumentValue::Bool(object.is_truthy()?));
    }
    if let Ok(name) = object.cast::<PyString>() {
        return Ok(ArgumentValue::Text(name.to_string_lossy().into()));
    }
    let parts = object.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    let unknown = || type_error(format!("Did not understand the path: {}", &*object));
    let Some((first, rest)) = parts.split_first() else { return Err(unknown()) };
    let Ok(name) = first.cast::<PyString>() else { return Err(unknown()) };
    let name = name.to_string_lossy();
    match rest {
        steps if name == "einsum_path" => {
            let steps = steps.iter().map(|step| Ok(Dims::new(&integers(step)?)));
            Ok(ArgumentValue::IntLists(steps.collect::<Result<_>>()?))
        }
        [limit] if limit.is_instance_of::<PyInt>() || limit.is_instance_of::<PyFloat>() => {
            Ok(ArgumentValue::Text(name.into()))
        }
        _ => Err(unknown()),
    }
}
