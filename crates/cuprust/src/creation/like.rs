//! New arrays with the dtype, shape, order and device of a prototype as defaults.

use cuprust_ir::{Dims, Layout, Result};
use cuprust_num::DType;

use crate::{Array, Device, Order};

/// An uninitialised array with the prototype's dtype, shape, order and device as defaults.
pub(super) fn like(
    prototype: &Array,
    dtype: Option<DType>,
    order: Order,
    shape: Option<Dims>,
    device: Option<Device>,
) -> Result<Array> {
    let (dtype, device) = (dtype.unwrap_or(prototype.dtype()), device.unwrap_or(prototype.device()));
    let extents = shape.as_deref().unwrap_or(prototype.shape());
    let layout = prototype.layout();
    // If there are as many axes, they keep their order in memory.
    if order == Order::K && extents.len() == prototype.ndim() && !layout.is_contiguous() {
        let out = Array::empty(extents, dtype, device)?;
        return Ok(out.view_of(Layout::ordered(extents, &layout.memory_order())));
    }
    if order.is_fortran_of(layout) {
        return Ok(Array::empty(extents.iter().rev().copied().collect::<Dims>(), dtype, device)?.t());
    }
    Array::empty(extents, dtype, device)
}

impl Array {
    /// An uninitialised array with this one's shape and order of axes in memory, contiguous.
    ///
    /// # Errors
    /// Where memory is exhausted.
    #[doc(hidden)]
    pub fn laid_out_like(&self, strides: &[i64]) -> Result<Array> {
        let mut order: Vec<usize> = (0..self.ndim()).collect();
        order.sort_by_key(|&axis| std::cmp::Reverse(strides[axis].unsigned_abs()));
        Ok(self.view_of(Layout::ordered(self.shape(), &order)))
    }
}
