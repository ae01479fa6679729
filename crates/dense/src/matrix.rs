//! Matrices in memory, their products, and the solving of triangular systems, by halves so that most of the work is products.

use std::ops::{Add, Div, Mul, Neg, Sub};

use cuprust_num::{c64, c128};
use gemm::Parallelism;

/// A number that matrices are made of.
pub(crate) trait Field:
    Copy
    + Send
    + Sync
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + 'static
{
    const ZERO: Self;
    const ONE: Self;
    /// A number that does not occur in what is right.
    const NAN: Self;
    /// The distance from one to the next number of the precision.
    const EPSILON: f64;
    /// The complex conjugate.
    fn conj(self) -> Self;
    /// The real and the imaginary part, in double precision.
    fn parts(self) -> (f64, f64);
    /// The number of these parts, rounded; of a real dtype without the imaginary part.
    fn of(re: f64, im: f64) -> Self;

    /// The number times a real one.
    #[inline(always)]
    fn times(self, factor: f64) -> Self {
        let (re, im) = self.parts();
        Self::of(re * factor, im * factor)
    }

    /// The sum of the parts' absolute values, by which pivots are chosen as LAPACK does.
    fn size(self) -> f64 {
        let (re, im) = self.parts();
        re.abs() + im.abs()
    }

    fn is_finite(self) -> bool {
        let (re, im) = self.parts();
        re.is_finite() && im.is_finite()
    }
}

macro_rules! fields {
    (real $($T:ident)*) => { $(
        impl Field for $T {
            const ZERO: $T = 0.0;
            const ONE: $T = 1.0;
            const NAN: $T = $T::NAN;
            const EPSILON: f64 = $T::EPSILON as f64;
            #[inline(always)]
            fn conj(self) -> $T { self }
            #[inline(always)]
            fn parts(self) -> (f64, f64) { (self as f64, 0.0) }
            #[inline(always)]
            fn of(re: f64, _im: f64) -> $T { re as $T }
        }
    )* };
    (complex $($T:ident $R:ident)*) => { $(
        impl Field for $T {
            const ZERO: $T = $T { re: 0.0, im: 0.0 };
            const ONE: $T = $T { re: 1.0, im: 0.0 };
            const NAN: $T = $T { re: $R::NAN, im: $R::NAN };
            const EPSILON: f64 = $R::EPSILON as f64;
            #[inline(always)]
            fn conj(self) -> $T { $T { re: self.re, im: -self.im } }
            #[inline(always)]
            fn parts(self) -> (f64, f64) { (self.re as f64, self.im as f64) }
            #[inline(always)]
            fn of(re: f64, im: f64) -> $T { $T { re: re as $R, im: im as $R } }
        }
    )* };
}
fields!(real f32 f64);
fields!(complex c64 f32 c128 f64);

/// A matrix in memory: of any two of the same element and use, the places are one or apart as the functions say.
#[derive(Clone, Copy)]
pub(crate) struct Matrix<T> {
    pub(crate) start: *mut T,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// From a row to the next, and from a column to the next, in elements.
    pub(crate) down: isize,
    pub(crate) right: isize,
}

impl<T: Field> Matrix<T> {
    /// A matrix column by column without gaps.
    pub(crate) fn by_columns(start: *mut T, rows: usize, columns: usize) -> Matrix<T> {
        Matrix { start, rows, columns, down: 1, right: rows as isize }
    }

    /// The rows and columns from a place on, so many.
    #[inline]
    pub(crate) fn part(&self, row: usize, column: usize, rows: usize, columns: usize) -> Matrix<T> {
        debug_assert!(row + rows <= self.rows && column + columns <= self.columns);
        let start = self.start.wrapping_offset(row as isize * self.down + column as isize * self.right);
        Matrix { start, rows, columns, ..*self }
    }

    /// The transpose.
    #[inline]
    pub(crate) fn t(&self) -> Matrix<T> {
        Matrix { rows: self.columns, columns: self.rows, down: self.right, right: self.down, ..*self }
    }

    /// # Safety
    /// The matrix is in memory that holds values, and the place is in the matrix.
    #[inline(always)]
    pub(crate) unsafe fn get(&self, row: usize, column: usize) -> T {
        // SAFETY: as the caller says.
        unsafe { *self.start.offset(row as isize * self.down + column as isize * self.right) }
    }

    /// # Safety
    /// The matrix is in memory that may be written, and the place is in the matrix.
    #[inline(always)]
    pub(crate) unsafe fn set(&self, row: usize, column: usize, value: T) {
        // SAFETY: as the caller says.
        unsafe { *self.start.offset(row as isize * self.down + column as isize * self.right) = value };
    }
}

/// Below so many multiplications a product is made by one thread.
const ALONE: usize = 1 << 18;

/// `c = kept c + factor a b`, with the conjugate of a factor where it is said.
///
/// # Safety
/// The matrices lie in memory that holds values, `c` apart from the factors and written by no other thread.
pub(crate) unsafe fn multiply<T: Field>(
    c: Matrix<T>,
    kept: T,
    factor: T,
    (a, conjugate_a): (Matrix<T>, bool),
    (b, conjugate_b): (Matrix<T>, bool),
    threads: usize,
) {
    debug_assert!(a.columns == b.rows && c.rows == a.rows && c.columns == b.columns);
    if c.rows == 0 || c.columns == 0 {
        return;
    }
    let work = c.rows.saturating_mul(c.columns).saturating_mul(a.columns);
    let parallelism = if threads > 1 && work >= ALONE { Parallelism::Rayon(threads) } else { Parallelism::None };
    // SAFETY: the caller vouches for the matrices; T is one of the types that gemm knows.
    unsafe {
        gemm::gemm(
            c.rows,
            c.columns,
            a.columns,
            c.start,
            c.right,
            c.down,
            kept != T::ZERO,
            a.start.cast_const(),
            a.right,
            a.down,
            b.start.cast_const(),
            b.right,
            b.down,
            kept,
            factor,
            false,
            conjugate_a,
            conjugate_b,
            parallelism,
        );
    }
}

/// A triangular matrix that systems are solved with.
#[derive(Clone, Copy)]
pub(crate) struct Triangle<T> {
    pub(crate) matrix: Matrix<T>,
    /// Whether what is above the diagonal counts as zero; else what is below it.
    pub(crate) lower: bool,
    /// Whether the diagonal counts as ones.
    pub(crate) unit: bool,
    /// Whether the conjugates are meant.
    pub(crate) conjugate: bool,
}

impl<T: Field> Triangle<T> {
    /// The transpose.
    pub(crate) fn t(&self) -> Triangle<T> {
        Triangle { matrix: self.matrix.t(), lower: !self.lower, ..*self }
    }

    fn part(&self, from: usize, to: usize) -> Triangle<T> {
        Triangle { matrix: self.matrix.part(from, from, to - from, to - from), ..*self }
    }
}

/// So many unknowns are solved for one by one.
const FEW: usize = 16;

/// Solves `a x = b` for all columns, in the place of `b`.
///
/// # Safety
/// Both lie in memory that holds values, apart, and `b` is written by no other thread.
pub(crate) unsafe fn solve<T: Field>(a: Triangle<T>, b: Matrix<T>, threads: usize) {
    let n = a.matrix.rows;
    if n <= FEW {
        // SAFETY: as the caller says.
        return unsafe { solve_few(a, b) };
    }
    let half = (n / 2).next_multiple_of(FEW);
    let (first, second) = (b.part(0, 0, half, b.columns), b.part(half, 0, n - half, b.columns));
    let (above, below) = (a.part(0, half), a.part(half, n));
    // SAFETY: as the caller says; the halves are apart.
    unsafe {
        if a.lower {
            let corner = a.matrix.part(half, 0, n - half, half);
            solve(above, first, threads);
            multiply(second, T::ONE, -T::ONE, (corner, a.conjugate), (first, false), threads);
            solve(below, second, threads);
        } else {
            let corner = a.matrix.part(0, half, half, n - half);
            solve(below, second, threads);
            multiply(first, T::ONE, -T::ONE, (corner, a.conjugate), (second, false), threads);
            solve(above, first, threads);
        }
    }
}

/// # Safety
/// As [`solve`].
unsafe fn solve_few<T: Field>(a: Triangle<T>, b: Matrix<T>) {
    let n = a.matrix.rows;
    let conj = |value: T| if a.conjugate { value.conj() } else { value };
    let mut elements = [[T::ZERO; FEW]; FEW];
    for (row, elements) in elements.iter_mut().enumerate().take(n) {
        let used = if a.lower { 0..row + 1 } else { row..n };
        for column in used {
            // SAFETY: the place is in the matrix.
            elements[column] = conj(unsafe { a.matrix.get(row, column) });
        }
    }
    for column in 0..b.columns {
        let mut x = [T::ZERO; FEW];
        for step in 0..n {
            let row = if a.lower { step } else { n - 1 - step };
            let before = if a.lower { 0..row } else { row + 1..n };
            // SAFETY: the places are in the matrix.
            let start = unsafe { b.get(row, column) };
            let rest = before.fold(start, |rest, known| rest - elements[row][known] * x[known]);
            x[row] = if a.unit { rest } else { rest / elements[row][row] };
            // SAFETY: as above.
            unsafe { b.set(row, column, x[row]) };
        }
    }
}
