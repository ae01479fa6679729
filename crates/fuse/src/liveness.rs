//! Drops what has no use: instructions whose results die unread, and stores that a later one covers unread.

use cuprust_ir::{Opcode, Program, Storage, View};

pub(crate) fn eliminate(program: &mut Program) {
    let mut wanted: Vec<bool> = program.storages.iter().map(Storage::outlives).collect();
    let mut keep = vec![true; program.instructions.len()];
    for (place, instruction) in program.instructions.iter().enumerate().rev() {
        if let Opcode::Dead(_) = instruction.opcode {
            // Whether a storage outlives the program is said by `kept`; where exactly it died does not matter here.
            keep[place] = false;
            continue;
        }
        keep[place] = instruction.outputs.iter().any(|output| wanted[output.storage.0 as usize]);
        if !keep[place] {
            continue;
        }
        let in_part = matches!(instruction.opcode, Opcode::Routine(routine) if routine.signature().changes);
        for output in &instruction.outputs {
            if covers(program, output) && !in_part && !program.storages[output.storage.0 as usize].exported {
                wanted[output.storage.0 as usize] = false;
            }
        }
        for read in instruction.reads() {
            wanted[read.storage.0 as usize] = true;
        }
        if in_part {
            instruction.outputs.iter().for_each(|output| wanted[output.storage.0 as usize] = true);
        }
    }
    let mut keep = keep.into_iter();
    program.instructions.retain(|_| keep.next() == Some(true));
}

/// Whether writing the view writes every byte of its storage.
fn covers(program: &Program, view: &View) -> bool {
    let bytes = program.storages[view.storage.0 as usize].bytes;
    view.circular.is_empty() && view.layout.is_dense() && view.layout.size() * view.dtype.size() as i64 == bytes
}
