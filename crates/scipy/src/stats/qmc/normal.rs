//! Points of the unit cube as normal deviates.

use std::f64::consts::TAU;

use cuprust::linalg::{cholesky, eigh, matmul};
use cuprust::ufunc::rows;
use cuprust::{Array, DType, Ellipsis, s, stack};
use cuprust_ir::{Error, Result};

use crate::stats::terms::Term;

/// A matrix whose transpose times itself is a covariance: the transpose of its Cholesky factor, or of its eigenvectors
/// times the roots of the eigenvalues where it is singular. Waits for the matrix.
///
/// # Errors
/// A value error for a covariance that is not symmetric, and for one with negative eigenvalues.
pub fn covariance_root(covariance: &Array) -> Result<Array> {
    let covariance = covariance.at_least(2).in_dtype(DType::F64)?;
    let transpose = covariance.t();
    if covariance.ndim() != 2 || covariance.shape() != transpose.shape() {
        return Err(Error::value("Covariance matrix is not symmetric."));
    }
    let apart = rows::absolute(&rows::subtract(&covariance, &transpose)?)?;
    let tolerance = rows::add(&rows::multiply(&rows::absolute(&transpose)?, 1e-5)?, 1e-8)?;
    if !rows::all(&rows::less_equal(&apart, &tolerance)?, ..)?.item()?.get::<bool>() {
        return Err(Error::value("Covariance matrix is not symmetric."));
    }
    // The factor is known to exist once its elements are.
    if let Ok(root) = cholesky(&covariance, false).and_then(|root| root.to_vec::<f64>().map(|_| root)) {
        return Ok(root.t());
    }
    let (values, vectors) = eigh(&covariance, false)?;
    if !rows::all(&rows::greater_equal(&values, -1e-8)?, ..)?.item()?.get::<bool>() {
        return Err(Error::value("Covariance matrix not PSD."));
    }
    rows::multiply(&vectors, &rows::sqrt(&rows::maximum(&values, 0.0)?)?).map(|root| root.t())
}

/// Normal vectors of points in the unit cube: `scipy.stats.qmc.MultivariateNormalQMC`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::qmc::NormalPoints;
/// # fn main() -> Result<()> {
/// let normal = NormalPoints { mean: array![1.0, 2.0], root: None, inverse: true };
/// assert_eq!(normal.of(&array![[0.5, 0.5]])?.to_string(), "[[1. 2.]]");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct NormalPoints {
    /// The mean of the vectors.
    pub mean: Array,
    /// The matrix that standard normal vectors are multiplied by: see [`covariance_root`].
    pub root: Option<Array>,
    /// Whether the quantiles of the coordinates are the deviates, or pairs of coordinates become pairs of them as Box
    /// and Muller say.
    pub inverse: bool,
}

impl NormalPoints {
    /// How many coordinates a point has.
    pub fn dimensions(&self) -> i64 {
        let dimensions = self.mean.size();
        if self.inverse { dimensions } else { dimensions + dimensions % 2 }
    }

    /// The vectors of points, one a row.
    ///
    /// # Errors
    /// A value error for points of other extents than `(n, self.dimensions())`.
    pub fn of(&self, points: &Array) -> Result<Array> {
        if points.ndim() != 2 || points.shape()[1] != self.dimensions() {
            return Err(Error::value(
                "Dimension of `engine` must be consistent with dimensions of mean and covariance. If `inv_transform` is \
                 False, it must be an even number.",
            ));
        }
        let (count, dimensions) = (points.shape()[0], self.mean.size());
        let deviates = match self.inverse {
            // Both ends are no numbers.
            true => ((Term::from(points) - 0.5) * (1.0 - 1e-10) + 0.5).ndtri().done(DType::F64)?,
            false => {
                let [radius, angle] = [points.at(s![Ellipsis, ..;2]), points.at(s![Ellipsis, 1..;2])];
                let radius = (Term::from(radius).log() * -2.0).sqrt();
                let angle = (Term::from(angle) * TAU).done(DType::F64)?;
                let [x, y] = [rows::cos(&angle)?, rows::sin(&angle)?];
                let pair = [(&radius * &x).done(DType::F64)?, (&radius * &y).done(DType::F64)?];
                let pairs = stack(&pair, -1)?.reshape((count, self.dimensions()))?;
                pairs.at(s![.., ..dimensions])?
            }
        };
        let deviates = match &self.root {
            Some(root) => matmul(&deviates, &root.in_dtype(DType::F64)?)?,
            None => deviates,
        };
        rows::add(&deviates, &self.mean)
    }
}
