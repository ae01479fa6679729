//! What shall be done: layouts, instructions, programs, kernels, and the trait that runs them.

mod error;

pub use error::{Error, ErrorKind, Result};
