//! Distributions of a function of one normal variable: Johnson's, Gibrat's, that of fatigue life, and Moyal's.

use cuprust::random::Generator;
use std::f64::consts::{LN_2, PI};

use super::family::{
    EULER, Family, HALF_LOG_TAU, Start, factorial, from_zero, line, log_normal_density, moment_of_cumulants, normals,
    unit_interval,
};
use super::normal::LogNorm;
use super::numeric::{by_quadrature, entropy_of, raw_moment_of};
use super::samples::Moments;
use crate::stats::terms::Term;

/// Johnson's unbounded distribution: a + b arcsinh(x) is normal.
pub(crate) struct JohnsonSU;

impl Family for JohnsonSU {
    type Shapes = [Term; 2];
    const NAME: &'static str = "johnsonsu";
    const SHAPES: &'static [&'static str] = &["a", "b"];

    fn valid([a, b]: &[Term; 2]) -> Term {
        b.gt(0.0) & a.equals(a)
    }

    fn support(_: &[Term; 2]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, [a, b]: &[Term; 2]) -> Term {
        let size = x.abs();
        let slope = size.gt(1e8).choose(size.log(), x.squared().log1p() * 0.5);
        log_normal_density(&(a + b * x.arcsinh())) + b.log() - slope
    }

    fn lower(x: &Term, [a, b]: &[Term; 2]) -> Term {
        (a + b * x.arcsinh()).ndtr()
    }

    fn upper(x: &Term, [a, b]: &[Term; 2]) -> Term {
        (-(a + b * x.arcsinh())).ndtr()
    }

    fn log_lower(x: &Term, [a, b]: &[Term; 2]) -> Term {
        (a + b * x.arcsinh()).log_ndtr()
    }

    fn log_upper(x: &Term, [a, b]: &[Term; 2]) -> Term {
        (-(a + b * x.arcsinh())).log_ndtr()
    }

    fn quantile(p: &Term, [a, b]: &[Term; 2]) -> Term {
        ((p.ndtri() - a) / b).sinh()
    }

    fn upper_quantile(q: &Term, [a, b]: &[Term; 2]) -> Term {
        ((-q.ndtri() - a) / b).sinh()
    }

    by_quadrature!([Term; 2]);

    fn start(sample: &Moments) -> Start {
        Start::centred(sample, vec![0.0, 1.5])
    }
}

/// Johnson's bounded distribution: a + b logit(x) is normal.
pub(crate) struct JohnsonSB;

impl Family for JohnsonSB {
    type Shapes = [Term; 2];
    const NAME: &'static str = "johnsonsb";
    const SHAPES: &'static [&'static str] = &["a", "b"];

    fn valid([a, b]: &[Term; 2]) -> Term {
        b.gt(0.0) & a.equals(a)
    }

    fn support(_: &[Term; 2]) -> (Term, Term) {
        unit_interval()
    }

    fn log_density(x: &Term, [a, b]: &[Term; 2]) -> Term {
        let value = log_normal_density(&(a + b * x.logit())) + b.log() - x.log() - (-x).log1p();
        (x.equals(0.0) | x.equals(1.0)).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [a, b]: &[Term; 2]) -> Term {
        (a + b * x.logit()).ndtr()
    }

    fn upper(x: &Term, [a, b]: &[Term; 2]) -> Term {
        (-(a + b * x.logit())).ndtr()
    }

    fn log_lower(x: &Term, [a, b]: &[Term; 2]) -> Term {
        (a + b * x.logit()).log_ndtr()
    }

    fn log_upper(x: &Term, [a, b]: &[Term; 2]) -> Term {
        (-(a + b * x.logit())).log_ndtr()
    }

    fn quantile(p: &Term, [a, b]: &[Term; 2]) -> Term {
        ((p.ndtri() - a) / b).expit()
    }

    fn upper_quantile(q: &Term, [a, b]: &[Term; 2]) -> Term {
        ((-q.ndtri() - a) / b).expit()
    }

    by_quadrature!([Term; 2]);

    fn start(sample: &Moments) -> Start {
        let width = (sample.largest - sample.least).max(f64::MIN_POSITIVE);
        Start { shapes: vec![0.0, 1.0], loc: sample.least - 0.1 * width, scale: 1.2 * width }
    }
}

/// Gibrat's distribution: of a variable whose logarithm is standard normal.
pub(crate) struct Gibrat;

/// The deviation of the logarithm.
fn one() -> [Term; 1] {
    [Term::from(1.0)]
}

impl Family for Gibrat {
    type Shapes = [Term; 0];
    const NAME: &'static str = "gibrat";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        LogNorm::log_density(x, &one())
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        LogNorm::lower(x, &one())
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        LogNorm::upper(x, &one())
    }

    fn log_lower(x: &Term, _: &[Term; 0]) -> Term {
        LogNorm::log_lower(x, &one())
    }

    fn log_upper(x: &Term, _: &[Term; 0]) -> Term {
        LogNorm::log_upper(x, &one())
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        LogNorm::quantile(p, &one())
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        LogNorm::upper_quantile(q, &one())
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        LogNorm::statistics(&one())
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        LogNorm::raw_moment(order, &one())
    }

    fn entropy(_: &[Term; 0]) -> Term {
        LogNorm::entropy(&one())
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        LogNorm::draw(generator, size, &one())
    }
}

/// The distribution of fatigue life, of Birnbaum and Saunders, of shape c: (sqrt(x) - 1/sqrt(x))/c is normal.
pub(crate) struct FatigueLife;

impl FatigueLife {
    fn standard(x: &Term, c: &Term) -> Term {
        (x - 1.0) / (x.sqrt() * c)
    }

    fn at(z: &Term, c: &Term) -> Term {
        let y = c * z;
        // (y + sqrt(y^2 + 4))/2, whose inverse is that of -y.
        let root = (y.abs() + (y.squared() + 4.0).sqrt()) * 0.5;
        y.lt(0.0).choose(1.0 / root.squared(), root.squared())
    }
}

impl Family for FatigueLife {
    type Shapes = [Term; 1];
    const NAME: &'static str = "fatiguelife";
    const SHAPES: &'static [&'static str] = &["c"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        let slope = x.log1p() - c.log() - LN_2 - x.log() * 1.5;
        let value = log_normal_density(&Self::standard(x, c)) + slope;
        (x.equals(0.0) | x.equals(f64::INFINITY)).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        Self::standard(x, c).ndtr()
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        (-Self::standard(x, c)).ndtr()
    }

    fn log_lower(x: &Term, [c]: &[Term; 1]) -> Term {
        Self::standard(x, c).log_ndtr()
    }

    fn log_upper(x: &Term, [c]: &[Term; 1]) -> Term {
        (-Self::standard(x, c)).log_ndtr()
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        Self::at(&p.ndtri(), c)
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        Self::at(&-q.ndtri(), c)
    }

    fn statistics([c]: &[Term; 1]) -> [Term; 4] {
        let square = c.squared();
        let divisor = &square * 5.0 + 4.0;
        let skewness = c * 4.0 * (&square * 11.0 + 6.0) / divisor.pow(1.5);
        let kurtosis = &square * 6.0 * (&square * 93.0 + 40.0) / divisor.squared();
        [&square * 0.5 + 1.0, square * divisor * 0.25, skewness, kurtosis]
    }

    fn raw_moment(order: u32, shapes: &[Term; 1]) -> Term {
        raw_moment_of::<Self>(order, shapes)
    }

    fn entropy(shapes: &[Term; 1]) -> Term {
        entropy_of::<Self>(shapes)
    }

    fn draw(generator: &Generator, size: &[i64], [c]: &[Term; 1]) -> Term {
        Self::at(&normals(generator, size), c)
    }
}

/// Moyal's distribution: of minus the logarithm of the square of a normal variable.
pub(crate) struct Moyal;

impl Family for Moyal {
    type Shapes = [Term; 0];
    const NAME: &'static str = "moyal";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        let value = (x + (-x).exp()) * -0.5 - HALF_LOG_TAU;
        x.equals(f64::NEG_INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        (-(x * -0.5).exp()).ndtr() * 2.0
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        ((x * -0.5).exp() * std::f64::consts::FRAC_1_SQRT_2).erf()
    }

    fn log_lower(x: &Term, _: &[Term; 0]) -> Term {
        let tail = (-(x * -0.5).exp()).log_ndtr() + LN_2;
        x.gt(0.0).choose((-Self::upper(x, &[])).log1p(), tail)
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        (-(p * 0.5).ndtri()).log() * -2.0
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        q.erfinv().log() * -2.0 - LN_2
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        /// zeta(3).
        const APERY: f64 = 1.202_056_903_159_594_3;
        let skewness = 28.0 * std::f64::consts::SQRT_2 * APERY / PI.powi(3);
        [EULER + LN_2, PI * PI / 2.0, skewness, 4.0].map(Term::from)
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        moment_of_cumulants(order, |n| match n {
            1 => Term::from(EULER + LN_2),
            _ => Term::from(cuprust_num::special::zeta(f64::from(n), 0.5) * factorial(n - 1)),
        })
    }

    fn entropy(_: &[Term; 0]) -> Term {
        // Half of the mean of x + e^-x, and the logarithm of the factor.
        Term::from(0.5 * (EULER + LN_2 + 1.0) + HALF_LOG_TAU)
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        normals(generator, size).abs().log() * -2.0
    }

    fn start(sample: &Moments) -> Start {
        let scale = (sample.deviation / (PI / std::f64::consts::SQRT_2)).max(f64::MIN_POSITIVE);
        Start { shapes: vec![], loc: sample.mean - (EULER + LN_2) * scale, scale }
    }
}
