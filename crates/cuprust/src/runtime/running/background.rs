//! A long program runs on a background thread, so that the caller can return with a signal's exception while the
//! program continues: no recorded work is lost.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use cuprust_ir::{Result, StreamId};

use crate::runtime::host::embedding::{check_signals, has_signals};
use crate::runtime::host::signals::SIGNAL_INTERVAL;
use crate::runtime::running::threads;
use crate::runtime::state::unraised::RecordedBy;
use crate::runtime::state::{Device, Run};

/// A program expected to take longer runs on a background thread if a host language polls signals: starting the thread
/// and waking the caller takes 0.3 ms (`a + b` of 2e7 float64 on two cores takes 8.6 ms, and 8.95 on such a thread).
pub(super) const MIN_THREAD_TIME: Duration = Duration::from_millis(25);

impl Run {
    /// Plans the program, then runs it: on a background thread if it takes long and signals are polled.
    pub(in crate::runtime) fn plan_and_run(mut self: Box<Run>) -> Result<()> {
        self.make_plan();
        let is_long = self.plan.as_ref().is_some_and(|plan| plan.cost >= MIN_THREAD_TIME);
        if is_long && has_signals() { self.run_in_background() } else { self.complete() }
    }

    /// Runs the program on a background thread, while the calling thread waits for it and handles signals.
    pub(super) fn run_in_background(self: Box<Run>) -> Result<()> {
        let threaded = Arc::new(ThreadedRun {
            stream: self.stream,
            recorder: self.recorder,
            state: Mutex::new(Progress::Sent(self)),
            done: Condvar::new(),
        });
        let on_thread = threaded.clone();
        let device = match &*threaded.lock() {
            Progress::Sent(run) => run.device,
            _ => unreachable!("the run was just sent"),
        };
        // If no thread can be started, the calling thread runs the program.
        if !threads::spawn(move || on_thread.run(device)) {
            threaded.run(device);
        }
        threaded.wait()
    }
}

/// A program for a background thread, and its result for the waiting thread.
struct ThreadedRun {
    stream: StreamId,
    recorder: RecordedBy,
    state: Mutex<Progress>,
    done: Condvar,
}

enum Progress {
    Sent(Box<Run>),
    Running,
    Done(Result<()>),
    /// The waiting thread was interrupted and no longer waits.
    Abandoned,
}

impl ThreadedRun {
    fn lock(&self) -> std::sync::MutexGuard<'_, Progress> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, device: Device) {
        let sent = std::mem::replace(&mut *self.lock(), Progress::Running);
        let Progress::Sent(run) = sent else { return };
        let ran = run.complete();
        let mut state = self.lock();
        if matches!(*state, Progress::Abandoned) {
            drop(state);
            if let Err(error) = ran {
                device.lock_state().keep_unraised(self.stream, self.recorder, error);
            }
        } else {
            *state = Progress::Done(ran);
            self.done.notify_all();
        }
    }

    /// Waits for the result, and handles signals meanwhile.
    fn wait(&self) -> Result<()> {
        let mut state = self.lock();
        loop {
            if let Progress::Done(ran) = &*state {
                return ran.clone();
            }
            let (next, waited) = self.done.wait_timeout(state, SIGNAL_INTERVAL).unwrap_or_else(PoisonError::into_inner);
            state = next;
            if waited.timed_out() {
                drop(state);
                let interrupted = check_signals();
                state = self.lock();
                if let (Err(error), false) = (interrupted, matches!(*state, Progress::Done(_))) {
                    *state = Progress::Abandoned;
                    return Err(error);
                }
            }
        }
    }
}
