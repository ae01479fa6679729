//! The exponential distribution and those that are functions of its variable.

use cuprust::random::Generator;
use cuprust_ir::Result;

use super::family::{EULER, Family, Start, factorial, from_zero};
use super::samples::{Moments, Sample};
use crate::stats::terms::Term;

/// The exponential distribution.
pub(crate) struct Expon;

impl Family for Expon {
    type Shapes = [Term; 0];
    const NAME: &'static str = "expon";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        -x
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        -(-x).expm1()
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        (-x).exp()
    }

    fn log_upper(x: &Term, _: &[Term; 0]) -> Term {
        -x
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        -(-p).log1p()
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        -q.log()
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        [1.0, 1.0, 2.0, 6.0].map(Term::from)
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        Term::from(factorial(order))
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from(1.0)
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        Term::from(generator.standard_exponential(size))
    }

    fn fit(sample: &Sample<'_>) -> Option<Result<Vec<f64>>> {
        Some(sample.above_least(false))
    }
}

/// Laplace's distribution: exponential to both sides.
pub(crate) struct Laplace;

impl Family for Laplace {
    type Shapes = [Term; 0];
    const NAME: &'static str = "laplace";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        (Term::from(f64::NEG_INFINITY), Term::from(f64::INFINITY))
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        -x.abs() - std::f64::consts::LN_2
    }

    fn density(x: &Term, _: &[Term; 0]) -> Term {
        (-x.abs()).exp() * 0.5
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        let tail = (-x.abs()).exp() * 0.5;
        x.gt(0.0).choose(1.0 - &tail, tail)
    }

    fn upper(x: &Term, shapes: &[Term; 0]) -> Term {
        Self::lower(&-x, shapes)
    }

    fn log_lower(x: &Term, _: &[Term; 0]) -> Term {
        let near = (-((-x.abs()).exp() * 0.5)).log1p();
        x.gt(0.0).choose(near, x - std::f64::consts::LN_2)
    }

    fn log_upper(x: &Term, shapes: &[Term; 0]) -> Term {
        Self::log_lower(&-x, shapes)
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        p.gt(0.5).choose(-((1.0 - p) * 2.0).log(), (p * 2.0).log())
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 0]) -> Term {
        -Self::quantile(q, shapes)
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        [0.0, 2.0, 0.0, 3.0].map(Term::from)
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        Term::from(if order % 2 == 1 { 0.0 } else { factorial(order) })
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from(std::f64::consts::LN_2 + 1.0)
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        Term::from(generator.laplace(0.0, 1.0, size))
    }

    fn start(sample: &Moments) -> Start {
        Start::centred(sample, vec![])
    }

    fn fit(sample: &Sample<'_>) -> Option<Result<Vec<f64>>> {
        Some(sample.laplace())
    }
}

/// Pareto's distribution, from one on.
pub(crate) struct Pareto;

impl Family for Pareto {
    type Shapes = [Term; 1];
    const NAME: &'static str = "pareto";
    const SHAPES: &'static [&'static str] = &["b"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(1.0), Term::from(f64::INFINITY))
    }

    fn log_density(x: &Term, [b]: &[Term; 1]) -> Term {
        b.log() - (b + 1.0) * x.log()
    }

    fn density(x: &Term, [b]: &[Term; 1]) -> Term {
        b * x.pow(-b - 1.0)
    }

    fn lower(x: &Term, [b]: &[Term; 1]) -> Term {
        -(-(b * x.log())).expm1()
    }

    fn upper(x: &Term, [b]: &[Term; 1]) -> Term {
        x.pow(-b)
    }

    fn log_upper(x: &Term, [b]: &[Term; 1]) -> Term {
        -(b * x.log())
    }

    fn quantile(p: &Term, [b]: &[Term; 1]) -> Term {
        (-(-p).log1p() / b).exp()
    }

    fn upper_quantile(q: &Term, [b]: &[Term; 1]) -> Term {
        q.pow(-1.0 / b)
    }

    fn statistics([b]: &[Term; 1]) -> [Term; 4] {
        let mean = b.gt(1.0).choose(b / (b - 1.0), f64::INFINITY);
        let variance = b.gt(2.0).choose(b / (b - 2.0) / (b - 1.0).squared(), f64::INFINITY);
        let skewness = (b + 1.0) * 2.0 / (b - 3.0) * ((b - 2.0) / b).sqrt();
        let kurtosis = (((b + 1.0) * b - 6.0) * b - 2.0) * 6.0 / (b * (b - 3.0) * (b - 4.0));
        [mean, variance, b.gt(3.0).choose(skewness, f64::NAN), b.gt(4.0).choose(kurtosis, f64::NAN)]
    }

    fn raw_moment(order: u32, [b]: &[Term; 1]) -> Term {
        let n = f64::from(order);
        b.gt(n).choose(b / (b - n), f64::INFINITY)
    }

    fn entropy([b]: &[Term; 1]) -> Term {
        1.0 / b + 1.0 - b.log()
    }

    fn draw(generator: &Generator, size: &[i64], [b]: &[Term; 1]) -> Term {
        Term::from(b.argument().and_then(|b| generator.pareto(b, size))) + 1.0
    }

    fn start(sample: &Moments) -> Start {
        let scale = (sample.largest - sample.least).max(f64::MIN_POSITIVE);
        Start { shapes: vec![1.0], loc: sample.least - 1.01 * scale, scale }
    }

    fn fit(sample: &Sample<'_>) -> Option<Result<Vec<f64>>> {
        sample.pareto()
    }
}

/// Rayleigh's distribution: of the length of a vector of two normal variables.
pub(crate) struct Rayleigh;

impl Family for Rayleigh {
    type Shapes = [Term; 0];
    const NAME: &'static str = "rayleigh";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, x.log() - x.squared() * 0.5)
    }

    fn density(x: &Term, _: &[Term; 0]) -> Term {
        let value = x * (x.squared() * -0.5).exp();
        x.equals(f64::INFINITY).choose(0.0, value)
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        -(x.squared() * -0.5).expm1()
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        (x.squared() * -0.5).exp()
    }

    fn log_upper(x: &Term, _: &[Term; 0]) -> Term {
        x.squared() * -0.5
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        ((-p).log1p() * -2.0).sqrt()
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        (q.log() * -2.0).sqrt()
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        let pi = std::f64::consts::PI;
        let rest = 4.0 - pi;
        let skewness = 2.0 * (pi - 3.0) * pi.sqrt() / rest.powf(1.5);
        [std::f64::consts::FRAC_PI_2.sqrt(), rest / 2.0, skewness, 6.0 * pi / rest - 16.0 / (rest * rest)]
            .map(Term::from)
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        let half = 0.5 * f64::from(order);
        Term::from(half + 1.0).gamma() * 2f64.powf(half)
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from(0.5 * EULER + 1.0 - 0.5 * std::f64::consts::LN_2)
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        Term::from(generator.rayleigh(1.0, size))
    }

    fn fit(sample: &Sample<'_>) -> Option<Result<Vec<f64>>> {
        sample.rayleigh()
    }
}

/// The exponential distribution up to b.
pub(crate) struct TruncExpon;

impl Family for TruncExpon {
    type Shapes = [Term; 1];
    const NAME: &'static str = "truncexpon";
    const SHAPES: &'static [&'static str] = &["b"];

    fn valid([b]: &[Term; 1]) -> Term {
        b.gt(0.0)
    }

    fn support([b]: &[Term; 1]) -> (Term, Term) {
        (Term::from(0.0), b.clone())
    }

    fn log_density(x: &Term, [b]: &[Term; 1]) -> Term {
        -x - (-(-b).expm1()).log()
    }

    fn lower(x: &Term, [b]: &[Term; 1]) -> Term {
        (-x).expm1() / (-b).expm1()
    }

    fn upper(x: &Term, [b]: &[Term; 1]) -> Term {
        (-x).exp() * (x - b).expm1() / (-b).expm1()
    }

    fn quantile(p: &Term, [b]: &[Term; 1]) -> Term {
        -(p * (-b).expm1()).log1p()
    }

    fn upper_quantile(q: &Term, [b]: &[Term; 1]) -> Term {
        // e^-x = e^-b + q (1 - e^-b).
        let rest = (-b).exp();
        -(q + (1.0 - q) * rest).log()
    }

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        let [first, second, third, fourth] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, shapes));
        super::family::statistics_of_moments(first, second, third, fourth)
    }

    fn raw_moment(order: u32, [b]: &[Term; 1]) -> Term {
        let n = f64::from(order);
        crate::stats::terms::gammainc(n + 1.0, b) * factorial(order) / -(-b).expm1()
    }

    fn entropy([b]: &[Term; 1]) -> Term {
        let whole = -(-b).expm1();
        whole.log() + 1.0 - b * (-b).exp() / whole
    }
}
