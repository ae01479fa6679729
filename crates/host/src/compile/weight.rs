//! How much longer a kernel takes at a position than a copy of an element does: a kernel of many operations, or of long
//! ones, is shared by threads where it has few positions.

use cuprust_ir::{Kernel, NodeId, NodeKind};

use crate::native::is_operation;

/// What of an operation's time a copy of an element takes. Measured on one core with AVX-512: a copy of float32 takes
/// half a nanosecond, an operation of a segment a sixteenth, a loop's operation on 8 bytes half a nanosecond, an
/// exponential of float64 1.4 nanoseconds.
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
            NodeKind::Row { row, .. } if row.row().long => (2 * size).clamp(8, 16) + size,
            _ if is_operation(kernel, node as NodeId) => (size / 4).max(1),
            _ => size.max(2),
        }
    };
    1 + levels.iter().enumerate().map(|(node, level)| cost((node, level.inner))).sum::<i64>() / COPY
}
