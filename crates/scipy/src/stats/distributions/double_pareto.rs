//! The double Pareto lognormal distribution, of e^(u + s y + v/a - w/b) of a normal y and exponential v and w: the
//! logarithm is a normal variable with one exponential one, above or below it.

use cuprust::random::Generator;

use super::family::{Family, Start, from_zero, normals, statistics_of_some_moments};
use super::numeric::{by_search, entropy_of};
use super::samples::Moments;
use super::skewed::ExponNorm;
use crate::stats::terms::{Term, logaddexp};

/// The double Pareto lognormal distribution of shapes u, s, a and b.
pub(crate) struct DParetoLogNorm;

/// The logarithms of the probabilities up to x and above, the larger one by the smaller one.
fn log_parts(x: &Term, shapes: &[Term; 4]) -> (Term, Term) {
    let (z, [above, below], [first, second]) = mixture(x, shapes);
    let (above, below) = ([above], [below]);
    let lower = logaddexp(&first + ExponNorm::log_lower(&z, &above), &second + ExponNorm::log_upper(&-&z, &below));
    let upper = logaddexp(first + ExponNorm::log_upper(&z, &above), second + ExponNorm::log_lower(&-z, &below));
    let is_lower = lower.lt(&upper);
    let other = |smaller: &Term| (-smaller.exp()).log1p();
    (is_lower.choose(&lower, other(&upper)), is_lower.choose(other(&lower), &upper))
}

/// The logarithm as a mixture: the distance in deviations, the means of the exponential variables above and below, and
/// the logarithms of their shares.
fn mixture(x: &Term, [u, s, a, b]: &[Term; 4]) -> (Term, [Term; 2], [Term; 2]) {
    let sum = a + b;
    ((x.log() - u) / s, [1.0 / (a * s), 1.0 / (b * s)], [(b / &sum).log(), (a / &sum).log()])
}

impl Family for DParetoLogNorm {
    type Shapes = [Term; 4];
    const NAME: &'static str = "dpareto_lognorm";
    const SHAPES: &'static [&'static str] = &["u", "s", "a", "b"];

    fn valid([u, s, a, b]: &[Term; 4]) -> Term {
        u.abs().lt(f64::INFINITY) & s.gt(0.0) & a.gt(0.0) & b.gt(0.0)
    }

    fn support(_: &[Term; 4]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, shapes: &[Term; 4]) -> Term {
        let (z, [above, below], [first, second]) = mixture(x, shapes);
        let upwards = first + ExponNorm::log_density(&z, &[above]);
        let downwards = second + ExponNorm::log_density(&-z, &[below]);
        let value = logaddexp(upwards, downwards) - shapes[1].log() - x.log();
        (x.equals(0.0) | x.equals(f64::INFINITY)).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, shapes: &[Term; 4]) -> Term {
        Self::log_lower(x, shapes).exp()
    }

    fn upper(x: &Term, shapes: &[Term; 4]) -> Term {
        Self::log_upper(x, shapes).exp()
    }

    fn log_lower(x: &Term, shapes: &[Term; 4]) -> Term {
        log_parts(x, shapes).0
    }

    fn log_upper(x: &Term, shapes: &[Term; 4]) -> Term {
        log_parts(x, shapes).1
    }

    by_search!([Term; 4]);

    fn statistics(shapes: &[Term; 4]) -> [Term; 4] {
        statistics_of_some_moments(|order| Self::raw_moment(order, shapes))
    }

    fn raw_moment(order: u32, [u, s, a, b]: &[Term; 4]) -> Term {
        let n = f64::from(order);
        let value = a / (a - n) * (b / (b + n)) * (u * n + s.squared() * (0.5 * n * n)).exp();
        a.gt(n).choose(value, f64::INFINITY)
    }

    fn entropy(shapes: &[Term; 4]) -> Term {
        entropy_of::<Self>(shapes)
    }

    fn draw(generator: &Generator, size: &[i64], [u, s, a, b]: &[Term; 4]) -> Term {
        let normal = normals(generator, size) * s;
        let above = Term::from(generator.standard_exponential(size)) / a;
        let below = Term::from(generator.standard_exponential(size)) / b;
        (normal + above - below + u).exp()
    }

    fn start(sample: &Moments) -> Start {
        let scale = if sample.least > 0.0 { sample.median } else { sample.median - sample.least };
        let loc = if sample.least > 0.0 { 0.0 } else { sample.least - 0.01 * sample.deviation };
        Start { shapes: vec![0.0, 0.5, 3.0, 3.0], loc, scale: scale.max(f64::MIN_POSITIVE) }
    }
}
