//! New arrays, from whatever Python has and by rule: `array`, `zeros`, `arange`, `linspace` and their kin.

use cuprust::creation::{self, Grid, num as elements, shape as of_shape, span};
use cuprust::{Array, DType, Device, MOST_AXES, Value};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::extract_argument::DefaultOf;
use crate::array::NdArray;
use crate::convert::{Order, Shape, download, from_any, integer, is_in, ordered_copy};
use crate::device::{AnyDevice, MaybeDevice, chosen, with_current};
use crate::dtype::{AnyDType, MaybeDType, Stored, given, numpy, to_numpy};
use crate::error::{Result, caught, type_error, value_error};
use crate::number::{Number, number, to_python};
use crate::object::object;
use crate::operand::{ArrayLike, Source, unsupported};
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
        return crate::object::bound(object.py(), NdArray::new(made));
    }
    let made = with_current(device, || as_array(object, dtype, order, copy))?;
    if made.get().array().device() == device {
        return Ok(made);
    }
    // What exports memory of a device stays there until it is asked for elsewhere.
    let moved = caught(|| made.get().array().to_device(device))?;
    crate::object::bound(object.py(), NdArray::new(moved))
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
        return crate::object::bound(py, NdArray::new(copied));
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
        return crate::object::bound(py, NdArray::new(array));
    }
    // What others lend read-only stays so: the lender is the base, of which no view can be made writable.
    crate::object::bound(py, NdArray::with_base(array, object.clone().unbind()))
}

/// An array whose elements are not set.
pub(crate) fn empty_array(shape: &[i64], dtype: Option<DType>, order: Order, device: MaybeDevice) -> Result<Array> {
    let device = chosen(device)?;
    caught(|| creation::empty(of_shape(shape).dtype(dtype).on(device).order(order.into())))
}

/// An array made in C order, or made reversed and turned where Fortran order is asked for.
pub(crate) fn in_order(
    shape: &[i64],
    order: Order,
    make: impl FnOnce(&[i64]) -> cuprust::Result<Array>,
) -> Result<Array> {
    if order != Order::Fortran {
        return caught(|| make(shape));
    }
    let reversed: Vec<i64> = shape.iter().rev().copied().collect();
    caught(|| Ok(make(&reversed)?.t()))
}

/// An array of a shape whose elements are not set.
#[pyfunction]
#[pyo3(signature = (shape, dtype=None, order="C", *, device=None))]
fn empty(shape: Shape, dtype: MaybeDType, order: Order, device: MaybeDevice) -> Result<NdArray> {
    empty_array(&shape.0, given(dtype), order, device).map(NdArray::new)
}

/// An array of zeros.
#[pyfunction]
#[pyo3(signature = (shape, dtype=None, order="C", *, device=None))]
fn zeros(shape: Shape, dtype: MaybeDType, order: Order, device: MaybeDevice) -> Result<NdArray> {
    let device = chosen(device)?;
    caught(|| creation::zeros(of_shape(shape.0).dtype(given(dtype)).on(device).order(order.into()))).map(NdArray::new)
}

/// An array of ones.
#[pyfunction]
#[pyo3(signature = (shape, dtype=None, order="C", *, device=None))]
fn ones(shape: Shape, dtype: MaybeDType, order: Order, device: MaybeDevice) -> Result<NdArray> {
    let device = chosen(device)?;
    caught(|| creation::ones(of_shape(shape.0).dtype(given(dtype)).on(device).order(order.into()))).map(NdArray::new)
}

/// An array of one value, or of an array's values repeated to the shape.
#[pyfunction]
#[pyo3(signature = (shape, fill_value, dtype=None, order="C", *, device=None))]
fn full(
    shape: Shape,
    fill_value: &Bound<'_, PyAny>,
    dtype: MaybeDType,
    order: Order,
    device: MaybeDevice,
) -> Result<NdArray> {
    let device = chosen(device)?;
    let shape = of_shape(shape.0).on(device).order(order.into());
    if let Some(number) = number(fill_value.as_borrowed())? {
        let scalar = match given(dtype) {
            Some(dtype) => number.to(dtype)?,
            None => number.alone()?,
        };
        return caught(|| creation::full(shape, scalar)).map(NdArray::new);
    }
    let value = from_any(fill_value, given(dtype))?;
    caught(|| creation::full(shape, &value.to_device(device)?)).map(NdArray::new)
}

/// A number as an argument.
pub(crate) struct WeakScalar(pub Value);

impl<'a, 'py> FromPyObject<'a, 'py> for WeakScalar {
    type Error = crate::error::Failure;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<WeakScalar> {
        match number(object)? {
            Some(Number::Weak(value)) => Ok(WeakScalar(value)),
            Some(Number::Strong(scalar)) => Ok(WeakScalar(scalar.value())),
            None => match object.cast::<NdArray>() {
                Ok(array) if array.get().array().ndim() == 0 => {
                    Ok(WeakScalar(crate::operators::element(object.py(), array.get().array())?.value()))
                }
                _ => Err(unsupported(&object)),
            },
        }
    }
}

impl DefaultOf<WeakScalar> for i64 {
    fn argument(self) -> WeakScalar {
        WeakScalar(Value::Int(self.into()))
    }
}

/// `start`, `start + step`, .. up to but without `stop`; up to the first argument alone, from zero.
#[pyfunction]
#[pyo3(signature = (start, stop=None, step=None, dtype=None, *, device=None))]
fn arange(
    start: WeakScalar,
    stop: Option<WeakScalar>,
    step: Option<WeakScalar>,
    dtype: MaybeDType,
    device: MaybeDevice,
) -> Result<NdArray> {
    let (start, stop) = match stop {
        Some(stop) => (start.0, stop.0),
        None => (Value::Int(0), start.0),
    };
    let step = step.map_or(Value::Int(1), |step| step.0);
    if matches!((start, stop, step), (Value::Int(_) | Value::Bool(_), Value::Int(_) | Value::Bool(_), Value::Int(0))) {
        return Err(pyo3::exceptions::PyZeroDivisionError::new_err("arange: the step must not be zero").into());
    }
    let device = chosen(device)?;
    caught(|| creation::arange(span((start, stop, step)).dtype(given(dtype)).on(device))).map(NdArray::new)
}

/// Numbers spaced evenly from `start` to `stop`; with the step between them where `retstep` asks for it.
#[pyfunction]
#[pyo3(signature = (start, stop, num=50, endpoint=true, retstep=false, dtype=None, axis=0, *, device=None))]
#[allow(clippy::too_many_arguments)]
fn linspace(
    py: Python<'_>,
    start: WeakScalar,
    stop: WeakScalar,
    num: i64,
    endpoint: bool,
    retstep: bool,
    dtype: MaybeDType,
    axis: i64,
    device: MaybeDevice,
) -> Result<Py<PyAny>> {
    only_axis(axis)?;
    let device = chosen(device)?;
    let spacing = elements(num).endpoint(endpoint).dtype(given(dtype)).on(device);
    let (array, step) = caught(|| creation::linspace_with_step(start.0, stop.0, spacing))?;
    if !retstep {
        return object(py, array);
    }
    let pair = PyTuple::new(py, [object(py, array)?, to_python(py, step)?.unbind()])?;
    Ok(pair.into_any().unbind())
}

fn only_axis(axis: i64) -> Result<()> {
    if axis == 0 || axis == -1 {
        return Ok(());
    }
    Err(cuprust::Error::axis(format!("axis {axis} is out of bounds for array of dimension 1")).into())
}

/// Numbers spaced evenly on a logarithmic scale, from `base ** start` to `base ** stop`.
#[pyfunction]
#[pyo3(signature = (start, stop, num=50, endpoint=true, base=10.0, dtype=None, axis=0))]
fn logspace(
    start: WeakScalar,
    stop: WeakScalar,
    num: i64,
    endpoint: bool,
    base: f64,
    dtype: MaybeDType,
    axis: i64,
) -> Result<NdArray> {
    only_axis(axis)?;
    let spacing = elements(num).endpoint(endpoint).dtype(given(dtype)).base(base);
    caught(|| creation::logspace(start.0, stop.0, spacing)).map(NdArray::new)
}

/// Numbers each of which is a constant multiple of the one before, from `start` to `stop`.
#[pyfunction]
#[pyo3(signature = (start, stop, num=50, endpoint=true, dtype=None, axis=0))]
fn geomspace(
    start: WeakScalar,
    stop: WeakScalar,
    num: i64,
    endpoint: bool,
    dtype: MaybeDType,
    axis: i64,
) -> Result<NdArray> {
    only_axis(axis)?;
    let spacing = elements(num).endpoint(endpoint).dtype(given(dtype));
    caught(|| creation::geomspace(start.0, stop.0, spacing)).map(NdArray::new)
}

/// A matrix with ones on a diagonal and zeros elsewhere.
#[pyfunction]
#[pyo3(signature = (N, M=None, k=0, dtype=None, order="C", *, device=None))]
#[allow(non_snake_case)]
fn eye(N: i64, M: Option<i64>, k: i64, dtype: MaybeDType, order: Order, device: MaybeDevice) -> Result<NdArray> {
    let shape = of_shape((N, M.unwrap_or(N))).dtype(given(dtype)).on(chosen(device)?).order(order.into());
    caught(|| creation::eye(shape.k(k))).map(NdArray::new)
}

/// The square matrix with ones on the diagonal.
#[pyfunction]
#[pyo3(signature = (n, dtype=None))]
fn identity(n: i64, dtype: MaybeDType) -> Result<NdArray> {
    caught(|| creation::identity(of_shape(n).dtype(given(dtype)))).map(NdArray::new)
}

/// A matrix with ones at and below a diagonal.
#[pyfunction]
#[pyo3(signature = (N, M=None, k=0, dtype=None))]
#[allow(non_snake_case)]
fn tri(N: i64, M: Option<i64>, k: i64, dtype: MaybeDType) -> Result<NdArray> {
    caught(|| creation::tri(of_shape((N, M.unwrap_or(N))).dtype(given(dtype)).k(k))).map(NdArray::new)
}

/// The lower triangle of the last two axes, with zeros above it.
#[pyfunction]
#[pyo3(signature = (m, k=0))]
fn tril(m: ArrayLike<'_>, k: i64) -> Result<NdArray> {
    caught(|| m.tril(k)).map(NdArray::new)
}

/// The upper triangle of the last two axes, with zeros below it.
#[pyfunction]
#[pyo3(signature = (m, k=0))]
fn triu(m: ArrayLike<'_>, k: i64) -> Result<NdArray> {
    caught(|| m.triu(k)).map(NdArray::new)
}

/// The diagonal of a matrix, or the matrix with a vector on its diagonal.
#[pyfunction]
#[pyo3(signature = (v, k=0))]
fn diag<'py>(v: Source<'py>, k: i64) -> Result<Bound<'py, NdArray>> {
    NdArray::from_view(caught(|| v.array().diag(k))?, &v.0)
}

/// The matrix with an array's elements on its diagonal.
#[pyfunction]
#[pyo3(signature = (v, k=0))]
fn diagflat(v: ArrayLike<'_>, k: i64) -> Result<NdArray> {
    caught(|| v.diagflat(k)).map(NdArray::new)
}

/// The coordinates of a grid, from the vectors along its axes.
#[pyfunction]
#[pyo3(signature = (*xi, indexing="xy", sparse=false, copy=true))]
fn meshgrid<'py>(
    py: Python<'py>,
    xi: &Bound<'py, PyTuple>,
    indexing: &str,
    sparse: bool,
    copy: bool,
) -> Result<Bound<'py, pyo3::types::PyList>> {
    let grid = match indexing {
        "xy" => Grid::xy(),
        "ij" => Grid::ij(),
        _ => return Err(value_error("Valid values for `indexing` are 'xy' and 'ij'.")),
    };
    let vectors = crate::operand::Arrays::extract(xi.as_any().as_borrowed())?;
    let grids = caught(|| creation::meshgrid(&vectors.arrays(), grid.sparse(sparse).copy(copy)))?;
    let objects = grids.into_iter().map(|grid| object(py, grid)).collect::<Result<Vec<_>>>()?;
    Ok(pyo3::types::PyList::new(py, objects)?)
}

/// The index of each element of a grid, along each axis.
#[pyfunction]
#[pyo3(signature = (dimensions, dtype=None))]
fn indices(dimensions: Shape, dtype: MaybeDType) -> Result<NdArray> {
    caught(|| creation::indices(of_shape(dimensions.0).dtype(given(dtype)))).map(NdArray::new)
}

/// A copy of an array in memory of its own.
#[pyfunction]
#[pyo3(signature = (a, order="K"))]
fn copy(a: ArrayLike<'_>, order: Order) -> Result<NdArray> {
    ordered_copy(&a, a.dtype(), order).map(NdArray::new)
}

/// The elements converted to a dtype.
#[pyfunction]
#[pyo3(signature = (x, dtype, /, *, copy=true))]
fn astype<'py>(x: Bound<'py, NdArray>, dtype: AnyDType, copy: bool) -> Result<Bound<'py, NdArray>> {
    if !copy && x.get().array().dtype() == dtype.0 {
        return Ok(x);
    }
    crate::object::bound(x.py(), NdArray::new(ordered_copy(x.get().array(), dtype.0, Order::Keep)?))
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

/// An integer, from whatever has an index; for arguments that NumPy takes as such.
pub(crate) fn count(object: &Bound<'_, PyAny>) -> Result<i64> {
    integer(object).map_err(|_| type_error("an integer is required"))
}

/// Adds the functions of this chapter to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($name:ident)*) => { $( module.add_function(wrap_pyfunction!($name, module)?)?; )* };
    }
    add!(array asarray asanyarray ascontiguousarray asfortranarray empty zeros ones full arange linspace logspace geomspace eye identity tri tril triu diag diagflat meshgrid indices copy astype
         asnumpy fromiter frombuffer fromfunction);
    Ok(())
}
