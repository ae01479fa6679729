//! Deferred errors: a device reports only later whether a step succeeded, as for a data-dependent index on a GPU.
//!
//! A step that may fail later has an id, and each storage has the ids that its contents depend on. When a stream was
//! waited for, its deferred errors are checked: one that occurred is raised once and poisons what depends on it, and
//! all are closed.

use std::sync::Arc;

use cuprust_ir::{DeferredError, DeferredRuns, Error, Result, StreamId};

use crate::runtime::host::signals::without_signals;
use crate::runtime::state::unraised::RecordedBy;
use crate::runtime::state::{DeferredErrors, DeferredStep, Device, Guard, PendingErrors, Raised, Table, Waited};

/// From this many open deferred errors on, those of older programs are checked before the next one runs: a step for
/// which no id is free would have to be waited for.
const MAX_OPEN_ERRORS: u32 = DeferredError::MAX / 2;

impl DeferredErrors {
    /// An id for a step that is about to run and may fail later; `None` where all are in use.
    fn begin(&mut self, stream: StreamId, recorder: RecordedBy) -> Option<DeferredError> {
        let number = (self.open | self.reserved).trailing_ones();
        if number == DeferredError::MAX {
            return None;
        }
        let deferred = DeferredError::new(number as u8);
        self.open_for(deferred, stream, recorder);
        Some(deferred)
    }

    /// Opens an id for a step that is about to run.
    fn open_for(&mut self, deferred: DeferredError, stream: StreamId, recorder: RecordedBy) {
        self.open |= 1 << deferred.number();
        self.steps.resize(DeferredError::MAX as usize, DeferredStep::default());
        self.steps[usize::from(deferred.number())] = DeferredStep { stream, begun: self.begun, recorder };
        self.begun += 1;
    }

    fn step(&self, deferred: DeferredError) -> DeferredStep {
        self.steps[usize::from(deferred.number())]
    }

    /// Reassigns the steps of a stream to another one that is ordered after it: synchronising that one closes their
    /// errors too. A stream that is left is not synchronised again.
    pub(in crate::runtime) fn move_steps(&mut self, stream: StreamId, to: StreamId) {
        self.steps.iter_mut().filter(|step| step.stream == stream).for_each(|step| step.stream = to);
    }

    /// An id for a step of a graph; `None` where graphs have half of them.
    pub(in crate::runtime) fn reserve(&mut self) -> Option<DeferredError> {
        let number = (self.open | self.reserved).trailing_ones();
        if number == DeferredError::MAX || self.reserved.count_ones() >= MAX_OPEN_ERRORS / 2 {
            return None;
        }
        self.reserved |= 1 << number;
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
        let step = self.step(deferred);
        waits.iter().any(|waited| waited.stream == step.stream && step.begun < waited.begun)
    }

    /// Closes the ids whose streams were waited for. Returns them, and the errors by id.
    fn close(&mut self, runs: &dyn DeferredRuns, waits: &[Waited]) -> (u64, Vec<(DeferredError, Error)>) {
        let (mut closed, mut wrong) = (0, Vec::new());
        for deferred in self.numbers().filter(|deferred| self.is_checked(*deferred, waits)) {
            closed |= 1 << deferred.number();
            wrong.extend(runs.poll(deferred).map(|error| (deferred, error)));
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

    /// Whether one of its storages has deferred errors.
    pub(super) fn are_open(&self) -> bool {
        self.of.iter().any(|deferred| *deferred != 0)
    }

    /// Stores the deferred errors of its storages when the program has run.
    #[inline]
    pub(super) fn leave(&self, table: &mut Table, storages: &[u32]) {
        for (&index, &deferred) in storages.iter().zip(&self.of) {
            table.get_mut(index).deferred = deferred;
        }
    }

    /// An id for a step of the program that may fail later; `None` where all are in use.
    pub(in crate::runtime) fn begin(
        &mut self,
        device: Device,
        stream: StreamId,
        recorder: RecordedBy,
    ) -> Option<DeferredError> {
        let deferred = device.lock_state().deferred.begin(stream, recorder)?;
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
        state.deferred.open_for(deferred, stream, RecordedBy::current());
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

    /// Checks deferred errors: all those of a stream that was waited for, and of the others that may be raised here
    /// those known to have occurred.
    ///
    /// # Errors
    /// The errors that occurred. What depends on them raises them again when it is used.
    #[inline]
    pub(crate) fn check(&mut self, waited: Option<Waited>, raised: Raised<'_>) -> Result<()> {
        if let Some(Waited { stream, epoch, .. }) = waited
            && let Some(queue) = self.state.queues.get_mut(stream.0 as usize)
        {
            queue.waited = queue.waited.max(epoch);
        }
        if self.state.deferred.open != 0 {
            self.check_open(waited, raised)?;
        }
        self.raise(raised)
    }

    #[cold]
    fn check_open(&mut self, waited: Option<Waited>, raised: Raised<'_>) -> Result<()> {
        let Some(runs) = self.device.extensions().deferred else { return Ok(()) };
        let executor = self.device.executor();
        let mut waits = Vec::from_iter(waited);
        let mut failed = None;
        // An id is reused only when its step no longer runs, so a stream with an error is waited for. Running programs
        // may name storages with open deferred errors, and store their deferred errors when they end.
        loop {
            self.wait_for_programs()?;
            let deferred = &self.state.deferred;
            let read = match raised {
                Raised::Read(storage) => self.state.table.get(storage.index()).deferred,
                Raised::Own | Raised::Stream(_) => 0,
            };
            let is_due = |number: DeferredError| {
                let DeferredStep { stream, recorder, .. } = deferred.step(number);
                let is_of_stream = matches!(raised, Raised::Stream(raised) if raised == stream);
                is_of_stream || recorder.is_current() || read >> number.number() & 1 == 1
            };
            let wrong = |number: &DeferredError| {
                is_due(*number) && !deferred.is_checked(*number, &waits) && runs.poll(*number).is_some()
            };
            let Some(number) = deferred.numbers().find(wrong) else { break };
            let waited = self.waiting_for(deferred.step(number).stream);
            if let Err(error) = self.unlocked(|| without_signals(executor, waited.stream)) {
                failed.get_or_insert(error);
            }
            waits.push(waited);
        }
        let state = &mut *self.state;
        let (closed, wrong) = state.deferred.close(runs, &waits);
        // The next launch of a graph overwrites its wrong results.
        let rewritten = |number: DeferredError, index: usize| {
            let written = state.deferred.written.get(usize::from(number.number()));
            written.is_some_and(|written| written.contains(&(index as u32)))
        };
        for (index, slot) in state.table.iter_mut().enumerate().filter(|(_, slot)| slot.deferred & closed != 0) {
            let depends = |number: DeferredError| slot.deferred >> number.number() & 1 == 1;
            let poison = wrong.iter().find(|(number, _)| depends(*number) && !rewritten(*number, index));
            if let Some((_, error)) = poison {
                slot.poison(error);
            }
            slot.deferred &= !closed;
        }
        for (number, error) in wrong {
            let step = state.deferred.step(number);
            state.keep_unraised(step.stream, step.recorder, error);
        }
        failed.map_or(Ok(()), Err)
    }

    /// Closes deferred errors of earlier programs, so that the next one finds free ids.
    ///
    /// # Errors
    /// Errors of earlier programs.
    #[inline]
    pub(in crate::runtime) fn check_many(&mut self) -> Result<()> {
        if self.state.deferred.open.count_ones() < MAX_OPEN_ERRORS {
            return Ok(());
        }
        // The oldest of them may be those of another stream.
        let (device, deferred) = (self.device, &self.state.deferred);
        let oldest = deferred.numbers().map(|number| deferred.step(number)).min_by_key(|step| step.begun);
        let Some(DeferredStep { stream, .. }) = oldest else { return Ok(()) };
        let waited = self.waiting_for(stream);
        self.unlocked(|| device.wait_for_stream(stream, "data-dependent errors"))?;
        self.check(Some(waited), Raised::Own)
    }
}

#[cfg(test)]
mod tests {
    use cuprust_ir::ErrorKind;

    use crate::indexing::take_along_axis;
    use crate::{Array, fuse, ufunc::rows};

    #[test]
    fn a_recorded_function_leaves_no_deferred_error_open() {
        let Some((device, _alone)) = crate::runtime::ptx_alone() else { return };
        device.make_current().unwrap();
        let picked = fuse(|[x, at]: [&Array; 2]| take_along_axis(x, at, 0));
        let x = Array::from_slice(&[3i64, 2, 5], [3], device).unwrap();
        let (inside, beyond) = ([2i64, 0, 1], [0i64, 3, 1]);
        for _ in 0..2 {
            let at = Array::from_slice(&inside, [3], device).unwrap();
            let found: Array = picked.call([&x, &at]).unwrap();
            device.synchronize().unwrap();
            assert_eq!(device.lock().unwrap().state.deferred.open, 0);
            assert_eq!(found.to_vec::<i64>().unwrap(), [5, 3, 2]);
        }
        // An error is raised by the wait, also that of the recording itself.
        let other = fuse(|[x, at]: [&Array; 2]| take_along_axis(x, at, 0));
        let at = Array::from_slice(&beyond, [3], device).unwrap();
        let found: Array = other.call([&x, &at]).unwrap();
        assert_eq!(device.synchronize().unwrap_err().kind(), ErrorKind::Index);
        assert_eq!(device.lock().unwrap().state.deferred.open, 0);
        assert_eq!(found.to_vec::<i64>().unwrap_err().kind(), ErrorKind::Index);
    }

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
