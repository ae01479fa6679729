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
mod derivatives;
mod exponential_sums;
mod legendre;
mod rows;
pub(crate) mod table;
pub(crate) mod table_of_bessel;
pub(crate) mod table_of_harmonics;
pub(crate) mod table_of_legendre;
mod zeros;

pub use combinations::{comb, factorial, factorial2, factorialk, multigammaln, perm, polygamma, stirling2};
pub use derivatives::{ivp, jvp, kvp, yvp};
pub use exponential_sums::{log_softmax, logsumexp, logsumexp_signed, softmax};
pub use legendre::{
    Associated, assoc_legendre_p, legendre_p, legendre_p_all, sph_harm_y_with_derivatives, sph_legendre_p,
};
pub use rows::*;
pub use zeros::{Wave, airy_zeros, bernoulli, bessel_zeros, euler};
