//! Functions for Python functions that are called with eigenvalues, which are not in the function table.

use cuprust::Array;
use cuprust_scipy::linalg;
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

/// Whether each eigenvalue is one of those that a name of SciPy's means; of a pair of matrices with denominators.
/// Nothing where there are none, and only the name is looked at.
#[pyfunction(name = "_first_eigenvalues")]
fn first_eigenvalues(
    py: Python<'_>,
    name: &str,
    values: Option<Bound<'_, NdArray>>,
    beta: Option<Bound<'_, NdArray>>,
) -> Result<Option<NdArray>> {
    let [values, beta] = [values, beta].map(|array| array.map(|array| array.get().array().clone()));
    let chosen = py.detach(|| {
        caught(|| {
            let first = linalg::First::named(name)?;
            match (&values, &beta) {
                (None, _) => Ok(None),
                (Some(values), None) => first.chosen(values).map(Some),
                (Some(alpha), Some(beta)) => first.chosen_of_pair(alpha, beta).map(Some),
            }
        })
    })?;
    Ok(chosen.map(NdArray::new))
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

/// The generalized Schur form of two matrices, its eigenvalues as numerators and denominators: `s`, `t`, `alpha`,
/// `beta`, `q`, `z`.
#[pyfunction(name = "_pencil")]
fn pencil(py: Python<'_>, parts: [Bound<'_, NdArray>; 4], chosen: Option<Bound<'_, NdArray>>) -> Result<[NdArray; 6]> {
    let [s, t, q, z]: [Array; 4] = parts.map(|array| array.get().array().clone());
    let chosen = chosen.map(|chosen| chosen.get().array().clone());
    let form = linalg::Qz { s, t, q, z };
    let (form, (alpha, beta)) = py.detach(|| {
        caught(|| {
            let form = match &chosen {
                Some(chosen) => form.ordered(chosen)?,
                None => form.clone(),
            };
            let values = form.eigenvalues()?;
            Ok((form, values))
        })
    })?;
    Ok([form.s, form.t, alpha, beta, form.q, form.z].map(NdArray::new))
}

/// Adds what this file defines to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(schur, module)?)?;
    module.add_function(wrap_pyfunction!(eigenvalues_of_schur, module)?)?;
    module.add_function(wrap_pyfunction!(first_eigenvalues, module)?)?;
    module.add_function(wrap_pyfunction!(order_schur, module)?)?;
    module.add_function(wrap_pyfunction!(complex_schur, module)?)?;
    module.add_function(wrap_pyfunction!(function_of_schur, module)?)?;
    module.add_function(wrap_pyfunction!(pencil, module)?)
}
