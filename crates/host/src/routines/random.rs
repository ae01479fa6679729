//! Random numbers: each element by the definition in `cuprust_num::random`.

use cuprust_ir::{Error, Result};
use cuprust_num::math::Elementary;
use cuprust_num::random::{
    box_muller_f32, box_muller_f64, integer, integer_again, philox, uniform_bf16, uniform_f16, uniform_f32, uniform_f64,
};
use cuprust_num::{DType, Kind};
use cuprust_ops::Distribution;

use super::{CHUNK, Shared, Site, Work, whole_walk};
use crate::block::Scratch;
use crate::cast::cast_loop;
use crate::parallel::spread;
use crate::simd::wide;

/// Elements that are computed at a time; a multiple of the four that share a counter.
const BLOCK: usize = 1024;

pub(super) fn check(work: &Work, distribution: Distribution) -> Result<()> {
    let (scalars, dtype) = (if distribution == Distribution::Integers { 4 } else { 2 }, work.output().dtype);
    if work.inputs.len() != scalars || work.inputs.iter().any(|input| input.view().is_some()) {
        return Err(Error::runtime(format!(
            "takes {scalars} scalars: the seed, the counter, and the bounds of integers"
        )));
    }
    let fits = match distribution {
        Distribution::Uniform | Distribution::Normal => dtype.is_float(),
        Distribution::Integers => matches!(dtype.kind(), Kind::Bool | Kind::Signed | Kind::Unsigned),
    };
    if fits { Ok(()) } else { Err(Error::type_(format!("{dtype} has no such distribution"))) }
}

pub(super) fn run(work: &Work, distribution: Distribution, site: &Site) -> Result<()> {
    let (seed, counter) = (site.word(work, 0)?, site.word(work, 1)?);
    let (low, high) = match distribution {
        Distribution::Integers => (site.word(work, 2)?, site.word(work, 3)?),
        _ => (0, 0),
    };
    let (dtype, walk) = (work.output().dtype, whole_walk(work.output())?);
    let (start, count) = (Shared(site.start(work.output())), work.output().layout.size());
    let draw = Draw { distribution, dtype, seed, counter, low, span: high.wrapping_sub(low) };
    // One random number costs as much as several elements of a map.
    spread(count, 4 * count, CHUNK as i64, |from, end| {
        let (mut blocks, mut first) = (Blocks::default(), from);
        while first < end {
            let n = (BLOCK as i64).min(end - first);
            let made = draw.block(&mut blocks, first as u64);
            // SAFETY: the output lies in its memory; every element belongs to one thread.
            unsafe { walk.scatter(start.get(), first, n as usize, made) };
            first += n;
        }
        Ok(())
    })
}

struct Draw {
    distribution: Distribution,
    dtype: DType,
    seed: u64,
    counter: u64,
    low: u64,
    span: u64,
}

struct Blocks {
    words: Vec<u32>,
    pairs: [Vec<f64>; 4],
    singles: [Vec<f32>; 4],
    /// Floats and integers before their conversion, and elements after it.
    wide: Scratch,
    drawn: Scratch,
    made: Scratch,
}

impl Default for Blocks {
    fn default() -> Blocks {
        Blocks {
            words: vec![0; 2 * BLOCK],
            pairs: std::array::from_fn(|_| vec![0.0; BLOCK / 2]),
            singles: std::array::from_fn(|_| vec![0.0; BLOCK / 2]),
            wide: Scratch::new(4 * BLOCK),
            drawn: Scratch::new(8 * BLOCK),
            made: Scratch::new(8 * BLOCK),
        }
    }
}

impl Draw {
    /// A whole block of elements from element `first`, which is a multiple of the block's length.
    fn block(&self, blocks: &mut Blocks, first: u64) -> *const u8 {
        let two_words = matches!(self.dtype, DType::F64) || self.distribution == Distribution::Integers;
        let per_counter = if two_words { 2 } else { 4 };
        let words = &mut blocks.words[..BLOCK / per_counter * 4];
        // SAFETY: each block holds as many elements, and is borrowed as one slice only.
        let (doubles, singles, drawn) = unsafe {
            (
                std::slice::from_raw_parts_mut(blocks.made.at(0).cast::<f64>(), BLOCK),
                std::slice::from_raw_parts_mut(blocks.wide.at(0).cast::<f32>(), BLOCK),
                std::slice::from_raw_parts_mut(blocks.drawn.at(0).cast::<u64>(), BLOCK),
            )
        };
        // SAFETY: the slices have the lengths that the functions require.
        unsafe {
            fill_words(self.seed, self.counter.wrapping_add(first / per_counter as u64), words);
            match (self.distribution, self.dtype) {
                (Distribution::Integers, dtype) => {
                    if integers_of(words, self.low, self.span, drawn) {
                        for (index, drawn) in drawn.iter_mut().enumerate() {
                            let counter = self.counter.wrapping_add((first + index as u64) / 2);
                            *drawn = integer_again(self.seed, counter, index % 2 == 1, self.low, self.span);
                        }
                    }
                    convert(&blocks.drawn, &blocks.made, DType::U64, dtype);
                    return blocks.made.at(0);
                }
                (Distribution::Uniform, DType::F64) => uniform_doubles(words, doubles),
                (Distribution::Uniform, DType::F32) => uniform_singles(words, singles),
                (Distribution::Uniform, DType::F16) => {
                    singles.iter_mut().zip(words).for_each(|(single, word)| *single = uniform_f16(*word));
                }
                (Distribution::Uniform, _) => {
                    singles.iter_mut().zip(words).for_each(|(single, word)| *single = uniform_bf16(*word));
                }
                (Distribution::Normal, DType::F64) => normal_doubles(words, &mut blocks.pairs, doubles),
                (Distribution::Normal, _) => normal_singles(words, &mut blocks.singles, singles),
            }
            match self.dtype {
                DType::F64 => blocks.made.at(0),
                DType::F32 => blocks.wide.at(0),
                half => {
                    convert(&blocks.wide, &blocks.made, DType::F32, half);
                    blocks.made.at(0)
                }
            }
        }
    }
}

fn convert(from: &Scratch, to: &Scratch, from_dtype: DType, to_dtype: DType) {
    let (input, output) = (from.at(0).cast_const(), to.at(0));
    // SAFETY: both blocks hold BLOCK elements of their dtypes, and do not overlap.
    unsafe { cast_loop(from_dtype, to_dtype)(&input, &output, BLOCK) };
}

wide! {
    /// # Safety
    /// None beyond the length: a multiple of four.
    pub(super) unsafe fn fill_words(seed: u64, counter: u64, words: &mut [u32]) {
        const LANES: usize = 16;
        let (groups, rest) = words.as_chunks_mut::<{ 4 * LANES }>();
        let mut at = counter;
        for group in groups {
            // Adjacent counters are lanes of vector code; their words are interleaved afterwards.
            let mut made = [[0u32; LANES]; 4];
            for lane in 0..LANES {
                let block = philox(seed, at.wrapping_add(lane as u64));
                made.iter_mut().zip(block).for_each(|(words, word)| words[lane] = word);
            }
            for (lane, block) in group.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                *block = [made[0][lane], made[1][lane], made[2][lane], made[3][lane]];
            }
            at = at.wrapping_add(LANES as u64);
        }
        for block in rest.chunks_exact_mut(4) {
            block.copy_from_slice(&philox(seed, at));
            at = at.wrapping_add(1);
        }
    }
}

wide! {
    /// # Safety
    /// None beyond the lengths: as many.
    unsafe fn uniform_singles(words: &[u32], out: &mut [f32]) {
        for (out, &word) in out.iter_mut().zip(words) {
            *out = uniform_f32(word);
        }
    }
}

wide! {
    /// # Safety
    /// None beyond the lengths: two words for each.
    unsafe fn uniform_doubles(words: &[u32], out: &mut [f64]) {
        for (out, pair) in out.iter_mut().zip(words.as_chunks::<2>().0) {
            *out = uniform_f64(pair[0], pair[1]);
        }
    }
}

wide! {
    /// Computes integers; returns whether some may have to be drawn again.
    ///
    /// # Safety
    /// None beyond the lengths: two words for each.
    unsafe fn integers_of(words: &[u32], low: u64, span: u64, out: &mut [u64]) => bool {
        let mut doubtful = false;
        for (out, pair) in out.iter_mut().zip(words.as_chunks::<2>().0) {
            let (drawn, again) = integer(pair[0], pair[1], low, span);
            *out = drawn;
            doubtful |= again;
        }
        doubtful
    }
}

wide! {
    /// # Safety
    /// None beyond the lengths: two words for every two elements, half as many numbers in each of the four parts.
    unsafe fn normal_singles(words: &[u32], parts: &mut [Vec<f32>; 4], out: &mut [f32]) {
        let [radius, angle, cosine, sine] = parts;
        let half = out.len() / 2;
        for (i, pair) in words.as_chunks::<2>().0.iter().enumerate().take(half) {
            let (first, second) = box_muller_f32(pair[0], pair[1]);
            (radius[i], angle[i]) = (first, second);
        }
        for radius in radius.iter_mut() {
            *radius = (-2.0 * Elementary::log(*radius)).sqrt();
        }
        f32::cos_block(angle, cosine);
        f32::sin_block(angle, sine);
        for i in 0..half {
            (out[2 * i], out[2 * i + 1]) = (radius[i] * cosine[i], radius[i] * sine[i]);
        }
    }
}

wide! {
    /// # Safety
    /// None beyond the lengths: four words for every two elements, half as many numbers in each of the four parts.
    unsafe fn normal_doubles(words: &[u32], parts: &mut [Vec<f64>; 4], out: &mut [f64]) {
        let [radius, angle, cosine, sine] = parts;
        let half = out.len() / 2;
        for (i, block) in words.as_chunks::<4>().0.iter().enumerate().take(half) {
            let (first, second) = box_muller_f64(*block);
            (radius[i], angle[i]) = (first, second);
        }
        for radius in radius.iter_mut() {
            *radius = (-2.0 * Elementary::log(*radius)).sqrt();
        }
        f64::cos_block(angle, cosine);
        f64::sin_block(angle, sine);
        for i in 0..half {
            (out[2 * i], out[2 * i + 1]) = (radius[i] * cosine[i], radius[i] * sine[i]);
        }
    }
}
