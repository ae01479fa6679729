//! QR factorisation: by Householder reflections and, for tall matrices, by Cholesky factors.

use cuprust_ir::Result;
use cuprust_num::DType;
use cuprust_ops::Routine;

use super::factors::{adjoint, empty_stack, fresh, identity, precision, record, stacked, t};
use super::matmul;
use super::solving::{Triangular, solve_triangular};
use crate::Array;
use crate::ufunc::rows;

/// The reflections that make stacked matrices triangular, in the format of LAPACK's `geqrf` and `geqp3`.
#[derive(Debug)]
pub struct Reflections {
    /// The triangles on the diagonals and above, the vectors of the reflections below. The last two axes are exchanged.
    factored: Array,
    /// A scale for each reflection.
    pub scales: Array,
    /// With column pivoting, the original index of each column, int64.
    pub order: Option<Array>,
}

impl Reflections {
    /// Factorises stacked matrices, with column pivoting if `pivoted`.
    ///
    /// # Errors
    /// A linear algebra error for fewer than two axes, a type error for half precision.
    pub fn of(a: &Array, pivoted: bool) -> Result<Reflections> {
        let (stack, m, n) = stacked(a)?;
        let dtype = precision(a.dtype())?;
        let factored = fresh(&t(a), dtype)?;
        let scales = empty_stack(stack, &[m.min(n)], dtype, a)?;
        if !pivoted {
            if a.size() != 0 {
                record(Routine::Qr, &[&factored, &scales], &[&factored])?;
            }
            return Ok(Reflections { factored, scales, order: None });
        }
        if a.size() == 0 {
            let strides: Vec<i64> = stack.iter().map(|_| 0).chain([1]).collect();
            let order = crate::creation::positions(&[stack, &[n]].concat(), 0, &strides, DType::I64, a.device())?;
            return Ok(Reflections { factored, scales, order: Some(order) });
        }
        let order = empty_stack(stack, &[n], DType::I64, a)?;
        record(Routine::PivotedQr, &[&factored, &scales, &order], &[&factored])?;
        Ok(Reflections { factored, scales, order: Some(order) })
    }

    /// The triangles and the vectors in one matrix.
    #[must_use]
    pub fn factored(&self) -> Array {
        t(&self.factored)
    }

    /// The first columns of the basis, at least as many as there are reflections.
    ///
    /// # Errors
    /// Only of memory.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = array![[3.0, 1.0], [4.0, 2.0]];
    /// let parts = linalg::Reflections::of(&a, false)?;
    /// let product = parts.basis(2)?.matmul(&parts.triangle(2)?)?;
    /// assert!(logic::allclose(&product, &a, Default::default())?);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn basis(&self, columns: i64) -> Result<Array> {
        let whole = self.factored();
        let (stack, m, _) = stacked(&whole)?;
        let dtype = whole.dtype();
        if whole.size() == 0 {
            return identity(m, columns, stack, dtype, &whole)?.copy();
        }
        let q = empty_stack(stack, &[columns, m], dtype, &whole)?;
        record(Routine::QrBasis, &[&q], &[&self.factored, &self.scales])?;
        t(&q).ascontiguous()
    }

    /// The first rows of the triangle.
    ///
    /// # Errors
    /// Only of memory.
    pub fn triangle(&self, rows: i64) -> Result<Array> {
        let whole = self.factored();
        whole.view_of(whole.layout().slice(whole.ndim() - 2, 0, 1, rows)).triu(0)
    }
}

/// An orthonormal basis `q` and an upper triangle `r` whose products are stacked matrices, with as many columns as the
/// smaller extent or, if `complete`, a square basis: `numpy.linalg.qr`.
/// # Errors
/// As [`Reflections::of`].
///
/// ```
/// # use cuprust::*;
/// let a = array![[4.0, 1.0], [1.0, 3.0]];
/// let (q, r) = linalg::qr(&a, false)?;
/// assert_eq!(q.matmul(&r)?.round(9)?.to_string(), "[[4. 1.]\n [1. 3.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn qr(a: &Array, complete: bool) -> Result<(Array, Array)> {
    let (_, m, n) = stacked(a)?;
    let columns = if complete { m } else { m.min(n) };
    let reflections = Reflections::of(a, false)?;
    Ok((reflections.basis(columns)?, reflections.triangle(columns)?))
}

/// The upper triangle of [`qr`] alone.
///
/// # Errors
/// As [`qr`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(linalg::qr_triangle(&array![[3.0], [4.0]])?.absolute()?.round(9)?.to_string(), "[[5.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn qr_triangle(a: &Array) -> Result<Array> {
    let (_, m, n) = stacked(a)?;
    Reflections::of(a, false)?.triangle(m.min(n))
}

/// A tall matrix as an orthonormal basis and an upper triangle, by Cholesky factors of Gram matrices: matrix products
/// replace reflections column by column (CholeskyQR2: Yamamoto, Nakatsukasa, Yanagisawa and Fukaya, "Roundoff error
/// analysis of the CholeskyQR2 algorithm", 2015). The basis is stored as nearly orthonormal columns and the inverse of
/// a triangle.
#[derive(Debug)]
pub(super) struct Tall {
    nearly: Array,
    second: Array,
    /// The triangle of the whole matrix.
    pub(super) triangle: Array,
}

/// The fewest rows for each column, and the fewest elements, for which a matrix is factorised in this way.
const MIN_ROWS_PER_COLUMN: i64 = 4;
const MIN_TALL_ELEMENTS: i64 = 1 << 16;

/// The largest difference, in the Frobenius norm, between the identity and the Gram matrix of the columns after the
/// first step: up to it the second step makes them orthonormal to rounding.
const MAX_DEPARTURE: f64 = 0.1;

impl Tall {
    /// For a matrix in single or double precision. `None` where it is not tall, or is so ill-conditioned that the
    /// square of the condition number exceeds the precision; that is waited for.
    pub(super) fn of(a: &Array) -> Result<Option<Tall>> {
        let (_, m, n) = stacked(a)?;
        if n == 0 || m < MIN_ROWS_PER_COLUMN * n || a.size() < MIN_TALL_ELEMENTS {
            return Ok(None);
        }
        let (first, is_definite) = cholesky_of_gram(&gram(a)?)?;
        let nearly = fresh(a, a.dtype())?;
        solve_transposed(&first, &nearly)?;
        let square = gram(&nearly)?;
        let (second, is_definite_again) = cholesky_of_gram(&square)?;
        let off = rows::absolute(&rows::subtract(&square, &identity(n, n, &[], a.dtype(), a)?)?)?;
        let is_near = rows::less(&rows::sum(&rows::multiply(&off, &off)?, ..)?, MAX_DEPARTURE * MAX_DEPARTURE)?;
        let holds = rows::logical_and(&rows::logical_and(&is_definite, &is_definite_again)?, &is_near)?;
        if !holds.item()?.get::<bool>() {
            return Ok(None);
        }
        let triangle = matmul(&second, &first)?;
        Ok(Some(Tall { nearly, second, triangle }))
    }

    /// The conjugate transpose of the basis times columns.
    pub(super) fn coordinates(&self, columns: &Array) -> Result<Array> {
        let nearly = matmul(&adjoint(&self.nearly)?, columns)?;
        let of_adjoint = Triangular { transposed: true, conjugated: true, ..Triangular::default() };
        solve_triangular(&self.second, &nearly, of_adjoint)
    }
}

/// The Gram matrix of the columns.
fn gram(a: &Array) -> Result<Array> {
    matmul(&adjoint(a)?, a)
}

/// The upper triangle whose conjugate transpose times itself is a matrix, and whether it exists.
fn cholesky_of_gram(square: &Array) -> Result<(Array, Array)> {
    let (factor, info) = (fresh(square, square.dtype())?, empty_stack(&[], &[], DType::I64, square)?);
    record(Routine::Cholesky, &[&factor, &info], &[&factor])?;
    // In column-major order the memory holds the transpose, whose lower triangle is this upper one.
    Ok((factor.triu(0)?, rows::equal(&info, 0)?))
}

/// Solves `x triangle = of` in place, for each row `x`.
fn solve_transposed(triangle: &Array, of: &Array) -> Result<()> {
    let columns = fresh(&t(triangle), triangle.dtype())?;
    let routine = Routine::TriangularSolve { lower: false, unit: false, transposed: true, conjugated: false };
    record(routine, &[of], &[of, &columns])
}
