//! Gaussian filters and their derivatives.

use cuprust_ir::{Error, Result};

use super::{Filter, correlate1d, each};
use cuprust::Array;

/// A Gaussian: [`gaussian`] makes one.
#[derive(Debug, Clone, Copy)]
pub struct Gaussian {
    sigma: f64,
    order: i64,
    truncate: f64,
    radius: Option<i64>,
}

/// The Gaussian of a standard deviation, cut off at four of these.
pub fn gaussian(sigma: f64) -> Gaussian {
    Gaussian { sigma, order: 0, truncate: 4.0, radius: None }
}

impl Gaussian {
    /// Its derivative of an order.
    pub fn order(self, order: i64) -> Gaussian {
        Gaussian { order, ..self }
    }

    /// Cut off at this number of standard deviations.
    pub fn truncate(self, truncate: f64) -> Gaussian {
        Gaussian { truncate, ..self }
    }

    /// Cut off at this number of elements from the centre.
    pub fn radius(self, radius: impl Into<Option<i64>>) -> Gaussian {
        Gaussian { radius: radius.into(), ..self }
    }

    /// Its values at the elements of a window, last one first, in the order of a correlation.
    ///
    /// A value error for a negative order or radius, and for one whose window exceeds the memory.
    fn weights(self) -> Result<Vec<f64>> {
        let reach = self.radius.unwrap_or((self.truncate * self.sigma + 0.5) as i64);
        if self.radius.is_some_and(|radius| radius < 0) || reach < 0 {
            return Err(Error::value("Radius must be a nonnegative integer."));
        }
        if self.order < 0 {
            return Err(Error::value("order must be non-negative"));
        }
        let variance = self.sigma * self.sigma;
        let count = usize::try_from(reach.saturating_mul(2).saturating_add(1)).unwrap_or(usize::MAX);
        let mut values = cuprust_reserve::list(count)?;
        values.extend((-reach..=reach).map(|x| (-0.5 / variance * (x * x) as f64).exp()));
        let sum = pairwise_sum(&values);
        values.iter_mut().for_each(|value| *value /= sum);
        if self.order > 0 {
            let polynomial = derivative(self.order as usize, variance)?;
            for (value, x) in values.iter_mut().zip(-reach..) {
                let mut power = 1.0;
                let mut at = 0.0;
                for &factor in &polynomial {
                    at += power * factor;
                    power *= x as f64;
                }
                *value *= at;
            }
        }
        values.reverse();
        Ok(values)
    }
}

/// The polynomial that a Gaussian is multiplied by in its derivative of an order: from `q(x) phi(x)` becomes `(q'(x) -
/// q(x) x / variance) phi(x)`.
fn derivative(order: usize, variance: f64) -> Result<Vec<f64>> {
    let mut polynomial = cuprust_reserve::filled(0.0, order.saturating_add(1))?;
    polynomial[0] = 1.0;
    for _ in 0..order {
        let last = polynomial.clone();
        for power in 0..=order {
            let risen = last.get(power + 1).map_or(0.0, |factor| (power + 1) as f64 * factor);
            let lowered = if power > 0 { last[power - 1] / -variance } else { 0.0 };
            polynomial[power] = risen + lowered;
        }
    }
    Ok(polynomial)
}

/// The sum in the order in which NumPy adds.
fn pairwise_sum(values: &[f64]) -> f64 {
    if values.len() < 8 {
        return values.iter().sum();
    }
    if values.len() > 128 {
        let half = values.len() / 2;
        let (low, high) = values.split_at(half - half % 8);
        return pairwise_sum(low) + pairwise_sum(high);
    }
    let mut sums = [0.0; 8];
    sums.copy_from_slice(&values[..8]);
    let eights = values[8..].chunks_exact(8);
    let rest = eights.remainder();
    for eight in eights {
        sums.iter_mut().zip(eight).for_each(|(sum, value)| *sum += value);
    }
    let [a, b, c, d, e, f, g, h] = sums;
    rest.iter().fold(((a + b) + (c + d)) + ((e + f) + (g + h)), |sum, value| sum + value)
}

/// The Gaussian filter along an axis: `scipy.ndimage.gaussian_filter1d`.
///
/// # Errors
/// An axis error; a value error for a negative order or radius.
pub fn gaussian_filter1d(image: &Array, by: Gaussian, axis: i64, filter: Filter) -> Result<Array> {
    let weights = by.weights()?;
    let weights = Array::from_slice(&weights, [weights.len() as i64], image.device())?;
    correlate1d(image, &weights, axis, filter.origin(0))
}

/// The Gaussian filter of a standard deviation along each axis: `scipy.ndimage.gaussian_filter`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::{filter, gaussian_filter};
/// # fn main() -> Result<()> {
/// let image = array![[0.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 0.0]];
/// assert_eq!(gaussian_filter(&image, &[1.0], filter())?.shape(), [3, 3]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A runtime error for as many standard deviations or modes as there are no axes, a value error for axes that the image
/// has not.
pub fn gaussian_filter(image: &Array, sigmas: &[f64], filter: Filter) -> Result<Array> {
    let each: Vec<Gaussian> = sigmas.iter().map(|&sigma| gaussian(sigma)).collect();
    gaussian_over(image, &each, filter)
}

/// The filter of a Gaussian along each axis, or of one along all.
pub(super) fn gaussian_over(image: &Array, by: &[Gaussian], filter: Filter) -> Result<Array> {
    let axes = filter.axes_of(image)?;
    let (by, modes) = (each(by, axes.len())?, filter.modes_along(axes.len())?);
    let dtype = filter.dtype_of_passes(image)?;
    let mut result: Option<Array> = None;
    for (index, &axis) in axes.iter().enumerate().filter(|(index, _)| by[*index].sigma > 1e-15) {
        let own = filter.giving(dtype).mode(modes[index]);
        result = Some(gaussian_filter1d(result.as_ref().unwrap_or(image), by[index], axis as i64, own)?);
    }
    filter.give(result.map_or_else(|| image.astype(dtype), Ok)?)
}
