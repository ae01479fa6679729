//! The functions of real floats. The half types compute in float32 and round once.

use super::modulus::Modulus;
use super::products::Products;
use super::{Number, Ordered, narrow_bf16, narrow_f16, widen_bf16, widen_f16};
use crate::math::Elementary;
use crate::{bf16, f16};

/// Calls a macro with the functions of one float, then those of two, that give a float of the same dtype and that the
/// half types reach through float32.
macro_rules! for_each_function {
    ($callback:ident $($argument:tt)*) => {
        $callback! { $($argument)*
            [exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh
             arctanh cbrt sqrt rsqrt cube fourth_power floor ceil trunc rint fabs degrees radians sinc i0 angle]
            [arctan2 hypot divide floor_divide remainder fmod copysign heaviside logaddexp logaddexp2]
        }
    };
}

macro_rules! define {
    ([$($one:ident)*] [$($two:ident)*]) => {
        /// The functions of real floats beyond [`Number`], under NumPy's names.
        pub trait Float: Number + Ordered {
            $(
                #[doc = concat!("NumPy's `", stringify!($one), "`, SciPy's, or the power of that name.")]
                fn $one(self) -> Self;
            )*
            $(
                #[doc = concat!("NumPy's `", stringify!($two), "`.")]
                fn $two(self, other: Self) -> Self;
            )*
            /// The sines of a block: faster than one by one, as the block chooses how.
            fn sin_block(x: &[Self], y: &mut [Self]);
            /// The cosines of a block.
            fn cos_block(x: &[Self], y: &mut [Self]);
            /// The tangents of a block.
            fn tan_block(x: &[Self], y: &mut [Self]);
            /// `floor_divide` of blocks of one length: faster than one by one where the quotients are small.
            fn floor_divide_block(x: &[Self], y: &[Self], r: &mut [Self]);
            /// `remainder` of blocks of one length.
            fn remainder_block(x: &[Self], y: &[Self], r: &mut [Self]);
            /// `fmod` of blocks of one length.
            fn fmod_block(x: &[Self], y: &[Self], r: &mut [Self]);
            /// NumPy's `power` of blocks of one length.
            fn power_block(x: &[Self], y: &[Self], r: &mut [Self]);
            /// Quotient and remainder of the division rounded down.
            fn divmod(self, other: Self) -> (Self, Self);
            /// Fraction and whole part, both of the number's sign.
            fn modf(self) -> (Self, Self);
            /// A number of magnitude in [0.5, 1) and the power of two by which it is to be multiplied.
            fn frexp(self) -> (Self, i32);
            /// The number times a power of two.
            fn ldexp(self, exponent: i64) -> Self;
            /// The next number of the dtype in the direction of another.
            fn nextafter(self, other: Self) -> Self;
            /// The distance to the next number of larger magnitude (of the half types: to the next above).
            fn spacing(self) -> Self;
            /// Whether the sign bit is set, that of zero or NaN included.
            fn signbit(self) -> bool;
            /// Whether it is an infinity.
            fn isinf(self) -> bool;
            /// Whether it is neither an infinity nor NaN.
            fn isfinite(self) -> bool;
        }
    };
}
for_each_function!(define);

macro_rules! elementary {
    ($rust:ident: $($name:ident = $function:ident)*; $($name2:ident = $function2:ident)*) => {
        $(#[inline(always)] fn $name(self) -> $rust { Elementary::$function(self) })*
        $(#[inline(always)] fn $name2(self, other: $rust) -> $rust { Elementary::$function2(self, other) })*
    };
}

macro_rules! same_named {
    ($rust:ident: $($name:ident = $function:ident)*) => {
        $(#[inline(always)] fn $name(self) -> $rust { $rust::$function(self) })*
    };
}

macro_rules! real {
    ($rust:ident $pi:expr) => {
        impl Number for $rust {
            #[inline(always)]
            fn add(self, other: $rust) -> $rust {
                self + other
            }
            #[inline(always)]
            fn subtract(self, other: $rust) -> $rust {
                self - other
            }
            #[inline(always)]
            fn multiply(self, other: $rust) -> $rust {
                self * other
            }
            #[inline(always)]
            fn negative(self) -> $rust {
                -self
            }
            #[inline(always)]
            fn square(self) -> $rust {
                self * self
            }
            #[inline(always)]
            fn reciprocal(self) -> $rust {
                1.0 / self
            }
            #[inline(always)]
            fn sign(self) -> $rust {
                let sign = (self > 0.0) as i8 as $rust - (self < 0.0) as i8 as $rust;
                if self.is_nan() { self } else { sign }
            }
        }
        impl Float for $rust {
            elementary! { $rust:
                exp = exp exp2 = exp2 expm1 = expm1 log = log log2 = log2 log10 = log10 log1p = log1p
                sin = sin cos = cos tan = tan arcsin = asin arccos = acos arctan = atan
                sinh = sinh cosh = cosh tanh = tanh arcsinh = asinh arccosh = acosh arctanh = atanh cbrt = cbrt;
                arctan2 = atan2 hypot = hypot
            }
            same_named! { $rust: sqrt = sqrt floor = floor ceil = ceil trunc = trunc rint = round_ties_even fabs = abs }
            #[inline(always)]
            fn sin_block(x: &[$rust], y: &mut [$rust]) {
                Elementary::sin_block(x, y)
            }
            #[inline(always)]
            fn cos_block(x: &[$rust], y: &mut [$rust]) {
                Elementary::cos_block(x, y)
            }
            #[inline(always)]
            fn tan_block(x: &[$rust], y: &mut [$rust]) {
                Elementary::tan_block(x, y)
            }
            #[inline(always)]
            fn rsqrt(self) -> $rust {
                1.0 / self.sqrt()
            }
            #[inline(always)]
            fn cube(self) -> $rust {
                let [cube] = <$rust>::products([self], 3);
                cube
            }
            #[inline(always)]
            fn fourth_power(self) -> $rust {
                let [power] = <$rust>::products([self], 4);
                power
            }
            #[inline(always)]
            fn degrees(self) -> $rust {
                self * (180.0 / $pi)
            }
            #[inline(always)]
            fn radians(self) -> $rust {
                self * ($pi / 180.0)
            }
            #[inline(always)]
            fn sinc(self) -> $rust {
                // NumPy's formula, step by step: rounding pi times x moves the zeros, and programs see where to.
                let y = self * $pi;
                if self == 0.0 { 1.0 } else { Elementary::sin(y) / y }
            }
            #[inline(always)]
            fn i0(self) -> $rust {
                crate::special::i0(self as f64) as $rust
            }
            #[inline(always)]
            fn angle(self) -> $rust {
                let angle = if self.is_sign_negative() { $pi } else { 0.0 };
                if self.is_nan() { self } else { angle }
            }
            #[inline(always)]
            fn divide(self, other: $rust) -> $rust {
                self / other
            }
            #[inline(always)]
            fn floor_divide(self, other: $rust) -> $rust {
                self.divmod(other).0
            }
            #[inline(always)]
            fn remainder(self, other: $rust) -> $rust {
                self.divmod(other).1
            }
            #[inline(always)]
            fn fmod(self, other: $rust) -> $rust {
                self % other
            }
            #[inline(always)]
            fn copysign(self, other: $rust) -> $rust {
                $rust::copysign(self, other)
            }
            #[inline(always)]
            fn heaviside(self, at_zero: $rust) -> $rust {
                let step = if self == 0.0 { at_zero } else { (self > 0.0) as u8 as $rust };
                if self.is_nan() { self } else { step }
            }
            #[inline(always)]
            fn logaddexp(self, other: $rust) -> $rust {
                let (larger, distance) = (Ordered::maximum(self, other), (self - other).abs());
                // Equal operands come first: the difference of two infinities of one sign is NaN.
                let distance = if self == other { 0.0 } else { distance };
                larger + Elementary::log1p(Elementary::exp(-distance))
            }
            #[inline(always)]
            fn logaddexp2(self, other: $rust) -> $rust {
                let (larger, distance) = (Ordered::maximum(self, other), (self - other).abs());
                let distance = if self == other { 0.0 } else { distance };
                larger + Elementary::log1p(Elementary::exp2(-distance)) * std::$rust::consts::LOG2_E
            }
            #[inline(always)]
            fn divmod(self, other: $rust) -> ($rust, $rust) {
                self.divide_down(other, self % other)
            }
            #[inline(always)]
            fn floor_divide_block(x: &[$rust], y: &[$rust], r: &mut [$rust]) {
                Modulus::each_modulus(
                    x,
                    y,
                    r,
                    #[inline(always)]
                    |x, y, rest| x.divide_down(y, rest).0,
                );
            }
            #[inline(always)]
            fn remainder_block(x: &[$rust], y: &[$rust], r: &mut [$rust]) {
                Modulus::each_modulus(
                    x,
                    y,
                    r,
                    #[inline(always)]
                    |x, y, rest| x.divide_down(y, rest).1,
                );
            }
            #[inline(always)]
            fn fmod_block(x: &[$rust], y: &[$rust], r: &mut [$rust]) {
                Modulus::each_modulus(
                    x,
                    y,
                    r,
                    #[inline(always)]
                    |_, _, rest| rest,
                );
            }
            #[inline(always)]
            fn power_block(x: &[$rust], y: &[$rust], r: &mut [$rust]) {
                Products::each_power(
                    x,
                    y,
                    r,
                    #[inline(always)]
                    |x, y| Elementary::pow(x, y),
                );
            }
            #[inline(always)]
            fn modf(self) -> ($rust, $rust) {
                let whole = self.trunc();
                let fraction = if self.is_infinite() { 0.0 } else { self - whole };
                (if self.is_nan() { self } else { fraction.copysign(self) }, whole)
            }
            #[inline(always)]
            fn frexp(self) -> ($rust, i32) {
                if self == 0.0 || !self.is_finite() {
                    return (self, 0);
                }
                let (fraction, exponent) = libm::frexp(self as f64);
                (fraction as $rust, exponent)
            }
            #[inline(always)]
            fn ldexp(self, exponent: i64) -> $rust {
                // Float32 goes through float64, where scaling is exact wherever the float32 result does not underflow
                // to zero.
                libm::scalbn(self as f64, exponent.clamp(-5000, 5000) as i32) as $rust
            }
            #[inline(always)]
            fn nextafter(self, other: $rust) -> $rust {
                if self.is_nan() || other.is_nan() {
                    return self + other;
                }
                if self == other {
                    return other;
                }
                if self == 0.0 {
                    return $rust::from_bits(1).copysign(other);
                }
                let outward = (self < other) == (self > 0.0);
                $rust::from_bits(if outward { self.to_bits() + 1 } else { self.to_bits() - 1 })
            }
            #[inline(always)]
            fn spacing(self) -> $rust {
                let magnitude = self.abs();
                let step = $rust::from_bits(magnitude.to_bits().wrapping_add(1)) - magnitude;
                let signed = if self < 0.0 { -step } else { step };
                if self.is_finite() { signed } else { $rust::NAN }
            }
            #[inline(always)]
            fn signbit(self) -> bool {
                self.is_sign_negative()
            }
            #[inline(always)]
            fn isinf(self) -> bool {
                self.is_infinite()
            }
            #[inline(always)]
            fn isfinite(self) -> bool {
                self.is_finite()
            }
        }
    };
}
real!(f32 std::f32::consts::PI);
real!(f64 std::f64::consts::PI);

macro_rules! half {
    ($rust:ident $widen:ident $narrow:ident $infinity:literal [$($one:ident)*] [$($two:ident)*]) => {
        impl Number for $rust {
            #[inline(always)] fn add(self, other: $rust) -> $rust { $narrow($widen(self) + $widen(other)) }
            #[inline(always)] fn subtract(self, other: $rust) -> $rust { $narrow($widen(self) - $widen(other)) }
            #[inline(always)] fn multiply(self, other: $rust) -> $rust { $narrow($widen(self) * $widen(other)) }
            #[inline(always)] fn negative(self) -> $rust { $rust::from_bits(self.to_bits() ^ 0x8000) }
            #[inline(always)] fn square(self) -> $rust { $narrow($widen(self) * $widen(self)) }
            #[inline(always)] fn reciprocal(self) -> $rust { $narrow(1.0 / $widen(self)) }
            #[inline(always)] fn sign(self) -> $rust { $narrow(Number::sign($widen(self))) }
        }
        impl Float for $rust {
            $(#[inline(always)] fn $one(self) -> $rust { $narrow(Float::$one($widen(self))) })*
            $(#[inline(always)] fn $two(self, other: $rust) -> $rust { $narrow(Float::$two($widen(self), $widen(other))) })*
            #[inline(always)] fn sin_block(x: &[$rust], y: &mut [$rust]) {
                widened(x, y, $widen, $narrow, #[inline(always)] |x: &[f32], y: &mut [f32]| Float::sin_block(x, y))
            }
            #[inline(always)] fn cos_block(x: &[$rust], y: &mut [$rust]) {
                widened(x, y, $widen, $narrow, #[inline(always)] |x: &[f32], y: &mut [f32]| Float::cos_block(x, y))
            }
            #[inline(always)] fn tan_block(x: &[$rust], y: &mut [$rust]) {
                widened(x, y, $widen, $narrow, #[inline(always)] |x: &[f32], y: &mut [f32]| Float::tan_block(x, y))
            }
            #[inline(always)] fn floor_divide_block(x: &[$rust], y: &[$rust], r: &mut [$rust]) {
                widened_pair(x, y, r, $widen, $narrow, #[inline(always)] |x, y, r| Float::floor_divide_block(x, y, r))
            }
            #[inline(always)] fn remainder_block(x: &[$rust], y: &[$rust], r: &mut [$rust]) {
                widened_pair(x, y, r, $widen, $narrow, #[inline(always)] |x, y, r| Float::remainder_block(x, y, r))
            }
            #[inline(always)] fn fmod_block(x: &[$rust], y: &[$rust], r: &mut [$rust]) {
                widened_pair(x, y, r, $widen, $narrow, #[inline(always)] |x, y, r| Float::fmod_block(x, y, r))
            }
            #[inline(always)] fn power_block(x: &[$rust], y: &[$rust], r: &mut [$rust]) {
                widened_pair(x, y, r, $widen, $narrow, #[inline(always)] |x, y, r| Float::power_block(x, y, r))
            }
            #[inline(always)] fn divmod(self, other: $rust) -> ($rust, $rust) {
                let (quotient, modulus) = $widen(self).divmod($widen(other));
                ($narrow(quotient), $narrow(modulus))
            }
            #[inline(always)] fn modf(self) -> ($rust, $rust) {
                let (fraction, whole) = $widen(self).modf();
                ($narrow(fraction), $narrow(whole))
            }
            #[inline(always)] fn frexp(self) -> ($rust, i32) {
                let (fraction, exponent) = Float::frexp($widen(self));
                ($narrow(fraction), exponent)
            }
            #[inline(always)] fn ldexp(self, exponent: i64) -> $rust { $narrow(Float::ldexp($widen(self), exponent)) }
            #[inline(always)] fn nextafter(self, other: $rust) -> $rust {
                let (x, y) = ($widen(self), $widen(other));
                if x.is_nan() || y.is_nan() {
                    return $narrow(x + y);
                }
                if x == y {
                    return other;
                }
                if x == 0.0 {
                    return $rust::from_bits(other.to_bits() & 0x8000 | 1);
                }
                let outward = (x < y) == (x > 0.0);
                $rust::from_bits(if outward { self.to_bits() + 1 } else { self.to_bits() - 1 })
            }
            #[inline(always)] fn spacing(self) -> $rust {
                let above = Float::nextafter(self, $rust::from_bits($infinity));
                let step = $narrow($widen(above) - $widen(self));
                if $widen(self).is_finite() { step } else { $narrow(f32::NAN) }
            }
            #[inline(always)] fn signbit(self) -> bool { self.to_bits() & 0x8000 != 0 }
            #[inline(always)] fn isinf(self) -> bool { $widen(self).is_infinite() }
            #[inline(always)] fn isfinite(self) -> bool { $widen(self).is_finite() }
        }
    };
}
for_each_function!(half f16 widen_f16 narrow_f16 0x7c00);
for_each_function!(half bf16 widen_bf16 narrow_bf16 0x7f80);

/// A block function of float32 on a block of a half type.
#[inline(always)]
fn widened<H: Copy>(
    x: &[H],
    y: &mut [H],
    widen: impl Fn(H) -> f32,
    narrow: impl Fn(f32) -> H,
    function: impl Fn(&[f32], &mut [f32]),
) {
    let (mut before, mut after) = ([0f32; 256], [0f32; 256]);
    for (x, y) in x.chunks(256).zip(y.chunks_mut(256)) {
        let n = x.len();
        for i in 0..n {
            before[i] = widen(x[i]);
        }
        function(&before[..n], &mut after[..n]);
        for i in 0..n {
            y[i] = narrow(after[i]);
        }
    }
}

/// A function of two blocks of float32 on blocks of a half type.
#[inline(always)]
fn widened_pair<H: Copy>(
    x: &[H],
    y: &[H],
    r: &mut [H],
    widen: impl Fn(H) -> f32,
    narrow: impl Fn(f32) -> H,
    function: impl Fn(&[f32], &[f32], &mut [f32]),
) {
    let (mut first, mut second, mut after) = ([0f32; 256], [0f32; 256], [0f32; 256]);
    for ((x, y), r) in x.chunks(256).zip(y.chunks(256)).zip(r.chunks_mut(256)) {
        let n = x.len();
        for i in 0..n {
            (first[i], second[i]) = (widen(x[i]), widen(y[i]));
        }
        function(&first[..n], &second[..n], &mut after[..n]);
        for i in 0..n {
            r[i] = narrow(after[i]);
        }
    }
}
