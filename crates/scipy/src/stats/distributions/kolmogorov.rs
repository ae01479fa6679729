//! Distributions of the greatest distance of an empirical distribution: Kolmogorov's limit, times the root of the
//! number of samples, and Smirnov's of the distance to one side.

use cuprust_ir::Result;

use super::family::{Family, Start, from_zero, statistics_of_moments, unit_interval};
use super::numeric::entropy_of;
use super::samples::{Moments, Sample};
use super::sums::without_count;
use crate::stats::terms::{Term, smirnov, smirnov_density, smirnov_lower, smirnov_mean, smirnov_quantile, smirnovi};

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

/// Smirnov's distribution of n samples.
pub(crate) struct KsOne;

impl Family for KsOne {
    type Shapes = [Term; 1];
    const NAME: &'static str = "ksone";
    const SHAPES: &'static [&'static str] = &["n"];

    fn valid([n]: &[Term; 1]) -> Term {
        n.ge(1.0) & n.is_whole() & n.lt(f64::INFINITY)
    }

    fn support(_: &[Term; 1]) -> (Term, Term) {
        unit_interval()
    }

    fn log_density(x: &Term, shapes: &[Term; 1]) -> Term {
        Self::density(x, shapes).log()
    }

    fn density(x: &Term, [n]: &[Term; 1]) -> Term {
        smirnov_density(n, x)
    }

    fn lower(x: &Term, [n]: &[Term; 1]) -> Term {
        smirnov_lower(n, x)
    }

    fn upper(x: &Term, [n]: &[Term; 1]) -> Term {
        smirnov(n, x)
    }

    fn quantile(p: &Term, [n]: &[Term; 1]) -> Term {
        smirnov_quantile(n, p)
    }

    fn upper_quantile(q: &Term, [n]: &[Term; 1]) -> Term {
        smirnovi(n, q)
    }

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        let [one, two, three, four] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, shapes));
        statistics_of_moments(one, two, three, four)
    }

    fn raw_moment(order: u32, [n]: &[Term; 1]) -> Term {
        smirnov_mean(n, f64::from(order))
    }

    fn entropy([n]: &[Term; 1]) -> Term {
        smirnov_mean(n, 0.0)
    }

    fn start(sample: &Moments) -> Start {
        Start::within(sample, vec![1.0])
    }

    fn fit(sample: &Sample<'_>) -> Option<Result<Vec<f64>>> {
        without_count(sample)
    }
}
