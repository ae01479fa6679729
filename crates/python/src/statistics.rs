//! What Python functions of `scipy.stats` that take callables ask for beside the function table.

use cuprust::Array;
use cuprust::statistics::{Bins, Interval};
use cuprust_scipy::stats::{self, Along, BinStatistic, NanPolicy, along};
use pyo3::prelude::*;

use crate::array::NdArray;
use crate::error::{Result, caught};

fn owned(array: &Bound<'_, NdArray>) -> Array {
    array.get().array().clone()
}

/// The axes of the observations, all where there are none, and what else is said of every statistic.
fn said(axes: Option<Vec<i64>>, nan_policy: &str, keepdims: bool) -> cuprust::Result<Along> {
    let axes = match &axes {
        None => along(..),
        Some(axes) => along(&axes[..]),
    };
    Ok(axes.nan_policy(NanPolicy::from_name(nan_policy)?).with_keepdims(keepdims))
}

/// The median distance of observations from their median, or from centers that broadcast to the samples.
#[pyfunction(name = "_median_abs_deviation")]
fn median_abs_deviation(
    py: Python<'_>,
    x: &Bound<'_, NdArray>,
    axes: Option<Vec<i64>>,
    center: Option<&Bound<'_, NdArray>>,
    scale: f64,
    nan_policy: &str,
    keepdims: bool,
) -> Result<NdArray> {
    let (x, center) = (owned(x), center.map(owned));
    let deviation = || {
        let along = said(axes.clone(), nan_policy, keepdims)?;
        stats::median_abs_deviation(&x, center.as_ref(), scale, along)
    };
    Ok(NdArray::new(py.detach(|| caught(deviation))?))
}

/// The bins along an axis: so many, or their edges.
#[derive(FromPyObject)]
enum AnyBins<'py> {
    Edges(Bound<'py, NdArray>),
    Count(i64),
}

/// A statistic of the values in each bin of a grid, the edges along each axis, and each point's bin.
#[pyfunction(name = "_binned_statistic")]
fn binned_statistic(
    py: Python<'_>,
    coordinates: Vec<Bound<'_, NdArray>>,
    values: &Bound<'_, NdArray>,
    statistic: &str,
    bins: Vec<AnyBins<'_>>,
    ranges: Vec<Option<(f64, f64)>>,
) -> Result<(NdArray, Vec<NdArray>, NdArray)> {
    let coordinates: Vec<Array> = coordinates.iter().map(owned).collect();
    let values = owned(values);
    let bins: Vec<std::result::Result<Array, i64>> = bins
        .iter()
        .map(|bins| match bins {
            AnyBins::Edges(edges) => Ok(owned(edges)),
            AnyBins::Count(count) => Err(*count),
        })
        .collect();
    let found = || {
        let bins: Vec<Bins> =
            bins.iter().map(|bins| bins.as_ref().map_or_else(|count| Bins::Count(*count), Bins::Edges)).collect();
        let ranges: Vec<_> = ranges.iter().map(|range| range.map(|(low, high)| Interval::new(low, high))).collect();
        let each: Vec<&Array> = coordinates.iter().collect();
        stats::binned_statistic_dd(&each, &values, BinStatistic::from_name(statistic)?, &bins, &ranges)
    };
    let found = py.detach(|| caught(found))?;
    let edges = found.edges.into_iter().map(NdArray::new).collect();
    Ok((NdArray::new(found.statistic), edges, NdArray::new(found.numbers)))
}

/// Adds the functions.
///
/// # Errors
/// Where memory ends.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(median_abs_deviation, module)?)?;
    module.add_function(wrap_pyfunction!(binned_statistic, module)?)
}
