//! Hyperbolic distributions: the generalized one, which is a mixture of normal ones by the generalized inverse Gaussian
//! one, that one itself, and the one by the inverse Gaussian one.

use std::f64::consts::PI;

use cuprust::random::Generator;

use super::family::{Family, Start, from_zero, line, normals, odd_factorial, statistics_of_moments};
use super::samples::Moments;
use super::skewed::InvGauss;
use crate::stats::terms::{
    Term, generalized_hyperbolic_entropy, generalized_hyperbolic_quantile, generalized_hyperbolic_upper_quantile,
    generalized_inverse_gaussian_entropy, generalized_inverse_gaussian_quantile,
    generalized_inverse_gaussian_upper_quantile, kve, log_generalized_hyperbolic_density,
    log_generalized_hyperbolic_lower, log_generalized_hyperbolic_upper, log_generalized_inverse_gaussian_density,
    log_generalized_inverse_gaussian_lower, log_generalized_inverse_gaussian_upper,
};

/// The generalized inverse Gaussian distribution of shapes p and b.
pub(crate) struct GenInvGauss;

impl Family for GenInvGauss {
    type Shapes = [Term; 2];
    const NAME: &'static str = "geninvgauss";
    const SHAPES: &'static [&'static str] = &["p", "b"];

    fn valid([p, b]: &[Term; 2]) -> Term {
        p.abs().lt(f64::INFINITY) & b.gt(0.0) & b.lt(f64::INFINITY)
    }

    fn support(_: &[Term; 2]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [p, b]: &[Term; 2]) -> Term {
        log_generalized_inverse_gaussian_density(x, p, b)
    }

    fn lower(x: &Term, shapes: &[Term; 2]) -> Term {
        Self::log_lower(x, shapes).exp()
    }

    fn upper(x: &Term, shapes: &[Term; 2]) -> Term {
        Self::log_upper(x, shapes).exp()
    }

    fn log_lower(x: &Term, [p, b]: &[Term; 2]) -> Term {
        log_generalized_inverse_gaussian_lower(x, p, b)
    }

    fn log_upper(x: &Term, [p, b]: &[Term; 2]) -> Term {
        log_generalized_inverse_gaussian_upper(x, p, b)
    }

    fn quantile(y: &Term, [p, b]: &[Term; 2]) -> Term {
        generalized_inverse_gaussian_quantile(y, p, b)
    }

    fn upper_quantile(z: &Term, [p, b]: &[Term; 2]) -> Term {
        generalized_inverse_gaussian_upper_quantile(z, p, b)
    }

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        let [one, two, three, four] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, shapes));
        statistics_of_moments(one, two, three, four)
    }

    fn raw_moment(order: u32, [p, b]: &[Term; 2]) -> Term {
        kve(p + f64::from(order), b) / kve(p, b)
    }

    fn entropy([p, b]: &[Term; 2]) -> Term {
        generalized_inverse_gaussian_entropy(p, b)
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![1.0, 1.0])
    }
}

/// The root of a^2 - b^2.
fn rate(a: &Term, b: &Term) -> Term {
    ((a - b) * (a + b)).sqrt()
}

/// A mixture of normal variables: b z + sqrt(z) y.
fn mixed(generator: &Generator, size: &[i64], b: &Term, mixing: Term) -> Term {
    b * &mixing + mixing.sqrt() * normals(generator, size)
}

/// The generalized hyperbolic distribution of shapes p, a and b.
pub(crate) struct GenHyperbolic;

impl Family for GenHyperbolic {
    type Shapes = [Term; 3];
    const NAME: &'static str = "genhyperbolic";
    const SHAPES: &'static [&'static str] = &["p", "a", "b"];

    fn valid([p, a, b]: &[Term; 3]) -> Term {
        let size = b.abs();
        p.abs().lt(f64::INFINITY) & a.lt(f64::INFINITY) & (size.lt(a) | (p.lt(0.0) & size.le(a)))
    }

    fn support(_: &[Term; 3]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, [p, a, b]: &[Term; 3]) -> Term {
        log_generalized_hyperbolic_density(x, p, a, b)
    }

    fn lower(x: &Term, shapes: &[Term; 3]) -> Term {
        Self::log_lower(x, shapes).exp()
    }

    fn upper(x: &Term, shapes: &[Term; 3]) -> Term {
        Self::log_upper(x, shapes).exp()
    }

    fn log_lower(x: &Term, [p, a, b]: &[Term; 3]) -> Term {
        log_generalized_hyperbolic_lower(x, p, a, b)
    }

    fn log_upper(x: &Term, [p, a, b]: &[Term; 3]) -> Term {
        log_generalized_hyperbolic_upper(x, p, a, b)
    }

    fn quantile(y: &Term, [p, a, b]: &[Term; 3]) -> Term {
        generalized_hyperbolic_quantile(y, p, a, b)
    }

    fn upper_quantile(z: &Term, [p, a, b]: &[Term; 3]) -> Term {
        generalized_hyperbolic_upper_quantile(z, p, a, b)
    }

    fn statistics(shapes: &[Term; 3]) -> [Term; 4] {
        let [one, two, three, four] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, shapes));
        statistics_of_moments(one, two, three, four)
    }

    fn raw_moment(order: u32, [p, a, b]: &[Term; 3]) -> Term {
        // The binomial theorem of b z and sqrt(z) y, with the moments of z by Bessel functions.
        let rate = rate(a, b);
        let whole = kve(p, &rate);
        let mixing = |n: u32| {
            let value = kve(p + f64::from(n), &rate) / &whole;
            (0..n).fold(value, |quotient, _| quotient / &rate)
        };
        let (mut choose, mut power, mut sum) = (1.0, Term::from(1.0), Term::from(0.0));
        for n in 0..=order {
            // The power of b is n, that of y is the rest.
            if (order - n).is_multiple_of(2) {
                sum = sum + &power * mixing(n + (order - n) / 2) * (choose * odd_factorial(order - n));
            }
            power = power * b;
            choose *= f64::from(order - n) / f64::from(n + 1);
        }
        sum
    }

    fn entropy([p, a, b]: &[Term; 3]) -> Term {
        generalized_hyperbolic_entropy(p, a, b)
    }

    fn draw(generator: &Generator, size: &[i64], [p, a, b]: &[Term; 3]) -> Term {
        let rate = rate(a, b);
        let mixing = GenInvGauss::draw(generator, size, &[p.clone(), rate.clone()]) / &rate;
        // At the largest skewness, the inverse of a gamma variable.
        let inverse = p.abs().argument().and_then(|shape| generator.standard_gamma(shape, size));
        let mixing = rate.equals(0.0).choose(0.5 / Term::from(inverse), mixing);
        mixed(generator, size, b, mixing)
    }

    fn start(sample: &Moments) -> Start {
        Start::centred(sample, vec![1.0, 1.0, 0.5f64.copysign(sample.skewness)])
    }
}

/// The mixture of normal distributions by the inverse Gaussian one, of shapes a and b.
pub(crate) struct NormInvGauss;

impl NormInvGauss {
    /// The shapes as those of the generalized hyperbolic distribution.
    fn hyperbolic([a, b]: &[Term; 2]) -> [Term; 3] {
        [Term::from(-0.5), a.clone(), b.clone()]
    }
}

impl Family for NormInvGauss {
    type Shapes = [Term; 2];
    const NAME: &'static str = "norminvgauss";
    const SHAPES: &'static [&'static str] = &["a", "b"];

    fn valid([a, b]: &[Term; 2]) -> Term {
        a.gt(0.0) & a.lt(f64::INFINITY) & b.abs().lt(a)
    }

    fn support(_: &[Term; 2]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, [a, b]: &[Term; 2]) -> Term {
        let length = (x.squared() + 1.0).sqrt();
        let length = x.abs().gt(1e100).choose(x.abs(), length);
        let value = (a * (a * &length).k1e() / &length).log() + (rate(a, b) + b * x - a * &length) - PI.ln();
        x.abs().equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, shapes: &[Term; 2]) -> Term {
        GenHyperbolic::lower(x, &Self::hyperbolic(shapes))
    }

    fn upper(x: &Term, shapes: &[Term; 2]) -> Term {
        GenHyperbolic::upper(x, &Self::hyperbolic(shapes))
    }

    fn log_lower(x: &Term, shapes: &[Term; 2]) -> Term {
        GenHyperbolic::log_lower(x, &Self::hyperbolic(shapes))
    }

    fn log_upper(x: &Term, shapes: &[Term; 2]) -> Term {
        GenHyperbolic::log_upper(x, &Self::hyperbolic(shapes))
    }

    fn quantile(y: &Term, shapes: &[Term; 2]) -> Term {
        GenHyperbolic::quantile(y, &Self::hyperbolic(shapes))
    }

    fn upper_quantile(z: &Term, shapes: &[Term; 2]) -> Term {
        GenHyperbolic::upper_quantile(z, &Self::hyperbolic(shapes))
    }

    fn statistics([a, b]: &[Term; 2]) -> [Term; 4] {
        let rate = rate(a, b);
        let variance = a.squared() / (&rate * &rate * &rate);
        let skewness = b * 3.0 / (a * rate.sqrt());
        let kurtosis = ((b / a).squared() * 4.0 + 1.0) * 3.0 / &rate;
        [b / &rate, variance, skewness, kurtosis]
    }

    fn raw_moment(order: u32, shapes: &[Term; 2]) -> Term {
        GenHyperbolic::raw_moment(order, &Self::hyperbolic(shapes))
    }

    fn entropy(shapes: &[Term; 2]) -> Term {
        GenHyperbolic::entropy(&Self::hyperbolic(shapes))
    }

    fn draw(generator: &Generator, size: &[i64], [a, b]: &[Term; 2]) -> Term {
        let mixing = InvGauss::draw(generator, size, &[1.0 / rate(a, b)]);
        mixed(generator, size, b, mixing)
    }

    fn start(sample: &Moments) -> Start {
        Start::centred(sample, vec![1.0, 0.5f64.copysign(sample.skewness)])
    }
}
