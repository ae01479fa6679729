//! Balancing of a matrix: a similar matrix whose rows and columns have norms of similar size (Parlett and Reinsch,
//! "Balancing a matrix for calculation of eigenvalues and eigenvectors", 1969; James, Langou and Lowery, "On matrix
//! balancing and eigenvector computation", 2014).

use std::ops::Range;

use crate::matrix::Field;
use crate::square::Square;

/// A balanced matrix, the scale of each of its rows and columns, and the row and column of the original matrix of each.
pub(crate) struct Balanced<T> {
    pub(crate) matrix: Square<T>,
    pub(crate) scales: Vec<f64>,
    pub(crate) order: Vec<i64>,
}

/// Scales that leave more than this fraction of the norms are not applied.
const MIN_REDUCTION: f64 = 0.95;

/// Balances a matrix of finite numbers.
pub(crate) fn balance<T: Field>(matrix: Square<T>, permute: bool, scale: bool) -> Balanced<T> {
    let n = matrix.n;
    let mut balanced = Balanced { matrix, scales: vec![1.0; n], order: (0..n as i64).collect() };
    let middle = if permute { balanced.isolate() } else { 0..n };
    if scale {
        balanced.equalize(middle);
    }
    balanced
}

impl<T: Field> Balanced<T> {
    /// Moves rows that are zero off the diagonal to the end, and then such columns to the beginning. Returns the range
    /// between.
    fn isolate(&mut self) -> Range<usize> {
        let n = self.matrix.n;
        let mut middle = 0..n;
        let mut found = true;
        while found {
            found = false;
            for row in (0..middle.end).rev() {
                if (0..middle.end).any(|column| column != row && self.matrix[(row, column)] != T::ZERO) {
                    continue;
                }
                self.exchange(row, middle.end - 1);
                found = true;
                if middle.end == 1 {
                    return 0..1;
                }
                middle.end -= 1;
            }
        }
        found = true;
        while found {
            found = false;
            for column in middle.clone() {
                if middle.clone().any(|row| row != column && self.matrix[(row, column)] != T::ZERO) {
                    continue;
                }
                self.exchange(column, middle.start);
                found = true;
                middle.start += 1;
            }
        }
        middle
    }

    /// Exchanges two rows, and the columns of the same indices.
    fn exchange(&mut self, first: usize, second: usize) {
        if first == second {
            return;
        }
        let n = self.matrix.n;
        self.order.swap(first, second);
        for row in 0..n {
            self.matrix.elements.swap(first * n + row, second * n + row);
        }
        for column in 0..n {
            self.matrix.elements.swap(column * n + first, column * n + second);
        }
    }

    /// Scales rows and columns by powers of two until their norms within the middle are of similar size.
    fn equalize(&mut self, middle: Range<usize>) {
        let n = self.matrix.n;
        // Scaled numbers stay away from overflow and underflow.
        let min_scale = if T::EPSILON > 1e-10 { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE } / T::EPSILON;
        let max_scale = 1.0 / min_scale;
        let size = |element: T| {
            let (re, im) = element.parts();
            re.hypot(im)
        };
        let mut changed = true;
        while changed {
            changed = false;
            for index in middle.clone() {
                let norm = |sizes: &mut dyn Iterator<Item = f64>| sizes.fold(0.0, f64::hypot);
                let column = norm(&mut middle.clone().map(|row| size(self.matrix[(row, index)])));
                let row = norm(&mut middle.clone().map(|column| size(self.matrix[(index, column)])));
                if column == 0.0 || row == 0.0 {
                    continue;
                }
                let down = (0..middle.end).map(|row| size(self.matrix[(row, index)])).fold(0.0, f64::max);
                let along = (middle.start..n).map(|column| size(self.matrix[(index, column)])).fold(0.0, f64::max);
                let mut factor = 1.0;
                let within = |factor: f64| {
                    (factor * column).max(factor * down).max(factor) < max_scale
                        && (row / factor).min(along / factor).min(factor) > min_scale
                        && (row / factor).max(along / factor) < max_scale
                        && (factor * column).min(factor * down) > min_scale
                };
                while factor * column < row / factor / 2.0 && within(factor * 2.0) {
                    factor *= 2.0;
                }
                while factor * column / 2.0 >= row / factor && within(factor / 2.0) {
                    factor /= 2.0;
                }
                if factor * column + row / factor >= MIN_REDUCTION * (column + row) {
                    continue;
                }
                let scale = self.scales[index] * factor;
                if scale <= min_scale || scale >= max_scale {
                    continue;
                }
                self.scales[index] = scale;
                changed = true;
                for column in middle.start..n {
                    self.matrix[(index, column)] = self.matrix[(index, column)].times(1.0 / factor);
                }
                for row in 0..middle.end {
                    self.matrix[(row, index)] = self.matrix[(row, index)].times(factor);
                }
            }
        }
    }
}
