//! Index grids of an image: the index of each element along an axis, and strides of positions in C order.

use cuprust_ir::Result;
use cuprust_num::DType;

use cuprust::Array;
use cuprust::chapters::positions;

/// The index of each element of an image along an axis.
pub(super) fn index_along(image: &Array, axis: usize, dtype: DType) -> Result<Array> {
    let mut steps = cuprust_reserve::filled(0, image.ndim())?;
    steps[axis] = 1;
    positions(image.shape(), 0, &steps, dtype, image.device())
}

/// The strides, in elements, of positions in C order along each axis.
pub(super) fn steps(shape: &[i64]) -> Vec<i64> {
    (0..shape.len()).map(|axis| shape[axis + 1..].iter().product()).collect()
}
