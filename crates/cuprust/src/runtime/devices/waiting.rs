//! Waiting for a device with the host language's lock released, so that other threads run and signals are handled.

use std::time::{Duration, Instant};

use cuprust_ir::{Error, Result, StreamId};

use crate::runtime::host::embedding::{check_signals, has_signals, released};
use crate::runtime::host::signals::{SIGNAL_INTERVAL, check_waiting, poll_signals_at_times};
use crate::runtime::host::traced::{break_trace, is_tracing};
use crate::runtime::profiling::events;
use crate::runtime::state::Device;
use crate::runtime::state::captured::{any_captures, refused};

/// As [`check_waiting`], for a call that reads the value of an element.
///
/// # Errors
/// As [`check_waiting`]; of the kind `Cuda` while this thread's work is captured, since there is no value yet.
#[inline]
pub(crate) fn check_reading() -> Result<()> {
    check_waiting()?;
    poll_signals_at_times()?;
    if is_tracing() {
        break_trace("an element is read");
        return Ok(());
    }
    if any_captures() && Device::opened().any(Device::captures) { Err(no_value()) } else { Ok(()) }
}

#[cold]
fn no_value() -> Error {
    refused("Unsupported", "the current stream is capturing: there are no values before the graph is launched")
}

/// How long a wait polls without a pause, as a driver does; after that it sleeps between polls.
const MAX_SPIN_TIME: Duration = Duration::from_millis(2);

/// After [`MAX_SPIN_TIME`] a wait sleeps for this fraction of its length so far before it polls again.
const SLEEP_DIVISOR: u32 = 128;

impl Device {
    /// Waits until all that was queued on a stream is done. Recorded instructions that were not launched are not waited
    /// for.
    ///
    /// # Errors
    /// What went wrong in the work; an exception of a signal's handler.
    pub(crate) fn wait_for_stream(self, stream: StreamId, what: &'static str) -> Result<()> {
        let executor = self.executor();
        self.wait_until(what, || executor.is_done(stream), || executor.synchronize(stream))
    }

    /// Polls `is_done` until it returns true; `what` names what is waited for. Where no signals need handling, or the
    /// device has failed, `wait` waits or returns the error.
    pub(crate) fn wait_until(
        self,
        what: &'static str,
        is_done: impl Fn() -> Result<bool>,
        wait: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        if self.capabilities().synchronous {
            return wait();
        }
        let _waited = events::wait(self, what);
        // If nothing is pending, releasing the lock would cost more than everything else here.
        match is_done() {
            Ok(true) => return Ok(()),
            Ok(false) if has_signals() => {}
            _ => return released(wait),
        }
        released(|| {
            let start = Instant::now();
            let mut polled = start;
            loop {
                match is_done() {
                    Ok(true) => return Ok(()),
                    Ok(false) => {}
                    Err(_) => return wait(),
                }
                let now = Instant::now();
                if now - polled > SIGNAL_INTERVAL {
                    check_signals()?;
                    polled = now;
                }
                match now - start {
                    short if short < MAX_SPIN_TIME => std::hint::spin_loop(),
                    long => std::thread::sleep(long / SLEEP_DIVISOR),
                }
            }
        })
    }
}
