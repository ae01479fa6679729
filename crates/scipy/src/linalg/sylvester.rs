//! Sylvester's and Lyapunov's equations, by Schur forms.

use cuprust::Array;
use cuprust::linalg::{self, matmul, triangular_sylvester};
use cuprust::ufunc::rows;
use cuprust_ir::{Error, Result, broadcast_shapes};
use cuprust_num::{DType, Scalar, promote};

use super::factors::check_finite;
use super::schur::{complex_schur, precision, square};
use super::stacked::{adjoint, outer};

/// Matrices of a stack of these extents.
fn spread(a: &Array, stack: &[i64]) -> Result<Array> {
    let shape: Vec<i64> = stack.iter().chain(&a.shape()[a.ndim() - 2..]).copied().collect();
    Ok(a.view_within(a.layout().broadcast(&shape)?))
}

/// The solution of `a x + x b = q`, of matrices, the last two axes, whose stacks broadcast:
/// `scipy.linalg.solve_sylvester`. Where an eigenvalue of `a` is minus one of `b`, a sum of eigenvalues that is too
/// small is taken to be larger.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let x = linalg::solve_sylvester(&array![[2.0]], &array![[3.0]], &array![[10.0]])?;
/// assert_eq!(x.to_string(), "[[2.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error where `a` or `b` is not square or not finite, or `q` has other rows than `a` or other columns than
/// `b`.
pub fn solve_sylvester(a: &Array, b: &Array, q: &Array) -> Result<Array> {
    a.check_device(b)?;
    a.check_device(q)?;
    let (m, n) = (square(a)?, square(b)?);
    let shape = q.shape();
    if q.ndim() < 2 || shape[q.ndim() - 2..] != [m, n] {
        let (a, b) = (a.shape(), b.shape());
        return Err(Error::value(format!("shapes of a {a:?}, b {b:?} and q {shape:?} do not match")));
    }
    check_finite(a, true)?;
    check_finite(b, true)?;
    let dtype = promote(promote(precision(a.dtype()), precision(b.dtype())), precision(q.dtype()));
    let of = |a: &Array| complex_schur(&a.in_dtype(if a.dtype().is_complex() { dtype } else { dtype.real() })?);
    let ((r, u), (s, v)) = (of(a)?, of(b)?);
    let stack = broadcast_shapes(&[outer(a), outer(b), outer(q)])?;
    let rotated = matmul(&matmul(&adjoint(&u)?, q)?, &v)?;
    let y = triangular_sylvester(&spread(&r, &stack)?, &spread(&s, &stack)?, &spread(&rotated, &stack)?, false)?;
    let x = matmul(&matmul(&u, &y)?, &adjoint(&v)?)?;
    if dtype.is_complex() { Ok(x) } else { x.real_part()?.copy() }
}

/// The matrices of a Lyapunov equation: square, of one shape.
///
/// # Errors
/// SciPy's value errors for others.
fn lyapunov(a: &Array, q: &Array) -> Result<(Array, Array)> {
    a.check_device(q)?;
    let (a, q) = (a.at_least(2), q.at_least(2));
    for (each, name) in [(&a, 'a'), (&q, 'q')] {
        square(each).map_err(|_| Error::value(format!("Matrix {name} should be square.")))?;
    }
    if square(&a)? != square(&q)? {
        return Err(Error::value("Matrix a and q should have the same shape."));
    }
    check_finite(&a, true)?;
    check_finite(&q, true)?;
    Ok((a, q))
}

/// The solution of `a x + x a* = q`, of square matrices, the last two axes: `scipy.linalg.solve_continuous_lyapunov`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let x = linalg::solve_continuous_lyapunov(&array![[2.0]], &array![[8.0]])?;
/// assert_eq!(x.to_string(), "[[2.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for matrices that are not square, of other shapes, or not finite.
pub fn solve_continuous_lyapunov(a: &Array, q: &Array) -> Result<Array> {
    let (a, q) = lyapunov(a, q)?;
    let dtype = promote(precision(a.dtype()), precision(q.dtype()));
    let (r, u) = complex_schur(&a.in_dtype(if a.dtype().is_complex() { dtype } else { dtype.real() })?)?;
    let stack = broadcast_shapes(&[outer(&a), outer(&q)])?;
    let rotated = matmul(&matmul(&adjoint(&u)?, &q)?, &u)?;
    let r = spread(&r, &stack)?;
    let y = triangular_sylvester(&r, &r, &spread(&rotated, &stack)?, true)?;
    let x = matmul(&matmul(&u, &y)?, &adjoint(&u)?)?;
    if dtype.is_complex() { Ok(x) } else { x.real_part()?.copy() }
}

/// How a discrete Lyapunov equation is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Discrete {
    /// As a system of all elements.
    Direct,
    /// By the continuous equation that the bilinear transform makes of it.
    Bilinear,
}

/// The solution of `a x a* - x + q = 0`, of square matrices, the last two axes, in double precision:
/// `scipy.linalg.solve_discrete_lyapunov`. Without a `method` it is direct for fewer than 10 rows.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let x = linalg::solve_discrete_lyapunov(&array![[0.5]], &array![[3.0]], None)?;
/// assert_eq!(x.to_string(), "[[4.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`solve_continuous_lyapunov`], and a linear algebra error where the equation is singular.
pub fn solve_discrete_lyapunov(a: &Array, q: &Array, method: Option<Discrete>) -> Result<Array> {
    let (a, q) = lyapunov(a, q)?;
    let n = square(&a)?;
    let dtype = if a.dtype().is_complex() || q.dtype().is_complex() { DType::C128 } else { DType::F64 };
    let (a, q) = (a.in_dtype(dtype)?, q.in_dtype(dtype)?);
    let stack = broadcast_shapes(&[outer(&a), outer(&q)])?;
    if n == 0 {
        return spread(&q, &stack)?.copy();
    }
    let one = |n: i64| super::matrices::identities(&[], n, dtype, a.device());
    let direct = method.map_or(n < 10, |method| method == Discrete::Direct);
    if direct {
        // The elements of a x a* row by row are the Kronecker product of a and its conjugate times those of x.
        let laid = |a: &Array, first: bool| {
            let extents = if first { [n, 1, n, 1] } else { [1, n, 1, n] };
            a.reshape(&[outer(a), &extents].concat()[..])
        };
        let product = rows::multiply(&laid(&a, true)?, &laid(&rows::conjugate(&a)?, false)?)?;
        let product = product.reshape(&[outer(&a), &[n * n, n * n]].concat()[..])?;
        let system = rows::subtract(&one(n * n)?, &product)?;
        let sides = spread(&q, &stack)?.reshape(&[&stack[..], &[n * n, 1]].concat()[..])?;
        return linalg::solve(&system, &sides)?.reshape(&[&stack[..], &[n, n]].concat()[..]);
    }
    // With b = (a* - 1) (a* + 1)^-1 the solution is that of b* x + x b = -2 (a + 1)^-1 q (a* + 1)^-1.
    let (one, adjoint_a) = (one(n)?, adjoint(&a)?);
    let inverse = linalg::inv(&rows::add(&adjoint_a, &one)?)?;
    let b = matmul(&rows::subtract(&adjoint_a, &one)?, &inverse)?;
    let c = matmul(&matmul(&linalg::inv(&rows::add(&a, &one)?)?, &q)?, &inverse)?;
    solve_continuous_lyapunov(&adjoint(&b)?, &rows::multiply(&c, Scalar::new(-2.0).cast(dtype))?)
}
