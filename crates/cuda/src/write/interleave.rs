//! Interleaved operands of one storage, as the colours of a pixel or the coordinates of a point: a thread moves all of
//! them in wide accesses, instead of each element alone.

use cuprust_ir::View;

use super::space::Access;

/// The most bytes of a group that a thread moves, which are in registers: where a single period has wide accesses, and
/// where it takes several.
const MAX_GROUP_BYTES: i64 = 64;
const MAX_BYTES_OF_PERIODS: i64 = 144;

/// Interleaved operands: each of them steps over as many elements as there are operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    /// The indices of the operands, by the offset of their element in a period. An operand may occur twice.
    pub members: Vec<(i64, usize)>,
    /// The elements of a period, each of which belongs to some member.
    pub period: i64,
    /// The bytes of an element.
    size: i64,
    /// The alignment of the periods: the greatest power of two that divides their offsets, up to 16.
    aligned: i64,
}

impl Group {
    /// The operand of the first element of a period.
    pub(super) fn lead(&self) -> usize {
        self.members.iter().find(|(slot, _)| *slot == 0).map_or(0, |&(_, operand)| operand)
    }

    /// Whether an operand is among them.
    pub(super) fn has(&self, operand: usize) -> bool {
        self.members.iter().any(|&(_, member)| member == operand)
    }

    /// The bytes of an element.
    pub(super) fn size(&self) -> usize {
        self.size as usize
    }

    /// How many elements one access moves, where a thread has `vector` periods.
    pub(super) fn width(&self, vector: usize) -> i64 {
        let divides = |width: &i64| self.period * vector as i64 % width == 0 && width * self.size <= 16;
        [16, 8, 4, 2].into_iter().filter(|&width| width <= self.aligned).find(divides).unwrap_or(1)
    }

    /// Whether a thread that has `vector` periods moves them in wide accesses.
    pub(super) fn packs(&self, vector: usize) -> bool {
        let width = self.width(vector);
        let max_bytes = if self.width(1) > 1 { MAX_GROUP_BYTES } else { MAX_BYTES_OF_PERIODS };
        width > 1 && width >= vector as i64 && self.period * vector as i64 * self.size <= max_bytes
    }
}

/// The groups among operands, each of which accesses its storage as the view and the access describe.
pub(super) fn groups<'a>(operands: impl Iterator<Item = (&'a View, &'a Access)>, axis: usize) -> Vec<Group> {
    let operands: Vec<(&View, &Access)> = operands.collect();
    let mut groups = Vec::new();
    let mut had = vec![false; operands.len()];
    for (position, &(view, access)) in operands.iter().enumerate() {
        let period = access.strides[axis];
        if had[position] || access.circular[axis].is_some() || !(2..=16).contains(&period) {
            continue;
        }
        let is_related = |&(_, &other): &(usize, &(&View, &Access))| Access::differs_in_offset((view, access), other);
        let family: Vec<(usize, i64)> = operands
            .iter()
            .enumerate()
            .filter(is_related)
            .map(|(position, other)| (position, other.1.offset))
            .collect();
        let Some(first) = family
            .iter()
            .map(|&(_, offset)| offset)
            .filter(|&offset| offset <= access.offset && access.offset - offset < period)
            .min()
        else {
            continue;
        };
        let members: Vec<(i64, usize)> = family
            .into_iter()
            .map(|(position, offset)| (offset - first, position))
            .filter(|(slot, _)| (0..period).contains(slot))
            .collect();
        if (0..period).any(|slot| members.iter().all(|(own, _)| *own != slot)) {
            continue;
        }
        members.iter().for_each(|&(_, position)| had[position] = true);
        let steps = (0..access.strides.len()).filter(|&other| other != axis).map(|other| access.step(other));
        let divided = steps.fold(first | 16, |bits, step| bits | step);
        groups.push(Group {
            members,
            period,
            size: view.dtype.size() as i64,
            aligned: 1 << divided.trailing_zeros().min(4),
        });
    }
    groups
}

#[cfg(test)]
mod tests {
    use cuprust_ir::{Layout, StorageId};
    use cuprust_num::DType;

    use super::*;

    fn found(columns: &[i64], of: i64, dtype: DType) -> Vec<Group> {
        let views: Vec<View> = columns
            .iter()
            .map(|&column| View::new(StorageId(0), dtype, Layout::contiguous(&[32, of]).at(1, column)))
            .collect();
        let accesses: Vec<Access> = views.iter().map(Access::of_view).collect();
        groups(views.iter().zip(&accesses), 0)
    }

    #[test]
    fn colours_are_moved_together_where_all_are_there() {
        let [group] = &found(&[2, 0, 1, 0], 3, DType::U8)[..] else { panic!("one group") };
        assert_eq!((group.lead(), group.period, group.members.len()), (1, 3, 4));
        assert_eq!([1, 2, 4, 8].map(|vector| group.width(vector)), [1, 2, 4, 8]);
        assert!(group.packs(8) && !group.packs(1));
        assert!(found(&[0, 1], 3, DType::U8).is_empty() && found(&[0], 1, DType::U8).is_empty());
        let [four] = &found(&[0, 1, 2, 3], 4, DType::F32)[..] else { panic!("one group") };
        assert!(four.packs(1) && four.packs(4) && !four.packs(8));
        let [doubles] = &found(&[0, 1, 2], 3, DType::F64)[..] else { panic!("one group") };
        assert_eq!((doubles.width(1), doubles.width(2), doubles.packs(2)), (1, 2, true));
    }
}
