//! The least, the greatest, the middle and other elements of windows by their order.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar};

use super::linear::separately;
use super::{Filter, before, each, made_in, offsets};
use cuprust::windows::{self, Along, Border, Summary, Weighted};
use cuprust::{Array, normalize_axis};

/// The form of a window.
#[derive(Clone, Copy)]
pub enum Neighborhood<'a> {
    /// All elements of a box, of one size along all axes or one along each.
    Size(&'a [i64]),
    /// The elements where an array, placed as a window, is not zero.
    Footprint(&'a Array),
    /// The elements where `footprint` is not zero, or all, with numbers that are added before their maximum, or
    /// subtracted before their minimum.
    Structure {
        /// The elements.
        footprint: Option<&'a Array>,
        /// The numbers.
        structure: &'a Array,
    },
}

/// Which element of a window in ascending order.
#[derive(Debug, Clone, Copy)]
pub enum Rank {
    /// The one in the middle, of two the greater.
    Median,
    /// The one at a part of a hundred of their number; from the greatest one where it is negative.
    Percentile(f64),
    /// The one of an index; from the greatest one if it is negative.
    At(i64),
}

/// The least element of windows of `size` elements along an axis: `scipy.ndimage.minimum_filter1d`. NaN where one is
/// NaN.
///
/// # Errors
/// An axis error; a type error for complex numbers, a runtime error for a window without elements, a value error for an
/// origin outside of it.
pub fn minimum_filter1d(image: &Array, size: i64, axis: i64, filter: Filter) -> Result<Array> {
    extreme_along(image, Summary::Minimum, size, axis, &filter)
}

/// The greatest element of windows of `size` elements along an axis: `scipy.ndimage.maximum_filter1d`. NaN where one
/// is NaN.
///
/// # Errors
/// As [`minimum_filter1d`].
pub fn maximum_filter1d(image: &Array, size: i64, axis: i64, filter: Filter) -> Result<Array> {
    extreme_along(image, Summary::Maximum, size, axis, &filter)
}

fn extreme_along(image: &Array, summary: Summary, size: i64, axis: i64, filter: &Filter) -> Result<Array> {
    check_real(image)?;
    let axis = normalize_axis(axis, image.ndim())?;
    if size < 1 {
        return Err(Error::runtime("incorrect filter size"));
    }
    let before = before(size, filter.origins.first().copied().unwrap_or(0))?;
    let border = filter.border_along()?;
    let dtype = filter.dtype_of(image, false)?;
    let image = holding(image, border)?;
    filter.give(windows::slide(&image, summary, Along { axis, before }, size, border, dtype)?)
}

fn check_real(image: &Array) -> Result<()> {
    if image.dtype().is_complex() { Err(Error::type_("Complex type not supported")) } else { Ok(()) }
}

/// An image in a dtype that has the constant beyond its edges.
fn holding(image: &Array, border: Border) -> Result<Array> {
    let constant = border.constant.get::<f64>();
    let own = Scalar::new(constant).cast(image.dtype());
    if border.edge != windows::Edge::Constant || image.dtype().is_inexact() || own.get::<f64>() == constant {
        return Ok(image.clone());
    }
    image.astype(DType::F64)
}

/// The least element of windows: `scipy.ndimage.minimum_filter`. NaN where one is NaN.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::{Neighborhood, filter, minimum_filter};
/// # fn main() -> Result<()> {
/// let least = minimum_filter(&array![[4, 2, 7], [9, 8, 1]], Neighborhood::Size(&[1, 3]), filter())?;
/// assert_eq!(least.to_string(), "[[2 2 2]\n [8 1 1]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for complex numbers; a runtime error for a footprint of another number of axes than the image or
/// without elements, a value error for an origin outside of the window and for axes that the image has not.
pub fn minimum_filter(image: &Array, of: Neighborhood, filter: Filter) -> Result<Array> {
    extreme(image, Summary::Minimum, of, &filter)
}

/// The greatest element of windows: `scipy.ndimage.maximum_filter`. NaN where one is NaN.
///
/// # Errors
/// As [`minimum_filter`].
pub fn maximum_filter(image: &Array, of: Neighborhood, filter: Filter) -> Result<Array> {
    extreme(image, Summary::Maximum, of, &filter)
}

fn extreme(image: &Array, summary: Summary, of: Neighborhood, filter: &Filter) -> Result<Array> {
    let axes = filter.axes_of(image)?;
    let along = |image: &Array, size, axis, own: Filter| extreme_along(image, summary, size, axis, &own);
    match of {
        Neighborhood::Size(sizes) => {
            check_real(image)?;
            separately(image, sizes, filter, &along)
        }
        Neighborhood::Footprint(footprint) => {
            let included = truths(footprint)?;
            if !included.contains(&true) {
                return Err(Error::value("All-zero footprint is not supported."));
            }
            check_real(image)?;
            if !included.contains(&false) && footprint.ndim() == axes.len() {
                return separately(image, footprint.shape(), filter, &along);
            }
            let last = included.iter().filter(|included| **included).count() as i64 - 1;
            let rank = if summary == Summary::Minimum { 0 } else { last };
            ranked(image, rank, (&axes, footprint.shape(), &included), filter)
        }
        Neighborhood::Structure { footprint, structure } => {
            check_real(image)?;
            let included = match footprint {
                Some(footprint) => truths(footprint)?,
                None => cuprust_reserve::filled(true, structure.size() as usize)?,
            };
            let shape = footprint.map_or(structure.shape(), |footprint| footprint.shape());
            if structure.shape() != shape {
                return Err(Error::runtime("structure array has incorrect shape"));
            }
            let (mode, origins) = check_form(filter, &axes, shape)?;
            let all = structure.astype(DType::F64)?.to_vec::<f64>()?;
            let (weighted, sign) =
                if summary == Summary::Minimum { (Weighted::Minimum, -1.0) } else { (Weighted::Maximum, 1.0) };
            let some: Vec<f64> =
                all.iter().zip(&included).filter(|(_, included)| **included).map(|(number, _)| sign * number).collect();
            let offsets = offsets(image, &axes, shape, &origins, &included)?;
            let numbers = Array::from_slice(&some, [some.len() as i64], image.device())?;
            let border = filter.border(mode);
            let dtype = filter.dtype_of(image, false)?;
            filter.give(made_in(dtype, |dtype| {
                windows::neighbors(image, weighted, offsets.clone(), &numbers, border, dtype)
            })?)
        }
    }
}

fn truths(footprint: &Array) -> Result<Vec<bool>> {
    footprint.astype(DType::Bool)?.to_vec::<bool>()
}

/// The mode and the origins of a window of a shape.
fn check_form(filter: &Filter, axes: &[usize], shape: &[i64]) -> Result<(super::Mode, Vec<i64>)> {
    if shape.len() != axes.len() {
        return Err(Error::runtime(format!("footprint.ndim ({}) must match len(axes) ({})", shape.len(), axes.len())));
    }
    let origins = each(&filter.origins, axes.len())?;
    shape.iter().zip(&origins).try_for_each(|(&size, &origin)| before(size, origin).map(|_| ()))?;
    let mode = filter.one_mode("A sequence of modes is not supported for non-separable footprints")?;
    Ok((mode, origins))
}

/// The elements of a rank in windows of a form.
fn ranked(
    image: &Array,
    rank: i64,
    (axes, shape, included): (&[usize], &[i64], &[bool]),
    filter: &Filter,
) -> Result<Array> {
    let (mode, origins) = check_form(filter, axes, shape)?;
    let border = filter.border(mode);
    let dtype = filter.dtype_of(image, false)?;
    let offsets = offsets(image, axes, shape, &origins, included)?;
    filter.give(windows::rank_neighbors(image, rank, offsets, border, dtype)?)
}

/// The element in the middle of windows: `scipy.ndimage.median_filter`.
///
/// # Errors
/// As [`rank_filter`].
pub fn median_filter(image: &Array, of: Neighborhood, filter: Filter) -> Result<Array> {
    rank_filter(image, Rank::Median, of, filter)
}

/// The element at a part of a hundred of those of windows: `scipy.ndimage.percentile_filter`.
///
/// # Errors
/// As [`rank_filter`].
pub fn percentile_filter(image: &Array, percentile: f64, of: Neighborhood, filter: Filter) -> Result<Array> {
    rank_filter(image, Rank::Percentile(percentile), of, filter)
}

/// The element of a rank of windows: `scipy.ndimage.rank_filter`. NaN are last.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::{Neighborhood, Rank, filter, rank_filter};
/// # fn main() -> Result<()> {
/// let second = rank_filter(&array![5, 1, 4, 2, 3], Rank::At(1), Neighborhood::Size(&[3]), filter())?;
/// assert_eq!(second.to_string(), "[5 4 2 3 3]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for complex numbers; a runtime error for a rank outside of the window, for a footprint of another
/// number of axes than the image or without elements, and for several modes; a value error for an origin outside of the
/// window and for axes that the image has not.
pub fn rank_filter(image: &Array, rank: Rank, of: Neighborhood, filter: Filter) -> Result<Array> {
    check_real(image)?;
    let axes = filter.axes_of(image)?;
    let (shape, included): (Vec<i64>, Vec<bool>) = match of {
        Neighborhood::Size(sizes) => {
            let sizes = each(sizes, axes.len())?;
            let count = sizes.iter().try_fold(1i64, |count, &size| count.checked_mul(size.max(0)));
            let count = count.and_then(|count| usize::try_from(count).ok()).unwrap_or(usize::MAX);
            (sizes, cuprust_reserve::collected(std::iter::repeat_n(true, count))?)
        }
        Neighborhood::Footprint(footprint) | Neighborhood::Structure { footprint: Some(footprint), .. } => {
            (footprint.shape().to_vec(), truths(footprint)?)
        }
        Neighborhood::Structure { structure, .. } => {
            (structure.shape().to_vec(), cuprust_reserve::filled(true, structure.size() as usize)?)
        }
    };
    if shape.len() != axes.len() {
        return Err(Error::runtime(format!("footprint.ndim ({}) must match len(axes) ({})", shape.len(), axes.len())));
    }
    let count = included.iter().filter(|included| **included).count() as i64;
    let index = match rank {
        Rank::Median => count / 2,
        Rank::Percentile(percentile) => {
            let percentile = if percentile < 0.0 { percentile + 100.0 } else { percentile };
            if !(0.0..=100.0).contains(&percentile) {
                return Err(Error::runtime("invalid percentile"));
            }
            if percentile == 100.0 { count - 1 } else { (count as f64 * percentile / 100.0) as i64 }
        }
        Rank::At(rank) if rank < 0 => rank.saturating_add(count),
        Rank::At(rank) => rank,
    };
    if !(0..count).contains(&index) {
        return Err(Error::runtime("rank not within filter footprint size"));
    }
    let whole = !included.contains(&false);
    if whole && (index == 0 || index == count - 1) {
        let summary = if index == 0 { Summary::Minimum } else { Summary::Maximum };
        return extreme(image, summary, Neighborhood::Size(&shape), &filter);
    }
    ranked(image, index, (&axes, &shape, &included), &filter)
}
