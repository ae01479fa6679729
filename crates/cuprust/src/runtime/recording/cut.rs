//! Where a queue is cut, when it holds too much, and what of its program is dead.
//!
//! A full queue is cut between two iterations of the loop that filled it, so that a loop keeps one plan; where the
//! device is idle and the arrays are large, whole iterations run before the queue is full.

use cuprust_ir::{Executor, Instruction, Opcode, Result, Storage, StorageId, StreamId};

use crate::runtime::host::signals::poll_signals;
use crate::runtime::state::reason::Reason;
use crate::runtime::state::{Guard, Queue, Table};

/// A queue is cut when it holds this many instructions.
const MAX_QUEUED_INSTRUCTIONS: usize = 256;

/// The number of instructions between two checks whether the device is idle.
pub(in crate::runtime) const INSTRUCTIONS_BETWEEN_CHECKS: usize = 64;

/// An idle device is given so many different programs of a stream at most: each needs a plan of its own. A full queue
/// forgets the oldest of them.
const MAX_EARLY_PROGRAMS: usize = 8;

/// An idle device is given the instructions of storages of so many bytes together before the queue is full. On an H200,
/// fewer take less time there than the flush does here: with 0.5 GB (Life at N = 1000) a loop was 15 % slower for it,
/// with 4 GB (a chain of 200 operations on 64 MB) 10 % faster.
pub(super) const MIN_FLUSH_BYTES: u64 = 2 << 30;

/// A queue is flushed when storages that have no memory yet, and are still referred to, would need this many bytes, or
/// a quarter of what is free.
const MAX_WAITING_BYTES: u64 = 8 << 30;

/// As many bytes may wait before what the device has free is asked for.
pub(super) const MIN_CHECKED_BYTES: u64 = MAX_WAITING_BYTES / 64;

impl Guard {
    /// Cuts a queue that is full, or that a loop is filling whose turns an idle device may begin with.
    ///
    /// A queue that is cut wherever the device happens to be idle would have another plan each time: only whole turns
    /// of a loop are run early, after one of few numbers of instructions.
    #[cold]
    pub(super) fn look(&mut self, stream: StreamId) -> Result<()> {
        self.briefly_unlocked(poll_signals)?;
        let (executor, synchronous) = (self.device.executor(), self.device.capabilities().synchronous);
        let (table, queue) = self.state.queue(stream);
        let length = queue.tape.len();
        let full = length >= MAX_QUEUED_INSTRUCTIONS;
        if !full {
            queue.next_check = if synchronous { MAX_QUEUED_INSTRUCTIONS } else { length + INSTRUCTIONS_BETWEEN_CHECKS };
            let bytes = || queue.storages.iter().map(|&index| table.get(index).bytes).sum::<u64>();
            if synchronous || bytes() < queue.worth_a_flush {
                return Ok(());
            }
        }
        let period = queue.tape.whole_period();
        // A device that has failed says so where it is waited for.
        if !full && (period.is_none() || !executor.is_done(stream).unwrap_or(false)) {
            return Ok(());
        }
        self.make_quiet(stream)?;
        // Other threads may have recorded meanwhile, or run what there was.
        let (table, queue) = self.state.queue(stream);
        if queue.tape.len() == 0 {
            return Ok(());
        }
        let cut = queue.clean_cut(table, queue.tape.whole_period());
        let reason = if full { Reason::Full } else { Reason::Idle };
        if !queue.may_run_early(cut, full) {
            return Ok(());
        }
        self.run_first(stream, cut, false, reason)
    }
}

impl Queue {
    /// Where to cut a full queue: within the last turn of the loop that filled it (its last quarter, where it looks
    /// like no loop), at the place that the fewest bytes without memory of their own live across. Each turn of a loop
    /// is cut at the same place, so that the next full queue looks the same and finds its plan. The last instruction
    /// stays: its result was not dropped yet, whatever becomes of it.
    ///
    /// `whole` is the length of a turn where the queue holds nothing but turns of one loop. Of places that are equally
    /// good the one nearest behind the place where the queue began is taken: what follows begins at the same place,
    /// then.
    pub(super) fn clean_cut(&self, table: &Table, whole: Option<usize>) -> usize {
        let n = self.tape.len();
        let first = n - whole.or_else(|| self.tape.period()).unwrap_or(n / 4).max(1);
        // What lives across a cut before instruction `cut` was born before it and is named or held at it or later. That
        // the program holds it counts though nothing reads it any more: where the fewest are held, a turn of its loop
        // begins.
        let mut across = vec![0u64; n - first];
        for &index in &self.storages {
            let slot = table.get(index);
            if !slot.written || slot.memory.is_some() {
                continue;
            }
            let last = if table.is_held(index) { n - 1 } else { (table.last_held(index) as usize).min(n - 1) };
            (first.max(slot.born as usize + 1)..=last).for_each(|cut| across[cut - first] += slot.bytes);
        }
        let behind = |place: usize| whole.map_or(0, |turn| (first + place) % turn);
        let best = across.iter().enumerate().rev().min_by_key(|(place, bytes)| (**bytes, behind(*place)));
        best.map_or(n, |(place, _)| first + place)
    }

    /// Whether the first instructions may run although the queue is not `full`: they are a program that ran early
    /// before, or one of few. A program whose calls an idle device cuts at another place each time would be planned
    /// each time.
    fn may_run_early(&mut self, count: usize, full: bool) -> bool {
        if full {
            self.early.pop_front();
            return true;
        }
        let hash = self.tape.hash_of(count);
        let is_known = self.early.contains(&hash);
        if !is_known && self.early.len() < MAX_EARLY_PROGRAMS {
            self.early.push_back(hash);
            return true;
        }
        is_known
    }

    /// Whether the storages that have no memory yet, and are still held, need more bytes than may wait.
    #[cold]
    pub(super) fn over_the_bytes(&mut self, table: &Table, executor: &dyn Executor) -> bool {
        if self.most_waiting == MIN_CHECKED_BYTES {
            self.most_waiting = MAX_WAITING_BYTES.min(executor.memory().free / 4).max(MIN_CHECKED_BYTES + 1);
        }
        let waits = |index: u32| {
            let slot = table.get(index);
            slot.written && slot.memory.is_none() && table.is_held(index)
        };
        self.waiting = self.storages.iter().filter(|&&index| waits(index)).map(|&index| table.get(index).bytes).sum();
        self.waiting > self.most_waiting
    }
}

/// A program with the deaths of what is not wanted afterwards, each behind the last instruction that names it.
pub(in crate::runtime) fn with_deaths(
    instructions: Vec<Instruction>,
    storages: &[Storage],
    last: impl Fn(usize) -> usize,
) -> Vec<Instruction> {
    let mut deaths: Vec<(usize, usize)> =
        (0..storages.len()).filter(|&local| !storages[local].kept).map(|local| (last(local), local)).collect();
    deaths.sort_unstable();
    let mut deaths = deaths.into_iter().peekable();
    let mut out = Vec::with_capacity(instructions.len() + deaths.len());
    for (place, instruction) in instructions.into_iter().enumerate() {
        out.push(instruction);
        while let Some((_, local)) = deaths.next_if(|&(last, _)| last == place) {
            out.push(Instruction { opcode: Opcode::Dead(StorageId(local as u32)), outputs: vec![], inputs: vec![] });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{INSTRUCTIONS_BETWEEN_CHECKS, MAX_QUEUED_INSTRUCTIONS, StreamId};
    use crate::{Array, ufunc::rows};

    #[test]
    fn an_idle_device_is_given_whole_turns_of_a_loop_and_one_plan_serves_them() {
        let Some((device, _alone)) = crate::runtime::ptx_alone() else { return };
        let waiting = || {
            let state = device.lock().unwrap();
            (state.state.queues.first().map_or(0, |queue| queue.tape.len()), state.state.plans.count())
        };
        device.lock().unwrap().state.queue(StreamId(0)).1.worth_a_flush = 1;
        for (turns, at_most) in [(7, 3), (30, 3), (60, 3)] {
            let before = waiting().1;
            let (mut a, mut later) = (Array::from_slice(&[0i64; 4], [4], device).unwrap(), 0);
            for turn in 0..400i64 {
                for step in 0..turns {
                    // Many of one kind in a row: the end of the queue looks like a shorter loop.
                    let row = if step % turns == 0 { rows::subtract(&a, 1i64) } else { rows::add(&a, 1i64) };
                    a = row.unwrap();
                    later = if turn < 50 { 0 } else { later.max(waiting().0) };
                }
                assert!(turn < 50 || waiting().1 - before <= at_most, "{turns}: {:?}", waiting());
            }
            assert_eq!(a.to_vec::<i64>().unwrap(), [400 * (turns - 2); 4]);
            // Turns of more than a third of what is between two looks are told later.
            let expected = (3 * turns as usize).next_multiple_of(INSTRUCTIONS_BETWEEN_CHECKS);
            assert!(later < expected && expected < MAX_QUEUED_INSTRUCTIONS, "{turns}: {later} of {expected}");
        }
    }
}
