//! Makes a kernel of each group: drops what nothing outside reads, orders the axes by their strides in memory, and
//! merges axes that every operand steps through as one.

use cuprust_ir::{
    Kernel, Layout, Node, NodeId, NodeKind, Operand, Program, Relation, Step, Storage, View, Write, indexed_axis,
};
use cuprust_ops::{Reduction, Routine};

use crate::Options;
use crate::group::Group;
use crate::loads::{self, Loads};
use crate::space::Space;

pub(crate) fn lower(program: &Program, groups: Vec<Group>, options: Options) -> Vec<Step> {
    let readers = Readers::of(program, &groups);
    let mut loads = if options.fusion { loads::find(program, &groups, &readers) } else { Loads::default() };
    let mut steps = Vec::with_capacity(groups.len());
    for (at, group) in groups.into_iter().enumerate() {
        match group {
            Group::Routine { routine, outputs, inputs } => {
                let loads = loads.take(at);
                steps.push(Step::Routine { routine, outputs, inputs, loads });
            }
            Group::Space(mut space) => {
                space.writes.retain(|write| readers.needs(write, at) && !loads.has(at, write));
                if !space.writes.is_empty() {
                    steps.push(plain_gather(&space).unwrap_or_else(|| Step::Kernel(kernel(&space))));
                }
            }
        }
    }
    steps
}

/// Which storages are read by more than the group that writes them.
pub(crate) struct Readers {
    kept: Vec<bool>,
    /// The groups that read each storage: none, one, or more.
    groups: Vec<Option<Option<usize>>>,
}

impl Readers {
    fn of(program: &Program, groups: &[Group]) -> Readers {
        let kept = program.storages.iter().map(Storage::outlives).collect();
        let mut readers = Readers { kept, groups: vec![None; program.storages.len()] };
        for (at, group) in groups.iter().enumerate() {
            match group {
                Group::Routine { routine, outputs, inputs } => {
                    let in_part = outputs.iter().filter(|_| routine.signature().changes);
                    inputs
                        .iter()
                        .filter_map(|input| input.view())
                        .chain(in_part)
                        .for_each(|read| readers.record(read, at));
                }
                Group::Space(space) => space.loaded().for_each(|read| readers.record(read, at)),
            }
        }
        readers
    }

    fn record(&mut self, read: &View, at: usize) {
        let entry = &mut self.groups[read.storage.0 as usize];
        *entry = match *entry {
            None => Some(Some(at)),
            Some(Some(other)) if other == at => Some(Some(at)),
            Some(_) => Some(None),
        };
    }

    /// Whether a store of group `at` is needed outside. The group's own loads of the storage read its earlier contents.
    pub(crate) fn needs(&self, write: &Write, at: usize) -> bool {
        let storage = write.view.storage.0 as usize;
        self.kept[storage]
            || match self.groups[storage] {
                None => false,
                Some(Some(only)) => only != at,
                Some(None) => true,
            }
    }
}

/// A space that is a single gather from memory, as a routine: an executor may copy runs of elements.
fn plain_gather(space: &Space) -> Option<Step> {
    let Space { shape, reads, positions, tables, nodes, writes, .. } = prune(space);
    let ([table], [index], [write]) = (&tables[..], &reads[..], &writes[..]) else { return None };
    let NodeKind::Gather { of, moves, known, .. } = nodes[usize::from(write.node)].kind else { return None };
    if !matches!(nodes[usize::from(of[0])].kind, NodeKind::Read(_)) || nodes.len() > 2 + usize::from(moves) {
        return None;
    }
    let is_disjoint = index.relation(&write.view) == Relation::Disjoint;
    if !is_disjoint || !index.circular.is_empty() || !write.view.circular.is_empty() {
        return None;
    }
    let (extent, step) = indexed_axis(table);
    let still = Layout::contiguous(&[]).broadcast(&shape).ok()?;
    let line = if moves { positions.first()? } else { &still };
    let layout = Layout {
        shape: shape.iter().copied().chain([extent]).collect(),
        strides: line.strides.iter().copied().chain([step]).collect(),
        offset: table.layout.offset,
    };
    let table = View { layout, ..table.clone() };
    Some(Step::Routine {
        routine: Routine::Gather { known },
        outputs: vec![write.view.clone()],
        inputs: vec![Operand::View(table), Operand::View(index.clone())],
        loads: vec![],
    })
}

/// The kernel of a space, with all its stores.
pub(crate) fn kernel(space: &Space) -> Kernel {
    let space = prune(space);
    let order = axis_order(&space);
    let outer = (0..space.shape.len()).filter(|&axis| !space.reduced.contains(axis)).count();
    let permute = |layout: &Layout| layout.permute(&order);
    let view = |view: &View| {
        let mut out = View { layout: permute(&view.layout), ..view.clone() };
        for wrap in &mut out.circular {
            wrap.axis = order.iter().position(|&axis| axis == wrap.axis).expect("the order holds every axis");
        }
        out.circular.sort_by_key(|wrap| wrap.axis);
        out
    };
    let mut kernel = Kernel {
        shape: order.iter().map(|&axis| space.shape[axis]).collect(),
        outer,
        reads: space.reads.iter().map(view).collect(),
        scalars: space.scalars,
        positions: space.positions.iter().map(permute).collect(),
        tables: space.tables,
        nodes: space.nodes.into_items(),
        writes: space.writes.iter().map(|write| Write { view: view(&write.view), node: write.node }).collect(),
    };
    collapse(&mut kernel);
    kernel
}

/// The kernel of a space without reductions, over its axes as they are.
pub(crate) fn kernel_in_order(space: &Space) -> Kernel {
    let Space { shape, reads, scalars, positions, tables, nodes, writes, .. } = prune(space);
    let (reads, nodes, writes) = (reads.into_items(), nodes.into_items(), writes.into_items());
    Kernel { outer: shape.len(), shape, reads, scalars, positions, tables, nodes, writes }
}

/// The space with only the nodes that stores need, and only the operands that those need.
pub(crate) fn prune(space: &Space) -> Space {
    let mut needed = vec![false; space.nodes.len()];
    space.writes.iter().for_each(|write| needed[write.node as usize] = true);
    for index in (0..space.nodes.len()).rev() {
        if needed[index] {
            space.nodes[index].kind.operands().iter().for_each(|&of| needed[of as usize] = true);
        }
    }
    let mut out = Space {
        weight: space.weight,
        complex: space.complex,
        several_may_fail: space.several_may_fail,
        ..Space::empty(&space.shape, space.reduced)
    };
    let mut renumbered: Vec<NodeId> = vec![0; space.nodes.len()];
    for (index, node) in space.nodes.iter().enumerate().filter(|(index, _)| needed[*index]) {
        let kind = match &node.kind {
            NodeKind::Read(read) => NodeKind::Read(out.reads.index_of(&space.reads[*read as usize]) as u16),
            NodeKind::Scalar(scalar) => NodeKind::Scalar(push(&mut out.scalars, space.scalars[*scalar as usize])),
            NodeKind::Position(position) => {
                NodeKind::Position(push(&mut out.positions, space.positions[*position as usize].clone()))
            }
            kind @ NodeKind::Gather { table, .. } => {
                let table = push(&mut out.tables, space.tables[*table as usize].clone());
                kind.map_operands(|of| renumbered[of as usize]).of_table(table)
            }
            kind => kind.map_operands(|of| renumbered[of as usize]),
        };
        renumbered[index] = out.nodes.index_of(&Node { kind, dtype: node.dtype }) as u16;
    }
    let renumber = |write: &Write| Write { view: write.view.clone(), node: renumbered[write.node as usize] };
    out.writes = space.writes.iter().map(renumber).collect();
    out
}

fn push<T>(list: &mut Vec<T>, item: T) -> u16 {
    list.push(item);
    list.len() as u16 - 1
}

/// The outer axes and then the inner ones, each with the finest steps through memory last.
fn axis_order(space: &Space) -> Vec<usize> {
    let rank = space.shape.len();
    let mut outer: Vec<usize> = (0..rank).filter(|&axis| !space.reduced.contains(axis)).collect();
    let mut inner: Vec<usize> = (0..rank).filter(|&axis| space.reduced.contains(axis)).collect();
    // Stores over the whole space determine the order; in a reduction, loads do.
    let writes = space.writes.iter().map(|write| &write.view);
    let views: Vec<&View> = if inner.is_empty() {
        writes.chain(space.reads.iter()).collect()
    } else {
        space.reads.iter().chain(writes).collect()
    };
    let stride = |view: &View, axis: usize| view.step(axis).abs();
    let finer = |a: usize, b: usize| {
        views
            .iter()
            .map(|view| (stride(view, a), stride(view, b)))
            .find(|(x, y)| x != y && *x != 0 && *y != 0)
            .map(|(x, y)| x < y)
    };
    let sort = |axes: &mut Vec<usize>| {
        for i in 1..axes.len() {
            let mut index = i;
            while index > 0 && finer(axes[index - 1], axes[index]) == Some(true) {
                axes.swap(index - 1, index);
                index -= 1;
            }
        }
    };
    sort(&mut outer);
    // ArgMax and ArgMin count positions of the reduced axes in C order, so these axes keep their order.
    let counts = |node: &Node| matches!(node.kind, NodeKind::Reduce(Reduction::ArgMax | Reduction::ArgMin, _));
    if !space.nodes.iter().any(counts) {
        sort(&mut inner);
    }
    outer.into_iter().chain(inner).collect()
}

/// Merges neighbouring axes that every view steps through as one, and drops axes of extent one.
fn collapse(kernel: &mut Kernel) {
    let mut axis = 0;
    while axis < kernel.shape.len() {
        let inner = kernel.shape.len() - kernel.outer;
        let last_inner = axis >= kernel.outer && inner == 1;
        if kernel.shape[axis] == 1 && !last_inner && !views(kernel).any(|view| view.wrap(axis).is_some()) {
            drop_axis(kernel, axis);
            continue;
        }
        let next = axis + 1;
        if next < kernel.shape.len() && next != kernel.outer && mergeable(kernel, axis) {
            let extent = kernel.shape[axis] * kernel.shape[next];
            drop_axis(kernel, axis);
            set_extent(kernel, axis, extent);
            // The merged axis may merge with the one before it.
            axis = axis.saturating_sub(1);
            continue;
        }
        axis += 1;
    }
}

fn views(kernel: &Kernel) -> impl Iterator<Item = &View> {
    kernel.reads.iter().chain(kernel.writes.iter().map(|write| &write.view))
}

fn layouts(kernel: &mut Kernel) -> impl Iterator<Item = &mut Layout> {
    let views = kernel.reads.iter_mut().chain(kernel.writes.iter_mut().map(|write| &mut write.view));
    views.map(|view| &mut view.layout).chain(&mut kernel.positions)
}

fn mergeable(kernel: &Kernel, axis: usize) -> bool {
    let extent = kernel.shape[axis + 1];
    let as_one = |layout: &Layout| layout.strides[axis] == layout.strides[axis + 1] * extent;
    views(kernel)
        .all(|view| view.circular.iter().all(|wrap| wrap.axis != axis && wrap.axis != axis + 1) && as_one(&view.layout))
        && kernel.positions.iter().all(as_one)
}

fn drop_axis(kernel: &mut Kernel, axis: usize) {
    let kept = kernel.shape.iter().enumerate().filter(|(index, _)| *index != axis);
    kernel.shape = kept.map(|(_, &extent)| extent).collect();
    if axis < kernel.outer {
        kernel.outer -= 1;
    }
    let all = kernel.reads.iter_mut().chain(kernel.writes.iter_mut().map(|write| &mut write.view));
    for view in all {
        view.circular.iter_mut().filter(|wrap| wrap.axis > axis).for_each(|wrap| wrap.axis -= 1);
    }
    layouts(kernel).for_each(|layout| *layout = layout.without(axis));
}

fn set_extent(kernel: &mut Kernel, axis: usize, extent: i64) {
    kernel.shape[axis] = extent;
    layouts(kernel).for_each(|layout| layout.shape[axis] = extent);
}
