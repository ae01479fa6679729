//! Systems of linear equations by LAPACK's names.

use cuprust::Array;
use cuprust::linalg::{self, Triangular, matmul, solve_triangular};
use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::cho_solve;
use super::stacked::adjoint;

/// Solves `a x = b` for a square matrix and writes the solution to `b`: CuPy's `cupyx.lapack.gesv`.
///
/// # Errors
/// A type error where the dtypes differ or are none of single and double precision; a value error for other shapes, for
/// a matrix in no order, and for several columns that are not in Fortran order; a linear algebra error for a singular
/// matrix.
pub fn gesv(a: &Array, b: &Array) -> Result<()> {
    if a.dtype() != b.dtype() {
        return Err(Error::type_(format!("the dtypes of a and b differ: {} and {}", a.dtype(), b.dtype())));
    }
    if !matches!(a.dtype(), DType::F32 | DType::F64 | DType::C64 | DType::C128) {
        return Err(Error::type_(format!("gesv solves no systems of {}", a.dtype())));
    }
    let square = matches!(a.shape(), [m, n] if m == n);
    if !square || !matches!(b.ndim(), 1 | 2) || b.shape()[0] != a.shape()[0] {
        return Err(Error::value(format!("the shapes {:?} and {:?} are no system of equations", a.shape(), b.shape())));
    }
    if !a.layout().is_contiguous() && !a.layout().is_fortran() {
        return Err(Error::value("a must be in C or in Fortran order"));
    }
    if !b.layout().is_fortran() {
        return Err(Error::value("b must be in Fortran order"));
    }
    b.assign(&linalg::solve(a, b)?)
}

/// The least-squares solution of `a x = b` for a matrix of full rank, of least length where there are more unknowns
/// than equations: CuPy's `cupyx.lapack.gels`.
///
/// # Errors
/// A value error for other shapes, a type error for half precision.
pub fn gels(a: &Array, b: &Array) -> Result<Array> {
    if a.ndim() != 2 || !matches!(b.ndim(), 1 | 2) || b.shape()[0] != a.shape()[0] {
        return Err(Error::value(format!("the shapes {:?} and {:?} are no system of equations", a.shape(), b.shape())));
    }
    let upper = Triangular::default();
    if a.shape()[0] >= a.shape()[1] {
        let (q, r) = linalg::qr(a, false)?;
        return solve_triangular(&r, &matmul(&adjoint(&q)?, b)?, upper);
    }
    // With the conjugate transpose: a = r* q*, and x = q y where r* y = b.
    let (q, r) = linalg::qr(&adjoint(a)?, false)?;
    let y = solve_triangular(&r, b, Triangular { transposed: true, conjugated: true, ..upper })?;
    matmul(&q, &y)
}

/// The solution of `a x = b` for Hermitian positive definite matrices: CuPy's `cupyx.lapack.posv`.
///
/// # Errors
/// Those of [`linalg::cholesky`] and [`cho_solve`].
pub fn posv(a: &Array, b: &Array) -> Result<Array> {
    potrs(&linalg::cholesky(a, false)?, b, true)
}

/// The solution of a system by a Cholesky factor: CuPy's `cupyx.lapack.potrs`.
///
/// # Errors
/// As [`cho_solve`].
pub fn potrs(factor: &Array, b: &Array, lower: bool) -> Result<Array> {
    cho_solve(factor, lower, b)
}
