//! Differences of neighbours, and filters composed of those along each axis.

use cuprust_ir::Result;
use cuprust_num::DType;

use super::gaussian::gaussian_over;
use super::{Filter, Gaussian, correlate1d, each};
use cuprust::ufunc::rows;
use cuprust::{Array, normalize_axis};

/// The weights that smooth an image across a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// One, two, one.
    Sobel,
    /// One, one, one.
    Prewitt,
}

/// The Sobel filter: `scipy.ndimage.sobel`.
///
/// # Errors
/// An axis error, and a runtime error for as many modes as there are no axes.
pub fn sobel(image: &Array, axis: i64, filter: Filter) -> Result<Array> {
    difference(image, axis, Step::Sobel, filter)
}

/// The Prewitt filter: `scipy.ndimage.prewitt`.
///
/// # Errors
/// As [`sobel`].
pub fn prewitt(image: &Array, axis: i64, filter: Filter) -> Result<Array> {
    difference(image, axis, Step::Prewitt, filter)
}

fn difference(image: &Array, axis: i64, step: Step, filter: Filter) -> Result<Array> {
    let axis = normalize_axis(axis, image.ndim())?;
    let modes = filter.modes_along(image.ndim())?;
    let dtype = filter.dtype_of_passes(image)?;
    let weights = |weights: [f64; 3]| Array::from_slice(&weights, [3], image.device());
    let own = |index: usize| filter.giving(dtype).mode(modes[index]).origin(0);
    let mut result = correlate1d(image, &weights([-1.0, 0.0, 1.0])?, axis as i64, own(axis))?;
    let across = weights([1.0, if step == Step::Sobel { 2.0 } else { 1.0 }, 1.0])?;
    for other in (0..image.ndim()).filter(|other| *other != axis) {
        result = correlate1d(&result, &across, other as i64, own(other))?;
    }
    filter.give(result)
}

/// The sum of second differences along the axes: `scipy.ndimage.laplace`.
///
/// # Errors
/// A runtime error for as many modes as there are no axes, a value error for axes that the image has not.
pub fn laplace(image: &Array, filter: Filter) -> Result<Array> {
    let weights = Array::from_slice(&[1.0, -2.0, 1.0], [3], image.device())?;
    summed(image, &filter, &|axis, own| correlate1d(image, &weights, axis as i64, own))
}

/// The sum of second derivatives of Gaussians: `scipy.ndimage.gaussian_laplace`. There is a Gaussian for all axes or
/// one for each.
///
/// # Errors
/// As [`laplace`], and as [`super::gaussian_filter`].
pub fn gaussian_laplace(image: &Array, by: &[Gaussian], filter: Filter) -> Result<Array> {
    derived(image, by, 2, false, &filter, &|image, filter, along| summed(image, filter, along))
}

/// The length of the gradient along the filter's axes by derivatives of Gaussians, one for all axes of the image or one
/// for each: `scipy.ndimage.gaussian_gradient_magnitude`.
///
/// # Errors
/// As [`laplace`], and as [`super::gaussian_filter`].
pub fn gaussian_gradient_magnitude(image: &Array, by: &[Gaussian], filter: Filter) -> Result<Array> {
    // As in SciPy, Gaussians apply to all axes of the image, also to those without a derivative.
    derived(image, by, 1, true, &filter, &|image, filter, along| {
        let squares = summed(image, &filter.giving(filter.dtype_of_passes(image)?), &|axis, own| {
            let slope = along(axis, own)?;
            rows::multiply(&slope, &slope)
        })?;
        let dtype = squares.dtype();
        filter.give(rows::sqrt(&squares)?.astype(dtype)?)
    })
}

/// A derivative along an axis.
type Derivative<'a> = dyn Fn(usize, Filter<'_>) -> Result<Array> + 'a;

/// Combines by `of` the derivatives of an order along each axis, smoothed along the others.
fn derived(
    image: &Array,
    by: &[Gaussian],
    order: i64,
    along_all: bool,
    filter: &Filter,
    of: &dyn Fn(&Array, &Filter, &Derivative) -> Result<Array>,
) -> Result<Array> {
    let axes = if along_all { (0..image.ndim()).collect() } else { filter.axes_of(image)? };
    let by = each(by, axes.len())?;
    of(image, filter, &|axis, own| {
        let along = |(index, by): (usize, &Gaussian)| by.order(if axes[index] == axis { order } else { 0 });
        let each: Vec<Gaussian> = by.iter().enumerate().map(along).collect();
        // As in SciPy, the mode of the derivative's axis is that of all axes of its term.
        let own = own.axes(&axes.iter().map(|&axis| axis as i64).collect::<Vec<_>>()[..]);
        gaussian_over(image, &each, own)
    })
}

/// The sum of what there is along each axis, in the dtype of the result.
fn summed(image: &Array, filter: &Filter, along: &Derivative) -> Result<Array> {
    let axes = filter.axes_of(image)?;
    let modes = filter.modes_along(axes.len())?;
    let dtype: DType = filter.dtype_of_passes(image)?;
    let mut result: Option<Array> = None;
    for (index, &axis) in axes.iter().enumerate() {
        let term = along(axis, filter.giving(dtype).mode(modes[index]).origin(0))?;
        result = Some(match result {
            None => term,
            Some(sum) => rows::add(&sum, &term)?,
        });
    }
    filter.give(result.map_or_else(|| image.astype(dtype), Ok)?)
}
