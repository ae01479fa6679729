//! The derivative of the exponential of matrices, and its condition.

use cuprust::Array;
use cuprust::linalg::{self, MatrixNorm, matrix_norm};
use cuprust::ufunc::rows;
use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::functions::expm;
use super::matrices::identities;
use super::stacked::{blocks, extents, outer, part};

/// Square matrices in double precision.
fn double(a: &Array, complex: bool, name: &str) -> Result<Array> {
    match a.shape() {
        [.., m, n] if m == n => a.in_dtype(if complex { DType::C128 } else { DType::F64 }),
        _ => Err(Error::value(format!("expected {name} to be a square matrix"))),
    }
}

/// The exponentials of square matrices, the last two axes, and their Fréchet derivatives in the directions `e`, in
/// double precision: `scipy.linalg.expm_frechet`. They are blocks of the exponential of a matrix of twice the size
/// (Higham, "Functions of Matrices", 2008, theorem 3.6).
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let (_, derivative) = linalg::expm_frechet(&array![[0.0]], &array![[2.0]])?;
/// assert_eq!(derivative.to_string(), "[[2.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for matrices that are not square, or of other shapes.
pub fn expm_frechet(a: &Array, e: &Array) -> Result<(Array, Array)> {
    a.check_device(e)?;
    let complex = a.dtype().is_complex() || e.dtype().is_complex();
    let (a, e) = (double(a, complex, "A")?, double(e, complex, "E")?);
    let [n, other] = [extents(&a)[0], extents(&e)[0]];
    if n != other {
        return Err(Error::value("expected A and E to be the same shape"));
    }
    let both = expm(&blocks(&[[Some(&a), Some(&e)], [None, Some(&a)]], [n, n], [n, n], a.dtype())?)?;
    Ok((part(&both, 0..n, 0..n).copy()?, part(&both, 0..n, n..2 * n).copy()?))
}

/// The condition number of the exponential of square matrices, the last two axes, in the Frobenius norm, in double
/// precision: `scipy.linalg.expm_cond`. It needs memory for the fourth power of the number of rows.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// assert_eq!(math::round(&linalg::expm_cond(&array![[2.0]])?, 9)?.to_string(), "2.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for matrices that are not square or have no elements.
pub fn expm_cond(a: &Array) -> Result<Array> {
    let a = double(a, a.dtype().is_complex(), "A")?;
    let n = extents(&a)[0];
    if a.size() == 0 {
        return Err(Error::value("need at least one array to concatenate"));
    }
    // The derivatives in the directions of all matrices with a single one, each as a column of a matrix.
    let directions = identities(&[], n * n, a.dtype(), a.device())?.reshape([n * n, n, n])?;
    let many = a.view_within(a.layout().with_axis(a.ndim() - 2));
    let (_, derivatives) = expm_frechet(&many, &directions)?;
    let columns = derivatives.reshape(&[outer(&a), &[n * n, n * n]].concat()[..])?;
    let largest = rows::max(&linalg::svdvals(&columns)?, cuprust::axis(-1))?;
    let length = |a: &Array| matrix_norm(a, [-2, -1], MatrixNorm::Frobenius, false);
    rows::divide(&rows::multiply(&largest, &length(&a)?)?, &length(&expm(&a)?)?)
}
