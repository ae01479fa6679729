//! Sums of products of one line of elements and another that is moved along it: `convolve`, `correlate`.

use cuprust_ir::{Dims, Error, Layout, Result};
use cuprust_num::{DType, promote};

use crate::linalg::matmul;
use crate::manipulation::concatenate;
use crate::ufunc::rows;
use crate::{Array, axis};

/// For which places of the shorter line there is a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overlap {
    /// Where it lies within the longer one.
    Valid,
    /// So many as the longer one has, in the middle.
    Same,
    /// Where they meet at all.
    Full,
}

impl Overlap {
    /// The places of NumPy's name for them.
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<Overlap> {
        match name {
            "valid" => Ok(Overlap::Valid),
            "same" => Ok(Overlap::Same),
            "full" => Ok(Overlap::Full),
            _ => Err(Error::value(format!("mode must be one of 'valid', 'same', or 'full' (got '{name}')"))),
        }
    }
}

/// Up to so many elements of the shorter line, their products are added one after another, by one operation on whole lines each.
const FEW: i64 = 8;

/// So many of them are summed by one reduction: on two cores 10^6 elements by 16 take 22 ms, and by 33 at once 210 ms.
const BLOCK: i64 = 16;

/// Of more than these one reduction takes all, so that programs stay short.
const MANY: i64 = 512;

/// From so many elements of the shorter line on, and so many products, the sums are a product of matrices.
const LONG: i64 = 32;
const WORTH: i64 = 1 << 20;

/// The convolution of two lines, the elements of one in reverse: `numpy.convolve`. Bools are joined by `or`.
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
/// A value error for a line without elements, and for arrays of more than one axis.
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

/// The correlation of two lines, of the second one the conjugate: `numpy.correlate`. Bools are joined by `or`.
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
/// A value error for a line without elements, and for arrays of other than one axis.
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

/// A line from its end to its start.
fn reversed(line: &Array) -> Array {
    let (own, count) = (line.layout(), line.size());
    let step = own.strides[0];
    let offset = own.offset + (count - 1).max(0) * step;
    line.view_of(Layout { shape: own.shape.clone(), strides: Dims::new(&[-step]), offset })
}

/// The sums of the products of a line, which has elements, and a part of the longer one, zeros before and behind it.
fn moved_along(long: &Array, short: &Array, overlap: Overlap) -> Result<Array> {
    let dtype = promote(long.dtype(), short.dtype());
    // The half types are rounded once.
    let wide = if matches!(dtype, DType::F16 | DType::BF16) { DType::F32 } else { dtype };
    let count = short.size();
    let (before, behind) = match overlap {
        Overlap::Valid => (0, 0),
        Overlap::Same => (count / 2, count - count / 2 - 1),
        Overlap::Full => (count - 1, count - 1),
    };
    let zeros = |count: i64| crate::creation::zeros(crate::creation::shape([count]).dtype(wide).on(long.device()));
    let (long, short) = (long.in_dtype(wide)?, short.in_dtype(wide)?);
    let long = match before + behind {
        0 => long,
        _ => concatenate(&[zeros(before)?, long, zeros(behind)?], 0)?,
    };
    let length = long.size() - count + 1;
    let sums = if is_product(&long, &short, length)? {
        as_product(&long, &short, length)?
    } else if count <= FEW {
        let product = |place: i64| {
            let part = long.view_of(long.layout().slice(0, place, 1, length));
            rows::multiply(&part, &short.view_of(short.layout().at(0, place)))
        };
        let mut sums = product(0)?;
        for place in 1..count {
            sums = rows::add(&sums, &product(place)?)?;
        }
        sums
    } else {
        let (own, column) = (long.layout(), short.view_of(short.layout().with_axis(1)));
        let step = own.strides[0];
        // Over the first axis, so that neighbours are summed side by side.
        let part = |first: i64, count: i64| {
            let parts = long.view_of(Layout {
                shape: Dims::new(&[count, length]),
                strides: Dims::new(&[step, step]),
                offset: own.offset + first * step,
            });
            let weights = column.view_of(column.layout().slice(0, first, 1, count));
            rows::sum(&rows::multiply(&parts, &weights)?, axis(0).dtype(wide))
        };
        let each = if count <= MANY { BLOCK } else { count };
        let mut sums = part(0, each.min(count))?;
        for first in (each..count).step_by(each as usize) {
            sums = rows::add(&sums, &part(first, each.min(count - first))?)?;
        }
        sums
    };
    sums.in_dtype(dtype)
}

/// Whether the sums are best a product of matrices. Its zeros must not meet what is not finite: this waits for the lines.
fn is_product(long: &Array, short: &Array, length: i64) -> Result<bool> {
    let (dtype, count) = (long.dtype(), short.size());
    let worth = count >= LONG && length.saturating_mul(count) >= WORTH;
    if !worth || !matches!(dtype, DType::F32 | DType::F64 | DType::C64 | DType::C128) {
        return Ok(false);
    }
    let finite = |line: &Array| rows::all(&rows::isfinite(line)?, ..);
    rows::logical_and(&finite(long)?, &finite(short)?)?.item().map(|both| both.get::<bool>())
}

/// The sums as a product of matrices: a row of the first is what a block of the sums is made of, and a column of the second has the
/// elements of the shorter line where their sum takes them, among zeros.
fn as_product(long: &Array, short: &Array, length: i64) -> Result<Array> {
    let count = short.size();
    let block = if count >= 256 { 256 } else { 64 };
    let (blocks, taken) = ((length + block - 1) / block, block + count - 1);
    let zeros =
        |count: i64| crate::creation::zeros(crate::creation::shape([count]).dtype(long.dtype()).on(long.device()));
    let long = concatenate(&[long.clone(), zeros(blocks * block - length)?], 0)?;
    let short = concatenate(&[zeros(block - 1)?, short.clone(), zeros(block - 1)?], 0)?;
    let windows = |line: &Array, shape: [i64; 2], strides: [i64; 2], offset: i64| {
        let offset = line.layout().offset + offset;
        line.view_of(Layout { shape: Dims::new(&shape), strides: Dims::new(&strides), offset })
    };
    let rows = windows(&long, [blocks, taken], [block, 1], 0);
    let columns = windows(&short, [taken, block], [1, -1], block - 1);
    let sums = matmul(&rows, &columns, None)?.ravel()?;
    Ok(sums.view_of(sums.layout().slice(0, 0, 1, length)))
}
