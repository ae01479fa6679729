//! The gamma distribution and those of its powers.

use cuprust::random::Generator;

use super::family::{EULER, Family, HALF_LOG_TAU, Start, factorial, from_zero, odd_factorial, rising_factorial};
use super::samples::Moments;
use crate::stats::terms::{
    Term, gamma_density, gammainc, gammaincc, gammainccinv, gammaincinv, log_gamma_density, poch,
};

/// The entropy of the gamma distribution of a shape.
pub(crate) fn gamma_entropy(a: &Term) -> Term {
    let plain = a + a.gammaln() + (1.0 - a) * a.digamma();
    // The expansion for large shapes.
    let inverse = 1.0 / a;
    let series = [-1.0 / 3.0, -1.0 / 12.0, -1.0 / 90.0, 1.0 / 120.0];
    let series = series.iter().rev().fold(Term::from(0.0), |sum, &each| (sum + each) * &inverse);
    a.gt(200.0).choose(series + a.log() * 0.5 + (HALF_LOG_TAU + 0.5), plain)
}

/// The raw moment of an order that may be negative or no whole number.
fn gamma_moment(a: &Term, order: f64) -> Term {
    poch(a, order)
}

/// Random variates of the gamma distribution of a shape.
fn gammas(generator: &Generator, size: &[i64], a: &Term) -> Term {
    Term::from(a.argument().and_then(|a| generator.standard_gamma(a, size)))
}

/// Where the search for the shape of a gamma distribution begins, from the skewness 2/sqrt(a).
fn gamma_start(sample: &Moments) -> (f64, Start) {
    let skewness = sample.skewness.max(0.05);
    let a = 4.0 / (skewness * skewness);
    let scale = (sample.deviation / a.sqrt()).max(f64::MIN_POSITIVE);
    let loc = (sample.mean - a * scale).min(sample.least - 1e-3 * sample.deviation);
    (a, Start { shapes: vec![a], loc, scale })
}

/// The gamma distribution of shape a.
pub(crate) struct Gamma;

impl Family for Gamma {
    type Shapes = [Term; 1];
    const NAME: &'static str = "gamma";
    const SHAPES: &'static [&'static str] = &["a"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [a]: &[Term; 1]) -> Term {
        log_gamma_density(a, x)
    }

    fn density(x: &Term, [a]: &[Term; 1]) -> Term {
        gamma_density(a, x)
    }

    fn lower(x: &Term, [a]: &[Term; 1]) -> Term {
        gammainc(a, x)
    }

    fn upper(x: &Term, [a]: &[Term; 1]) -> Term {
        gammaincc(a, x)
    }

    fn quantile(p: &Term, [a]: &[Term; 1]) -> Term {
        gammaincinv(a, p)
    }

    fn upper_quantile(q: &Term, [a]: &[Term; 1]) -> Term {
        gammainccinv(a, q)
    }

    fn statistics([a]: &[Term; 1]) -> [Term; 4] {
        [a.clone(), a.clone(), 2.0 / a.sqrt(), 6.0 / a]
    }

    fn raw_moment(order: u32, [a]: &[Term; 1]) -> Term {
        rising_factorial(a, order)
    }

    fn entropy([a]: &[Term; 1]) -> Term {
        gamma_entropy(a)
    }

    fn draw(generator: &Generator, size: &[i64], [a]: &[Term; 1]) -> Term {
        gammas(generator, size, a)
    }

    fn start(sample: &Moments) -> Start {
        gamma_start(sample).1
    }
}

/// Erlang's distribution: the gamma distribution, whose shape is to be a whole number.
pub(crate) struct Erlang;

impl Family for Erlang {
    type Shapes = [Term; 1];
    const NAME: &'static str = "erlang";
    const SHAPES: &'static [&'static str] = &["a"];

    fn support(shapes: &[Term; 1]) -> (Term, Term) {
        Gamma::support(shapes)
    }

    fn log_density(x: &Term, shapes: &[Term; 1]) -> Term {
        Gamma::log_density(x, shapes)
    }

    fn density(x: &Term, shapes: &[Term; 1]) -> Term {
        Gamma::density(x, shapes)
    }

    fn lower(x: &Term, shapes: &[Term; 1]) -> Term {
        Gamma::lower(x, shapes)
    }

    fn upper(x: &Term, shapes: &[Term; 1]) -> Term {
        Gamma::upper(x, shapes)
    }

    fn quantile(p: &Term, shapes: &[Term; 1]) -> Term {
        Gamma::quantile(p, shapes)
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 1]) -> Term {
        Gamma::upper_quantile(q, shapes)
    }

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        Gamma::statistics(shapes)
    }

    fn raw_moment(order: u32, shapes: &[Term; 1]) -> Term {
        Gamma::raw_moment(order, shapes)
    }

    fn entropy(shapes: &[Term; 1]) -> Term {
        Gamma::entropy(shapes)
    }

    fn draw(generator: &Generator, size: &[i64], shapes: &[Term; 1]) -> Term {
        Gamma::draw(generator, size, shapes)
    }

    fn start(sample: &Moments) -> Start {
        Gamma::start(sample)
    }
}

/// The chi-square distribution with df degrees of freedom: twice a gamma variable.
pub(crate) struct ChiSquare;

impl Family for ChiSquare {
    type Shapes = [Term; 1];
    const NAME: &'static str = "chi2";
    const SHAPES: &'static [&'static str] = &["df"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [df]: &[Term; 1]) -> Term {
        log_gamma_density(df * 0.5, x * 0.5) - std::f64::consts::LN_2
    }

    fn density(x: &Term, [df]: &[Term; 1]) -> Term {
        gamma_density(df * 0.5, x * 0.5) * 0.5
    }

    fn lower(x: &Term, [df]: &[Term; 1]) -> Term {
        gammainc(df * 0.5, x * 0.5)
    }

    fn upper(x: &Term, [df]: &[Term; 1]) -> Term {
        gammaincc(df * 0.5, x * 0.5)
    }

    fn quantile(p: &Term, [df]: &[Term; 1]) -> Term {
        gammaincinv(df * 0.5, p) * 2.0
    }

    fn upper_quantile(q: &Term, [df]: &[Term; 1]) -> Term {
        gammainccinv(df * 0.5, q) * 2.0
    }

    fn statistics([df]: &[Term; 1]) -> [Term; 4] {
        [df.clone(), df * 2.0, (8.0 / df).sqrt(), 12.0 / df]
    }

    fn raw_moment(order: u32, [df]: &[Term; 1]) -> Term {
        rising_factorial(&(df * 0.5), order) * 2f64.powi(order as i32)
    }

    fn entropy([df]: &[Term; 1]) -> Term {
        gamma_entropy(&(df * 0.5)) + std::f64::consts::LN_2
    }

    fn draw(generator: &Generator, size: &[i64], [df]: &[Term; 1]) -> Term {
        gammas(generator, size, &(df * 0.5)) * 2.0
    }

    fn start(sample: &Moments) -> Start {
        let (a, start) = gamma_start(sample);
        Start { shapes: vec![2.0 * a], scale: 0.5 * start.scale, ..start }
    }
}

/// Below this number squares lose digits, and their exponentials are one.
const SMALL: f64 = 1e-100;

/// The chi distribution with df degrees of freedom: the root of a chi-square variable.
pub(crate) struct Chi;

impl Chi {
    /// The logarithm of the density of an x below [`SMALL`], but not of zero.
    fn log_density_of_small(x: &Term, df: &Term) -> Term {
        let half = df * 0.5;
        (df - 1.0) * x.log() - (&half - 1.0) * std::f64::consts::LN_2 - half.gammaln()
    }
}

impl Family for Chi {
    type Shapes = [Term; 1];
    const NAME: &'static str = "chi";
    const SHAPES: &'static [&'static str] = &["df"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [df]: &[Term; 1]) -> Term {
        let value = log_gamma_density(df * 0.5, x.squared() * 0.5) + x.log();
        let value = x.lt(SMALL).choose(Self::log_density_of_small(x, df), value);
        // At zero the density of the square does not say that of the root.
        let at_zero = df.equals(1.0).choose(-(HALF_LOG_TAU - std::f64::consts::LN_2), f64::NEG_INFINITY);
        let value = x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value);
        x.equals(0.0).choose(df.lt(1.0).choose(f64::INFINITY, at_zero), value)
    }

    fn lower(x: &Term, [df]: &[Term; 1]) -> Term {
        gammainc(df * 0.5, x.squared() * 0.5)
    }

    fn upper(x: &Term, [df]: &[Term; 1]) -> Term {
        gammaincc(df * 0.5, x.squared() * 0.5)
    }

    fn quantile(p: &Term, [df]: &[Term; 1]) -> Term {
        (gammaincinv(df * 0.5, p) * 2.0).sqrt()
    }

    fn upper_quantile(q: &Term, [df]: &[Term; 1]) -> Term {
        (gammainccinv(df * 0.5, q) * 2.0).sqrt()
    }

    fn statistics([df]: &[Term; 1]) -> [Term; 4] {
        let mean = poch(df * 0.5, 0.5) * std::f64::consts::SQRT_2;
        let variance = df - mean.squared();
        let skewness = (&mean * 2.0 * mean.squared() + &mean * (1.0 - df * 2.0)) / variance.pow(1.5);
        let kurtosis = df * 2.0 * (1.0 - df) - mean.squared().squared() * 6.0 + mean.squared() * 4.0 * (df * 2.0 - 1.0);
        let kurtosis = kurtosis / variance.squared();
        [mean, variance, skewness, kurtosis]
    }

    fn raw_moment(order: u32, [df]: &[Term; 1]) -> Term {
        gamma_moment(&(df * 0.5), 0.5 * f64::from(order)) * 2f64.powf(0.5 * f64::from(order))
    }

    fn entropy([df]: &[Term; 1]) -> Term {
        let half = df * 0.5;
        // The root's derivative is 1/(2 sqrt(y)): the entropy of y less the mean of log(2 sqrt(y)).
        gamma_entropy(&half) - half.digamma() * 0.5 - 0.5 * std::f64::consts::LN_2
    }

    fn draw(generator: &Generator, size: &[i64], [df]: &[Term; 1]) -> Term {
        (gammas(generator, size, &(df * 0.5)) * 2.0).sqrt()
    }
}

/// Nakagami's distribution of shape nu.
pub(crate) struct Nakagami;

impl Family for Nakagami {
    type Shapes = [Term; 1];
    const NAME: &'static str = "nakagami";
    const SHAPES: &'static [&'static str] = &["nu"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [nu]: &[Term; 1]) -> Term {
        let value = log_gamma_density(nu, nu * x.squared()) + (nu * x * 2.0).log();
        let root = (nu * 2.0).sqrt();
        let small = Chi::log_density_of_small(&(x * &root), &(nu * 2.0)) + root.log();
        let value = x.lt(SMALL).choose(small, value);
        let at_zero = nu.equals(0.5).choose(-(HALF_LOG_TAU - std::f64::consts::LN_2), f64::NEG_INFINITY);
        let value = x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value);
        x.equals(0.0).choose(nu.lt(0.5).choose(f64::INFINITY, at_zero), value)
    }

    fn lower(x: &Term, [nu]: &[Term; 1]) -> Term {
        gammainc(nu, nu * x.squared())
    }

    fn upper(x: &Term, [nu]: &[Term; 1]) -> Term {
        gammaincc(nu, nu * x.squared())
    }

    fn quantile(p: &Term, [nu]: &[Term; 1]) -> Term {
        (gammaincinv(nu, p) / nu).sqrt()
    }

    fn upper_quantile(q: &Term, [nu]: &[Term; 1]) -> Term {
        (gammainccinv(nu, q) / nu).sqrt()
    }

    fn statistics([nu]: &[Term; 1]) -> [Term; 4] {
        let mean = poch(nu, 0.5) / nu.sqrt();
        let square = mean.squared();
        let variance = 1.0 - &square;
        let skewness = &mean * (1.0 - nu * 4.0 * &variance) * 0.5 / nu / variance.pow(1.5);
        let kurtosis = square.squared() * -6.0 * nu + (nu * 8.0 - 2.0) * &square - nu * 2.0 + 1.0;
        let kurtosis = kurtosis / nu / variance.squared();
        [mean, variance, skewness, kurtosis]
    }

    fn raw_moment(order: u32, [nu]: &[Term; 1]) -> Term {
        gamma_moment(nu, 0.5 * f64::from(order)) / nu.pow(0.5 * f64::from(order))
    }

    fn entropy([nu]: &[Term; 1]) -> Term {
        gamma_entropy(nu) - (nu.digamma() + nu.log()) * 0.5 - std::f64::consts::LN_2
    }

    fn draw(generator: &Generator, size: &[i64], [nu]: &[Term; 1]) -> Term {
        (gammas(generator, size, nu) / nu).sqrt()
    }
}

/// The distribution of the inverse of a gamma variable of shape a.
pub(crate) struct InvGamma;

impl Family for InvGamma {
    type Shapes = [Term; 1];
    const NAME: &'static str = "invgamma";
    const SHAPES: &'static [&'static str] = &["a"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [a]: &[Term; 1]) -> Term {
        let value = log_gamma_density(a, 1.0 / x) - x.log() * 2.0;
        (x.equals(0.0) | x.equals(f64::INFINITY)).choose(f64::NEG_INFINITY, value)
    }

    fn density(x: &Term, [a]: &[Term; 1]) -> Term {
        let value = gamma_density(a, 1.0 / x) / x / x;
        (x.equals(0.0) | x.equals(f64::INFINITY)).choose(0.0, value)
    }

    fn lower(x: &Term, [a]: &[Term; 1]) -> Term {
        gammaincc(a, 1.0 / x)
    }

    fn upper(x: &Term, [a]: &[Term; 1]) -> Term {
        gammainc(a, 1.0 / x)
    }

    fn quantile(p: &Term, [a]: &[Term; 1]) -> Term {
        1.0 / gammainccinv(a, p)
    }

    fn upper_quantile(q: &Term, [a]: &[Term; 1]) -> Term {
        1.0 / gammaincinv(a, q)
    }

    fn statistics([a]: &[Term; 1]) -> [Term; 4] {
        let mean = a.gt(1.0).choose(1.0 / (a - 1.0), f64::INFINITY);
        let variance = a.gt(2.0).choose(1.0 / (a - 1.0).squared() / (a - 2.0), f64::INFINITY);
        let skewness = a.gt(3.0).choose((a - 2.0).sqrt() * 4.0 / (a - 3.0), f64::NAN);
        let kurtosis = (a * 5.0 - 11.0) * 6.0 / (a - 3.0) / (a - 4.0);
        [mean, variance, skewness, a.gt(4.0).choose(kurtosis, f64::NAN)]
    }

    fn raw_moment(order: u32, [a]: &[Term; 1]) -> Term {
        let product = (1..=order).fold(Term::from(1.0), |product, i| product * (a - f64::from(i)));
        a.gt(f64::from(order)).choose(1.0 / product, f64::INFINITY)
    }

    fn entropy([a]: &[Term; 1]) -> Term {
        // The inverse's derivative is y^-2: the entropy of y less twice the mean of log(y).
        gamma_entropy(a) - a.digamma() * 2.0
    }

    fn draw(generator: &Generator, size: &[i64], [a]: &[Term; 1]) -> Term {
        1.0 / gammas(generator, size, a)
    }
}

/// Maxwell's distribution: of the length of a vector of three normal variables.
pub(crate) struct Maxwell;

impl Family for Maxwell {
    type Shapes = [Term; 0];
    const NAME: &'static str = "maxwell";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        let value = x.log() * 2.0 - x.squared() * 0.5 - (HALF_LOG_TAU - std::f64::consts::LN_2);
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn density(x: &Term, _: &[Term; 0]) -> Term {
        // The square may be infinite where the exponential is zero.
        let value = x * (x * (x.squared() * -0.5).exp()) * (2.0 / std::f64::consts::PI).sqrt();
        x.equals(f64::INFINITY).choose(0.0, value)
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        gammainc(1.5, x.squared() * 0.5)
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        gammaincc(1.5, x.squared() * 0.5)
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        (gammaincinv(1.5, p) * 2.0).sqrt()
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        (gammainccinv(1.5, q) * 2.0).sqrt()
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        let pi = std::f64::consts::PI;
        let val = 3.0 * pi - 8.0;
        let skewness = std::f64::consts::SQRT_2 * (32.0 - 10.0 * pi) / val.powf(1.5);
        let kurtosis = (-12.0 * pi * pi + 160.0 * pi - 384.0) / (val * val);
        [2.0 * (2.0 / pi).sqrt(), 3.0 - 8.0 / pi, skewness, kurtosis].map(Term::from)
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        Term::from(if order.is_multiple_of(2) {
            odd_factorial(order + 2)
        } else {
            let k = order / 2;
            2.0 * (2.0 / std::f64::consts::PI).sqrt() * 2f64.powi(k as i32) * factorial(k + 1)
        })
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from(EULER + HALF_LOG_TAU - 0.5)
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        (Term::from(generator.standard_gamma(1.5, size)) * 2.0).sqrt()
    }
}
