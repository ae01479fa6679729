//! How far observations are spread, by quantiles.

use cuprust::statistics::Method;
use cuprust::ufunc::rows;
use cuprust::{Array, axis};
use cuprust_ir::{Error, Result};

use crate::stats::samples::observations::{Along, Sample};

/// The interquartile range, or that between two other percentiles of `range`, divided by a scale: `scipy.stats.iqr`.
///
/// ```
/// use cuprust::*;
/// use cuprust::statistics::Method;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let range = stats::iqr(&array![1.0, 2.0, 3.0, 4.0, 5.0], [25.0, 75.0], 1.0, Method::Linear, along(..))?;
/// assert_eq!(range.to_string(), "2.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for percentiles that are NaN or not between 0 and 100.
pub fn iqr(a: &Array, range: [f64; 2], scale: f64, method: Method, along: Along) -> Result<Array> {
    if range.iter().any(|percent| percent.is_nan()) {
        return Err(Error::value("`rng` must not contain NaNs."));
    }
    if range.iter().any(|percent| !(0.0..=100.0).contains(percent)) {
        return Err(Error::value("Elements of `rng` must be in the range [0, 100]."));
    }
    let (low, high) = (range[0].min(range[1]), range[0].max(range[1]));
    let sample = Sample::new(a, &along)?;
    if sample.length() == 0 {
        // A quantile of no observations is an error, as in NumPy.
        return sample.result(&sample.mean()?);
    }
    let ends = [low / 100.0, high / 100.0];
    let over = axis(-1).keepdims().method(method);
    let ends = match &sample.valid {
        None => sample.values.quantile(ends, over)?,
        Some(_) => sample.marked()?.nanquantile(ends, over)?,
    };
    let range = rows::subtract(&ends.at(1)?, &ends.at(0)?)?.in_dtype(sample.values.dtype())?;
    sample.result(&if scale == 1.0 { range } else { rows::divide(&range, scale)? })
}

/// The median of the distances from the median, or from centers, divided by a scale:
/// `scipy.stats.median_abs_deviation`. `center` broadcasts to the samples.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let a = array![1.0, 2.0, 4.0, 9.0, 100.0];
/// assert_eq!(stats::median_abs_deviation(&a, None, 1.0, along(0))?.to_string(), "3.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range.
pub fn median_abs_deviation(a: &Array, center: Option<&Array>, scale: f64, along: Along) -> Result<Array> {
    let sample = Sample::new(a, &along)?;
    let median = |values: &Array| match &sample.valid {
        None => values.median(axis(-1).keepdims()),
        Some(_) => values.nanmedian(axis(-1).keepdims()),
    };
    let values = sample.marked()?;
    let center = match center {
        None => median(&values)?,
        Some(center) => center.clone(),
    };
    let deviation = median(&rows::absolute(&rows::subtract(&values, &center)?)?)?;
    sample.result(&if scale == 1.0 { deviation } else { rows::divide(&deviation, scale)? })
}
