//! The interpreter: runs a list of operations on one block of lanes, with scratch memory of its own.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

use cuprust_ir::{Error, Memory, Result};
use cuprust_num::Scalar;
use cuprust_ops::MAX_OUTPUTS;
use smallvec::SmallVec;

use crate::gather::{broadcast, count_up, splat, take};
use crate::native::VECTOR;
use crate::plan::{Access, Accesses, Compiled, Op, Region, Source, Stage, Sweep, Whole};
use crate::reduce::State;
use crate::sum::MAX_TERMS;
use crate::tile::Tiles;

/// Cache-line-aligned memory that a single worker uses.
pub struct Scratch {
    pointer: *mut u8,
    layout: Layout,
}

// SAFETY: the value owns its memory, as a vector does.
unsafe impl Send for Scratch {}
// SAFETY: a shared reference only yields addresses; each dereference has its own note.
unsafe impl Sync for Scratch {}

fn refused(bytes: usize) -> Error {
    Error::out_of_memory(format!("out of memory allocating {bytes} bytes for a copy of an operand"))
}

impl Scratch {
    /// Zeroed memory of this many bytes, for blocks: so little that a program without it cannot go on. The allocation
    /// may draw on the reserve that a program sets aside.
    pub fn new(bytes: usize) -> Scratch {
        // SAFETY: the layout has a size above zero.
        let made = Scratch::layout(bytes).map(|layout| (unsafe { alloc_zeroed(layout) }, layout));
        match made {
            Ok((pointer, layout)) if !pointer.is_null() => Scratch { pointer, layout },
            _ => handle_alloc_error(Layout::new::<[u64; 8]>()),
        }
    }

    /// Zeroed memory of this many bytes, for whole operands.
    ///
    /// # Errors
    /// Out of memory.
    pub fn try_new(bytes: usize) -> Result<Scratch> {
        let layout = Scratch::layout(bytes)?;
        // SAFETY: the layout has a size above zero.
        let pointer = cuprust_reserve::fallible(|| unsafe { alloc_zeroed(layout) });
        if pointer.is_null() { Err(refused(bytes)) } else { Ok(Scratch { pointer, layout }) }
    }

    fn layout(bytes: usize) -> Result<Layout> {
        Layout::from_size_align(bytes.max(64), 64).map_err(|_| refused(bytes))
    }

    /// The address of a byte of the buffer.
    #[inline]
    pub fn at(&self, byte: usize) -> *mut u8 {
        debug_assert!(byte < self.layout.size());
        // SAFETY: the byte lies within the memory: callers count in the sizes they made it with.
        unsafe { self.pointer.add(byte) }
    }

    /// How many bytes it has.
    pub fn len(&self) -> usize {
        self.layout.size()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // SAFETY: the pointer came from the allocator with this layout.
        unsafe { dealloc(self.pointer, self.layout) };
    }
}

thread_local! {
    /// Arenas of finished workers, for the thread's next ones.
    static SPARE: RefCell<Vec<ScratchArena>> = const { RefCell::new(Vec::new()) };
}

/// The buffers of a worker, which are reused: taking a spare arena costs less than a new allocation.
struct ScratchArena {
    scratch: Scratch,
    /// The address of each slot's own block.
    blocks: Vec<*mut u8>,
    /// The current address of each slot: its block, or an address in a view's memory.
    at: Vec<*mut u8>,
    /// The address of each view's first lane, at the current step.
    bases: Vec<*mut u8>,
    /// The number that each position's lanes start from, at the current step.
    numbers: Vec<i64>,
}

impl ScratchArena {
    /// An arena with enough scratch memory: a spare one of the thread if there is one, else a new one.
    fn find(scratch: usize) -> ScratchArena {
        let spare = SPARE.with_borrow_mut(|spare| {
            let fits = spare.iter().position(|desk| desk.scratch.len() >= scratch);
            fits.map(|index| spare.swap_remove(index))
        });
        spare.unwrap_or_else(|| ScratchArena {
            scratch: Scratch::new(scratch),
            blocks: Vec::new(),
            at: Vec::new(),
            bases: Vec::new(),
            numbers: Vec::new(),
        })
    }

    fn keep(self) {
        if self.scratch.len() <= 1 << 20 {
            SPARE.with_borrow_mut(|spare| {
                if spare.len() < 4 {
                    spare.push(self);
                }
            });
        }
    }
}

/// The storages' memories: what a step runs on. Several threads access the memory at once without races by the kernel's
/// invariant: each position touches what is written at its own index only.
#[derive(Clone, Copy)]
pub struct Memories<'a>(pub &'a [Memory]);

impl Memories<'_> {
    /// The first byte of a storage.
    #[inline]
    fn start(self, storage: usize) -> *mut u8 {
        self.0[storage].address as *mut u8
    }
}

/// One thread's part of a kernel.
pub struct Worker<'a> {
    plan: &'a Compiled,
    /// The accesses of the whole space, or those of a region.
    accesses: &'a Accesses,
    memories: Memories<'a>,
    /// None once the worker has been dropped.
    scratch: Option<Scratch>,
    /// The address of each slot's own block.
    blocks: Vec<*mut u8>,
    /// The current address of each slot: its block, or an address in a view's memory.
    at: Vec<*mut u8>,
    /// The present step.
    step: i64,
    /// The rows of the present tile; one where rows are no tiles.
    rows: usize,
    /// The address of each view's first lane, at the current step.
    bases: Vec<*mut u8>,
    /// The number that each position's lanes start from, at the current step.
    numbers: Vec<i64>,
    /// The states of the reductions in progress.
    pub states: Vec<State>,
    scalars: &'a [Scalar],
    /// Where the worker reports an index out of bounds.
    outside: Option<&'a OutOfBounds>,
}

/// The first index out of bounds that a worker of a kernel found, and the axis's extent.
#[derive(Default)]
pub struct OutOfBounds(Mutex<Option<(i64, i64)>>);

impl OutOfBounds {
    fn note(&self, index: i64, extent: i64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert((index, extent));
    }

    /// The error, if an index was out of bounds.
    pub fn check(self) -> Result<()> {
        match self.0.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((index, extent)) => {
                Err(Error::index(format!("gather: index {index} is out of bounds for {extent} elements")))
            }
            None => Ok(()),
        }
    }
}

impl<'a> Worker<'a> {
    /// A worker at step zero, with the uniform values computed.
    ///
    /// # Safety
    /// The plan's views lie within the memories, and `scalars` has every scalar that the plan reads.
    pub unsafe fn new(plan: &'a Compiled, memories: Memories<'a>, scalars: &'a [Scalar]) -> Worker<'a> {
        let ScratchArena { scratch, mut blocks, mut at, mut bases, mut numbers } = ScratchArena::find(plan.scratch);
        blocks.clear();
        blocks.extend(plan.slots.iter().map(|slot| scratch.at(slot.at)));
        at.clone_from(&blocks);
        bases.clear();
        bases.resize(plan.accesses.views.len(), std::ptr::null_mut());
        numbers.clear();
        numbers.resize(plan.accesses.positions.len(), 0);
        let (states, scratch) = (Vec::new(), Some(scratch));
        let accesses = &plan.accesses;
        let mut worker = Worker {
            plan,
            accesses,
            memories,
            scratch,
            blocks,
            at,
            step: 0,
            rows: 1,
            bases,
            numbers,
            states,
            scalars,
            outside: None,
        };
        worker.set_step(0);
        // SAFETY: passed on; lane zero exists, as spaces without positions are not run.
        unsafe { worker.run(&plan.uniform, 0, 1) };
        worker
    }

    /// Makes the worker report indices out of bounds.
    pub fn reporting_to(mut self, outside: &'a OutOfBounds) -> Worker<'a> {
        self.outside = Some(outside);
        self
    }

    /// Makes the states of the reductions, for a worker that runs sweeps.
    pub fn with_states(mut self) -> Worker<'a> {
        let lanes = self.plan.tiles.as_ref().map_or(self.plan.block, Tiles::state_lanes);
        self.states = self.plan.reductions.iter().map(|reduced| reduced.reducer.state(lanes)).collect();
        self
    }

    /// Moves to the first step of a part of the space, or of all of it.
    pub fn enter(&mut self, accesses: &'a Accesses) {
        self.accesses = accesses;
        self.set_step(0);
    }

    /// Goes on with `rows` rows and other lanes whose views begin with the same elements.
    #[inline]
    pub fn run_along(&mut self, accesses: &'a Accesses, rows: usize) {
        (self.accesses, self.rows) = (accesses, rows);
    }

    /// Whether every pinned view of a region is aligned at every step: rows and elements are whole elements apart.
    pub fn is_pinnable(&self, region: &Region) -> bool {
        region.pinned.iter().all(|&(view, ..)| {
            let (view, accesses) = (view as usize, &region.accesses.views);
            self.memories.start(accesses[view].storage).addr() & (accesses[view].align - 1) == 0
        })
    }

    /// Whether no view that a region reads shares memory with one that it writes.
    pub fn is_apart(&self, region: &Region) -> bool {
        let reach = |&(view, ..): &(u16, u16, usize)| {
            let access = &self.plan.accesses.views[view as usize];
            let start = self.memories.start(access.storage).addr() as i64;
            access.range.map_or((start, start - 1), |(first, last)| (start + first, start + last))
        };
        let (reads, writes) = region.pinned.split_at(region.reads);
        reads.iter().map(reach).all(|(first, last)| {
            writes.iter().map(reach).all(|(first_written, last_written)| last < first_written || last_written < first)
        })
    }

    /// How many rows of a region, from `row` on, follow one another at a distance of `length` elements in all pinned
    /// views.
    pub fn rows_apart(&self, region: &Region, row: i64, length: i64) -> i64 {
        let rows = |&(view, _, size): &(u16, u16, usize)| {
            region.accesses.views[view as usize].steps.equally_spaced(row, length * size as i64)
        };
        region.pinned.iter().map(rows).min().unwrap_or(1)
    }

    /// Computes lanes `position` to `position + n` of steps from this one on, at most `rows`, by the function of a
    /// whole list. Returns how many steps it computed: 0 where the lanes are no row in the memory of each view, or
    /// the states of the reductions take no rows.
    ///
    /// # Safety
    /// The function is of this plan, and the lanes lie within its space, and within a block if it folds.
    pub unsafe fn run_whole(&mut self, whole: &Whole, position: i64, n: usize, rows: i64) -> i64 {
        let Some(code) = self.plan.code.as_ref().filter(|_| n >= whole.function.lanes()) else { return 0 };
        let mut addresses = SmallVec::<[(*mut u8, isize); 16]>::new();
        let mut rows = rows;
        let inputs = whole.inputs.iter().copied();
        for source in inputs.chain(whole.outputs.iter().map(|&view| Source::View(view))) {
            let (view, is_element) = match source {
                Source::View(view) => (view as usize, false),
                Source::Element(view) => (view as usize, true),
                Source::Slot(slot) => {
                    addresses.push((self.at[slot as usize], 0));
                    continue;
                }
            };
            let (access, base) = (&self.accesses.views[view], self.bases[view]);
            let offset = if is_element { access.lanes.element(position, n) } else { access.lanes.direct(position, n) };
            let Some(offset) = offset else { return 0 };
            let (pitch, count) = access.steps.spacing(self.step);
            rows = rows.min(count);
            addresses.push((base.wrapping_offset(offset as isize), pitch as isize));
        }
        for (reduction, neutral) in &whole.reductions {
            let state = &mut self.states[*reduction as usize];
            let Some((into, blocks)) = state.running(n, neutral) else { return 0 };
            rows = rows.min(blocks);
            addresses.push((into, 0));
        }
        // SAFETY: the views lie in their memory, and nothing that a kernel reads here is written by it; the states hold
        // what was folded before.
        unsafe { whole.function.run(code, addresses.into_iter(), n, rows as usize) };
        whole.reductions.iter().for_each(|&(reduction, _)| self.states[reduction as usize].entered(rows));
        rows
    }

    /// Sweeps over inner positions `from` to `to` with the lanes of a block.
    ///
    /// # Safety
    /// The stage is of this plan, and the lanes lie within its space and within a block.
    pub unsafe fn sweep(&mut self, stage: &Stage, position: i64, n: usize, from: i64, to: i64) {
        let mut step = from;
        while step < to {
            self.set_step(step);
            if let Some(whole) = &stage.whole {
                // SAFETY: passed on.
                let rows = unsafe { self.run_whole(whole, position, n, to - step) };
                if rows > 0 {
                    step += rows;
                    continue;
                }
            }
            // SAFETY: passed on.
            unsafe { self.run(&stage.inner, position, n) };
            step += 1;
        }
    }

    /// Points the pinned slots of a region into their views' memory, for a block of `n` lanes from a position of the
    /// current row on.
    #[inline]
    pub fn pin(&mut self, region: &Region, position: i64, n: usize) {
        for &(view, slot, size) in &region.pinned {
            self.at[slot as usize] = self.bases[view as usize].wrapping_add(position as usize * size);
        }
        if region.ops.len() >= MIN_LONG_OPERATIONS {
            for &(_, slot, size) in &region.pinned[region.reads..] {
                prefetch_block(self.at[slot as usize], n * size);
            }
        }
    }

    /// Moves to a step.
    #[inline]
    pub fn set_step(&mut self, step: i64) {
        self.step = step;
        for (base, access) in self.bases.iter_mut().zip(&self.accesses.views) {
            let offset = access.offset.wrapping_add(access.steps.offset(step));
            // The whole view was checked to lie in its memory. An address before that memory is never dereferenced.
            *base = self.memories.start(access.storage).wrapping_offset(offset as isize);
        }
        for (number, access) in self.numbers.iter_mut().zip(&self.accesses.positions) {
            *number = access.offset.wrapping_add(access.steps.offset(step));
        }
    }

    /// Copies the outer values of another worker, for `n` lanes (1 in rows: they are repeated here).
    ///
    /// # Safety
    /// Both run the same plan, and the other has computed the outer values so far for `n` lanes.
    pub unsafe fn copy_outer(&mut self, other: &Outer, n: usize) {
        let count = if self.plan.sweep == Sweep::Rows { 1 } else { n };
        for &slot in &self.plan.outer_slots {
            let size = self.plan.slots[slot as usize].size;
            let (from, to) = (other.0[slot as usize].cast_const(), self.blocks[slot as usize]);
            // SAFETY: both blocks hold the lanes, and belong to different workers.
            unsafe {
                std::ptr::copy_nonoverlapping(from, to, count * size);
                if self.plan.sweep == Sweep::Rows {
                    splat(to, size, self.plan.block);
                }
            }
        }
    }

    /// The addresses of the outer values.
    pub fn outer(&self) -> Outer {
        Outer(self.at.clone())
    }

    /// Runs operations on lanes `position` to `position + n`.
    ///
    /// # Safety
    /// The operations are of this plan, and the lanes lie within the space and within a block.
    pub unsafe fn run(&mut self, ops: &[Op], position: i64, n: usize) {
        // The arrays are filled element by element: an array written at once is copied before its stores have
        // completed.
        let (mut from, mut to) = ([std::ptr::null::<u8>(); MAX_TERMS], [std::ptr::null_mut::<u8>(); MAX_OUTPUTS]);
        for op in ops {
            match *op {
                Op::Run { run, ref inputs, ref outputs, many } => {
                    let inputs = if many { &inputs[..] } else { &inputs[..3] };
                    let outputs = if many { &outputs[..] } else { &outputs[..2] };
                    for (from, &slot) in from.iter_mut().zip(inputs) {
                        *from = self.at[slot as usize].cast_const();
                    }
                    for (to, &slot) in to.iter_mut().zip(outputs) {
                        *to = self.at[slot as usize];
                    }
                    // SAFETY: each slot holds n elements of the loop's dtypes, and blocks that are live at the same
                    // time do not overlap.
                    unsafe { run(from.as_ptr(), to.as_ptr(), n) };
                }
                Op::Sum { run, ref inputs, count, slot } => {
                    for (from, &slot) in from.iter_mut().zip(inputs) {
                        *from = self.at[slot as usize].cast_const();
                    }
                    // SAFETY: as for a loop: there are as many inputs as the count says.
                    unsafe { run(&from, count as usize, self.at[slot as usize], n) };
                }
                Op::Native(ref native) => {
                    let code = self.plan.code.as_ref().expect("a plan with segments has code");
                    // SAFETY: as for a loop; what is the same in all lanes was repeated.
                    unsafe { native.run(code, &self.at, n, self.rows) };
                }
                Op::Fetch { view, slot, in_place, aimed } => {
                    let (access, base) = (&self.accesses.views[view as usize], self.bases[view as usize]);
                    let slot = slot as usize;
                    match access.lanes.direct(position, n).filter(|_| in_place) {
                        Some(offset) if is_aligned(base, offset, access) => {
                            self.at[slot] = base.wrapping_offset(offset as isize);
                        }
                        _ => {
                            if !aimed {
                                self.at[slot] = self.blocks[slot];
                            }
                            // SAFETY: the view lies in its memory, and the slot holds n elements that do not overlap
                            // it.
                            unsafe { access.lanes.gather(base, position, n, self.at[slot]) };
                        }
                    }
                }
                Op::Aim { view, slot } => {
                    let (access, base) = (&self.accesses.views[view as usize], self.bases[view as usize]);
                    self.at[slot as usize] = match access.lanes.direct(position, n) {
                        Some(offset) if is_aligned(base, offset, access) => base.wrapping_offset(offset as isize),
                        _ => self.blocks[slot as usize],
                    };
                }
                Op::Store { view, slot } => {
                    let (access, base) = (&self.accesses.views[view as usize], self.bases[view as usize]);
                    let from = self.at[slot as usize];
                    let there = access.lanes.direct(position, n).map(|offset| base.wrapping_offset(offset as isize));
                    if there != Some(from) {
                        // SAFETY: the view lies in its memory. The slot is a block, or an address in the memory of
                        // another view: one that overlaps this view would have the same address, which is the case
                        // above.
                        unsafe { access.lanes.scatter(base, position, n, from) };
                    }
                }
                Op::Keep { kept, slot } => {
                    let row = self.plan.kept[kept as usize];
                    let lane = if self.plan.tiles.is_some() { 0 } else { position as usize };
                    let byte = row.at + lane * row.size;
                    self.at[slot as usize] = self.scratch.as_ref().map_or(self.blocks[0], |scratch| scratch.at(byte));
                }
                Op::Gather { table, index, line, slot } => {
                    let table = &self.plan.tables[table as usize];
                    let start = self.memories.start(table.storage).wrapping_offset(table.offset as isize).cast_const();
                    let line = if line == 0 { None } else { Some(self.at[line as usize].cast_const().cast()) };
                    let (index, to) = (self.at[index as usize].cast_const().cast(), self.at[slot as usize]);
                    // SAFETY: the table lies in its memory, and each slot holds n elements, the indices and lines
                    // int64.
                    if let Some(index) = unsafe { take(table, start, index, line, to, n) }
                        && let Some(outside) = self.outside
                    {
                        outside.note(index, table.extent);
                    }
                }
                Op::Push { reduction, slot } => {
                    let (block, state) = (self.at[slot as usize], &mut self.states[reduction as usize]);
                    // SAFETY: the slot holds n elements of the reducer's dtype; a column's n is that of its block. In a
                    // tile they are whole rows, as many as the slot of the result has room for.
                    unsafe {
                        match self.plan.sweep {
                            Sweep::Rows if self.plan.tiles.is_some() => {
                                let into = self.at[self.plan.reductions[reduction as usize].slot as usize];
                                state.rows(block, n / self.rows, self.rows, into);
                            }
                            Sweep::Rows => state.push_row(block, n, position),
                            Sweep::Columns => state.push_column(block, n, self.step),
                        }
                    }
                }
                Op::Repeat { slot, in_vector } => {
                    let size = self.plan.slots[slot as usize].size;
                    let lanes = if in_vector { self.plan.block.min(VECTOR / size) } else { self.plan.block };
                    // SAFETY: every slot's block holds the plan's lanes.
                    unsafe { splat(self.at[slot as usize], size, lanes) };
                }
                Op::Broadcast { from, slot } => {
                    let size = self.plan.slots[slot as usize].size;
                    let (from, into) = (self.at[from as usize], self.at[slot as usize]);
                    // SAFETY: an outer slot has an element for each row of the tile, and another slot all its lanes.
                    unsafe { broadcast(from, size, n / self.rows, self.rows, into) };
                }
                Op::Number { position: numbered, slot } => {
                    let first = self.numbers[numbered as usize];
                    let mut into = self.at[slot as usize].cast::<i64>();
                    self.accesses.positions[numbered as usize].lanes.runs(position, n, |offset, stride, count| {
                        // SAFETY: the runs have n numbers in total, and the block holds n.
                        into = unsafe {
                            count_up(first.wrapping_add(offset), stride, into, count);
                            into.add(count)
                        };
                    });
                }
                Op::Scalar { scalar, slot, dtype } => {
                    let value = self.scalars[self.plan.scalars[scalar as usize] as usize].cast(dtype);
                    let to = self.at[slot as usize];
                    // SAFETY: a block holds at least one element, and a scalar has its bytes.
                    unsafe { std::ptr::copy_nonoverlapping(value.bytes().as_ptr(), to, dtype.size()) };
                }
            }
        }
    }

    /// Begins a sweep over the inner positions.
    pub fn open(&mut self, stage: &Stage) {
        for &reduction in &stage.reductions {
            self.states[reduction as usize].reset();
        }
    }

    /// Ends a sweep: no further blocks are pushed.
    pub fn close(&mut self, stage: &Stage) {
        for &reduction in &stage.reductions {
            match self.plan.sweep {
                Sweep::Rows => self.states[reduction as usize].close_row(),
                Sweep::Columns => self.states[reduction as usize].close_column(),
            }
        }
    }

    /// Writes the results of a closed sweep to their slots, for `n` lanes.
    ///
    /// # Errors
    /// A reduction over nothing that has no result.
    ///
    /// # Safety
    /// The sweep is closed, and pushed `n` lanes (in rows: as many as there are).
    pub unsafe fn settle(&mut self, stage: &Stage, n: usize) -> Result<()> {
        let rows = self.plan.sweep == Sweep::Rows;
        for &reduction in &stage.reductions {
            let reduced = &self.plan.reductions[reduction as usize];
            let into = self.at[reduced.slot as usize];
            // SAFETY: the slot's block holds the lanes.
            unsafe {
                self.states[reduction as usize].finish(into, if rows { 1 } else { n })?;
                if reduced.repeat {
                    splat(into, self.plan.slots[reduced.slot as usize].size, self.plan.block);
                }
            }
        }
        Ok(())
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        if let Some(scratch) = self.scratch.take() {
            let take = |list: &mut Vec<*mut u8>| std::mem::take(list);
            let (blocks, at, bases) = (take(&mut self.blocks), take(&mut self.at), take(&mut self.bases));
            ScratchArena { scratch, blocks, at, bases, numbers: std::mem::take(&mut self.numbers) }.keep();
        }
    }
}

/// Fewest operations for which a block takes longer to compute than the prefetch of its results takes.
const MIN_LONG_OPERATIONS: usize = 4;

/// Prefetches the cache lines of a block of results, so that later stores do not wait for them. A step of Life at N =
/// 100 that writes to a board outside the second cache takes 16.0 us with the prefetch and 20.4 without; where the
/// board is still in the cache, 11.6 and 11.5.
#[inline]
fn prefetch_block(block: *mut u8, bytes: usize) {
    #[cfg(target_arch = "x86_64")]
    for line in (0..bytes).step_by(64) {
        let address = block.wrapping_add(line);
        // SAFETY: a prefetch is a hint: no processor reads, writes or faults for it, and one that does not know it
        // ignores it.
        unsafe { std::arch::asm!("prefetchw [{}]", in(reg) address, options(nostack, preserves_flags, readonly)) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (block, bytes);
}

/// The addresses of a worker's outer values, for the workers that share its sweep.
pub struct Outer(Vec<*mut u8>);

// SAFETY: the worker that owns the blocks does not write while others read them.
unsafe impl Sync for Outer {}

#[inline]
fn is_aligned(base: *mut u8, offset: i64, access: &Access) -> bool {
    base.wrapping_offset(offset as isize).addr() & (access.align - 1) == 0
}
