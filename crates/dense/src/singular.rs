//! Singular values and vectors, in double precision: faer makes a matrix bidiagonal. What it makes of that is right
//! where it iterates; its halving gives values that are none where some are small beside others (version 0.24), so that
//! larger matrices are halved here.

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
use crate::spectral::{ALONE, ITERATED, Narrow, buffer, columns, columns_mut, par, scaled, widened};

/// Singular values in descending order, and the vectors as columns.
struct Singular<W> {
    values: Vec<f64>,
    left: Vec<W>,
    right: Vec<W>,
}

/// The singular values of a matrix in descending order, and its singular vectors: the left ones as columns, as many as
/// `u` has, and the conjugates of the right ones as rows. Says whether they were found; if not, nothing was written.
///
/// # Safety
/// The matrices lie in memory that holds values, apart; what is written is used by nothing else.
pub(crate) unsafe fn singular<T: Narrow>(
    a: Matrix<T>,
    values: &mut dyn FnMut(usize, f64),
    vectors: Option<(Matrix<T>, Matrix<T>)>,
    team: &Team,
) -> bool {
    let (m, n) = (a.rows, a.columns);
    // SAFETY: as the caller says.
    let Some(mut wide) = (unsafe { widened(a) }) else { return false };
    let factor = scaled(&mut wide);
    let found = match &vectors {
        Some((u, _)) if n >= ITERATED => Some(halved(wide, m, u.columns, team)),
        _ => iterated(&wide, m, vectors.as_ref().map(|(u, _)| u.columns), team),
    };
    let Some(found) = found.filter(|found| found.values.iter().all(|value| value.is_finite())) else { return false };
    found.values.iter().enumerate().for_each(|(place, value)| values(place, value * factor));
    let Some((left, right)) = vectors else { return true };
    for (place, element) in found.left.iter().enumerate() {
        let (re, im) = element.parts();
        // SAFETY: the matrix has as many rows and columns as were found.
        unsafe { left.set(place % m, place / m, T::of(re, im)) };
    }
    for (place, element) in found.right.iter().enumerate() {
        let (re, im) = element.parts();
        // SAFETY: as above, with rows and columns exchanged.
        unsafe { right.set(place / n, place % n, T::of(re, -im)) };
    }
    true
}

/// Those of a matrix of `m` rows and no more columns, with `count` left vectors where some are wanted, by faer's
/// iterations.
fn iterated<W: Field + ComplexField>(a: &[W], m: usize, count: Option<usize>, team: &Team) -> Option<Singular<W>> {
    let zero = <W as Field>::ZERO;
    let n = a.len() / m.max(1);
    let compute = match count {
        None => ComputeSvdVectors::No,
        Some(count) if count == n => ComputeSvdVectors::Thin,
        Some(_) => ComputeSvdVectors::Full,
    };
    let mut settings = <SvdParams as Auto<W>>::auto();
    (settings.recursion_threshold, settings.bidiag.par_threshold) = (usize::MAX, ALONE);
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

/// From this ratio of rows to columns on, the triangle of a QR decomposition is made bidiagonal instead of the matrix,
/// as in LAPACK.
const MIN_QR_RATIO: f64 = 11.0 / 6.0;

/// Those of a matrix as of [`iterated`], of two columns at least, by halves of the bidiagonal matrix.
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

/// As [`halved`], without a QR decomposition first.
fn bidiagonalized<W: Field + ComplexField>(mut a: Vec<W>, m: usize, count: usize, team: &Team) -> Singular<W> {
    let (zero, n, par) = (<W as Field>::ZERO, a.len() / m, par(a.len(), team));
    let block = recommended_block_size::<W>(m, n);
    let (mut of_rows, mut of_columns) = (vec![zero; block * n], vec![zero; block * (n - 1)]);
    let settings = Spec::new(BidiagParams { par_threshold: ALONE, ..<BidiagParams as Auto<W>>::auto() });
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
    let diagonal: Vec<W> = (0..n).map(|place| factored[(place, place)]).collect();
    let beside: Vec<W> = (1..n).map(|place| factored[(place - 1, place)]).collect();
    let real = Real::of(&diagonal, &beside);
    let Bidiagonal { values, left: u, right: v } = decompose(&real.diagonal, &real.beside, team);
    let (mut left, mut right) = (vec![zero; m * count], vec![zero; n * n]);
    for (column, own) in left.chunks_mut(m).enumerate() {
        match u.chunks(n).nth(column) {
            Some(vector) => turn(own, &real.rows, vector),
            None => own[column] = <W as Field>::ONE,
        }
    }
    for (own, vector) in right.chunks_mut(n).zip(v.chunks(n + 1)) {
        turn(own, &real.columns, vector);
    }
    apply_reflections(factored.rb(), of_rows.rb(), Conj::No, columns_mut(&mut left, m), par, &mut memory);
    // The reflections of columns stand in rows.
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

/// Writes a real vector times numbers of length one.
fn turn<W: Field>(to: &mut [W], directions: &[W], vector: &[f64]) {
    for ((to, direction), &x) in to.iter_mut().zip(directions).zip(vector) {
        *to = direction.times(x);
    }
}

/// A bidiagonal matrix of real numbers, and the numbers of length one by whose product with its rows, and with the
/// conjugates of its columns, it is another one.
struct Real<W> {
    diagonal: Vec<f64>,
    beside: Vec<f64>,
    rows: Vec<W>,
    columns: Vec<W>,
}

impl<W: Field> Real<W> {
    fn of(diagonal: &[W], beside: &[W]) -> Real<W> {
        // The size of a number and its direction.
        let polar = |value: W| {
            let (re, im) = value.parts();
            let size = re.hypot(im);
            (size, if size == 0.0 { W::ONE } else { W::of(re / size, im / size) })
        };
        let mut real = Real { diagonal: Vec::new(), beside: Vec::new(), rows: Vec::new(), columns: vec![W::ONE] };
        for (place, &own) in diagonal.iter().enumerate() {
            let (size, row) = polar(own * real.columns[place]);
            real.diagonal.push(size);
            real.rows.push(row);
            if let Some(&beside) = beside.get(place) {
                let (size, column) = polar(row.conj() * beside);
                real.beside.push(size);
                real.columns.push(column.conj());
            }
        }
        real
    }
}
