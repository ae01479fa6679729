//! Linear interpolation: `interp`.

use cuprust_ir::{Error, Result};
use cuprust_num::{Casting, DType, Scalar, Value};
use cuprust_reserve::collected;

use crate::array::Number;
use crate::indexing::take_known;
use crate::manipulation::concatenate;
use crate::sorting::argsort;
use crate::sorting::{Side, searchsorted};
use crate::ufunc::casting::cannot_cast;
use crate::ufunc::rows;
use crate::ufunc::where_;
use crate::{Array, NumPy};

/// The values outside of the range of the points.
#[derive(Clone, Copy, Debug, Default)]
pub enum Beyond {
    /// The value of the outermost points.
    #[default]
    Nearest,
    /// A number before the first point, and one after the last, if given.
    Numbers(Option<Number>, Option<Number>),
    /// The points repeated with this period.
    Period(f64),
}

/// Linear interpolation at `x` between points of ascending coordinates: `numpy.interp`. The results are float64, or
/// complex128 if the points' values are complex.
///
/// ```
/// use cuprust::*;
/// use cuprust::math::{Beyond, interp};
/// # fn main() -> Result<()> {
/// let y = interp(&array![0.5, 9.0], &array![0.0, 1.0], &array![10.0, 20.0], Beyond::Nearest)?;
/// assert_eq!(y.to_string(), "[15. 20.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for complex coordinates, and for complex numbers outside together with real values; a value error for
/// no points (since NumPy 2.5 only if values are requested), for points of other than one axis, for different numbers
/// of coordinates and values, and for a period of zero.
pub fn interp(x: &Array, coordinates: &Array, values: &Array, beyond: Beyond) -> Result<Array> {
    x.check_device(coordinates)?;
    x.check_device(values)?;
    let dtype = if values.dtype().is_complex() { DType::C128 } else { DType::F64 };
    if let Beyond::Period(0.0) = beyond {
        return Err(Error::value("period must be a non-zero value"));
    }
    if coordinates.ndim() != 1 || values.ndim() != 1 {
        return Err(Error::value("Data points must be 1-D sequences"));
    }
    // As in NumPy, with a period the real parts are used.
    if (x.dtype().is_complex() || coordinates.dtype().is_complex()) && !matches!(beyond, Beyond::Period(_)) {
        return Err(cannot_cast(DType::C128, DType::F64, Casting::Safe));
    }
    if coordinates.size() != values.size() {
        return Err(Error::value("fp and xp are not of the same length."));
    }
    if coordinates.size() == 0 && x.size() == 0 && NumPy::followed() >= NumPy(2, 5) {
        return x.zeros_like(dtype);
    }
    if coordinates.size() == 0 {
        return Err(Error::value("array of sample points is empty"));
    }
    let (x, mut xp, mut fp) = (x.in_dtype(DType::F64)?, coordinates.in_dtype(DType::F64)?, values.in_dtype(dtype)?);
    let mut x = x;
    let mut ends = [None, None];
    match beyond {
        Beyond::Nearest => {}
        Beyond::Numbers(left, right) => ends = [end(left, dtype)?, end(right, dtype)?],
        Beyond::Period(period) => {
            let period = period.abs();
            x = rows::remainder(&x, period)?;
            let within = rows::remainder(&xp, period)?;
            let order = argsort(&within, Some(0))?;
            (xp, fp) = (take_known(&within, &order, 0)?, take_known(&fp, &order, 0)?);
            let count = xp.size();
            let one = |array: &Array, interval: i64| array.view_of(array.layout().slice(0, interval, 1, 1));
            let (before, behind) = (rows::subtract(&one(&xp, count - 1), period)?, rows::add(&one(&xp, 0), period)?);
            xp = concatenate(&[before, xp, behind], 0)?;
            fp = concatenate(&[one(&fp, count - 1), fp.clone(), one(&fp, 0)], 0)?;
        }
    }
    if dtype == DType::F64
        && !matches!(beyond, Beyond::Period(_))
        && let Some(found) = between_now(&x, &xp, &fp, ends)?
    {
        return Ok(found);
    }
    between(&x, &xp, &fp, ends)
}

/// The most abscissas and points on the host that are interpolated within the call, which takes less time than
/// recording.
const MAX_EAGER_ELEMENTS: i64 = 4096;

/// As [`between`], for float64, if there are few abscissas and points and they are computed.
fn between_now(x: &Array, xp: &Array, fp: &Array, ends: [Option<Scalar>; 2]) -> Result<Option<Array>> {
    let Some(positions) = x.ready_elements::<f64>(MAX_EAGER_ELEMENTS)? else { return Ok(None) };
    let (Some(xp), Some(fp)) =
        (xp.ready_elements::<f64>(MAX_EAGER_ELEMENTS)?, fp.ready_elements::<f64>(MAX_EAGER_ELEMENTS)?)
    else {
        return Ok(None);
    };
    let last = xp.len() - 1;
    let [left, right] =
        [(ends[0], fp[0]), (ends[1], fp[last])].map(|(end, nearest)| end.map_or(nearest, |end| end.get()));
    let value = |x: f64| {
        if x < xp[0] {
            return left;
        }
        if x > xp[last] {
            return right;
        }
        if last == 0 {
            return fp[0];
        }
        if x.is_nan() {
            return f64::NAN;
        }
        let interval = xp.partition_point(|&point| point <= x).saturating_sub(1).min(last - 1);
        let ([x0, x1], [y0, y1]) = ([xp[interval], xp[interval + 1]], [fp[interval], fp[interval + 1]]);
        match x {
            x if x == xp[last] => return fp[last],
            x if x == x0 => return y0,
            _ => {}
        }
        let slope = (y1 - y0) / (x1 - x0);
        let (first, second) = (slope * (x - x0) + y0, slope * (x - x1) + y1);
        match (first.is_nan(), second.is_nan() && y0 == y1) {
            (false, _) => first,
            (true, false) => second,
            (true, true) => y0,
        }
    };
    let values = collected(positions.into_iter().map(value))?;
    Array::from_slice(&values, x.shape(), x.device()).map(Some)
}

/// A number outside of the range, in the dtype of the values.
fn end(number: Option<Number>, dtype: DType) -> Result<Option<Scalar>> {
    let Some(number) = number else { return Ok(None) };
    if dtype == DType::F64 && matches!(number.value(), Value::Complex(_)) {
        return Err(Error::type_("must be real number, not complex"));
    }
    number.to(dtype).map(Some)
}

/// The values at `x`, for points of ascending coordinates.
fn between(x: &Array, xp: &Array, fp: &Array, ends: [Option<Scalar>; 2]) -> Result<Array> {
    let count = xp.size();
    let one = |array: &Array, interval: i64| -> Array { array.view_of(array.layout().at(0, interval)) };
    let (first, last) = (one(fp, 0), one(fp, count - 1));
    let beyond = |end: Option<Scalar>, nearest: &Array| -> Result<Array> {
        match end {
            None => Ok(nearest.clone()),
            Some(end) => crate::creation::full(crate::creation::shape(()).on(x.device()), end),
        }
    };
    let (left, right) = (beyond(ends[0], &first)?, beyond(ends[1], &last)?);
    let (below, above) = (rows::less(x, &one(xp, 0))?, rows::greater(x, &one(xp, count - 1))?);
    let inside = if count == 1 {
        first.broadcast_to(x.shape())?
    } else {
        // The last point not after `x`; at most the last but one.
        let interval = rows::subtract(&searchsorted(xp, x, Side::Right, None)?, 1)?;
        let interval = super::clip(&interval, 0, count - 2)?;
        let next = rows::add(&interval, 1)?;
        let (x0, x1) = (take_known(xp, &interval, 0)?, take_known(xp, &next, 0)?);
        let (y0, y1) = (take_known(fp, &interval, 0)?, take_known(fp, &next, 0)?);
        let found = line(x, [&x0, &x1], [&y0, &y1])?;
        // A point itself has its own value, which adjacent slopes may not give if they are not finite.
        let at_first = where_(&rows::equal(x, &x0)?, &y0, &found)?;
        where_(&rows::equal(x, &one(xp, count - 1))?, &last, &at_first)?
    };
    let inside = where_(&above, &right, &where_(&below, &left, &inside)?)?;
    if count == 1 {
        return Ok(inside);
    }
    let nothing = Scalar::new(f64::NAN).cast(fp.dtype());
    where_(&rows::isnan(x)?, nothing, &inside)
}

/// The line through two points, evaluated from the end that gives a number.
fn line(x: &Array, [x0, x1]: [&Array; 2], [y0, y1]: [&Array; 2]) -> Result<Array> {
    if y0.dtype().is_complex() {
        let out = Array::empty(y0.shape(), y0.dtype(), y0.device())?;
        out.real_part()?.assign(&line(x, [x0, x1], [&y0.real_part()?, &y1.real_part()?])?)?;
        out.imaginary_part()?.assign(&line(x, [x0, x1], [&y0.imaginary_part()?, &y1.imaginary_part()?])?)?;
        return Ok(out);
    }
    let slope = rows::divide(&rows::subtract(y1, y0)?, &rows::subtract(x1, x0)?)?;
    let from = |at: &Array, value: &Array| -> Result<Array> {
        rows::add(&rows::multiply(&slope, &rows::subtract(x, at)?)?, value)
    };
    let first = from(x0, y0)?;
    let second = from(x1, y1)?;
    let flat = where_(&rows::logical_and(&rows::isnan(&second)?, &rows::equal(y0, y1)?)?, y0, &second)?;
    where_(&rows::isnan(&first)?, &flat, &first)
}
