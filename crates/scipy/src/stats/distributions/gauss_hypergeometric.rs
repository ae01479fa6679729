//! The Gauss hypergeometric distribution: a beta distribution tilted by a power of 1 + z x.

use super::family::{Family, Start, statistics_of_moments, unit_interval};
use super::samples::Moments;
use crate::stats::terms::{
    Term, gauss_hypergeometric_entropy, gauss_hypergeometric_lower, gauss_hypergeometric_quantile,
    gauss_hypergeometric_upper, gauss_hypergeometric_upper_quantile, log_gauss_hypergeometric_integral, xlog1py, xlogy,
};

/// The Gauss hypergeometric distribution: density in proportion to x^(a - 1) (1 - x)^(b - 1) (1 + z x)^-c.
pub(crate) struct GaussHyper;

impl Family for GaussHyper {
    type Shapes = [Term; 4];
    const NAME: &'static str = "gausshyper";
    const SHAPES: &'static [&'static str] = &["a", "b", "c", "z"];

    fn valid([a, b, c, z]: &[Term; 4]) -> Term {
        let finite = a.lt(f64::INFINITY) & b.lt(f64::INFINITY) & c.abs().lt(f64::INFINITY) & z.lt(f64::INFINITY);
        a.gt(0.0) & b.gt(0.0) & z.gt(-1.0) & finite
    }

    fn support(_: &[Term; 4]) -> (Term, Term) {
        unit_interval()
    }

    fn log_density(x: &Term, [a, b, c, z]: &[Term; 4]) -> Term {
        let beta = xlogy(a - 1.0, x) + xlog1py(b - 1.0, -x);
        beta - xlog1py(c, z * x) - log_gauss_hypergeometric_integral(a, b, c, z)
    }

    fn lower(x: &Term, [a, b, c, z]: &[Term; 4]) -> Term {
        gauss_hypergeometric_lower(x, a, b, c, z)
    }

    fn upper(x: &Term, [a, b, c, z]: &[Term; 4]) -> Term {
        gauss_hypergeometric_upper(x, a, b, c, z)
    }

    fn quantile(p: &Term, [a, b, c, z]: &[Term; 4]) -> Term {
        gauss_hypergeometric_quantile(p, a, b, c, z)
    }

    fn upper_quantile(q: &Term, [a, b, c, z]: &[Term; 4]) -> Term {
        gauss_hypergeometric_upper_quantile(q, a, b, c, z)
    }

    fn statistics(shapes: &[Term; 4]) -> [Term; 4] {
        let [one, two, three, four] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, shapes));
        statistics_of_moments(one, two, three, four)
    }

    fn raw_moment(order: u32, [a, b, c, z]: &[Term; 4]) -> Term {
        let above = log_gauss_hypergeometric_integral(a + f64::from(order), b, c, z);
        (above - log_gauss_hypergeometric_integral(a, b, c, z)).exp()
    }

    fn entropy([a, b, c, z]: &[Term; 4]) -> Term {
        gauss_hypergeometric_entropy(a, b, c, z)
    }

    fn start(sample: &Moments) -> Start {
        Start::within(sample, vec![1.0, 1.0, 1.0, 0.5])
    }
}
