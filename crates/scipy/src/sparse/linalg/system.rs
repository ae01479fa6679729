//! Systems of equations as iterations begin with them: operators, first guess and right side in one dtype.

use cuprust::creation::{shape, zeros};
use cuprust::ufunc::rows;
use cuprust::{Array, chapters, shape_text};
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, promote};

use super::operator::LinearOperator;
use super::vectors::{length, read};

/// The callback, which gets each iterate.
pub type Callback<'a> = &'a mut dyn FnMut(&Array) -> Result<()>;

/// The options of iterations.
#[derive(Debug, Clone, Copy, Default)]
pub enum Guess<'a> {
    /// Zeros.
    #[default]
    Zero,
    /// The preconditioner times the right side.
    Preconditioned,
    /// These numbers.
    Values(&'a Array),
}

/// The options of the iterations of a system.
pub struct Iterations<'a> {
    /// The first iterate.
    pub guess: Guess<'a>,
    /// The residual's norm at which they end, relative to the right side's.
    pub rtol: f64,
    /// The residual's norm at which they end in any case.
    pub atol: f64,
    /// The most that are done; without it a multiple of the number of unknowns.
    pub maxiter: Option<i64>,
    /// An operator that is near the inverse of the matrix.
    pub preconditioner: Option<&'a dyn LinearOperator>,
    /// The callback, which gets each iterate.
    pub callback: Option<Callback<'a>>,
}

impl Default for Iterations<'_> {
    fn default() -> Self {
        Iterations { guess: Guess::Zero, rtol: 1e-5, atol: 0.0, maxiter: None, preconditioner: None, callback: None }
    }
}

/// The result of iterations.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The last iterate.
    pub x: Array,
    /// 0 where the residual is small enough, the number of iterations where there were too few, negative where one
    /// could not be done.
    pub info: i64,
}

/// A square system in one dtype.
pub(super) struct System<'a> {
    a: &'a dyn LinearOperator,
    preconditioner: Option<&'a dyn LinearOperator>,
    begins_with_zero: bool,
    /// The first iterate.
    pub x: Array,
    /// The right side.
    pub b: Array,
}

impl<'a> System<'a> {
    /// The system `a x = b`, of a vector or a matrix of one column.
    ///
    /// # Errors
    /// A value error for a matrix that is not square, and for incompatible shapes.
    pub(super) fn of<'b: 'a>(a: &'a dyn LinearOperator, b: &Array, of: &Iterations<'b>) -> Result<System<'a>> {
        let [rows, columns] = a.shape();
        if rows != columns {
            return Err(Error::value(format!("expected square matrix, but got shape={}", shape_text(&a.shape()))));
        }
        let fits = |array: &Array| *array.shape() == [rows] || *array.shape() == [rows, 1];
        let unfit = |name: &str, array: &Array| {
            let [a, b] = [shape_text(&a.shape()), shape_text(array.shape())];
            Error::value(format!("shapes of A {a} and {name} {b} are incompatible"))
        };
        if !fits(b) {
            return Err(unfit("b", b));
        }
        let own = match a.dtype() {
            Some(dtype) => dtype,
            None => a.product(b)?.dtype(),
        };
        let dtype = promote(floating(own), floating(b.dtype()));
        let b = b.astype(dtype)?.ravel()?;
        if of.preconditioner.is_some_and(|operator| operator.shape() != a.shape()) {
            return Err(Error::value("matrix and preconditioner have different shapes"));
        }
        let x = match of.guess {
            Guess::Zero => zeros(shape(rows).dtype(dtype).on(b.device()))?,
            Guess::Preconditioned => {
                of.preconditioner.map_or_else(|| Ok(b.clone()), |operator| operator.product(&b))?
            }
            Guess::Values(x) if fits(x) => x.astype(dtype)?.ravel()?,
            Guess::Values(x) => return Err(unfit("x0", x)),
        };
        let begins_with_zero = matches!(of.guess, Guess::Zero);
        Ok(System { a, preconditioner: of.preconditioner, begins_with_zero, x, b })
    }

    /// The product of the matrix.
    pub(super) fn image(&self, x: &Array) -> Result<Array> {
        chapters::poll_signals()?;
        self.a.product(x)
    }

    /// The product of the preconditioner.
    pub(super) fn preconditioned(&self, r: &Array) -> Result<Array> {
        self.preconditioner.map_or_else(|| Ok(r.clone()), |operator| operator.product(r))
    }

    /// The residual of the first iterate.
    pub(super) fn residual(&self) -> Result<Array> {
        if self.begins_with_zero { Ok(self.b.clone()) } else { self.residual_of(&self.x) }
    }

    /// The residual of an iterate.
    pub(super) fn residual_of(&self, x: &Array) -> Result<Array> {
        rows::subtract(&self.b, &self.image(x)?)
    }

    /// Whether the first iterate is zero because none was given.
    pub(super) fn begins_with_zero(&self) -> bool {
        self.begins_with_zero
    }

    /// The most iterations, where the program does not say how many.
    pub(super) fn max_iterations(&self, of: &Iterations, times: i64) -> i64 {
        of.maxiter.unwrap_or_else(|| self.b.size().saturating_mul(times))
    }

    /// The norm of the right side, and that of a residual that is small enough. Waits for the right side.
    ///
    /// # Errors
    /// A value error for a negative tolerance.
    pub(super) fn bound(&self, name: &str, of: &Iterations) -> Result<(f64, f64)> {
        if of.atol < 0.0 {
            let atol = of.atol;
            return Err(Error::value(format!(
                "'{name}' called with invalid `atol`={atol}; if set, `atol` must be a real, non-negative number."
            )));
        }
        let [norm] = read([&length(&self.b)?])?;
        Ok((norm, of.atol.max(of.rtol * norm)))
    }
}

/// The dtype in which a system of elements of a dtype is solved: double precision for all but single precision.
fn floating(dtype: DType) -> DType {
    match dtype {
        DType::F32 | DType::F64 | DType::C64 | DType::C128 => dtype,
        _ => DType::F64,
    }
}
