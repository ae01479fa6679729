//! Eigenvalues and Schur forms of pairs of matrices.

use cuprust::Array;
use cuprust::chapters::single_or_double;
use cuprust::linalg::{self, matmul, pencil_ordered, pencil_raw, pencil_split, pencil_vectors};
use cuprust::ufunc::rows;
use cuprust::ufunc::where_;
use cuprust_ir::{Error, Result, broadcast_shapes};
use cuprust_num::{DType, Scalar, promote};

use super::schur::{precision, square};

/// The generalized Schur form of two matrices: `a = q s z*` and `b = q t z*`.
#[derive(Debug, Clone)]
pub struct Qz {
    /// Upper triangular, or quasi-triangular where all is real.
    pub s: Array,
    /// Upper triangular, with a diagonal that is real and not negative.
    pub t: Array,
    /// The unitary matrix on the left.
    pub q: Array,
    /// The unitary matrix on the right.
    pub z: Array,
}

impl Qz {
    fn of([s, t, q, z]: [Array; 4]) -> Qz {
        Qz { s, t, q, z }
    }

    /// The same with a triangular complex first matrix.
    fn split(&self) -> Result<Qz> {
        if self.s.dtype().is_complex() {
            return Ok(self.clone());
        }
        let dtype = self.s.dtype().complex();
        let parts = [&self.s, &self.t, &self.q, &self.z];
        let [s, t, q, z] = parts.map(|part| part.in_dtype(dtype));
        Ok(Qz::of(pencil_split(&[s?, t?, q?, z?])?))
    }

    /// The eigenvalues as numbers `alpha`, complex, over numbers `beta`, in the order of the diagonal.
    ///
    /// # Errors
    /// Out of memory.
    pub fn eigenvalues(&self) -> Result<(Array, Array)> {
        let split = self.split()?;
        let diagonal = |a: &Array| a.diagonal(0, -2, -1)?.copy();
        let (alpha, beta) = (diagonal(&split.s)?, diagonal(&split.t)?.real_part()?.copy()?);
        if self.s.dtype().is_complex() || alpha.shape()[alpha.ndim() - 1] < 2 {
            return Ok((alpha, beta));
        }
        // A block of one row is real.
        let below = rows::not_equal(&self.s.diagonal(-1, -2, -1)?, 0)?;
        let shape = [&self.s.shape()[..self.s.ndim() - 2], &[1]].concat();
        let none =
            cuprust::creation::zeros(cuprust::creation::shape(&shape[..]).dtype(DType::Bool).on(self.s.device()))?;
        let pair = rows::logical_or(
            &cuprust::manipulation::concatenate(&[&below, &none], -1)?,
            &cuprust::manipulation::concatenate(&[&none, &below], -1)?,
        )?;
        let real = self.s.diagonal(0, -2, -1)?.astype(alpha.dtype())?;
        let own = self.t.diagonal(0, -2, -1)?;
        Ok((
            where_(&pair, &alpha, &real)?.in_dtype(alpha.dtype())?,
            where_(&pair, &beta, &own)?.in_dtype(beta.dtype())?,
        ))
    }

    /// The form with the chosen eigenvalues first, of a real form both of a pair where one is chosen. `chosen` holds a
    /// bool for each. Waits for it.
    ///
    /// # Errors
    /// A linear algebra error where eigenvalues are too close to be exchanged.
    pub fn ordered(&self, chosen: &Array) -> Result<Qz> {
        Ok(Qz::of(pencil_ordered(&[&self.s, &self.t, &self.q, &self.z], chosen)?))
    }
}

/// Two square matrices of one stack, in a dtype that factors have.
fn pencil(a: &Array, b: &Array, complex: bool) -> Result<(Array, Array)> {
    a.check_device(b)?;
    let same = matches!((square(a), square(b)), (Ok(m), Ok(n)) if m == n);
    if !same {
        return Err(Error::value("Array dimensions must be square and agree"));
    }
    let dtype = promote(single_or_double(a.dtype()), single_or_double(b.dtype()));
    let dtype = if complex { dtype.complex() } else { dtype };
    let stack = broadcast_shapes(&[&a.shape()[..a.ndim() - 2], &b.shape()[..b.ndim() - 2]])?;
    let spread = |a: &Array| -> Result<Array> {
        let shape: Vec<i64> = stack.iter().chain(&a.shape()[a.ndim() - 2..]).copied().collect();
        a.view_within(a.layout().broadcast(&shape)?).in_dtype(dtype)
    };
    Ok((spread(a)?, spread(b)?))
}

/// The generalized Schur form of two square matrices, the last two axes: `scipy.linalg.qz`. Without `complex` that of
/// real matrices is real, with a block of two rows for each pair of conjugate eigenvalues, in which `t` is diagonal.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let form = linalg::qz(&array![[6.0]], &array![[2.0]], false)?;
/// assert_eq!(divide(&form.s, &form.t)?.to_string(), "[[3.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for matrices that are not square or of other shapes, a linear algebra error where the iterations do
/// not converge.
pub fn qz(a: &Array, b: &Array, complex: bool) -> Result<Qz> {
    let (a, b) = pencil(a, b, complex)?;
    Ok(Qz::of(pencil_raw(&a, &b)?))
}

/// The result of [`eig`].
#[derive(Debug)]
pub struct Eigen {
    /// Numbers that are the eigenvalues over `beta`, complex.
    pub alpha: Array,
    /// The denominators, which are zero for infinite eigenvalues.
    pub beta: Array,
    /// The left eigenvectors as columns of length one, where they are requested: `v* a = w v* b`.
    pub left: Option<Array>,
    /// The right ones: `a v = w b v`.
    pub right: Option<Array>,
}

impl Eigen {
    /// The eigenvalues, of which some are infinite where `b` is singular.
    ///
    /// # Errors
    /// Out of memory.
    pub fn values(&self) -> Result<Array> {
        let zero = rows::equal(&self.beta, 0)?;
        let dtype = self.alpha.dtype();
        let finite = rows::divide(&self.alpha, &where_(&zero, 1, &self.beta)?)?;
        let nothing = rows::logical_and(&zero, &rows::equal(&self.alpha, 0)?)?;
        let infinite = Scalar::new(f64::INFINITY).cast(dtype);
        let whole = where_(&zero, infinite, &finite)?;
        where_(&nothing, Scalar::new(f64::NAN).cast(dtype), &whole)?.in_dtype(dtype)
    }
}

/// The eigenvalues of square matrices, the last two axes, or of pairs of them, and the vectors that are requested:
/// `scipy.linalg.eig`. The vectors of real matrices are real where all eigenvalues are, which is waited for.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let found = linalg::eig(&array![[6.0]], Some(&array![[2.0]]), false, false)?;
/// assert_eq!(found.values()?.to_string(), "[3.+0.j]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`qz`].
pub fn eig(a: &Array, b: Option<&Array>, left: bool, right: bool) -> Result<Eigen> {
    let real = !a.dtype().is_complex() && !b.is_some_and(|b| b.dtype().is_complex());
    let (form, alpha, beta) = match b {
        Some(b) => {
            let form = qz(a, b, false)?;
            let (alpha, beta) = form.eigenvalues()?;
            (form.split()?, alpha, beta)
        }
        None => {
            square(a)?;
            let (t, z) = super::schur::complex_schur(&a.in_dtype(precision(a.dtype()))?)?;
            let n = t.shape()[t.ndim() - 1];
            let one = super::matrices::identities(&t.shape()[..t.ndim() - 2], n, t.dtype(), a.device())?;
            let alpha = t.diagonal(0, -2, -1)?.copy()?;
            let beta = cuprust::creation::ones(
                cuprust::creation::shape(alpha.shape()).dtype(alpha.dtype().real()).on(a.device()),
            )?;
            (Qz { s: t, t: one, q: z.clone(), z }, alpha, beta)
        }
    };
    let all_real = real && rows::all(&rows::equal(&alpha.imaginary_part()?, 0)?, ..)?.item()?.get::<bool>();
    let vectors = |wanted: bool, left: bool| -> Result<Option<Array>> {
        if !wanted {
            return Ok(None);
        }
        let own = pencil_vectors(&form.s, &form.t, left)?;
        let whole = matmul(if left { &form.q } else { &form.z }, &own)?;
        let whole = if all_real { whole.real_part()?.copy()? } else { whole };
        let length = linalg::norm(&whole, cuprust::axis(-2).keepdims())?;
        rows::divide(&whole, &length).map(Some)
    };
    Ok(Eigen { left: vectors(left, true)?, right: vectors(right, false)?, alpha, beta })
}
