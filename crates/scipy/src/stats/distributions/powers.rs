//! Distributions whose tails are powers: Pareto's generalized one and Lomax's, the log-logistic one and Burr's,
//! Frechet's,
//! the beta one of the second kind, the log-Laplace one, and Levy's.

use cuprust::random::Generator;
use std::f64::consts::{LN_2, PI};

use super::family::{EULER, Family, HALF_LOG_TAU, Start, factorial, from_zero, mirrored, statistics_of_some_moments};
use super::samples::Moments;
use crate::stats::terms::{Term, betaln, fdtr, fdtrc, fdtri, xlogy};

/// Pareto's generalized distribution of any shape c.
pub(crate) struct GenPareto;

/// Minus the logarithm of the survival function.
fn pareto_depth(x: &Term, c: &Term) -> Term {
    c.equals(0.0).choose(x, (c * x).log1p() / c)
}

/// The number at a depth.
fn at_pareto_depth(depth: &Term, c: &Term) -> Term {
    c.equals(0.0).choose(depth, (c * depth).expm1() / c)
}

impl Family for GenPareto {
    type Shapes = [Term; 1];
    const NAME: &'static str = "genpareto";
    const SHAPES: &'static [&'static str] = &["c"];

    fn valid([c]: &[Term; 1]) -> Term {
        c.abs().lt(f64::INFINITY)
    }

    fn support([c]: &[Term; 1]) -> (Term, Term) {
        (Term::from(0.0), c.lt(0.0).choose(-1.0 / c, f64::INFINITY))
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        let depth = pareto_depth(x, c);
        // At the end of a finite support the density of c = -1 is one.
        c.equals(-1.0).choose(0.0, -(c + 1.0) * depth)
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        -(-pareto_depth(x, c)).expm1()
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        (-pareto_depth(x, c)).exp()
    }

    fn log_upper(x: &Term, [c]: &[Term; 1]) -> Term {
        -pareto_depth(x, c)
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        at_pareto_depth(&-(-p).log1p(), c)
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        at_pareto_depth(&-q.log(), c)
    }

    fn statistics([c]: &[Term; 1]) -> [Term; 4] {
        let [one, two, three, four] = [1.0, 2.0, 3.0, 4.0].map(|n| 1.0 - c * n);
        let mean = c.lt(1.0).choose(1.0 / &one, f64::INFINITY);
        let variance = c.lt(0.5).choose(1.0 / one.squared() / &two, f64::INFINITY);
        let skewness = (c + 1.0) * 2.0 * two.sqrt() / &three;
        let kurtosis = two * 3.0 * ((c * 2.0 + 1.0) * c + 3.0) / (&three * &four) - 3.0;
        [mean, variance, three.gt(0.0).choose(skewness, f64::NAN), four.gt(0.0).choose(kurtosis, f64::NAN)]
    }

    fn raw_moment(order: u32, [c]: &[Term; 1]) -> Term {
        let divisor = (1..=order).fold(Term::from(1.0), |product, k| product * (1.0 - c * f64::from(k)));
        c.lt(1.0 / f64::from(order)).choose(factorial(order) / divisor, f64::INFINITY)
    }

    fn entropy([c]: &[Term; 1]) -> Term {
        c + 1.0
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![0.1])
    }
}

/// Lomax's distribution of shape c: Pareto's, moved to zero.
pub(crate) struct Lomax;

impl Family for Lomax {
    type Shapes = [Term; 1];
    const NAME: &'static str = "lomax";
    const SHAPES: &'static [&'static str] = &["c"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        c.log() - (c + 1.0) * x.log1p()
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        -(-(c * x.log1p())).expm1()
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        (-(c * x.log1p())).exp()
    }

    fn log_upper(x: &Term, [c]: &[Term; 1]) -> Term {
        -(c * x.log1p())
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        (-(-p).log1p() / c).expm1()
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        (-q.log() / c).expm1()
    }

    fn statistics([c]: &[Term; 1]) -> [Term; 4] {
        let mean = c.gt(1.0).choose(1.0 / (c - 1.0), f64::INFINITY);
        let variance = c.gt(2.0).choose(c / (c - 2.0) / (c - 1.0).squared(), f64::INFINITY);
        let skewness = (c + 1.0) * 2.0 / (c - 3.0) * ((c - 2.0) / c).sqrt();
        let kurtosis = (((c + 1.0) * c - 6.0) * c - 2.0) * 6.0 / (c * (c - 3.0) * (c - 4.0));
        [mean, variance, c.gt(3.0).choose(skewness, f64::NAN), c.gt(4.0).choose(kurtosis, f64::NAN)]
    }

    fn raw_moment(order: u32, [c]: &[Term; 1]) -> Term {
        let divisor = (1..=order).fold(Term::from(1.0), |product, k| product * (c - f64::from(k)));
        c.gt(f64::from(order)).choose(factorial(order) / divisor, f64::INFINITY)
    }

    fn entropy([c]: &[Term; 1]) -> Term {
        1.0 / c + 1.0 - c.log()
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![3.0])
    }
}

/// The logarithm of 1 + x^c.
pub(crate) fn log_of_power(x: &Term, c: &Term) -> Term {
    -(-(c * x.log())).log_expit()
}

/// The log-logistic distribution of shape c, of Fisk.
pub(crate) struct Fisk;

impl Family for Fisk {
    type Shapes = [Term; 1];
    const NAME: &'static str = "fisk";
    const SHAPES: &'static [&'static str] = &["c"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        let value = c.log() + xlogy(c - 1.0, x) - log_of_power(x, c) * 2.0;
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        (c * x.log()).expit()
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        (-(c * x.log())).expit()
    }

    fn log_lower(x: &Term, [c]: &[Term; 1]) -> Term {
        (c * x.log()).log_expit()
    }

    fn log_upper(x: &Term, [c]: &[Term; 1]) -> Term {
        (-(c * x.log())).log_expit()
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        (p.logit() / c).exp()
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        (-q.logit() / c).exp()
    }

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        statistics_of_some_moments(|order| Self::raw_moment(order, shapes))
    }

    fn raw_moment(order: u32, [c]: &[Term; 1]) -> Term {
        let angle = f64::from(order) * PI / c;
        c.gt(f64::from(order)).choose(&angle / angle.sin(), f64::INFINITY)
    }

    fn entropy([c]: &[Term; 1]) -> Term {
        2.0 - c.log()
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![3.0])
    }
}

/// Burr's distribution of the twelfth type, of shapes c and d.
pub(crate) struct Burr12;

impl Burr12 {
    /// The number at a depth, minus the logarithm of the survival function.
    fn at_depth(depth: &Term, c: &Term, d: &Term) -> Term {
        (depth / d).expm1().pow(1.0 / c)
    }
}

impl Family for Burr12 {
    type Shapes = [Term; 2];
    const NAME: &'static str = "burr12";
    const SHAPES: &'static [&'static str] = &["c", "d"];

    fn support(_: &[Term; 2]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [c, d]: &[Term; 2]) -> Term {
        let value = c.log() + d.log() + xlogy(c - 1.0, x) - (d + 1.0) * log_of_power(x, c);
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [c, d]: &[Term; 2]) -> Term {
        -(-(d * log_of_power(x, c))).expm1()
    }

    fn upper(x: &Term, [c, d]: &[Term; 2]) -> Term {
        (-(d * log_of_power(x, c))).exp()
    }

    fn log_upper(x: &Term, [c, d]: &[Term; 2]) -> Term {
        -(d * log_of_power(x, c))
    }

    fn quantile(p: &Term, [c, d]: &[Term; 2]) -> Term {
        Self::at_depth(&-(-p).log1p(), c, d)
    }

    fn upper_quantile(q: &Term, [c, d]: &[Term; 2]) -> Term {
        Self::at_depth(&-q.log(), c, d)
    }

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        statistics_of_some_moments(|order| Self::raw_moment(order, shapes))
    }

    fn raw_moment(order: u32, [c, d]: &[Term; 2]) -> Term {
        let share = f64::from(order) / c;
        let value = d * betaln(d - &share, share + 1.0).exp();
        (c * d).gt(f64::from(order)).choose(value, f64::INFINITY)
    }

    fn entropy([c, d]: &[Term; 2]) -> Term {
        // The mean of log(x) is (psi(1) - psi(d))/c.
        let mean = -(d.digamma() + EULER) / c;
        1.0 / d + 1.0 - c.log() - d.log() - (c - 1.0) * mean
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![2.0, 2.0])
    }
}

/// Frechet's distribution of the largest of many, of shape c: of the inverse of a variable of Weibull's.
pub(crate) struct InvWeibull;

impl Family for InvWeibull {
    type Shapes = [Term; 1];
    const NAME: &'static str = "invweibull";
    const SHAPES: &'static [&'static str] = &["c"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        let value = c.log() - (c + 1.0) * x.log() - x.pow(-c);
        x.equals(0.0).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        (-x.pow(-c)).exp()
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        -(-x.pow(-c)).expm1()
    }

    fn log_lower(x: &Term, [c]: &[Term; 1]) -> Term {
        -x.pow(-c)
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        (-p.log()).pow(-1.0 / c)
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        (-(-q).log1p()).pow(-1.0 / c)
    }

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        statistics_of_some_moments(|order| Self::raw_moment(order, shapes))
    }

    fn raw_moment(order: u32, [c]: &[Term; 1]) -> Term {
        let n = f64::from(order);
        c.gt(n).choose((1.0 - n / c).gamma(), f64::INFINITY)
    }

    fn entropy([c]: &[Term; 1]) -> Term {
        EULER / c + (EULER + 1.0) - c.log()
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![3.0])
    }
}

/// The beta distribution of the second kind, of shapes a and b: of a quotient of gamma variables.
pub(crate) struct BetaPrime;

impl Family for BetaPrime {
    type Shapes = [Term; 2];
    const NAME: &'static str = "betaprime";
    const SHAPES: &'static [&'static str] = &["a", "b"];

    fn support(_: &[Term; 2]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [a, b]: &[Term; 2]) -> Term {
        let value = xlogy(a - 1.0, x) - (a + b) * x.log1p() - betaln(a, b);
        // SciPy's support does not have its ends.
        (x.equals(0.0) | x.equals(f64::INFINITY)).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [a, b]: &[Term; 2]) -> Term {
        fdtr(a * 2.0, b * 2.0, x * b / a)
    }

    fn upper(x: &Term, [a, b]: &[Term; 2]) -> Term {
        fdtrc(a * 2.0, b * 2.0, x * b / a)
    }

    fn quantile(p: &Term, [a, b]: &[Term; 2]) -> Term {
        fdtri(a * 2.0, b * 2.0, p) * a / b
    }

    fn upper_quantile(q: &Term, [a, b]: &[Term; 2]) -> Term {
        // The inverse of the variable is of the shapes exchanged.
        a / (fdtri(b * 2.0, a * 2.0, q) * b)
    }

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        statistics_of_some_moments(|order| Self::raw_moment(order, shapes))
    }

    fn raw_moment(order: u32, [a, b]: &[Term; 2]) -> Term {
        let value =
            (1..=order).fold(Term::from(1.0), |product, k| product * (a + f64::from(k - 1)) / (b - f64::from(k)));
        b.gt(f64::from(order)).choose(value, f64::INFINITY)
    }

    fn entropy([a, b]: &[Term; 2]) -> Term {
        let (first, second) = (a.digamma(), b.digamma());
        betaln(a, b) - (a - 1.0) * (first - &second) + (a + b) * ((a + b).digamma() - second)
    }

    fn draw(generator: &Generator, size: &[i64], [a, b]: &[Term; 2]) -> Term {
        let gammas =
            |shape: &Term| Term::from(shape.argument().and_then(|shape| generator.standard_gamma(shape, size)));
        gammas(a) / gammas(b)
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![2.0, 3.0])
    }
}

/// The distribution of the exponential of a variable of Laplace's, of shape c.
pub(crate) struct LogLaplace;

/// The logarithm of the number below which Laplace's distribution has a probability.
fn laplace_quantile(p: &Term) -> Term {
    p.lt(0.5).choose((p * 2.0).log(), -((1.0 - p) * 2.0).log())
}

impl Family for LogLaplace {
    type Shapes = [Term; 1];
    const NAME: &'static str = "loglaplace";
    const SHAPES: &'static [&'static str] = &["c"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        let value = c.log() - LN_2 + x.lt(1.0).choose(xlogy(c - 1.0, x), -(c + 1.0) * x.log());
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        x.lt(1.0).choose(x.pow(c) * 0.5, 1.0 - x.pow(-c) * 0.5)
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        x.lt(1.0).choose(1.0 - x.pow(c) * 0.5, x.pow(-c) * 0.5)
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        (laplace_quantile(p) / c).exp()
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        (-laplace_quantile(q) / c).exp()
    }

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        statistics_of_some_moments(|order| Self::raw_moment(order, shapes))
    }

    fn raw_moment(order: u32, [c]: &[Term; 1]) -> Term {
        let (n, square) = (f64::from(order), c.squared());
        c.gt(n).choose(&square / (&square - n * n), f64::INFINITY)
    }

    fn entropy([c]: &[Term; 1]) -> Term {
        1.0 + LN_2 - c.log()
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![3.0])
    }
}

/// Levy's distribution: of the inverse of a square of a normal variable.
pub(crate) struct Levy;

impl Family for Levy {
    type Shapes = [Term; 0];
    const NAME: &'static str = "levy";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        let value = x.log() * -1.5 - 0.5 / x - HALF_LOG_TAU;
        x.equals(0.0).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        (-1.0 / x.sqrt()).ndtr() * 2.0
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        (0.5 / x).sqrt().erf()
    }

    fn log_lower(x: &Term, _: &[Term; 0]) -> Term {
        (-1.0 / x.sqrt()).log_ndtr() + LN_2
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        1.0 / (p * 0.5).ndtri().squared()
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        0.5 / q.erfinv().squared()
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        [f64::INFINITY, f64::INFINITY, f64::NAN, f64::NAN].map(Term::from)
    }

    fn raw_moment(_: u32, _: &[Term; 0]) -> Term {
        Term::from(f64::INFINITY)
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from(0.5 * (1.0 + 3.0 * EULER + (16.0 * PI).ln()))
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        1.0 / Term::from(generator.standard_normal(size)).squared()
    }

    fn start(sample: &Moments) -> Start {
        let width = (sample.median - sample.least).max(f64::MIN_POSITIVE);
        Start { shapes: vec![], loc: sample.least - 0.01 * width, scale: 0.5 * width }
    }
}

mirrored! {
    /// Levy's distribution below zero.
    LevyL of Levy, "levy_l", [Term; 0], &[]
}
