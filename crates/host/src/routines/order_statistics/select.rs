//! Selection among unsorted words: by quickselect where they are few, and by way of a sample where they are many.

use super::words::Word;

/// Most words that are sorted rather than partitioned.
const MAX_SORTED_WORDS: usize = 48;

/// A rank, and the index of its result.
pub(in crate::routines) type Target = (usize, usize);

/// Writes to `found[j]` the word of rank `rank` among `n` words, for each target `(rank, j)`, which are ascending. The
/// words are reordered, and overwritten in part.
///
/// # Safety
/// There are `n` words, and `spare` holds as many and does not overlap; ranks are below `n`, and `found` has each `j`.
pub(in crate::routines) unsafe fn select<W: Word>(
    words: *mut W,
    n: usize,
    spare: *mut W,
    targets: &[Target],
    found: &mut [W],
) {
    // Unbalanced pivots are rare; many in succession practically never occur.
    let mut splits = 2 * usize::BITS - 2 * n.leading_zeros();
    let (mut words, mut n, mut spare, mut targets) = (words, n, spare, targets);
    // The offset of ranks: the number of words less than those that are left.
    let mut before = 0;
    while !targets.is_empty() {
        if n <= MAX_SORTED_WORDS || splits == 0 {
            // SAFETY: there are n words.
            let words = unsafe { std::slice::from_raw_parts_mut(words, n) };
            words.sort_unstable();
            targets.iter().for_each(|&(rank, j)| found[j] = words[rank - before]);
            return;
        }
        splits -= 1;
        // SAFETY: there are n words.
        let pivot = unsafe { pivot(words, n, targets[targets.len() / 2].0 - before) };
        // SAFETY: there are n words, and `spare` holds as many.
        let mut less = unsafe { W::split(words, n, pivot, spare) };
        if less == 0 {
            // The pivot is the least word, and equal words must be split off from the others.
            let Some(next) = pivot.next() else {
                targets.iter().for_each(|&(_, j)| found[j] = pivot);
                return;
            };
            std::mem::swap(&mut words, &mut spare);
            // SAFETY: as above: all words were moved.
            less = unsafe { W::split(words, n, next, spare) };
            let equal = targets.partition_point(|&(rank, _)| rank - before < less);
            targets[..equal].iter().for_each(|&(_, j)| found[j] = pivot);
            targets = &targets[equal..];
            (before, n) = (before + less, n - less);
            std::mem::swap(&mut words, &mut spare);
            continue;
        }
        let in_low = targets.partition_point(|&(rank, _)| rank - before < less);
        let (low, high) = targets.split_at(in_low);
        if high.is_empty() {
            n = less;
            continue;
        }
        if !low.is_empty() {
            let low: Vec<Target> = low.iter().map(|&(rank, j)| (rank - before, j)).collect();
            // SAFETY: the lesser words are in front; after the greater ones there is space for as many as are less.
            unsafe { select(words, less, spare.add(n - less), &low, found) };
        }
        targets = high;
        (before, n) = (before + less, n - less);
        std::mem::swap(&mut words, &mut spare);
    }
}

/// A pivot near a rank: the word of the corresponding rank in a sample.
///
/// # Safety
/// There are `n` words, more than the rank.
unsafe fn pivot<W: Word>(words: *const W, n: usize, rank: usize) -> W {
    /// Most samples of which the pivot is the median.
    const MAX_PIVOT_SAMPLES: usize = 63;
    let count = if n < 512 {
        7
    } else if n < 8192 {
        15
    } else {
        MAX_PIVOT_SAMPLES
    };
    let mut some = [W::MAX; MAX_PIVOT_SAMPLES];
    for (i, word) in some[..count].iter_mut().enumerate() {
        // SAFETY: the index is below n.
        *word = unsafe { words.add((2 * i + 1) * n / (2 * count)).read() };
    }
    some[..count].sort_unstable();
    some[(rank * count / n).min(count - 1)]
}

/// An interval of words, both ends inclusive, which probably contains the words of some targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interval<W> {
    pub low: W,
    pub high: W,
}

/// Ascending and disjoint intervals that probably contain the words of the targets among `n` words, from a sorted
/// sample.
pub(super) fn intervals<W: Word>(sample: &[W], n: usize, targets: &[Target]) -> Vec<Interval<W>> {
    let share = sample.len() as f64 / n as f64;
    // Four standard deviations of the number of sampled words below an element.
    let reach = |at: f64| 4.0 * (at * (1.0 - at / sample.len() as f64)).max(0.0).sqrt() + 2.0;
    let mut all: Vec<Interval<W>> = Vec::new();
    for &(rank, _) in targets {
        let at = rank as f64 * share;
        let (low, high) = (at - reach(at), at + reach(at));
        let low = if low < 0.0 { W::MIN } else { sample[low as usize] };
        let high = if high >= sample.len() as f64 { W::MAX } else { sample[high as usize] };
        match all.last_mut() {
            Some(last) if low <= last.high => last.high = last.high.max(high),
            _ => all.push(Interval { low, high }),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Word + std::fmt::Debug>(words: &[W]) {
        let n = words.len();
        let mut sorted = words.to_vec();
        sorted.sort_unstable();
        for ranks in [vec![n / 2], vec![0, n - 1], vec![0, n / 4, n / 4, n / 3, n / 2, n - 1], (0..n).collect()] {
            let targets: Vec<Target> = ranks.iter().enumerate().map(|(j, &rank)| (rank, j)).collect();
            let (mut own, mut spare, mut found) = (words.to_vec(), words.to_vec(), vec![W::MIN; ranks.len()]);
            // SAFETY: both have n words.
            unsafe { select(own.as_mut_ptr(), n, spare.as_mut_ptr(), &targets, &mut found) };
            assert_eq!(found, ranks.iter().map(|&rank| sorted[rank]).collect::<Vec<W>>(), "{n} {ranks:?}");
        }
    }

    #[test]
    fn words_of_every_kind_are_selected() {
        for n in [1, 2, 3, 47, 48, 49, 50, 100, 1000, 5000] {
            let mut state = n as u64;
            let mut next = || {
                state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
                state >> 20
            };
            check(&(0..n).map(|_| next() as u32).collect::<Vec<u32>>());
            check(&(0..n).map(|_| next()).collect::<Vec<u64>>());
            check(&(0..n).map(|_| next() as u32 % 3).collect::<Vec<u32>>());
            check(&(0..n).map(|_| u64::MAX - next() % 2).collect::<Vec<u64>>());
            check(&(0..n as u32).collect::<Vec<u32>>());
            check(&(0..n as u32).rev().collect::<Vec<u32>>());
            check(&vec![u32::MAX; n]);
            // The median is the minimum: every pivot is bad for the ranks that are sought.
            check(&(0..n as u32).map(|i| i.abs_diff(n as u32 / 2)).collect::<Vec<u32>>());
        }
    }

    #[test]
    fn intervals_are_ascending_and_apart() {
        let sample: Vec<u32> = (0..1000).map(|i| 10 * i).collect();
        let found = intervals(&sample, 100_000, &[(0, 0), (10, 1), (50_000, 2), (50_001, 3), (99_999, 4)]);
        assert_eq!(found.len(), 3);
        assert!(found[0].low == 0 && found[2].high == u32::MAX);
        assert!(found.windows(2).all(|pair| pair[0].high < pair[1].low));
        assert!(found[1].low < 5000 && 5000 < found[1].high);
    }
}
