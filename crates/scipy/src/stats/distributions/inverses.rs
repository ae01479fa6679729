//! Distributions of inverses of variables: Burr's of the third type with Mielke's and Kappa's of three parameters, that
//! of alpha, and the reciprocal inverse Gaussian one.

use cuprust::random::Generator;

use super::family::{
    EULER, Family, HALF_LOG_TAU, Start, factorial, from_zero, log_normal_density, moment_of_cumulants, odd_factorial,
    statistics_of_some_moments,
};
use super::numeric::entropy_of;
use super::powers::{Burr12, log_of_power};
use super::samples::Moments;
use super::skewed::InvGauss;
use crate::stats::terms::{Term, betaln, xlogy};

/// Burr's distribution of the third type, of shapes c and d: of the inverse of a variable of that of the twelfth.
pub(crate) struct Burr;

impl Family for Burr {
    type Shapes = [Term; 2];
    const NAME: &'static str = "burr";
    const SHAPES: &'static [&'static str] = &["c", "d"];

    fn support(_: &[Term; 2]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [c, d]: &[Term; 2]) -> Term {
        let value = c.log() + d.log() + xlogy(c * d - 1.0, x) - (d + 1.0) * log_of_power(x, c);
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, shapes: &[Term; 2]) -> Term {
        Self::log_lower(x, shapes).exp()
    }

    fn upper(x: &Term, shapes: &[Term; 2]) -> Term {
        -Self::log_lower(x, shapes).expm1()
    }

    fn log_lower(x: &Term, [c, d]: &[Term; 2]) -> Term {
        -(d * log_of_power(x, &-c))
    }

    fn quantile(p: &Term, [c, d]: &[Term; 2]) -> Term {
        (-p.log() / d).expm1().pow(-1.0 / c)
    }

    fn upper_quantile(q: &Term, [c, d]: &[Term; 2]) -> Term {
        (-(-q).log1p() / d).expm1().pow(-1.0 / c)
    }

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        statistics_of_some_moments(|order| Self::raw_moment(order, shapes))
    }

    fn raw_moment(order: u32, [c, d]: &[Term; 2]) -> Term {
        let share = f64::from(order) / c;
        let value = d * betaln(1.0 - &share, d + &share).exp();
        c.gt(f64::from(order)).choose(value, f64::INFINITY)
    }

    fn entropy(shapes: &[Term; 2]) -> Term {
        // The logarithm of the inverse has minus the mean.
        let [c, d] = shapes;
        Burr12::entropy(shapes) + (d.digamma() + EULER) * 2.0 / c
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![3.0, 1.0])
    }
}

/// Mielke's distribution of shapes k and s: Burr's of the third type of shapes s and k/s.
pub(crate) struct Mielke;

impl Mielke {
    fn shapes([k, s]: &[Term; 2]) -> [Term; 2] {
        [s.clone(), k / s]
    }
}

impl Family for Mielke {
    type Shapes = [Term; 2];
    const NAME: &'static str = "mielke";
    const SHAPES: &'static [&'static str] = &["k", "s"];

    fn support(_: &[Term; 2]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, shapes: &[Term; 2]) -> Term {
        let [k, s] = shapes;
        let value = k.log() + xlogy(k - 1.0, x) - (k / s + 1.0) * log_of_power(x, s);
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, shapes: &[Term; 2]) -> Term {
        Burr::lower(x, &Self::shapes(shapes))
    }

    fn upper(x: &Term, shapes: &[Term; 2]) -> Term {
        Burr::upper(x, &Self::shapes(shapes))
    }

    fn log_lower(x: &Term, shapes: &[Term; 2]) -> Term {
        Burr::log_lower(x, &Self::shapes(shapes))
    }

    fn quantile(p: &Term, shapes: &[Term; 2]) -> Term {
        Burr::quantile(p, &Self::shapes(shapes))
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 2]) -> Term {
        Burr::upper_quantile(q, &Self::shapes(shapes))
    }

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        Burr::statistics(&Self::shapes(shapes))
    }

    fn raw_moment(order: u32, shapes: &[Term; 2]) -> Term {
        Burr::raw_moment(order, &Self::shapes(shapes))
    }

    fn entropy(shapes: &[Term; 2]) -> Term {
        Burr::entropy(&Self::shapes(shapes))
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![3.0, 3.0])
    }
}

/// Kappa's distribution of three parameters: a^(1/a) times a variable of Burr's third type of shapes a and 1/a.
pub(crate) struct Kappa3;

impl Kappa3 {
    fn shapes(a: &Term) -> [Term; 2] {
        [a.clone(), 1.0 / a]
    }

    fn scale(a: &Term) -> Term {
        (a.log() / a).exp()
    }
}

impl Family for Kappa3 {
    type Shapes = [Term; 1];
    const NAME: &'static str = "kappa3";
    const SHAPES: &'static [&'static str] = &["a"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [a]: &[Term; 1]) -> Term {
        let scale = Self::scale(a);
        // At zero the density is the inverse of the scale.
        -((1.0 / a + 1.0) * log_of_power(&(x / &scale), a)) - scale.log()
    }

    fn lower(x: &Term, [a]: &[Term; 1]) -> Term {
        Burr::lower(&(x / Self::scale(a)), &Self::shapes(a))
    }

    fn upper(x: &Term, [a]: &[Term; 1]) -> Term {
        Burr::upper(&(x / Self::scale(a)), &Self::shapes(a))
    }

    fn log_lower(x: &Term, [a]: &[Term; 1]) -> Term {
        Burr::log_lower(&(x / Self::scale(a)), &Self::shapes(a))
    }

    fn quantile(p: &Term, [a]: &[Term; 1]) -> Term {
        Burr::quantile(p, &Self::shapes(a)) * Self::scale(a)
    }

    fn upper_quantile(q: &Term, [a]: &[Term; 1]) -> Term {
        Burr::upper_quantile(q, &Self::shapes(a)) * Self::scale(a)
    }

    fn statistics([a]: &[Term; 1]) -> [Term; 4] {
        let [mean, variance, skewness, kurtosis] = Burr::statistics(&Self::shapes(a));
        let scale = Self::scale(a);
        [mean * &scale, variance * scale.squared(), skewness, kurtosis]
    }

    fn raw_moment(order: u32, [a]: &[Term; 1]) -> Term {
        let scale = Self::scale(a);
        (0..order).fold(Burr::raw_moment(order, &Self::shapes(a)), |product, _| product * &scale)
    }

    fn entropy([a]: &[Term; 1]) -> Term {
        Burr::entropy(&Self::shapes(a)) + a.log() / a
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![2.0])
    }
}

/// The distribution of alpha, of shape a: of the inverse of a normal variable of mean a that is positive.
pub(crate) struct Alpha;

impl Alpha {
    /// Newton's steps from the quantile of the normal distribution, which has lost digits of a small inverse.
    const STEPS: usize = 3;

    /// The probability that a normal variable of mean a lies between zero and y.
    fn below(y: &Term, a: &Term) -> Term {
        let edge = y - a;
        let left = edge.ndtr() - (-a).ndtr();
        let right = 1.0 - (-&edge).ndtr() - (-a).ndtr();
        // phi(a) times the integral of e^(a t - t^2/2), by Hermite polynomials of a.
        let (mut before, mut polynomial, mut power) = (Term::from(0.0), Term::from(1.0), y.clone());
        let mut sum = y.clone();
        for n in 1..18u32 {
            let next = a * &polynomial - &before * f64::from(n - 1);
            (before, polynomial) = (polynomial, next);
            power = &power * y / f64::from(n + 1);
            sum = sum + &polynomial * &power;
        }
        let near = sum * log_normal_density(a).exp();
        let is_near = ((a + 1.0) * y).lt(0.5);
        is_near.choose(near, edge.lt(0.0).choose(left, right))
    }
}

impl Family for Alpha {
    type Shapes = [Term; 1];
    const NAME: &'static str = "alpha";
    const SHAPES: &'static [&'static str] = &["a"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [a]: &[Term; 1]) -> Term {
        let value = x.log() * -2.0 + log_normal_density(&(a - 1.0 / x)) - a.log_ndtr();
        (x.equals(0.0) | x.equals(f64::INFINITY)).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [a]: &[Term; 1]) -> Term {
        (a - 1.0 / x).ndtr() / a.ndtr()
    }

    fn upper(x: &Term, [a]: &[Term; 1]) -> Term {
        Self::below(&(1.0 / x), a) / a.ndtr()
    }

    fn log_lower(x: &Term, shapes: &[Term; 1]) -> Term {
        let [a] = shapes;
        let lower = (a - 1.0 / x).log_ndtr() - a.log_ndtr();
        lower.lt(-0.5).choose(&lower, (-Self::upper(x, shapes)).log1p())
    }

    fn quantile(p: &Term, [a]: &[Term; 1]) -> Term {
        1.0 / (a - (p * a.ndtr()).ndtri())
    }

    fn upper_quantile(q: &Term, [a]: &[Term; 1]) -> Term {
        let area = q * a.ndtr();
        let first = a - ((1.0 - q) * a.ndtr()).ndtri();
        // Beside zero the density is that of zero, and from there on it rises.
        let near = &area / log_normal_density(a).exp();
        let mut y = ((a + 1.0) * &near).lt(0.25).choose(near, &first);
        for _ in 0..Self::STEPS {
            let below = Self::below(&y, a);
            let step = (&below / &area).log() * &below / log_normal_density(&(&y - a)).exp();
            y = (&y - step).maximum(&y * 0.25);
        }
        q.lt(0.5).choose(1.0 / y, 1.0 / first)
    }

    fn statistics(_: &[Term; 1]) -> [Term; 4] {
        [f64::INFINITY, f64::INFINITY, f64::NAN, f64::NAN].map(Term::from)
    }

    fn raw_moment(_: u32, _: &[Term; 1]) -> Term {
        Term::from(f64::INFINITY)
    }

    fn entropy(shapes: &[Term; 1]) -> Term {
        entropy_of::<Self>(shapes)
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![1.0])
    }
}

/// The reciprocal inverse Gaussian distribution: of the inverse of an inverse Gaussian variable of mean mu.
pub(crate) struct RecipInvGauss;

impl Family for RecipInvGauss {
    type Shapes = [Term; 1];
    const NAME: &'static str = "recipinvgauss";
    const SHAPES: &'static [&'static str] = &["mu"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [mu]: &[Term; 1]) -> Term {
        let value = -(1.0 - mu * x).squared() / (x * 2.0 * mu.squared()) - x.log() * 0.5 - HALF_LOG_TAU;
        (x.equals(0.0) | x.equals(f64::INFINITY)).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, shapes: &[Term; 1]) -> Term {
        InvGauss::upper(&(1.0 / x), shapes)
    }

    fn upper(x: &Term, shapes: &[Term; 1]) -> Term {
        InvGauss::lower(&(1.0 / x), shapes)
    }

    fn log_lower(x: &Term, shapes: &[Term; 1]) -> Term {
        InvGauss::log_upper(&(1.0 / x), shapes)
    }

    fn log_upper(x: &Term, shapes: &[Term; 1]) -> Term {
        InvGauss::log_lower(&(1.0 / x), shapes)
    }

    fn quantile(p: &Term, shapes: &[Term; 1]) -> Term {
        1.0 / InvGauss::upper_quantile(p, shapes)
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 1]) -> Term {
        1.0 / InvGauss::quantile(q, shapes)
    }

    fn statistics([mu]: &[Term; 1]) -> [Term; 4] {
        let inverse = 1.0 / mu;
        let variance = &inverse + 2.0;
        let (skewness, kurtosis) = (&inverse * 3.0 + 8.0, &inverse * 15.0 + 48.0);
        [inverse + 1.0, variance.clone(), skewness / variance.pow(1.5), kurtosis / variance.squared()]
    }

    fn raw_moment(order: u32, [mu]: &[Term; 1]) -> Term {
        // It is the sum of an inverse Gaussian variable of mean 1/mu and a square of a normal one.
        moment_of_cumulants(order, |n| {
            let odd = if n == 1 { 1.0 } else { odd_factorial(2 * n - 2) };
            odd / mu + 2f64.powi(n as i32 - 1) * factorial(n - 1)
        })
    }

    fn entropy(shapes: &[Term; 1]) -> Term {
        entropy_of::<Self>(shapes)
    }

    fn draw(generator: &Generator, size: &[i64], shapes: &[Term; 1]) -> Term {
        1.0 / InvGauss::draw(generator, size, shapes)
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![1.0])
    }
}
