//! The shapes of results, and the memory order of their elements.

use cuprust_ir::{Dims, Layout, Result, broadcast_shapes};
use cuprust_num::DType;
use cuprust_ops::RowId;

use super::argument::Argument;
use super::options::MapOptions;
use crate::{Array, Order};

/// The shape of the results: the broadcast shape of operands, mask and outputs.
pub(super) fn result_shape(row: RowId, arguments: &[Argument], options: &MapOptions) -> Result<Dims> {
    let mut shapes: Vec<&[i64]> = Vec::with_capacity(4);
    shapes.extend(arguments.iter().filter_map(|argument| match argument {
        Argument::Array(array) => Some(array.shape()),
        _ => None,
    }));
    shapes.extend(options.mask.iter().map(|mask| mask.shape()));
    // An `out` takes part: the operands are repeated along its additional axes.
    shapes.extend(options.out.iter().flatten().map(|out| out.shape()));
    broadcast_shapes(&shapes).map_err(|error| error.within(row.row().name))
}

/// The layout of a new output, in the requested order.
pub(super) fn new_layout(
    (row, dtype): (RowId, DType),
    shape: &[i64],
    layouts: &[Option<Layout>],
    arguments: &[Argument],
    options: &MapOptions,
) -> Layout {
    let fortran = match options.order {
        Order::K => return result_layout(shape, layouts),
        Order::C => false,
        Order::F => true,
        Order::A => {
            let arrays = arguments.iter().filter_map(|argument| match argument {
                Argument::Array(array) => Some(*array),
                _ => None,
            });
            let arrays = arrays.chain(options.out.into_iter().flatten()).chain(options.mask);
            // As in NumPy, operands that are contiguous in both orders have no influence where one loop over their
            // memory suffices.
            let row = row.row();
            let plain = |array: &Array| array.layout().is_contiguous() && (array.ndim() == 0 || array.shape() == shape);
            let cast = arguments.iter().zip(row.inputs).any(|(argument, slot)| match argument {
                Argument::Array(array) => array.dtype() != slot.dtype(dtype),
                _ => false,
            });
            let single = row.outputs.len() == 1 && options.mask.is_none() && !cast && arrays.clone().all(plain);
            !single && arrays.clone().all(|array| array.layout().is_fortran())
        }
    };
    if fortran { Layout::fortran(shape) } else { Layout::of_new(shape) }
}

/// The layout of a new result of one operand's shape, in the operand's order of axes, and whether it is contiguous in C
/// order.
#[inline]
pub(crate) fn result_layout_of(array: &Array) -> (Layout, bool) {
    if array.is_plain() {
        return (array.layout().from_start(), true);
    }
    let layout = result_layout(array.shape(), &[Some(array.layout().clone())]);
    let plain = layout.is_plain();
    (layout, plain)
}

/// The memory order of a new result: that of its operands where they agree, as in NumPy's order 'K'.
pub(crate) fn result_layout(shape: &[i64], operands: &[Option<Layout>]) -> Layout {
    let whole = operands.iter().flatten().filter(|layout| *layout.shape == *shape);
    if whole.clone().all(Layout::is_contiguous) {
        return Layout::of_new(shape);
    }
    if !shape.contains(&1) && whole.clone().all(Layout::is_fortran) {
        return Layout::fortran(shape);
    }
    // As in NumPy's iterator: axes of smaller strides are inner, and C order is used where no operand decides or they
    // disagree.
    let mut order: Vec<usize> = (0..shape.len()).rev().collect();
    let faster = |axis: usize, than: usize| {
        let strides = whole.clone().map(|layout| (layout.strides[axis].abs(), layout.strides[than].abs()));
        strides
            .filter(|(own, other)| *own != 0 && *other != 0 && shape[axis] != 1 && shape[than] != 1)
            .map(|(own, other)| own < other)
            .reduce(|before, own| before && own)
    };
    crate::array::insert_in_order(&mut order, faster);
    order.reverse();
    Layout::ordered(shape, &order)
}
