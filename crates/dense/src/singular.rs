//! Singular values and vectors, in double precision: faer reduces a matrix to bidiagonal form. Its iterations on that
//! form are correct; its divide and conquer gives wrong values if some are small relative to others (version 0.24), so
//! that larger matrices use the one of this crate.

use faer::diag::DiagMut;
use faer::dyn_stack::MemStack;
use faer::linalg::householder;
use faer::linalg::qr::no_pivoting::factor::{qr_in_place, qr_in_place_scratch, recommended_block_size};
use faer::linalg::svd::bidiag::{BidiagParams, bidiag_in_place, bidiag_in_place_scratch};
use faer::linalg::svd::{self, ComputeSvdVectors, SvdParams};
use faer::prelude::{Reborrow, ReborrowMut};
use faer::traits::ComplexField;
use faer::{Auto, Conj, Par, Spec};

use crate::Team;
use crate::bidiagonal::{Bidiagonal, decompose};
use crate::matrix::{Field, Matrix};
use crate::spectral::{
    MIN_DIVIDED_ROWS, MIN_PARALLEL_ELEMENTS, Narrow, buffer, columns, columns_mut, par, scaled, widened,
};

/// Singular values in descending order, and the vectors as columns.
struct Singular<W> {
    values: Vec<f64>,
    left: Vec<W>,
    right: Vec<W>,
}

/// The singular values of a matrix in descending order, and its singular vectors: the left ones as columns, as many as
/// `u` has, and the conjugates of the right ones as rows. Returns whether they were found; if not, nothing was written.
///
/// The matrices lie in memory that holds values, without overlap; nothing else accesses the outputs.
/// The matrices lie in memory that holds values, apart; what is written is used by nothing else.
pub(crate) unsafe fn singular<T: Narrow>(
    a: Matrix<T>,
    values: &mut dyn FnMut(usize, f64),
    vectors: Option<(Matrix<T>, Matrix<T>)>,
    team: &Team,
) -> bool {
    let (m, n) = (a.rows, a.columns);
    // SAFETY: as the caller promises.
    let Some(mut wide) = (unsafe { widened(a) }) else { return false };
    let factor = scaled(&mut wide);
    let found = match &vectors {
        Some((u, _)) if n >= MIN_DIVIDED_ROWS => Some(halved(wide, m, u.columns, team)),
        _ => iterated(&wide, m, vectors.as_ref().map(|(u, _)| u.columns), team),
    };
    let Some(found) = found.filter(|found| found.values.iter().all(|value| value.is_finite())) else { return false };
    found.values.iter().enumerate().for_each(|(index, value)| values(index, value * factor));
    let Some((left, right)) = vectors else { return true };
    for (index, element) in found.left.iter().enumerate() {
        let (re, im) = element.parts();
        // SAFETY: the matrix has as many rows and columns as were found.
        unsafe { left.set(index % m, index / m, T::of(re, im)) };
    }
    for (index, element) in found.right.iter().enumerate() {
        let (re, im) = element.parts();
        // SAFETY: as above, with rows and columns exchanged.
        unsafe { right.set(index / n, index % n, T::of(re, -im)) };
    }
    true
}

/// The decomposition of a matrix of `m` rows and no more columns, with `count` left vectors if vectors are requested,
/// by faer's iterations.
fn iterated<W: Field + ComplexField>(a: &[W], m: usize, count: Option<usize>, team: &Team) -> Option<Singular<W>> {
    let zero = <W as Field>::ZERO;
    let n = a.len() / m.max(1);
    let compute = match count {
        None => ComputeSvdVectors::No,
        Some(count) if count == n => ComputeSvdVectors::Thin,
        Some(_) => ComputeSvdVectors::Full,
    };
    let mut settings = <SvdParams as Auto<W>>::auto();
    (settings.recursion_threshold, settings.bidiag.par_threshold) = (usize::MAX, MIN_PARALLEL_ELEMENTS);
    let (par, wanted) = (par(a.len(), team), count.is_some());
    let mut s = vec![zero; n];
    let (mut left, mut right) = (vec![zero; m * count.unwrap_or(0)], vec![zero; if wanted { n * n } else { 0 }]);
    let mut memory = buffer(svd::svd_scratch::<W>(m, n, compute, compute, par, Spec::new(settings)));
    let found = svd::svd(
        columns(a, m),
        DiagMut::from_slice_mut(&mut s),
        wanted.then(|| columns_mut(&mut left, m)),
        wanted.then(|| columns_mut(&mut right, n)),
        par,
        MemStack::new(&mut memory),
        Spec::new(settings),
    );
    let values = s.iter().map(|value| value.parts().0).collect();
    found.ok().map(|()| Singular { values, left, right })
}

/// Smallest ratio of rows to columns for which the triangle of a QR factorization is reduced instead of the matrix, as
/// in LAPACK.
const MIN_QR_RATIO: f64 = 11.0 / 6.0;

/// As [`iterated`], for at least two columns, by divide and conquer on the bidiagonal matrix.
fn halved<W: Field + ComplexField>(mut a: Vec<W>, m: usize, count: usize, team: &Team) -> Singular<W> {
    let n = a.len() / m;
    if (m as f64) < MIN_QR_RATIO * n as f64 {
        return bidiagonalized(a, m, count, team);
    }
    let (zero, par, block) = (<W as Field>::ZERO, par(a.len(), team), recommended_block_size::<W>(m, n));
    let mut scales = vec![zero; block * n];
    let apply = householder::apply_block_householder_sequence_on_the_left_in_place_scratch::<W>(m, block, count);
    let mut memory = buffer(qr_in_place_scratch::<W>(m, n, block, par, Spec::default()).or(apply));
    let (mut factored, mut scales) = (columns_mut(&mut a, m), columns_mut(&mut scales, block));
    qr_in_place(factored.rb_mut(), scales.rb_mut(), par, MemStack::new(&mut memory), Spec::default());
    let mut triangle = vec![zero; n * n];
    for (column, own) in triangle.chunks_mut(n).enumerate() {
        own.iter_mut().take(column + 1).enumerate().for_each(|(row, element)| *element = factored[(row, column)]);
    }
    let Singular { values, left: small, right } = bidiagonalized(triangle, n, n, team);
    let mut left = vec![zero; m * count];
    for (column, own) in left.chunks_mut(m).enumerate() {
        match small.chunks(n).nth(column) {
            Some(vector) => own[..n].copy_from_slice(vector),
            None => own[column] = <W as Field>::ONE,
        }
    }
    apply_reflections(factored.rb(), scales.rb(), Conj::No, columns_mut(&mut left, m), par, &mut memory);
    Singular { values, left, right }
}

/// As [`halved`], without a QR factorization first.
fn bidiagonalized<W: Field + ComplexField>(mut a: Vec<W>, m: usize, count: usize, team: &Team) -> Singular<W> {
    let (zero, n, par) = (<W as Field>::ZERO, a.len() / m, par(a.len(), team));
    let block = recommended_block_size::<W>(m, n);
    let (mut of_rows, mut of_columns) = (vec![zero; block * n], vec![zero; block * (n - 1)]);
    let settings =
        Spec::new(BidiagParams { par_threshold: MIN_PARALLEL_ELEMENTS, ..<BidiagParams as Auto<W>>::auto() });
    let apply = householder::apply_block_householder_sequence_on_the_left_in_place_scratch::<W>(m, block, count.max(n));
    let mut memory = buffer(bidiag_in_place_scratch::<W>(m, n, par, settings).or(apply));
    let (mut factored, mut of_rows, mut of_columns) =
        (columns_mut(&mut a, m), columns_mut(&mut of_rows, block), columns_mut(&mut of_columns, block));
    bidiag_in_place(
        factored.rb_mut(),
        of_rows.rb_mut(),
        of_columns.rb_mut(),
        par,
        MemStack::new(&mut memory),
        settings,
    );
    let diagonal: Vec<W> = (0..n).map(|index| factored[(index, index)]).collect();
    let superdiagonal: Vec<W> = (1..n).map(|index| factored[(index - 1, index)]).collect();
    let real = Real::of(&diagonal, &superdiagonal);
    let Bidiagonal { values, left: u, right: v } = decompose(&real.diagonal, &real.superdiagonal, team);
    let (mut left, mut right) = (vec![zero; m * count], vec![zero; n * n]);
    for (column, own) in left.chunks_mut(m).enumerate() {
        match u.chunks(n).nth(column) {
            Some(vector) => multiply_by_directions(own, &real.rows, vector),
            None => own[column] = <W as Field>::ONE,
        }
    }
    for (own, vector) in right.chunks_mut(n).zip(v.chunks(n + 1)) {
        multiply_by_directions(own, &real.columns, vector);
    }
    apply_reflections(factored.rb(), of_rows.rb(), Conj::No, columns_mut(&mut left, m), par, &mut memory);
    // The reflections of columns are stored in rows.
    for column in 1..n {
        for row in 0..column {
            factored[(column, row)] = factored[(row, column)];
        }
    }
    let below = factored.rb().submatrix(1, 0, n - 1, n - 1);
    let to = columns_mut(&mut right, n).subrows_mut(1, n - 1);
    apply_reflections(below, of_columns.rb(), Conj::Yes, to, par, &mut memory);
    Singular { values, left, right }
}

fn apply_reflections<W: ComplexField>(
    vectors: faer::MatRef<'_, W>,
    scales: faer::MatRef<'_, W>,
    conj: Conj,
    to: faer::MatMut<'_, W>,
    par: Par,
    memory: &mut faer::dyn_stack::MemBuffer,
) {
    householder::apply_block_householder_sequence_on_the_left_in_place_with_conj(
        vectors,
        scales,
        conj,
        to,
        par,
        MemStack::new(memory),
    );
}

/// Writes a real vector times numbers of modulus one.
fn multiply_by_directions<W: Field>(to: &mut [W], directions: &[W], vector: &[f64]) {
    for ((to, direction), &x) in to.iter_mut().zip(directions).zip(vector) {
        *to = direction.times(x);
    }
}

/// A real bidiagonal matrix, and the numbers of modulus one by which its rows, and by whose conjugates its columns, are
/// multiplied to give the original matrix.
struct Real<W> {
    diagonal: Vec<f64>,
    superdiagonal: Vec<f64>,
    rows: Vec<W>,
    columns: Vec<W>,
}

impl<W: Field> Real<W> {
    fn of(diagonal: &[W], superdiagonal: &[W]) -> Real<W> {
        // The modulus of a number and its direction.
        let polar = |value: W| {
            let (re, im) = value.parts();
            let size = re.hypot(im);
            (size, if size == 0.0 { W::ONE } else { W::of(re / size, im / size) })
        };
        let mut real =
            Real { diagonal: Vec::new(), superdiagonal: Vec::new(), rows: Vec::new(), columns: vec![W::ONE] };
        for (index, &own) in diagonal.iter().enumerate() {
            let (size, row) = polar(own * real.columns[index]);
            real.diagonal.push(size);
            real.rows.push(row);
            if let Some(&superdiagonal) = superdiagonal.get(index) {
                let (size, column) = polar(row.conj() * superdiagonal);
                real.superdiagonal.push(size);
                real.columns.push(column.conj());
            }
        }
        real
    }
}
