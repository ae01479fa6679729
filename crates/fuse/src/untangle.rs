//! Gives an instruction whose output overlaps what it reads, at other positions, a temporary that is then copied.
//!
//! After this pass every instruction reads and writes each element at the same position or not at all, so that the
//! order of positions never matters: `a[1:] += a[:-1]` and `a += a.T` give NumPy's answer.

use cuprust_ir::{Instruction, Layout, Opcode, Operand, Program, Relation, contiguous_strides};

pub(crate) fn untangle(program: &mut Program) {
    let instructions = std::mem::take(&mut program.instructions);
    for mut instruction in instructions {
        // A counted routine with empty outputs still has its count. Deaths have no outputs, and stay.
        if !instruction.outputs.is_empty() && instruction.outputs.iter().all(|output| output.layout.size() == 0) {
            continue;
        }
        // A reduction over no elements reads nothing. With strides of zero its operand would be constant along the
        // reduced axes, and would be loaded.
        for input in &mut instruction.inputs {
            if let Operand::View(view) = input
                && view.layout.size() == 0
            {
                view.layout.strides = contiguous_strides(&view.layout.shape);
            }
        }
        let mut copies = Vec::new();
        // All outputs are tested before any is replaced: an output that overlaps an earlier one with a temporary must
        // be copied after it.
        let is_tangled: Vec<bool> = (0..instruction.outputs.len()).map(|index| tangled(&instruction, index)).collect();
        for index in (0..instruction.outputs.len()).filter(|&index| is_tangled[index]) {
            let output = instruction.outputs[index].clone();
            let temporary = program.temporary(output.dtype, Layout::contiguous(&output.layout.shape));
            instruction.outputs[index] = temporary.clone();
            if matches!(instruction.opcode, Opcode::Routine(routine) if routine.signature().changes) {
                // A routine that changes its output in part needs the former contents.
                program.instructions.push(Instruction {
                    opcode: Opcode::Copy,
                    outputs: vec![temporary.clone()],
                    inputs: vec![Operand::View(output.clone())],
                });
            }
            copies.push(Instruction {
                opcode: Opcode::Copy,
                outputs: vec![output],
                inputs: vec![Operand::View(temporary)],
            });
        }
        program.instructions.push(instruction);
        program.instructions.extend(copies);
    }
}

/// Whether an output overlaps an input or an earlier output such that the order of positions could change the result.
fn tangled(instruction: &Instruction, index: usize) -> bool {
    let output = &instruction.outputs[index];
    let in_place = match instruction.opcode {
        Opcode::Map(..) | Opcode::Copy => true,
        Opcode::Routine(routine) => index == 0 && routine.signature().in_place,
        Opcode::Reduce(..) | Opcode::Dead(_) => false,
    };
    let reads = instruction.reads().map(|read| read.relation(output));
    let writes = instruction.outputs[..index].iter().map(|other| other.relation(output));
    reads.into_iter().any(|relation| relation == Relation::Overlap || relation == Relation::Same && !in_place)
        || writes.into_iter().any(|relation| relation != Relation::Disjoint)
}
