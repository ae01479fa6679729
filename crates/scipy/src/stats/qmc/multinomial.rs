//! Points between zero and one as numbers of trials in categories.

use cuprust::math::{cumsum, diff};
use cuprust::ufunc::rows;
use cuprust::{Array, DType, axis, s};
use cuprust_ir::{Error, Result};

/// Checks probabilities of categories; the result is a true. Waits for them.
///
/// # Errors
/// A value error for negative ones, and for those whose sum is not one.
pub(in crate::stats) fn check_probabilities(probabilities: &Array) -> Result<Array> {
    let probabilities = probabilities.in_dtype(DType::F64)?;
    if probabilities.size() == 0 || !rows::all(&rows::greater_equal(&probabilities, 0.0)?, ..)?.item()?.get::<bool>() {
        return Err(Error::value("Elements of pvals must be non-negative."));
    }
    let apart = rows::absolute(&rows::subtract(&rows::sum(&probabilities, ..)?, 1.0)?)?;
    let sums_to_one = rows::less_equal(&apart, 1e-5)?;
    if !sums_to_one.item()?.get::<bool>() {
        return Err(Error::value("Elements of pvals must sum to 1."));
    }
    Ok(sums_to_one)
}

/// The numbers of trials in categories of these probabilities, of which each trial is a point between zero and one:
/// `scipy.stats.qmc.MultinomialQMC`. Each row of points, shape (n, trials), gives a row of numbers, shape (n,
/// categories), float64.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::qmc::multinomial_counts;
/// # fn main() -> Result<()> {
/// let counts = multinomial_counts(&array![[0.1, 0.6, 0.9, 0.4]], &array![0.5, 0.25, 0.25])?;
/// assert_eq!(counts.to_string(), "[[2. 1. 1.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for points of other than two axes, and for probabilities of other than one or none at all.
pub fn multinomial_counts(points: &Array, probabilities: &Array) -> Result<Array> {
    if points.ndim() != 2 || probabilities.ndim() != 1 || probabilities.size() == 0 {
        return Err(Error::value("points have two axes, and probabilities one that is not empty"));
    }
    let (samples, trials) = (points.shape()[0], points.shape()[1]);
    let ends = cumsum(&probabilities.in_dtype(DType::F64)?, None)?;
    // The last category has all points above the others, whatever the probabilities' sum rounds to.
    let ends = ends.at(s![..-1])?;
    let within = rows::less_equal(&points.expand_dims(-1)?, &ends)?;
    let below = rows::sum(&within, axis(1).dtype(Some(DType::F64)))?;
    let edge = |number: i64| cuprust::full(cuprust::shape((samples, 1)).dtype(DType::F64).on(points.device()), number);
    diff(&cuprust::concatenate(&[&edge(0)?, &below, &edge(trials)?], 1)?, 1, -1)
}
