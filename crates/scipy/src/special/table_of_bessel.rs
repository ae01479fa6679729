//! The declarations of Bessel functions that take other arguments than operands.

use cuprust::table::{Returned, functions};
use cuprust::ufunc::apply;
use cuprust::{Argument, Array, Device};
use cuprust_ir::Result;
use cuprust_num::DType;
use cuprust_ops::RowId;

use super::{Wave, airy_zeros, bernoulli, bessel_zeros, euler, ivp, jvp, kvp, yvp};

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

    /// The first nt positive zeros of the Bessel function of the first kind and of whole order n.
    ///
    /// Raises ValueError for nt below one or above 1200.
    ///
    /// >>> cp.scipy.special.jn_zeros(0, 2)
    /// array([2.40482556, 5.52007811])
    fn jn_zeros(n: i64, nt: i64) -> Array {
        bessel_zeros(Wave::First, n, nt, Device::current()?)
    }

    /// The first nt positive zeros of the derivative of the Bessel function of the first kind and of whole order n.
    ///
    /// Raises ValueError for nt below one or above 1200.
    ///
    /// >>> cp.scipy.special.jnp_zeros(1, 2)
    /// array([1.84118378, 5.33144277])
    fn jnp_zeros(n: i64, nt: i64) -> Array {
        bessel_zeros(Wave::FirstSlope, n, nt, Device::current()?)
    }

    /// The first nt positive zeros of the Bessel function of the second kind and of whole order n.
    ///
    /// Raises ValueError for nt below one or above 1200.
    ///
    /// >>> cp.scipy.special.yn_zeros(0, 2)
    /// array([0.89357697, 3.95767842])
    fn yn_zeros(n: i64, nt: i64) -> Array {
        bessel_zeros(Wave::Second, n, nt, Device::current()?)
    }

    /// The first nt positive zeros of the derivative of the Bessel function of the second kind and of whole order n.
    ///
    /// Raises ValueError for nt below one or above 1200.
    ///
    /// >>> cp.scipy.special.ynp_zeros(0, 2)
    /// array([2.19714133, 5.42968104])
    fn ynp_zeros(n: i64, nt: i64) -> Array {
        bessel_zeros(Wave::SecondSlope, n, nt, Device::current()?)
    }

    /// The first nt positive zeros of the Bessel function of the first kind and of whole order n, of its derivative, of
    /// the function of the second kind, and of its derivative.
    ///
    /// Raises ValueError for nt below one or above 1200.
    ///
    /// >>> cp.scipy.special.jnyn_zeros(0, 1)[2]
    /// array([0.89357697])
    fn jnyn_zeros(n: i64, nt: i64) -> Returned {
        let waves = [Wave::First, Wave::FirstSlope, Wave::Second, Wave::SecondSlope];
        let device = Device::current()?;
        let zeros: Result<Vec<Array>> = waves.into_iter().map(|wave| bessel_zeros(wave, n, nt, device)).collect();
        Ok(Returned::Several(zeros?.into_iter().map(Returned::Array).collect()))
    }

    /// The first nt negative zeros of Airy's function Ai, those of its derivative, the values of Ai at the latter, and
    /// the values of the derivative at the former.
    ///
    /// Raises ValueError for nt below one or above a million.
    ///
    /// >>> cp.scipy.special.ai_zeros(2)[0]
    /// array([-2.33810741, -4.08794944])
    fn ai_zeros(nt: i64) -> Returned {
        let arrays = airy_zeros(false, nt, Device::current()?)?;
        Ok(Returned::Several(arrays.into_iter().map(Returned::Array).collect()))
    }

    /// The first nt negative zeros of Airy's function Bi, those of its derivative, the values of Bi at the latter, and
    /// the values of the derivative at the former.
    ///
    /// Raises ValueError for nt below one or above a million.
    ///
    /// >>> cp.scipy.special.bi_zeros(2)[0]
    /// array([-1.17371322, -3.2710933 ])
    fn bi_zeros(nt: i64) -> Returned {
        let arrays = airy_zeros(true, nt, Device::current()?)?;
        Ok(Returned::Several(arrays.into_iter().map(Returned::Array).collect()))
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
