//! Reads of one array at several offsets along its rows, as the slices of a finite difference or of a filter are: a
//! thread loads the elements that its reads share once, in wide accesses where they are aligned.

use cuprust_ir::Kernel;

use super::space::{Access, Space};
use super::writer::{Along, Which, Writer, along, c_type, sum};

/// Reads whose offsets differ by more elements do not share a window.
const MAX_GAP: i64 = 8;
/// The most bytes of the windows of a thread: they are in registers.
const MAX_WINDOW_BYTES: i64 = 320;
/// The bytes of a cache line, and the threads that access memory together.
const LINE_BYTES: f64 = 128.0;
const WARP: f64 = 32.0;

/// Reads of one storage that differ in their offset alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Window {
    /// A read whose rows begin at aligned packs, if there is one; its pointer is used for all.
    lead: usize,
    is_aligned: bool,
    /// The reads, with their offsets from the lead in ascending order.
    members: Vec<(usize, i64)>,
}

/// One access of a window: its first element, and how many it has.
type Part = (i64, i64);

impl Window {
    /// The offset of the first element, and of the last read.
    fn range(&self) -> (i64, i64) {
        (self.members[0].1, self.members[self.members.len() - 1].1)
    }

    /// The elements of a window, where a thread has `vector` positions.
    fn length(&self, vector: usize) -> i64 {
        let (first, last) = self.range();
        last - first + vector as i64
    }

    /// The accesses that load what the reads need.
    fn parts(&self, vector: usize) -> Vec<Part> {
        let ((first, last), width) = (self.range(), vector as i64);
        let is_needed = |at: i64| self.members.iter().any(|&(_, offset)| (offset..offset + width).contains(&at));
        let mut parts = Vec::new();
        let mut block = first.div_euclid(width) * width;
        while block < last + width {
            let needed: Vec<i64> = (block..block + width).filter(|&at| is_needed(at)).collect();
            if self.is_aligned && needed.len() > 1 && block >= first && block <= last {
                parts.push((block, width));
            } else {
                parts.extend(needed.into_iter().map(|at| (at, 1)));
            }
            block += width;
        }
        parts
    }
}

/// The windows of a kernel whose threads have so many positions each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Windows {
    windows: Vec<Window>,
}

impl Windows {
    /// The windows of a kernel in which a thread has `vector` positions along an axis.
    pub(super) fn of(kernel: &Kernel, space: &Space, axis: usize, vector: usize) -> Windows {
        let mut windows: Vec<Window> = Vec::new();
        let mut had = vec![false; kernel.reads.len()];
        for (i, (view, access)) in kernel.reads.iter().zip(&space.reads).enumerate() {
            let is_written = kernel.writes.iter().any(|write| write.view.storage == view.storage);
            if had[i] || vector == 1 || is_written || access.circular[axis].is_some() || access.strides[axis] != 1 {
                continue;
            }
            let mut family: Vec<(usize, i64)> = kernel
                .reads
                .iter()
                .zip(&space.reads)
                .enumerate()
                .filter(|&(_, other)| Access::differs_in_offset((view, access), other))
                .map(|(index, (_, other))| (index, other.offset))
                .collect();
            family.iter().for_each(|&(index, _)| had[index] = true);
            family.sort_by_key(|&(_, offset)| offset);
            for members in family.chunk_by(|a, b| b.1 - a.1 <= MAX_GAP).filter(|members| members.len() > 1) {
                let packed = |&&(index, _): &&(usize, i64)| along(&space.reads[index], axis, vector) == Along::Pack;
                let aligned = members.iter().find(packed);
                let &(lead, origin) = aligned.unwrap_or(&members[0]);
                let members = members.iter().map(|&(index, offset)| (index, offset - origin)).collect();
                windows.push(Window { lead, is_aligned: aligned.is_some(), members });
            }
        }
        Windows { windows }
    }

    /// The number of positions of a thread with which the kernel takes the fewest accesses of cache lines, and the
    /// windows then, among numbers that `allows` allows; `None` where `vector` positions and no window take no more.
    pub(super) fn best(
        kernel: &Kernel,
        space: &Space,
        axis: usize,
        vector: usize,
        allows: impl Fn(usize) -> bool,
    ) -> Option<(usize, Windows)> {
        let mut best = (Windows::default().cost(kernel, space, axis, vector), None);
        let sizes =
            kernel.reads.iter().map(|view| view.dtype).chain(kernel.writes.iter().map(|write| write.view.dtype));
        let widest = sizes.map(|dtype| dtype.size()).max().unwrap_or(16);
        for wide in [8, 4, 2].into_iter().filter(|&wide| wide * widest <= 16 && allows(wide)) {
            let windows = Windows::of(kernel, space, axis, wide);
            if windows.is_empty() || windows.bytes(kernel, wide) > MAX_WINDOW_BYTES {
                continue;
            }
            let cost = windows.cost(kernel, space, axis, wide);
            if cost < best.0 {
                best = (cost, Some((wide, windows)));
            }
        }
        best.1
    }

    fn is_empty(&self) -> bool {
        self.windows.is_empty()
    }

    fn bytes(&self, kernel: &Kernel, vector: usize) -> i64 {
        let of = |window: &Window| window.length(vector) * kernel.reads[window.lead].dtype.size() as i64;
        self.windows.iter().map(of).sum()
    }

    /// The cache lines that a warp accesses, for each of the positions of a thread.
    fn cost(&self, kernel: &Kernel, space: &Space, axis: usize, vector: usize) -> f64 {
        let lines = |size: usize| (WARP * (vector * size) as f64 / LINE_BYTES).max(1.0);
        let alone = |access: &Access| match along(access, axis, vector) {
            Along::Pack | Along::Same => 1,
            Along::Step(_) | Along::Circular(_) => vector,
        };
        let reads = kernel.reads.iter().zip(&space.reads).enumerate();
        let reads = reads.filter(|(i, _)| !self.has(*i)).map(|(_, (view, access))| (view.dtype, access));
        let writes = kernel.writes.iter().zip(&space.writes).map(|(write, access)| (write.view.dtype, access));
        let others: f64 = reads.chain(writes).map(|(dtype, access)| alone(access) as f64 * lines(dtype.size())).sum();
        let windows = self
            .windows
            .iter()
            .map(|window| window.parts(vector).len() as f64 * lines(kernel.reads[window.lead].dtype.size()));
        (others + windows.sum::<f64>()) / vector as f64
    }

    /// Whether a read is loaded with a window.
    pub(super) fn has(&self, read: usize) -> bool {
        self.windows.iter().any(|window| window.members.iter().any(|member| member.0 == read))
    }

    /// A read's element in its window, at position `k` of a thread.
    pub(super) fn element(&self, read: usize) -> Option<String> {
        self.windows.iter().enumerate().find_map(|(number, window)| {
            let &(_, offset) = window.members.iter().find(|member| member.0 == read)?;
            Some(format!("v{number}[k + {}]", offset - window.range().0))
        })
    }

    /// Declares the windows.
    pub(super) fn declare(&self, w: &mut Writer<'_>) {
        let vector = w.vector;
        for (number, window) in self.windows.iter().enumerate() {
            let kind = c_type(w.dtype(Which::Read(window.lead)));
            w.line(1, format!("{kind} v{number}[{}];", window.length(vector)));
        }
    }

    /// Loads the windows of a thread, of whose positions `count` exist. All elements between those of the first read
    /// and those of the last are elements of the storage.
    pub(super) fn load(&self, w: &mut Writer<'_>, depth: usize, count: &str) {
        let (axis, rank, vector) = (w.axis, w.space.rank(), w.vector);
        for (number, window) in self.windows.iter().enumerate() {
            let which = Which::Read(window.lead);
            let kind = c_type(w.dtype(which));
            let mut terms = w.offset_terms(w.access(which), 0..rank);
            terms.push(format!("a{axis}"));
            let (first, last) = window.range();
            w.line(depth, "{");
            w.line(depth + 1, format!("const {kind}* from = p.r{} + ({});", window.lead, sum(&terms)));
            for (at, width) in window.parts(vector) {
                let (into, left) = (at - first, last - at);
                w.line(
                    depth + 1,
                    match width {
                        1 if left >= 0 => format!("v{number}[{into}] = from[{at}];"),
                        1 => format!("v{number}[{into}] = {count} > {} ? from[{at}] : zero<{kind}>();", -left),
                        _ => format!("load_pack<{width}>(v{number} + {into}, from + {at}, {count} + {left});"),
                    },
                );
            }
            w.line(depth, "}");
        }
    }
}
