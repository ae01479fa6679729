//! Statistics of values by the bin of a grid that each value's point is in.

use cuprust::indexing::{ravel_multi_index, unravel_index};
use cuprust::statistics::{Bins, Histogram, Interval, bincount, histogram_bin_edges};
use cuprust::ufunc::{rows, where_};
use cuprust::{Array, Bounds, Dims, Order, arange, math, sorting, span, stack, take};
use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use crate::ndimage::{self, Labels};

/// The statistic of the values in a bin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinStatistic {
    /// Their mean.
    Mean,
    /// Their standard deviation.
    Std,
    /// Their median.
    Median,
    /// How many there are.
    Count,
    /// Their sum.
    Sum,
    /// The smallest.
    Min,
    /// The largest.
    Max,
}

impl BinStatistic {
    /// The statistic of SciPy's name.
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<BinStatistic> {
        Ok(match name {
            "mean" => BinStatistic::Mean,
            "std" => BinStatistic::Std,
            "median" => BinStatistic::Median,
            "count" => BinStatistic::Count,
            "sum" => BinStatistic::Sum,
            "min" => BinStatistic::Min,
            "max" => BinStatistic::Max,
            _ => return Err(Error::value(format!("invalid statistic '{name}'"))),
        })
    }
}

/// A statistic of each bin of a grid.
#[derive(Debug)]
pub struct Binned {
    /// The statistics: an axis for each coordinate, after those of sets of values.
    pub statistic: Array,
    /// The edges of the bins along each axis.
    pub edges: Vec<Array>,
    /// The bin of each point, where those before the first edge and after the last one count as bins.
    pub numbers: Array,
}

impl Binned {
    /// The bin of each point as a number along each axis, one axis below the other where there are several.
    ///
    /// # Errors
    /// None of its own.
    pub fn number_along_each_axis(&self) -> Result<Array> {
        if self.edges.len() < 2 {
            return Ok(self.numbers.clone());
        }
        let extents: Vec<i64> = self.edges.iter().map(|edges| edges.size() + 1).collect();
        stack(&unravel_index(&self.numbers, &extents, Order::C)?, 0)
    }
}

/// The bin along an axis of each coordinate: zero before the first edge. A coordinate on the last edge, up to rounding,
/// is in the last bin.
fn bins_of(coordinates: &Array, edges: &Array) -> Result<Array> {
    let least: f64 = rows::min(&math::diff(edges, 1, 0)?, ..)?.item()?.get();
    if least == 0.0 {
        return Err(Error::value("The smallest edge difference is numerically 0."));
    }
    let decimals = -least.log10() as i64 + 6;
    let last = edges.at(-1)?;
    let same = rows::equal(&math::round(coordinates, decimals)?, &math::round(&last, decimals)?)?;
    let on_last = rows::logical_and(&rows::greater_equal(coordinates, &last)?, &same)?;
    rows::subtract(&sorting::digitize(coordinates, edges, false)?, &on_last.in_dtype(DType::I64)?)
}

/// A statistic of one set of values in each bin; NaN where a bin is empty, except for counts and sums.
fn of_each(values: &Array, numbers: &Array, bins: i64, statistic: BinStatistic) -> Result<Array> {
    let count = bincount(numbers, None, bins)?;
    let sum = |values: &Array| bincount(numbers, Some(values), bins);
    let labels = arange(span(0..bins).on(values.device()))?;
    let of = Labels { labels: Some(numbers), index: Some(&labels) };
    let found = match statistic {
        BinStatistic::Count => return count.in_dtype(DType::F64),
        BinStatistic::Sum => return sum(values),
        BinStatistic::Mean => rows::divide(&sum(values)?, &count)?,
        BinStatistic::Std => {
            let mean = rows::divide(&sum(values)?, &count)?;
            let deviations = rows::subtract(values, &take(&mean, numbers, 0, Bounds::Raise, None)?)?;
            rows::sqrt(&rows::divide(&sum(&rows::square(&deviations)?)?, &count)?)?
        }
        BinStatistic::Median => ndimage::median(values, of)?,
        BinStatistic::Min => ndimage::minimum(values, of)?,
        BinStatistic::Max => ndimage::maximum(values, of)?,
    };
    where_(&rows::equal(&count, 0)?, f64::NAN, &found)?.in_dtype(DType::F64)
}

/// A statistic of the values whose points are in each bin of a grid: `scipy.stats.binned_statistic_dd`. `coordinates`
/// has those along each axis, and `values`, whose last axis is that of points, may be several sets. This waits for the
/// elements.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, BinStatistic};
/// # fn main() -> Result<()> {
/// let (x, values) = (array![1.0, 1.0, 2.0, 5.0, 7.0], array![1.0, 2.0, 4.0, 5.0, 6.0]);
/// let found = stats::binned_statistic_dd(&[&x], &values, BinStatistic::Mean, &[2.into()], &[None])?;
/// assert_eq!(found.statistic.to_string(), "[2.33333333 5.5       ]");
/// # Ok(())
/// # }
/// ```
///
/// A value error for coordinates that are not finite if bins are a number of equal ones, for edges that do not ascend,
/// and if there are not as many values as points.
pub fn binned_statistic_dd(
    coordinates: &[&Array],
    values: &Array,
    statistic: BinStatistic,
    bins: &[Bins],
    ranges: &[Option<Interval>],
) -> Result<Binned> {
    let points = coordinates.first().map_or(0, |axis| axis.size());
    let values = values.at_least(1);
    if statistic != BinStatistic::Count && values.shape()[values.ndim() - 1] != points {
        return Err(Error::value("The number of `values` elements must match the length of each `sample` dimension."));
    }
    let (mut edges, mut indices, mut extents) = (Vec::new(), Vec::new(), Dims::EMPTY);
    for ((&axis, &bins), &range) in coordinates.iter().zip(bins).zip(ranges) {
        let axis = axis.inexact()?;
        if matches!(bins, Bins::Count(_)) && !rows::all(&rows::isfinite(&axis)?, ..)?.item()?.get::<bool>() {
            return Err(Error::value("the sample contains non-finite values."));
        }
        let own =
            histogram_bin_edges(&axis, Histogram { bins, range, ..Histogram::default() })?.in_dtype(axis.dtype())?;
        indices.push(bins_of(&axis, &own)?);
        extents = extents.iter().copied().chain([own.size() + 1]).collect();
        edges.push(own);
    }
    let whole: i64 = extents.iter().product();
    let numbers = ravel_multi_index(&indices, &extents, &[Bounds::Raise], Order::C)?;
    let inner = |found: Array| -> Result<Array> {
        let mut inner = found.reshape(&extents[..])?;
        for axis in 0..extents.len() {
            inner = part(&inner, axis, extents[axis] - 1)?;
        }
        Ok(inner)
    };
    let sets: Dims = values.shape()[..values.ndim() - 1].iter().copied().collect();
    let flat =
        values.in_dtype(DType::F64)?.reshape((sets.iter().product::<i64>(), values.shape()[values.ndim() - 1]))?;
    let each = |set: i64| inner(of_each(&flat.at(set)?, &numbers, whole, statistic)?);
    let found = stack(&(0..flat.shape()[0]).map(each).collect::<Result<Vec<_>>>()?, 0)?;
    let shape: Dims = sets.iter().chain(&found.shape()[1..]).copied().collect();
    Ok(Binned { statistic: found.reshape(&shape[..])?, edges, numbers })
}

/// The elements of an axis from the second up to an index.
fn part(a: &Array, axis: usize, end: i64) -> Result<Array> {
    a.swapaxes(axis as i64, 0)?.at(1..end)?.swapaxes(axis as i64, 0)
}
