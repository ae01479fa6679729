//! Products of a matrix and a vector, and of two vectors, in single and double precision: all threads read the matrix
//! once.
//!
//! The order of a sum does not depend on the number of threads: long rows are summed in parts of one length, whose sums
//! are added in order.

use std::ops::Range;

use cuprust_ir::Result;
use cuprust_reserve::{filled, list};

use super::Shared;
use crate::parallel::spread;
use crate::simd::wide;
use crate::threads;

/// A real float whose sums are computed here.
pub(super) trait Real: Copy + Send + Sync + Default {
    /// `self + a * b`.
    fn plus_product(self, a: Self, b: Self) -> Self;
    /// As [`Real::plus_product`], rounded once.
    fn plus_product_fused(self, a: Self, b: Self) -> Self;
    /// `self + other`.
    fn plus(self, other: Self) -> Self;
    /// A mask of all bits, or of none.
    type Mask: Copy;
    fn mask(keeps: bool) -> Self::Mask;
    /// The number, or zero, by a mask.
    fn masked(self, mask: Self::Mask) -> Self;
}
macro_rules! real {
    ($($T:ident $Bits:ident)*) => { $(
        impl Real for $T {
            type Mask = $Bits;
            #[inline(always)]
            fn mask(keeps: bool) -> $Bits { if keeps { $Bits::MAX } else { 0 } }
            #[inline(always)]
            fn masked(self, mask: $Bits) -> $T { $T::from_bits(self.to_bits() & mask) }
            #[inline(always)]
            fn plus_product(self, a: $T, b: $T) -> $T { self + a * b }
            #[inline(always)]
            fn plus_product_fused(self, a: $T, b: $T) -> $T { a.mul_add(b, self) }
            #[inline(always)]
            fn plus(self, other: $T) -> $T { self + other }
        }
    )* };
}
real!(f32 u32 f64 u64);

/// A matrix of `rows` by `depth`, and the strides along both in elements.
#[derive(Clone, Copy)]
pub(super) struct Matrix<T> {
    pub start: *const T,
    pub rows: usize,
    pub depth: usize,
    pub row: isize,
    pub column: isize,
}

/// Elements with a stride between them.
#[derive(Clone, Copy)]
pub(super) struct Line<T> {
    pub start: T,
    pub step: isize,
}

impl<T> Line<*const T> {
    /// The address of an element.
    #[inline(always)]
    fn at(self, number: usize) -> *const T {
        self.start.wrapping_offset(number as isize * self.step)
    }
}

/// Elements of a part of a long row.
const PART: usize = 1 << 14;

/// Rows of a column-major matrix that are summed at a time: their sums stay in the first cache.
const BAND: usize = 1 << 10;

/// Most rows of a column-major matrix whose sums are kept in registers, so that its columns are shared by threads.
const NARROW: usize = 64;

/// Fewest elements of a matrix in a thread's task.
const TASK: usize = 1 << 15;

impl<T> Matrix<T> {
    /// Whether one of the strides is one, so that the matrix is read in place.
    pub(super) fn is_dense(&self) -> bool {
        self.column == 1 || self.depth == 1 || self.row == 1
    }
}

/// Writes the products of the rows of a dense matrix and a vector.
///
/// # Errors
/// Out of memory for the parts of sums.
///
/// # Safety
/// The matrix, the vector of `depth` and the output of `rows` elements lie in memory, aligned, and the output does not
/// overlap the others.
pub(super) unsafe fn multiply<T: Real>(matrix: Matrix<T>, vector: Line<*const T>, out: Line<*mut T>) -> Result<()> {
    let Matrix { rows, depth, .. } = matrix;
    // A strided vector is first copied contiguously.
    let mut contiguous = list(if vector.step == 1 { 0 } else { depth })?;
    let from = if vector.step == 1 {
        vector.start
    } else {
        // SAFETY: the vector has that many elements.
        contiguous.extend((0..depth).map(|at| unsafe { *vector.start.wrapping_offset(at as isize * vector.step) }));
        contiguous.as_ptr()
    };
    let (start, from, to) = (Shared(matrix.start.cast_mut()), Shared(from.cast_mut()), Shared(out.start));
    let output = move |row: usize| to.get().wrapping_offset(row as isize * out.step);
    let work = rows.saturating_mul(depth) as i64 / 4;
    if matrix.column == 1 || depth == 1 {
        let parts = depth.div_ceil(PART).max(1);
        if parts == 1 || rows >= ROWS {
            let each = (TASK / depth.max(1)).next_multiple_of(ROWS).max(ROWS);
            return spread(rows.div_ceil(each) as i64, work, 1, |first, end| {
                let own = first as usize * each..(end as usize * each).min(rows);
                let matrix = Line { start: start.get().cast_const(), step: matrix.row };
                // SAFETY: the rows and the vector have `depth` elements, and the outputs are these rows' alone.
                unsafe { lines(matrix, own, from.get().cast_const(), depth, to.get(), out.step) };
                Ok(())
            });
        }
        let mut sums = filled(T::default(), rows * parts)?;
        let each = Shared(sums.as_mut_ptr());
        spread((rows * parts) as i64, work, 1, |first, end| {
            for task in first as usize..end as usize {
                let (row, part) = (task / parts, task % parts);
                let (at, count) = (part * PART, PART.min(depth - part * PART));
                let own = start.get().wrapping_offset(row as isize * matrix.row).wrapping_add(at).cast_const();
                // SAFETY: the part lies in the row and in the vector, and the sum is this task's alone.
                unsafe { *each.get().add(task) = dot(own, from.get().wrapping_add(at).cast_const(), count) };
            }
            Ok(())
        })?;
        for (row, own) in sums.chunks(parts).enumerate() {
            // SAFETY: the index is an element of the output.
            unsafe { *output(row) = in_order(own.iter()) };
        }
        return Ok(());
    }
    if rows <= NARROW {
        // Parts of the columns, whose sums are added in order.
        let part = (TASK / rows).next_multiple_of(COLUMNS_PER_PASS);
        let parts = depth.div_ceil(part).max(1);
        let mut sums = filled(T::default(), parts * rows)?;
        let each = Shared(sums.as_mut_ptr());
        spread(parts as i64, work, 1, |first, end| {
            for number in first as usize..end as usize {
                let (at, count) = (number * part, part.min(depth - number * part));
                let own = start.get().wrapping_offset(at as isize * matrix.column).cast_const();
                // SAFETY: the columns have `rows` elements each, the vector has one a column, and the sums are this
                // task's alone.
                unsafe {
                    let sums = std::slice::from_raw_parts_mut(each.get().add(number * rows), rows);
                    narrow(own, matrix.column, from.get().wrapping_add(at).cast_const(), count, sums);
                }
            }
            Ok(())
        })?;
        for row in 0..rows {
            // SAFETY: the index is an element of the output.
            unsafe { *output(row) = in_order(sums[row..].iter().step_by(rows)) };
        }
        return Ok(());
    }
    // A few bands for each thread, of as many rows as stay in the cache.
    let band = rows.div_ceil(2 * threads::count()).next_multiple_of(64).min(BAND);
    spread(rows.div_ceil(band) as i64, work, 1, |first, end| {
        let mut sums = [T::default(); BAND];
        for top in (first as usize..end as usize).map(|number| number * band) {
            let count = band.min(rows - top);
            sums[..count].fill(T::default());
            // SAFETY: the columns have `rows` elements each, of which these are some, and the vector has an element for
            // each column.
            unsafe {
                let own = start.get().wrapping_add(top).cast_const();
                columns(own, matrix.column, from.get().cast_const(), depth, &mut sums[..count]);
                (0..count).for_each(|row| *output(top + row) = sums[row]);
            }
        }
        Ok(())
    })
}

/// The sum of parts, one after another.
pub(super) fn in_order<'a, T: Real + 'a>(parts: impl Iterator<Item = &'a T>) -> T {
    parts.copied().reduce(T::plus).unwrap_or_default()
}

/// Sums of a single row that are accumulated side by side: enough for the processor's vectors.
const LANES: usize = 16;

/// Rows that are multiplied by a vector side by side, which hide the latency of additions, and the sums of each.
const ROWS: usize = 8;
const ROW_LANES: usize = 8;

/// Adds the products of elements to sums.
#[inline(always)]
fn add<T: Real, const N: usize>(sums: &mut [T; N], a: &[T; N], b: &[T; N]) {
    for lane in 0..N {
        sums[lane] = sums[lane].plus_product(a[lane], b[lane]);
    }
}

/// As [`add`], of the elements that a mask keeps.
#[inline(always)]
fn add_kept<T: Real, const N: usize>(sums: &mut [T; N], a: &[T; N], b: &[T; N], mask: &[T::Mask; N]) {
    for lane in 0..N {
        sums[lane] = sums[lane].plus_product(a[lane].masked(mask[lane]), b[lane].masked(mask[lane]));
    }
}

/// The `N` elements from an address on.
///
/// # Safety
/// They lie in memory.
#[inline(always)]
pub(super) unsafe fn block<T: Copy, const N: usize>(start: *const T) -> [T; N] {
    // SAFETY: the caller promises it.
    unsafe { start.cast::<[T; N]>().read_unaligned() }
}

/// The sum of products: the halves of its lanes are added to each other, until one sum is left.
#[inline(always)]
fn sum<T: Real>(a: &[T], b: &[T]) -> T {
    let ((whole, rest), (others, beside)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    let mut sums = [T::default(); LANES];
    whole.iter().zip(others).for_each(|(x, y)| add(&mut sums, x, y));
    for (sum, (&x, &y)) in sums.iter_mut().zip(rest.iter().zip(beside)) {
        *sum = sum.plus_product(x, y);
    }
    for lane in 0..8 {
        sums[lane] = sums[lane].plus(sums[lane + 8]);
    }
    for lane in 0..4 {
        sums[lane] = sums[lane].plus(sums[lane + 4]);
    }
    sums[0].plus(sums[2]).plus(sums[1].plus(sums[3]))
}

/// The sums of neighbours in two blocks.
#[inline(always)]
fn paired<T: Real>(x: &[T; ROW_LANES], y: &[T; ROW_LANES]) -> [T; ROW_LANES] {
    [
        x[0].plus(x[1]),
        x[2].plus(x[3]),
        x[4].plus(x[5]),
        x[6].plus(x[7]),
        y[0].plus(y[1]),
        y[2].plus(y[3]),
        y[4].plus(y[5]),
        y[6].plus(y[7]),
    ]
}

/// Defines the function on eight rows. A loop over the rows would not be unrolled, and their sums be kept in memory.
macro_rules! side_by_side {
    ($($sum:ident $row:tt),*) => {
        /// The sums of products of eight rows of at least eight elements, which begin along a line, and a vector.
        ///
        /// # Safety
        /// Each row and the vector have `depth` elements.
        #[inline(always)]
        unsafe fn eight_sums<T: Real>(rows: Line<*const T>, vector: *const T, depth: usize) -> [T; ROWS] {
            $( let mut $sum = [T::default(); ROW_LANES]; )*
            let mut at = 0;
            while at + ROW_LANES <= depth {
                // SAFETY: the caller promises it.
                unsafe {
                    let beside = block(vector.add(at));
                    $( add(&mut $sum, &block(rows.at($row).wrapping_add(at)), &beside); )*
                }
                at += ROW_LANES;
            }
            if at < depth {
                // The last block begins with elements that were added before.
                let (last, done) = (depth - ROW_LANES, at + ROW_LANES - depth);
                let mut mask = [T::mask(true); ROW_LANES];
                for lane in 0..ROW_LANES {
                    mask[lane] = T::mask(lane >= done);
                }
                // SAFETY: as above.
                unsafe {
                    let beside = block(vector.add(last));
                    $( add_kept(&mut $sum, &block(rows.at($row).wrapping_add(last)), &beside, &mask); )*
                }
            }
            // Without the barrier the compiler makes vectors of one lane of several rows, and transposes each element.
            let [a, b, c, d, e, f, g, h] = std::hint::black_box([$($sum),*]);
            let (ab, cd, ef, gh) = (paired(&a, &b), paired(&c, &d), paired(&e, &f), paired(&g, &h));
            paired(&paired(&ab, &cd), &paired(&ef, &gh))
        }
    };
}
side_by_side!(a 0, b 1, c 2, d 3, e 4, f 5, g 6, h 7);

wide! {
    /// The dot product.
    ///
    /// # Safety
    /// Both have `count` elements.
    unsafe fn dot<T: Real>(a: *const T, b: *const T, count: usize) => T {
        // SAFETY: the caller promises it.
        unsafe { sum(std::slice::from_raw_parts(a, count), std::slice::from_raw_parts(b, count)) }
    }
}

wide! {
    /// Writes the products of some of a matrix's rows, which begin along a line, and a vector, to outputs `to_step`
    /// apart.
    ///
    /// # Safety
    /// Each row up to the last of them and the vector have `depth` elements, and there is an output for each of them,
    /// which nothing else uses.
    unsafe fn lines<T: Real>(
        matrix: Line<*const T>, rows: Range<usize>, vector: *const T, depth: usize, to: *mut T, to_step: isize,
    ) {
        for at in (0..depth.max(1)).step_by(PART) {
            let (count, own) = (PART.min(depth - at), vector.wrapping_add(at));
            let parts = Line { start: matrix.start.wrapping_add(at), step: matrix.step };
            // SAFETY: the caller promises it; the parts make up the row, and the first part's sum is added to.
            let put = |number: usize, sum: T| unsafe {
                let destination = to.wrapping_offset(number as isize * to_step);
                *destination = if at == 0 { sum } else { (*destination).plus(sum) };
            };
            // SAFETY: as above.
            let elements = |start: *const T| unsafe { std::slice::from_raw_parts(start, count) };
            if count < ROW_LANES {
                for number in rows.clone() {
                    let pairs = elements(parts.at(number)).iter().zip(elements(own));
                    put(number, pairs.fold(T::default(), |sum, (&x, &y)| sum.plus_product(x, y)));
                }
                continue;
            }
            if rows.end < ROWS {
                rows.clone().for_each(|number| put(number, sum(elements(parts.at(number)), elements(own))));
                continue;
            }
            let mut done = rows.start;
            while done < rows.end {
                // The last rows are computed with some before them.
                let top = done.min(rows.end - ROWS);
                // SAFETY: there are eight rows from there, as the caller promises.
                let found = unsafe { eight_sums(Line { start: parts.at(top), step: matrix.step }, own, count) };
                (done..top + ROWS).for_each(|number| put(number, found[number - top]));
                done = top + ROWS;
            }
        }
    }
}

/// Columns whose products are added at a time.
const COLUMNS_PER_PASS: usize = 8;

wide! {
    /// Adds the products of columns, `step` elements apart, and the elements of a vector, several columns at a time.
    ///
    /// # Safety
    /// There are `depth` columns of as many elements as there are sums, and as many elements of the vector.
    unsafe fn columns<T: Real>(start: *const T, step: isize, vector: *const T, depth: usize, sums: &mut [T]) {
        let count = sums.len();
        // SAFETY: the caller promises it.
        let column = |at: usize| unsafe { std::slice::from_raw_parts(start.wrapping_offset(at as isize * step), count) };
        // SAFETY: as above.
        let factor = |at: usize| unsafe { *vector.add(at) };
        let whole = depth / COLUMNS_PER_PASS * COLUMNS_PER_PASS;
        for at in (0..whole).step_by(COLUMNS_PER_PASS) {
            // `array::from_fn` is not inlined here, and the lengths of the slices would not be known.
            let mut own: [&[T]; COLUMNS_PER_PASS] = [&[]; COLUMNS_PER_PASS];
            let mut by = [T::default(); COLUMNS_PER_PASS];
            for index in 0..COLUMNS_PER_PASS {
                (own[index], by[index]) = (column(at + index), factor(at + index));
            }
            for row in 0..count {
                let mut sum = sums[row];
                for index in 0..COLUMNS_PER_PASS {
                    sum = sum.plus_product(own[index][row], by[index]);
                }
                sums[row] = sum;
            }
        }
        for at in whole..depth {
            let (a, p) = (column(at), factor(at));
            for row in 0..count {
                sums[row] = sums[row].plus_product(a[row], p);
            }
        }
    }
}

wide! {
    /// Writes the sums of products of columns, `step` elements apart, and the elements of a vector, where there are few
    /// rows.
    ///
    /// # Safety
    /// There are `depth` columns of as many elements as there are sums, and as many elements of the vector.
    unsafe fn narrow<T: Real>(start: *const T, step: isize, vector: *const T, depth: usize, sums: &mut [T]) {
        let mut top = 0;
        while top < sums.len() {
            let columns = Line { start: start.wrapping_add(top), step };
            let rest = &mut sums[top..];
            // SAFETY: the caller promises it; each call takes as many rows as there are sums left at most.
            top += unsafe {
                match rest.len() {
                    16.. => narrow_rows::<T, 16>(columns, vector, depth, rest),
                    8.. => narrow_rows::<T, 8>(columns, vector, depth, rest),
                    4.. => narrow_rows::<T, 4>(columns, vector, depth, rest),
                    2.. => narrow_rows::<T, 2>(columns, vector, depth, rest),
                    _ => narrow_rows::<T, 1>(columns, vector, depth, rest),
                }
            };
        }
    }
}

/// Writes the first `N` sums of [`narrow`], and returns `N`: four columns' products are added to sums of their own.
///
/// # Safety
/// As [`narrow`]; there are `N` sums.
#[inline(always)]
unsafe fn narrow_rows<T: Real, const N: usize>(
    columns: Line<*const T>,
    vector: *const T,
    depth: usize,
    sums: &mut [T],
) -> usize {
    let [mut a, mut b, mut c, mut d] = [[T::default(); N]; 4];
    // SAFETY: the caller promises it.
    let product = |sums: &mut [T; N], at: usize| unsafe { add(sums, &block(columns.at(at)), &[*vector.add(at); N]) };
    let whole = depth / 4 * 4;
    for at in (0..whole).step_by(4) {
        product(&mut a, at);
        product(&mut b, at + 1);
        product(&mut c, at + 2);
        product(&mut d, at + 3);
    }
    for at in whole..depth {
        product(&mut a, at);
    }
    for lane in 0..N {
        sums[lane] = a[lane].plus(b[lane]).plus(c[lane].plus(d[lane]));
    }
    N
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rows: usize, depth: usize, by_columns: bool, step: isize) {
        let value = |at: usize| ((at * 7919 + 13) % 23) as f64 - 11.0;
        let elements: Vec<f64> = (0..rows * depth).map(value).collect();
        let vector: Vec<f64> = (0..depth * step as usize).map(|at| value(at + 5)).collect();
        let (row, column) = if by_columns { (1, rows as isize) } else { (depth as isize, 1) };
        let mut out = vec![f64::NAN; rows * 2];
        let matrix = Matrix { start: elements.as_ptr(), rows, depth, row, column };
        // SAFETY: the vectors have as many elements as stated.
        unsafe {
            multiply(matrix, Line { start: vector.as_ptr(), step }, Line { start: out.as_mut_ptr(), step: 2 }).unwrap();
        }
        for index in 0..rows {
            let element = |at: usize| elements[index * row as usize + at * column as usize];
            // Integers of this size are summed exactly in any order.
            let expected: f64 = (0..depth).map(|at| element(at) * vector[at * step as usize]).sum();
            assert_eq!(out[2 * index], expected, "{rows} x {depth}, by columns: {by_columns}, step {step}");
        }
    }

    #[test]
    fn products_are_exact_where_sums_are() {
        for (rows, depth) in [
            (1, 1),
            (1, 5),
            (7, 3),
            (3, 130),
            (1, 100_000),
            (2, 40_000),
            (100, 20_000),
            (1500, 9),
            (3000, 65),
            (9, 7),
            (13, 17),
            (31, 9_001),
            (64, 600),
            (20, 0),
        ] {
            for by_columns in [false, true] {
                check(rows, depth, by_columns, 1);
                check(rows, depth, by_columns, 3);
            }
        }
    }

    #[test]
    fn equal_rows_have_equal_sums() {
        for (rows, depth) in [(8, 20), (13, 100), (330, 100), (1001, 3_000), (17, 5_000), (9, 40_000)] {
            let row: Vec<f32> = (0..depth).map(|at| ((at * 7919 + 13) % 211) as f32 / 7.0).collect();
            let (elements, mut out) = (row.repeat(rows), vec![0.0f32; rows]);
            let matrix = Matrix { start: elements.as_ptr(), rows, depth, row: depth as isize, column: 1 };
            // SAFETY: the vectors have as many elements as stated.
            unsafe {
                multiply(matrix, Line { start: row.as_ptr(), step: 1 }, Line { start: out.as_mut_ptr(), step: 1 })
                    .unwrap();
            }
            assert!(out.iter().all(|sum| sum.to_bits() == out[0].to_bits()), "{rows} x {depth}");
        }
    }
}
