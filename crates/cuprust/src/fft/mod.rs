//! Discrete Fourier transforms, with NumPy's rules on lengths, axes and norms.
//!
//! One routine transforms the last axes of an array in C order. Cutting, padding, permuting and scaling are recorded
//! around it, and fused with the operations that produce the elements and consume the result.

mod frequencies;
pub(crate) mod table;

use std::ops::RangeFull;

use cuprust_ir::{Error, Opcode, Result};
use cuprust_num::{Casting, DType, Scalar, Value};
use cuprust_ops::{Routine, RowId, Transform};

use crate::ufunc::{self, casting::check_output, rows};
use crate::{Array, normalize_axis};

pub use frequencies::{fftfreq, fftshift, ifftshift, rfftfreq};

/// The most axes that one routine transforms: cuFFT's limit.
const MAX_ROUTINE_AXES: usize = 3;

/// Which of a transform and its inverse are divided by the number of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Norm {
    /// The inverse.
    #[default]
    Backward,
    /// Both, by its square root.
    Ortho,
    /// The transform.
    Forward,
}

impl Norm {
    /// The norm by its name in NumPy, or the default.
    ///
    /// # Errors
    /// A value error for another name.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(fft::Norm::from_name(Some("ortho"))?, fft::Norm::Ortho);
    /// assert!(fft::Norm::from_name(Some("other")).is_err());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn from_name(name: Option<&str>) -> Result<Norm> {
        match name {
            None | Some("backward") => Ok(Norm::Backward),
            Some("ortho") => Ok(Norm::Ortho),
            Some("forward") => Ok(Norm::Forward),
            Some(other) => Err(Error::value(format!(
                "Invalid norm value {other}; should be \"backward\",\"ortho\" or \"forward\"."
            ))),
        }
    }

    /// The norm by which the inverse is scaled like the transform is by this one.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(fft::Norm::Backward.swapped(), fft::Norm::Forward);
    /// ```
    #[must_use]
    pub fn swapped(self) -> Norm {
        match self {
            Norm::Backward => Norm::Forward,
            Norm::Ortho => Norm::Ortho,
            Norm::Forward => Norm::Backward,
        }
    }

    /// The factor of a transform of this many elements.
    fn factor(self, inverse: bool, count: f64) -> f64 {
        match if inverse { self.swapped() } else { self } {
            Norm::Backward => 1.0,
            Norm::Ortho => 1.0 / count.sqrt(),
            Norm::Forward => 1.0 / count,
        }
    }
}

/// The axis of a transform, and its keywords: an integer, such as -1 for the last axis, or [`along`] with options.
#[derive(Debug, Clone, Copy)]
pub struct Along {
    axis: i64,
    n: Option<i64>,
    norm: Norm,
}

/// The axis of a transform, with keywords: `along(0).n(64).norm(Norm::Ortho)`.
///
/// ```
/// # use cuprust::*;
/// let x = array![[1.0, 2.0], [3.0, 5.0]];
/// assert_eq!(fft::fft(&x, fft::along(0))?.to_string(), "[[ 4.+0.j  7.+0.j]\n [-2.+0.j -3.+0.j]]");
/// # Ok::<(), Error>(())
/// ```
pub fn along(axis: i64) -> Along {
    Along { axis, n: None, norm: Norm::Backward }
}

impl Along {
    /// Sets the number of elements, to which the axis is cut or padded with zeros.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(fft::fft(&array![1.0, 2.0], fft::along(0).n(4))?.shape(), [4]);
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn n(self, n: impl Into<Option<i64>>) -> Along {
        Along { n: n.into(), ..self }
    }

    /// Sets which of the transform and its inverse are scaled.
    ///
    /// ```
    /// # use cuprust::*;
    /// let x = array![1.0, 3.0];
    /// assert_eq!(fft::fft(&x, fft::along(0).norm(fft::Norm::Forward))?.to_string(), "[ 2.+0.j -1.+0.j]");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn norm(self, norm: Norm) -> Along {
        Along { norm, ..self }
    }
}

impl From<i64> for Along {
    fn from(axis: i64) -> Along {
        along(axis)
    }
}

/// The lengths and axes of a transform over several axes: by default all axes or, if there are lengths, the last ones;
/// a length of -1 is that of the axis. `..` stands for all axes, and [`Extents::over`] begins a selection.
#[derive(Debug, Clone, Copy, Default)]
pub struct Extents<'a> {
    /// The length along each axis, to which it is cut or padded with zeros.
    pub lengths: Option<&'a [i64]>,
    /// The axes, in the order of the lengths.
    pub axes: Option<&'a [i64]>,
    /// Which of the transform and its inverse are scaled.
    pub norm: Norm,
}

impl<'a> Extents<'a> {
    /// A transform over these axes, with their full lengths.
    ///
    /// ```
    /// # use cuprust::*;
    /// let x = zeros((2, 4, 8))?;
    /// assert_eq!(fft::rfftn(&x, fft::Extents::over(&[0, 1]))?.shape(), [2, 3, 8]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn over(axes: &'a [i64]) -> Extents<'a> {
        Extents { axes: Some(axes), ..Extents::default() }
    }

    /// Sets the length along each axis, to which it is cut or padded with zeros.
    ///
    /// ```
    /// # use cuprust::*;
    /// let x = zeros((2, 4, 8))?;
    /// assert_eq!(fft::fftn(&x, fft::Extents::over(&[0, 1]).lengths(&[3, 5]))?.shape(), [3, 5, 8]);
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn lengths(self, lengths: &'a [i64]) -> Extents<'a> {
        Extents { lengths: Some(lengths), ..self }
    }

    /// Sets which of the transform and its inverse are scaled.
    ///
    /// ```
    /// # use cuprust::*;
    /// let x = ones((2, 2))?;
    /// let spectrum = fft::fftn(&x, fft::Extents::over(&[0, 1]).norm(fft::Norm::Forward))?;
    /// assert_eq!(spectrum.real_part()?.to_string(), "[[1. 0.]\n [0. 0.]]");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn norm(self, norm: Norm) -> Extents<'a> {
        Extents { norm, ..self }
    }
}

impl From<RangeFull> for Extents<'_> {
    fn from(_all: RangeFull) -> Self {
        Extents::default()
    }
}

/// The transform along an axis: `numpy.fft.fft`. Single and half precision give complex64, everything else complex128.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let spectrum = fft::fft(&array![1.0, 0.0, 0.0, 0.0], -1)?;
/// assert_eq!(spectrum.to_string(), "[1.+0.j 1.+0.j 1.+0.j 1.+0.j]");
/// let padded = fft::fft(&array![1.0, 0.0], fft::along(0).n(4).norm(fft::Norm::Ortho))?;
/// assert_eq!(padded.to_string(), "[0.5+0.j 0.5+0.j 0.5+0.j 0.5+0.j]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for less than one element, an axis error.
pub fn fft(a: &Array, along: impl Into<Along>) -> Result<Array> {
    let Along { axis, n, norm } = along.into();
    complex(a, &[line(a, n, axis)?], false, norm)
}

/// The inverse of [`fft`]: `numpy.fft.ifft`.
///
/// # Errors
/// As [`fft`].
///
/// ```
/// # use cuprust::*;
/// let spectrum = array![6.0, 0.0, 0.0];
/// assert_eq!(fft::ifft(&spectrum, -1)?.real_part()?.to_string(), "[2. 2. 2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn ifft(a: &Array, along: impl Into<Along>) -> Result<Array> {
    let Along { axis, n, norm } = along.into();
    complex(a, &[line(a, n, axis)?], true, norm)
}

/// The first `n / 2 + 1` elements of the transform of real numbers, whose other elements are their conjugates:
/// `numpy.fft.rfft`.
///
/// # Errors
/// As [`fft`], and a type error for complex numbers.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(fft::rfft(&array![1.0, 2.0, 1.0, 0.0], -1)?.to_string(), "[4.+0.j 0.-2.j 0.+0.j]");
/// # Ok::<(), Error>(())
/// ```
pub fn rfft(a: &Array, along: impl Into<Along>) -> Result<Array> {
    let Along { axis, n, norm } = along.into();
    forward(a, &[line(a, n, axis)?], norm)
}

/// The inverse of [`rfft`], with `n` elements, by default twice the input's number less two: `numpy.fft.irfft`.
///
/// # Errors
/// As [`fft`].
///
/// ```
/// # use cuprust::*;
/// let x = array![1.0, 2.0, 1.0, 0.0];
/// assert_eq!(fft::irfft(&fft::rfft(&x, -1)?, -1)?.to_string(), "[1. 2. 1. 0.]");
/// # Ok::<(), Error>(())
/// ```
pub fn irfft(a: &Array, along: impl Into<Along>) -> Result<Array> {
    let Along { axis, n, norm } = along.into();
    let index = normalize_axis(axis, a.ndim())?;
    let n = n.unwrap_or((a.shape()[index] - 1) * 2);
    inverse(a, &[line(a, Some(n), axis)?], norm)
}

/// The real spectrum of a signal whose second half is the conjugate of the given first half: `numpy.fft.hfft`.
///
/// # Errors
/// As [`fft`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(fft::hfft(&array![1.0, 2.0, 1.0], -1)?.to_string(), "[ 6.  0. -2.  0.]");
/// # Ok::<(), Error>(())
/// ```
pub fn hfft(a: &Array, along: impl Into<Along>) -> Result<Array> {
    let along = along.into();
    irfft(&rows::conjugate(a)?, along.norm(along.norm.swapped()))
}

/// The inverse of [`hfft`]: `numpy.fft.ihfft`.
///
/// # Errors
/// As [`rfft`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(fft::ihfft(&array![4.0, 0.0, 4.0, 0.0], -1)?.real_part()?.to_string(), "[2. 0. 2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn ihfft(a: &Array, along: impl Into<Along>) -> Result<Array> {
    let along = along.into();
    rows::conjugate(&rfft(a, along.norm(along.norm.swapped()))?)
}

/// The transform over several axes: `numpy.fft.fftn`. Over no axis it is a copy.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let image = ones((2, 2))?;
/// assert_eq!(fft::fftn(&image, ..)?.to_string(), "[[4.+0.j 0.+0.j]\n [0.+0.j 0.+0.j]]");
/// let last = fft::fftn(&image, fft::Extents::over(&[-1]).lengths(&[4]))?;
/// assert_eq!(last.shape(), [2, 4]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`fft`], and a value error for different numbers of lengths and axes.
pub fn fftn<'a>(a: &Array, extents: impl Into<Extents<'a>>) -> Result<Array> {
    let extents = extents.into();
    complex(a, &several(a, extents, false)?, false, extents.norm)
}

/// The inverse of [`fftn`]: `numpy.fft.ifftn`.
///
/// # Errors
/// As [`fftn`].
///
/// ```
/// # use cuprust::*;
/// let spectrum = array![[4.0, 0.0], [0.0, 0.0]];
/// assert_eq!(fft::ifftn(&spectrum, ..)?.real_part()?.to_string(), "[[1. 1.]\n [1. 1.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn ifftn<'a>(a: &Array, extents: impl Into<Extents<'a>>) -> Result<Array> {
    let extents = extents.into();
    complex(a, &several(a, extents, false)?, true, extents.norm)
}

/// The transform of real numbers over several axes, with only the first half along the last one: `numpy.fft.rfftn`.
///
/// # Errors
/// As [`fftn`] and [`rfft`], and an index error without an axis.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(fft::rfftn(&ones((2, 4))?, ..)?.real_part()?.to_string(), "[[8. 0. 0.]\n [0. 0. 0.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn rfftn<'a>(a: &Array, extents: impl Into<Extents<'a>>) -> Result<Array> {
    let extents = extents.into();
    forward(a, &several(a, extents, false)?, extents.norm)
}

/// The inverse of [`rfftn`]: `numpy.fft.irfftn`.
///
/// # Errors
/// As [`fftn`], and an index error without an axis.
///
/// ```
/// # use cuprust::*;
/// let x = array![[1.0, 2.0], [3.0, 5.0]];
/// assert_eq!(fft::irfftn(&fft::rfftn(&x, ..)?, ..)?.to_string(), "[[1. 2.]\n [3. 5.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn irfftn<'a>(a: &Array, extents: impl Into<Extents<'a>>) -> Result<Array> {
    let extents = extents.into();
    inverse(a, &several(a, extents, true)?, extents.norm)
}

/// An axis and the length of the transform along it.
type Line = (usize, i64);

fn line(a: &Array, n: Option<i64>, axis: i64) -> Result<Line> {
    let axis = normalize_axis(axis, a.ndim())?;
    let n = n.unwrap_or(a.shape()[axis]);
    if n < 1 {
        return Err(Error::value(format!("Invalid number of FFT data points ({n}) specified.")));
    }
    Ok((axis, n))
}

/// The axes and lengths of a transform over several axes. For a real result, the default length along the last axis is
/// the result's.
fn several(a: &Array, extents: Extents, real: bool) -> Result<Vec<Line>> {
    let rank = a.ndim() as i64;
    let axes: Vec<i64> = match (extents.axes, extents.lengths) {
        (Some(axes), _) => axes.to_vec(),
        (None, None) => (0..rank).collect(),
        (None, Some(lengths)) => (-(lengths.len() as i64)..0).collect(),
    };
    if extents.lengths.is_some_and(|lengths| lengths.len() != axes.len()) {
        return Err(Error::value("Shape and axes have different lengths."));
    }
    let last = axes.len().wrapping_sub(1);
    let length = |(number, &axis): (usize, &i64)| -> Result<Line> {
        let extent = a.shape()[normalize_axis(axis, a.ndim())?];
        let length = match extents.lengths.map(|lengths| lengths[number]) {
            Some(-1) => extent,
            Some(length) => length,
            None if real && number == last => (extent - 1) * 2,
            None => extent,
        };
        line(a, Some(length), axis)
    };
    axes.iter().enumerate().map(length).collect()
}

/// The precision of a transform, as the dtype of its complex side.
fn precision(dtype: DType) -> DType {
    match dtype {
        DType::F16 | DType::BF16 | DType::F32 | DType::C64 => DType::C64,
        _ => DType::C128,
    }
}

/// The product of the lengths.
fn count(axes: &[Line]) -> f64 {
    axes.iter().map(|(_, length)| *length as f64).product()
}

/// Complex transforms over axes, one after another from the last to the first, as in NumPy if an axis is repeated.
fn complex(a: &Array, axes: &[Line], inverse: bool, norm: Norm) -> Result<Array> {
    if axes.is_empty() {
        return a.copy();
    }
    let transform = if inverse { Transform::Inverse } else { Transform::Forward };
    let mut result = a.clone();
    let mut rest = axes;
    while !rest.is_empty() {
        let (before, now) = rest.split_at(rest.len() - distinct(rest));
        result = over(transform, &result, now, precision(a.dtype()))?;
        rest = before;
    }
    scaled(result, norm.factor(inverse, count(axes)))
}

/// A transform of real numbers along the last of the axes, then complex ones over the others.
fn forward(a: &Array, axes: &[Line], norm: Norm) -> Result<Array> {
    if a.dtype().is_complex() {
        return Err(Error::type_(format!("rfft takes real numbers, not {}", a.dtype())));
    }
    if axes.is_empty() {
        return Err(no_axis());
    }
    let (before, now) = axes.split_at(axes.len() - distinct(axes));
    let mut result = over(Transform::RealForward, a, now, precision(a.dtype()))?;
    if !before.is_empty() {
        result = complex(&result, before, false, Norm::Backward)?;
    }
    scaled(result, norm.factor(false, count(axes)))
}

/// Complex transforms over all axes but the last, then from halves to real numbers along the last.
fn inverse(a: &Array, axes: &[Line], norm: Norm) -> Result<Array> {
    if axes.is_empty() {
        return Err(no_axis());
    }
    let (before, now) = axes.split_at(axes.len() - distinct(axes));
    let dtype = precision(a.dtype());
    let source = if before.is_empty() { a.clone() } else { complex(a, before, true, Norm::Forward)? };
    let result = scaled(over(Transform::RealInverse, &source, now, dtype)?, norm.factor(true, count(axes)))?;
    // As in NumPy, half precision is kept for one axis; with several, the others make it single.
    if a.dtype() == DType::F16 && axes.len() == 1 { result.astype(DType::F16) } else { Ok(result) }
}

fn no_axis() -> Error {
    Error::index("a transform of real numbers needs an axis")
}

/// How many of the last axes are distinct and can be transformed together.
fn distinct(axes: &[Line]) -> usize {
    let mut count = 0;
    while count < axes.len().min(MAX_ROUTINE_AXES) {
        let (axis, _) = axes[axes.len() - 1 - count];
        if axes[axes.len() - count..].iter().any(|(other, _)| *other == axis) {
            break;
        }
        count += 1;
    }
    count
}

/// The unscaled transform over distinct axes. `dtype` is that of the complex side.
fn over(transform: Transform, a: &Array, axes: &[Line], dtype: DType) -> Result<Array> {
    let rank = a.ndim();
    let others = (0..rank).filter(|axis| axes.iter().all(|(own, _)| own != axis));
    let order: Vec<usize> = others.chain(axes.iter().map(|(axis, _)| *axis)).collect();
    let (kept, real) = (rank - axes.len(), dtype.real());
    let (from, to) = match transform {
        Transform::Forward | Transform::Inverse => (dtype, dtype),
        Transform::RealForward => (real, dtype),
        Transform::RealInverse => (dtype, real),
    };
    let mut moved: Vec<i64> = order.iter().map(|&axis| a.shape()[axis]).collect();
    moved[kept..].iter_mut().zip(axes).for_each(|(extent, (_, length))| *extent = *length);
    let (mut taken, mut written_to) = (moved.clone(), moved);
    match transform {
        Transform::RealForward => written_to[rank - 1] = written_to[rank - 1] / 2 + 1,
        Transform::RealInverse => taken[rank - 1] = taken[rank - 1] / 2 + 1,
        Transform::Forward | Transform::Inverse => {}
    }
    let (input, fresh) = fitted(&a.view_of(a.layout().permute(&order)), &taken, from)?;
    let output = if fresh && from == to { input.clone() } else { Array::empty(&written_to, to, a.device())? };
    if output.size() != 0 {
        let routine = Routine::Fft { transform, axes: axes.len() as i64 };
        output.device().lock()?.record(
            Opcode::Routine(routine),
            output.shape(),
            &[output.output()],
            &[input.input()],
        )?;
    }
    let mut back = vec![0; rank];
    order.iter().enumerate().for_each(|(position, &axis)| back[axis] = position);
    output.view_of(output.layout().permute(&back)).ascontiguous()
}

/// An array cut or padded with zeros to a shape, in a dtype and in C order; and whether it is a new one.
fn fitted(a: &Array, shape: &[i64], dtype: DType) -> Result<(Array, bool)> {
    if a.shape() == shape && a.dtype() == dtype && a.layout().is_contiguous() {
        return Ok((a.clone(), false));
    }
    let new = Array::empty(shape, dtype, a.device())?;
    let common = |array: &Array| {
        let extents = a.shape().iter().zip(shape).map(|(&own, &other)| own.min(other)).enumerate();
        array.view_of(extents.fold(array.layout().clone(), |layout, (axis, extent)| layout.slice(axis, 0, 1, extent)))
    };
    if a.shape().iter().zip(shape).any(|(own, wanted)| own < wanted) {
        new.fill(Scalar::zero(dtype))?;
    }
    common(&new).assign_unchecked(&common(a))?;
    Ok((new, true))
}

fn scaled(array: Array, factor: f64) -> Result<Array> {
    if factor == 1.0 {
        return Ok(array);
    }
    ufunc::binary_scalar(const { RowId::named("multiply") }, &array, Value::Float(factor), false)
}

/// A result written to an `out`, with NumPy's casting.
///
/// # Errors
/// A value error for another shape, a type error for a dtype that cannot hold it.
fn written_to(result: Array, name: &str, out: Option<&Array>) -> Result<Array> {
    let Some(out) = out else { return Ok(result) };
    if out.shape() != result.shape() {
        return Err(Error::value("output array has wrong shape."));
    }
    out.check_out(name, result.shape(), result.device())?;
    check_output(name, out, result.dtype(), Casting::SameKind)?;
    result.into_out(Some(out))
}
