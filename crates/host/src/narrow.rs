//! Kernels of small integers, computed in bytes.
//!
//! Counts, labels and cell states are kept as int64 and are seldom above a hundred. A byte takes an eighth of the space
//! in a register, so a kernel with many operations on each integer that it loads is compiled a second time, in uint8,
//! if the result is exact for small inputs. Each run tests the inputs: it first copies them to bytes, and falls back at
//! the first element that is too large, before anything was written.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use cuprust_ir::{Kernel, Memory, Node, NodeId, NodeKind, Result, StorageId, Switch, View, Write, disabled};
use cuprust_num::{DType, Scalar};
use cuprust_ops::{MAX_INPUTS, RowId, Slot};

use crate::compile::compile;
use crate::memory::Pool;
use crate::parallel::{self, spread};
use crate::plan::Compiled;
use crate::simd::wide;

/// Fewest positions for which a second kernel pays off.
const MIN_NARROWED_POSITIONS: i64 = 1 << 10;

/// Fewest bytes that the operations on a position must save for each byte that loading and storing in bytes adds.
const MIN_SAVED_PER_ADDED_BYTE: usize = 4;

/// Elements that are copied before the test whether one of them was too large.
const CHUNK: i64 = 4096;

/// A kernel in bytes.
pub struct Narrow {
    plan: Compiled,
    /// The indices of the memories that the plan's storages are, except its last storages, which are the copies.
    storages: Vec<u32>,
    sources: Vec<Source>,
    /// The scalars that become bytes, and the dtype in which the kernel reads them.
    scalars: Vec<(u32, DType)>,
    /// The largest value that may be loaded, a power of two less one: with it, no computed value is above 255.
    max_value: u8,
    /// How many runs are still to skip the attempt, and how many the next failure will skip.
    runs_to_skip: AtomicU32,
    next_skip: AtomicU32,
}

/// A part of a storage that is copied to bytes: elements of one size, from a byte on.
#[derive(Debug, Clone, PartialEq)]
struct Source {
    storage: u32,
    dtype: DType,
    first: i64,
    count: i64,
}

impl Narrow {
    /// The form in bytes of a kernel, if it exists and pays off.
    ///
    /// # Errors
    /// As compiling any kernel.
    pub fn of(kernel: &Kernel) -> Result<Option<Narrow>> {
        let positions = kernel.outer_size();
        if kernel.outer != kernel.shape.len() || positions < MIN_NARROWED_POSITIONS || disabled(Switch::Narrowing) {
            return Ok(None);
        }
        let limits = (1..=8).rev().map(|bits| u8::MAX >> (8 - bits));
        let Some(narrower) = limits.filter_map(|max_value| Narrower::new(kernel, max_value).rewrite()).next() else {
            return Ok(None);
        };
        let gains = narrower.saved > 0 && narrower.saved >= MIN_SAVED_PER_ADDED_BYTE * narrower.added;
        if !gains || narrower.sources.iter().any(|part| part.count > 2 * positions) {
            return Ok(None);
        }
        Ok(Some(Narrow {
            plan: compile(&narrower.out)?,
            storages: narrower.storages,
            sources: narrower.sources,
            scalars: narrower.scalars,
            max_value: narrower.max_value,
            runs_to_skip: AtomicU32::new(0),
            next_skip: AtomicU32::new(1),
        }))
    }

    /// Runs the kernel if its inputs are small enough. Returns whether it ran; if not, nothing was written.
    ///
    /// # Errors
    /// As running any kernel.
    pub fn run(&self, pool: &Pool, memories: &[Memory], scalars: &[Scalar]) -> Result<bool> {
        let runs_to_skip = self.runs_to_skip.load(Ordering::Relaxed);
        if runs_to_skip != 0 {
            self.runs_to_skip.store(runs_to_skip - 1, Ordering::Relaxed);
            return Ok(false);
        }
        let mut copies =
            Copies { pool, memories: Vec::with_capacity(self.storages.len() + self.sources.len()), own: 0 };
        for &storage in &self.storages {
            let Some(memory) = memories.get(storage as usize) else { return Ok(false) };
            copies.memories.push(*memory);
        }
        if !self.scalars.iter().all(|&(scalar, dtype)| self.is_small(scalars.get(scalar as usize), dtype)) {
            return Ok(false);
        }
        for source in &self.sources {
            let copied = memories
                .get(source.storage as usize)
                .is_some_and(|from| source.copy(*from, self.max_value, &mut copies));
            if !copied {
                // A kernel that loaded too large a value will more likely than not do so again.
                let next_skip = self.next_skip.load(Ordering::Relaxed);
                self.runs_to_skip.store(next_skip, Ordering::Relaxed);
                self.next_skip.store(next_skip.saturating_mul(2).min(1 << 10), Ordering::Relaxed);
                return Ok(false);
            }
        }
        self.next_skip.store(1, Ordering::Relaxed);
        parallel::run(&self.plan, &copies.memories, scalars)?;
        Ok(true)
    }

    fn is_small(&self, scalar: Option<&Scalar>, dtype: DType) -> bool {
        let small = |scalar: &Scalar| {
            let value = scalar.cast(dtype);
            let byte = value.cast(DType::U8);
            byte.get::<u8>() <= self.max_value && byte.cast(dtype).bytes() == value.bytes()
        };
        scalar.is_some_and(small)
    }
}

/// The memories of a run: those of the arguments, then the copies, which are released after the run.
struct Copies<'a> {
    pool: &'a Pool,
    memories: Vec<Memory>,
    own: usize,
}

impl Drop for Copies<'_> {
    fn drop(&mut self) {
        let own = self.memories.len() - self.own;
        for memory in self.memories.drain(own..) {
            self.pool.release(memory);
        }
    }
}

impl Source {
    /// Copies the elements to bytes. Returns whether there was memory for them and none was above `max_value`.
    fn copy(&self, from: Memory, max_value: u8, copies: &mut Copies) -> bool {
        let size = self.dtype.size();
        let start = from.address as usize + self.first as usize;
        if !start.is_multiple_of(size) || self.first as u64 + self.count as u64 * size as u64 > from.bytes {
            return false;
        }
        let Ok(to) = copies.pool.allocate(self.count as u64) else { return false };
        copies.memories.push(to);
        copies.own += 1;
        let narrow: unsafe fn(*const u8, usize, *mut u8) -> u64 = match size {
            2 => narrowed::<u16>,
            4 => narrowed::<u32>,
            _ => narrowed::<u64>,
        };
        let (start, to) = (start as u64, to.address);
        let small = AtomicBool::new(true);
        let each = |first: i64, end: i64| {
            let mut at = first;
            while at < end && small.load(Ordering::Relaxed) {
                let n = CHUNK.min(end - at);
                let (from, to) = (start + at as u64 * size as u64, to + at as u64);
                // SAFETY: the elements lie in the memory, aligned, as was checked above; the copy has a byte for each,
                // and each range of them belongs to one thread.
                let seen = unsafe { narrow(from as *const u8, n as usize, to as *mut u8) };
                if seen > max_value as u64 {
                    small.store(false, Ordering::Relaxed);
                }
                at += n;
            }
            Ok(())
        };
        let done = parallel::with_threads(self.count, || spread(self.count, self.count, CHUNK, each));
        done.is_ok() && small.load(Ordering::Relaxed)
    }
}

/// An unsigned integer that is narrowed.
trait Wide: Copy + Into<u64> {
    const ZERO: Self;
    fn or(self, other: Self) -> Self;
    fn low(self) -> u8;
}

macro_rules! wide_integers {
    ($($rust:ident)*) => { $(
        impl Wide for $rust {
            const ZERO: $rust = 0;
            #[inline(always)]
            fn or(self, other: $rust) -> $rust { self | other }
            #[inline(always)]
            fn low(self) -> u8 { self as u8 }
        }
    )* };
}
wide_integers!(u16 u32 u64);

wide! {
    /// Copies the low bytes of integers, and returns the bitwise or of all of them: a negative one sets the highest
    /// bit.
    ///
    /// # Safety
    /// `from` holds `n` aligned elements, and `to` holds `n` bytes that do not overlap them.
    unsafe fn narrowed<T: Wide>(from: *const u8, n: usize, to: *mut u8) => u64 {
        // SAFETY: the caller promises the elements and the bytes.
        let (from, to): (&[T], &mut [u8]) =
            unsafe { (std::slice::from_raw_parts(from.cast(), n), std::slice::from_raw_parts_mut(to, n)) };
        let mut seen = T::ZERO;
        for (to, &from) in to.iter_mut().zip(from) {
            seen = seen.or(from);
            *to = from.low();
        }
        seen.into()
    }
}

/// The rewriting of a kernel in bytes.
struct Narrower<'a> {
    kernel: &'a Kernel,
    max_value: u8,
    out: Kernel,
    storages: Vec<u32>,
    sources: Vec<Source>,
    scalars: Vec<(u32, DType)>,
    forms: Vec<Form>,
    /// The casts made so far, so that each is made once.
    casts: HashMap<(NodeId, DType), NodeId>,
    /// Bytes that the operations on one position move less, and bytes that copying and widening move more.
    saved: usize,
    added: usize,
}

/// The replacement of a value of the kernel.
#[derive(Clone, Copy)]
struct Form {
    node: NodeId,
    /// The largest value, where it is an integer that `node` has as a byte (or a bool).
    top: Option<u32>,
}

/// Integers wider than a byte.
fn is_wide(dtype: DType) -> bool {
    dtype.is_integer() && dtype.size() > 1
}

impl<'a> Narrower<'a> {
    fn new(kernel: &'a Kernel, max_value: u8) -> Narrower<'a> {
        let (nodes, reads, writes) = (Vec::new(), Vec::new(), Vec::new());
        let out = Kernel { nodes, reads, writes, scalars: Vec::new(), ..kernel.clone() };
        Narrower {
            kernel,
            max_value,
            out,
            storages: Vec::new(),
            sources: sources(kernel),
            scalars: Vec::new(),
            forms: Vec::new(),
            casts: HashMap::new(),
            saved: 0,
            added: 0,
        }
    }

    /// The kernel with every operation on wide integers in bytes; None if one of them would not be exact.
    fn rewrite(mut self) -> Option<Narrower<'a>> {
        let kernel = self.kernel;
        let own = |view: &&View| !is_wide(view.dtype);
        let written = kernel.writes.iter().map(|write| &write.view);
        self.storages = kernel.reads.iter().filter(own).chain(written).map(|view| view.storage.0).collect();
        self.storages.sort_unstable();
        self.storages.dedup();
        for node in &kernel.nodes {
            let form = self.form(node)?;
            self.forms.push(form);
        }
        for write in &kernel.writes {
            let (node, dtype) = (write.node, kernel.nodes[write.node as usize].dtype);
            if is_wide(dtype) && self.forms[node as usize].top.is_some() {
                self.added += 1 + dtype.size();
            }
            let node = self.own(node);
            let view = View { storage: self.narrowed_storage(&write.view), ..write.view.clone() };
            self.out.writes.push(Write { view, node });
        }
        self.added += self.sources.iter().map(|source| 1 + source.dtype.size()).sum::<usize>();
        Some(self)
    }

    fn form(&mut self, node: &Node) -> Option<Form> {
        let wide = is_wide(node.dtype);
        let byte = |top| if wide { Some(top) } else { None };
        Some(match node.kind {
            NodeKind::Read(read) => {
                let view = &self.kernel.reads[read as usize];
                let (view, dtype) = if wide { (self.copied(view), DType::U8) } else { (self.loaded(view), node.dtype) };
                self.out.reads.push(view);
                let make = NodeKind::Read(self.out.reads.len() as u16 - 1);
                Form { node: self.push(make, dtype), top: byte(self.max_value as u32).or(top_of(node.dtype)) }
            }
            NodeKind::Scalar(scalar) => {
                let id = self.kernel.scalars[scalar as usize];
                self.out.scalars.push(id);
                let make = NodeKind::Scalar(self.out.scalars.len() as u16 - 1);
                if wide {
                    self.scalars.push((id.0, node.dtype));
                }
                let node = self.push(make, if wide { DType::U8 } else { node.dtype });
                Form { node, top: byte(self.max_value as u32) }
            }
            NodeKind::Position(position) => {
                Form { node: self.push(NodeKind::Position(position), node.dtype), top: None }
            }
            NodeKind::Cast(of) => match self.forms[of as usize].top {
                Some(top) if wide => Form { node: self.byte(of), top: Some(top) },
                _ => {
                    // A byte has the value of the wide integer, so that any cast of it gives the same.
                    let node = self.cast(self.forms[of as usize].node, node.dtype);
                    Form { node, top: top_of(self.out.nodes[node as usize].dtype) }
                }
            },
            NodeKind::Row { row, dtype, of, output } => self.row(row, dtype, &of, output)?,
            NodeKind::Reduce(..) | NodeKind::Gather { .. } => return None,
        })
    }

    fn row(&mut self, id: RowId, dtype: DType, of: &[NodeId; MAX_INPUTS], output: u8) -> Option<Form> {
        let row = id.row();
        let (mut operands, mut tops) = ([0; MAX_INPUTS], [0; MAX_INPUTS]);
        let narrows = is_wide(dtype);
        for (at, (&of, slot)) in of.iter().zip(row.inputs).enumerate() {
            match slot {
                Slot::Same | Slot::Real if narrows => {
                    (operands[at], tops[at]) = (self.byte(of), self.forms[of as usize].top?);
                }
                _ => operands[at] = self.own(of),
            }
        }
        let dtype_in = if narrows { DType::U8 } else { dtype };
        let gives = row.outputs[output as usize].dtype(dtype_in);
        let mut top = top_of(gives);
        if narrows {
            top = Some(
                row.largest.map(|largest| largest([tops[0], tops[1], tops[2]])).filter(|&top| top <= u8::MAX as u32)?,
            );
            (row.loops)(DType::U8)?;
            self.saved += (row.inputs.len() + 1) * dtype.size();
        }
        Some(Form { node: self.push(NodeKind::Row { row: id, dtype: dtype_in, of: operands, output }, gives), top })
    }

    /// The value as a byte. The form of the value must have a `top`.
    fn byte(&mut self, node: NodeId) -> NodeId {
        self.cast(self.forms[node as usize].node, DType::U8)
    }

    /// The value in its original dtype.
    fn own(&mut self, node: NodeId) -> NodeId {
        self.cast(self.forms[node as usize].node, self.kernel.nodes[node as usize].dtype)
    }

    fn cast(&mut self, node: NodeId, dtype: DType) -> NodeId {
        if self.out.nodes[node as usize].dtype == dtype {
            return node;
        }
        if let Some(&known) = self.casts.get(&(node, dtype)) {
            return known;
        }
        let cast = self.push(NodeKind::Cast(node), dtype);
        self.casts.insert((node, dtype), cast);
        cast
    }

    fn push(&mut self, kind: NodeKind, dtype: DType) -> NodeId {
        self.out.nodes.push(Node { kind, dtype });
        self.out.nodes.len() as NodeId - 1
    }

    /// The view's storage, among the storages of the kernel in bytes.
    fn narrowed_storage(&self, view: &View) -> StorageId {
        let index = self.storages.binary_search(&view.storage.0);
        StorageId(index.expect("every view of the kernel was looked through") as u32)
    }

    fn loaded(&self, view: &View) -> View {
        View { storage: self.narrowed_storage(view), ..view.clone() }
    }

    /// The same elements in the copy of their source.
    fn copied(&self, view: &View) -> View {
        let index = self.sources.iter().position(|source| source.holds(view)).expect("sources are made of the reads");
        let mut copied =
            View { storage: StorageId((self.storages.len() + index) as u32), dtype: DType::U8, ..view.clone() };
        copied.layout.offset -= self.sources[index].first / view.dtype.size() as i64;
        copied
    }
}

/// The parts of storages from which the kernel loads wide integers, one for each storage and dtype.
fn sources(kernel: &Kernel) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    for view in kernel.reads.iter().filter(|view| is_wide(view.dtype)) {
        let size = view.dtype.size() as i64;
        let Some((low, high)) = view.byte_range() else { continue };
        let own = Source { storage: view.storage.0, dtype: view.dtype, first: low, count: (high + 1 - low) / size };
        match sources.iter_mut().find(|source| source.holds(view)) {
            None => sources.push(own),
            Some(known) => {
                let end = |source: &Source| source.first + source.count * size;
                let (first, end) = (known.first.min(own.first), end(known).max(end(&own)));
                (known.first, known.count) = (first, (end - first) / size);
            }
        }
    }
    sources
}

impl Source {
    fn holds(&self, view: &View) -> bool {
        (self.storage, self.dtype) == (view.storage.0, view.dtype)
    }
}

/// The largest value of a dtype whose values are bytes from zero on.
fn top_of(dtype: DType) -> Option<u32> {
    match dtype {
        DType::Bool => Some(1),
        DType::U8 => Some(u8::MAX as u32),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuprust_ir::{Dims, Layout, ScalarId};

    const SIDE: i64 = 40;

    /// Eight neighbours on a circular axis added up, and 1 where they are three, else 0: as int64, from storage 0 to
    /// storage 1.
    fn neighbours() -> Kernel {
        let shape = [SIDE, SIDE];
        let grid = View::new(StorageId(0), DType::I64, Layout::contiguous(&shape));
        let mut kernel = Kernel {
            shape: Dims::new(&shape),
            outer: 2,
            reads: vec![],
            scalars: vec![ScalarId(0), ScalarId(1), ScalarId(2)],
            positions: vec![],
            tables: vec![],
            nodes: vec![],
            writes: vec![],
        };
        let push = |kernel: &mut Kernel, kind, dtype| {
            kernel.nodes.push(Node { kind, dtype });
            kernel.nodes.len() as NodeId - 1
        };
        let row = |name, of: &[NodeId]| NodeKind::row(RowId::named(name), DType::I64, of, 0);
        let mut sum = None;
        for (down, right) in [(1, 1), (1, 0), (1, -1), (0, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)] {
            kernel.reads.push(grid.roll(0, down).roll(1, right));
            let read = NodeKind::Read(kernel.reads.len() as u16 - 1);
            let tap = push(&mut kernel, read, DType::I64);
            sum = Some(sum.map_or(tap, |sum| push(&mut kernel, row("add", &[sum, tap]), DType::I64)));
        }
        let [three, one, zero] = [0, 1, 2].map(|scalar| push(&mut kernel, NodeKind::Scalar(scalar), DType::I64));
        let equal = push(&mut kernel, row("equal", &[sum.unwrap(), three]), DType::Bool);
        let chosen = push(&mut kernel, row("where", &[equal, one, zero]), DType::I64);
        let view = View::new(StorageId(1), DType::I64, Layout::contiguous(&shape));
        kernel.writes.push(Write { view, node: chosen });
        kernel
    }

    fn memory(numbers: &mut [i64]) -> Memory {
        Memory { address: numbers.as_mut_ptr() as u64, bytes: size_of_val(numbers) as u64 }
    }

    /// Whether the form in bytes ran, and what it wrote.
    fn run(narrow: &Narrow, pool: &Pool, grid: &mut [i64], scalars: [i64; 3]) -> (bool, Vec<i64>) {
        let mut out = vec![-7; grid.len()];
        let done = narrow.run(pool, &[memory(grid), memory(&mut out)], &scalars.map(Scalar::new)).unwrap();
        (done, out)
    }

    #[test]
    fn what_is_too_large_for_a_byte_is_found_before_anything_is_written() {
        let (narrow, pool) = (Narrow::of(&neighbours()).unwrap().unwrap(), Pool::new());
        // Eight of 31 are 248; eight of 63 are more than a byte holds.
        assert_eq!(narrow.max_value, 31);
        let small: Vec<i64> = (0..SIDE * SIDE).map(|i| i * i % 7 % 2).collect();
        let (done, out) = run(&narrow, &pool, &mut small.clone(), [3, 1, 0]);
        let side = SIDE as usize;
        let at = |i: usize, j: usize| small[i % side * side + j % side];
        let expected = (0..side * side).map(|index| {
            let (i, j) = (index / side + side, index % side + side);
            let sum: i64 = (0..9).filter(|&tap| tap != 4).map(|tap| at(i + tap / 3 - 1, j + tap % 3 - 1)).sum();
            (sum == 3) as i64
        });
        assert!(done && out == expected.collect::<Vec<i64>>());
        assert_eq!(pool.usage().used, 0);
        for (value, fits) in [(31, true), (32, false), (-1, false), (1 << 40, false), (i64::MIN, false)] {
            for index in [0, 700, small.len() - 1] {
                let mut grid = small.clone();
                grid[index] = value;
                let narrow = Narrow::of(&neighbours()).unwrap().unwrap();
                let (done, out) = run(&narrow, &pool, &mut grid, [3, 1, 0]);
                assert_eq!((done, out.iter().all(|&number| number == -7)), (fits, !fits), "{value} at {index}");
            }
        }
        for scalars in [[-3, 1, 0], [3, 256, 0], [3, 1, 32]] {
            assert!(!run(&narrow, &pool, &mut small.clone(), scalars).0, "{scalars:?}");
        }
        pool.set_limit(64);
        assert!(!run(&narrow, &pool, &mut small.clone(), [3, 1, 0]).0);
    }

    #[test]
    fn after_failures_it_is_tried_more_and_more_seldom() {
        let (narrow, pool) = (Narrow::of(&neighbours()).unwrap().unwrap(), Pool::new());
        let mut large = vec![1000; (SIDE * SIDE) as usize];
        let mut small = vec![1; large.len()];
        // It is attempted at the first, third and sixth run, and then not for four.
        for _ in 0..6 {
            assert!(!run(&narrow, &pool, &mut large, [3, 1, 0]).0);
        }
        let tried: Vec<bool> = (0..6).map(|_| run(&narrow, &pool, &mut small, [3, 1, 0]).0).collect();
        assert_eq!(tried, [false, false, false, false, true, true]);
    }

    #[test]
    fn kernels_that_do_not_gain_have_no_form_in_bytes() {
        let mut few = neighbours();
        // A single comparison does not make up for a copy.
        let (one, three) = (few.nodes[0].clone(), few.nodes[15].clone());
        let equal = NodeKind::row(RowId::named("equal"), DType::I64, &[0, 1], 0);
        few.nodes = vec![one, three, Node { kind: equal, dtype: DType::Bool }];
        few.reads.truncate(1);
        few.scalars.truncate(1);
        few.writes =
            vec![Write { view: View::new(StorageId(1), DType::Bool, Layout::contiguous(&[SIDE, SIDE])), node: 2 }];
        assert!(Narrow::of(&few).unwrap().is_none());
        // A kernel without wide integers has nothing to narrow.
        let mut floats = neighbours();
        for node in &mut floats.nodes {
            node.dtype = if node.dtype == DType::I64 { DType::F64 } else { node.dtype };
            if let NodeKind::Row { dtype, .. } = &mut node.kind {
                *dtype = DType::F64;
            }
        }
        let views = floats.reads.iter_mut().chain(floats.writes.iter_mut().map(|write| &mut write.view));
        views.for_each(|view| view.dtype = DType::F64);
        assert!(Narrow::of(&floats).unwrap().is_none());
        // A subtraction may go below zero.
        let mut below = neighbours();
        let NodeKind::Row { row, .. } = &mut below.nodes[2].kind else { panic!("the third node adds") };
        *row = RowId::named("subtract");
        assert!(Narrow::of(&below).unwrap().is_none());
    }
}
