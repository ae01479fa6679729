//! Tests of whether samples scatter equally.

use cuprust::Array;
use cuprust_ir::{Error, Result};
use cuprust_reserve::filled;

use super::alternative::Alternative;
use super::rank_tests::total;
use super::tables::{Tables, running};
use super::ttests::Significance;
use crate::stats::samples::groups::{Test, joined};
use crate::stats::samples::observations::{Along, Sample};
use crate::stats::samples::quantiles::{median, trimmed_mean};
use crate::stats::samples::ranks::Ranked;
use crate::stats::terms::{Term, chdtrc, fdtrc};

/// Most observations of a sample of which [`ansari`] uses the exact distribution, as in SciPy.
const MAX_EXACT: i64 = 54;

/// The center of a sample, from which distances are measured.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Center {
    /// The median.
    #[default]
    Median,
    /// The mean.
    Mean,
    /// The mean without a share of the least and of the greatest observations.
    Trimmed(f64),
}

impl Center {
    /// The middle of SciPy's name: "median", "mean" or "trimmed", the last with a share.
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str, share: f64) -> Result<Center> {
        match name {
            "median" => Ok(Center::Median),
            "mean" => Ok(Center::Mean),
            "trimmed" => Ok(Center::Trimmed(share)),
            _ => Err(Error::value("center must be 'mean', 'median' or 'trimmed'.")),
        }
    }

    fn of(self, sample: &Sample) -> Result<Term> {
        match self {
            Center::Median => Ok(median(&Term::from(sample.sorted()), &sample.n())),
            Center::Mean => Ok(sample.average(sample.x())),
            Center::Trimmed(share) => trimmed_mean(sample, share),
        }
    }

    /// The distances of a sample's observations from its middle.
    fn distances(self, sample: &Sample) -> Result<Sample> {
        let values = (sample.x() - self.of(sample)?).abs().done(sample.values.dtype())?;
        Ok(sample.with(values))
    }
}

fn at_least_two(samples: &[&Array], text: &str) -> Result<()> {
    if samples.len() < 2 { Err(Error::value(text)) } else { Ok(()) }
}

/// Whether the variances of samples differ, by Levene, or with medians by Brown and Forsythe: `scipy.stats.levene`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Center, along};
/// # fn main() -> Result<()> {
/// let test = stats::levene(&[&array![1.0, 2.0, 3.0], &array![2.0, 4.0, 9.0]], Center::Median, along(..))?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "1.250000");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for fewer than two samples, shapes that do not broadcast, and more than all observations left out; an
/// axis error.
pub fn levene(samples: &[&Array], center: Center, along: Along) -> Result<Significance> {
    at_least_two(samples, "Must provide at least two samples.")?;
    let results = Test::independent(samples, &along, 1)?.run(|samples| {
        let distances = samples.iter().map(|sample| center.distances(sample)).collect::<Result<Vec<_>>>()?;
        let n = total(samples.iter().map(Sample::n));
        let groups = samples.len() as f64;
        let mean = total(distances.iter().map(|own| own.total(own.x()))) / &n;
        let between = total(distances.iter().map(|own| own.n() * (own.average(own.x()) - &mean).squared()));
        let within = total(distances.iter().map(|own| own.squares_of(own.x())));
        let [df1, df2] = [Term::Number(groups - 1.0), &n - groups];
        let w = &df2 * between / (&df1 * within);
        let p = fdtrc(&df1, &df2, &w);
        Ok([w, p])
    })?;
    Ok(results.into())
}

/// Whether the variances of normal samples differ, by Bartlett: `scipy.stats.bartlett`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let test = stats::bartlett(&[&array![1.0, 2.0, 3.0], &array![2.0, 4.0, 9.0]], along(..))?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "2.122994");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for fewer than two samples and for shapes that do not broadcast; an axis error.
pub fn bartlett(samples: &[&Array], along: Along) -> Result<Significance> {
    at_least_two(samples, "Must enter at least two input sample vectors.")?;
    let results = Test::independent(samples, &along, 1)?.run(|samples| {
        let k = samples.len() as f64;
        let n = total(samples.iter().map(Sample::n));
        let variances: Vec<Term> = samples.iter().map(|sample| sample.variance_of(sample.x(), 1.0)).collect();
        let each = || samples.iter().zip(&variances).map(|(sample, variance)| (sample.n() - 1.0, variance));
        let df = &n - k;
        let pooled = total(each().map(|(df, variance)| df * variance)) / &df;
        let numerator = &df * pooled.log() - total(each().map(|(df, variance)| df * variance.log()));
        let inverses = total(each().map(|(df, _)| 1.0 / df)) - 1.0 / &df;
        let t = numerator / (inverses / (3.0 * (k - 1.0)) + 1.0);
        let p = chdtrc(k - 1.0, &t);
        Ok([t.maximum(0.0), p])
    })?;
    Ok(results.into())
}

/// Whether the variances of samples differ, by the ranks of distances, of Fligner and Killeen: `scipy.stats.fligner`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Center, along};
/// # fn main() -> Result<()> {
/// let test = stats::fligner(&[&array![1.0, 2.0, 3.0], &array![2.0, 4.0, 9.0]], Center::Median, along(..))?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "1.081271");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`levene`].
pub fn fligner(samples: &[&Array], center: Center, along: Along) -> Result<Significance> {
    at_least_two(samples, "Must provide at least two samples.")?;
    let results = Test::independent(samples, &along, 1)?.run(|samples| {
        let distances = samples.iter().map(|sample| center.distances(sample)).collect::<Result<Vec<_>>>()?;
        let ranked = Ranked::new(&joined(&distances)?)?;
        let n = total(samples.iter().map(Sample::n));
        let score = (ranked.ranks() / ((&n + 1.0) * 2.0) + 0.5).ndtri();
        let mut from = 0;
        let mut sums = Vec::new();
        for sample in samples {
            let to = from + sample.length();
            sums.push(ranked.from(from, to).choose(&score, 0.0).sum(None));
            from = to;
        }
        let counted = ranked.from(0, from);
        let mean = total(sums.iter().cloned()) / &n;
        let variance = counted.choose((&score - &mean).squared(), 0.0).sum(None) / (&n - 1.0);
        let between = samples.iter().zip(&sums).map(|(own, sum)| own.n() * (sum / own.n() - &mean).squared());
        let statistic = total(between) / variance;
        let p = chdtrc(samples.len() as f64 - 1.0, &statistic);
        Ok([statistic, p])
    })?;
    Ok(results.into())
}

/// Whether two samples of one middle scatter equally, by the squared distances of ranks, of Mood: `scipy.stats.mood`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, along};
/// # fn main() -> Result<()> {
/// let (x, y) = (array![1.0, 9.0, 2.0, 8.0], array![4.0, 5.0, 6.0]);
/// let test = stats::mood(&x, &y, along(..), Alternative::TwoSided)?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "2.041241");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for shapes that do not broadcast.
pub fn mood(x: &Array, y: &Array, along: Along, alternative: Alternative) -> Result<Significance> {
    let test = Test::independent(&[x, y], &along, 0)?.small_where(|samples| (samples[0].n() + samples[1].n()).lt(3.0));
    let results = test.run(|samples| {
        let ranked = Ranked::new(&joined(samples)?)?;
        let [m, n] = [samples[0].n(), samples[1].n()];
        let count = &m + &n;
        let (rank, t) = (ranked.ranks(), ranked.equal());
        // Equal observations share the mean of the squared distances that they would have one after another.
        let squares = (&rank - (&count + 1.0) * 0.5).squared() + (t.squared() - 1.0) / 12.0;
        let statistic = ranked.from(0, samples[0].length()).choose(squares, 0.0).sum(None);
        let expected = &m * (&count * &count - 1.0) / 12.0;
        let product = &m * &n / 180.0;
        let around = (&count + 1.0 - &rank * 2.0).squared() * 15.0;
        let ties = ((t.squared() - 1.0) * (t.squared() - 4.0 + around)).sum(None);
        let variance = &product * (&count + 1.0) * (&count * &count - 4.0) - product / (&count * (&count - 1.0)) * ties;
        let z = (statistic - expected) / variance.sqrt();
        let p = alternative.normal(&z);
        Ok([z, p])
    })?;
    Ok(results.into())
}

/// Whether two samples of one middle scatter equally, by the ranks counted from both ends, of Ansari and Bradley:
/// `scipy.stats.ansari`. The distribution is the exact one where both samples have fewer than 55 observations of which
/// none are equal.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, along};
/// # fn main() -> Result<()> {
/// let (x, y) = (array![1.0, 9.0, 2.0, 8.0], array![4.0, 5.0, 6.0]);
/// let test = stats::ansari(&x, &y, along(..), Alternative::TwoSided)?;
/// assert_eq!(format!("{} {:.6}", test.statistic, test.pvalue.item()?.get::<f64>()), "6.0 0.057143");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for shapes that do not broadcast.
pub fn ansari(x: &Array, y: &Array, along: Along, alternative: Alternative) -> Result<Significance> {
    let results = Test::independent(&[x, y], &along, 1)?.run(|samples| {
        let all = joined(samples)?;
        let ranked = Ranked::new(&all)?;
        let [n, m] = [samples[0].n(), samples[1].n()];
        let count = &m + &n;
        let rank = ranked.ranks();
        let score = rank.minimum(&count - &rank + 1.0);
        let statistic = ranked.from(0, samples[0].length()).choose(&score, 0.0).sum(None);
        let squares = ranked.from(0, all.length()).choose(score.squared(), 0.0).sum(None);
        let odd = (&count - (&count * 0.5).floor() * 2.0).differs(0.0);
        let above = &count + 1.0;
        let mean = odd.choose(&n * above.squared() / 4.0 / &count, &n * (&count + 2.0) * 0.25);
        let product = &m * &n / 16.0;
        let rest = &count - 1.0;
        let variance = &product
            * odd.choose(
                (&count * &squares * 16.0 - above.squared().squared()) / (count.squared() * &rest),
                (&squares * 16.0 - &count * (&count + 2.0).squared()) / (&count * &rest),
            );
        let limit = alternative.normal(&((mean - &statistic) / variance.sqrt()));
        let ties = all.any_or_each(&ranked.has_ties());
        let exact = n.le(MAX_EXACT).and(m.le(MAX_EXACT)).and(!ties.clone());
        if exact.number() == Some(0.0) {
            return Ok([statistic, limit]);
        }
        let known = |counts: &[i64]| counts.iter().all(|&count| count <= MAX_EXACT);
        let table = Tables::new(&[&n, &m], |counts| if known(counts) { scores(counts) } else { Ok(Vec::new()) })?;
        let length = &n * (&count * 0.5).ceil() + 1.0;
        let [less, greater] = [table.at(&statistic.ceil()), table.at(&(statistic.floor() + length))];
        let p = match alternative {
            Alternative::TwoSided => less.minimum(&greater) * 2.0,
            Alternative::Greater => less,
            Alternative::Less => greater,
        };
        Ok([statistic, exact.choose(p.minimum(1.0), limit)])
    })?;
    Ok(results.into())
}

/// The probabilities of sums of scores of the first of two samples, of given sizes without ties: of at most each sum,
/// and behind these of at least each.
fn scores(counts: &[i64]) -> Result<Vec<f64>> {
    let (n, all) = (counts[0] as usize, (counts[0] + counts[1]) as usize);
    let most = n * all.div_ceil(2);
    // The number of choices of this number of observations for each sum.
    let mut ways = filled(filled(0.0, most + 1)?, n + 1)?;
    ways[0][0] = 1.0;
    for index in 1..=all {
        let score = index.min(all - index + 1);
        for chosen in (1..=n.min(index)).rev() {
            let (before, after) = ways.split_at_mut(chosen);
            for (ways, fewer) in after[0][score..].iter_mut().zip(&before[chosen - 1]) {
                *ways += fewer;
            }
        }
    }
    let ways = &ways[n];
    let total: f64 = ways.iter().sum();
    let mass: Vec<f64> = ways.iter().map(|ways| ways / total).collect();
    let mut at_least = running(mass.iter().rev().copied().collect());
    at_least.reverse();
    let mut both = running(mass);
    both.append(&mut at_least);
    Ok(both)
}
