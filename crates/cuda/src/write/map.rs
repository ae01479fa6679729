//! Elementwise kernels: each thread loads several elements of every operand, computes, and stores.

use cuprust_ir::{Kernel, NodeId, NodeKind};
use cuprust_num::DType;

use super::interleave::{self, Group};
use super::launch::{Class, Geometry};
use super::space::Space;
use super::windows::Windows;
use super::writer::{Along, Which, Writer, along, c_type, scalar};

const THREADS: usize = 256;

/// Writes an elementwise kernel.
pub(super) fn write<'a>(kernel: &'a Kernel, space: &'a Space, packs: bool, wide: bool) -> (Writer<'a>, Geometry) {
    let axis = space.rank() - 1;
    // A thread that reports refused operands has one element, which must exist.
    let notes = kernel.nodes.iter().any(|node| node.kind.refusal().is_some());
    let mut vector = if packs && !notes { vector(kernel, space, axis, true) } else { 1 };
    let long = kernel.nodes.iter().filter(|node| is_long(&node.kind)).count();
    let operations = kernel.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Row { .. })).count();
    let allows = |vector: usize| vector * long <= MAX_LONG_REPETITIONS && vector * operations <= MAX_OPERATIONS;
    while vector > 1 && !allows(vector) {
        vector /= 2;
    }
    let windows = if packs && !notes { Windows::best(kernel, space, axis, vector, allows) } else { None };
    let (vector, windows) = windows.unwrap_or((vector, Windows::default()));
    // Only a flat space is cheap to index twice. With few operands, registers suffice for more packs of each. A single
    // element is loaded by one thread: others would read it while that thread may write it.
    let mut w = Writer::new(kernel, space, wide, axis, vector);
    let (read_groups, write_groups) =
        if packs && !notes { (w.groups(false), w.groups(true)) } else { (vec![], vec![]) };
    let packs = match (space.rank(), kernel.reads.len()) {
        _ if !read_groups.is_empty() || !write_groups.is_empty() || windows != Windows::default() => 1,
        (1, _) if space.shape[axis] == 1 => 1,
        _ if long > 0 || notes || 4 * operations > MAX_OPERATIONS => 1,
        (1, ..=3) if vector == 1 => 4,
        (1, ..=3) => 2,
        _ => 1,
    };
    let elements = packs * vector;
    // A gather is loaded, and its index checked, only for an element that exists: packs may extend beyond the last.
    let gathers = !kernel.tables.is_empty() && elements > 1;
    let there = if gathers { format!("k % {vector} < there[k / {vector}]") } else { String::new() };

    let extent = space.shape[axis];
    let chunks = space.rows() / extent.max(1) * (extent + vector as i64 - 1).div_euclid(vector as i64);
    let total = w.fields.index("chunks", chunks);
    w.line(1, format!("const Index first = (Index)blockIdx.x * {} + (Index)threadIdx.x;", THREADS * packs));
    if packs == 1 {
        w.line(1, format!("if (first >= {total}) return;"));
    }
    windows.declare(&mut w);
    let is_alone = |i: usize| !read_groups.iter().any(|group| group.has(i)) && !windows.has(i);
    let packed = if packs == 1 { packed(&w, is_alone) } else { vec![] };
    for (i, read) in kernel.reads.iter().enumerate().filter(|(i, _)| !windows.has(*i)) {
        w.line(
            1,
            match packed.contains(&i) {
                true => format!("Packed<{}, {elements}> r{i};", c_type(read.dtype)),
                false => format!("{} r{i}[{elements}];", c_type(read.dtype)),
            },
        );
    }
    for i in 0..kernel.positions.len() {
        w.line(1, format!("long long q{i}[{elements}];"));
    }
    if gathers {
        w.line(1, format!("int there[{packs}];"));
    }
    in_packs(&mut w, packs, |w, depth, offset| {
        if gathers {
            w.line(depth, format!("there[{}] = count;", if packs > 1 { "u" } else { "0" }));
        }
        for group in &read_groups {
            w.load_group(depth, group, offset, "count");
        }
        windows.load(w, depth, "count");
        let mut loads = Vec::new();
        for i in (0..kernel.reads.len()).filter(|&i| is_alone(i)) {
            loads.push((i, w.offset_terms(w.access(Which::Read(i)), 0..space.rank())));
        }
        let (ahead, others): (Vec<_>, Vec<_>) =
            loads.into_iter().partition(|&(i, _)| !packed.is_empty() && w.along(Which::Read(i)) == Along::Pack);
        let load = |w: &mut Writer<'_>, depth: usize, loads: &[(usize, Vec<String>)], count: &str| {
            for (i, terms) in loads {
                w.load(depth, Which::Read(*i), &format!("r{i}{offset}"), terms.clone(), count);
            }
        };
        if !ahead.is_empty() {
            // Without a condition for each, all are on their way before the first one is used.
            w.line(depth, format!("if (count >= {vector}) {{"));
            load(w, depth + 1, &ahead, &vector.to_string());
            w.line(depth, "} else {");
            load(w, depth + 1, &ahead, "count");
            w.line(depth, "}");
        }
        load(w, depth, &others, "count");
        for i in 0..kernel.positions.len() {
            let base = w.position(i, &format!("p.q{i}"), 0..space.rank());
            w.load_position(depth, i, &format!("q{i}{offset}"), &base);
        }
    });
    for (i, write) in kernel.writes.iter().enumerate() {
        w.line(1, format!("{} w{i}[{elements}];", c_type(write.view.dtype)));
    }
    w.line(1, "#pragma unroll");
    w.line(1, format!("for (int k = 0; k < {elements}; ++k) {{"));
    let name = |id: NodeId| match kernel.nodes[id as usize].kind {
        NodeKind::Read(i) => windows.element(i as usize).unwrap_or_else(|| name(kernel, id, "k")),
        _ => name(kernel, id, "k"),
    };
    for (id, node) in kernel.nodes.iter().enumerate() {
        if !node.kind.operands().is_empty() {
            let text = w.value(id as NodeId, &name, &there);
            w.line(2, format!("const {} n{id} = {text};", c_type(node.dtype)));
            w.note_refused(2, id as NodeId, &name, &there);
        }
    }
    for (i, write) in kernel.writes.iter().enumerate() {
        w.line(2, format!("w{i}[k] = {};", name(write.node)));
    }
    w.line(1, "}");
    w.await_predecessor();
    in_packs(&mut w, packs, |w, depth, offset| {
        w.store_writes(depth, &write_groups, offset, "count");
    });

    // Few elements are spread over few threads, whole warps of them.
    let block = (chunks.clamp(1, THREADS as i64) as u32).next_multiple_of(32);
    let grid = (chunks as u64).div_ceil((THREADS * packs) as u64);
    let class = if space.rank() == 1 { Class::Flat } else { Class::Strided };
    (w, Geometry { class, bounds: THREADS, block, grid: [grid, 1] })
}

/// Whether the elements of an access are less than words, and fill some.
pub(super) fn fills_words(dtype: DType, vector: usize) -> bool {
    dtype.size() < 4 && dtype.size() * vector >= 4
}

/// The reads of elements of less than a word that are kept in words until they are used, where there are several.
fn packed(w: &Writer<'_>, is_alone: impl Fn(usize) -> bool) -> Vec<usize> {
    let is_packed = |i: &usize| {
        is_alone(*i) && fills_words(w.kernel.reads[*i].dtype, w.vector) && w.along(Which::Read(*i)) == Along::Pack
    };
    let found: Vec<usize> = (0..w.kernel.reads.len()).filter(is_packed).collect();
    if found.len() > 1 { found } else { vec![] }
}

/// The most repetitions of operations with long machine code in a thread, where there is a choice; and the most
/// operations in all.
const MAX_LONG_REPETITIONS: usize = 4;
const MAX_OPERATIONS: usize = 512;

/// Whether the machine code of a node is long.
pub(crate) fn is_long(kind: &NodeKind) -> bool {
    matches!(kind, NodeKind::Row { row, .. } if row.row().long)
}

/// Emits statements once for each pack of a thread, in the scope of its coordinates and its `count`.
fn in_packs(w: &mut Writer<'_>, packs: usize, inside: impl FnOnce(&mut Writer<'_>, usize, &str)) {
    let (axis, vector, rank) = (w.axis, w.vector, w.space.rank());
    let offset = if packs == 1 { String::new() } else { format!(" + u * {vector}") };
    if packs > 1 {
        w.line(1, "#pragma unroll");
        w.line(1, format!("for (int u = 0; u < {packs}; ++u) {{"));
        w.line(2, format!("const Index chunk = first + u * {THREADS};"));
    } else {
        w.line(1, "{");
        w.line(2, "const Index chunk = first;");
    }
    w.decode(2, 0..rank, "chunk");
    let count = w.count();
    w.line(2, format!("const int count = {count};"));
    debug_assert_eq!(axis, rank - 1);
    inside(w, 2, &offset);
    w.line(1, "}");
}

/// The name of a value of an elementwise kernel, at element `k` of a thread.
pub(super) fn name(kernel: &Kernel, id: NodeId, k: &str) -> String {
    match kernel.nodes[id as usize].kind {
        NodeKind::Read(i) => format!("r{i}[{k}]"),
        NodeKind::Position(i) => format!("q{i}[{k}]"),
        _ => scalar(kernel, id),
    }
}

/// The elements of a thread in one access: as many as 16 bytes hold of the widest operand, if most of the operands that
/// move from element to element are contiguous (`with_groups`: or interleaved). The others are accessed one by one:
/// the more elements a thread has, the farther apart its neighbours' are, and the more lines of memory each access
/// touches.
pub(super) fn vector(kernel: &Kernel, space: &Space, axis: usize, with_groups: bool) -> usize {
    let reads = kernel.reads.iter().map(|view| view.dtype).zip(&space.reads);
    let writes = kernel.writes.iter().map(|write| write.view.dtype).zip(&space.writes);
    let moving: Vec<_> = reads.chain(writes).filter(|(_, access)| access.strides[axis] == 1).collect();
    let groups = || {
        let writes = kernel.writes.iter().map(|write| &write.view).zip(&space.writes);
        interleave::groups(kernel.reads.iter().zip(&space.reads), axis)
            .into_iter()
            .chain(interleave::groups(writes, axis))
    };
    let groups: Vec<Group> = if with_groups { groups().collect() } else { vec![] };
    let sizes = moving.iter().map(|(dtype, _)| dtype.size()).chain(groups.iter().map(Group::size));
    let widest = sizes.max().unwrap_or(16);
    let mut vector = (16 / widest).min(8);
    let interleaved = |suits: &dyn Fn(&Group) -> bool| {
        groups.iter().filter(|group| suits(group)).map(|group| group.members.len()).sum::<usize>()
    };
    let all = moving.len() + interleaved(&|_| true);
    let packed = |vector| {
        moving.iter().filter(|(_, access)| along(access, axis, vector) == Along::Pack).count()
            + interleaved(&|group| group.packs(vector))
    };
    while vector > 1 && 2 * packed(vector) <= all {
        vector /= 2;
    }
    vector
}
