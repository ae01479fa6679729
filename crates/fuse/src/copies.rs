//! Copy propagation: instructions read the source of a copy while neither the copy nor the source has been written
//! since.
//!
//! `roll`, `flip` and `copy` record copies; this pass makes them cost nothing. A copy whose source dies unchanged
//! becomes its source. A copy that outlives the program and could not become its source is made by its own instruction,
//! which stays where it was.
//!
//! Copies are lazy in the plan, not in the array: there is no lazy state that an array could be caught in, and hazards
//! are those of the program. Where a source dies its copy is the same storage from the start, so a program that keeps a
//! history of its states writes each state once.

use std::collections::HashMap;

use cuprust_ir::{Instruction, Opcode, Operand, Program, Relation, StorageId, View};

/// What a storage was filled with. It is valid as long as neither the storage nor the source has been written since.
struct Definition {
    written: View,
    source: Operand,
    /// The instruction that filled it.
    by: usize,
}

type Definitions = HashMap<StorageId, Definition>;

/// Rewrites the program, and returns the storages that take over the memory of one given from outside: `(from, to)`.
pub(crate) fn propagate(program: &mut Program) -> Vec<(StorageId, StorageId)> {
    let mut definitions = Definitions::new();
    let mut first_use: Vec<Option<usize>> = vec![None; program.storages.len()];
    let mut removed = vec![false; program.instructions.len()];
    // The storage that replaced each storage, if one did.
    let mut renamed: Vec<Option<StorageId>> = vec![None; program.storages.len()];
    let mut instructions = std::mem::take(&mut program.instructions);
    for (index, instruction) in instructions.iter_mut().enumerate() {
        if let Opcode::Dead(dying) = instruction.opcode {
            definitions.remove(&dying);
            if let Some(heir) = heir(program, &definitions, dying, &first_use) {
                removed[definitions.remove(&heir).expect("an heir has a definition").by] = true;
                renamed[dying.0 as usize] = Some(heir);
                definitions.values_mut().for_each(|definition| move_source(definition, dying, heir));
            }
            continue;
        }
        read_directly(program, &definitions, instruction);
        for view in instruction.reads().chain(&instruction.outputs) {
            first_use[view.storage.0 as usize].get_or_insert(index);
        }
        for output in &instruction.outputs {
            let storage = output.storage;
            definitions.retain(|filled, definition| *filled != storage && definition.reads() != Some(storage));
        }
        if instruction.opcode == Opcode::Copy
            && let Some(definition) = define(program, instruction, index)
        {
            definitions.insert(instruction.outputs[0].storage, definition);
        }
    }
    let mut kept = removed.iter().map(|removed| !removed);
    instructions.retain(|_| kept.next() == Some(true));
    program.instructions = instructions;
    rename(program, &renamed)
}

impl Definition {
    fn reads(&self) -> Option<StorageId> {
        self.source.view().map(|view| view.storage)
    }
}

/// Lets an instruction read what its operands were copied from, where an affine map expresses it and the instruction
/// does not then write what it reads at another position.
fn read_directly(program: &Program, definitions: &Definitions, instruction: &mut Instruction) {
    let in_place = match instruction.opcode {
        Opcode::Map(..) | Opcode::Copy => true,
        Opcode::Reduce(..) => false,
        Opcode::Routine(_) | Opcode::Dead(_) => return,
    };
    for input in &mut instruction.inputs {
        let Operand::View(view) = input else { continue };
        let Some(definition) = definitions.get(&view.storage) else { continue };
        let direct = match &definition.source {
            Operand::View(source) => view.through(&definition.written, source).map(Operand::View),
            // A reduction needs a view; an elementwise operation can take the number itself.
            Operand::Scalar(_) if in_place && program.dtype(&definition.source) == view.dtype => {
                Some(definition.source.clone())
            }
            Operand::Position(_)
                if in_place && view.same_map(&definition.written) && view.dtype == definition.written.dtype =>
            {
                Some(definition.source.clone())
            }
            _ => None,
        };
        let harmless = |operand: &Operand| {
            let Operand::View(read) = operand else { return true };
            instruction.outputs.iter().all(|output| match read.relation(output) {
                Relation::Disjoint => true,
                Relation::Same => in_place,
                Relation::Overlap => false,
            })
        };
        if let Some(direct) = direct.filter(harmless) {
            *input = direct;
        }
    }
}

/// The definition that a copy makes, if it fills its whole storage and changes no dtype.
fn define(program: &Program, copy: &Instruction, by: usize) -> Option<Definition> {
    let (written, source) = (&copy.outputs[0], &copy.inputs[0]);
    let storage = program.storages[written.storage.0 as usize];
    let plain = program.dtype(source) == written.dtype && !storage.exported && is_whole(program, written);
    let own = source.view().is_some_and(|view| view.storage == written.storage);
    (plain && !own).then(|| Definition { written: written.clone(), source: source.clone(), by })
}

/// Whether a view is its whole storage, in C order.
fn is_whole(program: &Program, view: &View) -> bool {
    let bytes = program.storages[view.storage.0 as usize].bytes;
    view.is_contiguous() && view.layout.offset == 0 && view.layout.size() * view.dtype.size() as i64 == bytes
}

/// A whole copy of a dying storage that may inherit its memory: the copy's storage was not used before the copy filled
/// it.
fn heir(
    program: &Program,
    definitions: &Definitions,
    dying: StorageId,
    first_use: &[Option<usize>],
) -> Option<StorageId> {
    let storage = program.storages[dying.0 as usize];
    if storage.exported {
        return None;
    }
    let fits = |(copy, definition): (&StorageId, &Definition)| {
        let own = program.storages[copy.0 as usize];
        let whole = definition.source.view().is_some_and(|view| view.storage == dying && is_whole(program, view));
        let fresh = !own.given && !own.exported && first_use[copy.0 as usize] == Some(definition.by);
        (whole && fresh && own.bytes == storage.bytes).then_some(*copy)
    };
    definitions.iter().filter_map(fits).min()
}

fn move_source(definition: &mut Definition, from: StorageId, to: StorageId) {
    if let Operand::View(view) = &mut definition.source
        && view.storage == from
    {
        view.storage = to;
    }
}

/// Applies the renaming to the program.
fn rename(program: &mut Program, renamed: &[Option<StorageId>]) -> Vec<(StorageId, StorageId)> {
    let end = |mut storage: StorageId| {
        while let Some(next) = renamed[storage.0 as usize] {
            storage = next;
        }
        storage
    };
    let is_renamed = |storage: StorageId| renamed[storage.0 as usize].is_some();
    for instruction in &mut program.instructions {
        for view in instruction.views_mut() {
            view.storage = end(view.storage);
        }
    }
    program
        .instructions
        .retain(|instruction| !matches!(instruction.opcode, Opcode::Dead(storage) if is_renamed(storage)));
    let renamed_ids = (0..renamed.len() as u32).map(StorageId).filter(|&storage| is_renamed(storage));
    let given = renamed_ids.filter(|storage| program.storages[storage.0 as usize].given);
    let adopted: Vec<(StorageId, StorageId)> = given.map(|storage| (storage, end(storage))).collect();
    // The heir has memory and contents from outside, for all that follows.
    for &(from, to) in &adopted {
        program.storages[from.0 as usize].given = false;
        program.storages[to.0 as usize].given = true;
    }
    adopted
}
