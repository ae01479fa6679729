//! `sparse_product`: the rows of a matrix of which few elements are stored, by dense columns; threads have rows of their own.

use cuprust_ir::{Error, Relation, Result};
use cuprust_num::{DType, c64, c128};

use super::matmul::Term;
use super::{Shared, Site, Work, outside};
use crate::parallel::spread;

/// Sums of one element that are made side by side, because each addition waits for the one before it.
const TOGETHER: usize = 4;

/// Columns of the output whose sums are held in registers.
const ACROSS: usize = 16;

/// Rows that a thread takes at a time, at least.
const ROWS: i64 = 64;

pub(super) fn check(work: &Work) -> Result<()> {
    let output = work.output();
    let [data, columns, starts, dense] = [work.view(0)?, work.view(1)?, work.view(2)?, work.view(3)?];
    let rank = |view: &cuprust_ir::View, rank: usize| view.layout.rank() == rank && view.circular.is_empty();
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
        return Err(Error::runtime("cannot write where it reads"));
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

/// A dtype of which sums of products are made.
trait Summed: Term {
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

/// Elements that lie so many elements apart.
#[derive(Clone, Copy)]
struct Line<T> {
    start: Shared<T>,
    step: isize,
}

impl<T: Copy> Line<T> {
    /// # Safety
    /// The line has an element of that number.
    #[inline(always)]
    unsafe fn at(self, place: usize) -> T {
        // SAFETY: as this function's.
        unsafe { self.start.get().wrapping_offset(place as isize * self.step).read_unaligned() }
    }
}

fn products<T: Summed, I: Copy + Into<i64>>(work: &Work, site: &Site) -> Result<()> {
    let (data, columns, starts, dense) = (work.view(0)?, work.view(1)?, work.view(2)?, work.view(3)?);
    let output = work.output();
    let [rows, width] = [output.layout.shape[0], output.layout.shape[1]];
    let (count, extent) = (data.layout.shape[0], dense.layout.shape[0]);
    let elements = Line { start: Shared(site.start(data).cast::<T>()), step: data.layout.strides[0] as isize };
    let places = Line { start: Shared(site.start(columns).cast::<I>()), step: columns.layout.strides[0] as isize };
    let ends = Line { start: Shared(site.start(starts).cast::<I>()), step: starts.layout.strides[0] as isize };
    let steps = |view: &cuprust_ir::View| [0, 1].map(|axis| view.layout.strides[axis] as isize);
    let ([down, across], [to_down, to_across]) = (steps(dense), steps(output));
    let (from, to) = (Shared(site.start(dense).cast::<T>()), Shared(site.start(output).cast::<T>()));
    // The element of the dense matrix in a stored element's row and a column.
    let other = |k: usize, column: isize| -> Result<*const T> {
        // SAFETY: k is less than the number of stored elements.
        let place: i64 = unsafe { places.at(k) }.into();
        if !(0..extent).contains(&place) {
            return Err(outside(place, extent));
        }
        Ok(from.get().wrapping_offset(place as isize * down + column * across).cast_const())
    };
    let work = count.saturating_mul(width).max(rows);
    spread(rows, work, ROWS, |first, end| {
        // SAFETY: there is a start for each row, and one end.
        let mut begin: i64 = unsafe { ends.at(first as usize) }.into();
        for row in first..end {
            // SAFETY: as above.
            let last: i64 = unsafe { ends.at(row as usize + 1) }.into();
            if begin < 0 || begin > last || last > count {
                return Err(Error::value(format!("row {row} has elements {begin} to {last} of {count}")));
            }
            let own = begin as usize..last as usize;
            begin = last;
            let mut column = 0;
            while column < width as isize {
                let wide = width as isize - column >= ACROSS as isize;
                let target = to.get().wrapping_offset(row as isize * to_down + column * to_across);
                if wide {
                    let mut sums = [T::ZERO; ACROSS];
                    for k in own.clone() {
                        let others = other(k, column)?;
                        for (j, sum) in sums.iter_mut().enumerate() {
                            // SAFETY: the place was checked, and the dense matrix has so many columns.
                            let x = unsafe { others.wrapping_offset(j as isize * across).read_unaligned() };
                            // SAFETY: k is less than the number of stored elements.
                            *sum = sum.fold(unsafe { elements.at(k) }, x);
                        }
                    }
                    for (j, sum) in sums.into_iter().enumerate() {
                        // SAFETY: the output has so many columns; its rows are this call's.
                        unsafe { target.wrapping_offset(j as isize * to_across).write_unaligned(sum) };
                    }
                    column += ACROSS as isize;
                    continue;
                }
                let mut sums = [T::ZERO; TOGETHER];
                for (number, k) in own.clone().enumerate() {
                    let sum = &mut sums[number % TOGETHER];
                    // SAFETY: the place was checked, and k is less than the number of stored elements.
                    *sum = unsafe { sum.fold(elements.at(k), other(k, column)?.read_unaligned()) };
                }
                let sum = sums[0].add(sums[1]).add(sums[2].add(sums[3]));
                // SAFETY: the output has that place, and its rows are this call's.
                unsafe { target.write_unaligned(sum) };
                column += 1;
            }
        }
        Ok(())
    })
}
