//! Pearson's distribution of the third type: a gamma variable of mean zero and variance one, with a skewness of any
//! sign.

use std::f64::consts::LN_2;

use super::family::{Family, HALF_LOG_TAU, Start, factorial, line, log_normal_density, moment_of_cumulants};
use super::gamma::Gamma;
use super::samples::Moments;
use crate::stats::terms::{Term, gammainc, gammaincc, gammainccinv, gammaincinv, log_gamma_density};

/// Pearson's distribution of a skewness.
pub(crate) struct Pearson3;

/// Up to this skewness the expansions about the normal distribution have more digits than a gamma function whose shape
/// is the square of its inverse.
const MAX_NORMAL_SKEWNESS: f64 = 1e-5;

impl Pearson3 {
    /// The shape of the gamma variable, and the variable, which is at least zero.
    fn gamma(x: &Term, skew: &Term) -> (Term, Term) {
        let root = 2.0 / skew.abs();
        let sign = skew.lt(0.0).choose(-x, x);
        (root.squared(), root.squared() + root * sign)
    }

    fn is_normal(skew: &Term) -> Term {
        skew.abs().lt(MAX_NORMAL_SKEWNESS)
    }

    /// The factor of the normal density by which the distribution function is less than the normal one (Edgeworth).
    fn correction(x: &Term, skew: &Term) -> Term {
        let square = x.squared();
        let (two, three) = (&square - 1.0, x * (&square - 3.0));
        let five = x * (square.squared() - &square * 10.0 + 15.0);
        skew * (two / 6.0 + skew * (three / 16.0 + five / 72.0))
    }

    /// The number whose normal quantile is z (Cornish and Fisher).
    fn of_normal(z: &Term, skew: &Term) -> Term {
        let square = z.squared();
        let second = z * (&square - 3.0) / 16.0 - z * (&square * 2.0 - 5.0) / 36.0;
        z + skew * ((&square - 1.0) / 6.0 + skew * second)
    }

    fn quantile_of(p: &Term, skew: &Term, mirrored: &Term) -> Term {
        let root = 2.0 / skew.abs();
        let shape = root.squared();
        let below = gammaincinv(&shape, p);
        let above = gammainccinv(&shape, p);
        let gamma = mirrored.choose(above, below);
        let value = (gamma - &shape) / root;
        skew.lt(0.0).choose(-&value, &value)
    }
}

impl Family for Pearson3 {
    type Shapes = [Term; 1];
    const NAME: &'static str = "pearson3";
    const SHAPES: &'static [&'static str] = &["skew"];

    fn valid([skew]: &[Term; 1]) -> Term {
        skew.abs().lt(f64::INFINITY)
    }

    fn support(_: &[Term; 1]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, [skew]: &[Term; 1]) -> Term {
        let (shape, gamma) = Self::gamma(x, skew);
        let value = log_gamma_density(&shape, &gamma) + LN_2 - skew.abs().log();
        let square = x.squared();
        let (three, four) = (x * (&square - 3.0), square.squared() - &square * 6.0 + 3.0);
        let six = square.squared() * &square - square.squared() * 15.0 + &square * 45.0 - 15.0;
        let factor = skew * (three / 6.0 + skew * (four / 16.0 + six / 72.0));
        let normal = log_normal_density(x) + (x.abs().lt(1e3)).choose(factor, 0.0).log1p();
        let inside = Self::is_normal(skew).choose(normal, gamma.ge(0.0).choose(value, f64::NEG_INFINITY));
        x.abs().equals(f64::INFINITY).choose(f64::NEG_INFINITY, inside)
    }

    fn lower(x: &Term, [skew]: &[Term; 1]) -> Term {
        let (shape, gamma) = Self::gamma(x, skew);
        let gamma = gamma.maximum(0.0);
        let value = skew.lt(0.0).choose(gammaincc(&shape, &gamma), gammainc(&shape, &gamma));
        let normal = x.ndtr() - log_normal_density(x).exp() * Self::correction(x, skew);
        Self::is_normal(skew).choose(x.abs().gt(1e3).choose(x.gt(0.0), normal), value)
    }

    fn upper(x: &Term, [skew]: &[Term; 1]) -> Term {
        Self::lower(&-x, &[-skew])
    }

    fn quantile(p: &Term, [skew]: &[Term; 1]) -> Term {
        let value = Self::quantile_of(p, skew, &skew.lt(0.0));
        Self::is_normal(skew).choose(Self::of_normal(&p.ndtri(), skew), value)
    }

    fn upper_quantile(q: &Term, [skew]: &[Term; 1]) -> Term {
        -Self::quantile(q, &[-skew])
    }

    fn statistics([skew]: &[Term; 1]) -> [Term; 4] {
        [Term::from(0.0), Term::from(1.0), skew.clone(), skew.squared() * 1.5]
    }

    fn raw_moment(order: u32, [skew]: &[Term; 1]) -> Term {
        let half = skew * 0.5;
        moment_of_cumulants(order, |n| match n {
            1 => Term::from(0.0),
            _ => (2..n).fold(Term::from(factorial(n - 1)), |product, _| product * &half),
        })
    }

    fn entropy([skew]: &[Term; 1]) -> Term {
        let shape = (2.0 / skew.abs()).squared();
        let value = Gamma::entropy(&[shape]) + skew.abs().log() - LN_2;
        // Stirling's series of the entropy of a gamma variable.
        let inverse = skew.squared() * 0.25;
        let series = (1.0 / 90.0) * &inverse - 1.0 / 12.0;
        let normal = (HALF_LOG_TAU + 0.5) - &inverse * (1.0 / 3.0 - series * &inverse);
        skew.abs().lt(0.01).choose(normal, value)
    }

    fn start(sample: &Moments) -> Start {
        Start::centred(sample, vec![if sample.skewness.is_finite() { sample.skewness } else { 0.1 }])
    }
}
