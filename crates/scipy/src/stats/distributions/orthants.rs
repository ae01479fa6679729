//! The distribution function of the multivariate normal distribution, by the transformation of Genz, "Numerical
//! computation of multivariate normal probabilities", 1992, and shifted lattices of Richtmyer.

use cuprust::ufunc::rows;
use cuprust::{Array, DType, arange, axis, full, s, shape, span};
use cuprust_ir::{Error, Result};
use cuprust_reserve::filled;

use super::multivariate::MultivariateNormal;
use crate::stats::terms::Term;

/// How precise a probability is to be, and for how many points of the integrand.
#[derive(Debug, Clone, Copy)]
pub struct Precision {
    /// The most points: a million for each dimension where there is no number.
    pub points: Option<i64>,
    /// The absolute error, or the relative one where that is larger.
    pub absolute: f64,
    /// The relative error.
    pub relative: f64,
}

impl Default for Precision {
    fn default() -> Precision {
        Precision { points: None, absolute: 1e-5, relative: 1e-5 }
    }
}

/// How many points the first lattice has; each following one has twice as many.
const FIRST_LATTICE: i64 = 1024;

impl MultivariateNormal {
    /// The probability of a vector between lower bounds, optional, and the vectors along the last axis of `x`; it is
    /// negative if an odd number of bounds are exchanged. `shifts` are uniform numbers, of extents `(m, n)` for m
    /// lattices in n dimensions, from whose differences the error is estimated. Waits for it.
    ///
    /// ```
    /// use cuprust::*;
    /// use cuprust_scipy::stats::{MultivariateNormal, Precision};
    /// # fn main() -> Result<()> {
    /// let law = MultivariateNormal::new(None, Some(&array![[1.0, 0.5], [0.5, 1.0]]), false)?;
    /// let shifts = random::Generator::new(7, Device::current()?).random([10, 2])?;
    /// let quadrant: f64 = law.cdf(&array![0.0, 0.0], None, &shifts, Precision::default())?.item()?.get();
    /// assert!((quadrant - 1.0 / 3.0).abs() < 1e-5);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A type error for complex numbers, a value error for vectors and shifts of another length.
    pub fn cdf(&self, x: &Array, lower: Option<&Array>, shifts: &Array, precision: Precision) -> Result<Array> {
        if x.dtype().is_complex() {
            return Err(Error::type_("the vectors of a normal distribution are real"));
        }
        let dim = self.mean().size();
        let vectors = |x: &Array| {
            let x = x.in_dtype(DType::F64)?;
            match x.ndim() {
                0 => x.reshape((1, 1)),
                1 if dim == 1 => x.expand_dims(-1),
                1 => x.expand_dims(0),
                _ => Ok(x),
            }
        };
        let x = rows::subtract(&vectors(x)?, self.mean())?;
        let lower = match lower {
            Some(lower) => rows::subtract(&vectors(lower)?, self.mean())?,
            None => full(shape(dim).dtype(DType::F64).on(x.device()), f64::NEG_INFINITY)?,
        };
        let extents = cuprust::broadcast_shapes(&[x.shape(), lower.shape()])?;
        let outer = &extents[..extents.len() - 1];
        let flat = |bounds: &Array| bounds.broadcast_to(&extents[..])?.reshape((-1, 1, 1, dim));
        let (x, lower) = (flat(&x)?, flat(&lower)?);
        let swapped = rows::sum(&rows::less(&x, &lower)?, axis(-1).dtype(DType::I64))?;
        let signs = rows::subtract(1.0, &rows::multiply(&rows::remainder(&swapped, 2)?, 2.0)?)?;
        let (low, high) = (rows::minimum(&x, &lower)?, rows::maximum(&x, &lower)?);
        let found = rows::multiply(&self.probabilities([&low, &high], shifts, precision)?, &signs.reshape(-1)?)?;
        found.reshape(outer)?.squeeze(..)
    }

    /// The probabilities of boxes, whose bounds are along the last of four axes, of which two have extent one.
    fn probabilities(&self, bounds: [&Array; 2], shifts: &Array, precision: Precision) -> Result<Array> {
        let dim = self.mean().size();
        let factor = root(&self.cov().ravel()?.to_vec::<f64>()?, dim as usize)?;
        let lattices = shifts.shape()[0];
        if shifts.ndim() != 2 || shifts.shape()[1] != dim || lattices < 2 {
            return Err(Error::value("the shifts of lattices are two vectors at least"));
        }
        let max_points = precision.points.unwrap_or(1_000_000 * dim);
        let mut points = FIRST_LATTICE;
        loop {
            let each = self.integrals(bounds, &factor, shifts, points)?;
            let mean = each.mean(axis(-1))?;
            // The error of the mean of as many lattices, three times.
            let spread = rows::divide(&each.std(axis(-1))?, (lattices as f64 - 1.0).sqrt() / 3.0)?;
            let allowed =
                rows::maximum(&rows::multiply(&rows::absolute(&mean)?, precision.relative)?, precision.absolute)?;
            let is_near = rows::less_equal(&spread, &allowed)?;
            // NaN stays.
            let is_done = rows::logical_or(&is_near, &rows::isnan(&mean)?)?;
            if dim == 1 || points * 2 * lattices > max_points || rows::all(&is_done, ..)?.item()?.get() {
                return Ok(mean);
            }
            points *= 2;
        }
    }

    /// The probability of each box by each lattice.
    fn integrals(&self, [low, high]: [&Array; 2], factor: &[f64], shifts: &Array, points: i64) -> Result<Array> {
        let dim = shifts.shape()[1];
        let indices =
            Term::from(arange(span(0..points).on(low.device()))?.in_dtype(DType::F64)?.reshape((1, 1, points)));
        let at = |bounds: &Array, dimension: i64| Term::from(bounds.at(s![.., .., .., dimension]));
        let mut product = Term::from(1.0);
        let mut deviates: Vec<Term> = Vec::new();
        let mut prime = 1i64;
        for dimension in 0..dim {
            let row = &factor[(dimension * dim) as usize..][..dim as usize];
            let conditional_mean = deviates.iter().zip(row).fold(Term::from(0.0), |sum, (own, &of)| sum + own * of);
            let scale = row[dimension as usize];
            let (low, high) = (at(low, dimension), at(high, dimension));
            if scale == 0.0 {
                product = product * low.le(&conditional_mean).and(conditional_mean.le(&high)).choose(1.0, 0.0);
                deviates.push(Term::from(0.0));
                continue;
            }
            let (low, high) = ((low - &conditional_mean) / scale, (high - &conditional_mean) / scale);
            // Above the mean the tails are those with digits.
            let above = low.gt(0.0);
            let from = above.choose((-&high).ndtr(), low.ndtr());
            let share = above.choose((-&low).ndtr(), high.ndtr()) - &from;
            product = product * &share;
            if dimension + 1 < dim {
                prime = next_prime(prime);
                let shift = Term::from(shifts.at(s![.., dimension])?.reshape((1, -1, 1)));
                let moved = &indices * (prime as f64).sqrt().fract() + shift;
                // Folded, so that the integrand is periodic.
                let uniform = 1.0 - ((&moved - moved.floor()) * 2.0 - 1.0).abs();
                let deviate = (from + uniform * share).maximum(1e-300).minimum(1.0 - 1e-16).ndtri();
                deviates.push(above.choose(-&deviate, &deviate));
            }
        }
        let extents = [low.shape()[0], shifts.shape()[0], points];
        product.array(&extents, low.device())?.mean(axis(-1))
    }
}

fn next_prime(after: i64) -> i64 {
    (after + 1..).find(|n| (2..).take_while(|k| k * k <= *n).all(|k| n % k != 0)).unwrap_or(after)
}

/// The lower Cholesky factor of a positive semidefinite matrix: a column whose pivot is only rounding is zero.
fn root(matrix: &[f64], dim: usize) -> Result<Vec<f64>> {
    let mut factor = filled(0.0, dim * dim)?;
    for column in 0..dim {
        let rest = |row: usize, factor: &[f64]| {
            let product = |k: usize| factor[row * dim + k] * factor[column * dim + k];
            matrix[row * dim + column] - (0..column).map(product).sum::<f64>()
        };
        let pivot = rest(column, &factor);
        if pivot > 1e-13 * matrix[column * dim + column] {
            let scale = pivot.sqrt();
            for row in column..dim {
                factor[row * dim + column] = rest(row, &factor) / scale;
            }
        }
    }
    Ok(factor)
}
