//! The functions of integers: they wrap around, and a division by zero is zero.

use super::Number;

/// The functions of integers beyond [`Number`].
pub trait Integer: Number {
    /// The quotient rounded down; zero where the divisor is zero.
    fn floor_divide(self, other: Self) -> Self;
    /// The remainder of `floor_divide`: it has the divisor's sign. Zero where the divisor is zero.
    fn remainder(self, other: Self) -> Self;
    /// The remainder of the division rounded towards zero: it has the dividend's sign. Zero where the divisor is zero.
    fn fmod(self, other: Self) -> Self;
    /// The power; zero where the exponent is negative, which callers refuse beforehand.
    fn power(self, exponent: Self) -> Self;
    /// The greatest common divisor of the magnitudes.
    fn gcd(self, other: Self) -> Self;
    /// The least common multiple of the magnitudes.
    fn lcm(self, other: Self) -> Self;
    /// The bits shifted left; zero where the count is negative or not less than the width.
    fn left_shift(self, count: Self) -> Self;
    /// The bits shifted right; all sign bits where the count is negative or not less than the width.
    fn right_shift(self, count: Self) -> Self;
    /// The number of set bits of the magnitude.
    fn bitwise_count(self) -> u8;
    /// The magnitude.
    fn absolute(self) -> Self;
}

macro_rules! shared {
    ($rust:ident) => {
        #[inline(always)]
        fn power(self, exponent: Self) -> Self {
            let (mut base, mut rest, mut power) = (self, exponent, 1 as $rust);
            #[allow(unused_comparisons)]
            if rest < 0 {
                return 0;
            }
            while rest != 0 {
                if rest & 1 != 0 {
                    power = power.wrapping_mul(base);
                }
                base = base.wrapping_mul(base);
                rest >>= 1;
            }
            power
        }
        #[inline(always)]
        fn lcm(self, other: Self) -> Self {
            let divisor = self.gcd(other);
            if divisor == 0 { 0 } else { self.absolute().wrapping_div(divisor).wrapping_mul(other.absolute()) }
        }
        #[inline(always)]
        fn left_shift(self, count: Self) -> Self {
            // A negative count is a large one when read as unsigned.
            if (count as u64) < $rust::BITS as u64 { self << (count as u32 & ($rust::BITS - 1)) } else { 0 }
        }
    };
}

macro_rules! wrapping {
    ($rust:ident) => {
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            self.wrapping_add(other)
        }
        #[inline(always)]
        fn subtract(self, other: Self) -> Self {
            self.wrapping_sub(other)
        }
        #[inline(always)]
        fn multiply(self, other: Self) -> Self {
            self.wrapping_mul(other)
        }
        #[inline(always)]
        fn negative(self) -> Self {
            self.wrapping_neg()
        }
        #[inline(always)]
        fn square(self) -> Self {
            self.wrapping_mul(self)
        }
    };
}

/// The greatest common divisor by Stein's algorithm, which needs no division.
#[inline(always)]
fn stein(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        (a, b) = (a.min(b), a.max(b) - a.min(b));
    }
    a << twos
}

/// The quotient rounded towards zero and its remainder; both are zero if the divisor is.
///
/// The narrow integers divide in a float that has more bits than they have and a vector instruction, which integer
/// division lacks. A quotient that is not whole is at least one divisor's part from a whole number, and the float is
/// nearer than that, so that truncating it is exact.
trait Divide: Copy {
    fn divide(self, other: Self) -> (Self, Self);
}

macro_rules! divide_in {
    ($float:ident $lowest_bit_is_one:literal: $($rust:ident)*) => { $(
        impl Divide for $rust {
            #[inline(always)] fn divide(self, other: Self) -> (Self, Self) {
                let whole = (self as $float / if other == 0 { 1 } else { other } as $float).trunc();
                // The sum's low bits are the whole number in two's complement, which wraps around as integers do where
                // the smallest is divided by minus one.
                let quotient = (whole + $lowest_bit_is_one).to_bits() as $rust;
                let rest = self.wrapping_sub(quotient.wrapping_mul(other));
                if other == 0 { (0, 0) } else { (quotient, rest) }
            }
        }
    )* };
}
divide_in!(f32 12582912.0: i8 u8 i16 u16);
divide_in!(f64 6755399441055744.0: i32 u32);

macro_rules! divide_as_integers {
    ($($rust:ident)*) => { $(
        impl Divide for $rust {
            #[inline(always)] fn divide(self, other: Self) -> (Self, Self) {
                let divisor = if other == 0 { 1 } else { other };
                let quotient = self.wrapping_div(divisor);
                // A second division would cost more than this product.
                let rest = self.wrapping_sub(quotient.wrapping_mul(divisor));
                (if other == 0 { 0 } else { quotient }, rest)
            }
        }
    )* };
}
divide_as_integers!(i64 u64);

macro_rules! signed {
    ($($rust:ident)*) => { $(
        impl Number for $rust {
            wrapping!($rust);
            #[inline(always)] fn sign(self) -> Self { self.signum() }
            #[inline(always)] fn reciprocal(self) -> Self {
                if (self == 1) | (self == -1) { self } else { 0 }
            }
        }
        impl Integer for $rust {
            shared!($rust);
            #[inline(always)] fn right_shift(self, count: Self) -> Self {
                self >> (count as u64).min($rust::BITS as u64 - 1) as u32
            }
            #[inline(always)] fn floor_divide(self, other: Self) -> Self {
                let (quotient, rest) = self.divide(other);
                quotient - ((rest != 0) & ((rest < 0) != (other < 0))) as $rust
            }
            #[inline(always)] fn remainder(self, other: Self) -> Self {
                let rest = self.divide(other).1;
                if (rest != 0) & ((rest < 0) != (other < 0)) { rest + other } else { rest }
            }
            #[inline(always)] fn fmod(self, other: Self) -> Self { self.divide(other).1 }
            #[inline(always)] fn gcd(self, other: Self) -> Self {
                stein(self.unsigned_abs() as u64, other.unsigned_abs() as u64) as $rust
            }
            #[inline(always)] fn bitwise_count(self) -> u8 { self.unsigned_abs().count_ones() as u8 }
            #[inline(always)] fn absolute(self) -> Self { self.wrapping_abs() }
        }
    )* };
}
signed!(i8 i16 i32 i64);

macro_rules! unsigned {
    ($($rust:ident)*) => { $(
        impl Number for $rust {
            wrapping!($rust);
            #[inline(always)] fn sign(self) -> Self { (self != 0) as $rust }
            #[inline(always)] fn reciprocal(self) -> Self { (self == 1) as $rust }
        }
        impl Integer for $rust {
            shared!($rust);
            #[inline(always)] fn right_shift(self, count: Self) -> Self {
                if (count as u64) < $rust::BITS as u64 { self >> (count as u32 & ($rust::BITS - 1)) } else { 0 }
            }
            #[inline(always)] fn floor_divide(self, other: Self) -> Self { self.divide(other).0 }
            #[inline(always)] fn remainder(self, other: Self) -> Self { self.divide(other).1 }
            #[inline(always)] fn fmod(self, other: Self) -> Self { self.divide(other).1 }
            #[inline(always)] fn gcd(self, other: Self) -> Self { stein(self as u64, other as u64) as $rust }
            #[inline(always)] fn bitwise_count(self) -> u8 { self.count_ones() as u8 }
            #[inline(always)] fn absolute(self) -> Self { self }
        }
    )* };
}
unsigned!(u8 u16 u32 u64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_division_is_exact() {
        for a in i8::MIN..=i8::MAX {
            for b in i8::MIN..=i8::MAX {
                let expected = if b == 0 { (0, 0) } else { (a.wrapping_div(b), a.wrapping_rem(b)) };
                assert_eq!(a.divide(b), expected, "{a} by {b}");
                let (a, b) = (a as u8, b as u8);
                let expected = (a.checked_div(b).unwrap_or(0), a.checked_rem(b).unwrap_or(0));
                assert_eq!(a.divide(b), expected, "{a} by {b}");
            }
        }
        // Quotients that are whole, and nearly whole, at every size of operand.
        for shift in 0..31 {
            for divisor in [1, 2, 3, 7, 1 << shift, (1 << shift) - 1, (1 << shift) + 1, i32::MAX, i32::MIN, -3, -1] {
                for near in [-1, 0, 1] {
                    for factor in [1, 3, i32::MAX >> shift, i32::MIN >> shift] {
                        let a = divisor.wrapping_mul(factor).wrapping_add(near);
                        if divisor != 0 {
                            assert_eq!(a.divide(divisor), (a.wrapping_div(divisor), a.wrapping_rem(divisor)));
                            let (a, divisor) = (a as u32, divisor as u32);
                            assert_eq!(a.divide(divisor), (a / divisor, a % divisor));
                            let (a, divisor) = ((a >> 16) as u16, (divisor >> 16).max(1) as u16);
                            assert_eq!(a.divide(divisor), (a / divisor, a % divisor));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn signs_are_pythons() {
        assert_eq!((Integer::floor_divide(-7, 2), Integer::remainder(-7, 2), Integer::fmod(-7, 2)), (-4, 1, -1));
        assert_eq!((Integer::floor_divide(7i64, -2), Integer::remainder(7i64, -2)), (-4, -1));
        assert_eq!((Integer::floor_divide(i32::MIN, -1), Integer::remainder(i32::MIN, -1)), (i32::MIN, 0));
        assert_eq!((Integer::floor_divide(5, 0), Integer::remainder(5, 0)), (0, 0));
    }
}
