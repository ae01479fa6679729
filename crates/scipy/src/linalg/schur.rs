//! Schur and Hessenberg forms of matrices.

use cuprust::Array;
use cuprust::chapters::{single_or_double, wide_inexact};
use cuprust::linalg::{self, hessenberg_raw, schur_ordered, schur_raw, schur_split};
use cuprust::ufunc::rows;
use cuprust_ir::{Error, Result};
use cuprust_num::DType;

/// The dtype in which SciPy finds Schur forms: bools and half precision give single precision, integers double
/// precision.
pub(super) fn precision(dtype: DType) -> DType {
    if dtype == DType::Bool { DType::F32 } else { wide_inexact(dtype) }
}

/// The rows of square matrices.
///
/// # Errors
/// A value error for others.
pub(super) fn square(a: &Array) -> Result<i64> {
    match a.shape() {
        [.., m, n] if m == n => Ok(*n),
        _ => Err(Error::value("expected square matrix")),
    }
}

/// The unitary `z` and the upper triangular `t` by which `a = z t z*`, of square matrices, the last two axes:
/// `scipy.linalg.schur`. Gives `t` and `z`. Without `complex` those of real matrices are real: then `t` has a block of
/// two rows for each pair of conjugate eigenvalues, with equal elements on the diagonal.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let (t, z) = linalg::schur(&array![[0.0, 1.0], [-1.0, 0.0]], false)?;
/// assert_eq!(t.to_string(), "[[ 0.  1.]\n [-1.  0.]]");
/// assert_eq!(z.to_string(), "[[1. 0.]\n [0. 1.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for matrices that are not square, a linear algebra error where the iterations do not converge or an
/// element is not finite.
pub fn schur(a: &Array, complex: bool) -> Result<(Array, Array)> {
    square(a)?;
    let dtype = precision(a.dtype());
    schur_raw(&a.in_dtype(if complex { dtype.complex() } else { dtype })?)
}

/// The eigenvalues that come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum First {
    /// Those of negative real part.
    LeftHalfPlane,
    /// The others.
    RightHalfPlane,
    /// Those of absolute value one at most.
    InsideUnitCircle,
    /// The others.
    OutsideUnitCircle,
}

impl First {
    /// By SciPy's name.
    ///
    /// # Errors
    /// A value error for another.
    pub fn named(name: &str) -> Result<First> {
        Ok(match name {
            "lhp" => First::LeftHalfPlane,
            "rhp" => First::RightHalfPlane,
            "iuc" => First::InsideUnitCircle,
            "ouc" => First::OutsideUnitCircle,
            _ => {
                return Err(Error::value(
                    "'sort' parameter must either be 'None', or a callable, or one of ('lhp','rhp','iuc','ouc')",
                ));
            }
        })
    }

    /// Whether each eigenvalue is one of them.
    ///
    /// # Errors
    /// Out of memory.
    pub fn chosen(self, values: &Array) -> Result<Array> {
        match self {
            First::LeftHalfPlane => rows::less(&values.real_part()?, 0),
            First::RightHalfPlane => rows::greater_equal(&values.real_part()?, 0),
            First::InsideUnitCircle => rows::less_equal(&rows::absolute(values)?, 1),
            First::OutsideUnitCircle => rows::greater(&rows::absolute(values)?, 1),
        }
    }

    /// Whether each eigenvalue of a pair of matrices is one of them, of numerators and denominators. On the imaginary
    /// axis or the unit circle none is, and an infinite one is outside of the circle.
    ///
    /// # Errors
    /// Out of memory.
    pub fn chosen_of_pair(self, alpha: &Array, beta: &Array) -> Result<Array> {
        let zero = rows::equal(beta, 0)?;
        let quotient = rows::divide(alpha, &cuprust::ufunc::where_(&zero, 1, beta)?)?;
        let chosen = match self {
            First::LeftHalfPlane => rows::less(&quotient.real_part()?, 0)?,
            First::RightHalfPlane => rows::greater(&quotient.real_part()?, 0)?,
            First::InsideUnitCircle => rows::less(&rows::absolute(&quotient)?, 1)?,
            First::OutsideUnitCircle => {
                let outside = rows::greater(&rows::absolute(&quotient)?, 1)?;
                return cuprust::ufunc::where_(&zero, &rows::not_equal(alpha, 0)?, &outside);
            }
        };
        rows::logical_and(&chosen, &rows::logical_not(&zero)?)
    }
}

/// The eigenvalues of Schur forms, complex, in the order of the diagonal.
///
/// # Errors
/// Out of memory.
pub fn eigenvalues_of_schur(t: &Array) -> Result<Array> {
    let diagonal = t.diagonal(0, -2, -1)?;
    let n = diagonal.shape()[diagonal.ndim() - 1];
    if t.dtype().is_complex() || n < 2 {
        return diagonal.astype(t.dtype().complex());
    }
    // The imaginary parts of a pair are the square roots of minus the product of the off-diagonal elements.
    let (below, above) = (t.diagonal(-1, -2, -1)?, t.diagonal(1, -2, -1)?);
    let pair = rows::not_equal(&below, 0)?;
    let root = |x: &Array| rows::sqrt(&rows::absolute(x)?);
    let size = cuprust::ufunc::where_(&pair, &rows::multiply(&root(&below)?, &root(&above)?)?, 0)?;
    let none = cuprust::creation::zeros(
        cuprust::creation::shape(&[&t.shape()[..t.ndim() - 2], &[1]].concat()[..]).dtype(t.dtype()).on(t.device()),
    )?;
    let first = cuprust::manipulation::concatenate(&[&size, &none], -1)?;
    let second = cuprust::manipulation::concatenate(&[&none, &size], -1)?;
    let imaginary = rows::subtract(&first, &second)?;
    let unit = cuprust_num::Scalar::new(cuprust_num::c128::new(0.0, 1.0)).cast(t.dtype().complex());
    rows::add(&diagonal, &rows::multiply(&imaginary, unit)?)
}

/// Schur forms and bases with the chosen eigenvalues first, and how many these are: a pair of conjugates of a real form
/// counts as two where one of them is chosen. `chosen` holds a bool for each index on the diagonal. Waits for the
/// forms.
///
/// # Errors
/// A linear algebra error where eigenvalues are too close to be exchanged.
pub fn order_schur(t: &Array, z: &Array, chosen: &Array) -> Result<(Array, Array, Array)> {
    let mut chosen = chosen.astype(DType::Bool)?;
    let n = t.shape()[t.ndim() - 1];
    if !t.dtype().is_complex() && n > 1 {
        let pair = rows::not_equal(&t.diagonal(-1, -2, -1)?, 0)?;
        let none = cuprust::creation::zeros(
            cuprust::creation::shape(&[&t.shape()[..t.ndim() - 2], &[1]].concat()[..])
                .dtype(DType::Bool)
                .on(t.device()),
        )?;
        let last = chosen.ndim() - 1;
        let part = |from: i64| chosen.view_within(chosen.layout().slice(last, from, 1, n - 1));
        let either = rows::logical_and(&pair, &rows::logical_or(&part(0), &part(1))?)?;
        let first = cuprust::manipulation::concatenate(&[&either, &none], -1)?;
        let second = cuprust::manipulation::concatenate(&[&none, &either], -1)?;
        chosen = rows::logical_or(&chosen, &rows::logical_or(&first, &second)?)?;
    }
    let (t, z) = schur_ordered(t, z, &chosen)?;
    let count = rows::sum(&chosen.astype(DType::I64)?, cuprust::axis(-1))?;
    Ok((t, z, count))
}

/// The triangular complex Schur form, and its basis, of a quasi-triangular real one: `scipy.linalg.rsf2csf`. Gives the
/// form and the basis.
///
/// # Errors
/// A value error for matrices that are not square, or of other rows than the basis.
pub fn rsf2csf(t: &Array, z: &Array) -> Result<(Array, Array)> {
    for (each, name) in [(z, 'Z'), (t, 'T')] {
        square(each).map_err(|_| Error::value(format!("Input '{name}' must be square.")))?;
    }
    let (m, n) = (square(z)?, square(t)?);
    if m != n {
        let (z, t) = (z.shape(), t.shape());
        return Err(Error::value(format!("Input array shapes must match: Z: {z:?} vs. T: {t:?}")));
    }
    let dtype = cuprust_num::promote(precision(t.dtype()), precision(z.dtype()));
    let stack = cuprust_ir::broadcast_shapes(&[&t.shape()[..t.ndim() - 2], &z.shape()[..z.ndim() - 2]])?;
    let extents: Vec<i64> = stack.iter().copied().chain([n, n]).collect();
    let spread = |a: &Array| -> Result<Array> { Ok(a.view_within(a.layout().broadcast(&extents)?)) };
    schur_split(&spread(&t.in_dtype(dtype)?)?, &spread(&z.in_dtype(dtype)?)?)
}

/// The `h`, zero below its first subdiagonal, and the unitary `q` by which `a = q h q*`, of square matrices, the last
/// two axes: `scipy.linalg.hessenberg`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let (h, _) = linalg::hessenberg(&array![[1.0, 2.0, 0.0], [3.0, 4.0, 0.0], [0.0, 0.0, 5.0]])?;
/// assert_eq!(h.to_string(), "[[1. 2. 0.]\n [3. 4. 0.]\n [0. 0. 5.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for matrices that are not square.
pub fn hessenberg(a: &Array) -> Result<(Array, Array)> {
    square(a)?;
    hessenberg_raw(&a.in_dtype(single_or_double(a.dtype()))?)
}

/// The triangular complex Schur forms of finite square matrices, the last two axes, and their bases. Those of real
/// matrices come from real forms, so that real eigenvalues are real.
///
/// # Errors
/// As [`schur`], and a value error where an element is not finite.
pub fn triangular_schur(a: &Array) -> Result<(Array, Array)> {
    square(a)?;
    super::check_finite(a, true)?;
    complex_schur(&a.in_dtype(precision(a.dtype()))?)
}

/// The triangular complex Schur forms of matrices and their bases. Those of real matrices come from real forms, so that
/// real eigenvalues are real.
///
/// # Errors
/// As [`schur`].
pub(super) fn complex_schur(a: &Array) -> Result<(Array, Array)> {
    let (t, z) = linalg::schur_raw(a)?;
    if a.dtype().is_complex() { Ok((t, z)) } else { schur_split(&t, &z) }
}
