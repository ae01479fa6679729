//! Systems of linear equations, inverses, determinants, and the factors of positive definite matrices.

use cuprust_ir::{Error, Result, broadcast_shapes};
use cuprust_num::{DType, promote};
use cuprust_ops::Routine;

use super::factors::{
    Lu, Requirement, checked, empty_stack, fresh, identity, precision, record, settled, square, stacked, t,
};
use crate::creation::{full, shape};
use crate::ufunc::rows;
use crate::ufunc::where_;
use crate::{Array, normalize_axis};

/// The solution of `a x = b` for stacked square matrices; a vector if `b` has one axis: `numpy.linalg.solve`.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let x = linalg::solve(&array![[2.0, 0.0], [0.0, 4.0]], &array![2.0, 8.0])?;
/// assert_eq!(x.to_string(), "[1. 2.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A linear algebra error for matrices that are not square or singular, a value error for shapes that do not match, a
/// type error for half precision.
pub fn solve(a: &Array, b: &Array) -> Result<Array> {
    if b.ndim() == 0 {
        a.check_device(b)?;
        square(a)?;
        return Err(Error::value(
            "solve: Input operand 1 does not have enough dimensions (has 0, gufunc core with signature (m,m),(m,n)->(m,n) requires 2)",
        ));
    }
    let mismatch = |m: i64, n: i64| {
        format!(
            "solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (m,m),(m,n)->(m,n) (size {m} is different from {n})"
        )
    };
    System::of(a, b, mismatch)?.solved(|System { a, columns, dtype, .. }| {
        let lu = Lu::of(&a.in_dtype(*dtype)?)?;
        let [x] = checked([t(&lu.solve(columns, false, false)?)], &lu.info, Requirement::Inverse)?;
        Ok(x)
    })
}

/// The two sides of `a x = b`, broadcast to one stack.
struct System {
    a: Array,
    columns: Array,
    dtype: DType,
    /// Whether `b`, and so the solution, is a vector.
    is_vector: bool,
}

impl System {
    /// # Errors
    /// As [`solve`]; `mismatch` makes the error's text where `a` and `b` have different numbers of rows, from both
    /// numbers, that of `b` first.
    fn of(a: &Array, b: &Array, mismatch: impl Fn(i64, i64) -> String) -> Result<System> {
        a.check_device(b)?;
        let (stack, n) = square(a)?;
        let is_vector = b.ndim() == 1;
        let columns = columns_of(b);
        let (others, m, k) = stacked(&columns)?;
        if m != n {
            return Err(Error::value(mismatch(m, n)));
        }
        let dtype = promote(precision(a.dtype())?, precision(b.dtype())?);
        let outer = broadcast_shapes(&[stack, others])?;
        let spread = |array: &Array, extents: [i64; 2]| -> Result<Array> {
            let shape: Vec<i64> = outer.iter().copied().chain(extents).collect();
            Ok(array.view_of(array.layout().broadcast(&shape)?))
        };
        Ok(System { a: spread(a, [n, n])?, columns: spread(&columns, [n, k])?, dtype, is_vector })
    }

    /// The solution, which `solve` computes if there are any elements.
    fn solved(&self, solve: impl FnOnce(&System) -> Result<Array>) -> Result<Array> {
        let x = match self.columns.size() {
            0 => empty_stack(self.columns.shape(), &[], self.dtype, &self.a)?,
            _ => solve(self)?,
        };
        Ok(if self.is_vector { x.view_of(x.layout().without(x.ndim() - 1)) } else { x })
    }
}

/// The right side as columns: a vector becomes one column.
pub(super) fn columns_of(b: &Array) -> Array {
    if b.ndim() == 1 { b.view_of(b.layout().with_axis(1)) } else { b.clone() }
}

/// The inverses of stacked matrices: `numpy.linalg.inv`.
///
/// # Errors
/// As [`solve`].
///
/// ```
/// # use cuprust::*;
/// let a = array![[4.0, 1.0], [1.0, 3.0]];
/// assert_eq!(a.matmul(&linalg::inv(&a)?)?.round(9)?.to_string(), "[[1. 0.]\n [0. 1.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn inv(a: &Array) -> Result<Array> {
    inverse(a, true)
}

/// The inverses; singular matrices raise an error if `refused`, and otherwise give infinite or NaN elements.
pub(super) fn inverse(a: &Array, refused: bool) -> Result<Array> {
    let (stack, n) = square(a)?;
    let dtype = precision(a.dtype())?;
    if a.size() == 0 {
        return empty_stack(stack, &[n, n], dtype, a);
    }
    let lu = Lu::of(a)?;
    let one = identity(n, n, stack, dtype, a)?;
    let x = t(&lu.solve(&one, false, false)?);
    if !refused {
        return x.ascontiguous();
    }
    let [x] = checked([x], &lu.info, Requirement::Inverse)?;
    Ok(x)
}

/// The determinants of stacked matrices: `numpy.linalg.det`.
///
/// # Errors
/// A linear algebra error for matrices that are not square, a type error for half precision.
///
/// ```
/// # use cuprust::*;
/// let a = array![[4.0, 1.0], [1.0, 3.0]];
/// assert_eq!(linalg::det(&a)?.round(9)?.to_string(), "11.0");
/// # Ok::<(), Error>(())
/// ```
pub fn det(a: &Array) -> Result<Array> {
    let (stack, n) = square(a)?;
    let dtype = precision(a.dtype())?;
    if n == 0 || a.size() == 0 {
        return full(shape(stack).dtype(dtype).on(a.device()), 1);
    }
    let lu = Lu::of(a)?;
    let diagonal = lu.factors.diagonal(0, -2, -1)?;
    let product = rows::multiply(&rows::prod(&diagonal, crate::axis(-1))?, &sign_of_exchanges(&lu.pivots, dtype)?)?;
    where_(&regular(&lu)?, &product, 0)
}

/// Whether no pivot is zero: the determinant of other matrices is zero, even if elements are not finite.
fn regular(lu: &Lu) -> Result<Array> {
    rows::equal(&lu.info, 0)
}

/// The sign of determinants and the logarithm of their absolute values: `numpy.linalg.slogdet`. For singular matrices 0
/// and minus infinity.
///
/// # Errors
/// As [`det`].
///
/// ```
/// # use cuprust::*;
/// let (sign, logarithm) = linalg::slogdet(&array![[0.0, 1.0], [1.0, 0.0]])?;
/// assert_eq!((sign.to_string(), logarithm.to_string()), ("-1.0".into(), "0.0".into()));
/// # Ok::<(), Error>(())
/// ```
pub fn slogdet(a: &Array) -> Result<(Array, Array)> {
    let (stack, n) = square(a)?;
    let dtype = precision(a.dtype())?;
    if n == 0 || a.size() == 0 {
        let on = |dtype: DType| shape(stack).dtype(dtype).on(a.device());
        return Ok((full(on(dtype), 1)?, full(on(dtype.real()), 0)?));
    }
    let lu = Lu::of(a)?;
    let diagonal = lu.factors.diagonal(0, -2, -1)?;
    let (size, regular) = (rows::absolute(&diagonal)?, regular(&lu)?);
    let signs = match dtype.is_complex() {
        // NaN for elements that are not finite, as in NumPy.
        true => where_(&rows::isfinite(&diagonal)?, &rows::sign(&diagonal)?, f64::NAN)?.in_dtype(dtype)?,
        false => where_(&rows::less(&diagonal, 0)?, -1, 1)?.in_dtype(dtype)?,
    };
    let sign = rows::multiply(&rows::prod(&signs, crate::axis(-1))?, &sign_of_exchanges(&lu.pivots, dtype)?)?;
    let logarithm = rows::sum(&rows::log(&size)?, crate::axis(-1))?;
    Ok((where_(&regular, &sign, 0)?, where_(&regular, &logarithm, f64::NEG_INFINITY)?))
}

/// Minus one for an odd number of row exchanges, else one.
fn sign_of_exchanges(pivots: &Array, dtype: DType) -> Result<Array> {
    let n = pivots.shape()[pivots.ndim() - 1];
    let own = crate::creation::positions(&[n], 1, &[1], DType::I64, pivots.device())?;
    let exchanged = rows::not_equal(pivots, &own)?;
    let odd = rows::remainder(&rows::sum(&exchanged, crate::axis(-1))?, 2)?;
    rows::subtract(1, &rows::multiply(&odd, 2)?)?.in_dtype(dtype)
}

/// The lower triangles whose products with their conjugate transposes are stacked Hermitian matrices, of which the
/// lower triangle is read; or the upper triangles, from the upper one: `numpy.linalg.cholesky`.
///
/// # Errors
/// A linear algebra error for matrices that are not square or not positive definite, a type error for half precision.
///
/// ```
/// # use cuprust::*;
/// let a = array![[4.0, 2.0], [2.0, 5.0]];
/// assert_eq!(linalg::cholesky(&a, false)?.to_string(), "[[2. 0.]\n [1. 2.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn cholesky(a: &Array, upper: bool) -> Result<Array> {
    let (stack, n) = square(a)?;
    let dtype = precision(a.dtype())?;
    if a.size() == 0 {
        return empty_stack(stack, &[n, n], dtype, a);
    }
    // In column-major order the memory of a matrix is its transpose, whose lower triangle is the upper one.
    let factor = fresh(&if upper { a.clone() } else { t(a) }, dtype)?;
    let info = empty_stack(stack, &[], DType::I64, a)?;
    record(Routine::Cholesky, &[&factor, &info], &[&factor])?;
    let [factor] = checked([if upper { factor } else { t(&factor) }], &info, Requirement::PositiveDefinite)?;
    if upper { factor.triu(0) } else { factor.tril(0) }
}

/// The system that a triangle defines.
#[derive(Debug, Clone, Copy, Default)]
pub struct Triangular {
    /// Whether the lower triangle is read instead of the upper one.
    pub lower: bool,
    /// Whether the diagonal is assumed to be ones.
    pub unit: bool,
    /// Whether the transpose is used.
    pub transposed: bool,
    /// Whether the conjugate is used.
    pub conjugated: bool,
}

/// The solution of `a x = b` for triangular matrices: `scipy.linalg.solve_triangular`. A zero on the diagonal gives
/// infinite or NaN elements.
///
/// # Errors
/// As [`solve`], except for singular matrices.
///
/// ```
/// # use cuprust::*;
/// let (a, lower) = (array![[2.0, 0.0], [1.0, 4.0]], linalg::Triangular { lower: true, ..Default::default() });
/// assert_eq!(linalg::solve_triangular(&a, &array![2.0, 9.0], lower)?.to_string(), "[1. 2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn solve_triangular(a: &Array, b: &Array, triangular: Triangular) -> Result<Array> {
    let mismatch = |_, _| format!("shapes of a {:?} and b {:?} are incompatible", a.shape(), b.shape());
    System::of(a, b, mismatch)?.solved(|System { a, columns, dtype, .. }| {
        let Triangular { lower, unit, transposed, conjugated } = triangular;
        let (x, triangle) = (fresh(&t(columns), *dtype)?, settled(&t(a), *dtype)?);
        record(Routine::TriangularSolve { lower, unit, transposed, conjugated }, &[&x], &[&x, &triangle])?;
        t(&x).ascontiguous()
    })
}

/// The solution of [`solve_triangular`] for matrices without a zero on the diagonal.
///
/// # Errors
/// As [`solve`].
///
/// ```
/// # use cuprust::*;
/// let (a, upper) = (array![[0.0, 1.0], [0.0, 4.0]], linalg::Triangular::default());
/// assert!(linalg::solve_regular_triangular(&a, &array![2.0, 9.0], upper).and_then(|x| x.to_vec::<f64>()).is_err());
/// ```
pub fn solve_regular_triangular(a: &Array, b: &Array, triangular: Triangular) -> Result<Array> {
    let x = solve_triangular(a, b, triangular)?;
    if x.size() == 0 || triangular.unit {
        return Ok(x);
    }
    let singular = rows::any(&rows::equal(&a.diagonal(0, -2, -1)?, 0)?, ..)?.astype(DType::I64)?;
    let [x] = checked([x], &singular, Requirement::Inverse)?;
    Ok(x)
}

/// The tensor `x` whose contraction with the last axes of `a` is `b`: `numpy.linalg.tensorsolve`. `axes` are first
/// moved to the end.
///
/// # Errors
/// A linear algebra error where the extents do not make a square matrix, and those of [`solve`].
///
/// ```
/// # use cuprust::*;
/// let a = eye(4)?.reshape((2, 2, 2, 2))?;
/// let b = array![[1.0, 2.0], [3.0, 4.0]];
/// assert_eq!(linalg::tensorsolve(&(a * 2.0), &b, None)?.to_string(), "[[0.5 1. ]\n [1.5 2. ]]");
/// # Ok::<(), Error>(())
/// ```
pub fn tensorsolve(a: &Array, b: &Array, axes: Option<&[i64]>) -> Result<Array> {
    let mut order: Vec<usize> = (0..a.ndim()).collect();
    for &axis in axes.unwrap_or_default() {
        let axis = normalize_axis(axis, a.ndim())?;
        order.retain(|&other| other != axis);
        order.push(axis);
    }
    let a = a.view_of(a.layout().permute(&order));
    // As in NumPy, if `b` has as many axes as `a`, all of them are solved for.
    let first = if b.ndim() < a.ndim() { b.ndim() } else { (b.ndim() - a.ndim()).min(a.ndim()) };
    let solution_shape = a.shape()[first..].to_vec();
    let unknowns: i64 = solution_shape.iter().product();
    if a.size() != unknowns * unknowns {
        return Err(Error::lin_alg(
            "Input arrays must satisfy the requirement             prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])",
        ));
    }
    solve(&a.reshape([unknowns, unknowns])?, &b.ravel()?)?.reshape(&solution_shape[..])
}

/// The inverse of a tensor as a linear map from its last axes to its first `count` ones: `numpy.linalg.tensorinv`.
///
/// # Errors
/// A value error for a count that is not positive, and those of [`inv`].
///
/// ```
/// # use cuprust::*;
/// let a = eye(4)?.reshape((2, 2, 2, 2))?;
/// assert_eq!(linalg::tensorinv(&a, 2)?.shape(), [2, 2, 2, 2]);
/// # Ok::<(), Error>(())
/// ```
pub fn tensorinv(a: &Array, count: i64) -> Result<Array> {
    if count <= 0 {
        return Err(Error::value("Invalid ind argument."));
    }
    if a.ndim() == 0 {
        return Err(Error::type_("tensorinv: an array without axes is not a tensor"));
    }
    let split = (count as usize).min(a.ndim());
    let (first, last) = a.shape().split_at(split);
    let shape: Vec<i64> = last.iter().chain(first).copied().collect();
    let columns: i64 = last.iter().product();
    let rows = a.size().checked_div(columns).unwrap_or(0);
    inv(&a.reshape([rows, columns])?)?.reshape(&shape[..])
}
