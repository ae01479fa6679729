//! Batches: the events of a thread that are recorded together, because a lock for each costs as much as the event.

use std::cell::RefCell;
use std::marker::PhantomData;

use crate::event::{BYTES, Event};
use crate::recorder::{WRITTEN_AFTER, record_written, session};

thread_local! {
    static TOGETHER: RefCell<Together> = const { RefCell::new(Together { batches: 0, session: 0, first: 0, last: 0, events: Vec::new() }) };
}

/// Events that are recorded under one lock.
struct Together {
    /// How many batches of the thread are open.
    batches: u32,
    /// The recording that the events belong to.
    session: u64,
    /// When the first of the events began.
    first: u64,
    /// When the last of them ended.
    last: u64,
    /// The events as they are written.
    events: Vec<u8>,
}

/// So many bytes of events are kept for a batch at most.
const MOST: usize = 1024 * BYTES;

impl Together {
    /// Keeps an event, where a batch is open.
    fn keep(&mut self, event: &Event) -> bool {
        if self.batches == 0 {
            return false;
        }
        let session = session();
        let is_old = event.end() > self.first + WRITTEN_AFTER.as_nanos() as u64 / 2;
        if self.events.is_empty() || session != self.session || self.events.len() >= MOST || is_old {
            self.hand_over();
            (self.session, self.first) = (session, event.start);
        }
        self.last = event.end();
        event.write(&mut self.events);
        true
    }

    /// Records what is kept, unless its recording has ended.
    fn hand_over(&mut self) {
        if !self.events.is_empty() && self.session == session() {
            record_written(&self.events, self.last);
        }
        self.events.clear();
    }
}

/// As long as it lives, what its thread records is kept, and recorded under one lock at its end, or after a tenth of a second.
#[must_use = "events are recorded together as long as it lives"]
pub struct Batch(PhantomData<*const ()>);

/// Begins a batch of events of this thread.
pub fn batch() -> Batch {
    let _ = TOGETHER.try_with(|together| together.borrow_mut().batches += 1);
    Batch(PhantomData)
}

impl Drop for Batch {
    fn drop(&mut self) {
        let _ = TOGETHER.try_with(|together| {
            let mut together = together.borrow_mut();
            together.batches -= 1;
            if together.batches == 0 {
                together.hand_over();
            }
        });
    }
}

/// Keeps an event for the batch of this thread, where one is open.
pub(crate) fn keep(event: &Event) -> bool {
    TOGETHER.try_with(|together| together.borrow_mut().keep(event)).unwrap_or(false)
}

/// Leaves what this thread keeps to the process that it was forked from.
pub(crate) fn forget() {
    let _ = TOGETHER.try_with(|together| together.borrow_mut().events.clear());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::now;
    use crate::event::Kind;
    use crate::recorder::{Target, intern, push, so_far, start, stop};

    #[test]
    fn a_batch_is_recorded_at_its_end_and_what_is_old_before() {
        start(Target::Memory).unwrap();
        let mark = || Event::new(Kind::Mark, intern("mark"));
        let count = || so_far().unwrap().unwrap().of(Kind::Mark).count();
        let outer = batch();
        push(mark());
        let inner = batch();
        push(mark());
        drop(inner);
        assert_eq!(count(), 0);
        std::thread::spawn(move || push(mark())).join().unwrap();
        assert_eq!(count(), 1, "the batch is this thread's");
        push(mark().until(now() + WRITTEN_AFTER.as_nanos() as u64));
        assert_eq!(count(), 3);
        drop(outer);
        assert_eq!(count(), 4);
        let left = batch();
        push(mark());
        stop().unwrap();
        start(Target::Memory).unwrap();
        drop(left);
        assert_eq!(count(), 0, "it was of the recording before");
        push(mark());
        assert_eq!(stop().unwrap().unwrap().of(Kind::Mark).count(), 1);
    }
}
