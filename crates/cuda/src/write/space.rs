//! The iteration space of a kernel as its text sees it: as few axes as possible, in the order of their strides.

use cuprust_ir::{CircularAxis, Kernel, Layout, Level, NodeKind, View};
use cuprust_ops::Reduction;

/// A kernel's space with its accesses, after axes of extent one were dropped and axes with common steps were merged.
///
/// Outer axes come first. Outer positions may run in any order, so outer axes are ordered by the strides of what is
/// written (in reductions: of the largest operand along the inner axes); inner axes keep their order where a reduction
/// uses positions.
#[derive(Debug, Clone)]
pub(super) struct Space {
    /// The extents, outer axes first.
    pub shape: Vec<i64>,
    /// The number of outer axes.
    pub outer: usize,
    /// The access of each of the kernel's reads.
    pub reads: Vec<Access>,
    /// The access of each of the kernel's positions.
    pub positions: Vec<Access>,
    /// The access of each of the kernel's writes.
    pub writes: Vec<Access>,
    /// Whether each node's value is inner, and after which sweep it exists.
    pub levels: Vec<Level>,
}

/// The offset of an operand at each position of the space, in elements.
#[derive(Debug, Clone)]
pub(super) struct Access {
    /// The offset of the first element.
    pub offset: i64,
    /// The step along each axis; zero along a circular one.
    pub strides: Vec<i64>,
    /// The circular axis of each axis that has one.
    pub circular: Vec<Option<CircularAxis>>,
}

impl Access {
    fn of_layout(layout: &Layout) -> Access {
        let strides = layout.strides.to_vec();
        Access { offset: layout.offset, circular: vec![None; strides.len()], strides }
    }

    pub(super) fn of_view(view: &View) -> Access {
        let mut access = Access::of_layout(&view.layout);
        for wrap in &view.circular {
            access.circular[wrap.axis] = Some(*wrap);
        }
        access
    }

    /// Whether it moves along any of these axes.
    pub(super) fn moves(&self, mut axes: std::ops::Range<usize>) -> bool {
        axes.any(|axis| self.step(axis) != 0)
    }

    /// The step along an axis, on its circular axis where it has one.
    pub(super) fn step(&self, axis: usize) -> i64 {
        self.circular[axis].map_or(self.strides[axis], |circular| circular.stride)
    }

    /// The largest distance of an offset from the first one, in elements.
    pub(super) fn reach(&self, shape: &[i64]) -> i64 {
        let axis = |axis: usize| match self.circular[axis] {
            None => self.strides[axis].saturating_mul(shape[axis] - 1).saturating_abs(),
            Some(circular) => circular.stride.saturating_mul(circular.modulus).saturating_abs(),
        };
        (0..shape.len()).map(axis).fold(0, i64::saturating_add)
    }

    /// Whether two operands differ in their offset alone, each with its view.
    pub(super) fn differs_in_offset((view, access): (&View, &Access), (other_view, other): (&View, &Access)) -> bool {
        other_view.storage == view.storage
            && other_view.dtype == view.dtype
            && other.strides == access.strides
            && other.circular == access.circular
    }

    fn drop_axis(&mut self, axis: usize) {
        self.strides.remove(axis);
        if let Some(circular) = self.circular.remove(axis) {
            self.offset += circular.start * circular.stride;
        }
    }

    fn push_axis(&mut self) {
        self.strides.push(0);
        self.circular.push(None);
    }

    fn permute(&mut self, order: &[usize]) {
        self.strides = order.iter().map(|&axis| self.strides[axis]).collect();
        self.circular = order.iter().map(|&axis| self.circular[axis]).collect();
    }
}

impl Space {
    /// The space of a kernel.
    pub(super) fn of(kernel: &Kernel) -> Space {
        let mut space = Space {
            shape: kernel.shape.to_vec(),
            outer: kernel.outer,
            reads: kernel.reads.iter().map(Access::of_view).collect(),
            positions: kernel.positions.iter().map(Access::of_layout).collect(),
            writes: kernel.writes.iter().map(|write| Access::of_view(&write.view)).collect(),
            levels: vec![],
        };
        let reduces = kernel.nodes.iter().any(|node| matches!(node.kind, NodeKind::Reduce(..)));
        if !reduces {
            space.outer = space.rank();
        }
        space.drop_single_axes();
        let uses_positions =
            |kind: &NodeKind| matches!(kind, NodeKind::Reduce(Reduction::ArgMax | Reduction::ArgMin, _));
        space.order_axes(kernel.nodes.iter().any(|node| uses_positions(&node.kind)));
        space.join_axes();
        // There is always an axis that can be vectorised.
        if space.rank() == if reduces { space.outer } else { 0 } {
            space.shape.push(1);
            space.outer += !reduces as usize;
            space.accesses().for_each(Access::push_axis);
        }
        space.levels = space.levels_of(kernel);
        space
    }

    /// The number of axes.
    pub(super) fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The number of outer positions.
    pub(super) fn rows(&self) -> i64 {
        self.shape[..self.outer].iter().product()
    }

    /// The number of inner positions of each outer one.
    pub(super) fn length(&self) -> i64 {
        self.shape[self.outer..].iter().product()
    }

    /// What moves along an inner axis: reads, then writes.
    pub(super) fn inner_accesses(&self) -> impl Iterator<Item = &Access> {
        self.reads.iter().chain(&self.writes).filter(|access| self.is_inner(access))
    }

    /// Whether an access moves along an inner axis.
    pub(super) fn is_inner(&self, access: &Access) -> bool {
        access.moves(self.outer..self.rank())
    }

    /// Whether each node's value is inner, and after which sweep it exists, in the space after axes were dropped.
    fn levels_of(&self, kernel: &Kernel) -> Vec<Level> {
        let mut levels: Vec<Level> = Vec::with_capacity(kernel.nodes.len());
        for node in &kernel.nodes {
            levels.push(match &node.kind {
                NodeKind::Read(i) => Level { inner: self.is_inner(&self.reads[*i as usize]), pass: 0 },
                NodeKind::Position(i) => Level { inner: self.is_inner(&self.positions[*i as usize]), pass: 0 },
                NodeKind::Scalar(_) => Level { inner: false, pass: 0 },
                NodeKind::Reduce(_, of) => Level { inner: false, pass: levels[*of as usize].pass + 1 },
                make => make.operands().iter().map(|&of| levels[of as usize]).fold(
                    Level { inner: false, pass: 0 },
                    |a, b| Level { inner: a.inner || b.inner, pass: a.pass.max(b.pass) },
                ),
            });
        }
        levels
    }

    fn accesses(&mut self) -> impl Iterator<Item = &mut Access> {
        self.reads.iter_mut().chain(&mut self.positions).chain(&mut self.writes)
    }

    fn drop_single_axes(&mut self) {
        for axis in (0..self.rank()).rev() {
            if self.shape[axis] == 1 {
                self.shape.remove(axis);
                self.outer -= (axis < self.outer) as usize;
                self.accesses().for_each(|access| access.drop_axis(axis));
            }
        }
    }

    fn order_axes(&mut self, keep_inner: bool) {
        let (rank, outer) = (self.rank(), self.outer);
        let inner = Kernel::largest(&self.shape, self.inner_accesses(), |access, axis| access.step(axis));
        let lead = if outer < rank { inner.or(self.writes.first()) } else { self.writes.first() };
        let Some(lead) = lead else { return };
        let far = |&axis: &usize| std::cmp::Reverse(lead.step(axis).unsigned_abs());
        let mut order: Vec<usize> = (0..rank).collect();
        order[..outer].sort_by_key(far);
        if !keep_inner {
            order[outer..].sort_by_key(far);
        }
        self.shape = order.iter().map(|&axis| self.shape[axis]).collect();
        self.accesses().for_each(|access| access.permute(&order));
    }

    fn join_axes(&mut self) {
        for axis in (0..self.rank().saturating_sub(1)).rev() {
            let (next, extent) = (axis + 1, self.shape[axis + 1]);
            if next == self.outer {
                continue;
            }
            let joins = |access: &mut Access| {
                access.circular[axis].is_none()
                    && access.circular[next].is_none()
                    && access.strides[axis] == access.strides[next].saturating_mul(extent)
            };
            if self.accesses().all(joins) {
                self.shape[next] *= self.shape[axis];
                self.shape.remove(axis);
                self.outer -= (axis < self.outer) as usize;
                self.accesses().for_each(|access| {
                    access.strides.remove(axis);
                    access.circular.remove(axis);
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuprust_ir::{Node, StorageId, Write};
    use cuprust_num::DType;

    fn copy(from: Layout, to: Layout) -> Kernel {
        let view = |storage, layout| View::new(StorageId(storage), DType::F32, layout);
        Kernel {
            shape: to.shape.clone(),
            outer: to.shape.len(),
            reads: vec![view(0, from)],
            scalars: vec![],
            positions: vec![],
            tables: vec![],
            nodes: vec![Node { kind: NodeKind::Read(0), dtype: DType::F32 }],
            writes: vec![Write { view: view(1, to), node: 0 }],
        }
    }

    #[test]
    fn what_steps_together_becomes_one_axis() {
        let whole = Layout::contiguous(&[4, 1, 6]);
        assert_eq!(Space::of(&copy(whole.clone(), whole.clone())).shape, [24]);
        let transposed = whole.permute(&[2, 1, 0]);
        assert_eq!(Space::of(&copy(transposed.clone(), transposed.clone())).shape, [24]);
        let space = Space::of(&copy(transposed, Layout::contiguous(&[6, 1, 4])));
        assert_eq!((space.shape.clone(), space.reads[0].strides.clone()), (vec![6, 4], vec![1, 6]));
        let row = Layout::contiguous(&[6]).broadcast(&[4, 1, 6]).unwrap();
        assert_eq!(Space::of(&copy(row, whole)).shape, [4, 6]);
    }

    #[test]
    fn a_wrapped_axis_stays_alone() {
        let whole = Layout::contiguous(&[4, 6]);
        let mut kernel = copy(whole.clone(), whole);
        kernel.reads[0] = kernel.reads[0].roll(0, 1);
        let space = Space::of(&kernel);
        assert_eq!(space.shape, [4, 6]);
        assert_eq!(space.reads[0].circular[0].unwrap().start, 3);
    }
}
