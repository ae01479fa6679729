//! Random integers between bounds that may be arrays.

use cuprust_ir::{Error, Layout, Result, shape_text};
use cuprust_num::{DType, Kind, Scalar, Value, integer_range};

use super::parameters::shape_of;
use super::{Generator, Interval};
use crate::creation::{New, shape as of_shape};
use crate::ufunc::rows;
use crate::ufunc::where_;
use crate::{Argument, Array};

/// A number truncated to an integer; `None` for an array.
///
/// # Errors
/// A type error for a complex number, a value error for one that is not finite.
fn number(bound: Argument<'_>) -> Result<Option<i128>> {
    let value = match bound {
        Argument::Array(_) => return Ok(None),
        Argument::Value(value) => value,
        Argument::Scalar(scalar) => scalar.value(),
    };
    Ok(Some(match value {
        Value::Bool(value) => value.into(),
        Value::Int(value) => value,
        Value::Float(value) if value.is_finite() => value as i128,
        Value::Float(_) => return Err(Error::value("a bound of integers is not finite")),
        Value::Complex(_) => return Err(Error::type_("a bound of integers must not be complex")),
    }))
}

/// A bound as uint64 if it is an array of uint64, otherwise as int64.
///
/// # Errors
/// A value error for a number that neither can hold, a type error for complex numbers.
fn wide(bound: Argument<'_>, like: &Generator) -> Result<Array> {
    match (bound, number(bound)?) {
        (Argument::Array(array), _) if array.dtype().is_complex() => {
            Err(Error::type_("a bound of integers must not be complex"))
        }
        (Argument::Array(array), _) if array.dtype() == DType::U64 => Ok(array.clone()),
        (Argument::Array(array), _) => array.astype(DType::I64),
        (_, value) => {
            let value = value.unwrap_or_default();
            let scalar = match (i64::try_from(value), u64::try_from(value)) {
                (Ok(value), _) => Scalar::new(value),
                (_, Ok(value)) => Scalar::new(value),
                _ => return Err(Error::value("a bound of integers is out of bounds for int64 and uint64")),
            };
            crate::creation::full(crate::creation::shape(()).dtype(scalar.dtype()).on(like.device()), scalar)
        }
    }
}

/// Whether any element of a bool array is true, which is waited for.
fn any(holds: Result<Array>) -> Result<bool> {
    Ok(rows::any(&holds?, ..)?.item()?.get::<bool>())
}

impl Generator {
    /// Integers from `low` up to `high`, with `endpoint` including `high`, of int64 if no dtype is given; each bound
    /// may be an array, which is waited for. All are equally likely.
    ///
    /// ```
    /// use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let generator = random::default_rng(3)?;
    /// let drawn = generator.integers_between(&array![0, 10, 20], &array![1, 11, 21], false, 3)?;
    /// assert_eq!(drawn.to_string(), "[ 0 10 20]");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Generator::integers`], and a value error where the bounds do not broadcast to the shape.
    pub fn integers_between<'a>(
        &self,
        low: impl Into<Argument<'a>>,
        high: impl Into<Argument<'a>>,
        endpoint: bool,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::I64)?;
        let (low, high) = (low.into(), high.into());
        if let (Some(low), Some(high)) = (number(low)?, number(high)?) {
            return self.integers(Interval { low, high, endpoint }, of_shape(shape).dtype(dtype));
        }
        if !matches!(dtype.kind(), Kind::Bool | Kind::Signed | Kind::Unsigned) {
            let text = format!("integers: unsupported dtype {dtype}, it must be an integer dtype or bool");
            return Err(Error::type_(text));
        }
        let own = shape_of(&[low, high])?;
        if Layout::contiguous(&own).broadcast(&shape).is_err() {
            let (size, own) = (shape_text(&shape), shape_text(&own));
            let text = format!("Output size {size} is not compatible with broadcast dimensions of inputs {own}");
            return Err(Error::value(text));
        }
        let (low, high) = (wide(low, self)?, wide(high, self)?);
        if shape.contains(&0) || low.size() == 0 || high.size() == 0 {
            return Array::empty(&shape, dtype, self.device());
        }
        let order = if endpoint { rows::greater(&low, &high) } else { rows::greater_equal(&low, &high) };
        if any(order)? {
            return Err(Error::value(if endpoint { "low > high" } else { "low >= high" }));
        }
        let last = if endpoint { high } else { rows::subtract(&high, Scalar::one(high.dtype()))? };
        let (smallest, largest) = integer_range(dtype);
        for (bound, name) in [(&low, "low"), (&last, "high")] {
            let (dtype_min, dtype_max) = integer_range(bound.dtype());
            let limit = |value: i128| match bound.dtype() {
                DType::U64 => Scalar::new(value as u64),
                _ => Scalar::new(value as i64),
            };
            let below = smallest > dtype_min && any(rows::less(bound, limit(smallest)))?;
            if below || largest < dtype_max && any(rows::greater(bound, limit(largest)))? {
                return Err(Error::value(format!("{name} is out of bounds for {dtype}")));
            }
        }
        // In uint64, whose arithmetic wraps around as that of int64 does.
        let (low, last) = (low.astype(DType::U64)?, last.astype(DType::U64)?);
        let width = rows::subtract(&last, &low)?;
        let whole = rows::equal(&width, Scalar::new(u64::MAX))?;
        let count = where_(&whole, Scalar::new(1u64), &rows::add(&width, Scalar::new(1u64))?)?;
        // Words below this number would make small remainders more likely, so they are redrawn.
        let zero = Scalar::new(0u64);
        let below = rows::remainder(&rows::subtract(zero, &count)?, &count)?;
        let words = || self.integers(0..=u64::MAX, of_shape(&shape[..]).dtype(DType::U64));
        let mut drawn = words()?;
        loop {
            let again = rows::less(&drawn, &below)?;
            if !any(Ok(again.clone()))? {
                break;
            }
            drawn = where_(&again, &words()?, &drawn)?;
        }
        let positions = where_(&whole, &drawn, &rows::remainder(&drawn, &count)?)?;
        let found = rows::add(&positions, &low)?;
        if dtype == DType::U64 { Ok(found) } else { found.astype(DType::I64)?.astype(dtype) }
    }
}
