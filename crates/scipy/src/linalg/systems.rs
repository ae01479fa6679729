//! Systems, inverses and determinants of matrices of which a structure may be known.

use cuprust::Array;
use cuprust::chapters::wide_inexact;
use cuprust::linalg::{self, Triangular, matmul, solve_banded, solve_regular_triangular, transposed};
use cuprust::ufunc::rows;
use cuprust::ufunc::where_;
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, promote};

use super::factors::{by_vectors, cho_solve, in_precision};
use super::matrices::identities;
use super::stacked::{adjoint, extents, of_triangle, outer, part, zeros_of};

/// The structure of matrices, which decides which elements are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Structure {
    /// No structure.
    #[default]
    General,
    /// Only the diagonal.
    Diagonal,
    /// The diagonal and its two neighbours.
    Tridiagonal,
    /// The upper triangle.
    Upper,
    /// The lower triangle.
    Lower,
    /// One triangle of symmetric matrices.
    Symmetric,
    /// One triangle of Hermitian matrices.
    Hermitian,
    /// One triangle of Hermitian positive definite matrices.
    Positive,
}

impl Structure {
    /// A structure by SciPy's name. The width of a band follows from the elements, so that none is left out.
    ///
    /// # Errors
    /// A value error for another.
    pub fn named(name: Option<&str>) -> Result<Structure> {
        Ok(match name {
            None | Some("general" | "gen" | "banded") => Structure::General,
            Some("diagonal") => Structure::Diagonal,
            Some("tridiagonal") => Structure::Tridiagonal,
            Some("upper triangular") => Structure::Upper,
            Some("lower triangular") => Structure::Lower,
            Some("symmetric" | "sym") => Structure::Symmetric,
            Some("hermitian" | "her") => Structure::Hermitian,
            Some("positive definite" | "pos") => Structure::Positive,
            Some(other) => return Err(Error::value(format!("{other} is not a recognized matrix structure"))),
        })
    }
}

/// Refuses matrices that are not square.
///
/// # Errors
/// A value error.
fn check_square(a: &Array) -> Result<()> {
    match a.shape() {
        [.., m, n] if m == n => Ok(()),
        shape => Err(Error::value(format!("expected square matrices, got an array of shape {shape:?}"))),
    }
}

/// The solution of `a x = b` for square matrices of a structure, of a vector where `b` has one axis, or of the
/// transposes of the matrices: `scipy.linalg.solve`. One number as `a` divides any `b`. Where `b` does not fit as
/// matrices, it may have a vector for each matrix of the stack.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg::{self, Structure};
/// # fn main() -> Result<()> {
/// let (a, b) = (array![[2.0, 9.0], [0.0, 4.0]], array![2.0, 8.0]);
/// let x = linalg::solve(&a, &b, Structure::Diagonal, false, false)?;
/// assert_eq!(x.to_string(), "[1. 2.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for matrices that are not square and for incompatible shapes; a linear algebra error where a
/// matrix is singular, or not positive definite where it is said to be.
pub fn solve(a: &Array, b: &Array, structure: Structure, lower: bool, transpose: bool) -> Result<Array> {
    a.check_device(b)?;
    let (a, b) = (a.at_least(2), b.at_least(1));
    check_square(&a)?;
    let dtype = wide_inexact(promote(a.dtype(), b.dtype()));
    let (a, b) = (a.in_dtype(dtype)?, b.in_dtype(dtype)?);
    if a.size() == 1 && b.shape()[b.ndim().saturating_sub(2)] != 1 {
        if rows::equal(&a, 0)?.item()?.get() {
            return Err(Error::lin_alg("A singular matrix detected."));
        }
        let one = if b.ndim() == 1 { a.view_within(a.layout().without(a.ndim() - 1)) } else { a };
        return rows::divide(&b, &one);
    }
    by_vectors(&a, &b, |b| solved(&a, b, structure, lower, transpose))
}

/// As [`solve`], of matrices of one dtype.
fn solved(a: &Array, b: &Array, structure: Structure, lower: bool, transpose: bool) -> Result<Array> {
    let oriented = |a: &Array| if transpose { transposed(a) } else { a.clone() };
    let triangular = |a: &Array, lower: bool| {
        let triangle = Triangular { lower, transposed: transpose, ..Triangular::default() };
        solve_regular_triangular(a, b, triangle)
    };
    match structure {
        Structure::General => linalg::solve(&oriented(a), b),
        Structure::Diagonal => triangular(&a.tril(0)?.triu(0)?, true),
        Structure::Upper => triangular(a, false),
        Structure::Lower => triangular(a, true),
        Structure::Tridiagonal => {
            let n = extents(a)[0];
            let band = zeros_of(outer(a), [3, n], a.dtype(), a)?;
            for (row, from) in [(0, 1), (1, 0), (2, -1)] {
                let diagonal = oriented(a).diagonal(from, -2, -1)?;
                let count = diagonal.shape()[diagonal.ndim() - 1];
                let index = part(&band, row..row + 1, from.max(0)..from.max(0) + count);
                index.assign(&diagonal.expand_dims(-2)?)?;
            }
            solve_banded(1, 1, &band, b)
        }
        Structure::Symmetric => linalg::solve(&oriented(&of_triangle(a, lower, false)?), b),
        Structure::Hermitian => linalg::solve(&oriented(&of_triangle(a, lower, true)?), b),
        Structure::Positive => {
            let factor = linalg::cholesky(a, !lower)?;
            cho_solve(&if transpose { rows::conjugate(&factor)? } else { factor }, lower, b)
        }
    }
}

/// The inverses of square matrices of a structure: `scipy.linalg.inv`.
///
/// # Errors
/// As [`solve`].
pub fn inv(a: &Array, structure: Structure, lower: bool) -> Result<Array> {
    check_square(a)?;
    let a = in_precision(a)?;
    if structure == Structure::General || a.size() == 0 {
        return linalg::inv(&a);
    }
    let one = identities(outer(&a), extents(&a)[0], a.dtype(), a.device())?;
    solved(&a, &one, structure, lower, false)?.ascontiguous()
}

/// The determinants of square matrices, in double precision: `scipy.linalg.det`.
///
/// # Errors
/// A linear algebra error for matrices that are not square.
pub fn det(a: &Array) -> Result<Array> {
    linalg::det(&a.in_dtype(if a.dtype().is_complex() { DType::C128 } else { DType::F64 })?)
}

/// The triangles, lower or upper ones, whose products with their conjugate transposes are Hermitian matrices, of which
/// that triangle is read: `scipy.linalg.cholesky`.
///
/// # Errors
/// A linear algebra error for matrices that are not square or not positive definite.
pub fn cholesky(a: &Array, lower: bool) -> Result<Array> {
    linalg::cholesky(&in_precision(&a.at_least(2))?, !lower)
}

/// The pseudo-inverses of matrices, the last two axes, and their ranks, int64: `scipy.linalg.pinv`. Singular values up
/// to `atol` plus `rtol` times the largest count as zero; without `rtol` the precision times the larger extent stands
/// for it, and zero for `atol`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let (inverse, rank) = linalg::pinv(&array![[4.0, 0.0], [0.0, 0.0]], None, None)?;
/// assert_eq!(inverse.to_string(), "[[0.25 0.  ]\n [0.   0.  ]]");
/// assert_eq!(rank.to_string(), "1");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a negative bound, and those of [`linalg::svd`].
pub fn pinv(a: &Array, atol: Option<f64>, rtol: Option<f64>) -> Result<(Array, Array)> {
    if atol.is_some_and(|atol| atol < 0.0) || rtol.is_some_and(|rtol| rtol < 0.0) {
        return Err(Error::value("atol and rtol values must be positive."));
    }
    let (stack, m, n) = linalg::extents_of(a)?;
    let a = in_precision(a)?;
    if a.size() == 0 {
        let ranks = cuprust::creation::zeros(cuprust::creation::shape(stack).dtype(DType::I64).on(a.device()))?;
        return Ok((zeros_of(stack, [n, m], a.dtype(), &a)?, ranks));
    }
    let parts = linalg::svd(&a, false)?;
    let epsilon = if parts.values.dtype() == DType::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let largest = rows::max(&parts.values, cuprust::axis(-1).keepdims())?;
    let least = rows::add(&rows::multiply(&largest, rtol.unwrap_or(m.max(n) as f64 * epsilon))?, atol.unwrap_or(0.0))?;
    let kept = rows::greater(&parts.values, &least)?;
    let inverses = where_(&kept, &rows::divide(1, &where_(&kept, &parts.values, 1)?)?, 0)?;
    let scaled = rows::multiply(&adjoint(&parts.vh)?, &inverses.in_dtype(parts.values.dtype())?.expand_dims(-2)?)?;
    Ok((matmul(&scaled, &adjoint(&parts.u)?)?, rows::sum(&kept, cuprust::axis(-1))?))
}
