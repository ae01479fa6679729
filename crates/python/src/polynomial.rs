//! Functions of the classes of series that are not in the function table.

use cuprust::Array;
use cuprust::polynomial::Basis;
use pyo3::prelude::*;

use crate::array::NdArray;
use crate::error::{Result, caught, value_error};

/// The basis of a module.
///
/// # Errors
/// A value error for another name.
fn basis_of(name: &str) -> Result<Basis> {
    Ok(match name {
        "polynomial" => Basis::Power,
        "chebyshev" => Basis::Chebyshev,
        "legendre" => Basis::Legendre,
        "hermite" => Basis::Hermite,
        "hermite_e" => Basis::HermiteE,
        "laguerre" => Basis::Laguerre,
        _ => return Err(value_error(format!("there is no basis {name}"))),
    })
}

/// The coefficients of a series of one basis at the place `offset + scale * x` as one of another.
#[pyfunction(name = "_convert_series")]
fn convert_series(
    py: Python<'_>,
    coef: &Bound<'_, NdArray>,
    basis: &str,
    to: &str,
    offset: f64,
    scale: f64,
) -> Result<NdArray> {
    let (from, to) = (basis_of(basis)?, basis_of(to)?);
    let coef: Array = coef.get().array().clone();
    let converted = py.detach(|| caught(|| from.converted(&coef, to, offset, scale)))?;
    Ok(NdArray::new(converted))
}

/// Adds what this file defines to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(convert_series, module)?)
}
