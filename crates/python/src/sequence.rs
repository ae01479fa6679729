//! Tuples and lists. PyO3's makers of them panic where the interpreter has no memory; these raise its memory error.

use std::convert::Infallible;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// A tuple of these objects.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn tuple<'py, T>(py: Python<'py>, items: Vec<T>) -> PyResult<Bound<'py, PyTuple>>
where
    T: IntoPyObject<'py, Target = PyAny, Output = Bound<'py, PyAny>, Error = Infallible>,
{
    // SAFETY: the reference to the new tuple is handed over, and a tuple is what the call makes.
    let tuple: Bound<'_, PyTuple> = unsafe {
        Bound::from_owned_ptr_or_err(py, ffi::PyTuple_New(items.len() as ffi::Py_ssize_t))?.cast_into_unchecked()
    };
    for (place, item) in items.into_iter().enumerate() {
        let Ok(item) = item.into_pyobject(py);
        // SAFETY: only this function knows the new tuple, the place is within it, and the reference is handed over.
        unsafe { ffi::PyTuple_SetItem(tuple.as_ptr(), place as ffi::Py_ssize_t, item.into_ptr()) };
    }
    Ok(tuple)
}

/// A list of these objects.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn list<'py, T>(py: Python<'py>, items: Vec<T>) -> PyResult<Bound<'py, PyList>>
where
    T: IntoPyObject<'py, Target = PyAny, Output = Bound<'py, PyAny>, Error = Infallible>,
{
    // SAFETY: the reference to the new list is handed over, and a list is what the call makes.
    let list: Bound<'_, PyList> = unsafe {
        Bound::from_owned_ptr_or_err(py, ffi::PyList_New(items.len() as ffi::Py_ssize_t))?.cast_into_unchecked()
    };
    for (place, item) in items.into_iter().enumerate() {
        let Ok(item) = item.into_pyobject(py);
        // SAFETY: only this function knows the new list, the place is within it, and the reference is handed over.
        unsafe { ffi::PyList_SetItem(list.as_ptr(), place as ffi::Py_ssize_t, item.into_ptr()) };
    }
    Ok(list)
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
