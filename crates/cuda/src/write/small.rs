//! Kernels over few elements: one simple form for maps, and one for reductions along rows and columns, which compile
//! soon.
//!
//! A thread processes one element at a time. In a reduction it keeps only the states: what a later sweep needs is read
//! and computed again. The lanes of a row join their states in shared memory, in a fixed tree.

use std::collections::BTreeSet;
use std::ops::Range;

use cuprust_ir::{Kernel, NodeId, Result};

use super::columns;
use super::launch::{Class, Geometry};
use super::reduce::{Sweep, needs_indices, small_state, state_bytes, sweeps};
use super::space::Space;
use super::writer::{Which, Writer, c_type, single, sum};

/// Threads in a block, by default.
const THREADS: usize = 256;

/// Writes an elementwise kernel.
pub(super) fn write_map<'a>(kernel: &'a Kernel, space: &'a Space, wide: bool) -> (Writer<'a>, Geometry) {
    let (axes, count) = (0..space.rank(), space.rows());
    let mut w = writer(kernel, space, wide);
    let total = w.fields.index("count", count);
    w.line(1, format!("const Index at = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
    w.line(1, format!("if (at >= {total}) return;"));
    w.decode(1, axes.clone(), "at");
    for (i, read) in kernel.reads.iter().enumerate() {
        let offset = sum(&w.terms(&space.reads[i], axes.clone()));
        w.line(1, format!("const {} r{i} = p.r{i}[{offset}];", c_type(read.dtype)));
    }
    for i in 0..kernel.positions.len() {
        let count = w.counted(i, &format!("p.q{i}"), axes.clone());
        w.line(1, format!("const long long q{i} = {count};"));
    }
    for (id, node) in kernel.nodes.iter().enumerate() {
        if !node.kind.operands().is_empty() {
            let text = w.value(id as NodeId, &|id| single(kernel, id), "");
            w.line(1, format!("const {} n{id} = {text};", c_type(node.dtype)));
            w.note_refused(1, id as NodeId, &|id| single(kernel, id), "");
        }
    }
    w.await_predecessor();
    for i in 0..kernel.writes.len() {
        store(&mut w, 1, i, axes.clone());
    }
    // Few elements are spread over few threads, whole warps of them.
    let block = (count.clamp(1, THREADS as i64) as u32).next_multiple_of(32);
    let class = if space.rank() == 1 { Class::Flat } else { Class::Strided };
    (w, Geometry { class, bounds: THREADS, block, grid: [(count as u64).div_ceil(THREADS as u64), 1] })
}

fn writer<'a>(kernel: &'a Kernel, space: &'a Space, wide: bool) -> Writer<'a> {
    let mut w = Writer::new(kernel, space, wide, space.rank() - 1, 1);
    w.small = true;
    w
}

/// Stores an element at the coordinates along these axes.
fn store(w: &mut Writer<'_>, depth: usize, i: usize, axes: Range<usize>) {
    let offset = sum(&w.terms(w.access(Which::Write(i)), axes));
    let value = single(w.kernel, w.kernel.writes[i].node);
    w.line(depth, format!("p.w{i}[{offset}] = {value};"));
}

/// The most bytes of shared memory for the states of a block.
const MAX_SHARED_BYTES: usize = 40 << 10;

/// The most rows that have a block each, however short.
const MAX_LONE_ROWS: i64 = 64;

/// The distribution of rows among the threads of a block. Lanes of one row are `step` threads apart.
#[derive(Debug, Clone, Copy)]
struct Shape {
    threads: usize,
    /// Lanes of a row.
    lanes: usize,
    step: usize,
}

impl Shape {
    /// The shape of a block of `max_threads` threads, or of as many as shared memory holds the states of. `None` where
    /// it does not even hold those of a warp.
    fn of(space: &Space, bytes: usize) -> Option<Shape> {
        let (rows, length) = (space.rows(), space.length());
        let fits = |threads: usize| threads * bytes <= MAX_SHARED_BYTES;
        let fewer = |max_threads: usize| {
            std::iter::successors(Some(max_threads), |threads| Some(threads / 2))
                .take_while(|&n| n >= 32)
                .find(|&n| fits(n))
        };
        if columns::suits(space) {
            let step = (rows.clamp(1, 32) as usize).next_power_of_two();
            return fewer(THREADS).map(|threads| Shape { threads, lanes: threads / step, step });
        }
        let lanes = match length {
            ..=2 => 1,
            3..=8 => 4,
            9..=32 => 8,
            33..=64 => 16,
            // A warp would process a long row alone, step by step, while the device is idle.
            65..=1024 if rows > MAX_LONE_ROWS || length <= 128 => 32,
            _ => {
                let max_threads = if length > 2048 { 1024 } else { THREADS };
                return fewer(max_threads).map(|threads| Shape { threads, lanes: threads, step: 1 });
            }
        };
        fewer(THREADS).map(|threads| Shape { threads, lanes, step: 1 })
    }

    /// How many rows a block has.
    fn rows(&self) -> usize {
        self.threads / self.lanes
    }
}

/// Writes a reduction; `None` where the states of a block do not fit shared memory.
///
/// # Errors
/// A reduction of a dtype that has none.
pub(super) fn write_reduction<'a>(
    kernel: &'a Kernel,
    space: &'a Space,
    wide: bool,
) -> Result<Option<(Writer<'a>, Geometry)>> {
    let plan = sweeps(kernel, space, &BTreeSet::new());
    let bytes = plan.iter().flat_map(|sweep| &sweep.reduces).map(|&id| state_bytes(kernel, id, wide)).sum();
    let Some(shape) = Shape::of(space, bytes) else { return Ok(None) };
    let mut small = Small { w: writer(kernel, space, wide), shape };
    small.open();
    for (number, sweep) in plan.iter().enumerate() {
        small.sweep(number, sweep)?;
    }
    small.close();
    let blocks = (space.rows() as u64).div_ceil(shape.rows() as u64);
    let class = if columns::suits(space) { Class::Columns } else { Class::Rows };
    let geometry = Geometry { class, bounds: shape.threads, block: shape.threads as u32, grid: [blocks, 1] };
    Ok(Some((small.w, geometry)))
}

/// Whether the lane is the first of an existing row.
const IS_FIRST_LANE: &str = "live && first == 0";

struct Small<'a> {
    w: Writer<'a>,
    shape: Shape,
}

impl Small<'_> {
    /// Emits the row and the lane of this thread, and all values that are the same along a row.
    fn open(&mut self) {
        let (Shape { lanes, step, .. }, space, kernel) = (self.shape, self.w.space, self.w.kernel);
        let outer = 0..space.outer;
        let w = &mut self.w;
        let (rows, length) = (w.fields.index("rows", space.rows()), w.fields.index("length", space.length()));
        let (row_in_block, first) = match step {
            1 => (format!("threadIdx.x / {lanes}"), format!("threadIdx.x % {lanes}")),
            _ => (format!("threadIdx.x % {step}"), format!("threadIdx.x / {step}")),
        };
        w.line(
            1,
            format!("const Index row_index = (Index)blockIdx.x * {} + (Index)({row_in_block});", self.shape.rows()),
        );
        w.line(1, format!("const bool live = row_index < {rows};"));
        w.line(
            1,
            format!("const Index row = live ? row_index : 0, end = live ? {length} : 0, first = (Index)({first});"),
        );
        w.decode(1, outer.clone(), "row");
        for i in 0..kernel.reads.len() {
            let (access, kind) = (&space.reads[i], c_type(kernel.reads[i].dtype));
            let offset = sum(&w.terms(access, outer.clone()));
            if space.is_inner(access) {
                w.line(1, format!("const {kind}* f{i} = p.r{i} + ({offset});"));
                continue;
            }
            // A lane without a row would read what the lane of the first row may be writing.
            let written = kernel.writes.iter().any(|write| write.view.storage == kernel.reads[i].storage);
            let spared = if written { format!("!live ? zero<{kind}>() : ") } else { String::new() };
            w.line(1, format!("const {kind} r{i} = {spared}p.r{i}[{offset}];"));
        }
        for i in 0..kernel.positions.len() {
            let name = if space.is_inner(&space.positions[i]) { "h" } else { "q" };
            let base = w.counted(i, &format!("p.q{i}"), outer.clone());
            w.line(1, format!("const long long {name}{i} = {base};"));
        }
        self.w.outer_nodes(0, IS_FIRST_LANE);
    }

    fn sweep(&mut self, number: usize, sweep: &Sweep) -> Result<()> {
        let Shape { lanes, step, .. } = self.shape;
        let (kernel, inner) = (self.w.kernel, self.w.space.outer..self.w.space.rank());
        let any = !sweep.reduces.is_empty();
        if any {
            small_state(&mut self.w, number, &sweep.reduces)?;
            self.w.line(1, format!("State{number} state{number} = State{number}::empty();"));
        }
        if !sweep.writes.is_empty() {
            self.w.await_predecessor();
        }
        self.w.line(1, "#pragma unroll 1");
        self.w.line(1, format!("for (Index at = first; at < end; at += {lanes}) {{"));
        self.w.decode(2, inner.clone(), "at");
        for &i in &sweep.reads {
            let offset = sum(&self.w.terms(&self.w.space.reads[i], inner.clone()));
            self.w.line(2, format!("const {} r{i} = f{i}[{offset}];", c_type(kernel.reads[i].dtype)));
        }
        for &i in &sweep.positions {
            let count = self.w.counted(i, &format!("h{i}"), inner.clone());
            self.w.line(2, format!("const long long q{i} = {count};"));
        }
        for &id in &sweep.nodes {
            let text = self.w.value(id, &|id| single(kernel, id), "");
            self.w.line(2, format!("const {} n{id} = {text};", c_type(kernel.nodes[id as usize].dtype)));
            self.w.note_refused(2, id, &|id| single(kernel, id), "");
        }
        for &id in &sweep.reduces {
            let of = single(kernel, kernel.nodes[id as usize].kind.operands()[0]);
            let offset = if needs_indices(kernel, id) { ", at" } else { "" };
            self.w.line(2, format!("state{number}.s{id}.put({of}{offset});"));
        }
        for &i in &sweep.writes {
            store(&mut self.w, 2, i, 0..inner.end);
        }
        self.w.line(1, "}");
        if any {
            if lanes > 1 {
                self.w.line(1, format!("join_room<{}, {step}, {lanes}>(state{number});", self.shape.threads));
            }
            self.w.outer_nodes(number as u8 + 1, IS_FIRST_LANE);
        }
        Ok(())
    }

    /// Stores the outer writes.
    fn close(&mut self) {
        let axes = 0..self.w.space.outer;
        let outer = self.w.begin_outer_writes();
        if outer.is_empty() {
            return;
        }
        self.w.line(1, format!("if ({IS_FIRST_LANE}) {{"));
        for i in outer {
            store(&mut self.w, 2, i, axes.clone());
        }
        self.w.line(1, "}");
    }
}
