//! Outer values in the lists of tiles: repeated over the lanes of their row for loops, one element for each row for
//! machine code.

use std::collections::HashMap;

use cuprust_ir::{NodeId, Result};

use super::Builder;
use crate::native::{Lanes, Segment};
use crate::plan::Op;
use crate::sweep::Reach;

impl Builder<'_> {
    /// Repeats the outer values that an inner list reads lane by lane: its single operations, segments of rows that are
    /// shorter than a vector, pushes and stores. The list then finds them in `slots`.
    pub(super) fn broadcast(
        &mut self,
        single: &[NodeId],
        segments: &[Segment],
        roots: impl Iterator<Item = NodeId>,
        slots: &mut HashMap<NodeId, u16>,
        ops: &mut Vec<Op>,
    ) -> Result<()> {
        let kernel = self.kernel;
        let computed = single.iter().filter(|&&node| !self.was_kept(node));
        let operands = computed.flat_map(|&node| kernel.nodes[node as usize].kind.operands().iter().copied());
        let lanes = |segment: &Segment, of: NodeId| self.lanes_in(segment, of) == Lanes::Apart;
        let inputs = segments.iter().flat_map(|segment| segment.inputs.iter().map(move |&of| (segment, of)));
        let inputs = inputs.filter(|&(segment, of)| lanes(segment, of)).map(|(_, of)| of);
        let read: Vec<NodeId> = operands.chain(inputs).chain(roots).collect();
        for node in read {
            if self.reach[node as usize] == Reach::Outer && !slots.contains_key(&node) {
                let (from, slot) = (self.slot_of(node, slots)?, self.slot(kernel.nodes[node as usize].dtype));
                ops.push(Op::Broadcast { from, slot });
                slots.insert(node, slot);
            }
        }
        Ok(())
    }

    /// How the lanes of a segment's input lie. In tiles a row that is shorter than a vector is no row of machine code:
    /// its outer values are repeated.
    pub(super) fn lanes_in(&self, segment: &Segment, of: NodeId) -> Lanes {
        match self.lanes_of(of) {
            Lanes::Single if self.out.tiles.is_some() && self.out.lanes < segment.width.lanes() as i64 => Lanes::Apart,
            lanes => lanes,
        }
    }
}
