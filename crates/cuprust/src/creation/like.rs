//! New arrays that take after another: its dtype, shape, order and device, where nothing else is said.

use cuprust_ir::{Dims, Layout, Result};
use cuprust_num::DType;

use crate::{Array, Device, Order};

/// An array whose elements are not set, of the prototype's dtype, shape, order and device where nothing else is said.
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
    // Axes keep their order in memory where there are as many as before.
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
    /// This array's elements, not set, with axes that follow one another in memory as strides have them, without gaps.
    ///
    /// # Errors
    /// Where there is no memory.
    #[doc(hidden)]
    pub fn laid_out_like(&self, strides: &[i64]) -> Result<Array> {
        let mut order: Vec<usize> = (0..self.ndim()).collect();
        order.sort_by_key(|&axis| std::cmp::Reverse(strides[axis].unsigned_abs()));
        Ok(self.view_of(Layout::ordered(self.shape(), &order)))
    }
}
