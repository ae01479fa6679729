//! Whether what a thread records becomes a trace.

use std::cell::Cell;

thread_local! {
    static TRACING: Cell<bool> = const { Cell::new(false) };
    /// Why the trace so far is unusable.
    static BROKEN: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// Whether what this thread records becomes a trace.
///
/// ```
/// # use cuprust::*;
/// assert!(!is_tracing());
/// ```
#[inline]
pub fn is_tracing() -> bool {
    TRACING.get()
}

/// Notes that this thread now does something that no program expresses, so that no trace is made.
#[inline]
pub(crate) fn break_trace(why: &'static str) {
    if TRACING.get() && BROKEN.get().is_none() {
        BROKEN.set(Some(why));
    }
}

/// Begins or ends a trace of this thread. Returns why it was broken.
pub(in crate::runtime) fn set_tracing(tracing: bool) -> Option<&'static str> {
    TRACING.set(tracing);
    BROKEN.take()
}
