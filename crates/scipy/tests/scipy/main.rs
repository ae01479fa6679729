//! SciPy's modules from Rust, a file each.

mod eigenvalues;
mod fft;
mod formats;
mod iterations;
mod modules;
mod sparse;
