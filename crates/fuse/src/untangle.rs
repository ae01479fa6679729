//! An instruction whose output overlaps what it reads, at other places, writes a temporary that is then copied.
//!
//! After this pass every instruction reads and writes each place at the same position or not at all, so that the order
//! of positions never matters: `a[1:] += a[:-1]` and `a += a.T` give NumPy's answer.

use cuprust_ir::{Instruction, Layout, Opcode, Operand, Program, Relation, contiguous_strides};

pub(crate) fn untangle(program: &mut Program) {
    let instructions = std::mem::take(&mut program.instructions);
    for mut instruction in instructions {
        // Where nothing is chosen, the count still has a value. Deaths have no outputs, and stay.
        if !instruction.outputs.is_empty() && instruction.outputs.iter().all(|output| output.layout.size() == 0) {
            continue;
        }
        // A reduction over nothing reads nothing. Steps of zero would make its operand one that is the same along the
        // reduced axes, and that is loaded.
        for input in &mut instruction.inputs {
            if let Operand::View(view) = input
                && view.layout.size() == 0
            {
                view.layout.strides = contiguous_strides(&view.layout.shape);
            }
        }
        let mut copies = Vec::new();
        // All are judged before any is replaced: an output over an earlier one that gets a temporary must be copied
        // after it.
        let is_tangled: Vec<bool> = (0..instruction.outputs.len()).map(|place| tangled(&instruction, place)).collect();
        for place in (0..instruction.outputs.len()).filter(|&place| is_tangled[place]) {
            let output = instruction.outputs[place].clone();
            let temporary = program.temporary(output.dtype, Layout::contiguous(&output.layout.shape));
            instruction.outputs[place] = temporary.clone();
            if matches!(instruction.opcode, Opcode::Routine(routine) if routine.signature().changes) {
                // What changes its output in part starts from what was there.
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

/// Whether an output lies over an input or an earlier output in a way that the order of positions could show.
fn tangled(instruction: &Instruction, place: usize) -> bool {
    let output = &instruction.outputs[place];
    let in_place = match instruction.opcode {
        Opcode::Map(..) | Opcode::Copy => true,
        Opcode::Routine(routine) => place == 0 && routine.signature().in_place,
        Opcode::Reduce(..) | Opcode::Dead(_) => false,
    };
    let reads = instruction.reads().map(|read| read.relation(output));
    let writes = instruction.outputs[..place].iter().map(|other| other.relation(output));
    reads.into_iter().any(|relation| relation == Relation::Overlap || relation == Relation::Same && !in_place)
        || writes.into_iter().any(|relation| relation != Relation::Disjoint)
}
