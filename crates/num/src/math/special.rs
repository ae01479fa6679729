//! The special functions of NumPy and SciPy: i0, sinc, logaddexp, logaddexp2, erf and erfc.

use super::coefficients::{I0_LARGE, I0_SMALL};
use super::doubled::select;
use super::{Elementary, exp, exp2, log1p, trigonometric};

/// The sum of `c[k] T_k(t)` by Clenshaw's recurrence, for `t` from -1 to 1.
#[inline(always)]
fn chebyshev<const N: usize>(t: f64, c: &[f64; N]) -> f64 {
    let (mut ahead, mut current) = (0.0, 0.0);
    for k in (1..N).rev() {
        (ahead, current) = (current, 2.0 * t * current - ahead + c[k]);
    }
    t * current - ahead + c[0]
}

/// The modified Bessel function of the first kind and order zero.
///
/// From the Chebyshev series of `exp(-x) I0(x)` up to 8 and of `sqrt(x) exp(-x) I0(x)` beyond (Clenshaw 1962).
#[inline(always)]
pub fn i0(x: f64) -> f64 {
    let a = x.abs();
    let small = chebyshev(select(a < 8.0, a, 8.0) * 0.25 - 1.0, &I0_SMALL);
    let far = select(a > 8.0, a, 8.0);
    let large = chebyshev(16.0 / far - 1.0, &I0_LARGE) / far.sqrt();
    // The exponential is taken in two halves, as I0 is finite somewhat beyond its overflow.
    let half = exp(0.5 * a);
    select(a <= 8.0, exp(a) * small, half * (half * large))
}

/// sin(pi x)/(pi x), and one at zero.
#[inline(always)]
pub fn sinc(x: f64) -> f64 {
    let angle = std::f64::consts::PI * x;
    select(x == 0.0, 1.0, trigonometric::sin(angle) / select(x == 0.0, 1.0, angle))
}

/// log(e^x + e^y), without overflow.
#[inline(always)]
pub fn logaddexp(x: f64, y: f64) -> f64 {
    let far = if x > y { x } else { y };
    // Equal infinities have no difference.
    let distance = select(x == y, 0.0, (x - y).abs());
    let value = far + log1p(exp(-distance));
    select(distance.is_nan(), x + y, value)
}

/// log2(2^x + 2^y), without overflow.
#[inline(always)]
pub fn logaddexp2(x: f64, y: f64) -> f64 {
    let far = if x > y { x } else { y };
    let distance = select(x == y, 0.0, (x - y).abs());
    let value = far + log1p(exp2(-distance)) * std::f64::consts::LOG2_E;
    select(distance.is_nan(), x + y, value)
}

/// [`i0`] for any real type, through f64.
#[inline(always)]
pub fn i0_of<T: Elementary>(x: T) -> T {
    T::from_f64(i0(x.to_f64()))
}

/// The error function for any real type, through f64.
#[inline(always)]
pub fn erf_of<T: Elementary>(x: T) -> T {
    T::from_f64(libm::erf(x.to_f64()))
}

/// One less the error function for any real type, through f64.
#[inline(always)]
pub fn erfc_of<T: Elementary>(x: T) -> T {
    T::from_f64(libm::erfc(x.to_f64()))
}
