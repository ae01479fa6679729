//! Systems of banded and Toeplitz matrices, tridiagonal eigenvalues, and factors of symmetric matrices: the routines as
//! functions of arrays.

use cuprust_ir::{Error, Result, broadcast_shapes};
use cuprust_num::{DType, promote};
use cuprust_ops::Routine;

use super::factors::{Requirement, checked, empty_stack, fresh, record, settled, single_or_double, stacked, t};
use crate::Array;
use crate::ufunc::casting::wide_inexact;
use crate::ufunc::rows;

/// A structured matrix and the right sides of its systems, broadcast to one stack.
struct Sides {
    /// The numbers of the matrix, along the last axes.
    matrix: Array,
    /// The right sides, as columns.
    columns: Array,
    dtype: DType,
    is_vector: bool,
}

impl Sides {
    /// For a matrix of `n` rows whose numbers have this many axes.
    ///
    /// # Errors
    /// A value error with this text where the right sides have another number of rows.
    fn of(matrix: &Array, axes: usize, n: i64, b: &Array, text: &str) -> Result<Sides> {
        matrix.check_device(b)?;
        let is_vector = b.ndim() == 1;
        let columns = if is_vector { b.view_of(b.layout().with_axis(1)) } else { b.clone() };
        let [outer_b @ .., rows, k] = columns.shape() else { return Err(Error::value(text)) };
        let (rows, k) = (*rows, *k);
        if rows != n {
            return Err(Error::value(text));
        }
        let (outer, own) = matrix.shape().split_at(matrix.ndim() - axes);
        let stack = broadcast_shapes(&[outer, outer_b])?;
        let spread = |array: &Array, extents: &[i64]| -> Result<Array> {
            let shape: Vec<i64> = stack.iter().chain(extents).copied().collect();
            Ok(array.view_of(array.layout().broadcast(&shape)?))
        };
        let dtype = promote(wide_inexact(matrix.dtype()), wide_inexact(b.dtype()));
        Ok(Sides { matrix: spread(matrix, own)?, columns: spread(&columns, &[n, k])?, dtype, is_vector })
    }

    /// The solutions, which `solve` computes in the column-major memory of the right sides, if they have elements.
    fn solved(&self, solve: impl FnOnce(&Array, &Array) -> Result<Array>) -> Result<Array> {
        let x = if self.columns.size() == 0 {
            self.columns.in_dtype(self.dtype)?.copy()?
        } else {
            let x = fresh(&t(&self.columns), self.dtype)?;
            let info = empty_stack(&x.shape()[..x.ndim() - 2], &[], DType::I64, &x)?;
            t(&solve(&x, &info)?).ascontiguous()?
        };
        Ok(if self.is_vector { x.view_of(x.layout().without(x.ndim() - 1)) } else { x })
    }
}

/// The solution of `a x = b` for banded matrices: element `(i, j)` is in row `above + i - j` and column `j` of `band`.
/// A vector if `b` has one axis. `scipy.linalg.solve_banded`.
///
/// # Errors
/// A value error for another number of diagonals than the band's, and for shapes that do not match; a linear algebra
/// error for singular matrices.
///
/// ```
/// # use cuprust::*;
/// let band = array![[0.0, 1.0], [2.0, 4.0]];
/// assert_eq!(linalg::solve_banded(0, 1, &band, &array![4.0, 8.0])?.to_string(), "[1. 2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn solve_banded(below: i64, above: i64, band: &Array, b: &Array) -> Result<Array> {
    let (_, diagonals, n) = stacked(band)?;
    let named = below.saturating_add(above).saturating_add(1);
    if below < 0 || above < 0 || named != diagonals {
        return Err(Error::value(format!(
            "invalid values for the number of lower and upper diagonals: l+u+1 ({named}) does not equal ab.shape[0] ({diagonals})",
        )));
    }
    let sides = Sides::of(band, 2, n, b, "shapes of ab and b are not compatible.")?;
    sides.solved(|x, info| {
        let band = settled(&t(&sides.matrix), sides.dtype)?;
        record(Routine::BandedSolve { below }, &[x, info], &[x, &band])?;
        let [x] = checked([x.clone()], info, Requirement::Inverse)?;
        Ok(x)
    })
}

/// The Cholesky factors of Hermitian positive definite banded matrices, in bands of the same form: those of the lower
/// triangle, with element `(i, j)` in row `i - j`, or those of the upper one, as for [`solve_banded`]:
/// `scipy.linalg.cholesky_banded`.
///
/// # Errors
/// A linear algebra error for matrices that are not positive definite.
///
/// ```
/// # use cuprust::*;
/// let band = array![[4.0, 5.0], [2.0, 0.0]];
/// assert_eq!(linalg::cholesky_banded(&band, true)?.at(0)?.to_string(), "[2. 2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn cholesky_banded(band: &Array, lower: bool) -> Result<Array> {
    let (stack, ..) = stacked(band)?;
    let factor = fresh(&t(band), wide_inexact(band.dtype()))?;
    if band.size() == 0 {
        return t(&factor).ascontiguous();
    }
    let info = empty_stack(stack, &[], DType::I64, band)?;
    record(Routine::BandedCholesky { lower }, &[&factor, &info], &[&factor])?;
    let [factor] = checked([t(&factor)], &info, Requirement::PositiveDefinite)?;
    Ok(factor)
}

/// The solution of a system by the factor of [`cholesky_banded`]: `scipy.linalg.cho_solve_banded`.
///
/// # Errors
/// A value error for shapes that do not match.
///
/// ```
/// # use cuprust::*;
/// let factor = linalg::cholesky_banded(&array![[4.0, 9.0]], true)?;
/// assert_eq!(linalg::cho_solve_banded(&factor, true, &array![4.0, 18.0])?.to_string(), "[1. 2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn cho_solve_banded(factor: &Array, lower: bool, b: &Array) -> Result<Array> {
    let (_, _, n) = stacked(factor)?;
    let sides = Sides::of(factor, 2, n, b, "shapes of cb and b are not compatible.")?;
    sides.solved(|x, _| {
        let factor = settled(&t(&sides.matrix), sides.dtype)?;
        record(Routine::BandedCholeskySolve { lower }, &[x], &[x, &factor])?;
        Ok(x.clone())
    })
}

/// The solution of `a x = b` for Hermitian positive definite banded matrices: `scipy.linalg.solveh_banded`.
///
/// # Errors
/// Those of [`cholesky_banded`] and [`cho_solve_banded`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(linalg::solveh_banded(&array![[4.0, 9.0]], true, &array![4.0, 18.0])?.to_string(), "[1. 2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn solveh_banded(band: &Array, lower: bool, b: &Array) -> Result<Array> {
    let (_, _, n) = stacked(band)?;
    Sides::of(band, 2, n, b, "shapes of ab and b are not compatible.")?;
    cho_solve_banded(&cholesky_banded(band, lower)?, lower, b)
}

/// The solution of `a x = b` for Toeplitz matrices, in double precision: `c` is the first column, and `r` the first
/// row, whose first element is not read; by default the conjugate of `c`. They are along the last axes, and stacks
/// broadcast: `scipy.linalg.solve_toeplitz`.
///
/// # Errors
/// A value error for shapes that do not match, a linear algebra error where a leading minor is zero.
///
/// ```
/// # use cuprust::*;
/// let x = linalg::solve_toeplitz(&array![2.0, 1.0], Some(&array![2.0, 0.0]), &array![2.0, 5.0])?;
/// assert_eq!(x.to_string(), "[1. 2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn solve_toeplitz(c: &Array, r: Option<&Array>, b: &Array) -> Result<Array> {
    let line = toeplitz_line(c, r)?;
    let n = c.atleast_1d().shape()[c.atleast_1d().ndim() - 1];
    if line.shape()[line.ndim() - 1] != (2 * n - 1).max(0) {
        return Err(Error::value("Incompatible dimensions."));
    }
    let mut sides = Sides::of(&line, 1, n, b, "Incompatible dimensions.")?;
    sides.dtype = promote(sides.dtype, DType::F64);
    sides.solved(|x, info| {
        record(Routine::ToeplitzSolve, &[x, info], &[x, &settled(&sides.matrix, sides.dtype)?])?;
        let [x] = checked([x.clone()], info, Requirement::Inverse)?;
        Ok(x)
    })
}

/// The elements of a Toeplitz matrix from the upper right to the lower left.
fn toeplitz_line(c: &Array, r: Option<&Array>) -> Result<Array> {
    let c = c.atleast_1d();
    let r = match r {
        Some(r) => r.atleast_1d(),
        None => rows::conjugate(&c)?,
    };
    c.check_device(&r)?;
    let n = r.shape()[r.ndim() - 1];
    let rest = r.view_of(r.layout().slice(r.ndim() - 1, 1.min(n), 1, (n - 1).max(0))).flip(-1)?;
    let stack = broadcast_shapes(&[&rest.shape()[..rest.ndim() - 1], &c.shape()[..c.ndim() - 1]])?;
    let spread = |a: &Array| -> Result<Array> {
        let shape: Vec<i64> = stack.iter().copied().chain(a.shape().last().copied()).collect();
        Ok(a.view_of(a.layout().broadcast(&shape)?))
    };
    crate::manipulation::concatenate(&[spread(&rest)?, spread(&c)?], -1)
}

/// The product of a Toeplitz matrix and `x`, in double precision, by Fourier transforms: `c` is its first column, and
/// `r` its first row, whose first element is not read; by default the conjugate of `c`: `scipy.linalg.matmul_toeplitz`.
///
/// # Errors
/// A value error where the number of `x`'s rows is not the matrix's number of columns.
///
/// ```
/// # use cuprust::*;
/// let y = linalg::matmul_toeplitz(&array![2.0, 1.0], Some(&array![2.0, 0.0]), &array![1.0, 2.0])?;
/// assert_eq!(y.round(9)?.to_string(), "[2. 5.]");
/// # Ok::<(), Error>(())
/// ```
pub fn matmul_toeplitz(c: &Array, r: Option<&Array>, x: &Array) -> Result<Array> {
    use crate::fft::{along, fft, ifft, irfft, rfft};
    let c = c.atleast_1d();
    let (m, n) =
        (c.shape()[c.ndim() - 1], r.map_or(c.shape()[c.ndim() - 1], |r| r.shape().last().copied().unwrap_or(1)));
    let line = toeplitz_line(&c, r)?;
    let sides = Sides::of(&line, 1, n, x, "Incompatible dimensions.")?;
    let dtype = promote(sides.dtype, DType::F64);
    let [.., _, k] = sides.columns.shape() else { return Err(Error::value("Incompatible dimensions.")) };
    let stack = &sides.columns.shape()[..sides.columns.ndim() - 2];
    let product = if sides.columns.size() == 0 || m == 0 {
        let shape: Vec<i64> = stack.iter().copied().chain([m, *k]).collect();
        crate::creation::zeros(crate::creation::shape(&shape[..]).dtype(dtype).on(x.device()))?
    } else {
        // The wrap-around of the circular convolution does not reach the last sums.
        let around = sides.matrix.in_dtype(dtype)?.expand_dims(-1)?;
        let columns = sides.columns.in_dtype(dtype)?;
        let length = m + n - 1;
        let whole = if dtype.is_complex() {
            let spectrum = |a: &Array| fft(a, along(-2).n(length));
            ifft(&rows::multiply(&spectrum(&around)?, &spectrum(&columns)?)?, -2)?
        } else {
            let spectrum = |a: &Array| rfft(a, along(-2).n(length));
            irfft(&rows::multiply(&spectrum(&around)?, &spectrum(&columns)?)?, along(-2).n(length))?
        };
        whole.view_of(whole.layout().slice(whole.ndim() - 2, n - 1, 1, m)).copy()?
    };
    Ok(if sides.is_vector { product.view_of(product.layout().without(product.ndim() - 1)) } else { product })
}

/// The eigenvalues of real symmetric tridiagonal matrices in ascending order, with diagonals `d` and off-diagonals `e`
/// along the last axes; and the eigenvectors as columns.
///
/// # Errors
/// A type error for complex numbers, a value error where `d` is empty or not one element longer than `e`, a linear
/// algebra error where the iteration does not converge.
///
/// ```
/// # use cuprust::*;
/// let (values, vectors) = linalg::eigh_tridiagonal(&array![2.0, 2.0], &array![1.0])?;
/// assert_eq!(values.round(9)?.to_string(), "[1. 3.]");
/// assert_eq!(vectors.shape(), [2, 2]);
/// # Ok::<(), Error>(())
/// ```
pub fn eigh_tridiagonal(d: &Array, e: &Array) -> Result<(Array, Array)> {
    let tridiagonal = Tridiagonal::of(d, e)?;
    let Tridiagonal { d, e, n, .. } = &tridiagonal;
    let stack = &d.shape()[..d.ndim() - 1];
    let (values, vectors) = (empty_stack(stack, &[*n], d.dtype(), d)?, empty_stack(stack, &[*n, *n], d.dtype(), d)?);
    if values.size() == 0 {
        return Ok((values, vectors));
    }
    let info = empty_stack(stack, &[], DType::I64, d)?;
    record(Routine::TridiagonalEigh { vectors: true }, &[&values, &vectors, &info], &[d, e])?;
    let [values, vectors] = checked([values, t(&vectors)], &info, Requirement::Eigenvalues)?;
    Ok((values, vectors))
}

/// The eigenvalues of [`eigh_tridiagonal`].
///
/// # Errors
/// As [`eigh_tridiagonal`].
///
/// ```
/// # use cuprust::*;
/// let values = linalg::eigvalsh_tridiagonal(&array![2.0, 2.0], &array![1.0])?;
/// assert_eq!(values.round(9)?.to_string(), "[1. 3.]");
/// # Ok::<(), Error>(())
/// ```
pub fn eigvalsh_tridiagonal(d: &Array, e: &Array) -> Result<Array> {
    let Tridiagonal { d, e, n } = &Tridiagonal::of(d, e)?;
    let stack = &d.shape()[..d.ndim() - 1];
    let values = empty_stack(stack, &[*n], d.dtype(), d)?;
    if values.size() == 0 {
        return Ok(values);
    }
    let info = empty_stack(stack, &[], DType::I64, d)?;
    record(Routine::TridiagonalEigh { vectors: false }, &[&values, &info], &[d, e])?;
    let [values] = checked([values], &info, Requirement::Eigenvalues)?;
    Ok(values)
}

/// Tridiagonal matrices of one stack and dtype.
struct Tridiagonal {
    d: Array,
    e: Array,
    n: i64,
}

impl Tridiagonal {
    fn of(d: &Array, e: &Array) -> Result<Tridiagonal> {
        d.check_device(e)?;
        if d.dtype().is_complex() || e.dtype().is_complex() {
            return Err(Error::type_("Only real arrays currently supported"));
        }
        let (Some((&n, outer)), Some((&beside, other))) = (d.shape().split_last(), e.shape().split_last()) else {
            return Err(Error::value("expected a 1-D array"));
        };
        if n != beside + 1 {
            return Err(Error::value(format!("d ({n}) must have one more element than e ({beside})")));
        }
        let stack = broadcast_shapes(&[outer, other])?;
        let dtype = promote(single_or_double(d.dtype()), single_or_double(e.dtype()));
        let settle = |a: &Array, count: i64| -> Result<Array> {
            let shape: Vec<i64> = stack.iter().copied().chain([count]).collect();
            settled(&a.view_of(a.layout().broadcast(&shape)?), dtype)
        };
        Ok(Tridiagonal { d: settle(d, n)?, e: settle(e, beside)?, n })
    }
}

/// A unit lower triangle `l`, a block diagonal `d` with blocks of one or two rows, and the order, int64, of rows and
/// columns in which square matrices are `l d l*`, or `l d l^T` without `hermitian`. The lower triangle is read.
///
/// # Errors
/// Only of memory.
///
/// ```
/// # use cuprust::*;
/// let [l, d, order] = linalg::ldl_raw(&array![[4.0, 2.0], [2.0, 5.0]], true)?;
/// assert!(logic::allclose(&l.matmul(&d)?.matmul(&l.t())?.trace()?, &array![9.0], Default::default())?);
/// assert_eq!(order.size(), 2);
/// # Ok::<(), Error>(())
/// ```
pub fn ldl_raw(a: &Array, hermitian: bool) -> Result<[Array; 3]> {
    let (stack, n, _) = stacked(a)?;
    let dtype = a.dtype();
    let (l, d) = (empty_stack(stack, &[n, n], dtype, a)?, empty_stack(stack, &[n, n], dtype, a)?);
    let order = empty_stack(stack, &[n], DType::I64, a)?;
    if a.size() > 0 {
        record(Routine::Ldl { hermitian }, &[&l, &d, &order], &[&settled(&t(a), dtype)?])?;
    }
    Ok([t(&l).ascontiguous()?, t(&d).ascontiguous()?, order])
}
