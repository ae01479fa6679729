//! Matrices from arrays and coordinates, and back.

use cuprust::chapters::take_known;
use cuprust::chapters::{CompressedRows, TransposedElements};
use cuprust::creation::{ones, shape, zeros};
use cuprust::indexing::{flatnonzero, nonzero};
use cuprust::sorting::argsort;
use cuprust::sorting::{Side, searchsorted};
use cuprust::ufunc::rows;
use cuprust::ufunc_methods::at;
use cuprust::{Array, arange, concatenate, full, span};
use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_ops::RowId;

use super::{Csr, Transposed, check_dtype, check_indices, check_integers, check_shape, index_dtype};

impl Csr {
    /// The elements of a matrix that are not zero. Waits for them.
    ///
    /// # Errors
    /// A type error for an array of other than two axes; a value error for half precision.
    pub fn from_dense(dense: &Array) -> Result<Csr> {
        let &[rows, columns] = dense.shape() else {
            return Err(Error::type_(format!("expected a matrix of two axes, not of {}", dense.ndim())));
        };
        check_dtype(dense.dtype())?;
        let positions = nonzero(dense)?;
        let flat = rows::add(&rows::multiply(&positions[0], columns)?, &positions[1])?;
        let data = take_known(&dense.ravel()?, &flat, 0)?;
        Csr::of_sorted(data, &positions[0], &positions[1], [rows, columns])
    }

    /// The matrix of elements at these rows and columns; duplicates are added up. Waits for the coordinates.
    ///
    /// A value error for arrays of several axes or of different sizes, for coordinates beyond the shape, and for half
    /// precision; a type error for coordinates that are not integers.
    pub fn from_coordinates(data: &Array, rows: &Array, columns: &Array, shape: [i64; 2]) -> Result<Csr> {
        check_shape(shape)?;
        check_dtype(data.dtype())?;
        check_integers(&[rows, columns])?;
        for array in [rows, columns] {
            data.check_device(array)?;
            if array.ndim() != 1 || data.ndim() != 1 || array.size() != data.size() {
                return Err(Error::value("row, column, and data array must all be the same length"));
            }
        }
        if data.size() != 0 {
            check_indices(rows, shape[0], "row")?;
            check_indices(columns, shape[1], "column")?;
        }
        let (rows, columns) = (rows.in_dtype(DType::I64)?, columns.in_dtype(DType::I64)?);
        Csr::from_triplets(data, &rows, &columns, shape)
    }

    /// The matrix with sorted rows, in which duplicates are added up.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn merged(&self) -> Result<Csr> {
        Csr::from_triplets(&self.data, &self.rows()?, &self.indices.in_dtype(DType::I64)?, self.shape)
    }

    /// As [`Csr::from_coordinates`], with int64 coordinates that are known to be within the shape.
    pub(super) fn from_triplets(data: &Array, rows: &Array, columns: &Array, shape_of: [i64; 2]) -> Result<Csr> {
        if data.size() == 0 {
            return Csr::empty(shape_of, data.dtype(), data.device());
        }
        let order = match shape_of[0].checked_mul(shape_of[1]) {
            Some(_) => argsort(&rows::add(&rows::multiply(rows, shape_of[1])?, columns)?, Some(0))?,
            None => {
                // Equal elements keep their order.
                let order = argsort(columns, Some(0))?;
                take_known(&order, &argsort(&take_known(rows, &order, 0)?, Some(0))?, 0)?
            }
        };
        let [rows, columns, data] = [rows, columns, data].map(|array| take_known(array, &order, 0));
        let (rows, columns, data) = (rows?, columns?, data?);
        // An element begins a new position if the one before it has another.
        let differs = |array: &Array| rows::not_equal(array, &array.roll(1, 0)?);
        let is_first = rows::equal(&arange(span(data.size()).on(data.device()))?, 0)?;
        let begins = rows::logical_or(&rows::logical_or(&differs(&rows)?, &differs(&columns)?)?, &is_first)?;
        let starts = flatnonzero(&begins)?;
        if starts.size() == data.size() {
            return Csr::of_sorted(data, &rows, &columns, shape_of);
        }
        let [rows, columns] = [&rows, &columns].map(|array| take_known(array, &starts, 0));
        let end = full(shape(1).on(data.device()), data.size())?;
        let starts = concatenate(&[&starts, &end], 0)?;
        let zeros = zeros(shape(data.size()).of::<i64>().on(data.device()))?;
        let sums = sums(&data, &zeros, &starts, 1)?;
        Csr::of_sorted(sums.ravel()?, &rows?, &columns?, shape_of)
    }

    /// The matrix of elements that are ordered by their rows.
    pub(super) fn of_sorted(data: Array, rows: &Array, columns: &Array, shape: [i64; 2]) -> Result<Csr> {
        let dtype = index_dtype(data.size().max(shape[1]));
        let numbers = arange(span(shape[0] + 1).on(data.device()))?;
        let indptr = searchsorted(rows, &numbers, Side::Left, None)?;
        Ok(Csr::of(data, columns.in_dtype(dtype)?, indptr.in_dtype(dtype)?, shape))
    }

    /// All elements of the matrix.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn to_dense(&self) -> Result<Array> {
        let [rows, columns] = self.shape;
        let dense = zeros(shape([rows, columns]).dtype(self.dtype()).on(self.data.device()))?;
        if self.count() != 0 {
            let positions = rows::add(&rows::multiply(&self.rows()?, columns)?, &self.indices)?;
            at(RowId::ADD, &dense.ravel()?, &positions, Some((&self.data).into()))?;
        }
        Ok(dense)
    }

    /// The transpose, by its rows.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn transpose(&self) -> Result<Csr> {
        let shape = [self.shape[1], self.shape[0]];
        if let Some(Transposed { order, indices, indptr }) = self.transposed.get() {
            return Ok(Csr::of(take_known(&self.data, order, 0)?, indices.clone(), indptr.clone(), shape));
        }
        let fits = self.indices.dtype() == index_dtype(self.count().max(self.shape[0]));
        let found = if fits { self.compressed_rows().transposed()? } else { None };
        let (order, made) = match found {
            Some(TransposedElements { order, columns, starts }) => {
                let data = take_known(&self.data, &order, 0)?;
                (order, Csr::of(data, columns, starts, shape))
            }
            None => {
                // Elements of one column keep their order, and so are in the order of their rows.
                let order = argsort(&self.indices, Some(0))?;
                let [columns, rows] = [&self.indices, &self.rows()?].map(|array| take_known(array, &order, 0));
                let made = Csr::of_sorted(take_known(&self.data, &order, 0)?, &columns?, &rows?, shape)?;
                (order, made)
            }
        };
        // Another thread may have come first, with the same.
        let _ = self.transposed.set(Transposed { order, indices: made.indices.clone(), indptr: made.indptr.clone() });
        Ok(made)
    }
}

/// The sums of stored elements, one in a row for each start; their columns are less than a width.
///
/// A sum is a product with ones. The parts of complex numbers are summed separately: the product of an infinity and 1 +
/// 0i has no imaginary part.
pub(super) fn sums(data: &Array, columns: &Array, starts: &Array, width: i64) -> Result<Array> {
    let of = |data: &Array| {
        let one = ones(shape([width, 1]).dtype(data.dtype()).on(data.device()))?;
        CompressedRows { data, columns, starts, shape: [starts.size() - 1, width] }.product(&one)
    };
    if !data.dtype().is_complex() {
        return of(data);
    }
    let out = Array::empty([starts.size() - 1, 1], data.dtype(), data.device())?;
    out.real_part()?.assign(&of(&data.real_part()?)?)?;
    out.imaginary_part()?.assign(&of(&data.imaginary_part()?)?)?;
    Ok(out)
}
