//! Means over a distribution by quadrature over its probabilities, and quantiles by search, for families without
//! closed forms.

use std::cell::LazyCell;
use std::f64::consts::PI;
use std::marker::PhantomData;

use cuprust::{Array, axis};

use super::family::{Family, Shapes};
use crate::stats::terms::Term;

/// The step of the double-exponential rule, and where its terms end: at probabilities of 1e-250.
const STEP: f64 = 1.0 / 24.0;
const REACH: f64 = 5.9;

/// Probabilities up to a half and their weights, each of which is used for both tails.
fn tails() -> (Vec<f64>, Vec<f64>) {
    let count = (REACH / STEP) as i64;
    let node = |position: i64| {
        let t = position as f64 * STEP;
        let near = 1.0 / (1.0 + (PI * t.sinh()).exp());
        // The middle is in both tails.
        (near, near * (1.0 - near) * PI * t.cosh() * STEP * if position == 0 { 0.5 } else { 1.0 })
    };
    (0..=count).map(node).unzip()
}

/// The quantiles of a family at the nodes of the rule, and the weights of the nodes. Where shape parameters are arrays,
/// one pair has all nodes along a further axis.
struct Nodes<F: Family> {
    /// The quantiles of a probability and of its complement, and the weight of each of the two.
    pairs: Vec<(Term, Term, Term)>,
    /// The shape parameters, which broadcast against the quantiles.
    shapes: Vec<Term>,
    are_along_an_axis: bool,
    family: PhantomData<F>,
}

impl<F: Family> Nodes<F> {
    fn new(shapes: &F::Shapes) -> Nodes<F> {
        let (probabilities, weights) = tails();
        let pair = |p: Term, weight: Term, shapes: &F::Shapes| {
            (F::quantile(&p, shapes), F::upper_quantile(&p, shapes), weight)
        };
        let Some(device) = shapes.terms().iter().find_map(Term::device) else {
            let nodes = probabilities.into_iter().zip(weights);
            let pairs = nodes.map(|(p, weight)| pair(Term::from(p), Term::from(weight), shapes)).collect();
            return Nodes { pairs, shapes: shapes.terms().to_vec(), are_along_an_axis: false, family: PhantomData };
        };
        let along = |numbers: &[f64]| Term::from(Array::from_slice(numbers, numbers.len(), device));
        let shapes: Vec<Term> = shapes.terms().iter().map(with_last_axis).collect();
        let pairs = vec![pair(along(&probabilities), along(&weights), F::Shapes::of(&shapes))];
        Nodes { pairs, shapes, are_along_an_axis: true, family: PhantomData }
    }

    /// The mean of a function of the variable: the integral over probabilities of its values at the quantiles.
    fn mean(&self, value: &dyn Fn(&Term, &F::Shapes) -> Term) -> Term {
        let shapes = F::Shapes::of(&self.shapes);
        let both = |(lower, upper, weight): &(Term, Term, Term)| (value(lower, shapes) + value(upper, shapes)) * weight;
        if self.are_along_an_axis {
            return both(&self.pairs[0]).with(|array| cuprust::ufunc::rows::sum(array, axis(-1)));
        }
        self.pairs.iter().fold(Term::from(0.0), |sum, pair| sum + both(pair))
    }

    /// The mean of the power of the variable by an order.
    fn raw_moment(&self, order: u32) -> Term {
        self.mean(&|x, _| power(x, order))
    }

    /// The mean of the power by an order of the distance from the mean.
    fn central_moment(&self, order: u32, mean: &Term) -> Term {
        self.mean(&|x, _| power(&(x - at_last(mean, x)), order))
    }
}

/// The entropy: the mean of minus the logarithm of the density, which is infinite at quantiles that round to an end of
/// the support, of probabilities too small to count.
pub(crate) fn entropy_of<F: Family>(shapes: &F::Shapes) -> Term {
    -Nodes::<F>::new(shapes).mean(&|x, shapes| {
        let value = F::log_density(x, shapes);
        value.abs().lt(f64::INFINITY).choose(&value, 0.0)
    })
}

/// The mean of the power of the variable by an order.
pub(crate) fn raw_moment_of<F: Family>(order: u32, shapes: &F::Shapes) -> Term {
    Nodes::<F>::new(shapes).raw_moment(order)
}

/// The means of the powers by all positive orders up to a highest.
pub(crate) fn raw_moments_of<F: Family>(highest: u32, shapes: &F::Shapes) -> Vec<Term> {
    let nodes = Nodes::<F>::new(shapes);
    (1..=highest).map(|order| nodes.raw_moment(order)).collect()
}

/// The variance.
pub(crate) fn variance_of<F: Family>(shapes: &F::Shapes) -> Term {
    let nodes = Nodes::<F>::new(shapes);
    nodes.central_moment(2, &nodes.raw_moment(1))
}

/// Mean, variance, skewness, and kurtosis less three, by central moments.
pub(crate) fn statistics_of<F: Family>(shapes: &F::Shapes) -> [Term; 4] {
    let nodes = Nodes::<F>::new(shapes);
    let mean = nodes.raw_moment(1);
    let [variance, third, fourth] = [2, 3, 4].map(|order| nodes.central_moment(order, &mean));
    let (skewness, kurtosis) = (third / variance.pow(1.5), fourth / variance.squared() - 3.0);
    [mean, variance, skewness, kurtosis]
}

/// A term with a further axis, if it is an array.
fn with_last_axis(term: &Term) -> Term {
    match term {
        Term::Array(array) => Term::from(array.expand_dims(-1)),
        other => other.clone(),
    }
}

/// A term broadcast against one that has a further axis, if it is an array.
fn at_last(term: &Term, beside: &Term) -> Term {
    if matches!(beside, Term::Array(_)) { with_last_axis(term) } else { term.clone() }
}

/// The power by a whole number.
fn power(x: &Term, order: u32) -> Term {
    (0..order).fold(Term::from(1.0), |product, _| product * x)
}

/// The methods of a family that are means over its probabilities.
macro_rules! by_quadrature {
    ($shapes:ty) => {
        fn statistics(shapes: &$shapes) -> [Term; 4] {
            $crate::stats::distributions::numeric::statistics_of::<Self>(shapes)
        }

        fn mean(shapes: &$shapes) -> Term {
            $crate::stats::distributions::numeric::raw_moment_of::<Self>(1, shapes)
        }

        fn variance(shapes: &$shapes) -> Term {
            $crate::stats::distributions::numeric::variance_of::<Self>(shapes)
        }

        fn raw_moment(order: u32, shapes: &$shapes) -> Term {
            $crate::stats::distributions::numeric::raw_moment_of::<Self>(order, shapes)
        }

        fn raw_moments(highest: u32, shapes: &$shapes) -> Vec<Term> {
            $crate::stats::distributions::numeric::raw_moments_of::<Self>(highest, shapes)
        }

        fn entropy(shapes: &$shapes) -> Term {
            $crate::stats::distributions::numeric::entropy_of::<Self>(shapes)
        }
    };
}
pub(crate) use by_quadrature;

/// The quantiles of a family by search.
macro_rules! by_search {
    ($shapes:ty) => {
        fn quantile(p: &Term, shapes: &$shapes) -> Term {
            $crate::stats::distributions::numeric::searched::<Self>(p, &(1.0 - p), shapes)
        }

        fn upper_quantile(q: &Term, shapes: &$shapes) -> Term {
            $crate::stats::distributions::numeric::searched::<Self>(&(1.0 - q), q, shapes)
        }
    };
}
pub(crate) use by_search;

/// Halvings of the interval of a search, which leave a part in 1e11, and steps of Newton's after it.
const HALVINGS: usize = 46;
const REFINEMENTS: usize = 2;
/// The logarithm of the largest number.
const WIDEST: f64 = 709.0;

/// The number up to which the probability is p and above which it is q = 1 - p: by halving intervals of a scale on
/// which both small and large numbers have their digits, and Newton's steps on the logarithm of the smaller
/// probability.
pub(crate) fn searched<F: Family>(p: &Term, q: &Term, shapes: &F::Shapes) -> Term {
    let (low, high) = F::support(shapes);
    let is_infinite = |end: &Term| end.number().is_some_and(f64::is_infinite);
    let (below, above) = (is_infinite(&low), is_infinite(&high));
    let position = |s: &Term| match (below, above) {
        (true, true) => s.sinh(),
        (false, true) => &low + s.exp(),
        (true, false) => &high - (-s).exp(),
        (false, false) => &low + (&high - &low) * s.expit(),
    };
    let is_lower = p.lt(q);
    let (log_p, log_q) = (p.log(), q.log());
    let falls_short = |x: &Term| is_lower.choose_lazily(|| F::lower(x, shapes).lt(p), || F::upper(x, shapes).gt(q));
    let (mut from, mut to) = (Term::from(-WIDEST), Term::from(WIDEST));
    for _ in 0..HALVINGS {
        let middle = (&from + &to) * 0.5;
        let is_under = falls_short(&position(&middle));
        from = is_under.choose(&middle, &from);
        to = is_under.choose(&to, &middle);
    }
    let mut x = position(&((from + to) * 0.5));
    for _ in 0..REFINEMENTS {
        // The logarithm of the smaller probability, and by how much that of the lower one is too large.
        let log_lower = LazyCell::new(|| F::log_lower(&x, shapes));
        let log_upper = LazyCell::new(|| F::log_upper(&x, shapes));
        let logarithm = is_lower.choose_lazily(|| log_lower.clone(), || log_upper.clone());
        let excess = is_lower.choose_lazily(|| &*log_lower - &log_p, || &log_q - &*log_upper);
        let step = excess * (logarithm - F::log_density(&x, shapes)).exp();
        // Beside zero inside of the support the halvings leave an absolute error.
        let is_near = step.abs().lt(x.abs() * 1e-7 + if below == above { 1e-8 } else { 0.0 });
        x = is_near.choose(&x - step, &x);
    }
    x
}

/// The least whole number of the support that reaches a probability, which all above it do as well: by halving
/// intervals of logarithms of the distance from the support's lower end, or from zero where there is no end.
pub(crate) fn searched_count<F: Family>(reaches: impl Fn(&Term) -> Term, shapes: &F::Shapes) -> Term {
    let (low, _) = F::support(shapes);
    let is_enough = |k: &Term| reaches(k) & k.ge(&low);
    let both_signs = low.number() == Some(f64::NEG_INFINITY);
    let position = |s: &Term| if both_signs { s.sinh().floor() } else { (s.exp() + (&low - 1.0)).floor() };
    // Up to 2^53.
    let (mut from, mut to) = (Term::from(if both_signs { -37.4 } else { 0.0 }), Term::from(36.8));
    for _ in 0..HALVINGS {
        let middle = (&from + &to) * 0.5;
        let enough = is_enough(&position(&middle));
        to = enough.choose(&middle, &to);
        from = enough.choose(&from, &middle);
    }
    let found = position(&to);
    let before = &found - 1.0;
    is_enough(&before).choose(before, found)
}

/// How many terms the sum of an entropy over counts has.
const ENTROPY_TERMS: i64 = 4001;

/// The entropy of a distribution of whole numbers: the sum over those within twenty deviations of the mean if they are
/// few, else over a sample of them with equal distances, which represents a smooth density.
pub(crate) fn entropy_of_counts<F: Family>(shapes: &F::Shapes) -> Term {
    let [mean, variance, ..] = F::statistics(shapes);
    let half = (ENTROPY_TERMS - 1) / 2;
    let width = (variance.sqrt() * 20.0 + 60.0) / half as f64;
    let step = width.maximum(1.0);
    let centre = mean.rint();
    let positions: Vec<f64> = (-half..=half).map(|position| position as f64).collect();
    let term = |position: &Term, centre: &Term, step: &Term, shapes: &F::Shapes| {
        let k = centre + position * step;
        let logarithm = F::log_density(&k, shapes);
        let part = -(logarithm.exp() * &logarithm) * step;
        logarithm.gt(-740.0).choose(part, 0.0)
    };
    let Some(device) = shapes.terms().iter().find_map(Term::device) else {
        let numbers = positions.into_iter().map(|position| term(&Term::from(position), &centre, &step, shapes));
        return numbers.fold(Term::from(0.0), |sum, part| sum + part);
    };
    let wide: Vec<Term> = shapes.terms().iter().map(with_last_axis).collect();
    let along = Term::from(Array::from_slice(&positions, positions.len(), device));
    let values = term(&along, &with_last_axis(&centre), &with_last_axis(&step), F::Shapes::of(&wide));
    values.with(|array| cuprust::ufunc::rows::sum(array, axis(-1)))
}
