//! Conversion of arrays to NumPy's, and of objects that only Python has to arrays: `asnumpy`, `fromiter`, `frombuffer`,
//! `fromfunction`.

use cuprust::creation::{self, shape as of_shape};
use cuprust::{DType, Order};
use pyo3::intern;
use pyo3::prelude::*;

use crate::array::NdArray;
use crate::convert::{AnyOrder, Shape, download, from_any};
use crate::dtype::{AnyDType, MaybeDType, Stored, numpy, optional_dtype, to_numpy};
use crate::error::{Result, caught};
use crate::object::object;
use crate::overriding;
use crate::sequence::tuple;
use crate::stream::PyStream;

/// The elements as a NumPy array: of ours, or of whatever NumPy takes. Waits for them.
#[pyfunction]
#[pyo3(
    signature = (a, stream=None, order=AnyOrder(Order::C), out=None, *, blocking=true),
    text_signature = "(a, stream=None, order='C', out=None, *, blocking=True)"
)]
fn asnumpy<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    stream: Option<&Bound<'py, PyAny>>,
    order: AnyOrder,
    out: Option<&Bound<'py, PyAny>>,
    blocking: bool,
) -> Result<Bound<'py, PyAny>> {
    let _ = blocking;
    PyStream::check(stream)?;
    if let Ok(array) = a.cast::<NdArray>() {
        return download(py, array.get().array(), order.0, out);
    }
    if let Some(method) = a.getattr_opt(intern!(py, "__cupy_get_ndarray__"))?
        && let Ok(array) = method.call0()?.cast::<NdArray>()
    {
        return download(py, array.get().array(), order.0, out);
    }
    let array = match overriding::reduction(a, "get") {
        Some(get) => get?.call0()?,
        None => numpy(py)?.asarray.bind(py).call1((a,))?,
    };
    match out {
        Some(out) => {
            out.set_item(py.Ellipsis(), array)?;
            Ok(out.clone())
        }
        None => Ok(array),
    }
}

/// A one-dimensional array of an iterable's numbers.
#[pyfunction]
#[pyo3(signature = (iter, dtype, count=-1), text_signature = "(iter, dtype, count=-1)")]
fn fromiter<'py>(py: Python<'py>, iter: &Bound<'py, PyAny>, dtype: AnyDType, count: i64) -> Result<NdArray> {
    let made = py.import("numpy")?.call_method1("fromiter", (iter, dtype, count))?;
    from_any(&made, None).map(NdArray::new)
}

/// An array of a buffer's bytes read as a dtype, in whichever order of bytes that names, copied.
#[pyfunction]
#[pyo3(signature = (buffer, dtype=None, count=-1, offset=0), text_signature = "(buffer, dtype=None, count=-1, offset=0)")]
fn frombuffer(buffer: &Bound<'_, PyAny>, dtype: Option<Stored<'_>>, count: i64, offset: i64) -> Result<NdArray> {
    let py = buffer.py();
    let dtype = dtype.map_or_else(|| to_numpy(py, DType::F64), |stored| Ok(stored.numpys))?;
    let made = numpy(py)?.frombuffer.bind(py).call1((buffer, dtype, count, offset))?;
    from_any(&made, None).map(NdArray::new)
}

/// An array whose elements are a function of their coordinates, which is called once with arrays of these.
#[pyfunction]
#[pyo3(signature = (function, shape, *, dtype=None, **kwargs))]
fn fromfunction<'py>(
    py: Python<'py>,
    function: &Bound<'py, PyAny>,
    shape: Shape,
    dtype: MaybeDType,
    kwargs: Option<&Bound<'py, pyo3::types::PyDict>>,
) -> Result<Bound<'py, PyAny>> {
    let grid = caught(|| creation::indices(of_shape(shape.0).dtype(optional_dtype(dtype).unwrap_or(DType::F64))))?;
    let axes = (0..grid.shape()[0]).map(|axis| object(py, grid.at(axis)?));
    let axes = tuple(py, axes.collect::<Result<Vec<_>>>()?)?;
    Ok(function.call(axes, kwargs)?)
}

/// Adds the functions of this chapter to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($name:ident)*) => { $( module.add_function(wrap_pyfunction!($name, module)?)?; )* };
    }
    add!(asnumpy fromiter frombuffer fromfunction);
    Ok(())
}
