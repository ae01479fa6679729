//! What all functions of factors share: the dtypes they compute in, matrices column by column, and what becomes of those without factors.

use std::cell::Cell;

use cuprust_ir::{Error, Layout, Opcode, Result};
use cuprust_num::DType;
use cuprust_ops::Routine;

use crate::Array;
use crate::ufunc::rows;

thread_local! {
    static RAISES: Cell<bool> = const { Cell::new(false) };
}

/// Sets whether this thread waits for a GPU to say that a matrix has no factors, and gives what was set before. The CPU says it always;
/// on a GPU that is not waited for, the results are not defined, or NaN.
pub fn raise_errors(raises: bool) -> bool {
    RAISES.replace(raises)
}

/// The dtype in which factors are computed: single and double precision stay, integers and bools give float64.
///
/// # Errors
/// A type error for half precision.
pub(super) fn precision(dtype: DType) -> Result<DType> {
    match dtype {
        DType::F32 | DType::F64 | DType::C64 | DType::C128 => Ok(dtype),
        DType::F16 | DType::BF16 => Err(Error::type_(format!("array type {dtype} is unsupported in linalg"))),
        _ => Ok(DType::F64),
    }
}

/// The extents of stacked matrices: the stack's, the rows and the columns.
///
/// # Errors
/// NumPy's error for fewer than two axes.
pub(super) fn stacked(a: &Array) -> Result<(&[i64], i64, i64)> {
    match a.shape() {
        [stack @ .., m, n] => Ok((stack, *m, *n)),
        _ => {
            Err(Error::lin_alg(format!("{}-dimensional array given. Array must be at least two-dimensional", a.ndim())))
        }
    }
}

/// As [`stacked`], of square matrices: the stack's extents and the rows.
///
/// # Errors
/// NumPy's error for others.
pub(super) fn square(a: &Array) -> Result<(&[i64], i64)> {
    match stacked(a)? {
        (stack, m, n) if m == n => Ok((stack, n)),
        _ => Err(Error::lin_alg("Last 2 dimensions of the array must be square")),
    }
}

/// The last two axes exchanged.
pub(super) fn t(a: &Array) -> Array {
    let mut order: Vec<usize> = (0..a.ndim()).collect();
    order.swap(a.ndim() - 2, a.ndim() - 1);
    a.view_of(a.layout().permute(&order))
}

/// New memory with the elements of an array in C order.
pub(super) fn fresh(a: &Array, dtype: DType) -> Result<Array> {
    a.filled_by_copy(Layout::of_new(a.shape()), true, dtype, a.input())
}

/// The elements of an array in C order, where they lie or in new memory.
pub(super) fn settled(a: &Array, dtype: DType) -> Result<Array> {
    if a.dtype() == dtype && a.layout().is_contiguous() { Ok(a.clone()) } else { fresh(a, dtype) }
}

/// A new array of a stack of these extents.
pub(super) fn room(stack: &[i64], extents: &[i64], dtype: DType, like: &Array) -> Result<Array> {
    let shape: Vec<i64> = stack.iter().chain(extents).copied().collect();
    Array::empty(&shape, dtype, like.device())
}

/// Records a routine, whose operands have elements.
pub(super) fn record(routine: Routine, outputs: &[&Array], inputs: &[&Array]) -> Result<()> {
    let (to, from): (Vec<_>, Vec<_>) =
        (outputs.iter().map(|array| array.output()).collect(), inputs.iter().map(|array| array.input()).collect());
    outputs[0].device().lock()?.record(Opcode::Routine(routine), outputs[0].shape(), &to, &from)
}

/// Refuses what has no factors, where that is known or waited for.
///
/// # Errors
/// A linear algebra error with this text.
pub(super) fn check(info: &Array, text: &str) -> Result<()> {
    if !info.device().is_host() && !RAISES.get() {
        return Ok(());
    }
    if rows::any(&rows::not_equal(info, 0)?, ..)?.item()?.get::<bool>() {
        return Err(Error::lin_alg(text));
    }
    Ok(())
}

/// Refuses singular values that were not found, where that is known or waited for: cuSOLVER gives NaN for a matrix that has NaN.
///
/// # Errors
/// A linear algebra error.
pub(super) fn check_values(info: &Array, values: &Array) -> Result<()> {
    const TEXT: &str = "SVD did not converge";
    check(info, TEXT)?;
    if RAISES.get() && rows::any(&rows::isnan(values)?, ..)?.item()?.get::<bool>() {
        return Err(Error::lin_alg(TEXT));
    }
    Ok(())
}

/// The factors of square matrices by elimination, column by column; the exchanged rows, and which pivots are zero.
pub(super) struct Lu {
    pub(super) factors: Array,
    pub(super) pivots: Array,
    pub(super) info: Array,
}

impl Lu {
    /// Of matrices with elements.
    pub(super) fn of(a: &Array) -> Result<Lu> {
        let (stack, m, n) = stacked(a)?;
        let factors = fresh(&t(a), precision(a.dtype())?)?;
        let pivots = room(stack, &[m.min(n)], DType::I64, a)?;
        let info = room(stack, &[], DType::I64, a)?;
        record(Routine::Lu, &[&factors, &pivots, &info], &[&factors])?;
        Ok(Lu { factors, pivots, info })
    }

    /// Solves for columns, stacked as the factors are and with elements. The result's last two axes are exchanged.
    pub(super) fn solve(&self, b: &Array, transposed: bool, conjugated: bool) -> Result<Array> {
        let x = fresh(&t(b), self.factors.dtype())?;
        let routine = Routine::LuSolve { transposed, conjugated };
        record(routine, &[&x], &[&x, &self.factors, &self.pivots])?;
        Ok(x)
    }
}
