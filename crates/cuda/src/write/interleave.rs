//! Operands that lie between each other in one storage, as the colours of a pixel or the coordinates of a point: a
//! thread moves all of theirs in wide accesses, instead of each element alone.

use cuprust_ir::View;

use super::space::Access;

/// A thread moves so many bytes of a group at most: they stand in registers.
const MAX_BYTES: i64 = 64;

/// Operands whose elements take turns: each of them steps over as many elements as there are operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    /// The operands' places, by the place of their element in a turn. An operand may be there twice.
    pub members: Vec<(i64, usize)>,
    /// How many elements a turn has: all of them are some member's.
    pub turn: i64,
    /// The bytes of an element.
    size: i64,
    /// The greatest power of two that divides where turns begin, up to 16.
    aligned: i64,
}

impl Group {
    /// The operand that comes first in a turn.
    pub(super) fn lead(&self) -> usize {
        self.members.iter().find(|(slot, _)| *slot == 0).map_or(0, |&(_, operand)| operand)
    }

    /// The bytes of an element.
    pub(super) fn size(&self) -> usize {
        self.size as usize
    }

    /// How many elements one access moves, where a thread takes `vector` turns.
    pub(super) fn width(&self, vector: usize) -> i64 {
        let divides = |width: &i64| self.turn * vector as i64 % width == 0 && width * self.size <= 16;
        [16, 8, 4, 2].into_iter().filter(|&width| width <= self.aligned).find(divides).unwrap_or(1)
    }

    /// Whether a thread that takes `vector` turns moves them in wide accesses.
    pub(super) fn packs(&self, vector: usize) -> bool {
        let width = self.width(vector);
        width > 1 && width >= vector as i64 && self.turn * vector as i64 * self.size <= MAX_BYTES
    }
}

/// The groups among operands, each of which touches its storage as the view and the access say.
pub(super) fn groups<'a>(operands: impl Iterator<Item = (&'a View, &'a Access)>, axis: usize) -> Vec<Group> {
    let operands: Vec<(&View, &Access)> = operands.collect();
    let mut groups = Vec::new();
    let mut had = vec![false; operands.len()];
    for (place, &(view, access)) in operands.iter().enumerate() {
        let turn = access.strides[axis];
        if had[place] || access.circular[axis].is_some() || !(2..=16).contains(&turn) {
            continue;
        }
        let alike = |&(_, other): &(usize, &(&View, &Access))| {
            other.0.storage == view.storage
                && other.0.dtype == view.dtype
                && other.1.strides == access.strides
                && other.1.circular == access.circular
        };
        let family: Vec<(usize, i64)> =
            operands.iter().enumerate().filter(alike).map(|(place, other)| (place, other.1.offset)).collect();
        let Some(first) = family
            .iter()
            .map(|&(_, offset)| offset)
            .filter(|&offset| offset <= access.offset && access.offset - offset < turn)
            .min()
        else {
            continue;
        };
        let members: Vec<(i64, usize)> = family
            .into_iter()
            .map(|(place, offset)| (offset - first, place))
            .filter(|(slot, _)| (0..turn).contains(slot))
            .collect();
        if (0..turn).any(|slot| members.iter().all(|(own, _)| *own != slot)) {
            continue;
        }
        members.iter().for_each(|&(_, place)| had[place] = true);
        let steps = (0..access.strides.len()).filter(|&other| other != axis).map(|other| access.step(other));
        let divided = steps.fold(first | 16, |bits, step| bits | step);
        groups.push(Group {
            members,
            turn,
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
        assert_eq!((group.lead(), group.turn, group.members.len()), (1, 3, 4));
        assert_eq!([1, 2, 4, 8].map(|vector| group.width(vector)), [1, 2, 4, 8]);
        assert!(group.packs(8) && !group.packs(1));
        assert!(found(&[0, 1], 3, DType::U8).is_empty() && found(&[0], 1, DType::U8).is_empty());
        let [four] = &found(&[0, 1, 2, 3], 4, DType::F32)[..] else { panic!("one group") };
        assert!(four.packs(1) && four.packs(4) && !four.packs(8));
        let [doubles] = &found(&[0, 1, 2], 3, DType::F64)[..] else { panic!("one group") };
        assert_eq!((doubles.width(1), doubles.width(2), doubles.packs(2)), (1, 2, true));
    }
}
