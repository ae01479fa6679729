//! How many elements fall between edges.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar, promote};

use super::super::counting::sums;
use super::edges::{Edges, Even};
use crate::Array;
use crate::creation::positions;
use crate::sorting::{Side, searchsorted};
use crate::ufunc::{rows, where_};

/// The number of elements of a one-dimensional array in each bin, or the sum of their weights; `None` where there are
/// no bins.
///
/// # Errors
/// An index error where the range is not `named` and the distance of the outermost edges overflows.
pub(super) fn of(flat: &Array, found: &Edges, named: bool, weights: Option<&Array>) -> Result<Option<Array>> {
    // As in NumPy, several bins were refused before, and the largest element is too far from the first for its bin to
    // be computed.
    let outermost = match &found.outermost {
        None => None,
        Some(_) if !named => {
            return Err(Error::index("the range is wider than the largest number, so its only bin is out of bounds"));
        }
        Some(outermost) => Some(Edges::given(outermost)),
    };
    if found.edges.size() == 0 {
        return Ok(None);
    }
    let bins = found.edges.size() - 1;
    let found = outermost.as_ref().unwrap_or(found);
    let number = |parts: &[Array]| numbers(&parts[0], found);
    let tallied = if weights.is_none() { tally(flat)? } else { None };
    let sums = match tallied {
        Some((values, counts)) => sums(&[values], number, bins + 2, (Some(&counts), true), DType::I64)?,
        None => sums(std::slice::from_ref(flat), number, bins + 2, (weights, true), sum_dtype(weights))?,
    };
    Ok(Some(inner(&sums, 0)))
}

/// The number of the bin of each element, from one on: 0 is before the bins, and one more than their number is after
/// them.
pub(super) fn numbers(array: &Array, found: &Edges) -> Result<Array> {
    let edges = &found.edges;
    if let Some(even) = found.even.filter(|_| promote(array.dtype(), edges.dtype()) == edges.dtype()) {
        return even_numbers(&array.in_dtype(edges.dtype())?, edges.size() - 1, even);
    }
    let slots = searchsorted(edges, array, Side::Right, None)?;
    let last = edges.view_of(edges.layout().at(0, edges.size() - 1));
    // The last edge belongs to the bin before it.
    let on_last = rows::equal(array, &last)?;
    where_(&on_last, edges.size() - 1, &slots)
}

/// As [`numbers`], for bins of equal width: computed with an error of one at most, and then compared with the edges,
/// which are recomputed in the same way. The numbers stay floats until the end, so that all of it is one kernel of one
/// dtype.
fn even_numbers(array: &Array, bins: i64, even: Even) -> Result<Array> {
    let dtype = array.dtype();
    let number = |value: f64| Scalar::new(value).cast(dtype);
    let from_first = rows::multiply(&rows::subtract(array, number(even.first))?, number(even.scale))?;
    // NaN becomes 0.
    let within = rows::fmin(&rows::fmax(&from_first, number(0.0))?, number((bins - 1) as f64))?;
    let bin = rows::floor(&within)?;
    let is_past = |edge: &Array| {
        let edge = rows::add(&rows::multiply(&edge.in_dtype(even.step.dtype())?, even.step)?, even.start)?;
        rows::greater_equal(array, &edge.in_dtype(dtype)?)?.in_dtype(dtype)
    };
    let bin_number = rows::add(&rows::add(&bin, &is_past(&bin)?)?, &is_past(&rows::add(&bin, number(1.0))?)?)?;
    // The last edge belongs to the bin before it.
    let inside = rows::minimum(&bin_number, number(bins as f64))?;
    where_(&rows::less_equal(array, number(even.last))?, &inside, number((bins + 1) as f64))?.in_dtype(DType::I64)
}

/// The fewest elements per value of a one-byte dtype for which values are tallied first.
const MIN_ELEMENTS_PER_VALUE: i64 = 64;

/// All values of a one-byte integer dtype, and the number of occurrences of each. `None` for other dtypes, and for few
/// elements.
fn tally(flat: &Array) -> Result<Option<(Array, Array)>> {
    let (count, device) = (1 << 8, flat.device());
    let least = match flat.dtype() {
        DType::U8 => 0,
        DType::I8 => -(count / 2),
        _ => return Ok(None),
    };
    if flat.size() < MIN_ELEMENTS_PER_VALUE * count {
        return Ok(None);
    }
    let values = positions(&[count], least, &[1], flat.dtype(), device)?;
    let number = |parts: &[Array]| rows::subtract(&parts[0].in_dtype(DType::I64)?, least);
    let counts = sums(std::slice::from_ref(flat), number, count, (None, true), DType::I64)?;
    Ok(Some((values, counts)))
}

/// The dtype of counts, or of sums of weights.
pub(super) fn sum_dtype(weights: Option<&Array>) -> DType {
    match weights {
        None => DType::I64,
        Some(weights) if weights.dtype().is_complex() => DType::C128,
        Some(_) => DType::F64,
    }
}

/// An axis without its first and its last element.
pub(super) fn inner(array: &Array, axis: usize) -> Array {
    array.view_of(array.layout().slice(axis, 1, 1, (array.shape()[axis] - 2).max(0)))
}
