//! Companion matrices, whose eigenvalues are the zeros of polynomials.

use cuprust_ir::{Error, Result};
use cuprust_num::Scalar;

use crate::Array;
use crate::creation::{shape, zeros};
use crate::ufunc::rows;

/// The companion matrices of polynomials along the last axis, the highest power first, whose eigenvalues are their
/// zeros: `scipy.linalg.companion`. Waits for the first coefficients.
///
/// # Errors
/// A value error for fewer than two coefficients, and for a first one of zero.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(polynomial::companion(&array![1.0, -3.0, 2.0])?.to_string(), "[[ 3. -2.]\n [ 1.  0.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn companion(a: &Array) -> Result<Array> {
    let a = a.atleast_1d();
    let n = a.shape()[a.ndim() - 1];
    if n < 2 {
        return Err(Error::value("The length of `a` along the last axis must be at least 2."));
    }
    let part = |first: i64, count: i64| a.view_of(a.layout().slice(a.ndim() - 1, first, 1, count));
    let (leading, others) = (part(0, 1), part(1, n - 1));
    if rows::any(&rows::equal(&leading, 0)?, ..)?.item()?.get() {
        return Err(Error::value("The first coefficient in `a` must not be zero."));
    }
    let first = rows::divide(&rows::negative(&others)?, &leading)?.inexact()?;
    let extents = [&a.shape()[..a.ndim() - 1], &[n - 1, n - 1]].concat();
    let matrix = zeros(shape(&extents[..]).dtype(first.dtype()).on(a.device()))?;
    matrix.diagonal(-1, -2, -1)?.fill(Scalar::one(first.dtype()))?;
    matrix.view_of(matrix.layout().at(matrix.ndim() - 2, 0)).assign(&first)?;
    Ok(matrix)
}
