//! Covariances and correlations of variables: `cov`, `corrcoef`.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar, promote};

use crate::linalg::matmul;
use crate::manipulation::concatenate;
use crate::math::clip;
use crate::runtime::warn;
use crate::ufunc::rows;
use crate::{Array, Warning, axis};

/// Options of a covariance.
#[derive(Clone, Copy)]
pub struct Covariance<'a> {
    /// Whether a variable is a row; else it is a column.
    pub rows: bool,
    /// The number subtracted from the number of observations to give the divisor.
    pub ddof: i64,
    /// The number of times that each observation counts, integers.
    pub counts: Option<&'a Array>,
    /// The weight of each observation.
    pub weights: Option<&'a Array>,
    /// The dtype of the result; by default at least float64.
    pub dtype: Option<DType>,
}

impl Default for Covariance<'_> {
    fn default() -> Self {
        Covariance { rows: true, ddof: 1, counts: None, weights: None, dtype: None }
    }
}

/// The covariances of the variables of one array, or of two with corresponding observations: `numpy.cov`.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let x = array![[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]];
/// assert_eq!(statistics::cov(&x, None, Default::default())?.to_string(), "[[ 1. -1.]\n [-1.  1.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for more than two axes and for negative counts or weights, a type error for counts that are not
/// integers, a runtime error for counts or weights whose shape is not that of the observations, an index error for
/// those without axes.
pub fn cov(x: &Array, y: Option<&Array>, options: Covariance) -> Result<Array> {
    if x.ndim() > 2 {
        return Err(Error::value("m has more than 2 dimensions"));
    }
    if y.is_some_and(|y| y.ndim() > 2) {
        return Err(Error::value("y has more than 2 dimensions"));
    }
    let both = y.map_or(x.dtype(), |y| promote(x.dtype(), y.dtype()));
    let dtype = options.dtype.unwrap_or(promote(both, DType::F64));
    let laid = |array: &Array| array.at_least(2).in_dtype(dtype);
    let mut all = laid(x)?;
    if !options.rows && x.ndim() != 1 {
        all = all.t();
    }
    if all.shape()[0] == 0 {
        return Array::empty([0, 0], DType::F64, x.device());
    }
    if let Some(y) = y {
        // As in NumPy, a row of further observations stays a row.
        let y = laid(y)?;
        let y = if !options.rows && y.shape()[0] != 1 { y.t() } else { y };
        all = concatenate(&[all, y], 0)?;
    }
    if !dtype.is_inexact() {
        return Err(Error::type_(format!("covariances are not integers: the dtype {dtype} cannot hold them")));
    }
    let observations = all.shape()[1];
    let weights = weights_of(&options, observations)?;
    let (mean, divisor) = match &weights {
        None => (all.mean(axis(1).keepdims())?, Divisor::Number(observations as f64 - options.ddof as f64)),
        Some(weights) => {
            let (mean, sums) = all.weighted_average(axis(1).keepdims(), weights)?;
            let sum = sums.ravel()?.at(0)?;
            let less = match (options.ddof, options.weights) {
                (0, _) => None,
                (ddof, None) => Some(rows::subtract(&sum, ddof as f64)?),
                (ddof, Some(own)) => {
                    let squares = rows::sum(&rows::multiply(weights, own)?, ..)?;
                    let share = rows::divide(&rows::multiply(&squares, ddof as f64)?, &sum)?;
                    Some(rows::subtract(&sum, &share)?)
                }
            };
            (mean, Divisor::Array(less.unwrap_or(sum)))
        }
    };
    let centred = rows::subtract(&all, &mean)?;
    let weighted = match &weights {
        None => centred.clone(),
        Some(weights) => rows::multiply(&centred, weights)?,
    };
    let other = if dtype.is_complex() { rows::conjugate(&weighted)? } else { weighted };
    let products = matmul(&centred, &other.t())?;
    let scale = match divisor {
        // As in NumPy, too few observations give infinities and NaN.
        Divisor::Number(count) => {
            if count <= 0.0 {
                warn(Warning::Runtime, "Degrees of freedom <= 0 for slice")?;
            }
            rows::multiply(&products, Scalar::new(1.0 / count.max(0.0)).cast(dtype.real()))?
        }
        Divisor::Array(divisor) => {
            let scale = rows::divide(1.0, &rows::maximum(&divisor, 0.0)?)?;
            rows::multiply(&products, &scale)?
        }
    };
    scale.in_dtype(dtype)?.squeeze(..)
}

/// The divisor of the sums of products.
enum Divisor {
    Number(f64),
    Array(Array),
}

/// The weight of each observation, if there are weights.
fn weights_of(options: &Covariance, observations: i64) -> Result<Option<Array>> {
    let check = |name: &str, weights: &Array| {
        if weights.ndim() > 1 {
            return Err(Error::runtime(format!("cannot handle multidimensional {name}")));
        }
        if weights.ndim() == 0 {
            return Err(Error::index(format!("{name} has no axes")));
        }
        if weights.shape()[0] != observations {
            return Err(Error::runtime(format!("incompatible numbers of samples and {name}")));
        }
        if weights.size() != 0 && rows::any(&rows::less(weights, 0)?, ..)?.item()?.get::<bool>() {
            return Err(Error::value(format!("{name} cannot be negative")));
        }
        weights.in_dtype(DType::F64)
    };
    let counts = match options.counts {
        None => None,
        Some(counts) => {
            let whole = counts.dtype().is_integer()
                || rows::all(&rows::equal(counts, &rows::rint(counts)?)?, ..)?.item()?.get::<bool>();
            if !whole {
                return Err(Error::type_("fweights must be integer"));
            }
            Some(check("fweights", counts)?)
        }
    };
    let weights = options.weights.map(|weights| check("aweights", weights)).transpose()?;
    match (counts, weights) {
        (Some(counts), Some(weights)) => rows::multiply(&counts, &weights).map(Some),
        (one, other) => Ok(one.or(other)),
    }
}

/// The correlation coefficients of variables: their covariances over the product of their standard deviations, from -1
/// to 1. `numpy.corrcoef`.
///
/// # Errors
/// As [`cov`].
///
/// ```
/// # use cuprust::*;
/// let x = array![[0.0, 1.0, 2.0], [4.0, 2.0, 0.0]];
/// assert_eq!(statistics::corrcoef(&x, None, Default::default())?.to_string(), "[[ 1. -1.]\n [-1.  1.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn corrcoef(x: &Array, y: Option<&Array>, options: Covariance) -> Result<Array> {
    let covariances = cov(x, y, options)?;
    if covariances.ndim() == 0 {
        return rows::divide(&covariances, &covariances);
    }
    let diagonal = covariances.diagonal(0, 0, 1)?;
    let deviations = rows::sqrt(&diagonal.real_part()?)?;
    let column = deviations.view_of(deviations.layout().with_axis(1));
    let result = rows::divide(&rows::divide(&covariances, &column)?, &deviations)?;
    let held = |array: &Array| clip(array, -1.0, 1.0);
    if !result.dtype().is_complex() {
        return held(&result);
    }
    result.real_part()?.assign(&held(&result.real_part()?)?)?;
    result.imaginary_part()?.assign(&held(&result.imaginary_part()?)?)?;
    Ok(result)
}
