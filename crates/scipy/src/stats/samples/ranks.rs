//! Ranks of observations: indices in ascending order, of which equal observations share one.

use cuprust::chapters::positions;
use cuprust::indexing::take_along_axis;
use cuprust::math::cumsum;
use cuprust::sorting::argsort;
use cuprust::ufunc::rows;
use cuprust::ufunc_methods::accumulate;
use cuprust::{Array, DType, Ellipsis, concatenate, full, s, shape};
use cuprust_ir::{Error, Result};
use cuprust_ops::RowId;

use super::observations::{NanPolicy, Sample, along};
use crate::stats::terms::Term;

/// The rank of observations that are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ties {
    /// The mean of the ranks that they would have one after another.
    #[default]
    Average,
    /// The least of these.
    Min,
    /// The greatest of these.
    Max,
    /// The least, where the next larger observations have the next rank.
    Dense,
    /// Each has its own, in the original order.
    Ordinal,
}

impl Ties {
    /// The rank of SciPy's name: "average", "min", "max", "dense" or "ordinal".
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<Ties> {
        match name {
            "average" => Ok(Ties::Average),
            "min" => Ok(Ties::Min),
            "max" => Ok(Ties::Max),
            "dense" => Ok(Ties::Dense),
            "ordinal" => Ok(Ties::Ordinal),
            _ => Err(Error::value(format!("unknown method \"{name}\""))),
        }
    }
}

/// The observations of a sample in ascending order, those that do not count after the others, with their ranks. Ranks
/// are float64.
pub(in crate::stats) struct Ranked {
    /// The original indices of the observations, int64.
    pub order: Array,
    /// The observations.
    pub values: Array,
    /// Whether an observation is the first of those that are equal.
    pub first: Array,
    /// The index of the first of the equal ones.
    start: Term,
    /// The index of the last of the equal ones.
    end: Term,
}

/// The indices 0, 1, .. along the last axis.
pub(in crate::stats) fn last_axis_indices(like: &Array) -> Result<Array> {
    positions(&[like.shape()[like.ndim() - 1]], 0, &[1], DType::F64, like.device())
}

/// Every element along the last axis but the last ones, and but the first ones.
pub(in crate::stats) fn shifted(array: &Array) -> Result<[Array; 2]> {
    let length = array.shape()[array.ndim() - 1];
    let (rest, one) = ((length - 1).max(0), length.min(1));
    Ok([slice(array, 0, rest)?, slice(array, one, length)?])
}

/// The elements along the last axis from an index to another one.
pub(in crate::stats) fn slice(array: &Array, from: i64, to: i64) -> Result<Array> {
    array.at(s![Ellipsis, from..to])
}

impl Ranked {
    /// The observations of a sample in order.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn new(sample: &Sample) -> Result<Ranked> {
        Ranked::of(&sample.marked()?)
    }

    /// The elements along the last axis in order.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn of(elements: &Array) -> Result<Ranked> {
        let order = argsort(elements, Some(-1))?;
        Ranked::of_sorted(take_along_axis(elements, &order, -1)?, order)
    }

    /// The same of observations that are sorted.
    fn of_sorted(values: Array, order: Array) -> Result<Ranked> {
        let [before, behind] = shifted(&values)?;
        let differs = rows::not_equal(&before, &behind)?;
        Ranked::of_steps(values, order, &differs)
    }

    /// The same of paired observations in the order of both variables, where those are equal that are in both.
    pub fn of_pairs(first: &Array, second: &Array, order: Array) -> Result<Ranked> {
        let differs = |values: &Array| {
            let [before, behind] = shifted(values)?;
            rows::not_equal(&before, &behind)
        };
        let differs = rows::logical_or(&differs(first)?, &differs(second)?)?;
        Ranked::of_steps(first.clone(), order, &differs)
    }

    /// The same of observations of which is known where each but the first differs from the one before it.
    fn of_steps(values: Array, order: Array, differs: &Array) -> Result<Ranked> {
        let mut edge = values.shape().to_vec();
        let last = edge.len() - 1;
        edge[last] = edge[last].min(1);
        let edge = full(shape(&edge[..]).dtype(DType::Bool).on(values.device()), true)?;
        let first = concatenate(&[&edge, differs], -1)?;
        let last_of_all = concatenate(&[differs, &edge], -1)?;
        let position = Term::from(last_axis_indices(&values));
        let start = Term::from(&first).choose(&position, 0.0).to(DType::F64);
        let start = start.with(|start| accumulate(RowId::named("maximum"), start, -1, None, None));
        let end = Term::from(&last_of_all).choose(&position, f64::INFINITY).to(DType::F64);
        let end = end.with(|end| accumulate(RowId::named("minimum"), &end.flip(-1)?, -1, None, None)?.flip(-1));
        Ok(Ranked { order, values, first, start, end })
    }

    /// The ranks, from one on.
    pub fn ranks(&self) -> Term {
        self.ranks_by(Ties::Average)
    }

    /// The ranks, equal observations by a rule.
    fn ranks_by(&self, ties: Ties) -> Term {
        match ties {
            Ties::Average => (&self.start + &self.end) * 0.5 + 1.0,
            Ties::Min => &self.start + 1.0,
            Ties::Max => &self.end + 1.0,
            Ties::Dense => Term::from(&self.first).to(DType::F64).with(|first| cumsum(first, -1)),
            Ties::Ordinal => {
                (Term::from(last_axis_indices(&self.values)) + 1.0).with(|own| own.broadcast_to(self.values.shape()))
            }
        }
    }

    /// The number of observations that are equal to each one, including itself.
    pub fn equal(&self) -> Term {
        &self.end - &self.start + 1.0
    }

    /// The elements of a term in ascending order of the observations at the last of those that are equal to each.
    pub fn at_end(&self, sorted: &Term) -> Term {
        sorted.with(|sorted| take_along_axis(sorted, &self.end.done(DType::I64)?, -1))
    }

    /// The sum of t^3 - t over groups of t equal observations.
    pub fn tie_term(&self) -> Term {
        // Each of a group's t observations adds t^2 - 1.
        (self.equal().squared() - 1.0).sum(None)
    }

    /// Whether any observations that count are equal.
    pub fn has_ties(&self) -> Term {
        self.equal().gt(1.0).any()
    }

    /// Which elements are observations whose original index is in a range, and count.
    pub fn from(&self, from: i64, to: i64) -> Term {
        let order = Term::from(&self.order);
        let within = order.ge(from as f64).and(order.lt(to as f64));
        within.and(!Term::from(&self.values).is_nan())
    }

    /// Moves elements from ascending order of the observations to the original order.
    pub fn restored(&self, sorted: &Term) -> Term {
        sorted.with(|sorted| {
            let restored = sorted.empty_like(None)?;
            restored.put_along_axis(&self.order, sorted, -1)?;
            Ok(restored)
        })
    }

    /// The ranks of the observations in their original order.
    pub fn in_place(&self) -> Term {
        self.restored(&self.ranks())
    }
}

/// The ranks of elements along an axis, or of all in a vector where none is named: float64 by [`Ties::Average`], int64
/// otherwise. `scipy.stats.rankdata`. With a NaN among the elements of an axis all their ranks are NaN, or under
/// [`NanPolicy::Omit`] its own alone, and all results are float64; other rules than the average wait for the elements
/// to know that.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, NanPolicy, Ties};
/// # fn main() -> Result<()> {
/// let ranks = stats::rankdata(&array![3.0, 1.0, 3.0], Ties::Average, None, NanPolicy::Propagate)?;
/// assert_eq!(ranks.to_string(), "[2.5 1.  2.5]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for an axis out of range; a value error for NaN, where the policy says so.
pub fn rankdata(a: &Array, ties: Ties, axis: Option<i64>, policy: NanPolicy) -> Result<Array> {
    let (array, axis) = match axis {
        None => (a.ravel()?, -1),
        Some(axis) => (a.clone(), axis),
    };
    let whole = if ties == Ties::Average { DType::F64 } else { DType::I64 };
    if array.size() == 0 {
        return cuprust::empty(shape(array.shape()).dtype(whole).on(array.device()));
    }
    // Integers are compared as they are: those beyond 2^53 have no float64 of their own.
    let (sample, ranked) = if array.dtype().is_inexact() {
        let sample = Sample::new(&array, &along(axis).nan_policy(policy))?;
        let ranked = Ranked::new(&sample)?;
        (sample, ranked)
    } else {
        let sample = Sample::new(&array, &along(axis))?;
        (sample, Ranked::of(&array.moveaxis(axis, -1)?)?)
    };
    let mut ranks = ranked.restored(&ranked.ranks_by(ties));
    let nan = Term::from(&sample.values).is_nan();
    let spoiled = match policy {
        _ if !array.dtype().is_inexact() => Term::Number(0.0),
        NanPolicy::Propagate => nan.any(),
        NanPolicy::Omit => nan.clone(),
        NanPolicy::Raise => Term::Number(0.0),
    };
    let mut dtype = whole;
    if let (Term::Array(spoiled), DType::I64) = (&spoiled, whole) {
        dtype = if rows::any(spoiled, ..)?.item()?.get() { DType::F64 } else { whole };
    }
    if dtype == DType::F64 {
        ranks = ranks.nan_where(&spoiled);
    }
    ranks.done(dtype)?.moveaxis(-1, axis)
}

/// The factor by which the variance of rank statistics shrinks for equal ranks: one less the sum of t^3 - t over groups
/// of t equal ones, over n^3 - n. `scipy.stats.tiecorrect`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// assert_eq!(stats::tiecorrect(&array![1.0, 2.5, 2.5, 4.0])?.to_string(), "0.9");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Where there is no memory.
pub fn tiecorrect(ranks: &Array) -> Result<Array> {
    let n = ranks.size() as f64;
    if n < 2.0 {
        return full(shape(()).dtype(DType::F64).on(ranks.device()), 1.0);
    }
    let sample = Sample::new(&ranks.ravel()?, &along(-1))?;
    let correction = 1.0 - Ranked::new(&sample)?.tie_term() / (n * n * n - n);
    sample.result(&correction.done(DType::F64)?)
}
