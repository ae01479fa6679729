//! The interface of a family of distributions: functions of its standard form, of location 0 and scale 1, and of its
//! shape parameters.

use cuprust::random::Generator;
use cuprust::ufunc::rows;
use cuprust_ir::Result;

use super::samples::{Moments, Sample};
use crate::stats::terms::Term;

/// log(2 pi)/2.
pub(crate) const HALF_LOG_TAU: f64 = 0.918_938_533_204_672_8;
/// Euler's constant.
pub(crate) const EULER: f64 = 0.577_215_664_901_532_9;

/// Half of the step between uniform numbers: what zero counts as, which would be an end of the support.
const MIN_UNIFORM: f64 = 1.0 / (1u64 << 54) as f64;

/// The shape parameters of a family: an array of as many terms.
pub(crate) trait Shapes: Sized + 'static {
    /// The terms as the array; there are as many.
    fn of(terms: &[Term]) -> &Self;

    /// All of them.
    fn terms(&self) -> &[Term];
}

impl<const N: usize> Shapes for [Term; N] {
    fn of(terms: &[Term]) -> &[Term; N] {
        terms.try_into().expect("a distribution has as many shape parameters as its family")
    }

    fn terms(&self) -> &[Term] {
        self
    }
}

/// A family of distributions. `x` is within the support: values of functions outside of it are ignored, and so are
/// those of quantiles outside of (0, 1).
pub(crate) trait Family {
    /// `[Term; N]` for N shape parameters.
    type Shapes: Shapes;
    /// SciPy's name.
    const NAME: &'static str;
    /// The names of the shape parameters.
    const SHAPES: &'static [&'static str];
    /// Whether the variable is a whole number, and densities are probabilities.
    const DISCRETE: bool = false;

    /// Whether the parameters are valid: by default, whether all are positive.
    fn valid(shapes: &Self::Shapes) -> Term {
        shapes.terms().iter().fold(Term::from(true), |valid, shape| valid & shape.gt(0.0))
    }

    /// The ends of the support.
    fn support(shapes: &Self::Shapes) -> (Term, Term);

    /// The logarithm of the density.
    fn log_density(x: &Term, shapes: &Self::Shapes) -> Term;

    /// The density.
    fn density(x: &Term, shapes: &Self::Shapes) -> Term {
        Self::log_density(x, shapes).exp()
    }

    /// The distribution function: the probability of at most x.
    fn lower(x: &Term, shapes: &Self::Shapes) -> Term;

    /// The survival function: the probability of more than x.
    fn upper(x: &Term, shapes: &Self::Shapes) -> Term;

    /// The logarithm of the distribution function.
    fn log_lower(x: &Term, shapes: &Self::Shapes) -> Term {
        log_of(&Self::lower(x, shapes), || Self::upper(x, shapes))
    }

    /// The logarithm of the survival function.
    fn log_upper(x: &Term, shapes: &Self::Shapes) -> Term {
        log_of(&Self::upper(x, shapes), || Self::lower(x, shapes))
    }

    /// The inverse of `lower`: the least x for which it is at least p.
    fn quantile(p: &Term, shapes: &Self::Shapes) -> Term;

    /// The inverse of `upper`.
    fn upper_quantile(q: &Term, shapes: &Self::Shapes) -> Term;

    /// Mean, variance, skewness, and kurtosis less three.
    fn statistics(shapes: &Self::Shapes) -> [Term; 4];

    /// The mean alone, for families whose other moments are costly.
    fn mean(shapes: &Self::Shapes) -> Term {
        let [mean, ..] = Self::statistics(shapes);
        mean
    }

    /// The variance alone.
    fn variance(shapes: &Self::Shapes) -> Term {
        let [_, variance, ..] = Self::statistics(shapes);
        variance
    }

    /// The mean of the power of x by a positive order.
    fn raw_moment(order: u32, shapes: &Self::Shapes) -> Term;

    /// The means of the powers by all positive orders up to a highest, for families whose moments share work.
    fn raw_moments(highest: u32, shapes: &Self::Shapes) -> Vec<Term> {
        (1..=highest).map(|order| Self::raw_moment(order, shapes)).collect()
    }

    /// The entropy.
    fn entropy(shapes: &Self::Shapes) -> Term;

    /// Random variates.
    fn draw(generator: &Generator, size: &[i64], shapes: &Self::Shapes) -> Term {
        Self::quantile(&uniform(generator, size), shapes)
    }

    /// Values of the shape parameters that a search for the likeliest ones may begin with, for a sample of this mean,
    /// variance and skewness in standard form, and location and scale to begin with.
    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![1.0; Self::SHAPES.len()])
    }

    /// The likeliest parameters in closed form, where there is one: see `samples.rs`.
    fn fit(_sample: &Sample<'_>) -> Option<Result<Vec<f64>>> {
        None
    }
}

/// Where a search begins.
#[derive(Debug, Clone)]
pub(crate) struct Start {
    pub shapes: Vec<f64>,
    pub loc: f64,
    pub scale: f64,
}

impl Start {
    /// The location and scale that keep the sample in a support from zero on.
    pub fn of(sample: &Moments, shapes: Vec<f64>) -> Start {
        let width = (sample.largest - sample.least).max(f64::MIN_POSITIVE);
        let loc = sample.least - 0.01 * width;
        Start { shapes, loc, scale: (sample.mean - loc).max(f64::MIN_POSITIVE) }
    }

    /// The location and scale of a distribution on an interval from zero to one.
    pub fn within(sample: &Moments, shapes: Vec<f64>) -> Start {
        let width = (sample.largest - sample.least).max(f64::MIN_POSITIVE);
        Start { shapes, loc: sample.least - 0.01 * width, scale: 1.02 * width }
    }

    /// The location and scale of a distribution of mean zero and variance one.
    pub fn centred(sample: &Moments, shapes: Vec<f64>) -> Start {
        Start { shapes, loc: sample.mean, scale: sample.deviation.max(f64::MIN_POSITIVE) }
    }
}

/// The logarithm of a probability whose complement is known: near one it is that of the complement.
pub(crate) fn log_of(probability: &Term, complement: impl FnOnce() -> Term) -> Term {
    probability.lt(0.5).choose_lazily(|| probability.log(), || (-complement()).log1p())
}

/// Uniform numbers within (0, 1).
pub(crate) fn uniform(generator: &Generator, size: &[i64]) -> Term {
    Term::from(generator.random(size).and_then(|drawn| rows::maximum(&drawn, MIN_UNIFORM)))
}

/// A family, as an object: its functions by name.
pub(crate) trait Law: Sync {
    fn name(&self) -> &'static str;
    fn shape_names(&self) -> &'static [&'static str];
    fn is_discrete(&self) -> bool;
    fn is_valid(&self, shapes: &[Term]) -> Term;
    fn ends(&self, shapes: &[Term]) -> (Term, Term);
    fn value(&self, function: Function, x: &Term, shapes: &[Term]) -> Term;
    fn moments(&self, shapes: &[Term]) -> [Term; 4];
    fn mean_of(&self, shapes: &[Term]) -> Term;
    fn variance_of(&self, shapes: &[Term]) -> Term;
    fn moment(&self, order: u32, shapes: &[Term]) -> Term;
    fn moments_up_to(&self, highest: u32, shapes: &[Term]) -> Vec<Term>;
    fn entropy_of(&self, shapes: &[Term]) -> Term;
    fn drawn(&self, generator: &Generator, size: &[i64], shapes: &[Term]) -> Term;
    fn begin(&self, sample: &Moments) -> Start;
    fn likeliest(&self, sample: &Sample<'_>) -> Option<Result<Vec<f64>>>;
}

/// The functions of one variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Density,
    LogDensity,
    Lower,
    LogLower,
    Upper,
    LogUpper,
    Quantile,
    UpperQuantile,
}

impl<F: Family + Sync> Law for F {
    fn name(&self) -> &'static str {
        F::NAME
    }

    fn shape_names(&self) -> &'static [&'static str] {
        F::SHAPES
    }

    fn is_discrete(&self) -> bool {
        F::DISCRETE
    }

    fn is_valid(&self, shapes: &[Term]) -> Term {
        F::valid(F::Shapes::of(shapes))
    }

    fn ends(&self, shapes: &[Term]) -> (Term, Term) {
        F::support(F::Shapes::of(shapes))
    }

    fn value(&self, function: Function, x: &Term, shapes: &[Term]) -> Term {
        let shapes = F::Shapes::of(shapes);
        match function {
            Function::Density => F::density(x, shapes),
            Function::LogDensity => F::log_density(x, shapes),
            Function::Lower => F::lower(x, shapes),
            Function::LogLower => F::log_lower(x, shapes),
            Function::Upper => F::upper(x, shapes),
            Function::LogUpper => F::log_upper(x, shapes),
            Function::Quantile => F::quantile(x, shapes),
            Function::UpperQuantile => F::upper_quantile(x, shapes),
        }
    }

    fn moments(&self, shapes: &[Term]) -> [Term; 4] {
        F::statistics(F::Shapes::of(shapes))
    }

    fn mean_of(&self, shapes: &[Term]) -> Term {
        F::mean(F::Shapes::of(shapes))
    }

    fn variance_of(&self, shapes: &[Term]) -> Term {
        F::variance(F::Shapes::of(shapes))
    }

    fn moment(&self, order: u32, shapes: &[Term]) -> Term {
        F::raw_moment(order, F::Shapes::of(shapes))
    }

    fn moments_up_to(&self, highest: u32, shapes: &[Term]) -> Vec<Term> {
        F::raw_moments(highest, F::Shapes::of(shapes))
    }

    fn entropy_of(&self, shapes: &[Term]) -> Term {
        F::entropy(F::Shapes::of(shapes))
    }

    fn drawn(&self, generator: &Generator, size: &[i64], shapes: &[Term]) -> Term {
        F::draw(generator, size, F::Shapes::of(shapes))
    }

    fn begin(&self, sample: &Moments) -> Start {
        F::start(sample)
    }

    fn likeliest(&self, sample: &Sample<'_>) -> Option<Result<Vec<f64>>> {
        F::fit(sample)
    }
}

/// The same family with the sign of its variable changed.
macro_rules! mirrored {
    ($(#[$doc:meta])* $family:ident of $other:ident, $name:literal, $shapes:ty, $names:expr) => {
        $(#[$doc])*
        pub(crate) struct $family;

        impl Family for $family {
            type Shapes = $shapes;
            const NAME: &'static str = $name;
            const SHAPES: &'static [&'static str] = $names;

            fn support(shapes: &$shapes) -> (Term, Term) {
                let (low, high) = $other::support(shapes);
                (-high, -low)
            }

            fn log_density(x: &Term, shapes: &$shapes) -> Term {
                $other::log_density(&-x, shapes)
            }

            fn density(x: &Term, shapes: &$shapes) -> Term {
                $other::density(&-x, shapes)
            }

            fn lower(x: &Term, shapes: &$shapes) -> Term {
                $other::upper(&-x, shapes)
            }

            fn upper(x: &Term, shapes: &$shapes) -> Term {
                $other::lower(&-x, shapes)
            }

            fn log_lower(x: &Term, shapes: &$shapes) -> Term {
                $other::log_upper(&-x, shapes)
            }

            fn log_upper(x: &Term, shapes: &$shapes) -> Term {
                $other::log_lower(&-x, shapes)
            }

            fn quantile(p: &Term, shapes: &$shapes) -> Term {
                -$other::upper_quantile(p, shapes)
            }

            fn upper_quantile(q: &Term, shapes: &$shapes) -> Term {
                -$other::quantile(q, shapes)
            }

            fn statistics(shapes: &$shapes) -> [Term; 4] {
                let [mean, variance, skewness, kurtosis] = $other::statistics(shapes);
                [-mean, variance, -skewness, kurtosis]
            }

            fn raw_moment(order: u32, shapes: &$shapes) -> Term {
                let moment = $other::raw_moment(order, shapes);
                if order % 2 == 1 { -moment } else { moment }
            }

            fn entropy(shapes: &$shapes) -> Term {
                $other::entropy(shapes)
            }

            fn draw(generator: &Generator, size: &[i64], shapes: &$shapes) -> Term {
                -$other::draw(generator, size, shapes)
            }

            fn start(sample: &Moments) -> Start {
                let start = $other::start(&sample.mirrored());
                Start { loc: -start.loc, ..start }
            }
        }
    };
}
pub(crate) use mirrored;

/// The logarithm of the standard normal density.
pub(crate) fn log_normal_density(x: &Term) -> Term {
    x.squared() * -0.5 - HALF_LOG_TAU
}

/// Standard normal variates.
pub(crate) fn normals(generator: &Generator, size: &[i64]) -> Term {
    Term::from(generator.standard_normal(size))
}

/// The support of all numbers.
pub(crate) fn line() -> (Term, Term) {
    (Term::from(f64::NEG_INFINITY), Term::from(f64::INFINITY))
}

/// The support from zero to one.
pub(crate) fn unit_interval() -> (Term, Term) {
    (Term::from(0.0), Term::from(1.0))
}

/// The support from zero on.
pub(crate) fn from_zero() -> (Term, Term) {
    (Term::from(0.0), Term::from(f64::INFINITY))
}

/// The product of the whole numbers up to one.
pub(crate) fn factorial(n: u32) -> f64 {
    (1..=n).map(f64::from).product()
}

/// The product of the odd numbers below an even one.
pub(crate) fn odd_factorial(n: u32) -> f64 {
    (1..n).step_by(2).map(f64::from).product()
}

/// The raw moment of an order of a distribution whose cumulants are known.
pub(crate) fn moment_of_cumulants(order: u32, cumulant: impl Fn(u32) -> Term) -> Term {
    let mut moments = vec![Term::from(1.0)];
    for n in 1..=order {
        let (mut choose, mut sum) = (1.0, Term::from(0.0));
        for k in 1..=n {
            // (n - 1 over k - 1) cumulant(k) moment(n - k).
            sum = sum + cumulant(k) * &moments[(n - k) as usize] * choose;
            choose *= f64::from(n - k) / f64::from(k);
        }
        moments.push(sum);
    }
    moments.swap_remove(order as usize)
}

/// The raw moment of an order of a distribution whose factorial moments are known: the sum over them with Stirling's
/// numbers of the second kind.
pub(crate) fn moment_of_factorial(order: u32, factorial_moment: impl Fn(u32) -> Term) -> Term {
    let mut stirling: Vec<f64> = vec![1.0];
    for n in 1..=order as usize {
        let of = |k: usize| stirling.get(k).copied().unwrap_or(0.0);
        stirling = (0..=n).map(|k| k as f64 * of(k) + if k == 0 { 0.0 } else { of(k - 1) }).collect();
    }
    (1..=order).fold(Term::from(0.0), |sum, k| sum + factorial_moment(k) * stirling[k as usize])
}

/// The falling factorial `x (x - 1) .. (x - k + 1)`.
pub(crate) fn falling_factorial(x: &Term, k: u32) -> Term {
    (0..k).fold(Term::from(1.0), |product, i| product * (x - f64::from(i)))
}

/// The rising factorial `x (x + 1) .. (x + k - 1)`.
pub(crate) fn rising_factorial(x: &Term, k: u32) -> Term {
    (0..k).fold(Term::from(1.0), |product, i| product * (x + f64::from(i)))
}

/// Mean, variance, skewness and kurtosis less three of raw moments that are infinite where there is none.
pub(crate) fn statistics_of_some_moments(moment: impl Fn(u32) -> Term) -> [Term; 4] {
    let [one, two, three, four] = [1, 2, 3, 4].map(moment);
    let infinite = [&two, &three, &four].map(|each| each.equals(f64::INFINITY));
    let [mean, variance, skewness, kurtosis] = statistics_of_moments(one, two, three, four);
    [
        mean,
        infinite[0].choose(f64::INFINITY, variance),
        infinite[1].choose(f64::NAN, skewness),
        infinite[2].choose(f64::NAN, kurtosis),
    ]
}

/// Mean, variance, skewness and kurtosis less three of raw moments.
pub(crate) fn statistics_of_moments(first: Term, second: Term, third: Term, fourth: Term) -> [Term; 4] {
    let square = first.squared();
    let variance = second - &square;
    let cubic = third - &first * 3.0 * &variance - &first * &square;
    let fourth = fourth - &first * 4.0 * &cubic - &square * 6.0 * &variance - square.squared();
    let skewness = cubic / variance.pow(1.5);
    let kurtosis = fourth / variance.squared() - 3.0;
    [first, variance, skewness, kurtosis]
}
