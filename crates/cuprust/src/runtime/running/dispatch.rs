//! Dispatch: a program leaves its queue and runs within the call or on a background thread.
//!
//! It runs with the device's state unlocked. Meanwhile other threads record on the same stream and run programs on
//! others. The stream's next program, and whatever needs a storage that this program names, waits for its completion.

use std::time::Duration;

use cuprust_ir::{Result, Storage, StreamId};

use crate::runtime::host::embedding::has_signals;
use crate::runtime::host::host_calls;
use crate::runtime::running::background::MIN_THREAD_TIME;
use crate::runtime::state::plans::write_key;
use crate::runtime::state::reason::Reason;
use crate::runtime::state::tape::Tape;
use crate::runtime::state::unraised::RecordedBy;
use crate::runtime::state::{Device, Failure, Guard, Note, PendingErrors, Run, Slot, State, Watched};

/// A program expected to take less time keeps the host language's lock: releasing and reacquiring it may cost more.
const MAX_LOCKED_TIME: Duration = Duration::from_micros(30);

impl Guard {
    /// Runs the first `count` instructions of a queue that has no running program, and keeps the rest.
    ///
    /// # Errors
    /// The program's error, once; or an exception of a signal's handler, while the program continues to run.
    pub(in crate::runtime) fn run_first(
        &mut self,
        stream: StreamId,
        count: usize,
        reading: bool,
        reason: Reason,
    ) -> Result<()> {
        let run = self.take_first(stream, count, reading);
        self.launch(run, count, reason)
    }

    /// Runs a program of `count` instructions that left its queue.
    ///
    /// # Errors
    /// As [`Guard::run_first`].
    pub(in crate::runtime) fn launch(&mut self, mut run: Box<Run>, count: usize, reason: Reason) -> Result<()> {
        let _away = cuprust_profile::away();
        run.watched = Watched::begin(run.device, run.stream, reason, count);
        match run.plan.as_ref().map(|plan| plan.cost) {
            // A launch blocks while the device's queue is full, perhaps of work that waits for a host call.
            Some(cost) if cost < MAX_LOCKED_TIME && !host_calls::are_waiting() => {
                self.briefly_unlocked(|| run.complete())
            }
            Some(cost) if cost < MIN_THREAD_TIME || !has_signals() => self.unlocked(|| run.complete()),
            // A program without a plan may need kernels to be compiled.
            None if !run.device.capabilities().compiles || !has_signals() => self.unlocked(|| run.plan_and_run()),
            _ => self.unlocked(|| run.run_in_background()),
        }
    }

    /// Takes the first instructions of a queue as a program that is about to run.
    fn take_first(&mut self, stream: StreamId, count: usize, reading: bool) -> Box<Run> {
        let device = self.device;
        let state = &mut *self.state;
        let queue = &mut state.queues[stream.0 as usize];
        let mut run = queue.spare.take().unwrap_or_else(|| Run::new(device));
        run.stream = stream;
        run.recorder = queue.recorder;
        run.raises = queue.recorder.is_current();
        run.capture.clone_from(&queue.capture);
        run.reading = reading && run.capture.is_none();
        std::mem::swap(&mut run.tape, &mut queue.tape);
        std::mem::swap(&mut run.storages, &mut queue.storages);
        // A storage is kept if a handle holds it or a remaining instruction names it.
        state.take_storages(&mut run, |is_held, slot| (slot.last, is_held || slot.last as usize >= count));
        state.begin_run(&run);
        if count < run.tape.len() {
            let (rest, scalars) = run.tape.split_off(count);
            self.state.queues[stream.0 as usize].recorder = run.recorder;
            self.record_again(stream, &run.storages, rest, &scalars);
        }
        write_key(&mut run.key, &run.facts, &run.tape.words);
        run.plan = self.state.plans.get(&run.key);
        run.is_new = run.plan.is_none();
        run
    }
}

impl State {
    /// Moves the storages that a program names from the queue to the run. `note` gets whether a handle holds the
    /// storage, and returns the last instruction that names it and whether it is kept.
    pub(in crate::runtime) fn take_storages(&mut self, run: &mut Run, note: impl Fn(bool, &Slot) -> (u32, bool)) {
        let (table, mut is_poisoned) = (&mut self.table, false);
        run.deferred.enter(&self.deferred, table, &run.storages);
        for &index in &run.storages {
            let is_held = table.is_held(index);
            let slot = table.get_mut(index);
            let (last, kept) = note(is_held, slot);
            let (bytes, given) = (slot.bytes as i64, slot.memory.is_some());
            // Memory that a graph names may not move, and what a capture reads must exist at each launch.
            let exported = slot.shared || slot.anchors > 0 || given && run.capture.is_some();
            run.facts.push(Storage { bytes, given, kept, exported });
            run.memories.push(slot.memory.unwrap_or_default());
            let written = std::mem::take(&mut slot.written);
            if written {
                self.window.forget(index);
            }
            run.notes.push(Note { last, foreign: slot.owner.is_some(), written });
            slot.epoch = 0;
            slot.running = true;
            is_poisoned |= slot.poison.is_some();
        }
        // A storage may have been poisoned since the program was recorded: the program cannot read it either.
        if is_poisoned && let Some(error) = run.storages.iter().find_map(|&index| table.get(index).poison.clone()) {
            let lost = run.storages.iter().map(|&index| table.get(index).poison.is_some()).collect();
            run.failure = Some(Failure { error, lost, raise: None });
        }
    }

    /// Marks a program that left the queue of its stream as running.
    pub(in crate::runtime) fn begin_run(&mut self, run: &Run) {
        let queue = &mut self.queues[run.stream.0 as usize];
        queue.epoch += 1;
        queue.running = true;
        queue.recorder = RecordedBy::default();
        queue.waiting = 0;
        queue.user_allocated = 0;
    }
}

impl Run {
    pub(in crate::runtime) fn new(device: Device) -> Box<Run> {
        Box::new(Run {
            device,
            stream: StreamId(0),
            recorder: RecordedBy::default(),
            raises: true,
            tape: Tape::default(),
            trace: None,
            storages: vec![],
            facts: vec![],
            memories: vec![],
            notes: vec![],
            key: vec![],
            plan: None,
            is_new: false,
            deferred: PendingErrors::default(),
            reading: false,
            mapped: vec![],
            failure: None,
            watched: None,
            capture: None,
        })
    }
}
