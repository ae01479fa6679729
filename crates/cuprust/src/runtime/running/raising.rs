//! Which errors are raised where.
//!
//! A program runs when some thread needs it, or its stream, and a device reports some errors only later. So one thread
//! may find the error of another one's operation. It is raised once: in the thread that recorded the operation, or
//! where any thread waits for the stream or the device. What depends on the operation raises it in every thread.

use cuprust_ir::{Error, Result, StreamId};

use crate::runtime::state::unraised::{RecordedBy, Unraised};
use crate::runtime::state::{Guard, Raised, State};

/// The most errors that are kept; of more, the oldest are forgotten. Their threads may have ended.
const MAX_UNRAISED: usize = 64;

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
