//! Conversion of numbers: C's conversions, as NumPy on x86-64 does them.

use crate::number::{narrow_bf16, narrow_f16, widen_bf16, widen_f16};
use crate::{Element, bf16, c64, c128, f16};

/// Conversion of one element into another dtype.
///
/// Floats go to integers by truncation, and into a narrow integer through int64 with wrap-around; what does not fit
/// int64 saturates and NaN is zero (NumPy leaves both to the processor). Complex to real drops the imaginary part.
/// Everything but zero is true, NaN included.
pub trait CastTo<To: Element>: Element {
    /// The value as `To`.
    fn cast(self) -> To;
}

macro_rules! by_as {
    ($($from:ident => $($to:ident)*;)*) => { $($(
        impl CastTo<$to> for $from { #[inline(always)] fn cast(self) -> $to { self as $to } }
    )*)* };
}
by_as! {
    i8 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    u8 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    i16 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    u16 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    i32 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    u32 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    i64 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    u64 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    f32 => i32 i64 f32 f64;
    f64 => i32 i64 f32 f64;
}

macro_rules! float_to_narrow {
    ($($from:ident)*) => { $(
        float_to_narrow! { @ $from i8 u8 i16 u16 u32 }
        impl CastTo<u64> for $from {
            #[inline(always)]
            fn cast(self) -> u64 { if self < 0.0 { self as i64 as u64 } else { self as u64 } }
        }
    )* };
    (@ $from:ident $($to:ident)*) => { $(
        impl CastTo<$to> for $from { #[inline(always)] fn cast(self) -> $to { self as i64 as $to } }
    )* };
}
float_to_narrow!(f32 f64);

macro_rules! bools {
    ($($other:ident)*) => { $(
        impl CastTo<bool> for $other { #[inline(always)] fn cast(self) -> bool { self != (0 as $other) } }
        impl CastTo<$other> for bool { #[inline(always)] fn cast(self) -> $other { self as u8 as $other } }
    )* };
}
bools!(i8 u8 i16 u16 i32 u32 i64 u64 f32 f64);
impl CastTo<bool> for bool {
    #[inline(always)]
    fn cast(self) -> bool {
        self
    }
}

/// The half types reach everything through float32, which holds all their values.
macro_rules! halves {
    ($half:ident by $widen:ident: $($other:ident)*) => { $(
        impl CastTo<$other> for $half {
            #[inline(always)] fn cast(self) -> $other { CastTo::<$other>::cast($widen(self)) }
        }
    )* };
}
halves!(f16 by widen_f16: bool i8 u8 i16 u16 i32 u32 i64 u64 f32 f64 bf16 c64 c128);
halves!(bf16 by widen_bf16: bool i8 u8 i16 u16 i32 u32 i64 u64 f32 f64 f16 c64 c128);

macro_rules! to_halves {
    ($half:ident by $narrow:ident: $($exact:ident)*; by float64: $($wide:ident)*) => {
        $(impl CastTo<$half> for $exact {
            #[inline(always)] fn cast(self) -> $half { $narrow(CastTo::<f32>::cast(self)) }
        })*
        $(impl CastTo<$half> for $wide {
            #[inline(always)] fn cast(self) -> $half { $narrow(to_odd(CastTo::<f64>::cast(self))) }
        })*
    };
}
to_halves!(f16 by narrow_f16: bool i8 u8 i16 u16 f32; by float64: i32 u32 i64 u64 f64);
to_halves!(bf16 by narrow_bf16: bool i8 u8 i16 u16 f32; by float64: i32 u32 i64 u64 f64);

/// The float32 next to `x` whose last bit is odd, or `x` itself where float32 holds it: rounding that once more, to a
/// half type, gives what rounding `x` at once would give. (Boldo and Melquiond, "Emulation of FMA and correctly rounded
/// sums: proved algorithms using rounding to odd", 2008.)
#[inline(always)]
fn to_odd(x: f64) -> f32 {
    let nearest = x as f32;
    let outward = (nearest as f64).abs() > x.abs();
    let odd = f32::from_bits(nearest.to_bits().wrapping_sub(outward as u32) | 1);
    if nearest as f64 == x || x.is_nan() { nearest } else { odd }
}

macro_rules! itself {
    ($($rust:ident)*) => { $( impl CastTo<$rust> for $rust { #[inline(always)] fn cast(self) -> $rust { self } } )* };
}
itself!(f16 bf16 c64 c128);

macro_rules! complexes {
    ($complex:ident of $part:ident: $($other:ident)*) => { $(
        impl CastTo<$complex> for $other {
            #[inline(always)] fn cast(self) -> $complex { $complex::new(CastTo::<$part>::cast(self), 0.0) }
        }
        impl CastTo<$other> for $complex {
            #[inline(always)] fn cast(self) -> $other { CastTo::<$other>::cast(self.re) }
        }
    )* };
}
macro_rules! complexes_and_halves {
    ($complex:ident: $($half:ident)*) => { $(
        impl CastTo<$half> for $complex {
            #[inline(always)] fn cast(self) -> $half { CastTo::<$half>::cast(self.re) }
        }
    )* };
}
complexes!(c64 of f32: i8 u8 i16 u16 i32 u32 i64 u64 f32 f64);
complexes!(c128 of f64: i8 u8 i16 u16 i32 u32 i64 u64 f32 f64);
complexes_and_halves!(c64: f16 bf16);
complexes_and_halves!(c128: f16 bf16);

macro_rules! complex_and_bool {
    ($($complex:ident)*) => { $(
        impl CastTo<bool> for $complex {
            #[inline(always)] fn cast(self) -> bool { self.re != 0.0 || self.im != 0.0 }
        }
        impl CastTo<$complex> for bool {
            #[inline(always)] fn cast(self) -> $complex { $complex::new(self as u8 as _, 0.0) }
        }
    )* };
}
complex_and_bool!(c64 c128);
impl CastTo<c128> for c64 {
    #[inline(always)]
    fn cast(self) -> c128 {
        c128::new(self.re as f64, self.im as f64)
    }
}
impl CastTo<c64> for c128 {
    #[inline(always)]
    fn cast(self) -> c64 {
        c64::new(self.re as f32, self.im as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn float64_is_rounded_to_a_half_type_once() {
        for x in [1.1809175092596242e-06, 1.0 + 2f64.powi(-8) + 2f64.powi(-40), 65519.999999, 1e-45, 0.0] {
            let (b, f): (bf16, f16) = (x.cast(), x.cast());
            let nearest = |candidates: [f64; 3]| {
                candidates.into_iter().min_by(|p, q| (p - x).abs().total_cmp(&(q - x).abs())).unwrap_or(f64::NAN)
            };
            let around_b = [-1i32, 0, 1].map(|d| bf16::from_bits((b.to_bits() as i32 + d) as u16).to_f64());
            assert_eq!(b.to_f64(), nearest(around_b), "{x}");
            // Beyond the largest float16 there is infinity, which rounding treats as the next number, 65536.
            let value = |f: f16| if f.is_infinite() { 65536f64.copysign(f.to_f64()) } else { f.to_f64() };
            let around_f = [-1i32, 0, 1].map(|d| value(f16::from_bits((f.to_bits() as i32 + d) as u16)));
            assert_eq!(value(f), nearest(around_f), "{x}");
        }
    }
}
