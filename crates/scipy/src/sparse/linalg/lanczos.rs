//! Few eigenvalues and singular values of large matrices, by Lanczos's method with thick restarts.

use cuprust::chapters::{poll_signals, take_known};
use cuprust::creation::{eye, shape};
use cuprust::linalg::{eigh, matmul, svd};
use cuprust::manipulation::stack;
use cuprust::random::Generator;
use cuprust::ufunc::rows;
use cuprust::{Array, Device};
use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_reserve::{collected, filled, list};

use super::operator::{Adjoint, LinearOperator, Normal};
use super::vectors::{epsilon, length, orthogonalized, read};

/// Which eigenvalues are sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Which {
    /// Those of the largest magnitude.
    #[default]
    LargestMagnitude,
    /// The largest.
    Largest,
    /// The least.
    Least,
}

impl Which {
    /// The indices of `count` values, the most wanted first.
    fn of(self, values: &[f64], count: usize) -> Result<Vec<usize>> {
        let rank = |value: f64| match self {
            Which::LargestMagnitude => -value.abs(),
            Which::Largest => -value,
            Which::Least => value,
        };
        let mut order = collected(0..values.len())?;
        order.sort_by(|&a, &b| rank(values[a]).total_cmp(&rank(values[b])));
        order.truncate(count);
        Ok(order)
    }
}

/// The options of [`eigsh`] and [`svds`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Lanczos<'a> {
    /// The first vector; without it a random one.
    pub v0: Option<&'a Array>,
    /// How many vectors are held.
    pub ncv: Option<i64>,
    /// The most restarts; without it 10 for each row.
    pub maxiter: Option<i64>,
    /// The largest residual relative to its eigenvalue; 0 for rounding errors.
    pub tol: f64,
}

/// Eigenvalues in ascending order and eigenvectors.
#[derive(Debug, Clone)]
pub struct Eigenpairs {
    /// The eigenvalues that were found.
    pub values: Array,
    /// Their eigenvectors, as columns.
    pub vectors: Array,
    /// How many were sought. Fewer are found where the most restarts were too few.
    pub sought: i64,
    /// How many restarts were allowed.
    pub maxiter: i64,
}

impl Eigenpairs {
    /// How many were found.
    pub fn found(&self) -> i64 {
        self.values.size()
    }
}

/// `k` eigenvalues of a symmetric or Hermitian matrix and their eigenvectors, by the method of Lanczos with thick
/// restarts (Wu, Simon 2000): `scipy.sparse.linalg.eigsh`. Waits for each sweep.
///
/// # Errors
/// A value error for a matrix that is not square and for a `k` that is not from 1 up to the number of rows less 1; a
/// type error for elements that are no floats of single or double precision; what the operator gives.
pub fn eigsh(a: &dyn LinearOperator, k: i64, which: Which, options: Lanczos) -> Result<Eigenpairs> {
    let [n, columns] = a.shape();
    if n != columns {
        return Err(Error::value(format!("expected square matrix (shape: ({n}, {columns}))")));
    }
    let dtype = float_dtype(a)?;
    check_count(k, n, "n")?;
    let maxiter = options.maxiter.unwrap_or(n.saturating_mul(10));
    let ncv = options.ncv.map_or((2 * k).max(k + 32), |ncv| ncv.max(k + 1));
    if ncv >= n - 1 {
        let whole = a.matrix_product(&eye(shape((n, n)).dtype(dtype).on(a.device()?))?)?;
        let (values, vectors) = eigh(&whole, true)?;
        let mut kept = which.of(&values.astype(DType::F64)?.to_vec::<f64>()?, k as usize)?;
        kept.sort_unstable();
        let kept = index_array(&kept, values.device())?;
        let (values, vectors) = (take_known(&values, &kept, 0)?, take_known(&vectors, &kept, 1)?);
        return Ok(Eigenpairs { values, vectors, sought: k, maxiter });
    }
    Basis::of(a, dtype, ncv, options.v0)?.run(k, which, options.tol, maxiter)
}

/// Singular values in ascending order, between the left and the right singular vectors.
#[derive(Debug, Clone)]
pub struct SingularTriplets {
    /// The left singular vectors, as columns.
    pub u: Array,
    /// The singular values.
    pub values: Array,
    /// The right singular vectors, conjugated, as rows.
    pub vh: Array,
    /// The eigenvalues of the normal equations' matrix and their eigenvectors, by which these were found: fewer than
    /// were sought where the most restarts were too few.
    pub space: Eigenpairs,
}

/// The `k` largest singular values of a matrix and their vectors, by [`eigsh`] of the normal equations:
/// `scipy.sparse.linalg.svds`.
///
/// # Errors
/// A value error for a `k` that is not from 1 up to the lesser extent less 1; as [`eigsh`].
pub fn svds(a: &dyn LinearOperator, k: i64, options: Lanczos) -> Result<SingularTriplets> {
    let [m, n] = a.shape();
    float_dtype(a)?;
    check_count(k, m.min(n), "min(a.shape)")?;
    let (is_wide, adjoint) = (m < n, Adjoint(a));
    let tall: &dyn LinearOperator = if is_wide { &adjoint } else { a };
    let space = eigsh(&Normal(tall), k, Which::LargestMagnitude, options)?;
    // The space is invariant: its projection of the matrix gives the values, and the vectors of both sides to rounding.
    let parts = svd(&tall.matrix_product(&space.vectors)?, false)?;
    let adjoint = |a: &Array| if a.dtype().is_complex() { rows::conjugate(&a.t()) } else { Ok(a.t()) };
    let (values, u) = (parts.values.flip([-1])?, parts.u.flip([-1])?);
    let v = matmul(&space.vectors, &adjoint(&parts.vh)?)?.flip([-1])?;
    Ok(match is_wide {
        true => SingularTriplets { u: v, values, vh: adjoint(&u)?, space },
        false => SingularTriplets { u, values, vh: adjoint(&v)?, space },
    })
}

fn float_dtype(a: &dyn LinearOperator) -> Result<DType> {
    match a.dtype() {
        Some(dtype @ (DType::F32 | DType::F64 | DType::C64 | DType::C128)) => Ok(dtype),
        Some(other) => Err(Error::type_(format!("unsupported dtype (actual: {other})"))),
        None => Err(Error::type_("unsupported dtype (actual: None)")),
    }
}

fn check_count(k: i64, extent: i64, name: &str) -> Result<()> {
    if k <= 0 {
        return Err(Error::value(format!("k must be greater than 0 (actual: {k})")));
    }
    if k >= extent {
        return Err(Error::value(format!("k must be smaller than {name} (actual: {k})")));
    }
    Ok(())
}

fn index_array(of: &[usize], device: Device) -> Result<Array> {
    let integers = collected(of.iter().map(|&position| position as i64))?;
    Array::from_slice(&integers, [of.len() as i64], device)
}

/// A square matrix of the host.
struct Square {
    size: usize,
    elements: Vec<f64>,
}

impl Square {
    fn zero(size: usize) -> Result<Square> {
        Ok(Square { size, elements: filled(0.0, size * size)? })
    }

    fn set(&mut self, row: usize, column: usize, value: f64) {
        self.elements[row * self.size + column] = value;
        self.elements[column * self.size + row] = value;
    }

    fn largest(&self) -> f64 {
        self.elements.iter().fold(0.0, |largest, element| f64::max(largest, element.abs()))
    }

    /// The eigenvalues and the eigenvectors, as columns on the CPU.
    fn eigen(&self) -> Result<(Vec<f64>, Array)> {
        let extent = self.size as i64;
        let (values, vectors) = eigh(&Array::from_slice(&self.elements, [extent, extent], Device::cpu())?, true)?;
        Ok((values.to_vec()?, vectors))
    }
}

/// A basis in which a matrix is tridiagonal, but for the vectors that a restart keeps.
struct Basis<'a> {
    a: &'a dyn LinearOperator,
    dtype: DType,
    count: usize,
    n: i64,
    random: Generator,
    vectors: Array,
    matrix: Square,
    /// Whether each step is read as it is done, and how long an image was.
    is_careful: bool,
    longest: f64,
}

impl<'a> Basis<'a> {
    fn of(a: &'a dyn LinearOperator, dtype: DType, count: i64, v0: Option<&Array>) -> Result<Basis<'a>> {
        let (n, device) = (a.shape()[0], a.device()?);
        let vectors = Array::empty([count + 1, n], dtype, device)?;
        let count = count as usize;
        // Counter-based, the same on every device.
        let random = Generator::new(0, device);
        let matrix = Square::zero(count)?;
        let basis = Basis { a, dtype, count, n, random, vectors, matrix, is_careful: false, longest: 0.0 };
        let first = match v0 {
            Some(v0) => v0.in_dtype(dtype)?.ravel()?,
            None => basis.random_vector()?,
        };
        basis.set(0, &rows::divide(&first, &length(&first)?)?)?;
        Ok(basis)
    }

    fn set(&self, position: usize, vector: &Array) -> Result<()> {
        self.vectors.at(position as i64)?.assign(vector)
    }

    fn random_vector(&self) -> Result<Array> {
        self.random.standard_normal([self.n])?.astype(self.dtype)
    }

    /// Whether the rest of an image is rounding error.
    fn is_closed(&mut self, image: &Array, left: &Array) -> Result<bool> {
        let [whole, left] = read([&length(image)?, left])?;
        self.longest = self.longest.max(whole);
        Ok(left <= 10.0 * epsilon(self.dtype) * self.longest)
    }

    /// Fills the basis from an index on, and returns the norm of the remainder.
    fn sweep(&mut self, first: usize) -> Result<f64> {
        let (mut diagonal, mut off_diagonal) = (list(self.count - first)?, list(self.count - first)?);
        for position in first..self.count {
            poll_signals()?;
            let known = self.vectors.at(..position as i64 + 1)?;
            let image = self.a.product(&self.vectors.at(position as i64)?)?;
            let (rest, parts) = orthogonalized(&image, &known)?;
            let mut size = length(&rest)?;
            let following = if self.is_careful && self.is_closed(&image, &size)? {
                // The space is closed: another vector begins a new one.
                size = rows::multiply(&size, 0)?;
                let (rest, _) = orthogonalized(&self.random_vector()?, &known)?;
                rows::divide(&rest, &length(&rest)?)?
            } else {
                rows::divide(&rest, &size)?
            };
            self.set(position + 1, &following)?;
            diagonal.push(parts.at(position as i64)?.real_part()?);
            off_diagonal.push(size);
        }
        // All numbers of the sweep are read in one transfer.
        let read = |scalars: &[Array]| stack(scalars, 0)?.astype(DType::F64)?.to_vec::<f64>();
        let (alphas, betas) = (read(&diagonal)?, read(&off_diagonal)?);
        for (step, position) in (first..self.count).enumerate() {
            self.matrix.set(position, position, alphas[step]);
            if position + 1 < self.count {
                self.matrix.set(position, position + 1, betas[step]);
            }
        }
        Ok(betas[betas.len() - 1])
    }

    fn run(mut self, k: i64, which: Which, tol: f64, maxiter: i64) -> Result<Eigenpairs> {
        let (eps, count, wanted) = (epsilon(self.dtype), self.count, k as usize);
        let mut first = 0;
        for restart in 0..maxiter {
            let before = collected(self.matrix.elements.iter().copied())?;
            let mut left = self.sweep(first)?;
            let threshold = 10.0 * eps * self.matrix.largest();
            let is_regular = |size: f64| size > threshold;
            let inner = (first..count - 1).map(|position| self.matrix.elements[position * count + position + 1]);
            if !self.is_careful && !inner.chain([left]).all(is_regular) {
                // A space closed on the way: what follows it is rounding, or NaN.
                self.matrix.elements = before;
                self.is_careful = true;
                left = self.sweep(first)?;
            }
            let (values, vectors) = self.matrix.eigen()?;
            let last = vectors.at(count as i64 - 1)?.to_vec::<f64>()?;
            let sought = which.of(&values, wanted)?;
            let has_converged = |&position: &usize| {
                let size = values[position].abs().max(eps.powf(2.0 / 3.0));
                left * last[position].abs() <= tol.max(eps) * size
            };
            let mut converged = collected(sought.iter().copied().filter(has_converged))?;
            if converged.len() == wanted || restart + 1 == maxiter {
                converged.sort_unstable();
                return self.pairs(&values, &vectors, &converged, k, maxiter);
            }
            // Some more than are sought are kept, which saves restarts.
            let kept = which.of(&values, wanted + (count - wanted) / 2)?;
            let following = self.vectors.at(count as i64)?.copy()?;
            let lines = self.lines(&vectors, &kept)?;
            self.vectors.at(..kept.len() as i64)?.assign(&lines)?;
            self.set(kept.len(), &following)?;
            self.matrix.elements.fill(0.0);
            for (position, &value) in kept.iter().enumerate() {
                self.matrix.set(position, position, values[value]);
                self.matrix.set(kept.len(), position, left * last[value]);
            }
            first = kept.len();
        }
        let none = Square::zero(count)?;
        let vectors = Array::from_slice(&none.elements, [count as i64, count as i64], Device::cpu())?;
        self.pairs(&[], &vectors, &[], k, maxiter)
    }

    /// The vectors of some eigenvectors of the matrix, as rows.
    fn lines(&self, vectors: &Array, kept: &[usize]) -> Result<Array> {
        let factors = take_known(vectors, &index_array(kept, Device::cpu())?, 1)?.t().astype(self.dtype)?;
        let factors = factors.to_device(self.vectors.device())?;
        matmul(&factors, &self.vectors.at(..self.count as i64)?)
    }

    fn pairs(&self, values: &[f64], vectors: &Array, kept: &[usize], k: i64, maxiter: i64) -> Result<Eigenpairs> {
        let own = collected(kept.iter().map(|&position| values[position]))?;
        let values = Array::from_slice(&own, [kept.len() as i64], self.vectors.device())?;
        let vectors = self.lines(vectors, kept)?.t();
        Ok(Eigenpairs { values: values.in_dtype(self.dtype.real())?, vectors, sought: k, maxiter })
    }
}
