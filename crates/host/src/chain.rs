//! Which additions of a list are parts of one longer sum.

use std::collections::HashMap;

use cuprust_ir::{Kernel, NodeId, NodeKind};

use crate::sum::{MAX_TERMS, SumLoop, sum_loop};

/// A sum of several values in one loop.
pub struct Sum {
    /// The loop.
    pub run: SumLoop,
    /// The terms, from the first to the last.
    pub terms: Vec<NodeId>,
    /// The additions before the last, whose results no other operation uses.
    pub inside: Vec<NodeId>,
}

/// The sums of three and more terms among the nodes of a list, by their last addition. A partial sum that is `used` at
/// the list's end, kept, or an operand of any other operation is still computed by itself.
pub fn sums(
    kernel: &Kernel,
    order: &[NodeId],
    used: &[NodeId],
    is_kept: impl Fn(NodeId) -> bool,
) -> HashMap<NodeId, Sum> {
    let addition = |node: NodeId| match &kernel.nodes[node as usize].kind {
        NodeKind::Row { row, dtype, of, .. } if order.contains(&node) => Some((sum_loop(*row, *dtype)?, of[0], of[1])),
        _ => None,
    };
    let mut sums: HashMap<NodeId, Sum> = HashMap::new();
    if order.iter().filter(|&&node| addition(node).is_some()).count() < 2 {
        return sums;
    }
    let mut uses = vec![0u32; kernel.nodes.len()];
    kernel.nodes.iter().flat_map(|node| node.kind.operands()).for_each(|&of| uses[of as usize] += 1);
    used.iter().for_each(|&of| uses[of as usize] += 1);
    let dtype = |node: NodeId| kernel.nodes[node as usize].dtype;
    let mut inside: Vec<NodeId> = Vec::new();
    for &last in order.iter().rev() {
        let Some((run, mut first, second)) = addition(last).filter(|_| !inside.contains(&last)) else { continue };
        let mut sum = Sum { run, terms: vec![second], inside: Vec::new() };
        while let Some((_, earlier, term)) = addition(first).filter(|_| {
            let single_use = uses[first as usize] == 1 && !is_kept(first);
            single_use && dtype(first) == dtype(last) && sum.terms.len() < MAX_TERMS - 1
        }) {
            sum.terms.push(term);
            sum.inside.push(first);
            first = earlier;
        }
        sum.terms.push(first);
        sum.terms.reverse();
        if sum.terms.len() > 2 {
            inside.extend(&sum.inside);
            sums.insert(last, sum);
        }
    }
    sums
}
