//! Reductions whose operands each move along some of the outer axes only, as those of a matrix product do: pairwise
//! distances, products of minimum and plus, kernel matrices.
//!
//! A thread computes a square of results, so that each element that it reads serves several of them; the elements of a
//! block are staged in shared memory, read from global memory in the order of their strides. Reductions that read
//! nothing in common, as the terms of a sum of products, follow one after another, each with the registers and the
//! shared memory of the one before.

use std::collections::BTreeSet;

use cuprust_ir::{Kernel, NodeId, NodeKind, Result};
use cuprust_num::DType;

use super::launch::{Class, Geometry};
use super::reduce::{Sweep, needs_indices, small_state, state_bytes, sweeps};
use super::space::{Access, Space};
use super::writer::{Which, Writer, c_type, single, sum};

/// Threads of a block along each of the two axes.
const SIDE_THREADS: usize = 16;
const THREADS: usize = SIDE_THREADS * SIDE_THREADS;
/// The shortest axes that such kernels tile.
const MIN_AXIS_LENGTH: i64 = 16;
/// The shortest reductions: below, more is written than read.
const MIN_LENGTH: i64 = 4;
/// The longest reductions: above, they are split among the lanes of a row, which also keeps sums of floats exact to
/// more digits.
const MAX_LENGTH: i64 = 1 << 14;
/// The share of multiprocessors (one of this many) that must have a block; with fewer blocks, rows are spread over the
/// whole device. A multiprocessor with a single block reduces some four times as many elements a second in squares (on
/// an H200 products of 512 x 512 by 512 x 16, 16 blocks, take 55 microseconds, and 28 by rows; of 1024 x 128 by
/// 128 x 32, 32 blocks, 15.5 and 10).
const MAX_IDLE_SHARE: i64 = 4;
/// The most bytes of a thread's states.
const MAX_STATE_BYTES: usize = 256;
/// The most bytes of a thread's results that wait for later reductions.
const MAX_HELD_BYTES: usize = 128;
/// The most bytes of shared memory in a block.
const MAX_SHARED_BYTES: usize = 40 << 10;

/// The plan of such a kernel.
pub(super) struct Plan {
    /// The sweeps over the inner axes, which read nothing in common.
    stages: Vec<Stage>,
    /// The two axes of a block's results; results lie densest along the second.
    axes: [usize; 2],
    /// Results of a thread along each of the two axes.
    tile: usize,
    /// Elements of the inner axes in shared memory at a time.
    depth: usize,
}

impl Plan {
    /// Whether a node is known after one of the sweeps.
    fn is_known(&self, id: NodeId) -> bool {
        self.stages.iter().any(|stage| stage.known.contains(&id))
    }
}

/// One sweep, and what is known of each result after it.
struct Stage {
    sweep: Sweep,
    /// The outer nodes that are computed from the reductions up to this one, and wait for later ones.
    known: Vec<NodeId>,
}

/// Which of the two axes of a block an inner read moves along.
#[derive(Clone, Copy, PartialEq)]
enum Moves {
    Neither,
    First,
    Second,
}

/// The axis of the two that a read moves along; `None` if it moves along both.
fn moves(access: &Access, axes: [usize; 2]) -> Option<Moves> {
    match axes.map(|axis| access.step(axis) != 0) {
        [true, true] => None,
        [true, false] => Some(Moves::First),
        [false, true] => Some(Moves::Second),
        [false, false] => Some(Moves::Neither),
    }
}

/// The values that are the same for all results of a block, computed once before the reduction.
fn uniform(kernel: &Kernel, space: &Space, axes: [usize; 2]) -> Vec<bool> {
    let still = |access: &Access| !space.is_inner(access) && moves(access, axes) == Some(Moves::Neither);
    let mut uniform = Vec::with_capacity(kernel.nodes.len());
    for node in &kernel.nodes {
        uniform.push(match &node.kind {
            NodeKind::Read(i) => still(&space.reads[*i as usize]),
            NodeKind::Position(i) => still(&space.positions[*i as usize]),
            NodeKind::Scalar(_) => true,
            NodeKind::Reduce(..) | NodeKind::Gather { .. } => false,
            kind => kind.refusal().is_none() && kind.operands().iter().all(|&of| uniform[of as usize]),
        });
    }
    uniform
}

/// A sweep's reductions, divided into sweeps that read nothing in common.
fn divide(kernel: &Kernel, space: &Space, sweep: &Sweep) -> Vec<Sweep> {
    let mut parts: Vec<(BTreeSet<NodeId>, Vec<NodeId>)> = Vec::new();
    for &id in &sweep.reduces {
        let mut inner = BTreeSet::new();
        let mut pending = vec![kernel.nodes[id as usize].kind.operands()[0]];
        while let Some(id) = pending.pop() {
            if space.levels[id as usize].inner && inner.insert(id) {
                pending.extend(kernel.nodes[id as usize].kind.operands());
            }
        }
        let mut reduces = vec![id];
        let (joined, apart): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(nodes, _)| !nodes.is_disjoint(&inner));
        parts = apart;
        for (nodes, others) in joined {
            inner.extend(nodes);
            reduces.extend(others);
        }
        reduces.sort_unstable();
        parts.push((inner, reduces));
    }
    parts.sort_by_key(|(_, reduces)| reduces[0]);
    parts.into_iter().map(|(inner, reduces)| Sweep::of(kernel, inner, reduces, vec![])).collect()
}

/// The sweeps in their order, each with what it makes known: its reductions, and before the last sweep the outer nodes
/// that are made of known ones and scalars alone. The others are computed when results are stored.
fn stages(kernel: &Kernel, parts: Vec<Sweep>) -> Vec<Stage> {
    let mut known = BTreeSet::new();
    let last = parts.len() - 1;
    let is_scalar = |of: NodeId| matches!(kernel.nodes[usize::from(of)].kind, NodeKind::Scalar(_));
    let mut stage = |(number, sweep): (usize, Sweep)| {
        let mut fresh = Vec::new();
        for (id, node) in kernel.nodes.iter().enumerate() {
            let id = id as NodeId;
            let operands = node.kind.operands();
            let is_known = match &node.kind {
                NodeKind::Reduce(..) => sweep.reduces.contains(&id),
                NodeKind::Gather { .. } => false,
                kind => {
                    number < last
                        && kind.refusal().is_none()
                        && operands.iter().any(|of| known.contains(of))
                        && operands.iter().all(|&of| known.contains(&of) || is_scalar(of))
                }
            };
            if is_known && known.insert(id) {
                fresh.push(id);
            }
        }
        Stage { sweep, known: fresh }
    };
    parts.into_iter().enumerate().map(&mut stage).collect()
}

/// The most bytes of one result's values that wait for a later sweep.
fn held_bytes(kernel: &Kernel, stages: &[Stage]) -> usize {
    let mut known: BTreeSet<NodeId> = BTreeSet::new();
    let mut largest = 0;
    // After the last sweep nothing waits.
    for stage in &stages[..stages.len() - 1] {
        known.extend(&stage.known);
        let used_by = |id: NodeId| {
            let mut nodes = kernel.nodes.iter().enumerate();
            let waits = |(by, node): (usize, &cuprust_ir::Node)| {
                node.kind.operands().contains(&id) && !known.contains(&(by as NodeId))
            };
            nodes.any(waits) || kernel.writes.iter().any(|write| write.node == id)
        };
        let held = known.iter().filter(|&&id| used_by(id)).map(|&id| kernel.nodes[id as usize].dtype.size().max(4));
        largest = largest.max(held.sum());
    }
    largest
}

/// The plan for a reduction whose operands each move along some outer axes only; `None` for any other kernel.
pub(super) fn suits(kernel: &Kernel, space: &Space, wide: bool, multiprocessors: u32) -> Option<Plan> {
    if space.outer < 2 || !(MIN_LENGTH..=MAX_LENGTH).contains(&space.length()) {
        return None;
    }
    let mut plan = sweeps(kernel, space, &BTreeSet::new());
    let sweep = plan.pop().filter(|sweep| plan.is_empty() && sweep.writes.is_empty() && sweep.positions.is_empty())?;
    let kind = |id: NodeId| &kernel.nodes[id as usize].kind;
    let refuses = |&id: &NodeId| matches!(kind(id), NodeKind::Gather { .. }) || kind(id).refusal().is_some();
    // Another block may write the element before this one reads it.
    let written = |&i: &usize| kernel.writes.iter().any(|write| write.view.storage == kernel.reads[i].storage);
    if sweep.nodes.iter().any(refuses) || sweep.reads.iter().any(written) {
        return None;
    }
    let suits = |&axes: &[usize; 2]| {
        let each: Option<Vec<Moves>> = sweep.reads.iter().map(|&i| moves(&space.reads[i], axes)).collect();
        let uniform = uniform(kernel, space, axes);
        let mut operands = sweep.nodes.iter().flat_map(|&id| kind(id).operands());
        each.is_some_and(|each| each.contains(&Moves::First) && each.contains(&Moves::Second))
            && operands.all(|&of| space.levels[of as usize].inner || uniform[of as usize])
    };
    let long = |&axis: &usize| space.shape[axis] >= MIN_AXIS_LENGTH;
    let second = |one: usize| (one + 1..space.outer).filter(long).map(move |two| [one, two]);
    let pairs = (0..space.outer).filter(long).flat_map(second).filter(suits);
    let [one, two] = pairs.max_by_key(|&[one, two]| space.shape[one] * space.shape[two])?;
    let write_stride = |axis: usize| space.writes.iter().map(|write| write.step(axis).abs()).max().unwrap_or(0);
    let axes = if write_stride(two) <= write_stride(one) { [one, two] } else { [two, one] };

    let stages = stages(kernel, divide(kernel, space, &sweep));
    let bytes = |stage: &Stage| -> usize { stage.sweep.reduces.iter().map(|&id| state_bytes(kernel, id, wide)).sum() };
    let state = stages.iter().map(bytes).max().unwrap_or(0);
    let held = held_bytes(kernel, &stages);
    let results = space.shape[one] * space.shape[two];
    let sheets = space.rows() / results.max(1);
    let good = |&(tile, busy): &(usize, i64)| {
        let side = (SIDE_THREADS * tile) as i64;
        let blocks: i64 = axes.iter().map(|&axis| (space.shape[axis] + side - 1) / side).product();
        // A block does the same work where few of its results are stored.
        let full = 2 * results >= blocks * side * side;
        let fits = 2 * tile * tile * state <= MAX_STATE_BYTES && tile * tile * held <= MAX_HELD_BYTES;
        full && fits && blocks * sheets >= busy
    };
    let multiprocessors = i64::from(multiprocessors);
    let tiles = [(4, multiprocessors), (2, multiprocessors / MAX_IDLE_SHARE)];
    let (tile, _) = tiles.into_iter().find(good)?;
    let staged = |depth: usize| -> usize {
        let buffers = buffers(kernel, &stages).into_iter();
        buffers.map(|(dtype, count)| count * depth * stage_length(tile) * dtype.size()).sum()
    };
    let depth = [32, 16, 8].into_iter().find(|&depth| staged(depth) <= MAX_SHARED_BYTES)?;
    Some(Plan { stages, axes, tile, depth })
}

/// The dtypes of the staged elements, and how many buffers there are of each: as many as the sweep with the most has.
fn buffers(kernel: &Kernel, stages: &[Stage]) -> Vec<(DType, usize)> {
    let mut buffers: Vec<(DType, usize)> = Vec::new();
    for stage in stages {
        for &i in &stage.sweep.reads {
            let (dtype, index) = buffer(kernel, &stage.sweep, i);
            match buffers.iter_mut().find(|(known, _)| *known == dtype) {
                Some((_, count)) => *count = (*count).max(index + 1),
                None => buffers.push((dtype, 1)),
            }
        }
    }
    buffers
}

/// The buffer that holds a read's staged elements: its dtype, and its index among those of the dtype.
fn buffer(kernel: &Kernel, sweep: &Sweep, read: usize) -> (DType, usize) {
    let dtype = kernel.reads[read].dtype;
    (dtype, sweep.reads.iter().take_while(|&&i| i != read).filter(|&&i| kernel.reads[i].dtype == dtype).count())
}

fn buffer_name((dtype, index): (DType, usize)) -> String {
    format!("stage_{}_{index}", dtype.name())
}

/// The distance between rows of staged elements: a few elements more than a block's, so that lanes which are neighbours
/// along the inner axes store to different banks.
fn stage_length(tile: usize) -> usize {
    SIDE_THREADS * tile + 4
}

/// Writes such a kernel.
///
/// # Errors
/// A reduction of a dtype that has none.
pub(super) fn write<'a>(
    kernel: &'a Kernel,
    space: &'a Space,
    plan: &Plan,
    wide: bool,
) -> Result<(Writer<'a>, Geometry)> {
    let Plan { stages, axes: [one, two], tile, depth } = plan;
    let (one, two, tile, depth) = (*one, *two, *tile, *depth);
    let side = SIDE_THREADS * tile;
    let mut w = Writer::new(kernel, space, wide, space.rank() - 1, 1);
    for (number, stage) in stages.iter().enumerate() {
        small_state(&mut w, number, &stage.sweep.reduces)?;
    }
    let tiles = [one, two].map(|axis| (space.shape[axis] + side as i64 - 1).div_euclid(side as i64));
    let other_axes: Vec<usize> = (0..space.outer).filter(|&axis| axis != one && axis != two).collect();
    let extents = w.decode_squares([one, two], side, &other_axes);
    w.line(
        1,
        format!("const int x = threadIdx.x % {SIDE_THREADS} * {tile}, y = threadIdx.x / {SIDE_THREADS} * {tile};"),
    );
    for (dtype, count) in buffers(kernel, stages) {
        for name in (0..count).map(|index| buffer_name((dtype, index))) {
            w.line(1, format!("alignas(16) __shared__ {} {name}[{depth}][{}];", c_type(dtype), stage_length(tile)));
        }
    }
    let uniform = uniform(kernel, space, [one, two]);
    leaves(&mut w, 1, |node| uniform[node]);
    nodes(&mut w, 1, &|id| single(kernel, id), |node| uniform[node]);
    for number in 0..stages.len() {
        sweep(&mut w, plan, number, &extents);
    }
    w.await_predecessor();
    close(&mut w, plan, &extents, &uniform);
    let sheets: i64 = other_axes.iter().map(|&axis| space.shape[axis]).product();
    let blocks = (tiles[0] * tiles[1]) as u64 * sheets as u64;
    Ok((w, Geometry { class: Class::Blocked, bounds: THREADS, block: THREADS as u32, grid: [blocks, 1] }))
}

/// The name of a value of the result `k`, of which the nodes that are known before the end have one each.
fn result_name(kernel: &Kernel, plan: &Plan, id: NodeId) -> String {
    if plan.is_known(id) { format!("n{id}[k]") } else { single(kernel, id) }
}

/// Reduces over the inner axes, and computes what is known then.
fn sweep(w: &mut Writer<'_>, plan: &Plan, number: usize, extents: &[String; 2]) {
    let (kernel, results, depth) = (w.kernel, plan.tile * plan.tile, plan.depth);
    let stage = &plan.stages[number];
    let length = w.fields.index("length", w.space.length());
    let each_result = format!("for (int k = 0; k < {results}; ++k)");
    for &id in &stage.known {
        w.line(1, format!("{} n{id}[{results}];", c_type(kernel.nodes[id as usize].dtype)));
    }
    w.line(1, "{");
    w.line(1, format!("State{number} state{number}[{results}];"));
    w.line(1, "#pragma unroll");
    w.line(1, format!("{each_result} state{number}[k] = State{number}::empty();"));
    w.line(1, "#pragma unroll 1");
    w.line(1, format!("for (Index from = 0; from < {length}; from += {depth}) {{"));
    w.line(2, format!("const int have = {length} - from < {depth} ? (int)({length} - from) : {depth};"));
    for &i in &stage.sweep.reads {
        load_stage(w, i, plan, &stage.sweep, extents);
    }
    w.line(2, "__syncthreads();");
    w.line(2, format!("State{number} part[{results}];"));
    w.line(2, "#pragma unroll");
    w.line(2, format!("{each_result} part[k] = State{number}::empty();"));
    w.line(2, "#pragma unroll 2");
    w.line(2, "for (int at = 0; at < have; ++at) {");
    elements(w, plan, &stage.sweep);
    w.line(2, "}");
    w.line(2, "#pragma unroll");
    w.line(2, format!("{each_result} state{number}[k].join(part[k]);"));
    w.line(2, "__syncthreads();");
    w.line(1, "}");
    w.line(1, "#pragma unroll");
    w.line(1, format!("{each_result} {{"));
    for &id in &stage.known {
        let text = match kernel.nodes[id as usize].kind {
            NodeKind::Reduce(..) => format!("state{number}[k].s{id}.result()"),
            _ => w.expression(id, &|id| result_name(kernel, plan, id)),
        };
        w.line(2, format!("n{id}[k] = {text};"));
    }
    w.line(1, "}");
    w.line(1, "}");
}

/// Stages a read's next elements in shared memory. Those past the end of the inner axes are not stored, and those past
/// the end of an outer axis repeat the last ones.
fn load_stage(w: &mut Writer<'_>, i: usize, plan: &Plan, sweep: &Sweep, extents: &[String; 2]) {
    let (space, [one, two], depth) = (w.space, plan.axes, plan.depth);
    let access = w.access(Which::Read(i));
    let inner = space.outer..space.rank();
    let along = moves(access, plan.axes).expect("`suits` has looked");
    let (axis, extent, width) = match along {
        Moves::First => (Some(one), &extents[0], SIDE_THREADS * plan.tile),
        Moves::Second => (Some(two), &extents[1], SIDE_THREADS * plan.tile),
        Moves::Neither => (None, &extents[0], 1),
    };
    // Neighbouring lanes read along the axis of the smallest stride.
    let step = |axis: usize| access.step(axis).unsigned_abs();
    let outward = axis.is_none_or(|axis| inner.clone().any(|inner| step(inner) != 0 && step(inner) < step(axis)));
    w.line(2, "#pragma unroll 4");
    w.line(2, format!("for (int e = threadIdx.x; e < {}; e += {THREADS}) {{", depth * width));
    let (at, beside) = if outward { ("e % D", "e / D") } else { ("e / W", "e % W") };
    let put = |text: &str| text.replace('D', &depth.to_string()).replace('W', &width.to_string());
    w.line(3, format!("const int at = {}, beside = {};", put(at), put(beside)));
    w.line(3, "if (at < have) {");
    w.line(4, "const Index place = from + at;");
    w.decode(4, inner, "place");
    if let Some(axis) = axis {
        let beyond = format!("start{axis} + beside < {extent}");
        w.line(4, format!("const Index a{axis} = {beyond} ? start{axis} + beside : {extent} - 1;"));
    }
    let terms = w.terms(access, 0..space.rank());
    let into = buffer_name(buffer(w.kernel, sweep, i));
    w.line(4, format!("{into}[at][beside] = p.r{i}[{}];", sum(&terms)));
    w.line(3, "}");
    w.line(2, "}");
}

/// Accumulates one element of the inner axes into each of a thread's results.
fn elements(w: &mut Writer<'_>, plan: &Plan, sweep: &Sweep) {
    let (kernel, tile) = (w.kernel, plan.tile);
    let along = |w: &Writer<'_>, i: usize| moves(w.access(Which::Read(i)), plan.axes);
    for &i in &sweep.reads {
        let kind = c_type(kernel.reads[i].dtype);
        let (many, from) = match along(w, i) {
            Some(Moves::First) => (tile, "y + u"),
            Some(Moves::Second) => (tile, "x + u"),
            _ => (1, "u"),
        };
        w.line(3, format!("{kind} r{i}[{many}];"));
        w.line(3, "#pragma unroll");
        let stage = buffer_name(buffer(kernel, sweep, i));
        w.line(3, format!("for (int u = 0; u < {many}; ++u) r{i}[u] = {stage}[at][{from}];"));
    }
    w.line(3, "#pragma unroll");
    w.line(3, format!("for (int k = 0; k < {}; ++k) {{", tile * tile));
    let name = |w: &Writer<'_>, id: NodeId| match kernel.nodes[id as usize].kind {
        NodeKind::Read(i) if w.space.levels[id as usize].inner => match along(w, i as usize) {
            Some(Moves::First) => format!("r{i}[k / {tile}]"),
            Some(Moves::Second) => format!("r{i}[k % {tile}]"),
            _ => format!("r{i}[0]"),
        },
        _ => single(kernel, id),
    };
    for &id in &sweep.nodes {
        let text = w.expression(id, &|id| name(w, id));
        w.line(4, format!("const {} n{id} = {text};", c_type(kernel.nodes[id as usize].dtype)));
    }
    for &id in &sweep.reduces {
        let of = kernel.nodes[id as usize].kind.operands()[0];
        let offset = if needs_indices(kernel, id) { ", from + at" } else { "" };
        let element = name(w, of);
        w.line(4, format!("part[k].s{id}.put({element}{offset});"));
    }
    w.line(3, "}");
}

/// Computes the nodes that depend on the reductions, and stores the results.
fn close(w: &mut Writer<'_>, plan: &Plan, extents: &[String; 2], uniform: &[bool]) {
    let (kernel, space, [one, two], tile) = (w.kernel, w.space, plan.axes, plan.tile);
    w.line(1, "#pragma unroll");
    w.line(1, format!("for (int k = 0; k < {}; ++k) {{", tile * tile));
    w.line(2, format!("const Index a{one} = start{one} + y + k / {tile}, a{two} = start{two} + x + k % {tile};"));
    w.line(2, format!("if (a{one} >= {} || a{two} >= {}) continue;", extents[0], extents[1]));
    let remaining = |node: usize| !space.levels[node].inner && !uniform[node] && !plan.is_known(node as NodeId);
    leaves(w, 2, remaining);
    nodes(w, 2, &|id| result_name(kernel, plan, id), remaining);
    for (i, write) in kernel.writes.iter().enumerate() {
        let offset = sum(&w.terms(w.access(Which::Write(i)), 0..space.outer));
        w.line(2, format!("p.w{i}[{offset}] = {};", result_name(kernel, plan, write.node)));
    }
    w.line(1, "}");
}

/// Loads the reads and computes the positions among these nodes, which are the same along the inner axes.
fn leaves(w: &mut Writer<'_>, depth: usize, among: impl Fn(usize) -> bool) {
    let (kernel, outer) = (w.kernel, 0..w.space.outer);
    let mut loaded = BTreeSet::new();
    for node in (0..kernel.nodes.len()).filter(|&id| among(id)).map(|id| &kernel.nodes[id]) {
        match node.kind {
            NodeKind::Read(i) if loaded.insert((true, i)) => {
                let offset = sum(&w.terms(w.access(Which::Read(i as usize)), outer.clone()));
                w.line(depth, format!("const {} r{i} = p.r{i}[{offset}];", c_type(node.dtype)));
            }
            NodeKind::Position(i) if loaded.insert((false, i)) => {
                let count = w.counted(i as usize, &format!("p.q{i}"), outer.clone());
                w.line(depth, format!("const long long q{i} = {count};"));
            }
            _ => {}
        }
    }
}

/// Computes the operations among these nodes, of one element each.
fn nodes(w: &mut Writer<'_>, depth: usize, name: &dyn Fn(NodeId) -> String, among: impl Fn(usize) -> bool) {
    let kernel = w.kernel;
    for (id, node) in kernel.nodes.iter().enumerate().filter(|(id, _)| among(*id)) {
        if node.kind.operands().is_empty() {
            continue;
        }
        let id = id as NodeId;
        let text = w.value(id, name, "");
        w.line(depth, format!("const {} n{id} = {text};", c_type(node.dtype)));
        w.note_refused(depth, id, name, "");
    }
}
