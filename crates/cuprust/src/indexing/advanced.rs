//! Indices with arrays among their parts: which elements they name, and reading and writing those.
//!
//! As in NumPy, the arrays are broadcast together, and their axes stand in the result where the first of them stands in
//! the index; in front, where another part than an array or an integer stands between them.

use std::borrow::Cow;

use cuprust_ir::{Dims, Error, Layout, Opcode, Result, broadcast_shapes, shape_text};
use cuprust_num::DType;
use cuprust_ops::{OUTSIDE, Routine};

use super::extents::{not_that_shape, too_many};
use super::nonzero::nonzero;
use super::taking::{AxisIndices, checked_indices, gather_along};
use super::where_;
use crate::ufunc::rows;
use crate::{Array, Index, creation};

/// The elements that an index names.
pub(crate) struct Selection {
    /// What the parts that are no arrays leave of the array; the axes that arrays index are the last ones.
    base: Array,
    /// The places along each of those, int64 from its start.
    places: Vec<Array>,
    /// The shape of the places together.
    named: Dims,
    /// How many axes of the result stand before those of the places.
    before: usize,
    /// Whether it is known that no element is named twice.
    unique: bool,
    /// Whether the places are known to be within their axes.
    known: bool,
}

/// One array of an index: the axis of the view that it indexes, where it does, and its places.
struct Named<'a> {
    axis: Option<usize>,
    places: Cow<'a, Array>,
    /// Whether the places are known to be within the axis and counted from its start, as those of a mask.
    known: bool,
}

impl Selection {
    /// The elements of an array that an index names.
    ///
    /// # Errors
    /// An index error for arrays of other dtypes than integers and bool, for masks of another shape than the axes they
    /// index, for arrays that do not broadcast together, and for a place outside its axis; on a device that is not the
    /// host, where the index is one of integers, that error is one of the next call that waits for the device.
    pub(crate) fn of(array: &Array, index: &[Index]) -> Result<Selection> {
        let mut parts = Vec::with_capacity(index.len());
        let mut named = Vec::new();
        // Where the axes of the places go: before the first array, unless arrays stand apart.
        let (mut before, mut apart, mut last_array) = (None, false, None);
        let wholes = wholes_of_ellipsis(array, index)?;
        // Axes of the view so far, and those among them that no array indexes.
        let (mut axis, mut kept, mut unique) = (0, 0, true);
        for (place, part) in index.iter().enumerate() {
            if let Index::At(_) | Index::Array(_) = part {
                before.get_or_insert(kept);
                apart |= last_array.is_some_and(|last| last + 1 != place);
                last_array = Some(place);
            }
            match part {
                Index::Array(own) if own.dtype() == DType::Bool => {
                    let own = own.to_device(array.device())?;
                    if own.ndim() == 0 {
                        // A truth value names one element or none of an axis of its own.
                        let count = i64::from(own.item()?.get::<bool>());
                        let none = creation::zeros(creation::shape([count]).dtype(DType::I64).on(array.device()))?;
                        named.push(Named { axis: None, places: Cow::Owned(none), known: true });
                        continue;
                    }
                    parts.resize(parts.len() + own.ndim(), Index::ALL);
                    check_mask_extents(array, &own, axis_of_array(&parts[..parts.len() - own.ndim()], wholes))?;
                    for places in nonzero(&own)? {
                        named.push(Named { axis: Some(axis), places: Cow::Owned(places), known: true });
                        axis += 1;
                    }
                }
                Index::Array(own) => {
                    if !own.dtype().is_integer() {
                        return Err(Error::index("arrays used as indices must be of integer (or boolean) type"));
                    }
                    unique = false;
                    named.push(Named { axis: Some(axis), places: Cow::Borrowed(*own), known: false });
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

    /// The elements that arrays name along axes of a view of an array.
    fn on(array: &Array, view: &Array, named: Vec<Named>, before: usize, unique: bool) -> Result<Selection> {
        let shapes: Vec<&[i64]> = named.iter().map(|named| named.places.shape()).collect();
        let together = broadcast_shapes(&shapes).map_err(|_| {
            let shapes: Vec<String> = shapes.iter().map(|shape| shape_text(shape)).collect();
            let shapes = shapes.join(" ");
            Error::index(format!(
                "shape mismatch: indexing arrays could not be broadcast together with shapes {shapes}"
            ))
        })?;
        let indexed: Vec<usize> = named.iter().filter_map(|named| named.axis).collect();
        let order: Vec<usize> =
            (0..view.ndim()).filter(|axis| !indexed.contains(axis)).chain(indexed.iter().copied()).collect();
        // Where nothing is read or written, no device would check the places.
        let unused = view.shape().iter().enumerate().any(|(axis, &extent)| extent == 0 && !indexed.contains(&axis));
        let mut all = Vec::with_capacity(indexed.len());
        for Named { axis, places: own, known } in &named {
            let Some(axis) = *axis else { continue };
            if *known {
                all.push(Array::clone(own));
                continue;
            }
            let own = own.to_device(array.device())?;
            let extent = view.shape()[axis];
            if extent == 0 && own.size() != 0 {
                let place = own.ravel()?.at(0)?.item()?.get::<i64>();
                return Err(Error::index(format!("index {place} is out of bounds for axis {axis} with size 0")));
            }
            all.push(checked_indices(&own, axis, extent, unused)?);
        }
        // Places of one mask are apart; beside other arrays they are named for each of those.
        let unique = unique && all.iter().all(|places| places.shape() == &together[..] && places.ndim() == 1);
        Ok(Selection {
            base: view.view_of(view.layout().permute(&order)),
            places: all,
            named: together,
            before,
            unique,
            known: named.iter().all(|named| named.known),
        })
    }

    /// The shape of what is named.
    pub(crate) fn shape(&self) -> Dims {
        let kept = &self.base.shape()[..self.kept()];
        [&kept[..self.before], &self.named[..], &kept[self.before..]].concat()[..].into()
    }

    /// How many axes no array indexes.
    fn kept(&self) -> usize {
        self.base.ndim() - self.places.len()
    }

    /// The elements, copied.
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
        let (from, places) = match &self.places[..] {
            [] => {
                // Truth values alone: an axis of their own.
                let layout = (0..self.named.len()).fold(self.base.layout().clone(), |l, _| l.with_axis(self.before));
                let from = self.base.view_of(layout.broadcast(&shape)?);
                result.assign_unchecked(&from)?;
                return Ok(result);
            }
            [only] => (self.base.layout().clone(), only.clone()),
            _ => {
                let (span, places) = self.in_one_axis()?;
                (span, places)
            }
        };
        // The axis that the places index is the last one: it goes where theirs stand.
        let last = from.rank() - 1;
        let order: Vec<usize> = (0..self.before).chain([last]).chain(self.before..last).collect();
        let places = places.broadcast_to(&self.named)?;
        let places = AxisIndices { indices: &places, known: self.known || self.base.device().shows_values() };
        gather_along(&self.base.view_of(from.permute(&order)), places, self.before, &result)?;
        Ok(result)
    }

    /// The base with one axis of step one in the place of those that arrays index, which spans all of their elements,
    /// and the places along it.
    fn in_one_axis(&self) -> Result<(Layout, Array)> {
        let (kept, own) = (self.kept(), self.base.layout());
        let inner =
            Layout { shape: Dims::new(&own.shape[kept..]), strides: Dims::new(&own.strides[kept..]), offset: 0 };
        let (low, high) = inner.bounds().unwrap_or((0, 0));
        let places = self.linear(&own.strides[kept..], -low, high - low + 1)?;
        let shape = own.shape[..kept].iter().copied().chain([high - low + 1]).collect();
        let strides = own.strides[..kept].iter().copied().chain([1]).collect();
        Ok((Layout { shape, strides, offset: own.offset + low }, places))
    }

    /// `start + places[0] * strides[0] + ..`. Where the places have not been checked yet, one outside of its axis makes
    /// the sum an index out of bounds.
    fn linear(&self, strides: &[i64], start: i64, size: i64) -> Result<Array> {
        let extents = &self.base.shape()[self.kept()..];
        let checked = self.base.device().shows_values();
        let (mut sum, mut within) = (None, None);
        for ((own, &stride), &extent) in self.places.iter().zip(strides).zip(extents) {
            let term = if stride == 1 { own.clone() } else { rows::multiply(own, stride)? };
            sum = Some(match sum {
                None => term,
                Some(sum) => rows::add(&sum, &term)?,
            });
            if !checked && (self.places.len() > 1 || extent * stride.abs() != size) {
                let inside = rows::logical_and(&rows::greater_equal(own, 0)?, &rows::less(own, extent)?)?;
                within = Some(match within {
                    None => inside,
                    Some(within) => rows::logical_and(&within, &inside)?,
                });
            }
        }
        let Some(mut sum) = sum else { return Err(Error::runtime("an index without arrays has no places")) };
        if start != 0 {
            sum = rows::add(&sum, start)?;
        }
        match within {
            None => Ok(sum),
            Some(within) => where_(&within, &sum, cuprust_num::Scalar::new(OUTSIDE)),
        }
    }

    /// The elements as those of one axis of step one that spans the base, and their places along it, in the shape of
    /// the selection.
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
        let places = if self.places.is_empty() {
            creation::positions(&shape, start, &strides, DType::I64, device)?
        } else {
            let named = self.linear(&own.strides[kept..], start, size)?.broadcast_to(&self.named)?;
            if kept == 0 {
                named
            } else {
                // A place out of bounds must stay so, whatever is added to it.
                let layout = (self.before..kept).fold(named.layout().clone(), |l, _| l.with_axis(l.rank()));
                let named = named.view_of(layout);
                let rest = creation::positions(&shape, 0, &strides, DType::I64, device)?;
                rows::add(&named, &rest)?
            }
        };
        Ok((self.base.view_of(line), places))
    }

    /// Writes values where the elements are; of several for one element, the last.
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
        let (to, places, values) = match self.as_flat_indices()? {
            Some((to, places)) => {
                // The axes of the places come first.
                let (before, named) = (self.before, self.named.len());
                let order: Vec<usize> =
                    (before..before + named).chain(0..before).chain(before + named..shape.len()).collect();
                (to, places, values.view_of(values.layout().permute(&order)))
            }
            None => {
                let (line, places) = self.in_line()?;
                (line, places, values)
            }
        };
        // What is written must not be what is read.
        let apart = |array: Array| if array.shares_storage(&to) { array.copy() } else { Ok(array) };
        let (values, places) = (apart(values)?, apart(places)?);
        let routine = Routine::Scatter { unique: self.unique };
        let inputs = [places.input(), values.input()];
        to.device().lock()?.record(Opcode::Routine(routine), to.shape(), &[to.output()], &inputs)
    }

    /// The base with the axes that arrays index as one, the first, and the places along it in the shape of the arrays
    /// together, where the axes step as one.
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
        let places = self.linear(&steps, 0, all)?.broadcast_to(&self.named)?;
        Ok(Some((self.base.view_of(to), places)))
    }
}

/// Values broadcast to the shape of what an index names. Leading axes of extent one do not count.
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

/// How many whole axes an ellipsis stands for.
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
    array.ndim().checked_sub(taken).ok_or_else(|| too_many(array, taken))
}

/// Which axis of the array comes after these parts.
fn axis_of_array(parts: &[Index], wholes: usize) -> usize {
    let taken = |part: &Index| match part {
        Index::At(_) | Index::Slice { .. } | Index::Array(_) => 1,
        Index::NewAxis => 0,
        Index::Ellipsis => wholes,
    };
    parts.iter().map(taken).sum()
}

/// Refuses a mask whose shape is not that of the axes it indexes.
fn check_mask_extents(array: &Array, mask: &Array, first: usize) -> Result<()> {
    for (axis, (own, masks)) in array.shape()[first..].iter().zip(mask.shape()).enumerate() {
        if own != masks {
            return Err(not_that_shape(first + axis, *own, *masks));
        }
    }
    Ok(())
}
