//! Distances between the distributions that samples are drawn from.

use cuprust::math::diff;
use cuprust::sorting::Side;
use cuprust::ufunc::rows;
use cuprust::{Array, Bounds, concatenate, s, shape, sorting, take, zeros};
use cuprust_ir::{Error, Result};
use cuprust_num::DType;

/// The observations in float64, and their weights.
///
/// # Errors
/// A value error for more axes than one, no observations, weights of another length, negative ones, and such whose sum
/// is not positive and finite.
fn checked(values: &Array, weights: Option<&Array>) -> Result<(Array, Option<Array>)> {
    let values = values.in_dtype(DType::F64)?;
    if values.ndim() > 1 {
        return Err(Error::value("the observations of a distribution lie along one axis"));
    }
    let values = values.ravel()?;
    if values.size() == 0 {
        return Err(Error::value("Distribution can't be empty."));
    }
    let Some(weights) = weights else { return Ok((values, None)) };
    let weights = weights.in_dtype(DType::F64)?.ravel()?;
    if weights.size() != values.size() {
        return Err(Error::value(
            "Value and weight array-likes for the same empirical distribution must be of the same size.",
        ));
    }
    if rows::any(&rows::less(&weights, 0.0)?, ..)?.item()?.get() {
        return Err(Error::value("All weights must be non-negative."));
    }
    let total: f64 = rows::sum(&weights, ..)?.item()?.get();
    if !(total > 0.0 && total < f64::INFINITY) {
        return Err(Error::value(
            "Weight array-like sum must be positive and finite. Set as None for an equal distribution of weight.",
        ));
    }
    Ok((values, Some(weights)))
}

/// The fraction of a sample that is not above each of some values.
fn shares(values: &Array, weights: Option<&Array>, indices: &Array) -> Result<Array> {
    let order = sorting::argsort(values, Some(0))?;
    let ordered = take(values, &order, 0, Bounds::Raise, None)?;
    let counts = sorting::searchsorted(&ordered, indices, Side::Right, None)?;
    match weights {
        None => rows::divide(&counts, values.size()),
        Some(weights) => {
            let weights = take(weights, &order, 0, Bounds::Raise, None)?;
            let none = zeros(shape((1,)).on(values.device()))?;
            let sums = concatenate(&[none, cuprust::math::cumsum(&weights, 0)?], 0)?;
            rows::divide(&take(&sums, &counts, 0, Bounds::Raise, None)?, &sums.at(-1)?)
        }
    }
}

/// The integral of the difference of two distribution functions, or for a p of 2 the root of twice that of its square.
fn distance(u: &Array, v: &Array, u_weights: Option<&Array>, v_weights: Option<&Array>, p: i64) -> Result<Array> {
    let (u, u_weights) = checked(u, u_weights)?;
    let (v, v_weights) = checked(v, v_weights)?;
    let all = sorting::sort(&concatenate(&[u.clone(), v.clone()], 0)?, Some(0))?;
    let indices = all.at(s![..-1])?;
    let difference =
        rows::subtract(&shares(&u, u_weights.as_ref(), &indices)?, &shares(&v, v_weights.as_ref(), &indices)?)?;
    let powers = if p == 1 { rows::absolute(&difference)? } else { rows::square(&difference)? };
    let integral = rows::sum(&rows::multiply(&powers, &diff(&all, 1, 0)?)?, ..)?;
    if p == 1 { Ok(integral) } else { rows::sqrt(&rows::multiply(&integral, 2.0)?) }
}

/// The first Wasserstein distance between two distributions, of which observations and their weights are known: the
/// least work of moving one to the other. `scipy.stats.wasserstein_distance`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// let distance = stats::wasserstein_distance(&array![0.0, 1.0, 3.0], &array![5.0, 6.0, 8.0], None, None)?;
/// assert_eq!(distance.to_string(), "5.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for more axes than one, no observations, and weights that do not fit, are negative or vanish.
pub fn wasserstein_distance(
    u: &Array,
    v: &Array,
    u_weights: Option<&Array>,
    v_weights: Option<&Array>,
) -> Result<Array> {
    distance(u, v, u_weights, v_weights, 1)
}

/// The energy distance between two distributions, of which observations and their weights are known:
/// `scipy.stats.energy_distance`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// assert_eq!(stats::energy_distance(&array![0.0], &array![2.0], None, None)?.to_string(), "2.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`wasserstein_distance`].
pub fn energy_distance(u: &Array, v: &Array, u_weights: Option<&Array>, v_weights: Option<&Array>) -> Result<Array> {
    distance(u, v, u_weights, v_weights, 2)
}
