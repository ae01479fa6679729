//! What follows from singular values and exponentials: polar factors, bases of ranges and null spaces, trigonometric
//! functions.

use cuprust::Array;
use cuprust::linalg::{self, matmul};
use cuprust::ufunc::rows;
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar, c128};

use super::factors::in_precision;
use super::functions::expm;
use super::stacked::{adjoint, extents, part};

/// The side of a matrix on which its positive semidefinite polar factor is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// `a = u p`.
    Right,
    /// `a = p u`.
    Left,
}

/// The polar factors `u`, whose columns or rows are orthonormal, and `p`, Hermitian and positive semidefinite, of
/// matrices, the last two axes: `scipy.linalg.polar`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg::{Side, polar};
/// # fn main() -> Result<()> {
/// let (u, p) = polar(&array![[0.0, -2.0], [3.0, 0.0]], Side::Right)?;
/// assert_eq!(math::round(&p, 6)?.to_string(), "[[3. 0.]\n [0. 2.]]");
/// assert_eq!(math::round(&linalg::matmul(&u, &p)?, 6)?.to_string(), "[[ 0. -2.]\n [ 3.  0.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Those of [`linalg::svd`].
pub fn polar(a: &Array, side: Side) -> Result<(Array, Array)> {
    let parts = linalg::svd(&in_precision(a)?, false)?;
    let values = parts.values.expand_dims(-2)?;
    let unitary = matmul(&parts.u, &parts.vh)?;
    let (left, right) = match side {
        Side::Right => (adjoint(&parts.vh)?, parts.vh),
        Side::Left => (parts.u.clone(), adjoint(&parts.u)?),
    };
    Ok((unitary, matmul(&rows::multiply(&left, &values)?, &right)?))
}

/// How many singular values of each matrix count, which is waited for, and the parts.
///
/// # Errors
/// A value error for fewer than two axes, and for matrices of a stack that are not of one rank.
fn rank_of(a: &Array, rcond: Option<f64>, full: bool) -> Result<(linalg::Singular, i64)> {
    let [.., m, n] = *a.shape() else {
        return Err(Error::value(format!("expected matrices, not an array of {} axes", a.ndim())));
    };
    let parts = linalg::svd(&in_precision(a)?, full)?;
    if parts.values.size() == 0 {
        return Ok((parts, 0));
    }
    let epsilon = if parts.values.dtype() == DType::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let largest = rows::max(&parts.values, cuprust::axis(-1).keepdims())?;
    let least = rows::multiply(&largest, rcond.unwrap_or(epsilon * m.max(n) as f64))?;
    let counts = rows::sum(&rows::greater(&parts.values, &least)?, cuprust::axis(-1))?.to_vec::<i64>()?;
    let count = counts.first().copied().unwrap_or(0);
    if counts.iter().any(|other| *other != count) {
        return Err(Error::value(format!("the matrices of the stack are not of one rank: {counts:?}")));
    }
    Ok((parts, count))
}

/// Orthonormal bases of the ranges of matrices, the last two axes, as columns: `scipy.linalg.orth`. Singular values up
/// to `rcond` times the largest, without it the precision times the larger extent, count as zero; they are waited for.
///
/// # Errors
/// A value error for fewer than two axes and for matrices of a stack that are not of one rank, and those of
/// [`linalg::svd`].
pub fn orth(a: &Array, rcond: Option<f64>) -> Result<Array> {
    let (parts, count) = rank_of(a, rcond, false)?;
    part(&parts.u, 0..extents(&parts.u)[0], 0..count).copy()
}

/// Orthonormal bases of the null spaces of matrices, the last two axes, as columns: `scipy.linalg.null_space`. Which
/// singular values count is as of [`orth`].
///
/// # Errors
/// As [`orth`].
pub fn null_space(a: &Array, rcond: Option<f64>) -> Result<Array> {
    let (parts, count) = rank_of(a, rcond, true)?;
    let [m, n] = extents(&parts.vh);
    adjoint(&part(&parts.vh, count..m, 0..n))?.ascontiguous()
}

/// Matrices times the imaginary unit.
fn times_i(a: &Array) -> Result<Array> {
    rows::multiply(a, Scalar::new(c128::new(0.0, 1.0)).cast(a.dtype().complex()))
}

/// The exponentials of complex matrices times the imaginary unit, and times its negative.
fn both_ways(a: &Array) -> Result<(Array, Array)> {
    let times_i = times_i(a)?;
    Ok((expm(&times_i)?, expm(&rows::negative(&times_i)?)?))
}

/// The cosines of square matrices, the last two axes, by exponentials: `scipy.linalg.cosm`.
///
/// # Errors
/// Those of [`expm`].
pub fn cosm(a: &Array) -> Result<Array> {
    let a = a.inexact()?;
    if !a.dtype().is_complex() {
        return expm(&times_i(&a)?)?.real_part()?.copy();
    }
    let (ahead, back) = both_ways(&a)?;
    rows::multiply(&rows::add(&ahead, &back)?, 0.5)
}

/// The sines of square matrices, the last two axes, by exponentials: `scipy.linalg.sinm`.
///
/// # Errors
/// Those of [`expm`].
pub fn sinm(a: &Array) -> Result<Array> {
    let a = a.inexact()?;
    if !a.dtype().is_complex() {
        return expm(&times_i(&a)?)?.imaginary_part()?.copy();
    }
    let (ahead, back) = both_ways(&a)?;
    let half = Scalar::new(c128::new(0.0, -0.5)).cast(a.dtype());
    rows::multiply(&rows::subtract(&ahead, &back)?, half)
}

/// The tangents of square matrices, the last two axes: `scipy.linalg.tanm`.
///
/// # Errors
/// Those of [`expm`], and a linear algebra error for a singular cosine.
pub fn tanm(a: &Array) -> Result<Array> {
    linalg::solve(&cosm(a)?, &sinm(a)?)
}

/// The hyperbolic cosines of square matrices, the last two axes, by exponentials: `scipy.linalg.coshm`.
///
/// # Errors
/// Those of [`expm`].
pub fn coshm(a: &Array) -> Result<Array> {
    let a = a.inexact()?;
    rows::multiply(&rows::add(&expm(&a)?, &expm(&rows::negative(&a)?)?)?, 0.5)
}

/// The hyperbolic sines of square matrices, the last two axes, by exponentials: `scipy.linalg.sinhm`.
///
/// # Errors
/// Those of [`expm`].
pub fn sinhm(a: &Array) -> Result<Array> {
    let a = a.inexact()?;
    rows::multiply(&rows::subtract(&expm(&a)?, &expm(&rows::negative(&a)?)?)?, 0.5)
}

/// The hyperbolic tangents of square matrices, the last two axes: `scipy.linalg.tanhm`.
///
/// # Errors
/// Those of [`expm`], and a linear algebra error for a singular hyperbolic cosine.
pub fn tanhm(a: &Array) -> Result<Array> {
    linalg::solve(&coshm(a)?, &sinhm(a)?)
}
