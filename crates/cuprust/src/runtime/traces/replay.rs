//! Replays: a trace runs immediately, as a program of its own, on other arguments and new results.

use std::sync::Arc;

use cuprust_ir::{Result, Storage};
use cuprust_num::Scalar;

use crate::runtime::devices::allocator;
use crate::runtime::state::reason::Reason;
use crate::runtime::state::unraised::RecordedBy;
use crate::runtime::state::{Guard, Name, Run, StorageRef, Trace};

impl Trace {
    /// How many instructions it has.
    pub(crate) fn instructions(&self) -> usize {
        self.tape.len()
    }

    /// Whether elements came from the host while it was recorded.
    pub(crate) fn uploads(&self) -> bool {
        self.uploads
    }

    /// Runs it on the thread's current stream, with other arguments, and returns the storages of the function's
    /// results: new ones, except for those that are arguments or constants. `None` within a capture or a trace, under a
    /// user's allocator, or where others may change an argument at any time: the function must be called then.
    ///
    /// # Errors
    /// Where computing an argument failed; errors in the program.
    pub(crate) fn run(self: &Arc<Trace>, arguments: &[&StorageRef]) -> Result<Option<Vec<StorageRef>>> {
        debug_assert_eq!(arguments.len(), self.arguments);
        self.device.lock()?.run_trace(self, arguments)
    }

    /// Its scalars, with new counters for its draws; `None` if one of its generators no longer counts.
    fn scalars(&self) -> Option<Vec<Scalar>> {
        if self.draws.iter().any(|draw| (draw.counters)(0).is_none()) {
            return None;
        }
        let mut scalars = self.tape.scalars.clone();
        for draw in &self.draws {
            let (seed, counter) = (draw.counters)(draw.consumed)?;
            scalars[draw.scalar as usize] = Scalar::new(seed);
            scalars[draw.scalar as usize + 1] = Scalar::new(counter);
        }
        Some(scalars)
    }
}

impl Guard {
    fn run_trace(&mut self, trace: &Arc<Trace>, arguments: &[&StorageRef]) -> Result<Option<Vec<StorageRef>>> {
        let stream = self.device.stream();
        let operands = arguments.iter().copied().chain(&trace.constants);
        // While the state was unlocked, other threads may have recorded for one of the storages.
        loop {
            if self.captures() || allocator::is_set() || self.make_ready(stream, operands.clone())? {
                return Ok(None);
            }
            self.flush(stream, Reason::Fused)?;
            self.wait_until_idle(stream)?;
            for storage in operands.clone() {
                self.migrate(storage.index())?;
            }
            let table = &self.state.table;
            let is_ready = |storage: &StorageRef| {
                let slot = table.get(storage.index());
                slot.stream == stream && !slot.running && !slot.raw_bools && slot.poison.is_none()
            };
            if self.is_empty(stream) && operands.clone().all(is_ready) {
                break;
            }
        }
        let Some(scalars) = trace.scalars() else { return Ok(None) };
        let mut storages: Vec<StorageRef> = operands.cloned().collect();
        let state = &mut *self.state;
        for &bytes in &trace.results {
            storages.push(state.table.create(self.device, bytes, stream)?);
        }
        if trace.tape.len() > 0 {
            let (table, queue) = state.queue(stream);
            let mut run = queue.spare.take().unwrap_or_else(|| Run::new(self.device));
            run.stream = stream;
            run.recorder = RecordedBy::current();
            run.raises = true;
            run.reading = false;
            run.tape.scalars = scalars;
            run.trace = Some(trace.clone());
            for (local, storage) in storages.iter().enumerate() {
                let index = storage.index();
                table.name(index, Name { epoch: 0, local: local as u32, instruction: 0 });
                run.storages.push(index);
                table.get_mut(index).written = trace.written[local];
            }
            // The caller decides what becomes of a storage afterwards, so all are kept.
            state.take_storages(&mut run, |_, _| (0, true));
            let temporary = |&bytes| Storage { bytes, given: false, kept: false, exported: false };
            run.facts.extend(trace.temporaries.iter().map(temporary));
            state.begin_run(&run);
            let plans = trace.plans.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            run.plan = plans.iter().find(|(facts, _)| *facts == run.facts).map(|(_, plan)| plan.clone());
            drop(plans);
            run.is_new = run.plan.is_none();
            self.launch(run, trace.tape.len(), Reason::Fused)?;
        }
        Ok(Some(trace.returned.iter().map(|&position| storages[position].clone()).collect()))
    }
}
