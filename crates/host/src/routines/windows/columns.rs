//! The key of a rank, of 8 bits, in windows whose lines are alike: each column of a window's lines has a histogram of
//! its keys, which is updated as the window moves from line to line; a window's histogram is the sum of its columns'.

use cuprust_ir::Result;

use super::lines::Offsets;
use super::rank::Key;
use crate::block::Scratch;
use crate::simd::wide;

/// Different keys, and groups of them whose counts are summed.
const KEYS: usize = 256;
const GROUPS: usize = 16;

/// Counts of one column or window: of each key, then of each group.
const COUNTS: usize = KEYS + GROUPS;

/// Columns whose counts are kept: they stay in the second cache.
const MAX_COLUMNS: usize = 1024;

/// The changes of windows of equal lines from one line to the next.
pub(super) struct Steps {
    /// How many columns a window has.
    width: usize,
    /// The runs that enter the window with the next line, and those that leave it.
    entering: Vec<usize>,
    leaving: Vec<usize>,
}

impl Steps {
    /// The steps, where windows have lines of the same elements and follow one another along an axis before the last.
    pub fn of(offsets: &Offsets) -> Option<Steps> {
        let width = offsets.columns().filter(|_| offsets.count <= usize::from(u16::MAX))?;
        Some(Steps { width, entering: offsets.without(1)?, leaving: offsets.without(-1)? })
    }

    /// The length of segments that is worth counting their columns, if the lines' own is longer.
    pub fn segment(&self, length: i64) -> i64 {
        length.min((MAX_COLUMNS - self.width.min(MAX_COLUMNS - MAX_COLUMNS / 4)) as i64)
    }
}

/// The counts of a segment's columns.
pub(super) struct Columns<'a> {
    steps: &'a Steps,
    counts: Scratch,
    columns: usize,
}

impl<'a> Columns<'a> {
    /// Memory for segments of this many elements.
    pub fn new(steps: &'a Steps, segment: usize) -> Result<Columns<'a>> {
        let columns = segment + steps.width - 1;
        // One more for the window.
        let counts = Scratch::try_new((columns + 1).saturating_mul(COUNTS * size_of::<u16>()))?;
        Ok(Columns { steps, counts, columns })
    }

    fn counts_of(&self, column: usize) -> *mut u16 {
        self.counts.at(column * COUNTS * size_of::<u16>()).cast()
    }

    /// Counts the keys of all lines of a window, whose first elements are `starts`.
    ///
    /// # Safety
    /// There are as many keys from each start on as the segment and the window's width make up.
    pub unsafe fn fill<K: Key>(&self, starts: &[(*const K, usize)], n: usize) {
        // SAFETY: the counts are this thread's.
        unsafe { std::slice::from_raw_parts_mut(self.counts_of(0), self.columns * COUNTS) }.fill(0);
        for (start, _) in starts {
            // SAFETY: the caller promises as many keys.
            unsafe { self.count(*start, n, 1) }
        }
    }

    /// Subtracts the lines that the window of the next line no longer has.
    ///
    /// # Safety
    /// As [`Columns::fill`], for the lines that were counted.
    pub unsafe fn leave<K: Key>(&self, starts: &[(*const K, usize)], n: usize) {
        for &run in &self.steps.leaving {
            // SAFETY: the caller promises as many keys.
            unsafe { self.count(starts[run].0, n, u16::MAX) }
        }
    }

    /// Adds the lines that are new in the window of this line.
    ///
    /// # Safety
    /// As [`Columns::fill`].
    pub unsafe fn enter<K: Key>(&self, starts: &[(*const K, usize)], n: usize) {
        for &run in &self.steps.entering {
            // SAFETY: the caller promises as many keys.
            unsafe { self.count(starts[run].0, n, 1) }
        }
    }

    /// Adds `by` to the count of each key of a line in its column.
    ///
    /// # Safety
    /// As [`Columns::fill`].
    unsafe fn count<K: Key>(&self, start: *const K, n: usize, by: u16) {
        for column in 0..n + self.steps.width - 1 {
            // SAFETY: the caller promises as many keys, each of which has a count.
            unsafe {
                let key = start.add(column).read().small();
                let counts = self.counts_of(column);
                *counts.add(key) = (*counts.add(key)).wrapping_add(by);
                let group = counts.add(KEYS + key / (KEYS / GROUPS));
                *group = (*group).wrapping_add(by);
            }
        }
    }

    /// Writes the key of a rank in each window of the segment.
    ///
    /// # Safety
    /// `out` holds `n` keys.
    pub unsafe fn ranks<K: Key>(&self, n: usize, rank: usize, out: *mut K) {
        let column = |index: usize| self.counts_of(index).cast::<[u16; COUNTS]>().cast_const();
        let window = self.counts_of(self.columns).cast::<[u16; COUNTS]>();
        // SAFETY: the columns are there, and the window's counts follow them; the caller promises the results.
        unsafe {
            *window = [0; COUNTS];
            for index in 0..self.steps.width - 1 {
                add(&mut *window, &*column(index));
            }
            for at in 0..n {
                add(&mut *window, &*column(at + self.steps.width - 1));
                out.add(at).write(K::of_small(ranked(&*window, rank as u16)));
                subtract(&mut *window, &*column(at));
            }
        }
    }
}

wide! {
    /// # Safety
    /// None: `unsafe` comes from the dispatch on instruction sets.
    unsafe fn add(window: &mut [u16; COUNTS], column: &[u16; COUNTS]) {
        for (sum, &count) in window.iter_mut().zip(column) {
            *sum = sum.wrapping_add(count);
        }
    }
}

wide! {
    /// # Safety
    /// None: `unsafe` comes from the dispatch on instruction sets.
    unsafe fn subtract(window: &mut [u16; COUNTS], column: &[u16; COUNTS]) {
        for (sum, &count) in window.iter_mut().zip(column) {
            *sum = sum.wrapping_sub(count);
        }
    }
}

/// The key of a rank, by a histogram.
fn ranked(counts: &[u16; COUNTS], rank: u16) -> usize {
    let (mut left, mut group) = (rank, 0);
    while counts[KEYS + group] <= left {
        left -= counts[KEYS + group];
        group += 1;
    }
    let mut key = group * (KEYS / GROUPS);
    while counts[key] <= left {
        left -= counts[key];
        key += 1;
    }
    key
}
