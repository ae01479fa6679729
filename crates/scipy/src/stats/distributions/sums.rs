//! The distribution of Irwin and Hall, of a sum of uniform variables.

use cuprust::random::Generator;
use cuprust_ir::{Error, Result};

use super::family::{Family, Start, moment_of_cumulants};
use super::numeric::by_search;
use super::samples::{Moments, Sample};
use crate::stats::terms::{Term, uniform_sum_density, uniform_sum_lower};

/// The error of a fit whose shape, a whole number, is not known; none where it is.
pub(crate) fn without_count(sample: &Sample<'_>) -> Option<Result<Vec<f64>>> {
    if sample.known.shapes.first().copied().flatten().is_some() {
        return None;
    }
    let text = format!("the shape n of {} is a whole number, which no search finds; give it as `f0`", sample.family);
    Some(Err(Error::not_implemented(text)))
}

/// The distribution of a sum of n uniform variables.
pub(crate) struct IrwinHall;

/// The numbers of Bernoulli up to one, of which the second is a half.
fn bernoulli(last: u32) -> Vec<f64> {
    let mut numbers = vec![1.0];
    for n in 1..=last {
        // The sum of (n + 1 over k) B(k) over k up to n is zero.
        let (mut choose, mut sum) = (1.0, 0.0);
        for k in 0..n {
            sum += choose * numbers[k as usize];
            choose *= f64::from(n + 1 - k) / f64::from(k + 1);
        }
        numbers.push(if n > 1 && n % 2 == 1 { 0.0 } else { -sum / f64::from(n + 1) });
    }
    if let Some(second) = numbers.get_mut(1) {
        *second = 0.5;
    }
    numbers
}

impl Family for IrwinHall {
    type Shapes = [Term; 1];
    const NAME: &'static str = "irwinhall";
    const SHAPES: &'static [&'static str] = &["n"];

    fn valid([n]: &[Term; 1]) -> Term {
        n.gt(0.0) & n.is_whole() & n.lt(f64::INFINITY)
    }

    fn support([n]: &[Term; 1]) -> (Term, Term) {
        (Term::from(0.0), n.clone())
    }

    fn log_density(x: &Term, shapes: &[Term; 1]) -> Term {
        Self::density(x, shapes).log()
    }

    fn density(x: &Term, [n]: &[Term; 1]) -> Term {
        uniform_sum_density(x, n)
    }

    fn lower(x: &Term, [n]: &[Term; 1]) -> Term {
        uniform_sum_lower(x, n)
    }

    fn upper(x: &Term, [n]: &[Term; 1]) -> Term {
        uniform_sum_lower(n - x, n)
    }

    by_search!([Term; 1]);

    fn statistics([n]: &[Term; 1]) -> [Term; 4] {
        [n * 0.5, n / 12.0, Term::from(0.0), -1.2 / n]
    }

    fn raw_moment(order: u32, [n]: &[Term; 1]) -> Term {
        let numbers = bernoulli(order);
        moment_of_cumulants(order, |k| n * (numbers[k as usize] / f64::from(k)))
    }

    fn entropy([n]: &[Term; 1]) -> Term {
        n.uniform_sum_entropy()
    }

    fn draw(generator: &Generator, size: &[i64], shapes: &[Term; 1]) -> Term {
        // The sum of this number of uniform variables, if it is small.
        match shapes[0].number() {
            Some(n) if n <= 64.0 => {
                (0..n as u32).fold(Term::from(0.0), |sum, _| sum + Term::from(generator.random(size)))
            }
            _ => Self::quantile(&super::family::uniform(generator, size), shapes),
        }
    }

    fn start(sample: &Moments) -> Start {
        Start { shapes: vec![1.0], loc: sample.least, scale: (sample.largest - sample.least).max(f64::MIN_POSITIVE) }
    }

    fn fit(sample: &Sample<'_>) -> Option<Result<Vec<f64>>> {
        without_count(sample)
    }
}
