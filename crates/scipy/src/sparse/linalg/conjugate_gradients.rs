//! Systems by the methods of conjugate gradients and their relatives.
//!
//! Vectors and scalars stay on the matrix's device: the values that a step needs on the host, to end or to continue,
//! are read in one transfer.

use cuprust::Array;
use cuprust::creation::{ones, shape};
use cuprust::linalg::vdot;
use cuprust::ufunc::rows;
use cuprust_ir::Result;

use super::operator::LinearOperator;
use super::system::{Iterations, Solution, System};
use super::vectors::{epsilon, length, minus_scaled, plus_scaled, read_absolute};

/// The step could not be done: the residual is orthogonal to the first one.
const ORTHOGONAL_RESIDUAL: i64 = -10;
/// The step could not be done: its image is orthogonal to the first residual, or has no length.
const ORTHOGONAL_IMAGE: i64 = -11;

/// The solution of a system with a symmetric or Hermitian matrix that is positive definite, by conjugate gradients
/// (Hestenes, Stiefel 1952): `scipy.sparse.linalg.cg`. Waits for the residual's norm in each step, of which there are
/// at most 10 for each unknown unless something else is said.
///
/// # Errors
/// A value error for a matrix that is not square, for incompatible shapes, and for a negative tolerance;
/// what the operators and the callback give.
pub fn cg(a: &dyn LinearOperator, b: &Array, mut iterations: Iterations) -> Result<Solution> {
    let system = System::of(a, b, &iterations)?;
    let (norm, threshold) = system.bound("cg", &iterations)?;
    let maxiter = system.max_iterations(&iterations, 10);
    if norm == 0.0 {
        return Ok(Solution { x: system.b, info: 0 });
    }
    let (mut x, mut r) = (system.x.clone(), system.residual()?);
    let mut before: Option<(Array, Array)> = None;
    for _ in 0..maxiter {
        if read_absolute([&length(&r)?])?[0] < threshold {
            return Ok(Solution { x, info: 0 });
        }
        let z = system.preconditioned(&r)?;
        let rho = vdot(&r, &z)?;
        let p = match &before {
            None => z,
            Some((before, p)) => plus_scaled(&z, &rows::divide(&rho, before)?, p)?,
        };
        let q = system.image(&p)?;
        let alpha = rows::divide(&rho, &vdot(&p, &q)?)?;
        x = plus_scaled(&x, &alpha, &p)?;
        r = minus_scaled(&r, &alpha, &q)?;
        before = Some((rho, p));
        report(&mut iterations, &x)?;
    }
    Ok(Solution { x, info: maxiter })
}

/// The solution of a system by conjugate gradients squared (Sonneveld 1989), of any square matrix:
/// `scipy.sparse.linalg.cgs`. The second result is -10 where the residual is orthogonal to the first one, -11 where its
/// image is.
///
/// # Errors
/// As [`cg`].
pub fn cgs(a: &dyn LinearOperator, b: &Array, mut iterations: Iterations) -> Result<Solution> {
    let system = System::of(a, b, &iterations)?;
    let (norm, threshold) = system.bound("cgs", &iterations)?;
    let maxiter = system.max_iterations(&iterations, 10);
    if norm == 0.0 {
        return Ok(Solution { x: system.b, info: 0 });
    }
    let least = epsilon(system.x.dtype()).powi(2);
    let (mut x, mut r) = (system.x.clone(), system.residual()?);
    let first = r.clone();
    let mut before: Option<(Array, Array, Array)> = None;
    for _ in 0..maxiter {
        let rho = vdot(&first, &r)?;
        let [residual, size] = read_absolute([&length(&r)?, &rho])?;
        if residual < threshold {
            return Ok(Solution { x, info: 0 });
        }
        if size < least {
            return Ok(Solution { x, info: ORTHOGONAL_RESIDUAL });
        }
        let (u, p) = match &before {
            None => (r.clone(), r.clone()),
            Some((before, p, q)) => {
                let beta = rows::divide(&rho, before)?;
                let u = plus_scaled(&r, &beta, q)?;
                let p = plus_scaled(&u, &beta, &plus_scaled(q, &beta, p)?)?;
                (u, p)
            }
        };
        let v = system.image(&system.preconditioned(&p)?)?;
        let projection = vdot(&first, &v)?;
        if read_absolute([&projection])?[0] == 0.0 {
            return Ok(Solution { x, info: ORTHOGONAL_IMAGE });
        }
        let alpha = rows::divide(&rho, &projection)?;
        let q = minus_scaled(&u, &alpha, &v)?;
        x = plus_scaled(&x, &alpha, &system.preconditioned(&rows::add(&u, &q)?)?)?;
        // Computed anew, the residual is that of the solution in spite of rounding.
        r = system.residual_of(&x)?;
        before = Some((rho, p, q));
        report(&mut iterations, &x)?;
    }
    Ok(Solution { x, info: maxiter })
}

/// The solution of a system by stabilized biconjugate gradients (van der Vorst 1992), of any square matrix:
/// `scipy.sparse.linalg.bicgstab`. The second result is negative as that of [`cgs`].
///
/// # Errors
/// As [`cg`].
pub fn bicgstab(a: &dyn LinearOperator, b: &Array, mut iterations: Iterations) -> Result<Solution> {
    let system = System::of(a, b, &iterations)?;
    let (norm, threshold) = system.bound("bicgstab", &iterations)?;
    let maxiter = system.max_iterations(&iterations, 10);
    if norm == 0.0 {
        return Ok(Solution { x: system.b, info: 0 });
    }
    let dtype = system.x.dtype();
    let least = epsilon(dtype).powi(2);
    let (mut x, mut r) = (system.x.clone(), system.residual()?);
    let (first, mut p, mut v) = (r.clone(), r.clone(), r.clone());
    let one = ones(shape(()).dtype(dtype).on(r.device()))?;
    let (mut rho, mut alpha, mut omega) = (one.clone(), one.clone(), one);
    for step in 0..maxiter {
        let before = std::mem::replace(&mut rho, vdot(&first, &r)?);
        let [residual, size, last] = read_absolute([&length(&r)?, &rho, &omega])?;
        if residual < threshold {
            return Ok(Solution { x, info: 0 });
        }
        if size < least {
            return Ok(Solution { x, info: ORTHOGONAL_RESIDUAL });
        }
        if step > 0 {
            if last < least {
                return Ok(Solution { x, info: ORTHOGONAL_IMAGE });
            }
            let beta = rows::multiply(&rows::divide(&rho, &before)?, &rows::divide(&alpha, &omega)?)?;
            p = plus_scaled(&r, &beta, &minus_scaled(&p, &omega, &v)?)?;
        }
        let p_hat = system.preconditioned(&p)?;
        v = system.image(&p_hat)?;
        let projection = vdot(&first, &v)?;
        alpha = rows::divide(&rho, &projection)?;
        let s = minus_scaled(&r, &alpha, &v)?;
        let [size, residual] = read_absolute([&projection, &length(&s)?])?;
        if size == 0.0 {
            return Ok(Solution { x, info: ORTHOGONAL_IMAGE });
        }
        x = plus_scaled(&x, &alpha, &p_hat)?;
        if residual < threshold {
            return Ok(Solution { x, info: 0 });
        }
        let s_hat = system.preconditioned(&s)?;
        let t = system.image(&s_hat)?;
        omega = rows::divide(&vdot(&t, &s)?, &vdot(&t, &t)?)?;
        x = plus_scaled(&x, &omega, &s_hat)?;
        r = minus_scaled(&s, &omega, &t)?;
        report(&mut iterations, &x)?;
    }
    Ok(Solution { x, info: maxiter })
}

/// Calls the callback with an iterate.
pub(super) fn report(iterations: &mut Iterations, x: &Array) -> Result<()> {
    iterations.callback.as_mut().map_or(Ok(()), |callback| callback(x))
}
