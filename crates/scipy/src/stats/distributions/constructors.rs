//! The distributions by SciPy's names: those without shape parameters take location and scale, the others their shape
//! parameters.

use cuprust::Argument;

use super::distribution::Distribution;
use super::family::Law;
use super::{beta as betas, counts, exponential, extreme, gamma as gammas, geometric, heavy, normal, skewed};
use crate::stats::terms::Term;

/// A distribution of a family.
fn of(family: &'static dyn Law, shapes: Vec<Argument<'_>>) -> Distribution<'static> {
    Distribution::of_terms(family, shapes.into_iter().map(Term::real).collect())
}

macro_rules! located {
    ($($(#[$doc:meta])* $name:ident of $module:ident::$family:ident: $entropy:literal;)*) => {
        $(
            $(#[$doc])*
            ///
            /// ```
            /// use cuprust_scipy::stats;
            /// # fn main() -> cuprust::Result<()> {
            #[doc = concat!("assert_eq!(stats::", stringify!($name), "(0.0, 1.0).entropy()?.to_string(), \"", $entropy, "\");")]
            /// # Ok(())
            /// # }
            /// ```
            pub fn $name<'a>(loc: impl Into<Argument<'a>>, scale: impl Into<Argument<'a>>) -> Distribution<'static> {
                of(&$module::$family, vec![]).loc(loc).scale(scale)
            }
        )*
    };
}

located! {
    /// The normal distribution of a mean and a standard deviation.
    norm of normal::Norm: "1.4189385332046727";
    /// The distribution of the absolute value of a normal variable.
    halfnorm of normal::HalfNorm: "0.7257913526447274";
    /// Maxwell's distribution: of the length of a vector of three normal variables.
    maxwell of gammas::Maxwell: "0.9961541981062056";
    /// The exponential distribution: density e^-x from zero on.
    expon of exponential::Expon: "1.0";
    /// Laplace's distribution: density e^-|x|/2.
    laplace of exponential::Laplace: "1.6931471805599454";
    /// Rayleigh's distribution: of the length of a vector of two normal variables.
    rayleigh of exponential::Rayleigh: "0.9420342421707937";
    /// The uniform distribution from the location on, as wide as the scale.
    uniform of betas::Uniform: "0.0";
    /// Cauchy's distribution: density 1/(pi (1 + x^2)).
    cauchy of heavy::Cauchy: "2.5310242469692907";
    /// The distribution of the absolute value of a variable of Cauchy's.
    halfcauchy of heavy::HalfCauchy: "1.8378770664093453";
    /// The logistic distribution: distribution function 1/(1 + e^-x).
    logistic of heavy::Logistic: "2.0";
    /// Wald's distribution: the inverse Gaussian one of mean one.
    wald of skewed::Wald: "0.8769456078723387";
    /// Gumbel's distribution of the largest of many: distribution function e^-e^-x.
    gumbel_r of extreme::GumbelR: "1.5772156649015328";
    /// Gumbel's distribution of the smallest of many: survival function e^-e^x.
    gumbel_l of extreme::GumbelL: "1.5772156649015328";
}

macro_rules! shaped {
    ($($(#[$doc:meta])* $name:ident($($shape:ident = $value:literal),+) of $module:ident::$family:ident: $mean:literal;)*) => {
        $(
            $(#[$doc])*
            ///
            /// ```
            /// use cuprust_scipy::stats;
            /// # fn main() -> cuprust::Result<()> {
            #[doc = concat!("let law = stats::", stringify!($name), "(", stringify!($($value),+), ");")]
            #[doc = concat!("assert_eq!(law.mean()?.to_string(), \"", $mean, "\");")]
            /// # Ok(())
            /// # }
            /// ```
            pub fn $name<'a>($($shape: impl Into<Argument<'a>>),+) -> Distribution<'static> {
                of(&$module::$family, vec![$($shape.into()),+])
            }
        )*
    };
}

shaped! {
    /// Student's distribution with df degrees of freedom.
    t(df = 3.0) of normal::Student: "0.0";
    /// The distribution of a variable whose logarithm is normal with the deviation s.
    lognorm(s = 0.0625) of normal::LogNorm: "1.0019550335910028";
    /// The normal distribution between a and b.
    truncnorm(a = 0.0, b = 1.0) of normal::TruncNorm: "0.4598622292864263";
    /// The gamma distribution of shape a.
    gamma(a = 2.5) of gammas::Gamma: "2.5";
    /// Erlang's distribution: the gamma distribution, whose shape is to be a whole number.
    erlang(a = 2.0) of gammas::Erlang: "2.0";
    /// The chi-square distribution with df degrees of freedom.
    chi2(df = 3.0) of gammas::ChiSquare: "3.0";
    /// The chi distribution with df degrees of freedom: the root of a chi-square variable.
    chi(df = 2.0) of gammas::Chi: "1.2533141373155003";
    /// Nakagami's distribution of shape nu.
    nakagami(nu = 1.0) of gammas::Nakagami: "0.886226925452758";
    /// The distribution of the inverse of a gamma variable of shape a.
    invgamma(a = 3.0) of gammas::InvGamma: "0.5";
    /// The beta distribution of shapes a and b.
    beta(a = 1.0, b = 3.0) of betas::Beta: "0.25";
    /// The F distribution with dfn and dfd degrees of freedom.
    f(dfn = 2.0, dfd = 4.0) of betas::F: "2.0";
    /// The power distribution: density a x^(a - 1) from zero to one.
    powerlaw(a = 3.0) of betas::PowerLaw: "0.75";
    /// The triangular distribution from zero to one with its mode at c.
    triang(c = 0.5) of betas::Triang: "0.5";
    /// The distribution between a and b of a variable whose logarithm is uniform.
    loguniform(a = 1.0, b = 2.0) of betas::LogUniform: "1.4426950408889634";
    /// Pareto's distribution, from one on: survival function x^-b.
    pareto(b = 3.0) of exponential::Pareto: "1.5";
    /// The exponential distribution up to b.
    truncexpon(b = 1.0) of exponential::TruncExpon: "0.41802329313067343";
    /// Weibull's distribution of the smallest of many: survival function e^-x^c.
    weibull_min(c = 1.0) of extreme::WeibullMin: "1.0";
    /// Weibull's distribution of the largest of many, below zero: distribution function e^-(-x)^c.
    weibull_max(c = 1.0) of extreme::WeibullMax: "-1.0";
    /// The generalized distribution of extremes: distribution function e^-(1 - c x)^(1/c).
    genextreme(c = 1.0) of extreme::GenExtreme: "0.0";
    /// The inverse Gaussian distribution of mean mu.
    invgauss(mu = 2.0) of skewed::InvGauss: "2.0";
    /// The sum of a normal variable and k times an exponential one.
    exponnorm(k = 1.5) of skewed::ExponNorm: "1.5";
    /// Poisson's distribution of mean mu.
    poisson(mu = 2.5) of counts::Poisson: "2.5";
    /// The binomial distribution: successes in n trials of probability p.
    binom(n = 4.0, p = 0.25) of counts::Binom: "1.0";
    /// The distribution of a trial: one with probability p, or zero.
    bernoulli(p = 0.25) of counts::Bernoulli: "0.25";
    /// The negative binomial distribution: failures before the n-th success of probability p.
    nbinom(n = 3.0, p = 0.5) of counts::NBinom: "3.0";
    /// The geometric distribution: trials until the first success of probability p.
    geom(p = 0.25) of geometric::Geom: "4.0";
    /// The hypergeometric distribution: how many of `draws` from `total` are among the `good` ones.
    hypergeom(total = 20.0, good = 5.0, draws = 8.0) of counts::HyperGeom: "2.0";
    /// The uniform distribution of the integers from low on, below high.
    randint(low = 1.0, high = 7.0) of geometric::RandInt: "3.5";
    /// Planck's distribution of rate lambda: probabilities in proportion to e^(-lambda k).
    planck(lambda = 1.0) of geometric::Planck: "0.5819767068693263";
    /// Boltzmann's distribution of rate lambda: Planck's, of the numbers below a count.
    boltzmann(lambda = 1.0, count = 1.0) of geometric::Boltzmann: "0.0";
    /// The zeta distribution: probabilities in proportion to k^-a from one on.
    zipf(a = 3.0) of geometric::Zipf: "1.368432777620206";
}
