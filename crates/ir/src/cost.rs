//! The cost of a step: the bytes that it must move and the operations that it does, counted from the step itself.

use cuprust_num::{DType, Kind};
use cuprust_ops::Growth;

use crate::{Kernel, NodeKind, Step, View};

/// The memory traffic and arithmetic of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cost {
    /// Bytes read. Elements that several views share count once, since later reads find them in caches.
    pub read: u64,
    /// Bytes written.
    pub written: u64,
    /// Arithmetic operations: one for each row or reduction at each position that it is computed at; two for each pair
    /// of elements in a matrix product; for other routines an estimate of their growth.
    pub operations: u64,
    /// The number of recorded operations in the step.
    pub fused: u64,
    /// The precision of most operations.
    pub precision: Precision,
}

/// The precision of the arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Precision {
    /// float16 and bfloat16.
    Half,
    /// float32, integers and bools.
    #[default]
    Single,
    /// float64 and complex128.
    Double,
}

impl Precision {
    /// The precision of a dtype.
    pub fn of(dtype: DType) -> Precision {
        match (dtype.kind(), dtype.size()) {
            (Kind::Float, 2) => Precision::Half,
            (Kind::Float, 8) | (Kind::Complex, 16) => Precision::Double,
            _ => Precision::Single,
        }
    }
}

/// The number of operations of each precision.
#[derive(Default)]
struct Counts([u64; 3]);

impl Counts {
    fn add(&mut self, dtype: DType, operations: u64) {
        self.0[Precision::of(dtype) as usize] += operations;
    }

    /// The precision of more than half of the operations, if there is one.
    fn majority(&self) -> Option<Precision> {
        let whole: u64 = self.0.iter().sum();
        let of = [Precision::Half, Precision::Single, Precision::Double];
        of.into_iter().find(|&precision| self.0[precision as usize] * 2 > whole)
    }
}

impl Step {
    /// The cost of the step. `bytes` are the lengths of the plan's storages.
    pub fn cost(&self, bytes: &[i64]) -> Cost {
        let (read, written) = (traffic(self.read(), bytes), traffic(self.written(), bytes));
        let mut cost = Cost { read, written, ..Cost::default() };
        let mut counts = Counts::default();
        match self {
            Step::Kernel(kernel) => count(kernel, &mut cost, &mut counts),
            Step::Routine { routine, outputs, inputs, loads } => {
                for load in loads.iter().flatten() {
                    count(&load.kernel, &mut cost, &mut counts);
                }
                let elements = |view: &View| view.layout.size().unsigned_abs();
                let first = inputs.first().and_then(|input| input.view());
                let last = |view: &View| view.layout.shape.last().map_or(1, |&extent| extent.unsigned_abs());
                let all: u64 = outputs.iter().chain(inputs.iter().filter_map(|input| input.view())).map(elements).sum();
                let size = first.map_or(0, elements);
                let length = first.map_or(1, last);
                let written = || outputs.first().map_or(0, elements);
                let own = match routine.signature().growth {
                    Growth::Elements => all,
                    Growth::Each(count) => outputs.iter().map(elements).sum::<u64>() * count,
                    Growth::Sorted => size * u64::from(length.max(2).ilog2()),
                    Growth::Transform => 5 * size * u64::from(length.max(2).ilog2()),
                    Growth::Product => 2 * written() * length,
                    Growth::Window(index) => {
                        2 * written() * inputs.get(index).and_then(|input| input.view()).map_or(1, elements)
                    }
                    Growth::Matrices => size * length,
                };
                cost.operations += own;
                cost.fused += 1;
                counts.add(first.or(outputs.first()).map_or(DType::Bool, |view| view.dtype), own);
            }
            Step::Allocate(_) | Step::Release(_) | Step::Adopt { .. } => {}
        }
        let traffic_as = || self.written().map(|view| Precision::of(view.dtype)).max().unwrap_or_default();
        cost.precision = if cost.operations > 0 { counts.majority().unwrap_or_default() } else { traffic_as() };
        cost
    }
}

/// Adds a kernel's operations.
fn count(kernel: &Kernel, cost: &mut Cost, counts: &mut Counts) {
    let positions = |inner: bool| {
        (if inner { kernel.outer_size() * kernel.inner_size() } else { kernel.outer_size() }).unsigned_abs()
    };
    let levels = kernel.levels();
    for (node, level) in kernel.nodes.iter().zip(&levels) {
        let (times, dtype) = match &node.kind {
            NodeKind::Row { output: 0, dtype, .. } => (positions(level.inner), *dtype),
            NodeKind::Reduce(_, of) => (positions(levels[usize::from(*of)].inner), node.dtype),
            NodeKind::Gather { .. } => {
                cost.fused += 1;
                continue;
            }
            _ => continue,
        };
        cost.fused += 1;
        cost.operations += times;
        counts.add(dtype, times);
    }
}

/// The bytes of the elements that views access. Views of one storage may share elements: together they count at most
/// the storage.
fn traffic<'a>(views: impl Iterator<Item = &'a View>, bytes: &[i64]) -> u64 {
    let mut storages: Vec<(u32, u64)> = Vec::new();
    for view in views {
        let size = distinct_elements(view) * view.dtype.size() as u64;
        match storages.iter_mut().find(|(storage, _)| *storage == view.storage.0) {
            Some((_, sum)) => *sum += size,
            None => storages.push((view.storage.0, size)),
        }
    }
    let length = |storage: u32| bytes.get(storage as usize).map_or(u64::MAX, |&bytes| bytes.max(0) as u64);
    storages.into_iter().map(|(storage, sum)| sum.min(length(storage))).sum()
}

/// The number of distinct elements that a view accesses: an axis of stride zero accesses one, unless it is circular.
fn distinct_elements(view: &View) -> u64 {
    let axes = view.layout.shape.iter().zip(view.layout.strides.iter()).enumerate();
    axes.map(
        |(axis, (&extent, &stride))| {
            if extent == 0 || stride != 0 || view.wrap(axis).is_some() { extent.unsigned_abs() } else { 1 }
        },
    )
    .product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Layout, Node, Operand, StorageId, Write};
    use cuprust_num::DType;
    use cuprust_ops::{Routine, RowId};

    fn view(storage: u32, shape: &[i64]) -> View {
        View::new(StorageId(storage), DType::F64, Layout::contiguous(shape))
    }

    #[test]
    fn rolled_views_of_one_storage_are_read_once() {
        let row = RowId::find("add").unwrap();
        let add = |a, b| Node { kind: NodeKind::row(row, DType::F64, &[a, b], 0), dtype: DType::F64 };
        let read = |index| Node { kind: NodeKind::Read(index), dtype: DType::F64 };
        let own = view(0, &[10, 20]);
        let step = Step::Kernel(Kernel {
            shape: [10, 20].into_iter().collect(),
            outer: 2,
            reads: vec![own.clone(), own.roll(0, 1), own.roll(1, -1)],
            scalars: vec![],
            positions: vec![],
            tables: vec![],
            nodes: vec![read(0), read(1), read(2), add(0, 1), add(3, 2)],
            writes: vec![Write { view: view(1, &[10, 20]), node: 4 }],
        });
        let cost = step.cost(&[1600, 1600]);
        assert_eq!(cost, Cost { read: 1600, written: 1600, operations: 400, fused: 2, precision: Precision::Double });
    }

    #[test]
    fn a_product_has_two_operations_for_each_pair() {
        let step = Step::Routine {
            routine: Routine::MatMul,
            outputs: vec![view(2, &[3, 5])],
            inputs: vec![Operand::View(view(0, &[3, 4])), Operand::View(view(1, &[4, 5]))],
            loads: vec![],
        };
        let cost = step.cost(&[96, 160, 120]);
        assert_eq!((cost.read, cost.written, cost.operations), (96 + 160, 120, 2 * 3 * 4 * 5));
    }
}
