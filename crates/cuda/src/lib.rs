//! Runs kernels and routines on an NVIDIA GPU.

pub mod cache;
pub mod compile;
pub mod driver;
pub mod pool;
pub mod staging;
pub mod warning;
pub mod write;
