//! Images between their elements: the splines through them, and their values at coordinates.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar, c128, promote};
use cuprust_ops::Extrapolation;

use super::{Mode, dtype_of, give, joined};
use cuprust::table::Output;
use cuprust::ufunc::rows;
use cuprust::windows::{self, Sampling};
use cuprust::{Array, Padding, normalize_axis};

/// How an image is read between its elements: [`interpolation`] makes one.
#[derive(Clone)]
pub struct Interpolation<'a> {
    pub(super) output: Output<'a>,
    order: i64,
    mode: Mode,
    cval: c128,
    prefilter: bool,
}

/// Splines of order three through the elements, zero beyond the edges, and a new array.
pub fn interpolation<'a>() -> Interpolation<'a> {
    let cval = c128::new(0.0, 0.0);
    Interpolation { output: Output::New, order: 3, mode: Mode::Constant, cval, prefilter: true }
}

impl<'a> Interpolation<'a> {
    /// The order of the splines, from 0 to 5.
    pub fn order(self, order: i64) -> Interpolation<'a> {
        Interpolation { order, ..self }
    }

    /// The treatment of coordinates beyond the edges.
    pub fn mode(self, mode: Mode) -> Interpolation<'a> {
        Interpolation { mode, ..self }
    }

    /// The value beyond a constant edge.
    pub fn cval(self, cval: impl Into<c128>) -> Interpolation<'a> {
        Interpolation { cval: cval.into(), ..self }
    }

    /// Whether splines go through the elements. Else these are their coefficients.
    pub fn prefilter(self, prefilter: bool) -> Interpolation<'a> {
        Interpolation { prefilter, ..self }
    }

    /// The array that is written to, or the dtype of the result: else that of the image.
    pub fn output(self, output: Output<'a>) -> Interpolation<'a> {
        Interpolation { output, ..self }
    }

    /// The treatment of coordinates beyond the edges.
    pub(super) fn named_mode(&self) -> Mode {
        self.mode
    }

    /// Whether splines go through the elements.
    pub(super) fn is_prefiltered(&self) -> bool {
        self.prefilter
    }

    /// Checks the order, and that an image has axes.
    ///
    /// # Errors
    /// A runtime error for one out of range, and for an image without axes.
    pub(super) fn check(&self, image: &Array) -> Result<()> {
        check_order(self.order, 0)?;
        if image.ndim() == 0 {
            return Err(Error::runtime("input and output rank must be > 0"));
        }
        Ok(())
    }

    /// The dtype of the result.
    pub(super) fn dtype_of(&self, image: &Array) -> Result<DType> {
        dtype_of(self.output, image, image.dtype().is_complex())
    }

    /// An image at coordinates along its last `axes`: an array of a shape, written in another order of its axes if
    /// `placed` gives one.
    pub(super) fn sampled(
        &self,
        image: &Array,
        points: &Points,
        axes: usize,
        shape: &[i64],
        placed: &dyn Fn(&Array) -> Result<Array>,
    ) -> Result<Array> {
        let dtype = self.dtype_of(image)?;
        if matches!(self.output, Output::Array(array) if array.shape() != shape) {
            return Err(Error::runtime("output shape not correct"));
        }
        let part = |image: &Array, cval: f64, dtype: DType| -> Result<Array> {
            let out = Array::empty(shape, dtype, image.device())?;
            self.sample(image, points, axes, cval, &placed(&out)?)?;
            Ok(out)
        };
        let result = if image.dtype().is_complex() {
            let own = if dtype == DType::C64 { DType::F32 } else { DType::F64 };
            let re = part(&image.real_part()?, self.cval.re, own)?;
            let im = part(&image.imaginary_part()?, self.cval.im, own)?;
            joined(&re, &im, dtype)?
        } else if dtype.is_complex() {
            part(image, self.cval.re, if dtype == DType::C64 { DType::F32 } else { DType::F64 })?.astype(dtype)?
        } else {
            part(image, self.cval.re, dtype)?
        };
        give(self.output, result)
    }

    /// Writes a real image at coordinates along its last axes.
    fn sample(&self, image: &Array, points: &Points, axes: usize, cval: f64, out: &Array) -> Result<()> {
        let extrapolation = self.mode.extrapolation();
        let before = image.ndim() - axes;
        let mut margin = 0;
        let coefficients = if self.prefilter && self.order > 1 {
            let (padded, width) = self.padded(image, before, cval)?;
            margin = width;
            let mut coefficients = padded;
            for axis in before..image.ndim() {
                coefficients = windows::spline_filter(&coefficients, axis, self.order, extrapolation.spline_edge())?;
            }
            coefficients
        } else {
            image.clone()
        };
        let (coordinates, grid) = points.coordinates(out.shape(), before, axes, margin, image.device())?;
        let sampling = Sampling { axes, order: self.order, extrapolation, outside: cval, grid };
        windows::interpolate(&coefficients, &coordinates, sampling, out)
    }

    /// An image with a margin along its last axes, and its width, where no spline has such an edge; as wide as SciPy's.
    fn padded(&self, image: &Array, before: usize, cval: f64) -> Result<(Array, i64)> {
        const MARGIN: i64 = 12;
        let padding = match self.mode {
            Mode::Nearest => Padding::edge(),
            Mode::GridConstant => Padding::constant(Scalar::new(cval).cast(image.dtype())),
            _ => return Ok((image.clone(), 0)),
        };
        let widths: Vec<(i64, i64)> =
            (0..image.ndim()).map(|axis| if axis < before { (0, 0) } else { (MARGIN, MARGIN) }).collect();
        Ok((image.pad(&widths[..], padding)?, MARGIN))
    }
}

/// # Errors
/// A runtime error for an order that is less than `least`, or greater than five.
fn check_order(order: i64, least: i64) -> Result<()> {
    if (least..=5).contains(&order) { Ok(()) } else { Err(Error::runtime("spline order not supported")) }
}

impl Mode {
    /// The extrapolation of a mode.
    pub(super) fn extrapolation(self) -> Extrapolation {
        match self {
            Mode::Reflect | Mode::GridMirror => Extrapolation::Reflect,
            Mode::Constant => Extrapolation::Constant,
            Mode::Nearest => Extrapolation::Nearest,
            Mode::Mirror => Extrapolation::Mirror,
            Mode::Wrap => Extrapolation::Wrap,
            Mode::GridConstant => Extrapolation::GridConstant,
            Mode::GridWrap => Extrapolation::GridWrap,
        }
    }
}

/// The points at which an image is read.
pub(super) enum Points<'a> {
    /// At these coordinates, a line of them for each axis.
    Coordinates(&'a Array),
    /// The point of an element is a matrix, row by row, times its indices, added to an offset.
    Affine { matrix: Vec<f64>, offset: Vec<f64> },
    /// The same of a diagonal matrix. To an index first `shift` is added; the sum is multiplied by `zoom`, where
    /// elements begin, and not their centres, if `grid`.
    Diagonal { shift: Option<Vec<f64>>, zoom: Option<Vec<f64>>, grid: bool },
}

impl Points<'_> {
    /// The coordinates for an output of a shape, whose first axes have no coordinates, with a margin added to each; and
    /// whether they are those of a grid. Small arrays hold the terms that depend on one index, or on the first ones,
    /// only; the interpolation broadcasts them as it reads. Operations are in SciPy's order, so that they round as
    /// SciPy's do.
    fn coordinates(
        &self,
        shape: &[i64],
        before: usize,
        axes: usize,
        margin: i64,
        device: cuprust::Device,
    ) -> Result<(Array, bool)> {
        let rank = shape.len() + 1;
        let column = |values: &[f64]| {
            let mut own = vec![1; rank];
            own[0] = axes as i64;
            Array::from_slice(values, [axes as i64], device)?.reshape(&own[..])
        };
        let index = |position: usize| {
            let (mut own, mut steps) = (vec![1; rank], vec![0; rank]);
            own[1 + before + position] = shape[before + position];
            steps[1 + before + position] = 1;
            cuprust::chapters::positions(&own, 0, &steps, DType::F64, device)
        };
        let all = match self {
            Points::Coordinates(coordinates) => coordinates.in_dtype(DType::F64)?,
            Points::Affine { matrix, offset } => {
                let mut sum = column(offset)?;
                let of_output = shape.len() - before;
                for position in 0..of_output {
                    let factors: Vec<f64> = (0..axes).map(|axis| matrix[axis * of_output + position]).collect();
                    sum = rows::add(&sum, &rows::multiply(&index(position)?, &column(&factors)?)?)?;
                }
                sum
            }
            Points::Diagonal { shift, zoom, grid } => {
                let longest = shape[before..].iter().copied().max().unwrap_or(0);
                let column = |values: &[f64]| Array::from_slice(values, [axes as i64, 1], device);
                let mut all = cuprust::chapters::positions(&[axes as i64, longest], 0, &[0, 1], DType::F64, device)?;
                if let Some(shift) = shift {
                    all = rows::add(&all, &column(shift)?)?;
                }
                if let Some(zoom) = zoom {
                    all = if *grid { rows::add(&all, 0.5)? } else { all };
                    all = rows::multiply(&all, &column(zoom)?)?;
                    all = if *grid { rows::subtract(&all, 0.5)? } else { all };
                }
                // The points of one axis are in either form the same.
                return Ok((with_margin(all, margin)?, axes > 1));
            }
        };
        let mut whole = vec![axes as i64];
        whole.extend_from_slice(shape);
        Ok((with_margin(all, margin)?.broadcast_to(&whole[..])?, false))
    }
}

/// Coordinates in an image that has a margin.
fn with_margin(coordinates: Array, margin: i64) -> Result<Array> {
    if margin == 0 { Ok(coordinates) } else { rows::add(&coordinates, margin as f64) }
}

/// The coefficients of the splines through the elements of each line along an axis: `scipy.ndimage.spline_filter1d`.
///
/// ```
/// use cuprust::*;
/// use cuprust::table::Output;
/// use cuprust_scipy::ndimage::{Mode, spline_filter1d};
/// # fn main() -> Result<()> {
/// let coefficients = spline_filter1d(&array![0.0, 1.0, 0.0], 3, -1, Mode::Mirror, Output::New)?;
/// assert_eq!(coefficients.to_string(), "[-1.  2. -1.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A runtime error for an order that is not from 0 to 5 and for an output of another shape; an axis error.
pub fn spline_filter1d(image: &Array, order: i64, axis: i64, mode: Mode, output: Output) -> Result<Array> {
    check_order(order, 0)?;
    filtered(image, order, Some(axis), mode, output)
}

/// The coefficients of the splines through the elements along all axes: `scipy.ndimage.spline_filter`.
///
/// # Errors
/// A runtime error for an order that is not from 2 to 5, and for an output of another shape.
pub fn spline_filter(image: &Array, order: i64, mode: Mode, output: Output) -> Result<Array> {
    check_order(order, 2)?;
    filtered(image, order, None, mode, output)
}

/// The coefficients along an axis, or along all.
fn filtered(image: &Array, order: i64, axis: Option<i64>, mode: Mode, output: Output) -> Result<Array> {
    let is_complex = image.dtype().is_complex();
    let dtype = dtype_of(output, image, is_complex)?;
    if matches!(output, Output::Array(array) if array.shape() != image.shape()) {
        return Err(Error::runtime("output shape not correct"));
    }
    let axes = match axis {
        _ if order < 2 => 0..0,
        None => 0..image.ndim(),
        Some(axis) => {
            let axis = normalize_axis(axis, image.ndim())?;
            axis..axis + 1
        }
    };
    let edge = mode.extrapolation().spline_edge();
    let part = |image: &Array, dtype: DType| {
        // Bools are what C makes of coefficients: whole parts that are not zero, between the axes too.
        let between = if dtype == DType::Bool { DType::U8 } else { dtype };
        let mut result = image.clone();
        for axis in axes.clone() {
            result = windows::spline_filter(&result, axis, order, edge)?.in_dtype(between)?;
        }
        result.astype(dtype)
    };
    let own = match dtype {
        DType::C64 => DType::F32,
        DType::C128 => DType::F64,
        real => real,
    };
    let result = match (is_complex, dtype.is_complex()) {
        (true, _) => {
            joined(&part(&image.real_part()?, own)?, &part(&image.imaginary_part()?, own)?, promote(dtype, DType::C64))?
        }
        (false, true) => part(image, own)?.astype(dtype)?,
        (false, false) => part(image, dtype)?,
    };
    give(output, result)
}

/// An image at coordinates, of which the first axis has one for each axis of the image:
/// `scipy.ndimage.map_coordinates`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::{interpolation, map_coordinates};
/// # fn main() -> Result<()> {
/// let image = array![[0.0, 1.0], [2.0, 3.0]];
/// let between = map_coordinates(&image, &array![[0.5, 0.0], [0.5, 1.0]], interpolation().order(1))?;
/// assert_eq!(between.to_string(), "[1.5 1. ]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A runtime error for an order that is not from 0 to 5, and for arrays without axes or of other shapes; a type error
/// for complex coordinates.
pub fn map_coordinates(image: &Array, coordinates: &Array, interpolation: Interpolation) -> Result<Array> {
    check_order(interpolation.order, 0)?;
    if coordinates.dtype().is_complex() {
        return Err(Error::type_("Complex type not supported"));
    }
    if image.ndim() == 0 || coordinates.ndim() < 2 {
        return Err(Error::runtime("input and output rank must be > 0"));
    }
    if coordinates.shape()[0] != image.ndim() as i64 {
        return Err(Error::runtime("invalid shape for coordinate array"));
    }
    let points = Points::Coordinates(coordinates);
    interpolation.sampled(image, &points, image.ndim(), &coordinates.shape()[1..], &|out| Ok(out.clone()))
}
