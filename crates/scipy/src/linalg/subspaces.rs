//! Comparisons of subspaces, and pseudo-inverses of Hermitian matrices.

use cuprust::Array;
use cuprust::linalg::{self, matmul};
use cuprust::ufunc::rows;
use cuprust::ufunc::where_;
use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::decompositions::orth;
use super::factors::{check_finite, in_precision};
use super::stacked::{adjoint, extents};

/// The pseudo-inverses of Hermitian matrices, the last two axes, and their ranks, int64: `scipy.linalg.pinvh`. Of the
/// matrices one triangle is read. Eigenvalues whose size is at most `atol` plus `rtol` times the largest count as zero;
/// without `rtol` the precision times the extent stands for it, and zero for `atol`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let (inverse, rank) = linalg::pinvh(&array![[4.0, 0.0], [0.0, 0.0]], None, None, true)?;
/// assert_eq!(inverse.to_string(), "[[0.25 0.  ]\n [0.   0.  ]]");
/// assert_eq!(rank.to_string(), "1");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a negative bound, and those of [`linalg::eigh`].
pub fn pinvh(a: &Array, atol: Option<f64>, rtol: Option<f64>, lower: bool) -> Result<(Array, Array)> {
    if atol.is_some_and(|atol| atol < 0.0) || rtol.is_some_and(|rtol| rtol < 0.0) {
        return Err(Error::value("atol and rtol values must be positive."));
    }
    let (values, vectors) = linalg::eigh(&in_precision(a)?, lower)?;
    let n = vectors.shape()[vectors.ndim() - 1];
    if vectors.size() == 0 {
        let rank = rows::sum(&values.astype(DType::I64)?, cuprust::axis(-1))?;
        return Ok((vectors, rank));
    }
    let epsilon = if values.dtype() == DType::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let sizes = rows::absolute(&values)?;
    let largest = rows::max(&sizes, cuprust::axis(-1).keepdims())?;
    let least = rows::multiply(&largest, rtol.unwrap_or(n as f64 * epsilon))?;
    let least = rows::add(&least, atol.unwrap_or(0.0))?;
    let kept = rows::greater(&sizes, &least)?;
    let inverses = where_(&kept, &rows::divide(1, &where_(&kept, &values, 1)?)?, 0)?.in_dtype(values.dtype())?;
    let scaled = rows::multiply(&vectors, &inverses.expand_dims(-2)?)?;
    Ok((matmul(&scaled, &adjoint(&vectors)?)?, rows::sum(&kept, cuprust::axis(-1))?))
}

/// The unitary matrices that take `a` nearest to `b` in the Frobenius norm, matrices, the last two axes, and the sums
/// of the singular values of the conjugate transposes of `a` times `b`: `scipy.linalg.orthogonal_procrustes`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let (turn, scale) = linalg::orthogonal_procrustes(&array![[2.0, 0.0]], &array![[0.0, 3.0]])?;
/// assert_eq!(absolute(&turn.at(0)?)?.to_string(), "[0. 1.]");
/// assert_eq!(scale.to_string(), "6.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for fewer than two axes or shapes that differ, and those of [`linalg::svd`].
pub fn orthogonal_procrustes(a: &Array, b: &Array) -> Result<(Array, Array)> {
    a.check_device(b)?;
    if let Some(few) = [a, b].iter().find(|each| each.ndim() < 2) {
        return Err(Error::value(format!("expected ndim to be 2, but observed {}", few.ndim())));
    }
    if extents(a) != extents(b) {
        return Err(Error::value(format!("the shapes of A and B differ ({:?} vs {:?})", a.shape(), b.shape())));
    }
    let parts = linalg::svd(&matmul(&adjoint(&in_precision(a)?)?, &in_precision(b)?)?, true)?;
    Ok((matmul(&parts.u, &parts.vh)?, rows::sum(&parts.values, cuprust::axis(-1))?))
}

/// The angles between the ranges of two matrices, the last two axes, in descending order:
/// `scipy.linalg.subspace_angles`. Angles below a quarter of pi come from their sines and others from their cosines, so
/// that small ones keep their digits (Knyazev and Argentati, "Principal angles between subspaces in an A-based scalar
/// product", 2002).
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let angles = linalg::subspace_angles(&array![[1.0], [0.0]], &array![[1.0], [1e-12]])?;
/// assert_eq!(angles.to_string(), "[1.e-12]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for fewer than two axes, other numbers of rows, elements that are infinite or NaN, and matrices of a
/// stack that are not of one rank.
pub fn subspace_angles(a: &Array, b: &Array) -> Result<Array> {
    a.check_device(b)?;
    for each in [a, b] {
        check_finite(each, true)?;
        if each.ndim() < 2 {
            return Err(Error::value(format!("expected 2D array, got shape {:?}", each.shape())));
        }
    }
    let [m, n] = [extents(a)[0], extents(b)[0]];
    if m != n {
        return Err(Error::value(format!("A and B must have the same number of rows, got {m} and {n}")));
    }
    let (a, b) = (orth(a, None)?, orth(b, None)?);
    // The component of the smaller basis in the range of the larger one is subtracted.
    let (wide, narrow) = if extents(&a)[1] >= extents(&b)[1] { (a, b) } else { (b, a) };
    let shared = matmul(&adjoint(&wide)?, &narrow)?;
    let cosines = linalg::svdvals(&shared)?.flip(-1)?;
    let rest = rows::subtract(&narrow, &matmul(&wide, &shared)?)?;
    let sines = linalg::svdvals(&rest)?;
    let within = |values: &Array| rows::minimum(values, 1);
    let small = rows::greater_equal(&rows::multiply(&cosines, &cosines)?, 0.5)?;
    where_(&small, &rows::arcsin(&within(&sines)?)?, &rows::arccos(&within(&cosines)?)?)
}
