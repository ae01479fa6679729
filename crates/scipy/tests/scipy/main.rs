//! SciPy's modules from Rust, a file each.

mod eigenvalues;
mod formats;
mod iterations;
mod sparse;
