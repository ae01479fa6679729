//! Sparse matrices by coordinates and by diagonals, for the classes of `cuprust.scipy.sparse`.

use cuprust::Array;
use cuprust_scipy::sparse::{Coo, Dia};
use pyo3::prelude::*;

use crate::array::NdArray;
use crate::dtype::{AnyDType, from_python};
use crate::error::{Failure, Result, caught};
use crate::object::bound;
use crate::random::PyGenerator;
use crate::sparse::PyCsr;

type ArrayParameter<'a, 'py> = &'a Bound<'py, NdArray>;

fn array<'py>(py: Python<'py>, call: impl FnOnce() -> cuprust::Result<Array>) -> Result<Bound<'py, NdArray>> {
    bound(py, caught(call)?, None)
}

fn dtype_of(dtype: Option<&Bound<'_, PyAny>>) -> Result<Option<cuprust::DType>> {
    dtype.map(from_python).transpose()
}

/// A matrix by coordinates. Its methods are those of the crate's `Coo`.
#[pyclass(frozen, name = "Coo", module = "cuprust._core._sparse")]
struct PyCoo(Coo);

fn coordinates(call: impl FnOnce() -> cuprust::Result<Coo>) -> Result<PyCoo> {
    caught(call).map(PyCoo)
}

#[pymethods]
impl PyCoo {
    #[new]
    fn new(data: ArrayParameter, row: ArrayParameter, col: ArrayParameter, shape: [i64; 2]) -> Result<PyCoo> {
        coordinates(|| Coo::new(data.get().array(), row.get().array(), col.get().array(), shape))
    }

    #[staticmethod]
    fn of_rows(rows: &PyCsr) -> Result<PyCoo> {
        coordinates(|| Coo::from_csr(&rows.0))
    }

    #[staticmethod]
    fn of_blocks(blocks: Vec<Vec<Option<PyRef<'_, PyCoo>>>>, dtype: Option<&Bound<'_, PyAny>>) -> Result<PyCoo> {
        let dtype = dtype_of(dtype)?;
        let blocks: Vec<Vec<Option<&Coo>>> =
            blocks.iter().map(|line| line.iter().map(|block| block.as_ref().map(|block| &block.0)).collect()).collect();
        coordinates(|| Coo::from_blocks(&blocks, dtype))
    }

    /// `data_rvs` is called with a count; without it the elements are uniform in [0, 1).
    #[staticmethod]
    fn random(
        shape: [i64; 2],
        density: f64,
        dtype: AnyDType,
        generator: &Bound<'_, PyGenerator>,
        data_rvs: Option<&Bound<'_, PyAny>>,
    ) -> Result<PyCoo> {
        let own = generator.get().generator()?;
        let drawn = |count: i64| -> Result<Array> {
            let Some(function) = data_rvs else { return Ok(own.random(count)?) };
            Ok(function.call1((count,))?.cast::<NdArray>().map_err(PyErr::from)?.get().array().clone())
        };
        let values = |count: i64| drawn(count).map_err(Failure::into_error)?.in_dtype(dtype.0);
        coordinates(|| Coo::random(shape, density, own, values))
    }

    fn kron_sum(&self, other: &PyCoo) -> Result<PyCsr> {
        caught(|| self.0.kron_sum(&other.0)).map(PyCsr)
    }

    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> Result<Bound<'py, NdArray>> {
        bound(py, self.0.data().clone(), None)
    }

    #[getter]
    fn row<'py>(&self, py: Python<'py>) -> Result<Bound<'py, NdArray>> {
        bound(py, self.0.row().clone(), None)
    }

    #[getter]
    fn col<'py>(&self, py: Python<'py>) -> Result<Bound<'py, NdArray>> {
        bound(py, self.0.column().clone(), None)
    }

    #[getter]
    fn shape(&self) -> (i64, i64) {
        self.0.shape().into()
    }

    fn to_rows(&self) -> Result<PyCsr> {
        caught(|| self.0.to_csr()).map(PyCsr)
    }

    fn without_zeros(&self) -> Result<PyCoo> {
        coordinates(|| self.0.without_zeros())
    }

    fn triangle(&self, upper: bool, k: i64) -> Result<PyCoo> {
        coordinates(|| self.0.triangle(upper, k))
    }

    fn with_diagonal(&self, k: i64, values: ArrayParameter) -> Result<PyCoo> {
        coordinates(|| self.0.with_diagonal(k, values.get().array()))
    }

    fn kron(&self, other: &PyCoo) -> Result<PyCoo> {
        coordinates(|| self.0.kron(&other.0))
    }
}

/// A matrix by diagonals. Its methods are those of the crate's `Dia`.
#[pyclass(frozen, name = "Dia", module = "cuprust._core._sparse")]
struct PyDia(Dia);

fn diagonals(call: impl FnOnce() -> cuprust::Result<Dia>) -> Result<PyDia> {
    caught(call).map(PyDia)
}

#[pymethods]
impl PyDia {
    #[new]
    fn new(data: ArrayParameter, offsets: Vec<i64>, shape: [i64; 2]) -> Result<PyDia> {
        diagonals(|| Dia::new(data.get().array(), &offsets, shape))
    }

    #[staticmethod]
    fn of_rows(rows: &PyCsr) -> Result<PyDia> {
        diagonals(|| Dia::from_csr(&rows.0))
    }

    #[staticmethod]
    fn of_diagonals(
        lines: Vec<Bound<'_, NdArray>>,
        offsets: Vec<i64>,
        shape: Option<[i64; 2]>,
        dtype: Option<&Bound<'_, PyAny>>,
    ) -> Result<PyDia> {
        let dtype = dtype_of(dtype)?;
        let lines: Vec<Array> = lines.iter().map(|line| line.get().array().clone()).collect();
        diagonals(|| Dia::from_diagonals(&lines, &offsets, shape, dtype))
    }

    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> Result<Bound<'py, NdArray>> {
        bound(py, self.0.data().clone(), None)
    }

    #[getter]
    fn offsets(&self) -> Vec<i64> {
        self.0.offsets().to_vec()
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
        AnyDType(self.0.data().dtype())
    }

    fn to_rows(&self) -> Result<PyCsr> {
        caught(|| self.0.to_csr()).map(PyCsr)
    }

    fn with_data(&self, data: ArrayParameter) -> Result<PyDia> {
        diagonals(|| self.0.with_data(data.get().array()))
    }

    fn stored<'py>(&self, py: Python<'py>) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.stored())
    }

    fn product<'py>(&self, py: Python<'py>, dense: ArrayParameter) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.product(dense.get().array()))
    }

    fn transpose(&self) -> Result<PyDia> {
        diagonals(|| self.0.transpose())
    }

    fn diagonal<'py>(&self, py: Python<'py>, k: i64) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.diagonal(k))
    }

    fn with_diagonal(&self, k: i64, values: ArrayParameter) -> Result<PyDia> {
        diagonals(|| self.0.with_diagonal(k, values.get().array()))
    }

    fn add(&self, other: &PyDia, subtract: bool) -> Result<PyDia> {
        diagonals(|| self.0.add(&other.0, subtract))
    }

    fn multiply(&self, other: &PyDia) -> Result<PyDia> {
        diagonals(|| self.0.multiply(&other.0))
    }

    fn multiply_array(&self, other: ArrayParameter) -> Result<PyDia> {
        diagonals(|| self.0.multiply_array(other.get().array()))
    }
}

/// Adds the classes to the module `_sparse`.
pub(crate) fn register(sparse: &Bound<'_, PyModule>) -> PyResult<()> {
    sparse.add_class::<PyCoo>()?;
    sparse.add_class::<PyDia>()
}
