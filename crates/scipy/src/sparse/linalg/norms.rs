//! Norms of sparse matrices, from their stored elements.

use cuprust::Array;
use cuprust::linalg::{self, MatrixNorm, VectorNorm};
use cuprust::ufunc::rows;
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, promote};
use cuprust_ops::RowId;

use super::lanczos::{Lanczos, svds};
use crate::sparse::Csr;

/// A norm of a matrix: `scipy.sparse.linalg.norm` without an axis. The spectral norm is found by [`svds`].
///
/// ```
/// use cuprust::*;
/// use cuprust::linalg::MatrixNorm;
/// use cuprust_scipy::sparse::{Csr, linalg};
///
/// # fn main() -> Result<()> {
/// let a = Csr::from_dense(&array![[3.0, 0.0], [4.0, -1.0]])?;
/// assert_eq!(linalg::norm(&a, MatrixNorm::LargestColumn)?.to_string(), "7.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Not implemented for the least singular value and for the sum of all, which few iterations do not find; a value error
/// for the least or the largest sum where there are no rows or columns.
pub fn norm(matrix: &Csr, norm: MatrixNorm) -> Result<Array> {
    let merged = matrix.merged()?;
    match norm {
        MatrixNorm::Frobenius => linalg::norm(merged.data(), ..),
        MatrixNorm::Spectral if matrix.shape().contains(&1) => linalg::norm(merged.data(), ..),
        MatrixNorm::Spectral => largest_singular_value(&merged),
        MatrixNorm::LargestColumn => rows::max(&absolute_sums(&merged, 0)?, ..),
        MatrixNorm::LeastColumn => rows::min(&absolute_sums(&merged, 0)?, ..),
        MatrixNorm::LargestRow => rows::max(&absolute_sums(&merged, 1)?, ..),
        MatrixNorm::LeastRow => rows::min(&absolute_sums(&merged, 1)?, ..),
        MatrixNorm::LeastSingular => {
            Err(Error::not_implemented("the least singular value of a sparse matrix is not found"))
        }
        MatrixNorm::Nuclear => {
            Err(Error::not_implemented("the sum of the singular values of a sparse matrix is not found"))
        }
    }
}

/// The norms of the columns, `axis` 0, or of the rows, 1, as a vector: `scipy.sparse.linalg.norm` with an axis.
///
/// ```
/// use cuprust::*;
/// use cuprust::linalg::VectorNorm;
/// use cuprust_scipy::sparse::{Csr, linalg};
///
/// # fn main() -> Result<()> {
/// let a = Csr::from_dense(&array![[3.0, 0.0], [4.0, -1.0]])?;
/// assert_eq!(linalg::vector_norms(&a, 0, VectorNorm::Euclid)?.to_string(), "[5. 1.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for another axis; where there is no memory.
pub fn vector_norms(matrix: &Csr, axis: usize, norm: VectorNorm) -> Result<Array> {
    if axis > 1 {
        return Err(Error::value(format!("axis {axis} of a matrix")));
    }
    let merged = matrix.merged()?;
    let size = rows::absolute(merged.data())?;
    let extremes = |largest: bool| merged.with_data(&size)?.lines(Some(axis as i64))?.extremes(largest, false);
    let powers = |exponent: f64| {
        let data = if exponent == 2.0 { rows::multiply(&size, &size)? } else { rows::power(&size, exponent)? };
        sums(&merged.with_data(&data)?, axis)
    };
    match norm {
        VectorNorm::Euclid => rows::sqrt(&powers(2.0)?),
        VectorNorm::Largest => extremes(true),
        VectorNorm::Least => extremes(false),
        VectorNorm::Count => sums(&merged.with_data(&rows::not_equal(&size, 0)?)?, axis),
        VectorNorm::Power(1.0) => absolute_sums(&merged, axis),
        VectorNorm::Power(exponent) => rows::power(&powers(exponent)?, 1.0 / exponent),
    }
}

fn largest_singular_value(matrix: &Csr) -> Result<Array> {
    let data = matrix.data().in_dtype(promote(matrix.dtype(), DType::F32))?;
    let found = svds(&matrix.with_data(&data)?, 1, Lanczos::default())?;
    match found.space.found() {
        0 => Err(Error::runtime("No convergence: the largest singular value was not found")),
        _ => found.values.at(0),
    }
}

fn absolute_sums(matrix: &Csr, axis: usize) -> Result<Array> {
    sums(&matrix.with_data(&rows::absolute(matrix.data())?)?, axis)
}

/// The sums of columns or rows as a vector, in the dtype in which NumPy adds.
fn sums(matrix: &Csr, axis: usize) -> Result<Array> {
    matrix.sum_along(axis, RowId::ADD.row().accumulator.dtype(matrix.dtype()))?.ravel()
}
