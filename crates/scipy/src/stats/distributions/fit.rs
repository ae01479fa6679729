//! The likeliest parameters for a sample: in closed form where there is one, else by the search of Nelder and Mead.

use cuprust::chapters::poll_signals;
use cuprust::ufunc::{rows, where_};
use cuprust::{Array, DType, axis};
use cuprust_ir::{Error, Result};

use super::distribution::Distribution;
use super::family::Law;
use super::samples::{Known, Sample};
use crate::stats::terms::Term;

/// The logarithm of a distribution's density where the sample is outside of the support: SciPy's penalty.
const PENALTY: f64 = 100.0 * 709.782_712_893_384;

/// The likeliest parameters of a continuous family for a sample: shape parameters, location and scale. Waits for them.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Known};
/// # fn main() -> Result<()> {
/// let [loc, scale] = stats::fit("norm", &array![1.0, 2.0, 3.0], &Known::default())?[..] else { unreachable!() };
/// assert_eq!((loc, (scale * scale * 3.0).round()), (2.0, 2.0));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a name that is no continuous family's, for elements that are not finite, a sample that the known
/// parameters exclude, and where all are known.
pub fn fit(family: &str, data: &Array, known: &Known) -> Result<Vec<f64>> {
    let family = super::families::continuous(family)?;
    let data = data.ravel()?.in_dtype(DType::F64)?;
    let all = family.shape_names().len();
    let fixed = known.shapes.iter().flatten().count() + known.loc.iter().count() + known.scale.iter().count();
    if known.shapes.len() > all || known.start.len() > all {
        return Err(Error::type_("Too many input arguments."));
    }
    if fixed == all + 2 {
        return Err(Error::value("All parameters fixed. There is nothing to optimize."));
    }
    if data.size() == 0 {
        return Err(Error::value("a sample without elements has no likeliest parameters"));
    }
    if !rows::isfinite(&data)?.all(..)?.item()?.get::<bool>() {
        return Err(Error::value("The data contains non-finite values."));
    }
    let sample = Sample { data, family: family.name(), known };
    match family.likeliest(&sample) {
        Some(found) => found,
        None => searched(family, &sample),
    }
}

/// Minus the logarithm of the likelihood of parameters: infinite where they are not valid.
fn cost(family: &dyn Law, sample: &Sample<'_>, parameters: &[f64]) -> Result<f64> {
    poll_signals()?;
    let shapes = parameters.len() - 2;
    let terms: Vec<Term> = parameters[..shapes].iter().map(|&each| Term::from(each)).collect();
    let valid = parameters[shapes + 1] > 0.0 && family.is_valid(&terms).all()?;
    if !valid || parameters.iter().any(|each| !each.is_finite()) {
        return Ok(f64::INFINITY);
    }
    let law = Distribution::of_terms(family, terms)
        .with_loc(Term::from(parameters[shapes]))
        .with_scale(Term::from(parameters[shapes + 1]));
    let logarithms = law.logpdf(&sample.data)?;
    let counted = where_(&rows::isfinite(&logarithms)?, &logarithms, -PENALTY)?;
    Ok(-rows::sum(&counted, axis(..))?.item()?.get::<f64>())
}

/// The parameters by search.
fn searched(family: &dyn Law, sample: &Sample<'_>) -> Result<Vec<f64>> {
    let begin = family.begin(&sample.moments()?);
    let count = begin.shapes.len();
    let known = |index: usize| match index {
        _ if index < count => sample.known.shapes.get(index).copied().flatten(),
        _ if index == count => sample.known.loc,
        _ => sample.known.scale,
    };
    let started = |index: usize| match index {
        _ if index < count => sample.known.start.get(index).copied().flatten(),
        _ if index == count => sample.known.start_loc,
        _ => sample.known.start_scale,
    };
    let own: Vec<f64> = begin.shapes.iter().copied().chain([begin.loc, begin.scale]).collect();
    let first: Vec<f64> =
        (0..count + 2).map(|index| known(index).or_else(|| started(index)).unwrap_or(own[index])).collect();
    let free: Vec<usize> = (0..count + 2).filter(|&index| known(index).is_none()).collect();
    // The location moves in units of the scale, which moves by its logarithm.
    let unit = if first[count + 1] > 0.0 { first[count + 1] } else { own[count + 1] };
    let parameters = |moved: &[f64]| {
        let mut all = first.clone();
        for (&index, &step) in free.iter().zip(moved) {
            all[index] = if index < count {
                first[index] + step
            } else if index == count {
                first[index] + step * unit
            } else {
                unit * step.exp()
            };
        }
        all
    };
    let mut best: Vec<f64> = free.iter().map(|_| 0.0).collect();
    // A second search from where the first one ends leaves a simplex that shrank too early.
    for size in [0.1, 0.01] {
        let steps: Vec<f64> = free
            .iter()
            .zip(&best)
            .map(|(&index, &at)| if index < count { size * (first[index] + at).abs().max(0.1) } else { size })
            .collect();
        best = minimum(&best, &steps, |moved| cost(family, sample, &parameters(moved)))?;
    }
    let found = parameters(&best);
    if !cost(family, sample, &found)?.is_finite() {
        return Err(Error::value("Optimization failed: no parameters near the beginning are valid"));
    }
    Ok(found)
}

/// Most steps of the search for each parameter, and the spread of the simplex that ends it.
const MAX_SIMPLEX_STEPS: usize = 400;
const LAST_SPREAD: f64 = 1e-9;

/// The position of a local minimum, by the simplex of Nelder and Mead ("A simplex method for function minimization",
/// 1965).
fn minimum(start: &[f64], steps: &[f64], cost: impl Fn(&[f64]) -> Result<f64>) -> Result<Vec<f64>> {
    let count = start.len();
    let mut corners = vec![(cost(start)?, start.to_vec())];
    for (index, step) in steps.iter().enumerate() {
        let mut corner = start.to_vec();
        corner[index] += step;
        corners.push((cost(&corner)?, corner));
    }
    for _ in 0..MAX_SIMPLEX_STEPS * count {
        corners.sort_by(|a, b| a.0.total_cmp(&b.0));
        let spread = (0..count)
            .map(|index| corners.iter().map(|corner| (corner.1[index] - corners[0].1[index]).abs()).fold(0.0, f64::max))
            .fold(0.0, f64::max);
        if spread <= LAST_SPREAD {
            break;
        }
        let centre: Vec<f64> = (0..count)
            .map(|index| corners[..count].iter().map(|corner| corner.1[index]).sum::<f64>() / count as f64)
            .collect();
        let worst = corners[count].clone();
        let along = |factor: f64| -> Result<(f64, Vec<f64>)> {
            let point: Vec<f64> = centre.iter().zip(&worst.1).map(|(c, w)| c + factor * (c - w)).collect();
            Ok((cost(&point)?, point))
        };
        let reflected = along(1.0)?;
        if reflected.0 < corners[0].0 {
            let expanded = along(2.0)?;
            corners[count] = if expanded.0 < reflected.0 { expanded } else { reflected };
        } else if reflected.0 < corners[count - 1].0 {
            corners[count] = reflected;
        } else {
            let contracted = if reflected.0 < worst.0 { along(0.5)? } else { along(-0.5)? };
            if contracted.0 < worst.0.min(reflected.0) {
                corners[count] = contracted;
            } else {
                let best = corners[0].1.clone();
                for corner in &mut corners[1..] {
                    let point: Vec<f64> = best.iter().zip(&corner.1).map(|(b, c)| 0.5 * (b + c)).collect();
                    *corner = (cost(&point)?, point);
                }
            }
        }
    }
    corners.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(corners.swap_remove(0).1)
}
