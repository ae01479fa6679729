//! The largest and the least elements of sparse matrices, and where they are.

use cuprust::chapters::take_known;
use cuprust::creation::{full, shape};
use cuprust::ufunc::rows;
use cuprust::ufunc::where_;
use cuprust::ufunc_methods::at;
use cuprust::{Array, arange, span};
use cuprust_ir::Result;
use cuprust_num::{DType, Scalar};
use cuprust_ops::RowId;

use super::Csr;

const MINIMUM: RowId = RowId::named("minimum");
const MAXIMUM: RowId = RowId::named("maximum");

impl Csr {
    /// The elements that are reduced along an axis, as rows: the columns for axis 0, the rows for 1, all elements as
    /// one row for None.
    ///
    /// # Errors
    /// A value error for another axis, and for more elements than int64 counts.
    pub fn lines(&self, axis: Option<i64>) -> Result<Csr> {
        match axis {
            None => {
                let size = self.shape[0].checked_mul(self.shape[1]);
                let size =
                    size.ok_or_else(|| cuprust_ir::Error::value("the matrix has more elements than int64 counts"))?;
                self.reshape([1, size])
            }
            Some(0) => self.transpose(),
            Some(1) => Ok(self.clone()),
            Some(other) => Err(cuprust_ir::Error::value(format!("axis {other} of a matrix"))),
        }
    }

    /// The largest, or the least, element of each row. With `explicit`, only stored ones count, and rows without any
    /// give zero.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn extremes(&self, largest: bool, explicit: bool) -> Result<Array> {
        let (_, lengths) = self.extents()?;
        let device = self.data.device();
        let zero = Scalar::new(false).cast(self.dtype());
        let out = full(shape(self.shape[0]).on(device), zero)?;
        if self.count() == 0 {
            return Ok(out);
        }
        // Each row begins with an element of its own, and is zero where it has none.
        let has = rows::greater(&lengths, 0)?;
        let own = self.rows()?;
        let is_first = rows::logical_or(&rows::not_equal(&own, &own.roll(1, 0)?)?, &self.is_at(0)?)?;
        let first = where_(&is_first, &self.data, zero)?;
        let begun = self.with_data(&first)?.sum_along(1, self.dtype())?.ravel()?;
        let out = where_(&has, &begun, &out)?;
        let row = if largest { MAXIMUM } else { MINIMUM };
        at(row, &out, &own, Some((&self.data).into()))?;
        if explicit {
            return Ok(out);
        }
        let with_zero = if largest { rows::maximum(&out, zero)? } else { rows::minimum(&out, zero)? };
        where_(&rows::less(&lengths, self.shape[1])?, &with_zero, &out)
    }

    fn is_at(&self, index: i64) -> Result<Array> {
        rows::equal(&arange(span(self.count()).on(self.data.device()))?, index)
    }

    /// The column of the first largest, or least, element of each row, or of its first NaN, in int64. The rows are
    /// sorted and without duplicates, as those of [`Csr::merged`]; the matrix has columns.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn columns_of_extremes(&self, largest: bool) -> Result<Array> {
        let extreme = self.extremes(largest, false)?;
        let (line, extent) = (self.rows()?, self.shape[1]);
        let (begin, stored) = self.extents()?;
        let sought = take_known(&extreme, &line, 0)?;
        let is_nan = rows::not_equal(&self.data, &self.data)?;
        let is_extreme = rows::logical_or(&rows::equal(&self.data, &sought)?, &is_nan)?;
        // The first column of each row that is not stored is where the columns leave the count.
        let number = rows::subtract(&arange(span(line.size()).on(line.device()))?, &take_known(&begin, &line, 0)?)?;
        let gap = rows::minimum(&stored, extent)?;
        let columns = self.indices.in_dtype(DType::I64)?;
        let leaves = where_(&rows::not_equal(&columns, &number)?, &number, extent)?;
        at(MINIMUM, &gap, &line, Some((&leaves).into()))?;
        let found = where_(&rows::equal(&extreme, 0)?, &gap, extent)?;
        at(MINIMUM, &found, &line, Some((&where_(&is_extreme, &columns, extent)?).into()))?;
        Ok(found)
    }
}
