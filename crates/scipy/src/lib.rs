//! SciPy's functions on the arrays of the crate `cuprust`, in modules named for SciPy's.
//!
//! ```
//! use cuprust::*;
//! use cuprust_scipy::{linalg, sparse::Csr, special};
//!
//! # fn main() -> Result<()> {
//! let x = array![[0.0, 1.0], [0.0, 0.0]];
//! assert_eq!(linalg::expm(&x)?.to_string(), "[[1. 1.]\n [0. 1.]]");
//! assert_eq!(special::gamma(&array![1.0, 5.0])?.to_string(), "[ 1. 24.]");
//! assert_eq!(Csr::from_dense(&x)?.count(), 1);
//! # Ok(())
//! # }
//! ```

pub mod fft;
pub mod linalg;
pub mod modules;
pub mod ndimage;
pub mod sparse;
pub mod special;
pub mod stats;

/// The page that puts NumPy and Rust side by side: its programs are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/numpy-in-rust.md")]
pub mod numpy_in_rust {}
