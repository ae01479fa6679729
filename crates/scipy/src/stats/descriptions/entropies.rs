//! The entropy of distributions and of what samples are drawn from.

use cuprust::ufunc::rows;
use cuprust::{Array, Bounds, Ellipsis, arange, axis, s, sorting, span, take};
use cuprust_ir::{Error, Result};

use crate::special;
use crate::stats::samples::observations::{Along, Sample};

/// The base of logarithms, or the natural one.
fn in_base(entropy: &Array, base: Option<f64>) -> Result<Array> {
    match base {
        None => Ok(entropy.clone()),
        Some(base) if base > 0.0 => rows::divide(entropy, base.ln()),
        Some(_) => Err(Error::value("`base` must be a positive number or `None`.")),
    }
}

/// The entropy of distributions, -sum(p log(p)), or where `qk` is given their relative entropy, sum(p log(p/q)):
/// `scipy.stats.entropy`. What is given is divided by its sum.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// assert_eq!(stats::entropy(&array![1.0, 1.0], None, Some(2.0), along(0))?.to_string(), "1.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for shapes that do not broadcast and a base that is not positive.
pub fn entropy(pk: &Array, qk: Option<&Array>, base: Option<f64>, along: Along) -> Result<Array> {
    let share = |sample: &Sample| rows::divide(&sample.values, &sample.sum(&sample.values)?);
    let (sample, terms) = match qk {
        None => {
            let sample = Sample::new(pk, &along)?;
            let terms = special::entr(&share(&sample)?)?;
            (sample, terms)
        }
        Some(qk) => {
            let [p, q] = Sample::pair(pk, qk, &along)?;
            let terms = special::rel_entr(&share(&p)?, &share(&q)?)?;
            (p, terms)
        }
    };
    sample.result(&in_base(&sample.sum(&terms)?, base)?)
}

/// How the entropy of a sample's distribution is estimated from the spacings of its observations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Spacings {
    /// By the number of observations: van Es up to 10, Ebrahimi up to 1 000, Vasicek beyond.
    #[default]
    Auto,
    /// Vasicek, 1976.
    Vasicek,
    /// Van Es, 1992.
    VanEs,
    /// Correa, 1995.
    Correa,
    /// Ebrahimi and others, 1994.
    Ebrahimi,
}

impl Spacings {
    /// The estimator of SciPy's name.
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<Spacings> {
        Ok(match name.to_lowercase().as_str() {
            "auto" => Spacings::Auto,
            "vasicek" => Spacings::Vasicek,
            "van es" => Spacings::VanEs,
            "correa" => Spacings::Correa,
            "ebrahimi" => Spacings::Ebrahimi,
            _ => {
                return Err(Error::value(
                    "`method` must be one of {'vasicek', 'van es', 'correa', 'ebrahimi', 'auto'}",
                ));
            }
        })
    }

    /// The estimator for this number of observations.
    fn for_length(self, n: i64) -> Spacings {
        match self {
            Spacings::Auto if n <= 10 => Spacings::VanEs,
            Spacings::Auto if n <= 1000 => Spacings::Ebrahimi,
            Spacings::Auto => Spacings::Vasicek,
            named => named,
        }
    }
}

/// The elements along the last axis from one index up to another.
fn part(a: &Array, from: i64, to: i64) -> Result<Array> {
    a.at(s![Ellipsis, from..to])
}

/// The element `m` indices after each element along the last axis; beyond the ends are the ends.
fn behind(ordered: &Array, offset: i64) -> Result<Array> {
    let n = ordered.shape()[ordered.ndim() - 1];
    let indices = arange(span(0..n).on(ordered.device()))?;
    take(ordered, &rows::add(&indices, offset)?, -1, Bounds::Clip, None)
}

/// The differences of the order statistics `m` indices after and `m` before each one.
fn spacings(ordered: &Array, m: i64) -> Result<Array> {
    rows::subtract(&behind(ordered, m)?, &behind(ordered, -m)?)
}

/// The estimate of the entropy from order statistics, which lie along the last axis.
fn estimate(ordered: &Array, m: i64, method: Spacings) -> Result<Array> {
    let n = ordered.shape()[ordered.ndim() - 1];
    let (whole, width) = (n as f64, m as f64);
    let mean_of_logarithms = |terms: &Array| rows::log(terms)?.mean(axis(-1).keepdims());
    match method.for_length(n) {
        Spacings::Auto => unreachable!("a number of observations names the method"),
        Spacings::Vasicek => mean_of_logarithms(&rows::multiply(&spacings(ordered, m)?, whole / (2.0 * width))?),
        Spacings::Ebrahimi => {
            // Near the ends a spacing spans fewer observations.
            let indices = arange(span(0..n).on(ordered.device()))?;
            let near = rows::minimum(&indices, &rows::subtract(n - 1, &indices)?)?;
            let spans = rows::minimum(&rows::add(&rows::divide(&near, width)?, 1.0)?, 2.0)?;
            let spans = spans.in_dtype(ordered.dtype())?;
            let terms = rows::divide(&rows::multiply(&spacings(ordered, m)?, whole / width)?, &spans)?;
            mean_of_logarithms(&terms)
        }
        Spacings::VanEs => {
            let differences = rows::subtract(&part(ordered, m, n)?, &part(ordered, 0, n - m)?)?;
            let mean = mean_of_logarithms(&rows::multiply(&differences, (whole + 1.0) / width)?)?;
            let inverses: f64 = (m..=n).map(|k| 1.0 / k as f64).sum();
            rows::add(&mean, inverses + width.ln() - (whole + 1.0).ln())
        }
        Spacings::Correa => {
            // The slope of the indices over the observations around each one.
            let window: Vec<Array> = (-m..=m).map(|offset| behind(ordered, offset)).collect::<Result<_>>()?;
            let mut total = window[0].clone();
            for values in &window[1..] {
                total = rows::add(&total, values)?;
            }
            let mean = rows::divide(&total, (2 * m + 1) as f64)?;
            let (mut products, mut squares) = (rows::multiply(&mean, 0.0)?, rows::multiply(&mean, 0.0)?);
            for (offset, values) in (-m..=m).zip(&window) {
                let deviation = rows::subtract(values, &mean)?;
                products = rows::add(&products, &rows::multiply(&deviation, offset as f64)?)?;
                squares = rows::add(&squares, &rows::square(&deviation)?)?;
            }
            rows::negative(&mean_of_logarithms(&rows::divide(&products, &rows::multiply(&squares, whole)?)?)?)
        }
    }
}

/// The differential entropy of the distribution of samples, estimated from the spacings of their order statistics:
/// `scipy.stats.differential_entropy`. `window` is the number of indices in half a spacing, about the root of the
/// number of observations by default. NaN for a window of zero or of half the sample and more.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Spacings, along};
/// # fn main() -> Result<()> {
/// let a = linspace(0.0, 1.0, 101)?;
/// let entropy = stats::differential_entropy(&a, None, None, Spacings::Auto, along(0))?.to_vec::<f64>()?[0];
/// assert!(entropy.abs() < 0.1);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for a base that is not positive. Where observations are left out,
/// this waits for the elements.
pub fn differential_entropy(
    a: &Array,
    window: Option<i64>,
    base: Option<f64>,
    method: Spacings,
    along: Along,
) -> Result<Array> {
    let sample = Sample::new(a, &along)?;
    let entropy = sample.by_length(|values| {
        let n = values.shape()[values.ndim() - 1];
        let m = window.unwrap_or_else(|| ((n as f64).sqrt() + 0.5).floor() as i64);
        if m < 1 || m.saturating_mul(2) >= n {
            let none = rows::sum(values, axis(-1).keepdims())?;
            return none.full_like(f64::NAN, None);
        }
        estimate(&sorting::sort(values, Some(-1))?, m, method)
    })?;
    sample.result(&in_base(&sample.spoiled(&entropy)?, base)?)
}
