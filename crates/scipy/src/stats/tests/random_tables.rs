//! Tables of contingency of given margins: their probability where the variables do not depend on each other, and
//! random ones.

use cuprust::chapters::take_known;
use cuprust::sorting::argsort;
use cuprust::ufunc::rows;
use cuprust::{Array, DType, arange, axis, span};
use cuprust_ir::{Error, Result};
use cuprust_reserve::list;

use crate::stats::terms::Term;

/// The probability of tables, which lie along the last two axes, among all of their margins.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// let p: f64 = stats::table_probability(&array![[1, 0], [0, 1]])?.item()?.get();
/// assert!((p - 0.5).abs() < 1e-15);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for fewer than two axes.
pub fn table_probability(tables: &Array) -> Result<Array> {
    if tables.ndim() < 2 {
        return Err(Error::value("The input `table` must have two dimensions."));
    }
    let tables = tables.in_dtype(DType::F64)?;
    let factorials = |counts: &Array| (Term::from(counts) + 1.0).gammaln().done(DType::F64);
    let over = |counts: &Array, axes: &[i64]| rows::sum(counts, axis(axes));
    let rows_ = over(&factorials(&over(&tables, &[-1])?)?, &[-1])?;
    let columns = over(&factorials(&over(&tables, &[-2])?)?, &[-1])?;
    let all = factorials(&over(&tables, &[-2, -1])?)?;
    let each = over(&factorials(&tables)?, &[-2, -1])?;
    (Term::from(rows_) + Term::from(columns) - Term::from(all) - Term::from(each)).exp().done(DType::F64)
}

/// Tables of the margins of a table, of extents `(m, r, c)`, of m rows of as many uniform numbers as there are
/// observations: the order of these says which observations have which column. Waits for the table.
///
/// # Errors
/// A value error for a table of other than two axes, for negative counts, and for another number of numbers.
pub fn random_tables(table: &Array, uniform: &Array) -> Result<Array> {
    let &[r, c] = table.shape() else {
        return Err(Error::value("The input `table` must have two dimensions."));
    };
    let counts = table.in_dtype(DType::I64)?.ravel()?.to_vec::<i64>()?;
    if counts.iter().any(|&count| count < 0) {
        return Err(Error::value("All values in `table` must be nonnegative."));
    }
    let all: i64 = counts.iter().sum();
    if uniform.ndim() != 2 || uniform.shape()[1] != all {
        return Err(Error::value(format!("random tables need {all} uniform numbers each")));
    }
    let (mut of_row, mut of_column) = (list::<i64>(all as usize)?, list::<i64>(all as usize)?);
    for (index, &count) in (0i64..).zip(&counts) {
        for _ in 0..count {
            of_row.push(index / c);
            of_column.push(index % c);
        }
    }
    let device = uniform.device();
    let columns = Array::from_slice(&of_column, all, device)?;
    let cells = Array::from_slice(&of_row, [1, all], device)?;
    let columns = take_known(&columns, &argsort(uniform, Some(-1))?, 0)?;
    let cells = rows::add(&rows::multiply(&cells, c)?, &columns)?.reshape((uniform.shape()[0], 1, all))?;
    let indices = arange(span(0..r * c).on(device))?.reshape((r * c, 1))?;
    let tables = rows::sum(&rows::equal(&cells, &indices)?, axis(-1).dtype(DType::I64))?;
    tables.reshape((uniform.shape()[0], r, c))
}
