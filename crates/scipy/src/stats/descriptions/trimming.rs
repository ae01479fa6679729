//! Statistics of samples without their outermost observations, and within limits.

use cuprust::ufunc::{rows, where_};
use cuprust::{Array, Ellipsis, axis, normalize_axis, s, sorting};
use cuprust_ir::{Error, Result};

use crate::stats::samples::observations::{Along, Sample};
use crate::stats::samples::quantiles::trimmed_mean;

/// How many of `n` observations a proportion is; a negative one is none, or less than none by `n` at most, so that what
/// remains of the observations is a number.
fn cut(n: i64, proportion: f64) -> i64 {
    ((proportion * n as f64) as i64).max(-n)
}

/// The mean of samples without a proportion of the observations at each end: `scipy.stats.trim_mean`. Where NaN are
/// left out, the proportion is one of the observations that remain.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// assert_eq!(stats::trim_mean(&array![1.0, 2.0, 3.0, 100.0], 0.25, along(0))?.to_string(), "2.5");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for a proportion above one half.
pub fn trim_mean(a: &Array, proportion: f64, along: Along) -> Result<Array> {
    let sample = Sample::new(a, &along)?;
    let mean = trimmed_mean(&sample, proportion)?.done(sample.values.dtype())?;
    sample.result(&sample.spoiled(&mean)?)
}

/// The observations along an axis, or all of them if it is None, in ascending order from one index up to another.
fn ordered(a: &Array, axis: Option<i64>, positions: impl FnOnce(i64) -> Result<[i64; 2]>) -> Result<Array> {
    let (a, axis) = match axis {
        None => (a.ravel()?, 0),
        Some(axis) => {
            let a = a.at_least(1);
            let axis = normalize_axis(axis, a.ndim())?;
            (a, axis)
        }
    };
    let [first, last] = positions(a.shape()[axis])?;
    let ordered = sorting::sort(&a, Some(axis as i64))?.swapaxes(axis as i64, -1)?;
    ordered.at(s![Ellipsis, first..last])?.swapaxes(axis as i64, -1)?.copy()
}

/// The observations without a proportion of them at each end, in ascending order: `scipy.stats.trimboth`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// assert_eq!(stats::trimboth(&array![4, 1, 3, 2], 0.25, Some(0))?.to_string(), "[2 3]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for an axis out of range, a value error for a proportion of one half and above.
pub fn trimboth(a: &Array, proportion: f64, axis: Option<i64>) -> Result<Array> {
    if a.size() == 0 {
        return Ok(a.clone());
    }
    ordered(a, axis, |n| match cut(n, proportion) {
        cut if cut >= n - cut => Err(Error::value("Proportion too big.")),
        cut => Ok([cut, n - cut]),
    })
}

/// The observations without a proportion of the largest, or of the smallest, in ascending order: `scipy.stats.trim1`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// assert_eq!(stats::trim1(&array![4, 1, 3, 2], 0.5, true, Some(0))?.to_string(), "[1 2]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for an axis out of range.
pub fn trim1(a: &Array, proportion: f64, largest: bool, axis: Option<i64>) -> Result<Array> {
    ordered(a, axis, |n| {
        let cut = cut(n, proportion.min(1.0));
        Ok(if largest { [0, n - cut] } else { [cut, n] })
    })
}

/// The limits within which observations count, each of which may be missing.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Within, along};
/// # fn main() -> Result<()> {
/// let mean = stats::tmean(&array![1.0, 2.0, 3.0, 100.0], Within::from(Some(2.0), Some(50.0)), along(..))?;
/// assert_eq!(mean.to_string(), "2.5");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Within {
    limits: [Option<f64>; 2],
    inclusive: [bool; 2],
}

impl Within {
    /// From one limit to another one, both of which are within.
    pub fn from(low: Option<f64>, high: Option<f64>) -> Within {
        Within { limits: [low, high], inclusive: [true, true] }
    }

    /// Whether the limits themselves are within.
    pub fn inclusive(self, inclusive: [bool; 2]) -> Within {
        Within { inclusive, ..self }
    }

    /// Whether each value is within the limits; None if there are no limits.
    fn mask(&self, values: &Array) -> Result<Option<Array>> {
        let low = match (self.limits[0], self.inclusive[0]) {
            (None, _) => None,
            (Some(low), true) => Some(rows::less(values, low)?),
            (Some(low), false) => Some(rows::less_equal(values, low)?),
        };
        let high = match (self.limits[1], self.inclusive[1]) {
            (None, _) => None,
            (Some(high), true) => Some(rows::greater(values, high)?),
            (Some(high), false) => Some(rows::greater_equal(values, high)?),
        };
        let outside = match (low, high) {
            (Some(low), Some(high)) => rows::logical_or(&low, &high)?,
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return Ok(None),
        };
        rows::logical_not(&outside).map(Some)
    }

    /// The sample in which only values within the limits count. This waits for the elements if there are limits.
    ///
    /// A value error if no value is within.
    fn sample(&self, sample: Sample) -> Result<Sample> {
        let Some(within) = self.mask(&sample.values)? else { return Ok(sample) };
        if !rows::any(&within, ..)?.item()?.get::<bool>() {
            return Err(Error::value("No array values within given limits"));
        }
        sample.within(within)
    }
}

/// The mean of the observations within limits: `scipy.stats.tmean`. It is float64, or the dtype of integers.
///
/// # Errors
/// An axis error for axes out of range, a value error where no observation is within.
pub fn tmean(a: &Array, within: Within, along: Along) -> Result<Array> {
    let sample = within.sample(Sample::new(a, &along)?)?;
    sample.result(&sample.mean()?)
}

/// The variance of the observations within limits: `scipy.stats.tvar`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Within, along};
/// # fn main() -> Result<()> {
/// let variance = stats::tvar(&array![1.0, 3.0, 100.0], Within::from(None, Some(50.0)), 1.0, along(..))?;
/// assert_eq!(variance.to_string(), "2.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`tmean`].
pub fn tvar(a: &Array, within: Within, ddof: f64, along: Along) -> Result<Array> {
    let sample = within.sample(Sample::new(a, &along)?)?;
    sample.result(&sample.variance(ddof)?)
}

/// The standard deviation of the observations within limits: `scipy.stats.tstd`.
///
/// # Errors
/// As [`tmean`].
pub fn tstd(a: &Array, within: Within, ddof: f64, along: Along) -> Result<Array> {
    rows::sqrt(&tvar(a, within, ddof, along)?)
}

/// The standard error of the mean of the observations within limits: `scipy.stats.tsem`.
///
/// # Errors
/// As [`tmean`].
pub fn tsem(a: &Array, within: Within, ddof: f64, along: Along) -> Result<Array> {
    let sample = within.sample(Sample::new(a, &along)?)?;
    sample.result(&rows::sqrt(&rows::divide(&sample.variance(ddof)?, &sample.count()?)?)?)
}

/// The smallest or the largest of the observations within limits. Where a sample has none, it is NaN, and the result is
/// of a floating-point dtype.
fn extreme(a: &Array, within: Within, along: Along, largest: bool) -> Result<Array> {
    let whole = Sample::as_given(a, &along)?;
    if whole.length() == 0 {
        return whole.result(&whole.with(whole.values.inexact()?).mean()?);
    }
    let sample = within.sample(whole.clone())?;
    let reduced = |values: &Array| match largest {
        true => rows::max(values, axis(-1).keepdims()),
        false => rows::min(values, axis(-1).keepdims()),
    };
    let Some(valid) = &sample.valid else { return sample.result(&sample.spoiled(&reduced(&sample.values)?)?) };
    let any = rows::any(valid, axis(-1).keepdims())?;
    // Observations that do not count become the opposite extreme.
    let opposite = match largest {
        true => sample.values.nanmin(..)?,
        false => sample.values.nanmax(..)?,
    };
    let found = reduced(&where_(valid, &sample.values, &opposite)?)?;
    let found = match rows::all(&any, ..)?.item()?.get::<bool>() {
        true => found,
        false => where_(&any, &found, f64::NAN)?,
    };
    sample.result(&sample.spoiled(&found)?)
}

/// The smallest of the observations from a limit on: `scipy.stats.tmin`. NaN for a sample that has none.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// assert_eq!(stats::tmin(&array![1, 3, 2], Some(1.0), false, along(0))?.to_string(), "2");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`tmean`].
pub fn tmin(a: &Array, limit: Option<f64>, inclusive: bool, along: Along) -> Result<Array> {
    extreme(a, Within::from(limit, None).inclusive([inclusive, true]), along, false)
}

/// The largest of the observations up to a limit: `scipy.stats.tmax`. NaN for a sample that has none.
///
/// # Errors
/// As [`tmean`].
pub fn tmax(a: &Array, limit: Option<f64>, inclusive: bool, along: Along) -> Result<Array> {
    extreme(a, Within::from(None, limit).inclusive([true, inclusive]), along, true)
}
