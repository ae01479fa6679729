//! Eigenvalues at an end of the spectrum, by blocks of vectors with a preconditioner.

use cuprust::chapters::{poll_signals, take_known};
use cuprust::linalg::{eigh, matmul, norm, solve};
use cuprust::manipulation::stack;
use cuprust::ufunc::rows;
use cuprust::{Array, Device, concatenate, shape_text};
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, promote};
use cuprust_reserve::collected;

use super::operator::LinearOperator;
use super::vectors::epsilon;

/// The options of [`lobpcg`] in addition to the matrix and the first vectors.
#[derive(Clone, Copy)]
pub struct Blocks<'a> {
    /// The matrix on the right side of a generalized problem, positive definite; without it the identity.
    pub b: Option<&'a dyn LinearOperator>,
    /// An operator that is near the inverse of the matrix.
    pub preconditioner: Option<&'a dyn LinearOperator>,
    /// Columns that the vectors are orthogonal to, with respect to `b`.
    pub constraints: Option<&'a Array>,
    /// The norm of a residual that is small enough; without it `sqrt(eps)` for each row.
    pub tol: Option<f64>,
    /// The most steps.
    pub maxiter: i64,
    /// Whether the largest eigenvalues are sought, and not the least.
    pub largest: bool,
}

impl Default for Blocks<'_> {
    fn default() -> Self {
        Blocks { b: None, preconditioner: None, constraints: None, tol: None, maxiter: 20, largest: true }
    }
}

/// The result of [`lobpcg`].
#[derive(Debug, Clone)]
pub struct BlockPairs {
    /// The eigenvalues, that nearest to the end first.
    pub values: Array,
    /// Their eigenvectors, as columns.
    pub vectors: Array,
    /// The values of each step.
    pub history: Vec<Array>,
    /// The norms of the residuals in each step.
    pub norms: Vec<Vec<f64>>,
    /// The norm that was small enough.
    pub tol: f64,
}

impl BlockPairs {
    /// The number of steps.
    pub fn steps(&self) -> usize {
        self.norms.len() - 1
    }

    /// Whether all residuals are small enough.
    pub fn is_complete(&self) -> bool {
        self.norms.last().is_some_and(|norms| norms.iter().all(|&norm| norm <= self.tol))
    }
}

/// The largest eigenvalues of a symmetric or Hermitian matrix, or the least ones, and their eigenvectors, as many as
/// there are first vectors `x`, by locally optimal block preconditioned conjugate gradients (Knyazev 2001):
/// `scipy.sparse.linalg.lobpcg`. Waits for each step.
///
/// # Errors
/// A value error for incompatible shapes and for linearly dependent columns; what the operators give.
pub fn lobpcg(a: &dyn LinearOperator, x: &Array, blocks: Blocks) -> Result<BlockPairs> {
    let &[n, k] = x.shape() else { return Err(Error::value("expected rank-2 array for argument X")) };
    let mut dtype = promote(x.dtype(), DType::F32);
    if let Some(own) = a.dtype() {
        dtype = promote(dtype, own);
    }
    for (name, operator) in [("A", Some(a)), ("B", blocks.b), ("M", blocks.preconditioner)] {
        if let Some(operator) = operator
            && operator.shape() != [n, n]
        {
            return Err(Error::value(format!(
                "{name} is of shape {}, and X has {n} rows",
                shape_text(&operator.shape())
            )));
        }
    }
    if k == 0 || k > n {
        return Err(Error::value(format!("X has {k} columns and {n} rows")));
    }
    let of = |operator: Option<&dyn LinearOperator>, x: &Array| {
        operator.map_or_else(|| Ok(x.clone()), |operator| operator.matrix_product(x))
    };
    let weighted = |x: &Array| of(blocks.b, x);
    let complement = Complement::of(blocks.constraints, weighted, n)?;
    let tol = blocks.tol.unwrap_or_else(|| epsilon(dtype).sqrt() * n as f64);
    let ritz = |space: &Array| {
        let images = [a.matrix_product(space)?, weighted(space)?];
        Ritz::of(space, &images, k as usize, blocks.largest)
    };
    let space = complement.project(&x.astype(dtype)?)?;
    let mut best = ritz(&space)?;
    if best.values.len() < k as usize {
        return Err(Error::value("the columns of X are linearly dependent"));
    }
    let mut x = matmul(&space, &best.factors(dtype, x.device())?)?;
    let mut directions: Option<Array> = None;
    let (mut history, mut norms) = (Vec::new(), Vec::new());
    loop {
        poll_signals()?;
        let values = Array::from_slice(&best.values, [k], x.device())?.in_dtype(dtype.real())?;
        let residuals = rows::subtract(&a.matrix_product(&x)?, &rows::multiply(&weighted(&x)?, &values)?)?;
        let lengths = norm(&residuals, 0)?.astype(DType::F64)?.to_vec::<f64>()?;
        let active = lengths.iter().enumerate().filter(|&(_, &length)| !is_enough(length, tol));
        let active = collected(active.map(|(index, _)| index as i64))?;
        history.push(values.clone());
        norms.push(lengths);
        if active.is_empty() || norms.len() as i64 > blocks.maxiter {
            return Ok(BlockPairs { values, vectors: x, history, norms, tol });
        }
        let active = Array::from_slice(&active, [active.len() as i64], x.device())?;
        let toward = complement.project(&of(blocks.preconditioner, &take_known(&residuals, &active, 1)?)?)?;
        let space = match &directions {
            None => concatenate(&[&x, &toward], 1)?,
            Some(directions) => concatenate(&[&x, &toward, directions], 1)?,
        };
        best = ritz(&space)?;
        let factors = best.factors(dtype, x.device())?;
        // The update of the vectors by a step, if they have not converged.
        let added = matmul(&space.at(cuprust::s![.., k..])?, &factors.at(k..)?)?;
        directions = Some(take_known(&added, &active, 1)?);
        x = matmul(&space, &factors)?;
    }
}

/// Whether the norm of a residual is small enough; that of NaN is not.
fn is_enough(norm: f64, tol: f64) -> bool {
    norm <= tol
}

/// The component that is orthogonal to some columns.
struct Complement<'a> {
    columns: Option<(&'a Array, Array, Array)>,
}

impl<'a> Complement<'a> {
    fn of(columns: Option<&'a Array>, weighted: impl Fn(&Array) -> Result<Array>, n: i64) -> Result<Complement<'a>> {
        let Some(columns) = columns else { return Ok(Complement { columns: None }) };
        if columns.ndim() != 2 || columns.shape()[0] != n {
            let shape = shape_text(columns.shape());
            return Err(Error::value(format!("Y is of shape {shape}, and X has {n} rows")));
        }
        if columns.shape()[1] == 0 {
            return Ok(Complement { columns: None });
        }
        let image = weighted(columns)?;
        let gram = matmul(&adjoint(columns)?, &image)?;
        Ok(Complement { columns: Some((columns, adjoint(&image)?, gram)) })
    }

    fn project(&self, x: &Array) -> Result<Array> {
        let Some((columns, image, gram)) = &self.columns else { return Ok(x.clone()) };
        rows::subtract(x, &matmul(columns, &solve(gram, &matmul(image, x)?)?)?)
    }
}

fn adjoint(a: &Array) -> Result<Array> {
    if a.dtype().is_complex() { rows::conjugate(&a.t()) } else { Ok(a.t()) }
}

/// The values of a matrix in a space that are nearest to an end, and the factors of the space's vectors that give
/// theirs, on the CPU.
struct Ritz {
    values: Vec<f64>,
    factors: Array,
}

impl Ritz {
    fn of(space: &Array, images: &[Array; 2], k: usize, largest: bool) -> Result<Ritz> {
        let own = adjoint(space)?;
        let products = [matmul(&own, &images[0])?, matmul(&own, &images[1])?];
        // Both products are read in one transfer.
        let products = stack(&products, 0)?;
        let wide = if products.dtype().is_complex() { DType::C128 } else { DType::F64 };
        let eps = epsilon(products.dtype());
        let products = products.to_device(Device::cpu())?.astype(wide)?;
        let hermitian = |index: i64| -> Result<Array> {
            let product = products.at(index)?;
            rows::multiply(&rows::add(&product, &adjoint(&product)?)?, 0.5)
        };
        let (a, b) = (hermitian(0)?, hermitian(1)?);
        let count = b.shape()[0];
        let size = b.diagonal(0, 0, 1)?.real_part()?;
        let is_positive = rows::greater(&size, 0)?;
        let root = rows::sqrt(&cuprust::where_(&is_positive, &size, 1)?)?;
        let scale = cuprust::where_(&is_positive, &rows::divide(1.0, &root)?, 0)?;
        let down = scale.reshape([count, 1])?;
        let (lengths, axes) = eigh(&rows::multiply(&rows::multiply(&b, &scale)?, &down)?, true)?;
        // Directions that are rounding are none. Lengths ascend.
        let kept = lengths.to_vec::<f64>()?.iter().filter(|&&length| length > 10.0 * eps * count as f64).count() as i64;
        let first = count - kept;
        let axes = rows::multiply(&down, &axes.at(cuprust::s![.., first..])?)?;
        let axes = rows::divide(&axes, &rows::sqrt(&lengths.at(first..)?)?)?;
        let (values, vectors) = eigh(&matmul(&adjoint(&axes)?, &matmul(&a, &axes)?)?, true)?;
        let values = values.to_vec::<f64>()?;
        let rank = |index: i64| if largest { -values[index as usize] } else { values[index as usize] };
        let mut order = collected(0..kept)?;
        order.sort_by(|&a, &b| rank(a).total_cmp(&rank(b)));
        order.truncate(k);
        let chosen = Array::from_slice(&order, [order.len() as i64], Device::cpu())?;
        let factors = matmul(&axes, &take_known(&vectors, &chosen, 1)?)?;
        Ok(Ritz { values: collected(order.iter().map(|&index| values[index as usize]))?, factors })
    }

    fn factors(&self, dtype: DType, device: Device) -> Result<Array> {
        self.factors.astype(dtype)?.to_device(device)
    }
}
