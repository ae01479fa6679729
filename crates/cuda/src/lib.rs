//! Runs kernels and routines on an NVIDIA GPU.
//!
//! `write/` turns a kernel into CUDA C++ text, `compile.rs` and `cache.rs` make machine code of it with NVRTC, without
//! headers, and keep it on disk. `driver/` is the one place that calls CUDA: `trait Driver` has one implementation over
//! libcuda and one over the PTX machine of `crates/ptx`, which is the device `ptx`. `pool/` and `staging.rs` stand on
//! the trait. `routines/` launches what is no fused kernel: kernels of our own, or the libraries cuFFT, cuBLAS,
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
mod streams;
mod trust;
mod user_module;
pub mod warning;
pub mod write;

pub use executor::Cuda;
pub use routines::permutation::Division;
pub use routines::write as write_routine;
pub use user_module::{Compiler, UserFunction, UserModule};

/// Whether NCCL is installed. No device is opened for it.
pub fn has_nccl() -> bool {
    driver::nccl::Nccl::open().is_ok()
}

/// How many GPUs the driver shows.
///
/// # Errors
/// Where there is no driver: which library is missing, and what brings it.
pub fn count() -> cuprust_ir::Result<usize> {
    driver::devices()
}
