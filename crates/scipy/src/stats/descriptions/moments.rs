//! Moments of samples and statistics composed of them.

use cuprust::Array;
use cuprust::chapters::epsilon;
use cuprust::ufunc::{rows, where_};
use cuprust_ir::{Error, Result};

use crate::stats::samples::observations::{Along, Sample};

/// The mean power of the deviations from a center, by default the mean.
fn central_moment(sample: &Sample, order: i64, center: Option<f64>) -> Result<Array> {
    let terms = match (center, order) {
        // About the mean the first moment is zero, without rounding.
        (None, 1) => rows::multiply(&sample.values, 0.0)?,
        (None, _) => power(&sample.deviations()?, order)?,
        (Some(center), _) => power(&rows::subtract(&sample.values, center)?, order)?,
    };
    sample.mean_of(&terms)
}

/// A power by an integer that is not negative, by squaring, as products of few factors.
fn power(x: &Array, order: i64) -> Result<Array> {
    match order {
        0 => rows::power(x, 0.0),
        1 => Ok(x.clone()),
        _ => {
            let root = power(x, order / 2)?;
            let square = rows::square(&root)?;
            if order % 2 == 1 { rows::multiply(&square, x) } else { Ok(square) }
        }
    }
}

/// Whether a second moment is so small relative to the mean that the deviations are rounding errors only.
fn is_rounding(sample: &Sample, second: &Array) -> Result<Array> {
    let epsilon = epsilon(sample.values.dtype());
    let mean = sample.mean()?;
    rows::less_equal(second, &rows::square(&rows::multiply(&mean, epsilon)?)?)
}

/// The moment of an order about the mean, or about a center: `scipy.stats.moment`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// assert_eq!(stats::moment(&array![1.0, 2.0, 3.0, 4.0, 5.0], 2, along(..), None)?.to_string(), "2.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for a negative order.
pub fn moment(a: &Array, order: i64, along: Along, center: Option<f64>) -> Result<Array> {
    if order < 0 {
        return Err(Error::value("All elements of `order` must be integral."));
    }
    let sample = Sample::new(a, &along)?;
    sample.result(&sample.spoiled(&central_moment(&sample, order, center)?)?)
}

/// The skewness: the third central moment over the second one to the power of 3/2, NaN where all observations are
/// equal. `scipy.stats.skew`. Corrected for the sample's size unless `bias` is set.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// assert_eq!(stats::skew(&array![1.0, 2.0, 3.0, 4.0, 5.0], along(..), true)?.to_string(), "0.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range.
pub fn skew(a: &Array, along: Along, bias: bool) -> Result<Array> {
    let sample = Sample::new(a, &along)?;
    sample.result(&skewness(&sample, bias)?)
}

/// The skewness, with the sample's axis kept.
pub(in crate::stats) fn skewness(sample: &Sample, bias: bool) -> Result<Array> {
    let [second, third] = [central_moment(sample, 2, None)?, central_moment(sample, 3, None)?];
    let ratio = rows::divide(&third, &rows::power(&second, 1.5)?)?;
    let corrected = if bias {
        ratio
    } else {
        let n = sample.count()?;
        let factor =
            rows::divide(&rows::sqrt(&rows::multiply(&n, &rows::subtract(&n, 1.0)?)?)?, &rows::subtract(&n, 2.0)?)?;
        where_(&rows::greater(&n, 2.0)?, &rows::multiply(&factor, &ratio)?, &ratio)?
    };
    where_(&is_rounding(sample, &second)?, f64::NAN, &corrected)?.in_dtype(sample.values.dtype())
}

/// The kurtosis: the fourth central moment over the square of the second one, NaN where all observations are equal.
/// `scipy.stats.kurtosis`. Less the normal distribution's three, where `fisher` is set; corrected for the sample's size
/// unless `bias` is.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// assert_eq!(stats::kurtosis(&array![1.0, 2.0, 3.0, 4.0, 5.0], along(..), true, true)?.to_string(), "-1.3");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range.
pub fn kurtosis(a: &Array, along: Along, fisher: bool, bias: bool) -> Result<Array> {
    let sample = Sample::new(a, &along)?;
    let pearson = peakedness(&sample, bias)?;
    sample.result(&if fisher { rows::subtract(&pearson, 3.0)? } else { pearson })
}

/// The kurtosis, three for a normal distribution, with the sample's axis kept.
pub(in crate::stats) fn peakedness(sample: &Sample, bias: bool) -> Result<Array> {
    let [second, fourth] = [central_moment(sample, 2, None)?, central_moment(sample, 4, None)?];
    let ratio = rows::divide(&fourth, &rows::square(&second)?)?;
    let corrected = if bias {
        ratio
    } else {
        let n = sample.count()?;
        let less = |taken: f64| rows::subtract(&n, taken);
        let scaled = rows::multiply(&rows::subtract(&rows::square(&n)?, 1.0)?, &ratio)?;
        let shift = rows::multiply(&rows::square(&less(1.0)?)?, 3.0)?;
        let excess = rows::divide(&rows::subtract(&scaled, &shift)?, &rows::multiply(&less(2.0)?, &less(3.0)?)?)?;
        where_(&rows::greater(&n, 3.0)?, &rows::add(&excess, 3.0)?, &ratio)?
    };
    where_(&is_rounding(sample, &second)?, f64::NAN, &corrected)?.in_dtype(sample.values.dtype())
}

/// The coefficient of variation: the standard deviation over the mean. `scipy.stats.variation`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// assert_eq!(stats::variation(&array![1.0, 3.0], along(..), 0.0)?.to_string(), "0.5");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range.
pub fn variation(a: &Array, along: Along, ddof: f64) -> Result<Array> {
    let sample = Sample::new(a, &along)?;
    // As in SciPy, the ratio is infinite if `ddof` equals the count, and NaN if it is larger.
    let divisor = rows::subtract(&sample.count()?, ddof)?;
    let divisor = where_(&rows::less(&divisor, 0.0)?, f64::NAN, &divisor)?.in_dtype(sample.values.dtype())?;
    let deviation = rows::sqrt(&rows::divide(&sample.squares()?, &divisor)?)?;
    sample.result(&rows::divide(&deviation, &sample.mean()?)?)
}

/// The standard error of the mean: the standard deviation over the root of the count. `scipy.stats.sem`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// assert_eq!(stats::sem(&array![1.0, 3.0], along(..), 1.0)?.to_string(), "1.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range.
pub fn sem(a: &Array, along: Along, ddof: f64) -> Result<Array> {
    let sample = Sample::new(a, &along)?;
    let count = sample.count()?;
    let divisor = rows::maximum(&rows::subtract(&count, ddof)?, 0.0)?;
    sample.result(&rows::sqrt(&rows::divide(&rows::divide(&sample.squares()?, &divisor)?, &count)?)?)
}
