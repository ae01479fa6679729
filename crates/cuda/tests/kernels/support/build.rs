//! Kernels built by hand.

use cuprust_ir::{Dims, Kernel, Layout, Node, NodeId, NodeKind, ScalarId, StorageId, View, Write};
use cuprust_num::{DType, Scalar};
use cuprust_ops::{Reduction, RowId};

/// A kernel under construction, with the storages and scalars it will run on.
pub struct Build {
    pub kernel: Kernel,
    /// The length of each storage in bytes.
    pub storages: Vec<usize>,
    pub scalars: Vec<Scalar>,
}

impl Build {
    /// A kernel over the outer axes `outer` and the inner axes `inner`.
    pub fn new(outer: &[i64], inner: &[i64]) -> Build {
        let shape: Vec<i64> = outer.iter().chain(inner).copied().collect();
        let kernel = Kernel {
            shape: Dims::new(&shape),
            outer: outer.len(),
            reads: vec![],
            scalars: vec![],
            positions: vec![],
            tables: vec![],
            nodes: vec![],
            writes: vec![],
        };
        Build { kernel, storages: vec![], scalars: vec![] }
    }

    /// A storage that holds the layout.
    pub fn storage(&mut self, dtype: DType, layout: &Layout) -> StorageId {
        let last = layout.bounds().map_or(0, |(_, high)| high + 1);
        self.storages.push(last as usize * dtype.size());
        StorageId(self.storages.len() as u32 - 1)
    }

    /// A storage that holds the whole space in C order, and its view.
    pub fn whole(&mut self, dtype: DType) -> View {
        let layout = Layout::contiguous(&self.kernel.shape);
        let storage = self.storage(dtype, &layout);
        View::new(storage, dtype, layout)
    }

    /// A storage for the outer axes, and its view over the whole space.
    pub fn outer(&mut self, dtype: DType) -> View {
        let (shape, outer) = (self.kernel.shape.clone(), self.kernel.outer);
        let mut layout = Layout::contiguous(&shape[..outer]);
        let storage = self.storage(dtype, &layout);
        layout.strides = layout.strides.iter().copied().chain(shape[outer..].iter().map(|_| 0)).collect();
        layout.shape = shape;
        View::new(storage, dtype, layout)
    }

    /// A layout of a separate storage, over the whole space.
    pub fn view(&mut self, dtype: DType, layout: Layout) -> View {
        let storage = self.storage(dtype, &layout);
        View::new(storage, dtype, layout)
    }

    fn node(&mut self, kind: NodeKind, dtype: DType) -> NodeId {
        self.kernel.nodes.push(Node { kind, dtype });
        self.kernel.nodes.len() as NodeId - 1
    }

    pub fn read(&mut self, view: View) -> NodeId {
        let dtype = view.dtype;
        self.kernel.reads.push(view);
        self.node(NodeKind::Read(self.kernel.reads.len() as u16 - 1), dtype)
    }

    pub fn scalar(&mut self, value: Scalar) -> NodeId {
        self.scalars.push(value);
        self.kernel.scalars.push(ScalarId(self.scalars.len() as u32 - 1));
        self.node(NodeKind::Scalar(self.kernel.scalars.len() as u16 - 1), value.dtype())
    }

    pub fn position(&mut self, layout: Layout) -> NodeId {
        self.kernel.positions.push(layout);
        self.node(NodeKind::Position(self.kernel.positions.len() as u16 - 1), DType::I64)
    }

    pub fn cast(&mut self, of: NodeId, dtype: DType) -> NodeId {
        self.node(NodeKind::Cast(of), dtype)
    }

    /// A row in the loop of this dtype.
    pub fn row(&mut self, name: &str, dtype: DType, operands: &[NodeId]) -> NodeId {
        let row = RowId::find(name).unwrap_or_else(|| panic!("no row {name}"));
        self.node(NodeKind::row(row, dtype, operands, 0), row.row().outputs[0].dtype(dtype))
    }

    pub fn reduce(&mut self, name: &str, of: NodeId) -> NodeId {
        let reduction = Reduction::find(name).unwrap_or_else(|| panic!("no reduction {name}"));
        let dtype = reduction.result(self.kernel.nodes[of as usize].dtype);
        self.node(NodeKind::Reduce(reduction, of), dtype)
    }

    /// The elements of a table at indices within it, of the lines that begin at `line`.
    pub fn gather(&mut self, table: View, index: NodeId, line: Option<NodeId>) -> NodeId {
        let dtype = table.dtype;
        self.kernel.tables.push(table);
        let table = self.kernel.tables.len() as u16 - 1;
        self.node(NodeKind::Gather { table, of: [index, line.unwrap_or(0)], moves: line.is_some(), known: true }, dtype)
    }

    pub fn write(&mut self, view: View, node: NodeId) {
        self.kernel.writes.push(Write { view, node });
    }

    /// Writes a node to a separate storage, over the whole space or over the outer axes.
    pub fn result(&mut self, node: NodeId, inner: bool) {
        let dtype = self.kernel.nodes[node as usize].dtype;
        let view = if inner { self.whole(dtype) } else { self.outer(dtype) };
        self.write(view, node);
    }
}
