//! Recording and running: storages, the queue of each stream, the cache of plans, and the devices that own them.
//!
//! A call of the API ends in [`Guard::record`]; nothing runs before a value is needed. `storage.rs` says who holds what
//! memory, `tape.rs` how a queue keeps its program, `queue.rs` how it is recorded and flushed, `cut.rs` where it is cut,
//! `plans.rs` how a flushed program becomes launches.

mod cut;
mod device;
mod doubts;
mod env;
mod plans;
mod queue;
mod showing;
mod storage;
mod tape;
mod truths;

/// The device `ptx` for a test that counts what is on it, alone; nothing where there is no compiler for its kernels.
#[cfg(test)]
fn ptx_alone() -> Option<(Device, std::sync::MutexGuard<'static, ()>)> {
    static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    match cuprust_cuda::compile::version() {
        Ok(_) => {
            let alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            Some((Device::open(DeviceKind::Ptx).unwrap(), alone))
        }
        Err(error) if std::env::var_os("CUPRUST_REQUIRE_NVRTC").is_some() => panic!("{error}"),
        Err(error) => {
            println!("not tested: {error}");
            None
        }
    }
}

pub use device::{Device, DeviceKind};
pub(crate) use device::{Foreign, Guard};
pub(crate) use storage::StorageRef;
pub(crate) use tape::Input;
