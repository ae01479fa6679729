//! What Python functions that are called with eigenvalues ask for beside the function table.

use cuprust::Array;
use cuprust::scipy::linalg;
use pyo3::prelude::*;

use crate::array::NdArray;
use crate::error::{Result, caught};

/// The Schur form and its basis, complex ones where that is said.
#[pyfunction(name = "_schur")]
fn schur(py: Python<'_>, a: &Bound<'_, NdArray>, complex: bool, finite: bool) -> Result<(NdArray, NdArray)> {
    let a: Array = a.get().array().clone();
    let (t, z) = py.detach(|| {
        caught(|| {
            linalg::check_finite(&a, finite)?;
            linalg::schur(&a, complex)
        })
    })?;
    Ok((NdArray::new(t), NdArray::new(z)))
}

/// The eigenvalues on the diagonal of a Schur form.
#[pyfunction(name = "_eigenvalues_of_schur")]
fn eigenvalues_of_schur(py: Python<'_>, t: &Bound<'_, NdArray>) -> Result<NdArray> {
    let t: Array = t.get().array().clone();
    Ok(NdArray::new(py.detach(|| caught(|| linalg::eigenvalues_of_schur(&t)))?))
}

/// A Schur form and its basis with the chosen eigenvalues first, and how many these are.
#[pyfunction(name = "_order_schur")]
fn order_schur(
    py: Python<'_>,
    t: &Bound<'_, NdArray>,
    z: &Bound<'_, NdArray>,
    chosen: &Bound<'_, NdArray>,
) -> Result<(NdArray, NdArray, NdArray)> {
    let [t, z, chosen]: [Array; 3] = [t, z, chosen].map(|array| array.get().array().clone());
    let (t, z, count) = py.detach(|| caught(|| linalg::order_schur(&t, &z, &chosen)))?;
    Ok((NdArray::new(t), NdArray::new(z), NdArray::new(count)))
}

/// The triangular complex Schur form of a matrix and its basis.
#[pyfunction(name = "_complex_schur")]
fn complex_schur(py: Python<'_>, a: &Bound<'_, NdArray>) -> Result<(NdArray, NdArray)> {
    let a: Array = a.get().array().clone();
    let (t, z) = py.detach(|| caught(|| linalg::triangular_schur(&a)))?;
    Ok((NdArray::new(t), NdArray::new(z)))
}

/// A function of a matrix whose values at the eigenvalues of its complex Schur form are known.
#[pyfunction(name = "_function_of_schur")]
fn function_of_schur(
    py: Python<'_>,
    t: &Bound<'_, NdArray>,
    z: &Bound<'_, NdArray>,
    values: &Bound<'_, NdArray>,
) -> Result<NdArray> {
    let [t, z, values]: [Array; 3] = [t, z, values].map(|array| array.get().array().clone());
    Ok(NdArray::new(py.detach(|| caught(|| linalg::function_of_schur(&t, &z, &values)))?))
}

/// Adds what this file defines to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(schur, module)?)?;
    module.add_function(wrap_pyfunction!(eigenvalues_of_schur, module)?)?;
    module.add_function(wrap_pyfunction!(order_schur, module)?)?;
    module.add_function(wrap_pyfunction!(complex_schur, module)?)?;
    module.add_function(wrap_pyfunction!(function_of_schur, module)?)
}
