//! The beta distribution, the F distribution, and others on an interval.

use cuprust::random::Generator;
use cuprust_ir::Result;

use super::family::{Family, Start, from_zero, rising_factorial, unit_interval};
use super::gamma::gamma_entropy;
use super::samples::{Moments, Sample};
use crate::stats::terms::{
    Term, beta_density, betainc, betaincc, betainccinv, betaincinv, f_density, fdtr, fdtrc, fdtri, log_beta_density,
    log_f_density, xlogy,
};

/// The beta distribution of shapes a and b.
pub(crate) struct Beta;

impl Family for Beta {
    type Shapes = [Term; 2];
    const NAME: &'static str = "beta";
    const SHAPES: &'static [&'static str] = &["a", "b"];

    fn support(_: &[Term; 2]) -> (Term, Term) {
        unit_interval()
    }

    fn log_density(x: &Term, [a, b]: &[Term; 2]) -> Term {
        log_beta_density(a, b, x)
    }

    fn density(x: &Term, [a, b]: &[Term; 2]) -> Term {
        beta_density(a, b, x)
    }

    fn lower(x: &Term, [a, b]: &[Term; 2]) -> Term {
        betainc(a, b, x)
    }

    fn upper(x: &Term, [a, b]: &[Term; 2]) -> Term {
        betaincc(a, b, x)
    }

    fn quantile(p: &Term, [a, b]: &[Term; 2]) -> Term {
        betaincinv(a, b, p)
    }

    fn upper_quantile(q: &Term, [a, b]: &[Term; 2]) -> Term {
        betainccinv(a, b, q)
    }

    fn statistics([a, b]: &[Term; 2]) -> [Term; 4] {
        let sum = a + b;
        let product = a * b;
        let variance = &product / sum.squared() / (&sum + 1.0);
        let skewness = (b - a) * 2.0 * (&sum + 1.0).sqrt() / (&sum + 2.0) / product.sqrt();
        let above = (a - b).squared() * (&sum + 1.0) - &product * (&sum + 2.0);
        let kurtosis = above * 6.0 / (&product * (&sum + 2.0) * (&sum + 3.0));
        [a / &sum, variance, skewness, kurtosis]
    }

    fn raw_moment(order: u32, [a, b]: &[Term; 2]) -> Term {
        let sum = a + b;
        (0..order).fold(Term::from(1.0), |product, i| product * ((a + f64::from(i)) / (&sum + f64::from(i))))
    }

    fn entropy([a, b]: &[Term; 2]) -> Term {
        let sum = a + b;
        gamma_entropy(a) + gamma_entropy(b) - gamma_entropy(&sum) - sum.digamma()
    }

    fn draw(generator: &Generator, size: &[i64], [a, b]: &[Term; 2]) -> Term {
        let drawn = a.argument().and_then(|a| generator.beta(a, b.argument()?, size));
        Term::from(drawn)
    }

    fn start(sample: &Moments) -> Start {
        Start::within(sample, vec![1.5, 1.5])
    }
}

/// The F distribution with dfn and dfd degrees of freedom.
pub(crate) struct F;

impl Family for F {
    type Shapes = [Term; 2];
    const NAME: &'static str = "f";
    const SHAPES: &'static [&'static str] = &["dfn", "dfd"];

    fn support(_: &[Term; 2]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [dfn, dfd]: &[Term; 2]) -> Term {
        log_f_density(dfn, dfd, x)
    }

    fn density(x: &Term, [dfn, dfd]: &[Term; 2]) -> Term {
        f_density(dfn, dfd, x)
    }

    fn lower(x: &Term, [dfn, dfd]: &[Term; 2]) -> Term {
        fdtr(dfn, dfd, x)
    }

    fn upper(x: &Term, [dfn, dfd]: &[Term; 2]) -> Term {
        fdtrc(dfn, dfd, x)
    }

    fn quantile(p: &Term, [dfn, dfd]: &[Term; 2]) -> Term {
        fdtri(dfn, dfd, p)
    }

    fn upper_quantile(q: &Term, [dfn, dfd]: &[Term; 2]) -> Term {
        // The inverse of the variable has the degrees exchanged.
        1.0 / fdtri(dfd, dfn, q)
    }

    fn statistics([n, d]: &[Term; 2]) -> [Term; 4] {
        let sum = n + d - 2.0;
        let mean = d.gt(2.0).choose(d / (d - 2.0), f64::INFINITY);
        let variance = d.squared() * 2.0 * &sum / (n * (d - 2.0).squared() * (d - 4.0));
        let variance = d.gt(4.0).choose(variance, f64::INFINITY);
        let skewness = (n + &sum) / (d - 6.0) * ((d - 4.0) * 8.0 / (n * &sum)).sqrt();
        let skewness = d.gt(6.0).choose(skewness, f64::NAN);
        let kurtosis = ((d - 6.0) * skewness.squared() + 8.0) * 1.5 / (d - 8.0);
        [mean, variance, skewness, d.gt(8.0).choose(kurtosis, f64::NAN)]
    }

    fn raw_moment(order: u32, [n, d]: &[Term; 2]) -> Term {
        let (a, b) = (n * 0.5, d * 0.5);
        let product =
            (1..=order).fold(rising_factorial(&a, order), |product, i| product * (&b / &a) / (&b - f64::from(i)));
        b.gt(f64::from(order)).choose(product, f64::INFINITY)
    }

    fn entropy([n, d]: &[Term; 2]) -> Term {
        let (a, b) = (n * 0.5, d * 0.5);
        let sum = &a + &b;
        let of_gammas = gamma_entropy(&a) + gamma_entropy(&b) - gamma_entropy(&sum);
        of_gammas + (sum.digamma() - b.digamma() * 2.0) + (d / n).log()
    }

    fn draw(generator: &Generator, size: &[i64], [n, d]: &[Term; 2]) -> Term {
        Term::from(n.argument().and_then(|n| generator.f(n, d.argument()?, size)))
    }
}

/// The uniform distribution from zero to one.
pub(crate) struct Uniform;

impl Family for Uniform {
    type Shapes = [Term; 0];
    const NAME: &'static str = "uniform";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        unit_interval()
    }

    fn log_density(_: &Term, _: &[Term; 0]) -> Term {
        Term::from(0.0)
    }

    fn density(_: &Term, _: &[Term; 0]) -> Term {
        Term::from(1.0)
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        x.clone()
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        1.0 - x
    }

    fn log_lower(x: &Term, _: &[Term; 0]) -> Term {
        x.log()
    }

    fn log_upper(x: &Term, _: &[Term; 0]) -> Term {
        (-x).log1p()
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        p.clone()
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        1.0 - q
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        [0.5, 1.0 / 12.0, 0.0, -1.2].map(Term::from)
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        Term::from(1.0 / (f64::from(order) + 1.0))
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from(0.0)
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        Term::from(generator.random(size))
    }

    fn fit(sample: &Sample<'_>) -> Option<Result<Vec<f64>>> {
        Some(sample.uniform())
    }
}

/// The power distribution: `a - 1` is the exponent of its density.
pub(crate) struct PowerLaw;

impl Family for PowerLaw {
    type Shapes = [Term; 1];
    const NAME: &'static str = "powerlaw";
    const SHAPES: &'static [&'static str] = &["a"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        unit_interval()
    }

    fn log_density(x: &Term, [a]: &[Term; 1]) -> Term {
        // SciPy's density at zero, where there is a pole for a below one.
        (x.equals(0.0) & a.lt(1.0)).choose(f64::NEG_INFINITY, a.log() + xlogy(a - 1.0, x))
    }

    fn density(x: &Term, [a]: &[Term; 1]) -> Term {
        (x.equals(0.0) & a.lt(1.0)).choose(0.0, a * x.pow(a - 1.0))
    }

    fn lower(x: &Term, [a]: &[Term; 1]) -> Term {
        x.pow(a)
    }

    fn upper(x: &Term, [a]: &[Term; 1]) -> Term {
        -(x.log() * a).expm1()
    }

    fn log_lower(x: &Term, [a]: &[Term; 1]) -> Term {
        x.log() * a
    }

    fn quantile(p: &Term, [a]: &[Term; 1]) -> Term {
        p.pow(1.0 / a)
    }

    fn upper_quantile(q: &Term, [a]: &[Term; 1]) -> Term {
        ((-q).log1p() / a).exp()
    }

    fn statistics([a]: &[Term; 1]) -> [Term; 4] {
        let mean = a / (a + 1.0);
        let variance = a / (a + 2.0) / (a + 1.0).squared();
        let skewness = (1.0 - a) / (a + 3.0) * 2.0 * ((a + 2.0) / a).sqrt();
        let above = (((a - 1.0) * a - 6.0) * a + 2.0) * 6.0;
        [mean, variance, skewness, above / (a * (a + 3.0) * (a + 4.0))]
    }

    fn raw_moment(order: u32, [a]: &[Term; 1]) -> Term {
        a / (a + f64::from(order))
    }

    fn entropy([a]: &[Term; 1]) -> Term {
        1.0 - 1.0 / a - a.log()
    }

    fn draw(generator: &Generator, size: &[i64], [a]: &[Term; 1]) -> Term {
        Term::from(a.argument().and_then(|a| generator.power(a, size)))
    }

    fn start(sample: &Moments) -> Start {
        Start::within(sample, vec![1.0])
    }
}

/// The triangular distribution with its mode at c.
pub(crate) struct Triang;

impl Family for Triang {
    type Shapes = [Term; 1];
    const NAME: &'static str = "triang";
    const SHAPES: &'static [&'static str] = &["c"];

    fn valid([c]: &[Term; 1]) -> Term {
        c.ge(0.0) & c.le(1.0)
    }

    fn support(_: &[Term; 1]) -> (Term, Term) {
        unit_interval()
    }

    fn log_density(x: &Term, shapes: &[Term; 1]) -> Term {
        Self::density(x, shapes).log()
    }

    fn density(x: &Term, [c]: &[Term; 1]) -> Term {
        // Where the mode is an end, one side is empty.
        let falling = c.equals(1.0).choose(x * 2.0, (1.0 - x) / (1.0 - c) * 2.0);
        x.lt(c).choose(x / c * 2.0, falling)
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        let falling = c.equals(1.0).choose(x.squared(), (x * (2.0 - x) - c) / (1.0 - c));
        x.lt(c).choose(x.squared() / c, falling)
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        let rising = c.equals(1.0).choose((1.0 - x) * (x + 1.0), 1.0 - x.squared() / c);
        x.lt(c).choose(rising, (1.0 - x).squared() / (1.0 - c))
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        p.lt(c).choose((p * c).sqrt(), 1.0 - ((1.0 - c) * (1.0 - p)).sqrt())
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        (1.0 - q).lt(c).choose(((1.0 - q) * c).sqrt(), 1.0 - ((1.0 - c) * q).sqrt())
    }

    fn statistics([c]: &[Term; 1]) -> [Term; 4] {
        let square = 1.0 - c + c.squared();
        let skewness = (c * 2.0 - 1.0) * (c + 1.0) * (c - 2.0) * (std::f64::consts::SQRT_2 / 5.0);
        let skewness = skewness / (&square * square.sqrt());
        [(c + 1.0) / 3.0, square / 18.0, skewness, Term::from(-0.6)]
    }

    fn raw_moment(order: u32, [c]: &[Term; 1]) -> Term {
        // 2 (1 + c + .. + c^n)/((n + 1) (n + 2)).
        let sum = (0..order).fold(Term::from(1.0), |sum, _| sum * c + 1.0);
        sum * (2.0 / (f64::from(order + 1) * f64::from(order + 2)))
    }

    fn entropy([c]: &[Term; 1]) -> Term {
        // It does not depend on the mode, which only has to be valid.
        c * 0.0 + (0.5 - std::f64::consts::LN_2)
    }

    fn start(sample: &Moments) -> Start {
        Start::within(sample, vec![0.5])
    }
}

/// The distribution between a and b of a variable whose logarithm is uniform.
pub(crate) struct LogUniform;

impl LogUniform {
    /// log(b/a).
    fn width([a, b]: &[Term; 2]) -> Term {
        b.log() - a.log()
    }
}

impl Family for LogUniform {
    type Shapes = [Term; 2];
    const NAME: &'static str = "loguniform";
    const SHAPES: &'static [&'static str] = &["a", "b"];

    fn valid([a, b]: &[Term; 2]) -> Term {
        a.gt(0.0) & a.lt(b)
    }

    fn support([a, b]: &[Term; 2]) -> (Term, Term) {
        (a.clone(), b.clone())
    }

    fn log_density(x: &Term, shapes: &[Term; 2]) -> Term {
        -x.log() - Self::width(shapes).log()
    }

    fn density(x: &Term, shapes: &[Term; 2]) -> Term {
        1.0 / (x * Self::width(shapes))
    }

    fn lower(x: &Term, shapes: &[Term; 2]) -> Term {
        (x.log() - shapes[0].log()) / Self::width(shapes)
    }

    fn upper(x: &Term, shapes: &[Term; 2]) -> Term {
        (shapes[1].log() - x.log()) / Self::width(shapes)
    }

    fn quantile(p: &Term, shapes: &[Term; 2]) -> Term {
        (shapes[0].log() + p * Self::width(shapes)).exp()
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 2]) -> Term {
        (shapes[1].log() - q * Self::width(shapes)).exp()
    }

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        let [first, second, third, fourth] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, shapes));
        super::family::statistics_of_moments(first, second, third, fourth)
    }

    fn raw_moment(order: u32, shapes: &[Term; 2]) -> Term {
        let [a, _] = shapes;
        let (width, n) = (Self::width(shapes), f64::from(order));
        // (b^n - a^n)/n over the width.
        (a.log() * n).exp() * (&width * n).expm1() / n / width
    }

    fn entropy(shapes: &[Term; 2]) -> Term {
        let [a, b] = shapes;
        (a.log() + b.log()) * 0.5 + Self::width(shapes).log()
    }

    fn start(sample: &Moments) -> Start {
        let least = sample.least.max(1e-3 * sample.largest.abs()).max(f64::MIN_POSITIVE);
        Start { shapes: vec![0.99 * least, 1.01 * sample.largest.max(2.0 * least)], loc: 0.0, scale: 1.0 }
    }
}
