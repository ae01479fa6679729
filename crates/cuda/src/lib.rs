//! Runs kernels and routines on an NVIDIA GPU.
