//! Lines through points: of least squares, and of medians of slopes.

use cuprust::chapters::positions;
use cuprust::math::cumsum_with;
use cuprust::ufunc::{rows, where_};
use cuprust::{Array, DType, Ellipsis, concatenate, s, shape, sorting, zeros};
use cuprust_ir::{Error, Result};

use crate::stats::samples::groups::Test;
use crate::stats::samples::observations::{Along, Sample};
use crate::stats::samples::quantiles::{at_index, median};
use crate::stats::samples::ranks::{Ranked, last_axis_indices, slice};
use crate::stats::terms::Term;
use crate::stats::tests::alternative::Alternative;

/// A line through points by least squares.
#[derive(Debug, Clone)]
pub struct Regression {
    /// The slope.
    pub slope: Array,
    /// The ordinate at zero.
    pub intercept: Array,
    /// The correlation coefficient.
    pub rvalue: Array,
    /// The p-value of a slope of zero.
    pub pvalue: Array,
    /// The standard error of the slope.
    pub stderr: Array,
    /// The standard error of the intercept.
    pub intercept_stderr: Array,
}

/// The line of least squares through points: `scipy.stats.linregress`, float64. Waits for the elements, to refuse
/// abscissae that are all equal.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, along};
/// # fn main() -> Result<()> {
/// let line = stats::linregress(&array![0.0, 1.0, 2.0], &array![1.0, 3.0, 5.0], along(..), Alternative::TwoSided)?;
/// assert_eq!(format!("{} {}", line.slope, line.intercept), "2.0 1.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range; a value error for shapes that do not broadcast, and where all abscissae of a
/// line are equal.
pub fn linregress(x: &Array, y: &Array, along: Along, alternative: Alternative) -> Result<Regression> {
    let test = Test::paired(&[x, y], &along, 2)?;
    let [slope, intercept, rvalue, pvalue, stderr, intercept_stderr] = test.run_in(DType::F64, |samples| {
        let constant = samples[0].is_constant().and(samples[0].n().gt(1.0)).done(DType::Bool)?;
        if rows::any(&constant, ..)?.item()?.get() {
            return Err(Error::value("Cannot calculate a linear regression if all x values are identical"));
        }
        Ok(line(&samples[0].clone().in_dtype(DType::F64)?, &samples[1].clone().in_dtype(DType::F64)?, alternative))
    })?;
    Ok(Regression { slope, intercept, rvalue, pvalue, stderr, intercept_stderr })
}

fn line(x: &Sample, y: &Sample, alternative: Alternative) -> [Term; 6] {
    /// Keeps the statistic of a perfect line finite.
    const TINY: f64 = 1e-20;
    let n = x.n();
    let [x_mean, y_mean] = [x, y].map(|own| own.average(own.x()));
    let [dx, dy] = [x.x() - &x_mean, y.x() - &y_mean];
    let [xx, yy, xy] = [dx.squared(), dy.squared(), &dx * &dy].map(|terms| x.average(terms));
    let flat = xx.equals(0.0).or(yy.equals(0.0));
    let r = flat.choose(xy.equals(0.0).choose(f64::NAN, 0.0), (&xy / (&xx * &yy).sqrt()).maximum(-1.0).minimum(1.0));
    let slope = &xy / &xx;
    let intercept = &y_mean - &slope * &x_mean;
    let df = &n - 2.0;
    let t = &r * (&df / ((1.0 - &r + TINY) * (1.0 + &r + TINY))).sqrt();
    let two = n.equals(2.0);
    let p = two.choose(y.is_constant().choose(1.0, 0.0), alternative.student(&df, &t));
    let error = two.choose(0.0, ((1.0 - r.squared()) * &yy / &xx / &df).sqrt());
    let intercept_error = &error * (xx + x_mean.squared()).sqrt();
    [slope, intercept, r, p, error, intercept_error]
}

/// A line through points by the median of slopes, and the bounds of the slope.
#[derive(Debug, Clone)]
pub struct TheilSlopes {
    /// The median of the slopes between all pairs of points.
    pub slope: Array,
    /// The ordinate at zero.
    pub intercept: Array,
    /// The lower bound of the slope.
    pub low_slope: Array,
    /// The upper bound of the slope.
    pub high_slope: Array,
}

/// The points of a line in float64: without abscissae, those are the indices of the ordinates among those that count.
fn points(y: &Array, x: Option<&Array>, along: &Along) -> Result<(Test, [Sample; 2])> {
    let test = match x {
        Some(x) => Test::paired(&[y, x], along, 2)?,
        None => Test::paired(&[y], along, 2)?,
    };
    let ordinates = test.samples[0].clone().in_dtype(DType::F64)?;
    let abscissae = match test.samples.get(1) {
        Some(x) => x.clone().in_dtype(DType::F64)?,
        None => {
            let values = match &ordinates.valid {
                None => last_axis_indices(&ordinates.values)?.broadcast_to(ordinates.values.shape())?,
                Some(valid) => rows::subtract(&cumsum_with(valid, Some(-1), Some(DType::F64), None)?, 1.0)?,
            };
            ordinates.with(values)
        }
    };
    Ok((test, [ordinates, abscissae]))
}

/// The differences between all pairs of observations: of the second one of a pair less the first, along two last axes.
fn differences(sample: &Sample) -> Result<Array> {
    let marked = sample.marked()?;
    rows::subtract(&marked.expand_dims(-1)?, &marked.expand_dims(-2)?)
}

/// The differences of pairs of observations, along a last axis: those of n/2 observations after each one, circularly,
/// minus it, so that each pair occurs once. For an even number, the second half of the last row repeats pairs, and is
/// NaN.
fn pair_differences(sample: &Sample) -> Result<Array> {
    let marked = sample.marked()?;
    let mut extents = marked.shape().to_vec();
    let length = extents.pop().unwrap_or(0);
    let half = length / 2;
    if half == 0 {
        extents.push(0);
        return zeros(shape(&extents[..]).dtype(DType::F64).on(marked.device()));
    }
    // The observations twice, so that those after the end are the first ones; a window begins at each step.
    let twice = concatenate(&[&marked, &slice(&marked, 0, half)?], -1)?;
    let windows = twice.sliding_window_view(length, -1)?;
    let behind = windows.at(s![Ellipsis, 1.., ..])?;
    let mut pairs = rows::subtract(&behind, &marked.expand_dims(-2)?)?;
    if length % 2 == 0 {
        let position = positions(&[half, length], 0, &[length, 1], DType::F64, pairs.device())?;
        let again = rows::greater_equal(&position, ((half - 1) * length + half) as f64)?;
        pairs = where_(&again, f64::NAN, &pairs)?;
    }
    extents.push(half * length);
    pairs.reshape(&extents[..])
}

/// The line of Theil and Sen: the median of the slopes between all pairs of points, with an interval that holds it with
/// a probability. `scipy.stats.theilslopes`, float64. `joint` takes the intercept from the residuals' median, otherwise
/// it comes from the medians of both coordinates.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let line = stats::theilslopes(&array![1.0, 3.0, 5.0, 60.0], None, 0.95, false, along(..))?;
/// assert_eq!(format!("{:.6}", line.slope.item()?.get::<f64>()), "10.833333");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for shapes that do not broadcast.
pub fn theilslopes(y: &Array, x: Option<&Array>, alpha: f64, joint: bool, along: Along) -> Result<TheilSlopes> {
    let (test, [y, x]) = points(y, x, &along)?;
    let [slope, intercept, low_slope, high_slope] = test.run_in(DType::F64, |_| {
        // Each pair once: its slope is the same either way.
        let (dx, dy) = (pair_differences(&x)?, pair_differences(&y)?);
        let apart = rows::logical_and(&rows::not_equal(&dx, 0.0)?, &rows::equal(&dx, &dx)?)?;
        let slopes = where_(&apart, &rows::divide(&dy, &dx)?, f64::NAN)?;
        let count = Term::from(&apart).sum(None);
        let sorted = Term::from(sorting::sort(&slopes, Some(-1)));
        let slope = median(&sorted, &count);
        let intercept = if joint {
            let residuals = (y.x() - &slope * x.x()).done(DType::F64)?;
            middle(&y.with(residuals))
        } else {
            middle(&y) - &slope * middle(&x)
        };
        let n = y.n();
        let tail = if alpha > 0.5 { 1.0 - alpha } else { alpha };
        let z = Term::Number(tail / 2.0).ndtri();
        let fives = |sample: &Sample| -> Result<Term> {
            let t = Ranked::new(sample)?.equal();
            Ok(((&t - 1.0) * (&t * 2.0 + 5.0)).sum(None))
        };
        let variance = (&n * (&n - 1.0) * (&n * 2.0 + 5.0) - fives(&x)? - fives(&y)?) / 18.0;
        let reach = z * variance.sqrt();
        let upper = ((&count - &reach) * 0.5).rint().minimum(&count - 1.0);
        let lower = (((&count + &reach) * 0.5).rint() - 1.0).maximum(0.0);
        let unknown = reach.is_nan().or(count.equals(0.0));
        let [low, high] = [lower, upper].map(|position| at_index(&sorted, &position).nan_where(&unknown));
        Ok([slope, intercept, low, high])
    })?;
    Ok(TheilSlopes { slope, intercept, low_slope, high_slope })
}

/// The median of the observations that count.
fn middle(sample: &Sample) -> Term {
    median(&Term::from(sample.sorted()), &sample.n())
}

/// The slope and the intercept of Siegel's line: the median over points of the median of slopes to all others.
/// `scipy.stats.siegelslopes`, float64. The intercept is the median of residuals, or where `separate` is set that of
/// the points' own median intercepts.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let [slope, intercept] = stats::siegelslopes(&array![1.0, 3.0, 5.0, 60.0], None, false, along(..))?;
/// assert_eq!(format!("{slope} {intercept}"), "2.0 1.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for shapes that do not broadcast.
pub fn siegelslopes(y: &Array, x: Option<&Array>, separate: bool, along: Along) -> Result<[Array; 2]> {
    let (test, [y, x]) = points(y, x, &along)?;
    test.run_in(DType::F64, |_| {
        let (dx, dy) = (differences(&x)?, differences(&y)?);
        let apart = Term::from(&dx).differs(0.0).and(!Term::from(&dx).is_nan());
        let count = apart.sum(None);
        let medians = |terms: &Term| {
            let chosen = apart.choose(terms, f64::NAN).to(DType::F64);
            median(&chosen.with(|chosen| sorting::sort(chosen, Some(-1))), &count).with(|medians| medians.squeeze(-1))
        };
        let over_points = |terms: Term| -> Result<Term> { Ok(middle(&y.with(terms.done(DType::F64)?))) };
        let slope = over_points(medians(&(Term::from(&dy) / Term::from(&dx))))?;
        let intercept = if separate {
            let [px, py] = [x.marked()?, y.marked()?];
            let crossed = Term::from(py.expand_dims(-2)) * Term::from(px.expand_dims(-1))
                - Term::from(py.expand_dims(-1)) * Term::from(px.expand_dims(-2));
            over_points(medians(&(crossed / Term::from(&dx))))?
        } else {
            over_points(y.x() - &slope * x.x())?
        };
        // A point from which no other one differs has no slope.
        let counted = !Term::from(y.marked()).is_nan();
        let lone = count.equals(0.0).with(|lone| lone.squeeze(-1)).and(counted).any();
        Ok([slope.nan_where(&lone), intercept.nan_where(&lone)])
    })
}
