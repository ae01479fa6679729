//! Kolmogorov's limit distribution of the greatest distance of an empirical distribution, times the root of the number
//! of samples.

use super::family::{Family, Start, from_zero, statistics_of_moments};
use super::numeric::entropy_of;
use super::samples::Moments;
use crate::stats::terms::Term;

/// Kolmogorov's distribution.
pub(crate) struct KsTwoBig;

impl Family for KsTwoBig {
    type Shapes = [Term; 0];
    const NAME: &'static str = "kstwobign";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        x.kolmogorov_density().log()
    }

    fn density(x: &Term, _: &[Term; 0]) -> Term {
        x.kolmogorov_density()
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        x.kolmogorov_lower()
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        x.kolmogorov()
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        p.kolmogorov_quantile()
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        q.kolmogi()
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        let [one, two, three, four] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, &[]));
        statistics_of_moments(one, two, three, four)
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        // n gamma(n/2) 2^(-n/2) times the sum of (-1)^(k - 1) k^-n.
        let n = f64::from(order);
        let eta = match order {
            1 => std::f64::consts::LN_2,
            _ => (1.0 - (1.0 - n).exp2()) * cuprust_num::special::zeta(n, 1.0),
        };
        Term::from(n * cuprust_num::special::gamma(0.5 * n) * (-0.5 * n).exp2() * eta)
    }

    fn entropy(shapes: &[Term; 0]) -> Term {
        entropy_of::<Self>(shapes)
    }

    fn start(sample: &Moments) -> Start {
        let scale = (sample.deviation / 0.26).max(f64::MIN_POSITIVE);
        Start { shapes: vec![], loc: sample.mean - 0.869 * scale, scale }
    }
}
