//! Operands of other classes that override calls, by CuPy's protocol: an object with the method
//! `__cupy_override_elementwise_kernel__` computes a ufunc or an elementwise kernel itself, and one with
//! `__cupy_override_reduction_kernel__` has the reductions as methods.
//!
//! Only failed calls get here, since no function accepts such an object.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The result of the first operand that overrides elementwise calls; `None` if there is none.
#[cold]
pub(crate) fn elementwise<'py>(
    callable: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> Option<PyResult<Bound<'py, PyAny>>> {
    let method = intern!(callable.py(), "__cupy_override_elementwise_kernel__");
    let takes_over = args.iter_borrowed().find_map(|operand| operand.getattr_opt(method).ok().flatten())?;
    let all = || {
        let arguments = std::iter::once(callable.clone()).chain(args.iter());
        takes_over.call(PyTuple::new(callable.py(), arguments.collect::<Vec<_>>())?, kwargs)
    };
    Some(all())
}

/// The object's own method of this name, a reduction or `get`, if it overrides reductions.
#[cold]
pub(crate) fn reduction<'py>(object: &Bound<'py, PyAny>, name: &str) -> Option<PyResult<Bound<'py, PyAny>>> {
    let takes_over = intern!(object.py(), "__cupy_override_reduction_kernel__");
    matches!(object.getattr_opt(takes_over), Ok(Some(_))).then(|| object.getattr(name))
}
