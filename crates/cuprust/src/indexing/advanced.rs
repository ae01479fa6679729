//! Advanced indexing: which elements an index with arrays selects, and reading and writing them.
//!
//! As in NumPy, the arrays are broadcast with each other, and their axes are in the result at the position of the first
//! array in the index; at the front, if a part other than an array or an integer separates them.

use std::borrow::Cow;

use cuprust_ir::{Dims, Error, Layout, Opcode, Result, broadcast_shapes, shape_text};
use cuprust_num::DType;
use cuprust_ops::{OUTSIDE, Routine};

use super::extents::{not_that_shape, too_many_indices};
use super::nonzero::nonzero;
use super::taking::{AxisIndices, checked_indices, gather_along};
use super::where_;
use crate::ufunc::rows;
use crate::{Array, Index, creation};

/// The elements that an index selects.
pub(crate) struct Selection {
    /// The array after applying all parts that are not arrays; the axes that arrays index are the last ones.
    base: Array,
    /// The indices along each of those, int64 and not negative.
    indices: Vec<Array>,
    /// The broadcast shape of the indices.
    named: Dims,
    /// How many axes of the result precede those of the indices.
    before: usize,
    /// Whether it is known that no element is selected twice.
    unique: bool,
    /// Whether the indices are known to be in range.
    known: bool,
}

/// One array of an index: the axis of the view that it indexes, if any, and its indices.
struct Named<'a> {
    axis: Option<usize>,
    indices: Cow<'a, Array>,
    /// Whether the indices are known to be in range and not negative, such as those of a mask.
    known: bool,
}

impl Selection {
    /// The elements of an array that an index selects.
    ///
    /// # Errors
    /// An index error for arrays of dtypes other than integers and bool, for masks whose shape differs from the axes
    /// that they index, for arrays that do not broadcast, and for an index out of range; for arrays of integers on a
    /// device other than the host, the next wait for the device raises the latter.
    pub(crate) fn of(array: &Array, index: &[Index]) -> Result<Selection> {
        let mut parts = Vec::with_capacity(index.len());
        let mut named = Vec::new();
        // The position of the indices' axes: that of the first array, unless arrays are separated.
        let (mut before, mut apart, mut last_array) = (None, false, None);
        let wholes = wholes_of_ellipsis(array, index)?;
        // The axes of the view so far, and those of them that no array indexes.
        let (mut axis, mut kept, mut unique) = (0, 0, true);
        for (position, part) in index.iter().enumerate() {
            if let Index::At(_) | Index::Array(_) = part {
                before.get_or_insert(kept);
                apart |= last_array.is_some_and(|last| last + 1 != position);
                last_array = Some(position);
            }
            match part {
                Index::Array(own) if own.dtype() == DType::Bool => {
                    let own = own.to_device(array.device())?;
                    if own.ndim() == 0 {
                        // A scalar bool selects all or nothing along a new axis.
                        let count = i64::from(own.item()?.get::<bool>());
                        let none = creation::zeros(creation::shape([count]).dtype(DType::I64).on(array.device()))?;
                        named.push(Named { axis: None, indices: Cow::Owned(none), known: true });
                        continue;
                    }
                    parts.resize(parts.len() + own.ndim(), Index::ALL);
                    check_mask_extents(array, &own, axis_of_array(&parts[..parts.len() - own.ndim()], wholes))?;
                    for indices in nonzero(&own)? {
                        named.push(Named { axis: Some(axis), indices: Cow::Owned(indices), known: true });
                        axis += 1;
                    }
                }
                Index::Array(own) => {
                    if !own.dtype().is_integer() {
                        return Err(Error::index("arrays used as indices must be of integer (or boolean) type"));
                    }
                    unique = false;
                    named.push(Named { axis: Some(axis), indices: Cow::Borrowed(*own), known: false });
                    parts.push(Index::ALL);
                    axis += 1;
                }
                Index::At(_) => parts.push(*part),
                Index::Ellipsis => {
                    parts.push(*part);
                    (axis, kept) = (axis + wholes, kept + wholes);
                }
                Index::Slice { .. } | Index::NewAxis => {
                    parts.push(*part);
                    (axis, kept) = (axis + 1, kept + 1);
                }
            }
        }
        let view = array.at(&parts)?;
        let before = if apart { 0 } else { before.unwrap_or(0) };
        Selection::on(array, &view, named, before, unique)
    }

    /// The elements that arrays select along axes of a view of an array.
    fn on(array: &Array, view: &Array, named: Vec<Named>, before: usize, unique: bool) -> Result<Selection> {
        let shapes: Vec<&[i64]> = named.iter().map(|named| named.indices.shape()).collect();
        let broadcast = broadcast_shapes(&shapes).map_err(|_| {
            let shapes: Vec<String> = shapes.iter().map(|shape| shape_text(shape)).collect();
            let shapes = shapes.join(" ");
            Error::index(format!(
                "shape mismatch: indexing arrays could not be broadcast together with shapes {shapes}"
            ))
        })?;
        let indexed: Vec<usize> = named.iter().filter_map(|named| named.axis).collect();
        let order: Vec<usize> =
            (0..view.ndim()).filter(|axis| !indexed.contains(axis)).chain(indexed.iter().copied()).collect();
        // If nothing is read or written, no device would check the indices.
        let unused = view.shape().iter().enumerate().any(|(axis, &extent)| extent == 0 && !indexed.contains(&axis));
        let (mut all, mut all_known) = (Vec::with_capacity(indexed.len()), true);
        for Named { axis, indices: own, known } in &named {
            let Some(axis) = *axis else { continue };
            if *known {
                all.push(Array::clone(own));
                continue;
            }
            let own = own.to_device(array.device())?;
            let extent = view.shape()[axis];
            if extent == 0 && own.size() != 0 {
                let position = own.ravel()?.at(0)?.item()?.get::<i64>();
                return Err(Error::index(format!("index {position} is out of bounds for axis {axis} with size 0")));
            }
            let (own, known) = checked_indices(&own, axis, extent, unused)?;
            all.push(own);
            all_known &= known;
        }
        // The indices of one mask are distinct; with other arrays, each of them selects them again.
        let unique = unique && all.iter().all(|indices| indices.shape() == &broadcast[..] && indices.ndim() == 1);
        Ok(Selection {
            base: view.view_of(view.layout().permute(&order)),
            indices: all,
            named: broadcast,
            before,
            unique,
            known: all_known,
        })
    }

    /// The shape of the selection.
    pub(crate) fn shape(&self) -> Dims {
        let kept = &self.base.shape()[..self.kept()];
        [&kept[..self.before], &self.named[..], &kept[self.before..]].concat()[..].into()
    }

    /// How many axes no array indexes.
    fn kept(&self) -> usize {
        self.base.ndim() - self.indices.len()
    }

    /// A copy of the elements.
    ///
    /// # Errors
    /// What recording raises.
    pub(crate) fn read(&self) -> Result<Array> {
        let shape = self.shape();
        crate::array::check_rank(shape.len())?;
        let result = Array::empty(&shape, self.base.dtype(), self.base.device())?;
        if result.size() == 0 {
            return Ok(result);
        }
        let (from, indices) = match &self.indices[..] {
            [] => {
                // Scalar bools alone: a new axis.
                let layout = (0..self.named.len()).fold(self.base.layout().clone(), |l, _| l.with_axis(self.before));
                let from = self.base.view_of(layout.broadcast(&shape)?);
                result.assign_unchecked(&from)?;
                return Ok(result);
            }
            [only] => (self.base.layout().clone(), only.clone()),
            _ => {
                let (span, indices) = self.in_one_axis()?;
                (span, indices)
            }
        };
        // The axis of the indices is the last one: it moves to their axes' position.
        let last = from.rank() - 1;
        let order: Vec<usize> = (0..self.before).chain([last]).chain(self.before..last).collect();
        let indices = indices.broadcast_to(&self.named)?;
        let indices = AxisIndices { indices: &indices, known: self.known };
        gather_along(&self.base.view_of(from.permute(&order)), indices, self.before, &result)?;
        Ok(result)
    }

    /// The base with one axis of step one that spans all elements, in place of the axes that arrays index, and the
    /// indices along it.
    fn in_one_axis(&self) -> Result<(Layout, Array)> {
        let (kept, own) = (self.kept(), self.base.layout());
        let inner =
            Layout { shape: Dims::new(&own.shape[kept..]), strides: Dims::new(&own.strides[kept..]), offset: 0 };
        let (low, high) = inner.bounds().unwrap_or((0, 0));
        let indices = self.linear(&own.strides[kept..], -low, high - low + 1)?;
        let shape = own.shape[..kept].iter().copied().chain([high - low + 1]).collect();
        let strides = own.strides[..kept].iter().copied().chain([1]).collect();
        Ok((Layout { shape, strides, offset: own.offset + low }, indices))
    }

    /// `start + indices[0] * strides[0] + ..`. If the indices have not been checked, one that is out of range along its
    /// axis makes the sum out of range too.
    fn linear(&self, strides: &[i64], start: i64, size: i64) -> Result<Array> {
        let extents = &self.base.shape()[self.kept()..];
        let checked = self.base.device().can_read_values();
        let (mut sum, mut within) = (None, None);
        for ((own, &stride), &extent) in self.indices.iter().zip(strides).zip(extents) {
            let term = if stride == 1 { own.clone() } else { rows::multiply(own, stride)? };
            sum = Some(match sum {
                None => term,
                Some(sum) => rows::add(&sum, &term)?,
            });
            if !checked && (self.indices.len() > 1 || extent * stride.abs() != size) {
                let inside = rows::logical_and(&rows::greater_equal(own, 0)?, &rows::less(own, extent)?)?;
                within = Some(match within {
                    None => inside,
                    Some(within) => rows::logical_and(&within, &inside)?,
                });
            }
        }
        let Some(mut sum) = sum else { return Err(Error::runtime("an index without arrays has no indices")) };
        if start != 0 {
            sum = rows::add(&sum, start)?;
        }
        match within {
            None => Ok(sum),
            Some(within) => where_(&within, &sum, cuprust_num::Scalar::new(OUTSIDE)),
        }
    }

    /// The elements as a line of step one that spans the base, and their indices along it, in the shape of the
    /// selection.
    pub(crate) fn in_line(&self) -> Result<(Array, Array)> {
        let (kept, own) = (self.kept(), self.base.layout());
        let (low, high) = own.bounds().unwrap_or((own.offset, own.offset));
        let line = Layout { shape: Dims::new(&[high - low + 1]), strides: Dims::new(&[1]), offset: low };
        let size = high - low + 1;
        let shape = self.shape();
        let device = self.base.device();
        let strides = own.strides[..self.before]
            .iter()
            .copied()
            .chain(self.named.iter().map(|_| 0))
            .chain(own.strides[self.before..kept].iter().copied());
        let strides: Vec<i64> = strides.collect();
        let start = own.offset - low;
        let indices = if self.indices.is_empty() {
            creation::positions(&shape, start, &strides, DType::I64, device)?
        } else {
            let named = self.linear(&own.strides[kept..], start, size)?.broadcast_to(&self.named)?;
            if kept == 0 {
                named
            } else {
                // An index out of range must stay so, whatever is added to it.
                let layout = (self.before..kept).fold(named.layout().clone(), |l, _| l.with_axis(l.rank()));
                let named = named.view_of(layout);
                let rest = creation::positions(&shape, 0, &strides, DType::I64, device)?;
                rows::add(&named, &rest)?
            }
        };
        Ok((self.base.view_of(line), indices))
    }

    /// Writes values to the elements; if one is selected several times, the last value stays.
    ///
    /// # Errors
    /// A value error where the values do not broadcast to the shape of the selection.
    pub(crate) fn write(&self, values: &Array) -> Result<()> {
        let shape = self.shape();
        let dtype = self.base.dtype();
        let values = values.to_device(self.base.device())?;
        let values = spread(&values, &shape)?;
        if shape.contains(&0) {
            return Ok(());
        }
        let values = values.in_dtype(dtype)?;
        let (to, indices, values) = match self.as_flat_indices()? {
            Some((to, indices)) => {
                // The axes of the indices come first.
                let (before, named) = (self.before, self.named.len());
                let order: Vec<usize> =
                    (before..before + named).chain(0..before).chain(before + named..shape.len()).collect();
                (to, indices, values.view_of(values.layout().permute(&order)))
            }
            None => {
                let (line, indices) = self.in_line()?;
                (line, indices, values)
            }
        };
        // The values must not overlap the target.
        let apart = |array: Array| if array.shares_storage(&to) { array.copy() } else { Ok(array) };
        let (values, indices) = (apart(values)?, apart(indices)?);
        let routine = Routine::Scatter { unique: self.unique };
        let inputs = [indices.input(), values.input()];
        to.device().lock()?.record(Opcode::Routine(routine), to.shape(), &[to.output()], &inputs)
    }

    /// The base with the axes that arrays index merged into one, the first, and the indices along it in the broadcast
    /// shape of the arrays; `None` where the axes cannot be merged.
    fn as_flat_indices(&self) -> Result<Option<(Array, Array)>> {
        let (kept, own) = (self.kept(), self.base.layout());
        let (extents, strides) = (&own.shape[kept..], &own.strides[kept..]);
        let Some(&step) = strides.last() else { return Ok(None) };
        let as_one = (1..extents.len()).all(|axis| strides[axis - 1] == strides[axis] * extents[axis]);
        let all: i64 = extents.iter().product();
        let to = Layout {
            shape: [all].into_iter().chain(own.shape[..kept].iter().copied()).collect(),
            strides: [step].into_iter().chain(own.strides[..kept].iter().copied()).collect(),
            offset: own.offset,
        };
        if !as_one || to.overlaps_itself() {
            return Ok(None);
        }
        let mut steps = vec![1; extents.len()];
        (1..extents.len()).rev().for_each(|axis| steps[axis - 1] = steps[axis] * extents[axis]);
        let indices = self.linear(&steps, 0, all)?.broadcast_to(&self.named)?;
        Ok(Some((self.base.view_of(to), indices)))
    }
}

/// Values broadcast to the shape of the selection. Leading axes of extent one are dropped.
fn spread(values: &Array, shape: &[i64]) -> Result<Array> {
    let mut layout = values.layout().clone();
    while layout.rank() > shape.len() && layout.shape[0] == 1 {
        layout = layout.without(0);
    }
    let spread = layout.broadcast(shape).map_err(|_| {
        Error::value(format!(
            "shape mismatch: value array of shape {} could not be broadcast to indexing result of shape {}",
            shape_text(values.shape()),
            shape_text(shape)
        ))
    })?;
    Ok(values.view_of(spread))
}

/// How many full axes an ellipsis stands for.
fn wholes_of_ellipsis(array: &Array, index: &[Index]) -> Result<usize> {
    let taken: usize = index
        .iter()
        .map(|part| match part {
            Index::At(_) | Index::Slice { .. } => 1,
            Index::Array(mask) if mask.dtype() == DType::Bool => mask.ndim(),
            Index::Array(_) => 1,
            Index::NewAxis | Index::Ellipsis => 0,
        })
        .sum();
    array.ndim().checked_sub(taken).ok_or_else(|| too_many_indices(array, taken))
}

/// The next axis of the array after these parts.
fn axis_of_array(parts: &[Index], wholes: usize) -> usize {
    let taken = |part: &Index| match part {
        Index::At(_) | Index::Slice { .. } | Index::Array(_) => 1,
        Index::NewAxis => 0,
        Index::Ellipsis => wholes,
    };
    parts.iter().map(taken).sum()
}

/// Refuses a mask whose shape differs from the axes it indexes.
fn check_mask_extents(array: &Array, mask: &Array, first: usize) -> Result<()> {
    for (axis, (own, masks)) in array.shape()[first..].iter().zip(mask.shape()).enumerate() {
        if own != masks {
            return Err(not_that_shape(first + axis, *own, *masks));
        }
    }
    Ok(())
}
