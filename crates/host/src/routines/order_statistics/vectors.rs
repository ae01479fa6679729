//! Splitting and collecting words where a processor has AVX-512: the words of a vector that are wanted are brought together in a
//! register, and the whole of it is stored, because a store of the wanted ones alone takes some processors a hundred cycles.

use std::arch::x86_64::*;

macro_rules! vectors {
    ($word:ty, $lanes:literal, $mask:ty, $set:ident, $load:ident, $store:ident, $compress:ident, $less:ident, $at_most:ident,
     $split:ident, $collect:ident) => {
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
                // SAFETY: of the words from i on `rest` are read, and of a vector as many are written as there are words left at both
                // places: `low` and `others` are at most i. What is overwritten has been read.
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
                // SAFETY: of the words from i on `rest` are read, and as many written at a place that is at most i.
                unsafe {
                    let x = $load(all, words.add(i).cast());
                    let less = $less(x, first) & all;
                    let wanted = $at_most(x, last) & !less & all;
                    // Most often there is none.
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
    collect_u32
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
    collect_u64
);
