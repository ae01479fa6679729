//! Recording and running: storages, the queue of each stream, the cache of plans, and the devices that own them.
//!
//! A call of the API ends in [`Guard::record`]; nothing runs before a value is needed. `storage.rs` says who holds what
//! memory, `tape.rs` how a queue keeps its program, `queue.rs` how it is recorded, `cut.rs` where it is cut, `run.rs` how a
//! program that was taken from its queue runs, `plans.rs` what it is turned into. `sharing.rs` is about memory that other
//! libraries know, `recording.rs` what a run tells the profiler, `window.rs` about elements that are read one by one, `embedding.rs` and
//! `waiting.rs` about the lock and the signals of a host language, `fork.rs` about children, `capture.rs` and `graph.rs` about work that is
//! launched again and again, `host_calls.rs` about functions of the host that streams call.

mod accelerators;
mod allocator;
mod capture;
mod cut;
mod deferred;
mod device;
mod embedding;
mod env;
mod event;
mod fork;
mod graph;
mod host_calls;
mod host_mapped;
mod kernel_launch;
mod known;
mod masked;
mod memory;
mod numbers;
mod numpy;
mod pinned;
mod plans;
mod queue;
mod reason;
mod recording;
mod run;
mod sharing;
mod sizes;
mod storage;
mod stream;
mod tape;
mod threads;
mod truths;
mod waiting;
mod window;

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

pub(crate) use accelerators::is_chosen;
pub use accelerators::{Accelerator, accelerators, set_accelerators};
pub use allocator::{Allocation, Allocator, set_allocator, set_thread_allocator};
pub(crate) use capture::Action;
pub(crate) use device::Guard;
pub use device::{Device, DeviceKind};
pub use embedding::{Embedding, Warning, embed};
pub(crate) use embedding::{released, warn};
pub(crate) use env::checks_kernels;
pub use event::Event;
pub(crate) use event::gpu_of;
pub use graph::Graph;
pub(crate) use host_calls::outside as host_calls_outside;
pub use known::check_memory;
pub(crate) use memory::list_for;
pub use memory::{DeviceMemory, MemorySource};
pub use numpy::NumPy;
pub use pinned::PinnedMemory;
pub(crate) use queue::on_different_devices;
pub(crate) use reason::Reason;
pub(crate) use recording::{immediate, kernel, transfer};
pub(crate) use sharing::Foreign;
pub use sizes::MOST_AXES;
pub(crate) use sizes::{byte_size, check_rank};
pub(crate) use storage::StorageRef;
pub use stream::{Stream, StreamGuard, synchronize};
pub(crate) use tape::{Input, Output};
pub use threads::finish;
pub(crate) use waiting::check_reading;
pub(crate) use waiting::copy_in_parts;
pub use waiting::{allow_waiting, check_waiting};
pub(crate) use waiting::{interruptible, poll_signals, poll_signals_at_times};
