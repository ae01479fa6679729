//! Choosing and comparing: `where`, `clip`, `isclose`, `round` and their kin; and products of matrices and running sums.

use cuprust::{Argument, Array, Bounds, DType, indexing, linalg};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::arguments::extract_argument::DefaultOf;
use crate::array::NdArray;
use crate::convert::{from_any, integer};
use crate::creation::WeakScalar;
use crate::dtype::numpy;
use crate::error::{Failure, Result, caught, type_error, value_error};
use crate::object::object;
use crate::operand::{ArrayLike, Arrays, Operand, is_numpy, unsupported};
use crate::operand::{MaybeOut, give, target};

/// An operand that may not be foreign, as the crate takes it.
fn argument<'a>(operand: &'a Operand<'_>, what: &str) -> Result<Argument<'a>> {
    operand
        .argument()
        .ok_or_else(|| type_error(format!("{what} must be an array or a number: convert it with asarray first")))
}

/// The first choice where a condition is true, and the second elsewhere.
#[pyfunction]
#[pyo3(signature = (condition, x=None, y=None))]
fn r#where(
    py: Python<'_>,
    condition: ArrayLike<'_>,
    x: Option<Operand<'_>>,
    y: Option<Operand<'_>>,
) -> Result<Py<PyAny>> {
    match (x, y) {
        (Some(x), Some(y)) => {
            let (x, y) = (argument(&x, "x")?, argument(&y, "y")?);
            object(py, caught(|| indexing::where_(&condition, x, y))?)
        }
        (None, None) => places(py, &condition),
        _ => Err(value_error("either both or neither of x and y should be given")),
    }
}

/// Of several arrays, the element of the first whose condition is true; the default where none is.
#[pyfunction]
#[pyo3(signature = (condlist, choicelist, default=0))]
fn select(condlist: Arrays<'_>, choicelist: Arrays<'_>, default: WeakScalar) -> Result<NdArray> {
    caught(|| indexing::select(&condlist.arrays(), &choicelist.arrays(), default.0)).map(NdArray::new)
}

/// The indices of the elements that are not zero, an array for each axis.
#[pyfunction]
fn nonzero(py: Python<'_>, a: ArrayLike<'_>) -> Result<Py<PyAny>> {
    places(py, &a)
}

/// The positions of the elements that are not zero, in the flattened array.
#[pyfunction]
fn flatnonzero(py: Python<'_>, a: ArrayLike<'_>) -> Result<NdArray> {
    py.detach(|| caught(|| cuprust::indexing::flat_places(&a))).map(NdArray::new)
}

/// What `nonzero` gives of an array.
pub(crate) fn places(py: Python<'_>, array: &Array) -> Result<Py<PyAny>> {
    let found = py.detach(|| caught(|| cuprust::indexing::nonzero(array)))?;
    let found = found.into_iter().map(|axis| object(py, axis)).collect::<Result<Vec<_>>>()?;
    Ok(PyTuple::new(py, found)?.into_any().unbind())
}

/// Indices as an argument: an integer or an array of integers; lists become int64, as NumPy converts them, and so do NumPy's
/// arrays.
pub(crate) struct Indices(Array);

impl Indices {
    /// The indices themselves, which are waited for.
    ///
    /// # Errors
    /// A type error for what is not integers, a value error for more axes than one.
    pub(crate) fn numbers(&self, py: Python<'_>) -> Result<Vec<i64>> {
        if !self.0.dtype().is_integer() {
            return Err(type_error(format!("indices must be integers, not {}", self.0.dtype())));
        }
        if self.0.ndim() != 1 {
            return Err(value_error("indices must have one axis"));
        }
        let indices = caught(|| self.0.astype(DType::I64))?;
        py.detach(|| caught(|| indices.to_vec::<i64>()))
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Indices {
    type Error = Failure;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Indices> {
        let typed = object.is_instance_of::<NdArray>()
            || is_numpy(&object)?
            || object.is_instance(numpy(object.py())?.generic.bind(object.py()))?;
        from_any(&object, if typed { None } else { Some(DType::I64) }).map(Indices)
    }
}

/// What becomes of an index out of range, as an argument: NumPy's names and their numbers.
#[derive(Clone, Copy)]
pub(crate) struct Mode(Bounds);

impl DefaultOf<Mode> for &'static str {
    fn argument(self) -> Mode {
        Mode(Bounds::from_name(self).expect("a signature's default is one of the three names"))
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Mode {
    type Error = Failure;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Mode> {
        if object.is_none() {
            return Ok(Mode(Bounds::Raise));
        }
        if let Ok(name) = object.cast::<PyString>() {
            let name = name.to_string_lossy();
            return Bounds::from_name(&name).map(Mode).ok_or_else(|| {
                value_error(format!("clipmode must be one of 'clip', 'raise', or 'wrap' (got '{name}')"))
            });
        }
        // NumPy's numbers are those of its enumeration NPY_CLIPMODE.
        match integer(&object)? {
            0 => Ok(Mode(Bounds::Clip)),
            1 => Ok(Mode(Bounds::Wrap)),
            2 => Ok(Mode(Bounds::Raise)),
            other => Err(type_error(format!("clipmode must be 0 (clip), 1 (wrap) or 2 (raise), not {other}"))),
        }
    }
}

/// The elements at places along an axis, or of the flattened array. An index out of range is an error, wraps around, or is
/// the nearest one in range, as the mode says.
#[pyfunction]
#[pyo3(signature = (a, indices, axis=None, out=None, mode="raise"))]
fn take(
    py: Python<'_>,
    a: ArrayLike<'_>,
    indices: Indices,
    axis: Option<i64>,
    out: MaybeOut<'_>,
    mode: Mode,
) -> Result<Py<PyAny>> {
    taken(py, &a, &indices, axis, out, mode)
}

/// The elements of an array that `take` takes.
pub(crate) fn taken(
    py: Python<'_>,
    array: &Array,
    indices: &Indices,
    axis: Option<i64>,
    out: MaybeOut<'_>,
    mode: Mode,
) -> Result<Py<PyAny>> {
    let result = caught(|| cuprust::indexing::take(array, &indices.0, axis, mode.0, target(&out)))?;
    give(py, result, out)
}

/// Whether an object is an array of complex numbers, or a complex number.
#[pyfunction]
fn iscomplexobj(x: &Bound<'_, PyAny>) -> Result<bool> {
    match x.cast::<NdArray>() {
        Ok(array) => Ok(array.get().array().dtype().is_complex()),
        Err(_) if is_numpy(x)? => Err(unsupported(x)),
        Err(_) => Ok(from_any(x, None)?.dtype().is_complex()),
    }
}

/// Whether an object is not an array of complex numbers, nor a complex number.
#[pyfunction]
fn isrealobj(x: &Bound<'_, PyAny>) -> Result<bool> {
    Ok(!iscomplexobj(x)?)
}

/// The vector 2-norm over axes: the square root of the sum of squared absolute values.
#[pyfunction]
#[pyo3(name = "_norm", signature = (x, axis=None, keepdims=false))]
fn norm(x: ArrayLike<'_>, axis: crate::convert::AxesArgument, keepdims: bool) -> Result<NdArray> {
    caught(|| linalg::norm(&x, axis.0.as_deref(), keepdims)).map(NdArray::new)
}

/// Adds the functions of this chapter to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($name:ident)*) => { $( module.add_function(wrap_pyfunction!($name, module)?)?; )* };
    }
    // `where` and `clip` are rows too; these functions have NumPy's signatures and stand in their places.
    module.add_function(wrap_pyfunction!(r#where, module)?)?;
    add!(select take nonzero flatnonzero iscomplexobj isrealobj norm);
    Ok(())
}
