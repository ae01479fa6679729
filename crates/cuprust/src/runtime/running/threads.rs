//! The threads that run programs while others hear signals, and their end before the process's.
//!
//! A caller that was interrupted leaves its program running. A process that ends meanwhile takes down the libraries
//! that the program uses, a compiler among them, so the end waits for such threads.

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

/// How long the process's end waits between two looks.
const PAUSE: Duration = Duration::from_millis(2);

/// Runs work on a thread of its own. False where none can be started, and the work is not done.
pub(super) fn spawn(work: impl FnOnce() + Send + 'static) -> bool {
    let Ok(handle) = std::thread::Builder::new().name("cuprust-program".into()).spawn(work) else { return false };
    // A forked child may have been copied while another thread held the lock: there, the thread is not waited for.
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

/// Waits until the programs have run whose callers were interrupted, or until a signal's handler raises an exception,
/// and ends what devices do beside their calls. To be called before the process ends.
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
                std::thread::sleep(PAUSE);
                if check_signals().is_err() {
                    return;
                }
            }
            // What the thread keeps for itself goes at its very end.
            let _ = handle.join();
        }
    });
}

impl Threads {
    /// Forgets the threads of a parent, which a forked child does not have.
    fn of_this_process(&mut self) {
        let process = std::process::id();
        if self.process != process {
            self.process = process;
            std::mem::take(&mut self.handles).into_iter().for_each(std::mem::forget);
        }
    }
}
