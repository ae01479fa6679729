//! Calls of host functions that wait in streams, and what other threads may do meanwhile.
//!
//! A GPU's driver makes such a call on a thread of its own, which may need the host language's lock and may not use the
//! device. So a thread that could wait for the device releases that lock first while calls are pending, and what a call
//! drops is freed later.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::runtime::host::embedding::released;

/// How many calls are queued or running.
static PENDING: AtomicUsize = AtomicUsize::new(0);

/// Work on a device that a call postponed.
static POSTPONED: Mutex<Vec<Box<dyn FnOnce() + Send>>> = Mutex::new(Vec::new());
static ANY_POSTPONED: AtomicBool = AtomicBool::new(false);

thread_local! {
    static IN_CALL: Cell<bool> = const { Cell::new(false) };
    /// The calls that the current call queued and that run after it; `None` while this thread makes no call.
    static NESTED: RefCell<Option<VecDeque<Call>>> = const { RefCell::new(None) };
}

/// A queued call.
type Call = Box<dyn Fn() + Send + Sync>;

/// Whether host calls are queued or running.
#[inline]
pub(in crate::runtime) fn are_waiting() -> bool {
    PENDING.load(Ordering::Relaxed) > 0
}

/// Whether this thread is inside such a call.
#[inline]
pub(in crate::runtime) fn is_within() -> bool {
    are_waiting() && IN_CALL.get()
}

/// Runs work that may wait for space in the device's queue: with the host language's lock released while calls are
/// pending.
#[inline]
pub(in crate::runtime) fn released_while_pending<T>(work: impl FnOnce() -> T) -> T {
    if are_waiting() { released(work) } else { work() }
}

/// Counts calls that are about to be queued. Each is counted off by [`make`], or by [`forget`] if it was not queued.
pub(in crate::runtime) fn expect(count: usize) {
    PENDING.fetch_add(count, Ordering::Relaxed);
}

/// Counts calls off.
pub(in crate::runtime) fn forget(count: usize) {
    // A graph that another library launches makes uncounted calls.
    let _ = PENDING.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |all| Some(all.saturating_sub(count)));
}

/// Queues a counted call after the one that this thread is making, or returns it if it makes none. A call that a host
/// function launches runs after it, as in a stream, so a function that launches itself does not recurse.
pub(in crate::runtime) fn queue_nested(call: Call) -> Option<Call> {
    NESTED.with_borrow_mut(|nested| match nested {
        Some(calls) => {
            calls.push_back(call);
            None
        }
        None => Some(call),
    })
}

/// Makes a counted call, and then those that it queued.
pub(in crate::runtime) fn make(call: impl FnOnce()) {
    struct Last;
    impl Drop for Last {
        fn drop(&mut self) {
            // After a panic calls remain, and dropping them may queue others.
            drop(NESTED.take());
        }
    }
    if NESTED.with_borrow(Option::is_some) {
        return make_one(call);
    }
    NESTED.set(Some(VecDeque::new()));
    let _last = Last;
    make_one(call);
    while let Some(next) = NESTED.with_borrow_mut(|nested| nested.as_mut().and_then(VecDeque::pop_front)) {
        next();
    }
}

fn make_one(call: impl FnOnce()) {
    struct End(bool);
    impl Drop for End {
        fn drop(&mut self) {
            IN_CALL.set(self.0);
            forget(1);
        }
    }
    let _end = End(IN_CALL.replace(true));
    call();
}

/// The count of one call, which is counted off when this is dropped without a call too.
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

/// Runs work that uses a device: now or, inside a host call, by a later [`run_postponed`].
pub(crate) fn outside(work: impl FnOnce() + Send + 'static) {
    if !is_within() {
        return work();
    }
    POSTPONED.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(work));
    ANY_POSTPONED.store(true, Ordering::Release);
}

/// Runs the work that host calls postponed. The caller holds no state locked.
#[inline]
pub(in crate::runtime) fn run_postponed() {
    if ANY_POSTPONED.load(Ordering::Relaxed) {
        do_all();
    }
}

#[cold]
fn do_all() {
    if is_within() {
        return;
    }
    ANY_POSTPONED.store(false, Ordering::Relaxed);
    let left = std::mem::take(&mut *POSTPONED.lock().unwrap_or_else(PoisonError::into_inner));
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
            if let Some(call) = queue_nested(call) {
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
            run_postponed();
            assert_eq!(count.load(Ordering::Relaxed), 0);
        });
        assert!(!is_within());
        drop(expected);
        run_postponed();
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
