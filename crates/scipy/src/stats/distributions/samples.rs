//! Samples for maximum-likelihood fits: their moments, and the parameters that have a closed form.

use cuprust::ufunc::rows;
use cuprust::{Array, sorting};
use cuprust_ir::{Error, Result};

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

/// A sample for a maximum-likelihood fit.
pub(crate) struct Sample<'a> {
    /// The observations, an array of one axis.
    pub data: Array,
    /// The family's name.
    pub family: &'static str,
    pub known: &'a Known,
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

    /// The error for a sample outside of the support that the known parameters leave.
    fn outside(&self, low: f64, high: f64) -> Error {
        Error::value(format!(
            "Invalid values in `data`.  Maximum likelihood estimation with '{}' requires that {low} < (x - loc)/scale  < {high} for each x in `data`.",
            self.family
        ))
    }

    /// The mean and the deviation.
    pub fn normal(&self) -> Result<Vec<f64>> {
        let loc = self.known.loc.map_or_else(|| self.mean(), Ok)?;
        let scale = self.known.scale.map_or_else(|| self.deviation_from(loc), Ok)?;
        Ok(vec![loc, scale])
    }

    /// The least element, and the mean of the distances above it, or the root of their mean square.
    pub fn above_least(&self, squared: bool) -> Result<Vec<f64>> {
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

    /// The mean and the deviation of logarithms for a known location.
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

    /// The scale for a known location.
    pub fn rayleigh(&self) -> Option<Result<Vec<f64>>> {
        let loc = self.known.loc?;
        Some((|| {
            if self.least()? <= loc {
                return Err(self.outside(0.0, f64::INFINITY));
            }
            Ok(vec![loc, self.deviation_from(loc)? / std::f64::consts::SQRT_2])
        })())
    }

    /// The scale for a known location, which is the least distance, and the shape.
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
    pub fn moments(&self) -> Result<Moments> {
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
}

/// The starting point of a search for parameters, from a sample.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moments {
    pub mean: f64,
    pub deviation: f64,
    pub skewness: f64,
    pub least: f64,
    pub largest: f64,
    /// The median, and half of the width between the quartiles.
    pub median: f64,
    pub spread: f64,
}

impl Moments {
    /// Those of the sample with its sign changed.
    pub fn mirrored(&self) -> Moments {
        Moments {
            mean: -self.mean,
            skewness: -self.skewness,
            least: -self.largest,
            largest: -self.least,
            median: -self.median,
            ..*self
        }
    }
}
