//! Sums of products with weights, and means.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::{Filter, before, by_parts, each, joined, made_in, offsets, origin_of_reversed};
use cuprust::ufunc::rows;
use cuprust::windows::{self, Along, Summary, Weighted};
use cuprust::{Array, normalize_axis};

/// The correlation with weights along an axis: `scipy.ndimage.correlate1d`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::{correlate1d, filter};
/// # fn main() -> Result<()> {
/// let steps = correlate1d(&array![2, 8, 0, 4, 1, 9, 9, 0], &array![1, 3], -1, filter())?;
/// assert_eq!(steps.to_string(), "[ 8 26  8 12  7 28 36  9]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error; a runtime error for weights that are no line with elements, a value error for an origin outside of
/// the window.
pub fn correlate1d(image: &Array, weights: &Array, axis: i64, filter: Filter) -> Result<Array> {
    check_line(weights)?;
    // As of `numpy.correlate`, the weights are conjugated.
    let weights = if weights.dtype().is_complex() { rows::conjugate(weights)? } else { weights.clone() };
    along(image, &weights, axis, &filter)
}

/// The convolution with weights along an axis: `scipy.ndimage.convolve1d`.
///
/// # Errors
/// As [`correlate1d`].
pub fn convolve1d(image: &Array, weights: &Array, axis: i64, filter: Filter) -> Result<Array> {
    check_line(weights)?;
    let origin = origin_of_reversed(filter.origins.first().copied().unwrap_or(0), weights.size());
    let reversed = weights.flip(0)?;
    along(image, &reversed, axis, &filter.origin(origin))
}

fn check_line(weights: &Array) -> Result<()> {
    if weights.ndim() != 1 || weights.size() < 1 {
        return Err(Error::runtime("no filter weights given"));
    }
    Ok(())
}

/// The sums of products with weights as they are.
fn along(image: &Array, weights: &Array, axis: i64, filter: &Filter) -> Result<Array> {
    if image.dtype().is_complex() || weights.dtype().is_complex() {
        return of_products(image, weights, filter, &|image, weights, filter| along(image, weights, axis, filter));
    }
    let axis = normalize_axis(axis, image.ndim())?;
    let size = weights.size();
    let origin = filter.origins.first().copied().unwrap_or(0);
    let before = before(size, origin).map_err(|_| {
        Error::value("Invalid origin; origin must satisfy -(len(weights) // 2) <= origin <= (len(weights)-1) // 2")
    })?;
    let border = filter.border_along()?;
    let dtype = filter.dtype_of(image, false)?;
    filter.give(made_in(dtype, |dtype| windows::correlate_axis(image, weights, Along { axis, before }, border, dtype))?)
}

/// The result of a linear filter if the image or the weights are complex: composed of those of their parts.
fn of_products(
    image: &Array,
    weights: &Array,
    filter: &Filter,
    of: &dyn Fn(&Array, &Array, &Filter) -> Result<Array>,
) -> Result<Array> {
    let dtype = filter.dtype_of(image, true)?;
    let part = if dtype == DType::C64 { DType::F32 } else { DType::F64 };
    let (on_re, on_im) = (filter.of_real().giving(part), filter.of_imaginary().giving(part));
    let (re, im) = if image.dtype().is_complex() && weights.dtype().is_complex() {
        let (x, y, v, w) =
            (image.real_part()?, image.imaginary_part()?, weights.real_part()?, weights.imaginary_part()?);
        let re = rows::subtract(&of(&x, &v, &on_re)?, &of(&y, &w, &on_im)?)?;
        (re, rows::add(&of(&x, &w, &on_re)?, &of(&y, &v, &on_im)?)?)
    } else if image.dtype().is_complex() {
        (of(&image.real_part()?, weights, &on_re)?, of(&image.imaginary_part()?, weights, &on_im)?)
    } else {
        (of(image, &weights.real_part()?, &on_re)?, of(image, &weights.imaginary_part()?, &on_re)?)
    };
    filter.give(joined(&re, &im, dtype)?)
}

/// The correlation with weights of as many axes: `scipy.ndimage.correlate`.
///
/// # Errors
/// A runtime error for weights of another number of axes than the image, or than `axes`; a value error for an origin
/// outside of the window.
pub fn correlate(image: &Array, weights: &Array, filter: Filter) -> Result<Array> {
    let weights = if weights.dtype().is_complex() { rows::conjugate(weights)? } else { weights.clone() };
    over(image, &weights, &filter)
}

/// The convolution with weights of as many axes: `scipy.ndimage.convolve`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::{Mode, convolve, filter};
/// # fn main() -> Result<()> {
/// let a = array![[1, 2, 0], [5, 3, 0], [0, 0, 0]];
/// let k = array![[1, 1], [1, 0]];
/// let sums = convolve(&a, &k, filter().mode(Mode::Constant))?;
/// assert_eq!(sums.at(s![0, 0])?.to_string(), "10");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`correlate`].
pub fn convolve(image: &Array, weights: &Array, filter: Filter) -> Result<Array> {
    let origins = each(&filter.origins, weights.ndim())?;
    let reversed: Vec<i64> =
        origins.iter().zip(weights.shape()).map(|(&origin, &size)| origin_of_reversed(origin, size)).collect();
    let weights = weights.flip(None)?;
    let filter = if reversed.is_empty() { filter } else { filter.origin(&reversed[..]) };
    over(image, &weights, &filter)
}

/// The sums of products with weights as they are.
fn over(image: &Array, weights: &Array, filter: &Filter) -> Result<Array> {
    if image.dtype().is_complex() || weights.dtype().is_complex() {
        return of_products(image, weights, filter, &over);
    }
    let axes = filter.axes_of(image)?;
    if weights.ndim() != axes.len() {
        return Err(Error::runtime(format!("weights.ndim ({}) must match len(axes) ({})", weights.ndim(), axes.len())));
    }
    let dtype = filter.dtype_of(image, false)?;
    if weights.size() == 0 || axes.is_empty() {
        return filter.give(image.zeros_like(Some(dtype))?);
    }
    let border = filter.border(filter.one_mode("A sequence of modes is not supported")?);
    let origins = each(&filter.origins, axes.len())?;
    let all = weights.astype(DType::F64)?.to_vec::<f64>()?;
    // As in SciPy, negligible terms are left out.
    let included: Vec<bool> = all.iter().map(|weight| weight.abs() > f64::EPSILON).collect();
    let some: Vec<f64> = all.into_iter().filter(|weight| weight.abs() > f64::EPSILON).collect();
    let offsets = offsets(image, &axes, weights.shape(), &origins, &included)?;
    if some.is_empty() {
        return filter.give(image.zeros_like(Some(dtype))?);
    }
    let weights = Array::from_slice(&some, [some.len() as i64], image.device())?;
    filter.give(made_in(dtype, |dtype| {
        windows::neighbors(image, Weighted::Sum, offsets.clone(), &weights, border, dtype)
    })?)
}

/// The mean of windows of `size` elements along an axis: `scipy.ndimage.uniform_filter1d`.
///
/// # Errors
/// An axis error; a runtime error for a window without elements, a value error for an origin outside of it.
pub fn uniform_filter1d(image: &Array, size: i64, axis: i64, filter: Filter) -> Result<Array> {
    if size < 1 {
        return Err(Error::runtime("incorrect filter size"));
    }
    if image.dtype().is_complex() {
        return by_parts(image, &filter, |image, filter| uniform_filter1d(image, size, axis, filter.clone()));
    }
    let axis = normalize_axis(axis, image.ndim())?;
    let before = before(size, filter.origins.first().copied().unwrap_or(0))?;
    let (border, dtype) = (filter.border_along()?, filter.dtype_of(image, false)?);
    filter.give(made_in(dtype, |dtype| {
        windows::slide(image, Summary::Mean, Along { axis, before }, size, border, dtype)
    })?)
}

/// The mean of windows of a size along each axis: `scipy.ndimage.uniform_filter`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::{filter, uniform_filter};
/// # fn main() -> Result<()> {
/// let means = uniform_filter(&array![[3.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 6.0]], &[3], filter())?;
/// assert_eq!(means.at(s![1, 1])?.to_string(), "1.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`uniform_filter1d`], a runtime error for as many sizes, modes or origins as there are no axes, and a value error
/// for axes that the image has not.
pub fn uniform_filter(image: &Array, sizes: &[i64], filter: Filter) -> Result<Array> {
    if image.dtype().is_complex() {
        return by_parts(image, &filter, |image, filter| uniform_filter(image, sizes, filter.clone()));
    }
    separately(image, sizes, &filter, &|image, size, axis, filter| uniform_filter1d(image, size, axis, filter))
}

/// Applies a filter of a size along each axis, one after the other.
pub(super) fn separately(
    image: &Array,
    sizes: &[i64],
    filter: &Filter,
    of: &dyn Fn(&Array, i64, i64, Filter) -> Result<Array>,
) -> Result<Array> {
    let axes = filter.axes_of(image)?;
    let (sizes, modes) = (each(sizes, axes.len())?, filter.modes_along(axes.len())?);
    let origins = each(&filter.origins, axes.len())?;
    let dtype = filter.dtype_of_passes(image)?;
    let mut result: Option<Array> = None;
    for (index, &axis) in axes.iter().enumerate().filter(|(index, _)| sizes[*index] > 1) {
        let own = filter.giving(dtype).mode(modes[index]).origin(origins[index]);
        result = Some(of(result.as_ref().unwrap_or(image), sizes[index], axis as i64, own)?);
    }
    filter.give(result.map_or_else(|| image.astype(dtype), Ok)?)
}
