//! Where a queue is cut, when it holds too much, and what of its program is dead.

use cuprust_ir::{Executor, Instruction, Storage, StorageId, What};

use super::queue::Queue;
use super::storage::Table;

/// A queue is flushed when storages that have no memory yet, and are still referred to, would need this many bytes, or a
/// quarter of what is free.
const MOST_BYTES: u64 = 8 << 30;

/// As many bytes may wait before what the device has free is asked for.
pub(super) const FEW_BYTES: u64 = MOST_BYTES / 64;

impl Queue {
    /// Where to cut a full queue: within the last turn of the loop that filled it (its last quarter, where it looks like no
    /// loop), at the place that the fewest bytes without memory of their own live across. Each turn of a loop is cut at the
    /// same place, so that the next full queue looks the same and finds its plan. The last instruction stays: its result
    /// was not dropped yet, whatever becomes of it.
    ///
    /// `whole` is the length of a turn where the queue holds nothing but turns of one loop. Of places that are equally good
    /// the one nearest behind the place where the queue began is taken: what follows begins at the same place, then.
    pub(super) fn clean_cut(&self, table: &Table, whole: Option<usize>) -> usize {
        let n = self.tape.len();
        let first = n - whole.or_else(|| self.tape.period()).unwrap_or(n / 4).max(1);
        // What lives across a cut before instruction `cut` was born before it and is named or held at it or later. That the
        // program holds it counts though nobody reads it any more: where the fewest are held, a turn of its loop begins.
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

    /// Whether the storages that have no memory yet, and are still held, need more bytes than may wait.
    #[cold]
    pub(super) fn over_the_bytes(&mut self, table: &Table, executor: &dyn Executor) -> bool {
        if self.most_waiting == FEW_BYTES {
            self.most_waiting = MOST_BYTES.min(executor.memory().free / 4).max(FEW_BYTES + 1);
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
pub(super) fn with_deaths(
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
            out.push(Instruction { what: What::Dead(StorageId(local as u32)), outputs: vec![], inputs: vec![] });
        }
    }
    out
}
