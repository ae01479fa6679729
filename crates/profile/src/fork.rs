//! Forks of the process: a child finds the recorder unlocked, and does not write what the parent recorded.

/// Makes every fork from now on leave the recorder consistent in the child. Code that records while it holds a lock of
/// its own, and holds that lock during forks, calls this first: fork handlers run in the opposite order.
pub fn watch() {
    #[cfg(unix)]
    unix::watch();
}

#[cfg(unix)]
mod unix {
    use std::cell::RefCell;
    use std::sync::Once;

    use crate::recorder::{RecorderGuard, become_child, lock};

    thread_local! {
        /// The recorder's lock, which this thread holds while it forks. The child's only thread is a copy of it.
        static HELD: RefCell<Option<RecorderGuard>> = const { RefCell::new(None) };
    }

    extern "C" fn before() {
        let _ = HELD.try_with(|held| held.replace(Some(lock())));
    }

    extern "C" fn in_parent() {
        let _ = HELD.try_with(|held| held.take());
    }

    extern "C" fn in_child() {
        let _ = HELD.try_with(|held| {
            if let Some(mut held) = held.take() {
                become_child(&mut held);
            }
        });
    }

    pub(super) fn watch() {
        static WATCHED: Once = Once::new();
        // SAFETY: the handlers lock and unlock on the thread that forks. Where there is no memory to note them, a fork
        // is as it was without them.
        WATCHED.call_once(|| unsafe {
            libc::pthread_atfork(Some(before), Some(in_parent), Some(in_child));
        });
    }
}
