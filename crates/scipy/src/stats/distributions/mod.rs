//! Probability distributions by SciPy's names: families in standard form, and distributions of them with a location and
//! a scale.
//!
//! Functions of a distribution are array programs of rows, so that each is one kernel with the operations around it.
//! Parameters that are numbers are evaluated on the host. Tails keep their digits: `sf`, `logsf`, `isf` and `logcdf`
//! are not computed as complements of `cdf` where that would lose them.
//!
//! ```
//! use cuprust::*;
//! use cuprust_scipy::stats;
//!
//! # fn main() -> Result<()> {
//! assert_eq!(stats::norm(0.0, 1.0).cdf(&array![0.0, 1.0])?.to_string(), "[0.5        0.84134475]");
//! assert_eq!(stats::norm(0.0, 1.0).isf(1e-300)?.to_string(), "37.0470962993612");
//! # Ok(())
//! # }
//! ```

mod beta;
mod circular;
mod constructors;
mod counts;
mod descriptions;
mod distribution;
mod double_pareto;
mod exponential;
mod extreme;
mod families;
mod family;
mod fit;
mod folded;
mod gamma;
mod gauss_hypergeometric;
mod generalized;
mod geometric;
mod heavy;
mod hyperbolic;
mod interval;
mod inverses;
mod kappa;
mod kolmogorov;
mod logistics;
mod mixtures;
mod multivariate;
mod noncentral;
mod noncentral_counts;
mod normal;
mod numeric;
mod orthants;
mod particles;
mod pearson;
mod power_counts;
mod powers;
mod quadrature;
mod samples;
mod skewed;
mod smallest;
mod studentized;
mod sums;
mod survival;
mod transformed;
mod truncated;

pub use constructors::*;
pub use distribution::Distribution;
pub use families::families;
pub use fit::fit;
pub use multivariate::{MultivariateNormal, fit_multivariate_normal};
pub use orthants::Precision;
pub use quadrature::{integrated, quadrature};
pub use samples::Known;
