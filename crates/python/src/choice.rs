//! Choosing and comparing: `where`, `clip`, `isclose`, `round` and their kin; and products of matrices and running sums.

use cuprust::{Array, DType, linalg};
use pyo3::prelude::*;

use crate::array::NdArray;
use crate::convert::from_any;
use crate::dtype::numpy;
use crate::error::{Failure, Result, caught, type_error, value_error};
use crate::operand::{ArrayLike, is_numpy, unsupported};

/// Indices as an argument: an integer or an array of integers; lists become int64, as NumPy converts them, and so do NumPy's
/// arrays.
pub(crate) struct Indices(pub Array);

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

/// Whether two arrays share memory, as far as their bounds tell.
#[pyfunction]
#[pyo3(signature = (a, b, max_work=None))]
fn may_share_memory(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, max_work: Option<&Bound<'_, PyAny>>) -> Result<bool> {
    let _ = max_work;
    let (Ok(a), Ok(b)) = (a.cast::<NdArray>(), b.cast::<NdArray>()) else { return Ok(false) };
    let (a, b) = (a.get().array(), b.get().array());
    let bytes = |array: &Array| {
        let size = array.dtype().size() as i64;
        array.layout().bounds().map(|(low, high)| (low * size, (high + 1) * size))
    };
    Ok(match (a.shares_storage(b), bytes(a), bytes(b)) {
        (true, Some((low, high)), Some((other_low, other_high))) => low < other_high && other_low < high,
        _ => false,
    })
}

/// Adds the functions of this chapter to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($name:ident)*) => { $( module.add_function(wrap_pyfunction!($name, module)?)?; )* };
    }
    add!(iscomplexobj isrealobj norm may_share_memory);
    Ok(())
}
