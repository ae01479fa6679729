//! Linear correlation, and that of ranks.

use cuprust::linalg::matmul;
use cuprust::{Array, DType, broadcast_shapes, column_stack, full, normalize_axis, s, shape, vstack};
use cuprust_ir::{Error, Result};

use crate::stats::samples::groups::{Test, common_dtype};
use crate::stats::samples::observations::{Along, NanPolicy, Sample, along};
use crate::stats::samples::ranks::Ranked;
use crate::stats::terms::Term;
use crate::stats::tests::alternative::Alternative;
use crate::stats::tests::ttests::Significance;

/// The result of [`pearsonr`].
#[derive(Debug, Clone)]
pub struct Pearson {
    /// The correlation coefficient.
    pub statistic: Array,
    /// The p-value under the alternative.
    pub pvalue: Array,
    /// The number of observations.
    pub count: i64,
    /// The alternative hypothesis.
    pub alternative: Alternative,
}

impl Pearson {
    /// The interval that holds the correlation with a probability, by Fisher's transformation: its lower and upper
    /// bounds, one of them -1 or 1 for a one-sided alternative, both for fewer than four observations.
    ///
    /// ```
    /// use cuprust::*;
    /// use cuprust_scipy::stats::{self, Alternative};
    /// # fn main() -> Result<()> {
    /// let (x, y) = (array![1.0, 2.0, 3.0, 5.0], array![1.0, 2.0, 4.0, 3.0]);
    /// let [low, high] = stats::pearsonr(&x, &y, Some(0), Alternative::Less)?.confidence_interval(0.9)?;
    /// assert_eq!(format!("{low} {:.4}", high.item()?.get::<f64>()), "-1.0 0.9711");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn confidence_interval(&self, level: f64) -> Result<[Array; 2]> {
        pearson_interval(&self.statistic, self.count, self.alternative, level)
    }
}

/// The interval of [`Pearson::confidence_interval`], of the parts of a result.
pub(in crate::stats) fn pearson_interval(
    r: &Array,
    count: i64,
    alternative: Alternative,
    level: f64,
) -> Result<[Array; 2]> {
    let (dtype, r) = (r.dtype(), Term::from(r));
    let tail = Term::Number(if alternative == Alternative::TwoSided { 0.5 + level / 2.0 } else { level });
    let reach = tail.ndtri() * Term::Number(1.0 / (count as f64 - 3.0)).sqrt();
    let few = count <= 3;
    let bound = |bound: f64| r.is_nan().choose(bound, bound);
    let low = if alternative == Alternative::Less || few { bound(-1.0) } else { (r.arctanh() - &reach).tanh() };
    let high = if alternative == Alternative::Greater || few { bound(1.0) } else { (r.arctanh() + &reach).tanh() };
    Ok([low.done(dtype)?, high.done(dtype)?])
}

/// The correlation coefficient of two samples, and its p-value.
pub(in crate::stats) fn correlation(x: &Sample, y: &Sample, alternative: Alternative) -> [Term; 2] {
    let n = x.n();
    let unit = |sample: &Sample| {
        let deviations = sample.x() - sample.average(sample.x());
        // Scaled by the largest, so that squares neither overflow nor vanish.
        let largest = deviations.abs().max(sample.valid.as_ref());
        let scaled = &deviations / &largest;
        let norm = sample.total(scaled.squared()).sqrt();
        scaled / norm
    };
    let r = x.total(unit(x) * unit(y)).maximum(-1.0).minimum(1.0);
    let r = r.nan_where(x.is_constant().or(y.is_constant()));
    let two = n.equals(2.0);
    let r = two.choose(r.rint(), &r);
    let parameter = &n * 0.5 - 1.0;
    let p = two.choose(&r * 0.0 + 1.0, alternative.beta(&parameter, &r));
    [r, p]
}

/// Pearson's correlation coefficient along an axis, or of all elements where none is named, and the p-value of there
/// being none: `scipy.stats.pearsonr`. The arrays broadcast. NaN where a sample is constant.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative};
/// # fn main() -> Result<()> {
/// let test = stats::pearsonr(&array![1.0, 2.0, 3.0], &array![1.0, 3.0, 2.0], Some(0), Alternative::TwoSided)?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "0.500000");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for shapes that do not broadcast, other lengths along the axis, fewer than two observations and
/// complex numbers; an axis error.
pub fn pearsonr(x: &Array, y: &Array, axis: Option<i64>, alternative: Alternative) -> Result<Pearson> {
    if x.dtype().is_complex() || y.dtype().is_complex() {
        return Err(Error::value("This function does not support complex data"));
    }
    let (x, y, axis) = match axis {
        None => (x.ravel()?, y.ravel()?, -1),
        Some(axis) => (x.clone(), y.clone(), axis),
    };
    let extents =
        broadcast_shapes(&[x.shape(), y.shape()]).map_err(|_| Error::value("`x` and `y` must be broadcastable."))?;
    let (x, y) = (x.at_least(extents.len()), y.at_least(extents.len()));
    let position = normalize_axis(axis, extents.len())?;
    if x.shape()[position] != y.shape()[position] {
        return Err(Error::value("`x` and `y` must have the same length along `axis`."));
    }
    if x.shape()[position] < 2 {
        return Err(Error::value("`x` and `y` must have length at least 2."));
    }
    let test = Test::paired(&[&x, &y], &along(axis), 0)?;
    let [statistic, pvalue] = test.run(|samples| Ok(correlation(&samples[0], &samples[1], alternative)))?;
    Ok(Pearson { statistic, pvalue, count: extents[position], alternative })
}

/// The correlation of a variable of two values with another one, which is Pearson's: `scipy.stats.pointbiserialr`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let test = stats::pointbiserialr(&array![0, 0, 1, 1], &array![1.0, 2.0, 3.0, 4.0], along(..))?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "0.894427");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for shapes that do not broadcast.
pub fn pointbiserialr(x: &Array, y: &Array, along: Along) -> Result<Significance> {
    let test = Test::paired(&[x, y], &along, 2)?;
    let results = test.run(|samples| Ok(correlation(&samples[0], &samples[1], Alternative::TwoSided)))?;
    Ok(results.into())
}

/// The p-value of a correlation coefficient by Student's distribution.
fn student(r: &Term, n: &Term, alternative: Alternative) -> Term {
    let df = n - 2.0;
    let t = r * (&df / ((r + 1.0) * (1.0 - r))).maximum(0.0).sqrt();
    alternative.student(&df, &t)
}

/// Spearman's correlation of ranks, and its p-value: `scipy.stats.spearmanr`. Variables are columns where the axis of
/// observations is 0, rows where it is 1, and all elements of each array where none is named; those of a second array
/// follow. Of two variables the results have no axes; of more they are matrices of all pairs.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, NanPolicy};
/// # fn main() -> Result<()> {
/// let (x, y) = (array![1.0, 2.0, 3.0, 4.0], array![5.0, 6.0, 8.0, 7.0]);
/// let test = stats::spearmanr(&x, Some(&y), Some(0), NanPolicy::Propagate, Alternative::TwoSided)?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "0.800000");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for more than two axes, for one variable alone, for arrays that do not fit to each other, and for NaN
/// where the policy says so.
pub fn spearmanr(
    a: &Array,
    b: Option<&Array>,
    axis: Option<i64>,
    policy: NanPolicy,
    alternative: Alternative,
) -> Result<Significance> {
    let variables = variables(a, b, axis)?;
    common_dtype(&[&variables])?;
    let dtype = DType::F64;
    let [count, length] = [variables.shape()[0], variables.shape()[1]];
    let device = variables.device();
    let nothing = || -> Result<Significance> {
        let nan = full(shape(()).dtype(dtype).on(device), f64::NAN)?;
        Ok(Significance { statistic: nan.clone(), pvalue: nan })
    };
    if length <= 1 {
        return nothing();
    }
    if count < 2 {
        return Err(Error::index("index 1 is out of bounds for axis 0 with size 1"));
    }
    // All pairs of variables: where NaN are left out, each pair leaves out its own.
    let omitting = policy == NanPolicy::Omit && variables.dtype().is_inexact();
    let whole = along(-1).nan_policy(policy);
    let (r, n) = if omitting {
        let square = [count, count, length];
        let first = variables.expand_dims(1)?.broadcast_to(square)?;
        let second = variables.expand_dims(0)?.broadcast_to(square)?;
        let samples = Test::paired(&[&first, &second], &whole, 0)?.samples;
        let ranks = samples.iter().map(of_ranks).collect::<Result<Vec<_>>>()?;
        let [r, _] = correlation(&ranks[0], &ranks[1], alternative);
        (r.with(|r| r.squeeze(-1)), ranks[0].n().with(|n| n.squeeze(-1)))
    } else {
        let sample = Sample::new(&variables, &whole)?;
        let ranks = of_ranks(&sample)?;
        let constant = ranks.is_constant();
        let deviations = ranks.x() - ranks.average(ranks.x());
        let unit = (&deviations / ranks.total(deviations.squared()).sqrt()).nan_where(constant);
        let unit = unit.nan_where(sample.x().is_nan().any()).done(dtype)?;
        let products = Term::from(matmul(&unit, &unit.matrix_transpose()?));
        (products.maximum(-1.0).minimum(1.0), Term::from(length))
    };
    // As in SciPy, the result is undefined if one of the first two variables is constant.
    let firsts = variables.at(0..2)?;
    let undefined = Sample::new(&firsts, &along(-1))?.is_constant().with(|own| cuprust::any(own, ..));
    let p = student(&r, &n, alternative);
    let [r, p] = [r, p].map(|term| term.nan_where(&undefined).done(dtype));
    if count == 2 {
        let pair = |matrix: Array| matrix.at(s![1, 0]);
        return Ok(Significance { statistic: pair(r?)?, pvalue: pair(p?)? });
    }
    Ok(Significance { statistic: r?, pvalue: p? })
}

/// The ranks of a sample's observations, as a sample.
fn of_ranks(sample: &Sample) -> Result<Sample> {
    let ranks = Ranked::new(sample)?.in_place().done(DType::F64)?;
    Ok(sample.with(ranks))
}

/// The variables of two arrays as the rows of a matrix.
fn variables(a: &Array, b: Option<&Array>, axis: Option<i64>) -> Result<Array> {
    if axis.is_some_and(|axis| axis > 1) {
        return Err(Error::value(format!(
            "spearmanr only handles 1-D or 2-D arrays, supplied axis argument {}, please use only values 0, 1 or None \
             for axis",
            axis.unwrap_or(0)
        )));
    }
    let prepared = |array: &Array| match axis {
        None => array.ravel(),
        Some(_) => Ok(array.at_least(1)),
    };
    let a = prepared(a)?;
    if a.ndim() > 2 {
        return Err(Error::value("spearmanr only handles 1-D or 2-D arrays"));
    }
    let rows = axis == Some(1);
    if axis.is_some_and(|axis| axis < 0) {
        return Err(Error::index("tuple index out of range"));
    }
    let matrix = match b {
        None if a.ndim() < 2 => return Err(Error::value("`spearmanr` needs at least 2 variables to compare")),
        None => a,
        Some(b) => {
            let b = prepared(b)?;
            if rows { vstack(&[&a, &b])? } else { column_stack(&[&a, &b])? }
        }
    };
    Ok(if rows { matrix } else { matrix.t() })
}
