//! The declarations of functions of Legendre with their derivatives.

use cuprust::table::{Returned, functions};
use cuprust::{Argument, Array, DType};
use cuprust_ir::{Error, Result};

use super::legendre::{
    Associated, arrays_of, assoc_legendre_p, degrees, legendre_p, legendre_p_all, orders, sph_harm_y_with_derivatives,
    sph_legendre_p,
};
use super::legendre_second::{lqmn, lqn};

/// Several arrays.
type Arrays = Box<[Array]>;

/// The kind of a function by SciPy's number of its cuts.
fn kind_of(branch_cut: i64, norm: bool) -> Result<Associated> {
    match branch_cut {
        2 | 3 => Ok(Associated { beyond: branch_cut == 3, norm }),
        other => Err(Error::value(format!("branch_cut must be either 2 or 3, received: {other}"))),
    }
}

/// One array, or a tuple of several.
pub(super) fn one_or_more(mut parts: Vec<Array>) -> Returned {
    if parts.len() == 1 { Returned::Array(parts.remove(0)) } else { Returned::Tuple(parts) }
}

functions! {
    in "cuprust.scipy.special";

    /// The polynomials of Legendre of whole degrees n and their first `diff_n` derivatives, up to two, one after
    /// another along a first axis, in float64. Negative degrees give what degree one does, as in SciPy.
    ///
    /// Raises TypeError for degrees that are no integers and for complex numbers, ValueError for a negative `diff_n`,
    /// NotImplementedError for one above two.
    ///
    /// >>> cp.scipy.special.legendre_p(2, cp.array([0.0, 0.5]), diff_n=1)
    /// array([[-0.5  , -0.125],
    ///        [ 0.   ,  1.5  ]])
    fn legendre_p(n: Argument, z: Argument, *, diff_n: i64 = 0) -> Array {
        let [n, z] = arrays_of([n, z])?;
        legendre_p(&n, &z, diff_n)
    }

    /// The polynomials of Legendre of all degrees up to n and their first `diff_n` derivatives: these along the first
    /// axis, the degrees along the second one. Float32 and complex numbers keep their dtype, others give float64.
    ///
    /// Raises ValueError for a negative n or `diff_n`, and for a `diff_n` above two.
    ///
    /// >>> cp.scipy.special.legendre_p_all(2, 0.5)
    /// array([[ 1.   ,  0.5  , -0.125]])
    fn legendre_p_all(n: i64, z: &Array, *, diff_n: i64 = 0) -> Array {
        legendre_p_all(n, z, diff_n)
    }

    /// The associated functions of Legendre of whole degrees n and orders m of real or complex numbers and their first
    /// `diff_n` derivatives, up to two, one after another along a first axis, in double precision.
    ///
    /// With `branch_cut` 2 the cuts of complex numbers lie beyond -1 and 1 and there is Condon and Shortley's phase,
    /// with 3 the cut lies between them; on a cut real numbers give NaN for orders other than zero. With `norm` the
    /// integral of the square from -1 to 1 is one.
    /// Raises TypeError for degrees and orders that are no integers, ValueError for another `branch_cut`, for a
    /// negative `diff_n` and for one above two.
    ///
    /// >>> cp.scipy.special.assoc_legendre_p(2, 2, cp.array([0.0, 0.5]))
    /// array([[3.  , 2.25]])
    fn assoc_legendre_p(
        n: Argument, m: Argument, z: Argument, *, branch_cut: i64 = 2, norm: bool = False, diff_n: i64 = 0
    ) -> Array {
        let [n, m, z] = arrays_of([n, m, z])?;
        assoc_legendre_p(&n, &m, &z, kind_of(branch_cut, norm)?, diff_n)
    }

    /// The associated functions of Legendre of all degrees up to n and orders up to m, then from -m to -1, and their
    /// first `diff_n` derivatives: these along the first axis, degrees and orders along the next two.
    ///
    /// Raises ValueError for a negative n, m or `diff_n`, for a `diff_n` above two and for another `branch_cut` than 2
    /// and 3.
    ///
    /// >>> cp.scipy.special.assoc_legendre_p_all(2, 2, 0.5).shape
    /// (1, 3, 5)
    fn assoc_legendre_p_all(
        n: i64, m: i64, z: &Array, *, branch_cut: i64 = 2, norm: bool = False, diff_n: i64 = 0
    ) -> Array {
        let kind = kind_of(branch_cut, norm)?;
        assoc_legendre_p(&degrees(n, z.ndim() + 1, z)?, &orders(m, z.ndim(), z)?, z, kind, diff_n)
    }

    /// The spherical functions of Legendre of whole degrees n and orders m at polar angles theta, which are spherical
    /// harmonics at the azimuth zero, and their first `diff_n` derivatives, up to two, one after another along a first
    /// axis, in float64.
    ///
    /// Raises TypeError for degrees and orders that are no integers and for complex angles, ValueError for a negative
    /// `diff_n` and for one above two.
    ///
    /// >>> cp.scipy.special.sph_legendre_p(1, 0, 0.0)
    /// array([0.48860251])
    fn sph_legendre_p(n: Argument, m: Argument, theta: Argument, *, diff_n: i64 = 0) -> Array {
        let [n, m, theta] = arrays_of([n, m, theta])?;
        sph_legendre_p(&n, &m, &theta, diff_n)
    }

    /// The spherical functions of Legendre of all degrees up to n and orders up to m, then from -m to -1, and their
    /// first `diff_n` derivatives: these along the first axis, degrees and orders along the next two. A negative m
    /// counts as a positive one. Float32 stays, other dtypes give float64.
    ///
    /// Raises TypeError for complex angles, ValueError for a negative n or `diff_n` and for a `diff_n` above two.
    ///
    /// >>> cp.scipy.special.sph_legendre_p_all(2, 1, 0.5).shape
    /// (1, 3, 3)
    fn sph_legendre_p_all(n: i64, m: i64, theta: &Array, *, diff_n: i64 = 0) -> Array {
        let (n, m) = (degrees(n, theta.ndim() + 1, theta)?, orders(m.saturating_abs(), theta.ndim(), theta)?);
        let value = sph_legendre_p(&n, &m, theta, diff_n)?;
        if theta.dtype() == DType::F32 { value.astype(DType::F32) } else { Ok(value) }
    }

    /// The spherical harmonics of all degrees up to n and orders up to m, then from -m to -1, along the first two
    /// axes, at polar angles theta and azimuths phi. A negative m counts as a positive one. Angles that are float32
    /// give complex64, others complex128.
    ///
    /// With `diff_n` of one the result is a tuple of these and of the gradient along a further last axis, over theta
    /// and phi; with two the matrix of second derivatives along two last axes follows.
    /// Raises TypeError for complex angles, ValueError for a negative n or `diff_n` and for a `diff_n` above two.
    ///
    /// >>> cp.scipy.special.sph_harm_y_all(2, 1, 0.5, 0.0).shape
    /// (3, 3)
    fn sph_harm_y_all(n: i64, m: i64, theta: Argument, phi: Argument, *, diff_n: i64 = 0) -> Returned {
        let [theta, phi] = arrays_of([theta, phi])?;
        let axes = theta.ndim().max(phi.ndim());
        let (n, m) = (degrees(n, axes + 1, &theta)?, orders(m.saturating_abs(), axes, &theta)?);
        let mut parts = sph_harm_y_with_derivatives(&n, &m, &theta, &phi, diff_n)?;
        if theta.dtype() == DType::F32 && phi.dtype() == DType::F32 {
            parts = parts.iter().map(|part| part.astype(DType::C64)).collect::<Result<_>>()?;
        }
        Ok(one_or_more(parts))
    }

    /// The functions of Legendre of the second kind of the degrees up to n, along a first axis, and their derivatives,
    /// in double precision. Of numbers of a size above one they are those without a cut there, of others the functions
    /// of the interval from -1 to 1, at whose ends they are infinite.
    ///
    /// Raises ValueError for a negative n.
    ///
    /// >>> cp.scipy.special.lqn(1, 0.5)[0]
    /// array([ 0.54930614, -0.72534693])
    fn lqn(n: i64, z: &Array) -> Arrays {
        let (values, slopes) = lqn(n, z)?;
        Ok([values, slopes].into())
    }

    /// The associated functions of Legendre of the second kind of the orders up to m, along a first axis, and of the
    /// degrees up to n, along a second one, and their derivatives, in double precision. Of numbers of a size above one
    /// they are those without a cut there, of others the functions of the interval from -1 to 1, with Condon and
    /// Shortley's phase, at whose ends they are infinite.
    ///
    /// Raises ValueError for a negative m or n.
    ///
    /// >>> cp.scipy.special.lqmn(1, 1, 0.5)[0]
    /// array([[ 0.54930614, -0.72534693],
    ///        [-1.15470054, -1.05306334]])
    fn lqmn(m: i64, n: i64, z: &Array) -> Arrays {
        let (values, slopes) = lqmn(m, n, z)?;
        Ok([values, slopes].into())
    }
}
