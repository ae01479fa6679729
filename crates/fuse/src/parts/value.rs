//! Values of parts: what has the elements of a part of an assembled array at the positions of one of its readers.

use cuprust_ir::{CircularAxis, Instruction, Layout, Opcode, Operand, Program, StorageId, View};
use cuprust_num::DType;
use cuprust_ops::RowId;

use super::{Part, Uses};
use crate::recompute;

/// The most operations that compute a part where it is read, if nothing else reads it.
const MAX_COMPUTED_OPERATIONS: usize = 3;

/// The elements of a part at the reader's positions.
pub(super) enum Value {
    Operand(Operand),
    /// Computed there, by the map that computes the part.
    Map(RowId, DType, DType, Vec<Value>),
}

impl Value {
    /// The operations that computing it costs.
    pub(super) fn operations(&self) -> usize {
        match self {
            Value::Operand(_) => 0,
            Value::Map(.., operands) => 1 + operands.iter().map(Value::operations).sum::<usize>(),
        }
    }

    pub(super) fn views(&self) -> Vec<&View> {
        match self {
            Value::Operand(operand) => operand.view().into_iter().collect(),
            Value::Map(.., operands) => operands.iter().flat_map(Value::views).collect(),
        }
    }
}

/// Positions along an axis of the reader: those that compare with a bound by this row.
#[derive(Clone, Copy)]
pub(super) struct Condition {
    pub(super) axis: usize,
    pub(super) row: RowId,
    pub(super) bound: i64,
}

/// What decides whether a value may be read, or computed, where an assembled array is read: its last reader.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) program: &'a Program,
    pub(super) uses: &'a Uses,
    pub(super) last: usize,
}

impl Context<'_> {
    /// Whether a storage has, until the last reader, the contents that it had at this instruction.
    fn is_unchanged_since(&self, storage: StorageId, since: usize) -> bool {
        let writes = self.uses.writes.get(&storage);
        writes.is_none_or(|writes| writes.iter().all(|&at| at < since || at > self.last))
    }

    /// The map or copy that computes the whole of a view, which nothing else writes, and its number.
    fn maker(&self, view: &View) -> Option<(usize, &Instruction)> {
        let at = recompute::maker(self.program, self.uses.writes.get(&view.storage)?, view.storage)?;
        let maker = &self.program.instructions[at];
        let written = &maker.outputs[0];
        (written.same_map(view) && written.dtype == view.dtype).then_some((at, maker))
    }
}

/// A read of an assembled array: its first index along each axis of the array, and the axis of the array along which
/// each of its own steps.
pub(super) struct Reader<'a> {
    pub(super) context: Context<'a>,
    pub(super) read: &'a View,
    pub(super) first: Vec<i64>,
    pub(super) along: Vec<Option<usize>>,
}

impl Reader<'_> {
    /// Its extent along an axis of the array.
    pub(super) fn extent(&self, own: usize) -> i64 {
        self.along.iter().position(|&along| along == Some(own)).map_or(1, |axis| self.read.layout.shape[axis])
    }

    /// Where a part begins and ends along one of the reader's axes, in the reader's positions.
    fn range(&self, part: &Part, axis: usize) -> (i64, i64) {
        let own = self.along[axis].expect("only axes that step are asked for");
        let (begin, end) = part.slices[own];
        (begin - self.first[own], end - self.first[own])
    }

    /// The positions of the reader that are a part's.
    pub(super) fn conditions(&self, part: &Part) -> Vec<Condition> {
        const FROM: RowId = RowId::named("greater_equal");
        const BEFORE: RowId = RowId::named("less");
        let mut conditions = Vec::new();
        for axis in (0..self.along.len()).filter(|&axis| self.along[axis].is_some()) {
            let (begin, end) = self.range(part, axis);
            if begin > 0 {
                conditions.push(Condition { axis, row: FROM, bound: begin });
            }
            if end < self.read.layout.shape[axis] {
                conditions.push(Condition { axis, row: BEFORE, bound: end });
            }
        }
        conditions
    }

    /// What has a part's elements at the part's positions: `source`, as it is at the instruction `since`. A temporary
    /// that nothing else reads, or that has no elements to read at the other positions, is computed there.
    pub(super) fn value(&self, part: &Part, source: &Operand, since: usize, depth: usize) -> Option<Value> {
        match source {
            Operand::Scalar(_) => Some(Value::Operand(source.clone())),
            Operand::Position(position) => Some(Value::Operand(Operand::Position(self.extended(part, position)))),
            Operand::View(view) => {
                let is_read_once = self.context.uses.reads[&view.storage] == 1;
                let computed = || self.computed(part, view, since, depth);
                let alone = if is_read_once { computed() } else { None };
                if alone.as_ref().is_some_and(|value| value.operations() <= MAX_COMPUTED_OPERATIONS) {
                    return alone;
                }
                let unchanged = self.context.is_unchanged_since(view.storage, since).then(|| self.view(part, view));
                match unchanged.flatten() {
                    Some(view) => Some(Value::Operand(Operand::View(view))),
                    None if is_read_once => alone,
                    None => computed(),
                }
            }
        }
    }

    /// The layout of a part's source at the reader's positions, as if the source went on beyond the part.
    fn extended(&self, part: &Part, source: &Layout) -> Layout {
        let strides = self.along.iter().map(|own| own.map_or(0, |own| source.strides[own])).collect();
        let before = |(own, slice): (usize, &(i64, i64))| (self.first[own] - slice.0) * source.strides[own];
        let offset = source.offset + part.slices.iter().enumerate().map(before).sum::<i64>();
        Layout { shape: self.read.layout.shape.clone(), strides, offset }
    }

    /// A part that a temporary has, computed by what computes the temporary.
    fn computed(&self, part: &Part, view: &View, since: usize, depth: usize) -> Option<Value> {
        let (at, maker) = self.context.maker(view).filter(|&(at, _)| at < since && depth > 0)?;
        let mut operands = maker.inputs.iter().map(|input| self.value(part, input, at, depth - 1));
        match maker.opcode {
            Opcode::Map(row, dtype) => Some(Value::Map(row, dtype, view.dtype, operands.collect::<Option<_>>()?)),
            Opcode::Copy if self.context.program.dtype(&maker.inputs[0]) == view.dtype => operands.next()?,
            _ => None,
        }
    }

    /// The view of a part's source that has the part's elements at its positions, and others of them elsewhere. Along
    /// an axis that the part does not fill, it runs around the elements of the source.
    fn view(&self, part: &Part, source: &View) -> Option<View> {
        self.around(part, source, |begin, end, extent| {
            let (length, first, last) = (end - begin, begin.max(0), end.min(extent));
            match length >= extent {
                // As many elements as the reader has.
                true => Some(((first - begin).min(length - extent), extent)),
                // The elements that it reads. They may be fewer, as long as the index wraps once.
                false => {
                    let modulus = last - first;
                    ((-first).rem_euclid(modulus) + extent <= 2 * modulus).then_some((first - begin, modulus))
                }
            }
        })
    }

    /// The views of a part's source that run around as many elements of its storage as the reader has, to the source's
    /// end and from its beginning.
    fn circles(&self, part: &Part, source: &View) -> impl Iterator<Item = View> {
        let to_its_end = self.around(part, source, |begin, end, extent| Some((end - begin - extent, extent)));
        let from_its_beginning = self.around(part, source, |_, _, extent| Some((0, extent)));
        to_its_end.into_iter().chain(from_its_beginning)
    }

    /// The view of a part's source at the reader's positions. Along an axis that the part does not fill, it runs around
    /// a window of the source: `window` gives its first index in the source and its extent, of the part's begin and end
    /// and the extent along the reader's axis.
    fn around(&self, part: &Part, source: &View, window: impl Fn(i64, i64, i64) -> Option<(i64, i64)>) -> Option<View> {
        if !source.circular.is_empty() {
            return None;
        }
        let mut view = View { layout: self.extended(part, &source.layout), ..source.clone() };
        for (axis, own) in self.along.iter().enumerate() {
            let &Some(own) = own else { continue };
            let ((begin, end), extent) = (self.range(part, axis), self.read.layout.shape[axis]);
            let stride = source.layout.strides[own];
            if begin <= 0 && end >= extent {
                continue;
            }
            // The part's first element instead of what lies at the reader's first position.
            view.layout.strides[axis] = 0;
            view.layout.offset += begin * stride;
            if end - begin > 1 && stride != 0 {
                let (from, modulus) = window(begin, end, extent)?;
                view.layout.offset += from * stride;
                match (-begin - from).rem_euclid(modulus) {
                    0 if modulus >= extent => view.layout.strides[axis] = stride,
                    start => view.circular.push(CircularAxis { axis, start, step: 1, modulus, stride }),
                }
            }
        }
        let bytes = self.context.program.storages[source.storage.0 as usize].bytes;
        view.byte_range().is_some_and(|(low, high)| low >= 0 && high < bytes).then_some(view)
    }

    /// The view of a storage that has the elements of all parts.
    pub(super) fn rotation(&self, parts: &[&Part]) -> Option<View> {
        let source = |part: &&Part| part.source.view().cloned();
        let sources: Vec<View> = parts.iter().map(source).collect::<Option<_>>()?;
        if sources.iter().any(|view| view.storage != sources[0].storage || view.dtype != sources[0].dtype) {
            return None;
        }
        let candidates = parts.iter().zip(&sources).flat_map(|(part, source)| self.circles(part, source));
        let is_unchanged = |part: &&Part| self.context.is_unchanged_since(sources[0].storage, part.by);
        if !parts.iter().all(is_unchanged) {
            return None;
        }
        candidates
            .into_iter()
            .find(|candidate| parts.iter().zip(&sources).all(|(part, source)| self.agrees(part, source, candidate)))
    }

    /// Whether a view has a part's elements at its positions. Both step evenly along each axis, unless they wrap, which
    /// shows in the distance of the last from the first.
    fn agrees(&self, part: &Part, source: &View, candidate: &View) -> bool {
        let Some(own) = &self.view(part, source) else { return false };
        let ranges: Vec<(i64, i64)> = (0..self.along.len())
            .map(|axis| {
                let extent = self.read.layout.shape[axis];
                let (begin, end) = if self.along[axis].is_some() { self.range(part, axis) } else { (0, extent) };
                (begin.max(0), end.min(extent) - 1)
            })
            .collect();
        let low: Vec<i64> = ranges.iter().map(|range| range.0).collect();
        offset(own, &low) == offset(candidate, &low)
            && (0..low.len()).all(|axis| {
                let mut high = low.clone();
                high[axis] = ranges[axis].1;
                offset(own, &high) == offset(candidate, &high)
            })
    }
}

/// The offset of the element at these indices.
fn offset(view: &View, indices: &[i64]) -> i64 {
    let straight: i64 = indices.iter().zip(view.layout.strides.iter()).map(|(index, stride)| index * stride).sum();
    let around =
        |wrap: &CircularAxis| (wrap.start + wrap.step * indices[wrap.axis]).rem_euclid(wrap.modulus) * wrap.stride;
    view.layout.offset + straight + view.circular.iter().map(around).sum::<i64>()
}
