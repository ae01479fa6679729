//! What an operand of an operation may be: an array, a number, a list; everything else is somebody else's.

use cuprust::{Argument, Array, DType};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::array::NdArray;
use crate::convert;
use crate::dtype::numpy;
use crate::error::{Failure, Result, type_error};
use crate::number::{self, Number};
use crate::object::{object, ours};

/// An operand of an operation.
pub(crate) enum Operand<'a> {
    /// An array of ours.
    Array(&'a Array),
    /// An array made of a list.
    New(Array),
    /// A number.
    Number(Number),
    /// An object that may know better what to do with our array.
    Foreign,
}

impl Operand<'_> {
    /// The operand as the crate takes it; nothing for a foreign object.
    #[inline]
    pub(crate) fn argument(&self) -> Option<Argument<'_>> {
        match self {
            Operand::Array(array) => Some(Argument::Array(array)),
            Operand::New(array) => Some(Argument::Array(array)),
            Operand::Number(Number::Weak(value)) => Some(Argument::Value(*value)),
            Operand::Number(Number::Strong(scalar)) => Some(Argument::Scalar(*scalar)),
            Operand::Foreign => None,
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Operand<'a> {
    type Error = Failure;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self> {
        if let Some(array) = ours(object) {
            return Ok(Operand::Array(array.array()));
        }
        match number::exact(object) {
            Some(value) => Ok(Operand::Number(Number::Weak(value))),
            None => other(object),
        }
    }
}

#[cold]
fn other<'a>(object: Borrowed<'a, '_, PyAny>) -> Result<Operand<'a>> {
    if let Some(number) = number::number(object)? {
        return Ok(Operand::Number(number));
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        return convert::from_any(&object, None).map(Operand::New);
    }
    Ok(Operand::Foreign)
}

/// The error for an operand that cannot be one.
#[cold]
pub(crate) fn unsupported(object: &Bound<'_, PyAny>) -> Failure {
    let class = object.get_type();
    match class.repr() {
        Ok(class) => type_error(format!("Unsupported type {class}: convert it with cuprust.asarray first")),
        Err(error) => Failure::Python(error),
    }
}

/// Whether an object is a NumPy array, which is never converted unasked. Its class is asked, not the object, which could lie.
pub(crate) fn is_numpy(object: &Bound<'_, PyAny>) -> Result<bool> {
    let class = numpy(object.py())?.ndarray.bind(object.py()).as_type_ptr();
    // SAFETY: both are classes, which the object and the table of what is used of NumPy keep alive.
    Ok(unsafe { ffi::PyType_IsSubtype(object.get_type_ptr(), class) } != 0)
}

/// An operand of an operation in place. A foreign object is refused, so that Python asks the object itself.
pub(crate) struct Own<'a>(pub Operand<'a>);

impl<'a, 'py> FromPyObject<'a, 'py> for Own<'a> {
    type Error = Failure;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self> {
        match Operand::extract(object)? {
            Operand::Foreign => Err(unsupported(&object)),
            own => Ok(Own(own)),
        }
    }
}

/// An argument that is an array or becomes one: numbers, lists, what exports memory of a device. Not NumPy's arrays.
pub(crate) enum ArrayLike<'a> {
    /// An array of ours.
    Ours(&'a Array),
    /// A new one.
    New(Array),
}

impl std::ops::Deref for ArrayLike<'_> {
    type Target = Array;

    fn deref(&self) -> &Array {
        match self {
            ArrayLike::Ours(array) => array,
            ArrayLike::New(array) => array,
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for ArrayLike<'a> {
    type Error = Failure;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self> {
        if let Some(array) = ours(object) {
            return Ok(ArrayLike::Ours(array.array()));
        }
        if is_numpy(&object)? {
            return Err(unsupported(&object));
        }
        convert::from_any(&object, None).map(ArrayLike::New)
    }
}

/// An argument that must be one of our arrays: what is written to.
pub(crate) struct Out<'a>(pub &'a Array);

impl<'a, 'py> FromPyObject<'a, 'py> for Out<'a> {
    type Error = Failure;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self> {
        match object.cast::<NdArray>() {
            Ok(array) => Ok(Out(array.get().array())),
            Err(_) => Err(Failure::Python(PyTypeError::new_err(format!(
                "return arrays must be of the type cuprust.ndarray, not {}",
                object.get_type().name()?
            )))),
        }
    }
}

/// An argument that is one of our arrays to write to, or not given.
pub(crate) type MaybeOut<'py> = Option<Bound<'py, NdArray>>;

/// The result as an object: the one that was written to, where one was given.
pub(crate) fn give(py: Python<'_>, result: Array, out: MaybeOut<'_>) -> Result<Py<PyAny>> {
    match out {
        Some(out) => Ok(out.into_any().unbind()),
        None => object(py, result),
    }
}

/// The array in an argument to write to.
pub(crate) fn target<'a>(out: &'a MaybeOut<'_>) -> Option<&'a Array> {
    out.as_ref().map(|out| out.get().array())
}

/// A `where=` argument: None where it says True, which is no mask.
pub(crate) fn mask(object: Option<&Bound<'_, PyAny>>) -> Result<Option<Array>> {
    match object {
        None => Ok(None),
        Some(object) if object.is_none() || object.is(pyo3::types::PyBool::new(object.py(), true)) => Ok(None),
        Some(object) => match object.extract::<Operand<'_>>()? {
            Operand::Array(array) => Ok(Some(array.clone())),
            _ => convert::from_any(object, Some(DType::Bool)).map(Some),
        },
    }
}
