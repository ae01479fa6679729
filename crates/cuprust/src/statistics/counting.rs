//! Counts of integers: `bincount`.

use cuprust_ir::{Error, Result};
use cuprust_num::{Casting, DType};
use cuprust_reserve::filled;

use crate::Array;
use crate::creation::{shape, zeros};
use crate::indexing::extremes;
use crate::ufunc::casting::cannot_cast;
use crate::ufunc_methods::add_known;

/// The number of occurrences of each integer from zero on, or the sum of their weights: `numpy.bincount`. Waits for the
/// integers, whose maximum determines the length.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(statistics::bincount(&array![0, 2, 2], None, 4)?.to_string(), "[1 0 2 0]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for a dtype other than integers, a value error for negative ones, for more than one axis, for weights
/// of another length, and for a negative minimum length.
pub fn bincount(array: &Array, weights: Option<&Array>, least: i64) -> Result<Array> {
    if array.ndim() != 1 {
        return Err(Error::value(match array.ndim() {
            0 => "object of too small depth for desired array",
            _ => "object too deep for desired array",
        }));
    }
    let safe = array.dtype().is_integer() || array.dtype() == DType::Bool;
    if !safe {
        return Err(cannot_cast(array.dtype(), DType::I64, Casting::Safe));
    }
    if least < 0 {
        return Err(Error::value("'minlength' must not be negative"));
    }
    // As in NumPy, weights are ignored if there is nothing to count.
    if array.size() != 0 && weights.is_some_and(|weights| weights.ndim() != 1 || weights.size() != array.size()) {
        return Err(Error::value("The weights and list don't have the same length."));
    }
    check_weights(array, weights)?;
    // As in NumPy, a number beyond int64 becomes negative.
    let array = &if safe { array.in_dtype(DType::I64)? } else { array.clone() };
    if array.size() != 0
        && let Some(counts) = counted_now(array, weights, least)?
    {
        return Ok(counts);
    }
    let largest = match array.size() {
        0 => -1,
        _ => {
            let (low, high) = extremes(array)?;
            if low < 0 {
                return Err(Error::value("'list' argument must have no negative elements"));
            }
            high
        }
    };
    // For no integers NumPy ignores the weights.
    let dtype = if weights.is_some() && array.size() != 0 { DType::F64 } else { DType::I64 };
    sums(
        std::slice::from_ref(array),
        |parts| parts[0].in_dtype(DType::I64),
        least.max(largest + 1),
        (weights, true),
        dtype,
    )
}

/// # Errors
/// A type error for complex weights.
fn check_weights(array: &Array, weights: Option<&Array>) -> Result<()> {
    let Some(weights) = weights else { return Ok(()) };
    array.check_device(weights)?;
    if weights.dtype().is_complex() {
        return Err(cannot_cast(weights.dtype(), DType::F64, Casting::Safe));
    }
    Ok(())
}

/// As [`bincount`], of numbers from zero on that are known to be below `count`, and with as many sums.
///
/// # Errors
/// A type error for complex weights.
pub fn bincount_known(numbers: &Array, weights: Option<&Array>, count: i64) -> Result<Array> {
    check_weights(numbers, weights)?;
    let dtype = if weights.is_some() { DType::F64 } else { DType::I64 };
    sums(std::slice::from_ref(numbers), |parts| parts[0].in_dtype(DType::I64), count, (weights, false), dtype)
}

/// The number of elements counted at a time. Their temporaries are fused away, unless more bytes than may wait are held
/// until all is recorded.
const ELEMENTS_PER_PART: i64 = 1 << 25;

/// The number of occurrences of each number below `count`, or the sums of their weights, in a dtype; `numbers` computes
/// the numbers from slices of one-dimensional arrays of one length. Weights are added in order, or as it is fastest.
pub(super) fn sums(
    arrays: &[Array],
    numbers: impl Fn(&[Array]) -> Result<Array>,
    count: i64,
    (weights, ordered): (Option<&Array>, bool),
    dtype: DType,
) -> Result<Array> {
    let Some(first) = arrays.first() else { return Err(Error::runtime("there is nothing to count")) };
    let sums = zeros(shape([count]).dtype(dtype).on(first.device()))?;
    let length = first.size();
    for start in (0..length).step_by(ELEMENTS_PER_PART as usize) {
        let part =
            |array: &Array| array.view_of(array.layout().slice(0, start, 1, ELEMENTS_PER_PART.min(length - start)));
        let parts: Vec<Array> = arrays.iter().map(part).collect();
        let weights = weights.map(|weights| part(weights).in_dtype(dtype)).transpose()?;
        add_known(&sums, &numbers(&parts)?, weights.as_ref(), ordered)?;
    }
    Ok(sums)
}

/// The most integers on the host that are counted within the call, which takes less time than recording.
const MAX_EAGER_ELEMENTS: i64 = 4096;

/// The counts, if the integers are few, ready and small.
fn counted_now(array: &Array, weights: Option<&Array>, least: i64) -> Result<Option<Array>> {
    let Some(integers) = array.ready_elements::<i64>(MAX_EAGER_ELEMENTS)? else { return Ok(None) };
    let weights = match weights {
        None => None,
        Some(weights) => match weights.ready_elements::<f64>(MAX_EAGER_ELEMENTS)? {
            None => return Ok(None),
            ready => ready,
        },
    };
    let (low, high) = integers.iter().fold((0, -1), |(low, high), &one| (one.min(low), one.max(high)));
    if low < 0 || high.max(least) > 8 * MAX_EAGER_ELEMENTS {
        return Ok(None);
    }
    let count = least.max(high + 1) as usize;
    match weights {
        None => {
            let mut counts = filled(0i64, count)?;
            integers.iter().for_each(|&one| counts[one as usize] += 1);
            Array::from_slice(&counts, [count as i64], array.device()).map(Some)
        }
        Some(weights) => {
            let mut sums = filled(0.0f64, count)?;
            integers.iter().zip(weights).for_each(|(&one, weight)| sums[one as usize] += weight);
            Array::from_slice(&sums, [count as i64], array.device()).map(Some)
        }
    }
}
