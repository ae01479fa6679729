//! Which launches of a stream overlap by programmatic dependent launch. A kernel may begin while its predecessor ends,
//! if both support it: it then waits for the predecessor before it writes (`await_predecessor` in its text), and before
//! it reads what the predecessor may write.
//!
//! The end of a kernel implies the end of all before it, because each waits for its own predecessor. A kernel that
//! reads nothing of what unfinished kernels write reads at once; the others wait at their very start, after which
//! nothing older is unfinished.

use std::sync::atomic::{AtomicBool, Ordering};

use cuprust_ir::{Memory, Switch, disabled};

/// The order of a launch after the work queued before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LaunchOrder {
    /// It begins when all earlier work is done.
    Alone,
    /// It begins while its predecessor ends, and accesses no memory before that has ended.
    Follows,
    /// It begins while its predecessor ends, and reads at once.
    Free,
}

/// The most ranges of memory that unfinished kernels write; beyond, a kernel waits for all of them.
const MAX_RANGES: usize = 16;

/// The memory that the last kernels of a stream write, several of which may be unfinished.
#[derive(Debug, Default)]
pub(crate) struct LaunchHistory {
    /// The driver's count of queued work at the last of them.
    queued: Option<u64>,
    written: Vec<Memory>,
}

impl LaunchHistory {
    /// The order of a kernel that reads these memories, at the driver's count of queued work.
    pub(crate) fn of(&self, queued: u64, mut reads: impl Iterator<Item = Memory>) -> LaunchOrder {
        if self.queued != Some(queued) {
            LaunchOrder::Alone
        } else if self.written.len() >= MAX_RANGES
            || reads.any(|read| self.written.iter().any(|written| read.overlaps(*written)))
        {
            LaunchOrder::Follows
        } else {
            LaunchOrder::Free
        }
    }

    /// Records a launch, what it writes, and the driver's count of queued work after it.
    pub(crate) fn note(&mut self, order: LaunchOrder, writes: impl Iterator<Item = Memory>, queued: u64) {
        if order != LaunchOrder::Free {
            self.written.clear();
        }
        self.written.extend(writes);
        self.queued = Some(queued);
    }
}

/// Whether launches overlap at all.
#[derive(Debug)]
pub(crate) struct Overlap(AtomicBool);

impl Overlap {
    /// On a device whose kernels can.
    pub(crate) fn new(possible: bool) -> Overlap {
        Overlap(AtomicBool::new(possible && !disabled(Switch::Overlap)))
    }

    /// Ends overlapping: other libraries read and write the same memory by work that is not known here.
    pub(crate) fn end(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn allowed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(address: u64) -> Memory {
        Memory { address, bytes: 16 }
    }

    #[test]
    fn kernels_wait_for_what_they_read_and_for_nothing_else() {
        let mut launch_overlap = LaunchHistory::default();
        assert_eq!(launch_overlap.of(0, [at(0)].into_iter()), LaunchOrder::Alone);
        launch_overlap.note(LaunchOrder::Alone, [at(16)].into_iter(), 1);
        assert_eq!(launch_overlap.of(1, [at(0), at(32)].into_iter()), LaunchOrder::Free);
        assert_eq!(launch_overlap.of(1, [at(0), at(31)].into_iter()), LaunchOrder::Follows);
        assert_eq!(launch_overlap.of(1, [at(1)].into_iter()), LaunchOrder::Follows);
        assert_eq!(launch_overlap.of(1, [].into_iter()), LaunchOrder::Free);
        // Both are unfinished until one has waited.
        launch_overlap.note(LaunchOrder::Free, [at(64)].into_iter(), 2);
        assert_eq!(launch_overlap.of(2, [at(16)].into_iter()), LaunchOrder::Follows);
        assert_eq!(launch_overlap.of(2, [at(64)].into_iter()), LaunchOrder::Follows);
        launch_overlap.note(LaunchOrder::Follows, [at(128)].into_iter(), 3);
        assert_eq!(launch_overlap.of(3, [at(16), at(64)].into_iter()), LaunchOrder::Free);
        assert_eq!(launch_overlap.of(3, [at(128)].into_iter()), LaunchOrder::Follows);
    }

    #[test]
    fn what_else_is_queued_is_waited_for() {
        let mut launch_overlap = LaunchHistory::default();
        launch_overlap.note(LaunchOrder::Alone, [at(16)].into_iter(), 7);
        assert_eq!(launch_overlap.of(8, [at(0)].into_iter()), LaunchOrder::Alone);
        launch_overlap.note(LaunchOrder::Alone, [at(0)].into_iter(), 9);
        assert_eq!(launch_overlap.of(9, [at(16)].into_iter()), LaunchOrder::Free);
    }

    #[test]
    fn not_everything_is_remembered() {
        let mut launch_overlap = LaunchHistory::default();
        for step in 0..MAX_RANGES as u64 {
            assert_ne!(launch_overlap.of(step, [at(0)].into_iter()), LaunchOrder::Follows);
            launch_overlap.note(LaunchOrder::Free, [at(16 + 16 * step)].into_iter(), step + 1);
        }
        assert_eq!(launch_overlap.of(MAX_RANGES as u64, [at(0)].into_iter()), LaunchOrder::Follows);
    }
}
