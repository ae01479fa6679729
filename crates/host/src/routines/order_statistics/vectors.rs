//! Splitting, collecting and partitioning words with AVX-512: the selected words of a vector are compressed in a
//! register, and the whole register is stored, because a compressing store takes a hundred cycles on some processors.

use std::arch::x86_64::*;

macro_rules! vectors {
    ($word:ty, $lanes:literal, $mask:ty, $set:ident, $load:ident, $store:ident, $compress:ident, $less:ident, $at_most:ident,
     $split:ident, $collect:ident, $part:ident, $part_indices:ident) => {
        /// See [`super::words::Word::split`].
        ///
        /// # Safety
        /// As there, on a processor with AVX-512 F.
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        pub unsafe fn $split(words: *mut $word, n: usize, pivot: $word, high: *mut $word) -> usize {
            let (mut i, mut low, mut others) = (0, 0, 0);
            let than = $set(pivot as _);
            while i < n {
                let rest = (n - i).min($lanes);
                let all = (<$mask>::MAX) >> ($lanes - rest);
                // SAFETY: `rest` words from i on are read, and as many of a vector are written at each destination as
                // there are words left: `low` and `others` are at most i. Every word has been read before it is
                // overwritten.
                unsafe {
                    let x = $load(all, words.add(i).cast());
                    let less = $less(x, than) & all;
                    $store(words.add(low).cast(), all, $compress(less, x));
                    $store(high.add(others).cast(), all, $compress(all & !less, x));
                    let count = less.count_ones() as usize;
                    (low, others) = (low + count, others + rest - count);
                }
                i += rest;
            }
            low
        }

        /// See [`super::words::Word::collect`].
        ///
        /// # Safety
        /// As there, on a processor with AVX-512 F.
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        pub unsafe fn $collect(
            words: *const $word,
            n: usize,
            low: $word,
            high: $word,
            into: *mut $word,
        ) -> (usize, usize) {
            let (mut i, mut before, mut within) = (0, 0, 0);
            let (first, last) = ($set(low as _), $set(high as _));
            while i < n {
                let rest = (n - i).min($lanes);
                let all = (<$mask>::MAX) >> ($lanes - rest);
                // SAFETY: `rest` words from i on are read, and as many are written at an index that is at most i.
                unsafe {
                    let x = $load(all, words.add(i).cast());
                    let less = $less(x, first) & all;
                    let wanted = $at_most(x, last) & !less & all;
                    // In most vectors there is none.
                    if wanted != 0 {
                        $store(into.add(within).cast(), all, $compress(wanted, x));
                        within += wanted.count_ones() as usize;
                    }
                    before += less.count_ones() as usize;
                }
                i += rest;
            }
            (before, within)
        }

        /// See [`super::words::Word::part`].
        ///
        /// # Safety
        /// As there, on a processor with AVX-512 F.
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        pub unsafe fn $part(
            words: *const $word,
            values: *const $word,
            n: usize,
            pivot: $word,
            to: *mut $word,
            starts: &mut [usize; 3],
        ) {
            let than = $set(pivot as _);
            for i in (0..n).step_by($lanes) {
                let all = (<$mask>::MAX) >> ($lanes - (n - i).min($lanes));
                // SAFETY: the words read are below n; as many are written to each class as it has.
                unsafe {
                    let (x, values) = ($load(all, words.add(i).cast()), $load(all, values.add(i).cast()));
                    let (less, at_most) = ($less(x, than) & all, $at_most(x, than) & all);
                    for (start, class) in starts.iter_mut().zip([less, at_most & !less, all & !at_most]) {
                        let count = class.count_ones();
                        $store(to.add(*start).cast(), ((1u32 << count) - 1) as $mask, $compress(class, values));
                        *start += count as usize;
                    }
                }
            }
        }

        /// See [`super::words::Word::part_indices`].
        ///
        /// # Safety
        /// As there, on a processor with AVX-512 F.
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        pub unsafe fn $part_indices(
            words: *const $word,
            n: usize,
            first: i64,
            pivot: $word,
            to: *mut i64,
            starts: &mut [usize; 3],
        ) {
            let than = $set(pivot as _);
            let mut indices = _mm512_add_epi64(_mm512_set1_epi64(first), _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
            for i in (0..n).step_by($lanes) {
                let all = (<$mask>::MAX) >> ($lanes - (n - i).min($lanes));
                // SAFETY: as above.
                unsafe {
                    let x = $load(all, words.add(i).cast());
                    let (less, at_most) = ($less(x, than) & all, $at_most(x, than) & all);
                    for part in 0..$lanes / 8 {
                        for (start, class) in starts.iter_mut().zip([less, at_most & !less, all & !at_most]) {
                            let class = (u32::from(class) >> (8 * part)) as __mmask8;
                            let count = class.count_ones();
                            let some = _mm512_maskz_compress_epi64(class, indices);
                            _mm512_mask_storeu_epi64(to.add(*start), ((1u32 << count) - 1) as __mmask8, some);
                            *start += count as usize;
                        }
                        indices = _mm512_add_epi64(indices, _mm512_set1_epi64(8));
                    }
                }
            }
        }
    };
}

vectors!(
    u32,
    16,
    __mmask16,
    _mm512_set1_epi32,
    _mm512_maskz_loadu_epi32,
    _mm512_mask_storeu_epi32,
    _mm512_maskz_compress_epi32,
    _mm512_cmplt_epu32_mask,
    _mm512_cmple_epu32_mask,
    split_u32,
    collect_u32,
    part_u32,
    part_places_u32
);
vectors!(
    u64,
    8,
    __mmask8,
    _mm512_set1_epi64,
    _mm512_maskz_loadu_epi64,
    _mm512_mask_storeu_epi64,
    _mm512_maskz_compress_epi64,
    _mm512_cmplt_epu64_mask,
    _mm512_cmple_epu64_mask,
    split_u64,
    collect_u64,
    part_u64,
    part_places_u64
);
