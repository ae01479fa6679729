//! Elements at offsets near one another, as those around adjacent points: registers of adjacent elements are read and
//! permuted, where the processor has AVX-512, and bytes with AVX2 too. Others are read one at a time.

use cuprust_ir::Result;

use super::taps::OUTSIDE_BOUND;

/// Offsets in elements from an address, prepared to be read from many addresses.
pub(super) struct Near {
    /// Bytes of an element.
    size: usize,
    /// Elements of a block.
    lanes: usize,
    blocks: Vec<Block>,
}

/// The offsets of a register of elements; of the last one, some may be unused.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
struct Block {
    /// Each offset less the least one: integers as wide as what is permuted.
    indices: [u8; 64],
    least: i64,
    /// The number of elements from the least offset to the greatest one.
    count: u32,
}

impl Near {
    /// No offsets yet, but memory for as many, of elements of a size.
    pub fn new(size: usize, count: usize) -> Result<Near> {
        let lanes = lanes(size);
        Ok(Near { size, lanes, blocks: cuprust_reserve::list(count.div_ceil(lanes))? })
    }

    /// Prepares offsets, if those of each register are near one another; whether they are.
    pub fn prepare(&mut self, offsets: &[i64]) -> bool {
        self.blocks.clear();
        let Some(reach) = reach(self.size, self.lanes) else { return false };
        let (first, last) = bounds(offsets);
        for offsets in offsets.chunks(self.lanes) {
            let (mut least, most) = bounds(offsets);
            if least < OUTSIDE_BOUND || most - least >= reach {
                return false;
            }
            if !has_masked_loads() {
                // A whole register is read, of elements between the first and the last one of all.
                least = least.min(last - reach + 1);
                if least < first {
                    return false;
                }
            }
            let mut block = Block { indices: [0; 64], least, count: (most - least + 1) as u32 };
            let width = if has_masked_loads() { 64 / self.lanes } else { 1 };
            for (index, offset) in block.indices.chunks_exact_mut(width).zip(offsets) {
                index[0] = (offset - least) as u8;
            }
            self.blocks.push(block);
        }
        true
    }

    /// Reads some of the elements, from `first` on, which is a multiple of 64.
    ///
    /// # Safety
    /// The offsets were prepared, there are elements at those from the address on, unaligned, and `to` holds as many,
    /// and as many more as make their bytes a multiple of 64.
    pub unsafe fn read(&self, start: *const u8, first: usize, count: usize, to: *mut u8) {
        #[cfg(target_arch = "x86_64")]
        {
            let blocks = &self.blocks[first / self.lanes..(first + count).div_ceil(self.lanes)];
            // SAFETY: the caller's promises; offsets are prepared where the processor has the features, and the number
            // of lanes is chosen by them.
            unsafe {
                match self.size {
                    1 if self.lanes == 64 => registers::read_many_bytes(start, blocks, to),
                    1 if self.lanes == 32 => registers::read_bytes(start, blocks, to),
                    1 => registers::read_few_bytes(start, blocks, to),
                    2 => registers::read_halves(start, blocks, to),
                    4 => registers::read_words(start, blocks, to),
                    _ => registers::read_longs(start, blocks, to),
                }
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        unreachable!("no offsets are prepared: {start:?} {first} {count} {to:?}");
    }
}

/// Elements of a register.
fn lanes(size: usize) -> usize {
    #[cfg(target_arch = "x86_64")]
    if size == 1 {
        return match (has_masked_loads(), std::is_x86_feature_detected!("avx512vbmi")) {
            (true, true) => 64,
            // They are permuted as integers of two bytes.
            (true, false) => 32,
            (false, _) => 16,
        };
    }
    64 / size
}

/// The number of adjacent elements among which a permutation finds those of a register; `None` if the processor has no
/// such permutation.
fn reach(size: usize, lanes: usize) -> Option<i64> {
    if has_masked_loads() {
        return Some(2 * lanes as i64);
    }
    (size == 1 && has_byte_permutation()).then_some(lanes as i64)
}

/// Whether the processor has AVX-512, which reads no element that a mask excludes.
fn has_masked_loads() -> bool {
    #[cfg(target_arch = "x86_64")]
    return crate::simd::has_avx512();
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Whether the processor has AVX2, with which bytes of one register are permuted.
fn has_byte_permutation() -> bool {
    #[cfg(target_arch = "x86_64")]
    return crate::simd::has_avx2();
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// The least and the greatest offset.
fn bounds(offsets: &[i64]) -> (i64, i64) {
    offsets.iter().fold((i64::MAX, i64::MIN), |(least, most), &offset| (least.min(offset), most.max(offset)))
}

#[cfg(target_arch = "x86_64")]
mod registers {
    use std::arch::x86_64::*;

    use super::Block;

    /// A mask of the first bits, of at most 64.
    #[inline]
    fn first(count: u32) -> u64 {
        1u64.checked_shl(count).map_or(u64::MAX, |bit| bit - 1)
    }

    macro_rules! readers {
        ($($name:ident: $features:literal, $T:ty, $lanes:literal, $M:ty, $load:ident, $permute:ident;)*) => { $(
            /// # Safety
            /// As [`super::Near::read`], on a processor with the features.
            #[target_feature(enable = $features)]
            pub(super) unsafe fn $name(start: *const u8, blocks: &[Block], to: *mut u8) {
                for (number, block) in blocks.iter().enumerate() {
                    let from = start.cast::<$T>().wrapping_offset(block.least as isize);
                    let (low, high) = (first(block.count) as $M, first(block.count.saturating_sub($lanes)) as $M);
                    // SAFETY: lanes beyond the count are not read, and there is memory for the results.
                    unsafe {
                        let a = $load(low, from.cast());
                        let b = $load(high, from.wrapping_add($lanes).cast());
                        let indices = _mm512_load_si512(block.indices.as_ptr().cast());
                        _mm512_storeu_si512(to.add(number * 64).cast(), $permute(a, indices, b));
                    }
                }
            }
        )* };
    }
    readers! {
        read_many_bytes: "avx512f,avx512bw,avx512vl,avx512vbmi", i8, 64, __mmask64, _mm512_maskz_loadu_epi8, _mm512_permutex2var_epi8;
        read_halves: "avx512f,avx512bw,avx512vl", i16, 32, __mmask32, _mm512_maskz_loadu_epi16, _mm512_permutex2var_epi16;
        read_words: "avx512f,avx512bw,avx512vl", i32, 16, __mmask16, _mm512_maskz_loadu_epi32, _mm512_permutex2var_epi32;
        read_longs: "avx512f,avx512bw,avx512vl", i64, 8, __mmask8, _mm512_maskz_loadu_epi64, _mm512_permutex2var_epi64;
    }

    /// # Safety
    /// As [`super::Near::read`], on a processor with AVX-512.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(super) unsafe fn read_bytes(start: *const u8, blocks: &[Block], to: *mut u8) {
        for (number, block) in blocks.iter().enumerate() {
            let from = start.cast::<i8>().wrapping_offset(block.least as isize);
            let (low, high) = (first(block.count) as u32, first(block.count.saturating_sub(32)) as u32);
            // SAFETY: lanes beyond the count are not read, and there is memory for the results.
            unsafe {
                let a = _mm512_cvtepu8_epi16(_mm256_maskz_loadu_epi8(low, from));
                let b = _mm512_cvtepu8_epi16(_mm256_maskz_loadu_epi8(high, from.wrapping_add(32)));
                let indices = _mm512_load_si512(block.indices.as_ptr().cast());
                let found = _mm512_cvtepi16_epi8(_mm512_permutex2var_epi16(a, indices, b));
                _mm256_storeu_si256(to.add(number * 32).cast(), found);
            }
        }
    }

    /// # Safety
    /// As [`super::Near::read`], on a processor with AVX2.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn read_few_bytes(start: *const u8, blocks: &[Block], to: *mut u8) {
        for (number, block) in blocks.iter().enumerate() {
            // SAFETY: all 16 bytes lie between two elements of the array, and there is memory for the results.
            unsafe {
                let from = _mm_loadu_si128(start.wrapping_offset(block.least as isize).cast());
                let indices = _mm_load_si128(block.indices.as_ptr().cast());
                _mm_storeu_si128(to.add(number * 16).cast(), _mm_shuffle_epi8(from, indices));
            }
        }
    }
}
