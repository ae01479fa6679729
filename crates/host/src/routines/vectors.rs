//! Products of a matrix and a vector, and of two vectors, in single and double precision: all threads read the matrix
//! once.
//!
//! The order of a sum does not depend on the number of threads: long rows are summed in parts of one length, whose sums
//! are added in order.

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
}
macro_rules! real {
    ($($T:ident)*) => { $(
        impl Real for $T {
            #[inline(always)]
            fn plus_product(self, a: $T, b: $T) -> $T { self + a * b }
            #[inline(always)]
            fn plus_product_fused(self, a: $T, b: $T) -> $T { a.mul_add(b, self) }
            #[inline(always)]
            fn plus(self, other: $T) -> $T { self + other }
        }
    )* };
}
real!(f32 f64);

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

/// Elements of a part of a long row.
const PART: usize = 1 << 14;

/// Rows of a column-major matrix that are summed at a time: their sums stay in the first cache.
const BAND: usize = 1 << 10;

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
        if parts == 1 || rows >= 8 {
            let each = (TASK / depth.max(1)).max(1);
            return spread(rows.div_ceil(each) as i64, work, 1, |first, end| {
                let (top, bottom) = (first as usize * each, (end as usize * each).min(rows));
                let own = start.get().wrapping_offset(top as isize * matrix.row).cast_const();
                // SAFETY: the rows and the vector have `depth` elements, and the outputs are these rows' alone.
                unsafe { lines(own, matrix.row, bottom - top, from.get().cast_const(), depth, output(top), out.step) };
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
            unsafe { *output(row) = own[1..].iter().fold(own[0], |total, &part| total.plus(part)) };
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

/// Sums that are accumulated side by side: enough for the processor's vectors and, with several rows, to hide the
/// latency of an addition.
const LANES: usize = 16;

/// Rows that are multiplied by a vector side by side: as many streams of memory are prefetched, and the vector is read
/// once for all.
const ROWS: usize = 4;

/// The longest rows whose sums are added for eight rows together: adding the lanes of a row takes longer than the row.
const SHORT: usize = 64;

/// Adds the products of elements to sums.
#[inline(always)]
fn add<T: Real>(sums: &mut [T; LANES], a: &[T; LANES], b: &[T; LANES]) {
    for lane in 0..LANES {
        sums[lane] = sums[lane].plus_product(a[lane], b[lane]);
    }
}

/// Adds the products of fewer than `LANES` remaining elements to sums, each to one of its own.
#[inline(always)]
fn add_rest<T: Real>(sums: &mut [T; LANES], rest: &[T], beside: &[T]) {
    let ((whole, rest), (others, beside)) = (rest.as_chunks::<8>(), beside.as_chunks::<8>());
    let mut done = 0;
    if let (Some(a), Some(b)) = (whole.first(), others.first()) {
        for lane in 0..8 {
            sums[lane] = sums[lane].plus_product(a[lane], b[lane]);
        }
        done = 8;
    }
    for (sum, (&x, &y)) in sums[done..].iter_mut().zip(rest.iter().zip(beside)) {
        *sum = sum.plus_product(x, y);
    }
}

/// The total of sums: the halves are added to each other, until one sum is left.
#[inline(always)]
fn total<T: Real>(mut sums: [T; LANES]) -> T {
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
fn paired<T: Real>(x: &[T; 8], y: &[T; 8]) -> [T; 8] {
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

/// The sums of products of eight short rows, `step` elements apart, and a vector: as [`sum`] with eight lanes, whose
/// neighbours are added.
///
/// # Safety
/// Each row has `vector.len()` elements.
#[inline(always)]
unsafe fn short_sums<T: Real>(start: *const T, step: isize, vector: &[T]) -> [T; 8] {
    let (others, beside) = vector.as_chunks::<8>();
    let mut sums = [[T::default(); 8]; 8];
    for (number, sums) in sums.iter_mut().enumerate() {
        // SAFETY: the caller promises it.
        let row = unsafe { std::slice::from_raw_parts(start.wrapping_offset(number as isize * step), vector.len()) };
        let (whole, rest) = row.as_chunks::<8>();
        for (x, y) in whole.iter().zip(others) {
            for lane in 0..8 {
                sums[lane] = sums[lane].plus_product(x[lane], y[lane]);
            }
        }
        for (sum, (&x, &y)) in sums.iter_mut().zip(rest.iter().zip(beside)) {
            *sum = sum.plus_product(x, y);
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    let (ab, cd, ef, gh) = (paired(&a, &b), paired(&c, &d), paired(&e, &f), paired(&g, &h));
    paired(&paired(&ab, &cd), &paired(&ef, &gh))
}

/// The sum of products.
#[inline(always)]
fn sum<T: Real>(a: &[T], b: &[T]) -> T {
    let ((whole, rest), (others, beside)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    let mut sums = [T::default(); LANES];
    whole.iter().zip(others).for_each(|(x, y)| add(&mut sums, x, y));
    add_rest(&mut sums, rest, beside);
    total(sums)
}

/// The sums of products of rows and a vector, each as [`sum`] makes it.
#[inline(always)]
fn sums<T: Real>([a, b, c, d]: [&[T]; ROWS], vector: &[T]) -> [T; ROWS] {
    let (others, beside) = vector.as_chunks::<LANES>();
    let [(a, a_rest), (b, b_rest), (c, c_rest), (d, d_rest)] =
        [a.as_chunks::<LANES>(), b.as_chunks::<LANES>(), c.as_chunks::<LANES>(), d.as_chunks::<LANES>()];
    let [mut first, mut second, mut third, mut fourth] = [[T::default(); LANES]; ROWS];
    for ((((y, a), b), c), d) in others.iter().zip(a).zip(b).zip(c).zip(d) {
        add(&mut first, a, y);
        add(&mut second, b, y);
        add(&mut third, c, y);
        add(&mut fourth, d, y);
    }
    if !beside.is_empty() {
        add_rest(&mut first, a_rest, beside);
        add_rest(&mut second, b_rest, beside);
        add_rest(&mut third, c_rest, beside);
        add_rest(&mut fourth, d_rest, beside);
    }
    // Without the barrier the compiler makes vectors of one lane of several rows, and transposes each element for them.
    let [first, second, third, fourth] = std::hint::black_box([first, second, third, fourth]);
    [total(first), total(second), total(third), total(fourth)]
}

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
    /// Writes the products of rows, `step` elements apart, and a vector, to outputs `to_step` apart.
    ///
    /// # Safety
    /// Each row and the vector have `depth` elements, and there is an output for each row, which nothing else uses.
    unsafe fn lines<T: Real>(
        start: *const T, step: isize, rows: usize, vector: *const T, depth: usize, to: *mut T, to_step: isize,
    ) {
        let destination = |number: usize| to.wrapping_offset(number as isize * to_step);
        for at in (0..depth).step_by(PART) {
            let count = PART.min(depth - at);
            // SAFETY: the caller promises it; the parts make up the row.
            let part = |number: usize| unsafe {
                std::slice::from_raw_parts(start.wrapping_offset(number as isize * step).wrapping_add(at), count)
            };
            // SAFETY: as above.
            let own = unsafe { std::slice::from_raw_parts(vector.wrapping_add(at), count) };
            // SAFETY: as above; the first part's result is added to.
            let put = |number: usize, sum: T| unsafe {
                let destination = destination(number);
                *destination = if at == 0 { sum } else { (*destination).plus(sum) };
            };
            let mut top = 0;
            if depth <= SHORT {
                while top + 8 <= rows {
                    // SAFETY: as above.
                    let found = unsafe { short_sums(start.wrapping_offset(top as isize * step), step, own) };
                    (0..8).for_each(|number| put(top + number, found[number]));
                    top += 8;
                }
            }
            while top + ROWS <= rows {
                let found = sums([part(top), part(top + 1), part(top + 2), part(top + 3)], own);
                (0..ROWS).for_each(|number| put(top + number, found[number]));
                top += ROWS;
            }
            (top..rows).for_each(|number| put(number, sum(part(number), own)));
        }
        if depth == 0 {
            // SAFETY: the caller promises it.
            (0..rows).for_each(|number| unsafe { *destination(number) = T::default() });
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
        for (rows, depth) in
            [(1, 1), (1, 5), (7, 3), (3, 130), (1, 100_000), (2, 40_000), (100, 20_000), (1500, 9), (3000, 65)]
        {
            for by_columns in [false, true] {
                check(rows, depth, by_columns, 1);
                check(rows, depth, by_columns, 3);
            }
        }
    }
}
