//! The declarations of the quadratures of orthogonal polynomials.

use cuprust::table::texts::{NO_PLACES, QUADRATURE};
use cuprust::table::{Returned, functions};
use cuprust::{Device, Scalar};
use cuprust_ir::{Error, Result};

use super::Family;

/// The nodes and weights of a quadrature, and the sum of the weights where it is requested.
fn rule(family: Family, n: f64, mu: bool) -> Result<Returned> {
    // An infinite number becomes the largest integer, and is refused for the memory that it needs.
    if n.fract() != 0.0 && !n.is_infinite() {
        return Err(Error::value("n must be a positive integer."));
    }
    let found = family.quadrature(n as i64)?;
    let [nodes, weights] = found.arrays(Device::current()?)?.map(Returned::Array);
    Ok(Returned::Several(match mu {
        true => vec![nodes, weights, Returned::Number(Scalar::new(found.total))],
        false => vec![nodes, weights],
    }))
}

functions! {
    in "cuprust.scipy.special";

    /// The zeros of the polynomial of Legendre of degree n and the weights of Gauss' quadrature with them, whose weight
    /// is one from -1 to 1.
    #[doc = QUADRATURE]
    ///
    #[doc = NO_PLACES]
    ///
    /// >>> cp.scipy.special.roots_legendre(2)[0]
    /// array([-0.57735027,  0.57735027])
    fn roots_legendre["p_roots"](n: f64, mu: bool = False) -> Returned {
        rule(Family::Legendre, n, mu)
    }

    /// The zeros of the polynomial of Chebyshev of the first kind of degree n and the weights of Gauss' quadrature with
    /// them, whose weight is 1/sqrt(1 - x^2) from -1 to 1.
    #[doc = QUADRATURE]
    ///
    #[doc = NO_PLACES]
    ///
    /// >>> cp.scipy.special.roots_chebyt(2)[0]
    /// array([-0.70710678,  0.70710678])
    fn roots_chebyt["t_roots"](n: f64, mu: bool = False) -> Returned {
        rule(Family::ChebyshevFirst, n, mu)
    }

    /// The zeros of the polynomial of Chebyshev of the second kind of degree n and the weights of Gauss' quadrature
    /// with them, whose weight is sqrt(1 - x^2) from -1 to 1.
    #[doc = QUADRATURE]
    ///
    #[doc = NO_PLACES]
    ///
    /// >>> cp.scipy.special.roots_chebyu(2)[0]
    /// array([-0.5,  0.5])
    fn roots_chebyu["u_roots"](n: f64, mu: bool = False) -> Returned {
        rule(Family::ChebyshevSecond, n, mu)
    }

    /// The zeros of the polynomial of Chebyshev of the first kind from -2 to 2 of degree n and the weights of Gauss'
    /// quadrature with them, whose weight is 1/sqrt(1 - (x/2)^2) from -2 to 2.
    #[doc = QUADRATURE]
    ///
    #[doc = NO_PLACES]
    ///
    /// >>> cp.scipy.special.roots_chebyc(2)[0]
    /// array([-1.41421356,  1.41421356])
    fn roots_chebyc["c_roots"](n: f64, mu: bool = False) -> Returned {
        rule(Family::ChebyshevFirstDoubled, n, mu)
    }

    /// The zeros of the polynomial of Chebyshev of the second kind from -2 to 2 of degree n and the weights of Gauss'
    /// quadrature with them, whose weight is sqrt(1 - (x/2)^2) from -2 to 2.
    #[doc = QUADRATURE]
    ///
    #[doc = NO_PLACES]
    ///
    /// >>> cp.scipy.special.roots_chebys(2)[0]
    /// array([-1.,  1.])
    fn roots_chebys["s_roots"](n: f64, mu: bool = False) -> Returned {
        rule(Family::ChebyshevSecondDoubled, n, mu)
    }

    /// The zeros of the polynomial of Jacobi of degree n and the weights of Gauss' quadrature with them, whose weight
    /// is (1 - x)^alpha (1 + x)^beta from -1 to 1.
    #[doc = QUADRATURE]
    ///
    /// Raises ValueError for an n that is not a positive integer and for parameters that are not above -1.
    ///
    /// >>> cp.scipy.special.roots_jacobi(2, 0.5, 0.5)[0]
    /// array([-0.5,  0.5])
    fn roots_jacobi["j_roots"](n: f64, alpha: f64, beta: f64, mu: bool = False) -> Returned {
        rule(Family::Jacobi(alpha, beta), n, mu)
    }

    /// The zeros of the polynomial of Laguerre of degree n and the weights of Gauss' quadrature with them, whose weight
    /// is e^-x from zero on.
    #[doc = QUADRATURE]
    ///
    #[doc = NO_PLACES]
    ///
    /// >>> cp.scipy.special.roots_laguerre(2)[0]
    /// array([0.58578644, 3.41421356])
    fn roots_laguerre["l_roots"](n: f64, mu: bool = False) -> Returned {
        rule(Family::Laguerre(0.0), n, mu)
    }

    /// The zeros of the polynomial of Laguerre with a parameter of degree n and the weights of Gauss' quadrature with
    /// them, whose weight is x^alpha e^-x from zero on.
    #[doc = QUADRATURE]
    ///
    /// Raises ValueError for an n that is not a positive integer and for an alpha that is not above -1.
    ///
    /// >>> cp.scipy.special.roots_genlaguerre(2, 1.0)[0]
    /// array([1.26794919, 4.73205081])
    fn roots_genlaguerre["la_roots"](n: f64, alpha: f64, mu: bool = False) -> Returned {
        rule(Family::Laguerre(alpha), n, mu)
    }

    /// The zeros of the polynomial of Hermite of degree n and the weights of Gauss' quadrature with them, whose weight
    /// is e^(-x^2).
    #[doc = QUADRATURE]
    ///
    #[doc = NO_PLACES]
    ///
    /// >>> cp.scipy.special.roots_hermite(2)[0]
    /// array([-0.70710678,  0.70710678])
    fn roots_hermite["h_roots"](n: f64, mu: bool = False) -> Returned {
        rule(Family::Hermite, n, mu)
    }

    /// The zeros of the polynomial of Hermite of the other weight of degree n and the weights of Gauss' quadrature with
    /// them, whose weight is e^(-x^2/2).
    #[doc = QUADRATURE]
    ///
    #[doc = NO_PLACES]
    ///
    /// >>> cp.scipy.special.roots_hermitenorm(2)[0]
    /// array([-1.,  1.])
    fn roots_hermitenorm["he_roots"](n: f64, mu: bool = False) -> Returned {
        rule(Family::HermiteNorm, n, mu)
    }

    /// The zeros of the polynomial of Gegenbauer of degree n and the weights of Gauss' quadrature with them, whose
    /// weight is (1 - x^2)^(alpha - 1/2) from -1 to 1.
    #[doc = QUADRATURE]
    ///
    /// Raises ValueError for an n that is not a positive integer and for an alpha that is not above -1/2.
    ///
    /// >>> cp.scipy.special.roots_gegenbauer(2, 1.5)[0]
    /// array([-0.4472136,  0.4472136])
    fn roots_gegenbauer["cg_roots"](n: f64, alpha: f64, mu: bool = False) -> Returned {
        rule(Family::Gegenbauer(alpha), n, mu)
    }

    /// The zeros of the polynomial of Legendre from 0 to 1 of degree n and the weights of Gauss' quadrature with them,
    /// whose weight is one from 0 to 1.
    #[doc = QUADRATURE]
    ///
    #[doc = NO_PLACES]
    ///
    /// >>> cp.scipy.special.roots_sh_legendre(2)[0]
    /// array([0.21132487, 0.78867513])
    fn roots_sh_legendre["ps_roots"](n: f64, mu: bool = False) -> Returned {
        rule(Family::ShiftedLegendre, n, mu)
    }

    /// The zeros of the polynomial of Chebyshev of the first kind from 0 to 1 of degree n and the weights of Gauss'
    /// quadrature with them, whose weight is 1/sqrt(x - x^2) from 0 to 1.
    #[doc = QUADRATURE]
    ///
    #[doc = NO_PLACES]
    ///
    /// >>> cp.scipy.special.roots_sh_chebyt(2)[0]
    /// array([0.14644661, 0.85355339])
    fn roots_sh_chebyt["ts_roots"](n: f64, mu: bool = False) -> Returned {
        rule(Family::ShiftedChebyshevFirst, n, mu)
    }

    /// The zeros of the polynomial of Chebyshev of the second kind from 0 to 1 of degree n and the weights of Gauss'
    /// quadrature with them, whose weight is sqrt(x - x^2) from 0 to 1.
    #[doc = QUADRATURE]
    ///
    #[doc = NO_PLACES]
    ///
    /// >>> cp.scipy.special.roots_sh_chebyu(2)[0]
    /// array([0.25, 0.75])
    fn roots_sh_chebyu["us_roots"](n: f64, mu: bool = False) -> Returned {
        rule(Family::ShiftedChebyshevSecond, n, mu)
    }

    /// The zeros of the polynomial of Jacobi from 0 to 1 of degree n and the weights of Gauss' quadrature with them,
    /// whose weight is (1 - x)^(p1 - q1) x^(q1 - 1) from 0 to 1.
    #[doc = QUADRATURE]
    ///
    /// Raises ValueError for an n that is not a positive integer, for a p1 - q1 that is not above -1 and a q1 that is
    /// not above zero.
    ///
    /// >>> cp.scipy.special.roots_sh_jacobi(2, 2.0, 1.5)[0]
    /// array([0.25, 0.75])
    fn roots_sh_jacobi["js_roots"](n: f64, p1: f64, q1: f64, mu: bool = False) -> Returned {
        rule(Family::ShiftedJacobi(p1, q1), n, mu)
    }
}
