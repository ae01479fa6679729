//! The state of a running block: warps, their lanes' groups, their calls, and what the block shares.

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
    /// The next join of these lanes.
    pub(crate) join: u32,
    pub(crate) state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Ready,
    /// Waits at a warp-wide instruction for the other lanes of its mask.
    Lanes,
    /// Waits at a barrier of the block until its generation passes this one.
    Barrier {
        id: u32,
        generation: u32,
    },
}

/// A reconvergence point of split groups.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Join {
    /// The instruction where they continue, and the frame.
    pub(crate) pc: u32,
    pub(crate) frame: u32,
    pub(crate) expected: u32,
    pub(crate) arrived: u32,
    /// The join around this one.
    pub(crate) parent: u32,
    /// For the return from a call: the frame of the call.
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
    /// The call that made this one, and the index of the call instruction, which tells where its results go.
    pub(crate) caller: u32,
    pub(crate) call: u32,
}

impl Frame {
    /// Prepares this frame for a call of that function.
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

/// A copy of `cp.async`: it is performed when its group is waited for.
#[derive(Debug, Clone)]
pub(crate) struct Copy {
    /// What was read, its destination in shared memory, and the instruction.
    pub(crate) values: Vec<(u32, u64, [u64; 2])>,
    pub(crate) bytes: u32,
    pub(crate) pc: u32,
    /// The earliest state of the warp in which the copy may be performed.
    pub(crate) since: OrderState,
}

/// The state of a warp that its accesses are ordered by.
#[derive(Debug, Clone)]
pub(crate) struct OrderState {
    pub(crate) clock: Clock,
    pub(crate) phase: u32,
    pub(crate) epoch: u32,
    pub(crate) block_segment: u32,
}

/// One warp.
#[derive(Debug)]
pub(crate) struct Warp {
    pub(crate) index: u32,
    /// Lanes that have not exited.
    pub(crate) live: u32,
    pub(crate) groups: Vec<Group>,
    pub(crate) joins: Vec<Join>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) free_frames: Vec<u32>,
    pub(crate) free_joins: Vec<u32>,
    pub(crate) local: Vec<Local>,
    /// The group that runs next.
    pub(crate) next_group: usize,
    /// Instructions since a group last waited or ended, and strong accesses among them: the signs of a spin.
    pub(crate) stalled: u32,
    pub(crate) strong: u32,
    pub(crate) executed: u64,
    /// The clock of the warp, and the clock of its last fence.
    pub(crate) clock: Clock,
    pub(crate) fence: Option<Arc<Clock>>,
    /// The clock of its last fence of block scope.
    pub(crate) block_fence: Option<Arc<Clock>>,
    pub(crate) phase: u32,
    pub(crate) epoch: u32,
    /// The numbers of its current segment among the launch's and among the block's; zero if there is none yet.
    pub(crate) segment: u32,
    pub(crate) block_segment: u32,
    pub(crate) copies: Vec<Copy>,
    pub(crate) copy_groups: VecDeque<Vec<Copy>>,
    /// Registers with undefined bits, read from unwritten memory.
    pub(crate) undefined: Vec<Undefined>,
    /// The index of the allocation that the last access hit.
    pub(crate) hint: usize,
}

/// One of the sixteen barriers of a block.
#[derive(Debug, Clone, Default)]
pub(crate) struct BarrierState {
    pub(crate) generation: u32,
    pub(crate) arrived: u32,
    pub(crate) expected: Option<u32>,
    /// For each arrival: the warp, the lanes, and the instruction.
    pub(crate) lanes: Vec<(u32, u32, u32)>,
    pub(crate) count: u32,
    pub(crate) all: bool,
    pub(crate) any: bool,
    /// The results of the last completed generation: count, all, any, and the block's phase after it.
    pub(crate) result: (u32, bool, bool, u32),
    /// The joined clocks of the arrived threads, and of their fences.
    pub(crate) clock: Clock,
    pub(crate) fence: Clock,
    pub(crate) passed: (Clock, Clock),
}

/// A block's shared memory, with the state of each byte.
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
    /// Threads that have not exited.
    pub(crate) live: u32,
    pub(crate) phase: u32,
    pub(crate) segments: Vec<Segment>,
}

/// One running block.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub(crate) state: BlockState,
    pub(crate) warps: Vec<Warp>,
}
