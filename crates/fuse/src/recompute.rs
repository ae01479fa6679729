//! Recomputation: later kernels compute a value again instead of loading it, where this moves fewer bytes.
//!
//! An instruction is in the kernel that made its operands, and its result is stored for the kernels that read it. Where
//! those read its operands anyway, as a step of a stencil reads the field that the step before has stored, or where its
//! operands are small, they compute the result themselves, at the positions where they need it.
//!
//! A value is recomputed together with the values that it is made of, as far as its own kernel makes them without
//! storing them; the operands of those are loaded from memory. They must be unchanged there: nothing may write them in
//! between.

use std::collections::HashMap;

use cuprust_ir::{CircularAxis, Instruction, Layout, Opcode, Operand, Program, Relation, StorageId, View};
use cuprust_num::DType;
use cuprust_ops::RowId;

use crate::Options;
use crate::group::Group;
use crate::lower::prune;
use crate::space::Space;

/// The most instructions that are recomputed for one value.
const MAX_RECOMPUTED_INSTRUCTIONS: usize = 12;
/// The most groups that recompute a value.
const MAX_READERS: usize = 3;
/// The most operations that a group repeats at a position. An operation whose code is long counts as several, and so
/// does a conversion between integers and floating point.
const MAX_OPERATIONS: i64 = 24;
const LONG_WEIGHT: i64 = 16;
const CONVERSION_WEIGHT: i64 = 4;

/// Recomputes values with at most so many operations for 64 bytes that are not moved.
pub(crate) fn recompute(
    program: &mut Program,
    groups: Vec<Group>,
    members: Vec<Vec<usize>>,
    operations_per_64_bytes: i64,
    options: Options,
) -> Vec<Group> {
    let count = program.instructions.len();
    let mut pass = Pass::new(program, groups, members, operations_per_64_bytes, options);
    for index in (0..count).rev() {
        pass.consider(index);
    }
    pass.groups
}

/// The groups, and the writers and readers of each storage.
struct Pass<'a> {
    program: &'a mut Program,
    groups: Vec<Group>,
    /// The instructions of each group, in their order.
    members: Vec<Vec<usize>>,
    /// The group of each instruction that was recorded.
    of: Vec<usize>,
    /// The instructions that write each storage, as recorded.
    writers: Vec<Vec<usize>>,
    /// The groups that load each storage.
    readers: Vec<Vec<usize>>,
    operations_per_64_bytes: i64,
    options: Options,
}

/// A value to recompute: the instructions to repeat, in their order, and the groups that read it.
struct Candidate {
    /// The instructions to repeat, the value's own among them.
    repeated: Vec<usize>,
    from: usize,
    to: Vec<usize>,
}

/// A new space for a group.
struct Change {
    at: usize,
    space: Space,
    members: Vec<usize>,
    /// The change in the number of operations at a position.
    operations: i64,
}

impl<'a> Pass<'a> {
    fn new(
        program: &'a mut Program,
        groups: Vec<Group>,
        members: Vec<Vec<usize>>,
        operations_per_64_bytes: i64,
        options: Options,
    ) -> Pass<'a> {
        let mut of = vec![0; program.instructions.len()];
        for (at, members) in members.iter().enumerate() {
            members.iter().for_each(|&member| of[member] = at);
        }
        let mut writers = vec![Vec::new(); program.storages.len()];
        for (index, instruction) in program.instructions.iter().enumerate() {
            instruction.outputs.iter().for_each(|output| writers[output.storage.0 as usize].push(index));
        }
        let mut pass = Pass {
            readers: vec![Vec::new(); program.storages.len()],
            program,
            groups,
            members,
            of,
            writers,
            operations_per_64_bytes,
            options,
        };
        (0..pass.groups.len()).for_each(|at| pass.record_reads(at));
        pass
    }

    fn record_reads(&mut self, at: usize) {
        for view in self.groups[at].read() {
            let readers = &mut self.readers[view.storage.0 as usize];
            if !readers.contains(&at) {
                readers.push(at);
            }
        }
    }

    /// Replaces the space of a group.
    fn replace(&mut self, Change { at, space, members, .. }: Change) {
        for view in self.groups[at].read() {
            self.readers[view.storage.0 as usize].retain(|&reader| reader != at);
        }
        self.groups[at] = Group::Space(Box::new(space));
        self.members[at] = members;
        self.record_reads(at);
    }

    fn is_kept(&self, storage: StorageId) -> bool {
        self.program.storages[storage.0 as usize].outlives()
    }

    fn maker(&self, storage: StorageId) -> Option<usize> {
        maker(self.program, self.writers.get(storage.0 as usize)?, storage)
    }

    /// Lets the groups that read an instruction's result recompute it, where that is correct and moves fewer bytes.
    fn consider(&mut self, index: usize) {
        let Some(candidate) = self.candidate(index) else { return };
        let (instructions, storages) = (self.program.instructions.len(), self.program.storages.len());
        match self.profitable_changes(&candidate) {
            Some(changed) => changed.into_iter().for_each(|change| self.replace(change)),
            // The instructions and temporaries added for it are not needed.
            None => {
                self.program.instructions.truncate(instructions);
                self.program.storages.truncate(storages);
            }
        }
    }

    /// The changed groups of a candidate, where they move fewer bytes.
    fn profitable_changes(&mut self, candidate: &Candidate) -> Option<Vec<Change>> {
        let before: i64 = candidate.to.iter().chain([&candidate.from]).map(|&at| self.bytes(at)).sum();
        let changed = self.changed(candidate)?;
        self.readers.resize(self.program.storages.len(), Vec::new());
        // A storage that no other group then loads is not stored.
        let is_loaded = |storage: StorageId, by: usize| match changed.iter().find(|change| change.at == by) {
            Some(change) => change.space.loaded().any(|view| view.storage == storage),
            None => self.readers[storage.0 as usize].contains(&by),
        };
        let is_stored_for_others = |storage: StorageId, at: usize| {
            let others = self.readers[storage.0 as usize].iter().copied().chain(changed.iter().map(|change| change.at));
            self.is_kept(storage) || others.into_iter().any(|other| other != at && is_loaded(storage, other))
        };
        let bytes = |change: &Change| bytes_of(&change.space, |storage| is_stored_for_others(storage, change.at));
        let after: i64 = changed.iter().map(bytes).sum();
        let operations = |change: &Change| change.operations * change.space.shape.iter().product::<i64>();
        let (saved, more) = (before - after, changed.iter().map(operations).sum::<i64>());
        (saved > 0 && 64 * more <= saved.saturating_mul(self.operations_per_64_bytes)).then_some(changed)
    }

    /// The candidate for the instruction at an index, if its result may be recomputed.
    fn candidate(&self, index: usize) -> Option<Candidate> {
        let storage = self.program.instructions[index].outputs.first()?.storage;
        if self.maker(storage) != Some(index) {
            return None;
        }
        let from = self.of[index];
        let to: Vec<usize> = self.readers[storage.0 as usize].iter().copied().filter(|&at| at != from).collect();
        let is_later_space =
            |&at: &usize| at > from && matches!(&self.groups[at], Group::Space(space) if !space.is_empty());
        if to.is_empty() || to.len() > MAX_READERS || !to.iter().all(is_later_space) {
            return None;
        }
        // In a group where several gathers may fail, no other value may be stored.
        if !matches!(&self.groups[from], Group::Space(space) if !space.is_empty() && !space.several_may_fail)
            || !self.members[from].contains(&index)
        {
            return None;
        }
        let mut repeated = vec![index];
        let mut next = 0;
        while let Some(&at) = repeated.get(next) {
            next += 1;
            for read in self.program.instructions[at].reads() {
                let is_inside = !self.readers[read.storage.0 as usize].iter().any(|&reader| reader != from);
                // What an instruction before its maker reads is what was there earlier.
                if let Some(maker) = self.maker(read.storage)
                    && maker < at
                    && self.of[maker] == from
                    && is_inside
                {
                    if !repeated.contains(&maker) {
                        repeated.push(maker);
                    }
                } else if !self.is_unchanged(read, at, to.iter().copied().max()?) {
                    return None;
                }
            }
            if repeated.len() > MAX_RECOMPUTED_INSTRUCTIONS {
                return None;
            }
        }
        repeated.sort_unstable();
        Some(Candidate { repeated, from, to })
    }

    /// Whether the contents that an instruction reads are in memory, unchanged, until the group `until` has read them
    /// too.
    fn is_unchanged(&self, read: &View, by: usize, until: usize) -> bool {
        let from = self.of[by];
        // Written later than the instruction, and executed before that group.
        let overwrites = |&writer: &usize| {
            let overlaps =
                || self.program.instructions[writer].outputs.iter().any(|out| out.relation(read) != Relation::Disjoint);
            writer > by && (from..until).contains(&self.of[writer]) && overlaps()
        };
        // Other groups see only the last store of a group.
        let made_within = |&writer: &usize| {
            writer < by
                && self.of[writer] == from
                && self.program.instructions[writer].outputs.iter().any(|out| out.relation(read) == Relation::Overlap)
        };
        !self.writers[read.storage.0 as usize].iter().any(|writer| overwrites(writer) || made_within(writer))
    }

    /// The groups of a candidate after recomputation, with their instructions.
    fn changed(&mut self, candidate: &Candidate) -> Option<Vec<Change>> {
        let value = *candidate.repeated.last()?;
        let storage = self.program.instructions[value].outputs[0].storage;
        let mut changed = Vec::new();
        for &at in &candidate.to {
            let mut recomputation =
                Recomputation { repeated: &candidate.repeated, made: HashMap::new(), members: Vec::new() };
            let mut readers = Vec::new();
            for &member in &self.members[at] {
                let instruction = &self.program.instructions[member];
                if !instruction.reads().any(|read| read.storage == storage) {
                    readers.push(member);
                    continue;
                }
                let mut instruction = instruction.clone();
                for input in &mut instruction.inputs {
                    if let Operand::View(view) = input
                        && view.storage == storage
                    {
                        *view = recomputation.value(self.program, view)?;
                    }
                }
                self.program.instructions.push(instruction);
                readers.push(self.program.instructions.len() - 1);
            }
            let operations: i64 =
                recomputation.members.iter().map(|&made| weight(self.program, &self.program.instructions[made])).sum();
            if operations > MAX_OPERATIONS {
                return None;
            }
            let members: Vec<usize> = recomputation.members.into_iter().chain(readers).collect();
            let Group::Space(own) = &self.groups[at] else { return None };
            let mut space = own.with(self.program, &members)?;
            let outside = |view: &View| self.is_needed(view.storage, at);
            if !space.fits(own.loaded().count(), self.options, &outside) {
                return None;
            }
            changed.push(Change { at, space, members, operations });
        }
        let members = self.remaining(candidate, storage);
        let space = match &members[..] {
            // All that the group did is done by its readers.
            [] => match &self.groups[candidate.from] {
                Group::Space(space) => Space::empty(&space.shape, space.reduced),
                Group::Routine { .. } => return None,
            },
            members => Space::of(self.program, members)?,
        };
        let is_remaining = |repeated: &&usize| !members.contains(repeated);
        let dropped = candidate
            .repeated
            .iter()
            .filter(is_remaining)
            .map(|&repeated| weight(self.program, &self.program.instructions[repeated]));
        let operations = -dropped.sum::<i64>();
        changed.push(Change { at: candidate.from, space, members, operations });
        Some(changed)
    }

    /// The instructions of a candidate's group that are still needed there once no other group reads the value.
    fn remaining(&self, candidate: &Candidate, value: StorageId) -> Vec<usize> {
        let mut remaining = self.members[candidate.from].clone();
        for &repeated in candidate.repeated.iter().rev() {
            let storage = self.program.instructions[repeated].outputs[0].storage;
            let is_read = remaining.iter().any(|&other| {
                other != repeated && self.program.instructions[other].reads().any(|read| read.storage == storage)
            });
            let is_stored = storage != value && self.is_needed(storage, candidate.from);
            if !is_read && !is_stored {
                remaining.retain(|&member| member != repeated);
            }
        }
        remaining
    }

    /// Whether a group's store of a storage is needed outside of it.
    fn is_needed(&self, storage: StorageId, at: usize) -> bool {
        (storage.0 as usize) < self.readers.len()
            && (self.is_kept(storage) || self.readers[storage.0 as usize].iter().any(|&reader| reader != at))
    }

    /// The bytes that a group moves at present.
    fn bytes(&self, at: usize) -> i64 {
        match &self.groups[at] {
            Group::Space(space) => bytes_of(space, |storage| self.is_needed(storage, at)),
            Group::Routine { .. } => 0,
        }
    }
}

/// The one instruction that makes all that is read of a temporary, of those that write it: a map or a copy that cannot
/// fail, whose output does not overlap itself.
pub(crate) fn maker(program: &Program, writers: &[usize], storage: StorageId) -> Option<usize> {
    let &[maker] = writers else { return None };
    let instruction = &program.instructions[maker];
    let [output] = &instruction.outputs[..] else { return None };
    let own = program.storages[storage.0 as usize];
    // A read of its own storage would see the earlier contents.
    let is_made_here = !own.given && !own.outlives() && instruction.reads().all(|read| read.storage != storage);
    (instruction.is_pure() && is_made_here && output.circular.is_empty() && !output.overlaps_itself()).then_some(maker)
}

/// The instructions that a group repeats, with outputs of their own.
struct Recomputation<'a> {
    repeated: &'a [usize],
    /// The temporary that replaces each view of a recomputed storage.
    made: HashMap<View, View>,
    members: Vec<usize>,
}

impl Recomputation<'_> {
    /// A temporary with the elements of a view, computed from what is in memory. A view of a storage that is not
    /// recomputed is returned as it is.
    fn value(&mut self, program: &mut Program, view: &View) -> Option<View> {
        let maker =
            self.repeated.iter().find(|&&repeated| program.instructions[repeated].outputs[0].storage == view.storage);
        let Some(&maker) = maker else { return Some(view.clone()) };
        if let Some(made) = self.made.get(view) {
            return Some(made.clone());
        }
        let Instruction { opcode, outputs, inputs } = program.instructions[maker].clone();
        let written = &outputs[0];
        if view.dtype != written.dtype {
            return None;
        }
        let mut operands = Vec::with_capacity(inputs.len());
        for input in inputs {
            operands.push(match input {
                Operand::View(source) => {
                    let seen = view.through(written, &source)?;
                    Operand::View(self.value(program, &seen)?)
                }
                Operand::Position(position) if view.relation(written) != Relation::Same => {
                    // The positions are read as the offsets of a view of that layout.
                    let source = View { layout: position, circular: Vec::new(), ..written.clone() };
                    let seen = view.through(written, &source)?;
                    self.position(program, seen.layout, &seen.circular)
                }
                other => other,
            });
        }
        let made = self.made_by(program, opcode, view.dtype, &view.layout.shape, operands);
        self.made.insert(view.clone(), made.clone());
        Some(made)
    }

    /// The result of a repeated instruction, a temporary.
    fn made_by(
        &mut self,
        program: &mut Program,
        opcode: Opcode,
        dtype: DType,
        shape: &[i64],
        inputs: Vec<Operand>,
    ) -> View {
        let made = program.push_temporary(opcode, dtype, Layout::contiguous(shape), inputs);
        self.members.push(program.instructions.len() - 1);
        made
    }

    /// The offsets of a layout with circular axes: those from where the index wraps on, and those before.
    fn position(&mut self, program: &mut Program, layout: Layout, circular: &[CircularAxis]) -> Operand {
        const WHERE: RowId = RowId::named("where");
        let Some((wrap, others)) = circular.split_first() else { return Operand::Position(layout) };
        let shape = layout.shape.clone();
        let mut index = Layout::constant(&shape, wrap.start);
        index.strides[wrap.axis] = wrap.step;
        // Either way the index leaves the circular axis once.
        let (row, bound, back) = match wrap.step > 0 {
            true => (RowId::named("greater_equal"), wrap.modulus, -wrap.modulus),
            false => (RowId::named("less"), 0, wrap.modulus),
        };
        let along = |turns: i64| {
            let mut along = layout.clone();
            along.strides[wrap.axis] = wrap.step * wrap.stride;
            along.offset += (wrap.start + turns) * wrap.stride;
            along
        };
        let wraps = vec![Operand::Position(index), Operand::Position(Layout::constant(&shape, bound))];
        let wraps = self.made_by(program, Opcode::Map(row, DType::I64), DType::Bool, &shape, wraps);
        let chosen = [
            Operand::View(wraps),
            self.position(program, along(back), others),
            self.position(program, along(0), others),
        ];
        let opcode = Opcode::Map(WHERE, DType::I64);
        Operand::View(self.made_by(program, opcode, DType::I64, &shape, chosen.into()))
    }
}

/// The bytes that a kernel of a space moves, where it stores what is needed. A storage that it reads several times, as
/// a stencil does, counts once, by its largest view.
fn bytes_of(space: &Space, is_stored_for_others: impl Fn(StorageId) -> bool) -> i64 {
    let mut space = space.clone();
    space.writes.retain(|write| is_stored_for_others(write.view.storage));
    let space = prune(&space);
    let mut read: HashMap<StorageId, i64> = HashMap::new();
    for view in space.loaded() {
        let bytes = read.entry(view.storage).or_default();
        *bytes = (*bytes).max(distinct_bytes(view));
    }
    read.values().sum::<i64>() + space.writes.iter().map(|write| distinct_bytes(&write.view)).sum::<i64>()
}

/// The bytes of the distinct elements of a view: broadcast axes count once.
fn distinct_bytes(view: &View) -> i64 {
    let axes = (0..view.layout.rank()).filter(|&axis| view.step(axis) != 0);
    axes.map(|axis| view.layout.shape[axis]).product::<i64>() * view.dtype.size() as i64
}

fn weight(program: &Program, instruction: &Instruction) -> i64 {
    match instruction.opcode {
        Opcode::Map(row, _) if row.row().long => LONG_WEIGHT,
        // Positions take no more than the load that they replace.
        Opcode::Copy if matches!(instruction.inputs[0], Operand::Position(_)) => 0,
        Opcode::Copy
            if program.dtype(&instruction.inputs[0]).is_inexact() != instruction.outputs[0].dtype.is_inexact() =>
        {
            CONVERSION_WEIGHT
        }
        _ => 1,
    }
}
