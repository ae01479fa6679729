//! The declarations of bounds, rounding and running sums.

#![allow(clippy::approx_constant, reason = "defaults stand as Python writes them")]

use cuprust_num::{DType, Value};

use super::*;
use crate::creation::counted;
use crate::table::texts::{AXIS, WAITS};
use crate::table::{Limit, NumberOrText, Operand, Out, Own, Returned, Source, View, functions};
use crate::ufunc::Argument;
use crate::{Array, Number};

/// The positions of a mode, by name or by number.
fn overlap(mode: NumberOrText) -> Result<Overlap> {
    match mode {
        NumberOrText::Text(name) => Overlap::from_name(name),
        NumberOrText::Number(Value::Int(0)) => Ok(Overlap::Valid),
        NumberOrText::Number(Value::Int(1)) => Ok(Overlap::Same),
        NumberOrText::Number(Value::Int(2)) => Ok(Overlap::Full),
        NumberOrText::Number(Value::Int(_)) => Err(Error::value("integer convolve/correlate mode must be 0, 1, or 2")),
        _ => Err(Error::type_("convolve/correlate mode not understood")),
    }
}

/// The conjugate of complex numbers; the array itself where they are real.
fn conjugated(a: &Array) -> Result<Own> {
    if a.dtype().is_complex() { a.conjugate().map(Own::New) } else { Ok(Own::First) }
}

functions! {
    in "cuprust";

    /// The real part: a view where the elements are complex, and the array itself where they are real.
    ///
    /// >>> cp.real(cp.array([1 + 2j]))
    /// array([1.])
    fn real(val: Source) -> Returned {
        match val {
            Source::Array(array) if array.dtype().is_complex() => array.real_part().map(Returned::View),
            Source::Array(_) => Ok(Returned::First),
            Source::Foreign(object) => match object.truth() {
                Some(truth) => counted(Argument::Value(Value::Bool(truth))).map(Returned::Array),
                None => object.array(None)?.real_part().map(Returned::Array),
            },
        }
    }

    /// The angle of complex numbers in the plane, in radians, or in degrees where `deg` says so.
    ///
    /// >>> cp.angle(cp.array([1j, -1.0]), deg=True)
    /// array([ 90., 180.])
    fn angle(z: &Array, deg: bool = False) -> Array {
        let angle = crate::angle(z)?;
        if deg { crate::multiply(&angle, 180.0 / std::f64::consts::PI) } else { Ok(angle) }
    }

    /// The imaginary part: a view where the elements are complex, zeros that cannot be written where they are real.
    ///
    /// >>> cp.imag(cp.array([1 + 2j]))
    /// array([2.])
    fn imag(val: Argument) -> Returned {
        match val {
            Argument::Array(array) => array.imaginary().map(Returned::View),
            number => counted(number)?.imaginary().map(Returned::Array),
        }
    }

    /// The sums of the elements up to each one along an axis, which only a vector need not name.
    ///
    /// With `include_initial` a zero is before them. Narrow integers give 64 bits. Raises ValueError where the axis
    /// of several is not named, AxisError for an axis out of range.
    ///
    /// >>> cp.cumulative_sum(cp.array([1, 2, 3]), include_initial=True)
    /// array([0, 1, 3, 6])
    fn cumulative_sum(
        x: &Array, /, *, axis: Option<i64> = None, dtype: Option<DType> = None, out: Out = None,
        include_initial: bool = False
    ) -> Array {
        cumulative_sum(x, axis, dtype, out.0, include_initial)
    }

    /// The products of the elements up to each one along an axis, which only a vector need not name.
    ///
    /// With `include_initial` a one is before them. Narrow integers give 64 bits. Raises ValueError where the axis
    /// of several is not named, AxisError for an axis out of range.
    ///
    /// >>> cp.cumulative_prod(cp.array([1, 2, 3]), include_initial=True)
    /// array([1, 1, 2, 6])
    fn cumulative_prod(
        x: &Array, /, *, axis: Option<i64> = None, dtype: Option<DType> = None, out: Out = None,
        include_initial: bool = False
    ) -> Array {
        cumulative_prod(x, axis, dtype, out.0, include_initial)
    }

    /// The elements along an axis, each moved by whole periods so that it differs from the one before by half a period
    /// at most.
    ///
    /// Differences of less than `discont`, which is half a period where it is None, stay as they are. Raises ValueError
    /// for an array without axes, AxisError for an axis out of range.
    ///
    /// >>> cp.unwrap(cp.array([22, 23, 0, 1]), period=24)
    /// array([22, 23, 24, 25])
    fn unwrap(
        p: &Array, discont: Option<Number> = None, axis: i64 = -1, *, period: Number = 6.283185307179586
    ) -> Array {
        unwrap(p, discont, axis, period)
    }

    /// The real part where every imaginary part is nearly zero, else the array itself.
    ///
    /// A `tol` above one counts in steps of the floating-point numbers next to one.
    #[doc = WAITS]
    ///
    /// >>> cp.real_if_close(cp.array([1 + 1e-15j, 2]))
    /// array([1., 2.])
    fn real_if_close(a: &Array, tol: f64 = 100) -> View {
        a.real_if_close(tol).map(View)
    }

    /// The sums of the elements up to each one, NaN counting as zero.
    ///
    /// >>> cp.nancumsum(cp.array([1.0, cp.nan, 2.0]))
    /// array([1., 1., 3.])
    fn nancumsum(a: &Array, axis: Option<i64> = None, dtype: Option<DType> = None, out: Out = None) -> Array {
        nancumsum(a, axis, dtype, out.0)
    }

    /// The products of the elements up to each one, NaN counting as one.
    ///
    /// >>> cp.nancumprod(cp.array([1.0, cp.nan, 2.0]))
    /// array([1., 1., 2.])
    fn nancumprod(a: &Array, axis: Option<i64> = None, dtype: Option<DType> = None, out: Out = None) -> Array {
        nancumprod(a, axis, dtype, out.0)
    }

    /// Each element less the one before it along an axis, `n` times; of bools whether they differ.
    ///
    /// `prepend` and `append` go before and after first; a number is broadcast. Raises ValueError for a negative `n`
    /// and for an array without axes, AxisError for an axis out of range.
    ///
    /// >>> cp.diff(cp.array([1, 4, 9, 16]))
    /// array([3, 5, 7])
    fn diff(
        a: &Array, n: i64 = 1, axis: i64 = -1, prepend: Option<&Array> = None, append: Option<&Array> = None
    ) -> Array {
        diff_between(a, n, axis, prepend, append)
    }

    /// The differences of the elements that follow one another, with others before and after them.
    ///
    /// Raises TypeError where these cannot be cast to the array's dtype by the rule 'same_kind'.
    ///
    /// >>> cp.ediff1d(cp.array([1, 4, 9]), to_begin=0)
    /// array([0, 3, 5])
    fn ediff1d(ary: &Array, to_end: Option<&Array> = None, to_begin: Option<&Array> = None) -> Array {
        ediff1d(ary, to_end, to_begin)
    }

    /// The slope along axes, by differences of second order inside and of `edge_order`, 1 or 2, at the ends: one array,
    /// or a tuple of one for each axis.
    ///
    /// After the array stand distances, or coordinates along the axes: none, one number for all axes, or one for each.
    /// Raises TypeError for another number of them, ValueError for coordinates that are not as many as elements, and
    /// for too few elements.
    ///
    /// >>> cp.gradient(cp.array([1.0, 2.0, 4.0, 7.0]))
    /// array([1. , 1.5, 2.5, 3. ])
    fn gradient(f: &Array, *varargs: Vec<&Array>, axis: Option<&[i64]> = None, edge_order: i64 = 1) -> Returned {
        let mut slopes = gradient(f, &varargs, axis, edge_order)?;
        match slopes.len() {
            1 => Ok(Returned::Array(slopes.swap_remove(0))),
            _ => Ok(Returned::Tuple(slopes)),
        }
    }

    /// The integral along an axis by trapezoids, over coordinates `x` or in steps of `dx`.
    ///
    /// Raises AxisError for an axis out of range, ValueError where shapes do not broadcast.
    ///
    /// >>> cp.trapezoid(cp.array([1.0, 2.0, 3.0]))
    /// array(4.)
    fn trapezoid["trapz"](y: &Array, x: Option<&Array> = None, dx: Argument = 1.0, axis: i64 = -1) -> Array {
        trapezoid(y, x, dx, axis)
    }

    /// The cross products of vectors of two or three elements, along an axis of each operand.
    ///
    /// `axis` stands for the three others. Raises ValueError for other lengths, and beside NumPy 2.5 and later for two
    /// elements, as it does.
    ///
    /// >>> cp.cross(cp.array([1, 0, 0]), cp.array([0, 1, 0]))
    /// array([0, 0, 1])
    fn cross(
        a: &Array, b: &Array, axisa: Option<i64> = -1, axisb: Option<i64> = -1, axisc: Option<i64> = -1,
        axis: Option<i64> = None
    ) -> Array {
        // Those that another one makes useless may be None.
        let known = |axis: Option<i64>| {
            axis.ok_or_else(|| Error::type_("'NoneType' object cannot be interpreted as an integer"))
        };
        let axes = match axis {
            Some(axis) => [axis; 3],
            None => [known(axisa)?, known(axisb)?, known(axisc)?],
        };
        cross(a, b, axes)
    }

    /// The values at points of the line through points, whose coordinates ascend: float64, or complex128 where `fp` is
    /// complex.
    ///
    /// Before the first point the value is `left`, and after the last `right`; where these are None, that of the
    /// point. With a `period` the points are repeated, in any order. Raises ValueError for no points, beside NumPy 2.5
    /// and later only where values are requested, for other numbers of coordinates than of values and for a period of
    /// zero, TypeError for complex coordinates.
    ///
    /// >>> cp.interp(cp.array([0.5, 9.0]), cp.array([0.0, 1.0]), cp.array([10.0, 20.0]))
    /// array([15., 20.])
    fn interp(
        x: &Array, xp: &Array, fp: &Array, left: Option<Number> = None, right: Option<Number> = None, period: Option<f64> = None
    ) -> Array {
        interp(x, xp, fp, period.map_or(Beyond::Numbers(left, right), Beyond::Period))
    }

    /// The convolution of two lines: sums of products, the elements of one in reverse.
    ///
    /// `mode` is "full", for all positions where the lines overlap, "same", for as many as the longer one has, or
    /// "valid", for those where the shorter one lies within the longer one. Raises ValueError for lines without
    /// elements, more than one axis, and another mode.
    ///
    /// >>> cp.convolve(cp.array([1, 2, 3]), cp.array([0, 1, 5]))
    /// array([ 0,  1,  7, 13, 15])
    fn convolve(a: &Array, v: &Array, mode: NumberOrText = "full") -> Array {
        convolve(a, v, overlap(mode)?)
    }

    /// The correlation of two lines: sums of products with the conjugate of the second one.
    ///
    /// `mode` is as of `convolve`. Raises ValueError for lines without elements, other than one axis, and another mode.
    ///
    /// >>> cp.correlate(cp.array([1, 2, 3]), cp.array([0, 1, 5]))
    /// array([17])
    fn correlate(a: &Array, v: &Array, mode: NumberOrText = "valid") -> Array {
        // NumPy reverses the result of exchanged operands in place.
        correlate(a, v, overlap(mode)?)?.ascontiguous()
    }

    /// The triangle of `M` weights that is zero at the ends.
    ///
    /// >>> cp.bartlett(5)
    /// array([0. , 0.5, 1. , 0.5, 0. ])
    fn bartlett(M: f64) -> Array {
        bartlett(M)
    }

    /// `M` of Blackman's weights.
    ///
    /// >>> cp.blackman(3).round(2)
    /// array([-0.,  1., -0.])
    fn blackman(M: f64) -> Array {
        blackman(M)
    }

    /// `M` of Hamming's weights.
    ///
    /// >>> cp.hamming(3)
    /// array([0.08, 1.  , 0.08])
    fn hamming(M: f64) -> Array {
        hamming(M)
    }

    /// `M` of von Hann's weights.
    ///
    /// >>> cp.hanning(5)
    /// array([0. , 0.5, 1. , 0.5, 0. ])
    fn hanning(M: f64) -> Array {
        hanning(M)
    }

    /// `M` of Kaiser's weights, with the shape parameter `beta`: 0 is a rectangle, and the larger, the narrower they
    /// are.
    ///
    /// >>> cp.kaiser(3, 0.0)
    /// array([1., 1., 1.])
    fn kaiser(M: f64, beta: f64) -> Array {
        kaiser(M, beta)
    }

    in "cuprust.ndarray";

    /// The complex conjugate; the array itself where it is real.
    ///
    /// >>> cp.array([1 + 2j]).conj()
    /// array([1.-2.j])
    fn conj(a: &Array) -> Own {
        conjugated(a)
    }

    /// The complex conjugate; the array itself where it is real.
    ///
    /// >>> cp.array([1 + 2j]).conjugate()
    /// array([1.-2.j])
    fn conjugate(a: &Array) -> Own {
        conjugated(a)
    }

    /// The elements kept within bounds, each a number, an array, or None.
    ///
    /// >>> cp.arange(6).clip(1, 4)
    /// array([1, 1, 2, 3, 4, 4])
    fn clip(a: &Array, min: Option<Argument> = None, max: Option<Argument> = None, out: Out = None) -> Array {
        clip_with(a, min, max, out.0)
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
        clip_with(a, low, high, out.0)
    }

    /// NaN replaced by a number, and the infinities by numbers, or by the elements of arrays that broadcast to those of
    /// `x`.
    ///
    /// Where `posinf` or `neginf` is None, the largest or smallest finite number of the dtype is taken. With
    /// `copy=False` the elements of `x` are changed in place.
    ///
    /// >>> cp.nan_to_num(cp.array([1.0, cp.nan]))
    /// array([1., 0.])
    fn nan_to_num(
        x: &Array, copy: bool = True, nan: Argument = 0.0, posinf: Option<Operand> = None, neginf: Option<Operand> = None
    ) -> Own {
        let result = nan_to_num(x, nan, posinf.map(Argument::from), neginf.map(Argument::from))?;
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
        round_with(a, decimals, out.0)
    }

    /// The running sum along an axis, or over the elements in C order where the axis is None.
    ///
    /// Bools and narrow integers are summed as int64 or uint64, unless `dtype` says another.
    #[doc = AXIS]
    ///
    /// >>> cp.cumsum(cp.arange(4))
    /// array([0, 1, 3, 6])
    method cumsum(a: &Array, axis: Option<i64> = None, dtype: Option<DType> = None, out: Out = None) -> Array {
        cumsum_with(a, axis, dtype, out.0)
    }

    /// The running product along an axis, or over the elements in C order where the axis is None.
    ///
    /// Bools and narrow integers are multiplied as int64 or uint64, unless `dtype` says another.
    #[doc = AXIS]
    ///
    /// >>> cp.cumprod(cp.array([1, 2, 3, 4]))
    /// array([ 1,  2,  6, 24])
    method cumprod["cumproduct"](a: &Array, axis: Option<i64> = None, dtype: Option<DType> = None, out: Out = None) -> Array {
        cumprod_with(a, axis, dtype, out.0)
    }
}
