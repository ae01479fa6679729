//! The threads that run programs while others handle signals, and their end before the process's.
//!
//! An interrupted caller leaves its program running. If the process ended meanwhile, libraries that the program uses,
//! such as a compiler, would be torn down under it; so the end waits for such threads.

use std::sync::{Mutex, TryLockError};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::runtime::host::embedding::{check_signals, released};
use crate::runtime::state::Device;

/// The threads of a process that may still run.
struct Threads {
    process: u32,
    handles: Vec<JoinHandle<()>>,
}

static THREADS: Mutex<Threads> = Mutex::new(Threads { process: 0, handles: Vec::new() });

/// The interval at which the end of the process polls its threads.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Runs work on a thread of its own. Returns false if none can be started; the work is then not done.
pub(super) fn spawn(work: impl FnOnce() + Send + 'static) -> bool {
    let Ok(handle) = std::thread::Builder::new().name("cuprust-program".into()).spawn(work) else { return false };
    // A forked child may be a copy made while another thread held the lock: the thread is not waited for there.
    let mut threads = match THREADS.try_lock() {
        Ok(threads) => threads,
        Err(TryLockError::Poisoned(threads)) => threads.into_inner(),
        Err(TryLockError::WouldBlock) => return true,
    };
    threads.of_this_process();
    for ended in threads.handles.extract_if(.., |handle| handle.is_finished()) {
        let _ = ended.join();
    }
    threads.handles.push(handle);
    true
}

/// Waits until the programs of interrupted callers have run, or until a signal's handler raises an exception, and stops
/// the devices' background work. To be called before the process ends.
pub fn finish() {
    wait_for_threads();
    for device in Device::opened().filter(|device| device.executor().check_process().is_ok()) {
        released(|| device.executor().finish());
    }
}

fn wait_for_threads() {
    let Ok(mut threads) = THREADS.try_lock() else { return };
    threads.of_this_process();
    let handles = std::mem::take(&mut threads.handles);
    drop(threads);
    released(|| {
        for handle in handles {
            while !handle.is_finished() {
                std::thread::sleep(POLL_INTERVAL);
                if check_signals().is_err() {
                    return;
                }
            }
            // Thread-local values are dropped at the very end of the thread.
            let _ = handle.join();
        }
    });
}

impl Threads {
    /// Forgets the threads of the parent, which a forked child does not have.
    fn of_this_process(&mut self) {
        let process = std::process::id();
        if self.process != process {
            self.process = process;
            std::mem::take(&mut self.handles).into_iter().for_each(std::mem::forget);
        }
    }
}
