//! Least-squares solutions of systems of linear equations, by singular values.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, promote};

use super::factors::{adjoint, epsilon, precision, stacked};
use super::matmul;
use super::orthogonal::Tall;
use super::solving::columns_of;
use super::spectral::svd;
use crate::Array;
use crate::creation::{full, shape};
use crate::ufunc::{rows, where_};

/// The results of [`lstsq`].
#[derive(Debug)]
pub struct LeastSquares {
    /// The solution of minimum norm.
    pub x: Array,
    /// The squared norm of each column's residual; empty where the matrix is rank-deficient, or has no more rows than
    /// columns.
    pub residuals: Array,
    /// The rank of the matrix.
    pub rank: i64,
    /// Its singular values.
    pub singular_values: Array,
}

/// The least-squares solution of `a x = b`: `numpy.linalg.lstsq`. Singular values below `rcond` times the largest count
/// as zero; by default `rcond` is the precision times the larger extent. Waits for the rank.
///
/// # Errors
/// A linear algebra error where `a` is not a matrix, `b` is neither a vector nor a matrix with as many rows, or the
/// singular values are not found.
///
/// ```
/// # use cuprust::*;
/// let found = linalg::lstsq(&array![[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]], &array![1.0, 4.0, 3.0], None)?;
/// assert_eq!(found.x.round(9)?.to_string(), "[1. 2.]");
/// assert_eq!((found.rank, found.residuals.round(9)?.to_string()), (2, "[9.]".into()));
/// # Ok::<(), Error>(())
/// ```
pub fn lstsq(a: &Array, b: &Array, rcond: Option<f64>) -> Result<LeastSquares> {
    a.check_device(b)?;
    let is_vector = b.ndim() == 1;
    let columns = columns_of(b);
    for array in [a, &columns] {
        if array.ndim() != 2 {
            return Err(Error::lin_alg(format!(
                "{}-dimensional array given. Array must be two-dimensional",
                array.ndim()
            )));
        }
    }
    let ((_, m, n), (_, rows_of_b, k)) = (stacked(a)?, stacked(&columns)?);
    if m != rows_of_b {
        return Err(Error::lin_alg("Incompatible dimensions"));
    }
    let dtype = promote(precision(a.dtype())?, precision(b.dtype())?);
    let (a, columns) = (a.in_dtype(dtype)?, columns.in_dtype(dtype)?);
    // Scaling both sides by a power of two is exact and leaves the solution unchanged: reciprocals of the smallest
    // numbers would be infinite.
    let scale = unit_scale(&a)?;
    let (scaled, goal) = (rows::multiply(&a, &scale)?, rows::multiply(&columns, &scale)?);
    // The triangle of a tall matrix has the same singular values and right vectors.
    let tall = Tall::of(&scaled)?;
    let (parts, goal) = match &tall {
        Some(tall) => (svd(&tall.triangle, false)?, tall.coordinates(&goal)?),
        None => (svd(&scaled, false)?, goal),
    };
    let values = &parts.values;
    let epsilon = epsilon(dtype);
    let cut = match rcond {
        None => epsilon * m.max(n) as f64,
        // LAPACK treats an `rcond` outside of (0, 1) so.
        Some(rcond) if rcond <= 0.0 || rcond >= 1.0 => epsilon,
        Some(rcond) => rcond,
    };
    let (x, rank) = if m == 0 || n == 0 {
        (full(shape((n, k)).dtype(dtype).on(a.device()), 0)?, 0)
    } else {
        let least = rows::multiply(&rows::max(values, crate::axis(-1).keepdims())?, cut)?;
        let kept = rows::greater(values, &least)?;
        let column = |array: &Array| array.view_of(array.layout().with_axis(1));
        let rotated = matmul(&adjoint(&parts.u)?, &goal)?;
        // Divided, not multiplied by reciprocals, which are infinite for the smallest numbers.
        let parts_of_x = where_(&column(&kept), &rows::divide(&rotated, &column(values))?, 0)?.in_dtype(dtype)?;
        let x = matmul(&adjoint(&parts.vh)?, &parts_of_x)?;
        (x, rows::sum(&kept, ..)?.item()?.get::<i64>())
    };
    let residuals = if rank != n || m <= n {
        Array::empty([0], dtype.real(), a.device())?
    } else {
        let size = rows::absolute(&rows::subtract(&columns, &matmul(&a, &x)?)?)?;
        rows::sum(&rows::multiply(&size, &size)?, crate::axis(0))?
    };
    let x = if is_vector { x.view_of(x.layout().without(1)).ascontiguous()? } else { x };
    Ok(LeastSquares { x, residuals, rank, singular_values: rows::divide(&parts.values, &scale)? })
}

/// The power of two that scales a matrix's largest element to about one.
fn unit_scale(a: &Array) -> Result<Array> {
    let real = a.dtype().real();
    if a.size() == 0 {
        return full(shape(()).dtype(real).on(a.device()), 1);
    }
    let (_, exponent) = rows::frexp(&rows::max(&rows::absolute(a)?, ..)?)?;
    // Its reciprocal must be finite too.
    let max_exponent = if real == DType::F32 { 120 } else { 1000 };
    let exponent = rows::minimum(&rows::maximum(&rows::negative(&exponent)?, -max_exponent)?, max_exponent)?;
    rows::ldexp(&full(shape(()).dtype(real).on(a.device()), 1)?, &exponent)
}
