//! Systems of symmetric matrices by minimal residuals.

use cuprust::Array;
use cuprust::linalg::vdot;
use cuprust::ufunc::rows;
use cuprust_ir::{Error, Result};

use super::operator::LinearOperator;
use super::system::{Iterations, Solution, System};
use super::vectors::{epsilon, length, minus_scaled, plus_scaled, read, read_absolute};

/// The solution of a system with the symmetric or Hermitian matrix `a - shift I`, which need not be definite, by
/// minimal residuals (Paige, Saunders 1975): `scipy.sparse.linalg.minres`. Steps end where the residual's norm is at
/// most `rtol` times the norms of the matrix and the solution, or where nothing is gained any more, after 5 for each
/// unknown unless something else is said; `atol` has no part in it. The preconditioner is positive definite. With
/// `check` the matrices are tested first.
///
/// # Errors
/// A value error for incompatible shapes, and for a matrix or a preconditioner that is found not to be as it
/// must; what the operators and the callback give.
pub fn minres(
    a: &dyn LinearOperator,
    b: &Array,
    shift: f64,
    check: bool,
    mut iterations: Iterations,
) -> Result<Solution> {
    let system = System::of(a, b, &iterations)?;
    let (tol, maxiter) = (iterations.rtol, system.max_iterations(&iterations, 5));
    let mut x = system.x.clone();
    let eps = epsilon(x.dtype());
    let mut r = system.residual()?;
    if !system.begins_with_zero() {
        r = plus_scaled(&r, shift, &x)?;
    }
    let mut z = system.preconditioned(&r)?;
    let [first] = read([&vdot(&r, &z)?.real_part()?])?;
    if first < 0.0 {
        return Err(Error::value("indefinite preconditioner"));
    }
    if first == 0.0 {
        return Ok(Solution { x, info: 0 });
    }
    if read([&length(&system.b)?])?[0] == 0.0 {
        return Ok(Solution { x: system.b, info: 0 });
    }
    let mut beta = first.sqrt();
    let beta1 = beta;
    if check {
        check_symmetric(|x| system.image(x), &r, "non-symmetric matrix", eps)?;
        check_symmetric(|x| system.preconditioned(x), &r, "non-symmetric preconditioner", eps)?;
    }
    // The matrix becomes tridiagonal by Lanczos's steps; rotations make a triangle of it, whose last rows are known as
    // numbers of the host.
    let (mut old, mut cosine, mut sine) = (0.0, -1.0, 0.0);
    let (mut slope, mut rest, mut reach, mut square) = (0.0_f64, 0.0_f64, beta, 0.0_f64);
    let (mut largest, mut smallest) = (0.0_f64, f64::INFINITY);
    let (mut before, mut current) = (r.zeros_like(None)?, r);
    let (mut w, mut w_before) = (x.zeros_like(None)?, x.zeros_like(None)?);
    for step in 1..=maxiter {
        let v = rows::multiply(&z, 1.0 / beta)?;
        let mut image = minus_scaled(&system.image(&v)?, shift, &v)?;
        if step > 1 {
            image = minus_scaled(&image, beta / old, &before)?;
        }
        let inner = vdot(&v, &image)?.real_part()?;
        image = minus_scaled(&image, &rows::divide(&inner, beta)?, &current)?;
        before = std::mem::replace(&mut current, image);
        z = system.preconditioned(&current)?;
        let [alpha, following] = read([&inner, &vdot(&current, &z)?.real_part()?])?;
        if following < 0.0 {
            return Err(Error::value("non-symmetric matrix"));
        }
        (old, beta) = (beta, following.sqrt());
        square += alpha.powi(2) + old.powi(2) + beta.powi(2);
        // Where the right side is an eigenvector, one step is all.
        let is_last = step == 1 && beta / beta1 <= 10.0 * eps;
        let delta = cosine * rest + sine * alpha;
        let bar = sine * rest - cosine * alpha;
        let beyond = slope;
        rest = -cosine * beta;
        slope = sine * beta;
        let root = bar.hypot(rest);
        let gamma = bar.hypot(beta).max(eps);
        (cosine, sine) = (bar / gamma, beta / gamma);
        let along = cosine * reach;
        reach *= sine;
        let direction = minus_scaled(&minus_scaled(&v, beyond, &w_before)?, delta, &w)?;
        w_before = std::mem::replace(&mut w, rows::multiply(&direction, 1.0 / gamma)?);
        x = plus_scaled(&x, along, &w)?;
        (largest, smallest) = (largest.max(gamma), smallest.min(gamma));
        let (size, [solution]) = (square.sqrt(), read([&length(&x)?])?);
        if let Some(callback) = &mut iterations.callback {
            callback(&x)?;
        }
        let residual = if solution == 0.0 || size == 0.0 { f64::INFINITY } else { reach / (size * solution) };
        let normal = if size == 0.0 { f64::INFINITY } else { root / size };
        let is_exact = solution * size * eps >= beta1 || largest / smallest >= 0.1 / eps;
        if is_exact || 1.0 + normal <= 1.0 || 1.0 + residual <= 1.0 {
            return Ok(Solution { x, info: 0 });
        }
        if is_last || normal <= tol || residual <= tol {
            return Ok(Solution { x, info: 0 });
        }
    }
    Ok(Solution { x, info: maxiter })
}

/// Refuses an operator that is not symmetric on a vector and its image.
fn check_symmetric(product: impl Fn(&Array) -> Result<Array>, r: &Array, otherwise: &str, eps: f64) -> Result<()> {
    let image = product(r)?;
    let [s, t] = [vdot(&image, &image)?.real_part()?, vdot(r, &product(&image)?)?.real_part()?];
    let [size, difference] = read_absolute([&s, &rows::subtract(&s, &t)?])?;
    if difference > (size + eps) * eps.powf(1.0 / 3.0) {
        return Err(Error::value(otherwise));
    }
    Ok(())
}
