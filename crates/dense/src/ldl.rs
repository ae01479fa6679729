//! Factorization of symmetric and Hermitian indefinite matrices (Bunch and Kaufman, "Some stable methods for
//! calculating inertia and solving symmetric linear systems", 1977).

use crate::matrix::Field;
use crate::square::Square;

/// A unit lower triangle, a block diagonal with blocks of one or two rows, and the permutation of rows and columns for
/// which the matrix is their product.
pub(crate) struct Ldl<T> {
    pub(crate) l: Square<T>,
    pub(crate) d: Square<T>,
    pub(crate) order: Vec<i64>,
}

/// Factors a matrix, of which the lower triangle is read.
pub(crate) fn factor<T: Field>(mut a: Square<T>, hermitian: bool) -> Ldl<T> {
    let n = a.n;
    let mirrored = |value: T| if hermitian { value.conj() } else { value };
    for column in 0..n {
        if hermitian {
            a[(column, column)] = T::of(a[(column, column)].parts().0, 0.0);
        }
        for row in column + 1..n {
            a[(column, row)] = mirrored(a[(row, column)]);
        }
    }
    let (mut l, mut d) = (Square::identity(n), Square::zeros(n));
    let mut order: Vec<i64> = (0..n as i64).collect();
    let mut step = 0;
    while step < n {
        let (pivot, count) = pivot(&a, step);
        let index = step + count - 1;
        if pivot != index {
            order.swap(pivot, index);
            for other in 0..n {
                a.elements.swap(other * n + pivot, other * n + index);
            }
            let (first, second) = a.columns_mut(index.min(pivot), index.max(pivot));
            first.swap_with_slice(second);
            for column in 0..step {
                l.elements.swap(column * n + pivot, column * n + index);
            }
        }
        for column in step..step + count {
            for row in step..step + count {
                d[(row, column)] = a[(row, column)];
            }
        }
        eliminate(&mut a, &mut l, step, count);
        // The two triangles stay equal to the last bit: where rows of the factor are large, a difference would grow
        // with them.
        for column in step + count..n {
            if hermitian {
                a[(column, column)] = T::of(a[(column, column)].parts().0, 0.0);
            }
            for row in column + 1..n {
                a[(column, row)] = mirrored(a[(row, column)]);
            }
        }
        step += count;
    }
    Ldl { l, d, order }
}

/// The row whose diagonal element, or block of two rows with this one's, is large enough relative to the others to
/// bound their growth.
fn pivot<T: Field>(a: &Square<T>, step: usize) -> (usize, usize) {
    let n = a.n;
    let bound = (1.0 + 17.0f64.sqrt()) / 8.0;
    let size = |row: usize, column: usize| a[(row, column)].size();
    let largest = |column: usize| {
        let others = (step..n).filter(|&row| row != column);
        others.fold(
            (column, 0.0),
            |(at, largest), row| if size(row, column) > largest { (row, size(row, column)) } else { (at, largest) },
        )
    };
    let own = size(step, step);
    let (other, below) = largest(step);
    if own.max(below) == 0.0 || own >= bound * below {
        return (step, 1);
    }
    let (_, beside) = largest(other);
    if own >= bound * below * (below / beside) {
        (step, 1)
    } else if size(other, other) >= bound * beside {
        (other, 1)
    } else {
        (other, 2)
    }
}

/// Subtracts the contribution of one or two columns from the lower triangle of the rest.
fn eliminate<T: Field>(a: &mut Square<T>, l: &mut Square<T>, step: usize, count: usize) {
    let n = a.n;
    let next = step + count;
    if count == 1 {
        let own = a[(step, step)];
        if own == T::ZERO {
            return;
        }
        let by = own.divisor();
        (next..n).for_each(|row| l[(row, step)] = a[(row, step)].over(by));
    } else {
        // Each row is multiplied by the inverse of the block, whose off-diagonal elements are its largest.
        let (first, below, above, second) =
            (a[(step, step)], a[(step + 1, step)], a[(step, step + 1)], a[(step + 1, step + 1)]);
        let (by_above, by_below) = (above.divisor(), below.divisor());
        let (own, other) = (second.over(by_below), first.over(by_above));
        let rest = (own * other - T::ONE).divisor();
        for row in next..n {
            let (x, y) = (a[(row, step)], a[(row, step + 1)]);
            l[(row, step)] = (own * x - y).over(by_above).over(rest);
            l[(row, step + 1)] = (other * y - x).over(by_below).over(rest);
        }
    }
    for column in next..n {
        for k in step..next {
            // A row of the product of the block and the triangle's conjugate transpose is the row of the matrix itself.
            let factor = a[(k, column)];
            if factor == T::ZERO {
                continue;
            }
            for row in column..n {
                let known = l[(row, k)];
                a[(row, column)] = a[(row, column)] - known * factor;
            }
        }
    }
}
