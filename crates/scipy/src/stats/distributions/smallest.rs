//! Distributions of the smallest of several normal variables, and of variables whose logarithms are normal.

use super::family::{Family, Start, from_zero, line, log_normal_density};
use super::numeric::by_quadrature;
use super::samples::Moments;
use crate::stats::terms::Term;

/// The distribution of the smallest of c normal variables.
pub(crate) struct PowerNorm;

impl Family for PowerNorm {
    type Shapes = [Term; 1];
    const NAME: &'static str = "powernorm";
    const SHAPES: &'static [&'static str] = &["c"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        let value = c.log() + log_normal_density(x) + (c - 1.0) * (-x).log_ndtr();
        x.abs().equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        -(c * (-x).log_ndtr()).expm1()
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        (c * (-x).log_ndtr()).exp()
    }

    fn log_upper(x: &Term, [c]: &[Term; 1]) -> Term {
        c * (-x).log_ndtr()
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        -((-p).log1p() / c).ndtri_exp()
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        -(q.log() / c).ndtri_exp()
    }

    by_quadrature!([Term; 1]);

    fn start(sample: &Moments) -> Start {
        Start::centred(sample, vec![1.0])
    }
}

/// The distribution of the smallest of c variables whose logarithms are normal with the deviation s.
pub(crate) struct PowerLogNorm;

impl Family for PowerLogNorm {
    type Shapes = [Term; 2];
    const NAME: &'static str = "powerlognorm";
    const SHAPES: &'static [&'static str] = &["c", "s"];

    fn support(_: &[Term; 2]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [c, s]: &[Term; 2]) -> Term {
        let y = x.log() / s;
        let value = PowerNorm::log_density(&y, std::array::from_ref(c)) - x.log() - s.log();
        (x.equals(0.0) | x.equals(f64::INFINITY)).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [c, s]: &[Term; 2]) -> Term {
        PowerNorm::lower(&(x.log() / s), std::array::from_ref(c))
    }

    fn upper(x: &Term, [c, s]: &[Term; 2]) -> Term {
        PowerNorm::upper(&(x.log() / s), std::array::from_ref(c))
    }

    fn log_upper(x: &Term, [c, s]: &[Term; 2]) -> Term {
        PowerNorm::log_upper(&(x.log() / s), std::array::from_ref(c))
    }

    fn quantile(p: &Term, [c, s]: &[Term; 2]) -> Term {
        (PowerNorm::quantile(p, std::array::from_ref(c)) * s).exp()
    }

    fn upper_quantile(q: &Term, [c, s]: &[Term; 2]) -> Term {
        (PowerNorm::upper_quantile(q, std::array::from_ref(c)) * s).exp()
    }

    by_quadrature!([Term; 2]);
}
