//! Window functions: `bartlett`, `blackman`, `hamming`, `hanning`, `kaiser`.

use std::f64::consts::PI;

use cuprust_ir::{Error, Result};
use cuprust_num::Scalar;

use crate::creation::{arange, ones, span, zeros};
use crate::ufunc::rows;
use crate::ufunc::where_;
use crate::{Array, DType};

/// The numbers from `1 - count` to `count` in steps of two; for at most one weight, the weights themselves.
fn steps(count: f64) -> Result<std::result::Result<Array, Array>> {
    check(count)?;
    if count < 1.0 {
        return zeros(0).map(Err);
    }
    if count == 1.0 {
        return ones(1).map(Err);
    }
    arange(span((1.0 - count, count)).step(2.0).dtype(DType::F64)).map(Ok)
}

fn check(count: f64) -> Result<()> {
    if count.is_finite() { Ok(()) } else { Err(Error::value("Maximum allowed size exceeded")) }
}

/// A sum of cosines of multiples of the angle, which is zero in the middle and pi at the ends.
fn cosines(count: f64, weights: &[f64]) -> Result<Array> {
    let steps = match steps(count)? {
        Ok(steps) => steps,
        Err(few) => return Ok(few),
    };
    let mut sum: Option<Array> = None;
    for (multiple, &weight) in weights.iter().enumerate().skip(1) {
        let angle = rows::divide(&rows::multiply(&steps, PI * multiple as f64)?, count - 1.0)?;
        let term = rows::multiply(&rows::cos(&angle)?, weight)?;
        sum = Some(match sum {
            None => rows::add(&term, weights[0])?,
            Some(before) => rows::add(&before, &term)?,
        });
    }
    sum.map_or_else(|| ones(steps.shape()), Ok)
}

/// The triangular window of this many weights that is zero at the ends: `numpy.bartlett`.
///
/// ```
/// # use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(math::bartlett(5.0)?.to_string(), "[0.  0.5 1.  0.5 0. ]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a count that is not finite.
pub fn bartlett(count: f64) -> Result<Array> {
    let steps = match steps(count)? {
        Ok(steps) => steps,
        Err(few) => return Ok(few),
    };
    let part = rows::divide(&steps, count - 1.0)?;
    where_(&rows::less_equal(&steps, 0)?, &rows::add(&part, 1.0)?, &rows::subtract(1.0, &part)?)
}

/// Blackman's window of this many weights: `numpy.blackman`.
///
/// # Errors
/// As [`bartlett`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(math::blackman(5.0)?.absolute()?.round(2)?.to_string(), "[0.   0.34 1.   0.34 0.  ]");
/// # Ok::<(), Error>(())
/// ```
pub fn blackman(count: f64) -> Result<Array> {
    cosines(count, &[0.42, 0.5, 0.08])
}

/// Hamming's window of this many weights: `numpy.hamming`.
///
/// # Errors
/// As [`bartlett`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(math::hamming(5.0)?.to_string(), "[0.08 0.54 1.   0.54 0.08]");
/// # Ok::<(), Error>(())
/// ```
pub fn hamming(count: f64) -> Result<Array> {
    cosines(count, &[0.54, 0.46])
}

/// Von Hann's window of this many weights: `numpy.hanning`.
///
/// # Errors
/// As [`bartlett`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(math::hanning(5.0)?.to_string(), "[0.  0.5 1.  0.5 0. ]");
/// # Ok::<(), Error>(())
/// ```
pub fn hanning(count: f64) -> Result<Array> {
    cosines(count, &[0.5, 0.5])
}

/// Kaiser's window of this many weights and this shape parameter: `numpy.kaiser`.
///
/// # Errors
/// As [`bartlett`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(math::kaiser(3.0, 0.0)?.to_string(), "[1. 1. 1.]");
/// # Ok::<(), Error>(())
/// ```
pub fn kaiser(count: f64, beta: f64) -> Result<Array> {
    check(count)?;
    if count == 1.0 {
        return ones(1);
    }
    let half = (count - 1.0) / 2.0;
    let part = rows::divide(&rows::subtract(&arange(span((0.0, count)).dtype(DType::F64))?, half)?, half)?;
    let root = rows::sqrt(&rows::subtract(1.0, &rows::multiply(&part, &part)?)?)?;
    let whole = crate::creation::full((), Scalar::new(beta))?;
    rows::divide(&rows::i0(&rows::multiply(&root, beta)?)?, &rows::i0(&whole)?)
}
