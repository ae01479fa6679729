//! Measurements of labelled regions: sums, moments, and order statistics.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar};
use cuprust_ops::RowId;

use super::groups::{Each, Groups, Labels, One};
use super::index_grids::index_along;
use cuprust::chapters::take_known;
use cuprust::sorting::{Side, lexsort, searchsorted};
use cuprust::ufunc::rows;
use cuprust::ufunc_methods::at;
use cuprust::{Argument, Array, arange, full, shape, span, where_};

/// The sum of the elements of each label: `scipy.ndimage.sum_labels`. In float64 if several labels are selected.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::{Labels, sum_labels};
/// # fn main() -> Result<()> {
/// let (labels, index) = (array![1, 1, 2, 0], array![1, 2]);
/// let sums = sum_labels(&array![1, 2, 3, 4], Labels { labels: Some(&labels), index: Some(&index) })?;
/// assert_eq!(sums.to_string(), "[3. 3.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for labels that do not broadcast with the image; a type error for complex numbers of several labels.
pub fn sum_labels(image: &Array, of: Labels) -> Result<Array> {
    match Groups::new(image, of)? {
        Groups::One(one) => one.values.sum(..),
        Groups::Each(each) => each.sums_of_labels(&each.values),
    }
}

/// The mean of the elements of each label: `scipy.ndimage.mean`. NaN of a label without elements.
///
/// # Errors
/// As [`sum_labels`].
pub fn mean(image: &Array, of: Labels) -> Result<Array> {
    match Groups::new(image, of)? {
        Groups::One(one) => rows::divide(&one.values.sum(..)?, Scalar::new(one.values.size() as f64)),
        Groups::Each(each) => {
            let sums = each.sums_of_labels(&each.values)?;
            rows::divide(&sums, &each.label_counts()?.astype(DType::F64)?)
        }
    }
}

/// The variance of the elements of each label: `scipy.ndimage.variance`. NaN of a label without elements.
///
/// # Errors
/// As [`sum_labels`].
pub fn variance(image: &Array, of: Labels) -> Result<Array> {
    match Groups::new(image, of)? {
        Groups::One(one) => {
            let centred = rows::subtract(&one.values, &one.values.mean(..)?)?;
            let squares = rows::multiply(&centred, &rows::conjugate(&centred)?)?.sum(..)?;
            rows::divide(&squares, Scalar::new(one.values.size() as f64))
        }
        Groups::Each(each) => {
            let means = rows::divide(&each.sums(&each.values)?, &each.counts)?;
            let centred = rows::subtract(&each.values, &take_known(&means, &each.numbers, 0)?)?;
            let squares = each.sums_of_labels(&rows::multiply(&centred, &centred)?)?;
            rows::divide(&squares, &each.label_counts()?.astype(DType::F64)?)
        }
    }
}

/// The standard deviation of the elements of each label: `scipy.ndimage.standard_deviation`.
///
/// # Errors
/// As [`sum_labels`].
pub fn standard_deviation(image: &Array, of: Labels) -> Result<Array> {
    rows::sqrt(&variance(image, of)?)
}

/// The least element of each label: `scipy.ndimage.minimum`. Zero of a label without elements.
///
/// # Errors
/// As [`sum_labels`], and a value error where no element is chosen and no several labels are requested.
pub fn minimum(image: &Array, of: Labels) -> Result<Array> {
    match Groups::new(image, of)? {
        Groups::One(one) => one.values.min(..),
        // As in SciPy, which sorts, NaN are last.
        Groups::Each(each) => extreme(&each, const { RowId::named("fmin") }, true),
    }
}

/// The greatest element of each label: `scipy.ndimage.maximum`. Zero of a label without elements.
///
/// # Errors
/// As [`minimum`].
pub fn maximum(image: &Array, of: Labels) -> Result<Array> {
    match Groups::new(image, of)? {
        Groups::One(one) => one.values.max(..),
        Groups::Each(each) => extreme(&each, const { RowId::named("maximum") }, false),
    }
}

/// The least or the greatest element of each group, by an operation that chooses one of two.
fn extreme(each: &Each, row: RowId, least: bool) -> Result<Array> {
    if each.values.dtype().is_complex() {
        return Sorted::new(each)?.at(least);
    }
    // The neutral element, which any element replaces: for fmin the greatest one, NaN included.
    let ends = match (least, each.values.dtype().is_inexact()) {
        (true, _) => each.values.max(..)?,
        (false, true) => full(shape(()).dtype(each.values.dtype()).on(each.values.device()), f64::NEG_INFINITY)?,
        (false, false) => each.values.min(..)?,
    };
    let held = ends.broadcast_to([each.counts.size()])?.copy()?;
    at(row, &held, &each.numbers, Some(Argument::Array(&each.values)))?;
    each.of_labels(&held)
}

/// The element in the middle of those of each label, of two their mean: `scipy.ndimage.median`.
///
/// # Errors
/// As [`minimum`].
pub fn median(image: &Array, of: Labels) -> Result<Array> {
    match Groups::new(image, of)? {
        Groups::One(one) => one.values.median(..),
        Groups::Each(each) => Sorted::new(&each)?.middle(),
    }
}

/// The position in C order of the least element of each label; of equal ones the first.
///
/// # Errors
/// As [`minimum`].
pub fn minimum_position(image: &Array, of: Labels) -> Result<Array> {
    match Groups::new(image, of)? {
        Groups::One(one) => position_in_group(image, &one, &one.values.min(..)?),
        Groups::Each(each) => Sorted::new(&each)?.position(true),
    }
}

/// The position in C order of the greatest element of each label. Of equal ones it is, as in SciPy, the last one if
/// several labels are selected, else the first.
///
/// # Errors
/// As [`minimum`].
pub fn maximum_position(image: &Array, of: Labels) -> Result<Array> {
    match Groups::new(image, of)? {
        Groups::One(one) => position_in_group(image, &one, &one.values.max(..)?),
        Groups::Each(each) => Sorted::new(&each)?.position(false),
    }
}

/// The least and the greatest elements of each label, and their indices in C order: `scipy.ndimage.extrema`.
///
/// # Errors
/// As [`minimum`].
pub fn extrema(image: &Array, of: Labels) -> Result<[Array; 4]> {
    match Groups::new(image, of)? {
        Groups::One(one) => {
            let (minimum, maximum) = (one.values.min(..)?, one.values.max(..)?);
            let positions = [position_in_group(image, &one, &minimum)?, position_in_group(image, &one, &maximum)?];
            let [first, last] = positions;
            Ok([minimum, maximum, first, last])
        }
        Groups::Each(each) => {
            let sorted = Sorted::new(&each)?;
            Ok([sorted.at(true)?, sorted.at(false)?, sorted.position(true)?, sorted.position(false)?])
        }
    }
}

/// The position in the image of the first element of a group that is equal to a value.
fn position_in_group(image: &Array, one: &One, value: &Array) -> Result<Array> {
    let positions = arange(span(image.size()).on(image.device()))?.reshape(image.shape())?;
    let positions = one.chosen(&positions)?;
    let first = rows::equal(&one.values.ravel()?, value)?.argmax(..)?;
    take_known(&positions, &first, 0)
}

/// The elements of several groups in the order of their groups, and in ascending order within them.
struct Sorted<'a> {
    each: &'a Each,
    /// The positions of the elements.
    order: Array,
    /// The positions, in the sorted order, of the first and of the last element of each label; for labels without
    /// elements the first.
    first: Array,
    last: Array,
}

impl<'a> Sorted<'a> {
    fn new(each: &'a Each) -> Result<Sorted<'a>> {
        let order = lexsort(&[&each.values, &each.numbers], -1)?;
        let ends = cuprust::math::cumsum(&each.counts, None)?;
        let begins = rows::subtract(&ends, &each.counts)?;
        let (first, last) = (each.of_labels(&begins)?, each.of_labels(&rows::subtract(&ends, 1)?)?);
        Ok(Sorted { each, order, first, last })
    }

    /// The least or the greatest element of each label.
    fn at(&self, least: bool) -> Result<Array> {
        let position = self.position(least)?;
        let own = take_known(&self.each.values, &position, 0)?;
        where_(&self.each.found, &own, &own.zeros_like(None)?)
    }

    /// The position of the least or of the greatest element of each label.
    fn position(&self, least: bool) -> Result<Array> {
        let own = take_known(&self.order, if least { &self.first } else { &self.last }, 0)?;
        where_(&self.each.found, &own, 0)
    }

    /// The element in the middle of each label.
    fn middle(&self) -> Result<Array> {
        let half = rows::right_shift(&rows::subtract(&self.last, &self.first)?, 1)?;
        let at = |position: &Array| {
            let own = take_known(&self.each.values, &take_known(&self.order, position, 0)?, 0)?;
            if own.dtype().is_inexact() { Ok(own) } else { own.astype(DType::F64) }
        };
        let (low, high) = (at(&rows::add(&self.first, &half)?)?, at(&rows::subtract(&self.last, &half)?)?);
        rows::divide(&rows::add(&low, &high)?, 2.0)
    }
}

/// The centre of mass of the elements of each label, a coordinate for each axis: `scipy.ndimage.center_of_mass`.
///
/// # Errors
/// As [`sum_labels`].
pub fn center_of_mass(image: &Array, of: Labels) -> Result<Vec<Array>> {
    let whole = sum_labels(image, of)?;
    let along = |axis: usize| {
        rows::divide(&sum_labels(&rows::multiply(image, &index_along(image, axis, DType::F64)?)?, of)?, &whole)
    };
    (0..image.ndim()).map(along).collect()
}

/// How many elements of each label are within each of `bins` equal parts of a range, the last of which is closed:
/// `scipy.ndimage.histogram`. A row for each label if several are selected.
///
/// # Errors
/// As [`sum_labels`]; a value error for less than no parts, and for a range that is none.
pub fn label_histogram(image: &Array, (min, max): (f64, f64), bins: i64, of: Labels) -> Result<Array> {
    if bins < 0 {
        return Err(Error::value("the number of bins must be non-negative"));
    }
    if min > max {
        return Err(Error::value("`bins` must increase monotonically, when an array"));
    }
    let edges = cuprust::linspace(min, max, cuprust::num(bins.saturating_add(1)).on(image.device()))?;
    let bin = |values: &Array| {
        let values = values.ravel()?.astype(DType::F64)?;
        let before = rows::subtract(&searchsorted(&edges, &values, Side::Right, None)?, 1)?;
        let at_end = rows::equal(&values, max)?;
        let inside = rows::logical_and(&rows::greater_equal(&values, min)?, &rows::less_equal(&values, max)?)?;
        let inside = if bins == 0 { inside.zeros_like(None)? } else { inside };
        Ok::<_, Error>((where_(&at_end, bins - 1, &before)?, inside))
    };
    match Groups::new(image, of)? {
        Groups::One(one) => {
            let (bin, inside) = bin(&one.values)?;
            // Elements outside are counted after all others.
            let counts = cuprust::statistics::bincount(&where_(&inside, &bin, bins)?, None, bins + 1)?;
            Ok(counts.at(0..bins)?)
        }
        Groups::Each(each) => {
            let (bin, inside) = bin(&each.values)?;
            let rows_of = each.counts.size();
            let rows = rows::add(&rows::multiply(&each.numbers, bins)?, &bin)?;
            let outside = rows_of.checked_mul(bins).ok_or_else(|| Error::value("too many bins"))?;
            let counts = cuprust::statistics::bincount(&where_(&inside, &rows, outside)?, None, outside + 1)?;
            let table = counts.at(0..outside)?.reshape([rows_of, bins])?;
            let own = cuprust::take(&table, &each.selected, 0, cuprust::Bounds::Raise, None)?;
            let found = each.found.reshape([each.found.shape(), &[1]].concat())?;
            where_(&found, &own, 0)
        }
    }
}
