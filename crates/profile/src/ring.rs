//! The buffered events of a thread: the thread adds one without a lock, and a call that holds the recorder's lock
//! removes them all.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::event::{BYTES, Event, WORDS, written};

/// The capacity in events: 40 kilobytes, which stay in a core's cache.
pub(crate) const SLOTS: usize = 512;

/// A single-producer, single-consumer queue of events.
pub(crate) struct Ring {
    /// How many events were ever added.
    added: AtomicU64,
    /// How many of them were removed.
    removed: AtomicU64,
    slots: Box<[[AtomicU64; WORDS]]>,
}

impl Ring {
    pub(crate) fn new() -> Ring {
        let slot = |_| std::array::from_fn(|_| AtomicU64::new(0));
        Ring { added: AtomicU64::new(0), removed: AtomicU64::new(0), slots: (0..SLOTS).map(slot).collect() }
    }

    /// Adds an event; false if the buffer is full. There must be no other producer.
    #[inline]
    pub(crate) fn add(&self, event: &Event) -> bool {
        let added = self.added.load(Ordering::Relaxed);
        if added - self.removed.load(Ordering::Acquire) >= SLOTS as u64 {
            return false;
        }
        let Some(slot) = self.slots.get(added as usize % SLOTS) else { return false };
        slot.iter().zip(event.words()).for_each(|(part, word)| part.store(word, Ordering::Relaxed));
        self.added.store(added + 1, Ordering::Release);
        true
    }

    /// Appends the encoded events to `into`, and empties the buffer. There must be no other consumer.
    pub(crate) fn take(&self, into: &mut Vec<u8>) {
        let (removed, added) = (self.removed.load(Ordering::Relaxed), self.added.load(Ordering::Acquire));
        into.reserve((added - removed) as usize * BYTES);
        for number in removed..added {
            let slot = &self.slots[number as usize % SLOTS];
            into.extend_from_slice(&written(slot.each_ref().map(|part| part.load(Ordering::Relaxed))));
        }
        self.removed.store(added, Ordering::Release);
    }

    /// Empties the buffer. There must be no other consumer.
    pub(crate) fn clear(&self) {
        self.removed.store(self.added.load(Ordering::Acquire), Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Kind;

    fn event(number: u64) -> Event {
        Event { link: number, thread: 1, ..Event::at(Kind::Mark, 1, number) }.with(0, [number; 4])
    }

    fn removed(ring: &Ring) -> Vec<Event> {
        let mut bytes = Vec::new();
        ring.take(&mut bytes);
        bytes.as_chunks::<BYTES>().0.iter().map(|bytes| Event::read(bytes).unwrap()).collect()
    }

    #[test]
    fn a_full_ring_takes_no_more_until_it_is_emptied() {
        let ring = Ring::new();
        let count = SLOTS as u64;
        for turn in 0..3 {
            let numbers = turn * 700..turn * 700 + count;
            assert!(numbers.clone().all(|number| ring.add(&event(number))));
            assert!(!ring.add(&event(0)));
            assert_eq!(removed(&ring), numbers.map(event).collect::<Vec<_>>());
        }
        assert!(ring.add(&event(7)));
        ring.clear();
        assert_eq!(removed(&ring), []);
    }

    #[test]
    fn what_one_thread_adds_another_takes_whole_and_in_order() {
        let ring = Ring::new();
        let count = 200_000;
        let found = std::thread::scope(|scope| {
            scope.spawn(|| {
                for number in 0..count {
                    while !ring.add(&event(number)) {
                        std::thread::yield_now();
                    }
                }
            });
            let mut found = vec![];
            while found.len() < count as usize {
                found.extend(removed(&ring));
            }
            found
        });
        assert!(found.into_iter().eq((0..count).map(event)));
    }
}
