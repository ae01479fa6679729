//! Eigenvalues and eigenvectors of non-Hermitian matrices, from the Schur form of the balanced matrix by substitution
//! (Golub and Van Loan, "Matrix Computations", section 7.6).

use cuprust_num::c128;
use faer::diag::DiagMut;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{self, ComputeEigenvectors};
use faer::{Par, Spec};

use crate::Team;
use crate::balance::balance;
use crate::matrix::{Field, Matrix, multiply};
use crate::schur::{Iterated, schur};
use crate::square::Square;

/// Fewest rows for which faer's blocked iterations are faster than those here.
const MIN_BLOCKED_ROWS: usize = 200;

/// Largest element of a vector before the vector is scaled down, to avoid overflow in products.
const MAX_ELEMENT: f64 = 1e100;

/// A number in the precision in which eigenvectors are computed.
pub(crate) trait Eigen: Iterated {
    /// The eigenvalues of a matrix, and in `vectors` its eigenvectors packed as those of [`Eigenpairs`], by faer.
    /// Returns whether they were found.
    fn by_faer(a: &Square<Self>, values: &mut [c128], vectors: Option<&mut Square<Self>>, par: Par) -> bool;

    /// The eigenvalues on the diagonal of a Schur form.
    fn on_diagonal(form: &Square<Self>) -> Vec<c128>;

    /// The product with a complex number.
    fn scale(self, by: c128) -> c128;
}

/// Eigenvalues and eigenvectors. For a conjugate pair of a real matrix, the first has the positive imaginary part, and
/// the real parts of its vector are in one column and the imaginary ones in the next.
pub(crate) struct Eigenpairs<W> {
    pub(crate) values: Vec<c128>,
    /// The vectors as columns of length one, whose largest element is real.
    pub(crate) vectors: Option<Square<W>>,
}

/// The eigenpairs of a matrix of finite numbers; None if the iterations did not converge.
pub(crate) fn eigenpairs<W: Eigen>(a: Square<W>, wanted: bool, par: Par, team: &Team) -> Option<Eigenpairs<W>> {
    let n = a.n;
    let balanced = balance(a, true, true);
    let mut pairs = pairs_of(balanced.matrix, wanted, par, team)?;
    if let Some(vectors) = &mut pairs.vectors {
        let mut column = 0;
        while column < n {
            let width = if W::IS_REAL && pairs.values[column].im != 0.0 { 2 } else { 1 };
            let mut vector = vec![c128::ZERO; n];
            for (row, element) in unpacked(vectors, column, width).into_iter().enumerate() {
                vector[balanced.order[row] as usize] = element * balanced.scales[row];
            }
            normalize(&mut vector);
            pack(vectors, column, width, &vector);
            column += width;
        }
    }
    Some(pairs)
}

/// As [`eigenpairs`], with vectors of any length.
fn pairs_of<W: Eigen>(mut a: Square<W>, wanted: bool, par: Par, team: &Team) -> Option<Eigenpairs<W>> {
    let n = a.n;
    if !wanted || n >= MIN_BLOCKED_ROWS {
        let (mut values, mut vectors) = (vec![c128::ZERO; n], wanted.then(|| Square::zeros(n)));
        let found = W::by_faer(&a, &mut values, vectors.as_mut(), par);
        // Its substitution divides by differences of eigenvalues, which are zero for defective matrices.
        if found && vectors.as_ref().is_none_or(|vectors| are_eigenvectors(&a, &values, vectors, team)) {
            return Some(Eigenpairs { values, vectors });
        }
        if !wanted {
            return None;
        }
    }
    let mut basis = schur(&mut a, par)?;
    let values = W::on_diagonal(&a);
    let mut own = vectors_of_form(&a, &values);
    let mut vectors = Square::zeros(n);
    product(&mut vectors, &mut basis, &mut own, team);
    Some(Eigenpairs { values, vectors: Some(vectors) })
}

/// Whether vectors are eigenvectors of a matrix, to rounding.
fn are_eigenvectors<W: Eigen>(a: &Square<W>, values: &[c128], vectors: &Square<W>, team: &Team) -> bool {
    let n = a.n;
    let norm = |elements: &[W]| elements.iter().map(|x| Field::size(*x)).fold(0.0, f64::hypot);
    let bound = 10.0 * n as f64 * f64::EPSILON * norm(&a.elements);
    let mut image = Square::zeros(n);
    product(&mut image, &mut a.clone(), &mut vectors.clone(), team);
    let mut column = 0;
    while column < n {
        let width = if W::IS_REAL && values[column].im != 0.0 { 2 } else { 1 };
        if column + width > n {
            return false;
        }
        let (x, y) = (unpacked(vectors, column, width), unpacked(&image, column, width));
        let length = x.iter().map(|x| x.norm()).fold(0.0, f64::hypot);
        let left = x.iter().zip(&y).map(|(x, y)| (y - x * values[column]).norm()).fold(0.0, f64::hypot);
        // A NaN fails the test.
        if !(length > 0.0 && left <= bound * length) {
            return false;
        }
        column += width;
    }
    true
}

fn product<W: Eigen>(out: &mut Square<W>, a: &mut Square<W>, b: &mut Square<W>, team: &Team) {
    let n = out.n;
    let whole = |square: &mut Square<W>| Matrix::by_columns(square.elements.as_mut_ptr(), n, n);
    // SAFETY: the matrices do not overlap, and have memory of their own for as many elements.
    unsafe {
        multiply(whole(out), <W as Field>::ZERO, <W as Field>::ONE, (whole(a), false), (whole(b), false), team);
    }
}

/// The vector in a column, or with its imaginary parts in the next column.
fn unpacked<W: Field>(vectors: &Square<W>, column: usize, width: usize) -> Vec<c128> {
    let part = |column: usize| vectors.column(column).iter().map(|element| element.parts());
    match width {
        2 => part(column).zip(part(column + 1)).map(|((re, _), (im, _))| c128::new(re, im)).collect(),
        _ => part(column).map(|(re, im)| c128::new(re, im)).collect(),
    }
}

fn pack<W: Field>(vectors: &mut Square<W>, column: usize, width: usize, vector: &[c128]) {
    for (row, element) in vector.iter().enumerate() {
        vectors[(row, column)] = W::of(element.re, element.im);
        if width == 2 {
            vectors[(row, column + 1)] = W::of(element.im, 0.0);
        }
    }
}

/// Scales a vector to length one; if it is complex, its largest element is made real.
fn normalize(vector: &mut [c128]) {
    let length = vector.iter().fold(0.0f64, |length, element| length.hypot(element.norm()));
    if length == 0.0 {
        return;
    }
    let is_real = vector.iter().all(|element| element.im == 0.0);
    vector.iter_mut().for_each(|element| *element /= length);
    // The first of several largest elements.
    let mut largest = 0;
    for (index, element) in vector.iter().enumerate() {
        if element.norm_sqr() > vector[largest].norm_sqr() {
            largest = index;
        }
    }
    if !is_real {
        let turn = Field::conj(vector[largest]) / vector[largest].norm();
        vector.iter_mut().for_each(|element| *element *= turn);
        vector[largest].im = 0.0;
    }
}

/// The eigenvectors of a Schur form, packed. Their largest elements are near one.
fn vectors_of_form<W: Eigen>(form: &Square<W>, values: &[c128]) -> Square<W> {
    let n = form.n;
    let mut vectors = Square::zeros(n);
    let mut index = 0;
    while index < n {
        let (width, value) = (if is_block(form, index) { 2 } else { 1 }, values[index]);
        let mut x = vec![c128::ZERO; index + width];
        if width == 2 {
            // For the block (a b; c a) and the value a + i w: b y = i w x, and c x = i w y.
            let (above, below) = (form[(index, index + 1)].parts().0, form[(index + 1, index)].parts().0);
            (x[index], x[index + 1]) = if above.abs() >= below.abs() {
                (c128::ONE, c128::new(0.0, value.im / above))
            } else {
                (c128::new(0.0, value.im / below), c128::ONE)
            };
            subtract_column(form, &mut x, index + 1, index);
        } else {
            x[index] = c128::ONE;
        }
        subtract_column(form, &mut x, index, index);
        substitute(form, &mut x, index, value);
        let largest = x.iter().map(|x| x.norm()).fold(0.0, f64::max);
        x.iter_mut().for_each(|x| *x /= largest);
        x.resize(n, c128::ZERO);
        pack(&mut vectors, index, width, &x);
        index += width;
    }
    vectors
}

/// Whether a row and the next one are a block on the diagonal.
fn is_block<W: Eigen>(form: &Square<W>, row: usize) -> bool {
    row + 1 < form.n && form[(row + 1, row)] != <W as Field>::ZERO
}

/// Subtracts column `column` times its element of the vector from the rows before `end`.
fn subtract_column<W: Eigen>(form: &Square<W>, x: &mut [c128], column: usize, end: usize) {
    let by = x[column];
    for (x, element) in x[..end].iter_mut().zip(form.column(column)) {
        *x -= element.scale(by);
    }
}

/// Solves `(form - value) x = x` for the rows before `end`. Divisors are at least as large as the rounding error of an
/// eigenvalue.
fn substitute<W: Eigen>(form: &Square<W>, x: &mut [c128], end: usize, value: c128) {
    let small = f64::MIN_POSITIVE * (form.n as f64 / f64::EPSILON);
    let least = (f64::EPSILON * Field::size(value)).max(small);
    let apart = |by: c128| if by.norm() < least { c128::new(least, 0.0) } else { by };
    let at = |row: usize, column: usize| {
        let (re, im) = form[(row, column)].parts();
        c128::new(re, im) - if row == column { value } else { c128::ZERO }
    };
    let mut row = end;
    while row > 0 {
        let height = if row > 1 && is_block(form, row - 2) { 2 } else { 1 };
        row -= height;
        if height == 1 {
            let by = apart(at(row, row));
            prevent_overflow(x, row, 1, by);
            x[row] = Field::quotient(x[row], by);
        } else {
            // The largest of the four elements is moved first.
            let indices = [(0, 0), (0, 1), (1, 0), (1, 1)];
            let size = |&(i, j): &(usize, usize)| at(row + i, row + j).norm();
            let (i, j) = indices.into_iter().max_by(|x, y| size(x).total_cmp(&size(y))).unwrap_or_default();
            let [first, beside] = [j, 1 - j].map(|j| at(row + i, row + j));
            let [below, last] = [j, 1 - j].map(|j| at(row + 1 - i, row + j));
            let factor = Field::quotient(below, first);
            let by = apart(last - factor * beside);
            prevent_overflow(x, row, 2, by);
            let (top, bottom) = (x[row + i], x[row + 1 - i]);
            let second = Field::quotient(bottom - factor * top, by);
            (x[row + j], x[row + 1 - j]) = (Field::quotient(top - beside * second, first), second);
        }
        let largest = x[row..row + height].iter().map(|x| x.norm()).fold(0.0, f64::max);
        if largest > MAX_ELEMENT {
            x.iter_mut().for_each(|x| *x /= largest);
        }
        (row..row + height).rev().for_each(|column| subtract_column(form, x, column, row));
    }
}

/// Scales a vector down so that the division of some of its elements by a number does not overflow.
fn prevent_overflow(x: &mut [c128], row: usize, height: usize, by: c128) {
    let largest = x[row..row + height].iter().map(|x| x.norm()).fold(0.0, f64::max);
    if largest > MAX_ELEMENT * by.norm() {
        x.iter_mut().for_each(|x| *x = *x / largest * by.norm().min(1.0));
    }
}

fn computed<W>(vectors: Option<&Square<W>>) -> ComputeEigenvectors {
    if vectors.is_some() { ComputeEigenvectors::Yes } else { ComputeEigenvectors::No }
}

impl Eigen for f64 {
    fn by_faer(a: &Square<f64>, values: &mut [c128], mut vectors: Option<&mut Square<f64>>, par: Par) -> bool {
        let n = a.n;
        let compute = computed(vectors.as_deref());
        let (mut re, mut im) = (vec![0.0; n], vec![0.0; n]);
        let request = evd::evd_scratch::<f64>(n, ComputeEigenvectors::No, compute, par, Spec::default());
        let found = evd::evd_real(
            a.view(),
            DiagMut::from_slice_mut(&mut re),
            DiagMut::from_slice_mut(&mut im),
            None,
            vectors.as_deref_mut().map(Square::view_mut),
            par,
            MemStack::new(&mut MemBuffer::new(request)),
            Spec::default(),
        );
        values.iter_mut().zip(re.iter().zip(&im)).for_each(|(value, (&re, &im))| *value = c128::new(re, im));
        let mut column = 0;
        while column + 1 < n {
            if im[column] < 0.0 {
                // The vector of a conjugate value is the conjugate of its vector.
                values.swap(column, column + 1);
                if let Some(vectors) = vectors.as_deref_mut() {
                    vectors.elements[(column + 1) * n..][..n].iter_mut().for_each(|element| *element = -*element);
                }
            }
            column += if im[column] == 0.0 { 1 } else { 2 };
        }
        found.is_ok() && values.iter().all(|value| Field::is_finite(*value))
    }

    fn on_diagonal(form: &Square<f64>) -> Vec<c128> {
        let mut values: Vec<c128> = (0..form.n).map(|row| c128::new(form[(row, row)], 0.0)).collect();
        for row in (0..form.n).filter(|&row| is_block(form, row)) {
            let im = form[(row, row + 1)].abs().sqrt() * form[(row + 1, row)].abs().sqrt();
            (values[row].im, values[row + 1].im) = (im, -im);
        }
        values
    }

    fn scale(self, by: c128) -> c128 {
        by * self
    }
}

impl Eigen for c128 {
    fn by_faer(a: &Square<c128>, values: &mut [c128], vectors: Option<&mut Square<c128>>, par: Par) -> bool {
        let compute = computed(vectors.as_deref());
        let request = evd::evd_scratch::<c128>(a.n, ComputeEigenvectors::No, compute, par, Spec::default());
        let found = evd::evd_cplx(
            a.view(),
            DiagMut::from_slice_mut(values),
            None,
            vectors.map(Square::view_mut),
            par,
            MemStack::new(&mut MemBuffer::new(request)),
            Spec::default(),
        );
        found.is_ok() && values.iter().all(|value| Field::is_finite(*value))
    }

    fn on_diagonal(form: &Square<c128>) -> Vec<c128> {
        (0..form.n).map(|row| form[(row, row)]).collect()
    }

    fn scale(self, by: c128) -> c128 {
        self * by
    }
}
