//! The inverse Gaussian distribution, and the sum of a normal and an exponential variable.

use cuprust::random::Generator;

use super::family::{Family, HALF_LOG_TAU, Start, factorial, from_zero, odd_factorial};
use super::samples::Moments;
use crate::stats::terms::{
    Term, exponential_normal_quantile, exponential_normal_upper_quantile, inverse_gaussian_quantile,
    inverse_gaussian_upper_quantile, log_exponential_normal_lower, log_exponential_normal_upper,
    log_inverse_gaussian_lower, log_inverse_gaussian_upper,
};

/// e^r times the exponential integral E1 of r, by its expansion where r is large.
pub(crate) fn scaled_integral(r: &Term) -> Term {
    let inverse = 1.0 / r;
    let series = (1..=24).rev().fold(Term::from(0.0), |sum, n| (1.0 - sum * f64::from(n)) * &inverse);
    r.gt(50.0).choose(series, r.exp() * r.exp1())
}

/// The inverse Gaussian distribution of mean mu.
pub(crate) struct InvGauss;

impl Family for InvGauss {
    type Shapes = [Term; 1];
    const NAME: &'static str = "invgauss";
    const SHAPES: &'static [&'static str] = &["mu"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [mu]: &[Term; 1]) -> Term {
        let square = (x / mu - 1.0).squared() / x;
        let value = x.log() * -1.5 - square * 0.5 - HALF_LOG_TAU;
        (x.equals(0.0) | x.equals(f64::INFINITY)).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, shapes: &[Term; 1]) -> Term {
        Self::log_lower(x, shapes).exp()
    }

    fn upper(x: &Term, shapes: &[Term; 1]) -> Term {
        Self::log_upper(x, shapes).exp()
    }

    fn log_lower(x: &Term, [mu]: &[Term; 1]) -> Term {
        log_inverse_gaussian_lower(x, mu)
    }

    fn log_upper(x: &Term, [mu]: &[Term; 1]) -> Term {
        log_inverse_gaussian_upper(x, mu)
    }

    fn quantile(p: &Term, [mu]: &[Term; 1]) -> Term {
        inverse_gaussian_quantile(p, mu)
    }

    fn upper_quantile(q: &Term, [mu]: &[Term; 1]) -> Term {
        inverse_gaussian_upper_quantile(q, mu)
    }

    fn statistics([mu]: &[Term; 1]) -> [Term; 4] {
        [mu.clone(), mu * mu.squared(), mu.sqrt() * 3.0, mu * 15.0]
    }

    fn raw_moment(order: u32, [mu]: &[Term; 1]) -> Term {
        // mu^n times the sum of (n - 1 + k)!/(k! (n - 1 - k)!) (mu/2)^k.
        let (mut power, mut sum) = (Term::from(1.0), Term::from(0.0));
        for k in 0..order {
            sum = sum + &power * (factorial(order - 1 + k) / factorial(k) / factorial(order - 1 - k));
            power = power * mu * 0.5;
        }
        (0..order).fold(sum, |product, _| product * mu)
    }

    fn entropy([mu]: &[Term; 1]) -> Term {
        mu.log() * 1.5 - scaled_integral(&(2.0 / mu)) * 1.5 + (HALF_LOG_TAU + 0.5)
    }

    fn draw(generator: &Generator, size: &[i64], [mu]: &[Term; 1]) -> Term {
        Term::from(mu.argument().and_then(|mu| generator.wald(mu, 1.0, size)))
    }
}

/// Wald's distribution: the inverse Gaussian one of mean one.
pub(crate) struct Wald;

/// The mean of Wald's distribution.
fn one() -> [Term; 1] {
    [Term::from(1.0)]
}

impl Family for Wald {
    type Shapes = [Term; 0];
    const NAME: &'static str = "wald";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        InvGauss::log_density(x, &one())
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        InvGauss::lower(x, &one())
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        InvGauss::upper(x, &one())
    }

    fn log_lower(x: &Term, _: &[Term; 0]) -> Term {
        InvGauss::log_lower(x, &one())
    }

    fn log_upper(x: &Term, _: &[Term; 0]) -> Term {
        InvGauss::log_upper(x, &one())
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        InvGauss::quantile(p, &one())
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        InvGauss::upper_quantile(q, &one())
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        InvGauss::statistics(&one())
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        InvGauss::raw_moment(order, &one())
    }

    fn entropy(_: &[Term; 0]) -> Term {
        InvGauss::entropy(&one())
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        InvGauss::draw(generator, size, &one())
    }
}

/// The sum of a normal variable and K times an exponential one.
pub(crate) struct ExponNorm;

impl Family for ExponNorm {
    type Shapes = [Term; 1];
    const NAME: &'static str = "exponnorm";
    const SHAPES: &'static [&'static str] = &["K"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(f64::NEG_INFINITY), Term::from(f64::INFINITY))
    }

    fn log_density(x: &Term, [k]: &[Term; 1]) -> Term {
        let rate = 1.0 / k;
        let value = (x - &rate).log_ndtr() + &rate * (&rate * 0.5 - x) - k.log();
        x.abs().equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, shapes: &[Term; 1]) -> Term {
        Self::log_lower(x, shapes).exp()
    }

    fn upper(x: &Term, shapes: &[Term; 1]) -> Term {
        Self::log_upper(x, shapes).exp()
    }

    fn log_lower(x: &Term, [k]: &[Term; 1]) -> Term {
        log_exponential_normal_lower(x, k)
    }

    fn log_upper(x: &Term, [k]: &[Term; 1]) -> Term {
        log_exponential_normal_upper(x, k)
    }

    fn quantile(p: &Term, [k]: &[Term; 1]) -> Term {
        exponential_normal_quantile(p, k)
    }

    fn upper_quantile(q: &Term, [k]: &[Term; 1]) -> Term {
        exponential_normal_upper_quantile(q, k)
    }

    fn statistics([k]: &[Term; 1]) -> [Term; 4] {
        let square = k.squared();
        let variance = &square + 1.0;
        let skewness = k * &square * 2.0 / variance.pow(1.5);
        let kurtosis = square.squared() * 6.0 / variance.squared();
        [k.clone(), variance, skewness, kurtosis]
    }

    fn raw_moment(order: u32, [k]: &[Term; 1]) -> Term {
        // The binomial theorem of both variables.
        let (mut choose, mut power, mut sum) = (1.0, Term::from(1.0), Term::from(0.0));
        for n in 0..=order {
            if (order - n).is_multiple_of(2) {
                sum = sum + &power * (choose * factorial(n) * odd_factorial(order - n));
            }
            power = power * k;
            choose *= f64::from(order - n) / f64::from(n + 1);
        }
        sum
    }

    fn entropy([k]: &[Term; 1]) -> Term {
        k.exponential_normal_entropy()
    }

    fn draw(generator: &Generator, size: &[i64], [k]: &[Term; 1]) -> Term {
        let exponential = Term::from(generator.standard_exponential(size));
        Term::from(generator.standard_normal(size)) + exponential * k
    }

    fn start(sample: &Moments) -> Start {
        // The skewness 2 k^3/(1 + k^2)^1.5.
        let part = (0.5 * sample.skewness.clamp(0.1, 1.9)).powf(2.0 / 3.0);
        let k = (part / (1.0 - part)).sqrt();
        let scale = (sample.deviation * (1.0 - part).sqrt()).max(f64::MIN_POSITIVE);
        Start { shapes: vec![k], loc: sample.mean - k * scale, scale }
    }
}
