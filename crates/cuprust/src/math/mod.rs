//! Bounds, rounding, numbers in the place of NaN, and running sums.

mod rounding;
mod running;

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar, Value, integer_range};
use cuprust_ops::RowId;

use crate::Array;
use crate::indexing::where_;
use crate::table::{Limit, Out, Own, functions};
use crate::ufunc::{Argument, MapOptions, apply, binary, map, unary};

pub use rounding::round;
pub use running::{cumprod, cumsum};

/// The elements held within bounds, each a number or an array, or none: `numpy.clip`.
///
/// # Errors
/// A value error where shapes do not broadcast; a type error for an `out` of another kind, and for bool without bounds.
pub fn clip(array: &Array, low: Option<Argument>, high: Option<Argument>, out: Option<&Array>) -> Result<Array> {
    let options = MapOptions { out: [out, None], ..MapOptions::default() };
    let own = Argument::Array(array);
    // As NumPy, an integer that no element can be beyond is no bound, whether the dtype holds it or not.
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

/// NaN replaced by a number, and the infinities by numbers (the largest and the smallest finite ones where none is given).
///
/// # Errors
/// Where there is no memory.
pub fn nan_to_num(array: &Array, nan: f64, positive: Option<f64>, negative: Option<f64>) -> Result<Array> {
    let dtype = array.dtype();
    if !dtype.is_inexact() {
        return array.copy();
    }
    if dtype.is_complex() {
        let out = array.empty_like(None)?;
        let (real, imag) = (RowId::find("real"), RowId::find("imag"));
        let (Some(real), Some(imag)) = (real, imag) else {
            return Err(Error::not_implemented(
                "nan_to_num of complex arrays is not built yet: apply it to the real and the imaginary part",
            ));
        };
        let real = nan_to_num(&unary(real, array)?, nan, positive, negative)?;
        let imag = nan_to_num(&unary(imag, array)?, nan, positive, negative)?;
        let unit = Scalar::new(cuprust_num::c128::new(0.0, 1.0)).cast(dtype);
        let turned = apply(const { RowId::named("multiply") }, &[Argument::Array(&imag), Argument::Scalar(unit)])?;
        out.assign(&binary(const { RowId::named("add") }, &real, &turned)?)?;
        return Ok(out);
    }
    let largest = largest(dtype);
    let mut result = array.clone();
    for (test, instead) in [
        (const { RowId::named("isnan") }, nan),
        (const { RowId::named("isposinf") }, positive.unwrap_or(largest)),
        (const { RowId::named("isneginf") }, negative.unwrap_or(-largest)),
    ] {
        let instead = Scalar::new(instead).cast(dtype);
        result = where_(&unary(test, array)?, Argument::Scalar(instead), Argument::Array(&result))?;
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

functions! {
    in "cuprust.ndarray";

    /// The elements kept within bounds, each a number, an array, or None.
    ///
    /// >>> cp.arange(6).clip(1, 4)
    /// array([1, 1, 2, 3, 4, 4])
    fn clip(a: &Array, min: Option<Argument> = None, max: Option<Argument> = None, out: Out = None) -> Array {
        clip(a, min, max, out.0)
    }

    in "cuprust";

    /// The elements kept within bounds, each a number, an array, or None.
    ///
    /// `min` and `max` are the same bounds by the array API's names. Bounds broadcast against `a`; None is no bound.
    ///
    /// Raises ValueError where shapes do not broadcast, or where bounds are given by both names.
    ///
    /// >>> cp.clip(cp.arange(6), 1, 4)
    /// array([1, 1, 2, 3, 4, 4])
    fn clip(
        a: &Array, a_min: Limit = None, a_max: Limit = None, out: Out = None, *, min: Limit = None, max: Limit = None
    ) -> Array {
        let (low, high) = Limit::bounds([a_min, a_max, min, max])?;
        clip(a, low, high, out.0)
    }

    /// NaN replaced by a number, and the infinities by numbers.
    ///
    /// Where `posinf` or `neginf` is None, the largest or smallest finite number of the dtype is taken. With `copy=False` the
    /// elements of `x` are changed in place.
    ///
    /// >>> cp.nan_to_num(cp.array([1.0, cp.nan]))
    /// array([1., 0.])
    fn nan_to_num(
        x: &Array, copy: bool = True, nan: f64 = 0.0, posinf: Option<f64> = None, neginf: Option<f64> = None
    ) -> Own {
        let result = nan_to_num(x, nan, posinf, neginf)?;
        if copy {
            return Ok(Own(result));
        }
        x.assign(&result)?;
        Ok(Own(x.clone()))
    }

    /// The elements rounded to a number of decimals, halves to even.
    ///
    /// Negative `decimals` round before the point. Integers stay integers.
    ///
    /// >>> cp.round(cp.array([0.5, 1.5, 2.345]), 1)
    /// array([0.5, 1.5, 2.3])
    method round["around", "round_"](a: &Array, decimals: i64 = 0, out: Out = None) -> Array {
        round(a, decimals, out.0)
    }

    /// The running sum along an axis, or over the elements in C order where the axis is None.
    ///
    /// Bools and narrow integers are summed as int64 or uint64, unless `dtype` says another. Raises AxisError for an axis out of
    /// range.
    ///
    /// >>> cp.cumsum(cp.arange(4))
    /// array([0, 1, 3, 6])
    method cumsum(a: &Array, axis: Option<i64> = None, dtype: Option<DType> = None, out: Out = None) -> Array {
        cumsum(a, axis, dtype, out.0)
    }

    /// The running product along an axis, or over the elements in C order where the axis is None.
    ///
    /// Bools and narrow integers are multiplied as int64 or uint64, unless `dtype` says another. Raises AxisError for an axis out
    /// of range.
    ///
    /// >>> cp.cumprod(cp.array([1, 2, 3, 4]))
    /// array([ 1,  2,  6, 24])
    method cumprod(a: &Array, axis: Option<i64> = None, dtype: Option<DType> = None, out: Out = None) -> Array {
        cumprod(a, axis, dtype, out.0)
    }
}
