//! Dead-code elimination: drops instructions whose results are not read, and stores that a later store overwrites
//! unread.

use cuprust_ir::{Opcode, Program, Storage, View};

pub(crate) fn eliminate(program: &mut Program) {
    let mut live: Vec<bool> = program.storages.iter().map(Storage::outlives).collect();
    let mut keep = vec![true; program.instructions.len()];
    for (index, instruction) in program.instructions.iter().enumerate().rev() {
        if let Opcode::Dead(_) = instruction.opcode {
            // `kept` says whether a storage outlives the program; the position of its death does not matter here.
            keep[index] = false;
            continue;
        }
        keep[index] = instruction.outputs.iter().any(|output| live[output.storage.0 as usize]);
        if !keep[index] {
            continue;
        }
        let in_part = matches!(instruction.opcode, Opcode::Routine(routine) if routine.signature().changes);
        for output in &instruction.outputs {
            if covers(program, output) && !in_part && !program.storages[output.storage.0 as usize].exported {
                live[output.storage.0 as usize] = false;
            }
        }
        for read in instruction.reads() {
            live[read.storage.0 as usize] = true;
        }
        if in_part {
            instruction.outputs.iter().for_each(|output| live[output.storage.0 as usize] = true);
        }
    }
    let mut keep = keep.into_iter();
    program.instructions.retain(|_| keep.next() == Some(true));
}

/// Whether writing the view writes every byte of its storage.
pub(crate) fn covers(program: &Program, view: &View) -> bool {
    let bytes = program.storages[view.storage.0 as usize].bytes;
    view.circular.is_empty() && view.layout.is_dense() && view.layout.size() * view.dtype.size() as i64 == bytes
}
