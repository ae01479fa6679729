//! The events of a thread that the recorder does not have yet: the thread adds one without a lock, and a call that
//! holds the recorder's lock takes them all.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::event::{BYTES, Event, WORDS, written};

/// So many events have room: 40 kilobytes, which stay in a core's cache.
pub(crate) const SLOTS: usize = 512;

/// One thread at a time adds events, and one at a time takes them.
pub(crate) struct Ring {
    /// How many events were added, ever.
    added: AtomicU64,
    /// How many of them were taken.
    taken: AtomicU64,
    slots: Box<[[AtomicU64; WORDS]]>,
}

impl Ring {
    pub(crate) fn new() -> Ring {
        let slot = |_| std::array::from_fn(|_| AtomicU64::new(0));
        Ring { added: AtomicU64::new(0), taken: AtomicU64::new(0), slots: (0..SLOTS).map(slot).collect() }
    }

    /// Adds an event; false where there is no room. The caller is the only one that adds.
    #[inline]
    pub(crate) fn add(&self, event: &Event) -> bool {
        let added = self.added.load(Ordering::Relaxed);
        if added - self.taken.load(Ordering::Acquire) >= SLOTS as u64 {
            return false;
        }
        let Some(slot) = self.slots.get(added as usize % SLOTS) else { return false };
        slot.iter().zip(event.words()).for_each(|(part, word)| part.store(word, Ordering::Relaxed));
        self.added.store(added + 1, Ordering::Release);
        true
    }

    /// Appends the events, as they are written, and makes room. The caller is the only one that takes.
    pub(crate) fn take(&self, into: &mut Vec<u8>) {
        let (taken, added) = (self.taken.load(Ordering::Relaxed), self.added.load(Ordering::Acquire));
        into.reserve((added - taken) as usize * BYTES);
        for place in taken..added {
            let slot = &self.slots[place as usize % SLOTS];
            into.extend_from_slice(&written(slot.each_ref().map(|part| part.load(Ordering::Relaxed))));
        }
        self.taken.store(added, Ordering::Release);
    }

    /// Makes room without a look at the events. The caller is the only one that takes.
    pub(crate) fn clear(&self) {
        self.taken.store(self.added.load(Ordering::Acquire), Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Kind;

    fn event(number: u64) -> Event {
        Event { link: number, thread: 1, ..Event::at(Kind::Mark, 1, number) }.with(0, [number; 4])
    }

    fn taken(ring: &Ring) -> Vec<Event> {
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
            assert_eq!(taken(&ring), numbers.map(event).collect::<Vec<_>>());
        }
        assert!(ring.add(&event(7)));
        ring.clear();
        assert_eq!(taken(&ring), []);
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
                found.extend(taken(&ring));
            }
            found
        });
        assert!(found.into_iter().eq((0..count).map(event)));
    }
}
