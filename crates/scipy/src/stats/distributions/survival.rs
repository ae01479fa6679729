//! Distributions by their survival functions: the exponential power one and the generalized exponential one.

use super::family::{Family, Start, from_zero};
use super::numeric::{by_quadrature, by_search};
use super::samples::Moments;
use crate::stats::terms::{Term, xlogy};

/// The exponential power distribution of shape b: survival function e^(1 - e^(x^b)).
pub(crate) struct ExponPow;

impl Family for ExponPow {
    type Shapes = [Term; 1];
    const NAME: &'static str = "exponpow";
    const SHAPES: &'static [&'static str] = &["b"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [b]: &[Term; 1]) -> Term {
        let power = x.pow(b);
        let value = b.log() + xlogy(b - 1.0, x) + &power - power.expm1();
        power.gt(700.0).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, shapes: &[Term; 1]) -> Term {
        -Self::log_upper(x, shapes).expm1()
    }

    fn upper(x: &Term, shapes: &[Term; 1]) -> Term {
        Self::log_upper(x, shapes).exp()
    }

    fn log_upper(x: &Term, [b]: &[Term; 1]) -> Term {
        -x.pow(b).expm1()
    }

    fn quantile(p: &Term, [b]: &[Term; 1]) -> Term {
        (-(-p).log1p()).log1p().pow(1.0 / b)
    }

    fn upper_quantile(q: &Term, [b]: &[Term; 1]) -> Term {
        (-q.log()).log1p().pow(1.0 / b)
    }

    by_quadrature!([Term; 1]);

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![1.5])
    }
}

/// The generalized exponential distribution: of the rate a + b (1 - e^(-c x)).
pub(crate) struct GenExpon;

impl GenExpon {
    /// y - (1 - e^-y).
    fn excess(y: &Term) -> Term {
        let series = (0..14).rev().fold(Term::from(0.0), |sum, k| (1.0 - sum) * y / (f64::from(k) + 3.0));
        y.lt(0.5).choose((1.0 - series) * y.squared() * 0.5, y + (-y).expm1())
    }
}

impl Family for GenExpon {
    type Shapes = [Term; 3];
    const NAME: &'static str = "genexpon";
    const SHAPES: &'static [&'static str] = &["a", "b", "c"];

    fn support(_: &[Term; 3]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, shapes: &[Term; 3]) -> Term {
        let [a, b, c] = shapes;
        (a - b * (-(c * x)).expm1()).log() + Self::log_upper(x, shapes)
    }

    fn lower(x: &Term, shapes: &[Term; 3]) -> Term {
        -Self::log_upper(x, shapes).expm1()
    }

    fn upper(x: &Term, shapes: &[Term; 3]) -> Term {
        Self::log_upper(x, shapes).exp()
    }

    fn log_upper(x: &Term, [a, b, c]: &[Term; 3]) -> Term {
        let value = a * x + b / c * Self::excess(&(c * x));
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, -value)
    }

    by_search!([Term; 3]);

    by_quadrature!([Term; 3]);

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![1.0, 1.0, 1.0])
    }
}
