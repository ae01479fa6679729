//! Distributions of powers and logarithms of gamma variables and of both signs: the generalized normal and gamma ones,
//! those of the double gamma and Weibull variable, the log-gamma one, and the exponentiated one of Weibull.

use cuprust::random::Generator;
use std::f64::consts::LN_2;

use super::extreme::WeibullMin;
use super::family::{Family, Start, factorial, from_zero, moment_of_cumulants, statistics_of_moments, uniform};
use super::gamma::{Gamma, gamma_entropy};
use super::numeric::{entropy_of, raw_moment_of, statistics_of};
use super::samples::Moments;
use crate::stats::terms::{Term, gammainc, gammaincc, gammainccinv, gammaincinv, log_gamma_density, poch, zeta};

/// Random variates of the gamma distribution of a shape.
fn gammas(generator: &Generator, size: &[i64], a: &Term) -> Term {
    Term::from(a.argument().and_then(|a| generator.standard_gamma(a, size)))
}

/// The density of a power x^c from the logarithm of the density, near zero too, where both parts may be infinite: there
/// the density is that of x^(exponent - 1), with the logarithm of its factor.
fn at_zero(x: &Term, exponent: &Term, factor: impl Into<Term>, value: Term) -> Term {
    let side = exponent.lt(1.0).choose(f64::INFINITY, f64::NEG_INFINITY);
    x.equals(0.0).choose(exponent.equals(1.0).choose(factor, side), value)
}

/// The positive half of the generalized normal distribution: density in proportion to e^-x^beta.
pub(crate) struct HalfGenNorm;

impl Family for HalfGenNorm {
    type Shapes = [Term; 1];
    const NAME: &'static str = "halfgennorm";
    const SHAPES: &'static [&'static str] = &["beta"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [beta]: &[Term; 1]) -> Term {
        // 1/gamma(1/beta) with the factor beta.
        -(1.0 / beta + 1.0).gammaln() - x.pow(beta)
    }

    fn lower(x: &Term, [beta]: &[Term; 1]) -> Term {
        gammainc(1.0 / beta, x.pow(beta))
    }

    fn upper(x: &Term, [beta]: &[Term; 1]) -> Term {
        gammaincc(1.0 / beta, x.pow(beta))
    }

    fn quantile(p: &Term, [beta]: &[Term; 1]) -> Term {
        gammaincinv(1.0 / beta, p).pow(1.0 / beta)
    }

    fn upper_quantile(q: &Term, [beta]: &[Term; 1]) -> Term {
        gammainccinv(1.0 / beta, q).pow(1.0 / beta)
    }

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        statistics_of::<Self>(shapes)
    }

    fn raw_moment(order: u32, [beta]: &[Term; 1]) -> Term {
        poch(1.0 / beta, f64::from(order) / beta)
    }

    fn entropy([beta]: &[Term; 1]) -> Term {
        1.0 / beta + (1.0 / beta + 1.0).gammaln()
    }

    fn draw(generator: &Generator, size: &[i64], [beta]: &[Term; 1]) -> Term {
        gammas(generator, size, &(1.0 / beta)).pow(1.0 / beta)
    }
}

/// The distribution of a variable of another family with a random sign.
macro_rules! doubled {
    ($(#[$doc:meta])* $family:ident of $other:ident, $name:literal, $names:expr, $start:expr) => {
        $(#[$doc])*
        pub(crate) struct $family;

        impl Family for $family {
            type Shapes = [Term; 1];
            const NAME: &'static str = $name;
            const SHAPES: &'static [&'static str] = $names;

            fn support(_: &[Term; 1]) -> (Term, Term) {
                (Term::from(f64::NEG_INFINITY), Term::from(f64::INFINITY))
            }

            fn log_density(x: &Term, shapes: &[Term; 1]) -> Term {
                $other::log_density(&x.abs(), shapes) - LN_2
            }

            fn density(x: &Term, shapes: &[Term; 1]) -> Term {
                $other::density(&x.abs(), shapes) * 0.5
            }

            fn lower(x: &Term, shapes: &[Term; 1]) -> Term {
                Self::upper(&-x, shapes)
            }

            fn upper(x: &Term, shapes: &[Term; 1]) -> Term {
                let tail = $other::upper(&x.abs(), shapes) * 0.5;
                x.lt(0.0).choose(1.0 - &tail, tail)
            }

            fn quantile(p: &Term, shapes: &[Term; 1]) -> Term {
                -Self::upper_quantile(p, shapes)
            }

            fn upper_quantile(q: &Term, shapes: &[Term; 1]) -> Term {
                let near = q.gt(0.5);
                let tail = near.choose((1.0 - q) * 2.0, q * 2.0);
                // A half of the probability is above zero, whatever the quantile of one is.
                let distance = $other::upper_quantile(&tail, shapes);
                q.equals(0.5).choose(0.0, near.choose(-&distance, distance))
            }

            fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
                let variance = $other::raw_moment(2, shapes);
                let kurtosis = $other::raw_moment(4, shapes) / variance.squared() - 3.0;
                [Term::from(0.0), variance, Term::from(0.0), kurtosis]
            }

            fn raw_moment(order: u32, shapes: &[Term; 1]) -> Term {
                if order % 2 == 1 { Term::from(0.0) } else { $other::raw_moment(order, shapes) }
            }

            fn entropy(shapes: &[Term; 1]) -> Term {
                $other::entropy(shapes) + LN_2
            }

            fn draw(generator: &Generator, size: &[i64], shapes: &[Term; 1]) -> Term {
                let drawn = $other::draw(generator, size, shapes);
                let is_negative = uniform(generator, size).lt(0.5);
                is_negative.choose(-&drawn, drawn)
            }

            fn start(sample: &Moments) -> Start {
                Start::centred(sample, vec![$start])
            }
        }
    };
}

doubled! {
    /// The generalized normal distribution: density in proportion to e^-|x|^beta.
    GenNorm of HalfGenNorm, "gennorm", &["beta"], 1.5
}

doubled! {
    /// The double gamma distribution: of a gamma variable of shape a with a random sign.
    DGamma of Gamma, "dgamma", &["a"], 1.2
}

doubled! {
    /// The double Weibull distribution: of a variable of Weibull's of shape c with a random sign.
    DWeibull of WeibullMin, "dweibull", &["c"], 1.2
}

/// The generalized gamma distribution: of the power 1/c, which may be negative, of a gamma variable of shape a.
pub(crate) struct GenGamma;

impl Family for GenGamma {
    type Shapes = [Term; 2];
    const NAME: &'static str = "gengamma";
    const SHAPES: &'static [&'static str] = &["a", "c"];

    fn valid([a, c]: &[Term; 2]) -> Term {
        a.gt(0.0) & c.differs(0.0) & c.abs().lt(f64::INFINITY)
    }

    fn support(_: &[Term; 2]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [a, c]: &[Term; 2]) -> Term {
        let scale = c.abs().log();
        let value = log_gamma_density(a, x.pow(c)) + (c - 1.0) * x.log() + &scale;
        // x^(a c - 1) and one over gamma(a) near zero, zero for a negative power.
        let value = at_zero(x, &(a * c), scale - a.gammaln(), value);
        let nothing = (x.equals(0.0) & c.lt(0.0)) | x.equals(f64::INFINITY);
        nothing.choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [a, c]: &[Term; 2]) -> Term {
        let y = x.pow(c);
        c.gt(0.0).choose(gammainc(a, &y), gammaincc(a, y))
    }

    fn upper(x: &Term, [a, c]: &[Term; 2]) -> Term {
        let y = x.pow(c);
        c.gt(0.0).choose(gammaincc(a, &y), gammainc(a, y))
    }

    fn quantile(p: &Term, [a, c]: &[Term; 2]) -> Term {
        c.gt(0.0).choose(gammaincinv(a, p), gammainccinv(a, p)).pow(1.0 / c)
    }

    fn upper_quantile(q: &Term, [a, c]: &[Term; 2]) -> Term {
        c.gt(0.0).choose(gammainccinv(a, q), gammaincinv(a, q)).pow(1.0 / c)
    }

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        let [one, two, three, four] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, shapes));
        statistics_of_moments(one, two, three, four)
    }

    fn raw_moment(order: u32, [a, c]: &[Term; 2]) -> Term {
        let share = f64::from(order) / c;
        (a + &share).gt(0.0).choose(poch(a, share), f64::INFINITY)
    }

    fn entropy([a, c]: &[Term; 2]) -> Term {
        gamma_entropy(a) + a.digamma() * (1.0 / c - 1.0) - c.abs().log()
    }

    fn draw(generator: &Generator, size: &[i64], [a, c]: &[Term; 2]) -> Term {
        gammas(generator, size, a).pow(1.0 / c)
    }
}

/// The distribution of the logarithm of a gamma variable of shape c.
pub(crate) struct LogGamma;

impl Family for LogGamma {
    type Shapes = [Term; 1];
    const NAME: &'static str = "loggamma";
    const SHAPES: &'static [&'static str] = &["c"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(f64::NEG_INFINITY), Term::from(f64::INFINITY))
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        let small = c * x - c.gammaln();
        let value = log_gamma_density(c, x.exp()) + x;
        let value = x.lt(-600.0).choose(small, value);
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        let small = (c * x - (c + 1.0).gammaln()).exp();
        x.lt(-600.0).choose(small, gammainc(c, x.exp()))
    }

    fn upper(x: &Term, [c]: &[Term; 1]) -> Term {
        gammaincc(c, x.exp())
    }

    fn log_lower(x: &Term, shapes: &[Term; 1]) -> Term {
        let [c] = shapes;
        let value = super::family::log_of(&Self::lower(x, shapes), || Self::upper(x, shapes));
        x.lt(-600.0).choose(c * x - (c + 1.0).gammaln(), value)
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        let number = gammaincinv(c, p);
        let small = (p.log() + (c + 1.0).gammaln()) / c;
        number.lt(1e-280).choose(small, number.log())
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 1]) -> Term {
        let [c] = shapes;
        let number = gammainccinv(c, q);
        number.lt(1e-280).choose(Self::quantile(&(1.0 - q), shapes), number.log())
    }

    fn statistics([c]: &[Term; 1]) -> [Term; 4] {
        let variance = zeta(2.0, c);
        let skewness = zeta(3.0, c) * -2.0 / variance.pow(1.5);
        let kurtosis = zeta(4.0, c) * 6.0 / variance.squared();
        [c.digamma(), variance, skewness, kurtosis]
    }

    fn raw_moment(order: u32, [c]: &[Term; 1]) -> Term {
        moment_of_cumulants(order, |n| match n {
            1 => c.digamma(),
            _ => zeta(f64::from(n), c) * factorial(n - 1) * if n % 2 == 1 { -1.0 } else { 1.0 },
        })
    }

    fn entropy([c]: &[Term; 1]) -> Term {
        // That of the gamma variable, less the mean of the logarithm.
        gamma_entropy(c) - c.digamma()
    }

    fn draw(generator: &Generator, size: &[i64], [c]: &[Term; 1]) -> Term {
        // A variable of a small shape is one of the next with a power of a uniform one, which may be too small itself.
        gammas(generator, size, &(c + 1.0)).log() + uniform(generator, size).log() / c
    }

    fn start(sample: &Moments) -> Start {
        Start::centred(sample, vec![2.0])
    }
}

/// The exponentiated distribution of Weibull: of the largest of a variables of his of shape c.
pub(crate) struct ExponWeib;

impl Family for ExponWeib {
    type Shapes = [Term; 2];
    const NAME: &'static str = "exponweib";
    const SHAPES: &'static [&'static str] = &["a", "c"];

    fn support(_: &[Term; 2]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [a, c]: &[Term; 2]) -> Term {
        let y = x.pow(c);
        let factor = a.log() + c.log();
        let value = &factor + (a - 1.0) * (-(-&y).expm1()).log() - y + (c - 1.0) * x.log();
        let value = at_zero(x, &(a * c), factor, value);
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, shapes: &[Term; 2]) -> Term {
        Self::log_lower(x, shapes).exp()
    }

    fn upper(x: &Term, shapes: &[Term; 2]) -> Term {
        -Self::log_lower(x, shapes).expm1()
    }

    fn log_lower(x: &Term, [a, c]: &[Term; 2]) -> Term {
        let y = x.pow(c);
        // log(1 - e^-y), by the one of its forms that has digits.
        a * y.lt(LN_2).choose((-(-&y).expm1()).log(), (-(-&y).exp()).log1p())
    }

    fn quantile(p: &Term, [a, c]: &[Term; 2]) -> Term {
        let root = (p.log() / a).exp();
        (-(-root).log1p()).pow(1.0 / c)
    }

    fn upper_quantile(q: &Term, [a, c]: &[Term; 2]) -> Term {
        let rest = -((-q).log1p() / a).expm1();
        let root = ((-q).log1p() / a).exp();
        // -log(1 - root), of which the rest is known.
        rest.lt(0.5).choose(-rest.log(), -(-root).log1p()).pow(1.0 / c)
    }

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        statistics_of::<Self>(shapes)
    }

    fn raw_moment(order: u32, shapes: &[Term; 2]) -> Term {
        raw_moment_of::<Self>(order, shapes)
    }

    fn entropy(shapes: &[Term; 2]) -> Term {
        entropy_of::<Self>(shapes)
    }
}
