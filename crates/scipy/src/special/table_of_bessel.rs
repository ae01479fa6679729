//! The declarations of Bessel functions that take other arguments than operands.

use cuprust::table::functions;
use cuprust::ufunc::apply;
use cuprust::{Argument, Array, Device};
use cuprust_ir::Result;
use cuprust_num::DType;
use cuprust_ops::RowId;

use super::{bernoulli, euler, h1vp, h2vp, ivp, jvp, kvp, lmbda, riccati_jn, riccati_yn, yvp};

/// Several arrays.
type Arrays = Box<[Array]>;

/// A spherical function of whole orders, or its derivative: a fraction of an order is dropped. As in SciPy, the result
/// is of double precision.
fn spherical(function: RowId, slope: RowId, n: &Array, z: Argument, derivative: bool) -> Result<Array> {
    let orders = n.astype(DType::I64)?;
    let wide = match z {
        Argument::Array(z) if z.dtype().is_complex() => Some(z.in_dtype(DType::C128)?),
        Argument::Array(z) => Some(z.in_dtype(DType::F64)?),
        _ => None,
    };
    let z = wide.as_ref().map_or(z, Argument::Array);
    apply(if derivative { slope } else { function }, &[Argument::Array(&orders), z])
}

functions! {
    in "cuprust.scipy.special";

    /// The spherical Bessel function of the first kind and of whole order n from zero, sqrt(pi/(2z)) times the Bessel
    /// function of order n + 1/2, or its derivative. NaN for negative n. The function's error is
    /// within 40 units of the last place of the amplitude.
    ///
    /// >>> cp.scipy.special.spherical_jn(0, cp.array([0.0, 1.0]))
    /// array([1.        , 0.84147098])
    fn spherical_jn(n: &Array, z: Argument, derivative: bool = False) -> Array {
        spherical(RowId::named("spherical_jn"), RowId::named("spherical_jn_derivative"), n, z, derivative)
    }

    /// The spherical Bessel function of the second kind and of whole order n from zero, sqrt(pi/(2z)) times the Bessel
    /// function of order n + 1/2, or its derivative: minus infinity at zero. NaN for negative n.
    /// The function's error is within 40 units of the last place of the amplitude.
    ///
    /// >>> cp.scipy.special.spherical_yn(0, cp.array([1.0, 2.0]))
    /// array([-0.54030231,  0.20807342])
    fn spherical_yn(n: &Array, z: Argument, derivative: bool = False) -> Array {
        spherical(RowId::named("spherical_yn"), RowId::named("spherical_yn_derivative"), n, z, derivative)
    }

    /// The modified spherical Bessel function of the first kind and of whole order n from zero, sqrt(pi/(2z)) times the
    /// modified Bessel function of order n + 1/2, or its derivative. NaN for negative n. The function's error is within
    /// 30 units of the last place.
    ///
    /// >>> cp.scipy.special.spherical_in(0, cp.array([0.0, 1.0]))
    /// array([1.        , 1.17520119])
    fn spherical_in(n: &Array, z: Argument, derivative: bool = False) -> Array {
        spherical(RowId::named("spherical_in"), RowId::named("spherical_in_derivative"), n, z, derivative)
    }

    /// The modified spherical Bessel function of the second kind and of whole order n from zero, sqrt(pi/(2z)) times
    /// the modified Bessel function of order n + 1/2, or its derivative: infinite at zero. NaN for negative n. The
    /// function's error is within 30 units of the last place.
    ///
    /// >>> cp.scipy.special.spherical_kn(0, cp.array([1.0, 2.0]))
    /// array([0.57786367, 0.10629208])
    fn spherical_kn(n: &Array, z: Argument, derivative: bool = False) -> Array {
        spherical(RowId::named("spherical_kn"), RowId::named("spherical_kn_derivative"), n, z, derivative)
    }

    /// The n-th derivative with respect to z of the Bessel function of the first kind and of real order v.
    ///
    /// Raises ValueError for negative n.
    ///
    /// >>> cp.scipy.special.jvp(0, cp.array([0.0, 1.0]))
    /// array([-0.        , -0.44005059])
    fn jvp(v: &Array, z: &Array, n: i64 = 1) -> Array {
        jvp(v, z, n)
    }

    /// The n-th derivative with respect to z of the Bessel function of the second kind and of real order v.
    ///
    /// Raises ValueError for negative n.
    ///
    /// >>> cp.scipy.special.yvp(0, cp.array([1.0, 2.0]))
    /// array([0.78121282, 0.10703243])
    fn yvp(v: &Array, z: &Array, n: i64 = 1) -> Array {
        yvp(v, z, n)
    }

    /// The n-th derivative with respect to z of the modified Bessel function of the first kind and of real order v.
    ///
    /// Raises ValueError for negative n.
    ///
    /// >>> cp.scipy.special.ivp(0, cp.array([0.0, 1.0]))
    /// array([0.       , 0.5651591])
    fn ivp(v: &Array, z: &Array, n: i64 = 1) -> Array {
        ivp(v, z, n)
    }

    /// The n-th derivative with respect to z of the modified Bessel function of the second kind and of real order v.
    ///
    /// Raises ValueError for negative n.
    ///
    /// >>> cp.scipy.special.kvp(0, cp.array([1.0, 2.0]))
    /// array([-0.60190723, -0.13986588])
    fn kvp(v: &Array, z: &Array, n: i64 = 1) -> Array {
        kvp(v, z, n)
    }

    /// The n-th derivative with respect to z of the Hankel function of the first kind and of real order v.
    ///
    /// Raises ValueError for negative n.
    ///
    /// >>> cp.scipy.special.h1vp(0, cp.array([1.0]))
    /// array([-0.44005059+0.78121282j])
    fn h1vp(v: &Array, z: &Array, n: i64 = 1) -> Array {
        h1vp(v, z, n)
    }

    /// The n-th derivative with respect to z of the Hankel function of the second kind and of real order v.
    ///
    /// Raises ValueError for negative n.
    ///
    /// >>> cp.scipy.special.h2vp(0, cp.array([1.0]))
    /// array([-0.44005059-0.78121282j])
    fn h2vp(v: &Array, z: &Array, n: i64 = 1) -> Array {
        h2vp(v, z, n)
    }

    /// The functions of Jahnke and Emde, gamma(v + 1) (2/x)^v times the Bessel function of order v, of the orders v, v
    /// - 1 and so on down to above -1, the lowest first, and their derivatives with respect to x.
    ///
    /// Raises ValueError for a negative v, and for one above a million.
    ///
    /// >>> cp.scipy.special.lmbda(1, 2.0)[0]
    /// array([0.22389078, 0.57672481])
    fn lmbda(v: f64, x: f64) -> Arrays {
        lmbda(v, x, Device::current()?).map(Arrays::from)
    }

    /// The functions of Riccati of the first kind, x times the spherical Bessel functions of the first kind, of the
    /// whole orders up to n, and their derivatives.
    ///
    /// Raises ValueError for a negative n, and for one above a million.
    ///
    /// >>> cp.scipy.special.riccati_jn(1, 2.0)[0]
    /// array([0.90929743, 0.87079555])
    fn riccati_jn(n: i64, x: f64) -> Arrays {
        riccati_jn(n, x, Device::current()?).map(Arrays::from)
    }

    /// The functions of Riccati of the second kind, x times the spherical Bessel functions of the second kind, of the
    /// whole orders up to n, and their derivatives.
    ///
    /// Raises ValueError for a negative n, and for one above a million.
    ///
    /// >>> cp.scipy.special.riccati_yn(1, 2.0)[0]
    /// array([ 0.41614684, -0.70122401])
    fn riccati_yn(n: i64, x: f64) -> Arrays {
        riccati_yn(n, x, Device::current()?).map(Arrays::from)
    }

    /// The Bernoulli numbers from that of index zero to that of index n.
    ///
    /// Raises ValueError for negative n.
    ///
    /// >>> cp.scipy.special.bernoulli(2)
    /// array([ 1.        , -0.5       ,  0.16666667])
    fn bernoulli(n: i64) -> Array {
        bernoulli(n, Device::current()?)
    }

    /// The Euler numbers from that of index zero to that of index n.
    ///
    /// Raises ValueError for negative n.
    ///
    /// >>> cp.scipy.special.euler(4)
    /// array([ 1.,  0., -1.,  0.,  5.])
    fn euler(n: i64) -> Array {
        euler(n, Device::current()?)
    }
}
