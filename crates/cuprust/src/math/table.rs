//! The declarations of bounds, rounding and running sums.

use cuprust_num::DType;

use super::*;
use crate::Array;
use crate::table::{Limit, Out, Own, View, functions};
use crate::ufunc::Argument;

functions! {
    in "cuprust";

    /// The real part: a view where the elements are complex, and the array itself where they are real.
    ///
    /// >>> cp.real(cp.array([1 + 2j]))
    /// array([1.])
    fn real(val: &Array) -> View {
        val.real_part().map(View)
    }

    /// The imaginary part: a view where the elements are complex, zeros that cannot be written where they are real.
    ///
    /// >>> cp.imag(cp.array([1 + 2j]))
    /// array([2.])
    fn imag(val: &Array) -> View {
        val.imaginary().map(View)
    }

    in "cuprust.ndarray";

    /// The complex conjugate.
    ///
    /// >>> cp.array([1 + 2j]).conj()
    /// array([1.-2.j])
    fn conj(a: &Array) -> Array {
        a.conjugate()
    }

    /// The complex conjugate.
    ///
    /// >>> cp.array([1 + 2j]).conjugate()
    /// array([1.-2.j])
    fn conjugate(a: &Array) -> Array {
        a.conjugate()
    }

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
            return Ok(Own::New(result));
        }
        x.assign(&result)?;
        Ok(Own::First)
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
