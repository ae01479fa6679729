//! Inclusive scans along the last axis, in one pass over memory (decoupled look-back): some lanes, a block, or several
//! blocks per row. Rows that are interleaved in memory have kernels of their own. No result depends on timing.

use cuprust_ir::{Error, Operand, Result, View};
use cuprust_ops::RowId;

use super::text::{Text, clear, leading};
use super::{output, scan_columns, view};
use crate::write::{Device, Written, c_type, is_small, operation, running_state, small_running_state};

const THREADS: i64 = 256;
/// Bytes of a tile for each thread.
const TILE_BYTES_PER_THREAD: i64 = 128;

/// Threads of a block where there are few elements.
const SMALL_BLOCK_THREADS: i64 = 512;

/// The kernels that scan an input into an output.
pub(super) fn write(row: RowId, outputs: &[View], inputs: &[Operand], device: Device) -> Result<Vec<Written>> {
    let (out, from) = (output(outputs)?, view(inputs, 0)?);
    if out.layout.shape != from.layout.shape || out.dtype != from.dtype {
        return Err(Error::runtime("a scan's operand and result have one shape and one dtype"));
    }
    let (Some(&length), axis) = (out.layout.shape.last(), out.layout.rank().saturating_sub(1)) else {
        return Err(Error::axis("a scan needs an axis to run along"));
    };
    let rows: i64 = if length == 0 { 0 } else { leading(&out.layout, 1).iter().product() };
    if !row.row().associative {
        return Ok(vec![in_order(row, out, from, rows, length)?]);
    }
    if is_small(rows.saturating_mul(length), device) {
        return Ok(vec![small(row, out, from, rows, length)?]);
    }
    if scan_columns::lie_side_by_side(out) && scan_columns::lie_side_by_side(from) {
        return scan_columns::write(row, out, from, rows, length);
    }
    let (state, words) = running_state(row, out.dtype)?;
    let size = out.dtype.size() as i64;
    let side_by_side = out.layout.strides[axis] == 1 && from.layout.strides[axis] == 1;
    let vector = if side_by_side { (16 / size).min(8) } else { 1 };
    let max_packs = (64 / size).clamp(8, 32) / vector;
    let packs = (length.max(1) + vector - 1).div_euclid(vector);
    // A row has up to a warp, unless it is longer than the registers of the lanes hold.
    let lanes = [1, 2, 4, 8, 16].into_iter().find(|&lanes| packs <= lanes).unwrap_or(32);
    let lanes = if packs <= 32 * max_packs { lanes } else { THREADS };
    let each = (packs + lanes - 1).div_euclid(lanes).min(max_packs) as u64;
    let each = each.next_power_of_two() as i64;
    let tiles = (packs + lanes * each - 1).div_euclid(lanes * each);
    let scan = Scan { row, state: &state, words: words as i64, out, from, vector, each, lanes, tiles, rows, length };
    if tiles == 1 {
        return Ok(vec![scan.rows()?]);
    }
    let each = TILE_BYTES_PER_THREAD / (size * vector);
    let tiles = (packs + THREADS * each - 1).div_euclid(THREADS * each);
    let scan = Scan { each, tiles, ..scan };
    Ok(vec![scan.clear()?, scan.row_tiles()?])
}

/// Declares the addresses of the row `row` in both operands: `from` and `to`.
pub(super) fn row_begins(t: &mut Text, from: &View) {
    let (axis, kind) = (from.layout.rank() - 1, c_type(from.dtype));
    t.decode("row", leading(&from.layout, 1));
    t.line(format!("const {kind}* from = p.r0 + ({});", t.element_offset("r0", axis)));
    t.line(format!("{kind}* to = p.w0 + ({});", t.element_offset("w0", axis)));
}

/// Scans by a row operation that is not associative: one thread for each row, from its first element to its last.
fn in_order(row: RowId, out: &View, from: &View, rows: i64, length: i64) -> Result<Written> {
    let mut t = Text::new();
    t.head.push_str(&operation(row, out.dtype)?);
    t.operand("r0", from, true);
    t.operand("w0", out, false);
    let (axis, kind) = (from.layout.rank() - 1, c_type(from.dtype));
    let (count, length) = (t.fields.index("rows", rows), t.fields.index("length", length));
    t.line(format!("const Index row = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
    t.line(format!("if (row >= {count}) return;"));
    row_begins(&mut t, from);
    t.line(format!("{kind} run = from[0];"));
    t.line("to[0] = run;");
    t.line("#pragma unroll 1");
    t.line(format!("for (Index at = 1; at < {length}; ++at) {{"));
    t.line(format!("    run = Op::apply(run, from[at * p.r0_{axis}]);"));
    t.line(format!("    to[at * p.w0_{axis}] = run;"));
    t.line("}");
    let blocks = (rows as u64).div_ceil(THREADS as u64);
    t.finish(&format!("scan_{}_in_order", row.row().name), [blocks, 1], THREADS as u32)
}

/// Scans small rows: a lane reduces its consecutive elements, gets the prefix of the lanes before it, and scans its
/// elements from there. This kernel has the shortest text and compiles fastest.
fn small(row: RowId, out: &View, from: &View, rows: i64, length: i64) -> Result<Written> {
    /// The elements of a lane, if there are enough lanes for the rest.
    const ITEMS_PER_LANE: i64 = 4;
    let lanes = (length.clamp(1, SMALL_BLOCK_THREADS * ITEMS_PER_LANE) as u64)
        .div_ceil(ITEMS_PER_LANE as u64)
        .next_power_of_two() as i64;
    let mut t = Text::new();
    t.head.push_str(&small_running_state(row, out.dtype)?);
    t.operand("r0", from, true);
    t.operand("w0", out, false);
    let (axis, rows_per_block) = (from.layout.rank() - 1, SMALL_BLOCK_THREADS / lanes);
    let each = t.fields.index("each", (length + lanes - 1).div_euclid(lanes));
    let (count, length) = (t.fields.index("rows", rows), t.fields.index("length", length));
    t.line(format!("const Index place = (Index)blockIdx.x * {rows_per_block} + (Index)(threadIdx.x / {lanes});"));
    t.line(format!("const bool live = place < {count};"));
    t.line("const Index row = live ? place : 0;");
    t.line(format!("const Index begin = (Index)(threadIdx.x % {lanes}) * {each}, next = begin + {each};"));
    t.line(format!("const Index end = !live ? 0 : next < {length} ? next : {length};"));
    row_begins(&mut t, from);
    t.line("Running run = Running::empty();");
    let sweep = |t: &mut Text, store: &str| {
        t.line("#pragma unroll 1");
        t.line("for (Index at = begin; at < end; ++at) {");
        t.line(format!("    run.put(from[at * p.r0_{axis}]);"));
        t.line(format!("{store}}}"));
    };
    if lanes > 1 {
        sweep(&mut t, "");
        t.line(format!("run = before_lane<{SMALL_BLOCK_THREADS}, {lanes}>(run);"));
    }
    sweep(&mut t, &format!("    to[at * p.w0_{axis}] = run.result();\n    "));
    let blocks = (rows as u64).div_ceil(rows_per_block as u64);
    let written = t.finish(&format!("scan_{}_few", row.row().name), [blocks, 1], SMALL_BLOCK_THREADS as u32)?;
    Ok(Written { small: true, ..written })
}

struct Scan<'a> {
    row: RowId,
    /// The declaration of the state `Running`.
    state: &'a str,
    /// 32-bit words of a state.
    words: i64,
    out: &'a View,
    from: &'a View,
    /// Elements of a pack.
    vector: i64,
    /// Packs of a thread.
    each: i64,
    /// Threads of a row: up to a warp, or a block.
    lanes: i64,
    /// Blocks of a row.
    tiles: i64,
    rows: i64,
    length: i64,
}

impl Scan<'_> {
    /// The states of each row in the workspace: those of tiles, of groups and of wings.
    fn marks(&self) -> i64 {
        self.tiles + (self.tiles / 32 + 1) + (self.tiles / 1024 + 1)
    }

    fn workspace(&self, t: &mut Text) {
        t.fields.workspace(0, (self.rows * self.marks() * self.words * 8) as usize);
    }

    /// Clears the flags in the workspace.
    fn clear(&self) -> Result<Written> {
        clear("scan_clear", 2 * self.rows * self.marks() * self.words, |t| self.workspace(t))
    }

    /// Scans rows that a block, or some of its lanes, hold in registers.
    fn rows(&self) -> Result<Written> {
        let Scan { vector, each, lanes, .. } = *self;
        let mut t = Text::new();
        self.operands(&mut t);
        let (axis, kind) = (self.from.layout.rank() - 1, c_type(self.from.dtype));
        let (rows, length) = (t.fields.index("rows", self.rows), t.fields.index("length", self.length));
        let rows_per_block = THREADS / lanes;
        t.line(format!("const Index place = (Index)blockIdx.x * {rows_per_block} + (Index)(threadIdx.x / {lanes});"));
        t.line(format!("const bool live = place < {rows};"));
        t.line("const Index row = live ? place : 0;");
        self.ends(&mut t);
        // The lanes of a warp have neighbouring packs, so that a warp's accesses are contiguous.
        let (warps, group) = (lanes > 32, lanes.min(32));
        t.line(format!("const Index first = {};", self.first(group)));
        t.line(format!("{kind} x[{}];", each * vector));
        t.line(format!("int count[{each}];"));
        let for_each = |t: &mut Text| {
            t.line("#pragma unroll");
            t.line(format!("for (int u = 0; u < {each}; ++u) {{"));
            t.line(format!("    const Index at = first + u * {};", group * vector));
        };
        for_each(&mut t);
        t.line(format!("    const Index rest = live ? {length} - at : 0;"));
        t.line(format!("    count[u] = rest < 0 ? 0 : rest < {vector} ? (int)rest : {vector};"));
        t.line(format!("    load_part<{vector}>(x + u * {vector}, from + at * p.r0_{axis}, count[u], packed);"));
        t.line("}");
        t.line(format!("Running before[{each}], sum = Running::empty();"));
        for_each(&mut t);
        t.line("    Running own = Running::empty(), lanes;");
        t.line(format!("    if (count[u] == {vector}) own.whole<{vector}>(x + u * {vector});"));
        t.line(format!("    else own.some<{vector}>(x + u * {vector}, count[u]);"));
        t.line(format!("    const Running all = scan_lanes<{group}>(own, lanes);"));
        t.line("    before[u] = sum;");
        t.line("    before[u].join(lanes);");
        t.line("    sum.join(all);");
        t.line("}");
        if warps {
            t.line("Running all;");
            t.line(format!("const Running carry = before_warp<{THREADS}>(sum, all);"));
        }
        for_each(&mut t);
        t.line(if warps { "    Running run = carry;" } else { "    Running run = before[u];" });
        if warps {
            t.line("    run.join(before[u]);");
        }
        let x = format!("x + u * {vector}");
        let store = format!("store_part<{vector}>(to + at * p.w0_{axis}, {x}, count[u], packed);");
        self.run_on(&mut t, &x, &store);
        t.line("}");
        let blocks = (self.rows as u64).div_ceil(rows_per_block as u64);
        t.finish(&format!("scan_{}_rows", self.row.row().name), [blocks, 1], THREADS as u32)
    }

    /// Scans tiles of rows by decoupled look-back. A tile lies in shared memory until its prefix is known, so that many
    /// tiles are in flight. Blocks start in the order of their numbers: a block waits only for those that started
    /// before it.
    fn row_tiles(&self) -> Result<Written> {
        let Scan { vector, each, tiles, .. } = *self;
        let mut t = Text::new();
        self.operands(&mut t);
        self.workspace(&mut t);
        let (axis, kind) = (self.from.layout.rank() - 1, c_type(self.from.dtype));
        let length = t.fields.index("length", self.length);
        let (count, marks) = (t.fields.index("tiles", tiles), t.fields.index("marks", self.marks() * self.words));
        t.line(format!("const Index row = (Index)((unsigned)blockIdx.x / (unsigned){count});"));
        t.line(format!("const Index tile = (Index)blockIdx.x - row * {count};"));
        t.line(format!("unsigned long long* states = (unsigned long long*)p.partials + row * {marks};"));
        self.ends(&mut t);
        // Offsets within a tile have 32 bits, and a full tile needs no bounds check for its packs.
        let (tile, warp) = (THREADS * each * vector, 32 * vector);
        t.line(format!("const Index begin = tile * {tile}, rest = {length} - begin;"));
        t.line(format!("const int own = (threadIdx.x / 32) * {} + threadIdx.x % 32 * {vector};", warp * each));
        t.line(format!("const int left = (rest < {tile} ? (int)rest : {tile}) - own;"));
        t.line(format!("const bool full = rest >= {tile};"));
        for (operand, name) in [("from", "r0"), ("to", "w0")] {
            t.line(format!("{operand} += (begin + own) * p.{name}_{axis};"));
        }
        t.line(format!("__shared__ uint4 held[{}];", THREADS * TILE_BYTES_PER_THREAD / 16));
        t.line(format!("{kind}* mine = ({kind}*)held + own;"));
        let (load, store) = if vector > 1 {
            (format!("from + u * {warp}"), format!("to + u * {warp}"))
        } else {
            (format!("from + u * {warp} * p.r0_{axis}"), format!("to + u * {warp} * p.w0_{axis}"))
        };
        let partial_pack = |t: &mut Text| {
            t.line("#pragma unroll 1");
            t.line(format!("for (int u = 0; u < {each}; ++u) {{"));
            t.line(format!(
                "    const int over = left - u * {warp}, count = over < 0 ? 0 : over < {vector} ? over : {vector};"
            ));
            t.line(format!("    {kind} x[{vector}];"));
        };
        let batch = each / 2;
        t.line("Running sum = Running::empty();");
        t.line("if (full) {");
        t.line("#pragma unroll");
        t.line(format!("for (int half = 0; half < {each}; half += {batch}) {{"));
        t.line(format!("    {kind} x[{}];", batch * vector));
        let all = |t: &mut Text, text: &str| {
            t.line("    #pragma unroll");
            t.line(format!("    for (int k = 0, u = half; k < {batch}; ++k, ++u) {text}"));
        };
        // All loads of a batch are issued before the first is waited for: there may be no branch between them.
        if vector > 1 {
            t.line("    if (!packed) {");
            all(&mut t, &format!("load_step<{vector}>(x + k * {vector}, {load}, (Index)1, {vector});"));
            t.line("    } else {");
        }
        all(&mut t, &format!("load_pack<{vector}>(x + k * {vector}, {load}, {vector});"));
        if vector > 1 {
            t.line("    }");
        }
        all(&mut t, &format!("store_pack<{vector}>(mine + u * {warp}, x + k * {vector}, {vector});"));
        all(&mut t, &format!("sum.whole<{vector}>(x + k * {vector});"));
        t.line("}");
        t.line("} else {");
        partial_pack(&mut t);
        t.line(format!("    load_part<{vector}>(x, {load}, count, packed);"));
        t.line(format!("    store_pack<{vector}>(mine + u * {warp}, x, {vector});"));
        t.line(format!("    if (count == {vector}) sum.whole<{vector}>(x);"));
        t.line(format!("    else sum.some<{vector}>(x, count);"));
        t.line("}");
        t.line("}");
        t.line("join_lanes<32>(sum);");
        t.line("Running all;");
        t.line(format!("Running carry = before_warp<{THREADS}>(sum, all);"));
        t.line("sum = carry_into(states, tile, p.tiles, all);");
        t.line("sum.join(carry);");
        let run = |t: &mut Text, fold: &str, store: &str| {
            t.line(format!("    load_pack<{vector}>(x, mine + u * {warp}, {vector});"));
            t.line("    Running part = Running::empty(), lanes, run = sum;");
            t.line(format!("    {fold}"));
            t.line("    sum.join(scan_lanes<32>(part, lanes));");
            t.line("    run.join(lanes);");
            self.run_on(t, "x", store);
            t.line("}");
        };
        let whole = format!("part.whole<{vector}>(x);");
        t.line("if (full) {");
        t.line("#pragma unroll 4");
        t.line(format!("for (int u = 0; u < {each}; ++u) {{"));
        t.line(format!("    {kind} x[{vector}];"));
        run(&mut t, &whole, &format!("store_part<{vector}>({store}, x, {vector}, packed);"));
        t.line("} else {");
        partial_pack(&mut t);
        let fold = format!("if (count == {vector}) {whole} else part.some<{vector}>(x, count);");
        run(&mut t, &fold, &format!("store_part<{vector}>({store}, x, count, packed);"));
        t.line("}");
        let blocks = (self.rows * tiles) as u64;
        t.finish(&format!("scan_{}_tiles", self.row.row().name), [blocks, 1], THREADS as u32)
    }

    fn operands(&self, t: &mut Text) {
        t.head.push_str(self.state);
        t.operand("r0", self.from, true);
        t.operand("w0", self.out, false);
    }

    /// Declares the addresses of a row in both operands, and whether its packs are aligned.
    fn ends(&self, t: &mut Text) {
        row_begins(t, self.from);
        let low = self.vector * self.from.dtype.size() as i64 - 1;
        t.line(format!("const bool packed = (((size_t)from | (size_t)to) & {low}) == 0;"));
    }

    /// The first element of a thread in its row or tile, where `group` lanes have neighbouring packs.
    fn first(&self, group: i64) -> String {
        let Scan { vector, each, lanes, .. } = *self;
        let lane = format!("(Index)(threadIdx.x % {group})");
        if lanes > 32 {
            format!("((Index)(threadIdx.x / 32) * {} + {lane}) * {vector}", 32 * each)
        } else {
            format!("{lane} * {vector}")
        }
    }

    /// Emits the scan of a pack by `run`, with a store of each intermediate result.
    fn run_on(&self, t: &mut Text, x: &str, store: &str) {
        t.line("    #pragma unroll");
        t.line(format!("    for (int k = 0; k < {}; ++k) {{", self.vector));
        t.line(format!("        run.some<1>({x} + k, 1);"));
        t.line(format!("        ({x})[k] = run.result();"));
        t.line("    }");
        t.line(format!("    {store}"));
    }
}
