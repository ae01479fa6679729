//! The families by SciPy's names.

use cuprust_ir::{Error, Result};

use super::beta::{Beta, F, LogUniform, PowerLaw, Triang, Uniform};
use super::circular::{VonMises, VonMisesLine, WrapCauchy};
use super::counts::{Bernoulli, Binom, HyperGeom, NBinom, Poisson};
use super::double_pareto::DParetoLogNorm;
use super::exponential::{Expon, Laplace, Pareto, Rayleigh, TruncExpon};
use super::extreme::{GenExtreme, GumbelL, GumbelR, WeibullMax, WeibullMin};
use super::family::Law;
use super::folded::{FoldCauchy, FoldNorm, SkewCauchy, SkewNorm};
use super::gamma::{Chi, ChiSquare, Erlang, Gamma, InvGamma, Maxwell, Nakagami};
use super::gauss_hypergeometric::GaussHyper;
use super::generalized::{DGamma, DWeibull, ExponWeib, GenGamma, GenNorm, HalfGenNorm, LogGamma};
use super::geometric::{Boltzmann, Geom, Planck, RandInt, Zipf};
use super::heavy::{Cauchy, HalfCauchy, Logistic};
use super::hyperbolic::{GenHyperbolic, GenInvGauss, NormInvGauss};
use super::interval::{Anglit, ArcSine, Argus, Bradford, Cosine, RDist, SemiCircular, Trapezoid};
use super::inverses::{Alpha, Burr, Kappa3, Mielke, RecipInvGauss};
use super::kappa::{GenHalfLogistic, Kappa4, TukeyLambda};
use super::kolmogorov::{KsOne, KsTwoBig};
use super::logistics::{GenLogistic, Gompertz, HalfLogistic, HypSecant, LaplaceAsymmetric};
use super::mixtures::{BetaBinom, DLaplace, LogSer, NHyperGeom, Skellam, YuleSimon};
use super::noncentral::{NoncentralChiSquare, NoncentralF, NoncentralT, Rice};
use super::noncentral_counts::{FisherHyperGeom, WalleniusHyperGeom};
use super::normal::{HalfNorm, LogNorm, Norm, Student, TruncNorm};
use super::particles::{Landau, RelBreitWigner};
use super::pearson::Pearson3;
use super::power_counts::{BetaNBinom, Zipfian};
use super::powers::{BetaPrime, Burr12, Fisk, GenPareto, InvWeibull, Levy, LevyL, LogLaplace, Lomax};
use super::skewed::{ExponNorm, InvGauss, JonesFaddySkewT, Wald};
use super::smallest::{PowerLogNorm, PowerNorm};
use super::studentized::StudentizedRange;
use super::sums::IrwinHall;
use super::survival::{ExponPow, GenExpon};
use super::transformed::{FatigueLife, Gibrat, JohnsonSB, JohnsonSU, Moyal};
use super::truncated::{CrystalBall, TruncPareto, TruncWeibullMin};

/// All families.
const FAMILIES: &[&dyn Law] = &[
    &Alpha,
    &Anglit,
    &ArcSine,
    &Argus,
    &Bernoulli,
    &Beta,
    &BetaBinom,
    &BetaNBinom,
    &BetaPrime,
    &Binom,
    &Boltzmann,
    &Bradford,
    &Burr,
    &Burr12,
    &Cauchy,
    &Chi,
    &ChiSquare,
    &Cosine,
    &CrystalBall,
    &DGamma,
    &DLaplace,
    &DParetoLogNorm,
    &DWeibull,
    &Erlang,
    &Expon,
    &ExponNorm,
    &ExponPow,
    &ExponWeib,
    &F,
    &FatigueLife,
    &FisherHyperGeom,
    &Fisk,
    &FoldCauchy,
    &FoldNorm,
    &Gamma,
    &GaussHyper,
    &GenExpon,
    &GenExtreme,
    &GenGamma,
    &GenHalfLogistic,
    &GenHyperbolic,
    &GenInvGauss,
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
    &IrwinHall,
    &JohnsonSB,
    &JohnsonSU,
    &JonesFaddySkewT,
    &Kappa3,
    &Kappa4,
    &KsOne,
    &KsTwoBig,
    &Landau,
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
    &Mielke,
    &Moyal,
    &NBinom,
    &NHyperGeom,
    &Nakagami,
    &NoncentralChiSquare,
    &NoncentralF,
    &NoncentralT,
    &Norm,
    &NormInvGauss,
    &Pareto,
    &Pearson3,
    &Planck,
    &Poisson,
    &PowerLaw,
    &PowerLogNorm,
    &PowerNorm,
    &RDist,
    &RandInt,
    &Rayleigh,
    &RelBreitWigner,
    &RecipInvGauss,
    &Rice,
    &SemiCircular,
    &Skellam,
    &SkewCauchy,
    &SkewNorm,
    &Student,
    &StudentizedRange,
    &Trapezoid,
    &Triang,
    &TruncExpon,
    &TruncNorm,
    &TruncPareto,
    &TruncWeibullMin,
    &TukeyLambda,
    &Uniform,
    &VonMises,
    &VonMisesLine,
    &Wald,
    &WalleniusHyperGeom,
    &WeibullMax,
    &WeibullMin,
    &WrapCauchy,
    &YuleSimon,
    &Zipf,
    &Zipfian,
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
