//! Singular values, eigenvalues, and what follows from them: rank and pseudo-inverse.

use cuprust_ir::Result;
use cuprust_num::DType;
use cuprust_ops::Routine;

use super::factors::{
    Failures, Requirement, adjoint, checked, checked_hermitian, checked_singular, empty_stack, epsilon, identity,
    precision, raised, record, settled, square, stacked, t,
};
use super::matmul;
use crate::Array;
use crate::indexing::take_along_axis;
use crate::sorting::argsort;
use crate::ufunc::rows;
use crate::ufunc::where_;

/// Singular vectors and values.
#[derive(Debug)]
pub struct Singular {
    /// The left vectors, as columns.
    pub u: Array,
    /// The values in descending order.
    pub values: Array,
    /// The conjugates of the right vectors, as rows.
    pub vh: Array,
}

/// The singular vectors and values of stacked matrices, with as many vectors as values or, if `full`, complete bases:
/// `numpy.linalg.svd`.
///
/// # Errors
/// A linear algebra error for fewer than two axes or where the iteration does not converge, a type error for half
/// precision.
///
/// ```
/// # use cuprust::*;
/// let a = array![[4.0, 1.0], [1.0, 3.0]];
/// let parts = linalg::svd(&a, false)?;
/// assert_eq!((&parts.u * &parts.values).matmul(&parts.vh)?.round(9)?.to_string(), "[[4. 1.]\n [1. 3.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn svd(a: &Array, full: bool) -> Result<Singular> {
    let (stack, m, n) = stacked(a)?;
    let (dtype, least) = (precision(a.dtype())?, m.min(n));
    let (left, right) = if full { (m, n) } else { (least, least) };
    let values = empty_stack(stack, &[least], dtype.real(), a)?;
    if a.size() == 0 {
        let basis = |rows, columns| identity(rows, columns, stack, dtype, a)?.copy();
        return Ok(Singular { u: basis(m, left)?, values, vh: basis(right, n)? });
    }
    if m < n {
        // The routine needs at least as many rows as columns. A transpose has the same values, and its vectors are
        // exchanged.
        let parts = svd(&t(a), full)?;
        return Ok(Singular { u: t(&parts.vh).ascontiguous()?, values: parts.values, vh: t(&parts.u).ascontiguous()? });
    }
    let (u, vh) = (empty_stack(stack, &[left, m], dtype, a)?, empty_stack(stack, &[n, right], dtype, a)?);
    let info = empty_stack(stack, &[], DType::I64, a)?;
    record(Routine::Svd { vectors: true }, &[&values, &u, &vh, &info], &[&settled(&t(a), dtype)?])?;
    let [u, vh, values] = checked_singular([t(&u), t(&vh), values.clone()], &info, &values)?;
    Ok(Singular { u, values, vh })
}

/// The singular values of stacked matrices in descending order: `numpy.linalg.svdvals`.
///
/// # Errors
/// As [`svd`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(linalg::svdvals(&array![[0.0, 2.0], [3.0, 0.0]])?.round(9)?.to_string(), "[3. 2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn svdvals(a: &Array) -> Result<Array> {
    let (stack, m, n) = stacked(a)?;
    if m < n {
        return svdvals(&t(a));
    }
    let dtype = precision(a.dtype())?;
    let values = empty_stack(stack, &[n], dtype.real(), a)?;
    if a.size() == 0 {
        return Ok(values);
    }
    let info = empty_stack(stack, &[], DType::I64, a)?;
    record(Routine::Svd { vectors: false }, &[&values, &info], &[&settled(&t(a), dtype)?])?;
    let [values] = checked_singular([values.clone()], &info, &values)?;
    Ok(values)
}

/// As [`svd`], for Hermitian matrices by their eigenvalues; the lower triangle is read.
///
/// # Errors
/// As [`eigh`].
///
/// ```
/// # use cuprust::*;
/// let parts = linalg::svd_hermitian(&array![[1.0, 0.0], [0.0, -2.0]])?;
/// assert_eq!(parts.values.round(9)?.to_string(), "[2. 1.]");
/// # Ok::<(), Error>(())
/// ```
pub fn svd_hermitian(a: &Array) -> Result<Singular> {
    let (w, v) = eigh(a, true)?;
    let size = rows::absolute(&w)?;
    let order = argsort(&rows::negative(&size)?, Some(-1))?;
    let signs = take_along_axis(&rows::sign(&w)?, &order, Some(-1))?;
    let by_column = |array: &Array| array.view_of(array.layout().with_axis(array.ndim() - 1));
    let wide = by_column(&order);
    let wide = wide.view_of(wide.layout().broadcast(v.shape())?);
    let u = take_along_axis(&v, &wide, Some(-1))?;
    let vh = adjoint(&rows::multiply(&u, &by_column(&signs))?)?.ascontiguous()?;
    Ok(Singular { values: take_along_axis(&size, &order, Some(-1))?, u, vh })
}

/// The absolute values of the eigenvalues of Hermitian matrices in descending order.
///
/// # Errors
/// As [`eigh`].
///
/// ```
/// # use cuprust::*;
/// let values = linalg::svdvals_hermitian(&array![[1.0, 0.0], [0.0, -2.0]])?;
/// assert_eq!(values.round(9)?.to_string(), "[2. 1.]");
/// # Ok::<(), Error>(())
/// ```
pub fn svdvals_hermitian(a: &Array) -> Result<Array> {
    crate::sorting::sort(&rows::absolute(&eigvalsh(a, true)?)?, Some(-1))?.flip(-1)
}

/// The eigenvalues of stacked Hermitian matrices in ascending order and the eigenvectors as columns; only the lower or
/// the upper triangle is read: `numpy.linalg.eigh`.
///
/// # Errors
/// A linear algebra error for matrices that are not square or where the iteration does not converge, a type error for
/// half precision.
///
/// ```
/// # use cuprust::*;
/// let a = array![[2.0, 0.0], [0.0, 1.0]];
/// let (values, _vectors) = linalg::eigh(&a, true)?;
/// assert_eq!(values.to_string(), "[1. 2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn eigh(a: &Array, lower: bool) -> Result<(Array, Array)> {
    let (stack, n) = square(a)?;
    let dtype = precision(a.dtype())?;
    let (values, vectors) = (empty_stack(stack, &[n], dtype.real(), a)?, empty_stack(stack, &[n, n], dtype, a)?);
    if a.size() == 0 {
        return Ok((values, vectors));
    }
    let info = empty_stack(stack, &[], DType::I64, a)?;
    record(Routine::Eigh { vectors: true, lower }, &[&values, &vectors, &info], &[&settled(&t(a), dtype)?])?;
    let [values, vectors] = checked_hermitian([values.clone(), t(&vectors)], &info, &values)?;
    Ok((values, vectors))
}

/// The eigenvalues of [`eigh`]: `numpy.linalg.eigvalsh`.
///
/// # Errors
/// As [`eigh`].
///
/// ```
/// # use cuprust::*;
/// let a = array![[2.0, 1.0], [1.0, 2.0]];
/// assert_eq!(linalg::eigvalsh(&a, true)?.round(9)?.to_string(), "[1. 3.]");
/// # Ok::<(), Error>(())
/// ```
pub fn eigvalsh(a: &Array, lower: bool) -> Result<Array> {
    let (stack, n) = square(a)?;
    let dtype = precision(a.dtype())?;
    let values = empty_stack(stack, &[n], dtype.real(), a)?;
    if a.size() == 0 {
        return Ok(values);
    }
    let info = empty_stack(stack, &[], DType::I64, a)?;
    record(Routine::Eigh { vectors: false, lower }, &[&values, &info], &[&settled(&t(a), dtype)?])?;
    let [values] = checked_hermitian([values.clone()], &info, &values)?;
    Ok(values)
}

/// The eigenvalues of stacked square matrices and the eigenvectors as columns of length one: `numpy.linalg.eig`. Both
/// are complex, also for real matrices, as in NumPy from version 2.5 on.
///
/// # Errors
/// A linear algebra error for matrices that are not square or not finite or where the iteration does not converge, a
/// type error for half precision.
///
/// ```
/// # use cuprust::*;
/// let a = array![[2.0, 1.0], [0.0, 3.0]];
/// let (values, vectors) = linalg::eig(&a)?;
/// let (left, right) = (a.matmul(&vectors)?, &vectors * &values);
/// assert!(logic::allclose(&left, &right, Default::default())?);
/// # Ok::<(), Error>(())
/// ```
pub fn eig(a: &Array) -> Result<(Array, Array)> {
    let (stack, n) = square(a)?;
    let dtype = precision(a.dtype())?;
    let values = empty_stack(stack, &[n], dtype.complex(), a)?;
    if a.size() == 0 {
        return Ok((values, empty_stack(stack, &[n, n], dtype.complex(), a)?));
    }
    let Finite { a, infinite } = Finite::of(a)?;
    let (packed, info) = (empty_stack(stack, &[n, n], dtype, &a)?, empty_stack(stack, &[], DType::I64, &a)?);
    record(Routine::Eig { vectors: true }, &[&values, &packed, &info], &[&settled(&t(&a), dtype)?])?;
    let vectors = if dtype.is_complex() { packed } else { unpacked(&packed, &values)? };
    let [values, vectors] = checked([values, t(&vectors)], &info, Requirement::Eigenvalues)?;
    let [values, vectors] = checked([values, vectors], &infinite, Requirement::Finite)?;
    Ok((values, vectors))
}

/// The complex eigenvectors of real matrices, as rows, from the packed form of `Routine::Eig`.
fn unpacked(packed: &Array, values: &Array) -> Result<Array> {
    let along = packed.ndim() - 2;
    let sign = rows::sign(&values.imaginary_part()?)?;
    let sign = sign.view_of(sign.layout().with_axis(sign.ndim()));
    let neighbour = |step: i64| packed.roll(step, along as i64);
    let (is_first, is_second) = (rows::greater(&sign, 0)?, rows::less(&sign, 0)?);
    let vectors = where_(&is_second, &neighbour(1)?, packed)?.astype(packed.dtype().complex())?;
    let partner = where_(&is_first, &neighbour(-1)?, &rows::multiply(&sign, packed)?)?;
    vectors.imaginary_part()?.assign(&partner)?;
    Ok(vectors)
}

/// The eigenvalues of [`eig`]: `numpy.linalg.eigvals`.
///
/// # Errors
/// As [`eig`].
///
/// ```
/// # use cuprust::*;
/// let rotation = array![[0.0, -1.0], [1.0, 0.0]];
/// let values = sorting::sort(&linalg::eigvals(&rotation)?.imaginary_part()?, Some(-1))?;
/// assert_eq!(values.round(9)?.to_string(), "[-1.  1.]");
/// # Ok::<(), Error>(())
/// ```
pub fn eigvals(a: &Array) -> Result<Array> {
    let (stack, n) = square(a)?;
    let dtype = precision(a.dtype())?;
    let values = empty_stack(stack, &[n], dtype.complex(), a)?;
    if a.size() == 0 {
        return Ok(values);
    }
    let Finite { a, infinite } = Finite::of(a)?;
    let info = empty_stack(stack, &[], DType::I64, &a)?;
    record(Routine::Eig { vectors: false }, &[&values, &info], &[&settled(&t(&a), dtype)?])?;
    let [values] = checked([values], &info, Requirement::Eigenvalues)?;
    let [values] = checked([values], &infinite, Requirement::Finite)?;
    Ok(values)
}

/// Complex numbers computed from an array of a dtype, as real ones if that dtype is real and all imaginary parts are
/// zero, which is waited for.
///
/// # Errors
/// Errors in computing the numbers.
pub fn real_if_all_are(values: Array, from: DType) -> Result<Array> {
    if from.is_complex() || !rows::all(&rows::equal(&values.imaginary_part()?, 0)?, ..)?.item()?.get::<bool>() {
        return Ok(values);
    }
    values.real_part()?.copy()
}

/// Matrices with zeros in place of elements that are not finite, for which no iteration would converge, and whether
/// there were any.
struct Finite {
    a: Array,
    infinite: Array,
}

impl Finite {
    fn of(a: &Array) -> Result<Finite> {
        if !a.dtype().is_inexact() {
            let none = crate::creation::full(crate::creation::shape(()).dtype(DType::I64).on(a.device()), 0)?;
            return Ok(Finite { a: a.clone(), infinite: none });
        }
        let finite = rows::isfinite(a)?;
        let infinite = rows::logical_not(&rows::all(&finite, ..)?)?.astype(DType::I64)?;
        let a = match raised(&infinite, Requirement::Finite)? {
            Failures::Raised => a.clone(),
            Failures::Deferred | Failures::Ignored => where_(&finite, a, 0)?.in_dtype(a.dtype())?,
        };
        Ok(Finite { a, infinite })
    }
}

/// The number of singular values above a bound: `numpy.linalg.matrix_rank`. The bound is `tol`, or else `rtol` times
/// the largest value; by default `rtol` is the precision times the larger extent. With fewer than two axes, whether an
/// element is not zero.
///
/// # Errors
/// As [`svd`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(linalg::matrix_rank(&array![[1.0, 2.0], [2.0, 4.0]], None, None, false)?.to_string(), "1");
/// # Ok::<(), Error>(())
/// ```
pub fn matrix_rank(a: &Array, tol: Option<&Array>, rtol: Option<&Array>, hermitian: bool) -> Result<Array> {
    if a.ndim() < 2 {
        return rows::any(&rows::not_equal(a, 0)?, ..)?.astype(DType::I64);
    }
    let (stack, m, n) = stacked(a)?;
    if hermitian {
        square(a)?;
    }
    precision(a.dtype())?;
    if a.size() == 0 {
        return crate::creation::full(crate::creation::shape(stack).dtype(DType::I64).on(a.device()), 0);
    }
    let values = if hermitian { svdvals_hermitian(a)? } else { svdvals(a)? };
    let column = |bound: &Array| bound.view_of(bound.layout().with_axis(bound.ndim()));
    let bound = match (tol, rtol) {
        (Some(tol), _) => column(tol),
        (None, rtol) => {
            let largest = rows::max(&values, crate::axis(-1).keepdims())?;
            match rtol {
                Some(rtol) => rows::multiply(&largest, &column(rtol))?,
                None => rows::multiply(&largest, m.max(n) as f64 * epsilon(values.dtype()))?,
            }
        }
    };
    rows::sum(&rows::greater(&values, &bound)?, crate::axis(-1))
}

/// The pseudo-inverses of stacked matrices: `numpy.linalg.pinv`. Singular values up to `rcond` times the largest count
/// as zero.
///
/// # Errors
/// As [`svd`].
///
/// ```
/// # use cuprust::*;
/// let inverse = linalg::pinv(&array![[2.0, 0.0], [0.0, 0.0]], &full((), 1e-15)?, false)?;
/// assert_eq!(inverse.round(9)?.to_string(), "[[0.5 0. ]\n [0.  0. ]]");
/// # Ok::<(), Error>(())
/// ```
pub fn pinv(a: &Array, rcond: &Array, hermitian: bool) -> Result<Array> {
    let (stack, m, n) = stacked(a)?;
    if a.size() == 0 {
        // As in NumPy, an empty array is returned unchanged, in its dtype.
        return empty_stack(stack, &[n, m], a.dtype(), a);
    }
    let parts = if hermitian { svd_hermitian(a)? } else { svd(a, false)? };
    let largest = rows::max(&parts.values, crate::axis(-1).keepdims())?;
    let cut = rows::multiply(&rcond.view_of(rcond.layout().with_axis(rcond.ndim())), &largest)?;
    let kept = rows::greater(&parts.values, &cut)?;
    let inverse = where_(&kept, &rows::divide(1, &parts.values)?, 0)?.in_dtype(parts.values.dtype())?;
    let inverse = inverse.view_of(inverse.layout().with_axis(inverse.ndim()));
    let (u, v) = (adjoint(&parts.u)?, adjoint(&parts.vh)?);
    matmul(&v, &rows::multiply(&inverse, &u)?)
}
