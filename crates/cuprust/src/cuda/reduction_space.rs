//! The iteration space of a reduction: the axes of results and of elements, merged where possible, and the distribution
//! of the work.

use cuprust_ir::Dims;

use super::operands::OwnedArgument;

/// The threads of a block; a power of two.
pub(super) const THREADS: u32 = 256;

/// The number of blocks that occupies a large device: a reduction with as many results is not split.
const MAX_SPLIT_BLOCKS: i64 = 1024;

/// The fewest elements of a thread in a part: with fewer, the partial results cost more than the split saves.
const MIN_ELEMENTS_PER_THREAD: i64 = 16;

/// The axes of the results, followed by those that are reduced, with the strides of each array.
pub(super) struct Space {
    /// The number of axes of the results, merged.
    pub kept: usize,
    /// The unmerged extents of the results.
    pub results: Dims,
    /// How many results there are, and how many elements each reduces.
    pub count: i64,
    pub length: i64,
    shape: Dims,
    /// The strides of each array along the axes that it has, and the bytes of its elements.
    arrays: Vec<(Dims, usize)>,
}

impl Space {
    /// Permutes the axes of a shape; the first `kept` are those of the results.
    pub(super) fn new(shape: &[i64], order: &[usize], kept: usize) -> Space {
        let shape: Dims = order.iter().map(|&axis| shape[axis]).collect();
        let (count, length) = (shape[..kept].iter().product(), shape[kept..].iter().product());
        Space { kept, results: Dims::new(&shape[..kept]), count, length, shape, arrays: Vec::with_capacity(2) }
    }

    /// Adds an array by its strides along the permuted axes: all of them, or those of the results.
    pub(super) fn add(&mut self, strides: &[i64], size: usize) {
        self.arrays.push((Dims::new(strides), size));
    }

    /// Merges axes that are contiguous with each other in every array.
    pub(super) fn merge(&mut self) {
        let mut merged: Vec<usize> = Vec::with_capacity(self.shape.len());
        let (mut shape, mut kept) = (self.shape.clone(), 0);
        for axis in 0..self.shape.len() {
            if self.shape[axis] == 1 {
                continue;
            }
            let joins = |last: &usize| {
                (*last < self.kept) == (axis < self.kept)
                    && self
                        .arrays
                        .iter()
                        .all(|(strides, _)| axis >= strides.len() || strides[*last] == strides[axis] * self.shape[axis])
            };
            match merged.last_mut().filter(|last| joins(last)) {
                Some(last) => {
                    shape[axis] *= shape[*last];
                    *last = axis;
                }
                None => {
                    merged.push(axis);
                    kept += usize::from(axis < self.kept);
                }
            }
        }
        for (strides, _) in &mut self.arrays {
            let own = merged.iter().filter(|&&axis| axis < strides.len());
            *strides = own.map(|&axis| strides[axis]).collect();
        }
        self.shape = merged.iter().map(|&axis| shape[axis]).collect();
        self.kept = kept;
    }

    /// How many axes there are.
    pub(super) fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The extents as a kernel argument.
    pub(super) fn shape<'a>(&self) -> OwnedArgument<'a> {
        OwnedArgument::layout(&self.shape, &self.shape, 1)
    }

    /// The layout of each array that was added.
    pub(super) fn layouts<'a>(&self) -> impl Iterator<Item = OwnedArgument<'a>> {
        self.arrays
            .iter()
            .map(|(strides, size)| OwnedArgument::layout(&self.shape[..strides.len()], strides, *size as i64))
    }

    /// Whether neighbouring elements of the first array belong to neighbouring results instead of one result.
    pub(super) fn results_lie_closer(&self) -> bool {
        let Some((strides, _)) = self.arrays.first() else { return false };
        let step = |axes: std::ops::Range<usize>| axes.last().map(|axis| strides[axis].unsigned_abs());
        match (step(0..self.kept), step(self.kept..strides.len())) {
            (Some(result), Some(element)) => result < element,
            _ => false,
        }
    }
}

/// How the threads of a grid share the elements of a reduction. It depends on the sizes alone, so that a sum is
/// reproducible.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// The number of elements of a result.
    pub length: i64,
    /// The number of parts into which they are split, and the number of elements in a part.
    pub parts: i64,
    pub chunk: i64,
    /// How many threads of a block work on one result.
    pub team: u32,
    /// Whether neighbouring threads work on neighbouring results.
    pub across: bool,
}

impl Split {
    pub(super) fn new(count: i64, length: i64, closer: bool) -> Split {
        let across = closer && count > 1;
        let team = if across { team_across(count, length) } else { power(length.min(32).max(length / 4)) };
        let mut split = Split { length, parts: 1, chunk: length, team, across };
        let least = MIN_ELEMENTS_PER_THREAD * i64::from(team);
        let wanted = (MAX_SPLIT_BLOCKS / split.groups(count) as i64).min(length / least);
        if wanted > 1 {
            split.chunk = (length as u64).div_ceil(wanted as u64).next_multiple_of(u64::from(team)) as i64;
            split.parts = (length as u64).div_ceil(split.chunk as u64) as i64;
        }
        split
    }

    /// How the partial results of this many parts are reduced. They are stored part after part.
    pub(super) fn of_partials(count: i64, parts: i64) -> Split {
        let across = count > 1;
        let team = if across { team_across(count, parts) } else { power(parts) };
        Split { length: parts, parts: 1, chunk: parts, team, across }
    }

    /// How many blocks the results need.
    pub(super) fn groups(&self, count: i64) -> u64 {
        (count as u64).div_ceil(u64::from(THREADS / self.team))
    }
}

/// The next power of two, at most a block.
fn power(count: i64) -> u32 {
    (count.clamp(1, i64::from(THREADS)) as u32).next_power_of_two()
}

/// The threads of a result whose neighbours belong to other results: up to a warp's width of results are interleaved.
fn team_across(count: i64, length: i64) -> u32 {
    (THREADS / power(count).min(32)).min(power(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_that_step_as_one_are_merged() {
        // Of 4 x 1 x 6 x 5 in C order the first and the third axis are kept.
        let mut space = Space::new(&[4, 1, 6, 5], &[0, 2, 1, 3], 2);
        space.add(&[30, 5, 30, 1], 4);
        space.add(&[6, 1], 4);
        space.merge();
        assert_eq!((space.kept, space.rank(), space.count, space.length), (1, 2, 24, 5));
        assert_eq!(
            (&space.shape[..], &space.arrays[0].0[..], &space.arrays[1].0[..]),
            (&[24, 5][..], &[5, 1][..], &[1][..])
        );
        assert!(!space.results_lie_closer());
        // Another array with different strides prevents the merge.
        let mut space = Space::new(&[4, 6, 5], &[1, 2, 0], 2);
        space.add(&[5, 1, 30], 4);
        space.add(&[1, 6, 0], 4);
        space.merge();
        assert_eq!((space.kept, space.rank()), (2, 3));
        assert!(space.results_lie_closer());
        let mut space = Space::new(&[1, 1], &[0, 1], 1);
        space.add(&[1, 1], 4);
        space.merge();
        assert_eq!((space.kept, space.rank(), space.results_lie_closer()), (0, 0, false));
    }

    #[test]
    fn few_long_reductions_are_split() {
        let all = Split::new(1, 1 << 24, false);
        assert_eq!((all.parts, all.chunk, all.team), (1024, 1 << 14, 256));
        assert_eq!(
            Split::of_partials(1, 1024),
            Split { length: 1024, parts: 1, chunk: 1024, team: 256, across: false }
        );
        let columns = Split::new(8192, 8192, true);
        assert_eq!((columns.parts, columns.team, columns.across), (4, 8, true));
        assert_eq!(Split::new(8192, 8192, false).parts, 1);
        for (count, length, closer) in
            [(1, 0, false), (1, 1, true), (3, 5000, true), (3, 4097, false), (1, 1 << 33, false), (1 << 40, 2, true)]
        {
            let split = Split::new(count, length, closer);
            assert!(split.team.is_power_of_two() && split.team <= THREADS && split.parts >= 1);
            assert!(
                split.chunk * split.parts >= length && split.chunk * (split.parts - 1) < length.max(1),
                "{split:?}"
            );
        }
    }
}
