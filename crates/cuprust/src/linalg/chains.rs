//! Powers of matrices, and products of several matrices.

use cuprust_ir::{Error, Result};

use super::factors::{identity, square};
use super::solving::inv;
use super::{dot, dot_with, matmul};
use crate::Array;

/// The power of stacked square matrices; for a negative exponent, of their inverses: `numpy.linalg.matrix_power`.
///
/// # Errors
/// A linear algebra error for matrices that are not square, and for singular ones if their inverse is needed.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(linalg::matrix_power(&array![[1, 1], [1, 0]], 5)?.to_string(), "[[8 5]\n [5 3]]");
/// # Ok::<(), Error>(())
/// ```
pub fn matrix_power(a: &Array, exponent: i64) -> Result<Array> {
    let (stack, n) = square(a)?;
    if exponent == 0 {
        return identity(n, n, stack, a.dtype(), a)?.copy();
    }
    let mut square = if exponent < 0 { inv(a)? } else { a.clone() };
    let mut rest = exponent.unsigned_abs();
    if rest == 1 {
        return square.copy();
    }
    let mut result: Option<Array> = None;
    while rest > 0 {
        if rest & 1 == 1 {
            result = Some(match result {
                None => square.clone(),
                Some(before) => matmul(&before, &square)?,
            });
        }
        rest >>= 1;
        if rest > 0 {
            square = matmul(&square, &square)?;
        }
    }
    result.ok_or_else(|| Error::runtime("a power without factors"))
}

/// The product of matrices in the order that takes the fewest multiplications; the first and the last may be vectors:
/// `numpy.linalg.multi_dot`.
///
/// # Errors
/// A value error for fewer than two arrays or shapes that do not match, a linear algebra error for arrays that are
/// neither matrices nor, at an end, vectors.
///
/// ```
/// # use cuprust::*;
/// let (a, b) = (array![[1, 2]], array![[3], [4]]);
/// assert_eq!(linalg::multi_dot(&[&a, &b, &array![[2]]], None)?.to_string(), "[[22]]");
/// # Ok::<(), Error>(())
/// ```
pub fn multi_dot(arrays: &[&Array], out: Option<&Array>) -> Result<Array> {
    let count = arrays.len();
    if count < 2 {
        return Err(Error::value("Expecting at least two arrays."));
    }
    if count == 2 {
        return dot_with(arrays[0], arrays[1], out);
    }
    let ranks = [arrays[0].ndim(), arrays[count - 1].ndim()];
    let mut matrices: Vec<Array> = arrays.iter().map(|&array| array.clone()).collect();
    if ranks[0] == 1 {
        matrices[0] = arrays[0].view_of(arrays[0].layout().with_axis(0));
    }
    if ranks[1] == 1 {
        matrices[count - 1] = arrays[count - 1].view_of(arrays[count - 1].layout().with_axis(1));
    }
    if let Some(wrong) = matrices.iter().find(|matrix| matrix.ndim() != 2) {
        return Err(Error::lin_alg(format!("{}-dimensional array given. Array must be two-dimensional", wrong.ndim())));
    }
    let extents: Vec<i64> =
        matrices.iter().map(|matrix| matrix.shape()[0]).chain([matrices[count - 1].shape()[1]]).collect();
    let product = chained(&matrices, &cuts(&extents), 0, count - 1)?;
    let mut result = product;
    if ranks[1] == 1 {
        result = result.view_of(result.layout().without(1));
    }
    if ranks[0] == 1 {
        result = result.view_of(result.layout().without(0));
    }
    match out {
        None => result.ascontiguous(),
        Some(out) => {
            out.check_out("multi_dot", result.shape(), result.device())?;
            crate::ufunc::casting::check_output("multi_dot", out, result.dtype(), cuprust_num::Casting::No)?;
            result.into_out(Some(out))
        }
    }
}

/// For each range of matrices, the index after which to split their product for the fewest multiplications.
fn cuts(extents: &[i64]) -> Vec<Vec<usize>> {
    let count = extents.len() - 1;
    let mut costs = vec![vec![0.0f64; count]; count];
    let mut cuts = vec![vec![0; count]; count];
    for length in 1..count {
        for first in 0..count - length {
            let last = first + length;
            costs[first][last] = f64::INFINITY;
            for cut in first..last {
                let own = extents[first] as f64 * extents[cut + 1] as f64 * extents[last + 1] as f64;
                let cost = costs[first][cut] + costs[cut + 1][last] + own;
                if cost < costs[first][last] {
                    (costs[first][last], cuts[first][last]) = (cost, cut);
                }
            }
        }
    }
    cuts
}

fn chained(matrices: &[Array], cuts: &[Vec<usize>], first: usize, last: usize) -> Result<Array> {
    if first == last {
        return Ok(matrices[first].clone());
    }
    let cut = cuts[first][last];
    dot(&chained(matrices, cuts, first, cut)?, &chained(matrices, cuts, cut + 1, last)?)
}
