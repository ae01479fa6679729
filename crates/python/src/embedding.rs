//! Python's lock and signals, as the crate's [`Embedding`] interface.

use std::cell::RefCell;
use std::ffi::{CString, c_int};

use cuprust::{Embedding, Error, ErrorKind, Result, Warning};
use pyo3::exceptions::{PyDeprecationWarning, PyRuntimeWarning, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;

unsafe extern "C" {
    /// Whether the calling thread is attached to the interpreter. The stable ABI does not list this function, but every
    /// CPython has it under this name.
    fn PyGILState_Check() -> c_int;
}

thread_local! {
    /// The exception that a signal's handler, or the conversion of an object, raised in this thread, until the call
    /// ends with it.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

struct Python3;

/// Carries a closure into [`Python::detach`], which runs it on the same thread.
struct SameThread<T>(T);

// SAFETY: what is in it never leaves the thread.
unsafe impl<T> Send for SameThread<T> {}

impl<T: FnOnce()> SameThread<T> {
    fn call(self) {
        (self.0)()
    }
}

impl Embedding for Python3 {
    fn holds_lock(&self) -> bool {
        is_attached()
    }

    fn release(&self, work: &mut dyn FnMut()) {
        let work = SameThread(work);
        Python::attach(|py| py.detach(move || work.call()));
    }

    fn check_signals(&self) -> Result<()> {
        // Signals are handled in the main thread; in every other thread none is found. An interpreter that is shutting
        // down has none.
        match Python::try_attach(|py| py.check_signals()) {
            None | Some(Ok(())) => Ok(()),
            Some(Err(error)) => {
                RAISED.set(Some(error));
                Err(Error::new(ErrorKind::Interrupted, "interrupted by a signal"))
            }
        }
    }

    #[cold]
    fn warn(&self, warning: Warning, text: &str) -> Result<()> {
        let warned = Python::try_attach(|py| {
            let category = match warning {
                Warning::Complex => numpy_warning(py, "ComplexWarning")?,
                Warning::Rank => numpy_warning(py, "RankWarning")?,
                Warning::Deprecated => py.get_type::<PyDeprecationWarning>(),
                Warning::Runtime => py.get_type::<PyRuntimeWarning>(),
                Warning::User => py.get_type::<PyUserWarning>(),
                Warning::Of(module, name) => py.import(module)?.getattr(name)?.cast_into()?,
            };
            PyErr::warn(py, &category, &CString::new(text)?, 1)
        });
        warned.unwrap_or(Ok(())).map_err(kept)
    }
}

/// A warning category of NumPy's.
fn numpy_warning<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyType>> {
    Ok(py.import("numpy.exceptions")?.getattr(name)?.cast_into()?)
}

/// Whether the calling thread is attached to the interpreter.
pub(crate) fn is_attached() -> bool {
    // SAFETY: the function may be called from any thread.
    unsafe { PyGILState_Check() != 0 }
}

/// Stores an exception until the call of the crate ends with the error.
pub(crate) fn kept(exception: PyErr) -> Error {
    let text = exception.to_string();
    RAISED.set(Some(exception));
    Error::new(ErrorKind::Host, text)
}

/// Removes and returns the exception that ended a call of this thread.
pub(crate) fn raised() -> Option<PyErr> {
    RAISED.take()
}

/// Waits for the programs that still run when the interpreter ends.
#[pyfunction]
fn finish() {
    cuprust::finish();
}

/// Allows or forbids this thread to wait for devices; whether it was allowed before.
#[pyfunction]
#[pyo3(name = "_allow_waiting")]
fn allow_waiting(allow: bool) -> bool {
    cuprust::allow_waiting(allow)
}

/// Sets what this thread does about matrices of which a GPU finds that they have no factors: "ignore", "defer" or
/// "raise".
#[pyfunction]
#[pyo3(name = "_set_linalg_failures")]
fn set_linalg_failures(word: &str) -> PyResult<()> {
    use cuprust::linalg::{Failures, set_failures};
    let failures = match word {
        "ignore" => Failures::Ignored,
        "defer" => Failures::Deferred,
        "raise" => Failures::Raised,
        other => return Err(PyValueError::new_err(format!("linalg is 'ignore', 'defer' or 'raise', not {other:?}"))),
    };
    set_failures(failures);
    Ok(())
}

/// The version of the installed NumPy; `None` if it cannot be parsed.
fn version_of_numpy(py: Python<'_>) -> PyResult<Option<cuprust::NumPy>> {
    let text: String = py.import("numpy")?.getattr("__version__")?.extract()?;
    let mut numbers = text.split('.').map(|part| part.parse().ok());
    Ok(match (numbers.next().flatten(), numbers.next().flatten()) {
        (Some(major), Some(minor)) => Some(cuprust::NumPy(major, minor)),
        _ => None,
    })
}

/// Registers Python's lock and signals with the crate, and the wait at the end of the interpreter.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    cuprust::embed(&Python3);
    if let Some(version) = version_of_numpy(module.py())? {
        version.follow();
    }
    module.add_function(wrap_pyfunction!(allow_waiting, module)?)?;
    module.add_function(wrap_pyfunction!(set_linalg_failures, module)?)?;
    module.add("DeviceSynchronized", module.py().get_type::<crate::error::DeviceSynchronized>())?;
    module.py().import("atexit")?.call_method1("register", (wrap_pyfunction!(finish, module)?,))?;
    Ok(())
}
