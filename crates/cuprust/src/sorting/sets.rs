//! Arrays as sets of their elements: which are in another, in both, in either, in one alone.

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

/// How [`isin`] finds elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Search {
    /// By whichever is fastest.
    #[default]
    Any,
    /// By sorting both.
    Sort,
    /// By a table of all integers from the smallest to the largest of the set.
    Table,
}

/// Whether each element is in a set: `numpy.isin`, of the first array's shape. NaN is in none.
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
/// A value error for a table of other than integers and bools, a runtime error for one that is larger than their dtype
/// counts.
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
        let is = |place: i64| rows::equal(elements, &set.view_of(set.layout().at(0, place)));
        return (1..set.size()).try_fold(is(0)?, |found, place| rows::logical_or(&found, &is(place)?));
    }
    if all_whole
        && search != Search::Sort
        && let Some(found) = by_table(elements, &set, search == Search::Table)?
    {
        return Ok(found);
    }
    let dtype = promote(elements.dtype(), set.dtype());
    let (elements, sorted) = (elements.in_dtype(dtype)?, sort(&set.in_dtype(dtype)?, Some(0))?);
    let place = rows::minimum(&searchsorted(&sorted, &elements, Side::Left, None)?, sorted.size() - 1)?;
    rows::equal(&take_known(&sorted, &place, 0)?, &elements)
}

/// Looks integers up in a table of those that the set has; nothing where it would be much larger than the arrays.
fn by_table(elements: &Array, set: &Array, always: bool) -> Result<Option<Array>> {
    let set = if set.dtype() == DType::Bool { set.astype(DType::U8)? } else { set.clone() };
    let elements = if elements.dtype() == DType::Bool { elements.astype(DType::U8)? } else { elements.clone() };
    let bound = |bound: Array| -> Result<i128> {
        let scalar = bound.item()?;
        Ok(if set.dtype() == DType::U64 { scalar.get::<u64>().into() } else { scalar.get::<i64>().into() })
    };
    let (low, high) = (bound(rows::min(&set, ..)?)?, bound(rows::max(&set, ..)?)?);
    let most: i128 = match set.dtype() {
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
    if high - low > most && always {
        return Err(Error::runtime(
            "You have specified kind='table', but the range of values in `ar2` or `ar1` exceed the maximum integer of the \
             datatype. Please set `kind` to None or 'sort'.",
        ));
    }
    let Ok(length) = i64::try_from(high - low + 1) else { return Ok(None) };
    if high - low > most || !(small || always) {
        return Ok(None);
    }
    // Differences are computed in 64 bits that wrap around, so they are right wherever they are in range.
    let start = low as i64;
    let place = |array: &Array| rows::subtract(&array.in_dtype(DType::I64)?, start);
    let table = zeros(shape(length).dtype(DType::Bool).on(set.device()))?;
    table.set(&place(&set)?, true)?;
    let number = |bound: i128| crate::Argument::Value(cuprust_num::Value::Int(bound));
    let inside =
        rows::logical_and(&rows::greater_equal(&elements, number(low))?, &rows::less_equal(&elements, number(high))?)?;
    let places = where_(&inside, &place(&elements)?, 0)?;
    Ok(Some(rows::logical_and(&take_known(&table, &places, 0)?, &inside)?))
}

/// The different elements that two arrays have in common, in ascending order: `numpy.intersect1d`. Waits for the
/// elements.
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
    let original = |place: Array, places: Option<Array>| match places {
        None => Ok(place),
        Some(places) => take_known(&places, &place, 0),
    };
    let own = take_known(&order, &found, 0)?;
    let others = rows::subtract(&take_known(&order, &rows::add(&found, 1)?, 0)?, a.size())?;
    Ok([take_known(&this, &found, 0)?, original(own, a_places)?, original(others, b_places)?])
}

/// The sorted elements but the last, and whether each is equal to the one behind it.
fn neighbours(sorted: &Array) -> Result<(Array, Array)> {
    let count = (sorted.size() - 1).max(0);
    let part = |first: i64| sorted.view_of(sorted.layout().slice(0, first.min(sorted.size()), 1, count));
    let this = part(0);
    let twice = rows::equal(&this, &part(1))?;
    Ok((this, twice))
}

/// The different elements that any of two arrays has, in ascending order: `numpy.union1d`. Waits for the elements.
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

/// The different elements of one array that another has not, in ascending order; as they stand where they are assumed
/// to be different. `numpy.setdiff1d`. Waits for the elements.
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

/// The different elements that one of two arrays has and the other has not, in ascending order: `numpy.setxor1d`. Waits
/// for the elements.
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
    // One that begins a run and has no equal behind it: the next one begins a run, or there is none.
    take_where(&sorted, &rows::logical_and(&first, &first.roll(-1, 0)?)?)
}

/// The different elements of an array in ascending order, or all where they are said to be different.
fn set_of(array: &Array, assume_unique: bool) -> Result<Array> {
    if assume_unique { array.ravel() } else { unique(array, None) }
}
