//! Conversion of Python objects to arrays, and of arrays to NumPy's.

use cuprust::{Array, Casting, DType, Device, Dims, Join, MAX_AXES, Order, promote, shape_text};
use pyo3::exceptions::PyOverflowError;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyDict, PyList, PySequence, PySet, PyString, PyTuple};

use crate::array::NdArray;
use crate::dtype::{from_python, is_native, numpy, own_class, to_numpy};
use crate::error::{Failure, Result, caught, type_error, value_error};
use crate::foreign_memory;
use crate::number;
use crate::operand::is_numpy;
use crate::sequence::ints;

/// An array of an object's elements, on the thread's current device: the array itself if the object is one.
///
/// # Errors
/// A type error for elements of a dtype that cuprust does not have; NumPy's exception for objects that it cannot
/// convert.
pub(crate) fn from_any(object: &Bound<'_, PyAny>, dtype: Option<DType>) -> Result<Array> {
    from_nested(object, dtype, 0)
}

/// As [`from_any`], for an object at this depth in nested lists.
fn from_nested(object: &Bound<'_, PyAny>, dtype: Option<DType>, depth: usize) -> Result<Array> {
    if let Ok(array) = object.cast::<NdArray>() {
        let array = array.get().array();
        return cast(array.clone(), dtype);
    }
    let device = Device::current()?;
    if let Some(number) = number::number(object.as_borrowed())? {
        let scalar = match dtype {
            Some(dtype) => number.assigned(dtype)?,
            None => number.alone()?,
        };
        return caught(|| cuprust::creation::full(cuprust::shape(()).on(device), scalar));
    }
    let numpy = numpy(object.py())?;
    if is_numpy(object)? {
        return cast(upload(object, device)?, dtype);
    }
    if let Some(array) = foreign_memory::from_interface(object)? {
        return cast(array, dtype);
    }
    if let Some(method) = object.getattr_opt(intern!(object.py(), "__cupy_get_ndarray__"))? {
        let array = method.call0()?;
        return match array.cast::<NdArray>() {
            Ok(array) => cast(array.get().array().clone(), dtype),
            Err(_) => Err(type_error("__cupy_get_ndarray__ must return an array of cuprust")),
        };
    }
    if holds_arrays(object) {
        return stacked(object, dtype, depth + 1);
    }
    let options = match dtype {
        Some(dtype) => Some([("dtype", to_numpy(object.py(), dtype)?)].into_py_dict(object.py())?),
        None => None,
    };
    cast(upload(&numpy.asarray.bind(object.py()).call((object,), options.as_ref())?, device)?, dtype)
}

/// The array in a dtype; the array itself if it has that dtype.
pub(crate) fn cast(array: Array, dtype: Option<DType>) -> Result<Array> {
    match dtype {
        Some(dtype) if dtype != array.dtype() => caught(|| array.astype(dtype)),
        _ => Ok(array),
    }
}

/// Whether the first object in nested lists that is not a list is an array of ours. Lists may be nested without end:
/// lists nested more deeply than an array has axes contain none, and NumPy raises the error.
fn holds_arrays(object: &Bound<'_, PyAny>) -> bool {
    let mut first = object.clone();
    for _ in 0..=MAX_AXES {
        let is_list = first.is_instance_of::<PyList>() || first.is_instance_of::<PyTuple>();
        let inner = first.cast::<PySequence>().ok().filter(|_| is_list).and_then(|list| list.get_item(0).ok());
        match inner {
            Some(inner) if inner.is_instance_of::<NdArray>() => return true,
            Some(inner) if inner.hasattr("__cupy_get_ndarray__").unwrap_or(false) => return true,
            Some(inner) => first = inner,
            None => return false,
        }
    }
    false
}

/// The items of a list at this depth, counted from one, stacked along a new first axis.
fn stacked(object: &Bound<'_, PyAny>, dtype: Option<DType>, depth: usize) -> Result<Array> {
    if depth > MAX_AXES {
        return Err(value_error(format!(
            "setting an array element with a sequence. The requested array would exceed the maximum number of dimension of \
             {MAX_AXES}."
        )));
    }
    let parts = object.try_iter()?.map(|part| from_nested(&part?, dtype, depth)).collect::<Result<Vec<Array>>>()?;
    // As in NumPy, parts are promoted one after another; a join would promote them all at once.
    let dtype = parts.iter().map(Array::dtype).reduce(promote);
    caught(|| cuprust::stack(&parts, Join::along(0).dtype(dtype)))
}

/// The elements of a NumPy array on a device. The copy has finished when this returns.
pub(crate) fn upload(array: &Bound<'_, PyAny>, device: Device) -> Result<Array> {
    let py = array.py();
    let mut array = own_class(array)?;
    let described = array.getattr("dtype")?;
    let dtype = from_python(&described)?;
    if !is_native(&described)? {
        array = array.call_method1("astype", (to_numpy(py, dtype)?,))?;
    }
    // An array in Fortran order keeps its order: its transpose is in C order.
    let flags = array.getattr("flags")?;
    let transposed = flags.getattr("fnc")?.extract::<bool>()?;
    if transposed {
        array = array.getattr("T")?;
    } else if !flags.getattr("c_contiguous")?.extract::<bool>()? {
        array = array.call_method1("copy", ("C",))?;
    }
    let shape: Vec<i64> = array.getattr("shape")?.extract()?;
    let bytes = shape.iter().product::<i64>() as usize * dtype.size();
    // An empty array's address may be invalid, and a slice must have a valid one.
    let address = if bytes == 0 { std::ptr::NonNull::<u8>::dangling().as_ptr().addr() } else { address(&array) };
    // SAFETY: NumPy says that the array has this many elements of this size at this address, in C order, and `array`
    // keeps them alive; they are only read, as bytes.
    let elements = unsafe { std::slice::from_raw_parts(address as *const u8, bytes) };
    let result = caught(|| Array::from_bytes(elements, &shape, dtype, device))?;
    if transposed { caught(|| result.transpose(None)) } else { Ok(result) }
}

/// The address of the elements of an array of NumPy's own class.
fn address(array: &Bound<'_, PyAny>) -> usize {
    debug_assert!(is_numpy(array).is_ok_and(|is_numpy| is_numpy));
    // SAFETY: NumPy's binary interface has the address as the first field after the head that all objects have, as its
    // macro PyArray_DATA reads it; the object is of NumPy's class.
    unsafe { array.as_ptr().byte_add(size_of::<ffi::PyObject>()).cast::<usize>().read() }
}

/// The address of a NumPy array's elements if it has an array's shape and dtype, is contiguous in C order, and a GPU
/// can copy asynchronously from or to it.
pub(crate) fn in_one_run(object: &Bound<'_, PyAny>, array: &Array, written: bool) -> Result<Option<usize>> {
    if array.device().is_host() || array.nbytes() == 0 || !is_numpy(object)? {
        return Ok(None);
    }
    let (target, flags) = (own_class(object)?, object.getattr("flags")?);
    let is_fit = flags.getattr("c_contiguous")?.extract::<bool>()?
        && (!written || flags.getattr("writeable")?.extract::<bool>()?)
        && target.getattr("shape")?.extract::<Vec<i64>>()? == array.shape()
        && target.getattr("dtype")?.eq(to_numpy(object.py(), array.dtype())?)?;
    Ok(is_fit.then(|| address(&target)))
}

/// The elements as a new NumPy array, or in `out`. Waits for them, with the interpreter's lock released.
///
/// # Errors
/// Errors in computing them; a value error for an `out` of another shape, a type error for another dtype.
pub(crate) fn download<'py>(
    py: Python<'py>,
    array: &Array,
    order: Order,
    out: Option<&Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyAny>> {
    let fortran = order_for_host(order).is_fortran_of(array.layout());
    // Elements are read in C order: Fortran order is the C order of the transpose.
    let source = if fortran { caught(|| array.transpose(None))? } else { array.clone() };
    let target = match out {
        None => {
            let shape = ints(py, source.shape())?;
            numpy(py)?.empty.bind(py).call1((shape, to_numpy(py, array.dtype())?))?
        }
        Some(out) => {
            if !is_numpy(out)? {
                return Err(type_error("out must be a numpy.ndarray"));
            }
            let target = own_class(out)?;
            check_out(array, &target)?;
            let run = if fortran { "f_contiguous" } else { "c_contiguous" };
            let in_one_run = target.getattr("flags")?.getattr(run)?.extract::<bool>()?;
            if !in_one_run || !is_native(&target.getattr("dtype")?)? {
                // An `out` that is not contiguous, or has another byte order, gets its elements from a temporary array
                // by a copy in NumPy.
                let whole = download(py, array, Order::C, None)?;
                target.set_item(py.Ellipsis(), whole)?;
                return Ok(out.clone());
            }
            if fortran { target.getattr("T")? } else { target }
        }
    };
    let (address, bytes) = (address(&target), source.nbytes() as usize);
    if bytes != 0 {
        crate::profiler::detached(py, || {
            // SAFETY: the target is a writable NumPy array in C order with this many bytes at this address, held until
            // after the call; that no other code touches it meanwhile is up to the caller, as in NumPy.
            let elements = unsafe { std::slice::from_raw_parts_mut(address as *mut u8, bytes) };
            caught(|| source.read_into(elements))
        })?;
        py.check_signals()?;
    }
    Ok(match out {
        Some(out) => out.clone(),
        None if fortran => target.getattr("T")?,
        None => target,
    })
}

/// The order of elements on the host, where strides are not preserved: `K` is `A`.
pub(crate) fn order_for_host(order: Order) -> Order {
    if order == Order::K { Order::A } else { order }
}

/// Checks that an array of NumPy's own class can take an array's elements.
fn check_out(array: &Array, out: &Bound<'_, PyAny>) -> Result<()> {
    let dtype = from_python(&out.getattr("dtype")?)?;
    if dtype != array.dtype() {
        return Err(type_error(format!("out has dtype {dtype}, and the array {}", array.dtype())));
    }
    let shape: Vec<i64> = out.getattr("shape")?.extract()?;
    if shape != array.shape() {
        let (has, wants) = (shape_text(&shape), shape_text(array.shape()));
        return Err(value_error(format!("out has shape {has}, and the array {wants}")));
    }
    if !out.getattr("flags")?.getattr("writeable")?.extract::<bool>()? {
        return Err(value_error("out is read-only"));
    }
    Ok(())
}

/// The order of elements for NumPy's letter; as in memory for `None`.
pub(crate) fn order_of(object: Borrowed<'_, '_, PyAny>) -> Result<Order> {
    if object.is_none() {
        return Ok(Order::K);
    }
    let letter = match (object.cast::<PyString>(), object.cast::<PyBytes>()) {
        (Ok(name), _) => name.to_string_lossy().into_owned(),
        (_, Ok(name)) => String::from_utf8_lossy(name.as_bytes()).into_owned(),
        _ => return Err(type_error(format!("order must be str, not {}", object.get_type().name()?))),
    };
    Order::from_letter(&letter.to_ascii_uppercase())
        .ok_or_else(|| value_error(format!("order must be one of 'C', 'F', 'A', or 'K' (got '{letter}')")))
}

/// An order as an argument.
pub(crate) struct AnyOrder(pub Order);

impl<'a, 'py> FromPyObject<'a, 'py> for AnyOrder {
    type Error = Failure;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<AnyOrder> {
        order_of(object).map(AnyOrder)
    }
}

/// The casting rule of this NumPy name.
pub(crate) fn casting_of(name: &str) -> Result<Casting> {
    Casting::from_name(name).ok_or_else(|| {
        value_error(format!("casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe' (got '{name}')"))
    })
}

/// A shape as an argument: an integer or a sequence of integers.
pub(crate) struct Shape(pub Dims);

impl<'a, 'py> FromPyObject<'a, 'py> for Shape {
    type Error = Failure;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Shape> {
        extents(integers(&object).map(|values| Dims::new(&values))).map(Shape)
    }
}

/// Integers as a shape: one that is too large is a value error.
pub(crate) fn extents(integers: Result<Dims>) -> Result<Dims> {
    integers.map_err(|failure| match failure {
        Failure::Python(error) if Python::attach(|py| error.is_instance_of::<PyOverflowError>(py)) => {
            value_error("Maximum allowed dimension exceeded")
        }
        failure => failure,
    })
}

/// An integer or a sequence of integers.
pub(crate) fn integers(object: &Bound<'_, PyAny>) -> Result<Vec<i64>> {
    match single_integer(object)? {
        Some(one) => Ok(vec![one]),
        None => sequence_of_integers(object),
    }
}

/// An integer, or `None` for an object that is no integer.
pub(crate) fn single_integer(object: &Bound<'_, PyAny>) -> Result<Option<i64>> {
    // No exception is raised and dropped for the usual sequences.
    if object.is_instance_of::<PyTuple>() || object.is_instance_of::<PyList>() {
        return Ok(None);
    }
    match object.extract::<i64>() {
        Ok(one) => Ok(Some(one)),
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Err(error.into()),
        Err(_) => Ok(None),
    }
}

/// A sequence of integers.
pub(crate) fn sequence_of_integers(object: &Bound<'_, PyAny>) -> Result<Vec<i64>> {
    if object.is_instance_of::<PyDict>() || object.is_instance_of::<PySet>() {
        return Err(integer_expected(object));
    }
    object.try_iter().map_err(|_| integer_expected(object))?.map(|part| integer(&part?)).collect()
}

/// One integer, from any object with `__index__`.
pub(crate) fn integer(object: &Bound<'_, PyAny>) -> Result<i64> {
    object.extract::<i64>().map_err(|error| {
        if error.is_instance_of::<pyo3::exceptions::PyTypeError>(object.py()) {
            integer_expected(object)
        } else {
            error.into()
        }
    })
}

/// One integer, clamped to 64 bits.
pub(crate) fn clamped(object: &Bound<'_, PyAny>) -> Result<i64> {
    integer(object).or_else(|failure| match failure {
        Failure::Python(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
            Ok(if object.gt(0)? { i64::MAX } else { i64::MIN })
        }
        failure => Err(failure),
    })
}

#[cold]
fn integer_expected(object: &Bound<'_, PyAny>) -> Failure {
    match object.get_type().name() {
        Ok(name) => type_error(format!("'{name}' object cannot be interpreted as an integer")),
        Err(error) => error.into(),
    }
}
