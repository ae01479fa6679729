//! Matrices that become bidiagonal step by step (Golub, Kahan 1965). A step's two norms are read at once.

use cuprust::creation::{shape, zeros};
use cuprust::ufunc::{rows, where_};
use cuprust::{Array, chapters, shape_text};
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, promote};

use super::operator::LinearOperator;
use super::vectors::{length, minus_scaled, read};

/// The state of a bidiagonalization that begins with the residual of a least-squares problem.
pub(super) struct Bidiagonal<'a> {
    a: &'a dyn LinearOperator,
    /// The right side.
    pub b: Array,
    /// The iterate.
    pub x: Array,
    u: Array,
    /// The last vector of the columns' space.
    pub v: Array,
    /// The norms of the last vectors before they were divided by them.
    pub beta: f64,
    pub alpha: f64,
}

impl<'a> Bidiagonal<'a> {
    /// The first vectors and their norms. Waits for these.
    ///
    /// # Errors
    /// A value error for incompatible shapes.
    pub(super) fn of(a: &'a dyn LinearOperator, b: &Array, x0: Option<&Array>) -> Result<Bidiagonal<'a>> {
        let b = if b.ndim() > 1 { b.squeeze(..)? } else { b.clone() };
        let [m, n] = a.shape();
        let unfit = |name: &str, array: &Array| {
            let [a, b] = [shape_text(&a.shape()), shape_text(array.shape())];
            Error::value(format!("shapes of A {a} and {name} {b} are incompatible"))
        };
        if *b.shape() != [m] {
            return Err(unfit("b", &b));
        }
        let dtype = promote(promote(a.dtype().unwrap_or(b.dtype()), b.dtype()), DType::F64);
        let b = b.astype(dtype)?;
        let x = match x0 {
            None => zeros(shape(n).dtype(dtype).on(b.device()))?,
            Some(x0) => x0.astype(dtype)?.ravel()?,
        };
        if *x.shape() != [n] {
            return Err(unfit("x0", &x));
        }
        let u = if x0.is_some() { rows::subtract(&b, &a.product(&x)?)? } else { b.clone() };
        let mut begun = Bidiagonal { a, b, v: x.clone(), x, u, beta: 0.0, alpha: 0.0 };
        begun.advance(None, None)?;
        Ok(begun)
    }

    /// The numbers of rows and columns of the matrix.
    pub(super) fn shape(&self) -> [i64; 2] {
        self.a.shape()
    }

    /// The next vectors and their norms. Waits for these; another real scalar is read with them.
    pub(super) fn step(&mut self, also_read: Option<&Array>) -> Result<f64> {
        self.u = minus_scaled(&self.a.product(&self.v)?, self.alpha, &self.u)?;
        let before = self.v.clone();
        self.advance(Some(&before), also_read)
    }

    fn advance(&mut self, before: Option<&Array>, also_read: Option<&Array>) -> Result<f64> {
        chapters::poll_signals()?;
        let beta = length(&self.u)?;
        self.u = rows::divide(&self.u, &where_(&rows::equal(&beta, 0)?, 1, &beta)?)?;
        let mut v = self.a.adjoint_product(&self.u)?;
        if let Some(before) = before {
            v = minus_scaled(&v, &beta, before)?;
        }
        let alpha = length(&v)?;
        let other;
        [self.beta, self.alpha, other] = read([&beta, &alpha, also_read.unwrap_or(&alpha)])?;
        // Without a first vector there is no second one.
        if self.beta == 0.0 {
            self.alpha = 0.0;
        }
        self.v = if self.alpha == 0.0 { v } else { rows::divide(&v, self.alpha)? };
        Ok(other)
    }
}
