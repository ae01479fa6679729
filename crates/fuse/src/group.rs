//! Puts instructions into groups of one iteration space, each of which becomes one kernel.
//!
//! One forward pass with few open groups. An instruction may join a group that stands after everything it depends on,
//! or the last group it depends on if it meets that group's values at the same positions. Within a group a storage that
//! is written is touched at the same place for each position only, so positions may run in any order.
//!
//! A group that has become too large is cut where the least memory crosses: loops are cut between their turns.

use cuprust_ir::{
    Axes, Dims, Instruction, Layout, Node, NodeId, NodeKind, Opcode, Operand, Program, Relation, ScalarId, View, Write,
    indexed_axis,
};
use cuprust_num::DType;
use cuprust_ops::{MAX_INPUTS, Routine};

use crate::Options;

/// How many groups an instruction may look back on.
const OPEN: usize = 16;
/// The most operations of one group, where those whose machine code is long count as several: a kernel's text is compiled
/// in a time that grows with them.
const MAX_WEIGHT: usize = 192;
const LONG_WEIGHT: usize = 4;
/// The most views that one group reads, and that it stores for others.
const MAX_READS: usize = 32;
const MAX_WRITES: usize = 16;
/// Work that shares nothing is put together only while it is this small: then a launch costs more than the work.
const MAX_UNRELATED_ELEMENTS: i64 = 1 << 16;
/// A row that is swept more than once must fit a block's shared memory: this many bytes.
const MAX_ROW_BYTES: i64 = 64 << 10;

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
    fn meets(&self, other: &Group) -> bool {
        let is_empty = |group: &Group| matches!(group, Group::Space(space) if space.is_empty());
        let meets = |view: &View, other: &View| view.relation(other) != Relation::Disjoint;
        let writes_into = |one: &Group, two: &Group| {
            one.written().any(|written| two.read().chain(two.written()).any(|view| meets(written, view)))
        };
        is_empty(self) || is_empty(other) || writes_into(self, other) || writes_into(other, self)
    }
}

/// A kernel in the making: as [`cuprust_ir::Kernel`], but over the user's axes, with the reduced ones marked.
#[derive(Clone)]
pub(crate) struct Space {
    pub shape: Dims,
    pub reduced: Axes,
    pub reads: Vec<View>,
    pub scalars: Vec<ScalarId>,
    pub positions: Vec<Layout>,
    pub tables: Vec<View>,
    pub nodes: Vec<Node>,
    pub writes: Vec<Write>,
}

pub(crate) fn group(program: &Program, options: Options) -> Vec<Group> {
    let last_read = last_reads(program);
    let mut groups: Vec<Group> = Vec::new();
    // The instructions of each group.
    let mut members: Vec<Vec<usize>> = Vec::new();
    for (place, instruction) in program.instructions.iter().enumerate() {
        if let Opcode::Routine(routine) = instruction.opcode
            && !is_gather(instruction)
        {
            let (outputs, inputs) = (instruction.outputs.clone(), instruction.inputs.clone());
            groups.push(Group::Routine { routine, outputs, inputs });
            members.push(vec![place]);
            continue;
        }
        let lasting = |view: &View| {
            let storage = program.storages[view.storage.0 as usize];
            storage.kept || last_read[view.storage.0 as usize] > place
        };
        if options.fusion {
            unite(program, &mut groups, &mut members, instruction, &lasting);
        }
        match options.fusion.then(|| best_join(program, &groups, instruction, &lasting)).flatten() {
            Some((at, Some(joined))) => {
                groups[at] = Group::Space(joined);
                members[at].push(place);
                continue;
            }
            Some((at, None)) if at + 1 == groups.len() => {
                members[at].push(place);
                if let Some((count, first, second)) = cut(program, &members[at], &last_read) {
                    groups[at] = Group::Space(first);
                    groups.push(Group::Space(second));
                    let rest = members[at].split_off(count);
                    members.push(rest);
                    continue;
                }
                members[at].pop();
            }
            _ => {}
        }
        groups.push(Group::Space(Space::alone(program, instruction)));
        members.push(vec![place]);
    }
    groups
}

/// Makes one group of those that make operands of an instruction, where an earlier one may as well stand where the latest
/// does.
fn unite(
    program: &Program,
    groups: &mut Vec<Group>,
    members: &mut Vec<Vec<usize>>,
    instruction: &Instruction,
    lasting: &impl Fn(&View) -> bool,
) {
    let open = groups.len().saturating_sub(OPEN);
    let makes = |group: &Group| match group {
        Group::Space(space) => instruction.reads().any(|read| {
            space.writes.iter().any(|write| write.view.storage == read.storage && write.view.same_map(read))
        }),
        Group::Routine { .. } => false,
    };
    let makers: Vec<usize> = (open..groups.len()).filter(|&at| makes(&groups[at])).collect();
    let Some((&(mut last), earlier)) = makers.split_last() else { return };
    for &at in earlier.iter().rev() {
        let (Group::Space(moved), Group::Space(target)) = (&groups[at], &groups[last]) else { continue };
        if moved.shape != target.shape || groups[at + 1..last].iter().any(|between| between.meets(&groups[at])) {
            continue;
        }
        let mut both: Vec<usize> = members[at].iter().chain(&members[last]).copied().collect();
        both.sort_unstable();
        if let Some(space) = Space::of(program, &both)
            && space.fits(target, lasting)
        {
            groups[last] = Group::Space(space);
            members[last] = both;
            groups.remove(at);
            members.remove(at);
            last -= 1;
        }
    }
}

/// Two groups of the instructions of one that are too many, and how many the first has: parted in the second half, where
/// the fewest bytes are stored by the first and read by the second.
fn cut(program: &Program, members: &[usize], last_read: &[usize]) -> Option<(usize, Space, Space)> {
    let bytes = |storage: usize| program.storages[storage].bytes;
    // The bytes that cross a cut before each member: of what was written before and is read from there on.
    let mut crossing = vec![0i64; members.len() + 1];
    let mut written = std::collections::HashMap::new();
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

fn last_reads(program: &Program) -> Vec<usize> {
    let mut last = vec![0; program.storages.len()];
    for (place, instruction) in program.instructions.iter().enumerate() {
        instruction.reads().for_each(|read| last[read.storage.0 as usize] = place);
    }
    last
}

/// The group that gains most by taking the instruction in, and what it becomes: nothing where it is full, if no other
/// takes the instruction. Of two that gain the same, the later: who reads the result is likely to come there too.
fn best_join(
    program: &Program,
    groups: &[Group],
    instruction: &Instruction,
    lasting: &impl Fn(&View) -> bool,
) -> Option<(usize, Option<Space>)> {
    let mut best: Option<((bool, i64), usize, Option<Space>)> = None;
    for at in (groups.len().saturating_sub(OPEN)..groups.len()).rev() {
        if let Group::Space(space) = &groups[at]
            && let Some((gain, joined)) = space.join(program, instruction)
        {
            let joined = joined.fits(space, lasting).then_some(joined);
            let gain = (joined.is_some(), gain);
            if best.as_ref().is_none_or(|(most, ..)| gain > *most) {
                best = Some((gain, at, joined));
            }
        }
        if depends(instruction, &groups[at]) {
            break;
        }
    }
    best.map(|(_, at, joined)| (at, joined))
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

impl Space {
    fn empty(shape: &Dims, reduced: Axes) -> Space {
        let (reads, scalars, positions, tables, nodes, writes) = (vec![], vec![], vec![], vec![], vec![], vec![]);
        Space { shape: shape.clone(), reduced, reads, scalars, positions, tables, nodes, writes }
    }

    /// The views that it reads, at its positions or where values say.
    pub(crate) fn loaded(&self) -> impl Iterator<Item = &View> {
        self.reads.iter().chain(&self.tables)
    }

    /// Whether it has no positions: it reduces over no elements.
    fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// The group of one instruction.
    fn alone(program: &Program, instruction: &Instruction) -> Space {
        let (shape, reduced) = space_of(instruction);
        let mut space = Space::empty(&shape, reduced);
        space.add(program, instruction).expect("an instruction that was untangled fits a group of its own");
        space
    }

    /// The group of some instructions, in their order, where they fit one.
    fn of(program: &Program, members: &[usize]) -> Option<Space> {
        let mut instructions = members.iter().map(|&place| &program.instructions[place]);
        let first = Space::alone(program, instructions.next()?);
        instructions.try_fold(first, |space, instruction| space.with(program, instruction))
    }

    /// This group with the instruction taken in, and what that gains: bytes that need not be read or written.
    fn join(&self, program: &Program, instruction: &Instruction) -> Option<(i64, Space)> {
        if self.is_empty() {
            return None;
        }
        let (mut space, instruction) = self.align(instruction)?;
        let shared = space.shared_bytes(&instruction);
        if shared == 0
            && (space.reduced != Axes::default() || space.shape.iter().product::<i64>() > MAX_UNRELATED_ELEMENTS)
        {
            return None;
        }
        space.take(program, &instruction)?;
        space.passes_are_sound().then_some((shared, space))
    }

    /// This group with the instruction taken in, whatever that gains.
    fn with(&self, program: &Program, instruction: &Instruction) -> Option<Space> {
        let (mut space, instruction) = self.align(instruction)?;
        space.take(program, &instruction)?;
        space.passes_are_sound().then_some(space)
    }

    /// Takes an instruction over this space in. The first reduction gives the space its inner axes; values made so far
    /// are inner ones.
    fn take(&mut self, program: &Program, instruction: &Instruction) -> Option<()> {
        if let Opcode::Reduce(_, _, axes) = instruction.opcode
            && self.reduced == Axes::default()
        {
            self.reduced = axes;
        }
        self.add(program, instruction)
    }

    /// Whether the group, which has grown from an earlier one, is not too large. `lasting` are the views that others read.
    fn fits(&self, before: &Space, lasting: &impl Fn(&View) -> bool) -> bool {
        let weight = |node: &Node| match &node.kind {
            NodeKind::Row { row, .. } if row.row().long => LONG_WEIGHT,
            NodeKind::Row { .. } | NodeKind::Reduce(..) => 1,
            _ => 0,
        };
        let loads = self.loaded().count();
        self.nodes.iter().map(weight).sum::<usize>() <= MAX_WEIGHT
            && (loads <= MAX_READS || loads == before.loaded().count())
            && self.writes.iter().filter(|write| lasting(&write.view)).count() <= MAX_WRITES
    }

    /// The bytes of operands that the group has at hand: made by it at these positions, or read by it from the same
    /// storage in the same order, if at other positions. Those are in a cache when they are wanted.
    fn shared_bytes(&self, instruction: &Instruction) -> i64 {
        let at_hand = |view: &View| {
            self.writes.iter().any(|write| write.view.storage == view.storage && write.view.same_map(view))
                || self
                    .reads
                    .iter()
                    .any(|read| read.storage == view.storage && read.dtype == view.dtype && in_one_order(read, view))
        };
        // Of a table, a gather loads what no other operation has at hand.
        let reads = instruction.reads().skip(usize::from(is_gather(instruction))).filter(|view| at_hand(view));
        reads.map(|view| view.layout.size().max(1) * view.dtype.size() as i64).sum()
    }

    /// The group and the instruction over one space, where there is one: the instruction's views take the group's axes,
    /// or the group's views the instruction's.
    fn align(&self, instruction: &Instruction) -> Option<(Space, Instruction)> {
        let (shape, axes) = space_of(instruction);
        let is_reduction = axes != Axes::default();
        if shape == self.shape {
            let axes_fit = !is_reduction || self.reduced == Axes::default() || self.reduced == axes;
            return axes_fit.then(|| (self.clone(), instruction.clone()));
        }
        if self.reduced != Axes::default() {
            return if is_reduction { None } else { self.align_outer(instruction, &shape) };
        }
        if shape.iter().product::<i64>() != self.shape.iter().product::<i64>() {
            return None;
        }
        if !is_reduction && let Some(instruction) = reshape_instruction(instruction, &self.shape) {
            return Some((self.clone(), instruction));
        }
        self.reshape(&shape).map(|space| (space, instruction.clone()))
    }

    /// An instruction over the outer positions of a group that reduces, with the inner axes put in.
    fn align_outer(&self, instruction: &Instruction, shape: &Dims) -> Option<(Space, Instruction)> {
        if is_gather(instruction) {
            return None;
        }
        let rank = self.shape.len();
        let kept: Vec<usize> = (0..rank).filter(|&axis| !self.reduced.contains(axis)).collect();
        // Which of the instruction's axes each outer axis of the group is.
        let own: Vec<usize> = if shape.len() == rank
            && (0..rank).all(|axis| shape[axis] == if self.reduced.contains(axis) { 1 } else { self.shape[axis] })
        {
            kept.clone()
        } else if shape.len() == kept.len()
            && kept.iter().zip(shape.iter()).all(|(&axis, &extent)| self.shape[axis] == extent)
        {
            (0..kept.len()).collect()
        } else {
            return None;
        };
        let spread = |layout: &Layout| {
            let mut strides = Dims::splat(0, rank);
            kept.iter().zip(&own).for_each(|(&axis, &own)| strides[axis] = layout.strides[own]);
            Layout { shape: self.shape.clone(), strides, offset: layout.offset }
        };
        let mut out = instruction.clone();
        for view in out.outputs.iter_mut() {
            view.layout = spread(&view.layout);
        }
        for input in &mut out.inputs {
            match input {
                Operand::View(view) if view.circular.is_empty() => view.layout = spread(&view.layout),
                Operand::View(_) => return None,
                Operand::Position(layout) => *layout = spread(layout),
                Operand::Scalar(_) => {}
            }
        }
        Some((self.clone(), out))
    }

    pub(crate) fn reshape(&self, shape: &Dims) -> Option<Space> {
        let mut out = self.clone();
        out.shape = shape.clone();
        for view in out.reads.iter_mut().chain(out.writes.iter_mut().map(|write| &mut write.view)) {
            *view = reshape_view(view, shape)?;
        }
        for layout in &mut out.positions {
            *layout = layout.reshape(shape)?;
        }
        Some(out)
    }

    /// Takes an instruction over this space in. `None` where it meets a storage at different places than the group
    /// does, and where both may refuse operands: a kernel that found some does not tell which results they spoil.
    fn add(&mut self, program: &Program, instruction: &Instruction) -> Option<()> {
        if let Opcode::Map(row, _) = instruction.opcode
            && row.row().refuses.is_some()
            && self.nodes.iter().any(|node| node.kind.may_fail())
        {
            return None;
        }
        let inputs = &instruction.inputs[usize::from(is_gather(instruction))..];
        let operands = inputs.iter().map(|input| self.operand(program, input)).collect::<Option<Vec<_>>>()?;
        let results: Vec<NodeId> = match instruction.opcode {
            Opcode::Copy => operands,
            Opcode::Map(row, dtype) => {
                let mut of = [0; MAX_INPUTS];
                for (place, (&operand, slot)) in operands.iter().zip(row.row().inputs).enumerate() {
                    of[place] = self.cast(operand, slot.dtype(dtype));
                }
                let outputs = row.row().outputs.iter().enumerate();
                outputs
                    .map(|(output, slot)| {
                        self.node(NodeKind::Row { row, dtype, of, output: output as u8 }, slot.dtype(dtype))
                    })
                    .collect()
            }
            Opcode::Reduce(reduction, dtype, _) => {
                let of = self.cast(operands[0], dtype);
                vec![self.node(NodeKind::Reduce(reduction, of), reduction.result(dtype))]
            }
            Opcode::Routine(Routine::Gather { known }) => {
                vec![self.gather(instruction.inputs[0].view()?, operands[0], known)?]
            }
            Opcode::Routine(_) | Opcode::Dead(_) => unreachable!("routines and deaths are not fused"),
        };
        for (output, result) in instruction.outputs.iter().zip(results) {
            let view = self.target(instruction, output);
            let node = self.cast(result, view.dtype);
            self.write(view, node)?;
        }
        Some(())
    }

    /// An output over the whole space: a reduction's has no steps along the reduced axes.
    fn target(&self, instruction: &Instruction, output: &View) -> View {
        let mut view = output.clone();
        if let Opcode::Reduce(_, _, axes) = instruction.opcode {
            view.layout.shape = self.shape.clone();
            axes.iter().filter(|&axis| axis < self.shape.len()).for_each(|axis| view.layout.strides[axis] = 0);
        }
        view
    }

    fn operand(&mut self, program: &Program, operand: &Operand) -> Option<NodeId> {
        match operand {
            Operand::View(view) => self.read(view),
            Operand::Scalar(id) => {
                let place = place_of(&mut self.scalars, id);
                Some(self.node(NodeKind::Scalar(place), program.dtype(operand)))
            }
            Operand::Position(layout) => {
                let place = place_of(&mut self.positions, layout);
                Some(self.node(NodeKind::Position(place), DType::I64))
            }
        }
    }

    /// The value at a view: one that the group made, or one loaded.
    fn read(&mut self, view: &View) -> Option<NodeId> {
        let mut made = None;
        for write in self.writes.iter().filter(|write| write.view.storage == view.storage) {
            match write.view.relation(view) {
                Relation::Same if write.view.dtype == view.dtype => made = Some(write.node),
                Relation::Disjoint => {}
                _ => return None,
            }
        }
        Some(made.unwrap_or_else(|| {
            let place = place_of(&mut self.reads, view);
            self.node(NodeKind::Read(place), view.dtype)
        }))
    }

    /// The element of a table at an index. Its last axis is that which the index counts along, and the others are the
    /// space's. `None` where the group writes the table, and where both this index and something else in it may be
    /// wrong: the kernel would not tell which results that spoils.
    fn gather(&mut self, table: &View, index: NodeId, known: bool) -> Option<NodeId> {
        if self.writes.iter().any(|write| write.view.relation(table) != Relation::Disjoint) {
            return None;
        }
        let is_other = |node: &Node| match node.kind {
            NodeKind::Gather { table: own, of, known: false, .. } => {
                of[0] != index || indexed_axis(&self.tables[usize::from(own)]).0 != indexed_axis(table).0
            }
            ref kind => kind.may_fail(),
        };
        if !known && self.nodes.iter().any(is_other) {
            return None;
        }
        let line = Layout { offset: 0, ..table.layout.without(table.layout.rank().checked_sub(1)?) };
        let moves = line.shape.iter().zip(line.strides.iter()).any(|(&extent, &stride)| extent != 1 && stride != 0);
        let mut of = [index, 0];
        if moves {
            let place = place_of(&mut self.positions, &line);
            of[1] = self.node(NodeKind::Position(place), DType::I64);
        }
        let kind = NodeKind::Gather { table: place_of(&mut self.tables, table), of, moves, known };
        Some(self.node(kind, table.dtype))
    }

    fn write(&mut self, view: View, node: NodeId) -> Option<()> {
        let reads = self.reads.iter().filter(|read| read.storage == view.storage);
        if reads.into_iter().any(|read| read.relation(&view) == Relation::Overlap)
            || self.tables.iter().any(|table| table.relation(&view) != Relation::Disjoint)
        {
            return None;
        }
        let mut earlier = None;
        for (place, write) in self.writes.iter().enumerate().filter(|(_, write)| write.view.storage == view.storage) {
            match write.view.relation(&view) {
                Relation::Same if write.view.dtype == view.dtype => earlier = Some(place),
                Relation::Disjoint => {}
                _ => return None,
            }
        }
        match earlier {
            Some(place) => self.writes[place].node = node,
            None => self.writes.push(Write { view, node }),
        }
        Some(())
    }

    fn cast(&mut self, of: NodeId, dtype: DType) -> NodeId {
        if self.nodes[of as usize].dtype == dtype { of } else { self.node(NodeKind::Cast(of), dtype) }
    }

    fn node(&mut self, kind: NodeKind, dtype: DType) -> NodeId {
        let node = Node { kind, dtype };
        place_of(&mut self.nodes, &node)
    }

    /// Whether the passes over the inner axes can be made: a row that is swept more than once must be short, and must
    /// not be overwritten before its last sweep.
    fn passes_are_sound(&self) -> bool {
        if self.reduced == Axes::default() {
            return true;
        }
        let kernel = crate::lower::kernel(self);
        let levels = kernel.levels();
        let inner_write = |write: &&Write| kernel.is_inner(&write.view) || levels[write.node as usize].inner;
        let swept = |node: NodeId| levels[node as usize].pass;
        let sweeps_of_writes = kernel.writes.iter().filter(inner_write).map(|write| swept(write.node));
        let sweeps_of_reductions = kernel.nodes.iter().filter_map(|node| match node.kind {
            NodeKind::Reduce(_, of) => Some(swept(of)),
            _ => None,
        });
        let last = sweeps_of_writes.chain(sweeps_of_reductions).max().unwrap_or(0);
        if last == 0 {
            return true;
        }
        // What is gathered lies apart in memory: it is stored rather than gathered again in each sweep.
        let gathers = kernel
            .nodes
            .iter()
            .zip(&levels)
            .any(|(node, level)| level.inner && matches!(node.kind, NodeKind::Gather { .. }));
        if gathers {
            return false;
        }
        let widest = kernel.nodes.iter().map(|node| node.dtype.size() as i64).max().unwrap_or(1);
        let read_again = |view: &View| kernel.reads.iter().any(|read| read.relation(view) != Relation::Disjoint);
        kernel.inner_size() * widest.min(8) <= MAX_ROW_BYTES
            && kernel.writes.iter().all(|write| swept(write.node) == last || !read_again(&write.view))
    }
}

/// Whether two views step equally far from position to position, along each axis that both move along.
fn in_one_order(one: &View, other: &View) -> bool {
    let step = |view: &View, axis: usize| view.wrap(axis).map_or(view.layout.strides[axis], |wrap| wrap.stride);
    let moves = |axis: &usize| one.layout.shape[*axis] != 1 && step(one, *axis) != 0 && step(other, *axis) != 0;
    (0..one.layout.rank()).filter(moves).all(|axis| step(one, axis) == step(other, axis))
}

/// Whether an instruction gathers: its first operand is a table, and the others are over its space.
fn is_gather(instruction: &Instruction) -> bool {
    matches!(instruction.opcode, Opcode::Routine(Routine::Gather { .. }))
}

/// The space of an instruction, and the axes it reduces.
fn space_of(instruction: &Instruction) -> (Dims, Axes) {
    match (&instruction.opcode, &instruction.inputs[0]) {
        (Opcode::Reduce(_, _, axes), Operand::View(view)) => {
            let rank = view.layout.rank();
            // Without axes, a reduction of a 0-d array still has to be told from a map: it gets an inner axis of extent
            // one.
            (view.layout.shape.clone(), Axes(axes.0 & Axes::all(rank).0))
        }
        _ => (instruction.outputs[0].layout.shape.clone(), Axes::default()),
    }
}

fn reshape_instruction(instruction: &Instruction, shape: &Dims) -> Option<Instruction> {
    let mut out = instruction.clone();
    for view in &mut out.outputs {
        *view = reshape_view(view, shape)?;
    }
    for (place, input) in out.inputs.iter_mut().enumerate() {
        match input {
            Operand::View(table) if place == 0 && is_gather(instruction) => {
                let (extent, step) = indexed_axis(table);
                let line = table.layout.without(table.layout.rank().checked_sub(1)?).reshape(shape)?;
                table.layout = Layout {
                    shape: line.shape.iter().copied().chain([extent]).collect(),
                    strides: line.strides.iter().copied().chain([step]).collect(),
                    offset: line.offset,
                };
            }
            Operand::View(view) => *view = reshape_view(view, shape)?,
            Operand::Position(layout) => *layout = layout.reshape(shape)?,
            Operand::Scalar(_) => {}
        }
    }
    Some(out)
}

fn reshape_view(view: &View, shape: &Dims) -> Option<View> {
    if !view.circular.is_empty() {
        return None;
    }
    Some(View { layout: view.layout.reshape(shape)?, ..view.clone() })
}

/// The place of an item in a list, where it is put if it is not there.
fn place_of<T: PartialEq + Clone>(list: &mut Vec<T>, item: &T) -> u16 {
    let place = list.iter().position(|other| other == item).unwrap_or_else(|| {
        list.push(item.clone());
        list.len() - 1
    });
    place as u16
}
