//! Runs kernels and routines on the CPU.
