//! Reads the parts of an assembled array where they lie. `concatenate` and `pad` record copies into slices of a new
//! storage; here its readers take `where(i < k, a[i], b[i - k])` instead, and the storage is never written. Parts that
//! are a rotation of one array, as `concatenate([u[1:], u[:1]])`, become a circular view of it.
//!
//! A part is read at every position, and the selection drops what lies outside it. Its view therefore runs around the
//! source, so that each position is an element that was written.

mod value;

use std::collections::{HashMap, HashSet};

use cuprust_ir::{Instruction, Layout, Opcode, Operand, Program, StorageId, View};
use cuprust_num::DType;
use cuprust_ops::RowId;

use value::{Condition, Context, Reader, Value};

/// The most operations that replace an assembled array: beyond, reading its memory costs less than they do.
const MAX_OPERATIONS: usize = 8;
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
struct Assembly {
    parts: Vec<Part>,
    /// The instructions that read it, with the numbers of their operands.
    reads: Vec<(usize, usize)>,
    /// The array in its storage, from the first element on.
    layout: Layout,
    is_refused: bool,
}

/// What a read of an assembled array becomes: the first value, which selections replace by others.
struct Selection {
    bottom: Value,
    above: Vec<(Vec<Condition>, Value)>,
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
            let assembly = found.entry(output.storage).or_insert_with(|| Assembly {
                parts: Vec::new(),
                reads: Vec::new(),
                layout: Layout::contiguous(&[]),
                is_refused: false,
            });
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
        let end = self.parts.iter().filter_map(|part| part.written.layout.bounds()).map(|(_, high)| high + 1).max();
        if strides.iter().any(|&stride| stride <= 0) || !strides.is_sorted_by(|a, b| a > b) {
            return false;
        }
        let around = std::iter::once(end.unwrap_or(0)).chain(strides.iter().copied());
        let extents = around.zip(&strides).map(|(around, stride)| (around + stride - 1).div_euclid(*stride));
        self.layout = Layout { shape: extents.collect(), strides: strides.iter().copied().collect(), offset: 0 };
        for part in &mut self.parts {
            let layout = &part.written.layout;
            let agrees = |axis: usize| layout.shape[axis] == 1 || layout.strides[axis] == strides[axis];
            let Some(first) = self.layout.indices_of(layout.offset) else { return false };
            part.slices =
                first.iter().zip(layout.shape.iter()).map(|(&first, &extent)| (first, first + extent)).collect();
            let is_inside = |axis: usize| part.slices[axis].1 <= self.layout.shape[axis];
            if !(0..rank).all(|axis| agrees(axis) && is_inside(axis)) {
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
        let (order, first) = (self.layout.coarsest_first(), self.layout.indices_of(read.layout.offset)?);
        // The axis of the array along which each axis of the reader steps, one by one.
        let mut along = vec![None; read.layout.rank()];
        for (axis, along) in along.iter_mut().enumerate() {
            let (extent, stride) = (read.layout.shape[axis], read.layout.strides[axis]);
            if extent == 1 || stride == 0 {
                continue;
            }
            let own = *order.iter().find(|&&own| self.layout.strides[own] == stride)?;
            *along = (first[own] + extent <= self.layout.shape[own]).then_some(Some(own))?;
        }
        if (0..along.len()).any(|axis| along[axis].is_some() && along[..axis].contains(&along[axis])) {
            return None;
        }
        let reader = Reader { context, read, first, along };
        let meets = |part: &&Part| {
            part.slices
                .iter()
                .enumerate()
                .all(|(own, &(begin, end))| begin < reader.first[own] + reader.extent(own) && reader.first[own] < end)
        };
        let mut parts: Vec<&Part> = self.parts.iter().filter(meets).collect();
        if parts.len() > 1
            && let Some(rotation) = reader.rotation(&parts)
        {
            return Some(Selection { bottom: Value::Operand(Operand::View(rotation)), above: Vec::new() });
        }
        // Bytes of a row are loaded in packs, which a selection along it takes apart.
        let row = read.layout.rank().checked_sub(1).filter(|&last| last > 0 && read.dtype.size() == 1);
        let is_refused = |condition: Condition| {
            read.layout.shape[condition.axis] <= MAX_UNROLLED_EXTENT || row == Some(condition.axis)
        };
        if parts.len() > 1 && parts.iter().flat_map(|part| reader.conditions(part)).any(is_refused) {
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
                        let layout = Layout::contiguous(&read.layout.shape);
                        Operand::View(program.push_temporary(Opcode::Copy, read.dtype, layout, vec![value]))
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
        program.instructions.extend(dead.into_iter().map(Instruction::dead));
    }
}

/// Records the selection of a read, and returns its result.
fn selected(program: &mut Program, read: &View, selection: Selection) -> Operand {
    const AND: RowId = RowId::named("logical_and");
    const WHERE: RowId = RowId::named("where");
    let shape = &read.layout.shape;
    let mut value = computed(program, read, selection.bottom);
    for (conditions, above) in selection.above {
        let operand = computed(program, read, above);
        let mut inside: Option<Operand> = None;
        for Condition { axis, row, bound } in conditions {
            let (mut position, bound) = (Layout::constant(shape, 0), Layout::constant(shape, bound));
            position.strides[axis] = 1;
            let compared = vec![Operand::Position(position), Operand::Position(bound)];
            let holds = map(program, read, row, DType::I64, DType::Bool, compared);
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
    let layout = Layout::contiguous(&read.layout.shape);
    Operand::View(program.push_temporary(Opcode::Map(row, dtype), result, layout, inputs))
}
