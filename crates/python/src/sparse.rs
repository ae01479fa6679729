//! Sparse matrices by rows, for the classes of `cuprust.scipy.sparse`.

use cuprust::Array;
use cuprust::linalg::{MatrixNorm, VectorNorm};
use cuprust_scipy::sparse::linalg;
use cuprust_scipy::sparse::{Csr, Elimination, Form, Half, Lu, Ordering};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::array::NdArray;
use crate::dtype::{AnyDType, from_python};
use crate::error::{Failure, Result, caught, value_error};
use crate::object::bound;

/// A matrix by its rows. Its methods are those of the crate's `Csr`.
#[pyclass(frozen, name = "Csr", module = "cuprust._core._sparse")]
pub(crate) struct PyCsr(pub(crate) Csr);

type ArrayParameter<'a, 'py> = &'a Bound<'py, NdArray>;

fn made(call: impl FnOnce() -> cuprust::Result<Csr>) -> Result<PyCsr> {
    caught(call).map(PyCsr)
}

fn array<'py>(py: Python<'py>, call: impl FnOnce() -> cuprust::Result<Array>) -> Result<Bound<'py, NdArray>> {
    bound(py, caught(call)?, None)
}

#[pymethods]
impl PyCsr {
    #[new]
    fn new(data: ArrayParameter, indices: ArrayParameter, indptr: ArrayParameter, shape: [i64; 2]) -> Result<PyCsr> {
        made(|| Csr::new(data.get().array(), indices.get().array(), indptr.get().array(), shape))
    }

    #[staticmethod]
    fn of_coordinates(
        data: ArrayParameter,
        rows: ArrayParameter,
        columns: ArrayParameter,
        shape: [i64; 2],
    ) -> Result<PyCsr> {
        made(|| Csr::from_coordinates(data.get().array(), rows.get().array(), columns.get().array(), shape))
    }

    #[staticmethod]
    fn of_dense(dense: ArrayParameter) -> Result<PyCsr> {
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

    fn with_data(&self, data: ArrayParameter) -> Result<PyCsr> {
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

    fn product<'py>(&self, py: Python<'py>, dense: ArrayParameter) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.product(dense.get().array()))
    }

    fn multiply_intersection(&self, other: &PyCsr) -> Result<Option<PyCsr>> {
        Ok(caught(|| self.0.multiply_intersection(&other.0))?.map(PyCsr))
    }

    fn transposed_product<'py>(&self, py: Python<'py>, dense: ArrayParameter) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.transposed_product(dense.get().array()))
    }

    fn multiply(&self, other: &PyCsr) -> Result<PyCsr> {
        made(|| self.0.multiply(&other.0))
    }

    fn add(&self, other: &PyCsr, subtract: bool) -> Result<PyCsr> {
        made(|| self.0.add(&other.0, subtract))
    }

    fn matrix_power(&self, exponent: u64) -> Result<PyCsr> {
        made(|| self.0.matrix_power(exponent))
    }

    /// `order` is a number as NumPy has it; without it the norm is Frobenius's.
    fn norm<'py>(&self, py: Python<'py>, order: Option<f64>) -> Result<Bound<'py, NdArray>> {
        let norm = caught(|| order.map_or(Ok(MatrixNorm::Frobenius), MatrixNorm::from_order))?;
        array(py, || linalg::norm(&self.0, norm))
    }

    fn vector_norms<'py>(&self, py: Python<'py>, axis: usize, order: f64) -> Result<Bound<'py, NdArray>> {
        array(py, || linalg::vector_norms(&self.0, axis, VectorNorm::from_order(order)))
    }

    fn without_zeros(&self) -> Result<PyCsr> {
        made(|| self.0.without_zeros())
    }

    fn sum_along<'py>(&self, py: Python<'py>, axis: usize, dtype: AnyDType) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.sum_along(axis, dtype.0))
    }

    fn select_rows(&self, numbers: ArrayParameter) -> Result<PyCsr> {
        made(|| self.0.select_rows(numbers.get().array()))
    }

    fn values_at<'py>(
        &self,
        py: Python<'py>,
        numbers: ArrayParameter,
        columns: ArrayParameter,
    ) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.values_at(numbers.get().array(), columns.get().array()))
    }

    fn reshape(&self, shape: [i64; 2]) -> Result<PyCsr> {
        made(|| self.0.reshape(shape))
    }

    fn extremes<'py>(&self, py: Python<'py>, largest: bool, explicit: bool) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.extremes(largest, explicit))
    }

    fn merged(&self) -> Result<PyCsr> {
        made(|| self.0.merged())
    }

    fn lines(&self, axis: Option<i64>) -> Result<PyCsr> {
        made(|| self.0.lines(axis))
    }

    fn columns_of_extremes<'py>(&self, py: Python<'py>, largest: bool) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.columns_of_extremes(largest))
    }

    /// `function` is called with an array of each matrix.
    #[staticmethod]
    fn union(sides: Vec<PyRef<'_, PyCsr>>, function: &Bound<'_, PyAny>) -> Result<PyCsr> {
        let py = function.py();
        let sides: Vec<&Csr> = sides.iter().map(|side| &side.0).collect();
        let call = |values: &[Array]| -> Result<Array> {
            let values = values.iter().map(|values| bound(py, values.clone(), None)).collect::<Result<Vec<_>>>()?;
            let result = function.call1(PyTuple::new(py, values)?)?;
            Ok(result.cast::<NdArray>()?.get().array().clone())
        };
        made(|| Csr::union(&sides, |values| call(values).map_err(Failure::into_error)))
    }

    fn multiply_array(&self, other: ArrayParameter) -> Result<PyCsr> {
        made(|| self.0.multiply_array(other.get().array()))
    }

    fn with_elements(&self, row: ArrayParameter, column: ArrayParameter, values: ArrayParameter) -> Result<PyCsr> {
        made(|| self.0.with_elements(row.get().array(), column.get().array(), values.get().array()))
    }

    fn select(&self, numbers: Option<ArrayParameter>, columns: Option<ArrayParameter>) -> Result<PyCsr> {
        let [numbers, columns] = [numbers, columns].map(|array| array.map(|array| array.get().array()));
        made(|| self.0.select(numbers, columns))
    }

    fn diagonal<'py>(&self, py: Python<'py>, k: i64) -> Result<Bound<'py, NdArray>> {
        array(py, || self.0.diagonal(k))
    }

    fn factor_transposed(&self, ordering: &str, threshold: f64, drop: f64) -> Result<PyLu> {
        let ordering = match ordering {
            "NATURAL" => Ordering::Natural,
            "COLAMD" | "MMD_ATA" => Ordering::Columns,
            "MMD_AT_PLUS_A" => Ordering::Symmetric,
            _ => return Err(value_error("invalid value for 'ColPerm' parameter")),
        };
        let lu = caught(|| self.0.factor_transposed(Elimination { ordering, threshold, drop }))?;
        Ok(PyLu { lu, shape: self.0.shape().into() })
    }

    fn solve_triangle<'py>(
        &self,
        py: Python<'py>,
        b: ArrayParameter,
        lower: bool,
        unit: bool,
        trans: &str,
    ) -> Result<Bound<'py, NdArray>> {
        let half = Half { lower, unit, form: form(trans)? };
        array(py, || self.0.solve_triangle(b.get().array(), half))
    }

    fn incomplete_factors(&self) -> Result<PyCsr> {
        made(|| self.0.incomplete_factors())
    }
}

fn form(trans: &str) -> Result<Form> {
    match trans {
        "N" => Ok(Form::Plain),
        "T" => Ok(Form::Transposed),
        "H" => Ok(Form::Adjoint),
        _ => Err(value_error("trans must be N, T, or H")),
    }
}

/// The factors of a square matrix: ``L @ U`` is the matrix with its rows in the order `perm_r` and its columns in the
/// order `perm_c`.
///
/// What `cuprust.scipy.sparse.linalg.splu` gives.
#[pyclass(frozen, name = "SuperLU", module = "cuprust.scipy.sparse.linalg")]
struct PyLu {
    lu: Lu,
    /// The rows and columns of the matrix.
    #[pyo3(get)]
    shape: (i64, i64),
}

#[pymethods]
impl PyLu {
    /// The solution of a system for a vector or the columns of a matrix; with `trans` "T" by the transpose, with "H" by
    /// its conjugate.
    ///
    /// Raises ValueError for right sides of another extent, TypeError for such that the dtype of the factors does not
    /// hold.
    #[pyo3(signature = (rhs, trans="N"))]
    fn solve<'py>(&self, py: Python<'py>, rhs: ArrayParameter, trans: &str) -> Result<Bound<'py, NdArray>> {
        let form = form(trans)?;
        array(py, || self.lu.solve(rhs.get().array(), form))
    }

    /// How many elements the factors have together.
    #[getter]
    fn nnz(&self) -> i64 {
        self.lu.count()
    }

    /// The row of ``L @ U`` that each row of the matrix is.
    #[getter]
    fn perm_r<'py>(&self, py: Python<'py>) -> Result<Bound<'py, NdArray>> {
        array(py, || self.lu.rows())
    }

    /// The column of ``L @ U`` that each column of the matrix is.
    #[getter]
    fn perm_c<'py>(&self, py: Python<'py>) -> Result<Bound<'py, NdArray>> {
        array(py, || self.lu.columns())
    }

    /// The unit lower triangle, by columns.
    #[getter(L)]
    fn lower<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        by_columns(py, made(|| self.lu.lower())?)
    }

    /// The upper triangle, by columns.
    #[getter(U)]
    fn upper<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        by_columns(py, made(|| self.lu.upper())?)
    }
}

/// A matrix by columns, whose columns are these rows, as an object of Python's class.
fn by_columns(py: Python<'_>, rows: PyCsr) -> Result<Bound<'_, PyAny>> {
    let class = py.import("cuprust.scipy.sparse")?.getattr("csc_matrix")?;
    Ok(class.call_method1("_made", (Bound::new(py, rows)?,))?)
}

/// Adds the module `_sparse`.
pub(crate) fn register(sparse: &Bound<'_, PyModule>) -> PyResult<()> {
    sparse.add_class::<PyCsr>()?;
    sparse.add_class::<PyLu>()?;
    crate::sparse_formats::register(sparse)?;
    crate::iterative::register(sparse)
}
