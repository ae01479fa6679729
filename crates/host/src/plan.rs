//! The form of a compiled kernel: blocks, slots and operations, and their order.

use std::sync::Arc;

use cuprust_num::DType;
use cuprust_ops::{Loop, MAX_INPUTS, MAX_OUTPUTS};
use smallvec::SmallVec;

use crate::gather::Walk;
use crate::native::{Executable, Function, Lanes, Native};
use crate::reduce::Reducer;
use crate::sum::{MAX_TERMS, SumLoop};
use crate::tile::Tiles;

/// A compiled kernel.
pub struct Compiled {
    /// The reads, positions and writes, over the whole space.
    pub accesses: Accesses,
    /// The regions that the rows of a map are cut into; they cover the whole space.
    pub regions: Vec<Region>,
    /// The tables that gathers index.
    pub tables: Vec<Table>,
    /// The scalars that are read.
    pub scalars: Vec<u32>,
    /// How the space is swept.
    pub sweep: Sweep,
    /// How many positions lanes run over.
    pub lanes: i64,
    /// How many positions are visited one at a time.
    pub steps: i64,
    /// The tiles of rows that are computed at a time, where a row fits a block.
    pub tiles: Option<Tiles>,
    /// The most lanes of a block.
    pub block: usize,
    /// The length of a row, where lanes are cut into strips so that transposed reads stay in the caches.
    pub strips: Option<i64>,
    /// The operations that are the same at every position: run once, in one lane, and repeated over all.
    pub uniform: Vec<Op>,
    /// The operations for each outer position (or block of them), in order.
    pub stages: Vec<Stage>,
    /// The outer writes, after all stages.
    pub finish: Vec<Op>,
    /// The reductions.
    pub reductions: Vec<Reduced>,
    /// The offset of each slot's block in the scratch memory, and the bytes of its elements.
    pub slots: Vec<Slot>,
    /// The slots that hold outer values.
    pub outer_slots: Vec<u16>,
    /// The offset in the scratch memory of each row (or tile of rows) that one sweep keeps for the next, and the bytes
    /// of its elements.
    pub kept: Vec<Slot>,
    /// Whether the inner positions are cut into parts: few reductions of many elements each.
    pub parts: bool,
    /// How many copied elements a position takes as long as.
    pub weight: i64,
    /// The length of the scratch memory in bytes.
    pub scratch: usize,
    /// The code of its segments.
    pub code: Option<Executable>,
    /// The whole of a map as one function: for the rows of its regions, or for all lanes where they are one row.
    pub whole: Option<Whole>,
    /// The lanes of a row: blocks of a sweep that is one function do not go beyond.
    pub row: Option<i64>,
}

/// One function of machine code for a whole list, over rows that lie in the memory of views. Nothing goes through
/// blocks, and a row begins without the list.
pub struct Whole {
    pub function: Function,
    pub inputs: Box<[Source]>,
    /// The views that it writes.
    pub outputs: Box<[u16]>,
    /// The reductions that it folds, with the elements that change none.
    pub reductions: Box<[(u16, [u8; 8])]>,
}

/// An input of a [`Whole`].
#[derive(Debug, Clone, Copy)]
pub enum Source {
    /// A view whose lanes follow one another.
    View(u16),
    /// A view that has one element for all lanes of a row.
    Element(u16),
    /// A slot, the same in all rows.
    Slot(u16),
}

/// The views and positions of a kernel, over its space or a part of it.
pub struct Accesses {
    /// The views read, then the views written.
    pub views: Vec<Access>,
    /// The positions taken, their numbers as offsets.
    pub positions: Vec<Access>,
}

/// Some columns of a space of rows. Within a broad one every circular axis is straight: its rows are visited one at a
/// time, in place. In a narrow one a block is many rows, gathered.
pub struct Region {
    /// The parts of the views and positions that lie in the region; a broad region's steps are its rows.
    pub accesses: Accesses,
    /// How many columns there are.
    pub width: i64,
    /// Whether rows are visited one at a time.
    pub broad: bool,
    /// Slots that are addresses in a view's memory in every block of a broad region, with the bytes of their elements.
    /// They are set without a test of the alignment.
    pub pinned: Vec<(u16, u16, usize)>,
    /// How many of the pinned slots are read; the others are written.
    pub reads: usize,
    /// Whether rows may be joined where the rows of all views are spaced by the length of a row. The elements between
    /// them are computed too, with wrong results; they belong to the other regions, which run later.
    pub joined: bool,
    /// The operations, without those that pinning makes redundant.
    pub ops: Vec<Op>,
}

/// How a space with inner axes is swept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sweep {
    /// Lanes run over outer positions; inner positions are visited one at a time.
    Columns,
    /// Lanes run over inner positions; outer positions are visited one at a time, or in tiles.
    Rows,
}

/// A view, or the numbers of positions, along lanes and steps.
pub struct Access {
    /// The index of its memory.
    pub storage: usize,
    /// The byte offset of its first element (for positions: their first number).
    pub offset: i64,
    /// The first and last byte touched, if any.
    pub range: Option<(i64, i64)>,
    /// The alignment that its elements need.
    pub align: usize,
    /// Along the lanes.
    pub lanes: Walk,
    /// Along the steps.
    pub steps: Walk,
}

/// A table that indices select elements of.
pub struct Table {
    /// The index of its memory.
    pub storage: usize,
    /// The byte offset of its first element.
    pub offset: i64,
    /// The first and last byte touched, if any.
    pub range: Option<(i64, i64)>,
    /// Bytes of an element.
    pub size: usize,
    /// The extent of the indexed axis.
    pub extent: i64,
    /// Elements from one index to the next.
    pub step: i64,
}

/// Outer values, and then a sweep over the inner positions.
#[derive(Default)]
pub struct Stage {
    /// Computed once for each outer position.
    pub outer: Vec<Op>,
    /// Computed for each inner one.
    pub inner: Vec<Op>,
    /// The same as one function, for many inner positions at a time.
    pub whole: Option<Whole>,
    /// The reductions that end with the sweep.
    pub reductions: Vec<u16>,
}

/// A reduction of a kernel.
pub struct Reduced {
    /// The reducer.
    pub reducer: Reducer,
    /// The slot of its result.
    pub slot: u16,
    /// Whether inner values depend on it.
    pub repeat: bool,
}

/// A block of scratch memory.
#[derive(Debug, Clone, Copy)]
pub struct Slot {
    /// Its byte offset.
    pub at: usize,
    /// Bytes of an element.
    pub size: usize,
}

/// One operation on blocks. Operands are slots.
#[derive(Clone)]
pub enum Op {
    /// Makes a slot the elements of a view: in place if they are contiguous, else gathered.
    Fetch {
        view: u16,
        slot: u16,
        /// Whether the slot may be an address in the view's memory.
        in_place: bool,
        /// Whether an `Aim` has just set the slot's address, so that elements are gathered to it.
        aimed: bool,
    },
    /// Fills a slot with the numbers of positions.
    Number { position: u16, slot: u16 },
    /// Puts a scalar into the first lane of a slot.
    Scalar { scalar: u16, slot: u16, dtype: DType },
    /// Runs a loop.
    Run {
        run: Loop,
        inputs: [u16; MAX_INPUTS],
        /// The slots written; slot 0 for the one unused output of a row with two.
        outputs: [u16; MAX_OUTPUTS],
        /// Whether there are more than three inputs or two outputs.
        many: bool,
    },
    /// Adds up several slots, from the first to the last.
    Sum { run: SumLoop, inputs: [u16; MAX_TERMS], count: u8, slot: u16 },
    /// Computes a segment.
    Native(Arc<Native>),
    /// Repeats the first lane: over a vector where only segments read the slot, which hold such a value in a register;
    /// over all lanes elsewhere.
    Repeat { slot: u16, in_vector: bool },
    /// Repeats each row's outer value over the lanes of the row in another slot.
    Broadcast { from: u16, slot: u16 },
    /// Points a slot that is computed next into the written view's memory, if its elements are contiguous.
    Aim { view: u16, slot: u16 },
    /// Points a slot at the block's part of a row, or at the tile, that is kept for the next sweep or was kept by the
    /// last.
    Keep { kept: u16, slot: u16 },
    /// Loads the elements of a table that a slot's indices select; where `line` is not zero, that slot has the
    /// positions of the first elements of their lines.
    Gather { table: u16, index: u16, line: u16, slot: u16 },
    /// Pushes a slot to a reduction.
    Push { reduction: u16, slot: u16 },
    /// Copies a slot to a written view, unless the slot is in its memory already.
    Store { view: u16, slot: u16 },
}

/// A list of slots with one slot.
pub fn single_slot<const N: usize>(slot: u16) -> [u16; N] {
    let mut slots = [0; N];
    slots[0] = slot;
    slots
}

/// The slots that an operation reads.
pub fn used_by(op: &Op) -> impl Iterator<Item = u16> + use<> {
    let used: SmallVec<[u16; MAX_TERMS]> = match op {
        Op::Run { inputs, .. } => SmallVec::from_slice(inputs),
        Op::Sum { inputs, .. } => SmallVec::from_slice(inputs),
        Op::Native(native) => native.inputs().map(|(slot, _)| slot).collect(),
        Op::Gather { index, line, .. } => SmallVec::from_slice(&[*index, *line]),
        Op::Push { slot, .. } | Op::Store { slot, .. } | Op::Repeat { slot, .. } | Op::Broadcast { from: slot, .. } => {
            SmallVec::from_slice(&[*slot])
        }
        Op::Fetch { .. } | Op::Number { .. } | Op::Scalar { .. } | Op::Aim { .. } | Op::Keep { .. } => SmallVec::new(),
    };
    used.into_iter().filter(|&slot| slot != 0)
}

/// The slots that an operation reads, and how their lanes lie for it.
pub fn lanes_used_by(op: &Op) -> impl Iterator<Item = (u16, Lanes)> + use<> {
    let used: SmallVec<[(u16, Lanes); MAX_TERMS]> = match op {
        Op::Native(native) => native.inputs().collect(),
        _ => used_by(op).map(|slot| (slot, Lanes::Apart)).collect(),
    };
    used.into_iter()
}

/// The slots that an operation writes.
pub fn made_by(op: &Op) -> impl Iterator<Item = u16> + use<> {
    let made: SmallVec<[u16; MAX_TERMS]> = match op {
        Op::Run { outputs, .. } => SmallVec::from_slice(outputs),
        Op::Native(native) => native.outputs().collect(),
        Op::Fetch { slot, .. }
        | Op::Sum { slot, .. }
        | Op::Number { slot, .. }
        | Op::Scalar { slot, .. }
        | Op::Gather { slot, .. }
        | Op::Broadcast { slot, .. }
        | Op::Aim { slot, .. }
        | Op::Keep { slot, .. } => SmallVec::from_slice(&[*slot]),
        Op::Push { .. } | Op::Store { .. } | Op::Repeat { .. } => SmallVec::new(),
    };
    made.into_iter().filter(|&slot| slot != 0)
}
