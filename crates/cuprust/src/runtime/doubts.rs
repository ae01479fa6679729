//! What depends on work of which a device tells only later whether it went well: an index on a GPU, that only data decides.
//!
//! A step in doubt has a number, and each storage knows the numbers that what it holds depends on. When a stream was waited
//! for, its doubts are settled: one that went wrong is raised once and poisons what depends on it, and the others are gone.

use cuprust_ir::{Doubt, Error, Executor, Result, StreamId};

use super::device::{Device, Guard};
use super::storage::Table;
use super::waiting::without_signals;

/// With so many doubts open, those of older programs are settled before the next one runs: a step for which there is no
/// number is waited for.
const MANY: u32 = Doubt::MOST / 2;

/// The open doubts of a device.
#[derive(Default)]
pub(super) struct Doubts {
    /// The numbers that are taken, as bits, and of each the stream of its step and how many had begun before it.
    open: u64,
    steps: Vec<(StreamId, u64)>,
    /// How many have begun.
    begun: u64,
}

/// The doubts that the storages of a running program are in.
#[derive(Default)]
pub(super) struct InDoubt {
    /// By storage, temporaries of the plan among them; empty where none is in doubt.
    of: Vec<u64>,
    /// How many storages the program names.
    named: usize,
}

/// That a stream was waited for; how many doubts had begun when the wait began, of which those of the stream are settled; and
/// which program of the stream was the next then.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Waited {
    stream: StreamId,
    begun: u64,
    epoch: u64,
}

impl Doubts {
    /// A number for a step in doubt that is about to run; nothing where all are taken.
    fn begin(&mut self, stream: StreamId) -> Option<Doubt> {
        let number = self.open.trailing_ones();
        if number == Doubt::MOST {
            return None;
        }
        self.open |= 1 << number;
        self.steps.resize(Doubt::MOST as usize, (StreamId(0), 0));
        self.steps[number as usize] = (stream, self.begun);
        self.begun += 1;
        Some(Doubt::new(number as u8))
    }

    /// The open numbers.
    fn numbers(&self) -> impl Iterator<Item = Doubt> + use<> {
        let open = self.open;
        (0..Doubt::MOST as u8).filter(move |number| open >> number & 1 == 1).map(Doubt::new)
    }

    /// Whether a number's step is done, since its stream was waited for.
    fn is_settled(&self, doubt: Doubt, waits: &[Waited]) -> bool {
        let (stream, place) = self.steps[usize::from(doubt.number())];
        waits.iter().any(|waited| waited.stream == stream && place < waited.begun)
    }

    /// Closes the numbers whose streams were waited for. Gives them, and what went wrong by number.
    fn close(&mut self, executor: &dyn Executor, waits: &[Waited]) -> (u64, Vec<(u64, Error)>) {
        let (mut closed, mut wrong) = (0, Vec::new());
        for doubt in self.numbers().filter(|doubt| self.is_settled(*doubt, waits)) {
            closed |= 1 << doubt.number();
            wrong.extend(executor.verdict(doubt).map(|error| (1 << doubt.number(), error)));
        }
        self.open &= !closed;
        (closed, wrong)
    }
}

impl InDoubt {
    /// The doubts of the storages that a program names which begins to run.
    #[inline]
    pub(super) fn enter(&mut self, doubts: &Doubts, table: &Table, storages: &[u32]) {
        self.of.clear();
        self.named = storages.len();
        if doubts.open != 0 {
            self.of.extend(storages.iter().map(|&index| table.get(index).doubts));
        }
    }

    /// Notes the doubts of its storages when the program has run.
    #[inline]
    pub(super) fn leave(&self, table: &mut Table, storages: &[u32]) {
        for (&index, &doubts) in storages.iter().zip(&self.of) {
            table.get_mut(index).doubts = doubts;
        }
    }

    /// A number for a step in doubt of the program; nothing where all are taken.
    pub(super) fn begin(&mut self, device: Device, stream: StreamId) -> Option<Doubt> {
        let doubt = device.lock_state().doubts.begin(stream)?;
        if self.of.is_empty() {
            self.of.resize(self.named, 0);
        }
        Some(doubt)
    }

    /// A step has run, in a doubt of its own where it has one: what it writes is in the doubts of what that depends on.
    #[inline]
    pub(super) fn spread(&mut self, writes: &[u32], sources: &[Box<[u32]>], doubt: Option<Doubt>) {
        if !self.of.is_empty() {
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
        if !self.of.is_empty() {
            let doubts = std::mem::take(self.at(from));
            *self.at(to) |= doubts;
        }
    }

    /// The doubts of a storage, which may be a temporary of the plan.
    fn at(&mut self, storage: u32) -> &mut u64 {
        let place = storage as usize;
        if self.of.len() <= place {
            self.of.resize(place + 1, 0);
        }
        &mut self.of[place]
    }
}

impl Guard {
    /// What a wait for a stream that begins now will have waited for.
    pub(crate) fn waiting_for(&self, stream: StreamId) -> Waited {
        let epoch = self.state.queues.get(stream.0 as usize).map_or(0, |queue| queue.epoch);
        Waited { stream, begun: self.state.doubts.begun, epoch }
    }

    /// Whether all that was run on a stream was waited for.
    pub(crate) fn is_waited_for(&self, stream: StreamId) -> bool {
        self.state.queues.get(stream.0 as usize).is_some_and(|queue| queue.waited == queue.epoch)
    }

    /// Settles doubts: of a stream that was waited for all, of others those that are known to have gone wrong.
    ///
    /// # Errors
    /// What went wrong. What depends on it raises it again when it is used.
    #[inline]
    pub(crate) fn settle(&mut self, waited: Option<Waited>) -> Result<()> {
        if let Some(Waited { stream, epoch, .. }) = waited
            && let Some(queue) = self.state.queues.get_mut(stream.0 as usize)
        {
            queue.waited = queue.waited.max(epoch);
        }
        if self.state.doubts.open == 0 { Ok(()) } else { self.settle_some(waited) }
    }

    #[cold]
    fn settle_some(&mut self, waited: Option<Waited>) -> Result<()> {
        let executor = self.device.executor();
        let mut waits = Vec::from_iter(waited);
        let mut failed = None;
        // A number is used again only when its work no longer runs: a stream that something went wrong on is waited for.
        // Programs that run now may name storages in doubt, and note their doubts when they end.
        loop {
            self.wait_for_programs()?;
            let doubts = &self.state.doubts;
            let wrong = |doubt: &Doubt| !doubts.is_settled(*doubt, &waits) && executor.verdict(*doubt).is_some();
            let Some(doubt) = doubts.numbers().find(wrong) else { break };
            let waited = self.waiting_for(doubts.steps[usize::from(doubt.number())].0);
            if let Err(error) = self.unlocked(|| without_signals(executor, waited.stream)) {
                failed.get_or_insert(error);
            }
            waits.push(waited);
        }
        let state = &mut *self.state;
        let (closed, wrong) = state.doubts.close(executor, &waits);
        for slot in state.table.iter_mut().filter(|slot| slot.doubts & closed != 0) {
            let poison = wrong.iter().find(|(number, _)| slot.doubts & number != 0);
            if let Some((_, error)) = poison {
                slot.poison.get_or_insert_with(|| error.clone());
            }
            slot.doubts &= !closed;
        }
        wrong.into_iter().next().map(|(_, error)| error).or(failed).map_or(Ok(()), Err)
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
        let device = self.device;
        let waited = self.waiting_for(stream);
        self.unlocked(|| device.wait_for_stream(stream))?;
        self.settle(Some(waited))
    }
}
