//! Rows, columns and single elements of matrices of which few elements are stored.

use cuprust::chapters::take_known;
use cuprust::sorting::{Side, searchsorted};
use cuprust::ufunc::rows;
use cuprust::ufunc::where_;
use cuprust::{Array, arange, math, span};
use cuprust_ir::Result;
use cuprust_num::{DType, Scalar};

use super::{Csr, check_integers};

/// Concatenates runs that begin at some positions: for each element the number of its run, and its position. Waits for
/// their number.
pub(super) fn runs(starts: &Array, lengths: &Array) -> Result<(Array, Array)> {
    let ends = math::cumsum(lengths, 0)?;
    let count = ends.view_within(ends.layout().at(0, ends.size() - 1)).item()?.get::<i64>();
    let numbers = arange(span(count).on(starts.device()))?;
    let own = searchsorted(&ends, &numbers, Side::Right, None)?;
    let shifts = rows::subtract(starts, &rows::subtract(&ends, lengths)?)?;
    let indices = rows::add(&numbers, &take_known(&shifts, &own, 0)?)?;
    Ok((own, indices))
}

impl Csr {
    /// Where the elements of each row begin, and how many there are, as int64.
    pub(super) fn extents(&self) -> Result<(Array, Array)> {
        let part = |skip| self.indptr.view_within(self.indptr.layout().slice(0, skip, 1, self.shape[0]));
        let [begin, end] = [part(0), part(1)].map(|array| array.in_dtype(DType::I64));
        let begin = begin?;
        let lengths = rows::subtract(&end?, &begin)?;
        Ok((begin, lengths))
    }

    /// The matrix of some rows, by their numbers, which are known to be within the matrix. Waits for how many elements
    /// it has.
    ///
    /// # Errors
    /// A type error for numbers that are no integers.
    pub fn select_rows(&self, numbers: &Array) -> Result<Csr> {
        self.data.check_device(numbers)?;
        check_integers(&[numbers])?;
        let numbers = &numbers.in_dtype(DType::I64)?;
        let shape = [numbers.size(), self.shape[1]];
        if numbers.size() == 0 || self.count() == 0 {
            return Csr::empty(shape, self.dtype(), self.data.device());
        }
        let (begin, lengths) = self.extents()?;
        let [starts, lengths] = [&begin, &lengths].map(|array| take_known(array, numbers, 0));
        let (own, indices) = runs(&starts?, &lengths?)?;
        let [data, columns] = [&self.data, &self.indices].map(|array| take_known(array, &indices, 0));
        Csr::of_sorted(data?, &own, &columns?, shape)
    }

    /// The elements at some rows and columns, two lists of one length that are known to be within the matrix; zero
    /// where none is stored. Waits for how many elements the rows have.
    ///
    /// # Errors
    /// A value error for lists of different lengths; a type error for numbers that are no integers.
    pub fn values_at(&self, numbers: &Array, columns: &Array) -> Result<Array> {
        self.data.check_device(columns)?;
        check_integers(&[numbers, columns])?;
        if columns.ndim() != 1 || columns.shape() != numbers.shape() {
            return Err(cuprust_ir::Error::value("rows and columns are lists of one length"));
        }
        let of = self.select_rows(numbers)?;
        let wanted = take_known(columns, &of.rows()?, 0)?;
        let zero = Scalar::new(false).cast(self.dtype());
        let met = where_(&rows::equal(&of.indices, &wanted)?, &of.data, zero)?;
        of.with_data(&met)?.sum_along(1, self.dtype())?.ravel()
    }

    /// The elements in rows of other lengths: element `k` in C order stays so.
    ///
    /// # Errors
    /// A value error for a shape of another size.
    pub fn reshape(&self, shape: [i64; 2]) -> Result<Csr> {
        let size = |shape: [i64; 2]| shape[0].checked_mul(shape[1]);
        if size(shape) != size(self.shape) || size(shape).is_none() || shape[0] < 0 {
            let ([a, b], [c, d]) = (self.shape, shape);
            return Err(cuprust_ir::Error::value(format!(
                "cannot reshape a matrix of shape ({a}, {b}) into ({c}, {d})"
            )));
        }
        let flat = rows::add(&rows::multiply(&self.rows()?, self.shape[1])?, &self.indices)?;
        let extent = shape[1].max(1);
        let (own, columns) = (rows::floor_divide(&flat, extent)?, rows::remainder(&flat, extent)?);
        Csr::from_triplets(&self.data, &own, &columns, shape)
    }
}
