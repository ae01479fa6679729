//! The generalized Schur form of two square matrices by faer's QZ iterations, the reordering of its eigenvalues, and
//! their vectors.

use cuprust_num::c128;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::ComputeEigenvectors;
use faer::linalg::gevd::gen_hessenberg::{
    GeneralizedHessenbergParams, generalized_hessenberg, generalized_hessenberg_scratch,
};
use faer::linalg::gevd::{GeneralizedSchurParams, qz_cplx, qz_real};
use faer::linalg::matmul::matmul;
use faer::traits::ComplexField;
use faer::{Accum, Auto, ColMut, Par};

use crate::Team;
use crate::matrix::{Field, Matrix, multiply};
use crate::qr;
use crate::schur::{Iterated, orthogonal, solve_by_pivots};
use crate::square::{Rotation, Square};
use crate::unitary;

/// Two matrices `q s z*` and `q t z*`: `s` is triangular, or quasi-triangular if all are real, and `t` triangular.
pub(crate) struct Pencil<W> {
    pub(crate) s: Square<W>,
    pub(crate) t: Square<W>,
    pub(crate) q: Square<W>,
    pub(crate) z: Square<W>,
}

/// A number in the precision in which generalized Schur forms are computed.
pub(crate) trait Paired: Iterated {
    /// Makes a pencil of Hessenberg and triangular form quasi-triangular. Returns whether its bases are computed too.
    fn iterate(pencil: &mut Pencil<Self>, par: Par) -> bool;

    /// Brings the blocks into LAPACK's standard form.
    fn standardize(pencil: &mut Pencil<Self>);

    /// Moves the chosen eigenvalues before the others, in order. Returns whether all could be separated.
    fn reorder(pencil: &mut Pencil<Self>, chosen: &[bool]) -> bool;
}

/// The iterations run one at a time: several at once leave, from 75 rows on, matrices that are not quasi-triangular.
fn params<W: ComplexField>() -> GeneralizedSchurParams {
    let own = <GeneralizedSchurParams as Auto<W>>::auto();
    GeneralizedSchurParams { blocking_threshold: usize::MAX, ..own }
}

/// The product of two square matrices, or with the conjugate transpose of the second.
fn times(a: &Square<c128>, b: &Square<c128>, adjoint: bool, par: Par) -> Square<c128> {
    let mut out = Square::zeros(a.n);
    if adjoint {
        matmul(out.view_mut(), Accum::Replace, a.view(), b.view().adjoint(), c128::ONE, par);
    } else {
        matmul(out.view_mut(), Accum::Replace, a.view(), b.view(), c128::ONE, par);
    }
    out
}

impl Paired for f64 {
    fn iterate(pencil: &mut Pencil<f64>, par: Par) -> bool {
        let n = pencil.s.n;
        let params = params::<f64>();
        let mut memory = MemBuffer::new(qz_real::hessenberg_to_qz_scratch::<f64>(n, par, params));
        let [mut re, mut im, mut beta] = [(); 3].map(|()| vec![0.0; n]);
        qz_real::hessenberg_to_qz(
            pencil.s.view_mut(),
            pencil.t.view_mut(),
            Some(pencil.q.view_mut()),
            Some(pencil.z.view_mut()),
            ColMut::from_slice_mut(&mut re),
            ColMut::from_slice_mut(&mut im),
            ColMut::from_slice_mut(&mut beta),
            ComputeEigenvectors::Yes,
            par,
            params,
            MemStack::new(&mut memory),
        );
        true
    }

    fn standardize(pencil: &mut Pencil<f64>) {
        let n = pencil.s.n;
        let mut row = 0;
        while row < n {
            let size = size_of_block(&pencil.s, row);
            if size == 2 {
                diagonalize(pencil, row);
            }
            for index in row..row + size {
                normalize_column(pencil, index);
            }
            row += size;
        }
    }

    fn reorder(pencil: &mut Pencil<f64>, chosen: &[bool]) -> bool {
        let n = pencil.s.n;
        let (mut index, mut from) = (0, 0);
        while from < n {
            let size = size_of_block(&pencil.s, from);
            if chosen[from..from + size].contains(&true) {
                let mut at = from;
                while at > index {
                    let above = if at - index >= 2 && pencil.s[(at - 1, at - 2)] != 0.0 { 2 } else { 1 };
                    if !exchange(pencil, at - above, above, size) {
                        return false;
                    }
                    at -= above;
                }
                index += size;
            }
            from += size;
        }
        f64::standardize(pencil);
        true
    }
}

impl Paired for c128 {
    fn iterate(pencil: &mut Pencil<c128>, par: Par) -> bool {
        let n = pencil.s.n;
        let params = params::<c128>();
        let mut memory = MemBuffer::new(qz_cplx::hessenberg_to_qz_scratch::<c128>(n, par, params));
        let [mut alpha, mut beta] = [(); 2].map(|()| vec![c128::ZERO; n]);
        let (original, mut q, mut z) = ([pencil.s.clone(), pencil.t.clone()], Square::identity(n), Square::identity(n));
        qz_cplx::hessenberg_to_qz(
            pencil.s.view_mut(),
            pencil.t.view_mut(),
            Some(q.view_mut()),
            Some(z.view_mut()),
            ColMut::from_slice_mut(&mut alpha),
            ColMut::from_slice_mut(&mut beta),
            ComputeEigenvectors::Yes,
            par,
            params,
            MemStack::new(&mut memory),
        );
        if (0..n).any(|index| pencil.t[(index, index)] == c128::ZERO) {
            // faer rotates rows of the left basis instead of columns where it moves a zero of the diagonal (version
            // 0.24). The basis is recomputed: it is the unitary factor of the product with the form.
            let mut image = Square::zeros(n);
            for (of, form) in original.iter().zip([&pencil.s, &pencil.t]) {
                let rotated = times(of, &z, false, par);
                for (sum, part) in image.elements.iter_mut().zip(times(&rotated, form, true, par).elements) {
                    *sum += part;
                }
            }
            match unitary::nearest(&image, par) {
                Some(nearest) => q = nearest,
                None => return false,
            }
        }
        (pencil.q, pencil.z) = (times(&pencil.q, &q, false, par), times(&pencil.z, &z, false, par));
        true
    }

    fn standardize(pencil: &mut Pencil<c128>) {
        (0..pencil.s.n).for_each(|index| normalize_column(pencil, index));
    }

    fn reorder(pencil: &mut Pencil<c128>, chosen: &[bool]) -> bool {
        let n = pencil.s.n;
        for (index, from) in (0..n).filter(|&from| chosen[from]).enumerate() {
            (index..from).rev().for_each(|row| exchange_two(pencil, row));
        }
        c128::standardize(pencil);
        true
    }
}

/// The generalized Schur form of two matrices; None if the iterations did not converge.
pub(crate) fn qz<W: Paired>(a: Square<W>, b: Square<W>, par: Par, team: &Team) -> Option<Pencil<W>> {
    let n = a.n;
    let mut pencil = triangular(a, b, team);
    let params = <GeneralizedHessenbergParams as Auto<W>>::auto();
    let mut memory = MemBuffer::new(generalized_hessenberg_scratch::<W>(n, params));
    generalized_hessenberg(
        pencil.s.view_mut(),
        pencil.t.view_mut(),
        Some(pencil.q.view_mut()),
        Some(pencil.z.view_mut()),
        par,
        MemStack::new(&mut memory),
        params,
    );
    for column in 0..n {
        for row in column + 1..n {
            pencil.t[(row, column)] = <W as Field>::ZERO;
            if row > column + 1 {
                pencil.s[(row, column)] = <W as Field>::ZERO;
            }
        }
    }
    if !<W as Paired>::iterate(&mut pencil, par) {
        return None;
    }
    // The iterations do not report whether they converged; their result is tested.
    let zero = <W as Field>::ZERO;
    for column in 0..n {
        let below = (column + 1..n)
            .all(|row| pencil.t[(row, column)] == zero && (row == column + 1 || pencil.s[(row, column)] == zero));
        let own = |row: usize| row < n && row > 0 && pencil.s[(row, row - 1)] != zero;
        let pairs = own(column + 1) && (own(column + 2) || own(column) || !W::IS_REAL);
        if !below
            || pairs
            || !pencil.s.column(column).iter().chain(pencil.t.column(column)).all(|x| Field::is_finite(*x))
        {
            return None;
        }
    }
    W::standardize(&mut pencil);
    Some(pencil)
}

/// The pencil after the second matrix was made triangular.
fn triangular<W: Paired>(mut a: Square<W>, mut b: Square<W>, team: &Team) -> Pencil<W> {
    let n = a.n;
    let (zero, one) = (<W as Field>::ZERO, <W as Field>::ONE);
    let (mut scales, mut q, mut s) = (vec![zero; n], Square::zeros(n), Square::zeros(n));
    let whole = |square: &mut Square<W>| Matrix::by_columns(square.elements.as_mut_ptr(), n, n);
    // SAFETY: the matrices do not overlap, and have memory of their own for as many elements.
    unsafe {
        qr::factor(whole(&mut b), &mut scales, team);
        qr::basis(whole(&mut b), &scales, whole(&mut q), team);
        multiply(whole(&mut s), zero, one, (whole(&mut q).t(), true), (whole(&mut a), false), team);
    }
    for column in 0..n {
        b.elements[column * n..][..n].iter_mut().skip(column + 1).for_each(|element| *element = zero);
    }
    Pencil { s, t: b, q, z: Square::identity(n) }
}

fn size_of_block(s: &Square<f64>, row: usize) -> usize {
    if row + 1 < s.n && s[(row + 1, row)] != 0.0 { 2 } else { 1 }
}

/// Makes an element on the diagonal of `t` real and not negative.
fn normalize_column<W: Iterated>(pencil: &mut Pencil<W>, index: usize) {
    let n = pencil.s.n;
    let (re, im) = pencil.t[(index, index)].parts();
    let size = re.hypot(im);
    if size == 0.0 || im == 0.0 && re > 0.0 {
        return;
    }
    let by = W::of(re / size, -im / size);
    for square in [&mut pencil.s, &mut pencil.t, &mut pencil.z] {
        for element in &mut square.elements[index * n..][..n] {
            let scaled = *element * by;
            *element = scaled;
        }
    }
    pencil.t[(index, index)] = W::of(size, 0.0);
}

/// Makes the block of `t` that belongs to two rows of `s` diagonal: a rotation of its columns makes them orthogonal,
/// and one of its rows aligns them with the axes.
fn diagonalize(pencil: &mut Pencil<f64>, row: usize) {
    let n = pencil.s.n;
    let t = &pencil.t;
    let (x, y) = ([t[(row, row)], t[(row + 1, row)]], [t[(row, row + 1)], t[(row + 1, row + 1)]]);
    let along = x[0] * y[0] + x[1] * y[1];
    if along != 0.0 || x[1] != 0.0 || y[0] != 0.0 {
        let (first, second) = (x[0] * x[0] + x[1] * x[1], y[0] * y[0] + y[1] * y[1]);
        let by = if along == 0.0 {
            Rotation { c: 1.0, s: 0.0 }
        } else {
            let slope = (first - second) / (2.0 * along);
            let tangent = 1.0f64.copysign(slope) / (slope.abs() + slope.hypot(1.0));
            let cosine = 1.0 / tangent.hypot(1.0);
            Rotation { c: cosine, s: tangent * cosine }
        };
        for square in [&mut pencil.s, &mut pencil.t, &mut pencil.z] {
            square.rotate_columns(row, 0..n, by);
        }
        let t = &pencil.t;
        let (by, _) = Rotation::to_first(t[(row, row)], t[(row + 1, row)]);
        pencil.s.rotate_rows(row, row..n, by);
        pencil.t.rotate_rows(row, row..n, by);
        pencil.q.rotate_columns(row, 0..n, by);
        (pencil.t[(row + 1, row)], pencil.t[(row, row + 1)]) = (0.0, 0.0);
    }
}

/// Exchanges two neighbouring eigenvalues.
fn exchange_two(pencil: &mut Pencil<c128>, row: usize) {
    let n = pencil.s.n;
    let Pencil { s, t, .. } = pencil;
    let (a, b) = ((s[(row, row)], s[(row + 1, row + 1)]), (t[(row, row)], t[(row + 1, row + 1)]));
    // The vector of the second eigenvalue becomes the first column.
    let own = b.1 * s[(row, row + 1)] - a.1 * t[(row, row + 1)];
    let other = a.1 * b.0 - b.1 * a.0;
    let (by, _) = Rotation::to_first(own, other);
    for square in [&mut pencil.s, &mut pencil.t, &mut pencil.z] {
        square.rotate_columns(row, 0..n, by);
    }
    let Pencil { s, t, .. } = pencil;
    let larger = if s[(row, row)].size() + s[(row + 1, row)].size() >= t[(row, row)].size() + t[(row + 1, row)].size() {
        s
    } else {
        t
    };
    let (by, _) = Rotation::to_first(larger[(row, row)], larger[(row + 1, row)]);
    pencil.s.rotate_rows(row, row..n, by);
    pencil.t.rotate_rows(row, row..n, by);
    pencil.q.rotate_columns(row, 0..n, by);
    (pencil.s[(row + 1, row)], pencil.t[(row + 1, row)]) = (c128::ZERO, c128::ZERO);
}

/// Exchanges a block of `first` rows from `row` on and the one of `second` rows below it.
fn exchange(pencil: &mut Pencil<f64>, row: usize, first: usize, second: usize) -> bool {
    let count = first + second;
    let (s, t) = (&pencil.s, &pencil.t);
    let size = |square: &Square<f64>| {
        (0..count * count).map(|index| square[(row + index % count, row + index / count)].abs()).fold(0.0, f64::max)
    };
    let (of_s, of_t) = (size(s), size(t));
    // The second block's vectors are (-x; 1) on the right and (-y; 1) on the left, where a x - y b = c for the blocks
    // of both matrices.
    let (mut system, mut right) = ([[0.0; 8]; 8], [0.0; 8]);
    let unknowns = first * second;
    for (part, square) in [s, t].into_iter().enumerate() {
        for i in 0..first {
            for j in 0..second {
                let own = part * unknowns + i * second + j;
                right[own] = square[(row + i, row + first + j)];
                (0..first).for_each(|k| system[own][k * second + j] += square[(row + i, row + k)]);
                (0..second).for_each(|k| {
                    system[own][unknowns + i * second + k] -= square[(row + first + k, row + first + j)];
                });
            }
        }
    }
    let found = solve_by_pivots(system, right, 2 * unknowns, f64::EPSILON * of_s.max(of_t));
    let basis = |from: usize| {
        let mut basis = [[0.0; 2]; 4];
        for column in 0..second {
            (0..first).for_each(|index| basis[index][column] = -found[from + index * second + column]);
            basis[first + column][column] = 1.0;
        }
        orthogonal(basis, count, second)
    };
    let (of_columns, of_rows) = (basis(0), basis(unknowns));
    for square in [&mut pencil.s, &mut pencil.t] {
        apply_to_rows(square, row, count, &of_rows);
        apply_to_columns(square, row, count, &of_columns);
    }
    apply_to_columns(&mut pencil.z, row, count, &of_columns);
    apply_to_columns(&mut pencil.q, row, count, &of_rows);
    for (square, size) in [(&mut pencil.s, of_s), (&mut pencil.t, of_t)] {
        for column in 0..second {
            for index in second..count {
                if square[(row + index, row + column)].abs() > 100.0 * f64::EPSILON * size {
                    return false;
                }
                square[(row + index, row + column)] = 0.0;
            }
        }
    }
    for (at, size) in [(row, second), (row + second, first)] {
        if size == 2 {
            diagonalize(pencil, at);
        }
    }
    true
}

fn apply_to_rows(square: &mut Square<f64>, row: usize, count: usize, q: &[[f64; 4]; 4]) {
    for column in 0..square.n {
        let old: [f64; 4] = std::array::from_fn(|k| if k < count { square[(row + k, column)] } else { 0.0 });
        for index in 0..count {
            square[(row + index, column)] = (0..count).map(|k| q[k][index] * old[k]).sum();
        }
    }
}

fn apply_to_columns(square: &mut Square<f64>, column: usize, count: usize, q: &[[f64; 4]; 4]) {
    for row in 0..square.n {
        let old: [f64; 4] = std::array::from_fn(|k| if k < count { square[(row, column + k)] } else { 0.0 });
        for index in 0..count {
            square[(row, column + index)] = (0..count).map(|k| old[k] * q[k][index]).sum();
        }
    }
}

/// Makes a quasi-triangular pencil with standard blocks triangular. The eigenvalue of positive imaginary part of each
/// block comes first.
pub(crate) fn split(pencil: &mut Pencil<c128>) {
    let n = pencil.s.n;
    for row in 0..n.saturating_sub(1) {
        let Pencil { s, t, .. } = pencil;
        if s[(row + 1, row)] == c128::ZERO {
            continue;
        }
        let (alpha, beta) = pair(s, t, row);
        // The components that the eigenvector eliminates, by the larger row of the block.
        let rows = [row, row + 1].map(|i| [row, row + 1].map(|j| s[(i, j)] * beta - t[(i, j)] * alpha));
        let [x, y] = if rows[0][0].size() + rows[0][1].size() >= rows[1][0].size() + rows[1][1].size() {
            rows[0]
        } else {
            rows[1]
        };
        // The first column becomes the vector (y, -x).
        let (by, _) = Rotation::to_first(y, -x);
        for square in [&mut pencil.s, &mut pencil.t, &mut pencil.z] {
            square.rotate_columns(row, 0..n, by);
        }
        let Pencil { s, t, .. } = pencil;
        let (by, _) =
            if s[(row, row)].size() + s[(row + 1, row)].size() >= t[(row, row)].size() + t[(row + 1, row)].size() {
                Rotation::to_first(s[(row, row)], s[(row + 1, row)])
            } else {
                Rotation::to_first(t[(row, row)], t[(row + 1, row)])
            };
        pencil.s.rotate_rows(row, row..n, by);
        pencil.t.rotate_rows(row, row..n, by);
        pencil.q.rotate_columns(row, 0..n, by);
        (pencil.s[(row + 1, row)], pencil.t[(row + 1, row)]) = (c128::ZERO, c128::ZERO);
    }
    c128::standardize(pencil);
}

/// The eigenvalue of positive imaginary part of a block of two rows, over a number: `t` is diagonal there.
fn pair(s: &Square<c128>, t: &Square<c128>, row: usize) -> (c128, f64) {
    let (x, y) = (t[(row, row)].re, t[(row + 1, row + 1)].re);
    // The eigenvalues of s after its rows and columns were divided by the square roots of t.
    let beta = (x * y).abs().sqrt();
    let (first, second) = (s[(row, row)].re * (y / x).abs().sqrt(), s[(row + 1, row + 1)].re * (x / y).abs().sqrt());
    let half = (first - second) / 2.0;
    let square = half * half + s[(row, row + 1)].re * s[(row + 1, row)].re;
    let root = if square < 0.0 { c128::new(0.0, (-square).sqrt()) } else { c128::new(square.sqrt(), 0.0) };
    (root + (first + second) / 2.0, beta)
}

/// The right or left eigenvectors of a triangular pencil as columns, each with the largest part near one.
pub(crate) fn vectors(s: &Square<c128>, t: &Square<c128>, left: bool) -> Square<c128> {
    let n = s.n;
    let mut out = Square::zeros(n);
    let largest = (s.largest(), t.largest());
    for index in 0..n {
        let (alpha, beta) = (s[(index, index)], t[(index, index)]);
        let scale =
            (alpha.norm() / largest.0.max(f64::MIN_POSITIVE)).max(beta.norm() / largest.1.max(f64::MIN_POSITIVE));
        let (alpha, beta) = if scale > 0.0 { (alpha / scale, beta / scale) } else { (alpha, beta) };
        let at = |i: usize, j: usize| s[(i, j)] * beta - t[(i, j)] * alpha;
        let least = f64::EPSILON * (beta.norm() * largest.0).max(alpha.norm() * largest.1).max(f64::MIN_POSITIVE);
        let mut x = vec![c128::ZERO; n];
        x[index] = c128::ONE;
        for step in 1..=if left { n - 1 - index } else { index } {
            let row = if left { index + step } else { index - step };
            let known = if left { index..row } else { row + 1..index + 1 };
            let sum: c128 = known.map(|k| if left { x[k] * at(k, row) } else { at(row, k) * x[k] }).sum();
            let own = at(row, row);
            let own = if own.norm() < least { c128::new(least, 0.0) } else { own };
            x[row] = Field::quotient(-sum, own);
            let size = x[row].norm();
            if size > 1e150 {
                x.iter_mut().for_each(|x| *x /= size);
            }
        }
        let size = x.iter().map(|x| x.norm()).fold(0.0, f64::max);
        for (row, x) in x.into_iter().enumerate() {
            out[(row, index)] = if left { Field::conj(x / size) } else { x / size };
        }
    }
    out
}
