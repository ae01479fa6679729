//! `gather` along an axis, as an elementwise kernel.

use cuprust_ir::{Error, Kernel, Layout, Node, NodeKind, Operand, Result, View, Write};
use cuprust_num::DType;

use super::{output, view};
use crate::write::{Device, Written};

/// The kernel that fills an output.
pub(super) fn write(known: bool, outputs: &[View], inputs: &[Operand], device: Device) -> Result<Written> {
    let (out, table, index) = (output(outputs)?, view(inputs, 0)?, view(inputs, 1)?);
    let shape = &out.layout.shape;
    if index.dtype != DType::I64 || table.dtype != out.dtype {
        return Err(Error::type_("gather takes an array of the output's dtype and an int64 index"));
    }
    let Some(rank) = table.layout.rank().checked_sub(1).filter(|&rank| rank == shape.len()) else {
        return Err(Error::runtime("gather takes an array of one axis more than the output"));
    };
    if table.layout.shape[..rank] != shape[..] || index.layout.shape != *shape {
        return Err(Error::runtime("gather takes one index for each element of the output"));
    }
    let line = Layout { offset: 0, ..table.layout.without(rank) };
    let moves = line.strides.iter().any(|&stride| stride != 0);
    let node = |kind, dtype| Node { kind, dtype };
    let mut nodes = vec![node(NodeKind::Read(0), DType::I64)];
    nodes.extend(moves.then(|| node(NodeKind::Position(0), DType::I64)));
    nodes.push(node(NodeKind::Gather { table: 0, of: [0, 1], moves, known }, table.dtype));
    let gathered = nodes.len() as u16 - 1;
    let kernel = Kernel {
        shape: shape.clone(),
        outer: rank,
        reads: vec![index.clone()],
        scalars: vec![],
        positions: if moves { vec![line] } else { vec![] },
        tables: vec![table.clone()],
        nodes,
        writes: vec![Write { view: out.clone(), node: gathered }],
    };
    crate::write::write(&kernel, device, true)
}
