//! Distributions on an interval in closed form: those of sines and of the arc sine, Bradford's, those of a coordinate
//! of a point on a sphere, and trapezoids.

use std::f64::consts::{FRAC_1_PI, FRAC_2_PI, FRAC_PI_2, FRAC_PI_4, LN_2, PI};

use super::beta::Beta;
use super::family::{Family, Start, factorial, rising_factorial, statistics_of_moments, unit_interval};
use super::numeric::{by_quadrature, raw_moment_of, statistics_of};
use super::samples::Moments;
use crate::stats::terms::{
    Term, arctan2, beta_density, betainc, betaincinv, gammainc, gammaincc, gammaincinv, log_beta_density,
};

/// The distribution of the arc sine: density 1/(pi sqrt(x (1 - x))) from zero to one.
pub(crate) struct ArcSine;

impl Family for ArcSine {
    type Shapes = [Term; 0];
    const NAME: &'static str = "arcsine";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        unit_interval()
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
        rising_factorial(&Term::from(0.5), order) / factorial(order)
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
        unit_interval()
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
        Start::within(sample, vec![1.0])
    }
}

/// The distribution of density cos(2 x) between -pi/4 and pi/4.
pub(crate) struct Anglit;

impl Family for Anglit {
    type Shapes = [Term; 0];
    const NAME: &'static str = "anglit";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        (Term::from(-FRAC_PI_4), Term::from(FRAC_PI_4))
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        Self::density(x, &[]).log()
    }

    fn density(x: &Term, _: &[Term; 0]) -> Term {
        (x * 2.0).cos()
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        (x + FRAC_PI_4).sin().squared()
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        (FRAC_PI_4 - x).sin().squared()
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        // The distance from the nearer end, whose sine is the root of the tail.
        let distance = p.minimum(1.0 - p).sqrt().arcsin();
        p.equals(0.5).choose(0.0, p.lt(0.5).choose(&distance - FRAC_PI_4, FRAC_PI_4 - &distance))
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        -Self::quantile(q, &[])
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        let square = PI * PI;
        let kurtosis = -2.0 * (square * square - 96.0) / ((square - 8.0) * (square - 8.0));
        [0.0, square / 16.0 - 0.5, 0.0, kurtosis].map(Term::from)
    }

    fn raw_moment(order: u32, shapes: &[Term; 0]) -> Term {
        if order % 2 == 1 { Term::from(0.0) } else { raw_moment_of::<Self>(order, shapes) }
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from(1.0 - LN_2)
    }

    fn start(sample: &Moments) -> Start {
        let width = (sample.largest - sample.least).max(f64::MIN_POSITIVE);
        Start { shapes: vec![], loc: 0.5 * (sample.least + sample.largest), scale: 1.04 * width / FRAC_PI_2 }
    }
}

/// The distribution of density (1 + cos(x))/(2 pi) between -pi and pi.
pub(crate) struct Cosine;

impl Cosine {
    /// The rounding error of pi.
    const PI_REST: f64 = 1.224_646_799_147_353_2e-16;
    /// Newton's steps of the inverse, from below.
    const STEPS: usize = 8;

    /// The angle y less its sine.
    fn rest_of_sine(y: &Term) -> Term {
        let square = y.squared();
        let series = (0..9).rev().fold(Term::from(0.0), |sum, k| {
            let n = f64::from(2 * k + 4);
            (1.0 - sum) * &square / (n * (n + 1.0))
        });
        let near = (1.0 - series) * y * &square / 6.0;
        y.lt(1.0).choose(near, y - y.sin())
    }
}

impl Family for Cosine {
    type Shapes = [Term; 0];
    const NAME: &'static str = "cosine";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        (Term::from(-PI), Term::from(PI))
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        (x * 0.5).cos().log() * 2.0 - PI.ln()
    }

    fn density(x: &Term, _: &[Term; 0]) -> Term {
        (x * 0.5).cos().squared() * FRAC_1_PI
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        let tail = Self::rest_of_sine(&((PI - x.abs()) + Self::PI_REST)) * (0.5 * FRAC_1_PI);
        x.lt(0.0).choose(&tail, 1.0 - &tail)
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        Self::lower(&-x, &[])
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        // The distance y from the nearer end, where y - sin(y) is 2 pi times the tail.
        let area = p.minimum(1.0 - p) * (2.0 * PI);
        let mut y = (&area * 6.0).pow(1.0 / 3.0);
        for _ in 0..Self::STEPS {
            let slope = (&y * 0.5).sin().squared() * 2.0;
            let step = (Self::rest_of_sine(&y) - &area) / &slope;
            y = slope.gt(0.0).choose(&y - step, &y);
        }
        let x = y - PI - Self::PI_REST;
        p.equals(0.5).choose(0.0, p.lt(0.5).choose(&x, -&x))
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        -Self::quantile(q, &[])
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        let square = PI * PI;
        let kurtosis = -6.0 * (square * square - 90.0) / (5.0 * (square - 6.0) * (square - 6.0));
        [0.0, square / 3.0 - 2.0, 0.0, kurtosis].map(Term::from)
    }

    fn raw_moment(order: u32, shapes: &[Term; 0]) -> Term {
        if order % 2 == 1 { Term::from(0.0) } else { raw_moment_of::<Self>(order, shapes) }
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from((4.0 * PI).ln() - 1.0)
    }

    fn start(sample: &Moments) -> Start {
        let width = (sample.largest - sample.least).max(f64::MIN_POSITIVE);
        Start { shapes: vec![], loc: 0.5 * (sample.least + sample.largest), scale: 1.04 * width / (2.0 * PI) }
    }
}

/// The distribution of a coordinate of a point on a sphere in c + 1 dimensions: density in proportion to
/// (1 - x^2)^(c/2 - 1) between -1 and 1.
pub(crate) struct RDist;

impl Family for RDist {
    type Shapes = [Term; 1];
    const NAME: &'static str = "rdist";
    const SHAPES: &'static [&'static str] = &["c"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(-1.0), Term::from(1.0))
    }

    fn log_density(x: &Term, [c]: &[Term; 1]) -> Term {
        let half = c * 0.5;
        log_beta_density(&half, &half, (1.0 - x.abs()) * 0.5) - LN_2
    }

    fn density(x: &Term, [c]: &[Term; 1]) -> Term {
        let half = c * 0.5;
        beta_density(&half, &half, (1.0 - x.abs()) * 0.5) * 0.5
    }

    fn lower(x: &Term, [c]: &[Term; 1]) -> Term {
        let half = c * 0.5;
        let tail = betainc(&half, &half, (1.0 - x.abs()) * 0.5);
        x.lt(0.0).choose(&tail, 1.0 - &tail)
    }

    fn upper(x: &Term, shapes: &[Term; 1]) -> Term {
        Self::lower(&-x, shapes)
    }

    fn quantile(p: &Term, [c]: &[Term; 1]) -> Term {
        let half = c * 0.5;
        let x = betaincinv(&half, &half, p.minimum(1.0 - p)) * 2.0 - 1.0;
        p.equals(0.5).choose(0.0, p.lt(0.5).choose(&x, -&x))
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 1]) -> Term {
        -Self::quantile(q, shapes)
    }

    fn statistics([c]: &[Term; 1]) -> [Term; 4] {
        [Term::from(0.0), 1.0 / (c + 1.0), Term::from(0.0), -6.0 / (c + 3.0)]
    }

    fn raw_moment(order: u32, [c]: &[Term; 1]) -> Term {
        if order % 2 == 1 {
            return Term::from(0.0);
        }
        rising_factorial(&Term::from(0.5), order / 2) / rising_factorial(&((c + 1.0) * 0.5), order / 2)
    }

    fn entropy([c]: &[Term; 1]) -> Term {
        let half = c * 0.5;
        Beta::entropy(&[half.clone(), half]) + LN_2
    }

    fn start(sample: &Moments) -> Start {
        let width = (sample.largest - sample.least).max(f64::MIN_POSITIVE);
        Start { shapes: vec![2.5], loc: 0.5 * (sample.least + sample.largest), scale: 0.52 * width }
    }
}

/// The distribution of Wigner, whose density is half of a circle: that of a coordinate of a point on a sphere in four
/// dimensions.
pub(crate) struct SemiCircular;

impl SemiCircular {
    fn shapes() -> [Term; 1] {
        [Term::from(3.0)]
    }
}

impl Family for SemiCircular {
    type Shapes = [Term; 0];
    const NAME: &'static str = "semicircular";
    const SHAPES: &'static [&'static str] = &[];

    fn support(_: &[Term; 0]) -> (Term, Term) {
        RDist::support(&Self::shapes())
    }

    fn log_density(x: &Term, _: &[Term; 0]) -> Term {
        ((1.0 - x).log() + (x + 1.0).log()) * 0.5 + FRAC_2_PI.ln()
    }

    fn density(x: &Term, _: &[Term; 0]) -> Term {
        ((1.0 - x) * (x + 1.0)).sqrt() * FRAC_2_PI
    }

    fn lower(x: &Term, _: &[Term; 0]) -> Term {
        RDist::lower(x, &Self::shapes())
    }

    fn upper(x: &Term, _: &[Term; 0]) -> Term {
        RDist::upper(x, &Self::shapes())
    }

    fn quantile(p: &Term, _: &[Term; 0]) -> Term {
        RDist::quantile(p, &Self::shapes())
    }

    fn upper_quantile(q: &Term, _: &[Term; 0]) -> Term {
        RDist::upper_quantile(q, &Self::shapes())
    }

    fn statistics(_: &[Term; 0]) -> [Term; 4] {
        [0.0, 0.25, 0.0, -1.0].map(Term::from)
    }

    fn raw_moment(order: u32, _: &[Term; 0]) -> Term {
        RDist::raw_moment(order, &Self::shapes())
    }

    fn entropy(_: &[Term; 0]) -> Term {
        Term::from(PI.ln() - 0.5)
    }

    fn start(sample: &Moments) -> Start {
        Start { shapes: vec![], ..RDist::start(sample) }
    }
}

/// The distribution of Argus of shape chi: density in proportion to x sqrt(1 - x^2) e^(-chi^2 (1 - x^2)/2) from zero to
/// one.
pub(crate) struct Argus;

impl Argus {
    /// Nodes and weights of Gauss's rule of eight points between zero and one, from the middle out.
    const NODES: [f64; 4] =
        [0.091_717_321_247_824_9, 0.262_766_204_958_164_5, 0.398_333_238_706_813_4, 0.480_144_928_248_768_1];
    const WEIGHTS: [f64; 4] =
        [0.181_341_891_689_181, 0.156_853_322_938_943_65, 0.111_190_517_226_687_24, 0.050_614_268_145_188_13];

    /// The square of x less one, without cancellation.
    fn rest(x: &Term) -> Term {
        (1.0 - x) * (x + 1.0)
    }

    /// The probability of a gamma variable of shape 3/2 below half of the square of chi.
    fn whole(chi: &Term) -> Term {
        gammainc(1.5, chi.squared() * 0.5)
    }
}

impl Family for Argus {
    type Shapes = [Term; 1];
    const NAME: &'static str = "argus";
    const SHAPES: &'static [&'static str] = &["chi"];

    fn support(_: &[Term; 1]) -> (Term, Term) {
        unit_interval()
    }

    fn log_density(x: &Term, [chi]: &[Term; 1]) -> Term {
        let rest = Self::rest(x);
        let scale = chi.log() * 3.0 - (Self::whole(chi) * 0.5).log() - super::family::HALF_LOG_TAU;
        scale + x.log() + rest.log() * 0.5 - chi.squared() * rest * 0.5
    }

    fn lower(x: &Term, [chi]: &[Term; 1]) -> Term {
        let (square, half_square) = (x.squared(), chi.squared() * 0.5);
        let far = gammaincc(1.5, &half_square * Self::rest(x)) - gammaincc(1.5, &half_square);
        // Beside zero, the mean over v up to x^2 of the density of most (1 - v), which is a gamma variable.
        let part = |share: f64| {
            let v = &square * share;
            ((&half_square * &v).exp()) * (1.0 - v).sqrt()
        };
        let mean = Self::NODES
            .iter()
            .zip(Self::WEIGHTS)
            .fold(Term::from(0.0), |sum, (&node, weight)| sum + (part(0.5 - node) + part(0.5 + node)) * weight);
        // 1/gamma(3/2).
        let near = mean * &square * half_square.pow(1.5) * (-&half_square).exp() * (2.0 * FRAC_1_PI.sqrt());
        (square.lt(0.2) & (&square * &half_square).lt(0.5)).choose(near, far) / Self::whole(chi)
    }

    fn upper(x: &Term, [chi]: &[Term; 1]) -> Term {
        gammainc(1.5, chi.squared() * Self::rest(x) * 0.5) / Self::whole(chi)
    }

    fn quantile(p: &Term, shapes: &[Term; 1]) -> Term {
        super::numeric::searched::<Self>(p, &(1.0 - p), shapes)
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 1]) -> Term {
        let [chi] = shapes;
        let rest = gammaincinv(1.5, q * Self::whole(chi)) / (chi.squared() * 0.5);
        q.lt(0.5).choose((1.0 - rest).sqrt(), super::numeric::searched::<Self>(&(1.0 - q), q, shapes))
    }

    by_quadrature!([Term; 1]);

    fn start(sample: &Moments) -> Start {
        Start::within(sample, vec![1.0])
    }
}

/// The distribution of density in proportion to a trapezoid, which rises from zero to c and falls from d to one.
pub(crate) struct Trapezoid;

impl Trapezoid {
    /// Twice the area under a trapezoid of height one.
    fn width([c, d]: &[Term; 2]) -> Term {
        d - c + 1.0
    }

    /// The trapezoid of 1 - x.
    fn mirrored([c, d]: &[Term; 2]) -> [Term; 2] {
        [1.0 - d, 1.0 - c]
    }
}

impl Family for Trapezoid {
    type Shapes = [Term; 2];
    const NAME: &'static str = "trapezoid";
    const SHAPES: &'static [&'static str] = &["c", "d"];

    fn valid([c, d]: &[Term; 2]) -> Term {
        c.ge(0.0) & d.le(1.0) & d.ge(c)
    }

    fn support(_: &[Term; 2]) -> (Term, Term) {
        unit_interval()
    }

    fn log_density(x: &Term, shapes: &[Term; 2]) -> Term {
        Self::density(x, shapes).log()
    }

    fn density(x: &Term, shapes: &[Term; 2]) -> Term {
        let [c, d] = shapes;
        let height = x.lt(c).choose(x / c, x.gt(d).choose((1.0 - x) / (1.0 - d), 1.0));
        height * 2.0 / Self::width(shapes)
    }

    fn lower(x: &Term, shapes: &[Term; 2]) -> Term {
        let [c, d] = shapes;
        let middle = x.lt(c).choose(x.squared() / c, x * 2.0 - c);
        let beyond = Self::width(shapes) - (1.0 - x).squared() / (1.0 - d);
        x.gt(d).choose(beyond, middle) / Self::width(shapes)
    }

    fn upper(x: &Term, shapes: &[Term; 2]) -> Term {
        Self::lower(&(1.0 - x), &Self::mirrored(shapes))
    }

    fn quantile(p: &Term, shapes: &[Term; 2]) -> Term {
        let [c, d] = shapes;
        let area = p * Self::width(shapes);
        let rest = ((1.0 - p) * Self::width(shapes) * (1.0 - d)).sqrt();
        let beyond = area.gt(d * 2.0 - c).choose(1.0 - rest, (&area + c) * 0.5);
        area.lt(c).choose((&area * c).sqrt(), beyond)
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 2]) -> Term {
        1.0 - Self::quantile(q, &Self::mirrored(shapes))
    }

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        let [one, two, three, four] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, shapes));
        statistics_of_moments(one, two, three, four)
    }

    fn raw_moment(order: u32, shapes: &[Term; 2]) -> Term {
        let [c, d] = shapes;
        // (1 - d^(n + 2))/(1 - d) - c^(n + 1).
        let powers = (0..order + 1).fold(Term::from(1.0), |sum, _| sum * d + 1.0);
        let least = (0..order + 1).fold(Term::from(1.0), |product, _| product * c);
        (powers - least) * (2.0 / f64::from((order + 1) * (order + 2))) / Self::width(shapes)
    }

    fn entropy(shapes: &[Term; 2]) -> Term {
        let width = Self::width(shapes);
        (2.0 - &width) * 0.5 / &width + (&width * 0.5).log()
    }

    fn start(sample: &Moments) -> Start {
        Start::within(sample, vec![0.3, 0.7])
    }
}
