//! How far each element of an image is from the nearest one that is zero.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar};
use cuprust_ops::RowId;

use super::chamfer::{Steps, distances_and_zeros};
use super::each;
use super::index_grids::index_along;
use cuprust::indexing::take_along_axis;
use cuprust::ufunc::rows;
use cuprust::ufunc_methods::accumulate;
use cuprust::{Array, stack, where_, windows};

/// The Euclidean distance of each element from the nearest one that is zero, along axes whose elements are `sampling`
/// apart, one for all axes or one for each: `scipy.ndimage.distance_transform_edt`. In an image without zeros it is, as
/// in SciPy, the distance from the place before the first along the first axis.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::distance_transform_edt;
/// # fn main() -> Result<()> {
/// let distances = distance_transform_edt(&array![1, 1, 0, 1, 1, 1], &[1.0])?;
/// assert_eq!(distances.to_string(), "[2. 1. 0. 1. 2. 3.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A runtime error for spacings of another number than the axes.
pub fn distance_transform_edt(image: &Array, sampling: &[f64]) -> Result<Array> {
    let image = &image.atleast_1d();
    let sampling = each(sampling, image.ndim())?;
    let mut squares = squares_along_first(image, sampling[0])?;
    for (axis, &step) in sampling.iter().enumerate().skip(1) {
        squares = windows::lower_envelope_values(&squares, axis, step)?;
    }
    let ahead = (0..image.ndim()).try_fold(None, |sum: Option<Array>, axis| {
        let steps = rows::add(&index_along(image, axis, DType::I64)?, i64::from(axis == 0))?;
        let square = squared(&steps, sampling[axis])?;
        sum.map_or(Ok(square.clone()), |sum| rows::add(&sum, &square)).map(Some)
    })?;
    let Some(ahead) = ahead else { return Err(Error::runtime("internal: an image has an axis")) };
    rows::sqrt(&where_(&rows::isinf(&squares)?, &ahead, &squares)?)
}

/// The index along each axis of the nearest element that is zero, as int32, with an axis before those of the image: the
/// indices of `scipy.ndimage.distance_transform_edt`. In an image without zeros they are -1 along the first axis.
///
/// # Errors
/// As [`distance_transform_edt`].
pub fn nearest_zeros(image: &Array, sampling: &[f64]) -> Result<Array> {
    let image = &image.atleast_1d();
    let (squares, indices) = transformed(image, &each(sampling, image.ndim())?)?;
    let nowhere = rows::isinf(&squares)?;
    let index = |(axis, index): (usize, &Array)| where_(&nowhere, if axis == 0 { -1 } else { 0 }, index);
    stacked(&indices.iter().enumerate().map(index).collect::<Result<Vec<_>>>()?)
}

/// A metric of distances.
#[derive(Debug, Clone, Copy)]
pub enum Metric<'a> {
    /// The root of the sum of squares.
    Euclidean,
    /// A number of steps.
    Steps(Steps<'a>),
}

/// The distance of each element from the nearest one that is zero, as float64 for the Euclidean metric, whose elements
/// are `sampling` apart along the axes, and as uint32 else; and the index of that one along each axis, as int32 with an
/// axis before those of the image: `scipy.ndimage.distance_transform_bf`. In an image without zeros distances are, as
/// in SciPy, the root of the greatest float64, or the greatest uint32, and indices are zero.
///
/// # Errors
/// As [`distance_transform_edt`] and [`super::zeros_in_steps`].
pub fn distance_transform_bf(image: &Array, metric: Metric, sampling: &[f64]) -> Result<(Array, Array)> {
    let (found, distances, indices) = match metric {
        Metric::Euclidean => {
            let image = &image.atleast_1d();
            let (squares, indices) = transformed(image, &each(sampling, image.ndim())?)?;
            let found = rows::logical_not(&rows::isinf(&squares)?)?;
            let distances = where_(&found, &rows::sqrt(&squares)?, f64::MAX.sqrt())?;
            (found, distances, stacked(&indices)?)
        }
        Metric::Steps(steps) => {
            let (own, indices) = distances_and_zeros(image, steps)?;
            let found = rows::greater_equal(&own, 0)?;
            (found.clone(), where_(&found, &own, u32::MAX)?.astype(DType::U32)?, indices)
        }
    };
    let distances = distances.reshape(image.shape())?;
    Ok((distances, where_(&found, &indices, 0)?.astype(DType::I32)?))
}

/// The indices along each axis as int32, with an axis before those of the image.
fn stacked(indices: &[Array]) -> Result<Array> {
    stack(indices, 0)?.astype(DType::I32)
}

/// The squares of the distances from zeros along no axis: infinite where an element is not zero.
fn zero_squares(image: &Array) -> Result<Array> {
    where_(&image.astype(DType::Bool)?, f64::INFINITY, 0.0)
}

/// The squares of the distances from zeros along the first axis, whose elements are a step apart: the last zero before
/// each element and the first one after it are running extremes. Infinite where there is none.
fn squares_along_first(image: &Array, step: f64) -> Result<Array> {
    let is_far = image.astype(DType::Bool)?;
    // Indices that float32 has exactly.
    let dtype = if image.shape()[0] < 1 << f32::MANTISSA_DIGITS { DType::F32 } else { DType::F64 };
    let index = index_along(image, 0, dtype)?;
    let (minimum, maximum) = const { (RowId::named("minimum"), RowId::named("maximum")) };
    let none = Scalar::new(f64::INFINITY).cast(dtype);
    let before =
        accumulate(maximum, &where_(&is_far, Scalar::new(f64::NEG_INFINITY).cast(dtype), &index)?, 0, None, None)?;
    let after = accumulate(minimum, &where_(&is_far, none, &index)?.flip(0)?, 0, None, None)?.flip(0)?;
    let steps = rows::minimum(&rows::subtract(&index, &before)?, &rows::subtract(&after, &index)?)?;
    where_(&rows::isinf(&steps)?, f64::INFINITY, &squared(&steps, step)?)
}

/// The squares of the distances, infinite where there is no zero, and the indices of the nearest zero: axis by axis the
/// parabola over the squares so far that is lowest.
fn transformed(image: &Array, sampling: &[f64]) -> Result<(Array, Vec<Array>)> {
    let mut squares = zero_squares(image)?;
    let mut indices: Vec<Array> = Vec::new();
    for (axis, &step) in sampling.iter().enumerate() {
        let number = axis as i64;
        let nearest = windows::lower_envelope(&squares.moveaxis(number, -1)?, step)?.moveaxis(-1, number)?;
        let steps = rows::subtract(&nearest, &index_along(image, axis, DType::I64)?)?;
        let along = |array: &Array| take_along_axis(array, &nearest, number);
        squares = rows::add(&along(&squares)?, &squared(&steps, step)?)?;
        indices = indices.iter().map(along).collect::<Result<_>>()?;
        indices.push(nearest.clone());
    }
    Ok((squares, indices))
}

/// The squares of steps, each so long.
fn squared(steps: &Array, length: f64) -> Result<Array> {
    rows::square(&rows::multiply(&steps.astype(DType::F64)?, length)?)
}
