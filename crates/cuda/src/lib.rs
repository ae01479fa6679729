//! Runs kernels and routines on an NVIDIA GPU.

pub mod cache;
pub mod compile;
pub mod driver;
mod executor;
mod faults;
pub mod pool;
mod prepared;
mod routines;
pub mod staging;
mod streams;
mod trust;
mod turns;
mod visible;
pub mod warning;
pub mod write;

pub use executor::Cuda;
pub use routines::write as write_routine;

/// How many GPUs the driver shows.
///
/// # Errors
/// Where there is no driver: which library is missing, and what brings it.
pub fn count() -> cuprust_ir::Result<usize> {
    driver::devices()
}
