//! Runs kernels and routines on an NVIDIA GPU.
//!
//! `write/` turns a kernel into CUDA C++ text, `compile.rs` and `cache.rs` compile it with NVRTC, without headers, and
//! store the machine code on disk. `driver/` is the one place that calls CUDA: `trait Driver` has one implementation
//! over libcuda and one over the PTX machine of `crates/ptx`, which is the device `ptx`. `pool/` and `staging.rs` are
//! built on the trait. `routines/` launches routines: by kernels of our own, or by the libraries cuFFT, cuBLAS,
//! cuSOLVER and cuTENSOR. From compute capability 9.0 on the kernels of a stream overlap by programmatic dependent
//! launch (`launch_overlap.rs`).

mod between_processes;
pub mod cache;
pub mod compile;
mod deferred;
pub mod driver;
mod executor;
mod graph;
pub mod headers;
mod host_mapped;
mod launch_overlap;
mod loaded;
pub mod nvcc;
pub mod pinned;
pub mod pool;
mod prepared;
mod routines;
pub mod signature;
pub mod staging;
mod step_graph;
mod streams;
mod trust;
mod user_module;
pub mod warning;
pub mod write;

pub use executor::Cuda;
pub use routines::permutation::Division;
pub use routines::write as write_routine;
pub use user_module::{Compiler, UserFunction, UserModule};

pub use driver::is_forked;

/// Whether NCCL is installed. This opens no device.
pub fn has_nccl() -> bool {
    driver::nccl::Nccl::open().is_ok()
}

/// The number of GPUs that the driver shows.
///
/// # Errors
/// If there is no driver: the text names the missing library, and what installs it.
pub fn count() -> cuprust_ir::Result<usize> {
    driver::devices()
}
