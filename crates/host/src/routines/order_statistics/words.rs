//! The keys of elements as words of 32 or 64 bits, and the bulk operations of selection on them.

use crate::routines::sort::keys::{Number, Signed, Sorted, Total, Unsigned};
use crate::simd::wide;

/// An unsigned integer that holds a key.
pub(in crate::routines) trait Word: Ord + Copy + Send + Sync + 'static {
    /// The least word.
    const MIN: Self;
    /// The greatest word.
    const MAX: Self;

    /// The successor, if there is one.
    fn next(self) -> Option<Self>;

    /// Moves the words less than a pivot to the front and the others to `high`, both in order; returns how many are
    /// less.
    ///
    /// # Safety
    /// There are `n` words; `high` holds as many and does not overlap.
    unsafe fn split(words: *mut Self, n: usize, pivot: Self, high: *mut Self) -> usize;

    /// Writes the words from `low` to `high`, both inclusive, to `into`, in order; returns how many words are less than
    /// `low`, and how many were written.
    ///
    /// # Safety
    /// There are `n` words; `into` holds as many and does not overlap.
    unsafe fn collect(words: *const Self, n: usize, low: Self, high: Self, into: *mut Self) -> (usize, usize);

    /// How many words are less than another.
    ///
    /// # Safety
    /// There are `n` words.
    unsafe fn count_less(words: *const Self, n: usize, than: Self) -> usize;

    /// Writes each value after the earlier ones of its class, which its word gives: less than the pivot, equal, or
    /// greater. `starts` are the indices of the first of each class, and end up after the last.
    ///
    /// # Safety
    /// There are `n` words and as many values, unaligned; `to`, unaligned, has space at these indices for all of each
    /// class.
    unsafe fn part(
        words: *const Self,
        values: *const Self,
        n: usize,
        pivot: Self,
        to: *mut Self,
        starts: &mut [usize; 3],
    );

    /// As [`Word::part`], with indices instead of values; that of the first word is `first`.
    ///
    /// # Safety
    /// As there.
    unsafe fn part_indices(
        words: *const Self,
        n: usize,
        first: i64,
        pivot: Self,
        to: *mut i64,
        starts: &mut [usize; 3],
    );
}

/// Calls `write` with the destination of each of `n` words by its class, and its own index.
///
/// # Safety
/// There are `n` words.
#[inline(always)]
pub(in crate::routines) unsafe fn each_destination<W: Word>(
    words: *const W,
    n: usize,
    pivot: W,
    starts: &mut [usize; 3],
    write: impl Fn(usize, usize),
) {
    let [mut less, mut equal, mut greater] = *starts;
    for i in 0..n {
        // SAFETY: the caller says so.
        let word = unsafe { words.add(i).read() };
        let (is_less, is_greater) = (word < pivot, word > pivot);
        write(
            if is_less {
                less
            } else if is_greater {
                greater
            } else {
                equal
            },
            i,
        );
        less += usize::from(is_less);
        greater += usize::from(is_greater);
        equal += usize::from(!is_less & !is_greater);
    }
    *starts = [less, equal, greater];
}

/// A number whose key is held in a word.
pub(in crate::routines) trait Keyed: Number {
    /// The word.
    type Word: Word;

    /// The greatest key; for floats that of NaN.
    const GREATEST: Self::Word;

    /// The key of an element.
    fn word(self) -> Self::Word;

    /// The element of a key.
    fn from_word(word: Self::Word) -> Self;
}

macro_rules! keyed {
    ($([$unsigned:ty, $word:ty])*) => {$(
        keyed!(@one [] Unsigned<$unsigned>, $unsigned, $word);
        keyed!(@one [] Signed<$unsigned>, $unsigned, $word);
        keyed!(@one [const INFINITY: u64] Total<$unsigned, INFINITY>, $unsigned, $word);
    )*};
    (@one [$($parameter:tt)*] $number:ty, $unsigned:ty, $word:ty) => {
        impl<$($parameter)*> Keyed for $number {
            type Word = $word;
            const GREATEST: $word = <$unsigned>::MAX as $word;

            #[inline(always)]
            fn word(self) -> $word {
                self.key().into()
            }

            #[inline(always)]
            fn from_word(word: $word) -> Self {
                Self::from_key(word as $unsigned)
            }
        }
    };
}

keyed!([u8, u32] [u16, u32] [u32, u32] [u64, u64]);

wide! {
    /// The keys of elements, contiguously.
    ///
    /// # Safety
    /// There are `n` elements, unaligned, and `to` holds as many words.
    pub(in crate::routines) unsafe fn to_words<E: Keyed>(from: *const E, n: usize, to: *mut E::Word) {
        for i in 0..n {
            // SAFETY: the caller says so.
            unsafe { to.add(i).write(from.add(i).read_unaligned().word()) };
        }
    }
}

macro_rules! words {
    ($($word:ty, $split:ident, $collect:ident, $less:ident, $part:ident, $part_indices:ident;)*) => {$(
        impl Word for $word {
            const MIN: $word = <$word>::MIN;
            const MAX: $word = <$word>::MAX;

            #[inline]
            fn next(self) -> Option<$word> {
                self.checked_add(1)
            }

            #[inline]
            unsafe fn split(words: *mut $word, n: usize, pivot: $word, high: *mut $word) -> usize {
                #[cfg(target_arch = "x86_64")]
                if crate::simd::has_avx512() {
                    // SAFETY: the features were found; the caller keeps the other promises.
                    return unsafe { super::vectors::$split(words, n, pivot, high) };
                }
                let (mut less, mut others) = (0, 0);
                for i in 0..n {
                    // SAFETY: indices are below n, and no word is overwritten before it is read: `less` is at most `i`.
                    unsafe {
                        let word = words.add(i).read();
                        words.add(less).write(word);
                        high.add(others).write(word);
                        less += usize::from(word < pivot);
                        others += usize::from(word >= pivot);
                    }
                }
                less
            }

            #[inline]
            unsafe fn collect(words: *const $word, n: usize, low: $word, high: $word, into: *mut $word) -> (usize, usize) {
                #[cfg(target_arch = "x86_64")]
                if crate::simd::has_avx512() {
                    // SAFETY: the features were found; the caller keeps the other promises.
                    return unsafe { super::vectors::$collect(words, n, low, high, into) };
                }
                let (mut less, mut within) = (0, 0);
                for i in 0..n {
                    // SAFETY: indices are below n.
                    unsafe {
                        let word = words.add(i).read();
                        into.add(within).write(word);
                        less += usize::from(word < low);
                        within += usize::from(word >= low && word <= high);
                    }
                }
                (less, within)
            }

            #[inline]
            unsafe fn count_less(words: *const $word, n: usize, than: $word) -> usize {
                // SAFETY: the caller keeps the promises.
                unsafe { $less(words, n, than) }
            }

            #[inline]
            unsafe fn part(
                words: *const $word,
                values: *const $word,
                n: usize,
                pivot: $word,
                to: *mut $word,
                starts: &mut [usize; 3],
            ) {
                #[cfg(target_arch = "x86_64")]
                if crate::simd::has_avx512() {
                    // SAFETY: the features were found; the caller keeps the other promises.
                    return unsafe { super::vectors::$part(words, values, n, pivot, to, starts) };
                }
                // SAFETY: the caller keeps the promises.
                unsafe {
                    each_destination(words, n, pivot, starts, |index, i| {
                        to.add(index).write_unaligned(values.add(i).read_unaligned());
                    });
                }
            }

            #[inline]
            unsafe fn part_indices(
                words: *const $word,
                n: usize,
                first: i64,
                pivot: $word,
                to: *mut i64,
                starts: &mut [usize; 3],
            ) {
                #[cfg(target_arch = "x86_64")]
                if crate::simd::has_avx512() {
                    // SAFETY: the features were found; the caller keeps the other promises.
                    return unsafe { super::vectors::$part_indices(words, n, first, pivot, to, starts) };
                }
                // SAFETY: the caller keeps the promises.
                unsafe { each_destination(words, n, pivot, starts, |index, i| to.add(index).write_unaligned(first + i as i64)) };
            }
        }

        wide! {
            /// How many words are less than another.
            ///
            /// # Safety
            /// There are `n` words.
            unsafe fn $less(words: *const $word, n: usize, than: $word) => usize {
                // SAFETY: the caller says so.
                let words = unsafe { std::slice::from_raw_parts(words, n) };
                // Counts of as many words as a loop iteration reads fit into a word.
                words.chunks(1 << 16).map(|some| some.iter().map(|&word| (word < than) as $word).sum::<$word>() as usize).sum()
            }
        }
    )*};
}

words! {
    u32, split_u32, collect_u32, less_u32, part_u32, part_places_u32;
    u64, split_u64, collect_u64, less_u64, part_u64, part_places_u64;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Word + std::fmt::Debug>(of: impl Fn(u64) -> W) {
        for n in (0..70).chain([127, 128, 129, 1000]) {
            let mut state = n as u64 + 1;
            let mut next = || {
                state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
                state >> 20
            };
            let words: Vec<W> = (0..n).map(|_| of(next())).collect();
            for pivot in [of(next()), of(next()), W::MIN, W::MAX] {
                let (mut low, mut high) = (words.clone(), vec![W::MAX; n]);
                // SAFETY: both have n words.
                let less = unsafe { W::split(low.as_mut_ptr(), n, pivot, high.as_mut_ptr()) };
                let is_less = |word: &&W| **word < pivot;
                assert_eq!(low[..less], words.iter().filter(is_less).copied().collect::<Vec<W>>(), "{n}");
                let others: Vec<W> = words.iter().filter(|word| !is_less(word)).copied().collect();
                assert_eq!(high[..n - less], others, "{n}");
                let (end, mut into) = (of(next()), vec![W::MAX; n]);
                let (pivot, end) = (pivot.min(end), pivot.max(end));
                // SAFETY: both have n words.
                let (before, within) = unsafe { W::collect(words.as_ptr(), n, pivot, end, into.as_mut_ptr()) };
                let wanted: Vec<W> = words.iter().filter(|&&word| pivot <= word && word <= end).copied().collect();
                assert_eq!((&into[..within], before), (&wanted[..], words.iter().filter(|&&w| w < pivot).count()));
                // SAFETY: there are n words.
                assert_eq!(unsafe { W::count_less(words.as_ptr(), n, pivot) }, before);
                let equal = words.iter().filter(|&&word| word == pivot).count();
                let (mut starts, mut parted, mut indices) = ([0, before, before + equal], words.clone(), vec![0; n]);
                let mut order: Vec<i64> = (0..n as i64).collect();
                order.sort_by_key(|&i| words[i as usize].cmp(&pivot));
                // SAFETY: all have n words, and the starts are those of classes that were counted.
                unsafe {
                    W::part(words.as_ptr(), words.as_ptr(), n, pivot, parted.as_mut_ptr(), &mut starts);
                    assert_eq!(starts, [before, before + equal, n]);
                    starts = [0, before, before + equal];
                    W::part_indices(words.as_ptr(), n, 0, pivot, indices.as_mut_ptr(), &mut starts);
                }
                assert!(parted.iter().eq(order.iter().map(|&i| &words[i as usize])) && indices == order, "{n}");
            }
        }
    }

    #[test]
    fn words_are_split_collected_and_counted() {
        check::<u32>(|x| x as u32);
        check::<u32>(|x| x as u32 % 5);
        check::<u64>(|x| x);
        check::<u64>(|x| x % 7);
    }
}
