//! The families by SciPy's names.

use cuprust_ir::{Error, Result};

use super::beta::{Beta, F, LogUniform, PowerLaw, Triang, Uniform};
use super::circular::{VonMises, VonMisesLine};
use super::counts::{Bernoulli, Binom, HyperGeom, NBinom, Poisson};
use super::exponential::{Expon, Laplace, Pareto, Rayleigh, TruncExpon};
use super::extreme::{GenExtreme, GumbelL, GumbelR, WeibullMax, WeibullMin};
use super::family::Law;
use super::gamma::{Chi, ChiSquare, Erlang, Gamma, InvGamma, Maxwell, Nakagami};
use super::generalized::{DGamma, DWeibull, ExponWeib, GenGamma, GenNorm, HalfGenNorm, LogGamma};
use super::geometric::{Boltzmann, Geom, Planck, RandInt, Zipf};
use super::heavy::{Cauchy, HalfCauchy, Logistic};
use super::logistics::{GenLogistic, Gompertz, HalfLogistic, HypSecant, LaplaceAsymmetric};
use super::mixtures::{BetaBinom, DLaplace, LogSer, Skellam, YuleSimon};
use super::normal::{HalfNorm, LogNorm, Norm, Student, TruncNorm};
use super::powers::{BetaPrime, Burr12, Fisk, GenPareto, InvWeibull, Levy, LevyL, LogLaplace, Lomax};
use super::skewed::{ExponNorm, InvGauss, Wald};
use super::transformed::{
    ArcSine, Bradford, FatigueLife, FoldNorm, Gibrat, JohnsonSB, JohnsonSU, Moyal, NoncentralChiSquare, PowerLogNorm,
    PowerNorm, SkewNorm,
};

/// All families.
const FAMILIES: &[&dyn Law] = &[
    &ArcSine,
    &Bernoulli,
    &Beta,
    &BetaBinom,
    &BetaPrime,
    &Binom,
    &Boltzmann,
    &Bradford,
    &Burr12,
    &Cauchy,
    &Chi,
    &ChiSquare,
    &DGamma,
    &DLaplace,
    &DWeibull,
    &Erlang,
    &Expon,
    &ExponNorm,
    &ExponWeib,
    &F,
    &FatigueLife,
    &Fisk,
    &FoldNorm,
    &Gamma,
    &GenExtreme,
    &GenGamma,
    &GenLogistic,
    &GenNorm,
    &GenPareto,
    &Geom,
    &Gibrat,
    &Gompertz,
    &GumbelL,
    &GumbelR,
    &HalfCauchy,
    &HalfGenNorm,
    &HalfLogistic,
    &HalfNorm,
    &HypSecant,
    &HyperGeom,
    &InvGamma,
    &InvGauss,
    &InvWeibull,
    &JohnsonSB,
    &JohnsonSU,
    &Laplace,
    &LaplaceAsymmetric,
    &Levy,
    &LevyL,
    &LogGamma,
    &LogLaplace,
    &LogNorm,
    &LogSer,
    &LogUniform,
    &Logistic,
    &Lomax,
    &Maxwell,
    &Moyal,
    &NBinom,
    &Nakagami,
    &NoncentralChiSquare,
    &Norm,
    &Pareto,
    &Planck,
    &Poisson,
    &PowerLaw,
    &PowerLogNorm,
    &PowerNorm,
    &RandInt,
    &Rayleigh,
    &Skellam,
    &SkewNorm,
    &Student,
    &Triang,
    &TruncExpon,
    &TruncNorm,
    &Uniform,
    &VonMises,
    &VonMisesLine,
    &Wald,
    &WeibullMax,
    &WeibullMin,
    &YuleSimon,
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
