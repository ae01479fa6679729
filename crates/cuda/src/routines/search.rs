//! Searching in sorted elements: one thread for each value.

use cuprust_ir::{Error, Layout, Result, View};
use cuprust_num::DType;

use super::operand::Source;
use super::output;
use super::text::{Text, merged};
use crate::write::{Written, c_type};

const THREADS: u64 = 256;

/// The kernel that finds the places of values.
pub(super) fn write(right: bool, outputs: &[View], sorted: &View, values: Source) -> Result<Written> {
    let out = output(outputs)?;
    if out.dtype != DType::I64 || sorted.dtype != values.view.dtype {
        return Err(Error::type_("search takes two arrays of one dtype and gives int64"));
    }
    if sorted.layout.rank() != 1 || out.layout.shape != values.view.layout.shape {
        return Err(Error::runtime("search takes one axis of sorted elements, and gives a place for each value"));
    }
    let size = out.layout.size();
    let reach = |view: &View| view.layout.bounds().map_or(0, |(low, high)| high.max(-low));
    let far = values.views().into_iter().chain([out, sorted]).map(reach).max().unwrap_or(0).max(size);
    // The last block ends a little behind the values.
    let mut t = Text::of_width(far > i64::from(i32::MAX) - (1 << 16));
    let layouts: Vec<&Layout> = values.layouts().into_iter().chain([&out.layout]).collect();
    let (shape, strides) = merged(&layouts);
    let (to, from) = strides.split_last().map_or((&[][..], &[][..]), |(to, from)| (&to[..], from));
    let kind = c_type(sorted.dtype);
    values.declare(&mut t, kind, from);
    t.operand("r0", sorted, true);
    t.pointer("w0", out, "long long*", true);
    t.strides("w0", to);
    let (size_name, count) = (t.fields.index("size", size), t.fields.index("count", sorted.layout.shape[0]));
    t.line(format!("const Index at = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
    t.line(format!("if (at >= {size_name}) return;"));
    t.divide("at", &shape, "m");
    let value = values.element(&mut t, shape.len());
    t.line(format!("const {kind} value = {value};"));
    if values.is_stored() {
        values.store(&mut t, shape.len(), "value");
    }
    t.line(format!("const Index place = search<{right}>(p.r0, p.r0_0, {count}, value);"));
    t.line(format!("p.w0[{}] = place;", t.place("w0", shape.len())));
    t.finish("search", [(size as u64).div_ceil(THREADS), 1], THREADS as u32)
}
