//! Routines on windows of an array: along one axis, and of any form, with a thread for each result.

mod axis;

use cuprust_ir::{Error, Operand, Result, ScalarId, View};
use cuprust_num::{DType, Kind};
use cuprust_ops::{Edge, Exchange, Parameter, Rectangle, Weighted, matrix_selection, selection};

pub(super) use axis::{Along, write_correlate, write_slide};

use super::text::{self, Text};
use super::{output, view};
use crate::write::{Written, c_type};

const THREADS: i64 = 256;

/// The largest window that is sorted by a network in registers.
const MAX_NETWORK_ELEMENTS: i64 = 49;

/// Results of a thread, for windows of any form.
const RESULTS_PER_THREAD_ANY_FORM: i64 = 4;

/// The warps of a block that combines the neighbours in rectangles, the rows and the columns that a thread has (the
/// most that are possible), and the capacity of the tile and the weights in shared memory, in words of 64 bits.
const TILE_WARPS: i64 = 8;
const TILE_ROWS_PER_THREAD: [i64; 2] = [4, 1];
const TILE_COLUMNS_PER_THREAD: [i64; 2] = [2, 1];
const TILE_WORDS: i64 = 6144;

/// The most weights of a window whose loops are unrolled.
const MAX_UNROLLED_WEIGHTS: i64 = 49;

/// The rows of a thread that sorts windows in registers.
const NETWORK_ROWS_PER_THREAD: i64 = 8;

/// The most offsets that a block keeps in shared memory.
const MAX_SHARED_OFFSETS: i64 = 1024;

/// Threads of a block that counts words, and the most elements that enter or leave a window: six blocks fit the shared
/// memory of a multiprocessor.
const COUNTING_THREADS: i64 = 64;
const MAX_LISTED_ELEMENTS: i64 = 320;

/// The largest window that is counted: the counts have 16 bits.
const MAX_COUNTED_ELEMENTS: i64 = u16::MAX as i64;

/// The warps of a block that counts the words of columns, and how many columns fit its shared memory.
const COLUMN_WARPS: i64 = 8;
const COUNTED_COLUMNS: i64 = 172;

/// The largest rectangle that is counted by columns: the counts of a column have 8 bits, and a warp has two results at
/// least.
const MAX_COUNTED_ROWS: u16 = u8::MAX as u16;
const MAX_COUNTED_COLUMNS: u16 = 156;

/// The rows over which a block follows its columns: at least twice those that it counts before.
const MIN_FOLLOWED_ROWS: i64 = 128;

/// The number of blocks that count columns on a large device.
const COLUMN_BLOCKS: i64 = 1056;

/// The number of counting threads on a large device, and the fewest results over which each follows its window.
const FOLLOWING_THREADS: i64 = 45_000;
const MIN_FOLLOWED_RESULTS: i64 = 64;

/// The constant beyond an edge: the scalar at an index among the inputs.
fn outside(inputs: &[Operand], index: usize) -> Result<ScalarId> {
    match inputs.get(index) {
        Some(Operand::Scalar(id)) => Ok(*id),
        _ => Err(Error::runtime("the value beyond the edges must be a scalar")),
    }
}

/// The kernel of `neighbors`.
pub(super) fn write_neighbors(
    weighted: Weighted,
    rectangle: Option<Rectangle>,
    edge: Edge,
    outputs: &[View],
    inputs: &[Operand],
) -> Result<Written> {
    let (out, weights) = (output(outputs)?, view(inputs, 2)?);
    if let Some(window) = rectangle
        && let Some(written) = write_rectangle(weighted, window, edge, out, inputs)?
    {
        return Ok(written);
    }
    let mut t = Text::new();
    let element = |read: &str| format!("cast<double>({read})");
    let kept = |t: &mut Text, capacity: i64| {
        t.operand("r2", weights, true);
        if capacity > 0 {
            t.line(format!("__shared__ double weights[{capacity}];"));
            t.line(format!(
                "for (int k = threadIdx.x; k < (int)p.count; k += {THREADS}) weights[k] = p.r2[k * p.r2_0];"
            ));
        }
    };
    let (count, capacity) = elements(&mut t, edge, out, inputs, (outside(inputs, 3)?, DType::F64), &element, &kept)?;
    if weights.dtype != DType::F64 || weights.layout.rank() != 1 || weights.layout.shape[0] != count {
        return Err(Error::type_("neighbors takes a float64 weight for each offset"));
    }
    let (name, step) = if capacity > 0 { ("weights", "1") } else { ("p.r2", "p.r2_0") };
    let call = |element: &str| format!("neighbors<{}>({name}, {step}, p.count, {element})", weighted.to_word());
    value(&mut t, "double", capacity, &call);
    t.line(format!("p.w0[{}] = cast<{}>(value);", t.element_offset("w0", out.layout.rank()), c_type(out.dtype)));
    t.line("}");
    t.finish(&format!("neighbors_{}_{}", weighted.to_text(), edge.to_text()), blocks(out), THREADS as u32)
}

/// The kernel of `rank_neighbors`.
pub(super) fn write_rank(
    rank: i64,
    rectangle: Option<Rectangle>,
    edge: Edge,
    outputs: &[View],
    inputs: &[Operand],
) -> Result<Written> {
    let (out, values) = (output(outputs)?, view(inputs, 0)?);
    if values.dtype != out.dtype {
        return Err(Error::type_("rank_neighbors gives elements of the dtype of the values"));
    }
    let order = order_of(out.dtype)?;
    let count = view(inputs, 1)?.layout.shape.first().copied().unwrap_or(0);
    let is_extreme = rank == 0 || rank == count - 1;
    if out.dtype.size() == 1 && !is_extreme && count > MAX_NETWORK_ELEMENTS && count <= MAX_COUNTED_ELEMENTS {
        return match rectangle {
            Some(window) if window.extents[0] <= MAX_COUNTED_ROWS && window.extents[1] <= MAX_COUNTED_COLUMNS => {
                write_columns(rank, window, edge, out, inputs, &order)
            }
            _ => write_counts(rank, edge, out, inputs, &order),
        };
    }
    let bits = match out.dtype.size() {
        1 => "unsigned char",
        2 => "unsigned short",
        4 => "unsigned int",
        _ => "unsigned long long",
    };
    if let Some(window) = rectangle
        && !is_extreme
        && count <= MAX_NETWORK_ELEMENTS
    {
        return write_network(rank, window, edge, out, inputs, &order, bits);
    }
    let mut t = Text::new();
    let element = |read: &str| format!("Order::word(__builtin_bit_cast({bits}, {read}))");
    t.line(format!("using Order = {order};"));
    let rank_name = t.fields.index("rank", rank);
    let (count, capacity) =
        elements(&mut t, edge, out, inputs, (outside(inputs, 2)?, out.dtype), &element, &|_, _| ())?;
    let name = if !is_extreme && count <= MAX_NETWORK_ELEMENTS {
        t.line(format!("Order::Word v[{count}];"));
        let all = |t: &mut Text, element: &str| {
            t.line("#pragma unroll");
            t.line(format!("for (int k = 0; k < {count}; ++k) v[k] = {element}(k);"));
        };
        t.line("if (inside) {");
        all(&mut t, "near");
        t.line("} else {");
        all(&mut t, "element");
        t.line("}");
        exchange(&mut t, &selection(count as usize, rank as usize));
        t.line(format!("const Order::Word value = v[{rank}];"));
        format!("rank_{rank}_of_{count}_{}", edge.to_text())
    } else {
        let call = |element: &str| format!("rank_neighbors<Order>({rank_name}, p.count, {element})");
        value(&mut t, "Order::Word", capacity, &call);
        format!("rank_neighbors_{}", edge.to_text())
    };
    let offset = t.element_offset("w0", out.layout.rank());
    t.line(format!("p.w0[{offset}] = __builtin_bit_cast({}, Order::bits(value));", c_type(out.dtype)));
    t.line("}");
    t.finish(&name, blocks(out), THREADS as u32)
}

/// Emits comparisons of words of `v`.
fn exchange(t: &mut Text, exchanges: &[Exchange]) {
    for exchange in exchanges {
        let (low, high) = (exchange.low, exchange.high);
        t.line(match (exchange.keeps.low(), exchange.keeps.high()) {
            (true, true) => format!("exchange(v[{low}], v[{high}]);"),
            (true, false) => format!("v[{low}] = v[{low}] < v[{high}] ? v[{low}] : v[{high}];"),
            (false, _) => format!("v[{high}] = v[{low}] < v[{high}] ? v[{high}] : v[{low}];"),
        });
    }
}

/// The kernel of `rank_neighbors` in small rectangles: a block has the words of its windows in shared memory. A thread
/// goes down a column: it sorts the words of each line once for all windows that have it, and selects from sorted
/// lines.
fn write_network(
    rank: i64,
    window: Rectangle,
    edge: Edge,
    out: &View,
    inputs: &[Operand],
    order: &str,
    bits: &str,
) -> Result<Written> {
    let [tall, wide] = window.extents.map(i64::from);
    let own = NETWORK_ROWS_PER_THREAD;
    let (rows, pitch) = (TILE_WARPS * own, 31 + wide);
    // The lines are the columns of a matrix: those are sorted first.
    let matrix = matrix_selection(wide as usize, tall as usize, rank as usize)
        .ok_or_else(|| Error::runtime("a window is too large for a network"))?;
    let height = rows - 1 + tall;
    let mut t = text_of(out, inputs)?;
    windows_of(&mut t, out, inputs, (outside(inputs, 2)?, out.dtype))?;
    let blocks = tiles(&mut t, out, window, rows, 32)?;
    t.line(format!("using Order = {order};"));
    t.line("const Index first[] = {at[0] - before[0], at[1] - before[1]};");
    t.line(format!("const auto word = []({bits} x) {{ return Order::word(x); }};"));
    t.line(format!("__shared__ Order::Word tile[{}];", height * pitch));
    t.line(format!("fill_rectangle<{}, {}>(", edge.to_word(), 32 * TILE_WARPS));
    t.line(format!("    tile, {height}, {pitch}, (const {bits}*)from, extents, strides, first,"));
    t.line(format!("    word(__builtin_bit_cast({bits}, p.outside)), word);"));
    t.line("const Index column = at[1] + threadIdx.x % 32;");
    t.line(format!("const auto* const near = tile + threadIdx.x / 32 * {} + threadIdx.x % 32;", own * pitch));
    t.line(format!("const auto sorted = [&](int line, Order::Word (&v)[{wide}]) {{"));
    t.line("#pragma unroll");
    t.line(format!("for (int k = 0; k < {wide}; ++k) v[k] = near[line * {pitch} + k];"));
    exchange(&mut t, &matrix.of_columns);
    t.line("};");
    t.line(format!("Order::Word lines[{tall}][{wide}];"));
    t.line("#pragma unroll");
    t.line(format!("for (int r = 1; r < {tall}; ++r) sorted(r - 1, lines[r]);"));
    t.line("#pragma unroll 1");
    t.line(format!("for (int u = 0; u < {own}; ++u) {{"));
    t.line(format!("const Index row = at[0] + threadIdx.x / 32 * {own} + u;"));
    t.line("if (row >= extents[0] || column >= extents[1]) return;");
    t.line("#pragma unroll");
    t.line(format!("for (int r = 1; r < {tall}; ++r) {{"));
    t.line("#pragma unroll");
    t.line(format!("for (int k = 0; k < {wide}; ++k) lines[r - 1][k] = lines[r][k];"));
    t.line("}");
    t.line(format!("sorted(u + {}, lines[{}]);", tall - 1, tall - 1));
    t.line(format!("Order::Word v[{}];", tall * wide));
    t.line("#pragma unroll");
    t.line(format!("for (int k = 0; k < {}; ++k) v[k] = lines[k % {tall}][k / {tall}];", tall * wide));
    exchange(&mut t, &matrix.of_matrix);
    let value = format!("__builtin_bit_cast({}, Order::bits(v[{}]))", c_type(out.dtype), matrix.position);
    t.line(format!("to[{}] = {value};", place(out)));
    t.line("}");
    t.finish(&format!("rank_{rank}_of_{tall}_by_{wide}_{}", edge.to_text()), [blocks, 1], (32 * TILE_WARPS) as u32)
}

/// The kernel of `rank_neighbors` for elements of 8 bits in many windows: a thread follows its window along the axis
/// before the last one, over a part of a line, so that neighbouring threads read neighbouring elements.
fn write_counts(rank: i64, edge: Edge, out: &View, inputs: &[Operand], order: &str) -> Result<Written> {
    let mut t = Text::new();
    windows_of(&mut t, out, inputs, (outside(inputs, 2)?, out.dtype))?;
    let shape = &out.layout.shape;
    let axes = shape.len();
    let axis = axes.saturating_sub(2);
    let rows = shape[axis];
    let lines: i64 = shape.iter().enumerate().filter(|(other, _)| *other != axis).map(|(_, extent)| extent).product();
    let per_thread = (lines.saturating_mul(rows) / FOLLOWING_THREADS + 1).max(MIN_FOLLOWED_RESULTS).min(rows.max(1));
    let parts = (rows + per_thread - 1) / per_thread;
    let rank_name = t.fields.index("rank", rank);
    let (lines_name, parts_name) = (t.fields.index("lines", lines), t.fields.index("parts", parts));
    let rows_name = t.fields.index("rows", per_thread);
    t.line(format!("const Index thread = (Index)blockIdx.x * {COUNTING_THREADS} + (Index)threadIdx.x;"));
    t.line(format!("const bool taken = thread < {lines_name} * {parts_name};"));
    t.line(format!("const Index line = taken ? thread % {lines_name} : 0, part = taken ? thread / {lines_name} : 0;"));
    let mut other_axes = shape.to_vec();
    other_axes.remove(axis);
    t.decode("line", &other_axes);
    // The coordinates along the other axes, with that of the followed axis inserted.
    let along = format!("part * {rows_name}");
    let coordinates: Vec<String> = (0..axes)
        .map(|own| match own.cmp(&axis) {
            std::cmp::Ordering::Less => format!("i{own}"),
            std::cmp::Ordering::Equal => along.clone(),
            std::cmp::Ordering::Greater => format!("i{}", own - 1),
        })
        .collect();
    let list = |name: &dyn Fn(usize) -> String| (0..axes).map(name).collect::<Vec<_>>().join(", ");
    t.line(format!("const Index at[] = {{{}}};", coordinates.join(", ")));
    t.line(format!("const Index extents[] = {{{}}};", list(&|axis| format!("p.extent{axis}"))));
    t.line(format!("const Index strides[] = {{{}}};", list(&|axis| format!("p.r0_{axis}"))));
    t.line(format!(
        "const Index left = extents[{axis}] - at[{axis}], own_rows = left < {rows_name} ? left : {rows_name};"
    ));
    let to = (0..axes).map(|axis| format!("at[{axis}] * p.w0_{axis}")).collect::<Vec<_>>().join(" + ");
    t.line(format!("const Index to = {to};"));
    t.line(format!("using Order = {order};"));
    t.line(format!(
        "rank_by_counts<{axes}, {axis}, {}, {COUNTING_THREADS}, {MAX_LISTED_ELEMENTS}, Order>(",
        edge.to_word()
    ));
    t.line("    (const unsigned char*)p.r0, extents, strides, p.r1, p.r1_0, p.r1_1, p.count,");
    t.line(format!("    {rank_name}, at, taken ? own_rows : 0, __builtin_bit_cast(unsigned char, p.outside), [&](Index row, int word) {{"));
    let value = format!("__builtin_bit_cast({}, Order::bits((Order::Word)word))", c_type(out.dtype));
    t.line(format!("        p.w0[to + row * p.w0_{axis}] = {value};"));
    t.line("    });");
    let threads = (lines.max(0) as u64).saturating_mul(parts.max(0) as u64);
    t.finish(
        &format!("rank_by_counts_{}", edge.to_text()),
        [threads.div_ceil(COUNTING_THREADS as u64), 1],
        COUNTING_THREADS as u32,
    )
}

/// The text of a kernel on rectangles, whose indices are as wide as the array needs.
fn text_of(out: &View, inputs: &[Operand]) -> Result<Text> {
    let largest = text::reach(&out.layout).max(text::reach(&view(inputs, 0)?.layout)).max(out.layout.size());
    Ok(Text::reaching(largest))
}

/// Begins a kernel on rectangles over the last two axes, in which a block has this many `rows` and `columns` of
/// results, the first one `at`: declares the `extents` and `strides` of the plane `from` which it reads, the part of a
/// window `before` its element, and the plane `to` which it writes. Returns the number of blocks.
fn tiles(t: &mut Text, out: &View, window: Rectangle, rows: i64, columns: i64) -> Result<u64> {
    let split = out.layout.shape.split_last_chunk::<2>();
    let (batch, &[height, width]) = split.ok_or_else(|| Error::runtime("a rectangle needs two axes"))?;
    let (down, across) = ((height + rows - 1) / rows, (width + columns - 1) / columns);
    let numbers = [("down", down), ("across", across), ("rows", rows), ("columns", columns)];
    let [down_name, across_name, rows_name, columns_name] = numbers.map(|(name, value)| t.fields.index(name, value));
    let above = t.fields.index("above", i64::from(window.before[0]));
    let left = t.fields.index("left", i64::from(window.before[1]));
    t.line(format!("const Index side = (Index)blockIdx.x % {across_name}, rest = (Index)blockIdx.x / {across_name};"));
    t.line(format!("const Index part = rest % {down_name}, plane = rest / {down_name};"));
    t.decode("plane", batch);
    let (y, x) = (batch.len(), batch.len() + 1);
    t.line(format!("const Index at[] = {{part * {rows_name}, side * {columns_name}}};"));
    t.line(format!("const Index extents[] = {{p.extent{y}, p.extent{x}}}, strides[] = {{p.r0_{y}, p.r0_{x}}};"));
    t.line(format!("const Index before[] = {{{above}, {left}}};"));
    t.line(format!("const auto* const from = p.r0 + ({});", t.element_offset("r0", y)));
    t.line(format!("auto* const to = p.w0 + ({});", t.element_offset("w0", y)));
    Ok((across * down).max(0) as u64 * batch.iter().product::<i64>().max(0) as u64)
}

/// The offset of a result from `to`, at a row and a column.
fn place(out: &View) -> String {
    let axes = out.layout.rank();
    format!("row * p.w0_{} + column * p.w0_{}", axes - 2, axes - 1)
}

/// The kernel of `neighbors` in rectangles of which tiles fit shared memory; `None` for others.
fn write_rectangle(
    weighted: Weighted,
    window: Rectangle,
    edge: Edge,
    out: &View,
    inputs: &[Operand],
) -> Result<Option<Written>> {
    let ([tall, wide], weights) = (window.extents.map(i64::from), view(inputs, 2)?);
    if weights.dtype != DType::F64 || weights.layout.size() != tall * wide {
        return Ok(None);
    }
    // A window reaches over the rows of a thread.
    let own = TILE_ROWS_PER_THREAD.into_iter().find(|own| own - 1 <= tall).unwrap_or(1);
    let rows = TILE_WARPS * own;
    // Few capacities, so that windows of nearby sizes have one kernel.
    let round = |count: i64| (count + 255) / 256 * 256;
    let count = round(tall * wide);
    let capacity = |columns: i64| round((rows - 1 + tall) * (32 * columns - 1 + wide));
    let Some(columns) = TILE_COLUMNS_PER_THREAD.into_iter().find(|&some| capacity(some) + count <= TILE_WORDS) else {
        return Ok(None);
    };
    let mut t = text_of(out, inputs)?;
    windows_of(&mut t, out, inputs, (outside(inputs, 3)?, DType::F64))?;
    t.operand("r2", weights, true);
    let blocks = tiles(&mut t, out, window, rows, 32 * columns)?;
    let [tall_name, wide_name] = [("tall", tall), ("wide", wide)].map(|(name, value)| t.fields.index(name, value));
    // The loops over small windows are unrolled.
    let is_small = tall * wide <= MAX_UNROLLED_WEIGHTS;
    let unrolled = if is_small { format!("{tall}, {wide}") } else { "0, 0".into() };
    t.line(format!(
        "neighbors_in_rectangle<{}, {}, {TILE_WARPS}, {own}, {columns}, {}, {count}, {unrolled}>(",
        weighted.to_word(),
        edge.to_word(),
        capacity(columns)
    ));
    t.line(format!(
        "    from, extents, strides, at, before, (int){tall_name}, (int){wide_name}, p.r2, p.r2_0, p.outside,"
    ));
    t.line("    [&](Index row, Index column, double value) {");
    t.line(format!("        to[{}] = cast<{}>(value);", place(out), c_type(out.dtype)));
    t.line("    });");
    let form = if is_small { format!("{tall}_by_{wide}") } else { "rectangle".into() };
    let name = format!("neighbors_{}_{}_in_{form}", weighted.to_text(), edge.to_text());
    t.finish(&name, [blocks, 1], (32 * TILE_WARPS) as u32).map(Some)
}

/// The kernel of `rank_neighbors` for elements of 8 bits in rectangles: a block moves the histograms of some columns
/// down over a part of their rows.
fn write_columns(
    rank: i64,
    window: Rectangle,
    edge: Edge,
    out: &View,
    inputs: &[Operand],
    order: &str,
) -> Result<Written> {
    let mut t = text_of(out, inputs)?;
    windows_of(&mut t, out, inputs, (outside(inputs, 2)?, out.dtype))?;
    let [height, width] = *out.layout.shape.last_chunk().ok_or_else(|| Error::runtime("a rectangle needs two axes"))?;
    let [tall, wide] = window.extents.map(i64::from);
    // The results of a warp, at most one for each lane, and of a block.
    let each =
        ((COUNTED_COLUMNS - wide + 1) / COLUMN_WARPS).min((width + COLUMN_WARPS - 1) / COLUMN_WARPS).clamp(1, 32);
    let columns = each * COLUMN_WARPS;
    // Blocks for each part of the rows of all planes.
    let across = out.layout.size() / (height * width).max(1) * ((width + columns - 1) / columns);
    let parts = (COLUMN_BLOCKS / across.max(1)).max(1);
    let rows = ((height + parts - 1) / parts).max(MIN_FOLLOWED_ROWS.max(2 * tall)).min(height.max(1));
    let blocks = tiles(&mut t, out, window, rows, columns)?;
    let numbers = [("each", each), ("tall", tall), ("wide", wide), ("rank", rank)];
    let [each_name, tall_name, wide_name, rank_name] = numbers.map(|(name, value)| t.fields.index(name, value));
    t.line("const Index below = extents[0] - at[0], right = extents[1] - at[1];");
    t.line(format!("using Order = {order};"));
    t.line(format!("rank_by_columns<{}, {COLUMN_WARPS}, {COUNTED_COLUMNS}, Order>(", edge.to_word()));
    t.line("    (const unsigned char*)from, extents, strides, at, before,");
    t.line("    (int)(below < p.rows ? below : p.rows), (int)(right < p.columns ? right : p.columns),");
    t.line(format!("    (int){each_name}, (int){tall_name}, (int){wide_name}, (int){rank_name},"));
    t.line("    __builtin_bit_cast(unsigned char, p.outside), [&](Index row, Index column, int word) {");
    let value = format!("__builtin_bit_cast({}, Order::bits((Order::Word)word))", c_type(out.dtype));
    t.line(format!("        to[{}] = {value};", place(out)));
    t.line("    });");
    t.finish(&format!("rank_by_columns_{}", edge.to_text()), [blocks, 1], (32 * COLUMN_WARPS) as u32)
}

/// The text of the type that converts a dtype's bits to ordered words.
fn order_of(dtype: DType) -> Result<String> {
    let bits = ["unsigned char", "unsigned short", "unsigned int", "unsigned long long"]
        [dtype.size().trailing_zeros() as usize % 4];
    Ok(match (dtype.kind(), dtype) {
        (Kind::Bool | Kind::Unsigned, _) => format!("UnsignedOrder<{bits}>"),
        (Kind::Signed, _) => format!("SignedOrder<{bits}>"),
        (Kind::Float, DType::F16) => format!("FloatOrder<{bits}, 0x7c00ull>"),
        (Kind::Float, DType::BF16) => format!("FloatOrder<{bits}, 0x7f80ull>"),
        (Kind::Float, DType::F32) => format!("FloatOrder<{bits}, 0x7f800000ull>"),
        (Kind::Float, _) => format!("FloatOrder<{bits}, 0x7ff0000000000000ull>"),
        (Kind::Complex, _) => return Err(Error::type_("complex numbers have no order")),
    })
}

/// Declares `value`, the result of `call` on the element reader: on `near` where [`elements`] declares it and all
/// elements are inside, otherwise on `element`.
fn value(t: &mut Text, kind: &str, capacity: i64, call: &dyn Fn(&str) -> String) {
    t.line(format!("{kind} value;"));
    if capacity > 0 {
        t.line(format!("if (inside) value = {}; else", call("near")));
    }
    t.line(format!("value = {};", call("element")));
}

fn blocks(out: &View) -> [u64; 2] {
    [(out.layout.size() as u64).div_ceil((THREADS * RESULTS_PER_THREAD_ANY_FORM) as u64), 1]
}

/// Declares the operands of windows of any form: the elements, the offsets, whose number is `p.count`, the result, and
/// the value outside.
fn windows_of(t: &mut Text, out: &View, inputs: &[Operand], (outside, dtype): (ScalarId, DType)) -> Result<i64> {
    let (values, offsets) = (view(inputs, 0)?, view(inputs, 1)?);
    let shape = &out.layout.shape;
    let rank = shape.len();
    if *shape != values.layout.shape || rank == 0 || values.dtype.is_complex() || out.dtype.is_complex() {
        return Err(Error::runtime("windows must have one real result for each element"));
    }
    if offsets.dtype != DType::I64 || offsets.layout.rank() != 2 || offsets.layout.shape[1] != rank as i64 {
        return Err(Error::runtime("windows take a row of int64 for each offset"));
    }
    let count = offsets.layout.shape[0];
    if count < 1 {
        return Err(Error::runtime("windows need at least one offset"));
    }
    t.operand("r0", values, true);
    t.operand("r1", offsets, true);
    t.operand("w0", out, false);
    t.scalar("outside", outside, dtype);
    t.fields.index("count", count);
    for (axis, &extent) in shape.iter().enumerate() {
        t.fields.index(&format!("extent{axis}"), extent);
    }
    Ok(count)
}

/// Begins a loop over a thread's results, and declares in it `element(k)`, the element at the `k`-th offset from a
/// result, converted by `convert`; and the coordinates of the result. Returns the number of offsets, and how many of
/// them a block keeps in shared memory: if that is not zero, there is `near(k)` too, which reads where all elements are
/// `inside` the array. `kept` emits the lines before the loop.
fn elements(
    t: &mut Text,
    edge: Edge,
    out: &View,
    inputs: &[Operand],
    outside: (ScalarId, DType),
    convert: &dyn Fn(&str) -> String,
    kept: &dyn Fn(&mut Text, i64),
) -> Result<(i64, i64)> {
    let count = windows_of(t, out, inputs, outside)?;
    let shape = &out.layout.shape;
    let axes = shape.len();
    let size = t.fields.index("size", out.layout.size());
    let capacity = if count <= MAX_SHARED_OFFSETS {
        [64, 256, MAX_SHARED_OFFSETS].into_iter().find(|&n| n >= count).unwrap_or(0)
    } else {
        0
    };
    kept(t, capacity);
    if capacity > 0 {
        let strides: Vec<String> = (0..axes).map(|axis| format!("p.r0_{axis}")).collect();
        t.line(format!("__shared__ Index far[{capacity}];"));
        t.line(format!("__shared__ int low[{axes}], high[{axes}];"));
        t.line(format!("const Index strides[] = {{{}}};", strides.join(", ")));
        t.line(format!(
            "const bool fits = window_table<{axes}, {THREADS}>(p.r1, p.r1_0, p.r1_1, p.count, strides, far, low, high);"
        ));
    }
    t.line("#pragma unroll 1");
    t.line(format!("for (int u = 0; u < {RESULTS_PER_THREAD_ANY_FORM}; ++u) {{"));
    t.line(format!(
        "const Index at = ((Index)blockIdx.x * {RESULTS_PER_THREAD_ANY_FORM} + u) * {THREADS} + (Index)threadIdx.x;"
    ));
    t.line(format!("if (at >= {size}) return;"));
    t.divide("at", shape, "m");
    if capacity > 0 {
        let within = |axis: usize| format!("i{axis} + low[{axis}] >= 0 && i{axis} + high[{axis}] < p.extent{axis}");
        let all: Vec<String> = (0..axes).map(within).collect();
        t.line(format!("const bool inside = fits && {};", all.join(" && ")));
        t.line(format!("const Index start = {};", t.element_offset("r0", axes)));
        t.line(format!("const auto near = [&](Index k) {{ return {}; }};", convert("p.r0[start + far[k]]")));
    }
    t.line("const auto element = [&](Index k) {");
    let mut terms = Vec::new();
    for axis in 0..axes {
        let offset = format!("(Index)p.r1[k * p.r1_0 + {axis} * p.r1_1]");
        t.line(format!("const Index c{axis} = fold_edge<{}>(i{axis} + {offset}, p.extent{axis});", edge.to_word()));
        if edge == Edge::Constant {
            t.line(format!("if (c{axis} < 0) return {};", convert("p.outside")));
        }
        terms.push(format!("c{axis} * p.r0_{axis}"));
    }
    t.line(format!("return {};", convert(&format!("p.r0[{}]", terms.join(" + ")))));
    t.line("};");
    Ok((count, capacity))
}
