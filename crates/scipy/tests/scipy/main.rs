//! SciPy's modules from Rust, a file each.

mod sparse;
