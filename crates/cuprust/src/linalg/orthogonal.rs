//! Orthonormal bases and upper triangles whose products are matrices, by reflections.

use cuprust_ir::Result;
use cuprust_num::DType;
use cuprust_ops::Routine;

use super::factors::{fresh, precision, record, room, stacked, t};
use super::solving::identity;
use crate::Array;

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
        let scales = room(stack, &[m.min(n)], dtype, a)?;
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
        let order = room(stack, &[n], DType::I64, a)?;
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
    pub fn basis(&self, columns: i64) -> Result<Array> {
        let whole = self.factored();
        let (stack, m, _) = stacked(&whole)?;
        let dtype = whole.dtype();
        if whole.size() == 0 {
            return identity(m, columns, stack, dtype, &whole)?.copy();
        }
        let q = room(stack, &[columns, m], dtype, &whole)?;
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

/// An orthonormal basis `q` and an upper triangle `r` whose product are stacked matrices, of as many columns as the lesser extent or, where
/// `complete`, all: `numpy.linalg.qr`.
///
/// # Errors
/// As [`Reflections::of`].
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
pub fn qr_triangle(a: &Array) -> Result<Array> {
    let (_, m, n) = stacked(a)?;
    Reflections::of(a, false)?.triangle(m.min(n))
}
