//! The Schur form: a unitary basis in which a square matrix is triangular, or quasi-triangular if all is real. By QR
//! iterations on the Hessenberg form (Golub and Van Loan, "Matrix Computations", chapter 7).

mod complex;
mod order;
mod real;

use cuprust_num::c128;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::hessenberg;
use faer::linalg::{householder, qr};
use faer::prelude::{Reborrow, ReborrowMut};
use faer::traits::ComplexField;
use faer::{Conj, MatMut, Par, Spec};

use crate::matrix::Field;
use crate::square::Square;

pub(crate) use complex::from_real;
pub(crate) use order::{orthogonal, solve_by_pivots};

/// A number in the precision in which Schur forms are computed.
pub(crate) trait Iterated: Field + ComplexField {
    /// Makes a Hessenberg matrix triangular, or quasi-triangular with LAPACK's standard blocks: of two rows, with equal
    /// elements on the diagonal and two of opposite signs off it. Updates the basis. Returns whether the iterations
    /// converged.
    fn iterate(t: &mut Square<Self>, z: &mut Square<Self>) -> bool;

    /// Moves the chosen eigenvalues of a Schur form before the others, in order. Returns whether all could be
    /// separated.
    fn reorder(t: &mut Square<Self>, z: &mut Square<Self>, chosen: &[bool]) -> bool;
}

impl Iterated for f64 {
    fn iterate(t: &mut Square<f64>, z: &mut Square<f64>) -> bool {
        real::iterate(t, z)
    }

    fn reorder(t: &mut Square<f64>, z: &mut Square<f64>, chosen: &[bool]) -> bool {
        order::real(t, z, chosen)
    }
}

impl Iterated for c128 {
    fn iterate(t: &mut Square<c128>, z: &mut Square<c128>) -> bool {
        complex::iterate(t, z)
    }

    fn reorder(t: &mut Square<c128>, z: &mut Square<c128>, chosen: &[bool]) -> bool {
        order::complex(t, z, chosen);
        true
    }
}

/// Reduces a matrix to Hessenberg form; returns the unitary basis.
pub(crate) fn hessenberg<W: Iterated>(a: &mut Square<W>, par: Par) -> Square<W> {
    let n = a.n;
    let mut z = Square::identity(n);
    if n < 3 {
        return z;
    }
    let block = qr::no_pivoting::factor::recommended_block_size::<W>(n - 1, n - 1);
    let mut scales = vec![<W as Field>::ZERO; block * (n - 1)];
    let apply = householder::apply_block_householder_sequence_on_the_right_in_place_scratch::<W>(n - 1, block, n - 1);
    let request = hessenberg::hessenberg_in_place_scratch::<W>(n, block, par, Spec::default()).or(apply);
    let mut memory = MemBuffer::new(request);
    let mut factored = MatMut::from_column_major_slice_mut(&mut a.elements, n, n);
    let mut scales = MatMut::from_column_major_slice_mut(&mut scales, block, n - 1);
    hessenberg::hessenberg_in_place(
        factored.rb_mut(),
        scales.rb_mut(),
        par,
        MemStack::new(&mut memory),
        Spec::default(),
    );
    householder::apply_block_householder_sequence_on_the_right_in_place_with_conj(
        factored.rb().submatrix(1, 0, n - 1, n - 1),
        scales.rb(),
        Conj::No,
        MatMut::from_column_major_slice_mut(&mut z.elements, n, n).submatrix_mut(1, 1, n - 1, n - 1),
        par,
        MemStack::new(&mut memory),
    );
    for column in 0..n {
        a.elements[column * n..][..n].iter_mut().skip(column + 2).for_each(|element| *element = <W as Field>::ZERO);
    }
    z
}

/// Overwrites a matrix with its Schur form and returns the basis; None if the iterations did not converge.
pub(crate) fn schur<W: Iterated>(a: &mut Square<W>, par: Par) -> Option<Square<W>> {
    let mut z = hessenberg(a, par);
    W::iterate(a, &mut z).then_some(z)
}

/// Most iterations for each row, as in LAPACK.
fn max_iterations(n: usize) -> usize {
    30 * n.max(10)
}

/// Iterations without an eigenvalue after which an element as small as the rounding error of the whole matrix is
/// negligible: a block of nothing but rounding errors may have no eigenvalues that iterations find.
const ITERATIONS_BEFORE_ABSOLUTE_TEST: usize = 10;

/// The first row of the last block, before `end`, of a Hessenberg matrix whose subdiagonal has no negligible element. A
/// negligible element that is found is set to zero.
fn start_of_block<W: Iterated>(t: &mut Square<W>, end: usize, tries: usize, largest: f64) -> usize {
    let rounding = if tries >= ITERATIONS_BEFORE_ABSOLUTE_TEST { f64::EPSILON * largest } else { 0.0 };
    let mut start = end - 1;
    while start > 0 {
        if Field::size(t[(start, start - 1)]) <= rounding || is_negligible(t, start, largest) {
            t[(start, start - 1)] = <W as Field>::ZERO;
            break;
        }
        start -= 1;
    }
    start
}

/// Whether the subdiagonal's element of a row is so small that rounding changes eigenvalues by as much: the criterion
/// of Ahues and Tisseur (LAPACK working note 122, 1997).
fn is_negligible<W: Iterated>(t: &Square<W>, row: usize, largest: f64) -> bool {
    let size = |row: usize, column: usize| Field::size(t[(row, column)]);
    let (below, above) = (size(row, row - 1), size(row - 1, row));
    let tiny = f64::MIN_POSITIVE * (t.n as f64 / f64::EPSILON);
    if below <= tiny {
        return true;
    }
    let mut neighbours = size(row, row) + size(row - 1, row - 1);
    if neighbours == 0.0 {
        if row >= 2 {
            neighbours += size(row - 1, row - 2);
        }
        if row + 1 < t.n {
            neighbours += size(row + 1, row);
        }
    }
    if neighbours == 0.0 {
        neighbours = largest;
    }
    if below > f64::EPSILON * neighbours {
        return false;
    }
    let difference = Field::size(t[(row - 1, row - 1)] - t[(row, row)]);
    let (wide, narrow) = (below.max(above), below.min(above));
    let (far, near) = (size(row, row).max(difference), size(row, row).min(difference));
    let sum = far + wide;
    narrow * (wide / sum) <= tiny.max(f64::EPSILON * (near * (far / sum)))
}
