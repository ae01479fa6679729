//! Filters, measurements and interpolation of images of any number of axes, by SciPy's names.
//!
//! ```
//! use cuprust::*;
//! use cuprust_scipy::ndimage::{self, Mode, filter};
//!
//! # fn main() -> Result<()> {
//! let image = eye((3, 3))?;
//! let smooth = ndimage::gaussian_filter(&image, &[1.0], filter().mode(Mode::Nearest))?;
//! assert_eq!(smooth.shape(), [3, 3]);
//! # Ok(())
//! # }
//! ```

mod binary;
mod chamfer;
mod derivatives;
mod distances;
mod fourier;
mod gaussian;
mod geometry;
mod grey;
mod groups;
mod index_grids;
mod interpolation;
mod iteration;
mod labels;
mod linear;
mod measurements;
mod objects;
mod ranks;
mod structures;
pub(crate) mod table;
pub(crate) mod table_of_distances;
pub(crate) mod table_of_interpolation;
pub(crate) mod table_of_measurements;
pub(crate) mod table_of_morphology;
pub(crate) mod table_of_spectra;
mod watershed;

use cuprust_ir::{Dims, Error, Result};
use cuprust_num::{DType, Scalar, c128, promote};
use cuprust_reserve::collected;

use cuprust::table::{Output, PerAxis};
use cuprust::windows::{Border, Edge, Offsets, Rectangle};
use cuprust::{Array, IntoInts, normalize_axis};

pub use binary::{
    Binary, binary, binary_closing, binary_dilation, binary_erosion, binary_fill_holes, binary_hit_or_miss,
    binary_opening, binary_propagation,
};
pub use chamfer::{Steps, distance_transform_cdt, zeros_in_steps};
pub use derivatives::{Step, gaussian_gradient_magnitude, gaussian_laplace, laplace, prewitt, sobel};
pub use distances::{Metric, distance_transform_bf, distance_transform_edt, nearest_zeros};
pub use fourier::{Spectrum, fourier_ellipsoid, fourier_gaussian, fourier_shift, fourier_uniform};
pub use gaussian::{Gaussian, gaussian, gaussian_filter, gaussian_filter1d};
pub use geometry::{Matrix, affine_transform, rotate, shift, zoom};
pub use grey::{
    black_tophat, grey_closing, grey_dilation, grey_erosion, grey_opening, morphological_gradient,
    morphological_laplace, white_tophat,
};
pub use groups::Labels;
pub use interpolation::{Interpolation, interpolation, map_coordinates, spline_filter, spline_filter1d};
pub use iteration::iterate_structure;
pub use labels::label;
pub use linear::{convolve, convolve1d, correlate, correlate1d, uniform_filter, uniform_filter1d};
pub use measurements::{
    center_of_mass, extrema, label_histogram, maximum, maximum_position, mean, median, minimum, minimum_position,
    standard_deviation, sum_labels, variance,
};
pub use objects::{LabelBox, find_objects, value_indices};
pub use ranks::{
    Neighborhood, Rank, maximum_filter, maximum_filter1d, median_filter, minimum_filter, minimum_filter1d,
    percentile_filter, rank_filter,
};
pub use structures::generate_binary_structure;
pub use watershed::watershed_ift;

/// The value beyond the edges of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// `d c b a | a b c d | d c b a`.
    Reflect,
    /// A constant; where elements are interpolated, they are so only between elements.
    Constant,
    /// `a a a a | a b c d | d d d d`.
    Nearest,
    /// `d c b | a b c d | c b a`.
    Mirror,
    /// `a b c d | a b c d | a b c d`; where elements are interpolated, the first and the last element are one.
    Wrap,
    /// The reflection of `Reflect`.
    GridMirror,
    /// A constant.
    GridConstant,
    /// `a b c d | a b c d | a b c d`.
    GridWrap,
}

impl Mode {
    const NAMES: [(Mode, &'static str); 8] = [
        (Mode::Reflect, "reflect"),
        (Mode::Constant, "constant"),
        (Mode::Nearest, "nearest"),
        (Mode::Mirror, "mirror"),
        (Mode::Wrap, "wrap"),
        (Mode::GridMirror, "grid-mirror"),
        (Mode::GridConstant, "grid-constant"),
        (Mode::GridWrap, "grid-wrap"),
    ];

    /// The mode of SciPy's name.
    ///
    /// # Errors
    /// A runtime error for another name.
    pub fn from_name(name: &str) -> Result<Mode> {
        let known = Mode::NAMES.iter().find(|(_, own)| *own == name);
        known.map(|(mode, _)| *mode).ok_or_else(|| Error::runtime(UNKNOWN_MODE))
    }

    /// The edge of windows.
    pub(super) fn edge(self) -> Edge {
        match self {
            Mode::Reflect | Mode::GridMirror => Edge::Reflect,
            Mode::Constant | Mode::GridConstant => Edge::Constant,
            Mode::Nearest => Edge::Nearest,
            Mode::Mirror => Edge::Mirror,
            Mode::Wrap | Mode::GridWrap => Edge::Wrap,
        }
    }
}

/// The error for what is no mode.
const UNKNOWN_MODE: &str = "boundary mode not supported";

/// The options that filters share: [`filter`] creates them.
#[derive(Clone)]
pub struct Filter<'a> {
    output: Output<'a>,
    modes: PerAxis<Mode>,
    cval: c128,
    origins: Dims,
    axes: Option<Dims>,
}

/// A filter that reflects at the edges, centres windows, works along all axes, and gives a new array.
pub fn filter<'a>() -> Filter<'a> {
    let cval = c128::new(0.0, 0.0);
    Filter { output: Output::New, modes: PerAxis::all(Mode::Reflect), cval, origins: Dims::new(&[0]), axes: None }
}

impl<'a> Filter<'a> {
    /// The treatment of elements beyond the edges.
    pub fn mode(self, mode: Mode) -> Filter<'a> {
        self.modes(PerAxis::all(mode))
    }

    /// The same for all axes, or for each.
    pub fn modes(self, modes: PerAxis<Mode>) -> Filter<'a> {
        Filter { modes, ..self }
    }

    /// The value beyond a constant edge.
    pub fn cval(self, cval: impl Into<c128>) -> Filter<'a> {
        Filter { cval: cval.into(), ..self }
    }

    /// How far a window's centre is moved to the left, one for all axes or one for each.
    pub fn origin(self, origins: impl IntoInts) -> Filter<'a> {
        Filter { origins: origins.into_ints(), ..self }
    }

    /// The axes along which it works.
    pub fn axes(self, axes: impl IntoInts) -> Filter<'a> {
        Filter { axes: Some(axes.into_ints()), ..self }
    }

    /// The array that is written to, or the dtype of the result: else that of the image.
    pub fn output(self, output: Output<'a>) -> Filter<'a> {
        Filter { output, ..self }
    }

    /// The axes of an image, each once.
    ///
    /// # Errors
    /// A value error for an axis that it has not, and for one that is named twice.
    fn axes_of(&self, image: &Array) -> Result<Vec<usize>> {
        let Some(named) = &self.axes else { return Ok((0..image.ndim()).collect()) };
        let mut axes = Vec::new();
        for &axis in named.iter() {
            let outside = |_| Error::value(format!("specified axis: {axis} is out of range"));
            let axis = normalize_axis(axis, image.ndim()).map_err(outside)?;
            if axes.contains(&axis) {
                return Err(Error::value("axes must be unique"));
            }
            axes.push(axis);
        }
        Ok(axes)
    }

    /// The border of a mode.
    fn border(&self, mode: Mode) -> Border {
        Border { edge: mode.edge(), constant: Scalar::new(self.cval.re) }
    }

    /// The mode along each of this many axes.
    ///
    /// # Errors
    /// A runtime error for modes of another number.
    fn modes_along(&self, count: usize) -> Result<Vec<Mode>> {
        for_each_axis(&self.modes, count)
    }

    /// The one mode for all axes.
    ///
    /// # Errors
    /// A runtime error with this text for a sequence of modes.
    fn one_mode(&self, refusal: &str) -> Result<Mode> {
        match self.modes.values[..] {
            [mode] if !self.modes.sequence => Ok(mode),
            _ => Err(Error::runtime(refusal)),
        }
    }

    /// The border along the axis of a filter of one axis.
    ///
    /// # Errors
    /// A runtime error for a sequence of modes.
    fn border_along(&self) -> Result<Border> {
        Ok(self.border(self.one_mode(UNKNOWN_MODE)?))
    }

    /// The same filter for the imaginary part of an image.
    fn of_imaginary(&self) -> Filter<'a> {
        Filter { cval: c128::new(self.cval.im, 0.0), output: Output::New, ..self.clone() }
    }

    /// The same filter for the real part of an image.
    fn of_real(&self) -> Filter<'a> {
        Filter { cval: c128::new(self.cval.re, 0.0), output: Output::New, ..self.clone() }
    }

    /// The same with another dtype of the result.
    fn giving<'b>(&self, dtype: DType) -> Filter<'b>
    where
        'a: 'b,
    {
        Filter { output: Output::DType(dtype), ..self.clone() }
    }

    /// The dtype of the result, complex where `complex`.
    fn dtype_of(&self, image: &Array, complex: bool) -> Result<DType> {
        dtype_of(self.output, image, complex)
    }

    /// The dtype of the result of several passes.
    ///
    /// # Errors
    /// A runtime error for a real dtype, where the image is complex.
    fn dtype_of_passes(&self, image: &Array) -> Result<DType> {
        let dtype = self.dtype_of(image, false)?;
        if image.dtype().is_complex() && !dtype.is_complex() {
            return Err(Error::runtime("output must have complex dtype"));
        }
        Ok(dtype)
    }

    /// The result, in the array that is written to where there is one.
    fn give(&self, result: Array) -> Result<Array> {
        give(self.output, result)
    }
}

/// The dtype of a result, complex where `complex`.
///
/// # Errors
/// A runtime error for a real array to write complex numbers to.
fn dtype_of(output: Output, image: &Array, complex: bool) -> Result<DType> {
    let dtype = match output {
        Output::New => image.dtype(),
        Output::DType(dtype) => dtype,
        Output::Array(array) if complex && !array.dtype().is_complex() => {
            return Err(Error::runtime("output must have complex dtype"));
        }
        Output::Array(array) => array.dtype(),
    };
    Ok(if complex { promote(dtype, DType::C64) } else { dtype })
}

/// A result, in the array that is written to where there is one.
///
/// # Errors
/// A runtime error for an array of another shape, a value error for one that is read-only or on another device.
fn give(output: Output, result: Array) -> Result<Array> {
    let Output::Array(out) = output else { return Ok(result) };
    if out.shape() != result.shape() {
        return Err(Error::runtime("output shape not correct"));
    }
    out.check_device(&result)?;
    out.assign(&result)?;
    Ok(out.clone())
}

/// One value for each axis: from one for all, or from one for each.
///
/// # Errors
/// A runtime error for another number.
fn each<T: Copy>(own: &[T], count: usize) -> Result<Vec<T>> {
    match own {
        [one] => Ok(collected((0..count).map(|_| *one))?),
        own => check_each(own, count).map(|()| own.to_vec()),
    }
}

/// # Errors
/// A runtime error for another number than one for each axis.
fn check_each<T>(own: &[T], count: usize) -> Result<()> {
    if own.len() != count {
        return Err(Error::runtime("sequence argument must have length equal to input rank"));
    }
    Ok(())
}

/// The values of an argument: one for all axes, or one for each of this many.
///
/// # Errors
/// A runtime error for a sequence of another length.
fn for_axes<T>(own: &PerAxis<T>, count: usize) -> Result<&[T]> {
    if own.sequence {
        check_each(&own.values, count)?;
    }
    Ok(&own.values)
}

/// One value for each of this many axes, of an argument's.
///
/// # Errors
/// As [`for_axes`].
fn for_each_axis<T: Copy>(own: &PerAxis<T>, count: usize) -> Result<Vec<T>> {
    each(for_axes(own, count)?, count)
}

/// A complex array of two real ones.
fn joined(re: &Array, im: &Array, dtype: DType) -> Result<Array> {
    let out = Array::empty(re.shape(), dtype, re.device())?;
    out.real_part()?.assign(re)?;
    out.imaginary_part()?.assign(im)?;
    Ok(out)
}

/// A linear filter of a complex image: of each part separately.
fn by_parts(image: &Array, filter: &Filter, of: impl Fn(&Array, &Filter) -> Result<Array>) -> Result<Array> {
    let dtype = filter.dtype_of(image, true)?;
    let part = if dtype == DType::C64 { DType::F32 } else { DType::F64 };
    let re = of(&image.real_part()?, &filter.of_real().giving(part))?;
    let im = of(&image.imaginary_part()?, &filter.of_imaginary().giving(part))?;
    filter.give(joined(&re, &im, dtype)?)
}

/// Converts numbers computed in float64 to the dtype of a result as C does, so that a bool is whether the whole part is
/// not zero.
fn made_in(dtype: DType, of: impl Fn(DType) -> Result<Array>) -> Result<Array> {
    if dtype == DType::Bool { of(DType::U8)?.astype(DType::Bool) } else { of(dtype) }
}

/// How far before an element a window of `size` elements begins.
///
/// # Errors
/// A value error for an origin outside of the window.
fn before(size: i64, origin: i64) -> Result<i64> {
    let before = (size / 2).saturating_add(origin);
    if (0..size).contains(&before) { Ok(before) } else { Err(Error::value("invalid origin")) }
}

/// The origin of a window in reverse; one that no window has stays one.
fn origin_of_reversed(origin: i64, size: i64) -> i64 {
    origin.saturating_add(i64::from(size % 2 == 0)).saturating_neg()
}

/// The offsets of elements of a window along some axes of an image: of each that `included` has, in C order.
fn offsets(image: &Array, axes: &[usize], sizes: &[i64], origins: &[i64], included: &[bool]) -> Result<Offsets> {
    if !included.contains(&false)
        && let Some(window) = rectangle(image, axes, sizes, origins)?
    {
        return Ok(Offsets::Rectangle(window));
    }
    let (rank, count) = (image.ndim(), included.iter().filter(|included| **included).count());
    let mut rows = cuprust_reserve::list(count.saturating_mul(rank))?;
    let before: Vec<i64> =
        sizes.iter().zip(origins).map(|(&size, &origin)| before(size, origin)).collect::<Result<_>>()?;
    for position in included.iter().enumerate().filter(|(_, included)| **included).map(|(position, _)| position) {
        let (mut row, mut rest) = (vec![0; rank], position as i64);
        for (number, &axis) in axes.iter().enumerate().rev() {
            row[axis] = rest % sizes[number] - before[number];
            rest /= sizes[number];
        }
        rows.extend(row);
    }
    Array::from_slice(&rows, [count as i64, rank as i64], image.device()).map(Offsets::Rows)
}

/// A box as a rectangle over the last two axes of an image, if it is one.
fn rectangle(image: &Array, axes: &[usize], sizes: &[i64], origins: &[i64]) -> Result<Option<Rectangle>> {
    let Some(first) = image.ndim().checked_sub(2) else { return Ok(None) };
    let (mut extents, mut ahead) = ([1; 2], [0; 2]);
    for ((&axis, &size), &origin) in axes.iter().zip(sizes).zip(origins) {
        match axis.checked_sub(first) {
            Some(own) => (extents[own], ahead[own]) = (size, before(size, origin)?),
            None if size > 1 => return Ok(None),
            None => {}
        }
    }
    Ok(Rectangle::new(extents, ahead))
}
