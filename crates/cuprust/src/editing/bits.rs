//! Bits and bytes of elements: `packbits`, `unpackbits`, `byteswap`.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar};

use crate::creation::zeros;
use crate::manipulation::concatenate;
use crate::ufunc::rows;
use crate::{Array, normalize_axis, shape};

/// The order of bits in a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BitOrder {
    /// The highest.
    #[default]
    Big,
    /// The lowest.
    Little,
}

impl BitOrder {
    /// The order by its name in NumPy.
    ///
    /// # Errors
    /// A value error for another name.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(editing::BitOrder::from_name("little")?, editing::BitOrder::Little);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn from_name(name: &str) -> Result<BitOrder> {
        match name.chars().next() {
            Some('b') => Ok(BitOrder::Big),
            Some('l') => Ok(BitOrder::Little),
            _ => Err(Error::value("'order' must be either 'little' or 'big'")),
        }
    }

    /// The multiplier that packs eight bytes of 0 or 1, read as one 64-bit number with the first byte lowest: the top
    /// byte of the product has the packed bits. Each pair of a byte and a bit of the factor gives another bit, so
    /// nothing is carried.
    fn packer(self) -> u64 {
        match self {
            BitOrder::Big => 0x8040_2010_0804_0201,
            BitOrder::Little => 0x0102_0408_1020_4080,
        }
    }

    /// The bit that each of eight copies of a byte keeps, the lowest copy first.
    fn unpacker(self) -> u64 {
        match self {
            BitOrder::Big => 0x0102_0408_1020_4080,
            BitOrder::Little => 0x8040_2010_0804_0201,
        }
    }
}

/// Eight bytes of this one as a number of 64 bits.
const fn eight(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// Packs eight elements along an axis into one byte, the last one filled up with zeros: a bit is set if the element is
/// not zero. Without an axis the array is flattened. `numpy.packbits`.
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
/// A type error for dtypes other than integers and bool, an axis error.
pub fn packbits(array: &Array, axis: impl Into<Option<i64>>, order: BitOrder) -> Result<Array> {
    if !array.dtype().is_integer() && array.dtype() != DType::Bool {
        return Err(Error::type_("Expected an input array of integer or boolean data type"));
    }
    let (array, axis) = along(array, axis.into())?;
    let last = array.moveaxis(axis as i64, -1)?;
    let extent = array.shape()[axis];
    let bytes = extent / 8 + i64::from(extent % 8 != 0);
    let mut extents = last.shape().to_vec();
    *extents.last_mut().expect("there is an axis") = 8 * bytes;
    // Bytes of 0 and 1, eight of which are read as one number.
    let indices = zeros(shape(&extents).dtype(DType::U8).on(array.device()))?;
    let own = indices.view_of(indices.layout().slice(indices.ndim() - 1, 0, 1, extent));
    own.assign(&rows::not_equal(&last, 0)?)?;
    let packed = rows::multiply(&indices.reinterpret(DType::U64)?, Scalar::new(order.packer()))?;
    let packed = rows::right_shift(&packed, Scalar::new(56u64))?.astype(DType::U8)?;
    packed.moveaxis(-1, axis as i64)
}

/// The bits of bytes along an axis, each as a byte of 0 or 1; without an axis the array is flattened. A count pads with
/// zeros or cuts to that many bits, and a negative count omits that many at the end. `numpy.unpackbits`.
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
/// A type error for another dtype than uint8, an axis error, a value error for omitting more bits than there are.
pub fn unpackbits(array: &Array, axis: impl Into<Option<i64>>, count: Option<i64>, order: BitOrder) -> Result<Array> {
    if array.dtype() != DType::U8 {
        return Err(Error::type_("Expected an input array of unsigned byte data type"));
    }
    let (array, axis) = along(array, axis.into())?;
    let bits = array.shape()[axis].checked_mul(8).ok_or_else(|| Error::value("the unpacked array is too large"))?;
    let bit_count = match count {
        None => bits,
        Some(count) if count >= 0 => count,
        Some(count) if count >= -bits => bits + count,
        Some(count) => {
            return Err(Error::value(format!(
                "-ve count value must be less than size of the array: {count} of {bits}"
            )));
        }
    };
    // Each byte is repeated eight times as one number, one bit of each copy is kept, and becomes 0 or 1.
    let number = Scalar::new;
    let copies = rows::multiply(&array.moveaxis(axis as i64, -1)?.astype(DType::U64)?, number(eight(1)))?;
    let chosen = rows::bitwise_and(&copies, number(order.unpacker()))?;
    let carried = rows::right_shift(&rows::add(&chosen, number(eight(0x7f)))?, number(7))?;
    let unpacked = rows::bitwise_and(&carried, number(eight(1)))?;
    let unpacked = unpacked.ascontiguous()?.reinterpret(DType::U8)?.moveaxis(-1, axis as i64)?;
    match bit_count {
        bit_count if bit_count <= bits => Ok(unpacked.view_of(unpacked.layout().slice(axis, 0, 1, bit_count))),
        bit_count => lengthened(&unpacked, axis, bit_count),
    }
}

impl Array {
    /// A copy with the byte order of each element reversed, for complex numbers of each part: `numpy.ndarray.byteswap`.
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
    /// Where memory is exhausted.
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

/// The array and the axis of the bits; flattened if no axis is given.
fn along(array: &Array, axis: Option<i64>) -> Result<(Array, usize)> {
    match axis {
        None => Ok((array.ravel()?, 0)),
        Some(axis) => {
            // As in NumPy, an array without axes counts as a vector with one element.
            let array = array.at_least(1);
            let axis = normalize_axis(axis, array.ndim())?;
            Ok((array, axis))
        }
    }
}

/// The array padded at the end with zeros along an axis, to an extent.
fn lengthened(array: &Array, axis: usize, extent: i64) -> Result<Array> {
    let mut extents = array.shape().to_vec();
    extents[axis] = extent - array.shape()[axis];
    if extents[axis] == 0 {
        return Ok(array.clone());
    }
    let rest = zeros(shape(&extents).dtype(array.dtype()).on(array.device()))?;
    concatenate(&[array, &rest], axis as i64)
}
