//! Functions of matrices by their Schur forms: roots, logarithms, powers, signs, and user-defined functions.

use cuprust::Array;
use cuprust::linalg::{matmul, matrix_power, triangular_function};
use cuprust::ufunc::rows;
use cuprust::ufunc::where_;
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar};
use cuprust_ops::MatrixFunction;

use super::factors::check_finite;
use super::functions::{expm, squares};
use super::schur::{complex_schur, precision, square, triangular_schur};
use super::stacked::adjoint;

/// Back from a basis: `z f z*`.
fn back(z: &Array, f: &Array) -> Result<Array> {
    matmul(&matmul(z, f)?, &adjoint(z)?)
}

/// The function of matrices for which `f` is the function of their Schur forms: real where they are and none of their
/// eigenvalues is on the negative real axis. Waits for the eigenvalues.
fn from_schur(a: &Array, t: &Array, z: &Array, f: &Array) -> Result<Array> {
    let whole = back(z, f)?;
    if a.dtype().is_complex() {
        return Ok(whole);
    }
    let values = t.diagonal(0, -2, -1)?;
    let on_axis = rows::equal(&values.imaginary_part()?, 0)?;
    let negative = rows::logical_and(&on_axis, &rows::less(&values.real_part()?, 0)?)?;
    if rows::any(&negative, ..)?.item()?.get::<bool>() { Ok(whole) } else { whole.real_part()?.copy() }
}

/// The square roots of matrices, the last two axes, whose eigenvalues have no negative real part: `scipy.linalg.sqrtm`.
/// Those of real matrices are real where no eigenvalue is a negative number, which is waited for. NaN where there is no
/// root, or an element is not finite.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// assert_eq!(linalg::sqrtm(&array![[4.0, 0.0], [0.0, 9.0]])?.to_string(), "[[2. 0.]\n [0. 3.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A linear algebra error for matrices that are not square.
pub fn sqrtm(a: &Array) -> Result<Array> {
    let a = squares(a)?;
    if a.size() == 0 {
        return a.copy();
    }
    let finite = rows::all(&rows::isfinite(&a)?, cuprust::axis([-2, -1]).keepdims())?;
    let (t, z) = complex_schur(&where_(&finite, &a, 0)?.in_dtype(a.dtype())?)?;
    let root = from_schur(&a, &t, &z, &triangular_function(&t, MatrixFunction::Root, None)?)?;
    where_(&finite, &root, Scalar::new(f64::NAN).cast(root.dtype()))?.in_dtype(root.dtype())
}

/// Finite square matrices in double precision.
fn double(a: &Array, text: &'static str) -> Result<Array> {
    square(a).map_err(|_| Error::value(text))?;
    check_finite(a, true)?;
    a.in_dtype(if a.dtype().is_complex() { DType::C128 } else { DType::F64 })
}

/// Triangular matrices with the eigenvalues selected by `least` replaced by another number.
fn without_zeros(t: &Array, least: f64, replaced: f64) -> Result<Array> {
    let t = t.copy()?;
    let values = t.diagonal(0, -2, -1)?;
    let small = rows::less(&rows::absolute(&values)?, least)?;
    values.assign(&where_(&small, Scalar::new(replaced).cast(t.dtype()), &values)?)?;
    Ok(t)
}

/// The principal logarithms of matrices, the last two axes, in double precision: `scipy.linalg.logm`. Those of real
/// matrices are real where no eigenvalue is a negative number, which is waited for. An eigenvalue of less size than
/// 1e-20 counts as that number.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let a = array![[1.0, 3.0], [1.0, 4.0]];
/// let back = linalg::expm(&linalg::logm(&a)?)?;
/// assert_eq!(math::round(&back, 9)?.to_string(), "[[1. 3.]\n [1. 4.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for matrices that are not square, or not finite.
pub fn logm(a: &Array) -> Result<Array> {
    let a = double(a, "expected a square matrix")?;
    if a.size() == 0 {
        return a.copy();
    }
    let (t, z) = complex_schur(&a)?;
    let t = without_zeros(&t, 1e-20, 1e-20)?;
    from_schur(&a, &t, &z, &triangular_function(&t, MatrixFunction::Logarithm, None)?)
}

/// Powers of matrices, the last two axes: `scipy.linalg.fractional_matrix_power`. An integer `exponent` is
/// [`matrix_power`]; others are computed in double precision, and NaN where a matrix is singular and the exponent
/// negative. Those of real matrices are real where all eigenvalues are, and none is negative, which is waited for.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let third = linalg::fractional_matrix_power(&array![[8.0, 0.0], [0.0, 27.0]], 1.0 / 3.0)?;
/// assert_eq!(math::round(&third, 9)?.to_string(), "[[2. 0.]\n [0. 3.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for matrices that are not square, or not finite; a linear algebra error for negative integer powers of
/// singular ones.
pub fn fractional_matrix_power(a: &Array, exponent: f64) -> Result<Array> {
    square(a).map_err(|_| Error::value("expected square array_like input"))?;
    if exponent.fract() == 0.0 && exponent.abs() < 2f64.powi(53) {
        return matrix_power(a, exponent as i64);
    }
    let a = double(a, "expected square array_like input")?;
    if a.size() == 0 {
        return a.copy();
    }
    let (t, z) = complex_schur(&a)?;
    let values = t.diagonal(0, -2, -1)?;
    let zero = rows::equal(&values, 0)?;
    let own = rows::power(&where_(&zero, 1, &values)?, Scalar::new(exponent).cast(t.dtype()))?;
    let of_zero = if exponent > 0.0 { 0.0 } else { f64::NAN };
    let own = where_(&zero, Scalar::new(of_zero).cast(t.dtype()), &own)?.in_dtype(t.dtype())?;
    let logarithm = triangular_function(&without_zeros(&t, f64::MIN_POSITIVE, 1.0)?, MatrixFunction::Logarithm, None)?;
    let mut power = expm(&rows::multiply(&logarithm, exponent)?)?.triu(0)?;
    power.diagonal(0, -2, -1)?.assign(&own)?;
    let singular = rows::any(&zero, cuprust::axis(-1))?;
    if rows::any(&singular, ..)?.item()?.get::<bool>() {
        // Zero has no logarithm; its powers are far from others.
        let apart = triangular_function(&t, MatrixFunction::AtEigenvalues, Some(&own))?;
        power = where_(&singular.expand_dims(-1)?.expand_dims(-1)?, &apart, &power)?.in_dtype(t.dtype())?;
    }
    let values = t.diagonal(0, -2, -1)?;
    let real =
        rows::logical_and(&rows::equal(&values.imaginary_part()?, 0)?, &rows::greater_equal(&values.real_part()?, 0)?)?;
    let whole = back(&z, &power)?;
    if !a.dtype().is_complex() && rows::all(&real, ..)?.item()?.get::<bool>() {
        return whole.real_part()?.copy();
    }
    Ok(whole)
}

/// The signs of matrices, the last two axes: of eigenvalues to the right of the imaginary axis 1, to the left -1, and
/// on it, but for rounding, 0: `scipy.linalg.signm`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// assert_eq!(linalg::signm(&array![[2.0, 0.0], [0.0, -3.0]])?.to_string(), "[[ 1.  0.]\n [ 0. -1.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for matrices that are not square, or not finite.
pub fn signm(a: &Array) -> Result<Array> {
    square(a).map_err(|_| Error::value("expected square array_like input"))?;
    check_finite(a, true)?;
    let a = a.in_dtype(precision(a.dtype()))?;
    if a.size() == 0 {
        return a.copy();
    }
    let (t, z) = complex_schur(&a)?;
    let sign = back(&z, &triangular_function(&t, MatrixFunction::Sign, None)?)?;
    if a.dtype().is_complex() { Ok(sign) } else { sign.real_part()?.copy() }
}

/// A function of matrices, the last two axes, of which `function` computes the values at their eigenvalues, complex
/// numbers along the last axis: `scipy.linalg.funm`. By Parlett's recurrence, which loses digits where eigenvalues are
/// close.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let square = linalg::funm(&array![[1.0, 3.0], [1.0, 4.0]], |values| multiply(values, values))?;
/// assert_eq!(math::round(&square.real_part()?, 9)?.to_string(), "[[ 4. 15.]\n [ 5. 19.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for matrices that are not square, or not finite; those of the function.
pub fn funm(a: &Array, function: impl FnOnce(&Array) -> Result<Array>) -> Result<Array> {
    let (t, z) = triangular_schur(a)?;
    function_of_schur(&t, &z, &function(&t.diagonal(0, -2, -1)?)?)
}

/// The function of matrices whose complex Schur forms and bases are known, of which `values` are those at the
/// eigenvalues: what [`funm`] does when it has them.
///
/// # Errors
/// A value error for other than a value for each eigenvalue.
pub fn function_of_schur(t: &Array, z: &Array, values: &Array) -> Result<Array> {
    if values.shape() != &t.shape()[..t.ndim() - 1] {
        let (shape, wanted) = (values.shape(), &t.shape()[..t.ndim() - 1]);
        return Err(Error::value(format!(
            "the function gives values of shape {shape:?} for eigenvalues of shape {wanted:?}"
        )));
    }
    back(z, &triangular_function(t, MatrixFunction::AtEigenvalues, Some(&values.in_dtype(t.dtype())?))?)
}
