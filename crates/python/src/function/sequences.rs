//! Sequences of arrays and numbers as arguments.

use cuprust::table::{ArgumentValue, ArrayCow};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyTuple};

use super::argument_owners::ArgumentOwners;
use crate::error::{Result, type_error};
use crate::number::Number;
use crate::object::ours;
use crate::operand::{Operand, array_like};
use crate::slots::borrowed;

/// The items of a tuple or a list, kept until the call ends; `None` for another sequence, and if there is no space.
fn items<'a>(object: Borrowed<'a, 'a, PyAny>, kept: &mut ArgumentOwners) -> Option<Bound<'a, PyTuple>> {
    let items = object.cast::<PyTuple>().map(|items| items.to_owned()).ok();
    let items = items.or_else(|| object.cast::<PyList>().ok().map(|list| list.to_tuple()))?;
    kept.keep(&items).then_some(items)
}

/// An iterator over another sequence. An array is a sequence of its parts along the first axis.
fn others<'a>(object: Borrowed<'a, 'a, PyAny>) -> Result<Bound<'a, PyIterator>> {
    match ours(object) {
        Some(array) if array.array().ndim() == 0 => Err(type_error("iteration over a 0-d array")),
        _ => Ok(object.try_iter()?),
    }
}

/// The arrays of a sequence.
pub(super) fn arrays<'a>(object: Borrowed<'a, 'a, PyAny>, kept: &mut ArgumentOwners) -> Result<Vec<ArrayCow<'a>>> {
    if let Some(items) = items(object, kept) {
        let mut arrays = Vec::with_capacity(items.len());
        for item in items.iter_borrowed() {
            // SAFETY: the tuple has the item as long as it lives, which is until the call ends.
            arrays.push(array_like(unsafe { borrowed(item.as_ptr()) })?);
        }
        return Ok(arrays);
    }
    // An iterator's items may be freed with it.
    others(object)?.map(|part| Ok(ArrayCow::Owned(array_like(part?.as_borrowed())?.into_array()))).collect()
}

/// The arrays and numbers of a sequence.
pub(super) fn operands<'a>(object: Borrowed<'a, 'a, PyAny>, kept: &mut ArgumentOwners) -> Result<ArgumentValue<'a>> {
    if let Some(items) = items(object, kept) {
        let mut operands = Vec::with_capacity(items.len());
        for item in items.iter_borrowed() {
            // SAFETY: the tuple has the item as long as it lives, which is until the call ends.
            operands.push(operand(unsafe { borrowed(item.as_ptr()) })?);
        }
        return Ok(ArgumentValue::Each(operands.into()));
    }
    // An iterator's items may be freed with it.
    let own = |item: PyResult<Bound<'_, PyAny>>| {
        Ok(match operand(item?.as_borrowed())? {
            ArgumentValue::Array(array) => ArgumentValue::New(Box::new(array.clone())),
            ArgumentValue::New(array) => ArgumentValue::New(array),
            ArgumentValue::Scalar(scalar) => ArgumentValue::Scalar(scalar),
            ArgumentValue::Value(value) => ArgumentValue::Value(value),
            _ => ArgumentValue::None,
        })
    };
    Ok(ArgumentValue::Each(others(object)?.map(own).collect::<Result<_>>()?))
}

/// An array, a number, or an object that converts to an array.
fn operand<'a>(object: Borrowed<'a, '_, PyAny>) -> Result<ArgumentValue<'a>> {
    Ok(match Operand::extract(object)? {
        Operand::Array(array) => ArgumentValue::Array(array),
        Operand::New(array) => ArgumentValue::New(Box::new(array)),
        Operand::Number(Number::Weak(value)) => ArgumentValue::Value(value),
        Operand::Number(Number::Strong(scalar)) => ArgumentValue::Scalar(scalar),
        Operand::Foreign => ArgumentValue::New(Box::new(array_like(object)?.into_array())),
    })
}
