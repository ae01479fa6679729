//! Puts instructions into groups of one iteration space, each of which becomes one kernel.
//!
//! One forward pass with few open groups. An instruction may join a group that follows everything it depends on,
//! or the last group it depends on if both access that group's values at the same positions. Within a group a written
//! storage is accessed at the same element for each position only, so positions may run in any order.
//!
//! A group that has become too large is split where the fewest bytes are stored and loaded again: a loop between two
//! iterations.

use std::collections::HashMap;

use cuprust_ir::{Instruction, Opcode, Operand, Program, Relation, StorageId, View};
use cuprust_ops::Routine;

use crate::Options;
use crate::space::{Joined, Space, is_gather};

/// The most groups before the end of the list that an instruction may join.
const MAX_OPEN_GROUPS: usize = 16;

/// Instructions that run together.
pub(crate) enum Group {
    /// A single routine.
    Routine {
        /// The routine.
        routine: Routine,
        /// The views written.
        outputs: Vec<View>,
        /// The operands read.
        inputs: Vec<Operand>,
    },
    /// Elementwise work and reductions over one space.
    Space(Box<Space>),
}

impl Group {
    /// The views that it writes.
    pub(crate) fn written(&self) -> Box<dyn Iterator<Item = &View> + '_> {
        match self {
            Group::Routine { outputs, .. } => Box::new(outputs.iter()),
            Group::Space(space) => Box::new(space.writes.iter().map(|write| &write.view)),
        }
    }

    /// The views that it reads.
    pub(crate) fn read(&self) -> Box<dyn Iterator<Item = &View> + '_> {
        match self {
            Group::Routine { routine, outputs, inputs } => {
                let in_part = outputs.iter().filter(|_| routine.signature().changes);
                Box::new(inputs.iter().filter_map(Operand::view).chain(in_part))
            }
            Group::Space(space) => Box::new(space.loaded()),
        }
    }

    /// Whether it writes elements of a view.
    fn writes_over(&self, view: &View) -> bool {
        match self {
            Group::Routine { outputs, .. } => outputs.iter().any(|written| overlap(written, view)),
            Group::Space(space) => space.writes.with_key(view.storage.0).any(|(_, write)| overlap(&write.view, view)),
        }
    }

    /// Whether it reads elements of a view.
    fn reads_over(&self, view: &View) -> bool {
        match self {
            Group::Routine { .. } => self.read().any(|read| overlap(read, view)),
            Group::Space(space) => {
                space.reads.with_key(view.storage.0).any(|(_, read)| overlap(read, view))
                    || space.tables.iter().any(|table| overlap(table, view))
            }
        }
    }

    /// Whether its space is empty. Views of an empty space overlap nothing, although a reduction over it has a result.
    fn is_empty(&self) -> bool {
        matches!(self, Group::Space(space) if space.is_empty())
    }

    /// Whether the order of the two groups matters: one writes what the other accesses, or one has an empty space.
    pub(crate) fn conflicts_with(&self, other: &Group) -> bool {
        self.is_empty()
            || other.is_empty()
            || self.written().any(|written| other.reads_over(written) || other.writes_over(written))
            || self.read().any(|read| other.writes_over(read))
    }

    /// Whether an instruction must come after it.
    fn precedes(&self, instruction: &Instruction) -> bool {
        self.is_empty()
            || instruction.outputs.iter().any(|output| self.reads_over(output) || self.writes_over(output))
            || instruction.reads().any(|read| self.writes_over(read))
    }
}

fn overlap(one: &View, other: &View) -> bool {
    one.relation(other) != Relation::Disjoint
}

/// The groups in their order, and the instructions of each.
pub(crate) fn group(program: &Program, options: Options) -> (Vec<Group>, Vec<Vec<usize>>) {
    let mut groups = Groups::new(program, options);
    for (index, instruction) in program.instructions.iter().enumerate() {
        if let Opcode::Routine(routine) = instruction.opcode
            && !is_gather(instruction)
        {
            let (outputs, inputs) = (instruction.outputs.clone(), instruction.inputs.clone());
            groups.push(Group::Routine { routine, outputs, inputs }, vec![index]);
        } else if !options.fusion || !groups.take(index) {
            groups.push(Group::Space(Box::new(Space::of_instruction(program, instruction))), vec![index]);
            if instruction.reads().next().is_none() {
                groups.hoist_last();
            }
        }
        for output in &instruction.outputs {
            groups.writer[output.storage.0 as usize] = Some(index);
        }
    }
    (groups.list, groups.members)
}

/// The groups so far.
struct Groups<'a> {
    program: &'a Program,
    options: Options,
    reads: Reads,
    list: Vec<Group>,
    /// The instructions of each group.
    members: Vec<Vec<usize>>,
    /// A bit set (one bit for each storage, modulo 128) of what each group accesses: groups with disjoint sets are
    /// independent.
    bits: Vec<u128>,
    /// The group of each instruction so far.
    of: Vec<usize>,
    /// The last instruction that has written each storage.
    writer: Vec<Option<usize>>,
}

impl<'a> Groups<'a> {
    fn new(program: &'a Program, options: Options) -> Groups<'a> {
        Groups {
            program,
            options,
            reads: Reads::of(program),
            list: Vec::new(),
            members: Vec::new(),
            bits: Vec::new(),
            of: vec![0; program.instructions.len()],
            writer: vec![None; program.storages.len()],
        }
    }

    fn push(&mut self, group: Group, members: Vec<usize>) {
        self.list.push(group);
        self.members.push(members);
        self.bits.push(0);
        self.update(self.list.len() - 1);
    }

    /// Moves the last group, which reads nothing, before the preceding open groups that are independent of it: writes
    /// to a storage that it filled may then join the group that computes them.
    fn hoist_last(&mut self) {
        let open = self.list.len().saturating_sub(MAX_OPEN_GROUPS);
        let mut at = self.list.len() - 1;
        while at > open && (self.bits[at] & self.bits[at - 1] == 0 || !self.list[at].conflicts_with(&self.list[at - 1]))
        {
            self.list.swap(at, at - 1);
            self.members.swap(at, at - 1);
            self.bits.swap(at, at - 1);
            at -= 1;
        }
        (at..self.list.len()).for_each(|moved| self.update(moved));
    }

    /// Updates the group of each member and the bit set of a group.
    fn update(&mut self, at: usize) {
        for &member in &self.members[at] {
            self.of[member] = at;
        }
        let group = &self.list[at];
        self.bits[at] = match group {
            // An empty space keeps its position: its views overlap nothing, but a reduction over it has a result.
            Group::Space(space) if space.is_empty() => u128::MAX,
            _ => bits(group.read().chain(group.written())),
        };
    }

    /// Adds an instruction to the group that gains most by it, if there is one. On a tie the later group wins: readers
    /// of the result are likely to join it too.
    fn take(&mut self, index: usize) -> bool {
        let instruction = &self.program.instructions[index];
        self.unite(index);
        let own = bits(instruction.reads().chain(&instruction.outputs));
        let mut candidates: Vec<(i64, usize)> = Vec::new();
        for at in (self.list.len().saturating_sub(MAX_OPEN_GROUPS)..self.list.len()).rev() {
            let may_share = self.bits[at] & own != 0;
            if let Group::Space(space) = &self.list[at]
                && let Some(gain) = space.gain(instruction, may_share)
            {
                candidates.push((gain, at));
            }
            if may_share && self.list[at].precedes(instruction) {
                break;
            }
        }
        candidates.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
        let mut full = None;
        for (_, at) in candidates {
            let (program, reads) = (self.program, &self.reads);
            let lasting = |view: &View| is_lasting(program, reads, view, index);
            let Group::Space(space) = &mut self.list[at] else { continue };
            match space.join(program, instruction, self.options, &lasting) {
                Joined::Yes => {
                    self.members[at].push(index);
                    self.of[index] = at;
                    self.bits[at] |= own;
                    return true;
                }
                Joined::Full => full = full.or(Some(at)),
                Joined::No => {}
            }
        }
        if full.is_none_or(|at| at + 1 < self.list.len()) {
            return false;
        }
        // The last group is full: it becomes longer, or it is cut, and its second part takes the instruction.
        let at = self.list.len() - 1;
        self.members[at].push(index);
        let cheapest = cheapest_cut(self.program, &self.members[at], &self.reads);
        if let Some((_, bytes)) = cheapest
            && let Group::Space(space) = &mut self.list[at]
            && self.options.long_kernels
            && space.widen(bytes)
        {
            let (program, reads) = (self.program, &self.reads);
            let lasting = |view: &View| is_lasting(program, reads, view, index);
            if let Joined::Yes = space.join(program, instruction, self.options, &lasting) {
                self.of[index] = at;
                self.bits[at] |= own;
                return true;
            }
        }
        let Group::Space(space) = &self.list[at] else { return false };
        let Some((count, first, second)) =
            cheapest.and_then(|(count, _)| cut(self.program, space, &self.members[at], count))
        else {
            self.members[at].pop();
            return false;
        };
        let rest = self.members[at].split_off(count);
        self.list[at] = Group::Space(Box::new(first));
        self.update(at);
        self.push(Group::Space(Box::new(second)), rest);
        true
    }

    /// Merges the groups that make operands of an instruction, where an earlier one can move to the latest one's
    /// position.
    fn unite(&mut self, index: usize) {
        let instruction = &self.program.instructions[index];
        let open = self.list.len().saturating_sub(MAX_OPEN_GROUPS);
        let maker = |read: &View| {
            let writer = self.writer[read.storage.0 as usize]?;
            let is_made = self.program.instructions[writer]
                .outputs
                .iter()
                .any(|output| output.storage == read.storage && output.layout.size() == read.layout.size());
            let at = self.of[writer];
            (is_made && at >= open && matches!(self.list[at], Group::Space(_))).then_some(at)
        };
        let mut makers: Vec<usize> = instruction.reads().filter_map(maker).collect();
        makers.sort_unstable();
        makers.dedup();
        let Some(mut last) = makers.pop() else { return };
        for at in makers.into_iter().rev() {
            let (Group::Space(moved), Group::Space(target)) = (&self.list[at], &self.list[last]) else { continue };
            let between = at + 1..last;
            if moved.shape != target.shape
                || between.into_iter().any(|other| {
                    self.bits[other] & self.bits[at] != 0 && self.list[other].conflicts_with(&self.list[at])
                })
            {
                continue;
            }
            let mut both: Vec<usize> = self.members[at].iter().chain(&self.members[last]).copied().collect();
            both.sort_unstable();
            let lasting = |view: &View| is_lasting(self.program, &self.reads, view, index);
            if let Some(mut space) = Space::of(self.program, &both)
                && space.fits(target.loaded().count(), self.options, &lasting)
            {
                self.list[last] = Group::Space(Box::new(space));
                self.members[last] = both;
                self.list.remove(at);
                self.members.remove(at);
                self.bits.remove(at);
                (at..self.list.len()).for_each(|moved| self.update(moved));
                last -= 1;
            }
        }
    }
}

/// Whether a view's contents are read after the instruction at an index, or outlive the program.
fn is_lasting(program: &Program, reads: &Reads, view: &View, index: usize) -> bool {
    let storage = view.storage.0 as usize;
    let is_read = |(at, read): &(usize, View)| *at > index && read.relation(view) != Relation::Disjoint;
    program.storages[storage].kept
        || reads.last[storage] > index && reads.of_parts.get(&storage).is_none_or(|all| all.iter().any(is_read))
}

/// A bit for each storage of some views; storages share bits.
fn bits<'a>(views: impl Iterator<Item = &'a View>) -> u128 {
    views.fold(0, |bits, view| bits | 1 << (view.storage.0 % 128))
}

/// Where an oversized group is cut in two: the number of instructions of the first part, and the bytes that are moved
/// because it ends there. The cut lies in the second half, where the fewest bytes are stored by the first part and
/// loaded by the second.
fn cheapest_cut(program: &Program, members: &[usize], reads: &Reads) -> Option<(usize, i64)> {
    let bytes = |storage: usize| program.storages[storage].bytes;
    // The bytes that cross a cut before each member: storages written before it and read after it.
    let mut crossing = vec![0i64; members.len() + 1];
    // Those of temporaries that instructions after all members compute with, by the member that makes them. What is
    // only copied, as to a stack, is stored there in any case.
    let mut later = vec![0i64; members.len() + 1];
    // The first store to each storage, and the last read of it.
    let mut lives: HashMap<StorageId, (usize, Option<usize>)> = HashMap::new();
    for (at, &index) in members.iter().enumerate() {
        let instruction = &program.instructions[index];
        for read in instruction.reads() {
            if let Some((_, last)) = lives.get_mut(&read.storage) {
                *last = Some(at);
            }
        }
        for output in &instruction.outputs {
            lives.entry(output.storage).or_insert((at, None));
        }
    }
    for (storage, (first, last)) in lives {
        let (storage, is_kept) = (storage.0 as usize, program.storages[storage.0 as usize].kept);
        // A storage that is read outside is stored in any case, so the cut adds only the load.
        let outlives = is_kept || reads.last[storage] > *members.last()?;
        let cost = if outlives { bytes(storage) } else { 2 * bytes(storage) };
        for crossed in &mut crossing[first + 1..=last.unwrap_or(first).max(first)] {
            *crossed += cost;
        }
        let is_used_later = reads.last_computed[storage] > *members.last()?;
        later[first] += if is_used_later && !is_kept { 2 * bytes(storage) } else { 0 };
    }
    let from = members.len() / 2;
    let count = (from.max(1)..members.len()).min_by_key(|&count| (crossing[count], members.len() - count))?;
    Some((count, crossing[count] + later[..count].iter().sum::<i64>()))
}

/// Both parts of a group that is cut after so many instructions, with its limits.
fn cut(program: &Program, space: &Space, members: &[usize], count: usize) -> Option<(usize, Space, Space)> {
    Some((count, space.with(program, &members[..count])?, space.with(program, &members[count..])?))
}

/// The readers of each storage.
struct Reads {
    /// The last instruction that reads each.
    last: Vec<usize>,
    /// The last one that does not only copy it.
    last_computed: Vec<usize>,
    /// The reads of storages that several instructions write in parts: the last read of one part may be earlier than
    /// others.
    of_parts: HashMap<usize, Vec<(usize, View)>>,
}

impl Reads {
    fn of(program: &Program) -> Reads {
        let mut last = vec![0; program.storages.len()];
        let mut last_computed = last.clone();
        let mut writers = vec![0; program.storages.len()];
        for (index, instruction) in program.instructions.iter().enumerate() {
            for read in instruction.reads() {
                last[read.storage.0 as usize] = index;
                if instruction.opcode != Opcode::Copy {
                    last_computed[read.storage.0 as usize] = index;
                }
            }
            instruction.outputs.iter().for_each(|output| writers[output.storage.0 as usize] += 1);
        }
        let mut of_parts: HashMap<usize, Vec<(usize, View)>> = HashMap::new();
        for (index, instruction) in program.instructions.iter().enumerate() {
            for read in instruction.reads().filter(|read| writers[read.storage.0 as usize] > 1) {
                of_parts.entry(read.storage.0 as usize).or_default().push((index, read.clone()));
            }
        }
        Reads { last, last_computed, of_parts }
    }
}
