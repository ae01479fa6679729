//! Calls of the host that wait in streams, and what may be done meanwhile.
//!
//! A GPU's driver makes such a call on a thread of its own, where it may want the host language's lock and may not use
//! the device. So a thread that could wait for the device releases that lock first as long as calls wait, and what a
//! call drops is given back later.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::runtime::host::embedding::released;

/// How many calls were queued and not made.
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// Work that uses a device and that a call left for later.
static LEFT: Mutex<Vec<Box<dyn FnOnce() + Send>>> = Mutex::new(Vec::new());
static ANY_LEFT: AtomicBool = AtomicBool::new(false);

thread_local! {
    static WITHIN: Cell<bool> = const { Cell::new(false) };
    /// The calls that were queued by the one that this thread makes, which run behind it; nothing where it makes none.
    static BEHIND: RefCell<Option<VecDeque<Call>>> = const { RefCell::new(None) };
}

/// A call that was noted.
type Call = Box<dyn Fn() + Send + Sync>;

/// Whether calls of the host wait in streams, or are being made.
#[inline]
pub(in crate::runtime) fn are_waiting() -> bool {
    WAITING.load(Ordering::Relaxed) > 0
}

/// Whether this thread makes such a call.
#[inline]
pub(in crate::runtime) fn is_within() -> bool {
    are_waiting() && WITHIN.get()
}

/// Does what waits where the device's queue is full: with the host language's lock released, as long as calls wait.
#[inline]
pub(in crate::runtime) fn unhindered<T>(work: impl FnOnce() -> T) -> T {
    if are_waiting() { released(work) } else { work() }
}

/// Notes that calls are about to be queued. Each ends its note by [`make`], or by [`forget`] where it was not queued.
pub(in crate::runtime) fn expect(count: usize) {
    WAITING.fetch_add(count, Ordering::Relaxed);
}

/// Takes a note back.
pub(in crate::runtime) fn forget(count: usize) {
    // A graph that another library launches makes calls that were not noted.
    let _ = WAITING.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |all| Some(all.saturating_sub(count)));
}

/// Queues a call that was noted behind the one that this thread makes, or gives it back where it makes none. What a
/// host function launches runs after it, as in a stream, and a function that launches itself does not run within
/// itself.
pub(in crate::runtime) fn queue_behind(call: Call) -> Option<Call> {
    BEHIND.with_borrow_mut(|behind| match behind {
        Some(calls) => {
            calls.push_back(call);
            None
        }
        None => Some(call),
    })
}

/// Makes a call that was noted, and then those that it queued behind it.
pub(in crate::runtime) fn make(call: impl FnOnce()) {
    struct Last;
    impl Drop for Last {
        fn drop(&mut self) {
            // After a panic calls are left, which may queue others as they are dropped.
            drop(BEHIND.take());
        }
    }
    if BEHIND.with_borrow(Option::is_some) {
        return make_one(call);
    }
    BEHIND.set(Some(VecDeque::new()));
    let _last = Last;
    make_one(call);
    while let Some(next) = BEHIND.with_borrow_mut(|behind| behind.as_mut().and_then(VecDeque::pop_front)) {
        next();
    }
}

fn make_one(call: impl FnOnce()) {
    struct End(bool);
    impl Drop for End {
        fn drop(&mut self) {
            WITHIN.set(self.0);
            forget(1);
        }
    }
    let _end = End(WITHIN.replace(true));
    call();
}

/// A note of one call, which ends where this is dropped without a call as well.
pub(in crate::runtime) struct Expected(AtomicBool);

impl Expected {
    pub(in crate::runtime) fn new() -> Expected {
        expect(1);
        Expected(AtomicBool::new(true))
    }

    pub(in crate::runtime) fn make(&self, call: impl FnOnce()) {
        self.0.store(false, Ordering::Relaxed);
        make(call);
    }
}

impl Drop for Expected {
    fn drop(&mut self) {
        if *self.0.get_mut() {
            forget(1);
        }
    }
}

/// Does what uses a device: now, or where this thread makes a call of the host, by a later [`do_left`].
pub(crate) fn outside(work: impl FnOnce() + Send + 'static) {
    if !is_within() {
        return work();
    }
    LEFT.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(work));
    ANY_LEFT.store(true, Ordering::Release);
}

/// Does what calls of the host left. The caller has no state locked.
#[inline]
pub(in crate::runtime) fn do_left() {
    if ANY_LEFT.load(Ordering::Relaxed) {
        do_all();
    }
}

#[cold]
fn do_all() {
    if is_within() {
        return;
    }
    ANY_LEFT.store(false, Ordering::Relaxed);
    let left = std::mem::take(&mut *LEFT.lock().unwrap_or_else(PoisonError::into_inner));
    released(|| left.into_iter().for_each(|work| work()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn a_call_that_a_call_queues_runs_after_it() {
        fn again(left: usize, order: Arc<Mutex<Vec<usize>>>) {
            let expected = Expected::new();
            let call: Call = Box::new(move || {
                expected.make(|| {
                    if left > 0 {
                        again(left - 1, order.clone());
                    }
                    order.lock().unwrap().push(left);
                });
            });
            if let Some(call) = queue_behind(call) {
                call();
            }
        }
        let order = Arc::new(Mutex::new(Vec::new()));
        again(100_000, order.clone());
        assert!(order.lock().unwrap().iter().copied().eq((0..=100_000).rev()) && !is_within());
    }

    #[test]
    fn what_a_call_leaves_is_done_after_it() {
        let count = Arc::new(AtomicUsize::new(0));
        let add = |count: &Arc<AtomicUsize>| {
            let count = count.clone();
            move || {
                count.fetch_add(1, Ordering::Relaxed);
            }
        };
        let expected = Expected::new();
        assert!(are_waiting() && !is_within());
        expected.make(|| {
            assert!(is_within());
            outside(add(&count));
            do_left();
            assert_eq!(count.load(Ordering::Relaxed), 0);
        });
        assert!(!is_within());
        drop(expected);
        do_left();
        assert_eq!(count.load(Ordering::Relaxed), 1);
        outside(add(&count));
        assert_eq!(count.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn a_call_that_panics_ends_its_note() {
        expect(1);
        let ended = std::panic::catch_unwind(|| make(|| panic!("ends here")));
        assert!(ended.is_err() && !is_within());
    }
}
