//! Estimators of the best width of bins, by NumPy's names.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::bins::{Estimator, Interval};
use super::edges::Ends;
use super::{counts, edges};
use crate::Array;
use crate::indexing::take_where;
use crate::ufunc::rows;

/// The number of bins that a rule chooses for the range, for the elements within it: all of them, if the range is not
/// `named`.
///
/// # Errors
/// A type error for complex numbers, with Stone's rule a value error; a value error for more bins than can be counted,
/// a value or an overflow error where the distance of the ends overflows.
pub(super) fn count(rule: Estimator, flat: &Array, ends: &Ends, named: bool) -> Result<i64> {
    let (first, last) = (ends.first.re, ends.last.re);
    if flat.dtype().is_complex() {
        let message = "the number of bins is estimated of real numbers";
        // As in NumPy, which computes bins for this rule before it compares.
        return Err(if rule == Estimator::Stone { Error::value(message) } else { Error::type_(message) });
    }
    let whole = flat.dtype().is_integer();
    let flat = match named {
        false => flat.clone(),
        true => {
            let kept = rows::logical_and(&rows::greater_equal(flat, first)?, &rows::less_equal(flat, last)?)?;
            take_where(flat, &kept)?
        }
    };
    if flat.size() == 0 {
        return Ok(1);
    }
    let own = Elements { count: flat.size() as f64, flat: flat.in_dtype(DType::F64)?, ends: (first, last) };
    let width = own.width(rule)?;
    let width = if whole && width != 0.0 { width.max(1.0) } else { width };
    if width == 0.0 || width.is_nan() {
        return Ok(1);
    }
    if !ends.is_narrow() {
        return Err(match named {
            false => Error::value("cannot convert float NaN to integer"),
            true => Error::overflow("cannot convert float infinity to integer"),
        });
    }
    let bins = ((last - first) / width).ceil();
    if bins >= i64::MAX as f64 {
        return Err(Error::value("Maximum allowed size exceeded"));
    }
    Ok(bins as i64)
}

/// Elements, of which there is at least one.
struct Elements {
    flat: Array,
    count: f64,
    ends: (f64, f64),
}

impl Elements {
    fn extent(&self) -> Result<f64> {
        self.flat.ptp(..)?.item().map(|extent| extent.get())
    }

    fn width(&self, rule: Estimator) -> Result<f64> {
        let count = self.count;
        Ok(match rule {
            Estimator::SquareRoot => self.extent()? / count.sqrt(),
            Estimator::Sturges => self.extent()? / (count.log2() + 1.0),
            Estimator::Rice => self.extent()? / (2.0 * count.powf(1.0 / 3.0)),
            Estimator::Scott => {
                let deviation: f64 = self.flat.std(..)?.item()?.get();
                (24.0 * std::f64::consts::PI.sqrt() / count).powf(1.0 / 3.0) * deviation
            }
            Estimator::Stone => self.least_error()?,
            Estimator::Doane => self.skewed()?,
            Estimator::FreedmanDiaconis => {
                let quartiles = self.flat.percentile([75.0, 25.0], ..)?.to_vec::<f64>()?;
                2.0 * (quartiles[0] - quartiles[1]) * count.powf(-1.0 / 3.0)
            }
            Estimator::Auto => {
                let by_quartiles = self.width(Estimator::FreedmanDiaconis)?;
                let least = self.width(Estimator::SquareRoot)? / 2.0;
                by_quartiles.max(least).min(self.width(Estimator::Sturges)?)
            }
        })
    }

    fn skewed(&self) -> Result<f64> {
        let count = self.count;
        if count <= 2.0 {
            return Ok(0.0);
        }
        let error = (6.0 * (count - 2.0) / ((count + 1.0) * (count + 3.0))).sqrt();
        let deviation: f64 = self.flat.std(..)?.item()?.get();
        if deviation <= 0.0 {
            return Ok(0.0);
        }
        let distance = rows::divide(&rows::subtract(&self.flat, &self.flat.mean(..)?)?, deviation)?;
        let cube = rows::multiply(&rows::multiply(&distance, &distance)?, &distance)?;
        let skewness: f64 = cube.mean(..)?.item()?.get();
        Ok(self.extent()? / (1.0 + count.log2() + (1.0 + skewness.abs() / error).log2()))
    }

    /// The width for the number of bins with the least estimated error, up to a hundred or the square root of the
    /// number of elements.
    fn least_error(&self) -> Result<f64> {
        let (count, extent) = (self.count, self.extent()?);
        if count <= 1.0 || extent == 0.0 {
            return Ok(0.0);
        }
        let range = Some(Interval::new(self.ends.0, self.ends.1));
        let error = |bins: i64| -> Result<f64> {
            let found = edges::counted(&self.flat, range, bins)?;
            let counts =
                counts::of(&self.flat, &found, true, None)?.map_or(Ok(Vec::new()), |own| own.to_vec::<i64>())?;
            let squares: f64 = counts.iter().map(|&own| (own as f64 / count).powi(2)).sum();
            Ok((2.0 - (count + 1.0) * squares) / (extent / bins as f64))
        };
        let (mut best, mut least) = (1, error(1)?);
        for bins in 2..=(count.sqrt() as i64).max(100) {
            let own = error(bins)?;
            if own < least {
                (best, least) = (bins, own);
            }
        }
        Ok(extent / best as f64)
    }
}
