//! Filters of an image's Fourier transform: factors for each frequency, multiplied.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, c128, promote};
use std::f64::consts::PI;

use super::{each, give};
use crate::special;
use cuprust::table::Output;
use cuprust::ufunc::rows;
use cuprust::{Array, normalize_axis, where_};

/// A Fourier transform: the axis that holds the half of a real transform, if one does, and the output.
#[derive(Clone, Copy)]
pub struct Spectrum<'a> {
    /// How many elements the axis had before a transform of real numbers; below zero, where it was one of complex ones.
    pub n: i64,
    /// The axis.
    pub axis: i64,
    /// The array that is written to, or the dtype of the result: else that of the transform, float64 of integers.
    pub output: Output<'a>,
}

impl Spectrum<'_> {
    /// The dtype of the result.
    fn dtype(&self, image: &Array, complex: bool) -> Result<DType> {
        let dtype = match self.output {
            Output::New if matches!(image.dtype(), DType::C64 | DType::C128) => return Ok(image.dtype()),
            Output::New if complex => return Ok(DType::C128),
            Output::New if image.dtype() == DType::F32 => return Ok(DType::F32),
            Output::New => return Ok(DType::F64),
            Output::DType(dtype) => dtype,
            Output::Array(out) if out.shape() != image.shape() => {
                return Err(Error::runtime("output shape not correct"));
            }
            Output::Array(out) => out.dtype(),
        };
        let known = dtype.is_complex() || !complex && matches!(dtype, DType::F32 | DType::F64);
        match self.output {
            Output::Array(_) if !known => Err(Error::runtime("data type not supported")),
            _ if !known => Err(Error::runtime("output type not supported")),
            _ if image.dtype().is_complex() && !dtype.is_complex() => Err(Error::runtime("data type not supported")),
            _ => Ok(dtype),
        }
    }

    /// The number of each frequency along an axis, over the number of elements that the axis had: in one axis, which
    /// broadcasts with the image's.
    fn frequencies(&self, image: &Array, axis: usize, of: impl Fn(f64, f64) -> f64) -> Result<Array> {
        let half = self.n >= 0 && normalize_axis(self.axis, image.ndim())? == axis;
        let extent = image.shape()[axis];
        let count = if half { self.n } else { extent } as f64;
        let mut values = cuprust_reserve::list(extent as usize)?;
        values.extend((0..extent).map(|index| {
            let number = if half || index < (extent + 1) / 2 { index } else { index - extent };
            of(number as f64, count)
        }));
        let mut shape = cuprust_reserve::filled(1, image.ndim())?;
        shape[axis] = extent;
        Array::from_slice(&values, shape, image.device())
    }

    /// The transform and real factors of each frequency, multiplied.
    fn scaled(&self, image: &Array, factors: &Array) -> Result<Array> {
        let dtype = self.dtype(image, false)?;
        let wide = promote(image.dtype(), DType::F64);
        give(self.output, rows::multiply(&image.astype(wide)?, factors)?.astype(dtype)?)
    }

    /// Checks the axis and the output before anything is computed.
    fn check(&self, image: &Array, complex: bool) -> Result<()> {
        self.dtype(image, complex)?;
        normalize_axis(self.axis, image.ndim()).map(|_| ())
    }
}

/// The product of an array for each axis, which broadcast.
fn product(image: &Array, along: impl Fn(usize) -> Result<Array>) -> Result<Array> {
    let first = along(0)?;
    (1..image.ndim()).try_fold(first, |product, axis| rows::multiply(&product, &along(axis)?))
}

/// The transform of a Gaussian filter of a standard deviation along each axis: `scipy.ndimage.fourier_gaussian`.
///
/// ```
/// use cuprust::*;
/// use cuprust::table::Output;
/// use cuprust_scipy::ndimage::{Spectrum, fourier_gaussian};
/// # fn main() -> Result<()> {
/// let whole = Spectrum { n: -1, axis: -1, output: Output::New };
/// assert_eq!(fourier_gaussian(&array![1.0, 0.0], &[3.0], whole)?.to_string(), "[1. 0.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error; a runtime error for standard deviations of another number than the axes, another shape of the array
/// that is written to, and a dtype of the result that is not one of float32, float64 and complex ones.
pub fn fourier_gaussian(image: &Array, sigmas: &[f64], spectrum: Spectrum) -> Result<Array> {
    spectrum.check(image, false)?;
    let sigmas = each(sigmas, image.ndim())?;
    let along = |axis: usize| {
        spectrum.frequencies(image, axis, |number, count| {
            let step = sigmas[axis] * PI / count;
            (-2.0 * step * step * number * number).exp()
        })
    };
    spectrum.scaled(image, &product(image, along)?)
}

/// The transform of a mean over a box of a size along each axis: `scipy.ndimage.fourier_uniform`.
///
/// # Errors
/// As [`fourier_gaussian`].
pub fn fourier_uniform(image: &Array, sizes: &[f64], spectrum: Spectrum) -> Result<Array> {
    spectrum.check(image, false)?;
    let sizes = each(sizes, image.ndim())?;
    let along = |axis: usize| {
        spectrum.frequencies(image, axis, |number, count| {
            let at = sizes[axis] * PI / count * number;
            // As in SciPy, an absent box keeps only the mean.
            if number == 0.0 {
                1.0
            } else if sizes[axis] > 0.0 {
                at.sin() / at
            } else {
                0.0
            }
        })
    };
    spectrum.scaled(image, &product(image, along)?)
}

/// The transform of a mean over an ellipsoid of a size along each axis, of one to three axes:
/// `scipy.ndimage.fourier_ellipsoid`.
///
/// # Errors
/// As [`fourier_gaussian`], and an error for more than three axes, which is not implemented.
pub fn fourier_ellipsoid(image: &Array, sizes: &[f64], spectrum: Spectrum) -> Result<Array> {
    if image.ndim() > 3 {
        return Err(Error::not_implemented("Only 1d, 2d and 3d inputs are supported"));
    }
    spectrum.check(image, false)?;
    let sizes = each(sizes, image.ndim())?;
    let squares =
        |axis: usize| spectrum.frequencies(image, axis, |number, count| (sizes[axis] * PI / count * number).powi(2));
    let first = squares(0)?;
    let sum = (1..image.ndim()).try_fold(first, |sum, axis| rows::add(&sum, &squares(axis)?))?;
    let radius = rows::sqrt(&sum)?;
    let factors = match image.ndim() {
        1 => rows::divide(&rows::sin(&radius)?, &radius)?,
        2 => rows::divide(&rows::multiply(&special::jv(1.0, &radius)?, 2.0)?, &radius)?,
        _ => {
            let rest = rows::subtract(&rows::sin(&radius)?, &rows::multiply(&radius, &rows::cos(&radius)?)?)?;
            rows::divide(&rows::multiply(&rest, 3.0)?, &rows::multiply(&sum, &radius)?)?
        }
    };
    spectrum.scaled(image, &where_(&rows::greater(&radius, 0.0)?, &factors, 1.0)?)
}

/// The transform of an image that is shifted by this many elements along each axis: `scipy.ndimage.fourier_shift`.
///
/// # Errors
/// As [`fourier_gaussian`]; the dtype of the result is complex.
pub fn fourier_shift(image: &Array, shifts: &[f64], spectrum: Spectrum) -> Result<Array> {
    spectrum.check(image, true)?;
    let shifts = each(shifts, image.ndim())?;
    let angles =
        |axis: usize| spectrum.frequencies(image, axis, |number, count| -2.0 * PI * shifts[axis] / count * number);
    let first = angles(0)?;
    let angle = (1..image.ndim()).try_fold(first, |sum, axis| rows::add(&sum, &angles(axis)?))?;
    let turns = rows::exp(&rows::multiply(&angle, cuprust::Scalar::new(c128::new(0.0, 1.0)))?)?;
    let dtype = spectrum.dtype(image, true)?;
    give(spectrum.output, rows::multiply(&image.astype(DType::C128)?, &turns)?.astype(dtype)?)
}
