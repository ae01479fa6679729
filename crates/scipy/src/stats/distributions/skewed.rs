//! Skewed distributions: the inverse Gaussian one, the sum of a normal and an exponential variable, and the skewed one
//! of Student.

use cuprust::random::Generator;
use std::f64::consts::LN_2;

use super::family::{Family, HALF_LOG_TAU, Start, factorial, from_zero, line, odd_factorial, statistics_of_moments};
use super::samples::Moments;
use crate::stats::terms::{
    Term, betainc, betaincc, betainccinv, betaincinv, betaln, exponential_normal_quantile,
    exponential_normal_upper_quantile, inverse_gaussian_quantile, inverse_gaussian_upper_quantile,
    log_exponential_normal_lower, log_exponential_normal_upper, log_inverse_gaussian_lower, log_inverse_gaussian_upper,
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

/// The skewed distribution of Student of Jones and Faddy, of shapes a and b: of d = x/sqrt(a + b + x^2) the half of 1 +
/// d is a beta variable.
pub(crate) struct JonesFaddySkewT;

impl JonesFaddySkewT {
    /// (1 + d)/2 and (1 - d)/2.
    fn shares(x: &Term, [a, b]: &[Term; 2]) -> (Term, Term) {
        let sum = a + b;
        let size = x.abs();
        // The root is that of the square of the larger one, of which the square may be infinite.
        let root = size.gt(1e150).choose(&size, (&sum + x.squared()).sqrt());
        let larger = (&size / &root + 1.0) * 0.5;
        let smaller = &sum / &root / (&root + &size) * 0.5;
        (x.lt(0.0).choose(&smaller, &larger), x.lt(0.0).choose(&larger, &smaller))
    }

    /// The number of two shares.
    fn at(below: &Term, above: &Term, [a, b]: &[Term; 2]) -> Term {
        (below - above) * (a + b).sqrt() * 0.5 / (below.sqrt() * above.sqrt())
    }
}

impl Family for JonesFaddySkewT {
    type Shapes = [Term; 2];
    const NAME: &'static str = "jf_skew_t";
    const SHAPES: &'static [&'static str] = &["a", "b"];

    fn support(_: &[Term; 2]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, shapes: &[Term; 2]) -> Term {
        let [a, b] = shapes;
        let (below, above) = Self::shares(x, shapes);
        let powers = (a + 0.5) * below.log() + (b + 0.5) * above.log();
        let value = powers + 2.0 * LN_2 - betaln(a, b) - (a + b).log() * 0.5;
        x.abs().equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, shapes: &[Term; 2]) -> Term {
        let [a, b] = shapes;
        let (below, above) = Self::shares(x, shapes);
        x.lt(0.0).choose(betainc(a, b, below), betaincc(b, a, above))
    }

    fn upper(x: &Term, [a, b]: &[Term; 2]) -> Term {
        Self::lower(&-x, &[b.clone(), a.clone()])
    }

    fn quantile(p: &Term, shapes: &[Term; 2]) -> Term {
        let [a, b] = shapes;
        Self::at(&betaincinv(a, b, p), &betainccinv(b, a, p), shapes)
    }

    fn upper_quantile(q: &Term, [a, b]: &[Term; 2]) -> Term {
        -Self::quantile(q, &[b.clone(), a.clone()])
    }

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        let [one, two, three, four] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, shapes));
        statistics_of_moments(one, two, three, four)
    }

    fn raw_moment(order: u32, [a, b]: &[Term; 2]) -> Term {
        let n = f64::from(order);
        let whole = betaln(a, b);
        let (mut choose, mut sum) = (1.0, Term::from(0.0));
        for k in 0..=order {
            let i = f64::from(k);
            let part = (betaln(a + (0.5 * n - i), b + (i - 0.5 * n)) - &whole).exp();
            sum = sum + part * if k % 2 == 1 { -choose } else { choose };
            choose *= f64::from(order - k) / f64::from(k + 1);
        }
        let value = sum * ((a + b) * 0.25).pow(0.5 * n);
        (a.gt(0.5 * n) & b.gt(0.5 * n)).choose(value, f64::NAN)
    }

    fn entropy([a, b]: &[Term; 2]) -> Term {
        // The means of the logarithms of both shares are those of a beta variable.
        let sum = (a + b).digamma();
        let means = (a + 0.5) * (a.digamma() - &sum) + (b + 0.5) * (b.digamma() - &sum);
        betaln(a, b) + (a + b).log() * 0.5 - 2.0 * LN_2 - means
    }

    fn start(sample: &Moments) -> Start {
        Start::centred(sample, vec![4.0, 4.0])
    }
}
