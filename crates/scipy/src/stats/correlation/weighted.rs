//! The weighted tau of Vigna, "A weighted correlation index for rankings with ties", 2015: pairs count by the ranks of
//! their observations.

use cuprust::indexing::take_along_axis;
use cuprust::sorting::argsort;
use cuprust::ufunc::{rows, where_};
use cuprust::{Array, DType, axis, full, shape};
use cuprust_ir::{Dims, Error, Result};

use crate::stats::samples::groups::Test;
use crate::stats::samples::observations::{Along, Sample};
use crate::stats::terms::Term;

/// The ranks that determine the weight of a pair.
#[derive(Debug, Clone)]
pub enum RankedBy {
    /// The ranks by the first variable and those by the second one; the results are averaged.
    Both,
    /// Those of the first variable, with ties broken by the second one.
    First,
    /// User-defined ranks, int64, one for each observation, the most important zero.
    Explicit(Array),
}

/// How much pairs count.
#[derive(Debug, Clone, Copy)]
pub struct Weights<'a> {
    /// The weight of each rank: one over one more than the rank where there are none.
    pub of_rank: Option<&'a Array>,
    /// Whether the weights of both observations are added, or multiplied.
    pub additive: bool,
}

/// The weighted tau of paired samples: `scipy.stats.weightedtau`. There is no p-value, and NaN
/// that are not left out are less than all numbers. The work is that of all pairs.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, RankedBy, Weights, along};
/// # fn main() -> Result<()> {
/// let (x, y) = (array![12.0, 2.0, 1.0, 12.0, 2.0], array![1.0, 4.0, 7.0, 1.0, 0.0]);
/// let weights = Weights { of_rank: None, additive: true };
/// let tau: f64 = stats::weightedtau(&x, &y, along(..), &RankedBy::Both, weights)?.item()?.get();
/// assert_eq!(format!("{tau:.6}"), "-0.566950");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range; a value error for shapes that do not broadcast, for ranks of another number
/// than the observations, and for fewer weights than ranks.
pub fn weightedtau(x: &Array, y: &Array, along: Along, ranked: &RankedBy, weights: Weights) -> Result<Array> {
    // As in SciPy, NaN that are not left out are less than all numbers.
    let ordered = |array: &Array| match along.propagates() && array.dtype().is_inexact() {
        true => where_(&rows::isnan(array)?, f64::NEG_INFINITY, array)?.in_dtype(array.dtype()),
        false => Ok(array.clone()),
    };
    let test = Test::paired(&[&ordered(x)?, &ordered(y)?], &along, 1)?;
    let [tau, _] = test.run_in(DType::F64, |samples| {
        let [x, y] = [&samples[0], &samples[1]];
        let tau = match ranked {
            RankedBy::Both => (tau(x, y, &ranks([x, y])?, weights)? + tau(x, y, &ranks([y, x])?, weights)?) * 0.5,
            RankedBy::First => tau(x, y, &ranks([x, y])?, weights)?,
            RankedBy::Explicit(ranks) => {
                if ranks.size() != x.length() {
                    return Err(Error::value(format!(
                        "All inputs to `weightedtau` must be of the same size, found x-size {} and rank-size {}",
                        x.length(),
                        ranks.size()
                    )));
                }
                tau(x, y, &ranks.ravel()?.in_dtype(DType::I64)?.broadcast_to(x.values.shape())?, weights)?
            }
        };
        let none = tau.nan_where(true);
        Ok([tau, none])
    })?;
    Ok(tau)
}

/// The ranks of observations by the first sample, of equal ones by the second one: the largest has rank zero, and those
/// that do not count have the last ones.
fn ranks([first, second]: [&Sample; 2]) -> Result<Array> {
    let last = |sample: &Sample| match &sample.valid {
        None => Ok(sample.values.clone()),
        Some(valid) => where_(valid, &sample.values, f64::NEG_INFINITY),
    };
    let order = argsort(&last(second)?, Some(-1))?;
    let order = take_along_axis(&order, &argsort(&take_along_axis(&last(first)?, &order, -1)?, Some(-1))?, -1)?;
    rows::subtract(first.length() - 1, &argsort(&order, Some(-1))?)
}

/// The sum over pairs of the product of the signs of both differences, times the pairs' weights, divided by the same
/// sums of each variable alone.
fn tau(x: &Sample, y: &Sample, ranks: &Array, weights: Weights) -> Result<Term> {
    let length = x.length();
    let each = match weights.of_rank {
        None => (Term::from(ranks) + 1.0).to(DType::F64),
        Some(weights) if weights.size() < length => return Err(Error::value("there are fewer weights than ranks")),
        Some(weights) => {
            let mut extents = Dims::new(ranks.shape());
            extents[ranks.ndim() - 1] = weights.size();
            let weights = weights.in_dtype(DType::F64)?.ravel()?;
            Term::from(take_along_axis(&weights.broadcast_to(&extents[..])?, ranks, -1))
        }
    };
    let each = if weights.of_rank.is_none() { 1.0 / each } else { each };
    let each = match &x.valid {
        None => each,
        Some(valid) if weights.additive => each.nan_where(!Term::from(valid)),
        Some(valid) => Term::from(valid).choose(&each, 0.0),
    };
    // Both orders of each pair, which are equal.
    let pair = |term: &Term| [term.with(|own| own.expand_dims(-1)), term.with(|own| own.expand_dims(-2))];
    let [own, other] = pair(&each);
    let weight = match weights.additive {
        true => {
            let sum = own + other;
            sum.is_nan().choose(0.0, &sum)
        }
        false => own * other,
    };
    let signs = |sample: &Sample| {
        let [own, other] = pair(&Term::from(sample.values.in_dtype(DType::F64)));
        // Not of the difference, which infinities do not have.
        own.gt(&other).choose(1.0, own.lt(&other).choose(-1.0, 0.0))
    };
    let [x, y] = [signs(x), signs(y)];
    let sum = |term: Term| term.with(|term| rows::sum(term, axis(-1))).sum(None);
    let [both, of_x, of_y] = [sum(&x * &y * &weight), sum(&x * &x * &weight), sum(&y * &y * &weight)];
    let tau = both / (of_x.sqrt() * of_y.sqrt());
    // Without observations there is no pair.
    if length == 0 {
        return Ok(Term::from(full(shape(()).dtype(DType::F64), f64::NAN)));
    }
    // Rounding does not lead beyond the ends.
    Ok(tau.is_nan().choose(f64::NAN, tau.maximum(-1.0).minimum(1.0)))
}
