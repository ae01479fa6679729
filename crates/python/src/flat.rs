//! `a.flat`: the elements of an array in C order, wherever they lie.

use std::sync::atomic::{AtomicI64, Ordering};

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};

use crate::array::NdArray;
use crate::error::{Failure, Result, caught};

/// The elements of an array in C order: an iterator, which can be indexed as an array with one axis. What is read is a copy, and
/// what is written is written to the array.
#[pyclass(frozen, name = "flatiter", module = "cuprust")]
pub(crate) struct FlatIter {
    owner: Py<NdArray>,
    /// The place of the element that comes next.
    place: AtomicI64,
}

impl FlatIter {
    pub(crate) fn of(owner: &Bound<'_, NdArray>) -> FlatIter {
        FlatIter { owner: owner.clone().unbind(), place: AtomicI64::new(0) }
    }

    /// Writes values to the places of an index, from the first again where there are fewer.
    pub(crate) fn assign(&self, py: Python<'_>, index: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Result<()> {
        let owner = self.owner.bind(py);
        let module = py.import("cuprust")?;
        let options = PyDict::new(py);
        options.set_item("device", owner.getattr("device")?)?;
        let places = module.call_method("arange", (self.owner.get().array().size(),), Some(&options))?;
        let places = places.get_item(checked(index)?)?;
        options.set_item("dtype", owner.getattr("dtype")?)?;
        let values = module.call_method("asarray", (value,), Some(&options))?;
        owner.call_method1("put", (places, values))?;
        Ok(())
    }
}

/// An index that does not add axes.
fn checked<'a, 'py>(index: &'a Bound<'py, PyAny>) -> Result<&'a Bound<'py, PyAny>> {
    if index.is_none() {
        return Err(Failure::Python(PyIndexError::new_err("unsupported iterator index")));
    }
    Ok(index)
}

#[pymethods]
impl FlatIter {
    #[new]
    fn new(a: &Bound<'_, NdArray>) -> FlatIter {
        FlatIter::of(a)
    }

    /// The array.
    #[getter]
    fn base(&self, py: Python<'_>) -> Py<NdArray> {
        self.owner.clone_ref(py)
    }

    /// The place of the element that comes next.
    #[getter]
    fn index(&self) -> i64 {
        self.place.load(Ordering::Relaxed)
    }

    /// The elements as an array with one axis.
    fn copy(&self) -> Result<NdArray> {
        caught(|| self.owner.get().array().ravel()?.copy()).map(NdArray::new)
    }

    fn __len__(&self) -> usize {
        self.owner.get().array().size() as usize
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
        let elements = self.owner.bind(py).call_method0("ravel")?;
        Ok(elements.get_item(checked(index)?)?.call_method0("copy")?)
    }

    fn __setitem__(&self, py: Python<'_>, index: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Result<()> {
        self.assign(py, index, value)
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, PyAny>>> {
        let place = self.place.fetch_add(1, Ordering::Relaxed);
        if place >= self.owner.get().array().size() {
            self.place.fetch_sub(1, Ordering::Relaxed);
            return Ok(None);
        }
        let place = PyInt::new(py, place).into_any();
        self.__getitem__(py, &place).map(Some)
    }
}

/// Adds what this file defines to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<FlatIter>()
}
