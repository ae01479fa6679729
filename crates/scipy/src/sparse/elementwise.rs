//! Functions of the elements of several sparse matrices, products with arrays that broadcast, and elements that are
//! written.

use cuprust::chapters::take_known;
use cuprust::indexing::flatnonzero;
use cuprust::sorting::{Search, UniqueOptions, isin, unique, unique_with};
use cuprust::ufunc::rows;
use cuprust::{Array, arange, concatenate, shape_text, span};
use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::{Csr, check_dtype, check_integers};

impl Csr {
    /// A function that is zero for zeros, applied to the elements at every position that is stored in one of some
    /// matrices of equal shape. The function gets an array of each matrix; zeros in its result are not stored.
    ///
    /// ```
    /// use cuprust::*;
    /// use cuprust_scipy::sparse::Csr;
    ///
    /// # fn main() -> Result<()> {
    /// let a = Csr::from_dense(&array![[0, 2], [3, 0]])?;
    /// let b = Csr::from_dense(&array![[1, 1], [0, 0]])?;
    /// let larger = Csr::union(&[&a, &b], |sides| maximum(&sides[0], &sides[1]))?;
    /// assert_eq!(larger.to_dense()?.to_string(), "[[1 2]\n [3 0]]");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// A value error for no matrices, for others of another shape, and for a function that returns another number of
    /// elements; the function's errors.
    pub fn union(sides: &[&Csr], function: impl FnOnce(&[Array]) -> Result<Array>) -> Result<Csr> {
        let Some(first) = sides.first() else { return Err(Error::value("a function of no matrices")) };
        let shape = first.shape;
        if sides.iter().any(|side| side.shape != shape) {
            return Err(Error::value("inconsistent shapes"));
        }
        let positions: Result<Vec<Array>> = sides.iter().map(|side| side.flat_indices()).collect();
        let positions = unique(&concatenate(&positions?, 0)?, None)?;
        let [row, column] = split(&positions, shape)?;
        let values: Result<Vec<Array>> = sides.iter().map(|side| side.values_at(&row, &column)).collect();
        let data = function(&values?)?;
        if data.shape() != positions.shape() {
            let [own, wanted] = [shape_text(data.shape()), shape_text(positions.shape())];
            return Err(Error::value(format!("a function of elements of shape {wanted} gives the shape {own}")));
        }
        check_dtype(data.dtype())?;
        Csr::from_triplets(&data, &row, &column, shape)?.without_zeros()
    }

    /// The number in C order of each stored element, as int64.
    fn flat_indices(&self) -> Result<Array> {
        rows::add(&rows::multiply(&self.rows()?, self.shape[1].max(1))?, &self.indices)
    }

    /// The matrix with its one row, or its one column, repeated to a shape. Duplicates are added up if anything is
    /// repeated.
    ///
    /// # Errors
    /// A value error where the shapes do not broadcast.
    pub fn broadcast_to(&self, shape: [i64; 2]) -> Result<Csr> {
        if shape == self.shape {
            return Ok(self.clone());
        }
        let [data, row, column] = self.repeated(shape)?;
        Csr::from_triplets(&data, &row, &column, shape)
    }

    /// The elements with their rows and columns, repeated as [`Csr::broadcast_to`] says.
    fn repeated(&self, shape: [i64; 2]) -> Result<[Array; 3]> {
        if (0..2).any(|axis| self.shape[axis] != shape[axis] && self.shape[axis] != 1) {
            let [own, wanted] = [shape_text(&self.shape), shape_text(&shape)];
            return Err(Error::value(format!("inconsistent shapes {own} and {wanted}")));
        }
        let mut all = [self.data.clone(), self.rows()?, self.indices.in_dtype(DType::I64)?];
        for axis in (0..2).filter(|&axis| self.shape[axis] != shape[axis]) {
            let (count, size) = (shape[axis], all[0].size());
            for (part, array) in all.iter_mut().enumerate() {
                *array = match part == axis + 1 {
                    true => rows::floor_divide(&arange(span(count * size).on(array.device()))?, size.max(1))?,
                    false => array.tile([count])?,
                };
            }
        }
        Ok(all)
    }

    /// The products of the elements and those of an array of at most two axes, which broadcast.
    ///
    /// # Errors
    /// A value error where the shapes do not broadcast and for half precision.
    pub fn multiply_array(&self, other: &Array) -> Result<Csr> {
        self.data.check_device(other)?;
        let shape = cuprust::broadcast_shapes(&[&self.shape, other.shape()])?;
        let &[height, width] = &shape[..] else {
            return Err(Error::value(format!("a product of shape {} is no matrix", shape_text(&shape))));
        };
        let [data, row, column] = self.repeated([height, width])?;
        // The array itself is read, not its broadcast: along an axis of one element the index is zero.
        let steps = match *other.shape() {
            [] => [0, 0],
            [width] => [0, i64::from(width != 1)],
            [height, width, ..] => [if height == 1 { 0 } else { width }, i64::from(width != 1)],
        };
        let positions = rows::add(&rows::multiply(&row, steps[0])?, &rows::multiply(&column, steps[1])?)?;
        let products = rows::multiply(&data, &take_known(&other.ravel()?, &positions, 0)?)?;
        check_dtype(products.dtype())?;
        Csr::from_triplets(&products, &row, &column, [height, width])
    }

    /// The matrix with other values at some rows and columns, lists of one length that are known to be within the
    /// matrix. Of several values for one position the last one stays. The values are converted to the matrix's dtype.
    ///
    /// # Errors
    /// A value error for lists of other lengths; a type error for rows and columns that are no integers.
    pub fn with_elements(&self, row: &Array, column: &Array, values: &Array) -> Result<Csr> {
        for array in [row, column, values] {
            self.data.check_device(array)?;
            if array.ndim() != 1 || array.size() != row.size() {
                return Err(Error::value("rows, columns and values are lists of one length"));
            }
        }
        check_integers(&[row, column])?;
        let (row, column) = (row.in_dtype(DType::I64)?, column.in_dtype(DType::I64)?);
        let positions = rows::add(&rows::multiply(&row, self.shape[1].max(1))?, &column)?.flip(0)?;
        let options = UniqueOptions { indices: true, inverse: false, counts: false, equal_nan: true };
        let found = unique_with(&positions, None, options)?;
        let last = found.indices.ok_or_else(|| Error::runtime("internal: the indices were requested"))?;
        let values = take_known(&values.in_dtype(self.dtype())?.flip(0)?, &last, 0)?;
        let own = self.flat_indices()?;
        let kept = flatnonzero(&rows::logical_not(&isin(&own, &found.values, Search::default())?)?)?;
        let data = concatenate(&[&take_known(&self.data, &kept, 0)?, &values], 0)?;
        let [row, column] = split(&concatenate(&[&take_known(&own, &kept, 0)?, &found.values], 0)?, self.shape)?;
        Csr::from_triplets(&data, &row, &column, self.shape)
    }

    /// The matrix of some rows and columns, by their indices, which are known to be within the matrix; None for all of
    /// them. Waits for its number of elements.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn select(&self, numbers: Option<&Array>, columns: Option<&Array>) -> Result<Csr> {
        let rows = numbers.map_or_else(|| Ok(self.clone()), |numbers| self.select_rows(numbers))?;
        match columns {
            None => Ok(rows),
            Some(columns) => rows.transpose()?.select_rows(columns)?.transpose(),
        }
    }
}

/// The rows and columns of positions in C order.
fn split(positions: &Array, shape: [i64; 2]) -> Result<[Array; 2]> {
    let width = shape[1].max(1);
    Ok([rows::floor_divide(positions, width)?, rows::remainder(positions, width)?])
}
