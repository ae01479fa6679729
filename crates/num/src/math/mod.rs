//! The elementary functions, written so that a loop over them becomes vector code.
//!
//! Each is plain arithmetic on one number, without branches, calls, tables or fused multiply-add, and always inlined:
//! a loop `for i in 0..n { y[i] = x[i].exp() }` inside a function with `#[target_feature(enable = "avx512f,avx512dq")]`
//! (or any other features) compiles to that vector set, and gives the same bits under every one of them.
//!
//! Within one unit of the last place of the exact value for every argument, four for [`Elementary::pow`], with the
//! special values of C99 Annex F; `tests/math_accuracy.rs` and `tests/math_f32.rs` hold them to it, and
//! `examples/math_speed.rs` measures what they cost.
//!
//! Sine, cosine and tangent reduce large arguments in ways of their own, which is a branch: their trait methods are
//! right for every argument, but a loop should call [`Elementary::sin_block`], [`Elementary::cos_block`] and
//! [`Elementary::tan_block`] with a block of some hundred numbers instead.

mod coefficients;
mod doubled;
mod exp;
mod exp_log_f32;
mod hyperbolic;
mod inverse_trigonometric;
mod log;
mod power;
pub mod single;
pub mod special;
mod trigonometric;

pub(crate) use doubled::{
    at_least, at_most, fast_two_sum, fused_polynomial, polynomial, power_of_two, select, two_product, two_sum,
};
pub use exp::{exp, exp2, expm1};
pub(crate) use exp_log_f32::exp_f32;
pub use hyperbolic::{acosh, asinh, atanh, cosh, sinh, tanh};
pub use inverse_trigonometric::{acos, asin, atan, atan2};
pub use log::{log, log1p, log2, log10};
pub use power::{cbrt, hypot, pow};
pub(crate) use power::{exp2_of_pair, log2_pair};
pub use single::{TRIGONOMETRIC_RANGE_F32, cos_f32, sin_f32, tan_f32};
pub use trigonometric::{
    TRIGONOMETRIC_FAR_RANGE, TRIGONOMETRIC_RANGE, cos, cos_f64, cos_fast, sin, sin_f64, sin_fast, tan, tan_f64,
    tan_fast,
};
pub(crate) use trigonometric::{cos_of_parts, sine_of_parts};

macro_rules! elementary {
    (
        unary { $($(#[$doc:meta])* $name:ident)* }
        binary { $($(#[$binary_doc:meta])* $binary:ident)* }
        block { $($(#[$block_doc:meta])* $block:ident: $double:path, $single:path;)* }
    ) => {
        /// The elementary functions of `f32` and `f64`.
        pub trait Elementary: Copy {
            $($(#[$doc])* fn $name(self) -> Self;)*
            $($(#[$binary_doc])* fn $binary(self, other: Self) -> Self;)*
            $($(#[$block_doc])* fn $block(x: &[Self], y: &mut [Self]);)*
            /// The number as a double, which is exact.
            fn to_f64(self) -> f64;
            /// The nearest number to a double.
            fn from_f64(x: f64) -> Self;
        }

        impl Elementary for f64 {
            $(#[inline(always)] fn $name(self) -> Self { $name(self) })*
            $(#[inline(always)] fn $binary(self, other: Self) -> Self { $binary(self, other) })*
            $(#[inline(always)] fn $block(x: &[Self], y: &mut [Self]) { $double(x, y) })*
            #[inline(always)] fn to_f64(self) -> f64 { self }
            #[inline(always)] fn from_f64(x: f64) -> Self { x }
        }

        impl Elementary for f32 {
            $(#[inline(always)] fn $name(self) -> Self { single::$name(self) })*
            $(#[inline(always)] fn $binary(self, other: Self) -> Self { single::$binary(self, other) })*
            $(#[inline(always)] fn $block(x: &[Self], y: &mut [Self]) { $single(x, y) })*
            #[inline(always)] fn to_f64(self) -> f64 { self as f64 }
            #[inline(always)] fn from_f64(x: f64) -> Self { x as f32 }
        }
    };
}

elementary! {
    unary {
        /// e^x.
        exp
        /// 2^x.
        exp2
        /// e^x - 1, without cancellation near zero.
        expm1
        /// The natural logarithm; minus infinity at zero, NaN below.
        log
        /// The logarithm to base 2.
        log2
        /// The logarithm to base 10.
        log10
        /// log(1 + x), without cancellation near zero.
        log1p
        /// The sine of an angle in radians.
        sin
        /// The cosine of an angle in radians.
        cos
        /// The tangent of an angle in radians.
        tan
        /// The arc sine, from -pi/2 to pi/2.
        asin
        /// The arc cosine, from 0 to pi.
        acos
        /// The arc tangent, from -pi/2 to pi/2.
        atan
        /// The hyperbolic sine.
        sinh
        /// The hyperbolic cosine.
        cosh
        /// The hyperbolic tangent.
        tanh
        /// The inverse hyperbolic sine.
        asinh
        /// The inverse hyperbolic cosine.
        acosh
        /// The inverse hyperbolic tangent.
        atanh
        /// The cube root.
        cbrt
    }
    binary {
        /// The angle of the point (`other`, `self`), from -pi to pi.
        atan2
        /// `self` to the power of `other`.
        pow
        /// The length of the vector (`self`, `other`).
        hypot
    }
    block {
        /// `y[i] = sin(x[i])`, as far as the shorter of the two reaches.
        sin_block: sin_f64, sin_f32;
        /// `y[i] = cos(x[i])`, as far as the shorter of the two reaches.
        cos_block: cos_f64, cos_f32;
        /// `y[i] = tan(x[i])`, as far as the shorter of the two reaches.
        tan_block: tan_f64, tan_f32;
    }
}
