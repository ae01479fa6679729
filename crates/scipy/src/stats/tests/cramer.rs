//! The tests of Cramér and von Mises: of one sample against a distribution, and of two against each other.

use std::cmp::Ordering;

use cuprust::{Array, DType};
use cuprust_ir::Result;
use cuprust_reserve::{filled, list};

use super::alternative::PValue;
use super::kolmogorov::gcd;
use super::tables::by_host;
use super::ttests::Significance;
use crate::stats::samples::groups::{Test, joined};
use crate::stats::samples::observations::{Along, Sample};
use crate::stats::samples::ranks::{Ranked, last_axis_indices};
use crate::stats::terms::{Term, kv};

/// Most observations of a sample for which the exact distribution is the default, as in SciPy.
const MAX_EXACT: f64 = 20.0;

/// Beyond this statistic the limiting distribution is one but for less than 1e-21.
const MAX_STATISTIC: f64 = 10.0;

/// As many terms of the series as are not lost in rounding up to [`MAX_STATISTIC`].
const TERMS: i64 = 16;

/// The limiting distribution function of the statistic, by the series of Anderson and Darling.
fn limiting(x: &Term) -> Term {
    let x = x.minimum(MAX_STATISTIC).to(DType::F64);
    let mut sum = Term::Number(0.0);
    for term in 0..TERMS {
        let k = Term::Number(term as f64);
        let y = 4.0 * term as f64 + 1.0;
        let factor = ((&k + 0.5).gammaln() - (&k + 1.0).gammaln()).exp() * y.sqrt() / std::f64::consts::PI.powf(1.5);
        let q = Term::Number(y * y / 16.0) / &x;
        sum = sum + factor / x.sqrt() * (-&q).exp() * kv(0.25, q);
    }
    sum
}

/// The first correction of the distribution function for a finite number of observations, times that number, by Csörgő
/// and Faraway.
fn correction(x: &Term) -> Term {
    let x = x.minimum(MAX_STATISTIC).to(DType::F64);
    let root = x.sqrt() * 2.0;
    let (y1, y2) = (x.pow(0.75), x.pow(1.25));
    let scale = std::f64::consts::PI.sqrt();
    let second = |y: Term| {
        let z = y.squared() * 0.25;
        (-&z).exp() * (y * 0.5).pow(1.5) * (kv(0.25, &z) + kv(0.75, &z)) / scale
    };
    let third = |y: Term| {
        let z = y.squared() * 0.25;
        let sum = kv(0.25, &z) * 2.0 + kv(0.75, &z) * 3.0 - kv(1.25, &z);
        (-&z).exp() * (y * 0.5).pow(2.5) * sum / scale
    };
    let mut sum = Term::Number(0.0);
    for term in 0..TERMS {
        let k = term as f64;
        let m = 2.0 * k + 1.0;
        let [half, next] = [0.5, 1.5].map(|shift| cuprust_num::special::gammaln(k + shift).exp());
        let at = |shift: f64| Term::Number(4.0 * k + shift) / &root;
        let part = second(at(3.0)) * (m * half / 9.0) / &y1
            + third(at(1.0)) * (half / 72.0) / &y2
            + third(at(5.0)) * ((m + 2.0) * next / 6.0) / &y2
            + (second(at(1.0)) + second(at(5.0))) * (7.0 * m * half / 144.0) / &y1;
        sum = sum - part / (std::f64::consts::PI * cuprust_num::special::gammaln(k + 1.0).exp());
    }
    sum
}

/// The test of sorted observations from a distribution function's values along the last axis, in the axes of the
/// result: the statistic and the p-value.
pub(in crate::stats) fn against_distribution(sample: &Sample, values: &Term) -> [Term; 2] {
    let n = sample.n();
    let position = Term::from(last_axis_indices(&sample.values));
    let expected = (position.clone() * 2.0 + 1.0) / (&n * 2.0);
    let squares = position.lt(&n).choose((expected - values).squared(), 0.0);
    let w = squares.sum(None) + 1.0 / (&n * 12.0);
    let within = w.gt(1.0 / (&n * 12.0)).and(w.lt(&n / 3.0));
    let cdf = limiting(&w) * (1.0 + 1.0 / (&n * 12.0)) + correction(&w) / &n;
    let cdf = within.choose(cdf, w.ge(&n / 3.0).choose(1.0, 0.0));
    [w, (1.0 - cdf).maximum(0.0)]
}

/// Whether two samples are of one distribution, by Cramér and von Mises: `scipy.stats.cramervonmises_2samp`, NaN for
/// fewer than two observations. Waits for the statistic where the exact distribution is used, of samples of at most 20
/// observations unless it is requested.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, PValue, along};
/// # fn main() -> Result<()> {
/// let test = stats::cramervonmises_2samp(&array![1.0, 2.0, 3.0], &array![2.0, 3.0, 4.0], PValue::Auto, along(..))?;
/// assert_eq!(format!("{:.1}", test.pvalue.item()?.get::<f64>()), "0.6");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for shapes that do not broadcast.
pub fn cramervonmises_2samp(x: &Array, y: &Array, method: PValue, along: Along) -> Result<Significance> {
    let results = Test::independent(&[x, y], &along, 2)?.run(|samples| {
        let ranked = Ranked::new(&joined(samples)?)?;
        let ranks = ranked.ranks();
        let [m, n] = [samples[0].n(), samples[1].n()];
        let mut from = 0;
        let mut sums = Vec::new();
        for sample in samples {
            let to = from + sample.length();
            let own = ranked.from(from, to);
            // The rank of an observation among those of its own sample, by its index in order.
            let position =
                own.to(DType::F64).with(|own| cuprust::math::cumsum_with(own, Some(-1), Some(DType::F64), None));
            sums.push(own.choose((&ranks - position).squared(), 0.0).sum(None));
            from = to;
        }
        let u = &m * &sums[0] + &n * &sums[1];
        let (product, all) = (&m * &n, &m + &n);
        let t = &u / (&product * &all) - (&product * 4.0 - 1.0) / (&all * 6.0);
        let limit = || {
            let inverse = 1.0 / &all;
            let expected = (&inverse + 1.0) / 6.0;
            let squares = (m.squared() + n.squared()) * 3.0;
            let variance = (&all + 1.0) * (&product * &all * 4.0 - squares - &product * 2.0)
                / (all.squared() * &product * (45.0 * 4.0));
            let scaled = (&t - expected) / (variance * 45.0).sqrt() + 1.0 / 6.0;
            let p = (1.0 - limiting(&scaled)).maximum(0.0);
            scaled.lt(0.003).choose(1.0, p)
        };
        let exact = || {
            by_host(&[&u, &m, &n], |numbers| match numbers {
                &[u, m, n]
                    if u.is_finite() && m.min(n) >= 1.0 && (method == PValue::Exact || m.max(n) <= MAX_EXACT) =>
                {
                    at_least(u, m as i64, n as i64)
                }
                _ => Ok(f64::NAN),
            })
        };
        let p = match method {
            PValue::Asymptotic => limit(),
            PValue::Exact => exact(),
            PValue::Auto => {
                let few = m.maximum(&n).le(MAX_EXACT);
                match few.number() {
                    Some(0.0) => limit(),
                    Some(_) => exact(),
                    None => few.choose(exact(), limit()),
                }
            }
        };
        Ok([t, p])
    })?;
    Ok(results.into())
}

/// The probability of a statistic of at least a value, for samples of m and n observations none of which are equal, by
/// the recursion of Xiao, Gordon and Yakovlev over the paths of both distribution functions.
fn at_least(u: f64, m: i64, n: i64) -> Result<f64> {
    let lcm = m / gcd(m, n) * n;
    let (a, b) = (lcm / m, lcm / n);
    let product = (m * n) as f64;
    let square = (lcm * lcm) as f64;
    let bound =
        (square * (m + n) as f64 * (6.0 * u - product * (4.0 * product - 1.0)) / (6.0 * product * product)).floor();
    // For each number of observations of the first sample, how many paths have each sum of squares, in ascending order.
    let mut paths: Vec<Vec<Paths>> = filled(Vec::new(), m as usize + 1)?;
    paths[0].push(Paths { sum: 0, ways: 1.0 });
    for second in 0..=n {
        for first in 0..=m as usize {
            let (before, own) = paths.split_at_mut(first);
            let gap = a * first as i64 - b * second;
            own[0] = merged(before.last().map_or(&[], Vec::as_slice), &own[0], gap * gap)?;
        }
    }
    let all: f64 = paths[m as usize].iter().map(|paths| paths.ways).sum();
    let far = paths[m as usize].iter().filter(|paths| paths.sum as f64 >= bound);
    Ok(far.map(|paths| paths.ways).sum::<f64>() / all)
}

/// How many paths have a sum of squares.
#[derive(Clone, Copy)]
struct Paths {
    sum: i64,
    ways: f64,
}

/// Paths of two lists, each in ascending order, with a square added to their sums.
fn merged(one: &[Paths], other: &[Paths], square: i64) -> Result<Vec<Paths>> {
    let mut all = list(one.len() + other.len())?;
    let (mut one, mut other) = (one.iter().copied().peekable(), other.iter().copied().peekable());
    loop {
        let order = match (one.peek(), other.peek()) {
            (Some(a), Some(b)) => a.sum.cmp(&b.sum),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return Ok(all),
        };
        let next = if order.is_gt() { other.next() } else { one.next() };
        let equal = if order.is_eq() { other.next() } else { None };
        all.extend(
            next.map(|next| Paths { sum: next.sum + square, ways: next.ways + equal.map_or(0.0, |equal| equal.ways) }),
        );
    }
}
