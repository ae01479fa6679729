//! Least squares by bidiagonalization.

use cuprust::Array;
use cuprust::creation::{shape, zeros};
use cuprust::linalg::vdot;
use cuprust::ufunc::rows;
use cuprust_ir::Result;

use super::bidiagonal::Bidiagonal;
use super::operator::LinearOperator;
use super::vectors::{epsilon, length, minus_scaled, plus_scaled, read};

/// The stopping criteria of [`lsqr`] and [`lsmr`].
#[derive(Debug, Clone, Copy)]
pub struct Tolerances {
    /// How exact the matrix is, relative to its norm.
    pub atol: f64,
    /// How exact the right side is, relative to its norm.
    pub btol: f64,
    /// The condition number that ends the steps; 0 for none.
    pub conlim: f64,
    /// The most steps: without it two for each unknown of [`lsqr`], and the lesser extent of [`lsmr`].
    pub maxiter: Option<i64>,
}

impl Default for Tolerances {
    fn default() -> Self {
        Tolerances { atol: 1e-6, btol: 1e-6, conlim: 1e8, maxiter: None }
    }
}

/// The result of [`lsqr`]; the names are SciPy's.
#[derive(Debug, Clone)]
pub struct Lsqr {
    /// The solution.
    pub x: Array,
    /// Why steps ended: 0 where the solution is the first iterate, 1 for a solution of the system, 2 for one of least
    /// squares, 3 for the condition number, 4 to 6 for these up to rounding, 7 for the number of steps.
    pub istop: i64,
    /// The number of steps.
    pub itn: i64,
    /// The norm of the residual.
    pub r1norm: f64,
    /// That with the damping.
    pub r2norm: f64,
    /// An estimate of the Frobenius norm of the matrix with the damping.
    pub anorm: f64,
    /// An estimate of its condition number.
    pub acond: f64,
    /// The norm of the gradient.
    pub arnorm: f64,
    /// The norm of the solution.
    pub xnorm: f64,
    /// Estimates of the diagonal of the inverse of the normal equations' matrix, if requested, else zeros.
    pub var: Array,
}

/// The cosine and the sine that rotate two numbers to one and zero, and that one.
fn rotated(a: f64, b: f64) -> (f64, f64, f64) {
    let size = a.hypot(b);
    match size == 0.0 {
        true => (if b == 0.0 { 1.0 } else { 0.0 }, 0.0, 0.0),
        false => (a / size, b / size, size),
    }
}

/// The solution of a system, or of least squares, that minimizes the norms of `a x - b` and of `damp` times `x - x0`
/// (Paige, Saunders 1982): `scipy.sparse.linalg.lsqr`. With `variances` it estimates those too. Waits for two norms in
/// each step.
///
/// # Errors
/// A value error for incompatible shapes; what the operator gives.
pub fn lsqr(
    a: &dyn LinearOperator,
    b: &Array,
    damp: f64,
    x0: Option<&Array>,
    variances: bool,
    tolerances: Tolerances,
) -> Result<Lsqr> {
    let mut of = Bidiagonal::of(a, b, x0)?;
    let [_, n] = of.shape();
    let Tolerances { atol, btol, conlim, maxiter } = tolerances;
    let maxiter = maxiter.unwrap_or_else(|| n.saturating_mul(2));
    let eps = epsilon(of.x.dtype());
    let reachable = if conlim > 0.0 { 1.0 / conlim } else { 0.0 };
    let mut var = zeros(shape(n).dtype(of.x.dtype().real()).on(of.x.device()))?;
    let (mut rest, mut residual, mut gradient) = (of.beta, of.beta, of.alpha * of.beta);
    let [bnorm] = read([&length(&of.b)?])?;
    let (mut anorm, mut acond, mut xnorm) = (0.0, 0.0, 0.0);
    let (mut alone, mut steps, mut reason) = (residual, 0, 0);
    let (mut w, mut slope) = (of.v.clone(), of.alpha);
    let (mut inverse, mut damped, mut solutions, mut zeta) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
    let (mut cosine, mut sine) = (-1.0, 0.0);
    while gradient != 0.0 && reason == 0 && steps < maxiter {
        steps += 1;
        let before = of.alpha;
        let direction = of.step(Some(&vdot(&w, &w)?.real_part()?))?;
        if of.beta > 0.0 {
            anorm = f64::sqrt(anorm * anorm + before * before + of.beta * of.beta + damp * damp);
        }
        // The damping is rotated away, then the element below the diagonal.
        let (first, dropped) = match damp > 0.0 {
            true => {
                let first = slope.hypot(damp);
                let (c, s) = (slope / first, damp / first);
                let dropped = s * rest;
                rest *= c;
                (first, dropped)
            }
            false => (slope, 0.0),
        };
        let (c, s, diagonal) = rotated(first, of.beta);
        let above = s * of.alpha;
        slope = -c * of.alpha;
        let along = c * rest;
        rest *= s;
        let tail = s * along;
        inverse += direction / (diagonal * diagonal);
        if variances {
            var = rows::add(&var, &rows::square(&rows::divide(&rows::absolute(&w)?, diagonal)?)?)?;
        }
        of.x = plus_scaled(&of.x, along / diagonal, &w)?;
        w = minus_scaled(&of.v, above / diagonal, &w)?;
        // The norm of the solution by rotations from the right.
        let (delta, bar) = (sine * diagonal, -cosine * diagonal);
        let side = along - delta * zeta;
        let estimate = if bar == 0.0 { 0.0 } else { side / bar };
        xnorm = f64::sqrt(solutions + estimate * estimate);
        let gamma = f64::hypot(bar, above);
        (cosine, sine) = (bar / gamma, above / gamma);
        zeta = side / gamma;
        solutions += zeta * zeta;
        acond = anorm * inverse.sqrt();
        damped += dropped * dropped;
        residual = f64::sqrt(rest * rest + damped);
        gradient = of.alpha * tail.abs();
        // The residual of the system alone: that with the damping, without the damping's contribution.
        let squared = residual * residual - damp * damp * solutions;
        alone = squared.abs().sqrt().copysign(squared);
        let relative_to_b = |size: f64| if bnorm == 0.0 { size } else { size / bnorm };
        let growth = if bnorm == 0.0 { 0.0 } else { anorm * xnorm / bnorm };
        let ratio = relative_to_b(residual);
        reason = Tests {
            condition: 1.0 / (acond + eps),
            gradient: gradient / (anorm * residual + eps),
            residual: ratio / (1.0 + growth),
            is_solved: ratio <= btol + atol * growth,
            is_last: steps >= maxiter,
        }
        .reason(reachable, atol);
    }
    Ok(Lsqr {
        x: of.x,
        istop: reason,
        itn: steps,
        r1norm: alone,
        r2norm: residual,
        anorm,
        acond,
        arnorm: gradient,
        xnorm,
        var,
    })
}

/// The values that decide whether a step is the last.
struct Tests {
    condition: f64,
    gradient: f64,
    residual: f64,
    is_solved: bool,
    is_last: bool,
}

impl Tests {
    /// Why steps end, or 0: of several reasons the strongest.
    fn reason(&self, reachable: f64, atol: f64) -> i64 {
        let reasons = [
            (self.is_solved, 1),
            (self.gradient <= atol, 2),
            (self.condition <= reachable, 3),
            (1.0 + self.residual <= 1.0, 4),
            (1.0 + self.gradient <= 1.0, 5),
            (1.0 + self.condition <= 1.0, 6),
            (self.is_last, 7),
        ];
        reasons.iter().find(|(holds, _)| *holds).map_or(0, |&(_, number)| number)
    }
}

/// The result of [`lsmr`]; the names are SciPy's.
#[derive(Debug, Clone)]
pub struct Lsmr {
    /// The solution.
    pub x: Array,
    /// Why steps ended, as [`Lsqr::istop`].
    pub istop: i64,
    /// The number of steps.
    pub itn: i64,
    /// The norm of the residual.
    pub normr: f64,
    /// The norm of the gradient.
    pub normar: f64,
    /// An estimate of the norm of the matrix.
    pub norma: f64,
    /// An estimate of its condition number.
    pub conda: f64,
    /// The norm of the solution.
    pub normx: f64,
}

/// As [`lsqr`], by minimal residuals of the normal equations (Fong, Saunders 2011): `scipy.sparse.linalg.lsmr`.
///
/// # Errors
/// As [`lsqr`].
pub fn lsmr(a: &dyn LinearOperator, b: &Array, damp: f64, x0: Option<&Array>, tolerances: Tolerances) -> Result<Lsmr> {
    let mut of = Bidiagonal::of(a, b, x0)?;
    let [m, n] = of.shape();
    let Tolerances { atol, btol, conlim, maxiter } = tolerances;
    let maxiter = maxiter.unwrap_or(m.min(n));
    let [bnorm] = read([&length(&of.b)?])?;
    let mut found = Lsmr {
        x: of.x.clone(),
        istop: 0,
        itn: 0,
        normr: of.beta,
        normar: of.alpha * of.beta,
        norma: of.alpha,
        conda: 1.0,
        normx: 0.0,
    };
    if found.normar == 0.0 || bnorm == 0.0 {
        if bnorm == 0.0 {
            found.x = of.x.zeros_like(None)?;
        }
        [found.normx] = read([&length(&found.x)?])?;
        return Ok(found);
    }
    let (mut zeta_bar, mut alpha_bar) = (found.normar, of.alpha);
    let (mut rho, mut rho_bar, mut cosine, mut sine) = (1.0, 1.0, 1.0, 0.0);
    let (mut h, mut h_bar) = (of.v.clone(), of.x.zeros_like(None)?);
    // The norm of the residual follows from rotations of their own.
    let (mut beta_dd, mut beta_d, mut rho_d) = (of.beta, 0.0, 1.0);
    let (mut tau_tilde, mut theta_tilde, mut zeta, mut damped) = (0.0, 0.0, 0.0, 0.0);
    let (mut square, mut largest, mut smallest) = (of.alpha * of.alpha, 0.0_f64, 1e100_f64);
    let reachable = if conlim > 0.0 { 1.0 / conlim } else { 0.0 };
    while found.istop == 0 && found.itn < maxiter {
        found.itn += 1;
        of.step(None)?;
        let (c_hat, s_hat, alpha_hat) = rotated(alpha_bar, damp);
        let rho_before = rho;
        let (c, s);
        (c, s, rho) = rotated(alpha_hat, of.beta);
        let theta = s * of.alpha;
        alpha_bar = c * of.alpha;
        let (rho_bar_before, zeta_before) = (rho_bar, zeta);
        let (theta_bar, inner) = (sine * rho, cosine * rho);
        (cosine, sine, rho_bar) = rotated(inner, theta);
        zeta = cosine * zeta_bar;
        zeta_bar *= -sine;
        h_bar = minus_scaled(&h, theta_bar * rho / (rho_before * rho_bar_before), &h_bar)?;
        of.x = plus_scaled(&of.x, zeta / (rho * rho_bar), &h_bar)?;
        h = minus_scaled(&of.v, theta / rho, &h)?;
        let (beta_acute, beta_check) = (c_hat * beta_dd, -s_hat * beta_dd);
        let beta_hat = c * beta_acute;
        beta_dd = -s * beta_acute;
        let theta_before = theta_tilde;
        let (c_tilde, s_tilde, rho_tilde) = rotated(rho_d, theta_bar);
        theta_tilde = s_tilde * rho_bar;
        rho_d = c_tilde * rho_bar;
        beta_d = -s_tilde * beta_d + c_tilde * beta_hat;
        tau_tilde = (zeta_before - theta_before * tau_tilde) / rho_tilde;
        let tau = (zeta - theta_tilde * tau_tilde) / rho_d;
        damped += beta_check * beta_check;
        found.normr = f64::sqrt(damped + (beta_d - tau).powi(2) + beta_dd * beta_dd);
        square += of.beta * of.beta;
        found.norma = square.sqrt();
        square += of.alpha * of.alpha;
        largest = largest.max(rho_bar_before);
        if found.itn > 1 {
            smallest = smallest.min(rho_bar_before);
        }
        found.conda = largest.max(inner) / smallest.min(inner);
        found.normar = zeta_bar.abs();
        [found.normx] = read([&length(&of.x)?])?;
        let scale = found.norma * found.normr;
        let growth = found.norma * found.normx / bnorm;
        let ratio = found.normr / bnorm;
        found.istop = Tests {
            condition: 1.0 / found.conda,
            gradient: if scale == 0.0 { f64::INFINITY } else { found.normar / scale },
            residual: ratio / (1.0 + growth),
            is_solved: ratio <= btol + atol * growth,
            is_last: found.itn >= maxiter,
        }
        .reason(reachable, atol);
    }
    found.x = of.x;
    Ok(found)
}
