//! The declarations of zeros of special functions.

use cuprust::table::texts::ZEROS;
use cuprust::table::{Returned, functions};
use cuprust::{Array, Device};
use cuprust_ir::Result;

use super::{
    Kelvin, SecondKind, Wave, airy_zeros, bessel_zeros, erf_zeros, fresnel_zeros, kelvin_zeros, second_kind_zeros,
    zeros_of_all_orders,
};

/// Several arrays.
type Arrays = Box<[Array]>;

functions! {
    in "cuprust.scipy.special";

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

    /// The first nt zeros of all Bessel functions of the first kind and whole order and of their derivatives, in
    /// ascending order; the orders; the numbers of each zero among those of its function; and one for a zero of the
    /// derivative, else zero.
    ///
    /// Raises ValueError for a negative nt and for one above 1200.
    ///
    /// >>> cp.scipy.special.jnjnp_zeros(3)[0]
    /// array([0.        , 1.84118378, 2.40482556])
    fn jnjnp_zeros(nt: i64) -> Arrays {
        zeros_of_all_orders(nt, Device::current()?).map(Arrays::from)
    }

    /// The first nt zeros of the Bessel function of the second kind and of order zero, and its derivatives there:
    /// positive ones, or with `complex` those in the upper half of the plane. Both are complex128.
    ///
    #[doc = ZEROS]
    ///
    /// >>> cp.scipy.special.y0_zeros(1)[0]
    /// array([0.89357697+0.j])
    fn y0_zeros(nt: i64, complex: bool = False) -> Arrays {
        second_kind_zeros(SecondKind::Zeroth, nt, complex, Device::current()?).map(Arrays::from)
    }

    /// The first nt zeros of the Bessel function of the second kind and of order one, and its derivatives there:
    /// positive ones, or with `complex` those in the upper half of the plane. Both are complex128.
    ///
    #[doc = ZEROS]
    ///
    /// >>> cp.scipy.special.y1_zeros(1)[0]
    /// array([2.19714133+0.j])
    fn y1_zeros(nt: i64, complex: bool = False) -> Arrays {
        second_kind_zeros(SecondKind::First, nt, complex, Device::current()?).map(Arrays::from)
    }

    /// The first nt zeros of the derivative of the Bessel function of the second kind and of order one, and the
    /// function's values there: positive ones, or with `complex` those in the upper half of the plane. Both are
    /// complex128.
    ///
    #[doc = ZEROS]
    ///
    /// >>> cp.scipy.special.y1p_zeros(1)[0]
    /// array([3.68302286+0.j])
    fn y1p_zeros(nt: i64, complex: bool = False) -> Arrays {
        second_kind_zeros(SecondKind::FirstSlope, nt, complex, Device::current()?).map(Arrays::from)
    }

    /// The first nt zeros of the error function in the first quadrant.
    ///
    #[doc = ZEROS]
    ///
    /// >>> cp.scipy.special.erf_zeros(1)
    /// array([1.45061616+1.880943j])
    fn erf_zeros(nt: i64) -> Array {
        erf_zeros(nt, Device::current()?)
    }

    /// The first nt zeros of Fresnel's integral of the sine in the first quadrant, and those of the cosine's.
    ///
    #[doc = ZEROS]
    ///
    /// >>> cp.scipy.special.fresnel_zeros(1)[0]
    /// array([2.00925701+0.2885479j])
    fn fresnel_zeros(nt: i64) -> Arrays {
        let device = Device::current()?;
        Ok([fresnel_zeros(true, nt, device)?, fresnel_zeros(false, nt, device)?].into())
    }

    /// The first nt zeros of Fresnel's integral of the cosine in the first quadrant.
    ///
    #[doc = ZEROS]
    ///
    /// >>> cp.scipy.special.fresnelc_zeros(1)
    /// array([1.74366749+0.30573506j])
    fn fresnelc_zeros(nt: i64) -> Array {
        fresnel_zeros(false, nt, Device::current()?)
    }

    /// The first nt zeros of Fresnel's integral of the sine in the first quadrant.
    ///
    #[doc = ZEROS]
    ///
    /// >>> cp.scipy.special.fresnels_zeros(1)
    /// array([2.00925701+0.2885479j])
    fn fresnels_zeros(nt: i64) -> Array {
        fresnel_zeros(true, nt, Device::current()?)
    }

    /// The first nt positive zeros of the function of Kelvin ber.
    ///
    #[doc = ZEROS]
    ///
    /// >>> cp.scipy.special.ber_zeros(2)
    /// array([2.84891782, 7.23882945])
    fn ber_zeros(nt: i64) -> Array {
        kelvin_zeros(Kelvin::Ber, false, nt, Device::current()?)
    }

    /// The first nt positive zeros of the function of Kelvin bei.
    ///
    #[doc = ZEROS]
    ///
    /// >>> cp.scipy.special.bei_zeros(2)
    /// array([5.02622395, 9.4554063 ])
    fn bei_zeros(nt: i64) -> Array {
        kelvin_zeros(Kelvin::Bei, false, nt, Device::current()?)
    }

    /// The first nt positive zeros of the function of Kelvin ker.
    ///
    #[doc = ZEROS]
    ///
    /// >>> cp.scipy.special.ker_zeros(2)
    /// array([1.71854296, 6.12727913])
    fn ker_zeros(nt: i64) -> Array {
        kelvin_zeros(Kelvin::Ker, false, nt, Device::current()?)
    }

    /// The first nt positive zeros of the function of Kelvin kei.
    ///
    #[doc = ZEROS]
    ///
    /// >>> cp.scipy.special.kei_zeros(2)
    /// array([3.91466761, 8.34422506])
    fn kei_zeros(nt: i64) -> Array {
        kelvin_zeros(Kelvin::Kei, false, nt, Device::current()?)
    }

    /// The first nt positive zeros of the derivative of the function of Kelvin ber.
    ///
    #[doc = ZEROS]
    ///
    /// >>> cp.scipy.special.berp_zeros(2)
    /// array([ 6.03871081, 10.51364251])
    fn berp_zeros(nt: i64) -> Array {
        kelvin_zeros(Kelvin::Ber, true, nt, Device::current()?)
    }

    /// The first nt positive zeros of the derivative of the function of Kelvin bei.
    ///
    #[doc = ZEROS]
    ///
    /// >>> cp.scipy.special.beip_zeros(2)
    /// array([3.7726733 , 8.28098785])
    fn beip_zeros(nt: i64) -> Array {
        kelvin_zeros(Kelvin::Bei, true, nt, Device::current()?)
    }

    /// The first nt positive zeros of the derivative of the function of Kelvin ker.
    ///
    #[doc = ZEROS]
    ///
    /// >>> cp.scipy.special.kerp_zeros(2)
    /// array([2.66583979, 7.17212212])
    fn kerp_zeros(nt: i64) -> Array {
        kelvin_zeros(Kelvin::Ker, true, nt, Device::current()?)
    }

    /// The first nt positive zeros of the derivative of the function of Kelvin kei.
    ///
    #[doc = ZEROS]
    ///
    /// >>> cp.scipy.special.keip_zeros(2)
    /// array([4.93181194, 9.40405458])
    fn keip_zeros(nt: i64) -> Array {
        kelvin_zeros(Kelvin::Kei, true, nt, Device::current()?)
    }

    /// The first nt positive zeros of the functions of Kelvin ber, bei, ker and kei and of their derivatives, in this
    /// order.
    ///
    #[doc = ZEROS]
    ///
    /// >>> cp.scipy.special.kelvin_zeros(1)[2]
    /// array([1.71854296])
    fn kelvin_zeros(nt: i64) -> Arrays {
        let (device, mut all) = (Device::current()?, Vec::new());
        for slope in [false, true] {
            for function in [Kelvin::Ber, Kelvin::Bei, Kelvin::Ker, Kelvin::Kei] {
                all.push(kelvin_zeros(function, slope, nt, device)?);
            }
        }
        Ok(all.into())
    }
}
