//! `ufunc.at`: folds values into the elements that indices name, repeated indices once for each occurrence, with one
//! thread for each value.
//!
//! Sums of integers do not depend on the order of the threads; for floats, the order of the roundings is not fixed.
//! Where one number is added to few elements many times, as in a histogram, each block counts in shared memory and adds
//! its counts at the end.

use cuprust_ir::{Error, Layout, Result, ScalarId, View};
use cuprust_num::DType;
use cuprust_ops::RowId;

use super::operand::Source;
use super::output;
use super::text::{Text, merged};
use crate::write::{Device, Written, c_type};

const THREADS: u64 = 256;

/// The most elements that a block counts in shared memory.
const MAX_SHARED_COUNTERS: i64 = 8192;

/// Threads of a counting block, the indices of a thread in one iteration, and the blocks for each multiprocessor.
const COUNTING_THREADS: u64 = 512;
const ITEMS_PER_THREAD: u64 = 4;
const BLOCKS_PER_MULTIPROCESSOR: u64 = 4;

/// The kernel that changes an output.
pub(super) fn write(
    row: RowId,
    outputs: &[View],
    index: Source,
    value: Option<Value>,
    device: Device,
) -> Result<Written> {
    let out = output(outputs)?;
    let (dtype, text) = (out.dtype, row.row());
    if out.layout.rank() != 1 || index.view.layout.rank() != 1 || index.view.dtype != DType::I64 {
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
    match &value {
        None if unary => {}
        Some(Value::Each(value)) if value.view.dtype == dtype && value.view.layout.shape == index.view.layout.shape => {
        }
        Some(Value::One(_)) => {}
        _ => return Err(Error::runtime(format!("{}.at takes values of the dtype it changes", text.name))),
    }
    let count = index.view.layout.size();
    if adds
        && matches!(dtype, DType::I64 | DType::U64 | DType::I32 | DType::U32)
        && out.layout.size() <= MAX_SHARED_COUNTERS
    {
        // The single number that is added for each index.
        let one = match &value {
            Some(Value::Each(value)) if value.load.is_none() && value.view.layout.strides[0] == 0 => Some(value.view),
            _ => None,
        };
        if let Some(one) = one.filter(|_| count >= 4 * out.layout.size() && count > THREADS as i64) {
            return write_counts(out, index, one, device);
        }
    }
    let kind = c_type(dtype);
    let mut t = Text::new();
    t.operand("w0", out, false);
    let sources: Vec<Source> = [index].into_iter().chain(value.as_ref().and_then(Value::each)).collect();
    let shape = declare(&mut t, &sources);
    let apply = text.cuda[0].replace("{T}", kind).replace("{0}", "a").replace("{1}", "b");
    t.head.push_str(&format!(
        "struct Op {{ static {kind} apply(const {kind} a, const {kind} b) {{ return {apply}; }} }};\n"
    ));
    let (size, count_name) = (t.fields.index("size", out.layout.size()), t.fields.index("count", count));
    t.line(format!("const Index i = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
    t.line(format!("if (i >= {count_name}) return;"));
    t.decode("i", &shape);
    let element_index = index.element(&mut t, shape.len());
    t.line(format!("const Index at = {element_index};"));
    t.check_index("at", &size);
    let value = match value {
        None => format!("zero<{kind}>()"),
        Some(Value::Each(value)) => value.element(&mut t, shape.len()),
        Some(Value::One(id)) => {
            t.scalar("c0", id, dtype);
            "p.c0".into()
        }
    };
    t.line(format!("const {kind} value = {value};"));
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

/// The second operand.
pub(super) enum Value<'a> {
    /// One for each index.
    Each(Source<'a>),
    /// One scalar for all.
    One(ScalarId),
}

impl<'a> Value<'a> {
    fn each(&self) -> Option<Source<'a>> {
        match self {
            Value::Each(value) => Some(*value),
            Value::One(_) => None,
        }
    }
}

/// Declares operands over one common shape, and returns that shape without axes of extent one.
fn declare(t: &mut Text, sources: &[Source]) -> Vec<i64> {
    let layouts: Vec<Vec<&Layout>> = sources.iter().map(Source::layouts).collect();
    let (shape, strides) = merged(&layouts.concat());
    let mut remaining_strides = &strides[..];
    for (source, layouts) in sources.iter().zip(&layouts) {
        let (own, tail) = remaining_strides.split_at(layouts.len());
        source.declare(t, c_type(source.view.dtype), own);
        remaining_strides = tail;
    }
    shape
}

/// The kernel that adds one integer at each index: blocks count the occurrences of each element.
fn write_counts(out: &View, index: Source, one: &View, device: Device) -> Result<Written> {
    let (kind, count) = (c_type(out.dtype), index.view.layout.size());
    let mut t = Text::new();
    t.operand("w0", out, false);
    t.pointer("one", one, &format!("const {kind}*"), false);
    let shape = declare(&mut t, &[index]);
    let (size, count_name) = (t.fields.index("size", out.layout.size()), t.fields.index("count", count));
    t.line(format!("__shared__ unsigned counts[{MAX_SHARED_COUNTERS}];"));
    t.line(format!("for (int bin = threadIdx.x; bin < {size}; bin += {COUNTING_THREADS}) counts[bin] = 0;"));
    t.line("__syncthreads();");
    let step = COUNTING_THREADS * ITEMS_PER_THREAD;
    t.line("#pragma unroll 1");
    t.line(format!(
        "for (Index first = (Index)blockIdx.x * {step} + (Index)threadIdx.x; first < {count_name}; first += (Index)gridDim.x * {step}) {{"
    ));
    // Several indices are loaded before the first is counted.
    t.line(format!("long long loaded_indices[{ITEMS_PER_THREAD}];"));
    t.line("#pragma unroll");
    t.line(format!("for (int u = 0; u < {ITEMS_PER_THREAD}; ++u) {{"));
    t.line(format!("const Index i = first + u * {COUNTING_THREADS};"));
    t.line(format!("if (i >= {count_name}) break;"));
    t.decode("i", &shape);
    let element_index = index.element(&mut t, shape.len());
    t.line(format!("loaded_indices[u] = {element_index};"));
    t.line("}");
    t.line("#pragma unroll");
    t.line(format!("for (int u = 0; u < {ITEMS_PER_THREAD}; ++u) {{"));
    t.line(format!("if (first + u * {COUNTING_THREADS} >= {count_name}) break;"));
    t.fields.fault();
    t.line("const long long at = loaded_indices[u];");
    t.line(format!("if ((unsigned long long)at < (unsigned long long){size}) atomicAdd(counts + at, 1u);"));
    t.line("else note_index(p.fault, at);");
    t.line("}");
    t.line("}");
    t.line("__syncthreads();");
    t.line(format!("for (int bin = threadIdx.x; bin < {size}; bin += {COUNTING_THREADS}) {{"));
    t.line("const unsigned own = counts[bin];");
    let word = if out.dtype.size() == 8 { "unsigned long long" } else { "unsigned" };
    t.line(format!("if (own != 0) atomicAdd(({word}*)(p.w0 + bin * p.w0_0), ({word})*p.one * own);"));
    t.line("}");
    // A block counts in 32 bits.
    let blocks = (count as u64).div_ceil(step).min(u64::from(device.multiprocessors) * BLOCKS_PER_MULTIPROCESSOR);
    let blocks = blocks.max((count as u64).div_ceil(1 << 31));
    t.finish("at_count", [blocks, 1], COUNTING_THREADS as u32)
}
