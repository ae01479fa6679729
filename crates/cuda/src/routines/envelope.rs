//! `lower_envelope`: the parabola that is lowest at each place of a line, a thread for each line, with the parabolas of
//! all lines in the workspace.

use cuprust_ir::{Error, Operand, Result, View};
use cuprust_num::DType;

use super::text::{Text, leading};
use super::{output, view};
use crate::write::Written;

/// Threads of a block: few, so that few lines fill many multiprocessors.
const THREADS: i64 = 64;

pub(super) fn write(outputs: &[View], inputs: &[Operand]) -> Result<Vec<Written>> {
    let (places, costs) = (output(outputs)?, view(inputs, 0)?);
    let Some(Operand::Scalar(step)) = inputs.get(1) else {
        return Err(Error::runtime("lower_envelope takes a step, a scalar"));
    };
    if costs.dtype != DType::F64 || places.dtype != DType::I64 {
        return Err(Error::type_("lower_envelope takes float64 costs and gives int64 places"));
    }
    let rank = costs.layout.rank();
    if rank == 0 || costs.layout.shape != places.layout.shape || !places.is_contiguous() {
        return Err(Error::runtime("lower_envelope gives a place for each cost, in C order, of one axis at least"));
    }
    let (size, length) = (costs.layout.size(), costs.layout.shape[rank - 1]);
    if size == 0 {
        return Ok(vec![]);
    }
    let lines = size / length;
    let mut t = Text::new();
    t.operand("r0", costs, true);
    t.pointer("w0", places, "long long*", true);
    t.scalar("step", *step, DType::F64);
    t.fields.workspace(0, 16 * size as usize);
    let (lines_name, length, size) =
        (t.fields.index("lines", lines), t.fields.index("length", length), t.fields.index("size", size));
    t.line(format!("const Index at = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
    t.line(format!("if (at >= {lines_name}) return;"));
    t.divide("at", leading(&costs.layout, 1), "m");
    t.line(format!("const double* const line = p.r0 + ({});", t.place("r0", rank - 1)));
    t.line(format!("const auto cost = [&](Index place) {{ return line[place * p.r0_{}]; }};", rank - 1));
    t.line(format!("const auto store = [&](Index place, long long value) {{ p.w0[at * {length} + place] = value; }};"));
    t.line(format!("long long* const minima = (long long*)p.partials + at * {length};"));
    t.line(format!("double* const begins = (double*)p.partials + {size} + at * {length};"));
    t.line(format!("lower_envelope({length}, p.step * p.step, minima, begins, cost, store);"));
    Ok(vec![t.finish("lower_envelope", [(lines as u64).div_ceil(THREADS as u64), 1], THREADS as u32)?])
}
