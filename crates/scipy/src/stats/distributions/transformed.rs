//! Distributions of functions of normal variables: Johnson's, those of smallest ones, of fatigue life, Moyal's, the
//! skewed one, and the folded and noncentral ones; and two of Brownian motion on an interval.

use cuprust::random::Generator;
use std::f64::consts::{FRAC_1_PI, FRAC_2_PI, FRAC_PI_2, LN_2, PI};

use super::family::{
    EULER, Family, HALF_LOG_TAU, Start, factorial, from_zero, moment_of_cumulants, rising, statistics_of_moments,
};
use super::normal::LogNorm;
use super::numeric::{entropy_of, raw_moment_of, searched, statistics_of};
use super::samples::Moments;
use crate::stats::terms::{Term, arctan2, chndtr, noncentral_chi_square_upper, skew_normal_lower};

/// The logarithm of the standard normal density.
fn log_normal_density(x: &Term) -> Term {
    x.squared() * -0.5 - HALF_LOG_TAU
}

/// Standard normal variates.
fn normals(generator: &Generator, size: &[i64]) -> Term {
    Term::from(generator.standard_normal(size))
}

/// The support of all numbers.
fn line() -> (Term, Term) {
    (Term::from(f64::NEG_INFINITY), Term::from(f64::INFINITY))
}

/// The methods of a family that are means over its probabilities.
macro_rules! by_quadrature {
    ($shapes:ty) => {
        fn statistics(shapes: &$shapes) -> [Term; 4] {
            statistics_of::<Self>(shapes)
        }

        fn raw_moment(order: u32, shapes: &$shapes) -> Term {
            raw_moment_of::<Self>(order, shapes)
        }

        fn entropy(shapes: &$shapes) -> Term {
            entropy_of::<Self>(shapes)
        }
    };
}

/// Johnson's unbounded distribution: a + b arcsinh(x) is normal.
pub(crate) struct JohnsonSU;

impl Family for JohnsonSU {
    type Shapes = [Term; 2];
    const NAME: &'static str = "johnsonsu";
    const SHAPES: &'static [&'static str] = &["a", "b"];

    fn valid([a, b]: &[Term; 2]) -> Term {
        b.gt(0.0) & a.equals(a)
    }

    fn support(_: &[Term; 2]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, [a, b]: &[Term; 2]) -> Term {
        let size = x.abs();
        let slope = size.gt(1e8).choose(size.log(), x.squared().log1p() * 0.5);
        log_normal_density(&(a + b * x.arcsinh())) + b.log() - slope
    }

    fn lower(x: &Term, [a, b]: &[Term; 2]) -> Term {
        (a + b * x.arcsinh()).ndtr()
    }

    fn upper(x: &Term, [a, b]: &[Term; 2]) -> Term {
        (-(a + b * x.arcsinh())).ndtr()
    }

    fn log_lower(x: &Term, [a, b]: &[Term; 2]) -> Term {
        (a + b * x.arcsinh()).log_ndtr()
    }

    fn log_upper(x: &Term, [a, b]: &[Term; 2]) -> Term {
        (-(a + b * x.arcsinh())).log_ndtr()
    }

    fn quantile(p: &Term, [a, b]: &[Term; 2]) -> Term {
        ((p.ndtri() - a) / b).sinh()
    }

    fn upper_quantile(q: &Term, [a, b]: &[Term; 2]) -> Term {
        ((-q.ndtri() - a) / b).sinh()
    }

    by_quadrature!([Term; 2]);

    fn start(sample: &Moments) -> Start {
        Start::centred(sample, vec![0.0, 1.5])
    }
}

/// Johnson's bounded distribution: a + b logit(x) is normal.
pub(crate) struct JohnsonSB;

impl Family for JohnsonSB {
    type Shapes = [Term; 2];
    const NAME: &'static str = "johnsonsb";
    const SHAPES: &'static [&'static str] = &["a", "b"];

    fn valid([a, b]: &[Term; 2]) -> Term {
        b.gt(0.0) & a.equals(a)
    }

    fn support(_: &[Term; 2]) -> (Term, Term) {
        (Term::from(0.0), Term::from(1.0))
    }

    fn log_density(x: &Term, [a, b]: &[Term; 2]) -> Term {
        let value = log_normal_density(&(a + b * x.logit())) + b.log() - x.log() - (-x).log1p();
        (x.equals(0.0) | x.equals(1.0)).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [a, b]: &[Term; 2]) -> Term {
        (a + b * x.logit()).ndtr()
    }

    fn upper(x: &Term, [a, b]: &[Term; 2]) -> Term {
        (-(a + b * x.logit())).ndtr()
    }

    fn log_lower(x: &Term, [a, b]: &[Term; 2]) -> Term {
        (a + b * x.logit()).log_ndtr()
    }

    fn log_upper(x: &Term, [a, b]: &[Term; 2]) -> Term {
        (-(a + b * x.logit())).log_ndtr()
    }

    fn quantile(p: &Term, [a, b]: &[Term; 2]) -> Term {
        ((p.ndtri() - a) / b).expit()
    }

    fn upper_quantile(q: &Term, [a, b]: &[Term; 2]) -> Term {
        ((-q.ndtri() - a) / b).expit()
    }

    by_quadrature!([Term; 2]);

    fn start(sample: &Moments) -> Start {
        let width = (sample.largest - sample.least).max(f64::MIN_POSITIVE);
        Start { shapes: vec![0.0, 1.0], loc: sample.least - 0.1 * width, scale: 1.2 * width }
    }
}

/// The distribution of the smallest of c normal variables.
pub(crate) struct PowerNorm;

impl Family for PowerNorm {
    type Shapes = [Term; 1];
    const NAME: &'static str = "powernorm";
    const SHAPES: &'static [&'static str] = &["c"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        let value = c.log() + log_normal_density(x) + (c - 1.0) * (-x).log_ndtr();
        x.abs().equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        -(c * (-x).log_ndtr()).expm1()
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        (c * (-x).log_ndtr()).exp()
    }

    fn log_upper(x: &Term, [c]: &[Term; 1]) -> Term {
        c * (-x).log_ndtr()
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        -((-p).log1p() / c).ndtri_exp()
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        -(q.log() / c).ndtri_exp()
    }

    by_quadrature!([Term; 1]);

    fn start(sample: &Moments) -> Start {
        Start::centred(sample, vec![1.0])
    }
}

/// The distribution of the smallest of c variables whose logarithms are normal with the deviation s.
pub(crate) struct PowerLogNorm;

impl Family for PowerLogNorm {
    type Shapes = [Term; 2];
    const NAME: &'static str = "powerlognorm";
    const SHAPES: &'static [&'static str] = &["c", "s"];

    fn support(_: &[Term; 2]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [c, s]: &[Term; 2]) -> Term {
        let y = x.log() / s;
        let value = PowerNorm::log_density(&y, std::array::from_ref(c)) - x.log() - s.log();
        (x.equals(0.0) | x.equals(f64::INFINITY)).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [c, s]: &[Term; 2]) -> Term {
        PowerNorm::lower(&(x.log() / s), std::array::from_ref(c))
    }

    fn upper(x: &Term, [c, s]: &[Term; 2]) -> Term {
        PowerNorm::upper(&(x.log() / s), std::array::from_ref(c))
    }

    fn log_upper(x: &Term, [c, s]: &[Term; 2]) -> Term {
        PowerNorm::log_upper(&(x.log() / s), std::array::from_ref(c))
    }

    fn quantile(p: &Term, [c, s]: &[Term; 2]) -> Term {
        (PowerNorm::quantile(p, std::array::from_ref(c)) * s).exp()
    }

    fn upper_quantile(q: &Term, [c, s]: &[Term; 2]) -> Term {
        (PowerNorm::upper_quantile(q, std::array::from_ref(c)) * s).exp()
    }

    by_quadrature!([Term; 2]);
}

/// Gibrat's distribution: of a variable whose logarithm is standard normal.
pub(crate) struct Gibrat;

/// The deviation of the logarithm.
fn one() -> [Term; 1] {
    [Term::from(1.0)]
}

impl Family for Gibrat {
    type Shapes = [Term; 0];
    const NAME: &'static str = "gibrat";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        LogNorm::log_density(x, &one())
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        LogNorm::lower(x, &one())
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        LogNorm::upper(x, &one())
    }

    fn log_lower(x: &Term, _: &[Term; 0]) -> Term {
        LogNorm::log_lower(x, &one())
    }

    fn log_upper(x: &Term, _: &[Term; 0]) -> Term {
        LogNorm::log_upper(x, &one())
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        LogNorm::quantile(p, &one())
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        LogNorm::upper_quantile(q, &one())
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        LogNorm::statistics(&one())
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        LogNorm::raw_moment(order, &one())
    }

    fn entropy(_: &[Term; 0]) -> Term {
        LogNorm::entropy(&one())
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        LogNorm::draw(generator, size, &one())
    }
}

/// The distribution of fatigue life, of Birnbaum and Saunders, of shape c: (sqrt(x) - 1/sqrt(x))/c is normal.
pub(crate) struct FatigueLife;

impl FatigueLife {
    fn standard(x: &Term, c: &Term) -> Term {
        (x - 1.0) / (x.sqrt() * c)
    }

    fn at(z: &Term, c: &Term) -> Term {
        let y = c * z;
        // (y + sqrt(y^2 + 4))/2, whose inverse is that of -y.
        let root = (y.abs() + (y.squared() + 4.0).sqrt()) * 0.5;
        y.lt(0.0).choose(1.0 / root.squared(), root.squared())
    }
}

impl Family for FatigueLife {
    type Shapes = [Term; 1];
    const NAME: &'static str = "fatiguelife";
    const SHAPES: &'static [&'static str] = &["c"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        let slope = x.log1p() - c.log() - LN_2 - x.log() * 1.5;
        let value = log_normal_density(&Self::standard(x, c)) + slope;
        (x.equals(0.0) | x.equals(f64::INFINITY)).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        Self::standard(x, c).ndtr()
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        (-Self::standard(x, c)).ndtr()
    }

    fn log_lower(x: &Term, [c]: &[Term; 1]) -> Term {
        Self::standard(x, c).log_ndtr()
    }

    fn log_upper(x: &Term, [c]: &[Term; 1]) -> Term {
        (-Self::standard(x, c)).log_ndtr()
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        Self::at(&p.ndtri(), c)
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        Self::at(&-q.ndtri(), c)
    }

    fn statistics([c]: &[Term; 1]) -> [Term; 4] {
        let square = c.squared();
        let divisor = &square * 5.0 + 4.0;
        let skewness = c * 4.0 * (&square * 11.0 + 6.0) / divisor.pow(1.5);
        let kurtosis = &square * 6.0 * (&square * 93.0 + 40.0) / divisor.squared();
        [&square * 0.5 + 1.0, square * divisor * 0.25, skewness, kurtosis]
    }

    fn raw_moment(order: u32, shapes: &[Term; 1]) -> Term {
        raw_moment_of::<Self>(order, shapes)
    }

    fn entropy(shapes: &[Term; 1]) -> Term {
        entropy_of::<Self>(shapes)
    }

    fn draw(generator: &Generator, size: &[i64], [c]: &[Term; 1]) -> Term {
        Self::at(&normals(generator, size), c)
    }
}

/// Moyal's distribution: of minus the logarithm of the square of a normal variable.
pub(crate) struct Moyal;

impl Family for Moyal {
    type Shapes = [Term; 0];
    const NAME: &'static str = "moyal";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        let value = (x + (-x).exp()) * -0.5 - HALF_LOG_TAU;
        x.equals(f64::NEG_INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        (-(x * -0.5).exp()).ndtr() * 2.0
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        ((x * -0.5).exp() * std::f64::consts::FRAC_1_SQRT_2).erf()
    }

    fn log_lower(x: &Term, _: &[Term; 0]) -> Term {
        let tail = (-(x * -0.5).exp()).log_ndtr() + LN_2;
        x.gt(0.0).choose((-Self::upper(x, &[])).log1p(), tail)
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        (-(p * 0.5).ndtri()).log() * -2.0
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        q.erfinv().log() * -2.0 - LN_2
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        /// zeta(3).
        const APERY: f64 = 1.202_056_903_159_594_3;
        let skewness = 28.0 * std::f64::consts::SQRT_2 * APERY / PI.powi(3);
        [EULER + LN_2, PI * PI / 2.0, skewness, 4.0].map(Term::from)
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        moment_of_cumulants(order, |n| match n {
            1 => Term::from(EULER + LN_2),
            _ => Term::from(cuprust_num::special::zeta(f64::from(n), 0.5) * factorial(n - 1)),
        })
    }

    fn entropy(_: &[Term; 0]) -> Term {
        // Half of the mean of x + e^-x, and the logarithm of the factor.
        Term::from(0.5 * (EULER + LN_2 + 1.0) + HALF_LOG_TAU)
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        normals(generator, size).abs().log() * -2.0
    }

    fn start(sample: &Moments) -> Start {
        let scale = (sample.deviation / (PI / std::f64::consts::SQRT_2)).max(f64::MIN_POSITIVE);
        Start { shapes: vec![], loc: sample.mean - (EULER + LN_2) * scale, scale }
    }
}

/// The skewed normal distribution of shape a: density twice the normal one times the normal area up to a x.
pub(crate) struct SkewNorm;

impl Family for SkewNorm {
    type Shapes = [Term; 1];
    const NAME: &'static str = "skewnorm";
    const SHAPES: &'static [&'static str] = &["a"];

    fn valid([a]: &[Term; 1]) -> Term {
        a.abs().lt(f64::INFINITY)
    }

    fn support(_: &[Term; 1]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, [a]: &[Term; 1]) -> Term {
        let value = log_normal_density(x) + LN_2 + (a * x).log_ndtr();
        x.abs().equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [a]: &[Term; 1]) -> Term {
        skew_normal_lower(x, a)
    }

    fn upper(x: &Term, [a]: &[Term; 1]) -> Term {
        skew_normal_lower(-x, -a)
    }

    fn quantile(p: &Term, shapes: &[Term; 1]) -> Term {
        let [a] = shapes;
        // Without skewness it is the normal distribution, whose median is zero.
        a.equals(0.0).choose(p.ndtri(), searched::<Self>(p, &(1.0 - p), shapes))
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 1]) -> Term {
        -Self::quantile(q, &[-&shapes[0]])
    }

    fn statistics([a]: &[Term; 1]) -> [Term; 4] {
        let mean = a / (a.squared() + 1.0).sqrt() * FRAC_2_PI.sqrt();
        let square = mean.squared();
        let variance = 1.0 - &square;
        let skewness = &mean * &square / variance.pow(1.5) * ((4.0 - PI) * 0.5);
        let kurtosis = square.squared() / variance.squared() * (2.0 * (PI - 3.0));
        [mean, variance, skewness, kurtosis]
    }

    fn raw_moment(order: u32, shapes: &[Term; 1]) -> Term {
        let [a] = shapes;
        if order.is_multiple_of(2) {
            return Term::from(super::family::odd_factorial(order));
        }
        // The variable is d |u| + sqrt(1 - d^2) v of normal u and v.
        let share = a / (a.squared() + 1.0).sqrt();
        let rest = 1.0 / (a.squared() + 1.0);
        let (mut choose, mut sum) = (1.0, Term::from(0.0));
        for k in 0..=order {
            let even = order - k;
            if even.is_multiple_of(2) {
                // Moments of |u| and v of orders k and n - k.
                let half = 0.5 * f64::from(k);
                let first = 2f64.powf(half) * cuprust_num::special::gamma(half + 0.5) / PI.sqrt();
                let powers = (0..k).fold(Term::from(1.0), |power, _| power * &share);
                let powers = (0..even / 2).fold(powers, |power, _| power * &rest);
                sum = sum + powers * (choose * first * super::family::odd_factorial(even));
            }
            choose *= f64::from(order - k) / f64::from(k + 1);
        }
        sum
    }

    fn entropy(shapes: &[Term; 1]) -> Term {
        entropy_of::<Self>(shapes)
    }

    fn draw(generator: &Generator, size: &[i64], [a]: &[Term; 1]) -> Term {
        let (first, second) = (normals(generator, size).abs(), normals(generator, size));
        (a * first + second) / (a.squared() + 1.0).sqrt()
    }

    fn start(sample: &Moments) -> Start {
        let part = (2.0 * sample.skewness.abs().min(0.99) / (4.0 - PI)).powf(2.0 / 3.0);
        // Of the square of the mean over the variance.
        let square = part / (1.0 + part) * FRAC_PI_2;
        let share = square.min(0.99).sqrt().copysign(sample.skewness);
        let scale = (sample.deviation / (1.0 - share * share * FRAC_2_PI).sqrt()).max(f64::MIN_POSITIVE);
        let shape = share / (1.0 - share * share).sqrt();
        Start { shapes: vec![shape], loc: sample.mean - scale * share * FRAC_2_PI.sqrt(), scale }
    }
}

/// The distribution of the absolute value of a normal variable of mean c.
pub(crate) struct FoldNorm;

impl Family for FoldNorm {
    type Shapes = [Term; 1];
    const NAME: &'static str = "foldnorm";
    const SHAPES: &'static [&'static str] = &["c"];

    fn valid([c]: &[Term; 1]) -> Term {
        c.ge(0.0)
    }

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        let value = log_normal_density(&(x - c)) + (x * c * -2.0).exp().log1p();
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        chndtr(x.squared(), 1.0, c.squared())
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        (c - x).ndtr() + (-x - c).ndtr()
    }

    fn quantile(p: &Term, shapes: &[Term; 1]) -> Term {
        searched::<Self>(p, &(1.0 - p), shapes)
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 1]) -> Term {
        searched::<Self>(&(1.0 - q), q, shapes)
    }

    fn statistics([c]: &[Term; 1]) -> [Term; 4] {
        // Of the distance d from c, which is z of a normal variable z above -c and -z - 2 c below.
        let density = log_normal_density(c).exp();
        let mut below = vec![(-c).ndtr(), -&density];
        for n in 2..=4u32 {
            // The integral of z^n times the density up to -c, by parts.
            let edge = (1..n).fold(-&density, |power, _| power * -c);
            below.push(edge + &below[n as usize - 2] * f64::from(n - 1));
        }
        let distance = |order: u32, normal: f64| {
            let (mut choose, mut sum) = (1.0, normal - &below[order as usize]);
            for i in 0..=order {
                let power = (i..order).fold(below[i as usize].clone(), |power, _| power * c * 2.0);
                sum = sum + power * if order % 2 == 1 { -choose } else { choose };
                choose *= f64::from(order - i) / f64::from(i + 1);
            }
            sum
        };
        let moments = [(1, 0.0), (2, 1.0), (3, 0.0), (4, 3.0)].map(|(order, normal)| distance(order, normal));
        let [one, two, three, four] = moments;
        let [mean, variance, skewness, kurtosis] = statistics_of_moments(one, two, three, four);
        [c + mean, variance, skewness, kurtosis]
    }

    fn raw_moment(order: u32, [c]: &[Term; 1]) -> Term {
        // The means of |x|^n and of that with the sign of x, each by the two before (Stein's identity).
        let first = log_normal_density(c).exp() * 2.0;
        let mut even = vec![Term::from(1.0)];
        let mut odd = vec![(c * std::f64::consts::FRAC_1_SQRT_2).erf()];
        for n in 1..=order as usize {
            let before =
                |list: &[Term], edge: &Term| if n == 1 { edge.clone() } else { &list[n - 2] * (n as f64 - 1.0) };
            let next = c * &odd[n - 1] + before(&even, &first);
            let signed = c * &even[n - 1] + before(&odd, &Term::from(0.0));
            even.push(next);
            odd.push(signed);
        }
        even.swap_remove(order as usize)
    }

    fn entropy(shapes: &[Term; 1]) -> Term {
        entropy_of::<Self>(shapes)
    }

    fn draw(generator: &Generator, size: &[i64], [c]: &[Term; 1]) -> Term {
        (normals(generator, size) + c).abs()
    }
}

/// The noncentral chi-square distribution with df degrees of freedom and noncentrality nc.
pub(crate) struct NoncentralChiSquare;

impl Family for NoncentralChiSquare {
    type Shapes = [Term; 2];
    const NAME: &'static str = "ncx2";
    const SHAPES: &'static [&'static str] = &["df", "nc"];

    fn valid([df, nc]: &[Term; 2]) -> Term {
        df.gt(0.0) & df.lt(f64::INFINITY) & nc.ge(0.0)
    }

    fn support(_: &[Term; 2]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [df, nc]: &[Term; 2]) -> Term {
        // The central density times that of the mixture, by the Bessel function of x nc and its limit.
        let order = df * 0.5 - 1.0;
        let root = (x * nc).sqrt();
        let distance = (x.sqrt() - nc.sqrt()).squared();
        let bessel = crate::stats::terms::ive(&order, &root).log();
        let value = distance * -0.5 - LN_2 + &order * 0.5 * (x.log() - nc.log()) + bessel;
        let half = x * 0.5;
        let central = crate::stats::terms::log_gamma_density(df * 0.5, half) - LN_2 - nc * 0.5;
        // (x nc/4)^k/(k! (df/2)_k) of the first two terms.
        let series = (x * nc * 0.25 / (df * 0.5)).log1p();
        let value = root.lt(1e-6).choose(central + series, value);
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [df, nc]: &[Term; 2]) -> Term {
        chndtr(x, df, nc)
    }

    fn upper(x: &Term, [df, nc]: &[Term; 2]) -> Term {
        noncentral_chi_square_upper(x, df, nc)
    }

    fn quantile(p: &Term, shapes: &[Term; 2]) -> Term {
        searched::<Self>(p, &(1.0 - p), shapes)
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 2]) -> Term {
        searched::<Self>(&(1.0 - q), q, shapes)
    }

    fn statistics([df, nc]: &[Term; 2]) -> [Term; 4] {
        let sum = df + nc * 2.0;
        let skewness = (df + nc * 3.0) * 8f64.sqrt() / sum.pow(1.5);
        let kurtosis = (df + nc * 4.0) * 12.0 / sum.squared();
        [df + nc, sum * 2.0, skewness, kurtosis]
    }

    fn raw_moment(order: u32, [df, nc]: &[Term; 2]) -> Term {
        moment_of_cumulants(order, |n| (df + nc * f64::from(n)) * (factorial(n - 1) * 2f64.powi(n as i32 - 1)))
    }

    fn entropy(shapes: &[Term; 2]) -> Term {
        entropy_of::<Self>(shapes)
    }

    fn draw(generator: &Generator, size: &[i64], [df, nc]: &[Term; 2]) -> Term {
        let drawn = df.argument().and_then(|df| generator.noncentral_chisquare(df, nc.argument()?, size));
        Term::from(drawn)
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![2.0, 1.0])
    }
}

/// The distribution of the arc sine: density 1/(pi sqrt(x (1 - x))) from zero to one.
pub(crate) struct ArcSine;

impl Family for ArcSine {
    type Shapes = [Term; 0];
    const NAME: &'static str = "arcsine";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        (Term::from(0.0), Term::from(1.0))
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        (x.log() + (-x).log1p()) * -0.5 - PI.ln()
    }

    fn density(x: &Term, _: &[Term; 0]) -> Term {
        FRAC_1_PI / (x * (1.0 - x)).sqrt()
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        arctan2(x.sqrt(), (1.0 - x).sqrt()) * FRAC_2_PI
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        arctan2((1.0 - x).sqrt(), x.sqrt()) * FRAC_2_PI
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        (p * FRAC_PI_2).sin().squared()
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        ((1.0 - q) * FRAC_PI_2).sin().squared()
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        [0.5, 0.125, 0.0, -1.5].map(Term::from)
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        rising(&Term::from(0.5), order) / factorial(order)
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from((PI / 4.0).ln())
    }

    fn start(sample: &Moments) -> Start {
        let width = (sample.largest - sample.least).max(f64::MIN_POSITIVE);
        Start { shapes: vec![], loc: sample.least - 0.001 * width, scale: 1.002 * width }
    }
}

/// Bradford's distribution of shape c: density in proportion to 1/(1 + c x) from zero to one.
pub(crate) struct Bradford;

impl Family for Bradford {
    type Shapes = [Term; 1];
    const NAME: &'static str = "bradford";
    const SHAPES: &'static [&'static str] = &["c"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(0.0), Term::from(1.0))
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        (c / c.log1p()).log() - (c * x).log1p()
    }

    fn density(x: &Term, [c]: &[Term; 1]) -> Term {
        c / (c.log1p() * (c * x + 1.0))
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        (c * x).log1p() / c.log1p()
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        (c * (1.0 - x) / (c * x + 1.0)).log1p() / c.log1p()
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        (p * c.log1p()).expm1() / c
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        ((1.0 - q) * c.log1p()).expm1() / c
    }

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        statistics_of::<Self>(shapes)
    }

    fn raw_moment(order: u32, shapes: &[Term; 1]) -> Term {
        raw_moment_of::<Self>(order, shapes)
    }

    fn entropy([c]: &[Term; 1]) -> Term {
        let whole = c.log1p();
        &whole * 0.5 - (c / whole).log()
    }

    fn start(sample: &Moments) -> Start {
        let width = (sample.largest - sample.least).max(f64::MIN_POSITIVE);
        Start { shapes: vec![1.0], loc: sample.least - 0.01 * width, scale: 1.02 * width }
    }
}
