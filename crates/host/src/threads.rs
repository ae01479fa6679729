//! Where work for several threads runs: on the process's pool, after a fork on a pool of the child's own, and on the
//! caller's thread where the system gives no threads.
//!
//! A child has its parent's memory and none of its threads but one: work given to the parent's pool would wait for
//! ever.

use std::cell::Cell;
use std::error::Error as _;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use cuprust_dense::Team;
use cuprust_ir::Result;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The process that started the global pool, with how far it came in the two lowest bits; zero before its first use.
static HOME: AtomicU64 = AtomicU64::new(0);

/// The global pool's threads are being started.
const STARTING: u64 = 1;
/// The global pool has its threads.
const READY: u64 = 2;
/// The system refused the global pool its threads. Rayon never tries again to build that pool.
const REFUSED: u64 = 3;

/// The pool of a process that has no part in the global one. No lock guards it: one that another thread held at the
/// fork would never be free again.
static OWN: AtomicPtr<Own> = AtomicPtr::new(std::ptr::null_mut());

/// The second since 1970 in which the system last refused threads.
static REFUSED_AT: AtomicU64 = AtomicU64::new(0);

struct Own {
    process: u32,
    pool: ThreadPool,
}

thread_local! {
    /// Whether the work that runs on this thread may call the threads of the global pool.
    static HELPED: Cell<bool> = const { Cell::new(false) };
}

/// Runs work that uses several threads where the calling process can have some, else on the caller's thread alone.
/// Asking which process this is is a system call: work of less than some microseconds is better done without.
///
/// # Errors
/// The work's own errors.
pub fn run<R: Send>(work: impl FnOnce() -> Result<R> + Send) -> Result<R> {
    let process = std::process::id();
    let (home, state) = split(HOME.load(Ordering::Acquire));
    if home == process && state == READY || home == 0 && start(process) {
        return helped(work);
    }
    match own(process) {
        Some(own) => own.pool.install(work),
        None => work(),
    }
}

/// How many threads work has: those of the pool that [`run`] found, or one.
pub fn count() -> usize {
    if is_pooled() { rayon::current_num_threads() } else { 1 }
}

/// Whether the calling thread has a pool to give work to, if only of one thread.
fn is_pooled() -> bool {
    HELPED.get() || rayon::current_thread_index().is_some()
}

/// The threads of [`count`], for routines that know no pool.
pub fn team() -> Team<'static> {
    Team { count: count(), share: &share, pooled: is_pooled() }
}

fn split(word: u64) -> (u32, u64) {
    ((word >> 2) as u32, word & 3)
}

/// Runs work that may call the global pool's threads.
fn helped<R>(work: impl FnOnce() -> R) -> R {
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            HELPED.set(self.0);
        }
    }
    let _restore = Restore(HELPED.replace(true));
    work()
}

/// Starts the global pool for this process; says whether it has its threads. A thread that comes while another one
/// starts it does not wait.
#[cold]
fn start(process: u32) -> bool {
    let word = |state| u64::from(process) << 2 | state;
    if HOME.compare_exchange(0, word(STARTING), Ordering::AcqRel, Ordering::Acquire).is_err() {
        return false;
    }
    let ready = match builder().build_global() {
        Ok(()) => true,
        // Without a source the error says that the program has built the pool before; whether that succeeded shows in
        // its use.
        Err(error) => error.source().is_none() && catch_unwind(rayon::current_num_threads).is_ok(),
    };
    if !ready {
        REFUSED_AT.store(second(), Ordering::Relaxed);
    }
    HOME.store(word(if ready { READY } else { REFUSED }), Ordering::Release);
    ready
}

/// The pool of this process, where it is a fork of the one that started the global pool or where that pool was refused
/// its threads. Nothing where the system gives no threads; it is asked once a second at most.
#[cold]
fn own(process: u32) -> Option<&'static Own> {
    // SAFETY: what is stored there was leaked, so it lives as long as the process.
    let known = unsafe { OWN.load(Ordering::Acquire).as_ref() };
    if let Some(own) = known.filter(|own| own.process == process) {
        return Some(own);
    }
    let now = second();
    if split(HOME.load(Ordering::Acquire)) == (process, STARTING) || REFUSED_AT.load(Ordering::Relaxed) == now {
        return None;
    }
    let Ok(pool) = builder().build() else {
        REFUSED_AT.store(now, Ordering::Relaxed);
        return None;
    };
    // Two threads that come here at once leave one pool idle, which does no harm.
    let own = Box::leak(Box::new(Own { process, pool }));
    OWN.store(own, Ordering::Release);
    Some(own)
}

/// A pool with as many threads as there are processors, or as the variable says that Rayon reads, within reason.
fn builder() -> ThreadPoolBuilder {
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.trim().parse().ok());
    ThreadPoolBuilder::new().num_threads(bounded(asked, processors))
}

/// How many threads a pool has where so many are asked for: each thread of Rayon's looks at all others when it starts,
/// so that 2000 take nine seconds (on two processors), and more threads than processors compute nothing sooner. Zero
/// leaves the number to Rayon.
fn bounded(asked: Option<usize>, processors: usize) -> usize {
    const ALWAYS: usize = 64;
    asked.unwrap_or(0).min(ALWAYS.max(2 * processors))
}

fn second() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// Calls `each` with `0..count`, here and on the threads that come to help. The caller does not wait for a thread to
/// wake, nor for one that comes when all is done: what is little work is done before anybody has come.
///
/// The threads are those of the [`run`] that it is called within; elsewhere there is the caller alone.
pub fn share(count: usize, each: &(dyn Fn(usize) + Sync)) {
    let helpers = (self::count() - 1).min(count.saturating_sub(1));
    // SAFETY: only the lifetime changes. Helpers call it for the turns they took alone, and this function returns when
    // no turn is left and no thread is inside.
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
    /// How many threads may be in a turn. A thread adds itself before it takes a turn, so that one which finds no turn
    /// left sees it.
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
        for (count, alone) in [0, 1, 2, 3, 100, 5000].into_iter().flat_map(|count| [(count, false), (count, true)]) {
            for _ in 0..50 {
                let taken: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
                let once = || {
                    share(count, &|turn| {
                        taken[turn].fetch_add(1, Ordering::Relaxed);
                    });
                    Ok(())
                };
                if alone { once() } else { run(once) }.unwrap();
                assert!(taken.iter().all(|times| times.load(Ordering::Relaxed) == 1), "{count}");
            }
        }
    }

    #[test]
    fn the_number_of_threads_is_bounded() {
        for (asked, processors, threads) in [
            (None, 8, 0),
            (Some(0), 8, 0),
            (Some(3), 8, 3),
            (Some(2000), 2, 64),
            (Some(2000), 96, 192),
            (Some(100), 64, 100),
        ] {
            assert_eq!(bounded(asked, processors), threads);
        }
    }

    #[test]
    fn a_panic_comes_back_when_all_is_over() {
        let taken = AtomicUsize::new(0);
        let result = catch_unwind(AssertUnwindSafe(|| {
            run(|| {
                share(50, &|turn| {
                    taken.fetch_add(1, Ordering::Relaxed);
                    assert!(turn != 7, "on purpose");
                });
                Ok(())
            })
        }));
        assert!(result.is_err());
        assert_eq!(taken.load(Ordering::Relaxed), 50);
    }
}
