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

mod rows;

pub use rows::*;
