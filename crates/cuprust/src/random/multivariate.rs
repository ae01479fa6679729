//! Vectors of the multivariate normal distribution.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::Generator;
use crate::array::IntoInts;
use crate::linalg::{self, matmul};
use crate::runtime::warn;
use crate::ufunc::rows;
use crate::{Array, Warning};

/// The factorisation of the covariance by which independent normal numbers are mixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mixing {
    /// Singular values and vectors.
    Svd,
    /// Eigenvalues and eigenvectors.
    Eigh,
    /// The Cholesky factor: the fastest, for positive definite covariances.
    Cholesky,
}

impl Mixing {
    /// The factorisation by its name in NumPy.
    ///
    /// # Errors
    /// A value error for another name.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(random::Mixing::from_name("svd")?, random::Mixing::Svd);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn from_name(name: &str) -> Result<Mixing> {
        match name {
            "svd" => Ok(Mixing::Svd),
            "eigh" => Ok(Mixing::Eigh),
            "cholesky" => Ok(Mixing::Cholesky),
            _ => Err(Error::value("method must be one of {'eigh', 'svd', 'cholesky'}")),
        }
    }
}

/// What is done about a matrix that is not a covariance; the check is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Validity {
    /// The program is warned.
    Warn,
    /// An error is raised.
    Raise,
    /// It is not checked.
    Ignore,
}

impl Validity {
    /// The check by its name in NumPy.
    ///
    /// # Errors
    /// A value error for another name.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(random::Validity::from_name("raise")?, random::Validity::Raise);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn from_name(name: &str) -> Result<Validity> {
        match name {
            "warn" => Ok(Validity::Warn),
            "raise" => Ok(Validity::Raise),
            "ignore" => Ok(Validity::Ignore),
            _ => Err(Error::value("check_valid must equal 'warn', 'raise', or 'ignore'")),
        }
    }
}

impl Generator {
    /// Vectors with a mean and a covariance along a new last axis. `validity` says whether to check that the covariance
    /// is symmetric and has no negative eigenvalue, up to a relative and absolute tolerance.
    ///
    /// # Errors
    /// A value error for a mean that is not a vector, for a covariance that is not a square matrix with as many rows,
    /// and, if checked, for an invalid covariance; those of the factorisation.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (mean, covariance) = (array![1.0, 2.0], array![[1.0, 0.5], [0.5, 1.0]]);
    /// let (by, check) = (random::Mixing::Cholesky, (random::Validity::Raise, 1e-8));
    /// let drawn = random::default_rng(0)?.multivariate_normal(&mean, &covariance, 5, by, check, DType::F64)?;
    /// assert_eq!(drawn.shape(), [5, 2]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn multivariate_normal(
        &self,
        mean: &Array,
        covariance: &Array,
        shape: impl IntoInts,
        mixing: Mixing,
        (validity, tolerance): (Validity, f64),
        dtype: DType,
    ) -> Result<Array> {
        if mean.ndim() != 1 {
            return Err(Error::value("mean must be 1 dimensional"));
        }
        let &[m, n] = covariance.shape() else { return Err(no_square()) };
        if m != n {
            return Err(no_square());
        }
        if mean.size() != n {
            return Err(Error::value("mean and cov must have same length"));
        }
        let double = |array: &Array| array.in_dtype(DType::F64);
        let (mean, covariance) = (double(mean)?, double(covariance)?);
        let by_root = |vectors: &Array, values: &Array| rows::multiply(vectors, &rows::sqrt(&rows::absolute(values)?)?);
        let factor = match mixing {
            Mixing::Svd => {
                let parts = linalg::svd(&covariance, true)?;
                by_root(&parts.u, &parts.values)?
            }
            Mixing::Eigh => {
                let (values, vectors) = linalg::eigh(&covariance, true)?;
                by_root(&vectors, &values)?
            }
            Mixing::Cholesky => linalg::cholesky(&covariance, false)?,
        };
        if validity != Validity::Ignore && !is_covariance(&covariance, &factor, tolerance)? {
            const TEXT: &str = "covariance is not symmetric positive-semidefinite.";
            match validity {
                Validity::Raise => return Err(Error::value(TEXT)),
                _ => warn(Warning::Runtime, TEXT)?,
            }
        }
        let mut shape = shape.into_ints().to_vec();
        let count: i64 = shape.iter().product();
        let drawn = self.standard_normal([count, n])?;
        let mixed = rows::add(&matmul(&drawn, &linalg::transposed(&factor))?, &mean)?;
        shape.push(n);
        mixed.reshape(&shape[..])?.in_dtype(super::float("multivariate_normal", dtype)?)
    }
}

fn no_square() -> Error {
    Error::value("cov must be 2 dimensional and square")
}

/// Whether a matrix is the product of its factor with the factor's transpose.
fn is_covariance(covariance: &Array, factor: &Array, tolerance: f64) -> Result<bool> {
    let again = matmul(factor, &linalg::transposed(factor))?;
    let apart = rows::absolute(&rows::subtract(&again, covariance)?)?;
    let allowed = rows::add(&rows::multiply(&rows::absolute(covariance)?, tolerance)?, tolerance)?;
    rows::all(&rows::less_equal(&apart, &allowed)?, ..)?.item().map(|truth| truth.get())
}
