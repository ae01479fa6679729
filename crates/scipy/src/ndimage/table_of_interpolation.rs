//! The declarations of what reads images between their elements.

use cuprust_num::c128;

use super::*;
use cuprust::table::texts::SPLINES;
use cuprust::table::{Output, PerAxis, Reals, Sequence, functions};
use cuprust::{Error, Number};

/// Why `texture_memory` and `float64_coords` have no effect.
const IN_DOUBLE: &str = "coordinates are float64, and images are read from memory";

/// The interpolation that arguments say.
fn read<'a>(output: Output<'a>, order: i64, mode: &str, cval: Number, prefilter: bool) -> Result<Interpolation<'a>> {
    let cval = cval.to(cuprust_num::DType::C128)?.get::<c128>();
    Ok(interpolation().output(output).order(order).mode(Mode::from_name(mode)?).cval(cval).prefilter(prefilter))
}

functions! {
    in "cuprust.scipy.ndimage";

    /// The coefficients of the splines of an order from 0 to 5 through the elements along an axis, as float64 or in the
    /// dtype of `output`. `mode` says how the image goes on beyond the edges.
    ///
    /// Raises RuntimeError for an unknown mode or order, AxisError for an axis out of range.
    ///
    /// >>> cp.scipy.ndimage.spline_filter1d([0.0, 1.0, 0.0])
    /// array([-1.,  2., -1.])
    fn spline_filter1d(
        input: &Array, order: i64 = 3, axis: i64 = -1, output: Output = "float64", mode: &str = "mirror"
    ) -> Array {
        spline_filter1d(input, order, axis, Mode::from_name(mode)?, output)
    }

    /// The coefficients of the splines of an order from 2 to 5 through the elements along all axes, as float64 or in
    /// the dtype of `output`. `mode` says how the image goes on beyond the edges.
    ///
    /// Raises RuntimeError for an unknown mode or order.
    ///
    /// >>> cp.scipy.ndimage.spline_filter([[0.0, 1.0, 0.0]])
    /// array([[-1.,  2., -1.]])
    fn spline_filter(
        input: &Array, order: i64 = 3, output: Output = "float64", mode: &str = "mirror"
    ) -> Array {
        spline_filter(input, order, Mode::from_name(mode)?, output)
    }

    /// An image at coordinates: `coordinates[k]` are those along axis `k`, and the result has their shape.
    ///
    #[doc = SPLINES]
    ///
    /// Raises RuntimeError for an unknown mode or order and for arrays of other shapes, TypeError for complex
    /// coordinates.
    ///
    /// >>> cp.scipy.ndimage.map_coordinates(cp.arange(12.0).reshape(4, 3), [[0.5, 2], [0.5, 1]], order=1)
    /// array([2., 7.])
    fn map_coordinates(
        input: &Array, coordinates: &Array, output: Output = None, order: i64 = 3, mode: &str = "constant",
        cval: Number = 0.0, prefilter: bool = True
    ) -> Array {
        map_coordinates(input, coordinates, read(output, order, mode, cval, prefilter)?)
    }

    /// An image under an affine transformation: the element at `i` is the image at `matrix @ i + offset`. A matrix of
    /// one axis is a diagonal; one with one column more, and perhaps one row, holds the offset in that column.
    ///
    #[doc = SPLINES]
    ///
    /// Raises RuntimeError for an unknown mode or order and for a matrix, offset or output of another shape.
    ///
    /// >>> cp.scipy.ndimage.affine_transform(cp.array([[1, 2], [3, 4]]), [[0, 1], [1, 0]], order=1)
    /// array([[1, 3],
    ///        [2, 4]])
    fn affine_transform(
        input: &Array, matrix: &Reals, offset: PerAxis<f64> = 0.0, output_shape: Option<&[i64]> = None, output: Output = None,
        order: i64 = 3, mode: &str = "constant", cval: Number = 0.0, prefilter: bool = True, *,
        texture_memory: bool = False, float64_coords: bool = False
    ) ignoring { texture_memory: IN_DOUBLE, float64_coords: IN_DOUBLE } -> Array {
        let own = match matrix.shape[..] {
            [_] => Matrix::diagonal(&matrix.values),
            [rows, _] => Matrix::of_rows(&matrix.values, rows as usize),
            _ => return Err(Error::runtime("no proper affine matrix provided")),
        };
        affine_transform(input, &own, &for_each_axis(&offset, input.ndim())?, output_shape, read(output, order, mode, cval, prefilter)?)
    }

    /// An image moved by a distance along each axis.
    ///
    #[doc = SPLINES]
    ///
    /// Raises RuntimeError for an unknown mode or order and for another number of distances.
    ///
    /// >>> cp.scipy.ndimage.shift([1, 2, 3, 4], 1.5, order=1)
    /// array([0, 0, 2, 3])
    fn shift(
        input: &Array, shift: PerAxis<f64>, output: Output = None, order: i64 = 3, mode: &str = "constant", cval: Number = 0.0,
        prefilter: bool = True
    ) -> Array {
        super::shift(input, &for_each_axis(&shift, input.ndim())?, read(output, order, mode, cval, prefilter)?)
    }

    /// An image whose extents are multiplied by factors: the centres of the first and the last elements stay where they
    /// are, or with `grid_mode` their outer edges.
    ///
    #[doc = SPLINES]
    ///
    /// Raises RuntimeError for an unknown mode or order and for another number of factors, ValueError for a negative
    /// one.
    ///
    /// >>> cp.scipy.ndimage.zoom([1.0, 3.0], 1.5, order=1)
    /// array([1., 2., 3.])
    fn zoom(
        input: &Array, zoom: PerAxis<f64>, output: Output = None, order: i64 = 3, mode: &str = "constant", cval: Number = 0.0,
        prefilter: bool = True, *, grid_mode: bool = False
    ) -> Array {
        super::zoom(input, &for_each_axis(&zoom, input.ndim())?, grid_mode, read(output, order, mode, cval, prefilter)?)
    }

    /// An image turned by an angle in degrees, in the plane of two axes; with `reshape` the result has space for all of
    /// it.
    ///
    #[doc = SPLINES]
    ///
    /// Raises RuntimeError for an unknown mode or order, ValueError for an image of less than two axes and for axes
    /// that it has not.
    ///
    /// >>> cp.scipy.ndimage.rotate(cp.array([[1, 2, 3]]), 90, order=1)
    /// array([[3],
    ///        [2],
    ///        [1]])
    fn rotate(
        input: &Array, angle: f64, axes: Sequence = (1, 0), reshape: bool = True, output: Output = None, order: i64 = 3,
        mode: &str = "constant", cval: Number = 0.0, prefilter: bool = True
    ) -> Array {
        if input.ndim() < 2 {
            return Err(Error::value("input array should be at least 2D"));
        }
        let [first, second] = axes.0[..] else {
            return Err(Error::value("axes should contain exactly two values"));
        };
        rotate(input, angle, [first, second], reshape, read(output, order, mode, cval, prefilter)?)
    }
}
