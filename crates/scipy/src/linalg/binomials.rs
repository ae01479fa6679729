//! Matrices of binomial coefficients, and the inverses of Hilbert's matrices.

use cuprust::chapters::{list_for, poll_signals};
use cuprust::{Array, Device};
use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_reserve::{filled, list};

/// Which of Pascal's matrices is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pascal {
    /// The product of the lower and the upper one: element `i, j` is `i + j` over `i`.
    Symmetric,
    /// Element `i, j` is `i` over `j`.
    Lower,
    /// Its transpose.
    Upper,
}

impl Pascal {
    /// By SciPy's name.
    ///
    /// # Errors
    /// A value error for another.
    pub fn named(name: &str) -> Result<Pascal> {
        match name {
            "symmetric" => Ok(Pascal::Symmetric),
            "lower" => Ok(Pascal::Lower),
            "upper" => Ok(Pascal::Upper),
            _ => Err(Error::value("kind must be 'symmetric', 'lower', or 'upper'")),
        }
    }
}

/// `n` rows of binomial coefficients, exact up to 2^53 or, for integers, while they are less than 2^127.
struct Binomials<T>(Vec<Vec<T>>);

impl<T: Copy + std::ops::Add<Output = T>> Binomials<T> {
    fn of(count: usize, zero: T, one: T) -> Result<Binomials<T>> {
        // The total size, which is checked before anything is allocated.
        list_for::<T>(count.saturating_mul(count.saturating_add(1) / 2), "binomial coefficients")?;
        let mut all: Vec<Vec<T>> = list(count)?;
        for row in 0..count {
            poll_signals()?;
            let mut next = filled(zero, row + 1)?;
            (next[0], next[row]) = (one, one);
            for column in 1..row {
                next[column] = all[row - 1][column - 1] + all[row - 1][column];
            }
            all.push(next);
        }
        Ok(Binomials(all))
    }

    fn get(&self, n: usize, k: usize, zero: T) -> T {
        self.0.get(n).and_then(|row| row.get(k)).copied().unwrap_or(zero)
    }
}

/// A matrix of integers, or of the numbers they are in float64.
fn matrix(
    n: usize,
    exact: Option<DType>,
    integer: impl Fn(usize, usize) -> i128,
    number: impl Fn(usize, usize) -> f64,
    device: Device,
) -> Result<Array> {
    let shape = [n as i64, n as i64];
    match exact {
        None => Array::from_slice(&elements(n, number)?, shape, device),
        Some(DType::U64) => Array::from_slice(&elements(n, |i, j| integer(i, j) as u64)?, shape, device),
        Some(_) => Array::from_slice(&elements(n, |i, j| integer(i, j) as i64)?, shape, device),
    }
}

/// The elements of a square matrix in C order.
fn elements<T>(n: usize, element: impl Fn(usize, usize) -> T) -> Result<Vec<T>> {
    let mut all = list_for(n.saturating_mul(n), "elements")?;
    for i in 0..n {
        for j in 0..n {
            if j % 64 == 0 {
                poll_signals()?;
            }
            all.push(element(i, j));
        }
    }
    Ok(all)
}

/// The rows of a matrix; the number of exact ones is limited.
fn checked(n: i64, exact: bool, max_exact: i64) -> Result<usize> {
    if exact && n > max_exact {
        return Err(Error::value(format!("exact elements of more than {max_exact} rows are no integers of 64 bits")));
    }
    usize::try_from(n).map_err(|_| Error::value("negative dimensions are not allowed"))
}

/// Pascal's matrix of binomial coefficients: `scipy.linalg.pascal`. The exact one is of uint64, the other of float64.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg::{self, Pascal};
/// # fn main() -> Result<()> {
/// let matrix = linalg::pascal(3, Pascal::Symmetric, true, Device::cpu())?;
/// assert_eq!(matrix.to_string(), "[[1 1 1]\n [1 2 3]\n [1 3 6]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a negative `n`, and for more than 34 rows of an exact one.
pub fn pascal(n: i64, kind: Pascal, exact: bool, device: Device) -> Result<Array> {
    let n = checked(n, exact, 34)?;
    let whole = Binomials::of(if exact { 2 * n } else { 0 }, 0i128, 1)?;
    let numbers = Binomials::of(if exact { 0 } else { 2 * n }, 0.0, 1.0)?;
    let position = |i: usize, j: usize| match kind {
        Pascal::Symmetric => (i + j, i),
        Pascal::Lower => (i, j),
        Pascal::Upper => (j, i),
    };
    let integer = |i, j| whole.get(position(i, j).0, position(i, j).1, 0);
    let number = |i, j| numbers.get(position(i, j).0, position(i, j).1, 0.0);
    matrix(n, exact.then_some(DType::U64), integer, number, device)
}

/// The inverse of Pascal's matrix: `scipy.linalg.invpascal`. The exact one is of int64, the other of float64.
///
/// # Errors
/// As [`pascal`].
pub fn invpascal(n: i64, kind: Pascal, exact: bool, device: Device) -> Result<Array> {
    let n = checked(n, exact, 34)?;
    let whole = Binomials::of(if exact { n } else { 0 }, 0i128, 1)?;
    let numbers = Binomials::of(if exact { 0 } else { n }, 0.0, 1.0)?;
    let negative = |i: usize, j: usize| (i + j) % 2 == 1;
    // The inverse of the symmetric one is the product of the inverses of the upper and the lower one, whose signs
    // follow from the indices.
    let terms = |i: usize, j: usize| i.max(j)..n;
    let integer = |i: usize, j: usize| {
        let size = match kind {
            Pascal::Symmetric => terms(i, j).map(|k| whole.get(k, i, 0) * whole.get(k, j, 0)).sum(),
            Pascal::Lower => whole.get(i, j, 0),
            Pascal::Upper => whole.get(j, i, 0),
        };
        if negative(i, j) { -size } else { size }
    };
    let number = |i: usize, j: usize| {
        let size: f64 = match kind {
            Pascal::Symmetric => terms(i, j).map(|k| numbers.get(k, i, 0.0) * numbers.get(k, j, 0.0)).sum(),
            Pascal::Lower => numbers.get(i, j, 0.0),
            Pascal::Upper => numbers.get(j, i, 0.0),
        };
        if negative(i, j) { -size } else { size }
    };
    matrix(n, exact.then_some(DType::I64), integer, number, device)
}

/// The inverse of [`hilbert`](super::hilbert): `scipy.linalg.invhilbert`. The exact one is of int64, the other of
/// float64.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// assert_eq!(linalg::invhilbert(2, true, Device::cpu())?.to_string(), "[[ 4 -6]\n [-6 12]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a negative `n`, and for more than 14 rows of an exact one.
pub fn invhilbert(n: i64, exact: bool, device: Device) -> Result<Array> {
    let n = checked(n, exact, 14)?;
    let whole = Binomials::of(if exact { 2 * n } else { 0 }, 0i128, 1)?;
    let numbers = Binomials::of(if exact { 0 } else { 2 * n }, 0.0, 1.0)?;
    let sign = |i: usize, j: usize| if (i + j) % 2 == 1 { -1 } else { 1 };
    let integer = |i: usize, j: usize| {
        let middle = whole.get(i + j, i, 0);
        let sides = whole.get(n + i, n - j - 1, 0) * whole.get(n + j, n - i - 1, 0);
        sign(i, j) * (i + j + 1) as i128 * sides * middle * middle
    };
    let number = |i: usize, j: usize| {
        let middle = numbers.get(i + j, i, 0.0);
        let sides = numbers.get(n + i, n - j - 1, 0.0) * numbers.get(n + j, n - i - 1, 0.0);
        sign(i, j) as f64 * (i + j + 1) as f64 * sides * middle * middle
    };
    matrix(n, exact.then_some(DType::I64), integer, number, device)
}
