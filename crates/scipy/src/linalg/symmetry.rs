//! Questions about matrices: are they symmetric or Hermitian, and how wide are their bands?

use cuprust::Array;
use cuprust::chapters::positions;
use cuprust::creation::{eye, shape, zeros};
use cuprust::linalg::transposed;
use cuprust::ufunc::rows;
use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::schur::square;

/// How far elements may be from those that they are compared with, of which the second is multiplied by the size. Where
/// there is none they are equal.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Bounds {
    /// The distance.
    pub atol: Option<f64>,
    /// The distance over the size.
    pub rtol: Option<f64>,
}

/// Whether elements are equal to those of other matrices, or as far as bounds allow.
fn near(a: &Array, b: &Array, bounds: Bounds) -> Result<Array> {
    let equal = rows::equal(a, b)?;
    let Bounds { atol, rtol } = bounds;
    if atol.is_none() && rtol.is_none() {
        return Ok(equal);
    }
    let (a, b) = (a.inexact()?, b.inexact()?);
    let bound = rows::add(&rows::multiply(&rows::absolute(&b)?, rtol.unwrap_or(0.0))?, atol.unwrap_or(0.0))?;
    let apart = rows::absolute(&rows::subtract(&a, &b)?)?;
    let close = rows::logical_and(&rows::less_equal(&apart, &bound)?, &rows::isfinite(&b)?)?;
    rows::logical_or(&equal, &close)
}

/// Whether square matrices, the last two axes, are equal to their transposes: `scipy.linalg.issymmetric`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let symmetric = linalg::issymmetric(&array![[1, 2], [2, 3]], Default::default())?;
/// assert_eq!(symmetric.to_string(), "True");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for matrices that are not square.
pub fn issymmetric(a: &Array, bounds: Bounds) -> Result<Array> {
    let n = square(a).map_err(|_| Error::value("Input array must be square."))?;
    let same = near(a, &transposed(a), bounds)?;
    let exact = bounds == Bounds::default();
    let diagonal = eye(shape((n, n)).dtype(DType::Bool).on(a.device()).k(0))?;
    rows::all(&if exact { rows::logical_or(&same, &diagonal)? } else { same }, cuprust::axis([-2, -1]))
}

/// Whether square matrices, the last two axes, are equal to their conjugate transposes: `scipy.linalg.ishermitian`.
///
/// # Errors
/// As [`issymmetric`].
pub fn ishermitian(a: &Array, bounds: Bounds) -> Result<Array> {
    if !a.dtype().is_complex() {
        return issymmetric(a, bounds);
    }
    square(a).map_err(|_| Error::value("Input array must be square."))?;
    rows::all(&near(a, &rows::conjugate(&transposed(a))?, bounds)?, cuprust::axis([-2, -1]))
}

/// How many diagonals of matrices, the last two axes, below and above the main one reach to an element that is not
/// zero, int64: `scipy.linalg.bandwidth`.
///
/// # Errors
/// A value error for fewer than two axes.
pub fn bandwidth(a: &Array) -> Result<[Array; 2]> {
    let [stack @ .., m, n] = a.shape() else { return Err(Error::value("Input array must be a 2D NumPy array.")) };
    if a.size() == 0 {
        let none = || zeros(shape(stack).dtype(DType::I64).on(a.device()));
        return Ok([none()?, none()?]);
    }
    let there = rows::not_equal(a, 0)?;
    let above = positions(&[*m, *n], 0, &[-1, 1], DType::I64, a.device())?;
    let reach = |sign: i64| -> Result<Array> {
        let far = rows::multiply(&rows::multiply(&above, sign)?, &there)?;
        rows::maximum(&rows::max(&far, cuprust::axis([-2, -1]))?, 0)
    };
    Ok([reach(-1)?, reach(1)?])
}
