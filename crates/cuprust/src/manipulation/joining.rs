//! Several arrays made one, and one made several: joining, stacking, splitting, repeating, padding.

use cuprust_ir::{Error, Layout, Result, shape_text};
use cuprust_num::{Casting, DType, Scalar, can_cast, promote};

use crate::array::check_rank;
use crate::{Array, Index, normalize_axis};

/// What may be said of [`concatenate`] and [`stack`].
#[derive(Clone, Copy)]
pub struct JoinOptions<'a> {
    /// The array to write to.
    pub out: Option<&'a Array>,
    /// The dtype of the result; found by promotion where there is none.
    pub dtype: Option<DType>,
    /// Which casts are allowed.
    pub casting: Casting,
}

impl Default for JoinOptions<'_> {
    fn default() -> Self {
        JoinOptions { out: None, dtype: None, casting: Casting::SameKind }
    }
}

/// Arrays joined along an axis they have; flattened first where no axis is given.
///
/// # Errors
/// A value error where there are no arrays or their shapes differ along another axis, and an axis error for one out of
/// range; a type error where a cast is not allowed.
pub fn concatenate(arrays: &[&Array], axis: Option<i64>, options: &JoinOptions) -> Result<Array> {
    let Some(first) = arrays.first() else { return Err(Error::value("need at least one array to concatenate")) };
    let Some(axis) = axis else {
        let flat = arrays.iter().map(|array| array.ravel()).collect::<Result<Vec<_>>>()?;
        return concatenate(&flat.iter().collect::<Vec<_>>(), Some(0), options);
    };
    if first.ndim() == 0 {
        return Err(Error::value("zero-dimensional arrays cannot be concatenated"));
    }
    let axis = normalize_axis(axis, first.ndim())?;
    let mut shape = first.shape().to_vec();
    for (place, array) in arrays.iter().enumerate().skip(1) {
        if array.ndim() != first.ndim() {
            return Err(Error::value(format!(
                "all the input array dimensions must match in number, but the array at index 0 has {} dimension(s) and the \
                 array at index {place} has {} dimension(s)",
                first.ndim(),
                array.ndim()
            )));
        }
        for other in (0..shape.len()).filter(|&other| other != axis) {
            if array.shape()[other] != shape[other] {
                return Err(Error::value(format!(
                    "all the input array dimensions except for the concatenation axis must match exactly, but along \
                     dimension {other}, the array at index 0 has size {} and the array at index {place} has size {}",
                    shape[other],
                    array.shape()[other]
                )));
            }
        }
        shape[axis] = shape[axis].checked_add(array.shape()[axis]).ok_or_else(|| too_large("joined"))?;
        same_device(first, array)?;
    }
    let promoted = arrays.iter().map(|array| array.dtype()).reduce(promote).unwrap_or(first.dtype());
    let out = match options.out {
        Some(_) if options.dtype.is_some() => {
            return Err(Error::type_(
                "concatenate() only takes `out` or `dtype` as an argument, but both were provided.",
            ));
        }
        Some(out) if out.shape() != shape => {
            return Err(Error::value(format!(
                "Output array is the wrong shape: it is {}, and the result {}",
                shape_text(out.shape()),
                shape_text(&shape)
            )));
        }
        Some(out) => {
            out.check_writable()?;
            out.clone()
        }
        None => Array::empty(&shape, options.dtype.unwrap_or(promoted), first.device())?,
    };
    for array in arrays {
        if !can_cast(array.dtype(), out.dtype(), options.casting) {
            return Err(Error::type_(format!(
                "Cannot cast array data from {} to {} according to the rule '{}'",
                array.dtype(),
                out.dtype(),
                options.casting.name()
            )));
        }
    }
    let mut start = 0;
    for array in arrays {
        let extent = array.shape()[axis];
        out.view_of(out.layout().slice(axis, start, 1, extent)).assign_unchecked(array)?;
        start += extent;
    }
    Ok(out)
}

/// Arrays of one shape joined along a new axis.
///
/// # Errors
/// A value error where there are no arrays or their shapes differ, an axis error for one out of range.
pub fn stack(arrays: &[&Array], axis: i64, options: &JoinOptions) -> Result<Array> {
    let Some(first) = arrays.first() else { return Err(Error::value("need at least one array to stack")) };
    if arrays.iter().any(|array| array.shape() != first.shape()) {
        return Err(Error::value("all input arrays must have the same shape"));
    }
    let axis = normalize_axis(axis, first.ndim() + 1)? as i64;
    let wider = arrays.iter().map(|array| array.expand_dims(&[axis])).collect::<Result<Vec<_>>>()?;
    concatenate(&wider.iter().collect::<Vec<_>>(), Some(axis), options)
}

/// Arrays one below the other: along the first of at least two axes.
///
/// # Errors
/// As [`concatenate`].
pub fn vstack(arrays: &[&Array], options: &JoinOptions) -> Result<Array> {
    joined(arrays, 0, options, |array| array.at_least(2))
}

/// Arrays side by side: along the second axis, of vectors along the only one.
///
/// # Errors
/// As [`concatenate`].
pub fn hstack(arrays: &[&Array], options: &JoinOptions) -> Result<Array> {
    let axis = i64::from(arrays.first().is_some_and(|first| first.ndim() > 1));
    joined(arrays, axis, options, |array| array.at_least(1))
}

/// Arrays one behind the other: along the third of at least three axes.
///
/// # Errors
/// As [`concatenate`].
pub fn dstack(arrays: &[&Array], options: &JoinOptions) -> Result<Array> {
    joined(arrays, 2, options, Array::at_least_3d)
}

/// Vectors as the columns of a matrix; matrices side by side.
///
/// # Errors
/// As [`concatenate`].
pub fn column_stack(arrays: &[&Array]) -> Result<Array> {
    joined(arrays, 1, &JoinOptions::default(), |array| match array.ndim() {
        0 | 1 => array.view_of(array.at_least(1).layout().with_axis(1)),
        _ => array.clone(),
    })
}

fn joined(arrays: &[&Array], axis: i64, options: &JoinOptions, shape: impl Fn(&Array) -> Array) -> Result<Array> {
    let shaped: Vec<Array> = arrays.iter().map(|array| shape(array)).collect();
    concatenate(&shaped.iter().collect::<Vec<_>>(), Some(axis), options)
}

#[cold]
fn too_large(what: &str) -> Error {
    Error::value(format!("the {what} array is too large"))
}

fn same_device(first: &Array, other: &Array) -> Result<()> {
    if first.device() == other.device() {
        return Ok(());
    }
    Err(Error::value(format!(
        "arrays are on different devices, {} and {}: move one with to_device",
        first.device(),
        other.device()
    )))
}

/// Where an array is split.
#[derive(Debug, Clone, Copy)]
pub enum Sections<'a> {
    /// Into this many parts of equal length; of `array_split`, the first ones may be one longer.
    Count(i64),
    /// Before each of these places.
    Before(&'a [i64]),
}

impl Array {
    /// Views of consecutive parts along an axis, of equal lengths where a number of them is given.
    ///
    /// # Errors
    /// A value error where the parts cannot be equal, an axis error for one out of range.
    pub fn split(&self, sections: Sections, axis: i64) -> Result<Vec<Array>> {
        let place = normalize_axis(axis, self.ndim())?;
        if let Sections::Count(count) = sections
            && count > 0
            && self.shape()[place] % count != 0
        {
            return Err(Error::value("array split does not result in an equal division"));
        }
        self.array_split(sections, axis)
    }

    /// As [`Array::split`], the first parts being one longer where the length cannot be divided.
    ///
    /// # Errors
    /// A value error for no parts, an axis error for one out of range, out of memory for more parts than there is room for.
    pub fn array_split(&self, sections: Sections, axis: i64) -> Result<Vec<Array>> {
        let axis = normalize_axis(axis, self.ndim())?;
        let extent = self.shape()[axis];
        let count = match sections {
            Sections::Count(count) if count <= 0 => {
                return Err(Error::value("number sections must be larger than 0."));
            }
            Sections::Count(count) => count as usize,
            Sections::Before(places) => places.len() + 1,
        };
        let end = |part: usize| match sections {
            Sections::Count(count) => {
                let part = part as i64 + 1;
                part * (extent / count) + part.min(extent % count)
            }
            Sections::Before(places) => places.get(part).copied().unwrap_or(extent),
        };
        let mut parts = Vec::new();
        parts
            .try_reserve_exact(count)
            .map_err(|_| Error::out_of_memory(format!("the host has no room for {count} parts of an array")))?;
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

    /// The array laid side by side `counts` times along each axis; missing counts are one, missing axes are added.
    ///
    /// # Errors
    /// A value error for a negative count or a result too large.
    pub fn tile(&self, counts: &[i64]) -> Result<Array> {
        let rank = counts.len().max(self.ndim());
        check_rank(rank)?;
        let mut times = vec![1; rank - counts.len()];
        times.extend_from_slice(counts);
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
        // Each axis of the result is a pair: which tile, and where in it.
        let pairs: Vec<i64> = shape.iter().zip(&times).flat_map(|(&extent, &count)| [count, extent]).collect();
        let layout =
            (0..rank).fold(source.layout().clone(), |layout, axis| layout.with_axis(2 * axis)).broadcast(&pairs)?;
        out.view_of(Layout::contiguous(&pairs)).assign_unchecked(&source.view_of(layout))?;
        Ok(out)
    }

    /// Each element `count` times in a row, along an axis or through the flattened array.
    ///
    /// # Errors
    /// A value error for a negative count, an axis error for one out of range.
    pub fn repeat(&self, count: i64, axis: Option<i64>) -> Result<Array> {
        let Some(axis) = axis else { return self.ravel()?.repeat(count, Some(0)) };
        let source = self.at_least(1);
        let axis = normalize_axis(axis, source.ndim())?;
        if count < 0 {
            return Err(Error::value("repeats may not contain negative values."));
        }
        let mut result = source.shape().to_vec();
        result[axis] = result[axis].checked_mul(count).ok_or_else(|| too_large("repeated"))?;
        let out = Array::empty(&result, self.dtype(), self.device())?;
        let layout = source.layout().with_axis(axis + 1);
        let mut pairs = layout.shape.to_vec();
        pairs[axis + 1] = count;
        out.view_of(Layout::contiguous(&pairs)).assign_unchecked(&source.view_of(layout.broadcast(&pairs)?))?;
        Ok(out)
    }

    /// With a margin around it: `widths` elements before and after along each axis.
    ///
    /// # Errors
    /// A value error for a negative width, a wrong number of them, or an empty axis that has no edge to repeat.
    pub fn pad(&self, widths: &[(i64, i64)], mode: Padding) -> Result<Array> {
        if widths.len() != self.ndim() || widths.iter().any(|&(before, after)| before < 0 || after < 0) {
            return Err(Error::value(
                "index can't contain negative values, and there is one pair of widths for each axis",
            ));
        }
        let wider = |(extent, (before, after)): (&i64, &(i64, i64))| extent.checked_add(*before)?.checked_add(*after);
        let shape: Option<Vec<i64>> = self.shape().iter().zip(widths).map(wider).collect();
        let shape = shape.ok_or_else(|| too_large("padded"))?;
        let out = Array::empty(&shape, self.dtype(), self.device())?;
        let inner: Vec<Index> = self
            .shape()
            .iter()
            .zip(widths)
            .map(|(&extent, &(before, _))| Index::range(before, before + extent))
            .collect();
        if let Padding::Constant(value) = mode {
            out.fill(value)?;
            out.at(&inner)?.assign_unchecked(self)?;
            return Ok(out);
        }
        out.at(&inner)?.assign_unchecked(self)?;
        // Axis after axis: the margins of the later axes repeat those of the earlier ones, corners included.
        for (axis, &(before, after)) in widths.iter().enumerate() {
            let extent = self.shape()[axis];
            if extent == 0 && before + after > 0 {
                return Err(Error::value(format!(
                    "can't extend empty axis {axis} using modes other than 'constant' or 'empty'"
                )));
            }
            let part = |start: i64, count: i64| {
                let mut layout = out.layout().slice(axis, start, 1, count);
                for (later, &(margin, _)) in widths.iter().enumerate().skip(axis + 1) {
                    layout = layout.slice(later, margin, 1, self.shape()[later]);
                }
                out.view_of(layout)
            };
            match mode {
                Padding::Edge => {
                    part(0, before).assign(&part(before, 1))?;
                    part(before + extent, after).assign(&part(before + extent - 1, 1))?;
                }
                _ => {
                    let mut left = before;
                    while left > 0 {
                        let count = left.min(extent);
                        part(left - count, count).assign(&part(left - count + extent, count))?;
                        left -= count;
                    }
                    let mut right = 0;
                    while right < after {
                        let count = (after - right).min(extent);
                        part(before + extent + right, count).assign(&part(before + right, count))?;
                        right += count;
                    }
                }
            }
        }
        Ok(out)
    }
}

/// What [`Array::pad`] puts into the margin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Padding {
    /// One number, converted to the array's dtype.
    Constant(Scalar),
    /// The elements at the edge.
    Edge,
    /// The elements of the other side, as if the array went on around a ring.
    Wrap,
}
