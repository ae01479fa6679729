//! Where work for several threads runs: on the process's threads, and after a fork on threads of the child's own.
//!
//! A child has its parent's memory and none of its threads but one: work given to the parent's pool would wait for ever.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicUsize, Ordering};

use cuprust_ir::{Error, Result};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The process whose threads the global pool has; zero before its first use.
static HOME: AtomicU32 = AtomicU32::new(0);

/// The pool of a forked process. No lock guards it: one that another thread held at the fork would never be free again.
static CHILD: AtomicPtr<Child> = AtomicPtr::new(std::ptr::null_mut());

struct Child {
    process: u32,
    pool: ThreadPool,
}

/// Runs work that uses several threads where the calling process has some. Asking which process this is is a system call:
/// work of less than some microseconds is better done without.
///
/// # Errors
/// A runtime error where a forked process is given no threads of its own; the work's own errors.
pub fn run<R: Send>(work: impl FnOnce() -> Result<R> + Send) -> Result<R> {
    let process = std::process::id();
    match HOME.compare_exchange(0, process, Ordering::Relaxed, Ordering::Relaxed) {
        Err(home) if home != process => child(process)?.pool.install(work),
        _ => work(),
    }
}

/// The pool of this process, which is a fork of the one that the global pool belongs to.
#[cold]
fn child(process: u32) -> Result<&'static Child> {
    // SAFETY: what is stored there was leaked, so it lives as long as the process.
    let known = unsafe { CHILD.load(Ordering::Acquire).as_ref() };
    if let Some(child) = known.filter(|child| child.process == process) {
        return Ok(child);
    }
    let pool = ThreadPoolBuilder::new().build().map_err(|error| {
        Error::runtime(format!("the forked process cannot start threads of its own: {error}; fork before, or spawn"))
    })?;
    // Two threads that come here at once leave one pool idle, which does no harm.
    let child = Box::leak(Box::new(Child { process, pool }));
    CHILD.store(child, Ordering::Release);
    Ok(child)
}

/// Calls `each` with `0..count`, here and on the threads that come to help. The caller does not wait for a thread to wake,
/// nor for one that comes when all is done: what is little work is done before anybody has come.
///
/// Call it within [`run`].
pub fn share(count: usize, each: &(dyn Fn(usize) + Sync)) {
    let helpers = (rayon::current_num_threads() - 1).min(count.saturating_sub(1));
    // SAFETY: only the lifetime changes. Helpers call it for the turns they took alone, and this function returns when no
    // turn is left and nobody is inside.
    let each = unsafe { std::mem::transmute::<&(dyn Fn(usize) + Sync), &'static (dyn Fn(usize) + Sync)>(each) };
    let shared = Arc::new(Shared {
        next: AtomicUsize::new(0),
        inside: AtomicUsize::new(0),
        panicked: AtomicBool::new(false),
        count,
        each,
    });
    for _ in 0..helpers {
        let shared = shared.clone();
        rayon::spawn(move || shared.help());
    }
    shared.help();
    let mut waited = 0u32;
    while shared.inside.load(Ordering::Acquire) != 0 {
        waited += 1;
        if waited < 1 << 10 { std::hint::spin_loop() } else { std::thread::yield_now() }
    }
    assert!(!shared.panicked.load(Ordering::Acquire), "a part of the work panicked");
}

/// Turns that several threads take.
struct Shared {
    next: AtomicUsize,
    /// How many threads may be in a turn. Who adds itself before it takes a turn is seen by who finds no turn left.
    inside: AtomicUsize,
    panicked: AtomicBool,
    count: usize,
    each: &'static (dyn Fn(usize) + Sync),
}

impl Shared {
    /// Takes turns until none is left.
    fn help(&self) {
        self.inside.fetch_add(1, Ordering::AcqRel);
        loop {
            let turn = self.next.fetch_add(1, Ordering::AcqRel);
            if turn >= self.count {
                break;
            }
            // A panic must not leave while others still use what the caller has lent.
            if catch_unwind(AssertUnwindSafe(|| (self.each)(turn))).is_err() {
                self.panicked.store(true, Ordering::Release);
            }
        }
        self.inside.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_is_taken_once() {
        for count in [0, 1, 2, 3, 100, 5000] {
            for _ in 0..50 {
                let taken: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
                share(count, &|turn| {
                    taken[turn].fetch_add(1, Ordering::Relaxed);
                });
                assert!(taken.iter().all(|times| times.load(Ordering::Relaxed) == 1), "{count}");
            }
        }
    }

    #[test]
    fn a_panic_comes_back_when_all_is_over() {
        let taken = AtomicUsize::new(0);
        let result = catch_unwind(AssertUnwindSafe(|| {
            share(50, &|turn| {
                taken.fetch_add(1, Ordering::Relaxed);
                assert!(turn != 7, "on purpose");
            });
        }));
        assert!(result.is_err());
        assert_eq!(taken.load(Ordering::Relaxed), 50);
    }
}
