//! Whether a process is the one that opened its device: what a driver holds does not live on in a forked child.

use std::sync::atomic::{AtomicU32, Ordering};

use cuprust_ir::{Error, Result};

/// How many forks lie between this process and the first one that asked.
static FORKS: AtomicU32 = AtomicU32::new(0);

/// The process in which something was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Birthplace(u32);

impl Birthplace {
    /// The calling process.
    pub(crate) fn here() -> Birthplace {
        watch();
        Birthplace(FORKS.load(Ordering::Relaxed))
    }

    /// Whether this is that process still. It costs one load.
    ///
    /// # Errors
    /// `Runtime` in a child that was forked since: what happened, and how to start processes that may use the device.
    #[inline]
    pub(crate) fn check(self, device: &str) -> Result<()> {
        if FORKS.load(Ordering::Relaxed) == self.0 { Ok(()) } else { Err(forked(device)) }
    }
}

#[cold]
fn forked(device: &str) -> Error {
    Error::runtime(format!(
        "{device} was opened before this process was forked from its parent, and a GPU cannot be used in a forked child: \
         start processes with the method 'spawn' (multiprocessing.get_context('spawn')), or fork before the GPU is first used"
    ))
}

/// Has every fork from now on counted, in the child. A process asked by its number would need a call of the system each
/// time.
fn watch() {
    #[cfg(unix)]
    {
        use std::sync::Once;

        extern "C" fn count() {
            FORKS.fetch_add(1, Ordering::Relaxed);
        }

        static WATCHED: Once = Once::new();
        // SAFETY: the handler touches one atomic, which is allowed in the child of a process with threads. Where there
        // is no memory to note it, a fork goes unnoticed and the driver's own error is what its child sees.
        WATCHED.call_once(|| unsafe {
            libc::pthread_atfork(None, None, Some(count));
        });
    }
}
