//! The recorder's state of each thread: in one variable, because a thread-local variable of a shared library costs a
//! call.

use std::cell::Cell;

use crate::event::Event;
use crate::recorder::{self, is_on, session};
use crate::ring::Ring;

thread_local! {
    static LOCAL: Local = const {
        Local {
            number: Cell::new(0),
            location: Cell::new(0),
            depth: Cell::new(0),
            step: Cell::new(0),
            steps: Cell::new((0, 0)),
            queued: Cell::new(0),
            lap: Cell::new(0),
            session: Cell::new(0),
            due: Cell::new(0),
            ring: Cell::new(None),
            names: [const { Cell::new(("", 0)) }; CACHED_NAMES],
        }
    };
    static LEAVING: Leaving = const { Leaving };
}

/// The size of the cache of interned names.
const CACHED_NAMES: usize = 64;

/// How many step numbers a thread reserves at a time.
const RESERVED_STEPS: u64 = 1024;

pub(crate) struct Local {
    /// The number of the thread; zero until it was first queried.
    number: Cell<u32>,
    /// The program's source line that caused the thread's current work.
    location: Cell<u32>,
    /// How many ranges are open.
    depth: Cell<u32>,
    /// The step that is run.
    step: Cell<u64>,
    /// The next reserved step number, and the end of the reservation.
    steps: Cell<(u64, u64)>,
    /// When work was last queued on a device.
    queued: Cell<u64>,
    /// The end of the last part of a program's run, if the next part follows immediately; zero for none.
    lap: Cell<u64>,
    /// The recording in which the thread is registered.
    session: Cell<u64>,
    /// An event that ends after this time is handed over, with those before it.
    due: Cell<u64>,
    /// The buffer of events until they are handed over.
    ring: Cell<Option<&'static Ring>>,
    names: [Cell<(&'static str, u32)>; CACHED_NAMES],
}

#[inline]
pub(crate) fn local<T>(work: impl FnOnce(&Local) -> T) -> T {
    LOCAL.with(work)
}

impl Local {
    /// The number of the thread.
    #[inline]
    pub(crate) fn number(&self) -> u32 {
        match self.number.get() {
            0 => {
                self.number.set(system_thread_number());
                self.number.get()
            }
            number => number,
        }
    }

    #[inline]
    pub(crate) fn location(&self) -> u32 {
        self.location.get()
    }

    pub(crate) fn set_location(&self, location: u32) -> u32 {
        self.location.replace(location)
    }

    /// Returns how many ranges are open, and opens one more.
    pub(crate) fn deepen(&self) -> u32 {
        self.depth.replace(self.depth.get() + 1)
    }

    pub(crate) fn set_depth(&self, depth: u32) {
        self.depth.set(depth);
    }

    /// Records an event: without a lock if the recording has the thread, its buffer has space, and no write is due.
    #[inline]
    fn push(&self, event: &Event) {
        let is_kept = self.session.get() == session()
            && event.end() < self.due.get()
            && self.ring.get().is_some_and(|ring| ring.add(event));
        if !is_kept {
            recorder::hand_over(self, event);
        }
    }

    /// The thread's buffer of events, which `borrow_ring` provides first. `None` while the thread ends.
    pub(crate) fn ring(&self, borrow_ring: impl FnOnce() -> &'static Ring) -> Option<&'static Ring> {
        if self.ring.get().is_none() && LEAVING.try_with(|_| ()).is_ok() {
            self.ring.set(Some(borrow_ring()));
        }
        self.ring.get()
    }

    /// Registers the thread in a recording; returns whether it was not registered before.
    pub(crate) fn is_new_to(&self, session: u64) -> bool {
        self.session.replace(session) != session
    }

    pub(crate) fn set_due(&self, due: u64) {
        self.due.set(due);
    }

    /// Makes the thread that of a forked child: it has another number, and is not registered.
    pub(crate) fn become_child(&self) -> Option<&'static Ring> {
        self.number.set(0);
        self.session.set(0);
        self.ring.get()
    }

    /// The number of a name, from the thread's cache or else by `find`.
    #[inline]
    pub(crate) fn name(&self, name: &str, find: impl FnOnce() -> (&'static str, u32)) -> u32 {
        let slot = &self.names[slot_of(name)];
        if slot.get().0 != name {
            slot.set(find());
        }
        slot.get().1
    }
}

/// The cache slot of a name: by its length, its first bytes and its last.
#[inline]
fn slot_of(name: &str) -> usize {
    let bytes = name.as_bytes();
    let ends = match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (Some(&first), Some(&last)) => u64::from_le_bytes(first) ^ u64::from_le_bytes(last).rotate_left(29),
        _ => bytes.iter().fold(0, |hash, &byte| hash << 8 | u64::from(byte)),
    };
    ((ends ^ bytes.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % CACHED_NAMES
}

#[cfg(target_os = "linux")]
fn system_thread_number() -> u32 {
    // SAFETY: the call takes nothing and only gives a number.
    unsafe { libc::gettid() as u32 }
}

#[cfg(not(target_os = "linux"))]
fn system_thread_number() -> u32 {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Dropped when the thread ends: its events are handed over.
struct Leaving;

impl Drop for Leaving {
    fn drop(&mut self) {
        if let Some(ring) = local(|local| local.ring.take()) {
            recorder::return_ring(ring);
        }
    }
}

/// Records an event. Nothing where the recorder is off.
#[inline]
pub fn push(event: Event) {
    if is_on() {
        local(|local| local.push(&event));
    }
}

/// The source line of this thread's events now; zero for none.
#[inline]
pub fn location() -> u32 {
    local(Local::location)
}

/// Reserves a number for a step that is about to run.
#[inline]
pub fn next_step() -> u64 {
    local(|local| {
        let (next, end) = match local.steps.get() {
            (next, end) if next == end => recorder::next_steps(RESERVED_STEPS),
            known => known,
        };
        local.steps.set((next + 1, end));
        next
    })
}

/// The step that this thread is running; zero for none.
#[inline]
pub fn current_step() -> u64 {
    local(|local| local.step.get())
}

/// Sets the step that this thread is running, and returns the previous one.
#[inline]
pub fn set_step(step: u64) -> u64 {
    local(|local| local.step.replace(step))
}

/// Sets the start of the next part of this thread's work; zero for the time at which it begins.
#[inline]
pub fn set_lap(time: u64) {
    local(|local| local.lap.set(time));
}

/// When a part of this thread's work begins, and whether that is the end of the previous part: then no clock is read.
#[inline]
pub fn lap() -> (u64, bool) {
    match local(|local| local.lap.replace(0)) {
        0 => (crate::now(), false),
        time => (time, true),
    }
}

/// Notes when this thread had queued work on a device.
#[inline]
pub fn set_queued(time: u64) {
    local(|local| local.queued.set(time));
}

/// When this thread last queued work on a device; zero for never.
#[inline]
pub fn queued() -> u64 {
    local(|local| local.queued.get())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::now;
    use crate::event::Kind;
    use crate::recorder::{MAX_WRITE_DELAY, Target, intern, so_far, start, stop};

    #[test]
    fn every_event_is_recorded_once_whatever_becomes_of_its_thread() {
        start(Target::Memory).unwrap();
        let mark = || Event::new(Kind::Mark, intern("mark"));
        let count = || so_far().unwrap().unwrap().of(Kind::Mark).count();
        push(mark());
        push(mark());
        assert_eq!(count(), 2, "what a thread keeps is asked for");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| (0..2000).for_each(|_| push(mark())));
            }
        });
        assert_eq!(count(), 16_002, "threads that have ended have handed theirs over");
        push(mark().until(now() + 2 * MAX_WRITE_DELAY.as_nanos() as u64));
        assert_eq!(stop().unwrap().unwrap().of(Kind::Mark).count(), 16_003);
        push(mark());
        start(Target::Memory).unwrap();
        assert_eq!(count(), 0, "it was of no recording");
        push(mark());
        let found = stop().unwrap().unwrap();
        assert_eq!((found.of(Kind::Mark).count(), found.of(Kind::Thread).count()), (1, 1));
    }

    #[test]
    fn a_name_has_one_number_in_every_thread() {
        let names: Vec<String> =
            (0..500).map(|number| format!("{number:>width$}", width = number as usize % 20)).collect();
        let numbers = || names.iter().map(|name| intern(name)).collect::<Vec<_>>();
        let first = numbers();
        assert_eq!(std::thread::scope(|scope| scope.spawn(numbers).join().unwrap()), first);
        assert_eq!(numbers(), first);
        assert_eq!(intern(""), 0);
    }

    #[test]
    fn steps_of_threads_have_numbers_of_their_own() {
        let steps = || (0..3 * RESERVED_STEPS).map(|_| next_step()).collect::<Vec<_>>();
        let mut all = std::thread::scope(|scope| {
            let other = scope.spawn(steps);
            [steps(), other.join().unwrap()].concat()
        });
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len() as u64, 6 * RESERVED_STEPS);
        assert!(all[0] > 0);
    }
}
