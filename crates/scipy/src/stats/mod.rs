//! Statistics of samples, by SciPy's names.
//!
//! ```
//! use cuprust::*;
//! use cuprust_scipy::stats::{self, along};
//!
//! # fn main() -> Result<()> {
//! let a = array![[1.0, 2.0, 3.0], [2.0, 2.0, f64::NAN]];
//! assert_eq!(stats::gmean(&a, along(1).omit(), None)?.to_string(), "[1.81712059 2.        ]");
//! # Ok(())
//! # }
//! ```

pub mod distributions;
mod means;
mod moments;
mod sample;
pub(crate) mod table;

pub use distributions::*;
pub use means::{gmean, hmean, pmean};
pub use moments::{kurtosis, moment, sem, skew, variation};
pub use sample::{Along, NanPolicy, along};
