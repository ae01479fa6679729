//! The verifier of the invariants of programs and kernels: called in tests always, and in debug builds after every
//! pass.
//!
//! Of a program:
//! - every storage and scalar named exists, and every view lies within its storage;
//! - operands and outputs of a map or a copy have one shape; a reduction's output has extent one at the reduced axes;
//! - no output overlaps itself or wraps;
//! - a routine has the operands and results of its signature; where their sizes are known only at run time, they have
//!   capacity for the most;
//! - a storage is not used after its death.
//!
//! Of a kernel:
//! - views and positions have the rank and the extents of the space; nodes are made of earlier nodes of fitting dtypes;
//! - a write has the dtype of its view, is the only one there, and is read at the same position only.

use cuprust_num::DType;
use cuprust_ops::Routine;

use crate::{Error, Instruction, Kernel, NodeKind, Opcode, Operand, Program, Relation, Result, View};

impl Program {
    /// Checks the invariants of programs.
    ///
    /// # Errors
    /// A runtime error that names the instruction and the invariant.
    pub fn verify(&self) -> Result<()> {
        let mut dead = vec![false; self.storages.len()];
        for (index, instruction) in self.instructions.iter().enumerate() {
            self.verify_instruction(instruction, &mut dead)
                .map_err(|error| Error::runtime(format!("instruction {index}: {}", error.text())))?;
        }
        Ok(())
    }

    fn verify_instruction(&self, instruction: &Instruction, dead: &mut [bool]) -> Result<()> {
        if let Opcode::Dead(storage) = instruction.opcode {
            let flag = dead.get_mut(storage.0 as usize).ok_or_else(|| broken(format!("{storage} does not exist")))?;
            return if std::mem::replace(flag, true) { Err(broken(format!("{storage} dies twice"))) } else { Ok(()) };
        }
        for view in instruction.reads().chain(&instruction.outputs) {
            self.verify_view(view)?;
            if dead[view.storage.0 as usize] {
                return Err(broken(format!("{} is used after its death", view.storage)));
            }
        }
        for output in &instruction.outputs {
            if !output.circular.is_empty() || output.overlaps_itself() {
                return Err(broken(format!("the output {output} overlaps itself or is circular")));
            }
        }
        for input in &instruction.inputs {
            if let Operand::Scalar(id) = input
                && id.0 as usize >= self.scalars.len()
            {
                return Err(broken(format!("scalar {} does not exist", id.0)));
            }
        }
        self.verify_shapes(instruction)
    }

    fn verify_view(&self, view: &View) -> Result<()> {
        let storage = self.storages.get(view.storage.0 as usize);
        let storage = storage.ok_or_else(|| broken(format!("{} does not exist", view.storage)))?;
        match view.byte_range() {
            Some((low, high)) if low < 0 || high >= storage.bytes => {
                Err(broken(format!("{view} exceeds its storage of {} bytes", storage.bytes)))
            }
            _ => Ok(()),
        }
    }

    fn verify_shapes(&self, instruction: &Instruction) -> Result<()> {
        let Some(first) = instruction.outputs.first() else {
            return Err(broken("the instruction has no output".into()));
        };
        let shapes = instruction.inputs.iter().filter_map(|input| match input {
            Operand::View(view) => Some(&view.layout.shape),
            Operand::Position(layout) => Some(&layout.shape),
            Operand::Scalar(_) => None,
        });
        match instruction.opcode {
            Opcode::Map(row, _) => {
                let (inputs, outputs) = (row.row().inputs.len(), row.row().outputs.len());
                if instruction.inputs.len() != inputs || instruction.outputs.len() != outputs {
                    return Err(broken(format!("{} takes {inputs} inputs and {outputs} outputs", row.row().name)));
                }
            }
            Opcode::Copy | Opcode::Reduce(..) if instruction.inputs.len() != 1 || instruction.outputs.len() != 1 => {
                return Err(broken("the instruction must have one input and one output".into()));
            }
            Opcode::Routine(routine) => return verify_routine(routine, instruction),
            _ => {}
        }
        let same = |shape: &crate::Dims| match instruction.opcode {
            Opcode::Map(..) | Opcode::Copy => *shape == first.layout.shape,
            Opcode::Reduce(_, _, axes) => {
                shape.len() == first.layout.rank()
                    && (0..shape.len())
                        .all(|axis| first.layout.shape[axis] == if axes.contains(axis) { 1 } else { shape[axis] })
            }
            Opcode::Routine(_) | Opcode::Dead(_) => true,
        };
        let outputs = instruction.outputs[1..].iter().map(|view| &view.layout.shape);
        match shapes.chain(outputs).find(|shape| !same(shape)) {
            Some(shape) => Err(broken(format!("the shape {shape:?} does not match the output {first}"))),
            None => Ok(()),
        }
    }
}

/// Checks the operands of a routine against its signature.
fn verify_routine(routine: Routine, instruction: &Instruction) -> Result<()> {
    let (signature, name) = (routine.signature(), routine.name());
    let (inputs, outputs) = (&instruction.inputs, &instruction.outputs);
    let (max_inputs, min_inputs) = (signature.inputs.len(), signature.inputs.len() - signature.optional);
    if !(min_inputs..=max_inputs).contains(&inputs.len()) {
        return Err(broken(format!("{name} takes {}, not {} operands", signature.inputs.join(", "), inputs.len())));
    }
    if outputs.len() != signature.outputs.len() {
        return Err(broken(format!("{name} gives {}, not {} results", signature.outputs.join(", "), outputs.len())));
    }
    if !signature.counted {
        return Ok(());
    }
    let (Some((count, counted)), Some(Operand::View(last))) = (outputs.split_last(), inputs.last()) else {
        return Err(broken(format!("{name} needs an array as its last input")));
    };
    if count.dtype != DType::I64 || count.layout.size() != 1 {
        return Err(broken(format!("the count {count} of {name} is not a single int64")));
    }
    let is_too_small = |view: &&View| view.layout.shape.last().is_none_or(|&extent| extent < last.layout.size());
    match counted.iter().find(is_too_small) {
        Some(view) => Err(broken(format!("{view} of {name} has fewer elements along its last axis than {last} has"))),
        None => Ok(()),
    }
}

impl Kernel {
    /// Checks the invariants of kernels.
    ///
    /// # Errors
    /// A runtime error that names the invariant.
    pub fn verify(&self) -> Result<()> {
        let views = self.reads.iter().chain(self.writes.iter().map(|write| &write.view));
        if let Some(view) = views.clone().find(|view| view.layout.shape != self.shape) {
            return Err(broken(format!("{view} does not have the shape of the space {:?}", self.shape)));
        }
        for (index, node) in self.nodes.iter().enumerate() {
            if node.kind.operands().iter().any(|&of| of as usize >= index) {
                return Err(broken(format!("n{index} depends on a later node")));
            }
            let dtype = |of: u16| self.nodes[of as usize].dtype;
            let fits = match &node.kind {
                NodeKind::Read(read) => self.reads.get(*read as usize).is_some_and(|view| view.dtype == node.dtype),
                NodeKind::Scalar(scalar) => (*scalar as usize) < self.scalars.len(),
                NodeKind::Position(position) => {
                    self.positions.get(*position as usize).is_some_and(|l| l.shape == self.shape)
                }
                NodeKind::Cast(_) => true,
                NodeKind::Row { row, dtype: of, output, .. } => {
                    let row = row.row();
                    let inputs =
                        node.kind.operands().iter().zip(row.inputs).all(|(&n, slot)| dtype(n) == slot.dtype(*of));
                    inputs && row.outputs.get(*output as usize).is_some_and(|slot| slot.dtype(*of) == node.dtype)
                }
                NodeKind::Reduce(reduction, of) => reduction.result(dtype(*of)) == node.dtype,
                NodeKind::Gather { table, .. } => {
                    let table = self.tables.get(*table as usize);
                    table.is_some_and(|table| {
                        table.dtype == node.dtype && table.layout.rank() > 0 && table.circular.is_empty()
                    }) && node.kind.operands().iter().all(|&of| dtype(of) == DType::I64)
                }
            };
            if !fits {
                return Err(broken(format!("n{index} does not match its operands: {:?}", node.kind)));
            }
        }
        for (index, write) in self.writes.iter().enumerate() {
            if self.nodes.get(write.node as usize).is_none_or(|node| node.dtype != write.view.dtype) {
                return Err(broken(format!("{} is written with a value of another dtype", write.view)));
            }
            if self.reads.iter().any(|read| read.relation(&write.view) == Relation::Overlap)
                || self.tables.iter().any(|table| table.relation(&write.view) != Relation::Disjoint)
            {
                return Err(broken(format!("{} is written, and read at another position", write.view)));
            }
            if self.writes[..index].iter().any(|other| other.view.relation(&write.view) != Relation::Disjoint) {
                return Err(broken(format!("{} is written twice", write.view)));
            }
        }
        Ok(())
    }
}

#[cold]
fn broken(text: String) -> Error {
    Error::runtime(text)
}
