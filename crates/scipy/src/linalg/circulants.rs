//! Systems of circulant matrices, which Fourier transforms make diagonal.

use cuprust::fft::{fft, ifft};
use cuprust::ufunc::rows;
use cuprust::ufunc::where_;
use cuprust::{Array, normalize_axis};
use cuprust_ir::{Error, Result};

/// The treatment of circulant matrices that are nearly singular.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NearlySingular {
    /// A linear algebra error is raised.
    Raise,
    /// The solution of least length that leaves least is found.
    LeastSquares,
}

/// The solutions of `x` convolved around with `c` equal to `b`: `scipy.linalg.solve_circulant`. `c` is the first column
/// of the matrix, along `axes[0]`, `b` runs along `axes[1]` and the result along `axes[2]`; the other axes broadcast. A
/// matrix is nearly singular where a Fourier coefficient of `c` is at most `tol`, or without it the precision of
/// float64 times the extent and the largest coefficient. Waits for these.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg::{self, NearlySingular};
/// # fn main() -> Result<()> {
/// let (c, b) = (array![2.0, 0.0], array![4.0, 6.0]);
/// let x = linalg::solve_circulant(&c, &b, NearlySingular::Raise, None, [-1, 0, 0])?;
/// assert_eq!(x.to_string(), "[2. 3.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for an axis out of range and extents that differ, a linear algebra error for a matrix that is nearly
/// singular.
pub fn solve_circulant(
    c: &Array,
    b: &Array,
    nearly: NearlySingular,
    tol: Option<f64>,
    axes: [i64; 3],
) -> Result<Array> {
    let (c, b) = (c.atleast_1d(), b.atleast_1d());
    let last = |array: &Array, axis: i64, name: &str| -> Result<Array> {
        let index = normalize_axis(axis, array.ndim());
        let index = index.map_err(|_| Error::value(format!("'{name}axis' entry is out of bounds")))?;
        array.moveaxis(index as i64, -1)
    };
    let (columns, sides) = (last(&c, axes[0], "c")?, last(&b, axes[1], "b")?);
    let n = columns.shape()[columns.ndim() - 1];
    if n != sides.shape()[sides.ndim() - 1] {
        return Err(Error::value(format!("Shapes of c {:?} and b {:?} are incompatible", c.shape(), b.shape())));
    }
    let dtype = cuprust_num::promote(c.inexact()?.dtype(), b.inexact()?.dtype());
    if b.size() == 0 {
        return b.astype(dtype);
    }
    let eigenvalues = fft(&columns, -1)?;
    let sizes = rows::absolute(&eigenvalues)?;
    let zero = match tol {
        Some(tol) => rows::less_equal(&sizes, tol)?,
        None => {
            let largest = rows::max(&sizes, cuprust::axis(-1).keepdims())?;
            rows::less_equal(&sizes, &rows::multiply(&largest, n as f64 * f64::EPSILON)?)?
        }
    };
    let singular = rows::any(&zero, ..)?.item()?.get::<bool>();
    if singular && nearly == NearlySingular::Raise {
        return Err(Error::lin_alg("near singular circulant matrix."));
    }
    let transformed = fft(&sides, -1)?;
    let quotient = if singular {
        where_(&zero, 0, &rows::divide(&transformed, &where_(&zero, 1, &eigenvalues)?)?)?
    } else {
        rows::divide(&transformed, &eigenvalues)?
    };
    let x = ifft(&quotient, -1)?;
    let x = if dtype.is_complex() { x } else { x.real_part()? };
    x.moveaxis(-1, axes[2])?.ascontiguous()
}
