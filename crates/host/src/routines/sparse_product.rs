//! `sparse_product`: the product of a sparse matrix in CSR form and a dense matrix; each thread computes rows of its
//! own.

use std::ops::Range;

use cuprust_ir::{Error, Relation, Result, View};
use cuprust_num::{DType, c64, c128};

use super::matmul::Term;
use super::{Shared, Site, Work, out_of_bounds};
use crate::parallel::spread;

/// Columns of the output whose sums are held in registers, and fewer for the remaining columns.
const REGISTER_COLUMNS: [usize; 2] = [16, 4];

/// Parts of the rows that threads claim, each of equal work.
const PARTS: i64 = 32;

pub(super) fn check(work: &Work) -> Result<()> {
    let output = work.output();
    let [data, columns, starts, dense] = [work.view(0)?, work.view(1)?, work.view(2)?, work.view(3)?];
    let rank = |view: &View, rank: usize| view.layout.rank() == rank && view.circular.is_empty();
    if [data, dense].iter().any(|view| view.dtype != output.dtype) || matches!(output.dtype, DType::F16 | DType::BF16) {
        return Err(Error::type_("takes elements of the output's dtype, which is none of the half types"));
    }
    if columns.dtype != starts.dtype || !matches!(starts.dtype, DType::I32 | DType::I64) {
        return Err(Error::type_("takes columns and starts that are both int32 or both int64"));
    }
    if !rank(data, 1) || !rank(columns, 1) || !rank(starts, 1) || !rank(dense, 2) || !rank(output, 2) {
        return Err(Error::runtime("takes lines of elements, of columns and of starts, and a matrix"));
    }
    let [rows, width] = [output.layout.shape[0], output.layout.shape[1]];
    let fits = columns.layout.shape == data.layout.shape && starts.layout.shape[0] == rows + 1;
    if !fits || dense.layout.shape[1] != width {
        return Err(Error::runtime("takes a column for each element and a start for each row and the end of all"));
    }
    if [data, columns, starts, dense].iter().any(|view| view.relation(output) != Relation::Disjoint) {
        return Err(Error::runtime("the output overlaps an input"));
    }
    Ok(())
}

pub(super) fn run(work: &Work, site: &Site) -> Result<()> {
    match work.output().dtype {
        DType::Bool => indexed::<bool>(work, site),
        DType::I8 | DType::U8 => indexed::<u8>(work, site),
        DType::I16 | DType::U16 => indexed::<u16>(work, site),
        DType::I32 | DType::U32 => indexed::<u32>(work, site),
        DType::I64 | DType::U64 => indexed::<u64>(work, site),
        DType::F32 => indexed::<f32>(work, site),
        DType::F64 => indexed::<f64>(work, site),
        DType::C64 => indexed::<c64>(work, site),
        DType::C128 => indexed::<c128>(work, site),
        dtype => Err(Error::type_(format!("there is no sum of products of {dtype}"))),
    }
}

fn indexed<T: Summed>(work: &Work, site: &Site) -> Result<()> {
    match work.view(2)?.dtype {
        DType::I32 => products::<T, i32>(work, site),
        _ => products::<T, i64>(work, site),
    }
}

/// A dtype that has sums of products.
pub(super) trait Summed: Term {
    fn add(self, other: Self) -> Self;
}
macro_rules! summed {
    ($($T:ident)*) => { $(
        impl Summed for $T {
            #[inline(always)]
            fn add(self, other: $T) -> $T { cuprust_num::Number::add(self, other) }
        }
    )* };
}
summed!(u8 u16 u32 u64 f32 f64 c64 c128);
impl Summed for bool {
    #[inline(always)]
    fn add(self, other: bool) -> bool {
        self | other
    }
}

/// Equally spaced elements.
#[derive(Clone, Copy)]
struct Line<T> {
    start: Shared<T>,
    step: isize,
}

impl<T: Copy> Line<T> {
    fn of(view: &View, site: &Site) -> Line<T> {
        Line { start: Shared(site.start(view).cast::<T>()), step: view.layout.strides[0] as isize }
    }

    /// The element of an index; elements are contiguous if `STRAIGHT`.
    ///
    /// # Safety
    /// The line has an element of that index.
    #[inline(always)]
    unsafe fn at<const STRAIGHT: bool>(self, index: i64) -> T {
        let step = if STRAIGHT { 1 } else { self.step };
        // SAFETY: as this function's.
        unsafe { self.start.get().wrapping_offset(index as isize * step).read_unaligned() }
    }
}

/// The stored elements with their columns, and the dense matrix with its strides.
#[derive(Clone, Copy)]
struct Factors<T, I> {
    elements: Line<T>,
    columns: Line<I>,
    dense: Shared<T>,
    extent: i64,
    down: isize,
    across: isize,
}

impl<T: Summed, I: Copy + Into<i64>> Factors<T, I> {
    /// A stored element, and the start of its row of the dense matrix; None if the row is out of bounds.
    ///
    /// # Safety
    /// There is an element of that index.
    #[inline(always)]
    unsafe fn pair<const STRAIGHT: bool>(self, k: i64, start: *const T) -> Option<(T, *const T)> {
        // SAFETY: as this function's.
        let (index, x): (i64, T) = unsafe { (self.columns.at::<STRAIGHT>(k).into(), self.elements.at::<STRAIGHT>(k)) };
        let within = (index as u64) < self.extent as u64;
        within.then(|| (x, start.wrapping_offset(index as isize * self.down)))
    }

    /// The sum for a column of the stored elements of a row; None if one of these is beyond the dense matrix. Four sums
    /// are accumulated side by side, because each addition waits for the one before it, and their indices are checked
    /// together. With `LINE` the rows of the dense matrix are contiguous.
    ///
    /// # Safety
    /// There are elements of these indices, and the dense matrix has the column.
    #[inline(always)]
    unsafe fn sum<const STRAIGHT: bool, const LINE: bool>(self, own: Range<i64>, column: isize) -> Option<T> {
        let start = self.dense.get().wrapping_offset(column * self.across).cast_const();
        let down = if LINE { 1 } else { self.down };
        let mut sums = [T::ZERO; 4];
        let mut k = own.start;
        while own.end - k >= 4 {
            // SAFETY: there are elements of these indices.
            let indices = [0, 1, 2, 3].map(|next| unsafe { self.columns.at::<STRAIGHT>(k + next) }.into());
            // As unsigned numbers, negative indices are beyond the last.
            let max_index = indices.iter().fold(0, |max_index, &index| max_index.max(index as u64));
            if max_index >= self.extent as u64 {
                return None;
            }
            for (next, (sum, &index)) in sums.iter_mut().zip(&indices).enumerate() {
                // SAFETY: there is an element of that index, and its row is within the dense matrix.
                let (x, y) = unsafe {
                    let y = start.wrapping_offset(index as isize * down).read_unaligned();
                    (self.elements.at::<STRAIGHT>(k + next as i64), y)
                };
                *sum = sum.fold(x, y);
            }
            k += 4;
        }
        let [mut a, b, c, d] = sums;
        while k < own.end {
            // SAFETY: as above.
            unsafe {
                let (x, p) = self.pair::<STRAIGHT>(k, start)?;
                a = a.fold(x, p.read_unaligned());
            }
            k += 1;
        }
        Some(a.add(b).add(c.add(d)))
    }

    /// The sums for neighbouring columns, as [`Factors::sum`].
    ///
    /// # Safety
    /// There are elements of these indices, and the dense matrix has the columns.
    #[inline(always)]
    unsafe fn sums<const STRAIGHT: bool, const N: usize>(self, own: Range<i64>, column: isize) -> Option<[T; N]> {
        let start = self.dense.get().wrapping_offset(column * self.across).cast_const();
        let across = if STRAIGHT { 1 } else { self.across };
        let mut sums = [T::ZERO; N];
        for k in own {
            // SAFETY: there is an element of that index.
            let (x, row) = unsafe { self.pair::<STRAIGHT>(k, start)? };
            for (j, sum) in sums.iter_mut().enumerate() {
                // SAFETY: the row is within the dense matrix, which has as many columns.
                *sum = sum.fold(x, unsafe { row.wrapping_offset(j as isize * across).read_unaligned() });
            }
        }
        Some(sums)
    }

    /// The error for a row with a column that is beyond the dense matrix.
    #[cold]
    fn out_of_bounds(self, own: Range<i64>) -> Error {
        // SAFETY: there are elements of these indices.
        let indices = own.map(|k| unsafe { self.columns.at::<false>(k) }.into());
        let wrong = indices.into_iter().find(|index: &i64| !(0..self.extent).contains(index));
        out_of_bounds(wrong.unwrap_or(-1), self.extent)
    }
}

fn products<T: Summed, I: Copy + Into<i64> + Send + Sync>(work: &Work, site: &Site) -> Result<()> {
    let (data, columns, dense) = (work.view(0)?, work.view(1)?, work.view(3)?);
    let factors = Factors {
        elements: Line::<T>::of(data, site),
        columns: Line::<I>::of(columns, site),
        dense: Shared(site.start(dense).cast::<T>()),
        extent: dense.layout.shape[0],
        down: dense.layout.strides[0] as isize,
        across: dense.layout.strides[1] as isize,
    };
    let straight = factors.elements.step == 1 && factors.columns.step == 1;
    // A single column has no stride to the next.
    match straight && (factors.across == 1 || dense.layout.shape[1] == 1) {
        true => rows::<T, I, true>(work, factors, site),
        false => rows::<T, I, false>(work, factors, site),
    }
}

fn rows<T: Summed, I: Copy + Into<i64> + Send + Sync, const STRAIGHT: bool>(
    work: &Work,
    factors: Factors<T, I>,
    site: &Site,
) -> Result<()> {
    let (output, count) = (work.output(), work.view(0)?.layout.shape[0]);
    let [rows, width] = [output.layout.shape[0], output.layout.shape[1]];
    let ends = Line::<I>::of(work.view(2)?, site);
    let [down, across] = [0, 1].map(|axis| output.layout.strides[axis] as isize);
    let to = Shared(site.start(output).cast::<T>());
    let bounds = bounds(rows, count, ends);
    spread(PARTS, count.saturating_mul(width).max(rows), 1, |first, end| {
        let (first, end) = (bounds[first as usize], bounds[end as usize]);
        // SAFETY: there is a start for each row, and one end.
        let mut begin: i64 = unsafe { ends.at::<false>(first) }.into();
        for row in first..end {
            // SAFETY: as above.
            let last: i64 = unsafe { ends.at::<false>(row + 1) }.into();
            if begin < 0 || begin > last || last > count {
                return Err(Error::value(format!("row {row} has elements {begin} to {last} of {count}")));
            }
            let own = begin..last;
            begin = last;
            let target = to.get().wrapping_offset(row as isize * down);
            let mut column = 0;
            macro_rules! blocks {
                ($N:expr) => {
                    while column + $N as isize <= width as isize {
                        // SAFETY: there are elements of these indices, at most as many as the last start says, and as
                        // many columns.
                        let sums = unsafe { factors.sums::<STRAIGHT, $N>(own.clone(), column) };
                        for (j, sum) in sums.ok_or_else(|| factors.out_of_bounds(own.clone()))?.into_iter().enumerate()
                        {
                            // SAFETY: the output has as many columns; its rows are this call's.
                            unsafe { target.wrapping_offset((column + j as isize) * across).write_unaligned(sum) };
                        }
                        column += $N as isize;
                    }
                };
            }
            blocks!({ REGISTER_COLUMNS[0] });
            blocks!({ REGISTER_COLUMNS[1] });
            while column < width as isize {
                let is_line = STRAIGHT && factors.down == 1;
                // SAFETY: as above.
                let sum = unsafe {
                    match is_line {
                        true => factors.sum::<STRAIGHT, true>(own.clone(), column),
                        false => factors.sum::<STRAIGHT, false>(own.clone(), column),
                    }
                };
                let sum = sum.ok_or_else(|| factors.out_of_bounds(own.clone()))?;
                // SAFETY: as above.
                unsafe { target.wrapping_offset(column * across).write_unaligned(sum) };
                column += 1;
            }
        }
        Ok(())
    })
}

/// The first rows of parts with equal numbers of elements, a row counted as one more; the last bound is the number of
/// rows.
fn bounds<I: Copy + Into<i64>>(rows: i64, count: i64, ends: Line<I>) -> [i64; PARTS as usize + 1] {
    let mut bounds = [0; PARTS as usize + 1];
    for (part, bound) in bounds.iter_mut().enumerate() {
        let wanted = (count + rows) * part as i64 / PARTS;
        // Bisection for the first row whose elements do not come before that position.
        let (mut low, mut high) = (0, rows);
        while low < high {
            let middle = low + (high - low) / 2;
            // SAFETY: there is a start for each row.
            let before = unsafe { ends.at::<false>(middle) }.into().saturating_add(middle);
            if before < wanted { low = middle + 1 } else { high = middle }
        }
        *bound = low;
    }
    (bounds[0], bounds[PARTS as usize]) = (0, rows);
    // The starts of rows are validated by the threads that process them.
    match bounds.is_sorted() {
        true => bounds,
        false => std::array::from_fn(|part| rows * part as i64 / PARTS),
    }
}
