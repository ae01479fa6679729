//! Puts instructions into groups of one iteration space, each of which becomes one kernel.
//!
//! One forward pass with few open groups. An instruction may join a group that stands after everything it depends on,
//! or the last group it depends on if it meets that group's values at the same positions. Within a group a storage that
//! is written is touched at the same place for each position only, so positions may run in any order.

use cuprust_ir::{
    Axes, Dims, Instruction, Layout, Node, NodeId, NodeKind, Opcode, Operand, Program, Relation, ScalarId, View, Write,
    indexed_axis,
};
use cuprust_num::DType;
use cuprust_ops::{MAX_INPUTS, Routine};

use crate::Options;

/// How many groups an instruction may look back on.
const OPEN: usize = 8;
/// Most nodes that are operations, views read, and views stored, of one group.
const MAX_OPERATIONS: usize = 64;
const MAX_READS: usize = 16;
const MAX_WRITES: usize = 8;
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
    for (place, instruction) in program.instructions.iter().enumerate() {
        if let Opcode::Routine(routine) = instruction.opcode
            && !is_gather(instruction)
        {
            let (outputs, inputs) = (instruction.outputs.clone(), instruction.inputs.clone());
            groups.push(Group::Routine { routine, outputs, inputs });
            continue;
        }
        if options.fusion {
            let lasting = |view: &View| {
                let storage = program.storages[view.storage.0 as usize];
                storage.kept || last_read[view.storage.0 as usize] > place
            };
            if let Some((at, joined)) = best_join(program, &groups, instruction, &lasting) {
                groups[at] = Group::Space(joined);
                continue;
            }
        }
        groups.push(Group::Space(Space::alone(program, instruction)));
    }
    groups
}

fn last_reads(program: &Program) -> Vec<usize> {
    let mut last = vec![0; program.storages.len()];
    for (place, instruction) in program.instructions.iter().enumerate() {
        instruction.reads().for_each(|read| last[read.storage.0 as usize] = place);
    }
    last
}

/// The group that gains most by taking the instruction in, and what it becomes. Of two that gain the same, the later:
/// who reads the result is likely to come there too.
fn best_join(
    program: &Program,
    groups: &[Group],
    instruction: &Instruction,
    lasting: &impl Fn(&View) -> bool,
) -> Option<(usize, Space)> {
    let mut best: Option<(i64, usize, Space)> = None;
    for at in (groups.len().saturating_sub(OPEN)..groups.len()).rev() {
        if let Group::Space(space) = &groups[at]
            && let Some((gain, joined)) = space.join(program, instruction, lasting)
            && best.as_ref().is_none_or(|(most, ..)| gain > *most)
        {
            best = Some((gain, at, joined));
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

    /// This group with the instruction taken in, and what that gains: bytes that need not be read or written.
    fn join(
        &self,
        program: &Program,
        instruction: &Instruction,
        lasting: &impl Fn(&View) -> bool,
    ) -> Option<(i64, Space)> {
        if self.is_empty() {
            return None;
        }
        let (mut space, instruction) = self.align(instruction)?;
        let (before, shared) = (space.loaded().count(), space.shared_bytes(&instruction));
        if shared == 0
            && (space.reduced != Axes::default() || space.shape.iter().product::<i64>() > MAX_UNRELATED_ELEMENTS)
        {
            return None;
        }
        if !matches!(instruction.opcode, Opcode::Reduce(..)) || space.reduced != Axes::default() {
            space.add(program, &instruction)?;
        } else {
            // The first reduction gives the space its inner axes; values made so far are inner ones.
            let Opcode::Reduce(_, _, axes) = instruction.opcode else { unreachable!("just matched") };
            space.reduced = axes;
            space.add(program, &instruction)?;
        }
        let operations =
            space.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Row { .. } | NodeKind::Reduce(..))).count();
        let loads = space.loaded().count();
        let writes = space.writes.iter().filter(|write| lasting(&write.view)).count();
        let fits = operations <= MAX_OPERATIONS && (loads <= MAX_READS || loads == before);
        (fits && writes <= MAX_WRITES && space.passes_are_sound()).then_some((shared, space))
    }

    /// The bytes of operands that the group has at hand: made by it at these positions, or read by it from the same
    /// storage, if at other positions. Those are in a cache when they are wanted.
    fn shared_bytes(&self, instruction: &Instruction) -> i64 {
        let at_hand = |view: &View| {
            self.writes.iter().any(|write| write.view.storage == view.storage && write.view.same_map(view))
                || self.reads.iter().any(|read| read.storage == view.storage && read.dtype == view.dtype)
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
