//! Densities by sums of normal kernels at the points of a sample.

use std::f64::consts::PI;

use cuprust::linalg::{Triangular, cholesky, inv, matmul, solve_triangular};
use cuprust::statistics::{Covariance, cov};
use cuprust::ufunc::rows;
use cuprust::{Array, DType, axis, full, ones, s, shape};
use cuprust_ir::{Error, Result};

use crate::stats::terms::Term;

/// A density that is the mean, or a weighted one, of normal densities at the points of a sample, whose covariance is
/// that of the sample times the square of a factor: `scipy.stats.gaussian_kde`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::GaussianKde;
/// # fn main() -> Result<()> {
/// let kde = GaussianKde::new(&array![0.0, 1.0, 2.0, 4.0], None)?;
/// let kde = kde.with_factor(kde.scott()?);
/// assert_eq!(format!("{:.4}", kde.density(&array![1.0])?.at(0)?.item()?.get::<f64>()), "0.1967");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct GaussianKde {
    /// The points, one a column, in float64.
    dataset: Array,
    /// The weight of each point: their sum is one.
    weights: Array,
    /// The covariance of the points.
    covariance: Array,
    /// Its lower Cholesky factor.
    root: Array,
    /// The factor of the first, squared.
    factor: f64,
}

/// The arrays of two axes that points are: those of one axis are of one dimension.
fn points_of(points: &Array) -> Result<Array> {
    if points.dtype().is_complex() {
        return Err(Error::type_("points are real numbers"));
    }
    points.at_least(2).in_dtype(DType::F64)
}

impl GaussianKde {
    /// The density of points, one a column, with weights if they are given; the factor is one.
    ///
    /// # Errors
    /// A value error for fewer than two elements, for more dimensions than points, and for weights of another number
    /// than the points' or of other than one axis; a linear algebra error where the points lie in fewer dimensions
    /// than they have.
    pub fn new(dataset: &Array, weights: Option<&Array>) -> Result<GaussianKde> {
        let dataset = points_of(dataset)?;
        if dataset.size() <= 1 {
            return Err(Error::value("`dataset` input should have multiple elements."));
        }
        if dataset.ndim() > 2 {
            return Err(Error::value("`dataset` has more than two axes"));
        }
        let [dimensions, count] = [dataset.shape()[0], dataset.shape()[1]];
        let weights = match weights {
            None => full(shape(count).dtype(DType::F64).on(dataset.device()), 1.0 / count as f64)?,
            Some(weights) => {
                let weights = weights.at_least(1).in_dtype(DType::F64)?;
                if weights.ndim() != 1 {
                    return Err(Error::value("`weights` input should be one-dimensional."));
                }
                if weights.size() != count {
                    return Err(Error::value("`weights` input should be of length n"));
                }
                rows::divide(&weights, &rows::sum(&weights, ..)?)?
            }
        };
        if dimensions > count {
            return Err(Error::value(
                "Number of dimensions is greater than number of samples. This results in a singular data covariance \
                 matrix, which cannot be treated using the algorithms implemented in `gaussian_kde`. Note that \
                 `gaussian_kde` interprets each *column* of `dataset` to be a point; consider transposing the input to \
                 `dataset`.",
            ));
        }
        let options = Covariance { weights: Some(&weights), ..Covariance::default() };
        let covariance = cov(&dataset, None, options)?.at_least(2);
        let root = cholesky(&covariance, false)?;
        Ok(GaussianKde { dataset, weights, covariance, root, factor: 1.0 })
    }

    /// The same with another factor of the kernels' width.
    pub fn with_factor(&self, factor: f64) -> GaussianKde {
        GaussianKde { factor, ..self.clone() }
    }

    /// The density of the parts of another one, whose factor is one.
    pub(in crate::stats) fn of_parts([dataset, weights, covariance, root]: [&Array; 4], factor: f64) -> GaussianKde {
        let [dataset, weights, covariance, root] = [dataset, weights, covariance, root].map(Array::clone);
        GaussianKde { dataset, weights, covariance, root, factor }
    }

    /// The points, the weights, and the points' covariance with its Cholesky factor.
    pub(in crate::stats) fn parts(self) -> Vec<Array> {
        vec![self.dataset, self.weights, self.covariance, self.root]
    }

    /// The weights of the points: their sum is one.
    pub fn weights(&self) -> &Array {
        &self.weights
    }

    /// The number of equally weighted points that say as much.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn effective_count(&self) -> Result<Array> {
        rows::divide(1.0, &rows::sum(&rows::square(&self.weights)?, ..)?)
    }

    fn dimensions(&self) -> i64 {
        self.dataset.shape()[0]
    }

    /// Scott's factor. Waits for the weights.
    ///
    /// # Errors
    /// Where the weights fail to be computed.
    pub fn scott(&self) -> Result<f64> {
        let count: f64 = self.effective_count()?.item()?.get();
        Ok(count.powf(-1.0 / (self.dimensions() as f64 + 4.0)))
    }

    /// Silverman's factor. Waits for the weights.
    ///
    /// # Errors
    /// Where the weights fail to be computed.
    pub fn silverman(&self) -> Result<f64> {
        let (count, d): (f64, f64) = (self.effective_count()?.item()?.get(), self.dimensions() as f64);
        Ok((count * (d + 2.0) / 4.0).powf(-1.0 / (d + 4.0)))
    }

    /// The covariance of the kernels.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn covariance(&self) -> Result<Array> {
        rows::multiply(&self.covariance, self.factor * self.factor)
    }

    /// The inverse of the kernels' covariance.
    ///
    /// # Errors
    /// A linear algebra error where there is none.
    pub fn inverse_covariance(&self) -> Result<Array> {
        inv(&self.covariance()?)
    }

    /// The lower Cholesky factor of the kernels' covariance.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn root(&self) -> Result<Array> {
        rows::multiply(&self.root, self.factor)
    }

    /// The points at which a density is evaluated, one a column: a vector of as many elements as there are dimensions
    /// is one point.
    fn query(&self, points: &Array) -> Result<Array> {
        let points = points_of(points)?;
        let [d, count] = [points.shape()[0], points.shape()[1]];
        match d == self.dimensions() {
            true => Ok(points),
            false if d == 1 && count == self.dimensions() => points.reshape((self.dimensions(), 1)),
            false => {
                Err(Error::value(format!("points have dimension {d}, dataset has dimension {}", self.dimensions())))
            }
        }
    }

    /// Half the squared distances of points from those of the sample, by the kernels' covariance: a row for each point.
    fn energies(&self, points: &Array) -> Result<(Term, Term)> {
        let root = self.root()?;
        let lower = Triangular { lower: true, ..Triangular::default() };
        let whitened = |points: &Array| solve_triangular(&root, points, lower);
        let (own, query) = (whitened(&self.dataset)?, whitened(&self.query(points)?)?);
        let mut energy = Term::Number(0.0);
        for dimension in 0..self.dimensions() {
            let [own, query] = [&own, &query].map(|points| points.at(dimension));
            energy = energy + (Term::from(query?.expand_dims(-1)) - Term::from(own?)).squared() * 0.5;
        }
        let diagonal = Term::from(root.diagonal(0, 0, 1));
        let half = (diagonal.log() + 0.5 * (2.0 * PI).ln()).with(|terms| rows::sum(terms, ..));
        Ok((energy, half))
    }

    /// The density at points, one a column.
    ///
    /// # Errors
    /// A value error for points of other dimensions.
    pub fn density(&self, points: &Array) -> Result<Array> {
        let (energy, norm) = self.energies(points)?;
        let sum = (Term::from(&self.weights) * (-energy).exp()).with(|terms| rows::sum(terms, -1));
        (sum * (-norm).exp()).done(DType::F64)
    }

    /// The logarithm of the density at points, one a column.
    ///
    /// # Errors
    /// As [`GaussianKde::density`].
    pub fn log_density(&self, points: &Array) -> Result<Array> {
        let (energy, norm) = self.energies(points)?;
        let least = energy.with(|energy| rows::min(energy, axis(-1).keepdims()));
        let near = (Term::from(&self.weights) * (&least - &energy).exp()).sum(None);
        (near.log() - least)
            .with(|terms| terms.squeeze(-1))
            .done(DType::F64)
            .and_then(|own| (Term::from(own) - norm).done(DType::F64))
    }

    /// The integral of the product with a normal density of a mean and a covariance.
    ///
    /// # Errors
    /// A value error for a mean or a covariance of other dimensions.
    pub fn integrate_gaussian(&self, mean: &Array, covariance: &Array) -> Result<Array> {
        let d = self.dimensions();
        let mean = mean.in_dtype(DType::F64)?.squeeze(..)?.at_least(1);
        let covariance = covariance.in_dtype(DType::F64)?.at_least(2);
        if mean.shape() != [d] {
            return Err(Error::value(format!("mean does not have dimension {d}")));
        }
        if covariance.shape() != [d, d] {
            return Err(Error::value(format!("covariance does not have dimension {d}")));
        }
        let total = rows::add(&self.covariance()?, &covariance)?;
        self.sum_of_kernels(&mean.expand_dims(-1)?, &ones(shape(1).dtype(DType::F64).on(mean.device()))?, &total)
    }

    /// The sum over pairs of points of both densities of a normal density at their difference.
    fn sum_of_kernels(&self, others: &Array, weights: &Array, covariance: &Array) -> Result<Array> {
        let root = cholesky(covariance, false)?;
        let lower = Triangular { lower: true, ..Triangular::default() };
        let whitened = |points: &Array| solve_triangular(&root, points, lower);
        let (own, others) = (whitened(&self.dataset)?, whitened(others)?);
        let mut energy = Term::Number(0.0);
        for dimension in 0..self.dimensions() {
            let [own, other] = [&own, &others].map(|points| points.at(dimension));
            energy = energy + (Term::from(other?.expand_dims(-1)) - Term::from(own?)).squared() * 0.5;
        }
        let kernels = (-energy).exp().done(DType::F64)?;
        let sum = Term::from(matmul(weights, &matmul(&kernels, &self.weights)?));
        let diagonal = Term::from(root.diagonal(0, 0, 1));
        let norm = (diagonal.log() + 0.5 * (2.0 * PI).ln()).with(|terms| rows::sum(terms, ..));
        (sum * (-norm).exp()).done(DType::F64)
    }

    /// The integral of the product with another density.
    ///
    /// # Errors
    /// A value error for a density of other dimensions.
    pub fn integrate_kde(&self, other: &GaussianKde) -> Result<Array> {
        if other.dimensions() != self.dimensions() {
            return Err(Error::value("KDEs are not the same dimensionality"));
        }
        let total = rows::add(&self.covariance()?, &other.covariance()?)?;
        self.sum_of_kernels(&other.dataset, &other.weights, &total)
    }

    /// The integral of a density of one dimension between two bounds.
    ///
    /// # Errors
    /// A value error for a density of several dimensions.
    pub fn integrate_box_1d(&self, low: f64, high: f64) -> Result<Array> {
        if self.dimensions() != 1 {
            return Err(Error::value("integrate_box_1d() only handles 1D pdfs"));
        }
        let points = Term::from(self.dataset.at(0));
        let deviation = Term::from(self.covariance()?.at(s![0, 0])).sqrt();
        let [low, high] = [low, high].map(|bound| ((bound - &points) / &deviation).ndtr());
        (Term::from(&self.weights) * (high - low)).with(|terms| rows::sum(terms, ..)).done(DType::F64)
    }

    /// Points of the density, one a column: those of the sample at some indices, shifted by normal deviates, as many
    /// points of the standard normal distribution.
    ///
    /// # Errors
    /// A value error for deviates of another shape.
    pub fn moved(&self, indices: &Array, deviates: &Array) -> Result<Array> {
        let chosen = cuprust::chapters::take_known(&self.dataset, &indices.in_dtype(DType::I64)?, 1)?;
        rows::add(&chosen, &matmul(&self.root()?, deviates)?)
    }
}
