//! Splitting of one array: views of consecutive parts along an axis.

use cuprust_ir::{Dims, Error, Result};

use crate::array::Int;
use crate::runtime::list_for;
use crate::{Array, Index, normalize_axis};

/// Where an array is split: an integer is a number of parts, and `[2, 5]` are the indices before which it is cut.
#[derive(Debug, Clone)]
pub enum Sections {
    /// Into this many parts of equal length; with `array_split`, the first ones may be one longer.
    Count(i64),
    /// Before each of these indices.
    Before(Dims),
}

impl<I: Int> From<I> for Sections {
    fn from(count: I) -> Sections {
        Sections::Count(count.to_i64())
    }
}

impl<I: Int, const N: usize> From<[I; N]> for Sections {
    fn from(positions: [I; N]) -> Sections {
        Sections::Before(positions.into_iter().map(Int::to_i64).collect())
    }
}

impl<I: Int> From<&[I]> for Sections {
    fn from(positions: &[I]) -> Sections {
        Sections::Before(positions.iter().map(|index| index.to_i64()).collect())
    }
}

impl Array {
    /// Views of consecutive parts along an axis, of equal lengths if their number is given: `a.split(3, 0)`,
    /// `a.split([2, 5], 0)`.
    ///
    /// # Errors
    /// A value error where the parts cannot be equal, a zero-division error for no parts, an axis error for one out of
    /// range.
    ///
    /// ```
    /// # use cuprust::*;
    /// let parts = arange(6)?.split([2, 5], 0)?;
    /// assert_eq!((parts.len(), parts[1].to_string()), (3, "[2 3 4]".to_owned()));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn split(&self, sections: impl Into<Sections>, axis: impl Int) -> Result<Vec<Array>> {
        let sections = sections.into();
        if matches!(sections, Sections::Count(0)) {
            return Err(Error::zero_division("an array cannot be split into 0 parts"));
        }
        let axis_index = normalize_axis(axis.to_i64(), self.ndim())?;
        if let Sections::Count(count) = sections
            && count > 0
            && self.shape()[axis_index] % count != 0
        {
            return Err(Error::value("array split does not result in an equal division"));
        }
        self.array_split(sections, axis)
    }

    /// As [`Array::split`] along the first axis.
    ///
    /// # Errors
    /// As [`Array::split`], and a value error for fewer than two axes.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1, 2], [3, 4]].vsplit(2)?[1].to_string(), "[[3 4]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn vsplit(&self, sections: impl Into<Sections>) -> Result<Vec<Array>> {
        if self.ndim() < 2 {
            return Err(Error::value("vsplit only works on arrays of 2 or more dimensions"));
        }
        self.split(sections, 0)
    }

    /// As [`Array::split`] along the second axis, and of a vector along its only one.
    ///
    /// # Errors
    /// As [`Array::split`], and a value error for an array without axes.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1, 2], [3, 4]].hsplit(2)?[1].to_string(), "[[2]\n [4]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn hsplit(&self, sections: impl Into<Sections>) -> Result<Vec<Array>> {
        match self.ndim() {
            0 => Err(Error::value("hsplit only works on arrays of 1 or more dimensions")),
            rank => self.split(sections, usize::from(rank > 1)),
        }
    }

    /// As [`Array::split`] along the third axis.
    ///
    /// # Errors
    /// As [`Array::split`], and a value error for fewer than three axes.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(zeros((2, 3, 4))?.dsplit(2)?[0].shape(), [2, 3, 2]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn dsplit(&self, sections: impl Into<Sections>) -> Result<Vec<Array>> {
        if self.ndim() < 3 {
            return Err(Error::value("dsplit only works on arrays of 3 or more dimensions"));
        }
        self.split(sections, 2)
    }

    /// The slices at each index along an axis, without it: `numpy.unstack`. Views.
    ///
    /// # Errors
    /// A value error for an array without axes, an axis error for one out of range.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1, 2], [3, 4]].unstack(1)?[0].to_string(), "[1 3]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn unstack(&self, axis: impl Int) -> Result<Vec<Array>> {
        if self.ndim() == 0 {
            return Err(Error::value("Input array must be at least 1-d."));
        }
        let axis = normalize_axis(axis.to_i64(), self.ndim())?;
        let extent = self.shape()[axis];
        let mut parts = list_for(extent as usize, "parts of an array")?;
        parts.extend((0..extent).map(|index| self.view_of(self.layout().at(axis, index))));
        Ok(parts)
    }

    /// As [`Array::split`], with the first parts one longer if the length is not divisible.
    ///
    /// # Errors
    /// A value error for no parts, an axis error for one out of range, out of memory for more parts than can be
    /// allocated.
    ///
    /// ```
    /// # use cuprust::*;
    /// let parts = arange(5)?.array_split(2, 0)?;
    /// assert_eq!((parts[0].to_string(), parts[1].to_string()), ("[0 1 2]".into(), "[3 4]".into()));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn array_split(&self, sections: impl Into<Sections>, axis: impl Int) -> Result<Vec<Array>> {
        let sections = sections.into();
        let axis = normalize_axis(axis.to_i64(), self.ndim())?;
        let extent = self.shape()[axis];
        let count = match &sections {
            Sections::Count(count) if *count <= 0 => {
                return Err(Error::value("number sections must be larger than 0."));
            }
            // A number that does not fit is saturated.
            Sections::Count(i64::MAX) => return Err(Error::overflow("cannot fit 'int' into an index-sized integer")),
            Sections::Count(count) => *count as usize,
            Sections::Before(positions) => positions.len() + 1,
        };
        let end = |part: usize| match &sections {
            &Sections::Count(count) => {
                let part = part as i64 + 1;
                part * (extent / count) + part.min(extent % count)
            }
            Sections::Before(positions) => positions.get(part).copied().unwrap_or(extent),
        };
        let mut parts = list_for(count, "parts of an array")?;
        let mut index = vec![Index::ALL; axis + 1];
        let mut start = 0;
        for part in 0..count {
            let end = end(part);
            index[axis] = Index::range(start, end);
            parts.push(self.at(&index)?);
            start = end;
        }
        Ok(parts)
    }
}
