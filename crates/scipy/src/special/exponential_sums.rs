//! Sums of exponentials over axes; the largest exponent is subtracted first so that none overflows.

use cuprust::ufunc::{rows, where_};
use cuprust::{Array, axis};
use cuprust_ir::Result;
use cuprust_num::promote;

/// The shift of exponents: the largest of each sum, zero where that is not finite.
fn finite_or_zero(largest: &Array) -> Result<Array> {
    where_(&rows::isfinite(largest)?, largest, 0.0)
}

/// log(sum(b exp(a))) over axes, or over all where they are None, and the signs of the sums: `scipy.special.logsumexp`
/// with `return_sign`. The largest exponent is apart from the others, so that a sum near one keeps its digits. Elements
/// whose weight is zero count for nothing, infinite and NaN ones too. Of complex numbers the logarithms are of
/// magnitudes, and the signs are sums over their magnitudes.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// let (logarithm, sign) = special::logsumexp_signed(&array![1000.0, 1000.0], None, None, false)?;
/// assert_eq!((logarithm.to_vec::<f64>()?, sign.to_vec::<f64>()?), (vec![1000.0 + 2_f64.ln()], vec![1.0]));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for shapes that do not broadcast, an axis error for axes out of range.
pub fn logsumexp_signed(a: &Array, axes: Option<&[i64]>, b: Option<&Array>, keepdims: bool) -> Result<(Array, Array)> {
    let (logarithm, sign) = signed(a, axes, b)?;
    let logarithm = if logarithm.dtype().is_complex() { rows::real(&logarithm)? } else { logarithm };
    Ok((squeezed(logarithm, axes, keepdims)?, squeezed(sign, axes, keepdims)?))
}

/// log(sum(b exp(a))) over axes, or over all where they are None: `scipy.special.logsumexp`. NaN where a sum of real
/// numbers is negative; see [`logsumexp_signed`].
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// let a = array![[0.0, 0.0], [1000.0, 1000.0]];
/// let sums = special::logsumexp(&a, Some(&[1]), None, false)?;
/// assert_eq!(sums.to_vec::<f64>()?, [2_f64.ln(), 1000.0 + 2_f64.ln()]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for shapes that do not broadcast, an axis error for axes out of range.
pub fn logsumexp(a: &Array, axes: Option<&[i64]>, b: Option<&Array>, keepdims: bool) -> Result<Array> {
    let (logarithm, sign) = signed(a, axes, b)?;
    if logarithm.dtype().is_complex() {
        return squeezed(rows::add(&logarithm, &rows::log(&sign)?)?, axes, keepdims);
    }
    squeezed(where_(&rows::less(&sign, 0.0)?, f64::NAN, &logarithm)?, axes, keepdims)
}

/// The logarithms of the sums' magnitudes and their signs, with the reduced axes kept.
fn signed(a: &Array, axes: Option<&[i64]>, b: Option<&Array>) -> Result<(Array, Array)> {
    let kept = || axis(axes).keepdims();
    let mut a = a.inexact()?;
    let mut weights = None;
    if let Some(b) = b {
        let dtype = promote(a.dtype(), b.inexact()?.dtype());
        let b = b.in_dtype(dtype)?;
        a = where_(&rows::equal(&b, 0.0)?, f64::NEG_INFINITY, &a.in_dtype(dtype)?)?.in_dtype(dtype)?;
        weights = Some(b);
    }
    let exponents = if a.dtype().is_complex() { rows::real(&a)? } else { a.clone() };
    if exponents.size() == 0 {
        let none = rows::sum(&a, kept())?;
        let logarithm = rows::log(&rows::absolute(&none)?)?.in_dtype(a.dtype())?;
        return Ok((logarithm, rows::sign(&none)?));
    }
    let largest = rows::max(&exponents, kept())?;
    if a.dtype().is_complex() {
        return signed_complex(&a, weights.as_ref(), &finite_or_zero(&largest)?, axes);
    }
    // The sum is main (1 + rest) of the terms of the largest exponent, which are one, and of the others.
    let among = rows::equal(&a, &largest)?;
    let powers = weighted(&rows::exp(&where_(&among, 0.0, &rows::subtract(&a, &largest)?)?)?, weights.as_ref())?;
    let main = rows::sum(&where_(&among, &powers, 0.0)?, kept())?;
    let others = rows::sum(&where_(&among, 0.0, &powers)?, kept())?;
    let cancelled = rows::equal(&main, 0.0)?;
    let alone = rows::logical_or(&cancelled, &rows::equal(&others, 0.0)?)?;
    let rest = where_(&alone, 0.0, &rows::divide(&others, &main)?)?;
    let main = where_(&cancelled, &others, &main)?;
    let sign = rows::multiply(&rows::sign(&main)?, &rows::sign(&rows::add(&rest, 1.0)?)?)?;
    // If all exponents are minus infinity, the sum is zero.
    let sign = where_(&rows::equal(&largest, f64::NEG_INFINITY)?, 0.0, &sign)?;
    let rest = where_(&rows::less(&rest, -1.0)?, &rows::subtract(-2.0, &rest)?, &rest)?;
    let logarithm = rows::add(&rows::add(&rows::log1p(&rest)?, &rows::log(&rows::absolute(&main)?)?)?, &largest)?;
    Ok((logarithm, sign))
}

/// The powers times their weights, of which zeros count for infinite powers too.
fn weighted(powers: &Array, weights: Option<&Array>) -> Result<Array> {
    let Some(weights) = weights else { return Ok(powers.clone()) };
    where_(&rows::equal(weights, 0.0)?, 0.0, &rows::multiply(weights, powers)?)?.in_dtype(powers.dtype())
}

/// The same of complex numbers, whose real parts are shifted.
fn signed_complex(a: &Array, weights: Option<&Array>, shift: &Array, axes: Option<&[i64]>) -> Result<(Array, Array)> {
    let powers = weighted(&rows::exp(&rows::subtract(a, shift)?)?, weights)?;
    let sum = rows::sum(&powers, axis(axes).keepdims())?;
    let magnitude = rows::absolute(&sum)?;
    let logarithm = rows::add(&rows::log(&magnitude)?, shift)?;
    let sign = where_(&rows::equal(&magnitude, 0.0)?, 0.0, &rows::divide(&sum, &magnitude)?)?.in_dtype(a.dtype())?;
    Ok((logarithm.in_dtype(a.dtype())?, sign))
}

/// The array without the axes that were reduced, unless they stay.
fn squeezed(a: Array, axes: Option<&[i64]>, keepdims: bool) -> Result<Array> {
    if keepdims { Ok(a) } else { a.squeeze(axes) }
}

/// exp(x)/sum(exp(x)) over axes, or over all where they are None: `scipy.special.softmax`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// assert_eq!(special::softmax(&array![1000.0, 1000.0], None)?.to_string(), "[0.5 0.5]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error where there are no elements, an axis error for axes out of range.
pub fn softmax(x: &Array, axes: Option<&[i64]>) -> Result<Array> {
    let x = x.inexact()?;
    let largest = rows::max(&x, axis(axes).keepdims())?;
    let powers = rows::exp(&rows::subtract(&x, &largest)?)?;
    rows::divide(&powers, &rows::sum(&powers, axis(axes).keepdims())?)
}

/// The logarithm of [`softmax`], x - log(sum(exp(x))), without a quotient that vanishes: `scipy.special.log_softmax`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// assert_eq!(special::log_softmax(&array![1000.0, 0.0], None)?.to_string(), "[    0. -1000.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error where there are no elements, an axis error for axes out of range.
pub fn log_softmax(x: &Array, axes: Option<&[i64]>) -> Result<Array> {
    let x = x.inexact()?;
    let largest = rows::max(&x, axis(axes).keepdims())?;
    let below = rows::subtract(&x, &finite_or_zero(&largest)?)?;
    let sum = rows::sum(&rows::exp(&below)?, axis(axes).keepdims())?;
    rows::subtract(&below, &rows::log(&sum)?)
}
