//! The distribution of von Mises, of angles, on the circle and on an interval.

use cuprust::random::Generator;
use cuprust::ufunc::rows;
use cuprust_ir::Result;
use std::f64::consts::PI;

use super::family::{Family, Start};
use super::samples::{Moments, Sample};
use crate::stats::terms::{Term, von_mises_lower, von_mises_moment, von_mises_quantile, von_mises_upper};

/// The distribution of von Mises of concentration kappa from -pi to pi.
pub(crate) struct VonMisesLine;

impl Family for VonMisesLine {
    type Shapes = [Term; 1];
    const NAME: &'static str = "vonmises_line";
    const SHAPES: &'static [&'static str] = &["kappa"];

    fn valid([kappa]: &[Term; 1]) -> Term {
        kappa.ge(0.0)
    }

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(-PI), Term::from(PI))
    }

    fn log_density(x: &Term, [kappa]: &[Term; 1]) -> Term {
        kappa * x.cosm1() - (2.0 * PI).ln() - kappa.i0e().log()
    }

    fn lower(x: &Term, [kappa]: &[Term; 1]) -> Term {
        von_mises_lower(x, kappa)
    }

    fn upper(x: &Term, [kappa]: &[Term; 1]) -> Term {
        von_mises_upper(x, kappa)
    }

    fn quantile(p: &Term, shapes: &[Term; 1]) -> Term {
        von_mises_quantile(p, &shapes[0])
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 1]) -> Term {
        -Self::quantile(q, shapes)
    }

    fn statistics([kappa]: &[Term; 1]) -> [Term; 4] {
        let variance = von_mises_moment(2.0, kappa);
        let kurtosis = von_mises_moment(4.0, kappa) / variance.squared() - 3.0;
        [Term::from(0.0), variance, Term::from(0.0), kurtosis]
    }

    fn raw_moment(order: u32, [kappa]: &[Term; 1]) -> Term {
        if order % 2 == 1 { Term::from(0.0) } else { von_mises_moment(f64::from(order), kappa) }
    }

    fn entropy([kappa]: &[Term; 1]) -> Term {
        let scaled = kappa.i0e();
        kappa * (1.0 - kappa.i1e() / &scaled) + scaled.log() + (2.0 * PI).ln()
    }

    fn draw(generator: &Generator, size: &[i64], [kappa]: &[Term; 1]) -> Term {
        Term::from(kappa.argument().and_then(|kappa| generator.vonmises(0.0, kappa, size)))
    }

    fn start(sample: &Moments) -> Start {
        Start { shapes: vec![1.0], loc: sample.mean, scale: 1.0 }
    }
}

/// The same on the circle: the density repeats, and the distribution function grows by one with each turn.
pub(crate) struct VonMises;

impl Family for VonMises {
    type Shapes = [Term; 1];
    const NAME: &'static str = "vonmises";
    const SHAPES: &'static [&'static str] = &["kappa"];

    fn valid(shapes: &[Term; 1]) -> Term {
        VonMisesLine::valid(shapes)
    }

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(f64::NEG_INFINITY), Term::from(f64::INFINITY))
    }

    fn log_density(x: &Term, shapes: &[Term; 1]) -> Term {
        x.abs().equals(f64::INFINITY).choose(f64::NEG_INFINITY, VonMisesLine::log_density(x, shapes))
    }

    fn lower(x: &Term, shapes: &[Term; 1]) -> Term {
        VonMisesLine::lower(x, shapes)
    }

    fn upper(x: &Term, shapes: &[Term; 1]) -> Term {
        VonMisesLine::upper(x, shapes)
    }

    fn quantile(p: &Term, shapes: &[Term; 1]) -> Term {
        VonMisesLine::quantile(p, shapes)
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 1]) -> Term {
        VonMisesLine::upper_quantile(q, shapes)
    }

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        VonMisesLine::statistics(shapes)
    }

    fn raw_moment(order: u32, shapes: &[Term; 1]) -> Term {
        VonMisesLine::raw_moment(order, shapes)
    }

    fn entropy(shapes: &[Term; 1]) -> Term {
        VonMisesLine::entropy(shapes)
    }

    fn draw(generator: &Generator, size: &[i64], shapes: &[Term; 1]) -> Term {
        VonMisesLine::draw(generator, size, shapes)
    }

    fn fit(sample: &Sample<'_>) -> Option<Result<Vec<f64>>> {
        Some(fitted(sample))
    }
}

/// The likeliest concentration and location, the direction of the mean of unit vectors; the scale is one, unless it is
/// known.
fn fitted(sample: &Sample<'_>) -> Result<Vec<f64>> {
    let mean = |of: Result<cuprust::Array>| -> Result<f64> { Ok(of?.mean(..)?.item()?.get()) };
    let (cosine, sine) = (mean(rows::cos(&sample.data))?, mean(rows::sin(&sample.data))?);
    let loc = sample.known.loc.unwrap_or_else(|| sine.atan2(cosine));
    let kappa = match sample.known.shapes.first().copied().flatten() {
        Some(kappa) => kappa,
        None => concentration(cosine * loc.cos() + sine * loc.sin()),
    };
    Ok(vec![kappa, loc, sample.known.scale.unwrap_or(1.0)])
}

/// The concentration whose mean cosine this is.
fn concentration(mean: f64) -> f64 {
    if mean >= 1.0 {
        return 1e16;
    }
    if mean <= 0.0 {
        return f64::MIN_POSITIVE;
    }
    let cosine = |kappa: f64| cuprust_num::special::i1e(kappa) / cuprust_num::special::i0e(kappa);
    let (mut low, mut high) = (1e-18f64.ln(), 1e16f64.ln());
    for _ in 0..90 {
        let middle = 0.5 * (low + high);
        if cosine(middle.exp()) < mean {
            low = middle;
        } else {
            high = middle;
        }
    }
    (0.5 * (low + high)).exp()
}
