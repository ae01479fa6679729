//! The declaration of what Python's classes of orthogonal polynomials are made of.

use cuprust::table::{Returned, functions};
use cuprust::{Array, Device, Scalar};
use cuprust_ir::{Error, Result};

use super::{Family, Quadrature};

/// A family of SciPy's name of its polynomials.
fn family_of(name: &str, first: f64, second: f64) -> Result<Family> {
    Ok(match name {
        "legendre" => Family::Legendre,
        "chebyt" => Family::ChebyshevFirst,
        "chebyu" => Family::ChebyshevSecond,
        "chebyc" => Family::ChebyshevFirstDoubled,
        "chebys" => Family::ChebyshevSecondDoubled,
        "jacobi" => Family::Jacobi(first, second),
        "laguerre" => Family::Laguerre(0.0),
        "genlaguerre" => Family::Laguerre(first),
        "hermite" => Family::Hermite,
        "hermitenorm" => Family::HermiteNorm,
        "gegenbauer" => Family::Gegenbauer(first),
        "sh_legendre" => Family::ShiftedLegendre,
        "sh_chebyt" => Family::ShiftedChebyshevFirst,
        "sh_chebyu" => Family::ShiftedChebyshevSecond,
        "sh_jacobi" => Family::ShiftedJacobi(first, second),
        _ => return Err(Error::value(format!("there is no family {name}"))),
    })
}

functions! {
    in "cuprust.scipy._orthogonal";

    /// The coefficients of a polynomial of a family of SciPy's name, the highest power first, the zeros and weights of
    /// its quadrature, its leading coefficient where it is not `monic`, and the root of the integral of its square
    /// times the weight.
    ///
    /// Raises ValueError for a negative degree and for parameters out of range.
    ///
    /// >>> cp.scipy._orthogonal.orthogonal_polynomial("legendre", 2, 0.0, 0.0, False)[0]
    /// array([ 1.5,  0. , -0.5])
    fn orthogonal_polynomial(family: &str, n: i64, first: f64, second: f64, monic: bool) -> Returned {
        let (family, device) = (family_of(family, first, second)?, Device::current()?);
        let (coefficients, norm) = family.coefficients(n, monic)?;
        let coefficients = Array::from_slice(&coefficients, [coefficients.len() as i64], device)?;
        let found = if n == 0 { Quadrature::default() } else { family.quadrature(n)? };
        let [nodes, weights] = found.arrays(device)?.map(Returned::Array);
        let [leading, norm] = [family.leading_coefficient(n), norm].map(|value| Returned::Number(Scalar::new(value)));
        Ok(Returned::Several(vec![Returned::Array(coefficients), nodes, weights, leading, norm]))
    }
}
