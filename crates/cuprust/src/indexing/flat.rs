//! The elements of an array as if it had one axis: `numpy.ndarray.flat`.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::placing::repeated;
use crate::creation::positions;
use crate::{Array, Index};

impl Array {
    /// A copy of the elements that one part of an index names, as if the array had one axis, in C order:
    /// `a.flat[index]`.
    ///
    /// ```
    /// use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let a = arange(6)?.reshape((2, 3))?.t();
    /// assert_eq!(a.flat_at(s![1..;2][0])?.to_string(), "[3 4 5]");
    /// assert_eq!(a.flat_at(-1)?.to_string(), "5");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// An index error for a place out of range, a new axis, and arrays of other than integers and bools.
    pub fn flat_at<'a>(&self, index: impl Into<Index<'a>>) -> Result<Array> {
        let part = checked(index.into())?;
        if let Index::At(place) = part {
            return self.flat_element(place)?.copy();
        }
        let flat = self.ravel()?;
        let taken = flat.at([part])?;
        if taken.shares_storage(self) { taken.copy() } else { Ok(taken) }
    }

    /// A view of the element at one place of the flattened array, without axes.
    ///
    /// # Errors
    /// An index error for a place out of range.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1, 2], [3, 4]].flat_element(2)?.to_string(), "3");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn flat_element(&self, place: i64) -> Result<Array> {
        let size = self.size();
        if !(-size..size).contains(&place) {
            return Err(Error::index(format!("index {place} is out of bounds for size {size}")));
        }
        let mut left = if place < 0 { place + size } else { place };
        let mut layout = self.layout().clone();
        for axis in (0..self.ndim()).rev() {
            let extent = layout.shape[axis];
            layout = layout.at(axis, left % extent);
            left /= extent;
        }
        Ok(self.view_of(layout))
    }

    /// Writes values, from the first one again where they are too few, to the elements that one part of an index names,
    /// as if the array had one axis: `a.flat[index] = values`.
    ///
    /// ```
    /// use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let a = arange(6)?.reshape((2, 3))?;
    /// a.t().set_flat(Index::ALL, &array![7, 8])?;
    /// assert_eq!(a.to_string(), "[[7 7 7]\n [8 8 8]]");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Array::flat_at`], and a value error for a read-only array, for no values, and for several where one place
    /// is named.
    pub fn set_flat<'a>(&self, index: impl Into<Index<'a>>, values: &Array) -> Result<()> {
        self.check_writable()?;
        let part = checked(index.into())?;
        let values = values.to_device(self.device())?;
        let values = values.in_dtype(self.dtype())?;
        if let Index::At(place) = part {
            let element = self.flat_element(place)?;
            return match values.size() {
                1 => element.assign(&values.reshape(())?),
                _ => Err(Error::value("Error setting single item of array.")),
            };
        }
        let size = self.size();
        let places = positions(&[size], 0, &[1], DType::I64, self.device())?.at([part])?;
        if places.size() == 0 {
            return Ok(());
        }
        if values.size() == 0 {
            return Err(Error::value("Cannot copy from an empty sequence to elements of an array."));
        }
        let values = repeated(&values, places.size())?;
        // What is written must not be what is read.
        let values = if values.shares_storage(self) { values.copy()? } else { values };
        if places.size() == size && matches!(part, Index::Slice { step: None | Some(1), .. } | Index::Ellipsis) {
            return self.assign_unchecked(&values.reshape(self.shape())?);
        }
        self.put_known(&places.ravel()?, &values)
    }
}

/// The part of an index, where it may index one axis.
fn checked(part: Index<'_>) -> Result<Index<'_>> {
    match part {
        Index::NewAxis => Err(Error::index("unsupported iterator index")),
        part => Ok(part),
    }
}
