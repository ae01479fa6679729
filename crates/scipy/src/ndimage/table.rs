//! The declarations of filters of images.

use cuprust_num::c128;

use super::gaussian::gaussian_over;
use super::*;
use cuprust::table::texts::EDGES;
use cuprust::table::{AnyArray, Output, PerAxis, functions};
use cuprust::{Error, Number};

/// An image, and the axes that a filter of it names.
pub(super) type Over<'a> = (&'a Array, Option<&'a [i64]>);

/// The number of axes along which a filter works.
pub(super) fn count_of((image, axes): Over) -> usize {
    axes.map_or(image.ndim(), <[i64]>::len)
}

/// The filter of one axis that arguments say.
fn one_axis<'a>(output: Output<'a>, mode: &PerAxis<&str>, cval: Number, origin: i64) -> Result<Filter<'a>> {
    let values = mode.values.iter().map(|name| Mode::from_name(name)).collect::<Result<Vec<_>>>()?;
    let cval = cval.to(cuprust_num::DType::C128)?.get::<c128>();
    let modes = PerAxis { values, sequence: mode.sequence };
    Ok(filter().output(output).modes(modes).cval(cval).origin(origin))
}

/// The filter of several axes that arguments say.
///
/// # Errors
/// A runtime error for an unknown mode, and for origins of another number than the axes.
pub(super) fn made<'a>(
    over: Over,
    output: Output<'a>,
    mode: &PerAxis<&str>,
    cval: Number,
    origin: Option<&PerAxis<i64>>,
) -> Result<Filter<'a>> {
    let own = one_axis(output, mode, cval, 0)?;
    let own = match origin {
        Some(origin) => own.origin(for_axes(origin, count_of(over))?),
        None => own,
    };
    Ok(over.1.map_or(own.clone(), |axes| own.axes(axes)))
}

/// A window of a size, or of a footprint where there is one.
fn window<'a>(over: Over, size: Option<&'a PerAxis<i64>>, footprint: Option<&'a Array>) -> Result<Neighborhood<'a>> {
    match (footprint, size) {
        (Some(footprint), size) => {
            if size.is_some() {
                cuprust::chapters::warn(cuprust::Warning::User, "ignoring size because footprint is set")?;
            }
            Ok(Neighborhood::Footprint(footprint))
        }
        (None, Some(size)) => Ok(Neighborhood::Size(for_axes(size, count_of(over))?)),
        (None, None) => Err(Error::runtime("no footprint or filter size provided")),
    }
}

/// The Gaussians that arguments say, over some axes of an image or all.
fn gaussians(
    over: Over,
    sigma: &PerAxis<f64>,
    order: &PerAxis<i64>,
    truncate: f64,
    radius: Option<&PerAxis<i64>>,
) -> Result<Vec<Gaussian>> {
    let count = count_of(over);
    let (sigmas, orders) = (for_each_axis(sigma, count)?, for_each_axis(order, count)?);
    let radii = radius.map(|radius| for_each_axis(radius, count)).transpose()?;
    let own = |position: usize| {
        let radius = radii.as_ref().map(|radii| radii[position]);
        gaussian(sigmas[position]).order(orders[position]).truncate(truncate).radius(radius)
    };
    Ok((0..count).map(own).collect())
}

functions! {
    in "cuprust.scipy.ndimage";

    /// The correlation with weights along an axis, made in float64 and given in the dtype of the image or of `output`.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode and for weights that do not fit, ValueError for an origin outside of the
    /// window.
    ///
    /// >>> cp.scipy.ndimage.correlate1d([2, 8, 0, 4, 1, 9, 9, 0], weights=[1, 3])
    /// array([ 8, 26,  8, 12,  7, 28, 36,  9])
    fn correlate1d(
        input: &Array, weights: AnyArray, axis: i64 = -1, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: i64 = 0
    ) -> Array {
        correlate1d(input, &weights, axis, one_axis(output, &mode, cval, origin)?)
    }

    /// The convolution with weights along an axis, made in float64 and given in the dtype of the image or of `output`.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode and for weights that do not fit, ValueError for an origin outside of the
    /// window.
    ///
    /// >>> cp.scipy.ndimage.convolve1d([2, 8, 0, 4, 1, 9, 9, 0], weights=[1, 3])
    /// array([14, 24,  4, 13, 12, 36, 27,  0])
    fn convolve1d(
        input: &Array, weights: AnyArray, axis: i64 = -1, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: i64 = 0
    ) -> Array {
        convolve1d(input, &weights, axis, one_axis(output, &mode, cval, origin)?)
    }

    /// The correlation with weights of as many axes, made in float64 and given in the dtype of the image or of
    /// `output`.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode and for weights that do not fit, ValueError for an origin outside of the
    /// window.
    ///
    /// >>> cp.scipy.ndimage.correlate(cp.arange(9).reshape(3, 3), [[0, 1], [1, 0]])
    /// array([[ 0,  1,  3],
    ///        [ 3,  4,  6],
    ///        [ 9, 10, 12]])
    fn correlate(
        input: &Array, weights: AnyArray, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: PerAxis<i64> = 0, *,
        axes: Option<&[i64]> = None
    ) -> Array {
        correlate(input, &weights, made((input, axes), output, &mode, cval, Some(&origin))?)
    }

    /// The convolution with weights of as many axes, made in float64 and given in the dtype of the image or of
    /// `output`.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode and for weights that do not fit, ValueError for an origin outside of the
    /// window.
    ///
    /// >>> cp.scipy.ndimage.convolve(cp.arange(9).reshape(3, 3), [[0, 1], [1, 0]])
    /// array([[ 4,  6,  7],
    ///        [10, 12, 13],
    ///        [13, 15, 16]])
    fn convolve(
        input: &Array, weights: AnyArray, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: PerAxis<i64> = 0, *,
        axes: Option<&[i64]> = None
    ) -> Array {
        convolve(input, &weights, made((input, axes), output, &mode, cval, Some(&origin))?)
    }

    /// The mean of windows of `size` elements along an axis.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    /// it.
    ///
    /// >>> cp.scipy.ndimage.uniform_filter1d([2, 8, 0, 4, 1, 9, 9, 0], size=3)
    /// array([4, 3, 4, 1, 4, 6, 6, 3])
    fn uniform_filter1d(
        input: &Array, size: i64, axis: i64 = -1, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: i64 = 0
    ) -> Array {
        uniform_filter1d(input, size, axis, one_axis(output, &mode, cval, origin)?)
    }

    /// The mean of windows of a size along each axis.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    /// it.
    ///
    /// >>> cp.scipy.ndimage.uniform_filter(cp.eye(3) * 9, 3)[1, 1]
    /// array(3.)
    fn uniform_filter(
        input: &Array, size: PerAxis<i64> = 3, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: PerAxis<i64> = 0, *,
        axes: Option<&[i64]> = None
    ) -> Array {
        uniform_filter(input, for_axes(&size, count_of((input, axes)))?, made((input, axes), output, &mode, cval, Some(&origin))?)
    }

    /// The Gaussian filter of a standard deviation along an axis; with `order` that of a derivative. It is cut off at
    /// `truncate` standard deviations, or at `radius` elements.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode, ValueError for a negative `order` or `radius`.
    ///
    /// >>> cp.scipy.ndimage.gaussian_filter1d([1.0, 2.0, 3.0, 4.0, 5.0], 1)
    /// array([1.42704095, 2.06782203, 3.        , 3.93217797, 4.57295905])
    fn gaussian_filter1d(
        input: &Array, sigma: f64, axis: i64 = -1, order: i64 = 0, output: Output = None, mode: PerAxis<&str> = "reflect",
        cval: Number = 0.0, truncate: f64 = 4.0, *, radius: Option<i64> = None
    ) -> Array {
        let by = gaussian(sigma).order(order).truncate(truncate).radius(radius);
        gaussian_filter1d(input, by, axis, one_axis(output, &mode, cval, 0)?)
    }

    /// The Gaussian filter of a standard deviation along each axis; with `order` that of derivatives. It is cut off at
    /// `truncate` standard deviations, or at `radius` elements.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode, ValueError for a negative `order` or `radius`.
    ///
    /// >>> cp.scipy.ndimage.gaussian_filter(cp.arange(50, step=2).reshape(5, 5), sigma=1)[0]
    /// array([ 4,  6,  8,  9, 11])
    fn gaussian_filter(
        input: &Array, sigma: PerAxis<f64>, order: PerAxis<i64> = 0, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0,
        truncate: f64 = 4.0, *, radius: Option<PerAxis<i64>> = None, axes: Option<&[i64]> = None
    ) -> Array {
        let by = gaussians((input, axes), &sigma, &order, truncate, radius.as_ref())?;
        gaussian_over(input, &by, made((input, axes), output, &mode, cval, None)?)
    }

    /// The sum of the second derivatives of a Gaussian filter. `truncate` and `radius` are those of `gaussian_filter`.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode, ValueError for axes that the image has not.
    ///
    /// >>> cp.scipy.ndimage.gaussian_laplace(cp.eye(5), 1)[2, 2]
    /// array(-0.27023032)
    fn gaussian_laplace(
        input: &Array, sigma: PerAxis<f64>, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, *,
        axes: Option<&[i64]> = None, truncate: f64 = 4.0, radius: Option<PerAxis<i64>> = None
    ) -> Array {
        let by = gaussians((input, axes), &sigma, &PerAxis::all(0), truncate, radius.as_ref())?;
        gaussian_laplace(input, &by, made((input, axes), output, &mode, cval, None)?)
    }

    /// The length of the gradient of a Gaussian filter. `truncate` and `radius` are those of `gaussian_filter`.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode, ValueError for axes that the image has not.
    ///
    /// >>> cp.scipy.ndimage.gaussian_gradient_magnitude(cp.eye(5), 1)[2, 2]
    /// array(0.)
    fn gaussian_gradient_magnitude(
        input: &Array, sigma: PerAxis<f64>, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, *,
        axes: Option<&[i64]> = None, truncate: f64 = 4.0, radius: Option<PerAxis<i64>> = None
    ) -> Array {
        // As in SciPy, there are Gaussians for all axes, of which `axes` names those of the gradient.
        let by = gaussians((input, None), &sigma, &PerAxis::all(0), truncate, radius.as_ref())?;
        gaussian_gradient_magnitude(input, &by, made((input, axes), output, &mode, cval, None)?)
    }

    /// The Sobel filter: differences along an axis, smoothed along the others.
    ///
    #[doc = EDGES]
    /// Raises AxisError for an axis out of range, RuntimeError for an unknown mode.
    ///
    /// >>> cp.scipy.ndimage.sobel([[0, 0, 0], [0, 1, 2], [0, 0, 0]])[1]
    /// array([2, 4, 2])
    fn sobel(
        input: &Array, axis: i64 = -1, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0
    ) -> Array {
        sobel(input, axis, made((input, None), output, &mode, cval, None)?)
    }

    /// The Prewitt filter: differences along an axis, smoothed along the others.
    ///
    #[doc = EDGES]
    /// Raises AxisError for an axis out of range, RuntimeError for an unknown mode.
    ///
    /// >>> cp.scipy.ndimage.prewitt([[0, 0, 0], [0, 1, 2], [0, 0, 0]])[1]
    /// array([1, 2, 1])
    fn prewitt(
        input: &Array, axis: i64 = -1, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0
    ) -> Array {
        prewitt(input, axis, made((input, None), output, &mode, cval, None)?)
    }

    /// The sum of second differences along the axes.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode, ValueError for axes that the image has not.
    ///
    /// >>> cp.scipy.ndimage.laplace([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    /// array([[ 0,  1,  0],
    ///        [ 1, -4,  1],
    ///        [ 0,  1,  0]])
    fn laplace(
        input: &Array, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, *, axes: Option<&[i64]> = None
    ) -> Array {
        laplace(input, made((input, axes), output, &mode, cval, None)?)
    }

    /// The least element of windows of `size` elements along an axis; NaN where one is NaN.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    /// it.
    ///
    /// >>> cp.scipy.ndimage.minimum_filter1d([2, 8, 0, 4, 1, 9, 9, 0], size=3)
    /// array([2, 0, 0, 0, 1, 1, 0, 0])
    fn minimum_filter1d(
        input: &Array, size: i64, axis: i64 = -1, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: i64 = 0
    ) -> Array {
        minimum_filter1d(input, size, axis, one_axis(output, &mode, cval, origin)?)
    }

    /// The least element of windows of a size along each axis, or of the elements where `footprint` is not zero; NaN
    /// where one is NaN.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    /// it.
    ///
    /// >>> cp.scipy.ndimage.minimum_filter([[4, 2, 7], [9, 8, 1]], size=(1, 3))
    /// array([[2, 2, 2],
    ///        [8, 1, 1]])
    fn minimum_filter(
        input: &Array, size: Option<PerAxis<i64>> = None, footprint: Option<AnyArray> = None, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: PerAxis<i64> = 0, *,
        axes: Option<&[i64]> = None
    ) -> Array {
        minimum_filter(input, window((input, axes), size.as_ref(), footprint.as_deref())?, made((input, axes), output, &mode, cval, Some(&origin))?)
    }

    /// The greatest element of windows of `size` elements along an axis; NaN where one is NaN.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    /// it.
    ///
    /// >>> cp.scipy.ndimage.maximum_filter1d([2, 8, 0, 4, 1, 9, 9, 0], size=3)
    /// array([8, 8, 8, 4, 9, 9, 9, 9])
    fn maximum_filter1d(
        input: &Array, size: i64, axis: i64 = -1, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: i64 = 0
    ) -> Array {
        maximum_filter1d(input, size, axis, one_axis(output, &mode, cval, origin)?)
    }

    /// The greatest element of windows of a size along each axis, or of the elements where `footprint` is not zero; NaN
    /// where one is NaN.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    /// it.
    ///
    /// >>> cp.scipy.ndimage.maximum_filter([[4, 2, 7], [9, 8, 1]], size=(1, 3))
    /// array([[4, 7, 7],
    ///        [9, 9, 8]])
    fn maximum_filter(
        input: &Array, size: Option<PerAxis<i64>> = None, footprint: Option<AnyArray> = None, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: PerAxis<i64> = 0, *,
        axes: Option<&[i64]> = None
    ) -> Array {
        maximum_filter(input, window((input, axes), size.as_ref(), footprint.as_deref())?, made((input, axes), output, &mode, cval, Some(&origin))?)
    }

    /// The element of a rank in ascending order of windows of a size along each axis, or of the elements where
    /// `footprint` is not zero; from the greatest one where the rank is negative. NaN are last.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode and for a rank outside of the window, ValueError for an origin outside
    /// of it.
    ///
    /// >>> cp.scipy.ndimage.rank_filter([5, 1, 4, 2, 3], rank=1, size=3)
    /// array([5, 4, 2, 3, 3])
    fn rank_filter(
        input: &Array, rank: i64, size: Option<PerAxis<i64>> = None, footprint: Option<AnyArray> = None, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: PerAxis<i64> = 0, *,
        axes: Option<&[i64]> = None
    ) -> Array {
        let form = window((input, axes), size.as_ref(), footprint.as_deref())?;
        rank_filter(input, Rank::At(rank), form, made((input, axes), output, &mode, cval, Some(&origin))?)
    }

    /// The element at a part of a hundred, in ascending order, of windows of a size along each axis, or of the elements
    /// where `footprint` is not zero; from the greatest one where the part is negative. NaN are last.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode and for a part that is none, ValueError for an origin outside of the
    /// window.
    ///
    /// >>> cp.scipy.ndimage.percentile_filter([5, 1, 4, 2, 3], percentile=20, size=3)
    /// array([1, 1, 1, 2, 2])
    fn percentile_filter(
        input: &Array, percentile: f64, size: Option<PerAxis<i64>> = None, footprint: Option<AnyArray> = None, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: PerAxis<i64> = 0, *,
        axes: Option<&[i64]> = None
    ) -> Array {
        let form = window((input, axes), size.as_ref(), footprint.as_deref())?;
        percentile_filter(input, percentile, form, made((input, axes), output, &mode, cval, Some(&origin))?)
    }

    /// The element in the middle, in ascending order, of windows of a size along each axis, or of the elements where
    /// `footprint` is not zero; of two the greater one. NaN are last.
    ///
    #[doc = EDGES]
    /// Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    /// it.
    ///
    /// >>> cp.scipy.ndimage.median_filter([5, 1, 4, 2, 3], size=3)
    /// array([5, 4, 2, 3, 3])
    fn median_filter(
        input: &Array, size: Option<PerAxis<i64>> = None, footprint: Option<AnyArray> = None, output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: PerAxis<i64> = 0, *,
        axes: Option<&[i64]> = None
    ) -> Array {
        median_filter(input, window((input, axes), size.as_ref(), footprint.as_deref())?, made((input, axes), output, &mode, cval, Some(&origin))?)
    }
}
