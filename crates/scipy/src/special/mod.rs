//! The special functions of mathematics.
//!
//! ```
//! use cuprust::*;
//! use cuprust_scipy::special;
//!
//! # fn main() -> Result<()> {
//! let x = linspace(-1.0, 1.0, 3)?;
//! let y = special::erf(&x)?;
//! assert_eq!(y.to_string(), "[-0.84270079  0.          0.84270079]");
//! # Ok(())
//! # }
//! ```

mod combinations;
mod exponential_sums;
mod rows;
pub(crate) mod table;

pub use combinations::{comb, factorial, multigammaln, perm, polygamma};
pub use exponential_sums::{log_softmax, logsumexp, logsumexp_signed, softmax};
pub use rows::*;
