//! Eigenvalues, by faer in double precision: a matrix of single precision is widened, and what it gives is rounded.

use cuprust_num::c128;
use faer::diag::{DiagMut, DiagRef};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{self, ComputeEigenvectors, SelfAdjointEvdParams};
use faer::traits::ComplexField;
use faer::{Auto, MatMut, MatRef, Par, Spec};

use crate::Team;
use crate::eigen::{Eigen, eigenpairs};
use crate::matrix::{Field, Matrix};
use crate::pencil::Paired;
use crate::square::Square;

/// A number of any precision, with the one in which its factors are found.
pub(crate) trait Narrow: Field {
    type Wide: Paired + Eigen;
}

macro_rules! precisions {
    ($($T:ty => $W:ty,)*) => { $( impl Narrow for $T { type Wide = $W; } )* };
}
precisions! { f32 => f64, f64 => f64, cuprust_num::c64 => c128, c128 => c128, }

/// How faer shares a matrix of so many elements among threads: by its size alone, so that no element depends on how
/// many there are. Each of its parts is one thread's, whatever the number of threads; on two cores eight parts cost no
/// more than two.
pub(crate) fn par(elements: usize, team: &Team) -> Par {
    if team.pooled && elements >= SHARED { Par::rayon(PARTS) } else { Par::Seq }
}

/// Below so many elements one thread is as fast.
const SHARED: usize = 1 << 12;
const PARTS: usize = 8;

pub(crate) fn buffer(request: faer::dyn_stack::StackReq) -> MemBuffer {
    MemBuffer::new(request)
}

/// Below so many rows faer iterates instead of dividing further, and where fewer elements are left one thread reduces
/// them. On two cores eigenvectors of 500 rows take 30 ms with these and 35 with faer's own (128, and 49 152 elements).
pub(crate) const ITERATED: usize = 32;
pub(crate) const ALONE: usize = 1 << 18;

fn of_hermitian<W: ComplexField>() -> Spec<SelfAdjointEvdParams, W> {
    let mut settings = <SelfAdjointEvdParams as Auto<W>>::auto();
    (settings.recursion_threshold, settings.tridiag.par_threshold) = (ITERATED, ALONE);
    Spec::new(settings)
}

/// A matrix in the wide precision, column by column; nothing where an element is not finite.
///
/// # Safety
/// The matrix lies in memory that holds values.
pub(crate) unsafe fn widened<T: Narrow>(a: Matrix<T>) -> Option<Vec<T::Wide>> {
    let places = (0..a.columns).flat_map(|column| (0..a.rows).map(move |row| (row, column)));
    places
        .map(|(row, column)| {
            // SAFETY: the place is in the matrix.
            let value = unsafe { a.get(row, column) };
            let (re, im) = value.parts();
            value.is_finite().then(|| <T::Wide as Field>::of(re, im))
        })
        .collect()
}

/// Brings the largest part of an element near one by a power of two, which is exact, as LAPACK's drivers do for the
/// largest and smallest matrices: squares neither overflow nor vanish then, and what counts as zero beside one does so
/// beside the matrix. What is found must be multiplied by the result.
pub(crate) fn scaled<W: Field>(elements: &mut [W]) -> f64 {
    let largest =
        elements.iter().map(|element| element.parts()).fold(0.0f64, |most, (re, im)| most.max(re.abs()).max(im.abs()));
    if largest == 0.0 || !largest.is_finite() {
        return 1.0;
    }
    // In two steps: the reciprocal of a subnormal power of two is infinite.
    let exponent = largest.log2().floor() as i32;
    let (first, second) = (2.0f64.powi(exponent / 2), 2.0f64.powi(exponent - exponent / 2));
    for element in elements {
        *element = element.times(1.0 / first).times(1.0 / second);
    }
    first * second
}

pub(crate) fn columns<W>(elements: &[W], rows: usize) -> MatRef<'_, W> {
    MatRef::from_column_major_slice(elements, rows, elements.len() / rows.max(1))
}

pub(crate) fn columns_mut<W>(elements: &mut [W], rows: usize) -> MatMut<'_, W> {
    let count = elements.len() / rows.max(1);
    MatMut::from_column_major_slice_mut(elements, rows, count)
}

/// Whether values were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    All,
    /// They did not converge.
    Nothing,
    /// An element is not finite, and so is no value.
    Undefined,
}

/// The eigenvalues of a Hermitian matrix in ascending order, of which one triangle is read, and its eigenvectors as
/// columns. If they were not found, nothing was written.
///
/// # Safety
/// The matrices lie in memory that holds values, apart; what is written is used by nothing else.
pub(crate) unsafe fn hermitian<T: Narrow>(
    a: Matrix<T>,
    lower: bool,
    values: &mut dyn FnMut(usize, f64),
    vectors: Option<Matrix<T>>,
    team: &Team,
) -> Found {
    let n = a.rows;
    let zero = <T::Wide as Field>::ZERO;
    let mut wide = vec![zero; n * n];
    for column in 0..n {
        for row in column..n {
            // SAFETY: the place is in the matrix.
            let value = unsafe { if lower { a.get(row, column) } else { a.get(column, row).conj() } };
            if !value.is_finite() {
                return Found::Undefined;
            }
            let (re, im) = value.parts();
            // As LAPACK, the imaginary parts of the diagonal count as zero.
            let im = if row == column { 0.0 } else { im };
            wide[column * n + row] = <T::Wide as Field>::of(re, im);
            wide[row * n + column] = <T::Wide as Field>::of(re, -im);
        }
    }
    let factor = scaled(&mut wide);
    let compute = if vectors.is_some() { ComputeEigenvectors::Yes } else { ComputeEigenvectors::No };
    let (mut s, mut u) = (vec![zero; n], vec![zero; if vectors.is_some() { n * n } else { 0 }]);
    let par = par(n * n, team);
    let mut memory = buffer(evd::self_adjoint_evd_scratch::<T::Wide>(n, compute, par, of_hermitian()));
    let found = evd::self_adjoint_evd(
        columns(&wide, n),
        DiagMut::from_slice_mut(&mut s),
        vectors.is_some().then(|| columns_mut(&mut u, n)),
        par,
        MemStack::new(&mut memory),
        of_hermitian(),
    );
    if found.is_err() || s.iter().any(|value| !value.is_finite()) {
        return Found::Nothing;
    }
    s.iter().enumerate().for_each(|(place, value)| values(place, value.parts().0 * factor));
    if let Some(vectors) = vectors {
        for (place, element) in u.iter().enumerate() {
            let (re, im) = element.parts();
            // SAFETY: the place is in the matrix.
            unsafe { vectors.set(place % n, place / n, T::of(re, im)) };
        }
    }
    Found::All
}

/// The eigenvalues of a symmetric tridiagonal matrix in ascending order, of its diagonal and the elements beside it,
/// and its eigenvectors as columns where there is room for them; nothing where they were not found.
pub(crate) fn tridiagonal(
    diagonal: &[f64],
    beside: &[f64],
    vectors: Option<&mut [f64]>,
    team: &Team,
) -> Option<Vec<f64>> {
    let n = diagonal.len();
    let mut elements: Vec<f64> = diagonal.iter().chain(beside).copied().collect();
    if !elements.iter().all(|element| element.is_finite()) {
        return None;
    }
    let factor = scaled(&mut elements);
    let compute = if vectors.is_some() { ComputeEigenvectors::Yes } else { ComputeEigenvectors::No };
    let (par, mut values) = (par(n * n, team), vec![0.0; n]);
    let mut memory = buffer(evd::self_adjoint_evd_scratch::<f64>(n, compute, par, of_hermitian()));
    let found = evd::tridiagonal_self_adjoint_evd(
        DiagRef::from_slice(&elements[..n]),
        DiagRef::from_slice(&elements[n..]),
        DiagMut::from_slice_mut(&mut values),
        vectors.map(|vectors| columns_mut(vectors, n)),
        par,
        MemStack::new(&mut memory),
        of_hermitian(),
    );
    values.iter_mut().for_each(|value| *value *= factor);
    (found.is_ok() && values.iter().all(|value| value.is_finite())).then_some(values)
}

/// The eigenvalues of a square matrix and its eigenvectors, as [`Eigenpairs`](crate::eigen::Eigenpairs) has them. Says
/// whether they were found; if not, nothing was written.
///
/// # Safety
/// As [`hermitian`].
pub(crate) unsafe fn general<T: Narrow>(
    a: Matrix<T>,
    values: &mut dyn FnMut(usize, c128),
    vectors: Option<Matrix<T>>,
    team: &Team,
) -> bool {
    let n = a.rows;
    // SAFETY: as the caller says.
    let Some(mut elements) = (unsafe { widened(a) }) else { return false };
    let factor = scaled(&mut elements);
    let Some(found) = eigenpairs(Square { n, elements }, vectors.is_some(), par(n * n, team), team) else {
        return false;
    };
    for (place, value) in found.values.iter().enumerate() {
        // Whether vectors stand in pairs says the imaginary part: one that would be rounded to zero is the smallest
        // there is.
        let (re, im) = (value.re * factor, value.im * factor);
        let vanishes = value.im != 0.0 && T::of(im, 0.0) == T::ZERO;
        values(place, c128::new(re, if vanishes { T::SMALLEST.copysign(value.im) } else { im }));
    }
    if let (Some(to), Some(vectors)) = (vectors, found.vectors) {
        for (place, element) in vectors.elements.iter().enumerate() {
            let (re, im) = element.parts();
            // SAFETY: the place is in the matrix.
            unsafe { to.set(place % n, place / n, T::of(re, im)) };
        }
    }
    true
}
