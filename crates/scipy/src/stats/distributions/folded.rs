//! Distributions that are folded at zero, or stretched to one side of it: of normal variables and of Cauchy's.

use cuprust::random::Generator;
use std::f64::consts::{FRAC_1_PI, FRAC_2_PI, FRAC_PI_2, LN_2, PI};

use super::family::{
    Family, Start, from_zero, line, log_normal_density, normals, odd_factorial, statistics_of_moments,
};
use super::heavy::{Cauchy, beyond, log_of_square};
use super::numeric::{by_search, entropy_of, searched};
use super::samples::Moments;
use crate::stats::terms::{Term, arctan2, chndtr, skew_normal_lower};

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
            return Term::from(odd_factorial(order));
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
                sum = sum + powers * (choose * first * odd_factorial(even));
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
        // Computed from the square of the mean over the variance.
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

    by_search!([Term; 1]);

    fn statistics([c]: &[Term; 1]) -> [Term; 4] {
        // Computed from the distance d from c, which is z for a normal variable z above -c and -z - 2 c below.
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

/// The distribution of the absolute value of a variable of Cauchy's that lies about c.
pub(crate) struct FoldCauchy;

impl FoldCauchy {
    /// The number below which the probability is a share whose angle, pi times it, has this tangent, up to a quarter
    /// turn: the positive root of tan x^2 + 2 x = tan (1 + c^2).
    fn at_tangent(tangent: &Term, c: &Term) -> Term {
        let square = c.squared() + 1.0;
        tangent * &square / ((tangent.squared() * &square + 1.0).sqrt() + 1.0)
    }

    /// The number above which the probability is such a share.
    fn above_tangent(tangent: &Term, c: &Term) -> Term {
        ((tangent.squared() * (c.squared() + 1.0) + 1.0).sqrt() + 1.0) / tangent
    }
}

impl Family for FoldCauchy {
    type Shapes = [Term; 1];
    const NAME: &'static str = "foldcauchy";
    const SHAPES: &'static [&'static str] = &["c"];

    fn valid([c]: &[Term; 1]) -> Term {
        c.ge(0.0)
    }

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        let nearer = -log_of_square(&(x - c));
        let value = &nearer + (-log_of_square(&(x + c)) - &nearer).exp().log1p() - PI.ln();
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn density(x: &Term, [c]: &[Term; 1]) -> Term {
        Cauchy::density(&(x - c), &[]) + Cauchy::density(&(x + c), &[])
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        // The angle of the sum of both tangents.
        let sum = arctan2(x * 2.0, 1.0 + (c - x) * (c + x));
        x.gt(1e150).choose(1.0, sum * FRAC_1_PI)
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        (arctan2(1.0, x - c) + arctan2(1.0, x + c)) * FRAC_1_PI
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        let (below, above) = ((p * PI).tan(), ((1.0 - p) * PI).tan());
        p.lt(0.5).choose(Self::at_tangent(&below, c), Self::above_tangent(&above, c))
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        let (below, above) = (((1.0 - q) * PI).tan(), (q * PI).tan());
        q.gt(0.5).choose(Self::at_tangent(&below, c), Self::above_tangent(&above, c))
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

    fn draw(generator: &Generator, size: &[i64], [c]: &[Term; 1]) -> Term {
        (Term::from(generator.standard_cauchy(size)) + c).abs()
    }
}

/// The skewed distribution of Cauchy: of its scale 1 - a below zero and 1 + a above.
pub(crate) struct SkewCauchy;

impl Family for SkewCauchy {
    type Shapes = [Term; 1];
    const NAME: &'static str = "skewcauchy";
    const SHAPES: &'static [&'static str] = &["a"];

    fn valid([a]: &[Term; 1]) -> Term {
        a.abs().lt(1.0)
    }

    fn support(_: &[Term; 1]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, [a]: &[Term; 1]) -> Term {
        -log_of_square(&(x / x.lt(0.0).choose(1.0 - a, a + 1.0))) - PI.ln()
    }

    fn lower(x: &Term, [a]: &[Term; 1]) -> Term {
        let (below, above) = (1.0 - a, a + 1.0);
        let tail = &below * arctan2(1.0, -x / &below) * FRAC_1_PI;
        x.lt(0.0).choose(tail, 1.0 - &above * arctan2(1.0, x / &above) * FRAC_1_PI)
    }

    fn upper(x: &Term, [a]: &[Term; 1]) -> Term {
        Self::lower(&-x, &[-a])
    }

    fn quantile(p: &Term, [a]: &[Term; 1]) -> Term {
        let (below, above) = (1.0 - a, a + 1.0);
        let share = p / &below;
        share.le(0.5).choose(-&below * beyond(&share), &above * beyond(&((1.0 - p) / &above)))
    }

    fn upper_quantile(q: &Term, [a]: &[Term; 1]) -> Term {
        -Self::quantile(q, &[-a])
    }

    fn statistics(_: &[Term; 1]) -> [Term; 4] {
        [f64::NAN; 4].map(Term::from)
    }

    fn raw_moment(_: u32, _: &[Term; 1]) -> Term {
        Term::from(f64::NAN)
    }

    fn entropy(_: &[Term; 1]) -> Term {
        Term::from((4.0 * PI).ln())
    }

    fn start(sample: &Moments) -> Start {
        Start { shapes: vec![0.0], loc: sample.median, scale: sample.spread.max(f64::MIN_POSITIVE) }
    }
}
