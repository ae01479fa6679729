//! Distributions of angles: that of von Mises, on the circle and on an interval, and Cauchy's, wrapped.

use cuprust::random::Generator;
use cuprust::ufunc::rows;
use cuprust_ir::Result;
use std::f64::consts::{FRAC_1_PI, PI};

use super::family::{Family, Start};
use super::samples::{Moments, Sample};
use crate::stats::terms::{Term, arctan2, von_mises_lower, von_mises_moment, von_mises_quantile, von_mises_upper};

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

/// Cauchy's distribution wrapped on the circle, of shape c: density (1 - c^2)/(2 pi (1 + c^2 - 2 c cos(x))) from zero
/// to 2 pi.
pub(crate) struct WrapCauchy;

impl WrapCauchy {
    /// The factor of the tangent of half of an angle.
    fn factor(c: &Term) -> Term {
        (c + 1.0) / (1.0 - c)
    }

    /// The mean of an even power of x - pi, by Fourier's series of the density.
    fn central_moment(order: u32, c: &Term) -> Term {
        // The integrals of u^(2 m) cos(k u) are (-1)^k times sums of factors over k^(2 j), by parts.
        let mut factors: Vec<f64> = vec![];
        for m in 1..=order / 2 {
            let n = f64::from(2 * m);
            let mut next = vec![2.0 * n * PI.powi(2 * m as i32 - 1)];
            next.extend(factors.iter().map(|factor| -n * (n - 1.0) * factor));
            factors = next;
        }
        let first = Term::from(PI.powi(order as i32) / f64::from(order + 1));
        let parts = factors.iter().zip(1..).map(|(factor, j)| polylogarithm(2 * j, c) * (factor * FRAC_1_PI));
        parts.fold(first, |sum, part| sum + part)
    }

    /// Twice the angle whose tangent, divided by the factor, is that of pi times a share up to a half.
    fn angle(share: &Term, c: &Term) -> Term {
        let angle = share * PI;
        arctan2(angle.sin(), angle.cos() * Self::factor(c)) * 2.0
    }
}

/// The sum of c^k/k^n over k from one on, of an even n and c between zero and one (DLMF 25.12.10), by powers of the
/// logarithm of c where that is nearer to zero (DLMF 25.12.12).
fn polylogarithm(n: u32, c: &Term) -> Term {
    /// The zeta function at zero and at negative odd integers.
    const ZETA: [(u32, f64); 9] = [
        (0, -0.5),
        (1, -1.0 / 12.0),
        (3, 1.0 / 120.0),
        (5, -1.0 / 252.0),
        (7, 1.0 / 240.0),
        (9, -1.0 / 132.0),
        (11, 691.0 / 32760.0),
        (13, -1.0 / 12.0),
        (15, 3617.0 / 8160.0),
    ];
    let powers = (1..=52).rev().fold(Term::from(0.0), |sum, k| (sum + f64::from(k).powi(-(n as i32))) * c);
    let logarithm = c.log();
    let power = |k: u32| (1..=k).fold(Term::from(1.0), |product, i| product * &logarithm / f64::from(i));
    let harmonic: f64 = (1..n).map(|k| 1.0 / f64::from(k)).sum();
    let mut sum = power(n - 1) * (harmonic - (-&logarithm).log());
    for k in 0..n - 1 {
        sum = sum + power(k) * cuprust_num::special::zeta(f64::from(n - k), 1.0);
    }
    for (at, value) in ZETA {
        sum = sum + power(n + at) * value;
    }
    c.lt(0.5).choose(powers, sum)
}

impl Family for WrapCauchy {
    type Shapes = [Term; 1];
    const NAME: &'static str = "wrapcauchy";
    const SHAPES: &'static [&'static str] = &["c"];

    fn valid([c]: &[Term; 1]) -> Term {
        c.gt(0.0) & c.lt(1.0)
    }

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(0.0), Term::from(2.0 * PI))
    }

    fn log_density(x: &Term, shapes: &[Term; 1]) -> Term {
        Self::density(x, shapes).log()
    }

    fn density(x: &Term, [c]: &[Term; 1]) -> Term {
        let rest = 1.0 - c;
        let distance = rest.squared() + c * (x * 0.5).sin().squared() * 4.0;
        rest * (c + 1.0) / (distance * (2.0 * PI))
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        let half = x * 0.5;
        arctan2(half.sin() * Self::factor(c), half.cos()) * FRAC_1_PI
    }

    fn upper(x: &Term, shapes: &[Term; 1]) -> Term {
        Self::lower(&(2.0 * PI - x), shapes)
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        p.le(0.5).choose(Self::angle(p, c), 2.0 * PI - Self::angle(&(1.0 - p), c))
    }

    fn upper_quantile(q: &Term, [c]: &[Term; 1]) -> Term {
        q.lt(0.5).choose(2.0 * PI - Self::angle(q, c), Self::angle(&(1.0 - q), c))
    }

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        let [variance, fourth] = [2, 4].map(|order| Self::central_moment(order, &shapes[0]));
        let kurtosis = fourth / variance.squared() - 3.0;
        [Term::from(PI), variance, Term::from(0.0), kurtosis]
    }

    fn raw_moment(order: u32, [c]: &[Term; 1]) -> Term {
        let (mut choose, mut sum) = (1.0, Term::from(0.0));
        for k in 0..=order {
            if k % 2 == 0 {
                sum = sum + Self::central_moment(k, c) * (choose * PI.powi((order - k) as i32));
            }
            choose *= f64::from(order - k) / f64::from(k + 1);
        }
        sum
    }

    fn entropy([c]: &[Term; 1]) -> Term {
        ((1.0 - c) * (c + 1.0)).log() + (2.0 * PI).ln()
    }

    fn start(sample: &Moments) -> Start {
        let width = (sample.largest - sample.least).max(f64::MIN_POSITIVE);
        Start { shapes: vec![0.5], loc: sample.least - 0.01 * width, scale: 1.02 * width / (2.0 * PI) }
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
