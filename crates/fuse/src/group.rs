//! Puts instructions into groups of one iteration space, each of which becomes one kernel.
//!
//! One forward pass with few open groups. An instruction may join a group that stands after everything it depends on,
//! or the last group it depends on if it meets that group's values at the same positions. Within a group a storage that
//! is written is touched at the same place for each position only, so positions may run in any order.
//!
//! A group that has become too large is cut where the least memory crosses: loops are cut between their turns.

use std::collections::HashMap;

use cuprust_ir::{Instruction, Opcode, Operand, Program, Relation, View};
use cuprust_ops::Routine;

use crate::Options;
use crate::space::{Joined, Space, is_gather};

/// How many groups an instruction may look back on.
const OPEN: usize = 16;

/// Instructions that run together.
pub(crate) enum Group {
    /// A routine alone.
    Routine {
        /// Which.
        routine: Routine,
        /// The views written.
        outputs: Vec<View>,
        /// The operands read.
        inputs: Vec<Operand>,
    },
    /// Elementwise work and reductions over one space.
    Space(Space),
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

    /// Whether its order against another group matters: one writes what the other touches, or has no positions, so that
    /// no two views meet although a reduction of nothing has a result.
    pub(crate) fn meets(&self, other: &Group) -> bool {
        let is_empty = |group: &Group| matches!(group, Group::Space(space) if space.is_empty());
        let meets = |view: &View, other: &View| view.relation(other) != Relation::Disjoint;
        let writes_into = |one: &Group, two: &Group| {
            one.written().any(|written| two.read().chain(two.written()).any(|view| meets(written, view)))
        };
        is_empty(self) || is_empty(other) || writes_into(self, other) || writes_into(other, self)
    }
}

/// The groups in their order, and the instructions of each.
pub(crate) fn group(program: &Program, options: Options) -> (Vec<Group>, Vec<Vec<usize>>) {
    let mut groups = Groups::new(program);
    for (place, instruction) in program.instructions.iter().enumerate() {
        if let Opcode::Routine(routine) = instruction.opcode
            && !is_gather(instruction)
        {
            let (outputs, inputs) = (instruction.outputs.clone(), instruction.inputs.clone());
            groups.push(Group::Routine { routine, outputs, inputs }, vec![place]);
        } else if !options.fusion || !groups.take(place) {
            groups.push(Group::Space(Space::alone(program, instruction)), vec![place]);
            if instruction.reads().next().is_none() {
                groups.put_before();
            }
        }
        for output in &instruction.outputs {
            groups.writer[output.storage.0 as usize] = Some(place);
        }
    }
    (groups.list, groups.members)
}

/// The groups so far.
struct Groups<'a> {
    program: &'a Program,
    reads: Reads,
    list: Vec<Group>,
    /// The instructions of each group.
    members: Vec<Vec<usize>>,
    /// Bits of the storages that each group touches: of two that have none in common, neither touches what the other
    /// does.
    bits: Vec<u128>,
    /// The group of each instruction so far.
    of: Vec<usize>,
    /// The instruction that has written each storage last.
    writer: Vec<Option<usize>>,
}

impl<'a> Groups<'a> {
    fn new(program: &'a Program) -> Groups<'a> {
        Groups {
            program,
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
        self.note(self.list.len() - 1);
    }

    /// Puts the last group, which reads nothing, before those beside it that have nothing to do with it: what is
    /// written to a storage that was filled may then be written where it is made.
    fn put_before(&mut self) {
        let open = self.list.len().saturating_sub(OPEN);
        let mut at = self.list.len() - 1;
        while at > open && (self.bits[at] & self.bits[at - 1] == 0 || !self.list[at].meets(&self.list[at - 1])) {
            self.list.swap(at, at - 1);
            self.members.swap(at, at - 1);
            self.bits.swap(at, at - 1);
            at -= 1;
        }
        (at..self.list.len()).for_each(|moved| self.note(moved));
    }

    /// Notes what has become of a group.
    fn note(&mut self, at: usize) {
        for &member in &self.members[at] {
            self.of[member] = at;
        }
        let group = &self.list[at];
        self.bits[at] = match group {
            // What has no positions stays where it is: no two views meet, but a reduction of nothing has a result.
            Group::Space(space) if space.is_empty() => u128::MAX,
            _ => bits(group.read().chain(group.written())),
        };
    }

    /// Takes an instruction into the group that gains most by it, if there is one. Of two that gain the same, the
    /// later: who reads the result is likely to come there too.
    fn take(&mut self, place: usize) -> bool {
        let instruction = &self.program.instructions[place];
        self.unite(place);
        let own = bits(instruction.reads().chain(&instruction.outputs));
        let mut candidates: Vec<(i64, usize)> = Vec::new();
        for at in (self.list.len().saturating_sub(OPEN)..self.list.len()).rev() {
            let meets = self.bits[at] & own != 0;
            if let Group::Space(space) = &self.list[at]
                && let Some(gain) = space.gain(instruction, meets)
            {
                candidates.push((gain, at));
            }
            if meets && depends(instruction, &self.list[at]) {
                break;
            }
        }
        candidates.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
        let mut full = None;
        for (_, at) in candidates {
            let (program, reads) = (self.program, &self.reads);
            let lasting = |view: &View| is_lasting(program, reads, view, place);
            let Group::Space(space) = &mut self.list[at] else { continue };
            match space.join(program, instruction, &lasting) {
                Joined::Yes => {
                    self.members[at].push(place);
                    self.of[place] = at;
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
        // The last group is full: it is cut, and its second part takes the instruction.
        let at = self.list.len() - 1;
        self.members[at].push(place);
        let Some((count, first, second)) = cut(self.program, &self.members[at], &self.reads.last) else {
            self.members[at].pop();
            return false;
        };
        let rest = self.members[at].split_off(count);
        self.list[at] = Group::Space(first);
        self.note(at);
        self.push(Group::Space(second), rest);
        true
    }

    /// Makes one group of those that make operands of an instruction, where an earlier one may as well stand where the
    /// latest does.
    fn unite(&mut self, place: usize) {
        let instruction = &self.program.instructions[place];
        let open = self.list.len().saturating_sub(OPEN);
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
                || between
                    .into_iter()
                    .any(|other| self.bits[other] & self.bits[at] != 0 && self.list[other].meets(&self.list[at]))
            {
                continue;
            }
            let mut both: Vec<usize> = self.members[at].iter().chain(&self.members[last]).copied().collect();
            both.sort_unstable();
            let lasting = |view: &View| is_lasting(self.program, &self.reads, view, place);
            if let Some(space) = Space::of(self.program, &both)
                && space.fits(target.loaded().count(), &lasting)
            {
                self.list[last] = Group::Space(space);
                self.members[last] = both;
                self.list.remove(at);
                self.members.remove(at);
                self.bits.remove(at);
                (at..self.list.len()).for_each(|moved| self.note(moved));
                last -= 1;
            }
        }
    }
}

/// Whether what a view holds is wanted after the instruction at a place.
fn is_lasting(program: &Program, reads: &Reads, view: &View, place: usize) -> bool {
    let storage = view.storage.0 as usize;
    let is_read = |(at, read): &(usize, View)| *at > place && read.relation(view) != Relation::Disjoint;
    program.storages[storage].kept
        || reads.last[storage] > place && reads.of_parts.get(&storage).is_none_or(|all| all.iter().any(is_read))
}

/// A bit for each storage of some views; storages share bits.
fn bits<'a>(views: impl Iterator<Item = &'a View>) -> u128 {
    views.fold(0, |bits, view| bits | 1 << (view.storage.0 % 128))
}

/// Two groups of the instructions of one that are too many, and how many the first has: parted in the second half,
/// where the fewest bytes are stored by the first and read by the second.
fn cut(program: &Program, members: &[usize], last_read: &[usize]) -> Option<(usize, Space, Space)> {
    let bytes = |storage: usize| program.storages[storage].bytes;
    // The bytes that cross a cut before each member: of what was written before and is read from there on.
    let mut crossing = vec![0i64; members.len() + 1];
    let mut written = HashMap::new();
    for (at, &place) in members.iter().enumerate() {
        for output in &program.instructions[place].outputs {
            written.entry(output.storage).or_insert(at);
        }
    }
    for (storage, first) in written {
        let (storage, wanted) = (storage.0 as usize, program.storages[storage.0 as usize].kept);
        let last = members
            .iter()
            .rposition(|&place| program.instructions[place].reads().any(|read| read.storage.0 as usize == storage));
        // What is wanted outside is stored in any case, and is read again.
        let outlives = wanted || last_read[storage] > *members.last()?;
        let cost = if outlives { bytes(storage) } else { 2 * bytes(storage) };
        for crossed in &mut crossing[first + 1..=last.unwrap_or(first).max(first)] {
            *crossed += cost;
        }
    }
    let from = members.len() / 2;
    let count = (from.max(1)..members.len()).min_by_key(|&count| (crossing[count], members.len() - count))?;
    Some((count, Space::of(program, &members[..count])?, Space::of(program, &members[count..])?))
}

/// Who reads the storages.
struct Reads {
    /// The last instruction that reads each.
    last: Vec<usize>,
    /// The reads of storages that several instructions write in parts: a part may be done with before the others.
    of_parts: HashMap<usize, Vec<(usize, View)>>,
}

impl Reads {
    fn of(program: &Program) -> Reads {
        let mut last = vec![0; program.storages.len()];
        let mut writers = vec![0; program.storages.len()];
        for (place, instruction) in program.instructions.iter().enumerate() {
            instruction.reads().for_each(|read| last[read.storage.0 as usize] = place);
            instruction.outputs.iter().for_each(|output| writers[output.storage.0 as usize] += 1);
        }
        let mut of_parts: HashMap<usize, Vec<(usize, View)>> = HashMap::new();
        for (place, instruction) in program.instructions.iter().enumerate() {
            for read in instruction.reads().filter(|read| writers[read.storage.0 as usize] > 1) {
                of_parts.entry(read.storage.0 as usize).or_default().push((place, read.clone()));
            }
        }
        Reads { last, of_parts }
    }
}

/// Whether an instruction must come after a group.
fn depends(instruction: &Instruction, group: &Group) -> bool {
    let meets = |view: &View, other: &View| view.relation(other) != Relation::Disjoint;
    let against = |read: &View, written: &View| {
        let wrote = instruction.outputs.iter();
        wrote.clone().any(|out| meets(out, read)) || wrote.chain(instruction.reads()).any(|view| meets(view, written))
    };
    match group {
        Group::Routine { outputs, inputs, .. } => {
            inputs.iter().filter_map(Operand::view).any(|read| instruction.outputs.iter().any(|out| meets(out, read)))
                || outputs.iter().any(|written| against(written, written))
        }
        // Over no positions no two views meet, but a reduction of nothing still has a result.
        Group::Space(space) if space.is_empty() => true,
        Group::Space(space) => {
            space.loaded().any(|read| instruction.outputs.iter().any(|out| meets(out, read)))
                || space.writes.iter().any(|write| against(&write.view, &write.view))
        }
    }
}
