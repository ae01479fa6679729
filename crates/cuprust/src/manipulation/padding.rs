//! Padding of arrays: `a.pad(1, Padding::edge())`.

use std::ops::RangeFull;

use cuprust_ir::{Dims, Error, Layout, Result};
use cuprust_num::{DType, Kind, Scalar, Value, Weak, bf16, c64, c128, f16, promote};

use crate::array::{Int, check_rank};
use crate::array::{Pairs, scalar_for};
use crate::creation::positions;
use crate::manipulation::joining::too_large;
use crate::ufunc::over::axis;
use crate::ufunc::rows;
use crate::ufunc::where_;
use crate::{Argument, Array};

/// How [`Array::pad`] fills the margin: NumPy's modes.
#[derive(Clone)]
pub struct Padding(Mode);

#[derive(Clone)]
enum Mode {
    Constant(Pairs<Argument<'static>>),
    Edge,
    Wrap,
    Reflect { edge: bool, odd: bool },
    Ramp(Pairs<Argument<'static>>),
    Statistic(Statistic, Option<Pairs<i64>>),
    Empty,
}

#[derive(Clone, Copy, PartialEq)]
enum Statistic {
    Maximum,
    Mean,
    Median,
    Minimum,
}

impl Padding {
    /// Constant numbers: one, a pair for before and after, or a pair for each axis. An integer must fit the array's
    /// dtype.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2].pad(1, Padding::constant((8, 9)))?.to_string(), "[8 1 2 9]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn constant(values: impl IntoPairs<Argument<'static>>) -> Padding {
        Padding(Mode::Constant(values.into_pairs()))
    }

    /// The edge elements.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2].pad(1, Padding::edge())?.to_string(), "[1 1 2 2]");
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn edge() -> Padding {
        Padding(Mode::Edge)
    }

    /// The elements of the opposite side, periodically.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2, 3].pad(1, Padding::wrap())?.to_string(), "[3 1 2 3 1]");
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn wrap() -> Padding {
        Padding(Mode::Wrap)
    }

    /// The elements mirrored at the edge, without repeating it.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2, 3].pad(1, Padding::reflect())?.to_string(), "[2 1 2 3 2]");
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn reflect() -> Padding {
        Padding(Mode::Reflect { edge: false, odd: false })
    }

    /// As [`Padding::reflect`], each subtracted from twice the edge.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2, 3].pad(1, Padding::reflect_odd())?.to_string(), "[0 1 2 3 4]");
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn reflect_odd() -> Padding {
        Padding(Mode::Reflect { edge: false, odd: true })
    }

    /// The elements mirrored at the edge, with the edge repeated.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2, 3].pad(1, Padding::symmetric())?.to_string(), "[1 1 2 3 3]");
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn symmetric() -> Padding {
        Padding(Mode::Reflect { edge: true, odd: false })
    }

    /// As [`Padding::symmetric`], each subtracted from twice the edge.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2, 3].pad(2, Padding::symmetric_odd())?.to_string(), "[0 1 1 2 3 3 4]");
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn symmetric_odd() -> Padding {
        Padding(Mode::Reflect { edge: true, odd: true })
    }

    /// A linear ramp from numbers at the ends to the edge elements.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![4].pad(2, Padding::linear_ramp(0))?.to_string(), "[0 2 4 2 0]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn linear_ramp(ends: impl IntoPairs<Argument<'static>>) -> Padding {
        Padding(Mode::Ramp(ends.into_pairs()))
    }

    /// The maximum of this many elements at the edge, with `..` of all along the axis.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 5, 2].pad(1, Padding::maximum(..))?.to_string(), "[5 1 5 2 5]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn maximum(lengths: impl Into<Lengths>) -> Padding {
        Padding(Mode::Statistic(Statistic::Maximum, lengths.into().0))
    }

    /// The mean of this many elements at the edge, with `..` of all along the axis. Integers are rounded, halves to
    /// even.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 3, 5].pad(1, Padding::mean(2))?.to_string(), "[2 1 3 5 4]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn mean(lengths: impl Into<Lengths>) -> Padding {
        Padding(Mode::Statistic(Statistic::Mean, lengths.into().0))
    }

    /// The median of this many elements at the edge, with `..` of all along the axis. Integers are rounded, halves to
    /// even.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 9, 2].pad(1, Padding::median(..))?.to_string(), "[2 1 9 2 2]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn median(lengths: impl Into<Lengths>) -> Padding {
        Padding(Mode::Statistic(Statistic::Median, lengths.into().0))
    }

    /// The minimum of this many elements at the edge, with `..` of all along the axis.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![4, 1, 5].pad(1, Padding::minimum(2))?.to_string(), "[1 4 1 5 1]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn minimum(lengths: impl Into<Lengths>) -> Padding {
        Padding(Mode::Statistic(Statistic::Minimum, lengths.into().0))
    }

    /// The margin stays uninitialised.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2].pad(1, Padding::empty())?.at(s![1..-1])?.to_string(), "[1 2]");
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn empty() -> Padding {
        Padding(Mode::Empty)
    }
}

/// Arguments that convert to [`Pairs`]: `1`, `(1, 2)`, `[(1, 2), (0, 3)]`.
pub trait IntoPairs<T> {
    /// The pairs.
    fn into_pairs(self) -> Pairs<T>;
}

/// One value of a pair.
pub trait One<T> {
    /// The value.
    fn one(self) -> T;
}

impl<I: Int> One<i64> for I {
    fn one(self) -> i64 {
        self.to_i64()
    }
}

impl<N: Into<Argument<'static>>> One<Argument<'static>> for N {
    fn one(self) -> Argument<'static> {
        self.into()
    }
}

macro_rules! both {
    ($one:ty: $($number:ty)*) => { $(
        impl IntoPairs<$one> for $number {
            fn into_pairs(self) -> Pairs<$one> {
                let both = self.one();
                Pairs::All(both, both)
            }
        }
    )* };
}
both! { i64: i32 u32 i64 u64 isize usize }
both! { Argument<'static>: bool i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64 c64 c128 Scalar Value }

impl<T, A: One<T>, B: One<T>> IntoPairs<T> for (A, B) {
    fn into_pairs(self) -> Pairs<T> {
        Pairs::All(self.0.one(), self.1.one())
    }
}

impl<T, A: One<T>, B: One<T>, const N: usize> IntoPairs<T> for [(A, B); N] {
    fn into_pairs(self) -> Pairs<T> {
        Pairs::Each(self.into_iter().map(|(before, after)| (before.one(), after.one())).collect())
    }
}

impl<T: Copy, A: One<T> + Copy, B: One<T> + Copy> IntoPairs<T> for &[(A, B)] {
    fn into_pairs(self) -> Pairs<T> {
        Pairs::Each(self.iter().map(|&(before, after)| (before.one(), after.one())).collect())
    }
}

impl<T> IntoPairs<T> for Pairs<T> {
    fn into_pairs(self) -> Pairs<T> {
        self
    }
}

/// The number of elements at each edge for a statistic.
#[derive(Debug, Clone)]
pub struct Lengths(Option<Pairs<i64>>);

impl From<RangeFull> for Lengths {
    fn from(_: RangeFull) -> Lengths {
        Lengths(None)
    }
}

impl<P: IntoPairs<i64>> From<P> for Lengths {
    fn from(pairs: P) -> Lengths {
        Lengths(Some(pairs.into_pairs()))
    }
}

impl Array {
    /// The array with a margin: `a.pad(1, Padding::constant(0))`, `a.pad([(1, 0), (0, 2)], Padding::edge())`. The
    /// widths are one number, a pair for before and after, or a pair for each axis. Corners are filled along the last
    /// axis.
    ///
    /// # Errors
    /// A value error for a negative width or a wrong number of them, for an empty axis that has nothing to repeat, for
    /// a statistic of no elements that has no value, and for a result that is too large; an overflow error for an
    /// integer that does not fit.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(arange(3)?.pad(1, Padding::constant(7))?.to_string(), "[7 0 1 2 7]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn pad(&self, widths: impl IntoPairs<i64>, padding: Padding) -> Result<Array> {
        let widths = not_negative(widths.into_pairs().of(self.ndim())?)?;
        let margin = Margin::around(self, widths)?;
        let one = match &padding.0 {
            Mode::Constant(Pairs::All(before, after)) if same(before, after) => Some(before),
            _ => None,
        };
        if margin.copy_pieces(self, &padding.0)? {
            return Ok(margin.out);
        }
        // With one number the whole result is filled at once, and then overwritten with the elements.
        one.map(|value| margin.out.fill(*value)).transpose()?;
        margin.part(None)?.assign_unchecked(self)?;
        match &padding.0 {
            Mode::Constant(_) if one.is_some() => {}
            Mode::Empty => {}
            Mode::Constant(values) => margin.constant(&values.of(self.ndim())?)?,
            mode => {
                margin.check_empty(self)?;
                margin.fill(self, mode)?;
            }
        }
        Ok(margin.out)
    }
}

/// Consecutive elements of a padded axis: the first one and how many, and the first one's place in the original and the
/// step from each to the next there.
struct Piece {
    start: i64,
    count: i64,
    from: i64,
    step: i64,
}

/// Most pieces that are copied one by one: those of three axes.
const MAX_PIECES: usize = 27;

impl Mode {
    /// The pieces of an axis, if its margins are parts of the original.
    fn pieces(&self, extent: i64, (before, after): (i64, i64)) -> Option<Vec<Piece>> {
        if extent == 0 {
            return None;
        }
        // The place of the first element of each margin, and the step to the next.
        let (low, high) = match *self {
            Mode::Edge => ((0, 0), (extent - 1, 0)),
            Mode::Reflect { .. } if extent == 1 => ((0, 0), (0, 0)),
            Mode::Reflect { edge, odd: false } => {
                let skip = i64::from(!edge);
                if before.max(after) > extent - skip {
                    return None;
                }
                ((before - 1 + skip, -1), (extent - 1 - skip, -1))
            }
            Mode::Wrap if before.max(after) <= extent => ((extent - before, 1), (0, 1)),
            _ => return None,
        };
        let pieces = [(0, before, low), (before, extent, (0, 1)), (before + extent, after, high)];
        let own = pieces.into_iter().filter(|&(_, count, _)| count > 0);
        Some(own.map(|(start, count, (from, step))| Piece { start, count, from, step }).collect())
    }
}

fn not_negative(pairs: Vec<(i64, i64)>) -> Result<Vec<(i64, i64)>> {
    match pairs.iter().any(|&(before, after)| before < 0 || after < 0) {
        true => Err(Error::value("index can't contain negative values")),
        false => Ok(pairs),
    }
}

/// Whether two arguments are the same number.
fn same(a: &Argument, b: &Argument) -> bool {
    match (a, b) {
        (Argument::Value(a), Argument::Value(b)) => a == b,
        (Argument::Scalar(a), Argument::Scalar(b)) => a == b,
        _ => false,
    }
}

/// A new array, and the widths of its margin.
struct Margin {
    out: Array,
    widths: Vec<(i64, i64)>,
}

impl Margin {
    /// A new array that is larger than another one by a margin, uninitialised.
    fn around(array: &Array, widths: Vec<(i64, i64)>) -> Result<Margin> {
        check_rank(array.ndim())?;
        let wider = |(extent, (before, after)): (&i64, &(i64, i64))| extent.checked_add(*before)?.checked_add(*after);
        let shape: Option<Dims> = array.shape().iter().zip(&widths).map(wider).collect();
        let shape = shape.ok_or_else(|| too_large("padded"))?;
        Ok(Margin { out: Array::empty(&shape, array.dtype(), array.device())?, widths })
    }

    /// A view of `count` elements from `start` along an axis, including the margins of the axes before it and excluding
    /// those of the axes after it; `start` counts from the first element of the original.
    fn part(&self, along: Option<(usize, i64, i64)>) -> Result<Array> {
        let mut layout = self.out.layout().clone();
        let first = along.map_or(0, |(axis, ..)| axis + 1);
        if let Some((axis, start, count)) = along {
            layout = layout.slice(axis, start, 1, count);
        }
        for (axis, &(before, after)) in self.widths.iter().enumerate().skip(first) {
            let extent = layout.shape[axis] - before - after;
            layout = layout.slice(axis, before, 1, extent);
        }
        Ok(self.out.view_of(layout))
    }

    /// Copies the elements and the margins piece by piece from the array, where every margin is a part of it: readers
    /// of the result can then read the array in its place. Returns whether it did.
    fn copy_pieces(&self, array: &Array, mode: &Mode) -> Result<bool> {
        let extents = array.shape().iter().zip(&self.widths);
        let axes: Option<Vec<Vec<Piece>>> = extents.map(|(&extent, &widths)| mode.pieces(extent, widths)).collect();
        let Some(axes) = axes.filter(|axes| axes.iter().map(Vec::len).product::<usize>() <= MAX_PIECES) else {
            return Ok(false);
        };
        let mut pieces = vec![(self.out.layout().clone(), array.layout().clone())];
        for (axis, along) in axes.iter().enumerate() {
            let each = |(to, from): &(Layout, Layout)| -> Vec<(Layout, Layout)> {
                let slices = |piece: &Piece| {
                    let from = from.slice(axis, piece.from, piece.step, piece.count);
                    (to.slice(axis, piece.start, 1, piece.count), from)
                };
                along.iter().map(slices).collect()
            };
            pieces = pieces.iter().flat_map(each).collect();
        }
        for (to, from) in pieces {
            self.out.view_of(to).assign_unchecked(&array.view_of(from))?;
        }
        Ok(true)
    }

    fn check_empty(&self, array: &Array) -> Result<()> {
        let grows = |&axis: &usize| array.shape()[axis] == 0 && self.widths[axis] != (0, 0);
        match (0..array.ndim()).find(grows) {
            None => Ok(()),
            Some(axis) => Err(Error::value(format!(
                "can't extend empty axis {axis} using modes other than 'constant' or 'empty'"
            ))),
        }
    }

    fn constant(&self, values: &[(Argument<'static>, Argument<'static>)]) -> Result<()> {
        for (axis, &(before, after)) in self.widths.iter().enumerate() {
            self.part(Some((axis, 0, before)))?.fill(values[axis].0)?;
            self.part(Some((axis, self.out.shape()[axis] - after, after)))?.fill(values[axis].1)?;
        }
        Ok(())
    }

    /// Axis after axis: the margins of later axes repeat those of earlier ones, corners included.
    fn fill(&self, array: &Array, mode: &Mode) -> Result<()> {
        for (axis, &(before, after)) in self.widths.iter().enumerate() {
            let along = Along { margin: self, axis, extent: array.shape()[axis], before, after };
            match mode {
                Mode::Edge => along.edge()?,
                Mode::Wrap => along.wrap()?,
                Mode::Reflect { .. } if along.extent == 1 => along.edge()?,
                &Mode::Reflect { edge, odd } => along.reflect(edge, odd)?,
                Mode::Ramp(ends) => {
                    // As in NumPy, which converts them to Python numbers if they are given for each axis.
                    let weak = matches!(ends, Pairs::Each(pairs) if pairs.len() > 1);
                    along.ramp(ends.of(array.ndim())?[axis], weak)?;
                }
                Mode::Statistic(statistic, lengths) => {
                    let lengths = match lengths {
                        None => None,
                        Some(lengths) => Some(not_negative(lengths.of(array.ndim())?)?[axis]),
                    };
                    along.statistic(*statistic, lengths)?;
                }
                Mode::Constant(_) | Mode::Empty => {}
            }
        }
        Ok(())
    }
}

/// The margin along one axis.
struct Along<'a> {
    margin: &'a Margin,
    axis: usize,
    extent: i64,
    before: i64,
    after: i64,
}

impl Along<'_> {
    fn part(&self, start: i64, count: i64) -> Result<Array> {
        self.margin.part(Some((self.axis, start, count)))
    }

    /// Writes the margins before and after the elements.
    fn write(&self, before: &Array, after: &Array) -> Result<()> {
        if self.before > 0 {
            self.part(0, self.before)?.assign(before)?;
        }
        if self.after > 0 {
            self.part(self.before + self.extent, self.after)?.assign(after)?;
        }
        Ok(())
    }

    fn edge(&self) -> Result<()> {
        self.write(&self.part(self.before, 1)?, &self.part(self.before + self.extent - 1, 1)?)
    }

    fn wrap(&self) -> Result<()> {
        let mut left = self.before;
        while left > 0 {
            let count = left.min(self.extent);
            self.part(left - count, count)?.assign(&self.part(left - count + self.extent, count)?)?;
            left -= count;
        }
        let mut right = 0;
        while right < self.after {
            let count = (self.after - right).min(self.extent);
            let start = self.before + right;
            self.part(start + self.extent, count)?.assign(&self.part(start, count)?)?;
            right += count;
        }
        Ok(())
    }

    /// The mirror is at the edge of the filled part, and a whole number of periods is copied at a time, so that filled
    /// parts are mirrored too.
    fn reflect(&self, edge: bool, odd: bool) -> Result<()> {
        if self.extent == 0 {
            return Ok(());
        }
        let skip = i64::from(!edge);
        let period = self.extent - skip;
        let (mut left, mut right) = (self.before, self.after);
        let total = self.before + self.extent + self.after;
        while left > 0 || right > 0 {
            let filled = total - left - right;
            let whole_periods = (filled - skip) / period * period;
            if left > 0 {
                let count = whole_periods.min(left);
                let mirrored = self.part(left + skip, count)?.flip(self.axis)?;
                self.part(left - count, count)?.assign(&reflected(mirrored, &self.part(left, 1)?, odd)?)?;
                left -= count;
            }
            if right > 0 {
                let count = whole_periods.min(right);
                let end = total - right;
                let mirrored = self.part(end - skip - count, count)?.flip(self.axis)?;
                self.part(end, count)?.assign(&reflected(mirrored, &self.part(end - 1, 1)?, odd)?)?;
                right -= count;
            }
        }
        Ok(())
    }

    fn ramp(&self, ends: (Argument<'static>, Argument<'static>), weak: bool) -> Result<()> {
        let dtype = self.margin.out.dtype();
        let ramp = |end: Argument, edge: Array, count: i64| -> Result<Array> {
            let wide = ramp_dtype(end, dtype, weak);
            let end = match end {
                Argument::Value(value) => scalar_for(value, wide)?,
                Argument::Scalar(scalar) => scalar.cast(wide),
                Argument::Array(array) => array.item()?.cast(wide),
            };
            let mut column = vec![1; edge.ndim()];
            column[self.axis] = count;
            let steps = positions(&[count], 0, &[1], wide, edge.device())?.reshape(&column)?;
            let distance = rows::subtract(&edge.in_dtype(wide)?, end)?;
            let count = Scalar::new(count as f64).cast(wide);
            let step = rows::divide(&distance, count)?;
            // As in NumPy's linspace: if a step is zero, all are computed as fractions of the distance, which round
            // differently.
            let by_parts = rows::multiply(&rows::divide(&steps, count)?, &distance)?;
            let none = rows::any(&rows::equal(&step, 0)?, ..)?;
            let ramp = rows::add(&where_(&none, &by_parts, &rows::multiply(&steps, &step)?)?, end)?;
            if dtype.is_integer() { rows::floor(&ramp) } else { Ok(ramp) }
        };
        if self.before > 0 {
            let before = ramp(ends.0, self.part(self.before, 1)?, self.before)?;
            self.part(0, self.before)?.assign(&before)?;
        }
        if self.after > 0 {
            let end = self.before + self.extent;
            let after = ramp(ends.1, self.part(end - 1, 1)?, self.after)?;
            self.part(end, self.after)?.assign(&after.flip(self.axis)?)?;
        }
        Ok(())
    }

    fn statistic(&self, statistic: Statistic, lengths: Option<(i64, i64)>) -> Result<()> {
        let (left, right) = lengths.unwrap_or((self.extent, self.extent));
        let (left, right) = (left.min(self.extent), right.min(self.extent));
        let mean = matches!(statistic, Statistic::Mean | Statistic::Median);
        if (left == 0 || right == 0) && !mean {
            return Err(Error::value("stat_length of 0 yields no value for padding"));
        }
        let of = |part: Array| -> Result<Array> {
            let over = axis(self.axis).keepdims();
            let value = match statistic {
                Statistic::Maximum => rows::max(&part, over)?,
                Statistic::Minimum => rows::min(&part, over)?,
                Statistic::Mean => part.mean(over)?,
                Statistic::Median => part.median(over)?,
            };
            if mean && part.dtype().is_integer() { rows::rint(&value) } else { Ok(value) }
        };
        let before = of(self.part(self.before, left)?)?;
        let after = of(self.part(self.before + self.extent - right, right)?)?;
        self.write(&before, &after)
    }
}

/// The dtype of a ramp from a number to elements of a dtype.
fn ramp_dtype(end: Argument, edge: DType, weak: bool) -> DType {
    let own = match end {
        Argument::Value(value) => value.weak().alone(),
        Argument::Scalar(scalar) => scalar.dtype(),
        Argument::Array(array) => array.dtype(),
    };
    let both = match own.kind() {
        _ if !weak => promote(edge, own),
        Kind::Bool => Weak::Bool.with(edge),
        Kind::Signed | Kind::Unsigned => Weak::Int.with(edge),
        Kind::Float => Weak::Float.with(edge),
        Kind::Complex => Weak::Complex.with(edge),
    };
    if both.is_inexact() { both } else { DType::F64 }
}

/// The mirrored elements, or twice the edge minus them.
fn reflected(mirrored: Array, edge: &Array, odd: bool) -> Result<Array> {
    if !odd {
        return Ok(mirrored);
    }
    rows::subtract(&rows::multiply(edge, 2)?, &mirrored)
}
