//! The order in which the values of a list are computed.

use cuprust_ir::{Kernel, NodeId, NodeKind};

/// The wanted nodes that the roots depend on, in topological order, each as late as possible.
pub fn depth_first(
    kernel: &Kernel,
    roots: impl Iterator<Item = NodeId>,
    wanted: impl Fn(NodeId) -> bool,
) -> Vec<NodeId> {
    let mut done = vec![false; kernel.nodes.len()];
    let (mut order, mut stack) = (Vec::new(), Vec::new());
    for root in roots {
        stack.push((root, false));
        while let Some((node, ready)) = stack.pop() {
            if done[node as usize] || !wanted(node) {
                continue;
            }
            if ready {
                done[node as usize] = true;
                order.push(node);
                continue;
            }
            stack.push((node, true));
            // Reductions end a sweep: their operands belong to the sweep, and not to this list.
            if !matches!(kernel.nodes[node as usize].kind, NodeKind::Reduce(..)) {
                stack.extend(kernel.nodes[node as usize].kind.operands().iter().rev().map(|&of| (of, false)));
            }
        }
    }
    order
}
