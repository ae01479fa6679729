//! Deferred errors: a device reports only later whether a step succeeded, as for a data-dependent index on a GPU.
//!
//! A step that may fail later has an id, and each storage has the ids that its contents depend on. When a stream was
//! waited for, its deferred errors are checked: one that occurred is raised once and poisons what depends on it, and
//! all are closed.

use std::sync::Arc;

use cuprust_ir::{DeferredError, DeferredRuns, Error, Result, StreamId};

use crate::runtime::host::signals::without_signals;
use crate::runtime::state::{DeferredErrors, Device, Guard, PendingErrors, Table, Waited};

/// From this many open deferred errors on, those of older programs are checked before the next one runs: a step for
/// which no id is free would have to be waited for.
const MAX_OPEN_ERRORS: u32 = DeferredError::MAX / 2;

impl DeferredErrors {
    /// An id for a step that is about to run and may fail later; `None` where all are in use.
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

    /// An id for a step of a graph; `None` where graphs have half of them.
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

    /// Frees the id of a graph.
    pub(in crate::runtime) fn end_reserve(&mut self, deferred: DeferredError) {
        self.reserved &= !(1 << deferred.number());
        self.written[usize::from(deferred.number())] = Arc::default();
    }

    /// The open ids.
    fn numbers(&self) -> impl Iterator<Item = DeferredError> + use<> {
        let open = self.open;
        (0..DeferredError::MAX as u8).filter(move |number| open >> number & 1 == 1).map(DeferredError::new)
    }

    /// Whether the step of an id is done, because its stream was waited for.
    fn is_checked(&self, deferred: DeferredError, waits: &[Waited]) -> bool {
        let (stream, begun_before) = self.steps[usize::from(deferred.number())];
        waits.iter().any(|waited| waited.stream == stream && begun_before < waited.begun)
    }

    /// Closes the ids whose streams were waited for. Returns them, and the errors by id.
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
    /// Collects the deferred errors of the storages that a program names as it begins to run.
    #[inline]
    pub(super) fn enter(&mut self, deferred: &DeferredErrors, table: &Table, storages: &[u32]) {
        self.of.clear();
        self.named = storages.len();
        if deferred.open != 0 {
            self.of.extend(storages.iter().map(|&index| table.get(index).deferred));
        }
    }

    /// Stores the deferred errors of its storages when the program has run.
    #[inline]
    pub(super) fn leave(&self, table: &mut Table, storages: &[u32]) {
        for (&index, &deferred) in storages.iter().zip(&self.of) {
            table.get_mut(index).deferred = deferred;
        }
    }

    /// An id for a step of the program that may fail later; `None` where all are in use.
    pub(in crate::runtime) fn begin(&mut self, device: Device, stream: StreamId) -> Option<DeferredError> {
        let deferred = device.lock_state().deferred.begin(stream)?;
        if self.of.is_empty() {
            self.of.resize(self.named, 0);
        }
        Some(deferred)
    }

    /// Propagates deferred errors after a step: each write gets those of the storages that it depends on, and where it
    /// is marked in `subject` the step's own one, if any.
    #[inline]
    pub(super) fn propagate(
        &mut self,
        writes: &[u32],
        sources: &[Box<[u32]>],
        deferred: Option<DeferredError>,
        subject: &[bool],
    ) {
        if !self.of.is_empty() {
            self.propagate_open(writes, sources, deferred.map_or(0, |deferred| 1 << deferred.number()), subject);
        }
    }

    #[cold]
    fn propagate_open(&mut self, writes: &[u32], sources: &[Box<[u32]>], own: u64, subject: &[bool]) {
        let deferred = |storage: &u32| self.of.get(*storage as usize).copied().unwrap_or(0);
        // All are gathered before the first is changed: a kernel reads the state before its writes.
        let own = subject.iter().map(|subject| if *subject { own } else { 0 }).chain(std::iter::repeat(0));
        let all = sources.iter().zip(own);
        let all = all.map(|(sources, own)| sources.iter().fold(own, |all, storage| all | deferred(storage)));
        let all: Vec<u64> = all.collect();
        for (&storage, deferred) in writes.iter().zip(all).filter(|(_, deferred)| *deferred != 0) {
            *self.at(storage) |= deferred;
        }
    }

    /// A storage has taken over another one's memory.
    #[inline]
    pub(super) fn move_errors(&mut self, from: u32, to: u32) {
        if !self.of.is_empty() {
            let deferred = std::mem::take(self.at(from));
            *self.at(to) |= deferred;
        }
    }

    /// The deferred errors of a storage, which may be a temporary of the plan.
    fn at(&mut self, storage: u32) -> &mut u64 {
        let index = storage as usize;
        if self.of.len() <= index {
            self.of.resize(index + 1, 0);
        }
        &mut self.of[index]
    }
}

impl Guard {
    /// Reopens the id of a graph that is about to be launched: the storages that it writes depend on it.
    pub(in crate::runtime) fn begin_again(&mut self, deferred: DeferredError, stream: StreamId, written: &Arc<[u32]>) {
        let (bit, state) = (1 << deferred.number(), &mut *self.state);
        // An error of an earlier launch is kept until it was raised.
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

    /// What a wait for a stream that begins now covers.
    pub(crate) fn waiting_for(&self, stream: StreamId) -> Waited {
        let epoch = self.state.queues.get(stream.0 as usize).map_or(0, |queue| queue.epoch);
        Waited { stream, begun: self.state.deferred.begun, epoch }
    }

    /// Whether all work run on a stream was waited for.
    pub(crate) fn is_waited_for(&self, stream: StreamId) -> bool {
        self.state.queues.get(stream.0 as usize).is_some_and(|queue| queue.waited == queue.epoch)
    }

    /// Checks deferred errors: all those of a stream that was waited for, and of others those known to have occurred.
    ///
    /// # Errors
    /// The errors that occurred. What depends on them raises them again when it is used.
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
        // An id is reused only when its step no longer runs, so a stream with an error is waited for. Running programs
        // may name storages with open deferred errors, and store their deferred errors when they end.
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
        // The next launch of a graph overwrites its wrong results.
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
    /// Errors of earlier programs.
    #[inline]
    pub(in crate::runtime) fn check_many(&mut self, stream: StreamId) -> Result<()> {
        if self.state.deferred.open.count_ones() < MAX_OPEN_ERRORS {
            return Ok(());
        }
        let device = self.device;
        let waited = self.waiting_for(stream);
        self.unlocked(|| device.wait_for_stream(stream, "data-dependent errors"))?;
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
        // The error is raised once by whatever waits for the device, and then by what depends on it.
        assert!(is_refused(device.synchronize()));
        assert_eq!(device.synchronize(), Ok(()));
        assert!(is_refused(power.to_vec::<i64>().map(drop)) && is_refused(of_power.to_vec::<i64>().map(drop)));
        assert!(is_refused(rows::add(&of_power, 1).map(drop)));
        assert_eq!(beside.to_vec::<i64>().unwrap(), [5, 1, 5]);
        assert_eq!(of_others.to_vec::<i64>().unwrap(), [14, 3, 6]);
    }
}
