//! A program that was taken from its queue: it runs with the device's state unlocked, and then notes what it leaves behind.
//!
//! While it runs, other threads record on the same stream and run programs on others. The next program of the stream waits for
//! its end, and so does whatever wants a storage that it names.
//!
//! A step that cannot run, for want of memory say, costs what depends on it alone: of a kernel with several results the others are computed by a
//! kernel without it. A program that takes long runs on a thread of its own, so that the caller can leave with a signal's exception while
//! the program runs on: nothing that was recorded is lost.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use cuprust_ir::{Error, Memory, Plan, Program, Result, Step, Storage, StreamId};

use super::capture::{Action, Capture};
use super::cut::{BETWEEN_LOOKS, with_deaths};
use super::deferred::PendingErrors;
use super::device::{Device, Guard};
use super::embedding::{check_signals, has_signals};
use super::host_calls;
use super::plans::{ReadyPlan, ReadyStep, plan_of, sources_of, write_key};
use super::queue::State;
use super::reason::Reason;
use super::recording::{StepRun, Watched, facts_of};
use super::sharing::Owner;
use super::tape::Tape;
use super::threads;
use super::waiting::BETWEEN_SIGNALS;

/// A program that takes less time keeps the host language's lock: to release it and take it again may cost more.
const SHORT: Duration = Duration::from_micros(30);

/// A program that takes more time runs on a thread of its own, where a language has signals to be heard meanwhile: to start the
/// thread and to be woken by it takes 0.3 ms (`a + b` of 2e7 float64 on two cores 8.6 ms, and 8.95 so).
const LONG: Duration = Duration::from_millis(25);

/// A program, with all that running it needs.
pub(super) struct Run {
    device: Device,
    stream: StreamId,
    tape: Tape,
    /// The storages it names, by their entries in the table; and by their places in the program, what is known of each.
    storages: Vec<u32>,
    facts: Vec<Storage>,
    memories: Vec<Memory>,
    notes: Vec<Note>,
    key: Vec<u64>,
    plan: Option<Arc<ReadyPlan>>,
    is_new: bool,
    deferred: PendingErrors,
    /// Whether results of one element are about to be read, and those that got memory that the host sees at once.
    reading: bool,
    mapped: Vec<u32>,
    failure: Option<Failure>,
    /// What the profiler will be told of the run, where it is on.
    watched: Option<Box<Watched>>,
    /// What its steps become part of, in the place of running.
    capture: Option<Arc<Capture>>,
}

/// What is known of a storage that a program names.
struct Note {
    /// The last instruction that names it.
    last: u32,
    /// Whether others lend its memory.
    lent: bool,
    /// Whether the program writes it.
    written: bool,
}

/// What went wrong in running a program, and which storages do not hold what they should for it.
struct Failure {
    /// What is raised by the use of a storage that is lost.
    error: Error,
    lost: Vec<bool>,
    /// What is raised now; nothing where all that went wrong was raised before.
    raise: Option<Error>,
}

impl Guard {
    /// Runs the first `count` instructions of a queue, no program of which runs, and keeps the rest.
    ///
    /// # Errors
    /// What went wrong, once; or an exception of a signal's handler, after which the program runs on.
    pub(super) fn run_first(&mut self, stream: StreamId, count: usize, reading: bool, reason: Reason) -> Result<()> {
        let mut run = self.take_first(stream, count, reading);
        run.watched = Watched::begin(run.device, stream, reason, count);
        match run.plan.as_ref().map(|plan| plan.cost) {
            // A launch waits where the device's queue is full, perhaps of what comes after a call of the host.
            Some(cost) if cost < SHORT && !host_calls::are_waiting() => self.briefly_unlocked(|| run.complete()),
            Some(cost) if cost < LONG || !has_signals() => self.unlocked(|| run.complete()),
            // What is not planned yet may have kernels to be compiled.
            None if run.device.is_host() || !has_signals() => self.unlocked(|| run.planned()),
            _ => self.unlocked(|| run.elsewhere()),
        }
    }

    /// Waits until no program of a stream runs.
    ///
    /// # Errors
    /// What went wrong in a program whose caller was interrupted; an exception of a signal's handler.
    pub(super) fn wait_for_program(&mut self, stream: StreamId) -> Result<()> {
        let device = self.device;
        let running = move |state: &State| state.queues.get(stream.0 as usize).is_some_and(|queue| queue.running);
        while running(&self.state) {
            self.unlocked(|| device.wait_while(running))?;
        }
        let unraised = self.state.queues.get_mut(stream.0 as usize).and_then(|queue| queue.unraised.take());
        unraised.map_or(Ok(()), Err)
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

    /// Takes the first instructions of a queue as a program that is about to run.
    fn take_first(&mut self, stream: StreamId, count: usize, reading: bool) -> Box<Run> {
        let device = self.device;
        let state = &mut *self.state;
        let queue = &mut state.queues[stream.0 as usize];
        let mut run = queue.spare.take().unwrap_or_else(|| Run::new(device));
        run.stream = stream;
        run.capture.clone_from(&queue.capture);
        run.reading = reading && run.capture.is_none();
        std::mem::swap(&mut run.tape, &mut queue.tape);
        std::mem::swap(&mut run.storages, &mut queue.storages);
        let (table, mut is_poisoned) = (&mut state.table, false);
        run.deferred.enter(&state.deferred, table, &run.storages);
        for &index in &run.storages {
            // What nothing holds and the rest does not name is not wanted afterwards.
            let is_held = table.is_held(index);
            let slot = table.get_mut(index);
            let (last, kept) = (slot.last, is_held || slot.last as usize >= count);
            let (bytes, given) = (slot.bytes as i64, slot.memory.is_some());
            // The memory that a graph names stays where it is, and what a capture finds there is there at each launch.
            let exported = slot.shared || slot.anchors > 0 || given && run.capture.is_some();
            run.facts.push(Storage { bytes, given, kept, exported });
            run.memories.push(slot.memory.unwrap_or_default());
            let written = std::mem::take(&mut slot.written);
            if written {
                state.window.forget(index);
            }
            run.notes.push(Note { last, lent: slot.owner.is_some(), written });
            slot.epoch = 0;
            slot.running = true;
            is_poisoned |= slot.poison.is_some();
        }
        // What was found wrong since the program was recorded is lost to it too.
        if is_poisoned && let Some(error) = run.storages.iter().find_map(|&index| table.get(index).poison.clone()) {
            let lost = run.storages.iter().map(|&index| table.get(index).poison.is_some()).collect();
            run.failure = Some(Failure { error, lost, raise: None });
        }
        queue.epoch += 1;
        queue.running = true;
        queue.next_look = BETWEEN_LOOKS;
        queue.waiting = 0;
        queue.furnished = 0;
        if count < run.tape.len() {
            let (rest, scalars) = run.tape.split_off(count);
            self.record_again(stream, &run.storages, rest, &scalars);
        }
        write_key(&mut run.key, &run.facts, &run.tape.words);
        run.plan = self.state.plans.get(&run.key);
        run.is_new = run.plan.is_none();
        run
    }
}

impl Device {
    /// Waits while something is so of the state. The caller has unlocked it, and released the host language's lock.
    fn wait_while(self, so: impl Fn(&State) -> bool) -> Result<()> {
        let mut state = self.wait_for_state();
        while so(&state) {
            state.waiters += 1;
            let (next, waited) =
                self.finished().wait_timeout(state, BETWEEN_SIGNALS).unwrap_or_else(PoisonError::into_inner);
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
    fn new(device: Device) -> Box<Run> {
        Box::new(Run {
            device,
            stream: StreamId(0),
            tape: Tape::default(),
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

    /// Plans the program, then runs it: on a thread of its own, where that takes long and signals are to be heard.
    fn planned(mut self: Box<Run>) -> Result<()> {
        self.make_plan();
        let is_long = self.plan.as_ref().is_some_and(|plan| plan.cost >= LONG);
        if is_long && has_signals() { self.elsewhere() } else { self.complete() }
    }

    /// Runs the program on a thread of its own, while this one waits for it and hears signals.
    fn elsewhere(self: Box<Run>) -> Result<()> {
        let parcel =
            Arc::new(Parcel { stream: self.stream, state: Mutex::new(Delivery::Sent(self)), done: Condvar::new() });
        let theirs = parcel.clone();
        let device = match &*parcel.lock() {
            Delivery::Sent(run) => run.device,
            _ => unreachable!("the parcel was just sent"),
        };
        // Where no thread can be started, this one does the work.
        if !threads::spawn(move || theirs.run(device)) {
            parcel.run(device);
        }
        parcel.wait()
    }

    /// Runs the program and notes in the device's state what became of it.
    fn complete(mut self: Box<Run>) -> Result<()> {
        let device = self.device;
        // A defect that shows as a panic must not leave a queue half run: it becomes the error of what was to be computed.
        if catch_unwind(AssertUnwindSafe(|| self.execute())).is_err() {
            let error = Error::runtime("running recorded operations panicked: a defect of cuprust, please report it");
            self.lose_everything(error);
        }
        if let Some(watched) = self.watched.take() {
            watched.end(self.plan.as_deref());
        }
        let mut owners = Vec::new();
        let mut state = device.lock_state();
        let ran = state.note(device, self, &mut owners);
        if state.waiters > 0 {
            device.finished().notify_all();
        }
        // To let an owner go may run any code of its own, which may want the state.
        drop(state);
        drop(owners);
        ran
    }

    fn lose_everything(&mut self, error: Error) {
        self.failure = Some(Failure { raise: Some(error.clone()), error, lost: vec![true; self.memories.len()] });
    }

    fn program(&self) -> Program {
        let last = |local: usize| self.notes[local].last as usize;
        let instructions = with_deaths(self.tape.decode(0, self.tape.len()), &self.facts, last);
        Program { storages: self.facts.clone(), scalars: self.tape.scalars.clone(), instructions }
    }

    fn make_plan(&mut self) {
        if self.plan.is_some() || self.failure.as_ref().is_some_and(|failure| failure.raise.is_some()) {
            return;
        }
        let start = self.watched.is_some().then(cuprust_profile::now);
        let made = catch_unwind(AssertUnwindSafe(|| {
            Ok(Arc::new(ReadyPlan::new(plan_of(&self.program())?, self.device.executor())))
        }));
        if let (Some(start), Some(watched)) = (start, &mut self.watched) {
            watched.planned(start);
        }
        match made {
            Ok(Ok(plan)) => self.plan = Some(plan),
            Ok(Err(error)) => self.lose_everything(error),
            Err(_) => self.lose_everything(Error::runtime("planning panicked: a defect of cuprust, please report it")),
        }
    }

    /// Runs the steps of the plan. What fails is noted with the storages that are lost by it; what does not depend on them is
    /// computed all the same.
    fn execute(&mut self) {
        self.make_plan();
        let Some(plan) = self.plan.clone() else { return };
        let (executor, stream) = (self.device.executor(), self.stream);
        self.memories.resize(plan.bytes.len(), Memory::default());
        if let Some(failure) = &mut self.failure {
            failure.lost.resize(plan.bytes.len(), false);
        }
        let facts = self.watched.is_some().then(|| plan.facts.get_or_init(|| facts_of(&self.program())));
        if let Some(watched) = &self.watched {
            watched.runs();
        }
        let (capture, mut planned_again) = (self.capture.clone(), None);
        for (place, step) in plan.steps.iter().enumerate() {
            let done = match step {
                ReadyStep::Allocate(storage) => {
                    self.allocate(&plan, *storage).map_err(|error| (error, std::slice::from_ref(storage)))
                }
                ReadyStep::Release(storage) => {
                    let memory = std::mem::take(&mut self.memories[*storage as usize]);
                    let lent = self.notes.get(*storage as usize).is_some_and(|note| note.lent);
                    match &capture {
                        _ if memory == Memory::default() || lent => {}
                        Some(capture) => capture.keep(memory, None, stream),
                        None => executor.release(memory, stream),
                    }
                    Ok(())
                }
                ReadyStep::Adopt { from, to } if self.notes.get(*from as usize).is_some_and(|note| note.lent) => {
                    self.copy_lent(&plan, *from, *to).map_err(|error| (error, std::slice::from_ref(to)))
                }
                ReadyStep::Adopt { from, to } => {
                    self.memories[*to as usize] = std::mem::take(&mut self.memories[*from as usize]);
                    self.deferred.hand_on(*from, *to);
                    if let Some(Failure { lost, .. }) = &mut self.failure {
                        lost[*to as usize] |= lost[*from as usize];
                    }
                    Ok(())
                }
                ReadyStep::Run { step, touches, writes, sources, may_fail } => {
                    if self.failure.as_ref().is_some_and(|failure| failure.touches(touches)) {
                        self.deferred.spread(writes, sources, None, &[]);
                        self.salvage(place, writes, &mut planned_again).map_err(|error| (error, &writes[..]))
                    } else if let Some(capture) = &capture {
                        self.deferred.spread(writes, sources, None, &[]);
                        let names = match self.plan_again(&mut planned_again) {
                            Ok(plan) => plan.operations_at(place),
                            Err(_) => None,
                        };
                        let action = step.clone().map(|step| Action::Step {
                            name: names.unwrap_or_else(|| "copy".into()),
                            step,
                            memories: self.memories.as_slice().into(),
                            scalars: self.tape.scalars.as_slice().into(),
                            may_fail: may_fail.is_some(),
                        });
                        action.map(|action| capture.add(stream, action)).map_err(|error| (error, &writes[..]))
                    } else {
                        let deferred = may_fail.as_ref().and_then(|_| self.deferred.begin(self.device, stream));
                        let (memories, scalars) = (&self.memories, &self.tape.scalars);
                        let watched =
                            facts.and_then(|facts| StepRun::begin(facts.get(place)?.as_ref()?, self.device, stream));
                        let ran = match (step, deferred) {
                            (Err(error), _) => Err(error.clone()),
                            (Ok(step), Some(deferred)) => {
                                executor.run_deferred(step, memories, scalars, stream, deferred)
                            }
                            (Ok(step), None) => executor.run(step, memories, scalars, stream),
                        };
                        drop(watched);
                        self.deferred.spread(writes, sources, deferred, may_fail.as_deref().unwrap_or_default());
                        ran.map_err(|error| (error, &writes[..]))
                    }
                }
            };
            if let Err((error, lost)) = done {
                let error = match self.plan_again(&mut planned_again) {
                    Ok(plan) => plan.operations_at(place).map_or(error.clone(), |names| error.within(&names)),
                    Err(_) => error,
                };
                let count = self.memories.len();
                let failure = self.failure.get_or_insert_with(|| Failure {
                    error: error.clone(),
                    lost: vec![false; count],
                    raise: None,
                });
                failure.raise.get_or_insert(error);
                lost.iter().for_each(|&storage| failure.lost[storage as usize] = true);
            }
        }
    }

    /// Gives a storage memory of its own, with what lies in memory that is lent to another: that goes back to its owner.
    fn copy_lent(&mut self, plan: &ReadyPlan, from: u32, to: u32) -> Result<()> {
        self.allocate(plan, to)?;
        let (source, target) = (self.memories[from as usize].address, self.memories[to as usize].address);
        let bytes = plan.bytes[to as usize] as u64;
        match &self.capture {
            Some(capture) => capture.add(self.stream, Action::Copy { from: source, to: target, bytes }),
            None => self.device.executor().copy(source, target, bytes, self.stream)?,
        }
        self.deferred.hand_on(from, to);
        Ok(())
    }

    /// Gives a storage memory: such as the host sees at once, where it is a result that is about to be read.
    fn allocate(&mut self, plan: &ReadyPlan, storage: u32) -> Result<()> {
        let (executor, place) = (self.device.executor(), storage as usize);
        let bytes = plan.bytes[place] as u64;
        if let Some(capture) = &self.capture {
            self.memories[place] = match capture.take(bytes, self.stream) {
                Some(memory) => memory,
                None => {
                    let memory = executor.allocate(bytes, self.stream)?;
                    capture.allocated(memory);
                    memory
                }
            };
            return Ok(());
        }
        if self.reading
            && plan.single.contains(&storage)
            && let Some(memory) = executor.allocate_mapped(bytes)
        {
            self.memories[place] = memory;
            self.mapped.push(storage);
            return Ok(());
        }
        self.memories[place] = executor.allocate(bytes, self.stream)?;
        Ok(())
    }

    /// The plan with its steps as they were before they were made ready.
    fn plan_again<'a>(&self, plan: &'a mut Option<Result<Plan>>) -> Result<&'a Plan> {
        plan.get_or_insert_with(|| plan_of(&self.program())).as_ref().map_err(Clone::clone)
    }

    /// Runs the part of a step that does not depend on what is lost, and notes that the rest is lost too.
    fn salvage(&mut self, place: usize, writes: &[u32], plan: &mut Option<Result<Plan>>) -> Result<()> {
        let plan = self.plan_again(plan)?;
        let Some(failure) = &mut self.failure else { return Ok(()) };
        let memories = &self.memories;
        let is_lost =
            |storage: &u32| failure.lost[*storage as usize] || memories[*storage as usize] == Memory::default();
        let step = &plan.steps[place];
        let part = match step {
            Step::Kernel(kernel) => {
                let keep: Vec<bool> =
                    sources_of(step, &[]).iter().map(|sources| !sources.iter().any(is_lost)).collect();
                writes.iter().zip(&keep).for_each(|(&storage, keep)| failure.lost[storage as usize] |= !keep);
                kernel.with_writes(&keep)
            }
            _ => {
                writes.iter().for_each(|&storage| failure.lost[storage as usize] = true);
                None
            }
        };
        let Some(part) = part else { return Ok(()) };
        let executor = self.device.executor();
        let prepared = executor.prepare(&[&Step::Kernel(part)])?;
        prepared.iter().try_for_each(|step| executor.run(step, &self.memories, &self.tape.scalars, self.stream))
    }
}

impl State {
    /// Notes what a program leaves behind, and lets go of the storages that it named; of memory that was lent, to `owners`.
    fn note(&mut self, device: Device, mut run: Box<Run>, owners: &mut Vec<Owner>) -> Result<()> {
        if let Some(plan) = run.plan.take().filter(|_| run.is_new) {
            self.plans.put(&run.key, plan);
        }
        for &local in &run.mapped {
            self.table.show(run.storages[local as usize]);
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
                slot.poison.get_or_insert_with(|| failure.error.clone());
            }
            if let Some(capture) = &run.capture {
                self.leave_to(capture, device, index, run.notes[local].written, run.stream);
            } else if self.table.unname(index) {
                owners.extend(self.end(device, index));
            }
        }
        let ran = run.failure.take().and_then(|failure| failure.raise).map_or(Ok(()), Err);
        let queue = &mut self.queues[run.stream.0 as usize];
        queue.running = false;
        run.clear();
        queue.spare = Some(run);
        ran
    }

    /// Lets go of a storage that a captured program named. Its memory stays the capture's.
    fn leave_to(&mut self, capture: &Capture, device: Device, index: u32, written: bool, stream: StreamId) {
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

impl Run {
    fn clear(&mut self) {
        self.tape.clear();
        self.storages.clear();
        self.facts.clear();
        self.memories.clear();
        self.notes.clear();
        self.mapped.clear();
        self.capture = None;
    }
}

impl Failure {
    fn touches(&self, storages: &[u32]) -> bool {
        storages.iter().any(|&storage| self.lost[storage as usize])
    }
}

/// A program on its way to a thread of its own, and its result on the way back.
struct Parcel {
    stream: StreamId,
    state: Mutex<Delivery>,
    done: Condvar,
}

enum Delivery {
    Sent(Box<Run>),
    Running,
    Done(Result<()>),
    /// The thread that sent it was interrupted and waits no more.
    Abandoned,
}

impl Parcel {
    fn lock(&self) -> std::sync::MutexGuard<'_, Delivery> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, device: Device) {
        let sent = std::mem::replace(&mut *self.lock(), Delivery::Running);
        let Delivery::Sent(run) = sent else { return };
        let ran = run.complete();
        let mut state = self.lock();
        if matches!(*state, Delivery::Abandoned) {
            drop(state);
            if let Err(error) = ran {
                device.lock_state().queues[self.stream.0 as usize].unraised.get_or_insert(error);
            }
        } else {
            *state = Delivery::Done(ran);
            self.done.notify_all();
        }
    }

    /// Waits for the result, and hears signals meanwhile.
    fn wait(&self) -> Result<()> {
        let mut state = self.lock();
        loop {
            if let Delivery::Done(ran) = &*state {
                return ran.clone();
            }
            let (next, waited) = self.done.wait_timeout(state, BETWEEN_SIGNALS).unwrap_or_else(PoisonError::into_inner);
            state = next;
            if waited.timed_out() {
                drop(state);
                let interrupted = check_signals();
                state = self.lock();
                if let (Err(error), false) = (interrupted, matches!(*state, Delivery::Done(_))) {
                    *state = Delivery::Abandoned;
                    return Err(error);
                }
            }
        }
    }
}
