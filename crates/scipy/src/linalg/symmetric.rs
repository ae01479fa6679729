//! Some eigenvalues of banded and tridiagonal matrices, factors of symmetric matrices that are not definite, and least
//! squares as SciPy has them.

use cuprust::Array;
use cuprust::chapters::single_or_double;
use cuprust::indexing::take_along_axis;
use cuprust::linalg::{self, ldl_raw};
use cuprust::ufunc::rows;
use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::schur::square;

/// Which eigenvalues are found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Select {
    /// All.
    All,
    /// Those that are larger than the first number, and not larger than the second.
    Values(f64, f64),
    /// Those from one index to another in ascending order, both included.
    Places(i64, i64),
}

impl Select {
    /// The selected of values in ascending order along the last axis, and of the columns that belong to them. Waits for
    /// values where these are compared.
    ///
    /// A value error for an interval whose ends descend, for indices out of range, and if the numbers of selected
    /// eigenvalues differ among the matrices of a stack.
    pub(super) fn of(self, values: Array, vectors: Option<Array>) -> Result<(Array, Option<Array>)> {
        let n = values.shape()[values.ndim() - 1];
        let (from, count) = match self {
            Select::All => return Ok((values, vectors)),
            Select::Values(low, high) => {
                let position = |bound: f64| {
                    rows::sum(&rows::less_equal(&values, bound)?.astype(DType::I64)?, cuprust::axis(-1).keepdims())
                };
                let from = position(low)?;
                let counts = rows::subtract(&position(high)?, &from)?.to_vec::<i64>()?;
                let count = counts.first().copied().unwrap_or(0);
                if counts.iter().any(|other| *other != count) {
                    return Err(Error::value("of the matrices of a stack other numbers of eigenvalues are selected"));
                }
                (from, count)
            }
            Select::Places(first, last) if 0 <= first && first <= last && last < n => {
                let shape: Vec<i64> = values.shape()[..values.ndim() - 1].iter().copied().chain([1]).collect();
                let on = cuprust::creation::shape(&shape[..]).dtype(DType::I64).on(values.device());
                (cuprust::creation::full(on, first)?, last - first + 1)
            }
            Select::Places(..) => return Err(Error::value("select_range out of bounds")),
        };
        let steps = cuprust::chapters::positions(&[count], 0, &[1], DType::I64, values.device())?;
        let indices = rows::add(&from, &steps)?;
        let found = take_along_axis(&values, &indices, Some(-1))?;
        let Some(vectors) = vectors else { return Ok((found, None)) };
        let wide = indices.view_within(indices.layout().with_axis(indices.ndim() - 1));
        let extents: Vec<i64> = vectors.shape()[..vectors.ndim() - 1].iter().copied().chain([count]).collect();
        let wide = wide.view_within(wide.layout().broadcast(&extents)?);
        Ok((found, Some(take_along_axis(&vectors, &wide, Some(-1))?)))
    }
}

/// The selected eigenvalues of real symmetric tridiagonal matrices, of their diagonals `d` and the elements `e` beside
/// them, in ascending order, and the eigenvectors as columns where they are requested: `scipy.linalg.eigh_tridiagonal`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg::{self, Select};
/// # fn main() -> Result<()> {
/// let (values, _) = linalg::eigh_tridiagonal(&array![1.0, 3.0], &array![0.0], Select::All, false)?;
/// assert_eq!(values.to_string(), "[1. 3.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Those of [`linalg::eigh_tridiagonal`], and a value error for a selection that is none.
pub fn eigh_tridiagonal(d: &Array, e: &Array, select: Select, vectors: bool) -> Result<(Array, Option<Array>)> {
    if !vectors {
        return select.of(linalg::eigvalsh_tridiagonal(d, e)?, None);
    }
    let (values, vectors) = linalg::eigh_tridiagonal(d, e)?;
    select.of(values, Some(vectors))
}

/// The selected eigenvalues of Hermitian banded matrices in ascending order, and the eigenvectors as columns where they
/// are requested: `scipy.linalg.eig_banded`. The band holds the diagonals of the lower triangle, its row `i - j` in
/// column `j` the element of row `i`, or those of the upper one from above to below.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg::{self, Select};
/// # fn main() -> Result<()> {
/// let band = array![[2.0, 2.0], [1.0, 0.0]];
/// let (values, _) = linalg::eig_banded(&band, true, Select::All, false)?;
/// assert_eq!(math::round(&values, 9)?.to_string(), "[1. 3.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for fewer than two axes and a selection that is none, a linear algebra error where values are not
/// found.
pub fn eig_banded(band: &Array, lower: bool, select: Select, vectors: bool) -> Result<(Array, Option<Array>)> {
    let [stack @ .., count, n] = band.shape() else { return Err(Error::value("expected a 2-D array")) };
    let (count, n) = (*count, *n);
    let dtype = single_or_double(band.dtype());
    let extents: Vec<i64> = stack.iter().copied().chain([n, n]).collect();
    let a = cuprust::creation::zeros(cuprust::creation::shape(&extents[..]).dtype(dtype).on(band.device()))?;
    let band = band.in_dtype(dtype)?;
    for distance in 0..count.min(n) {
        let row = if lower { distance } else { count - 1 - distance };
        let row = band.view_within(band.layout().at(band.ndim() - 2, row));
        // The diagonals below the main one begin with the first column, those above it end with the last.
        let from = if lower { 0 } else { distance };
        let part = row.view_within(row.layout().slice(row.ndim() - 1, from, 1, n - distance));
        a.diagonal(if lower { -distance } else { distance }, -2, -1)?.assign(&part)?;
    }
    if !vectors {
        return select.of(linalg::eigvalsh(&a, lower)?, None);
    }
    let (values, vectors) = linalg::eigh(&a, lower)?;
    select.of(values, Some(vectors))
}

/// A triangle `lu` with exchanged rows, blocks `d` of one or two rows on a diagonal, and the order `p` by which `lu[p]`
/// is triangular, of square matrices `lu d lu*`, the last two axes, of which one triangle is read: `scipy.linalg.ldl`.
/// Without `hermitian` complex matrices are symmetric, and are `lu d lu^T`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let [lu, d, _] = linalg::ldl(&array![[4.0, 2.0], [2.0, 0.0]], true, true)?;
/// assert_eq!(lu.to_string(), "[[1.  0. ]\n [0.5 1. ]]");
/// assert_eq!(d.to_string(), "[[ 4.  0.]\n [ 0. -1.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for matrices that are not square.
pub fn ldl(a: &Array, lower: bool, hermitian: bool) -> Result<[Array; 3]> {
    let n = square(a).map_err(|_| Error::value("The input array \"a\" should be square."))?;
    let a = a.in_dtype(single_or_double(a.dtype()))?;
    // The upper triangle is the lower one of the matrix with its rows and columns reversed.
    let flipped = |a: &Array| if lower { Ok(a.clone()) } else { a.flip(-1)?.flip(-2)?.copy() };
    let [l, d, order] = ldl_raw(&flipped(&a)?, hermitian)?;
    let (l, d) = (flipped(&l)?, flipped(&d)?);
    let order = if lower { order } else { rows::subtract(n - 1, &order.flip(-1)?)? };
    if a.size() == 0 {
        return Ok([l, d, order]);
    }
    // Row order[i] of the first factor is row i of the triangle.
    let back = cuprust::sorting::argsort(&order, Some(-1))?;
    let wide = back.view_within(back.layout().with_axis(back.ndim()));
    let wide = wide.view_within(wide.layout().broadcast(l.shape())?);
    Ok([take_along_axis(&l, &wide, Some(-2))?, d, order])
}

/// The least-squares solution of `a x = b` of least length, the squared length of what each column leaves, the rank,
/// int32, and the singular values: `scipy.linalg.lstsq`. Singular values below `cond` times the largest, without it
/// times the precision, count as zero. The second is empty where the matrix has not full rank, or not more rows than
/// columns. The rank is waited for.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let [x, ..] = linalg::lstsq(&array![[2.0], [0.0]], &array![4.0, 3.0], None)?;
/// assert_eq!(x.to_string(), "[2.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for another number of rows, and those of [`linalg::lstsq`].
pub fn lstsq(a: &Array, b: &Array, cond: Option<f64>) -> Result<[Array; 4]> {
    let rows_of = |array: &Array| array.shape().first().copied().unwrap_or(0);
    if a.ndim() == 2 && rows_of(a) != rows_of(b) {
        let (m, other) = (rows_of(a), rows_of(b));
        let text = format!("Shape mismatch: a and b should have the same number of rows ({m} != {other}).");
        return Err(Error::value(text));
    }
    let dtype = cuprust_num::promote(single_or_double(a.dtype()), single_or_double(b.dtype()));
    // A value that is not a fraction means the precision.
    let found = linalg::lstsq(&a.in_dtype(dtype)?, &b.in_dtype(dtype)?, Some(cond.unwrap_or(-1.0)))?;
    let residuals = match (found.residuals.size(), b.ndim()) {
        (0, _) => found.residuals.astype(dtype)?,
        (_, 1) => found.residuals.reshape(())?,
        _ => found.residuals,
    };
    let on = cuprust::creation::shape(()).dtype(DType::I32).on(a.device());
    Ok([found.x, residuals, cuprust::creation::full(on, found.rank)?, found.singular_values])
}
