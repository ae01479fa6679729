//! Counting equal integers: `bincount`.

use cuprust_ir::{Error, Result};
use cuprust_num::{Casting, DType};

use crate::Array;
use crate::creation::{shape, zeros};
use crate::indexing::extremes;
use crate::ufunc::add_known;
use crate::ufunc::casting::cannot_cast;

/// How often each integer from zero on is there, or the sum of the weights where it is: `numpy.bincount`. Waits for the integers, whose
/// largest says how many there are.
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
/// A type error for other than integers, a value error for negative ones, for more than one axis, for weights of another length, and for a
/// negative least length.
pub fn bincount(array: &Array, weights: Option<&Array>, least: i64) -> Result<Array> {
    if array.ndim() != 1 {
        return Err(Error::value(match array.ndim() {
            0 => "object of too small depth for desired array",
            _ => "object too deep for desired array",
        }));
    }
    let safe = array.dtype().is_integer() && array.dtype() != DType::U64 || array.dtype() == DType::Bool;
    if !safe && array.size() != 0 {
        return Err(cannot_cast(array.dtype(), DType::I64, Casting::Safe));
    }
    if least < 0 {
        return Err(Error::value("'minlength' must not be negative"));
    }
    if weights.is_some_and(|weights| weights.ndim() != 1 || weights.size() != array.size()) {
        return Err(Error::value("The weights and list don't have the same length."));
    }
    if let Some(weights) = weights {
        array.check_device(weights)?;
        if weights.dtype().is_complex() {
            return Err(cannot_cast(weights.dtype(), DType::F64, Casting::Safe));
        }
    }
    let most = match array.size() {
        0 => -1,
        _ => {
            let (low, high) = extremes(array)?;
            if low < 0 {
                return Err(Error::value("'list' argument must have no negative elements"));
            }
            high
        }
    };
    let dtype = if weights.is_some() { DType::F64 } else { DType::I64 };
    let counts = zeros(shape([least.max(most + 1)]).dtype(dtype).on(array.device()))?;
    if array.size() == 0 {
        return Ok(counts);
    }
    let places = array.in_dtype(DType::I64)?;
    let converted = weights.map(|weights| weights.in_dtype(DType::F64)).transpose()?;
    add_known(&counts, &places, converted.as_ref())?;
    Ok(counts)
}
