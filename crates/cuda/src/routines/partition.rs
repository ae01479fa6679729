//! Partitioned rows: short rows by some lanes of a warp or by a block each, long rows tile by tile, after the selection
//! of the elements of the given ranks.

use cuprust_ir::{Error, Result, View};
use cuprust_num::DType;

use super::operand::Source;
use super::order_statistics::{MAX_ROW_OF_BLOCK, MAX_ROW_OF_LANES, Selection, THREADS};
use super::output;
use super::text::Text;
use crate::write::{Device, Written};

/// Items of a thread that partitions a tile.
const ITEMS_PER_THREAD: i64 = 16;

/// The kernels that partition rows.
pub(super) fn write(
    indices: bool,
    outputs: &[View],
    values: Source,
    ranks: Source,
    device: Device,
) -> Result<Vec<Written>> {
    let (out, shape) = (output(outputs)?, &values.view.layout.shape);
    let gives = if indices { DType::I64 } else { values.view.dtype };
    if out.dtype != gives || ranks.view.dtype != DType::I64 || values.view.dtype.is_complex() {
        return Err(Error::type_(
            "a partition takes real numbers and int64 ranks, and gives elements or int64 indices",
        ));
    }
    let in_order = [values.view, ranks.view, out].iter().all(|view| view.is_contiguous());
    if shape.len() != 2 || ranks.view.layout.rank() != 1 || out.layout.shape != *shape || !in_order {
        return Err(Error::runtime(
            "a partition takes a matrix and one axis of ranks, and gives a matrix of that shape, in C order",
        ));
    }
    let selection = Selection::of(values, ranks, ranks.view.layout.size(), device)?;
    if out.layout.size() == 0 {
        return Ok(vec![]);
    }
    let suffix = format!("{}{}", if indices { "indices_" } else { "" }, values.view.dtype);
    let kind = if indices { "long long" } else { selection.bits };
    let give = |t: &mut Text| {
        t.pointer("w0", out, &format!("{kind}*"), true);
        let length = t.fields.index("length", selection.length);
        let what = if indices { "(long long)at" } else { "x" };
        t.line(format!("const auto move = [&](Index to, Index at, {} x) {{", selection.bits));
        t.line(format!("    p.w0[row * {length} + to] = {what};"));
        t.line("};");
    };
    let count = |t: &mut Text| t.fields.index("count", selection.count);
    if selection.length <= MAX_ROW_OF_LANES {
        let kernel = selection.lanes(&format!("part_lanes_{suffix}"), |t| {
            selection.declare_ranks(t);
            give(t);
            let (count, length) = (count(t), t.fields.index("length", selection.length));
            t.line(format!("part_lanes(held, (int){count}, {length}, rank_of, move);"));
        })?;
        return Ok(vec![kernel]);
    }
    if selection.length <= MAX_ROW_OF_BLOCK {
        let before = |t: &mut Text| {
            selection.declare_ranks(t);
            give(t);
        };
        let rest = |t: &mut Text| {
            let count = count(t);
            t.line(format!("part_held(a, (int){count}, held, move);"));
        };
        return Ok(vec![selection.rows(&format!("part_rows_{suffix}"), before, rest, 0)?]);
    }
    let max_ranks = selection.max_ranks;
    let tiles = (selection.length + THREADS * ITEMS_PER_THREAD - 1) / (THREADS * ITEMS_PER_THREAD);
    let classes = 2 * selection.count + 1;
    // The state of rows lies in front, followed by the states of their tiles.
    let states_at = selection.rows * 3 * max_ranks * 8;
    let bytes = (states_at + selection.rows * classes * tiles * 8) as usize;
    let row = |t: &mut Text| {
        t.line(format!("PartRow<{max_ranks}>& known = ((PartRow<{max_ranks}>*)p.partials)[row];"));
    };
    let known = |t: &mut Text| {
        selection.declare_ranks(t);
        row(t);
        let (count, length) = (count(t), t.fields.index("length", selection.length));
        t.line("const auto give = [&](const auto& a) {");
        t.line(format!("    if (threadIdx.x >= {count}) return;"));
        t.line("    const int j = (int)threadIdx.x;");
        t.line("    known.word[j] = a.low[j];");
        t.line(format!("    known.less[j] = within(rank_of((Index)j), {length}) - a.rank[j];"));
        t.line("    known.up_to[j] = known.less[j] + a.size[j];");
        t.line("};");
    };
    let clear = |t: &mut Text| {
        let states = t.fields.index("states", classes * tiles);
        let at = t.fields.long("states_at", states_at);
        t.line(format!(
            "unsigned long long* const states = (unsigned long long*)((char*)p.partials + {at}) + row * {states};"
        ));
        t.line(format!("for (Index i = (Index)threadIdx.x; i < {states}; i += (Index)blockDim.x) states[i] = 0;"));
    };
    let mut kernels = if selection.is_for_blocks() {
        let before = |t: &mut Text| {
            known(t);
            clear(t);
        };
        vec![selection.rows(&format!("part_select_{suffix}"), before, |t| t.line("give(a);"), bytes)?]
    } else {
        selection.levels(&format!("part_{suffix}"), known, &clear, bytes)?
    };
    let mut t = Text::new();
    selection.declare_values(&mut t);
    t.fields.workspace(0, bytes);
    let (length, tiles_name) = (t.fields.index("length", selection.length), t.fields.index("tiles", tiles));
    t.line(format!("const Index row = (Index)blockIdx.x / {tiles_name}, tile = (Index)blockIdx.x % {tiles_name};"));
    row(&mut t);
    give(&mut t);
    let (count, states, at) =
        (count(&mut t), t.fields.index("states", classes * tiles), t.fields.long("states_at", states_at));
    t.line(format!(
        "part_tile<Key, {THREADS}, {ITEMS_PER_THREAD}>(known, source, row * {length}, {length}, tile, {tiles_name}, (int){count}, \
         (unsigned long long*)((char*)p.partials + {at}) + row * {states}, move);"
    ));
    kernels.push(t.finish(&format!("part_tiles_{suffix}"), [(selection.rows * tiles) as u64, 1], THREADS as u32)?);
    Ok(kernels)
}
