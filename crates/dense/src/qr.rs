//! QR factorization by reflections, as LAPACK's `geqrf` and `orgqr`.

use pulp::Arch;

use crate::Team;
use crate::matrix::{Field, Matrix, multiply};

/// Reflections that are applied together, as two products.
const BLOCK: usize = 32;

/// Factors a matrix in place: the triangle on the diagonal and above, the reflections' vectors below it, and their
/// scales.
///
/// # Safety
/// The column-major matrix lies in memory that holds values and that nothing else accesses.
pub(crate) unsafe fn factor<T: Field>(a: Matrix<T>, scales: &mut [T], team: &Team) {
    let least = a.rows.min(a.columns);
    for from in (0..least).step_by(BLOCK) {
        let count = BLOCK.min(least - from);
        let panel = a.part(from, from, a.rows - from, count);
        let scales = &mut scales[from..from + count];
        let rest = a.columns - from - count;
        // SAFETY: as the caller promises; the parts do not overlap.
        unsafe {
            Arch::new().dispatch(
                #[inline(always)]
                || reflect(panel, scales),
            );
            if rest > 0 {
                let reflections = Reflections::new(panel, scales, team);
                reflections.apply(a.part(from, from + count, a.rows - from, rest), true, team);
            }
        }
    }
}

/// Writes the first columns of the basis, as many as `q` has; the first `scales.len()` reflections are those of
/// `factored`.
///
/// # Safety
/// Both lie in memory that holds values, without overlap; nothing else accesses `q`.
pub(crate) unsafe fn basis<T: Field>(factored: Matrix<T>, scales: &[T], q: Matrix<T>, team: &Team) {
    for column in 0..q.columns {
        for row in 0..q.rows {
            // SAFETY: the element is in the matrix.
            unsafe { q.set(row, column, if row == column { T::ONE } else { T::ZERO }) };
        }
    }
    for from in (0..scales.len()).step_by(BLOCK).rev() {
        let count = BLOCK.min(scales.len() - from);
        let panel = factored.part(from, from, factored.rows - from, count);
        // SAFETY: as the caller promises. Elements to the left of the part and above it are zero, and stay so.
        unsafe {
            let reflections = Reflections::new(panel, &scales[from..from + count], team);
            reflections.apply(q.part(from, from, q.rows - from, q.columns - from), false, team);
        }
    }
}

/// Factors a panel, one reflection after another.
///
/// # Safety
/// As [`factor`].
#[inline(always)]
unsafe fn reflect<T: Field>(a: Matrix<T>, scales: &mut [T]) {
    for (step, scale) in scales.iter_mut().enumerate() {
        // SAFETY: the elements are in the matrix.
        unsafe {
            *scale = reflection(a.part(step, step, a.rows - step, 1));
            for column in step + 1..a.columns {
                apply(a, step, column, *scale);
            }
        }
    }
}

/// Multiplies a column, from the row of a step on, by the conjugate transpose of that step's reflection.
///
/// # Safety
/// As [`factor`].
#[inline(always)]
unsafe fn apply<T: Field>(a: Matrix<T>, step: usize, column: usize, scale: T) {
    // SAFETY: the matrix has these columns and rows, which do not overlap.
    unsafe {
        let ([_, own @ ..], [head, rest @ ..]) = (a.column(step, step), a.column(column, step)) else { return };
        let sum = scale.conj() * (*head + dot(own, rest));
        *head = *head - sum;
        for (element, &factor) in rest.iter_mut().zip(&*own) {
            *element = *element - factor * sum;
        }
    }
}

/// Sums that are accumulated side by side.
const LANES: usize = 16;

/// The dot product, with the conjugates of the first vector.
#[inline(always)]
fn dot<T: Field>(a: &[T], b: &[T]) -> T {
    let ((whole, rest), (others, beside)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    let mut sums = [T::ZERO; LANES];
    for (x, y) in whole.iter().zip(others) {
        for lane in 0..LANES {
            sums[lane] = sums[lane] + x[lane].conj() * y[lane];
        }
    }
    let start = rest.iter().zip(beside).fold(T::ZERO, |sum, (&x, &y)| sum + x.conj() * y);
    sums.into_iter().fold(start, |total, sum| total + sum)
}

/// QR factorization with column pivoting, as [`factor`]: each column is the one with the largest norm, in the rows from
/// its own on, among those that are left. `order` has the original index of each column, counted from zero.
///
/// # Safety
/// As [`factor`].
pub(crate) unsafe fn factor_pivoted<T: Field>(a: Matrix<T>, scales: &mut [T], order: &mut [i64]) {
    let (rows, columns) = (a.rows, a.columns);
    // SAFETY: the elements are in the matrix.
    let length = |column: usize, from: usize| unsafe { norm(a.part(0, column, rows, 1), from, 1.0) };
    for (index, column) in order.iter_mut().zip(0..) {
        *index = column;
    }
    // The norms from the row of a step on, and their values when they were last computed from elements.
    let mut lengths: Vec<f64> = (0..columns).map(|column| length(column, 0)).collect();
    let mut known = lengths.clone();
    for (step, scale) in scales.iter_mut().enumerate() {
        let mut pivot = step;
        for column in step + 1..columns {
            if lengths[column] > lengths[pivot] {
                pivot = column;
            }
        }
        if pivot != step {
            for row in 0..rows {
                // SAFETY: the elements are in the matrix.
                unsafe {
                    let kept = a.get(row, step);
                    a.set(row, step, a.get(row, pivot));
                    a.set(row, pivot, kept);
                }
            }
            order.swap(step, pivot);
            (lengths[pivot], known[pivot]) = (lengths[step], known[step]);
        }
        // SAFETY: the elements are in the matrix.
        *scale = unsafe { reflection(a.part(step, step, rows - step, 1)) };
        for column in step + 1..columns {
            // SAFETY: as above.
            let (re, im) = unsafe {
                apply(a, step, column, *scale);
                a.get(step, column).parts()
            };
            if lengths[column] == 0.0 {
                continue;
            }
            // The square of the remaining norm, as a fraction of the previous one. If little is left of the norm that
            // was computed last, few of its digits are correct.
            let rest = (1.0 - (re.hypot(im) / lengths[column]).powi(2)).max(0.0);
            if rest * (lengths[column] / known[column]).powi(2) <= T::EPSILON.sqrt() {
                lengths[column] = length(column, step + 1);
                known[column] = lengths[column];
            } else {
                lengths[column] *= rest.sqrt();
            }
        }
    }
}

/// Computes the reflection that maps a column to a real multiple of the first axis. The multiple overwrites the first
/// element, and the reflection's vector, without its first element, a one, the others. Returns the scale.
///
/// # Safety
/// As [`factor`].
#[inline(always)]
unsafe fn reflection<T: Field>(column: Matrix<T>) -> T {
    // SAFETY: the elements are in the column.
    unsafe {
        let (re, im) = column.get(0, 0).parts();
        let rest = norm(column, 1, 1.0);
        if rest == 0.0 && im == 0.0 {
            return T::ZERO;
        }
        // The norm of a column of the smallest numbers has few digits: the column is scaled by a power of two.
        let is_tiny = re.hypot(im).hypot(rest) < MIN_UNSCALED_NORM;
        let up = if is_tiny { 1.0 / MIN_UNSCALED_NORM } else { 1.0 };
        let (re, im, rest) = (re * up, im * up, if is_tiny { norm(column, 1, up) } else { rest });
        let length = re.hypot(im).hypot(rest);
        let multiple = if re > 0.0 || re == 0.0 && re.is_sign_positive() { -length } else { length };
        let scale = T::of((multiple - re) / multiple, -im / multiple);
        // The reciprocal of the difference of the first element and the multiple.
        let (re, im) = (re - multiple, im);
        let size = re.hypot(im);
        let (re, im) = (re / size, im / size);
        for element in column.column(0, 1) {
            let (x, y) = element.parts();
            let (x, y) = (x * up / size, y * up / size);
            *element = T::of(x * re + y * im, y * re - x * im);
        }
        column.set(0, 0, T::of(multiple / up, 0.0));
        scale
    }
}

/// Largest norm, a power of two, that is computed again from scaled elements.
const MIN_UNSCALED_NORM: f64 = f64::from_bits((1023 - 900) << 52);

/// The Euclidean norm of a column from a row on, times a number, without overflow or underflow of the squares.
///
/// # Safety
/// As [`factor`].
#[inline(always)]
unsafe fn norm<T: Field>(column: Matrix<T>, from: usize, up: f64) -> f64 {
    // SAFETY: the matrix has that column and row.
    let elements = unsafe { &*column.column(0, from) };
    let parts = |element: &T| {
        let (re, im) = element.parts();
        (re * up, im * up)
    };
    let square = |element: &T| {
        let (re, im) = parts(element);
        re * re + im * im
    };
    let (whole, rest) = elements.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for elements in whole {
        for lane in 0..LANES {
            sums[lane] += square(&elements[lane]);
        }
    }
    let square = sums.iter().sum::<f64>() + rest.iter().map(square).sum::<f64>();
    if square == 0.0 || !square.is_normal() || square < 1e-280 {
        return elements.iter().map(parts).fold(0.0, |norm: f64, (re, im)| norm.hypot(re.hypot(im)));
    }
    square.sqrt()
}

/// The compact form of several reflections: the identity minus vectors times a triangle times the vectors' conjugate
/// transpose.
struct Reflections<T> {
    vectors: Vec<T>,
    triangle: Vec<T>,
    rows: usize,
    count: usize,
}

impl<T: Field> Reflections<T> {
    /// # Safety
    /// As [`factor`].
    unsafe fn new(panel: Matrix<T>, scales: &[T], team: &Team) -> Reflections<T> {
        let (rows, count) = (panel.rows, scales.len());
        let mut vectors = vec![T::ZERO; rows * count];
        for (column, vector) in vectors.chunks_mut(rows).enumerate() {
            vector[column] = T::ONE;
            for (row, element) in vector.iter_mut().enumerate().skip(column + 1) {
                // SAFETY: the element is in the panel.
                *element = unsafe { panel.get(row, column) };
            }
        }
        let mut squares = vec![T::ZERO; count * count];
        let v = Matrix::by_columns(vectors.as_mut_ptr(), rows, count);
        let square = Matrix::by_columns(squares.as_mut_ptr(), count, count);
        // SAFETY: both lie in memory of their own.
        unsafe { multiply(square, T::ZERO, T::ONE, (v.t(), true), (v, false), team) };
        let mut triangle = vec![T::ZERO; count * count];
        for (column, &scale) in scales.iter().enumerate() {
            for row in 0..column {
                let sum =
                    (row..column).fold(T::ZERO, |sum, k| sum + triangle[k * count + row] * squares[column * count + k]);
                triangle[column * count + row] = -scale * sum;
            }
            triangle[column * count + column] = scale;
        }
        Reflections { vectors, triangle, rows, count }
    }

    /// Multiplies a matrix by the reflections, or by their conjugate transpose, from the left, in place.
    ///
    /// # Safety
    /// The matrix lies in memory that holds values and that nothing else accesses.
    unsafe fn apply(&self, c: Matrix<T>, adjoint: bool, team: &Team) {
        let v = Matrix::by_columns(self.vectors.as_ptr().cast_mut(), self.rows, self.count);
        let triangle = Matrix::by_columns(self.triangle.as_ptr().cast_mut(), self.count, self.count);
        let triangle = if adjoint { (triangle.t(), true) } else { (triangle, false) };
        let mut first = vec![T::ZERO; self.count * c.columns];
        let mut second = first.clone();
        let first = Matrix::by_columns(first.as_mut_ptr(), self.count, c.columns);
        let second = Matrix::by_columns(second.as_mut_ptr(), self.count, c.columns);
        // SAFETY: the caller promises the matrix, and the rest lies in memory of its own.
        unsafe {
            multiply(first, T::ZERO, T::ONE, (v.t(), true), (c, false), team);
            multiply(second, T::ZERO, T::ONE, triangle, (first, false), team);
            multiply(c, T::ONE, -T::ONE, (v, false), (second, false), team);
        }
    }
}
