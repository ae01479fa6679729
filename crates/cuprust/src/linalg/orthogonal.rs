//! Orthonormal bases and upper triangles whose products are matrices: by reflections, and of tall matrices by Cholesky
//! factors.

use cuprust_ir::Result;
use cuprust_num::DType;
use cuprust_ops::Routine;

use super::factors::{adjoint, empty_stack, fresh, identity, precision, record, stacked, t};
use super::matmul;
use super::solving::{Triangular, solve_triangular};
use crate::Array;
use crate::ufunc::rows;

/// The reflections that make stacked matrices triangular, as LAPACK's `geqrf` and `geqp3` have them.
#[derive(Debug)]
pub struct Reflections {
    /// The triangles on the diagonals and above, the vectors of the reflections below. The last two axes are exchanged.
    factored: Array,
    /// A scale for each reflection.
    pub scales: Array,
    /// Which column each was, int64, where columns were exchanged so that each is the longest of those that are left.
    pub order: Option<Array>,
}

impl Reflections {
    /// Of stacked matrices, of which columns are exchanged where `pivoted`.
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

    /// So many columns of the basis, as many as there are reflections at least.
    ///
    /// # Errors
    /// None but of memory.
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

    /// So many rows of the triangle.
    ///
    /// # Errors
    /// None but of memory.
    pub fn triangle(&self, rows: i64) -> Result<Array> {
        let whole = self.factored();
        whole.view_of(whole.layout().slice(whole.ndim() - 2, 0, 1, rows)).triu(0)
    }
}

/// An orthonormal basis `q` and an upper triangle `r` whose product are stacked matrices, of as many columns as the
/// lesser extent or, where `complete`, all: `numpy.linalg.qr`.
///
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

/// A tall matrix as an orthonormal basis and an upper triangle, by Cholesky factors of Gram matrices: products of
/// matrices do what reflections do column by column (CholeskyQR2: Yamamoto, Nakatsukasa, Yanagisawa and Fukaya,
/// "Roundoff error analysis of the CholeskyQR2 algorithm", 2015). The basis is nearly orthonormal columns times the
/// inverse of a triangle.
#[derive(Debug)]
pub(super) struct Tall {
    nearly: Array,
    second: Array,
    /// The triangle of the whole matrix.
    pub(super) triangle: Array,
}

/// The rows that a matrix has for each column, and the elements, from which on this way is taken.
const ROWS_OF_TALL: i64 = 4;
const ELEMENTS_OF_TALL: i64 = 1 << 16;

/// The columns of a basis are near enough to orthonormal where their Gram matrix differs from ones on the diagonal by
/// so much in the Frobenius norm: the second factor then makes them so to rounding.
const NEARLY: f64 = 0.1;

impl Tall {
    /// Of a matrix in single or double precision. Nothing where it is not tall, or where columns depend on one another
    /// so nearly that the square of the condition exceeds what the precision has, which is waited for.
    pub(super) fn of(a: &Array) -> Result<Option<Tall>> {
        let (_, m, n) = stacked(a)?;
        if n == 0 || m < ROWS_OF_TALL * n || a.size() < ELEMENTS_OF_TALL {
            return Ok(None);
        }
        let (first, is_definite) = cholesky_of_gram(&gram(a)?)?;
        let nearly = fresh(a, a.dtype())?;
        solve_transposed(&first, &nearly)?;
        let square = gram(&nearly)?;
        let (second, is_definite_again) = cholesky_of_gram(&square)?;
        let off = rows::absolute(&rows::subtract(&square, &identity(n, n, &[], a.dtype(), a)?)?)?;
        let is_near = rows::less(&rows::sum(&rows::multiply(&off, &off)?, ..)?, NEARLY * NEARLY)?;
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

/// The products of all columns with one another.
fn gram(a: &Array) -> Result<Array> {
    matmul(&adjoint(a)?, a)
}

/// The upper triangle whose conjugate transpose times itself is a matrix, and whether there is one.
fn cholesky_of_gram(square: &Array) -> Result<(Array, Array)> {
    let (factor, info) = (fresh(square, square.dtype())?, empty_stack(&[], &[], DType::I64, square)?);
    record(Routine::Cholesky, &[&factor, &info], &[&factor])?;
    // Taken column by column the memory is the transpose, whose lower triangle is this upper one.
    Ok((factor.triu(0)?, rows::equal(&info, 0)?))
}

/// Solves with a triangle in place, for each row `x` of a matrix: `x triangle` is what it was.
fn solve_transposed(triangle: &Array, of: &Array) -> Result<()> {
    let columns = fresh(&t(triangle), triangle.dtype())?;
    let routine = Routine::TriangularSolve { lower: false, unit: false, transposed: true, conjugated: false };
    record(routine, &[of], &[of, &columns])
}
