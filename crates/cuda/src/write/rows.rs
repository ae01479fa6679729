//! Reductions along the axis of the smallest stride: one lane, a group of lanes, a block or several blocks per row.

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
    /// Lanes per row: up to a warp, or the whole block.
    lanes: usize,
    /// Packs of each read that a lane keeps in registers from one sweep to the next; 0 where each sweep loads the row
    /// again.
    held: usize,
    /// Blocks per row.
    parts: u64,
    /// Prefetch distance: packs of each read that are loaded before the first is used.
    ahead: usize,
}

/// Threads per multiprocessor for rows that are split among blocks: with several loads in flight per thread, half of
/// the maximum saturate the memory bandwidth, and the next kernel can start before this one has ended.
const THREADS_PER_MULTIPROCESSOR: u64 = 1024;

/// Most bytes of reads that a lane keeps in registers.
const MAX_LANE_BYTES: usize = 64;

/// Rows of at most `MAX_OWN_ELEMENTS` elements are reduced by one lane each where there are at least `MIN_OWN_ROWS`
/// rows: no lane is then idle, and no shuffles are needed. For fewer rows the longer code takes more time than it
/// saves.
const MAX_OWN_ELEMENTS: i64 = 32;
const MIN_OWN_ROWS: i64 = 1 << 17;

/// The reads that only the last sweep uses, where it has no reductions: they are loaded there, and not kept in
/// registers.
fn late(sweeps: &[Sweep]) -> BTreeSet<usize> {
    match sweeps.split_last() {
        Some((last, earlier)) if !earlier.is_empty() && last.reduces.is_empty() => {
            let read_earlier: BTreeSet<usize> = earlier.iter().flat_map(|sweep| sweep.reads.iter().copied()).collect();
            last.reads.iter().copied().filter(|read| !read_earlier.contains(read)).collect()
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
        let max_chunks = (2 * MAX_LANE_BYTES / bytes).max(1);
        if length <= MAX_OWN_ELEMENTS && rows >= MIN_OWN_ROWS && chunks <= max_chunks {
            return Shape { threads: 128, lanes: 1, held: chunks, parts: 1, ahead };
        }
        // For operations with long code, more lanes with fewer elements each compile faster.
        let each = if kernel.nodes.iter().any(|node| is_long(&node.kind)) { 1 } else { 4 };
        let lanes = [1usize, 4, 8, 16, 32].into_iter().find(|lanes| lanes * max_chunks.min(each) >= chunks);
        if let Some(lanes) = lanes.or((32 * max_chunks >= chunks).then_some(32)) {
            let held = chunks.div_ceil(lanes).next_power_of_two();
            return Shape { threads: 128, lanes, held, parts: 1, ahead };
        }
        // Long rows are fastest with few threads and many elements per thread: two blocks then fit on a multiprocessor,
        // and one of them loads while the other computes.
        for (threads, max_chunks) in [
            (128, MAX_LANE_BYTES / bytes),
            (256, MAX_LANE_BYTES / bytes),
            (512, MAX_LANE_BYTES / bytes),
            (512, 2 * MAX_LANE_BYTES / bytes),
        ] {
            if threads * max_chunks >= chunks {
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
            // A row is split so far that each lane of a block still has at least two iterations of prefetched packs.
            let parts_that_fill_device =
                (multiprocessors as u64 * THREADS_PER_MULTIPROCESSOR / threads as u64).div_ceil(rows.max(1) as u64);
            let max_parts = (chunks as u64).div_ceil((threads * ahead * 2) as u64);
            let parts = parts_that_fill_device.min(max_parts).max(1);
            Shape { threads, lanes: threads, held: 0, parts, ahead }
        }
    }
}

/// Writes a reduction along rows.
///
/// # Errors
/// An error for a reduction that the dtype does not support.
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
    // Rows of several axes whose innermost extent is not a multiple of the pack are read element by element.
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
    /// The reads that are not kept in registers.
    late: BTreeSet<usize>,
    /// Whether the code being written handles one pack `u` of the registers, and not all of them.
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
        // Rows in registers are counted in packs, the last of which may be partial; others in whole packs first, and
        // then in elements.
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
                format!(
                    "const Index row_index = (Index)blockIdx.x * {} + (Index)threadIdx.x / {lanes};",
                    threads / lanes
                ),
            );
            w.line(1, format!("const bool live = row_index < {rows};"));
            w.line(1, "const Index row = live ? row_index : 0;");
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
                // Lanes beyond the last row have row 0: they must not read what the lanes of row 0 may be writing.
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
        let first_lane = self.is_first_lane();
        self.w.outer_nodes(0, &first_lane);
        if self.shape.held > 0 {
            self.hold();
        }
    }

    /// The offset of the start of a row in an operand.
    fn base(&mut self, which: Which, name: &str) {
        let terms = self.w.offset_terms(self.w.access(which), 0..self.w.space.outer);
        self.w.line(1, format!("const Index {name} = {};", super::writer::sum(&terms)));
    }

    /// The name in the kernel's text of a value within a sweep, for element `e`.
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

    fn note_refused(&mut self, depth: usize, id: NodeId, valid: &str) {
        let operands: Vec<(NodeId, String)> =
            self.w.kernel.nodes[id as usize].kind.operands().iter().map(|&of| (of, self.inner_name(of))).collect();
        let name = |of: NodeId| {
            operands.iter().find(|(known, _)| *known == of).map_or_else(String::new, |(_, name)| name.clone())
        };
        self.w.note_refused(depth, id, &name, valid);
    }

    /// Emits the loads into registers of all reads of the sweeps, each once.
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

    /// The condition that is true in the first lane of each row.
    fn is_first_lane(&self) -> String {
        let Shape { threads, lanes, .. } = self.shape;
        let live = if lanes == threads { "" } else { "live && " };
        format!("{live}threadIdx.x % {lanes} == 0")
    }

    /// Emits a sweep's nodes for `elements` elements, into `x..` for the reductions and `w..` for the writes. `valid`
    /// is the condition under which element `e` belongs to the row.
    fn compute(&mut self, depth: usize, sweep: &Sweep, elements: usize, valid: &str) {
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
            let text = self.w.value(id, &|id| self.inner_name(id), valid);
            if self.kept.contains(&id) {
                let name = self.inner_name(id);
                self.w.line(depth + 1, format!("{name} = {text};"));
            } else {
                self.w.line(depth + 1, format!("const {} n{id} = {text};", c_type(kernel.nodes[id as usize].dtype)));
            }
            self.note_refused(depth + 1, id, valid);
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

    /// The index along the reduced axes of the first element of a chunk.
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
        let reduces = !sweep.reduces.is_empty();
        let mut words = 0;
        if reduces {
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
        if reduces {
            self.join(number, words);
            let first_lane = self.is_first_lane();
            self.w.outer_nodes(number as u8 + 1, &first_lane);
        }
        Ok(())
    }

    /// The last sweep where it has reads of its own: it loads them pack by pack, which needs few registers beside those
    /// of the row.
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
            // A lane whose packs are all complete needs no bounds checks.
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

    /// The loop over `ahead` complete chunks per iteration: all loads precede the first use.
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

    /// The loop over the remaining complete packs, and that over the elements of a partial pack.
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

    /// The body of the loop for one complete chunk.
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

    /// Combines the states of a row's lanes in a fixed order; every lane that needs the result has it afterwards.
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
        // The first pass combines the states of a block, the second those of all blocks of the row, by the same code.
        self.w.line(1, "#pragma unroll 1");
        self.w.line(1, "for (int pass = 0;; ++pass) {");
        self.w.line(2, format!("join_block<{threads}>({state});"));
        self.w.line(2, "if (pass == 1) break;");
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
        let first_lane = self.is_first_lane();
        self.w.line(1, format!("if ({first_lane}) {{"));
        for i in outer {
            let element = self.w.element(Which::Write(i), 0..space.outer);
            let value = single(kernel, kernel.writes[i].node);
            self.w.line(2, format!("{element} = {value};"));
        }
        self.w.line(1, "}");
    }
}
