//! Numbers: the dtypes, their promotion and casting, and scalar functions on them.

mod cast;
pub mod draws;
mod dtype;
pub mod math;
mod number;
mod promote;
pub mod random;
mod scalar;
pub mod special;

pub use cast::CastTo;
pub use dtype::{DType, Element, Kind};
pub use half::{bf16, f16};
pub use number::{
    Across, Complex, Float, Integer, Number, Ordered, Quotients, divisor_multiplier, divisor_shift,
    half_range_multiplier,
};
pub use promote::{Casting, Weak, can_cast, can_cast_weak, float_holding, promote, promote_all};
pub use scalar::{Scalar, Value, integer_range};

/// complex64: two float32.
#[allow(non_camel_case_types)]
pub type c64 = num_complex::Complex<f32>;
/// complex128: two float64.
#[allow(non_camel_case_types)]
pub type c128 = num_complex::Complex<f64>;
// The list of dtypes names each Rust type as `$crate::name`, so the primitive ones must be found there too.
#[doc(hidden)]
pub use std::primitive::{bool, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64};
