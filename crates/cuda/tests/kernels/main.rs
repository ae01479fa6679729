//! Written kernels and routines against their definitions: on the CPU, on the PTX machine, and on a GPU where there is
//! one.

mod executor;
mod ptx;
mod routines;
mod support;
mod write;
