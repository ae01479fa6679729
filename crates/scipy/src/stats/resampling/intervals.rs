//! Resampling: intervals by the bootstrap, and p-values by permutations and by drawn samples.

use cuprust::chapters::{epsilon, positions};
use cuprust::random::Generator;
use cuprust::sorting::sort;
use cuprust::ufunc::rows;
use cuprust::{Array, DType};
use cuprust_ir::{Error, Result};

use super::permutations::{Permuted, resampled};
use crate::stats::samples::quantiles::at_index;
use crate::stats::terms::Term;
use crate::stats::tests::alternative::Alternative;

/// The method that derives an interval from resampled statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Interval {
    /// The quantiles of the resampled statistics.
    Percentile,
    /// These, mirrored about the statistic.
    Basic,
    /// Quantiles that are corrected for bias and acceleration.
    #[default]
    Bca,
}

impl Interval {
    /// The way of SciPy's name, in whatever case: "percentile", "basic" or "bca".
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<Interval> {
        match name.to_lowercase().as_str() {
            "percentile" => Ok(Interval::Percentile),
            "basic" => Ok(Interval::Basic),
            "bca" => Ok(Interval::Bca),
            _ => Err(Error::value("`method` must be in {'percentile', 'basic', 'bca'}")),
        }
    }
}

/// The samples without one observation each, for every observation of the last axis: a new axis for the samples
/// precedes that of the others.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// assert_eq!(stats::jackknifed(&array![1.0, 2.0, 3.0])?.to_string(), "[[2. 3.]\n [1. 3.]\n [1. 2.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`resampled`].
pub fn jackknifed(sample: &Array) -> Result<Array> {
    let n = sample.shape().last().copied().unwrap_or(0);
    let device = sample.device();
    // In the row of observation i, index j is that of j, or from i on of j + 1.
    let column = positions(&[(n - 1).max(0)], 0, &[1], DType::I64, device)?;
    let row = positions(&[n, 1], 0, &[1, 0], DType::I64, device)?;
    let indices = rows::add(&column, &rows::greater_equal(&column, &row)?.in_dtype(DType::I64)?)?;
    resampled(sample, &indices)
}

/// The result of [`bootstrap`].
#[derive(Debug, Clone)]
pub struct Bootstrap {
    /// The lower bound of the statistic.
    pub low: Array,
    /// The upper bound.
    pub high: Array,
    /// The standard deviation of the resampled statistics.
    pub standard_error: Array,
}

/// The interval of a statistic, from resampled ones along the last axis, and their standard deviation.
/// [`Interval::Bca`] needs the statistics of the jackknifed samples, one array for each sample; it and the basic
/// interval need the statistic itself.
///
/// A value error if the statistic is missing but needed.
pub(in crate::stats) fn interval(
    resamples: &Array,
    statistic: Option<&Array>,
    jackknife: &[&Array],
    level: f64,
    alternative: Alternative,
    method: Interval,
) -> Result<Bootstrap> {
    let dtype = if resamples.dtype().is_inexact() { resamples.dtype() } else { DType::F64 };
    let resamples = resamples.in_dtype(dtype)?;
    let count = resamples.shape().last().copied().unwrap_or(0) as f64;
    let own = || -> Result<Term> {
        let statistic = statistic.ok_or_else(|| Error::value("the statistic of the samples is missing"))?;
        Ok(Term::from(statistic.expand_dims(-1)).to(dtype))
    };
    let tail = if alternative == Alternative::TwoSided { (1.0 - level) / 2.0 } else { 1.0 - level };
    let sorted = Term::from(sort(&resamples, Some(-1)));
    let shares = match method {
        Interval::Bca => corrected(&Term::from(&resamples), &own()?, jackknife, tail, count)?,
        _ => [Term::Number(tail), Term::Number(1.0 - tail)],
    };
    let nan = Term::from(&resamples).is_nan().any();
    let [low, high] = shares.map(|share| quantile(&sorted, &share, count).nan_where(&nan));
    let [low, high] = if method == Interval::Basic {
        let own = own()?;
        [&own * 2.0 - high, &own * 2.0 - low]
    } else {
        [low, high]
    };
    let unbounded = |term: Term, bound: f64| term.is_nan().choose(bound, bound);
    let low = if alternative == Alternative::Less { unbounded(low, f64::NEG_INFINITY) } else { low };
    let high = if alternative == Alternative::Greater { unbounded(high, f64::INFINITY) } else { high };
    let mean = Term::from(&resamples).sum(None) / count;
    let deviation = ((Term::from(&resamples) - mean).squared().sum(None) / (count - 1.0)).sqrt();
    let finished = |term: Term| term.done(dtype)?.squeeze(-1);
    Ok(Bootstrap { low: finished(low)?, high: finished(high)?, standard_error: finished(deviation)? })
}

/// The quantiles of sorted elements along the last axis, by linear interpolation.
fn quantile(sorted: &Term, share: &Term, count: f64) -> Term {
    let index = share * (count - 1.0);
    let below = index.floor();
    let [low, high] = [at_index(sorted, &below), at_index(sorted, &(&below + 1.0))];
    let between = (&high - &low) * (&index - &below);
    (below.ge(count - 1.0).choose(&low, &low + between)).nan_where(share.is_nan())
}

/// The shares of the bounds, corrected for bias and acceleration, of Efron.
fn corrected(resamples: &Term, own: &Term, jackknife: &[&Array], tail: f64, count: f64) -> Result<[Term; 2]> {
    let [below, at_most] = [resamples.lt(own), resamples.le(own)].map(|condition| condition.sum(None));
    let bias = ((below + at_most) / (2.0 * count)).ndtri();
    let [mut cubes, mut squares] = [Term::Number(0.0), Term::Number(0.0)];
    for statistics in jackknife {
        let n = statistics.shape().last().copied().unwrap_or(0) as f64;
        let statistics = Term::from(statistics.inexact());
        let influence = (statistics.sum(None) / n - &statistics) * (n - 1.0);
        cubes = cubes + (influence.squared() * &influence).sum(None) / n.powi(3);
        squares = squares + influence.squared().sum(None) / n.powi(2);
    }
    let acceleration = cubes / (squares.sqrt() * squares) / 6.0;
    let z = cuprust_num::special::ndtri(tail);
    Ok([z, -z].map(|z| {
        let moved = &bias + z;
        (&bias + &moved / (1.0 - &acceleration * &moved)).ndtr()
    }))
}

/// The interval of a statistic of independent samples by the bootstrap: `scipy.stats.bootstrap`. Observations lie along
/// the last axis, and the other axes broadcast; the statistic gets arrays with any number of axes before it and
/// gives its values without it. The indices of observations come from a generator, and all resamples are computed at
/// once.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, Interval};
/// # fn main() -> Result<()> {
/// let generator = random::Generator::new(1, Device::current()?);
/// let x = array![1.0, 2.0, 4.0, 3.0, 5.0, 2.0];
/// let mean = |samples: &[Array]| samples[0].mean(-1);
/// let found = stats::bootstrap(&[&x], mean, 2000, 0.9, Alternative::TwoSided, Interval::Bca, &generator)?;
/// let (low, high): (f64, f64) = (found.low.item()?.get(), found.high.item()?.get());
/// assert!(1.5 < low && low < 2.5 && 3.0 < high && high < 4.5);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a sample of fewer than two observations; what the statistic returns.
pub fn bootstrap(
    samples: &[&Array],
    statistic: impl Fn(&[Array]) -> Result<Array>,
    count: i64,
    level: f64,
    alternative: Alternative,
    method: Interval,
    generator: &Generator,
) -> Result<Bootstrap> {
    let length = |sample: &Array| sample.shape().last().copied().unwrap_or(0);
    if samples.iter().any(|sample| length(sample) <= 1) {
        return Err(Error::value("each sample in `data` must contain two or more observations along `axis`."));
    }
    let drawn = |sample: &&Array| {
        let n = length(sample);
        resampled(sample, &generator.integers(0..n, (count, n))?)
    };
    let resamples = statistic(&samples.iter().map(drawn).collect::<Result<Vec<_>>>()?)?;
    let whole: Vec<Array> = samples.iter().map(|&sample| sample.clone()).collect();
    let own = statistic(&whole)?;
    let mut jackknife = Vec::new();
    if method == Interval::Bca {
        for left_out in 0..samples.len() {
            let mut each = whole.iter().map(|sample| sample.expand_dims(-2)).collect::<Result<Vec<_>>>()?;
            each[left_out] = jackknifed(samples[left_out])?;
            jackknife.push(statistic(&each)?);
        }
    }
    interval(&resamples, Some(&own), &jackknife.iter().collect::<Vec<_>>(), level, alternative, method)
}

/// The p-values of statistics under a null distribution of `count` statistics along the first axis; if these are drawn,
/// and not exhaustive, the observed one is counted with them.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative};
/// # fn main() -> Result<()> {
/// let null = array![1.0, 2.0, 3.0, 4.0];
/// assert_eq!(stats::null_pvalue(&null, &array![3.0].at(0)?, Alternative::Greater, true)?.to_string(), "0.6");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for shapes that do not broadcast.
pub fn null_pvalue(null: &Array, observed: &Array, alternative: Alternative, drawn: bool) -> Result<Array> {
    let dtype = observed.dtype();
    let slack = if dtype.is_inexact() { 100.0 * epsilon(dtype) } else { 0.0 };
    let count = null.shape().first().copied().unwrap_or(0) as f64;
    let added = f64::from(drawn);
    // The statistics of the null distribution are last.
    let null = Term::from(null.moveaxis(0, -1));
    let observed = Term::from(observed.expand_dims(-1));
    let slack = (&observed * slack).abs();
    let share = |condition: Term| (condition.sum(None) + added) / (count + added);
    let less = share(null.le(&observed + &slack));
    let greater = share(null.ge(&observed - &slack));
    let p = match alternative {
        Alternative::Less => less,
        Alternative::Greater => greater,
        Alternative::TwoSided => less.minimum(greater) * 2.0,
    };
    let result = if dtype.is_inexact() { dtype } else { DType::F64 };
    p.maximum(0.0).minimum(1.0).done(result)?.squeeze(-1)
}

/// The p-value of a statistic of samples under permutations of the observations, which lie along the last axis:
/// `scipy.stats.permutation_test`. The other axes have to be equal. All permutations are tried where there are no more
/// than `count`, otherwise this many are drawn by the generator. The result is the statistic, the p-value and the null
/// distribution along the first axis.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, Permuted};
/// # fn main() -> Result<()> {
/// let generator = random::Generator::new(1, Device::current()?);
/// let (x, y) = (array![1.0, 2.0, 3.0], array![4.0, 5.0]);
/// let difference = |samples: &[Array]| subtract(&samples[0].mean(-1)?, &samples[1].mean(-1)?);
/// let permuted = Permuted::Independent;
/// let [_, p, null] = stats::permutation_test(&[&x, &y], difference, permuted, 9999, Alternative::Less, &generator)?;
/// assert_eq!(format!("{p} {:?}", null.shape()), "0.1 [10]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for incompatible shapes; what the statistic returns.
pub fn permutation_test(
    samples: &[&Array],
    statistic: impl Fn(&[Array]) -> Result<Array>,
    permuted: Permuted,
    count: i64,
    alternative: Alternative,
    generator: &Generator,
) -> Result<[Array; 3]> {
    let lengths: Vec<i64> = samples.iter().map(|sample| sample.shape().last().copied().unwrap_or(0)).collect();
    let whole: Vec<Array> = samples.iter().map(|&sample| sample.clone()).collect();
    let observed = statistic(&whole)?;
    let exact = count as f64 >= permuted.count(&lengths);
    let indices = match exact {
        true => permuted.all(&lengths, observed.device())?,
        false => permuted.drawn(count, &lengths, generator)?,
    };
    let null = statistic(&permuted.apply(samples, &indices)?)?;
    let pvalue = null_pvalue(&null, &observed, alternative, !exact)?;
    Ok([observed, pvalue, null])
}

/// A function that draws observations: an array of a shape.
pub type Draw<'a> = dyn Fn(&[i64]) -> Result<Array> + 'a;

/// The p-value of a statistic of samples under others that functions draw: `scipy.stats.monte_carlo_test`. Observations
/// lie along the last axis; a function gets the shape of the samples that it is to draw. The result is the
/// statistic, the p-value and the null distribution.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative};
/// # fn main() -> Result<()> {
/// let generator = random::Generator::new(1, Device::current()?);
/// let normal = |shape: &[i64]| generator.standard_normal(shape);
/// let x = array![5.0, 6.0, 7.0];
/// let mean = |samples: &[Array]| samples[0].mean(-1);
/// let [_, p, _] = stats::monte_carlo_test(&[&x], &[&normal], mean, 999, Alternative::Greater)?;
/// assert_eq!(p.to_string(), "0.001");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for another number of functions than samples; what the functions return.
pub fn monte_carlo_test(
    samples: &[&Array],
    draw: &[&Draw],
    statistic: impl Fn(&[Array]) -> Result<Array>,
    count: i64,
    alternative: Alternative,
) -> Result<[Array; 3]> {
    if samples.len() != draw.len() {
        return Err(Error::value("If `rvs` is a sequence, `len(rvs)` must equal `len(data)`."));
    }
    let whole: Vec<Array> = samples.iter().map(|&sample| sample.clone()).collect();
    let observed = statistic(&whole)?;
    let drawn = |(sample, draw): (&&Array, &&Draw)| draw(&[count, sample.shape().last().copied().unwrap_or(0)]);
    let null = statistic(&samples.iter().zip(draw).map(drawn).collect::<Result<Vec<_>>>()?)?;
    let extents: Vec<i64> = null.shape().iter().copied().chain(std::iter::repeat_n(1, observed.ndim())).collect();
    let pvalue = null_pvalue(&null.reshape(&extents[..])?, &observed, alternative, true)?;
    Ok([observed, pvalue, null])
}
