//! Eigenvalues, by faer in double precision: a matrix of single precision is widened, and the results are rounded.

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

/// A number of any precision, with the precision in which its matrices are decomposed.
pub(crate) trait Narrow: Field {
    type Wide: Paired + Eigen;
}

macro_rules! precisions {
    ($($T:ty => $W:ty,)*) => { $( impl Narrow for $T { type Wide = $W; } )* };
}
precisions! { f32 => f64, f64 => f64, cuprust_num::c64 => c128, c128 => c128, }

/// How faer divides a matrix of this many elements into parts: by its size alone, so that no element depends on the
/// number of threads. Each part is computed by one thread; on two cores eight parts cost no more than two.
pub(crate) fn par(elements: usize, team: &Team) -> Par {
    if team.pooled && elements >= MIN_DIVIDED_ELEMENTS { Par::rayon(PARTS) } else { Par::Seq }
}

/// Fewest elements of a matrix that is divided, and the number of parts.
const MIN_DIVIDED_ELEMENTS: usize = 1 << 12;
const PARTS: usize = 8;

pub(crate) fn buffer(request: faer::dyn_stack::StackReq) -> MemBuffer {
    MemBuffer::new(request)
}

/// Fewest rows that faer divides further instead of iterating, and fewest elements that several threads reduce. On two
/// cores eigenvectors of 500 rows take 30 ms with these and 35 with faer's own (128, and 49 152 elements).
pub(crate) const MIN_DIVIDED_ROWS: usize = 32;
pub(crate) const MIN_PARALLEL_ELEMENTS: usize = 1 << 18;

fn of_hermitian<W: ComplexField>() -> Spec<SelfAdjointEvdParams, W> {
    let mut settings = <SelfAdjointEvdParams as Auto<W>>::auto();
    (settings.recursion_threshold, settings.tridiag.par_threshold) = (MIN_DIVIDED_ROWS, MIN_PARALLEL_ELEMENTS);
    Spec::new(settings)
}

/// A matrix in the wide precision, column-major; None if an element is not finite.
///
/// # Safety
/// The matrix lies in memory that holds values.
pub(crate) unsafe fn widened<T: Narrow>(a: Matrix<T>) -> Option<Vec<T::Wide>> {
    let indices = (0..a.columns).flat_map(|column| (0..a.rows).map(move |row| (row, column)));
    indices
        .map(|(row, column)| {
            // SAFETY: the element is in the matrix.
            let value = unsafe { a.get(row, column) };
            let (re, im) = value.parts();
            value.is_finite().then(|| <T::Wide as Field>::of(re, im))
        })
        .collect()
}

/// Scales elements by a power of two, which is exact, so that the largest part is near one, as LAPACK's drivers do for
/// the largest and smallest matrices: squares neither overflow nor underflow, and thresholds relative to one are
/// relative to the matrix. The results must be multiplied by the returned factor.
pub(crate) fn scaled<W: Field>(elements: &mut [W]) -> f64 {
    let largest = elements
        .iter()
        .map(|element| element.parts())
        .fold(0.0f64, |largest, (re, im)| largest.max(re.abs()).max(im.abs()));
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
    /// An element is not finite, so all values are NaN.
    Undefined,
}

/// The eigenvalues of a Hermitian matrix in ascending order, of which one triangle is read, and its eigenvectors as
/// columns. If they were not found, nothing was written.
///
/// # Safety
/// The matrices lie in memory that holds values, without overlap; nothing else accesses the outputs.
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
            // SAFETY: the element is in the matrix.
            let value = unsafe { if lower { a.get(row, column) } else { a.get(column, row).conj() } };
            if !value.is_finite() {
                return Found::Undefined;
            }
            let (re, im) = value.parts();
            // As in LAPACK, the imaginary parts of the diagonal count as zero.
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
    s.iter().enumerate().for_each(|(index, value)| values(index, value.parts().0 * factor));
    if let Some(vectors) = vectors {
        for (index, element) in u.iter().enumerate() {
            let (re, im) = element.parts();
            // SAFETY: the element is in the matrix.
            unsafe { vectors.set(index % n, index / n, T::of(re, im)) };
        }
    }
    Found::All
}

/// The eigenvalues of a symmetric tridiagonal matrix in ascending order, from its diagonal and its subdiagonal, and its
/// eigenvectors as columns if `vectors` is given; None if they were not found.
pub(crate) fn tridiagonal(
    diagonal: &[f64],
    superdiagonal: &[f64],
    vectors: Option<&mut [f64]>,
    team: &Team,
) -> Option<Vec<f64>> {
    let n = diagonal.len();
    let mut elements: Vec<f64> = diagonal.iter().chain(superdiagonal).copied().collect();
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

/// The eigenvalues of a square matrix and its eigenvectors, as those of [`Eigenpairs`](crate::eigen::Eigenpairs).
/// Returns whether they were found; if not, nothing was written.
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
    // SAFETY: as the caller promises.
    let Some(mut elements) = (unsafe { widened(a) }) else { return false };
    let factor = scaled(&mut elements);
    let Some(found) = eigenpairs(Square { n, elements }, vectors.is_some(), par(n * n, team), team) else {
        return false;
    };
    for (index, value) in found.values.iter().enumerate() {
        // A nonzero imaginary part says that the vectors are a pair: one that would be rounded to zero becomes the
        // smallest number.
        let (re, im) = (value.re * factor, value.im * factor);
        let vanishes = value.im != 0.0 && T::of(im, 0.0) == T::ZERO;
        values(index, c128::new(re, if vanishes { T::SMALLEST.copysign(value.im) } else { im }));
    }
    if let (Some(to), Some(vectors)) = (vectors, found.vectors) {
        for (index, element) in vectors.elements.iter().enumerate() {
            let (re, im) = element.parts();
            // SAFETY: the element is in the matrix.
            unsafe { to.set(index % n, index / n, T::of(re, im)) };
        }
    }
    true
}
