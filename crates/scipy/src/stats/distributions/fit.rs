//! The likeliest parameters for a sample: in closed form where there is one, else by the search of Nelder and Mead.

use cuprust::chapters::poll_signals;
use cuprust::ufunc::{rows, where_};
use cuprust::{Array, DType, axis, sorting};
use cuprust_ir::{Error, Result};

use super::distribution::Distribution;
use super::family::{Law, Moments};
use super::term::Term;

/// Which parameters of a fit are known, and where the search for the others begins.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Known};
/// # fn main() -> Result<()> {
/// let data = array![1.0, 2.0, 6.0];
/// assert_eq!(stats::fit("expon", &data, &Known::default().loc(0.0))?, [0.0, 3.0]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Known {
    pub(crate) shapes: Vec<Option<f64>>,
    pub(crate) loc: Option<f64>,
    pub(crate) scale: Option<f64>,
    pub(crate) start: Vec<Option<f64>>,
    pub(crate) start_loc: Option<f64>,
    pub(crate) start_scale: Option<f64>,
}

impl Known {
    /// The known location.
    pub fn loc(self, loc: f64) -> Known {
        Known { loc: Some(loc), ..self }
    }

    /// The known scale.
    pub fn scale(self, scale: f64) -> Known {
        Known { scale: Some(scale), ..self }
    }

    /// The known shape parameters, none for those that are not known.
    pub fn shapes(self, shapes: &[Option<f64>]) -> Known {
        Known { shapes: shapes.to_vec(), ..self }
    }

    /// Where the search for shape parameters, the location and the scale begins; none where the sample is to say it.
    pub fn start(self, shapes: &[Option<f64>], loc: Option<f64>, scale: Option<f64>) -> Known {
        Known { start: shapes.to_vec(), start_loc: loc, start_scale: scale, ..self }
    }
}

/// A sample whose likeliest parameters are asked for.
pub(crate) struct Sample<'a> {
    data: Array,
    family: &'a dyn Law,
    known: &'a Known,
}

/// What a distribution's density counts as where the sample lies outside of the support, as a logarithm: SciPy's
/// penalty.
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
    let sample = Sample { data, family, known };
    match family.likeliest(&sample) {
        Some(found) => found,
        None => sample.searched(),
    }
}

impl Sample<'_> {
    fn number(&self, of: Result<Array>) -> Result<f64> {
        Ok(of?.item()?.get())
    }

    fn least(&self) -> Result<f64> {
        self.number(self.data.min(..))
    }

    fn largest(&self) -> Result<f64> {
        self.number(self.data.max(..))
    }

    fn mean(&self) -> Result<f64> {
        self.number(self.data.mean(..))
    }

    /// The root of the mean square of distances.
    fn deviation_from(&self, loc: f64) -> Result<f64> {
        Ok(self.number(rows::square(&rows::subtract(&self.data, loc)?)?.mean(..))?.sqrt())
    }

    /// The error of a sample that lies outside of what the known parameters leave.
    fn outside(&self, low: f64, high: f64) -> Error {
        Error::value(format!(
            "Invalid values in `data`.  Maximum likelihood estimation with '{}' requires that {low} < (x - loc)/scale  < {high} for each x in `data`.",
            self.family.name()
        ))
    }

    /// The mean and the deviation.
    pub fn normal(&self) -> Result<Vec<f64>> {
        let loc = self.known.loc.map_or_else(|| self.mean(), Ok)?;
        let scale = self.known.scale.map_or_else(|| self.deviation_from(loc), Ok)?;
        Ok(vec![loc, scale])
    }

    /// The least element, and the mean of what lies above, or the root of its mean square.
    pub fn from_least(&self, squared: bool) -> Result<Vec<f64>> {
        let least = self.least()?;
        let loc = self.known.loc.unwrap_or(least);
        if least < loc {
            return Err(self.outside(0.0, f64::INFINITY));
        }
        let scale = match self.known.scale {
            Some(scale) => scale,
            None if squared => self.deviation_from(loc)?,
            None => self.mean()? - loc,
        };
        Ok(vec![loc, scale])
    }

    /// The interval.
    pub fn uniform(&self) -> Result<Vec<f64>> {
        let (least, largest) = (self.least()?, self.largest()?);
        match (self.known.loc, self.known.scale) {
            (Some(loc), _) if least < loc => Err(self.outside(0.0, 1.0)),
            (Some(loc), _) => Ok(vec![loc, largest - loc]),
            (None, Some(scale)) if largest - least > scale => Err(self.outside(0.0, 1.0)),
            (None, Some(scale)) => Ok(vec![least - 0.5 * (scale - (largest - least)), scale]),
            (None, None) => Ok(vec![least, largest - least]),
        }
    }

    /// The median, and the mean distance from it.
    pub fn laplace(&self) -> Result<Vec<f64>> {
        let loc = match self.known.loc {
            Some(loc) => loc,
            None => self.number(self.data.median(..))?,
        };
        let scale = match self.known.scale {
            Some(scale) => scale,
            None => self.number(rows::absolute(&rows::subtract(&self.data, loc)?)?.mean(..))?,
        };
        Ok(vec![loc, scale])
    }

    /// Of a known location the mean and the deviation of logarithms.
    pub fn lognormal(&self) -> Option<Result<Vec<f64>>> {
        let loc = self.known.loc?;
        Some((|| {
            if self.least()? <= loc {
                return Err(self.outside(0.0, f64::INFINITY));
            }
            let logarithms = rows::log(&rows::subtract(&self.data, loc)?)?;
            let centre = match self.known.scale {
                Some(scale) => scale.ln(),
                None => self.number(logarithms.mean(..))?,
            };
            let shape = match self.known.shapes.first().copied().flatten() {
                Some(shape) => shape,
                None => self.number(rows::square(&rows::subtract(&logarithms, centre)?)?.mean(..))?.sqrt(),
            };
            Ok(vec![shape, loc, self.known.scale.unwrap_or_else(|| centre.exp())])
        })())
    }

    /// Of a known location the scale.
    pub fn rayleigh(&self) -> Option<Result<Vec<f64>>> {
        let loc = self.known.loc?;
        Some((|| {
            if self.least()? <= loc {
                return Err(self.outside(0.0, f64::INFINITY));
            }
            Ok(vec![loc, self.deviation_from(loc)? / std::f64::consts::SQRT_2])
        })())
    }

    /// Of a known location the scale, which is the least distance, and the shape.
    pub fn pareto(&self) -> Option<Result<Vec<f64>>> {
        let loc = self.known.loc?;
        Some((|| {
            let least = self.least()? - loc;
            let scale = self.known.scale.unwrap_or(least);
            if !(least >= scale && scale > 0.0) {
                return Err(self.outside(1.0, f64::INFINITY));
            }
            let shape = match self.known.shapes.first().copied().flatten() {
                Some(shape) => shape,
                None => {
                    let ratios = rows::divide(&rows::subtract(&self.data, loc)?, scale)?;
                    1.0 / self.number(rows::log(&ratios)?.mean(..))?
                }
            };
            Ok(vec![shape, loc, scale])
        })())
    }

    /// The moments of the sample.
    fn moments(&self) -> Result<Moments> {
        let mean = self.mean()?;
        let deviation = self.deviation_from(mean)?;
        let scaled = rows::divide(&rows::subtract(&self.data, mean)?, deviation.max(f64::MIN_POSITIVE))?;
        let cube = rows::multiply(&rows::square(&scaled)?, &scaled)?;
        let sorted = sorting::sort(&self.data, Some(-1))?;
        let last = self.data.size() as f64 - 1.0;
        let at = |part: f64| self.number(sorted.at((last * part) as i64));
        let [low, median, high] = [at(0.25)?, at(0.5)?, at(0.75)?];
        Ok(Moments {
            mean,
            deviation,
            skewness: self.number(cube.mean(..))?,
            least: self.least()?,
            largest: self.largest()?,
            median,
            spread: 0.5 * (high - low),
        })
    }

    /// Minus the logarithm of the likelihood of parameters: infinite where they are not valid.
    fn cost(&self, parameters: &[f64]) -> Result<f64> {
        poll_signals()?;
        let shapes = parameters.len() - 2;
        let terms: Vec<Term> = parameters[..shapes].iter().map(|&each| Term::from(each)).collect();
        let valid = parameters[shapes + 1] > 0.0 && self.family.is_valid(&terms).all()?;
        if !valid || parameters.iter().any(|each| !each.is_finite()) {
            return Ok(f64::INFINITY);
        }
        let law = Distribution::of_terms(self.family, terms)
            .with_loc(Term::from(parameters[shapes]))
            .with_scale(Term::from(parameters[shapes + 1]));
        let logarithms = law.logpdf(&self.data)?;
        let counted = where_(&rows::isfinite(&logarithms)?, &logarithms, -PENALTY)?;
        Ok(-self.number(rows::sum(&counted, axis(..)))?)
    }

    /// The parameters by search.
    fn searched(&self) -> Result<Vec<f64>> {
        let begin = self.family.begin(&self.moments()?);
        let count = begin.shapes.len();
        let known = |place: usize| match place {
            _ if place < count => self.known.shapes.get(place).copied().flatten(),
            _ if place == count => self.known.loc,
            _ => self.known.scale,
        };
        let started = |place: usize| match place {
            _ if place < count => self.known.start.get(place).copied().flatten(),
            _ if place == count => self.known.start_loc,
            _ => self.known.start_scale,
        };
        let own: Vec<f64> = begin.shapes.iter().copied().chain([begin.loc, begin.scale]).collect();
        let first: Vec<f64> =
            (0..count + 2).map(|place| known(place).or_else(|| started(place)).unwrap_or(own[place])).collect();
        let free: Vec<usize> = (0..count + 2).filter(|&place| known(place).is_none()).collect();
        // The location moves in units of the scale, which moves by its logarithm.
        let unit = if first[count + 1] > 0.0 { first[count + 1] } else { own[count + 1] };
        let parameters = |moved: &[f64]| {
            let mut all = first.clone();
            for (&place, &step) in free.iter().zip(moved) {
                all[place] = if place < count {
                    first[place] + step
                } else if place == count {
                    first[place] + step * unit
                } else {
                    unit * step.exp()
                };
            }
            all
        };
        let mut best = vec![0.0; free.len()];
        // A second search from where the first one ends leaves a simplex that shrank too early.
        for size in [0.1, 0.01] {
            let steps: Vec<f64> = free
                .iter()
                .zip(&best)
                .map(|(&place, &at)| if place < count { size * (first[place] + at).abs().max(0.1) } else { size })
                .collect();
            best = minimum(&best, &steps, |moved| self.cost(&parameters(moved)))?;
        }
        let found = parameters(&best);
        if !self.cost(&found)?.is_finite() {
            return Err(Error::value("Optimization failed: no parameters near the beginning are valid"));
        }
        Ok(found)
    }
}

/// Most steps of the search for each parameter, and the spread of the simplex that ends it.
const MOST_STEPS: usize = 400;
const LAST_SPREAD: f64 = 1e-9;

/// The place of a local minimum, by the simplex of Nelder and Mead ("A simplex method for function minimization",
/// 1965).
fn minimum(start: &[f64], steps: &[f64], cost: impl Fn(&[f64]) -> Result<f64>) -> Result<Vec<f64>> {
    let count = start.len();
    let mut corners = vec![(cost(start)?, start.to_vec())];
    for (place, step) in steps.iter().enumerate() {
        let mut corner = start.to_vec();
        corner[place] += step;
        corners.push((cost(&corner)?, corner));
    }
    for _ in 0..MOST_STEPS * count {
        corners.sort_by(|a, b| a.0.total_cmp(&b.0));
        let spread = (0..count)
            .map(|place| corners.iter().map(|corner| (corner.1[place] - corners[0].1[place]).abs()).fold(0.0, f64::max))
            .fold(0.0, f64::max);
        if spread <= LAST_SPREAD {
            break;
        }
        let centre: Vec<f64> = (0..count)
            .map(|place| corners[..count].iter().map(|corner| corner.1[place]).sum::<f64>() / count as f64)
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
