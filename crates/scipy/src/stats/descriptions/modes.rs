//! Modes, and summaries of samples.

use cuprust::indexing::take_along_axis;
use cuprust::ufunc::{rows, where_};
use cuprust::ufunc_methods::accumulate;
use cuprust::{Array, Ellipsis, arange, axis, concatenate, ones, s, shape, span};
use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_ops::RowId;

use super::moments::{peakedness, skewness};
use crate::stats::samples::observations::{Along, Sample};

/// The most frequent observations and their counts; of several the smallest: `scipy.stats.mode`. NaN count as one
/// value, unless they are left out.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let (mode, count) = stats::mode(&array![3, 1, 3, 1, 2], along(0))?;
/// assert_eq!((mode.to_string(), count.to_string()), ("1".into(), "2".into()));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range.
pub fn mode(a: &Array, along: Along) -> Result<(Array, Array)> {
    let sample = Sample::as_given(a, &along)?;
    let n = sample.length();
    if n == 0 {
        let none = rows::sum(&sample.values.inexact()?, axis(-1).keepdims())?;
        return Ok((sample.result(&rows::add(&none, f64::NAN)?)?, sample.result(&none)?));
    }
    let ordered = sample.sorted()?;
    let (before, after) = (ordered.at(s![Ellipsis, ..n - 1])?, ordered.at(s![Ellipsis, 1..])?);
    // A run of equal observations begins where one differs from the one before; NaN, which are last, are one run.
    let mut differs = rows::not_equal(&before, &after)?;
    if ordered.dtype().is_inexact() {
        differs = rows::logical_and(&differs, &rows::logical_not(&rows::isnan(&before)?)?)?;
    }
    let mut extents = cuprust::Dims::new(ordered.shape());
    extents[ordered.ndim() - 1] = 1;
    let first = ones(shape(&extents[..]).dtype(DType::Bool).on(a.device()))?;
    let begins = concatenate(&[first, differs], -1)?;
    let indices = arange(span(0..n).on(a.device()))?;
    let begin = accumulate(const { RowId::named("maximum") }, &where_(&begins, &indices, 0)?, -1, None, None)?;
    let mut lengths = rows::add(&rows::subtract(&indices, &begin)?, 1)?;
    if sample.valid.is_some() {
        lengths = where_(&rows::isnan(&ordered)?, 0, &lengths)?;
    }
    let longest = lengths.argmax(axis(-1).keepdims())?;
    let mode = take_along_axis(&ordered, &longest, -1)?;
    let count = take_along_axis(&lengths, &longest, -1)?;
    Ok((sample.result(&mode)?, sample.result(&count)?))
}

/// A summary of samples: `scipy.stats.describe`.
#[derive(Debug)]
pub struct Description {
    /// How many observations count.
    pub nobs: Array,
    /// The smallest and the largest observations.
    pub minmax: [Array; 2],
    /// The means.
    pub mean: Array,
    /// The variances.
    pub variance: Array,
    /// The skewnesses.
    pub skewness: Array,
    /// The kurtoses, less the normal distribution's three.
    pub kurtosis: Array,
}

/// The number, the extremes and the first four moments of samples: `scipy.stats.describe`. `ddof` is subtracted from
/// the count for the variance; higher moments are corrected for the number of observations unless `bias` is set.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let description = stats::describe(&array![1.0, 2.0, 3.0], along(0), 1.0, true)?;
/// assert_eq!((description.mean.to_string(), description.variance.to_string()), ("2.0".into(), "1.0".into()));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error where there are no elements.
pub fn describe(a: &Array, along: Along, ddof: f64, bias: bool) -> Result<Description> {
    if a.size() == 0 {
        return Err(Error::value("The input must not be empty."));
    }
    let original = Sample::as_given(a, &along)?;
    let extremes = match &original.valid {
        None => [original.values.min(axis(-1).keepdims())?, original.values.max(axis(-1).keepdims())?],
        Some(_) => [original.values.nanmin(axis(-1).keepdims())?, original.values.nanmax(axis(-1).keepdims())?],
    };
    let sample = original.with(original.values.inexact()?);
    let nobs = sample.count()?.astype(DType::I64)?;
    Ok(Description {
        nobs: if original.valid.is_some() { sample.result(&nobs)? } else { nobs },
        minmax: [original.result(&extremes[0])?, original.result(&extremes[1])?],
        mean: sample.result(&sample.mean()?)?,
        variance: sample.result(&rows::divide(&sample.squares()?, &rows::subtract(&sample.count()?, ddof)?)?)?,
        skewness: sample.result(&skewness(&sample, bias)?)?,
        kurtosis: sample.result(&rows::subtract(&peakedness(&sample, bias)?, 3.0)?)?,
    })
}

/// The observations that are left when those too many standard deviations below or above the mean are left out again
/// and again, and the limits of the last turn: `scipy.stats.sigmaclip`. This waits for the elements.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// let clipped = stats::sigmaclip(&array![9.5, 10.0, 10.5, 9.0, 11.0, 100.0], 2.0, 2.0)?.0;
/// assert_eq!(clipped.size(), 5);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// None of its own.
pub fn sigmaclip(a: &Array, low: f64, high: f64) -> Result<(Array, Array, Array)> {
    let mut left = a.ravel()?;
    loop {
        let (mean, deviation) = (left.mean(..)?, left.std(..)?);
        let lower = rows::subtract(&mean, &rows::multiply(&deviation, low)?)?;
        let upper = rows::add(&mean, &rows::multiply(&deviation, high)?)?;
        let within = rows::logical_and(&rows::greater_equal(&left, &lower)?, &rows::less_equal(&left, &upper)?)?;
        let clipped = left.at(&within)?;
        if clipped.size() == left.size() {
            return Ok((clipped, lower, upper));
        }
        left = clipped;
    }
}
