//! Systems by generalized minimal residuals.

use cuprust::linalg::{lstsq, matmul};
use cuprust::ufunc::rows;
use cuprust::{Array, Device, concatenate};
use cuprust_ir::Result;
use cuprust_num::{DType, c128};
use cuprust_reserve::{filled, list};

use super::operator::LinearOperator;
use super::system::{Iterations, Solution, System};
use super::vectors::{length, orthogonalized, read};

/// The callback after each step, which gets the norm of the preconditioned residual relative to that of the right side.
pub struct Residuals<'a> {
    /// The callback.
    pub callback: &'a mut dyn FnMut(f64) -> Result<()>,
    /// Whether the most iterations count steps, as SciPy's "legacy" has it, instead of restarts.
    pub counts_steps: bool,
}

/// The solution of a system by generalized minimal residuals (Saad, Schultz 1986), of any square matrix:
/// `scipy.sparse.linalg.gmres`. After `restart` steps, 20 or the number of unknowns where it is less, they begin anew,
/// at most 10 times for each unknown unless something else is said. The callback of the iterations is called with the
/// iterate at each restart.
///
/// # Errors
/// A value error for a matrix that is not square, for incompatible shapes, and for a negative tolerance;
/// what the operators and the callbacks give.
pub fn gmres(
    a: &dyn LinearOperator,
    b: &Array,
    restart: Option<i64>,
    mut residuals: Option<Residuals>,
    mut iterations: Iterations,
) -> Result<Solution> {
    let system = System::of(a, b, &iterations)?;
    let (norm, threshold) = system.bound("gmres", &iterations)?;
    if norm == 0.0 {
        return Ok(Solution { x: system.b, info: 0 });
    }
    let maxiter = system.max_iterations(&iterations, 10);
    let restart = restart.unwrap_or(20).min(system.b.size()).max(0);
    let most_steps = residuals.as_ref().filter(|residuals| residuals.counts_steps).map(|_| maxiter);
    let is_last = |steps: i64| most_steps.is_some_and(|max_iterations| steps >= max_iterations);
    let [norm_of_side] = read([&length(&system.preconditioned(&system.b)?)?])?;
    let mut x = system.x.clone();
    let mut steps = 0;
    for _ in 0..maxiter {
        let r = system.residual_of(&x)?;
        let z = system.preconditioned(&r)?;
        let [residual, size] = read([&length(&r)?, &length(&z)?])?;
        if residual <= threshold {
            return Ok(Solution { x, info: 0 });
        }
        if size == 0.0 || is_last(steps) {
            break;
        }
        // The preconditioned residual at which the residual itself is small enough, by their current ratio.
        let wanted = threshold * size / residual;
        let mut space = Space::of(&z, size, restart)?;
        for step in 0..restart {
            let image = system.preconditioned(&system.image(&space.vector(step)?)?)?;
            let (left, is_closed) = space.extend(step, &image)?;
            steps += 1;
            if let Some(residuals) = &mut residuals {
                (residuals.callback)(if norm_of_side == 0.0 { left } else { left / norm_of_side })?;
            }
            if left <= wanted || is_closed || is_last(steps) {
                break;
            }
        }
        x = rows::add(&x, &space.correction()?)?;
        if let Some(callback) = &mut iterations.callback {
            callback(&x)?;
        }
    }
    let [residual] = read([&length(&system.residual_of(&x)?)?])?;
    Ok(Solution { x, info: if residual <= threshold { 0 } else { maxiter } })
}

/// A Krylov space by Arnoldi's steps: an orthonormal basis, in which the operator is a triangle after rotations.
struct Space {
    basis: Array,
    /// The most steps.
    width: usize,
    /// The steps that were done.
    count: usize,
    /// The triangle of the operator, by rows.
    triangle: Vec<c128>,
    /// The right side in the rotated basis.
    side: Vec<c128>,
    rotations: Vec<(f64, c128)>,
}

impl Space {
    /// The space that begins with a residual of a size.
    fn of(residual: &Array, size: f64, width: i64) -> Result<Space> {
        let basis = Array::empty([width + 1, residual.size()], residual.dtype(), residual.device())?;
        basis.at(0)?.assign(&rows::divide(residual, size)?)?;
        let width = width as usize;
        let mut side = list(width + 1)?;
        side.push(c128::new(size, 0.0));
        let triangle = filled(c128::default(), width * width)?;
        Ok(Space { basis, width, count: 0, triangle, side, rotations: list(width)? })
    }

    fn vector(&self, index: i64) -> Result<Array> {
        self.basis.at(index)
    }

    /// Extends the space by the image of its last vector. Gives the norm of the residual that is left, and whether the
    /// space is closed.
    fn extend(&mut self, step: i64, image: &Array) -> Result<(f64, bool)> {
        let (w, products) = orthogonalized(image, &self.basis.at(..step + 1)?)?;
        let size = length(&w)?.reshape([1])?.astype(self.basis.dtype())?;
        let mut column = concatenate(&[&products, &size], 0)?.astype(DType::C128)?.to_vec::<c128>()?;
        let step = step as usize;
        let following = column[step + 1].re;
        let next = if following == 0.0 { w } else { rows::divide(&w, following)? };
        self.basis.at(step as i64 + 1)?.assign(&next)?;
        for (index, &(c, s)) in self.rotations.iter().enumerate() {
            let (above, below) = (column[index], column[index + 1]);
            column[index] = above * c + s * below;
            column[index + 1] = below * c - s.conj() * above;
        }
        let (c, s) = rotation(column[step], following);
        column[step] = column[step] * c + s * following;
        for (row, &value) in column[..=step].iter().enumerate() {
            self.triangle[row * self.width + step] = value;
        }
        self.rotations.push((c, s));
        let last = self.side[step];
        self.side[step] = last * c;
        self.side.push(-s.conj() * last);
        self.count = step + 1;
        Ok((self.side[step + 1].norm(), following == 0.0))
    }

    /// The update of the iterate from the space. Components that a singular matrix leaves undetermined are zero.
    fn correction(&self) -> Result<Array> {
        let (count, dtype) = (self.count, self.basis.dtype());
        if count == 0 {
            return self.basis.at(0)?.zeros_like(None);
        }
        let mut triangle = list(count * count)?;
        for row in 0..count {
            triangle.extend_from_slice(&self.triangle[row * self.width..][..count]);
        }
        let extent = count as i64;
        let own = |values: &[c128], shape: &[i64]| -> Result<Array> {
            let array = Array::from_slice(values, shape, Device::cpu())?;
            if dtype.is_complex() { Ok(array) } else { array.real_part() }
        };
        let factors = lstsq(&own(&triangle, &[extent, extent])?, &own(&self.side[..count], &[extent])?, None)?.x;
        matmul(&factors.astype(dtype)?.to_device(self.basis.device())?, &self.basis.at(..extent)?)
    }
}

/// The cosine and the sine that rotate a number and a real one to one number and zero.
fn rotation(a: c128, b: f64) -> (f64, c128) {
    let size = a.norm().hypot(b);
    if size == 0.0 {
        (1.0, c128::default())
    } else if a == c128::default() {
        (0.0, c128::new(1.0, 0.0))
    } else {
        (a.norm() / size, a / a.norm() * b / size)
    }
}
