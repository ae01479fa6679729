//! Indices as in `a[..]`, in Rust's syntax: `a.at(1)`, `a.at(2..)`, `a.at(s![1..-1, ..;2])`.

use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use crate::Array;
use crate::array::Int;

/// One part of an index. Integers, Rust's ranges, [`NewAxis`], [`Ellipsis`] and arrays become one.
#[derive(Clone, Copy)]
pub enum Index<'a> {
    /// One index along an axis, which is removed; counted from the end if negative.
    At(i64),
    /// `start:stop:step`; an omitted bound extends to the end.
    Slice {
        /// The first index.
        start: Option<i64>,
        /// The index before which it ends.
        stop: Option<i64>,
        /// The step; not zero.
        step: Option<i64>,
    },
    /// A new axis of extent one.
    NewAxis,
    /// As many full axes as the other parts leave.
    Ellipsis,
    /// The indices in an array of integers, or those where an array of bools is true.
    Array(&'a Array),
}

/// A new axis of extent one: NumPy's `newaxis`, or `None`.
#[derive(Debug, Clone, Copy)]
pub struct NewAxis;

/// As many full axes as the other parts of an index leave: NumPy's `...`.
#[derive(Debug, Clone, Copy)]
pub struct Ellipsis;

impl Index<'_> {
    /// The whole axis: `:`.
    pub const ALL: Index<'static> = Index::Slice { start: None, stop: None, step: None };

    /// `start:stop`.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(arange(9)?.at([Index::range(2, 5)])?.to_string(), "[2 3 4]");
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn range(start: i64, stop: i64) -> Index<'static> {
        Index::Slice { start: Some(start), stop: Some(stop), step: None }
    }

    /// Sets the step of a slice, backwards if negative. A part that is not a slice is unchanged.
    ///
    /// # Panics
    /// For a part that is not a slice: `s![1;2]` has no meaning.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(arange(9)?.at([Index::range(2, 8).by(2)])?.to_string(), "[2 4 6]");
    /// # Ok::<(), Error>(())
    /// ```
    #[track_caller]
    pub fn by(self, step: impl Int) -> Self {
        match self {
            Index::Slice { start, stop, .. } => Index::Slice { start, stop, step: Some(step.to_i64()) },
            _ => panic!("a step follows a range: s![1..9;2]"),
        }
    }
}

macro_rules! parts {
    ($(($($generic:tt)*) $part:ty: $own:ident => $index:expr;)*) => { $(
        impl<'a, $($generic)*> From<$part> for Index<'a> {
            #[inline]
            fn from($own: $part) -> Index<'a> { $index }
        }
        impl<'a, $($generic)*> IntoIndex<'a> for $part {
            #[inline]
            fn with_parts<R>(self, run: impl FnOnce(&[Index<'a>]) -> R) -> R { run(&[self.into()]) }
        }
    )* };
}
parts! {
    () i32: index => Index::At(index.to_i64());
    () u32: index => Index::At(index.to_i64());
    () i64: index => Index::At(index);
    () u64: index => Index::At(index.to_i64());
    () isize: index => Index::At(index.to_i64());
    () usize: index => Index::At(index.to_i64());
    () NewAxis: _own => Index::NewAxis;
    () Ellipsis: _own => Index::Ellipsis;
    () RangeFull: _own => Index::ALL;
    (I: Int) Range<I>: range => Index::range(range.start.to_i64(), range.end.to_i64());
    (I: Int) RangeFrom<I>: range => Index::Slice { start: Some(range.start.to_i64()), stop: None, step: None };
    (I: Int) RangeTo<I>: range => Index::Slice { start: None, stop: Some(range.end.to_i64()), step: None };
    (I: Int) RangeInclusive<I>: range =>
        Index::Slice { start: Some(range.start().to_i64()), stop: stop_after(range.end().to_i64()), step: None };
    (I: Int) RangeToInclusive<I>: range => Index::Slice { start: None, stop: stop_after(range.end.to_i64()), step: None };
    () &'a Array: array => Index::Array(array);
}

/// The stop of a slice that includes `last`: after -1 there is none.
fn stop_after(last: i64) -> Option<i64> {
    last.checked_add(1).filter(|&stop| stop != 0)
}

/// An index: one part, [`s!`](crate::s!) of several, or a slice of [`Index`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index",
    note = "an index is an integer, a range, an array of integers or bools, or s![..] of several"
)]
pub trait IntoIndex<'a> {
    /// Calls `run` with the parts of the index.
    fn with_parts<R>(self, run: impl FnOnce(&[Index<'a>]) -> R) -> R;
}

macro_rules! lists {
    ($(($($generic:tt)*) $list:ty;)*) => { $(
        impl<'a, $($generic)*> IntoIndex<'a> for $list {
            #[inline]
            fn with_parts<R>(self, run: impl FnOnce(&[Index<'a>]) -> R) -> R { run(&self[..]) }
        }
    )* };
}
lists! {
    (const N: usize) [Index<'a>; N];
    (const N: usize) &[Index<'a>; N];
    () &[Index<'a>];
    () &Vec<Index<'a>>;
}

/// Several parts of an index, in the order of NumPy's brackets: `s![1..-1, ..]`, `s![.., 0, NewAxis]`, `s![..;2, -1]`
/// (a step follows `;`), `s![Ellipsis, 0]`, `s![&indices, ..]`.
///
/// A range that ends at a negative index needs it even when it is the only part, `s![1..-1]`: elsewhere Clippy takes it
/// for an empty range.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let x = arange(12)?.reshape((3, 4))?;
/// assert_eq!(x.at(s![1.., ..-2])?.to_string(), "[[4 5]\n [8 9]]");
/// assert_eq!(x.at(s![0, ..;-1])?.to_string(), "[3 2 1 0]");
/// # Ok(())
/// # }
/// ```
#[macro_export]
macro_rules! s {
    // Indices are counted from the end, and slices may go backwards: a range that Clippy takes for empty need not be.
    (@ [$($done:expr),*]) => { [$(#[allow(clippy::reversed_empty_ranges)] $done),*] };
    (@ [$($done:expr),*] $part:expr; $step:expr) => {
        $crate::s!(@ [$($done,)* $crate::Index::from($part).by($step)])
    };
    (@ [$($done:expr),*] $part:expr; $step:expr, $($rest:tt)*) => {
        $crate::s!(@ [$($done,)* $crate::Index::from($part).by($step)] $($rest)*)
    };
    (@ [$($done:expr),*] $part:expr) => { $crate::s!(@ [$($done,)* $crate::Index::from($part)]) };
    (@ [$($done:expr),*] $part:expr, $($rest:tt)*) => { $crate::s!(@ [$($done,)* $crate::Index::from($part)] $($rest)*) };
    ($($parts:tt)*) => { $crate::s!(@ [] $($parts)*) };
}
