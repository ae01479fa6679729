//! The rows of `scipy.special` as functions.
//!
//! Made from the rows by `cargo run -p xtask -- gen`: change the rows, not this file.
//!
//! They return what [`cuprust::ufunc::map`] returns, and its errors: a type error where the row has no loop for the
//! dtypes, a value error where shapes do not broadcast, an overflow error for a number that does not fit.

use cuprust::ufunc::apply;
use cuprust::ufunc::apply_pair;
use cuprust::ufunc::apply_several;
use cuprust::ufunc::unary;
use cuprust::{Argument, Array};
use cuprust_ir::Result;
use cuprust_ops::RowId;

#[doc(inline)]
pub use cuprust::ufunc::rows::cbrt;
#[doc(inline)]
pub use cuprust::ufunc::rows::exp2;
#[doc(inline)]
pub use cuprust::ufunc::rows::expm1;
#[doc(inline)]
pub use cuprust::ufunc::rows::i0;
#[doc(inline)]
pub use cuprust::ufunc::rows::log1p;
#[doc(inline)]
pub use cuprust::ufunc::rows::sinc;

/// The error function: 2/sqrt(pi) times the integral of exp(-t^2) from zero to the operand.
///
/// # Errors
/// See the module.
pub fn erf(a: &Array) -> Result<Array> {
    unary(const { RowId::named("erf") }, a)
}

/// One less the error function, without loss of digits where that is small.
///
/// # Errors
/// See the module.
pub fn erfc(a: &Array) -> Result<Array> {
    unary(const { RowId::named("erfc") }, a)
}

/// The exponential of the operand's square times one less the error function, without overflow or loss of digits.
///
/// # Errors
/// See the module.
pub fn erfcx(a: &Array) -> Result<Array> {
    unary(const { RowId::named("erfcx") }, a)
}

/// The gamma function: NaN at negative integers, infinite with its sign at zeros.
///
/// # Errors
/// See the module.
pub fn gamma(a: &Array) -> Result<Array> {
    unary(const { RowId::named("gamma") }, a)
}

/// The logarithm of the absolute value of the gamma function.
///
/// # Errors
/// See the module.
pub fn gammaln(a: &Array) -> Result<Array> {
    unary(const { RowId::named("gammaln") }, a)
}

/// The logarithmic derivative of the gamma function: NaN at negative integers, infinite with its sign at zeros.
///
/// # Errors
/// See the module.
pub fn digamma(a: &Array) -> Result<Array> {
    unary(const { RowId::named("digamma") }, a)
}
#[doc(inline)]
pub use self::digamma as psi;

/// The complete elliptic integral of the first kind of the parameter m: the integral of 1/sqrt(1 - m sin(t)^2) over a
/// quarter turn.
///
/// # Errors
/// See the module.
pub fn ellipk(a: &Array) -> Result<Array> {
    unary(const { RowId::named("ellipk") }, a)
}

/// The complete elliptic integral of the first kind of the parameter 1 - p, with all digits where p is small.
///
/// # Errors
/// See the module.
pub fn ellipkm1(a: &Array) -> Result<Array> {
    unary(const { RowId::named("ellipkm1") }, a)
}

/// Jacobi's elliptic functions sn, cn and dn of u and the parameter m from 0 to 1, and the amplitude.
///
/// # Errors
/// See the module.
pub fn ellipj<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<[Array; 4]> {
    apply_several(const { RowId::named("ellipj") }, &[a.into(), b.into()])
}

/// Carlson's degenerate elliptic integral RC(x, y); for negative y its principal value.
///
/// # Errors
/// See the module.
pub fn elliprc<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("elliprc") }, &[a.into(), b.into()])
}

/// Carlson's symmetric elliptic integral of the first kind RF(x, y, z).
///
/// # Errors
/// See the module.
pub fn elliprf<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("elliprf") }, &[a.into(), b.into(), c.into()])
}

/// Carlson's elliptic integral of the second kind RD(x, y, z).
///
/// # Errors
/// See the module.
pub fn elliprd<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("elliprd") }, &[a.into(), b.into(), c.into()])
}

/// Carlson's symmetric elliptic integral of the second kind RG(x, y, z).
///
/// # Errors
/// See the module.
pub fn elliprg<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("elliprg") }, &[a.into(), b.into(), c.into()])
}

/// Carlson's symmetric elliptic integral of the third kind RJ(x, y, z, p); for negative p its principal value.
///
/// # Errors
/// See the module.
pub fn elliprj<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
    d: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("elliprj") }, &[a.into(), b.into(), c.into(), d.into()])
}

/// The area under the standard normal density up to the operand.
///
/// # Errors
/// See the module.
pub fn ndtr(a: &Array) -> Result<Array> {
    unary(const { RowId::named("ndtr") }, a)
}

/// The number up to which the area under the standard normal density is the operand.
///
/// # Errors
/// See the module.
pub fn ndtri(a: &Array) -> Result<Array> {
    unary(const { RowId::named("ndtri") }, a)
}

/// The zeta function of Hurwitz: the sum of (k + q)^-x over k from zero, infinite at x = 1 and NaN below.
///
/// # Errors
/// See the module.
pub fn zeta<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("zeta") }, &[a.into(), b.into()])
}

/// The regularized incomplete beta function: the integral of t^(a-1) (1-t)^(b-1) from zero to x over that to one.
///
/// # Errors
/// See the module.
pub fn betainc<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("betainc") }, &[a.into(), b.into(), c.into()])
}
#[doc(inline)]
pub use self::betainc as btdtr;

/// The modified Bessel function of the first kind and order zero, times exp(-|x|).
///
/// # Errors
/// See the module.
pub fn i0e(a: &Array) -> Result<Array> {
    unary(const { RowId::named("i0e") }, a)
}

/// The modified Bessel function of the first kind and order one.
///
/// # Errors
/// See the module.
pub fn i1(a: &Array) -> Result<Array> {
    unary(const { RowId::named("i1") }, a)
}

/// The modified Bessel function of the first kind and order one, times exp(-|x|).
///
/// # Errors
/// See the module.
pub fn i1e(a: &Array) -> Result<Array> {
    unary(const { RowId::named("i1e") }, a)
}

/// The Bessel function of the first kind and order zero.
///
/// # Errors
/// See the module.
pub fn j0(a: &Array) -> Result<Array> {
    unary(const { RowId::named("j0") }, a)
}

/// The Bessel function of the first kind and order one: NaN at infinity.
///
/// # Errors
/// See the module.
pub fn j1(a: &Array) -> Result<Array> {
    unary(const { RowId::named("j1") }, a)
}

/// The Bessel function of the second kind and order zero: minus infinity at zero, NaN below and at infinity.
///
/// # Errors
/// See the module.
pub fn y0(a: &Array) -> Result<Array> {
    unary(const { RowId::named("y0") }, a)
}

/// The Bessel function of the second kind and order one: minus infinity at zero, NaN below and at infinity.
///
/// # Errors
/// See the module.
pub fn y1(a: &Array) -> Result<Array> {
    unary(const { RowId::named("y1") }, a)
}

/// The modified Bessel function of the second kind and order zero: infinite at zero, NaN below.
///
/// # Errors
/// See the module.
pub fn k0(a: &Array) -> Result<Array> {
    unary(const { RowId::named("k0") }, a)
}

/// The modified Bessel function of the second kind and order zero, times exp(x): infinite at zero, NaN below.
///
/// # Errors
/// See the module.
pub fn k0e(a: &Array) -> Result<Array> {
    unary(const { RowId::named("k0e") }, a)
}

/// The modified Bessel function of the second kind and order one: infinite at zero, NaN below.
///
/// # Errors
/// See the module.
pub fn k1(a: &Array) -> Result<Array> {
    unary(const { RowId::named("k1") }, a)
}

/// The modified Bessel function of the second kind and order one, times exp(x): infinite at zero, NaN below.
///
/// # Errors
/// See the module.
pub fn k1e(a: &Array) -> Result<Array> {
    unary(const { RowId::named("k1e") }, a)
}

/// The Bessel function of the first kind and of real order v: NaN at infinity, and for negative x where v is no
/// integer.
///
/// # Errors
/// See the module.
pub fn jv<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("jv") }, &[a.into(), b.into()])
}
#[doc(inline)]
pub use self::jv as jn;

/// The Bessel function of the first kind and of real order v, times exp(-|y|), y the imaginary part of the operand.
///
/// # Errors
/// See the module.
pub fn jve<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("jve") }, &[a.into(), b.into()])
}

/// The Bessel function of the second kind and of real order v, times exp(-|y|), y the imaginary part of the operand.
///
/// # Errors
/// See the module.
pub fn yve<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("yve") }, &[a.into(), b.into()])
}

/// The Bessel function of the second kind and of real order v: infinite at zero, NaN below and at infinity.
///
/// # Errors
/// See the module.
pub fn yv<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("yv") }, &[a.into(), b.into()])
}

/// The Bessel function of the second kind and of whole order n, of which a fraction is dropped.
///
/// # Errors
/// See the module.
pub fn yn<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("yn") }, &[a.into(), b.into()])
}

/// The modified Bessel function of the first kind and of real order v: NaN at infinity, and for negative x where v is
/// no integer.
///
/// # Errors
/// See the module.
pub fn iv<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("iv") }, &[a.into(), b.into()])
}

/// The modified Bessel function of the first kind and of real order v, times exp(-|x|).
///
/// # Errors
/// See the module.
pub fn ive<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("ive") }, &[a.into(), b.into()])
}

/// The modified Bessel function of the second kind and of real order v: infinite at zero, NaN below.
///
/// # Errors
/// See the module.
pub fn kv<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("kv") }, &[a.into(), b.into()])
}

/// The modified Bessel function of the second kind and of real order v, times exp(x).
///
/// # Errors
/// See the module.
pub fn kve<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("kve") }, &[a.into(), b.into()])
}

/// The Struve function of real order v: NaN for negative x where v is no integer.
///
/// # Errors
/// See the module.
pub fn struve<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("struve") }, &[a.into(), b.into()])
}

/// The modified Struve function of real order v: NaN for negative x where v is no integer.
///
/// # Errors
/// See the module.
pub fn modstruve<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("modstruve") }, &[a.into(), b.into()])
}

/// Hankel's function of the first kind and of real order v, the sum of J and i Y, of complex numbers.
///
/// # Errors
/// See the module.
pub fn hankel1<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("hankel1") }, &[a.into(), b.into()])
}

/// Hankel's function of the second kind and of real order v, J less i Y, of complex numbers.
///
/// # Errors
/// See the module.
pub fn hankel2<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("hankel2") }, &[a.into(), b.into()])
}

/// Hankel's function of the first kind and of real order v, times exp(-i z).
///
/// # Errors
/// See the module.
pub fn hankel1e<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("hankel1e") }, &[a.into(), b.into()])
}

/// Hankel's function of the second kind and of real order v, times exp(i z).
///
/// # Errors
/// See the module.
pub fn hankel2e<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("hankel2e") }, &[a.into(), b.into()])
}

/// The modified Bessel function of the second kind and of whole order n, of which a fraction is dropped.
///
/// # Errors
/// See the module.
pub fn kn<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("kn") }, &[a.into(), b.into()])
}

/// The function of Kelvin ber: the real part of I of order zero at x exp(i pi/4).
///
/// # Errors
/// See the module.
pub fn ber(a: &Array) -> Result<Array> {
    unary(const { RowId::named("ber") }, a)
}

/// The function of Kelvin bei: the imaginary part of I of order zero at x exp(i pi/4).
///
/// # Errors
/// See the module.
pub fn bei(a: &Array) -> Result<Array> {
    unary(const { RowId::named("bei") }, a)
}

/// The function of Kelvin ker: the real part of K of order zero at x exp(i pi/4); NaN below zero.
///
/// # Errors
/// See the module.
pub fn ker(a: &Array) -> Result<Array> {
    unary(const { RowId::named("ker") }, a)
}

/// The function of Kelvin kei: the imaginary part of K of order zero at x exp(i pi/4); NaN below zero.
///
/// # Errors
/// See the module.
pub fn kei(a: &Array) -> Result<Array> {
    unary(const { RowId::named("kei") }, a)
}

/// The derivative of the function of Kelvin ber.
///
/// # Errors
/// See the module.
pub fn berp(a: &Array) -> Result<Array> {
    unary(const { RowId::named("berp") }, a)
}

/// The derivative of the function of Kelvin bei.
///
/// # Errors
/// See the module.
pub fn beip(a: &Array) -> Result<Array> {
    unary(const { RowId::named("beip") }, a)
}

/// The derivative of the function of Kelvin ker.
///
/// # Errors
/// See the module.
pub fn kerp(a: &Array) -> Result<Array> {
    unary(const { RowId::named("kerp") }, a)
}

/// The derivative of the function of Kelvin kei.
///
/// # Errors
/// See the module.
pub fn keip(a: &Array) -> Result<Array> {
    unary(const { RowId::named("keip") }, a)
}

/// The functions of Kelvin as complex numbers: ber + i bei, ker + i kei, and the derivatives of both.
///
/// # Errors
/// See the module.
pub fn kelvin(a: &Array) -> Result<[Array; 4]> {
    apply_several(const { RowId::named("kelvin") }, &[Argument::Array(a)])
}

/// The functions of Airy: Ai, its derivative, Bi and its derivative.
///
/// # Errors
/// See the module.
pub fn airy(a: &Array) -> Result<[Array; 4]> {
    apply_several(const { RowId::named("airy") }, &[Argument::Array(a)])
}

/// The functions of Airy with their exponentials taken out: Ai and its derivative times exp(2/3 x^(3/2)), NaN for
/// negative x, and Bi and its derivative times exp(-2/3 x^(3/2)), which is one for negative x.
///
/// # Errors
/// See the module.
pub fn airye(a: &Array) -> Result<[Array; 4]> {
    apply_several(const { RowId::named("airye") }, &[Argument::Array(a)])
}

/// The integrals of Airy's functions from zero to x: of Ai(t), Bi(t), Ai(-t) and Bi(-t).
///
/// # Errors
/// See the module.
pub fn itairy(a: &Array) -> Result<[Array; 4]> {
    apply_several(const { RowId::named("itairy") }, &[Argument::Array(a)])
}

/// The integral of x^lmb times the Bessel function of order nu of 2 a x from zero to one: NaN for negative a.
///
/// # Errors
/// See the module.
pub fn besselpoly<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("besselpoly") }, &[a.into(), b.into(), c.into()])
}

/// The spherical Bessel function of the first kind.
///
/// # Errors
/// See the module.
pub fn spherical_jn<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("spherical_jn") }, &[a.into(), b.into()])
}

/// The spherical Bessel function of the second kind.
///
/// # Errors
/// See the module.
pub fn spherical_yn<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("spherical_yn") }, &[a.into(), b.into()])
}

/// The modified spherical Bessel function of the first kind.
///
/// # Errors
/// See the module.
pub fn spherical_in<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("spherical_in") }, &[a.into(), b.into()])
}

/// The modified spherical Bessel function of the second kind.
///
/// # Errors
/// See the module.
pub fn spherical_kn<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("spherical_kn") }, &[a.into(), b.into()])
}

/// The exponential integral E1, of exp(-t)/t from x to infinity: infinite at zero, NaN for real numbers below. Of
/// complex numbers the cut is the negative real axis.
///
/// # Errors
/// See the module.
pub fn exp1(a: &Array) -> Result<Array> {
    unary(const { RowId::named("exp1") }, a)
}

/// The exponential integral Ei, of exp(t)/t from minus infinity to x as a principal value: minus infinity at zero.
///
/// # Errors
/// See the module.
pub fn expi(a: &Array) -> Result<Array> {
    unary(const { RowId::named("expi") }, a)
}

/// The exponential integral of whole order n: the integral of exp(-x t)/t^n from one to infinity. A fraction of n is
/// dropped.
///
/// # Errors
/// See the module.
pub fn expn<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("expn") }, &[a.into(), b.into()])
}

/// The sine integral, of sin(t)/t from zero to x, and the cosine integral: the constant of Euler, log(x) and the
/// integral of (cos(t) - 1)/t.
///
/// # Errors
/// See the module.
pub fn sici(a: &Array) -> Result<(Array, Array)> {
    apply_pair(const { RowId::named("sici") }, &[Argument::Array(a)])
}

/// The hyperbolic sine integral, of sinh(t)/t from zero to x, and the hyperbolic cosine integral.
///
/// # Errors
/// See the module.
pub fn shichi(a: &Array) -> Result<(Array, Array)> {
    apply_pair(const { RowId::named("shichi") }, &[Argument::Array(a)])
}

/// The dilogarithm of 1 - x: minus the integral of log(t)/(t - 1) from one to x. NaN for real numbers below zero.
///
/// # Errors
/// See the module.
pub fn spence(a: &Array) -> Result<Array> {
    unary(const { RowId::named("spence") }, a)
}

/// The integrals of Fresnel, of sin(pi t^2/2) and of cos(pi t^2/2) from zero to x.
///
/// # Errors
/// See the module.
pub fn fresnel(a: &Array) -> Result<(Array, Array)> {
    apply_pair(const { RowId::named("fresnel") }, &[Argument::Array(a)])
}

/// The complete elliptic integral of the second kind of the parameter m up to one: the integral of sqrt(1 - m sin(t)^2)
/// over a quarter turn.
///
/// # Errors
/// See the module.
pub fn ellipe(a: &Array) -> Result<Array> {
    unary(const { RowId::named("ellipe") }, a)
}

/// The elliptic integral of the first kind of the angle phi and the parameter m up to one: the integral of 1/sqrt(1 - m
/// sin(t)^2) from zero to phi.
///
/// # Errors
/// See the module.
pub fn ellipkinc<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("ellipkinc") }, &[a.into(), b.into()])
}

/// The elliptic integral of the second kind of the angle phi and the parameter m up to one: the integral of sqrt(1 - m
/// sin(t)^2) from zero to phi.
///
/// # Errors
/// See the module.
pub fn ellipeinc<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("ellipeinc") }, &[a.into(), b.into()])
}

/// The integrals of the Bessel functions of order zero, of the first and of the second kind, from zero to x; the second
/// NaN for negative x.
///
/// # Errors
/// See the module.
pub fn itj0y0(a: &Array) -> Result<(Array, Array)> {
    apply_pair(const { RowId::named("itj0y0") }, &[Argument::Array(a)])
}

/// The integrals of the modified Bessel functions of order zero, of the first and of the second kind, from zero to x;
/// the second NaN for negative x.
///
/// # Errors
/// See the module.
pub fn iti0k0(a: &Array) -> Result<(Array, Array)> {
    apply_pair(const { RowId::named("iti0k0") }, &[Argument::Array(a)])
}

/// The integral of (1 - J0(t))/t from zero to x and that of Y0(t)/t from x to infinity, which is NaN for negative x.
///
/// # Errors
/// See the module.
pub fn it2j0y0(a: &Array) -> Result<(Array, Array)> {
    apply_pair(const { RowId::named("it2j0y0") }, &[Argument::Array(a)])
}

/// The integral of (I0(t) - 1)/t from zero to x and that of K0(t)/t from x to infinity, which is NaN for negative x.
///
/// # Errors
/// See the module.
pub fn it2i0k0(a: &Array) -> Result<(Array, Array)> {
    apply_pair(const { RowId::named("it2i0k0") }, &[Argument::Array(a)])
}

/// The integral of the Struve function of order zero from zero to x.
///
/// # Errors
/// See the module.
pub fn itstruve0(a: &Array) -> Result<Array> {
    unary(const { RowId::named("itstruve0") }, a)
}

/// The integral of the Struve function of order zero over t from x to infinity.
///
/// # Errors
/// See the module.
pub fn it2struve0(a: &Array) -> Result<Array> {
    unary(const { RowId::named("it2struve0") }, a)
}

/// The integral of the modified Struve function of order zero from zero to x.
///
/// # Errors
/// See the module.
pub fn itmodstruve0(a: &Array) -> Result<Array> {
    unary(const { RowId::named("itmodstruve0") }, a)
}

/// The modified integral of Fresnel of exp(i t^2) from x to infinity, and the same over sqrt(pi) exp(i (x^2 + pi/4)).
///
/// # Errors
/// See the module.
pub fn modfresnelp(a: &Array) -> Result<(Array, Array)> {
    apply_pair(const { RowId::named("modfresnelp") }, &[Argument::Array(a)])
}

/// The modified integral of Fresnel of exp(-i t^2) from x to infinity, and the same over sqrt(pi) exp(-i (x^2 + pi/4)).
///
/// # Errors
/// See the module.
pub fn modfresnelm(a: &Array) -> Result<(Array, Array)> {
    apply_pair(const { RowId::named("modfresnelm") }, &[Argument::Array(a)])
}

/// The polynomial of Legendre of degree n; for other degrees the function.
///
/// # Errors
/// See the module.
pub fn eval_legendre<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("eval_legendre") }, &[a.into(), b.into()])
}

/// The polynomial of Chebyshev of the first kind and of degree n: cos(n arccos(x)).
///
/// # Errors
/// See the module.
pub fn eval_chebyt<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("eval_chebyt") }, &[a.into(), b.into()])
}

/// The polynomial of Chebyshev of the second kind and of degree n: sin((n + 1) t)/sin(t) with t = arccos(x).
///
/// # Errors
/// See the module.
pub fn eval_chebyu<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("eval_chebyu") }, &[a.into(), b.into()])
}

/// The polynomial of Chebyshev of the first kind and of degree n on -2 to 2: twice eval_chebyt of x/2.
///
/// # Errors
/// See the module.
pub fn eval_chebyc<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("eval_chebyc") }, &[a.into(), b.into()])
}

/// The polynomial of Chebyshev of the second kind and of degree n on -2 to 2: eval_chebyu of x/2.
///
/// # Errors
/// See the module.
pub fn eval_chebys<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("eval_chebys") }, &[a.into(), b.into()])
}

/// The polynomial of Legendre of degree n of 2x - 1.
///
/// # Errors
/// See the module.
pub fn eval_sh_legendre<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("eval_sh_legendre") }, &[a.into(), b.into()])
}

/// The polynomial of Chebyshev of the first kind and of degree n of 2x - 1.
///
/// # Errors
/// See the module.
pub fn eval_sh_chebyt<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("eval_sh_chebyt") }, &[a.into(), b.into()])
}

/// The polynomial of Chebyshev of the second kind and of degree n of 2x - 1.
///
/// # Errors
/// See the module.
pub fn eval_sh_chebyu<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("eval_sh_chebyu") }, &[a.into(), b.into()])
}

/// The polynomial of Hermite of whole degree n and of the weight exp(-x^2), in float64. NaN for negative n.
///
/// # Errors
/// See the module.
pub fn eval_hermite<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("eval_hermite") }, &[a.into(), b.into()])
}

/// The polynomial of Hermite of whole degree n and of the weight exp(-x^2/2), in float64. NaN for negative n.
///
/// # Errors
/// See the module.
pub fn eval_hermitenorm<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("eval_hermitenorm") }, &[a.into(), b.into()])
}

/// The polynomial of Laguerre of degree n, NaN for degrees above 1e6; for other degrees the function.
///
/// # Errors
/// See the module.
pub fn eval_laguerre<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("eval_laguerre") }, &[a.into(), b.into()])
}

/// The generalized polynomial of Laguerre of degree n and of the parameter alpha above -1; NaN for whole degrees above
/// 1e6.
///
/// # Errors
/// See the module.
pub fn eval_genlaguerre<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("eval_genlaguerre") }, &[a.into(), b.into(), c.into()])
}

/// The polynomial of Gegenbauer of degree n and of the parameter alpha; NaN for whole degrees above 1e6.
///
/// # Errors
/// See the module.
pub fn eval_gegenbauer<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("eval_gegenbauer") }, &[a.into(), b.into(), c.into()])
}

/// The polynomial of Jacobi of degree n and of the parameters alpha and beta; NaN for whole degrees above 1e6.
///
/// # Errors
/// See the module.
pub fn eval_jacobi<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
    d: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("eval_jacobi") }, &[a.into(), b.into(), c.into(), d.into()])
}

/// The polynomial of Jacobi of degree n on 0 to 1, of the parameters p - q and q - 1, with one as leading coefficient;
/// NaN for whole degrees above 1e6.
///
/// # Errors
/// See the module.
pub fn eval_sh_jacobi<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
    d: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("eval_sh_jacobi") }, &[a.into(), b.into(), c.into(), d.into()])
}

/// The associated function of Legendre of whole order m and of degree v, with Condon and Shortley's phase, for x from
/// -1 to 1; NaN for degrees above 1e6 unless m is zero.
///
/// # Errors
/// See the module.
pub fn lpmv<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("lpmv") }, &[a.into(), b.into(), c.into()])
}

/// The confluent hypergeometric limit function 0F1(v; x).
///
/// # Errors
/// See the module.
pub fn hyp0f1<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("hyp0f1") }, &[a.into(), b.into()])
}

/// The confluent hypergeometric function of Kummer, 1F1(a; b; x).
///
/// # Errors
/// See the module.
pub fn hyp1f1<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("hyp1f1") }, &[a.into(), b.into(), c.into()])
}

/// The hypergeometric function of Gauss, 2F1(a, b; c; x): of real numbers infinite beyond one, unless it is a
/// polynomial; of complex ones the cut is there.
///
/// # Errors
/// See the module.
pub fn hyp2f1<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
    d: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("hyp2f1") }, &[a.into(), b.into(), c.into(), d.into()])
}

/// The confluent hypergeometric function of Tricomi, U(a, b, x): NaN for negative x, and for parameters beyond 20000 in
/// size.
///
/// # Errors
/// See the module.
pub fn hyperu<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("hyperu") }, &[a.into(), b.into(), c.into()])
}

/// The function omega of Wright: the solution w of w + log(w) = x.
///
/// # Errors
/// See the module.
pub fn wrightomega(a: &Array) -> Result<Array> {
    unary(const { RowId::named("wrightomega") }, a)
}

/// The generalized Bessel function of Wright: the sum of x^k/(k! gamma(a k + b)) over k from zero, for operands that
/// are not negative.
///
/// # Errors
/// See the module.
pub fn wright_bessel<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("wright_bessel") }, &[a.into(), b.into(), c.into()])
}

/// The logarithm of the generalized Bessel function of Wright, finite where that overflows.
///
/// # Errors
/// See the module.
pub fn log_wright_bessel<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("log_wright_bessel") }, &[a.into(), b.into(), c.into()])
}

/// The branch k of the function of Lambert: the solution w of w exp(w) = z.
///
/// # Errors
/// See the module.
pub fn lambertw<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("lambertw") }, &[a.into(), b.into(), c.into()])
}

/// The spherical harmonic of degree n and order m at the polar angle theta and the azimuth phi.
///
/// # Errors
/// See the module.
pub fn sph_harm_y<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
    d: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("sph_harm_y") }, &[a.into(), b.into(), c.into(), d.into()])
}

/// Ten to the power of the operand.
///
/// # Errors
/// See the module.
pub fn exp10(a: &Array) -> Result<Array> {
    unary(const { RowId::named("exp10") }, a)
}

/// The cosine less one, cos(x) - 1, with all digits where that is small.
///
/// # Errors
/// See the module.
pub fn cosm1(a: &Array) -> Result<Array> {
    unary(const { RowId::named("cosm1") }, a)
}

/// The relative exponential (exp(x) - 1)/x: one at zero.
///
/// # Errors
/// See the module.
pub fn exprel(a: &Array) -> Result<Array> {
    unary(const { RowId::named("exprel") }, a)
}

/// The power less one, x^y - 1, with all digits where that is small.
///
/// # Errors
/// See the module.
pub fn powm1<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("powm1") }, &[a.into(), b.into()])
}

/// The transformation of Box and Cox: (x^lambda - 1)/lambda, and log(x) where lambda is zero.
///
/// # Errors
/// See the module.
pub fn boxcox<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("boxcox") }, &[a.into(), b.into()])
}

/// The transformation of Box and Cox of 1 + x: ((1 + x)^lambda - 1)/lambda, and log(1 + x) where lambda is zero.
///
/// # Errors
/// See the module.
pub fn boxcox1p<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("boxcox1p") }, &[a.into(), b.into()])
}

/// The inverse of `boxcox`: (1 + lambda x)^(1/lambda), and exp(x) where lambda is zero.
///
/// # Errors
/// See the module.
pub fn inv_boxcox<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("inv_boxcox") }, &[a.into(), b.into()])
}

/// The inverse of `boxcox1p`: (1 + lambda x)^(1/lambda) - 1, and exp(x) - 1 where lambda is zero.
///
/// # Errors
/// See the module.
pub fn inv_boxcox1p<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("inv_boxcox1p") }, &[a.into(), b.into()])
}

/// The angle in radians of so many degrees, minutes and seconds.
///
/// # Errors
/// See the module.
pub fn radian<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("radian") }, &[a.into(), b.into(), c.into()])
}

/// The sine of an angle in degrees: exact at its zeros, and zero beyond 1e14.
///
/// # Errors
/// See the module.
pub fn sindg(a: &Array) -> Result<Array> {
    unary(const { RowId::named("sindg") }, a)
}

/// The cosine of an angle in degrees: exact at its zeros, and zero beyond 1e14.
///
/// # Errors
/// See the module.
pub fn cosdg(a: &Array) -> Result<Array> {
    unary(const { RowId::named("cosdg") }, a)
}

/// The tangent of an angle in degrees: infinite at odd multiples of 90, and zero beyond 1e14.
///
/// # Errors
/// See the module.
pub fn tandg(a: &Array) -> Result<Array> {
    unary(const { RowId::named("tandg") }, a)
}

/// The cotangent of an angle in degrees: infinite at multiples of 180, and zero beyond 1e14.
///
/// # Errors
/// See the module.
pub fn cotdg(a: &Array) -> Result<Array> {
    unary(const { RowId::named("cotdg") }, a)
}

/// The logistic function 1/(1 + exp(-x)).
///
/// # Errors
/// See the module.
pub fn expit(a: &Array) -> Result<Array> {
    unary(const { RowId::named("expit") }, a)
}

/// The logarithm of the logistic function: -log(1 + exp(-x)).
///
/// # Errors
/// See the module.
pub fn log_expit(a: &Array) -> Result<Array> {
    unary(const { RowId::named("log_expit") }, a)
}

/// The inverse of the logistic function, log(p/(1 - p)): infinite at zero and one, NaN beyond.
///
/// # Errors
/// See the module.
pub fn logit(a: &Array) -> Result<Array> {
    unary(const { RowId::named("logit") }, a)
}

/// The product x log(y): zero where x is zero and y is a number.
///
/// # Errors
/// See the module.
pub fn xlogy<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("xlogy") }, &[a.into(), b.into()])
}

/// The product x log(1 + y): zero where x is zero and y is a number.
///
/// # Errors
/// See the module.
pub fn xlog1py<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("xlog1py") }, &[a.into(), b.into()])
}

/// The arithmetic-geometric mean of Gauss, the common limit of the means of the operands: NaN for opposite signs.
///
/// # Errors
/// See the module.
pub fn agm<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("agm") }, &[a.into(), b.into()])
}

/// The term of an entropy, -x log(x): zero at zero, minus infinity below.
///
/// # Errors
/// See the module.
pub fn entr(a: &Array) -> Result<Array> {
    unary(const { RowId::named("entr") }, a)
}

/// The term of a relative entropy, x log(x/y): zero for x = 0 and y >= 0, infinite elsewhere outside of x, y > 0.
///
/// # Errors
/// See the module.
pub fn rel_entr<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("rel_entr") }, &[a.into(), b.into()])
}

/// The term of a Kullback-Leibler divergence, x log(x/y) - x + y: y for x = 0 and y >= 0, infinite elsewhere outside of
/// x, y > 0.
///
/// # Errors
/// See the module.
pub fn kl_div<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("kl_div") }, &[a.into(), b.into()])
}

/// Huber's loss: r^2/2 for |r| up to delta, beyond it delta (|r| - delta/2); infinite for negative delta.
///
/// # Errors
/// See the module.
pub fn huber<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("huber") }, &[a.into(), b.into()])
}

/// Huber's smooth loss, delta^2 (sqrt(1 + (r/delta)^2) - 1); infinite for negative delta.
///
/// # Errors
/// See the module.
pub fn pseudo_huber<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("pseudo_huber") }, &[a.into(), b.into()])
}

/// The sign of the gamma function: NaN at negative integers, and that of a zero at zeros.
///
/// # Errors
/// See the module.
pub fn gammasgn(a: &Array) -> Result<Array> {
    unary(const { RowId::named("gammasgn") }, a)
}

/// One over the gamma function: zero at zero and at negative integers.
///
/// # Errors
/// See the module.
pub fn rgamma(a: &Array) -> Result<Array> {
    unary(const { RowId::named("rgamma") }, a)
}

/// The principal branch of the logarithm of the gamma function: infinite at zero, NaN at negative real numbers.
///
/// # Errors
/// See the module.
pub fn loggamma(a: &Array) -> Result<Array> {
    unary(const { RowId::named("loggamma") }, a)
}

/// The beta function, gamma(a) gamma(b)/gamma(a + b).
///
/// # Errors
/// See the module.
pub fn beta<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("beta") }, &[a.into(), b.into()])
}

/// The logarithm of the absolute value of the beta function.
///
/// # Errors
/// See the module.
pub fn betaln<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("betaln") }, &[a.into(), b.into()])
}

/// The binomial coefficient of real numbers, gamma(n + 1)/(gamma(k + 1) gamma(n - k + 1)): NaN for negative integers n.
///
/// # Errors
/// See the module.
pub fn binom<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("binom") }, &[a.into(), b.into()])
}

/// The rising factorial of Pochhammer, gamma(a + m)/gamma(a).
///
/// # Errors
/// See the module.
pub fn poch<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("poch") }, &[a.into(), b.into()])
}

/// The regularized lower incomplete gamma function: the integral of t^(a - 1) exp(-t)/gamma(a) from zero to x, for a
/// and x from zero on.
///
/// # Errors
/// See the module.
pub fn gammainc<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("gammainc") }, &[a.into(), b.into()])
}

/// The regularized upper incomplete gamma function: the integral of t^(a - 1) exp(-t)/gamma(a) from x on, for a and x
/// from zero on.
///
/// # Errors
/// See the module.
pub fn gammaincc<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("gammaincc") }, &[a.into(), b.into()])
}

/// The inverse of `gammainc` over x, for p from 0 to 1.
///
/// # Errors
/// See the module.
pub fn gammaincinv<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("gammaincinv") }, &[a.into(), b.into()])
}

/// The inverse of `gammaincc` over x, for q from 0 to 1.
///
/// # Errors
/// See the module.
pub fn gammainccinv<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("gammainccinv") }, &[a.into(), b.into()])
}

/// The complement of `betainc`: the integral of t^(a - 1) (1 - t)^(b - 1) from x to one over that from zero.
///
/// # Errors
/// See the module.
pub fn betaincc<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("betaincc") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `betainc` over x, for p from 0 to 1.
///
/// # Errors
/// See the module.
pub fn betaincinv<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("betaincinv") }, &[a.into(), b.into(), c.into()])
}
#[doc(inline)]
pub use self::betaincinv as btdtri;

/// The inverse of `betaincc` over x, for q from 0 to 1.
///
/// # Errors
/// See the module.
pub fn betainccinv<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("betainccinv") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of the error function: infinite at one and minus one, NaN beyond.
///
/// # Errors
/// See the module.
pub fn erfinv(a: &Array) -> Result<Array> {
    unary(const { RowId::named("erfinv") }, a)
}

/// The inverse of the complementary error function: infinite at zero and two, NaN beyond.
///
/// # Errors
/// See the module.
pub fn erfcinv(a: &Array) -> Result<Array> {
    unary(const { RowId::named("erfcinv") }, a)
}

/// The logarithm of the area under the standard normal density up to the operand.
///
/// # Errors
/// See the module.
pub fn log_ndtr(a: &Array) -> Result<Array> {
    unary(const { RowId::named("log_ndtr") }, a)
}

/// The number up to which the area under the standard normal density is exp(y): the inverse of `log_ndtr`.
///
/// # Errors
/// See the module.
pub fn ndtri_exp(a: &Array) -> Result<Array> {
    unary(const { RowId::named("ndtri_exp") }, a)
}

/// Dawson's integral: exp(-x^2) times the integral of exp(t^2) from zero to x.
///
/// # Errors
/// See the module.
pub fn dawsn(a: &Array) -> Result<Array> {
    unary(const { RowId::named("dawsn") }, a)
}

/// The imaginary error function: 2/sqrt(pi) times the integral of exp(t^2) from zero to x.
///
/// # Errors
/// See the module.
pub fn erfi(a: &Array) -> Result<Array> {
    unary(const { RowId::named("erfi") }, a)
}

/// The density at x of the sum of a normal variable of standard deviation sigma and one of Cauchy's distribution of
/// half width gamma.
///
/// # Errors
/// See the module.
pub fn voigt_profile<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("voigt_profile") }, &[a.into(), b.into(), c.into()])
}

/// Owen's T function: 1/(2 pi) times the integral of exp(-h^2 (1 + t^2)/2)/(1 + t^2) from zero to a.
///
/// # Errors
/// See the module.
pub fn owens_t<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("owens_t") }, &[a.into(), b.into()])
}

/// The function of Faddeeva of complex numbers: exp(-z^2) erfc(-i z).
///
/// # Errors
/// See the module.
pub fn wofz(a: &Array) -> Result<Array> {
    unary(const { RowId::named("wofz") }, a)
}

/// The zeta function of Riemann less one, with all digits for large x: infinite at one.
///
/// # Errors
/// See the module.
pub fn zetac(a: &Array) -> Result<Array> {
    unary(const { RowId::named("zetac") }, a)
}

/// The probability of at most k successes in n trials of probability p; k and n are rounded down.
///
/// # Errors
/// See the module.
pub fn bdtr<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("bdtr") }, &[a.into(), b.into(), c.into()])
}

/// The probability of more than k successes in n trials of probability p; k and n are rounded down.
///
/// # Errors
/// See the module.
pub fn bdtrc<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("bdtrc") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `bdtr` over p: the probability of success for which that of at most k successes in n trials is y.
///
/// # Errors
/// See the module.
pub fn bdtri<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("bdtri") }, &[a.into(), b.into(), c.into()])
}

/// The probability that a variable of a chi-square distribution with v degrees of freedom is at most x.
///
/// # Errors
/// See the module.
pub fn chdtr<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("chdtr") }, &[a.into(), b.into()])
}

/// The probability that a variable of a chi-square distribution with v degrees of freedom is above x.
///
/// # Errors
/// See the module.
pub fn chdtrc<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("chdtrc") }, &[a.into(), b.into()])
}

/// The inverse of `chdtrc` over x.
///
/// # Errors
/// See the module.
pub fn chdtri<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("chdtri") }, &[a.into(), b.into()])
}

/// The probability that a variable of an F distribution with dfn and dfd degrees of freedom is at most x.
///
/// # Errors
/// See the module.
pub fn fdtr<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("fdtr") }, &[a.into(), b.into(), c.into()])
}

/// The probability that a variable of an F distribution with dfn and dfd degrees of freedom is above x.
///
/// # Errors
/// See the module.
pub fn fdtrc<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("fdtrc") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `fdtr` over x.
///
/// # Errors
/// See the module.
pub fn fdtri<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("fdtri") }, &[a.into(), b.into(), c.into()])
}

/// The probability that a variable of a gamma distribution of rate a and shape b is at most x.
///
/// # Errors
/// See the module.
pub fn gdtr<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("gdtr") }, &[a.into(), b.into(), c.into()])
}

/// The probability that a variable of a gamma distribution of rate a and shape b is above x.
///
/// # Errors
/// See the module.
pub fn gdtrc<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("gdtrc") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `gdtr` over the rate a.
///
/// # Errors
/// See the module.
pub fn gdtria<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("gdtria") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `gdtr` over x.
///
/// # Errors
/// See the module.
pub fn gdtrix<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("gdtrix") }, &[a.into(), b.into(), c.into()])
}

/// The probability of at most k failures before the n-th success of probability p; k and n are rounded towards zero.
///
/// # Errors
/// See the module.
pub fn nbdtr<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("nbdtr") }, &[a.into(), b.into(), c.into()])
}

/// The probability of more than k failures before the n-th success of probability p; k and n are rounded towards zero.
///
/// # Errors
/// See the module.
pub fn nbdtrc<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("nbdtrc") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `nbdtr` over p.
///
/// # Errors
/// See the module.
pub fn nbdtri<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("nbdtri") }, &[a.into(), b.into(), c.into()])
}

/// The probability of at most k events of a Poisson distribution of mean m; k is rounded down.
///
/// # Errors
/// See the module.
pub fn pdtr<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("pdtr") }, &[a.into(), b.into()])
}

/// The probability of more than k events of a Poisson distribution of mean m; k is rounded down.
///
/// # Errors
/// See the module.
pub fn pdtrc<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("pdtrc") }, &[a.into(), b.into()])
}

/// The inverse of `pdtr` over m.
///
/// # Errors
/// See the module.
pub fn pdtri<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("pdtri") }, &[a.into(), b.into()])
}

/// The probability that a variable of Student's distribution with df degrees of freedom is at most t.
///
/// # Errors
/// See the module.
pub fn stdtr<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("stdtr") }, &[a.into(), b.into()])
}

/// The inverse of `stdtr` over t.
///
/// # Errors
/// See the module.
pub fn stdtrit<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("stdtrit") }, &[a.into(), b.into()])
}

/// The mean of a normal distribution of standard deviation sd for which the probability of at most x is p.
///
/// # Errors
/// See the module.
pub fn nrdtrimn<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("nrdtrimn") }, &[a.into(), b.into(), c.into()])
}

/// The standard deviation of a normal distribution of this mean for which the probability of at most x is p.
///
/// # Errors
/// See the module.
pub fn nrdtrisd<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("nrdtrisd") }, &[a.into(), b.into(), c.into()])
}

/// The probability that sqrt(n) times the greatest distance of the empirical distribution of n samples is above x, for
/// large n.
///
/// # Errors
/// See the module.
pub fn kolmogorov(a: &Array) -> Result<Array> {
    unary(const { RowId::named("kolmogorov") }, a)
}

/// The inverse of `kolmogorov`.
///
/// # Errors
/// See the module.
pub fn kolmogi(a: &Array) -> Result<Array> {
    unary(const { RowId::named("kolmogi") }, a)
}

/// The distribution function of Tukey's lambda distribution, whose quantile of p is (p^shape - (1 - p)^shape)/shape.
///
/// # Errors
/// See the module.
pub fn tklmbda<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("tklmbda") }, &[a.into(), b.into()])
}

/// The inverse of `gdtr` over the shape b.
///
/// # Errors
/// See the module.
pub fn gdtrib<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("gdtrib") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `chdtr` over the degrees of freedom v.
///
/// # Errors
/// See the module.
pub fn chdtriv<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("chdtriv") }, &[a.into(), b.into()])
}

/// The inverse of `pdtr` over k, as a real number.
///
/// # Errors
/// See the module.
pub fn pdtrik<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("pdtrik") }, &[a.into(), b.into()])
}

/// The inverse of `betainc` over its first parameter a.
///
/// # Errors
/// See the module.
pub fn btdtria<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("btdtria") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `betainc` over its second parameter b.
///
/// # Errors
/// See the module.
pub fn btdtrib<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("btdtrib") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `bdtr` over k, as a real number.
///
/// # Errors
/// See the module.
pub fn bdtrik<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("bdtrik") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `bdtr` over n, as a real number.
///
/// # Errors
/// See the module.
pub fn bdtrin<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("bdtrin") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `nbdtr` over k, as a real number.
///
/// # Errors
/// See the module.
pub fn nbdtrik<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("nbdtrik") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `nbdtr` over n, as a real number.
///
/// # Errors
/// See the module.
pub fn nbdtrin<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("nbdtrin") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `fdtr` over the degrees of freedom dfd, up to 1e10.
///
/// # Errors
/// See the module.
pub fn fdtridfd<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("fdtridfd") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `stdtr` over the degrees of freedom, up to 1e10.
///
/// # Errors
/// See the module.
pub fn stdtridf<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("stdtridf") }, &[a.into(), b.into()])
}

/// The probability that the greatest distance of the empirical distribution of n samples above the true one is at least
/// d; NaN where n is not whole.
///
/// # Errors
/// See the module.
pub fn smirnov<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("smirnov") }, &[a.into(), b.into()])
}

/// The inverse of `smirnov` over d.
///
/// # Errors
/// See the module.
pub fn smirnovi<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("smirnovi") }, &[a.into(), b.into()])
}

/// The probability that a variable of a noncentral chi-square distribution with df degrees of freedom and noncentrality
/// nc is at most x.
///
/// # Errors
/// See the module.
pub fn chndtr<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("chndtr") }, &[a.into(), b.into(), c.into()])
}

/// The probability that a variable of a noncentral F distribution with dfn and dfd degrees of freedom and noncentrality
/// nc is at most f.
///
/// # Errors
/// See the module.
pub fn ncfdtr<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
    d: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("ncfdtr") }, &[a.into(), b.into(), c.into(), d.into()])
}

/// The probability that a variable of a noncentral distribution of Student with df degrees of freedom and noncentrality
/// nc is at most t.
///
/// # Errors
/// See the module.
pub fn nctdtr<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>, c: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("nctdtr") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `nctdtr` over t.
///
/// # Errors
/// See the module.
pub fn nctdtrit<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("nctdtrit") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `nctdtr` over the degrees of freedom, up to 1e10.
///
/// # Errors
/// See the module.
pub fn nctdtridf<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("nctdtridf") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `nctdtr` over the noncentrality.
///
/// # Errors
/// See the module.
pub fn nctdtrinc<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("nctdtrinc") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `chndtr` over x.
///
/// # Errors
/// See the module.
pub fn chndtrix<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("chndtrix") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `chndtr` over the degrees of freedom, up to 1e10.
///
/// # Errors
/// See the module.
pub fn chndtridf<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("chndtridf") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `chndtr` over the noncentrality, up to 1e6: zero where the central distribution has less.
///
/// # Errors
/// See the module.
pub fn chndtrinc<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("chndtrinc") }, &[a.into(), b.into(), c.into()])
}

/// The inverse of `ncfdtr` over f.
///
/// # Errors
/// See the module.
pub fn ncfdtri<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
    d: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("ncfdtri") }, &[a.into(), b.into(), c.into(), d.into()])
}

/// The inverse of `ncfdtr` over the degrees of freedom dfn, the nearest to 5 up to 1e10: NaN where there are none.
///
/// # Errors
/// See the module.
pub fn ncfdtridfn<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
    d: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("ncfdtridfn") }, &[a.into(), b.into(), c.into(), d.into()])
}

/// The inverse of `ncfdtr` over the degrees of freedom dfd, the nearest to 5 up to 1e10: NaN where there are none.
///
/// # Errors
/// See the module.
pub fn ncfdtridfd<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
    d: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("ncfdtridfd") }, &[a.into(), b.into(), c.into(), d.into()])
}

/// The inverse of `ncfdtr` over the noncentrality, up to 1e6: zero where the central distribution has less.
///
/// # Errors
/// See the module.
pub fn ncfdtrinc<'a>(
    a: impl Into<Argument<'a>>,
    b: impl Into<Argument<'a>>,
    c: impl Into<Argument<'a>>,
    d: impl Into<Argument<'a>>,
) -> Result<Array> {
    apply(const { RowId::named("ncfdtrinc") }, &[a.into(), b.into(), c.into(), d.into()])
}
