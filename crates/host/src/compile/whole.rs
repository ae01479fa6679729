//! Lists that are one function of machine code, over rows that lie in the memory of views.

use cuprust_ir::{NodeId, NodeKind};

use super::Builder;
use crate::native::{Code, Fold, Lanes, Segment, whole};
use crate::order::depth_first;
use crate::plan::{Source, Sweep, Whole};

/// Fewest positions of a block that ends with a row: to begin one costs as much as some hundred of them.
const MIN_BLOCK_OF_ROW: i64 = 4096;

/// Fewest lanes that are folded as fast by a loop for each step. (`sum axis 0, square` of `benches/peers.py` on two
/// cores with AVX-512: 0.96 ms by loops, 1.64 ms by one function.)
const MIN_LANES_OF_LOOPS: i64 = 256;

impl Builder<'_> {
    /// The whole of a map as one function, if its lanes follow one another in rows of each view.
    pub(super) fn whole_map(&mut self, nodes: &[NodeId]) -> Option<Whole> {
        let kernel = self.kernel;
        if self.code.is_none() || self.keeps {
            return None;
        }
        let mut outputs: Vec<NodeId> = kernel.writes.iter().map(|write| write.node).collect();
        let count = outputs.len();
        outputs.sort_unstable();
        outputs.dedup();
        let last = *self.lane_axes.last()?;
        let is_in_rows = self.out.accesses.views.iter().any(|access| access.lanes.rank() > 1);
        let row = if is_in_rows { kernel.shape[last] } else { self.out.lanes };
        let follows = |write: &cuprust_ir::Write| {
            let lanes = &self.out.accesses.views[kernel.reads.len()..];
            let walks =
                if is_in_rows { write.view.step(last) == 1 } else { lanes.iter().all(|to| to.lanes.is_straight()) };
            walks && !self.is_read(&write.view)
        };
        let wraps =
            |view: &cuprust_ir::View| if is_in_rows { view.wrap(last).is_some() } else { !view.circular.is_empty() };
        if outputs.len() < count || kernel.reads.iter().any(wraps) || !kernel.writes.iter().all(follows) {
            return None;
        }
        let order = depth_first(kernel, nodes.iter().copied(), |node| nodes.contains(&node));
        let segment = whole(kernel, &order, outputs, vec![])?;
        let view_of = |node: &NodeId| kernel.writes.iter().position(|write| write.node == *node);
        let views =
            segment.outputs.iter().filter_map(view_of).map(|write| (kernel.reads.len() + write) as u16).collect();
        self.whole_of(&segment, row, views, vec![])
    }

    /// The inner values of a sweep over columns and their reductions as one function. Each of the `reduced` nodes has
    /// its reduction and operand among `reductions`.
    pub(super) fn whole_sweep(
        &mut self,
        inner: &[NodeId],
        reduced: &[NodeId],
        reductions: &[(u16, NodeId)],
    ) -> Option<Whole> {
        let kernel = self.kernel;
        if self.code.is_none() || self.out.sweep != Sweep::Columns || reductions.is_empty() {
            return None;
        }
        let lanes = self.out.accesses.views.iter().filter_map(|access| access.lanes.last_extent());
        let row = lanes.min().unwrap_or(self.out.lanes).min(self.out.lanes);
        if row < self.out.lanes && row.saturating_mul(self.out.steps) < MIN_BLOCK_OF_ROW {
            return None;
        }
        let fold = |(&reduced, &(reduction, of)): (&NodeId, &(u16, NodeId))| match kernel.nodes[reduced as usize].kind {
            NodeKind::Reduce(kind, _) => Some((reduction, Fold::of(kernel, kind, of)?)),
            _ => None,
        };
        let folds = reduced.iter().zip(reductions).map(fold).collect::<Option<Vec<(u16, Fold)>>>()?;
        let order = depth_first(kernel, inner.iter().copied(), |node| inner.contains(&node));
        let segment = whole(kernel, &order, vec![], folds.iter().map(|&(_, fold)| fold).collect())?;
        // Long blocks that are only folded wait for memory, which the wider vectors of the loops use better.
        if segment.nodes.is_empty() && row >= MIN_LANES_OF_LOOPS {
            return None;
        }
        let reductions = folds.iter().map(|(reduction, fold)| (*reduction, fold.neutral())).collect();
        let made = self.whole_of(&segment, row, vec![], reductions)?;
        self.out.row = Some(row);
        Some(made)
    }

    /// The function of a segment, whose rows have this many elements.
    fn whole_of(
        &mut self,
        segment: &Segment,
        row: i64,
        outputs: Vec<u16>,
        reductions: Vec<(u16, [u8; 8])>,
    ) -> Option<Whole> {
        if row < segment.width.lanes() as i64 {
            return None;
        }
        let source = |&node: &NodeId| match self.kernel.nodes[node as usize].kind {
            NodeKind::Read(view) if !self.lasting.contains_key(&node) => {
                let walk = &self.out.accesses.views[view as usize].lanes;
                match walk.last_stride() {
                    0 => Some((Source::Element(view), Lanes::Single)),
                    stride if stride == walk.size() as i64 => Some((Source::View(view), Lanes::Apart)),
                    _ => None,
                }
            }
            _ => {
                let slot = self.lasting.get(&node).copied()?;
                Some((Source::Slot(slot), self.lanes_of(node)))
            }
        };
        let (inputs, lanes): (Vec<Source>, Vec<Lanes>) =
            segment.inputs.iter().map(source).collect::<Option<Vec<(Source, Lanes)>>>()?.into_iter().unzip();
        let function = self.code.get_or_insert_with(Code::default).add(self.kernel, segment, &lanes);
        Some(Whole { function, inputs: inputs.into(), outputs: outputs.into(), reductions: reductions.into() })
    }
}
