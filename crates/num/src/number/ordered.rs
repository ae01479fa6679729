//! Comparison, truth, and the larger and smaller of two, for every dtype.

use super::{widen_bf16, widen_f16};
use crate::{Element, bf16, c64, c128, f16};

/// NumPy's order. Complex numbers are ordered by their real parts, then by their imaginary parts.
pub trait Ordered: Element {
    /// Whether they are equal; NaN equals nothing.
    fn equal(self, other: Self) -> bool;
    /// Whether this is the smaller.
    fn less(self, other: Self) -> bool;
    /// Whether this is the smaller or they are equal.
    fn less_equal(self, other: Self) -> bool;
    /// Whether there is a NaN in it.
    fn isnan(self) -> bool;
    /// Whether it is not zero.
    fn truth(self) -> bool;

    /// The larger; a NaN where there is one.
    #[inline(always)]
    fn maximum(self, other: Self) -> Self {
        if other.less_equal(self) | self.isnan() { self } else { other }
    }
    /// The smaller; a NaN where there is one.
    #[inline(always)]
    fn minimum(self, other: Self) -> Self {
        if self.less_equal(other) | self.isnan() { self } else { other }
    }
    /// The larger; the number where the other is NaN.
    #[inline(always)]
    fn fmax(self, other: Self) -> Self {
        if other.less_equal(self) | other.isnan() { self } else { other }
    }
    /// The smaller; the number where the other is NaN.
    #[inline(always)]
    fn fmin(self, other: Self) -> Self {
        if self.less_equal(other) | other.isnan() { self } else { other }
    }
}

macro_rules! whole {
    ($($rust:ident $zero:expr),*) => { $(
        impl Ordered for $rust {
            #[inline(always)] fn equal(self, other: Self) -> bool { self == other }
            #[inline(always)] fn less(self, other: Self) -> bool { self < other }
            #[inline(always)] fn less_equal(self, other: Self) -> bool { self <= other }
            #[inline(always)] fn isnan(self) -> bool { false }
            #[inline(always)] fn truth(self) -> bool { self != $zero }
        }
    )* };
}
whole!(bool false, i8 0, u8 0, i16 0, u16 0, i32 0, u32 0, i64 0, u64 0);

macro_rules! floats {
    ($($rust:ident $widen:expr),*) => { $(
        impl Ordered for $rust {
            #[inline(always)] fn equal(self, other: Self) -> bool { $widen(self) == $widen(other) }
            #[inline(always)] fn less(self, other: Self) -> bool { $widen(self) < $widen(other) }
            #[inline(always)] fn less_equal(self, other: Self) -> bool { $widen(self) <= $widen(other) }
            #[inline(always)] fn isnan(self) -> bool { $widen(self).is_nan() }
            #[inline(always)] fn truth(self) -> bool { $widen(self) != 0.0 }
        }
    )* };
}
floats!(f16 widen_f16, bf16 widen_bf16, f32 f32::from, f64 f64::from);

macro_rules! complexes {
    ($($rust:ident),*) => { $(
        impl Ordered for $rust {
            #[inline(always)] fn equal(self, other: Self) -> bool { (self.re == other.re) & (self.im == other.im) }
            #[inline(always)] fn less(self, other: Self) -> bool {
                let ordered = !self.im.is_nan() & !other.im.is_nan();
                (self.re < other.re) & ordered | (self.re == other.re) & (self.im < other.im)
            }
            #[inline(always)] fn less_equal(self, other: Self) -> bool {
                let ordered = !self.im.is_nan() & !other.im.is_nan();
                (self.re < other.re) & ordered | (self.re == other.re) & (self.im <= other.im)
            }
            #[inline(always)] fn isnan(self) -> bool { self.re.is_nan() | self.im.is_nan() }
            #[inline(always)] fn truth(self) -> bool { (self.re != 0.0) | (self.im != 0.0) }
        }
    )* };
}
complexes!(c64, c128);

/// An int64 against a uint64: no integer dtype holds both, and float64 would round them.
pub trait Across {
    /// Whether they are equal.
    fn equal_across(self, unsigned: u64) -> bool;
    /// Whether the signed one is the smaller.
    fn less_across(self, unsigned: u64) -> bool;
}

impl Across for i64 {
    #[inline(always)]
    fn equal_across(self, unsigned: u64) -> bool {
        (self >= 0) & (self as u64 == unsigned)
    }
    #[inline(always)]
    fn less_across(self, unsigned: u64) -> bool {
        (self < 0) | ((self as u64) < unsigned)
    }
}
