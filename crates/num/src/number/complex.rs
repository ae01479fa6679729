//! Complex numbers: their arithmetic as NumPy does it, and their functions.

use super::{Float, Number, Ordered, functions};
use crate::{c64, c128};

/// Calls a macro with the functions of one complex number whose result is one.
macro_rules! for_each_function {
    ($callback:ident $($argument:tt)*) => {
        $callback! { $($argument)*
            [exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan
             sinh cosh tanh arcsinh arccosh arctanh sqrt sinc]
        }
    };
}

macro_rules! define {
    ([$($one:ident)*]) => {
        /// The functions of complex numbers beyond [`Number`], under NumPy's names.
        pub trait Complex: Number + Ordered {
            /// The dtype of the parts.
            type Part: Float;
            $(
                #[doc = concat!("NumPy's `", stringify!($one), "`, with the special values of C's Annex G.")]
                fn $one(self) -> Self;
            )*
            /// The power.
            fn power(self, exponent: Self) -> Self;
            /// The quotient, by Smith's method (1962), which does not overflow where the result does not.
            fn divide(self, other: Self) -> Self;
            /// The quotient by the same method with a division for each part, as Python's complex numbers have it:
            /// fewer roundings and more time. By zero it is NaN.
            fn quotient(self, other: Self) -> Self;
            /// The magnitude.
            fn absolute(self) -> Self::Part;
            /// The angle in radians, within [-pi, pi].
            fn angle(self) -> Self::Part;
            /// The number with its imaginary part's sign changed.
            fn conjugate(self) -> Self;
            /// Both parts rounded to the nearest whole number, ties to even.
            fn rint(self) -> Self;
            /// Whether either part is an infinity.
            fn isinf(self) -> bool;
            /// Whether neither part is an infinity or NaN.
            fn isfinite(self) -> bool;
        }
    };
}
for_each_function!(define);

macro_rules! complex {
    ($complex:ident $part:ident $enter:expr, $leave:expr; [$($one:ident)*]) => {
        impl Number for $complex {
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                $complex::new(self.re + other.re, self.im + other.im)
            }
            #[inline(always)]
            fn subtract(self, other: Self) -> Self {
                $complex::new(self.re - other.re, self.im - other.im)
            }
            #[inline(always)]
            fn multiply(self, other: Self) -> Self {
                $complex::new(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)
            }
            #[inline(always)]
            fn negative(self) -> Self {
                $complex::new(-self.re, -self.im)
            }
            #[inline(always)]
            fn square(self) -> Self {
                self.multiply(self)
            }
            #[inline(always)]
            fn sign(self) -> Self {
                if self.re.is_infinite() || self.im.is_infinite() {
                    return match (self.re.is_infinite(), self.im.is_infinite()) {
                        (true, true) => $complex::new($part::NAN, $part::NAN),
                        (true, false) => $complex::new(self.re.signum(), 0.0),
                        _ => $complex::new(0.0, self.im.signum()),
                    };
                }
                // A quarter of the number keeps the magnitude of the largest ones finite.
                let huge = self.re.abs().max(self.im.abs()) > $part::MAX / 4.0;
                let scale = if huge { 0.25 } else { 1.0 };
                let (re, im) = (self.re * scale, self.im * scale);
                let magnitude = Float::hypot(re, im);
                if magnitude == 0.0 { $complex::new(0.0, 0.0) } else { $complex::new(re / magnitude, im / magnitude) }
            }
            #[inline(always)]
            fn reciprocal(self) -> Self {
                if self.im.abs() <= self.re.abs() {
                    let ratio = self.im / self.re;
                    let scale = self.re + self.im * ratio;
                    $complex::new(1.0 / scale, -ratio / scale)
                } else {
                    let ratio = self.re / self.im;
                    let scale = self.re * ratio + self.im;
                    $complex::new(ratio / scale, -1.0 / scale)
                }
            }
        }
        impl Complex for $complex {
            type Part = $part;
            $(
                #[inline]
                fn $one(self) -> Self {
                    $leave(functions::$one($enter(self)))
                }
            )*
            #[inline]
            fn power(self, exponent: Self) -> Self {
                $leave(functions::power($enter(self), $enter(exponent)))
            }
            #[inline(always)]
            fn divide(self, other: Self) -> Self {
                let (real, imaginary) = (other.re.abs(), other.im.abs());
                if real >= imaginary {
                    if real == 0.0 && imaginary == 0.0 {
                        return $complex::new(self.re / real, self.im / real);
                    }
                    let ratio = other.im / other.re;
                    let scale = 1.0 / (other.re + other.im * ratio);
                    $complex::new((self.re + self.im * ratio) * scale, (self.im - self.re * ratio) * scale)
                } else {
                    let ratio = other.re / other.im;
                    let scale = 1.0 / (other.im + other.re * ratio);
                    $complex::new((self.re * ratio + self.im) * scale, (self.im * ratio - self.re) * scale)
                }
            }
            #[inline(always)]
            fn quotient(self, other: Self) -> Self {
                if other.re.abs() >= other.im.abs() {
                    let ratio = other.im / other.re;
                    let scale = other.re + other.im * ratio;
                    $complex::new((self.re + self.im * ratio) / scale, (self.im - self.re * ratio) / scale)
                } else {
                    let ratio = other.re / other.im;
                    let scale = other.re * ratio + other.im;
                    $complex::new((self.re * ratio + self.im) / scale, (self.im * ratio - self.re) / scale)
                }
            }
            #[inline(always)]
            fn absolute(self) -> $part {
                Float::hypot(self.re, self.im)
            }
            #[inline(always)]
            fn angle(self) -> $part {
                Float::arctan2(self.im, self.re)
            }
            #[inline(always)]
            fn conjugate(self) -> Self {
                $complex::new(self.re, -self.im)
            }
            #[inline(always)]
            fn rint(self) -> Self {
                $complex::new(Float::rint(self.re), Float::rint(self.im))
            }
            #[inline(always)]
            fn isinf(self) -> bool {
                self.re.is_infinite() | self.im.is_infinite()
            }
            #[inline(always)]
            fn isfinite(self) -> bool {
                self.re.is_finite() & self.im.is_finite()
            }
        }
    };
}
for_each_function!(complex c64 f32 |z: c64| c128::new(z.re as f64, z.im as f64),
    |z: c128| c64::new(z.re as f32, z.im as f32););
for_each_function!(complex c128 f64 std::convert::identity, std::convert::identity;);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_and_reciprocals_hold_for_every_exponent() {
        let close = |x: c128, y: c128| assert!((x.re - y.re).abs() + (x.im - y.im).abs() < 1e-15, "{x} is not {y}");
        // The same numbers in other units, powers of two, have the same quotient.
        for (z, w) in [((3.0, 1.0), (1.0, -2.0)), ((0.0, 2.0), (1.0, 1.0)), ((1.0, -1.0), (-3.0, 0.25))] {
            for exponent in [-1000, -600, 0, 600, 1000] {
                let unit = 2f64.powi(exponent);
                let [z, w] = [z, w].map(|(re, im)| c128::new(re * unit, im * unit));
                let square = (w.re / unit).powi(2) + (w.im / unit).powi(2);
                let [x, y] = [z, w].map(|z| c128::new(z.re / unit, z.im / unit));
                let right = x.multiply(y.conjugate());
                let right = c128::new(right.re / square, right.im / square);
                close(z.divide(w), right);
                close(z.quotient(w), right);
                let inverse = w.reciprocal();
                close(c128::new(inverse.re * unit, inverse.im * unit), c128::new(y.re / square, -y.im / square));
            }
        }
    }

    #[test]
    fn whole_multiples_have_whole_quotients() {
        // If the divisor is real, imaginary or has equal parts, only the quotient itself is rounded.
        for count in -50..=50 {
            for part in 1..=50 {
                for (re, im) in [(part, 0), (0, part), (part, part), (part, -part)] {
                    let by = c128::new(re.into(), im.into());
                    let found = c128::new((re * count).into(), (im * count).into()).quotient(by);
                    assert_eq!(found, c128::new(count.into(), 0.0), "{count} times {by}");
                }
            }
        }
    }
}
