//! Distributions of extremes: Gumbel's, Weibull's and what both are cases of.

use cuprust::random::Generator;

use super::family::{EULER, Family, Start, factorial, from_zero, mirrored, moment_of_cumulants, statistics_of_moments};
use super::samples::Moments;
use crate::stats::terms::{Term, xlogy, zeta};

/// zeta(3).
const APERY: f64 = 1.202_056_903_159_594_3;

/// Gumbel's distribution of the largest of many.
pub(crate) struct GumbelR;

impl Family for GumbelR {
    type Shapes = [Term; 0];
    const NAME: &'static str = "gumbel_r";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        (Term::from(f64::NEG_INFINITY), Term::from(f64::INFINITY))
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        let value = -x - (-x).exp();
        // At minus infinity the exponential outweighs.
        x.equals(f64::NEG_INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        (-(-x).exp()).exp()
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        -(-(-x).exp()).expm1()
    }

    fn log_lower(x: &Term, _: &[Term; 0]) -> Term {
        -(-x).exp()
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        -(-p.log()).log()
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        -(-(-q).log1p()).log()
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        let pi = std::f64::consts::PI;
        let skewness = 12.0 * 6f64.sqrt() / (pi * pi * pi) * APERY;
        [EULER, pi * pi / 6.0, skewness, 2.4].map(Term::from)
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        moment_of_cumulants(order, |n| match n {
            1 => Term::from(EULER),
            _ => zeta(f64::from(n), 1.0) * factorial(n - 1),
        })
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from(EULER + 1.0)
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        Term::from(generator.gumbel(0.0, 1.0, size))
    }

    fn start(sample: &Moments) -> Start {
        let scale = (sample.deviation * 6f64.sqrt() / std::f64::consts::PI).max(f64::MIN_POSITIVE);
        Start { shapes: vec![], loc: sample.mean - EULER * scale, scale }
    }
}

mirrored! {
    /// Gumbel's distribution of the smallest of many.
    GumbelL of GumbelR, "gumbel_l", [Term; 0], &[]
}

/// Weibull's distribution of the smallest of many, of shape c.
pub(crate) struct WeibullMin;

impl Family for WeibullMin {
    type Shapes = [Term; 1];
    const NAME: &'static str = "weibull_min";
    const SHAPES: &'static [&'static str] = &["c"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        let value = c.log() + xlogy(c - 1.0, x) - x.pow(c);
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn density(x: &Term, [c]: &[Term; 1]) -> Term {
        let value = c * x.pow(c - 1.0) * (-x.pow(c)).exp();
        x.equals(f64::INFINITY).choose(0.0, value)
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        -(-x.pow(c)).expm1()
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        (-x.pow(c)).exp()
    }

    fn log_upper(x: &Term, [c]: &[Term; 1]) -> Term {
        -x.pow(c)
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        (-(-p).log1p()).pow(1.0 / c)
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        (-q.log()).pow(1.0 / c)
    }

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        let [c] = shapes;
        let [mean, _, third, fourth] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, shapes));
        // The variance over the squared mean, which may be small.
        let ratio = ((2.0 / c + 1.0).gammaln() - (1.0 / c + 1.0).gammaln() * 2.0).expm1();
        let variance = mean.squared() * ratio;
        let second = &variance + mean.squared();
        let [_, _, skewness, kurtosis] = statistics_of_moments(mean.clone(), second, third, fourth);
        [mean, variance, skewness, kurtosis]
    }

    fn raw_moment(order: u32, [c]: &[Term; 1]) -> Term {
        (f64::from(order) / c + 1.0).gamma()
    }

    fn entropy([c]: &[Term; 1]) -> Term {
        -EULER / c - c.log() + (EULER + 1.0)
    }

    fn draw(generator: &Generator, size: &[i64], [c]: &[Term; 1]) -> Term {
        Term::from(c.argument().and_then(|c| generator.weibull(c, size)))
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![1.5])
    }
}

mirrored! {
    /// Weibull's distribution of the largest of many, of shape c.
    WeibullMax of WeibullMin, "weibull_max", [Term; 1], &["c"]
}

/// The generalized distribution of extremes, of shape c, whose sign is SciPy's.
pub(crate) struct GenExtreme;

impl GenExtreme {
    /// -log(1 - c x)/c, which is x for a c of zero; minus it is the logarithm of minus the logarithm of `lower`.
    fn reduced(x: &Term, c: &Term) -> Term {
        let curved = -(-(c * x)).log1p() / c;
        c.equals(0.0).choose(x, curved)
    }

    /// Its inverse: (1 - e^(-c y))/c.
    fn restored(y: &Term, c: &Term) -> Term {
        let curved = -(-(c * y)).expm1() / c;
        c.equals(0.0).choose(y, curved)
    }

    /// gamma(1 + n c).
    fn power_mean(n: f64, c: &Term) -> Term {
        c.gt(-1.0 / n).choose((c * n + 1.0).gamma(), f64::INFINITY)
    }
}

impl Family for GenExtreme {
    type Shapes = [Term; 1];
    const NAME: &'static str = "genextreme";
    const SHAPES: &'static [&'static str] = &["c"];

    fn valid([c]: &[Term; 1]) -> Term {
        c.abs().lt(f64::INFINITY)
    }

    fn support([c]: &[Term; 1]) -> (Term, Term) {
        let end = 1.0 / c;
        let low = c.lt(0.0).choose(&end, f64::NEG_INFINITY);
        (low, c.gt(0.0).choose(end, f64::INFINITY))
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        let y = Self::reduced(x, c);
        let value = &y * (c - 1.0) - (-&y).exp();
        // At the ends of the support.
        let above = y.equals(f64::INFINITY).choose(c.equals(1.0).choose(0.0, f64::NEG_INFINITY), value);
        y.equals(f64::NEG_INFINITY).choose(f64::NEG_INFINITY, above)
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        (-(-Self::reduced(x, c)).exp()).exp()
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        -(-(-Self::reduced(x, c)).exp()).expm1()
    }

    fn log_lower(x: &Term, [c]: &[Term; 1]) -> Term {
        -(-Self::reduced(x, c)).exp()
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        Self::restored(&-(-p.log()).log(), c)
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        Self::restored(&-(-(-q).log1p()).log(), c)
    }

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        let [c] = shapes;
        let near = c.abs().lt(1e-5);
        let [g1, g3, g4] = [1.0, 3.0, 4.0].map(|n| Self::power_mean(n, c));
        let [mean, variance, skewness, kurtosis] = GumbelR::statistics(&[]);
        // Moments of (1 - z)/c, where z has the moments gamma(1 + n c).
        let own_mean = (1.0 - &g1) / c;
        let ratio = ((c * 2.0 + 1.0).gammaln() - (c + 1.0).gammaln() * 2.0).expm1();
        let spread = g1.squared() * ratio;
        let [_, _, own_skewness, own_kurtosis] = statistics_of_moments(g1.clone(), &spread + g1.squared(), g3, g4);
        let own_skewness = c.gt(0.0).choose(-&own_skewness, own_skewness);
        let finite = |order: f64, value: Term| c.gt(-1.0 / order).choose(value, f64::NAN);
        [
            near.choose(mean, finite(1.0, own_mean)),
            near.choose(variance, finite(2.0, spread / c.squared())),
            near.choose(skewness, finite(3.0, own_skewness)),
            near.choose(kurtosis, finite(4.0, own_kurtosis)),
        ]
    }

    fn raw_moment(order: u32, shapes: &[Term; 1]) -> Term {
        let [c] = shapes;
        let n = f64::from(order);
        // The mean of ((1 - z)/c)^n.
        let mut choose = 1.0;
        let mut sum = Term::from(0.0);
        for k in 0..=order {
            let sign = if k % 2 == 0 { choose } else { -choose };
            sum = sum + (c * f64::from(k) + 1.0).gamma() * sign;
            choose *= f64::from(order - k) / f64::from(k + 1);
        }
        let power = (0..order).fold(Term::from(1.0), |product, _| product * c);
        let value = c.gt(-1.0 / n).choose(sum / power, f64::INFINITY);
        c.abs().lt(1e-5).choose(GumbelR::raw_moment(order, &[]), value)
    }

    fn entropy([c]: &[Term; 1]) -> Term {
        (1.0 - c) * EULER + 1.0
    }

    fn start(sample: &Moments) -> Start {
        let start = GumbelR::start(sample);
        Start { shapes: vec![if sample.skewness < 0.0 { 0.5 } else { -0.1 }], ..start }
    }
}
