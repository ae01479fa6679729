//! Set operations on arrays: membership, intersection, union, difference and symmetric difference.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, promote};

use super::unique::{UniqueOptions, firsts, unique, unique_with};
use super::{argsort, sort};
use crate::creation::zeros;
use crate::indexing::{flatnonzero, take_known, take_where};
use crate::manipulation::concatenate;
use crate::sorting::{Side, searchsorted};
use crate::ufunc::rows;
use crate::ufunc::where_;
use crate::{Array, shape};

/// The largest set whose elements are each compared with all values: for a million float64 on two cores that takes
/// 2.7 ms, and sorting 75 ms (`cp.isin(cp.random.random(10**6), cp.random.random(16))`, and with `kind="sort"`).
const MAX_COMPARED_ELEMENTS: i64 = 16;

/// The algorithm of [`isin`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Search {
    /// The fastest one.
    #[default]
    Any,
    /// By sorting both.
    Sort,
    /// By a lookup table of all integers from the minimum to the maximum of the set.
    Table,
}

/// Whether each element is in a set: `numpy.isin`, with the first array's shape. NaN is in none.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let found = sorting::isin(&array![[1, 2], [3, 4]], &array![2, 4, 6], sorting::Search::Any)?;
/// assert_eq!(found.to_string(), "[[False  True]\n [False  True]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a table with dtypes other than integers and bool, a runtime error for one that is larger than
/// their dtype can count.
pub fn isin(elements: &Array, set: &Array, search: Search) -> Result<Array> {
    elements.check_device(set)?;
    let set = set.ravel()?;
    let whole = |array: &Array| array.dtype().is_integer() || array.dtype() == DType::Bool;
    let all_whole = whole(elements) && whole(&set);
    if search == Search::Table && !all_whole {
        return Err(Error::value(
            "The 'table' method is only supported for boolean or integer arrays. Please select 'sort' or None for kind.",
        ));
    }
    if elements.size() == 0 || set.size() == 0 {
        return zeros(shape(elements.shape()).dtype(DType::Bool).on(elements.device()));
    }
    if search == Search::Any && set.size() <= MAX_COMPARED_ELEMENTS {
        let is = |position: i64| rows::equal(elements, &set.view_of(set.layout().at(0, position)));
        return (1..set.size()).try_fold(is(0)?, |found, position| rows::logical_or(&found, &is(position)?));
    }
    if all_whole
        && search != Search::Sort
        && let Some(found) = by_table(elements, &set, search == Search::Table)?
    {
        return Ok(found);
    }
    let dtype = promote(elements.dtype(), set.dtype());
    let (elements, sorted) = (elements.in_dtype(dtype)?, sort(&set.in_dtype(dtype)?, Some(0))?);
    let position = rows::minimum(&searchsorted(&sorted, &elements, Side::Left, None)?, sorted.size() - 1)?;
    rows::equal(&take_known(&sorted, &position, 0)?, &elements)
}

/// Looks integers up in a table of the set's elements; `None` if it would be much larger than the arrays.
fn by_table(elements: &Array, set: &Array, always: bool) -> Result<Option<Array>> {
    let set = if set.dtype() == DType::Bool { set.astype(DType::U8)? } else { set.clone() };
    let elements = if elements.dtype() == DType::Bool { elements.astype(DType::U8)? } else { elements.clone() };
    let bound = |bound: Array| -> Result<i128> {
        let scalar = bound.item()?;
        Ok(if set.dtype() == DType::U64 { scalar.get::<u64>().into() } else { scalar.get::<i64>().into() })
    };
    let (low, high) = (bound(rows::min(&set, ..)?)?, bound(rows::max(&set, ..)?)?);
    let max_range: i128 = match set.dtype() {
        DType::I8 => i8::MAX.into(),
        DType::I16 => i16::MAX.into(),
        DType::I32 => i32::MAX.into(),
        DType::I64 => i64::MAX.into(),
        DType::U8 => u8::MAX.into(),
        DType::U16 => u16::MAX.into(),
        DType::U32 => u32::MAX.into(),
        _ => u64::MAX.into(),
    };
    let small = high - low <= 6 * i128::from(elements.size() + set.size());
    if high - low > max_range && always {
        return Err(Error::runtime(
            "You have specified kind='table', but the range of values in `ar2` or `ar1` exceed the maximum integer of the \
             datatype. Please set `kind` to None or 'sort'.",
        ));
    }
    let Ok(length) = i64::try_from(high - low + 1) else { return Ok(None) };
    if high - low > max_range || !(small || always) {
        return Ok(None);
    }
    // Differences are computed in 64 bits with wrap-around, so they are correct if in range.
    let start = low as i64;
    let position = |array: &Array| rows::subtract(&array.in_dtype(DType::I64)?, start);
    let table = zeros(shape(length).dtype(DType::Bool).on(set.device()))?;
    table.set(&position(&set)?, true)?;
    let number = |bound: i128| crate::Argument::Value(cuprust_num::Value::Int(bound));
    let inside =
        rows::logical_and(&rows::greater_equal(&elements, number(low))?, &rows::less_equal(&elements, number(high))?)?;
    let table_indices = where_(&inside, &position(&elements)?, 0)?;
    Ok(Some(rows::logical_and(&take_known(&table, &table_indices, 0)?, &inside)?))
}

/// The distinct common elements of two arrays, in ascending order: `numpy.intersect1d`. Waits for the elements.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(sorting::intersect1d(&array![1, 3, 4, 3], &array![3, 1, 2, 1], false)?.to_string(), "[1 3]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for operands of two devices.
pub fn intersect1d(a: &Array, b: &Array, assume_unique: bool) -> Result<Array> {
    a.check_device(b)?;
    let sorted = sort(&concatenate(&[&set_of(a, assume_unique)?, &set_of(b, assume_unique)?], 0)?, Some(0))?;
    let (this, twice) = neighbours(&sorted)?;
    take_where(&this, &twice)
}

/// As [`intersect1d`], with the int64 index of the first occurrence of each in either array.
///
/// # Errors
/// As [`intersect1d`].
///
/// ```
/// # use cuprust::*;
/// let [both, in_a, in_b] = sorting::intersect1d_with_indices(&array![1, 2, 3], &array![3, 2], false)?;
/// assert_eq!(format!("{both} {in_a} {in_b}"), "[2 3] [1 2] [1 0]");
/// # Ok::<(), Error>(())
/// ```
pub fn intersect1d_with_indices(a: &Array, b: &Array, assume_unique: bool) -> Result<[Array; 3]> {
    a.check_device(b)?;
    let asked = UniqueOptions { indices: true, inverse: false, counts: false, equal_nan: true };
    let set = |array: &Array| match assume_unique {
        true => Ok((array.ravel()?, None)),
        false => unique_with(array, None, asked).map(|found| (found.values, found.indices)),
    };
    let ((a, a_places), (b, b_places)) = (set(a)?, set(b)?);
    let all = concatenate(&[&a, &b], 0)?;
    let order = argsort(&all, Some(0))?;
    let sorted = take_known(&all, &order, 0)?;
    let (this, twice) = neighbours(&sorted)?;
    let found = flatnonzero(&twice)?;
    let original = |position: Array, table_indices: Option<Array>| match table_indices {
        None => Ok(position),
        Some(table_indices) => take_known(&table_indices, &position, 0),
    };
    let own = take_known(&order, &found, 0)?;
    let others = rows::subtract(&take_known(&order, &rows::add(&found, 1)?, 0)?, a.size())?;
    Ok([take_known(&this, &found, 0)?, original(own, a_places)?, original(others, b_places)?])
}

/// The sorted elements but the last, and whether each equals the next one.
fn neighbours(sorted: &Array) -> Result<(Array, Array)> {
    let count = (sorted.size() - 1).max(0);
    let part = |first: i64| sorted.view_of(sorted.layout().slice(0, first.min(sorted.size()), 1, count));
    let this = part(0);
    let twice = rows::equal(&this, &part(1))?;
    Ok((this, twice))
}

/// The distinct elements of two arrays, in ascending order: `numpy.union1d`. Waits for the elements.
///
/// # Errors
/// A value error for operands of two devices.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(sorting::union1d(&array![3, 1], &array![2, 1])?.to_string(), "[1 2 3]");
/// # Ok::<(), Error>(())
/// ```
pub fn union1d(a: &Array, b: &Array) -> Result<Array> {
    unique(&concatenate(&[a, b], None)?, None)
}

/// The distinct elements of one array that are not in another, in ascending order; in their own order if they are
/// assumed to be distinct. `numpy.setdiff1d`. Waits for the elements.
///
/// # Errors
/// A value error for operands of two devices.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(sorting::setdiff1d(&array![3, 1, 2], &array![2], false)?.to_string(), "[1 3]");
/// # Ok::<(), Error>(())
/// ```
pub fn setdiff1d(a: &Array, b: &Array, assume_unique: bool) -> Result<Array> {
    a.check_device(b)?;
    let own = set_of(a, assume_unique)?;
    take_where(&own, &rows::logical_not(&isin(&own, b, Search::Any)?)?)
}

/// The distinct elements that are in exactly one of two arrays, in ascending order: `numpy.setxor1d`. Waits for the
/// elements.
///
/// # Errors
/// A value error for operands of two devices.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(sorting::setxor1d(&array![1, 2], &array![2, 3], false)?.to_string(), "[1 3]");
/// # Ok::<(), Error>(())
/// ```
pub fn setxor1d(a: &Array, b: &Array, assume_unique: bool) -> Result<Array> {
    a.check_device(b)?;
    let all = concatenate(&[&set_of(a, assume_unique)?, &set_of(b, assume_unique)?], 0)?;
    if all.size() == 0 {
        return Ok(all);
    }
    let sorted = sort(&all, Some(0))?;
    let first = firsts(&sorted, false)?;
    // An element that begins a run of length one: the next one begins a run, or there is none.
    take_where(&sorted, &rows::logical_and(&first, &first.roll(-1, 0)?)?)
}

/// The distinct elements of an array in ascending order, or all if they are assumed to be distinct.
fn set_of(array: &Array, assume_unique: bool) -> Result<Array> {
    if assume_unique { array.ravel() } else { unique(array, None) }
}
