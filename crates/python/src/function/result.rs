//! Conversion of functions' results to Python objects.

use cuprust::Array;
use cuprust::table::{Class, Returned};
use pyo3::IntoPyObject;
use pyo3::prelude::*;

use crate::error::Result;
use crate::number::to_python;
use crate::object::{new_object, ours};
use crate::sequence::{ints, list, tuple};
use crate::slots::{Object, borrowed};

/// A new array as an owned object: the `out` object, if one was given.
#[inline]
pub(super) fn array(array: Array, out: Object) -> Result<Object> {
    // SAFETY: calls run attached.
    let py = unsafe { Python::assume_attached() };
    if !out.is_null() {
        // SAFETY: the caller passes a borrowed array to write to.
        let out = unsafe { borrowed(out) };
        if ours(out).is_some() {
            return Ok(out.to_owned().into_ptr());
        }
    }
    new_object(py, array, None)
}

/// An array that may share the first argument's memory, as an owned object.
#[inline]
pub(super) fn view(array: Array, first: Object) -> Result<Object> {
    // SAFETY: calls run attached, and the caller passes a borrowed first argument.
    let (py, owner) = unsafe { (Python::assume_attached(), first_of(first)) };
    view_of(py, array, owner)
}

/// The result as an owned object: the `out` object, if one was given. `first` is the first argument, or null, and
/// `rest` are the positional arguments that one parameter has collected.
#[inline]
pub(super) fn give(result: Returned, out: Object, first: Object, rest: &[Object]) -> Result<Object> {
    match result {
        Returned::Array(made) => array(made, out),
        Returned::View(array) => view(array, first),
        Returned::First => first_itself(first),
        Returned::New(array) => new(array, first),
        Returned::Shared(made) if !out.is_null() => array(made, out),
        other => rare(other, first, rest),
    }
}

/// The first argument, with a new reference.
fn first_itself(first: Object) -> Result<Object> {
    // SAFETY: calls run attached, and the caller passes a borrowed first argument; functions that give it have one.
    Ok(unsafe { borrowed(first) }.to_owned().into_ptr())
}

/// A new array, or one over memory that the first argument owns.
fn new(array: Array, first: Object) -> Result<Object> {
    // SAFETY: calls run attached, and the caller passes a borrowed first argument.
    let (py, owner) = unsafe { (Python::assume_attached(), first_of(first)) };
    let base = lender(&array, owner)?;
    new_object(py, array, base)
}

/// The object that owns an array's memory, if that is read-only: it becomes the base, of which no view can be made
/// writable.
fn lender(array: &Array, owner: Option<Borrowed<'_, '_, PyAny>>) -> Result<Option<Py<PyAny>>> {
    match owner {
        Some(owner)
            if !array.is_writable() && ours(owner).is_none() && owner.hasattr("__cuda_array_interface__")? =>
        {
            Ok(Some(owner.to_owned().unbind()))
        }
        _ => Ok(None),
    }
}

/// # Safety
/// The object is null, or borrowed for as long as the result is used.
unsafe fn first_of<'a, 'py>(first: Object) -> Option<Borrowed<'a, 'py, PyAny>> {
    // SAFETY: as the caller says.
    (!first.is_null()).then(|| unsafe { borrowed(first) })
}

/// An object for an array that may share an argument's memory: a view of it if it does.
fn view_of(py: Python<'_>, array: Array, owner: Option<Borrowed<'_, '_, PyAny>>) -> Result<Object> {
    let Some((own, owner_object)) = owner.and_then(|owner| ours(owner).map(|own| (own, owner))) else {
        let base = lender(&array, owner)?;
        return new_object(py, array, base);
    };
    if !array.shares_storage(own.array()) {
        return new_object(py, array, None);
    }
    new_object(py, array, Some(own.root(owner_object)))
}

#[inline(never)]
fn rare(result: Returned, first: Object, rest: &[Object]) -> Result<Object> {
    // SAFETY: calls run attached.
    let py = unsafe { Python::assume_attached() };
    let object = |array: Array| crate::object::object(py, array);
    // SAFETY: the caller of `give` passes a borrowed first argument.
    let owner = unsafe { first_of(first) };
    Ok(match result {
        Returned::None => py.None().into_ptr(),
        Returned::Array(array) | Returned::View(array) | Returned::New(array) => object(array)?.into_ptr(),
        Returned::First => first_itself(first)?,
        Returned::Shared(array) => {
            let shares = |owner: &&Object| {
                // SAFETY: the interpreter keeps the arguments of a call alive until it returns.
                ours(unsafe { borrowed(**owner) }).is_some_and(|own| array.shares_storage(own.array()))
            };
            let owner = rest.iter().find(shares).copied();
            // SAFETY: as above.
            view_of(py, array, owner.map(|owner| unsafe { borrowed(owner) }))?
        }
        Returned::Views(arrays) => list(py, of_first(py, arrays, owner)?)?.into_ptr(),
        Returned::ViewTuple(arrays) => tuple(py, of_first(py, arrays, owner)?)?.into_ptr(),
        Returned::EachView(arrays) => tuple(py, each(py, arrays, rest)?)?.into_ptr(),
        Returned::EachViewOrOne(arrays) => {
            let mut objects = each(py, arrays, rest)?;
            match objects.pop() {
                Some(only) if objects.is_empty() => only.into_ptr(),
                last => {
                    objects.extend(last);
                    tuple(py, objects)?.into_ptr()
                }
            }
        }
        Returned::Tuple(arrays) => {
            let objects = arrays.into_iter().map(object).collect::<Result<Vec<_>>>()?;
            tuple(py, objects)?.into_ptr()
        }
        Returned::Several(each) => tuple(py, results(py, each, first, rest)?)?.into_ptr(),
        Returned::List(each) => list(py, results(py, each, first, rest)?)?.into_any().into_ptr(),
        Returned::Slice(start, stop) => py.get_type::<pyo3::types::PySlice>().call1((start, stop))?.into_ptr(),
        Returned::ByNumber(entries) => {
            let dictionary = pyo3::types::PyDict::new(py);
            for (number, arrays) in entries {
                let arrays = arrays.into_iter().map(object).collect::<Result<Vec<_>>>()?;
                dictionary.set_item(to_python(py, number)?, tuple(py, arrays)?)?;
            }
            dictionary.into_any().into_ptr()
        }
        Returned::Named(class, arrays) => {
            let arrays = arrays.into_iter().map(object).collect::<Result<Vec<_>>>()?;
            let Class(module, name) = class;
            py.import(module)?.getattr(name)?.call1(tuple(py, arrays)?)?.into_ptr()
        }
        Returned::Made(Class(module, name), each) => {
            let parts = tuple(py, results(py, each, first, rest)?)?;
            py.import(module)?.getattr(name)?.call1(parts)?.into_ptr()
        }
        Returned::Number(value) => to_python(py, value)?.into_ptr(),
        Returned::Text(text) => text.into_pyobject(py).map_err(PyErr::from)?.into_ptr(),
        Returned::Bool(value) => pyo3::types::PyBool::new(py, value).to_owned().into_ptr(),
        Returned::Int(value) => value.into_pyobject(py).map_err(PyErr::from)?.into_ptr(),
        Returned::Ints(values) => ints(py, &values)?.into_ptr(),
        Returned::AndList(array, more) => {
            let rest = list(py, more.into_iter().map(object).collect::<Result<Vec<_>>>()?)?;
            tuple(py, vec![object(array)?, rest.into_any().unbind()])?.into_ptr()
        }
        Returned::Pair(array, value) => tuple(py, vec![object(array)?, to_python(py, value)?.unbind()])?.into_ptr(),
    })
}

/// Objects for several results.
fn results<'py>(
    py: Python<'py>,
    each: Vec<Returned>,
    first: Object,
    rest: &[Object],
) -> Result<Vec<Bound<'py, PyAny>>> {
    let object = |result| {
        let object = rare(result, first, rest)?;
        // SAFETY: the reference to the new object is handed over.
        Ok(unsafe { Bound::from_owned_ptr(py, object) })
    };
    each.into_iter().map(object).collect()
}

/// Objects for arrays that may share the first argument's memory.
fn of_first<'py>(
    py: Python<'py>,
    arrays: Vec<Array>,
    owner: Option<Borrowed<'_, '_, PyAny>>,
) -> Result<Vec<Bound<'py, PyAny>>> {
    let object = |array: Array| {
        let object = view_of(py, array, owner)?;
        // SAFETY: the reference to the new object is handed over.
        Ok(unsafe { Bound::from_owned_ptr(py, object) })
    };
    arrays.into_iter().map(object).collect()
}

/// Objects for arrays, each of which may share the memory of the argument at its index.
fn each<'py>(py: Python<'py>, arrays: Vec<Array>, rest: &[Object]) -> Result<Vec<Bound<'py, PyAny>>> {
    let object = |(array, owner): (Array, &Object)| {
        // SAFETY: the interpreter keeps the arguments of a call alive until it returns.
        let object = view_of(py, array, Some(unsafe { borrowed(*owner) }))?;
        // SAFETY: the reference to the new object is handed over.
        Ok(unsafe { Bound::from_owned_ptr(py, object) })
    };
    arrays.into_iter().zip(rest).map(object).collect()
}
