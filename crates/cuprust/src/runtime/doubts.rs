//! What depends on work of which a device tells only later whether it went well: an index on a GPU, that only data decides.
//!
//! A step in doubt has a number, and each storage knows the numbers that what it holds depends on. When a stream was waited
//! for, its doubts are settled: one that went wrong is raised once and poisons what depends on it, and the others are gone.

use cuprust_ir::{Doubt, Error, Executor, Result, StreamId};

use super::device::Guard;
use super::storage::Table;

/// With so many doubts open, those of older programs are settled before the next one runs: a step for which there is no
/// number is waited for.
const MANY: u32 = Doubt::MOST / 2;

/// The open doubts of a device, and while a program runs those that each of its storages is in.
#[derive(Default)]
pub(super) struct Doubts {
    /// The numbers that are taken, as bits, and the stream of each.
    open: u64,
    streams: Vec<StreamId>,
    /// By the storages of the running program; empty where none is in doubt.
    of: Vec<u64>,
    /// How many storages the running program names.
    named: usize,
}

impl Doubts {
    /// A program begins, that names these storages.
    #[inline]
    pub(super) fn enter(&mut self, table: &Table, storages: &[u32]) {
        self.of.clear();
        self.named = storages.len();
        if self.open != 0 {
            self.of.extend(storages.iter().map(|&index| table.get(index).doubts));
        }
    }

    /// The program has run.
    #[inline]
    pub(super) fn leave(&mut self, table: &mut Table, storages: &[u32]) {
        if self.open != 0 {
            for (&index, &doubts) in storages.iter().zip(&self.of) {
                table.get_mut(index).doubts = doubts;
            }
        }
    }

    /// A number for a step in doubt that is about to run; nothing where all are taken.
    pub(super) fn begin(&mut self, stream: StreamId) -> Option<Doubt> {
        let number = self.open.trailing_ones();
        if number == Doubt::MOST {
            return None;
        }
        if self.open == 0 {
            self.of.clear();
            self.of.resize(self.named, 0);
        }
        self.open |= 1 << number;
        self.streams.resize(Doubt::MOST as usize, StreamId(0));
        self.streams[number as usize] = stream;
        Some(Doubt::new(number as u8))
    }

    /// A step has run, in a doubt of its own where it has one: what it writes is in the doubts of what that depends on.
    #[inline]
    pub(super) fn spread(&mut self, writes: &[u32], sources: &[Box<[u32]>], doubt: Option<Doubt>) {
        if self.open != 0 {
            self.spread_some(writes, sources, doubt.map_or(0, |doubt| 1 << doubt.number()));
        }
    }

    #[cold]
    fn spread_some(&mut self, writes: &[u32], sources: &[Box<[u32]>], own: u64) {
        let doubts = |storage: &u32| self.of.get(*storage as usize).copied().unwrap_or(0);
        // All are gathered before the first is changed: a kernel reads what was there before.
        let all = sources.iter().map(|sources| sources.iter().fold(own, |all, storage| all | doubts(storage)));
        let all: Vec<u64> = all.collect();
        for (&storage, doubts) in writes.iter().zip(all).filter(|(_, doubts)| *doubts != 0) {
            *self.at(storage) |= doubts;
        }
    }

    /// A storage has been given another one's memory.
    #[inline]
    pub(super) fn hand_on(&mut self, from: u32, to: u32) {
        if self.open != 0 {
            let doubts = std::mem::take(self.at(from));
            *self.at(to) |= doubts;
        }
    }

    /// The doubts of a storage of the running program, which may be a temporary of its plan.
    fn at(&mut self, storage: u32) -> &mut u64 {
        let place = storage as usize;
        if self.of.len() <= place {
            self.of.resize(place + 1, 0);
        }
        &mut self.of[place]
    }

    /// Closes the doubts that are known to be settled: those of a stream that was waited for, and those that went wrong.
    /// Gives the numbers of all that are closed, and what went wrong by number.
    fn close(&mut self, executor: &dyn Executor, waited_for: Option<StreamId>) -> (u64, Vec<(u64, Error)>) {
        let (mut closed, mut wrong) = (0, Vec::new());
        let open = self.open;
        for number in (0..Doubt::MOST as u8).filter(|number| open >> number & 1 == 1) {
            let stream = self.streams[usize::from(number)];
            let verdict = executor.verdict(Doubt::new(number));
            if verdict.is_none() && waited_for != Some(stream) {
                continue;
            }
            // The number is used again only when its work no longer runs.
            if waited_for != Some(stream)
                && let Err(error) = executor.synchronize(stream)
            {
                wrong.push((1 << number, error));
            }
            closed |= 1 << number;
            wrong.extend(verdict.map(|error| (1 << number, error)));
        }
        self.open &= !closed;
        (closed, wrong)
    }
}

impl Guard {
    /// Settles doubts: of a stream that was waited for all, of others those that are known to have gone wrong.
    ///
    /// # Errors
    /// What went wrong. What depends on it raises it again when it is used.
    #[inline]
    pub(crate) fn settle(&mut self, waited_for: Option<StreamId>) -> Result<()> {
        if self.state.doubts.open == 0 { Ok(()) } else { self.settle_some(waited_for) }
    }

    #[cold]
    fn settle_some(&mut self, waited_for: Option<StreamId>) -> Result<()> {
        let state = &mut *self.state;
        let (closed, wrong) = state.doubts.close(self.device.executor(), waited_for);
        for slot in state.table.iter_mut().filter(|slot| slot.doubts & closed != 0) {
            let poison = wrong.iter().find(|(number, _)| slot.doubts & number != 0);
            if let Some((_, error)) = poison {
                slot.poison.get_or_insert_with(|| error.clone());
            }
            slot.doubts &= !closed;
        }
        wrong.into_iter().next().map_or(Ok(()), |(_, error)| Err(error))
    }

    /// Makes room for the doubts of the next program.
    ///
    /// # Errors
    /// What went wrong in programs before.
    #[inline]
    pub(super) fn settle_many(&mut self, stream: StreamId) -> Result<()> {
        if self.state.doubts.open.count_ones() < MANY {
            return Ok(());
        }
        self.device.executor().synchronize(stream)?;
        self.settle(Some(stream))
    }
}
