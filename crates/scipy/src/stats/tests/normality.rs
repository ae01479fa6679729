//! Whether samples are of a normal distribution, by their moments.

use cuprust::Array;
use cuprust_ir::Result;

use super::alternative::Alternative;
use super::ttests::Significance;
use crate::stats::descriptions::moments::{peakedness, skewness};
use crate::stats::samples::groups::Test;
use crate::stats::samples::observations::{Along, Sample};
use crate::stats::terms::{Term, chdtrc};

/// Whether the skewness of samples is that of a normal distribution: `scipy.stats.skewtest`, NaN for fewer than eight
/// observations.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, along};
/// # fn main() -> Result<()> {
/// let a = array![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 80.0];
/// let test = stats::skewtest(&a, along(..), Alternative::TwoSided)?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "3.537061");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range.
pub fn skewtest(a: &Array, along: Along, alternative: Alternative) -> Result<Significance> {
    let results = Test::independent(&[a], &along, 8)?.run(|samples| {
        let z = skewness_score(&samples[0])?;
        let p = alternative.normal(&z);
        Ok([z, p])
    })?;
    Ok(results.into())
}

/// The skewness as a normal statistic, by D'Agostino.
fn skewness_score(sample: &Sample) -> Result<Term> {
    let n = sample.n();
    let skewness = Term::from(skewness(sample, true));
    let y = skewness * ((&n + 1.0) * (&n + 3.0) / ((&n - 2.0) * 6.0)).sqrt();
    let beta = 3.0 * (n.squared() + &n * 27.0 - 70.0) * (&n + 1.0) * (&n + 3.0)
        / ((&n - 2.0) * (&n + 5.0) * (&n + 7.0) * (&n + 9.0));
    let w = ((beta - 1.0) * 2.0).sqrt() - 1.0;
    let delta = 1.0 / (w.log() * 0.5).sqrt();
    let alpha = (2.0 / (w - 1.0)).sqrt();
    let y = y.equals(0.0).choose(1.0, &y).to(sample.values.dtype());
    Ok(delta * (y / alpha).arcsinh())
}

/// Whether the kurtosis of samples is that of a normal distribution: `scipy.stats.kurtosistest`, NaN for fewer than
/// five observations.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, along};
/// # fn main() -> Result<()> {
/// let a = array![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 80.0];
/// let test = stats::kurtosistest(&a, along(..), Alternative::TwoSided)?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "3.165336");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range.
pub fn kurtosistest(a: &Array, along: Along, alternative: Alternative) -> Result<Significance> {
    let results = Test::independent(&[a], &along, 5)?.run(|samples| {
        let z = kurtosis_score(&samples[0])?;
        let p = alternative.normal(&z);
        Ok([z, p])
    })?;
    Ok(results.into())
}

/// The kurtosis as a normal statistic, by Anscombe and Glynn.
fn kurtosis_score(sample: &Sample) -> Result<Term> {
    let n = sample.n();
    let kurtosis = Term::from(peakedness(sample, true));
    let expected = (&n - 1.0) * 3.0 / (&n + 1.0);
    let variance = &n * 24.0 * (&n - 2.0) * (&n - 3.0) / ((&n + 1.0) * (&n + 1.0) * (&n + 3.0) * (&n + 5.0));
    let x = (kurtosis - expected) / variance.sqrt();
    let root = (n.squared() - &n * 5.0 + 2.0) * 6.0 / ((&n + 7.0) * (&n + 9.0))
        * ((&n + 3.0) * (&n + 5.0) * 6.0 / (&n * (&n - 2.0) * (&n - 3.0))).sqrt();
    let a = 8.0 / &root * (2.0 / &root + (4.0 / root.squared() + 1.0).sqrt()) + 6.0;
    let first = 1.0 - 2.0 / (&a * 9.0);
    let denominator = x * (2.0 / (&a - 4.0)).sqrt() + 1.0;
    let ratio = (1.0 - 2.0 / &a) / denominator.abs();
    let second = denominator.sign() * ratio.pow(1.0 / 3.0).nan_where(denominator.equals(0.0));
    Ok((first - second) / (2.0 / (a * 9.0)).sqrt())
}

/// Whether samples are of a normal distribution, by skewness and kurtosis: `scipy.stats.normaltest`, NaN for fewer than
/// eight observations.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let a = array![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 80.0];
/// let test = stats::normaltest(&a, along(..))?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "22.530149");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range.
pub fn normaltest(a: &Array, along: Along) -> Result<Significance> {
    let results = Test::independent(&[a], &along, 8)?.run(|samples| {
        let statistic = skewness_score(&samples[0])?.squared() + kurtosis_score(&samples[0])?.squared();
        let p = chdtrc(2.0, &statistic);
        Ok([statistic, p])
    })?;
    Ok(results.into())
}

/// Whether samples are of a normal distribution, by Jarque and Bera: `scipy.stats.jarque_bera`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let test = stats::jarque_bera(&array![1.0, 2.0, 3.0, 4.0], along(..))?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "0.308267");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range.
pub fn jarque_bera(a: &Array, along: Along) -> Result<Significance> {
    let results = Test::independent(&[a], &along, 1)?.run(|samples| {
        let sample = &samples[0];
        let values = (sample.x() - sample.average(sample.x())).done(sample.values.dtype())?;
        let centered = sample.with(values);
        let skewness = Term::from(skewness(&centered, true));
        let excess = Term::from(peakedness(&centered, true)) - 3.0;
        let statistic = sample.n() / 6.0 * (skewness.squared() + excess.squared() * 0.25);
        let p = chdtrc(2.0, &statistic);
        Ok([statistic, p])
    })?;
    Ok(results.into())
}
