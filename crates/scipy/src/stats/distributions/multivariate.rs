//! The multivariate normal distribution.

use cuprust::linalg::{eigh, matmul};
use cuprust::random::{Generator, Mixing, Validity};
use cuprust::ufunc::{rows, where_};
use cuprust::{Array, DType, IntoInts, axis, eye, full, shape, shape_text, zeros};
use cuprust_ir::{Error, Result};

use super::family::HALF_LOG_TAU;

/// The normal distribution of vectors with a mean and a covariance.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::MultivariateNormal;
/// # fn main() -> Result<()> {
/// let law = MultivariateNormal::new(Some(&array![1.0, 2.0]), Some(&array![[4.0, 0.0], [0.0, 1.0]]), false)?;
/// let densities = law.pdf(&array![[1.0, 2.0], [3.0, 2.0]])?;
/// assert_eq!(densities.to_string(), "[0.07957747 0.04826618]");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct MultivariateNormal {
    mean: Array,
    covariance: Array,
    /// Eigenvectors over the roots of their eigenvalues, zero where these are none.
    whitening: Array,
    /// The eigenvectors without a variance, and the largest component of a vector along them that is allowed; None for
    /// a regular covariance.
    null: Option<(Array, f64)>,
    rank: i64,
    /// The logarithm of the product of the eigenvalues that are not zero.
    log_determinant: f64,
}

impl MultivariateNormal {
    /// A distribution of a mean, zeros by default, and a covariance: a matrix, the variances of independent variables,
    /// one variance for all of them, or one. Waits for the eigenvalues of the covariance.
    ///
    /// # Errors
    /// A value error for a mean that is no vector, a covariance of other extents, and one with negative eigenvalues; an
    /// error of linear algebra for one that is singular, unless that is allowed.
    pub fn new(mean: Option<&Array>, covariance: Option<&Array>, allow_singular: bool) -> Result<MultivariateNormal> {
        let device = match mean.or(covariance) {
            Some(array) => array.device(),
            None => cuprust::Device::current()?,
        };
        let covariance = match covariance {
            Some(covariance) => covariance.in_dtype(DType::F64)?,
            None => full(shape(()).dtype(DType::F64).on(device), 1.0)?,
        };
        let dim = match (mean, covariance.ndim()) {
            (Some(mean), _) => mean.size(),
            (None, 0 | 1) => 1,
            (None, _) => covariance.shape()[0],
        };
        let mean = match mean {
            Some(mean) => mean.in_dtype(DType::F64)?,
            None => zeros(shape([dim]).dtype(DType::F64).on(device))?,
        };
        let (mean, covariance) =
            if dim == 1 { (mean.reshape(1)?, covariance.reshape((1, 1))?) } else { (mean, covariance) };
        if mean.ndim() != 1 || mean.shape()[0] != dim {
            return Err(Error::value(format!("Array 'mean' must be a vector of length {dim}.")));
        }
        let covariance = square(covariance, dim)?;
        MultivariateNormal::decomposed(mean, covariance, allow_singular)
    }

    fn decomposed(mean: Array, covariance: Array, allow_singular: bool) -> Result<MultivariateNormal> {
        let (values, vectors) = eigh(&covariance, true)?;
        let eigenvalues = values.to_vec::<f64>()?;
        if eigenvalues.iter().any(|value| !value.is_finite()) {
            return Err(Error::value("array must not contain infs or NaNs"));
        }
        let largest = eigenvalues.iter().fold(0.0f64, |largest, value| largest.max(value.abs()));
        let least = 1e6 * f64::EPSILON * largest;
        if eigenvalues.iter().any(|&value| value < -least) {
            return Err(Error::value("The input matrix must be symmetric positive semidefinite."));
        }
        let positive: Vec<f64> = eigenvalues.iter().copied().filter(|&value| value > least).collect();
        let singular = positive.len() < eigenvalues.len();
        if singular && !allow_singular {
            return Err(Error::lin_alg(
                "When `allow_singular is False`, the input matrix must be symmetric positive definite.",
            ));
        }
        let regular = rows::greater(&values, least)?;
        let scales = where_(&regular, &rows::divide(1.0, &rows::sqrt(&values)?)?, 0.0)?;
        let null = if singular { Some((rows::multiply(&vectors, &where_(&regular, 0.0, 1.0)?)?, least)) } else { None };
        Ok(MultivariateNormal {
            whitening: rows::multiply(&vectors, &scales)?,
            null,
            rank: positive.len() as i64,
            log_determinant: positive.iter().map(|value| value.ln()).sum(),
            mean,
            covariance,
        })
    }

    /// The mean.
    pub fn mean(&self) -> &Array {
        &self.mean
    }

    /// The covariance, a matrix.
    pub fn cov(&self) -> &Array {
        &self.covariance
    }

    /// The logarithm of the density at vectors along the last axis; axes of extent one are left out of the result.
    ///
    /// ```
    /// use cuprust::*;
    /// use cuprust_scipy::stats::MultivariateNormal;
    /// # fn main() -> Result<()> {
    /// let law = MultivariateNormal::new(Some(&array![0.0, 0.0]), None, false)?;
    /// assert_eq!(law.logpdf(&array![[[0.0, 0.0]], [[1.0, 1.0]]])?.to_string(), "[-1.83787707 -2.83787707]");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A type error for complex numbers, a value error for vectors of another length.
    pub fn logpdf(&self, x: &Array) -> Result<Array> {
        if x.dtype().is_complex() {
            return Err(Error::type_("the vectors of a normal distribution are real"));
        }
        let dim = self.mean.size();
        let x = x.in_dtype(DType::F64)?;
        let x = match x.ndim() {
            0 => x.reshape((1, 1))?,
            1 if dim == 1 => x.expand_dims(-1)?,
            1 => x.expand_dims(0)?,
            _ => x,
        };
        let distance = rows::subtract(&x, &self.mean)?;
        let squares = |matrix: &Array| rows::sum(&rows::square(&matmul(&distance, matrix)?)?, axis(-1));
        let constant = self.rank as f64 * 2.0 * HALF_LOG_TAU + self.log_determinant;
        let value = rows::multiply(&rows::add(&squares(&self.whitening)?, constant)?, -0.5)?;
        let value = match &self.null {
            None => value,
            Some((null, least)) => {
                let within = rows::less(&rows::sqrt(&squares(null)?)?, *least)?;
                where_(&within, &value, f64::NEG_INFINITY)?
            }
        };
        value.squeeze(..)
    }

    /// The density at vectors along the last axis, the exponential of [`MultivariateNormal::logpdf`].
    ///
    /// # Errors
    /// As [`MultivariateNormal::logpdf`].
    pub fn pdf(&self, x: &Array) -> Result<Array> {
        rows::exp(&self.logpdf(x)?)
    }

    /// The entropy, in natural units.
    ///
    /// ```
    /// use cuprust_scipy::stats::MultivariateNormal;
    /// # fn main() -> cuprust::Result<()> {
    /// assert_eq!(MultivariateNormal::new(None, None, false)?.entropy(), 1.4189385332046727);
    /// # Ok(())
    /// # }
    /// ```
    pub fn entropy(&self) -> f64 {
        0.5 * (self.rank as f64 * (2.0 * HALF_LOG_TAU + 1.0) + self.log_determinant)
    }

    /// Random vectors along a new last axis; axes of extent one are left out.
    ///
    /// ```
    /// use cuprust::*;
    /// use cuprust_scipy::stats::MultivariateNormal;
    /// # fn main() -> Result<()> {
    /// let law = MultivariateNormal::new(Some(&array![0.0, 0.0]), None, false)?;
    /// assert_eq!(law.rvs([3], &random::Generator::new(7, Device::cpu()))?.shape(), [3, 2]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A value error for a negative extent.
    pub fn rvs(&self, size: impl IntoInts, generator: &Generator) -> Result<Array> {
        let drawn = generator.multivariate_normal(
            &self.mean,
            &self.covariance,
            size,
            Mixing::Eigh,
            (Validity::Ignore, 1e-8),
            DType::F64,
        )?;
        drawn.squeeze(..)
    }
}

/// A covariance as a matrix.
///
/// # Errors
/// A value error for other extents.
fn square(covariance: Array, dim: i64) -> Result<Array> {
    match *covariance.shape() {
        [] => rows::multiply(&identity(dim, &covariance)?, &covariance),
        [count] if count == dim => rows::multiply(&identity(dim, &covariance)?, &covariance),
        [rows, columns] if rows == dim && columns == dim => Ok(covariance),
        [rows, columns] if rows != columns => Err(Error::value(format!(
            "Array 'cov' must be square if it is two dimensional, but cov.shape = {}.",
            shape_text(covariance.shape())
        ))),
        [_] | [_, _] => Err(Error::value(format!(
            "Dimension mismatch: array 'cov' is of shape {}, but 'mean' is a vector of length {dim}.",
            shape_text(covariance.shape())
        ))),
        _ => Err(Error::value(format!(
            "Array 'cov' must be at most two-dimensional, but cov.ndim = {}",
            covariance.ndim()
        ))),
    }
}

/// The matrix with ones on its diagonal, where another array is.
fn identity(dim: i64, like: &Array) -> Result<Array> {
    eye(shape((dim, dim)).dtype(DType::F64).on(like.device()))
}

/// The likeliest mean and covariance for vectors along the rows of a matrix, of which either may be known.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// let (mean, cov) = stats::fit_multivariate_normal(&array![[0.0, 1.0], [2.0, 1.0]], None, None)?;
/// assert_eq!((mean.to_string(), cov.to_string()), ("[1. 1.]".into(), "[[1. 0.]\n [0. 0.]]".into()));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for another number of axes, and for a known mean or covariance of another length.
pub fn fit_multivariate_normal(x: &Array, mean: Option<&Array>, covariance: Option<&Array>) -> Result<(Array, Array)> {
    let x = x.in_dtype(DType::F64)?;
    let &[count, dim] = x.shape() else {
        return Err(Error::value("`x` must be two-dimensional."));
    };
    let mean = match mean {
        Some(mean) => {
            let mean = mean.in_dtype(DType::F64)?.reshape(-1)?;
            if mean.size() != dim {
                return Err(Error::value(
                    "`fix_mean` must be a one-dimensional array the same length as the dimensionality of the vectors `x`.",
                ));
            }
            mean
        }
        None => x.mean(axis(0))?,
    };
    let covariance = match covariance {
        Some(covariance) => {
            let covariance = if covariance.ndim() == 0 { covariance.reshape((1, 1))? } else { covariance.clone() };
            if covariance.shape() != [dim, dim] {
                return Err(Error::value(
                    "`fix_cov` must be a two-dimensional square array of same side length as the dimensionality of the vectors `x`.",
                ));
            }
            covariance.in_dtype(DType::F64)?
        }
        None => {
            let distance = rows::subtract(&x, &mean)?;
            rows::divide(&matmul(&distance.t(), &distance)?, count as f64)?
        }
    };
    Ok((mean, covariance))
}
