//! Kernels and routines on the CPU, against what they mean.

mod bytes;
mod kernels;
mod random_kernels;
mod reference;
mod routines;
mod segments;
mod sorting;
mod stencils;
mod tiles;
