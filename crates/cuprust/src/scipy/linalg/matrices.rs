//! Matrices of a pattern: what their elements are made of stands along diagonals, or is a formula of the places.

use cuprust_ir::{Dims, Error, Layout, Result};
use cuprust_num::{DType, Scalar, c128};

use crate::creation::{eye, positions, shape, zeros};
use crate::manipulation::concatenate;
use crate::math::Overlap;
use crate::ufunc::rows;
use crate::{Array, Device};

/// A matrix of `m` rows and `n` columns in new memory, of which an element stands at `start` plus its row and column times these steps.
fn from_line(line: &Array, start: i64, [m, n]: [i64; 2], [down, along]: [i64; 2]) -> Result<Array> {
    let own = line.layout();
    let step = own.strides[0];
    let layout = Layout {
        shape: Dims::new(&[m, n]),
        strides: Dims::new(&[down * step, along * step]),
        offset: own.offset + if m * n == 0 { 0 } else { start * step },
    };
    line.view_of(layout).copy_ordered(line.dtype(), crate::Order::C)
}

/// The matrix whose first column is `c` and whose first row is `r`, without its first element, or the conjugate of `c`; each diagonal is
/// constant: `scipy.linalg.toeplitz`. Both are flattened.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let matrix = scipy::linalg::toeplitz(&array![1, 2, 3], Some(&array![1, 4]))?;
/// assert_eq!(matrix.to_string(), "[[1 4]\n [2 1]\n [3 2]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Where the two live on different devices.
pub fn toeplitz(c: &Array, r: Option<&Array>) -> Result<Array> {
    let c = c.ravel()?;
    let r = match r {
        Some(r) => r.ravel()?,
        None => rows::conjugate(&c)?,
    };
    let (m, n) = (c.size(), r.size());
    if m == 0 || n == 0 {
        return zeros(shape((m, n)).dtype(cuprust_num::promote(c.dtype(), r.dtype())).on(c.device()));
    }
    let line = concatenate(&[c.flip(0)?, r.at(1..)?], 0)?;
    from_line(&line, m - 1, [m, n], [-1, 1])
}

/// The matrix whose first column is `c` and whose last row is `r`, without its first element, or zeros; each antidiagonal is constant:
/// `scipy.linalg.hankel`. Both are flattened.
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

/// The matrix whose first column is `c` and whose every other column is the one before, a place further around: `scipy.linalg.circulant`.
///
/// # Errors
/// None but of memory.
pub fn circulant(c: &Array) -> Result<Array> {
    let c = c.ravel()?;
    let n = c.size();
    if n == 0 {
        return zeros(shape((0, 0)).dtype(c.dtype()).on(c.device()));
    }
    // As of toeplitz: the reversed column, and again without its last element.
    let reversed = c.flip(0)?;
    from_line(&concatenate(&[&reversed, &reversed.at(..-1)?], 0)?, n - 1, [n, n], [-1, 1])
}

/// A vector of coefficients, two at least, or a value error with this name.
fn vector(a: &Array, name: &str) -> Result<()> {
    match a.ndim() {
        1 => Ok(()),
        _ => Err(Error::value(format!("Incorrect shape for `{name}`.  `{name}` must be one-dimensional."))),
    }
}

/// The companion matrix of a polynomial, the highest power first, whose eigenvalues are its zeros: `scipy.linalg.companion`. Waits for the
/// first coefficient.
///
/// # Errors
/// A value error for other than one axis, fewer than two coefficients, and a first one that is zero.
pub fn companion(a: &Array) -> Result<Array> {
    vector(a, "a")?;
    let n = a.size();
    if n < 2 {
        return Err(Error::value("The length of `a` along the last axis must be at least 2."));
    }
    if rows::equal(&a.at(0)?, 0)?.item()?.get() {
        return Err(Error::value("The first coefficient in `a` must not be zero."));
    }
    let first = rows::divide(&rows::negative(&a.at(1..)?)?, &a.at(0)?)?.inexact()?;
    let matrix = zeros(shape((n - 1, n - 1)).dtype(first.dtype()).on(a.device()))?;
    matrix.diagonal(-1, 0, 1)?.fill(Scalar::one(first.dtype()))?;
    matrix.at(0)?.assign(&first)?;
    Ok(matrix)
}

/// The Leslie matrix: `f` in the first row, and `s`, of one element less, below the diagonal: `scipy.linalg.leslie`.
///
/// # Errors
/// A value error for other than one axis or other lengths.
pub fn leslie(f: &Array, s: &Array) -> Result<Array> {
    vector(f, "f")?;
    vector(s, "s")?;
    let n = f.size();
    if n != s.size() + 1 {
        return Err(Error::value(
            "Incorrect lengths for f and s. The length of s along the last axis must be one less than the length of f.",
        ));
    }
    if s.size() == 0 {
        return Err(Error::value("The length of s must be at least 1."));
    }
    let dtype = cuprust_num::promote(f.dtype(), s.dtype());
    let matrix = zeros(shape((n, n)).dtype(dtype).on(f.device()))?;
    matrix.at(0)?.assign(&f.in_dtype(dtype)?)?;
    matrix.diagonal(-1, 0, 1)?.assign(&s.in_dtype(dtype)?)?;
    Ok(matrix)
}

/// The distances of each element to each: `scipy.linalg.fiedler`.
///
/// # Errors
/// A value error for other than one axis.
pub fn fiedler(a: &Array) -> Result<Array> {
    let a = a.atleast_1d();
    if a.ndim() != 1 {
        return Err(Error::value("Input `a` must be a 1D array."));
    }
    rows::absolute(&rows::subtract(&a.view_of(a.layout().with_axis(1)), &a)?)
}

/// The companion matrix of a polynomial with five diagonals: `scipy.linalg.fiedler_companion`. Waits for the first coefficient.
///
/// # Errors
/// A value error for other than one axis, and a first coefficient that is zero.
pub fn fiedler_companion(a: &Array) -> Result<Array> {
    let a = a.atleast_1d();
    if a.ndim() != 1 {
        return Err(Error::value("Input 'a' must be a 1-D array."));
    }
    let n = a.size() - 1;
    if n < 1 {
        return zeros(shape(0).dtype(a.dtype()).on(a.device()));
    }
    if rows::equal(&a.at(0)?, 0)?.item()?.get() {
        return Err(Error::value("Leading coefficient is zero."));
    }
    let scaled = rows::divide(&rows::negative(&a)?, &a.at(0)?)?.inexact()?;
    let dtype = scaled.dtype();
    if n == 1 {
        return scaled.at(1..2)?.reshape([1, 1]);
    }
    let matrix = zeros(shape((n, n)).dtype(dtype).on(a.device()))?;
    let one = Scalar::one(dtype);
    // Every other element of a diagonal, from a first one on, where there are some.
    let every = |offset: i64, from: i64, change: &dyn Fn(&Array) -> Result<()>| -> Result<()> {
        let diagonal = matrix.diagonal(offset, 0, 1)?;
        let count = (diagonal.size() - from + 1) / 2;
        if count < 1 {
            return Ok(());
        }
        change(&diagonal.view_of(diagonal.layout().slice(0, from, 2, count)))
    };
    every(-2, 1, &|diagonal| diagonal.fill(one))?;
    every(2, 0, &|diagonal| diagonal.fill(one))?;
    let taken = |from: i64, count: i64| scaled.view_of(scaled.layout().slice(0, from, 2, count));
    every(-1, 1, &|diagonal| diagonal.assign(&taken(3, diagonal.size())))?;
    every(1, 0, &|diagonal| diagonal.assign(&taken(2, diagonal.size())))?;
    matrix.at(crate::s![0, 0])?.assign(&scaled.at(1)?)?;
    matrix.at(crate::s![1, 0])?.fill(one)?;
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
    let both = rows::bitwise_and(&own.view_of(own.layout().with_axis(1)), &own)?;
    let odd = rows::bitwise_and(&rows::bitwise_count(&both)?, 1)?;
    rows::subtract(1, &rows::multiply(&odd.astype(DType::I64)?, 2)?)?.astype(dtype)
}

/// The Helmert matrix, without its first row of equal elements unless `full`: `scipy.linalg.helmert`.
///
/// # Errors
/// A value error for a negative `n`.
pub fn helmert(n: i64, full: bool, device: Device) -> Result<Array> {
    let place = |axis: usize| positions(&[n, n], 0, if axis == 0 { &[1, 0] } else { &[0, 1] }, DType::F64, device);
    let (row, column) = (place(0)?, place(1)?);
    // Row i has ones before the diagonal and -i on it, divided by their length; the first has ones throughout.
    let below = rows::less(&column, &row)?;
    let on = rows::equal(&column, &row)?;
    let matrix = rows::subtract(&below, &rows::multiply(&on, &row)?)?;
    let first = rows::equal(&row, 0)?;
    let matrix = crate::indexing::where_(&first, 1.0, &matrix)?;
    let square = crate::indexing::where_(&first, n as f64, &rows::multiply(&row, &rows::add(&row, 1.0)?)?)?;
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
    // The product of the places is taken modulo n first, so that the angle is exact.
    let turns = rows::remainder(&rows::multiply(&own.view_of(own.layout().with_axis(1)), &own)?, n.max(1))?;
    let angle = rows::multiply(&turns, -2.0 * std::f64::consts::PI / n.max(1) as f64)?;
    let unit = rows::exp(&rows::multiply(&angle, Scalar::new(c128::new(0.0, 1.0)))?)?;
    match scale {
        DftScale::One => Ok(unit),
        DftScale::Root => rows::divide(&unit, (n as f64).sqrt()),
        DftScale::Count => rows::divide(&unit, n as f64),
    }
}

/// The matrix by which a vector of `n` elements is convolved with `a`: `scipy.linalg.convolution_matrix`.
///
/// # Errors
/// A value error for other than one axis, no elements, and an `n` that is not positive.
pub fn convolution_matrix(a: &Array, n: i64, overlap: Overlap) -> Result<Array> {
    if n <= 0 {
        return Err(Error::value("n must be a positive integer."));
    }
    if a.ndim() != 1 {
        return Err(Error::value("convolution_matrix expects a one-dimensional array as input"));
    }
    let count = a.size();
    if count == 0 {
        return Err(Error::value("len(a) must be at least 1."));
    }
    // Column j is a, j places further down; of the rows those are kept that the mode names.
    let none = |count: i64| zeros(shape(count).dtype(a.dtype()).on(a.device()));
    let line = concatenate(&[none(n - 1)?, a.clone(), none(n - 1)?], 0)?;
    let (m, first) = match overlap {
        Overlap::Full => (n + count - 1, 0),
        Overlap::Same => (n.max(count), (n.min(count) - 1) / 2),
        Overlap::Valid => (n.max(count) - n.min(count) + 1, n.min(count) - 1),
    };
    from_line(&line, n - 1 + first, [m, n], [1, -1])
}

/// Matrices along the diagonal of a larger one, zeros beside them: `scipy.linalg.block_diag`. A vector is one row.
///
/// # Errors
/// A value error for more than two axes.
pub fn block_diag(arrays: &[&Array], device: Device) -> Result<Array> {
    let blocks: Vec<Array> = arrays.iter().map(|array| array.at_least(2)).collect();
    let bad: Vec<String> =
        blocks.iter().enumerate().filter(|(_, block)| block.ndim() > 2).map(|(place, _)| place.to_string()).collect();
    if !bad.is_empty() {
        return Err(Error::value(format!(
            "arguments in the following positions have dimension greater than 2: [{}]",
            bad.join(", ")
        )));
    }
    let Some(first) = blocks.first() else { return zeros(shape((1, 0)).on(device)) };
    let dtype = blocks.iter().map(Array::dtype).reduce(cuprust_num::promote).unwrap_or(DType::F64);
    let extent = |axis: usize| blocks.iter().map(|block| block.shape()[axis]).sum::<i64>();
    let matrix = zeros(shape((extent(0), extent(1))).dtype(dtype).on(first.device()))?;
    let (mut row, mut column) = (0, 0);
    for block in &blocks {
        let (m, n) = (block.shape()[0], block.shape()[1]);
        matrix.at(crate::s![row..row + m, column..column + n])?.assign(&block.in_dtype(dtype)?)?;
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
    let high = a.view_of(a.layout().with_axis(a.ndim() - 1));
    let deep = b.view_of(b.layout().with_axis(b.ndim() - 2));
    let product = rows::multiply(&high, &deep)?;
    let shape = product.shape();
    let (outer, last) = shape.split_at(shape.len() - 3);
    let shape: Vec<i64> = outer.iter().copied().chain([last[0] * last[1], last[2]]).collect();
    product.reshape(&shape[..])
}

/// How many diagonals below and above the main one reach to an element that is not zero: `scipy.linalg.bandwidth`. Waits for the elements.
///
/// # Errors
/// A value error for other than two axes.
pub fn bandwidth(a: &Array) -> Result<[i64; 2]> {
    if a.ndim() != 2 {
        return Err(Error::value("Input array must be 2D"));
    }
    if a.size() == 0 {
        return Ok([0, 0]);
    }
    let there = rows::not_equal(a, 0)?;
    let above = positions(a.shape(), 0, &[-1, 1], DType::I64, a.device())?;
    let reach = |sign: i64| -> Result<i64> {
        let far = rows::multiply(&rows::multiply(&above, sign)?, &there)?;
        Ok(rows::max(&far, ..)?.item()?.get::<i64>().max(0))
    };
    Ok([reach(-1)?, reach(1)?])
}

/// The identity, stacked as matrices are.
pub(super) fn identities(stack: &[i64], n: i64, dtype: DType, device: Device) -> Result<Array> {
    let one = eye(shape((n, n)).dtype(dtype).on(device).k(0))?;
    let extents: Vec<i64> = stack.iter().copied().chain([n, n]).collect();
    Ok(one.view_of(one.layout().broadcast(&extents)?))
}
