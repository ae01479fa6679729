//! Elementwise kernels that read one array at several offsets around each position, rolled along the last two axes: a
//! thread loads the window that its positions share once, and uses it for every read.

use cuprust_ir::{CircularAxis, Kernel, NodeId, NodeKind, StorageId};
use cuprust_num::DType;

use super::launch::{Class, Geometry};
use super::map::{self, fills_words, vector};
use super::space::{Access, Space};
use super::writer::{Along, Which, Writer, along, c_type, sum};

/// Threads along a row, and along a column.
const THREADS_ACROSS: usize = 64;
const THREADS_DOWN: usize = 4;
/// The largest offset of a read from its position along an axis.
const MAX_OFFSET: i64 = 3;
/// The most bytes of the windows of a thread, and the most registers that they take together with the other elements
/// that it reads and writes.
const MAX_WINDOW_BYTES: usize = 256;
const MAX_REGISTERS: usize = 144;
/// The shortest axes of such kernels: an offset is wrapped onto its circular axis in one step.
const MIN_AXIS_LENGTH: i64 = 16;

/// Reads of one array that differ in their roll.
struct Group {
    /// A read whose rows begin at aligned packs; its pointer is used for all.
    lead: usize,
    /// The reads, with their offsets down and to the right of a position.
    members: Vec<(usize, i64, i64)>,
}

impl Group {
    fn range(&self, far: impl Fn(&(usize, i64, i64)) -> i64) -> (i64, i64) {
        let far = |member| far(member);
        (self.members.iter().map(far).min().unwrap_or(0), self.members.iter().map(far).max().unwrap_or(0))
    }

    fn down(&self) -> (i64, i64) {
        self.range(|member| member.1)
    }

    fn right(&self) -> (i64, i64) {
        self.range(|member| member.2)
    }

    /// Elements of a row of a window.
    fn width(&self, vector: usize) -> i64 {
        let (from, to) = self.right();
        vector as i64 + to.max(0) - from.min(0)
    }

    /// Rows of a window.
    fn lines(&self, rows: usize) -> i64 {
        let (from, to) = self.down();
        rows as i64 + to - from
    }

    fn elements(&self, rows: usize, vector: usize) -> i64 {
        self.lines(rows) * self.width(vector)
    }
}

/// The plan of such a kernel.
pub(super) struct Plan {
    groups: Vec<Group>,
    /// The reads without a window.
    alone: Vec<usize>,
    /// The reads, of a window or without, whose elements are kept in words until they are used.
    in_words: Vec<usize>,
    vector: usize,
    /// Positions of a thread along a column.
    rows: usize,
    /// Whether addresses are aligned to packs.
    packs: bool,
}

/// The roll of an axis, and the step along it.
fn shift(access: &Access, axis: usize, extent: i64) -> Option<(i64, i64)> {
    match access.circular[axis] {
        None => Some((0, access.strides[axis])),
        Some(CircularAxis { start, step: 1, modulus, stride, .. }) if modulus == extent => {
            let start = start.rem_euclid(modulus);
            let shift = if start > modulus / 2 { start - modulus } else { start };
            (shift.abs() <= MAX_OFFSET).then_some((shift, stride))
        }
        Some(_) => None,
    }
}

/// The common part of the reads of a group: the array, and the steps along each axis.
#[derive(PartialEq)]
struct Array {
    storage: StorageId,
    dtype: DType,
    offset: i64,
    steps: Vec<i64>,
    circular: Vec<Option<CircularAxis>>,
}

/// The windows of a kernel, if more than two reads share one.
pub(super) fn suits(kernel: &Kernel, space: &Space, packs: bool) -> Option<Plan> {
    let rank = space.rank();
    let (down, right) = (rank.checked_sub(2)?, rank - 1);
    if space.shape[down] < MIN_AXIS_LENGTH || space.shape[right] < MIN_AXIS_LENGTH {
        return None;
    }
    let mut vector = if packs { vector(kernel, space, right, false) } else { 1 };
    if space.shape[right] % vector as i64 != 0 {
        vector = 1;
    }
    let mut arrays: Vec<(Array, Group)> = Vec::new();
    for (i, (view, access)) in kernel.reads.iter().zip(&space.reads).enumerate() {
        let shifts = shift(access, down, space.shape[down]).zip(shift(access, right, space.shape[right]));
        let Some(((shift_down, step), (shift_right, 1))) = shifts else { continue };
        let mut steps = access.strides.clone();
        (steps[down], steps[right]) = (step, 1);
        let circular = access.circular[..down].to_vec();
        let array = Array { storage: view.storage, dtype: view.dtype, offset: access.offset, steps, circular };
        let index = arrays.iter().position(|(known, _)| *known == array).unwrap_or_else(|| {
            arrays.push((array, Group { lead: usize::MAX, members: vec![] }));
            arrays.len() - 1
        });
        let group = &mut arrays[index].1;
        group.members.push((i, shift_down, shift_right));
        if along(access, right, vector) == Along::Pack {
            group.lead = group.lead.min(i);
        }
    }
    let mut groups: Vec<Group> = arrays.into_iter().map(|(_, group)| group).collect();
    groups.retain(|group| group.lead != usize::MAX && group.members.len() > 2);
    let bytes = |rows: usize| -> usize {
        let of = |group: &Group| group.elements(rows, vector) as usize * kernel.reads[group.lead].dtype.size();
        groups.iter().map(of).sum()
    };
    let has = |read: usize| groups.iter().any(|group| group.members.iter().any(|member| member.0 == read));
    let alone: Vec<usize> = (0..kernel.reads.len()).filter(|&read| !has(read)).collect();
    // Where several arrays have elements of less than a word, no load waits for another.
    let mut in_words: Vec<usize> = groups.iter().map(|group| group.lead).chain(alone.iter().copied()).collect();
    in_words.retain(|&read| fills_words(kernel.reads[read].dtype, vector));
    if in_words.len() < 2 {
        in_words.clear();
    }
    in_words.retain(|&read| along(&space.reads[read], right, vector) == Along::Pack);
    // Elements that are kept in words share a register; each of what is written has one until it is stored.
    let registers = |rows: usize| -> usize {
        let words = |read: usize, elements: usize| match in_words.contains(&read) {
            true => (elements * kernel.reads[read].dtype.size()).div_ceil(4),
            false => elements * kernel.reads[read].dtype.size().div_ceil(4),
        };
        let window = |group: &Group| group.lines(rows) as usize * words(group.lead, group.width(vector) as usize);
        let read: usize = alone.iter().map(|&read| words(read, rows * vector)).sum();
        let written: usize =
            kernel.writes.iter().map(|write| rows * vector * write.view.dtype.size().div_ceil(4)).sum();
        groups.iter().map(window).sum::<usize>() + read + written
    };
    let fits = |rows: usize| bytes(rows) <= MAX_WINDOW_BYTES;
    let rows = [4, 2, 1].into_iter().find(|&rows| fits(rows) && (rows == 1 || registers(rows) <= MAX_REGISTERS))?;
    (!groups.is_empty()).then_some(Plan { groups, alone, in_words, vector, rows, packs })
}

/// Writes such a kernel.
pub(super) fn write<'a>(kernel: &'a Kernel, space: &'a Space, plan: &Plan, wide: bool) -> (Writer<'a>, Geometry) {
    let &Plan { ref groups, vector, rows, packs, .. } = plan;
    let (down, right) = (space.rank() - 2, space.rank() - 1);
    let mut w = Writer::new(kernel, space, wide, right, vector);
    let tiles = [(down, THREADS_DOWN * rows), (right, THREADS_ACROSS * vector)]
        .map(|(axis, side)| (space.shape[axis] + side as i64 - 1).div_euclid(side as i64));
    let (tiles_down, tiles_right) = (w.fields.divisor("down", tiles[0]), w.fields.divisor("right", tiles[1]));
    let e_down = w.fields.index(&format!("e{down}"), space.shape[down]);
    let e_right = w.fields.index(&format!("e{right}"), space.shape[right]);
    w.line(1, format!("const Index line = divide((Index)blockIdx.x, {tiles_right});"));
    w.line(1, format!("const Index sheet = divide(line, {tiles_down});"));
    let x = format!(
        "((Index)blockIdx.x - line * (Index){tiles_right}.by) * {THREADS_ACROSS} + (Index)threadIdx.x % {THREADS_ACROSS}"
    );
    w.line(1, format!("const Index a{right} = ({x}) * {vector};"));
    let y = format!("(line - sheet * (Index){tiles_down}.by) * {THREADS_DOWN} + (Index)threadIdx.x / {THREADS_ACROSS}");
    w.line(1, format!("const Index top = ({y}) * {rows};"));
    w.line(1, format!("if (a{right} >= {e_right} || top >= {e_down}) return;"));
    w.decode_axes(1, &(0..down).collect::<Vec<_>>(), "sheet");
    for number in 0..groups.len() {
        window(&mut w, plan, number);
    }
    load_alone(&mut w, plan);

    let elements = rows * vector;
    for (i, write) in kernel.writes.iter().enumerate() {
        w.line(1, format!("{} w{i}[{elements}];", c_type(write.view.dtype)));
    }
    w.line(1, "#pragma unroll");
    w.line(1, format!("for (int k = 0; k < {elements}; ++k) {{"));
    let name = |id: NodeId| match kernel.nodes[id as usize].kind {
        NodeKind::Read(i) => {
            tap(groups, i as usize, vector).unwrap_or_else(|| format!("r{i}[k / {vector}][k % {vector}]"))
        }
        _ => map::name(kernel, id, "k"),
    };
    for (id, node) in kernel.nodes.iter().enumerate() {
        if !node.kind.operands().is_empty() {
            let there = format!("top + k / {vector} < {e_down}");
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
    let interleaved = if packs { w.groups(true) } else { vec![] };
    in_rows(&mut w, rows, |w, offset| w.store_writes(3, &interleaved, offset, &vector.to_string()));
    let sheets: i64 = space.shape[..down].iter().product();
    let threads = THREADS_ACROSS * THREADS_DOWN;
    let grid = [(tiles[0] * tiles[1] * sheets) as u64, 1];
    (w, Geometry { class: Class::Stencil, bounds: threads, block: threads as u32, grid })
}

/// Loads the window of a group to `v{number}`.
fn window(w: &mut Writer<'_>, plan: &Plan, number: usize) {
    let (group, vector, rank) = (&plan.groups[number], plan.vector, w.space.rank());
    let (down, right) = (rank - 2, rank - 1);
    let ((top, _), (left, last)) = (group.down(), group.right());
    let (left, last, width) = (left.min(0), last.max(0), group.width(vector));
    let kind = c_type(w.kernel.reads[group.lead].dtype);
    let (e_down, e_right) = (format!("p.e{down}"), format!("p.e{right}"));
    let (before, in_words) = (-left, plan.in_words.contains(&group.lead));
    let lines = group.lines(plan.rows);
    w.line(
        1,
        match in_words {
            true => format!("Line<{kind}, {vector}, {before}, {last}> v{number}[{lines}];"),
            false => format!("{kind} v{number}[{lines}][{width}];"),
        },
    );
    let wrapped_columns: Vec<i64> = (left..0).chain(vector as i64..vector as i64 + last).collect();
    for (index, at) in wrapped_columns.iter().enumerate() {
        w.line(1, format!("const Index b{number}_{index} = around(a{right} + {at}, {e_right});"));
    }
    w.line(1, "#pragma unroll");
    w.line(1, format!("for (int u = 0; u < {lines}; ++u) {{"));
    let access = w.access(Which::Read(group.lead));
    let step = access.step(down);
    let mut terms = w.offset_terms(access, 0..down);
    w.line(2, format!("const Index row = around(top + u + {top}, {e_down});"));
    let stride = w.step_of(down, step);
    terms.push(format!("row * {stride}"));
    w.line(2, format!("const {kind}* from = p.r{} + ({});", group.lead, sum(&terms)));
    let middle = if in_words { format!("v{number}[u].middle") } else { format!("v{number}[u] + {before}") };
    w.line(2, format!("load_pack<{vector}>({middle}, from + a{right}, {vector});"));
    for (index, &at) in wrapped_columns.iter().enumerate() {
        let element = match in_words {
            false => format!("[{}]", at + before),
            true if at < 0 => format!(".before[{}]", at + before),
            true => format!(".after[{}]", at - vector as i64),
        };
        w.line(2, format!("v{number}[u]{element} = from[b{number}_{index}];"));
    }
    w.line(1, "}");
}

/// Loads the reads that have no window.
fn load_alone(w: &mut Writer<'_>, plan: &Plan) {
    let (kernel, rank, &Plan { ref alone, vector, rows, .. }) = (w.kernel, w.space.rank(), plan);
    if alone.is_empty() && kernel.positions.is_empty() {
        return;
    }
    for &i in alone {
        let kind = c_type(kernel.reads[i].dtype);
        w.line(
            1,
            match plan.in_words.contains(&i) {
                true => format!("Packed<{kind}, {vector}> r{i}[{rows}];"),
                false => format!("{kind} r{i}[{rows}][{vector}];"),
            },
        );
    }
    for i in 0..kernel.positions.len() {
        w.line(1, format!("long long q{i}[{}];", rows * vector));
    }
    in_rows(w, rows, |w, offset| {
        for &i in alone {
            let terms = w.offset_terms(w.access(Which::Read(i)), 0..rank);
            w.load(3, Which::Read(i), &format!("r{i}[u]"), terms, &vector.to_string());
        }
        for i in 0..kernel.positions.len() {
            let base = w.position(i, &format!("p.q{i}"), 0..rank);
            w.load_position(3, i, &format!("q{i}{offset}"), &base);
        }
    });
}

/// Emits statements for each existing row of a thread.
fn in_rows(w: &mut Writer<'_>, rows: usize, inside: impl FnOnce(&mut Writer<'_>, &str)) {
    let (down, vector) = (w.space.rank() - 2, w.vector);
    w.line(1, "#pragma unroll");
    w.line(1, format!("for (int u = 0; u < {rows}; ++u) {{"));
    w.line(2, format!("const Index a{down} = top + u;"));
    w.line(2, format!("if (a{down} < p.e{down}) {{"));
    inside(w, &format!(" + u * {vector}"));
    w.line(2, "}");
    w.line(1, "}");
}

/// A read's element in the window of its group, at element `k` of a thread.
fn tap(groups: &[Group], read: usize, vector: usize) -> Option<String> {
    groups.iter().enumerate().find_map(|(number, group)| {
        let &(_, shift_down, shift_right) = group.members.iter().find(|member| member.0 == read)?;
        let (down, right) = (shift_down - group.down().0, shift_right - group.right().0.min(0));
        Some(format!("v{number}[k / {vector} + {down}][k % {vector} + {right}]"))
    })
}
