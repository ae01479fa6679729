//! Parts of stacked matrices, and matrices composed of others.

use std::ops::Range;

use cuprust::Array;
use cuprust::creation::{shape, zeros};
use cuprust::linalg::transposed;
use cuprust::ufunc::rows;
use cuprust_ir::{Result, broadcast_shapes};
use cuprust_num::DType;

/// Some rows and columns of matrices, the last two axes: a view.
pub(super) fn part(a: &Array, rows: Range<i64>, columns: Range<i64>) -> Array {
    let own = a.layout().slice(a.ndim() - 2, rows.start, 1, rows.end - rows.start);
    a.view_within(own.slice(a.ndim() - 1, columns.start, 1, columns.end - columns.start))
}

/// The conjugate transposes of matrices, the last two axes; of real ones a view.
pub(super) fn adjoint(a: &Array) -> Result<Array> {
    let swapped = transposed(a);
    if a.dtype().is_complex() { rows::conjugate(&swapped) } else { Ok(swapped) }
}

/// The extents of the stack of matrices, the axes before the last two.
pub(super) fn outer(a: &Array) -> &[i64] {
    &a.shape()[..a.ndim() - 2]
}

/// The rows and columns of matrices.
pub(super) fn extents(a: &Array) -> [i64; 2] {
    [a.shape()[a.ndim() - 2], a.shape()[a.ndim() - 1]]
}

/// The extents to which stacks of matrices broadcast.
///
/// # Errors
/// A value error where they do not.
pub(super) fn common<'a>(matrices: impl IntoIterator<Item = &'a Array>) -> Result<Vec<i64>> {
    let stacks: Vec<&[i64]> = matrices.into_iter().map(outer).collect();
    Ok(broadcast_shapes(&stacks)?.to_vec())
}

/// Zeros of a dtype in matrices of a stack.
pub(super) fn zeros_of(stack: &[i64], extents: [i64; 2], dtype: DType, like: &Array) -> Result<Array> {
    zeros(shape(&[stack, &extents].concat()[..]).dtype(dtype).on(like.device()))
}

/// Matrices of a dtype composed of blocks, row by row; zeros where there is none.
///
/// # Errors
/// A value error where stacks do not broadcast or extents differ.
pub(super) fn blocks<const M: usize, const N: usize>(
    operands: &[[Option<&Array>; N]; M],
    heights: [i64; M],
    widths: [i64; N],
    dtype: DType,
) -> Result<Array> {
    let all = || operands.iter().flatten().flatten().copied();
    let stack = common(all())?;
    let Some(first) = all().next() else { return cuprust::creation::empty(shape((0, 0)).dtype(dtype)) };
    let whole = zeros_of(&stack, [heights.iter().sum(), widths.iter().sum()], dtype, first)?;
    let mut top = 0;
    for (row, height) in operands.iter().zip(heights) {
        let mut left = 0;
        for (block, width) in row.iter().zip(widths) {
            if let Some(block) = block {
                part(&whole, top..top + height, left..left + width).assign(&block.in_dtype(dtype)?)?;
            }
            left += width;
        }
        top += height;
    }
    Ok(whole)
}

/// The Hermitian matrices, or without `conjugated` the symmetric ones, with this triangle.
///
/// # Errors
/// Out of memory.
pub(super) fn of_triangle(a: &Array, lower: bool, conjugated: bool) -> Result<Array> {
    let strict = if lower { a.tril(-1)? } else { a.triu(1)? };
    let mirrored = if conjugated { adjoint(&strict)? } else { transposed(&strict) };
    let whole = rows::add(&strict, &mirrored)?;
    let own = a.diagonal(0, -2, -1)?;
    let diagonal = whole.diagonal(0, -2, -1)?;
    if conjugated && a.dtype().is_complex() {
        diagonal.assign(&own.real_part()?.astype(a.dtype())?)?;
    } else {
        diagonal.assign(&own)?;
    }
    Ok(whole)
}
