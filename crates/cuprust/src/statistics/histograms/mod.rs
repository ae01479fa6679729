//! How many elements fall into bins, of one array or of several together: `histogram`, `histogramdd`.

pub(crate) mod arguments;
mod edges;
mod estimators;

use cuprust_ir::{Error, Result};
use cuprust_num::{Casting, DType, Scalar, promote};

use super::counting::sums;
use super::searching::{Side, searchsorted};
use crate::Array;
use crate::creation::{positions, shape, zeros};
use crate::indexing::where_;
use crate::ufunc::casting::cannot_cast;
use crate::ufunc::rows;

pub use edges::{Bins, Interval};
use edges::{Edges, Even};
pub use estimators::Estimator;

/// What is said of a histogram beside its elements: `Histogram { bins: 4.into(), ..Default::default() }`.
#[derive(Clone, Copy, Default)]
pub struct Histogram<'a> {
    /// The bins; ten where nothing is said.
    pub bins: Bins<'a>,
    /// From where to where equal bins reach; from the least to the largest element where nothing is said.
    pub range: Option<Interval>,
    /// How much each element counts.
    pub weights: Option<&'a Array>,
    /// Whether counts are divided by their sum and by the widths of the bins.
    pub density: bool,
}

/// How many elements fall into each bin, or the sum of their weights, and the edges of the bins: `numpy.histogram`. A bin reaches from an
/// edge to below the next one; the last has both. Waits for the elements where their extent is not named.
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
/// A value error for edges that do not ascend or have not one axis, for no bins, for a range that is not finite or descends, for more bins
/// than the dtype tells apart, and for weights of another shape; a type error for weights where the number of bins is estimated.
pub fn histogram(array: &Array, said: Histogram) -> Result<(Array, Array)> {
    let (flat, weights) = operands(array, said.weights)?;
    let found = edges::of(&flat, &said)?;
    let edges = found.edges.clone();
    // As in NumPy, more bins than one are refused before, and the largest element is too far from the first for its bin to be found.
    let found = match &found.outermost {
        None => found,
        Some(_) if said.range.is_none() => {
            return Err(Error::index("the range is wider than the largest number: its only bin is out of bounds"));
        }
        Some(outermost) => edges::Edges::given(outermost),
    };
    let bins = (edges.size() - 1).max(0);
    if edges.size() == 0 {
        return Ok((
            zeros(shape([0]).dtype(weights.as_ref().map_or(DType::I64, Array::dtype)).on(flat.device()))?,
            edges,
        ));
    }
    let number = |parts: &[Array]| numbers(&parts[0], &found);
    let tallied = if weights.is_none() { tally(&flat)? } else { None };
    let sums = match tallied {
        Some((values, counts)) => sums(&[values], number, bins + 2, Some(&counts), DType::I64)?,
        None => sums(&[flat], number, bins + 2, weights.as_ref(), sum_dtype(weights.as_ref()))?,
    };
    let counts = inner(&sums, 0);
    let counts = match &weights {
        None => counts,
        Some(weights) => counts.in_dtype(weights.dtype())?,
    };
    if !said.density {
        return Ok((if weights.is_none() { counts.copy()? } else { counts }, edges));
    }
    let widths = super::super::math::diff(&edges, 1, -1)?.in_dtype(DType::F64)?;
    let density = rows::divide(&rows::divide(&counts, &widths)?, &rows::sum(&counts, ..)?)?;
    Ok((density, edges))
}

/// The edges that [`histogram`] takes: `numpy.histogram_bin_edges`.
///
/// # Errors
/// As [`histogram`].
pub fn histogram_bin_edges(array: &Array, said: Histogram) -> Result<Array> {
    let (flat, _) = operands(array, said.weights)?;
    Ok(edges::of(&flat, &said)?.edges)
}

/// How many points fall into each bin of a grid, or the sum of their weights, as float64, and the edges along each axis:
/// `numpy.histogramdd`. `coordinates` are those of the points along each axis; for each axis there are bins and a range.
///
/// # Errors
/// As [`histogram`], and a value error for another number of bins or ranges than of axes, and for coordinates of different lengths.
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
    let mut counts = sums(&lines, slot, size, weights, sum_dtype(weights))?.in_dtype(DType::F64)?.reshape(&extents)?;
    for axis in 0..axes {
        counts = inner(&counts, axis);
    }
    if density {
        let total = rows::sum(&counts, ..)?;
        for (axis, along) in found.iter().enumerate() {
            let mut extents = vec![1; axes];
            extents[axis] = along.edges.size() - 1;
            let widths = super::super::math::diff(&along.edges, 1, -1)?.reshape(&extents)?;
            counts = rows::divide(&counts, &widths)?;
        }
        counts = rows::divide(&counts, &total)?;
    } else {
        counts = counts.copy()?;
    }
    Ok((counts, found.into_iter().map(|along| along.edges).collect()))
}

/// The elements and their weights on one axis. Bools are counted as the numbers 0 and 1.
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

/// The number of the bin of each element, from one on: 0 lies before the bins, and one more than there are behind them.
fn numbers(array: &Array, found: &Edges) -> Result<Array> {
    let edges = &found.edges;
    if let Some(even) = found.even.filter(|_| promote(array.dtype(), edges.dtype()) == edges.dtype()) {
        return even_numbers(&array.in_dtype(edges.dtype())?, edges.size() - 1, even);
    }
    let places = searchsorted(edges, array, Side::Right, None)?;
    let last = edges.view_of(edges.layout().at(0, edges.size() - 1));
    // The last edge belongs to the bin before it.
    let on_last = rows::equal(array, &last)?;
    where_(&on_last, edges.size() - 1, &places)
}

/// As [`numbers`], for bins of one width: computed, which is wrong by one at most, and then compared with the edges, which are computed
/// anew as they were made. Numbers stay floats until they are done: all of it is one kernel of one dtype.
fn even_numbers(array: &Array, bins: i64, even: Even) -> Result<Array> {
    let dtype = array.dtype();
    let number = |value: f64| Scalar::new(value).cast(dtype);
    let from_first = rows::multiply(&rows::subtract(array, number(even.first))?, number(even.scale))?;
    // NaN becomes 0.
    let within = rows::fmin(&rows::fmax(&from_first, number(0.0))?, number((bins - 1) as f64))?;
    let bin = rows::floor(&within)?;
    let is_past = |edge: &Array| {
        let edge = rows::add(&rows::multiply(&edge.in_dtype(even.step.dtype())?, even.step)?, even.start)?;
        rows::greater_equal(array, &edge.in_dtype(dtype)?)?.in_dtype(dtype)
    };
    let place = rows::add(&rows::add(&bin, &is_past(&bin)?)?, &is_past(&rows::add(&bin, number(1.0))?)?)?;
    // The last edge belongs to the bin before it.
    let inside = rows::minimum(&place, number(bins as f64))?;
    where_(&rows::less_equal(array, number(even.last))?, &inside, number((bins + 1) as f64))?.in_dtype(DType::I64)
}

/// So many elements of one byte for each number that it can be are worth counting by that number.
const WORTH_A_TALLY: i64 = 64;

/// Each number that an integer of one byte can be, and how often it is there. Nothing for other dtypes, and where there are few elements.
fn tally(flat: &Array) -> Result<Option<(Array, Array)>> {
    let (count, device) = (1 << 8, flat.device());
    let least = match flat.dtype() {
        DType::U8 => 0,
        DType::I8 => -(count / 2),
        _ => return Ok(None),
    };
    if flat.size() < WORTH_A_TALLY * count {
        return Ok(None);
    }
    let values = positions(&[count], least, &[1], flat.dtype(), device)?;
    let number = |parts: &[Array]| rows::subtract(&parts[0].in_dtype(DType::I64)?, least);
    let counts = sums(std::slice::from_ref(flat), number, count, None, DType::I64)?;
    Ok(Some((values, counts)))
}

/// The dtype of counts, or of sums of weights.
fn sum_dtype(weights: Option<&Array>) -> DType {
    match weights {
        None => DType::I64,
        Some(weights) if weights.dtype().is_complex() => DType::C128,
        Some(_) => DType::F64,
    }
}

/// An axis without its first and its last element.
fn inner(array: &Array, axis: usize) -> Array {
    array.view_of(array.layout().slice(axis, 1, 1, (array.shape()[axis] - 2).max(0)))
}
