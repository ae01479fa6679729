//! Values that later kernels compute anew instead of reading them, where this moves fewer bytes.
//!
//! An instruction stands where its operands were made, and what it makes is stored for the kernels that read it. Where
//! those read its operands anyway, as a step of a stencil reads the field that the step before has stored, or where its
//! operands are small, they compute it themselves, at the positions where they want it.
//!
//! A value is taken along with those that it is made of, as far as its own kernel makes and does not store them; what
//! these are made of in turn is read from memory. That must be the same there: nothing may write it in between.

use std::collections::HashMap;

use cuprust_ir::{Instruction, Layout, Opcode, Operand, Program, Relation, StorageId, View};

use crate::group::Group;
use crate::lower::prune;
use crate::space::Space;

/// The most instructions that are taken along with a value.
const MAX_TAKEN: usize = 12;
/// The most groups that compute a value anew.
const MAX_READERS: usize = 3;
/// The most operations that a group does anew at a position, and in all for each byte that is not moved. One whose code
/// is long counts as several.
const MAX_OPERATIONS: i64 = 24;
const OPERATIONS_PER_BYTE: i64 = 1;
const LONG_WEIGHT: i64 = 16;

pub(crate) fn recompute(program: &mut Program, groups: Vec<Group>, members: Vec<Vec<usize>>) -> Vec<Group> {
    let count = program.instructions.len();
    let mut pass = Pass::new(program, groups, members);
    for place in (0..count).rev() {
        pass.consider(place);
    }
    pass.groups
}

/// The groups, and who writes and reads each storage.
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
}

/// A value computed anew: the instructions that are, in their order, and the groups that want it.
struct Candidate {
    /// The instructions to take along, the value's own among them.
    taken: Vec<usize>,
    from: usize,
    to: Vec<usize>,
}

/// What becomes of a group.
struct Change {
    at: usize,
    space: Space,
    members: Vec<usize>,
    /// How many operations more, or fewer, there are at a position.
    operations: i64,
}

impl<'a> Pass<'a> {
    fn new(program: &'a mut Program, groups: Vec<Group>, members: Vec<Vec<usize>>) -> Pass<'a> {
        let mut of = vec![0; program.instructions.len()];
        for (at, members) in members.iter().enumerate() {
            members.iter().for_each(|&member| of[member] = at);
        }
        let mut writers = vec![Vec::new(); program.storages.len()];
        for (place, instruction) in program.instructions.iter().enumerate() {
            instruction.outputs.iter().for_each(|output| writers[output.storage.0 as usize].push(place));
        }
        let mut pass =
            Pass { readers: vec![Vec::new(); program.storages.len()], program, groups, members, of, writers };
        (0..pass.groups.len()).for_each(|at| pass.note_reads(at));
        pass
    }

    fn note_reads(&mut self, at: usize) {
        for view in self.groups[at].read() {
            let readers = &mut self.readers[view.storage.0 as usize];
            if !readers.contains(&at) {
                readers.push(at);
            }
        }
    }

    /// Puts another space in the place of a group.
    fn replace(&mut self, Change { at, space, members, .. }: Change) {
        for view in self.groups[at].read() {
            self.readers[view.storage.0 as usize].retain(|&reader| reader != at);
        }
        self.groups[at] = Group::Space(space);
        self.members[at] = members;
        self.note_reads(at);
    }

    fn is_kept(&self, storage: StorageId) -> bool {
        self.program.storages[storage.0 as usize].outlives()
    }

    /// The one instruction that makes all that is read of a storage of the program's own: a map or a copy that cannot
    /// fail, whose results are nowhere the same place.
    fn maker(&self, storage: StorageId) -> Option<usize> {
        let [maker] = self.writers.get(storage.0 as usize)?[..] else { return None };
        let instruction = &self.program.instructions[maker];
        let [output] = &instruction.outputs[..] else { return None };
        let own = self.program.storages[storage.0 as usize];
        // What it reads of the storage would be what was there before.
        let is_made_here = !own.given && !own.outlives() && instruction.reads().all(|read| read.storage != storage);
        (instruction.is_pure() && is_made_here && output.circular.is_empty() && !output.overlaps_itself())
            .then_some(maker)
    }

    /// Lets the groups that read what an instruction makes compute it anew, where that is right and moves fewer bytes.
    fn consider(&mut self, place: usize) {
        let Some(candidate) = self.candidate(place) else { return };
        let (instructions, storages) = (self.program.instructions.len(), self.program.storages.len());
        match self.gaining(&candidate) {
            Some(changed) => changed.into_iter().for_each(|change| self.replace(change)),
            // What was made for it is of no use.
            None => {
                self.program.instructions.truncate(instructions);
                self.program.storages.truncate(storages);
            }
        }
    }

    /// The groups of a candidate as they would be, where they move fewer bytes.
    fn gaining(&mut self, candidate: &Candidate) -> Option<Vec<Change>> {
        let before: i64 = candidate.to.iter().chain([&candidate.from]).map(|&at| self.bytes(at)).sum();
        let changed = self.changed(candidate)?;
        self.readers.resize(self.program.storages.len(), Vec::new());
        // What no other group loads then is not stored.
        let is_loaded = |storage: StorageId, by: usize| match changed.iter().find(|change| change.at == by) {
            Some(change) => change.space.loaded().any(|view| view.storage == storage),
            None => self.readers[storage.0 as usize].contains(&by),
        };
        let wanted = |storage: StorageId, at: usize| {
            let others = self.readers[storage.0 as usize].iter().copied().chain(changed.iter().map(|change| change.at));
            self.is_kept(storage) || others.into_iter().any(|other| other != at && is_loaded(storage, other))
        };
        let bytes = |change: &Change| bytes_of(&change.space, |storage| wanted(storage, change.at));
        let after: i64 = changed.iter().map(bytes).sum();
        let operations = |change: &Change| change.operations * change.space.shape.iter().product::<i64>();
        let (saved, more) = (before - after, changed.iter().map(operations).sum::<i64>());
        (saved > 0 && more <= saved.saturating_mul(OPERATIONS_PER_BYTE)).then_some(changed)
    }

    /// What would be computed anew where, if the instruction at a place makes something for which that is right.
    fn candidate(&self, place: usize) -> Option<Candidate> {
        let storage = self.program.instructions[place].outputs.first()?.storage;
        if self.maker(storage) != Some(place) {
            return None;
        }
        let from = self.of[place];
        let to: Vec<usize> = self.readers[storage.0 as usize].iter().copied().filter(|&at| at != from).collect();
        let is_later_space =
            |&at: &usize| at > from && matches!(&self.groups[at], Group::Space(space) if !space.is_empty());
        if to.is_empty() || to.len() > MAX_READERS || !to.iter().all(is_later_space) {
            return None;
        }
        // Where several gathers may fail, no other value may be stored.
        if !matches!(&self.groups[from], Group::Space(space) if !space.is_empty() && !space.several)
            || !self.members[from].contains(&place)
        {
            return None;
        }
        let mut taken = vec![place];
        let mut next = 0;
        while let Some(&at) = taken.get(next) {
            next += 1;
            for read in self.program.instructions[at].reads() {
                let is_inside = !self.readers[read.storage.0 as usize].iter().any(|&reader| reader != from);
                if let Some(maker) = self.maker(read.storage)
                    && self.of[maker] == from
                    && is_inside
                {
                    if !taken.contains(&maker) {
                        taken.push(maker);
                    }
                } else if !self.is_unchanged(read, at, to.iter().copied().max()?) {
                    return None;
                }
            }
            if taken.len() > MAX_TAKEN {
                return None;
            }
        }
        taken.sort_unstable();
        Some(Candidate { taken, from, to })
    }

    /// Whether what an instruction reads is in memory, the same as it read it, until a group has read it too.
    fn is_unchanged(&self, read: &View, by: usize, until: usize) -> bool {
        let from = self.of[by];
        // What was written after, and runs before that group.
        let overwrites = |&writer: &usize| {
            let meets =
                || self.program.instructions[writer].outputs.iter().any(|out| out.relation(read) != Relation::Disjoint);
            writer > by && (from..until).contains(&self.of[writer]) && meets()
        };
        // The last store of a group is what others find.
        let made_within = |&writer: &usize| {
            writer < by
                && self.of[writer] == from
                && self.program.instructions[writer].outputs.iter().any(|out| out.relation(read) == Relation::Overlap)
        };
        !self.writers[read.storage.0 as usize].iter().any(|writer| overwrites(writer) || made_within(writer))
    }

    /// The groups of a candidate as they would be, with their instructions.
    fn changed(&mut self, candidate: &Candidate) -> Option<Vec<Change>> {
        let value = *candidate.taken.last()?;
        let storage = self.program.instructions[value].outputs[0].storage;
        let mut changed = Vec::new();
        for &at in &candidate.to {
            let mut anew = Anew { taken: &candidate.taken, made: HashMap::new(), members: Vec::new() };
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
                        *view = anew.value(self.program, view)?;
                    }
                }
                self.program.instructions.push(instruction);
                readers.push(self.program.instructions.len() - 1);
            }
            let operations: i64 = anew.members.iter().map(|&made| weight(&self.program.instructions[made])).sum();
            if operations > MAX_OPERATIONS {
                return None;
            }
            let members: Vec<usize> = anew.members.into_iter().chain(readers).collect();
            let Group::Space(own) = &self.groups[at] else { return None };
            let space = own.with(self.program, &members)?;
            let outside = |view: &View| self.is_wanted(view.storage, at);
            if !space.fits(own.loaded().count(), &outside) {
                return None;
            }
            changed.push(Change { at, space, members, operations });
        }
        let members = self.left(candidate, storage);
        let space = match &members[..] {
            // All that the group did is done by others.
            [] => match &self.groups[candidate.from] {
                Group::Space(space) => prune(&Space { writes: vec![], ..space.clone() }),
                Group::Routine { .. } => return None,
            },
            members => Space::of(self.program, members)?,
        };
        let is_left = |taken: &&usize| !members.contains(taken);
        let dropped = candidate.taken.iter().filter(is_left).map(|&taken| weight(&self.program.instructions[taken]));
        let operations = -dropped.sum::<i64>();
        changed.push(Change { at: candidate.from, space, members, operations });
        Some(changed)
    }

    /// The instructions of a candidate's group that are still wanted there, when no other group reads the value.
    fn left(&self, candidate: &Candidate, value: StorageId) -> Vec<usize> {
        let mut left = self.members[candidate.from].clone();
        for &taken in candidate.taken.iter().rev() {
            let storage = self.program.instructions[taken].outputs[0].storage;
            let is_read = left.iter().any(|&other| {
                other != taken && self.program.instructions[other].reads().any(|read| read.storage == storage)
            });
            let is_stored = storage != value && self.is_wanted(storage, candidate.from);
            if !is_read && !is_stored {
                left.retain(|&member| member != taken);
            }
        }
        left
    }

    /// Whether a group's store of a storage matters outside of it.
    fn is_wanted(&self, storage: StorageId, at: usize) -> bool {
        (storage.0 as usize) < self.readers.len()
            && (self.is_kept(storage) || self.readers[storage.0 as usize].iter().any(|&reader| reader != at))
    }

    /// The bytes that a group moves as it is.
    fn bytes(&self, at: usize) -> i64 {
        match &self.groups[at] {
            Group::Space(space) => bytes_of(space, |storage| self.is_wanted(storage, at)),
            Group::Routine { .. } => 0,
        }
    }
}

/// The instructions that a group computes anew, with outputs of their own.
struct Anew<'a> {
    taken: &'a [usize],
    /// The temporary that holds what a view of a taken storage holds.
    made: HashMap<View, View>,
    members: Vec<usize>,
}

impl Anew<'_> {
    /// A temporary with the elements of a view, made of what is in memory; a view of what is not taken is itself.
    fn value(&mut self, program: &mut Program, view: &View) -> Option<View> {
        let maker = self.taken.iter().find(|&&taken| program.instructions[taken].outputs[0].storage == view.storage);
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
                Operand::Position(_) if view.relation(written) != Relation::Same => return None,
                other => other,
            });
        }
        let made = program.temporary(view.dtype, Layout::contiguous(&view.layout.shape));
        program.instructions.push(Instruction { opcode, outputs: vec![made.clone()], inputs: operands });
        self.members.push(program.instructions.len() - 1);
        self.made.insert(view.clone(), made.clone());
        Some(made)
    }
}

/// The bytes that a kernel of a space moves, where it stores what is wanted: of what it reads several times, as a
/// stencil does, those of one view.
fn bytes_of(space: &Space, wanted: impl Fn(StorageId) -> bool) -> i64 {
    let mut space = space.clone();
    space.writes.retain(|write| wanted(write.view.storage));
    let space = prune(&space);
    let mut read: HashMap<StorageId, i64> = HashMap::new();
    for view in space.loaded() {
        let bytes = read.entry(view.storage).or_default();
        *bytes = (*bytes).max(distinct_bytes(view));
    }
    read.values().sum::<i64>() + space.writes.iter().map(|write| distinct_bytes(&write.view)).sum::<i64>()
}

/// The bytes of the elements that a view has, where those at one place count once.
fn distinct_bytes(view: &View) -> i64 {
    let axes = (0..view.layout.rank()).filter(|&axis| view.step(axis) != 0);
    axes.map(|axis| view.layout.shape[axis]).product::<i64>() * view.dtype.size() as i64
}

fn weight(instruction: &Instruction) -> i64 {
    match instruction.opcode {
        Opcode::Map(row, _) if row.row().long => LONG_WEIGHT,
        _ => 1,
    }
}
