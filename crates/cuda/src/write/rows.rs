//! Reductions along the axis of the smallest stride: a lane, some lanes, a block or several blocks for each row.

use std::collections::BTreeSet;

use cuprust_ir::{Kernel, NodeId, NodeKind, Result};

use super::launch::{Class, Geometry};
use super::map::{is_long, vector};
use super::reduce::{MAX_PREFETCHED_BYTES, Sweep, needs_indices, shared, state, sweeps};
use super::space::Space;
use super::writer::{Which, Writer, c_type, single};

/// The distribution of rows among the lanes of a block.
#[derive(Debug, Clone, Copy)]
struct Shape {
    /// Threads in a block.
    threads: usize,
    /// Lanes for each row: up to a warp, or the whole block.
    lanes: usize,
    /// Packs of each read that a lane keeps from one sweep to the next; none where rows are read again.
    held: usize,
    /// Blocks that share a row.
    parts: u64,
    /// Packs of each read that are loaded before the first is used.
    ahead: usize,
}

/// The threads of a multiprocessor for rows that are split among blocks: with several packs each in flight, half of the
/// maximum keep the memory busy, and the next kernel can start before this one has ended.
const THREADS_PER_MULTIPROCESSOR: u64 = 1024;

/// The most bytes of reads that a lane keeps.
const MAX_LANE_BYTES: usize = 64;

/// Rows of at most this many elements are one lane's each, where there are at least so many rows: a lane then computes
/// no more elements than there are, and joins them with no other. Fewer rows do not repay the longer code.
const MAX_OWN_ELEMENTS: i64 = 32;
const MIN_OWN_ROWS: i64 = 1 << 17;

/// The reads that only a last sweep without reductions uses: they are loaded where they are used.
fn late(sweeps: &[Sweep]) -> BTreeSet<usize> {
    match sweeps.split_last() {
        Some((last, earlier)) if !earlier.is_empty() && last.reduces.is_empty() => {
            let had: BTreeSet<usize> = earlier.iter().flat_map(|sweep| sweep.reads.iter().copied()).collect();
            last.reads.iter().copied().filter(|read| !had.contains(read)).collect()
        }
        _ => BTreeSet::new(),
    }
}

fn shape(kernel: &Kernel, space: &Space, sweeps: &[Sweep], vector: usize, multiprocessors: u32) -> Shape {
    let (rows, length) = (space.rows(), space.length());
    let late = late(sweeps);
    let inner = (0..kernel.reads.len()).filter(|i| space.is_inner(&space.reads[*i]) && !late.contains(i));
    let bytes: usize = inner.map(|i| kernel.reads[i].dtype.size()).sum::<usize>().max(1) * vector;
    let chunks = (length.max(1) as usize).div_ceil(vector);
    let ahead = match MAX_PREFETCHED_BYTES / bytes {
        0 | 1 => 1,
        2 | 3 => 2,
        _ => 4,
    };
    let whole_rows = |lanes: usize| Shape { threads: 256, lanes, held: 0, parts: 1, ahead };
    if sweeps.len() > 1 {
        let most = (2 * MAX_LANE_BYTES / bytes).max(1);
        if length <= MAX_OWN_ELEMENTS && rows >= MIN_OWN_ROWS && chunks <= most {
            return Shape { threads: 128, lanes: 1, held: chunks, parts: 1, ahead };
        }
        // Where operations have long code, more lanes with fewer elements each compile sooner.
        let each = if kernel.nodes.iter().any(|node| is_long(&node.kind)) { 1 } else { 4 };
        let lanes = [1usize, 4, 8, 16, 32].into_iter().find(|lanes| lanes * most.min(each) >= chunks);
        if let Some(lanes) = lanes.or((32 * most >= chunks).then_some(32)) {
            let held = chunks.div_ceil(lanes).next_power_of_two();
            return Shape { threads: 128, lanes, held, parts: 1, ahead };
        }
        // Long rows are best with few threads and many elements each: two blocks then fit on a multiprocessor, and one
        // of them transfers memory while the other computes.
        for (threads, most) in [
            (128, MAX_LANE_BYTES / bytes),
            (256, MAX_LANE_BYTES / bytes),
            (512, MAX_LANE_BYTES / bytes),
            (512, 2 * MAX_LANE_BYTES / bytes),
        ] {
            if threads * most >= chunks {
                return Shape {
                    threads,
                    lanes: threads,
                    held: chunks.div_ceil(threads).next_power_of_two(),
                    parts: 1,
                    ahead,
                };
            }
        }
        return Shape { threads: 1024, lanes: 1024, held: 0, parts: 1, ahead };
    }
    match (chunks, length) {
        (..=2, _) => whole_rows(1),
        (..=8, _) => whole_rows(4),
        (..=32, _) => whole_rows(8),
        (..=64, _) => whole_rows(16),
        (_, ..=1024) => whole_rows(32),
        _ => {
            let threads = if length > 8192 { 512 } else { 256 };
            // A part is worth a block of its own if each lane has a few packs of it.
            let parts_that_fill_device =
                (multiprocessors as u64 * THREADS_PER_MULTIPROCESSOR / threads as u64).div_ceil(rows.max(1) as u64);
            let possible = (chunks as u64).div_ceil((threads * ahead * 2) as u64);
            let parts = parts_that_fill_device.min(possible).max(1);
            Shape { threads, lanes: threads, held: 0, parts, ahead }
        }
    }
}

/// Writes a reduction along rows.
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
    let axis = space.rank() - 1;
    let vector = if packs { vector(kernel, space, axis, false) } else { 1 };
    let mut plan = sweeps(kernel, space, &BTreeSet::new());
    let shape = shape(kernel, space, &plan, vector, multiprocessors);
    let kept = if shape.held > 0 { shared(&plan) } else { BTreeSet::new() };
    if shape.held > 0 {
        plan = sweeps(kernel, space, &kept);
    }
    // Rows of several axes that end within packs are read without packs.
    let cut = space.rank() - space.outer > 1 && space.shape[axis] % vector as i64 != 0;
    let vector = if cut && shape.held == 0 { 1 } else { vector };
    let w = Writer::new(kernel, space, wide, axis, vector);
    let late = if shape.held > 0 { late(&plan) } else { BTreeSet::new() };
    let mut rows = Rows { w, shape, kept, late, by_packs: false, plan, split: shape.parts > 1 };
    rows.open();
    for number in 0..rows.plan.len() {
        rows.sweep(number)?;
    }
    rows.close();
    let groups = (space.rows() as u64).div_ceil((shape.threads / shape.lanes) as u64);
    let class = if rows.split { Class::RowsSplit } else { Class::Rows };
    Ok((
        rows.w,
        Geometry { class, bounds: shape.threads, block: shape.threads as u32, grid: [groups * shape.parts, 1] },
    ))
}

struct Rows<'a> {
    w: Writer<'a>,
    shape: Shape,
    kept: BTreeSet<NodeId>,
    /// The reads that are not held.
    late: BTreeSet<usize>,
    /// The pack `u` of what is held, if the present elements are those of one pack.
    by_packs: bool,
    plan: Vec<Sweep>,
    split: bool,
}

impl<'a> Rows<'a> {
    /// Emits the row and the lane of this thread, and all values that are the same along a row.
    fn open(&mut self) {
        let (Shape { threads, lanes, .. }, space, kernel) = (self.shape, self.w.space, self.w.kernel);
        let rows = self.w.fields.index("rows", space.rows());
        let vector = self.w.vector as i64;
        let extent = space.shape[self.w.axis];
        let chunks = space.length() / extent.max(1) * (extent + vector - 1).div_euclid(vector);
        let whole = if extent % vector == 0 || space.rank() - space.outer == 1 { space.length() / vector } else { 0 };
        let w = &mut self.w;
        // Held rows are counted in packs, some of them partial; others in whole packs first, and then in elements.
        let end = if self.shape.held > 0 {
            w.fields.index("chunks", chunks)
        } else {
            w.fields.index("length", space.length())
        };
        w.fields.index("whole", whole);
        if self.split {
            let parts = w.fields.divisor("parts", self.shape.parts as i64);
            w.line(1, format!("const Index row = divide((Index)blockIdx.x, {parts});"));
            w.line(1, format!("const Index share = (Index)blockIdx.x - row * (Index){parts}.by;"));
            w.line(1, format!("const Index stride = (Index){parts}.by * {threads};"));
            w.line(1, format!("const Index first = share * {threads} + (Index)threadIdx.x;"));
            w.line(1, format!("const Index end = {end}, full = p.whole;"));
        } else if lanes == threads {
            w.line(1, "const Index row = (Index)blockIdx.x;");
            w.line(1, format!("const Index stride = {threads}, first = (Index)threadIdx.x;"));
            w.line(1, format!("const Index end = {end}, full = p.whole;"));
        } else {
            w.line(
                1,
                format!("const Index given = (Index)blockIdx.x * {} + (Index)threadIdx.x / {lanes};", threads / lanes),
            );
            w.line(1, format!("const bool live = given < {rows};"));
            w.line(1, "const Index row = live ? given : 0;");
            w.line(1, format!("const Index stride = {lanes}, first = (Index)threadIdx.x % {lanes};"));
            w.line(1, format!("const Index end = live ? {end} : 0, full = live ? p.whole : 0;"));
        }
        w.decode(1, 0..space.outer, "row");
        for i in 0..kernel.reads.len() {
            let which = Which::Read(i);
            if space.is_inner(&space.reads[i]) {
                self.base(which, &format!("f{i}"));
            } else {
                let (element, kind) = (self.w.element(which, 0..space.outer), c_type(kernel.reads[i].dtype));
                // A lane without a row would read what the lane of the first row may be writing.
                let written = kernel.writes.iter().any(|write| write.view.storage == kernel.reads[i].storage);
                let value =
                    if written && lanes != threads { format!("live ? {element} : zero<{kind}>()") } else { element };
                self.w.line(1, format!("const {kind} r{i} = {value};"));
            }
        }
        for i in 0..kernel.positions.len() {
            let base = self.w.position(i, &format!("p.q{i}"), 0..space.outer);
            let name = if space.is_inner(&space.positions[i]) { "h" } else { "q" };
            self.w.line(1, format!("const long long {name}{i} = {base};"));
        }
        for i in 0..kernel.writes.len() {
            if space.is_inner(&space.writes[i]) {
                self.base(Which::Write(i), &format!("g{i}"));
            }
        }
        let there = self.there();
        self.w.outer_nodes(0, &there);
        if self.shape.held > 0 {
            self.hold();
        }
    }

    /// The offset of the start of a row in an operand.
    fn base(&mut self, which: Which, name: &str) {
        let terms = self.w.offset_terms(self.w.access(which), 0..self.w.space.outer);
        self.w.line(1, format!("const Index {name} = {};", super::writer::sum(&terms)));
    }

    /// The name of a value within a sweep, for element `e`.
    fn inner_name(&self, id: NodeId) -> String {
        let (kernel, vector) = (self.w.kernel, self.w.vector);
        let name = single(kernel, id);
        let is_array = match kernel.nodes[id as usize].kind {
            NodeKind::Read(_) | NodeKind::Position(_) => true,
            _ => self.kept.contains(&id),
        };
        let is_late =
            matches!(kernel.nodes[id as usize].kind, NodeKind::Read(read) if self.late.contains(&usize::from(read)));
        match self.w.space.levels[id as usize].inner && is_array {
            true if self.by_packs && !is_late => format!("{name}[u * {vector} + e]"),
            true => format!("{name}[e]"),
            false => name,
        }
    }

    fn note_refused(&mut self, depth: usize, id: NodeId, there: &str) {
        let operands: Vec<(NodeId, String)> =
            self.w.kernel.nodes[id as usize].kind.operands().iter().map(|&of| (of, self.inner_name(of))).collect();
        let name = |of: NodeId| {
            operands.iter().find(|(known, _)| *known == of).map_or_else(String::new, |(_, name)| name.clone())
        };
        self.w.note_refused(depth, id, &name, there);
    }

    /// Emits the loads of all that the sweeps read, once.
    fn hold(&mut self) {
        let (kernel, held, vector) = (self.w.kernel, self.shape.held, self.w.vector);
        let elements = held * vector;
        let reads = self.plan.iter().flat_map(|sweep| sweep.reads.iter().copied());
        let reads: BTreeSet<usize> = reads.filter(|read| !self.late.contains(read)).collect();
        let positions: BTreeSet<usize> = self.plan.iter().flat_map(|sweep| sweep.positions.iter().copied()).collect();
        for &i in &reads {
            self.w.line(1, format!("{} r{i}[{elements}] = {{}};", c_type(kernel.reads[i].dtype)));
        }
        for &i in &positions {
            self.w.line(1, format!("long long q{i}[{elements}] = {{}};"));
        }
        for &id in &self.kept {
            self.w.line(1, format!("{} n{id}[{elements}];", c_type(kernel.nodes[id as usize].dtype)));
        }
        self.w.line(1, format!("int count[{held}];"));
        self.w.line(1, format!("const bool complete = first + {} * stride < full;", held - 1));
        self.w.line(1, "#pragma unroll");
        self.w.line(1, format!("for (int u = 0; u < {held}; ++u) {{"));
        self.w.line(2, "const Index chunk = first + u * stride;");
        self.w.line(2, "count[u] = 0;");
        self.w.line(2, "if (chunk < end) {");
        self.decode(3);
        let count = self.w.count();
        self.w.line(3, format!("count[u] = {count};"));
        let (reads, positions): (Vec<usize>, Vec<usize>) =
            (reads.into_iter().collect(), positions.into_iter().collect());
        self.loads(3, &reads, &positions, &format!(" + u * {vector}"), "count[u]");
        self.w.line(2, "}");
        self.w.line(1, "}");
    }

    fn decode(&mut self, depth: usize) {
        let axes = self.w.space.outer..self.w.space.rank();
        self.w.decode(depth, axes, "chunk");
    }

    fn loads(&mut self, depth: usize, reads: &[usize], positions: &[usize], offset: &str, count: &str) {
        let axes = self.w.space.outer..self.w.space.rank();
        for &i in reads {
            let mut terms = vec![format!("f{i}")];
            terms.extend(self.w.offset_terms(self.w.access(Which::Read(i)), axes.clone()));
            self.w.load(depth, Which::Read(i), &format!("r{i}{offset}"), terms, count);
        }
        for &i in positions {
            let base = self.w.position(i, &format!("h{i}"), axes.clone());
            self.w.load_position(depth, i, &format!("q{i}{offset}"), &base);
        }
    }

    fn stores(&mut self, depth: usize, writes: &[usize], offset: &str, count: &str) {
        let axes = self.w.space.outer..self.w.space.rank();
        for &i in writes {
            let mut terms = vec![format!("g{i}")];
            terms.extend(self.w.offset_terms(self.w.access(Which::Write(i)), axes.clone()));
            self.w.store(depth, Which::Write(i), &format!("w{i}{offset}"), terms, count);
        }
    }

    /// The condition that holds in the first lane of each existing row.
    fn there(&self) -> String {
        let Shape { threads, lanes, .. } = self.shape;
        let live = if lanes == threads { "" } else { "live && " };
        format!("{live}threadIdx.x % {lanes} == 0")
    }

    /// Computes a sweep's nodes for `elements` present elements, into `x..` for the reductions and `w..` for the
    /// writes. Element `e` belongs to the row where `there`.
    fn compute(&mut self, depth: usize, sweep: &Sweep, elements: usize, there: &str) {
        let kernel = self.w.kernel;
        for &id in &sweep.reduces {
            let of = kernel.nodes[id as usize].kind.operands()[0];
            self.w.line(depth, format!("{} x{id}[{elements}];", c_type(kernel.nodes[of as usize].dtype)));
        }
        for &i in &sweep.writes {
            self.w.line(depth, format!("{} w{i}[{elements}];", c_type(kernel.writes[i].view.dtype)));
        }
        self.w.line(depth, "#pragma unroll");
        self.w.line(depth, format!("for (int e = 0; e < {elements}; ++e) {{"));
        for &id in &sweep.nodes {
            let text = self.w.value(id, &|id| self.inner_name(id), there);
            if self.kept.contains(&id) {
                let name = self.inner_name(id);
                self.w.line(depth + 1, format!("{name} = {text};"));
            } else {
                self.w.line(depth + 1, format!("const {} n{id} = {text};", c_type(kernel.nodes[id as usize].dtype)));
            }
            self.note_refused(depth + 1, id, there);
        }
        for &id in &sweep.reduces {
            let of = self.inner_name(kernel.nodes[id as usize].kind.operands()[0]);
            self.w.line(depth + 1, format!("x{id}[e] = {of};"));
        }
        for &i in &sweep.writes {
            let of = self.inner_name(kernel.writes[i].node);
            self.w.line(depth + 1, format!("w{i}[e] = {of};"));
        }
        self.w.line(depth, "}");
    }

    /// The index along the inner axes of the first element of a chunk.
    fn chunk_index(&mut self) -> String {
        let (space, axis, vector) = (self.w.space, self.w.axis, self.w.vector as i64);
        let extent = space.shape[axis];
        if space.rank() - space.outer == 1 || extent % vector == 0 {
            return if vector == 1 { "chunk".into() } else { format!("chunk * {vector}") };
        }
        let extent = self.w.fields.index(&format!("e{axis}"), extent);
        format!("o{axis} * {extent} + a{axis}")
    }

    fn sweep(&mut self, number: usize) -> Result<()> {
        let sweep = self.plan[number].clone();
        let any = !sweep.reduces.is_empty();
        let mut words = 0;
        if any {
            words = state(&mut self.w, number, &sweep.reduces)?;
            self.w.line(1, format!("State{number} state{number} = State{number}::empty();"));
        }
        if !sweep.writes.is_empty() {
            self.w.await_predecessor();
        }
        if self.shape.held > 0 && number + 1 == self.plan.len() && !self.late.is_empty() {
            self.sweep_by_packs(&sweep);
        } else if self.shape.held > 0 {
            self.sweep_held(number, &sweep);
        } else {
            self.w.line(1, "{");
            self.w.line(2, "Index at = first;");
            if self.shape.ahead > 1 {
                self.sweep_ahead(number, &sweep);
            }
            self.sweep_rest(number, &sweep);
            self.w.line(1, "}");
        }
        if any {
            self.join(number, words);
            let there = self.there();
            self.w.outer_nodes(number as u8 + 1, &there);
        }
        Ok(())
    }

    /// The last sweep, where it loads what the others do not use: pack by pack, so that few registers are needed in
    /// addition to the row.
    fn sweep_by_packs(&mut self, sweep: &Sweep) {
        let (held, vector) = (self.shape.held, self.w.vector);
        self.w.line(1, "#pragma unroll");
        self.w.line(1, format!("for (int u = 0; u < {held}; ++u) {{"));
        self.w.line(2, "if (count[u] > 0) {");
        self.w.line(3, "const Index chunk = first + u * stride;");
        self.decode(3);
        let late: Vec<usize> = self.late.iter().copied().collect();
        for &i in &late {
            self.w.line(3, format!("{} r{i}[{vector}];", c_type(self.w.kernel.reads[i].dtype)));
        }
        self.loads(3, &late, &[], "", "count[u]");
        self.by_packs = true;
        self.compute(3, sweep, vector, "e < count[u]");
        self.by_packs = false;
        self.stores(3, &sweep.writes, "", "count[u]");
        self.w.line(2, "}");
        self.w.line(1, "}");
    }

    fn sweep_held(&mut self, number: usize, sweep: &Sweep) {
        let (held, vector) = (self.shape.held, self.w.vector);
        self.w.line(1, "{");
        let elements = held * vector;
        self.compute(2, sweep, elements, &format!("e % {vector} < count[e / {vector}]"));
        let plain: Vec<NodeId> =
            sweep.reduces.iter().copied().filter(|&id| !needs_indices(self.w.kernel, id)).collect();
        if !plain.is_empty() {
            // Where a lane holds only whole packs, its elements need no bounds checks.
            self.w.line(2, "if (complete) {");
            for &id in &plain {
                self.w.line(3, format!("state{number}.s{id}.whole<{elements}>(x{id});"));
            }
            self.w.line(2, "} else {");
            self.w.line(3, "#pragma unroll");
            self.w.line(3, format!("for (int u = 0; u < {held}; ++u) {{"));
            for &id in &plain {
                self.w.line(4, format!("state{number}.s{id}.some<{vector}>(x{id} + u * {vector}, count[u]);"));
            }
            self.w.line(3, "}");
            self.w.line(2, "}");
            if plain.len() == sweep.reduces.len() && sweep.writes.is_empty() {
                self.w.line(1, "}");
                return;
            }
        }
        self.w.line(2, "#pragma unroll");
        self.w.line(2, format!("for (int u = 0; u < {held}; ++u) {{"));
        let with_positions = sweep.reduces.iter().any(|&id| needs_indices(self.w.kernel, id));
        if with_positions || !sweep.writes.is_empty() {
            self.w.line(3, "const Index chunk = first + u * stride;");
            self.decode(3);
        }
        for &id in sweep.reduces.iter().filter(|&&id| needs_indices(self.w.kernel, id)) {
            let first = self.chunk_index();
            self.w.line(3, format!("state{number}.s{id}.some<{vector}>(x{id} + u * {vector}, count[u], {first});"));
        }
        if !sweep.writes.is_empty() {
            self.w.line(3, "if (count[u] > 0) {");
            self.stores(4, &sweep.writes, &format!(" + u * {vector}"), "count[u]");
            self.w.line(3, "}");
        }
        self.w.line(2, "}");
        self.w.line(1, "}");
    }

    /// The loop over several whole chunks at a time: all loads precede the first use.
    fn sweep_ahead(&mut self, number: usize, sweep: &Sweep) {
        let (ahead, vector, kernel) = (self.shape.ahead, self.w.vector, self.w.kernel);
        let elements = ahead * vector;
        self.w.line(2, "#pragma unroll 1");
        self.w.line(2, format!("for (; at + {} * stride < full; at += {ahead} * stride) {{", ahead - 1));
        self.arrays(3, sweep, elements);
        let count = vector.to_string();
        let offset = format!(" + u * {vector}");
        let per_chunk = |rows: &mut Self| {
            rows.w.line(3, "#pragma unroll");
            rows.w.line(3, format!("for (int u = 0; u < {ahead}; ++u) {{"));
            rows.w.line(4, "const Index chunk = at + u * stride;");
            rows.decode(4);
        };
        per_chunk(self);
        self.loads(4, &sweep.reads, &sweep.positions, &offset, &count);
        self.w.line(3, "}");
        self.compute(3, sweep, elements, "");
        let (with_positions, plain): (Vec<NodeId>, Vec<NodeId>) =
            sweep.reduces.iter().partition(|&&id| needs_indices(kernel, id));
        for id in plain {
            self.w.line(3, format!("state{number}.s{id}.whole<{elements}>(x{id});"));
        }
        if !with_positions.is_empty() || !sweep.writes.is_empty() {
            per_chunk(self);
            for id in with_positions {
                let first = self.chunk_index();
                self.w.line(4, format!("state{number}.s{id}.some<{vector}>(x{id}{offset}, {vector}, {first});"));
            }
            self.stores(4, &sweep.writes, &offset, &count);
            self.w.line(3, "}");
        }
        self.w.line(2, "}");
    }

    /// The loop over the remaining whole packs, and that over the elements of a partial pack.
    fn sweep_rest(&mut self, number: usize, sweep: &Sweep) {
        self.w.line(2, "#pragma unroll 1");
        self.w.line(2, "for (Index chunk = at; chunk < full; chunk += stride) {");
        self.sweep_one(number, sweep);
        self.w.line(2, "}");
        let (vector, one_axis) = (self.w.vector, self.w.space.rank() - self.w.space.outer == 1);
        if vector > 1 && one_axis {
            self.w.line(2, "#pragma unroll 1");
            self.w.line(2, format!("for (Index chunk = full * {vector} + first; chunk < end; chunk += stride) {{"));
            self.w.vector = 1;
            self.sweep_one(number, sweep);
            self.w.vector = vector;
            self.w.line(2, "}");
        }
    }

    /// The use of the present chunk, all of which exists.
    fn sweep_one(&mut self, number: usize, sweep: &Sweep) {
        let (vector, kernel) = (self.w.vector, self.w.kernel);
        let count = vector.to_string();
        self.decode(3);
        self.arrays(3, sweep, vector);
        self.loads(3, &sweep.reads, &sweep.positions, "", &count);
        self.compute(3, sweep, vector, "");
        for &id in &sweep.reduces {
            let take = if needs_indices(kernel, id) {
                format!("some<{vector}>(x{id}, {vector}, {})", self.chunk_index())
            } else {
                format!("whole<{vector}>(x{id})")
            };
            self.w.line(3, format!("state{number}.s{id}.{take};"));
        }
        self.stores(3, &sweep.writes, "", &count);
    }

    fn arrays(&mut self, depth: usize, sweep: &Sweep, elements: usize) {
        for &i in &sweep.reads {
            self.w.line(depth, format!("{} r{i}[{elements}];", c_type(self.w.kernel.reads[i].dtype)));
        }
        for &i in &sweep.positions {
            self.w.line(depth, format!("long long q{i}[{elements}];"));
        }
    }

    /// Joins the states of a row's lanes, in a fixed order, so that every lane that needs the result has it.
    fn join(&mut self, number: usize, words: usize) {
        let Shape { threads, lanes, parts, .. } = self.shape;
        let state = format!("state{number}");
        if !self.split {
            if lanes == threads {
                self.w.line(1, format!("join_block<{threads}>({state});"));
            } else if lanes > 1 {
                self.w.line(1, format!("join_lanes<{lanes}>({state});"));
                self.w.line(1, format!("{state} = from_lane({state}, 0, {lanes});"));
            }
            return;
        }
        self.w.await_predecessor();
        let rows = self.w.space.rows() as usize;
        self.w.fields.workspace(rows, rows * parts as usize * words * 4);
        // First the states of a part are joined, then those of all parts, by the same code.
        self.w.line(1, "#pragma unroll 1");
        self.w.line(1, "for (int turn = 0;; ++turn) {");
        self.w.line(2, format!("join_block<{threads}>({state});"));
        self.w.line(2, "if (turn == 1) break;");
        let partial = |part: &str| format!("p.partials + (size_t){part} * State{number}::words");
        self.w.line(2, format!("if (threadIdx.x == 0) leave({}, {state});", partial("blockIdx.x")));
        self.w.line(2, "if (!last_of(p.tickets + row, (unsigned)p.parts.by)) return;");
        self.w.line(2, format!("{state} = State{number}::empty();"));
        self.w.line(2, "#pragma unroll 1");
        self.w.line(2, format!("for (Index i = (Index)threadIdx.x; i < (Index)p.parts.by; i += {threads}) {{"));
        self.w.line(3, format!("State{number} other;"));
        let part = partial("((size_t)row * (size_t)p.parts.by + (size_t)i)");
        self.w.line(3, format!("fetch({part}, other);"));
        self.w.line(3, format!("{state}.join(other);"));
        self.w.line(2, "}");
        self.w.line(1, "}");
    }

    /// Stores the outer writes.
    fn close(&mut self) {
        let (space, kernel) = (self.w.space, self.w.kernel);
        let outer = self.w.begin_outer_writes();
        if outer.is_empty() {
            return;
        }
        let there = self.there();
        self.w.line(1, format!("if ({there}) {{"));
        for i in outer {
            let element = self.w.element(Which::Write(i), 0..space.outer);
            let value = single(kernel, kernel.writes[i].node);
            self.w.line(2, format!("{element} = {value};"));
        }
        self.w.line(1, "}");
    }
}
