//! Shapes, shifts and axes as arguments: one integer, a tuple, an array or a slice of them.

use cuprust_ir::Dims;

/// The integer types of Rust programs: an untyped literal is an `i32`, a length a `usize`.
pub trait Int: Copy {
    /// The number in 64 bits, saturated if it does not fit.
    fn to_i64(self) -> i64;
}

macro_rules! ints {
    ($($int:ty)*) => { $(
        impl Int for $int {
            #[inline]
            fn to_i64(self) -> i64 {
                // A number that does not fit is larger than any extent, and so is the maximum.
                i64::try_from(self).unwrap_or(i64::MAX)
            }
        }
        impl IntoInts for $int {
            #[inline]
            fn into_ints(self) -> Dims { Dims::new(&[self.to_i64()]) }
        }
        impl IntoAxes for $int {
            #[inline]
            fn into_axes(self) -> Option<Dims> { Some(Dims::new(&[self.to_i64()])) }
        }
    )* };
}
ints! { i32 u32 i64 u64 isize usize }

/// Integers, one or several, as a shape or shifts: `5`, `(2, 3)`, `[2, 3]`, `&shape[..]`; `()` is empty. Up to four
/// allocate nothing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not one or several integers",
    note = "a shape is an integer, or a tuple, an array or a slice of integers"
)]
pub trait IntoInts {
    /// The integers, as given.
    fn into_ints(self) -> Dims;
}

/// Axes: `1`, `-1`, `(0, 2)`, `[0, 2]`, `&axes[..]`; `..` and `None` stand for all.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name axes",
    note = "axes are named by an integer, by a tuple, an array or a slice of integers, or by `..`, which is all"
)]
pub trait IntoAxes {
    /// The axes, as given; `None` for all.
    fn into_axes(self) -> Option<Dims>;
}

impl IntoAxes for std::ops::RangeFull {
    #[inline]
    fn into_axes(self) -> Option<Dims> {
        None
    }
}

impl IntoAxes for Option<&[i64]> {
    #[inline]
    fn into_axes(self) -> Option<Dims> {
        self.map(Dims::new)
    }
}

macro_rules! lists {
    ($(($($generic:tt)*) $list:ty: $own:ident => $dims:expr;)*) => { $(
        impl<$($generic)*> IntoInts for $list {
            #[inline]
            fn into_ints(self) -> Dims { let $own = self; $dims }
        }
        impl<$($generic)*> IntoAxes for $list {
            #[inline]
            fn into_axes(self) -> Option<Dims> { let $own = self; Some($dims) }
        }
    )* };
}
lists! {
    () (): _own => Dims::EMPTY;
    () Dims: dims => dims;
    () &Dims: dims => dims.clone();
    (I: Int) &[I]: list => list.iter().map(|&int| int.to_i64()).collect();
    (I: Int, const N: usize) [I; N]: list => list.into_iter().map(Int::to_i64).collect();
    (I: Int, const N: usize) &[I; N]: list => list.iter().map(|&int| int.to_i64()).collect();
    (I: Int) Vec<I>: list => list.into_iter().map(Int::to_i64).collect();
    (I: Int) &Vec<I>: list => list.iter().map(|&int| int.to_i64()).collect();
    (A: Int) (A,): t => Dims::new(&[t.0.to_i64()]);
    (A: Int, B: Int) (A, B): t => Dims::new(&[t.0.to_i64(), t.1.to_i64()]);
    (A: Int, B: Int, C: Int) (A, B, C): t => Dims::new(&[t.0.to_i64(), t.1.to_i64(), t.2.to_i64()]);
    (A: Int, B: Int, C: Int, D: Int) (A, B, C, D): t =>
        Dims::new(&[t.0.to_i64(), t.1.to_i64(), t.2.to_i64(), t.3.to_i64()]);
    (A: Int, B: Int, C: Int, D: Int, E: Int) (A, B, C, D, E): t =>
        Dims::new(&[t.0.to_i64(), t.1.to_i64(), t.2.to_i64(), t.3.to_i64(), t.4.to_i64()]);
    (A: Int, B: Int, C: Int, D: Int, E: Int, F: Int) (A, B, C, D, E, F): t =>
        Dims::new(&[t.0.to_i64(), t.1.to_i64(), t.2.to_i64(), t.3.to_i64(), t.4.to_i64(), t.5.to_i64()]);
}
