//! Histograms of one array or of several: `histogram`, `histogramdd`.

pub(crate) mod arguments;
mod bins;
mod counts;
mod edges;
mod estimators;

use cuprust_ir::{Error, Result};
use cuprust_num::{Casting, DType};

use super::counting::sums;
use crate::Array;
use crate::creation::{shape, zeros};
use crate::math::diff;
use crate::ufunc::casting::cannot_cast;
use crate::ufunc::rows;
use counts::{inner, numbers, sum_dtype};
use edges::Edges;

pub use bins::{Bins, Estimator, Histogram, Interval};

/// The number of elements in each bin, or the sum of their weights, and the edges of the bins: `numpy.histogram`. A bin
/// includes its lower edge; the last bin includes both. Waits for the elements if no range is given.
///
/// ```
/// use cuprust::*;
/// use cuprust::statistics::{Histogram, histogram};
/// # fn main() -> Result<()> {
/// let (counts, edges) = histogram(&array![1.0, 2.0, 1.5, 3.0], Histogram { bins: 2.into(), ..Default::default() })?;
/// assert_eq!((counts.to_string(), edges.to_string()), ("[2 2]".into(), "[1. 2. 3.]".into()));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for edges that do not ascend or do not have one axis, for no bins, for a range that is not finite or
/// descends, for more bins than the dtype can distinguish, and for weights of another shape; a type error for weights
/// if the number of bins is estimated.
pub fn histogram(array: &Array, options: Histogram) -> Result<(Array, Array)> {
    let (flat, weights) = operands(array, options.weights)?;
    let found = edges_of(&flat, &options)?;
    let edges = found.edges.clone();
    let counts = match counts::of(&flat, &found, options.range.is_some(), weights.as_ref())? {
        Some(counts) => counts,
        None => {
            let dtype = weights.as_ref().map_or(DType::I64, Array::dtype);
            return Ok((zeros(shape([0]).dtype(dtype).on(flat.device()))?, edges));
        }
    };
    let counts = match &weights {
        None => counts,
        Some(weights) => counts.in_dtype(weights.dtype())?,
    };
    if !options.density {
        return Ok((if weights.is_none() { counts.copy()? } else { counts }, edges));
    }
    let widths = diff(&edges, 1, -1)?.in_dtype(DType::F64)?;
    let density = rows::divide(&rows::divide(&counts, &widths)?, &rows::sum(&counts, ..)?)?;
    Ok((density, edges))
}

/// The edges that [`histogram`] uses: `numpy.histogram_bin_edges`.
///
/// # Errors
/// As [`histogram`].
///
/// ```
/// # use cuprust::*;
/// let said = statistics::Histogram { bins: 2.into(), ..Default::default() };
/// assert_eq!(statistics::histogram_bin_edges(&array![0.0, 1.0, 4.0], said)?.to_string(), "[0. 2. 4.]");
/// # Ok::<(), Error>(())
/// ```
pub fn histogram_bin_edges(array: &Array, options: Histogram) -> Result<Array> {
    let (flat, _) = operands(array, options.weights)?;
    Ok(edges_of(&flat, &options)?.edges)
}

/// The number of points in each bin of a grid, or the sum of their weights, as float64, and the edges along each axis:
/// `numpy.histogramdd`. `coordinates` has those of the points along each axis; each axis has bins and a range.
///
/// # Errors
/// As [`histogram`], and a value error for another number of bins or ranges than of axes, and for coordinates of
/// different lengths.
///
/// ```
/// # use cuprust::*;
/// let (x, y) = (array![0.0, 1.0, 1.0], array![0.0, 1.0, 1.0]);
/// let (counts, _) = statistics::histogramdd(&[&x, &y], &[2.into(), 2.into()], &[None, None], None, false)?;
/// assert_eq!(counts.to_string(), "[[1. 0.]\n [0. 2.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn histogramdd(
    coordinates: &[&Array],
    bins: &[Bins],
    ranges: &[Option<Interval>],
    weights: Option<&Array>,
    density: bool,
) -> Result<(Array, Vec<Array>)> {
    let axes = coordinates.len();
    let Some(&first) = coordinates.first() else {
        return Err(Error::value("a histogram needs coordinates along one axis at least"));
    };
    if bins.len() != axes {
        return Err(Error::value("The dimension of bins must be equal to the dimension of the sample x."));
    }
    if ranges.len() != axes {
        return Err(Error::value("range argument must have one entry per dimension"));
    }
    // As in NumPy, which makes one array of them, coordinates are promoted one after another.
    let dtype = coordinates.iter().map(|array| array.dtype()).reduce(cuprust_num::promote).unwrap_or(first.dtype());
    let (mut found, mut extents, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    for (axis, &own) in coordinates.iter().enumerate() {
        first.check_device(own)?;
        if own.ndim() != 1 || own.size() != first.size() {
            return Err(Error::value("coordinates must have one axis, and the same length"));
        }
        let own = own.in_dtype(dtype)?;
        let along = edges::along(axis, &own, bins[axis], ranges[axis])?;
        if along.edges.size() == 0 {
            return Err(Error::index("index -1 is out of bounds for axis 0 with size 0"));
        }
        extents.push(along.edges.size() + 1);
        found.push(along);
        lines.push(own);
    }
    if let Some(weights) = weights {
        first.check_device(weights)?;
        if weights.dtype().is_complex() {
            return Err(cannot_cast(weights.dtype(), DType::F64, Casting::Safe));
        }
        if weights.ndim() != 1 || weights.size() != first.size() {
            return Err(Error::value("The weights and list don't have the same length."));
        }
    }
    let slot = |parts: &[Array]| {
        let mut slot = numbers(&parts[0], &found[0])?;
        for axis in 1..axes {
            slot = rows::add(&rows::multiply(&slot, extents[axis])?, &numbers(&parts[axis], &found[axis])?)?;
        }
        Ok(slot)
    };
    let size = extents.iter().try_fold(1i64, |size, &extent| size.checked_mul(extent));
    let size = size.ok_or_else(|| {
        Error::value("invalid dims: array size defined by dims is larger than the maximum possible size.")
    })?;
    let mut counts =
        sums(&lines, slot, size, (weights, true), sum_dtype(weights))?.in_dtype(DType::F64)?.reshape(&extents)?;
    for axis in 0..axes {
        counts = inner(&counts, axis);
    }
    if density {
        let total = rows::sum(&counts, ..)?;
        for (axis, along) in found.iter().enumerate() {
            let mut extents = vec![1; axes];
            extents[axis] = along.edges.size() - 1;
            let widths = diff(&along.edges, 1, -1)?.reshape(&extents)?;
            counts = rows::divide(&counts, &widths)?;
        }
        counts = rows::divide(&counts, &total)?;
    } else {
        counts = counts.copy()?;
    }
    Ok((counts, found.into_iter().map(|along| along.edges).collect()))
}

/// The edges for one-dimensional elements.
fn edges_of(flat: &Array, options: &Histogram) -> Result<Edges> {
    match options.bins {
        Bins::Edges(edges) => edges::given(flat, edges),
        Bins::Count(count) => edges::counted(flat, options.range, count),
        Bins::Estimated(_) if options.weights.is_some() => {
            Err(Error::type_("Automated estimation of the number of bins is not supported for weighted data"))
        }
        Bins::Estimated(estimator) => {
            let ends = edges::ends(flat, options.range)?;
            edges::between(flat, &ends, estimators::count(estimator, flat, &ends, options.range.is_some())?)
        }
    }
}

/// The flattened elements and weights. Bools are counted as the numbers 0 and 1.
fn operands(array: &Array, weights: Option<&Array>) -> Result<(Array, Option<Array>)> {
    if let Some(weights) = weights {
        array.check_device(weights)?;
        if weights.shape() != array.shape() {
            return Err(Error::value("weights should have the same shape as a."));
        }
    }
    let flat = array.ravel()?;
    let flat = if flat.dtype() == DType::Bool { flat.in_dtype(DType::U8)? } else { flat };
    Ok((flat, weights.map(Array::ravel).transpose()?))
}
