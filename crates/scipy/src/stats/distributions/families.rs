//! The families by SciPy's names.

use cuprust_ir::{Error, Result};

use super::beta::{Beta, F, LogUniform, PowerLaw, Triang, Uniform};
use super::counts::{Bernoulli, Binom, HyperGeom, NBinom, Poisson};
use super::exponential::{Expon, Laplace, Pareto, Rayleigh, TruncExpon};
use super::extreme::{GenExtreme, GumbelL, GumbelR, WeibullMax, WeibullMin};
use super::family::Law;
use super::gamma::{Chi, ChiSquare, Erlang, Gamma, InvGamma, Maxwell, Nakagami};
use super::geometric::{Boltzmann, Geom, Planck, RandInt, Zipf};
use super::heavy::{Cauchy, HalfCauchy, Logistic};
use super::normal::{HalfNorm, LogNorm, Norm, Student, TruncNorm};
use super::skewed::{ExponNorm, InvGauss, Wald};

/// All families.
const FAMILIES: &[&dyn Law] = &[
    &Bernoulli,
    &Beta,
    &Binom,
    &Boltzmann,
    &Cauchy,
    &Chi,
    &ChiSquare,
    &Erlang,
    &Expon,
    &ExponNorm,
    &F,
    &Gamma,
    &GenExtreme,
    &Geom,
    &GumbelL,
    &GumbelR,
    &HalfCauchy,
    &HalfNorm,
    &HyperGeom,
    &InvGamma,
    &InvGauss,
    &Laplace,
    &LogNorm,
    &LogUniform,
    &Logistic,
    &Maxwell,
    &NBinom,
    &Nakagami,
    &Norm,
    &Pareto,
    &Planck,
    &Poisson,
    &PowerLaw,
    &RandInt,
    &Rayleigh,
    &Student,
    &Triang,
    &TruncExpon,
    &TruncNorm,
    &Uniform,
    &Wald,
    &WeibullMax,
    &WeibullMin,
    &Zipf,
];

/// A family by its name.
///
/// # Errors
/// A value error for another name.
pub(crate) fn named(name: &str) -> Result<&'static dyn Law> {
    let found = FAMILIES.iter().find(|family| family.name() == name);
    found.copied().ok_or_else(|| Error::value(format!("there is no distribution {name}")))
}

/// A continuous family by its name.
///
/// # Errors
/// A value error for another name.
pub(crate) fn continuous(name: &str) -> Result<&'static dyn Law> {
    match named(name)? {
        family if family.is_discrete() => Err(Error::value(format!("{name} is discrete, and has no fit"))),
        family => Ok(family),
    }
}

/// The families: SciPy's name, the names of the shape parameters, and whether the variable is a whole number.
///
/// ```
/// use cuprust_scipy::stats::families;
/// assert!(families().any(|(name, shapes, discrete)| name == "binom" && shapes == ["n", "p"] && discrete));
/// ```
pub fn families() -> impl Iterator<Item = (&'static str, &'static [&'static str], bool)> {
    FAMILIES.iter().map(|family| (family.name(), family.shape_names(), family.is_discrete()))
}
