//! Distributions that are defined by their quantile function, or that generalize such: Kappa's of four parameters, the
//! generalized half-logistic one, and Tukey's.

use std::f64::consts::LN_2;

use super::family::{Family, Start};
use super::numeric::{entropy_of, raw_moment_of, statistics_of};
use super::samples::Moments;
use crate::stats::terms::{Term, logaddexp, tklmbda};

/// Kappa's distribution of four parameters: its distribution function is (1 - h (1 - k x)^(1/k))^(1/h), with the
/// exponential functions that are limits for h and k of zero.
pub(crate) struct Kappa4;

/// The quotient (e^(a y) - 1)/a, which is y for a of zero.
fn power_less_one(y: &Term, a: &Term) -> Term {
    a.equals(0.0).choose(y, (a * y).expm1() / a)
}

/// The quotient log(1 + a y)/a, which is y for a of zero.
fn log_of_one_more(y: &Term, a: &Term) -> Term {
    a.equals(0.0).choose(y, (a * y).log1p() / a)
}

impl Kappa4 {
    /// The logarithm of (1 - k x)^(1/k).
    fn log_rest(x: &Term, k: &Term) -> Term {
        log_of_one_more(&-x, k)
    }

    /// The number at which (1 - k x)^(1/k) has a logarithm.
    fn at(logarithm: &Term, k: &Term) -> Term {
        -power_less_one(logarithm, k)
    }

    /// The orders from which on there is no moment, of the tail above and that below.
    fn has_moment(order: u32, [h, k]: &[Term; 2]) -> Term {
        let n = f64::from(order);
        let above = k.gt(-1.0 / n);
        let below = h.ge(0.0) | k.le(0.0) | (-h * k).lt(1.0 / n);
        above & below
    }
}

impl Family for Kappa4 {
    type Shapes = [Term; 2];
    const NAME: &'static str = "kappa4";
    const SHAPES: &'static [&'static str] = &["h", "k"];

    fn valid([h, k]: &[Term; 2]) -> Term {
        h.abs().lt(f64::INFINITY) & k.abs().lt(f64::INFINITY)
    }

    fn support([h, k]: &[Term; 2]) -> (Term, Term) {
        let at_one = Self::at(&-h.log(), k);
        let low = k.lt(0.0).choose(1.0 / k, f64::NEG_INFINITY);
        (h.gt(0.0).choose(at_one, low), k.gt(0.0).choose(1.0 / k, f64::INFINITY))
    }

    fn log_density(x: &Term, shapes: &[Term; 2]) -> Term {
        let [h, k] = shapes;
        let rest = Self::log_rest(x, k);
        // At the end of a support on which the density is constant both powers are one.
        let first = k.equals(1.0).choose(0.0, (1.0 - k) * &rest);
        let second = h.equals(1.0).choose(0.0, (1.0 - h) * Self::log_lower(x, shapes));
        x.abs().equals(f64::INFINITY).choose(f64::NEG_INFINITY, first + second)
    }

    fn lower(x: &Term, shapes: &[Term; 2]) -> Term {
        Self::log_lower(x, shapes).exp()
    }

    fn upper(x: &Term, shapes: &[Term; 2]) -> Term {
        -Self::log_lower(x, shapes).expm1()
    }

    fn log_lower(x: &Term, [h, k]: &[Term; 2]) -> Term {
        log_of_one_more(&-Self::log_rest(x, k).exp(), h)
    }

    fn quantile(p: &Term, [h, k]: &[Term; 2]) -> Term {
        Self::at(&(-power_less_one(&p.log(), h)).log(), k)
    }

    fn upper_quantile(q: &Term, [h, k]: &[Term; 2]) -> Term {
        Self::at(&(-power_less_one(&(-q).log1p(), h)).log(), k)
    }

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        let [mean, variance, skewness, kurtosis] = statistics_of::<Self>(shapes);
        let has = |order: u32| Self::has_moment(order, shapes);
        [
            has(1).choose(mean, f64::INFINITY),
            has(2).choose(variance, f64::INFINITY),
            has(3).choose(skewness, f64::NAN),
            has(4).choose(kurtosis, f64::NAN),
        ]
    }

    fn raw_moment(order: u32, shapes: &[Term; 2]) -> Term {
        Self::has_moment(order, shapes).choose(raw_moment_of::<Self>(order, shapes), f64::INFINITY)
    }

    fn entropy(shapes: &[Term; 2]) -> Term {
        entropy_of::<Self>(shapes)
    }

    fn start(sample: &Moments) -> Start {
        Start::centred(sample, vec![0.1, 0.1])
    }
}

/// The generalized half-logistic distribution of shape c: of t = (1 - c x)^(1/c) the survival function is 2 t/(1 + t).
pub(crate) struct GenHalfLogistic;

impl GenHalfLogistic {
    /// Minus the logarithm of t.
    fn depth(x: &Term, c: &Term) -> Term {
        -(-(c * x)).log1p() / c
    }

    fn at(depth: &Term, c: &Term) -> Term {
        -(-(c * depth)).expm1() / c
    }
}

impl Family for GenHalfLogistic {
    type Shapes = [Term; 1];
    const NAME: &'static str = "genhalflogistic";
    const SHAPES: &'static [&'static str] = &["c"];

    fn support([c]: &[Term; 1]) -> (Term, Term) {
        (Term::from(0.0), 1.0 / c)
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        let depth = Self::depth(x, c);
        let power = c.equals(1.0).choose(0.0, (1.0 - c) * &depth);
        LN_2 - power - (-depth).exp().log1p() * 2.0
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        (Self::depth(x, c) * 0.5).tanh()
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        (-Self::depth(x, c)).expit() * 2.0
    }

    fn log_upper(x: &Term, [c]: &[Term; 1]) -> Term {
        (-Self::depth(x, c)).log_expit() + LN_2
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        Self::at(&(p.arctanh() * 2.0), c)
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        Self::at(&-(q * 0.5).logit(), c)
    }

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        statistics_of::<Self>(shapes)
    }

    fn raw_moment(order: u32, shapes: &[Term; 1]) -> Term {
        raw_moment_of::<Self>(order, shapes)
    }

    fn entropy([c]: &[Term; 1]) -> Term {
        2.0 - (c * 2.0 + 1.0) * LN_2
    }

    fn start(sample: &Moments) -> Start {
        Start::within(sample, vec![1.0])
    }
}

/// Tukey's distribution of shape lam, whose quantile of p is (p^lam - (1 - p)^lam)/lam.
pub(crate) struct TukeyLambda;

impl Family for TukeyLambda {
    type Shapes = [Term; 1];
    const NAME: &'static str = "tukeylambda";
    const SHAPES: &'static [&'static str] = &["lam"];

    fn valid([lam]: &[Term; 1]) -> Term {
        lam.abs().lt(f64::INFINITY)
    }

    fn support([lam]: &[Term; 1]) -> (Term, Term) {
        let high = lam.gt(0.0).choose(1.0 / lam, f64::INFINITY);
        (-&high, high)
    }

    fn log_density(x: &Term, [lam]: &[Term; 1]) -> Term {
        let (low, high) = Self::support(std::array::from_ref(lam));
        let (lower, upper) = (tklmbda(x, lam), tklmbda(-x, lam));
        let power = lam - 1.0;
        let value = -logaddexp(&power * lower.log(), &power * upper.log());
        // SciPy's support does not have its ends.
        (x.le(low) | x.ge(high)).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [lam]: &[Term; 1]) -> Term {
        tklmbda(x, lam)
    }

    fn upper(x: &Term, [lam]: &[Term; 1]) -> Term {
        tklmbda(-x, lam)
    }

    fn quantile(p: &Term, [lam]: &[Term; 1]) -> Term {
        let (log_p, log_q) = (p.log(), (-p).log1p());
        let value = power_less_one(&log_p, lam) - power_less_one(&log_q, lam);
        p.equals(0.5).choose(0.0, value)
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 1]) -> Term {
        -Self::quantile(q, shapes)
    }

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        let [lam] = shapes;
        let [_, variance, _, kurtosis] = statistics_of::<Self>(shapes);
        // Beyond it there is none, and at the number itself it is infinite.
        let above =
            |least: f64, value: Term| lam.gt(least).choose(value, lam.equals(least).choose(f64::INFINITY, f64::NAN));
        [Term::from(0.0), above(-0.5, variance), Term::from(0.0), above(-0.25, kurtosis)]
    }

    fn raw_moment(order: u32, shapes: &[Term; 1]) -> Term {
        if order % 2 == 1 {
            return Term::from(0.0);
        }
        let value = raw_moment_of::<Self>(order, shapes);
        shapes[0].gt(-1.0 / f64::from(order)).choose(value, f64::INFINITY)
    }

    fn entropy(shapes: &[Term; 1]) -> Term {
        entropy_of::<Self>(shapes)
    }

    fn start(sample: &Moments) -> Start {
        Start::centred(sample, vec![0.1])
    }
}
