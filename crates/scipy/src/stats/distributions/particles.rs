//! Distributions of particle physics: Landau's, of the energy that a particle loses, and the relativistic one of Breit
//! and Wigner, of the mass of a resonance.

use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, LN_2, PI};

use cuprust::random::Generator;

use super::family::{Family, Start, from_zero, line, statistics_of_some_moments, uniform};
use super::heavy::log_of_square;
use super::numeric::{by_search, entropy_of};
use super::samples::Moments;
use crate::stats::terms::{Term, resonance_lower, resonance_upper};

/// Landau's distribution.
pub(crate) struct Landau;

impl Family for Landau {
    type Shapes = [Term; 0];
    const NAME: &'static str = "landau";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        x.log_landau_density()
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        x.log_landau_lower().exp()
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        x.landau_upper()
    }

    fn log_lower(x: &Term, _: &[Term; 0]) -> Term {
        x.log_landau_lower()
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        p.landau_quantile()
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        q.landau_upper_quantile()
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        [f64::NAN; 4].map(Term::from)
    }

    fn raw_moment(_: u32, _: &[Term; 0]) -> Term {
        Term::from(f64::NAN)
    }

    fn entropy(shapes: &[Term; 0]) -> Term {
        entropy_of::<Self>(shapes)
    }

    fn draw(generator: &Generator, size: &[i64], _: &[Term; 0]) -> Term {
        // From an angle and an exponential variable, as for all stable distributions (Chambers, Mallows, Stuck 1976).
        let angle = uniform(generator, size) * PI;
        let exponential = Term::from(generator.standard_exponential(size));
        let sine = angle.sin();
        let part = (&exponential * &sine / &angle).log();
        (-(&angle / angle.tan()) - part - FRAC_PI_2.ln()) * FRAC_2_PI
    }

    fn start(sample: &Moments) -> Start {
        Start { shapes: vec![], loc: sample.median, scale: sample.spread.max(f64::MIN_POSITIVE) }
    }
}

/// The relativistic distribution of Breit and Wigner of shape rho, the mass over the width.
pub(crate) struct RelBreitWigner;

impl RelBreitWigner {
    /// The root of 1 + rho^2, and the imaginary part b of the root of rho^2 + i rho.
    fn parts(rho: &Term) -> (Term, Term) {
        let length = (rho.squared() + 1.0).sqrt();
        let excess = rho / (&length + rho);
        let real = (rho.squared() + excess * 0.5).sqrt();
        (length, rho * 0.5 / real)
    }

    /// The logarithm of the density where x is rho.
    fn log_highest(rho: &Term) -> Term {
        let (length, b) = Self::parts(rho);
        (b * length / rho).log() + (2.0 * LN_2 - PI.ln())
    }
}

impl Family for RelBreitWigner {
    type Shapes = [Term; 1];
    const NAME: &'static str = "rel_breitwigner";
    const SHAPES: &'static [&'static str] = &["rho"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [rho]: &[Term; 1]) -> Term {
        let distance = (x - rho) / rho * (x + rho);
        Self::log_highest(rho) - log_of_square(&distance)
    }

    fn lower(x: &Term, [rho]: &[Term; 1]) -> Term {
        resonance_lower(x, rho)
    }

    fn upper(x: &Term, [rho]: &[Term; 1]) -> Term {
        resonance_upper(x, rho)
    }

    by_search!([Term; 1]);

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        statistics_of_some_moments(|order| Self::raw_moment(order, shapes))
    }

    fn raw_moment(order: u32, [rho]: &[Term; 1]) -> Term {
        let (length, b) = Self::parts(rho);
        match order {
            1 => b * &length * 2.0 / PI * (rho.arctan() + FRAC_PI_2),
            2 => rho * length,
            _ => Term::from(f64::INFINITY),
        }
    }

    fn entropy(shapes: &[Term; 1]) -> Term {
        entropy_of::<Self>(shapes)
    }

    fn start(sample: &Moments) -> Start {
        // The width is that between the quartiles; masses are positive.
        let scale = (2.0 * sample.spread).max(f64::MIN_POSITIVE);
        let loc = if sample.least > 0.0 { 0.0 } else { sample.least - 0.1 * scale };
        Start { shapes: vec![((sample.median - loc) / scale).max(0.1)], loc, scale }
    }
}
