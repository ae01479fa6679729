//! New arrays that take after another: its dtype, shape, order and device, where nothing else is said.

use cuprust_ir::{Dims, Layout, Result};
use cuprust_num::{Casting, DType, can_cast};

use crate::runtime::warn;
use crate::table::Own;
use crate::ufunc::casting::cannot_cast;
use crate::{Array, Device, Order, Warning};

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
        return super::empty(super::shape(extents).dtype(dtype).order(Order::F).on(device));
    }
    Array::empty(extents, dtype, device)
}

/// The elements in a dtype and order; the array itself where it has both and no copy is asked for.
///
/// # Errors
/// A type error where the casting rule does not allow it.
pub(super) fn converted(array: &Array, dtype: DType, order: Order, casting: Casting, copy: bool) -> Result<Own> {
    if !can_cast(array.dtype(), dtype, casting) {
        return Err(cannot_cast(array.dtype(), dtype, casting));
    }
    if !copy && dtype == array.dtype() && lies_in(array, order) {
        return Ok(Own::First);
    }
    warn_of_lost_parts(array.dtype(), dtype)?;
    array.copy_ordered(dtype, order).map(Own::New)
}

/// Warns the program of the imaginary parts that a conversion leaves out, where it does.
///
/// # Errors
/// Where the program makes an error of the warning.
pub(crate) fn warn_of_lost_parts(from: DType, to: DType) -> Result<()> {
    // Whether a complex number is other than zero asks for both parts.
    if from.is_complex() && !to.is_complex() && to != DType::Bool {
        warn(Warning::Complex, "Casting complex values to real discards the imaginary part")?;
    }
    Ok(())
}

/// Whether an array's elements lie in an order.
pub(super) fn lies_in(array: &Array, order: Order) -> bool {
    match order {
        Order::C => array.layout().is_contiguous(),
        Order::F => array.layout().is_fortran(),
        Order::A | Order::K => true,
    }
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
