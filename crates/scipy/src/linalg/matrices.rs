//! Matrices of a pattern: their elements are given along diagonals, or by a formula of the indices.

use cuprust::chapters::positions;
use cuprust::creation::{eye, shape, zeros};
use cuprust::manipulation::concatenate;
use cuprust::math::Overlap;
use cuprust::ufunc::rows;
use cuprust::{Array, Device};
use cuprust_ir::{Error, Layout, Result, broadcast_shapes};
use cuprust_num::{DType, Scalar, c128};

use super::stacked::{common, extents, part, zeros_of};

/// Matrices of `m` rows and `n` columns in new memory; an element is the one of a line, the last axis, at `start` plus
/// its row and column times these steps.
fn from_line(line: &Array, start: i64, [m, n]: [i64; 2], [down, along]: [i64; 2]) -> Result<Array> {
    let own = line.layout();
    let last = line.ndim() - 1;
    let step = own.strides[last];
    let layout = Layout {
        shape: own.shape[..last].iter().copied().chain([m, n]).collect(),
        strides: own.strides[..last].iter().copied().chain([down * step, along * step]).collect(),
        offset: own.offset + if m * n == 0 { 0 } else { start * step },
    };
    line.view_within(layout).copy_ordered(line.dtype(), cuprust::Order::C)
}

/// Vectors, the last axes, whose stacks are broadcast.
///
/// # Errors
/// A value error where they do not broadcast, and where the two live on different devices.
fn broadcast_vectors(a: &Array, b: &Array) -> Result<(Vec<i64>, Array, Array)> {
    a.check_device(b)?;
    let (a, b) = (a.atleast_1d(), b.atleast_1d());
    let outer = |a: &Array| a.shape()[..a.ndim() - 1].to_vec();
    let stack = broadcast_shapes(&[&outer(&a), &outer(&b)])?.to_vec();
    let spread = |a: &Array| -> Result<Array> {
        let shape: Vec<i64> = stack.iter().copied().chain([a.shape()[a.ndim() - 1]]).collect();
        Ok(a.view_within(a.layout().broadcast(&shape)?))
    };
    let (a, b) = (spread(&a)?, spread(&b)?);
    Ok((stack, a, b))
}

/// The elements of vectors, the last axis, from an index on.
fn from_index(a: &Array, from: i64) -> Array {
    let count = (a.shape()[a.ndim() - 1] - from).max(0);
    a.view_within(a.layout().slice(a.ndim() - 1, from.min(a.shape()[a.ndim() - 1]), 1, count))
}

/// The matrices whose first columns are `c` and whose first rows are `r`, without its first element, or the conjugate
/// of `c`; each diagonal is constant: `scipy.linalg.toeplitz`. Both run along the last axis, and the axes before
/// broadcast.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let matrix = linalg::toeplitz(&array![1, 2, 3], Some(&array![1, 4]))?;
/// assert_eq!(matrix.to_string(), "[[1 4]\n [2 1]\n [3 2]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error where the axes before the last do not broadcast, and where the two live on different devices.
pub fn toeplitz(c: &Array, r: Option<&Array>) -> Result<Array> {
    let own = match r {
        Some(r) => r.clone(),
        None if c.dtype().is_complex() => rows::conjugate(c)?,
        None => c.clone(),
    };
    let (stack, c, r) = broadcast_vectors(c, &own)?;
    let (m, n) = (c.shape()[c.ndim() - 1], r.shape()[r.ndim() - 1]);
    if c.size() == 0 || r.size() == 0 {
        let dtype = cuprust_num::promote(c.dtype(), r.dtype());
        return zeros(shape(&[&stack[..], &[m, n]].concat()[..]).dtype(dtype).on(c.device()));
    }
    let line = concatenate(&[c.flip(-1)?, from_index(&r, 1)], -1)?;
    from_line(&line, m - 1, [m, n], [-1, 1])
}

/// The matrix whose first column is `c` and whose last row is `r`, without its first element, or zeros; each
/// antidiagonal is constant: `scipy.linalg.hankel`. Both are flattened.
///
/// # Errors
/// As [`toeplitz`].
pub fn hankel(c: &Array, r: Option<&Array>) -> Result<Array> {
    let c = c.ravel()?;
    let r = match r {
        Some(r) => r.ravel()?,
        None => c.zeros_like(None)?,
    };
    let (m, n) = (c.size(), r.size());
    if m == 0 || n == 0 {
        return zeros(shape((m, n)).dtype(cuprust_num::promote(c.dtype(), r.dtype())).on(c.device()));
    }
    from_line(&concatenate(&[&c, &r.at(1..)?], 0)?, 0, [m, n], [1, 1])
}

/// The matrices whose first columns are `c`, the last axis, and whose every other column is the one before, shifted
/// circularly by one: `scipy.linalg.circulant`.
///
/// # Errors
/// Out of memory.
pub fn circulant(c: &Array) -> Result<Array> {
    let c = c.atleast_1d();
    let (last, n) = (c.ndim() - 1, c.shape()[c.ndim() - 1]);
    if c.size() == 0 {
        return zeros(shape(&[&c.shape()[..last], &[n, n]].concat()[..]).dtype(c.dtype()).on(c.device()));
    }
    // As of toeplitz: the reversed column, and again without its last element.
    let reversed = c.flip(-1)?;
    let again = reversed.view_within(reversed.layout().slice(last, 0, 1, n - 1));
    from_line(&concatenate(&[&reversed, &again], -1)?, n - 1, [n, n], [-1, 1])
}

/// A row of matrices.
fn row(matrix: &Array, position: i64) -> Array {
    matrix.view_within(matrix.layout().at(matrix.ndim() - 2, position))
}

/// The Leslie matrices: `f`, the last axis, in the first row, and `s`, of one element less, below the diagonal:
/// `scipy.linalg.leslie`. The axes before the last broadcast.
///
/// # Errors
/// A value error for other lengths.
pub fn leslie(f: &Array, s: &Array) -> Result<Array> {
    if f.ndim() < 1 || s.ndim() < 1 {
        return Err(Error::value("Incorrect shape for `f` and `s`: they have an axis at least."));
    }
    let (stack, f, s) = broadcast_vectors(f, s)?;
    let (n, others) = (f.shape()[f.ndim() - 1], s.shape()[s.ndim() - 1]);
    if n != others + 1 {
        return Err(Error::value(
            "Incorrect lengths for f and s. The length of s along the last axis must be one less than the length of f.",
        ));
    }
    if others == 0 {
        return Err(Error::value("The length of s must be at least 1."));
    }
    let dtype = cuprust_num::promote(f.dtype(), s.dtype());
    let matrix = zeros(shape(&[&stack[..], &[n, n]].concat()[..]).dtype(dtype).on(f.device()))?;
    row(&matrix, 0).assign(&f.in_dtype(dtype)?)?;
    matrix.diagonal(-1, -2, -1)?.assign(&s.in_dtype(dtype)?)?;
    Ok(matrix)
}

/// The distances of each element of vectors, the last axis, to each: `scipy.linalg.fiedler`. Of no elements there are
/// none, and of one element one, float64.
///
/// # Errors
/// A type error for several bools.
pub fn fiedler(a: &Array) -> Result<Array> {
    let a = a.atleast_1d();
    if a.size() == 0 {
        return zeros(shape(0).on(a.device()));
    }
    if a.size() == 1 {
        return zeros(shape((1, 1)).on(a.device()));
    }
    let down = a.view_within(a.layout().with_axis(a.ndim()));
    rows::absolute(&rows::subtract(&down, &a.view_within(a.layout().with_axis(a.ndim() - 1)))?)
}

/// The companion matrices of polynomials along the last axis with five diagonals: `scipy.linalg.fiedler_companion`.
/// Waits for the first coefficients. Of no or one coefficient the matrices have no elements, and no columns.
///
/// # Errors
/// A value error for a first coefficient that is zero.
pub fn fiedler_companion(a: &Array) -> Result<Array> {
    let a = a.atleast_1d();
    let last = a.ndim() - 1;
    let (stack, n) = (&a.shape()[..last], a.shape()[last] - 1);
    if n < 1 {
        return zeros(shape(&[stack, &[0]].concat()[..]).dtype(a.dtype()).on(a.device()));
    }
    let leading = a.view_within(a.layout().slice(last, 0, 1, 1));
    if rows::any(&rows::equal(&leading, 0)?, ..)?.item()?.get() {
        return Err(Error::value("Leading coefficient is zero."));
    }
    let scaled = rows::negative(&rows::divide(&a, &leading)?)?.inexact()?;
    let dtype = scaled.dtype();
    if n == 1 {
        return from_index(&scaled, 1).reshape(&[stack, &[1, 1]].concat()[..]);
    }
    let matrix = zeros(shape(&[stack, &[n, n]].concat()[..]).dtype(dtype).on(a.device()))?;
    let one = Scalar::one(dtype);
    // Every other element of a diagonal, from a first one on, where there are some.
    let every = |offset: i64, from: i64, change: &dyn Fn(&Array) -> Result<()>| -> Result<()> {
        let diagonal = matrix.diagonal(offset, -2, -1)?;
        let count = (diagonal.shape()[last] - from + 1) / 2;
        if count < 1 {
            return Ok(());
        }
        change(&diagonal.view_within(diagonal.layout().slice(last, from, 2, count)))
    };
    every(-2, 1, &|diagonal| diagonal.fill(one))?;
    every(2, 0, &|diagonal| diagonal.fill(one))?;
    let taken = |from: i64, count: i64| scaled.view_within(scaled.layout().slice(last, from, 2, count));
    every(-1, 1, &|diagonal| diagonal.assign(&taken(3, diagonal.shape()[last])))?;
    every(1, 0, &|diagonal| diagonal.assign(&taken(2, diagonal.shape()[last])))?;
    let element = |position: i64| {
        let row = row(&matrix, position);
        row.view_within(row.layout().at(last, 0))
    };
    element(0).assign(&scaled.view_within(scaled.layout().at(last, 1)))?;
    element(1).fill(one)?;
    Ok(matrix)
}

/// The Hadamard matrix of Sylvester's construction: `scipy.linalg.hadamard`.
///
/// # Errors
/// A value error where `n` is no power of two.
pub fn hadamard(n: i64, dtype: DType, device: Device) -> Result<Array> {
    if n < 1 || n & (n - 1) != 0 {
        return Err(Error::value("n must be an positive integer, and n must be a power of 2"));
    }
    let own = positions(&[n], 0, &[1], DType::I64, device)?;
    let both = rows::bitwise_and(&own.view_within(own.layout().with_axis(1)), &own)?;
    let odd = rows::bitwise_and(&rows::bitwise_count(&both)?, 1)?;
    rows::subtract(1, &rows::multiply(&odd.astype(DType::I64)?, 2)?)?.astype(dtype)
}

/// The Helmert matrix, without its first row of equal elements unless `full`: `scipy.linalg.helmert`.
///
/// # Errors
/// A value error for a negative `n`.
pub fn helmert(n: i64, full: bool, device: Device) -> Result<Array> {
    let position = |axis: usize| positions(&[n, n], 0, if axis == 0 { &[1, 0] } else { &[0, 1] }, DType::F64, device);
    let (row, column) = (position(0)?, position(1)?);
    // Row i has ones before the diagonal and -i on it, divided by their length; the first has ones throughout.
    let below = rows::less(&column, &row)?;
    let on = rows::equal(&column, &row)?;
    let matrix = rows::subtract(&below, &rows::multiply(&on, &row)?)?;
    let first = rows::equal(&row, 0)?;
    let matrix = cuprust::ufunc::where_(&first, 1.0, &matrix)?;
    let square = cuprust::ufunc::where_(&first, n as f64, &rows::multiply(&row, &rows::add(&row, 1.0)?)?)?;
    let matrix = rows::divide(&matrix, &rows::sqrt(&square)?)?;
    if full { Ok(matrix) } else { matrix.at(1..)?.ascontiguous() }
}

/// One over the sum of row and column, counted from one half: `scipy.linalg.hilbert`.
///
/// # Errors
/// A value error for a negative `n`.
pub fn hilbert(n: i64, device: Device) -> Result<Array> {
    rows::divide(1.0, &positions(&[n, n], 1, &[1, 1], DType::F64, device)?)
}

/// The scale of a discrete Fourier transform as a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DftScale {
    /// None.
    One,
    /// Divided by the root of the number of elements: the matrix is unitary.
    Root,
    /// Divided by it.
    Count,
}

/// The discrete Fourier transform as a matrix: `scipy.linalg.dft`.
///
/// # Errors
/// A value error for a negative `n`.
pub fn dft(n: i64, scale: DftScale, device: Device) -> Result<Array> {
    let own = positions(&[n], 0, &[1], DType::I64, device)?;
    // The product of the indices is taken modulo n first, so that the angle is exact.
    let turns = rows::remainder(&rows::multiply(&own.view_within(own.layout().with_axis(1)), &own)?, n.max(1))?;
    let angle = rows::multiply(&turns, -2.0 * std::f64::consts::PI / n.max(1) as f64)?;
    let unit = rows::exp(&rows::multiply(&angle, Scalar::new(c128::new(0.0, 1.0)))?)?;
    match scale {
        DftScale::One => Ok(unit),
        DftScale::Root => rows::divide(&unit, (n as f64).sqrt()),
        DftScale::Count => rows::divide(&unit, n as f64),
    }
}

/// The matrices by which vectors of `n` elements are convolved with `a`, the last axis:
/// `scipy.linalg.convolution_matrix`.
///
/// # Errors
/// A value error for no axes or elements, and an `n` that is not positive.
pub fn convolution_matrix(a: &Array, n: i64, overlap: Overlap) -> Result<Array> {
    if n <= 0 {
        return Err(Error::value("n must be a positive integer."));
    }
    let Some((&count, stack)) = a.shape().split_last() else {
        return Err(Error::value("convolution_matrix expects an array of one axis at least"));
    };
    if a.size() == 0 {
        return Err(Error::value("len(a) must be at least 1."));
    }
    // Column j is a, shifted down by j; the mode selects the rows that are kept.
    let none = |count: i64| zeros(shape(&[stack, &[count]].concat()[..]).dtype(a.dtype()).on(a.device()));
    let line = concatenate(&[none(n - 1)?, a.clone(), none(n - 1)?], -1)?;
    let (m, first) = match overlap {
        Overlap::Full => (n + count - 1, 0),
        Overlap::Same => (n.max(count), (n.min(count) - 1) / 2),
        Overlap::Valid => (n.max(count) - n.min(count) + 1, n.min(count) - 1),
    };
    from_line(&line, n - 1 + first, [m, n], [1, -1])
}

/// Matrices, the last two axes, along the diagonals of larger ones that are zero elsewhere: `scipy.linalg.block_diag`.
/// A vector is one row; the axes before the last two broadcast.
///
/// # Errors
/// A value error where they do not.
pub fn block_diag(arrays: &[&Array], device: Device) -> Result<Array> {
    let blocks: Vec<Array> = arrays.iter().map(|array| array.at_least(2)).collect();
    let Some(first) = blocks.first() else { return zeros(shape((1, 0)).on(device)) };
    let dtype = cuprust_num::promote_all(blocks.iter().map(Array::dtype)).unwrap_or(DType::F64);
    let stack = common(&blocks)?;
    let extent = |axis: usize| blocks.iter().map(|block| extents(block)[axis]).sum::<i64>();
    let matrix = zeros_of(&stack, [extent(0), extent(1)], dtype, first)?;
    let (mut row, mut column) = (0, 0);
    for block in &blocks {
        let [m, n] = extents(block);
        part(&matrix, row..row + m, column..column + n).assign(&block.in_dtype(dtype)?)?;
        (row, column) = (row + m, column + n);
    }
    Ok(matrix)
}

/// The Kronecker products of columns: `scipy.linalg.khatri_rao`.
///
/// # Errors
/// A value error for fewer than two axes, and for other numbers of columns.
pub fn khatri_rao(a: &Array, b: &Array) -> Result<Array> {
    if a.ndim() < 2 || b.ndim() < 2 {
        return Err(Error::value("The both arrays should be 2-dimensional."));
    }
    let (m, n) = (a.shape()[a.ndim() - 1], b.shape()[b.ndim() - 1]);
    if m != n {
        return Err(Error::value("The number of columns for both arrays should be equal."));
    }
    let high = a.view_within(a.layout().with_axis(a.ndim() - 1));
    let deep = b.view_within(b.layout().with_axis(b.ndim() - 2));
    let product = rows::multiply(&high, &deep)?;
    let shape = product.shape();
    let (outer, last) = shape.split_at(shape.len() - 3);
    let shape: Vec<i64> = outer.iter().copied().chain([last[0] * last[1], last[2]]).collect();
    product.reshape(&shape[..])
}

/// The identity, stacked as matrices are.
pub(super) fn identities(stack: &[i64], n: i64, dtype: DType, device: Device) -> Result<Array> {
    let one = eye(shape((n, n)).dtype(dtype).on(device).k(0))?;
    let extents: Vec<i64> = stack.iter().copied().chain([n, n]).collect();
    Ok(one.view_within(one.layout().broadcast(&extents)?))
}
