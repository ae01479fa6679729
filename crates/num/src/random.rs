//! Which random number stands at which place: the definition that every executor follows, bit by bit.
//!
//! The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011): a
//! block of four 32-bit words for each counter and key. The key is the seed, its low half first. The counter's words 0
//! and 1 are a 64-bit number, low half first; words 2 and 3 are zero.
//!
//! With first counter `c`, the element at position `i` (in C order) is made of
//!
//! | elements | counter | words of the block |
//! |---|---|---|
//! | float32, float16, bfloat16 uniform | `c + i / 4` | `i % 4` |
//! | float64 uniform, integers | `c + i / 2` | `2 * (i % 2)` and the next |
//! | float32, float16, bfloat16 normal | `c + i / 4` | both of the pair in which `i % 4` lies: 0 and 1, or 2 and 3 |
//! | float64 normal | `c + i / 2` | all four: the first two and the last two make a uniform number each |
//!
//! Counters are added modulo 2^64. An array of `n` elements uses `n / 4` or `n / 2` counters, rounded up.

/// The block of four words for a counter and a key.
#[inline(always)]
pub fn philox(seed: u64, counter: u64) -> [u32; 4] {
    let (mut k0, mut k1) = (seed as u32, (seed >> 32) as u32);
    let (mut c0, mut c1, mut c2, mut c3) = (counter as u32, (counter >> 32) as u32, 0u32, 0u32);
    for _ in 0..10 {
        let (a, b) = (0xd251_1f53 * c0 as u64, 0xcd9e_8d57 * c2 as u64);
        (c0, c1, c2, c3) = ((b >> 32) as u32 ^ c1 ^ k0, b as u32, (a >> 32) as u32 ^ c3 ^ k1, a as u32);
        (k0, k1) = (k0.wrapping_add(0x9e37_79b9), k1.wrapping_add(0xbb67_ae85));
    }
    [c0, c1, c2, c3]
}

/// A float32 on [0, 1): the high 24 bits of a word, times 2^-24.
#[inline(always)]
pub fn uniform_f32(word: u32) -> f32 {
    // A signed conversion is one instruction on every processor.
    (word >> 8) as i32 as f32 * (1.0 / (1 << 24) as f32)
}

/// A float64 on [0, 1): 27 high bits of the first word and 26 of the second, times 2^-53.
#[inline(always)]
pub fn uniform_f64(first: u32, second: u32) -> f64 {
    let bits = (first >> 5) as i64 * (1 << 26) + (second >> 6) as i64;
    bits as f64 * (1.0 / (1i64 << 53) as f64)
}

/// A float16 on [0, 1), as float32: the high 11 bits of a word, times 2^-11, so that rounding never gives one.
#[inline(always)]
pub fn uniform_f16(word: u32) -> f32 {
    (word >> 21) as i32 as f32 * (1.0 / 2048.0)
}

/// A bfloat16 on [0, 1), as float32: the high 8 bits of a word, times 2^-8, so that rounding never gives one.
#[inline(always)]
pub fn uniform_bf16(word: u32) -> f32 {
    (word >> 24) as i32 as f32 * (1.0 / 256.0)
}

/// What the Box-Muller transform takes the root and the angle of, in float32: the first on (0, 1], the second on
/// [0, 2 pi).
///
/// The element at the even place is `sqrt(-2 log(first)) * cos(second)`, that at the odd place the same with the sine.
/// (Box, Muller, "A note on the generation of random normal deviates", 1958.)
#[inline(always)]
pub fn box_muller_f32(first: u32, second: u32) -> (f32, f32) {
    (((first >> 8) as i32 + 1) as f32 * (1.0 / (1 << 24) as f32), uniform_f32(second) * std::f32::consts::TAU)
}

/// As [`box_muller_f32`], in float64 from all four words: the first two make the number on (0, 1], the last two the angle.
#[inline(always)]
pub fn box_muller_f64(words: [u32; 4]) -> (f64, f64) {
    let bits = (words[0] >> 5) as i64 * (1 << 26) + (words[1] >> 6) as i64 + 1;
    (bits as f64 * (1.0 / (1i64 << 53) as f64), uniform_f64(words[2], words[3]) * std::f64::consts::TAU)
}

/// An integer from `low` to `low + span` inclusive, modulo 2^64: the high half of the product of `span + 1` and the
/// 64-bit number whose low half is the first word.
///
/// Nothing is drawn again, so that each element depends on its place alone; of the values some are more likely than
/// others by less than `(span + 1) * 2^-64`. (Lemire, "Fast random integer generation in an interval", 2019, without
/// the rejection.)
#[inline(always)]
pub fn integer(first: u32, second: u32, low: u64, span: u64) -> u64 {
    let bits = first as u64 | (second as u64) << 32;
    low.wrapping_add(((bits as u128 * (span as u128 + 1)) >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_those_of_the_paper() {
        // The authors' table of known answers has a line of zeros; the next was computed from their definition with
        // Python's integers.
        assert_eq!(philox(0, 0), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        assert_eq!(
            philox(0x299f_31d0_a409_3822, 0x85a3_08d3_243f_6a88),
            [0xe69c_9c31, 0xb5a3_d762, 0xe733_bfc1, 0x341a_787c]
        );
    }

    #[test]
    fn the_ends_of_the_intervals() {
        assert_eq!(uniform_f32(u32::MAX), 1.0 - f32::EPSILON / 2.0);
        assert_eq!(uniform_f64(u32::MAX, u32::MAX), 1.0 - f64::EPSILON / 2.0);
        assert_eq!(uniform_f16(u32::MAX), 2047.0 / 2048.0);
        assert_eq!(uniform_bf16(u32::MAX), 255.0 / 256.0);
        assert_eq!(box_muller_f32(u32::MAX, 0), (1.0, 0.0));
        assert!(box_muller_f32(0, 0).0 > 0.0 && box_muller_f64([0; 4]).0 > 0.0);
        assert_eq!(box_muller_f64([u32::MAX, u32::MAX, 0, 0]), (1.0, 0.0));
        assert_eq!(integer(0, 0, 5, 10), 5);
        assert_eq!(integer(u32::MAX, u32::MAX, 5, 10), 15);
        assert_eq!(integer(u32::MAX, u32::MAX, i64::MIN as u64, u64::MAX), i64::MAX as u64);
        assert_eq!(integer(7, 1, 0, u64::MAX), 7 + (1 << 32));
    }
}
