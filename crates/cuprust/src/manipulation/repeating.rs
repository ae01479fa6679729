//! Repetition of arrays and elements: `tile`, `repeat`.

use cuprust_ir::{Error, Layout, Result, shape_text};

use crate::array::{IntoInts, check_rank};
use crate::indexing::{AxisIndices, gather_along};
use crate::manipulation::joining::too_large;
use crate::runtime::list_for;
use crate::{Array, normalize_axis};

impl Array {
    /// The array repeated along each axis, `a.tile((2, 3))`; missing counts are one, missing axes are added.
    ///
    /// # Errors
    /// A value error for a negative count or a result too large.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2].tile((2, 2))?.to_string(), "[[1 2 1 2]\n [1 2 1 2]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn tile(&self, counts: impl IntoInts) -> Result<Array> {
        let counts = counts.into_ints();
        let rank = counts.len().max(self.ndim());
        check_rank(rank)?;
        let mut times = vec![1; rank - counts.len()];
        times.extend_from_slice(&counts);
        if times.iter().any(|&count| count < 0) {
            return Err(Error::value("negative dimensions are not allowed"));
        }
        let source = self.at_least(rank);
        let shape: Vec<i64> = source.shape().to_vec();
        let mut result = Vec::with_capacity(rank);
        for (extent, count) in shape.iter().zip(&times) {
            result.push(extent.checked_mul(*count).ok_or_else(|| too_large("tiled"))?);
        }
        let out = Array::empty(&result, self.dtype(), self.device())?;
        // Each axis of the result is split in two: the tile, and the index in it.
        let pairs: Vec<i64> = shape.iter().zip(&times).flat_map(|(&extent, &count)| [count, extent]).collect();
        let layout =
            (0..rank).fold(source.layout().clone(), |layout, axis| layout.with_axis(2 * axis)).broadcast(&pairs)?;
        out.view_of(Layout::contiguous(&pairs)).assign_unchecked(&source.view_of(layout))?;
        Ok(out)
    }

    /// Each element repeated, along an axis or in the flattened array: `a.repeat(2, None)`, and with a count for each
    /// element `a.repeat([1, 0, 2], 0)`.
    ///
    /// # Errors
    /// A value error for a negative count, for another number of counts than one or that of the elements, and for a
    /// result that is too large; an axis error for one out of range.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(arange(3)?.repeat(2, None)?.to_string(), "[0 0 1 1 2 2]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn repeat(&self, counts: impl IntoInts, axis: impl Into<Option<i64>>) -> Result<Array> {
        let counts = counts.into_ints();
        let (source, axis) = match axis.into() {
            None => (self.ravel()?, 0),
            Some(axis) => (self.at_least(1), axis),
        };
        let axis = normalize_axis(axis, source.ndim())?;
        let extent = source.shape()[axis];
        if counts.len() != 1 && counts.len() as i64 != extent {
            return Err(Error::value(format!(
                "operands could not be broadcast together with shape {} {}",
                shape_text(&[extent]),
                shape_text(&[counts.len() as i64])
            )));
        }
        if counts.iter().any(|&count| count < 0) {
            return Err(Error::value("repeats may not contain negative values."));
        }
        match *counts {
            [count] => source.repeat_evenly(count, axis),
            _ => source.repeat_each(&counts, axis),
        }
    }

    fn repeat_evenly(&self, count: i64, axis: usize) -> Result<Array> {
        let mut result = self.shape().to_vec();
        result[axis] = result[axis].checked_mul(count).ok_or_else(|| too_large("repeated"))?;
        let out = Array::empty(&result, self.dtype(), self.device())?;
        let layout = self.layout().with_axis(axis + 1);
        let mut pairs = layout.shape.to_vec();
        pairs[axis + 1] = count;
        out.view_of(Layout::contiguous(&pairs)).assign_unchecked(&self.view_of(layout.broadcast(&pairs)?))?;
        Ok(out)
    }

    fn repeat_each(&self, counts: &[i64], axis: usize) -> Result<Array> {
        let total = counts.iter().try_fold(0i64, |total, &count| total.checked_add(count));
        let total = total.filter(|&total| total < i64::MAX / 8).ok_or_else(|| too_large("repeated"))?;
        let mut indices: Vec<i64> = list_for(total as usize, "places of elements")?;
        for (position, &count) in counts.iter().enumerate() {
            indices.extend(std::iter::repeat_n(position as i64, count as usize));
        }
        let mut result = self.shape().to_vec();
        result[axis] = total;
        let out = Array::empty(&result, self.dtype(), self.device())?;
        let indices = Array::from_slice(&indices, [total], self.device())?;
        gather_along(self, AxisIndices { indices: &indices, known: true }, axis, &out)?;
        Ok(out)
    }
}
