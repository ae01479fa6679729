//! New arrays, from whatever Python has and by rule: `array`, `zeros`, `arange`, `linspace` and their kin.

use cuprust::creation::{self, shape as of_shape};
use cuprust::{Array, DType, Device, MOST_AXES};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::array::NdArray;
use crate::convert::{Order, Shape, download, from_any, is_in, ordered_copy};
use crate::device::{AnyDevice, MaybeDevice, chosen, with_current};
use crate::dtype::{AnyDType, MaybeDType, Stored, given, numpy, to_numpy};
use crate::error::{Result, caught, value_error};
use crate::object::object;
use crate::stream::PyStream;

/// An array of the elements of an object, copied.
#[pyfunction]
#[pyo3(signature = (obj, dtype=None, copy=true, order="K", subok=false, ndmin=0, *, blocking=false, device=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn array<'py>(
    obj: &Bound<'py, PyAny>,
    dtype: MaybeDType,
    copy: Option<bool>,
    order: Order,
    subok: bool,
    ndmin: i32,
    blocking: bool,
    device: MaybeDevice,
) -> Result<Bound<'py, NdArray>> {
    let _ = (subok, blocking);
    let ndmin = usize::try_from(ndmin).unwrap_or(0);
    if ndmin > MOST_AXES {
        return Err(value_error(format!("ndmin must be <= ndmax ({MOST_AXES})")));
    }
    let made = as_array_on(obj, given(dtype), order, copy, device)?;
    if made.get().array().ndim() >= ndmin {
        return Ok(made);
    }
    NdArray::from_view(made.get().array().at_least(ndmin), &made)
}

/// The object itself where it is an array of the dtype and order, else a new array of its elements.
#[pyfunction]
#[pyo3(signature = (a, dtype=None, order=None, *, copy=None, blocking=false, device=None))]
pub(crate) fn asarray<'py>(
    a: &Bound<'py, PyAny>,
    dtype: MaybeDType,
    order: Order,
    copy: Option<bool>,
    blocking: bool,
    device: MaybeDevice,
) -> Result<Bound<'py, NdArray>> {
    let _ = blocking;
    as_array_on(a, given(dtype), order, copy, device)
}

/// As `asarray`.
#[pyfunction]
#[pyo3(signature = (a, dtype=None, order=None, *, copy=None, blocking=false, device=None))]
pub(crate) fn asanyarray<'py>(
    a: &Bound<'py, PyAny>,
    dtype: MaybeDType,
    order: Order,
    copy: Option<bool>,
    blocking: bool,
    device: MaybeDevice,
) -> Result<Bound<'py, NdArray>> {
    asarray(a, dtype, order, copy, blocking, device)
}

/// An array in C order, of one axis at least: the object itself where it is one.
#[pyfunction]
#[pyo3(signature = (a, dtype=None))]
pub(crate) fn ascontiguousarray<'py>(a: &Bound<'py, PyAny>, dtype: MaybeDType) -> Result<Bound<'py, NdArray>> {
    at_least_one(as_array(a, given(dtype), Order::C, None)?)
}

/// An array in Fortran order, of one axis at least: the object itself where it is one.
#[pyfunction]
#[pyo3(signature = (a, dtype=None))]
pub(crate) fn asfortranarray<'py>(a: &Bound<'py, PyAny>, dtype: MaybeDType) -> Result<Bound<'py, NdArray>> {
    at_least_one(as_array(a, given(dtype), Order::Fortran, None)?)
}

fn at_least_one(array: Bound<'_, NdArray>) -> Result<Bound<'_, NdArray>> {
    if array.get().array().ndim() > 0 { Ok(array) } else { NdArray::from_view(array.get().array().at_least(1), &array) }
}

/// As `as_array`, on a device: the thread's, where none is given.
fn as_array_on<'py>(
    object: &Bound<'py, PyAny>,
    dtype: Option<DType>,
    order: Order,
    copy: Option<bool>,
    device: MaybeDevice,
) -> Result<Bound<'py, NdArray>> {
    // As CuPy, an array of another device is brought to the one where the thread makes arrays.
    let device = match device {
        Some(AnyDevice(device)) => device,
        None if object.is_instance_of::<NdArray>() => Device::current()?,
        None => return as_array(object, dtype, order, copy),
    };
    if let Ok(ours) = object.cast::<NdArray>()
        && ours.get().array().device() != device
    {
        if copy == Some(false) {
            return Err(value_error("Unable to avoid copy while creating an array on another device."));
        }
        let moved = caught(|| ours.get().array().to_device(device))?;
        let same = dtype.is_none_or(|dtype| dtype == moved.dtype()) && is_in(&moved, order);
        let made = if same { moved } else { ordered_copy(&moved, dtype.unwrap_or(moved.dtype()), order)? };
        return crate::object::bound(object.py(), made, None);
    }
    let made = with_current(device, || as_array(object, dtype, order, copy))?;
    if made.get().array().device() == device {
        return Ok(made);
    }
    // What exports memory of a device stays there until it is asked for elsewhere.
    let moved = caught(|| made.get().array().to_device(device))?;
    crate::object::bound(object.py(), moved, None)
}

fn as_array<'py>(
    object: &Bound<'py, PyAny>,
    dtype: Option<DType>,
    order: Order,
    copy: Option<bool>,
) -> Result<Bound<'py, NdArray>> {
    let py = object.py();
    if let Ok(ours) = object.cast::<NdArray>() {
        let array = ours.get().array();
        let same = dtype.is_none_or(|dtype| dtype == array.dtype()) && is_in(array, order);
        if same && copy != Some(true) {
            return Ok(ours.clone());
        }
        if !same && copy == Some(false) {
            return Err(value_error("Unable to avoid copy while creating an array as requested."));
        }
        let copied = ordered_copy(array, dtype.unwrap_or(array.dtype()), order)?;
        return crate::object::bound(py, copied, None);
    }
    if copy == Some(false) {
        return Err(value_error("Unable to avoid copy while creating an array as requested."));
    }
    let mut array = from_any(object, dtype)?;
    // What others lend is copied where a copy is asked for; what was made here is ours already.
    if !is_in(&array, order) || (copy == Some(true) && object.hasattr("__cuda_array_interface__")?) {
        array = ordered_copy(&array, array.dtype(), order)?;
    }
    if array.is_writable() {
        return crate::object::bound(py, array, None);
    }
    // What others lend read-only stays so: the lender is the base, of which no view can be made writable.
    crate::object::bound(py, array, Some(object.clone().unbind()))
}

/// An array whose elements are not set.
pub(crate) fn empty_array(shape: &[i64], dtype: Option<DType>, order: Order, device: MaybeDevice) -> Result<Array> {
    let device = chosen(device)?;
    caught(|| creation::empty(of_shape(shape).dtype(dtype).on(device).order(order.into())))
}

/// The elements as a NumPy array: of ours, or of whatever NumPy takes. Waits for them.
#[pyfunction]
#[pyo3(signature = (a, stream=None, order="C", out=None, *, blocking=true))]
fn asnumpy<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    stream: Option<&Bound<'py, PyAny>>,
    order: Order,
    out: Option<&Bound<'py, PyAny>>,
    blocking: bool,
) -> Result<Bound<'py, PyAny>> {
    let _ = blocking;
    PyStream::check(stream)?;
    if let Ok(array) = a.cast::<NdArray>() {
        return download(py, array.get().array(), order, out);
    }
    let array = numpy(py)?.asarray.bind(py).call1((a,))?;
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
    let grid = caught(|| creation::indices(of_shape(shape.0).dtype(given(dtype).unwrap_or(DType::F64))))?;
    let axes = (0..grid.shape()[0]).map(|axis| object(py, grid.at(axis)?));
    let axes = PyTuple::new(py, axes.collect::<Result<Vec<_>>>()?)?;
    Ok(function.call(axes, kwargs)?)
}

/// Adds the functions of this chapter to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($name:ident)*) => { $( module.add_function(wrap_pyfunction!($name, module)?)?; )* };
    }
    add!(array asarray asanyarray ascontiguousarray asfortranarray asnumpy fromiter frombuffer fromfunction);
    Ok(())
}
