//! What is changed in a kernel before it is compiled.

use std::collections::HashMap;

use cuprust_ir::{Kernel, Node, NodeId, NodeKind};
use cuprust_num::DType;

/// The kernel that is compiled instead of this one: it computes the same.
pub fn rewritten(kernel: &Kernel) -> Kernel {
    merged(&in_float32(kernel))
}

/// The kernel with the arithmetic of float16 in float32, from where each result is rounded: so it is defined, and whole
/// blocks are converted faster than their elements.
fn in_float32(kernel: &Kernel) -> Kernel {
    const ARITHMETIC: [&str; 6] = ["add", "subtract", "multiply", "divide", "square", "sqrt"];
    let is_half = |node: &Node| match &node.kind {
        NodeKind::Row { row, dtype: DType::F16, .. } => ARITHMETIC.contains(&row.row().name),
        _ => false,
    };
    let mut wide = kernel.clone();
    // An operation becomes four nodes at most.
    if !kernel.nodes.iter().any(is_half) || kernel.nodes.len() > usize::from(NodeId::MAX) / 4 {
        return wide;
    }
    wide.nodes.clear();
    let mut stands_for: Vec<NodeId> = Vec::with_capacity(kernel.nodes.len());
    for node in &kernel.nodes {
        let kind = node.kind.map_operands(|of| stands_for[of as usize]);
        match kind {
            NodeKind::Row { row, of, output, .. } if is_half(node) => {
                let mut operands = of;
                for operand in &mut operands[..row.row().inputs.len()] {
                    wide.nodes.push(Node { kind: NodeKind::Cast(*operand), dtype: DType::F32 });
                    *operand = wide.nodes.len() as NodeId - 1;
                }
                let kind = NodeKind::Row { row, dtype: DType::F32, of: operands, output };
                wide.nodes.push(Node { kind, dtype: DType::F32 });
                let kind = NodeKind::Cast(wide.nodes.len() as NodeId - 1);
                wide.nodes.push(Node { kind, dtype: DType::F16 });
            }
            kind => wide.nodes.push(Node { kind, dtype: node.dtype }),
        }
        stands_for.push(wide.nodes.len() as NodeId - 1);
    }
    for write in &mut wide.writes {
        write.node = stands_for[write.node as usize];
    }
    wide
}

/// The kernel after common-subexpression elimination: of identical nodes the first replaces the others.
fn merged(kernel: &Kernel) -> Kernel {
    let mut merged = kernel.clone();
    let mut first: HashMap<(NodeKind, DType), NodeId> = HashMap::new();
    let mut stands_for: Vec<NodeId> = Vec::with_capacity(kernel.nodes.len());
    for (index, node) in merged.nodes.iter_mut().enumerate() {
        node.kind = node.kind.map_operands(|of| stands_for[of as usize]);
        stands_for.push(*first.entry((node.kind.clone(), node.dtype)).or_insert(index as NodeId));
    }
    for write in &mut merged.writes {
        write.node = stands_for[write.node as usize];
    }
    merged
}
