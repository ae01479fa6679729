//! The functions of integers: they wrap around, and a division by zero is zero.

use super::Number;

/// What integers can do beyond [`Number`].
pub trait Integer: Number {
    /// The quotient rounded down; zero where the divisor is zero.
    fn floor_divide(self, other: Self) -> Self;
    /// What `floor_divide` leaves: it has the divisor's sign. Zero where the divisor is zero.
    fn remainder(self, other: Self) -> Self;
    /// What the division rounded towards zero leaves: it has the dividend's sign. Zero where the divisor is zero.
    fn fmod(self, other: Self) -> Self;
    /// The power; zero where the exponent is negative, which callers refuse beforehand.
    fn power(self, exponent: Self) -> Self;
    /// The greatest common divisor of the magnitudes.
    fn gcd(self, other: Self) -> Self;
    /// The least common multiple of the magnitudes.
    fn lcm(self, other: Self) -> Self;
    /// The bits moved up; zero where the count is negative or not less than the width.
    fn left_shift(self, count: Self) -> Self;
    /// The bits moved down; all sign bits where the count is negative or not less than the width.
    fn right_shift(self, count: Self) -> Self;
    /// How many ones the magnitude has in binary.
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
            // A negative count is a large one when read without its sign.
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
                let divisor = if other == 0 { 1 } else { other };
                let (quotient, rest) = (self.wrapping_div(divisor), self.wrapping_rem(divisor));
                let down = (rest != 0) & ((rest < 0) != (divisor < 0));
                if other == 0 { 0 } else { quotient - down as $rust }
            }
            #[inline(always)] fn remainder(self, other: Self) -> Self {
                let divisor = if other == 0 { 1 } else { other };
                let rest = self.wrapping_rem(divisor);
                if (rest != 0) & ((rest < 0) != (divisor < 0)) { rest + divisor } else { rest }
            }
            #[inline(always)] fn fmod(self, other: Self) -> Self {
                self.wrapping_rem(if other == 0 { 1 } else { other })
            }
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
            #[inline(always)] fn floor_divide(self, other: Self) -> Self {
                if other == 0 { 0 } else { self / if other == 0 { 1 } else { other } }
            }
            #[inline(always)] fn remainder(self, other: Self) -> Self {
                self % if other == 0 { 1 } else { other }
            }
            #[inline(always)] fn fmod(self, other: Self) -> Self { self.remainder(other) }
            #[inline(always)] fn gcd(self, other: Self) -> Self { stein(self as u64, other as u64) as $rust }
            #[inline(always)] fn bitwise_count(self) -> u8 { self.count_ones() as u8 }
            #[inline(always)] fn absolute(self) -> Self { self }
        }
    )* };
}
unsigned!(u8 u16 u32 u64);
