//! Eigenvalues of Hermitian matrices and of pairs of them, and real forms of complex eigenvalues.

use cuprust::Array;
use cuprust::chapters::single_or_double;
use cuprust::linalg::{self, Triangular, matmul, solve_triangular};
use cuprust::ufunc::rows;
use cuprust::ufunc::where_;
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, promote};

use super::factors::in_precision;
use super::stacked::{adjoint, extents, of_triangle, zeros_of};
use super::symmetric::Select;

/// Which equation eigenvalues `w` and vectors `v` of Hermitian matrices `a` and `b` solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Equation {
    /// `a v = w b v`.
    First,
    /// `a b v = w v`.
    Second,
    /// `b a v = w v`.
    Third,
}

impl Equation {
    /// By SciPy's number.
    ///
    /// # Errors
    /// A value error for another.
    pub fn numbered(number: i64) -> Result<Equation> {
        match number {
            1 => Ok(Equation::First),
            2 => Ok(Equation::Second),
            3 => Ok(Equation::Third),
            _ => Err(Error::value("\"type\" keyword only accepts 1, 2, and 3.")),
        }
    }
}

/// The selected eigenvalues of Hermitian matrices in ascending order, or of pairs of them, of which the second is
/// positive definite; and the eigenvectors as columns where they are requested: `scipy.linalg.eigh`. Of the matrices
/// one triangle is read.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg::{self, Equation, Select};
/// # fn main() -> Result<()> {
/// let (a, b) = (array![[6.0, 0.0], [0.0, 4.0]], array![[2.0, 0.0], [0.0, 4.0]]);
/// let (values, _) = linalg::eigh(&a, Some((&b, Equation::First)), true, Select::All, false)?;
/// assert_eq!(values.to_string(), "[1. 3.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for matrices that are not square or of other shapes, and for a selection that is none; a linear
/// algebra error where values are not found, or the second matrix is not positive definite.
pub fn eigh(
    a: &Array,
    b: Option<(&Array, Equation)>,
    lower: bool,
    select: Select,
    vectors: bool,
) -> Result<(Array, Option<Array>)> {
    let square = |a: &Array| match a.shape() {
        [.., m, n] if m == n => Ok(*n),
        _ => Err(Error::value("expected square matrices")),
    };
    let n = square(a)?;
    let Some((b, equation)) = b else {
        let a = in_precision(a)?;
        if !vectors {
            return select.of(linalg::eigvalsh(&a, lower)?, None);
        }
        let (values, vectors) = linalg::eigh(&a, lower)?;
        return select.of(values, Some(vectors));
    };
    a.check_device(b)?;
    if square(b)? != n {
        return Err(Error::value(format!("wrong b dimensions {:?}, should be {:?}", b.shape(), a.shape())));
    }
    let dtype = promote(single_or_double(a.dtype()), single_or_double(b.dtype()));
    let a = of_triangle(&a.in_dtype(dtype)?, lower, true)?;
    let factor = linalg::cholesky(&b.in_dtype(dtype)?, !lower)?;
    let factor = if lower { factor } else { adjoint(&factor)?.ascontiguous()? };
    let plain = Triangular { lower: true, ..Triangular::default() };
    let adjoint_form = Triangular { transposed: true, conjugated: true, ..plain };
    let single = match equation {
        Equation::First => {
            let half = solve_triangular(&factor, &a, plain)?;
            solve_triangular(&factor, &adjoint(&half)?, plain)?
        }
        Equation::Second | Equation::Third => matmul(&matmul(&adjoint(&factor)?, &a)?, &factor)?,
    };
    if !vectors {
        return select.of(linalg::eigvalsh(&single, true)?, None);
    }
    let (values, vectors) = linalg::eigh(&single, true)?;
    let vectors = match equation {
        Equation::First | Equation::Second => solve_triangular(&factor, &vectors, adjoint_form)?,
        Equation::Third => matmul(&factor, &vectors)?,
    };
    select.of(values, Some(vectors))
}

/// Matrices of `m` rows and `n` columns with singular values on their diagonals: `scipy.linalg.diagsvd`. The values run
/// along the last axis.
///
/// # Errors
/// A value error where there are not as many as the lesser extent.
pub fn diagsvd(s: &Array, m: i64, n: i64) -> Result<Array> {
    let Some((&count, stack)) = s.shape().split_last() else {
        return Err(Error::value("expected an array of one axis at least"));
    };
    if count != m.min(n) {
        return Err(Error::value("Length of s must be M or N."));
    }
    let whole = zeros_of(stack, [m, n], s.dtype(), s)?;
    whole.diagonal(0, -2, -1)?.assign(s)?;
    Ok(whole)
}

/// The real matrices with blocks of two rows for pairs of conjugates, and the real vectors as columns, of complex
/// eigenvalues along the last axis and vectors as columns: `scipy.linalg.cdf2rdf`. The conjugates of a pair stand one
/// after the other. Waits for the eigenvalues.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg::cdf2rdf;
/// # fn main() -> Result<()> {
/// let (values, vectors) = linalg::eig(&array![[0.0, 2.0], [-2.0, 0.0]])?;
/// let (values, _) = cdf2rdf(&values, &vectors)?;
/// assert_eq!(math::round(&values, 9)?.to_string(), "[[ 0.  2.]\n [-2.  0.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for incompatible shapes, and for complex eigenvalues without a conjugate.
pub fn cdf2rdf(w: &Array, v: &Array) -> Result<(Array, Array)> {
    w.check_device(v)?;
    if w.ndim() < 1 || v.ndim() != w.ndim() + 1 {
        return Err(Error::value(
            "expected eigenvectors array to have exactly one dimension more than eigenvalues array",
        ));
    }
    let n = w.shape()[w.ndim() - 1];
    if extents(v) != [n, n] {
        return Err(Error::value("expected the same number of eigenvalues as eigenvectors"));
    }
    if !w.dtype().is_complex() {
        let values = zeros_of(&w.shape()[..w.ndim() - 1], [n, n], w.dtype(), w)?;
        values.diagonal(0, -2, -1)?.assign(w)?;
        return Ok((values, v.real_part()?.astype(DType::F64)?));
    }
    let imaginary = w.imaginary_part()?;
    let complex = rows::not_equal(&imaginary, 0)?.astype(DType::I64)?;
    // The odd complex eigenvalues begin a pair.
    let number = cuprust::math::cumsum(&complex, -1)?;
    let odd = rows::remainder(&number, 2)?;
    let last = rows::sum(&complex, cuprust::axis(-1))?;
    if rows::any(&rows::remainder(&last, 2)?, ..)?.item()?.get::<bool>() {
        return Err(Error::value("expected complex-conjugate pairs of eigenvalues"));
    }
    let first = rows::logical_and(&complex, &odd)?;
    let second = rows::logical_and(&complex, &rows::logical_not(&odd)?)?;
    let values = zeros_of(&w.shape()[..w.ndim() - 1], [n, n], w.dtype().real(), w)?;
    values.diagonal(0, -2, -1)?.assign(&w.real_part()?)?;
    if n > 1 {
        let until = |a: &Array, from: i64| a.view_within(a.layout().slice(a.ndim() - 1, from, 1, n - 1));
        let above = where_(&until(&first, 0), &until(&imaginary, 0), 0)?;
        values.diagonal(1, -2, -1)?.assign(&above)?;
        let below = where_(&until(&second, 1), &until(&imaginary, 1), 0)?;
        values.diagonal(-1, -2, -1)?.assign(&below)?;
    }
    // The second vector of a pair is the first's conjugate: they become the negative of its imaginary part, and its
    // real part.
    let (real, imaginary) = (v.real_part()?, v.in_dtype(v.dtype().complex())?.imaginary_part()?.copy()?);
    let vectors = where_(&first.expand_dims(-2)?, &rows::negative(&imaginary)?, &real)?;
    Ok((values, vectors.astype(DType::F64)?))
}
