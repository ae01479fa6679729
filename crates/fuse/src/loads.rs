//! Moves the computation of routines' operands into the routines that read them, instead of a kernel that writes them
//! first.

use std::collections::HashMap;

use cuprust_ir::{Axes, Load, Node, NodeKind, Operand, Program, Relation, StorageId, View, Write};
use cuprust_ops::Reading;

use crate::group::Group;
use crate::lower::{Readers, kernel_in_order};
use crate::space::Space;

/// The most views that an operand is computed from: a routine needs registers for them in addition to its own.
const MAX_READS: usize = 8;

/// Sorting a long row reads it twice, once to count its digits; selection from it reads it as often. Loading more than
/// two operands of its size would cost more than writing the result and reading that twice.
const MAX_SORTED_READS: usize = 2;

/// The loads of all routines.
#[derive(Default)]
pub(crate) struct Loads {
    /// By the index of the routine's group.
    routines: HashMap<usize, Vec<Option<Load>>>,
    /// The stores that routines make or that are not needed: the index of the group, and the storage.
    removed_stores: Vec<(usize, StorageId)>,
}

impl Loads {
    /// The loads of the routine of a group.
    pub(crate) fn take(&mut self, at: usize) -> Vec<Option<Load>> {
        self.routines.remove(&at).unwrap_or_default()
    }

    /// Whether a store of group `at` was removed from it.
    pub(crate) fn has(&self, at: usize, write: &Write) -> bool {
        self.removed_stores.contains(&(at, write.view.storage))
    }

    /// Whether a load reads a storage.
    fn read(&self, storage: StorageId) -> bool {
        let loads = self.routines.values().flatten().flatten();
        loads.flat_map(|load| load.kernel.loaded()).any(|read| read.storage == storage)
    }
}

/// The loads of the routines among groups, which run in their order.
pub(crate) fn find(program: &Program, groups: &[Group], readers: &Readers) -> Loads {
    let mut loads = Loads::default();
    for (at, group) in groups.iter().enumerate() {
        let Group::Routine { routine, outputs, inputs } = group else { continue };
        let mut own = vec![None; inputs.len()];
        for &(input_index, reading) in routine.signature().loads {
            let Some(Operand::View(view)) = inputs.get(input_index) else { continue };
            // An operand that is read twice is computed once.
            let reads = inputs.iter().filter_map(Operand::view).filter(|other| other.storage == view.storage).count();
            if reads > 1 || view.layout.size() == 0 {
                continue;
            }
            let site = Site { program, groups, readers, loads: &loads, at, reading, outputs };
            if let Some((from, load)) = site.load(view) {
                loads.removed_stores.push((from, view.storage));
                own[input_index] = Some(load);
                loads.routines.insert(at, own.clone());
            }
        }
    }
    loads
}

/// A routine among the groups.
struct Site<'a> {
    program: &'a Program,
    groups: &'a [Group],
    readers: &'a Readers,
    loads: &'a Loads,
    at: usize,
    reading: Reading,
    outputs: &'a [View],
}

impl Site<'_> {
    /// The load of an operand, and the group that would otherwise write it.
    fn load(&self, view: &View) -> Option<(usize, Load)> {
        let storage = view.storage;
        // Exactly one group writes the operand, and none reads it before the routine.
        let mut writers =
            (0..self.at).rev().filter(|&at| self.groups[at].written().any(|view| view.storage == storage));
        let (from, None) = (writers.next()?, writers.next()) else { return None };
        if (from..self.at).any(|at| self.groups[at].read().any(|view| view.storage == storage))
            || self.loads.read(storage)
        {
            return None;
        }
        let Group::Space(space) = &self.groups[from] else { return None };
        if space.reduced != Axes::default() {
            return None;
        }
        let shape = &view.layout.shape;
        // A group that writes a part of the operand, as of concatenated arrays, has another size.
        if space.shape.iter().product::<i64>() != view.layout.size() {
            return None;
        }
        let space = if space.shape == *shape { (**space).clone() } else { space.reshape(shape)? };
        let mut of_storage = space.writes.iter().filter(|write| write.view.storage == storage);
        let (write, None) = (of_storage.next()?, of_storage.next()) else { return None };
        if write.view.dtype != view.dtype || write.view.relation(view) != Relation::Same {
            return None;
        }
        let replaced = self.outputs.iter().any(|output| output.relation(view) == Relation::Same);
        let operand_storage = self.program.storages[storage.0 as usize];
        let later = self.groups[self.at + 1..].iter().flat_map(Group::read).any(|view| view.storage == storage);
        let stored = !replaced && (operand_storage.outlives() || later);
        let load = Load { kernel: kernel_in_order(&self.with_single_store(from, &space, write)?), stored };
        (self.suits(&load) && self.is_unchanged(from, &space, &load)).then_some((from, load))
    }

    /// The space with a single store. Values that the group stores in any case are loaded instead of computed.
    fn with_single_store(&self, from: usize, space: &Space, write: &Write) -> Option<Space> {
        let mut out = Space { writes: [write.clone()].into_iter().collect(), ..space.clone() };
        for other in space.writes.iter().filter(|other| self.readers.needs(other, from) && !self.loads.has(from, other))
        {
            if other.view.storage != write.view.storage
                && !space.nodes[usize::from(other.node)].kind.operands().is_empty()
            {
                let kind = NodeKind::Read(u16::try_from(out.reads.len()).ok()?);
                out.reads.push(other.view.clone());
                out.nodes.replace(usize::from(other.node), Node { kind, dtype: other.view.dtype });
            }
        }
        Some(out)
    }

    /// Whether the routine can compute the operand so, and gains by it.
    fn suits(&self, load: &Load) -> bool {
        let kernel = &load.kernel;
        let plain = kernel.reads.iter().all(|read| read.circular.is_empty())
            && kernel.nodes.iter().all(|node| !node.kind.may_fail());
        let few = || kernel.loaded().count() <= MAX_READS;
        match self.reading {
            Reading::Once => return plain && few(),
            Reading::Scattered => return plain && !load.stored && few(),
            Reading::Repeated => {}
        }
        // A strided operand is better made contiguous once.
        let near = |read: &View| read.layout.strides.last().is_none_or(|stride| stride.abs() <= 1);
        // Gathered elements are scattered in memory.
        let few = kernel.reads.len() <= MAX_SORTED_READS && kernel.tables.is_empty();
        plain && !load.stored && few && kernel.reads.iter().all(near)
    }

    /// Whether everything that the load reads stays unchanged until the routine has run.
    fn is_unchanged(&self, from: usize, space: &Space, load: &Load) -> bool {
        let own = &load.kernel.writes[0].view;
        let other_writes = || space.writes.iter().map(|write| &write.view).filter(|view| view.storage != own.storage);
        let between = || self.groups[from + 1..self.at].iter().flat_map(Group::written);
        load.kernel.loaded().all(|read| {
            let is_disjoint = |view: &View| view.relation(read) == Relation::Disjoint;
            // The group's own stores are loaded back, unless the group reads the earlier contents of the view.
            let is_back = |view: &View| view == read && !space.reads.contains(read);
            other_writes().all(|view| is_disjoint(view) || is_back(view))
                && between().all(is_disjoint)
                && self.outputs.iter().all(is_disjoint)
        })
    }
}
