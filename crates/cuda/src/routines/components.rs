//! `components`: a union-find in three kernels: one makes each true element a tree of its own, one joins the trees of
//! neighbors by atomic operations, and one writes the root of each. The root of a tree is its least index, whatever the
//! order in which threads join them.

use cuprust_ir::{Error, Operand, Result, View};
use cuprust_num::DType;

use super::text::Text;
use super::{output, view};
use crate::write::Written;

const THREADS: i64 = 256;

pub(super) fn write(outputs: &[View], inputs: &[Operand]) -> Result<Vec<Written>> {
    let (roots, values, offsets) = (output(outputs)?, view(inputs, 0)?, view(inputs, 1)?);
    let (root, word) = match roots.dtype {
        DType::I64 => ("long long", "unsigned long long"),
        DType::I32 if i32::try_from(values.layout.size()).is_ok() => ("int", "unsigned int"),
        _ => return Err(Error::type_("components gives int64 roots, or int32 ones of few elements")),
    };
    if values.dtype != DType::Bool || offsets.dtype != DType::I64 {
        return Err(Error::type_("components takes bools and int64 offsets"));
    }
    let shape = &values.layout.shape;
    let rank = shape.len();
    if rank == 0 || offsets.layout.rank() != 2 || offsets.layout.shape[1] != rank as i64 {
        return Err(Error::runtime("components takes an array of one axis at least, and a row for each offset"));
    }
    if roots.layout.shape != *shape || !roots.is_contiguous() {
        return Err(Error::runtime("components gives a root for each element, in C order"));
    }
    let size = roots.layout.size();
    if size == 0 {
        return Ok(vec![]);
    }
    let begun = || {
        let mut t = Text::new();
        t.pointer("w0", roots, &format!("{root}*"), true);
        let size = t.fields.index("size", size);
        t.line(format!("const Index at = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
        t.line(format!("if (at >= {size}) return;"));
        t
    };
    let finish = |t: Text, name: &str| t.finish(name, [(size as u64).div_ceil(THREADS as u64), 1], THREADS as u32);

    let mut trees = begun();
    trees.operand("r0", values, true);
    trees.divide("at", shape, "m");
    trees.line(format!("p.w0[at] = p.r0[{}] ? ({root})at : ({root})-1;", trees.element_offset("r0", rank)));

    let mut joins = begun();
    joins.operand("r1", offsets, true);
    joins.divide("at", shape, "m");
    let count = joins.fields.index("count", offsets.layout.shape[0]);
    joins.line("if (component_load(p.w0, at) < 0) return;");
    joins.line(format!("for (Index k = 0; k < {count}; ++k) {{"));
    let mut step = 1;
    let mut terms = Vec::new();
    for axis in (0..rank).rev() {
        let extent = joins.fields.index(&format!("extent{axis}"), shape[axis]);
        let stride = joins.fields.index(&format!("step{axis}"), step);
        joins.line(format!("    const Index c{axis} = i{axis} + (Index)p.r1[k * p.r1_0 + {axis} * p.r1_1];"));
        joins.line(format!("    if (c{axis} < 0 || c{axis} >= {extent}) continue;"));
        terms.push(format!("c{axis} * {stride}"));
        step *= shape[axis];
    }
    joins.line(format!("    const Index other = {};", terms.join(" + ")));
    joins.line(format!("    if (component_load(p.w0, other) >= 0) component_join(p.w0, ({root})at, ({root})other);"));
    joins.line("}");

    let mut ends = begun();
    ends.line(format!("const {root} parent = component_load(p.w0, at);"));
    let found = format!("({word})component_root(p.w0, parent)");
    ends.line(format!("if (parent >= 0) atomicExch(({word}*)(p.w0 + at), {found});"));
    Ok(vec![finish(trees, "components_begin")?, finish(joins, "components_join")?, finish(ends, "components_end")?])
}
