//! Distributions of whole numbers whose probabilities are powers: the geometric one and related ones, the zeta
//! distribution, and the uniform one.

use cuprust::DType;
use cuprust::random::Generator;

use super::family::{
    Family, factorial, falling_factorial, moment_of_cumulants, moment_of_factorial, statistics_of_moments, uniform,
};
use crate::stats::terms::{Term, xlog1py, zeta, zipf_upper_quantile};

/// The least count that is `enough`, among a guess and its two neighbours.
fn adjusted(guess: &Term, enough: impl Fn(&Term) -> Term) -> Term {
    let (less, more) = (guess - 1.0, guess + 1.0);
    enough(&less).choose(less, enough(guess).choose(guess, more))
}

/// The geometric distribution: trials until the first success of probability p.
pub(crate) struct Geom;

impl Family for Geom {
    type Shapes = [Term; 1];
    const NAME: &'static str = "geom";
    const SHAPES: &'static [&'static str] = &["p"];
    const DISCRETE: bool = true;

    fn valid([p]: &[Term; 1]) -> Term {
        p.gt(0.0) & p.le(1.0)
    }

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(1.0), Term::from(f64::INFINITY))
    }

    fn log_density(k: &Term, [p]: &[Term; 1]) -> Term {
        xlog1py(k - 1.0, -p) + p.log()
    }

    fn density(k: &Term, [p]: &[Term; 1]) -> Term {
        xlog1py(k - 1.0, -p).exp() * p
    }

    fn lower(k: &Term, [p]: &[Term; 1]) -> Term {
        -(k * (-p).log1p()).expm1()
    }

    fn upper(k: &Term, [p]: &[Term; 1]) -> Term {
        (k * (-p).log1p()).exp()
    }

    fn log_upper(k: &Term, [p]: &[Term; 1]) -> Term {
        k * (-p).log1p()
    }

    fn quantile(y: &Term, shapes: &[Term; 1]) -> Term {
        let [p] = shapes;
        let guess = ((-y).log1p() / (-p).log1p()).ceil().maximum(1.0);
        adjusted(&guess, |k| k.ge(1.0) & Self::lower(k, shapes).ge(y))
    }

    fn upper_quantile(z: &Term, shapes: &[Term; 1]) -> Term {
        let [p] = shapes;
        let guess = (z.log() / (-p).log1p()).ceil().maximum(1.0);
        adjusted(&guess, |k| k.ge(1.0) & Self::upper(k, shapes).le(z))
    }

    fn statistics([p]: &[Term; 1]) -> [Term; 4] {
        let q = 1.0 - p;
        let kurtosis = ((p - 6.0) * p + 6.0) / &q;
        [1.0 / p, &q / p / p, (2.0 - p) / q.sqrt(), kurtosis]
    }

    fn raw_moment(order: u32, [p]: &[Term; 1]) -> Term {
        let odds = (1.0 - p) / p;
        // k! (1 - p)^(k - 1)/p^k.
        moment_of_factorial(order, |k| (1..k).fold(1.0 / p, |product, _| product * &odds) * super::family::factorial(k))
    }

    fn entropy([p]: &[Term; 1]) -> Term {
        0.0 - (p.log() + xlog1py(1.0 - p, -p) / p)
    }

    fn draw(generator: &Generator, size: &[i64], [p]: &[Term; 1]) -> Term {
        Term::from(p.argument().and_then(|p| generator.geometric(p, size))).to(DType::F64)
    }
}

/// The uniform distribution of the integers from low on, below high.
pub(crate) struct RandInt;

impl Family for RandInt {
    type Shapes = [Term; 2];
    const NAME: &'static str = "randint";
    const SHAPES: &'static [&'static str] = &["low", "high"];
    const DISCRETE: bool = true;

    fn valid([low, high]: &[Term; 2]) -> Term {
        high.gt(low) & low.is_whole() & high.is_whole()
    }

    fn support([low, high]: &[Term; 2]) -> (Term, Term) {
        (low.clone(), high - 1.0)
    }

    fn log_density(_: &Term, [low, high]: &[Term; 2]) -> Term {
        -(high - low).log()
    }

    fn density(_: &Term, [low, high]: &[Term; 2]) -> Term {
        1.0 / (high - low)
    }

    fn lower(k: &Term, [low, high]: &[Term; 2]) -> Term {
        (k - low + 1.0) / (high - low)
    }

    fn upper(k: &Term, [low, high]: &[Term; 2]) -> Term {
        (high - k - 1.0) / (high - low)
    }

    fn quantile(p: &Term, shapes: &[Term; 2]) -> Term {
        let [low, high] = shapes;
        let guess = (p * (high - low) + low).ceil() - 1.0;
        adjusted(&guess, |k| k.ge(low) & Self::lower(k, shapes).ge(p))
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 2]) -> Term {
        let [low, high] = shapes;
        let guess = (high - q * (high - low)).ceil() - 1.0;
        adjusted(&guess, |k| k.ge(low) & Self::upper(k, shapes).le(q))
    }

    fn statistics([low, high]: &[Term; 2]) -> [Term; 4] {
        let square = (high - low).squared();
        let kurtosis = (&square + 1.0) / (&square - 1.0) * -1.2;
        [(high + low - 1.0) * 0.5, (square - 1.0) / 12.0, Term::from(0.0), kurtosis]
    }

    fn raw_moment(order: u32, [low, high]: &[Term; 2]) -> Term {
        moment_of_factorial(order, |k| {
            (falling_factorial(high, k + 1) - falling_factorial(low, k + 1)) / (high - low) / f64::from(k + 1)
        })
    }

    fn entropy([low, high]: &[Term; 2]) -> Term {
        (high - low).log()
    }

    fn draw(generator: &Generator, size: &[i64], shapes: &[Term; 2]) -> Term {
        let [low, high] = shapes;
        // A uniform number may round to the end.
        (uniform(generator, size) * (high - low) + low).floor().minimum(high - 1.0)
    }
}

/// Planck's distribution of rate lambda: the geometric one from zero on.
pub(crate) struct Planck;

impl Family for Planck {
    type Shapes = [Term; 1];
    const NAME: &'static str = "planck";
    const SHAPES: &'static [&'static str] = &["lambda_"];
    const DISCRETE: bool = true;

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(0.0), Term::from(f64::INFINITY))
    }

    fn log_density(k: &Term, [rate]: &[Term; 1]) -> Term {
        (-(-rate).expm1()).log() - rate * k
    }

    fn density(k: &Term, [rate]: &[Term; 1]) -> Term {
        -(-rate).expm1() * (-(rate * k)).exp()
    }

    fn lower(k: &Term, [rate]: &[Term; 1]) -> Term {
        -(-(rate * (k + 1.0))).expm1()
    }

    fn upper(k: &Term, [rate]: &[Term; 1]) -> Term {
        (-(rate * (k + 1.0))).exp()
    }

    fn log_upper(k: &Term, [rate]: &[Term; 1]) -> Term {
        -(rate * (k + 1.0))
    }

    fn quantile(p: &Term, shapes: &[Term; 1]) -> Term {
        let [rate] = shapes;
        let guess = ((-(-p).log1p() / rate).ceil() - 1.0).maximum(0.0);
        adjusted(&guess, |k| k.ge(0.0) & Self::lower(k, shapes).ge(p))
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 1]) -> Term {
        let [rate] = shapes;
        let guess = ((-q.log() / rate).ceil() - 1.0).maximum(0.0);
        adjusted(&guess, |k| k.ge(0.0) & Self::upper(k, shapes).le(q))
    }

    fn statistics([rate]: &[Term; 1]) -> [Term; 4] {
        let mean = 1.0 / rate.expm1();
        let variance = (-rate).exp() / (-rate).expm1().squared();
        let cosh = ((rate * 0.5).exp() + (rate * -0.5).exp()) * 0.5;
        let kurtosis = cosh.squared() * 4.0 + 2.0;
        [mean, variance, cosh * 2.0, kurtosis]
    }

    fn raw_moment(order: u32, [rate]: &[Term; 1]) -> Term {
        let odds = 1.0 / rate.expm1();
        moment_of_factorial(order, |k| (0..k).fold(Term::from(factorial(k)), |product, _| product * &odds))
    }

    fn entropy([rate]: &[Term; 1]) -> Term {
        let rest = -(-rate).expm1();
        rate * (-rate).exp() / &rest - rest.log()
    }

    fn draw(generator: &Generator, size: &[i64], [rate]: &[Term; 1]) -> Term {
        let p = -(-rate).expm1();
        Term::from(p.argument().and_then(|p| generator.geometric(p, size))).to(DType::F64) - 1.0
    }
}

/// Boltzmann's distribution of rate lambda: Planck's, of the numbers below N.
pub(crate) struct Boltzmann;

impl Boltzmann {
    /// The cumulant of an order: that of Planck's distribution of the rate, less that of N times the rate, with N to
    /// the power of the order.
    fn cumulant(order: u32, [rate, count]: &[Term; 2]) -> Term {
        // In powers of o = 1/(e^rate - 1): the derivative over -rate maps o to o (1 + o).
        let mut powers: Vec<f64> = vec![0.0, 1.0];
        for _ in 1..order {
            let of = |n: usize| n as f64 * powers.get(n).copied().unwrap_or(0.0);
            powers = (0..=powers.len()).map(|n| of(n) + if n == 0 { 0.0 } else { of(n - 1) }).collect();
        }
        let planck = |rate: &Term| {
            let odds = 1.0 / rate.expm1();
            powers.iter().rev().fold(Term::from(0.0), |sum, &power| sum * &odds + power)
        };
        let scale = (0..order).fold(Term::from(1.0), |product, _| product * count);
        planck(rate) - planck(&(rate * count)) * scale
    }
}

impl Family for Boltzmann {
    type Shapes = [Term; 2];
    const NAME: &'static str = "boltzmann";
    const SHAPES: &'static [&'static str] = &["lambda_", "N"];
    const DISCRETE: bool = true;

    fn valid([rate, count]: &[Term; 2]) -> Term {
        rate.gt(0.0) & count.gt(0.0) & count.is_whole()
    }

    fn support([_, count]: &[Term; 2]) -> (Term, Term) {
        (Term::from(0.0), count - 1.0)
    }

    fn log_density(k: &Term, [rate, count]: &[Term; 2]) -> Term {
        ((-rate).expm1() / (-(rate * count)).expm1()).log() - rate * k
    }

    fn density(k: &Term, [rate, count]: &[Term; 2]) -> Term {
        (-rate).expm1() / (-(rate * count)).expm1() * (-(rate * k)).exp()
    }

    fn lower(k: &Term, [rate, count]: &[Term; 2]) -> Term {
        (-(rate * (k + 1.0))).expm1() / (-(rate * count)).expm1()
    }

    fn upper(k: &Term, [rate, count]: &[Term; 2]) -> Term {
        let next = k + 1.0;
        (-(rate * &next)).exp() * (-(rate * (count - &next))).expm1() / (-(rate * count)).expm1()
    }

    fn quantile(p: &Term, shapes: &[Term; 2]) -> Term {
        let [rate, count] = shapes;
        let guess = (-(p * (-(rate * count)).expm1()).log1p() / rate).ceil() - 1.0;
        let guess = guess.maximum(0.0).minimum(count - 1.0);
        adjusted(&guess, |k| k.ge(0.0) & Self::lower(k, shapes).ge(p))
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 2]) -> Term {
        let [rate, count] = shapes;
        let last = (-(rate * count)).exp();
        let guess = (-(q + (1.0 - q) * last).log() / rate).ceil() - 1.0;
        let guess = guess.maximum(0.0).minimum(count - 1.0);
        adjusted(&guess, |k| k.ge(0.0) & Self::upper(k, shapes).le(q))
    }

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        let [mean, variance, third, fourth] = [1, 2, 3, 4].map(|n| Self::cumulant(n, shapes));
        let (skewness, kurtosis) = (third / variance.pow(1.5), fourth / variance.squared());
        [mean, variance, skewness, kurtosis]
    }

    fn raw_moment(order: u32, shapes: &[Term; 2]) -> Term {
        moment_of_cumulants(order, |n| Self::cumulant(n, shapes))
    }

    fn entropy(shapes: &[Term; 2]) -> Term {
        let [rate, count] = shapes;
        let [mean, ..] = Self::statistics(shapes);
        ((-(rate * count)).expm1() / (-rate).expm1()).log() + rate * mean
    }

    fn draw(generator: &Generator, size: &[i64], shapes: &[Term; 2]) -> Term {
        Self::quantile(&uniform(generator, size), shapes)
    }
}

/// The zeta distribution: k with a probability in proportion to k^-a.
pub(crate) struct Zipf;

impl Zipf {
    /// The sum of log(k) k^-a, by Euler's and Maclaurin's formula from 20 on.
    fn sum_of_logarithms(a: &Term) -> Term {
        /// Bernoulli's numbers over factorials.
        const WEIGHTS: [f64; 5] = [1.0 / 12.0, -1.0 / 720.0, 1.0 / 30240.0, -1.0 / 1_209_600.0, 1.0 / 47_900_160.0];
        const FROM: f64 = 20.0;
        let before = (2..20).map(f64::from).fold(Term::from(0.0), |sum, k| sum + (-(a * k.ln())).exp() * k.ln());
        let logarithm = FROM.ln();
        let power = (-(a * logarithm)).exp();
        let less = 1.0 / (a - 1.0);
        let integral = &power * (&less * (&less + logarithm)) * FROM;
        // The n-th derivative is x^(-a - n) (c - d log(x)).
        let (mut c, mut d, mut n) = (Term::from(0.0), Term::from(-1.0), 0);
        let mut tail = integral + &power * (0.5 * logarithm);
        for (index, weight) in WEIGHTS.into_iter().enumerate() {
            while n < 2 * index + 1 {
                let s = a + n as f64;
                (c, d) = (-(&s * &c + &d), -(&s * &d));
                n += 1;
            }
            tail = tail - &power * (&c - &d * logarithm) * (weight * FROM.powi(-(n as i32)));
        }
        before + tail
    }
}

impl Family for Zipf {
    type Shapes = [Term; 1];
    const NAME: &'static str = "zipf";
    const SHAPES: &'static [&'static str] = &["a"];
    const DISCRETE: bool = true;

    fn valid([a]: &[Term; 1]) -> Term {
        a.gt(1.0)
    }

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(1.0), Term::from(f64::INFINITY))
    }

    fn log_density(k: &Term, [a]: &[Term; 1]) -> Term {
        -(a * k.log()) - zeta(a, 1.0).log()
    }

    fn density(k: &Term, [a]: &[Term; 1]) -> Term {
        k.pow(-a) / zeta(a, 1.0)
    }

    fn lower(k: &Term, shapes: &[Term; 1]) -> Term {
        1.0 - Self::upper(k, shapes)
    }

    fn upper(k: &Term, [a]: &[Term; 1]) -> Term {
        zeta(a, k + 1.0) / zeta(a, 1.0)
    }

    fn quantile(p: &Term, [a]: &[Term; 1]) -> Term {
        zipf_upper_quantile(1.0 - p, a)
    }

    fn upper_quantile(q: &Term, [a]: &[Term; 1]) -> Term {
        zipf_upper_quantile(q, a)
    }

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        let [a] = shapes;
        let [first, second, third, fourth] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, shapes));
        let [mean, variance, skewness, kurtosis] = statistics_of_moments(first, second, third, fourth);
        [mean, a.gt(3.0).choose(variance, f64::INFINITY), skewness, kurtosis]
    }

    fn raw_moment(order: u32, [a]: &[Term; 1]) -> Term {
        let n = f64::from(order);
        a.gt(n + 1.0).choose(zeta(a - n, 1.0) / zeta(a, 1.0), f64::INFINITY)
    }

    fn entropy([a]: &[Term; 1]) -> Term {
        let all = zeta(a, 1.0);
        all.log() + a * Self::sum_of_logarithms(a) / all
    }

    fn draw(generator: &Generator, size: &[i64], [a]: &[Term; 1]) -> Term {
        Term::from(a.argument().and_then(|a| generator.zipf(a, size))).to(DType::F64)
    }
}
