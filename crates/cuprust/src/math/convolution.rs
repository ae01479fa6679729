//! Convolution and correlation of one-dimensional arrays: `convolve`, `correlate`.

use cuprust_ir::{Dims, Error, Layout, Opcode, Result};
use cuprust_num::promote;
use cuprust_ops::Routine;

use crate::ufunc::rows;
use crate::{Array, axis};

/// The offsets of the shorter array for which there is a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overlap {
    /// Those with complete overlap.
    Valid,
    /// As many as the longer array has elements, centred.
    Same,
    /// Those with any overlap.
    Full,
}

impl Overlap {
    /// The offsets by their name in NumPy.
    ///
    /// # Errors
    /// A value error for another name.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert!(math::Overlap::from_name("same").is_ok() && math::Overlap::from_name("other").is_err());
    /// ```
    pub fn from_name(name: &str) -> Result<Overlap> {
        match name {
            "valid" => Ok(Overlap::Valid),
            "same" => Ok(Overlap::Same),
            "full" => Ok(Overlap::Full),
            _ => Err(Error::value(format!("mode must be one of 'valid', 'same', or 'full' (got '{name}')"))),
        }
    }
}

/// Reductions compute fewer sums than the first, of more products each than the second.
const MIN_SUMS: i64 = 64;
const MAX_PRODUCTS: i64 = 512;

/// The convolution of two one-dimensional arrays: `numpy.convolve`. Bools are joined by `or`.
///
/// ```
/// use cuprust::*;
/// use cuprust::math::{Overlap, convolve};
/// # fn main() -> Result<()> {
/// assert_eq!(convolve(&array![1, 2, 3], &array![0, 1, 5], Overlap::Full)?.to_string(), "[ 0  1  7 13 15]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for an empty array, and for more than one axis.
pub fn convolve(a: &Array, b: &Array, overlap: Overlap) -> Result<Array> {
    let (a, b) = (a.at_least(1), b.at_least(1));
    for (name, line) in [("a", &a), ("v", &b)] {
        if line.shape()[0] == 0 {
            return Err(Error::value(format!("{name} cannot be empty")));
        }
    }
    check_lines(&a, &b)?;
    let (long, short) = if b.size() > a.size() { (&b, &a) } else { (&a, &b) };
    moved_along(long, &reversed(short), overlap)
}

/// The correlation of two one-dimensional arrays, the second one conjugated: `numpy.correlate`. Bools are joined by
/// `or`.
///
/// ```
/// use cuprust::*;
/// use cuprust::math::{Overlap, correlate};
/// # fn main() -> Result<()> {
/// assert_eq!(correlate(&array![1, 2, 3], &array![0, 1, 5], Overlap::Valid)?.to_string(), "[17]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for an empty array, and for other than one axis.
pub fn correlate(a: &Array, b: &Array, overlap: Overlap) -> Result<Array> {
    check_lines(a, b)?;
    for (name, line) in [("first", a), ("second", b)] {
        if line.size() == 0 {
            return Err(Error::value(format!("{name} array argument cannot be empty")));
        }
    }
    let b = if b.dtype().is_complex() { rows::conjugate(b)? } else { b.clone() };
    match a.size() < b.size() {
        false => moved_along(a, &b, overlap),
        true => moved_along(&b, a, overlap).map(|found| reversed(&found)),
    }
}

fn check_lines(a: &Array, b: &Array) -> Result<()> {
    a.check_device(b)?;
    match [a, b].iter().map(|line| line.ndim()).find(|&axes| axes != 1) {
        None => Ok(()),
        Some(0) => Err(Error::value("object of too small depth for desired array")),
        Some(_) => Err(Error::value("object too deep for desired array")),
    }
}

/// The array reversed.
fn reversed(line: &Array) -> Array {
    let (own, count) = (line.layout(), line.size());
    let step = own.strides[0];
    let offset = own.offset + (count - 1).max(0) * step;
    line.view_of(Layout { shape: own.shape.clone(), strides: Dims::new(&[-step]), offset })
}

/// The sums of the products of an array, which is not empty, and a part of the longer one.
fn moved_along(long: &Array, short: &Array, overlap: Overlap) -> Result<Array> {
    let dtype = promote(long.dtype(), short.dtype());
    // The half types are rounded once.
    let wide = crate::ufunc::casting::wide(dtype);
    let (size, count) = (long.size(), short.size());
    let (before, length) = match overlap {
        Overlap::Valid => (0, size - count + 1),
        Overlap::Same => (count / 2, size),
        Overlap::Full => (count - 1, size + count - 1),
    };
    let (long, short) = (long.in_dtype(wide)?, short.in_dtype(wide)?);
    if length < MIN_SUMS && count > MAX_PRODUCTS && overlap == Overlap::Valid {
        let (own, column) = (long.layout(), short.view_of(short.layout().with_axis(1)));
        let step = own.strides[0];
        let (shape, strides) = (Dims::new(&[count, length]), Dims::new(&[step, step]));
        let parts = long.view_of(Layout { shape, strides, offset: own.offset });
        return rows::sum(&rows::multiply(&parts, &column)?, axis(0).dtype(wide))?.in_dtype(dtype);
    }
    let sums = Array::empty([length], wide, long.device())?;
    let correlate = Opcode::Routine(Routine::Correlate { before });
    sums.device().lock()?.record(correlate, sums.shape(), &[sums.output()], &[long.input(), short.input()])?;
    sums.in_dtype(dtype)
}
