//! Products, sums and diagonals of matrices of which few elements are stored.

use cuprust::chapters::take_known;
use cuprust::chapters::{Combine, JoinedRows};
use cuprust::creation::{shape, zeros};
use cuprust::indexing::flatnonzero;
use cuprust::ufunc::rows;
use cuprust::ufunc_methods::at;
use cuprust::{Array, concatenate};
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, promote};
use cuprust_ops::RowId;

use super::conversion::sums;
use super::selection::runs;
use super::{Csr, check_dtype, index_dtype};

impl Csr {
    /// The product with a vector or a matrix.
    ///
    /// # Errors
    /// A value error where the extents differ, for other than one or two axes, and for half precision.
    pub fn product(&self, dense: &Array) -> Result<Array> {
        self.data.check_device(dense)?;
        let dtype = promote(self.dtype(), dense.dtype());
        check_dtype(dtype)?;
        let is_vector = dense.ndim() == 1;
        let matrix = if is_vector { dense.view_within(dense.layout().with_axis(1)) } else { dense.clone() };
        if matrix.ndim() != 2 {
            return Err(Error::value("could not interpret dimensions"));
        }
        if matrix.shape()[0] != self.shape[1] {
            return Err(Error::value("dimension mismatch"));
        }
        let out = self.with_data(&self.data.in_dtype(dtype)?)?.compressed_rows().product(&matrix.in_dtype(dtype)?)?;
        if is_vector { Ok(out.view_within(out.layout().at(1, 0))) } else { Ok(out) }
    }

    /// The product of the transpose with a vector or a matrix.
    ///
    /// # Errors
    /// As [`Csr::product`].
    pub fn transposed_product(&self, dense: &Array) -> Result<Array> {
        self.data.check_device(dense)?;
        let dtype = promote(self.dtype(), dense.dtype());
        if dense.ndim() == 1
            && dense.size() == self.shape[0]
            && let Some(product) = self.compressed_rows().sum_columns(Some(dense), dtype)?
        {
            return Ok(product);
        }
        self.transpose()?.product(dense)
    }

    /// The product with another such matrix. Waits for how many products there are.
    ///
    /// # Errors
    /// A value error where the extents differ.
    pub fn multiply(&self, other: &Csr) -> Result<Csr> {
        self.data.check_device(&other.data)?;
        if self.shape[1] != other.shape[0] {
            return Err(Error::value("dimension mismatch"));
        }
        let (dtype, shape_of) = (promote(self.dtype(), other.dtype()), [self.shape[0], other.shape[1]]);
        if self.count() == 0 || other.count() == 0 {
            return Csr::empty(shape_of, dtype, self.data.device());
        }
        if let Some(product) = self.join(other, Combine::Product)? {
            return Ok(product);
        }
        // Each stored element is multiplied by a row of the other matrix: the row's length, and the index of its first
        // product.
        let ((begin, lengths), met) = (other.extents()?, self.positions()?);
        let (own, others) = runs(&take_known(&begin, &met, 0)?, &take_known(&lengths, &met, 0)?)?;
        let data = rows::multiply(
            &take_known(&self.data, &own, 0)?.in_dtype(dtype)?,
            &take_known(&other.data, &others, 0)?.in_dtype(dtype)?,
        )?;
        let columns = take_known(&other.indices, &others, 0)?.in_dtype(DType::I64)?;
        Csr::from_triplets(&data, &take_known(&self.rows()?, &own, 0)?, &columns, shape_of)
    }

    /// The product of this many such matrices, the identity for none: `scipy.sparse.linalg.matrix_power`. Waits as
    /// [`Csr::multiply`], for about two products for each binary digit of the exponent.
    ///
    /// ```
    /// use cuprust::*;
    /// use cuprust_scipy::sparse::Csr;
    ///
    /// # fn main() -> Result<()> {
    /// let a = Csr::from_dense(&array![[1, 1], [0, 1]])?;
    /// assert_eq!(a.matrix_power(5)?.to_dense()?.to_string(), "[[1 5]\n [0 1]]");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A type error for a matrix that is not square.
    pub fn matrix_power(&self, exponent: u64) -> Result<Csr> {
        if self.shape[0] != self.shape[1] {
            return Err(Error::type_("sparse matrix is not square"));
        }
        let mut power: Option<Csr> = None;
        let mut squared = self.clone();
        let mut digits = exponent;
        while digits != 0 {
            if digits & 1 == 1 {
                power = Some(power.map_or_else(|| Ok(squared.clone()), |power| power.multiply(&squared))?);
            }
            digits >>= 1;
            if digits != 0 {
                squared = squared.multiply(&squared)?;
            }
        }
        match power {
            Some(power) => Ok(power),
            None => Csr::identity(self.shape[0], self.dtype(), self.data.device()),
        }
    }

    /// The products of the elements at the positions of both matrices, without zeros, where they can be computed at
    /// once: on the CPU, for sorted rows. Elements that the other matrix lacks are multiplied by zero.
    ///
    /// # Errors
    /// A value error where the shapes differ.
    pub fn multiply_intersection(&self, other: &Csr) -> Result<Option<Csr>> {
        self.data.check_device(&other.data)?;
        if self.shape != other.shape {
            return Err(Error::value("inconsistent shapes"));
        }
        self.join(other, Combine::Intersection)
    }

    /// The sum with another sparse matrix; `subtract` negates the other one.
    ///
    /// # Errors
    /// A value error where the shapes differ; a type error for a difference of bools.
    pub fn add(&self, other: &Csr, subtract: bool) -> Result<Csr> {
        self.data.check_device(&other.data)?;
        if self.shape != other.shape {
            return Err(Error::value("inconsistent shapes"));
        }
        let dtype = promote(self.dtype(), other.dtype());
        let mut data = other.data.in_dtype(dtype)?;
        if subtract {
            data = rows::negative(&data)?;
        }
        if let Some(sum) = self.join(&other.with_data(&data)?, Combine::Sum)? {
            return Ok(sum);
        }
        let data = concatenate(&[&self.data.in_dtype(dtype)?, &data], 0)?;
        let rows = concatenate(&[&self.rows()?, &other.rows()?], 0)?;
        let columns = concatenate(&[&self.positions()?, &other.positions()?], 0)?;
        Csr::from_triplets(&data, &rows, &columns, self.shape)?.without_zeros()
    }

    /// The matrix without stored zeros. Waits for the elements.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn without_zeros(&self) -> Result<Csr> {
        let kept = flatnonzero(&self.data)?;
        if kept.size() == self.count() {
            return Ok(self.clone());
        }
        let [rows, columns] = [&self.rows()?, &self.indices].map(|array| take_known(array, &kept, 0));
        Csr::of_sorted(take_known(&self.data, &kept, 0)?, &rows?, &columns?, self.shape)
    }

    /// The sums of rows as a column, `axis` 1, or of columns as a row, `axis` 0, in a dtype.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn sum_along(&self, axis: usize, dtype: DType) -> Result<Array> {
        if axis == 0
            && let Some(sums) = self.compressed_rows().sum_columns(None, dtype)?
        {
            return sums.reshape([1, self.shape[1]]);
        }
        let of = if axis == 1 { self.clone() } else { self.transpose()? };
        let sums = sums(&of.data.in_dtype(dtype)?, &of.indices, &of.indptr, of.shape[1])?;
        if axis == 1 { Ok(sums) } else { sums.reshape([1, of.shape[0]]) }
    }

    /// The elements whose column is their row plus `k`.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn diagonal(&self, k: i64) -> Result<Array> {
        let [rows, columns] = self.shape;
        let count = (rows + k.min(0)).min(columns - k.max(0)).max(0);
        let out = zeros(shape(count).dtype(self.dtype()).on(self.data.device()))?;
        let own = self.rows()?;
        let met = flatnonzero(&rows::equal(&rows::add(&own, k)?, &self.indices)?)?;
        if met.size() != 0 {
            let positions = rows::add(&take_known(&own, &met, 0)?, k.min(0))?;
            at(RowId::ADD, &out, &positions, Some((&take_known(&self.data, &met, 0)?).into()))?;
        }
        Ok(out)
    }

    /// As [`CompressedRows::join`](cuprust::chapters::CompressedRows::join), in the dtype that both promote to.
    fn join(&self, other: &Csr, combine: Combine) -> Result<Option<Csr>> {
        let dtype = promote(self.dtype(), other.dtype());
        let joined = self.compressed_rows().join(&other.compressed_rows(), combine, dtype)?;
        let Some(JoinedRows { data, columns, starts }) = joined else { return Ok(None) };
        let shape = [self.shape[0], other.shape[1]];
        let index = index_dtype(data.size().max(shape[1]));
        Ok(Some(Csr::of(data, columns.in_dtype(index)?, starts.in_dtype(index)?, shape)))
    }

    /// The columns of the elements as int64.
    fn positions(&self) -> Result<Array> {
        self.indices.in_dtype(DType::I64)
    }
}
