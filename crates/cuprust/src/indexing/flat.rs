//! Access to an array as if it had one axis: `numpy.ndarray.flat`.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::placing::repeated;
use crate::creation::positions;
use crate::{Array, Index};

impl Array {
    /// A copy of the elements that an index with one part selects, as if the array were flattened in C order:
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
    /// An index error for an index out of range, a new axis, and arrays of dtypes other than integers and bool.
    pub fn flat_at<'a>(&self, index: impl Into<Index<'a>>) -> Result<Array> {
        let part = checked(index.into())?;
        if let Index::At(index) = part {
            return self.flat_element(index)?.copy();
        }
        let flat = self.ravel()?;
        let taken = flat.at([part])?;
        if taken.shares_storage(self) { taken.copy() } else { Ok(taken) }
    }

    /// A view of the element at a flat index, without axes.
    ///
    /// # Errors
    /// An index error for an index out of range.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1, 2], [3, 4]].flat_element(2)?.to_string(), "3");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn flat_element(&self, index: i64) -> Result<Array> {
        let size = self.size();
        if !(-size..size).contains(&index) {
            return Err(Error::index(format!("index {index} is out of bounds for size {size}")));
        }
        let mut left = if index < 0 { index + size } else { index };
        let mut layout = self.layout().clone();
        for axis in (0..self.ndim()).rev() {
            let extent = layout.shape[axis];
            layout = layout.at(axis, left % extent);
            left /= extent;
        }
        Ok(self.view_of(layout))
    }

    /// Writes values, repeated if there are too few, to the elements that an index with one part selects, as if the
    /// array were flattened: `a.flat[index] = values`.
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
    /// As [`Array::flat_at`], and a value error for a read-only array, for no values, and for several values where one
    /// element is selected.
    pub fn set_flat<'a>(&self, index: impl Into<Index<'a>>, values: &Array) -> Result<()> {
        self.check_writable()?;
        let part = checked(index.into())?;
        let values = values.to_device(self.device())?;
        let values = values.in_dtype(self.dtype())?;
        if let Index::At(index) = part {
            let element = self.flat_element(index)?;
            return match values.size() {
                1 => element.assign(&values.reshape(())?),
                _ => Err(Error::value("Error setting single item of array.")),
            };
        }
        let size = self.size();
        let indices = positions(&[size], 0, &[1], DType::I64, self.device())?.at([part])?;
        if indices.size() == 0 {
            return Ok(());
        }
        if values.size() == 0 {
            return Err(Error::value("Cannot copy from an empty sequence to elements of an array."));
        }
        let values = repeated(&values, indices.size())?;
        // The values must not overlap the target.
        let values = if values.shares_storage(self) { values.copy()? } else { values };
        if indices.size() == size && matches!(part, Index::Slice { step: None | Some(1), .. } | Index::Ellipsis) {
            return self.assign_unchecked(&values.reshape(self.shape())?);
        }
        self.put_known(&indices.ravel()?, &values)
    }
}

/// The index, if it can index one axis.
fn checked(part: Index<'_>) -> Result<Index<'_>> {
    match part {
        Index::NewAxis => Err(Error::index("unsupported iterator index")),
        part => Ok(part),
    }
}
