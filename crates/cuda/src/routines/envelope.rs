//! `lower_envelope`: the lowest parabola at each element of a line, or its value. A thread for each element searches as
//! far as a parabola may be lower.

use cuprust_ir::{Error, Operand, Result, View};
use cuprust_num::DType;

use super::text::Text;
use super::{output, view};
use crate::write::Written;

/// Threads of a block.
const THREADS: i64 = 256;

pub(super) fn write(outputs: &[View], inputs: &[Operand]) -> Result<Vec<Written>> {
    let (result, costs) = (output(outputs)?, view(inputs, 0)?);
    let Some(Operand::Scalar(step)) = inputs.get(1) else {
        return Err(Error::runtime("lower_envelope takes a step, a scalar"));
    };
    if costs.dtype != DType::F64 || !matches!(result.dtype, DType::I64 | DType::F64) {
        return Err(Error::type_("lower_envelope takes float64 costs and gives int64 indices or float64 values"));
    }
    let rank = costs.layout.rank();
    if rank == 0 || costs.layout.shape != result.layout.shape {
        return Err(Error::runtime("lower_envelope gives an element for each cost, of at least one axis"));
    }
    let (size, length) = (costs.layout.size(), costs.layout.shape[rank - 1]);
    if size == 0 {
        return Ok(vec![]);
    }
    // Neighbouring threads read neighbouring elements: axes are in the order of the costs' strides.
    let mut order: Vec<usize> = (0..rank).collect();
    order.sort_by_key(|&axis| std::cmp::Reverse(costs.layout.strides[axis].abs()));
    let ordered = |values: &[i64]| order.iter().map(|&axis| values[axis]).collect::<Vec<i64>>();
    let mut t = Text::new();
    t.pointer("r0", costs, "const double*", false);
    t.strides("r0", &ordered(&costs.layout.strides));
    let gives_values = result.dtype == DType::F64;
    t.pointer("w0", result, if gives_values { "double*" } else { "long long*" }, true);
    t.strides("w0", &ordered(&result.layout.strides));
    t.scalar("step", *step, DType::F64);
    let (length, size) = (t.fields.index("length", length), t.fields.index("size", size));
    t.line(format!("const Index at = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
    t.line(format!("if (at >= {size}) return;"));
    t.divide("at", &ordered(&costs.layout.shape), "m");
    let own = order.iter().position(|&axis| axis == rank - 1).unwrap_or(0);
    t.line(format!("const double* const line = p.r0 + ({}) - i{own} * p.r0_{own};", t.element_offset("r0", rank)));
    t.line(format!("const auto cost = [&](Index place) {{ return line[place * p.r0_{own}]; }};"));
    let to = t.element_offset("w0", rank);
    t.line(format!("const Index lowest = lowest_parabola({length}, i{own}, p.step * p.step, cost);"));
    if gives_values {
        t.line(format!("const double way = p.step * (double)(i{own} - lowest);"));
        t.line(format!("p.w0[{to}] = cost(lowest) + way * way;"));
    } else {
        t.line(format!("p.w0[{to}] = lowest;"));
    }
    let blocks = (costs.layout.size() as u64).div_ceil(THREADS as u64);
    Ok(vec![t.finish("lower_envelope", [blocks, 1], THREADS as u32)?])
}
