//! Operations on the vectors of iterations, and the transfer of their results.

use cuprust::linalg::{matmul, norm};
use cuprust::manipulation::stack;
use cuprust::ufunc::rows;
use cuprust::{Argument, Array};
use cuprust_ir::Result;
use cuprust_num::DType;

/// The Euclidean norm of a vector.
pub(super) fn length(x: &Array) -> Result<Array> {
    norm(x, ..)
}

/// `y + factor * x`.
pub(super) fn plus_scaled<'a>(y: &Array, factor: impl Into<Argument<'a>>, x: &'a Array) -> Result<Array> {
    rows::add(y, &rows::multiply(factor, x)?)
}

/// `y - factor * x`.
pub(super) fn minus_scaled<'a>(y: &Array, factor: impl Into<Argument<'a>>, x: &'a Array) -> Result<Array> {
    rows::subtract(y, &rows::multiply(factor, x)?)
}

/// The values of real scalars, which are read in one transfer. Waits for them.
pub(super) fn read<const N: usize>(scalars: [&Array; N]) -> Result<[f64; N]> {
    let values = stack(&scalars, 0)?.astype(DType::F64)?.to_vec::<f64>()?;
    Ok(std::array::from_fn(|index| values[index]))
}

/// The absolute values of scalars, which are read in one transfer. Waits for them.
pub(super) fn read_absolute<const N: usize>(scalars: [&Array; N]) -> Result<[f64; N]> {
    let mut sizes = [const { None }; N];
    for (size, scalar) in sizes.iter_mut().zip(scalars) {
        *size = Some(rows::absolute(scalar)?);
    }
    let sizes = sizes.map(|size| size.expect("each was computed"));
    read(sizes.each_ref())
}

/// A vector without its parts along the rows of an orthonormal matrix, and these parts.
pub(super) fn orthogonalized(vector: &Array, known: &Array) -> Result<(Array, Array)> {
    let conjugated = if known.dtype().is_complex() { rows::conjugate(known)? } else { known.clone() };
    let parts = matmul(&conjugated, vector)?;
    let vector = rows::subtract(vector, &matmul(&parts, known)?)?;
    // Two orthogonalizations are enough for orthogonality to rounding.
    let again = matmul(&conjugated, &vector)?;
    Ok((rows::subtract(&vector, &matmul(&again, known)?)?, rows::add(&parts, &again)?))
}

/// The distance from 1 to the next number of a dtype's precision.
pub(super) fn epsilon(dtype: DType) -> f64 {
    match dtype {
        DType::F32 | DType::C64 => f64::from(f32::EPSILON),
        _ => f64::EPSILON,
    }
}
