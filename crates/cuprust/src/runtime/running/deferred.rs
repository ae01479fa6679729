//! What depends on work of which a device tells only later whether it went well: an index on a GPU, that only data
//! decides.
//!
//! A step that may fail later has a number, and each storage knows the numbers that what it holds depends on. When a
//! stream was waited for, its deferred errors are checked: one that went wrong is raised once and poisons what depends
//! on it, and the others are gone.

use std::sync::Arc;

use cuprust_ir::{DeferredError, DeferredRuns, Error, Result, StreamId};

use crate::runtime::host::signals::without_signals;
use crate::runtime::state::{DeferredErrors, Device, Guard, PendingErrors, Table, Waited};

/// From this number of open deferred errors on, those of older programs are checked before the next one runs: a step
/// for which there is no number is waited for.
const MAX_OPEN_ERRORS: u32 = DeferredError::MAX / 2;

impl DeferredErrors {
    /// A number for a step that may fail later that is about to run; nothing where all are taken.
    fn begin(&mut self, stream: StreamId) -> Option<DeferredError> {
        let number = (self.open | self.reserved).trailing_ones();
        if number == DeferredError::MAX {
            return None;
        }
        self.open |= 1 << number;
        self.steps.resize(DeferredError::MAX as usize, (StreamId(0), 0));
        self.steps[number as usize] = (stream, self.begun);
        self.begun += 1;
        Some(DeferredError::new(number as u8))
    }

    /// A number for a step of a graph; nothing where graphs have half of them.
    pub(in crate::runtime) fn reserve(&mut self) -> Option<DeferredError> {
        let number = (self.open | self.reserved).trailing_ones();
        if number == DeferredError::MAX || self.reserved.count_ones() >= MAX_OPEN_ERRORS / 2 {
            return None;
        }
        self.reserved |= 1 << number;
        self.steps.resize(DeferredError::MAX as usize, (StreamId(0), 0));
        self.written.resize(DeferredError::MAX as usize, Arc::default());
        Some(DeferredError::new(number as u8))
    }

    /// Gives the number of a graph back.
    pub(in crate::runtime) fn end_reserve(&mut self, deferred: DeferredError) {
        self.reserved &= !(1 << deferred.number());
        self.written[usize::from(deferred.number())] = Arc::default();
    }

    /// The open numbers.
    fn numbers(&self) -> impl Iterator<Item = DeferredError> + use<> {
        let open = self.open;
        (0..DeferredError::MAX as u8).filter(move |number| open >> number & 1 == 1).map(DeferredError::new)
    }

    /// Whether a number's step is done, since its stream was waited for.
    fn is_checked(&self, deferred: DeferredError, waits: &[Waited]) -> bool {
        let (stream, place) = self.steps[usize::from(deferred.number())];
        waits.iter().any(|waited| waited.stream == stream && place < waited.begun)
    }

    /// Closes the numbers whose streams were waited for. Gives them, and what went wrong by number.
    fn close(&mut self, runs: &dyn DeferredRuns, waits: &[Waited]) -> (u64, Vec<(u64, Error)>) {
        let (mut closed, mut wrong) = (0, Vec::new());
        for deferred in self.numbers().filter(|deferred| self.is_checked(*deferred, waits)) {
            closed |= 1 << deferred.number();
            wrong.extend(runs.poll(deferred).map(|error| (1 << deferred.number(), error)));
        }
        self.open &= !closed;
        (closed, wrong)
    }
}

impl PendingErrors {
    /// The deferred errors of the storages that a program names which begins to run.
    #[inline]
    pub(super) fn enter(&mut self, deferred: &DeferredErrors, table: &Table, storages: &[u32]) {
        self.of.clear();
        self.named = storages.len();
        if deferred.open != 0 {
            self.of.extend(storages.iter().map(|&index| table.get(index).deferred));
        }
    }

    /// Notes the deferred errors of its storages when the program has run.
    #[inline]
    pub(super) fn leave(&self, table: &mut Table, storages: &[u32]) {
        for (&index, &deferred) in storages.iter().zip(&self.of) {
            table.get_mut(index).deferred = deferred;
        }
    }

    /// A number for a step that may fail later of the program; nothing where all are taken.
    pub(in crate::runtime) fn begin(&mut self, device: Device, stream: StreamId) -> Option<DeferredError> {
        let deferred = device.lock_state().deferred.begin(stream)?;
        if self.of.is_empty() {
            self.of.resize(self.named, 0);
        }
        Some(deferred)
    }

    /// A step has run, with a deferred error of its own where it has one, which those of its writes are subject to that
    /// are marked: what it writes is subject to the deferred errors of what that depends on.
    #[inline]
    pub(super) fn spread(
        &mut self,
        writes: &[u32],
        sources: &[Box<[u32]>],
        deferred: Option<DeferredError>,
        subject: &[bool],
    ) {
        if !self.of.is_empty() {
            self.spread_some(writes, sources, deferred.map_or(0, |deferred| 1 << deferred.number()), subject);
        }
    }

    #[cold]
    fn spread_some(&mut self, writes: &[u32], sources: &[Box<[u32]>], own: u64, subject: &[bool]) {
        let deferred = |storage: &u32| self.of.get(*storage as usize).copied().unwrap_or(0);
        // All are gathered before the first is changed: a kernel reads what was there before.
        let own = subject.iter().map(|subject| if *subject { own } else { 0 }).chain(std::iter::repeat(0));
        let all = sources.iter().zip(own);
        let all = all.map(|(sources, own)| sources.iter().fold(own, |all, storage| all | deferred(storage)));
        let all: Vec<u64> = all.collect();
        for (&storage, deferred) in writes.iter().zip(all).filter(|(_, deferred)| *deferred != 0) {
            *self.at(storage) |= deferred;
        }
    }

    /// A storage has been given another one's memory.
    #[inline]
    pub(super) fn hand_on(&mut self, from: u32, to: u32) {
        if !self.of.is_empty() {
            let deferred = std::mem::take(self.at(from));
            *self.at(to) |= deferred;
        }
    }

    /// The deferred errors of a storage, which may be a temporary of the plan.
    fn at(&mut self, storage: u32) -> &mut u64 {
        let place = storage as usize;
        if self.of.len() <= place {
            self.of.resize(place + 1, 0);
        }
        &mut self.of[place]
    }
}

impl Guard {
    /// A graph is about to be launched that has a number: what the storages hold that it writes depends on it.
    pub(in crate::runtime) fn begin_again(&mut self, deferred: DeferredError, stream: StreamId, written: &Arc<[u32]>) {
        let (bit, state) = (1 << deferred.number(), &mut *self.state);
        // What went wrong in a launch before is not forgotten before it was raised.
        if state.deferred.open & bit == 0
            && let Some(runs) = self.device.extensions().deferred
        {
            runs.clear(deferred);
        }
        state.deferred.open |= bit;
        state.deferred.steps[usize::from(deferred.number())] = (stream, state.deferred.begun);
        state.deferred.begun += 1;
        state.deferred.written[usize::from(deferred.number())] = written.clone();
        written.iter().for_each(|storage| state.table.get_mut(*storage).deferred |= bit);
    }

    /// What a wait for a stream that begins now will have waited for.
    pub(crate) fn waiting_for(&self, stream: StreamId) -> Waited {
        let epoch = self.state.queues.get(stream.0 as usize).map_or(0, |queue| queue.epoch);
        Waited { stream, begun: self.state.deferred.begun, epoch }
    }

    /// Whether all that was run on a stream was waited for.
    pub(crate) fn is_waited_for(&self, stream: StreamId) -> bool {
        self.state.queues.get(stream.0 as usize).is_some_and(|queue| queue.waited == queue.epoch)
    }

    /// Checks deferred errors: of a stream that was waited for all, of others those that are known to have gone wrong.
    ///
    /// # Errors
    /// What went wrong. What depends on it raises it again when it is used.
    #[inline]
    pub(crate) fn check(&mut self, waited: Option<Waited>) -> Result<()> {
        if let Some(Waited { stream, epoch, .. }) = waited
            && let Some(queue) = self.state.queues.get_mut(stream.0 as usize)
        {
            queue.waited = queue.waited.max(epoch);
        }
        if self.state.deferred.open == 0 { Ok(()) } else { self.check_open(waited) }
    }

    #[cold]
    fn check_open(&mut self, waited: Option<Waited>) -> Result<()> {
        let Some(runs) = self.device.extensions().deferred else { return Ok(()) };
        let executor = self.device.executor();
        let mut waits = Vec::from_iter(waited);
        let mut failed = None;
        // A number is used again only when its work no longer runs: a stream that something went wrong on is waited
        // for. Programs that run now may name storages with open deferred errors, and note their deferred errors when
        // they end.
        loop {
            self.wait_for_programs()?;
            let deferred = &self.state.deferred;
            let wrong = |number: &DeferredError| !deferred.is_checked(*number, &waits) && runs.poll(*number).is_some();
            let Some(number) = deferred.numbers().find(wrong) else { break };
            let waited = self.waiting_for(deferred.steps[usize::from(number.number())].0);
            if let Err(error) = self.unlocked(|| without_signals(executor, waited.stream)) {
                failed.get_or_insert(error);
            }
            waits.push(waited);
        }
        let state = &mut *self.state;
        let (closed, wrong) = state.deferred.close(runs, &waits);
        // The next launch of a graph writes again what it wrote wrong.
        let rewritten = |number: u64, index: usize| {
            let written = state.deferred.written.get(number.trailing_zeros() as usize);
            written.is_some_and(|written| written.contains(&(index as u32)))
        };
        for (index, slot) in state.table.iter_mut().enumerate().filter(|(_, slot)| slot.deferred & closed != 0) {
            let poison = wrong.iter().find(|(number, _)| slot.deferred & number != 0 && !rewritten(*number, index));
            if let Some((_, error)) = poison {
                slot.poison.get_or_insert_with(|| error.clone());
            }
            slot.deferred &= !closed;
        }
        wrong.into_iter().next().map(|(_, error)| error).or(failed).map_or(Ok(()), Err)
    }

    /// Closes deferred errors of earlier programs, so that the next one finds free ids.
    ///
    /// # Errors
    /// What went wrong in programs before.
    #[inline]
    pub(in crate::runtime) fn check_many(&mut self, stream: StreamId) -> Result<()> {
        if self.state.deferred.open.count_ones() < MAX_OPEN_ERRORS {
            return Ok(());
        }
        let device = self.device;
        let waited = self.waiting_for(stream);
        self.unlocked(|| device.wait_for_stream(stream, "errors that only data decides"))?;
        self.check(Some(waited))
    }
}

#[cfg(test)]
mod tests {
    use cuprust_ir::ErrorKind;

    use crate::{Array, ufunc::rows};

    #[test]
    fn a_refused_exponent_poisons_what_depends_on_it_and_not_what_shares_its_kernel() {
        let Some((device, _alone)) = crate::runtime::ptx_alone() else { return };
        let base = Array::from_slice(&[3i64, 2, 5], [3], device).unwrap();
        let exponents = Array::from_slice(&[2i64, -1, 0], [3], device).unwrap();
        let power = rows::power(&base, &exponents).unwrap();
        let beside = rows::add(&base, &exponents).unwrap();
        let other = rows::power(&base, &rows::absolute(&exponents).unwrap()).unwrap();
        let (of_power, of_others) = (rows::add(&power, 1).unwrap(), rows::add(&beside, &other).unwrap());
        let is_refused = |result: cuprust_ir::Result<()>| {
            result.is_err_and(|error| {
                let text = "Integers to negative integer powers are not allowed.";
                (error.kind(), error.text()) == (ErrorKind::Value, text)
            })
        };
        // Raised once by whatever waits for the device, and then by what depends on it.
        assert!(is_refused(device.synchronize()));
        assert_eq!(device.synchronize(), Ok(()));
        assert!(is_refused(power.to_vec::<i64>().map(drop)) && is_refused(of_power.to_vec::<i64>().map(drop)));
        assert!(is_refused(rows::add(&of_power, 1).map(drop)));
        assert_eq!(beside.to_vec::<i64>().unwrap(), [5, 1, 5]);
        assert_eq!(of_others.to_vec::<i64>().unwrap(), [14, 3, 6]);
    }
}
