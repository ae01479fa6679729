//! The random number at each position: the definition that every executor follows, bit by bit.
//!
//! The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011): a
//! block of four 32-bit words for each counter and key. The key is the seed, its low half first. The counter's words 0
//! and 1 are a 64-bit number, low half first; word 3 is zero, and so is word 2 but where a number is drawn again.
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
//! Counters are added modulo 2^64. An array of `n` elements uses `n / 4` or `n / 2` counters, rounded up. An integer
//! whose words are rejected takes the same words of the block whose counter has the number of the trial, from one on,
//! as word 2.

/// The block of four words for a counter and a key.
#[inline(always)]
pub fn philox(seed: u64, counter: u64) -> [u32; 4] {
    philox_again(seed, counter, 0)
}

/// As [`philox`], of a counter whose word 2 is the number of a trial.
#[inline(always)]
fn philox_again(seed: u64, counter: u64, trial: u32) -> [u32; 4] {
    let (a, b, c, d) = philox_words(seed, counter, trial);
    [a, b, c, d]
}

/// The words of [`philox`] and of further trials.
#[inline(always)]
pub(crate) fn philox_words(seed: u64, counter: u64, trial: u32) -> (u32, u32, u32, u32) {
    let (mut k0, mut k1) = (seed as u32, (seed >> 32) as u32);
    let (mut c0, mut c1, mut c2, mut c3) = (counter as u32, (counter >> 32) as u32, trial, 0u32);
    for _ in 0..10 {
        let (a, b) = (0xd251_1f53u64 * c0 as u64, 0xcd9e_8d57u64 * c2 as u64);
        (c0, c1, c2, c3) = ((b >> 32) as u32 ^ c1 ^ k0, b as u32, (a >> 32) as u32 ^ c3 ^ k1, a as u32);
        (k0, k1) = (k0.wrapping_add(0x9e37_79b9), k1.wrapping_add(0xbb67_ae85));
    }
    (c0, c1, c2, c3)
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

/// The arguments of the root and of the angle in the Box-Muller transform, in float32: the first on (0, 1], the second
/// on [0, 2 pi).
///
/// The element at the even position is `sqrt(-2 log(first)) * cos(second)`, that at the odd position the same with the
/// sine. (Box, Muller, "A note on the generation of random normal deviates", 1958.)
#[inline(always)]
pub fn box_muller_f32(first: u32, second: u32) -> (f32, f32) {
    (((first >> 8) as i32 + 1) as f32 * (1.0 / (1 << 24) as f32), uniform_f32(second) * std::f32::consts::TAU)
}

/// As [`box_muller_f32`], in float64 from all four words: the first two make the number on (0, 1], the last two the
/// angle.
#[inline(always)]
pub fn box_muller_f64(words: [u32; 4]) -> (f64, f64) {
    let bits = (words[0] >> 5) as i64 * (1 << 26) + (words[1] >> 6) as i64 + 1;
    (bits as f64 * (1.0 / (1i64 << 53) as f64), uniform_f64(words[2], words[3]) * std::f64::consts::TAU)
}

/// An integer from `low` to `low + span` inclusive, modulo 2^64, and whether it may have to be drawn again, as
/// [`integer_again`] does: the high half of the product of `span + 1` and the 64-bit number whose low half is the first
/// word.
#[inline(always)]
pub fn integer(first: u32, second: u32, low: u64, span: u64) -> (u64, bool) {
    let bits = first as u64 | (second as u64) << 32;
    let product = bits as u128 * (span as u128 + 1);
    (low.wrapping_add((product >> 64) as u64), (product as u64) < span.wrapping_add(1))
}

/// Whether the integer of [`integer`] is no likelier than others: its product has a low half of `2^64 mod (span + 1)`
/// at least.
pub fn is_fair(first: u32, second: u32, span: u64) -> bool {
    let (bits, values) = (first as u64 | (second as u64) << 32, span.wrapping_add(1));
    bits.wrapping_mul(values) >= values.wrapping_neg().checked_rem(values).unwrap_or(0)
}

/// The integer of [`integer`] from words of a counter's blocks, the first two or, where `odd`, the last two: of the
/// first trial that [is fair](is_fair), so that all integers are equally likely.
///
/// (Lemire, "Fast random integer generation in an interval", 2019.)
pub fn integer_again(seed: u64, counter: u64, odd: bool, low: u64, span: u64) -> u64 {
    let mut trial = 0;
    loop {
        let [a, b, c, d] = philox_again(seed, counter, trial);
        let (first, second) = if odd { (c, d) } else { (a, b) };
        if is_fair(first, second, span) {
            return integer(first, second, low, span).0;
        }
        trial = trial.wrapping_add(1);
    }
}

/// The sort key of an index of a permutation: the integer of all 64 bits that is drawn at this position from a first
/// counter on.
#[inline(always)]
pub fn permutation_key(seed: u64, counter: u64, position: u64) -> u64 {
    let [a, b, c, d] = philox(seed, counter.wrapping_add(position / 2));
    let (first, second) = if position % 2 == 1 { (c, d) } else { (a, b) };
    u64::from(first) | u64::from(second) << 32
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
        assert_eq!(integer(0, 0, 5, 10), (5, true));
        assert_eq!(integer(u32::MAX, u32::MAX, 5, 10), (15, false));
        assert_eq!(integer(u32::MAX, u32::MAX, i64::MIN as u64, u64::MAX), (i64::MAX as u64, false));
        assert_eq!(integer(7, 1, 0, u64::MAX), (7 + (1 << 32), false));
    }

    #[test]
    fn a_rejected_integer_is_drawn_from_its_next_block() {
        // Of 2^63 + 1 integers nearly half of the words are rejected: those whose product has a low half below 2^63 -
        // 1.
        let (span, seed) = (1u64 << 63, 9);
        let word = |block: [u32; 4], odd: bool| match odd {
            false => u64::from(block[0]) | u64::from(block[1]) << 32,
            true => u64::from(block[2]) | u64::from(block[3]) << 32,
        };
        let mut rejected = 0;
        for position in 0..1000 {
            let (counter, odd) = (position / 2, position % 2 == 1);
            let mut trial = 0;
            while word(philox_again(seed, counter, trial), odd).wrapping_mul(span + 1) < (1 << 63) - 1 {
                trial += 1;
            }
            rejected += u32::from(trial > 0);
            let bits = word(philox_again(seed, counter, trial), odd);
            let expected = ((u128::from(bits) * u128::from(span + 1)) >> 64) as u64;
            assert_eq!(integer_again(seed, counter, odd, 0, span), expected, "place {position}");
            assert!(trial == 0 || integer(bits as u32, (bits >> 32) as u32, 0, span).0 == expected);
        }
        assert!((400..600).contains(&rejected), "{rejected} of 1000");
        // Whole words and powers of two reject nothing.
        for span in [u64::MAX, (1 << 40) - 1, 0] {
            let [a, b, ..] = philox(seed, 3);
            assert_eq!(integer_again(seed, 3, false, 7, span), integer(a, b, 7, span).0);
        }
    }
}
