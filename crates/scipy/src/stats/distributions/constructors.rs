//! The distributions by SciPy's names: those without shape parameters take location and scale, the others their shape
//! parameters.

use cuprust::Argument;

use super::distribution::Distribution;
use super::family::Law;
use super::{
    beta as betas, circular, counts, double_pareto, exponential, extreme, folded, gamma as gammas,
    gauss_hypergeometric, generalized, geometric, heavy, hyperbolic, interval, inverses, kappa, kolmogorov, logistics,
    mixtures, noncentral, noncentral_counts, normal, particles, pearson, power_counts, powers, skewed, smallest,
    studentized, sums, survival, transformed, truncated,
};
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
    /// The distribution of the arc sine: density 1/(pi sqrt(x (1 - x))) from zero to one.
    arcsine of interval::ArcSine: "-0.2415644752704905";
    /// The distribution of density cos(2 x) between -pi/4 and pi/4.
    anglit of interval::Anglit: "0.3068528194400547";
    /// The distribution of density (1 + cos(x))/(2 pi) between -pi and pi.
    cosine of interval::Cosine: "1.5310242469692907";
    /// The distribution of Wigner, whose density is half of a circle.
    semicircular of interval::SemiCircular: "0.6447298858494002";
    /// Gibrat's distribution: of a variable whose logarithm is standard normal.
    gibrat of transformed::Gibrat: "1.4189385332046727";
    /// The distribution of the absolute value of a logistic variable.
    halflogistic of logistics::HalfLogistic: "1.3068528194400546";
    /// The distribution of the hyperbolic secant: density 1/(pi cosh(x)).
    hypsecant of logistics::HypSecant: "1.8378770664093453";
    /// Kolmogorov's distribution of the greatest distance of an empirical distribution, times the root of the samples.
    kstwobign of kolmogorov::KsTwoBig: "0.0008903226544026446";
    /// Landau's distribution of the energy that a particle loses.
    landau of particles::Landau: "2.3726364400045292";
    /// Levy's distribution: of the inverse of the square of a normal variable.
    levy of powers::Levy: "3.32448280139689";
    /// Levy's distribution below zero.
    levy_l of powers::LevyL: "3.32448280139689";
    /// Moyal's distribution: of minus the logarithm of the square of a normal variable.
    moyal of transformed::Moyal: "2.0541199559354117";
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
    /// The generalized distribution of Pareto of shape c: survival function (1 + c x)^(-1/c).
    genpareto(c = 0.5) of powers::GenPareto: "2.0";
    /// Lomax's distribution of shape c: Pareto's, moved to zero.
    lomax(c = 3.0) of powers::Lomax: "0.5";
    /// The log-logistic distribution of shape c: distribution function 1/(1 + x^-c).
    fisk(c = 2.0) of powers::Fisk: "1.5707963267948966";
    /// Burr's distribution of the twelfth type: survival function (1 + x^c)^-d.
    burr12(c = 2.0, d = 1.0) of powers::Burr12: "1.5707963267948968";
    /// Frechet's distribution of shape c: distribution function e^-x^-c.
    invweibull(c = 2.0) of powers::InvWeibull: "1.772453850905516";
    /// The beta distribution of the second kind, of a quotient of gamma variables of shapes a and b.
    betaprime(a = 2.0, b = 3.0) of powers::BetaPrime: "1.0";
    /// The distribution of the exponential of a variable of Laplace's, of shape c.
    loglaplace(c = 2.0) of powers::LogLaplace: "1.3333333333333333";
    /// The generalized normal distribution: density in proportion to e^-|x|^beta.
    gennorm(beta = 1.5) of generalized::GenNorm: "0.0";
    /// The positive half of the generalized normal distribution.
    halfgennorm(beta = 2.0) of generalized::HalfGenNorm: "0.5641895835477561";
    /// The double gamma distribution: of a gamma variable of shape a with a random sign.
    dgamma(a = 2.0) of generalized::DGamma: "0.0";
    /// The double Weibull distribution: of a variable of Weibull's of shape c with a random sign.
    dweibull(c = 2.0) of generalized::DWeibull: "0.0";
    /// The generalized gamma distribution: of the power 1/c of a gamma variable of shape a.
    gengamma(a = 2.0, c = 1.0) of generalized::GenGamma: "2.0";
    /// The distribution of the logarithm of a gamma variable of shape c.
    loggamma(c = 1.0) of generalized::LogGamma: "-0.5772156649015329";
    /// The exponentiated distribution of Weibull: distribution function (1 - e^-x^c)^a.
    exponweib(a = 2.0, c = 1.0) of generalized::ExponWeib: "1.5000000000000004";
    /// The generalized logistic distribution: distribution function (1 + e^-x)^-c.
    genlogistic(c = 1.0) of logistics::GenLogistic: "0.0";
    /// Laplace's distribution with the rates kappa above zero and 1/kappa below.
    laplace_asymmetric(kappa = 2.0) of logistics::LaplaceAsymmetric: "-1.5";
    /// Gompertz's distribution of shape c: survival function e^(-c (e^x - 1)).
    gompertz(c = 1.0) of logistics::Gompertz: "0.5963473623231941";
    /// Johnson's unbounded distribution: a + b arcsinh(x) is normal.
    johnsonsu(a = 0.0, b = 1.0) of transformed::JohnsonSU: "0.0";
    /// Johnson's bounded distribution: a + b logit(x) is normal.
    johnsonsb(a = 1.0, b = 2.0) of transformed::JohnsonSB: "0.38402394893465525";
    /// The distribution of the smallest of c normal variables.
    powernorm(c = 2.0) of smallest::PowerNorm: "-0.5641895835477563";
    /// The distribution of the smallest of c variables whose logarithms are normal with the deviation s.
    powerlognorm(c = 2.0, s = 0.5) of smallest::PowerLogNorm: "0.8200296315061485";
    /// The distribution of fatigue life of shape c: (sqrt(x) - 1/sqrt(x))/c is normal.
    fatiguelife(c = 2.0) of transformed::FatigueLife: "3.0";
    /// The skewed normal distribution of shape a: density twice the normal one times the normal area up to a x.
    skewnorm(a = 1.0) of folded::SkewNorm: "0.5641895835477563";
    /// The distribution of the absolute value of a normal variable of mean c.
    foldnorm(c = 1.0) of folded::FoldNorm: "1.1666309411753728";
    /// The noncentral chi-square distribution with df degrees of freedom and noncentrality nc.
    ncx2(df = 3.0, nc = 2.0) of noncentral::NoncentralChiSquare: "5.0";
    /// The distribution of alpha, of shape a: of the inverse of a normal variable of mean a that is positive.
    alpha(a = 2.0) of inverses::Alpha: "inf";
    /// The distribution of Argus of shape chi: density in proportion to x sqrt(1 - x^2) e^(-chi^2 (1 - x^2)/2).
    argus(chi = 1.0) of interval::Argus: "0.6187026683551833";
    /// Burr's distribution of the third type: distribution function (1 + x^-c)^-d.
    burr(c = 2.0, d = 1.0) of inverses::Burr: "1.5707963267948968";
    /// The distribution of the Crystal Ball collaboration: normal above -beta, and below it a tail of the power m.
    crystalball(beta = 1.0, m = 3.0) of truncated::CrystalBall: "-1.0046107995585543";
    /// The exponential power distribution of shape b: survival function e^(1 - e^(x^b)).
    exponpow(b = 1.0) of survival::ExponPow: "0.5963473623231941";
    /// The distribution of the absolute value of a variable of Cauchy's that lies about c.
    foldcauchy(c = 1.0) of folded::FoldCauchy: "inf";
    /// The generalized exponential distribution: of the rate a + b (1 - e^(-c x)).
    genexpon(a = 1.0, b = 2.0, c = 3.0) of survival::GenExpon: "0.47386702052733803";
    /// The generalized half-logistic distribution of shape c.
    genhalflogistic(c = 1.0) of kappa::GenHalfLogistic: "0.6137056388801096";
    /// The skewed distribution of Student of Jones and Faddy.
    jf_skew_t(a = 3.0, b = 3.0) of skewed::JonesFaddySkewT: "0.0";
    /// Kappa's distribution of three parameters: distribution function x (a + x^a)^(-1/a).
    kappa3(a = 2.0) of inverses::Kappa3: "1.4142135623730951";
    /// Kappa's distribution of four parameters: distribution function (1 - h (1 - k x)^(1/k))^(1/h).
    kappa4(h = 0.5, k = 0.5) of kappa::Kappa4: "0.4915055334686986";
    /// The Gauss hypergeometric distribution: density in proportion to x^(a - 1) (1 - x)^(b - 1) (1 + z x)^-c.
    gausshyper(a = 1.0, b = 1.0, c = 0.0, z = 1.0) of gauss_hypergeometric::GaussHyper: "0.49999999999999983";
    /// Mielke's distribution: Burr's of the third type of shapes s and k/s.
    mielke(k = 2.0, s = 2.0) of inverses::Mielke: "1.5707963267948968";
    /// The noncentral F distribution with dfn and dfd degrees of freedom and noncentrality nc.
    ncf(dfn = 2.0, dfd = 4.0, nc = 1.0) of noncentral::NoncentralF: "3.0";
    /// The noncentral distribution of Student with df degrees of freedom and noncentrality nc.
    nct(df = 4.0, nc = 1.0) of noncentral::NoncentralT: "1.2533141373155003";
    /// Pearson's distribution of the third type: a gamma variable of mean zero and variance one.
    pearson3(skew = 1.0) of pearson::Pearson3: "0.0";
    /// The distribution of a coordinate of a point on a sphere in c + 1 dimensions.
    rdist(c = 2.0) of interval::RDist: "0.0";
    /// The distribution of the inverse of an inverse Gaussian variable of mean mu.
    recipinvgauss(mu = 2.0) of inverses::RecipInvGauss: "1.5";
    /// The distribution of Rice: of the length of a vector of two normal variables that lies about b.
    rice(b = 0.0) of noncentral::Rice: "1.2533141373155001";
    /// The skewed distribution of Cauchy: of the scale 1 - a below zero and 1 + a above.
    skewcauchy(a = 0.5) of folded::SkewCauchy: "nan";
    /// The distribution of density in proportion to a trapezoid, which rises to c and falls from d on.
    trapezoid(c = 0.25, d = 0.75) of interval::Trapezoid: "0.5";
    /// Pareto's distribution of shape b between one and c.
    truncpareto(b = 1.0, c = 2.0) of truncated::TruncPareto: "1.3862943611198906";
    /// Weibull's distribution of shape c between a and b.
    truncweibull_min(c = 1.0, a = 0.0, b = 1.0) of truncated::TruncWeibullMin: "0.4180232931306736";
    /// Tukey's distribution, whose quantile of p is (p^lam - (1 - p)^lam)/lam.
    tukeylambda(lam = 0.5) of kappa::TukeyLambda: "0.0";
    /// Cauchy's distribution wrapped on the circle.
    wrapcauchy(c = 0.5) of circular::WrapCauchy: "3.141592653589793";
    /// Bradford's distribution of shape c: density in proportion to 1/(1 + c x) from zero to one.
    bradford(c = 1.0) of interval::Bradford: "0.4426950408889634";
    /// The distribution of von Mises of concentration kappa, of angles.
    vonmises(kappa = 1.0) of circular::VonMises: "0.0";
    /// The distribution of von Mises of concentration kappa from -pi to pi.
    vonmises_line(kappa = 1.0) of circular::VonMisesLine: "0.0";
    /// The generalized inverse Gaussian distribution: density in proportion to x^(p - 1) e^(-b (x + 1/x)/2).
    geninvgauss(p = 0.5, b = 1.0) of hyperbolic::GenInvGauss: "2.000000000000001";
    /// The generalized hyperbolic distribution: a mixture of normal ones by the generalized inverse Gaussian one.
    genhyperbolic(p = 1.0, a = 2.0, b = 0.0) of hyperbolic::GenHyperbolic: "0.0";
    /// The mixture of normal distributions by the inverse Gaussian one, of shapes a and b.
    norminvgauss(a = 2.0, b = 0.0) of hyperbolic::NormInvGauss: "0.0";
    /// The relativistic distribution of Breit and Wigner of the mass of a resonance, in widths.
    rel_breitwigner(rho = 1.0) of particles::RelBreitWigner: "0.965391379358374";
    /// The distribution of Irwin and Hall: of a sum of n uniform variables.
    irwinhall(n = 4.0) of sums::IrwinHall: "2.0";
    /// Smirnov's distribution of the greatest distance to one side of an empirical distribution of n samples.
    ksone(n = 1.0) of kolmogorov::KsOne: "0.49999999999999983";
    /// The distribution of the studentized range, of k normal variables and df degrees of freedom.
    studentized_range(k = 3.0, df = 10.0) of studentized::StudentizedRange: "1.8342745127927935";
    /// The double Pareto lognormal distribution: of e^(u + s y + v/a - w/b) of a normal y and exponential v and w.
    dpareto_lognorm(u = 0.0, s = 1.0, a = 3.0, b = 2.0) of double_pareto::DParetoLogNorm: "1.6487212707001282";
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
    /// The negative hypergeometric distribution: how many of `good` are drawn from `total` before the `failures`-th
    /// other one.
    nhypergeom(total = 20.0, good = 7.0, failures = 12.0) of mixtures::NHyperGeom: "6.0";
    /// Fisher's noncentral hypergeometric distribution: how many of `draws` from `total` are among the `good` ones, of
    /// other odds; the draws of both kinds are independent, and their sum is known.
    nchypergeom_fisher(total = 20.0, good = 5.0, draws = 8.0, odds = 1.0) of noncentral_counts::FisherHyperGeom: "2.0";
    /// Wallenius's noncentral hypergeometric distribution: the same of draws one after another.
    nchypergeom_wallenius(total = 2.0, good = 1.0, draws = 1.0, odds = 3.0) of noncentral_counts::WalleniusHyperGeom: "0.7499999999999998";
    /// The uniform distribution of the integers from low on, below high.
    randint(low = 1.0, high = 7.0) of geometric::RandInt: "3.5";
    /// Planck's distribution of rate lambda: probabilities in proportion to e^(-lambda k).
    planck(lambda = 1.0) of geometric::Planck: "0.5819767068693263";
    /// Boltzmann's distribution of rate lambda: Planck's, of the numbers below a count.
    boltzmann(lambda = 1.0, count = 1.0) of geometric::Boltzmann: "0.0";
    /// The zeta distribution: probabilities in proportion to k^-a from one on.
    zipf(a = 3.0) of geometric::Zipf: "1.368432777620206";
    /// The logarithmic distribution: probabilities in proportion to p^k/k from one on.
    logser(p = 0.5) of mixtures::LogSer: "1.4426950408889634";
    /// The distribution of Yule and Simon: probabilities alpha B(k, alpha + 1) from one on.
    yulesimon(alpha = 2.0) of mixtures::YuleSimon: "2.0";
    /// The discrete distribution of Laplace: probabilities in proportion to e^(-a |k|).
    dlaplace(a = 1.0) of mixtures::DLaplace: "0.0";
    /// Skellam's distribution: of the difference of two variables of Poisson's of the means first and second.
    skellam(first = 3.0, second = 1.0) of mixtures::Skellam: "2.0";
    /// The binomial distribution of n trials whose probability is a beta variable of shapes a and b.
    betabinom(n = 4.0, a = 1.0, b = 3.0) of mixtures::BetaBinom: "1.0";
    /// Zipf's distribution: probabilities in proportion to k^-a from one to a count.
    zipfian(a = 0.0, count = 9.0) of power_counts::Zipfian: "5.0";
    /// The negative binomial distribution of n successes whose probability is a beta variable of shapes a and b.
    betanbinom(n = 2.0, a = 3.0, b = 1.0) of power_counts::BetaNBinom: "1.0";
}
