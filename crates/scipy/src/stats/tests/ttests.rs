//! Student's and Welch's tests of means.

use cuprust::{Argument, Array, full, shape};
use cuprust_ir::{Error, Result};

use super::alternative::Alternative;
use crate::stats::samples::groups::{Test, common_dtype};
use crate::stats::samples::observations::{Along, Sample};
use crate::stats::samples::quantiles::at_index;
use crate::stats::samples::ranks::last_axis_indices;
use crate::stats::terms::{Term, stdtrit};

/// The result of a test of means. All arrays have the shape of the samples without the axes of observations.
#[derive(Debug, Clone)]
pub struct TTest {
    /// The t statistic.
    pub statistic: Array,
    /// The p-value under the alternative.
    pub pvalue: Array,
    /// The degrees of freedom.
    pub df: Array,
    /// The standard error of the estimate.
    pub standard_error: Array,
    /// The mean, or the difference of means.
    pub estimate: Array,
    /// The alternative hypothesis.
    pub alternative: Alternative,
}

/// The result of a test: its statistic and the p-value.
#[derive(Debug, Clone)]
pub struct Significance {
    /// The statistic.
    pub statistic: Array,
    /// The probability of a statistic at least as extreme under the null hypothesis.
    pub pvalue: Array,
}

impl From<[Array; 2]> for Significance {
    fn from([statistic, pvalue]: [Array; 2]) -> Significance {
        Significance { statistic, pvalue }
    }
}

impl TTest {
    fn new([statistic, pvalue, df, standard_error, estimate]: [Array; 5], alternative: Alternative) -> TTest {
        TTest { statistic, pvalue, df, standard_error, estimate, alternative }
    }

    /// The interval that holds the mean, or the difference of means, with a probability: its lower and upper bounds,
    /// one of them infinite for a one-sided alternative.
    ///
    /// ```
    /// use cuprust::*;
    /// use cuprust_scipy::stats::{self, Alternative, along};
    /// # fn main() -> Result<()> {
    /// let test = stats::ttest_1samp(&array![1.0, 2.0, 3.0, 4.0], 0.0, along(..), Alternative::TwoSided)?;
    /// let [low, high] = test.confidence_interval(0.95)?;
    /// let (low, high): (f64, f64) = (low.item()?.get(), high.item()?.get());
    /// assert_eq!(format!("{low:.6} {high:.6}"), "0.445740 4.554260");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A value error for a level that is not between 0 and 1.
    pub fn confidence_interval(&self, level: f64) -> Result<[Array; 2]> {
        let [df, error, estimate] = [&self.df, &self.standard_error, &self.estimate];
        t_interval(df, error, estimate, self.alternative, level)
    }
}

/// The interval of [`TTest::confidence_interval`], of the parts of a test.
pub(in crate::stats) fn t_interval(
    df: &Array,
    error: &Array,
    estimate: &Array,
    alternative: Alternative,
    level: f64,
) -> Result<[Array; 2]> {
    if !(0.0..=1.0).contains(&level) {
        return Err(Error::value("`confidence_level` must be a number between 0 and 1."));
    }
    let dtype = estimate.dtype();
    let [df, error, estimate] = [df, error, estimate].map(Term::from);
    let tail = if alternative == Alternative::TwoSided { 0.5 + level / 2.0 } else { level };
    let reach = stdtrit(&df, tail) * &error;
    // Where nothing is known, neither bound is.
    let known = |bound: f64| (&reach + &estimate).is_nan().choose(f64::NAN, bound);
    let low = if alternative == Alternative::Less { known(f64::NEG_INFINITY) } else { &estimate - &reach };
    let high = if alternative == Alternative::Greater { known(f64::INFINITY) } else { &estimate + &reach };
    Ok([low.done(dtype)?, high.done(dtype)?])
}

/// Whether the mean of samples is another one: `scipy.stats.ttest_1samp`. The mean of the population is a number, or an
/// array that broadcasts with the samples' and has extent one along the axes of observations.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, along};
/// # fn main() -> Result<()> {
/// let test = stats::ttest_1samp(&array![1.0, 2.0, 3.0, 4.0], 0.0, along(..), Alternative::TwoSided)?;
/// assert_eq!(test.statistic.to_string(), "3.872983346207417");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range; a value error for shapes that do not broadcast, and for several means of the
/// population.
pub fn ttest_1samp<'a>(
    a: &Array,
    popmean: impl Into<Argument<'a>>,
    along: Along,
    alternative: Alternative,
) -> Result<TTest> {
    let dtype = common_dtype(&[a])?;
    let mean = match popmean.into() {
        Argument::Array(mean) => mean.clone(),
        number => full(shape(1).dtype(dtype).on(a.device()), number)?,
    };
    let test = Test::independent(&[a, &mean], &along, 1)?;
    if test.samples[1].length() != 1 && a.size() != 0 {
        return Err(Error::value("`popmean.shape[axis]` must equal 1."));
    }
    let results = test.run(|samples| {
        let mean = samples[1].total(samples[1].x());
        one_sample(&samples[0], &samples[0].x(), &mean, alternative)
    })?;
    Ok(TTest::new(results, alternative))
}

fn one_sample(sample: &Sample, x: &Term, mean: &Term, alternative: Alternative) -> Result<[Term; 5]> {
    let df = sample.n() - 1.0;
    let estimate = sample.average(x);
    let error = (sample.variance_of(x, 1.0) / sample.n()).sqrt();
    let t = (&estimate - mean) / &error;
    Ok([t.clone(), alternative.student(&df, &t), df, error, estimate])
}

/// Whether the means of paired samples differ: `scipy.stats.ttest_rel`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, along};
/// # fn main() -> Result<()> {
/// let (a, b) = (array![1.0, 2.0, 4.0], array![0.0, 2.0, 1.0]);
/// let test = stats::ttest_rel(&a, &b, along(..), Alternative::Greater)?;
/// assert_eq!(format!("{:.6}", test.pvalue.item()?.get::<f64>()), "0.134852");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for shapes that do not broadcast.
pub fn ttest_rel(a: &Array, b: &Array, along: Along, alternative: Alternative) -> Result<TTest> {
    let test = Test::paired(&[a, b], &along, 1)?;
    let results = test.run(|samples| {
        let difference = samples[0].x() - samples[1].x();
        one_sample(&samples[0], &difference, &Term::Number(0.0), alternative)
    })?;
    Ok(TTest::new(results, alternative))
}

/// The statistics of a sample that a test of two means needs.
struct Moments {
    count: Term,
    mean: Term,
    variance: Term,
}

impl Moments {
    /// Those of a trimmed sample: the mean of the remaining observations, and the winsorized variance, in which the
    /// trimmed observations are replaced by the nearest others.
    fn of(sample: &Sample, trim: f64) -> Result<Moments> {
        let n = sample.n();
        if trim == 0.0 {
            return Ok(Moments {
                mean: sample.average(sample.x()),
                variance: sample.variance_of(sample.x(), 1.0),
                count: n,
            });
        }
        let (cut, sorted) = ((&n * trim).floor(), Term::from(sample.sorted()));
        let position = Term::from(last_axis_indices(&sample.values));
        let kept = &n - &cut * 2.0;
        let within = position.ge(&cut).and(position.lt(&n - &cut));
        let mean = within.choose(&sorted, 0.0).sum(None) / &kept;
        let [low, high] = [cut.clone(), &n - &cut - 1.0].map(|position| at_index(&sorted, &position));
        let drawn = sorted.maximum(&low).minimum(&high);
        let counted = position.lt(&n);
        let sum = |terms: &Term| counted.choose(terms, 0.0).sum(None);
        let squares = sum(&(&drawn - sum(&drawn) / &n).squared());
        Ok(Moments { mean, variance: squares / (&kept - 1.0), count: kept })
    }
}

/// The degrees of freedom and the standard error of the difference of two means.
fn difference(first: &Moments, second: &Moments, equal_variances: bool) -> [Term; 2] {
    let [(v1, n1), (v2, n2)] = [first, second].map(|own| (&own.variance, &own.count));
    if !equal_variances {
        let [s1, s2] = [v1 / n1, v2 / n2];
        let df = (&s1 + &s2).squared() / (s1.squared() / (n1 - 1.0) + s2.squared() / (n2 - 1.0));
        return [df.is_nan().choose(1.0, &df), (s1 + s2).sqrt()];
    }
    let df = n1 + n2 - 2.0;
    // One observation has no variance of its own.
    let [v1, v2] = [(v1, n1), (v2, n2)].map(|(v, n)| n.equals(1.0).choose(0.0, v));
    let pooled = ((n1 - 1.0) * v1 + (n2 - 1.0) * v2) / &df;
    [df, (pooled * (1.0 / n1 + 1.0 / n2)).sqrt()]
}

/// Whether the means of independent samples differ: `scipy.stats.ttest_ind`. Student's test where variances are taken
/// to be equal, Welch's otherwise, and Yuen's where a share `trim` of the observations is left out at either end.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, along};
/// # fn main() -> Result<()> {
/// let (a, b) = (array![1.0, 2.0, 3.0], array![2.0, 4.0, 6.0, 8.0]);
/// let test = stats::ttest_ind(&a, &b, along(..), false, Alternative::TwoSided, 0.0)?;
/// assert_eq!(format!("{:.6}", test.df.item()?.get::<f64>()), "4.075472");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range; a value error for shapes that do not broadcast, and for a share that is not in
/// [0, 0.5).
pub fn ttest_ind(
    a: &Array,
    b: &Array,
    along: Along,
    equal_variances: bool,
    alternative: Alternative,
    trim: f64,
) -> Result<TTest> {
    if !(0.0..0.5).contains(&trim) {
        return Err(Error::value("Trimming percentage should be 0 <= `trim` < .5."));
    }
    let test = Test::independent(&[a, b], &along, 1)?;
    let results = test.run(|samples| {
        let [first, second] = [Moments::of(&samples[0], trim)?, Moments::of(&samples[1], trim)?];
        let [df, error] = difference(&first, &second, equal_variances);
        let estimate = first.mean - second.mean;
        let t = &estimate / &error;
        Ok([t.clone(), alternative.student(&df, &t), df, error, estimate])
    })?;
    Ok(TTest::new(results, alternative))
}

/// As [`ttest_ind`], of means, standard deviations and counts of observations, which broadcast:
/// `scipy.stats.ttest_ind_from_stats`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative};
/// # fn main() -> Result<()> {
/// let [one, two, ten] = [array![1.0], array![2.0], array![10.0]];
/// let test = stats::ttest_ind_from_stats([&two, &one, &ten], [&one, &one, &ten], true, Alternative::TwoSided)?;
/// assert_eq!(test.statistic.to_string(), "[2.23606798]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for shapes that do not broadcast.
pub fn ttest_ind_from_stats(
    first: [&Array; 3],
    second: [&Array; 3],
    equal_variances: bool,
    alternative: Alternative,
) -> Result<Significance> {
    let arrays = [first[0], first[1], second[0], second[1]];
    let dtype = common_dtype(&arrays)?;
    let moments = |[mean, deviation, count]: [&Array; 3]| Moments {
        mean: Term::from(mean).to(dtype),
        variance: Term::from(deviation).to(dtype).squared(),
        count: Term::from(count).to(dtype),
    };
    let (first, second) = (moments(first), moments(second));
    let [df, error] = difference(&first, &second, equal_variances);
    let t = (&first.mean - &second.mean) / error;
    Ok(Significance { statistic: t.done(dtype)?, pvalue: alternative.student(&df, &t).done(dtype)? })
}
