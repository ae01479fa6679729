//! SciPy's modules from Rust, a file each.

mod eigenvalues;
mod iterations;
mod sparse;
