//! NumPy's chapters from Rust, a file each.

mod conversions;
mod creation;
mod indexing;
mod linalg;
mod manipulation;
mod operators;
mod padding;
mod printing;
mod random;
mod sorting;
mod statistics;
mod support;
mod ufunc_methods;
