//! Polynomials by their coefficients, the highest power first: arithmetic, evaluation, derivatives and integrals.
//!
//! [`Basis`] has the functions of NumPy's package `polynomial`, whose coefficients begin with the lowest degree, for
//! powers and for the bases of Chebyshev, Legendre, Hermite and Laguerre.

mod basis;
mod companion;
pub(crate) mod double_double;
mod evaluation;
pub(crate) mod families;
mod fitting;
pub(crate) mod quadrature;
mod series;
pub(crate) mod table;

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar};

pub use basis::{Basis, Step};
pub use companion::companion;
pub use evaluation::{SeriesFit, polyvalfromroots};
pub use fitting::{Covariance, Fit, polyfit, roots};

use crate::Array;
use crate::creation::{full, ones, positions, shape, zeros};
use crate::manipulation::concatenate;
use crate::math::{Overlap, convolve};
use crate::ufunc::rows;

/// The sum of two polynomials: `numpy.polyadd`.
///
/// ```
/// # use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(polynomial::polyadd(&array![1, 2], &array![9, 5, 4])?.to_string(), "[9 6 6]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for coefficients of more than one axis whose shapes do not match.
pub fn polyadd(a: &Array, b: &Array) -> Result<Array> {
    let [a, b] = aligned(a, b)?;
    rows::add(&a, &b)
}

/// The difference of two polynomials: `numpy.polysub`.
///
/// # Errors
/// As [`polyadd`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(polynomial::polysub(&array![9, 5, 4], &array![1, 2])?.to_string(), "[9 4 2]");
/// # Ok::<(), Error>(())
/// ```
pub fn polysub(a: &Array, b: &Array) -> Result<Array> {
    let [a, b] = aligned(a, b)?;
    rows::subtract(&a, &b)
}

/// The coefficients, with the shorter ones padded with leading zeros.
fn aligned(a: &Array, b: &Array) -> Result<[Array; 2]> {
    let (a, b) = (a.atleast_1d(), b.atleast_1d());
    let long = a.shape()[0].max(b.shape()[0]);
    let padded = |array: Array| -> Result<Array> {
        match long - array.shape()[0] {
            0 => Ok(array),
            more => concatenate(&[zeros(shape(more).dtype(array.dtype()).on(array.device()))?, array], 0),
        }
    };
    Ok([padded(a)?, padded(b)?])
}

/// The product of two polynomials: `numpy.polymul`. Waits for the coefficients: leading zeros are stripped.
///
/// # Errors
/// A value error for more than one axis of coefficients.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(polynomial::polymul(&array![1, 2], &array![1, -2])?.to_string(), "[ 1  0 -4]");
/// # Ok::<(), Error>(())
/// ```
pub fn polymul(a: &Array, b: &Array) -> Result<Array> {
    convolve(&trimmed(a)?, &trimmed(b)?, Overlap::Full)
}

/// The coefficients without leading zeros; a single zero if all are zero. Waits for them.
///
/// # Errors
/// A value error for more than one axis.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(polynomial::trimmed(&array![0, 0, 1, 2])?.to_string(), "[1 2]");
/// # Ok::<(), Error>(())
/// ```
pub fn trimmed(p: &Array) -> Result<Array> {
    if p.ndim() > 1 {
        return Err(Error::value("Polynomial must be 1d only."));
    }
    let p = p.atleast_1d().trim_zeros(true, false, 0)?;
    if p.size() > 0 { Ok(p) } else { zeros(shape(1).dtype(p.dtype()).on(p.device())) }
}

/// The quotient and the remainder of two polynomials: `numpy.polydiv`. Waits for the coefficients of the remainder.
///
/// # Errors
/// An index error for no coefficients, a value error for more than one axis of them.
///
/// ```
/// # use cuprust::*;
/// let (quotient, rest) = polynomial::polydiv(&array![1.0, 0.0, -4.0], &array![1.0, 2.0])?;
/// assert_eq!((quotient.to_string(), rest.to_string()), ("[ 1. -2.]".into(), "[0.]".into()));
/// # Ok::<(), Error>(())
/// ```
pub fn polydiv(u: &Array, v: &Array) -> Result<(Array, Array)> {
    let float = |array: &Array| -> Result<Array> {
        if array.ndim() > 1 {
            return Err(Error::value("Polynomial must be 1d only."));
        }
        rows::add(&array.atleast_1d(), 0.0)
    };
    let (u, v) = (float(u)?, float(v)?);
    let dtype = rows::add(&u.at(0)?, &v.at(0)?)?.dtype();
    let (m, n) = (u.size() - 1, v.size() - 1);
    let scale = rows::divide(1.0, &v.at(0)?)?;
    let quotient = zeros(shape((m - n + 1).max(1)).dtype(dtype).on(u.device()))?;
    let mut rest = u.astype(dtype)?;
    for k in 0..=m - n {
        let digit = rows::multiply(&scale, &rest.at(k)?)?.astype(dtype)?;
        quotient.at(k)?.assign(&digit)?;
        let part = rest.at(k..k + n + 1)?;
        part.assign(&rows::subtract(&part, &rows::multiply(&digit, &v)?)?.astype(dtype)?)?;
    }
    // Leading coefficients that are zero up to rounding are stripped: NumPy's tolerance is absolute.
    let small = rows::less_equal(&rows::absolute(&rest)?, 1e-8)?.to_vec::<bool>()?;
    let max_trimmed = small.len().saturating_sub(1);
    let first = small.iter().take(max_trimmed).take_while(|&&small| small).count();
    rest = rest.at(first as i64..)?;
    Ok((quotient, rest))
}

/// The values of a polynomial: `numpy.polyval`. They have the common dtype of coefficients and points.
///
/// ```
/// # use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(polynomial::polyval(&array![3, 0, 1], &array![5, 2])?.to_string(), "[76 13]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for coefficients of more than one axis that do not broadcast with the points.
pub fn polyval(p: &Array, x: &Array) -> Result<Array> {
    let count = p.shape().first().copied().ok_or_else(|| Error::type_("iteration over a 0-d array"))?;
    let mut y = x.zeros_like(None)?;
    for power in 0..count {
        y = rows::add(&rows::multiply(&y, x)?, &p.at(power)?)?;
    }
    Ok(y)
}

/// The derivative of a polynomial, applied several times: `numpy.polyder`.
///
/// # Errors
/// A value error for a negative number of times.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(polynomial::polyder(&array![1, 2, 3], 1)?.to_string(), "[2 2]");
/// # Ok::<(), Error>(())
/// ```
pub fn polyder(p: &Array, m: i64) -> Result<Array> {
    if m < 0 {
        return Err(Error::value("Order of derivative must be positive (see polyint)"));
    }
    let mut p = p.clone();
    // As many derivatives as there are coefficients leave nothing; at least one determines the dtype.
    for _ in 0..m.min(p.size().max(1)) {
        let count = coefficients(&p)?;
        let powers = positions(&[(count - 1).max(0)], count - 1, &[-1], DType::I64, p.device())?;
        p = rows::multiply(&p.at(..-1)?, &powers)?;
    }
    Ok(p)
}

/// The integral of a polynomial, applied several times, with a constant for each: `numpy.polyint`. One constant stands
/// for all; by default they are zero.
///
/// # Errors
/// A value error for a negative number of times, and for fewer constants.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(polynomial::polyint(&array![2, 2], 1, Some(&array![3.0]))?.to_string(), "[1. 2. 3.]");
/// # Ok::<(), Error>(())
/// ```
pub fn polyint(p: &Array, m: i64, k: Option<&Array>) -> Result<Array> {
    if m < 0 {
        return Err(Error::value("Order of integral must be positive (see polyder)"));
    }
    let device = p.device();
    let k = match k {
        Some(k) => k.atleast_1d(),
        None => zeros(shape(m).on(device))?,
    };
    let k = match k.shape()[0] {
        1 if m > 1 => rows::multiply(&k.at(0)?, &ones(shape(m).on(device))?)?,
        _ => k,
    };
    if k.shape()[0] < m {
        return Err(Error::value("k must be a scalar or a rank-1 array of length 1 or >m."));
    }
    let mut p = p.clone();
    for turn in 0..m {
        let count = coefficients(&p)?;
        let powers = positions(&[count], count, &[-1], DType::I64, device)?;
        p = concatenate(&[rows::divide(&p, &powers)?, k.at(turn..turn + 1)?], 0)?;
    }
    Ok(p)
}

/// The number of coefficients.
fn coefficients(p: &Array) -> Result<i64> {
    p.shape().first().copied().ok_or_else(|| Error::type_("len() of unsized object"))
}

/// The monic polynomial with these zeros, or with the eigenvalues of a square matrix: `numpy.poly`. Waits for complex
/// zeros: if they are conjugate pairs, the coefficients are real.
///
/// # Errors
/// A value error for more axes and for a matrix that is not square, a type error for none, and for a matrix those of
/// [`crate::linalg::eigvals`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(polynomial::poly(&array![2.0, -2.0])?.to_string(), "[ 1.  0. -4.]");
/// # Ok::<(), Error>(())
/// ```
pub fn poly(zeros_of: &Array) -> Result<Array> {
    match *zeros_of.shape() {
        [_] => {}
        [] => return Err(Error::type_("iteration over a 0-d array")),
        [rows, columns] if rows == columns && rows > 0 => {
            return poly(&crate::linalg::eigvals(zeros_of)?);
        }
        _ => return Err(Error::value("input must be 1d or non-empty square 2d array.")),
    }
    let count = zeros_of.shape()[0];
    // NumPy computes float16 in float64, as it does integers.
    let dtype = match zeros_of.dtype() {
        dtype @ (DType::F32 | DType::C64 | DType::C128) => dtype,
        _ => DType::F64,
    };
    let device = zeros_of.device();
    if count == 0 {
        return full(shape(()).on(device), Scalar::new(1.0));
    }
    let roots = zeros_of.in_dtype(dtype)?;
    let mut out = ones(shape(1).dtype(dtype).on(device))?;
    // Each factor shifts the coefficients by one and subtracts them times the zero: a product with two coefficients.
    for root in 0..count {
        let none = zeros(shape(1).dtype(dtype).on(device))?;
        let (longer, shifted) = (concatenate(&[&out, &none], 0)?, concatenate(&[&none, &out], 0)?);
        out = rows::subtract(&longer, &rows::multiply(&shifted, &roots.at(root)?)?)?;
    }
    if dtype.is_complex() {
        let conjugates = rows::conjugate(&roots)?;
        let (own, others) = (crate::sorting::sort(&roots, Some(-1))?, crate::sorting::sort(&conjugates, Some(-1))?);
        if crate::logic::array_equal(&own, &others, false)? {
            return out.real_part()?.copy();
        }
    }
    Ok(out)
}
