//! Waiting for a device with the host language's lock released, so that other threads go on and signals are heard.

use std::time::{Duration, Instant};

use cuprust_ir::{Error, Result, StreamId};

use crate::runtime::host::embedding::{check_signals, has_signals, released};
use crate::runtime::host::signals::{SIGNAL_INTERVAL, check_waiting, poll_signals_at_times};
use crate::runtime::host::traced::{break_trace, is_tracing};
use crate::runtime::profiling::events;
use crate::runtime::state::Device;
use crate::runtime::state::captured::{any_captures, refused};

/// As [`check_waiting`], for a call that wants the value of an element.
///
/// # Errors
/// As [`check_waiting`]; and of the kind `Cuda` where what the thread does is captured, so that there is no value yet.
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

/// A wait that has lasted this long sleeps between two questions; before, the thread asks again at once, as a driver
/// does.
const SPINNING: Duration = Duration::from_millis(2);

/// The part of its length so far that a wait sleeps before it asks again.
const SLEEP: u32 = 128;

impl Device {
    /// Waits until all that was queued on a stream is done. What was recorded and not yet launched is not waited for.
    ///
    /// # Errors
    /// What went wrong in the work; an exception of a signal's handler.
    pub(crate) fn wait_for_stream(self, stream: StreamId, what: &'static str) -> Result<()> {
        let executor = self.executor();
        self.wait_until(what, || executor.is_done(stream), || executor.synchronize(stream))
    }

    /// Asks `is_done` until it says so; `what` says what is waited for. Where signals need not be heard, or the device
    /// has failed, `wait` waits or tells what went wrong.
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
        // Where there is nothing to wait for, releasing the lock would cost more than all the rest.
        match is_done() {
            Ok(true) => return Ok(()),
            Ok(false) if has_signals() => {}
            _ => return released(wait),
        }
        released(|| {
            let start = Instant::now();
            let mut looked = start;
            loop {
                match is_done() {
                    Ok(true) => return Ok(()),
                    Ok(false) => {}
                    Err(_) => return wait(),
                }
                let now = Instant::now();
                if now - looked > SIGNAL_INTERVAL {
                    check_signals()?;
                    looked = now;
                }
                match now - start {
                    short if short < SPINNING => std::hint::spin_loop(),
                    long => std::thread::sleep(long / SLEEP),
                }
            }
        })
    }
}
