//! Distributions of which a tail is cut off or put on: Pareto's and Weibull's between two numbers, and the normal one
//! with a tail that is a power.

use std::f64::consts::PI;

use super::family::{Family, Start, line, statistics_of_moments, statistics_of_some_moments};
use super::numeric::by_quadrature;
use super::samples::Moments;
use crate::stats::terms::{Term, xlogy};

/// Pareto's distribution of shape b between one and c.
pub(crate) struct TruncPareto;

impl TruncPareto {
    /// The probability of Pareto's distribution up to c, which is negative for a negative shape.
    fn whole([b, c]: &[Term; 2]) -> Term {
        -(-(b * c.log())).expm1()
    }
}

impl Family for TruncPareto {
    type Shapes = [Term; 2];
    const NAME: &'static str = "truncpareto";
    const SHAPES: &'static [&'static str] = &["b", "c"];

    fn valid([b, c]: &[Term; 2]) -> Term {
        b.abs().gt(0.0) & b.abs().lt(f64::INFINITY) & c.gt(1.0)
    }

    fn support([_, c]: &[Term; 2]) -> (Term, Term) {
        (Term::from(1.0), c.clone())
    }

    fn log_density(x: &Term, shapes: &[Term; 2]) -> Term {
        let [b, _] = shapes;
        (b / Self::whole(shapes)).log() - (b + 1.0) * x.log()
    }

    fn lower(x: &Term, shapes: &[Term; 2]) -> Term {
        let [b, _] = shapes;
        -(-(b * x.log())).expm1() / Self::whole(shapes)
    }

    fn upper(x: &Term, shapes: &[Term; 2]) -> Term {
        let [b, c] = shapes;
        let rest = ((c - x) / x).log1p();
        -(-(b * rest)).expm1() * x.pow(-b) / Self::whole(shapes)
    }

    fn quantile(p: &Term, shapes: &[Term; 2]) -> Term {
        let [b, _] = shapes;
        (-(-(p * Self::whole(shapes))).log1p() / b).exp()
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 2]) -> Term {
        let [b, c] = shapes;
        (-(c.pow(-b) + q * Self::whole(shapes)).log() / b).exp()
    }

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        let [one, two, three, four] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, shapes));
        statistics_of_moments(one, two, three, four)
    }

    fn raw_moment(order: u32, shapes: &[Term; 2]) -> Term {
        let [b, c] = shapes;
        let rate = f64::from(order) - b;
        let span = c.log();
        // The integral of x^(n - b - 1) from one to c.
        let integral = rate.equals(0.0).choose(&span, (&rate * &span).expm1() / &rate);
        integral * b / Self::whole(shapes)
    }

    fn entropy(shapes: &[Term; 2]) -> Term {
        let [b, c] = shapes;
        let span = c.log();
        let mean = 1.0 / b - &span / (b * &span).expm1();
        (b + 1.0) * mean - (b / Self::whole(shapes)).log()
    }

    fn start(sample: &Moments) -> Start {
        let width = (sample.largest - sample.least).max(f64::MIN_POSITIVE);
        Start { shapes: vec![1.0, 2.02], loc: sample.least - 1.01 * width, scale: width }
    }
}

/// Weibull's distribution of the smallest of many, of shape c, between a and b.
pub(crate) struct TruncWeibullMin;

impl TruncWeibullMin {
    /// y^c - x^c, without cancellation, of x up to y.
    fn between(x: &Term, y: &Term, c: &Term) -> Term {
        let near = x.pow(c) * (c * ((y - x) / x).log1p()).expm1();
        (x.equals(0.0) | y.gt(x * 1e100) | y.equals(f64::INFINITY)).choose(y.pow(c), near)
    }

    /// The probability of Weibull's distribution between a and b of what lies above a.
    fn whole([c, a, b]: &[Term; 3]) -> Term {
        -(-Self::between(a, b, c)).expm1()
    }
}

impl Family for TruncWeibullMin {
    type Shapes = [Term; 3];
    const NAME: &'static str = "truncweibull_min";
    const SHAPES: &'static [&'static str] = &["c", "a", "b"];

    fn valid([c, a, b]: &[Term; 3]) -> Term {
        c.gt(0.0) & a.ge(0.0) & b.gt(a)
    }

    fn support([_, a, b]: &[Term; 3]) -> (Term, Term) {
        (a.clone(), b.clone())
    }

    fn log_density(x: &Term, shapes: &[Term; 3]) -> Term {
        let [c, a, _] = shapes;
        let value = c.log() + xlogy(c - 1.0, x) - Self::between(a, x, c) - Self::whole(shapes).log();
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, shapes: &[Term; 3]) -> Term {
        let [c, a, _] = shapes;
        -(-Self::between(a, x, c)).expm1() / Self::whole(shapes)
    }

    fn upper(x: &Term, shapes: &[Term; 3]) -> Term {
        let [c, a, b] = shapes;
        -(-Self::between(x, b, c)).expm1() * (-Self::between(a, x, c)).exp() / Self::whole(shapes)
    }

    fn quantile(p: &Term, shapes: &[Term; 3]) -> Term {
        let [c, a, _] = shapes;
        let depth = -(-(p * Self::whole(shapes))).log1p();
        (a.pow(c) + depth).pow(1.0 / c)
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 3]) -> Term {
        let [c, a, b] = shapes;
        let depth = -((-Self::between(a, b, c)).exp() + q * Self::whole(shapes)).log();
        (a.pow(c) + depth).pow(1.0 / c)
    }

    by_quadrature!([Term; 3]);

    fn start(sample: &Moments) -> Start {
        let width = (sample.largest - sample.least).max(f64::MIN_POSITIVE);
        Start { shapes: vec![1.0, 0.5, 1.55], loc: sample.least - 0.51 * width, scale: width }
    }
}

/// The distribution of the Crystal Ball collaboration: normal above -beta, and below it a tail of the power m.
pub(crate) struct CrystalBall;

impl CrystalBall {
    /// e^(-beta^2/2), and the area under the tail, in units of the normal density's first value.
    fn tail([beta, m]: &[Term; 2]) -> (Term, Term) {
        let edge = (beta.squared() * -0.5).exp();
        let area = m / beta / (m - 1.0) * &edge;
        (edge, area)
    }

    /// The whole area.
    fn whole(shapes: &[Term; 2]) -> Term {
        let (_, area) = Self::tail(shapes);
        area + shapes[0].ndtr() * (2.0 * PI).sqrt()
    }

    /// The logarithm of the quotient of beta + the tail's distance, divided by its value at the edge.
    fn log_distance(x: &Term, [beta, m]: &[Term; 2]) -> Term {
        (-(x + beta) * beta / m).log1p()
    }
}

impl Family for CrystalBall {
    type Shapes = [Term; 2];
    const NAME: &'static str = "crystalball";
    const SHAPES: &'static [&'static str] = &["beta", "m"];

    fn valid([beta, m]: &[Term; 2]) -> Term {
        beta.gt(0.0) & m.gt(1.0)
    }

    fn support(_: &[Term; 2]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, shapes: &[Term; 2]) -> Term {
        let [beta, m] = shapes;
        let tail = beta.squared() * -0.5 - m * Self::log_distance(x, shapes);
        x.gt(-beta).choose(x.squared() * -0.5, tail) - Self::whole(shapes).log()
    }

    fn lower(x: &Term, shapes: &[Term; 2]) -> Term {
        let [beta, m] = shapes;
        let (_, area) = Self::tail(shapes);
        let below = &area * ((1.0 - m) * Self::log_distance(x, shapes)).exp();
        // The normal part from the edge on, which may be empty.
        let middle = x.lt(0.0).choose(x.ndtr() - (-beta).ndtr(), beta.ndtr() - (-x).ndtr());
        x.gt(-beta).choose(middle * (2.0 * PI).sqrt() + area, below) / Self::whole(shapes)
    }

    fn upper(x: &Term, shapes: &[Term; 2]) -> Term {
        let [beta, _] = shapes;
        let normal = (-x).ndtr() * (2.0 * PI).sqrt() / Self::whole(shapes);
        x.gt(-beta).choose(normal, 1.0 - Self::lower(x, shapes))
    }

    fn quantile(p: &Term, shapes: &[Term; 2]) -> Term {
        let [beta, m] = shapes;
        let (_, area) = Self::tail(shapes);
        let part = p * Self::whole(shapes);
        let below = -beta - ((&part / &area).log() / (1.0 - m)).expm1() * m / beta;
        let root = (2.0 * PI).sqrt();
        let middle = ((-beta).ndtr() + (&part - &area) / root).ndtri();
        let above = -((1.0 - p) * Self::whole(shapes) / root).ndtri();
        part.le(area).choose(below, p.lt(0.5).choose(middle, above))
    }

    fn upper_quantile(q: &Term, shapes: &[Term; 2]) -> Term {
        let share = q * Self::whole(shapes) / (2.0 * PI).sqrt();
        let is_normal = q.lt(0.5) & share.lt(shapes[0].ndtr());
        is_normal.choose(-share.ndtri(), Self::quantile(&(1.0 - q), shapes))
    }

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        statistics_of_some_moments(|order| Self::raw_moment(order, shapes))
    }

    fn raw_moment(order: u32, shapes: &[Term; 2]) -> Term {
        let [beta, m] = shapes;
        let (edge, _) = Self::tail(shapes);
        // The integral of x^n e^(-x^2/2) from -beta on, by parts.
        let mut normal = vec![beta.ndtr() * (2.0 * PI).sqrt(), edge.clone()];
        for n in 2..=order {
            let power = (1..n).fold(edge.clone(), |power, _| power * -beta);
            normal.push(power + &normal[n as usize - 2] * f64::from(n - 1));
        }
        // That of the tail, over y = m/beta - beta - x from m/beta on.
        let (first, index) = (m / beta, m / beta - beta);
        let (mut choose, mut tail, mut power) = (1.0, Term::from(0.0), first.clone());
        for k in 0..=order {
            let factor = (k..order).fold(&power / (m - f64::from(k + 1)), |product, _| product * &index);
            tail = tail + factor * if k % 2 == 1 { -choose } else { choose };
            choose *= f64::from(order - k) / f64::from(k + 1);
            power = power * &first;
        }
        let value = (&normal[order as usize] + tail * edge) / Self::whole(shapes);
        m.gt(f64::from(order + 1)).choose(value, f64::INFINITY)
    }

    fn entropy(shapes: &[Term; 2]) -> Term {
        let [beta, m] = shapes;
        let (edge, area) = Self::tail(shapes);
        let whole = Self::whole(shapes);
        // The integral of x^2/2 over the normal part, and that of the tail's exponent.
        let normal = beta.ndtr() * (2.0 * PI).sqrt() - beta * edge;
        let tail = (beta.squared() * 0.5 + m / (m - 1.0)) * area;
        (normal * 0.5 + tail) / &whole + whole.log()
    }

    fn start(sample: &Moments) -> Start {
        Start::centred(sample, vec![1.5, 3.0])
    }
}
