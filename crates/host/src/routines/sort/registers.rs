//! Sorting lanes side by side with AVX-512: a sorting network whose steps are combined in registers, because storing a
//! vector costs more than comparing it.
//!
//! Sixteen vectors are sorted at once, and then runs of them are merged. A merge begins by comparing the first element
//! with the last, the second with the last but one, and so on, so that every comparison moves the lesser element to the
//! lower index. (Knuth 1998, 5.3.4.) Steps between vectors a multiple of sixteen apart are combined, and then those
//! within sixteen.

use std::arch::x86_64::*;

/// Vectors that are sorted at once.
pub const RUN: usize = 16;

/// Most vectors of a merge: its steps a multiple of sixteen apart fill half of the registers. (float32 rows of 64 take
/// 0.42 ns an element so, and 1.1 where each comparison is stored; float64 rows 1.1, and 2.0.)
pub const MAX_ROW: usize = 256;

/// An unsigned integer with vector comparisons.
pub trait InRegister {
    /// The lesser and the greater of each two.
    ///
    /// # Safety
    /// The processor has AVX-512 F and BW.
    unsafe fn in_order(a: __m512i, b: __m512i) -> (__m512i, __m512i);
}

macro_rules! in_registers {
    ($($key:ty, $min:ident, $max:ident;)*) => {$(
        impl InRegister for $key {
            #[inline]
            #[target_feature(enable = "avx512f,avx512bw")]
            unsafe fn in_order(a: __m512i, b: __m512i) -> (__m512i, __m512i) {
                ($min(a, b), $max(a, b))
            }
        }
    )*};
}

in_registers! {
    u8, _mm512_min_epu8, _mm512_max_epu8;
    u16, _mm512_min_epu16, _mm512_max_epu16;
    u32, _mm512_min_epu32, _mm512_max_epu32;
    u64, _mm512_min_epu64, _mm512_max_epu64;
}

macro_rules! network {
    ($(#[$doc:meta])* $name:ident, $count:literal, $($low:literal : $high:literal)*) => {
        $(#[$doc])*
        ///
        /// The processor has AVX-512 F and BW, and there are vectors at these addresses.
        /// The processor has AVX-512 F and BW, and there are vectors at these addresses.
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw")]
        unsafe fn $name<K: InRegister>(at: [*mut __m512i; $count]) {
            let mut x = [_mm512_setzero_si512(); $count];
            for (x, at) in x.iter_mut().zip(at) {
                // SAFETY: the caller promises it.
                *x = unsafe { at.read() };
            }
            // SAFETY: the caller promises the processor's features.
            $((x[$low], x[$high]) = unsafe { K::in_order(x[$low], x[$high]) };)*
            for (x, at) in x.into_iter().zip(at) {
                // SAFETY: the caller promises it.
                unsafe { at.write(x) };
            }
        }
    };
}

network! {
    /// Sorts a run: merge exchange.
    sort_run, 16,
    0:8 1:9 2:10 3:11 4:12 5:13 6:14 7:15 0:4 1:5 2:6 3:7 8:12 9:13 10:14 11:15 4:8 5:9 6:10 7:11 0:2 1:3 4:6 5:7 8:10
    9:11 12:14 13:15 2:8 3:9 6:12 7:13 2:4 3:5 6:8 7:9 10:12 11:13 0:1 2:3 4:5 6:7 8:9 10:11 12:13 14:15 1:8 3:10 5:12
    7:14 1:4 3:6 5:8 7:10 9:12 11:14 1:2 3:4 5:6 7:8 9:10 11:12 13:14
}

network! {
    /// Merges a run: the steps within it.
    merge_run, 16,
    0:8 1:9 2:10 3:11 4:12 5:13 6:14 7:15 0:4 1:5 2:6 3:7 8:12 9:13 10:14 11:15 0:2 1:3 4:6 5:7 8:10 9:11 12:14 13:15 0:1
    2:3 4:5 6:7 8:9 10:11 12:13 14:15
}

network! {
    /// The first steps of the merging of two runs, for one vector of each.
    merge_two, 2,
    0:1
}

network! {
    /// The first steps of the merging of four runs, for one vector of each.
    merge_four, 4,
    0:3 1:2 0:1 2:3
}

network! {
    /// The first steps of the merging of eight runs, for one vector of each.
    merge_eight, 8,
    0:7 1:6 2:5 3:4 0:2 1:3 4:6 5:7 0:1 2:3 4:5 6:7
}

network! {
    /// The first steps of the merging of sixteen runs, for one vector of each.
    merge_sixteen, 16,
    0:15 1:14 2:13 3:12 4:11 5:10 6:9 7:8 0:4 1:5 2:6 3:7 8:12 9:13 10:14 11:15 0:2 1:3 4:6 5:7 8:10 9:11 12:14 13:15 0:1
    2:3 4:5 6:7 8:9 10:11 12:13 14:15
}

/// Sorts vectors that lie `step` apart, `n` of them, a multiple of [`RUN`] and [`MAX_ROW`] at most.
///
/// # Safety
/// The processor has AVX-512 F and BW, and there are this many vectors.
#[target_feature(enable = "avx512f,avx512bw")]
pub unsafe fn sort_column<K: InRegister>(vectors: *mut __m512i, step: usize, n: usize) {
    debug_assert!(n.is_multiple_of(RUN) && n <= MAX_ROW);
    // A stand-in for the vectors after the last, with the greatest key; it stays the greatest.
    let mut behind = _mm512_set1_epi8(-1);
    let columns = StridedVectors { vectors, step, n, behind: &raw mut behind };
    for run in (0..n).step_by(RUN) {
        // SAFETY: there is a vector for each index below n.
        unsafe { sort_run::<K>(columns.run(run)) };
    }
    let mut length = 2 * RUN;
    while length / 2 < n {
        for begin in (0..n - length / 2).step_by(length) {
            for i in begin..begin + RUN {
                // SAFETY: as above, or it is the stand-in.
                unsafe {
                    match length / RUN {
                        2 => merge_two::<K>(columns.merged(begin, i)),
                        4 => merge_four::<K>(columns.merged(begin, i)),
                        8 => merge_eight::<K>(columns.merged(begin, i)),
                        _ => merge_sixteen::<K>(columns.merged(begin, i)),
                    }
                }
            }
            for run in (begin..n.min(begin + length)).step_by(RUN) {
                // SAFETY: as above.
                unsafe { merge_run::<K>(columns.run(run)) };
            }
        }
        length *= 2;
    }
}

/// The addresses of vectors with a stride.
struct StridedVectors {
    vectors: *mut __m512i,
    step: usize,
    n: usize,
    behind: *mut __m512i,
}

impl StridedVectors {
    #[inline(always)]
    fn at(&self, index: usize) -> *mut __m512i {
        if index < self.n { self.vectors.wrapping_add(index * self.step) } else { self.behind }
    }

    /// The addresses of a run.
    #[inline(always)]
    fn run(&self, begin: usize) -> [*mut __m512i; RUN] {
        std::array::from_fn(|i| self.at(begin + i))
    }

    /// One address of each of `COUNT` runs that are merged from `begin` on: `i` and those a multiple of a run after it
    /// in the lower half, and in the upper half, mirrored, those that they are compared with first.
    #[inline(always)]
    fn merged<const COUNT: usize>(&self, begin: usize, i: usize) -> [*mut __m512i; COUNT] {
        std::array::from_fn(|index| {
            if index < COUNT / 2 {
                self.at(i + RUN * index)
            } else {
                self.at(2 * begin + RUN * COUNT - 1 - i - RUN * (COUNT - 1 - index))
            }
        })
    }
}
