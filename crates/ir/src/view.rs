//! A layout in a storage, with axes that may wrap around: the operand or output of an instruction.

use cuprust_num::DType;

use crate::Layout;

/// A storage within a program: its index in the program's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StorageId(pub u32);

/// Elements of one dtype in a storage.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct View {
    /// The storage.
    pub storage: StorageId,
    /// The dtype its bytes are read as.
    pub dtype: DType,
    /// Where the elements lie. A wrapped axis has stride zero here.
    pub layout: Layout,
    /// The axes whose index wraps around, at most one entry for each axis, by ascending axis. Mostly empty.
    pub circular: Vec<CircularAxis>,
}

/// An axis that runs around a circular axis: position `i` lies at `((start + step * i) mod modulus) * stride`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CircularAxis {
    /// The axis of the view.
    pub axis: usize,
    /// The index on the circular axis of position 0, from 0 to `modulus` exclusive.
    pub start: i64,
    /// The increment of that index for each position; 1 or -1.
    pub step: i64,
    /// The length of the circular axis. The axis may have more elements, as long as its index wraps only once.
    pub modulus: i64,
    /// The step of the circular axis in the storage, in elements.
    pub stride: i64,
}

/// The relation between the elements that two views access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// Every position is the same element in both.
    Same,
    /// They have no element in common.
    Disjoint,
    /// Neither is known.
    Overlap,
}

impl View {
    /// A view without wrapped axes.
    #[inline]
    pub fn new(storage: StorageId, dtype: DType, layout: Layout) -> View {
        View { storage, dtype, layout, circular: Vec::new() }
    }

    /// Rolled along an axis by `shift`, as `numpy.roll`: position `i` is the element that was at `i - shift`.
    pub fn roll(&self, axis: usize, shift: i64) -> View {
        let extent = self.layout.shape[axis];
        if extent == 0 || shift % extent == 0 {
            return self.clone();
        }
        let mut out = self.clone();
        if let Some(wrap) = out.circular.iter_mut().find(|wrap| wrap.axis == axis) {
            debug_assert_eq!(wrap.modulus, extent, "only whole circular are rolled again");
            wrap.start = (wrap.start - shift * wrap.step).rem_euclid(wrap.modulus);
        } else {
            let stride = out.layout.strides[axis];
            out.layout.strides[axis] = 0;
            out.circular.push(CircularAxis {
                axis,
                start: (-shift).rem_euclid(extent),
                step: 1,
                modulus: extent,
                stride,
            });
            out.circular.sort_by_key(|wrap| wrap.axis);
        }
        out
    }

    /// The elements at one index of an axis, which keeps extent one.
    pub fn slice_at(&self, axis: usize, index: i64) -> View {
        // A circular axis has stride zero in the layout, so its contribution is added to the offset here.
        let mut out = View { layout: self.layout.slice_at(axis, index), ..self.clone() };
        if let Some(position) = out.circular.iter().position(|wrap| wrap.axis == axis) {
            let wrap = out.circular.remove(position);
            out.layout.offset += (wrap.start + wrap.step * index).rem_euclid(wrap.modulus) * wrap.stride;
        }
        out
    }

    /// The same elements without an axis of extent one that is not circular.
    pub fn without(&self, axis: usize) -> View {
        let mut out = View { layout: self.layout.without(axis), ..self.clone() };
        out.circular.iter_mut().filter(|wrap| wrap.axis > axis).for_each(|wrap| wrap.axis -= 1);
        out
    }

    /// The step along an axis, or along its circular axis where it has one.
    pub fn step(&self, axis: usize) -> i64 {
        self.wrap(axis).map_or(self.layout.strides[axis], |wrap| wrap.stride)
    }

    /// The wrap of an axis, if it has one.
    pub fn wrap(&self, axis: usize) -> Option<&CircularAxis> {
        self.circular.iter().find(|wrap| wrap.axis == axis)
    }

    /// Whether the view is C-contiguous, with no axis wrapped.
    pub fn is_contiguous(&self) -> bool {
        self.circular.is_empty() && self.layout.is_contiguous()
    }

    /// The first and the last byte that the view accesses, `None` where it has no elements.
    pub fn byte_range(&self) -> Option<(i64, i64)> {
        let (mut low, mut high) = self.layout.bounds()?;
        for wrap in &self.circular {
            let reach = (wrap.modulus - 1) * wrap.stride;
            if reach < 0 { low += reach } else { high += reach }
        }
        let size = self.dtype.size() as i64;
        Some((low * size, (high + 1) * size - 1))
    }

    /// The relation between the elements of this view and another.
    pub fn relation(&self, other: &View) -> Relation {
        if self.storage != other.storage {
            return Relation::Disjoint;
        }
        let (Some((low, high)), Some((other_low, other_high))) = (self.byte_range(), other.byte_range()) else {
            return Relation::Disjoint;
        };
        if high < other_low || other_high < low {
            return Relation::Disjoint;
        }
        if self.dtype.size() == other.dtype.size() && self.same_map(other) {
            return Relation::Same;
        }
        if self.interleaved(other) { Relation::Disjoint } else { Relation::Overlap }
    }

    /// Whether every position is the same element: equal shapes, and equal strides where an axis has more than one
    /// element.
    pub fn same_map(&self, other: &View) -> bool {
        self.layout.offset == other.layout.offset
            && self.layout.shape == other.layout.shape
            && self.circular == other.circular
            && (0..self.layout.rank())
                .all(|axis| self.layout.shape[axis] == 1 || self.layout.strides[axis] == other.layout.strides[axis])
    }

    /// Whether the two access different residues of a common divisor of their strides, as the even and the odd elements
    /// of an array do, or its first and its last columns: the range of the smaller strides is then narrower than the
    /// gap.
    fn interleaved(&self, other: &View) -> bool {
        let (own, others) = (self.byte_steps(), other.byte_steps());
        let divisor = |cut: i64| {
            let coarse = own.iter().chain(&others).filter(|(step, _)| step.abs() >= cut);
            coarse.fold(0, |divisor, &(step, _)| gcd(divisor, step))
        };
        // The range of the finer steps, counted from the first element.
        let reach = |view: &View, steps: &[(i64, i64)], cut: i64| {
            let size = view.dtype.size() as i64;
            let fine = steps.iter().filter(|(step, _)| step.abs() < cut);
            fine.fold((view.layout.offset * size, (view.layout.offset + 1) * size), |(low, high), &(step, count)| {
                let far = step * (count - 1);
                (low + far.min(0), high + far.max(0))
            })
        };
        let known_disjoint = |cut: i64| {
            let divisor = divisor(cut);
            let ((low, high), (other_low, other_high)) = (reach(self, &own, cut), reach(other, &others, cut));
            if divisor == 0 || high - low > divisor || other_high - other_low > divisor {
                return false;
            }
            let distance = (other_low - low).rem_euclid(divisor);
            distance >= high - low && divisor - distance >= other_high - other_low
        };
        own.iter().chain(&others).any(|&(step, _)| known_disjoint(step.abs()))
    }

    /// The step in bytes and the extent of each axis that has more than one element.
    fn byte_steps(&self) -> Vec<(i64, i64)> {
        let size = self.dtype.size() as i64;
        let axes = self.layout.shape.iter().zip(self.layout.strides.iter());
        let straight = axes.filter(|&(&extent, &step)| extent > 1 && step != 0).map(|(&extent, &step)| (step, extent));
        let circular = self.circular.iter().map(|wrap| (wrap.stride, wrap.modulus)).filter(|&(step, _)| step != 0);
        straight.chain(circular).map(|(step, count)| (step * size, count)).collect()
    }

    /// Whether two positions may be the same element, as in a broadcast view: such a view must not be written.
    pub fn overlaps_itself(&self) -> bool {
        if !self.circular.is_empty() {
            return self.circular.iter().any(|wrap| wrap.stride == 0);
        }
        self.layout.overlaps_itself()
    }

    /// This view of a storage, expressed as a view of the source that the storage is a copy of.
    ///
    /// `written` is the view through which the storage was filled, element by element, from `source` (of the same
    /// shape). The result reads `source`'s storage and has the elements of this view. `None` where no affine map
    /// expresses it.
    pub fn through(&self, written: &View, source: &View) -> Option<View> {
        debug_assert_eq!(self.storage, written.storage);
        if self.dtype != written.dtype || !self.circular.is_empty() && !written.same_map(&self.unrolled()) {
            return None;
        }
        if written.circular.is_empty() && self.circular.is_empty() && self.same_map(written) {
            return Some(source.clone());
        }
        if !self.circular.is_empty() {
            // This view rolls the whole of the storage: the result rolls the source instead.
            let mut out = source.clone();
            for wrap in &self.circular {
                if wrap.step != 1
                    || wrap.modulus != self.layout.shape[wrap.axis]
                    || out.wrap(wrap.axis).is_some_and(|own| own.modulus != wrap.modulus)
                {
                    return None;
                }
                out = out.roll(wrap.axis, -wrap.start);
            }
            return Some(out);
        }
        self.through_axes(written, source)
    }

    /// The view with its circular axes unrolled.
    fn unrolled(&self) -> View {
        let mut out = self.clone();
        for wrap in std::mem::take(&mut out.circular) {
            out.layout.strides[wrap.axis] = wrap.stride;
        }
        out
    }

    /// `through` for a strided view: each axis of this view must step along one axis of `written`.
    fn through_axes(&self, written: &View, source: &View) -> Option<View> {
        let axes = written.layout.shape.len();
        // The position in `written` of this view's first element.
        let (order, start) = (written.layout.coarsest_first(), written.layout.indices_of(self.layout.offset)?);
        let mut layout = Layout { offset: source.layout.offset, ..self.layout.clone() };
        let mut circular = Vec::new();
        let mut used = vec![false; axes];
        for axis in 0..self.layout.rank() {
            let (extent, stride) = (self.layout.shape[axis], self.layout.strides[axis]);
            if extent == 1 || stride == 0 {
                layout.strides[axis] = 0;
                continue;
            }
            // The coarsest axis whose stride divides this one, and whose extent this axis does not exceed.
            let inside = |&&along: &&usize| {
                let step = stride / written.layout.strides[along];
                let last = start[along] + step * (extent - 1);
                stride % written.layout.strides[along] == 0
                    && step != 0
                    && !used[along]
                    && (0..written.layout.shape[along]).contains(&last)
            };
            let &along = order.iter().find(inside)?;
            used[along] = true;
            let step = stride / written.layout.strides[along];
            match source.wrap(along) {
                None => layout.strides[axis] = source.layout.strides[along] * step,
                Some(wrap) if step == 1 || step == -1 => {
                    layout.strides[axis] = 0;
                    let begin = (wrap.start + wrap.step * start[along]).rem_euclid(wrap.modulus);
                    circular.push(CircularAxis { axis, start: begin, step: wrap.step * step, ..*wrap });
                }
                Some(_) => return None,
            }
        }
        for along in 0..axes {
            match source.wrap(along) {
                None => layout.offset += source.layout.strides[along] * start[along],
                // An axis of which the view has one element becomes an offset.
                Some(wrap) if !used[along] => {
                    let circular_index = (wrap.start + wrap.step * start[along]).rem_euclid(wrap.modulus);
                    layout.offset += circular_index * wrap.stride;
                }
                Some(_) => {}
            }
        }
        Some(View { storage: source.storage, dtype: source.dtype, layout, circular })
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(storage: u32, layout: Layout) -> View {
        View::new(StorageId(storage), DType::F64, layout)
    }

    /// The offset of each position, in C order: the definition that all of the above must agree with.
    fn offsets(view: &View) -> Vec<i64> {
        let shape = &view.layout.shape;
        (0..view.layout.size())
            .map(|linear| {
                let (mut rest, mut offset) = (linear, view.layout.offset);
                for axis in (0..shape.len()).rev() {
                    let index = rest % shape[axis];
                    rest /= shape[axis];
                    offset += index * view.layout.strides[axis];
                    if let Some(wrap) = view.wrap(axis) {
                        offset += (wrap.start + wrap.step * index).rem_euclid(wrap.modulus) * wrap.stride;
                    }
                }
                offset
            })
            .collect()
    }

    #[test]
    fn relations() {
        let whole = view(0, Layout::contiguous(&[10]));
        let even = view(0, whole.layout.slice(0, 0, 2, 5));
        let odd = view(0, whole.layout.slice(0, 1, 2, 5));
        assert_eq!(even.relation(&odd), Relation::Disjoint);
        assert_eq!(even.relation(&whole), Relation::Overlap);
        assert_eq!(whole.relation(&whole.clone()), Relation::Same);
        let (low, high) = (view(0, whole.layout.slice(0, 0, 1, 5)), view(0, whole.layout.slice(0, 5, 1, 5)));
        assert_eq!(low.relation(&high), Relation::Disjoint);
        // Planes of a middle axis, columns on both sides of one, and windows that share a column.
        let block = view(0, Layout::contiguous(&[4, 3, 5]));
        assert_eq!(block.slice_at(1, 0).relation(&block.slice_at(1, 2)), Relation::Disjoint);
        let columns = |start, count| view(0, Layout::contiguous(&[4, 15]).slice(1, start, 1, count));
        assert_eq!(columns(0, 7).relation(&columns(7, 8)), Relation::Disjoint);
        assert_eq!(columns(0, 8).relation(&columns(7, 8)), Relation::Overlap);
        assert_eq!(
            view(0, Layout::contiguous(&[4, 15]).slice(1, 6, -1, 7)).relation(&columns(7, 8)),
            Relation::Disjoint
        );
        assert_eq!(columns(3, 4).roll(1, 1).relation(&columns(7, 8)), Relation::Disjoint);
        assert_eq!(whole.relation(&view(1, whole.layout.clone())), Relation::Disjoint);
    }

    #[test]
    fn relations_are_those_of_the_offsets() {
        let mut state = 1u64;
        let mut draw = |below: i64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as i64 % below
        };
        let mut seen = [0; 3];
        for _ in 0..20_000 {
            let mut one = || {
                let whole = view(0, Layout::contiguous(&[3, 4, 5]));
                let mut own = whole.clone();
                for axis in 0..3 {
                    let extent = whole.layout.shape[axis];
                    let start = draw(extent);
                    let step = 1 + draw(2);
                    let count = 1 + draw((extent - start + step - 1) / step);
                    own.layout = own.layout.slice(axis, start, step, count);
                }
                if draw(4) == 0 {
                    own = own.roll(draw(3) as usize, 1);
                }
                own
            };
            let (a, b) = (one(), one());
            let (of_a, of_b) = (offsets(&a), offsets(&b));
            let share = of_a.iter().any(|offset| of_b.contains(offset));
            match a.relation(&b) {
                Relation::Same => assert_eq!(of_a, of_b),
                Relation::Disjoint => assert!(!share, "{a:?} and {b:?}"),
                Relation::Overlap => {}
            }
            seen[usize::from(!share) + usize::from(!share && a.relation(&b) == Relation::Overlap)] += 1;
        }
        // Few of the disjoint pairs are not known to be disjoint.
        assert!(seen[2] * 4 < seen[1], "{seen:?}");
    }

    #[test]
    fn views_that_overlap_themselves() {
        assert!(view(0, Layout::contiguous(&[3]).broadcast(&[2, 3]).unwrap()).overlaps_itself());
        assert!(!view(0, Layout::contiguous(&[4, 3]).permute(&[1, 0])).overlaps_itself());
        let windows = Layout { shape: crate::Dims::new(&[3, 2]), strides: crate::Dims::new(&[1, 1]), offset: 0 };
        assert!(view(0, windows).overlaps_itself());
    }

    #[test]
    fn reading_through_a_copy_reads_the_same_elements() {
        let source = view(0, Layout::contiguous(&[4, 6]));
        let sources = [
            source.clone(),
            source.roll(0, 1),
            source.roll(0, 1).roll(1, -2),
            view(0, source.layout.slice(1, 5, -1, 6)),
            view(0, Layout::contiguous(&[6, 4]).permute(&[1, 0])),
        ];
        let written = view(1, Layout::contiguous(&[4, 6]));
        let readers = [
            written.clone(),
            written.roll(1, 3),
            view(1, written.layout.slice(1, 1, 2, 3)),
            view(1, written.layout.slice(0, 3, -1, 4).slice(1, 2, 1, 3)),
            view(1, written.layout.at(0, 2)),
            view(1, written.layout.permute(&[1, 0])),
            view(1, written.layout.at(0, 1).broadcast(&[3, 6]).unwrap()),
        ];
        let mut composed = 0;
        for source in &sources {
            let filled = offsets(source);
            for reader in &readers {
                if let Some(direct) = reader.through(&written, source) {
                    let expected: Vec<i64> = offsets(reader).iter().map(|&offset| filled[offset as usize]).collect();
                    assert_eq!(offsets(&direct), expected, "{reader:?} through {source:?}");
                    composed += 1;
                }
            }
        }
        assert!(composed >= 30, "only {composed} of {} were composed", sources.len() * readers.len());
    }
}
