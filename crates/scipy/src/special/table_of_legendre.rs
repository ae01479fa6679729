//! The declarations of functions of Legendre with their derivatives.

use cuprust::Array;
use cuprust::table::{Returned, functions};
use cuprust_ir::{Error, Result};

use super::legendre::{
    Associated, assoc_legendre_p, degrees, derivatives, legendre_p, orders, sph_harm_y_with_derivatives, sph_legendre_p,
};

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

    /// The polynomials of Legendre of whole degrees n and their first `diff_n` derivatives, up to two, one behind
    /// another along a first axis.
    ///
    /// Raises TypeError for degrees that are no integers, ValueError for a negative `diff_n`, NotImplementedError for
    /// one
    /// above two.
    ///
    /// >>> cp.scipy.special.legendre_p(2, cp.array([0.0, 0.5]), diff_n=1)
    /// array([[-0.5  , -0.125],
    ///        [ 0.   ,  1.5  ]])
    fn legendre_p(n: &Array, z: &Array, *, diff_n: i64 = 0) -> Array {
        legendre_p(n, z, diff_n)
    }

    /// The polynomials of Legendre of all degrees up to n and their first `diff_n` derivatives: these along the first
    /// axis, the degrees along the second one.
    ///
    /// Raises ValueError for a negative n or `diff_n`, NotImplementedError for a `diff_n` above two.
    ///
    /// >>> cp.scipy.special.legendre_p_all(2, 0.5)
    /// array([[ 1.   ,  0.5  , -0.125]])
    fn legendre_p_all(n: i64, z: &Array, *, diff_n: i64 = 0) -> Array {
        legendre_p(&degrees(n, z.ndim(), z)?, z, derivatives(diff_n)?)
    }

    /// The associated functions of Legendre of whole degrees n and orders m of real numbers and their first `diff_n`
    /// derivatives, up to two, one behind another along a first axis.
    ///
    /// With `branch_cut` 2 they are real from -1 to 1, with Condon and Shortley's phase, with 3 beyond; elsewhere
    /// they are
    /// NaN for orders other than zero. With `norm` the
    /// integral of their square from -1 to 1 is one.
    /// Raises TypeError for degrees and orders that are no integers and for complex numbers, ValueError for a negative
    /// `diff_n` and another `branch_cut`, NotImplementedError for a `diff_n` above two.
    ///
    /// >>> cp.scipy.special.assoc_legendre_p(2, 2, cp.array([0.0, 0.5]))
    /// array([[3.  , 2.25]])
    fn assoc_legendre_p(
        n: &Array, m: &Array, z: &Array, *, branch_cut: i64 = 2, norm: bool = False, diff_n: i64 = 0
    ) -> Array {
        assoc_legendre_p(n, m, z, kind_of(branch_cut, norm)?, diff_n)
    }

    /// The associated functions of Legendre of all degrees up to n and orders up to m, then from -m to -1, and their
    /// first `diff_n` derivatives: these along the first axis, degrees and orders along the next two.
    ///
    /// Raises ValueError for a negative n, m or `diff_n` and another `branch_cut` than 2 and 3, TypeError for complex
    /// numbers, NotImplementedError for a `diff_n` above two.
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
    /// harmonics at the azimuth zero, and their first `diff_n` derivatives, up to two, one behind another along a first
    /// axis.
    ///
    /// Raises TypeError for degrees and orders that are no integers and for complex angles, ValueError for a negative
    /// `diff_n`, NotImplementedError for one above two.
    ///
    /// >>> cp.scipy.special.sph_legendre_p(1, 0, 0.0)
    /// array([0.48860251])
    fn sph_legendre_p(n: &Array, m: &Array, theta: &Array, *, diff_n: i64 = 0) -> Array {
        sph_legendre_p(n, m, theta, diff_n)
    }

    /// The spherical functions of Legendre of all degrees up to n and orders up to m, then from -m to -1, and their
    /// first
    /// `diff_n` derivatives: these along the first axis, degrees and orders along the next two.
    ///
    /// Raises ValueError for a negative n, m or `diff_n`, NotImplementedError for a `diff_n` above two.
    ///
    /// >>> cp.scipy.special.sph_legendre_p_all(2, 1, 0.5).shape
    /// (1, 3, 3)
    fn sph_legendre_p_all(n: i64, m: i64, theta: &Array, *, diff_n: i64 = 0) -> Array {
        sph_legendre_p(&degrees(n, theta.ndim() + 1, theta)?, &orders(m, theta.ndim(), theta)?, theta, diff_n)
    }

    /// The spherical harmonics of all degrees up to n and orders up to m, then from -m to -1, along the first two
    /// axes, at
    /// polar angles theta and azimuths phi, as complex128.
    ///
    /// With `diff_n` of one the result is a tuple of these and of the gradient along a further last axis, over theta
    /// and
    /// phi; with two the matrix of second derivatives along two last axes follows.
    /// Raises ValueError for a negative n, m or `diff_n`, NotImplementedError for a `diff_n` above two.
    ///
    /// >>> cp.scipy.special.sph_harm_y_all(2, 1, 0.5, 0.0).shape
    /// (3, 3)
    fn sph_harm_y_all(n: i64, m: i64, theta: &Array, phi: &Array, *, diff_n: i64 = 0) -> Returned {
        let axes = theta.ndim().max(phi.ndim());
        let (n, m) = (degrees(n, axes + 1, theta)?, orders(m, axes, theta)?);
        Ok(one_or_more(sph_harm_y_with_derivatives(&n, &m, theta, phi, diff_n)?))
    }
}
