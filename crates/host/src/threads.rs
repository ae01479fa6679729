//! Where work for several threads runs: on the process's threads, and after a fork on threads of the child's own.
//!
//! A child has its parent's memory and none of its threads but one: work given to the parent's pool would wait for ever.

use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

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
