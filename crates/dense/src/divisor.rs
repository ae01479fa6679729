//! Division by complex numbers over the whole range of the precision, as LAPACK's `ladiv`.

use cuprust_num::{c64, c128};

/// A complex number scaled by the power of two that brings its larger part near one, so that its squared modulus
/// neither overflows nor underflows. The scaling is exact, and is applied to the dividend too, so that the quotient
/// equals that of the textbook wherever the latter is defined.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ComplexDivisor<R> {
    scale: R,
    re: R,
    im: R,
    square: R,
}

macro_rules! divisors {
    ($($T:ident of $R:ident, $bits:ident, exponent at $at:literal;)*) => { $(
        impl ComplexDivisor<$R> {
            /// Prepares a divisor. Quotients by zero, and by a number that is not finite, are NaN.
            #[inline(always)]
            pub(crate) fn of(value: $T) -> ComplexDivisor<$R> {
                const ONE: $bits = (1.0 as $R).to_bits() >> $at;
                // The exponents whose reciprocals are normal numbers: subnormal divisors count as the smallest normal
                // one.
                let larger = value.re.abs().max(value.im.abs());
                let exponent = (larger.to_bits() >> $at).clamp(1, 2 * ONE - 1);
                let scale = $R::from_bits((2 * ONE - exponent) << $at);
                let (re, im) = (value.re * scale, value.im * scale);
                ComplexDivisor { scale, re, im, square: re * re + im * im }
            }

            /// The quotient of a number.
            #[inline(always)]
            pub(crate) fn divide(self, value: $T) -> $T {
                let (re, im) = (value.re * self.scale, value.im * self.scale);
                $T::new((re * self.re + im * self.im) / self.square, (im * self.re - re * self.im) / self.square)
            }
        }
    )* };
}
divisors! {
    c64 of f32, u32, exponent at 23;
    c128 of f64, u64, exponent at 52;
}
