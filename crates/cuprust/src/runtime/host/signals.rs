//! Waiting and signals: whether a thread may wait, and how signals of a host language are handled meanwhile.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::time::{Duration, Instant};

use cuprust_ir::{Error, ErrorKind, Executor, Result, StreamId};

use crate::runtime::host::embedding::{check_signals, has_signals, released};
use crate::runtime::host::host_calls;

thread_local! {
    /// Whether this thread may not wait for devices.
    static FORBIDDEN: Cell<bool> = const { Cell::new(false) };
}

/// Allows or forbids the thread to wait for devices, and returns whether it was allowed before. Where it is forbidden,
/// reading elements and synchronizing raise an error even if nothing is pending: that shows a program where it waits.
///
/// ```
/// # use cuprust::*;
/// # fn main() -> Result<()> {
/// let a = ones(3)?;
/// let before = allow_waiting(false);
/// assert!(a.to_vec::<f64>().is_err());
/// allow_waiting(before);
/// assert!(a.to_vec::<f64>().is_ok());
/// # Ok(())
/// # }
/// ```
pub fn allow_waiting(allow: bool) -> bool {
    !FORBIDDEN.replace(!allow)
}

/// Runs a wait on a thread that may be forbidden to wait: the wait is internal to a function, and what the program does
/// next does not depend on it.
pub(crate) fn with_waiting_allowed<T>(call: impl FnOnce() -> T) -> T {
    let before = allow_waiting(true);
    let result = call();
    allow_waiting(before);
    result
}

/// # Errors
/// An error of its own kind where the thread has been forbidden to wait.
///
/// ```
/// # use cuprust::*;
/// allow_waiting(false);
/// assert!(check_waiting().is_err());
/// ```
#[inline]
pub fn check_waiting() -> Result<()> {
    if FORBIDDEN.get() { Err(forbidden()) } else { Ok(()) }
}

#[cold]
fn forbidden() -> Error {
    Error::new(ErrorKind::Synchronized, "Device synchronized")
}

/// How long a wait goes on between two polls for signals.
pub(in crate::runtime) const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

/// Bytes that are copied between two polls for signals.
const BYTES_BETWEEN_POLLS: usize = 256 << 20;

/// Copies this many bytes by `copy`, which is called with a range of them, with the host language's lock released.
///
/// # Errors
/// What `copy` raises; an exception of a signal's handler, which ends a long copy between two parts of it.
pub(crate) fn copy_in_parts(bytes: usize, mut copy: impl FnMut(Range<usize>) -> Result<()>) -> Result<()> {
    if bytes < MIN_RELEASED_BYTES && !host_calls::are_waiting() {
        return copy(0..bytes);
    }
    released(|| {
        for start in (0..bytes).step_by(BYTES_BETWEEN_POLLS) {
            if start > 0 {
                check_signals()?;
            }
            copy(start..(start + BYTES_BETWEEN_POLLS).min(bytes))?;
        }
        Ok(())
    })
}

/// Copies of fewer bytes keep the host language's lock: releasing it would not pay off.
const MIN_RELEASED_BYTES: usize = 1 << 18;

thread_local! {
    /// When this thread last polled for signals.
    static LAST_POLL: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Whether [`SIGNAL_INTERVAL`] has passed since the last poll for signals; if so, the caller polls now.
fn is_due() -> bool {
    let (now, last) = (Instant::now(), LAST_POLL.get());
    let due = last.is_none_or(|last| now - last > SIGNAL_INTERVAL);
    if due {
        LAST_POLL.set(Some(now));
    }
    due
}

thread_local! {
    /// How many calls of [`poll_signals_at_times`] this thread has made.
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// As [`poll_signals`] once every `CALLS_BETWEEN_POLLS` calls, for work of some microseconds that a loop without end
/// may call. The calling thread holds no lock.
///
/// # Errors
/// As [`poll_signals`].
#[inline]
pub(crate) fn poll_signals_at_times() -> Result<()> {
    const CALLS_BETWEEN_POLLS: u32 = 256;
    let calls = CALLS.get().wrapping_add(1);
    CALLS.set(calls);
    if calls.is_multiple_of(CALLS_BETWEEN_POLLS) { poll_signals() } else { Ok(()) }
}

/// Called now and then by a long loop: lets other threads of the host language run and handles signals, if the last
/// poll was long enough ago. It costs one reading of the clock.
///
/// # Errors
/// An exception of a signal's handler.
pub fn poll_signals() -> Result<()> {
    if has_signals() && is_due() { released(check_signals) } else { Ok(()) }
}

/// Runs work that is given a function to poll: true once a signal's handler has raised an exception, upon which the
/// work ends early. The host language's lock is released.
///
/// # Errors
/// What the work gives; an exception of a signal's handler.
pub fn interruptible<T>(work: impl FnOnce(&dyn Fn() -> bool) -> Result<T>) -> Result<T> {
    let raised = RefCell::new(None);
    let poll = || match if is_due() { check_signals() } else { Ok(()) } {
        Ok(()) => raised.borrow().is_some(),
        Err(error) => {
            raised.replace(Some(error));
            true
        }
    };
    let done = released(|| work(&poll));
    raised.into_inner().map_or(done, Err)
}

/// The executor's own wait, for a caller that must not return before the work is done.
pub(in crate::runtime) fn without_signals(executor: &dyn Executor, stream: StreamId) -> Result<()> {
    released(|| executor.synchronize(stream))
}
