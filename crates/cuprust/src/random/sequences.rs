//! Sequential generators, run on the CPU: XORWOW and MRG32k3a.

use cuprust_ir::{Error, Result};
use cuprust_num::random::{
    box_muller_f32, box_muller_f64, integer, is_fair, philox, uniform_bf16, uniform_f16, uniform_f32, uniform_f64,
};
use cuprust_num::{DType, Float};
use cuprust_ops::Distribution;

use crate::Array;
use crate::runtime::{Device, list_for, poll_signals};

/// The moduli of the two components of MRG32k3a.
const FIRST_MODULUS: i64 = 4_294_967_087;
const SECOND_MODULUS: i64 = 4_294_944_443;

/// A generator that steps from one state to the next.
///
/// Equal seeds give equal numbers on every device: they are computed on the CPU and copied to others. The words of the
/// initial state are those of Philox4x32-10 under the seed, for the counters 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sequence {
    /// A shift register of five words and a counter, the last word, which is added to each number. (Marsaglia,
    /// "Xorshift RNGs", 2003.)
    Xorwow([u32; 6]),
    /// The difference of two recurrences of three words each. (L'Ecuyer, "Good parameters and implementations for
    /// combined multiple recursive random number generators", 1999.)
    Mrg32k3a([u32; 6]),
}

impl Sequence {
    /// XORWOW from a seed.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (mut a, mut b) = (random::Sequence::xorwow(7), random::Sequence::xorwow(7));
    /// assert_eq!(a.step(), b.step());
    /// ```
    pub fn xorwow(seed: u64) -> Sequence {
        let mut words = seeded(seed);
        if words[..5].iter().all(|&word| word == 0) {
            words[4] = 1;
        }
        Sequence::Xorwow(words)
    }

    /// The sequence, if its words are a valid state.
    ///
    /// # Errors
    /// A value error if all words of XORWOW's register are zero, and if the three words of a component of MRG32k3a are
    /// all zero or one is not below its modulus.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert!(random::Sequence::Xorwow([0; 6]).checked().is_err());
    /// ```
    pub fn checked(self) -> Result<Sequence> {
        let moves = |words: &[u32], modulus: i64| {
            words.iter().any(|&word| word != 0) && words.iter().all(|&word| i64::from(word) < modulus)
        };
        let fits = match &self {
            Sequence::Xorwow(words) => moves(&words[..5], 1 << 32),
            Sequence::Mrg32k3a(words) => moves(&words[..3], FIRST_MODULUS) && moves(&words[3..], SECOND_MODULUS),
        };
        if fits { Ok(self) } else { Err(Error::value("the words are not a valid state of the bit generator")) }
    }

    /// MRG32k3a from a seed.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (mut a, mut b) = (random::Sequence::mrg32k3a(7), random::Sequence::mrg32k3a(7));
    /// assert_eq!(a.step(), b.step());
    /// ```
    pub fn mrg32k3a(seed: u64) -> Sequence {
        let words = seeded(seed);
        let modulus = |position: usize| if position < 3 { FIRST_MODULUS } else { SECOND_MODULUS };
        let mut words: [u32; 6] =
            std::array::from_fn(|position| (i64::from(words[position]) % modulus(position)) as u32);
        for part in words.chunks_exact_mut(3) {
            if part.iter().all(|&word| word == 0) {
                part[0] = 1;
            }
        }
        Sequence::Mrg32k3a(words)
    }

    /// The same algorithm with another seed.
    ///
    /// ```
    /// # use cuprust::*;
    /// let sequence = random::Sequence::xorwow(7);
    /// assert_eq!(sequence.reseeded(8), random::Sequence::xorwow(8));
    /// ```
    #[must_use]
    pub fn reseeded(self, seed: u64) -> Sequence {
        match self {
            Sequence::Xorwow(_) => Sequence::xorwow(seed),
            Sequence::Mrg32k3a(_) => Sequence::mrg32k3a(seed),
        }
    }

    /// The algorithm's next number: below 2^32 for XORWOW, from 1 to 4294967087 for MRG32k3a.
    ///
    /// ```
    /// # use cuprust::*;
    /// let mut sequence = random::Sequence::xorwow(7);
    /// let before = sequence;
    /// sequence.step();
    /// assert_ne!(sequence, before);
    /// ```
    pub fn step(&mut self) -> u32 {
        match self {
            Sequence::Xorwow([x, y, z, w, v, count]) => {
                let t = *x ^ (*x >> 2);
                (*x, *y, *z, *w) = (*y, *z, *w, *v);
                *v = (*v ^ (*v << 4)) ^ (t ^ (t << 1));
                *count = count.wrapping_add(362_437);
                v.wrapping_add(*count)
            }
            Sequence::Mrg32k3a([a, b, c, d, e, f]) => {
                let first = (1_403_580 * i64::from(*b) - 810_728 * i64::from(*a)).rem_euclid(FIRST_MODULUS);
                let second = (527_612 * i64::from(*f) - 1_370_589 * i64::from(*d)).rem_euclid(SECOND_MODULUS);
                (*a, *b, *c) = (*b, *c, first as u32);
                (*d, *e, *f) = (*e, *f, second as u32);
                let difference = first - second;
                (if difference > 0 { difference } else { difference + FIRST_MODULUS }) as u32
            }
        }
    }

    /// 32 uniform bits: for MRG32k3a, whose range is not a power of two, the low halves of two numbers below the last
    /// multiple of 2^16.
    fn word(&mut self) -> u32 {
        if let Sequence::Xorwow(_) = self {
            return self.step();
        }
        let mut half = || loop {
            let number = self.step() - 1;
            if number < 0xffff_0000 {
                break number & 0xffff;
            }
        };
        let low = half();
        low | half() << 16
    }

    /// The algorithm's next numbers.
    pub(super) fn steps(&mut self, count: usize) -> Result<Vec<u64>> {
        made(count, || [u64::from(self.step())])
    }

    /// Numbers of a distribution, which must exist for the dtype.
    pub(super) fn drawn(
        &mut self,
        distribution: Distribution,
        count: usize,
        dtype: DType,
        [low, high]: [u64; 2],
    ) -> Result<Drawn> {
        Ok(match (distribution, dtype) {
            (Distribution::Integers, _) => {
                Drawn::Integers(made(count, || [self.integer(low, high.wrapping_sub(low))])?)
            }
            (Distribution::Uniform, DType::F64) => {
                Drawn::Doubles(made(count, || [uniform_f64(self.word(), self.word())])?)
            }
            (Distribution::Uniform, DType::F16) => Drawn::Singles(made(count, || [uniform_f16(self.word())])?),
            (Distribution::Uniform, DType::BF16) => Drawn::Singles(made(count, || [uniform_bf16(self.word())])?),
            (Distribution::Uniform, _) => Drawn::Singles(made(count, || [uniform_f32(self.word())])?),
            (Distribution::Normal, DType::F64) => Drawn::Doubles(made(count, || {
                let (share, angle) = box_muller_f64([self.word(), self.word(), self.word(), self.word()]);
                let radius = (-2.0 * Float::log(share)).sqrt();
                [radius * Float::cos(angle), radius * Float::sin(angle)]
            })?),
            (Distribution::Normal, _) => Drawn::Singles(made(count, || {
                let (share, angle) = box_muller_f32(self.word(), self.word());
                let radius = (-2.0 * Float::log(share)).sqrt();
                [radius * Float::cos(angle), radius * Float::sin(angle)]
            })?),
        })
    }

    /// A uniform integer from `low` to `low + span`.
    fn integer(&mut self, low: u64, span: u64) -> u64 {
        loop {
            let (first, second) = (self.word(), self.word());
            if is_fair(first, second, span) {
                return integer(first, second, low, span).0;
            }
        }
    }
}

/// The words of the initial state.
fn seeded(seed: u64) -> [u32; 6] {
    let ([a, b, c, d], [e, f, ..]) = (philox(seed, 0), philox(seed, 1));
    [a, b, c, d, e, f]
}

/// A list of numbers, of which `next` makes `N` at a time.
///
/// # Errors
/// A memory error where the list cannot be allocated.
fn made<T, const N: usize>(count: usize, mut next: impl FnMut() -> [T; N]) -> Result<Vec<T>> {
    let mut numbers = list_for(count, "random numbers")?;
    while numbers.len() < count {
        poll_signals()?;
        numbers.extend(next().into_iter().take(count - numbers.len()));
    }
    Ok(numbers)
}

/// Numbers of a distribution before they are converted to their dtype.
pub(super) enum Drawn {
    Integers(Vec<u64>),
    Singles(Vec<f32>),
    Doubles(Vec<f64>),
}

impl Drawn {
    /// The numbers as an array, in C order.
    pub(super) fn array(&self, shape: &[i64], dtype: DType, device: Device) -> Result<Array> {
        let array = match self {
            Drawn::Integers(numbers) => Array::from_slice(numbers, shape, device)?,
            Drawn::Singles(numbers) => Array::from_slice(numbers, shape, device)?,
            Drawn::Doubles(numbers) => Array::from_slice(numbers, shape, device)?,
        };
        array.in_dtype(dtype)
    }
}

#[cfg(test)]
mod tests {
    use super::Sequence;

    #[test]
    fn the_numbers_are_those_of_the_papers() {
        // The first state of Marsaglia's program, whose numbers were computed from his definition with Python's
        // integers.
        let mut xorwow = Sequence::Xorwow([123_456_789, 362_436_069, 521_288_629, 88_675_123, 5_783_321, 6_615_241]);
        assert_eq!(xorwow.steps(4).unwrap(), [246_875_399, 3_690_007_200, 1_264_581_005, 3_906_711_041]);
        // L'Ecuyer's state of 12345 six times, whose uniform numbers are 0.1270111, 0.3185276, 0.3091860.
        let mut mrg = Sequence::Mrg32k3a([12345; 6]);
        let uniform: Vec<f64> = mrg.steps(3).unwrap().iter().map(|&z| z as f64 / 4_294_967_088.0).collect();
        let expected = [0.127_011_122_046_577, 0.318_527_565_396_794, 0.309_186_015_583_268];
        assert!(uniform.iter().zip(expected).all(|(got, wanted)| (got - wanted).abs() < 1e-14), "{uniform:?}");
    }

    #[test]
    fn words_have_all_their_bits() {
        for mut sequence in [Sequence::xorwow(3), Sequence::mrg32k3a(3)] {
            let mut ones = [0u32; 32];
            for _ in 0..20_000 {
                let word = sequence.word();
                ones.iter_mut().enumerate().for_each(|(bit, ones)| *ones += word >> bit & 1);
            }
            // Five standard deviations of a binomial count.
            assert!(ones.iter().all(|&ones| ones.abs_diff(10_000) < 354), "{ones:?}");
        }
    }
}
