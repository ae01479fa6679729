//! What a compiled kernel is: blocks, slots and operations, and in which order they come.

use cuprust_num::DType;
use cuprust_ops::{Loop, MAX_INPUTS, MAX_OUTPUTS};

use crate::gather::Walk;
use crate::reduce::Reducer;
use crate::sum::{SumLoop, TERMS};

/// A kernel ready to run.
pub struct Compiled {
    /// What is read, counted and written, over the whole space.
    pub places: Places,
    /// Where rows of a map are cut into regions: together they are the whole space.
    pub regions: Vec<Region>,
    /// What indices name elements of.
    pub tables: Vec<Table>,
    /// The scalars taken and the dtype each is wanted in.
    pub scalars: Vec<u32>,
    /// How the space is swept.
    pub sweep: Sweep,
    /// How many positions lanes run over, and how often.
    pub lanes: i64,
    /// How many positions are taken one at a time.
    pub steps: i64,
    /// The most lanes of a block.
    pub block: usize,
    /// Where lanes are cut into strips so that transposed reads stay in the caches: the length of a row.
    pub strips: Option<i64>,
    /// What is the same at every position: done once, in one lane, and repeated over all.
    pub uniform: Vec<Op>,
    /// What is done for each outer position (or block of them), in order.
    pub stages: Vec<Stage>,
    /// The outer writes, after all stages.
    pub finish: Vec<Op>,
    /// The reductions.
    pub reductions: Vec<Reduced>,
    /// Where in the scratch memory each slot has its block, and the bytes of its elements.
    pub slots: Vec<Slot>,
    /// The slots that hold outer values.
    pub outer_slots: Vec<u16>,
    /// Where in the scratch memory the rows are that one sweep keeps for the next, and the bytes of their elements.
    pub kept: Vec<Slot>,
    /// Whether the inner positions are cut into parts: few reductions of many elements each.
    pub parts: bool,
    /// The length of the scratch memory in bytes.
    pub scratch: usize,
}

/// The views and positions of a kernel, over its space or a part of it.
pub struct Places {
    /// The views read, then the views written.
    pub views: Vec<Place>,
    /// The positions taken, their numbers as offsets.
    pub positions: Vec<Place>,
}

/// Some columns of a space of rows. Within a broad one every circular axis is straight: its rows are taken one at a
/// time, where they stand. In a narrow one a block is many rows, gathered.
pub struct Region {
    /// The parts of the views and positions that lie in it; along a broad region's steps are its rows.
    pub places: Places,
    /// How many columns there are.
    pub width: i64,
    /// Whether rows are taken one at a time.
    pub broad: bool,
    /// Slots that are places in a view's memory in every block of a broad region, with the bytes of their elements.
    /// They are set without asking where memory is aligned.
    pub pinned: Vec<(u16, u16, usize)>,
    /// How many of the pinned are read; the others are written.
    pub reads: usize,
    /// Whether rows may be taken together where those of all views stand as far apart as a row is long. What lies
    /// between them is computed too, wrongly; it belongs to the other regions, which come later.
    pub joined: bool,
    /// The operations but for those that pinning makes needless.
    pub ops: Vec<Op>,
}

/// How a space with inner axes is swept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sweep {
    /// Lanes run over outer positions; inner positions are taken one at a time.
    Columns,
    /// Lanes run over inner positions; outer positions are taken one at a time.
    Rows,
}

/// A view, or the numbers of positions, along lanes and steps.
pub struct Place {
    /// The place of its memory in the list.
    pub storage: usize,
    /// Where it starts in the memory, in bytes (for positions: their first number).
    pub offset: i64,
    /// The first and last byte touched, if any.
    pub range: Option<(i64, i64)>,
    /// What its elements must be aligned to.
    pub align: usize,
    /// Along the lanes.
    pub lanes: Walk,
    /// Along the steps.
    pub steps: Walk,
}

/// The elements that indices name.
pub struct Table {
    /// The place of its memory in the list.
    pub storage: usize,
    /// Where it starts in the memory, in bytes.
    pub offset: i64,
    /// The first and last byte touched, if any.
    pub range: Option<(i64, i64)>,
    /// Bytes of an element.
    pub size: usize,
    /// How many places there are along the axis that indices count.
    pub extent: i64,
    /// Elements from one place to the next.
    pub step: i64,
}

/// Outer values, and then a sweep over the inner positions.
#[derive(Default)]
pub struct Stage {
    /// Computed once for each outer position.
    pub outer: Vec<Op>,
    /// Computed for each inner one.
    pub inner: Vec<Op>,
    /// The reductions that end with the sweep.
    pub reductions: Vec<u16>,
}

/// A reduction of a kernel.
pub struct Reduced {
    /// How.
    pub reducer: Reducer,
    /// Where its result goes.
    pub slot: u16,
    /// Whether inner values are made of it.
    pub repeat: bool,
}

/// A block of scratch memory.
#[derive(Debug, Clone, Copy)]
pub struct Slot {
    /// Where it starts, in bytes.
    pub at: usize,
    /// Bytes of an element.
    pub size: usize,
}

/// One operation on blocks. Operands are slots.
#[derive(Clone, Copy)]
pub enum Op {
    /// Lets a slot be the elements of a view, in place where they lie one after another, and gathered where not.
    Fetch {
        view: u16,
        slot: u16,
        /// Whether the slot may be a place in the view's memory.
        in_place: bool,
        /// Whether the slot has just been aimed, so that elements are gathered to where it points.
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
        /// The slots written; slot 0 for the one unread output of a row with two.
        outputs: [u16; MAX_OUTPUTS],
        /// Whether there are more than three inputs or two outputs.
        many: bool,
    },
    /// Adds up several slots, from the first to the last.
    Sum { run: SumLoop, inputs: [u16; TERMS], count: u8, slot: u16 },
    /// Repeats the first lane over all.
    Repeat { slot: u16 },
    /// Lets a slot that is computed next be a place in the written view's memory, where its elements lie together.
    Aim { view: u16, slot: u16 },
    /// Lets a slot be the block's place in a row that is kept for the next sweep, or was kept by the last.
    Keep { kept: u16, slot: u16 },
    /// Loads the elements of a table that a slot's indices name; where `line` is no zero, its numbers say where their
    /// lines begin.
    Gather { table: u16, index: u16, line: u16, slot: u16 },
    /// Pushes a slot to a reduction.
    Push { reduction: u16, slot: u16 },
    /// Copies a slot to a written view, unless it is there already.
    Store { view: u16, slot: u16 },
}

/// A slot alone in a list of slots.
pub fn alone<const N: usize>(slot: u16) -> [u16; N] {
    let mut slots = [0; N];
    slots[0] = slot;
    slots
}

/// The slots an operation reads.
pub fn used_by(op: &Op) -> impl Iterator<Item = u16> + use<> {
    let mut used = [0; TERMS];
    match op {
        Op::Run { inputs, .. } => used[..MAX_INPUTS].copy_from_slice(inputs),
        Op::Sum { inputs, .. } => used = *inputs,
        Op::Gather { index, line, .. } => (used[0], used[1]) = (*index, *line),
        Op::Push { slot, .. } | Op::Store { slot, .. } | Op::Repeat { slot } => used[0] = *slot,
        Op::Fetch { .. } | Op::Number { .. } | Op::Scalar { .. } | Op::Aim { .. } | Op::Keep { .. } => {}
    }
    used.into_iter().filter(|&slot| slot != 0)
}

/// The slots an operation writes.
pub fn made_by(op: &Op) -> impl Iterator<Item = u16> + use<> {
    let made = match op {
        Op::Run { outputs, .. } => *outputs,
        Op::Fetch { slot, .. }
        | Op::Sum { slot, .. }
        | Op::Number { slot, .. }
        | Op::Scalar { slot, .. }
        | Op::Gather { slot, .. }
        | Op::Aim { slot, .. }
        | Op::Keep { slot, .. } => alone(*slot),
        Op::Push { .. } | Op::Store { .. } | Op::Repeat { .. } => [0; MAX_OUTPUTS],
    };
    made.into_iter().filter(|&slot| slot != 0)
}
