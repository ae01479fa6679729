//! Conversion of the crate's errors to Python exceptions, and of panics to errors.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cuprust::{Error, ErrorKind};
use pyo3::exceptions::{
    PyException, PyImportError, PyIndexError, PyKeyboardInterrupt, PyMemoryError, PyNotImplementedError, PyOSError,
    PyOverflowError, PyRuntimeError, PyTypeError, PyValueError, PyZeroDivisionError,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

pyo3::create_exception!(
    cuprust.cuda.memory,
    OutOfMemoryError,
    PyMemoryError,
    "There is no memory on the device: the text says what was asked for, what is used and what is free."
);
pyo3::create_exception!(
    cuprust.cuda.compiler,
    CompileException,
    PyException,
    "A kernel does not compile: the text is the compiler's."
);
pyo3::create_exception!(
    cuprust.cuda.runtime,
    CUDARuntimeError,
    PyRuntimeError,
    "The CUDA driver or runtime refused: the text names the call and its status."
);
pyo3::create_exception!(
    cuprust,
    DeviceSynchronized,
    PyRuntimeError,
    "A device would have been waited for where that is not allowed."
);

/// The result of an operation that may fail in the crate or in Python.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// An error, of the crate or of Python.
pub(crate) enum Failure {
    /// An error of the crate.
    Crate(Error),
    /// An exception of Python.
    Python(PyErr),
}

impl Failure {
    /// The failure as an error of the crate, with which a call of it ends.
    pub(crate) fn into_error(self) -> Error {
        match self {
            Failure::Crate(error) => error,
            Failure::Python(error) => crate::embedding::kept(error),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Crate(error)
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Failure {
        Failure::Python(error)
    }
}

impl From<pyo3::CastError<'_, '_>> for Failure {
    fn from(error: pyo3::CastError<'_, '_>) -> Failure {
        Failure::Python(error.into())
    }
}

impl From<pyo3::CastIntoError<'_>> for Failure {
    fn from(error: pyo3::CastIntoError<'_>) -> Failure {
        Failure::Python(error.into())
    }
}

impl From<cuprust_reserve::Refused> for Failure {
    #[cold]
    fn from(refused: cuprust_reserve::Refused) -> Failure {
        Failure::Crate(refused.into())
    }
}

impl From<Failure> for PyErr {
    #[cold]
    fn from(failure: Failure) -> PyErr {
        match failure {
            Failure::Crate(error) => exception(&error),
            Failure::Python(error) => error,
        }
    }
}

fn exception(error: &Error) -> PyErr {
    let text = shown(error.text());
    match error.kind() {
        ErrorKind::Value => PyValueError::new_err(text),
        ErrorKind::Type => PyTypeError::new_err(text),
        ErrorKind::Index => PyIndexError::new_err(text),
        ErrorKind::Axis => Python::attach(|py| match axis_error(py) {
            Ok(class) => PyErr::from_type(class, text),
            Err(error) => error,
        }),
        ErrorKind::LinAlg => Python::attach(|py| match lin_alg_error(py) {
            Ok(class) => PyErr::from_type(class, text),
            Err(error) => error,
        }),
        ErrorKind::ZeroDivision => PyZeroDivisionError::new_err(text),
        ErrorKind::Overflow => PyOverflowError::new_err(text),
        ErrorKind::OutOfMemory => OutOfMemoryError::new_err(text),
        ErrorKind::Compile => CompileException::new_err(text),
        ErrorKind::Cuda => CUDARuntimeError::new_err(text),
        ErrorKind::Synchronized => DeviceSynchronized::new_err(text),
        ErrorKind::Library => PyImportError::new_err(text),
        ErrorKind::Io => PyOSError::new_err(text),
        ErrorKind::Host => crate::embedding::raised().unwrap_or_else(|| PyRuntimeError::new_err(text)),
        ErrorKind::Interrupted => match crate::embedding::raised() {
            Some(error) => error,
            None => PyKeyboardInterrupt::new_err(text),
        },
        ErrorKind::NotImplemented => PyNotImplementedError::new_err(text),
        _ => PyRuntimeError::new_err(text),
    }
}

/// The text of an exception, made safe for a terminal: it may contain names from outside.
fn shown(text: &str) -> String {
    cuprust::profiler::printable(text).into_owned()
}

fn axis_error(py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "numpy.exceptions", "AxisError").cloned()
}

fn lin_alg_error(py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "numpy.linalg", "LinAlgError").cloned()
}

/// A type error with this text.
#[cold]
pub(crate) fn type_error(text: impl Into<String>) -> Failure {
    Failure::Python(PyTypeError::new_err(shown(&text.into())))
}

/// A value error with this text.
#[cold]
pub(crate) fn value_error(text: impl Into<String>) -> Failure {
    Failure::Python(PyValueError::new_err(shown(&text.into())))
}

/// Calls the crate, if the memory reserve is available. A panic in it becomes an error that asks for a report, while
/// PyO3 alone would raise an exception that `except Exception` does not catch.
#[inline]
pub(crate) fn caught<T>(call: impl FnOnce() -> cuprust::Result<T>) -> Result<T> {
    guarded(|| call().map_err(Failure::Crate))
}

/// As [`caught`], for code that calls the crate and converts its arguments and results.
#[inline]
pub(crate) fn guarded<T>(call: impl FnOnce() -> Result<T>) -> Result<T> {
    cuprust_reserve::check()?;
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(result) => result,
        Err(panic) => Err(Failure::Crate(defect(&*panic))),
    }
}

#[cold]
fn defect(panic: &(dyn Any + Send)) -> Error {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Error::runtime(format!(
        "this is a defect of cuprust, please report it with the program that shows it: {}",
        text.unwrap_or("a panic without a text")
    ))
}
