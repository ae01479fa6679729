//! Where a queue is cut, when it is full, and which of its storages are dead.
//!
//! A full queue is cut between two iterations of the loop that filled it, so that a loop keeps one plan. Whether the
//! device is idle does not matter: a program that is cut elsewhere each time would be planned, and compiled, each time.

use cuprust_ir::{Executor, Instruction, Result, Storage, StorageId, StreamId};

use crate::runtime::host::signals::poll_signals;
use crate::runtime::state::reason::Reason;
use crate::runtime::state::{Guard, Queue, Table};

/// A queue is cut when it holds this many instructions.
pub(super) const MAX_QUEUED_INSTRUCTIONS: usize = 256;

/// The most instructions of a trace; a longer one is discarded.
pub(super) const MAX_TRACED_INSTRUCTIONS: usize = 1 << 13;

/// A queue is flushed when live storages without memory would need this many bytes, or a quarter of the free memory.
/// Results of the last instructions do not count while all fit into free memory: the value that an expression has just
/// computed is an operand of what comes next, and if it dies there it needs no memory at all.
const MAX_WAITING_BYTES: u64 = 8 << 30;

/// The last instructions, whose results the current expression may still consume.
const RECENT_INSTRUCTIONS: u32 = 8;

/// Below this many waiting bytes the device's free memory is not queried.
pub(super) const MIN_CHECKED_BYTES: u64 = MAX_WAITING_BYTES / 64;

impl Guard {
    /// Cuts a queue that is full.
    #[cold]
    pub(super) fn cut_full(&mut self, stream: StreamId) -> Result<()> {
        self.briefly_unlocked(poll_signals)?;
        self.wait_until_idle(stream)?;
        // Other threads may have recorded meanwhile, or run the program.
        let (table, queue) = self.state.queue(stream);
        if queue.tape.len() == 0 {
            return Ok(());
        }
        let cut = queue.clean_cut(table, queue.tape.whole_period());
        self.run_first(stream, cut, false, Reason::Full)
    }
}

impl Queue {
    /// Where to cut a full queue: within its last half, or the last iteration of the loop that filled it, at the
    /// position where the fewest bytes without memory are live. Each iteration is cut at the same position, so that the
    /// next full queue has the same words and finds its plan; calls of a function with an inner loop are cut between
    /// two calls. The last instruction stays in the queue: its result's handle is still live, even if it is dropped
    /// next.
    ///
    /// `whole` is the length of an iteration where the queue holds only iterations of one loop. Of equally good
    /// positions, the cut takes the first one after the start of an iteration, where the queue itself began: the next
    /// queue then begins at the same point of the loop.
    pub(super) fn clean_cut(&self, table: &Table, whole: Option<usize>) -> usize {
        let n = self.tape.len();
        let period = whole.or_else(|| self.tape.period()).unwrap_or(0);
        let first = n - period.max(n / 2).max(1);
        // A storage is live across a cut before instruction `cut` if an earlier instruction created it and it is named
        // or held at `cut` or later. Being held counts even if nothing reads it any more: an iteration begins where the
        // fewest storages are held. A storage that the last iteration does not name is a result that the program keeps,
        // such as a list of all states, and is stored wherever the queue is cut.
        let last_iteration = n - if period > 0 { period } else { n / 2 };
        let mut across = vec![0u64; n - first];
        for &index in &self.storages {
            let slot = table.get(index);
            if !slot.written || slot.memory.is_some() {
                continue;
            }
            let last = match table.is_held(index) {
                true if slot.last as usize >= last_iteration => n - 1,
                true => slot.last as usize,
                false => (table.last_held(index) as usize).min(n - 1),
            };
            (first.max(slot.born as usize + 1)..=last).for_each(|cut| across[cut - first] += slot.bytes);
        }
        let into_iteration = |position: usize| whole.map_or(0, |period| (first + position) % period);
        let best = across.iter().enumerate().rev().min_by_key(|(position, bytes)| (**bytes, into_iteration(*position)));
        best.map_or(n, |(position, _)| first + position)
    }

    /// Whether live storages without memory need more bytes than may wait; results of the last instructions count only
    /// where the device has less memory free.
    #[cold]
    pub(super) fn exceeds_waiting_bytes(&mut self, table: &Table, executor: &dyn Executor) -> bool {
        if self.most_waiting == MIN_CHECKED_BYTES {
            self.most_waiting = MAX_WAITING_BYTES.min(executor.memory().free / 4).max(MIN_CHECKED_BYTES + 1);
        }
        let recent = self.current_instruction().saturating_sub(RECENT_INSTRUCTIONS - 1);
        let (mut all, mut lasting) = (0u64, 0u64);
        for slot in self.storages.iter().filter(|&&index| table.is_held(index)).map(|&index| table.get(index)) {
            if slot.written && slot.memory.is_none() {
                all = all.saturating_add(slot.bytes);
                lasting = lasting.saturating_add(if slot.born < recent { slot.bytes } else { 0 });
            }
        }
        self.waiting = all;
        let fits = || {
            let memory = executor.memory();
            all <= memory.free.saturating_add(memory.cached)
        };
        lasting > self.most_waiting || all > self.most_waiting && !fits()
    }
}

/// A program with the deaths of unwanted storages, each after the last instruction that names it.
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
    for (position, instruction) in instructions.into_iter().enumerate() {
        out.push(instruction);
        while let Some((_, local)) = deaths.next_if(|&(last, _)| last == position) {
            out.push(Instruction::dead(StorageId(local as u32)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{MAX_QUEUED_INSTRUCTIONS, MIN_CHECKED_BYTES};
    use crate::{Array, ufunc::rows};

    #[test]
    fn few_plans_serve_a_loop_and_calls_with_a_loop_within() {
        let Some((device, _alone)) = crate::runtime::ptx_alone() else { return };
        let waiting = || {
            let state = device.lock().unwrap();
            (state.state.queues.first().map_or(0, |queue| queue.tape.len()), state.state.plans.count())
        };
        for (turns, at_most) in [(7, 3), (30, 3), (60, 3)] {
            let before = waiting().1;
            let mut a = Array::from_slice(&[0i64; 4], [4], device).unwrap();
            for iteration in 0..400i64 {
                for step in 0..turns {
                    // Repeated instructions of one kind: the end of the queue looks like a shorter loop.
                    let row = if step % turns == 0 { rows::subtract(&a, 1i64) } else { rows::add(&a, 1i64) };
                    a = row.unwrap();
                }
                assert!(iteration < 50 || waiting().1 - before <= at_most, "{turns}: {:?}", waiting());
                assert!(waiting().0 <= MAX_QUEUED_INSTRUCTIONS);
            }
            assert_eq!(a.to_vec::<i64>().unwrap(), [400 * (turns - 2); 4]);
        }
        // Calls that hold their results, each a loop of similar iterations: the queue is cut between two calls.
        let (before, inputs) = (waiting().1, Array::from_slice(&[1i64; 4], [4], device).unwrap());
        let mut results = Vec::new();
        for call in 0..60 {
            let mut a = rows::add(&inputs, 1i64).unwrap();
            for _ in 0..15 {
                a = rows::add(&rows::multiply(&a, 1i64).unwrap(), 1i64).unwrap();
            }
            results.push(a);
            assert!(call < 20 || waiting().1 - before <= 2, "{:?}", waiting());
        }
        assert!(results.iter().all(|result| result.to_vec::<i64>().unwrap() == [17; 4]));
        // A loop that keeps all its states: only the last iterations remain where the queue is cut.
        let (period, mut waited, mut cuts) = (20, 0, 0);
        let mut states = vec![inputs.clone()];
        for _ in 0..100 {
            let mut a = states.last().unwrap().clone();
            for _ in 0..period / 2 {
                a = rows::add(&rows::multiply(&a, 1i64).unwrap(), 1i64).unwrap();
                let waits = waiting().0;
                if waits < waited {
                    cuts += 1;
                    assert!(waits <= 3 * period, "{waits} instructions are left");
                }
                waited = waits;
            }
            states.push(a);
        }
        assert!(cuts > 5, "{cuts}");
        assert_eq!(states.last().unwrap().to_vec::<i64>().unwrap(), [1 + 100 * (period as i64 / 2); 4]);
    }

    #[test]
    fn results_that_an_expression_uses_up_do_not_wait() {
        let Some((device, _alone)) = crate::runtime::ptx_alone() else { return };
        let ones = |shape: [i64; 3]| Array::from_slice(&[1.0; 64], shape, device).unwrap();
        let (rows, columns) = (ones([16, 1, 4]), ones([1, 16, 4]));
        // The first instruction makes the thread's queue.
        rows::add(&rows, &columns).unwrap();
        device.synchronize().unwrap();
        let set = |bytes: u64| device.lock().unwrap().state.queues[0].most_waiting = bytes;
        let recorded = || device.lock().unwrap().state.queues[0].tape.len();
        // Less than the result for all pairs takes.
        set(4 << 10);
        let apart = rows::subtract(&rows, &columns).unwrap();
        let squares = rows::multiply(&apart, &apart).unwrap();
        drop(apart);
        assert_eq!(recorded(), 2);
        let distances = squares.sum(2).unwrap();
        drop(squares);
        assert_eq!(recorded(), 3);
        // A storage that the program holds longer does count.
        let held: Vec<Array> = (0..12).map(|_| rows::add(&rows, &columns).unwrap()).collect();
        assert!(recorded() < 12, "{}", recorded());
        set(MIN_CHECKED_BYTES);
        assert_eq!(distances.to_vec::<f64>().unwrap(), [0.0; 256]);
        assert!(held.iter().all(|sum| sum.to_vec::<f64>().unwrap() == [2.0; 1024]));
    }
}
