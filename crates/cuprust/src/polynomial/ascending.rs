//! Polynomials whose coefficients begin with the lowest power: NumPy's module `polynomial.polynomial`.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar};

use crate::Array;
use crate::creation::{shape, zeros};
use crate::manipulation::stack;
use crate::ufunc::rows;

/// The values of polynomials: `numpy.polynomial.polynomial.polyval`. With `tensor` each column of coefficients is a polynomial that is
/// evaluated at every place, otherwise places and columns broadcast.
///
/// ```
/// # use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(polynomial::ascending::polyval(&array![1.0, 2.0], &array![1.0, 2.0, 3.0], true)?.to_string(), "[ 6. 17.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An index error for no coefficients, a value error where shapes do not broadcast.
pub fn polyval(x: &Array, c: &Array, tensor: bool) -> Result<Array> {
    let c = inexact(&c.atleast_1d())?;
    let c = if tensor { with_axes_behind(&c, x.ndim())? } else { c };
    let mut y = rows::add(&c.at(-1)?, &rows::multiply(x, Scalar::new(0i8).cast(x.dtype()))?)?;
    for power in (0..c.shape()[0] - 1).rev() {
        y = rows::add(&c.at(power)?, &rows::multiply(&y, x)?)?;
    }
    Ok(y)
}

/// The values of polynomials by their zeros, whose highest coefficients are one: `numpy.polynomial.polynomial.polyvalfromroots`.
///
/// # Errors
/// A value error where shapes do not broadcast, and without `tensor` for places of no fewer axes than the zeros.
pub fn polyvalfromroots(x: &Array, r: &Array, tensor: bool) -> Result<Array> {
    let r = inexact(&r.atleast_1d())?;
    let r = match tensor {
        true => with_axes_behind(&r, x.ndim())?,
        false if x.ndim() > 0 && x.ndim() >= r.ndim() => {
            return Err(Error::value("x.ndim must be < r.ndim when tensor == False"));
        }
        false => r,
    };
    rows::subtract(x, &r)?.prod(0)
}

/// The powers of the elements from the zeroth to one, along a new last axis: `numpy.polynomial.polynomial.polyvander`.
///
/// # Errors
/// A value error for a negative power.
pub fn polyvander(x: &Array, deg: i64) -> Result<Array> {
    if deg < 0 {
        return Err(Error::value("deg must be non-negative"));
    }
    let x = rows::add(&x.atleast_1d(), 0.0)?;
    let mut powers = vec![x.ones_like(None)?];
    for _ in 0..deg {
        let last = powers.last().map(|last| rows::multiply(last, &x)).transpose()?;
        powers.extend(last);
    }
    stack(&powers, 0)?.moveaxis(0, -1)
}

/// The companion matrix of a polynomial, whose eigenvalues are its zeros: `numpy.polynomial.polynomial.polycompanion`. Waits for the
/// coefficients: zeros behind the last other one are left out.
///
/// # Errors
/// A value error for fewer than two coefficients, and for more than one axis.
pub fn polycompanion(c: &Array) -> Result<Array> {
    let c = c.atleast_1d();
    if c.size() == 0 {
        return Err(Error::value("Coefficient array is empty"));
    }
    if c.ndim() != 1 {
        return Err(Error::value("Coefficient array is not 1-d"));
    }
    let c = inexact(&c)?.trim_zeros(false, true, 0)?;
    let n = c.size() - 1;
    if n < 1 {
        return Err(Error::value("Series must have maximum degree of at least 1."));
    }
    let matrix = zeros(shape((n, n)).dtype(c.dtype()).on(c.device()))?;
    matrix.diagonal(-1, 0, 1)?.fill(Scalar::one(c.dtype()))?;
    let last = matrix.at(crate::s![.., -1])?;
    last.assign(&rows::subtract(&last, &rows::divide(&c.at(..-1)?, &c.at(-1)?)?)?)?;
    Ok(matrix)
}

/// Integers as float64.
fn inexact(array: &Array) -> Result<Array> {
    if array.dtype().is_inexact() { Ok(array.clone()) } else { array.astype(DType::F64) }
}

fn with_axes_behind(array: &Array, count: usize) -> Result<Array> {
    (0..count).try_fold(array.clone(), |array, _| array.expand_dims(-1))
}
