//! Errors that were not raised yet, with the thread that each belongs to.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};

use cuprust_ir::{Error, StreamId};

thread_local! {
    /// The number of this thread, once it has one.
    static NUMBER: Cell<u32> = const { Cell::new(0) };
}

/// The thread that recorded a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::runtime) struct RecordedBy(u32);

impl RecordedBy {
    const NOBODY: RecordedBy = RecordedBy(0);
    const SEVERAL: RecordedBy = RecordedBy(u32::MAX);

    /// The current thread.
    #[inline]
    pub(in crate::runtime) fn current() -> RecordedBy {
        match NUMBER.get() {
            0 => RecordedBy::first(),
            number => RecordedBy(number),
        }
    }

    #[cold]
    fn first() -> RecordedBy {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        NUMBER.set(NEXT.fetch_add(1, Ordering::Relaxed).min(RecordedBy::SEVERAL.0 - 1));
        RecordedBy(NUMBER.get())
    }

    /// The current thread records an instruction of the program.
    #[inline]
    pub(in crate::runtime) fn join(&mut self) {
        let current = RecordedBy::current();
        if *self != current {
            *self = if *self == RecordedBy::NOBODY { current } else { RecordedBy::SEVERAL };
        }
    }

    /// Whether the current thread recorded all of the program.
    #[inline]
    pub(in crate::runtime) fn is_current(self) -> bool {
        self == RecordedBy::current()
    }
}

/// An error that was found and not raised.
pub(in crate::runtime) struct Unraised {
    pub stream: StreamId,
    pub recorder: RecordedBy,
    pub error: Error,
}
