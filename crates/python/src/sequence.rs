//! Tuples and lists. PyO3's constructors panic if the interpreter is out of memory; these raise MemoryError.

use std::convert::Infallible;
use std::ffi::c_int;

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use pyo3::{BoundObject, ffi};

/// A tuple of these objects.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn tuple<'py, T>(py: Python<'py>, items: Vec<T>) -> PyResult<Bound<'py, PyTuple>>
where
    T: IntoPyObject<'py, Error = Infallible>,
{
    // SAFETY: the call makes a tuple of this many empty slots, which the other call fills.
    unsafe { Ok(filled(py, ffi::PyTuple_New, ffi::PyTuple_SetItem, items)?.cast_into_unchecked()) }
}

/// A list of these objects.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn list<'py, T>(py: Python<'py>, items: Vec<T>) -> PyResult<Bound<'py, PyList>>
where
    T: IntoPyObject<'py, Error = Infallible>,
{
    // SAFETY: the call makes a list of this many empty slots, which the other call fills.
    unsafe { Ok(filled(py, ffi::PyList_New, ffi::PyList_SetItem, items)?.cast_into_unchecked()) }
}

/// The object that `new` makes, filled with these items.
///
/// # Safety
/// `new` makes an object with this many empty slots or sets the interpreter's error, and `set` consumes a reference for
/// one of them.
unsafe fn filled<'py, T>(
    py: Python<'py>,
    new: unsafe extern "C" fn(ffi::Py_ssize_t) -> *mut ffi::PyObject,
    set: unsafe extern "C" fn(*mut ffi::PyObject, ffi::Py_ssize_t, *mut ffi::PyObject) -> c_int,
    items: Vec<T>,
) -> PyResult<Bound<'py, PyAny>>
where
    T: IntoPyObject<'py, Error = Infallible>,
{
    // SAFETY: the reference to the new object is handed over.
    let made = unsafe { Bound::from_owned_ptr_or_err(py, new(items.len() as ffi::Py_ssize_t))? };
    for (position, item) in items.into_iter().enumerate() {
        let Ok(item) = item.into_pyobject(py);
        // SAFETY: only this function knows the new object, the index is within it, and the reference is handed over.
        unsafe { set(made.as_ptr(), position as ffi::Py_ssize_t, item.into_any().into_bound().into_ptr()) };
    }
    Ok(made)
}

/// A tuple of integers: a shape, strides, coordinates.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn ints<'py>(py: Python<'py>, values: &[i64]) -> PyResult<Bound<'py, PyTuple>> {
    // SAFETY: the reference to the new integer is handed over.
    let int = |&value: &i64| unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyLong_FromLongLong(value)) };
    tuple(py, values.iter().map(int).collect::<PyResult<Vec<Bound<'py, PyAny>>>>()?)
}
