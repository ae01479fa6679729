//! Quasi-Monte Carlo: points that fill the unit cube more evenly than random ones.
//!
//! ```
//! use cuprust::*;
//! use cuprust_scipy::stats::qmc::Sobol;
//!
//! # fn main() -> Result<()> {
//! let mut sobol = Sobol::new(2, 30, Device::current()?)?;
//! assert_eq!(sobol.random(4)?.to_string(), "[[0.   0.  ]\n [0.5  0.5 ]\n [0.75 0.25]\n [0.25 0.75]]");
//! # Ok(())
//! # }
//! ```

mod cube;
mod directions;
mod discrepancies;
mod halton;
mod latin;
mod multinomial;
mod normal;
mod sobol;

pub use cube::{scale, unscale};
pub use discrepancies::{Discrepancy, discrepancy};
pub use halton::{Halton, digits};
pub(in crate::stats) use latin::{in_orthogonal_slices, in_slices, prime_root};
pub use latin::{latin_hypercube, orthogonal_latin_hypercube};
pub(in crate::stats) use multinomial::check_probabilities;
pub use multinomial::multinomial_counts;
pub use normal::{NormalPoints, covariance_root};
pub use sobol::Sobol;
