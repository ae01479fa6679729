//! Distributions about the logistic one: the generalized and the half one, the one of the hyperbolic secant, the
//! asymmetric one of Laplace, and Gompertz's.

use cuprust::random::Generator;
use std::f64::consts::{FRAC_PI_2, LN_2, PI};

use super::family::{EULER, Family, Start, factorial, from_zero, moment_of_cumulants, statistics_of_moments};
use super::numeric::{raw_moment_of, statistics_of};
use super::samples::Moments;
use crate::stats::terms::{Term, zeta};

/// The support of all numbers.
fn line() -> (Term, Term) {
    (Term::from(f64::NEG_INFINITY), Term::from(f64::INFINITY))
}

/// The generalized logistic distribution of the first type: distribution function (1 + e^-x)^-c.
pub(crate) struct GenLogistic;

impl GenLogistic {
    /// The number at the logarithm of a probability up to it.
    fn at(logarithm: &Term, c: &Term) -> Term {
        -(-(logarithm / c)).expm1().log()
    }
}

impl Family for GenLogistic {
    type Shapes = [Term; 1];
    const NAME: &'static str = "genlogistic";
    const SHAPES: &'static [&'static str] = &["c"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        c.log() + (-x).log_expit() + c * x.log_expit()
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        (c * x.log_expit()).exp()
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        -(c * x.log_expit()).expm1()
    }

    fn log_lower(x: &Term, [c]: &[Term; 1]) -> Term {
        c * x.log_expit()
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        Self::at(&p.log(), c)
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        Self::at(&(-q).log1p(), c)
    }

    fn statistics([c]: &[Term; 1]) -> [Term; 4] {
        let variance = zeta(2.0, c) + zeta(2.0, 1.0);
        let skewness = (zeta(3.0, 1.0) - zeta(3.0, c)) * 2.0 / variance.pow(1.5);
        let kurtosis = (zeta(4.0, 1.0) + zeta(4.0, c)) * 6.0 / variance.squared();
        [c.digamma() + EULER, variance, skewness, kurtosis]
    }

    fn raw_moment(order: u32, [c]: &[Term; 1]) -> Term {
        moment_of_cumulants(order, |n| match n {
            1 => c.digamma() + EULER,
            _ => {
                let (order, sign) = (f64::from(n), if n % 2 == 1 { -1.0 } else { 1.0 });
                (zeta(order, 1.0) + zeta(order, c) * sign) * factorial(n - 1)
            }
        })
    }

    fn entropy([c]: &[Term; 1]) -> Term {
        (c + 1.0).digamma() - c.log() + (EULER + 1.0)
    }

    fn start(sample: &Moments) -> Start {
        Start { shapes: vec![1.0], loc: sample.mean, scale: (0.55 * sample.deviation).max(f64::MIN_POSITIVE) }
    }
}

/// The distribution of the absolute value of a logistic variable.
pub(crate) struct HalfLogistic;

impl Family for HalfLogistic {
    type Shapes = [Term; 0];
    const NAME: &'static str = "halflogistic";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        LN_2 + (x.log_expit() + (-x).log_expit())
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        (x * 0.5).tanh()
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        (-x).expit() * 2.0
    }

    fn log_upper(x: &Term, _: &[Term; 0]) -> Term {
        let tail = (-x).log_expit() + LN_2;
        x.lt(1.0).choose((-(x * 0.5).tanh()).log1p(), tail)
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        p.arctanh() * 2.0
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        // The area hyperbolic tangent of 1 - q.
        q.lt(0.5).choose(-(q * 0.5).logit(), (1.0 - q).arctanh() * 2.0)
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        let [one, two, three, four] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, &[]));
        statistics_of_moments(one, two, three, four)
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        let n = f64::from(order);
        // 2 n! (1 - 2^(1 - n)) zeta(n).
        let value = || 2.0 * factorial(order) * (1.0 - 2f64.powf(1.0 - n)) * cuprust_num::special::zeta(n, 1.0);
        Term::from(if order == 1 { 2.0 * LN_2 } else { value() })
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from(2.0 - LN_2)
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        Term::from(generator.logistic(0.0, 1.0, size)).abs()
    }
}

/// The distribution of the hyperbolic secant: density 1/(pi cosh(x)).
pub(crate) struct HypSecant;

impl Family for HypSecant {
    type Shapes = [Term; 0];
    const NAME: &'static str = "hypsecant";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        let size = x.abs();
        -&size - (size * -2.0).exp().log1p() + (2.0 / PI).ln()
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        x.exp().arctan() / FRAC_PI_2
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        (-x).exp().arctan() / FRAC_PI_2
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        // tan(pi p/2), or one over the tangent of the rest.
        let tail = p.lt(0.5).choose((p * FRAC_PI_2).tan().log(), -((1.0 - p) * FRAC_PI_2).tan().log());
        let centre = ((p - 0.5) * FRAC_PI_2).tan().arctanh() * 2.0;
        (p - 0.5).abs().lt(0.2).choose(centre, tail)
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 0]) -> Term {
        -Self::quantile(q, shapes)
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        [0.0, PI * PI / 4.0, 0.0, 2.0].map(Term::from)
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        let n = f64::from(order);
        // 4/pi n! times Dirichlet's beta function of n + 1.
        let dirichlet =
            |s: f64| 4f64.powf(-s) * (cuprust_num::special::zeta(s, 0.25) - cuprust_num::special::zeta(s, 0.75));
        Term::from(if order % 2 == 1 { 0.0 } else { 4.0 / PI * factorial(order) * dirichlet(n + 1.0) })
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from((2.0 * PI).ln())
    }

    fn start(sample: &Moments) -> Start {
        Start { shapes: vec![], loc: sample.mean, scale: (sample.deviation / FRAC_PI_2).max(f64::MIN_POSITIVE) }
    }
}

/// Laplace's distribution with different rates, kappa above zero and 1/kappa below.
pub(crate) struct LaplaceAsymmetric;

impl LaplaceAsymmetric {
    /// The sum of both means.
    fn width(kappa: &Term) -> Term {
        kappa + 1.0 / kappa
    }
}

impl Family for LaplaceAsymmetric {
    type Shapes = [Term; 1];
    const NAME: &'static str = "laplace_asymmetric";
    const SHAPES: &'static [&'static str] = &["kappa"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, [kappa]: &[Term; 1]) -> Term {
        x.lt(0.0).choose(x / kappa, -(x * kappa)) - Self::width(kappa).log()
    }

    fn lower(x: &Term, shapes: &[Term; 1]) -> Term {
        let [kappa] = shapes;
        let below = (x / kappa).exp() * kappa / Self::width(kappa);
        x.lt(0.0).choose(below, 1.0 - Self::tail(x, kappa))
    }

    fn upper(x: &Term, shapes: &[Term; 1]) -> Term {
        let [kappa] = shapes;
        let below = (x / kappa).exp() * kappa / Self::width(kappa);
        x.lt(0.0).choose(1.0 - below, Self::tail(x, kappa))
    }

    fn quantile(p: &Term, [kappa]: &[Term; 1]) -> Term {
        let width = Self::width(kappa);
        let below = (p * &width / kappa).log() * kappa;
        p.lt(kappa / &width).choose(below, -((1.0 - p) * width * kappa).log() / kappa)
    }

    fn upper_quantile(q: &Term, [kappa]: &[Term; 1]) -> Term {
        let width = Self::width(kappa);
        let above = -(q * &width * kappa).log() / kappa;
        (1.0 - q).lt(kappa / &width).choose(((1.0 - q) * width / kappa).log() * kappa, above)
    }

    fn statistics([kappa]: &[Term; 1]) -> [Term; 4] {
        let (square, inverse) = (kappa.squared(), 1.0 / kappa.squared());
        let variance = &square + &inverse;
        let third = (1.0 / kappa) * &inverse - kappa * &square;
        let fourth = (inverse.squared() + square.squared()) * 6.0;
        [1.0 / kappa - kappa, variance.clone(), third * 2.0 / variance.pow(1.5), fourth / variance.squared()]
    }

    fn raw_moment(order: u32, [kappa]: &[Term; 1]) -> Term {
        moment_of_cumulants(order, |n| {
            let (rising, falling) = (
                (0..n).fold(Term::from(1.0), |power, _| power / kappa),
                (0..n).fold(Term::from(1.0), |power, _| power * kappa),
            );
            let sign = if n % 2 == 1 { -1.0 } else { 1.0 };
            (rising + falling * sign) * factorial(n - 1)
        })
    }

    fn entropy([kappa]: &[Term; 1]) -> Term {
        Self::width(kappa).log() + 1.0
    }

    fn start(sample: &Moments) -> Start {
        Start { shapes: vec![1.0], loc: sample.median, scale: (0.7 * sample.deviation).max(f64::MIN_POSITIVE) }
    }
}

impl LaplaceAsymmetric {
    /// The probability above a positive number.
    fn tail(x: &Term, kappa: &Term) -> Term {
        (-(x * kappa)).exp() / kappa / Self::width(kappa)
    }
}

/// Gompertz's distribution of shape c: of a hazard that grows as c e^x.
pub(crate) struct Gompertz;

impl Family for Gompertz {
    type Shapes = [Term; 1];
    const NAME: &'static str = "gompertz";
    const SHAPES: &'static [&'static str] = &["c"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        let value = c.log() + x - c * x.expm1();
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        -(-(c * x.expm1())).expm1()
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        (-(c * x.expm1())).exp()
    }

    fn log_upper(x: &Term, [c]: &[Term; 1]) -> Term {
        -(c * x.expm1())
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        (-(-p).log1p() / c).log1p()
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        (-q.log() / c).log1p()
    }

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        statistics_of::<Self>(shapes)
    }

    fn raw_moment(order: u32, shapes: &[Term; 1]) -> Term {
        raw_moment_of::<Self>(order, shapes)
    }

    fn entropy([c]: &[Term; 1]) -> Term {
        1.0 - c.log() - super::skewed::scaled_integral(c)
    }
}
