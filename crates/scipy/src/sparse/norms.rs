//! Norms of sparse matrices, from their stored elements.

use cuprust::Array;
use cuprust::linalg::{self, MatrixNorm, VectorNorm};
use cuprust::ufunc::rows;
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, promote};
use cuprust_ops::RowId;

use super::Csr;
use super::linalg::{Lanczos, svds};

impl Csr {
    /// A norm of the matrix: `scipy.sparse.linalg.norm` without an axis. The spectral one is found by [`svds`].
    ///
    /// ```
    /// use cuprust::*;
    /// use cuprust::linalg::MatrixNorm;
    /// use cuprust_scipy::sparse::Csr;
    ///
    /// # fn main() -> Result<()> {
    /// let a = Csr::from_dense(&array![[3.0, 0.0], [4.0, -1.0]])?;
    /// assert_eq!(a.norm(MatrixNorm::LargestColumn)?.to_string(), "7.0");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Not implemented for the least singular value and for the sum of all, which no few iterations find; a value error
    /// for the least or largest sum of no lines.
    pub fn norm(&self, norm: MatrixNorm) -> Result<Array> {
        let merged = self.merged()?;
        match norm {
            MatrixNorm::Frobenius => linalg::norm(&merged.data, ..),
            MatrixNorm::Spectral if self.shape[0].min(self.shape[1]) <= 1 => linalg::norm(&merged.data, ..),
            MatrixNorm::Spectral => merged.largest_singular_value(),
            MatrixNorm::LargestColumn => rows::max(&merged.absolute_sums(0)?, ..),
            MatrixNorm::LeastColumn => rows::min(&merged.absolute_sums(0)?, ..),
            MatrixNorm::LargestRow => rows::max(&merged.absolute_sums(1)?, ..),
            MatrixNorm::LeastRow => rows::min(&merged.absolute_sums(1)?, ..),
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
    /// use cuprust_scipy::sparse::Csr;
    ///
    /// # fn main() -> Result<()> {
    /// let a = Csr::from_dense(&array![[3.0, 0.0], [4.0, -1.0]])?;
    /// assert_eq!(a.vector_norms(0, VectorNorm::Euclid)?.to_string(), "[5. 1.]");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A value error for another axis; where there is no memory.
    pub fn vector_norms(&self, axis: usize, norm: VectorNorm) -> Result<Array> {
        if axis > 1 {
            return Err(Error::value(format!("axis {axis} of a matrix")));
        }
        let merged = self.merged()?;
        let powers = |exponent: f64| {
            let data = rows::absolute(&merged.data)?;
            let data = if exponent == 2.0 { rows::multiply(&data, &data)? } else { rows::power(&data, exponent)? };
            merged.with_data(&data)?.sums(axis)
        };
        match norm {
            VectorNorm::Euclid => rows::sqrt(&powers(2.0)?),
            VectorNorm::Largest => {
                merged.with_data(&rows::absolute(&merged.data)?)?.lines(Some(axis as i64))?.extremes(true, false)
            }
            VectorNorm::Least => {
                merged.with_data(&rows::absolute(&merged.data)?)?.lines(Some(axis as i64))?.extremes(false, false)
            }
            VectorNorm::Count => merged.with_data(&rows::not_equal(&merged.data, 0)?)?.sums(axis),
            VectorNorm::Power(1.0) => merged.absolute_sums(axis),
            VectorNorm::Power(exponent) => rows::power(&powers(exponent)?, 1.0 / exponent),
        }
    }

    fn largest_singular_value(&self) -> Result<Array> {
        let own = self.with_data(&self.data.in_dtype(promote(self.dtype(), DType::F32))?)?;
        let found = svds(&own, 1, Lanczos::default())?;
        match found.space.found() {
            0 => Err(Error::runtime("No convergence: the largest singular value was not found")),
            _ => found.values.at(0),
        }
    }

    fn absolute_sums(&self, axis: usize) -> Result<Array> {
        self.with_data(&rows::absolute(&self.data)?)?.sums(axis)
    }

    /// The sums of columns or rows as a vector, in the dtype in which NumPy adds.
    fn sums(&self, axis: usize) -> Result<Array> {
        self.sum_along(axis, RowId::ADD.row().accumulator.dtype(self.dtype()))?.ravel()
    }
}
