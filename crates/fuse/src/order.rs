//! Schedules a pure instruction right before its first reader, so that live ranges are short. Unrolled instructions, as
//! all products and then all sums of small matrices, then fit one kernel.

use std::collections::HashMap;

use cuprust_ir::{Program, Relation, StorageId, View};

/// The instructions that write and that read each storage.
struct Users {
    writers: HashMap<StorageId, Vec<usize>>,
    readers: HashMap<StorageId, Vec<usize>>,
}

pub(crate) fn order(program: &mut Program) {
    let users = Users::of(program);
    let count = program.instructions.len();
    let is_delayed: Vec<bool> = (0..count).map(|index| users.may_be_delayed(program, index)).collect();
    let mut order: Vec<usize> = Vec::with_capacity(count);
    let mut is_placed = vec![false; count];
    let mut open = Vec::new();
    for index in (0..count).filter(|&index| !is_delayed[index]) {
        open.push(index);
        // A delayed instruction is scheduled right before its first reader, after the delayed instructions that it
        // reads.
        while let Some(&next) = open.last() {
            let makers = users.makers(program, next).filter(|&maker| is_delayed[maker] && !is_placed[maker]);
            let missing: Vec<usize> = makers.collect();
            if missing.is_empty() {
                open.pop();
                if !std::mem::replace(&mut is_placed[next], true) {
                    order.push(next);
                }
            } else {
                open.extend(missing.into_iter().rev());
            }
        }
    }
    debug_assert_eq!(order.len(), count, "every value has a reader that does not wait");
    let mut instructions: Vec<_> = std::mem::take(&mut program.instructions).into_iter().map(Some).collect();
    program.instructions = order.into_iter().filter_map(|index| instructions[index].take()).collect();
}

impl Users {
    fn of(program: &Program) -> Users {
        let mut users = Users { writers: HashMap::new(), readers: HashMap::new() };
        for (index, instruction) in program.instructions.iter().enumerate() {
            for read in instruction.reads() {
                users.readers.entry(read.storage).or_default().push(index);
            }
            for output in &instruction.outputs {
                users.writers.entry(output.storage).or_default().push(index);
            }
        }
        users
    }

    fn list(of: &HashMap<StorageId, Vec<usize>>, storage: StorageId) -> impl Iterator<Item = usize> {
        of.get(&storage).into_iter().flatten().copied()
    }

    /// The instructions that write what an instruction reads, in the order of its operands.
    fn makers<'a>(&'a self, program: &'a Program, index: usize) -> impl Iterator<Item = usize> + 'a {
        program.instructions[index].reads().flat_map(move |read| {
            Users::list(&self.writers, read.storage)
                .filter(move |&writer| writer < index && writes(program, writer, read))
        })
    }

    /// Whether an instruction may be delayed: only later instructions read its one result, no other one writes it, and
    /// no later one writes what it reads.
    fn may_be_delayed(&self, program: &Program, index: usize) -> bool {
        let instruction = &program.instructions[index];
        let [output] = &instruction.outputs[..] else { return false };
        if !instruction.is_pure() || program.storages[output.storage.0 as usize].outlives() {
            return false;
        }
        let overlaps = |reader: usize| {
            program.instructions[reader].reads().any(|read| read.relation(output) != Relation::Disjoint)
        };
        let mut readers = Users::list(&self.readers, output.storage).filter(|&reader| overlaps(reader)).peekable();
        readers.peek().is_some()
            && readers.all(|reader| reader > index)
            && !Users::list(&self.writers, output.storage)
                .any(|writer| writer != index && writes(program, writer, output))
            && !instruction.reads().any(|read| {
                Users::list(&self.writers, read.storage).any(|writer| writer >= index && writes(program, writer, read))
            })
    }
}

/// Whether an instruction writes any part of a view.
fn writes(program: &Program, writer: usize, view: &View) -> bool {
    program.instructions[writer].outputs.iter().any(|output| output.relation(view) != Relation::Disjoint)
}
