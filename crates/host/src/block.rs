//! The interpreter: runs a list of operations on one block of lanes, with scratch memory of its own.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

use cuprust_ir::{Error, Result};
use cuprust_num::Scalar;
use cuprust_ops::MAX_OUTPUTS;

use crate::gather::{splat, take};
use crate::plan::{Compiled, Op, Place, Places, Region, Stage, Sweep};
use crate::reduce::State;
use crate::sum::TERMS;

/// Memory on a cache line that one worker alone uses.
pub struct Scratch {
    pointer: *mut u8,
    layout: Layout,
}

// SAFETY: the memory belongs to the value alone, as a vector's does.
unsafe impl Send for Scratch {}
// SAFETY: a shared reference gives away addresses alone; who goes through them says why that is safe.
unsafe impl Sync for Scratch {}

fn refused(bytes: usize) -> Error {
    Error::out_of_memory(format!("out of memory: {bytes} bytes were wanted to copy an operand"))
}

impl Scratch {
    /// Zeroed memory of this many bytes, for blocks: so little that a program without it cannot go on. It may use what
    /// a program sets aside.
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

    /// Where a byte of it lies.
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
    /// What the thread's workers leave for the next.
    static SPARE: RefCell<Vec<ScratchArena>> = const { RefCell::new(Vec::new()) };
}

/// What a worker works with: to find it ready costs less than to ask for it anew.
struct ScratchArena {
    scratch: Scratch,
    /// Where each slot's own block is.
    homes: Vec<*mut u8>,
    /// Where each slot is now: its block, or a place in a view's memory.
    at: Vec<*mut u8>,
    /// Where each view's lanes start, at the present step.
    bases: Vec<*mut u8>,
    /// The number that each position's lanes start from, at the present step.
    numbers: Vec<i64>,
}

impl ScratchArena {
    /// One with as much scratch memory, from the spare ones of the thread where one has it.
    fn find(scratch: usize) -> ScratchArena {
        let spare = SPARE.with_borrow_mut(|spare| {
            let fits = spare.iter().position(|desk| desk.scratch.len() >= scratch);
            fits.map(|place| spare.swap_remove(place))
        });
        spare.unwrap_or_else(|| ScratchArena {
            scratch: Scratch::new(scratch),
            homes: Vec::new(),
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

/// Memories by storage, as raw addresses: what a step runs on.
#[derive(Clone, Copy)]
pub struct Memories<'a>(pub &'a [*mut u8]);

// SAFETY: the addresses are plain numbers to this type. What is read and written through them by several threads at
// once is kept apart by the kernel's invariant: what is written is touched at the same place by each position only.
unsafe impl Send for Memories<'_> {}
// SAFETY: as above.
unsafe impl Sync for Memories<'_> {}

/// One thread's part of a kernel.
pub struct Worker<'a> {
    plan: &'a Compiled,
    /// The whole space's places, or those of a region.
    places: &'a Places,
    memories: Memories<'a>,
    /// None once the worker has gone.
    scratch: Option<Scratch>,
    /// Where each slot's own block is.
    homes: Vec<*mut u8>,
    /// Where each slot is now: its block, or a place in a view's memory.
    at: Vec<*mut u8>,
    /// The present step.
    step: i64,
    /// Where each view's lanes start, at the present step.
    bases: Vec<*mut u8>,
    /// The number that each position's lanes start from, at the present step.
    numbers: Vec<i64>,
    /// The reductions under way.
    pub states: Vec<State>,
    scalars: &'a [Scalar],
    /// Where it notes an index out of bounds.
    outside: Option<&'a Outside>,
}

/// An index out of bounds that the workers of a kernel found, and how many places there are.
#[derive(Default)]
pub struct Outside(Mutex<Option<(i64, i64)>>);

impl Outside {
    fn note(&self, index: i64, extent: i64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert((index, extent));
    }

    /// The error, if there was such an index.
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
    /// The plan's views lie within the memories, and the scalars it takes are there.
    pub unsafe fn new(plan: &'a Compiled, memories: Memories<'a>, scalars: &'a [Scalar]) -> Worker<'a> {
        let ScratchArena { scratch, mut homes, mut at, mut bases, mut numbers } = ScratchArena::find(plan.scratch);
        homes.clear();
        homes.extend(plan.slots.iter().map(|slot| scratch.at(slot.at)));
        at.clone_from(&homes);
        bases.clear();
        bases.resize(plan.places.views.len(), std::ptr::null_mut());
        numbers.clear();
        numbers.resize(plan.places.positions.len(), 0);
        let (states, scratch) = (Vec::new(), Some(scratch));
        let places = &plan.places;
        let mut worker = Worker {
            plan,
            places,
            memories,
            scratch,
            homes,
            at,
            step: 0,
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

    /// Lets it note indices out of bounds.
    pub fn noting(mut self, outside: &'a Outside) -> Worker<'a> {
        self.outside = Some(outside);
        self
    }

    /// Makes the states of the reductions, for a worker that runs sweeps.
    pub fn with_states(mut self) -> Worker<'a> {
        let (plan, block) = (self.plan, self.plan.block);
        let alone = plan.sweep == Sweep::Rows && !plan.parts && plan.lanes <= block as i64;
        self.states = plan.reductions.iter().map(|reduced| reduced.reducer.state(block, alone)).collect();
        self
    }

    /// Moves to the first step of a part of the space, or of all of it.
    pub fn enter(&mut self, places: &'a Places) {
        self.places = places;
        self.set_step(0);
    }

    /// Whether what a region pins is aligned at every step: rows and elements are whole elements apart.
    pub fn is_pinnable(&self, region: &Region) -> bool {
        region.pinned.iter().all(|&(view, ..)| {
            let (view, places) = (view as usize, &region.places.views);
            self.memories.0[places[view].storage].addr() & (places[view].align - 1) == 0
        })
    }

    /// Whether nothing that a region reads shares memory with what it writes.
    pub fn is_apart(&self, region: &Region) -> bool {
        let reach = |&(view, ..): &(u16, u16, usize)| {
            let place = &self.plan.places.views[view as usize];
            let start = self.memories.0[place.storage].addr() as i64;
            place.range.map_or((start, start - 1), |(first, last)| (start + first, start + last))
        };
        let (reads, writes) = region.pinned.split_at(region.reads);
        reads.iter().map(reach).all(|(first, last)| {
            writes.iter().map(reach).all(|(first_written, last_written)| last < first_written || last_written < first)
        })
    }

    /// How many rows of a region from one on stand a row of `length` elements apart in all that it pins.
    pub fn rows_apart(&self, region: &Region, row: i64, length: i64) -> i64 {
        let rows = |&(view, _, size): &(u16, u16, usize)| {
            region.places.views[view as usize].steps.apart(row, length * size as i64)
        };
        region.pinned.iter().map(rows).min().unwrap_or(1)
    }

    /// Sets the slots of a region that are places in memory, for a block of `n` lanes from a position of the present
    /// row on.
    #[inline]
    pub fn pin(&mut self, region: &Region, position: i64, n: usize) {
        for &(view, slot, size) in &region.pinned {
            self.at[slot as usize] = self.bases[view as usize].wrapping_add(position as usize * size);
        }
        if region.ops.len() >= MIN_LONG_OPERATIONS {
            for &(_, slot, size) in &region.pinned[region.reads..] {
                ask_for(self.at[slot as usize], n * size);
            }
        }
    }

    /// Moves to a step.
    #[inline]
    pub fn set_step(&mut self, step: i64) {
        self.step = step;
        for (base, place) in self.bases.iter_mut().zip(&self.places.views) {
            let offset = place.offset.wrapping_add(place.steps.offset(step));
            // The whole view was checked to lie in its memory; an address before that is not yet an element's.
            *base = self.memories.0[place.storage].wrapping_offset(offset as isize);
        }
        for (number, place) in self.numbers.iter_mut().zip(&self.places.positions) {
            *number = place.offset.wrapping_add(place.steps.offset(step));
        }
    }

    /// Takes over the outer values of another worker, for `n` lanes (1 in rows: they are repeated here).
    ///
    /// # Safety
    /// Both run the same plan, and the other has computed the outer values so far for `n` lanes.
    pub unsafe fn copy_outer(&mut self, other: &Outer, n: usize) {
        let count = if self.plan.sweep == Sweep::Rows { 1 } else { n };
        for &slot in &self.plan.outer_slots {
            let size = self.plan.slots[slot as usize].size;
            let (from, to) = (other.0[slot as usize].cast_const(), self.homes[slot as usize]);
            // SAFETY: both blocks have room for the lanes, and belong to different workers.
            unsafe {
                std::ptr::copy_nonoverlapping(from, to, count * size);
                if self.plan.sweep == Sweep::Rows {
                    splat(to, size, self.plan.block);
                }
            }
        }
    }

    /// Where the outer values are.
    pub fn outer(&self) -> Outer {
        Outer(self.at.clone())
    }

    /// Runs operations on lanes `position` to `position + n`.
    ///
    /// # Safety
    /// The operations are of this plan, and the lanes lie within the space and within a block.
    pub unsafe fn run(&mut self, ops: &[Op], position: i64, n: usize) {
        // Filled one by one: an array made at once is copied before its elements have arrived in memory.
        let (mut from, mut to) = ([std::ptr::null::<u8>(); TERMS], [std::ptr::null_mut::<u8>(); MAX_OUTPUTS]);
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
                    // SAFETY: each slot holds n elements of the loop's dtypes, and blocks that are live at once are
                    // apart.
                    unsafe { run(from.as_ptr(), to.as_ptr(), n) };
                }
                Op::Sum { run, ref inputs, count, slot } => {
                    for (from, &slot) in from.iter_mut().zip(inputs) {
                        *from = self.at[slot as usize].cast_const();
                    }
                    // SAFETY: as for a loop: there are as many inputs as the count says.
                    unsafe { run(&from, count as usize, self.at[slot as usize], n) };
                }
                Op::Fetch { view, slot, in_place, aimed } => {
                    let (place, base) = (&self.places.views[view as usize], self.bases[view as usize]);
                    let slot = slot as usize;
                    match place.lanes.direct(position, n).filter(|_| in_place) {
                        Some(offset) if is_aligned(base, offset, place) => {
                            self.at[slot] = base.wrapping_offset(offset as isize);
                        }
                        _ => {
                            if !aimed {
                                self.at[slot] = self.homes[slot];
                            }
                            // SAFETY: the view lies in its memory, and the slot has room for n elements apart from it.
                            unsafe { place.lanes.gather(base, position, n, self.at[slot]) };
                        }
                    }
                }
                Op::Aim { view, slot } => {
                    let (place, base) = (&self.places.views[view as usize], self.bases[view as usize]);
                    self.at[slot as usize] = match place.lanes.direct(position, n) {
                        Some(offset) if is_aligned(base, offset, place) => base.wrapping_offset(offset as isize),
                        _ => self.homes[slot as usize],
                    };
                }
                Op::Store { view, slot } => {
                    let (place, base) = (&self.places.views[view as usize], self.bases[view as usize]);
                    let from = self.at[slot as usize];
                    let there = place.lanes.direct(position, n).map(|offset| base.wrapping_offset(offset as isize));
                    if there != Some(from) {
                        // SAFETY: the view lies in its memory. The slot is a block, or a place in the memory of another
                        // view: one that overlaps this would be at the same place, which is the case above.
                        unsafe { place.lanes.scatter(base, position, n, from) };
                    }
                }
                Op::Keep { kept, slot } => {
                    let row = self.plan.kept[kept as usize];
                    let place = row.at + position as usize * row.size;
                    self.at[slot as usize] = self.scratch.as_ref().map_or(self.homes[0], |scratch| scratch.at(place));
                }
                Op::Gather { table, index, line, slot } => {
                    let table = &self.plan.tables[table as usize];
                    let start = self.memories.0[table.storage].wrapping_offset(table.offset as isize).cast_const();
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
                    // SAFETY: the slot holds n elements of the reducer's dtype; a column's n is that of its block.
                    unsafe {
                        match self.plan.sweep {
                            Sweep::Rows => state.push_row(block, n, position),
                            Sweep::Columns => state.push_column(block, n, self.step),
                        }
                    }
                }
                Op::Repeat { slot } => {
                    let size = self.plan.slots[slot as usize].size;
                    // SAFETY: every slot's block has room for the plan's lanes.
                    unsafe { splat(self.at[slot as usize], size, self.plan.block) };
                }
                Op::Number { position: numbered, slot } => {
                    let first = self.numbers[numbered as usize];
                    let mut into = self.at[slot as usize].cast::<i64>();
                    self.places.positions[numbered as usize].lanes.runs(position, n, |offset, stride, count| {
                        for i in 0..count {
                            let number = first.wrapping_add(offset).wrapping_add(stride.wrapping_mul(i as i64));
                            // SAFETY: the runs together have n numbers, for which the block has room.
                            unsafe { into.add(i).write(number) };
                        }
                        // SAFETY: as above.
                        into = unsafe { into.add(count) };
                    });
                }
                Op::Scalar { scalar, slot, dtype } => {
                    let value = self.scalars[self.plan.scalars[scalar as usize] as usize].cast(dtype);
                    let to = self.at[slot as usize];
                    // SAFETY: a block has room for one element at least, and a scalar has its bytes.
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

    /// Ends a sweep: no blocks come any more.
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
            // SAFETY: the slot's block has room for the lanes.
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
            let (homes, at, bases) = (take(&mut self.homes), take(&mut self.at), take(&mut self.bases));
            ScratchArena { scratch, homes, at, bases, numbers: std::mem::take(&mut self.numbers) }.keep();
        }
    }
}

/// From this many operations on, a block takes longer than the memory of its results takes to come to the caches.
const MIN_LONG_OPERATIONS: usize = 4;

/// Asks for the lines of a block of results, so that storing them later waits for none. Of Life at N = 100 a step that
/// writes to a board that has left the second cache takes 16.0 us so, and 20.4 otherwise; where it has not left, 11.6
/// and 11.5.
#[inline]
fn ask_for(block: *mut u8, bytes: usize) {
    #[cfg(target_arch = "x86_64")]
    for line in (0..bytes).step_by(64) {
        let place = block.wrapping_add(line);
        // SAFETY: it is a hint: no processor reads, writes or faults for it, and one that does not know it does
        // nothing.
        unsafe { std::arch::asm!("prefetchw [{}]", in(reg) place, options(nostack, preserves_flags, readonly)) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (block, bytes);
}

/// Where a worker's outer values are, for the workers that share its sweep.
pub struct Outer(Vec<*mut u8>);

// SAFETY: the worker that owns the blocks waits while others read them.
unsafe impl Sync for Outer {}

#[inline]
fn is_aligned(base: *mut u8, offset: i64, place: &Place) -> bool {
    base.wrapping_offset(offset as isize).addr() & (place.align - 1) == 0
}
