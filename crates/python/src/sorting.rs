//! Sorting: `sort`, `argsort`, and where elements are not zero.

use cuprust::sorting::{self, check_kind};
use pyo3::prelude::*;

use crate::array::NdArray;
use crate::error::{Result, caught, type_error, value_error};
use crate::operand::ArrayLike;

/// What is said of a sort beside its axis: it must be one that there is, and changes nothing, because every sort is stable.
pub(crate) struct Kind;

impl Kind {
    /// Checks the arguments.
    ///
    /// # Errors
    /// NumPy's: a value error for an order of fields or an unknown kind, a type error for a kind that is no str.
    pub(crate) fn check(
        kind: Option<&Bound<'_, PyAny>>,
        order: Option<&Bound<'_, PyAny>>,
        stable: Option<&Bound<'_, PyAny>>,
    ) -> Result<Kind> {
        if order.is_some() {
            return Err(value_error("Cannot specify order when the array has no fields."));
        }
        let stable = stable.map(|stable| stable.is_truthy()).transpose()?;
        let name = match kind.map(|kind| kind.extract::<String>().map_err(|_| kind)) {
            None => None,
            Some(Ok(name)) => Some(name),
            Some(Err(kind)) => {
                return Err(type_error(format!("sort kind must be str, not {}", kind.get_type().name()?)));
            }
        };
        caught(|| check_kind(name.as_deref(), stable)).map(|()| Kind)
    }
}

/// A sorted copy along an axis, or of the flattened array.
#[pyfunction]
#[pyo3(signature = (a, axis=Some(-1), kind=None, order=None, *, stable=None))]
fn sort(
    a: ArrayLike<'_>,
    axis: Option<i64>,
    kind: Option<&Bound<'_, PyAny>>,
    order: Option<&Bound<'_, PyAny>>,
    stable: Option<&Bound<'_, PyAny>>,
) -> Result<NdArray> {
    Kind::check(kind, order, stable)?;
    caught(|| sorting::sort(&a, axis)).map(NdArray::new)
}

/// The places that elements have before they are sorted along an axis, or in the flattened array.
#[pyfunction]
#[pyo3(signature = (a, axis=Some(-1), kind=None, order=None, *, stable=None))]
fn argsort(
    a: ArrayLike<'_>,
    axis: Option<i64>,
    kind: Option<&Bound<'_, PyAny>>,
    order: Option<&Bound<'_, PyAny>>,
    stable: Option<&Bound<'_, PyAny>>,
) -> Result<NdArray> {
    Kind::check(kind, order, stable)?;
    caught(|| sorting::argsort(&a, axis)).map(NdArray::new)
}

/// The indices of the elements that are not zero, a row for each element.
#[pyfunction]
fn argwhere(py: Python<'_>, a: ArrayLike<'_>) -> Result<NdArray> {
    py.detach(|| caught(|| cuprust::indexing::argwhere(&a))).map(NdArray::new)
}

/// Adds the functions of this chapter to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(sort, module)?)?;
    module.add_function(wrap_pyfunction!(argsort, module)?)?;
    module.add_function(wrap_pyfunction!(argwhere, module)?)
}
