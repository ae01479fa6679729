//! Reductions across the axis of the smallest stride: threads are neighbours along that axis, and stacked along the
//! reduced axes.

use std::collections::BTreeSet;

use cuprust_ir::{Kernel, NodeId, NodeKind, Result};

use super::launch::{Class, Geometry};
use super::map::vector;
use super::reduce::{Sweep, is_deviations, needs_indices, state, sweeps, words};
use super::space::Space;
use super::writer::{Which, Writer, c_type, scalar, sum};

const THREADS: usize = 256;
/// The most bytes of shared memory for the states of a block.
const MAX_SHARED_BYTES: usize = 40 << 10;

/// The most words of states for which the last block of a split reduction keeps four loads in flight.
const MAX_FETCHED_WORDS: usize = 16;

/// Whether the axis of the smallest stride is an outer one, so that a reduction across it is faster.
pub(super) fn suits(space: &Space) -> bool {
    Kernel::walks_columns(&space.shape, space.outer, space.inner_accesses(), |access, axis| access.step(axis))
}

/// Writes a reduction across columns.
///
/// # Errors
/// A reduction of a dtype that has none.
pub(super) fn write<'a>(
    kernel: &'a Kernel,
    space: &'a Space,
    packs: bool,
    wide: bool,
    multiprocessors: u32,
) -> Result<(Writer<'a>, Geometry)> {
    let axis = space.outer - 1;
    let plan = sweeps(kernel, space, &BTreeSet::new());
    let most_state = plan.iter().map(|sweep| 32 * sweep.reduces.len()).max().unwrap_or(0).max(1);
    let narrow = words(kernel, space);
    let ahead = narrow.unwrap_or(4);
    let mut vector = if packs && narrow.is_none() { vector(kernel, space, axis, false) } else { 1 };
    while vector > 1 && THREADS * vector * most_state > MAX_SHARED_BYTES {
        vector /= 2;
    }
    let extent = space.shape[axis];
    let chunks = space.rows() / extent.max(1) * (extent + vector as i64 - 1).div_euclid(vector as i64);
    let across = (chunks.clamp(1, 32) as usize).next_power_of_two();
    let down = THREADS / across;
    let tiles = (chunks as u64).div_ceil(across as u64);
    let length = space.length();
    let parts = if plan.len() > 1 {
        1
    } else {
        let blocks_that_fill_device = multiprocessors as u64 * resident(kernel, space, &plan[0]) / tiles.max(1);
        // A thread of the last block joins no more states than it reads elements.
        let max_parts = (length as u64).div_ceil((down * ahead * 2) as u64).min((length as u64).isqrt());
        blocks_that_fill_device.min(max_parts).clamp(1, 65535)
    };
    let w = Writer::new(kernel, space, wide, axis, vector);
    let mut columns = Columns { w, plan, across, down, ahead, narrow: narrow.is_some(), split: parts > 1 };
    columns.open(chunks, parts);
    for number in 0..columns.plan.len() {
        columns.sweep(number, tiles as usize, parts as usize)?;
    }
    columns.close();
    let class = if columns.split { Class::ColumnsSplit } else { Class::Columns };
    Ok((columns.w, Geometry { class, bounds: THREADS, block: THREADS as u32, grid: [tiles, parts] }))
}

/// How many blocks of a split reduction a multiprocessor runs at once, by the registers that the compiler was observed
/// to use.
///
/// Blocks beyond these begin when the others are done and leave most of the device idle: argmax of 16k x 16k float32
/// takes 247 us in 1024 blocks, and 334 in 1280, of which 1056 run at once.
fn resident(kernel: &Kernel, space: &Space, sweep: &Sweep) -> u64 {
    let heavy = sweep.reduces.len() > 1 || sweep.reduces.iter().any(|&id| is_deviations(kernel, id));
    let inner = (0..kernel.reads.len()).filter(|&i| space.is_inner(&space.reads[i]));
    match (heavy, inner.map(|i| kernel.reads[i].dtype.size()).max().unwrap_or(1) >= 8) {
        (false, false) => 8,
        (false, true) => 6,
        (true, false) => 5,
        (true, true) => 4,
    }
}

struct Columns<'a> {
    w: Writer<'a>,
    plan: Vec<Sweep>,
    /// Threads along the columns, and along the reduced axes.
    across: usize,
    down: usize,
    ahead: usize,
    /// Whether lanes read elements one by one.
    narrow: bool,
    split: bool,
}

impl<'a> Columns<'a> {
    fn open(&mut self, chunks: i64, parts: u64) {
        let (kernel, space, across, vector) = (self.w.kernel, self.w.space, self.across, self.w.vector);
        let w = &mut self.w;
        let chunks = w.fields.index("chunks", chunks);
        let length = w.fields.index("length", space.length());
        w.line(1, format!("const Index column_index = (Index)blockIdx.x * {across} + (Index)threadIdx.x % {across};"));
        w.line(1, format!("const bool live = column_index < {chunks};"));
        w.line(1, "const Index column = live ? column_index : 0;");
        if self.split {
            let parts = w.fields.index("parts", parts as i64);
            w.line(1, format!("const Index stride = {parts} * {};", self.down));
            w.line(
                1,
                format!("const Index first = (Index)blockIdx.y * {} + (Index)threadIdx.x / {across};", self.down),
            );
        } else {
            w.line(1, format!("const Index stride = {}, first = (Index)threadIdx.x / {across};", self.down));
        }
        w.line(1, format!("const Index end = live ? {length} : 0;"));
        w.decode(1, 0..space.outer, "column");
        let count = w.count();
        w.line(1, format!("const int count = live ? ({count}) : 0;"));
        for i in 0..kernel.reads.len() {
            let which = Which::Read(i);
            let terms = w.offset_terms(w.access(which), 0..space.outer);
            if space.is_inner(&space.reads[i]) {
                w.line(1, format!("const Index f{i} = {};", sum(&terms)));
            } else {
                w.line(1, format!("{} r{i}[{vector}];", c_type(kernel.reads[i].dtype)));
                w.load(1, which, &format!("r{i}"), terms, "count");
            }
        }
        for i in 0..kernel.positions.len() {
            let base = w.position(i, &format!("p.q{i}"), 0..space.outer);
            if space.is_inner(&space.positions[i]) {
                w.line(1, format!("const long long h{i} = {base};"));
            } else {
                w.line(1, format!("long long q{i}[{vector}];"));
                w.load_position(1, i, &format!("q{i}"), &base);
            }
        }
        for i in 0..kernel.writes.len() {
            let terms = w.offset_terms(w.access(Which::Write(i)), 0..space.outer);
            w.line(1, format!("const Index g{i} = {};", sum(&terms)));
        }
        self.outer_nodes(0);
    }

    fn outer_nodes(&mut self, pass: u8) {
        let (kernel, vector) = (self.w.kernel, self.w.vector);
        let fresh = self.w.known_after(pass);
        if fresh.is_empty() {
            return;
        }
        for &id in &fresh {
            self.w.line(1, format!("{} n{id}[{vector}];", c_type(kernel.nodes[id as usize].dtype)));
        }
        self.w.line(1, "#pragma unroll");
        self.w.line(1, format!("for (int k = 0; k < {vector}; ++k) {{"));
        for &id in &fresh {
            let text = match kernel.nodes[id as usize].kind {
                NodeKind::Reduce(..) => format!("state{}[k].s{id}.result()", pass - 1),
                _ => self.w.value(id, &|id| self.name(id), "k < count"),
            };
            self.w.line(2, format!("n{id}[k] = {text};"));
            self.note_refused(2, id, &format!("threadIdx.x < {} && k < count", self.across));
        }
        self.w.line(1, "}");
    }

    fn name(&self, id: NodeId) -> String {
        name(self.w.kernel, self.w.space, id)
    }

    fn note_refused(&mut self, depth: usize, id: NodeId, there: &str) {
        let (kernel, space) = (self.w.kernel, self.w.space);
        self.w.note_refused(depth, id, &|id| name(kernel, space, id), there);
    }

    fn sweep(&mut self, number: usize, tiles: usize, parts: usize) -> Result<()> {
        let sweep = self.plan[number].clone();
        let any = !sweep.reduces.is_empty();
        let vector = self.w.vector;
        let mut words = 0;
        if any {
            words = state(&mut self.w, number, &sweep.reduces)?;
            self.w.line(1, format!("State{number} state{number}[{vector}];"));
            self.w.line(1, "#pragma unroll");
            self.w.line(1, format!("for (int k = 0; k < {vector}; ++k) state{number}[k] = State{number}::empty();"));
        }
        if !sweep.writes.is_empty() {
            self.w.await_predecessor();
        }
        let ahead = self.ahead;
        self.w.line(1, "{");
        self.w.line(2, "Index at = first;");
        if self.narrow {
            self.w.line(2, "#pragma unroll 1");
            self.w.line(2, format!("for (; at < end; at += {ahead} * stride) {{"));
            self.elements(number, &sweep, ahead);
            self.w.line(2, "}");
        } else {
            self.w.line(2, format!("for (; at + {} * stride < end; at += {ahead} * stride) {{", ahead - 1));
            self.elements(number, &sweep, ahead);
            self.w.line(2, "}");
            self.w.line(2, "#pragma unroll 1");
            self.w.line(2, "for (; at < end; at += stride) {");
            self.elements(number, &sweep, 1);
            self.w.line(2, "}");
        }
        self.w.line(1, "}");
        if any {
            self.join(number, words, tiles, parts);
            self.outer_nodes(number as u8 + 1);
        }
        Ok(())
    }

    /// Accumulates `many` elements of each column. Where lanes read elements one by one, only the first `valid` may
    /// exist.
    fn elements(&mut self, number: usize, sweep: &Sweep, many: usize) {
        let (kernel, vector, narrow) = (self.w.kernel, self.w.vector, self.narrow);
        let axes = self.w.space.outer..self.w.space.rank();
        let elements = many * vector;
        for &i in &sweep.reads {
            self.w.line(3, format!("{} r{i}[{elements}];", c_type(kernel.reads[i].dtype)));
        }
        for &i in &sweep.positions {
            self.w.line(3, format!("long long q{i}[{elements}];"));
        }
        for &i in &sweep.writes {
            self.w.line(3, format!("{} w{i}[{elements}];", c_type(kernel.writes[i].view.dtype)));
        }
        if narrow {
            self.w.line(3, "int valid = 0;");
        }
        self.w.line(3, "#pragma unroll");
        self.w.line(3, format!("for (int u = 0; u < {many}; ++u) {{"));
        if narrow {
            // Past the end the first element is loaded again, and ignored.
            self.w.line(4, "const bool there = at + u * stride < end;");
            self.w.line(4, "const Index place = there ? at + u * stride : at;");
            self.w.line(4, "valid += there;");
        } else {
            self.w.line(4, "const Index place = at + u * stride;");
        }
        self.w.decode(4, axes.clone(), "place");
        let count = if vector == 1 { "1" } else { "count" };
        for &i in &sweep.reads {
            let mut terms = vec![format!("f{i}")];
            terms.extend(self.w.offset_terms(self.w.access(Which::Read(i)), axes.clone()));
            self.w.load(4, Which::Read(i), &format!("r{i} + u * {vector}"), terms, count);
        }
        for &i in &sweep.positions {
            let base = self.w.position(i, &format!("h{i}"), axes.clone());
            self.w.load_position(4, i, &format!("q{i} + u * {vector}"), &base);
        }
        self.w.line(3, "}");
        for &id in &sweep.reduces {
            let of = kernel.nodes[id as usize].kind.operands()[0];
            self.w.line(3, format!("{} x{id}[{elements}];", c_type(kernel.nodes[of as usize].dtype)));
        }
        self.w.line(3, "#pragma unroll");
        self.w.line(3, format!("for (int k = 0; k < {vector}; ++k) {{"));
        self.w.line(4, "#pragma unroll");
        self.w.line(4, format!("for (int u = 0; u < {many}; ++u) {{"));
        self.w.line(5, format!("const int e = u * {vector} + k;"));
        for &id in &sweep.nodes {
            let text = self.w.value(id, &|id| self.name(id), "k < count");
            self.w.line(5, format!("const {} n{id} = {text};", c_type(kernel.nodes[id as usize].dtype)));
            self.note_refused(5, id, "k < count");
        }
        for &id in &sweep.reduces {
            let of = self.name(kernel.nodes[id as usize].kind.operands()[0]);
            self.w.line(5, format!("x{id}[k * {many} + u] = {of};"));
        }
        for &i in &sweep.writes {
            let of = self.name(kernel.writes[i].node);
            self.w.line(5, format!("w{i}[e] = {of};"));
        }
        self.w.line(4, "}");
        self.w.line(3, "}");
        let each_column = format!("for (int k = 0; k < {vector}; ++k)");
        for &id in &sweep.reduces {
            let (state, x) = (format!("state{number}[k].s{id}"), format!("x{id} + k * {many}"));
            let there = if narrow { "u < valid" } else { "1" };
            if needs_indices(kernel, id) {
                self.w.line(3, "#pragma unroll");
                self.w.line(3, format!("{each_column} {{"));
                self.w.line(4, "#pragma unroll");
                let each = format!("for (int u = 0; u < {many}; ++u)");
                self.w.line(4, format!("{each} {state}.some<1>({x} + u, {there}, at + u * stride);"));
                self.w.line(3, "}");
            } else if !narrow {
                self.w.line(3, "#pragma unroll");
                self.w.line(3, format!("{each_column} {state}.whole<{many}>({x});"));
            } else if is_deviations(kernel, id) {
                self.w.line(3, "#pragma unroll");
                self.w.line(3, format!("{each_column} {state}.some<{many}>({x}, valid);"));
            } else {
                self.w.line(3, format!("if (valid == {many}) {{"));
                self.w.line(4, "#pragma unroll");
                self.w.line(4, format!("{each_column} {state}.whole<{many}>({x});"));
                self.w.line(3, "} else {");
                self.w.line(4, "#pragma unroll");
                self.w.line(4, format!("{each_column} {state}.some<{many}>({x}, valid);"));
                self.w.line(3, "}");
            }
        }
        if !sweep.writes.is_empty() {
            self.w.line(3, "#pragma unroll");
            self.w.line(3, format!("for (int u = 0; u < {many}; ++u) {{"));
            self.w.line(4, "const Index place = at + u * stride;");
            let there = if narrow { "place < end ? count : 0" } else { "count" };
            self.w.line(4, format!("const int there = {there};"));
            self.w.decode(4, axes.clone(), "place");
            for &i in &sweep.writes {
                let mut terms = vec![format!("g{i}")];
                terms.extend(self.w.offset_terms(self.w.access(Which::Write(i)), axes.clone()));
                self.w.store(4, Which::Write(i), &format!("w{i} + u * {vector}"), terms, "there");
            }
            self.w.line(3, "}");
        }
    }

    fn join(&mut self, number: usize, words: usize, tiles: usize, parts: usize) {
        let (across, down, vector) = (self.across, self.down, self.w.vector);
        let state = format!("state{number}");
        let join = format!("join_columns<{across}, {down}, {vector}>({state});");
        if !self.split {
            self.w.line(1, &join);
            return;
        }
        self.w.await_predecessor();
        self.w.fields.workspace(tiles, tiles * parts * across * vector * words * 4);
        // One state remains for each column of each part, in the order of the columns.
        let entry = |part: &str| {
            format!(
                "p.partials + ((((size_t){part} * gridDim.x + blockIdx.x) * {vector} + k) * {across} + threadIdx.x % {across}) * State{number}::words"
            )
        };
        // First the states of a part are joined, then those of all parts, by the same code.
        self.w.line(1, "#pragma unroll 1");
        self.w.line(1, "for (int turn = 0;; ++turn) {");
        self.w.line(2, &join);
        self.w.line(2, "if (turn == 1) break;");
        self.w.line(2, format!("if (threadIdx.x < {across})"));
        self.w.line(3, format!("for (int k = 0; k < {vector}; ++k) leave({}, {state}[k]);", entry("blockIdx.y")));
        self.w.line(2, "if (!last_of(p.tickets + blockIdx.x, (unsigned)p.parts)) return;");
        let each_column = format!("for (int k = 0; k < {vector}; ++k)");
        self.w.line(2, "#pragma unroll");
        self.w.line(2, format!("{each_column} {state}[k] = State{number}::empty();"));
        // Several loads of states are in flight at a time; one after another, their latencies would add up.
        let ahead = if words * vector <= MAX_FETCHED_WORDS { 4 } else { 1 };
        let entry_of = entry(&format!("(i + u * {down})"));
        self.w.line(2, "#pragma unroll 1");
        let step = ahead * down;
        self.w.line(2, format!("for (Index i = (Index)threadIdx.x / {across}; i < p.parts; i += {step}) {{"));
        self.w.line(3, format!("State{number} other[{}];", ahead * vector));
        let one = format!("other[u * {vector} + k]");
        for text in [format!("fetch({entry_of}, {one});"), format!("{state}[k].join({one});")] {
            self.w.line(3, "#pragma unroll");
            self.w.line(3, format!("for (int u = 0; u < {ahead}; ++u) {{"));
            self.w.line(4, format!("if (i + u * {down} < p.parts) {{"));
            self.w.line(5, "#pragma unroll");
            self.w.line(5, format!("{each_column} {text}"));
            self.w.line(4, "}");
            self.w.line(3, "}");
        }
        self.w.line(2, "}");
        self.w.line(1, "}");
    }

    fn close(&mut self) {
        let (kernel, across, vector) = (self.w.kernel, self.across, self.w.vector);
        let outer = self.w.begin_outer_writes();
        if outer.is_empty() {
            return;
        }
        self.w.line(1, format!("if (live && threadIdx.x < {across}) {{"));
        for i in outer {
            self.w.line(2, format!("{} w{i}[{vector}];", c_type(kernel.writes[i].view.dtype)));
            self.w.line(2, "#pragma unroll");
            let value = self.name(kernel.writes[i].node);
            self.w.line(2, format!("for (int k = 0; k < {vector}; ++k) w{i}[k] = {value};"));
            self.w.store(2, Which::Write(i), &format!("w{i}"), vec![format!("g{i}")], "count");
        }
        self.w.line(1, "}");
    }
}

/// The name of a value for column `k` and, where it is inner, element `e`.
fn name(kernel: &Kernel, space: &Space, id: NodeId) -> String {
    let inner = space.levels[id as usize].inner;
    match kernel.nodes[id as usize].kind {
        NodeKind::Read(i) => format!("r{i}[{}]", if inner { "e" } else { "k" }),
        NodeKind::Position(i) => format!("q{i}[{}]", if inner { "e" } else { "k" }),
        NodeKind::Scalar(_) => scalar(kernel, id),
        _ if inner => format!("n{id}"),
        _ => format!("n{id}[k]"),
    }
}
