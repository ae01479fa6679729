//! Tests of several samples by the ranks of their observations among all.

use cuprust::ufunc::rows;
use cuprust::{Array, DType, axis, concatenate};
use cuprust_ir::{Error, Result};

use super::alternative::Alternative;
use super::ttests::Significance;
use crate::stats::samples::groups::{Test, joined};
use crate::stats::samples::observations::{Along, Sample};
use crate::stats::samples::ranks::{Ranked, slice};
use crate::stats::terms::{Term, chdtrc};

/// The sums of the ranks of each sample's observations among those of all samples.
pub(in crate::stats) fn rank_sums(samples: &[Sample], ranked: &Ranked) -> Vec<Term> {
    let ranks = ranked.ranks();
    let mut from = 0;
    let sum = |sample: &Sample| {
        let to = from + sample.length();
        let own = ranked.from(from, to).choose(&ranks, 0.0).sum(None);
        from = to;
        own
    };
    samples.iter().map(sum).collect()
}

/// The sum of terms.
pub(in crate::stats) fn total(terms: impl IntoIterator<Item = Term>) -> Term {
    terms.into_iter().fold(Term::Number(0.0), |sum, term| sum + term)
}

/// Whether the medians of samples differ, by Kruskal and Wallis: `scipy.stats.kruskal`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let test = stats::kruskal(&[&array![1.0, 3.0, 5.0], &array![2.0, 4.0, 6.0]], along(..))?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "0.428571");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for fewer than two samples and for shapes that do not broadcast; an axis error.
pub fn kruskal(samples: &[&Array], along: Along) -> Result<Significance> {
    if samples.len() < 2 {
        return Err(Error::value("Need at least two groups in stats.kruskal()"));
    }
    let results = Test::independent(samples, &along, 1)?.run(|samples| {
        let ranked = Ranked::new(&joined(samples)?)?;
        let n = total(samples.iter().map(Sample::n));
        let ties = 1.0 - ranked.tie_term() / (&n * &n * &n - &n);
        let sums = rank_sums(samples, &ranked);
        let between = total(sums.iter().zip(samples).map(|(sum, sample)| sum.squared() / sample.n()));
        let h = (12.0 / (&n * (&n + 1.0)) * between - (&n + 1.0) * 3.0) / ties;
        let p = chdtrc(samples.len() as f64 - 1.0, &h);
        Ok([h, p])
    })?;
    Ok(results.into())
}

/// Whether paired samples, three at least, have one distribution, by Friedman: `scipy.stats.friedmanchisquare`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let [a, b, c] = [array![1.0, 2.0, 3.0], array![2.0, 3.0, 5.0], array![4.0, 6.0, 4.0]];
/// let test = stats::friedmanchisquare(&[&a, &b, &c], along(..))?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "4.666667");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for fewer than three samples and for shapes that do not broadcast; an axis error.
pub fn friedmanchisquare(samples: &[&Array], along: Along) -> Result<Significance> {
    if samples.len() < 3 {
        let count = samples.len();
        return Err(Error::value(format!("At least 3 samples must be given for Friedman test, got {count}.")));
    }
    let results = Test::paired(samples, &along, 1)?.run(|samples| {
        let k = samples.len() as f64;
        let columns = samples.iter().map(|sample| sample.values.expand_dims(-1)).collect::<Result<Vec<_>>>()?;
        let ranked = Ranked::of(&concatenate(&columns, -1)?)?;
        let first = &samples[0];
        let n = first.n();
        let each = ranked.tie_term().with(|ties| ties.squeeze(-1));
        let ties = 1.0 - first.total(each) / (&n * (k * (k * k - 1.0)));
        let valid = first.valid.as_ref().map(|valid| valid.expand_dims(-1)).transpose()?;
        let sums = ranked.in_place().with(|ranks| rows::sum(ranks, axis(-2).mask(valid.as_ref())));
        let between = sums.squared().sum(None);
        let statistic = (12.0 / (&n * (k * (k + 1.0))) * between - &n * (3.0 * (k + 1.0))) / ties;
        let p = chdtrc(k - 1.0, &statistic);
        Ok([statistic, p])
    })?;
    Ok(results.into())
}

/// Whether observations of two samples are equally large, by Wilcoxon's sums of ranks: `scipy.stats.ranksums`, float64.
/// Equal observations are not corrected for, as they are by [`mannwhitneyu`](crate::stats::mannwhitneyu).
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, along};
/// # fn main() -> Result<()> {
/// let test = stats::ranksums(&array![1.0, 2.0, 3.0], &array![4.0, 5.0], along(..), Alternative::Less)?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "-1.732051");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for shapes that do not broadcast.
pub fn ranksums(x: &Array, y: &Array, along: Along, alternative: Alternative) -> Result<Significance> {
    let results = Test::independent(&[x, y], &along, 1)?.run_in(DType::F64, |samples| {
        let ranked = Ranked::new(&joined(samples)?)?;
        let [n1, n2] = [samples[0].n(), samples[1].n()];
        let n = &n1 + &n2 + 1.0;
        let sum = &rank_sums(samples, &ranked)[0];
        let z = (sum - &n1 * &n * 0.5) / (&n1 * &n2 * &n / 12.0).sqrt();
        let p = alternative.normal(&z);
        Ok([z, p])
    })?;
    Ok(results.into())
}

/// Whether an observation of one sample is as likely greater as less than one of the other, by Brunner and Munzel:
/// `scipy.stats.brunnermunzel`, float64. The statistic is taken to be of Student's distribution, or where `normal`
/// is set of the normal one.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, along};
/// # fn main() -> Result<()> {
/// let (x, y) = (array![1.0, 2.0, 4.0], array![3.0, 5.0, 6.0, 7.0]);
/// let test = stats::brunnermunzel(&x, &y, along(..), Alternative::TwoSided, false)?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "3.535534");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for shapes that do not broadcast.
pub fn brunnermunzel(
    x: &Array,
    y: &Array,
    along: Along,
    alternative: Alternative,
    normal: bool,
) -> Result<Significance> {
    let results = Test::independent(&[x, y], &along, 1)?.run_in(DType::F64, |samples| {
        let all = Ranked::new(&joined(samples)?)?.in_place().done(DType::F64)?;
        let split = samples[0].length();
        let bounds = [(0, split), (split, split + samples[1].length())];
        let mut means = Vec::new();
        let mut spreads = Vec::new();
        for (sample, (from, to)) in samples.iter().zip(bounds) {
            let among_all = Term::from(slice(&all, from, to));
            let difference = &among_all - Ranked::new(sample)?.in_place();
            means.push(sample.average(&among_all));
            spreads.push(sample.n() * sample.squares_of(difference) / (sample.n() - 1.0));
        }
        let [n1, n2] = [samples[0].n(), samples[1].n()];
        let spread = &spreads[0] + &spreads[1];
        let statistic = &n1 * &n2 * (&means[1] - &means[0]) / ((&n1 + &n2) * spread.sqrt());
        let p = if normal {
            alternative.normal(&-&statistic)
        } else {
            let df = spread.squared() / (spreads[0].squared() / (&n1 - 1.0) + spreads[1].squared() / (&n2 - 1.0));
            alternative.student(&df, &-&statistic)
        };
        Ok([statistic, p])
    })?;
    Ok(results.into())
}
