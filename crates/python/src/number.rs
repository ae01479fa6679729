//! Conversion between the numbers of Python and NumPy and the crate's: weak scalars, and numbers with a dtype.

use cuprust::{Array, DType, Kind, Scalar, Value, c128};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyComplex, PyFloat, PyInt};

use crate::dtype::{from_python, numpy};
use crate::error::{Result, caught};

pub(crate) use cuprust::Number;

/// The value of an object that is exactly a Python float, int, bool or complex; `None` for another object.
#[inline]
pub(crate) fn exact(object: Borrowed<'_, '_, PyAny>) -> Option<Value> {
    let pointer = object.as_ptr();
    // SAFETY: the object is borrowed, so its pointer is valid, and the interpreter is attached; each read follows the
    // check of the exact type.
    unsafe {
        if ffi::PyFloat_CheckExact(pointer) != 0 {
            return Some(Value::Float(ffi::PyFloat_AsDouble(pointer)));
        }
        if ffi::PyLong_CheckExact(pointer) != 0 {
            return Some(Value::Int(integer(object)));
        }
        if ffi::PyBool_Check(pointer) != 0 {
            return Some(Value::Bool(pointer == ffi::Py_True()));
        }
        if ffi::PyComplex_CheckExact(pointer) != 0 {
            return Some(Value::Complex(c128::new(
                ffi::PyComplex_RealAsDouble(pointer),
                ffi::PyComplex_ImagAsDouble(pointer),
            )));
        }
    }
    None
}

/// The value of a number that says nothing about the dtype beside an array of this one: a Python number, or a NumPy
/// scalar of the array's own dtype, if that is real. `None` for another object.
#[inline]
pub(crate) fn beside(object: Borrowed<'_, '_, PyAny>, dtype: DType) -> Option<Value> {
    exact(object).or_else(|| scalar_of_dtype(object, dtype))
}

fn scalar_of_dtype(object: Borrowed<'_, '_, PyAny>, dtype: DType) -> Option<Value> {
    if numpy(object.py()).ok()?.of_class(object.get_type_ptr()) != Some(dtype) {
        return None;
    }
    match dtype.kind() {
        Kind::Float => object.extract::<f64>().ok().map(Value::Float),
        Kind::Signed => object.extract::<i64>().ok().map(|value| Value::Int(i128::from(value))),
        Kind::Unsigned => object.extract::<u64>().ok().map(|value| Value::Int(i128::from(value))),
        Kind::Bool | Kind::Complex => None,
    }
}

/// The value of an object that is exactly a Python int and fits 64 bits.
#[inline]
pub(crate) fn small_integer(object: Borrowed<'_, '_, PyAny>) -> Option<i64> {
    let mut overflow = 0;
    // SAFETY: the object is borrowed, and the interpreter is attached; the value is read after the check of the exact
    // type.
    unsafe {
        if ffi::PyLong_CheckExact(object.as_ptr()) == 0 {
            return None;
        }
        let value = ffi::PyLong_AsLongLongAndOverflow(object.as_ptr(), &mut overflow);
        (overflow == 0).then_some(value)
    }
}

/// A Python integer; one beyond 128 bits becomes the nearest of 128 bits, which no dtype can hold either.
fn integer(object: Borrowed<'_, '_, PyAny>) -> i128 {
    let mut overflow = 0;
    // SAFETY: the caller has checked that the object is an int; `overflow` is written before the call returns.
    let value = unsafe { ffi::PyLong_AsLongLongAndOverflow(object.as_ptr(), &mut overflow) };
    match overflow {
        0 => i128::from(value),
        sign => object.extract::<i128>().unwrap_or(if sign < 0 { i128::MIN } else { i128::MAX }),
    }
}

/// The number in an object: one of Python's, of a class derived from these, or a NumPy scalar.
///
/// # Errors
/// A type error for a NumPy scalar of a dtype that cuprust does not have.
pub(crate) fn number(object: Borrowed<'_, '_, PyAny>) -> Result<Option<Number>> {
    match exact(object) {
        Some(value) => Ok(Some(Number::Weak(value))),
        None => derived(object),
    }
}

#[cold]
fn derived(object: Borrowed<'_, '_, PyAny>) -> Result<Option<Number>> {
    // NumPy's own scalar classes are converted as Python numbers: that is exact for floats and integers.
    if let Some(dtype) = numpy(object.py())?.of_class(object.get_type_ptr()) {
        match dtype.kind() {
            Kind::Float => return Ok(Some(Number::Strong(Scalar::new(object.extract::<f64>()?).cast(dtype)))),
            Kind::Signed => return Ok(Some(Number::Strong(Scalar::new(object.extract::<i64>()?).cast(dtype)))),
            Kind::Unsigned => return Ok(Some(Number::Strong(Scalar::new(object.extract::<u64>()?).cast(dtype)))),
            Kind::Bool | Kind::Complex => {}
        }
    }
    // float64 and complex128 are also Python's float and complex, so NumPy's class is checked first.
    if object.is_instance(numpy(object.py())?.generic.bind(object.py()))? {
        // A subclass of a scalar may override its dtype and bytes, so an array is made of it.
        let element = numpy(object.py())?.asarray.bind(object.py()).call1((&object,))?;
        let dtype = from_python(&element.getattr("dtype")?)?;
        let bytes = element.call_method0("tobytes")?;
        return Ok(Some(Number::Strong(Scalar::from_bytes(dtype, bytes.cast::<PyBytes>()?.as_bytes()))));
    }
    if object.is_instance_of::<PyInt>() {
        return Ok(Some(Number::Weak(Value::Int(integer(object)))));
    }
    if let Ok(value) = object.cast::<PyFloat>() {
        return Ok(Some(Number::Weak(Value::Float(value.extract()?))));
    }
    if let Ok(value) = object.cast::<PyComplex>() {
        // SAFETY: the object is a complex, checked above, and the interpreter is attached.
        let (re, im) =
            unsafe { (ffi::PyComplex_RealAsDouble(value.as_ptr()), ffi::PyComplex_ImagAsDouble(value.as_ptr())) };
        return Ok(Some(Number::Weak(Value::Complex(c128::new(re, im)))));
    }
    Ok(None)
}

/// The Python bool, int, float or complex of a number.
pub(crate) fn to_python(py: Python<'_>, scalar: Scalar) -> Result<Bound<'_, PyAny>> {
    Ok(match (scalar.dtype(), scalar.dtype().kind()) {
        (_, Kind::Bool) => PyBool::new(py, scalar.get()).to_owned().into_any(),
        (DType::U64, _) => scalar.get::<u64>().into_pyobject(py).map_err(PyErr::from)?.into_any(),
        (_, Kind::Signed | Kind::Unsigned) => scalar.get::<i64>().into_pyobject(py).map_err(PyErr::from)?.into_any(),
        (_, Kind::Float) => PyFloat::new(py, scalar.get()).into_any(),
        (_, Kind::Complex) => {
            let value = scalar.get::<c128>();
            PyComplex::from_doubles(py, value.re, value.im).into_any()
        }
    })
}

/// The element of an array with one element. Waits for it with the interpreter's lock released.
pub(crate) fn element(py: Python<'_>, array: &Array) -> Result<Scalar> {
    cuprust::check_waiting()?;
    if let Some(scalar) = array.peek() {
        return Ok(scalar);
    }
    let array = array.clone();
    let scalar = crate::profiler::detached(py, || caught(|| array.item()))?;
    py.check_signals()?;
    Ok(scalar)
}
