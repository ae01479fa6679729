//! Which operations of a list become a segment: one function of machine code that keeps the values between them in
//! registers.

use std::collections::{HashMap, HashSet};

use cuprust_ir::{Kernel, NodeId, NodeKind};

use cuprust_num::{DType, Kind, Scalar};
use cuprust_ops::Reduction;

use super::operation::{Action, Operation, Width, action, width_of};

/// Most operations of a segment: its code stays within a first cache of instructions.
const MAX_OPERATIONS: usize = 256;

/// Most blocks that a segment reads, and most that it writes.
pub const MAX_POINTERS: usize = 64;

/// Most values of a segment that are folded.
pub const MAX_FOLDS: usize = 8;

/// A fold of a segment's value over rows, lane by lane.
#[derive(Debug, Clone, Copy)]
pub struct Fold {
    pub node: NodeId,
    pub action: Action,
    pub dtype: DType,
}

impl Fold {
    /// The fold of a reduction, where segments have it.
    pub fn of(kernel: &Kernel, reduction: Reduction, node: NodeId) -> Option<Fold> {
        let Reduction::Fold(row) = reduction else { return None };
        let dtype = kernel.nodes[node as usize].dtype;
        width_of(dtype)?;
        let action = action(row.row().name, dtype)?;
        let folds = matches!(
            action,
            Action::Add | Action::Multiply | Action::Maximum | Action::Minimum | Action::And | Action::Or
        );
        folds.then_some(Fold { node, action, dtype })
    }

    /// The bytes of the element that changes none when it is folded with it.
    pub fn neutral(&self) -> [u8; 8] {
        let (size, signed) = (self.dtype.size(), self.dtype.kind() == Kind::Signed);
        let least = |larger: bool| {
            // Of all but the byte of the sign; and that one.
            let (low, high) = if larger { (0, 0x80) } else { (0xFF, 0x7F) };
            let mut bytes = [if signed || larger { low } else { 0xFF }; 8];
            if signed {
                bytes[size - 1] = high;
            }
            bytes
        };
        let number = |number: f64| {
            let mut bytes = [0; 8];
            bytes[..size].copy_from_slice(&Scalar::new(number).cast(self.dtype).bytes()[..size]);
            bytes
        };
        match (self.action, self.dtype.is_float()) {
            (Action::Add, true) => number(-0.0),
            (Action::Multiply, _) => number(1.0),
            (Action::Maximum, true) => number(f64::NEG_INFINITY),
            (Action::Minimum, true) => number(f64::INFINITY),
            (Action::Maximum, false) => least(true),
            (Action::Minimum, false) => least(false),
            (Action::And, _) => [0xFF; 8],
            _ => [0; 8],
        }
    }
}

/// Operations that are computed together.
pub struct Segment {
    /// Bytes of a lane.
    pub width: Width,
    /// The operations, each after its operands.
    pub nodes: Vec<NodeId>,
    /// The values from outside that they read.
    pub inputs: Vec<NodeId>,
    /// Those whose values others read.
    pub outputs: Vec<NodeId>,
    /// The values that are folded.
    pub folds: Vec<Fold>,
}

/// The step of a list in which each value can be computed: a segment's operations have a step in common, and what must
/// be computed between two segments lies between their steps.
struct Steps {
    /// By value: the step, and the width where an operation is one of a segment.
    of: HashMap<NodeId, (u32, Option<Width>)>,
}

impl Steps {
    fn new(kernel: &Kernel, order: &[NodeId], is_given: &dyn Fn(NodeId) -> bool) -> Steps {
        let mut of: HashMap<NodeId, (u32, Option<Width>)> = HashMap::new();
        for &node in order {
            let kind = &kernel.nodes[node as usize].kind;
            let is_loaded = matches!(kind, NodeKind::Read(_) | NodeKind::Scalar(_) | NodeKind::Position(_));
            if is_loaded || is_given(node) {
                continue;
            }
            let known = |operand: &NodeId| of.get(operand).copied();
            let width = Operation::of(kernel, node).and_then(|operation| match operation.width {
                Some(width) => Some(width),
                // Of truth values it is that of the comparisons they come from.
                None => {
                    let operands = kind.operands().iter().filter_map(known);
                    let latest = operands.max_by_key(|(step, width)| (*step, width.is_some()));
                    latest.and_then(|(_, width)| width).or(Some(Width::One))
                }
            });
            // A value of another width, and of another operation, comes through memory.
            let after = |operand: &NodeId| match (known(operand), width) {
                (Some((step, own)), Some(_)) if own == width => step,
                (Some((step, _)), Some(_)) => step + 1,
                (Some((step, _)), None) => step,
                (None, _) => 0,
            };
            let step = kind.operands().iter().map(after).max().unwrap_or(0);
            of.insert(node, (step, width));
        }
        Steps { of }
    }
}

/// The segments of a list. `given` are the values that the list only names; a value that is `kept`, or that another
/// list or a write reads, is an output. Of a value that `is_single` there is one element for all lanes, which loops
/// would need a block of.
pub fn segments(
    kernel: &Kernel,
    order: &[NodeId],
    is_given: &dyn Fn(NodeId) -> bool,
    is_kept: &dyn Fn(NodeId) -> bool,
    is_single: &dyn Fn(NodeId) -> bool,
) -> Vec<Segment> {
    let steps = Steps::new(kernel, order, is_given);
    let mut groups: Vec<((u32, Width), Vec<NodeId>)> = Vec::new();
    for &node in order {
        let Some(&(step, Some(width))) = steps.of.get(&node) else { continue };
        match groups.iter_mut().find(|(of, _)| *of == (step, width)) {
            Some((_, nodes)) => nodes.push(node),
            None => groups.push(((step, width), vec![node])),
        }
    }
    let mut readers: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
    for (reader, node) in kernel.nodes.iter().enumerate() {
        node.kind.operands().iter().for_each(|&of| readers.entry(of).or_default().push(reader as NodeId));
    }
    let written: HashSet<NodeId> = kernel.writes.iter().map(|write| write.node).collect();
    let mut segments = Vec::new();
    for ((_, width), nodes) in groups {
        let mut rest = &nodes[..];
        while !rest.is_empty() {
            let (mut own, mut inputs) = (HashSet::new(), Vec::new());
            for &node in rest.iter().take(MAX_OPERATIONS) {
                let operands = kernel.nodes[node as usize].kind.operands();
                let new: Vec<NodeId> =
                    operands.iter().copied().filter(|of| !own.contains(of) && !inputs.contains(of)).collect();
                if inputs.len() + new.len() > MAX_POINTERS {
                    break;
                }
                inputs.extend(new);
                own.insert(node);
            }
            let (nodes, after) = rest.split_at(own.len());
            rest = after;
            inputs.sort_unstable();
            inputs.dedup();
            let is_inside = |node: &NodeId| own.contains(node);
            let is_read_outside = |node: &NodeId| {
                let readers = readers.get(node).map_or(&[][..], |readers| readers);
                readers.iter().any(|reader| !is_inside(reader)) || written.contains(node) || is_kept(*node)
            };
            let outputs: Vec<NodeId> = nodes.iter().copied().filter(is_read_outside).collect();
            let chained = nodes.iter().any(|&node| kernel.nodes[node as usize].kind.operands().iter().any(is_inside));
            // A single operation has a loop of its own, which is as fast on blocks.
            let pays = chained || inputs.iter().any(|&input| is_single(input));
            if pays && outputs.len() <= MAX_POINTERS {
                segments.push(Segment { width, nodes: nodes.to_vec(), inputs, outputs, folds: vec![] });
            }
        }
    }
    segments
}

/// The segment that a whole list is, whose values `outputs` are stored and of which others are folded; `None` where it
/// has other operations, or values of another width.
pub fn whole(kernel: &Kernel, order: &[NodeId], outputs: Vec<NodeId>, folds: Vec<Fold>) -> Option<Segment> {
    let steps = Steps::new(kernel, order, &|_| false);
    let nodes: Vec<NodeId> = order.iter().copied().filter(|node| steps.of.contains_key(node)).collect();
    let of_folds = folds.iter().filter_map(|fold| width_of(fold.dtype));
    let of_nodes = nodes.iter().map(|node| steps.of[node].1);
    let width = of_folds.clone().map(Some).chain(of_nodes.clone()).next()??;
    let is_one = of_folds.map(Some).chain(of_nodes).all(|own| own == Some(width))
        && nodes.iter().all(|node| steps.of[node].0 == 0);
    let is_inside = |node: &NodeId| nodes.contains(node);
    if !is_one || nodes.len() > MAX_OPERATIONS || folds.len() > MAX_FOLDS || !outputs.iter().all(is_inside) {
        return None;
    }
    let operands = nodes.iter().flat_map(|&node| kernel.nodes[node as usize].kind.operands().iter().copied());
    let mut inputs: Vec<NodeId> = operands.chain(folds.iter().map(|fold| fold.node)).collect();
    inputs.retain(|node| !is_inside(node));
    inputs.sort_unstable();
    inputs.dedup();
    let fits = inputs.len() <= MAX_POINTERS && outputs.len() <= MAX_POINTERS;
    fits.then_some(Segment { width, nodes, inputs, outputs, folds })
}

/// What is computed at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// One value.
    Node(NodeId),
    /// A segment, by its index.
    Segment(usize),
}

/// The units of a list in the order of its nodes, each after what it reads.
pub fn units(kernel: &Kernel, order: &[NodeId], segments: &[Segment], is_given: &dyn Fn(NodeId) -> bool) -> Vec<Unit> {
    let mut unit_of: HashMap<NodeId, Unit> = order.iter().map(|&node| (node, Unit::Node(node))).collect();
    for (index, segment) in segments.iter().enumerate() {
        unit_of.extend(segment.nodes.iter().map(|&node| (node, Unit::Segment(index))));
    }
    let operands = |unit: Unit| match unit {
        Unit::Node(node) if is_given(node) || matches!(kernel.nodes[node as usize].kind, NodeKind::Reduce(..)) => {
            &[][..]
        }
        Unit::Node(node) => kernel.nodes[node as usize].kind.operands(),
        Unit::Segment(index) => &segments[index].inputs,
    };
    let (mut done, mut units, mut stack) = (HashSet::new(), Vec::new(), Vec::new());
    for &node in order {
        stack.push((unit_of[&node], false));
        while let Some((unit, ready)) = stack.pop() {
            if done.contains(&unit) {
                continue;
            }
            if ready {
                done.insert(unit);
                units.push(unit);
                continue;
            }
            stack.push((unit, true));
            stack.extend(operands(unit).iter().rev().filter_map(|of| Some((*unit_of.get(of)?, false))));
        }
    }
    units
}
