//! Bits and bytes of elements: `packbits`, `unpackbits`, `byteswap`.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use crate::creation::{positions, zeros};
use crate::manipulation::concatenate;
use crate::ufunc::rows;
use crate::{Array, normalize_axis, shape};

/// Which bit of a byte comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BitOrder {
    /// The highest.
    #[default]
    Big,
    /// The lowest.
    Little,
}

impl BitOrder {
    /// The order of NumPy's name for it.
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<BitOrder> {
        match name.chars().next() {
            Some('b') => Ok(BitOrder::Big),
            Some('l') => Ok(BitOrder::Little),
            _ => Err(Error::value("'order' must be either 'little' or 'big'")),
        }
    }

    /// By how much the bit of a place in a byte is shifted.
    fn shift(self, place: i64) -> i64 {
        if self == BitOrder::Big { 7 - place } else { place }
    }
}

/// Eight elements along an axis in one byte, the last one filled up with zeros: a bit is set where the element is not zero. Of the flattened
/// array where there is no axis. `numpy.packbits`.
///
/// ```
/// use cuprust::{editing::*, *};
/// # fn main() -> Result<()> {
/// let bits = array![1, 0, 1, 1, 0, 0, 0, 1, 1];
/// assert_eq!(packbits(&bits, None, BitOrder::Big)?.to_string(), "[177 128]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for other than integers and bools, an axis error.
pub fn packbits(array: &Array, axis: impl Into<Option<i64>>, order: BitOrder) -> Result<Array> {
    if !array.dtype().is_integer() && array.dtype() != DType::Bool {
        return Err(Error::type_("Expected an input array of integer or boolean data type"));
    }
    let (array, axis) = along(array, axis.into())?;
    let array = array.in_dtype(DType::Bool)?;
    let extent = array.shape()[axis];
    let bytes = extent / 8 + i64::from(extent % 8 != 0);
    let array = lengthened(&array, axis, 8 * bytes)?;
    let bit = |place: i64| {
        let bits = array.view_of(array.layout().slice(axis, place, 8, bytes)).astype(DType::U8)?;
        rows::left_shift(&bits, order.shift(place))
    };
    if bytes == 0 {
        return zeros(shape(array.shape()).dtype(DType::U8).on(array.device()));
    }
    (1..8).try_fold(bit(0)?, |byte, place| rows::bitwise_or(&byte, &bit(place)?))
}

/// The bits of bytes along an axis, each a byte of 0 or 1; of the flattened array where there is no axis. Where there is a count, so many
/// bits: zeros follow those there are, and a negative one leaves out so many at the end. `numpy.unpackbits`.
///
/// ```
/// use cuprust::{editing::*, *};
/// # fn main() -> Result<()> {
/// let bytes = array![177, 128].astype(DType::U8)?;
/// assert_eq!(unpackbits(&bytes, None, Some(9), BitOrder::Big)?.to_string(), "[1 0 1 1 0 0 0 1 1]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for another dtype than uint8, an axis error, a value error for leaving out more bits than there are.
pub fn unpackbits(array: &Array, axis: impl Into<Option<i64>>, count: Option<i64>, order: BitOrder) -> Result<Array> {
    if array.dtype() != DType::U8 {
        return Err(Error::type_("Expected an input array of unsigned byte data type"));
    }
    let (array, axis) = along(array, axis.into())?;
    let bits = array.shape()[axis].checked_mul(8).ok_or_else(|| Error::value("the unpacked array is too large"))?;
    let wanted = match count {
        None => bits,
        Some(count) if count >= 0 => count,
        Some(count) if count >= -bits => bits + count,
        Some(count) => {
            return Err(Error::value(format!(
                "-ve count value must be less than size of the array: {count} of {bits}"
            )));
        }
    };
    let (first, step) = (order.shift(0), order.shift(1) - order.shift(0));
    let shifts = positions(&[8], first, &[step], DType::U8, array.device())?;
    let spread = array.view_of(array.layout().with_axis(axis + 1));
    let mut extents = vec![1; spread.ndim()];
    extents[axis + 1] = 8;
    let unpacked = rows::bitwise_and(&rows::right_shift(&spread, &shifts.reshape(&extents)?)?, 1)?;
    let mut extents = array.shape().to_vec();
    extents[axis] = bits;
    let unpacked = unpacked.reshape(&extents)?;
    match wanted {
        wanted if wanted <= bits => Ok(unpacked.view_of(unpacked.layout().slice(axis, 0, 1, wanted))),
        wanted => lengthened(&unpacked, axis, wanted),
    }
}

impl Array {
    /// A copy with the bytes of each element in the other order, of each part of a complex number: `numpy.ndarray.byteswap`.
    ///
    /// ```
    /// use cuprust::*;
    /// # fn main() -> Result<()> {
    /// assert_eq!(array![1, 256].astype(DType::I16)?.byteswap()?.to_string(), "[256   1]");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn byteswap(&self) -> Result<Array> {
        let part = self.dtype().real();
        let size = part.size() as i64;
        if size == 1 || self.size() == 0 {
            return self.copy();
        }
        let bytes = self.copy()?.ravel()?.reinterpret(DType::U8)?;
        let swapped = bytes.reshape([-1, size])?.flip(1)?.copy()?.ravel()?;
        swapped.reinterpret(self.dtype())?.reshape(self.shape())
    }
}

/// The array and the axis that bits lie along; the flattened array where none is named.
fn along(array: &Array, axis: Option<i64>) -> Result<(Array, usize)> {
    match axis {
        None => Ok((array.ravel()?, 0)),
        Some(axis) => {
            // As NumPy, an array without axes counts as a vector of one.
            let array = array.at_least(1);
            let axis = normalize_axis(axis, array.ndim())?;
            Ok((array, axis))
        }
    }
}

/// The array with zeros behind it along an axis, up to an extent.
fn lengthened(array: &Array, axis: usize, extent: i64) -> Result<Array> {
    let mut extents = array.shape().to_vec();
    extents[axis] = extent - array.shape()[axis];
    if extents[axis] == 0 {
        return Ok(array.clone());
    }
    let rest = zeros(shape(&extents).dtype(array.dtype()).on(array.device()))?;
    concatenate(&[array, &rest], axis as i64)
}
