//! Means of other kinds than the arithmetic one.

use cuprust::Array;
use cuprust::ufunc::{rows, where_};
use cuprust_ir::{Error, Result};

use crate::stats::samples::observations::{Along, Sample};

/// The sample of an array, and the weights of its observations: ones where none are given. NaN among the weights leave
/// out observations too.
fn weighted(a: &Array, along: &Along, weights: Option<&Array>) -> Result<(Sample, Option<Array>)> {
    match weights {
        None => Ok((Sample::new(a, along)?, None)),
        Some(weights) => {
            if a.shape() != weights.shape() {
                return Err(Error::value("Shape of weights must match shape of array."));
            }
            let [sample, weights] = Sample::pair(a, weights, along)?;
            Ok((sample, Some(weights.values)))
        }
    }
}

/// The mean of terms, one for each observation.
fn mean(sample: &Sample, terms: &Array, weights: Option<&Array>) -> Result<Array> {
    match weights {
        None => sample.mean_of(terms),
        Some(weights) => {
            let total = sample.sum(&rows::multiply(terms, weights)?)?;
            rows::divide(&total, &sample.sum(weights)?)
        }
    }
}

/// The geometric mean: the n-th root of the product of n observations, with their weights as exponents, where there are
/// some. `scipy.stats.gmean`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// assert_eq!(stats::gmean(&array![1.0, 4.0], along(..), None)?.to_string(), "2.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for weights of another shape.
pub fn gmean(a: &Array, along: Along, weights: Option<&Array>) -> Result<Array> {
    let (sample, weights) = weighted(a, &along, weights)?;
    let logarithm = mean(&sample, &rows::log(&sample.values)?, weights.as_ref())?;
    sample.result(&rows::exp(&logarithm)?)
}

/// The harmonic mean: the inverse of the mean of inverses, NaN where an observation is negative. `scipy.stats.hmean`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// assert_eq!(stats::hmean(&array![1.0, 3.0], along(..), None)?.to_string(), "1.5");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`gmean`].
pub fn hmean(a: &Array, along: Along, weights: Option<&Array>) -> Result<Array> {
    power_mean(a, -1.0, along, weights)
}

/// The power mean: the p-th root of the mean of p-th powers, the geometric mean for a `p` of zero; NaN where an
/// observation is negative. `scipy.stats.pmean`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// assert_eq!(stats::pmean(&array![1.0, 7.0], 2.0, along(..), None)?.to_string(), "5.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`gmean`].
pub fn pmean(a: &Array, p: f64, along: Along, weights: Option<&Array>) -> Result<Array> {
    if p == 0.0 { gmean(a, along, weights) } else { power_mean(a, p, along, weights) }
}

/// The p-th root of the mean of p-th powers.
fn power_mean(a: &Array, p: f64, along: Along, weights: Option<&Array>) -> Result<Array> {
    let (sample, weights) = weighted(a, &along, weights)?;
    let negative = rows::less(&sample.values, 0.0)?;
    let values = where_(&negative, f64::NAN, &sample.values)?.in_dtype(sample.values.dtype())?;
    let power = |values: &Array, p: f64| if p == -1.0 { rows::divide(1.0, values) } else { rows::power(values, p) };
    let mean = mean(&sample, &power(&values, p)?, weights.as_ref())?;
    sample.result(&power(&mean, 1.0 / p)?)
}
