//! Balanced matrices, and Riccati's equations by Schur forms of pencils (van Dooren, "A generalized eigenvalue approach
//! for solving Riccati equations", 1981).

use cuprust::Array;
use cuprust::chapters::positions;
use cuprust::linalg::{self, MatrixNorm, balance_raw, matmul, matrix_norm};
use cuprust::ufunc::rows;
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar};

use super::factors::{check_finite, in_precision};
use super::matrices::identities;
use super::schur::{First, square};
use super::stacked::{adjoint, blocks, extents, outer, part};

/// A balanced matrix and the similarity that makes it.
#[derive(Debug)]
pub struct Balanced {
    /// The matrix whose row and column `i` are those of index `order[i]`, multiplied by the scales of the columns and
    /// divided by those of the rows.
    pub matrix: Array,
    /// Powers of two, float64.
    pub scales: Array,
    /// The order, int64.
    pub order: Array,
}

impl Balanced {
    /// The matrix `t`, float64, by which the balanced one is `t^-1 a t`.
    ///
    /// # Errors
    /// Out of memory.
    pub fn transform(&self) -> Result<Array> {
        let n = self.scales.shape()[self.scales.ndim() - 1];
        let indices = positions(&[n], 0, &[1], DType::I64, self.scales.device())?;
        let down = indices.view_within(indices.layout().with_axis(1));
        let here = rows::equal(&down, &self.order.expand_dims(-2)?)?;
        rows::multiply(&here, &self.scales.expand_dims(-2)?)
    }
}

/// Matrices that are similar to square ones, the last two axes, and whose rows and columns have norms of one size:
/// `scipy.linalg.matrix_balance`. With `permute` rows and columns that isolate an eigenvalue are moved to the ends, and
/// are not scaled; others are scaled where `scale`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let balanced = linalg::matrix_balance(&array![[1.0, 64.0], [1.0, 1.0]], true, true)?;
/// assert_eq!(balanced.matrix.to_string(), "[[1. 8.]\n [8. 1.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for matrices that are not square or not finite.
pub fn matrix_balance(a: &Array, permute: bool, scale: bool) -> Result<Balanced> {
    let a = a.at_least(2);
    square(&a).map_err(|_| Error::value("The data matrix for balancing should be square."))?;
    check_finite(&a, true)?;
    let [matrix, scales, order] = balance_raw(&in_precision(&a)?, permute, scale)?;
    Ok(Balanced { matrix, scales: scales.astype(DType::F64)?, order })
}

/// The matrices of a Riccati equation: `a`, `q` and `e` of one shape, `b` and `s` of another, and `r`.
#[derive(Debug, Clone, Copy)]
pub struct Riccati<'a> {
    /// The square matrix of the state.
    pub a: &'a Array,
    /// That of the input.
    pub b: &'a Array,
    /// A Hermitian matrix.
    pub q: &'a Array,
    /// A Hermitian matrix.
    pub r: &'a Array,
    /// The identity, where there is none.
    pub e: Option<&'a Array>,
    /// Zeros, where there is none.
    pub s: Option<&'a Array>,
    /// Whether the pencil is balanced first.
    pub balanced: bool,
}

/// The same in one dtype.
struct Checked {
    a: Array,
    b: Array,
    q: Array,
    r: Array,
    e: Option<Array>,
    s: Option<Array>,
    m: i64,
    n: i64,
    dtype: DType,
}

/// Whether all of some truths are.
fn all(truths: &Array) -> Result<bool> {
    Ok(rows::all(truths, ..)?.item()?.get())
}

fn norm(a: &Array) -> Result<Array> {
    matrix_norm(a, [-2, -1], MatrixNorm::LargestColumn, false)
}

/// Refuses matrices whose least singular value is zero to rounding.
///
/// # Errors
/// A value error.
fn check_regular(a: &Array, name: char) -> Result<()> {
    let least = rows::min(&linalg::svdvals(a)?, cuprust::axis(-1))?;
    let bound = rows::multiply(&norm(a)?, f64::EPSILON)?;
    let regular = rows::logical_and(&rows::greater(&least, 0)?, &rows::greater_equal(&least, &bound)?)?;
    if all(&regular)? { Ok(()) } else { Err(Error::value(format!("Matrix {name} is numerically singular."))) }
}

impl Riccati<'_> {
    /// # Errors
    /// SciPy's value errors.
    fn checked(&self, continuous: bool) -> Result<Checked> {
        let matrices = [Some(self.a), Some(self.b), Some(self.q), Some(self.r), self.e, self.s];
        let complex = matrices.iter().flatten().any(|each| each.dtype().is_complex());
        let dtype = if complex { DType::C128 } else { DType::F64 };
        let of = |each: &Array| -> Result<Array> {
            self.a.check_device(each)?;
            check_finite(each, true)?;
            each.at_least(2).in_dtype(dtype)
        };
        let (a, b, q, r) = (of(self.a)?, of(self.b)?, of(self.q)?, of(self.r)?);
        let (e, s) = (self.e.map(of).transpose()?, self.s.map(of).transpose()?);
        for (each, name) in [(Some(&a), 'a'), (Some(&q), 'q'), (Some(&r), 'r'), (e.as_ref(), 'e')] {
            if each.is_some_and(|each| square(each).is_err()) {
                return Err(Error::value(format!("Matrix {name} should be square.")));
            }
        }
        let [m, n] = extents(&b);
        if m == 0 || n == 0 {
            return Err(Error::value("Matrix b has no elements."));
        }
        let fits = [
            (extents(&a) == [m, m], "Matrix a and b should have the same number of rows."),
            (extents(&q) == [m, m], "Matrix a and q should have the same shape."),
            (extents(&r) == [n, n], "Matrix b and r should have the same number of cols."),
            (e.as_ref().is_none_or(|e| extents(e) == [m, m]), "Matrix a and e should have the same shape."),
            (s.as_ref().is_none_or(|s| extents(s) == [m, n]), "Matrix b and s should have the same shape."),
        ];
        if let Some((_, text)) = fits.iter().find(|(fits, _)| !fits) {
            return Err(Error::value(*text));
        }
        for (each, name) in [(&q, 'q'), (&r, 'r')] {
            let bound = rows::multiply(&rows::spacing(&norm(each)?)?, 100.0)?;
            let apart = norm(&rows::subtract(each, &adjoint(each)?)?)?;
            if !all(&rows::less_equal(&apart, &bound)?)? {
                return Err(Error::value(format!("Matrix {name} should be symmetric/hermitian.")));
            }
        }
        if continuous {
            check_regular(&r, 'r')?;
        }
        if let Some(e) = &e {
            check_regular(e, 'e')?;
        }
        Ok(Checked { a, b, q, r, e, s, m, n, dtype })
    }
}

/// A pencil of `2 m + n` rows, and the scales of the first `m` where it was balanced.
struct Extended {
    first: Array,
    second: Array,
    scales: Option<Array>,
}

impl Extended {
    /// Scales rows and columns so that the structure of the pencil stays (Benner, "Symplectic balancing of Hamiltonian
    /// matrices", 2001).
    fn balance(&mut self, m: i64) -> Result<()> {
        let sizes = rows::add(&rows::absolute(&self.first)?, &rows::absolute(&self.second)?)?;
        sizes.diagonal(0, -2, -1)?.fill(Scalar::zero(sizes.dtype()))?;
        let [_, scales, _] = balance_raw(&sizes, false, true)?;
        let powers = rows::log2(&scales)?;
        let all = powers.shape()[powers.ndim() - 1];
        let some = |from: i64, count: i64| powers.view_within(powers.layout().slice(powers.ndim() - 1, from, 1, count));
        let half = rows::rint(&rows::multiply(&rows::subtract(&some(m, m), &some(0, m))?, 0.5)?)?;
        let powers = [half.clone(), rows::negative(&half)?, some(2 * m, all - 2 * m)];
        let scales = rows::exp2(&cuprust::manipulation::concatenate(&powers, -1)?)?;
        let both = rows::divide(&scales.expand_dims(-1)?, &scales.expand_dims(-2)?)?;
        self.first = rows::multiply(&self.first, &both)?;
        self.second = rows::multiply(&self.second, &both)?;
        self.scales = Some(scales.view_within(scales.layout().slice(scales.ndim() - 1, 0, 1, m)));
        Ok(())
    }

    /// The solution that the stable eigenvalues give.
    fn solve(mut self, checked: &Checked, first: First, balanced: bool, text: &'static str) -> Result<Array> {
        let (m, n, all) = (checked.m, checked.n, 2 * checked.m + checked.n);
        if balanced {
            self.balance(m)?;
        }
        let e = checked.e.is_some().then(|| part(&self.second, 0..m, 0..m));
        // The rows that the last columns do not reach are a pencil of 2 m rows.
        let (basis, _) = linalg::qr(&part(&self.first, 0..all, 2 * m..all), true)?;
        let rest = adjoint(&part(&basis, 0..all, n..all))?;
        let deflated = |a: &Array| matmul(&rest, &part(a, 0..all, 0..2 * m));
        let form = super::qz(&deflated(&self.first)?, &deflated(&self.second)?, checked.dtype.is_complex())?;
        let (alpha, beta) = form.eigenvalues()?;
        let form = form.ordered(&first.chosen_of_pair(&alpha, &beta)?)?;
        let (mut upper, mut below) = (part(&form.z, 0..m, 0..m), part(&form.z, m..2 * m, 0..m));
        if let Some(e) = e {
            let both = cuprust::manipulation::concatenate(&[matmul(&e, &upper)?, below.ascontiguous()?], -2)?;
            let (basis, _) = linalg::qr(&both, false)?;
            (upper, below) = (part(&basis, 0..m, 0..m), part(&basis, m..2 * m, 0..m));
        }
        let values = linalg::svdvals(&upper)?;
        let least = rows::min(&values, cuprust::axis(-1))?;
        let bound = rows::multiply(&rows::max(&values, cuprust::axis(-1))?, f64::EPSILON)?;
        if !all_greater(&least, &bound)? {
            return Err(Error::lin_alg("Failed to find a finite solution."));
        }
        let mut x = adjoint(&linalg::solve(&adjoint(&upper)?, &adjoint(&below)?)?)?;
        if let Some(scales) = &self.scales {
            x = rows::multiply(&x, &rows::multiply(&scales.expand_dims(-1)?, &scales.expand_dims(-2)?)?)?;
        }
        let product = matmul(&adjoint(&upper)?, &below)?;
        let apart = norm(&rows::subtract(&product, &adjoint(&product)?)?)?;
        let bound = rows::maximum(&rows::multiply(&norm(&product)?, 0.1)?, 1000.0 * f64::EPSILON)?;
        if !all_greater(&bound, &apart)? {
            return Err(Error::lin_alg(text));
        }
        rows::multiply(&rows::add(&x, &adjoint(&x)?)?, 0.5)
    }
}

/// Whether numbers are greater than others.
fn all_greater(a: &Array, b: &Array) -> Result<bool> {
    all(&rows::greater(a, b)?)
}

/// The solution of `a* x + x a - x b r^-1 b* x + q = 0`, or with `e` and `s` of `a* x e + e* x a - (e* x b + s) r^-1
/// (b* x e + s*) + q = 0`, of matrices, the last two axes, in double precision: `scipy.linalg.solve_continuous_are`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg::{self, Riccati};
/// # fn main() -> Result<()> {
/// let (a, one) = (array![[1.5]], array![[1.0]]);
/// let equation = Riccati { a: &a, b: &one, q: &array![[4.0]], r: &one, e: None, s: None, balanced: true };
/// assert_eq!(math::round(&linalg::solve_continuous_are(equation)?, 9)?.to_string(), "[[4.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for incompatible shapes, for `q` and `r` that are not Hermitian, a singular `r` or `e`, and
/// what is not finite; a linear algebra error where no solution is found.
pub fn solve_continuous_are(equation: Riccati) -> Result<Array> {
    let checked = equation.checked(true)?;
    let Checked { a, b, q, r, e, s, m, n, dtype } = &checked;
    let (sizes, adjoint_a, adjoint_b) = ([*m, *m, *n], adjoint(a)?, adjoint(b)?);
    let adjoint_s = s.as_ref().map(adjoint).transpose()?;
    let minus = s.as_ref().map(rows::negative).transpose()?;
    let (minus_q, minus_a) = (rows::negative(q)?, rows::negative(&adjoint_a)?);
    let first = blocks(
        &[
            [Some(a), None, Some(b)],
            [Some(&minus_q), Some(&minus_a), minus.as_ref()],
            [adjoint_s.as_ref(), Some(&adjoint_b), Some(r)],
        ],
        sizes,
        sizes,
        *dtype,
    )?;
    let one = identities(outer(a), *m, *dtype, a.device())?;
    let (e, adjoint_e) = match e {
        Some(e) => (e.clone(), adjoint(e)?),
        None => (one.clone(), one),
    };
    let none = [None, None, None];
    let second = blocks(&[[Some(&e), None, None], [None, Some(&adjoint_e), None], none], sizes, sizes, *dtype)?;
    let text = "The associated Hamiltonian pencil has eigenvalues too close to the imaginary axis";
    Extended { first, second, scales: None }.solve(&checked, First::LeftHalfPlane, equation.balanced, text)
}

/// The solution of `a* x a - x - a* x b (r + b* x b)^-1 b* x a + q = 0`, or with `e` and `s` of `a* x a - e* x e - (a*
/// x b + s) (r + b* x b)^-1 (b* x a + s*) + q = 0`, of matrices, the last two axes, in double precision:
/// `scipy.linalg.solve_discrete_are`.
///
/// # Errors
/// As [`solve_continuous_are`], but for a singular `r`.
pub fn solve_discrete_are(equation: Riccati) -> Result<Array> {
    let checked = equation.checked(false)?;
    let Checked { a, b, q, r, e, s, m, n, dtype } = &checked;
    let sizes = [*m, *m, *n];
    let (adjoint_a, minus_b) = (adjoint(a)?, rows::negative(&adjoint(b)?)?);
    let adjoint_s = s.as_ref().map(adjoint).transpose()?;
    let minus = s.as_ref().map(rows::negative).transpose()?;
    let minus_q = rows::negative(q)?;
    let one = identities(outer(a), *m, *dtype, a.device())?;
    let (e, adjoint_e) = match e {
        Some(e) => (e.clone(), adjoint(e)?),
        None => (one.clone(), one),
    };
    let first = blocks(
        &[
            [Some(a), None, Some(b)],
            [Some(&minus_q), Some(&adjoint_e), minus.as_ref()],
            [adjoint_s.as_ref(), None, Some(r)],
        ],
        sizes,
        sizes,
        *dtype,
    )?;
    let second = blocks(
        &[[Some(&e), None, None], [None, Some(&adjoint_a), None], [None, Some(&minus_b), None]],
        sizes,
        sizes,
        *dtype,
    )?;
    let text = "The associated symplectic pencil has eigenvalues too close to the unit circle";
    Extended { first, second, scales: None }.solve(&checked, First::InsideUnitCircle, equation.balanced, text)
}
