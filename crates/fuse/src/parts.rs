//! Reads the parts of an assembled array where they lie. `concatenate` and `pad` record copies into slices of a new
//! storage; here its readers take `where(i < k, a[i], b[i - k])` instead, and the storage is never written. Parts that
//! are a rotation of one array, as `concatenate([u[1:], u[:1]])`, become a circular view of it.
//!
//! A part is read at every position, and the selection drops what lies outside it. Its view therefore runs around the
//! source, so that each position is an element that was written.

use std::collections::{HashMap, HashSet};

use cuprust_ir::{CircularAxis, Instruction, Layout, Opcode, Operand, Program, StorageId, View};
use cuprust_num::DType;
use cuprust_ops::RowId;

/// The most operations that replace an assembled array: beyond, reading its memory costs less than they do.
const MAX_OPERATIONS: usize = 8;
/// The most operations that compute a part where it is read, if nothing else reads it.
const MAX_COMPUTED_OPERATIONS: usize = 3;
/// Axes of so few elements are unrolled, and then each element is one of a part.
const MAX_UNROLLED_EXTENT: i64 = 16;
/// Parts may lie in assembled arrays, and so on to this depth.
const MAX_DEPTH: usize = 4;

/// Rewrites the readers of assembled arrays; without `select` only of rotations.
pub(crate) fn read_parts(program: &mut Program, select: bool) {
    for _ in 0..MAX_DEPTH {
        if !round(program, select) {
            return;
        }
    }
}

/// A copy into a slice of an assembled array.
struct Part {
    /// The instruction that copies it.
    by: usize,
    written: View,
    source: Operand,
    /// The slice along each axis of the array: first index, and the index after the last.
    slices: Vec<(i64, i64)>,
}

/// An array that is filled by copies alone, and then read by elementwise instructions and reductions alone.
#[derive(Default)]
struct Assembly {
    parts: Vec<Part>,
    /// The instructions that read it, with the numbers of their operands.
    reads: Vec<(usize, usize)>,
    /// The strides and extents of its axes.
    axes: Vec<(i64, i64)>,
    is_refused: bool,
}

/// What a read of an assembled array becomes: the first value, in whose place others are selected.
struct Selection {
    bottom: Value,
    above: Vec<(Vec<Condition>, Value)>,
}

/// The elements of a part at the reader's positions.
enum Value {
    Operand(Operand),
    /// Computed there, by the map that computes the part.
    Map(RowId, DType, DType, Vec<Value>),
}

impl Value {
    /// The operations that computing it costs.
    fn operations(&self) -> usize {
        match self {
            Value::Operand(_) => 0,
            Value::Map(.., operands) => 1 + operands.iter().map(Value::operations).sum::<usize>(),
        }
    }

    fn views(&self) -> Vec<&View> {
        match self {
            Value::Operand(operand) => operand.view().into_iter().collect(),
            Value::Map(.., operands) => operands.iter().flat_map(Value::views).collect(),
        }
    }
}

impl Selection {
    fn operations(&self) -> usize {
        let selections: usize = self.above.iter().map(|(_, value)| 1 + value.operations()).sum();
        selections + self.bottom.operations()
    }

    fn storages(&self) -> impl Iterator<Item = StorageId> {
        let values = self.above.iter().map(|(_, value)| value).chain([&self.bottom]);
        values.flat_map(Value::views).map(|view| view.storage)
    }
}

/// Positions along an axis of the reader: from an index on, or before it.
#[derive(Clone, Copy)]
struct Condition {
    axis: usize,
    bound: Bound,
}

#[derive(Clone, Copy)]
enum Bound {
    From(i64),
    Before(i64),
}

/// What the program does with each storage.
struct Uses {
    writes: HashMap<StorageId, Vec<usize>>,
    /// How many operands read it.
    reads: HashMap<StorageId, usize>,
    deaths: HashMap<StorageId, usize>,
}

fn round(program: &mut Program, select: bool) -> bool {
    let (assemblies, uses) = assemblies(program);
    let mut chosen: Vec<(StorageId, Assembly, Vec<Selection>)> = Vec::new();
    let mut candidates: Vec<_> = assemblies.into_iter().collect();
    candidates.sort_by_key(|&(storage, _)| storage);
    let mut assembled: HashSet<StorageId> = HashSet::new();
    let mut read: HashSet<StorageId> = HashSet::new();
    for (storage, mut assembly) in candidates {
        if read.contains(&storage) || !assembly.locate_parts() {
            continue;
        }
        let context = Context { program, uses: &uses, last: assembly.last_read() };
        let selections: Option<Vec<Selection>> = assembly
            .reads
            .iter()
            .map(|&(at, input)| assembly.selection(context, program.instructions[at].inputs[input].view()?))
            .collect();
        let Some(selections) = selections else { continue };
        let operations: usize = selections.iter().map(Selection::operations).sum();
        let storages: Vec<StorageId> = selections.iter().flat_map(Selection::storages).collect();
        if operations <= if select { MAX_OPERATIONS } else { 0 }
            && !storages.iter().any(|used| assembled.contains(used))
        {
            read.extend(storages);
            assembled.insert(storage);
            chosen.push((storage, assembly, selections));
        }
    }
    if chosen.is_empty() {
        return false;
    }
    rewrite(program, chosen, &uses);
    true
}

/// What decides whether a value may be read, or computed, where an assembled array is read: its last reader.
#[derive(Clone, Copy)]
struct Context<'a> {
    program: &'a Program,
    uses: &'a Uses,
    last: usize,
}

impl Context<'_> {
    /// Whether a storage has, until the last reader, the contents that it had at this instruction.
    fn is_unchanged_since(&self, storage: StorageId, since: usize) -> bool {
        let writes = self.uses.writes.get(&storage);
        writes.is_none_or(|writes| writes.iter().all(|&at| at < since || at > self.last))
    }

    /// The map or copy that computes the whole of a view, which nothing else writes, and its number.
    fn maker(&self, view: &View) -> Option<(usize, &Instruction)> {
        let storage = self.program.storages[view.storage.0 as usize];
        let &[at] = &self.uses.writes.get(&view.storage)?[..] else { return None };
        let maker = &self.program.instructions[at];
        let [written] = &maker.outputs[..] else { return None };
        let is_whole = written.same_map(view) && written.dtype == view.dtype;
        (maker.is_pure() && is_whole && !storage.given && !storage.outlives()).then_some((at, maker))
    }
}

/// The arrays that are assembled by copies, and what else the program does.
fn assemblies(program: &Program) -> (HashMap<StorageId, Assembly>, Uses) {
    let mut found: HashMap<StorageId, Assembly> = HashMap::new();
    let mut uses = Uses { writes: HashMap::new(), reads: HashMap::new(), deaths: HashMap::new() };
    let is_internal = |id: StorageId| {
        let storage = program.storages[id.0 as usize];
        !storage.given && !storage.outlives()
    };
    for (at, instruction) in program.instructions.iter().enumerate() {
        if let Opcode::Dead(storage) = instruction.opcode {
            uses.deaths.insert(storage, at);
            continue;
        }
        let reads_positions = !matches!(instruction.opcode, Opcode::Routine(_));
        for (input, operand) in instruction.inputs.iter().enumerate() {
            let Some(view) = operand.view() else { continue };
            *uses.reads.entry(view.storage).or_default() += 1;
            let Some(assembly) = found.get_mut(&view.storage) else { continue };
            assembly.reads.push((at, input));
            assembly.is_refused |= !reads_positions || assembly.parts.len() < 2;
        }
        for output in &instruction.outputs {
            uses.writes.entry(output.storage).or_default().push(at);
            if !is_internal(output.storage) {
                continue;
            }
            let assembly = found.entry(output.storage).or_default();
            let source = &instruction.inputs.first();
            match (instruction.opcode, source) {
                (Opcode::Copy, Some(source @ (Operand::View(_) | Operand::Scalar(_))))
                    if program.dtype(source) == output.dtype
                        && output.circular.is_empty()
                        && source.view().is_none_or(|view| view.storage != output.storage)
                        && assembly.reads.is_empty() =>
                {
                    let (written, source) = (output.clone(), (*source).clone());
                    assembly.parts.push(Part { by: at, written, source, slices: Vec::new() });
                }
                _ => assembly.is_refused = true,
            }
        }
    }
    found.retain(|_, assembly| !assembly.is_refused && assembly.parts.len() > 1 && !assembly.reads.is_empty());
    (found, uses)
}

/// The indices of an element along axes of these strides and extents, coarsest first in `order`.
fn indices(mut offset: i64, axes: &[(i64, i64)], order: &[usize]) -> Option<Vec<i64>> {
    let mut indices = vec![0; axes.len()];
    for &axis in order {
        let (stride, extent) = axes[axis];
        indices[axis] = offset.div_euclid(stride);
        offset -= indices[axis] * stride;
        if !(0..extent).contains(&indices[axis]) {
            return None;
        }
    }
    (offset == 0).then_some(indices)
}

/// The axes by descending stride, without those of one element.
fn coarsest_first(axes: &[(i64, i64)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..axes.len()).filter(|&axis| axes[axis].1 > 1).collect();
    order.sort_by_key(|&axis| std::cmp::Reverse(axes[axis].0));
    order
}

impl Assembly {
    /// Finds the axes of the array and the slice of each part; false where the parts are no slices of one array in C
    /// order, or of more than one dtype.
    fn locate_parts(&mut self) -> bool {
        let (rank, dtype) = (self.parts[0].written.layout.rank(), self.parts[0].written.dtype);
        let has_no_elements = |part: &Part| part.written.layout.shape.contains(&0);
        self.parts.retain(|part| !has_no_elements(part));
        if self.parts.iter().any(|part| part.written.layout.rank() != rank || part.written.dtype != dtype) {
            return false;
        }
        // Strides are those of a part that has several elements along the axis, extents are at most what the coarser
        // axis leaves.
        let stride = |axis: usize| {
            let own = |part: &Part| (part.written.layout.shape[axis] > 1).then(|| part.written.layout.strides[axis]);
            self.parts.iter().find_map(own).or_else(|| self.parts.first().map(|part| part.written.layout.strides[axis]))
        };
        let Some(strides) = (0..rank).map(stride).collect::<Option<Vec<i64>>>() else { return false };
        let end = self.parts.iter().map(|part| last(&part.written.layout) + 1).max().unwrap_or(0);
        if strides.iter().any(|&stride| stride <= 0) || !strides.is_sorted_by(|a, b| a > b) {
            return false;
        }
        self.axes = (0..rank)
            .map(|axis| {
                let around = if axis == 0 { end } else { strides[axis - 1] };
                (strides[axis], (around + strides[axis] - 1).div_euclid(strides[axis]))
            })
            .collect();
        let order: Vec<usize> = (0..rank).collect();
        for part in &mut self.parts {
            let layout = &part.written.layout;
            let agrees = |axis: usize| layout.shape[axis] == 1 || layout.strides[axis] == strides[axis];
            let Some(first) = indices(layout.offset, &self.axes, &order) else { return false };
            part.slices =
                first.iter().zip(layout.shape.iter()).map(|(&first, &extent)| (first, first + extent)).collect();
            let is_inside = |(slice, axis): (&(i64, i64), &(i64, i64))| slice.1 <= axis.1;
            if !(0..rank).all(agrees) || !part.slices.iter().zip(&self.axes).all(is_inside) {
                return false;
            }
        }
        // A part that a later one covers is never read.
        let covers = |a: &Part, b: &Part| a.slices.iter().zip(&b.slices).all(|(a, b)| a.0 <= b.0 && b.1 <= a.1);
        let hidden: Vec<bool> = (0..self.parts.len())
            .map(|at| self.parts[at + 1..].iter().any(|later| covers(later, &self.parts[at])))
            .collect();
        let mut hidden = hidden.into_iter();
        self.parts.retain(|_| hidden.next() == Some(false));
        true
    }

    fn last_read(&self) -> usize {
        self.reads.iter().map(|&(at, _)| at).max().unwrap_or(0)
    }

    /// What a read of the array becomes, where views express it.
    fn selection(&self, context: Context, read: &View) -> Option<Selection> {
        if !read.circular.is_empty() || read.dtype != self.parts[0].written.dtype || read.layout.shape.contains(&0) {
            return None;
        }
        let order = coarsest_first(&self.axes);
        let first = indices(read.layout.offset, &self.axes, &order)?;
        // The axis of the array along which each axis of the reader steps, one by one.
        let mut along = vec![None; read.layout.rank()];
        for (axis, along) in along.iter_mut().enumerate() {
            let (extent, stride) = (read.layout.shape[axis], read.layout.strides[axis]);
            if extent == 1 || stride == 0 {
                continue;
            }
            let own = *order.iter().find(|&&own| self.axes[own].0 == stride)?;
            *along = (first[own] + extent <= self.axes[own].1).then_some(Some(own))?;
        }
        if (0..along.len()).any(|axis| along[axis].is_some() && along[..axis].contains(&along[axis])) {
            return None;
        }
        let reader = Reader { context, read, first, along };
        let meets = |part: &&Part| {
            (0..self.axes.len()).all(|own| {
                let (begin, end) = part.slices[own];
                begin < reader.first[own] + reader.extent(own) && reader.first[own] < end
            })
        };
        let mut parts: Vec<&Part> = self.parts.iter().filter(meets).collect();
        if parts.len() > 1
            && let Some(rotation) = reader.rotation(&parts)
        {
            return Some(Selection { bottom: Value::Operand(Operand::View(rotation)), above: Vec::new() });
        }
        let is_short = |condition: &Condition| read.layout.shape[condition.axis] <= MAX_UNROLLED_EXTENT;
        if parts.len() > 1
            && parts.iter().flat_map(|part| reader.conditions(part)).any(|condition| is_short(&condition))
        {
            return None;
        }
        // Where no part overwrites another, the one with the most conditions needs none.
        let overlaps = |a: &Part, b: &Part| a.slices.iter().zip(&b.slices).all(|(a, b)| a.0 < b.1 && b.0 < a.1);
        let mut pairs = (0..parts.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        if !pairs.any(|(a, b)| overlaps(parts[a], parts[b])) {
            parts.sort_by_key(|part| std::cmp::Reverse(reader.conditions(part).len()));
        }
        let mut parts = parts.into_iter();
        let value = |part: &Part| reader.value(part, &part.source, part.by, MAX_DEPTH);
        let bottom = value(parts.next()?)?;
        let above = parts.map(|part| Some((reader.conditions(part), value(part)?)));
        Some(Selection { bottom, above: above.collect::<Option<_>>()? })
    }
}

/// The offset of the last element of a layout whose strides are positive.
fn last(layout: &Layout) -> i64 {
    layout.offset
        + layout.shape.iter().zip(layout.strides.iter()).map(|(&extent, &stride)| (extent - 1) * stride).sum::<i64>()
}

/// A read of an assembled array: its first index along each axis of the array, and the axis of the array along which
/// each of its own steps.
struct Reader<'a> {
    context: Context<'a>,
    read: &'a View,
    first: Vec<i64>,
    along: Vec<Option<usize>>,
}

impl Reader<'_> {
    /// Its extent along an axis of the array.
    fn extent(&self, own: usize) -> i64 {
        self.along.iter().position(|&along| along == Some(own)).map_or(1, |axis| self.read.layout.shape[axis])
    }

    /// Where a part begins and ends along one of the reader's axes, in the reader's positions.
    fn range(&self, part: &Part, axis: usize) -> (i64, i64) {
        let own = self.along[axis].expect("only axes that step are asked for");
        let (begin, end) = part.slices[own];
        (begin - self.first[own], end - self.first[own])
    }

    /// The positions of the reader that are a part's.
    fn conditions(&self, part: &Part) -> Vec<Condition> {
        let mut conditions = Vec::new();
        for axis in (0..self.along.len()).filter(|&axis| self.along[axis].is_some()) {
            let (begin, end) = self.range(part, axis);
            if begin > 0 {
                conditions.push(Condition { axis, bound: Bound::From(begin) });
            }
            if end < self.read.layout.shape[axis] {
                conditions.push(Condition { axis, bound: Bound::Before(end) });
            }
        }
        conditions
    }

    /// What has a part's elements at the part's positions: `source`, as it is at the instruction `since`. A temporary
    /// that nothing else reads, or that has no elements to read at the other positions, is computed there.
    fn value(&self, part: &Part, source: &Operand, since: usize, depth: usize) -> Option<Value> {
        match source {
            Operand::Scalar(_) => Some(Value::Operand(source.clone())),
            Operand::Position(position) => {
                let mut layout = Layout { strides: self.read.layout.strides.clone(), ..self.read.layout.clone() };
                layout.offset = position.offset;
                for axis in 0..layout.shape.len() {
                    layout.strides[axis] = self.along[axis].map_or(0, |own| position.strides[own]);
                }
                for (own, &(begin, _)) in part.slices.iter().enumerate() {
                    layout.offset += (self.first[own] - begin) * position.strides[own];
                }
                Some(Value::Operand(Operand::Position(layout)))
            }
            Operand::View(view) => {
                if self.context.uses.reads[&view.storage] == 1
                    && let Some(value) = self.computed(part, view, since, depth)
                    && value.operations() <= MAX_COMPUTED_OPERATIONS
                {
                    return Some(value);
                }
                if self.context.is_unchanged_since(view.storage, since)
                    && let Some(view) = self.view(part, view)
                {
                    return Some(Value::Operand(Operand::View(view)));
                }
                self.computed(part, view, since, depth)
            }
        }
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

    /// The view of a part's source that has the part's elements at its positions, and others of them elsewhere. Along an
    /// axis that the part does not fill, it runs around the elements of the source.
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
        let rank = self.read.layout.rank();
        let mut layout = Layout { shape: self.read.layout.shape.clone(), ..source.layout.clone() };
        layout.strides = std::iter::repeat_n(0, rank).collect();
        for (own, &(begin, _)) in part.slices.iter().enumerate() {
            if !self.along.contains(&Some(own)) {
                layout.offset += (self.first[own] - begin) * source.layout.strides[own];
            }
        }
        let mut view = View { layout, circular: Vec::new(), ..source.clone() };
        for (axis, own) in self.along.iter().enumerate() {
            let &Some(own) = own else { continue };
            let ((begin, end), extent) = (self.range(part, axis), self.read.layout.shape[axis]);
            let stride = source.layout.strides[own];
            if begin <= 0 && end >= extent {
                view.layout.strides[axis] = stride;
                view.layout.offset -= begin * stride;
            } else if end - begin > 1 && stride != 0 {
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
    fn rotation(&self, parts: &[&Part]) -> Option<View> {
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

/// Lets the readers of the chosen arrays read the parts, and removes the copies. Sources live until then.
fn rewrite(program: &mut Program, chosen: Vec<(StorageId, Assembly, Vec<Selection>)>, uses: &Uses) {
    let mut removed: HashSet<usize> = HashSet::new();
    let mut selections: HashMap<(usize, usize), Selection> = HashMap::new();
    // The instruction after which a source is dead, and those that die there.
    let mut ends: HashMap<StorageId, usize> = HashMap::new();
    for (storage, assembly, reads) in chosen {
        let last = assembly.last_read();
        removed.extend(uses.writes[&storage].iter().chain(uses.deaths.get(&storage)).copied());
        for source in reads.iter().flat_map(Selection::storages) {
            if uses.deaths.get(&source).is_some_and(|&death| death <= last) {
                let end = ends.entry(source).or_insert(last);
                *end = last.max(*end);
            }
        }
        selections.extend(assembly.reads.into_iter().zip(reads));
    }
    let mut dying: HashMap<usize, Vec<StorageId>> = HashMap::new();
    for (storage, end) in ends {
        removed.insert(uses.deaths[&storage]);
        dying.entry(end).or_default().push(storage);
    }
    let instructions = std::mem::take(&mut program.instructions);
    for (at, mut instruction) in instructions.into_iter().enumerate() {
        for input in 0..instruction.inputs.len() {
            if let Some(selection) = selections.remove(&(at, input)) {
                let Operand::View(read) = &instruction.inputs[input] else { continue };
                let read = read.clone();
                let value = selected(program, &read, selection);
                instruction.inputs[input] = match (&value, instruction.opcode) {
                    // A reduction reads elements.
                    (Operand::Scalar(_) | Operand::Position(_), Opcode::Reduce(..)) => {
                        let copy = program.temporary(read.dtype, Layout::contiguous(&read.layout.shape));
                        let (outputs, inputs) = (vec![copy.clone()], vec![value]);
                        program.instructions.push(Instruction { opcode: Opcode::Copy, outputs, inputs });
                        Operand::View(copy)
                    }
                    _ => value,
                };
            }
        }
        if !removed.contains(&at) {
            program.instructions.push(instruction);
        }
        let mut dead = dying.remove(&at).unwrap_or_default();
        dead.sort_unstable();
        for storage in dead {
            let opcode = Opcode::Dead(storage);
            program.instructions.push(Instruction { opcode, outputs: Vec::new(), inputs: Vec::new() });
        }
    }
}

/// Records the selection of a read, and returns its result.
fn selected(program: &mut Program, read: &View, selection: Selection) -> Operand {
    const FROM: RowId = RowId::named("greater_equal");
    const BEFORE: RowId = RowId::named("less");
    const AND: RowId = RowId::named("logical_and");
    const WHERE: RowId = RowId::named("where");
    let shape = &read.layout.shape;
    let mut value = computed(program, read, selection.bottom);
    for (conditions, above) in selection.above {
        let operand = computed(program, read, above);
        let mut inside: Option<Operand> = None;
        for Condition { axis, bound } in conditions {
            let (row, bound) = match bound {
                Bound::From(bound) => (FROM, bound),
                Bound::Before(bound) => (BEFORE, bound),
            };
            let mut position = Layout::contiguous(shape);
            position.offset = 0;
            position.strides.iter_mut().for_each(|stride| *stride = 0);
            let constant = Layout { offset: bound, ..position.clone() };
            position.strides[axis] = 1;
            let bounds = vec![Operand::Position(position), Operand::Position(constant)];
            let holds = map(program, read, row, DType::I64, DType::Bool, bounds);
            inside = Some(match inside {
                None => holds,
                Some(inside) => map(program, read, AND, DType::Bool, DType::Bool, vec![inside, holds]),
            });
        }
        value = match inside {
            Some(inside) => map(program, read, WHERE, read.dtype, read.dtype, vec![inside, operand, value]),
            None => operand,
        };
    }
    value
}

/// Records what computes a value at the reader's positions.
fn computed(program: &mut Program, read: &View, value: Value) -> Operand {
    match value {
        Value::Operand(operand) => operand,
        Value::Map(row, dtype, result, operands) => {
            let inputs = operands.into_iter().map(|operand| computed(program, read, operand)).collect();
            map(program, read, row, dtype, result, inputs)
        }
    }
}

/// Records a map of the reader's shape, and returns its result.
fn map(program: &mut Program, read: &View, row: RowId, dtype: DType, result: DType, inputs: Vec<Operand>) -> Operand {
    let result = program.temporary(result, Layout::contiguous(&read.layout.shape));
    let opcode = Opcode::Map(row, dtype);
    program.instructions.push(Instruction { opcode, outputs: vec![result.clone()], inputs });
    Operand::View(result)
}
