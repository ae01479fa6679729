//! Frequencies of observations in bins, and the percentiles of scores.

use cuprust::sorting::Side;
use cuprust::statistics::{Bins, Histogram, Interval};
use cuprust::ufunc::{rows, where_};
use cuprust::{Array, sorting};
use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use crate::stats::samples::observations::NanPolicy;

/// Which observations are below a score where some are equal to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ranking {
    /// The mean rank of those that are equal.
    #[default]
    Rank,
    /// Those that are equal, too.
    Weak,
    /// Only those that are less.
    Strict,
    /// The mean of weak and strict.
    Mean,
}

impl Ranking {
    /// The kind of SciPy's name.
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<Ranking> {
        Ok(match name {
            "rank" => Ranking::Rank,
            "weak" => Ranking::Weak,
            "strict" => Ranking::Strict,
            "mean" => Ranking::Mean,
            _ => return Err(Error::value("kind can only be 'rank', 'strict', 'weak' or 'mean'")),
        })
    }
}

/// How many percent of the observations are below scores: `scipy.stats.percentileofscore`. NaN for a score that is NaN,
/// and for all where an observation is, unless NaN are left out, which waits for the elements.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, NanPolicy, Ranking};
/// # fn main() -> Result<()> {
/// let percent = stats::percentileofscore(&array![1, 2, 3, 4], &array![3], Ranking::Rank, NanPolicy::Propagate)?;
/// assert_eq!(percent.to_string(), "[75.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for observations of more axes than one, and for NaN where the policy says so.
pub fn percentileofscore(a: &Array, scores: &Array, kind: Ranking, nan_policy: NanPolicy) -> Result<Array> {
    if a.ndim() != 1 {
        return Err(Error::value("`a` must be 1-dimensional."));
    }
    let (mut a, scores) = (a.inexact()?, scores.inexact()?);
    let mut spoiled = None;
    let missing = rows::isnan(&a)?;
    match nan_policy {
        NanPolicy::Propagate => spoiled = Some(rows::any(&missing, ..)?),
        NanPolicy::Omit => a = a.at(&rows::logical_not(&missing)?)?,
        NanPolicy::Raise => {
            let found = rows::logical_or(&rows::any(&missing, ..)?, &rows::any(&rows::isnan(&scores)?, ..)?)?;
            if found.item()?.get() {
                return Err(Error::value("The input contains nan values"));
            }
        }
    }
    let ordered = sorting::sort(&a, Some(0))?;
    let below = sorting::searchsorted(&ordered, &scores, Side::Left, None)?;
    let up_to = sorting::searchsorted(&ordered, &scores, Side::Right, None)?;
    let n = a.size() as f64;
    let percent = match kind {
        Ranking::Strict => rows::multiply(&below, 100.0 / n)?,
        Ranking::Weak => rows::multiply(&up_to, 100.0 / n)?,
        Ranking::Mean => rows::multiply(&rows::add(&below, &up_to)?, 50.0 / n)?,
        Ranking::Rank => {
            let equal = rows::less(&below, &up_to)?.in_dtype(DType::I64)?;
            rows::multiply(&rows::add(&rows::add(&below, &up_to)?, &equal)?, 50.0 / n)?
        }
    };
    let mut none = rows::isnan(&scores)?;
    if let Some(spoiled) = spoiled {
        none = rows::logical_or(&none, &spoiled)?;
    }
    if a.size() == 0 {
        none = rows::logical_or(&none, true)?;
    }
    where_(&none, f64::NAN, &percent)
}

/// A histogram whose bins are as wide as those between the extremes, which are in the middle of the outer ones.
pub struct Frequencies {
    /// How many observations are in each bin, up to it, or which share of them.
    pub frequencies: Array,
    /// The lower end of the first bin.
    pub lower: f64,
    /// The width of a bin.
    pub width: f64,
    /// How many observations are outside of the bins.
    pub outside: i64,
}

/// # Errors
/// A value error for no bins and for limits that are not finite.
fn frequencies(a: &Array, bins: i64, limits: Option<[f64; 2]>, weights: Option<&Array>) -> Result<Frequencies> {
    let a = a.ravel()?;
    let [low, high] = match limits {
        Some(limits) => limits,
        None if a.size() == 0 => [0.0, 1.0],
        None => {
            let [smallest, largest] = [rows::min(&a, ..)?, rows::max(&a, ..)?].map(|extreme| extreme.item());
            let (smallest, largest): (f64, f64) = (smallest?.get(), largest?.get());
            let half = (largest - smallest) / (2.0 * (bins as f64 - 1.0));
            [smallest - half, largest + half]
        }
    };
    let options =
        Histogram { bins: Bins::Count(bins), range: Some(Interval::new(low, high)), weights, ..Histogram::default() };
    let (counts, edges) = cuprust::statistics::histogram(&a, options)?;
    let outside = rows::logical_or(&rows::less(&a, low)?, &rows::greater(&a, high)?)?;
    Ok(Frequencies {
        frequencies: counts.in_dtype(DType::F64)?,
        lower: low,
        width: rows::subtract(&edges.at(1)?, &edges.at(0)?)?.item()?.get(),
        outside: rows::sum(&outside, ..)?.item()?.get(),
    })
}

/// How many observations are in each of some bins and in those before: `scipy.stats.cumfreq`. This waits for the
/// elements.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// let found = stats::cumfreq(&array![1.0, 4.0, 2.0, 1.0, 3.0, 1.0], 4, Some([1.0, 5.0]), None)?;
/// assert_eq!((found.frequencies.to_string(), found.width), ("[3. 4. 5. 6.]".into(), 1.0));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for no bins and for limits that are not finite.
pub fn cumfreq(a: &Array, bins: i64, limits: Option<[f64; 2]>, weights: Option<&Array>) -> Result<Frequencies> {
    let found = frequencies(a, bins, limits, weights)?;
    Ok(Frequencies { frequencies: cuprust::math::cumsum(&found.frequencies, 0)?, ..found })
}

/// Which share of the observations is in each of some bins: `scipy.stats.relfreq`. This waits for the elements.
///
/// # Errors
/// As [`cumfreq`].
pub fn relfreq(a: &Array, bins: i64, limits: Option<[f64; 2]>, weights: Option<&Array>) -> Result<Frequencies> {
    let found = frequencies(a, bins, limits, weights)?;
    let n = a.shape().first().copied().unwrap_or(1);
    Ok(Frequencies { frequencies: rows::divide(&found.frequencies, n as f64)?, ..found })
}
