//! What does a running block consist of? Warps, their lanes' groups, the calls they are in, and what the block shares.

use super::undefined::Undefined;
use crate::lanes::{File, WARP};
use crate::order::{Clock, Segment};
use crate::program::Function;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// No join, no frame.
pub(crate) const NONE: u32 = u32::MAX;

/// Lanes of a warp that execute together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Group {
    pub(crate) mask: u32,
    pub(crate) pc: u32,
    pub(crate) frame: u32,
    /// The join that these lanes come to next.
    pub(crate) join: u32,
    pub(crate) state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Ready,
    /// At a warp-wide instruction, until the other lanes of its mask come.
    Lanes,
    /// At a barrier of the block, until its generation passes this one.
    Barrier {
        id: u32,
        generation: u32,
    },
}

/// Where groups that parted meet again.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Join {
    /// The instruction where they go on, in which call.
    pub(crate) pc: u32,
    pub(crate) frame: u32,
    pub(crate) expected: u32,
    pub(crate) arrived: u32,
    /// The join around this one.
    pub(crate) parent: u32,
    /// For the return from a call: the call's own frame.
    pub(crate) callee: u32,
    pub(crate) live: bool,
}

/// One call of one function, by all lanes of a group.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    pub(crate) file: File,
    pub(crate) function: u32,
    /// The parameter space, lane after lane.
    pub(crate) parameters: Vec<u8>,
    pub(crate) parameter_bytes: u32,
    /// The function's part of local memory, and where the next call's begins.
    pub(crate) local_base: u32,
    pub(crate) local_top: u32,
    pub(crate) depth: u32,
    /// The call that made this one, and where its results go there: index of the call instruction.
    pub(crate) caller: u32,
    pub(crate) call: u32,
}

impl Frame {
    /// Makes this frame ready for a call of that function.
    pub(crate) fn enter(&mut self, index: u32, function: &Function, local_base: u32) {
        self.function = index;
        let clear = |n: u32, len: usize| len < n as usize;
        if clear(function.w32, self.file.w32.len()) {
            self.file.w32.resize(function.w32 as usize, [0; WARP]);
        }
        if clear(function.w64, self.file.w64.len()) {
            self.file.w64.resize(function.w64 as usize, [0; WARP]);
        }
        if clear(function.predicates, self.file.predicates.len()) {
            self.file.predicates.resize(function.predicates as usize, 0);
        }
        self.file.predicates[0] = u32::MAX;
        self.file.carry = 0;
        self.parameter_bytes = function.parameter_bytes;
        self.parameters.clear();
        self.parameters.resize(function.parameter_bytes as usize * WARP, 0);
        self.local_base = local_base.next_multiple_of(16);
        self.local_top = self.local_base + function.local_bytes.next_multiple_of(16);
    }
}

/// The local memory of one lane; it grows with the stack.
#[derive(Debug, Default, Clone)]
pub(crate) struct Local {
    pub(crate) bytes: Vec<u8>,
    pub(crate) written: Vec<bool>,
}

/// A copy that `cp.async` began: it happens when its group is waited for.
#[derive(Debug, Clone)]
pub(crate) struct Copy {
    /// What was read, where it goes in shared memory, and by which instruction.
    pub(crate) values: Vec<(u32, u64, [u64; 2])>,
    pub(crate) bytes: u32,
    pub(crate) pc: u32,
    /// It may happen from here on.
    pub(crate) since: Moment,
}

/// A moment of a warp's life: what its accesses are compared by.
#[derive(Debug, Clone)]
pub(crate) struct Moment {
    pub(crate) clock: Clock,
    pub(crate) phase: u32,
    pub(crate) epoch: u32,
    pub(crate) block_segment: u32,
}

/// One warp.
#[derive(Debug)]
pub(crate) struct Warp {
    pub(crate) index: u32,
    /// Lanes that have not left.
    pub(crate) live: u32,
    pub(crate) groups: Vec<Group>,
    pub(crate) joins: Vec<Join>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) free_frames: Vec<u32>,
    pub(crate) free_joins: Vec<u32>,
    pub(crate) local: Vec<Local>,
    /// The group that runs next.
    pub(crate) turn: usize,
    /// Instructions since a group last waited or ended, and strong accesses among them: the sign of a spin.
    pub(crate) stalled: u32,
    pub(crate) strong: u32,
    pub(crate) executed: u64,
    /// What the warp knows to have happened, and what its last fence covered.
    pub(crate) clock: Clock,
    pub(crate) fence: Option<Arc<Clock>>,
    /// The same of fences that reach its own block alone.
    pub(crate) block_fence: Option<Arc<Clock>>,
    pub(crate) phase: u32,
    pub(crate) epoch: u32,
    /// The numbers of the segment it is in, or zero: among the launch's, among the block's.
    pub(crate) segment: u32,
    pub(crate) block_segment: u32,
    pub(crate) copies: Vec<Copy>,
    pub(crate) copy_groups: VecDeque<Vec<Copy>>,
    /// Registers that hold what memory held before anything wrote it.
    pub(crate) undefined: Vec<Undefined>,
    /// The allocation that the last access hit.
    pub(crate) hint: usize,
}

/// One of the sixteen barriers of a block.
#[derive(Debug, Clone, Default)]
pub(crate) struct BarrierState {
    pub(crate) generation: u32,
    pub(crate) arrived: u32,
    pub(crate) expected: Option<u32>,
    /// Which lanes came from which warp, at which instruction.
    pub(crate) lanes: Vec<(u32, u32, u32)>,
    pub(crate) count: u32,
    pub(crate) all: bool,
    pub(crate) any: bool,
    /// Of the last generation that completed: count, all, any, and the block's phase after it.
    pub(crate) result: (u32, bool, bool, u32),
    /// What those who arrived know, and what their fences covered.
    pub(crate) clock: Clock,
    pub(crate) fence: Clock,
    pub(crate) passed: (Clock, Clock),
}

/// A block's shared memory, with what is known of each byte.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    pub(crate) bytes: Vec<u8>,
    pub(crate) written: Vec<bool>,
    pub(crate) records: Vec<AtomicU64>,
}

/// What the warps of a block share.
#[derive(Debug, Default)]
pub(crate) struct BlockState {
    pub(crate) index: [u32; 3],
    pub(crate) linear: u32,
    pub(crate) shared: Shared,
    pub(crate) barriers: Vec<BarrierState>,
    /// Threads that have not left.
    pub(crate) live: u32,
    pub(crate) phase: u32,
    pub(crate) segments: Vec<Segment>,
}

/// One block on its way.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub(crate) state: BlockState,
    pub(crate) warps: Vec<Warp>,
}
