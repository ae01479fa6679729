//! Running folds along the last axis, in one pass over memory: some lanes, a block, or several blocks for each row. No result
//! depends on timing.

use cuprust_ir::{Error, Operand, Result, View};
use cuprust_ops::RowId;

use super::text::{Text, leading};
use super::{output, view};
use crate::write::{Written, c_type, fold_state};

const THREADS: i64 = 256;

/// The kernels that scan an input into an output.
pub(super) fn write(row: RowId, outputs: &[View], inputs: &[Operand]) -> Result<Vec<Written>> {
    let (out, from) = (output(outputs)?, view(inputs, 0)?);
    if out.layout.shape != from.layout.shape || out.dtype != from.dtype {
        return Err(Error::runtime("a scan's operand and result have one shape and one dtype"));
    }
    let (Some(&length), axis) = (out.layout.shape.last(), out.layout.rank().saturating_sub(1)) else {
        return Err(Error::axis("a scan needs an axis to run along"));
    };
    let (state, bytes) = fold_state(row, out.dtype)?;
    let size = out.dtype.size() as i64;
    let side_by_side = out.layout.strides[axis] == 1 && from.layout.strides[axis] == 1;
    let vector = if side_by_side { (16 / size).min(8) } else { 1 };
    let most = (64 / size).clamp(8, 32) / vector;
    let packs = (length.max(1) + vector - 1).div_euclid(vector);
    // A warp or a part of it has a row, unless rows are longer than its lanes hold.
    let lanes = [1, 2, 4, 8, 16].into_iter().find(|&lanes| packs <= lanes).unwrap_or(32);
    let lanes = if packs <= 32 * most { lanes } else { THREADS };
    let each = (packs + lanes - 1).div_euclid(lanes).min(most) as u64;
    let each = each.next_power_of_two() as i64;
    let tiles = (packs + lanes * each - 1).div_euclid(lanes * each);
    let rows: i64 = leading(&out.layout, 1).iter().product();
    let rows = if length == 0 { 0 } else { rows };
    let scan =
        Scan { row, state: &state, words: bytes as i64 / 4, out, from, vector, each, lanes, tiles, rows, length };
    if tiles == 1 { Ok(vec![scan.rows()?]) } else { Ok(vec![scan.clear()?, scan.rows()?]) }
}

struct Scan<'a> {
    row: RowId,
    /// The declaration of the state `Running`.
    state: &'a str,
    /// Words of a state, at most.
    words: i64,
    out: &'a View,
    from: &'a View,
    /// Elements that lie together.
    vector: i64,
    /// Packs of so many elements in a thread.
    each: i64,
    /// Threads of a row: up to a warp, or a block.
    lanes: i64,
    /// Blocks of a row.
    tiles: i64,
    rows: i64,
    length: i64,
}

impl Scan<'_> {
    /// How many states meet in the workspace for each row: those of tiles, of groups and of wings.
    fn meeting(&self) -> i64 {
        self.tiles + (self.tiles / 32 + 1) + (self.tiles / 1024 + 1)
    }

    fn workspace(&self, t: &mut Text) {
        t.fields.workspace(1, (self.rows * self.meeting() * self.words * 8) as usize);
    }

    /// Takes the marks out of the workspace.
    fn clear(&self) -> Result<Written> {
        let mut t = Text::new();
        self.workspace(&mut t);
        let marks = self.rows * self.meeting() * self.words;
        let count = t.fields.index("marks", marks);
        t.line(format!("const Index at = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
        t.line(format!("if (at < {count}) ((unsigned long long*)p.partials)[at] = 0;"));
        t.finish("scan_clear", [(marks as u64).div_ceil(THREADS as u64), 1], THREADS as u32)
    }

    /// Scans rows, or tiles of rows in the order in which blocks come.
    fn rows(&self) -> Result<Written> {
        let Scan { vector, each, lanes, tiles, .. } = *self;
        let mut t = Text::new();
        t.head.push_str(self.state);
        t.operand("r0", self.from, true);
        t.operand("w0", self.out, false);
        let (axis, kind, size) = (self.from.layout.rank() - 1, c_type(self.from.dtype), self.from.dtype.size());
        let (rows, length) = (t.fields.index("rows", self.rows), t.fields.index("length", self.length));
        let warps = lanes > 32;
        let split = tiles > 1;
        if split {
            self.workspace(&mut t);
            let (count, marks) = (t.fields.index("tiles", tiles), t.fields.index("marks", self.meeting() * self.words));
            t.line("__shared__ unsigned given;");
            t.line("if (threadIdx.x == 0) {");
            t.line("    given = atomicAdd(p.tickets, 1u);");
            t.line("    if (given == gridDim.x - 1) *p.tickets = 0;");
            t.line("}");
            t.line("__syncthreads();");
            t.line(format!("const Index row = (Index)given / {count}, tile = (Index)given - row * {count};"));
            t.line(format!("unsigned long long* states = (unsigned long long*)p.partials + row * {marks};"));
            t.line("const bool live = true;");
        } else {
            t.line(format!(
                "const Index place = (Index)blockIdx.x * {} + (Index)(threadIdx.x / {lanes});",
                THREADS / lanes
            ));
            t.line(format!("const bool live = place < {rows};"));
            t.line("const Index row = live ? place : 0;");
        }
        t.decode("row", leading(&self.from.layout, 1));
        t.line(format!("const {kind}* from = p.r0 + ({});", t.place("r0", axis)));
        t.line(format!("{kind}* to = p.w0 + ({});", t.place("w0", axis)));
        t.line(format!("const bool packed = (((size_t)from | (size_t)to) & {}) == 0;", vector * size as i64 - 1));
        // Lanes of a warp take neighbouring packs, and a warp's packs lie together.
        let group = lanes.min(32);
        let first = match (warps, split) {
            (false, _) => format!("(Index)(threadIdx.x % {group}) * {vector}"),
            (true, false) => {
                format!("((Index)(threadIdx.x / 32) * {} + (Index)(threadIdx.x % 32)) * {vector}", 32 * each)
            }
            (true, true) => format!(
                "tile * {} + ((Index)(threadIdx.x / 32) * {} + (Index)(threadIdx.x % 32)) * {vector}",
                lanes * each * vector,
                32 * each
            ),
        };
        t.line(format!("const Index first = {first};"));
        t.line(format!("{kind} x[{}];", each * vector));
        t.line(format!("int count[{each}];"));
        let for_each = |t: &mut Text| {
            t.line("#pragma unroll");
            t.line(format!("for (int u = 0; u < {each}; ++u) {{"));
        };
        let at = format!("first + u * {}", group * vector);
        for_each(&mut t);
        t.line(format!("    const Index at = {at}, rest = live ? {length} - at : 0;"));
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
            t.line(format!("Running carry = before_warp<{THREADS}>(sum, all);"));
            if split {
                t.line("__shared__ unsigned room[words_of<Running>];");
                t.line("if (threadIdx.x < 32) {");
                t.line("    const Running earlier = carry_into(states, tile, p.tiles, all);");
                t.line("    if (threadIdx.x == 0) leave(room, earlier);");
                t.line("}");
                t.line("__syncthreads();");
                t.line("Running earlier;");
                t.line("fetch(room, earlier);");
                t.line("earlier.join(carry);");
                t.line("carry = earlier;");
            }
        }
        for_each(&mut t);
        t.line(format!("    const Index at = {at};"));
        t.line(if warps { "    Running run = carry;" } else { "    Running run = before[u];" });
        if warps {
            t.line("    run.join(before[u]);");
        }
        t.line("    #pragma unroll");
        t.line(format!("    for (int k = 0; k < {vector}; ++k) {{"));
        t.line(format!("        run.some<1>(x + u * {vector} + k, 1);"));
        t.line(format!("        x[u * {vector} + k] = run.result();"));
        t.line("    }");
        t.line(format!("    store_part<{vector}>(to + at * p.w0_{axis}, x + u * {vector}, count[u], packed);"));
        t.line("}");
        let blocks =
            if split { (self.rows * tiles) as u64 } else { (self.rows as u64).div_ceil((THREADS / lanes) as u64) };
        let name = format!("scan_{}_{}", self.row.row().name, if split { "tiles" } else { "rows" });
        t.finish(&name, [blocks, 1], THREADS as u32)
    }
}
