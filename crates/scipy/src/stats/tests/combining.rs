//! Several p-values of one hypothesis, and of several.

use cuprust::indexing::take_along_axis;
use cuprust::sorting::argsort;
use cuprust::ufunc::rows;
use cuprust::ufunc_methods::accumulate;
use cuprust::{Array, DType};
use cuprust_ir::{Error, Result};
use cuprust_ops::RowId;

use super::ttests::Significance;
use crate::stats::samples::groups::Test;
use crate::stats::samples::observations::Along;
use crate::stats::samples::ranks::last_axis_indices;
use crate::stats::terms::{Term, betainc, chdtr, chdtrc, stdtr};

/// How p-values are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Combination {
    /// By the sum of their logarithms, of Fisher.
    #[default]
    Fisher,
    /// By the sum of the logarithms of their complements, of Pearson.
    Pearson,
    /// By the sum of logits, of Mudholkar and George.
    MudholkarGeorge,
    /// By the smallest, of Tippett.
    Tippett,
    /// By the weighted sum of normal statistics, of Stouffer.
    Stouffer,
}

impl Combination {
    /// The way of SciPy's name: "fisher", "pearson", "mudholkar_george", "tippett" or "stouffer".
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<Combination> {
        match name {
            "fisher" => Ok(Combination::Fisher),
            "pearson" => Ok(Combination::Pearson),
            "mudholkar_george" => Ok(Combination::MudholkarGeorge),
            "tippett" => Ok(Combination::Tippett),
            "stouffer" => Ok(Combination::Stouffer),
            _ => Err(Error::value(format!(
                "Invalid method '{name}'. Valid methods are 'fisher', 'pearson', 'mudholkar_george', 'tippett', and \
                 'stouffer'"
            ))),
        }
    }
}

/// One p-value of several independent tests of a hypothesis: `scipy.stats.combine_pvalues`. The weights are for
/// [`Combination::Stouffer`].
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Combination, along};
/// # fn main() -> Result<()> {
/// let test = stats::combine_pvalues(&array![0.1, 0.05, 0.02, 0.3], Combination::Fisher, None, along(..))?;
/// assert_eq!(format!("{:.6}", test.pvalue.item()?.get::<f64>()), "0.007617");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for shapes that do not broadcast.
pub fn combine_pvalues(
    pvalues: &Array,
    method: Combination,
    weights: Option<&Array>,
    along: Along,
) -> Result<Significance> {
    let arrays: Vec<&Array> = std::iter::once(pvalues).chain(weights).collect();
    let results = Test::paired(&arrays, &along, 1)?.run(|samples| {
        let sample = &samples[0];
        let (p, n) = (sample.x(), sample.n());
        let logarithm = || sample.total(p.log());
        let complement = || sample.total((-&p).log1p());
        Ok(match method {
            Combination::Fisher => {
                let statistic = logarithm() * -2.0;
                let p = chdtrc(&n * 2.0, &statistic);
                [statistic, p]
            }
            Combination::Pearson => {
                let statistic = complement() * 2.0;
                let p = chdtr(&n * 2.0, -&statistic);
                [statistic, p]
            }
            Combination::MudholkarGeorge => {
                let statistic = complement() - logarithm();
                let df = &n * 5.0 + 4.0;
                let scale = (3.0 / &n).sqrt() / std::f64::consts::PI * (&df / (&df - 2.0)).sqrt();
                let p = stdtr(&df, -(&statistic * scale));
                [statistic, p]
            }
            Combination::Tippett => {
                let statistic = p.min(sample.valid.as_ref());
                let p = betainc(1.0, &n, &statistic);
                [statistic, p]
            }
            Combination::Stouffer => {
                let z = -p.ndtri();
                let statistic = match samples.get(1) {
                    None => sample.total(z) / n.sqrt(),
                    Some(weights) => sample.total(weights.x() * z) / sample.total(weights.x().squared()).sqrt(),
                };
                let p = (-&statistic).ndtr();
                [statistic, p]
            }
        })
    })?;
    Ok(results.into())
}

/// The p-values of several hypotheses, adjusted so that below a bound the share of false discoveries is controlled, by
/// Benjamini and Hochberg, or where `dependent` is set by Benjamini and Yekutieli:
/// `scipy.stats.false_discovery_control`. Waits for the elements, to check them.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// let adjusted = stats::false_discovery_control(&array![0.1, 0.01, 0.4], Some(0), false)?;
/// assert_eq!(adjusted.to_string(), "[0.15 0.03 0.4 ]");
/// # Ok(())
/// # }
/// ```
///
/// A value error for values that are not between 0 and 1, an axis error.
pub fn false_discovery_control(ps: &Array, axis: Option<i64>, dependent: bool) -> Result<Array> {
    let refused = || Error::value("`ps` must include only numbers between 0 and 1.");
    if ps.dtype() == DType::Bool || ps.dtype().is_complex() {
        return Err(refused());
    }
    let within = rows::logical_and(&rows::greater_equal(ps, 0.0)?, &rows::less_equal(ps, 1.0)?)?;
    if !rows::all(&within, ..)?.item()?.get::<bool>() {
        return Err(refused());
    }
    let (ps, axis) = match axis {
        None => (ps.ravel()?, 0),
        Some(axis) => (ps.clone(), axis),
    };
    if ps.size() <= 1 {
        return Ok(ps);
    }
    let line = ps.moveaxis(axis, -1)?;
    let count = line.shape()[line.ndim() - 1];
    if count <= 1 {
        return Ok(ps);
    }
    let line = line.inexact()?;
    let order = argsort(&line, Some(-1))?;
    let sorted = Term::from(take_along_axis(&line, &order, -1));
    let harmonic = if dependent { (1..=count).map(|own| 1.0 / own as f64).sum() } else { 1.0 };
    let factor = (count as f64 * harmonic / (Term::from(last_axis_indices(&line)) + 1.0)).to(line.dtype());
    let adjusted = sorted * factor;
    let falling =
        adjusted.with(|adjusted| accumulate(RowId::named("minimum"), &adjusted.flip(-1)?, -1, None, None)?.flip(-1));
    let falling = falling.maximum(0.0).minimum(1.0).done(line.dtype())?;
    let restored = falling.empty_like(None)?;
    restored.put_along_axis(&order, &falling, -1)?;
    restored.moveaxis(-1, axis)
}
