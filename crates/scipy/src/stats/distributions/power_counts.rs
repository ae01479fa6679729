//! Distributions of counts whose probabilities fall as powers: Zipf's of finitely many numbers, and the negative
//! binomial one of a beta variable.

use cuprust::DType;
use cuprust::random::Generator;

use super::family::{Family, moment_of_factorial, rising_factorial, statistics_of_moments};
use super::mixtures::by_search;
use crate::stats::terms::{
    Term, beta_binomial_lower, beta_binomial_upper, beta_negative_binomial_entropy, betaln, powers_and_logarithms,
    powers_between,
};

/// Zipf's distribution of the numbers up to n: probabilities in proportion to k^-a.
pub(crate) struct Zipfian;

impl Family for Zipfian {
    type Shapes = [Term; 2];
    const NAME: &'static str = "zipfian";
    const SHAPES: &'static [&'static str] = &["a", "n"];
    const DISCRETE: bool = true;

    fn valid([a, n]: &[Term; 2]) -> Term {
        // Beyond 2^53 not every whole number is one.
        a.ge(0.0) & a.lt(f64::INFINITY) & n.ge(1.0) & n.le(9_007_199_254_740_992.0) & n.is_whole()
    }

    fn support([_, n]: &[Term; 2]) -> (Term, Term) {
        (Term::from(1.0), n.clone())
    }

    fn log_density(k: &Term, [a, n]: &[Term; 2]) -> Term {
        -(a * k.log()) - powers_between(1.0, n, a).log()
    }

    fn density(k: &Term, [a, n]: &[Term; 2]) -> Term {
        k.pow(-a) / powers_between(1.0, n, a)
    }

    fn lower(k: &Term, [a, n]: &[Term; 2]) -> Term {
        powers_between(1.0, k.minimum(n), a) / powers_between(1.0, n, a)
    }

    fn upper(k: &Term, [a, n]: &[Term; 2]) -> Term {
        powers_between(k.maximum(0.0) + 1.0, n, a) / powers_between(1.0, n, a)
    }

    by_search!([Term; 2]);

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        let [one, two, three, four] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, shapes));
        statistics_of_moments(one, two, three, four)
    }

    fn raw_moment(order: u32, [a, n]: &[Term; 2]) -> Term {
        powers_between(1.0, n, a - f64::from(order)) / powers_between(1.0, n, a)
    }

    fn entropy([a, n]: &[Term; 2]) -> Term {
        let whole = powers_between(1.0, n, a);
        whole.log() + a * powers_and_logarithms(n, a) / &whole
    }
}

/// The negative binomial distribution of n successes whose probability is a beta variable of shapes a and b.
pub(crate) struct BetaNBinom;

impl Family for BetaNBinom {
    type Shapes = [Term; 3];
    const NAME: &'static str = "betanbinom";
    const SHAPES: &'static [&'static str] = &["n", "a", "b"];
    const DISCRETE: bool = true;

    fn valid([n, a, b]: &[Term; 3]) -> Term {
        n.ge(0.0) & n.is_whole() & n.lt(f64::INFINITY) & a.gt(0.0) & b.gt(0.0)
    }

    fn support(_: &[Term; 3]) -> (Term, Term) {
        (Term::from(0.0), Term::from(f64::INFINITY))
    }

    fn log_density(k: &Term, [n, a, b]: &[Term; 3]) -> Term {
        let choices = (n + k).log() + betaln(n, k + 1.0);
        let value = betaln(a + n, b + k) - betaln(a, b) - k.equals(0.0).choose(0.0, choices);
        k.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    // There are more than k failures where among n + k trials are fewer than n successes.
    fn lower(k: &Term, [n, a, b]: &[Term; 3]) -> Term {
        beta_binomial_upper(n - 1.0, n + k, a, b)
    }

    fn upper(k: &Term, [n, a, b]: &[Term; 3]) -> Term {
        beta_binomial_lower(n - 1.0, n + k, a, b)
    }

    by_search!([Term; 3]);

    fn statistics(shapes: &[Term; 3]) -> [Term; 4] {
        let [_, a, _] = shapes;
        let [one, two, three, four] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, shapes));
        let [mean, variance, skewness, kurtosis] = statistics_of_moments(one, two, three, four);
        let above = |least: f64, value: Term| a.gt(least).choose(value, f64::INFINITY);
        [mean, above(2.0, variance), above(3.0, skewness), above(4.0, kurtosis)]
    }

    fn raw_moment(order: u32, [n, a, b]: &[Term; 3]) -> Term {
        let value = moment_of_factorial(order, |k| {
            let divisor = (1..=k).fold(Term::from(1.0), |product, i| product * (a - f64::from(i)));
            rising_factorial(n, k) * rising_factorial(b, k) / divisor
        });
        (a.gt(f64::from(order)) | n.equals(0.0)).choose(value, f64::INFINITY)
    }

    fn entropy([n, a, b]: &[Term; 3]) -> Term {
        beta_negative_binomial_entropy(n, a, b)
    }

    fn draw(generator: &Generator, size: &[i64], [n, a, b]: &[Term; 3]) -> Term {
        // Poisson's of a gamma variable of the odds, as far as there are integers.
        let gamma = |shape: &Term| Term::from(shape.argument().and_then(|shape| generator.standard_gamma(shape, size)));
        let mean = (gamma(&n.maximum(1.0)) * gamma(b) / gamma(a)).minimum(1e18);
        let drawn = Term::from(mean.argument().and_then(|mean| generator.poisson(mean, size))).to(DType::F64);
        n.equals(0.0).choose(0.0, drawn)
    }
}
