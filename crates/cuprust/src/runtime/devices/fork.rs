//! Forks of the process: a child gets the CPU's arrays in a consistent state, whatever the parent's other threads were
//! doing.
//!
//! A fork copies memory and the calling thread alone. A lock that another thread holds stays locked in the child for
//! ever, and a program that it was running never ends there. So a fork waits until no program runs on the CPU and holds
//! its state meanwhile. A GPU's state is not held: a child cannot use it.

use crate::runtime::state::Device;

#[cfg(unix)]
mod unix {
    use std::cell::RefCell;
    use std::sync::{MutexGuard, Once, OnceLock, PoisonError};

    use super::Device;
    use crate::runtime::state::State;

    static CPU: OnceLock<Device> = OnceLock::new();

    type Guards = (MutexGuard<'static, State>, MutexGuard<'static, Vec<u32>>);

    thread_local! {
        /// The locks that this thread holds while it forks. The child's only thread is a copy of it.
        static HELD: RefCell<Option<Guards>> = const { RefCell::new(None) };
    }

    extern "C" fn before() {
        let Some(device) = CPU.get() else { return };
        // A running program needs no lock of the forking thread to finish.
        let mut state = device.wait_for_state();
        while state.is_running() {
            state.waiters += 1;
            state = device.finished().wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiters -= 1;
        }
        let dead = device.dead().lock().unwrap_or_else(PoisonError::into_inner);
        let _ = HELD.try_with(|held| held.replace(Some((state, dead))));
    }

    extern "C" fn after() {
        let _ = HELD.try_with(|held| held.take());
    }

    pub(super) fn watch(device: Device) {
        static WATCHED: Once = Once::new();
        let _ = CPU.set(device);
        // Programs record events with the state locked, so the recorder is locked after the state.
        cuprust_profile::watch_forks();
        // SAFETY: the handlers lock and unlock on the thread that forks. If registration fails for lack of memory, a
        // fork works as without the handlers.
        WATCHED.call_once(|| unsafe {
            libc::pthread_atfork(Some(before), Some(after), Some(after));
        });
    }
}

/// Makes every fork from now on leave the CPU's state consistent in the child.
pub(super) fn watch(device: Device) {
    #[cfg(unix)]
    unix::watch(device);
    #[cfg(not(unix))]
    let _ = device;
}
