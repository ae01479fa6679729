//! Errors that were not raised yet, and the thread that each belongs to.
//!
//! A program runs when some thread needs it, or its stream, and a device reports some errors only later. So one thread
//! may find the error of another one's operation. It is raised once: in the thread that recorded the operation, or
//! where any thread waits for the stream or the device. What depends on the operation raises it in every thread.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};

use cuprust_ir::{Error, Result, StreamId};

use crate::runtime::state::{Guard, State, StorageRef};

/// The most errors that are kept; of more, the oldest are forgotten. Their threads may have ended.
const MAX_UNRAISED: usize = 64;

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
    stream: StreamId,
    recorder: RecordedBy,
    error: Error,
}

/// Which errors a check raises.
#[derive(Clone, Copy)]
pub(crate) enum Raised<'a> {
    /// Those of what this thread recorded.
    Own,
    /// Also that of a storage which was read.
    Read(&'a StorageRef),
    /// Also those of a stream which the caller waited for.
    Stream(StreamId),
}

impl State {
    /// Keeps an error for the thread that recorded the operation, and for those that wait for its stream.
    #[cold]
    pub(in crate::runtime) fn keep_unraised(&mut self, stream: StreamId, recorder: RecordedBy, error: Error) {
        if self.unraised.iter().all(|kept| (kept.stream, kept.recorder) != (stream, recorder)) {
            if self.unraised.len() == MAX_UNRAISED {
                self.unraised.remove(0);
            }
            self.unraised.push(Unraised { stream, recorder, error });
        }
    }

    /// Whether errors of a stream are kept, for this thread or for any.
    pub(in crate::runtime) fn has_unraised(&self, stream: StreamId, for_any: bool) -> bool {
        self.unraised.iter().any(|kept| kept.stream == stream && (for_any || kept.recorder.is_current()))
    }
}

impl Guard {
    /// Raises the error of a storage that could not be computed, if it is one.
    ///
    /// # Errors
    /// That error.
    #[inline]
    pub(in crate::runtime) fn raise_poison(&mut self, index: u32) -> Result<()> {
        match &self.state.table.get(index).poison {
            None => Ok(()),
            Some(poison) => {
                let poison = poison.clone();
                // The thread that recorded the operation gets the error here.
                self.state.unraised.retain(|kept| !kept.recorder.is_current() || kept.error != poison);
                Err(poison)
            }
        }
    }

    /// Raises what was found and not raised.
    ///
    /// # Errors
    /// The first of these errors; the others are raised by what depends on them alone.
    #[inline]
    pub(in crate::runtime) fn raise(&mut self, raised: Raised<'_>) -> Result<()> {
        if let Raised::Read(storage) = raised {
            self.raise_poison(storage.index())?;
        }
        if self.state.unraised.is_empty() {
            return Ok(());
        }
        let mut first = None;
        self.state.unraised.retain(|kept| {
            let is_due =
                kept.recorder.is_current() || matches!(raised, Raised::Stream(stream) if stream == kept.stream);
            if is_due {
                first.get_or_insert_with(|| kept.error.clone());
            }
            !is_due
        });
        first.map_or(Ok(()), Err)
    }
}
