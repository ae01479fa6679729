//! The contents of a queue: instructions on views of storages, in the order in which the user wrote them.

use cuprust_num::{DType, Scalar};
use cuprust_ops::{Reduction, Routine, RowId};

use crate::{Layout, StorageId, View};

/// A list of instructions, with the storages and scalars that they use.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Program {
    /// The storages, by [`StorageId`].
    pub storages: Vec<Storage>,
    /// The scalars. Their values are parameters: no plan depends on them.
    pub scalars: Vec<Scalar>,
    /// The instructions, in order.
    pub instructions: Vec<Instruction>,
}

/// What a program records of a storage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Storage {
    /// Its length in bytes.
    pub bytes: i64,
    /// Whether it has memory, and contents, before the program runs (live in).
    pub given: bool,
    /// Whether its contents are read after the program has run (live out).
    pub kept: bool,
    /// Whether its address is known outside: the memory must not move.
    pub exported: bool,
}

impl Storage {
    /// Whether its contents or its memory are used after the program has run.
    pub fn outlives(&self) -> bool {
        self.kept || self.exported
    }
}

/// A scalar of a program: its index in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScalarId(pub u32);

/// One recorded operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Instruction {
    /// The operation.
    pub opcode: Opcode,
    /// The views written.
    pub outputs: Vec<View>,
    /// The operands read.
    pub inputs: Vec<Operand>,
}

/// The operation of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Opcode {
    /// Applies a row to each position, in the loop of this dtype. Operands and outputs have one shape; operands of
    /// another dtype are cast on reading, and results of another dtype on writing.
    Map(RowId, DType),
    /// Copies the one input to the output, element by element, casting where the dtypes differ.
    Copy,
    /// Reduces the one input over the axes in the mask, accumulating in this dtype. The output has the input's shape
    /// with extent one at each reduced axis.
    Reduce(Reduction, DType, Axes),
    /// A routine on whole operands.
    Routine(Routine),
    /// No handle to this storage is left: later instructions do not read its contents.
    Dead(StorageId),
}

/// A set of axes; an array has at most 64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Axes(pub u64);

impl Axes {
    /// All axes of an array of this rank.
    pub fn all(rank: usize) -> Axes {
        Axes(if rank >= 64 { u64::MAX } else { (1 << rank) - 1 })
    }

    /// Whether the axis is in the set.
    pub fn contains(self, axis: usize) -> bool {
        self.0 >> axis & 1 == 1
    }

    /// The set and this axis.
    pub fn with(self, axis: usize) -> Axes {
        Axes(self.0 | 1 << axis)
    }

    /// The axes, ascending.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..64).filter(move |&axis| self.contains(axis))
    }
}

/// An operand of an instruction.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Operand {
    /// Elements of a storage.
    View(View),
    /// One number for all positions.
    Scalar(ScalarId),
    /// The position itself, as int64: at each index, the offset that this layout gives it. `arange` and `eye` are made
    /// of it.
    Position(Layout),
}

impl Operand {
    /// The view, if it is one.
    pub fn view(&self) -> Option<&View> {
        match self {
            Operand::View(view) => Some(view),
            _ => None,
        }
    }
}

impl Program {
    /// A view of the whole of a new temporary storage with this layout.
    pub fn temporary(&mut self, dtype: DType, layout: Layout) -> View {
        let bytes = layout.size().saturating_mul(dtype.size() as i64);
        self.storages.push(Storage { bytes, given: false, kept: false, exported: false });
        View::new(StorageId(self.storages.len() as u32 - 1), dtype, layout)
    }

    /// Appends an instruction that fills a new temporary storage with this layout, and returns its result.
    pub fn push_temporary(&mut self, opcode: Opcode, dtype: DType, layout: Layout, inputs: Vec<Operand>) -> View {
        let result = self.temporary(dtype, layout);
        self.instructions.push(Instruction { opcode, outputs: vec![result.clone()], inputs });
        result
    }

    /// The dtype of an operand.
    pub fn dtype(&self, operand: &Operand) -> DType {
        match operand {
            Operand::View(view) => view.dtype,
            Operand::Scalar(id) => self.scalars[id.0 as usize].dtype(),
            Operand::Position(_) => DType::I64,
        }
    }
}

impl Instruction {
    /// The statement that no handle to a storage is left.
    pub fn dead(storage: StorageId) -> Instruction {
        Instruction { opcode: Opcode::Dead(storage), outputs: Vec::new(), inputs: Vec::new() }
    }

    /// Whether it is a map or a copy that cannot fail: computed elsewhere or again, it has the same result.
    pub fn is_pure(&self) -> bool {
        match self.opcode {
            Opcode::Map(row, _) => row.row().refuses.is_none(),
            Opcode::Copy => true,
            Opcode::Reduce(..) | Opcode::Routine(_) | Opcode::Dead(_) => false,
        }
    }

    /// The views read, without the scalars and positions.
    pub fn reads(&self) -> impl Iterator<Item = &View> {
        self.inputs.iter().filter_map(Operand::view)
    }

    /// The views read and written, to be changed.
    pub fn views_mut(&mut self) -> impl Iterator<Item = &mut View> {
        let reads = self.inputs.iter_mut().filter_map(|input| match input {
            Operand::View(view) => Some(view),
            _ => None,
        });
        reads.chain(&mut self.outputs)
    }
}
