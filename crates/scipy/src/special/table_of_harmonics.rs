//! The declarations of Lambert's function and of spherical harmonics.

use cuprust::table::{Out, Returned, functions};
use cuprust::ufunc::apply;
use cuprust::{Argument, Array, Error};
use cuprust_ir::Result;
use cuprust_num::{DType, Scalar};
use cuprust_ops::RowId;

use super::legendre::{arrays_of, sph_harm_y_with_derivatives};
use super::table_of_legendre::one_or_more;

/// The harmonic of whole degrees n and orders m, of which fractions are dropped.
fn harmonic(n: &Array, m: &Array, theta: Argument, phi: Argument) -> Result<Array> {
    let (n, m) = (n.astype(DType::I64)?, m.astype(DType::I64)?);
    apply(RowId::named("sph_harm_y"), &[Argument::Array(&n), Argument::Array(&m), theta, phi])
}

functions! {
    in "cuprust.scipy.special";

    /// The branch k of the function of Lambert: the solution w of w exp(w) = z, as complex128. An iteration ends when
    /// its step is below tol times the value. Its error is within 4 units of the last place.
    ///
    /// >>> cp.scipy.special.lambertw(cp.array([1.0, -0.25])).real
    /// array([ 0.56714329, -0.35740296])
    fn lambertw(z: &Array, k: Argument = 0, tol: f64 = 1e-08) -> Array {
        apply(RowId::named("lambertw"), &[Argument::Array(&z.astype(DType::C128)?), k, Argument::Scalar(Scalar::new(tol))])
    }

    /// The spherical harmonic of degree n and order m at the polar angle theta and the azimuth phi, as complex128:
    /// sqrt((2n + 1)/(4 pi) (n - m)!/(n + m)!) exp(i m phi) times the associated Legendre function of cos(theta), with
    /// Condon and Shortley's phase. Zero for orders beyond the degree.
    ///
    /// With `diff_n` of one the result is a tuple of this and of the gradient along a further last axis, over theta and
    /// phi; with two the matrix of second derivatives along two last axes follows.
    /// Raises ValueError for a negative `diff_n` and for one above two.
    ///
    /// >>> cp.scipy.special.sph_harm_y(1, 0, 0.0, 0.0)
    /// array(0.48860251+0.j)
    fn sph_harm_y(n: Argument, m: Argument, theta: Argument, phi: Argument, *, diff_n: i64 = 0) -> Returned {
        let [n, m, theta, phi] = arrays_of([n, m, theta, phi])?;
        let (n, m) = (n.astype(DType::I64)?, m.astype(DType::I64)?);
        Ok(one_or_more(sph_harm_y_with_derivatives(&n, &m, &theta, &phi, diff_n)?))
    }

    /// The spherical harmonic of order m and degree n at the azimuth theta and the polar angle phi, as complex128, in
    /// the order of parameters that SciPy had before 1.15. It is written to `out` where that is given.
    ///
    /// Raises TypeError for an `out` of real numbers, ValueError for one of another shape.
    ///
    /// >>> cp.scipy.special.sph_harm(0, 1, 0.0, 0.0)
    /// array(0.48860251+0.j)
    fn sph_harm(m: &Array, n: &Array, theta: Argument, phi: Argument, out: Out = None) -> Array {
        let made = harmonic(n, m, phi, theta)?;
        let Some(out) = out.0 else { return Ok(made) };
        if !out.dtype().is_complex() {
            return Err(Error::type_(format!("sph_harm: complex numbers cannot be written to {}", out.dtype())));
        }
        if out.shape() != made.shape() {
            return Err(Error::value("sph_harm: out has another shape than the result"));
        }
        out.check_device(&made)?;
        out.assign(&made)?;
        Ok(out.clone())
    }
}
