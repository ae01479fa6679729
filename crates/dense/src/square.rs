//! Square column-major matrices that own their memory, and the rotations of two of their rows or columns.

use std::ops::{Index, IndexMut, Range};

use faer::{MatMut, MatRef};

use crate::matrix::Field;

/// A square matrix.
#[derive(Clone)]
pub(crate) struct Square<W> {
    pub(crate) n: usize,
    pub(crate) elements: Vec<W>,
}

impl<W: Field> Square<W> {
    /// A matrix of zeros.
    pub(crate) fn zeros(n: usize) -> Square<W> {
        Square { n, elements: vec![W::ZERO; n * n] }
    }

    /// The identity matrix.
    pub(crate) fn identity(n: usize) -> Square<W> {
        let mut one = Square::zeros(n);
        (0..n).for_each(|position| one[(position, position)] = W::ONE);
        one
    }

    pub(crate) fn column(&self, column: usize) -> &[W] {
        &self.elements[column * self.n..][..self.n]
    }

    /// Two columns; `first` must precede `second`.
    pub(crate) fn columns_mut(&mut self, first: usize, second: usize) -> (&mut [W], &mut [W]) {
        let (before, from) = self.elements.split_at_mut(second * self.n);
        (&mut before[first * self.n..][..self.n], &mut from[..self.n])
    }

    /// The size of the largest element, which bounds rounding errors.
    pub(crate) fn largest(&self) -> f64 {
        self.elements.iter().map(|element| element.size()).fold(0.0, f64::max)
    }

    /// The largest size on the diagonal.
    pub(crate) fn largest_on_diagonal(&self) -> f64 {
        (0..self.n).map(|position| self[(position, position)].size()).fold(0.0, f64::max)
    }

    /// Rotates row `row` and the next one in some columns.
    pub(crate) fn rotate_rows(&mut self, row: usize, columns: Range<usize>, by: Rotation<W>) {
        for column in columns {
            let [first, second] = &mut self.elements[column * self.n + row..][..2] else { continue };
            (*first, *second) = by.apply(*first, *second);
        }
    }

    /// Rotates column `column` and the next one in some rows by the conjugate transpose.
    pub(crate) fn rotate_columns(&mut self, column: usize, rows: Range<usize>, by: Rotation<W>) {
        let adjoint = Rotation { c: by.c, s: by.s.conj() };
        let (first, second) = self.columns_mut(column, column + 1);
        for (first, second) in first[rows.clone()].iter_mut().zip(&mut second[rows]) {
            (*first, *second) = adjoint.apply(*first, *second);
        }
    }
}

impl<W> Square<W> {
    /// The matrix as a view of faer's.
    pub(crate) fn view(&self) -> MatRef<'_, W> {
        MatRef::from_column_major_slice(&self.elements, self.n, self.n)
    }

    /// The matrix as a mutable view of faer's.
    pub(crate) fn view_mut(&mut self) -> MatMut<'_, W> {
        MatMut::from_column_major_slice_mut(&mut self.elements, self.n, self.n)
    }
}

impl<W> Index<(usize, usize)> for Square<W> {
    type Output = W;

    #[inline(always)]
    fn index(&self, (row, column): (usize, usize)) -> &W {
        &self.elements[column * self.n + row]
    }
}

impl<W> IndexMut<(usize, usize)> for Square<W> {
    #[inline(always)]
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut W {
        &mut self.elements[column * self.n + row]
    }
}

/// The unitary matrix `[c, s; -conj(s), c]`.
#[derive(Clone, Copy)]
pub(crate) struct Rotation<W> {
    pub(crate) c: f64,
    pub(crate) s: W,
}

impl<W: Field> Rotation<W> {
    /// The rotation that maps the second of two numbers to zero, and the resulting first number.
    pub(crate) fn to_first(first: W, second: W) -> (Rotation<W>, W) {
        let ((re, im), (other_re, other_im)) = (first.parts(), second.parts());
        let (size, other) = (re.hypot(im), other_re.hypot(other_im));
        if other == 0.0 {
            return (Rotation { c: 1.0, s: W::ZERO }, first);
        }
        // Quotients are used because reciprocals of very small numbers may be infinite.
        let over = |length: f64| W::of(other_re / length, -other_im / length);
        if size == 0.0 {
            return (Rotation { c: 0.0, s: over(other) }, W::of(other, 0.0));
        }
        let (length, direction) = (size.hypot(other), W::of(re / size, im / size));
        (Rotation { c: size / length, s: direction * over(length) }, direction.times(length))
    }

    #[inline(always)]
    fn apply(self, first: W, second: W) -> (W, W) {
        (first.times(self.c) + self.s * second, second.times(self.c) - self.s.conj() * first)
    }
}
