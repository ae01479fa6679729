//! How much longer a kernel takes at a position than a copy of an element does: a kernel of many operations, or of long
//! ones, is shared by threads where it has few positions.

use cuprust_ir::{Kernel, NodeId, NodeKind};

use crate::native::is_operation;

/// The units of time of a copied element: an operation of a segment takes one for four bytes, one that has a loop as
/// many as its bytes, a long one as an exponential twelve for float32 and twenty-four for float64. Estimates: a kernel
/// is shared from about thirty microseconds on.
const COPY: i64 = 8;

/// The weight of a position: one for a copy.
pub(super) fn weight(kernel: &Kernel) -> i64 {
    let levels = kernel.levels();
    let has_inner = levels.iter().any(|level| level.inner);
    let cost = |(node, level): (usize, bool)| {
        // What is computed once for a row does not count beside what is computed for each element.
        if has_inner && !level {
            return 0;
        }
        let size = kernel.nodes[node].dtype.size() as i64;
        match &kernel.nodes[node].kind {
            NodeKind::Read(_) | NodeKind::Scalar(_) | NodeKind::Position(_) => 0,
            NodeKind::Row { row, .. } if row.row().long => (3 * size).clamp(12, 24),
            _ if is_operation(kernel, node as NodeId) => (size / 4).max(1),
            _ => size.max(2),
        }
    };
    1 + levels.iter().enumerate().map(|(node, level)| cost((node, level.inner))).sum::<i64>() / COPY
}
