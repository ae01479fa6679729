//! Order statistics of rows, by selection: a few words by partitioning, many by way of a sample that narrows the range
//! of values, and short rows by sorting several side by side.

pub(super) mod select;
#[cfg(target_arch = "x86_64")]
mod vectors;
pub(super) mod words;

use cuprust_ir::{Error, Relation, Result};
use cuprust_num::DType;
use cuprust_reserve::{filled, list, reserve};

use super::load::Elements;
use super::sort::keys::{Signed, Total, Unsigned};
use super::sort::network::{group_bytes, lanes, sort_group};
use super::{PoolBuffer, Shared, Site, Work};
use crate::parallel::spread;
use crate::threads;

use select::{Interval, Target, intervals, select};
use words::{Keyed, Word, to_words};

/// Fewest elements of a row that is sampled, and that several threads share.
pub(super) const MIN_SAMPLED_ROW: usize = 1 << 15;

/// Most elements of rows that are sorted side by side.
const MAX_SORTED_ROW: usize = 128;

/// Fewest rows that are sorted side by side.
const MIN_SORTED_ROWS: i64 = 4;

/// The cost of an element, in positions of a map.
const POSITIONS_PER_ELEMENT: i64 = 4;

/// Elements that are converted to words at a time.
const BLOCK: usize = 2048;

pub(super) fn check(work: &Work) -> Result<()> {
    let (values, ranks, out) = (work.view(0)?, work.view(1)?, work.output());
    if values.dtype.is_complex() || out.dtype != values.dtype || ranks.dtype != DType::I64 {
        return Err(Error::type_("takes real numbers and int64 ranks, and gives elements"));
    }
    let ([rows, length], [of_ranks, _]) = (&values.layout.shape[..], &ranks.layout.shape[..]) else {
        return Err(Error::runtime("takes matrices of values and of ranks"));
    };
    if !values.is_contiguous() || !out.is_contiguous() || out.layout.shape != ranks.layout.shape || rows != of_ranks {
        return Err(Error::runtime("takes values and gives elements in C order, and as many rows of each as of ranks"));
    }
    if *length == 0 && out.layout.size() != 0 {
        return Err(Error::runtime("takes rows of one element at least"));
    }
    if [values, ranks].iter().any(|view| view.relation(out) != Relation::Disjoint) {
        return Err(Error::runtime("the output overlaps an input"));
    }
    Ok(())
}

pub(super) fn run(work: &Work, propagate: bool, site: &Site) -> Result<()> {
    match work.view(0)?.dtype {
        DType::Bool | DType::U8 => Rows::<Unsigned<u8>>::run(work, false, site),
        DType::U16 => Rows::<Unsigned<u16>>::run(work, false, site),
        DType::U32 => Rows::<Unsigned<u32>>::run(work, false, site),
        DType::U64 => Rows::<Unsigned<u64>>::run(work, false, site),
        DType::I8 => Rows::<Signed<u8>>::run(work, false, site),
        DType::I16 => Rows::<Signed<u16>>::run(work, false, site),
        DType::I32 => Rows::<Signed<u32>>::run(work, false, site),
        DType::I64 => Rows::<Signed<u64>>::run(work, false, site),
        DType::F16 => Rows::<Total<u16, 0x7c00>>::run(work, propagate, site),
        DType::BF16 => Rows::<Total<u16, 0x7f80>>::run(work, propagate, site),
        DType::F32 => Rows::<Total<u32, 0x7f80_0000>>::run(work, propagate, site),
        DType::F64 => Rows::<Total<u64, 0x7ff0_0000_0000_0000>>::run(work, propagate, site),
        DType::C64 | DType::C128 => Err(Error::type_("takes real numbers")),
    }
}

/// Rows, and the ranks whose elements are selected.
struct Rows<'a, E> {
    values: Elements<'a>,
    ranks: Elements<'a>,
    site: &'a Site<'a>,
    length: usize,
    /// The number of ranks of a row.
    count: usize,
    /// The targets of each row, if all rows have the same.
    same: Vec<Target>,
    out: Shared<E>,
    /// Whether a NaN makes all of its row's results NaN.
    propagate: bool,
}

impl<'a, E: Keyed> Rows<'a, E> {
    fn run(work: &'a Work, propagate: bool, site: &'a Site<'a>) -> Result<()> {
        let (shape, count) = (&work.view(0)?.layout.shape, work.output().layout.shape[1] as usize);
        let (rows, length) = (shape[0], shape[1] as usize);
        if rows == 0 || count == 0 {
            return Ok(());
        }
        // Memory for the targets and the selected words of each thread's row.
        let _working = reserve((threads::count() + 1).saturating_mul(count).saturating_mul(64))?;
        let (values, ranks) = (work.elements(0, site)?, work.elements(1, site)?);
        let out = Shared(site.start(work.output()).cast());
        let mut own: Rows<E> = Rows { values, ranks, site, length, count, same: Vec::new(), out, propagate };
        if work.load(1).is_none() && work.view(1)?.layout.strides[0] == 0 {
            let mut same = Vec::new();
            own.targets(0, &site.buffer(8 * count)?, &mut same)?;
            own.same = same;
        }
        let threads = threads::count();
        if length >= MIN_SAMPLED_ROW && rows < 4 * threads as i64 {
            return (0..rows).try_for_each(|row| own.long(row, 4 * threads));
        }
        let grain = if length <= MAX_SORTED_ROW { lanes::<E>() as i64 } else { 1 };
        spread(rows, rows.saturating_mul(length as i64).saturating_mul(POSITIONS_PER_ELEMENT), grain, |first, end| {
            if length >= MIN_SAMPLED_ROW {
                (first..end).try_for_each(|row| own.long(row, 1))
            } else if length <= MAX_SORTED_ROW && end - first >= MIN_SORTED_ROWS {
                own.sorted(first, end)
            } else {
                own.short(first, end)
            }
        })
    }

    /// The targets of a row by ascending ranks, replacing those of the row before.
    fn targets(&self, row: i64, buffer: &PoolBuffer, targets: &mut Vec<Target>) -> Result<()> {
        if !self.same.is_empty() {
            if targets.is_empty() {
                targets.clone_from(&self.same);
            }
            return Ok(());
        }
        // SAFETY: the buffer holds the ranks of a row, each of which is read once.
        let ranks = unsafe { self.ranks.at(row * self.count as i64, self.count, || Ok(buffer.at()))? }.cast::<i64>();
        targets.clear();
        for j in 0..self.count {
            // SAFETY: there are as many ranks, unaligned.
            let rank = unsafe { ranks.add(j).read_unaligned() };
            let rank = usize::try_from(rank).ok().filter(|&rank| rank < self.length);
            targets.push((rank.ok_or_else(|| Error::runtime("a rank is not within its row"))?, j));
        }
        targets.sort_unstable();
        Ok(())
    }

    /// Writes a row's results, or NaN if `nan` says that the row has one.
    fn write(&self, row: i64, nan: bool, element: impl Fn(usize) -> E) {
        for j in 0..self.count {
            let element = if nan && self.propagate { E::from_word(E::GREATEST) } else { element(j) };
            // SAFETY: the output has as many results of each row, unaligned, and each row belongs to one thread.
            unsafe { self.out.get().add(row as usize * self.count + j).write_unaligned(element) };
        }
    }

    /// Selects from rows one after another.
    fn short(&self, first: i64, end: i64) -> Result<()> {
        let n = self.length;
        let buffer = |count: usize| self.site.buffer(count.max(1) * size_of::<u64>());
        let (elements, words, spare, ranks) = (buffer(n)?, buffer(n)?, buffer(n)?, buffer(self.count)?);
        let (words, spare) = (words.at::<E::Word>(), spare.at::<E::Word>());
        let (mut targets, mut found) = (list(self.count)?, filled(E::Word::MIN, self.count)?);
        for row in first..end {
            self.targets(row, &ranks, &mut targets)?;
            // SAFETY: the buffers hold a row, and each row is read once; ranks are within it.
            let nan = unsafe {
                let from = self.values.at(row * n as i64, n, || Ok(elements.at()))?;
                to_words::<E>(from.cast(), n, words);
                let nan = self.propagate && E::Word::count_less(words, n, E::GREATEST) < n;
                select(words, n, spare, &targets, &mut found);
                nan
            };
            self.write(row, nan, |j| E::from_word(found[j]));
        }
        Ok(())
    }

    /// Sorts short rows, with an element of each in a vector.
    fn sorted(&self, first: i64, end: i64) -> Result<()> {
        let (n, per_group) = (self.length, lanes::<E>() as i64);
        let scratch = self.site.buffer(group_bytes::<E>(n))?;
        let (buffer, ranks) = (self.site.buffer(n * lanes::<E>() * size_of::<E>())?, self.site.buffer(8 * self.count)?);
        let mut targets = Vec::new();
        for group in (first..end).step_by(per_group as usize) {
            let rows = per_group.min(end - group);
            // SAFETY: the buffers hold a group of rows, and each row is read once.
            unsafe {
                let from = self.values.at(group * n as i64, rows as usize * n, || Ok(buffer.at()))?;
                sort_group::<E>(from.cast(), buffer.at(), rows as usize, n, scratch.at());
            }
            for row in 0..rows {
                self.targets(group + row, &ranks, &mut targets)?;
                // SAFETY: the index is one of the row's.
                let at = |index: usize| unsafe { buffer.at::<E>().add(row as usize * n + index).read() };
                let nan = self.propagate && at(n - 1).word() == E::GREATEST;
                for &(rank, j) in &targets {
                    let element = if nan { E::from_word(E::GREATEST) } else { at(rank) };
                    let index = (group + row) as usize * self.count + j;
                    // SAFETY: as in [`Rows::write`].
                    unsafe { self.out.get().add(index).write_unaligned(element) };
                }
            }
        }
        Ok(())
    }

    /// Selects from a long row in this many chunks. Each word is read once; a sample gives the intervals that probably
    /// hold the wanted ones, and only the words in these are kept.
    fn long(&self, row: i64, chunks: usize) -> Result<()> {
        let ranks = self.site.buffer(8 * self.count)?;
        let mut targets = Vec::new();
        self.targets(row, &ranks, &mut targets)?;
        // SAFETY: each row is read once.
        let (from, _room) = unsafe { self.values.whole(row * self.length as i64, self.length, chunks > 1)? };
        let from = Shared(from.cast::<E>().cast_mut());
        let mut found = filled(E::Word::MIN, self.count)?;
        // SAFETY: there are as many elements, which no thread writes meanwhile.
        let nan = unsafe { select_long::<E>(from, self.length, &targets, chunks, self.propagate, &mut found)? };
        self.write(row, nan, |j| E::from_word(found[j]));
        Ok(())
    }
}

/// The words of a chunk of a row relative to an interval.
struct Part<W> {
    /// The number of words below it.
    less: usize,
    /// The number of words within it.
    within: usize,
    /// The words within it, unless they are all equal.
    words: Vec<W>,
}

/// Writes to `found[j]` the word of rank `rank` in a row, for each target `(rank, j)`, which are ascending. Returns
/// whether an element is the greatest word, if `find_greatest`.
///
/// # Safety
/// There are `n` elements, unaligned, and ranks are below `n`.
pub(super) unsafe fn select_long<E: Keyed>(
    from: Shared<E>,
    n: usize,
    targets: &[Target],
    chunks: usize,
    find_greatest: bool,
    found: &mut [E::Word],
) -> Result<bool> {
    // Memory for the words within intervals: as growing lists, then concatenated, and as much spare; or twice all
    // words.
    let _working = reserve(n.saturating_mul(4 * size_of::<E::Word>()))?;
    let greatest = Interval { low: E::GREATEST, high: E::GREATEST };
    // SAFETY: there are n elements.
    let sample = unsafe { sample(from, n) };
    let mut intervals_sought = intervals(&sample, n, targets);
    let adds_greatest = find_greatest && intervals_sought.last().is_none_or(|last| last.high < E::GREATEST);
    if adds_greatest {
        intervals_sought.push(greatest);
    }
    // SAFETY: as above.
    let parts = unsafe { scan_chunks::<E>(from, n, &intervals_sought, chunks) };
    let mut nan = adds_greatest && parts.iter().any(|parts| parts.last().is_some_and(|part| part.within > 0));
    let mut remaining = targets;
    let mut missed = Vec::new();
    for (index, interval) in intervals_sought[..intervals_sought.len() - usize::from(adds_greatest)].iter().enumerate()
    {
        let less: usize = parts.iter().map(|parts| parts[index].less).sum();
        let within: usize = parts.iter().map(|parts| parts[index].within).sum();
        let (before, rest) = remaining.split_at(remaining.partition_point(|&(rank, _)| rank < less));
        let (own, behind) = rest.split_at(rest.partition_point(|&(rank, _)| rank < less + within));
        missed.extend_from_slice(before);
        remaining = behind;
        let is_last = find_greatest && interval.high >= E::GREATEST;
        if interval.low == interval.high {
            own.iter().for_each(|&(_, j)| found[j] = interval.low);
            nan |= is_last && within > 0;
            continue;
        }
        let mut words: Vec<E::Word> = list(within)?;
        parts.iter().for_each(|parts| words.extend_from_slice(&parts[index].words));
        nan |= is_last && words.contains(&E::GREATEST);
        let own: Vec<Target> = own.iter().map(|&(rank, j)| (rank - less, j)).collect();
        let mut spare = filled(E::Word::MIN, within)?;
        // SAFETY: both have as many words.
        unsafe { select(words.as_mut_ptr(), within, spare.as_mut_ptr(), &own, found) };
    }
    missed.extend_from_slice(remaining);
    if !missed.is_empty() {
        // The sample was not representative, which is rare.
        missed.sort_unstable();
        let (mut words, mut spare) = (filled(E::Word::MIN, n)?, filled(E::Word::MIN, n)?);
        // SAFETY: there are n elements, and both have n words.
        unsafe {
            to_words::<E>(from.get(), n, words.as_mut_ptr());
            select(words.as_mut_ptr(), n, spare.as_mut_ptr(), &missed, found);
        }
    }
    Ok(nan)
}

/// A sorted sample of a row: one word of each stretch of it, at irregular distances.
///
/// # Safety
/// There are `n` elements, unaligned.
unsafe fn sample<E: Keyed>(from: Shared<E>, n: usize) -> Vec<E::Word> {
    let count = ((n as f64).powf(2.0 / 3.0) / 2.0) as usize;
    let step = n / count;
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut words: Vec<E::Word> = (0..count)
        .map(|i| {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            let index = i * step + (state >> 33) as usize % step;
            // SAFETY: the index is below n.
            unsafe { from.get().add(index).read_unaligned() }.word()
        })
        .collect();
    words.sort_unstable();
    words
}

/// Counts and collects the words of each chunk of a row within some intervals.
///
/// # Safety
/// There are `n` elements, unaligned.
unsafe fn scan_chunks<E: Keyed>(
    from: Shared<E>,
    n: usize,
    intervals: &[Interval<E::Word>],
    chunks: usize,
) -> Vec<Vec<Part<E::Word>>> {
    let part = || Part { less: 0, within: 0, words: Vec::new() };
    let mut parts: Vec<Vec<Part<E::Word>>> = (0..chunks).map(|_| intervals.iter().map(|_| part()).collect()).collect();
    let (own, length) = (Shared(parts.as_mut_ptr()), n.div_ceil(chunks));
    let each = |chunk: usize| {
        // SAFETY: there is one element for each chunk, and each chunk runs once.
        let parts = unsafe { &mut *own.get().add(chunk) };
        let mut words = [E::Word::MIN; BLOCK];
        for first in (chunk * length..n.min((chunk + 1) * length)).step_by(BLOCK) {
            let count = BLOCK.min(n.min((chunk + 1) * length) - first);
            // SAFETY: the elements are below n, and the words are as many.
            unsafe { to_words::<E>(from.get().add(first), count, words.as_mut_ptr()) };
            for (part, interval) in parts.iter_mut().zip(intervals) {
                // SAFETY: there are as many words, and the list has spare capacity for them.
                let (less, within) = unsafe {
                    if interval.low == interval.high {
                        let less = E::Word::count_less(words.as_ptr(), count, interval.low);
                        let next = interval.high.next();
                        let up_to = next.map_or(count, |next| E::Word::count_less(words.as_ptr(), count, next));
                        (less, up_to - less)
                    } else {
                        part.words.reserve(count);
                        let to = part.words.as_mut_ptr().add(part.within);
                        let (less, within) = E::Word::collect(words.as_ptr(), count, interval.low, interval.high, to);
                        part.words.set_len(part.within + within);
                        (less, within)
                    }
                };
                (part.less, part.within) = (part.less + less, part.within + within);
            }
        }
    };
    if chunks == 1 {
        each(0)
    } else {
        threads::share(chunks, &each)
    }
    parts
}
