//! Running folds along rows that lie side by side, as those over the first axis of a C-contiguous array: neighbouring
//! threads read neighbours of neighbouring rows.
//!
//! A thread folds one chunk of one row. Where rows are too few to occupy the GPU, each has several chunks: a first
//! kernel folds each chunk, a second one computes the fold of the chunks before each, and a third one scans each chunk
//! from there. The chunks depend on the shape alone.

use cuprust_ir::{Result, View};
use cuprust_ops::RowId;

use super::scan::row_begins;
use super::text::Text;
use crate::write::{Written, c_type, running_state};

/// The threads that occupy a GPU: rows have chunks until there are about so many.
const TARGET_THREADS: i64 = 1 << 16;
/// The fewest elements of a chunk.
const MIN_CHUNK: i64 = 32;
/// The threads of the block that scans the chunks of a row.
const CARRY_THREADS: i64 = 512;

/// Whether neighbouring rows are neighbours in memory, and the elements of a row are not.
pub(super) fn lie_side_by_side(view: &View) -> bool {
    let rank = view.layout.rank();
    let steps = |axis: usize| view.layout.strides[axis];
    rank >= 2 && view.layout.shape[rank - 2] >= 2 && steps(rank - 2) == 1 && steps(rank - 1).abs() > 1
}

/// The kernels that scan such rows.
pub(super) fn write(row: RowId, out: &View, from: &View, rows: i64, length: i64) -> Result<Vec<Written>> {
    let (state, words) = running_state(row, out.dtype)?;
    let chunks = (TARGET_THREADS / rows.max(1)).clamp(1, (length / MIN_CHUNK).max(1));
    let each = (length + chunks - 1).div_euclid(chunks);
    let chunks = (length + each - 1).div_euclid(each);
    let scan = Columns { row, state, words: words as i64, out, from, rows, length, each, chunks };
    if chunks == 1 { Ok(vec![scan.scans()?]) } else { Ok(vec![scan.folds()?, scan.carries()?, scan.scans()?]) }
}

struct Columns<'a> {
    row: RowId,
    /// The declaration of the state `Running`.
    state: String,
    /// 32-bit words of a state.
    words: i64,
    out: &'a View,
    from: &'a View,
    rows: i64,
    length: i64,
    /// The elements of a chunk; the last one of a row may have fewer.
    each: i64,
    /// The chunks of a row.
    chunks: i64,
}

impl Columns<'_> {
    /// A kernel of one thread for each chunk in blocks of `threads`: declares the chunk's row, its first element `at`
    /// and its `end`.
    fn begin(&self, threads: i64) -> Text {
        let mut t = self.text();
        let (rows, length) = (t.fields.index("rows", self.rows), t.fields.index("length", self.length));
        let work = t.fields.index("work", self.rows * self.chunks);
        t.line(format!("const Index index = (Index)blockIdx.x * {threads} + (Index)threadIdx.x;"));
        t.line(format!("if (index >= {work}) return;"));
        if self.chunks == 1 {
            t.line("const Index row = index;");
            t.line(format!("Index at = 0; const Index end = {length};"));
        } else {
            let each = t.fields.index("each", self.each);
            t.line(format!("const Index chunk = index / {rows}, row = index - chunk * {rows};"));
            t.line(format!("Index at = chunk * {each};"));
            t.line(format!("const Index end = at + {each} < {length} ? at + {each} : {length};"));
        }
        row_begins(&mut t, self.from);
        t
    }

    /// A kernel with the operands, and the states of chunks where there are several.
    fn text(&self) -> Text {
        let mut t = Text::new();
        t.head.push_str(&self.state);
        t.operand("r0", self.from, true);
        t.operand("w0", self.out, false);
        if self.chunks > 1 {
            t.fields.workspace(0, (self.rows * self.chunks * self.words * 4) as usize);
        }
        t
    }

    /// The state of a chunk in the workspace.
    fn state_of(&self, chunk: &str) -> String {
        format!("p.partials + (({chunk}) * p.rows + row) * {}", self.words)
    }

    /// Emits the loop over the elements from `at` to `end`, of which a batch is loaded before the first is waited for.
    fn fold(&self, t: &mut Text, store: bool) {
        let (axis, kind) = (self.from.layout.rank() - 1, c_type(self.from.dtype));
        let batch = (64 / self.out.dtype.size() as i64).clamp(4, 16);
        let put = |value: &str, at: &str| match store {
            true => format!("run.some<1>({value}, 1); to[({at}) * p.w0_{axis}] = run.result();"),
            false => format!("run.some<1>({value}, 1);"),
        };
        t.line("#pragma unroll 1");
        t.line(format!("for (; at + {batch} <= end; at += {batch}) {{"));
        t.line(format!("    {kind} x[{batch}];"));
        for body in [format!("x[k] = from[(at + k) * p.r0_{axis}];"), format!("{{ {} }}", put("x + k", "at + k"))] {
            t.line("    #pragma unroll");
            t.line(format!("    for (int k = 0; k < {batch}; ++k) {body}"));
        }
        t.line("}");
        t.line("#pragma unroll 1");
        t.line(format!("for (; at < end; ++at) {{ {} }}", put(&format!("from + at * p.r0_{axis}"), "at")));
    }

    /// Folds each chunk into its state.
    fn folds(&self) -> Result<Written> {
        let threads = self.threads();
        let mut t = self.begin(threads);
        t.line("Running run = Running::empty();");
        self.fold(&mut t, false);
        t.line(format!("leave({}, run);", self.state_of("chunk")));
        self.finish(t, "fold", threads)
    }

    /// Replaces the state of each chunk by the fold of the chunks before it: one block for each row, whose threads have
    /// some neighbouring chunks each.
    fn carries(&self) -> Result<Written> {
        let mut t = self.text();
        t.fields.index("rows", self.rows);
        let count = t.fields.index("chunks", self.chunks);
        let each = t.fields.index("each", (self.chunks + CARRY_THREADS - 1).div_euclid(CARRY_THREADS));
        t.line("const Index row = (Index)blockIdx.x;");
        t.line(format!("const Index begin = (Index)threadIdx.x * {each};"));
        t.line(format!("const Index end = begin + {each} < {count} ? begin + {each} : {count};"));
        t.line("Running own = Running::empty(), state, all, lanes;");
        t.line("#pragma unroll 4");
        t.line(format!(
            "for (Index i = begin; i < end; ++i) {{ fetch({}, state); own.join(state); }}",
            self.state_of("i")
        ));
        t.line("const Running warp = scan_lanes<32>(own, lanes);");
        t.line(format!("Running run = before_warp<{CARRY_THREADS}>(warp, all);"));
        t.line("run.join(lanes);");
        t.line("#pragma unroll 1");
        t.line("for (Index i = begin; i < end; ++i) {");
        t.line(format!("    fetch({}, state);", self.state_of("i")));
        t.line(format!("    leave({}, run);", self.state_of("i")));
        t.line("    run.join(state);");
        t.line("}");
        t.finish(&format!("scan_{}_carries", self.row.row().name), [self.rows as u64, 1], CARRY_THREADS as u32)
    }

    /// Scans each chunk from the fold of those before it.
    fn scans(&self) -> Result<Written> {
        let threads = self.threads();
        let mut t = self.begin(threads);
        t.line("Running run = Running::empty();");
        if self.chunks > 1 {
            t.line(format!("fetch({}, run);", self.state_of("chunk")));
        }
        self.fold(&mut t, true);
        self.finish(t, "columns", threads)
    }

    /// The threads of a block: few where there are few rows, so that every multiprocessor has some.
    fn threads(&self) -> i64 {
        if self.rows * self.chunks >= 1 << 17 { 256 } else { 64 }
    }

    fn finish(&self, t: Text, name: &str, threads: i64) -> Result<Written> {
        let blocks = ((self.rows * self.chunks) as u64).div_ceil(threads as u64);
        t.finish(&format!("scan_{}_{name}", self.row.row().name), [blocks, 1], threads as u32)
    }
}
