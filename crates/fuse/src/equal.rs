//! Computes long operations and reductions once: one that repeats an earlier one is dropped, and its readers read the
//! earlier result. What is cheap is computed once within a group, and again in another, from operands that it loads
//! anyway; so is what depends on nothing but positions and scalars.
//!
//! Two instructions are equal if their operations and operands are: the same elements of the same storages, and the
//! same scalars. A storage has the same contents throughout if it is written once, or never and has contents from
//! before; others are left alone. Whether a value is then loaded or computed again is decided by `recompute`.

use std::collections::HashMap;

use cuprust_ir::{Instruction, Layout, Opcode, Operand, Program, StorageId};
use cuprust_num::DType;

use crate::liveness::covers;

/// What an instruction computes, and how it lies in its storage.
type Value = (Opcode, Vec<Operand>, DType, Layout);

pub(crate) fn share_equal(program: &mut Program) {
    let mut writes = vec![0_u32; program.storages.len()];
    for output in program.instructions.iter().flat_map(|instruction| &instruction.outputs) {
        writes[output.storage.0 as usize] += 1;
    }
    let is_constant = |storage: StorageId| {
        let index = storage.0 as usize;
        writes[index] == u32::from(!program.storages[index].given)
    };
    let value_of = |instruction: &Instruction| -> Option<Value> {
        let is_long = match instruction.opcode {
            Opcode::Map(row, _) => instruction.is_pure() && row.row().long,
            Opcode::Reduce(..) => true,
            Opcode::Copy | Opcode::Routine(_) | Opcode::Dead(_) => false,
        };
        let [output] = &instruction.outputs[..] else { return None };
        let storage = &program.storages[output.storage.0 as usize];
        let is_whole = !storage.given && is_constant(output.storage) && covers(program, output);
        let reads_constants = instruction.reads().all(|view| is_constant(view.storage));
        (is_long && is_whole && reads_constants)
            .then(|| (instruction.opcode, instruction.inputs.clone(), output.dtype, output.layout.clone()))
    };
    let mut known: HashMap<Value, StorageId> = HashMap::new();
    // The storage that has the value of each one, and what is computed of positions and scalars alone.
    let mut same: Vec<StorageId> = (0..program.storages.len() as u32).map(StorageId).collect();
    let mut of_positions = vec![false; program.storages.len()];
    let mut instructions = Vec::with_capacity(program.instructions.len());
    for mut instruction in program.instructions.iter().cloned() {
        for input in &mut instruction.inputs {
            if let Operand::View(view) = input {
                view.storage = same[view.storage.0 as usize];
            }
        }
        if let Opcode::Dead(storage) = &mut instruction.opcode {
            let first = same[storage.0 as usize];
            if first != *storage && program.storages[first.0 as usize].outlives() {
                continue;
            }
            *storage = first;
        }
        let is_of_positions = matches!(instruction.opcode, Opcode::Map(..) | Opcode::Copy)
            && instruction.reads().all(|view| of_positions[view.storage.0 as usize]);
        if is_of_positions {
            for output in &instruction.outputs {
                of_positions[output.storage.0 as usize] = is_constant(output.storage);
            }
        } else if let Some(value) = value_of(&instruction) {
            let own = instruction.outputs[0].storage;
            let first = *known.entry(value).or_insert(own);
            if first != own && !program.storages[own.0 as usize].outlives() {
                same[own.0 as usize] = first;
                continue;
            }
        }
        instructions.push(instruction);
    }
    // A value dies with its last reader.
    let mut is_dead = vec![false; program.storages.len()];
    instructions.reverse();
    instructions.retain(|instruction| match instruction.opcode {
        Opcode::Dead(storage) => !std::mem::replace(&mut is_dead[storage.0 as usize], true),
        _ => true,
    });
    instructions.reverse();
    program.instructions = instructions;
}
