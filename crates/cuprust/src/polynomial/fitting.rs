//! Least-squares fits of polynomials, and zeros of polynomials.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::companion::companion;
use super::trimmed;
use crate::Array;
use crate::Warning;
use crate::creation::{shape, vander, zeros};
use crate::linalg::{self, LeastSquares};
use crate::manipulation::concatenate;
use crate::runtime::warn;
use crate::ufunc::rows;

/// The kind of a fit's covariance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Covariance {
    /// Scaled by the residuals: the weights are known up to a factor.
    Scaled,
    /// Unscaled: the weights are exact.
    Unscaled,
}

/// The result of [`polyfit`].
#[derive(Debug)]
pub struct Fit {
    /// The coefficients, the highest power first: one column for each column of `y`.
    pub coefficients: Array,
    /// The other results of solving the system, whose columns were normalised.
    pub system: LeastSquares,
    /// Singular values below this fraction of the largest count as zero.
    pub rcond: f64,
    /// The system's matrix, and the norms by which its columns were divided.
    matrix: Array,
    scale: Array,
}

/// The least-squares fit of a polynomial of a degree to the values `y` at the points `x`, with weights `w`:
/// `numpy.polyfit`.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let fit = polynomial::polyfit(&array![0.0, 1.0, 2.0], &array![1.0, 3.0, 5.0], 1, None, None)?;
/// assert_eq!(math::round(&fit.coefficients, 6)?.to_string(), "[2. 1.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a negative degree, a type error for other axes or lengths than those of a vector of points and one
/// or more vectors of values, and for complex weights if points or values are real.
pub fn polyfit(x: &Array, y: &Array, degree: i64, rcond: Option<f64>, w: Option<&Array>) -> Result<Fit> {
    let float = |array: &Array| rows::add(array, 0.0);
    let (x, y) = (float(x)?, float(y)?);
    if degree < 0 {
        return Err(Error::value("expected deg >= 0"));
    }
    if x.ndim() != 1 {
        return Err(Error::type_("expected 1D vector for x"));
    }
    if x.size() == 0 {
        return Err(Error::type_("expected non-empty vector for x"));
    }
    if y.ndim() < 1 || y.ndim() > 2 {
        return Err(Error::type_("expected 1D or 2D array for y"));
    }
    if x.shape()[0] != y.shape()[0] {
        return Err(Error::type_("expected x and y to have same length"));
    }
    let epsilon = match x.dtype().real() {
        DType::F16 => 2f64.powi(-10),
        DType::BF16 => 2f64.powi(-7),
        DType::F32 => f64::from(f32::EPSILON),
        _ => f64::EPSILON,
    };
    let rcond = rcond.unwrap_or(x.size() as f64 * epsilon);
    let (mut matrix, mut y) = (vander(&x, Some(degree.saturating_add(1)), false)?, y);
    if let Some(w) = w {
        let w = float(w)?;
        if w.ndim() != 1 {
            return Err(Error::type_("expected a 1-d array for weights"));
        }
        if w.shape()[0] != y.shape()[0] {
            return Err(Error::type_("expected w and y to have the same length"));
        }
        if w.dtype().is_complex() && !(x.dtype().is_complex() && y.dtype().is_complex()) {
            return Err(Error::type_("complex weights need complex points and values"));
        }
        let column = w.view_of(w.layout().with_axis(1));
        matrix = rows::multiply(&matrix, &column)?;
        y = rows::multiply(&y, if y.ndim() == 2 { &column } else { &w })?;
    }
    let scale = rows::sqrt(&rows::sum(&rows::multiply(&matrix, &matrix)?, crate::axis(0))?)?;
    let matrix = rows::divide(&matrix, &scale)?;
    let system = linalg::lstsq(&matrix, &y, Some(rcond))?;
    let divisor = if y.ndim() == 2 { scale.view_of(scale.layout().with_axis(1)) } else { scale.clone() };
    let coefficients = rows::divide(&system.x, &divisor)?;
    Ok(Fit { coefficients, system, rcond, matrix, scale })
}

impl Fit {
    /// Warns if the matrix is rank-deficient.
    ///
    /// # Errors
    /// Where the host language turns the warning into an error.
    ///
    /// ```
    /// # use cuprust::*;
    /// let x = array![0.0, 1.0, 2.0];
    /// polynomial::polyfit(&x, &x, 1, None, None)?.check_rank()?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn check_rank(&self) -> Result<()> {
        if self.system.rank == self.matrix.shape()[1] {
            return Ok(());
        }
        warn(Warning::Rank, "Polyfit may be poorly conditioned")
    }

    /// The covariances of the coefficients, a matrix for each column of `y` along a last axis.
    ///
    /// # Errors
    /// A value error if they are to be scaled and there are no more points than coefficients, and those of
    /// [`linalg::inv`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let (x, y) = (array![-1.0, 0.0, 1.0], array![1.0, 3.0, 5.0]);
    /// let fit = polynomial::polyfit(&x, &y, 1, None, None)?;
    /// let covariance = fit.covariance(polynomial::Covariance::Unscaled)?;
    /// assert!(logic::allclose(&covariance, &array![[0.5, 0.0], [0.0, 1.0 / 3.0]], Default::default())?);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn covariance(&self, how: Covariance) -> Result<Array> {
        let (m, n) = (self.matrix.shape()[0], self.matrix.shape()[1]);
        let product = linalg::matmul(&linalg::transposed(&self.matrix), &self.matrix)?;
        let outer = rows::multiply(&self.scale.view_of(self.scale.layout().with_axis(1)), &self.scale)?;
        let base = rows::divide(&linalg::inv(&product)?, &outer)?;
        let several = self.coefficients.ndim() == 2;
        let wide = if several { base.view_of(base.layout().with_axis(2)) } else { base };
        match how {
            Covariance::Unscaled => Ok(wide),
            Covariance::Scaled if m <= n => {
                Err(Error::value("the number of data points must exceed order to scale the covariance matrix"))
            }
            Covariance::Scaled => rows::multiply(&wide, &rows::divide(&self.system.residuals, (m - n) as f64)?),
        }
    }
}

/// The zeros of a polynomial by its coefficients, the highest power first: `numpy.roots`. Waits for the coefficients:
/// leading and trailing zeros are stripped, and each trailing one is a zero of the polynomial. The zeros of real
/// coefficients are real if all of them are.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(math::round(&polynomial::roots(&array![1.0, -3.0, 2.0])?, 6)?.to_string(), "[2. 1.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for more than one axis, a type error for none, and those of [`linalg::eigvals`].
pub fn roots(p: &Array) -> Result<Array> {
    match p.ndim() {
        0 => return Err(Error::type_("iteration over a 0-d array")),
        1 => {}
        _ => return Err(Error::value("Input must be a rank-1 array.")),
    }
    let none = |count: i64, dtype: DType| zeros(shape(count).dtype(dtype).on(p.device()));
    let ahead = trimmed(p)?;
    let inner = ahead.trim_zeros(false, true, 0)?;
    if inner.size() == 0 {
        return none(0, DType::F64);
    }
    let at_zero = ahead.size() - inner.size();
    let inner = if inner.dtype().is_inexact() { inner } else { inner.astype(DType::F64)? };
    let found = match inner.size() {
        1 => none(0, DType::F64)?,
        _ => linalg::real_if_all_are(linalg::eigvals(&companion(&inner)?)?, inner.dtype())?,
    };
    match at_zero {
        0 => Ok(found),
        count => concatenate(&[&found, &none(count, found.dtype())?], 0),
    }
}
