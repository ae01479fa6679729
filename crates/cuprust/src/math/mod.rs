//! Clipping, rounding, replacement of NaN, and cumulative sums.

mod complex;
mod convolution;
mod differences;
mod interpolation;
mod rounding;
mod running;
pub(crate) mod table;
mod unwrapping;
mod windows;

use cuprust_ir::{Error, Result};
use cuprust_num::{Casting, DType, Value, can_cast, integer_range};
use cuprust_ops::{Operand, RowId};

use crate::Array;
use crate::ufunc::casting::cannot_cast;
use crate::ufunc::where_;
use crate::ufunc::{Argument, MapOptions, map, single_output, unary};

pub use convolution::{Overlap, convolve, correlate};
pub use differences::{cross, diff, diff_between, ediff1d, gradient, trapezoid};
pub use interpolation::{Beyond, interp};
pub use rounding::{round, round_with};
pub use running::{cumprod, cumprod_with, cumsum, cumsum_with, cumulative_prod, cumulative_sum, nancumprod, nancumsum};
pub use unwrapping::unwrap;
pub use windows::{bartlett, blackman, hamming, hanning, kaiser};

/// The elements limited to an interval, of which each bound is a number or an array: `numpy.clip`. For one bound alone
/// there are [`crate::maximum`] and [`crate::minimum`].
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(arange(6)?.clip(2, 4)?.to_string(), "[2 2 2 3 4 4]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error where shapes do not broadcast.
pub fn clip<'a>(array: &'a Array, low: impl Into<Argument<'a>>, high: impl Into<Argument<'a>>) -> Result<Array> {
    clip_with(array, Some(low.into()), Some(high.into()), None)
}

impl Array {
    /// [`clip`] of the elements.
    ///
    /// # Errors
    /// As [`clip`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(arange(5)?.clip(1, 3)?.to_string(), "[1 1 2 3 3]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn clip<'a>(&'a self, low: impl Into<Argument<'a>>, high: impl Into<Argument<'a>>) -> Result<Array> {
        clip(self, low, high)
    }
}

/// [`clip`] in which a bound may be missing, written to `out` if given.
///
/// # Errors
/// A value error where shapes do not broadcast; a type error for an `out` of another kind, and for bool without bounds.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(math::clip_with(&arange(4)?, None, Some(2.into()), None)?.to_string(), "[0 1 2 2]");
/// # Ok::<(), Error>(())
/// ```
pub fn clip_with(array: &Array, low: Option<Argument>, high: Option<Argument>, out: Option<&Array>) -> Result<Array> {
    let options = MapOptions { out: single_output(out), ..MapOptions::default() };
    let own = Argument::Array(array);
    // As in NumPy, an integer bound beyond all elements has no effect, even if the dtype cannot hold it.
    let range = array.dtype().is_integer().then(|| integer_range(array.dtype()));
    let low = low
        .filter(|low| !matches!((low, range), (Argument::Value(Value::Int(low)), Some((least, _))) if *low <= least));
    let high = high
        .filter(|high| !matches!((high, range), (Argument::Value(Value::Int(high)), Some((_, most))) if *high >= most));
    let result = match (low, high) {
        (Some(low), Some(high)) => map(const { RowId::named("clip") }, &[own, low, high], &options),
        (Some(low), None) => map(const { RowId::named("maximum") }, &[own, low], &options),
        (None, Some(high)) => map(const { RowId::named("minimum") }, &[own, high], &options),
        (None, None) => map(const { RowId::named("positive") }, &[own], &options),
    };
    result.map(|mut outputs| outputs.swap_remove(0))
}

/// NaN replaced by a number, and the infinities by numbers (by default the largest and the smallest finite ones), each
/// of which may be an array that broadcasts to the elements.
///
/// # Errors
/// A value error for an array that does not broadcast to the elements.
///
/// ```
/// # use cuprust::*;
/// let x = array![f64::NAN, f64::INFINITY, 1.0];
/// assert_eq!(math::nan_to_num(&x, 0.0, Some(9.0.into()), None)?.to_string(), "[0. 9. 1.]");
/// # Ok::<(), Error>(())
/// ```
pub fn nan_to_num<'a>(
    array: &Array,
    nan: impl Into<Argument<'a>>,
    positive: Option<Argument<'a>>,
    negative: Option<Argument<'a>>,
) -> Result<Array> {
    let dtype = array.dtype();
    if !dtype.is_inexact() {
        return array.copy();
    }
    let nan = nan.into();
    if dtype.is_complex() {
        let out = array.empty_like(None)?;
        for part in [Array::real_part, Array::imaginary_part] {
            part(&out)?.assign(&nan_to_num(&part(array)?, nan, positive, negative)?)?;
        }
        return Ok(out);
    }
    let largest = largest(dtype);
    let mut result = array.clone();
    for (test, instead) in [
        (const { RowId::named("isnan") }, nan),
        (const { RowId::named("isposinf") }, positive.unwrap_or(Argument::from(largest))),
        (const { RowId::named("isneginf") }, negative.unwrap_or(Argument::from(-largest))),
    ] {
        let converted;
        if let Operand::Strong(from) = instead.operand()
            && !can_cast(from, dtype, Casting::SameKind)
        {
            return Err(cannot_cast(from, dtype, Casting::SameKind));
        }
        let instead = match instead {
            Argument::Array(instead) => {
                converted = instead.in_dtype(dtype)?.broadcast_to(array.shape())?;
                Argument::Array(&converted)
            }
            Argument::Value(value) => Argument::Scalar(crate::array::scalar_for(value, dtype)?),
            Argument::Scalar(scalar) => Argument::Scalar(scalar.cast(dtype)),
        };
        result = where_(&unary(test, array)?, instead, Argument::Array(&result))?;
    }
    Ok(result)
}

/// The largest finite number of a float dtype.
fn largest(dtype: DType) -> f64 {
    match dtype {
        DType::F16 => 65504.0,
        DType::BF16 => cuprust_num::bf16::MAX.to_f64(),
        DType::F32 => f32::MAX as f64,
        _ => f64::MAX,
    }
}
