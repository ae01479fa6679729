//! Factors of matrices, and the systems that are solved by them.

use cuprust::Array;
use cuprust::chapters::single_or_double;
use cuprust::creation::{shape, zeros};
use cuprust::indexing::take_along_axis;
use cuprust::linalg::{self, Triangular};
use cuprust::ufunc::rows;
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar};
use cuprust_reserve::list;

/// Refuses elements that are infinite or NaN, if `finite` asks for the check. Waits for them.
///
/// # Errors
/// A value error.
pub fn check_finite(a: &Array, enabled: bool) -> Result<()> {
    if enabled && a.dtype().is_inexact() && !rows::all(&rows::isfinite(a)?, ..)?.item()?.get::<bool>() {
        return Err(Error::value("array must not contain infs or NaNs"));
    }
    Ok(())
}

/// An array in the dtype in which SciPy computes its factors.
///
/// # Errors
/// Those of [`Array::in_dtype`].
pub(super) fn in_precision(a: &Array) -> Result<Array> {
    a.in_dtype(single_or_double(a.dtype()))
}

/// The factors of matrices by elimination in one, and the rows that each row was exchanged with, int32, counted from
/// zero: `scipy.linalg.lu_factor`. Of singular matrices a pivot is zero.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let factors = linalg::lu_factor(&array![[1.0, 2.0], [4.0, 4.0]])?;
/// assert_eq!(factors.1.to_string(), "[1 1]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A linear algebra error for fewer than two axes.
pub fn lu_factor(a: &Array) -> Result<(Array, Array)> {
    let (factors, pivots) = linalg::lu_raw(&in_precision(a)?)?;
    Ok((factors, rows::subtract(&pivots, 1)?.astype(DType::I32)?))
}

/// The solution of a system by [`lu_factor`]'s factors: `scipy.linalg.lu_solve`. Where `b` does not fit as matrices, it
/// may have a vector for each matrix of the stack.
///
/// # Errors
/// A value error for incompatible shapes.
pub fn lu_solve(factors: &Array, pivots: &Array, b: &Array, transposed: bool, conjugated: bool) -> Result<Array> {
    let n = factors.shape().last().copied().unwrap_or(0);
    let pivots = rows::add(pivots, 1)?.astype(DType::I64)?;
    by_vectors(factors, b, |b| {
        if b.ndim() == 0 || b.shape()[b.ndim().saturating_sub(2)] != n {
            let text = format!("Shapes of lu {:?} and b {:?} are incompatible", factors.shape(), b.shape());
            return Err(Error::value(text));
        }
        linalg::lu_solve_raw(factors, &pivots, b, transposed, conjugated)
    })
}

/// The rows of a product of factors by elimination, as indices into the matrix: row i of `l u` is row `p[i]`. Waits for
/// the pivots.
fn order_of_rows(pivots: &Array, m: i64) -> Result<Array> {
    let (count, stack) = (pivots.shape()[pivots.ndim() - 1], pivots.size() / pivots.shape()[pivots.ndim() - 1].max(1));
    let pivot_rows = pivots.to_vec::<i64>()?;
    let mut orders = list((stack * m) as usize)?;
    for own in pivot_rows.chunks(count.max(1) as usize) {
        let start = orders.len();
        orders.extend(0..m);
        for (index, other) in own.iter().enumerate() {
            orders.swap(start + index, start + (other - 1) as usize);
        }
    }
    let shape: Vec<i64> = pivots.shape()[..pivots.ndim() - 1].iter().copied().chain([m]).collect();
    Array::from_slice(&orders, &shape[..], pivots.device())
}

/// A permutation, a unit lower and an upper triangle whose product are matrices: `scipy.linalg.lu`. Waits for the
/// pivots.
///
/// # Errors
/// As [`lu_factor`].
pub fn lu(a: &Array) -> Result<[Array; 3]> {
    let (order, l, u) = lu_ordered(a)?;
    let m = l.shape()[l.ndim() - 2];
    // Row order[i] of the permutation is unit vector i.
    let indices = cuprust::chapters::positions(&[m], 0, &[1], DType::I64, a.device())?;
    let wide = order.view_within(order.layout().with_axis(order.ndim() - 1));
    let down = indices.view_within(indices.layout().with_axis(1));
    let p = rows::equal(&wide, &down)?.astype(l.dtype().real())?;
    Ok([p, l, u])
}

/// The product of the permutation and the lower triangle, and the upper one.
///
/// # Errors
/// As [`lu_factor`].
pub fn lu_permuted(a: &Array) -> Result<[Array; 2]> {
    let (order, l, u) = lu_ordered(a)?;
    // Row order[i] is row i: the inverse of the order is where each row comes from.
    let back = cuprust::sorting::argsort(&order, Some(-1))?;
    let wide = back.view_within(back.layout().with_axis(back.ndim()));
    let wide = wide.view_within(wide.layout().broadcast(l.shape())?);
    Ok([take_along_axis(&l, &wide, Some(-2))?, u])
}

/// Which row of the matrix each row of the product is, and both triangles.
///
/// # Errors
/// As [`lu_factor`].
pub fn lu_ordered(a: &Array) -> Result<(Array, Array, Array)> {
    let (stack, m, n) = linalg::extents_of(a)?;
    let (factors, pivots) = linalg::lu_raw(&in_precision(a)?)?;
    let least = m.min(n);
    if a.size() == 0 {
        let order = cuprust::chapters::positions(
            &[stack, &[m]].concat(),
            0,
            &[&vec![0; stack.len()][..], &[1]].concat(),
            DType::I64,
            a.device(),
        )?;
        let empty =
            |extents: [i64; 2]| zeros(shape(&[stack, &extents].concat()[..]).dtype(factors.dtype()).on(a.device()));
        return Ok((order, empty([m, least])?, empty([least, n])?));
    }
    let order = order_of_rows(&pivots, m)?;
    let axis = factors.ndim() - 2;
    let part = |axis: usize, count: i64| factors.view_within(factors.layout().slice(axis, 0, 1, count));
    let l = part(axis + 1, least).tril(-1)?;
    l.diagonal(0, -2, -1)?.fill(Scalar::one(l.dtype()))?;
    Ok((order, l, part(axis, least).triu(0)?))
}

/// The Cholesky factor of [`linalg::cholesky`], whose other triangle keeps the matrix's elements:
/// `scipy.linalg.cho_factor`.
///
/// # Errors
/// As [`linalg::cholesky`].
pub fn cho_factor(a: &Array, lower: bool) -> Result<Array> {
    let factor = linalg::cholesky(&in_precision(a)?, !lower)?;
    let rest = if lower { a.triu(1)? } else { a.tril(-1)? };
    rows::add(&factor, &rest.astype(factor.dtype())?)
}

/// Solves systems, of columns, of which the right sides may be a vector for all matrices of a stack, or, where they do
/// not fit as columns, one for each.
///
/// # Errors
/// Those of the function that solves them.
pub(super) fn by_vectors(a: &Array, b: &Array, solve: impl FnOnce(&Array) -> Result<Array>) -> Result<Array> {
    let own = a.shape();
    let one = b.ndim() == 1;
    let each =
        !one && own.len() > 2 && *b.shape() == own[..own.len() - 1] && b.shape()[b.ndim() - 2] != own[own.len() - 1];
    if !one && !each {
        return solve(b);
    }
    let x = solve(&b.view_within(b.layout().with_axis(b.ndim())))?;
    Ok(x.view_within(x.layout().without(x.ndim() - 1)))
}

/// The solution of a system by a Cholesky factor, of which one triangle is read: `scipy.linalg.cho_solve`. Where `b`
/// does not fit as matrices, it may have a vector for each factor.
///
/// # Errors
/// As [`linalg::solve_triangular`].
pub fn cho_solve(factor: &Array, lower: bool, b: &Array) -> Result<Array> {
    let factor = in_precision(factor)?;
    by_vectors(&factor, &in_precision(b)?, |b| by_triangles(&factor, lower, b))
}

fn by_triangles(factor: &Array, lower: bool, b: &Array) -> Result<Array> {
    let adjoint_form = Triangular { lower, unit: false, transposed: true, conjugated: true };
    let plain = Triangular { lower, ..Triangular::default() };
    // For a lower factor c the matrix is c times its conjugate transpose, for an upper one the other way.
    let (first, second) = if lower { (plain, adjoint_form) } else { (adjoint_form, plain) };
    linalg::solve_triangular(factor, &linalg::solve_triangular(factor, b, first)?, second)
}

/// The inverses of Hermitian positive definite matrices: CuPy's `cupyx.linalg.invh`. The lower triangle is read.
///
/// # Errors
/// As [`linalg::cholesky`].
pub fn invh(a: &Array) -> Result<Array> {
    let factor = linalg::cholesky(a, false)?;
    let n = factor.shape()[factor.ndim() - 1];
    let one = super::matrices::identities(&factor.shape()[..factor.ndim() - 2], n, factor.dtype(), a.device())?;
    cho_solve(&factor, true, &one)
}
