//! Elementwise kernels over operands that are transposed relative to each other: these pass through tiles in shared
//! memory, so that both sides are accessed in runs.

use cuprust_ir::{Kernel, NodeId};

use super::launch::{Class, Geometry};
use super::map;
use super::space::Space;
use super::writer::{Which, Writer, c_type};

const THREADS: usize = 256;
/// The most bytes of tiles in a block.
const MAX_TILE_BYTES: usize = 40 << 10;
/// The most bytes that a thread loads of each operand before it stores the first element to its tile. More would only
/// compile longer, except for narrow elements.
const MAX_LOAD_BYTES: usize = 16;
/// The shortest axes for which tiles pay off.
const MIN_AXIS_LENGTH: i64 = 16;

/// The axis along which transposed reads have the smallest stride, those reads, and the side of their tiles.
pub(super) fn suits(kernel: &Kernel, space: &Space) -> Option<(usize, Vec<usize>, usize)> {
    let last = space.rank() - 1;
    let along = |axis: usize, index: usize| {
        let read = &space.reads[index];
        let circular = read.circular[axis].is_some() || read.circular[last].is_some();
        !circular && read.strides[axis].abs() == 1 && read.strides[last].abs() >= MIN_AXIS_LENGTH
    };
    let written_in_runs = space.writes.iter().all(|write| write.step(last).abs() == 1);
    if !written_in_runs || space.shape[last] < MIN_AXIS_LENGTH {
        return None;
    }
    let dense =
        |axis: &usize| space.shape[*axis] >= MIN_AXIS_LENGTH && (0..space.reads.len()).any(|index| along(*axis, index));
    let axis = (0..last).find(dense)?;
    let mut reads: Vec<usize> = (0..space.reads.len()).filter(|&index| along(axis, index)).collect();
    let widest = reads.iter().map(|&index| kernel.reads[index].dtype.size()).max()?;
    let side = if widest <= 4 { 64 } else { 32 };
    // Operands for which shared memory does not suffice are read directly.
    let bytes = side * (side * widest + widest.max(4));
    reads.truncate(MAX_TILE_BYTES / bytes);
    Some((axis, reads, side))
}

/// Writes such a kernel.
pub(super) fn write<'a>(
    kernel: &'a Kernel,
    space: &'a Space,
    (dense, reads, side): (usize, Vec<usize>, usize),
    wide: bool,
) -> (Writer<'a>, Geometry) {
    let last = space.rank() - 1;
    let mut w = Writer::new(kernel, space, wide, last, 1);
    let tiles = |axis: usize| (space.shape[axis] + side as i64 - 1).div_euclid(side as i64);
    let other_axes: Vec<usize> = (0..last).filter(|&axis| axis != dense).collect();
    let [e_dense, e_last] = w.decode_squares([dense, last], side, &other_axes);
    let (rows, iterations) = (THREADS / side, side * side / THREADS);
    let widest = reads.iter().map(|&i| kernel.reads[i].dtype.size()).max().unwrap_or(1);
    let batch = (MAX_LOAD_BYTES / widest).clamp(4.min(iterations), iterations);
    // Operands without a tile are loaded directly.
    let unrolled = if reads.len() < kernel.reads.len() { 2 * batch } else { batch };
    w.line(1, format!("const int x = threadIdx.x % {side}, y = threadIdx.x / {side};"));
    for &i in &reads {
        w.line(1, format!("__shared__ Tile<{}, {side}> tile{i};", c_type(kernel.reads[i].dtype)));
    }
    w.line(1, "{");
    w.line(2, format!("const Index a{dense} = start{dense} + x;"));
    w.line(2, "#pragma unroll 1");
    w.line(2, format!("for (int turn = 0; turn < {iterations}; turn += {batch}) {{"));
    for &i in &reads {
        w.line(3, format!("{} held{i}[{batch}];", c_type(kernel.reads[i].dtype)));
    }
    w.line(3, "#pragma unroll");
    w.line(3, format!("for (int u = 0; u < {batch}; ++u) {{"));
    w.line(4, format!("const Index a{last} = start{last} + y + (turn + u) * {rows};"));
    w.line(4, format!("const int count = a{dense} < {e_dense} && a{last} < {e_last};"));
    for &i in &reads {
        let terms = w.offset_terms(w.access(Which::Read(i)), 0..space.rank());
        w.load(4, Which::Read(i), &format!("held{i} + u"), terms, "count");
    }
    w.line(3, "}");
    w.line(3, "#pragma unroll");
    w.line(3, format!("for (int u = 0; u < {batch}; ++u) {{"));
    for &i in &reads {
        w.line(4, format!("tile{i}.put(y + (turn + u) * {rows}, x, held{i}[u]);"));
    }
    w.line(3, "}");
    w.line(2, "}");
    w.line(1, "}");
    w.line(1, "__syncthreads();");
    w.await_predecessor();
    w.line(1, format!("const Index a{last} = start{last} + x;"));
    w.line(1, format!("#pragma unroll {}", unrolled.min(iterations)));
    w.line(1, format!("for (int u = 0; u < {iterations}; ++u) {{"));
    w.line(2, format!("const Index a{dense} = start{dense} + y + u * {rows};"));
    w.line(2, format!("if (a{dense} >= {e_dense} || a{last} >= {e_last}) continue;"));
    for (i, read) in kernel.reads.iter().enumerate() {
        w.line(2, format!("{} r{i}[1];", c_type(read.dtype)));
        if reads.contains(&i) {
            w.line(2, format!("r{i}[0] = tile{i}.at(x, y + u * {rows});"));
        } else {
            let terms = w.offset_terms(w.access(Which::Read(i)), 0..space.rank());
            w.load(2, Which::Read(i), &format!("r{i}"), terms, "1");
        }
    }
    for i in 0..kernel.positions.len() {
        w.line(2, format!("long long q{i}[1];"));
        let base = w.position(i, &format!("p.q{i}"), 0..space.rank());
        w.load_position(2, i, &format!("q{i}"), &base);
    }
    let name = |id: NodeId| map::name(kernel, id, "0");
    for (id, node) in kernel.nodes.iter().enumerate() {
        if !node.kind.operands().is_empty() {
            let text = w.value(id as NodeId, &name, "");
            w.line(2, format!("const {} n{id} = {text};", c_type(node.dtype)));
            w.note_refused(2, id as NodeId, &name, "");
        }
    }
    for (i, write) in kernel.writes.iter().enumerate() {
        w.line(2, format!("{} w{i}[1];", c_type(write.view.dtype)));
        w.line(2, format!("w{i}[0] = {};", name(write.node)));
        let terms = w.offset_terms(w.access(Which::Write(i)), 0..space.rank());
        w.store(2, Which::Write(i), &format!("w{i}"), terms, "1");
    }
    w.line(1, "}");
    let sheets: i64 = other_axes.iter().map(|&axis| space.shape[axis]).product();
    let blocks = (tiles(last) * tiles(dense)) as u64 * sheets as u64;
    (w, Geometry { class: Class::Tiled, bounds: THREADS, block: THREADS as u32, grid: [blocks, 1] })
}
