//! Matrices of which few elements are stored, as the classes of `cuprust.scipy.sparse` hold them.

use cuprust::Array;
use cuprust::scipy::sparse::Csr;
use pyo3::prelude::*;

use crate::array::NdArray;
use crate::dtype::{AnyDType, from_python};
use crate::error::{Result, caught};
use crate::object::bound;

/// A matrix by its rows. Its methods are those of the crate's `Csr`.
#[pyclass(frozen, name = "Csr", module = "cuprust._core._sparse")]
struct PyCsr(Csr);

type Given<'a, 'py> = &'a Bound<'py, NdArray>;

fn made(call: impl FnOnce() -> cuprust::Result<Csr>) -> Result<PyCsr> {
    caught(call).map(PyCsr)
}

fn array<'py>(py: Python<'py>, call: impl FnOnce() -> cuprust::Result<Array>) -> Result<Bound<'py, NdArray>> {
    bound(py, caught(call)?, None)
}

#[pymethods]
impl PyCsr {
    #[new]
    fn new(data: Given, indices: Given, indptr: Given, shape: [i64; 2]) -> Result<PyCsr> {
        made(|| Csr::new(data.get().array(), indices.get().array(), indptr.get().array(), shape))
    }

    #[staticmethod]
    fn of_coordinates(data: Given, rows: Given, columns: Given, shape: [i64; 2]) -> Result<PyCsr> {
        made(|| Csr::from_coordinates(data.get().array(), rows.get().array(), columns.get().array(), shape))
    }

    #[staticmethod]
    fn of_dense(dense: Given) -> Result<PyCsr> {
        made(|| Csr::from_dense(dense.get().array()))
    }

    #[staticmethod]
    fn empty(shape: [i64; 2], dtype: &Bound<'_, PyAny>) -> Result<PyCsr> {
        let dtype = from_python(dtype)?;
        made(|| Csr::empty(shape, dtype, cuprust::Device::current()?))
    }

    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> Result<Bound<'py, NdArray>> {
        bound(py, self.0.data().clone(), None)
    }

    #[getter]
    fn indices<'py>(&self, py: Python<'py>) -> Result<Bound<'py, NdArray>> {
        bound(py, self.0.indices().clone(), None)
    }

    #[getter]
    fn indptr<'py>(&self, py: Python<'py>) -> Result<Bound<'py, NdArray>> {
        bound(py, self.0.indptr().clone(), None)
    }

    #[getter]
    fn shape(&self) -> (i64, i64) {
        self.0.shape().into()
    }

    #[getter]
    fn count(&self) -> i64 {
        self.0.count()
    }

    #[getter]
    fn dtype(&self) -> AnyDType {
        AnyDType(self.0.dtype())
    }

    fn with_data(&self, data: Given) -> Result<PyCsr> {
        made(|| self.0.with_data(data.get().array()))
    }

    fn copy(&self) -> Result<PyCsr> {
        made(|| self.0.copy())
    }

    fn rows<'py>(&self, py: Python<'py>) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.rows())
    }

    fn to_dense<'py>(&self, py: Python<'py>) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.to_dense())
    }

    fn transpose(&self) -> Result<PyCsr> {
        made(|| self.0.transpose())
    }

    fn product<'py>(&self, py: Python<'py>, dense: Given) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.product(dense.get().array()))
    }

    fn meet(&self, other: &PyCsr) -> Result<Option<PyCsr>> {
        Ok(caught(|| self.0.meet(&other.0))?.map(PyCsr))
    }

    fn transposed_product<'py>(&self, py: Python<'py>, dense: Given) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.transposed_product(dense.get().array()))
    }

    fn multiply(&self, other: &PyCsr) -> Result<PyCsr> {
        made(|| self.0.multiply(&other.0))
    }

    fn add(&self, other: &PyCsr, subtract: bool) -> Result<PyCsr> {
        made(|| self.0.add(&other.0, subtract))
    }

    fn without_zeros(&self) -> Result<PyCsr> {
        made(|| self.0.without_zeros())
    }

    fn sum_along<'py>(&self, py: Python<'py>, axis: usize, dtype: AnyDType) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.sum_along(axis, dtype.0))
    }

    fn select_rows(&self, numbers: Given) -> Result<PyCsr> {
        made(|| self.0.select_rows(numbers.get().array()))
    }

    fn values_at<'py>(&self, py: Python<'py>, numbers: Given, columns: Given) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.values_at(numbers.get().array(), columns.get().array()))
    }

    fn reshape(&self, shape: [i64; 2]) -> Result<PyCsr> {
        made(|| self.0.reshape(shape))
    }

    fn extremes<'py>(&self, py: Python<'py>, largest: bool, explicit: bool) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.extremes(largest, explicit))
    }

    fn diagonal<'py>(&self, py: Python<'py>, k: i64) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.diagonal(k))
    }
}

/// Adds the module `_sparse`.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let sparse = PyModule::new(module.py(), "_sparse")?;
    sparse.add_class::<PyCsr>()?;
    module.setattr("_sparse", sparse)
}
