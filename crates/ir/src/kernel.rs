//! The input of an executor: a fused kernel over one iteration space, and a plan, which is a list of kernels and
//! routines.

use cuprust_num::DType;
use cuprust_ops::{MAX_INPUTS, Reduction, Refusal, Routine, RowId};

use crate::{Dims, Layout, Operand, ScalarId, StorageId, View};

/// A computation at every position of an iteration space.
///
/// The first `outer` axes are kept; the rest, the *inner* axes, are reduced. A kernel without reductions has no inner
/// axes. A value is *outer* where it is the same along all inner axes: so are the results of reductions, and values
/// computed of outer values alone.
///
/// Architecture invariant: a storage that the kernel writes is accessed at the same element for each position only, so
/// positions may run in any order and in parallel.
#[derive(Debug, Clone, PartialEq)]
pub struct Kernel {
    /// The extents of the iteration space: outer axes, then inner axes.
    pub shape: Dims,
    /// The number of outer axes.
    pub outer: usize,
    /// The views read, each over the whole space (stride zero along axes that it does not depend on).
    pub reads: Vec<View>,
    /// The scalars used, by their indices in the program.
    pub scalars: Vec<ScalarId>,
    /// The positions used: the offset that a layout over the space gives each position.
    pub positions: Vec<Layout>,
    /// The views whose elements are addressed by values of the kernel. Their axes are their own; indices count along
    /// the last one. The kernel writes none of their elements.
    pub tables: Vec<View>,
    /// The values, each made of earlier ones.
    pub nodes: Vec<Node>,
    /// The stores.
    pub writes: Vec<Write>,
}

/// A value of a kernel: its index among the nodes.
pub type NodeId = u16;

/// A value within a kernel.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Node {
    /// The operation.
    pub kind: NodeKind,
    /// Its dtype.
    pub dtype: DType,
}

/// The operation that makes a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// Loaded from `reads[i]`.
    Read(u16),
    /// `scalars[i]`.
    Scalar(u16),
    /// `positions[i]`, an int64.
    Position(u16),
    /// Another value, converted to this node's dtype.
    Cast(NodeId),
    /// Output `output` of a row in the loop of `dtype`, on as many values as the row has inputs (the rest are zero).
    Row {
        /// The row.
        row: RowId,
        /// The dtype of its loop.
        dtype: DType,
        /// Its operands.
        of: [NodeId; MAX_INPUTS],
        /// The index of the output.
        output: u8,
    },
    /// A reduction of a value over the inner axes.
    Reduce(Reduction, NodeId),
    /// The element of `tables[table]` at an int64 index, the first operand, along the last axis. Where that is not the
    /// first line along this axis, the second operand is the offset of the line in elements. An index out of bounds is
    /// an error.
    Gather {
        /// The index of the table.
        table: u16,
        /// The index operand, and the offset of the line.
        of: [NodeId; 2],
        /// Whether there is a second operand.
        moves: bool,
        /// Whether the index is known to be within bounds.
        known: bool,
    },
}

/// A value stored to a view. A preceding node has cast it to the view's dtype.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Write {
    /// The destination, over the whole space.
    pub view: View,
    /// The value.
    pub node: NodeId,
}

/// Whether a value is inner, and after which sweep it exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// Whether it differs along the inner axes.
    pub inner: bool,
    /// How many sweeps over the inner axes must have ended before it can be computed.
    pub pass: u8,
}

impl NodeKind {
    /// An output of a row, of as many values as the row has inputs.
    pub fn row(row: RowId, dtype: DType, operands: &[NodeId], output: u8) -> NodeKind {
        let mut of = [0; MAX_INPUTS];
        of[..operands.len()].copy_from_slice(operands);
        NodeKind::Row { row, dtype, of, output }
    }

    /// The values it is made of.
    pub fn operands(&self) -> &[NodeId] {
        match self {
            NodeKind::Read(_) | NodeKind::Scalar(_) | NodeKind::Position(_) => &[],
            NodeKind::Cast(of) | NodeKind::Reduce(_, of) => std::slice::from_ref(of),
            NodeKind::Row { row, of, .. } => &of[..row.row().inputs.len()],
            NodeKind::Gather { of, moves, .. } => &of[..1 + usize::from(*moves)],
        }
    }

    /// Whether data may make it invalid: operands that a row refuses, or an index out of bounds.
    pub fn may_fail(&self) -> bool {
        self.refusal().is_some() || matches!(self, NodeKind::Gather { known: false, .. })
    }

    /// The operands that its row refuses, if any.
    pub fn refusal(&self) -> Option<Refusal> {
        match self {
            NodeKind::Row { row, .. } => row.row().refuses,
            _ => None,
        }
    }

    /// The same node with another table, if it reads one.
    pub fn of_table(self, table: u16) -> NodeKind {
        match self {
            NodeKind::Gather { of, moves, known, .. } => NodeKind::Gather { table, of, moves, known },
            other => other,
        }
    }

    /// The same with every operand replaced.
    pub fn map_operands(&self, mut with: impl FnMut(NodeId) -> NodeId) -> NodeKind {
        let mut out = self.clone();
        match &mut out {
            NodeKind::Read(_) | NodeKind::Scalar(_) | NodeKind::Position(_) => {}
            NodeKind::Cast(of) | NodeKind::Reduce(_, of) => *of = with(*of),
            NodeKind::Row { row, of, .. } => of[..row.row().inputs.len()].iter_mut().for_each(|of| *of = with(*of)),
            NodeKind::Gather { of, moves, .. } => {
                of[..1 + usize::from(*moves)].iter_mut().for_each(|of| *of = with(*of));
            }
        }
        out
    }
}

/// The extent of a table along the axis that indices count, and the step from one element to the next.
pub fn indexed_axis(table: &View) -> (i64, i64) {
    match (table.layout.shape.last(), table.layout.strides.last()) {
        (Some(&extent), Some(&step)) => (extent, step),
        _ => (0, 0),
    }
}

impl Kernel {
    /// The views that it reads, at its positions or where values say.
    pub fn loaded(&self) -> impl Iterator<Item = &View> {
        self.reads.iter().chain(&self.tables)
    }

    /// Where and when each node's value exists.
    pub fn levels(&self) -> Vec<Level> {
        let mut levels: Vec<Level> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            levels.push(match &node.kind {
                NodeKind::Read(read) => Level { inner: self.is_inner(&self.reads[*read as usize]), pass: 0 },
                NodeKind::Scalar(_) => Level { inner: false, pass: 0 },
                NodeKind::Position(position) => {
                    let strides = &self.positions[*position as usize].strides;
                    Level { inner: strides[self.outer..].iter().any(|&stride| stride != 0), pass: 0 }
                }
                NodeKind::Reduce(_, of) => Level { inner: false, pass: levels[*of as usize].pass + 1 },
                kind => {
                    let of = kind.operands().iter().map(|&of| levels[of as usize]);
                    of.reduce(|a, b| Level { inner: a.inner || b.inner, pass: a.pass.max(b.pass) })
                        .unwrap_or(Level { inner: false, pass: 0 })
                }
            });
        }
        levels
    }

    /// Of operands with these steps along the axes of a space, the one that has the most elements; of equal ones the
    /// first. It decides in which order a kernel goes through its space.
    pub fn largest<T>(shape: &[i64], operands: impl Iterator<Item = T>, step: impl Fn(&T, usize) -> i64) -> Option<T> {
        let elements = |operand: &T| {
            let moving = shape.iter().enumerate().filter(|&(axis, _)| step(operand, axis) != 0);
            moving.fold(1i64, |elements, (_, &extent)| elements.saturating_mul(extent))
        };
        operands
            .fold(None, |largest: Option<(i64, T)>, operand| match (elements(&operand), largest) {
                (own, Some((most, largest))) if own <= most => Some((most, largest)),
                (own, _) => Some((own, operand)),
            })
            .map(|(_, operand)| operand)
    }

    /// Whether the densest axis in memory is a kept one, by the largest of the operands that move along the inner axes
    /// of such a space: then neighbouring columns are reduced together.
    pub fn walks_columns<T>(
        shape: &[i64],
        outer: usize,
        operands: impl Iterator<Item = T>,
        step: impl Fn(&T, usize) -> i64,
    ) -> bool {
        let (Some(axis), Some(largest)) = (outer.checked_sub(1), Kernel::largest(shape, operands, &step)) else {
            return false;
        };
        let (along, inner) = (step(&largest, axis).unsigned_abs(), step(&largest, shape.len() - 1).unsigned_abs());
        along != 0 && along < inner && shape[axis] > 1
    }

    /// Whether a view steps along an inner axis.
    pub fn is_inner(&self, view: &View) -> bool {
        view.layout.strides[self.outer..].iter().any(|&stride| stride != 0)
            || view.circular.iter().any(|wrap| wrap.axis >= self.outer)
    }

    /// The same kernel with only some of its writes, and the values that these need. `None` where no write remains, or
    /// where the rest is no kernel: some writes along inner axes and some not, with no reduction between them.
    pub fn with_writes(&self, keep: &[bool]) -> Option<Kernel> {
        let kept: Vec<&Write> =
            self.writes.iter().zip(keep).filter(|(_, keep)| **keep).map(|(write, _)| write).collect();
        let mut needed = vec![false; self.nodes.len()];
        kept.iter().for_each(|write| needed[usize::from(write.node)] = true);
        for (index, node) in self.nodes.iter().enumerate().rev() {
            if needed[index] {
                node.kind.operands().iter().for_each(|&of| needed[usize::from(of)] = true);
            }
        }
        let has_reductions =
            self.nodes.iter().zip(&needed).any(|(node, needed)| *needed && matches!(node.kind, NodeKind::Reduce(..)));
        let inner_writes = kept.iter().filter(|write| self.is_inner(&write.view)).count();
        let (shape, outer) = match (has_reductions, inner_writes) {
            _ if kept.is_empty() => return None,
            (true, _) => (self.shape.clone(), self.outer),
            (false, 0) => (self.shape[..self.outer].iter().copied().collect(), self.outer),
            (false, some) if some == kept.len() => (self.shape.clone(), self.shape.len()),
            (false, _) => return None,
        };
        let cut = |layout: &Layout| Layout {
            shape: layout.shape[..shape.len()].iter().copied().collect(),
            strides: layout.strides[..shape.len()].iter().copied().collect(),
            offset: layout.offset,
        };
        let cut_view = |view: &View| View { layout: cut(&view.layout), ..view.clone() };
        let mut part = Kernel {
            shape: shape.clone(),
            outer,
            reads: vec![],
            scalars: vec![],
            positions: vec![],
            tables: vec![],
            nodes: vec![],
            writes: vec![],
        };
        let mut renumbered: Vec<NodeId> = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().filter(|(index, _)| needed[*index]) {
            renumbered[index] = part.nodes.len() as NodeId;
            let kind = match &node.kind {
                NodeKind::Read(read) => {
                    part.reads.push(cut_view(&self.reads[usize::from(*read)]));
                    NodeKind::Read(part.reads.len() as u16 - 1)
                }
                NodeKind::Scalar(scalar) => {
                    part.scalars.push(self.scalars[usize::from(*scalar)]);
                    NodeKind::Scalar(part.scalars.len() as u16 - 1)
                }
                NodeKind::Position(position) => {
                    part.positions.push(cut(&self.positions[usize::from(*position)]));
                    NodeKind::Position(part.positions.len() as u16 - 1)
                }
                NodeKind::Gather { table, .. } => {
                    part.tables.push(self.tables[usize::from(*table)].clone());
                    node.kind.map_operands(|of| renumbered[usize::from(of)]).of_table(part.tables.len() as u16 - 1)
                }
                kind => kind.map_operands(|of| renumbered[usize::from(of)]),
            };
            part.nodes.push(Node { kind, dtype: node.dtype });
        }
        part.writes = kept
            .into_iter()
            .map(|write| Write { view: cut_view(&write.view), node: renumbered[usize::from(write.node)] })
            .collect();
        Some(part)
    }

    /// Appends the names of its operations, each once.
    fn name_operations(&self, names: &mut Vec<String>) {
        for node in &self.nodes {
            let name = match node.kind {
                NodeKind::Row { row, .. } => row.row().name,
                NodeKind::Reduce(reduction, _) => reduction.name(),
                NodeKind::Gather { known, .. } => Routine::Gather { known }.name(),
                _ => continue,
            };
            if !names.iter().any(|known| known == name) {
                names.push(name.into());
            }
        }
    }

    /// The number of outer positions.
    pub fn outer_size(&self) -> i64 {
        self.shape[..self.outer].iter().product()
    }

    /// The number of inner positions for each outer one.
    pub fn inner_size(&self) -> i64 {
        self.shape[self.outer..].iter().product()
    }
}

/// The execution plan of a program: steps in order, with the memory they need.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// The lengths of the storages in bytes: those of the program first, then temporaries of the plan.
    pub bytes: Vec<i64>,
    /// The steps.
    pub steps: Vec<Step>,
}

impl Plan {
    /// The operations that a step does, for error texts; of an allocation, those of the step that it is made for.
    pub fn operations_at(&self, index: usize) -> Option<String> {
        let step = match &self.steps[index] {
            Step::Allocate(storage) => self.steps[index..].iter().find(|step| step.writes(*storage))?,
            step => step,
        };
        let names = step.operations();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

/// One step of a plan.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Gives a storage memory, with any contents.
    Allocate(StorageId),
    /// Takes a storage's memory back.
    Release(StorageId),
    /// Moves the memory and contents of `from`, which is dead, to `to`, which has none.
    Adopt {
        /// The storage that has the memory.
        from: StorageId,
        /// The storage that gets it.
        to: StorageId,
    },
    /// Runs a kernel.
    Kernel(Kernel),
    /// Runs a routine.
    Routine {
        /// The routine.
        routine: Routine,
        /// The views written.
        outputs: Vec<View>,
        /// The operands read.
        inputs: Vec<Operand>,
        /// The load of each operand whose elements are computed where the routine reads them. Operands without one lie
        /// in memory.
        loads: Vec<Option<Load>>,
    },
}

/// How a routine computes the elements of an operand as it reads them.
#[derive(Debug, Clone, PartialEq)]
pub struct Load {
    /// A kernel without reductions over the operand's shape, whose only write is the operand.
    pub kernel: Kernel,
    /// Whether the elements are stored as well, because other steps read them. Otherwise the operand has no memory.
    pub stored: bool,
}

impl Step {
    /// The views in memory that the step reads.
    pub fn read(&self) -> Box<dyn Iterator<Item = &View> + '_> {
        match self {
            Step::Kernel(kernel) => Box::new(kernel.loaded()),
            Step::Routine { inputs, loads, .. } => {
                let load = |index: usize| loads.get(index).and_then(Option::as_ref);
                let in_memory = inputs.iter().enumerate().filter(move |(index, _)| load(*index).is_none());
                let computed = loads.iter().flatten().flat_map(|load| load.kernel.loaded());
                Box::new(in_memory.filter_map(|(_, input)| input.view()).chain(computed))
            }
            Step::Allocate(_) | Step::Release(_) | Step::Adopt { .. } => Box::new(std::iter::empty()),
        }
    }

    /// The views that the step writes.
    pub fn written(&self) -> Box<dyn Iterator<Item = &View> + '_> {
        match self {
            Step::Kernel(kernel) => Box::new(kernel.writes.iter().map(|write| &write.view)),
            Step::Routine { outputs, loads, .. } => {
                let stored = loads.iter().flatten().filter(|load| load.stored);
                Box::new(outputs.iter().chain(stored.flat_map(|load| &load.kernel.writes).map(|write| &write.view)))
            }
            Step::Allocate(_) | Step::Release(_) | Step::Adopt { .. } => Box::new(std::iter::empty()),
        }
    }

    /// Whether the step writes a storage.
    pub fn writes(&self, storage: StorageId) -> bool {
        self.written().any(|view| view.storage == storage)
    }

    /// The names of the operations that the step does, each once, in order. Copies have none.
    pub fn operations(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        match self {
            Step::Kernel(kernel) => kernel.name_operations(&mut names),
            Step::Routine { routine, loads, .. } => {
                loads.iter().flatten().for_each(|load| load.kernel.name_operations(&mut names));
                names.push(routine.title());
            }
            Step::Allocate(_) | Step::Release(_) | Step::Adopt { .. } => {}
        }
        names
    }
}
