//! How one number becomes another: C's conversions, as NumPy on x86-64 does them.

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
    ($half:ident: $($other:ident)*) => { $(
        impl CastTo<$other> for $half {
            #[inline(always)] fn cast(self) -> $other { CastTo::<$other>::cast(self.to_f32()) }
        }
    )* };
}
halves!(f16: bool i8 u8 i16 u16 i32 u32 i64 u64 f32 f64 bf16 c64 c128);
halves!(bf16: bool i8 u8 i16 u16 i32 u32 i64 u64 f32 f64 f16 c64 c128);

macro_rules! to_halves {
    ($half:ident $rounding:ident via $wide:ident: $($other:ident)*) => { $(
        impl CastTo<$half> for $other {
            #[inline(always)] fn cast(self) -> $half { $half::$rounding(CastTo::<$wide>::cast(self)) }
        }
    )* };
}
to_halves!(f16 from_f32 via f32: bool i8 u8 i16 u16 f32);
to_halves!(f16 from_f64 via f64: i32 u32 i64 u64 f64);
to_halves!(bf16 from_f32 via f32: bool i8 u8 i16 u16 f32);
to_halves!(bf16 from_f64 via f64: i32 u32 i64 u64 f64);

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
