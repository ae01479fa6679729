//! The normal distribution and those derived from it.

use cuprust::random::Generator;
use cuprust_ir::Result;

use super::family::{Family, HALF_LOG_TAU, Start, odd_factorial};
use super::samples::{Moments, Sample};
use crate::stats::terms::{Term, betaln, log_student_density, logaddexp, stdtr, stdtrit};

/// 1/sqrt(2 pi).
const ROOT_OF_TAU: f64 = 0.398_942_280_401_432_7;

/// The normal distribution.
pub(crate) struct Norm;

impl Family for Norm {
    type Shapes = [Term; 0];
    const NAME: &'static str = "norm";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        (Term::from(f64::NEG_INFINITY), Term::from(f64::INFINITY))
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        x.squared() * -0.5 - HALF_LOG_TAU
    }

    fn density(x: &Term, _: &[Term; 0]) -> Term {
        (x.squared() * -0.5).exp() * ROOT_OF_TAU
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        x.ndtr()
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        (-x).ndtr()
    }

    fn log_lower(x: &Term, _: &[Term; 0]) -> Term {
        x.log_ndtr()
    }

    fn log_upper(x: &Term, _: &[Term; 0]) -> Term {
        (-x).log_ndtr()
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        p.ndtri()
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        -q.ndtri()
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        [0.0, 1.0, 0.0, 0.0].map(Term::from)
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        Term::from(if order % 2 == 1 { 0.0 } else { odd_factorial(order) })
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from(HALF_LOG_TAU + 0.5)
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        Term::from(generator.standard_normal(size))
    }

    fn start(sample: &Moments) -> Start {
        Start::centred(sample, vec![])
    }

    fn fit(sample: &Sample<'_>) -> Option<Result<Vec<f64>>> {
        Some(sample.normal())
    }
}

/// The distribution of the absolute value of a normal variable.
pub(crate) struct HalfNorm;

impl Family for HalfNorm {
    type Shapes = [Term; 0];
    const NAME: &'static str = "halfnorm";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        (Term::from(0.0), Term::from(f64::INFINITY))
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        x.squared() * -0.5 - (HALF_LOG_TAU - std::f64::consts::LN_2)
    }

    fn density(x: &Term, _: &[Term; 0]) -> Term {
        (x.squared() * -0.5).exp() * (2.0 * ROOT_OF_TAU)
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        (x * std::f64::consts::FRAC_1_SQRT_2).erf()
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        (-x).ndtr() * 2.0
    }

    fn log_upper(x: &Term, _: &[Term; 0]) -> Term {
        (-x).log_ndtr() + std::f64::consts::LN_2
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        p.erfinv() * std::f64::consts::SQRT_2
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        -(q * 0.5).ndtri()
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        let pi = std::f64::consts::PI;
        let rest = pi - 2.0;
        let skewness = std::f64::consts::SQRT_2 * (4.0 - pi) / rest.powf(1.5);
        [(2.0 / pi).sqrt(), 1.0 - 2.0 / pi, skewness, 8.0 * (pi - 3.0) / (rest * rest)].map(Term::from)
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        Term::from(if order.is_multiple_of(2) {
            odd_factorial(order)
        } else {
            // 2^k k! sqrt(2/pi) of the order 2k + 1.
            (2.0 / std::f64::consts::PI).sqrt() * (2..order).step_by(2).map(f64::from).product::<f64>()
        })
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from(HALF_LOG_TAU + 0.5 - std::f64::consts::LN_2)
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        Term::from(generator.standard_normal(size)).abs()
    }

    fn fit(sample: &Sample<'_>) -> Option<Result<Vec<f64>>> {
        Some(sample.above_least(true))
    }
}

/// The distribution of a variable whose logarithm is normal with the deviation s.
pub(crate) struct LogNorm;

impl Family for LogNorm {
    type Shapes = [Term; 1];
    const NAME: &'static str = "lognorm";
    const SHAPES: &'static [&'static str] = &["s"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(0.0), Term::from(f64::INFINITY))
    }

    fn log_density(x: &Term, [s]: &[Term; 1]) -> Term {
        let logarithm = x.log();
        // At zero the square outweighs the logarithm.
        let value = (&logarithm / s).squared() * -0.5 - (&logarithm + s.log() + HALF_LOG_TAU);
        x.equals(0.0).choose(f64::NEG_INFINITY, value)
    }

    fn density(x: &Term, [s]: &[Term; 1]) -> Term {
        let value = ((x.log() / s).squared() * -0.5).exp() / x / s * ROOT_OF_TAU;
        x.equals(0.0).choose(0.0, value)
    }

    fn lower(x: &Term, [s]: &[Term; 1]) -> Term {
        (x.log() / s).ndtr()
    }

    fn upper(x: &Term, [s]: &[Term; 1]) -> Term {
        (-(x.log() / s)).ndtr()
    }

    fn log_lower(x: &Term, [s]: &[Term; 1]) -> Term {
        (x.log() / s).log_ndtr()
    }

    fn log_upper(x: &Term, [s]: &[Term; 1]) -> Term {
        (-(x.log() / s)).log_ndtr()
    }

    fn quantile(p: &Term, [s]: &[Term; 1]) -> Term {
        (p.ndtri() * s).exp()
    }

    fn upper_quantile(q: &Term, [s]: &[Term; 1]) -> Term {
        (-(q.ndtri() * s)).exp()
    }

    fn statistics([s]: &[Term; 1]) -> [Term; 4] {
        let square = s.squared();
        let (p, less) = (square.exp(), square.expm1());
        // p^4 + 2 p^3 + 3 p^2 - 6, of which p - 1 is a factor.
        let kurtosis = &less * (((&p + 3.0) * &p + 6.0) * &p + 6.0);
        [(square * 0.5).exp(), &p * &less, less.sqrt() * (&p + 2.0), kurtosis]
    }

    fn raw_moment(order: u32, [s]: &[Term; 1]) -> Term {
        ((s * f64::from(order)).squared() * 0.5).exp()
    }

    fn entropy([s]: &[Term; 1]) -> Term {
        s.log() + (HALF_LOG_TAU + 0.5)
    }

    fn draw(generator: &Generator, size: &[i64], [s]: &[Term; 1]) -> Term {
        (Term::from(generator.standard_normal(size)) * s).exp()
    }

    fn fit(sample: &Sample<'_>) -> Option<Result<Vec<f64>>> {
        sample.lognormal()
    }
}

/// Student's distribution with df degrees of freedom.
pub(crate) struct Student;

impl Family for Student {
    type Shapes = [Term; 1];
    const NAME: &'static str = "t";
    const SHAPES: &'static [&'static str] = &["df"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(f64::NEG_INFINITY), Term::from(f64::INFINITY))
    }

    fn log_density(x: &Term, [df]: &[Term; 1]) -> Term {
        log_student_density(df, x)
    }

    fn lower(x: &Term, [df]: &[Term; 1]) -> Term {
        stdtr(df, x)
    }

    fn upper(x: &Term, [df]: &[Term; 1]) -> Term {
        stdtr(df, -x)
    }

    fn quantile(p: &Term, [df]: &[Term; 1]) -> Term {
        stdtrit(df, p)
    }

    fn upper_quantile(q: &Term, [df]: &[Term; 1]) -> Term {
        -stdtrit(df, q)
    }

    fn statistics([df]: &[Term; 1]) -> [Term; 4] {
        let infinite = df.equals(f64::INFINITY);
        let mean = df.gt(1.0).choose(0.0, f64::INFINITY);
        let variance = infinite.choose(1.0, df / (df - 2.0));
        let variance = df.gt(2.0).choose(variance, df.gt(1.0).choose(f64::INFINITY, f64::NAN));
        let skewness = df.gt(3.0).choose(0.0, f64::NAN);
        let kurtosis = df.gt(4.0).choose(6.0 / (df - 4.0), df.gt(2.0).choose(f64::INFINITY, f64::NAN));
        [mean, variance, skewness, kurtosis]
    }

    fn raw_moment(order: u32, [df]: &[Term; 1]) -> Term {
        let n = f64::from(order);
        if order % 2 == 1 {
            let other = if order == 1 { f64::INFINITY } else { f64::NAN };
            return df.gt(n).choose(0.0, other);
        }
        let moment = (1..=order / 2).fold(Term::from(1.0), |product, i| {
            let i = f64::from(i);
            // df (2i - 1)/(df - 2i), which has a limit.
            product * (2.0 * i - 1.0) / (1.0 - 2.0 * i / df)
        });
        df.gt(n).choose(moment, df.gt(n - 1.0).choose(f64::INFINITY, f64::NAN))
    }

    fn entropy([df]: &[Term; 1]) -> Term {
        let (half, next) = (df * 0.5, (df + 1.0) * 0.5);
        let plain = (next.digamma() - half.digamma()) * &next + df.sqrt().log() + betaln(&half, 0.5);
        // The expansion for many degrees of freedom.
        let inverse = 1.0 / df;
        let series = [1.0, 0.25, -1.0 / 6.0, -0.125, 0.3, 0.25];
        let series = series.iter().rev().fold(Term::from(0.0), |sum, &each| (sum + each) * &inverse);
        df.gt(200.0).choose(series + (HALF_LOG_TAU + 0.5), plain)
    }

    fn draw(generator: &Generator, size: &[i64], [df]: &[Term; 1]) -> Term {
        // From here on the distribution is the normal one, but for rounding.
        let df = df.minimum(1e18);
        Term::from(df.argument().and_then(|df| generator.standard_t(df, size)))
    }

    fn start(sample: &Moments) -> Start {
        Start::centred(sample, vec![5.0])
    }
}

/// The normal distribution between a and b.
pub(crate) struct TruncNorm;

/// The logarithm of the normal distribution's probability between two numbers.
fn log_mass(low: &Term, high: &Term) -> Term {
    // Both on the right are mirrored to the left.
    let right = low.gt(0.0);
    let (left, end) = (right.choose(-high, low), right.choose(-low, high));
    let (near, far) = (end.log_ndtr(), left.log_ndtr());
    // The tail to the left of an infinite bound is empty.
    let gap = far.equals(f64::NEG_INFINITY).choose(f64::NEG_INFINITY, &far - &near);
    let tail = near + log_of_rest(&gap);
    let centre = (-(left.ndtr() + (-&end).ndtr())).log1p();
    end.le(0.0).choose(tail, centre)
}

/// log(1 - e^x) of x up to zero.
pub(crate) fn log_of_rest(x: &Term) -> Term {
    x.gt(-std::f64::consts::LN_2).choose((-x.expm1()).log(), (-x.exp()).log1p())
}

impl TruncNorm {
    /// The densities at both ends.
    fn ends(shapes: &[Term; 2]) -> (Term, Term) {
        let [a, b] = shapes;
        (Self::density(a, shapes), Self::density(b, shapes))
    }

    /// A finite number times something, zero where that number is infinite and the other is zero.
    fn product(end: &Term, density: &Term) -> Term {
        density.equals(0.0).choose(0.0, end * density)
    }
}

impl Family for TruncNorm {
    type Shapes = [Term; 2];
    const NAME: &'static str = "truncnorm";
    const SHAPES: &'static [&'static str] = &["a", "b"];

    fn valid([a, b]: &[Term; 2]) -> Term {
        a.lt(b)
    }

    fn support([a, b]: &[Term; 2]) -> (Term, Term) {
        (a.clone(), b.clone())
    }

    fn log_density(x: &Term, [a, b]: &[Term; 2]) -> Term {
        x.squared() * -0.5 - HALF_LOG_TAU - log_mass(a, b)
    }

    fn lower(x: &Term, shapes: &[Term; 2]) -> Term {
        Self::log_lower(x, shapes).exp()
    }

    fn upper(x: &Term, shapes: &[Term; 2]) -> Term {
        Self::log_upper(x, shapes).exp()
    }

    fn log_lower(x: &Term, [a, b]: &[Term; 2]) -> Term {
        let all = log_mass(a, b);
        let below = log_mass(a, x) - &all;
        // Near one its logarithm is that of the rest.
        below.gt(-0.1).choose(log_of_rest(&(log_mass(x, b) - &all)), below)
    }

    fn log_upper(x: &Term, [a, b]: &[Term; 2]) -> Term {
        let all = log_mass(a, b);
        let above = log_mass(x, b) - &all;
        above.gt(-0.1).choose(log_of_rest(&(log_mass(a, x) - &all)), above)
    }

    fn quantile(p: &Term, [a, b]: &[Term; 2]) -> Term {
        between(a, b, &p.log(), &(-p).log1p())
    }

    fn upper_quantile(q: &Term, [a, b]: &[Term; 2]) -> Term {
        between(a, b, &(-q).log1p(), &q.log())
    }

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        let [a, b] = shapes;
        let (at_a, at_b) = Self::ends(shapes);
        let mean = &at_a - &at_b;
        let (from_a, from_b) = (a - &mean, b - &mean);
        let terms = |power: i32| {
            let of = |from: &Term, density: &Term| {
                (0..power).fold(density.clone(), |product, _| Self::product(from, &product))
            };
            of(&from_a, &at_a) - of(&from_b, &at_b)
        };
        // Central moments by their recurrence: m(k) = (k - 1) m(k - 2) - mean m(k - 1) + the ends' terms of k - 1.
        let variance = terms(1) + 1.0;
        let third = terms(2) - &mean * &variance;
        let fourth = &variance * 3.0 + terms(3) - &mean * &third;
        let skewness = third / variance.pow(1.5);
        let kurtosis = fourth / variance.squared() - 3.0;
        [mean, variance, skewness, kurtosis]
    }

    fn raw_moment(order: u32, shapes: &[Term; 2]) -> Term {
        let [a, b] = shapes;
        let (at_a, at_b) = Self::ends(shapes);
        let mut moments = [Term::from(1.0), &at_a - &at_b];
        let (mut of_a, mut of_b) = (at_a, at_b);
        for k in 2..=order {
            (of_a, of_b) = (Self::product(a, &of_a), Self::product(b, &of_b));
            let next = &moments[0] * f64::from(k - 1) + (&of_a - &of_b);
            let [_, last] = moments;
            moments = [last, next];
        }
        let [_, last] = moments;
        last
    }

    fn entropy(shapes: &[Term; 2]) -> Term {
        let [a, b] = shapes;
        let (at_a, at_b) = Self::ends(shapes);
        log_mass(a, b) + (Self::product(a, &at_a) - Self::product(b, &at_b)) * 0.5 + (HALF_LOG_TAU + 0.5)
    }

    fn start(sample: &Moments) -> Start {
        Start::centred(sample, vec![-2.0, 2.0])
    }
}

/// The number between a and b up to which the normal distribution's part of its probability between them has this
/// logarithm; the logarithm of the rest is given too.
fn between(a: &Term, b: &Term, log_p: &Term, log_q: &Term) -> Term {
    let all = log_mass(a, b);
    let from_left = logaddexp(a.log_ndtr(), log_p + &all).ndtri_exp();
    let from_right = -logaddexp((-b).log_ndtr(), log_q + &all).ndtri_exp();
    let x = a.lt(0.0).choose(from_left, from_right);
    x.maximum(a).minimum(b)
}
