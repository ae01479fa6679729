//! Sums in float64 as numbers of an output's dtype.

use cuprust_num::{CastTo, DType, Kind};
use cuprust_ops::Loop;

use crate::cast::cast_loop;
use crate::simd::wide;

/// The loop from float64 to a dtype that rounds as SciPy does: to the nearest integer, halves away from zero, within
/// its range; for bools, to the whole part.
pub(super) fn rounding_loop(dtype: DType) -> Loop {
    match dtype {
        DType::Bool => whole_part,
        DType::I8 => integers::<i8>,
        DType::U8 => integers::<u8>,
        DType::I16 => integers::<i16>,
        DType::U16 => integers::<u16>,
        DType::I32 => integers::<i32>,
        DType::U32 => integers::<u32>,
        DType::I64 => integers::<i64>,
        DType::U64 => integers::<u64>,
        dtype => {
            debug_assert!(matches!(dtype.kind(), Kind::Float | Kind::Complex), "integers and bools are above");
            cast_loop(DType::F64, dtype)
        }
    }
}

/// An integer that float64 is rounded to.
pub(super) trait Integer: Copy {
    /// The least and the greatest, the latter as float64 rounds it; and the result of C's conversion of NaN on most
    /// processors.
    const RANGE: (f64, f64, f64);

    /// A whole number within the range.
    ///
    /// # Safety
    /// It is within it.
    unsafe fn of(whole: f64) -> Self;
}

macro_rules! integer {
    ($of_nan:expr, $of:expr; $($T:ident)*) => { $(
        impl Integer for $T {
            const RANGE: (f64, f64, f64) = ($T::MIN as f64, $T::MAX as f64, if $of_nan { $T::MIN as f64 } else { 0.0 });

            #[inline(always)]
            unsafe fn of(whole: f64) -> $T {
                let of: unsafe fn(f64) -> $T = $of;
                // SAFETY: the caller promises that the number, without its fraction, is one of the type.
                unsafe { of(whole) }
            }
        }
    )* };
}
integer!(false, f64::to_int_unchecked; i8 u8 i16 u16);
integer!(true, f64::to_int_unchecked; i32 u32);
// The greatest one is rounded up to a number beyond the range.
integer!(true, CastTo::cast; i64 u64);

wide! {
    /// # Safety
    /// As [`Loop`], with one input of float64 and one output of `T`.
    unsafe fn integers<T: Integer>(inputs: *const *const u8, outputs: *const *mut u8, n: usize) {
        // SAFETY: the caller keeps the promises of Loop: both are aligned, have n elements and do not overlap.
        let (x, r): (&[f64], &mut [T]) = unsafe {
            (std::slice::from_raw_parts((*inputs).cast(), n), std::slice::from_raw_parts_mut((*outputs).cast(), n))
        };
        for i in 0..n {
            r[i] = round(x[i]);
        }
    }
}

/// The nearest integer within the range.
#[inline(always)]
pub(super) fn round<T: Integer>(x: f64) -> T {
    let (low, high, of_nan) = T::RANGE;
    // What rounds to less than zero is raised to it anyway.
    let rounded = if low == 0.0 || x > 0.0 { x + 0.5 } else { x - 0.5 };
    let rounded = if rounded < low { low } else { rounded };
    let rounded = if rounded > high { high } else { rounded };
    // SAFETY: the number lies between the least and the greatest one.
    unsafe { T::of(if rounded.is_nan() { of_nan } else { rounded }) }
}

wide! {
    /// # Safety
    /// As [`Loop`], with one input of float64 and one output of bool.
    unsafe fn whole_part(inputs: *const *const u8, outputs: *const *mut u8, n: usize) {
        // SAFETY: as in `integers`.
        let (x, r): (&[f64], &mut [bool]) = unsafe {
            (std::slice::from_raw_parts((*inputs).cast(), n), std::slice::from_raw_parts_mut((*outputs).cast(), n))
        };
        for i in 0..n {
            r[i] = x[i].is_finite() && x[i].trunc() != 0.0;
        }
    }
}
