//! Scores: how many standard deviations elements are from the mean of a sample.

use cuprust::Array;
use cuprust::chapters::epsilon;
use cuprust::ufunc::{rows, where_};
use cuprust_ir::Result;
use cuprust_num::promote;

use crate::stats::samples::observations::{Along, Sample};

/// The scores of elements by the mean and the standard deviation of the samples of another array. Samples of equal
/// observations give NaN, where the elements are their own.
fn scores(elements: &Array, compare: &Array, along: Along, ddof: f64, own: bool) -> Result<Array> {
    let sample = Sample::new(compare, &along.keepdims())?;
    let mean = sample.mean()?;
    let mut deviation = rows::sqrt(&sample.variance(ddof)?)?;
    if own {
        let rounding = rows::absolute(&rows::multiply(&mean, epsilon(sample.values.dtype()))?)?;
        let constant = rows::less_equal(&deviation, &rounding)?;
        deviation = where_(&constant, f64::NAN, &deviation)?.in_dtype(deviation.dtype())?;
    }
    let elements = elements.in_dtype(promote(elements.inexact()?.dtype(), sample.values.dtype()))?;
    rows::divide(&rows::subtract(&elements, &sample.result(&mean)?)?, &sample.result(&deviation)?)
}

/// How many standard deviations each element of `elements` is above the mean of the samples in `compare`, which
/// broadcast: `scipy.stats.zmap`. What is taken from the count is `ddof`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// assert_eq!(stats::zmap(&array![0.0, 4.0], &array![1.0, 3.0], along(0), 0.0)?.to_string(), "[-2.  2.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for shapes that do not broadcast.
pub fn zmap(elements: &Array, compare: &Array, along: Along, ddof: f64) -> Result<Array> {
    scores(elements, compare, along, ddof, false)
}

/// How many standard deviations each observation is above its sample's mean, NaN where all are equal:
/// `scipy.stats.zscore`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// assert_eq!(stats::zscore(&array![1.0, 3.0], along(0), 0.0)?.to_string(), "[-1.  1.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range.
pub fn zscore(a: &Array, along: Along, ddof: f64) -> Result<Array> {
    scores(a, a, along, ddof, true)
}

/// The [`zscore`] of logarithms: `scipy.stats.gzscore`.
///
/// # Errors
/// An axis error for axes out of range.
pub fn gzscore(a: &Array, along: Along, ddof: f64) -> Result<Array> {
    zscore(&rows::log(&a.inexact()?)?, along, ddof)
}

/// The geometric standard deviation: the exponential of the standard deviation of logarithms, NaN where an observation
/// is not positive. `scipy.stats.gstd`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// assert_eq!(stats::gstd(&array![1.0, 1.0], along(..), 1.0)?.to_string(), "1.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range.
pub fn gstd(a: &Array, along: Along, ddof: f64) -> Result<Array> {
    let sample = Sample::new(&rows::log(&a.inexact()?)?, &along)?;
    sample.result(&rows::exp(&rows::sqrt(&sample.variance(ddof)?)?)?)
}
