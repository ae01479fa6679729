//! Reductions whose operands each move along some of the outer axes only, as those of a matrix product do: pairwise
//! distances, products of minimum and plus, kernel matrices.
//!
//! A thread computes a square of results, so that each element that it reads serves several of them; the elements of a
//! block are staged in shared memory, read from global memory in the order of their strides.

use std::collections::BTreeSet;

use cuprust_ir::{Kernel, NodeId, NodeKind, Result};

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
/// whole device. In squares a multiprocessor reduces some twenty times as many elements a second.
const MAX_IDLE_SHARE: i64 = 16;
/// The most bytes of a thread's states.
const MAX_STATE_BYTES: usize = 256;
/// The most bytes of shared memory in a block.
const MAX_SHARED_BYTES: usize = 40 << 10;

/// The plan of such a kernel.
pub(super) struct Plan {
    sweep: Sweep,
    /// The two axes of a block's results; results lie densest along the second.
    axes: [usize; 2],
    /// Results of a thread along each of the two axes.
    tile: usize,
    /// Elements of the inner axes in shared memory at a time.
    depth: usize,
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

    let state: usize = sweep.reduces.iter().map(|&id| state_bytes(kernel, id, wide)).sum();
    let results = space.shape[one] * space.shape[two];
    let sheets = space.rows() / results.max(1);
    let good = |&(tile, busy): &(usize, i64)| {
        let side = (SIDE_THREADS * tile) as i64;
        let blocks: i64 = axes.iter().map(|&axis| (space.shape[axis] + side - 1) / side).product();
        // A block does the same work where few of its results are stored.
        let full = 2 * results >= blocks * side * side;
        full && 2 * tile * tile * state <= MAX_STATE_BYTES && blocks * sheets >= busy
    };
    let multiprocessors = i64::from(multiprocessors);
    let tiles = [(4, multiprocessors), (2, multiprocessors / MAX_IDLE_SHARE)];
    let (tile, _) = tiles.into_iter().find(good)?;
    let stages = |depth: usize| -> usize {
        sweep.reads.iter().map(|&i| depth * stage_length(tile) * kernel.reads[i].dtype.size()).sum()
    };
    let depth = [32, 16, 8].into_iter().find(|&depth| stages(depth) <= MAX_SHARED_BYTES)?;
    Some(Plan { sweep, axes, tile, depth })
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
    let Plan { sweep, axes: [one, two], tile, depth } = plan;
    let (one, two, tile, depth) = (*one, *two, *tile, *depth);
    let side = SIDE_THREADS * tile;
    let mut w = Writer::new(kernel, space, wide, space.rank() - 1, 1);
    small_state(&mut w, 0, &sweep.reduces)?;
    let tiles = [one, two].map(|axis| (space.shape[axis] + side as i64 - 1).div_euclid(side as i64));
    let other_axes: Vec<usize> = (0..space.outer).filter(|&axis| axis != one && axis != two).collect();
    let extents = w.decode_squares([one, two], side, &other_axes);
    let length = w.fields.index("length", space.length());
    w.line(
        1,
        format!("const int x = threadIdx.x % {SIDE_THREADS} * {tile}, y = threadIdx.x / {SIDE_THREADS} * {tile};"),
    );
    for &i in &sweep.reads {
        let kind = c_type(kernel.reads[i].dtype);
        w.line(1, format!("alignas(16) __shared__ {kind} stage{i}[{depth}][{}];", stage_length(tile)));
    }
    let uniform = uniform(kernel, space, [one, two]);
    leaves(&mut w, 1, |node| uniform[node]);
    nodes(&mut w, 1, |node| uniform[node]);
    let results = tile * tile;
    let each_result = format!("for (int k = 0; k < {results}; ++k)");
    w.line(1, format!("State0 state0[{results}];"));
    w.line(1, "#pragma unroll");
    w.line(1, format!("{each_result} state0[k] = State0::empty();"));
    w.line(1, "#pragma unroll 1");
    w.line(1, format!("for (Index from = 0; from < {length}; from += {depth}) {{"));
    w.line(2, format!("const int have = {length} - from < {depth} ? (int)({length} - from) : {depth};"));
    for &i in &sweep.reads {
        stage(&mut w, i, plan, &extents);
    }
    w.line(2, "__syncthreads();");
    w.line(2, format!("State0 part[{results}];"));
    w.line(2, "#pragma unroll");
    w.line(2, format!("{each_result} part[k] = State0::empty();"));
    w.line(2, "#pragma unroll 2");
    w.line(2, "for (int at = 0; at < have; ++at) {");
    elements(&mut w, plan);
    w.line(2, "}");
    w.line(2, "#pragma unroll");
    w.line(2, format!("{each_result} state0[k].join(part[k]);"));
    w.line(2, "__syncthreads();");
    w.line(1, "}");
    w.await_predecessor();
    close(&mut w, plan, &extents, &uniform);
    let sheets: i64 = other_axes.iter().map(|&axis| space.shape[axis]).product();
    let blocks = (tiles[0] * tiles[1]) as u64 * sheets as u64;
    Ok((w, Geometry { class: Class::Blocked, bounds: THREADS, block: THREADS as u32, grid: [blocks, 1] }))
}

/// Stages a read's next elements in shared memory. Those past the end of the inner axes are not stored, and those past
/// the end of an outer axis repeat the last ones.
fn stage(w: &mut Writer<'_>, i: usize, plan: &Plan, extents: &[String; 2]) {
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
    w.line(4, format!("stage{i}[at][beside] = p.r{i}[{}];", sum(&terms)));
    w.line(3, "}");
    w.line(2, "}");
}

/// Accumulates one element of the inner axes into each of a thread's results.
fn elements(w: &mut Writer<'_>, plan: &Plan) {
    let (kernel, tile) = (w.kernel, plan.tile);
    let along = |w: &Writer<'_>, i: usize| moves(w.access(Which::Read(i)), plan.axes);
    for &i in &plan.sweep.reads {
        let kind = c_type(kernel.reads[i].dtype);
        let (many, from) = match along(w, i) {
            Some(Moves::First) => (tile, "y + u"),
            Some(Moves::Second) => (tile, "x + u"),
            _ => (1, "u"),
        };
        w.line(3, format!("{kind} r{i}[{many}];"));
        w.line(3, "#pragma unroll");
        w.line(3, format!("for (int u = 0; u < {many}; ++u) r{i}[u] = stage{i}[at][{from}];"));
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
    for &id in &plan.sweep.nodes {
        let text = w.expression(id, &|id| name(w, id));
        w.line(4, format!("const {} n{id} = {text};", c_type(kernel.nodes[id as usize].dtype)));
    }
    for &id in &plan.sweep.reduces {
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
    let remaining = |node: usize| !space.levels[node].inner && !uniform[node];
    leaves(w, 2, remaining);
    nodes(w, 2, remaining);
    for (i, write) in kernel.writes.iter().enumerate() {
        let offset = sum(&w.terms(w.access(Which::Write(i)), 0..space.outer));
        w.line(2, format!("p.w{i}[{offset}] = {};", single(kernel, write.node)));
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
fn nodes(w: &mut Writer<'_>, depth: usize, among: impl Fn(usize) -> bool) {
    let kernel = w.kernel;
    let name = |id: NodeId| single(kernel, id);
    for (id, node) in kernel.nodes.iter().enumerate().filter(|(id, _)| among(*id)) {
        if node.kind.operands().is_empty() {
            continue;
        }
        let id = id as NodeId;
        let text = match node.kind {
            NodeKind::Reduce(..) => format!("state0[k].s{id}.result()"),
            _ => w.value(id, &name, ""),
        };
        w.line(depth, format!("const {} n{id} = {text};", c_type(node.dtype)));
        w.note_refused(depth, id, &name, "");
    }
}
