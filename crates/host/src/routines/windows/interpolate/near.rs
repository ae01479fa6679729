//! Elements at offsets near one another, as those around adjacent points: registers of adjacent elements are read and
//! permuted, where the processor has AVX-512. Other processors read one element at a time.

use cuprust_ir::Result;

use super::taps::OUTSIDE_BOUND;

/// Offsets in elements from an address, prepared to be read from many addresses.
pub(super) struct Near {
    /// Bytes of an element.
    size: usize,
    blocks: Vec<Block>,
}

/// The offsets of a register of elements.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
struct Block {
    /// Each offset less the least one: integers as wide as a lane.
    indices: [u8; 64],
    least: i64,
    /// The number of elements from the least offset to the greatest one.
    count: u32,
}

impl Near {
    /// No offsets yet, but memory for as many, of elements of a size.
    pub fn new(size: usize, count: usize) -> Result<Near> {
        Ok(Near { size, blocks: cuprust_reserve::list(count.div_ceil(lanes(size)))? })
    }

    /// Prepares offsets, if those of each register are near one another; whether they are.
    pub fn prepare(&mut self, offsets: &[i64]) -> bool {
        let lanes = lanes(self.size);
        self.blocks.clear();
        if !is_available() || !offsets.len().is_multiple_of(lanes) {
            return false;
        }
        for offsets in offsets.chunks_exact(lanes) {
            let (least, most) = offsets.iter().fold((i64::MAX, i64::MIN), |(a, b), &x| (a.min(x), b.max(x)));
            if least < OUTSIDE_BOUND || most - least >= 2 * lanes as i64 {
                return false;
            }
            let mut block = Block { indices: [0; 64], least, count: (most - least + 1) as u32 };
            let width = 64 / lanes;
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
    /// The offsets were prepared, there are elements at those from the address on, unaligned, and `to` holds as many.
    pub unsafe fn read(&self, start: *const u8, first: usize, count: usize, to: *mut u8) {
        #[cfg(target_arch = "x86_64")]
        {
            let lanes = lanes(self.size);
            let blocks = &self.blocks[first / lanes..(first + count).div_ceil(lanes)];
            // SAFETY: the caller's promises; offsets are prepared where the processor has the features.
            unsafe {
                match self.size {
                    1 => registers::read_bytes(start, blocks, to),
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

/// Elements of a register. Bytes are permuted as integers of two.
fn lanes(size: usize) -> usize {
    64 / size.max(2)
}

fn is_available() -> bool {
    #[cfg(target_arch = "x86_64")]
    return crate::simd::has_avx512();
    #[cfg(not(target_arch = "x86_64"))]
    false
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
        ($($name:ident: $T:ty, $lanes:literal, $M:ty, $load:ident, $permute:ident;)*) => { $(
            /// # Safety
            /// As [`super::Near::read`], on a processor with AVX-512.
            #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
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
        read_halves: i16, 32, __mmask32, _mm512_maskz_loadu_epi16, _mm512_permutex2var_epi16;
        read_words: i32, 16, __mmask16, _mm512_maskz_loadu_epi32, _mm512_permutex2var_epi32;
        read_longs: i64, 8, __mmask8, _mm512_maskz_loadu_epi64, _mm512_permutex2var_epi64;
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
}
