//! The class `flatiter`: the elements of an array as if it had one axis; and iteration over an array, which makes one
//! item at a time.

use std::sync::atomic::{AtomicI64, Ordering};

use cuprust::table::IndexPart;
use cuprust::{Array, Index};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};

use crate::array::NdArray;
use crate::convert::from_any;
use crate::error::{Failure, Result, caught, type_error};
use crate::index::parts;
use crate::operand::Operand;
use crate::sequence::ints;

/// The elements of an array as if it had one axis, in C order: what `flat` gives.
///
/// An index reads copies of elements and writes to the array; values are repeated where there are fewer than elements.
#[pyclass(frozen, name = "flatiter", module = "cuprust")]
pub(crate) struct FlatIterator {
    owner: Py<NdArray>,
    next: AtomicI64,
}

impl FlatIterator {
    pub(crate) fn new(owner: &Bound<'_, NdArray>) -> FlatIterator {
        FlatIterator { owner: owner.clone().unbind(), next: AtomicI64::new(0) }
    }

    fn array(&self) -> &Array {
        self.owner.get().array()
    }
}

/// The single part of an index into a flattened array.
fn only_part(index: &Bound<'_, PyAny>) -> Result<IndexPart> {
    if let Ok(truth) = index.cast::<PyBool>() {
        // As in NumPy, True selects the first element, and False none.
        let none = Index::Slice { start: None, stop: Some(0), step: None };
        return Ok(IndexPart::Basic(if truth.is_true() { Index::At(0) } else { none }));
    }
    let mut parts = parts(index)?;
    match (parts.pop(), parts.is_empty()) {
        (Some(part), true) => Ok(part),
        (None, _) => Ok(IndexPart::Basic(Index::ALL)),
        _ => Err(Failure::Python(PyIndexError::new_err("unsupported iterator index"))),
    }
}

/// Writes a number, or the elements of an object that converts to an array, to elements of a flattened array.
pub(crate) fn set_flat(array: &Array, index: Index<'_>, value: &Bound<'_, PyAny>) -> Result<()> {
    let operand = value.extract::<Operand<'_>>()?;
    match operand.argument() {
        Some(cuprust::Argument::Array(values)) => caught(|| array.set_flat(index, values)),
        Some(number) => {
            let shape = cuprust::shape(()).dtype(array.dtype()).on(array.device());
            caught(|| array.set_flat(index, &cuprust::full(shape, number)?))
        }
        None => {
            let values = from_any(value, None)?;
            caught(|| array.set_flat(index, &values))
        }
    }
}

#[pymethods]
impl FlatIterator {
    #[new]
    fn of(a: &Bound<'_, NdArray>) -> FlatIterator {
        FlatIterator::new(a)
    }

    /// The array.
    #[getter]
    fn base(&self, py: Python<'_>) -> Py<NdArray> {
        self.owner.clone_ref(py)
    }

    /// The index of the next element.
    #[getter]
    fn index(&self) -> i64 {
        self.next.load(Ordering::Relaxed)
    }

    /// The index of the next element along each axis.
    #[getter]
    fn coords<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyTuple>> {
        let mut left = self.index();
        let mut coordinates = self.array().shape().to_vec();
        for position in coordinates.iter_mut().rev() {
            let extent = (*position).max(1);
            (*position, left) = (left % extent, left / extent);
        }
        Ok(ints(py, &coordinates)?)
    }

    /// A copy of the elements in one axis.
    fn copy(&self) -> Result<NdArray> {
        caught(|| self.array().flatten()).map(NdArray::new)
    }

    fn __len__(&self) -> usize {
        self.array().size() as usize
    }

    fn __getitem__(&self, index: &Bound<'_, PyAny>) -> Result<NdArray> {
        let part = only_part(index)?;
        index.py().detach(|| caught(|| self.array().flat_at(part.index()))).map(NdArray::new)
    }

    fn __setitem__(&self, index: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Result<()> {
        let part = only_part(index)?;
        set_flat(self.array(), part.index(), value)
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, NdArray>>> {
        let _away = crate::profiler::away();
        let array = self.array();
        let position = self.next.load(Ordering::Relaxed);
        if position >= array.size() {
            return Ok(None);
        }
        self.next.store(position + 1, Ordering::Relaxed);
        NdArray::from_view(array.flat_element(position)?, self.owner.bind(py)).map(Some)
    }

    #[pyo3(signature = (dtype=None, *, copy=None))]
    fn __array__(&self, dtype: Option<&Bound<'_, PyAny>>, copy: Option<bool>) -> Result<()> {
        let _ = (dtype, copy);
        Err(type_error("Implicit conversion to a NumPy array is not allowed. Please use `.copy().get()`."))
    }
}

/// The iteration over the parts of an array along its first axis.
#[pyclass(frozen, name = "parts", module = "cuprust")]
pub(crate) struct Parts {
    owner: Py<NdArray>,
    /// The array as it was when the iteration began.
    array: Array,
    next: AtomicI64,
}

impl Parts {
    /// # Errors
    /// A type error for an array without axes.
    pub(crate) fn of(owner: &Bound<'_, NdArray>) -> Result<Parts> {
        let array = owner.get().array().clone();
        if array.ndim() == 0 {
            return Err(type_error("iteration over a 0-d array"));
        }
        Ok(Parts { owner: owner.clone().unbind(), array, next: AtomicI64::new(0) })
    }
}

#[pymethods]
impl Parts {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __length_hint__(&self) -> usize {
        (self.array.shape()[0] - self.next.load(Ordering::Relaxed)) as usize
    }

    fn __next__<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, NdArray>>> {
        let _away = crate::profiler::away();
        let position = self.next.load(Ordering::Relaxed);
        if position >= self.array.shape()[0] {
            return Ok(None);
        }
        self.next.store(position + 1, Ordering::Relaxed);
        NdArray::from_view(self.array.at(position)?, self.owner.bind(py)).map(Some)
    }
}

/// Adds the classes to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<FlatIterator>()
}
