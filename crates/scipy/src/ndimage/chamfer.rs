//! How many steps each element of an image is from the nearest one that is zero.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar};
use cuprust_ops::RowId;

use super::index_grids::{index_along, steps};
use super::{binary, binary_erosion};
use cuprust::chapters::{poll_signals, positions};
use cuprust::indexing::take_along_axis;
use cuprust::ufunc::rows;
use cuprust::ufunc_methods::accumulate;
use cuprust::windows::{Along, Border, Edge, Summary, slide};
use cuprust::{Array, shape, where_, zeros};

/// The steps that a distance counts.
#[derive(Debug, Clone, Copy)]
pub enum Steps<'a> {
    /// To the adjacent elements along each axis: distances are sums over the axes.
    Taxicab,
    /// To diagonal neighbors too: distances are the greatest along an axis.
    Chessboard,
    /// To the neighbors of a structuring element, of three elements along each axis, and to those opposite of them. As
    /// in SciPy, only the elements before its centre are used.
    Structure(&'a Array),
}

/// How many steps each element is from the nearest one that is zero, as int32; -1 where no steps lead to one:
/// `scipy.ndimage.distance_transform_cdt`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::{Steps, distance_transform_cdt};
/// # fn main() -> Result<()> {
/// let image = array![[1, 1, 1], [1, 1, 1], [0, 1, 1]];
/// let distances = distance_transform_cdt(&image, Steps::Taxicab)?;
/// assert_eq!(distances.to_string(), "[[2 3 4]\n [1 2 3]\n [0 1 2]]");
/// let distances = distance_transform_cdt(&image, Steps::Chessboard)?;
/// assert_eq!(distances.to_string(), "[[2 2 2]\n [1 1 2]\n [0 1 2]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a structure of other lengths than three, a runtime error for one of another number of axes.
pub fn distance_transform_cdt(image: &Array, steps: Steps) -> Result<Array> {
    match steps {
        Steps::Structure(structure) => counted(image, structure),
        _ => Ok(distances_and_zeros(image, steps)?.0),
    }
}

/// The index along each axis of a nearest zero element by [`distance_transform_cdt`], as int32, with an axis before
/// those of the image; an element's own index where no steps lead to a zero.
///
/// As [`distance_transform_cdt`], and a value error for a structure, for which nearest elements are not computed.
pub fn zeros_in_steps(image: &Array, steps: Steps) -> Result<Array> {
    Ok(distances_and_zeros(image, steps)?.1)
}

/// The results of [`distance_transform_cdt`] and [`zeros_in_steps`], from one search.
pub(super) fn distances_and_zeros(image: &Array, steps: Steps) -> Result<(Array, Array)> {
    let (distances, indices) = match steps {
        Steps::Structure(_) => return Err(Error::value("indices are those of the metrics taxicab and chessboard")),
        Steps::Taxicab => nearest(image, summed)?,
        Steps::Chessboard => nearest(image, greatest)?,
    };
    let nowhere = rows::greater_equal(&distances, unreached(image))?;
    let own = |(axis, index): (usize, Array)| {
        where_(&nowhere, &index_along(image, axis, DType::I64)?, &index)?.astype(DType::I32)
    };
    let indices = indices.into_iter().enumerate().map(own).collect::<Result<Vec<_>>>()?;
    let indices = if indices.is_empty() {
        zeros(shape([0]).dtype(DType::I32).on(image.device()))?
    } else {
        cuprust::stack(&indices, 0)?
    };
    Ok((where_(&nowhere, -1, &distances)?.astype(DType::I32)?, indices))
}

/// More than any distance within an image.
fn unreached(image: &Array) -> i64 {
    image.shape().iter().sum::<i64>() + 1
}

/// The distances, [`unreached`] where there is no zero, and the indices of a nearest zero. Axis by axis, `along` finds
/// for each index `p` the index `q` along the axis that minimises the distance so far at `q` combined with that from
/// `p` to `q`.
fn nearest(image: &Array, along: fn(&Array, usize, i64) -> Result<(Array, Array)>) -> Result<(Array, Vec<Array>)> {
    let mut distances = where_(&image.astype(DType::Bool)?, unreached(image), 0)?.astype(DType::I64)?;
    let mut indices: Vec<Array> = Vec::new();
    for axis in 0..image.ndim() {
        let (least, position) = along(&distances, axis, unreached(image))?;
        let of_place = |array: &Array| take_along_axis(array, &position, axis as i64);
        indices = indices.iter().map(of_place).collect::<Result<_>>()?;
        indices.push(position);
        distances = least;
    }
    Ok((distances, indices))
}

/// Packs the index of an element along an axis after its value: the least of such numbers gives the index of the
/// minimum.
fn pack_indices(values: &Array, axis: usize) -> Result<Array> {
    rows::add(&rows::multiply(values, values.shape()[axis].max(1))?, &index_along(values, axis, DType::I64)?)
}

/// The values and the indices of numbers that [`pack_indices`] packed, for arrays of this extent along the axis.
fn unpack_indices(joined: &Array, extent: i64) -> Result<(Array, Array)> {
    Ok((rows::floor_divide(joined, extent.max(1))?, rows::remainder(joined, extent.max(1))?))
}

/// Distances that are sums: the least `distances[q] + |p - q|`, by a scan from each end.
fn summed(distances: &Array, axis: usize, _: i64) -> Result<(Array, Array)> {
    let (extent, own) = (distances.shape()[axis], index_along(distances, axis, DType::I64)?);
    let least = |shifted: Array, backward: bool| {
        let joined = pack_indices(&shifted, axis)?;
        let joined = if backward { joined.flip([axis as i64])? } else { joined };
        let scanned = accumulate(const { RowId::named("minimum") }, &joined, axis as i64, None, None)?;
        let scanned = if backward { scanned.flip([axis as i64])? } else { scanned };
        unpack_indices(&scanned, extent)
    };
    let (before, first) = least(rows::subtract(distances, &own)?, false)?;
    let (behind, last) = least(rows::add(distances, &own)?, true)?;
    let (before, behind) = (rows::add(&before, &own)?, rows::subtract(&behind, &own)?);
    let nearer = rows::less_equal(&before, &behind)?;
    Ok((rows::minimum(&before, &behind)?, where_(&nearer, &first, &last)?))
}

/// The chessboard metric: the least `max(distances[q], |p - q|)`, which is the least `s` for which a distance within
/// `s` elements is at most `s`. It is found bit by bit from the highest one on.
fn greatest(distances: &Array, axis: usize, unreached: i64) -> Result<(Array, Array)> {
    let (extent, own) = (distances.shape()[axis], index_along(distances, axis, DType::I64)?);
    let joined = pack_indices(distances, axis)?;
    let beyond = Scalar::new(unreached.saturating_mul(extent.max(1)));
    let border = Border { edge: Edge::Constant, constant: beyond };
    // The minimum within less than `reach` elements.
    let mut reach = distances.zeros_like(DType::I64)?;
    let mut least = rows::add(&reach, beyond)?;
    let wider = |least: &Array, reach: &Array, size: i64| {
        let side = |before: i64, at: Array| {
            let minima = slide(&joined, Summary::Minimum, Along { axis, before }, size, border, DType::I64)?;
            let inside = rows::logical_and(&rows::greater_equal(&at, 0)?, &rows::less(&at, extent)?)?;
            let at = rows::minimum(&rows::maximum(&at, 0)?, extent - 1)?;
            where_(&inside, &take_along_axis(&minima, &at, axis as i64)?, beyond)
        };
        let sides = rows::minimum(&side(size - 1, rows::subtract(&own, reach)?)?, &side(0, rows::add(&own, reach)?)?)?;
        rows::minimum(least, &sides)
    };
    for bit in (0..i64::BITS - extent.leading_zeros()).rev() {
        poll_signals()?;
        let size = 1_i64 << bit;
        let more = wider(&least, &reach, size)?;
        // The minimum within `reach + size - 1` elements is still farther away than these.
        let bound = rows::add(&reach, size - 1)?;
        let farther = rows::greater(&rows::floor_divide(&more, extent.max(1))?, &bound)?;
        least = where_(&farther, &more, &least)?;
        reach = rows::add(&reach, &where_(&farther, size, 0)?)?;
    }
    let (values, position) = unpack_indices(&wider(&least, &reach, 1)?, extent)?;
    Ok((rows::maximum(&rows::minimum(&values, unreached)?, &reach)?, position))
}

/// How many erosions by a structure leave each element: that many steps lead to the nearest zero.
fn counted(image: &Array, structure: &Array) -> Result<Array> {
    if structure.shape().iter().any(|&extent| extent != 3) {
        return Err(Error::value("metric sizes must be equal to 3"));
    }
    if structure.ndim() != image.ndim() {
        return Err(Error::runtime("structure and input must have equal rank"));
    }
    // The elements before the centre in C order, and those opposite of them.
    let own = structure.astype(DType::Bool)?;
    let half = own.size() / 2;
    let order = positions(own.shape(), 0, &steps(own.shape()), DType::I64, image.device())?;
    let before = rows::logical_and(&own, &rows::less(&order, half)?)?;
    let both = rows::logical_or(&before, &before.flip(..)?)?;
    let structure = rows::logical_or(&both, &rows::equal(&order, half)?)?;
    let mut left = image.astype(DType::Bool)?;
    let mut distances = left.astype(DType::I32)?;
    loop {
        poll_signals()?;
        let next = binary_erosion(&left, binary().structure(&structure).border(true))?;
        if rows::not_equal(&next, &left)?.any(..)?.item()?.get::<bool>() {
            distances = rows::add(&distances, &next.astype(DType::I32)?)?;
            left = next;
        } else {
            return where_(&left, -1, &distances)?.astype(DType::I32);
        }
    }
}
