//! The distributions of Cauchy and the logistic one.

use cuprust::random::Generator;

use super::family::{Family, Start, factorial, from_zero};
use super::samples::Moments;
use crate::stats::terms::{Term, arctan2};

use std::f64::consts::{FRAC_1_PI, FRAC_2_PI, LN_2, PI};

/// log(1 + x^2), also where the square is infinite.
pub(crate) fn log_of_square(x: &Term) -> Term {
    let magnitude = x.abs();
    magnitude.gt(1e150).choose(magnitude.log() * 2.0, x.squared().log1p())
}

/// tan(pi (1/2 - q)) of q from 0 to 1/2: the number that a part q of Cauchy's distribution lies above.
pub(crate) fn beyond(q: &Term) -> Term {
    let angle = q * PI;
    q.lt(0.25).choose(1.0 / angle.tan(), ((0.5 - q) * PI).tan())
}

/// Cauchy's distribution.
pub(crate) struct Cauchy;

impl Family for Cauchy {
    type Shapes = [Term; 0];
    const NAME: &'static str = "cauchy";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        (Term::from(f64::NEG_INFINITY), Term::from(f64::INFINITY))
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        -log_of_square(x) - PI.ln()
    }

    fn density(x: &Term, _: &[Term; 0]) -> Term {
        FRAC_1_PI / (x.squared() + 1.0)
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        arctan2(1.0, -x) * FRAC_1_PI
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        arctan2(1.0, x) * FRAC_1_PI
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        p.lt(0.5).choose(-beyond(p), beyond(&(1.0 - p)))
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 0]) -> Term {
        -Self::quantile(q, shapes)
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        [f64::NAN; 4].map(Term::from)
    }

    fn raw_moment(_: u32, _: &[Term; 0]) -> Term {
        Term::from(f64::NAN)
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from((4.0 * PI).ln())
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        Term::from(generator.standard_cauchy(size))
    }

    fn start(sample: &Moments) -> Start {
        Start { shapes: vec![], loc: sample.median, scale: sample.spread.max(f64::MIN_POSITIVE) }
    }
}

/// The distribution of the absolute value of a variable of Cauchy's.
pub(crate) struct HalfCauchy;

impl Family for HalfCauchy {
    type Shapes = [Term; 0];
    const NAME: &'static str = "halfcauchy";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        -log_of_square(x) - (PI.ln() - LN_2)
    }

    fn density(x: &Term, _: &[Term; 0]) -> Term {
        FRAC_2_PI / (x.squared() + 1.0)
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        x.arctan() * FRAC_2_PI
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        arctan2(1.0, x) * FRAC_2_PI
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        // 1 - p is exact above a half.
        p.lt(0.5).choose((p * (0.5 * PI)).tan(), beyond(&((1.0 - p) * 0.5)))
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        beyond(&(q * 0.5))
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        [f64::INFINITY, f64::INFINITY, f64::NAN, f64::NAN].map(Term::from)
    }

    fn raw_moment(_: u32, _: &[Term; 0]) -> Term {
        Term::from(f64::INFINITY)
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from((2.0 * PI).ln())
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        Term::from(generator.standard_cauchy(size)).abs()
    }
}

/// The logistic distribution.
pub(crate) struct Logistic;

impl Family for Logistic {
    type Shapes = [Term; 0];
    const NAME: &'static str = "logistic";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        (Term::from(f64::NEG_INFINITY), Term::from(f64::INFINITY))
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        let y = -x.abs();
        &y - y.exp().log1p() * 2.0
    }

    fn density(x: &Term, _: &[Term; 0]) -> Term {
        let tail = (-x.abs()).exp();
        &tail / (&tail + 1.0).squared()
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        x.expit()
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        (-x).expit()
    }

    fn log_lower(x: &Term, _: &[Term; 0]) -> Term {
        x.log_expit()
    }

    fn log_upper(x: &Term, _: &[Term; 0]) -> Term {
        (-x).log_expit()
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        p.logit()
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        -q.logit()
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        [0.0, PI * PI / 3.0, 0.0, 1.2].map(Term::from)
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        let n = f64::from(order);
        // 2 n! (1 - 2^(1 - n)) zeta(n).
        let even = || 2.0 * factorial(order) * (1.0 - 2f64.powf(1.0 - n)) * cuprust_num::special::zeta(n, 1.0);
        Term::from(if order % 2 == 1 { 0.0 } else { even() })
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from(2.0)
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        Term::from(generator.logistic(0.0, 1.0, size))
    }

    fn start(sample: &Moments) -> Start {
        let scale = sample.deviation * 3f64.sqrt() / PI;
        Start { shapes: vec![], loc: sample.mean, scale: scale.max(f64::MIN_POSITIVE) }
    }
}
