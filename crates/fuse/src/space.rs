//! A kernel under construction: instructions over one iteration space, and whether another one may join them.

use cuprust_ir::{
    Axes, Dims, Instruction, Kernel, Layout, Node, NodeId, NodeKind, Opcode, Operand, Program, Relation, ScalarId,
    View, Write, indexed_axis,
};
use cuprust_num::DType;
use cuprust_ops::{MAX_INPUTS, Routine};

use crate::Options;
use crate::keyed::Keyed;

/// What bounds a group: compile time grows with the length of the kernel's text, and a thread of a long kernel computes
/// fewer elements.
struct Limits {
    /// The most operations, where an operation whose machine code is long counts as `LONG_WEIGHT`.
    weight: usize,
    /// The most views that it reads, and the most that it stores for others.
    reads: usize,
    writes: usize,
}

const NARROW: Limits = Limits { weight: 192, reads: 32, writes: 16 };
/// The limits of a map where a cut would move many bytes.
const WIDE: Limits = Limits { weight: 512, reads: 64, writes: 32 };
/// The limits of a map over a small space.
const SMALL: Limits = Limits { weight: 1024, reads: 128, writes: 64 };
/// The limits of a reduction to single values: they take no memory to speak of.
const OF_SINGLE_VALUES: Limits = Limits { writes: 64, ..NARROW };
/// From so many bytes for each position on, a cut costs more than longer code.
const MIN_CUT_BYTES: i64 = 64;
/// The most bytes of parameters of a group beyond the narrow limits: a launch takes some more.
const MAX_PARAMETER_BYTES: usize = 3584;
const LONG_WEIGHT: usize = 4;
/// The most elements of a small space, where another launch costs more than the work: there, instructions are fused
/// even if they share no operands.
const MAX_SMALL_ELEMENTS: i64 = 1 << 16;
/// The same for reductions, by the bytes that they read: they write next to nothing.
const MAX_SMALL_REDUCED_BYTES: i64 = 1 << 19;
/// The most bytes of a row that is swept more than once: it must fit a block's shared memory.
const MAX_ROW_BYTES: i64 = 64 << 10;

/// The fewest columns for a second sweep where the kept elements lie densest in memory: such a sweep is divided among
/// the columns only. Small spaces are exempt.
const MIN_COLUMNS: i64 = 1 << 13;

/// The outcome of adding an instruction to a group.
pub(crate) enum Joined {
    Yes,
    No,
    /// It would fit a smaller group.
    Full,
}

/// The state of a group, to be restored: the lengths of its lists, to which adding an instruction appends.
struct Checkpoint {
    reduced: Axes,
    lengths: [usize; 7],
    weights: [usize; 2],
}

/// A kernel under construction: as [`cuprust_ir::Kernel`], but over the user's axes, with the reduced ones marked.
#[derive(Clone)]
pub(crate) struct Space {
    pub shape: Dims,
    pub reduced: Axes,
    pub reads: Keyed<View>,
    pub scalars: Vec<ScalarId>,
    pub positions: Vec<Layout>,
    pub tables: Vec<View>,
    pub nodes: Keyed<Node>,
    pub writes: Keyed<Write>,
    /// The weight of its operations. Those that it repeats are computed once, and count: what is cut off where so many
    /// operations were recorded has few values alive, wherever some of them are equal.
    pub weight: usize,
    /// The weight of those that are complex.
    pub complex: usize,
    /// The stores whose value was replaced by a later one, and the value before.
    pub replaced: Vec<(usize, NodeId)>,
    /// The stores that others read, of the first `counted` ones.
    pub lasting: Vec<usize>,
    pub counted: usize,
    /// Whether several gathers may fail, in which case every stored value depends on all of them.
    pub several_may_fail: bool,
    /// Whether it may become longer, because cutting it would move many bytes.
    pub is_wide: bool,
}

/// What a value counts for in the weight of a group.
fn weight(kind: &NodeKind) -> usize {
    match kind {
        NodeKind::Row { row, .. } if row.row().long => LONG_WEIGHT,
        NodeKind::Row { .. } | NodeKind::Reduce(..) => 1,
        _ => 0,
    }
}

impl Space {
    pub(crate) fn empty(shape: &Dims, reduced: Axes) -> Space {
        Space {
            shape: shape.clone(),
            reduced,
            reads: Keyed::default(),
            scalars: vec![],
            positions: vec![],
            tables: vec![],
            nodes: Keyed::default(),
            writes: Keyed::default(),
            weight: 0,
            complex: 0,
            replaced: vec![],
            lasting: vec![],
            counted: 0,
            several_may_fail: false,
            is_wide: false,
        }
    }

    /// The views that it reads, at its positions or where values say.
    pub(crate) fn loaded(&self) -> impl Iterator<Item = &View> {
        self.reads.iter().chain(&self.tables)
    }

    /// Whether the space is empty: it reduces over no elements.
    pub(crate) fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// The group of one instruction.
    pub(crate) fn of_instruction(program: &Program, instruction: &Instruction) -> Space {
        let (shape, reduced) = space_of(instruction);
        let mut space = Space::empty(&shape, reduced);
        space.add(program, instruction).expect("an instruction that was untangled fits a group of its own");
        space
    }

    /// The group of several instructions, in their order, where they fit one.
    pub(crate) fn of(program: &Program, members: &[usize]) -> Option<Space> {
        Space::build(program, members, (false, false))
    }

    /// The group of other instructions, with the same rule for gathers and the same limits.
    pub(crate) fn with(&self, program: &Program, members: &[usize]) -> Option<Space> {
        Space::build(program, members, (self.several_may_fail, self.is_wide))
    }

    /// As [`Space::of`] for gathers of which several may fail.
    pub(crate) fn of_gathers(program: &Program, members: &[usize]) -> Option<Space> {
        Space::build(program, members, (true, false))
    }

    fn build(program: &Program, members: &[usize], (several_may_fail, is_wide): (bool, bool)) -> Option<Space> {
        let mut instructions = members.iter().map(|&index| &program.instructions[index]);
        let first = Space { several_may_fail, is_wide, ..Space::of_instruction(program, instructions.next()?) };
        instructions.try_fold(first, |space, instruction| space.extended(program, instruction))
    }

    /// The gain of adding an instruction: bytes that need not be read or written. `None` where there is no common
    /// space, or where the two share nothing and are large. `may_share` says whether they may access a common storage.
    pub(crate) fn gain(&self, instruction: &Instruction, may_share: bool) -> Option<i64> {
        if self.is_empty() {
            return None;
        }
        let (shape, axes) = space_of(instruction);
        let shared = match may_share {
            false => 0,
            true if shape == self.shape => self.shared_bytes(instruction),
            true => {
                let (space, instruction) = self.align(instruction)?;
                space.shared_bytes(&instruction)
            }
        };
        let is_little = || {
            let width = || instruction.reads().map(|view| view.dtype.size() as i64).max().unwrap_or(0);
            self.reduced == axes
                && match axes == Axes::default() {
                    true => self.is_small(),
                    false => self.elements().saturating_mul(width()) <= MAX_SMALL_REDUCED_BYTES,
                }
        };
        (shared > 0 || is_little()).then_some(shared)
    }

    /// Adds an instruction, where both have a common space and the group does not become too large. `lasting` says
    /// which views others read.
    pub(crate) fn join(
        &mut self,
        program: &Program,
        instruction: &Instruction,
        options: Options,
        lasting: &impl Fn(&View) -> bool,
    ) -> Joined {
        let loads = self.loaded().count();
        if *shape_of(instruction) != self.shape {
            let Some(mut space) = self.clone().extended(program, instruction) else { return Joined::No };
            if !space.fits(loads, options, lasting) {
                return Joined::Full;
            }
            *self = space;
            return Joined::Yes;
        }
        if !self.reduces_with(instruction) {
            return Joined::No;
        }
        let checkpoint = self.checkpoint();
        let became = match self.take(program, instruction) {
            Some(()) if !self.passes_are_sound() => Joined::No,
            Some(()) if !self.fits(loads, options, lasting) => Joined::Full,
            Some(()) => return Joined::Yes,
            None => Joined::No,
        };
        self.restore(checkpoint);
        became
    }

    /// Records the state of the group.
    fn checkpoint(&self) -> Checkpoint {
        let lengths = [
            self.reads.len(),
            self.scalars.len(),
            self.positions.len(),
            self.tables.len(),
            self.nodes.len(),
            self.writes.len(),
            self.replaced.len(),
        ];
        Checkpoint { reduced: self.reduced, lengths, weights: [self.weight, self.complex] }
    }

    /// Restores the recorded state.
    fn restore(&mut self, checkpoint: Checkpoint) {
        let [reads, scalars, positions, tables, nodes, writes, replaced] = checkpoint.lengths;
        self.reduced = checkpoint.reduced;
        [self.weight, self.complex] = checkpoint.weights;
        self.reads.truncate(reads);
        self.scalars.truncate(scalars);
        self.positions.truncate(positions);
        self.tables.truncate(tables);
        self.nodes.truncate(nodes);
        for (index, node) in self.replaced.drain(replaced..).rev() {
            self.writes[index].node = node;
        }
        self.writes.truncate(writes);
        self.lasting.retain(|&index| index < writes);
        self.counted = self.counted.min(writes);
    }

    /// This group with the instruction added, whatever that gains.
    fn extended(mut self, program: &Program, instruction: &Instruction) -> Option<Space> {
        if *shape_of(instruction) == self.shape && self.reduces_with(instruction) {
            self.take(program, instruction)?;
        } else {
            let (space, instruction) = self.align(instruction)?;
            self = space;
            self.take(program, &instruction)?;
        }
        self.passes_are_sound().then_some(self)
    }

    /// Whether an instruction over the group's space reduces the same axes, or one of both reduces none.
    fn reduces_with(&self, instruction: &Instruction) -> bool {
        let (_, axes) = space_of(instruction);
        axes == Axes::default() || self.reduced == Axes::default() || self.reduced == axes
    }

    /// Adds an instruction over this space. The first reduction gives the space its inner axes; the values made so far
    /// are inner ones.
    fn take(&mut self, program: &Program, instruction: &Instruction) -> Option<()> {
        if let Opcode::Reduce(_, _, axes) = instruction.opcode
            && self.reduced == Axes::default()
        {
            self.reduced = axes;
        }
        self.add(program, instruction)
    }

    /// Whether the group, which had `loads_before` loads, is not too large. `lasting` says which views others read; a
    /// view of which it was false is not asked for again.
    pub(crate) fn fits(&mut self, loads_before: usize, options: Options, lasting: &impl Fn(&View) -> bool) -> bool {
        let (loads, limits) = (self.loaded().count(), self.limits(options));
        // The machine code of a complex operation is as long as that of several real ones.
        let weight = self.weight + (LONG_WEIGHT - 1) * self.complex;
        if self.weight > NARROW.weight && weight > limits.weight || loads > limits.reads && loads != loads_before {
            return false;
        }
        let Space { writes, lasting: indices, .. } = self;
        indices.retain(|&index| lasting(&writes[index].view));
        indices.extend((self.counted..writes.len()).filter(|&index| lasting(&writes[index].view)));
        self.counted = writes.len();
        let stored = indices.len();
        let is_narrow = self.weight <= NARROW.weight && loads <= NARROW.reads && stored <= NARROW.writes;
        stored <= limits.writes && (is_narrow || self.parameter_bytes(loads + stored) <= MAX_PARAMETER_BYTES)
    }

    /// The most bytes of parameters that a kernel of so many views may take: an address and strides for each, and each
    /// scalar with what a division by it needs.
    fn parameter_bytes(&self, views: usize) -> usize {
        let of_view = 8 * (1 + self.shape.len());
        let circular: usize = self.reads.iter().map(|read| read.circular.len()).sum();
        (views + self.positions.len()) * of_view + 8 * self.tables.len() + 24 * circular + 28 * self.scalars.len()
    }

    /// Lets a map become longer where cutting it would move so many bytes that this costs more than longer code.
    pub(crate) fn widen(&mut self, bytes_of_cut: i64) -> bool {
        let is_costly = bytes_of_cut >= self.elements().saturating_mul(MIN_CUT_BYTES);
        let widens = !self.is_wide && self.reduced == Axes::default() && is_costly;
        self.is_wide |= widens;
        widens
    }

    fn elements(&self) -> i64 {
        self.shape.iter().product()
    }

    fn is_small(&self) -> bool {
        self.elements() <= MAX_SMALL_ELEMENTS
    }

    /// Whether it reduces everything to single values.
    fn gives_single_values(&self) -> bool {
        let kept = (0..self.shape.len()).filter(|&axis| !self.reduced.contains(axis));
        self.reduced != Axes::default() && kept.into_iter().all(|axis| self.shape[axis] == 1)
    }

    fn limits(&self, options: Options) -> &'static Limits {
        match self.reduced == Axes::default() {
            _ if !options.long_kernels => &NARROW,
            true if self.is_small() => &SMALL,
            true if self.is_wide => &WIDE,
            false if self.gives_single_values() => &OF_SINGLE_VALUES,
            _ => &NARROW,
        }
    }

    /// The bytes of operands that the group already has: it made them at these positions, or reads them from the same
    /// storage in the same order, if at other positions, so that they are in a cache.
    fn shared_bytes(&self, instruction: &Instruction) -> i64 {
        let at_hand = |view: &View| {
            self.writes.with_key(view.storage.0).any(|(_, write)| write.view.same_map(view))
                || self
                    .reads
                    .with_key(view.storage.0)
                    .any(|(_, read)| read.dtype == view.dtype && in_one_order(read, view))
        };
        // No other operation has the elements of a table that a gather loads.
        let reads = instruction.reads().skip(usize::from(is_gather(instruction))).filter(|view| at_hand(view));
        reads.map(|view| view.layout.size().max(1) * view.dtype.size() as i64).sum()
    }

    /// The group and the instruction over a common space, where there is one: the instruction's views take the group's
    /// axes, or the group's views the instruction's.
    fn align(&self, instruction: &Instruction) -> Option<(Space, Instruction)> {
        let (shape, axes) = space_of(instruction);
        let is_reduction = axes != Axes::default();
        if shape == self.shape {
            return self.reduces_with(instruction).then(|| (self.clone(), instruction.clone()));
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

    /// An instruction over the outer positions of a group that reduces, with the inner axes inserted.
    fn align_outer(&self, instruction: &Instruction, shape: &Dims) -> Option<(Space, Instruction)> {
        if is_gather(instruction) {
            return None;
        }
        let rank = self.shape.len();
        let kept: Vec<usize> = (0..rank).filter(|&axis| !self.reduced.contains(axis)).collect();
        // The instruction's axis for each outer axis of the group.
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

    /// Adds an instruction over this space. `None` where it accesses a storage at other positions than the group does,
    /// and where both may refuse operands: the kernel could not report which results are invalid.
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
                for (index, (&operand, slot)) in operands.iter().zip(row.row().inputs).enumerate() {
                    of[index] = self.cast(operand, slot.dtype(dtype));
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
                let index = index_of(&mut self.scalars, id);
                Some(self.node(NodeKind::Scalar(index), program.dtype(operand)))
            }
            Operand::Position(layout) => {
                let index = index_of(&mut self.positions, layout);
                Some(self.node(NodeKind::Position(index), DType::I64))
            }
        }
    }

    /// The value of a view: one that the group made, or one loaded.
    fn read(&mut self, view: &View) -> Option<NodeId> {
        let mut made = None;
        for (_, write) in self.writes.with_key(view.storage.0) {
            match write.view.relation(view) {
                Relation::Same if write.view.dtype == view.dtype => made = Some(write.node),
                Relation::Disjoint => {}
                _ => return None,
            }
        }
        Some(made.unwrap_or_else(|| {
            let index = self.reads.index_of(view) as u16;
            self.node(NodeKind::Read(index), view.dtype)
        }))
    }

    /// The element of a table at an index. The index counts along the table's last axis; the other axes are the
    /// space's. `None` where the group writes the table, and where both this index and something else may be invalid:
    /// the kernel could not report which results are affected.
    fn gather(&mut self, table: &View, index: NodeId, known: bool) -> Option<NodeId> {
        if self.writes.with_key(table.storage.0).any(|(_, write)| write.view.relation(table) != Relation::Disjoint) {
            return None;
        }
        let is_other = |node: &Node| match node.kind {
            NodeKind::Gather { table: own, of, known: false, .. } => {
                of[0] != index || indexed_axis(&self.tables[usize::from(own)]).0 != indexed_axis(table).0
            }
            ref kind => kind.may_fail(),
        };
        if !known && !self.several_may_fail && self.nodes.iter().any(is_other) {
            return None;
        }
        let line = Layout { offset: 0, ..table.layout.without(table.layout.rank().checked_sub(1)?) };
        let moves = line.shape.iter().zip(line.strides.iter()).any(|(&extent, &stride)| extent != 1 && stride != 0);
        let mut of = [index, 0];
        if moves {
            let index = index_of(&mut self.positions, &line);
            of[1] = self.node(NodeKind::Position(index), DType::I64);
        }
        let kind = NodeKind::Gather { table: index_of(&mut self.tables, table), of, moves, known };
        Some(self.node(kind, table.dtype))
    }

    fn write(&mut self, view: View, node: NodeId) -> Option<()> {
        if self.reads.with_key(view.storage.0).any(|(_, read)| read.relation(&view) == Relation::Overlap)
            || self.tables.iter().any(|table| table.relation(&view) != Relation::Disjoint)
        {
            return None;
        }
        let mut earlier = None;
        for (index, write) in self.writes.with_key(view.storage.0) {
            match write.view.relation(&view) {
                Relation::Same if write.view.dtype == view.dtype => earlier = Some(index),
                Relation::Disjoint => {}
                _ => return None,
            }
        }
        match earlier {
            Some(index) => self.replaced.push((index, std::mem::replace(&mut self.writes[index].node, node))),
            None => self.writes.push(Write { view, node }),
        }
        Some(())
    }

    fn cast(&mut self, of: NodeId, dtype: DType) -> NodeId {
        if self.nodes[of as usize].dtype == dtype { of } else { self.node(NodeKind::Cast(of), dtype) }
    }

    fn node(&mut self, kind: NodeKind, dtype: DType) -> NodeId {
        let weight = weight(&kind);
        self.weight += weight;
        self.complex += if dtype.is_complex() { weight } else { 0 };
        self.nodes.index_of(&Node { kind, dtype }) as u16
    }

    /// Whether an inner value depends on a reduced one, or is reduced after another. This test is cheaper than finding
    /// out which of the values are needed.
    fn has_second_sweep(&self) -> bool {
        let moves =
            |layout: &Layout| self.reduced.iter().any(|axis| layout.strides.get(axis).is_some_and(|&step| step != 0));
        let is_inner =
            |view: &View| moves(&view.layout) || view.circular.iter().any(|wrap| self.reduced.contains(wrap.axis));
        // For each value: whether it differs along the inner axes, and whether it depends on a reduced one.
        let mut made: Vec<(bool, bool)> = Vec::with_capacity(self.nodes.len());
        for node in self.nodes.iter() {
            let of = node.kind.operands().iter().map(|&of| made[usize::from(of)]);
            let (inner, later) = of.fold((false, false), |(inner, later), of| (inner || of.0, later || of.1));
            made.push(match node.kind {
                NodeKind::Read(read) => (is_inner(&self.reads[usize::from(read)]), false),
                NodeKind::Position(position) => (moves(&self.positions[usize::from(position)]), false),
                NodeKind::Reduce(..) if later => return true,
                NodeKind::Reduce(..) => (false, true),
                _ if inner && later => return true,
                _ => (inner, later),
            });
        }
        let stored = |write: &Write| is_inner(&write.view) && made[usize::from(write.node)].1;
        self.writes.iter().any(stored)
    }

    /// Whether the sweeps over the inner axes are possible: a row that is swept more than once must be short, and must
    /// not be overwritten before its last sweep.
    fn passes_are_sound(&self) -> bool {
        if self.reduced == Axes::default() || !self.has_second_sweep() {
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
        let outer: i64 = kernel.shape[..kernel.outer].iter().product();
        if outer < MIN_COLUMNS && outer * kernel.inner_size() > MAX_SMALL_ELEMENTS && walks_columns(&kernel) {
            return false;
        }
        // Gathered elements are scattered in memory: they are stored rather than gathered again in each sweep.
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

/// Whether the axis of neighbours in memory is kept, and not reduced.
fn walks_columns(kernel: &Kernel) -> bool {
    let views = kernel.reads.iter().chain(kernel.writes.iter().map(|write| &write.view));
    let inner = views.filter(|view| kernel.is_inner(view));
    Kernel::walks_columns(&kernel.shape, kernel.outer, inner, |view, axis| view.step(axis))
}

/// Whether two views have equal steps along each axis that both move along.
fn in_one_order(one: &View, other: &View) -> bool {
    let moves = |axis: &usize| one.layout.shape[*axis] != 1 && one.step(*axis) != 0 && other.step(*axis) != 0;
    (0..one.layout.rank()).filter(moves).all(|axis| one.step(axis) == other.step(axis))
}

/// Whether an instruction gathers: its first operand is a table, and the others are over its space.
pub(crate) fn is_gather(instruction: &Instruction) -> bool {
    matches!(instruction.opcode, Opcode::Routine(Routine::Gather { .. }))
}

/// The space of an instruction, and the axes it reduces.
fn space_of(instruction: &Instruction) -> (Dims, Axes) {
    let shape = shape_of(instruction);
    let axes = match instruction.opcode {
        // A reduction of a 0-d array must be distinguishable from a map: it gets an inner axis of extent one.
        Opcode::Reduce(_, _, axes) => Axes(axes.0 & Axes::all(shape.len()).0),
        _ => Axes::default(),
    };
    (shape.clone(), axes)
}

/// The shape that an instruction runs over: a reduction's operand, or the results.
pub(crate) fn shape_of(instruction: &Instruction) -> &Dims {
    match (&instruction.opcode, &instruction.inputs[0]) {
        (Opcode::Reduce(..), Operand::View(view)) => &view.layout.shape,
        _ => &instruction.outputs[0].layout.shape,
    }
}

fn reshape_instruction(instruction: &Instruction, shape: &Dims) -> Option<Instruction> {
    let mut out = instruction.clone();
    for view in &mut out.outputs {
        *view = reshape_view(view, shape)?;
    }
    for (index, input) in out.inputs.iter_mut().enumerate() {
        match input {
            Operand::View(table) if index == 0 && is_gather(instruction) => {
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

/// The index of an item in a list, to which it is appended if it is absent.
fn index_of<T: PartialEq + Clone>(list: &mut Vec<T>, item: &T) -> u16 {
    let index = list.iter().position(|other| other == item).unwrap_or_else(|| {
        list.push(item.clone());
        list.len() - 1
    });
    index as u16
}
