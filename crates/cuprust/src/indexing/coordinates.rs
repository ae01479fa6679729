//! Conversion between coordinates and flat indices: `unravel_index`, `ravel_multi_index`, `ix_`, and the coordinates of
//! triangles and diagonals.

use std::borrow::Borrow;

use cuprust_ir::{Error, Result, shape_text};
use cuprust_num::DType;
use cuprust_reserve::filled;

use super::taking::{Bounds, extremes, in_range};
use super::{flatnonzero, nonzero};
use crate::array::Order;
use crate::creation::{positions, shape, tri};
use crate::ufunc::rows;
use crate::{Array, Device};

/// The coordinates of flat indices into an array of a shape, one int64 array per axis: `numpy.unravel_index`. Waits for
/// the indices, to check them.
///
/// # Errors
/// A type error for indices that are not integers, a value error for one out of range, and for an order other than C
/// and F.
///
/// ```
/// # use cuprust::*;
/// let indices = indexing::unravel_index(&array![1, 5], &[2, 3], Order::C)?;
/// assert_eq!((indices[0].to_string(), indices[1].to_string()), ("[0 1]".into(), "[1 2]".into()));
/// # Ok::<(), Error>(())
/// ```
pub fn unravel_index(indices: &Array, extents: &[i64], order: Order) -> Result<Vec<Array>> {
    check_integers(indices)?;
    let indices = indices.in_dtype(DType::I64)?;
    if extents.iter().any(|&extent| extent < 0) {
        return Err(Error::value("negative dimensions are not allowed"));
    }
    if extents.is_empty() && indices.ndim() > 0 {
        return Err(Error::value("multiple indices are not supported for 0d arrays"));
    }
    let size = extents.iter().try_fold(1i64, |size, &extent| size.checked_mul(extent));
    let size = size.ok_or_else(|| Error::value("the dimensions are too large: their product does not fit 64 bits"))?;
    if indices.size() != 0 {
        let (low, high) = extremes(&indices)?;
        for index in [low, high] {
            if !(0..size).contains(&index) {
                return Err(Error::value(format!("index {index} is out of bounds for array with size {size}")));
            }
        }
    }
    match order {
        Order::C => unravel(&indices, extents),
        Order::F => {
            let reversed: Vec<i64> = extents.iter().rev().copied().collect();
            let mut coordinates = unravel(&indices, &reversed)?;
            coordinates.reverse();
            Ok(coordinates)
        }
        Order::A | Order::K => Err(Error::value("only 'C' or 'F' order is permitted")),
    }
}

/// The coordinates of int64 flat indices that are known to be in range, in C order.
pub(super) fn unravel(indices: &Array, extents: &[i64]) -> Result<Vec<Array>> {
    let mut coordinates = Vec::with_capacity(extents.len());
    let mut rest = indices.clone();
    for (axis, &extent) in extents.iter().enumerate().rev() {
        if axis == 0 {
            coordinates.push(rest.clone());
        } else {
            coordinates.push(rows::remainder(&rest, extent.max(1))?);
            rest = rows::floor_divide(&rest, extent.max(1))?;
        }
    }
    coordinates.reverse();
    Ok(coordinates)
}

/// The flat indices of coordinates in an array of a shape, one array of coordinates per axis:
/// `numpy.ravel_multi_index`. There is a rule for coordinates out of range for each axis, or one for all. Waits for
/// coordinates whose rule is to raise.
///
/// # Errors
/// A type error for coordinates that are not integers, a value error for another number of arrays than of axes, for a
/// coordinate out of range, and for an order other than C and F.
///
/// ```
/// # use cuprust::*;
/// let indices = [array![0, 1], array![1, 2]];
/// let flat = indexing::ravel_multi_index(&indices, &[2, 3], &[Bounds::Raise], Order::C)?;
/// assert_eq!(flat.to_string(), "[1 5]");
/// # Ok::<(), Error>(())
/// ```
pub fn ravel_multi_index<A: Borrow<Array>>(
    coordinates: &[A],
    extents: &[i64],
    bounds: &[Bounds],
    order: Order,
) -> Result<Array> {
    if coordinates.len() != extents.len() {
        return Err(Error::value(format!("parameter multi_index must be a sequence of length {}", extents.len())));
    }
    let count: Option<i64> = extents.iter().try_fold(1i64, |product, &extent| product.checked_mul(extent.max(0)));
    if count.is_none() {
        return Err(Error::value("invalid dims: array size defined by dims is larger than the maximum possible size."));
    }
    let mut steps = vec![1i64; extents.len()];
    match order {
        Order::C => (1..extents.len()).rev().for_each(|axis| steps[axis - 1] = steps[axis] * extents[axis]),
        Order::F => (1..extents.len()).for_each(|axis| steps[axis] = steps[axis - 1] * extents[axis - 1]),
        Order::A | Order::K => return Err(Error::value("only 'C' or 'F' order is permitted")),
    }
    let mut sum: Option<Array> = None;
    for (axis, (own, &extent)) in coordinates.iter().zip(extents).enumerate() {
        let own = own.borrow();
        check_integers(own)?;
        let own = own.in_dtype(DType::I64)?;
        let bounds = bounds.get(axis).or(bounds.last()).copied().unwrap_or_default();
        let own = match bounds {
            Bounds::Raise => {
                let outside = |(low, high): (i64, i64)| low < 0 || high >= extent;
                if own.size() != 0 && outside(extremes(&own)?) {
                    return Err(Error::value("invalid entry in coordinates array"));
                }
                own
            }
            Bounds::Wrap | Bounds::Clip => in_range(&own, axis, extent, bounds)?.0,
        };
        let term = if steps[axis] == 1 { own } else { rows::multiply(&own, steps[axis])? };
        sum = Some(match sum {
            None => term,
            Some(sum) => rows::add(&sum, &term)?,
        });
    }
    sum.ok_or_else(|| Error::value("need at least one dimension: dims is empty"))
}

fn check_integers(indices: &Array) -> Result<()> {
    if indices.dtype().is_integer() || indices.dtype() == DType::Bool {
        return Ok(());
    }
    Err(Error::type_("only int indices permitted"))
}

/// One-dimensional arrays as an open mesh: the n-th one is reshaped to lie along axis n; a bool array is converted to
/// the indices where it is true. `numpy.ix_`.
///
/// # Errors
/// A value error for an array of another number of axes.
///
/// ```
/// # use cuprust::*;
/// let open = indexing::ix_(&[array![0, 2], array![1, 3]])?;
/// let a = arange(12)?.reshape((3, 4))?;
/// assert_eq!(a.at(s![&open[0], &open[1]])?.to_string(), "[[ 1  3]\n [ 9 11]]");
/// # Ok::<(), Error>(())
/// ```
pub fn ix_<A: Borrow<Array>>(arrays: &[A]) -> Result<Vec<Array>> {
    let rank = arrays.len();
    let laid = arrays.iter().enumerate().map(|(axis, array)| {
        let array = array.borrow();
        if array.ndim() != 1 {
            return Err(Error::value("Cross index must be 1 dimensional"));
        }
        let indices = match array.dtype() {
            DType::Bool => flatnonzero(array)?,
            _ => array.clone(),
        };
        let mut extents = vec![1; rank];
        extents[axis] = indices.size();
        indices.reshape(&extents)
    });
    laid.collect()
}

/// The coordinates of the main diagonal of an array with this many axes of equal extent: `numpy.diag_indices`.
///
/// # Errors
/// As [`crate::creation::empty`].
///
/// ```
/// # use cuprust::*;
/// let indices = indexing::diag_indices(3, 2, None)?;
/// assert_eq!((indices.len(), indices[0].to_string()), (2, "[0 1 2]".into()));
/// # Ok::<(), Error>(())
/// ```
pub fn diag_indices(n: i64, ndim: usize, device: impl Into<Option<Device>>) -> Result<Vec<Array>> {
    let device = device.into().map_or_else(Device::current, Ok)?;
    let indices = positions(&[n.max(0)], 0, &[1], DType::I64, device)?;
    Ok(filled(indices, ndim)?)
}

/// The coordinates of the main diagonal of an array: `numpy.diag_indices_from`.
///
/// # Errors
/// A value error for fewer than two axes, or axes of unequal extents.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(indexing::diag_indices_from(&zeros((2, 2))?)?[1].to_string(), "[0 1]");
/// # Ok::<(), Error>(())
/// ```
pub fn diag_indices_from(array: &Array) -> Result<Vec<Array>> {
    let extents = array.shape();
    if extents.len() < 2 {
        return Err(Error::value("input array must be at least 2-d"));
    }
    if extents.iter().any(|extent| *extent != extents[0]) {
        return Err(Error::value("All dimensions of input must be of equal length"));
    }
    diag_indices(extents[0], extents.len(), array.device())
}

/// The coordinates of the elements of a matrix on and below its k-th diagonal: `numpy.tril_indices`.
///
/// # Errors
/// As [`crate::creation::tri`].
///
/// ```
/// # use cuprust::*;
/// let indices = indexing::tril_indices([2, 2], 0, None)?;
/// assert_eq!((indices[0].to_string(), indices[1].to_string()), ("[0 1 1]".into(), "[0 0 1]".into()));
/// # Ok::<(), Error>(())
/// ```
pub fn tril_indices(extents: [i64; 2], k: i64, device: impl Into<Option<Device>>) -> Result<Vec<Array>> {
    nonzero(&tri(shape(extents).dtype(DType::Bool).on(device.into()).k(k))?)
}

/// The coordinates of the elements of a matrix on and above its k-th diagonal: `numpy.triu_indices`.
///
/// # Errors
/// As [`crate::creation::tri`].
///
/// ```
/// # use cuprust::*;
/// let indices = indexing::triu_indices([2, 2], 0, None)?;
/// assert_eq!((indices[0].to_string(), indices[1].to_string()), ("[0 0 1]".into(), "[0 1 1]".into()));
/// # Ok::<(), Error>(())
/// ```
pub fn triu_indices(extents: [i64; 2], k: i64, device: impl Into<Option<Device>>) -> Result<Vec<Array>> {
    let below = tri(shape(extents).dtype(DType::Bool).on(device.into()).k(k.saturating_sub(1)))?;
    nonzero(&rows::logical_not(&below)?)
}

/// The extents of a matrix.
///
/// # Errors
/// A value error for an array of another number of axes.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(indexing::matrix_extents(&zeros((2, 3))?)?, [2, 3]);
/// # Ok::<(), Error>(())
/// ```
pub fn matrix_extents(array: &Array) -> Result<[i64; 2]> {
    match *array.shape() {
        [rows, columns] => Ok([rows, columns]),
        ref other => Err(Error::value(format!("input array must be 2-d, not of shape {}", shape_text(other)))),
    }
}
