//! Detects forked children, in which the resources of a driver are invalid.

use std::sync::atomic::{AtomicU32, Ordering};

use cuprust_ir::{Error, Result};

/// The number of forks between this process and the first one that used this module.
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

    /// Whether this is still that process. It costs one load.
    ///
    /// # Errors
    /// `Runtime` in a child that was forked since: the text says what happened, and how to start processes that may use
    /// the device.
    #[inline]
    pub(crate) fn check(self, device: &str) -> Result<()> {
        if FORKS.load(Ordering::Relaxed) == self.0 { Ok(()) } else { Err(forked(device)) }
    }
}

/// Whether this process was forked from one that had opened a GPU.
#[inline]
pub fn is_forked() -> bool {
    FORKS.load(Ordering::Relaxed) != 0
}

#[cold]
fn forked(device: &str) -> Error {
    Error::runtime(format!(
        "{device} was opened before this process was forked from its parent, and a GPU cannot be used in a forked child: \
         start processes with the method 'spawn' (multiprocessing.get_context('spawn')), or fork before the GPU is first used"
    ))
}

/// Registers a handler that counts every fork from now on, in the child. Comparing process numbers would need a system
/// call each time.
fn watch() {
    #[cfg(unix)]
    {
        use std::sync::Once;

        extern "C" fn count() {
            FORKS.fetch_add(1, Ordering::Relaxed);
        }

        static WATCHED: Once = Once::new();
        // SAFETY: the handler accesses one atomic, which is allowed in the child of a process with threads. If there is
        // no memory to register it, a fork goes undetected and the child gets the driver's own error.
        WATCHED.call_once(|| unsafe {
            libc::pthread_atfork(None, None, Some(count));
        });
    }
}
