//! Quotients of blocks of integers that all have one divisor, as `n // 10`: 64-bit processors divide by them in a
//! multiplication and two shifts, or by a power of two in one shift. (Granlund, Montgomery, "Division by Invariant
//! Integers using Multiplication", 1994.)

use super::Integer;

/// Integers, of which blocks are divided.
pub trait Quotients: Integer {
    /// `r[i]` is `x[i].floor_divide(y[i])`, for blocks of one length.
    fn each_quotient(x: &[Self], y: &[Self], r: &mut [Self]);
    /// `r[i]` is `x[i].remainder(y[i])`, for blocks of one length.
    fn each_remainder(x: &[Self], y: &[Self], r: &mut [Self]);
}

/// Fewest elements of a block for which preparing a divisor pays off.
const MIN_BLOCK: usize = 16;

/// A prepared divisor, greater than one and not a power of two.
#[derive(Clone, Copy)]
struct Divisor {
    factor: u64,
    shift: u32,
}

impl Divisor {
    fn new(divisor: u64) -> Divisor {
        let bits = 64 - (divisor - 1).leading_zeros();
        let excess = (1u128 << bits) - u128::from(divisor);
        Divisor { factor: ((excess << 64) / u128::from(divisor) + 1) as u64, shift: bits - 1 }
    }

    #[inline(always)]
    fn divide(self, number: u64) -> u64 {
        let high = ((u128::from(self.factor) * u128::from(number)) >> 64) as u64;
        (high + ((number - high) >> 1)) >> self.shift
    }

    /// The quotient rounded down: that of a negative number is the complement of the complement's.
    #[inline(always)]
    fn divide_down(self, number: i64) -> i64 {
        let sign = number >> 63;
        self.divide((number ^ sign) as u64) as i64 ^ sign
    }
}

/// The one divisor of a block, where it has one and that is positive.
#[inline(always)]
fn one_of<T: Integer + PartialOrd + Default>(divisors: &[T]) -> Option<T> {
    let first = *divisors.first().filter(|_| divisors.len() >= MIN_BLOCK)?;
    let is_one = divisors.iter().fold(true, |is_one, other| is_one & (*other == first));
    (is_one && first > T::default()).then_some(first)
}

macro_rules! by_multiplication {
    ($($rust:ident: $quotient:path);*) => { $(
        impl Quotients for $rust {
            #[inline(always)]
            fn each_quotient(x: &[$rust], y: &[$rust], r: &mut [$rust]) {
                match one_of(y) {
                    Some(divisor) if divisor & (divisor - 1) == 0 => {
                        let shift = divisor.trailing_zeros();
                        x.iter().zip(r).for_each(|(x, r)| *r = x >> shift);
                    }
                    Some(divisor) => {
                        let divisor = Divisor::new(divisor as u64);
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
                        let divisor = Divisor::new(by as u64);
                        x.iter().zip(r).for_each(|(x, r)| *r = x.wrapping_sub($quotient(divisor, *x).wrapping_mul(by)));
                    }
                    None => x.iter().zip(y).zip(r).for_each(|((x, y), r)| *r = x.remainder(*y)),
                }
            }
        }
    )* };
}

by_multiplication!(u64: Divisor::divide; i64: Divisor::divide_down);

macro_rules! one_by_one {
    ($($rust:ident)*) => { $(
        impl Quotients for $rust {
            #[inline(always)]
            fn each_quotient(x: &[$rust], y: &[$rust], r: &mut [$rust]) {
                x.iter().zip(y).zip(r).for_each(|((x, y), r)| *r = x.floor_divide(*y));
            }
            #[inline(always)]
            fn each_remainder(x: &[$rust], y: &[$rust], r: &mut [$rust]) {
                x.iter().zip(y).zip(r).for_each(|((x, y), r)| *r = x.remainder(*y));
            }
        }
    )* };
}

// Narrow integers divide in vectors of floats.
one_by_one!(i8 u8 i16 u16 i32 u32);

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
