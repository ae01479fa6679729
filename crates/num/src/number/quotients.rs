//! Quotients of blocks of integers that all have one divisor, as `n // 10`: a multiplication and two shifts, or by a
//! power of two one shift. (Granlund, Montgomery, "Division by Invariant Integers using Multiplication", 1994.)

use super::Integer;

/// Integers, of which blocks are divided.
pub trait Quotients: Integer {
    /// `r[i]` is `x[i].floor_divide(y[i])`, for blocks of one length.
    fn each_quotient(x: &[Self], y: &[Self], r: &mut [Self]);
    /// `r[i]` is `x[i].remainder(y[i])`, for blocks of one length.
    fn each_remainder(x: &[Self], y: &[Self], r: &mut [Self]);
}

/// The multiplier of a divisor above zero for dividends of `bits` bits, 64 at most, modulo `2^bits`: of
/// `high = n * multiplier / 2^bits` the quotient is `(high + (n - high) / 2) >> (shift - 1)`, with the shift of
/// [`divisor_shift`], which must not be zero.
pub fn divisor_multiplier(divisor: u64, bits: u32) -> u64 {
    let excess = (1u128 << divisor_shift(divisor)) - u128::from(divisor);
    ((excess << bits) / u128::from(divisor) + 1) as u64
}

/// The multiplier of a divisor above zero for dividends of at most `2^(bits - 1)`, 64 bits at most: the quotient is
/// `(n * multiplier / 2^bits) >> (shift - 1)`, with the shift of [`divisor_shift`], which must not be zero.
pub fn half_range_multiplier(divisor: u64, bits: u32) -> u64 {
    (1u128 << (bits - 1 + divisor_shift(divisor))).div_ceil(u128::from(divisor)) as u64
}

/// The logarithm to base two of a divisor above zero, rounded up.
pub fn divisor_shift(divisor: u64) -> u32 {
    u64::BITS - (divisor - 1).leading_zeros()
}

/// Fewest elements of a block for which preparing a divisor pays off.
const MIN_BLOCK: usize = 16;

/// The one divisor of a block, where it has one and that is positive.
#[inline(always)]
fn one_of<T: Integer + PartialOrd + Default>(divisors: &[T]) -> Option<T> {
    let first = *divisors.first().filter(|_| divisors.len() >= MIN_BLOCK)?;
    let is_one = divisors.iter().fold(true, |is_one, other| is_one & (*other == first));
    (is_one && first > T::default()).then_some(first)
}

macro_rules! by_multiplication {
    ($($unsigned:ident $signed:ident $wide:ident $divisor:ident);*) => { $(
        /// A prepared divisor, greater than one and not a power of two.
        #[derive(Clone, Copy)]
        struct $divisor {
            factor: $unsigned,
            shift: u32,
        }

        impl $divisor {
            fn of_unsigned(divisor: $unsigned) -> $divisor {
                let factor = divisor_multiplier(divisor.into(), $unsigned::BITS) as $unsigned;
                $divisor { factor, shift: divisor_shift(divisor.into()) - 1 }
            }

            fn of_signed(divisor: $signed) -> $divisor {
                let factor = half_range_multiplier(divisor as u64, $unsigned::BITS) as $unsigned;
                $divisor { factor, shift: divisor_shift(divisor as u64) - 1 }
            }

            #[inline(always)]
            fn high(self, number: $unsigned) -> $unsigned {
                ((self.factor as $wide * number as $wide) >> $unsigned::BITS) as $unsigned
            }

            #[inline(always)]
            fn divide(self, number: $unsigned) -> $unsigned {
                let high = self.high(number);
                (high + ((number - high) >> 1)) >> self.shift
            }

            /// The quotient rounded down: that of a negative number is the complement of the complement's.
            #[inline(always)]
            fn divide_down(self, number: $signed) -> $signed {
                let sign = number >> ($signed::BITS - 1);
                (self.high((number ^ sign) as $unsigned) >> self.shift) as $signed ^ sign
            }
        }

        by_multiplication!(@ $unsigned $divisor::of_unsigned, $divisor::divide);
        by_multiplication!(@ $signed $divisor::of_signed, $divisor::divide_down);
    )* };
    (@ $rust:ident $prepare:path, $quotient:path) => {
        impl Quotients for $rust {
            #[inline(always)]
            fn each_quotient(x: &[$rust], y: &[$rust], r: &mut [$rust]) {
                match one_of(y) {
                    Some(divisor) if divisor & (divisor - 1) == 0 => {
                        let shift = divisor.trailing_zeros();
                        x.iter().zip(r).for_each(|(x, r)| *r = x >> shift);
                    }
                    Some(divisor) => {
                        let divisor = $prepare(divisor);
                        x.iter().zip(r).for_each(|(x, r)| *r = $quotient(divisor, *x));
                    }
                    None => x.iter().zip(y).zip(r).for_each(|((x, y), r)| *r = x.floor_divide(*y)),
                }
            }
            #[inline(always)]
            fn each_remainder(x: &[$rust], y: &[$rust], r: &mut [$rust]) {
                match one_of(y) {
                    Some(divisor) if divisor & (divisor - 1) == 0 => {
                        x.iter().zip(r).for_each(|(x, r)| *r = x & (divisor - 1));
                    }
                    Some(by) => {
                        let divisor = $prepare(by);
                        x.iter().zip(r).for_each(|(x, r)| *r = x.wrapping_sub($quotient(divisor, *x).wrapping_mul(by)));
                    }
                    None => x.iter().zip(y).zip(r).for_each(|((x, y), r)| *r = x.remainder(*y)),
                }
            }
        }
    };
}

by_multiplication!(
    u8 i8 u16 DivisorOf8Bits;
    u16 i16 u32 DivisorOf16Bits;
    u32 i32 u64 DivisorOf32Bits;
    u64 i64 u128 DivisorOf64Bits
);

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Quotients + std::fmt::Debug>(numbers: &[T], divisor: T) {
        let (divisors, mut quotients, mut rests) = (vec![divisor; numbers.len()], numbers.to_vec(), numbers.to_vec());
        T::each_quotient(numbers, &divisors, &mut quotients);
        T::each_remainder(numbers, &divisors, &mut rests);
        for (index, &number) in numbers.iter().enumerate() {
            let expected = (number.floor_divide(divisor), number.remainder(divisor));
            assert_eq!((quotients[index], rests[index]), expected, "{number:?} by {divisor:?}");
        }
    }

    #[test]
    fn one_divisor_of_a_block_gives_the_quotients_of_each() {
        let edges: Vec<i64> = (0..63)
            .flat_map(|shift| {
                let power = 1i64 << shift;
                [
                    power,
                    power - 1,
                    power + 1,
                    -power,
                    -power - 1,
                    1 - power,
                    power / 3,
                    i64::MAX - power,
                    i64::MIN + power,
                ]
            })
            .chain([i64::MIN, i64::MAX, 0, -1])
            .collect();
        let unsigned: Vec<u64> = edges.iter().map(|&edge| edge as u64).collect();
        macro_rules! narrow {
            ($($rust:ident)*) => { $(
                let numbers: Vec<$rust> = edges.iter().map(|&edge| edge as $rust).collect();
                edges.iter().for_each(|&divisor| check(&numbers, divisor as $rust));
            )* };
        }
        narrow!(u16 i16 u32 i32);
        for divisor in 0..=u8::MAX {
            let numbers: Vec<u8> = (0..=u8::MAX).collect();
            check(&numbers, divisor);
            check(&numbers.iter().map(|&number| number as i8).collect::<Vec<i8>>(), divisor as i8);
        }
        for &divisor in &edges {
            check(&edges, divisor);
            check(&unsigned, divisor as u64);
            check(&edges[..7], divisor);
        }
        let mut random = 1u64;
        let numbers: Vec<u64> = (0..400)
            .map(|index| {
                random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                random >> (index % 64)
            })
            .collect();
        for &divisor in &numbers {
            check(&numbers, divisor);
            let signed: Vec<i64> = numbers.iter().map(|&number| number as i64).collect();
            check(&signed, divisor as i64);
        }
        // Divisors that differ.
        let (x, y) = (vec![100i64; 20], (0..20).collect::<Vec<i64>>());
        let mut r = x.clone();
        i64::each_quotient(&x, &y, &mut r);
        assert_eq!(r[19], 5);
        assert_eq!(r[0], 0);
    }
}
