//! The operands of an operation: an array, a number, a list; other objects may override the operation.

use cuprust::table::{ArrayCow, Foreign};
use cuprust::{Argument, Array, DType};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyTuple};

use crate::convert;
use crate::dtype::numpy;
use crate::error::{Failure, Result, type_error};
use crate::number::{self, Number};
use crate::object::ours;

/// An operand of an operation.
pub(crate) enum Operand<'a> {
    /// An array of ours.
    Array(&'a Array),
    /// An array made from a list.
    New(Array),
    /// A number.
    Number(Number),
    /// An object that may override the operation.
    Foreign,
}

impl Operand<'_> {
    /// The operand as an argument of the crate; `None` for a foreign object.
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

/// The error for an object that cannot be an operand.
#[cold]
pub(crate) fn unsupported(object: &Bound<'_, PyAny>) -> Failure {
    let class = object.get_type();
    match class.repr() {
        Ok(class) => type_error(format!("Unsupported type {class}: convert it with cuprust.asarray first")),
        Err(error) => Failure::Python(error),
    }
}

/// Whether an object is a NumPy array, which is never converted implicitly. The check uses its class, since the object
/// could override attributes.
pub(crate) fn is_numpy(object: &Bound<'_, PyAny>) -> Result<bool> {
    let class = numpy(object.py())?.ndarray.bind(object.py()).as_type_ptr();
    // SAFETY: both are classes, which the object and the table of what is used of NumPy keep alive.
    Ok(unsafe { ffi::PyType_IsSubtype(object.get_type_ptr(), class) } != 0)
}

/// An argument that is an array or converts to one: numbers, lists, exporters of device memory. Not NumPy's arrays.
pub(crate) fn array_like<'a>(object: Borrowed<'a, '_, PyAny>) -> Result<ArrayCow<'a>> {
    if let Some(array) = ours(object) {
        return Ok(ArrayCow::Borrowed(array.array()));
    }
    if is_numpy(&object)? {
        return Err(unsupported(&object));
    }
    convert::from_any(&object, None).map(ArrayCow::Owned)
}

/// An argument that must be one of our arrays, since it is written to.
pub(crate) fn target<'a>(object: Borrowed<'a, '_, PyAny>) -> Result<&'a Array> {
    match ours(object) {
        Some(array) => Ok(array.array()),
        None => {
            let class = object.get_type().name()?;
            Err(type_error(format!("return arrays must be of the type cuprust.ndarray, not {class}")))
        }
    }
}

/// A `where=` argument; `None` for True and None, which mean no mask.
pub(crate) fn mask<'a>(object: Borrowed<'a, '_, PyAny>) -> Result<Option<ArrayCow<'a>>> {
    if object.is_none() || object.is(PyBool::new(object.py(), true)) {
        return Ok(None);
    }
    match ours(object) {
        Some(array) => Ok(Some(ArrayCow::Borrowed(array.array()))),
        None => convert::from_any(&object, Some(DType::Bool)).map(|array| Some(ArrayCow::Owned(array))),
    }
}

/// Indices: an integer or an array of integers; lists become int64, as in NumPy, and so do NumPy's arrays.
pub(crate) fn indices<'a>(object: Borrowed<'a, '_, PyAny>) -> Result<ArrayCow<'a>> {
    if let Some(array) = ours(object) {
        return Ok(ArrayCow::Borrowed(array.array()));
    }
    let typed = is_numpy(&object)? || object.is_instance(numpy(object.py())?.generic.bind(object.py()))?;
    convert::from_any(&object, if typed { None } else { Some(DType::I64) }).map(ArrayCow::Owned)
}

/// An object that is converted to an array when the crate needs it.
pub(crate) struct Source<'a>(pub Borrowed<'a, 'a, PyAny>);

impl Foreign for Source<'_> {
    fn array(&self, dtype: Option<DType>) -> cuprust::Result<Array> {
        convert::from_any(&self.0, dtype).map_err(Failure::into_error)
    }

    fn shares_memory(&self) -> cuprust::Result<bool> {
        self.0.hasattr("__cuda_array_interface__").map_err(crate::embedding::kept)
    }

    fn is_array(&self) -> cuprust::Result<bool> {
        is_numpy(&self.0).map_err(Failure::into_error)
    }

    fn integer(&self) -> Option<i64> {
        self.0.extract().ok()
    }

    fn truth(&self) -> Option<bool> {
        self.0.cast::<PyBool>().ok().map(|truth| truth.is_true())
    }
}
