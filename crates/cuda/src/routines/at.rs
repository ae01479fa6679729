//! Folding values into the elements that indices name, repeated ones as often as they come: one thread for each value.
//!
//! Sums of integers are the same in whatever order the threads come; of floats, the order of the roundings is not fixed.

use cuprust_ir::{Error, Operand, Result, View};
use cuprust_num::DType;
use cuprust_ops::RowId;

use super::text::Text;
use super::{output, view};
use crate::write::{Written, c_type};

const THREADS: u64 = 256;

/// The kernel that changes an output.
pub(super) fn write(row: RowId, outputs: &[View], inputs: &[Operand]) -> Result<Written> {
    let (out, index) = (output(outputs)?, view(inputs, 0)?);
    let (dtype, text) = (out.dtype, row.row());
    if out.layout.rank() != 1 || index.layout.rank() != 1 || index.dtype != DType::I64 {
        return Err(Error::runtime("`at` changes a one-dimensional view at int64 indices"));
    }
    let unary = text.inputs.len() == 1;
    if text.inputs.len() > 2 || text.outputs.len() != 1 || text.outputs[0].dtype(dtype) != dtype {
        return Err(Error::type_(format!("{} cannot change {dtype} elements in place", text.name)));
    }
    if (text.loops)(dtype).is_none() {
        return Err(Error::type_(format!("{} has no loop for {dtype}", text.name)));
    }
    let adds = row == RowId::ADD;
    let parts = dtype == DType::C128;
    if parts && !adds {
        return Err(Error::not_implemented(format!(
            "{}.at of complex128: a GPU changes at most 8 bytes in one step. Use complex64, or add",
            text.name
        )));
    }
    let kind = c_type(dtype);
    let mut t = Text::new();
    t.operand("w0", out, false);
    t.operand("r0", index, true);
    let value = match inputs.get(1) {
        None if unary => None,
        Some(Operand::View(value)) if value.circular.is_empty() && value.dtype == dtype && value.layout.rank() == 1 => {
            t.operand("r1", value, true);
            Some("p.r1[i * p.r1_0]")
        }
        Some(Operand::Scalar(id)) => {
            t.scalar("c0", *id, dtype);
            Some("p.c0")
        }
        _ => return Err(Error::runtime(format!("{}.at takes values of the dtype it changes", text.name))),
    };
    let apply = text.cuda[0].replace("{T}", kind).replace("{0}", "a").replace("{1}", "b");
    t.head.push_str(&format!(
        "struct Op {{ static {kind} apply(const {kind} a, const {kind} b) {{ return {apply}; }} }};\n"
    ));
    let count = index.layout.size();
    let (size, count_name) = (t.fields.index("size", out.layout.size()), t.fields.index("count", count));
    t.line(format!("const Index i = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
    t.line(format!("if (i >= {count_name}) return;"));
    t.line("const Index at = p.r0[i * p.r0_0];");
    t.check_index("at", &size);
    t.line(format!("const {kind} value = {};", value.map_or(format!("zero<{kind}>()"), String::from)));
    t.line(format!("{kind}* to = p.w0 + at * p.w0_0;"));
    match dtype {
        DType::I32 | DType::U32 | DType::U64 | DType::F32 | DType::F64 if adds => t.line("atomicAdd(to, value);"),
        DType::I64 if adds => t.line("atomicAdd((unsigned long long*)to, (unsigned long long)value);"),
        DType::C128 => {
            t.line("atomicAdd(&to->re, value.re);");
            t.line("atomicAdd(&to->im, value.im);");
        }
        _ if dtype.size() > 1 => t.line("change<Op>(to, value);"),
        _ => {
            t.fields.workspace(1, 0);
            let last = t.fields.index("last", (out.layout.size() - 1).max(0));
            t.line(format!(
                "const char* one = (const char*)p.w0; const char* other = (const char*)(p.w0 + {last} * p.w0_0);"
            ));
            t.line("const bool forward = p.w0_0 >= 0;");
            t.line("change_byte<Op>(to, value, forward ? one : other, (forward ? other : one) + 1, p.tickets);");
        }
    }
    t.finish(&format!("at_{}", text.name), [(count as u64).div_ceil(THREADS), 1], THREADS as u32)
}
