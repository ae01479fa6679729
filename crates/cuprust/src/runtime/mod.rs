//! Recording and running: storages, the queue of each stream, the cache of plans, and the devices that own them.
//!
//! A call of the API ends in [`Guard::record`]; nothing runs before a value is needed. `state/` has the shared types,
//! among them the words in which a queue keeps its program (`tape.rs`) and the plans that programs become. `recording/`
//! puts an instruction into a queue and decides where the queue is cut; `running/` runs a program that left its queue,
//! handles steps that fail, and tracks which memory is shared with others.

mod devices;
mod graphs;
mod host;
mod memory;
mod profiling;
mod recording;
mod running;
mod settings;
mod state;
mod streams;
mod traces;

/// The device `ptx` for a test that counts things on it, locked against other tests; `None` where there is no compiler
/// for its kernels.
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

pub use devices::allocator::{Allocation, Allocator, set_allocator, set_thread_allocator};
pub use devices::device::on_different_devices;
pub(crate) use devices::waiting::check_reading;
pub use graphs::graph::Graph;
pub(crate) use host::embedding::released;
pub use host::embedding::{Embedding, Warning, embed, warn};
pub(crate) use host::host_calls::outside as host_calls_outside;
pub use host::signals::{allow_waiting, check_waiting, interruptible, poll_signals};
pub(crate) use host::signals::{copy_in_parts, poll_signals_at_times, with_waiting_allowed};
pub(crate) use host::traced::break_trace;
pub use host::traced::is_tracing;
pub use memory::known::check_memory;
pub use memory::pinned::PinnedMemory;
pub use memory::pool::{DeviceMemory, MemorySource, list_for};
pub(crate) use profiling::events::{immediate, kernel, transfer};
pub(crate) use profiling::markers::{mark_for_tools, pop_range_of_tools, push_range_of_tools};
pub use running::threads::finish;
pub use settings::accelerators::Accelerator;
pub(crate) use settings::chosen_accelerators::is_chosen;
pub use settings::chosen_accelerators::{accelerators, set_accelerators};
pub(crate) use settings::env::checks_kernels;
pub use settings::numpy::NumPy;
pub(crate) use state::Raised;
pub(crate) use state::actions::Action;
pub(crate) use state::operands::{Input, Output};
pub(crate) use state::reason::Reason;
pub use state::sizes::MAX_AXES;
pub(crate) use state::sizes::{byte_size, check_rank};
pub(crate) use state::{Counters, Eager, Foreign, Guard, StorageRef, Trace, UserKernels};
pub use state::{Device, DeviceKind};
pub use streams::event::Event;
pub(crate) use streams::event::gpu_of;
pub use streams::stream::{Stream, StreamGuard, synchronize};
pub(crate) use traces::trace::Tracer;
