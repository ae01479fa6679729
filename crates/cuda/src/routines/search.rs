//! Searching in sorted elements: one thread for each value. Where there are many values, a first kernel finds where
//! each of some intervals of numbers begins among the elements, and a value is then searched for in its interval.

use cuprust_ir::{Error, Layout, Result, View};
use cuprust_num::DType;

use super::operand::Source;
use super::output;
use super::text::{Text, merged, reach};
use crate::write::{Device, Written, c_type};

const THREADS: u64 = 256;

/// The fewest elements, and the fewest values for each multiprocessor, for which intervals pay off. On an H200 2^24
/// float64 are found among 10^6 in 261 us instead of 1050, among 10^4 in 122 instead of 308; 2^20 among 10^3 take 21
/// either way.
const MIN_GUIDED_ELEMENTS: i64 = 256;
const MIN_VALUES_PER_MULTIPROCESSOR: i64 = 2048;

/// The most intervals: more would not fit the L2 cache.
const MAX_INTERVALS: i64 = 1 << 21;

/// The kernels that find the indices of values.
pub(super) fn write(
    right: bool,
    outputs: &[View],
    sorted: &View,
    values: Source,
    device: Device,
) -> Result<Vec<Written>> {
    let out = output(outputs)?;
    if out.dtype != DType::I64 || sorted.dtype != values.view.dtype {
        return Err(Error::type_("search takes two arrays of one dtype and gives int64"));
    }
    if sorted.layout.rank() != 1 || out.layout.shape != values.view.layout.shape {
        return Err(Error::runtime("search takes one axis of sorted elements, and gives an index for each value"));
    }
    let size = out.layout.size();
    let far =
        values.views().into_iter().chain([out, sorted]).map(|view| reach(&view.layout)).max().unwrap_or(0).max(size);
    // The last block extends beyond the values.
    let wide = far > i64::from(i32::MAX) - (1 << 16);
    let elements = sorted.layout.shape[0];
    let pays_off = elements >= MIN_GUIDED_ELEMENTS
        && size / 2 >= elements
        && size >= MIN_VALUES_PER_MULTIPROCESSOR * i64::from(device.multiprocessors);
    let guide = Guide::of(sorted).filter(|_| pays_off);
    let mut t = Text::of_width(wide);
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
    match &guide {
        None => t.line(format!("const Index place = search<{right}>(p.r0, p.r0_0, 0, {count}, value);")),
        Some(guide) => {
            guide.declare(&mut t, &count);
            t.line("const int own = guide.interval(value), start = starts[own];");
            t.line(format!(
                "const Index place = search<{right}>(p.r0, p.r0_0, (Index)start, (Index)(starts[own + 1] - start), value);"
            ));
        }
    }
    t.line(format!("p.w0[{}] = place;", t.element_offset("w0", shape.len())));
    let name = if guide.is_some() { "search_within" } else { "search" };
    let search = t.finish(name, [(size as u64).div_ceil(THREADS), 1], THREADS as u32)?;
    match guide {
        None => Ok(vec![search]),
        Some(guide) => Ok(vec![guide.begin(sorted, wide)?, search]),
    }
}

/// Intervals of numbers, and the offset in the workspace of the number of elements before each.
struct Guide {
    kind: &'static str,
    scale: &'static str,
    intervals: i64,
}

impl Guide {
    /// The intervals for elements of a dtype that supports them: about as many as there are elements.
    fn of(sorted: &View) -> Option<Guide> {
        let (count, dtype) = (sorted.layout.shape[0], sorted.dtype);
        let has = matches!(dtype, DType::F32 | DType::F64 | DType::I32 | DType::U32 | DType::I64 | DType::U64);
        let scale = if dtype == DType::F64 { "double" } else { "float" };
        let intervals = count.clamp(1, MAX_INTERVALS).unsigned_abs().next_power_of_two() as i64;
        (has && count < i64::from(i32::MAX)).then_some(Guide { kind: c_type(dtype), scale, intervals })
    }

    fn declare(&self, t: &mut Text, count: &str) {
        let Guide { kind, scale, intervals } = self;
        t.fields.workspace(0, 4 * (*intervals as usize + 1));
        let intervals = t.fields.index("intervals", *intervals);
        t.line("int* const starts = (int*)p.partials;");
        t.line(format!("const Guide<{kind}, {scale}> guide(p.r0, p.r0_0, {count}, (int){intervals});"));
    }

    /// The kernel that finds the start of each interval and the end of the last one: a thread for each.
    fn begin(&self, sorted: &View, wide: bool) -> Result<Written> {
        let mut t = Text::of_width(wide);
        t.operand("r0", sorted, true);
        let count = t.fields.index("count", sorted.layout.shape[0]);
        self.declare(&mut t, &count);
        t.line(format!("const int own = (int)blockIdx.x * {THREADS} + (int)threadIdx.x;"));
        t.line("if (own > p.intervals) return;");
        t.line(format!("Index low = 0, rest = own > guide.last ? 0 : {count};"));
        t.line(format!("if (rest == 0) low = {count};"));
        t.line("while (rest > 0) {");
        t.line("    const Index half = rest / 2;");
        t.line("    const bool before = guide.interval(p.r0[(low + half) * p.r0_0]) < own;");
        t.line("    low = before ? low + half + 1 : low;");
        t.line("    rest = before ? rest - half - 1 : half;");
        t.line("}");
        t.line("starts[own] = (int)low;");
        t.finish("search_begin", [(self.intervals as u64 + 1).div_ceil(THREADS), 1], THREADS as u32)
    }
}
