//! Matrices in memory, their products, and the solution of triangular systems, by recursive halving so that most of the
//! work is products.

use std::ops::{Add, Mul, Neg, Sub};

use cuprust_num::{c64, c128};
use pulp::Arch;

use crate::Team;
use crate::divisor::ComplexDivisor;
use crate::product::{self, Strided};

/// A number that is an element of matrices.
pub(crate) trait Field:
    Copy
    + Send
    + Sync
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + 'static
{
    const ZERO: Self;
    const ONE: Self;
    /// A number that marks a result as invalid.
    const NAN: Self;
    /// The distance from one to the next number of the precision.
    const EPSILON: f64;
    /// The smallest positive number of the precision, a subnormal one.
    const SMALLEST: f64;
    /// A number prepared once as the divisor of several others. Complex numbers have no `/` here: the textbook's
    /// quotient squares the divisor, which overflows or underflows for half of the exponents.
    type Divisor: Copy;
    /// The number prepared as a divisor.
    fn divisor(self) -> Self::Divisor;
    /// The quotient.
    fn over(self, by: Self::Divisor) -> Self;
    /// The complex conjugate.
    fn conj(self) -> Self;
    /// The real and the imaginary part, in double precision.
    fn parts(self) -> (f64, f64);
    /// The number of these parts, rounded; a real number ignores the imaginary part.
    fn of(re: f64, im: f64) -> Self;

    /// The quotient by a number that is a divisor once.
    #[inline(always)]
    fn quotient(self, by: Self) -> Self {
        self.over(by.divisor())
    }

    /// The product with a real number.
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
            const SMALLEST: f64 = $T::from_bits(1) as f64;
            type Divisor = $T;
            #[inline(always)]
            fn divisor(self) -> $T { self }
            #[inline(always)]
            fn over(self, by: $T) -> $T { self / by }
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
            const SMALLEST: f64 = $R::from_bits(1) as f64;
            type Divisor = ComplexDivisor<$R>;
            #[inline(always)]
            fn divisor(self) -> ComplexDivisor<$R> { ComplexDivisor::<$R>::of(self) }
            #[inline(always)]
            fn over(self, by: ComplexDivisor<$R>) -> $T { by.divide(self) }
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

/// A matrix in memory; whether two matrices may overlap is said by the functions.
#[derive(Clone, Copy)]
pub(crate) struct Matrix<T> {
    pub(crate) start: *mut T,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// The strides from a row to the next, and from a column to the next, in elements.
    pub(crate) down: isize,
    pub(crate) right: isize,
}

// SAFETY: a matrix is an address and extents. Each access to elements says why those of different threads do not
// overlap.
unsafe impl<T: Send> Send for Matrix<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Sync for Matrix<T> {}

impl<T: Field> Matrix<T> {
    /// A contiguous column-major matrix.
    pub(crate) fn by_columns(start: *mut T, rows: usize, columns: usize) -> Matrix<T> {
        Matrix { start, rows, columns, down: 1, right: rows as isize }
    }

    /// The submatrix of `rows` by `columns` from an element on.
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

    /// The elements of a column from a row on.
    ///
    /// # Safety
    /// The matrix has that column and row and is in memory that holds values, column-major; nothing else accesses these
    /// elements meanwhile.
    #[inline(always)]
    #[allow(clippy::mut_from_ref, reason = "the columns are apart")]
    pub(crate) unsafe fn column(&self, column: usize, from: usize) -> &mut [T] {
        debug_assert!(self.down == 1 && column < self.columns && from <= self.rows);
        // SAFETY: as the caller promises.
        unsafe {
            let start = self.start.offset(from as isize + column as isize * self.right);
            std::slice::from_raw_parts_mut(start, self.rows - from)
        }
    }

    /// # Safety
    /// The matrix is in memory that holds values, and the element is in the matrix.
    #[inline(always)]
    pub(crate) unsafe fn get(&self, row: usize, column: usize) -> T {
        // SAFETY: as the caller promises.
        unsafe { *self.start.offset(row as isize * self.down + column as isize * self.right) }
    }

    /// # Safety
    /// The matrix is in memory that may be written, and the element is in the matrix.
    #[inline(always)]
    pub(crate) unsafe fn set(&self, row: usize, column: usize, value: T) {
        // SAFETY: as the caller promises.
        unsafe { *self.start.offset(row as isize * self.down + column as isize * self.right) = value };
    }
}

/// `c = kept c + factor a b`, with the conjugate of a factor if its flag says so.
///
/// # Safety
/// The matrices lie in memory that holds values; `c` does not overlap the factors and no other thread accesses it.
pub(crate) unsafe fn multiply<T: Field>(
    c: Matrix<T>,
    kept: T,
    factor: T,
    (a, conjugate_a): (Matrix<T>, bool),
    (b, conjugate_b): (Matrix<T>, bool),
    team: &Team,
) {
    debug_assert!(a.columns == b.rows && c.rows == a.rows && c.columns == b.columns);
    let strided = |matrix: Matrix<T>, conjugate| Strided {
        start: matrix.start,
        row: matrix.down,
        column: matrix.right,
        conjugate,
    };
    let (out, x, y) = (strided(c, false), strided(a, conjugate_a), strided(b, conjugate_b));
    let kept = (kept != T::ZERO).then_some(kept);
    // SAFETY: the caller promises the matrices; fields are the types that `multiply` requires.
    unsafe { product::multiply(out, (kept, factor), x, y, (c.rows, c.columns, a.columns), team) };
}

/// A triangular matrix to solve systems with.
#[derive(Clone, Copy)]
pub(crate) struct Triangle<T> {
    pub(crate) matrix: Matrix<T>,
    /// Whether the elements above the diagonal count as zero; else those below it.
    pub(crate) lower: bool,
    /// Whether the diagonal counts as ones.
    pub(crate) unit: bool,
    /// Whether its conjugate is used.
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

/// Most unknowns that are substituted one by one.
const MAX_UNBLOCKED_UNKNOWNS: usize = 16;

/// Columns that are solved side by side.
const LANES: usize = 16;

/// Most rows of a triangle that one thread solves, for strips of `STRIP` columns.
const MAX_STRIP_ROWS: usize = 128;
const STRIP: usize = 64;

/// Solves `a x = b` for all columns, overwriting `b`.
///
/// # Safety
/// Both lie in memory that holds values, without overlap, and no other thread accesses `b`.
pub(crate) unsafe fn solve<T: Field>(a: Triangle<T>, b: Matrix<T>, team: &Team) {
    let n = a.matrix.rows;
    if n <= MAX_STRIP_ROWS && b.columns > STRIP {
        return team.spread(b.columns.div_ceil(STRIP), n * n / 2 * b.columns, &|strip| {
            let from = strip * STRIP;
            let strip = b.part(0, from, n, STRIP.min(b.columns - from));
            // SAFETY: as the caller promises; the strips do not overlap.
            unsafe { solve(a, strip, &Team::alone()) };
        });
    }
    if n <= MAX_UNBLOCKED_UNKNOWNS {
        // SAFETY: as the caller promises.
        return Arch::new().dispatch(
            #[inline(always)]
            || unsafe { solve_unblocked(a, b) },
        );
    }
    let half = (n / 2).next_multiple_of(MAX_UNBLOCKED_UNKNOWNS);
    let (first, second) = (b.part(0, 0, half, b.columns), b.part(half, 0, n - half, b.columns));
    let (above, below) = (a.part(0, half), a.part(half, n));
    // SAFETY: as the caller promises; the halves do not overlap.
    unsafe {
        if a.lower {
            let corner = a.matrix.part(half, 0, n - half, half);
            solve(above, first, team);
            multiply(second, T::ONE, -T::ONE, (corner, a.conjugate), (first, false), team);
            solve(below, second, team);
        } else {
            let corner = a.matrix.part(0, half, half, n - half);
            solve(below, second, team);
            multiply(first, T::ONE, -T::ONE, (corner, a.conjugate), (second, false), team);
            solve(above, first, team);
        }
    }
}

/// # Safety
/// As [`solve`].
#[inline(always)]
unsafe fn solve_unblocked<T: Field>(a: Triangle<T>, b: Matrix<T>) {
    let n = a.matrix.rows;
    let conj = |value: T| if a.conjugate { value.conj() } else { value };
    let mut elements = [[T::ZERO; MAX_UNBLOCKED_UNKNOWNS]; MAX_UNBLOCKED_UNKNOWNS];
    for (row, elements) in elements.iter_mut().enumerate().take(n) {
        let used = if a.lower { 0..row + 1 } else { row..n };
        for column in used {
            // SAFETY: the element is in the matrix.
            elements[column] = conj(unsafe { a.matrix.get(row, column) });
        }
    }
    let whole = b.columns / LANES * LANES;
    // SAFETY: as the caller promises; there are that many columns.
    unsafe {
        (0..whole).step_by(LANES).for_each(|at| solve_lanes::<T, LANES>(a, &elements, b.part(0, at, n, LANES)));
        (whole..b.columns).for_each(|at| solve_lanes::<T, 1>(a, &elements, b.part(0, at, n, 1)));
    }
}

/// Solves for `N` columns by the elements of a triangle.
///
/// # Safety
/// As [`solve`], for a matrix of `N` columns.
#[inline(always)]
unsafe fn solve_lanes<T: Field, const N: usize>(
    a: Triangle<T>,
    elements: &[[T; MAX_UNBLOCKED_UNKNOWNS]; MAX_UNBLOCKED_UNKNOWNS],
    b: Matrix<T>,
) {
    let mut x = [[T::ZERO; N]; MAX_UNBLOCKED_UNKNOWNS];
    for (row, x) in x.iter_mut().enumerate().take(b.rows) {
        for (lane, x) in x.iter_mut().enumerate() {
            // SAFETY: the element is in the matrix.
            *x = unsafe { b.get(row, lane) };
        }
    }
    for step in 0..b.rows {
        let row = if a.lower { step } else { b.rows - 1 - step };
        let before = if a.lower { 0..row } else { row + 1..b.rows };
        let mut own = x[row];
        for known in before {
            let factor = elements[row][known];
            for lane in 0..N {
                own[lane] = own[lane] - factor * x[known][lane];
            }
        }
        if !a.unit {
            let by = elements[row][row].divisor();
            own = own.map(|rest| rest.over(by));
        }
        x[row] = own;
    }
    for (row, x) in x.iter().enumerate().take(b.rows) {
        for (lane, x) in x.iter().enumerate() {
            // SAFETY: the element is in the matrix.
            unsafe { b.set(row, lane, *x) };
        }
    }
}
