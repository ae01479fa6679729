//! Runs kernels and routines on an NVIDIA GPU.

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

/// How many GPUs the driver shows.
///
/// # Errors
/// Where there is no driver: which library is missing, and what brings it.
pub fn count() -> cuprust_ir::Result<usize> {
    driver::devices()
}
