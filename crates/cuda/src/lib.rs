//! Runs kernels and routines on an NVIDIA GPU.

pub mod cache;
pub mod compile;
pub mod driver;
pub mod pool;
pub mod staging;
pub mod warning;
pub mod write;

/// How many GPUs the driver shows.
///
/// # Errors
/// Where there is no driver: which library is missing, and what brings it.
pub fn count() -> cuprust_ir::Result<usize> {
    driver::devices()
}
