//! Completion of a program: its results and errors are recorded, and waiters are notified.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError};

use cuprust_ir::{Error, Result, Storage, StreamId, Switch, disabled};

use crate::runtime::host::embedding::{check_signals, has_signals};
use crate::runtime::host::signals::SIGNAL_INTERVAL;
use crate::runtime::state::plans::ReadyPlan;
use crate::runtime::state::{Capture, Device, Failure, Guard, Owner, Raised, Run, State, Trace};

impl Guard {
    /// Waits until no program of a stream runs.
    ///
    /// # Errors
    /// The errors of this thread's programs that were not raised yet; an exception of a signal's handler.
    pub(in crate::runtime) fn wait_for_program(&mut self, stream: StreamId) -> Result<()> {
        let device = self.device;
        let running = move |state: &State| state.queues.get(stream.0 as usize).is_some_and(|queue| queue.running);
        while running(&self.state) {
            self.unlocked(|| device.wait_while(running))?;
        }
        self.raise(Raised::Own)
    }

    /// Waits until no program of any stream runs.
    ///
    /// # Errors
    /// An exception of a signal's handler.
    pub(super) fn wait_for_programs(&mut self) -> Result<()> {
        let device = self.device;
        while self.state.is_running() {
            self.unlocked(|| device.wait_while(State::is_running))?;
        }
        Ok(())
    }
}

impl Device {
    /// Waits while a condition holds for the state. The caller has unlocked it, and released the host language's lock.
    fn wait_while(self, condition: impl Fn(&State) -> bool) -> Result<()> {
        let mut state = self.wait_for_state();
        while condition(&state) {
            state.waiters += 1;
            let (next, waited) =
                self.finished().wait_timeout(state, SIGNAL_INTERVAL).unwrap_or_else(PoisonError::into_inner);
            state = next;
            state.waiters -= 1;
            if waited.timed_out() && has_signals() {
                drop(state);
                check_signals()?;
                state = self.wait_for_state();
            }
        }
        Ok(())
    }
}

impl Run {
    /// Runs the program and records the outcome in the device's state.
    pub(super) fn complete(mut self: Box<Run>) -> Result<()> {
        let device = self.device;
        // A panic must not leave a queue running forever: it becomes the error of the program's results.
        if catch_unwind(AssertUnwindSafe(|| self.execute())).is_err() {
            let error = Error::runtime("running recorded operations panicked: a defect of cuprust, please report it");
            self.fail_all(error);
        }
        if let Some(watched) = self.watched.take() {
            watched.end(self.plan.as_deref());
        }
        let mut owners = Vec::new();
        let mut state = device.lock_state();
        let ran = state.record_outcome(device, self, &mut owners);
        if state.waiters > 0 {
            device.finished().notify_all();
        }
        // Dropping an owner may call foreign code that locks the state.
        drop(state);
        drop(owners);
        ran
    }

    pub(super) fn fail_all(&mut self, error: Error) {
        self.failure = Some(Failure { raise: Some(error.clone()), error, lost: vec![true; self.memories.len()] });
    }
}

impl State {
    /// Records the outcome of a program and releases the storages that it named; owners of foreign memory go to
    /// `owners`.
    fn record_outcome(&mut self, device: Device, mut run: Box<Run>, owners: &mut Vec<Owner>) -> Result<()> {
        if let Some(plan) = run.plan.take().filter(|_| run.is_new) {
            match &run.trace {
                Some(trace) => trace.keep_plan(&run.facts, plan),
                None => self.plans.put(&run.key, plan),
            }
        }
        for &local in &run.mapped {
            self.table.mark_mapped(run.storages[local as usize]);
        }
        run.deferred.leave(&mut self.table, &run.storages);
        for (local, &index) in run.storages.iter().enumerate() {
            let slot = self.table.get_mut(index);
            slot.running = false;
            let memory = run.memories[local];
            if memory.address != 0 || memory.bytes != 0 {
                slot.memory = Some(memory);
            } else if slot.owner.is_none() {
                slot.memory = None;
            }
            if let Some(failure) = &run.failure
                && run.notes[local].written
                && failure.lost[local]
            {
                slot.poison(&failure.error);
            }
            if let Some(capture) = &run.capture {
                self.release_to_capture(capture, device, index, run.notes[local].written, run.stream);
            } else if self.table.unname(index) {
                owners.extend(self.end(device, index));
            }
        }
        let ran = match run.failure.take().and_then(|failure| failure.raise) {
            Some(error) if run.raises => Err(error),
            Some(error) => {
                self.keep_unraised(run.stream, run.recorder, error);
                Ok(())
            }
            None => Ok(()),
        };
        let queue = &mut self.queues[run.stream.0 as usize];
        queue.running = false;
        run.clear();
        queue.spare = Some(run);
        ran
    }

    /// Releases a storage that a captured program named. Its memory stays with the capture.
    fn release_to_capture(&mut self, capture: &Capture, device: Device, index: u32, written: bool, stream: StreamId) {
        if self.table.is_held(index)
            && let Some(storage) = self.table.reference(index)
        {
            let is_new = capture.hold(storage);
            let slot = self.table.get_mut(index);
            slot.captured |= written;
            slot.anchors += u32::from(is_new);
        }
        if self.table.unname(index) {
            let memory = self.table.get_mut(index).memory.take().unwrap_or_default();
            let owner = self.end(device, index);
            capture.keep(memory, owner, stream);
        }
    }
}

/// The most plans that a trace keeps. One suffices where each argument always has memory and covers all of it.
const MAX_PLANS_OF_TRACE: usize = 8;

impl Trace {
    /// Keeps a plan that was made for the trace, with the facts about its storages.
    fn keep_plan(&self, facts: &[Storage], plan: Arc<ReadyPlan>) {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        if disabled(Switch::PlanCache) || !plan.is_whole() || plans.iter().any(|(known, _)| known == facts) {
            return;
        }
        if plans.len() == MAX_PLANS_OF_TRACE {
            plans.remove(0);
        }
        plans.push((facts.into(), plan));
    }
}

impl Run {
    fn clear(&mut self) {
        self.tape.clear();
        self.storages.clear();
        self.facts.clear();
        self.memories.clear();
        self.notes.clear();
        self.mapped.clear();
        self.capture = None;
        self.trace = None;
    }
}
