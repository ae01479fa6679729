//! Transforms of samples to ones that look normal, and the likelihood of their parameters.

use cuprust::Array;
use cuprust::ufunc::{rows, where_};
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, promote};

use super::minimum::{bracketed_minimum, minimum_between};
use crate::special;
use crate::stats::samples::observations::{Along, Sample, along};

/// The logarithm of the variance of powers over their exponent: of large powers their logarithms are summed instead.
fn log_variance(logarithms: &Sample) -> Result<Array> {
    // The variance of exp(l) is exp(2 m) times that of exp(l - m), where m is the largest l.
    let largest = match &logarithms.valid {
        // An empty sample has none.
        None if logarithms.length() == 0 => logarithms.mean()?,
        None => rows::max(&logarithms.values, cuprust::axis(-1).keepdims())?,
        Some(_) => logarithms.marked()?.nanmax(cuprust::axis(-1).keepdims())?,
    };
    let scaled = rows::exp(&rows::subtract(&logarithms.values, &largest)?)?;
    let variance = logarithms.with(scaled).variance(0.0)?;
    rows::add(&rows::log(&variance)?, &rows::multiply(&largest, 2.0)?)
}

/// The log-likelihood of the exponent `lmb` of Box and Cox's transform of samples: `scipy.stats.boxcox_llf`. NaN where
/// an observation is not positive.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let likelihood = stats::boxcox_llf(0.5, &array![1.0, 2.0, 3.0], along(0))?.to_vec::<f64>()?[0];
/// assert!((likelihood - 0.6393927503112551).abs() < 1e-12);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range.
pub fn boxcox_llf(lmb: f64, data: &Array, along: Along) -> Result<Array> {
    let sample = Sample::new(data, &along)?;
    let logarithms = rows::log(&sample.values)?;
    let total = rows::multiply(&sample.sum(&logarithms)?, lmb - 1.0)?;
    let log_variance = if lmb == 0.0 {
        rows::log(&sample.with(logarithms).variance(0.0)?)?
    } else {
        let powers = sample.with(rows::multiply(&logarithms, lmb)?);
        rows::subtract(&log_variance(&powers)?, 2.0 * lmb.abs().ln())?
    };
    let half = rows::divide(&rows::multiply(&sample.count()?, &log_variance)?, 2.0)?;
    sample.result(&rows::subtract(&total, &half)?.in_dtype(sample.values.dtype())?)
}

/// The value of an array without axes.
fn number(array: &Array) -> Result<f64> {
    Ok(array.item()?.get())
}

/// The exponent of Box and Cox's transform under which a sample looks most normal, by the likelihood: the mode "mle" of
/// `scipy.stats.boxcox_normmax`. This waits for the elements.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// let exponent = stats::boxcox_exponent(&array![1.0, 2.0, 4.0, 8.0, 16.0])?;
/// assert!(exponent.abs() < 1e-4);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for data of more axes than one, and for such that are constant or not positive.
pub fn boxcox_exponent(data: &Array) -> Result<f64> {
    if data.ndim() != 1 {
        return Err(Error::value("Data must be 1-dimensional."));
    }
    if number(&data.min(..)?)? == number(&data.max(..)?)? {
        return Err(Error::value("Data must not be constant."));
    }
    if rows::any(&rows::less_equal(data, 0)?, ..)?.item()?.get() {
        return Err(Error::value("Data must be positive."));
    }
    bracketed_minimum([-2.0, 2.0], |exponent| Ok(-number(&boxcox_llf(exponent, data, along(..))?)?))
}

/// The interval of exponents whose likelihood is not below the largest by more than half a quantile of the chi-squared
/// distribution: the confidence interval of `scipy.stats.boxcox`.
///
/// # Errors
/// A value error where no end is found, and for a level that is not between zero and one.
pub fn boxcox_interval(data: &Array, exponent: f64, alpha: f64) -> Result<[f64; 2]> {
    let level = special::chdtri(&Array::from_slice(&[1.0], (), data.device())?, alpha)?;
    let least = number(&boxcox_llf(exponent, data, along(..))?)? - 0.5 * number(&level)?;
    let above = |exponent: f64| Ok(number(&boxcox_llf(exponent, data, along(..))?)? - least);
    let end = |step: f64| {
        let mut far = exponent + step;
        let mut turns = 0;
        while above(far)? > 0.0 {
            far += step;
            turns += 1;
            if turns > 500 {
                return Err(Error::runtime("Could not find endpoint."));
            }
        }
        super::minimum::root(exponent, far, above)
    };
    Ok([end(-0.1)?, end(0.1)?])
}

/// Yeo and Johnson's transform of elements by an exponent: `scipy.stats.yeojohnson` with `lmbda`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// assert_eq!(stats::yeojohnson(&array![-1.0, 0.0, 3.0], 1.0)?.to_string(), "[-1.  0.  3.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for complex numbers.
pub fn yeojohnson(x: &Array, lmbda: f64) -> Result<Array> {
    if x.dtype().is_complex() {
        return Err(Error::value("Yeo-Johnson transformation is not defined for complex numbers."));
    }
    let x = x.inexact()?;
    let epsilon = cuprust::chapters::epsilon(x.dtype());
    let grown = |logarithm: &Array, exponent: f64| match exponent.abs() < epsilon {
        true => Ok(logarithm.clone()),
        false => rows::divide(&rows::expm1(&rows::multiply(logarithm, exponent)?)?, exponent),
    };
    let logarithm = rows::log1p(&rows::absolute(&x)?)?;
    let negative = rows::negative(&grown(&logarithm, 2.0 - lmbda)?)?;
    where_(&rows::greater_equal(&x, 0.0)?, &grown(&logarithm, lmbda)?, &negative)?.in_dtype(x.dtype())
}

/// The log-likelihood of the exponent `lmb` of Yeo and Johnson's transform of samples: `scipy.stats.yeojohnson_llf`.
///
/// # Errors
/// An axis error for axes out of range, a value error for complex numbers.
pub fn yeojohnson_llf(lmb: f64, data: &Array, along: Along) -> Result<Array> {
    let sample = Sample::new(data, &along)?;
    let transformed = sample.with(yeojohnson(&sample.values, lmb)?);
    let variance = transformed.variance(0.0)?;
    let signed = rows::multiply(&rows::sign(&sample.values)?, &rows::log1p(&rows::absolute(&sample.values)?)?)?;
    let half = rows::divide(&rows::multiply(&sample.count()?, &rows::log(&variance)?)?, -2.0)?;
    let likelihood = rows::add(&half, &rows::multiply(&sample.sum(&signed)?, lmb - 1.0)?)?;
    // If the variance is rounding error only, the likelihood has no value.
    let tiny = if promote(variance.dtype(), DType::F32) == DType::F32 {
        f64::from(f32::MIN_POSITIVE)
    } else {
        f64::MIN_POSITIVE
    };
    let constant = rows::less(&variance, tiny)?;
    sample.result(&where_(&constant, f64::INFINITY, &likelihood)?.in_dtype(sample.values.dtype())?)
}

/// The exponent of Yeo and Johnson's transform under which a sample looks most normal:
/// `scipy.stats.yeojohnson_normmax`. This waits for the elements.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// let exponent = stats::yeojohnson_exponent(&array![0.0, 1.0, 3.0, 7.0, 15.0])?;
/// assert!(exponent.abs() < 0.2);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for elements that are not finite.
pub fn yeojohnson_exponent(data: &Array) -> Result<f64> {
    let data = data.inexact()?;
    if !rows::all(&rows::isfinite(&data)?, ..)?.item()?.get::<bool>() {
        return Err(Error::value("Yeo-Johnson input must be finite."));
    }
    let [low, high] = [number(&data.min(..)?)?, number(&data.max(..)?)?];
    if low == 0.0 && high == 0.0 {
        return Ok(1.0);
    }
    let (epsilon, tiny, largest) = match data.dtype() == DType::F32 {
        true => (f64::from(f32::EPSILON), f64::from(f32::MIN_POSITIVE), f64::from(f32::MAX)),
        false => (f64::EPSILON, f64::MIN_POSITIVE, f64::MAX),
    };
    // Exponents under which the transform neither overflows nor vanishes.
    let scale = (20.0 * low.abs().max(high.abs())).ln_1p();
    let (mut first, mut last) = ((tiny.ln() - epsilon.ln()) / 2.0 / scale, (largest.ln() + epsilon.ln()) / 2.0 / scale);
    if high < 0.0 {
        (first, last) = (2.0 - last, 2.0 - first);
    } else if low < 0.0 {
        (first, last) = (first.max(2.0 - last), last.min(2.0 - first));
    }
    minimum_between([first, last], 1.48e-8, |exponent| {
        let likelihood = number(&yeojohnson_llf(exponent, &data, along(..))?)?;
        Ok(if likelihood == f64::INFINITY { f64::INFINITY } else { -likelihood })
    })
}
