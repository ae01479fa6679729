//! A program that takes long, on a thread of its own, so that the caller can leave with a signal's exception while the
//! program runs on: nothing that was recorded is lost.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

use std::time::Duration;

use cuprust_ir::{Result, StreamId};

use crate::runtime::host::embedding::{check_signals, has_signals};
use crate::runtime::host::signals::SIGNAL_INTERVAL;
use crate::runtime::running::threads;
use crate::runtime::state::{Device, Run};

/// A program that takes more time runs on a thread of its own, where a language polls signals meanwhile: to
/// start the thread and to be woken by it takes 0.3 ms (`a + b` of 2e7 float64 on two cores 8.6 ms, and 8.95 so).
pub(super) const MIN_THREAD_TIME: Duration = Duration::from_millis(25);

impl Run {
    /// Plans the program, then runs it: on a thread of its own, where that takes long and signals are polled.
    pub(in crate::runtime) fn planned(mut self: Box<Run>) -> Result<()> {
        self.make_plan();
        let is_long = self.plan.as_ref().is_some_and(|plan| plan.cost >= MIN_THREAD_TIME);
        if is_long && has_signals() { self.elsewhere() } else { self.complete() }
    }

    /// Runs the program on a thread of its own, while this one waits for it and hears signals.
    pub(super) fn elsewhere(self: Box<Run>) -> Result<()> {
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
            let (next, waited) = self.done.wait_timeout(state, SIGNAL_INTERVAL).unwrap_or_else(PoisonError::into_inner);
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
