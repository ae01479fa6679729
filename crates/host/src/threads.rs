//! The threads that multithreaded work runs on: the process's pool, after a fork a pool of the child's own, and the
//! caller's thread where the system gives no threads.
//!
//! A forked child has its parent's memory but only one of its threads: work submitted to the parent's pool would never
//! run.

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

/// The process that started the global pool, with the pool's state in the two lowest bits; zero before its first use.
static GLOBAL_POOL: AtomicU64 = AtomicU64::new(0);

/// The global pool's threads are being started.
const STARTING: u64 = 1;
/// The global pool has its threads.
const READY: u64 = 2;
/// The system refused the global pool its threads. Rayon never tries again to build that pool.
const REFUSED: u64 = 3;

/// The pool of a process that does not use the global one. It is not guarded by a lock: a lock that another thread held
/// at the fork would never be released.
static FORK_POOL: AtomicPtr<ForkPool> = AtomicPtr::new(std::ptr::null_mut());

/// The second since 1970 in which the system last refused threads.
static REFUSED_AT: AtomicU64 = AtomicU64::new(0);

struct ForkPool {
    process: u32,
    pool: ThreadPool,
}

thread_local! {
    /// Whether the work that runs on this thread may use the threads of the global pool.
    static MAY_USE_GLOBAL_POOL: Cell<bool> = const { Cell::new(false) };
}

/// Runs work that uses several threads if the calling process can have some, else on the caller's thread alone. Reading
/// the process id is a system call: work of less than some microseconds should not go through here.
///
/// # Errors
/// The work's own errors.
pub fn run<R: Send>(work: impl FnOnce() -> Result<R> + Send) -> Result<R> {
    let process = std::process::id();
    let (home, state) = split(GLOBAL_POOL.load(Ordering::Acquire));
    if home == process && state == READY || home == 0 && start(process) {
        return with_global_pool(work);
    }
    match own(process) {
        Some(own) => own.pool.install(work),
        None => work(),
    }
}

/// The number of threads of the pool that [`run`] found, or one.
pub fn count() -> usize {
    if is_pooled() { rayon::current_num_threads() } else { 1 }
}

/// Whether the calling thread has a pool to submit work to, even of one thread.
fn is_pooled() -> bool {
    MAY_USE_GLOBAL_POOL.get() || rayon::current_thread_index().is_some()
}

/// The threads of [`count`], for routines that do not depend on the pool.
pub fn team() -> Team<'static> {
    Team { count: count(), share: &share, pooled: is_pooled() }
}

fn split(word: u64) -> (u32, u64) {
    ((word >> 2) as u32, word & 3)
}

/// Runs work that may use the global pool's threads.
fn with_global_pool<R>(work: impl FnOnce() -> R) -> R {
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            MAY_USE_GLOBAL_POOL.set(self.0);
        }
    }
    let _restore = Restore(MAY_USE_GLOBAL_POOL.replace(true));
    work()
}

/// Starts the global pool for this process; returns whether it has its threads. A thread that calls this while another
/// one starts the pool does not wait.
#[cold]
fn start(process: u32) -> bool {
    let word = |state| u64::from(process) << 2 | state;
    if GLOBAL_POOL.compare_exchange(0, word(STARTING), Ordering::AcqRel, Ordering::Acquire).is_err() {
        return false;
    }
    let ready = match builder().build_global() {
        Ok(()) => true,
        // An error without a source says that the program has built the pool before; whether that succeeded shows in
        // its use.
        Err(error) => error.source().is_none() && catch_unwind(rayon::current_num_threads).is_ok(),
    };
    if !ready {
        REFUSED_AT.store(second(), Ordering::Relaxed);
    }
    GLOBAL_POOL.store(word(if ready { READY } else { REFUSED }), Ordering::Release);
    ready
}

/// The pool of this process, if it is a fork of the one that started the global pool or if that pool was refused its
/// threads. None where the system gives no threads; they are requested once a second at most.
#[cold]
fn own(process: u32) -> Option<&'static ForkPool> {
    // SAFETY: the pointee was leaked, so it lives as long as the process.
    let known = unsafe { FORK_POOL.load(Ordering::Acquire).as_ref() };
    if let Some(own) = known.filter(|own| own.process == process) {
        return Some(own);
    }
    let now = second();
    if split(GLOBAL_POOL.load(Ordering::Acquire)) == (process, STARTING) || REFUSED_AT.load(Ordering::Relaxed) == now {
        return None;
    }
    let Ok(pool) = builder().build() else {
        REFUSED_AT.store(now, Ordering::Relaxed);
        return None;
    };
    // Two threads that race here leave one pool idle, which does no harm.
    let own = Box::leak(Box::new(ForkPool { process, pool }));
    FORK_POOL.store(own, Ordering::Release);
    Some(own)
}

/// A pool with as many threads as there are processors, or as RAYON_NUM_THREADS says, up to a bound.
fn builder() -> ThreadPoolBuilder {
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    let requested = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.trim().parse().ok());
    ThreadPoolBuilder::new().num_threads(bounded(requested, processors))
}

/// The number of threads of a pool if `requested` threads are requested: each of Rayon's threads looks at all others
/// when it starts, so that 2000 take nine seconds (on two processors), and more threads than processors compute nothing
/// sooner. Zero leaves the number to Rayon.
fn bounded(requested: Option<usize>, processors: usize) -> usize {
    const MIN_LIMIT: usize = 64;
    requested.unwrap_or(0).min(MIN_LIMIT.max(2 * processors))
}

fn second() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// Calls `each` with `0..count`, on the caller's thread and on pool threads that join. The caller does not wait for a
/// thread to wake, nor for one that joins when all is done: little work is done before any thread has joined.
///
/// The threads are those of the enclosing [`run`]; outside of one the caller works alone.
pub fn share(count: usize, each: &(dyn Fn(usize) + Sync)) {
    let helpers = (self::count() - 1).min(count.saturating_sub(1));
    // SAFETY: only the lifetime changes. Helpers call it only for the indices that they claimed, and this function
    // returns when no index is left and no helper is active.
    let each = unsafe { std::mem::transmute::<&(dyn Fn(usize) + Sync), &'static (dyn Fn(usize) + Sync)>(each) };
    let shared = Arc::new(WorkIndices {
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

/// Indices that several threads claim one by one.
struct WorkIndices {
    next: AtomicUsize,
    /// How many threads may be running an index. A thread counts itself before it claims an index, so that one which
    /// finds no index left sees it.
    inside: AtomicUsize,
    panicked: AtomicBool,
    count: usize,
    each: &'static (dyn Fn(usize) + Sync),
}

impl WorkIndices {
    /// Claims and runs indices until none is left.
    fn help(&self) {
        self.inside.fetch_add(1, Ordering::AcqRel);
        loop {
            let index = self.next.fetch_add(1, Ordering::AcqRel);
            if index >= self.count {
                break;
            }
            // A panic must not unwind while other threads still use what they borrowed from the caller.
            if catch_unwind(AssertUnwindSafe(|| (self.each)(index))).is_err() {
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
        for (count, outside_pool) in
            [0, 1, 2, 3, 100, 5000].into_iter().flat_map(|count| [(count, false), (count, true)])
        {
            for _ in 0..50 {
                let runs: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
                let once = || {
                    share(count, &|index| {
                        runs[index].fetch_add(1, Ordering::Relaxed);
                    });
                    Ok(())
                };
                if outside_pool { once() } else { run(once) }.unwrap();
                assert!(runs.iter().all(|times| times.load(Ordering::Relaxed) == 1), "{count}");
            }
        }
    }

    #[test]
    fn the_number_of_threads_is_bounded() {
        for (requested, processors, threads) in [
            (None, 8, 0),
            (Some(0), 8, 0),
            (Some(3), 8, 3),
            (Some(2000), 2, 64),
            (Some(2000), 96, 192),
            (Some(100), 64, 100),
        ] {
            assert_eq!(bounded(requested, processors), threads);
        }
    }

    #[test]
    fn a_panic_comes_back_when_all_is_over() {
        let runs = AtomicUsize::new(0);
        let result = catch_unwind(AssertUnwindSafe(|| {
            run(|| {
                share(50, &|index| {
                    runs.fetch_add(1, Ordering::Relaxed);
                    assert!(index != 7, "on purpose");
                });
                Ok(())
            })
        }));
        assert!(result.is_err());
        assert_eq!(runs.load(Ordering::Relaxed), 50);
    }
}
