//! The test of Shapiro and Wilk, by Royston's approximations (Applied Statistics 44, 1995, algorithm AS R94).

use std::collections::BTreeMap;
use std::f64::consts::{FRAC_PI_3, PI};

use cuprust::{Array, DType, Warning};
use cuprust_ir::Result;
use cuprust_num::special::ndtri;
use cuprust_reserve::filled;

use super::tables::Tables;
use super::ttests::Significance;
use crate::stats::samples::groups::Test;
use crate::stats::samples::observations::{Along, Sample};
use crate::stats::samples::ranks::last_axis_indices;
use crate::stats::terms::Term;

/// Most observations of which the p-value is known to be good.
const MAX_GOOD: i64 = 5000;

/// Whether samples are of a normal distribution, by Shapiro and Wilk: `scipy.stats.shapiro`, float64, NaN for fewer
/// than three observations. Where NaN are left out, this waits for the counts of observations.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let test = stats::shapiro(&array![0.1, 0.3, -2.5, 4.0, 1.0], along(..))?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "0.950148");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range.
pub fn shapiro(a: &Array, along: Along) -> Result<Significance> {
    let test = Test::independent(&[a], &along, 3)?;
    let length = test.samples[0].length();
    if length > MAX_GOOD {
        let text =
            format!("scipy.stats.shapiro: For N > 5000, computed p-value may not be accurate. Current N is {length}.");
        cuprust::chapters::warn(Warning::User, &text)?;
    }
    let results = test.run_in(DType::F64, |samples| {
        let sample = samples[0].clone().in_dtype(DType::F64)?;
        let n = sample.n();
        let (statistic, rest) = statistic(&sample, &n)?;
        let p = pvalue(&statistic, &rest, &n)?;
        let constant = sample.is_constant();
        // As in SciPy, W of infinite observations is NaN and its p-value one.
        let p = constant.or(statistic.is_nan().and(n.differs(3.0))).choose(1.0, p);
        Ok([constant.choose(1.0, statistic), p])
    })?;
    Ok(results.into())
}

/// W, and one less W.
fn statistic(sample: &Sample, n: &Term) -> Result<(Term, Term)> {
    let sorted = Term::from(sample.sorted());
    let position = Term::from(last_axis_indices(&sample.values));
    let weights = Tables::new(&[n], |counts| weights(counts[0]))?;
    let counted = position.lt(n);
    let weight = counted.choose(weights.at(&position), 0.0);
    let total = |terms: Term| counted.choose(terms, 0.0).sum(None);
    let least = crate::stats::samples::quantiles::at_index(&sorted, &Term::Number(0.0));
    let range = crate::stats::samples::quantiles::at_index(&sorted, &(n - 1.0)) - &least;
    let scaled = (&sorted - &least) / range;
    let x = &scaled - total(scaled.clone()) / n;
    let a = &weight - total(weight.clone()) / n;
    let [aa, xx, ax] = [total(a.squared()), total(x.squared()), total(&a * &x)];
    let norm = (&aa * &xx).sqrt();
    let rest = (&norm - &ax) * (&norm + &ax) / (&aa * &xx);
    Ok((1.0 - &rest, rest))
}

fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// The weights of the ordered observations.
fn weights(n: i64) -> Result<Vec<f64>> {
    const FIRST: [f64; 6] = [0.0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056];
    const SECOND: [f64; 6] = [0.0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633];
    let count = n.max(0) as usize;
    if count < 3 {
        return Ok(filled(f64::NAN, count)?);
    }
    let half = count / 2;
    let mut upper = vec![0.5f64.sqrt()];
    if count > 3 {
        let normal: Vec<f64> = (1..=half).map(|own| ndtri((own as f64 - 0.375) / (n as f64 + 0.25))).collect();
        let squares = 2.0 * normal.iter().map(|own| own * own).sum::<f64>();
        let root = 1.0 / (n as f64).sqrt();
        let first = polynomial(&FIRST, root) - normal[0] / squares.sqrt();
        upper = vec![first];
        let factor = if count > 5 {
            let second = polynomial(&SECOND, root) - normal[1] / squares.sqrt();
            upper.push(second);
            let left = squares - 2.0 * (normal[0] * normal[0] + normal[1] * normal[1]);
            (left / (1.0 - 2.0 * (first * first + second * second))).sqrt()
        } else {
            ((squares - 2.0 * normal[0] * normal[0]) / (1.0 - 2.0 * first * first)).sqrt()
        };
        upper.extend(normal[upper.len()..].iter().map(|own| -own / factor));
    }
    let mut weights = filled(0.0, count)?;
    for (position, weight) in upper.iter().enumerate() {
        weights[position] = -weight;
        weights[count - 1 - position] = *weight;
    }
    Ok(weights)
}

/// The p-value of W.
fn pvalue(statistic: &Term, rest: &Term, n: &Term) -> Result<Term> {
    const LIMIT: [f64; 2] = [-2.273, 0.459];
    const SMALL_MEAN: [f64; 4] = [0.5440, -0.39978, 0.025054, -0.6714e-3];
    const SMALL_DEVIATION: [f64; 4] = [1.3822, -0.77857, 0.062767, -0.0020322];
    const MEAN: [f64; 4] = [-1.5861, -0.31082, -0.083751, 0.0038915];
    const DEVIATION: [f64; 3] = [-0.4803, -0.082676, 0.0030302];
    // The terms that depend on the count alone: whether it is at most 11, the limit, the mean and the standard
    // deviation.
    let moments: BTreeMap<usize, Tables> = (0..4)
        .map(|which| {
            let table = Tables::new(&[n], |counts| {
                let n = counts[0] as f64;
                let few = n <= 11.0;
                let x = if few { n } else { n.ln() };
                let own = match which {
                    0 => f64::from(few),
                    1 => polynomial(&LIMIT, n),
                    2 => polynomial(if few { &SMALL_MEAN } else { &MEAN }, x),
                    _ => polynomial(if few { &SMALL_DEVIATION } else { &DEVIATION }, x).exp(),
                };
                Ok(vec![own])
            })?;
            Ok((which, table))
        })
        .collect::<Result<_>>()?;
    let of = |which: usize| moments[&which].at(&(statistic * 0.0));
    let (few, limit) = (of(0).differs(0.0), of(1));
    let y = rest.log();
    let beyond = few.and(y.ge(&limit));
    let y = few.choose(-(limit - &y).log(), &y);
    let normal = (-((y - of(2)) / of(3))).ndtr();
    let arcsine = statistic.sqrt().with(cuprust::ufunc::rows::arcsin);
    let three = ((arcsine - FRAC_PI_3) * (6.0 / PI)).maximum(0.0);
    Ok(n.equals(3.0).choose(three, beyond.choose(1e-99, normal)))
}
