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

mod bessel_sequences;
mod combinations;
mod complex_zeros;
mod derivatives;
mod dirichlet;
mod exponential_sums;
mod kelvin_zeros;
mod legendre;
mod legendre_second;
mod orthogonal;
mod rows;
pub(crate) mod table;
pub(crate) mod table_of_bessel;
pub(crate) mod table_of_families;
pub(crate) mod table_of_harmonics;
pub(crate) mod table_of_legendre;
pub(crate) mod table_of_orthogonal;
pub(crate) mod table_of_zeros;
mod zeros;

pub use bessel_sequences::{lmbda, riccati_jn, riccati_yn};
pub use combinations::{comb, factorial, factorial2, factorialk, multigammaln, perm, polygamma, stirling2};
pub use complex_zeros::{SecondKind, erf_zeros, fresnel_zeros, second_kind_zeros};
pub use derivatives::{h1vp, h2vp, ivp, jvp, kvp, yvp};
pub use dirichlet::{diric, softplus};
pub use exponential_sums::{log_softmax, logsumexp, logsumexp_signed, softmax};
pub use kelvin_zeros::{Kelvin, kelvin_zeros};
pub use legendre::{
    Associated, assoc_legendre_p, legendre_p, legendre_p_all, sph_harm_y_with_derivatives, sph_legendre_p,
};
pub use legendre_second::{lqmn, lqn};
pub use orthogonal::{Family, Quadrature};
pub use rows::*;
pub use zeros::{Wave, airy_zeros, bernoulli, bessel_zeros, euler, zeros_of_all_orders};
