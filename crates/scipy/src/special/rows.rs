//! The rows of `scipy.special` as functions.
//!
//! Made from the rows by `cargo run -p xtask -- gen`: change the rows, not this file.
//!
//! They return what [`cuprust::ufunc::map`] returns, and its errors: a type error where the row has no loop for the
//! dtypes, a value error where shapes do not broadcast, an overflow error for a number that does not fit.

use cuprust::ufunc::apply;
use cuprust::ufunc::apply_several;
use cuprust::ufunc::unary;
use cuprust::{Argument, Array};
use cuprust_ir::Result;
use cuprust_ops::RowId;

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

/// The modified Bessel function of the first kind and order zero, times exp(-|x|).
///
/// # Errors
/// See the module.
pub fn i0e(a: &Array) -> Result<Array> {
    unary(const { RowId::named("i0e") }, a)
}

/// The Bessel function of the first kind and order zero.
///
/// # Errors
/// See the module.
pub fn j0(a: &Array) -> Result<Array> {
    unary(const { RowId::named("j0") }, a)
}

/// The Bessel function of the first kind and of real order v: NaN at infinity, and for negative x where v is no
/// integer.
///
/// # Errors
/// See the module.
pub fn jv<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("jv") }, &[a.into(), b.into()])
}

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
